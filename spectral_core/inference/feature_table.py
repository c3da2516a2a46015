"""Compiled tables of features: keys made of parts, counts of the frequent ones, and look-up of their rows."""

import numpy as np

from spectral_core.arrays import Indexes, Integers, Keys
from spectral_core.inference.compiling import entry, inner, leaf

NONE = -1  # the row of a feature that is not known
FACTOR = np.uint64(0x9E3779B97F4A7C15)
_EMPTY = np.uint64(0)  # the key that no feature has
_HALF = np.uint64(31)


@leaf
def mix_keys(key: np.uint64, more: np.uint64) -> np.uint64:
    """Return a key made of two; never 0, which means nothing."""
    key = (key ^ more) * FACTOR
    key ^= key >> _HALF
    key *= FACTOR
    key ^= key >> _HALF
    return key if key != _EMPTY else FACTOR


@leaf
def _find_slot(table: Keys, key: np.uint64) -> np.int64:
    """Return the slot of a key in an open table, or the free slot that it would take."""
    mask = np.uint64(len(table) - 1)
    slot = key & mask
    while table[slot] != _EMPTY and table[slot] != key:
        slot = (slot + np.uint64(1)) & mask
    return np.int64(slot)


@inner
def _grow(table: Keys, values: Indexes) -> tuple[Keys, Indexes]:
    """Return a table of twice the size with the same entries."""
    new_table = np.zeros(len(table) * 2, dtype=np.uint64)
    new_values = np.zeros(len(table) * 2, dtype=np.int32)
    for old_slot in range(len(table)):
        if table[old_slot] != _EMPTY:
            slot = _find_slot(new_table, table[old_slot])
            new_table[slot] = table[old_slot]
            new_values[slot] = values[old_slot]
    return new_table, new_values


@entry
def select_frequent(keys: Keys, minimum: int) -> tuple[Keys, Integers]:
    """Return (features,) the keys that occur at least `minimum` times, in the order of their first occurrence, and
    their counts."""
    table = np.zeros(1 << 12, dtype=np.uint64)
    counts = np.zeros(1 << 12, dtype=np.int32)
    used = 0
    order = np.empty(1 << 12, dtype=np.uint64)
    for row in range(keys.shape[0]):
        for column in range(keys.shape[1]):
            key = keys[row, column]
            if key == _EMPTY:
                continue
            slot = _find_slot(table, key)
            if table[slot] == _EMPTY:
                table[slot] = key
                if used == len(order):
                    longer_order = np.empty(2 * used, dtype=np.uint64)
                    longer_order[:used] = order
                    order = longer_order
                order[used] = key
                used += 1
                counts[slot] = 1
                if 2 * used > len(table):
                    table, counts = _grow(table, counts)
            else:
                counts[slot] += 1
    frequent_keys = np.empty(used, dtype=np.uint64)
    frequent_counts = np.empty(used, dtype=np.int64)
    size = 0
    for index in range(used):
        count = counts[_find_slot(table, order[index])]
        if count >= minimum:
            frequent_keys[size] = order[index]
            frequent_counts[size] = count
            size += 1
    return frequent_keys[:size].copy(), frequent_counts[:size].copy()


@entry
def open_table(keys: Keys) -> tuple[Keys, Indexes]:
    """Return a table in which `find_rows` finds each key; at most half full."""
    size = 16
    while size < 2 * len(keys) + 2:
        size *= 2
    table = np.zeros(size, dtype=np.uint64)
    values = np.zeros(size, dtype=np.int32)
    for index in range(len(keys)):
        slot = _find_slot(table, keys[index])
        table[slot] = keys[index]
        values[slot] = index
    return table, values


@entry
def find_rows(table: Keys, values: Indexes, keys: Keys) -> Indexes:
    """Return (positions, features) the row of each key; NONE for those that the table does not have."""
    rows = np.empty(keys.shape, dtype=np.int32)
    for position in range(keys.shape[0]):
        for feature in range(keys.shape[1]):
            key = keys[position, feature]
            rows[position, feature] = NONE
            if key != _EMPTY:
                slot = _find_slot(table, key)
                if table[slot] == key:
                    rows[position, feature] = values[slot]
    return rows
