"""Reading a file in a process of its own: the same treebank, the same sentences, and an end whenever that is wanted."""

from __future__ import annotations

import errno
import lzma
import multiprocessing
import resource
from dataclasses import dataclass
from multiprocessing.process import BaseProcess
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from spectral_core.engine import Engine
from spectral_core.errors import FormatError
from spectral_core.files import UNPACK_VARIABLE, compute_unpack_limit, set_unpack_allowance
from spectral_core.formats import load
from spectral_core.progress import Cancelled, Progress, Report, ignore_progress
from spectral_gui.jobs.jobs import QUERIES, load_treebank_file
from spectral_gui.state import AppContext

TEXT = b"1\tdogs\t_\t_\t_\t_\t2\tdep\t_\t_\n2\trun\t_\t_\t_\t_\t0\troot\t_\t_\n\n"


@dataclass(frozen=True)
class AskMost:
    """A request: how much a small archive may hold."""

    def run(self, engine: Engine, report: Report) -> int:  # noqa: ARG002
        return compute_unpack_limit(1)


def test_a_packed_file_is_the_same_treebank_as_read_here(tmp_path: Path) -> None:
    path = tmp_path / "a.conllu.xz"
    path.write_bytes(lzma.compress(TEXT * 100))
    before = set(multiprocessing.active_children())  # engines of others
    assert load_treebank_file(path, ignore_progress) == load(path)
    assert set(multiprocessing.active_children()) <= before


def test_what_is_refused_there_is_refused_here(tmp_path: Path) -> None:
    path = tmp_path / "a.conllu.xz"
    path.write_bytes(lzma.compress(TEXT * 100)[:-9])
    with pytest.raises(FormatError, match="was cut short"):
        load_treebank_file(path, ignore_progress)


def test_reading_ends_at_once_where_it_is_cancelled(tmp_path: Path) -> None:
    path = tmp_path / "bomb.conllu.xz"
    path.write_bytes(lzma.compress(bytes(200 << 20), preset=0))

    def cancel(progress: Progress) -> None:
        raise Cancelled

    before = set(multiprocessing.active_children())
    with pytest.raises(Cancelled):
        load_treebank_file(path, cancel)
    assert set(multiprocessing.active_children()) <= before


def test_an_archive_that_holds_too_much_takes_no_memory_of_the_window(qtbot: QtBot, tmp_path: Path) -> None:
    path = tmp_path / "bomb.conllu.xz"
    path.write_bytes(lzma.compress(bytes(400 << 20), preset=0))
    desk = AppContext(tmp_path / "store")
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    failed: list[str] = []
    job = desk.session.open(path)
    job.failed.connect(failed.append)
    qtbot.waitUntil(lambda: job.has_ended, timeout=60_000)
    assert "larger than the 256 MB" in failed[0]
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 50 << 10  # kilobytes
    desk.close()


def test_the_engine_unpacks_as_much_as_is_allowed_by_now(
    qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(UNPACK_VARIABLE, "")
    desk = AppContext(tmp_path / "store")
    found: list[int] = []
    for gigabytes in (0, 5, 0):
        set_unpack_allowance(gigabytes)
        job = desk.work.send(QUERIES, AskMost())
        job.finished.connect(found.append)
        qtbot.waitUntil(lambda job=job: job.has_ended, timeout=60_000)
    desk.close()
    assert found == [256 << 20, 5 << 30, 256 << 20]


def test_a_process_that_cannot_be_started_is_told_with_a_remedy(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(_: BaseProcess) -> None:
        raise BlockingIOError(errno.EAGAIN, "Resource temporarily unavailable")

    path = tmp_path / "a.conllu.xz"
    path.write_bytes(lzma.compress(TEXT))
    monkeypatch.setattr(BaseProcess, "start", refuse)
    with pytest.raises(FormatError, match=r"no more processes\. Close other programs, then try again"):
        load_treebank_file(path, ignore_progress)
