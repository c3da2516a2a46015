"""History of a project for display, line by line."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from spectral_core.project import locks
from spectral_core.project.bases import Base
from spectral_core.project.cells import Cell
from spectral_core.project.journal import EDIT_COLUMNS, EditRow, Journal, decode_cells


@dataclass(frozen=True, slots=True)
class Step:
    """One line of the history."""

    id: int
    time: str  # ISO, UTC
    annotator: str
    step: str
    kind: str  # act, undo, redo, merge; refused: an undo that could not be done
    document: str  # of its first change
    index: int  # where that sentence stands now; -1 where it is no longer there
    provenance: str
    milliseconds: int = 0
    rank: int | None = None
    undoes: int | None = None  # the step that was taken back, done again or given up
    sentences: int = 1
    cells: tuple[Cell, ...] = ()  # of the first change


def list_steps(
    journal: Journal, base_of: Callable[[str], Base | None], limit: int | None, document: str | None, number: int | None
) -> tuple[Step, ...]:
    """Return the history, newest first; of a document, or of one of its sentences, where that is given."""
    index_by_number: dict[str, dict[int, int] | None] = {}

    def find_index(name: str, sentence: int, old_index: int) -> int:
        if name not in index_by_number:
            base = base_of(name)
            index_by_number[name] = None if base is None else base.index_by_number()
        indices = index_by_number[name]
        return old_index if indices is None else indices.get(sentence, -1)

    rows = _read_edits(journal, limit, document, number)
    edit_ids = [row.id for row in rows]
    first_changes = _read_first_changes(journal, edit_ids, document, number)
    with journal.reading("The history was not read") as connection:
        first_lock_changes = locks.read_first_lock_changes(connection, edit_ids, document, number)
    lines = []
    for row in rows:
        without_change = (*first_lock_changes.get(row.id, ("", 0, -1)), (), int(row.id in first_lock_changes))
        name, sentence, position, cells, count = first_changes.get(row.id, without_change)
        index = find_index(name, sentence, position) if name else -1
        facts = (row.provenance, row.milliseconds, row.rank, row.undoes)
        lines.append(Step(*row[:5], name, index, *facts, count, cells))
    return tuple(lines)


def _read_edits(journal: Journal, limit: int | None, document: str | None, sentence: int | None) -> list[EditRow]:
    """Return the edits, newest first; those of one document or of one of its sentences where that is given."""
    condition = ""
    values: list[str | int] = []
    if document is not None:
        of_sentence = "" if sentence is None else " AND sentence = ?"
        subqueries = [f"SELECT act FROM {table} WHERE document = ?{of_sentence}" for table in ("changes", "locks")]
        condition = f" WHERE id IN ({' UNION '.join(subqueries)})"
        values = [document] if sentence is None else [document, sentence]
        values *= 2
    query = f"SELECT {EDIT_COLUMNS} FROM acts{condition} ORDER BY id DESC LIMIT ?"
    with journal.reading("The history was not read") as connection:
        rows = connection.execute(query, (*values, -1 if limit is None else limit)).fetchall()
    return [EditRow(*row) for row in rows]


def _read_first_changes(
    journal: Journal, edit_ids: Sequence[int], document: str | None, sentence: int | None
) -> dict[int, tuple[str, int, int, tuple[Cell, ...], int]]:
    """Return for each edit (document, sentence, position, cells) of its first change, and the number of its changes."""
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
    with journal.reading("The history was not read") as connection:
        rows = connection.execute(query, (min(edit_ids), max(edit_ids), *values)).fetchall()
    return {
        edit_id: (name, number, position, decode_cells(cells), count)
        for edit_id, name, number, position, cells, count in rows
    }
