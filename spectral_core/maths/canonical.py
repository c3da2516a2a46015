"""Canonical directions of two views of things that are counted together, of sparse counts alone."""

from __future__ import annotations

import numpy as np

from spectral_core.arrays import Floats
from spectral_core.maths.linalg import Sparse, truncated_svd


def canonical_vectors(counts: Sparse, rank: int, power: float = 0.75) -> Floats:
    """(rows, rank): each row of counts in the leading canonical directions of rows and columns, scaled to unit length;
    counts are first raised to `power` (Stratos, Collins and
    Hsu 2015 take the root). Rows that were never counted are 0."""
    raised = Sparse(counts.rows, counts.columns, counts.values**power, counts.shape)
    found = truncated_svd(raised.scaled(*(_roots(sums) for sums in (raised.row_sums(), raised.column_sums()))), rank)
    return unit_rows(found.left)


def unit_rows(rows: Floats) -> Floats:
    """The rows with a length of 1; those that are 0 stay so."""
    lengths = np.linalg.norm(rows, axis=1, keepdims=True)
    return rows / np.where(lengths > 0, lengths, 1.0)


def _roots(sums: Floats) -> Floats:
    return np.where(sums > 0, 1.0 / np.sqrt(np.where(sums > 0, sums, 1.0)), 0.0)
