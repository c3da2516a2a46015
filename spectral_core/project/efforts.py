"""Efforts: the cost of decisions about words that were offered readings, as rows of the journal; in no text file, but
sealed."""

from __future__ import annotations

import sqlite3
from collections.abc import Container, Sequence

from spectral_core.project.history import WordEffort

EffortRow = tuple[str, int, int, WordEffort]  # document, number of the sentence for good, word from 1, and what it cost

EFFORT_TABLES = (
    """CREATE TABLE efforts (
        id INTEGER PRIMARY KEY, act INTEGER NOT NULL REFERENCES acts (id), document TEXT NOT NULL,
        sentence INTEGER NOT NULL, word INTEGER NOT NULL, rank INTEGER, keys INTEGER NOT NULL,
        milliseconds INTEGER NOT NULL
    )""",
    "CREATE INDEX efforts_of_act ON efforts (act)",
)
_EFFORT_COLUMNS = "document, sentence, word, rank, keys, milliseconds"
_SELECTED_COLUMNS = (
    f"CAST(document AS BLOB), {_EFFORT_COLUMNS.partition(', ')[2]}"  # a text that is no UTF-8 would not be given out
)
_IS_WELL_TYPED = " AND ".join(
    [f"typeof({name}) = 'integer'" for name in ("sentence", "word", "keys", "milliseconds")]
    + ["typeof(document) = 'text'", "typeof(rank) IN ('integer', 'null')"]
)


def insert_efforts(connection: sqlite3.Connection, edit_id: int, efforts: Sequence[EffortRow]) -> None:
    """Write the efforts of an edit in the open transaction."""
    rows = [(edit_id, *_effort_values(effort)) for effort in efforts]
    connection.executemany(f"INSERT INTO efforts (act, {_EFFORT_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?)", rows)


def read_efforts_of_edit(connection: sqlite3.Connection, edit_id: int) -> tuple[EffortRow, ...]:
    """Read the efforts of an edit. Rows with other types are left out: they must not keep an edit from being undone."""
    rows = connection.execute(
        f"SELECT {_SELECTED_COLUMNS} FROM efforts WHERE act = ? AND {_IS_WELL_TYPED} ORDER BY id", (edit_id,)
    )
    return tuple(map(_parse_effort, rows))


def read_efforts_of_edits(connection: sqlite3.Connection, edit_ids: Container[int]) -> tuple[EffortRow, ...]:
    """Read the efforts of these edits, in the order in which they were done; rows with other types are left out."""
    rows = connection.execute(f"SELECT act, {_SELECTED_COLUMNS} FROM efforts WHERE {_IS_WELL_TYPED} ORDER BY id")
    return tuple(_parse_effort(row) for edit_id, *row in rows if edit_id in edit_ids)


def read_raw_efforts(connection: sqlite3.Connection, edit_id: int) -> list[tuple[object, ...]]:
    """Read the efforts of an edit as they are stored, for its seal."""
    rows = connection.execute(f"SELECT {_SELECTED_COLUMNS} FROM efforts WHERE act = ? ORDER BY id", (edit_id,))
    return [(_decode_name(document), *values) for document, *values in rows]


def count_orphans(connection: sqlite3.Connection) -> int:
    """Count the rows that belong to no edit."""
    rows = connection.execute("SELECT count(*) FROM efforts WHERE act NOT IN (SELECT id FROM acts)")
    return int(rows.fetchone()[0])


def effort_seal_values(efforts: Sequence[EffortRow]) -> list[tuple[object, ...]]:
    """Return what the seal of an edit covers of its efforts."""
    return [_effort_values(effort) for effort in efforts]


def _effort_values(effort: EffortRow) -> tuple[object, ...]:
    document, sentence, word, cost = effort
    return document, sentence, word, cost.rank, cost.keys, cost.milliseconds


def _parse_effort(row: Sequence[object]) -> EffortRow:
    document, sentence, word, rank, keys, milliseconds = row
    return _decode_name(document), sentence, word, WordEffort(rank, keys, milliseconds)  # type: ignore[return-value,arg-type]


def _decode_name(content: object) -> str:
    return content.decode("utf-8", "backslashreplace") if isinstance(content, bytes) else str(content)
