"""The window goes on whatever the engine's processes do: start slowly, are stopped, or take and give much."""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QObject, QTimerEvent
from pytestqt.qtbot import QtBot
from sized_requests import MeasureLength, RepeatByte

from spectral_gui.jobs import job_queue
from spectral_gui.jobs.jobs import QUERIES, Job, Jobs

MUCH = 4 << 20  # bytes: more than any pipe takes before it is read
BOUND = 0.5  # seconds without a turn of the event loop, on a machine with much else to do
RESCUE_SECONDS = 15.0  # after which a process is let go whatever happens, so that a test fails and does not hang

needs_stops = pytest.mark.skipif(not hasattr(signal, "SIGSTOP"), reason="processes are not stopped here")
needs_fork_server = pytest.mark.skipif(sys.platform != "linux", reason="engines are not forked from another process")


class Pulse(QObject):
    """The longest time in which the event loop did not turn."""

    def __init__(self) -> None:
        super().__init__()
        self.longest, self._last = 0.0, time.monotonic()
        self.startTimer(1)

    def timerEvent(self, _: QTimerEvent) -> None:
        self._last, last = time.monotonic(), self._last
        self.longest = max(self.longest, self._last - last)


@pytest.fixture
def jobs(qtbot: QtBot) -> Iterator[Jobs]:
    jobs = Jobs()
    yield jobs
    jobs.close()


def start_engine(jobs: Jobs, qtbot: QtBot) -> int:
    """Return the id of the process that answers."""
    job = jobs.submit(QUERIES, MeasureLength(b""))
    qtbot.waitUntil(lambda: job.has_ended)
    engine = jobs.get_process_id(QUERIES)
    assert engine is not None
    return engine


def assert_answers(jobs: Jobs, qtbot: QtBot) -> None:
    lengths: list[int] = []
    job = jobs.submit(QUERIES, MeasureLength(bytes(MUCH)))
    job.finished.connect(lengths.append)
    qtbot.waitUntil(lambda: job.has_ended)
    assert lengths == [MUCH]


def collect_ends(job: Job[object]) -> list[str]:
    """Return a list to which the end of a job is added: its complaint, or how it ended."""
    ends: list[str] = []
    job.failed.connect(ends.append)
    job.finished.connect(lambda _: ends.append("finished"))
    job.cancelled.connect(lambda _: ends.append("cancelled"))
    return ends


@pytest.fixture
def rescued() -> Iterator[list[tuple[int, int]]]:
    """Processes with the signals that they get in the end, or after a while where a test hangs."""
    signals: list[tuple[int, int]] = []

    def rescue() -> None:
        for process, number in signals:
            try:
                os.kill(process, number)
            except ProcessLookupError:
                continue

    timer = threading.Timer(RESCUE_SECONDS, rescue)
    timer.start()
    yield signals
    timer.cancel()
    rescue()


@needs_stops
@pytest.mark.parametrize("size", [10, MUCH])
def test_the_window_goes_on_while_a_stopped_engine_takes_no_request(
    jobs: Jobs, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, rescued: list[tuple[int, int]], size: int
) -> None:
    engine = start_engine(jobs, qtbot)
    monkeypatch.setattr(job_queue, "SILENCE_LIMIT", 2.0)
    rescued.append((engine, signal.SIGKILL))
    os.kill(engine, signal.SIGSTOP)
    pulse, job = Pulse(), jobs.submit(QUERIES, MeasureLength(bytes(size)))
    ends = collect_ends(job)
    qtbot.waitUntil(lambda: job.has_ended)
    assert pulse.longest < BOUND
    assert "did not respond for 2 seconds" in ends[0]
    monkeypatch.undo()
    assert_answers(jobs, qtbot)
    assert jobs.get_process_id(QUERIES) != engine


@needs_stops
def test_the_window_goes_on_while_an_engine_is_stopped_in_the_middle_of_its_answer(
    jobs: Jobs, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, rescued: list[tuple[int, int]]
) -> None:
    rescued.append((start_engine(jobs, qtbot), signal.SIGKILL))
    monkeypatch.setattr(job_queue, "SILENCE_LIMIT", 2.0)
    pulse, job = Pulse(), jobs.submit(QUERIES, RepeatByte(2 * MUCH, stops_halfway=True))
    ends = collect_ends(job)
    qtbot.waitUntil(lambda: job.has_ended)
    assert pulse.longest < BOUND
    assert "did not respond for 2 seconds" in ends[0]
    monkeypatch.undo()
    assert_answers(jobs, qtbot)


@needs_stops
def test_a_request_that_is_being_sent_to_a_stopped_engine_can_be_cancelled(
    jobs: Jobs, qtbot: QtBot, rescued: list[tuple[int, int]]
) -> None:
    engine = start_engine(jobs, qtbot)
    rescued.append((engine, signal.SIGKILL))
    os.kill(engine, signal.SIGSTOP)
    pulse, job = Pulse(), jobs.submit(QUERIES, MeasureLength(bytes(MUCH)))
    ends = collect_ends(job)
    qtbot.waitUntil(lambda: jobs.is_running(QUERIES))
    job.cancel()
    qtbot.waitUntil(lambda: job.has_ended)
    assert pulse.longest < BOUND
    assert ends == ["cancelled"]
    assert_answers(jobs, qtbot)


