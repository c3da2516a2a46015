"""The next best below one place of the tree that is shown, all else staying as it is: turned to like whole trees."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QObject

from spectral_core.data import Constraints, Ranked, Sentence
from spectral_core.data.structure import Place
from spectral_core.engine import ParseBelow
from spectral_gui.jobs import ANSWERS, Job
from spectral_gui.session.notices import Nothing, Notices, Outcome
from spectral_gui.session.proposals import Proposals
from spectral_gui.session.selection import Selection
from spectral_gui.session.session import Session
from spectral_gui.session.wording import place_named
from spectral_gui.session.work import Work


@dataclass(frozen=True, slots=True)
class _Turned:
    """The trees that can stand below a place, the one shown at first before the others, with the locks of each."""

    index: int
    place: Place
    trees: tuple[Sentence, ...]
    locks: tuple[Constraints, ...]


class Replacing(QObject):
    """Replaces what is below a place by the next best; each step is an act that locks what is otherwise."""

    def __init__(self, session: Session, proposals: Proposals, work: Work, notices: Notices):
        super().__init__()
        self._session, self._proposals, self._work, self._notices = session, proposals, work, notices
        self._turned: _Turned | None = None
        self._finding: Job[tuple[Ranked[Sentence], ...]] | None = None
        session.treebank_changed.connect(self._forget)
        session.sentence_changed.connect(lambda _: self._forget())
        session.selection_changed.connect(self._follow)
        proposals.model_changed.connect(self._forget)

    @property
    def idle(self) -> bool:
        """Whether no trees below a place are on their way."""
        return self._finding is None

    def turn(self, place: Place, by: int) -> Outcome:
        """Shows the next best below a place, or by -1 the one before; after the last the first again."""
        session, turned = self._session, self._turned
        at = session.selection.sentence
        if turned is not None and (turned.index, turned.place) == (at, place) and session.locks(at) in turned.locks:
            return self._show(turned, (turned.locks.index(session.locks(at)) + by) % len(turned.trees))
        offer, shown = self._proposals.offer, self._proposals.offered
        if offer is None or shown is None:
            waiting = self._proposals.waiting
            why = self.tr("The model is still parsing this sentence.") if waiting else self.tr("No tree is proposed.")
            return self._notices.refuse(why)
        if self._finding is not None:
            return Nothing()
        asked, locks = offer.asked, session.locks(at)
        request = ParseBelow(asked.model, asked.sentence, shown, place, asked.constraints)
        job = self._finding = self._work.ask(ANSWERS, request)

        def take(found: tuple[Ranked[Sentence], ...]) -> None:
            if job is not self._finding:
                return
            self._finding = None
            if session.selection.sentence != at or session.locks(at) != locks:
                return
            trees = (shown, *(one.value for one in found))
            corrected = (asked.structure.corrected(locks, shown, tree) for tree in trees)
            self._turned = _Turned(at, place, trees, tuple(corrected))
            self._show(self._turned, by % len(trees))

        def give_up() -> None:
            if job is self._finding:
                self._finding = None

        job.finished.connect(take)
        job.failed.connect(self._notices.refuse)
        job.when_lost(give_up)
        return Nothing()

    def _show(self, turned: _Turned, number: int) -> Outcome:
        named = place_named(turned.place, turned.trees[0].forms)
        count = len(turned.trees)
        if count == 1:
            return self._notices.refuse(self.tr("The model knows nothing else below {0}.").format(named))
        self._proposals.prefer(turned.trees[number])
        done = self._proposals.locking.relock(turned.locks[number], self.tr("Another tree below {0}").format(named))
        if done:
            self._notices.note(self.tr("Tree {0} of {1} below {2}").format(number + 1, count, named))
        return done

    def _follow(self, now: Selection, before: Selection) -> None:
        if now.sentence != before.sentence:
            self._forget()

    def _forget(self) -> None:
        job, self._finding, self._turned = self._finding, None, None
        if job is not None:
            job.cancel()
