"""Jobs with progress and result, and jobs that run in a thread, during which garbage collection is paused."""

from __future__ import annotations

import gc
import logging
import queue
import threading
import time
import traceback
from collections.abc import Callable
from typing import Generic, TypeVar

from spectral_core.errors import SpectralError
from spectral_core.progress import Cancelled, Progress, Report, list_abandoned_threads
from spectral_gui.jobs.worker import JobResult
from spectral_gui.text_display import make_translator

_tr = make_translator("Jobs")
T = TypeVar("T")
_logger = logging.getLogger(__name__)

_MAX_MEASURED_REPORTS = 16  # passed on at a time

_pause_count = 0  # threads for which garbage collection is paused; modified only on the window's thread


class PlainSignal(Generic[T]):
    """Event with listeners, like a signal but as a plain Python object. PySide crashes the process when it deletes
    short-lived objects with signals connected to closures."""

    def __init__(self) -> None:
        self._listeners: list[Callable[[T], object]] = []

    def connect(self, listener: Callable[[T], object]) -> None:
        """Add a listener, which is called with each value."""
        self._listeners.append(listener)

    def notify(self, value: T) -> None:
        """Call the listeners in the order in which they connected."""
        for listener in tuple(self._listeners):
            listener(value)


class Job(Generic[T]):
    """One unit of work; it ends once: finished, failed, cancelled or crashed."""

    def __init__(self, number: int, background: bool = False, name: str = "") -> None:
        self.name = name  # of its request, for the log
        self._submitted_at = time.monotonic()
        self.number, self.is_background = number, background  # background: the user is not waiting
        self.progressed = PlainSignal[Progress]()  # the newest report; others between two polls are dropped
        self.finished = PlainSignal[T]()
        self.failed = PlainSignal[str]()  # with an error message
        self.crashed = PlainSignal[str]()  # with a traceback
        self.cancelled = PlainSignal[None]()
        self.has_ended = False
        self.has_lock_conflict = False  # failed because locks cannot be satisfied
        self.has_lost_process = False  # failed because its process died, perhaps not by its own fault
        self.seconds = 0.0  # CPU seconds in its process, known at the end
        self.request_stop: Callable[[], None] = lambda: None

    def cancel(self) -> None:
        """Ask the work to stop at its next report; a process that does not respond in time is killed."""
        if not self.has_ended:
            self.request_stop()

    def set_result(self, result: JobResult[T]) -> None:
        """Record the result and notify the listeners; later calls do nothing."""
        if self.has_ended:
            return
        self.has_ended, self.has_lock_conflict, self.seconds = True, result.has_lock_conflict, result.seconds
        self._log_end(result)
        if result.error_traceback:
            self.crashed.notify(result.error_traceback)
        elif result.error_message:
            self.failed.notify(result.error_message)
        elif result.value is not None:
            self.finished.notify(result.value)
        else:
            self.cancelled.notify(None)

    def _log_end(self, result: JobResult[T]) -> None:
        """Log the outcome without the error message, which may quote the user's text."""
        if result.error_traceback or result.error_message:
            outcome = "crashed" if result.error_traceback else "failed"
        else:
            outcome = "cancelled" if result.value is None else "done"
        level = logging.ERROR if result.error_traceback else logging.INFO
        elapsed = time.monotonic() - self._submitted_at
        _logger.log(level, "job %d %s %s after %.2f s", self.number, self.name, outcome, elapsed)

    def when_ended(self, listener: Callable[[], object]) -> None:
        """Call `listener` once when the job ends, whatever the outcome."""
        self.finished.connect(lambda _: listener())
        self.when_unsuccessful(listener)

    def when_unsuccessful(self, listener: Callable[[], object]) -> None:
        """Call `listener` once if the job ends without a result."""
        self.failed.connect(lambda _: listener())
        self.crashed.connect(lambda _: listener())
        self.cancelled.connect(lambda _: listener())


def emit_progress(job: Job[T], newest: Progress | None, measured_reports: list[Progress] | None = None) -> None:
    """Notify a job's listeners of the newest report, preceded by at most 16 reports with measurements, which make a
    curve."""
    reports = measured_reports or []
    for progress in reports[:: len(reports) // _MAX_MEASURED_REPORTS + 1]:
        if progress is not newest:
            job.progressed.notify(progress)
    if newest is not None:
        job.progressed.notify(newest)


class ThreadJob(Generic[T]):
    """Runs work in a thread; progress and result are passed on when the window's timer polls."""

    def __init__(self, job: Job[T], function: Callable[[Report], T]) -> None:
        self.job = job
        self.stop_event = threading.Event()
        self._ended_event = threading.Event()
        self._messages: queue.SimpleQueue[Progress | JobResult[T]] = queue.SimpleQueue()

        def report(progress: Progress) -> None:
            if self.stop_event.is_set():
                raise Cancelled
            self._messages.put(progress)

        self._thread: threading.Thread | None = threading.Thread(
            target=self._run_work_and_queue_result, args=(function, report), daemon=True
        )
        pause_garbage_collection()
        try:
            self._thread.start()
        except RuntimeError:  # the system refused a thread; reported at the next poll, when listeners are connected
            self._thread = None
            reason = _tr("The system allows no more threads. Close other programs, then try again.")
            self._messages.put(JobResult(error_message=reason))
            self._ended_event.set()

    def wait_for_result(self, seconds: float) -> None:
        """Wait until the work has ended, but at most this number of seconds."""
        self._ended_event.wait(seconds)

    def join_thread(self, seconds: float = 0.0) -> bool:
        """Resume garbage collection if the thread has ended, or ends within the timeout; return whether it has."""
        if self._thread is not None:
            self._thread.join(seconds)
            if self._thread.is_alive():
                return False
        resume_garbage_collection()
        return True

    def _run_work_and_queue_result(self, function: Callable[[Report], T], report: Report) -> None:
        """Run the work in the thread, and queue its result or its error for the window's thread."""
        try:
            result = JobResult(value=function(report))
        except Cancelled:
            result = JobResult()
        except SpectralError as error:
            result = JobResult(error_message=str(error))
        except MemoryError:
            result = JobResult(error_message=_tr("This file needs more memory than the machine has; split it."))
        except Exception:
            _logger.exception("job %d failed unexpectedly", self.job.number)
            result = JobResult(error_traceback=traceback.format_exc())
        self._messages.put(result)
        self._ended_event.set()
        # collection resumes when this thread ends, and must not run in the threads that the work abandoned either
        for thread in list_abandoned_threads():
            thread.join()

    def deliver_messages(self) -> bool:
        """Pass progress and result on to the job's listeners; return whether the job has ended."""
        newest: Progress | None = None
        while True:
            try:
                message = self._messages.get_nowait()
            except queue.Empty:
                break
            if isinstance(message, JobResult):
                # after cancellation the error does not matter
                was_stopped = self.stop_event.is_set() and message.value is None
                self.job.set_result(JobResult() if was_stopped else message)
                return True
            newest = message
        emit_progress(self.job, newest)
        return False


def pause_garbage_collection() -> None:
    """Pause garbage collection before a thread starts, until `resume_garbage_collection` is called as often."""
    global _pause_count
    _pause_count += 1
    gc.disable()


def resume_garbage_collection() -> None:
    """Resume garbage collection after a thread has ended, if it was the last."""
    global _pause_count
    _pause_count -= 1
    if not _pause_count:
        gc.enable()
