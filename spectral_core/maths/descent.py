"""Minimisation of smooth functions by limited-memory BFGS."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from spectral_core.arrays import Floats


@dataclass(frozen=True, slots=True, eq=False)
class Minimum:
    """Point at which a minimisation stopped."""

    point: Floats
    value: float
    slope: float  # largest absolute part of the gradient
    steps: int


def minimise(
    function: Callable[[Floats], tuple[float, Floats]], start: Floats, steps: int, tolerance: float = 1e-5,
    gain: float = 1e-12,
) -> Minimum:  # fmt: skip
    """Minimise a function that returns its value and gradient, from `start`, in at most `steps` steps (Liu and Nocedal
    1989).

    It stops when no part of the gradient exceeds `tolerance` or a step lowers the value by less than the share `gain`.
    """
    from scipy.optimize import minimize

    result = minimize(
        function, start, method="L-BFGS-B", jac=True,
        options={"maxiter": steps, "maxcor": 10, "gtol": tolerance, "ftol": gain, "maxfun": 10 * steps + 20},
    )  # fmt: skip
    return Minimum(np.asarray(result.x), float(result.fun), float(np.abs(result.jac).max()), int(result.nit))
