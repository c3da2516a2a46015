"""The work of a session: files read in threads and questions to the engine, and what is being done meanwhile."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, Signal

from spectral_gui.jobs import Job, Jobs


class Work(QObject):
    """Starts jobs and passes on how they end."""

    busy_changed = Signal(str)  # what is being done; "" when idle
    failed = Signal(str)
    broke = Signal(str)

    def __init__(self, parent: QObject | None = None):
        super().__init__(parent)
        self._jobs = Jobs(self)
        self._busy: dict[int, str] = {}  # what the jobs that run are doing

    def _reading(self, doing: str, function: Callable[..., object], *arguments: object) -> Job:
        return self._watched(doing, self._jobs.read(function, *arguments))

    def _working(self, doing: str, lane: str, work: str, *arguments: object) -> Job:
        return self._watched(doing, self._jobs.start(lane, work, *arguments))

    def _watched(self, doing: str, job: Job) -> Job:
        """Passes on what a job says, and says what is being done while it runs."""
        number = job.number
        self._busy[number] = doing
        self.busy_changed.emit(doing)

        def rest(_: object = None) -> None:
            self._busy.pop(number, None)
            self.busy_changed.emit(next(reversed(self._busy.values()), ""))

        when_ended(job, rest)
        job.failed.connect(self.failed.emit)
        job.broke.connect(self.broke.emit)
        return job


def when_ended(job: Job, listener: Callable[..., object]) -> None:
    """Calls `listener` once, however the job ends."""
    for outcome in (job.finished, job.cancelled, job.failed, job.broke):
        outcome.connect(listener)
