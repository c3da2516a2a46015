"""Minimisation by L-BFGS, and conditional logit (softmax over the choices of each decision)."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from spectral_core.arrays import Flags, Floats, Integers, Singles

DesignMatrix = Singles | Floats  # (choices, columns), the choices of a decision in adjacent rows
SPREAD_FLOOR = 1e-3  # added to the spread of a column, so that a constant one is not scaled up


@dataclass(frozen=True, slots=True, eq=False)
class Minimum:
    """Point at which a minimisation stopped."""

    point: Floats
    value: float
    max_gradient: float  # largest absolute gradient component
    steps: int


def minimise_lbfgs(
    function: Callable[[Floats], tuple[float, Floats]], start: Floats, steps: int, tolerance: float = 1e-5,
    gain: float = 1e-12,
) -> Minimum:  # fmt: skip
    """Minimise a function that returns its value and gradient, from `start`, in at most `steps` steps (Liu and Nocedal
    1989).

    Stops when no gradient component exceeds `tolerance` or a step lowers the value by less than the share `gain`.
    """
    from scipy.optimize import minimize

    result = minimize(
        function, start, method="L-BFGS-B", jac=True,
        options={"maxiter": steps, "maxcor": 10, "gtol": tolerance, "ftol": gain, "maxfun": 10 * steps + 20},
    )  # fmt: skip
    return Minimum(np.asarray(result.x), float(result.fun), float(np.abs(result.jac).max()), int(result.nit))


@dataclass(frozen=True, slots=True, eq=False)
class ConditionalLogitFit:
    """Fitted weights of a conditional logit, with the loss and the gradient at which the fit stopped."""

    weights: Floats  # (columns,)
    loss: float
    max_gradient: float  # largest absolute gradient component
    steps: int


def log_softmax(scores: Floats, bounds: Integers) -> Floats:
    """Return the log softmax of scores within each decision; decision d has the choices bounds[d] to bounds[d + 1]."""
    starts, sizes = _find_nonempty(bounds)
    if not len(starts):
        return np.zeros(0)
    precise_scores = np.asarray(scores, dtype=np.float64)
    shifted = precise_scores - np.repeat(np.maximum.reduceat(precise_scores, starts), sizes)
    logs: Floats = shifted - np.repeat(np.log(np.add.reduceat(np.exp(shifted), starts)), sizes)
    return logs


def softmax(scores: Floats, bounds: Integers) -> Floats:
    """Return the softmax of scores within each decision."""
    return np.exp(log_softmax(scores, bounds))


def compute_within_spread(design: DesignMatrix, bounds: Integers) -> Floats:
    """Return the within-decision standard deviation of each column."""
    starts, sizes = _find_nonempty(bounds)
    if not len(starts):
        return np.zeros(design.shape[1])
    means = np.add.reduceat(design, starts, axis=0, dtype=np.float64) / sizes[:, None]
    squares = np.einsum("ij,ij->j", design, design, dtype=np.float64) - np.einsum("i,ij,ij->j", sizes, means, means)
    deviations: Floats = np.sqrt(np.maximum(squares, 0.0) / len(design))
    return deviations


def select_decided_choices(bounds: Integers, chosen: Integers) -> tuple[Flags, Integers, Integers]:
    """Return which choices belong to decided decisions (`chosen` is a choice, or -1), and the bounds and choices of
    these decisions only."""
    is_decided = chosen >= 0
    sizes = np.diff(bounds)
    is_kept = np.repeat(is_decided, sizes)
    new_bounds = np.concatenate((np.zeros(1, dtype=np.int64), np.cumsum(sizes[is_decided])))
    return is_kept, new_bounds, new_bounds[:-1] + (chosen - bounds[:-1])[is_decided]


def compute_loss_and_gradient(
    weights: Floats, design: DesignMatrix, bounds: Integers, chosen: Integers, penalty: float
) -> tuple[float, Floats]:
    """Return the mean negative log-likelihood of the choices plus penalty / 2 |weights|^2, and its gradient."""
    logs = log_softmax(design @ weights.astype(design.dtype), bounds)
    decisions = len(chosen)
    errors = np.exp(logs)
    errors[chosen] -= 1.0
    loss = -float(logs[chosen].sum()) / decisions + 0.5 * penalty * float(weights @ weights)
    gradient = (design.T @ errors.astype(design.dtype)).astype(np.float64) / decisions + penalty * weights
    return loss, gradient


def fit_conditional_logit(
    design: DesignMatrix, bounds: Integers, chosen: Integers, penalty: float = 1e-3, steps: int = 100,
    start: Floats | None = None, tolerance: float = 1e-5,
) -> ConditionalLogitFit:  # fmt: skip
    """Fit the weights that minimise the objective by L-BFGS in at most `steps` steps. Every decision needs a chosen
    alternative (see `select_decided`); without decisions all weights are 0."""
    columns = design.shape[1]
    initial = np.zeros(columns) if start is None else np.asarray(start, dtype=np.float64)
    if not len(chosen) or not columns:
        return ConditionalLogitFit(np.zeros(columns), 0.0, 0.0, 0)
    if len(bounds) != len(chosen) + 1 or bool(np.any((chosen < bounds[:-1]) | (chosen >= bounds[1:]))):
        raise ValueError("every decision needs the one of its own choices that was taken")
    optimum = minimise_lbfgs(
        lambda weights: compute_loss_and_gradient(weights, design, bounds, chosen, penalty), initial, steps, tolerance
    )
    return ConditionalLogitFit(optimum.point, optimum.value, optimum.max_gradient, optimum.steps)


def _find_nonempty(bounds: Integers) -> tuple[Integers, Integers]:
    """Return the first choices and the sizes of the nonempty decisions."""
    sizes = np.diff(bounds)
    return bounds[:-1][sizes > 0], sizes[sizes > 0]