@needs_stops
def test_an_engine_that_is_stopped_while_it_is_sent_a_request_does_not_keep_the_program_from_closing(
    jobs: Jobs, qtbot: QtBot, rescued: list[tuple[int, int]]
) -> None:
    engine = start_engine(jobs, qtbot)
    rescued.append((engine, signal.SIGKILL))
    os.kill(engine, signal.SIGSTOP)
    begun = time.monotonic()
    ends = collect_ends(jobs.submit(QUERIES, MeasureLength(bytes(MUCH))))
    qtbot.waitUntil(lambda: jobs.is_running(QUERIES))
    jobs.close()
    assert time.monotonic() - begun < 10
    assert ends == ["cancelled"]
    assert engine not in [process.pid for process in multiprocessing.active_children()]
    with pytest.raises(ProcessLookupError):
        os.kill(engine, 0)


def stop_fork_server(engine: int, rescued: list[tuple[int, int]]) -> None:
    """Stop what an engine was forked from."""
    server = int(Path(f"/proc/{engine}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()[1])
    rescued.append((server, signal.SIGCONT))
    os.kill(server, signal.SIGSTOP)


def stop_starts(jobs: Jobs, qtbot: QtBot, rescued: list[tuple[int, int]]) -> None:
    """Stop what engines are forked from, and end the engine."""
    engine = start_engine(jobs, qtbot)
    stop_fork_server(engine, rescued)
    os.kill(engine, signal.SIGKILL)


@needs_fork_server
def test_an_engine_whose_end_is_not_reported_does_not_keep_the_program_from_ending(
    jobs: Jobs, qtbot: QtBot, rescued: list[tuple[int, int]]
) -> None:
    engine = start_engine(jobs, qtbot)
    stop_fork_server(engine, rescued)
    os.kill(engine, signal.SIGSTOP)
    begun = time.monotonic()
    jobs.close()
    assert time.monotonic() - begun < 10
    assert engine not in [process.pid for process in multiprocessing.active_children()]  # waited for in the end


@needs_fork_server
def test_the_window_goes_on_while_no_engine_can_be_forked(
    jobs: Jobs, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, rescued: list[tuple[int, int]]
) -> None:
    stop_starts(jobs, qtbot, rescued)
    monkeypatch.setattr(job_queue, "STARTUP_LIMIT", 2.0)
    monkeypatch.setattr(job_queue, "SILENCE_LIMIT", 2.0)
    pulse, job = Pulse(), jobs.submit(QUERIES, MeasureLength(bytes(MUCH)))
    ends = collect_ends(job)
    qtbot.waitUntil(lambda: job.has_ended)
    assert pulse.longest < BOUND
    assert "did not respond for 2 seconds" in ends[0]
    monkeypatch.undo()
    assert_answers(jobs, qtbot)
    assert pulse.longest < BOUND


@needs_fork_server
def test_a_request_whose_engine_does_not_start_is_cancelled_at_once(
    jobs: Jobs, qtbot: QtBot, rescued: list[tuple[int, int]]
) -> None:
    stop_starts(jobs, qtbot, rescued)
    pulse, first, second = Pulse(), *(jobs.submit(QUERIES, MeasureLength(b"")) for _ in range(2))
    ends = collect_ends(first)
    qtbot.waitUntil(lambda: jobs.is_running(QUERIES) and jobs.get_process_id(QUERIES) is None)
    first.cancel()
    assert ends == ["cancelled"]
    ((server, goes_on),) = rescued
    os.kill(server, goes_on)
    qtbot.waitUntil(lambda: second.has_ended)  # by the process that was being started
    assert pulse.longest < BOUND


@needs_fork_server
def test_a_stopped_fork_server_does_not_keep_the_program_from_closing(
    jobs: Jobs, qtbot: QtBot, rescued: list[tuple[int, int]]
) -> None:
    threads_of_others = set(threading.enumerate())
    stop_starts(jobs, qtbot, rescued)
    jobs.submit(QUERIES, MeasureLength(b""))
    qtbot.waitUntil(lambda: jobs.is_running(QUERIES) and jobs.get_process_id(QUERIES) is None)
    before = set(multiprocessing.active_children())
    begun = time.monotonic()
    jobs.close()
    assert time.monotonic() - begun < 10
    assert set(multiprocessing.active_children()) <= before
    left = set(threading.enumerate()) - threads_of_others
    assert not [thread for thread in left if thread.name == "engine-channel"]


def test_requests_are_answered_in_the_order_in_which_they_were_made(jobs: Jobs, qtbot: QtBot) -> None:
    lengths: list[int] = []
    for length in (MUCH, 1, 2 * MUCH, 2):
        job = jobs.submit(QUERIES, MeasureLength(bytes(length)))
        job.finished.connect(lengths.append)
    qtbot.waitUntil(lambda: len(lengths) == 4)
    assert lengths == [MUCH, 1, 2 * MUCH, 2]


def test_the_window_goes_on_while_a_large_answer_comes(jobs: Jobs, qtbot: QtBot) -> None:
    start_engine(jobs, qtbot)
    answers: list[bytes] = []
    job = jobs.submit(QUERIES, RepeatByte(20 * MUCH))
    job.finished.connect(answers.append)
    pulse = Pulse()
    qtbot.waitUntil(lambda: job.has_ended)
    assert pulse.longest < BOUND
    assert answers == [b"y" * (20 * MUCH)]
