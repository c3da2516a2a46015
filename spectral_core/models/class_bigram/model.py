"""Counts of adjacent symbol pairs, and the class bigram model fitted to them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, Self

import numpy as np

from spectral_core.arrays import Floats, Indexes, Integers, NamedArrays, Singles
from spectral_core.brief import brief_repr
from spectral_core.data import Sentence
from spectral_core.deprecated import old_keywords, old_members
from spectral_core.model import Arrays, LogScore, Settings
from spectral_core.models.class_bigram.settings import ClassBigramSettings
from spectral_core.models.ngram import (
    END,
    FIRST_WORD,
    START,
    UNKNOWN,
    NgramCounts,
    NgramModel,
    NgramSettings,
    score_sequences,
    sum_duplicates,
)
from spectral_core.structured.forward_backward_kernels import class_bigram_probabilities

MIN_PROBABILITY = 1e-30  # floor of scores
_ORDER = 2
_MAX_NEIGHBOURS = 5000  # most frequent words searched for neighbours, as classes of rare words are unreliable


@dataclass(frozen=True, slots=True, eq=False)
class WordPairs:
    """Bigram counts in coordinate form, sorted by the first symbol."""

    before: Integers  # (pairs,)
    after: Integers  # (pairs,)
    counts: Floats  # (pairs,)
    symbol_count: int  # number of symbols
    __repr__ = brief_repr

    @classmethod
    def from_counts(cls, counts: NgramCounts, symbols: Mapping[str, int]) -> Self:
        """Return the bigram counts over the symbols of a model; other words are mapped to its unknown word."""
        rows, pair_counts = sum_duplicates(_list_symbols_of_codes(counts, symbols)[counts.rows], counts.counts)
        before, after = rows.astype(np.int64).T
        return cls(before, after, pair_counts.astype(np.float64), len(symbols) + FIRST_WORD)

    def drop_unscored(self) -> WordPairs:
        """Return the pairs whose second symbol is scored (not the unknown word)."""
        is_scored = self.after != UNKNOWN
        return WordPairs(self.before[is_scored], self.after[is_scored], self.counts[is_scored], self.symbol_count)

    def pair_offsets(self) -> Integers:
        """Return (symbols + 1,) the offset of each first symbol's pairs."""
        return np.searchsorted(self.before, np.arange(self.symbol_count + 1))


def _list_symbols_of_codes(counts: NgramCounts, symbols: Mapping[str, int]) -> Indexes:
    """Return (codes,) the symbol of each code in `counts.rows`."""
    return np.array([START, END, *(symbols.get(word, UNKNOWN) for word in counts.words)], dtype=np.int32)


@dataclass(frozen=True, slots=True, eq=False)
class ClassTables:
    """p(after | before) = classes[before] @ words[after]."""

    classes: Singles  # (symbols, classes) r(class | before): rows sum to 1
    words: Singles  # (symbols, classes) s(after | class): columns sum to 1
    __repr__ = brief_repr


def make_bigram_settings(settings: ClassBigramSettings) -> NgramSettings:
    """Return the settings of the bigram model interpolated with the classes."""
    return NgramSettings(_ORDER, "modified", settings.column, settings.minimum)


