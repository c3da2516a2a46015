"""Maps from scores to probabilities, fitted to what turned out right: isotonic regression."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from spectral_core.arrays import Flags, Floats, Integers, Named
from spectral_core.brief import brief_repr

_SMALL = 1e-10  # a share may lie so far outside of 0 to 1 in a file


@dataclass(frozen=True, slots=True, eq=False)
class Isotonic:
    """The rising map nearest to the outcomes in squares; between its points it runs straight."""

    scores: Floats  # (points,) rising
    probabilities: Floats  # (points,) never falling
    __repr__ = brief_repr

    def apply(self, scores: Floats) -> Floats:
        """The probabilities of these scores; outside the points, those of the outermost."""
        return np.interp(scores, self.scores, self.probabilities)

    def _repr_svg_(self) -> str | None:
        from spectral_core.notebook import curve_svg

        points = list(zip(self.scores.tolist(), self.probabilities.tolist(), strict=True))
        return curve_svg({"probability": points}, "score", diagonal=True)

    def arrays(self) -> Named:
        return {"scores": self.scores, "probabilities": self.probabilities}


Calibration = Isotonic  # what models hold


def isotonic(scores: Sequence[float] | Floats, right: Sequence[bool] | Flags) -> Isotonic:
    """The isotonic regression of outcomes on scores by pooling adjacent violators (Zadrozny and Elkan 2002). No
    probability is nearer to 0 or 1 than 1 in the number of outcomes and two: so many cannot say more."""
    score, truth = _checked(scores, right)
    levels, places, sizes = np.unique(score, return_inverse=True, return_counts=True)
    means, firsts = _pooled(np.bincount(places, truth) / sizes, sizes)
    lasts = np.append(firsts[1:], len(levels)) - 1
    least = 1 / (len(score) + 2)
    ends = np.stack((levels[firsts], levels[lasts]), axis=1).ravel()
    values = np.repeat(np.clip(means, least, 1 - least), 2)
    apart = np.append(True, (ends[1:] != ends[:-1]) | (values[1:] != values[:-1]))
    return Isotonic(ends[apart], values[apart])


def _pooled(means: Floats, sizes: Integers) -> tuple[Floats, Integers]:
    """The blocks of equal value: their means, which rise, and where each begins."""
    held: list[tuple[float, float, int]] = []
    for place, (mean, weight) in enumerate(zip(means.tolist(), sizes.tolist(), strict=True)):
        first, total = place, float(weight)
        while held and held[-1][0] >= mean:
            before, size, first = held.pop()
            mean = (before * size + mean * total) / (size + total)
            total += size
        held.append((mean, total, first))
    block_means, _, firsts = zip(*held, strict=True)
    return np.array(block_means), np.array(firsts, dtype=np.int64)


def from_arrays(arrays: Mapping[str, NDArray[np.generic]]) -> Calibration:
    scores, probabilities = (_numbers(arrays[name]) for name in ("scores", "probabilities"))
    if scores.shape != probabilities.shape or scores.ndim != 1 or not len(scores):
        raise ValueError("a calibration needs one probability for each score")
    if (np.diff(scores) < 0).any() or probabilities.min() < -_SMALL or probabilities.max() > 1 + _SMALL:
        raise ValueError("the scores of a calibration rise, and its probabilities are from 0 to 1")
    return Isotonic(scores, probabilities)


def _numbers(found: NDArray[np.generic]) -> Floats:
    if found.dtype.kind not in "iuf" or not np.isfinite(found).all():
        raise ValueError("a calibration consists of finite numbers")
    return found.astype(np.float64)


def _checked(scores: Sequence[float] | Floats, right: Sequence[bool] | Flags) -> tuple[Floats, Floats]:
    score, truth = np.asarray(scores, dtype=np.float64), np.asarray(right, dtype=np.float64)
    if score.shape != truth.shape or score.ndim != 1:
        raise ValueError("every score needs one outcome")
    if not len(score) or not np.isfinite(score).all():
        raise ValueError("a calibration needs at least one outcome, and finite scores")
    return score, truth
