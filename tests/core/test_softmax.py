"""The softmax over choices: probabilities, gradient, and the optimum of its fit."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest
from numpy.typing import NDArray

from spectral_core.maths import regression

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]


def drawn(seed: int, decisions: int = 300, columns: int = 6) -> tuple[Floats, Integers, Integers, Floats]:
    """Decisions of one to seven choices, taken as a softmax with known weights would take them."""
    random = np.random.default_rng(seed)
    sizes = random.integers(1, 8, decisions)
    firsts = np.concatenate(([0], np.cumsum(sizes)))
    design = random.normal(size=(int(firsts[-1]), columns))
    weights = random.normal(size=columns)
    chances = regression.softmax(design @ weights, firsts)
    taken = np.array([random.choice(np.arange(a, b), p=chances[a:b]) for a, b in pairwise(firsts)])
    return design, firsts, taken, weights


def test_probabilities_are_those_of_the_formula_even_for_huge_scores() -> None:
    firsts = np.array([0, 2, 2, 5])
    found = regression.softmax(np.array([0.0, np.log(3.0), 1000.0, 1000.0, -1000.0]), firsts)
    assert found == pytest.approx([0.25, 0.75, 0.5, 0.5, 0.0])


def test_without_choices_there_are_no_probabilities() -> None:
    assert regression.softmax(np.zeros(0), np.array([0, 0])).shape == (0,)
    assert regression.compute_within_decision_spread(np.zeros((0, 2)), np.array([0, 0])).tolist() == [0.0, 0.0]


def test_the_gradient_is_the_slope_of_the_loss() -> None:
    design, firsts, taken, weights = drawn(0, decisions=20)
    _, slope = regression.compute_logit_loss_and_gradient(weights, design, firsts, taken, 0.1)
    for column in range(len(weights)):
        step = np.zeros(len(weights))
        step[column] = 1e-6
        above, _ = regression.compute_logit_loss_and_gradient(weights + step, design, firsts, taken, 0.1)
        below, _ = regression.compute_logit_loss_and_gradient(weights - step, design, firsts, taken, 0.1)
        assert slope[column] == pytest.approx((above - below) / 2e-6, abs=1e-7)


@pytest.mark.parametrize("kind", [np.float32, np.float64])
def test_the_slope_vanishes_at_the_optimum(kind: type[np.floating]) -> None:
    design, firsts, taken, _ = drawn(1)
    fit = regression.fit_conditional_logit(design.astype(kind), firsts, taken, penalty=1e-3)
    _, slope = regression.compute_logit_loss_and_gradient(fit.weights, design, firsts, taken, 1e-3)
    assert np.abs(slope).max() <= 1e-4
    assert fit.minimum.max_gradient <= 1e-4


def test_many_decisions_give_back_the_weights_they_were_taken_by() -> None:
    design, firsts, taken, weights = drawn(2, decisions=20_000, columns=4)
    assert regression.fit_conditional_logit(design, firsts, taken, penalty=1e-6).weights == pytest.approx(
        weights, abs=0.06
    )


def test_only_decisions_that_were_taken_are_kept() -> None:
    kept, firsts, taken = regression.select_decided_choices(np.array([0, 2, 5, 5, 6]), np.array([1, -1, -1, 5]))
    assert kept.tolist() == [True, True, False, False, False, True]
    assert firsts.tolist() == [0, 2, 3]
    assert taken.tolist() == [1, 2]


def test_the_spread_is_that_about_the_mean_of_each_decision() -> None:
    design = np.array([[1.0, 5.0], [3.0, 5.0], [10.0, 2.0], [10.0, 4.0], [10.0, 6.0]])
    expected = np.sqrt([2.0 / 5.0, 8.0 / 5.0])
    assert regression.compute_within_decision_spread(design, np.array([0, 2, 5])) == pytest.approx(expected)


@pytest.mark.parametrize("kind", [np.float32, np.float64])
def test_the_spread_about_a_mean_far_from_zero_is_exact(kind: type[np.floating]) -> None:
    design = (1e6 + np.array([[-0.25], [0.25], [0.0], [-0.5], [0.5]])).astype(kind)
    expected = np.sqrt([(2 * 0.25**2 + 2 * 0.5**2) / 5])
    spread = regression.compute_within_decision_spread(design, np.array([0, 2, 5]))
    assert spread == pytest.approx(expected, rel=1e-9)
    assert regression.compute_within_decision_spread(1e9 + design.astype(np.float64) - 1e6, np.array([0, 2, 5])) == (
        pytest.approx(expected, rel=1e-6)
    )


def test_a_decision_for_a_choice_of_another_is_refused() -> None:
    with pytest.raises(ValueError, match="own choices"):
        regression.fit_conditional_logit(np.ones((3, 1)), np.array([0, 2, 3]), np.array([2, 2]))


def test_without_settings_the_penalty_is_a_thousandth() -> None:
    design, firsts, taken, _ = drawn(9)
    fitted = regression.fit_conditional_logit(design, firsts, taken)
    explicit = regression.fit_conditional_logit(
        design, firsts, taken, penalty=1e-3, steps=100, start=np.zeros(6), tolerance=1e-5
    )
    assert fitted.weights.tolist() == explicit.weights.tolist()
    assert (
        fitted.minimum.value
        == regression.compute_logit_loss_and_gradient(fitted.weights, design, firsts, taken, 1e-3)[0]
    )
    assert fitted.minimum.max_gradient < 1e-5
    assert regression.fit_conditional_logit(design, firsts, taken, steps=2).minimum.steps == 2


def test_a_constant_column_is_not_scaled_up() -> None:
    """Columns are scaled by their spread plus a floor, so that tiny differences do not get huge weights."""
    design, firsts, taken, _ = drawn(10, columns=2)
    tiny = np.column_stack((design[:, 0], 1e-7 * design[:, 1]))
    fitted = regression.fit_conditional_logit(tiny, firsts, taken, 0.1)
    _, slope = regression.compute_logit_loss_and_gradient(fitted.weights, tiny, firsts, taken, 0.1)
    assert abs(fitted.weights[1]) < 1e-3
    assert np.abs(slope).max() < 1e-4


def test_a_minimum_is_that_of_a_parabola() -> None:
    found = regression.minimise_lbfgs(lambda point: (float(point @ point) / 2, point), np.array([3.0, -4.0]), 50)
    assert found.point == pytest.approx([0.0, 0.0], abs=1e-5)
    assert (found.value, found.max_gradient) == pytest.approx((0.0, 0.0), abs=1e-5)
    assert regression.minimise_lbfgs(lambda point: (float((point**4).sum()), 4 * point**3), np.ones(1), 1).steps == 1
