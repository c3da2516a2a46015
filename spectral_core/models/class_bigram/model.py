"""Learnt class bigram models: scores of sequences, and what each class says."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, Self

import numpy as np

from spectral_core.arrays import Floats, Integers, Named
from spectral_core.brief import brief
from spectral_core.data import Sentence
from spectral_core.inference.pair_kernels import pair_probabilities
from spectral_core.model import Arrays, Scored, Settings
from spectral_core.models.class_bigram.pairs import ClassTables
from spectral_core.models.class_bigram.settings import ClassBigramSettings
from spectral_core.models.ngram import NgramCounts, NgramModel, NgramSettings
from spectral_core.models.ngram.scoring import scored

LEAST = 1e-30  # what scores are raised to
_ORDER = 2
_FREQUENT = 5000  # words that neighbours are looked for among: of rare ones the classes are hardly known


def bigram_settings(settings: ClassBigramSettings) -> NgramSettings:
    """Those of the bigrams beside the classes."""
    return NgramSettings(_ORDER, "modified", settings.column, settings.minimum)


@dataclass(frozen=True, slots=True, eq=False)
class ClassBigram:
    """Scores sequences by the class between each word and the next."""

    method: ClassVar[str] = "class-bigram"
    settings: ClassBigramSettings
    counts: NgramCounts  # what it was made of, so that more can be added
    bigrams: NgramModel
    tables: ClassTables
    __repr__ = brief

    def arrays(self) -> Named:
        return {**self.bigrams.arrays(), "classes_after": self.tables.classes, "words_of": self.tables.words}

    @property
    def words(self) -> tuple[str, ...]:
        """The known words, sorted."""
        return self.bigrams.words

    @property
    def symbols(self) -> Mapping[str, int]:
        """The number of each known word."""
        return self.bigrams.symbols

    @property
    def skipped(self) -> Mapping[str, int]:
        """How many sentences were left out of learning, by reason."""
        return self.bigrams.skipped

    @classmethod
    def from_arrays(cls, settings: Settings, arrays: Arrays) -> Self:
        """The model that gave these settings and arrays; ValueError where they do not fit each other."""
        if not isinstance(settings, ClassBigramSettings):
            raise TypeError("these are the settings of another method")
        bigrams = NgramModel.from_arrays(bigram_settings(settings), arrays)
        classes, words = (arrays[name].astype(np.float32) for name in ("classes_after", "words_of"))
        if classes.shape != words.shape or classes.ndim != 2 or len(classes) != len(bigrams.words) + 3:
            raise ValueError("the classes do not fit the words")
        if not (np.isfinite(classes).all() and np.isfinite(words).all() and min(classes.min(), words.min()) >= 0):
            raise ValueError("a share is negative or no number")
        return cls(settings, bigrams.counts, bigrams, ClassTables(classes, words))

    def log_probabilities(self, history: Integers, symbols: Integers) -> Floats:
        """(positions,) the log of p(symbol given the last column of `history`), from `LEAST` up."""
        found = pair_probabilities(
            np.ascontiguousarray(history[:, -1]), symbols, self.tables.classes, self.tables.words
        )
        share = self.settings.bigrams
        if share:
            found = (1 - share) * found + share * np.exp(self.bigrams.log_probabilities(history, symbols))
        logs: Floats = np.log(np.maximum(found, LEAST))
        return logs

    def scores(self, sentences: Sequence[Sentence], prefix: bool = False) -> list[Scored]:
        """Known words and one END symbol, which a prefix lacks; unknown words are context only and counted apart."""
        column, floor = self.settings.column, float(np.log(LEAST))
        return scored(sentences, column, self.symbols, _ORDER, self.log_probabilities, prefix, floor)

    def typical_words(self, number: int, most: int) -> list[tuple[str, float]]:
        """The words of a class, likeliest first, with p(word | class)."""
        column = self.tables.words[len(self.tables.words) - len(self.words) :, number]
        order = np.argsort(-column, kind="stable")[:most]
        return [(self.words[place], float(column[place])) for place in order.tolist()]

    def classes_of(self, word: str) -> Floats:
        """(classes,) p(class | word) of a word as the second of a pair; none for an unknown word."""
        place = self.symbols.get(word)
        if place is None:
            return np.zeros(0)
        shares = self.class_shares() * self.tables.words[place]
        found: Floats = shares / shares.sum()
        return found

    def neighbours(self, word: str, k: int = 10) -> list[tuple[str, float]]:
        """The `k` words whose classes are most alike among the 5,000 most frequent, with how much of them they share
        (the Bhattacharyya coefficient); none for an unknown word."""
        own = self.classes_of(word)
        if not len(own):
            return []
        joint = self.class_shares() * self.tables.words[len(self.tables.words) - len(self.words) :]  # (words, classes)
        times = joint.sum(axis=1)
        often = np.argsort(-times, kind="stable")[:_FREQUENT]
        often = np.array([at for at in often.tolist() if self.words[at] != word and times[at] > 0], dtype=np.int64)
        alike = np.sqrt(joint[often] / times[often, None]) @ np.sqrt(own)
        order = np.argsort(-alike, kind="stable")[:k]
        return [(self.words[at], float(share)) for at, share in zip(often[order].tolist(), alike[order], strict=True)]

    def class_shares(self) -> Floats:
        """(classes,) how frequent each class is in the text that was counted."""
        symbol_of = np.array([0, 1, *(self.symbols.get(word, 2) for word in self.counts.words)])
        times = np.bincount(symbol_of[self.counts.rows[:, 0]], self.counts.counts, len(self.tables.classes))
        found: Floats = times @ self.tables.classes.astype(np.float64) / times.sum()
        return found
