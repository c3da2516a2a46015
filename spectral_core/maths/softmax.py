"""The softmax over the choices of each decision: its probabilities, and its weights by penalised likelihood."""

from dataclasses import dataclass

import numpy as np

from spectral_core.arrays import Flags, Floats, Integers, Singles
from spectral_core.maths.descent import minimum

Design = Singles | Floats  # (choices, columns), the choices of a decision side by side
SMALLEST_SPREAD = 1e-3  # what is added to the spread of a column, so that a constant one is not blown up


@dataclass(frozen=True, slots=True, eq=False)
class SoftmaxFit:
    """Weights, and how near to the optimum the search for them stopped."""

    weights: Floats  # (columns,)
    loss: float
    slope: float  # the largest part of the gradient there
    steps: int


def log_probabilities(scores: Floats, firsts: Integers) -> Floats:
    """The log softmax of the scores within each decision; decision d has the choices firsts[d] to firsts[d + 1]."""
    filled, sizes = _filled(firsts)
    if not len(filled):
        return np.zeros(0)
    exact = np.asarray(scores, dtype=np.float64)
    shifted = exact - np.repeat(np.maximum.reduceat(exact, filled), sizes)
    found: Floats = shifted - np.repeat(np.log(np.add.reduceat(np.exp(shifted), filled)), sizes)
    return found


def probabilities(scores: Floats, firsts: Integers) -> Floats:
    return np.exp(log_probabilities(scores, firsts))


def within_spread(design: Design, firsts: Integers) -> Floats:
    """The standard deviation of each column about its mean in the decision: what differs between choices."""
    filled, sizes = _filled(firsts)
    if not len(filled):
        return np.zeros(design.shape[1])
    means = np.add.reduceat(design, filled, axis=0, dtype=np.float64) / sizes[:, None]
    squares = np.einsum("ij,ij->j", design, design, dtype=np.float64) - np.einsum("i,ij,ij->j", sizes, means, means)
    found: Floats = np.sqrt(np.maximum(squares, 0.0) / len(design))
    return found


def decided(firsts: Integers, taken: Integers) -> tuple[Flags, Integers, Integers]:
    """Which choices belong to decisions that were taken (`taken` is a choice, or -1), and those decisions alone."""
    known = taken >= 0
    sizes = np.diff(firsts)
    kept = np.repeat(known, sizes)
    new_firsts = np.concatenate((np.zeros(1, dtype=np.int64), np.cumsum(sizes[known])))
    return kept, new_firsts, new_firsts[:-1] + (taken - firsts[:-1])[known]


def objective(
    weights: Floats, design: Design, firsts: Integers, taken: Integers, penalty: float
) -> tuple[float, Floats]:
    """The mean negative log-likelihood of the choices taken plus half the penalty times |weights|^2; its gradient."""
    logs = log_probabilities(design @ weights.astype(design.dtype), firsts)
    decisions = len(taken)
    errors = np.exp(logs)
    errors[taken] -= 1.0
    loss = -float(logs[taken].sum()) / decisions + 0.5 * penalty * float(weights @ weights)
    slope = (design.T @ errors.astype(design.dtype)).astype(np.float64) / decisions + penalty * weights
    return loss, slope


def fit(
    design: Design, firsts: Integers, taken: Integers, penalty: float = 1e-3, steps: int = 100,
    start: Floats | None = None, tolerance: float = 1e-5,
) -> SoftmaxFit:  # fmt: skip
    """The weights of least `objective` by limited-memory BFGS, or those after `steps` of it. Every decision must have
    been taken: `decided` leaves the others out. Without decisions all weights are 0."""
    columns = design.shape[1]
    begin = np.zeros(columns) if start is None else np.asarray(start, dtype=np.float64)
    if not len(taken) or not columns:
        return SoftmaxFit(np.zeros(columns), 0.0, 0.0, 0)
    if len(firsts) != len(taken) + 1 or bool(np.any((taken < firsts[:-1]) | (taken >= firsts[1:]))):
        raise ValueError("every decision needs the one of its own choices that was taken")
    found = minimum(lambda weights: objective(weights, design, firsts, taken, penalty), begin, steps, tolerance)
    return SoftmaxFit(found.place, found.value, found.slope, found.steps)


def _filled(firsts: Integers) -> tuple[Integers, Integers]:
    """Where the decisions that have choices begin, and how many choices they have."""
    sizes = np.diff(firsts)
    return firsts[:-1][sizes > 0], sizes[sizes > 0]
