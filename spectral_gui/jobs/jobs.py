"""Jobs: submission of work to the engine's processes; only this package starts them. Handles progress, cancellation
and replacement of dead processes."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count
from typing import Any

from PySide6.QtCore import QObject, QTimer, Signal

from spectral_core.engine import Request
from spectral_core.progress import Report
from spectral_gui.jobs.lane import DocumentUpdate, Job, Lane, PlainSignal, T, warm_up
from spectral_gui.jobs.thread_job import ThreadJob, load_file
from spectral_gui.jobs.worker import JobResult

__all__ = ["ANSWERS", "LEARNING", "DocumentUpdate", "Job", "Jobs", "PlainSignal", "load_file"]

POLL_INTERVAL = 33  # milliseconds between polls of the engine
_FAST_INTERVAL = 8  # while the user is waiting for an answer
_PATIENCE = 2.0  # seconds for a cancelled request to report
_JOIN_SECONDS = 0.02  # seconds for a thread to end after its work
ANSWERS, LEARNING = "answers", "learning"  # the two processes: quick answers, and long training


class Jobs(QObject):
    """Runs work in two processes, and reads files in threads; all results are delivered on the window's thread."""

    engine_recovered = Signal()  # the engine works again after a failed start or a restart by the user
    silence_changed = Signal(bool)  # whether the training process does not respond

    def __init__(self, parent: QObject | None = None):
        super().__init__(parent)
        self._numbers = count(1)
        self._lanes = {ANSWERS: Lane(ANSWERS, _PATIENCE), LEARNING: Lane(LEARNING, low_priority=True)}
        self._thread_jobs: list[ThreadJob[Any]] = []
        self._ending_jobs: list[ThreadJob[Any]] = []  # jobs whose work has ended, but not their threads
        self._is_silent = False  # of the training process
        self._not_started: set[str] = set()  # names of queues whose process could not be started
        self._timer = QTimer(self)
        self._timer.setInterval(POLL_INTERVAL)
        self._timer.timeout.connect(self._poll)
        QTimer.singleShot(0, self, warm_up)  # after the window is shown

    def submit(self, lane_name: str, request: Request[T], background: bool = False) -> Job[T]:
        """Submit a request to the engine; it starts after the earlier ones in its queue. A background job pauses while
        the user is waiting for an answer."""
        job: Job[T] = Job(next(self._numbers), background, type(request).__name__)
        lane = self._lanes[lane_name]
        job.stop = lambda: lane.cancel(job)
        lane.add(job, request)
        self._pause_background()
        self._start_polling()
        return job

    def run_in_thread(self, work: Callable[[Report], T]) -> Job[T]:
        """Run work in a thread of this process, for reading and writing files."""
        job: Job[T] = Job(next(self._numbers), name=getattr(work, "__qualname__", "").partition(".<locals>")[0])
        thread_job = ThreadJob(job, work)
        job.stop = thread_job.stop_event.set
        self._thread_jobs.append(thread_job)
        self._start_polling()
        return job

    def update_document(self, document: str, update: DocumentUpdate) -> None:
        """Update a document in both processes; sent before their next job, never while they work."""
        for lane in self._lanes.values():
            lane.update_document(document, update)

    def process_id(self, lane: str) -> int | None:
        process = self._lanes[lane].process
        return None if process is None else process.pid

    def is_running(self, lane: str) -> bool:
        return self._lanes[lane].running is not None

    def restart(self, reason: str) -> None:
        """Replace both processes, even if busy; running jobs fail with this reason, waiting ones go to the new
        processes."""
        for lane in self._lanes.values():
            lane.replace_process(reason)
        self._emit_state()
        self._start_polling()
        self.engine_recovered.emit()

    def close(self) -> None:
        """Stop the processes, by force if necessary; waiting jobs are cancelled."""
        self._timer.stop()
        for thread_job in self._thread_jobs:
            thread_job.stop_event.set()
        for thread_job in self._thread_jobs:
            thread_job.wait(_PATIENCE)
            if not thread_job.poll():
                thread_job.job.end(JobResult())
        for thread_job in (*self._thread_jobs, *self._ending_jobs):
            thread_job.join(_JOIN_SECONDS)
        self._thread_jobs.clear()
        self._ending_jobs.clear()
        for lane in self._lanes.values():
            lane.shutdown()
        for lane in self._lanes.values():
            lane.close()

    def _start_polling(self) -> None:
        is_urgent = self._thread_jobs or self._lanes[ANSWERS].is_busy
        self._timer.start(_FAST_INTERVAL if is_urgent else POLL_INTERVAL)

    def _pause_background(self) -> None:
        """Pause background work while an answer is pending."""
        learning = self._lanes[LEARNING]
        is_background = learning.running is not None and learning.running.is_background
        learning.set_paused(is_background and self._lanes[ANSWERS].is_busy)

    def _emit_state(self) -> None:
        """Emit changes since the last poll: whether engines start, and whether they respond."""
        was_silent, self._is_silent = self._is_silent, self._lanes[LEARNING].is_silent
        if self._is_silent != was_silent:
            self.silence_changed.emit(self._is_silent)
        not_started_before = self._not_started
        self._not_started = {name for name, lane in self._lanes.items() if lane.start_failed}
        if not_started_before - self._not_started:
            self.engine_recovered.emit()

    def _poll(self) -> None:
        """Deliver the messages of threads and processes, and choose the next polling interval."""
        self._ending_jobs = [thread_job for thread_job in self._ending_jobs if not thread_job.join()]
        for thread_job in tuple(self._thread_jobs):
            if thread_job.poll():
                self._thread_jobs.remove(thread_job)
                if not thread_job.join(_JOIN_SECONDS):
                    self._ending_jobs.append(thread_job)
        for lane in self._lanes.values():
            lane.poll()
        self._emit_state()
        self._pause_background()
        if self._thread_jobs or any(lane.is_busy for lane in self._lanes.values()):
            interval = _FAST_INTERVAL if self._thread_jobs or self._lanes[ANSWERS].is_busy else POLL_INTERVAL
            if self._timer.interval() != interval:
                self._timer.setInterval(interval)
        elif self._ending_jobs or any(lane.has_thread_work for lane in self._lanes.values()):
            self._timer.setInterval(POLL_INTERVAL)
        else:
            self._timer.stop()
