"""How weights are found for rows of numbers, of which one a word is right: regressions of the paper, and a softmax."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from spectral_core.arrays import Floats, Integers, Named, Singles
from spectral_core.maths import regression, softmax
from spectral_core.maths.calibrate import Calibration, from_arrays, isotonic
from spectral_core.model import Arrays
from spectral_core.models.analysis_ranker.corpus import NOTHING
from spectral_core.models.analysis_ranker.storing import numbers

_FLAT = 1e-6  # a column that varies less says nothing
_RIDGE = 1.0  # on columns of variance 1
_COST, _MARGIN = 1.0, 0.1  # of support vectors, as usual
_STEPS = 100
_LEAST = 1e-3  # the scale of weights that say nothing
_PARTS = 3  # of the words, for calibration
_FEWEST = 60  # words that can be parted
_MOST = 40_000  # rows that calibration is fitted to


@dataclass(frozen=True, slots=True, eq=False)
class ColumnWeights:
    """One weight a column, and what makes probabilities of the sums."""

    weights: Floats  # (columns,) on the scale on which the softmax of the sums fits best
    calibration: Calibration  # from the softmax of a row to how often such a row is right

    def scores(self, design: Singles) -> Floats:
        return _summed(design, self.weights)

    def probabilities(self, scores: Floats, firsts: Integers) -> Floats:
        """(rows,) how likely each row is right; what is missing to 1 is that none of them is."""
        chances = self.calibration.apply(softmax.probabilities(scores, firsts))
        sums = np.bincount(np.repeat(np.arange(len(firsts) - 1), np.diff(firsts)), chances, len(firsts) - 1)
        found: Floats = chances / np.repeat(np.maximum(sums, 1.0), np.diff(firsts))
        return found

    def arrays(self, name: str) -> Named:
        calibration = {f"{name}.{part}": array for part, array in self.calibration.arrays().items()}
        return {f"{name}.weights": self.weights} | calibration

    @classmethod
    def from_arrays(cls, name: str, arrays: Arrays) -> ColumnWeights:
        own = {key.removeprefix(f"{name}."): array for key, array in arrays.items() if key.startswith(f"{name}.")}
        return cls(numbers(arrays, f"{name}.weights"), from_arrays(own))


def learnt(design: Singles, firsts: Integers, right: Integers, learner: str, penalty: float = 3e-3) -> ColumnWeights:
    """The weights by which the right row of each word stands out; `right` is NOTHING where a word has none. For the
    regressions every row is an observation with the target 1 where it is right, else 0 (Shah et al. 2010, section 2);
    for the softmax every word with a right row is one. Probabilities are calibrated on scores that parts of the words
    got by the weights learnt from the others."""
    weights = _fitted(design, firsts, right, learner, penalty)
    words = max(int(np.searchsorted(firsts, _MOST, side="right")) - 1, 0)
    own, bounds, gold = design[: firsts[words]], firsts[: words + 1], right[:words]
    truth = np.zeros(len(own), dtype=np.bool_)
    truth[gold[gold != NOTHING]] = True
    if not len(own):
        return ColumnWeights(weights, isotonic([0.0], [False]))
    if words < _FEWEST:
        return ColumnWeights(weights, isotonic(softmax.probabilities(_summed(own, weights), bounds), truth))
    chances: list[Floats] = []
    for low, high in pairwise(np.linspace(0, words, _PARTS + 1).astype(np.int64).tolist()):
        others = _fitted(*_without(own, bounds, gold, low, high), learner, penalty)
        rows = own[bounds[low] : bounds[high]]
        chances.append(softmax.probabilities(_summed(rows, others), bounds[low : high + 1] - bounds[low]))
    return ColumnWeights(weights, isotonic(np.concatenate(chances), truth))


def _without(
    design: Singles, firsts: Integers, right: Integers, low: int, high: int
) -> tuple[Singles, Integers, Integers]:
    """The rows of all words but those from `low` to `high`."""
    first, last = int(firsts[low]), int(firsts[high])
    later = right[high:]
    return (
        np.concatenate((design[:first], design[last:])),
        np.concatenate((firsts[: low + 1], firsts[high + 1 :] - (last - first))),
        np.concatenate((right[:low], np.where(later != NOTHING, later - (last - first), NOTHING))),
    )


def _fitted(design: Singles, firsts: Integers, right: Integers, learner: str, penalty: float) -> Floats:
    """(columns,) weights on the scale on which the softmax of the sums fits best."""
    decided, own_firsts, taken = softmax.decided(firsts, right)
    if not len(taken):
        return np.zeros(design.shape[1])
    rows: Singles = design[decided]
    if learner == "softmax":
        spread = softmax.within_spread(design, firsts)
        scale = np.where(spread > _FLAT, spread + softmax.SMALLEST_SPREAD, np.inf)
        rows /= scale.astype(np.float32)
        return softmax.fit(rows, own_firsts, taken, penalty, _STEPS).weights / scale
    spread = design.std(axis=0, dtype=np.float64)
    scale = np.where(spread > _FLAT, spread, np.inf)
    targets = np.zeros(len(design))
    targets[right[right != NOTHING]] = 1.0
    scaled = design / scale
    line = (
        regression.ridge(scaled, targets, _RIDGE)
        if learner == "ridge"
        else regression.support_vectors(scaled, targets, _COST, _MARGIN, tolerance=1e-6)
    )
    weights = line.weights / scale
    sums: Floats = np.asarray(rows @ weights, dtype=np.float64)[:, None]
    sharpness = softmax.fit(sums, own_firsts, taken, 1e-6).weights
    return weights * max(float(sharpness[0]), _LEAST)


def _summed(design: Singles, weights: Floats) -> Floats:
    """(rows,) the weighted sums: of equal rows exactly equal, which a matrix product does not grant."""
    found: Floats = np.einsum("ij,j->i", design, weights.astype(np.float32)).astype(np.float64)
    return found
