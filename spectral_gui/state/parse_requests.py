"""Parse requests to the engine, and the suggestions made of their answers."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from PySide6.QtCore import QObject, Signal

from spectral_core.data import Constraints, Ranked, Sentence
from spectral_core.data.structure import Marginals, Part, Position, Structure
from spectral_core.engine import LockCheck, Parse, ParseResult, Request, ResolveLocks
from spectral_gui.jobs.jobs import ANSWERS, Job
from spectral_gui.state.notices import Work
from spectral_gui.state.session import Session

T = TypeVar("T")
_TREE_COUNT = 10  # of a suggestion


class ParseRequests(QObject):
    """Sends one parse request at a time and remembers which sentences are answered or failed; answers to outdated
    questions are dropped."""

    answered = Signal(int, object, object)  # index, ParseQuestion, Parsed
    refused = Signal(int, object, str, bool)  # index, ParseQuestion, reason, whether locks are the reason
    locks_checked = Signal(int, object, object)  # index, ParseQuestion, result of the lock check
    became_idle = Signal()  # the next request may be sent

    def __init__(
        self,
        make_question: Callable[[int], ParseQuestion | None],
        session: Session,
        work: Work,
    ):
        super().__init__()
        self._make_question, self._session, self._work = make_question, session, work
        self._failures: dict[int, tuple[ParseQuestion, str]] = {}  # questions that failed, with the reason
        self._lost: set[int] = set()  # sentences whose request died with the engine's process
        self._answered: dict[int, ParseQuestion] = {}
        self._cancel_current: Callable[[], None] | None = None  # cancels the current request

    @property
    def is_busy(self) -> bool:
        return self._cancel_current is not None

    def is_pending(self, index: int) -> bool:
        """Return whether an answer about a sentence as it is now is still to come."""
        question = self._make_question(index)
        return question is not None and not self.failure_reason(index) and self._answered.get(index) != question

    def failure_reason(self, index: int) -> str:
        """Return why there is no answer about a sentence as it is now; "" where there may be one."""
        question, reason = self._failures.get(index, (None, ""))
        return reason if question is not None and question == self._make_question(index) else ""

    def request_next(self, indexes: Iterable[int]) -> int | None:
        """Request a parse of the first of these sentences that lacks one and return its index; None where nothing is
        requested."""
        index = None if self.is_busy else next((index for index in indexes if self.is_pending(index)), None)
        question = None if index is None else self._make_question(index)
        if index is None or question is None:
            return None
        request = Parse(question.model, question.sentence, _TREE_COUNT, question.constraints)

        def accept(parsed: ParseResult) -> None:
            self._answered[index] = question
            self.answered.emit(index, question, parsed)

        self._send(index, question, request, accept)
        return index

    def check_locks(self, index: int, question: ParseQuestion, request: ResolveLocks) -> None:
        """Ask which lock changes can hold, since not all of them can."""

        def accept(lock_check: LockCheck) -> None:
            self.locks_checked.emit(index, question, lock_check)

        self._send(index, question, request, accept)

    def record_failure(self, index: int, question: ParseQuestion, reason: str) -> None:
        """Remember why a question has no answer."""
        self._failures[index] = (question, reason)

    def clear_failure(self, index: int) -> None:
        """Let a failed question be asked once more."""
        self._failures.pop(index, None)

    def clear_lost(self, index: int | None = None) -> None:
        """Let questions that failed because the engine's process died be asked once more: about one sentence, or about
        all."""
        for lost_index in tuple(self._lost) if index is None else (index,):
            if lost_index in self._lost:
                self._lost.discard(lost_index)
                self._failures.pop(lost_index, None)

    def reset(self, answers: bool = True) -> None:
        """Drop failures, and with `answers` what was answered; cancel the current request, over which the engine may be
        replaced."""
        self._failures.clear()
        self._lost.clear()
        if answers:
            self._answered.clear()
        stop, self._cancel_current = self._cancel_current, None
        if stop is not None:
            stop()

    def _send(self, index: int, question: ParseQuestion, request: Request[T], take: Callable[[T], None]) -> None:
        job: Job[T] = self._work.send(ANSWERS, request)
        self._cancel_current, generation = job.cancel, self._session.generation
        stop = self._cancel_current

        def clear_current() -> None:
            if self._cancel_current is stop:
                self._cancel_current = None

        def is_current() -> bool:
            return generation == self._session.generation and self._make_question(index) == question

        def on_finished(answer: T) -> None:
            clear_current()
            if is_current():
                take(answer)
            self.became_idle.emit()

        def on_failed(reason: str) -> None:
            clear_current()
            if job.lost_process:
                self._lost.add(index)
            if is_current():
                self.refused.emit(index, question, reason, job.has_lock_conflict)
            self.became_idle.emit()

        job.finished.connect(on_finished)
        job.failed.connect(on_failed)
        job.cancelled.connect(lambda _: clear_current())
        job.crashed.connect(lambda _: on_failed(self.tr("This sentence could not be parsed.")))


@dataclass(frozen=True, slots=True)
class ParseQuestion:
    """Input that a suggestion is made from; the suggestion is valid as long as all of it is unchanged."""

    sentence: Sentence
    model: Path
    constraints: Constraints
    structure: Structure


@dataclass(frozen=True, slots=True)
class Suggestion:
    """Suggested trees of one sentence, best first, with the probability of each part as far as the model has one."""

    index: int
    question: ParseQuestion
    parsed: ParseResult
    previous_tree: Sentence | None = None  # the tree that was shown before the locks were changed

    @property
    def trees(self) -> tuple[Ranked[Sentence], ...]:
        return self.parsed.trees

    def tree(self, rank: int) -> Sentence:
        """Return the tree of a rank, or the last."""
        return self.trees[min(rank, len(self.trees) - 1)].value

    @property
    def marginals(self) -> Marginals | None:
        return self.parsed.marginals

    @property
    def is_calibrated(self) -> bool:
        """Whether the numbers of its parts are probabilities rather than scores."""
        return self.marginals is not None and self.marginals.calibrated

    def score_of(self, part: Part | None) -> float | None:
        """Return the number of a part; None where the model has none."""
        return None if self.marginals is None or part is None else self.marginals.marginal(part)

    def margin(self, position: Position) -> float | None:
        """Return how far the likeliest part at a position is before the next; None where the model does not say."""
        return None if self.marginals is None else self.marginals.margin(position)

    def alternatives(self, position: Position) -> list[tuple[Part, float]]:
        """Return the possible parts at a position with their numbers, the likeliest first; none where the model does
        not say."""
        return [] if self.marginals is None else self.marginals.alternatives(position)

    def find_uncertain(self, rank: int, margin: float) -> tuple[Position, ...]:
        """Return the positions of a tree whose margin is smaller, without those that are locked."""
        structure, locks = self.question.structure, self.question.constraints
        if self.marginals is None:
            return ()
        positions = dict.fromkeys(part.position for part in structure.parts(self.trees[rank].value))
        margin_of = self.marginals.margin
        return tuple(
            position
            for position in positions
            if margin_of(position) < margin and not structure.is_locked(locks, position)
        )

    def find_changed_parts(self, rank: int) -> frozenset[Position]:
        """Return the positions at which a tree differs from the best one; for the best, from the tree shown before the
        locks were changed."""
        reference = self.trees[0].value if rank else self.previous_tree
        return (
            frozenset()
            if reference is None
            else self.question.structure.changed_parts(self.trees[rank].value, reference)
        )
