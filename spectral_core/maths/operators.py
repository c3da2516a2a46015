"""Spectral estimates of observable operators from counts of two and three neighbours."""

from dataclasses import dataclass

import numpy as np

from spectral_core.arrays import Floats
from spectral_core.maths.linalg import Sparse, exact_rank, truncated_svd
from spectral_core.maths.moments import Windows

PSEUDO_COUNT = 30.0  # added to how often a symbol was seen before scaling by it: rare ones would fill the spectrum


@dataclass(frozen=True, slots=True, eq=False)
class Operators:
    """p(x1..xT) = stop @ operators[xT] @ .. @ operators[x1] @ start; in an arbitrary basis, and perhaps negative."""

    operators: Floats  # (symbols, to, from)
    start: Floats  # (states,)
    stop: Floats  # (states,)
    prefix: Floats  # (states,) prefix @ state: the score of a prefix whatever follows
    mean: Floats  # (states,) the mean state, that of an unknown context; prefix @ mean is 1
    spectrum: Floats  # singular values, more of them than states where they were at hand


def estimate(windows: Windows, states: int, scaling: str, threshold: float | None = None) -> Operators:
    """The closed form (Hsu, Kakade and Zhang 2009, section 4, in the form for whole sequences): with P = U S V', A_x =
    U' T_x V S^-1, start = U' P[:, START], stop = U[STOP, :]. Scaling `cca` decomposes the bigrams divided by the square
    roots of how often their symbols occur, which are taken out of U and V again. RankError where P has a lower rank
    than `states`, unless a threshold (of the largest singular value) is given, under which directions are dropped
    instead."""
    matrix = windows.matrix()
    rows, columns = _scales(matrix, scaling, windows.sequences)
    scaled = matrix.scaled(1 / rows, 1 / columns)
    if threshold is None:
        found = exact_rank(scaled, states)
    else:
        found = truncated_svd(scaled, states)
        found = found.cut(max(1, int(np.count_nonzero(found.values > threshold * found.values[0]))))
    left = found.left / rows[:, None]  # (symbols + STOP, states)
    right = found.right / columns[:, None] / found.values  # (symbols + START, states)
    operators = _compressed(windows, left, right)
    start = left.T @ _column(matrix, windows.size)
    stop = _row(matrix, windows.size) @ right
    back = found.left * rows[:, None]  # from a state to the expected counts of the symbols that follow
    prefix, visits = _sums(operators, start, stop, (back.sum(axis=0), left.T @ matrix.row_sums()))
    return Operators(operators, start, stop, prefix, unit(visits, prefix), found.spectrum)


def unit(state: Floats, prefix: Floats) -> Floats:
    """The state scaled so that prefix @ state is 1; as it is where its score is not positive."""
    score = prefix @ state
    return state / score if score > 1e-12 else state


def _scales(matrix: Sparse, scaling: str, sequences: float) -> tuple[Floats, Floats]:
    match scaling:
        case "bigram":
            return np.ones(matrix.shape[0]), np.ones(matrix.shape[1])
        case "cca":
            pseudo = PSEUDO_COUNT / sequences
            return np.sqrt(matrix.row_sums() + pseudo), np.sqrt(matrix.column_sums() + pseudo)
        case _:
            raise ValueError(f"there is no scaling {scaling!r}")


def _compressed(windows: Windows, left: Floats, right: Floats) -> Floats:
    """left' T_x right for every symbol x; T_x is never formed."""
    states = left.shape[1]
    operators = np.zeros((windows.size, states, states))
    previous, symbols, following = windows.trigrams.T
    counts = windows.trigram_counts / windows.sequences
    bounds = np.searchsorted(symbols, np.arange(windows.size + 1)).tolist()
    for symbol in range(windows.size):
        part = slice(bounds[symbol], bounds[symbol + 1])
        np.matmul(left[following[part]].T, counts[part, None] * right[previous[part]], out=operators[symbol])
    return operators


def _sums(operators: Floats, start: Floats, stop: Floats, otherwise: tuple[Floats, Floats]) -> tuple[Floats, Floats]:
    """stop (I - A)^-1 and (I - A)^-1 start for the sum A of the operators: the sums over all that may follow, and over
    all that may have gone before. Where the spectral radius of A is 1 or more those sums do not exist, and where A has
    lost too much they cancel each other; `otherwise`, read off the bigrams and equal to them for exact moments, is used
    then."""
    total = operators.sum(axis=0)
    if np.abs(np.linalg.eigvals(total)).max() >= 1 - 1e-9:
        return otherwise
    rest = np.eye(len(start)) - total
    prefix, visits = np.linalg.solve(rest.T, stop), np.linalg.solve(rest, start)
    return (prefix, visits) if prefix @ start > 0 and prefix @ visits > 1e-12 else otherwise


def _column(matrix: Sparse, column: int) -> Floats:
    here = matrix.columns == column
    return np.bincount(matrix.rows[here], matrix.values[here], matrix.shape[0]).astype(np.float64)


def _row(matrix: Sparse, row: int) -> Floats:
    here = matrix.rows == row
    return np.bincount(matrix.columns[here], matrix.values[here], matrix.shape[1]).astype(np.float64)
