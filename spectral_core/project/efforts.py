"""What decisions about words cost that were offered readings, as rows of the journal: in no text file, but sealed."""

from __future__ import annotations

import sqlite3
from collections.abc import Container, Sequence

from spectral_core.project.history import Taken

Effort = tuple[str, int, int, Taken]  # document, number of the sentence for good, word from 1, and what it cost

TABLES = (
    """CREATE TABLE efforts (
        id INTEGER PRIMARY KEY, act INTEGER NOT NULL REFERENCES acts (id), document TEXT NOT NULL,
        sentence INTEGER NOT NULL, word INTEGER NOT NULL, rank INTEGER, keys INTEGER NOT NULL,
        milliseconds INTEGER NOT NULL
    )""",
    "CREATE INDEX efforts_of_act ON efforts (act)",
)
_COLUMNS = "document, sentence, word, rank, keys, milliseconds"
_READABLE = f"CAST(document AS BLOB), {_COLUMNS.partition(', ')[2]}"  # a text that is no UTF-8 would not be given out
_WHOLE = " AND ".join(
    [f"typeof({name}) = 'integer'" for name in ("sentence", "word", "keys", "milliseconds")]
    + ["typeof(document) = 'text'", "typeof(rank) IN ('integer', 'null')"]
)


def insert(connection: sqlite3.Connection, act: int, efforts: Sequence[Effort]) -> None:
    """Writes what an act cost, in the transaction that is open."""
    rows = [(act, *_values(effort)) for effort in efforts]
    connection.executemany(f"INSERT INTO efforts (act, {_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?)", rows)


def of_act(connection: sqlite3.Connection, act: int) -> tuple[Effort, ...]:
    """What an act cost. Rows that hold something else are left out: they are no reason not to undo an act."""
    rows = connection.execute(f"SELECT {_READABLE} FROM efforts WHERE act = ? AND {_WHOLE} ORDER BY id", (act,))
    return tuple(map(_effort, rows))


def of_acts(connection: sqlite3.Connection, acts: Container[int]) -> tuple[Effort, ...]:
    """What these acts cost, in the order in which they were done; rows that hold something else are left out."""
    rows = connection.execute(f"SELECT act, {_READABLE} FROM efforts WHERE {_WHOLE} ORDER BY id")
    return tuple(_effort(row) for act, *row in rows if act in acts)


def rows_of_act(connection: sqlite3.Connection, act: int) -> list[tuple[object, ...]]:
    """What an act cost as it stands there, for its seal."""
    found = connection.execute(f"SELECT {_READABLE} FROM efforts WHERE act = ? ORDER BY id", (act,))
    return [(_name(document), *rest) for document, *rest in found]


def without_act(connection: sqlite3.Connection) -> int:
    """How many rows belong to no act."""
    rows = connection.execute("SELECT count(*) FROM efforts WHERE act NOT IN (SELECT id FROM acts)")
    return int(rows.fetchone()[0])


def sealed(efforts: Sequence[Effort]) -> list[tuple[object, ...]]:
    """What the seal of an act covers of what it cost."""
    return [_values(effort) for effort in efforts]


def _values(effort: Effort) -> tuple[object, ...]:
    document, sentence, word, taken = effort
    return document, sentence, word, taken.rank, taken.keys, taken.milliseconds


def _effort(row: Sequence[object]) -> Effort:
    document, sentence, word, rank, keys, milliseconds = row
    return _name(document), sentence, word, Taken(rank, keys, milliseconds)  # type: ignore[return-value,arg-type]


def _name(content: object) -> str:
    return content.decode("utf-8", "backslashreplace") if isinstance(content, bytes) else str(content)
