"""Context features of candidate readings, and the log-linear model that weights them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from spectral_core.arrays import Flags, Floats, Indexes, Integers, Keys, Singles
from spectral_core.brief import brief_repr
from spectral_core.maths.regression import Minimum, minimise_lbfgs
from spectral_core.models.analysis_ranker.elements import FULL_LABEL, FeatureHasher, LabelElements
from spectral_core.models.analysis_ranker.labels import ABSENT, EncodedText, WordCandidates
from spectral_core.progress import Progress, Report, ignore_progress
from spectral_core.structured.hash_tables import CountTable
from spectral_core.structured.ranking import kernels
from spectral_core.structured.ranking.kernels import (
    CandidateCells,
    count_gold_values,
    count_gold_values_in_contexts,
    fill_associations,
    fill_base_rates,
    group_candidate_values,
)
from spectral_core.structured.ranking.keys import LABEL_CONTEXTS, WORD_CONTEXTS, label_context_keys, word_context_keys
from spectral_core.structured.ranking.softmax import (
    WeightedGoldWords,
    best_candidate_rows,
    design_matrix,
    log_softmax,
    negative_log_likelihood,
    score_candidates,
    within_word_deviations,
)

FREQUENCY = "frequency"
STATISTIC_NAMES = (FREQUENCY, *WORD_CONTEXTS, *LABEL_CONTEXTS)
FIRST_LABEL_STATISTIC = 1 + len(WORD_CONTEXTS)  # index of the first label statistic
_REPORT_INTERVAL = 20  # statistics between progress reports
_CHUNK_SIZE = 500  # words counted before the hash table grows
_DISTINCT_SHARE = 0.3  # distinct keys per count, measured on 20,000 words; sets the initial size of a table
CANDIDATE_FEATURES = ("offered", "seen")
MIN_GAIN = 3e-4  # relative gain below which the optimiser stops, as rankings no longer improve
_MAX_PRECONDITIONED = 600  # above this many weights, the optimiser is not preconditioned
_HESSIAN_WORDS = 1000  # words used to estimate curvature
_CLEAR_LOG_PROBABILITY, _CLEAR_INTERVAL = -0.1, 4  # unambiguous words are subsampled, one in four
_SMALLEST_SPREAD = 1e-3  # added to each standard deviation, so that nearly constant columns are not scaled up
Objective = Callable[[Floats], tuple[float, Floats]]


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


@dataclass(frozen=True, slots=True, eq=False)
class ContextKeys:
    """Hashes of a text that are counted: its word contexts, its label contexts, and the elements of its gold labels."""

    word_keys: Keys  # (words, COLUMNS)
    word_contexts: Keys  # (words, WORD_CONTEXTS)
    label_contexts: Keys  # (words, LABEL_CONTEXTS) of gold labels
    gold_keys: Keys  # (words, elements) of gold labels, 0 where there is none

    @classmethod
    def from_text(cls, feature_hasher: FeatureHasher, text: EncodedText) -> ContextKeys:
        """Hash the contexts and gold labels of a text."""
        words = feature_hasher.word_keys(text.form, text.candidate_set)
        contexts = word_context_keys(words, text.starts)
        keys, kinds = feature_hasher.neighbour_keys(text.gold)
        gold_contexts = label_context_keys(words, keys, kinds, keys, text.starts)
        return cls(words, contexts, gold_contexts, feature_hasher.label_keys(text.form, text.gold))

    def contexts_of_statistic(self, statistic: int) -> Keys:
        """Return (words,) the context hashes of one statistic; FREQUENCY has no context."""
        if statistic < FIRST_LABEL_STATISTIC:
            return np.ascontiguousarray(self.word_contexts[:, statistic - 1])
        return np.ascontiguousarray(self.label_contexts[:, statistic - FIRST_LABEL_STATISTIC])


def add_context_counts(table: CountTable, keys: ContextKeys, templates: FeatureTemplates, sign: int = 1) -> None:
    """Add the counts of gold label elements in context to a table; `sign` -1 subtracts them."""
    mask = templates.mask[1:]
    word_context_count = len(WORD_CONTEXTS)
    width = int(mask.sum()) + len(mask) + len(templates.bounds)
    if sign > 0 and not table.used:
        table.reserve(int(_DISTINCT_SHARE * width * len(keys.gold_keys)))
    for begin in range(0, len(keys.gold_keys), _CHUNK_SIZE):
        words = np.arange(begin, min(begin + _CHUNK_SIZE, len(keys.gold_keys)))
        if sign > 0:
            table.reserve(len(words) * width)
        table.used += count_gold_values(table.slots, keys.gold_keys, words, sign)
        table.used += count_gold_values_in_contexts(
            table.slots, keys.word_contexts, keys.gold_keys, mask[:word_context_count], words, sign
        )
        table.used += count_gold_values_in_contexts(
            table.slots, keys.label_contexts, keys.gold_keys, mask[word_context_count:], words, sign
        )


class FeatureMatrix:
    """Feature matrix of the candidates of a text: statistics of word contexts, then of label contexts."""

    def __init__(
        self, feature_hasher: FeatureHasher, words: WordCandidates, templates: FeatureTemplates, seed: int = 0
    ) -> None:
        self.words, self.templates, self._feature_hasher = words, templates, feature_hasher
        keys = feature_hasher.label_keys(np.repeat(words.form, np.diff(words.first_row)), words.labels)
        first, element, key, of_row = group_candidate_values(
            words.first_row, keys, np.asarray(templates.mask.any(axis=0))
        )
        self.row_features = np.stack((words.is_offered, words.is_in_training), axis=1).astype(np.float32)
        self.jitter = feature_hasher.jitter(words.labels, seed)
        widths = np.diff(templates.bounds)[element]
        offsets = np.concatenate(([0], np.cumsum(widths))).astype(np.int64)
        statistics_buffer = np.zeros(int(offsets[-1]), dtype=np.float32)
        self.cells = CandidateCells(first, element, key, of_row, offsets, np.ones(len(widths)), statistics_buffer)
        self._all_words = np.arange(len(words))

    def fill_word_contexts(self, table: CountTable, keys: Keys) -> None:
        """Fill in the statistics of word contexts; `keys` come from `FeatureHasher.word_keys`."""
        fill_base_rates(table.slots, self._all_words, self.templates.columns, self.cells)
        self._fill_statistics(table, word_context_keys(keys, self.words.starts), 1)

    def fill_label_contexts(
        self, table: CountTable, keys: Keys, labels: Indexes, left_labels: Indexes | None = None
    ) -> None:
        """Fill in the statistics of label contexts, given the labels of the words; labels to the left are `left_labels`
        if given."""
        neighbours = self._feature_hasher.neighbour_keys(labels)
        left_neighbours = neighbours if left_labels is None else self._feature_hasher.neighbour_keys(left_labels)
        self._fill_statistics(
            table, label_context_keys(keys, *left_neighbours, neighbours[0], self.words.starts), FIRST_LABEL_STATISTIC
        )

    def _fill_statistics(self, table: CountTable, contexts: Keys, begin: int) -> None:
        """Fill in the statistics of these contexts, from column `begin` on."""
        fill_associations(table.slots, contexts, begin, self.templates.columns, self._all_words, self.cells)

    def labels_of_rows(self, rows: Integers) -> Indexes:
        """Return (words,) the labels of these rows; ABSENT for row -1."""
        if not len(self.words.labels):
            return np.full(len(rows), ABSENT, dtype=np.int32)
        return np.where(rows >= 0, self.words.labels[rows], ABSENT).astype(np.int32)


@dataclass(frozen=True, slots=True, eq=False)
class CountedCorpus:
    """Corpus of counted words: its context hashes, and the elements of its gold labels as integer ids."""

    keys: ContextKeys
    words: kernels.CountedWords
    key_ids: CountTable  # hash: 1 + id

    @classmethod
    def from_text(cls, feature_hasher: FeatureHasher, text: EncodedText) -> CountedCorpus:
        """Hash the contexts of a text and assign ids to the elements of its gold labels."""
        keys = ContextKeys.from_text(feature_hasher, text)
        key_ids = CountTable(keys.gold_keys.size)
        value_ids, size = kernels.assign_value_ids(key_ids.slots, keys.gold_keys)
        order = np.argsort(text.document, kind="stable")
        return cls(keys, kernels.CountedWords(value_ids, size, order, text.document), key_ids)


class LeaveOneOutFeatures:
    """Leave-one-document-out features: the statistics of each document are computed from the counts of all others, one
    statistic at a time."""

    def __init__(
        self, features: FeatureMatrix, text: EncodedText, feature_hasher: FeatureHasher, counted_corpus: CountedCorpus
    ) -> None:
        self.features, self._text, self._feature_hasher, self._counted_corpus = (
            features,
            text,
            feature_hasher,
            counted_corpus,
        )
        self._word_keys = feature_hasher.word_keys(text.form, text.candidate_set)
        self._order = np.argsort(text.document, kind="stable")
        self._element_bounds = kernels.element_cell_bounds(
            features.cells.word_bounds, features.cells.element, len(feature_hasher.elements)
        )
        self._label_contexts: Keys | None = None  # label contexts whose statistics are filled in
        self._cell_ids = kernels.look_up_value_ids(counted_corpus.key_ids.slots, features.cells.key)

    def fill_word_contexts(self, report: Report = ignore_progress, stage: str = "looking at words") -> None:
        """Fill in the statistics of word contexts."""
        features, counted_corpus = self.features, self._counted_corpus
        columns, document = features.templates.columns, self._text.document
        kernels.fill_base_rates_without_own_document(
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
        queried = kernels.QueriedWords(
            np.ascontiguousarray(contexts), order, self._text.document, self._element_bounds, self._cell_ids
        )
        counted_contexts = counted_corpus.keys.contexts_of_statistic(statistic)
        columns = features.templates.columns[statistic]
        kernels.fill_associations_without_own_document(
            counted_corpus.words, counted_contexts, queried, columns, features.cells, empty
        )


@dataclass(frozen=True, slots=True, eq=False)
class LogLinearWeights:
    """Weights of the log-linear model: of the feature templates, and of the features of whole candidates."""

    template_weights: Floats
    candidate_weights: Floats  # (CANDIDATE_FEATURES,)
    __repr__ = brief_repr

    def score(self, features: FeatureMatrix) -> Floats:
        """Return (rows,) the score of each candidate."""
        return score_candidates(
            self.template_weights,
            features.templates.bounds,
            self.candidate_weights,
            features.words.first_row,
            features.row_features,
            features.cells,
        )

    def find_best_rows(self, features: FeatureMatrix) -> Integers:
        """Return (words,) the best-scoring row of each word; -1 for a word without rows."""
        return best_candidate_rows(features.words.first_row, self.score(features), features.jitter)


@dataclass(frozen=True, slots=True, eq=False)
class FittedWeights:
    """Fitted weights, the effect of each on the scores, and the state in which the optimiser stopped."""

    weights: LogLinearWeights
    importance: Floats  # of each of `weights.template_weights`
    loss: float
    max_gradient: float


def make_equal_weights(templates: FeatureTemplates) -> LogLinearWeights:
    """Return the same weight for all feature templates, and 0 for the features of whole candidates."""
    return LogLinearWeights(
        np.full(int(templates.bounds[-1]), 1.0 / len(templates.mask)), np.zeros(len(CANDIDATE_FEATURES))
    )


def select_learnable_words(features: FeatureMatrix) -> Integers:
    """Return the words that are informative for training: the gold label is one of several candidates."""
    return np.flatnonzero((features.words.gold >= 0) & (np.diff(features.words.first_row) > 1))


def fit_weights(
    features: FeatureMatrix,
    penalty: float,
    steps: int,
    start: LogLinearWeights | None = None,
    tolerance: float = 1e-6,
    min_gain: float = MIN_GAIN,
) -> FittedWeights:
    """Fit log-linear weights that minimise the mean negative log-likelihood of the gold candidates with an L2 penalty
    (L-BFGS). The penalty, `penalty` / 2 x squares, applies to the weights of standardised features, divided by their
    within-word standard deviation."""
    words, word_weights = _subsample_words(features, select_learnable_words(features), start)
    size, row_feature_count = int(features.templates.bounds[-1]), len(CANDIDATE_FEATURES)
    if not len(words):
        return FittedWeights(make_equal_weights(features.templates), np.zeros(size), 0.0, 0.0)
    total_weight = float(word_weights.sum())
    spread = np.ones(size + row_feature_count)
    spread[:size] = (
        within_word_deviations(size, features.templates.bounds, words, features.words.first_row, features.cells)
        + _SMALLEST_SPREAD
    )

    gold_words = WeightedGoldWords(words, word_weights, features.words.gold)

    def objective(scaled: Floats) -> tuple[float, Floats]:
        """Return the penalised loss of standardised weights, and its gradient."""
        weights = scaled / spread
        gradient = np.zeros(size + row_feature_count)
        total = negative_log_likelihood(
            weights[:size], features.templates.bounds, weights[size:], gold_words, features.words.first_row,
            features.row_features, features.cells, gradient[:size], gradient[size:],
        )  # fmt: skip
        slope: Floats = gradient / spread / total_weight + penalty * scaled
        return total / total_weight + 0.5 * penalty * float(scaled @ scaled), slope

    start_point = (
        np.zeros(size + row_feature_count)
        if start is None
        else np.concatenate((start.template_weights, start.candidate_weights)) * spread
    )
    if start is not None and size <= _MAX_PRECONDITIONED:
        hessian = _estimate_hessian(features, words, word_weights, start, spread, penalty)
        optimum = _minimise_preconditioned(hessian, objective, start_point, steps, tolerance, min_gain)
    else:
        optimum = minimise_lbfgs(objective, start_point, steps, tolerance, min_gain)
    weights = LogLinearWeights(optimum.point[:size] / spread[:size], optimum.point[size:] / spread[size:])
    return FittedWeights(weights, np.abs(optimum.point[:size]), optimum.value, optimum.max_gradient)


def _subsample_words(
    features: FeatureMatrix, words: Integers, start: LogLinearWeights | None
) -> tuple[Integers, Singles]:
    """Return the words used in the fit and their sampling weights; words that `start` already classifies with high
    probability are subsampled."""
    if start is None:
        return words, np.ones(len(words), dtype=np.float32)
    logs = log_softmax(features.words.first_row, start.score(features))[features.words.gold[words]]
    is_clear = logs > _CLEAR_LOG_PROBABILITY
    is_kept = ~is_clear
    is_kept[np.flatnonzero(is_clear)[::_CLEAR_INTERVAL]] = True
    times = np.where(is_clear, np.float32(is_clear.sum() / max(1, (is_clear & is_kept).sum())), np.float32(1.0))
    return words[is_kept], times[is_kept].astype(np.float32)


def _estimate_hessian(
    features: FeatureMatrix,
    words: Integers,
    word_weights: Singles,
    weights: LogLinearWeights,
    spread: Floats,
    penalty: float,
) -> Floats:
    """Return (weights, weights) the Hessian of the objective of `fit_weights`, estimated on a sample of words."""
    step = max(1, len(words) // _HESSIAN_WORDS)
    sample = words[::step]
    size = len(weights.template_weights)
    design, rows = design_matrix(
        size, features.templates.bounds, sample, features.words.first_row, features.row_features, features.cells
    )
    design /= spread.astype(np.float32)
    sizes = np.diff(features.words.first_row)[sample]
    firsts = np.concatenate(([0], np.cumsum(sizes)))
    probabilities = np.exp(log_softmax(firsts, weights.score(features)[rows])).astype(np.float32)[:, None]
    means = np.add.reduceat(design * probabilities, firsts[:-1], axis=0)
    design -= np.repeat(means, sizes, axis=0)
    design *= np.sqrt(probabilities * np.repeat(word_weights[::step], sizes)[:, None])
    hessian: Floats = (design.T @ design).astype(np.float64) / float(word_weights[::step].sum())
    hessian[np.diag_indices_from(hessian)] += penalty
    return hessian


def _minimise_preconditioned(
    hessian: Floats, objective: Objective, start_point: Floats, steps: int, tolerance: float, gain: float
) -> Minimum:
    """Minimise in coordinates whitened by the Hessian, in which the first step is Newton's."""
    value, slope = objective(start_point)
    root = np.linalg.inv(np.linalg.cholesky(hessian))
    turned_slope = root @ slope
    basis = root.T * max(float(np.sqrt(turned_slope @ turned_slope)), 1e-6)

    def evaluate(offset: Floats) -> tuple[float, Floats]:
        """Return the objective and its gradient in whitened coordinates."""
        if not offset.any():
            return value, basis.T @ slope
        new_value, new_slope = objective(start_point + basis @ offset)
        return new_value, basis.T @ new_slope

    optimum = minimise_lbfgs(evaluate, np.zeros(len(start_point)), steps, tolerance, gain)
    return Minimum(start_point + basis @ optimum.point, optimum.value, optimum.max_gradient, optimum.steps)
