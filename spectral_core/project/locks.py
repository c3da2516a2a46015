"""Locks of sentences as rows of the journal: they are in no text file, and every seal covers them."""

from __future__ import annotations

import dataclasses
import sqlite3
from collections.abc import Sequence
from dataclasses import dataclass

import msgspec

from spectral_core.data import FREE, Constraints
from spectral_core.project.complaints import DamagedError

Forms = tuple[str, ...]

LOCK_TABLES = (
    """CREATE TABLE locks (
        id INTEGER PRIMARY KEY, act INTEGER NOT NULL REFERENCES acts (id), document TEXT NOT NULL,
        sentence INTEGER NOT NULL, position INTEGER NOT NULL, forms TEXT NOT NULL, before TEXT NOT NULL,
        after TEXT NOT NULL
    )""",
    "CREATE INDEX locks_of_act ON locks (act)",
    "CREATE INDEX locks_of_sentence ON locks (document, sentence, id)",
)
_LOCK_COLUMNS = "document, sentence, position, forms, before, after"


@dataclass(frozen=True, slots=True)
class LockEntry:
    """Change of the locks of one sentence, which keeps its number wherever it moves in its document."""

    document: str
    sentence: int  # its number for good
    position: int  # where it stood then
    forms: Forms  # the words that the locks are about
    before: Constraints
    after: Constraints


def insert_lock_entry(connection: sqlite3.Connection, edit_id: int, entry: LockEntry) -> None:
    """Write a change of locks in the open transaction."""
    connection.execute(
        f"INSERT INTO locks (act, {_LOCK_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?)", (edit_id, *_lock_values(entry))
    )


def read_lock_entries(connection: sqlite3.Connection, edit_id: int) -> tuple[LockEntry, ...]:
    """Read the changes of locks of an edit."""
    rows = connection.execute(f"SELECT {_LOCK_COLUMNS} FROM locks WHERE act = ? ORDER BY id", (edit_id,)).fetchall()
    return tuple(_parse_lock_entry(row) for row in rows)


def read_locks(
    connection: sqlite3.Connection, document: str, sentence: int | None = None
) -> dict[int, tuple[Forms, Constraints]]:
    """Read the present locks of each sentence of a document, or of one sentence, with the words that they are about."""
    condition, values = ("", [document]) if sentence is None else (" AND sentence = ?", [document, sentence])
    query = (
        f"SELECT {_LOCK_COLUMNS} FROM locks WHERE id IN "
        f"(SELECT max(id) FROM locks WHERE document = ?{condition} GROUP BY sentence)"
    )
    entries = [_parse_lock_entry(row) for row in connection.execute(query, values)]
    return {entry.sentence: (entry.forms, entry.after) for entry in entries if entry.after}


def read_first_lock_changes(
    connection: sqlite3.Connection, edit_ids: Sequence[int], document: str | None, sentence: int | None
) -> dict[int, tuple[str, int, int]]:
    """Return for each edit (document, sentence, position) of the first sentence whose locks it changed."""
    conditions = ""
    parameters: list[str | int] = [min(edit_ids, default=0), max(edit_ids, default=0)]
    for column, value in (("document", document), ("sentence", sentence)):
        if value is not None:
            conditions += f" AND {column} = ?"
            parameters.append(value)
    query = (
        "SELECT act, document, sentence, position FROM locks WHERE id IN "
        f"(SELECT min(id) FROM locks WHERE act BETWEEN ? AND ?{conditions} GROUP BY act)"
    )
    return {
        edit_id: (name, number, position) for edit_id, name, number, position in connection.execute(query, parameters)
    }


def lock_seal_values(entries: Sequence[LockEntry]) -> list[tuple[str | int, ...]]:
    """Return what the seal of an edit covers of its locks."""
    return [_lock_values(entry) for entry in entries]


def _lock_values(entry: LockEntry) -> tuple[str | int, ...]:
    forms = msgspec.json.encode(entry.forms).decode()
    return (
        entry.document,
        entry.sentence,
        entry.position,
        forms,
        _encode_locks(entry.before),
        _encode_locks(entry.after),
    )


def _encode_locks(locks: Constraints) -> str:
    """Return locks as text, always in the same order, and without what is empty."""
    parts = {field.name: sorted(getattr(locks, field.name)) for field in dataclasses.fields(locks)}
    return msgspec.json.encode({name: part for name, part in parts.items() if part}).decode()


def _parse_lock_entry(row: tuple[str, int, int, str, str, str]) -> LockEntry:
    document, sentence, position, forms, before, after = row
    try:
        words = msgspec.json.decode(forms, type=Forms)
        return LockEntry(document, sentence, position, words, _decode_locks(before), _decode_locks(after))
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise DamagedError(f"the journal is damaged: locks of {document} cannot be read ({error})") from None


def _decode_locks(text: str) -> Constraints:
    return FREE if text == "{}" else msgspec.json.decode(text, type=Constraints)
