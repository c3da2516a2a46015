"""What was locked by hand in sentences, as rows of the journal: it is in no text file, and no seal is without it."""

from __future__ import annotations

import dataclasses
import sqlite3
from collections.abc import Sequence
from dataclasses import dataclass

import msgspec

from spectral_core.data import FREE, Constraints
from spectral_core.project.complaints import DamagedError

Forms = tuple[str, ...]

TABLES = (
    """CREATE TABLE locks (
        id INTEGER PRIMARY KEY, act INTEGER NOT NULL REFERENCES acts (id), document TEXT NOT NULL,
        sentence INTEGER NOT NULL, position INTEGER NOT NULL, forms TEXT NOT NULL, before TEXT NOT NULL,
        after TEXT NOT NULL
    )""",
    "CREATE INDEX locks_of_act ON locks (act)",
    "CREATE INDEX locks_of_sentence ON locks (document, sentence, id)",
)
_COLUMNS = "document, sentence, position, forms, before, after"


@dataclass(frozen=True, slots=True)
class LockTurn:
    """What an act did to the locks of one sentence, which keeps its number wherever it moves in its document."""

    document: str
    sentence: int  # its number for good
    position: int  # where it stood then
    forms: Forms  # the words that the locks are about
    before: Constraints
    after: Constraints


def insert(connection: sqlite3.Connection, act: int, turn: LockTurn) -> None:
    """Writes what an act did, in the transaction that is open."""
    connection.execute(f"INSERT INTO locks (act, {_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?)", (act, *_values(turn)))


def of_act(connection: sqlite3.Connection, act: int) -> tuple[LockTurn, ...]:
    """What an act did."""
    rows = connection.execute(f"SELECT {_COLUMNS} FROM locks WHERE act = ? ORDER BY id", (act,)).fetchall()
    return tuple(_turn(row) for row in rows)


def held(
    connection: sqlite3.Connection, document: str, sentence: int | None = None
) -> dict[int, tuple[Forms, Constraints]]:
    """What is locked in each sentence of a document, or in one of them, with the words that it is about."""
    wanted, values = ("", [document]) if sentence is None else (" AND sentence = ?", [document, sentence])
    query = (
        f"SELECT {_COLUMNS} FROM locks WHERE id IN "
        f"(SELECT max(id) FROM locks WHERE document = ?{wanted} GROUP BY sentence)"
    )
    turns = [_turn(row) for row in connection.execute(query, values)]
    return {turn.sentence: (turn.forms, turn.after) for turn in turns if turn.after}


def firsts(
    connection: sqlite3.Connection, acts: Sequence[int], document: str | None, sentence: int | None
) -> dict[int, tuple[str, int, int]]:
    """For each act (document, sentence, position) of the first sentence in which it locked something."""
    wanted = ""
    bound: list[str | int] = [min(acts, default=0), max(acts, default=0)]
    for column, value in (("document", document), ("sentence", sentence)):
        if value is not None:
            wanted += f" AND {column} = ?"
            bound.append(value)
    query = (
        "SELECT act, document, sentence, position FROM locks WHERE id IN "
        f"(SELECT min(id) FROM locks WHERE act BETWEEN ? AND ?{wanted} GROUP BY act)"
    )
    return {act: (name, number, position) for act, name, number, position in connection.execute(query, bound)}


def sealed(turns: Sequence[LockTurn]) -> list[tuple[str | int, ...]]:
    """What the seal of an act covers of its locks."""
    return [_values(turn) for turn in turns]


def _values(turn: LockTurn) -> tuple[str | int, ...]:
    forms = msgspec.json.encode(turn.forms).decode()
    return turn.document, turn.sentence, turn.position, forms, _packed(turn.before), _packed(turn.after)


def _packed(locks: Constraints) -> str:
    """Locks as text, always in the same order, and without what is empty."""
    parts = {field.name: sorted(getattr(locks, field.name)) for field in dataclasses.fields(locks)}
    return msgspec.json.encode({name: part for name, part in parts.items() if part}).decode()


def _turn(row: tuple[str, int, int, str, str, str]) -> LockTurn:
    document, sentence, position, forms, before, after = row
    try:
        words = msgspec.json.decode(forms, type=Forms)
        return LockTurn(document, sentence, position, words, _unpacked(before), _unpacked(after))
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise DamagedError(f"the journal is damaged: locks of {document} cannot be read ({error})") from None


def _unpacked(text: str) -> Constraints:
    return FREE if text == "{}" else msgspec.json.decode(text, type=Constraints)
