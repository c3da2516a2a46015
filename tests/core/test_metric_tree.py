"""The least projective tree in a metric against all trees there are, and against trees that made the metric."""

from __future__ import annotations

import functools
import itertools
from collections.abc import Callable

import numpy as np
import pytest
from oracles import Span, all_binary_bracketings

from spectral_core.arrays import Floats
from spectral_core.models.bracketer.training import gap_kernel_weights
from spectral_core.structured.unlabelled_trees import shortest_tree

NONE = np.zeros((0, 0))


def leaf_sets(size: int, root: int, spans: frozenset[Span]) -> list[list[frozenset[int]]]:
    """For each edge of an unrooted tree the leaves behind it, as two sets on one side and two on the other, or one leaf
    and two sets; found by going over the tree, not by spans."""
    nodes: dict[Span, list[Span]] = {}
    for span in sorted(spans | {(at, at + 1) for at in range(size)}, key=lambda span: (span[0] - span[1], span[0])):
        above = [other for other in nodes if other[0] <= span[0] and span[1] <= other[1] and other != span]
        nodes[span] = []
        if above:
            nodes[min(above, key=lambda other: other[1] - other[0])].append(span)
    left, right = (0, root), (root, size)
    neighbours: dict[Span, list[Span]] = {span: [*below] for span, below in nodes.items() if span != (0, size)}
    for span, below in nodes.items():
        if span != (0, size):
            for child in below:
                neighbours[child].append(span)
    neighbours[left].append(right)
    neighbours[right].append(left)

    def behind(node: Span, away: Span) -> frozenset[int]:
        if node[1] - node[0] == 1:
            return frozenset([node[0]])
        return frozenset().union(*(behind(other, node) for other in neighbours[node] if other != away))

    edges = []
    for one, others in neighbours.items():
        for two in others:
            if one < two:
                sides = [
                    [behind(other, node) for other in neighbours[node] if other != away]
                    if node[1] - node[0] > 1
                    else [frozenset([node[0]])]
                    for node, away in ((one, two), (two, one))
                ]
                edges.append(sides)
    return edges


def length_of(distances: Floats, root: int, spans: frozenset[Span]) -> float:
    """The sum of all edges by equations 3 and 4, with means over the leaves."""

    def mean(one: frozenset[int], two: frozenset[int]) -> float:
        return float(np.mean([distances[a, b] for a in one for b in two]))

    total = 0.0
    for here, there in leaf_sets(len(distances), root, spans):
        across = sum(mean(a, b) for a in here for b in there)
        total += across / (len(here) * len(there))
        total -= 0.5 * mean(*here) if len(here) == 2 else 0.0
        total -= 0.5 * mean(*there) if len(there) == 2 else 0.0
    return total


def random_metric(random: np.random.Generator, size: int) -> Floats:
    upper = np.triu(random.random((size, size)) * 3, 1)
    return upper + upper.T


def found(distances: Floats, root: int, penalties: Floats = NONE) -> tuple[float, frozenset[Span]]:
    least, spans = shortest_tree(distances, root, penalties)
    return least, frozenset((start, end) for start, end in spans.tolist())


@pytest.mark.parametrize("size", range(2, 8))
def test_the_tree_is_the_least_of_all(size: int) -> None:
    random = np.random.default_rng(size)
    for _ in range(3):
        distances = random_metric(random, size)
        for root in range(1, size):
            fitting = [tree for tree in all_binary_bracketings(size) if (0, root) in tree or root == 1]
            fitting = [tree for tree in fitting if (root, size) in tree or root == size - 1]
            lengths = {tree - {(0, size)}: length_of(distances, root, tree) for tree in fitting}
            least, spans = found(distances, root)
            assert least == pytest.approx(min(lengths.values()), abs=1e-9)
            assert spans == min(lengths, key=lambda tree: lengths[tree])


def grown(random: np.random.Generator, size: int) -> tuple[Floats, frozenset[Span], float]:
    """A random binary tree with random edges: the distances between its leaves, its spans, and the sum of all edges
    when the two at the top are one."""
    spans: list[Span] = []
    depths = np.zeros(size)
    distances = np.zeros((size, size))
    total = 0.0

    def grow(start: int, end: int) -> None:
        nonlocal total
        if end - start == 1:
            return
        spans.append((start, end))
        middle = int(random.integers(start + 1, end))
        grow(start, middle)
        grow(middle, end)
        for low, high in ((start, middle), (middle, end)):
            edge = random.random() + 0.1
            depths[low:high] += edge
            total += edge
        distances[start:middle, middle:end] = depths[start:middle, None] + depths[middle:end]

    grow(0, size)
    return distances + distances.T, frozenset(spans) - {(0, size)}, total


@pytest.mark.parametrize("size", [3, 4, 5, 7, 10, 16, 25, 40])
def test_an_additive_metric_gives_its_tree_back(size: int) -> None:
    random = np.random.default_rng(size)
    for _ in range(4):
        distances, spans, total = grown(random, size)
        root = next(end for start, end in sorted({*spans, (0, 1)}, key=lambda s: -s[1]) if start == 0)
        least, tree = found(distances, root)
        assert tree == spans
        assert least == pytest.approx(total, abs=1e-10)


