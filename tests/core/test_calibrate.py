"""Isotonic regression against the best of all rising maps, Platt scaling against its own optimum."""

from __future__ import annotations

from itertools import combinations_with_replacement

import numpy as np
import pytest
from hypothesis import given, settings, strategies

from spectral_core.evaluate import expected_calibration_error
from spectral_core.maths import calibrate
from spectral_core.maths.calibrate import isotonic, platt

outcomes = strategies.lists(
    strategies.tuples(strategies.integers(0, 9), strategies.booleans()), min_size=1, max_size=30
)


def split(pairs: list[tuple[int, bool]]) -> tuple[list[float], list[bool]]:
    return [score / 10 for score, _ in pairs], [right for _, right in pairs]


def test_adjacent_violators_are_pooled() -> None:
    scores = [0.1, 0.2, 0.3, 0.4, 0.5, 0.6]
    fitted = isotonic(scores, [False, True, False, True, True, True])
    assert fitted.apply(np.array([0.2, 0.25, 0.3])) == pytest.approx([0.5, 0.5, 0.5])
    assert fitted.apply(np.array([0.0, 0.1, 0.6, 9.0])) == pytest.approx([1 / 8, 1 / 8, 7 / 8, 7 / 8])
    assert fitted.apply(np.array([0.35])) == pytest.approx([(0.5 + 7 / 8) / 2])


def test_equal_scores_share_their_mean() -> None:
    fitted = isotonic([0.3, 0.3, 0.3, 0.3], [True, False, False, False])
    assert fitted.apply(np.array([0.0, 0.3, 1.0])) == pytest.approx([0.25, 0.25, 0.25])


@given(strategies.lists(strategies.booleans(), min_size=1, max_size=6))
@settings(max_examples=40)
def test_no_rising_map_on_a_grid_is_nearer(right: list[bool]) -> None:
    truth = np.array(right, dtype=float)
    scores = np.arange(len(right)) / 10
    least = 1 / (len(right) + 2)
    fitted = isotonic(scores, right).apply(scores)
    grid = np.linspace(least, 1 - least, 7)
    error = ((fitted - truth) ** 2).sum()
    for values in combinations_with_replacement(grid, len(right)):
        assert error <= ((np.array(values) - truth) ** 2).sum() + 1e-9


@given(outcomes)
def test_isotonic_maps_rise_and_stay_inside(pairs: list[tuple[int, bool]]) -> None:
    scores, right = split(pairs)
    found = isotonic(scores, right).apply(np.linspace(-1, 2, 61))
    assert (np.diff(found) >= 0).all()
    assert found.min() > 0
    assert found.max() < 1
    assert isotonic(scores[::-1], right[::-1]).apply(np.linspace(0, 1, 9)) == pytest.approx(
        isotonic(scores, right).apply(np.linspace(0, 1, 9))
    )


def test_isotonic_regression_is_that_of_scikit_learn() -> None:
    from sklearn.isotonic import IsotonicRegression

    random = np.random.default_rng(0)
    scores = random.normal(size=400).round(1)
    right = random.random(400) < 1 / (1 + np.exp(-scores))
    points = np.unique(scores)
    theirs = IsotonicRegression(y_min=1 / 402, y_max=1 - 1 / 402, out_of_bounds="clip").fit(scores, right)
    assert isotonic(scores, right).apply(points) == pytest.approx(theirs.predict(points))


def test_a_sigmoid_is_found_again() -> None:
    random = np.random.default_rng(1)
    scores = random.normal(2.0, 3.0, size=20_000)
    fitted = platt(scores, random.random(20_000) < 1 / (1 + np.exp(-(0.7 * scores - 1.2))))
    assert fitted.slope == pytest.approx(0.7, abs=0.03)
    assert fitted.offset == pytest.approx(-1.2, abs=0.06)


@given(outcomes)
def test_no_sigmoid_beside_it_has_a_greater_likelihood(pairs: list[tuple[int, bool]]) -> None:
    scores, right = split(pairs)
    fitted = platt(scores, right)
    yes = sum(right)
    no = len(right) - yes
    targets = np.where(right, (yes + 1) / (yes + 2), 1 / (no + 2))

    def loss(slope: float, offset: float) -> float:
        sums = slope * np.array(scores) + offset
        return float((np.logaddexp(0, sums) - targets * sums).sum())

    best = loss(fitted.slope, fitted.offset)
    for slope, offset in ((0.01, 0), (-0.01, 0), (0, 0.01), (0, -0.01), (0.01, -0.01)):
        assert best <= loss(fitted.slope + slope, fitted.offset + offset) + 1e-9
    assert np.isfinite(fitted.apply(np.array([-1e6, 1e6]))).all()


@pytest.mark.parametrize("fit", [isotonic, platt])
def test_calibration_brings_confidence_to_accuracy(fit: calibrate.Fit) -> None:
    random = np.random.default_rng(2)
    truth = random.random(8000)
    scores = truth**0.4  # too confident
    right = random.random(8000) < truth
    logits = np.log(scores / (1 - scores)) if fit is platt else scores
    fitted = fit(logits[:4000], right[:4000])
    raw = expected_calibration_error(scores[4000:], right[4000:])
    assert raw > 0.15
    assert expected_calibration_error(fitted.apply(logits[4000:]), right[4000:]) < 0.04


@pytest.mark.parametrize("fit", [isotonic, platt])
def test_a_map_is_the_same_from_its_arrays(fit: calibrate.Fit) -> None:
    fitted = fit([0.1, 0.4, 0.3, 0.9], [False, True, False, True])
    points = np.linspace(-1, 2, 31)
    assert calibrate.from_arrays(fitted.arrays()).apply(points) == pytest.approx(fitted.apply(points), abs=0)


@pytest.mark.parametrize(
    ("scores", "probabilities"),
    [([0.0, np.nan], [0, 1]), ([0, 1], [0, np.inf]), ([1, 0], [0, 1]), ([0, 1], [-0.5, 1]), ([0, 1], [0, 2])],
)
def test_a_damaged_map_is_refused(scores: list[float], probabilities: list[float]) -> None:
    with pytest.raises(ValueError, match="calibration"):
        calibrate.from_arrays({"scores": np.array(scores), "probabilities": np.array(probabilities)})


@pytest.mark.parametrize("fit", [isotonic, platt])
def test_nothing_can_be_calibrated_on_nothing(fit: calibrate.Fit) -> None:
    with pytest.raises(ValueError, match="at least one"):
        fit([], [])
    with pytest.raises(ValueError, match="finite"):
        fit([float("nan")], [True])
    with pytest.raises(ValueError, match="one outcome"):
        fit([0.5, 0.6], [True])
