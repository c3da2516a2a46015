"""Counts of adjacent bigrams and trigrams of symbols in whole sequences, kept sparse; they add."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from spectral_core.arrays import Floats, Integers
from spectral_core.brief import brief_repr
from spectral_core.maths.linalg import Sparse


@dataclass(frozen=True, slots=True, eq=False)
class Windows:
    """Bigrams and trigrams of START x1 .. xT STOP. Both ends are written as the number `size`: START is only ever
    a first symbol, STOP only ever a last one, and neither is in the middle of a trigram."""

    size: int  # symbols
    sequences: float
    bigrams: Integers  # (kinds, 2): previous, next; sorted, each once
    bigram_counts: Floats  # (kinds,)
    trigrams: Integers  # (kinds, 3): previous, symbol, next; sorted by symbol, each once
    trigram_counts: Floats  # (kinds,)
    __repr__ = brief_repr

    def relabel(self, names: Integers, size: int) -> Windows:
        """Return the counts with symbol i called names[i]; symbols of one name become one."""
        names = np.append(names, size)
        return Windows(
            size,
            self.sequences,
            *_sum_duplicates(names[self.bigrams], self.bigram_counts, size),
            *_sum_duplicates(names[self.trigrams], self.trigram_counts, size),
        )

    def merge(self, other: Windows) -> Windows:
        """Return the counts of both; they must be over the same symbols."""
        if self.size != other.size:
            raise ValueError(f"counts over {self.size} and {other.size} symbols cannot be added")
        bigrams = np.concatenate((self.bigrams, other.bigrams))
        trigrams = np.concatenate((self.trigrams, other.trigrams))
        return Windows(
            self.size,
            self.sequences + other.sequences,
            *_sum_duplicates(bigrams, np.concatenate((self.bigram_counts, other.bigram_counts)), self.size),
            *_sum_duplicates(trigrams, np.concatenate((self.trigram_counts, other.trigram_counts)), self.size),
        )

    def bigram_matrix(self) -> Sparse:
        """P[b, a], the mean count of b after a: rows end with STOP, columns with START (Hsu et al. 2009, 3.1)."""
        shape = (self.size + 1, self.size + 1)
        return Sparse(self.bigrams[:, 1], self.bigrams[:, 0], self.bigram_counts / self.sequences, shape)

    def symbol_counts(self) -> Floats:
        """Return the count of each symbol, and of STOP at the end."""
        return np.bincount(self.bigrams[:, 1], self.bigram_counts, self.size + 1).astype(np.float64)


def count_windows(ids: Integers, starts: Integers, weights: Floats, size: int) -> Windows:
    """Count the windows of the sequences ids[starts[i]:starts[i + 1]], each weights[i] times."""
    lengths = np.diff(starts)
    ends = starts + np.arange(len(starts))  # in the sequences with START before each
    padded = np.full(len(ids) + len(lengths) + 1, size, dtype=np.int64)  # one more for the STOP of the last sequence
    is_symbol = np.ones(len(padded), dtype=bool)
    is_symbol[ends] = False
    padded[is_symbol] = ids
    # the START of the following sequence serves as STOP: both are `size`
    bigram_weights = np.repeat(weights, lengths + 1)
    bigrams = np.column_stack((padded[:-1], padded[1:]))
    middle = np.flatnonzero(is_symbol)
    trigrams = np.column_stack((padded[middle - 1], padded[middle], padded[middle + 1]))
    return Windows(
        size,
        float(weights.sum()),
        *_sum_duplicates(bigrams, bigram_weights, size),
        *_sum_duplicates(trigrams, np.repeat(weights, lengths), size),
    )


def _sum_duplicates(keys: Integers, counts: Floats, size: int) -> tuple[Integers, Floats]:
    """Return each key once with the sum of its counts: bigrams in their order, trigrams by symbol, previous, next."""
    if len(keys) == 0:
        return keys, counts
    columns = [keys[:, column] for column in ((0, 1) if keys.shape[1] == 2 else (1, 0, 2))]
    if (size + 1) ** len(columns) < 2**63:  # as one number, which sorts several times quicker
        combined = columns[0]
        for column in columns[1:]:
            combined = combined * (size + 1) + column
        order = np.argsort(combined, kind="stable")
    else:
        order = np.lexsort(columns[::-1])
    keys = keys[order]
    is_first = np.ones(len(keys), dtype=bool)
    is_first[1:] = (keys[1:] != keys[:-1]).any(axis=1)
    return keys[is_first], np.add.reduceat(counts[order], np.flatnonzero(is_first))
