"""Linear regression on dense columns: ridge regression by normal equations, and support vector regression with squared
loss."""

from dataclasses import dataclass

import numpy as np

from spectral_core.arrays import Floats, Singles

DesignMatrix = Singles | Floats
_MIN_DECREASE = 1e-4  # share of the predicted decrease that a step must reach (Armijo condition)
_MIN_STEP_LENGTH = 1e-10


@dataclass(frozen=True, slots=True, eq=False)
class LinearFit:
    """Fitted linear map: weights @ row + intercept."""

    weights: Floats  # (columns,)
    intercept: float

    def predict(self, design: DesignMatrix) -> Floats:
        return design.astype(np.float64) @ self.weights + self.intercept


def fit_ridge(design: DesignMatrix, targets: Floats, penalty: float = 1.0, intercept: bool = True) -> LinearFit:
    """Minimise |targets - design w - b|^2 + penalty |w|^2 in closed form (ridge regression, Hoerl and Kennard 1970)."""
    rows, columns = design.shape
    _validate_problem(design, targets)
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
    _validate_problem(design, targets)
    rows, columns = design.shape
    dense_design = np.empty((rows, columns + intercept))
    dense_design[:, :columns] = design
    if intercept:
        dense_design[:, columns] = 1.0
    penalty = np.ones(columns + intercept)
    penalty[columns:] = 0.0
    weights = np.zeros(columns + intercept)
    residuals = targets.astype(np.float64)
    loss, outside = _compute_loss(weights, residuals, penalty, cost, margin)
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
            candidate_loss, candidate_outside = _compute_loss(candidate, candidate_residuals, penalty, cost, margin)
            if candidate_loss <= loss + _MIN_DECREASE * length * directional_slope:
                break
            length /= 2.0
        else:
            break  # no step lowers the loss: rounding errors dominate
        weights, residuals, loss, outside = candidate, candidate_residuals, candidate_loss, candidate_outside
    return LinearFit(weights[:columns], float(weights[columns]) if intercept else 0.0)


def _compute_loss(
    weights: Floats, residuals: Floats, penalty: Floats, cost: float, margin: float
) -> tuple[float, Floats]:
    """Return the objective, and the signed distance of each residual from the margin."""
    outside: Floats = np.sign(residuals) * np.maximum(np.abs(residuals) - margin, 0.0)
    return 0.5 * float(penalty @ weights**2) + cost * float(outside @ outside), outside


def _solve_symmetric(matrix: Floats, right_hand_side: Floats) -> Floats:
    """Solve a symmetric system; return the minimum-norm solution if columns are dependent and there is no penalty."""
    try:
        return np.asarray(np.linalg.solve(matrix, right_hand_side), dtype=np.float64)
    except np.linalg.LinAlgError:
        return np.asarray(np.linalg.lstsq(matrix, right_hand_side, rcond=None)[0], dtype=np.float64)


def _validate_problem(design: DesignMatrix, targets: Floats) -> None:
    """Raise ValueError if shapes do not fit or numbers are not finite."""
    if design.ndim != 2 or targets.shape != (len(design),):
        raise ValueError("every row needs one target")
    if not (np.isfinite(design).all() and np.isfinite(targets).all()):
        raise ValueError("a regression needs finite numbers")
