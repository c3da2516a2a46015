"""Whole files: what cannot be read or written is said in a sentence, and nothing is half-written."""

from __future__ import annotations

import bz2
import errno
import gzip
import lzma
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from spectral_core import files
from spectral_core.errors import FormatError
from spectral_core.files import ChangedMeanwhileError, remove_stale_files, replace_atomically, replacement


@pytest.mark.parametrize("pack", [bytes, gzip.compress, lzma.compress, bz2.compress], ids=["plain", "gz", "xz", "bz2"])
def test_plain_and_packed_files_are_read_alike(tmp_path: Path, pack: type[bytes]) -> None:
    ending = {bytes: "", gzip.compress: ".gz", lzma.compress: ".xz", bz2.compress: ".bz2"}[pack]
    path = tmp_path / f"a.txt{ending}"
    path.write_bytes(pack(b"some words\n"))
    assert files.read_file(path) == b"some words\n"
    assert files.compress_by_suffix(path, b"some words\n") == files.compress_by_suffix(path, b"some words\n")
    path.write_bytes(files.compress_by_suffix(path, b"others"))
    assert files.read_file(path) == b"others"


@pytest.mark.parametrize("pack", [gzip.compress, lzma.compress, bz2.compress], ids=["gz", "xz", "bz2"])
@pytest.mark.parametrize("kept", [7, 30, 60])
def test_a_cut_archive_is_named_as_such(tmp_path: Path, pack: type[bytes], kept: int) -> None:
    path = tmp_path / "a.conllu.xz"
    path.write_bytes(pack(os.urandom(200))[:kept])
    with pytest.raises(FormatError, match=r"archive is damaged or was cut short. Copy or download"):
        files.read_file(path)


def test_a_damaged_archive_is_named_as_such(tmp_path: Path) -> None:
    packed = bytearray(gzip.compress(os.urandom(2000)))
    packed[100:110] = b"0123456789"
    path = tmp_path / "a.gz"
    path.write_bytes(packed)
    with pytest.raises(FormatError, match="damaged"):
        files.read_file(path)


def test_a_compression_that_cannot_be_written_is_refused(tmp_path: Path) -> None:
    with pytest.raises(FormatError, match=r"not compressed as \.zst here\. Leave that ending out, or use \.gz, \.xz"):
        files.compress_by_suffix(tmp_path / "a.conllu.zst", b"1\tword\n")


def test_a_text_that_begins_like_an_archive_is_read_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_bytes(b"BZhang wrote it\n")
    assert files.read_file(path) == b"BZhang wrote it\n"


def test_an_ending_that_lies_is_told(tmp_path: Path) -> None:
    path = tmp_path / "a.conllu.xz"
    path.write_bytes(b"1\tword\n")
    with pytest.raises(FormatError, match=r"ends in \.xz, but this is not a xz archive"):
        files.read_file(path)


def test_a_missing_file_and_a_folder_are_told(tmp_path: Path) -> None:
    with pytest.raises(FormatError, match="there is no such file"):
        files.read_file(tmp_path / "no.conllu")
    with pytest.raises(FormatError, match="this is a folder, not a file"):
        files.read_file(tmp_path)


def test_a_file_that_vanishes_while_it_is_read_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "a.conllu"
    path.write_text("1\tword\n")

    def gone(path: Path) -> bytes:
        raise OSError(errno.ESTALE, os.strerror(errno.ESTALE))  # what a network disk says of a file that was removed

    monkeypatch.setattr(files, "read_raw", gone)
    with pytest.raises(FormatError, match="reading stopped: Stale file handle"):
        files.read_file(path)


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
                outcomes.add(len(files.read_file(path)))
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


def test_the_root_of_a_disk_is_told_as_what_it_is() -> None:
    with pytest.raises(FormatError, match="could not be written"):
        files.replace_atomically(Path(Path.cwd().anchor), [b"x"])


