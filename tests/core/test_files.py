"""Whole files: what cannot be read or written is said in a sentence, and nothing is half-written."""

from __future__ import annotations

import errno
import gzip
import lzma
import os
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from spectral_core import files
from spectral_core.errors import FormatError
from spectral_core.files import remove_leftovers, replace_atomically


@pytest.mark.parametrize("pack", [bytes, gzip.compress, lzma.compress], ids=["plain", "gz", "xz"])
def test_plain_and_packed_files_are_read_alike(tmp_path: Path, pack: type[bytes]) -> None:
    ending = {bytes: "", gzip.compress: ".gz", lzma.compress: ".xz"}[pack]
    path = tmp_path / f"a.txt{ending}"
    path.write_bytes(pack(b"some words\n"))
    assert files.read(path) == b"some words\n"
    assert files.packed_like(path, b"some words\n") == files.packed_like(path, b"some words\n")
    path.write_bytes(files.packed_like(path, b"others"))
    assert files.read(path) == b"others"


@pytest.mark.parametrize("pack", [gzip.compress, lzma.compress], ids=["gz", "xz"])
@pytest.mark.parametrize("kept", [7, 30, 60])
def test_a_cut_archive_is_named_as_such(tmp_path: Path, pack: type[bytes], kept: int) -> None:
    path = tmp_path / "a.conllu.xz"
    path.write_bytes(pack(os.urandom(200))[:kept])
    with pytest.raises(FormatError, match=r"archive is damaged or was cut short. Copy or download"):
        files.read(path)


def test_a_damaged_archive_is_named_as_such(tmp_path: Path) -> None:
    packed = bytearray(gzip.compress(os.urandom(2000)))
    packed[100:110] = b"0123456789"
    path = tmp_path / "a.gz"
    path.write_bytes(packed)
    with pytest.raises(FormatError, match="damaged"):
        files.read(path)


def test_an_ending_that_lies_is_told(tmp_path: Path) -> None:
    path = tmp_path / "a.conllu.xz"
    path.write_bytes(b"1\tword\n")
    with pytest.raises(FormatError, match=r"ends in \.xz, but this is not a xz archive"):
        files.read(path)


def test_a_missing_file_and_a_folder_are_told(tmp_path: Path) -> None:
    with pytest.raises(FormatError, match="there is no such file"):
        files.read(tmp_path / "no.conllu")
    with pytest.raises(FormatError, match="this is a folder, not a file"):
        files.read(tmp_path)


def test_a_file_that_vanishes_while_it_is_read_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "a.conllu"
    path.write_text("1\tword\n")

    def gone(path: Path) -> bytes:
        raise OSError(errno.ESTALE, os.strerror(errno.ESTALE))  # what a network disk says of a file that was removed

    monkeypatch.setattr(files, "whole", gone)
    with pytest.raises(FormatError, match="reading stopped: Stale file handle"):
        files.read(path)


def test_a_file_that_comes_and_goes_is_read_whole_or_refused(tmp_path: Path) -> None:
    path = tmp_path / "a.conllu"
    content = b"1\tword\n" * 100_000
    stop = threading.Event()

    def come_and_go() -> None:
        while not stop.is_set():
            files.replace_atomically(path, [content])
            path.unlink()

    thread = threading.Thread(target=come_and_go)
    thread.start()
    outcomes = set()
    try:
        for _ in range(200):
            try:
                outcomes.add(len(files.read(path)))
            except FormatError:
                outcomes.add(-1)
    finally:
        stop.set()
        thread.join()
    assert outcomes <= {len(content), -1}


