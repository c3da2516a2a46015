"""Compiled open-addressing hash tables over 64-bit keys: counts by key, and row indices of frequent features.

Never imported at start-up.
"""

from __future__ import annotations

import numpy as np

from spectral_core.arrays import Indexes, Integers, Keys
from spectral_core.structured.compilation import inner_kernel, kernel, leaf_kernel

NONE = -1  # row of an unknown feature
HASH_MULTIPLIER = np.uint64(0x9E3779B97F4A7C15)
_EMPTY = np.uint64(0)  # marks an empty slot; no feature has this key
_MIX_SHIFT = np.uint64(31)
CountSlots = Integers  # (slots, 2) key, count: a key and its count share a cache line
_MIN_SLOTS = 1 << 10
_SECOND_MULTIPLIER = np.uint64(0xC2B2AE3D27D4EB4F)
_ORDERED_SHIFT = np.uint64(29)
_MAX_LOAD = 0.6  # maximum load factor; beyond it, probing gets slow


@leaf_kernel
def combine_keys(key: np.uint64, other: np.uint64) -> np.uint64:
    """Combine two keys into one, the same in either order, and one constant for any two equal keys; never 0, which
    marks an empty slot. Where order matters, use `combine_keys_ordered`."""
    key = (key ^ other) * HASH_MULTIPLIER
    key ^= key >> _MIX_SHIFT
    key *= HASH_MULTIPLIER
    key ^= key >> _MIX_SHIFT
    return key if key != _EMPTY else HASH_MULTIPLIER


@leaf_kernel
def _find_index_slot(table: Keys, key: np.uint64) -> np.int64:
    """Return the slot of a key in an index, or the free slot where it would be inserted."""
    mask = np.uint64(len(table) - 1)
    slot = key & mask
    while table[slot] != _EMPTY and table[slot] != key:
        slot = (slot + np.uint64(1)) & mask
    return np.int64(slot)


@inner_kernel
def _double_capacity(table: Keys, values: Indexes) -> tuple[Keys, Indexes]:
    """Return a table of twice the size with the same entries."""
    new_table = np.zeros(len(table) * 2, dtype=np.uint64)
    new_values = np.zeros(len(table) * 2, dtype=np.int32)
    for old_slot in range(len(table)):
        if table[old_slot] != _EMPTY:
            slot = _find_index_slot(new_table, table[old_slot])
            new_table[slot] = table[old_slot]
            new_values[slot] = values[old_slot]
    return new_table, new_values


