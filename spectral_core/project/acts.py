"""An act as the journal keeps it, what it did to each sentence, and the seal that ties it to all acts before it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import blake2b

import msgspec

from spectral_core.project import locks
from spectral_core.project.cells import Cell
from spectral_core.project.locks import LockTurn
from spectral_core.project.texts import Text

ACT, UNDO, REDO, MERGE, REFUSED = "act", "undo", "redo", "merge", "refused"
NAMES = "id, time, annotator, step, kind, undoes, provenance, milliseconds, rank"


@dataclass(frozen=True, slots=True)
class Row:
    """One act as the journal keeps it."""

    id: int
    time: str  # ISO, UTC
    annotator: str
    step: str
    kind: str
    undoes: int | None  # the act that was taken back, done again or given up
    provenance: str
    milliseconds: int
    rank: int | None


@dataclass(frozen=True, slots=True)
class Turn:
    """What an act did to one sentence, which keeps its number wherever it moves in its document."""

    document: str
    sentence: int  # its number for good
    position: int  # where it stood then
    cells: tuple[Cell, ...]
    before: Text | None
    after: Text | None  # None where it was taken out
    theirs: Text | None = None  # what an outside change had made of it


def columns(row: Row) -> tuple[int | str | None, ...]:
    """What stands in the columns NAMES."""
    return (
        row.id,
        row.time,
        row.annotator,
        row.step,
        row.kind,
        row.undoes,
        row.provenance,
        row.milliseconds,
        row.rank,
    )


def cells_of(text: str) -> tuple[Cell, ...]:
    """The cells that a row names."""
    return msgspec.json.decode(text, type=tuple[Cell, ...])


def seal_of(
    before: bytes,
    row: Row,
    turns: Sequence[Turn],
    locked: Sequence[LockTurn] = (),
    spent: Sequence[tuple[object, ...]] = (),
) -> bytes:
    """A digest of an act and, by the seal before it, of all acts before it; acts without locks, or without what they
    cost, are sealed as they were before there was any of that."""
    changes = [
        (
            turn.document,
            turn.sentence,
            turn.position,
            turn.cells,
            *(None if text is None else text.digest for text in (turn.before, turn.after, turn.theirs)),
        )
        for turn in turns
    ]
    whole: tuple[object, ...] = (columns(row), changes)
    if locked or spent:
        whole = (*whole, locks.sealed(locked))
    if spent:
        whole = (*whole, spent)
    return blake2b(before + msgspec.json.encode(whole), digest_size=16).digest()
