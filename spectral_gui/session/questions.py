"""Questions about the tree that is proposed for the selected sentence, one after another; answers are locks."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from spectral_core.data.structure import Part
from spectral_core.engine import Ask, PartQuestion
from spectral_gui.jobs import ANSWERS, Job
from spectral_gui.session.notices import Nothing, Notices, Outcome, Refused
from spectral_gui.session.proposal import ProposalQuestion
from spectral_gui.session.proposals import Proposals
from spectral_gui.session.session import Session
from spectral_gui.session.work import Work


class Questions(QObject):
    """While somebody is `asking`, finds what is best asked about each sentence selected. An answer is a lock, in the
    journal like any other; the next question is found under it."""

    changed = Signal()  # there is another question, none, or one on its way

    def __init__(self, session: Session, proposals: Proposals, work: Work, notices: Notices):
        super().__init__()
        self._session, self._proposals, self._work, self._notices = session, proposals, work, notices
        self.asking = False
        self._about: ProposalQuestion | None = None  # the proposal that the questions are about
        self._ranked: tuple[PartQuestion, ...] = ()
        self._skipped: set[Part] = set()  # in the sentence and under the locks that they are about
        self._finding: Job[tuple[PartQuestion, ...]] | None = None
        session.treebank_changed.connect(self.leave)
        session.selection_changed.connect(lambda now, _: self._follow(now.sentence))
        proposals.changed.connect(self._follow)

    @property
    def question(self) -> PartQuestion | None:
        """What is asked about the sentence as it is now."""
        offer = self._proposals.offer
        known = self.asking and self._ranked and offer is not None and offer.asked == self._about
        return self._ranked[0] if known else None

    @property
    def waiting(self) -> bool:
        """Whether a question, or the tree that it will be about, is on its way."""
        return self.asking and (self._finding is not None or self._proposals.waiting)

    def start(self) -> Outcome:
        """Asks about the selected sentence, and of those selected later on; what was skipped is asked again."""
        if self._proposals.offer is None and not self._proposals.waiting:
            turned = self._proposals.turn(1)
            if isinstance(turned, Refused):
                return turned
        self.asking, self._about = True, None
        self._skipped.clear()
        self._follow(self._session.selection.sentence)
        return Nothing()

    def leave(self) -> None:
        """Asks no more."""
        if self.asking:
            self.asking = False
            self._drop()
            self.changed.emit()

    def answer_yes(self) -> Outcome:
        return self._answer(True)

    def answer_no(self) -> Outcome:
        return self._answer(False)

    def skip(self) -> None:
        """Leaves the question for later, and asks the next best."""
        question = self.question
        if question is not None:
            self._skipped.add(question.part)
            self._ranked = self._ranked[1:]
            if not self._ranked:
                self._find()
            self.changed.emit()

    def _answer(self, yes: bool) -> Outcome:
        question = self.question
        return Nothing() if question is None else self._proposals.locking.answer(question.part, yes)

    def _follow(self, index: int) -> None:
        """Finds the questions about another proposal for the selected sentence."""
        if not self.asking or index != self._session.selection.sentence:
            return
        offer = self._proposals.offer
        if offer is None:
            self._drop()
        elif offer.asked != self._about:
            if self._about is None or self._about.sentence != offer.asked.sentence:
                self._skipped.clear()
            self._drop()
            self._about = offer.asked
            self._find()
        self.changed.emit()

    def _find(self) -> None:
        asked = self._about
        assert asked is not None
        skipped = frozenset(self._skipped)
        job = self._finding = self._work.ask(ANSWERS, Ask(asked.model, asked.sentence, asked.constraints, skipped))

        def rest() -> bool:
            """Whether it is still waited for; now it is no longer."""
            still = job is self._finding
            if still:
                self._finding = None
            return still

        def take(found: tuple[PartQuestion, ...]) -> None:
            if not rest():
                return
            self._ranked = found
            if not found:
                self._notices.note(self.tr("Nothing is left to ask about this sentence"))
            self.changed.emit()

        def refuse(why: str) -> None:
            if rest():
                self._notices.refuse(why)
                self.leave()

        job.finished.connect(take)
        job.failed.connect(refuse)
        job.broke.connect(lambda _: self.leave() if rest() else None)

    def _drop(self) -> None:
        job, self._finding = self._finding, None
        self._ranked, self._about = (), None
        if job is not None:
            job.cancel()
