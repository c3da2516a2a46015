"""What decisions about words cost that were offered readings, as rows of the journal: in no text file, but sealed."""

from __future__ import annotations

import sqlite3
from collections.abc import Container, Sequence

from spectral_core.project.history import Taken

Effort = tuple[str, int, int, Taken]  # document, number of the sentence for good, word from 1, and what it cost

TABLES = (
    """CREATE TABLE efforts (
        id INTEGER PRIMARY KEY,
        act INTEGER NOT NULL REFERENCES acts (id),
        document TEXT NOT NULL,
        sentence INTEGER NOT NULL,
        word INTEGER NOT NULL,
        rank INTEGER,
        keys INTEGER NOT NULL,
        milliseconds INTEGER NOT NULL
    )""",
    "CREATE INDEX efforts_of_act ON efforts (act)",
)
_COLUMNS = "document, sentence, word, rank, keys, milliseconds"


def insert(connection: sqlite3.Connection, act: int, efforts: Sequence[Effort]) -> None:
    """Writes what an act cost, in the transaction that is open."""
    rows = [(act, *_values(effort)) for effort in efforts]
    connection.executemany(f"INSERT INTO efforts (act, {_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?)", rows)


def of_act(connection: sqlite3.Connection, act: int) -> tuple[Effort, ...]:
    """What an act cost."""
    rows = connection.execute(f"SELECT {_COLUMNS} FROM efforts WHERE act = ? ORDER BY id", (act,))
    return tuple(map(_effort, rows))


def of_acts(connection: sqlite3.Connection, acts: Container[int]) -> tuple[Effort, ...]:
    """What these acts cost, in the order in which they were done."""
    rows = connection.execute(f"SELECT act, {_COLUMNS} FROM efforts ORDER BY id")
    return tuple(_effort(row) for act, *row in rows if act in acts)


def sealed(efforts: Sequence[Effort]) -> list[tuple[str | int | None, ...]]:
    """What the seal of an act covers of what it cost."""
    return [_values(effort) for effort in efforts]


def _values(effort: Effort) -> tuple[str | int | None, ...]:
    document, sentence, word, taken = effort
    return document, sentence, word, taken.rank, taken.keys, taken.milliseconds


def _effort(row: Sequence[object]) -> Effort:
    document, sentence, word, rank, keys, milliseconds = row
    return document, sentence, word, Taken(rank, keys, milliseconds)  # type: ignore[return-value,arg-type]
