"""Column weights for rows of which one a word is right: regressions of the paper, or a softmax."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from spectral_core.arrays import Floats, Integers, NamedArrays, Singles
from spectral_core.maths import regression, softmax
from spectral_core.maths.calibrate import Calibration, fit_isotonic, from_arrays
from spectral_core.model import Arrays
from spectral_core.models.analysis_ranker.corpus import ABSENT
from spectral_core.models.analysis_ranker.storing import read_numbers

_MIN_SPREAD = 1e-6  # columns with a smaller spread are ignored
_RIDGE_PENALTY = 1.0  # on columns of variance 1
_COST, _MARGIN = 1.0, 0.1  # the usual ones of support vector regression
_STEPS = 100
_MIN_SCALE = 1e-3  # smallest scale of weights
_FOLDS = 3  # folds of words for calibration
_MIN_WORDS = 60  # words from which there are folds
_MAX_ROWS = 40_000  # rows used for calibration


@dataclass(frozen=True, slots=True, eq=False)
class ColumnWeights:
    """Weight of each column, and the calibration of the sums."""

    weights: Floats  # (columns,) on the scale on which the softmax of the sums fits best
    calibration: Calibration  # from the softmax of a row to its probability of being right

    def scores(self, design: Singles) -> Floats:
        return _sum_columns(design, self.weights)

    def probabilities(self, scores: Floats, firsts: Integers) -> Floats:
        """Return (rows,) the probability that each row is right; the rest to 1 is that none is."""
        calibrated = self.calibration.apply(softmax.probabilities(scores, firsts))
        sums = np.bincount(np.repeat(np.arange(len(firsts) - 1), np.diff(firsts)), calibrated, len(firsts) - 1)
        normalised: Floats = calibrated / np.repeat(np.maximum(sums, 1.0), np.diff(firsts))
        return normalised

    def arrays(self, name: str) -> NamedArrays:
        calibration = {f"{name}.{part}": array for part, array in self.calibration.arrays().items()}
        return {f"{name}.weights": self.weights} | calibration

    @classmethod
    def from_arrays(cls, name: str, arrays: Arrays) -> ColumnWeights:
        calibration_arrays = {
            key.removeprefix(f"{name}."): array for key, array in arrays.items() if key.startswith(f"{name}.")
        }
        return cls(read_numbers(arrays, f"{name}.weights"), from_arrays(calibration_arrays))


def learn_weights(
    design: Singles, firsts: Integers, gold: Integers, learner: str, penalty: float = 3e-3
) -> ColumnWeights:
    """Learn the weights by which the right row of each word stands out; `gold` is ABSENT where a word has none. For the
    regressions every row is an observation with the target 1 where it is right, else 0 (Shah et al. 2010, section 2);
    for the softmax every word with a right row is one. Probabilities are calibrated on cross-validated scores."""
    weights = _fit_weights(design, firsts, gold, learner, penalty)
    words = max(int(np.searchsorted(firsts, _MAX_ROWS, side="right")) - 1, 0)
    sample, bounds, sample_gold = design[: firsts[words]], firsts[: words + 1], gold[:words]
    is_gold = np.zeros(len(sample), dtype=np.bool_)
    is_gold[sample_gold[sample_gold != ABSENT]] = True
    if not len(sample):
        return ColumnWeights(weights, fit_isotonic([0.0], [False]))
    if words < _MIN_WORDS:
        return ColumnWeights(
            weights, fit_isotonic(softmax.probabilities(_sum_columns(sample, weights), bounds), is_gold)
        )
    probabilities: list[Floats] = []
    for low, high in pairwise(np.linspace(0, words, _FOLDS + 1).astype(np.int64).tolist()):
        fold_weights = _fit_weights(*_leave_words_out(sample, bounds, sample_gold, low, high), learner, penalty)
        rows = sample[bounds[low] : bounds[high]]
        probabilities.append(
            softmax.probabilities(_sum_columns(rows, fold_weights), bounds[low : high + 1] - bounds[low])
        )
    return ColumnWeights(weights, fit_isotonic(np.concatenate(probabilities), is_gold))


def _leave_words_out(
    design: Singles, firsts: Integers, gold: Integers, low: int, high: int
) -> tuple[Singles, Integers, Integers]:
    """Return the rows of all words except those from `low` to `high`."""
    first, last = int(firsts[low]), int(firsts[high])
    later_gold = gold[high:]
    return (
        np.concatenate((design[:first], design[last:])),
        np.concatenate((firsts[: low + 1], firsts[high + 1 :] - (last - first))),
        np.concatenate((gold[:low], np.where(later_gold != ABSENT, later_gold - (last - first), ABSENT))),
    )


def _fit_weights(design: Singles, firsts: Integers, gold: Integers, learner: str, penalty: float) -> Floats:
    """Return (columns,) weights on the scale on which the softmax of the sums fits best."""
    learnable_rows, learnable_firsts, learnable_gold = softmax.select_decided(firsts, gold)
    if not len(learnable_gold):
        return np.zeros(design.shape[1])
    rows: Singles = design[learnable_rows]
    if learner == "softmax":
        spread = softmax.compute_within_spread(design, firsts)
        scale = np.where(spread > _MIN_SPREAD, spread + softmax.SPREAD_FLOOR, np.inf)
        rows /= scale.astype(np.float32)
        return softmax.fit(rows, learnable_firsts, learnable_gold, penalty, _STEPS).weights / scale
    spread = design.std(axis=0, dtype=np.float64)
    scale = np.where(spread > _MIN_SPREAD, spread, np.inf)
    targets = np.zeros(len(design))
    targets[gold[gold != ABSENT]] = 1.0
    scaled = design / scale
    solution = (
        regression.fit_ridge(scaled, targets, _RIDGE_PENALTY)
        if learner == "ridge"
        else regression.fit_support_vectors(scaled, targets, _COST, _MARGIN, tolerance=1e-6)
    )
    weights = solution.weights / scale
    sums: Floats = np.asarray(rows @ weights, dtype=np.float64)[:, None]
    sharpness = softmax.fit(sums, learnable_firsts, learnable_gold, 1e-6).weights
    return weights * max(float(sharpness[0]), _MIN_SCALE)


def _sum_columns(design: Singles, weights: Floats) -> Floats:
    """Return (rows,) the weighted sums: exactly equal for equal rows, which a matrix product does not guarantee."""
    sums: Floats = np.einsum("ij,j->i", design, weights.astype(np.float32)).astype(np.float64)
    return sums
