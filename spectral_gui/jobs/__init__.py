"""Jobs: the only place that starts the engine's processes; progress, cancel, and a process that dies is replaced."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count
from typing import Any

from PySide6.QtCore import QObject, QTimer, Signal

from spectral_core.engine import Request
from spectral_core.progress import Report
from spectral_gui.jobs.file_process import load_file
from spectral_gui.jobs.job import Job, T, Waiting
from spectral_gui.jobs.lane import Lane, News, prepare
from spectral_gui.jobs.reading import FileReading
from spectral_gui.worker import Ended

__all__ = ["ANSWERS", "LEARNING", "Job", "Jobs", "News", "Waiting", "load_file"]

POLL = 33  # milliseconds between two looks at the engine
_SOON = 8  # while the user waits for an answer
_PATIENCE = 2.0  # seconds that a cancelled answer may still take: what does not report cannot be asked to stop
_ENDING = 0.02  # seconds in which a thread ends whose work has ended
ANSWERS, LEARNING = "answers", "learning"  # the two processes: what the user waits for, and what takes long


class Jobs(QObject):
    """Work in two processes, and the reading of files in threads; all outcomes come on the window's thread."""

    engine_returned = Signal()  # it works again after it could not be started, or was restarted by the user
    fell_silent = Signal(bool)  # the process that learns gives no sign of life; or it does again

    def __init__(self, parent: QObject | None = None):
        super().__init__(parent)
        self._numbers = count(1)
        self._lanes = {ANSWERS: Lane(_PATIENCE), LEARNING: Lane(behind=True)}
        self._readings: list[FileReading[Any]] = []
        self._resting: list[FileReading[Any]] = []  # whose work has ended, but not their threads
        self._silent = False  # the process that learns
        self._not_started: set[str] = set()  # processes that could not be started when they were wanted last
        self._timer = QTimer(self)
        self._timer.setInterval(POLL)
        self._timer.timeout.connect(self._look)
        QTimer.singleShot(0, self, prepare)  # once the window is there

    def start(self, lane: str, request: Request[T], unasked: bool = False) -> Job[T]:
        """A job for the engine; it begins when those before it in its lane ended. What is done unasked pauses while the
        user waits for an answer."""
        job: Job[T] = Job(next(self._numbers), unasked)
        row = self._lanes[lane]
        job.stop = lambda: row.cancel(job)
        row.add(job, request)
        self._make_way()
        self._wake()
        return job

    def read(self, work: Callable[[Report], T]) -> Job[T]:
        """A job in a thread of this process, for reading and writing files."""
        job: Job[T] = Job(next(self._numbers))
        reading = FileReading(job, work)
        job.stop = reading.stopping.set
        self._readings.append(reading)
        self._wake()
        return job

    def tell(self, document: str, news: News) -> None:
        """Makes both processes hold a document as it now is; sent before their next job, never while they work."""
        for lane in self._lanes.values():
            lane.tell(document, news)

    def process_of(self, lane: str) -> int | None:
        process = self._lanes[lane].process
        return None if process is None else process.pid

    def is_running(self, lane: str) -> bool:
        return self._lanes[lane].running is not None

    def restart(self, why: str) -> None:
        """Replaces both processes, whatever they do; the jobs that run fail for the reason given, those that wait go
        to the new processes."""
        for lane in self._lanes.values():
            lane.give_up(why)
        self._tell_state()
        self.engine_returned.emit()

    def close(self) -> None:
        """Stops the processes, gently and then for good; jobs that wait are cancelled."""
        self._timer.stop()
        for reading in self._readings:
            reading.stopping.set()
        for reading in self._readings:
            reading.wait(_PATIENCE)
            if not reading.look():
                reading.job.end(Ended())
        for reading in (*self._readings, *self._resting):
            reading.rest(_ENDING)
        self._readings.clear()
        self._resting.clear()
        for lane in self._lanes.values():
            lane.hang_up()
        for lane in self._lanes.values():
            lane.close()

    def _wake(self) -> None:
        busy = self._readings or self._lanes[ANSWERS].busy
        self._timer.start(_SOON if busy else POLL)

    def _make_way(self) -> None:
        """Holds what is learnt unasked while an answer is on its way."""
        learning = self._lanes[LEARNING]
        unasked = learning.running is not None and learning.running.unasked
        learning.hold(unasked and self._lanes[ANSWERS].busy)

    def _tell_state(self) -> None:
        """Says what changed since it was last looked at: whether engines start, and whether they respond."""
        silent, self._silent = self._silent, self._lanes[LEARNING].silent
        if self._silent != silent:
            self.fell_silent.emit(self._silent)
        before = self._not_started
        self._not_started = {name for name, lane in self._lanes.items() if lane.start_failed}
        if before - self._not_started:
            self.engine_returned.emit()

    def _look(self) -> None:
        self._resting = [reading for reading in self._resting if not reading.rest()]
        for reading in tuple(self._readings):
            if reading.look():
                self._readings.remove(reading)
                if not reading.rest(_ENDING):
                    self._resting.append(reading)
        for lane in self._lanes.values():
            lane.look()
        self._tell_state()
        self._make_way()
        if self._readings or any(lane.busy for lane in self._lanes.values()):
            interval = _SOON if self._readings or self._lanes[ANSWERS].busy else POLL
            if self._timer.interval() != interval:
                self._timer.setInterval(interval)
        elif self._resting:
            self._timer.setInterval(POLL)
        else:
            self._timer.stop()
