"""Truncated singular values of sparse matrices, the same on every run; hides the choice of routine and the signs."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from spectral_core.errors import RankError

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]

DENSE = 400  # up to this size the dense routine is quicker, and gives all singular values
SPARE = 10  # singular values computed beyond those asked for: a gap after the last one can be seen
UNTHREADED = 1 << 18  # multiplications in a product that BLAS does not start threads for: these would wait, not work
RESTARTS = 300  # of the search for singular triples
CONVERGED = 1e-12  # of the largest singular value: how near a triple is to one of the whole matrix
RELATIVE = 1e-14  # of the size of the matrix; a shorter vector is rounding
TOLERANCE = 1e-8  # of the largest singular value; what is smaller is rounding, not structure


@dataclass(frozen=True, slots=True, eq=False)
class Decomposition:
    """left @ diag(values) @ right.T, the best approximation of its rank."""

    left: Floats  # (rows, rank)
    values: Floats  # (rank,) falling
    right: Floats  # (columns, rank)
    spectrum: Floats  # all singular values that were computed, at least `rank` of them

    def cut(self, rank: int) -> Decomposition:
        """The leading part."""
        return Decomposition(self.left[:, :rank], self.values[:rank], self.right[:, :rank], self.spectrum)


@dataclass(frozen=True, slots=True, eq=False)
class Sparse:
    """A matrix as its entries that are not zero, each place once."""

    rows: Integers
    columns: Integers
    values: Floats
    shape: tuple[int, int]

    def dense(self) -> Floats:
        full = np.zeros(self.shape)
        full[self.rows, self.columns] = self.values
        return full

    def scaled(self, left: Floats, right: Floats) -> Sparse:
        """diag(left) @ matrix @ diag(right)."""
        return Sparse(self.rows, self.columns, left[self.rows] * self.values * right[self.columns], self.shape)

    def row_sums(self) -> Floats:
        return np.bincount(self.rows, self.values, self.shape[0]).astype(np.float64)

    def column_sums(self) -> Floats:
        return np.bincount(self.columns, self.values, self.shape[1]).astype(np.float64)


def product(rows: Floats, matrix: Floats) -> Floats:
    """rows @ matrix for many rows and a small matrix, in parts that stay in one thread."""
    size = max(1, UNTHREADED // matrix.size)
    found = np.empty((len(rows), matrix.shape[1]))
    for low in range(0, len(rows), size):
        np.matmul(rows[low : low + size], matrix, out=found[low : low + size])
    return found


def numerical_rank(values: Floats) -> int:
    """How many falling singular values are more than rounding."""
    if values.size == 0 or not values[0] > 0:
        return 0
    return int(np.count_nonzero(values > TOLERANCE * values[0]))


def truncated_svd(matrix: Sparse, rank: int) -> Decomposition:
    """The `rank` leading singular triples, or as many as the numerical rank allows; the largest entry of each
    left vector is positive, so that two runs agree."""
    smallest = min(matrix.shape)
    wanted = min(rank, smallest)
    if smallest <= DENSE or wanted + SPARE >= smallest // 2:
        left, values, right = np.linalg.svd(matrix.dense(), full_matrices=False)
        right = right.T
    else:
        left, values, right = _leading(matrix, wanted + SPARE)
    keep = min(wanted, numerical_rank(values))
    left, right = left[:, :keep], right[:, :keep]
    if keep:
        signs = np.sign(left[np.abs(left).argmax(axis=0), np.arange(keep)])
        left, right = left * signs, right * signs
    return Decomposition(np.ascontiguousarray(left), values[:keep], np.ascontiguousarray(right), values)


def exact_rank(matrix: Sparse, rank: int) -> Decomposition:
    """As `truncated_svd`, but RankError where the matrix has fewer directions than asked for."""
    found = truncated_svd(matrix, rank)
    if len(found.values) < rank:
        raise RankError(rank, len(found.values))
    return found


def _leading(matrix: Sparse, rank: int) -> tuple[Floats, Floats, Floats]:
    """The leading singular triples by Lanczos bidiagonalisation, whose vectors are made orthogonal at every step, and
    which begins again with what it has found. Baglama and Reichel 2005, section 3."""
    rows, columns = matrix.shape
    steps = min(2 * rank + 20, rows, columns)
    none = RELATIVE * float(np.sqrt(matrix.values @ matrix.values))
    random = np.random.default_rng(0)  # a fixed start makes it deterministic; a constant one could be orthogonal
    left, right = np.zeros((steps, rows)), np.zeros((steps + 1, columns))
    _, right[0] = _beside(random.standard_normal(columns), right[:0], none, random)
    small = np.zeros((steps, steps))  # left @ matrix @ right.T, without the last row of right
    known = 0  # triples that the first rows hold
    for _ in range(RESTARTS):
        last = 0.0
        for at in range(known, steps):
            image = np.asarray(
                np.bincount(matrix.rows, matrix.values * right[at, matrix.columns], rows), dtype=np.float64
            )
            small[at, at], left[at] = _beside(image, left[:at], none, random)
            image = np.asarray(
                np.bincount(matrix.columns, matrix.values * left[at, matrix.rows], columns), dtype=np.float64
            )
            last, right[at + 1] = _beside(image, right[: at + 1], none, random)
            if at + 1 < steps:
                small[at, at + 1] = last
        turns, values, back = np.linalg.svd(small)
        apart = last * np.abs(turns[-1])  # how far each triple is from one of the whole matrix
        if (apart[:rank] <= CONVERGED * values[0]).all():
            break
        known = rank + (steps - rank) // 4
        left[:known], right[:known] = turns[:, :known].T @ left, back[:known] @ right[:steps]
        right[known] = right[steps]
        small[:] = 0.0
        small[range(known), range(known)] = values[:known]
        small[:known, known] = last * turns[-1, :known]
    return (turns[:, :rank].T @ left).T, values[:rank], (back[:rank] @ right[:steps]).T


def _beside(vector: Floats, others: Floats, none: float, random: np.random.Generator) -> tuple[float, Floats]:
    """The length of what of a vector is orthogonal to the others, and its direction; any such where nothing is."""
    for _ in range(2):  # the second time takes away what rounding left of the first
        vector = vector - (others @ vector) @ others
    length = float(np.sqrt(vector @ vector))
    if length > none:
        return length, vector / length
    other = random.standard_normal(len(vector))
    for _ in range(2):
        other = other - (others @ other) @ others
    size = float(np.sqrt(other @ other))
    return 0.0, other / size if size > 1e-6 else np.zeros(len(vector))  # where the others span everything