@kernel
def select_frequent_keys(keys: Keys, minimum: int) -> tuple[Keys, Integers]:
    """Count the keys; return (features,) those that occur at least `minimum` times, in order of first occurrence, and
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
            slot = _find_index_slot(table, key)
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
                    table, counts = _double_capacity(table, counts)
            else:
                counts[slot] += 1
    frequent_keys = np.empty(used, dtype=np.uint64)
    frequent_counts = np.empty(used, dtype=np.int64)
    size = 0
    for index in range(used):
        count = counts[_find_index_slot(table, order[index])]
        if count >= minimum:
            frequent_keys[size] = order[index]
            frequent_counts[size] = count
            size += 1
    return frequent_keys[:size].copy(), frequent_counts[:size].copy()


@kernel
def build_row_index(keys: Keys) -> tuple[Keys, Indexes]:
    """Build an index from each key to its position, for `look_up_rows`; at most half full. Keys are different, and none
    is 0."""
    size = 16
    while size < 2 * len(keys) + 2:
        size *= 2
    table = np.zeros(size, dtype=np.uint64)
    values = np.zeros(size, dtype=np.int32)
    for index in range(len(keys)):
        slot = _find_index_slot(table, keys[index])
        table[slot] = keys[index]
        values[slot] = index
    return table, values


@kernel
def look_up_rows(table: Keys, values: Indexes, keys: Keys) -> Indexes:
    """Return (positions, features) the row of each key in the index; NONE for unknown keys."""
    rows = np.empty(keys.shape, dtype=np.int32)
    for position in range(keys.shape[0]):
        for feature in range(keys.shape[1]):
            key = keys[position, feature]
            rows[position, feature] = NONE
            if key != _EMPTY:
                slot = _find_index_slot(table, key)
                if table[slot] == key:
                    rows[position, feature] = values[slot]
    return rows


@leaf_kernel
def combine_keys_ordered(first: np.uint64, second: np.uint64) -> np.uint64:
    """Combine two keys into one, order-sensitive; never 0, which marks an empty slot."""
    key = first * HASH_MULTIPLIER
    key ^= key >> _ORDERED_SHIFT
    key = (key + second) * _SECOND_MULTIPLIER
    key ^= key >> _ORDERED_SHIFT
    key *= HASH_MULTIPLIER
    key ^= key >> _ORDERED_SHIFT
    return key if key != np.uint64(0) else HASH_MULTIPLIER


@leaf_kernel
def find_count_slot(slots: CountSlots, key: np.uint64) -> np.int64:
    """Return the slot of a key in a count table, or the free slot where it would be inserted."""
    target = np.int64(key)
    mask = len(slots) - 1
    slot = target & mask
    while slots[slot, 0] != target and slots[slot, 0] != 0:
        slot = (slot + 1) & mask
    return slot


@leaf_kernel
def get_count(slots: CountSlots, key: np.uint64) -> np.int64:
    """Return the count of a key, 0 if it is unknown."""
    target = np.int64(key)
    mask = len(slots) - 1
    slot = target & mask
    while True:
        stored = slots[slot, 0]
        if stored == target:
            return np.int64(slots[slot, 1])
        if stored == 0:
            return np.int64(0)
        slot = (slot + 1) & mask


@leaf_kernel
def get_counts(slots: CountSlots, keys: Integers, size: int, counts: Integers) -> None:
    """Replace the first `size` counts by those of these keys, 0 for unknown ones. The first slots of all keys are read
    before any is compared, so that the processor waits for several at a time."""
    mask = len(slots) - 1
    for index in range(size):
        slot = keys[index] & mask
        counts[index] = slots[slot, 1] if slots[slot, 0] == keys[index] else np.int64(-1)
    for index in range(size):
        if counts[index] < 0:
            counts[index] = get_count(slots, np.uint64(keys[index]))


@leaf_kernel
def add_count(slots: CountSlots, key: np.uint64, times: int) -> int:
    """Add to the count of a key; return 1 if that filled a free slot. The caller provides free slots."""
    slot = find_count_slot(slots, key)
    filled = 0
    if slots[slot, 0] == 0:
        slots[slot, 0] = np.int64(key)
        filled = 1
    slots[slot, 1] += times
    return filled


@kernel
def _count_keys(slots: CountSlots, used: int, limit: int, keys: Keys, times: Integers, begin: int) -> tuple[int, int]:
    """Count the keys from position `begin` on until `limit` slots are filled; return the number of filled slots, and
    the position of the first key not counted."""
    single = len(times) == 1
    for position in range(begin, len(keys)):
        if used >= limit:
            return used, position
        if keys[position] != 0:
            used += add_count(slots, keys[position], times[0] if single else times[position])
    return used, len(keys)


@kernel
def rehash(old: CountSlots, new: CountSlots) -> int:
    """Copy the keys with non-zero counts into a larger table; return their number."""
    used = 0
    for slot in range(len(old)):
        if old[slot, 0] != 0 and old[slot, 1] != 0:
            used += add_count(new, np.uint64(old[slot, 0]), old[slot, 1])
    return used


@kernel
def _look_up_counts(slots: CountSlots, keys: Keys, counts: Integers) -> None:
    """Fill `counts` with the count of each key."""
    for position in range(len(keys)):
        counts[position] = get_count(slots, keys[position]) if keys[position] != 0 else 0


@kernel
def _combine_key_arrays(first: Keys, second: Keys, joint: Keys) -> None:
    """Fill `joint` with the combined key of each pair."""
    for position in range(len(joint)):
        joint[position] = combine_keys_ordered(
            first[position if len(first) > 1 else 0], second[position if len(second) > 1 else 0]
        )


def combine_key_arrays(first: Keys, second: Keys) -> Keys:
    """Return the combined key of each pair, order-sensitive; a single key is broadcast. ValueError for arrays of other
    lengths that differ."""
    if len(first) != len(second) and 1 not in (len(first), len(second)):
        raise ValueError(f"{len(first)} keys cannot be paired with {len(second)}")
    joint = np.empty(max(len(first), len(second)) if len(first) and len(second) else 0, dtype=np.uint64)
    _combine_key_arrays(first, second, joint)
    return joint


class CountTable:
    """Counts by 64-bit key. Key 0 means no key: it is never counted. Kernels that write to `slots` must not fill more
    than `reserve` was called for, and must add the number they filled to `used`."""

    def __init__(self, capacity: int = 0) -> None:
        self.slots: CountSlots = np.zeros((_MIN_SLOTS, 2), dtype=np.int64)
        self.used = 0
        self.reserve(capacity)

    def reserve(self, keys: int) -> None:
        """Enlarge the table so that `keys` new keys fit."""
        slot_count = len(self.slots)
        while self.used + keys > _MAX_LOAD * slot_count:
            slot_count *= 2
        if slot_count != len(self.slots):
            larger = np.zeros((slot_count, 2), dtype=np.int64)
            self.used = rehash(self.slots, larger)
            self.slots = larger

    def add(self, keys: Keys, times: Integers | int = 1) -> None:
        """Add `times` to the count of each key; keys may repeat."""
        repeats = np.atleast_1d(np.asarray(times, dtype=np.int64))
        if len(repeats) not in (1, len(keys)):
            raise ValueError("there is one number for each key, or one for all")
        position = 0
        while position < len(keys):
            self.reserve(min(len(keys) - position, 1 << 16, max(len(self.slots) // 4, 1)))
            limit = int(_MAX_LOAD * len(self.slots))
            self.used, position = _count_keys(self.slots, self.used, limit, keys, repeats, position)

    def counts(self, keys: Keys) -> Integers:
        """Return (keys,) the count of each key, 0 if it is unknown."""
        counts = np.empty(len(keys), dtype=np.int64)
        _look_up_counts(self.slots, keys, counts)
        return counts

    def merge(self, table: CountTable) -> None:
        """Add the counts of another table."""
        self.add(*table.items())

    def items(self) -> tuple[Keys, Integers]:
        """Return the counted keys in ascending order and their counts; independent of the order of counting."""
        rows = self.slots[(self.slots[:, 0] != 0) & (self.slots[:, 1] != 0)]
        keys: Keys = rows[:, 0].astype(np.uint64)
        order = np.argsort(keys)
        return keys[order], rows[order, 1]

    def copy(self) -> CountTable:
        """Return an independent copy."""
        copied = CountTable()
        copied.slots, copied.used = self.slots.copy(), self.used
        return copied

    def __len__(self) -> int:
        return int(np.count_nonzero((self.slots[:, 0] != 0) & (self.slots[:, 1] != 0)))

    @classmethod
    def from_counts(cls, keys: Keys, counts: Integers) -> CountTable:
        """Build a table from keys and counts; ValueError if their numbers differ, or a count is negative."""
        if keys.ndim != 1 or counts.shape != keys.shape:
            raise ValueError("there is one count for each key")
        if len(counts) and counts.min() < 0:
            raise ValueError("a count is at least 0")
        table = cls(len(keys))
        table.add(keys, counts)
        return table
