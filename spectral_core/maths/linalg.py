"""Truncated singular values of sparse matrices, the same on every run; hides the choice of routine and the signs."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from spectral_core.arrays import Floats, Integers
from spectral_core.errors import RankError

DENSE = 400  # up to this size the dense routine is quicker, and gives all singular values
SPARE = 10  # singular values computed beyond those asked for: a gap after the last one can be seen
UNTHREADED = 1 << 18  # multiplications in a product that BLAS does not start threads for: these would wait, not work
TOLERANCE = 1e-8  # of the largest singular value; what is smaller is rounding, not structure

_ROUNDS = 2  # of power iteration
_PRECISION = 1e-14  # of the largest square; what is smaller is rounding


@dataclass(frozen=True, slots=True, eq=False)
class Decomposition:
    """left @ diag(values) @ right.T, the best approximation of its rank."""

    left: Floats  # (rows, rank)
    values: Floats  # (rank,) falling
    right: Floats  # (columns, rank)
    spectrum: Floats  # all singular values that were computed, at least `rank` of them

    def cut(self, rank: int) -> Decomposition:
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
    """The `rank` leading singular triples, or as many as there are; largest entries on the left are positive."""
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


def sketched_svd(matrix: Sparse, rank: int, seed: int) -> Decomposition:
    """As `truncated_svd`, from a random projection (Halko, Martinsson and Tropp 2011): close, and several times quicker
    where hundreds of directions of a large matrix are wanted."""
    size = rank + SPARE
    if min(matrix.shape) <= max(DENSE, 2 * size):
        return truncated_svd(matrix, rank)
    from scipy.sparse import csr_array

    held = csr_array((matrix.values, (matrix.rows, matrix.columns)), shape=matrix.shape)
    turned = csr_array((matrix.values, (matrix.columns, matrix.rows)), shape=matrix.shape[::-1])
    right: Floats = np.random.default_rng(seed).standard_normal((matrix.shape[1], size))
    for _ in range(_ROUNDS):
        right = _orthonormal(np.asarray(turned @ _orthonormal(np.asarray(held @ right))))
    basis = _orthonormal(np.asarray(held @ right))
    across: Floats = np.asarray(turned @ basis)  # (columns, size)
    squares, turns = np.linalg.eigh(across.T @ across)
    order = np.argsort(-squares, kind="stable")
    values = np.sqrt(np.maximum(squares[order], 0.0))
    keep = min(rank, numerical_rank(values))
    left = basis @ turns[:, order[:keep]]
    signs = np.sign(left[np.abs(left).argmax(axis=0), np.arange(keep)]) if keep else np.ones(0)
    return Decomposition(left * signs, values[:keep], across @ (turns[:, order[:keep]] * signs) / values[:keep], values)


def _orthonormal(matrix: Floats) -> Floats:
    """Orthonormal columns that span the same, by the squares of the matrix: quicker than by reflections."""
    squares, turns = np.linalg.eigh(matrix.T @ matrix)
    kept = squares > _PRECISION * max(float(squares[-1]), 0.0)
    found: Floats = matrix @ (turns[:, kept] / np.sqrt(squares[kept]))
    return found


def exact_rank(matrix: Sparse, rank: int) -> Decomposition:
    """As `truncated_svd`, but RankError where the matrix has fewer directions than asked for."""
    found = truncated_svd(matrix, rank)
    if len(found.values) < rank:
        raise RankError(rank, len(found.values))
    return found


def _leading(matrix: Sparse, rank: int) -> tuple[Floats, Floats, Floats]:
    from scipy.sparse import csr_array
    from scipy.sparse.linalg import svds

    held = csr_array((matrix.values, (matrix.rows, matrix.columns)), shape=matrix.shape)
    # a fixed start makes the iteration deterministic; a constant one could be orthogonal to what is sought
    left, values, right = svds(held, k=rank, v0=np.random.default_rng(0).standard_normal(min(matrix.shape)))
    order = np.argsort(-values, kind="stable")
    return left[:, order], np.maximum(values[order], 0.0), right[order].T
