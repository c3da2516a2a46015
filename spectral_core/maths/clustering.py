"""Group-average agglomerative clustering by cosine: the linkage, and its cuts into any number of clusters."""

import numpy as np

from spectral_core.arrays import Floats, Integers

_BLOCK_SIZE = 256  # rows compared with all others in one block


def cluster_by_average_linkage(unit_vectors: Floats) -> Integers:
    """Return the merges of a group-average clustering of unit vectors: each row merges the second cluster into the
    first, which has the lower index.

    The similarity of two clusters is the mean cosine of all pairs in their union, (|sum|^2 - N) / (N (N - 1)) (Manning,
    Raghavan and Schuetze 2008, section 17.3).
    """
    size = len(unit_vectors)
    sums = unit_vectors.copy()
    counts = np.ones(size)
    squares = np.einsum("ij,ij->i", sums, sums)
    alive = np.ones(size, dtype=bool)
    best = np.full(size, -np.inf)
    nearest = np.zeros(size, dtype=np.int64)

    def compute_similarities(rows: Integers) -> Floats:
        """Return (rows, size) similarities to all other clusters, -inf for merged ones."""
        merged_sizes = counts[rows, None] + counts
        squared_norms = squares[rows, None] + squares + 2 * (sums[rows] @ sums.T)
        similarities: Floats = (squared_norms - merged_sizes) / (merged_sizes * (merged_sizes - 1))
        similarities[:, ~alive] = -np.inf
        similarities[np.arange(len(rows)), rows] = -np.inf
        return similarities

    def update_nearest(rows: Integers) -> None:
        for low in range(0, len(rows), _BLOCK_SIZE):
            block = rows[low : low + _BLOCK_SIZE]
            similarities = compute_similarities(block)
            nearest[block] = similarities.argmax(axis=1)
            best[block] = similarities[np.arange(len(block)), nearest[block]]

    linkage = np.zeros((max(size - 1, 0), 2), dtype=np.int64)
    update_nearest(np.arange(size))
    for step in range(size - 1):
        closest = int(best.argmax())
        target, absorbed = sorted((closest, int(nearest[closest])))
        linkage[step] = target, absorbed
        sums[target] += sums[absorbed]
        counts[target] += counts[absorbed]
        squares[target] = sums[target] @ sums[target]
        alive[absorbed] = False
        best[absorbed] = -np.inf
        stale = alive & ((nearest == target) | (nearest == absorbed))
        stale[target] = True  # similarity is symmetric: comparing the merged cluster with all others suffices
        update_nearest(np.flatnonzero(stale))
    return linkage


def cut_linkage(linkage: Integers, clusters: int) -> Integers:
    """Return the cluster of each vector after cutting to `clusters` clusters, numbered by their first members."""
    size = len(linkage) + 1
    leader = np.arange(size)
    for target, absorbed in linkage[: max(size - clusters, 0)].tolist():
        leader[leader == absorbed] = target
    return np.unique(leader, return_inverse=True)[1].astype(np.int64)
