"""Baselines for the paper's models: random order, the most frequent label, and a perceptron."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from spectral_core.arrays import Floats, Integers, Keys, NamedArrays, Singles
from spectral_core.brief import brief_repr
from spectral_core.model import Arrays
from spectral_core.models.analysis_ranker.corpus import ABSENT, Text, TrainingLabels, Wordbook, WordCandidates
from spectral_core.models.analysis_ranker.ordering import break_ties, random_fractions
from spectral_core.models.analysis_ranker.paper_counts import (
    FULL,
    LEMMA,
    TAG,
    LabelCounts,
    gold_label_keys,
    label_keys,
    make_context_keys,
)
from spectral_core.models.analysis_ranker.paper_design import WORD_COLUMN
from spectral_core.models.analysis_ranker.storing import read_integers, read_keys, read_numbers
from spectral_core.progress import Progress, Report, ignore_progress

_EPOCHS = 8
_WEIGHT_COUNT = 1 << 22  # weights; more pairs of a context and a value share them
_STAGE = "learning"


@dataclass(frozen=True, slots=True)
class RandomOrder:
    """Baseline that orders candidates at random, by the seed alone."""

    seed: int

    def scores(self, book: Wordbook, text: Text, words: WordCandidates) -> Floats:
        """Return (rows,) random numbers, the same for a word and a label wherever they occur together."""
        from spectral_core.structured.hash_tables import pair_keys

        keys = label_keys(book, words.values)[:, FULL]
        forms = book.forms.hashes()[text.form][words.row_word]
        return random_fractions(pair_keys(forms, keys), self.seed) if len(keys) else np.zeros(0)

    def arrays(self) -> NamedArrays:
        return {}


@dataclass(frozen=True, slots=True, eq=False)
class MostFrequent:
    """Baseline that ranks by the word's most frequent label; labels that it never had, by their tag."""

    counts: LabelCounts
    seed: int
    __repr__ = brief_repr

    @classmethod
    def learn(cls, book: Wordbook, text: Text, seed: int) -> MostFrequent:
        has_gold, labels = gold_label_keys(book, text)
        counts = LabelCounts.empty()
        counts.add(
            np.ascontiguousarray(make_context_keys(book, text)[has_gold, : WORD_COLUMN + 1]), labels[:, : TAG + 1]
        )
        return cls(counts, seed)

    def scores(self, book: Wordbook, text: Text, words: WordCandidates) -> Floats:
        """Return (rows,) the log of how often the word has the label, with one more occurrence distributed by tag
        frequency."""
        labels = label_keys(book, words.values)
        contexts = np.ascontiguousarray(make_context_keys(book, text)[:, : WORD_COLUMN + 1])
        statistics = self.counts.statistics(contexts, words.first_row, labels, (FULL, TAG), "raw").astype(np.float64)
        total = max(float(self.counts.table.counts(contexts[:1, 0])[0]), 1.0) if len(contexts) else 1.0
        scores: Floats = np.log(
            statistics[:, 1] + (statistics[:, 2] + 0.1) / total
        )  # the word's labels, and tags in general
        return break_ties(scores, labels[:, FULL], self.seed)

    def arrays(self) -> NamedArrays:
        keys, counts = self.counts.table.items()
        return {"count.keys": keys, "count.times": counts}

    @classmethod
    def from_arrays(cls, seed: int, arrays: Arrays) -> MostFrequent:
        from spectral_core.structured.hash_tables import CountTable

        return cls(
            LabelCounts(CountTable.from_counts(read_keys(arrays, "count.keys"), read_integers(arrays, "count.times"))),
            seed,
        )


@dataclass(frozen=True, slots=True, eq=False)
class Perceptron:
    """Averaged perceptron: one weight for each pair of a context and an element's value (Collins 2002, one word at a
    time)."""

    weights: Singles  # by the last bits of a pair's key
    seed: int
    __repr__ = brief_repr

    @classmethod
    def learn(cls, book: Wordbook, text: Text, seed: int, report: Report = ignore_progress) -> Perceptron:
        """Train for several epochs and average the weights; candidates from a word's own document are left out."""
        from spectral_core.structured.ranking import paper_kernels

        words = TrainingLabels.from_text(text).find_candidates(book, text, leave_out=True)
        contexts, labels = make_context_keys(book, text), _drop_tag(label_keys(book, words.values))
        jitter = random_fractions(labels[:, 0], seed)
        rng = np.random.default_rng(seed)
        weights, totals = np.zeros(_WEIGHT_COUNT, dtype=np.float32), np.zeros(_WEIGHT_COUNT)
        learnable = np.flatnonzero(words.gold != ABSENT)
        for epoch in range(_EPOCHS):
            report(Progress(_STAGE, epoch, _EPOCHS))
            error_count = paper_kernels.perceptron_epoch(
                weights, totals, epoch * len(learnable), rng.permutation(learnable), contexts, words.first_row, labels,
                words.gold, jitter,
            )  # fmt: skip
            if not error_count:
                break
        mean = weights - (totals / max(_EPOCHS * len(learnable), 1)).astype(np.float32)
        report(Progress(_STAGE, _EPOCHS, _EPOCHS))
        return cls(mean, seed)

    def scores(self, book: Wordbook, text: Text, words: WordCandidates) -> Floats:
        from spectral_core.structured.ranking import paper_kernels

        labels: Keys = label_keys(book, words.values)
        scores = np.zeros(len(labels))
        row_bounds: Integers = words.first_row
        paper_kernels.perceptron_scores(
            self.weights, make_context_keys(book, text), row_bounds, _drop_tag(labels), scores
        )
        return break_ties(scores, labels[:, FULL], self.seed)

    def arrays(self) -> NamedArrays:
        indexes = np.flatnonzero(self.weights)
        return {"weight.places": indexes.astype(np.int32), "weight.values": self.weights[indexes]}

    @classmethod
    def from_arrays(cls, seed: int, arrays: Arrays) -> Perceptron:
        weights = np.zeros(_WEIGHT_COUNT, dtype=np.float32)
        indexes, values = read_integers(arrays, "weight.places"), read_numbers(arrays, "weight.values")
        if indexes.shape != values.shape or (len(indexes) and not 0 <= indexes.min() <= indexes.max() < _WEIGHT_COUNT):
            raise ValueError("there is one place for each weight")
        weights[indexes] = values
        return cls(weights, seed)


def _drop_tag(labels: Keys) -> Keys:
    """Return the key of the full label and those of its elements."""
    return np.ascontiguousarray(np.delete(labels, TAG, axis=1)) if labels.shape[1] > LEMMA else labels
