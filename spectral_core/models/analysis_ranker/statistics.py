"""Context features of candidate readings, and the log-linear model that weights them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from spectral_core.arrays import Flags, Floats, Indexes, Integers, Keys, Singles
from spectral_core.brief import brief_repr
from spectral_core.maths.softmax import Minimum, minimise
from spectral_core.models.analysis_ranker.elements import FULL, ElementKeys, Elements
from spectral_core.models.analysis_ranker.labels import ABSENT, Text, WordCandidates
from spectral_core.progress import Progress, Report, ignore_progress
from spectral_core.structured.hash_tables import CountTable
from spectral_core.structured.ranking import kernels
from spectral_core.structured.ranking.kernels import (
    CandidateCells,
    count_gold,
    count_gold_in_contexts,
    fill_statistics,
    find_cells,
    weigh_values,
)
from spectral_core.structured.ranking.keys import LABEL_CONTEXTS, WORD_CONTEXTS, label_contexts, word_contexts
from spectral_core.structured.ranking.softmax import (
    GoldWords,
    best_rows,
    design_matrix,
    log_softmax,
    loss,
    score_rows,
    spreads,
)

FREQUENCY = "frequency"
NAMES = (FREQUENCY, *WORD_CONTEXTS, *LABEL_CONTEXTS)
FIRST_LABEL_STATISTIC = 1 + len(WORD_CONTEXTS)  # index of the first label statistic
_REPORT_INTERVAL = 20  # statistics between progress reports
_CHUNK_SIZE = 500  # words counted before the hash table grows
_DISTINCT_SHARE = 0.3  # distinct keys per count, measured on 20,000 words; sets the initial size of a table
ROW_FEATURES = ("offered", "seen")
MIN_GAIN = 3e-4  # relative gain below which the optimiser stops, as rankings no longer improve
_MAX_PRECONDITIONED = 600  # above this many weights, the optimiser is not preconditioned
_CURVATURE_WORDS = 1000  # words used to estimate curvature
_CLEAR_LOG_PROBABILITY, _CLEAR_INTERVAL = -0.1, 4  # unambiguous words are subsampled, one in four
_SMALLEST_SPREAD = 1e-3  # added to each standard deviation, so that nearly constant columns are not scaled up
Objective = Callable[[Floats], tuple[float, Floats]]


@dataclass(frozen=True, slots=True, eq=False)
class Pairs:
    """Feature templates of the log-linear model: the pairs of a context statistic and a label element that have a
    weight."""

    mask: Flags  # (statistics, elements)
    columns: Indexes  # (statistics, elements) index among the templates of the element, or -1
    bounds: Integers  # (elements + 1,) offset of each element's weights
    __repr__ = brief_repr

    @classmethod
    def from_mask(cls, mask: Flags) -> Pairs:
        """Return the templates flagged in `mask`."""
        columns = np.where(mask, np.cumsum(mask, axis=0) - 1, -1).astype(np.int32)
        bounds = np.concatenate(([0], np.cumsum(mask.sum(axis=0)))).astype(np.int64)
        return cls(mask, columns, bounds)

    @classmethod
    def make_all(cls, elements: Elements) -> Pairs:
        """Return all templates; of the full label, only its frequency and its frequency with the word."""
        mask = np.ones((len(NAMES), len(elements)), dtype=np.bool_)
        mask[2:, elements.names.index(FULL)] = False
        return cls.from_mask(mask)

    def select_best(self, importance: Floats, limit: int) -> Pairs:
        """Return the `limit` most important templates; `importance` has one value for each weight."""
        order = np.argsort(-importance, kind="stable")[:limit]
        is_selected = np.zeros(len(importance), dtype=np.bool_)
        is_selected[order] = True
        mask = np.zeros_like(self.mask)
        mask.T[self.mask.T] = is_selected
        return Pairs.from_mask(mask)


@dataclass(frozen=True, slots=True, eq=False)
class ContextKeys:
    """Hashes of a text that are counted: its word contexts, its label contexts, and the elements of its gold labels."""

    words: Keys  # (words, COLUMNS)
    word_contexts: Keys  # (words, WORD_CONTEXTS)
    label_contexts: Keys  # (words, LABEL_CONTEXTS) of gold labels
    gold: Keys  # (words, elements) of gold labels, 0 where there is none

    @classmethod
    def from_text(cls, element_keys: ElementKeys, text: Text) -> ContextKeys:
        """Hash the contexts and gold labels of a text."""
        words = element_keys.word_keys(text.form, text.candidate_set)
        contexts = word_contexts(words, text.starts)
        keys, kinds = element_keys.neighbour_keys(text.gold)
        gold_contexts = label_contexts(words, keys, kinds, keys, text.starts)
        return cls(words, contexts, gold_contexts, element_keys.label_keys(text.form, text.gold))

    def statistic_contexts(self, statistic: int) -> Keys:
        """Return (words,) the context hashes of one statistic; FREQUENCY has no context."""
        if statistic < FIRST_LABEL_STATISTIC:
            return np.ascontiguousarray(self.word_contexts[:, statistic - 1])
        return np.ascontiguousarray(self.label_contexts[:, statistic - FIRST_LABEL_STATISTIC])


def count_text(table: CountTable, keys: ContextKeys, pairs: Pairs, times: int = 1) -> None:
    """Add the counts of gold label elements in context to a table; `sign` -1 subtracts them."""
    mask = pairs.mask[1:]
    word_context_count = len(WORD_CONTEXTS)
    width = int(mask.sum()) + len(mask) + len(pairs.bounds)
    if times > 0 and not table.used:
        table.reserve(int(_DISTINCT_SHARE * width * len(keys.gold)))
    for begin in range(0, len(keys.gold), _CHUNK_SIZE):
        words = np.arange(begin, min(begin + _CHUNK_SIZE, len(keys.gold)))
        if times > 0:
            table.reserve(len(words) * width)
        table.used += count_gold(table.slots, keys.gold, words, times)
        table.used += count_gold_in_contexts(
            table.slots, keys.word_contexts, keys.gold, mask[:word_context_count], words, times
        )
        table.used += count_gold_in_contexts(
            table.slots, keys.label_contexts, keys.gold, mask[word_context_count:], words, times
        )


class FeatureSpace:
    """Feature matrix of the candidates of a text: statistics of word contexts, then of label contexts."""

    def __init__(self, element_keys: ElementKeys, words: WordCandidates, pairs: Pairs, seed: int = 0) -> None:
        self.words, self.pairs, self._element_keys = words, pairs, element_keys
        keys = element_keys.label_keys(np.repeat(words.form, np.diff(words.first_row)), words.labels)
        first, element, key, of_row = find_cells(words.first_row, keys, np.asarray(pairs.mask.any(axis=0)))
        self.row_features = np.stack((words.offered, words.in_training), axis=1).astype(np.float32)
        self.jitter = element_keys.jitter(words.labels, seed)
        widths = np.diff(pairs.bounds)[element]
        offsets = np.concatenate(([0], np.cumsum(widths))).astype(np.int64)
        statistics_buffer = np.zeros(int(offsets[-1]), dtype=np.float32)
        self.cells = CandidateCells(first, element, key, of_row, offsets, np.ones(len(widths)), statistics_buffer)
        self._all_words = np.arange(len(words))

    def fill_words(self, table: CountTable, keys: Keys) -> None:
        """Fill in the statistics of word contexts; `keys` come from `FeatureHasher.word_keys`."""
        weigh_values(table.slots, self._all_words, self.pairs.columns, self.cells)
        self._fill(table, word_contexts(keys, self.words.starts), 1)

    def fill_labels(self, table: CountTable, keys: Keys, labels: Indexes, left_labels: Indexes | None = None) -> None:
        """Fill in the statistics of label contexts, given the labels of the words; labels to the left are `left_labels`
        if given."""
        neighbours = self._element_keys.neighbour_keys(labels)
        left_neighbours = neighbours if left_labels is None else self._element_keys.neighbour_keys(left_labels)
        self._fill(
            table, label_contexts(keys, *left_neighbours, neighbours[0], self.words.starts), FIRST_LABEL_STATISTIC
        )

    def _fill(self, table: CountTable, contexts: Keys, begin: int) -> None:
        """Fill in the statistics of these contexts, from column `begin` on."""
        fill_statistics(table.slots, contexts, begin, self.pairs.columns, self._all_words, self.cells)

    def row_labels(self, rows: Integers) -> Indexes:
        """Return (words,) the labels of these rows; ABSENT for row -1."""
        if not len(self.words.labels):
            return np.full(len(rows), ABSENT, dtype=np.int32)
        return np.where(rows >= 0, self.words.labels[rows], ABSENT).astype(np.int32)


@dataclass(frozen=True, slots=True, eq=False)
class CorpusCounts:
    """Corpus of counted words: its context hashes, and the elements of its gold labels as integer ids."""

    keys: ContextKeys
    words: kernels.CountedWords
    key_numbers: CountTable  # hash: 1 + id

    @classmethod
    def from_text(cls, element_keys: ElementKeys, text: Text) -> CorpusCounts:
        """Hash the contexts of a text and assign ids to the elements of its gold labels."""
        keys = ContextKeys.from_text(element_keys, text)
        key_numbers = CountTable(keys.gold.size)
        numbers, size = kernels.number_values(key_numbers.slots, keys.gold)
        order = np.argsort(text.document, kind="stable")
        return cls(keys, kernels.CountedWords(numbers, size, order, text.document), key_numbers)


class LeftOutStatistics:
    """Leave-one-document-out features: the statistics of each document are computed from the counts of all others, one
    statistic at a time."""

    def __init__(self, space: FeatureSpace, text: Text, element_keys: ElementKeys, corpus_counts: CorpusCounts) -> None:
        self.space, self._text, self._element_keys, self._corpus_counts = space, text, element_keys, corpus_counts
        self._words = element_keys.word_keys(text.form, text.candidate_set)
        self._order = np.argsort(text.document, kind="stable")
        self._begins = kernels.element_bounds(space.cells.first, space.cells.element, len(element_keys.elements))
        self._label_contexts: Keys | None = None  # label contexts whose statistics are filled in
        self._cell_number = kernels.look_up_numbers(corpus_counts.key_numbers.slots, space.cells.key)

    def fill_words(self, report: Report = ignore_progress, stage: str = "looking at words") -> None:
        """Fill in the statistics of word contexts."""
        space, corpus_counts = self.space, self._corpus_counts
        columns, document = space.pairs.columns, self._text.document
        kernels.weigh_values_leaving_out(
            corpus_counts.words, self._order, document, columns, space.cells, self._cell_number
        )
        contexts = word_contexts(self._words, self._text.starts)
        for statistic in range(1, FIRST_LABEL_STATISTIC):
            self._fill(statistic, contexts[:, statistic - 1], self._order, empty=True)
            if not statistic % _REPORT_INTERVAL:
                report(Progress(stage, statistic, FIRST_LABEL_STATISTIC - 1))

    def fill_labels(
        self,
        labels: Indexes,
        report: Report = ignore_progress,
        stage: str = "looking at labels",
        left_labels: Indexes | None = None,
    ) -> None:
        """Fill in the statistics of label contexts, given labels predicted without the word's own document; labels to
        the left are `left_labels` if given."""
        neighbours = self._element_keys.neighbour_keys(labels)
        left_neighbours = neighbours if left_labels is None else self._element_keys.neighbour_keys(left_labels)
        contexts = label_contexts(self._words, *left_neighbours, neighbours[0], self._text.starts)
        for column in range(contexts.shape[1]):
            order = self._order
            if self._label_contexts is not None:  # most contexts are unchanged from the previous pass
                order = order[(contexts[:, column] != self._label_contexts[:, column])[order]]
            self._fill(FIRST_LABEL_STATISTIC + column, contexts[:, column], order, empty=self._label_contexts is None)
            if not (column + 1) % _REPORT_INTERVAL:
                report(Progress(stage, column + 1, contexts.shape[1]))
        self._label_contexts = contexts

    def _fill(self, statistic: int, contexts: Keys, order: Integers, empty: bool) -> None:
        """Fill in one statistic of the words in `order`, from the counts of all other documents."""
        space, corpus_counts = self.space, self._corpus_counts
        if not space.pairs.mask[statistic].any():
            return
        queried = kernels.QueriedWords(
            np.ascontiguousarray(contexts), order, self._text.document, self._begins, self._cell_number
        )
        counted_contexts = corpus_counts.keys.statistic_contexts(statistic)
        columns = space.pairs.columns[statistic]
        kernels.fill_statistics_leaving_out(corpus_counts.words, counted_contexts, queried, columns, space.cells, empty)


@dataclass(frozen=True, slots=True, eq=False)
class Weights:
    """Weights of the log-linear model: of the feature templates, and of the features of whole candidates."""

    pairs: Floats
    rows: Floats  # (CANDIDATE_FEATURES,)
    __repr__ = brief_repr

    def score(self, space: FeatureSpace) -> Floats:
        """Return (rows,) the score of each candidate."""
        return score_rows(
            self.pairs, space.pairs.bounds, self.rows, space.words.first_row, space.row_features, space.cells
        )

    def best_candidates(self, space: FeatureSpace) -> Integers:
        """Return (words,) the best-scoring row of each word; -1 for a word without rows."""
        return best_rows(space.words.first_row, self.score(space), space.jitter)


@dataclass(frozen=True, slots=True, eq=False)
class FittedWeights:
    """Fitted weights, the effect of each on the scores, and the state in which the optimiser stopped."""

    weights: Weights
    importance: Floats  # of each of `weights.template_weights`
    loss: float
    slope: float


def make_equal_weights(pairs: Pairs) -> Weights:
    """Return the same weight for all feature templates, and 0 for the features of whole candidates."""
    return Weights(np.full(int(pairs.bounds[-1]), 1.0 / len(pairs.mask)), np.zeros(len(ROW_FEATURES)))


def learnable_words(space: FeatureSpace) -> Integers:
    """Return the words that are informative for training: the gold label is one of several candidates."""
    return np.flatnonzero((space.words.gold >= 0) & (np.diff(space.words.first_row) > 1))


def fit_weights(
    space: FeatureSpace,
    penalty: float,
    steps: int,
    start: Weights | None = None,
    tolerance: float = 1e-6,
    gain: float = MIN_GAIN,
) -> FittedWeights:
    """Fit log-linear weights that minimise the mean negative log-likelihood of the gold candidates with an L2 penalty
    (L-BFGS). The penalty, `penalty` / 2 x squares, applies to the weights of standardised features, divided by their
    within-word standard deviation."""
    words, times = _select_words(space, learnable_words(space), start)
    size, row_feature_count = int(space.pairs.bounds[-1]), len(ROW_FEATURES)
    if not len(words):
        return FittedWeights(make_equal_weights(space.pairs), np.zeros(size), 0.0, 0.0)
    total_weight = float(times.sum())
    spread = np.ones(size + row_feature_count)
    spread[:size] = spreads(size, space.pairs.bounds, words, space.words.first_row, space.cells) + _SMALLEST_SPREAD

    gold_words = GoldWords(words, times, space.words.gold)

    def objective(scaled: Floats) -> tuple[float, Floats]:
        """Return the penalised loss of standardised weights, and its gradient."""
        weights = scaled / spread
        gradient = np.zeros(size + row_feature_count)
        total = loss(
            weights[:size], space.pairs.bounds, weights[size:], gold_words, space.words.first_row, space.row_features,
            space.cells, gradient[:size], gradient[size:],
        )  # fmt: skip
        slope: Floats = gradient / spread / total_weight + penalty * scaled
        return total / total_weight + 0.5 * penalty * float(scaled @ scaled), slope

    begin = np.zeros(size + row_feature_count) if start is None else np.concatenate((start.pairs, start.rows)) * spread
    if start is not None and size <= _MAX_PRECONDITIONED:
        curvature = _estimate_curvature(space, words, times, start, spread, penalty)
        optimum = _minimise_preconditioned(curvature, objective, begin, steps, tolerance, gain)
    else:
        optimum = minimise(objective, begin, steps, tolerance, gain)
    weights = Weights(optimum.point[:size] / spread[:size], optimum.point[size:] / spread[size:])
    return FittedWeights(weights, np.abs(optimum.point[:size]), optimum.value, optimum.slope)


def _select_words(space: FeatureSpace, words: Integers, start: Weights | None) -> tuple[Integers, Singles]:
    """Return the words used in the fit and their sampling weights; words that `start` already classifies with high
    probability are subsampled."""
    if start is None:
        return words, np.ones(len(words), dtype=np.float32)
    logs = log_softmax(space.words.first_row, start.score(space))[space.words.gold[words]]
    is_clear = logs > _CLEAR_LOG_PROBABILITY
    is_kept = ~is_clear
    is_kept[np.flatnonzero(is_clear)[::_CLEAR_INTERVAL]] = True
    times = np.where(is_clear, np.float32(is_clear.sum() / max(1, (is_clear & is_kept).sum())), np.float32(1.0))
    return words[is_kept], times[is_kept].astype(np.float32)


def _estimate_curvature(
    space: FeatureSpace, words: Integers, times: Singles, weights: Weights, spread: Floats, penalty: float
) -> Floats:
    """Return (weights, weights) the Hessian of the objective of `fit_weights`, estimated on a sample of words."""
    step = max(1, len(words) // _CURVATURE_WORDS)
    sample = words[::step]
    size = len(weights.pairs)
    design, rows = design_matrix(
        size, space.pairs.bounds, sample, space.words.first_row, space.row_features, space.cells
    )
    design /= spread.astype(np.float32)
    sizes = np.diff(space.words.first_row)[sample]
    firsts = np.concatenate(([0], np.cumsum(sizes)))
    probabilities = np.exp(log_softmax(firsts, weights.score(space)[rows])).astype(np.float32)[:, None]
    means = np.add.reduceat(design * probabilities, firsts[:-1], axis=0)
    design -= np.repeat(means, sizes, axis=0)
    design *= np.sqrt(probabilities * np.repeat(times[::step], sizes)[:, None])
    curvature: Floats = (design.T @ design).astype(np.float64) / float(times[::step].sum())
    curvature[np.diag_indices_from(curvature)] += penalty
    return curvature


def _minimise_preconditioned(
    curvature: Floats, objective: Objective, begin: Floats, steps: int, tolerance: float, gain: float
) -> Minimum:
    """Minimise in coordinates whitened by the Hessian, in which the first step is Newton's."""
    value, slope = objective(begin)
    root = np.linalg.inv(np.linalg.cholesky(curvature))
    turned_slope = root @ slope
    basis = root.T * max(float(np.sqrt(turned_slope @ turned_slope)), 1e-6)

    def evaluate(offset: Floats) -> tuple[float, Floats]:
        """Return the objective and its gradient in whitened coordinates."""
        if not offset.any():
            return value, basis.T @ slope
        new_value, new_slope = objective(begin + basis @ offset)
        return new_value, basis.T @ new_slope

    optimum = minimise(evaluate, np.zeros(len(begin)), steps, tolerance, gain)
    return Minimum(begin + basis @ optimum.point, optimum.value, optimum.slope, optimum.steps)
