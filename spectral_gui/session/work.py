"""The work of a window: files read in threads and requests to the engine, and what is being done meanwhile."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from PySide6.QtCore import Signal

from spectral_core.engine import Request
from spectral_core.progress import Report
from spectral_gui.jobs import ANSWERS, LEARNING, Job, Jobs
from spectral_gui.session.notices import Notices

T = TypeVar("T")


class Work(Jobs):
    """Of those that are said to be done, failures are told; bugs are told of all."""

    busy_changed = Signal(str)  # what is being done; "" when idle

    def __init__(self, notices: Notices):
        super().__init__()
        self._notices = notices
        self._busy: dict[int, str] = {}  # what the jobs that run are doing
        self.fell_silent.connect(self._tell_silence)

    def ask(self, lane: str, request: Request[T], doing: str = "", aloud: bool = True) -> Job[T]:
        """A request to the engine; `doing` says to the user what is being done, and aloud why that failed. What is not
        said aloud in the process that learns was asked for by nobody, and makes way."""
        unasked = lane == LEARNING and not aloud
        return self._watched(self.start(lane, request, unasked), doing, aloud)

    def read(self, work: Callable[[Report], T], doing: str = "") -> Job[T]:
        return self._watched(super().read(work), doing)

    def engines(self) -> dict[str, int | None]:
        """The numbers of the engine's processes, by what they do; None for one that has not started."""
        return {name: self.process_of(name) for name in (ANSWERS, LEARNING)}

    def restart_engine(self) -> None:
        """Replaces the engine's processes, whatever they do."""
        self.restart(self.tr("The engine was restarted."))
        self._notices.note(self.tr("The engine was restarted."))

    def _tell_silence(self, silent: bool) -> None:
        act = self.tr("Learning")
        if silent:
            why = self.tr("The process that learns does not respond. Stop it, or choose Model › Restart the engine.")
            self._notices.fail(why, act)
        else:
            self._notices.succeed(act)

    def _watched(self, job: Job[T], doing: str, aloud: bool = True) -> Job[T]:
        job.broke.connect(self._notices.report_bug)
        if doing and aloud:
            job.failed.connect(lambda why: self._notices.fail(why, doing))
            job.finished.connect(lambda _: self._notices.succeed(doing))
        if doing:
            self._busy[job.number] = doing
            self.busy_changed.emit(doing)
            job.when_ended(lambda: self._rest(job.number))
        return job

    def _rest(self, number: int) -> None:
        self._busy.pop(number, None)
        self.busy_changed.emit(next(reversed(self._busy.values()), ""))


def taken_while(holds: Callable[[], bool], take: Callable[[T], object]) -> Callable[[T], None]:
    """Takes an answer as long as something holds."""

    def taken(answer: T) -> None:
        if holds():
            take(answer)

    return taken
