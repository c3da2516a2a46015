"""Announced saves: what a file will hold, recorded before it is replaced, with a seal."""

from __future__ import annotations

import sqlite3
from hashlib import blake2b

import msgspec

from spectral_core.project import bases
from spectral_core.project.bases import Base
from spectral_core.project.complaints import DamagedError

SAVE_TABLES = (
    """CREATE TABLE saves (
        id INTEGER PRIMARY KEY,
        base INTEGER NOT NULL UNIQUE REFERENCES bases (id),
        seal BLOB NOT NULL
    )""",
)


def insert_save(connection: sqlite3.Connection, base_id: int, seal: bytes) -> None:
    """Record that a base is what a file will hold, in the open transaction."""
    connection.execute("INSERT INTO saves (base, seal) VALUES (?, ?)", (base_id, seal))


def read_newest_base_id(connection: sqlite3.Connection, document: str) -> int:
    """Return the number of the newest base that the file was seen to hold; 0 where there is none."""
    query = (
        "SELECT id FROM bases WHERE document = ? AND NOT EXISTS (SELECT 1 FROM saves WHERE base = bases.id) "
        "ORDER BY id DESC LIMIT 1"
    )
    row = connection.execute(query, (document,)).fetchone()
    return 0 if row is None else int(row[0])


def read_announced(connection: sqlite3.Connection, document: str) -> tuple[Base, ...]:
    """Return what the file may hold besides its newest base, newest first: saves that may not have been completed."""
    query = (
        "SELECT saves.base FROM saves JOIN bases ON bases.id = saves.base WHERE document = ? AND bases.id > ? "
        "ORDER BY saves.id DESC"
    )
    rows = connection.execute(query, (document, read_newest_base_id(connection, document))).fetchall()
    return tuple(bases.read_base(connection, number).base for (number,) in rows)


def compute_save_seal(edit_seal: bytes, base: Base) -> bytes:
    """Return a digest of a save and, by the seal of the newest edit before it, of all that it is a save of."""
    numbers = None if base.numbers is None else list(base.numbers)
    sealed_values = (base.document, base.act, base.digest, base.marks, numbers, base.next, base.pending, base.appended)
    return blake2b(edit_seal + msgspec.json.encode(sealed_values), digest_size=16).digest()


def find_broken_saves(connection: sqlite3.Connection) -> list[int]:
    """Return the numbers of announced saves that are not what was recorded."""
    seals = {0: b"", **dict(connection.execute("SELECT id, seal FROM acts"))}
    broken_ids = []
    for save_id, base_id, seal in connection.execute("SELECT id, base, seal FROM saves ORDER BY id").fetchall():
        try:
            base = bases.read_base(connection, base_id).base
        except DamagedError:
            broken_ids.append(save_id)
            continue
        if base.act not in seals or compute_save_seal(bytes(seals[base.act]), base) != bytes(seal):
            broken_ids.append(save_id)
    return broken_ids
