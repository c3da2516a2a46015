"""Calibration of confidences: reliability tables and the expected calibration error."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import cast

import numpy as np

from spectral_core.arrays import Flags, Floats
from spectral_core.deprecated import old_keywords


@dataclass(frozen=True, slots=True)
class Bin:
    """Predictions with confidence above `low` and at most `high`; the lowest bin includes its lower edge."""

    low: float
    high: float
    confidence: float  # mean
    accuracy: float  # share of correct predictions, 0 to 1
    count: int


class Reliability(tuple[Bin, ...]):
    """Bins by ascending confidence; notebooks plot their accuracy."""

    __slots__ = ()

    def _repr_svg_(self) -> str | None:
        from spectral_core.notebook import curve_svg

        return curve_svg(
            {"accuracy": [(point.confidence, point.accuracy) for point in self]}, "confidence", diagonal=True
        )


@old_keywords(right="correct")
def bin_by_confidence(
    confidences: Sequence[float] | Floats, correct: Sequence[bool] | Flags, bins: int = 10, equal_mass: bool = False
) -> Reliability:
    """Compare confidence with accuracy in bins of equal width over 0 to 1, or of equal size; empty ones are left out.

    With `equal_mass`, predictions of equal confidence may fall on both sides of an edge: each then counts with the mean
    accuracy of all that share its confidence, so that the table does not depend on their order.
    """
    confidence, truth = _to_checked_arrays(confidences, correct, bins)
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
        bounds = np.arange(bins + 1) / bins
        bin_numbers = np.searchsorted(bounds[1:-1], confidence)  # of the bin whose upper edge is at or above
        parts = [np.flatnonzero(bin_numbers == bin_number) for bin_number in range(bins)]
        edges = list(pairwise(bounds.tolist()))
    return Reliability(
        Bin(low, high, float(confidence[part].mean()), float(truth[part].mean()), int(part.size))
        for (low, high), part in zip(edges, parts, strict=True)
        if part.size
    )


@old_keywords(right="correct")
def expected_calibration_error(
    confidences: Sequence[float] | Floats, correct: Sequence[bool] | Flags, bins: int = 10, equal_mass: bool = False
) -> float:
    """Return the mean absolute difference between confidence and accuracy over bins, weighted by counts; 0 is best
    (Naeini et al. 2015)."""
    table = bin_by_confidence(confidences, correct, bins, equal_mass)
    total = sum(row.count for row in table)
    return sum(row.count * abs(row.confidence - row.accuracy) for row in table) / total if total else float("nan")


def _to_checked_arrays(
    confidences: Sequence[float] | Floats, correct: Sequence[bool] | Flags, bins: int
) -> tuple[Floats, Floats]:
    """Return confidences and correctness as arrays; ValueError if they do not match or are out of range."""
    confidence = np.asarray(confidences, dtype=np.float64)
    truth = np.asarray(correct, dtype=np.float64)
    if confidence.shape != truth.shape or confidence.ndim != 1:
        raise ValueError("every answer needs one confidence and whether it is right")
    if bins < 1:
        raise ValueError("there must be at least one bin")
    # NaN fails this test too; rounding errors of normalised sums pass.
    if not bool(np.all((confidence >= -1e-9) & (confidence <= 1 + 1e-9))):
        raise ValueError("a confidence is a number from 0 to 1")
    return cast(Floats, np.clip(confidence, 0.0, 1.0)), truth
