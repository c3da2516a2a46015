"""Context features of candidate readings, and the log-linear model that weights them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from spectral_core.arrays import Flags, Floats, Indexes, Integers, Keys
from spectral_core.brief import brief_repr
from spectral_core.models.analysis_ranker.feature_hashes import FULL_LABEL, FeatureHasher, LabelElements
from spectral_core.models.analysis_ranker.labels_and_candidates import ABSENT, EncodedText, WordCandidates
from spectral_core.progress import Progress, Report, ignore_progress
from spectral_core.structured.analysis_ranker import context_associations
from spectral_core.structured.analysis_ranker.context_associations import (
    CandidateCells,
    fill_associations,
    fill_base_rates,
    group_candidate_values,
)
from spectral_core.structured.analysis_ranker.context_keys import (
    LABEL_CONTEXTS,
    WORD_CONTEXTS,
    label_context_keys,
    word_context_keys,
)
from spectral_core.structured.analysis_ranker.log_linear import best_candidate_rows, score_candidates
from spectral_core.structured.hash_tables import CountTable

if TYPE_CHECKING:
    from spectral_core.models.analysis_ranker.context_counts import CountedCorpus


FREQUENCY = "frequency"
STATISTIC_NAMES = (FREQUENCY, *WORD_CONTEXTS, *LABEL_CONTEXTS)
FIRST_LABEL_STATISTIC = 1 + len(WORD_CONTEXTS)  # index of the first label statistic
_REPORT_INTERVAL = 20  # statistics between progress reports
CANDIDATE_FEATURES = ("offered", "seen", "preference", "unknown")
PREFERENCE, UNKNOWN = 2, 3  # columns that models of earlier versions lack
UNKNOWN_WEIGHT = -30.0  # not trained: a reading that names no word never comes before one of a dictionary


@dataclass(frozen=True, slots=True, eq=False)
class FeatureTemplates:
    """Feature templates of the log-linear model: the pairs of a context statistic and a label element that have a
    weight."""

    mask: Flags  # (statistics, elements)
    columns: Indexes  # (statistics, elements) index among the templates of the element, or -1
    bounds: Integers  # (elements + 1,) offset of each element's weights
    __repr__ = brief_repr

    @classmethod
    def from_mask(cls, mask: Flags) -> FeatureTemplates:
        """Return the templates flagged in `mask`."""
        columns = np.where(mask, np.cumsum(mask, axis=0) - 1, -1).astype(np.int32)
        bounds = np.concatenate(([0], np.cumsum(mask.sum(axis=0)))).astype(np.int64)
        return cls(mask, columns, bounds)

    @classmethod
    def make_all(cls, elements: LabelElements) -> FeatureTemplates:
        """Return all templates; of the full label, only its frequency and its frequency with the word."""
        mask = np.ones((len(STATISTIC_NAMES), len(elements)), dtype=np.bool_)
        mask[2:, elements.names.index(FULL_LABEL)] = False
        return cls.from_mask(mask)

    def select_best(self, importance: Floats, limit: int) -> FeatureTemplates:
        """Return the `limit` most important templates; `importance` has one value for each weight."""
        order = np.argsort(-importance, kind="stable")[:limit]
        is_selected = np.zeros(len(importance), dtype=np.bool_)
        is_selected[order] = True
        mask = np.zeros_like(self.mask)
        mask.T[self.mask.T] = is_selected
        return FeatureTemplates.from_mask(mask)


class ContextFeatureMatrix:
    """Feature matrix of the candidates of a text: statistics of word contexts, then of label contexts."""

    def __init__(
        self, feature_hasher: FeatureHasher, words: WordCandidates, templates: FeatureTemplates, seed: int = 0
    ) -> None:
        self.words, self.templates, self._feature_hasher = words, templates, feature_hasher
        keys = feature_hasher.label_keys(np.repeat(words.form, np.diff(words.first_row)), words.labels)
        first, element, key, of_row = group_candidate_values(
            words.first_row, keys, np.asarray(templates.mask.any(axis=0))
        )
        preferences, is_unknown = feature_hasher.vocabulary.compare_readings(words)
        columns = (words.is_offered, words.is_in_training, preferences, is_unknown)
        self.row_features = np.stack(columns, axis=1).astype(np.float32)
        self.jitter = feature_hasher.jitter(words.labels, seed)
        widths = np.diff(templates.bounds)[element]
        offsets = np.concatenate(([0], np.cumsum(widths))).astype(np.int64)
        statistics_buffer = np.zeros(int(offsets[-1]), dtype=np.float32)
        self.cells = CandidateCells(first, element, key, of_row, offsets, np.ones(len(widths)), statistics_buffer)
        self._all_words = np.arange(len(words))
        self._label_contexts: Keys | None = None  # of which the statistics are filled in

    def fill_word_contexts(self, table: CountTable, keys: Keys) -> None:
        """Fill in the statistics of word contexts; `keys` come from `FeatureHasher.word_keys`."""
        fill_base_rates(table.slots, self._all_words, self.templates.columns, self.cells)
        self._fill_statistics(table, word_context_keys(keys, self.words.starts), 1, self._all_words, True)

    def fill_label_contexts(
        self, table: CountTable, keys: Keys, labels: Indexes, left_labels: Indexes | None = None
    ) -> None:
        """Fill in the statistics of label contexts, given the labels of the words; labels to the left are `left_labels`
        if given. After the first time, only those of words with other contexts are computed."""
        neighbours = self._feature_hasher.neighbour_keys(labels)
        left_neighbours = neighbours if left_labels is None else self._feature_hasher.neighbour_keys(left_labels)
        contexts = label_context_keys(keys, *left_neighbours, neighbours[0], self.words.starts)
        earlier, words = self._label_contexts, self._all_words
        if earlier is not None:
            words = np.flatnonzero((contexts != earlier).any(axis=1))
        self._fill_statistics(table, contexts, FIRST_LABEL_STATISTIC, words, earlier is None)
        self._label_contexts = contexts

    def _fill_statistics(self, table: CountTable, contexts: Keys, begin: int, words: Integers, is_zeroed: bool) -> None:
        """Fill in the statistics of these contexts of words, from column `begin` on, which are 0 if `is_zeroed`."""
        fill_associations(table.slots, contexts, begin, self.templates.columns, words, self.cells, is_zeroed)

    def labels_of_rows(self, rows: Integers) -> Indexes:
        """Return (words,) the label of the candidate row given for each word; ABSENT for row -1."""
        if not len(self.words.labels):
            return np.full(len(rows), ABSENT, dtype=np.int32)
        return np.where(rows >= 0, self.words.labels[rows], ABSENT).astype(np.int32)


class LeaveOneOutFeatures:
    """Leave-one-document-out features: the statistics of each document are computed from the counts of all others, one
    statistic at a time."""

    def __init__(
        self,
        features: ContextFeatureMatrix,
        text: EncodedText,
        feature_hasher: FeatureHasher,
        counted_corpus: CountedCorpus,
    ) -> None:
        self.features, self._text, self._feature_hasher, self._counted_corpus = (
            features,
            text,
            feature_hasher,
            counted_corpus,
        )
        self._word_keys = feature_hasher.word_keys(text.form, text.candidate_set)
        self._order = np.argsort(text.document, kind="stable")
        self._element_bounds = context_associations.element_cell_bounds(
            features.cells.word_bounds, features.cells.element, len(feature_hasher.elements)
        )
        self._label_contexts: Keys | None = None  # label contexts whose statistics are filled in
        self._cell_ids = context_associations.look_up_value_ids(counted_corpus.key_ids.slots, features.cells.key)

    def fill_word_contexts(self, report: Report = ignore_progress, stage: str = "looking at words") -> None:
        """Fill in the statistics of word contexts."""
        features, counted_corpus = self.features, self._counted_corpus
        columns, document = features.templates.columns, self._text.document
        context_associations.fill_base_rates_without_own_document(
            counted_corpus.words, self._order, document, columns, features.cells, self._cell_ids
        )
        contexts = word_context_keys(self._word_keys, self._text.starts)
        for statistic in range(1, FIRST_LABEL_STATISTIC):
            self._fill_statistic(statistic, contexts[:, statistic - 1], self._order, empty=True)
            if not statistic % _REPORT_INTERVAL:
                report(Progress(stage, statistic, FIRST_LABEL_STATISTIC - 1))

    def fill_label_contexts(
        self,
        labels: Indexes,
        report: Report = ignore_progress,
        stage: str = "looking at labels",
        left_labels: Indexes | None = None,
    ) -> None:
        """Fill in the statistics of label contexts, given labels predicted without the word's own document; labels to
        the left are `left_labels` if given."""
        neighbours = self._feature_hasher.neighbour_keys(labels)
        left_neighbours = neighbours if left_labels is None else self._feature_hasher.neighbour_keys(left_labels)
        contexts = label_context_keys(self._word_keys, *left_neighbours, neighbours[0], self._text.starts)
        for column in range(contexts.shape[1]):
            order = self._order
            if self._label_contexts is not None:  # most contexts are unchanged from the previous pass
                order = order[(contexts[:, column] != self._label_contexts[:, column])[order]]
            self._fill_statistic(
                FIRST_LABEL_STATISTIC + column, contexts[:, column], order, empty=self._label_contexts is None
            )
            if not (column + 1) % _REPORT_INTERVAL:
                report(Progress(stage, column + 1, contexts.shape[1]))
        self._label_contexts = contexts

    def _fill_statistic(self, statistic: int, contexts: Keys, order: Integers, empty: bool) -> None:
        """Fill in one statistic of the words in `order`, from the counts of all other documents."""
        features, counted_corpus = self.features, self._counted_corpus
        if not features.templates.mask[statistic].any():
            return
        queried = context_associations.QueriedWords(
            np.ascontiguousarray(contexts), order, self._text.document, self._element_bounds, self._cell_ids
        )
        counted_contexts = counted_corpus.keys.contexts_of_statistic(statistic)
        columns = features.templates.columns[statistic]
        context_associations.fill_associations_without_own_document(
            counted_corpus.words, counted_contexts, queried, columns, features.cells, empty
        )


@dataclass(frozen=True, slots=True, eq=False)
class LogLinearWeights:
    """Weights of the log-linear model: of the feature templates, and of the features of whole candidates."""

    template_weights: Floats
    candidate_weights: Floats  # (CANDIDATE_FEATURES,)
    __repr__ = brief_repr

    def score(self, features: ContextFeatureMatrix) -> Floats:
        """Return (rows,) the score of each candidate."""
        return score_candidates(
            self.template_weights,
            features.templates.bounds,
            self.candidate_weights,
            features.words.first_row,
            features.row_features,
            features.cells,
        )

    def find_best_rows(self, features: ContextFeatureMatrix) -> Integers:
        """Return (words,) the best-scoring row of each word; -1 for a word without rows."""
        return best_candidate_rows(features.words.first_row, self.score(features), features.jitter)


def make_equal_weights(templates: FeatureTemplates) -> LogLinearWeights:
    """Return the same weight for all feature templates, and 0 for the features of whole candidates."""
    candidate_weights = np.zeros(len(CANDIDATE_FEATURES))
    candidate_weights[UNKNOWN] = UNKNOWN_WEIGHT
    return LogLinearWeights(np.full(int(templates.bounds[-1]), 1.0 / len(templates.mask)), candidate_weights)


def add_later_candidate_weights(candidate_weights: Floats) -> Floats:
    """Return (passes, CANDIDATE_FEATURES) stored weights of whole candidates with those that were not stored: the
    constant one of unknown words and, in models of earlier versions, that of the preference."""
    if candidate_weights.shape[1] not in (PREFERENCE, UNKNOWN):
        return candidate_weights
    complete = np.zeros((len(candidate_weights), len(CANDIDATE_FEATURES)))
    complete[:, : candidate_weights.shape[1]] = candidate_weights
    complete[:, UNKNOWN] = UNKNOWN_WEIGHT
    return complete


def drop_later_candidate_weights(candidate_weights: Floats) -> Floats:
    """Return the weights of whole candidates without those that `add_later_candidate_weights` adds."""
    has_preference = bool(candidate_weights[:, PREFERENCE].any())
    return candidate_weights[:, : UNKNOWN if has_preference else PREFERENCE]
