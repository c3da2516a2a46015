"""Locks on a suggested tree: edits by the user, journaled before the rest is parsed again under them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from spectral_core.data import Constraints, Sentence
from spectral_core.data.structure import Part, Position
from spectral_core.project import Edit, LockChange
from spectral_gui.resources import make_translator
from spectral_gui.session.notices import Notices, Outcome, Unchanged
from spectral_gui.session.session import Session
from spectral_gui.session.wording import describe_part

if TYPE_CHECKING:
    from spectral_gui.session.proposals import Suggestions

_tr = make_translator("Suggestions")


class TreeLocks:
    """Locks, forbids and frees parts of the selected sentence's tree."""

    def __init__(self, session: Session, suggestions: Suggestions, notices: Notices):
        self._session, self._suggestions, self._notices = session, suggestions, notices

    def lock(self, position: Position) -> Outcome:
        """Lock the part that is shown at a position, or unlock it; the rest is parsed again."""
        part = self._find_part(position)
        if part is None:
            return self._notices.refuse(_tr("There is nothing here to lock."))
        locks, structure = self._locks, self._suggestions.structure
        if structure.is_locked(locks, position):
            return self.set_locks(structure.unlock(locks, position), _tr("Unlock {0}"), part)
        outcome = self.set_locks(structure.lock(locks, part), _tr("Lock {0}"), part)
        if outcome:
            self._notices.notify(_tr("Locked. The journal keeps locks; text files have no place for them."))
        return outcome

    def forbid(self, position: Position) -> Outcome:
        """Forbid the part that is shown at a position; the rest is parsed again."""
        part = self._find_part(position)
        if part is None:
            return self._notices.refuse(_tr("There is nothing here to forbid."))
        outcome = self.set_locks(self._suggestions.structure.forbid(self._locks, part), _tr("Forbid {0}"), part)
        if outcome:
            self._notices.notify(_tr("Forbidden. The journal keeps it; free it to allow it again."))
        return outcome

    def free(self, position: Position) -> Outcome:
        """Remove all locks at a position."""
        locks = self._suggestions.structure.clear(self._locks, position)
        return self.set_locks(locks, _tr("Free {0}"), self._find_part(position))

    def correct(self, step: str, target: Sentence) -> Outcome:
        """Lock what differs between the displayed tree and `target`, where a sentence holds no part of a tree by
        itself; the rest is parsed again."""
        displayed = self._suggestions.last_tree
        if displayed is None:
            return Unchanged()
        return self.set_locks(self._suggestions.structure.lock_corrections(self._locks, displayed, target), step)

    def require(self, step: str, part: Part) -> Outcome:
        """Lock a part that need not be in the displayed tree."""
        return self.set_locks(self._suggestions.structure.lock(self._locks, part), step)

    def answer(self, part: Part, yes: bool) -> Outcome:
        """Lock a part that was asked about, or forbid it; the rest is parsed again."""
        structure = self._suggestions.structure
        locks = (structure.lock if yes else structure.forbid)(self._locks, part)
        return self.set_locks(locks, _tr("Yes: {0}") if yes else _tr("No: {0}"), part)

    @property
    def _locks(self) -> Constraints:
        return self._session.get_locks(self._session.selection.sentence)

    def _find_part(self, position: Position) -> Part | None:
        displayed = self._suggestions.last_tree or self._session.sentence
        return None if displayed is None else self._suggestions.structure.part_at(displayed, position)

    def set_locks(self, locks: Constraints, step: str, part: Part | None = None) -> Outcome:
        """Replace the locks of the selected sentence; the rest is parsed again."""
        session, index = self._session, self._session.selection.sentence
        if self._suggestions.model.file is None:
            return self._notices.refuse(self._suggestions.diagnostics.why_no_model)
        previous = session.get_locks(index)
        if locks == previous:
            return Unchanged()
        forms = session.treebank[index].forms
        change = LockChange(session.document, index, forms, previous, locks)
        description = step if part is None else step.format(describe_part(part, forms))
        return session.apply(Edit(description, (), milliseconds=session.elapsed_milliseconds, locks=(change,)))
