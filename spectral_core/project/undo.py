"""Undo: the stack that the journal restores, replay of edits on current sentences and locks, and the list of edits."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from spectral_core.data import EMPTY, UNCONSTRAINED, Analysis, Constraints, Sentence
from spectral_core.project import journal_tables
from spectral_core.project.document import Document, WorkingCopy
from spectral_core.project.errors import ProjectError
from spectral_core.project.history import History, LockChange
from spectral_core.project.journal import (
    EDIT,
    EDIT_COLUMNS,
    MERGE,
    REDO,
    REFUSED,
    UNDO,
    EditRow,
    Journal,
    JournalEntry,
    decode_cells,
)
from spectral_core.project.journal_tables import LockEntry, MergeBase
from spectral_core.project.sentence_merge import Cell, merge_changes
from spectral_core.project.stored_texts import to_sentence


class UndoRefusedError(ProjectError):
    """Raised if an edit can be neither undone nor redone."""


def replay_entry(
    document: Document, entry: JournalEntry, kind: str, working_copy: WorkingCopy
) -> tuple[int, Sentence, Sentence]:
    """Return the effect of undoing or redoing a journal entry: (index, current sentence, new sentence). In a sentence
    changed outside since, only the cells of the entry change; an UndoRefusedError says where that is impossible."""
    index = document.index_of(entry.sentence)
    target, expected = (entry.before, entry.after) if kind == UNDO else (entry.after, entry.before)
    if index is None or target is None or expected is None:
        raise UndoRefusedError(f"its sentence is no longer in {entry.document}")
    line = document.file_sentences.lines[index]
    present = working_copy.get((entry.document, index), document.current_sentence(index))
    new, before = to_sentence(target, line), to_sentence(expected, line)
    if present != before:
        if (merge := merge_changes(_with_saved_readings(before, present), new, present)) is None or merge.clashes:
            raise UndoRefusedError(
                f"sentence {index + 1} of {entry.document} was changed outside since, in the same place"
            )
        new = merge.sentence
    in_file = document.file_sentences[index]
    return index, present, in_file if new == in_file else new


def _with_saved_readings(before: Sentence, present: Sentence) -> Sentence:
    """Return the earlier sentence with its readings reduced to the present ones where the file's format is lossy: most
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
    """Return whether a reading has the same label as another, or the part of it that the file's columns keep."""
    return all(getattr(current, name) in (getattr(old, name), EMPTY) for name in ("lemma", "upos", "xpos", "feats"))


def make_lock_entry(document: Document, journal: Journal, change: LockChange) -> LockEntry:
    """Make a lock change for the journal; raise an error if it does not begin with the current locks."""
    permanent_id = document.permanent_id_of(change.index)
    if read_current_locks(journal, document.name, permanent_id, change.forms) != change.before:
        problem = f"the locks of sentence {change.index + 1} of {document.name} have changed"
        raise ProjectError(f"{problem} since you started this edit. Check the sentence, then repeat the change")
    return LockEntry(document.name, permanent_id, change.index, change.forms, change.before, change.after)


def replay_lock_entry(document: Document, journal: Journal, entry: LockEntry, kind: str) -> LockChange:
    """Return the lock change that undoes or redoes a journal entry; an UndoRefusedError says where that is
    impossible."""
    target, expected = (entry.before, entry.after) if kind == UNDO else (entry.after, entry.before)
    if (index := document.index_of(entry.sentence)) is None:
        raise UndoRefusedError(f"its sentence is no longer in {entry.document}")
    if read_current_locks(journal, entry.document, entry.sentence, entry.forms) != expected:
        raise UndoRefusedError(f"the locks of sentence {index + 1} of {entry.document} were changed since")
    return LockChange(entry.document, index, entry.forms, expected, target)


def read_current_locks(journal: Journal, document: str, permanent_id: int, forms: tuple[str, ...]) -> Constraints:
    """Return the current locks of a sentence; none if they were set when it had other words than `forms`."""
    locked_forms, locks = journal.read_locks(document, permanent_id).get(permanent_id, ((), UNCONSTRAINED))
    return locks if locked_forms == forms else UNCONSTRAINED


@dataclass(frozen=True, slots=True)
class Step:
    """One line of the history: an edit, undo, redo or merge."""

    id: int
    time: str  # ISO, UTC
    annotator: str
    step: str
    kind: str  # act, undo, redo, merge; refused: a failed undo
    document: str  # of its first change
    index: int  # current index; -1 if the sentence no longer exists
    provenance: str
    milliseconds: int = 0
    rank: int | None = None
    undoes: int | None = None  # the step that was undone, redone or given up
    sentences: int = 1
    cells: tuple[Cell, ...] = ()  # of the first change