def test_a_file_is_replaced_whole_or_not_at_all(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_bytes(b"old")
    path.chmod(0o640)

    def pieces() -> list[bytes]:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    def failing() -> object:
        yield b"new"
        yield from pieces()

    with pytest.raises(FormatError, match=r"No space left on device\. Nothing was changed"):
        files.replace_atomically(path, failing())  # type: ignore[arg-type]
    assert path.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [path]
    files.replace_atomically(path, [b"n", b"ew"])
    assert path.read_bytes() == b"new"
    assert path.stat().st_mode & 0o777 == 0o640


def test_a_new_file_gets_the_usual_rights(tmp_path: Path) -> None:
    files.replace_atomically(tmp_path / "new", [b""])
    (tmp_path / "usual").write_bytes(b"")
    assert (tmp_path / "new").stat().st_mode == (tmp_path / "usual").stat().st_mode


def test_a_folder_that_is_not_there_is_told(tmp_path: Path) -> None:
    with pytest.raises(FormatError, match="could not be written: No such file or directory"):
        files.replace_atomically(tmp_path / "none" / "a", [b"x"])


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no such device")
def test_a_device_is_written_into_and_not_replaced(tmp_path: Path) -> None:
    with pytest.raises(FormatError, match="it could not be written: No space left on device"):
        files.replace_atomically(Path("/dev/full"), [b"x" * 100_000])
    assert Path("/dev/full").is_char_device()
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    files.replace_atomically(pipe, [b"some", b"thing"])
    assert os.read(reader, 100) == b"something"
    os.close(reader)
    assert pipe.is_fifo()


def test_a_link_goes_on_pointing_where_it_did(tmp_path: Path) -> None:
    (tmp_path / "real").write_bytes(b"old")
    link = tmp_path / "link"
    link.symlink_to(tmp_path / "real")
    files.replace_atomically(link, [b"new"])
    assert link.is_symlink()
    assert (tmp_path / "real").read_bytes() == b"new"


def test_the_assets_are_found() -> None:
    assert (files.assets() / "sample").is_dir()


@pytest.mark.parametrize("name", ["a" * 250, "ä" * 120 + ".conllu", "م" * 127])
def test_a_file_with_a_long_name_is_replaced(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    for content in (b"one", b"two"):
        replace_atomically(path, [content])
        assert path.read_bytes() == content
    assert list(tmp_path.iterdir()) == [path]


KILLED = """
import os, signal, sys
from pathlib import Path
from spectral_core.files import replace_atomically
def pieces():
    yield b"half"
    os.kill(os.getpid(), signal.SIGKILL)
replace_atomically(Path(sys.argv[1]), pieces())
"""


@pytest.mark.skipif(os.name != "posix", reason="processes are killed otherwise there")
@pytest.mark.parametrize("name", ["a.conllu", "ä" * 120 + ".conllu"])
def test_what_a_killed_write_left_is_removed_once_it_is_older_than_the_file(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    path.write_bytes(b"whole")
    subprocess.run([sys.executable, "-c", KILLED, str(path)], check=False)
    (left,) = set(tmp_path.iterdir()) - {path}
    assert remove_leftovers(tmp_path, {name}) == ()  # newer than the file: it might be written just now
    replace_atomically(path, [b"later"])
    assert remove_leftovers(tmp_path, {"another"}) == ()
    assert remove_leftovers(tmp_path, {name}) == (left,)
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.skipif(os.name != "posix", reason="the rights of files are another matter there")
def test_what_an_older_program_left_is_removed_and_what_others_made_is_not(tmp_path: Path) -> None:
    ours, backup, other = (tmp_path / name for name in (".a.txt.x1_yz9qw", ".a.txt.original", ".b.txt.x1_yz9qw"))
    for path in (ours, backup, other):
        path.write_bytes(b"")
    for path in (ours, other):
        path.chmod(0o600)
    (tmp_path / ".a.txt.abcdefgh").mkdir(mode=0o600)
    (tmp_path / ".a.txt.01234567").symlink_to(backup)
    before = set(tmp_path.iterdir())
    replace_atomically(tmp_path / "a.txt", [b"later"])
    assert remove_leftovers(tmp_path) == (ours,)
    assert set(tmp_path.iterdir()) == before - {ours} | {tmp_path / "a.txt"}
