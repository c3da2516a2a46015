"""Bigram and trigram counts of symbols, and spectral estimates of observable operators from them."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from spectral_core.arrays import Floats, Integers
from spectral_core.brief import brief_repr
from spectral_core.maths.linalg import SparseMatrix, compute_svd_of_rank, compute_truncated_svd

PSEUDO_COUNT = 30.0  # added to the symbol counts used for scaling, because rare symbols would dominate the spectrum


@dataclass(frozen=True, slots=True, eq=False)
class WindowCounts:
    """Bigram and trigram counts over START x1 .. xT STOP. Both ends are encoded as `size`: START is only ever a first
    symbol, STOP only ever a last one, and neither is in the middle of a trigram."""

    size: int  # number of symbols
    sequences: float
    bigrams: Integers  # (kinds, 2): previous, next; sorted, distinct
    bigram_counts: Floats  # (kinds,)
    trigrams: Integers  # (kinds, 3): previous, symbol, next; sorted by symbol, distinct
    trigram_counts: Floats  # (kinds,)
    __repr__ = brief_repr

    def relabel(self, new_ids: Integers, size: int) -> WindowCounts:
        """Return the counts with symbol i replaced by new_ids[i], over `size` symbols; the counts of symbols that get
        the same id are summed."""
        new_ids = np.append(new_ids, size)
        return WindowCounts(
            size,
            self.sequences,
            *_sum_duplicate_windows(new_ids[self.bigrams], self.bigram_counts, size),
            *_sum_duplicate_windows(new_ids[self.trigrams], self.trigram_counts, size),
        )

    def merge(self, other: WindowCounts) -> WindowCounts:
        """Return the sum of both counts, which must be over the same symbols."""
        if self.size != other.size:
            raise ValueError(f"counts over {self.size} and {other.size} symbols cannot be added")
        bigrams = np.concatenate((self.bigrams, other.bigrams))
        trigrams = np.concatenate((self.trigrams, other.trigrams))
        return WindowCounts(
            self.size,
            self.sequences + other.sequences,
            *_sum_duplicate_windows(bigrams, np.concatenate((self.bigram_counts, other.bigram_counts)), self.size),
            *_sum_duplicate_windows(trigrams, np.concatenate((self.trigram_counts, other.trigram_counts)), self.size),
        )

    def bigram_matrix(self) -> SparseMatrix:
        """Return P[b, a], the mean count of b directly after a per sequence; the last row is STOP, the last column
        START (Hsu et al. 2009, section 3.1)."""
        shape = (self.size + 1, self.size + 1)
        return SparseMatrix(self.bigrams[:, 1], self.bigrams[:, 0], self.bigram_counts / self.sequences, shape)

    def symbol_counts(self) -> Floats:
        """Return the count of each symbol, and of STOP in the last position."""
        return np.bincount(self.bigrams[:, 1], self.bigram_counts, self.size + 1).astype(np.float64)


def count_windows(ids: Integers, starts: Integers, weights: Floats, size: int) -> WindowCounts:
    """Count the bigrams and trigrams of the sequences ids[starts[i]:starts[i + 1]], each weights[i] times."""
    lengths = np.diff(starts)
    ends = starts + np.arange(len(starts))  # in the array of sequences with START before each
    padded = np.full(len(ids) + len(lengths) + 1, size, dtype=np.int64)  # one extra for the STOP of the last sequence
    is_symbol = np.ones(len(padded), dtype=bool)
    is_symbol[ends] = False
    padded[is_symbol] = ids
    # the START of the following sequence serves as STOP: both are `size`
    bigram_weights = np.repeat(weights, lengths + 1)
    bigrams = np.column_stack((padded[:-1], padded[1:]))
    middle = np.flatnonzero(is_symbol)
    trigrams = np.column_stack((padded[middle - 1], padded[middle], padded[middle + 1]))
    return WindowCounts(
        size,
        float(weights.sum()),
        *_sum_duplicate_windows(bigrams, bigram_weights, size),
        *_sum_duplicate_windows(trigrams, np.repeat(weights, lengths), size),
    )


def _sum_duplicate_windows(keys: Integers, counts: Floats, size: int) -> tuple[Integers, Floats]:
    """Return each distinct key with its summed count: bigrams in order, trigrams by symbol, previous, next."""
    if len(keys) == 0:
        return keys, counts
    columns = [keys[:, column] for column in ((0, 1) if keys.shape[1] == 2 else (1, 0, 2))]
    if (size + 1) ** len(columns) < 2**63:  # encoded as one integer, which sorts several times faster
        combined = columns[0]
        for column in columns[1:]:
            combined = combined * (size + 1) + column
        order = np.argsort(combined, kind="stable")
    else:
        order = np.lexsort(columns[::-1])
    keys = keys[order]
    is_first = np.ones(len(keys), dtype=bool)
    is_first[1:] = (keys[1:] != keys[:-1]).any(axis=1)
    return keys[is_first], np.add.reduceat(counts[order], np.flatnonzero(is_first))


@dataclass(frozen=True, slots=True, eq=False)
class OperatorEstimate:
    """Observable operator model p(x1..xT) = stop @ operators[xT] @ .. @ operators[x1] @ start, in an arbitrary basis;
    values may be negative."""

    operators: Floats  # (symbols, to, from)
    start: Floats  # (states,)
    stop: Floats  # (states,)
    prefix: Floats  # (states,) prefix @ state is the score of a prefix, summed over continuations
    mean: Floats  # (states,) the mean state, used for an unknown context; prefix @ mean is 1
    spectrum: Floats  # singular values, possibly more than states


def estimate_operators(
    windows: WindowCounts, states: int, scaling: str, threshold: float | None = None
) -> OperatorEstimate:
    """Estimate the operators in closed form (Hsu, Kakade and Zhang 2009, section 4, for whole sequences): with P = U S
    V', A_x = U' T_x V S^-1, start = U' P[:, START], stop = U[STOP, :].

    Scaling `cca` decomposes the bigrams divided by the square roots of their symbols' counts, and removes this scaling
    from U and V again. RankError if P has a lower rank than `states`, unless a threshold (a share of the largest
    singular value) is given, below which directions are dropped instead.
    """
    matrix = windows.bigram_matrix()
    rows, columns = _compute_bigram_scales(matrix, scaling, windows.sequences)
    scaled = matrix.scale(1 / rows, 1 / columns)
    if threshold is None:
        decomposition = compute_svd_of_rank(scaled, states)
    else:
        decomposition = compute_truncated_svd(scaled, states)
        decomposition = decomposition.truncate(
            max(1, int(np.count_nonzero(decomposition.values > threshold * decomposition.values[0])))
        )
    left = decomposition.left / rows[:, None]  # (symbols + STOP, states)
    right = decomposition.right / columns[:, None] / decomposition.values  # (symbols + START, states)
    operators = _project_trigrams(windows, left, right)
    start = left.T @ _extract_column(matrix, windows.size)
    stop = _extract_row(matrix, windows.size) @ right
    expansion = decomposition.left * rows[:, None]  # from a state to the expected counts of the symbols that follow
    prefix, visits = _sum_operator_series(operators, start, stop, (expansion.sum(axis=0), left.T @ matrix.row_sums()))
    return OperatorEstimate(operators, start, stop, prefix, normalise_state(visits, prefix), decomposition.spectrum)


def normalise_state(state: Floats, prefix: Floats) -> Floats:
    """Return the state scaled so that prefix @ state is 1; unchanged if that score is not positive."""
    score = prefix @ state
    return state / score if score > 1e-12 else state


def _compute_bigram_scales(matrix: SparseMatrix, scaling: str, sequences: float) -> tuple[Floats, Floats]:
    """Return the numbers by which the rows and the columns of the bigram matrix are divided before it is decomposed."""
    match scaling:
        case "bigram":
            return np.ones(matrix.shape[0]), np.ones(matrix.shape[1])
        case "cca":
            pseudo = PSEUDO_COUNT / sequences
            return np.sqrt(matrix.row_sums() + pseudo), np.sqrt(matrix.column_sums() + pseudo)
        case _:
            raise ValueError(f"there is no scaling {scaling!r}")


def _project_trigrams(windows: WindowCounts, left: Floats, right: Floats) -> Floats:
    """Return left' T_x right for every symbol x without forming T_x."""
    states = left.shape[1]
    operators = np.zeros((windows.size, states, states))
    previous, symbols, following = windows.trigrams.T
    counts = windows.trigram_counts / windows.sequences
    bounds = np.searchsorted(symbols, np.arange(windows.size + 1)).tolist()
    for symbol in range(windows.size):
        rows = slice(bounds[symbol], bounds[symbol + 1])
        np.matmul(left[following[rows]].T, counts[rows, None] * right[previous[rows]], out=operators[symbol])
    return operators


