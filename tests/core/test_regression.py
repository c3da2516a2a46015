"""Ridge against its closed form, and support-vector regression against its optimum and another implementation."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from numpy.typing import NDArray

from spectral_core.maths.regression import LinearFit, fit_ridge, fit_support_vector_regression

Floats = NDArray[np.float64]


def drawn(seed: int, rows: int = 400, columns: int = 7) -> tuple[Floats, Floats]:
    random = np.random.default_rng(seed)
    design = random.normal(size=(rows, columns)) * random.uniform(0.1, 5.0, columns) + random.normal(size=columns)
    return design, design @ random.normal(size=columns) + random.normal(size=rows) + 3.0


def svr_loss(
    line: LinearFit, design: Floats, targets: Floats, cost: float, margin: float, intercept: bool = False
) -> float:
    outside = np.maximum(np.abs(targets - line.predict(design)) - margin, 0.0)
    penalised = float(line.weights @ line.weights) + (line.intercept**2 if intercept else 0.0)
    return 0.5 * penalised + cost * float(outside @ outside)


@pytest.mark.parametrize("penalty", [0.0, 1.0, 50.0])
def test_ridge_is_its_closed_form(penalty: float) -> None:
    design, targets = drawn(0)
    extended = np.column_stack((design, np.ones(len(design))))
    least = np.diag([penalty] * design.shape[1] + [0.0])
    expected = np.linalg.inv(extended.T @ extended + least) @ extended.T @ targets
    line = fit_ridge(design, targets, penalty)
    assert [*line.weights, line.intercept] == pytest.approx(expected, abs=1e-8)


@pytest.mark.parametrize("fit", [fit_ridge, fit_support_vector_regression])
def test_a_design_that_is_no_matrix_is_refused(fit: Callable[[Floats, Floats], LinearFit]) -> None:
    with pytest.raises(ValueError, match="every row needs one target"):
        fit(np.zeros(3), np.zeros(3))


def test_ridge_without_penalty_finds_a_line_without_noise() -> None:
    design, _ = drawn(1)
    line = fit_ridge(design, design @ np.arange(7.0) - 2.0, 0.0)
    assert line.weights == pytest.approx(np.arange(7.0), abs=1e-9)
    assert line.intercept == pytest.approx(-2.0, abs=1e-9)


def test_a_constant_column_and_twice_the_same_column_give_finite_weights() -> None:
    design, targets = drawn(2)
    odd = np.column_stack((design, design[:, 0], np.full(len(design), 4.0)))
    for line in (
        fit_ridge(odd, targets, 0.0),
        fit_ridge(odd, targets, 1.0),
        fit_support_vector_regression(odd, targets),
    ):
        assert np.isfinite(line.weights).all()
        assert np.isfinite(line.predict(odd)).all()


@pytest.mark.parametrize("cost", [0.01, 1.0, 100.0])
def test_no_line_nearby_has_a_smaller_support_vector_loss(cost: float) -> None:
    design, targets = drawn(3)
    line = fit_support_vector_regression(design, targets, cost, 0.5)
    least = svr_loss(line, design, targets, cost, 0.5)
    random = np.random.default_rng(0)
    for size in (1e-1, 1e-3, 1e-5):
        for _ in range(20):
            near = LinearFit(
                line.weights + size * random.normal(size=7), line.intercept + size * float(random.normal())
            )
            assert svr_loss(near, design, targets, cost, 0.5) >= least - 1e-9 * least


def test_support_vectors_are_those_of_another_implementation() -> None:
    from sklearn.svm import LinearSVR

    design, targets = drawn(4)
    theirs = LinearSVR(
        loss="squared_epsilon_insensitive", dual=False, C=0.3, epsilon=0.2, tol=1e-10, max_iter=10_000, random_state=0
    ).fit(design, targets)
    extended = np.column_stack((design, np.ones(len(design))))  # its intercept is penalised like a weight
    ours = fit_support_vector_regression(extended, targets, 0.3, 0.2, intercept=False)
    assert ours.weights == pytest.approx([*theirs.coef_, *np.atleast_1d(theirs.intercept_)], abs=1e-5)


def test_a_wide_margin_makes_every_weight_zero() -> None:
    design, targets = drawn(5)
    line = fit_support_vector_regression(design, targets, 1.0, float(np.abs(targets).max()) + 1.0)
    assert line.weights.tolist() == [0.0] * 7


def test_rows_without_a_finite_number_are_refused() -> None:
    with pytest.raises(ValueError, match="finite"):
        fit_ridge(np.array([[1.0], [np.nan]]), np.zeros(2))
    with pytest.raises(ValueError, match="one target"):
        fit_support_vector_regression(np.ones((2, 1)), np.zeros(3))


def test_without_settings_both_penalties_are_one_and_the_margin_a_tenth() -> None:
    design, targets = drawn(6)
    ridge, explicit = fit_ridge(design, targets), fit_ridge(design, targets, penalty=1.0, intercept=True)
    assert [*ridge.weights, ridge.intercept] == [*explicit.weights, explicit.intercept]
    line = fit_support_vector_regression(design, targets)
    exact = fit_support_vector_regression(
        design, targets, cost=1.0, margin=0.1, intercept=True, tolerance=1e-8, steps=200
    )
    assert [*line.weights, line.intercept] == [*exact.weights, exact.intercept]


def test_newton_steps_stop_when_they_are_used_up_or_the_slope_is_small() -> None:
    design, targets = drawn(8)
    assert not fit_support_vector_regression(design, targets, steps=0).weights.any()
    first = fit_support_vector_regression(design, targets, 3.0, 0.4, steps=1)
    assert svr_loss(first, design, targets, 3.0, 0.4) < svr_loss(LinearFit(np.zeros(7), 0.0), design, targets, 3.0, 0.4)
    assert np.array_equal(
        fit_support_vector_regression(design, targets, 3.0, 0.4, tolerance=0.99).weights, first.weights
    )


@pytest.mark.parametrize("intercept", [True, False])
def test_without_rows_or_columns_a_line_is_the_mean(intercept: bool) -> None:
    line = fit_ridge(np.zeros((4, 0)), np.array([1.0, 2.0, 3.0, 6.0]), intercept=intercept)
    assert (line.weights.tolist(), line.intercept) == ([], 3.0 if intercept else 0.0)
    line = fit_ridge(np.zeros((0, 2)), np.zeros(0), intercept=intercept)
    assert (line.weights.tolist(), line.intercept) == ([0.0, 0.0], 0.0)
