"""Saves as the journal announces them: what a file will hold, written down before it is replaced, with a seal."""

from __future__ import annotations

import sqlite3
from hashlib import blake2b

import msgspec

from spectral_core.project import bases
from spectral_core.project.bases import Base
from spectral_core.project.complaints import DamagedError

TABLES = (
    """CREATE TABLE saves (
        id INTEGER PRIMARY KEY,
        base INTEGER NOT NULL UNIQUE REFERENCES bases (id),
        seal BLOB NOT NULL
    )""",
)


def insert(connection: sqlite3.Connection, base: int, seal: bytes) -> None:
    """Says of a base that it is what a file will hold, in the transaction that is open."""
    connection.execute("INSERT INTO saves (base, seal) VALUES (?, ?)", (base, seal))


def newest_base(connection: sqlite3.Connection, document: str) -> int:
    """The number of the newest base that the file was seen to hold; 0 where there is none."""
    query = (
        "SELECT id FROM bases WHERE document = ? AND NOT EXISTS (SELECT 1 FROM saves WHERE base = bases.id) "
        "ORDER BY id DESC LIMIT 1"
    )
    found = connection.execute(query, (document,)).fetchone()
    return 0 if found is None else int(found[0])


def announced(connection: sqlite3.Connection, document: str) -> tuple[Base, ...]:
    """What the file may hold besides its newest base, newest first: saves of which nobody knows whether they came to
    their end."""
    query = (
        "SELECT saves.base FROM saves JOIN bases ON bases.id = saves.base WHERE document = ? AND bases.id > ? "
        "ORDER BY saves.id DESC"
    )
    rows = connection.execute(query, (document, newest_base(connection, document))).fetchall()
    return tuple(bases.at_row(connection, number).base for (number,) in rows)


def sealed(act: bytes, base: Base) -> bytes:
    """A digest of a save and, by the seal of the newest act before it, of all that it is a save of."""
    numbers = None if base.numbers is None else list(base.numbers)
    whole = (base.document, base.act, base.digest, base.marks, numbers, base.next, base.pending, base.appended)
    return blake2b(act + msgspec.json.encode(whole), digest_size=16).digest()


def broken(connection: sqlite3.Connection) -> list[int]:
    """The numbers of announced saves that are not what was recorded."""
    seals = {0: b"", **dict(connection.execute("SELECT id, seal FROM acts"))}
    found = []
    for number, base, seal in connection.execute("SELECT id, base, seal FROM saves ORDER BY id").fetchall():
        try:
            kept = bases.at_row(connection, base).base
        except DamagedError:
            found.append(number)
            continue
        if kept.act not in seals or sealed(bytes(seals[kept.act]), kept) != bytes(seal):
            found.append(number)
    return found
