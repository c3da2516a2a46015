"""What the journal knows of a text file: the marks of its sentences when it was last opened or saved, as rows."""

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

_DEEPEST = 32  # rows that a base is spread over, at most
_LARGEST = 1 << 28  # bytes of one: twenty million sentences


@dataclass(frozen=True, slots=True)
class Base:
    """What a text file held when it was last opened or saved."""

    document: str
    act: int  # the newest act then
    reason: str  # opened, saved, merged
    digest: bytes  # of the whole file
    marks: bytes  # eight bytes a sentence
    numbers: array[int] | None  # (sentences,) their numbers for good; None for 0, 1, 2, ...
    next: int  # the number of the next new sentence
    pending: tuple[int, ...] = ()  # sentences whose decisions up to `act` the file does not hold
    appended: tuple[int, ...] = ()  # sentences that stand behind those of the file, and not in it

    def number(self, index: int) -> int | None:
        """The number for good of the sentence at `index`; None where there is none."""
        if not 0 <= index < len(self.marks) // 8:
            return None
        return index if self.numbers is None else self.numbers[index]

    def places(self) -> dict[int, int] | None:
        """Where the sentence with each number stands; None where all stand at their numbers."""
        return None if self.numbers is None else {number: at for at, number in enumerate(self.numbers)}

    def placed(self, found: dict[int, T]) -> dict[int, T]:
        """What is known of sentences by their numbers, by where they stand."""
        if self.numbers is None:
            return found
        return {at: found[number] for at, number in enumerate(self.numbers) if number in found}


@dataclass(frozen=True, slots=True)
class KeptBase:
    """A base and its row: its number, and how many rows it takes to read it."""

    id: int
    base: Base
    depth: int


def at_row(connection: sqlite3.Connection, number: int) -> KeptBase:
    """The base with this number: its own row, on those it follows."""
    query = (
        "SELECT document, act, reason, digest, sentences, follows, marks, numbers, next, pending, appended "
        "FROM bases WHERE id = ?"
    )
    rows = []
    following: int | None = number
    while following is not None:
        row = connection.execute(query, (following,)).fetchone()
        if row is None:
            raise DamagedError("the journal is damaged: a state of a file is not in it")
        if row[5] is not None and row[5] >= following:  # each follows an older one, so that there is an end
            raise DamagedError("the journal is damaged: the states of a file follow one another in a circle")
        rows.append(row)
        following = row[5]
    oldest = rows[-1]
    marks = bytearray(_unpacked_bytes(oldest[6]))
    for row in reversed(rows[:-1]):
        changed = _unpacked_bytes(row[6])
        for at in range(0, len(changed), 12):
            place = int.from_bytes(changed[at : at + 4], "little") * 8
            marks[place : place + 8] = changed[at + 4 : at + 12]
    document, act, reason, digest, sentences, _, _, _, next_number, pending, appended = rows[0]
    if len(marks) != 8 * sentences:
        raise DamagedError("the journal is damaged: a state of a file is not whole in it")
    numbers = None if oldest[7] is None else _unpacked(oldest[7])
    if numbers is not None and len(numbers) != sentences:
        raise DamagedError("the journal is damaged: sentences of a state of a file have no numbers in it")
    behind = (next_number, tuple(_unpacked(pending)), tuple(_unpacked(appended)))
    base = Base(document, act, reason, bytes(digest), bytes(marks), numbers, *behind)
    return KeptBase(number, base, len(rows))


def insert(connection: sqlite3.Connection, base: Base, before: KeptBase | None, time: str) -> KeptBase:
    """Writes a base in the transaction that is open: whole, or what is different from the one before."""
    follows, depth, marks = None, 1, base.marks
    if before is not None and before.depth < _DEEPEST and before.base.numbers == base.numbers:
        changed = _changed(before.base.marks, marks) if len(before.base.marks) == len(marks) else marks
        if len(changed) * 4 < len(marks):
            follows, depth, marks = before.id, before.depth + 1, changed
    numbers = None if base.numbers is None or follows is not None else _packed(base.numbers)
    state = (base.digest, len(base.marks) // 8, follows, zlib.compress(marks, 1), numbers)
    behind = (base.next, _packed(base.pending), _packed(base.appended))
    made = connection.execute(
        "INSERT INTO bases (document, act, time, reason, digest, sentences, follows, marks, numbers, next, pending,"
        " appended) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (base.document, base.act, time, base.reason, *state, *behind),
    )
    return KeptBase(int(made.lastrowid or 0), base, depth)


def _packed(numbers: Sequence[int]) -> bytes:
    """Numbers as bytes that `_unpacked` reads on every machine."""
    found = array("I", numbers)
    if sys.byteorder == "big":
        found.byteswap()
    return zlib.compress(found.tobytes(), 1)


def _unpacked(content: bytes) -> array[int]:
    found = array("I")
    unpacked = _unpacked_bytes(content)
    if len(unpacked) % found.itemsize:
        raise DamagedError("the journal is damaged: a list of numbers is not whole in it")
    found.frombytes(unpacked)
    if sys.byteorder == "big":
        found.byteswap()
    return found


def _unpacked_bytes(content: bytes) -> bytes:
    unpacking = zlib.decompressobj()
    try:
        found = unpacking.decompress(content, _LARGEST)
    except zlib.error as error:
        raise DamagedError(f"the journal is damaged: a state of a file cannot be read ({error})") from None
    if not unpacking.eof:
        raise DamagedError("the journal is damaged: a state of a file is not whole, or larger than any")
    return found


def _changed(old: bytes, new: bytes) -> bytes:
    """(place in four bytes, mark in eight) of each sentence whose mark is another now."""
    found = bytearray()
    for at in range(0, len(new), 8):
        if old[at : at + 8] != new[at : at + 8]:
            found += (at // 8).to_bytes(4, "little") + new[at : at + 8]
    return bytes(found)
