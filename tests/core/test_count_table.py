"""Counts by keys: exact sums, exact differences, and the same table whatever the order."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from spectral_core.arrays import Keys
from spectral_core.structured.hash_tables import CountTable, combine_key_arrays


def keys_of(*numbers: int) -> Keys:
    return np.array(numbers, dtype=np.uint64)


def some_keys(size: int, seed: int) -> Keys:
    """Keys of which many repeat, over all 64 bits."""
    rng = np.random.default_rng(seed)
    pool = rng.integers(1, 2**64, size // 3, dtype=np.uint64, endpoint=False)
    return rng.choice(pool, size)


def test_counts_are_those_of_a_counter() -> None:
    keys = some_keys(50_000, 1)
    table = CountTable()
    table.add(keys)
    want = Counter(keys.tolist())
    asked = np.concatenate((keys[:1000], keys_of(1, 2, 3)))
    assert table.counts(asked).tolist() == [want[key] for key in asked.tolist()]
    assert len(table) == len(want)


def test_keys_that_fall_on_one_slot_are_told_apart() -> None:
    table = CountTable()
    near = keys_of(*(7 + (place << 40) for place in range(200)))
    table.add(near, np.arange(1, 201))
    assert table.counts(near).tolist() == list(range(1, 201))
    assert table.counts(keys_of(7 + (200 << 40))).tolist() == [0]


def test_what_is_subtracted_was_never_there() -> None:
    first, second = some_keys(9000, 2), some_keys(7000, 3)
    table = CountTable.from_counts(*CountTable().items())
    table.add(first)
    before = table.items()
    table.add(second)
    table.add(second, -1)
    after = table.items()
    assert np.array_equal(before[0], after[0])
    assert np.array_equal(before[1], after[1])


def test_counts_of_two_parts_add_up_in_either_order() -> None:
    first, second = some_keys(5000, 4), some_keys(5000, 5)
    whole, one, other = CountTable(), CountTable(), CountTable()
    whole.add(np.concatenate((first, second)))
    one.add(first)
    other.add(second)
    again = CountTable.from_counts(*other.items())
    again.merge(one)
    one.merge(other)
    for table in (one, again):
        assert np.array_equal(table.items()[0], whole.items()[0])
        assert np.array_equal(table.items()[1], whole.items()[1])


@pytest.mark.parametrize("counts", [[1], [1, 2, 3], [[1, 2]], [1, -2]])
def test_a_table_is_not_made_of_items_that_do_not_fit(counts: list[int]) -> None:
    with pytest.raises(ValueError, match="count"):
        CountTable.from_counts(keys_of(5, 6), np.array(counts))


def test_key_zero_stands_for_nothing() -> None:
    table = CountTable()
    table.add(keys_of(0, 5, 0))
    assert table.counts(keys_of(0, 5)).tolist() == [0, 1]
    assert len(table) == 1


def test_a_count_for_each_key_is_asked_for() -> None:
    with pytest.raises(ValueError, match="one number for each key"):
        CountTable().add(keys_of(1, 2, 3), np.array([1, 2]))


def test_a_key_of_two_depends_on_both_and_on_their_order() -> None:
    made = combine_key_arrays(keys_of(1, 2, 1, 2), keys_of(1, 1, 2, 2))
    assert len(set(made.tolist())) == 4
    assert combine_key_arrays(keys_of(1), keys_of(1, 2)).tolist() == [made[0], made[2]]
    assert (
        combine_key_arrays(keys_of(), keys_of(1)).tolist() == combine_key_arrays(keys_of(1), keys_of()).tolist() == []
    )
