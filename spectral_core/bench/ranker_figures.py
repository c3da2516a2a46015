"""From the places of right candidates to the figures of a table of rankers, with bootstraps over documents."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from spectral_core.bench.rows import Row
from spectral_core.evaluate import expected_calibration_error

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]
Flags = NDArray[np.bool_]

_RESAMPLES = 10_000
_PRECISION = 0.95  # of what is accepted without a look


@dataclass(frozen=True, slots=True, eq=False)
class Outcome:
    """What one ranker gave for the decided words of one fold, and what that cost."""

    places: Integers  # (words,) of the right candidate from 1, 0 where it is not among them
    sizes: Integers  # (words,) candidates
    first: Flags  # whether the first answer is right
    second: Flags  # whether one of the first two is
    confidences: Floats  # (words,) probability of the first candidate, not a number where there is none
    learning: float  # CPU seconds
    ranking: float

    @classmethod
    def of(
        cls, places: Integers, sizes: Integers, confidences: Floats | None, learning: float, ranking: float
    ) -> Outcome:
        """Where the first two answers are the first two candidates."""
        among = places > 0
        nobody_says = np.full(len(places), np.nan) if confidences is None else confidences
        return cls(places, sizes, places == 1, among & (places <= 2), nobody_says, learning, ranking)


@dataclass(frozen=True, slots=True, eq=False)
class Measured:
    """The decided words of all folds, end to end."""

    script: Flags  # whether a word is in the analyser's script
    documents: Integers  # of each word
    words: int  # all that were ranked, decided or not
    folds: int


def figures(outcomes: Sequence[Outcome], tested: Measured, standard: Sequence[Outcome] | None = None) -> Row:
    """The figures of one ranker over all folds; `less_e1` is against the `standard`."""
    first, second, places, sizes = (
        np.concatenate([getattr(one, name) for one in outcomes]) for name in ("first", "second", "places", "sizes")
    )
    confidences = np.concatenate([one.confidences for one in outcomes])
    script, among = tested.script, places > 0
    made: Row = {
        "e1": _percent(~first),
        "e2": _percent(~second),
        "e1_script": _percent(~first[script]),
        "e2_script": _percent(~second[script]),
        "oracle": _percent(among),
        "mean_candidates": round(float(sizes.mean()), 2),
        "mean_rank": round(float(places[among].mean()), 3) if among.any() else None,
        "items": round(float(np.where(among, places, sizes)[script].mean()), 2),
        "ece": None,
        "accepted_95": None,
        "learn_cpu": round(sum(one.learning for one in outcomes) / tested.folds, 2),
    }
    spent = sum(one.ranking for one in outcomes)
    made["words_per_second"] = int(round(tested.words / spent, -2)) if spent > 0 else None
    asked = ~np.isnan(confidences)
    if asked.any():
        made["ece"] = round(expected_calibration_error(confidences[asked], first[asked]), 4)
        made["accepted_95"] = _percent_of(accepted(confidences[script & asked], first[script & asked]))
    if standard is not None:
        theirs = np.concatenate([one.first for one in standard])
        made |= _less(~first, ~theirs, tested.documents)
    return made


def accepted(confidences: Floats, right: Flags, precision: float = _PRECISION) -> float:
    """The largest share of answers, the surest ones, of which so many are right; equally sure ones go together."""
    if not len(right):
        return 0.0
    order = np.argsort(-confidences, kind="stable")
    sure = confidences[order]
    good = np.cumsum(right[order]) / np.arange(1, len(order) + 1)
    ends = np.append(sure[1:] != sure[:-1], True)
    fine = np.flatnonzero(ends & (good >= precision))
    return float(fine[-1] + 1) / len(order) if len(fine) else 0.0


def _less(errors: Flags, standard: Flags, documents: Integers) -> Row:
    """By how many points the errors are fewer, and where 95 % of the bootstraps over documents put that."""
    difference = standard.astype(np.float64) - errors.astype(np.float64)
    sums, words = np.bincount(documents, difference), np.bincount(documents)
    draws = np.random.default_rng(0).integers(0, len(sums), (_RESAMPLES, len(sums)))
    resampled = 100.0 * sums[draws].sum(axis=1) / words[draws].sum(axis=1)
    low, high = np.percentile(resampled, (2.5, 97.5))
    return {
        "less_e1": round(100.0 * float(difference.mean()), 2),
        "less_low": round(float(low), 2),
        "less_high": round(float(high), 2),
    }


def _percent(flags: Flags) -> float | None:
    return _percent_of(float(flags.mean())) if len(flags) else None


def _percent_of(share: float) -> float:
    return round(100.0 * share, 2)