def test_the_mask_of_the_process_is_left_alone_for_its_other_threads(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    masks: list[int] = []
    monkeypatch.setattr(os, "umask", masks.append)
    files.replace_atomically(tmp_path / "new", [b""])
    files.replace_atomically(tmp_path / "new", [b"x"])
    assert masks == []


@pytest.mark.skipif(os.name != "posix", reason="the rights of files are another matter there")
@pytest.mark.parametrize("mask", [0o002, 0o022, 0o077])
def test_a_new_file_is_masked_and_a_draft_of_a_private_one_is_private(tmp_path: Path, mask: int) -> None:
    modes = []

    def pieces() -> Iterator[bytes]:
        yield b"x"
        modes.extend(each.stat().st_mode & 0o777 for each in tmp_path.iterdir() if each.name.startswith("."))

    before = os.umask(mask)
    try:
        files.replace_atomically(tmp_path / "new", pieces())
        files.replace_atomically(tmp_path / "private", pieces(), permissions=files.PRIVATE_MODE)
    finally:
        os.umask(before)
    (tmp_path / "private").chmod(0o644)
    files.replace_atomically(tmp_path / "private", pieces())
    assert modes == [0o666 & ~mask, 0o600, 0o600]
    assert (tmp_path / "new").stat().st_mode & 0o777 == 0o666 & ~mask
    assert (tmp_path / "private").stat().st_mode & 0o777 == 0o644


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
    assert (files.locate_assets() / "sample").is_dir()


@pytest.mark.parametrize("name", ["a" * 250, "ä" * 120 + ".conllu", "م" * 127])
def test_a_file_with_a_long_name_is_replaced(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    for content in (b"one", b"two"):
        replace_atomically(path, [content])
        assert path.read_bytes() == content
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.skipif(sys.platform == "win32", reason="names are not exchanged there")
@pytest.mark.parametrize("length", [80, 88, 89, 90, 91, 120])
def test_no_file_beside_a_replaced_one_has_a_name_of_more_than_143_bytes(
    tmp_path: Path, length: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    exchange, names = replacement.exchange_files, []

    def exchange_and_list(first: Path, second: Path) -> None:
        names.extend(each.name for each in tmp_path.iterdir())
        exchange(first, second)

    monkeypatch.setattr(replacement, "exchange_files", exchange_and_list)
    path = tmp_path / ("a" * length)
    path.write_bytes(b"old")
    replace_atomically(path, [b"new"], holds_old)
    assert len(names) == 2
    assert max(map(len, names)) <= 143


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
@pytest.mark.parametrize("there", [True, False])
def test_what_a_killed_write_left_is_removed(tmp_path: Path, name: str, there: bool) -> None:
    path = tmp_path / name
    if there:
        path.write_bytes(b"whole")
    subprocess.run([sys.executable, "-c", KILLED, str(path)], check=False)
    (left,) = set(tmp_path.iterdir()) - {path}
    assert remove_stale_files(tmp_path, {"another"}) == ()
    assert remove_stale_files(tmp_path, {name}) == (left,)
    assert list(tmp_path.iterdir()) == [path] * there


def test_what_is_being_written_is_not_removed(tmp_path: Path) -> None:
    path = tmp_path / "a.conllu"
    path.write_bytes(b"old")

    def pieces() -> Iterator[bytes]:
        yield b"new"
        (draft,) = set(tmp_path.iterdir()) - {path}
        os.utime(draft, (1, 1))  # a clock of another machine
        assert remove_stale_files(tmp_path) == remove_stale_files(tmp_path, {path.name}) == ()

    replace_atomically(path, pieces())
    assert path.read_bytes() == b"new"


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
    assert remove_stale_files(tmp_path) == (ours,)
    assert set(tmp_path.iterdir()) == before - {ours} | {tmp_path / "a.txt"}


def holds_old(path: Path) -> bool:
    return path.read_bytes() == b"old"


def write_in_place(path: Path, content: bytes) -> None:
    path.write_bytes(content)


def write_by_replacing(path: Path, content: bytes) -> None:
    other = path.with_name("another program's")
    other.write_bytes(content)
    other.replace(path)


def take_away(path: Path, _: bytes) -> None:
    path.unlink()


Edit = Callable[[Path, bytes], None]
every_edit = pytest.mark.parametrize("edit", [write_in_place, write_by_replacing, take_away])


@pytest.fixture
def old(tmp_path: Path) -> Path:
    path = tmp_path / "a.conllu"
    path.write_bytes(b"old")
    path.chmod(0o640)
    return path


def contents(path: Path) -> dict[str, bytes]:
    return {each.name: each.read_bytes() for each in path.parent.iterdir()}


@every_edit
def test_an_edit_that_lands_during_a_save_is_not_overwritten(old: Path, edit: Edit) -> None:
    def pieces() -> Iterator[bytes]:
        yield b"n"
        edit(old, b"theirs")
        yield b"ew"

    with pytest.raises(ChangedMeanwhileError, match="another program wrote this file while it was being saved"):
        replace_atomically(old, pieces(), holds_old)
    assert contents(old) == ({} if edit is take_away else {"a.conllu": b"theirs"})


@every_edit
def test_an_edit_that_lands_right_before_the_names_are_exchanged_is_given_back(
    old: Path, edit: Edit, monkeypatch: pytest.MonkeyPatch
) -> None:
    exchange, edits = replacement.exchange_files, [b"theirs"]

    def exchange_late(first: Path, second: Path) -> None:
        if edits:
            edit(old, edits.pop())
        exchange(first, second)

    monkeypatch.setattr(replacement, "exchange_files", exchange_late)
    with pytest.raises(ChangedMeanwhileError):
        replace_atomically(old, [b"new"], holds_old)
    assert contents(old) == ({} if edit is take_away else {"a.conllu": b"theirs"})


@every_edit
@pytest.mark.parametrize("first", [write_in_place, write_by_replacing])
def test_edits_before_and_between_the_exchanges_are_both_kept(
    old: Path, first: Edit, edit: Edit, monkeypatch: pytest.MonkeyPatch
) -> None:
    exchange = replacement.exchange_files
    edits = [(edit, b"second"), (first, b"first")]

    def exchange_late(one: Path, other: Path) -> None:
        if edits:
            make, content = edits.pop()
            make(old, content)
        exchange(one, other)

    monkeypatch.setattr(replacement, "exchange_files", exchange_late)
    with pytest.raises(ChangedMeanwhileError, match=r"is in a \(other version\)\.conllu\."):
        replace_atomically(old, [b"new"], holds_old)
    second = {} if edit is take_away else {"a.conllu": b"second"}
    assert contents(old) == {"a (other version).conllu": b"first", **second}


@pytest.mark.parametrize("number", [errno.EINVAL, errno.ENOSYS, errno.EXDEV, errno.EPERM])
def test_a_file_is_replaced_where_names_cannot_be_exchanged(
    old: Path, number: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: Path) -> None:
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr(replacement, "exchange_files", refuse)
    replace_atomically(old, [b"new"], holds_old)
    assert contents(old) == {"a.conllu": b"new"}
    with pytest.raises(ChangedMeanwhileError):
        replace_atomically(old, [b"newer"], holds_old)
    assert contents(old) == {"a.conllu": b"new"}


@pytest.mark.skipif(sys.platform == "win32", reason="names are not exchanged there")
@every_edit
def test_an_edit_that_lands_while_the_exchange_of_names_is_refused_is_not_overwritten(
    old: Path, edit: Edit, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse_late(*_: Path) -> None:
        edit(old, b"theirs")
        raise OSError(errno.EINVAL, os.strerror(errno.EINVAL))

    monkeypatch.setattr(replacement, "exchange_files", refuse_late)
    with pytest.raises(ChangedMeanwhileError):
        replace_atomically(old, [b"new"], holds_old)
    assert contents(old) == ({} if edit is take_away else {"a.conllu": b"theirs"})


@pytest.mark.skipif(os.name != "posix", reason="the rights of files are another matter there")
@pytest.mark.parametrize("exchanges", [True, False])
@pytest.mark.parametrize(("late", "result"), [(0o600, 0o600), (0o604, 0o600), (0o666, 0o640)])
def test_rights_taken_from_a_file_right_before_it_is_replaced_stay_taken(
    old: Path, exchanges: bool, late: int, result: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    exchange = replacement.exchange_files

    def exchange_late(first: Path, second: Path) -> None:
        old.chmod(late)
        if not exchanges:
            raise OSError(errno.EINVAL, os.strerror(errno.EINVAL))
        exchange(first, second)

    monkeypatch.setattr(replacement, "exchange_files", exchange_late)
    replace_atomically(old, [b"new"], holds_old)
    assert contents(old) == {"a.conllu": b"new"}
    assert old.stat().st_mode & 0o777 == result


@pytest.mark.parametrize("exchanges", [True, False])
def test_a_file_that_is_as_expected_is_replaced_with_its_rights_and_its_link(
    old: Path, exchanges: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: Path) -> None:
        raise OSError(errno.EINVAL, os.strerror(errno.EINVAL))

    if not exchanges:
        monkeypatch.setattr(replacement, "exchange_files", refuse)
    link = old.with_name("link")
    link.symlink_to(old)
    written = replace_atomically(link, [b"new"], holds_old)
    assert written is not None
    assert written.st_ino == old.stat().st_ino
    assert link.is_symlink()
    assert contents(old) == {"a.conllu": b"new", "link": b"new"}
    assert old.stat().st_mode & 0o777 == 0o640


CALLS = {Path: ("chmod", "rename", "replace", "unlink"), os: ("fsync", "link"), replacement: ("exchange_files",)}


def kill_at(call: int, edits: dict[int, bytes], path: Path) -> bool:
    """Replaces a file in a process that is killed before a system call, or ends by itself: whether it was killed.
    Before some exchanges of names, another program writes the file."""
    child = os.fork()
    if child == 0:
        number = exchanged = 0

        def counted(name: str, work: Callable[..., object]) -> Callable[..., object]:
            def run(*values: object, **named: object) -> object:
                nonlocal number, exchanged
                if number == call:
                    os.kill(os.getpid(), signal.SIGKILL)
                number += 1
                if name == "exchange_files":
                    if exchanged in edits:
                        path.write_bytes(edits[exchanged])
                    exchanged += 1
                return work(*values, **named)

            return run

        try:
            for holder, names in CALLS.items():
                for name in names:
                    setattr(holder, name, counted(name, getattr(holder, name)))
            replace_atomically(path, [b"new"], holds_old)
        finally:
            os._exit(0)
    return os.WIFSIGNALED(os.waitpid(child, 0)[1])


@pytest.mark.skipif(os.name != "posix", reason="processes are killed otherwise there")
@pytest.mark.parametrize("edits", [{}, {0: b"first"}, {0: b"first", 1: b"second"}], ids=["none", "one", "two"])
def test_no_edit_is_lost_whatever_the_system_call_at_which_a_save_is_killed(
    tmp_path: Path, edits: dict[int, bytes]
) -> None:
    call, killed, seen = 0, True, set()
    while killed:
        path = tmp_path / str(call) / "a.conllu"
        path.parent.mkdir()
        path.write_bytes(b"old")
        killed = kill_at(call, edits, path)
        before = contents(path)
        remove_stale_files(path.parent, {path.name})
        after = contents(path)
        theirs = {content for content in before.values() if content in edits.values()}
        assert theirs <= set(after.values()), (call, before, after)
        assert after["a.conllu"] in (theirs or {b"old", b"new"}), (call, before, after)
        assert set(after) <= {"a.conllu", "a (other version).conllu"}, (call, before, after)
        seen.add(after["a.conllu"])
        call += 1
    assert call > 5
    assert seen >= ({b"old", b"new"} if not edits else {b"old", [*edits.values()][-1]})


@pytest.mark.skipif(sys.platform == "win32", reason="names cannot be exchanged there")
def test_an_edit_that_a_killed_save_took_out_stays_beside_a_later_one(old: Path) -> None:
    for call in range(9):
        old.write_bytes(b"old")
        kill_at(call, {0: b"first"}, old)
        if old.read_bytes() == b"new":
            break
    old.write_bytes(b"later")
    remove_stale_files(old.parent, {old.name})
    assert contents(old) == {"a.conllu": b"later", "a (other version).conllu": b"first"}