@old_members(classes_of="class_probabilities", class_shares="class_frequencies")
@dataclass(frozen=True, slots=True, eq=False)
class ClassBigram:
    """Bigram model that scores each word through a latent class of the previous word."""

    method: ClassVar[str] = "class-bigram"
    settings: ClassBigramSettings
    counts: NgramCounts  # kept so that sentences can be added
    bigrams: NgramModel
    tables: ClassTables
    __repr__ = brief_repr

    def arrays(self) -> NamedArrays:
        return {**self.bigrams.arrays(), "classes_after": self.tables.classes, "words_of": self.tables.words}

    @property
    def words(self) -> tuple[str, ...]:
        """Known words, sorted."""
        return self.bigrams.words

    @property
    def symbols(self) -> Mapping[str, int]:
        """Id of each known word."""
        return self.bigrams.symbols

    @property
    def skipped(self) -> Mapping[str, int]:
        """Number of sentences left out of training, by reason."""
        return self.bigrams.skipped

    @classmethod
    def from_arrays(cls, settings: Settings, arrays: Arrays) -> Self:
        """Restore a model from its settings and arrays; ValueError if they are inconsistent."""
        if not isinstance(settings, ClassBigramSettings):
            raise TypeError("these are the settings of another method")
        bigrams = NgramModel.from_arrays(make_bigram_settings(settings), arrays)
        classes, words = (arrays[name].astype(np.float32) for name in ("classes_after", "words_of"))
        if classes.shape != words.shape or classes.ndim != 2 or len(classes) != len(bigrams.words) + FIRST_WORD:
            raise ValueError("the classes do not fit the words")
        if not (np.isfinite(classes).all() and np.isfinite(words).all() and min(classes.min(), words.min()) >= 0):
            raise ValueError("a share is negative or no number")
        return cls(settings, bigrams.counts, bigrams, ClassTables(classes, words))

    def log_probabilities(self, history: Integers, symbols: Integers) -> Floats:
        """Return (positions,) log p(symbol | last column of `history`), at least the log of `MIN_PROBABILITY`."""
        probabilities = class_bigram_probabilities(
            np.ascontiguousarray(history[:, -1]), symbols, self.tables.classes, self.tables.words
        )
        bigram_weight = self.settings.bigrams
        if bigram_weight:
            probabilities = (1 - bigram_weight) * probabilities + bigram_weight * np.exp(
                self.bigrams.log_probabilities(history, symbols)
            )
        return np.log(np.maximum(probabilities, MIN_PROBABILITY))

    def scores(self, sentences: Sequence[Sentence], prefix: bool = False) -> list[LogScore]:
        """Score known words and one END (none for a prefix); unknown words are only context and counted separately."""
        column, floor = self.settings.column, float(np.log(MIN_PROBABILITY))
        return score_sequences(sentences, column, self.symbols, _ORDER, self.log_probabilities, prefix, floor)

    @old_keywords(number="class_number", most="limit")
    def typical_words(self, class_number: int, limit: int) -> list[tuple[str, float]]:
        """Return the most probable words of a class with p(word | class)."""
        column = self.tables.words[FIRST_WORD:, class_number]
        order = np.argsort(-column, kind="stable")[:limit]
        return [(self.words[word], float(column[word])) for word in order.tolist()]

    def class_probabilities(self, word: str) -> Floats:
        """Return (classes,) p(class | word) of a word in second position; empty for an unknown word."""
        symbol = self.symbols.get(word)
        if symbol is None:
            return np.zeros(0)
        joint = self.class_frequencies() * self.tables.words[symbol]
        posterior: Floats = joint / joint.sum()
        return posterior

    def neighbours(self, word: str, k: int = 10) -> list[tuple[str, float]]:
        """Return the `k` words with the most similar class distributions among the 5,000 most frequent, with the
        Bhattacharyya coefficient; none for an unknown word."""
        own_classes = self.class_probabilities(word)
        if not len(own_classes):
            return []
        # (words, classes)
        joint = self.class_frequencies() * self.tables.words[FIRST_WORD:]
        frequencies = joint.sum(axis=1)
        frequent = np.argsort(-frequencies, kind="stable")[:_MAX_NEIGHBOURS]
        frequent = np.array(
            [index for index in frequent.tolist() if self.words[index] != word and frequencies[index] > 0],
            dtype=np.int64,
        )
        similarities = np.sqrt(joint[frequent] / frequencies[frequent, None]) @ np.sqrt(own_classes)
        order = np.argsort(-similarities, kind="stable")[:k]
        return [
            (self.words[index], float(similarity))
            for index, similarity in zip(frequent[order].tolist(), similarities[order], strict=True)
        ]

    def class_frequencies(self) -> Floats:
        """Return (classes,) the relative frequency of each class in the training text."""
        contexts = _list_symbols_of_codes(self.counts, self.symbols)[self.counts.rows[:, 0]]
        frequencies = np.bincount(contexts, self.counts.counts, len(self.tables.classes))
        class_frequencies: Floats = frequencies @ self.tables.classes.astype(np.float64) / frequencies.sum()
        return class_frequencies
