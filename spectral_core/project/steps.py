"""The history of a project as it is shown, line by line."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from spectral_core.project.bases import Base
from spectral_core.project.cells import Cell
from spectral_core.project.journal import Journal


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
    journal: Journal,
    base_of: Callable[[str], Base | None],
    limit: int | None,
    document: str | None = None,
    number: int | None = None,
) -> tuple[Step, ...]:
    """What was done, newest first; to a document, or to one of its sentences, where that is asked."""
    places: dict[str, dict[int, int] | None] = {}

    def place(name: str, sentence: int, then: int) -> int:
        if name not in places:
            base = base_of(name)
            numbers = None if base is None else base.numbers
            places[name] = None if numbers is None else {known: at for at, known in enumerate(numbers)}
        known = places[name]
        return then if known is None else known.get(sentence, -1)

    rows = journal.rows(limit, document, number)
    acts = [row.id for row in rows]
    firsts = journal.first_changes(acts, document, number)
    locked = journal.first_locks(acts, document, number)
    found = []
    for row in rows:
        lone = (*locked.get(row.id, ("", 0, -1)), (), int(row.id in locked))
        name, sentence, then, cells, count = firsts.get(row.id, lone)
        found.append(
            Step(
                row.id,
                row.time,
                row.annotator,
                row.step,
                row.kind,
                name,
                place(name, sentence, then) if name else -1,
                row.provenance,
                row.milliseconds,
                row.rank,
                row.undoes,
                count,
                cells,
            )
        )
    return tuple(found)
