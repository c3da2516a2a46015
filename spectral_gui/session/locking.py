"""Locks on a tree that is proposed: acts of the user's, journaled before the rest is parsed anew under them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from spectral_core.data import Constraints, Sentence
from spectral_core.data.structure import Part, Place
from spectral_core.project import Act, LockChange
from spectral_gui.resources import translating
from spectral_gui.session.notices import Nothing, Notices, Outcome
from spectral_gui.session.session import Session
from spectral_gui.session.wording import named

if TYPE_CHECKING:
    from spectral_gui.session.proposals import Proposals

_tr = translating("Proposals")


class Locking:
    """Locks, forbids and frees parts of the selected sentence's tree."""

    def __init__(self, session: Session, proposals: Proposals, notices: Notices):
        self._session, self._proposals, self._notices = session, proposals, notices

    def lock(self, place: Place) -> Outcome:
        """Locks what is shown at a place, or takes its lock back; the rest is parsed anew."""
        part = self._part_shown(place)
        if part is None:
            return self._notices.refuse(_tr("There is nothing here to lock."))
        now, structure = self._locks, self._proposals.structure
        if structure.is_locked(now, place):
            return self.relock(structure.unlock(now, place), _tr("Unlock {0}"), part)
        done = self.relock(structure.lock(now, part), _tr("Lock {0}"), part)
        if done:
            self._notices.note(_tr("Locked. The journal keeps locks; text files have no place for them."))
        return done

    def forbid(self, place: Place) -> Outcome:
        """Forbids what is shown at a place; the rest is parsed anew."""
        part = self._part_shown(place)
        if part is None:
            return self._notices.refuse(_tr("There is nothing here to forbid."))
        done = self.relock(self._proposals.structure.forbid(self._locks, part), _tr("Forbid {0}"), part)
        if done:
            self._notices.note(_tr("Forbidden. The journal keeps it; free it to allow it again."))
        return done

    def free(self, place: Place) -> Outcome:
        locks = self._proposals.structure.free(self._locks, place)
        return self.relock(locks, _tr("Free {0}"), self._part_shown(place))

    def correct(self, step: str, wanted: Sentence) -> Outcome:
        """Locks what is otherwise in `wanted` than in the tree shown, where a sentence holds no part of one by itself;
        the rest is parsed anew."""
        shown = self._proposals.last_shown
        if shown is None:
            return Nothing()
        return self.relock(self._proposals.structure.corrected(self._locks, shown, wanted), step)

    def require(self, step: str, part: Part) -> Outcome:
        """Locks a part that need not be in the tree that is shown."""
        return self.relock(self._proposals.structure.lock(self._locks, part), step)

    def answer(self, part: Part, yes: bool) -> Outcome:
        """Locks a part that was asked about, or forbids it; the rest is parsed anew."""
        structure = self._proposals.structure
        locks = (structure.lock if yes else structure.forbid)(self._locks, part)
        return self.relock(locks, _tr("Yes: {0}") if yes else _tr("No: {0}"), part)

    @property
    def _locks(self) -> Constraints:
        return self._session.locks(self._session.selection.sentence)

    def _part_shown(self, place: Place) -> Part | None:
        shown = self._proposals.last_shown or self._session.sentence
        return None if shown is None else self._proposals.structure.part_at(shown, place)

    def relock(self, locks: Constraints, step: str, part: Part | None = None) -> Outcome:
        """What became of locking something else; the rest is parsed anew."""
        session, at = self._session, self._session.selection.sentence
        if self._proposals.model.file is None:
            return self._notices.refuse(self._proposals.why_not.no_model)
        before = session.locks(at)
        if locks == before:
            return Nothing()
        forms = session.treebank[at].forms
        change = LockChange(session.document, at, forms, before, locks)
        said = step if part is None else step.format(named(part, forms))
        return session.do(Act(said, (), milliseconds=session.spent, locks=(change,)))
