"""Group-average clustering against a slow one that looks at all pairs, and what holds for every cut."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest

from spectral_core.arrays import Floats
from spectral_core.maths.clustering import cluster_by_average_linkage, cut_linkage


def unit_vectors(size: int, seed: int, width: int = 4) -> Floats:
    made = np.random.default_rng(seed).standard_normal((size, width))
    found: Floats = made / np.linalg.norm(made, axis=1, keepdims=True)
    return found


def slowly(unit: Floats, clusters: int) -> set[frozenset[int]]:
    """Joins the two clusters whose union has the highest mean cosine over all its pairs."""
    found = [frozenset([at]) for at in range(len(unit))]

    def similarity(one: frozenset[int], two: frozenset[int]) -> float:
        return float(np.mean([unit[a] @ unit[b] for a, b in combinations(sorted(one | two), 2)]))

    while len(found) > clusters:
        one, two = max(combinations(found, 2), key=lambda pair: similarity(*pair))
        found = [each for each in found if each not in (one, two)] + [one | two]
    return set(found)


@pytest.mark.parametrize("seed", range(6))
def test_every_cut_is_that_of_all_pairs_of_the_union(seed: int) -> None:
    unit = unit_vectors(14, seed)
    linkage = cluster_by_average_linkage(unit)
    for clusters in range(1, 15):
        labels = cut_linkage(linkage, clusters)
        made = {frozenset(np.flatnonzero(labels == label).tolist()) for label in range(clusters)}
        assert made == slowly(unit, clusters)


def test_more_vectors_than_are_compared_at_once_cluster_alike() -> None:
    base = unit_vectors(5, 3, width=12)
    rng = np.random.default_rng(1)
    truth = rng.integers(0, 5, 700)
    unit = base[truth] + 0.01 * rng.standard_normal((700, 12))
    unit /= np.linalg.norm(unit, axis=1, keepdims=True)
    labels = cut_linkage(cluster_by_average_linkage(unit), 5)
    assert len({(a, b) for a, b in zip(labels.tolist(), truth.tolist(), strict=True)}) == 5


def test_clusters_are_numbered_by_their_first_members() -> None:
    unit = unit_vectors(20, 9)
    for clusters in range(1, 21):
        labels = cut_linkage(cluster_by_average_linkage(unit), clusters).tolist()
        firsts = [labels.index(label) for label in range(clusters)]
        assert firsts == sorted(firsts)


def test_one_vector_is_one_cluster() -> None:
    linkage = cluster_by_average_linkage(np.ones((1, 1)))
    assert linkage.shape == (0, 2)
    assert cut_linkage(linkage, 1).tolist() == [0]