def list_history(
    journal: Journal,
    base_of: Callable[[str], MergeBase | None],
    limit: int | None,
    document: str | None,
    permanent_id: int | None,
) -> tuple[Step, ...]:
    """Return the history of a project, newest first, optionally of one document or one of its sentences."""
    index_by_number: dict[str, dict[int, int] | None] = {}

    def find_index(name: str, sentence: int, old_index: int) -> int:
        if name not in index_by_number:
            base = base_of(name)
            index_by_number[name] = None if base is None else base.index_by_id()
        indices = index_by_number[name]
        return old_index if indices is None else indices.get(sentence, -1)

    rows = _read_edits(journal, limit, document, permanent_id)
    edit_ids = [row.id for row in rows]
    first_changes = _read_first_changes(journal, edit_ids, document, permanent_id)
    with journal.connection_for_reading("The history was not read") as connection:
        first_lock_changes = journal_tables.read_first_lock_change_of_edits(
            connection, edit_ids, document, permanent_id
        )
    lines = []
    for row in rows:
        without_change = (*first_lock_changes.get(row.id, ("", 0, -1)), (), int(row.id in first_lock_changes))
        name, sentence, position, cells, count = first_changes.get(row.id, without_change)
        index = find_index(name, sentence, position) if name else -1
        facts = (row.provenance, row.milliseconds, row.rank, row.undoes)
        lines.append(Step(*row[:5], name, index, *facts, count, cells))
    return tuple(lines)


def _read_edits(journal: Journal, limit: int | None, document: str | None, sentence: int | None) -> list[EditRow]:
    """Return the edits, newest first, optionally of one document or one of its sentences."""
    condition = ""
    values: list[str | int] = []
    if document is not None:
        of_sentence = "" if sentence is None else " AND sentence = ?"
        subqueries = [f"SELECT act FROM {table} WHERE document = ?{of_sentence}" for table in ("changes", "locks")]
        condition = f" WHERE id IN ({' UNION '.join(subqueries)})"
        values = [document] if sentence is None else [document, sentence]
        values *= 2
    query = f"SELECT {EDIT_COLUMNS} FROM acts{condition} ORDER BY id DESC LIMIT ?"
    with journal.connection_for_reading("The history was not read") as connection:
        rows = connection.execute(query, (*values, -1 if limit is None else limit)).fetchall()
    return [EditRow(*row) for row in rows]


def _read_first_changes(
    journal: Journal, edit_ids: Sequence[int], document: str | None, sentence: int | None
) -> dict[int, tuple[str, int, int, tuple[Cell, ...], int]]:
    """Return (document, sentence, position, cells, number of changes) of each edit, from its first change."""
    if not edit_ids:
        return {}
    conditions = "" if document is None else " AND document = ?"
    values: list[str | int] = [] if document is None else [document]
    if sentence is not None:
        conditions += " AND sentence = ?"
        values.append(sentence)
    query = (
        "SELECT act, document, sentence, position, cells, "
        "(SELECT count(*) FROM changes AS others WHERE others.act = changes.act) FROM changes "
        f"WHERE id IN (SELECT min(id) FROM changes WHERE act BETWEEN ? AND ?{conditions} GROUP BY act)"
    )
    with journal.connection_for_reading("The history was not read") as connection:
        rows = connection.execute(query, (min(edit_ids), max(edit_ids), *values)).fetchall()
    return {
        edit_id: (name, number, position, decode_cells(cells), count)
        for edit_id, name, number, position, cells, count in rows
    }


@dataclass(frozen=True, slots=True)
class UndoEntry:
    """An edit on the undo stack; its changes are read when it is undone."""

    id: int
    step: str


def restore_undo_history(journal: Journal | None) -> History[UndoEntry]:
    """Return the undo stack as of the last close of the project."""
    done: list[UndoEntry] = []
    undone: list[UndoEntry] = []
    for id, kind, undoes, step in () if journal is None else journal.read_undo_outline():
        if kind in (EDIT, MERGE):
            done.append(UndoEntry(id, step))
            undone.clear()
            continue
        source, target = (undone, done) if kind == REDO else (done, undone)
        if kind == REFUSED and undone and undone[-1].id == undoes:
            source = undone
        if source and source[-1].id == undoes:
            entry = source.pop()
            if kind != REFUSED:
                target.append(entry)
    return History(done, undone)
