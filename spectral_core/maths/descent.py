"""The least value of a smooth function, by limited-memory BFGS."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from spectral_core.arrays import Floats


@dataclass(frozen=True, slots=True, eq=False)
class Minimum:
    """Where the search stopped."""

    place: Floats
    value: float
    slope: float  # the largest part of the gradient there
    steps: int


def minimum(
    function: Callable[[Floats], tuple[float, Floats]], start: Floats, steps: int, tolerance: float = 1e-5,
    gain: float = 1e-12,
) -> Minimum:  # fmt: skip
    """The place of least value near `start`, or that after so many steps; `function` gives value and gradient. It stops
    where no part of the gradient is beyond `tolerance`, or where a step gains less than the share `gain` of the value.
    Liu and Nocedal 1989."""
    from scipy.optimize import minimize

    found = minimize(
        function, start, method="L-BFGS-B", jac=True,
        options={"maxiter": steps, "maxcor": 10, "gtol": tolerance, "ftol": gain, "maxfun": 10 * steps + 20},
    )  # fmt: skip
    return Minimum(np.asarray(found.x), float(found.fun), float(np.abs(found.jac).max()), int(found.nit))
