"""Group-average clustering by cosine: the whole order of joining at once, and any number of clusters as a cut of it."""

import numpy as np

from spectral_core.arrays import Floats, Integers

_BLOCK = 256  # rows that are compared with all others at once


def average_linkage(unit: Floats) -> Integers:
    """The order in which vectors of length 1 cluster: each row joins the second cluster to the first, which is the one
    with the lower index and stands for both. Group-average clustering (Manning, Raghavan and Schuetze 2008, section
    17.3): the similarity of two clusters is the mean cosine of all pairs in their union, (|sum|^2 - N) / (N (N -
    1))."""
    size = len(unit)
    sums = unit.copy()
    counts = np.ones(size)
    squares = np.einsum("ij,ij->i", sums, sums)
    alive = np.ones(size, dtype=bool)
    best = np.full(size, -np.inf)
    nearest = np.zeros(size, dtype=np.int64)

    def compare(rows: Integers) -> Floats:
        """(rows, size) similarities to all others; those that are no clusters any more have none."""
        together = counts[rows, None] + counts
        square = squares[rows, None] + squares + 2 * (sums[rows] @ sums.T)
        found: Floats = (square - together) / (together * (together - 1))
        found[:, ~alive] = -np.inf
        found[np.arange(len(rows)), rows] = -np.inf
        return found

    def search(rows: Integers) -> None:
        for low in range(0, len(rows), _BLOCK):
            part = rows[low : low + _BLOCK]
            found = compare(part)
            nearest[part] = found.argmax(axis=1)
            best[part] = found[np.arange(len(part)), nearest[part]]

    linkage = np.zeros((max(size - 1, 0), 2), dtype=np.int64)
    search(np.arange(size))
    for row in range(size - 1):
        one = int(best.argmax())
        kept, gone = sorted((one, int(nearest[one])))
        linkage[row] = kept, gone
        sums[kept] += sums[gone]
        counts[kept] += counts[gone]
        squares[kept] = sums[kept] @ sums[kept]
        alive[gone] = False
        best[gone] = -np.inf
        stale = alive & ((nearest == kept) | (nearest == gone))
        stale[kept] = True  # the others need not look at the new one: similarity is symmetric, and it looks at them
        search(np.flatnonzero(stale))
    return linkage


def cut(linkage: Integers, clusters: int) -> Integers:
    """The cluster of each vector when so many are left, numbered in the order of their first members."""
    size = len(linkage) + 1
    leader = np.arange(size)
    for kept, gone in linkage[: max(size - clusters, 0)].tolist():
        leader[leader == gone] = kept
    return np.unique(leader, return_inverse=True)[1].astype(np.int64)
