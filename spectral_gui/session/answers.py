"""What a parser is asked about the sentences of the document shown, one question at a time, and what it answered."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeVar

from PySide6.QtCore import QObject, Signal

from spectral_core.engine import Parse, Parsed, Request, SortLocks, Standing
from spectral_gui.jobs import ANSWERS, Job
from spectral_gui.session.proposal import ProposalQuestion
from spectral_gui.session.session import Session
from spectral_gui.session.work import Work

T = TypeVar("T")
_TREES = 10  # of a proposal


class Answers(QObject):
    """Holds the newest answer for each sentence, or why there is none; answers to old questions are dropped."""

    answered = Signal(int, object, object)  # a sentence, what was Asked about it, what was Parsed
    refused = Signal(int, object, str, bool)  # a sentence, what was asked, why; whether it is for the locks
    sorted_out = Signal(int, object, object)  # a sentence, what was asked, the Standing of its locks
    rested = Signal()  # the next question may be asked

    def __init__(
        self,
        question: Callable[[int], ProposalQuestion | None],
        session: Session,
        work: Work,
    ):
        super().__init__()
        self._question, self._session, self._work = question, session, work
        self._failures: dict[int, tuple[ProposalQuestion, str]] = {}  # what could not be answered, and why
        self._unheard: set[int] = set()  # sentences whose question ended with the engine's process
        self._answered: dict[int, ProposalQuestion] = {}
        self._stop: Callable[[], None] | None = None  # ends what is being asked

    @property
    def busy(self) -> bool:
        return self._stop is not None

    def lacks(self, index: int) -> bool:
        """Whether an answer about a sentence as it is now is still to come."""
        question = self._question(index)
        return question is not None and not self.failure(index) and self._answered.get(index) != question

    def failure(self, index: int) -> str:
        """Why there is no answer about a sentence as it is now; "" where there may be one."""
        asked, why = self._failures.get(index, (None, ""))
        return why if asked is not None and asked == self._question(index) else ""

    def ask(self, indexes: Iterable[int]) -> int | None:
        """Asks about the first of these sentences that lacks an answer, which is given; None where nothing is asked."""
        index = None if self.busy else next((index for index in indexes if self.lacks(index)), None)
        asked = None if index is None else self._question(index)
        if index is None or asked is None:
            return None
        request = Parse(asked.model, asked.sentence, _TREES, asked.constraints)

        def take(parsed: Parsed) -> None:
            self._answered[index] = asked
            self.answered.emit(index, asked, parsed)

        self._await(index, asked, request, take)
        return index

    def sort_locks(self, index: int, asked: ProposalQuestion, request: SortLocks) -> None:
        """Asks which changes of locks can stand, since all of them cannot."""

        def take(standing: Standing) -> None:
            self.sorted_out.emit(index, asked, standing)

        self._await(index, asked, request, take)

    def fail(self, index: int, asked: ProposalQuestion, why: str) -> None:
        self._failures[index] = (asked, why)

    def ask_again(self, index: int) -> None:
        """Lets a question be asked once more that had no answer."""
        self._failures.pop(index, None)

    def ask_again_unheard(self, index: int | None = None) -> None:
        """Lets be asked once more what failed for want of an engine: about one sentence, or about all."""
        for at in tuple(self._unheard) if index is None else (index,):
            if at in self._unheard:
                self._unheard.discard(at)
                self._failures.pop(at, None)

    def forget(self, answers: bool = True) -> None:
        """Drops what failed, and with `answers` what was answered; what is asked now is not waited for any more, and
        the engine may be replaced over that."""
        self._failures.clear()
        self._unheard.clear()
        if answers:
            self._answered.clear()
        stop, self._stop = self._stop, None
        if stop is not None:
            stop()

    def _await(self, index: int, asked: ProposalQuestion, request: Request[T], take: Callable[[T], None]) -> None:
        job: Job[T] = self._work.ask(ANSWERS, request)
        self._stop, generation = job.cancel, self._session.generation
        stop = self._stop

        def rest() -> None:
            if self._stop is stop:
                self._stop = None

        def still_asked() -> bool:
            return generation == self._session.generation and self._question(index) == asked

        def arrive(answer: T) -> None:
            rest()
            if still_asked():
                take(answer)
            self.rested.emit()

        def refuse(why: str) -> None:
            rest()
            if job.orphaned:
                self._unheard.add(index)
            if still_asked():
                self.refused.emit(index, asked, why, job.conflict)
            self.rested.emit()

        job.finished.connect(arrive)
        job.failed.connect(refuse)
        job.cancelled.connect(lambda _: rest())
        job.broke.connect(lambda _: refuse(self.tr("This sentence could not be parsed.")))
