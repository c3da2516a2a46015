"""Clustering: seeded k-means, and group-average agglomerative clustering by cosine."""

import numpy as np

from spectral_core.arrays import Floats, Integers
from spectral_core.maths.linalg import multiply_in_blocks

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
        """Find the most similar other cluster of each of these clusters, and its similarity, again."""
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


def kmeans(
    points: Floats, clusters: int, rng: np.random.Generator, rounds: int = 8, weights: Floats | None = None
) -> Floats:
    """Return (clusters, dimensions) k-means centres of weighted points (Lloyd 1982, with k-means++ as in Arthur and
    Vassilvitskii 2007)."""
    point_weights = np.ones(len(points)) if weights is None else weights
    centres = _choose_initial_centres(points, clusters, rng, point_weights)
    for _ in range(rounds):
        nearest = assign_clusters(points, centres)
        sizes = np.bincount(nearest, minlength=len(centres))
        nonempty = np.flatnonzero(sizes)  # `reduceat` cannot sum empty groups
        order = np.argsort(nearest, kind="stable")
        sums = np.add.reduceat(points[order] * point_weights[order, None], (np.cumsum(sizes) - sizes)[nonempty])
        new_centres = centres.copy()
        new_centres[nonempty] = sums / np.bincount(nearest, point_weights, len(centres))[nonempty, None]
        if np.array_equal(new_centres, centres):
            break
        centres = new_centres
    return centres


def assign_clusters(points: Floats, centres: Floats) -> Integers:
    """Return the index of the nearest centre of each point."""
    nearest: Integers = ((centres**2).sum(axis=1) - 2 * multiply_in_blocks(points, centres.T)).argmin(axis=1)
    return nearest


def _choose_initial_centres(points: Floats, clusters: int, rng: np.random.Generator, point_weights: Floats) -> Floats:
    """Choose initial centres by k-means++: with probabilities proportional to weighted squared distances."""
    chosen = [int(rng.integers(len(points)))]
    distances = ((points - points[chosen[0]]) ** 2).sum(axis=1)
    while len(chosen) < clusters:
        cumulative = np.cumsum(distances * point_weights)
        if not cumulative[-1] > 1e-12 * len(points):
            break
        chosen.append(
            int(np.searchsorted(cumulative, rng.random() * cumulative[-1], side="right").clip(max=len(points) - 1))
        )
        distances = np.minimum(distances, ((points - points[chosen[-1]]) ** 2).sum(axis=1))
    return points[chosen]
