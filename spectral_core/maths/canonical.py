"""Words as points: what they share with their contexts, by canonical correlations or by singular values alone."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from spectral_core.arrays import Floats, Integers
from spectral_core.maths.linalg import Sparse, sketched_svd, truncated_svd

_FEW = 4  # places of a table for each entry, up to which sums are taken place by place: quicker than by sorting
_OTHERS = 2  # neighbours that are no rows: the edge of a sentence and the unknown word
_SEED = 0  # of the directions that large tables are looked at from; the answer hardly depends on it


@dataclass(frozen=True, slots=True, eq=False)
class CanonicalPoints:
    """points[x] = left[x] / sqrt(weights[x]); the columns of `left` are orthonormal."""

    points: Floats  # (words, directions)
    weights: Floats  # (words,) ones where nothing was scaled
    values: Floats  # (directions,) falling: canonical correlations, or singular values
    spectrum: Floats  # the same and as many beyond as were computed


def projections(
    counts: Sparse, directions: int, scaling: str, smoothing: float = 0.0, power: float = 1.0
) -> CanonicalPoints:
    """The rows of a table of counts in so many directions, or as many as it has. Scaling `cca` is the canonical
    correlation analysis of rows and columns (Dhillon, Foster and Ungar 2011): rows and columns are divided by the roots
    of their sums, to which `smoothing` is added, for otherwise rare words fill the spectrum. With a power of 1/2 counts
    have a variance that does not depend on their size (Stratos, Collins and Hsu 2015)."""
    values = counts.values if power == 1 else counts.values**power
    raised = Sparse(counts.rows, counts.columns, values, counts.shape)
    if scaling == "svd":
        found = sketched_svd(raised, directions, _SEED)
        return CanonicalPoints(found.left, np.ones(counts.shape[0]), found.values, found.spectrum)
    rows, columns = (np.maximum(sums + smoothing, 1e-12) ** power for sums in (counts.row_sums(), counts.column_sums()))
    found = sketched_svd(raised.scaled(1 / np.sqrt(rows), 1 / np.sqrt(columns)), directions, _SEED)
    return CanonicalPoints(found.left / np.sqrt(rows)[:, None], rows, found.values, found.spectrum)


def summed(rows: Integers, columns: Integers, counts: Floats, shape: tuple[int, int]) -> Sparse:
    """A table of counts, each place once."""
    if shape[0] * shape[1] <= _FEW * len(counts):
        sums = np.bincount(rows * shape[1] + columns, counts, shape[0] * shape[1])
        keys = np.flatnonzero(sums)
        return Sparse(keys // shape[1], keys % shape[1], sums[keys].astype(np.float64), shape)
    keys, groups = np.unique(rows * shape[1] + columns, return_inverse=True)
    return Sparse(keys // shape[1], keys % shape[1], np.bincount(groups, counts, len(keys)).astype(np.float64), shape)


def beside(first: Integers, second: Integers, counts: Integers, size: int) -> Sparse:
    """(size, contexts): how often what is numbered from 2 stood before and behind each other number; 0 and 1 are
    neighbours that have no row."""
    width = size + _OTHERS
    rows, columns = np.concatenate((first, second)), np.concatenate((second, first + width))
    inside = rows >= _OTHERS
    times = np.tile(counts.astype(np.float64), 2)
    return summed(rows[inside] - _OTHERS, columns[inside], times[inside], (size, 2 * width))


def unit_rows(points: Floats) -> Floats:
    """The rows in length 1; those of nothing stay."""
    lengths = np.sqrt(np.einsum("ij,ij->i", points, points))
    found: Floats = points / np.where(lengths > 0, lengths, 1.0)[:, None]
    return found


def canonical_vectors(counts: Sparse, rank: int, power: float = 0.75) -> Floats:
    """(rows, rank): each row of counts in the leading canonical directions of rows and columns, scaled to unit length;
    counts are first raised to `power` (Stratos, Collins and
    Hsu 2015 take the root). Rows that were never counted are 0."""
    raised = Sparse(counts.rows, counts.columns, counts.values**power, counts.shape)
    found = truncated_svd(raised.scaled(*(_roots(sums) for sums in (raised.row_sums(), raised.column_sums()))), rank)
    return unit_rows(found.left)


def _roots(sums: Floats) -> Floats:
    return np.where(sums > 0, 1.0 / np.sqrt(np.where(sums > 0, sums, 1.0)), 0.0)