def _sum_operator_series(
    operators: Floats, start: Floats, stop: Floats, fallback: tuple[Floats, Floats]
) -> tuple[Floats, Floats]:
    """Return stop (I - A)^-1 and (I - A)^-1 start for the sum A of the operators: the sums over all continuations and
    over all histories.

    If the spectral radius of A is 1 or more, these sums diverge, and if A is too inaccurate they cancel out: then
    `fallback` is returned, which is computed from the bigrams and equal for exact moments.
    """
    total = operators.sum(axis=0)
    if np.abs(np.linalg.eigvals(total)).max() >= 1 - 1e-9:
        return fallback
    complement = np.eye(len(start)) - total
    prefix, visits = np.linalg.solve(complement.T, stop), np.linalg.solve(complement, start)
    return (prefix, visits) if prefix @ start > 0 and prefix @ visits > 1e-12 else fallback


def _extract_column(matrix: SparseMatrix, column: int) -> Floats:
    in_column = matrix.columns == column
    return np.bincount(matrix.rows[in_column], matrix.values[in_column], matrix.shape[0]).astype(np.float64)


def _extract_row(matrix: SparseMatrix, row: int) -> Floats:
    in_row = matrix.rows == row
    return np.bincount(matrix.columns[in_row], matrix.values[in_row], matrix.shape[1]).astype(np.float64)
