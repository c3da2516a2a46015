"""Two views of the same rows, reduced to shared singular directions without forming their cross-product."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from spectral_core.arrays import Floats, Integers
from spectral_core.maths.linalg import numerical_rank

_OVERSAMPLING = 10  # extra directions of the randomised SVD
_POWER_ITERATIONS = 2  # power iterations of the randomised SVD


@dataclass(frozen=True, slots=True, eq=False)
class SparseRows:
    """Sparse matrix in compressed row (CSR) form."""

    bounds: Integers  # (rows + 1,) first entry of each row
    columns: Integers  # (entries,)
    values: Floats  # (entries,)
    width: int

    def select_block(self, low: int, high: int, first: int, last: int) -> SparseRows:
        """Return rows `low` to `high`, with all their entries in columns `first` to `last`."""
        begin, end = self.bounds[low], self.bounds[high]
        bounds, columns = self.bounds[low : high + 1] - begin, self.columns[begin:end] - first
        return SparseRows(bounds, columns, self.values[begin:end], last - first)


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
    signs = np.sign(lefts[np.abs(lefts).argmax(axis=0), np.arange(keep)]) if keep else np.ones(0)
    return ProjectedViews(left @ (lefts * signs), right @ (rights * signs) / values[:keep], values)


def _orthonormalise(matrix: Floats) -> Floats:
    return np.linalg.qr(matrix)[0]
