"""Jobs as their callers see them: pieces of work that end once, with a typed result or with a reason."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from typing import Generic, TypeVar

from spectral_core.progress import Progress
from spectral_gui.worker import JobResult

T = TypeVar("T")
_logger = logging.getLogger(__name__)


class PlainSignal(Generic[T]):
    """Event with listeners, like a signal, but of a plain object. Signals of short-lived objects with closures as slots
    end the process when PySide deletes them."""

    def __init__(self) -> None:
        self._listeners: list[Callable[[T], object]] = []

    def connect(self, listener: Callable[[T], object]) -> None:
        self._listeners.append(listener)

    def notify(self, value: T) -> None:
        """Call the listeners in the order in which they connected."""
        for listener in tuple(self._listeners):
            listener(value)


class Job(Generic[T]):
    """One piece of work; it ends once: finished, failed, cancelled or a bug."""

    def __init__(self, number: int, background: bool = False, name: str = "") -> None:
        self.name = name  # of its request, in the log
        self._submitted_at = time.monotonic()
        self.number, self.is_background = number, background  # the user does not wait for it
        self.progressed = PlainSignal[Progress]()  # the newest; those between two polls are dropped
        self.finished = PlainSignal[T]()
        self.failed = PlainSignal[str]()  # with a sentence
        self.crashed = PlainSignal[str]()  # with a traceback
        self.cancelled = PlainSignal[None]()
        self.has_ended = False
        self.has_lock_conflict = False  # it failed because locks cannot be honoured
        self.lost_process = False  # it failed because its process died, which may not be its own fault
        self.seconds = 0.0  # CPU, that it took in its process; once it has ended
        self.stop: Callable[[], None] = lambda: None

    def cancel(self) -> None:
        """Ask for an end at the next report; an answer that takes too long ends with its process."""
        if not self.has_ended:
            self.stop()

    def end(self, result: JobResult[T]) -> None:
        """Record the result and notify the listeners; later calls do nothing."""
        if self.has_ended:
            return
        self.has_ended, self.has_lock_conflict, self.seconds = True, result.has_lock_conflict, result.seconds
        self._log_end(result)
        if result.bug:
            self.crashed.notify(result.bug)
        elif result.complaint:
            self.failed.notify(result.complaint)
        elif result.value is not None:
            self.finished.notify(result.value)
        else:
            self.cancelled.notify(None)

    def _log_end(self, result: JobResult[T]) -> None:
        """Log how it ended, without its complaint, which may quote words of a text."""
        if result.bug or result.complaint:
            outcome = "crashed" if result.bug else "failed"
        else:
            outcome = "cancelled" if result.value is None else "done"
        level = logging.ERROR if result.bug else logging.INFO
        elapsed = time.monotonic() - self._submitted_at
        _logger.log(level, "job %d %s %s after %.2f s", self.number, self.name, outcome, elapsed)

    def when_ended(self, listener: Callable[[], object]) -> None:
        """Call `listener` once, however the job ends."""
        self.finished.connect(lambda _: listener())
        self.when_unsuccessful(listener)

    def when_unsuccessful(self, listener: Callable[[], object]) -> None:
        """Call `listener` once where the job ends without a result."""
        self.failed.connect(lambda _: listener())
        self.crashed.connect(lambda _: listener())
        self.cancelled.connect(lambda _: listener())


def notify_progress(
    job: Job[T], newest: Progress | None, measured: list[Progress] | None = None, limit: int = 16
) -> None:
    """Pass on the newest report, and before it at most `limit` of those with measures, which make a curve."""
    reports = measured or []
    for progress in reports[:: len(reports) // limit + 1]:
        if progress is not newest:
            job.progressed.notify(progress)
    if newest is not None:
        job.progressed.notify(newest)
