"""Two views of the same things, reduced to what each says of the other: their cross-product is never formed."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from spectral_core.maths.linalg import numerical_rank

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]

_SPARE = 10  # directions beyond those asked for
_ROUNDS = 2  # of power iteration


@dataclass(frozen=True, slots=True, eq=False)
class SparseRows:
    """Rows of a matrix, each as its entries that are not zero."""

    bounds: Integers  # (rows + 1,) of the entries of each row
    columns: Integers  # (entries,)
    values: Floats  # (entries,)
    width: int

    def part(self, low: int, high: int, first: int, last: int) -> SparseRows:
        """The rows from `low` to `high`, which have entries in the columns from `first` to `last` alone."""
        begin, end = self.bounds[low], self.bounds[high]
        bounds, columns = self.bounds[low : high + 1] - begin, self.columns[begin:end] - first
        return SparseRows(bounds, columns, self.values[begin:end], last - first)


@dataclass(frozen=True, slots=True, eq=False)
class ReducedViews:
    """Both views in so many directions: over all rows, the mean of left times right is the identity."""

    left: Floats  # (rows, rank) U' x
    right: Floats  # (rows, rank) S^-1 V' y
    spectrum: Floats  # falling singular values of the mean of x y', more than `rank` where there are more


def reduced_views(one: SparseRows, two: SparseRows, weights: Floats, rank: int, seed: int) -> ReducedViews:
    """The views in the leading singular directions of their weighted mean cross-product, found by random projection
    (Halko, Martinsson and Tropp 2011); fewer than `rank` where its numerical rank is lower."""
    from scipy.sparse import csr_array

    rows = len(weights)
    left = csr_array((one.values, one.columns, one.bounds), shape=(rows, one.width))
    right = csr_array((two.values, two.columns, two.bounds), shape=(rows, two.width))
    shares = (weights / weights.sum())[:, None]
    size = min(rank + _SPARE, rows, one.width, two.width)
    sketch = np.random.default_rng(seed).standard_normal((two.width, size))
    basis = _orthonormal(left.T @ (shares * (right @ sketch)))
    for _ in range(_ROUNDS):
        across = _orthonormal(right.T @ (shares * (left @ basis)))
        basis = _orthonormal(left.T @ (shares * (right @ across)))
    small = right.T @ (shares * (left @ basis))  # (two.width, size)
    across, triangle = np.linalg.qr(small)
    inner, values, outer = np.linalg.svd(triangle)
    keep = min(rank, numerical_rank(values))
    lefts, rights = basis @ outer[:keep].T, across @ inner[:, :keep]
    signs = np.sign(lefts[np.abs(lefts).argmax(axis=0), np.arange(keep)]) if keep else np.ones(0)
    return ReducedViews(left @ (lefts * signs), right @ (rights * signs) / values[:keep], values)


def _orthonormal(matrix: Floats) -> Floats:
    return np.linalg.qr(matrix)[0]
