"""Expectation maximisation with early stopping, and seeded k-means for its starts."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, TypeVar

import numpy as np

from spectral_core.arrays import Floats, Integers
from spectral_core.maths.linalg import multiply_in_blocks

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
    """Repeat `step`, which takes parameters and the iteration number and returns the updated ones with the
    log-likelihood of the given ones.

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


def kmeans(
    points: Floats, clusters: int, rng: np.random.Generator, rounds: int = 8, weights: Floats | None = None
) -> Floats:
    """Return (clusters, dimensions) k-means centres of weighted points (Lloyd 1982, with k-means++ as in Arthur and
    Vassilvitskii 2007)."""
    point_weights = np.ones(len(points)) if weights is None else weights
    centres = _choose_initial_centres(points, clusters, rng, point_weights)
    for _ in range(rounds):
        nearest = assign_clusters(points, centres)
        sizes = np.bincount(nearest, minlength=len(centres))
        nonempty = np.flatnonzero(sizes)  # `reduceat` cannot sum empty groups
        order = np.argsort(nearest, kind="stable")
        sums = np.add.reduceat(points[order] * point_weights[order, None], (np.cumsum(sizes) - sizes)[nonempty])
        new_centres = centres.copy()
        new_centres[nonempty] = sums / np.bincount(nearest, point_weights, len(centres))[nonempty, None]
        if np.array_equal(new_centres, centres):
            break
        centres = new_centres
    return centres


def assign_clusters(points: Floats, centres: Floats) -> Integers:
    """Return the index of the nearest centre of each point."""
    nearest: Integers = ((centres**2).sum(axis=1) - 2 * multiply_in_blocks(points, centres.T)).argmin(axis=1)
    return nearest


def _choose_initial_centres(points: Floats, clusters: int, rng: np.random.Generator, point_weights: Floats) -> Floats:
    """Choose initial centres by k-means++: with probabilities proportional to weighted squared distances."""
    chosen = [int(rng.integers(len(points)))]
    distances = ((points - points[chosen[0]]) ** 2).sum(axis=1)
    while len(chosen) < clusters:
        cumulative = np.cumsum(distances * point_weights)
        if not cumulative[-1] > 1e-12 * len(points):
            break
        chosen.append(
            int(np.searchsorted(cumulative, rng.random() * cumulative[-1], side="right").clip(max=len(points) - 1))
        )
        distances = np.minimum(distances, ((points - points[chosen[-1]]) ** 2).sum(axis=1))
    return points[chosen]
