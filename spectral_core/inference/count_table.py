"""Counts by 64-bit keys in one open table of compiled code; two tables add up. Nothing imports this module at start."""

from __future__ import annotations

from typing import cast

import numpy as np

from spectral_core.arrays import Integers, Keys
from spectral_core.inference.compiling import entry, leaf

Cells = Integers  # (slots, 2) key, count: a key and its count share a cache line
_SMALLEST = 1 << 10
_FACTOR = np.uint64(0x9E3779B97F4A7C15)
_OTHER = np.uint64(0xC2B2AE3D27D4EB4F)
_SHIFT = np.uint64(29)
_FULL = 0.6  # of the slots; beyond, searches get long


@leaf
def joined(first: np.uint64, second: np.uint64) -> np.uint64:
    """A key made of two, whose order matters; 0, which stands for nothing, is not made."""
    key = first * _FACTOR
    key ^= key >> _SHIFT
    key = (key + second) * _OTHER
    key ^= key >> _SHIFT
    key *= _FACTOR
    key ^= key >> _SHIFT
    return key if key != np.uint64(0) else _FACTOR


@leaf
def slot_of(cells: Cells, key: np.uint64) -> np.int64:
    """Where a key stands, or the free slot that it would take."""
    wanted = np.int64(key)
    mask = len(cells) - 1
    at = wanted & mask
    while cells[at, 0] != wanted and cells[at, 0] != 0:
        at = (at + 1) & mask
    return at


@leaf
def count_in(cells: Cells, key: np.uint64) -> np.int64:
    """How often a key was counted."""
    wanted = np.int64(key)
    mask = len(cells) - 1
    at = wanted & mask
    while True:
        held = cells[at, 0]
        if held == wanted:
            return np.int64(cells[at, 1])
        if held == 0:
            return np.int64(0)
        at = (at + 1) & mask


@leaf
def change(cells: Cells, key: np.uint64, times: int) -> int:
    """Adds to the count of a key; 1 where a slot was taken for it. The caller sees to it that one is free."""
    at = slot_of(cells, key)
    taken = 0
    if cells[at, 0] == 0:
        cells[at, 0] = np.int64(key)
        taken = 1
    cells[at, 1] += times
    return taken


@entry
def _added(cells: Cells, used: int, limit: int, keys: Keys, times: Integers, begin: int) -> tuple[int, int]:
    """How many slots are used after adding from place `begin` on, and the place where it had to stop for room."""
    single = len(times) == 1
    for place in range(begin, len(keys)):
        if used >= limit:
            return used, place
        if keys[place] != 0:
            used += change(cells, keys[place], times[0] if single else times[place])
    return used, len(keys)


@entry
def moved(old: Cells, new: Cells) -> int:
    """How many keys moved into a larger table; those that count nothing stay behind."""
    used = 0
    for at in range(len(old)):
        if old[at, 0] != 0 and old[at, 1] != 0:
            used += change(new, np.uint64(old[at, 0]), old[at, 1])
    return used


@entry
def _looked_up(cells: Cells, keys: Keys, found: Integers) -> None:
    for place in range(len(keys)):
        found[place] = count_in(cells, keys[place]) if keys[place] != 0 else 0


@entry
def _joined(first: Keys, second: Keys, made: Keys) -> None:
    for place in range(len(made)):
        made[place] = joined(first[place if len(first) > 1 else 0], second[place if len(second) > 1 else 0])


def paired(first: Keys, second: Keys) -> Keys:
    """A key for each pair of keys; one key alone goes with every other. The order of the two matters."""
    made = np.empty(max(len(first), len(second)) if len(first) and len(second) else 0, dtype=np.uint64)
    _joined(first, second, made)
    return made


class CountTable:
    """Counts by keys. Key 0 stands for nothing: it is not counted, and its count is 0. `cells` is for kernels; they
    must not take more slots than `make_room` was asked for, and add to `used` what they took."""

    def __init__(self, room: int = 0) -> None:
        self.cells: Cells = np.zeros((_SMALLEST, 2), dtype=np.int64)
        self.used = 0
        self.make_room(room)

    def make_room(self, keys: int) -> None:
        """Makes the table large enough for so many new keys."""
        slots = len(self.cells)
        while self.used + keys > _FULL * slots:
            slots *= 2
        if slots != len(self.cells):
            larger = np.zeros((slots, 2), dtype=np.int64)
            self.used = moved(self.cells, larger)
            self.cells = larger

    def add(self, keys: Keys, times: Integers | int = 1) -> None:
        """Counts each key once more, or as many times as `times` says; a key may come repeatedly."""
        rows = np.atleast_1d(np.asarray(times, dtype=np.int64))
        if len(rows) not in (1, len(keys)):
            raise ValueError("there is one number for each key, or one for all")
        place = 0
        while place < len(keys):
            self.make_room(min(len(keys) - place, 1 << 16, max(len(self.cells) // 4, 1)))
            limit = int(_FULL * len(self.cells))
            self.used, place = _added(self.cells, self.used, limit, keys, rows, place)

    def counts(self, keys: Keys) -> Integers:
        """(keys,) how often each was counted."""
        found = np.empty(len(keys), dtype=np.int64)
        _looked_up(self.cells, keys, found)
        return found

    def merge(self, other: CountTable) -> None:
        """Adds the counts of another table."""
        self.add(*other.items())

    def items(self) -> tuple[Keys, Integers]:
        """The keys that were counted, rising, and their counts: the same whatever the order of counting was."""
        rows = self.cells[(self.cells[:, 0] != 0) & (self.cells[:, 1] != 0)]
        keys = rows[:, 0].view(np.uint64) if rows.flags.c_contiguous else rows[:, 0].astype(np.uint64)
        order = np.argsort(keys, kind="stable")
        return cast(Keys, np.ascontiguousarray(keys[order])), np.ascontiguousarray(rows[order, 1])

    def copy(self) -> CountTable:
        """A table of its own with the same counts."""
        made = CountTable()
        made.cells, made.used = self.cells.copy(), self.used
        return made

    def __len__(self) -> int:
        return int(np.count_nonzero((self.cells[:, 0] != 0) & (self.cells[:, 1] != 0)))

    @classmethod
    def of(cls, keys: Keys, counts: Integers) -> CountTable:
        """The table with these items; ValueError where there is not one number of times for each key."""
        if keys.ndim != 1 or counts.shape != keys.shape:
            raise ValueError("there is one count for each key")
        if len(counts) and counts.min() < 0:
            raise ValueError("a count is at least 0")
        made = cls(len(keys))
        made.add(keys, counts)
        return made
