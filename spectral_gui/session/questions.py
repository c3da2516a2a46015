"""Questions about the suggested tree of the selected sentence, one after another; answers are locks."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from spectral_core.data.structure import Part
from spectral_core.engine import AskQuestions, PartQuestion
from spectral_gui.jobs import ANSWERS, Job
from spectral_gui.session.notices import Notices, Outcome, Refused, Unchanged
from spectral_gui.session.proposal import ParseQuestion
from spectral_gui.session.proposals import Suggestions
from spectral_gui.session.session import Session
from spectral_gui.session.work import Work


class Questions(QObject):
    """While active, finds the most informative question about each sentence selected. An answer is a lock, in the
    journal like any other; the next question is found under it."""

    changed = Signal()  # another question, none, or one still to come

    def __init__(self, session: Session, suggestions: Suggestions, work: Work, notices: Notices):
        super().__init__()
        self._session, self._suggestions, self._work, self._notices = session, suggestions, work, notices
        self.is_active = False
        self._subject: ParseQuestion | None = None  # input of the suggestion that the questions are about
        self._ranked: tuple[PartQuestion, ...] = ()
        self._skipped: set[Part] = set()  # under the sentence and locks of the subject
        self._job: Job[tuple[PartQuestion, ...]] | None = None
        session.treebank_changed.connect(self.leave)
        session.selection_changed.connect(lambda selection, _: self._on_suggestion_changed(selection.sentence))
        suggestions.changed.connect(self._on_suggestion_changed)

    @property
    def question(self) -> PartQuestion | None:
        """Question about the sentence as it is now."""
        suggestion = self._suggestions.current
        is_valid = self.is_active and self._ranked and suggestion is not None and suggestion.question == self._subject
        return self._ranked[0] if is_valid else None

    @property
    def is_waiting(self) -> bool:
        """Whether a question, or the tree that it will be about, is still to come."""
        return self.is_active and (self._job is not None or self._suggestions.is_waiting)

    def start(self) -> Outcome:
        """Ask about the selected sentence, and about those selected later; skipped questions are asked again."""
        if self._suggestions.current is None and not self._suggestions.is_waiting:
            outcome = self._suggestions.show_next_tree(1)
            if isinstance(outcome, Refused):
                return outcome
        self.is_active, self._subject = True, None
        self._skipped.clear()
        self._on_suggestion_changed(self._session.selection.sentence)
        return Unchanged()

    def leave(self) -> None:
        """Stop asking."""
        if self.is_active:
            self.is_active = False
            self._drop()
            self.changed.emit()

    def answer_yes(self) -> Outcome:
        """Lock the part that the question is about."""
        return self._answer(True)

    def answer_no(self) -> Outcome:
        """Forbid the part that the question is about."""
        return self._answer(False)

    def skip(self) -> None:
        """Leave the question for later, and ask the next best."""
        question = self.question
        if question is not None:
            self._skipped.add(question.part)
            self._ranked = self._ranked[1:]
            if not self._ranked:
                self._request_questions()
            self.changed.emit()

    def _answer(self, yes: bool) -> Outcome:
        question = self.question
        return Unchanged() if question is None else self._suggestions.tree_locks.answer(question.part, yes)

    def _on_suggestion_changed(self, index: int) -> None:
        """Find the questions about another suggestion for the selected sentence."""
        if not self.is_active or index != self._session.selection.sentence:
            return
        suggestion = self._suggestions.current
        if suggestion is None:
            self._drop()
        elif suggestion.question != self._subject:
            if self._subject is None or self._subject.sentence != suggestion.question.sentence:
                self._skipped.clear()
            self._drop()
            self._subject = suggestion.question
            self._request_questions()
        self.changed.emit()

    def _request_questions(self) -> None:
        subject = self._subject
        assert subject is not None
        skipped = frozenset(self._skipped)
        job = self._job = self._work.send(
            ANSWERS, AskQuestions(subject.model, subject.sentence, subject.constraints, skipped)
        )

        def release() -> bool:
            """Return whether this job is still awaited, and await it no longer."""
            is_awaited = job is self._job
            if is_awaited:
                self._job = None
            return is_awaited

        def on_finished(ranked: tuple[PartQuestion, ...]) -> None:
            if not release():
                return
            self._ranked = ranked
            if not ranked:
                self._notices.notify(self.tr("Nothing is left to ask about this sentence"))
            self.changed.emit()

        def on_failed(reason: str) -> None:
            if release():
                self._notices.refuse(reason)
                self.leave()

        job.finished.connect(on_finished)
        job.failed.connect(on_failed)
        job.crashed.connect(lambda _: self.leave() if release() else None)

    def _drop(self) -> None:
        job, self._job = self._job, None
        self._ranked, self._subject = (), None
        if job is not None:
            job.cancel()
