"""The n-grams of each order with their discounted shares; hides how they are stored and found."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from spectral_core.arrays import Floats, Integers, Places
from spectral_core.brief import brief
from spectral_core.models.ngram.counts import START, grouped

NOWHERE = -1  # to the left of what a context still tells apart
SHIFT = 32  # bits of a symbol beside its context


@dataclass(frozen=True, slots=True, eq=False)
class Level:
    """The n-grams of one order, found by binary search."""

    contexts: Integers  # (contexts,) sorted: leftmost symbol * width + the place below of the context without it
    width: int  # contexts of the level below
    back_off: Floats  # (contexts,) the share that is left to the level below
    grams: Integers  # (n-grams,) sorted: place of the context << SHIFT | symbol
    shares: Floats  # (n-grams,) the discounted share of the symbol in its context
    __repr__ = brief


def adjusted_counts(rows: Places, counts: Integers) -> list[tuple[Places, Integers]]:
    """For each order from 1: its n-grams and how often each was seen, or, below the highest, after how many others.
    Nothing stands before START, so that n-grams which begin with it keep their counts at every order."""
    order = rows.shape[1]
    starts = (rows == START).sum(axis=1)
    whole = starts <= 1
    tables = [(rows[whole], counts[whole])]
    for length in range(order - 1, 0, -1):
        above = tables[0][0][:, 1:]
        at_start = starts == order - length + 1
        kept_rows = np.concatenate((above, rows[at_start, order - length :]))
        tables.insert(0, grouped(kept_rows, np.concatenate((np.ones(len(above), np.int64), counts[at_start]))))
    return tables


def discounts_of(adjusted: Integers, smoothing: str) -> Floats:
    """What is taken from a count of 0, 1, 2, 3 and more (Chen and Goodman 1998, sections 2.6 and 3). Where the counts
    of counts give none that leaves something and takes something, half of each count, up to 1.5."""
    ones, twos, threes, fours = np.bincount(np.minimum(adjusted, 5), minlength=6)[1:5].tolist()
    if smoothing == "interpolated":
        discount = ones / (ones + 2 * twos) if ones and twos else 0.5
        return np.array([0.0, discount, discount, discount])
    if ones and twos and threes and fours:
        share = ones / (ones + 2 * twos)
        three = [1 - 2 * share * twos / ones, 2 - 3 * share * threes / twos, 3 - 4 * share * fours / threes]
        if all(0 < discount < least for least, discount in enumerate(three, 1)):
            return np.array([0.0, *three])
    return np.array([0.0, 0.5, 1.0, 1.5])


def level_of(rows: Places, adjusted: Integers, discounts: Floats, below: Sequence[Level]) -> Level:
    """The shares of these n-grams in their contexts; what is taken from them is left to the level below."""
    history, symbols = rows[:, :-1].astype(np.int64), rows[:, -1].astype(np.int64)
    if below:
        width = len(below[-1].contexts)
        keys = history[:, 0] * width + contexts_of(below, history)[-1]
        contexts, places = np.unique(keys, return_inverse=True)
    else:
        width, contexts, places = 1, np.zeros(1, dtype=np.int64), np.zeros(len(rows), dtype=np.int64)
    taken = discounts[np.minimum(adjusted, 3)]
    totals = np.bincount(places, adjusted)
    grams = places << SHIFT | symbols
    order = np.argsort(grams)
    shares = (adjusted - taken) / totals[places]
    return Level(contexts, width, np.bincount(places, taken) / totals, grams[order], shares[order])


def contexts_of(levels: Sequence[Level], history: Integers) -> list[Integers]:
    """For each level (positions,): the place of its context in `history`, whose last column is nearest; or NOWHERE."""
    places = [np.zeros(len(history), dtype=np.int64)]
    for back, level in enumerate(levels[1:], 1):
        found = places_of(level.contexts, history[:, -back] * level.width + places[-1])
        found[places[-1] == NOWHERE] = NOWHERE
        places.append(found)
    return places


def places_of(keys: Integers, wanted: Integers) -> Integers:
    """The places of `wanted` among sorted `keys`; NOWHERE for what is not there."""
    places = np.searchsorted(keys, wanted)
    places[places == len(keys)] = 0
    places[keys[places] != wanted] = NOWHERE
    return places
