"""What the paper's models are held against: chance, the most frequent label, and a perceptron."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from spectral_core.arrays import Floats, Integers, Keys, Named, Singles
from spectral_core.brief import brief_repr
from spectral_core.model import Arrays
from spectral_core.models.analysis_ranker.corpus import NOTHING, Seen, Text, Wordbook, Words
from spectral_core.models.analysis_ranker.ordering import chances, parted
from spectral_core.models.analysis_ranker.paper_counts import (
    FULL,
    LEMMA,
    TAG,
    LabelCounts,
    contexts_of,
    gold_keys,
    label_keys,
)
from spectral_core.models.analysis_ranker.paper_design import WORD
from spectral_core.models.analysis_ranker.storing import integers, keys, numbers
from spectral_core.progress import Progress, Report, ignore_progress

_EPOCHS = 8
_SIZE = 1 << 22  # weights; of more pairs of a context and a value, some share one
_STAGE = "learning"


@dataclass(frozen=True, slots=True)
class Unranked:
    """Candidates in an order that the seed alone decides."""

    seed: int

    def scores(self, book: Wordbook, text: Text, words: Words) -> Floats:
        """(rows,) numbers by chance, the same for a word and a label wherever they meet."""
        from spectral_core.inference.count_table import pair_keys

        keys = label_keys(book, words.values)[:, FULL]
        forms = book.forms.hashes()[text.form][words.row_word]
        return chances(pair_keys(forms, keys), self.seed) if len(keys) else np.zeros(0)

    def arrays(self) -> Named:
        return {}


@dataclass(frozen=True, slots=True, eq=False)
class MostFrequent:
    """The label that the word has most often; among those that it never had, the one with the most frequent tag."""

    counts: LabelCounts
    seed: int
    __repr__ = brief_repr

    @classmethod
    def learn(cls, book: Wordbook, text: Text, seed: int) -> MostFrequent:
        known, labels = gold_keys(book, text)
        counts = LabelCounts.empty()
        counts.add(np.ascontiguousarray(contexts_of(book, text)[known, : WORD + 1]), labels[:, : TAG + 1])
        return cls(counts, seed)

    def scores(self, book: Wordbook, text: Text, words: Words) -> Floats:
        """(rows,) the log of how often the word has the label, with one more occurrence shared out by tags."""
        labels = label_keys(book, words.values)
        contexts = np.ascontiguousarray(contexts_of(book, text)[:, : WORD + 1])
        found = self.counts.statistics(contexts, words.first_row, labels, (FULL, TAG), "raw").astype(np.float64)
        every = max(float(self.counts.table.counts(contexts[:1, 0])[0]), 1.0) if len(contexts) else 1.0
        scores: Floats = np.log(found[:, 1] + (found[:, 2] + 0.1) / every)  # the word's labels, and tags at all
        return parted(scores, labels[:, FULL], self.seed)

    def arrays(self) -> Named:
        keys, counts = self.counts.table.items()
        return {"count.keys": keys, "count.times": counts}

    @classmethod
    def from_arrays(cls, seed: int, arrays: Arrays) -> MostFrequent:
        from spectral_core.inference.count_table import CountTable

        return cls(
            LabelCounts(CountTable.from_counts(keys(arrays, "count.keys"), integers(arrays, "count.times"))), seed
        )


@dataclass(frozen=True, slots=True, eq=False)
class Perceptron:
    """One weight for each pair of a context and an element's value (Collins 2002, one word at a time)."""

    weights: Singles  # by the last bits of a pair's key
    seed: int
    __repr__ = brief_repr

    @classmethod
    def learn(cls, book: Wordbook, text: Text, seed: int, report: Report = ignore_progress) -> Perceptron:
        """The mean of the weights after each word of several rounds; a word's own document adds no candidates to it."""
        from spectral_core.inference import paper_kernels

        words = Seen.of(text).words(book, text, leave_out=True)
        contexts, labels = contexts_of(book, text), _columns(label_keys(book, words.values))
        jitter = chances(labels[:, 0], seed)
        draw = np.random.default_rng(seed)
        weights, totals = np.zeros(_SIZE, dtype=np.float32), np.zeros(_SIZE)
        decided = np.flatnonzero(words.gold != NOTHING)
        for epoch in range(_EPOCHS):
            report(Progress(_STAGE, epoch, _EPOCHS))
            wrong = paper_kernels.perceptron_epoch(
                weights, totals, epoch * len(decided), draw.permutation(decided), contexts, words.first_row, labels,
                words.gold, jitter,
            )  # fmt: skip
            if not wrong:
                break
        mean = weights - (totals / max(_EPOCHS * len(decided), 1)).astype(np.float32)
        report(Progress(_STAGE, _EPOCHS, _EPOCHS))
        return cls(mean, seed)

    def scores(self, book: Wordbook, text: Text, words: Words) -> Floats:
        from spectral_core.inference import paper_kernels

        labels: Keys = label_keys(book, words.values)
        found = np.zeros(len(labels))
        firsts: Integers = words.first_row
        paper_kernels.perceptron_scores(self.weights, contexts_of(book, text), firsts, _columns(labels), found)
        return parted(found, labels[:, FULL], self.seed)

    def arrays(self) -> Named:
        places = np.flatnonzero(self.weights)
        return {"weight.places": places.astype(np.int32), "weight.values": self.weights[places]}

    @classmethod
    def from_arrays(cls, seed: int, arrays: Arrays) -> Perceptron:
        weights = np.zeros(_SIZE, dtype=np.float32)
        places, values = integers(arrays, "weight.places"), numbers(arrays, "weight.values")
        if places.shape != values.shape or (len(places) and not 0 <= places.min() <= places.max() < _SIZE):
            raise ValueError("there is one place for each weight")
        weights[places] = values
        return cls(weights, seed)


def _columns(labels: Keys) -> Keys:
    """The whole label and its elements."""
    return np.ascontiguousarray(np.delete(labels, TAG, axis=1)) if labels.shape[1] > LEMMA else labels
