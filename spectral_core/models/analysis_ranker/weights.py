"""Weights of statistics: a softmax over the candidates of each word (limited-memory BFGS, columns on one scale)."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from spectral_core.arrays import Floats, Integers, Singles
from spectral_core.brief import brief_repr
from spectral_core.maths.descent import Minimum, minimise
from spectral_core.models.analysis_ranker.statistics import FeatureSpace, Pairs
from spectral_core.structured.ranking.softmax import best_rows, design_matrix, log_softmax, loss, score_rows, spreads

ROW_FEATURES = ("offered", "seen")
MIN_GAIN = 3e-4  # relative gain of a step below which the search stops: ranking no longer improves
_MAX_PRECONDITIONED = 600  # weights up to which the search is preconditioned
_CURVATURE_WORDS = 1000  # words from which curvature is estimated
_CLEAR_LOG_PROBABILITY, _CLEAR_INTERVAL = -0.1, 4  # one in four such words is used
_SMALLEST_SPREAD = 1e-3  # added to each, so that nearly constant columns are not scaled up
Objective = Callable[[Floats], tuple[float, Floats]]


@dataclass(frozen=True, slots=True, eq=False)
class Weights:
    """Weight of each pair of an element and a statistic, and of each feature of a candidate as a whole."""

    pairs: Floats
    rows: Floats  # (ROW_FEATURES,)
    __repr__ = brief_repr

    def score(self, space: FeatureSpace) -> Floats:
        return score_rows(
            self.pairs, space.pairs.bounds, self.rows, space.words.first_row, space.row_features, space.cells
        )

    def best_candidates(self, space: FeatureSpace) -> Integers:
        """Return (words,) the row of the candidate with the highest score, or -1."""
        return best_rows(space.words.first_row, self.score(space), space.jitter)


@dataclass(frozen=True, slots=True, eq=False)
class FittedWeights:
    """Weights with how far each moves scores, and how close to the optimum the search stopped."""

    weights: Weights
    importance: Floats  # of `weights.pairs`
    loss: float
    slope: float


def make_equal_weights(pairs: Pairs) -> Weights:
    return Weights(np.full(int(pairs.bounds[-1]), 1.0 / len(pairs.mask)), np.zeros(len(ROW_FEATURES)))


def learnable_words(space: FeatureSpace) -> Integers:
    """Return the words from which weights can be learnt: the right candidate is among several."""
    return np.flatnonzero((space.words.gold >= 0) & (np.diff(space.words.first_row) > 1))


def fit_weights(
    space: FeatureSpace,
    penalty: float,
    steps: int,
    start: Weights | None = None,
    tolerance: float = 1e-6,
    gain: float = MIN_GAIN,
) -> FittedWeights:
    """Return the weights of least mean -log probability of the right candidates plus `penalty` / 2 x their squares. The
    penalty applies to weights of columns divided by their standard deviation within words."""
    words, times = _select_words(space, learnable_words(space), start)
    size, row_feature_count = int(space.pairs.bounds[-1]), len(ROW_FEATURES)
    if not len(words):
        return FittedWeights(make_equal_weights(space.pairs), np.zeros(size), 0.0, 0.0)
    total_weight = float(times.sum())
    spread = np.ones(size + row_feature_count)
    spread[:size] = spreads(size, space.pairs.bounds, words, space.words.first_row, space.cells) + _SMALLEST_SPREAD

    def objective(scaled: Floats) -> tuple[float, Floats]:
        weights = scaled / spread
        gradient = np.zeros(size + row_feature_count)
        total = loss(
            weights[:size], space.pairs.bounds, weights[size:], words, times, space.words.gold, space.words.first_row,
            space.row_features, space.cells, gradient[:size], gradient[size:],
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
    """Return the words that a fit looks at, and how many each stands for: only some of those that are clear already."""
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
    """Return (weights, weights) the second derivatives of `fit_weights`'s objective, from some of the words."""
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
    """Minimise in coordinates of equal curvature, whose scale makes the first step Newton's."""
    value, slope = objective(begin)
    root = np.linalg.inv(np.linalg.cholesky(curvature))
    turned_slope = root @ slope
    basis = root.T * max(float(np.sqrt(turned_slope @ turned_slope)), 1e-6)

    def evaluate(offset: Floats) -> tuple[float, Floats]:
        if not offset.any():
            return value, basis.T @ slope
        new_value, new_slope = objective(begin + basis @ offset)
        return new_value, basis.T @ new_slope

    optimum = minimise(evaluate, np.zeros(len(begin)), steps, tolerance, gain)
    return Minimum(begin + basis @ optimum.point, optimum.value, optimum.slope, optimum.steps)