def test_where_the_tree_hangs_from_does_not_change_its_length() -> None:
    random = np.random.default_rng(3)
    for _ in range(10):
        distances, spans, total = grown(random, 12)
        fitting = {1, 11, *(end for start, end in spans if start == 0), *(start for start, end in spans if end == 12)}
        for root in range(1, 12):
            least, _ = found(distances, root)
            assert least >= total - 1e-9
            if root in fitting:
                assert least == pytest.approx(total, abs=1e-9)


def spectral_distances(own: Floats, across: Floats, rank: int) -> Floats:
    """Equation 5 for each pair of leaves."""

    def log(matrix: Floats) -> float:
        return float(np.log(np.linalg.svd(matrix, compute_uv=False)[:rank]).sum())

    size = len(own)
    found = np.zeros((size, size))
    for one, two in itertools.combinations(range(size), 2):
        found[one, two] = found[two, one] = -log(across[one, two]) + 0.5 * (log(own[one]) + log(own[two]))
    return found


def test_covariances_of_a_hidden_tree_give_the_tree_back() -> None:
    random = np.random.default_rng(0)
    size, rank, width = 8, 3, 6
    for _ in range(8):
        _, spans, _ = grown(random, size)
        nodes = sorted({*spans, (0, size)}, key=lambda span: span[0] - span[1])
        above = {node: min((o for o in nodes if o[0] <= node[0] and node[1] <= o[1] and o != node),
                           key=lambda o: o[1] - o[0], default=None) for node in nodes}  # fmt: skip
        steps = {node: random.standard_normal((rank, rank)) for node in nodes}
        covariance: dict[tuple[Span, Span], Floats] = {((0, size), (0, size)): np.eye(rank)}
        for node in nodes[1:]:
            parent = above[node]
            assert parent is not None
            for other in [one for one in nodes if (parent, one) in covariance]:
                covariance[node, other] = steps[node] @ covariance[parent, other]
                covariance[other, node] = covariance[node, other].T
            covariance[node, node] = steps[node] @ covariance[parent, node] + 0.2 * np.eye(rank)
        over = [min((n for n in nodes if n[0] <= leaf < n[1]), key=lambda n: n[1] - n[0]) for leaf in range(size)]
        shown = [random.standard_normal((width, rank)) for _ in range(size)]
        own = np.stack([shown[a] @ covariance[over[a], over[a]] @ shown[a].T for a in range(size)])
        across = np.zeros((size, size, width, width))
        for a, b in itertools.permutations(range(size), 2):
            across[a, b] = shown[a] @ covariance[over[a], over[b]] @ shown[b].T
        distances = spectral_distances(own, across, rank)
        for four in itertools.combinations(range(size), 4):  # the condition that makes a metric additive
            a, b, c, d = four
            sums = sorted(
                distances[p, q] + distances[r, s] for p, q, r, s in ((a, b, c, d), (a, c, b, d), (a, d, b, c))
            )
            assert sums[1] == pytest.approx(sums[2], abs=1e-6)
        root = next((end for start, end in nodes[1:] if start == 0), 1)
        assert found(distances, root)[1] == spans


def of_one_leaf(distances: Floats, root: int) -> tuple[float, frozenset[Span]]:
    """The search with one leaf of each set in place of the mean over all of them: what a first version might do."""
    size = len(distances)

    def outside(start: int, end: int) -> int:
        return end if end < size else start - 1

    @functools.cache
    def below(start: int, cut: int, end: int) -> tuple[float, frozenset[Span]]:
        first = reached(start, cut, cut, outside(start, end))
        second = reached(cut, end, start, outside(start, end))
        return first[0] + second[0], first[1] | second[1]

    def reached(start: int, end: int, beside: int, out: int) -> tuple[float, frozenset[Span]]:
        """The least length of a part with the edge over it, whose other end leads to two leaves."""
        if end - start == 1:
            return 0.5 * (distances[start, beside] + distances[start, out] - distances[beside, out]), frozenset()
        ways = []
        for cut in range(start + 1, end):
            length, spans = below(start, cut, end)
            across = sum(distances[one, two] for one in (start, cut) for two in (beside, out)) / 4
            edge = across - 0.5 * (distances[start, cut] + distances[beside, out])
            ways.append((length + edge, spans | {(start, end)}))
        return min(ways, key=lambda way: way[0])

    ways = []
    for left, right in itertools.product(range(1, root) or [0], range(root + 1, size) or [0]):
        parts = [below(*one) for one in ((0, left, root), (root, right, size)) if one[2] - one[0] > 1]
        ends = [[0, left] if root > 1 else [0], [root, right] if size - root > 1 else [root]]
        edge = float(np.mean([distances[one, two] for one in ends[0] for two in ends[1]]))
        edge -= sum(0.5 * distances[two[0], two[1]] for two in ends if len(two) == 2)
        spans = frozenset(span for span in ((0, root), (root, size)) if span[1] - span[0] > 1)
        ways.append((edge + sum(part[0] for part in parts), spans.union(*(part[1] for part in parts))))
    return min(ways, key=lambda way: way[0])


