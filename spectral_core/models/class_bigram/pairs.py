"""Counts of pairs of neighbouring symbols, and the two tables that are fitted to them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Self

import numpy as np

from spectral_core.arrays import Floats, Integers, Singles
from spectral_core.brief import brief_repr
from spectral_core.models.ngram import END, FIRST, START, UNKNOWN, NgramCounts
from spectral_core.models.ngram.counts import FIRST_COUNTED, sum_duplicates


@dataclass(frozen=True, slots=True, eq=False)
class WordPairs:
    """Counts of each symbol after each other one, sorted by the first."""

    before: Integers  # (pairs,)
    after: Integers  # (pairs,)
    counts: Floats  # (pairs,)
    symbol_count: int  # symbols there are
    __repr__ = brief_repr

    @classmethod
    def from_counts(cls, counts: NgramCounts, symbols: Mapping[str, int]) -> Self:
        """Return the counted bigrams in the symbols of a model; other words are its unknown word."""
        symbol_of = np.array([START, END, *(symbols.get(word, UNKNOWN) for word in counts.words)], dtype=np.int32)
        assert len(symbol_of) == len(counts.words) + FIRST_COUNTED
        rows, pair_counts = sum_duplicates(symbol_of[counts.rows], counts.counts)
        before, after = rows.astype(np.int64).T
        return cls(before, after, pair_counts.astype(np.float64), len(symbols) + FIRST)

    def drop_unscored(self) -> WordPairs:
        """Return the pairs whose second symbol is scored: unknown words are not."""
        is_scored = self.after != UNKNOWN
        return WordPairs(self.before[is_scored], self.after[is_scored], self.counts[is_scored], self.symbol_count)

    def bounds(self) -> Integers:
        """Return (symbols + 1,) the index where the pairs of each first symbol begin."""
        return np.searchsorted(self.before, np.arange(self.symbol_count + 1))


@dataclass(frozen=True, slots=True, eq=False)
class ClassTables:
    """p(after | before) = classes[before] @ words[after]."""

    classes: Singles  # (symbols, classes) r(class | before): rows sum to 1
    words: Singles  # (symbols, classes) s(after | class): columns sum to 1
    __repr__ = brief_repr
