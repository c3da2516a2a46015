"""Linear regression on dense columns: ridge by its normal equations, and support vectors with a squared loss."""

from dataclasses import dataclass

import numpy as np

from spectral_core.arrays import Floats, Singles

Design = Singles | Floats
_LEAST_GAIN = 1e-4  # of what the slope promises, for a step to be taken
_SHORTEST = 1e-10


@dataclass(frozen=True, slots=True, eq=False)
class LinearFit:
    """What a regression found: weights @ row + intercept."""

    weights: Floats  # (columns,)
    intercept: float

    def at(self, design: Design) -> Floats:
        return design.astype(np.float64) @ self.weights + self.intercept


def ridge(design: Design, targets: Floats, penalty: float = 1.0, intercept: bool = True) -> LinearFit:
    """The line of least |targets - design w - b|^2 + penalty |w|^2, in closed form (Hoerl and Kennard 1970)."""
    rows, columns = design.shape
    _check(design, targets)
    if not rows or not columns:
        return LinearFit(np.zeros(columns), float(targets.mean()) if rows and intercept else 0.0)
    exact = design.astype(np.float64)
    means = exact.mean(axis=0) if intercept else np.zeros(columns)
    mean = float(targets.mean()) if intercept else 0.0
    centred = exact - means  # the sums of squares would lose digits where a mean is far from 0
    weights = _solved(centred.T @ centred + penalty * np.eye(columns), centred.T @ (targets - mean))
    return LinearFit(weights, mean - float(means @ weights))


def support_vectors(
    design: Design, targets: Floats, cost: float = 1.0, margin: float = 0.1, intercept: bool = True,
    tolerance: float = 1e-8, steps: int = 200,
) -> LinearFit:  # fmt: skip
    """The line of least |w|^2 / 2 + cost * sum max(0, |targets - design w - b| - margin)^2. Support-vector regression
    in the primal by Newton's method with the Hessian of the rows outside the margin (Ho and Lin 2012, section 3.1):
    exact after the last change of that set, which takes about ten steps."""
    _check(design, targets)
    rows, columns = design.shape
    exact = np.empty((rows, columns + intercept))
    exact[:, :columns] = design
    if intercept:
        exact[:, columns] = 1.0
    penalty = np.ones(columns + intercept)
    penalty[columns:] = 0.0
    weights = np.zeros(columns + intercept)
    residuals = targets.astype(np.float64)
    loss, outside = _loss(weights, residuals, penalty, cost, margin)
    first = 0.0
    for step in range(steps):
        active = outside != 0.0
        slope = penalty * weights - 2.0 * cost * (outside[active] @ exact[active])
        steepness = float(np.linalg.norm(slope))
        first = steepness if step == 0 else first
        if steepness <= tolerance * max(first, 1.0):
            break
        chosen = exact[active]
        direction = -_solved(2.0 * cost * (chosen.T @ chosen) + np.diag(penalty), slope)
        promise = float(slope @ direction)
        moved = exact @ direction
        length = 1.0
        while length > _SHORTEST:
            tried = weights + length * direction
            left = residuals - length * moved
            found, beyond = _loss(tried, left, penalty, cost, margin)
            if found <= loss + _LEAST_GAIN * length * promise:
                break
            length /= 2.0
        else:
            break  # no shorter step gains anything: rounding stands in the way
        weights, residuals, loss, outside = tried, left, found, beyond
    return LinearFit(weights[:columns], float(weights[columns]) if intercept else 0.0)


def _loss(weights: Floats, residuals: Floats, penalty: Floats, cost: float, margin: float) -> tuple[float, Floats]:
    """The objective, and how far each residual is outside the margin, with its sign."""
    outside: Floats = np.sign(residuals) * np.maximum(np.abs(residuals) - margin, 0.0)
    return 0.5 * float(penalty @ weights**2) + cost * float(outside @ outside), outside


def _solved(matrix: Floats, right: Floats) -> Floats:
    """The solution of a symmetric system; of least norm where columns say the same and nothing penalises them."""
    try:
        return np.asarray(np.linalg.solve(matrix, right), dtype=np.float64)
    except np.linalg.LinAlgError:
        return np.asarray(np.linalg.lstsq(matrix, right, rcond=None)[0], dtype=np.float64)


def _check(design: Design, targets: Floats) -> None:
    if design.ndim != 2 or targets.shape != (len(design),):
        raise ValueError("every row needs one target")
    if not (np.isfinite(design).all() and np.isfinite(targets).all()):
        raise ValueError("a regression needs finite numbers")
