"""Discounted probabilities of the n-grams of each order; hides how they are stored and looked up."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from spectral_core.arrays import Floats, Indexes, Integers
from spectral_core.brief import brief_repr
from spectral_core.models.ngram.counts import START, sum_duplicates

NOWHERE = -1  # to the left of what a context still tells apart
SHIFT = 32  # bits of a symbol beside its context


@dataclass(frozen=True, slots=True, eq=False)
class Level:
    """N-grams of one order, looked up by binary search."""

    contexts: Integers  # (contexts,) sorted: leftmost symbol * width + the place below of the context without it
    width: int  # contexts of the level below
    back_off: Floats  # (contexts,) the share that is left to the level below
    grams: Integers  # (n-grams,) sorted: place of the context << SHIFT | symbol
    probabilities: Floats  # (n-grams,) the discounted share of the symbol in its context
    __repr__ = brief_repr


def adjust_counts(rows: Indexes, counts: Integers) -> list[tuple[Indexes, Integers]]:
    """Return for each order from 1 its n-grams with their counts or, below the highest order, their continuation
    counts. START has no left context, so that n-grams that begin with it keep their counts at every order."""
    order = rows.shape[1]
    starts = (rows == START).sum(axis=1)
    has_one_start = starts <= 1
    tables = [(rows[has_one_start], counts[has_one_start])]
    for length in range(order - 1, 0, -1):
        suffixes = tables[0][0][:, 1:]
        at_start = starts == order - length + 1
        level_rows = np.concatenate((suffixes, rows[at_start, order - length :]))
        tables.insert(
            0, sum_duplicates(level_rows, np.concatenate((np.ones(len(suffixes), np.int64), counts[at_start])))
        )
    return tables


def estimate_discounts(adjusted: Integers, smoothing: str) -> Floats:
    """Return the discounts of counts of 0, 1, 2, 3 and more (Chen and Goodman 1998, sections 2.6 and 3). Where the
    counts of counts give none strictly between 0 and the count, half of each count, up to 1.5."""
    once, twice, three_times, four_times = np.bincount(np.minimum(adjusted, 5), minlength=6)[1:5].tolist()
    if smoothing == "interpolated":
        discount = once / (once + 2 * twice) if once and twice else 0.5
        return np.array([0.0, discount, discount, discount])
    if once and twice and three_times and four_times:
        base_discount = once / (once + 2 * twice)
        discounts = [
            1 - 2 * base_discount * twice / once,
            2 - 3 * base_discount * three_times / twice,
            3 - 4 * base_discount * four_times / three_times,
        ]
        if all(0 < discount < count for count, discount in enumerate(discounts, 1)):
            return np.array([0.0, *discounts])
    return np.array([0.0, 0.5, 1.0, 1.5])


def make_level(rows: Indexes, adjusted: Integers, discounts: Floats, lower_levels: Sequence[Level]) -> Level:
    """Return the discounted probabilities of these n-grams in their contexts; the discounted mass backs off to the
    lower orders."""
    history, symbols = rows[:, :-1].astype(np.int64), rows[:, -1].astype(np.int64)
    if lower_levels:
        width = len(lower_levels[-1].contexts)
        keys = history[:, 0] * width + find_contexts(lower_levels, history)[-1]
        contexts, context_indexes = np.unique(keys, return_inverse=True)
    else:
        width, contexts, context_indexes = 1, np.zeros(1, dtype=np.int64), np.zeros(len(rows), dtype=np.int64)
    discounted = discounts[np.minimum(adjusted, 3)]
    totals = np.bincount(context_indexes, adjusted)
    grams = context_indexes << SHIFT | symbols
    order = np.argsort(grams)
    probabilities = (adjusted - discounted) / totals[context_indexes]
    return Level(contexts, width, np.bincount(context_indexes, discounted) / totals, grams[order], probabilities[order])


def find_contexts(levels: Sequence[Level], history: Integers) -> list[Integers]:
    """Return for each level (positions,) the index of its context in `history`, whose last column is nearest; or
    NOWHERE."""
    context_indexes = [np.zeros(len(history), dtype=np.int64)]
    for back, level in enumerate(levels[1:], 1):
        indexes = find_sorted(level.contexts, history[:, -back] * level.width + context_indexes[-1])
        indexes[context_indexes[-1] == NOWHERE] = NOWHERE
        context_indexes.append(indexes)
    return context_indexes


def find_sorted(keys: Integers, queries: Integers) -> Integers:
    """Return the indexes of `queries` among sorted `keys`; NOWHERE for those that are missing."""
    indexes = np.searchsorted(keys, queries)
    indexes[indexes == len(keys)] = 0
    indexes[keys[indexes] != queries] = NOWHERE
    return indexes
