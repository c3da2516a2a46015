"""The history of a project as it is shown, line by line."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from spectral_core.project import locks
from spectral_core.project.bases import Base
from spectral_core.project.cells import Cell
from spectral_core.project.journal import NAMES, ActRow, Journal, cells_of


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


def steps(
    journal: Journal, base_of: Callable[[str], Base | None], limit: int | None, document: str | None, number: int | None
) -> tuple[Step, ...]:
    """What was done, newest first; to a document, or to one of its sentences, where that is asked."""
    places: dict[str, dict[int, int] | None] = {}

    def place(name: str, sentence: int, then: int) -> int:
        if name not in places:
            base = base_of(name)
            places[name] = None if base is None else base.places()
        known = places[name]
        return then if known is None else known.get(sentence, -1)

    rows = _rows(journal, limit, document, number)
    acts = [row.id for row in rows]
    firsts = _first_changes(journal, acts, document, number)
    with journal.reading("The history was not read") as connection:
        locked = locks.firsts(connection, acts, document, number)
    found = []
    for row in rows:
        lone = (*locked.get(row.id, ("", 0, -1)), (), int(row.id in locked))
        name, sentence, then, cells, count = firsts.get(row.id, lone)
        index = place(name, sentence, then) if name else -1
        facts = (row.provenance, row.milliseconds, row.rank, row.undoes)
        found.append(Step(*row[:5], name, index, *facts, count, cells))
    return tuple(found)


def _rows(journal: Journal, limit: int | None, document: str | None, sentence: int | None) -> list[ActRow]:
    """The acts, newest first; those of one document or of one of its sentences where that is asked."""
    wanted = ""
    values: list[str | int] = []
    if document is not None:
        of_sentence = "" if sentence is None else " AND sentence = ?"
        parts = [f"SELECT act FROM {table} WHERE document = ?{of_sentence}" for table in ("changes", "locks")]
        wanted = f" WHERE id IN ({' UNION '.join(parts)})"
        values = [document] if sentence is None else [document, sentence]
        values *= 2
    query = f"SELECT {NAMES} FROM acts{wanted} ORDER BY id DESC LIMIT ?"
    with journal.reading("The history was not read") as connection:
        found = connection.execute(query, (*values, -1 if limit is None else limit)).fetchall()
    return [ActRow(*one) for one in found]


def _first_changes(
    journal: Journal, acts: Sequence[int], document: str | None, sentence: int | None
) -> dict[int, tuple[str, int, int, tuple[Cell, ...], int]]:
    """For each act (document, sentence, position, cells) of its first change, and how many changes it has."""
    if not acts:
        return {}
    wanted = "" if document is None else " AND document = ?"
    values: list[str | int] = [] if document is None else [document]
    if sentence is not None:
        wanted += " AND sentence = ?"
        values.append(sentence)
    query = (
        "SELECT act, document, sentence, position, cells, "
        "(SELECT count(*) FROM changes AS others WHERE others.act = changes.act) FROM changes "
        f"WHERE id IN (SELECT min(id) FROM changes WHERE act BETWEEN ? AND ?{wanted} GROUP BY act)"
    )
    with journal.reading("The history was not read") as connection:
        rows = connection.execute(query, (min(acts), max(acts), *values)).fetchall()
    return {act: (name, number, position, cells_of(cells), count) for act, name, number, position, cells, count in rows}
