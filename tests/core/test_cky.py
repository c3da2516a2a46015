"""Charts of constituents against all derivations there are: sums, hidden states, lists of trees, closed cells."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product

import numpy as np
import pytest
from numpy.typing import NDArray

from spectral_core.data import Constraints
from spectral_core.errors import ConstraintError
from spectral_core.structured import cky
from spectral_core.structured.cky import BinaryRules, CellConstraints, LabelledWords, PrunedItems, SpanChart
from spectral_core.structured.locks import make_cell_locks, make_unlocked_cells

Floats = NDArray[np.float64]
Item = tuple[int, int, int]  # start, end, label
WIDE = (0.0, 0.0)  # neither beam nor threshold


@dataclass(frozen=True)
class Case:
    """A random grammar with the words of one sentence."""

    rules: BinaryRules
    roots: Floats
    words: LabelledWords
    size: int
    labels: int

    def items(self, cells: CellConstraints | None = None, limits: tuple[float, float] = WIDE) -> PrunedItems:
        prior = np.full(self.labels, 1 / self.labels)
        free = make_unlocked_cells(self.size, self.labels)
        return cky.prune_spans(self.rules, self.roots, prior, self.words, cells or free, *limits)

    def trees(self) -> Iterator[tuple[frozenset[Item], list[tuple[int, Item, Item, Item]]]]:
        """The items of every tree, and its rules with the items that they are applied to."""
        for label in range(self.labels):
            yield from self._below(0, self.size, label)

    def _below(
        self, start: int, end: int, label: int
    ) -> Iterator[tuple[frozenset[Item], list[tuple[int, Item, Item, Item]]]]:
        here = (start, end, label)
        if end - start == 1:
            yield frozenset([here]), []
            return
        for rule in np.flatnonzero(self.rules.parents == label).tolist():
            pair = self.rules.pairs[rule]
            left, right = int(self.rules.lefts[pair]), int(self.rules.rights[pair])
            for split in range(start + 1, end):
                both = product(self._below(start, split, left), self._below(split, end, right))
                for (one, first), (two, second) in both:
                    step = rule, here, (start, split, left), (split, end, right)
                    yield one | two | {here}, [step, *first, *second]


def case(seed: int, size: int = 4, labels: int = 3, rules: int = 11) -> Case:
    random = np.random.default_rng(seed)
    kinds = np.sort(random.choice(labels**3, rules, replace=False))
    triples = kinds % labels, kinds // labels // labels, kinds // labels % labels
    made = BinaryRules.from_rules(*triples, random.random(rules), labels)
    words = LabelledWords(
        np.array([0, size]),
        np.arange(size + 1) * labels,
        np.tile(np.arange(labels), size),
        random.random(size * labels),
    )
    return Case(made, random.random(labels), words, size, labels)


def found_in(items: PrunedItems, numbers: Floats) -> dict[Item, float]:
    keys = zip(items.starts.tolist(), items.ends.tolist(), items.labels.tolist(), strict=True)
    return dict(zip(keys, numbers.tolist(), strict=True))


def single(given: Case, tree: frozenset[Item], steps: list[tuple[int, Item, Item, Item]]) -> float:
    """The weight of a tree by rules without hidden states."""
    weight = float(np.prod([given.rules.weights[rule] for rule, *_ in steps]))
    for start, end, label in tree:
        if end - start == 1:
            weight *= float(given.words.weights[start * given.labels + label])
        if end - start == given.size:
            weight *= float(given.roots[label])
    return weight


def expected(given: Case, allowed: CellConstraints | None = None) -> tuple[dict[Item, float], float]:
    """The posterior of every item of any tree, and the sum of all trees."""
    sums: dict[Item, float] = {}
    total = 0.0
    for tree, steps in given.trees():
        if allowed is not None and not all(honoured(allowed, item) for item in tree):
            continue
        weight = single(given, tree, steps)
        total += weight
        for item in tree:
            sums[item] = sums.get(item, 0.0) + weight
    return {item: weight / total for item, weight in sums.items()}, total


def honoured(cells: CellConstraints, item: Item) -> bool:
    lock = cells.locks[item[0], item[1]]
    return bool(lock == cky.OPEN or (lock != cky.CLOSED and cells.masks[lock, item[2]]))


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("size", [1, 2, 3, 5])
def test_posteriors_are_those_of_all_trees(seed: int, size: int) -> None:
    given = case(seed, size)
    items = given.items()
    posteriors, total = expected(given)
    found = found_in(items, items.posteriors)
    assert found.keys() == posteriors.keys()
    for item, number in posteriors.items():
        assert found[item] == pytest.approx(number, rel=1e-12)
    assert items.sums[0] == pytest.approx(math.log(total), rel=1e-12)


def test_a_threshold_keeps_the_items_above_it() -> None:
    given = case(0, 5)
    posteriors, _ = expected(given)
    items = given.items(limits=(0.0, 0.2))
    assert found_in(items, items.posteriors).keys() == {item for item, number in posteriors.items() if number >= 0.2}


def locked_cells(given: Case, constraints: Constraints) -> CellConstraints:
    names = [("A",), ("B", "C"), ()]  # the last is a phrase that still grows
    over = [(), ("B",), ()]
    locks, masks = make_cell_locks(constraints, ["w"] * given.size, names, over)
    return make_unlocked_cells(given.size, given.labels)._replace(locks=locks, masks=masks)


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize(
    "constraints",
    [
        Constraints(required_spans=frozenset({(1, 3, "")})),
        Constraints(required_spans=frozenset({(0, 2, "B"), (0, 2, "C")})),
        Constraints(required_spans=frozenset({(1, 2, "B")})),
        Constraints(forbidden_spans=frozenset({(1, 3, "A"), (2, 4, "")})),
        Constraints(required_spans=frozenset({(1, 4, "A")}), forbidden_spans=frozenset({(0, 4, "C")})),
    ],
)
def test_sums_under_locks_are_those_of_the_trees_that_honour_them(seed: int, constraints: Constraints) -> None:
    given = case(seed, 4, rules=20)
    cells = locked_cells(given, constraints)
    phrases, words = [("A",), ("B", "C"), ()], [(), ("B",), ()]
    posteriors, _ = expected(given, cells)
    items = given.items(cells)
    found = found_in(items, items.posteriors)
    assert found.keys() == posteriors.keys()
    assert found == pytest.approx(posteriors, rel=1e-12)
    for tree, _ in given.trees():  # closed cells and masks together are the locks
        names = {
            (start, end, name) for start, end, label in tree for name in (words if end - start == 1 else phrases)[label]
        }
        spans = {(start, end) for start, end, _ in names}
        obeys = all(
            (lock in names) if lock[2] else (lock[:2] in spans) for lock in constraints.required_spans
        ) and not any((lock in names) if lock[2] else (lock[:2] in spans) for lock in constraints.forbidden_spans)
        root_is_phrase = (0, given.size) in spans
        assert all(honoured(cells, item) for item in tree) == (obeys and root_is_phrase)


def test_locks_that_cross_are_named() -> None:
    with pytest.raises(ConstraintError, match="cross"):
        locked_cells(case(0), Constraints(required_spans=frozenset({(0, 2, ""), (1, 3, "")})))


@dataclass(frozen=True)
class States:
    """Random tensors with numbers of either sign."""

    tensors: Floats
    leaves: Floats  # (words, labels, states)
    roots: Floats

    def score(self, given: Case, steps: list[tuple[int, Item, Item, Item]], tree: frozenset[Item]) -> float:
        numbers: dict[Item, Floats] = {}
        for start, end, label in tree:
            if end - start == 1:
                numbers[start, end, label] = self.leaves[start, label]
        for rule, here, left, right in sorted(steps, key=lambda step: step[1][1] - step[1][0]):
            numbers[here] = np.outer(numbers[left], numbers[right]).ravel() @ self.tensors[rule]
        (top,) = (item for item in tree if item[1] - item[0] == given.size)
        return float(self.roots[top[2]] @ numbers[top])

    def sums(
        self, given: Case, items: PrunedItems, weights: Floats | None = None, ways: SpanChart | None = None
    ) -> cky.ItemPosteriors:
        chart = cky.build_chart(given.rules, items, given.words.offsets)
        factors = np.ones(len(items.starts)) if weights is None else weights
        numbers = np.zeros((len(items.starts), self.roots.shape[1]))
        words = np.flatnonzero(items.ends - items.starts == 1)
        numbers[words] = self.leaves[items.starts[words], items.labels[words]]
        numbers[words] *= (np.exp(-items.scales[words]) * factors[words])[:, None]
        flipped = np.ascontiguousarray(self.tensors.swapaxes(1, 2))
        return cky.item_posteriors(chart, self.tensors, flipped, self.roots, factors, numbers, ways)

    def ways(self, given: Case, items: PrunedItems, weights: Floats) -> tuple[SpanChart, Floats]:
        ways = cky.split_events_by_rule(cky.build_chart(given.rules, items, given.words.offsets))
        return ways, self.sums(given, items, weights, ways).events


def hidden(given: Case, seed: int, states: int = 2) -> States:
    random = np.random.default_rng(seed + 100)
    shape = (len(given.rules.parents), states * states, states)
    return States(
        random.random(shape) - 0.2,
        random.random((given.size, given.labels, states)) - 0.2,
        random.random((given.labels, states)),
    )


@pytest.mark.parametrize("seed", range(6))
def test_sums_over_hidden_states_are_those_of_all_trees(seed: int) -> None:
    given = case(seed, 4)
    states, items = hidden(given, seed), given.items()
    found = states.sums(given, items)
    scores = [(tree, states.score(given, steps, tree)) for tree, steps in given.trees()]
    total = sum(score for _, score in scores)
    assert found.signs[0] == np.sign(total)
    assert found.log_sums[0] == pytest.approx(math.log(abs(total)), rel=1e-10)
    for item, number in found_in(items, found.items).items():
        share = sum(score for tree, score in scores if item in tree) / total
        assert number == pytest.approx(share, rel=1e-8, abs=1e-10)


class Dense:
    """The same sums by other means: every span, rule and division in turn, over whole arrays and without pruning."""

    def __init__(self, given: Case, states: States):
        self._given, self._size = given, given.size
        count, labels, width = given.size, given.labels, states.roots.shape[1]
        cube = states.tensors.reshape(-1, width, width, width)  # (rules, left, right, parent)
        self._rules = [
            (int(parent), int(given.rules.lefts[pair]), int(given.rules.rights[pair]), cube[rule])
            for rule, (parent, pair) in enumerate(zip(given.rules.parents, given.rules.pairs, strict=True))
        ]
        inside = np.zeros((count, count + 1, labels, width))
        for at in range(count):
            inside[at, at + 1] = states.leaves[at]
        spans = [(start, start + wide) for wide in range(2, count + 1) for start in range(count - wide + 1)]
        for start, end in spans:
            for split in range(start + 1, end):
                for up, left, right, tensor in self._rules:
                    inside[start, end, up] += np.einsum(
                        "l,r,lrp->p", inside[start, split, left], inside[split, end, right], tensor
                    )
        outside = np.zeros_like(inside)
        outside[0, count] = states.roots
        for start, end in reversed(spans):
            for split in range(start + 1, end):
                for up, left, right, tensor in self._rules:
                    above = tensor @ outside[start, end, up]
                    outside[start, split, left] += above @ inside[split, end, right]
                    outside[split, end, right] += inside[start, split, left] @ above
        self.total = float((inside[0, count] * states.roots).sum())
        self.shares = (inside * outside).sum(axis=3) / self.total

    def best(self) -> frozenset[Item]:
        """The tree whose items have the largest sum of shares."""
        found: dict[Item, tuple[float, frozenset[Item]]] = {}
        for wide in range(1, self._size + 1):
            for start in range(self._size - wide + 1):
                end = start + wide
                for label in range(self._given.labels):
                    here = frozenset([(start, end, label)])
                    ways = [(0.0, frozenset[Item]())] if wide == 1 else []
                    for up, left, right, _ in self._rules if wide > 1 else ():
                        for split in range(start + 1, end) if up == label else ():
                            both = found.get((start, split, left)), found.get((split, end, right))
                            if both[0] is not None and both[1] is not None:
                                ways.append((both[0][0] + both[1][0], both[0][1] | both[1][1]))
                    if ways:
                        most, items = max(ways, key=lambda way: way[0])
                        found[start, end, label] = most + float(self.shares[start, end, label]), items | here
        tops = [found[0, self._size, label] for label in range(self._given.labels) if (0, self._size, label) in found]
        return max(tops, key=lambda top: top[0])[1]


@pytest.mark.parametrize("seed", range(4))
def test_with_one_state_the_chart_is_that_of_the_rules_alone(seed: int) -> None:
    given = case(seed, 7, labels=4, rules=26)
    items = given.items()
    leaves = given.words.weights.reshape(given.size, given.labels, 1)
    found = States(given.rules.weights[:, None, None], leaves, given.roots[:, None]).sums(given, items)
    np.testing.assert_allclose(found.items, items.posteriors, rtol=1e-9, atol=1e-12)


@pytest.mark.parametrize("seed", range(8))
def test_a_second_kernel_finds_the_same_sums_and_the_same_tree(seed: int) -> None:
    given = case(seed, 6 + seed % 4, labels=4, rules=26)
    states, items = hidden(given, seed, states=3), given.items()
    found, dense = states.sums(given, items), Dense(given, states)
    assert found.log_sums[0] == pytest.approx(math.log(abs(dense.total)), rel=1e-10)
    shares = dense.shares[items.starts, items.ends, items.labels]
    np.testing.assert_allclose(found.items, shares, rtol=1e-8, atol=1e-8 * np.abs(shares).max())
    chart = cky.build_chart(given.rules, items, given.words.offsets)
    ((_, places),) = cky.k_best_trees(chart, found.items, 1)
    tree = zip(items.starts[places].tolist(), items.ends[places].tolist(), items.labels[places].tolist(), strict=True)
    assert frozenset(tree) == dense.best()


@pytest.mark.parametrize("seed", range(4))
def test_uses_of_rules_are_those_of_all_trees(seed: int) -> None:
    given = case(seed, 4)
    states, items = hidden(given, seed), given.items()
    weights = np.exp(np.random.default_rng(seed).standard_normal(len(items.starts)))
    factor = found_in(items, weights)
    ways, found = states.ways(given, items, weights)
    scores = [
        (steps, states.score(given, steps, tree) * math.prod(factor[item] for item in tree))
        for tree, steps in given.trees()
    ]
    total = sum(score for _, score in scores)
    names = list(found_in(items, weights))
    rules = np.repeat(ways.rules, np.diff(ways.applications))
    seen = 0
    for application, (source, parent) in enumerate(zip(ways.sources.tolist(), ways.parents.tolist(), strict=True)):
        for at in range(ways.events[source], ways.events[source + 1]):
            step = int(rules[application]), names[parent], names[ways.lefts[at]], names[ways.rights[at]]
            share = sum(score for steps, score in scores if step in steps) / total
            assert found[at] == pytest.approx(share, rel=1e-8, abs=1e-10)
            seen += 1
    assert seen == len({step for steps, _ in scores for step in steps})


def test_the_best_trees_by_gains_of_rules_are_the_first_of_all() -> None:
    given = case(1, 4, rules=16)
    items = given.items()
    ways = cky.split_events_by_rule(cky.build_chart(given.rules, items, given.words.offsets))
    names = list(found_in(items, items.posteriors))
    random = np.random.default_rng(0)
    gains, worth = random.standard_normal(len(names)), random.standard_normal(len(ways.lefts))
    rules = np.repeat(ways.rules, np.diff(ways.applications))
    steps_of = {}
    for application, parent in enumerate(ways.parents.tolist()):
        for at in range(ways.events[application], ways.events[application + 1]):
            step = int(rules[application]), names[parent], names[ways.lefts[at]], names[ways.rights[at]]
            steps_of[step] = worth[at]
    by_name = dict(zip(names, gains.tolist(), strict=True))
    every = sorted(
        (sum(by_name[item] for item in tree) + sum(steps_of[step] for step in steps) for tree, steps in given.trees()),
        reverse=True,
    )
    found = [score for score, _ in cky.k_best_trees(ways, gains, 9, worth)]
    assert found == pytest.approx(every[:9])


def test_a_sentence_that_is_too_much_work_has_no_trees() -> None:
    given = case(0, 5)
    prior, free = np.full(3, 1 / 3), make_unlocked_cells(5, 3)
    for work, there in ((0, False), (1_000_000, True)):
        items = cky.prune_spans(given.rules, given.roots, prior, given.words, free, 0.0, 0.0, work)
        assert bool(np.isfinite(items.sums).all()) == there == (len(items.starts) > 0)


def test_invertible_maps_of_states_change_nothing() -> None:
    given = case(3, 5)
    states, items = hidden(given, 3), given.items()
    maps = np.random.default_rng(5).standard_normal((given.labels, 2, 2)) + 2 * np.eye(2)
    back = np.linalg.inv(maps)
    rules = given.rules
    lefts, rights = rules.lefts[rules.pairs], rules.rights[rules.pairs]
    cube = states.tensors.reshape(-1, 2, 2, 2)
    mapped = np.einsum("rjki,rja,rkb,rci->rabc", cube, back[lefts], back[rights], maps[rules.parents])
    other = States(
        np.ascontiguousarray(mapped).reshape(states.tensors.shape),
        np.einsum("lab,wlb->wla", maps, states.leaves),
        np.einsum("lb,lba->la", states.roots, back),
    )
    np.testing.assert_allclose(other.sums(given, items).items, states.sums(given, items).items, atol=1e-9)


def test_weights_of_items_multiply_every_tree_that_has_them() -> None:
    given = case(1, 4)
    states, items = hidden(given, 1), given.items()
    weights = np.exp(np.random.default_rng(0).standard_normal(len(items.starts)))
    factor = found_in(items, weights)
    scores = [
        (tree, states.score(given, steps, tree) * math.prod(factor[item] for item in tree))
        for tree, steps in given.trees()
    ]
    total = sum(score for _, score in scores)
    found = states.sums(given, items, weights)
    assert found.log_sums[0] == pytest.approx(math.log(abs(total)), rel=1e-10)
    for item, number in found_in(items, found.items).items():
        assert number == pytest.approx(sum(score for tree, score in scores if item in tree) / total, abs=1e-9)


def test_other_scales_change_no_sum() -> None:
    given = case(2, 5)
    states, items = hidden(given, 2), given.items()
    weights = np.exp(3 * np.random.default_rng(1).standard_normal(len(items.starts)))
    chart = cky.build_chart(given.rules, items, given.words.offsets)
    numbers = np.zeros(len(items.starts))
    words = np.flatnonzero(items.ends - items.starts == 1)
    entries = items.starts[words] * given.labels + items.labels[words]
    numbers[words] = given.words.weights[entries] * np.exp(-items.scales[words]) * weights[words]
    chart, whole = cky.rescale_chart(chart, given.rules, weights, numbers)
    assert whole.tolist() == [0]
    leaves = np.zeros((len(items.starts), 2))
    leaves[words] = states.leaves[items.starts[words], items.labels[words]]
    leaves[words] *= (np.exp(-chart.scales[words]) * weights[words])[:, None]
    flipped = np.ascontiguousarray(states.tensors.swapaxes(1, 2))
    found = cky.item_posteriors(chart, states.tensors, flipped, states.roots, weights, leaves)
    wanted = states.sums(given, items, weights)
    np.testing.assert_allclose(found.items, wanted.items, atol=1e-9)
    assert found.log_sums[0] == pytest.approx(wanted.log_sums[0], rel=1e-10)


@pytest.mark.parametrize("seed", range(4))
def test_the_k_best_trees_are_the_first_of_all(seed: int) -> None:
    given = case(seed, 4, rules=16)
    items = given.items()
    gains = np.random.default_rng(seed).standard_normal(len(items.starts))
    worth = found_in(items, gains)
    chart = cky.build_chart(given.rules, items, given.words.offsets)
    everything = sorted((-sum(worth[item] for item in tree) for tree, _ in given.trees()), key=float)
    for k in (1, 3, 7, len(everything) + 5):
        ranked = cky.k_best_trees(chart, gains, k)
        assert [score for score, _ in ranked] == pytest.approx([-cost for cost in everything[:k]])
        trees = [frozenset(places.tolist()) for _, places in ranked]
        assert len(set(trees)) == len(ranked) == min(k, len(everything))
        for score, places in ranked:
            assert gains[places].sum() == pytest.approx(score)
            assert places[0] in np.flatnonzero(items.ends - items.starts == given.size)


def test_two_sentences_are_charted_as_each_alone() -> None:
    one, two = case(0, 3), case(0, 5)
    words = LabelledWords(
        np.array([0, 3, 8]),
        np.concatenate((one.words.bounds, 9 + two.words.bounds[1:])),
        np.concatenate((one.words.labels, two.words.labels)),
        np.concatenate((one.words.weights, two.words.weights)),
    )
    both = Case(one.rules, one.roots, words, 8, 3)
    items = both.items()
    for sentence, alone in enumerate((one, two)):
        rules = Case(one.rules, one.roots, alone.words, alone.size, 3)
        part = slice(*items.bounds[sentence : sentence + 2].tolist())
        np.testing.assert_allclose(items.posteriors[part], rules.items().posteriors, rtol=1e-12)


def test_a_sentence_without_trees_says_so() -> None:
    given = case(0, 3)
    items = Case(given.rules, np.zeros(3), given.words, 3, 3).items()
    assert items.sums[0] == -np.inf
    assert len(items.starts) == 0


def test_a_long_sentence_of_unlikely_words_does_not_underflow() -> None:
    size = 200
    rules = BinaryRules.from_rules(np.array([0]), np.array([0]), np.array([0]), np.array([0.5]), 1)
    words = LabelledWords(np.array([0, size]), np.arange(size + 1), np.zeros(size, dtype=np.int64), np.full(size, 1e-6))
    given = Case(rules, np.ones(1), words, size, 1)
    trees = math.lgamma(2 * size - 1) - math.lgamma(size) - math.lgamma(size + 1)  # the Catalan number
    wanted = trees + (size - 1) * math.log(0.5) + size * math.log(1e-6)
    items = given.items()
    assert items.sums[0] == pytest.approx(wanted, rel=1e-12)
    states = States(np.full((1, 1, 1), 0.5), np.full((size, 1, 1), 1e-6), np.ones((1, 1)))
    assert states.sums(given, items).log_sums[0] == pytest.approx(wanted, rel=1e-12)


def test_sums_that_leave_the_range_of_single_precision_say_so() -> None:
    given = case(0, 4)
    items = given.items()
    chart = cky.build_chart(given.rules, items, given.words.offsets)
    shape = (len(given.rules.parents), 4, 2)
    signs = np.where(np.arange(2) == 0, 1.0, -1.0)
    tensors = np.full(shape, 1e30, dtype=np.float32) * signs.astype(np.float32)
    numbers = np.full((len(items.starts), 2), 1e20, dtype=np.float32)
    ones = np.ones(len(items.starts), dtype=np.float32)
    roots = np.ones((given.labels, 2), dtype=np.float32)
    found = cky.item_posteriors(chart, tensors, np.ascontiguousarray(tensors.swapaxes(1, 2)), roots, ones, numbers)
    assert found.signs.tolist() == [0]
    assert not found.items.any()


def test_a_sentence_whose_posteriors_are_no_numbers_has_no_sum_and_leaves_its_neighbour_alone() -> None:
    rules = BinaryRules.from_rules(np.array([0]), np.array([0]), np.array([0]), np.array([0.5]), 1)
    words = LabelledWords(np.array([0, 2, 4]), np.arange(5), np.zeros(4, dtype=np.int64), np.ones(4))
    items = Case(rules, np.ones(1), words, 4, 1).items()
    numbers = np.zeros((len(items.starts), 1), dtype=np.float32)
    single = np.flatnonzero(items.ends - items.starts == 1)
    numbers[single] = [[1e-40], [1.0], [1.0], [1.0]]  # the sum is a number, but one divided by its first word is none
    tensors, roots = np.full((1, 1, 1), 800.0, dtype=np.float32), np.ones((1, 1), dtype=np.float32)
    chart, ones = cky.build_chart(rules, items, words.offsets), np.ones(len(numbers), dtype=np.float32)
    found = cky.item_posteriors(chart, tensors, tensors, roots, ones, numbers)
    assert found.signs.tolist() == [0, 1]
    assert found.log_sums[0] == -np.inf
    first = slice(*items.bounds[:2].tolist())
    assert not found.items[first].any()
    np.testing.assert_allclose(found.items[items.bounds[1] :], 1.0)


@pytest.mark.parametrize(
    ("rules", "words", "second"),
    [
        pytest.param(0.5, (1.0,) * 4, -1.0, id="numbers that cancel each other"),
        pytest.param(1e-10, (1e-6,) * 4, 0.5, id="a sum below the smallest normal number"),
        pytest.param(1e25, (1e10,) * 4, 0.5, id="a sum above the largest number"),
        pytest.param(0.5, (1.0, math.nan, 1.0, 1.0), 0.5, id="a sum that is no number"),
        pytest.param(0.5, (1.0, math.inf, 1.0, 1.0), 0.5, id="an infinite word"),
        pytest.param(1e3, (1e-36, 1.0, 1.0, 1.0), -0.9999, id="parts that are too large beside their sum"),
    ],
)
def test_a_sum_over_all_trees_without_meaning_has_no_sign_and_gives_no_posteriors(
    rules: float, words: tuple[float, ...], second: float
) -> None:
    """Trees of two states that never meet, in single precision; those of the second count `second` times."""
    given = case(0, 4)
    items = given.items()
    chart = cky.build_chart(given.rules, items, given.words.offsets)
    tensors = np.zeros((len(given.rules.parents), 4, 2), dtype=np.float32)
    tensors[:, 0, 0] = tensors[:, 3, 1] = rules
    numbers = np.zeros((len(items.starts), 2), dtype=np.float32)
    single = np.flatnonzero(items.ends - items.starts == 1)
    numbers[single] = np.array(words)[items.starts[single], None]
    ones = np.ones(len(items.starts), dtype=np.float32)
    roots = np.tile(np.array((1.0, second), dtype=np.float32), (given.labels, 1))
    found = cky.item_posteriors(chart, tensors, np.ascontiguousarray(tensors.swapaxes(1, 2)), roots, ones, numbers)
    assert found.signs.tolist() == [0]
    assert found.log_sums.tolist() == [-math.inf]
    assert not found.items.any()


def test_roots_that_leave_the_range_of_numbers_when_divided_by_the_sum_give_no_posteriors() -> None:
    rules = BinaryRules.from_rules(np.array([0]), np.array([0]), np.array([0]), np.array([0.5]), 1)
    words = LabelledWords(np.array([0, 1]), np.arange(2), np.zeros(1, dtype=np.int64), np.ones(1))
    items = Case(rules, np.ones(1), words, 1, 1).items()
    numbers = np.full((len(items.starts), 1), 1e-42, dtype=np.float32)
    tensors, roots = np.zeros((1, 1, 1), dtype=np.float32), np.full((1, 1), 1e5, dtype=np.float32)
    chart = cky.build_chart(rules, items, words.offsets)
    sums = cky.item_posteriors(chart, tensors, tensors, roots, np.ones(len(numbers), dtype=np.float32), numbers)
    assert sums.signs.tolist() == [0]
    assert not sums.items.any()


def test_the_best_division_is_the_best_of_all() -> None:
    from oracles import all_binary_bracketings

    random = np.random.default_rng(0)
    for size in range(1, 7):
        scores = random.standard_normal((size, size + 1))
        found = cky.best_binary_tree(scores)
        leaves = sum(scores[at, at + 1] for at in range(size))
        best = max(sum(scores[span] for span in tree) for tree in all_binary_bracketings(size)) + leaves
        assert sum(scores[span] for span in found) == pytest.approx(best if size > 1 else scores[0, 1])
        assert len(found) == 2 * size - 1
