"""Baselines of the ranker: random order, most frequent label, and an averaged perceptron."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from spectral_core.arrays import Floats, Integers, Keys, NamedArrays, Singles
from spectral_core.brief import brief_repr
from spectral_core.model import Arrays
from spectral_core.models.analysis_ranker.design_matrix import (
    FULL_COLUMN,
    LEMMA_COLUMN,
    TAG_COLUMN,
    WORD_COLUMN,
    LabelCounts,
    gold_label_keys,
    label_keys,
    make_context_keys,
)
from spectral_core.models.analysis_ranker.labels_and_candidates import (
    ABSENT,
    EncodedText,
    TrainingLabels,
    WordCandidates,
)
from spectral_core.models.analysis_ranker.ranking import break_ties, random_fractions
from spectral_core.models.analysis_ranker.storage import read_floats, read_integers, read_keys
from spectral_core.models.analysis_ranker.vocabulary import RankerVocabulary
from spectral_core.progress import Progress, Report, ignore_progress
from spectral_core.structured.hash_tables import CountTable, combine_key_arrays

_EPOCHS = 8
# size of the weight table; pairs of a context and a value share weights where hashes collide
_WEIGHT_TABLE_SIZE = 1 << 22
_STAGE = "learning"


@dataclass(frozen=True, slots=True)
class RandomBaseline:
    """Baseline: a random order of the candidates that depends only on the seed."""

    seed: int

    def scores(self, vocabulary: RankerVocabulary, text: EncodedText, words: WordCandidates) -> Floats:
        """Return (rows,) random scores, the same for a word and label wherever they occur together."""
        keys = label_keys(vocabulary, words.values)[:, FULL_COLUMN]
        forms = vocabulary.forms.hashes()[text.form][words.row_word]
        return random_fractions(combine_key_arrays(forms, keys), self.seed) if len(keys) else np.zeros(0)

    def arrays(self) -> NamedArrays:
        """Return no arrays: the order depends on the seed alone, which is a setting."""
        return {}


@dataclass(frozen=True, slots=True, eq=False)
class MostFrequentBaseline:
    """Baseline: the label frequencies of the word; labels unseen with the word are ranked by the frequency of their
    tag."""

    counts: LabelCounts
    seed: int
    __repr__ = brief_repr

    @classmethod
    def learn(cls, vocabulary: RankerVocabulary, text: EncodedText, seed: int) -> MostFrequentBaseline:
        """Count the labels of each word, and all tags, in the text."""
        has_gold, labels = gold_label_keys(vocabulary, text)
        counts = LabelCounts.empty()
        counts.add(
            np.ascontiguousarray(make_context_keys(vocabulary, text)[has_gold, : WORD_COLUMN + 1]),
            labels[:, : TAG_COLUMN + 1],
        )
        return cls(counts, seed)

    def scores(self, vocabulary: RankerVocabulary, text: EncodedText, words: WordCandidates) -> Floats:
        """Return (rows,) the log frequency of each label with its word, smoothed with the tag distribution as one
        pseudo-count."""
        labels = label_keys(vocabulary, words.values)
        contexts = np.ascontiguousarray(make_context_keys(vocabulary, text)[:, : WORD_COLUMN + 1])
        statistics = self.counts.compute_statistics(
            contexts, words.first_row, labels, (FULL_COLUMN, TAG_COLUMN), "raw"
        ).astype(np.float64)
        total = max(float(self.counts.table.counts(contexts[:1, 0])[0]), 1.0) if len(contexts) else 1.0
        # labels of the word, and tags overall
        scores: Floats = np.log(statistics[:, 1] + (statistics[:, 2] + 0.1) / total)
        return break_ties(scores, labels[:, FULL_COLUMN], self.seed)

    def arrays(self) -> NamedArrays:
        """Return the counts as arrays."""
        keys, counts = self.counts.table.items()
        return {"count.keys": keys, "count.times": counts}

    @classmethod
    def from_arrays(cls, seed: int, arrays: Arrays) -> MostFrequentBaseline:
        """Restore the baseline from the arrays of its counts."""
        return cls(
            LabelCounts(CountTable.from_counts(read_keys(arrays, "count.keys"), read_integers(arrays, "count.times"))),
            seed,
        )


@dataclass(frozen=True, slots=True, eq=False)
class AveragedPerceptron:
    """Baseline: an averaged perceptron that ranks each word independently, with one weight for each pair of a context
    and a label element (Collins 2002)."""

    weights: Singles  # indexed by the low bits of a pair's hash
    seed: int
    __repr__ = brief_repr

    @classmethod
    def learn(
        cls, vocabulary: RankerVocabulary, text: EncodedText, seed: int, report: Report = ignore_progress
    ) -> AveragedPerceptron:
        """Train for several epochs and average the weights; candidates seen only in the word's own document are left
        out."""
        from spectral_core.structured.analysis_ranker import perceptron

        words = TrainingLabels.from_text(text).find_candidates(vocabulary, text, leave_out=True)
        contexts, labels = make_context_keys(vocabulary, text), _drop_tag_column(label_keys(vocabulary, words.values))
        jitter = random_fractions(labels[:, 0], seed)
        rng = np.random.default_rng(seed)
        weights, totals = np.zeros(_WEIGHT_TABLE_SIZE, dtype=np.float32), np.zeros(_WEIGHT_TABLE_SIZE)
        learnable = np.flatnonzero(words.gold != ABSENT)
        for epoch in range(_EPOCHS):
            report(Progress(_STAGE, epoch, _EPOCHS))
            error_count = perceptron.train_perceptron_epoch(
                weights, totals, epoch * len(learnable), rng.permutation(learnable), contexts, words.first_row, labels,
                words.gold, jitter,
            )  # fmt: skip
            if not error_count:
                break
        mean = weights - (totals / max(_EPOCHS * len(learnable), 1)).astype(np.float32)
        report(Progress(_STAGE, _EPOCHS, _EPOCHS))
        return cls(mean, seed)

    def scores(self, vocabulary: RankerVocabulary, text: EncodedText, words: WordCandidates) -> Floats:
        """Return (rows,) the sums of the weights of each candidate."""
        from spectral_core.structured.analysis_ranker import perceptron

        labels: Keys = label_keys(vocabulary, words.values)
        scores = np.zeros(len(labels))
        row_bounds: Integers = words.first_row
        perceptron.perceptron_scores(
            self.weights, make_context_keys(vocabulary, text), row_bounds, _drop_tag_column(labels), scores
        )
        return break_ties(scores, labels[:, FULL_COLUMN], self.seed)

    def arrays(self) -> NamedArrays:
        """Return the weights that are not 0, and their indexes, as arrays."""
        indexes = np.flatnonzero(self.weights)
        return {"weight.places": indexes.astype(np.int32), "weight.values": self.weights[indexes]}

    @classmethod
    def from_arrays(cls, seed: int, arrays: Arrays) -> AveragedPerceptron:
        """Restore the perceptron from its arrays; ValueError if an index is out of range."""
        weights = np.zeros(_WEIGHT_TABLE_SIZE, dtype=np.float32)
        indexes, values = read_integers(arrays, "weight.places"), read_floats(arrays, "weight.values")
        if indexes.shape != values.shape or (
            len(indexes) and not 0 <= indexes.min() <= indexes.max() < _WEIGHT_TABLE_SIZE
        ):
            raise ValueError("the indexes do not fit the weights")
        weights[indexes] = values
        return cls(weights, seed)


def _drop_tag_column(labels: Keys) -> Keys:
    """Return the label hashes without the column of the tag."""
    return np.ascontiguousarray(np.delete(labels, TAG_COLUMN, axis=1)) if labels.shape[1] > LEMMA_COLUMN else labels
