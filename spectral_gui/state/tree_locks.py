"""Locks on the tree of the selected sentence, and lock changes that are not yet known to be satisfiable."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from spectral_core.data import Constraints, Sentence
from spectral_core.data.structure import Part, Position
from spectral_core.project import Edit, LockChange
from spectral_gui.state.notices import Notices, Outcome, Unchanged
from spectral_gui.state.session import Session
from spectral_gui.state.suggestion_descriptions import describe_part, describe_position
from spectral_gui.text_display import make_translator

if TYPE_CHECKING:
    from spectral_gui.state.suggestions import Suggestions

_tr = make_translator("Suggestions")


@dataclass(frozen=True, slots=True)
class UnverifiedLockChange:
    """One change to the locks of a sentence, not yet known to be satisfiable."""

    change: LockChange
    undo_text: str  # undo text of its edit
    edit_count: int  # edit count of the session when it was made; while unchanged, this is the newest edit


class UnverifiedLocks:
    """Lock changes of each sentence since its locks were last satisfied, oldest first."""

    def __init__(self) -> None:
        self._changes: dict[int, list[UnverifiedLockChange]] = {}

    def add_change(self, lock_change: UnverifiedLockChange) -> None:
        """Record a change; drop changes that refer to other words of the same sentence."""
        lock_changes = self._changes.setdefault(lock_change.change.index, [])
        if lock_changes and lock_changes[-1].change.forms != lock_change.change.forms:
            lock_changes.clear()
        lock_changes.append(lock_change)

    def remove_undone_change(self, change: LockChange) -> None:
        """Remove a change that was undone. If it is not the newest, the user has restored an earlier state, which may
        not be undone automatically: drop all changes of the sentence."""
        lock_changes = self._changes.get(change.index, [])
        if lock_changes and lock_changes[-1].change == change:
            lock_changes.pop()
        else:
            lock_changes.clear()

    @property
    def changed_sentences(self) -> tuple[int, ...]:
        """Indexes of sentences whose locks changed since they were last satisfied."""
        return tuple(index for index, attempts in self._changes.items() if attempts)

    def get_changes(self, index: int, forms: tuple[str, ...]) -> tuple[UnverifiedLockChange, ...]:
        """Return the changes of a sentence that refer to these words."""
        return tuple(attempt for attempt in self._changes.get(index, ()) if attempt.change.forms == forms)

    def remove_sentence(self, index: int) -> None:
        """Drop the changes of a sentence: its current locks are satisfied."""
        self._changes.pop(index, None)

    def clear(self) -> None:
        """Drop all changes."""
        self._changes.clear()


class TreeLocks:
    """Locks, forbids and releases parts of the selected sentence's tree."""

    def __init__(self, session: Session, suggestions: Suggestions, notices: Notices):
        self._session, self._suggestions, self._notices = session, suggestions, notices

    def toggle_lock(self, position: Position) -> Outcome:
        """Lock the part shown at a position, or unlock it; the rest is parsed again."""
        part = self._get_part(position)
        if part is None:
            return self._notices.report_refusal(_tr("Nothing to lock here."))
        locks, structure = self._locks, self._suggestions.structure
        if structure.is_locked(locks, position):
            return self.set_locks(structure.unlock(locks, position), _tr("Unlock {0}"), part)
        outcome = self.set_locks(structure.lock(locks, part), _tr("Lock {0}"), part)
        if outcome:
            self._notices.notify(_tr("Locked. Locks are stored in the journal, not in text files."))
        return outcome

    def forbid_part(self, position: Position) -> Outcome:
        """Forbid the part shown at a position; the rest is parsed again."""
        part = self._get_part(position)
        if part is None:
            return self._notices.report_refusal(_tr("Nothing to forbid here."))
        outcome = self.set_locks(self._suggestions.structure.forbid(self._locks, part), _tr("Forbid {0}"), part)
        if outcome:
            self._notices.notify(_tr("Forbidden in suggestions. Free it to allow it again."))
        return outcome

    def remove_locks(self, position: Position) -> Outcome:
        """Remove all locks at a position."""
        sentence = self._session.sentence
        if sentence is None:
            return Unchanged()
        locks = self._suggestions.structure.remove_locks_at(self._locks, position)
        part = self._get_part(position)
        if part is None:  # such as a word without a head
            return self.set_locks(locks, _tr("Free {0}").format(describe_position(position, sentence.forms)))
        return self.set_locks(locks, _tr("Free {0}"), part)

    def lock_corrections(self, undo_text: str, target: Sentence) -> Outcome:
        """Lock the differences of `target` from the displayed tree, for sentences that cannot store single parts of a
        tree; the rest is parsed again."""
        displayed = self._suggestions.last_shown_tree
        if displayed is None:
            return Unchanged()
        return self.set_locks(self._suggestions.structure.lock_corrections(self._locks, displayed, target), undo_text)

    def lock_part(self, undo_text: str, part: Part) -> Outcome:
        """Lock a part that need not be in the displayed tree."""
        return self.set_locks(self._suggestions.structure.lock(self._locks, part), undo_text)

    def apply_answer(self, part: Part, is_yes: bool) -> Outcome:
        """Lock or forbid the part that a question was about; the rest is parsed again."""
        structure = self._suggestions.structure
        locks = (structure.lock if is_yes else structure.forbid)(self._locks, part)
        return self.set_locks(locks, _tr("Yes: {0}") if is_yes else _tr("No: {0}"), part)

    @property
    def _locks(self) -> Constraints:
        return self._session.get_locks(self._session.selection.sentence)

    def _get_part(self, position: Position) -> Part | None:
        """Return the part of the displayed tree at a position; None if there is none."""
        displayed = self._suggestions.last_shown_tree or self._session.sentence
        return None if displayed is None else self._suggestions.structure.part_at(displayed, position)

    def set_locks(self, locks: Constraints, undo_text: str, part: Part | None = None) -> Outcome:
        """Replace the locks of the selected sentence; the rest is parsed again. `undo_text` may contain {0} for
        `part`."""
        session, index = self._session, self._session.selection.sentence
        if self._suggestions.model.model_file is None:
            return self._notices.report_refusal(self._suggestions.diagnostics.why_no_model)
        previous = session.get_locks(index)
        if locks == previous:
            return Unchanged()
        forms = session.treebank[index].forms
        change = LockChange(session.document, index, forms, previous, locks)
        description = undo_text if part is None else undo_text.format(describe_part(part, forms))
        return session.apply_edit(
            Edit(description, (), milliseconds=session.milliseconds_since_last_edit, locks=(change,))
        )
