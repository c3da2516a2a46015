"""Weights of statistics: a softmax over the candidates of each word (limited-memory BFGS, columns on one scale)."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from spectral_core.arrays import Floats, Integers, Singles
from spectral_core.brief import brief_repr
from spectral_core.inference.reading_softmax import best_rows, design_matrix, log_softmax, loss, score_rows, spreads
from spectral_core.maths.descent import Minimum, minimum
from spectral_core.models.analysis_ranker.statistics import Pairs, Space

ROW_FEATURES = ("offered", "seen")
GAIN = 3e-4  # the share of the loss that a step must gain for another to follow: later ones do not rank better
_CURVED = 600  # weights, of which the curvature is worth its price
_CURVATURE_WORDS = 1000  # from which it is taken
_CLEAR, _ONE_OF = -0.1, 4  # the log of a probability, and of how many such words one is looked at
_SMALLEST_SPREAD = 1e-3  # added to each, so that a column that is nearly constant is not blown up
Objective = Callable[[Floats], tuple[float, Floats]]


@dataclass(frozen=True, slots=True, eq=False)
class Weights:
    """One weight for each pair of an element and a statistic, and for what is said of a candidate as a whole."""

    pairs: Floats
    rows: Floats  # (ROW_FEATURES,)
    __repr__ = brief_repr

    def score(self, space: Space) -> Floats:
        return score_rows(
            self.pairs, space.pairs.bounds, self.rows, space.words.first_row, space.row_features, space.cells
        )

    def best(self, space: Space) -> Integers:
        """(words,) the row of the candidate with the highest score, or -1."""
        return best_rows(space.words.first_row, self.score(space), space.jitter)


@dataclass(frozen=True, slots=True, eq=False)
class FittedWeights:
    """Weights with how far each moves scores, and how near to the optimum the search stopped."""

    weights: Weights
    importance: Floats  # of `weights.pairs`
    loss: float
    slope: float


def equal(pairs: Pairs) -> Weights:
    return Weights(np.full(int(pairs.bounds[-1]), 1.0 / len(pairs.kept)), np.zeros(len(ROW_FEATURES)))


def decided(space: Space) -> Integers:
    """The words from which weights can be learnt: the right candidate is there, and another."""
    return np.flatnonzero((space.words.gold >= 0) & (np.diff(space.words.first_row) > 1))


def fit(
    space: Space, penalty: float, steps: int, start: Weights | None = None, tolerance: float = 1e-6, gain: float = GAIN
) -> FittedWeights:
    """The weights of least mean -log probability of the right candidates plus `penalty` / 2 x their squares. The
    penalty is on weights of columns that are divided by their standard deviation within words."""
    words, times = _telling(space, decided(space), start)
    size, extra = int(space.pairs.bounds[-1]), len(ROW_FEATURES)
    if not len(words):
        return FittedWeights(equal(space.pairs), np.zeros(size), 0.0, 0.0)
    every = float(times.sum())
    spread = np.ones(size + extra)
    spread[:size] = spreads(size, space.pairs.bounds, words, space.words.first_row, space.cells) + _SMALLEST_SPREAD

    def objective(scaled: Floats) -> tuple[float, Floats]:
        held = scaled / spread
        gradient = np.zeros(size + extra)
        total = loss(
            held[:size], space.pairs.bounds, held[size:], words, times, space.words.gold, space.words.first_row,
            space.row_features, space.cells, gradient[:size], gradient[size:],
        )  # fmt: skip
        slope: Floats = gradient / spread / every + penalty * scaled
        return total / every + 0.5 * penalty * float(scaled @ scaled), slope

    begin = np.zeros(size + extra) if start is None else np.concatenate((start.pairs, start.rows)) * spread
    if start is not None and size <= _CURVED:
        curvature = _curvature(space, words, times, start, spread, penalty)
        found = _along(curvature, objective, begin, steps, tolerance, gain)
    else:
        found = minimum(objective, begin, steps, tolerance, gain)
    weights = Weights(found.place[:size] / spread[:size], found.place[size:] / spread[size:])
    return FittedWeights(weights, np.abs(found.place[:size]), found.value, found.slope)


def _telling(space: Space, words: Integers, start: Weights | None) -> tuple[Integers, Singles]:
    """The words that a fit looks at, and how many each stands for: of those that are clear already, only some."""
    if start is None:
        return words, np.ones(len(words), dtype=np.float32)
    logs = log_softmax(space.words.first_row, start.score(space))[space.words.gold[words]]
    clear = logs > _CLEAR
    kept = ~clear
    kept[np.flatnonzero(clear)[::_ONE_OF]] = True
    times = np.where(clear, np.float32(clear.sum() / max(1, (clear & kept).sum())), np.float32(1.0))
    return words[kept], times[kept].astype(np.float32)


def _curvature(
    space: Space, words: Integers, times: Singles, weights: Weights, spread: Floats, penalty: float
) -> Floats:
    """(weights, weights) the second derivatives of `fit`'s objective, from some of the words."""
    step = max(1, len(words) // _CURVATURE_WORDS)
    some = words[::step]
    size = len(weights.pairs)
    design, rows = design_matrix(size, space.pairs.bounds, some, space.words.first_row, space.row_features, space.cells)
    design /= spread.astype(np.float32)
    sizes = np.diff(space.words.first_row)[some]
    firsts = np.concatenate(([0], np.cumsum(sizes)))
    chances = np.exp(log_softmax(firsts, weights.score(space)[rows])).astype(np.float32)[:, None]
    means = np.add.reduceat(design * chances, firsts[:-1], axis=0)
    design -= np.repeat(means, sizes, axis=0)
    design *= np.sqrt(chances * np.repeat(times[::step], sizes)[:, None])
    found: Floats = (design.T @ design).astype(np.float64) / float(times[::step].sum())
    found[np.diag_indices_from(found)] += penalty
    return found


def _along(
    curvature: Floats, objective: Objective, begin: Floats, steps: int, tolerance: float, gain: float
) -> Minimum:
    """The minimum, sought in coordinates of equal curvature, whose scale makes the first step Newton's."""
    value, slope = objective(begin)
    root = np.linalg.inv(np.linalg.cholesky(curvature))
    turned = root @ slope
    basis = root.T * max(float(np.sqrt(turned @ turned)), 1e-6)

    def along(moved: Floats) -> tuple[float, Floats]:
        if not moved.any():
            return value, basis.T @ slope
        now, slopes = objective(begin + basis @ moved)
        return now, basis.T @ slopes

    found = minimum(along, np.zeros(len(begin)), steps, tolerance, gain)
    return Minimum(begin + basis @ found.place, found.value, found.slope, found.steps)
