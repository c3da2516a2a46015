"""Isotonic regression against the best of all rising maps."""

from __future__ import annotations

from itertools import combinations_with_replacement

import numpy as np
import pytest
from hypothesis import given, settings, strategies

from spectral_core.evaluate import expected_calibration_error
from spectral_core.maths import isotonic_regression
from spectral_core.maths.isotonic_regression import fit_isotonic

outcomes = strategies.lists(
    strategies.tuples(strategies.integers(0, 9), strategies.booleans()), min_size=1, max_size=30
)


def split(pairs: list[tuple[int, bool]]) -> tuple[list[float], list[bool]]:
    return [score / 10 for score, _ in pairs], [right for _, right in pairs]


def test_adjacent_violators_are_pooled() -> None:
    scores = [0.1, 0.2, 0.3, 0.4, 0.5, 0.6]
    fitted = fit_isotonic(scores, [False, True, False, True, True, True])
    assert fitted.apply(np.array([0.2, 0.25, 0.3])) == pytest.approx([0.5, 0.5, 0.5])
    assert fitted.apply(np.array([0.0, 0.1, 0.6, 9.0])) == pytest.approx([1 / 8, 1 / 8, 7 / 8, 7 / 8])
    assert fitted.apply(np.array([0.35])) == pytest.approx([(0.5 + 7 / 8) / 2])


def test_equal_scores_share_their_mean() -> None:
    fitted = fit_isotonic([0.3, 0.3, 0.3, 0.3], [True, False, False, False])
    assert fitted.apply(np.array([0.0, 0.3, 1.0])) == pytest.approx([0.25, 0.25, 0.25])


@given(strategies.lists(strategies.booleans(), min_size=1, max_size=6))
@settings(max_examples=40)
def test_no_rising_map_on_a_grid_is_nearer(right: list[bool]) -> None:
    truth = np.array(right, dtype=float)
    scores = np.arange(len(right)) / 10
    least = 1 / (len(right) + 2)
    fitted = fit_isotonic(scores, right).apply(scores)
    grid = np.linspace(least, 1 - least, 7)
    error = ((fitted - truth) ** 2).sum()
    for values in combinations_with_replacement(grid, len(right)):
        assert error <= ((np.array(values) - truth) ** 2).sum() + 1e-9


@given(outcomes)
def test_isotonic_maps_rise_and_stay_inside(pairs: list[tuple[int, bool]]) -> None:
    scores, right = split(pairs)
    found = fit_isotonic(scores, right).apply(np.linspace(-1, 2, 61))
    assert (np.diff(found) >= 0).all()
    assert found.min() > 0
    assert found.max() < 1
    assert fit_isotonic(scores[::-1], right[::-1]).apply(np.linspace(0, 1, 9)) == pytest.approx(
        fit_isotonic(scores, right).apply(np.linspace(0, 1, 9))
    )


def test_isotonic_regression_is_that_of_scikit_learn() -> None:
    from sklearn.isotonic import IsotonicRegression

    random = np.random.default_rng(0)
    scores = random.normal(size=400).round(1)
    right = random.random(400) < 1 / (1 + np.exp(-scores))
    points = np.unique(scores)
    theirs = IsotonicRegression(y_min=1 / 402, y_max=1 - 1 / 402, out_of_bounds="clip").fit(scores, right)
    assert fit_isotonic(scores, right).apply(points) == pytest.approx(theirs.predict(points))


def test_calibration_brings_confidence_to_accuracy() -> None:
    random = np.random.default_rng(2)
    truth = random.random(8000)
    scores = truth**0.4  # too confident
    right = random.random(8000) < truth
    fitted = fit_isotonic(scores[:4000], right[:4000])
    raw = expected_calibration_error(scores[4000:], right[4000:])
    assert raw > 0.15
    assert expected_calibration_error(fitted.apply(scores[4000:]), right[4000:]) < 0.04


def test_a_map_is_the_same_from_its_arrays() -> None:
    fitted = fit_isotonic([0.1, 0.4, 0.3, 0.9], [False, True, False, True])
    points = np.linspace(-1, 2, 31)
    restored = isotonic_regression.restore_calibration(fitted.arrays())
    assert restored.apply(points) == pytest.approx(fitted.apply(points), abs=0)


@pytest.mark.parametrize(
    ("scores", "probabilities"),
    [([0.0, np.nan], [0, 1]), ([0, 1], [0, np.inf]), ([1, 0], [0, 1]), ([0, 1], [-0.5, 1]), ([0, 1], [0, 2])],
)
def test_a_damaged_map_is_refused(scores: list[float], probabilities: list[float]) -> None:
    with pytest.raises(ValueError, match="calibration"):
        isotonic_regression.restore_calibration({"scores": np.array(scores), "probabilities": np.array(probabilities)})


def test_nothing_can_be_calibrated_on_nothing() -> None:
    with pytest.raises(ValueError, match="at least one"):
        fit_isotonic([], [])
    with pytest.raises(ValueError, match="finite"):
        fit_isotonic([float("nan")], [True])
    with pytest.raises(ValueError, match="one outcome"):
        fit_isotonic([0.5, 0.6], [True])
