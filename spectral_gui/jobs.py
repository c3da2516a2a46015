"""Jobs: the only place that starts the engine's processes; progress, cancel, and a process that dies is replaced."""

from __future__ import annotations

import math
import multiprocessing
import queue
import threading
import time
import traceback
from collections import deque
from collections.abc import Callable, Mapping
from multiprocessing.connection import Connection
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QObject, QTimer

from spectral_core.data import Sentence
from spectral_core.errors import SpectralError
from spectral_core.progress import Cancelled, Progress, Report
from spectral_gui import garbage
from spectral_gui.worker import (
    LONGEST,
    Calibrated,
    Compared,
    Cut,
    Ended,
    Found,
    Learnt,
    Parsed,
    Place,
    Rankings,
    Shown,
    Standing,
    Survey,
    serve,
)

if TYPE_CHECKING:
    from multiprocessing.context import SpawnProcess
    from multiprocessing.synchronize import Event

__all__ = [
    "ANSWERS",
    "LEARNING",
    "LONGEST",
    "Calibrated",
    "Compared",
    "Cut",
    "Found",
    "Job",
    "Jobs",
    "Learnt",
    "Parsed",
    "Place",
    "Rankings",
    "Shown",
    "Standing",
    "Survey",
]  # the session knows the engine so

POLL = 33  # milliseconds between two looks at the engine
_MOST_MEASURED = 16  # reports between two looks that are passed on
_SOON = 8  # while the user waits for an answer
_PATIENCE = 2.0  # seconds that a cancelled answer may still take: what does not report cannot be asked to stop
ANSWERS, LEARNING = "answers", "learning"  # the two processes: what the user waits for, and what takes long
News = Shown | Mapping[int, Sentence] | None  # of a document: it was opened, edited or closed


class Outcome:
    """What may become of a job, and who wants to know: like a signal, but of a plain object.

    Signals of short-lived objects with closures behind them end the process when PySide clears them away.
    """

    def __init__(self) -> None:
        self._listeners: list[Callable[..., object]] = []

    def connect(self, listener: Callable[..., object]) -> None:
        """Calls `listener` when it comes about."""
        self._listeners.append(listener)

    def emit(self, *facts: object) -> None:
        for listener in tuple(self._listeners):
            listener(*facts)


class Job:
    """One piece of work; it ends once: finished, failed, cancelled or a bug."""

    def __init__(self, number: int, work: str, arguments: tuple[object, ...]):
        self.number, self.work, self.arguments = number, work, arguments
        self.progressed = Outcome()  # the newest Progress; those between two looks are dropped
        self.finished = Outcome()  # with its result
        self.failed = Outcome()  # with a sentence
        self.broke = Outcome()  # with a traceback
        self.cancelled = Outcome()
        self.ended = False
        self.conflict = False  # it failed because locks cannot be honoured
        self.stop: Callable[[], None] = lambda: None

    def cancel(self) -> None:
        """Asks for an end at the next report; an answer that is long in coming ends with its process."""
        if not self.ended:
            self.stop()

    def end(self, ended: Ended) -> None:
        """The last that is heard of this job."""
        if self.ended:
            return
        self.ended, self.conflict = True, ended.conflict
        if ended.bug:
            self.broke.emit(ended.bug)
        elif ended.complaint:
            self.failed.emit(ended.complaint)
        elif ended.result is not None:
            self.finished.emit(ended.result)
        else:
            self.cancelled.emit()


