"""Projections onto leading singular directions: word vectors by CCA or SVD, and two views of the same rows."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from spectral_core.arrays import Floats, Integers
from spectral_core.maths.linalg import (
    SparseMatrix,
    compute_column_signs,
    compute_randomised_svd,
    compute_truncated_svd,
    normalise_rows,
    numerical_rank,
    sum_duplicate_entries,
)

if TYPE_CHECKING:
    from spectral_core.maths.linalg import SparseRows


_RESERVED = 2  # symbols without a row: sentence boundary and unknown word
_SEED = 0  # seed of the random projection; results hardly depend on it
_OVERSAMPLING = 10  # extra directions of the randomised SVD
_POWER_ITERATIONS = 2  # power iterations of the randomised SVD


@dataclass(frozen=True, slots=True, eq=False)
class ProjectedRows:
    """Rows projected onto leading singular directions: points[x] = left[x] / sqrt(weights[x]), where the columns of
    `left` are orthonormal."""

    points: Floats  # (words, directions)
    weights: Floats  # (words,) ones without scaling
    values: Floats  # (directions,) decreasing canonical correlations, or singular values
    spectrum: Floats  # the same, including those computed beyond `directions`


def project_rows(
    counts: SparseMatrix, directions: int, scaling: str, smoothing: float = 0.0, power: float = 1.0
) -> ProjectedRows:
    """Project the rows of a count table to `directions` dimensions, or to its rank if lower.

    Scaling `cca` is the canonical correlation analysis of rows and columns (Dhillon, Foster and Ungar 2011): both are
    divided by the square roots of their sums; `smoothing` is added to these, because rare words would dominate the
    spectrum otherwise. With a power of 1/2 the variance of counts does not depend on their size (Stratos, Collins and
    Hsu 2015).
    """
    values = counts.values if power == 1 else counts.values**power
    raised = SparseMatrix(counts.rows, counts.columns, values, counts.shape)
    if scaling == "svd":
        decomposition = compute_randomised_svd(raised, directions, _SEED)
        return ProjectedRows(decomposition.left, np.ones(counts.shape[0]), decomposition.values, decomposition.spectrum)
    rows, columns = (np.maximum(sums + smoothing, 1e-12) ** power for sums in (counts.row_sums(), counts.column_sums()))
    decomposition = compute_randomised_svd(raised.scale(1 / np.sqrt(rows), 1 / np.sqrt(columns)), directions, _SEED)
    return ProjectedRows(
        decomposition.left / np.sqrt(rows)[:, None], rows, decomposition.values, decomposition.spectrum
    )


def count_neighbours(previous: Integers, following: Integers, counts: Integers, size: int) -> SparseMatrix:
    """Count how often each symbol from 2 up occurs before and after every symbol: (size, contexts). 0 and 1 occur only
    as neighbours, without a row."""
    width = size + _RESERVED
    rows, columns = np.concatenate((previous, following)), np.concatenate((following, previous + width))
    has_row = rows >= _RESERVED
    repeated_counts = np.tile(counts.astype(np.float64), 2)
    return sum_duplicate_entries(
        rows[has_row] - _RESERVED, columns[has_row], repeated_counts[has_row], (size, 2 * width)
    )


def compute_canonical_vectors(counts: SparseMatrix, rank: int, power: float = 0.75) -> Floats:
    """Return (rows, rank) unit vectors of the rows in their leading canonical directions, from counts raised to `power`
    (Stratos, Collins and Hsu 2015 take the root). Rows without counts are 0."""
    raised = SparseMatrix(counts.rows, counts.columns, counts.values**power, counts.shape)
    decomposition = compute_truncated_svd(
        raised.scale(*(_compute_inverse_square_roots(sums) for sums in (raised.row_sums(), raised.column_sums()))), rank
    )
    return normalise_rows(decomposition.left)


def _compute_inverse_square_roots(sums: Floats) -> Floats:
    """Return 1 / sqrt of each sum; 0 for a sum of 0."""
    return np.where(sums > 0, 1.0 / np.sqrt(np.where(sums > 0, sums, 1.0)), 0.0)


@dataclass(frozen=True, slots=True, eq=False)
class ProjectedViews:
    """Two views projected onto their leading singular directions; over all rows, the mean of left times right is the
    identity."""

    left: Floats  # (rows, rank) U' x
    right: Floats  # (rows, rank) S^-1 V' y
    spectrum: Floats  # decreasing singular values of the mean of x y', possibly more than `rank`


def project_views(
    left_view: SparseRows, right_view: SparseRows, weights: Floats, rank: int, seed: int
) -> ProjectedViews:
    """Project the views onto the leading singular directions of their weighted mean cross-product, by random projection
    (Halko, Martinsson and Tropp 2011); fewer than `rank` if its numerical rank is lower."""
    from scipy.sparse import csr_array

    rows = len(weights)
    left = csr_array((left_view.values, left_view.columns, left_view.bounds), shape=(rows, left_view.width))
    right = csr_array((right_view.values, right_view.columns, right_view.bounds), shape=(rows, right_view.width))
    shares = (weights / weights.sum())[:, None]
    size = min(rank + _OVERSAMPLING, rows, left_view.width, right_view.width)
    sketch = np.random.default_rng(seed).standard_normal((right_view.width, size))
    basis = _orthonormalise(left.T @ (shares * (right @ sketch)))
    for _ in range(_POWER_ITERATIONS):
        right_basis = _orthonormalise(right.T @ (shares * (left @ basis)))
        basis = _orthonormalise(left.T @ (shares * (right @ right_basis)))
    projected = right.T @ (shares * (left @ basis))  # (columns of the right view, size)
    right_basis, triangle = np.linalg.qr(projected)
    inner, values, outer = np.linalg.svd(triangle)
    keep = min(rank, numerical_rank(values))
    lefts, rights = basis @ outer[:keep].T, right_basis @ inner[:, :keep]
    signs = compute_column_signs(lefts)
    return ProjectedViews(left @ (lefts * signs), right @ (rights * signs) / values[:keep], values)


def _orthonormalise(matrix: Floats) -> Floats:
    return np.linalg.qr(matrix)[0]
