"""Pairs of neighbouring symbols with their counts, and the two tables that are fitted to them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Self

import numpy as np

from spectral_core.arrays import Floats, Integers, Singles
from spectral_core.brief import brief
from spectral_core.models.ngram import END, FIRST, START, UNKNOWN, NgramCounts
from spectral_core.models.ngram.counts import COUNTED, grouped


@dataclass(frozen=True, slots=True, eq=False)
class WordPairs:
    """How often each symbol was seen after each other one, sorted by the first."""

    before: Integers  # (pairs,)
    after: Integers  # (pairs,)
    counts: Floats  # (pairs,)
    size: int  # symbols there are
    __repr__ = brief

    @classmethod
    def of(cls, counts: NgramCounts, symbols: Mapping[str, int]) -> Self:
        """The bigrams counted, in the symbols of a model; other words are its unknown word."""
        symbol_of = np.array([START, END, *(symbols.get(word, UNKNOWN) for word in counts.words)], dtype=np.int32)
        assert len(symbol_of) == len(counts.words) + COUNTED
        rows, times = grouped(symbol_of[counts.rows], counts.counts)
        before, after = rows.astype(np.int64).T
        return cls(before, after, times.astype(np.float64), len(symbols) + FIRST)

    def scored(self) -> WordPairs:
        """Those whose second symbol is scored: unknown words are not."""
        kept = self.after != UNKNOWN
        return WordPairs(self.before[kept], self.after[kept], self.counts[kept], self.size)

    def bounds(self) -> Integers:
        """(size + 1,) where the pairs of each first symbol begin."""
        return np.searchsorted(self.before, np.arange(self.size + 1))


@dataclass(frozen=True, slots=True, eq=False)
class ClassTables:
    """p(after | before) = classes[before] @ words[after]."""

    classes: Singles  # (symbols, classes) r(class | before): rows sum to 1
    words: Singles  # (symbols, classes) s(after | class): columns sum to 1
    __repr__ = brief
