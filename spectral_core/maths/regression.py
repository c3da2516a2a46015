"""Ridge regression, support vector regression and the conditional logit, with penalties on the weights, and the L-BFGS
minimiser by which log-linear models are fitted."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from spectral_core.arrays import Flags, Floats, Integers, Singles

DesignMatrix = Singles | Floats
_MIN_DECREASE = 1e-4  # share of the predicted decrease that a step must reach (Armijo condition)
_MIN_STEP_LENGTH = 1e-10
SPREAD_FLOOR = 1e-3  # added to the spread of a column, so that a constant one is not scaled up


@dataclass(frozen=True, slots=True, eq=False)
class LinearFit:
    """Fitted linear map: weights @ row + intercept."""

    weights: Floats  # (columns,)
    intercept: float

    def predict(self, design: DesignMatrix) -> Floats:
        return design.astype(np.float64) @ self.weights + self.intercept


def fit_ridge(design: DesignMatrix, targets: Floats, penalty: float = 1.0, intercept: bool = True) -> LinearFit:
    """Minimise |targets - design w - b|^2 + penalty |w|^2 in closed form (ridge regression, Hoerl and Kennard 1970)."""
    _validate_regression_data(design, targets)
    rows, columns = design.shape
    if not rows or not columns:
        return LinearFit(np.zeros(columns), float(targets.mean()) if rows and intercept else 0.0)
    dense_design = design.astype(np.float64)
    means = dense_design.mean(axis=0) if intercept else np.zeros(columns)
    mean = float(targets.mean()) if intercept else 0.0
    centred = dense_design - means  # sums of squares lose precision if a mean is far from 0
    weights = _solve_symmetric(centred.T @ centred + penalty * np.eye(columns), centred.T @ (targets - mean))
    return LinearFit(weights, mean - float(means @ weights))


def fit_support_vector_regression(
    design: DesignMatrix, targets: Floats, cost: float = 1.0, margin: float = 0.1, intercept: bool = True,
    tolerance: float = 1e-8, steps: int = 200,
) -> LinearFit:  # fmt: skip
    """Minimise |w|^2 / 2 + cost * sum max(0, |targets - design w - b| - margin)^2.

    Support vector regression in the primal by Newton's method with the Hessian of the rows outside the margin (Ho and
    Lin 2012, section 3.1): exact once that set no longer changes, which takes about ten steps.
    """
    _validate_regression_data(design, targets)
    rows, columns = design.shape
    dense_design = np.empty((rows, columns + intercept))
    dense_design[:, :columns] = design
    if intercept:
        dense_design[:, columns] = 1.0
    penalty = np.ones(columns + intercept)
    penalty[columns:] = 0.0
    weights = np.zeros(columns + intercept)
    residuals = targets.astype(np.float64)
    loss, outside = _compute_svr_loss(weights, residuals, penalty, cost, margin)
    initial_norm = 0.0
    for step in range(steps):
        active = outside != 0.0
        gradient = penalty * weights - 2.0 * cost * (outside[active] @ dense_design[active])
        gradient_norm = float(np.linalg.norm(gradient))
        initial_norm = gradient_norm if step == 0 else initial_norm
        if gradient_norm <= tolerance * max(initial_norm, 1.0):
            break
        active_rows = dense_design[active]
        direction = -_solve_symmetric(2.0 * cost * (active_rows.T @ active_rows) + np.diag(penalty), gradient)
        directional_slope = float(gradient @ direction)
        change = dense_design @ direction
        length = 1.0
        while length > _MIN_STEP_LENGTH:
            candidate = weights + length * direction
            candidate_residuals = residuals - length * change
            candidate_loss, candidate_outside = _compute_svr_loss(candidate, candidate_residuals, penalty, cost, margin)
            if candidate_loss <= loss + _MIN_DECREASE * length * directional_slope:
                break
            length /= 2.0
        else:
            break  # no step lowers the loss: rounding errors dominate
        weights, residuals, loss, outside = candidate, candidate_residuals, candidate_loss, candidate_outside
    return LinearFit(weights[:columns], float(weights[columns]) if intercept else 0.0)


def _compute_svr_loss(
    weights: Floats, residuals: Floats, penalty: Floats, cost: float, margin: float
) -> tuple[float, Floats]:
    """Return the value of the objective, and by how much each residual exceeds the margin (signed; 0 within it)."""
    outside: Floats = np.sign(residuals) * np.maximum(np.abs(residuals) - margin, 0.0)
    return 0.5 * float(penalty @ weights**2) + cost * float(outside @ outside), outside


def _solve_symmetric(matrix: Floats, right_hand_side: Floats) -> Floats:
    """Solve a symmetric system; return the minimum-norm solution if columns are dependent and there is no penalty."""
    try:
        return np.asarray(np.linalg.solve(matrix, right_hand_side), dtype=np.float64)
    except np.linalg.LinAlgError:
        return np.asarray(np.linalg.lstsq(matrix, right_hand_side, rcond=None)[0], dtype=np.float64)


def _validate_regression_data(design: DesignMatrix, targets: Floats) -> None:
    """Raise ValueError if shapes do not fit or numbers are not finite."""
    if design.ndim != 2 or targets.shape != (len(design),):
        raise ValueError("every row needs one target")
    if not (np.isfinite(design).all() and np.isfinite(targets).all()):
        raise ValueError("a regression needs finite numbers")


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
    """Fitted weights of a conditional logit: the minimum of the loss."""

    minimum: Minimum

    @property
    def weights(self) -> Floats:
        """(columns,) the weights."""
        return self.minimum.point


def log_softmax(scores: Floats, bounds: Integers) -> Floats:
    """Return the log softmax of scores within each decision; decision d has the choices bounds[d] to bounds[d + 1]."""
    starts, sizes = _find_nonempty_decisions(bounds)
    if not len(starts):
        return np.zeros(0)
    precise_scores = np.asarray(scores, dtype=np.float64)
    shifted = precise_scores - np.repeat(np.maximum.reduceat(precise_scores, starts), sizes)
    logs: Floats = shifted - np.repeat(np.log(np.add.reduceat(np.exp(shifted), starts)), sizes)
    return logs


def softmax(scores: Floats, bounds: Integers) -> Floats:
    """Return the softmax of scores within each decision."""
    return np.exp(log_softmax(scores, bounds))


def compute_within_decision_spread(design: DesignMatrix, bounds: Integers) -> Floats:
    """Return the standard deviation of each column around its mean within each decision."""
    starts, sizes = _find_nonempty_decisions(bounds)
    if not len(starts):
        return np.zeros(design.shape[1])
    means = np.add.reduceat(design, starts, axis=0, dtype=np.float64) / sizes[:, None]
    centred = np.repeat(means, sizes, axis=0)
    np.subtract(design, centred, out=centred)  # sums of squares lose precision if a mean is far from 0
    deviations: Floats = np.sqrt(np.einsum("ij,ij->j", centred, centred) / len(design))
    return deviations


def select_decided_choices(bounds: Integers, chosen: Integers) -> tuple[Flags, Integers, Integers]:
    """Leave out the decisions without a chosen alternative: `chosen` holds the index of the chosen one, or -1. Return
    which alternatives are kept, and the new bounds and chosen indexes of the decisions that are left."""
    is_decided = chosen >= 0
    sizes = np.diff(bounds)
    is_kept = np.repeat(is_decided, sizes)
    new_bounds = np.concatenate((np.zeros(1, dtype=np.int64), np.cumsum(sizes[is_decided])))
    return is_kept, new_bounds, new_bounds[:-1] + (chosen - bounds[:-1])[is_decided]


def compute_logit_loss_and_gradient(
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
    alternative (see `select_decided_choices`); without decisions all weights are 0."""
    columns = design.shape[1]
    initial = np.zeros(columns) if start is None else np.asarray(start, dtype=np.float64)
    if not len(chosen) or not columns:
        return ConditionalLogitFit(Minimum(np.zeros(columns), 0.0, 0.0, 0))
    if len(bounds) != len(chosen) + 1 or bool(np.any((chosen < bounds[:-1]) | (chosen >= bounds[1:]))):
        raise ValueError("every decision needs the one of its own choices that was taken")
    minimum = minimise_lbfgs(
        lambda weights: compute_logit_loss_and_gradient(weights, design, bounds, chosen, penalty),
        initial,
        steps,
        tolerance,
    )
    return ConditionalLogitFit(minimum)


def _find_nonempty_decisions(bounds: Integers) -> tuple[Integers, Integers]:
    """Return the first choices and the sizes of the nonempty decisions."""
    sizes = np.diff(bounds)
    return bounds[:-1][sizes > 0], sizes[sizes > 0]
