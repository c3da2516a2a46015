"""Figures of rankers from the ranks of gold candidates, with bootstraps over documents."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from spectral_core.arrays import Flags, Floats, Integers
from spectral_core.bench.rows import Row
from spectral_core.evaluate import expected_calibration_error

_RESAMPLES = 10_000
_ACCEPTED_PRECISION = 0.95  # precision of readings accepted without review


@dataclass(frozen=True, slots=True, eq=False)
class Outcome:
    """Ranks and costs of one ranker on the gold words of a fold."""

    gold_ranks: Integers  # (words,) rank of the gold candidate from 1; 0 if it is missing
    sizes: Integers  # (words,) numbers of candidates
    first: Flags  # the first answer is gold
    second: Flags  # one of the first two answers is gold
    confidences: Floats  # (words,) probability of the first candidate, NaN without probabilities
    training_seconds: float  # CPU seconds
    ranking_seconds: float

    @classmethod
    def from_ranks(
        cls,
        gold_ranks: Integers,
        sizes: Integers,
        confidences: Floats | None,
        training_seconds: float,
        ranking_seconds: float,
    ) -> Outcome:
        """Return the outcome of a ranker whose first two answers are its first two candidates."""
        has_gold = gold_ranks > 0
        word_confidences = np.full(len(gold_ranks), np.nan) if confidences is None else confidences
        return cls(
            gold_ranks,
            sizes,
            gold_ranks == 1,
            has_gold & (gold_ranks <= 2),
            word_confidences,
            training_seconds,
            ranking_seconds,
        )


@dataclass(frozen=True, slots=True, eq=False)
class EvaluatedWords:
    """Gold words of all folds, concatenated."""

    is_in_script: Flags  # the word is in the analyser's script
    document_numbers: Integers  # document of each word
    ranked_words: int  # number of ranked words, with or without gold
    folds: int


def compute_figures(
    outcomes: Sequence[Outcome], tested: EvaluatedWords, standard: Sequence[Outcome] | None = None
) -> Row:
    """Return the figures of a ranker over all folds; `less_e1` is against `standard`."""
    first, second, gold_ranks, sizes = (
        np.concatenate([getattr(outcome, name) for outcome in outcomes])
        for name in ("first", "second", "gold_ranks", "sizes")
    )
    confidences = np.concatenate([outcome.confidences for outcome in outcomes])
    is_in_script, has_gold = tested.is_in_script, gold_ranks > 0
    row: Row = {
        "e1": _flag_percentage(~first),
        "e2": _flag_percentage(~second),
        "e1_script": _flag_percentage(~first[is_in_script]),
        "e2_script": _flag_percentage(~second[is_in_script]),
        "oracle": _flag_percentage(has_gold),
        "mean_candidates": round(float(sizes.mean()), 2),
        "mean_rank": round(float(gold_ranks[has_gold].mean()), 3) if has_gold.any() else None,
        "items": round(float(np.where(has_gold, gold_ranks, sizes)[is_in_script].mean()), 2),
        "ece": None,
        "accepted_95": None,
        "learn_cpu": round(sum(outcome.training_seconds for outcome in outcomes) / tested.folds, 2),
    }
    ranking_seconds = sum(outcome.ranking_seconds for outcome in outcomes)
    row["words_per_second"] = int(round(tested.ranked_words / ranking_seconds, -2)) if ranking_seconds > 0 else None
    has_confidence = ~np.isnan(confidences)
    if has_confidence.any():
        row["ece"] = round(expected_calibration_error(confidences[has_confidence], first[has_confidence]), 4)
        row["accepted_95"] = _to_percentage(
            accepted_share(confidences[is_in_script & has_confidence], first[is_in_script & has_confidence])
        )
    if standard is not None:
        standard_first = np.concatenate([outcome.first for outcome in standard])
        row |= _error_reduction(~first, ~standard_first, tested.document_numbers)
    return row


def accepted_share(confidences: Floats, is_correct: Flags, precision: float = _ACCEPTED_PRECISION) -> float:
    """Return the largest share of most confident answers that reaches the precision; ties are accepted together."""
    if not len(is_correct):
        return 0.0
    order = np.argsort(-confidences, kind="stable")
    sorted_confidences = confidences[order]
    precisions = np.cumsum(is_correct[order]) / np.arange(1, len(order) + 1)
    ends_tie = np.append(sorted_confidences[1:] != sorted_confidences[:-1], True)
    cuts = np.flatnonzero(ends_tie & (precisions >= precision))
    return float(cuts[-1] + 1) / len(order) if len(cuts) else 0.0


def _error_reduction(errors: Flags, standard: Flags, documents: Integers) -> Row:
    """Return the reduction of errors in percentage points, with the 95 % interval of bootstraps over documents."""
    difference = standard.astype(np.float64) - errors.astype(np.float64)
    sums, words = np.bincount(documents, difference), np.bincount(documents)
    samples = np.random.default_rng(0).integers(0, len(sums), (_RESAMPLES, len(sums)))
    resampled = 100.0 * sums[samples].sum(axis=1) / words[samples].sum(axis=1)
    low, high = np.percentile(resampled, (2.5, 97.5))
    return {
        "less_e1": round(100.0 * float(difference.mean()), 2),
        "less_low": round(float(low), 2),
        "less_high": round(float(high), 2),
    }


def _flag_percentage(flags: Flags) -> float | None:
    return _to_percentage(float(flags.mean())) if len(flags) else None


def _to_percentage(share: float) -> float:
    return round(100.0 * share, 2)
