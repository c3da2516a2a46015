"""Jobs as those see them who wait for them: pieces of work that end once, with a typed result or with a reason."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar

from spectral_core.progress import Progress
from spectral_gui.worker import Ended

T = TypeVar("T")


class Waiting(Generic[T]):
    """What may become of a job, and who wants to know: like a signal, but of a plain object. Signals of short-lived
    objects with closures behind them end the process when PySide clears them away."""

    def __init__(self) -> None:
        self._listeners: list[Callable[[T], object]] = []

    def connect(self, listener: Callable[[T], object]) -> None:
        self._listeners.append(listener)

    def come_about(self, fact: T) -> None:
        for listener in tuple(self._listeners):
            listener(fact)


class Job(Generic[T]):
    """One piece of work; it ends once: finished, failed, cancelled or a bug."""

    def __init__(self, number: int, unasked: bool = False) -> None:
        self.number, self.unasked = number, unasked  # nobody asked for it, and nobody waits
        self.progressed = Waiting[Progress]()  # the newest; those between two looks are dropped
        self.finished = Waiting[T]()
        self.failed = Waiting[str]()  # with a sentence
        self.broke = Waiting[str]()  # with a traceback
        self.cancelled = Waiting[None]()
        self.ended = False
        self.conflict = False  # it failed because locks cannot be honoured
        self.orphaned = False  # it failed because its process died, which may not be its own fault
        self.seconds = 0.0  # CPU, that it took in its process; once it has ended
        self.stop: Callable[[], None] = lambda: None

    def cancel(self) -> None:
        """Asks for an end at the next report; an answer that is long in coming ends with its process."""
        if not self.ended:
            self.stop()

    def end(self, ended: Ended[T]) -> None:
        """The last that is heard of this job."""
        if self.ended:
            return
        self.ended, self.conflict, self.seconds = True, ended.conflict, ended.seconds
        if ended.bug:
            self.broke.come_about(ended.bug)
        elif ended.complaint:
            self.failed.come_about(ended.complaint)
        elif ended.result is not None:
            self.finished.come_about(ended.result)
        else:
            self.cancelled.come_about(None)

    def when_ended(self, listener: Callable[[], object]) -> None:
        """Calls `listener` once, however the job ends."""
        self.finished.connect(lambda _: listener())
        self.when_lost(listener)

    def when_lost(self, listener: Callable[[], object]) -> None:
        """Calls `listener` once where the job ends without a result."""
        self.failed.connect(lambda _: listener())
        self.broke.connect(lambda _: listener())
        self.cancelled.connect(lambda _: listener())


def tell_progress(job: Job[T], newest: Progress | None, measured: list[Progress] | None = None, most: int = 16) -> None:
    """Passes on the newest report, and before it some of those that measured, which make a curve."""
    rows = measured or []
    for progress in rows[:: len(rows) // most + 1]:
        if progress is not newest:
            job.progressed.come_about(progress)
    if newest is not None:
        job.progressed.come_about(newest)
