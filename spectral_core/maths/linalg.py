"""Sparse matrices, and deterministic truncated singular value decompositions with normalised signs."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from spectral_core.arrays import Floats, Integers
from spectral_core.errors import RankError

MAX_DENSE_SIZE = 400  # up to this size the dense routine is faster and gives all singular values
OVERSAMPLING = 10  # singular values computed beyond the requested ones, to show the gap after these
MAX_UNTHREADED_SIZE = 1 << 18  # multiplications below which BLAS starts no threads, which would only wait
RANK_TOLERANCE = 1e-8  # relative to the largest singular value; smaller ones are rounding errors

_POWER_ITERATIONS = 2  # power iterations of the randomised SVD
_EIGENVALUE_TOLERANCE = 1e-14  # relative to the largest eigenvalue; smaller ones are rounding errors

_DENSE_FACTOR = 4  # cells per entry up to which a dense table is summed, faster than sorting


@dataclass(frozen=True, slots=True, eq=False)
class TruncatedSvd:
    """Truncated singular value decomposition left @ diag(values) @ right.T."""

    left: Floats  # (rows, rank)
    values: Floats  # (rank,) decreasing
    right: Floats  # (columns, rank)
    spectrum: Floats  # all computed singular values, at least `rank` of them

    def truncate(self, rank: int) -> TruncatedSvd:
        """Return the decomposition with the leading `rank` singular triples; the spectrum stays complete."""
        return TruncatedSvd(self.left[:, :rank], self.values[:rank], self.right[:, :rank], self.spectrum)


@dataclass(frozen=True, slots=True, eq=False)
class SparseMatrix:
    """Sparse matrix in coordinate (COO) form without duplicate entries."""

    rows: Integers
    columns: Integers
    values: Floats
    shape: tuple[int, int]

    def to_dense(self) -> Floats:
        dense = np.zeros(self.shape)
        dense[self.rows, self.columns] = self.values
        return dense

    def scale(self, left: Floats, right: Floats) -> SparseMatrix:
        """Return diag(left) @ matrix @ diag(right)."""
        return SparseMatrix(self.rows, self.columns, left[self.rows] * self.values * right[self.columns], self.shape)

    def row_sums(self) -> Floats:
        return np.bincount(self.rows, self.values, self.shape[0]).astype(np.float64)

    def column_sums(self) -> Floats:
        return np.bincount(self.columns, self.values, self.shape[1]).astype(np.float64)


def multiply_in_blocks(rows: Floats, matrix: Floats) -> Floats:
    """Return rows @ matrix for many rows and a small matrix, in blocks that BLAS computes in one thread."""
    block_size = max(1, MAX_UNTHREADED_SIZE // max(matrix.size, 1))
    products = np.empty((len(rows), matrix.shape[1]))
    for low in range(0, len(rows), block_size):
        np.matmul(rows[low : low + block_size], matrix, out=products[low : low + block_size])
    return products


def numerical_rank(values: Floats) -> int:
    """Return the number of decreasing singular values above rounding error."""
    if values.size == 0 or not values[0] > 0:
        return 0
    return int(np.count_nonzero(values > RANK_TOLERANCE * values[0]))


def compute_truncated_svd(matrix: SparseMatrix, rank: int) -> TruncatedSvd:
    """Return the `rank` leading singular triples, or all if there are fewer; signs make the largest entry of each left
    vector positive."""
    smallest = min(matrix.shape)
    target_rank = min(rank, smallest)
    if smallest <= MAX_DENSE_SIZE or target_rank + OVERSAMPLING >= smallest // 2:
        left, values, right = np.linalg.svd(matrix.to_dense(), full_matrices=False)
        right = right.T
    else:
        left, values, right = _compute_sparse_svd(matrix, target_rank + OVERSAMPLING)
    keep = min(target_rank, numerical_rank(values))
    left, right = left[:, :keep], right[:, :keep]
    signs = compute_column_signs(left)
    return TruncatedSvd(np.ascontiguousarray(left * signs), values[:keep], np.ascontiguousarray(right * signs), values)


def compute_randomised_svd(matrix: SparseMatrix, rank: int, seed: int) -> TruncatedSvd:
    """Return an approximate truncated SVD by random projection (Halko, Martinsson and Tropp 2011), several times faster
    for hundreds of directions of a large matrix."""
    size = rank + OVERSAMPLING
    if min(matrix.shape) <= max(MAX_DENSE_SIZE, 2 * size):
        return compute_truncated_svd(matrix, rank)
    from scipy.sparse import csr_array

    sparse_matrix = csr_array((matrix.values, (matrix.rows, matrix.columns)), shape=matrix.shape)
    transposed = csr_array((matrix.values, (matrix.columns, matrix.rows)), shape=matrix.shape[::-1])
    right: Floats = np.random.default_rng(seed).standard_normal((matrix.shape[1], size))
    for _ in range(_POWER_ITERATIONS):
        right = _orthonormalise(np.asarray(transposed @ _orthonormalise(np.asarray(sparse_matrix @ right))))
    basis = _orthonormalise(np.asarray(sparse_matrix @ right))
    projected: Floats = np.asarray(transposed @ basis)  # (columns, size)
    eigenvalues, eigenvectors = np.linalg.eigh(projected.T @ projected)
    order = np.argsort(-eigenvalues, kind="stable")
    values = np.sqrt(np.maximum(eigenvalues[order], 0.0))
    keep = min(rank, numerical_rank(values))
    left = basis @ eigenvectors[:, order[:keep]]
    signs = compute_column_signs(left)
    return TruncatedSvd(
        left * signs, values[:keep], projected @ (eigenvectors[:, order[:keep]] * signs) / values[:keep], values
    )


def _orthonormalise(matrix: Floats) -> Floats:
    """Return orthonormal columns of the same span via the Gram matrix, faster than Householder QR."""
    eigenvalues, eigenvectors = np.linalg.eigh(matrix.T @ matrix)
    is_significant = eigenvalues > _EIGENVALUE_TOLERANCE * max(float(eigenvalues[-1]), 0.0)
    basis: Floats = matrix @ (eigenvectors[:, is_significant] / np.sqrt(eigenvalues[is_significant]))
    return basis


def compute_svd_of_rank(matrix: SparseMatrix, rank: int) -> TruncatedSvd:
    """Return the `rank` leading singular triples; RankError if the matrix has fewer."""
    decomposition = compute_truncated_svd(matrix, rank)
    if len(decomposition.values) < rank:
        raise RankError(rank, len(decomposition.values))
    return decomposition


def _compute_sparse_svd(matrix: SparseMatrix, rank: int) -> tuple[Floats, Floats, Floats]:
    """Return the `rank` leading singular triples of a large sparse matrix (Lanczos, deterministic start)."""
    from scipy.sparse import csr_array
    from scipy.sparse.linalg import svds

    sparse_matrix = csr_array((matrix.values, (matrix.rows, matrix.columns)), shape=matrix.shape)
    # a fixed start makes the iteration deterministic; a constant vector could be orthogonal to the solution
    left, values, right = svds(sparse_matrix, k=rank, v0=np.random.default_rng(0).standard_normal(min(matrix.shape)))
    order = np.argsort(-values, kind="stable")
    return left[:, order], np.maximum(values[order], 0.0), right[order].T


def sum_duplicate_entries(rows: Integers, columns: Integers, counts: Floats, shape: tuple[int, int]) -> SparseMatrix:
    """Return a sparse table with duplicate entries summed."""
    if shape[0] * shape[1] <= _DENSE_FACTOR * len(counts):
        sums = np.bincount(rows * shape[1] + columns, counts, shape[0] * shape[1])
        keys = np.flatnonzero(sums)
        return SparseMatrix(keys // shape[1], keys % shape[1], sums[keys].astype(np.float64), shape)
    keys, groups = np.unique(rows * shape[1] + columns, return_inverse=True)
    return SparseMatrix(
        keys // shape[1], keys % shape[1], np.bincount(groups, counts, len(keys)).astype(np.float64), shape
    )


def compute_column_signs(matrix: NDArray[np.floating]) -> Floats:
    """Return (columns,) the sign of the entry of each column with the largest absolute value, by which the signs of
    singular vectors are made unique."""
    rows, columns = matrix.shape
    if not rows:
        return np.ones(columns)
    signs: Floats = np.sign(matrix[np.abs(matrix).argmax(axis=0), np.arange(columns)]).astype(np.float64)
    return signs


def normalise_rows(points: Floats) -> Floats:
    """Return the rows scaled to length 1; zero rows stay zero."""
    lengths = np.sqrt(np.einsum("ij,ij->i", points, points))
    return points / np.where(lengths > 0, lengths, 1.0)[:, None]


@dataclass(frozen=True, slots=True, eq=False)
class SparseRows:
    """Sparse matrix in compressed row (CSR) form."""

    bounds: Integers  # (rows + 1,) first entry of each row
    columns: Integers  # (entries,)
    values: Floats  # (entries,)
    width: int

    def select_block(self, low: int, high: int, first: int, last: int) -> SparseRows:
        """Return rows `low` to `high` as a matrix over columns `first` to `last`, which must contain all their
        entries."""
        begin, end = self.bounds[low], self.bounds[high]
        bounds, columns = self.bounds[low : high + 1] - begin, self.columns[begin:end] - first
        return SparseRows(bounds, columns, self.values[begin:end], last - first)
