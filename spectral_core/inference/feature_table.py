"""Compiled tables of features: keys made of parts, the frequent ones counted, and the row of each found again."""

import numpy as np

from spectral_core.arrays import Integers, Keys, Places
from spectral_core.inference.compiling import entry, inner, leaf

NONE = -1  # the place of a feature that is not known
FACTOR = np.uint64(0x9E3779B97F4A7C15)
_EMPTY = np.uint64(0)  # the key that no feature has
_HALF = np.uint64(31)


@leaf
def mixed(key: np.uint64, more: np.uint64) -> np.uint64:
    """A key made of two; 0, which means nothing, is not made."""
    key = (key ^ more) * FACTOR
    key ^= key >> _HALF
    key *= FACTOR
    key ^= key >> _HALF
    return key if key != _EMPTY else FACTOR


@leaf
def _slot(table: Keys, key: np.uint64) -> np.int64:
    """Where a key stands in an open table, or the free slot that it would take."""
    mask = np.uint64(len(table) - 1)
    at = key & mask
    while table[at] != _EMPTY and table[at] != key:
        at = (at + np.uint64(1)) & mask
    return np.int64(at)


@inner
def _grown(table: Keys, values: Places) -> tuple[Keys, Places]:
    wider = np.zeros(len(table) * 2, dtype=np.uint64)
    moved = np.zeros(len(table) * 2, dtype=np.int32)
    for at in range(len(table)):
        if table[at] != _EMPTY:
            slot = _slot(wider, table[at])
            wider[slot] = table[at]
            moved[slot] = values[at]
    return wider, moved


@entry
def frequent(keys: Keys, minimum: int) -> tuple[Keys, Integers]:
    """(features,) the keys that occur at least `minimum` times, in the order of their first place; their counts."""
    table = np.zeros(1 << 12, dtype=np.uint64)
    counts = np.zeros(1 << 12, dtype=np.int32)
    used = 0
    order = np.empty(1 << 12, dtype=np.uint64)
    for row in range(keys.shape[0]):
        for column in range(keys.shape[1]):
            key = keys[row, column]
            if key == _EMPTY:
                continue
            slot = _slot(table, key)
            if table[slot] == _EMPTY:
                table[slot] = key
                if used == len(order):
                    longer = np.empty(2 * used, dtype=np.uint64)
                    longer[:used] = order
                    order = longer
                order[used] = key
                used += 1
                counts[slot] = 1
                if 2 * used > len(table):
                    table, counts = _grown(table, counts)
            else:
                counts[slot] += 1
    found = np.empty(used, dtype=np.uint64)
    times = np.empty(used, dtype=np.int64)
    kept = 0
    for at in range(used):
        count = counts[_slot(table, order[at])]
        if count >= minimum:
            found[kept] = order[at]
            times[kept] = count
            kept += 1
    return found[:kept].copy(), times[:kept].copy()


@entry
def open_table(keys: Keys) -> tuple[Keys, Places]:
    """A table in which `places` finds each key; at most half full."""
    size = 16
    while size < 2 * len(keys) + 2:
        size *= 2
    table = np.zeros(size, dtype=np.uint64)
    values = np.zeros(size, dtype=np.int32)
    for at in range(len(keys)):
        slot = _slot(table, keys[at])
        table[slot] = keys[at]
        values[slot] = at
    return table, values


@entry
def places(table: Keys, values: Places, keys: Keys) -> Places:
    """(positions, features) where each key's row is; NONE for those there are not."""
    found = np.empty(keys.shape, dtype=np.int32)
    for row in range(keys.shape[0]):
        for column in range(keys.shape[1]):
            key = keys[row, column]
            found[row, column] = NONE
            if key != _EMPTY:
                slot = _slot(table, key)
                if table[slot] == key:
                    found[row, column] = values[slot]
    return found
