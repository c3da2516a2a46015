"""Jobs: the only place that starts the engine's processes; progress, cancel, and a worker that dies is replaced."""

from __future__ import annotations

import multiprocessing
from collections import deque
from multiprocessing.connection import Connection
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal

from spectral_core.progress import Progress
from spectral_gui.worker import Ended, Learnt, serve

if TYPE_CHECKING:
    from multiprocessing.context import SpawnProcess
    from multiprocessing.synchronize import Event

__all__ = ["Job", "Jobs", "Learnt"]  # the session knows the engine through here

POLL = 33  # milliseconds between two looks at the engine


class Job(QObject):
    """One piece of work; it ends once: finished, failed, cancelled or a bug."""

    progressed = Signal(object)  # the newest Progress; those between two looks are dropped
    finished = Signal(object)
    failed = Signal(str)
    broke = Signal(str)  # a traceback
    cancelled = Signal()

    def __init__(self, jobs: Jobs, number: int, work: str, arguments: tuple[object, ...]):
        super().__init__(jobs)
        self.number, self.work, self.arguments = number, work, arguments
        self.ended = False
        self._jobs = jobs

    def cancel(self) -> None:
        """Asks the engine to stop at its next report."""
        self._jobs.cancel(self)


class Jobs(QObject):
    """Work done one after the other in a spawned process, which is restarted where it dies."""

    def __init__(self, parent: QObject | None = None):
        super().__init__(parent)
        self._context = multiprocessing.get_context("spawn")
        self._process: SpawnProcess | None = None
        self._connection: Connection | None = None
        self._cancel: Event = self._context.Event()
        self._waiting: deque[Job] = deque()
        self._running: Job | None = None
        self._count = 0
        self._timer = QTimer(self)
        self._timer.setInterval(POLL)
        self._timer.timeout.connect(self._look)

    @property
    def running(self) -> Job | None:
        return self._running

    def start(self, work: str, *arguments: object) -> Job:
        """A job for the function of this name in `worker.WORK`; it begins when those before it have ended."""
        self._count += 1
        job = Job(self, self._count, work, arguments)
        self._waiting.append(job)
        self._timer.start()
        return job

    def cancel(self, job: Job) -> None:
        if job is self._running:
            self._cancel.set()
        elif job in self._waiting:
            self._waiting.remove(job)
            self._end(job, Ended())

    def close(self) -> None:
        """Stops the process, gently and then for good; jobs that wait are cancelled."""
        self._timer.stop()
        self._cancel.set()
        for job in (*self._waiting, *((self._running,) if self._running else ())):
            self._end(job, Ended())
        self._waiting.clear()
        self._running = None
        if self._connection is not None:
            self._connection.close()
        if self._process is not None:
            self._process.join(0.5)
            if self._process.is_alive():
                self._process.kill()
                self._process.join()
        self._process = self._connection = None

    def _look(self) -> None:
        if self._running is None and self._waiting:
            self._begin(self._waiting.popleft())
        newest: Progress | None = None
        connection, job = self._connection, self._running
        try:
            while connection is not None and job is not None and connection.poll():
                number, message = connection.recv()
                if number != job.number:
                    continue
                if isinstance(message, Ended):
                    self._running = None
                    if newest is not None:
                        job.progressed.emit(newest)
                    self._end(job, message)
                    return
                newest = message
        except (EOFError, OSError):
            self._bury()
            return
        if newest is not None and job is not None:
            job.progressed.emit(newest)
        if job is not None and self._process is not None and not self._process.is_alive():
            self._bury()
        if self._running is None and not self._waiting:
            self._timer.stop()

    def _begin(self, job: Job) -> None:
        if self._process is None or not self._process.is_alive():
            self._connection, theirs = self._context.Pipe()
            self._cancel = self._context.Event()
            process = self._context.Process(target=serve, args=(theirs, self._cancel), daemon=True)
            process.start()
            self._process = process
            theirs.close()
        self._cancel.clear()
        self._running = job
        assert self._connection is not None
        try:
            self._connection.send((job.number, job.work, job.arguments))
        except (BrokenPipeError, OSError):
            self._bury()

    def _bury(self) -> None:
        """The process died: its job fails with a sentence, and the next job gets a new one."""
        job, self._running = self._running, None
        if self._process is not None:
            self._process.kill()
            self._process.join()
        if self._connection is not None:
            self._connection.close()
        self._process = self._connection = None
        if job is not None:
            self._end(job, Ended(complaint=self.tr("The engine stopped unexpectedly and was started anew. Try again.")))

    def _end(self, job: Job, ended: Ended) -> None:
        job.ended = True
        if ended.bug:
            job.broke.emit(ended.bug)
        elif ended.complaint:
            job.failed.emit(ended.complaint)
        elif ended.result is not None:
            job.finished.emit(ended.result)
        else:
            job.cancelled.emit()
        job.deleteLater()
