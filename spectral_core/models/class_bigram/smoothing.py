"""From expected counts to tables; hides what rare words borrow from those that are spelt like them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Self

import numpy as np

from spectral_core.arrays import Floats, Integers, Singles
from spectral_core.models.class_bigram.pairs import ClassTables
from spectral_core.models.class_bigram.settings import ClassBigramSettings
from spectral_core.models.ngram import FIRST, START

_OPEN = ("form", "lemma")  # columns whose values are spelt
_SHARED = 50.0  # occurrences of words spelt alike that outweigh what all words share
_ENDING = 3  # letters


@dataclass(frozen=True, slots=True, eq=False)
class Smoothing:
    """What is added to expected counts: posterior means under Dirichlet priors, which words spelt alike share."""

    groups: Integers  # (symbols,) of words spelt alike
    unigram: Floats  # (symbols,) how likely each symbol is before anything is known; START is never next
    of_context: float
    of_word: Floats  # (symbols,) occurrences spread over the classes

    @classmethod
    def of(cls, settings: ClassBigramSettings, words: Sequence[str], unigram: Floats, kinds: int) -> Self:
        """The smoothing for these words, whose unigram is over so many different pairs."""
        spelt = settings.spelling and settings.column in _OPEN
        names = [_spelling(word) for word in words] if spelt else [""] * len(words)
        groups = np.unique([*map(str, range(FIRST)), *(f"word {name}" for name in names)], return_inverse=True)[1]
        unigram = unigram.copy()
        unigram[START] = 0.0
        unigram /= unigram.sum()
        of_word = settings.word_smoothing * kinds * unigram
        return cls(groups.astype(np.int64), unigram, settings.context_smoothing, of_word)

    def tables(self, class_counts: Singles, word_counts: Singles) -> ClassTables:
        """The tables of these expected counts (symbols, classes), which are used up."""
        shares = word_counts.sum(axis=0, dtype=np.float64)
        shares = (shares / shares.sum()).astype(np.float32)
        if self.of_word.any():
            borrowed = self._of_groups(word_counts, shares)
            word_counts += self.of_word.astype(np.float32)[:, None] * borrowed[self.groups]
        totals = word_counts.sum(axis=0, dtype=np.float64)
        dead = totals <= 0
        words = np.asarray(word_counts / np.where(dead, 1.0, totals), dtype=np.float32)
        words[:, dead] = self.unigram.astype(np.float32)[:, None]
        return ClassTables(self.classes(class_counts, shares), words)

    def classes(self, class_counts: Singles, shares: Singles) -> Singles:
        """(symbols, classes) r(class | symbol) of these expected counts, which are used up; `shares` are of all."""
        if self.of_context:
            borrowed = self._of_groups(class_counts, shares)
            class_counts += np.float32(self.of_context) * borrowed[self.groups]
        totals = class_counts.sum(axis=1, keepdims=True, dtype=np.float64)
        seen = totals > 0
        found: Singles = np.where(seen, class_counts / np.where(seen, totals, 1.0).astype(np.float32), shares)
        return found

    def _of_groups(self, counts: Singles, shares: Singles) -> Singles:
        """(groups, classes) the shares of the classes in each group, drawn towards those of all."""
        order = np.argsort(self.groups, kind="stable")
        starts = np.searchsorted(self.groups[order], np.arange(int(self.groups.max()) + 1))
        sums = np.add.reduceat(counts[order], starts, axis=0)
        found: Singles = (sums + np.float32(_SHARED) * shares) / (sums.sum(axis=1, keepdims=True) + np.float32(_SHARED))
        return found


def _spelling(word: str) -> str:
    """How a word begins and ends: words with the same are thought to be used alike."""
    first = word[:1]
    if first.isdigit():
        return "0"
    kind = "A" if first.isupper() else "a" if first.isalpha() else "."
    return kind + word[-_ENDING:].lower() + ("-" if "-" in word[1:] else "")
