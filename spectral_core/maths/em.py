"""Expectation maximisation with early stopping, and normalisation of expected counts."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, TypeVar

import numpy as np

from spectral_core.arrays import Floats

P = TypeVar("P")
_UNDERFLOW = 1e-200  # smaller expected counts underflow
PATIENCE = 5  # iterations without progress before EM stops; random starts have plateaus


@dataclass(frozen=True, slots=True)
class EmIteration:
    """Log-likelihood of the parameters before an EM iteration, and the stopping score of those after it."""

    log_likelihood: float
    stopping_score: float  # log score per symbol used for early stopping; of held-out sequences if there are any


@dataclass(frozen=True, slots=True)
class EmRun(Generic[P]):
    """Parameters with the best stopping score, and all iterations."""

    best: P
    iterations: tuple[EmIteration, ...]


def run_em(
    start: P,
    step: Callable[[P, int], tuple[P, float]],
    score_heldout: Callable[[P], float] | None,
    symbol_count: float,
    iterations: int,
    tolerance: float,
    on_iteration: Callable[[int, EmIteration], None],
) -> EmRun[P]:
    """Run EM with early stopping. `step` takes parameters and the iteration number, and returns the updated parameters
    with the log-likelihood of those before the update.

    It stops when `PATIENCE` iterations together raise the score by less than `tolerance`, or after `iterations`; a
    tolerance of 0 runs all of them. Without `score_heldout`, the log-likelihood per symbol is used and the last
    parameters are returned.
    """
    current, best = start, start
    best_score, reference_score = (-np.inf, -np.inf) if score_heldout is None else (score_heldout(start),) * 2
    history: list[EmIteration] = []
    stalled = 0
    for number in range(1, iterations + 1):
        current, log_likelihood = step(current, number)
        iteration = EmIteration(
            log_likelihood, log_likelihood / symbol_count if score_heldout is None else score_heldout(current)
        )
        history.append(iteration)
        if score_heldout is None or iteration.stopping_score > best_score:
            best, best_score = current, iteration.stopping_score
        on_iteration(number, iteration)
        if iteration.stopping_score > reference_score + tolerance:
            reference_score, stalled = iteration.stopping_score, 0
        else:
            stalled += 1
            if tolerance > 0 and stalled >= PATIENCE:
                break
    return EmRun(best, tuple(history))


def normalise_counts(counts: Floats, fallback: Floats, axis: int) -> Floats:
    """Normalise counts to sum to 1 along an axis; where there are none, keep `fallback`."""
    sums = counts.sum(axis=axis, keepdims=True)
    return np.where(sums > _UNDERFLOW, counts / np.where(sums > _UNDERFLOW, sums, 1.0), fallback)