class Jobs(QObject):
    """Work in two spawned processes, and the reading of files in threads; all outcomes come on the window's thread."""

    def __init__(self, parent: QObject | None = None):
        super().__init__(parent)
        self._count = 0
        self._lanes = {ANSWERS: _Lane(_PATIENCE), LEARNING: _Lane()}
        self._readings: list[_Reading] = []
        self._timer = QTimer(self)
        self._timer.setInterval(POLL)
        self._timer.timeout.connect(self._look)

    def start(self, lane: str, work: str, *arguments: object) -> Job:
        """A job for the function of this name in `worker.WORK`; it begins when those before it in its lane ended."""
        job = self._made(work, arguments)
        row = self._lanes[lane]
        job.stop = lambda: row.cancel(job)
        row.waiting.append(job)
        self._wake()
        return job

    def read(self, function: Callable[..., object], *arguments: object) -> Job:
        """A job in a thread of this process, for reading files; `function` takes a report as its last argument."""
        job = self._made(function.__name__, arguments)
        reading = _Reading(job, function, arguments)
        job.stop = reading.stopping.set
        self._readings.append(reading)
        self._wake()
        return job

    def tell(self, document: str, news: News) -> None:
        """Makes both processes hold a document as it now is; sent before their next job, never while they work."""
        for lane in self._lanes.values():
            lane.tell(document, news)

    def process_of(self, lane: str) -> int | None:
        """The number of the process, or None while there is none."""
        process = self._lanes[lane].process
        return None if process is None else process.pid

    def close(self) -> None:
        """Stops the processes, gently and then for good; jobs that wait are cancelled."""
        self._timer.stop()
        for reading in self._readings:
            reading.stopping.set()
            reading.rest()
            if not reading.look():
                reading.job.end(Ended())
        self._readings.clear()
        for lane in self._lanes.values():
            lane.hang_up()
        for lane in self._lanes.values():
            lane.close()

    def _made(self, work: str, arguments: tuple[object, ...]) -> Job:
        self._count += 1
        return Job(self._count, work, arguments)

    def _wake(self) -> None:
        busy = self._readings or self._lanes[ANSWERS].busy
        self._timer.start(_SOON if busy else POLL)

    def _look(self) -> None:
        for reading in tuple(self._readings):
            if reading.look():
                self._readings.remove(reading)
                reading.rest()
        for lane in self._lanes.values():
            lane.look()
        if self._readings or any(lane.busy for lane in self._lanes.values()):
            interval = _SOON if self._readings or self._lanes[ANSWERS].busy else POLL
            if self._timer.interval() != interval:
                self._timer.setInterval(interval)
        else:
            self._timer.stop()


class _Reading:
    """A file that is read in a thread; what it finds is taken over by the window's timer."""

    def __init__(self, job: Job, function: Callable[..., object], arguments: tuple[object, ...]):
        self.job = job
        self.stopping = threading.Event()
        self._said: queue.SimpleQueue[Progress | Ended] = queue.SimpleQueue()

        def report(progress: Progress) -> None:
            if self.stopping.is_set():
                raise Cancelled
            self._said.put(progress)

        self.thread = threading.Thread(target=self._run, args=(function, arguments, report), daemon=True)
        garbage.hold()
        self.thread.start()

    def rest(self) -> None:
        """Waits for the thread and lets garbage be found again."""
        self.thread.join(2.0)
        garbage.release()

    def _run(self, function: Callable[..., object], arguments: tuple[object, ...], report: Report) -> None:
        try:
            ended = Ended(result=function(*arguments, report))
        except Cancelled:
            ended = Ended()
        except SpectralError as error:
            ended = Ended(complaint=str(error))
        except MemoryError:
            ended = Ended(complaint=_tr("This file needs more memory than the machine has; split it."))
        except Exception:
            ended = Ended(bug=traceback.format_exc())
        self._said.put(ended)

    def look(self) -> bool:
        """Passes on what was said; whether that was the last."""
        newest: Progress | None = None
        while True:
            try:
                said = self._said.get_nowait()
            except queue.Empty:
                break
            if isinstance(said, Ended):
                stopped = self.stopping.is_set() and said.result is None  # why it did not finish matters no more
                self.job.end(Ended() if stopped else said)
                return True
            newest = said
        if newest is not None:
            self.job.progressed.emit(newest)
        return False


