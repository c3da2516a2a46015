"""Counts of neighbours against counting by hand."""

from __future__ import annotations

from collections import defaultdict
from itertools import pairwise

import numpy as np
import pytest

from spectral_core.maths.observable_operators import WindowCounts, count_windows
from spectral_core.structured.forward_backward import Sequences

SIZE = 4
Counts = dict[tuple[int, ...], float]


def random_sequences(seed: int, count: int = 30) -> list[tuple[int, ...]]:
    random = np.random.default_rng(seed)
    return [tuple(random.integers(0, SIZE, random.integers(0, 6)).tolist()) for _ in range(count)]


def counted(sequences: list[tuple[int, ...]], weights: np.ndarray | None = None, size: int = SIZE) -> WindowCounts:
    flat = Sequences.from_lists(sequences, weights)
    return count_windows(flat.symbols, flat.starts, flat.weights, size)


def as_dicts(found: WindowCounts) -> tuple[Counts, Counts]:
    bigrams = dict(zip(map(tuple, found.bigrams.tolist()), found.bigram_counts.tolist(), strict=True))
    trigrams = dict(zip(map(tuple, found.trigrams.tolist()), found.trigram_counts.tolist(), strict=True))
    assert len(bigrams) == len(found.bigrams), "a bigram stands there twice"
    assert len(trigrams) == len(found.trigrams), "a trigram stands there twice"
    return bigrams, trigrams


def by_hand(sequences: list[tuple[int, ...]], weights: list[float]) -> tuple[Counts, Counts]:
    bigrams: dict[tuple[int, ...], float] = defaultdict(float)
    trigrams: dict[tuple[int, ...], float] = defaultdict(float)
    for sequence, weight in zip(sequences, weights, strict=True):
        whole = (SIZE, *sequence, SIZE)
        for pair in pairwise(whole):
            bigrams[pair] += weight
        for triple in zip(whole, whole[1:], whole[2:], strict=False):
            trigrams[triple] += weight
    return bigrams, trigrams


def assert_same(first: WindowCounts, second: WindowCounts) -> None:
    assert (first.size, first.sequences) == (second.size, second.sequences)
    for part in ("bigrams", "bigram_counts", "trigrams", "trigram_counts"):
        assert np.array_equal(getattr(first, part), getattr(second, part)), part


@pytest.mark.parametrize("seed", range(3))
def test_counts_are_those_made_by_hand(seed: int) -> None:
    sequences = random_sequences(seed)
    assert () in sequences
    weights = np.random.default_rng(seed).integers(1, 4, len(sequences)).astype(float)
    found = counted(sequences, weights)
    assert as_dicts(found) == by_hand(sequences, weights.tolist())
    assert found.sequences == weights.sum()


def test_start_and_stop_are_never_in_the_middle() -> None:
    found = counted([(), (0,), (1, 2), (3, 3, 3)])
    assert (found.trigrams[:, 1] < SIZE).all()
    assert (SIZE, SIZE) in map(tuple, found.bigrams.tolist())  # the empty sequence


def test_only_empty_sequences_have_no_trigram() -> None:
    found = counted([(), ()])
    assert as_dicts(found) == ({(SIZE, SIZE): 2}, {})


def test_the_matrix_holds_means_a_sequence_with_the_next_symbol_in_rows() -> None:
    matrix = counted([(0, 1), (0,)]).bigram_matrix().to_dense()
    assert matrix.shape == (SIZE + 1, SIZE + 1)
    assert matrix[0, SIZE] == 1.0  # START 0, in both
    assert matrix[1, 0] == 0.5
    assert matrix[SIZE, 0] == 0.5
    assert matrix.sum() == pytest.approx(2.5)


def test_symbols_that_get_one_name_are_counted_as_one() -> None:
    sequences = random_sequences(5)
    names = np.array([2, 0, 2, 1])
    renamed = counted(sequences).relabel(names, 3)
    assert_same(renamed, counted([tuple(names[list(one)].tolist()) for one in sequences], size=3))


def test_counts_of_two_parts_add_up_to_those_of_the_whole() -> None:
    sequences = random_sequences(6)
    joined = counted(sequences[:11]).merge(counted(sequences[11:]))
    assert_same(joined, counted(sequences))
    with pytest.raises(ValueError, match="cannot be added"):
        joined.merge(counted([(0,)], size=9))


def test_counts_are_right_where_a_trigram_does_not_fit_in_one_number() -> None:
    size = 3_000_000
    sequences = [(size - 1, 0, size - 1), (0, size - 1)]
    found = counted(sequences, size=size)
    assert dict(zip(map(tuple, found.trigrams.tolist()), found.trigram_counts.tolist(), strict=True)) == {
        (size, 0, size - 1): 1,
        (size - 1, 0, size - 1): 1,
        (size, size - 1, 0): 1,
        (0, size - 1, size): 2,
    }


def test_symbols_are_counted_with_the_ends_last() -> None:
    assert counted([(0, 1, 0), (), (3,)]).symbol_counts().tolist() == [2, 1, 0, 1, 3]
