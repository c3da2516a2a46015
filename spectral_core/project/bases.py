"""Bases: the state of a text file when it was last opened or saved, with a mark for each sentence, as rows of the
journal."""

from __future__ import annotations

import sqlite3
import sys
import zlib
from array import array
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeVar

from spectral_core.project.complaints import DamagedError

T = TypeVar("T")

_MAX_DEPTH = 32  # rows that a base is spread over, at most
_MAX_BYTES = 1 << 28  # bytes of one: twenty million sentences


@dataclass(frozen=True, slots=True)
class Base:
    """The state of a text file when it was last opened or saved."""

    document: str
    act: int  # the newest act then
    reason: str  # opened, saved, merged
    digest: bytes  # of the whole file
    marks: bytes  # eight bytes a sentence
    numbers: array[int] | None  # (sentences,) their numbers for good; None for 0, 1, 2, ...
    next: int  # the number of the next new sentence
    pending: tuple[int, ...] = ()  # sentences whose decisions up to `act` the file does not hold
    appended: tuple[int, ...] = ()  # sentences that stand behind those of the file, and not in it

    def number_of(self, index: int) -> int | None:
        """Return the permanent number of the sentence at `index`; None where there is none."""
        if not 0 <= index < len(self.marks) // 8:
            return None
        return index if self.numbers is None else self.numbers[index]

    def index_by_number(self) -> dict[int, int] | None:
        """Return the index of each permanent number; None where every sentence is at its number."""
        return None if self.numbers is None else {number: index for index, number in enumerate(self.numbers)}

    def by_index(self, values: dict[int, T]) -> dict[int, T]:
        """Return values by permanent number as values by index."""
        if self.numbers is None:
            return values
        return {index: values[number] for index, number in enumerate(self.numbers) if number in values}


@dataclass(frozen=True, slots=True)
class StoredBase:
    """A base and its row: its number, and the number of rows that it takes to read it."""

    id: int
    base: Base
    depth: int


def read_base(connection: sqlite3.Connection, base_id: int) -> StoredBase:
    """Read the base with this number: its own row, applied to those it follows."""
    query = (
        "SELECT document, act, reason, digest, sentences, follows, marks, numbers, next, pending, appended "
        "FROM bases WHERE id = ?"
    )
    rows = []
    following: int | None = base_id
    while following is not None:
        row = connection.execute(query, (following,)).fetchone()
        if row is None:
            raise DamagedError("the journal is damaged: a state of a file is not in it")
        if row[5] is not None and row[5] >= following:  # each follows an older one, so that there is an end
            raise DamagedError("the journal is damaged: the states of a file follow one another in a circle")
        rows.append(row)
        following = row[5]
    oldest = rows[-1]
    marks = bytearray(_decompress(oldest[6]))
    for row in reversed(rows[:-1]):
        changed = _decompress(row[6])
        for offset in range(0, len(changed), 12):
            start = int.from_bytes(changed[offset : offset + 4], "little") * 8
            marks[start : start + 8] = changed[offset + 4 : offset + 12]
    document, act, reason, digest, sentences, _, _, _, next_number, pending, appended = rows[0]
    if len(marks) != 8 * sentences:
        raise DamagedError("the journal is damaged: a state of a file is not whole in it")
    numbers = None if oldest[7] is None else _unpack_numbers(oldest[7])
    if numbers is not None and len(numbers) != sentences:
        raise DamagedError("the journal is damaged: sentences of a state of a file have no numbers in it")
    last_fields = (next_number, tuple(_unpack_numbers(pending)), tuple(_unpack_numbers(appended)))
    base = Base(document, act, reason, bytes(digest), bytes(marks), numbers, *last_fields)
    return StoredBase(base_id, base, len(rows))


def insert_base(connection: sqlite3.Connection, base: Base, previous: StoredBase | None, time: str) -> StoredBase:
    """Write a base in the open transaction: all of it, or its difference from the one before."""
    follows, depth, marks = None, 1, base.marks
    if previous is not None and previous.depth < _MAX_DEPTH and previous.base.numbers == base.numbers:
        difference = _diff_marks(previous.base.marks, marks) if len(previous.base.marks) == len(marks) else marks
        if len(difference) * 4 < len(marks):
            follows, depth, marks = previous.id, previous.depth + 1, difference
    numbers = None if base.numbers is None or follows is not None else _pack_numbers(base.numbers)
    state = (base.digest, len(base.marks) // 8, follows, zlib.compress(marks, 1), numbers)
    last_fields = (base.next, _pack_numbers(base.pending), _pack_numbers(base.appended))
    cursor = connection.execute(
        "INSERT INTO bases (document, act, time, reason, digest, sentences, follows, marks, numbers, next, pending,"
        " appended) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (base.document, base.act, time, base.reason, *state, *last_fields),
    )
    return StoredBase(int(cursor.lastrowid or 0), base, depth)


def _pack_numbers(numbers: Sequence[int]) -> bytes:
    """Return numbers as bytes that `_unpack_numbers` reads on every machine."""
    integers = array("I", numbers)
    if sys.byteorder == "big":
        integers.byteswap()
    return zlib.compress(integers.tobytes(), 1)


def _unpack_numbers(content: bytes) -> array[int]:
    integers = array("I")
    decompressed = _decompress(content)
    if len(decompressed) % integers.itemsize:
        raise DamagedError("the journal is damaged: a list of numbers is not whole in it")
    integers.frombytes(decompressed)
    if sys.byteorder == "big":
        integers.byteswap()
    return integers


def _decompress(content: bytes) -> bytes:
    decompressor = zlib.decompressobj()
    try:
        decompressed = decompressor.decompress(content, _MAX_BYTES)
    except zlib.error as error:
        raise DamagedError(f"the journal is damaged: a state of a file cannot be read ({error})") from None
    if not decompressor.eof:
        raise DamagedError("the journal is damaged: a state of a file is not whole, or larger than any")
    return decompressed


def _diff_marks(old: bytes, new: bytes) -> bytes:
    """Return (index in four bytes, mark in eight) of each sentence whose mark changed."""
    difference = bytearray()
    for offset in range(0, len(new), 8):
        if old[offset : offset + 8] != new[offset : offset + 8]:
            difference += (offset // 8).to_bytes(4, "little") + new[offset : offset + 8]
    return bytes(difference)
