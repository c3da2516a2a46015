"""The climb's rule for stopping, and k-means, on cases that can be worked out by hand."""

from __future__ import annotations

import numpy as np
import pytest

from spectral_core.maths.clustering import assign_clusters, kmeans
from spectral_core.maths.em import PATIENCE, EmIteration, EmRun, run_em


def climbed(gauges: list[float] | None, likelihoods: list[float], tolerance: float) -> EmRun[int]:
    """A climb whose parameters are their own number, so that what is kept is seen."""
    told: list[int] = []
    found = run_em(
        0,
        lambda current, _: (current + 1, likelihoods[current]),
        None if gauges is None else lambda current: gauges[current],
        symbol_count=10.0,
        iterations=len(likelihoods),
        tolerance=tolerance,
        on_iteration=lambda number, _: told.append(number),
    )
    assert told == list(range(1, len(found.iterations) + 1))
    return found


def test_the_best_parameters_on_held_out_sequences_are_kept() -> None:
    found = climbed([0.0, 1.0, 3.0, *[2.0] * PATIENCE, 9.0], [1.0] * (PATIENCE + 3), tolerance=0.1)
    assert found.best == 2
    assert len(found.iterations) == 2 + PATIENCE


def test_slow_progress_over_several_iterations_is_progress() -> None:
    gauges = [0.04 * number for number in range(10)]
    assert len(climbed(gauges, [1.0] * 9, tolerance=0.1).iterations) == 9
    assert len(climbed(gauges, [1.0] * 9, tolerance=0.2).iterations) == PATIENCE


def test_a_tolerance_of_0_is_for_all_iterations_and_still_keeps_the_best() -> None:
    flat = [4.0] * (2 * PATIENCE)  # far longer than is waited for progress with a tolerance
    for gauges, best in (([0.0, 5.0, *flat], 1), ([0.0, 1.0, *flat, 5.0], 2 + len(flat))):
        found = climbed(gauges, [1.0] * (len(gauges) - 1), tolerance=0.0)
        assert len(found.iterations) == len(gauges) - 1
        assert found.best == best
    found = climbed(None, [-1.0] * (2 * PATIENCE), tolerance=0.0)
    assert (found.best, len(found.iterations)) == (2 * PATIENCE, 2 * PATIENCE)


def test_without_held_out_sequences_the_likelihood_of_a_symbol_decides_and_the_last_are_kept() -> None:
    found = climbed(None, [-50.0, -40.0, *[-39.9] * PATIENCE, 0.0], tolerance=0.1)
    assert len(found.iterations) == 2 + PATIENCE
    assert found.best == 2 + PATIENCE
    assert found.iterations[1] == EmIteration(-40.0, -4.0)


def test_without_iterations_the_start_is_kept() -> None:
    assert climbed([0.0], [], tolerance=0.0) == EmRun(0, ())


def test_kmeans_finds_clusters_that_stand_apart() -> None:
    random = np.random.default_rng(0)
    middles = np.array([[0.0, 0.0], [10.0, 0.0], [0.0, 10.0]])
    members = np.repeat(np.arange(3), 50)
    points = middles[members] + random.normal(0, 0.5, (150, 2))
    centres = kmeans(points, 3, np.random.default_rng(1))
    found = assign_clusters(points, centres)
    for cluster in range(3):
        assert len(set(found[members == cluster])) == 1
        mean = points[members == cluster].mean(axis=0)
        assert centres[found[members == cluster][0]] == pytest.approx(mean)


def test_kmeans_makes_no_more_clusters_than_there_are_different_points() -> None:
    points = np.array([[0.0], [1.0], [0.0], [1.0]])
    assert sorted(kmeans(points, 3, np.random.default_rng(0)).ravel().tolist()) == [0.0, 1.0]


def test_kmeans_gives_the_same_centres_for_the_same_seed() -> None:
    points = np.random.default_rng(2).normal(size=(200, 3))
    first, second = (kmeans(points, 5, np.random.default_rng(3)) for _ in range(2))
    assert np.array_equal(first, second)
    assert not np.array_equal(first, kmeans(points, 5, np.random.default_rng(4)))
