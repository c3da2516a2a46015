"""Replay journal entries on the present sentences and locks for undo and redo."""

from __future__ import annotations

from dataclasses import replace

from spectral_core.data import EMPTY, FREE, Analysis, Constraints, Sentence
from spectral_core.project.cells import merge_changes
from spectral_core.project.complaints import ProjectError
from spectral_core.project.documents import Document, Running
from spectral_core.project.history import LockChange
from spectral_core.project.journal import UNDO, Journal, JournalEntry
from spectral_core.project.locks import LockEntry
from spectral_core.project.texts import to_sentence


class RefusedError(ProjectError):
    """Raised where an edit can be neither undone nor redone."""


def replay_entry(
    document: Document, entry: JournalEntry, kind: str, running: Running
) -> tuple[int, Sentence, Sentence]:
    """Return (index, present sentence, new sentence) for an entry that is undone or redone. In a sentence that was
    changed outside since, only the cells of the entry change; a RefusedError says where that is impossible."""
    index = document.index_of(entry.sentence)
    target, expected = (entry.before, entry.after) if kind == UNDO else (entry.after, entry.before)
    if index is None or target is None or expected is None:
        raise RefusedError(f"its sentence is no longer in {entry.document}")
    line = document.chunks.lines[index]
    present = running.get((entry.document, index), document.current_sentence(index))
    new, before = to_sentence(target, line), to_sentence(expected, line)
    if present != before:
        if (merge := merge_changes(_with_saved_readings(before, present), new, present)) is None or merge.clashes:
            raise RefusedError(f"sentence {index + 1} of {entry.document} was changed outside since, in the same place")
        new = merge.sentence
    in_file = document.chunks[index]
    return index, present, in_file if new == in_file else new


def _with_saved_readings(before: Sentence, present: Sentence) -> Sentence:
    """Return the earlier sentence with readings as the file has them, where its format cannot hold all of one: most
    tables have no glosses."""
    if len(before.analyses) != len(present.analyses):
        return before
    pairs = zip(before.analyses, present.analyses, strict=True)
    analyses = tuple(
        current if old is not None and current is not None and _is_reduction_of(current, old) else old
        for old, current in pairs
    )
    return before if analyses == before.analyses else replace(before, analyses=analyses)


def _is_reduction_of(current: Analysis, old: Analysis) -> bool:
    """Return whether the label of a reading is that of another, or what columns that a file lacks have left of it."""
    return all(getattr(current, name) in (getattr(old, name), EMPTY) for name in ("lemma", "upos", "xpos", "feats"))


def make_lock_entry(document: Document, journal: Journal, change: LockChange) -> LockEntry:
    """Return a change of locks as the journal stores it; refuse one that does not begin with the present locks."""
    number = document.number_of(change.index)
    if read_current_locks(journal, document.name, number, change.forms) != change.before:
        problem = f"the locks of sentence {change.index + 1} of {document.name} are not what they were"
        raise ProjectError(f"{problem} when this change of them was begun. Look at it again, then repeat the change")
    return LockEntry(document.name, number, change.index, change.forms, change.before, change.after)


def replay_lock_entry(document: Document, journal: Journal, entry: LockEntry, kind: str) -> LockChange:
    """Return the change of locks for an undone or redone entry; a RefusedError says where that is impossible."""
    target, expected = (entry.before, entry.after) if kind == UNDO else (entry.after, entry.before)
    if (index := document.index_of(entry.sentence)) is None:
        raise RefusedError(f"its sentence is no longer in {entry.document}")
    if read_current_locks(journal, entry.document, entry.sentence, entry.forms) != expected:
        raise RefusedError(f"the locks of sentence {index + 1} of {entry.document} were changed since")
    return LockChange(entry.document, index, entry.forms, expected, target)


def read_current_locks(journal: Journal, document: str, number: int, forms: tuple[str, ...]) -> Constraints:
    """Return the present locks of a sentence with these words."""
    locked_forms, locks = journal.read_locks(document, number).get(number, ((), FREE))
    return locks if locked_forms == forms else FREE
