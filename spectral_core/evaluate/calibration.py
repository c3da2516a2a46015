"""Whether confidences are what they say: reliability tables and the expected calibration error."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import cast

import numpy as np

from spectral_core.arrays import Flags, Floats


@dataclass(frozen=True, slots=True)
class Bin:
    """The answers whose confidence is above `low` and at most `high`; the lowest bin has its lower edge too."""

    low: float
    high: float
    confidence: float  # mean
    accuracy: float  # share of right ones, 0 to 1
    count: int


class Reliability(tuple[Bin, ...]):
    """Bins from the lowest confidence up; a notebook draws their accuracy."""

    __slots__ = ()

    def _repr_svg_(self) -> str | None:
        from spectral_core.notebook import curve_svg

        return curve_svg({"accuracy": [(one.confidence, one.accuracy) for one in self]}, "confidence", diagonal=True)


def reliability(
    confidences: Sequence[float] | Floats, right: Sequence[bool] | Flags, bins: int = 10, equal_mass: bool = False
) -> Reliability:
    """Confidence against accuracy in bins of equal width over 0 to 1, or of equal numbers of answers; empty ones go. In
    bins of equal mass, answers of the same confidence may fall on both sides of an edge: each then counts with the
    accuracy of all that share its confidence, so that the table does not depend on their order."""
    confidence, truth = _checked(confidences, right, bins)
    if confidence.size == 0:
        return Reliability()
    if equal_mass:
        order = np.argsort(confidence, kind="stable")
        confidence, truth = confidence[order], truth[order]
        _, group, sizes = np.unique(confidence, return_inverse=True, return_counts=True)
        truth = (np.bincount(group, weights=truth) / sizes)[group]
        parts = [part for part in np.array_split(np.arange(confidence.size), bins) if part.size]
        edges = [(float(confidence[part[0]]), float(confidence[part[-1]])) for part in parts]
    else:
        number = np.clip(np.ceil(confidence * bins).astype(np.int64) - 1, 0, bins - 1)
        parts = [np.flatnonzero(number == each) for each in range(bins)]
        edges = [(each / bins, (each + 1) / bins) for each in range(bins)]
    return Reliability(
        Bin(low, high, float(confidence[part].mean()), float(truth[part].mean()), int(part.size))
        for (low, high), part in zip(edges, parts, strict=True)
        if part.size
    )


def expected_calibration_error(
    confidences: Sequence[float] | Floats, right: Sequence[bool] | Flags, bins: int = 10, equal_mass: bool = False
) -> float:
    """The mean distance of confidence from accuracy over bins by counts, 0 is best (Naeini et al. 2015)."""
    table = reliability(confidences, right, bins, equal_mass)
    total = sum(row.count for row in table)
    if not total:
        return float("nan")
    return sum(row.count * abs(row.confidence - row.accuracy) for row in table) / total


def _checked(confidences: Sequence[float] | Floats, right: Sequence[bool] | Flags, bins: int) -> tuple[Floats, Floats]:
    confidence = np.asarray(confidences, dtype=np.float64)
    truth = np.asarray(right, dtype=np.float64)
    if confidence.shape != truth.shape or confidence.ndim != 1:
        raise ValueError("every answer needs one confidence and whether it is right")
    if bins < 1:
        raise ValueError("there must be at least one bin")
    # Written so that not-a-number fails too; a rounding error of a normalised sum is no fault.
    if not bool(np.all((confidence >= -1e-9) & (confidence <= 1 + 1e-9))):
        raise ValueError("a confidence is a number from 0 to 1")
    return cast(Floats, np.clip(confidence, 0.0, 1.0)), truth
