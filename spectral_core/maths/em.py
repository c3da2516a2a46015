"""Climbing by expectation and maximisation with a rule for when to stop, and seeded k-means for where to start."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, TypeVar

import numpy as np

from spectral_core.arrays import Floats, Integers
from spectral_core.maths.linalg import product

P = TypeVar("P")
PATIENCE = 5  # iterations without progress before the climb ends: random starts have flat stretches


@dataclass(frozen=True, slots=True)
class Iteration:
    """What one iteration saw: the log-likelihood of the parameters it began with, and the gauge of those it made."""

    log_likelihood: float
    gauge: float  # log score per symbol that decides when to stop; of held-out sequences where there are any


@dataclass(frozen=True, slots=True)
class Climb(Generic[P]):
    """The parameters with the best gauge, and all that was seen on the way."""

    best: P
    iterations: tuple[Iteration, ...]


def climb(
    start: P, step: Callable[[P, int], tuple[P, float]], gauge: Callable[[P], float] | None, symbols: float,
    iterations: int, tolerance: float, passed: Callable[[int, Iteration], None],
) -> Climb[P]:  # fmt: skip
    """Repeats `step`, which takes parameters and the iteration's number and gives better ones, with the log-likelihood
    of those it took; until `PATIENCE` iterations together raise the gauge by less than `tolerance`, or `iterations` are
    done; a tolerance of 0 is for all of them. Without a gauge, the log-likelihood per symbol is watched, and the last
    parameters are the best."""
    current, best = start, start
    highest, reference = (-np.inf, -np.inf) if gauge is None else (gauge(start),) * 2
    seen: list[Iteration] = []
    waited = 0
    for number in range(1, iterations + 1):
        current, log_likelihood = step(current, number)
        iteration = Iteration(log_likelihood, log_likelihood / symbols if gauge is None else gauge(current))
        seen.append(iteration)
        if gauge is None or iteration.gauge > highest:
            best, highest = current, iteration.gauge
        passed(number, iteration)
        if iteration.gauge > reference + tolerance:
            reference, waited = iteration.gauge, 0
        else:
            waited += 1
            if tolerance > 0 and waited >= PATIENCE:
                break
    return Climb(best, tuple(seen))


def kmeans(
    points: Floats, clusters: int, rng: np.random.Generator, rounds: int = 8, weights: Floats | None = None
) -> Floats:
    """(clusters, dimensions): centres of the points (Lloyd 1982, started as in Arthur and Vassilvitskii 2007), of which
    some may weigh more than others."""
    shares = np.ones(len(points)) if weights is None else weights
    centres = _spread(points, clusters, rng, shares)
    for _ in range(rounds):
        nearest = assigned(points, centres)
        sizes = np.bincount(nearest, minlength=len(centres))
        held = np.flatnonzero(sizes)  # `reduceat` has no empty sums
        order = np.argsort(nearest, kind="stable")
        sums = np.add.reduceat(points[order] * shares[order, None], (np.cumsum(sizes) - sizes)[held])
        moved = centres.copy()
        moved[held] = sums / np.bincount(nearest, shares, len(centres))[held, None]
        if np.array_equal(moved, centres):
            break
        centres = moved
    return centres


def assigned(points: Floats, centres: Floats) -> Integers:
    """(points,): the nearest centre of each point."""
    found: Integers = ((centres**2).sum(axis=1) - 2 * product(points, centres.T)).argmin(axis=1)
    return found


def _spread(points: Floats, clusters: int, rng: np.random.Generator, shares: Floats) -> Floats:
    chosen = [int(rng.integers(len(points)))]
    distances = ((points - points[chosen[0]]) ** 2).sum(axis=1)
    while len(chosen) < clusters:
        reach = np.cumsum(distances * shares)
        if not reach[-1] > 1e-12 * len(points):
            break
        chosen.append(int(np.searchsorted(reach, rng.random() * reach[-1], side="right").clip(max=len(points) - 1)))
        distances = np.minimum(distances, ((points - points[chosen[-1]]) ** 2).sum(axis=1))
    return points[chosen]
