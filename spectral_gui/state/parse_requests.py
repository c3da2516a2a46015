"""Parse requests to the engine, and the suggestions made from its answers."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol, TypeVar

from PySide6.QtCore import QObject, Signal

from spectral_core.data import Constraints, Sentence
from spectral_core.data.structure import Structure
from spectral_core.engine import Parse, ParseResult, Rankings, RankReadings, Request, ResolvedLocks, ResolveLocks
from spectral_gui.jobs.jobs import QUERIES, Job
from spectral_gui.state.notices import ReportingJobs
from spectral_gui.state.session import Session

T = TypeVar("T")
_K_BEST = 10  # trees per suggestion (k-best)


@dataclass(frozen=True, slots=True)
class RankingQuestion:
    """Input of a ranking, which is valid while all of it is unchanged."""

    forms: tuple[str, ...]
    other_columns: tuple[object, ...]  # all other columns that a ranker reads
    model: Path | None
    analyser: str
    lexicon_version: int  # version of the readings added by users


class ReadingsSource(Protocol):
    """The readings of words, which trees are found with while they are on screen."""

    are_visible: bool  # whether readings are on screen

    def make_question(self, index: int) -> RankingQuestion | None:
        """Return the current ranking input of a sentence; None if it cannot be ranked."""
        ...

    def make_request(self, index: int) -> RankReadings:
        """Return the request that ranks the readings of a sentence."""
        ...

    def store(self, index: int, question: RankingQuestion, rankings: Rankings) -> None:
        """Show the ranking of a sentence that came with its trees."""
        ...


class ParseRequests(QObject):
    """Sends one parse request at a time and records which sentences were answered or failed; drops answers to outdated
    questions."""

    answered = Signal(int, object, object)  # sentence index, ParseQuestion, ParseResult
    refused = Signal(int, object, str, bool)  # sentence index, ParseQuestion, reason, whether locks conflict
    locks_checked = Signal(int, object, object)  # sentence index, ParseQuestion, result of the lock check
    became_idle = Signal()  # the next request may be sent

    def __init__(
        self,
        make_question: Callable[[int], ParseQuestion | None],
        session: Session,
        work: ReportingJobs,
    ):
        super().__init__()
        self._make_question, self._session, self._work = make_question, session, work
        self.readings_source: ReadingsSource | None = None  # until one is set, trees are found without
        self._failures: dict[int, tuple[ParseQuestion, str]] = {}  # by sentence index: question, reason
        self._process_lost: set[int] = set()  # sentences whose request failed because the engine's process died
        self._answered_questions: dict[int, ParseQuestion] = {}
        self._cancel_request: Callable[[], None] | None = None  # cancels the current request

    @property
    def is_busy(self) -> bool:
        """Whether a request is running."""
        return self._cancel_request is not None

    def is_pending(self, index: int) -> bool:
        """Return whether a parse of the current state of a sentence is still pending."""
        question = self._make_question(index)
        return (
            question is not None
            and not self.get_failure_reason(index)
            and self._answered_questions.get(index) != question
        )

    def get_failure_reason(self, index: int) -> str:
        """Return why the current state of a sentence cannot be parsed; "" if it may be."""
        question, reason = self._failures.get(index, (None, ""))
        return reason if question is not None and question == self._make_question(index) else ""

    def request_next(self, indexes: Iterable[int]) -> int | None:
        """Request a parse of the first of these sentences that needs one, and return its index. Return None if none
        needs one, or another request is running."""
        index = None if self.is_busy else next((index for index in indexes if self.is_pending(index)), None)
        question = None if index is None else self._make_question(index)
        if index is None or question is None:
            return None
        source = None if question.ranking is None else self.readings_source
        readings = None if source is None else source.make_request(index)
        request = Parse(question.model, question.sentence, _K_BEST, question.constraints, readings)

        def on_parsed(parsed: ParseResult) -> None:
            self._answered_questions[index] = question
            self.answered.emit(index, question, parsed)

        self._send(index, question, request, on_parsed)
        return index

    def check_locks(self, index: int, question: ParseQuestion, request: ResolveLocks) -> None:
        """Ask which of the conflicting lock changes can be satisfied."""

        def on_checked(lock_check: ResolvedLocks) -> None:
            self.locks_checked.emit(index, question, lock_check)

        self._send(index, question, request, on_checked)

    def record_failure(self, index: int, question: ParseQuestion, reason: str) -> None:
        """Record why a question has no answer."""
        self._failures[index] = (question, reason)

    def clear_failure(self, index: int) -> None:
        """Allow a failed question to be asked again."""
        self._failures.pop(index, None)

    def clear_process_failures(self, index: int | None = None) -> None:
        """Allow questions that failed because the engine's process died to be asked again, for one sentence or for
        all."""
        for lost_index in tuple(self._process_lost) if index is None else (index,):
            if lost_index in self._process_lost:
                self._process_lost.discard(lost_index)
                self._failures.pop(lost_index, None)

    def cancel_and_clear(self, clear_answers: bool = True) -> None:
        """Drop failures and, with `clear_answers`, the record of answers; cancel the current request, which may restart
        its process."""
        self._failures.clear()
        self._process_lost.clear()
        if clear_answers:
            self._answered_questions.clear()
        cancel_request, self._cancel_request = self._cancel_request, None
        if cancel_request is not None:
            cancel_request()

    def _send(
        self, index: int, question: ParseQuestion, request: Request[T], on_current_answer: Callable[[T], None]
    ) -> None:
        """Send a request; call `on_current_answer` with the answer if the question is still current."""
        job: Job[T] = self._work.send(QUERIES, request)
        self._cancel_request, generation = job.cancel, self._session.generation
        cancel_this = self._cancel_request

        def clear_current() -> None:
            if self._cancel_request is cancel_this:
                self._cancel_request = None

        def is_current() -> bool:
            return generation == self._session.generation and self._make_question(index) == question

        def on_finished(answer: T) -> None:
            clear_current()
            if is_current():
                on_current_answer(answer)
            self.became_idle.emit()

        def on_failed(reason: str) -> None:
            clear_current()
            if job.has_lost_process:
                self._process_lost.add(index)
            if is_current():
                self.refused.emit(index, question, reason, job.has_lock_conflict)
            self.became_idle.emit()

        job.finished.connect(on_finished)
        job.failed.connect(on_failed)
        job.cancelled.connect(lambda _: clear_current())
        job.crashed.connect(lambda _: on_failed(self.tr("This sentence could not be parsed.")))


@dataclass(frozen=True, slots=True)
class ParseQuestion:
    """Input of a parse; a suggestion stays valid while its input is unchanged."""

    sentence: Sentence
    model: Path
    constraints: Constraints
    structure: Structure
    ranking: RankingQuestion | None = None  # of the readings that the trees are found with; None without readings
