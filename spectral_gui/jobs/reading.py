"""Jobs in a thread of the window's process, for reading and writing files."""

from __future__ import annotations

import logging
import queue
import threading
import traceback
from collections.abc import Callable
from typing import Generic, TypeVar

from spectral_core.errors import SpectralError
from spectral_core.progress import Cancelled, Progress, Report, threads_left_behind
from spectral_gui import garbage
from spectral_gui.jobs.job import Job, notify_progress
from spectral_gui.resources import make_translator
from spectral_gui.worker import JobResult

_tr = make_translator("Jobs")
T = TypeVar("T")
_logger = logging.getLogger(__name__)


class ThreadJob(Generic[T]):
    """Runs work in a thread; its reports and its result are passed on when the window's timer polls."""

    def __init__(self, job: Job[T], work: Callable[[Report], T]) -> None:
        self.job = job
        self.stop_event = threading.Event()
        self._ended_event = threading.Event()
        self._messages: queue.SimpleQueue[Progress | JobResult[T]] = queue.SimpleQueue()

        def report(progress: Progress) -> None:
            if self.stop_event.is_set():
                raise Cancelled
            self._messages.put(progress)

        self._thread: threading.Thread | None = threading.Thread(target=self._run, args=(work, report), daemon=True)
        garbage.pause()
        try:
            self._thread.start()
        except RuntimeError:  # no thread left; reported at the next poll, when listeners are connected
            self._thread = None
            reason = _tr("The system allows no more threads. Close other programs, then try again.")
            self._messages.put(JobResult(complaint=reason))
            self._ended_event.set()

    def wait(self, seconds: float) -> None:
        """Wait until the work has ended, but at most so many seconds."""
        self._ended_event.wait(seconds)

    def join(self, seconds: float = 0.0) -> bool:
        """Allow garbage collection again if the thread has ended, or ends within so many seconds; return whether it
        has."""
        if self._thread is not None:
            self._thread.join(seconds)
            if self._thread.is_alive():
                return False
        garbage.resume()
        return True

    def _run(self, work: Callable[[Report], T], report: Report) -> None:
        try:
            result = JobResult(value=work(report))
        except Cancelled:
            result = JobResult()
        except SpectralError as error:
            result = JobResult(complaint=str(error))
        except MemoryError:
            result = JobResult(complaint=_tr("This file needs more memory than the machine has; split it."))
        except Exception:
            _logger.exception("job %d failed unexpectedly", self.job.number)
            result = JobResult(bug=traceback.format_exc())
        self._messages.put(result)
        self._ended_event.set()
        for thread in threads_left_behind():  # garbage collection must not run in them either
            thread.join()

    def poll(self) -> bool:
        """Pass on the reports and the result; return whether the job has ended."""
        newest: Progress | None = None
        while True:
            try:
                message = self._messages.get_nowait()
            except queue.Empty:
                break
            if isinstance(message, JobResult):
                was_stopped = (
                    self.stop_event.is_set() and message.value is None
                )  # why it did not finish matters no more
                self.job.end(JobResult() if was_stopped else message)
                return True
            newest = message
        notify_progress(self.job, newest)
        return False
