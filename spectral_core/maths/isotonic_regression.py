"""Isotonic regression: monotone maps from scores to probabilities, fitted to outcomes."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from spectral_core.arrays import Flags, Floats, Integers, NamedArrays
from spectral_core.brief import brief_repr

_TOLERANCE = 1e-10  # tolerance of stored probabilities outside 0 to 1


@dataclass(frozen=True, slots=True, eq=False)
class IsotonicRegression:
    """Monotone piecewise linear map from scores to probabilities, fitted by least squares."""

    scores: Floats  # (points,) increasing
    probabilities: Floats  # (points,) nondecreasing
    __repr__ = brief_repr

    def apply(self, scores: Floats) -> Floats:
        """Return the probabilities of scores, constant beyond the outermost points."""
        return np.interp(scores, self.scores, self.probabilities)

    def _repr_svg_(self) -> str | None:
        from spectral_core.notebook import curve_svg

        points = list(zip(self.scores.tolist(), self.probabilities.tolist(), strict=True))
        return curve_svg({"probability": points}, "score", diagonal=True)

    def arrays(self) -> NamedArrays:
        return {"scores": self.scores, "probabilities": self.probabilities}


Calibration = IsotonicRegression  # the type that models use


def fit_isotonic(scores: Sequence[float] | Floats, correct: Sequence[bool] | Flags) -> IsotonicRegression:
    """Fit an isotonic regression by pooling adjacent violators (Zadrozny and Elkan 2002). Probabilities stay 1 /
    (outcomes + 2) away from 0 and 1, because finite data cannot exclude errors."""
    score, truth = _validate_outcomes(scores, correct)
    levels, level_numbers, sizes = np.unique(score, return_inverse=True, return_counts=True)
    means, block_starts = _pool_violators(np.bincount(level_numbers, truth) / sizes, sizes)
    block_ends = np.append(block_starts[1:], len(levels)) - 1
    margin = 1 / (len(score) + 2)
    knots = np.stack((levels[block_starts], levels[block_ends]), axis=1).ravel()
    values = np.repeat(np.clip(means, margin, 1 - margin), 2)
    is_distinct = np.append(True, (knots[1:] != knots[:-1]) | (values[1:] != values[:-1]))
    return IsotonicRegression(knots[is_distinct], values[is_distinct])


def _pool_violators(means: Floats, sizes: Integers) -> tuple[Floats, Integers]:
    """Pool adjacent levels whose means decrease; return the increasing means of the pooled blocks, and the index of the
    first level in each."""
    blocks: list[tuple[float, float, int]] = []
    for level, (mean, weight) in enumerate(zip(means.tolist(), sizes.tolist(), strict=True)):
        first, total = level, float(weight)
        while blocks and blocks[-1][0] >= mean:
            previous_mean, size, first = blocks.pop()
            mean = (previous_mean * size + mean * total) / (size + total)
            total += size
        blocks.append((mean, total, first))
    block_means, _, firsts = zip(*blocks, strict=True)
    return np.array(block_means), np.array(firsts, dtype=np.int64)


def restore_calibration(arrays: Mapping[str, NDArray[np.generic]]) -> Calibration:
    """Restore a calibration from its arrays; ValueError if they are inconsistent."""
    scores, probabilities = (_require_finite(arrays[name]) for name in ("scores", "probabilities"))
    if scores.shape != probabilities.shape or scores.ndim != 1 or not len(scores):
        raise ValueError("a calibration needs one probability for each score")
    if (np.diff(scores) < 0).any() or probabilities.min() < -_TOLERANCE or probabilities.max() > 1 + _TOLERANCE:
        raise ValueError("the scores of a calibration rise, and its probabilities are from 0 to 1")
    return IsotonicRegression(scores, probabilities)


def _require_finite(array: NDArray[np.generic]) -> Floats:
    """Return the array as floats; ValueError if a number is not finite."""
    if array.dtype.kind not in "iuf" or not np.isfinite(array).all():
        raise ValueError("a calibration consists of finite numbers")
    return array.astype(np.float64)


def _validate_outcomes(scores: Sequence[float] | Floats, correct: Sequence[bool] | Flags) -> tuple[Floats, Floats]:
    """Return scores and outcomes as arrays; ValueError if they do not fit."""
    score, truth = np.asarray(scores, dtype=np.float64), np.asarray(correct, dtype=np.float64)
    if score.shape != truth.shape or score.ndim != 1:
        raise ValueError("every score needs one outcome")
    if not len(score) or not np.isfinite(score).all():
        raise ValueError("a calibration needs at least one outcome, and finite scores")
    return score, truth