def recovered(
    samples: int, signal: tuple[float, float], noise: float, repetitions: int = 6, used: int = 3,
    search: Callable[[Floats, int], tuple[float, frozenset[Span]]] = found,
) -> tuple[float, float]:  # fmt: skip
    """The share of trees over 10 leaves, and of their brackets, that sampled covariances give back: hidden vectors of 3
    numbers, whose steps along an edge have singular values in this range, are shown as 12 with noise. So many singular
    values of each covariance are used."""
    random = np.random.default_rng(5)
    size, rank, width, exact, right, total = 10, 3, 12, 0, 0, 0
    for _ in range(repetitions):
        _, spans, _ = grown(random, size)
        nodes = sorted({*spans, (0, size), *((at, at + 1) for at in range(size))}, key=lambda span: span[0] - span[1])
        hidden: dict[Span, Floats] = {}
        for node in nodes:
            above = [one for one in hidden if one[0] <= node[0] and node[1] <= one[1]]
            value = random.standard_normal((samples, rank))
            if above:
                left, right_ = (np.linalg.qr(random.standard_normal((rank, rank)))[0] for _ in range(2))
                step = (left * random.uniform(*signal, rank)) @ right_
                rest = np.linalg.cholesky(np.eye(rank) - step @ step.T)
                value = hidden[min(above, key=lambda one: one[1] - one[0])] @ step.T + value @ rest.T
            hidden[node] = value
        shown = [
            hidden[at, at + 1] @ np.linalg.qr(random.standard_normal((width, rank)))[0].T
            + noise * random.standard_normal((samples, width))
            for at in range(size)
        ]
        across = np.array([[one.T @ two / samples for two in shown] for one in shown])
        distances = spectral_distances(np.array([across[at, at] for at in range(size)]), across, used)
        tops = [end for start, end in spans if start == 0]
        tree = search(distances, max(tops, default=1))[1]
        exact += tree == spans
        right += len(tree & spans)
        total += len(spans)
    return exact / repetitions, right / total


def test_sampled_covariances_give_the_tree_back_as_samples_grow() -> None:
    few, many = recovered(60, (0.6, 0.9), 0.5), recovered(1000, (0.6, 0.9), 0.5)
    assert many == (1.0, 1.0)
    assert few[1] < 1.0
    weak = [recovered(samples, (0.3, 0.6), 1.0)[1] for samples in (100, 10_000)]
    assert weak[0] < weak[1]
    assert weak[1] > 0.9


def test_one_leaf_for_each_set_finds_the_same_tree_in_exact_distances() -> None:
    random = np.random.default_rng(6)
    for size in (4, 7, 10):
        distances, spans, total = grown(random, size)
        root = max((end for start, end in spans if start == 0), default=1)
        least, tree = of_one_leaf(distances, root)
        assert tree == spans
        assert least == pytest.approx(total)


def test_means_over_all_leaves_and_all_hidden_numbers_find_more_of_a_sampled_tree() -> None:
    given = (100, (0.6, 0.9), 0.5, 16)
    whole = recovered(*given)
    one_number, one_leaf = recovered(*given, used=1), recovered(*given, search=of_one_leaf)
    assert whole[1] > one_number[1]
    assert whole[1] > one_leaf[1]
    assert whole[0] > one_leaf[0]


def test_a_constant_metric_with_noise_gives_all_trees_alike() -> None:
    random = np.random.default_rng(1)
    seen: dict[frozenset[Span], int] = {}
    for _ in range(2000):
        noise = np.triu(random.random((5, 5)) * 1e-6, 1)
        tree = found(np.ones((5, 5)) - np.eye(5) + noise + noise.T, 1)[1]
        seen[tree] = seen.get(tree, 0) + 1
    assert len(seen) == 5  # all trees over the four words behind the top bracket
    assert max(seen.values()) < 900


def test_forbidden_spans_are_avoided_where_a_binary_tree_can() -> None:
    random = np.random.default_rng(2)
    for _ in range(10):
        distances = random_metric(random, 6)
        _, spans = found(distances, 3)
        for span in spans - {(0, 3), (3, 6)}:
            penalties = np.zeros((6, 7))
            penalties[span] = 1e4
            assert span not in found(distances, 3, penalties)[1]


def test_the_kernel_reaches_from_two_fifths_to_seven_thirds_of_a_distance() -> None:
    weights = gap_kernel_weights(39, 0.4)
    assert np.allclose(np.diag(weights), 1.0)
    near = [gap for gap in range(1, 40) if abs(12 - gap) < 0.4 * (12 + gap)]
    assert (near[0], near[-1]) == (6, 27)
    assert [gap + 1 for gap in np.flatnonzero(weights[11])] == near
