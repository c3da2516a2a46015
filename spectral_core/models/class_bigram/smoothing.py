"""Smoothing of expected counts into tables; hides what rare words borrow from words spelt like them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Self

import numpy as np

from spectral_core.arrays import Floats, Integers, Singles
from spectral_core.models.class_bigram.pairs import ClassTables
from spectral_core.models.class_bigram.settings import ClassBigramSettings
from spectral_core.models.ngram import FIRST, START

_SPELT_COLUMNS = ("form", "lemma")  # columns whose values are spelt
_GROUP_PRIOR = 50.0  # occurrences of words spelt alike that outweigh what all words share
_SUFFIX_LENGTH = 3  # letters


@dataclass(frozen=True, slots=True, eq=False)
class Smoothing:
    """Dirichlet priors, shared by words spelt alike, whose posterior means smooth expected counts."""

    groups: Integers  # (symbols,) of words spelt alike
    unigram: Floats  # (symbols,) how likely each symbol is before anything is known; START is never next
    context_prior: float
    word_priors: Floats  # (symbols,) occurrences spread over the classes

    @classmethod
    def for_words(cls, settings: ClassBigramSettings, words: Sequence[str], unigram: Floats, pair_count: int) -> Self:
        """Make the smoothing for these words; `pair_count` is the number of different pairs their unigram is over."""
        uses_spelling = settings.spelling and settings.column in _SPELT_COLUMNS
        names = [_spelling_group(word) for word in words] if uses_spelling else [""] * len(words)
        groups = np.unique([*map(str, range(FIRST)), *(f"word {name}" for name in names)], return_inverse=True)[1]
        unigram = unigram.copy()
        unigram[START] = 0.0
        unigram /= unigram.sum()
        word_priors = settings.word_smoothing * pair_count * unigram
        return cls(groups.astype(np.int64), unigram, settings.context_smoothing, word_priors)

    def smooth_tables(self, class_counts: Singles, word_counts: Singles) -> ClassTables:
        """Return the tables of these expected counts (symbols, classes), which are overwritten."""
        class_shares = word_counts.sum(axis=0, dtype=np.float64)
        class_shares = (class_shares / class_shares.sum()).astype(np.float32)
        if self.word_priors.any():
            group_distributions = self._smooth_groups(word_counts, class_shares)
            word_counts += self.word_priors.astype(np.float32)[:, None] * group_distributions[self.groups]
        totals = word_counts.sum(axis=0, dtype=np.float64)
        is_empty = totals <= 0
        words = np.asarray(word_counts / np.where(is_empty, 1.0, totals), dtype=np.float32)
        words[:, is_empty] = self.unigram.astype(np.float32)[:, None]
        return ClassTables(self.smooth_classes(class_counts, class_shares), words)

    def smooth_classes(self, class_counts: Singles, class_shares: Singles) -> Singles:
        """Return (symbols, classes) r(class | symbol) of these expected counts, which are overwritten; `class_shares`
        are those of all symbols."""
        if self.context_prior:
            group_distributions = self._smooth_groups(class_counts, class_shares)
            class_counts += np.float32(self.context_prior) * group_distributions[self.groups]
        totals = class_counts.sum(axis=1, keepdims=True, dtype=np.float64)
        has_counts = totals > 0
        probabilities: Singles = np.where(
            has_counts, class_counts / np.where(has_counts, totals, 1.0).astype(np.float32), class_shares
        )
        return probabilities

    def _smooth_groups(self, counts: Singles, class_shares: Singles) -> Singles:
        """Return (groups, classes) the shares of the classes in each group, smoothed towards those of all."""
        order = np.argsort(self.groups, kind="stable")
        starts = np.searchsorted(self.groups[order], np.arange(int(self.groups.max()) + 1))
        sums = np.add.reduceat(counts[order], starts, axis=0)
        distributions: Singles = (sums + np.float32(_GROUP_PRIOR) * class_shares) / (
            sums.sum(axis=1, keepdims=True) + np.float32(_GROUP_PRIOR)
        )
        return distributions


def _spelling_group(word: str) -> str:
    """Return the key of a word's prefix and suffix: words with the same key are assumed to be used alike."""
    first = word[:1]
    if first.isdigit():
        return "0"
    case = "A" if first.isupper() else "a" if first.isalpha() else "."
    return case + word[-_SUFFIX_LENGTH:].lower() + ("-" if "-" in word[1:] else "")