class _Lane:
    """One spawned process with the jobs that wait for it and the news that it has not heard."""

    def __init__(self, patience: float = math.inf) -> None:
        self._patience = patience
        self._stop_by = math.inf  # when a cancelled job is ended with its process
        self._context = multiprocessing.get_context("spawn")
        self.process: SpawnProcess | None = None
        self._connection: Connection | None = None
        self._cancel: Event | None = None
        self.waiting: deque[Job] = deque()
        self.running: Job | None = None
        self._held: dict[str, Shown] = {}  # every document as it is now: what a new process must be told
        self._news: list[tuple[str, News]] = []  # what this process has not heard

    @property
    def busy(self) -> bool:
        return self.running is not None or bool(self.waiting)

    def tell(self, document: str, news: News) -> None:
        if isinstance(news, Shown):
            self._held[document] = news
            self._news = [row for row in self._news if row[0] != document]
        elif news is None:
            self._held.pop(document, None)
        elif document in self._held:
            held = self._held[document]
            edits = held.edits
            assert isinstance(edits, dict)  # made by the session for us, so that an edit costs nothing
            edits.update(news)
        else:
            return
        if self.process is not None:
            self._news.append((document, news))

    def cancel(self, job: Job) -> None:
        if job is self.running and self._cancel is not None:
            self._cancel.set()
            self._stop_by = min(self._stop_by, time.monotonic() + self._patience)
        elif job in self.waiting:
            self.waiting.remove(job)
            job.end(Ended())

    def look(self) -> None:
        if self.running is None and self.waiting:
            self._begin(self.waiting.popleft())
        newest: Progress | None = None
        measured: list[Progress] = []  # a report that measures is worth more than a newer one that does not
        connection, job = self._connection, self.running
        try:
            while connection is not None and job is not None and connection.poll():
                number, message = connection.recv()
                if number != job.number:
                    continue
                if isinstance(message, Ended):
                    self.running = None
                    _tell_progress(job, measured, newest)
                    job.end(message)
                    return
                newest = message
                if message.measures:
                    measured.append(message)
        except (EOFError, OSError):
            self._bury()
            return
        if job is not None:
            _tell_progress(job, measured, newest)
        if job is not None and self.process is not None and not self.process.is_alive():
            self._bury()
        elif job is not None and time.monotonic() > self._stop_by:
            self._bury(Ended())

    def wake(self) -> None:
        if self.process is not None and self.process.is_alive():
            return
        self._drop()
        self._connection, theirs = self._context.Pipe()
        self._cancel = self._context.Event()
        self.process = self._context.Process(target=serve, args=(theirs, self._cancel), daemon=True)
        self.process.start()
        theirs.close()
        self._news = list(self._held.items())

    def _begin(self, job: Job) -> None:
        self.wake()
        assert self._connection is not None
        assert self._cancel is not None
        self._cancel.clear()
        self.running, self._stop_by = job, math.inf
        news, self._news = self._news, []
        try:
            self._connection.send((job.number, news, job.work, job.arguments))
        except (BrokenPipeError, OSError):
            self._bury()

    def _bury(self, ended: Ended | None = None) -> None:
        """The process died: its job ends so, or fails with a sentence, and the next job gets a new one."""
        job, self.running = self.running, None
        if self.process is not None:
            self.process.kill()
            self.process.join()
        self._drop()
        if job is not None:
            job.end(ended or Ended(complaint=_tr("The engine stopped unexpectedly and was started anew. Try again.")))

    def _drop(self) -> None:
        if self._connection is not None:
            self._connection.close()
        self.process = self._connection = None

    def hang_up(self) -> None:
        if self._cancel is not None:
            self._cancel.set()
        for job in (*self.waiting, *((self.running,) if self.running else ())):
            job.end(Ended())
        self.waiting.clear()
        self.running = None
        if self._connection is not None:
            self._connection.close()

    def close(self) -> None:
        process = self.process
        if process is not None:
            process.join(0.5)
            if process.is_alive():
                process.kill()
                process.join()
        self.process = self._connection = None
        self._news = []


def _tell_progress(job: Job, measured: list[Progress], newest: Progress | None) -> None:
    """Passes on the newest report, and before it some of those that measured, which make a curve."""
    for progress in measured[:: len(measured) // _MOST_MEASURED + 1]:
        if progress is not newest:
            job.progressed.emit(progress)
    if newest is not None:
        job.progressed.emit(newest)


def _tr(text: str) -> str:
    return QCoreApplication.translate("Jobs", text)
