"""Expectation maximisation with early stopping."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, TypeVar

import numpy as np

P = TypeVar("P")
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
