"""The recursions of split head automata against all trees, listed."""

from __future__ import annotations

import math
import time
from collections.abc import Sequence

import numpy as np
import pytest
from numpy.typing import NDArray
from oracles import all_projective_trees

from spectral_core.data import Constraints
from spectral_core.errors import ConstraintError
from spectral_core.structured.eisner import (
    Automata,
    LatticeBatch,
    Locks,
    SentenceLattice,
    arc_posteriors,
    k_best_derivations,
    k_best_trees,
    minimum_risk_heads,
)

Floats = NDArray[np.float64]
FORMS = ("one", "two", "three", "four", "five", "six")


def random_case(
    size: int, depth: int, states: int, seed: int, signed: bool = True
) -> tuple[Automata, Floats, SentenceLattice]:
    """Automata over two groups and three symbols, their operators as formulas have them, and a sentence."""
    random = np.random.default_rng(seed)

    def drawn(*shape: int) -> Floats:
        values = random.standard_normal(shape)
        return values if signed else np.abs(values)

    operators, start, stop = drawn(2, 2, 3, states, states), drawn(2, 2, states), drawn(2, 2, states)
    lattice = SentenceLattice(
        random.integers(0, 2, size),
        random.integers(0, 3, size),
        drawn(size),
        random.integers(0, depth, size),
        drawn(size, size, depth),
        drawn(size, 2, depth),
    )
    return Automata.from_operators(operators, start, stop), operators, lattice


def half_score(
    automata: Automata, operators: Floats, lattice: SentenceLattice, head: int, side: int, words: list[int]
) -> float:
    """The score of the modifiers of a head on one side, head-outwards, all counted from 0."""
    group = lattice.groups[head]
    state, vector = 0, automata.start[group, side]
    for word in words:
        operator = operators[group, side, lattice.symbols[word]]
        vector = lattice.weights[head, word, state] * (operator @ vector)
        state = int(lattice.next_states[word])
    return float(lattice.ends[head, side, state] * (automata.stop[group, side] @ vector))


def tree_score(automata: Automata, operators: Floats, lattice: SentenceLattice, heads: Sequence[int]) -> float:
    score = float(lattice.roots[heads.index(0)])
    for head in range(len(heads)):
        words = [word for word, above in enumerate(heads) if above == head + 1]
        for side, own in ((0, [word for word in words if word < head][::-1]), (1, [w for w in words if w > head])):
            score *= half_score(automata, operators, lattice, head, side, own)
    return score


def subtree(heads: Sequence[int], word: int) -> set[int]:
    return {word}.union(*(subtree(heads, below) for below, above in enumerate(heads, 1) if above == word))


def honours(heads: Sequence[int], constraints: Constraints) -> bool:
    arcs = {(head, word) for word, head in enumerate(heads, 1)}
    subtrees = [subtree(heads, word) for word in range(1, len(heads) + 1)]
    return (
        constraints.required_arcs <= arcs
        and not constraints.forbidden_arcs & arcs
        and all(set(range(start + 1, end + 1)) in subtrees for start, end, _ in constraints.required_spans)
    )


def random_constraints(size: int, random: np.random.Generator) -> Constraints:
    trees = list(all_projective_trees(size))
    tree = trees[random.integers(len(trees))]
    words = range(1, size + 1)
    required = {(tree[word - 1], word) for word in words if random.random() < 0.2}
    forbidden = {(h, m) for h in range(size + 1) for m in words if h != m and random.random() < 0.1}
    spans = set()
    for word in words:
        below = subtree(tree, word)
        if random.random() < 0.2:
            spans.add((min(below) - 1, max(below), ""))
    if random.random() < 0.2:
        start = int(random.integers(size))
        spans.add((start, int(random.integers(start, size)) + 1, ""))
    return Constraints(
        required_arcs=frozenset(required), forbidden_arcs=frozenset(forbidden), required_spans=frozenset(spans)
    )


def arcs_summed(trees: list[tuple[int, ...]], scores: list[float], size: int) -> Floats:
    found = np.zeros((size + 1, size))
    for heads, score in zip(trees, scores, strict=True):
        for word, head in enumerate(heads):
            found[head, word] += score
    return found


@pytest.mark.parametrize(("size", "trees"), [(1, 1), (2, 2), (3, 7), (4, 30), (5, 143)])
def test_there_are_as_many_trees_as_there_should_be(size: int, trees: int) -> None:
    found = k_best_trees(np.zeros((size + 1, size)), None, 200)
    assert len(found) == trees
    assert {heads for _, heads in found} == set(all_projective_trees(size))


@pytest.mark.parametrize("size", range(1, 6))
@pytest.mark.parametrize(("depth", "states"), [(1, 1), (1, 3), (2, 3), (4, 1)])
def test_sums_over_trees_and_arc_posteriors_are_those_of_all_trees(size: int, depth: int, states: int) -> None:
    for seed in range(5):
        automata, operators, lattice = random_case(size, depth, states, seed)
        trees = list(all_projective_trees(size))
        scores = [tree_score(automata, operators, lattice, heads) for heads in trees]
        found = arc_posteriors(automata, LatticeBatch.from_lattices([lattice]))[0]
        total = sum(scores)
        assert found.sign * math.exp(found.log_score) == pytest.approx(total, rel=1e-12 * _cancelled(scores))
        np.testing.assert_allclose(
            found.arcs, arcs_summed(trees, scores, size) / total, rtol=0, atol=1e-12 * _cancelled(scores)
        )
        np.testing.assert_allclose(found.arcs.sum(axis=0), 1.0, atol=1e-12 * _cancelled(scores))


def _cancelled(scores: list[float]) -> float:
    return 1 + 10 * sum(map(abs, scores)) / abs(sum(scores))


@pytest.mark.parametrize("size", range(2, 6))
def test_locks_are_honoured_in_sums_best_trees_and_lists(size: int) -> None:
    trees = list(all_projective_trees(size))
    possible = 0
    for seed in range(60):
        random = np.random.default_rng([seed, size])
        constraints = random_constraints(size, random)
        automata, operators, lattice = random_case(size, 2, 3, seed)
        left = [heads for heads in trees if honours(heads, constraints)]
        if not left:
            with pytest.raises(ConstraintError):
                Locks.from_constraints(constraints, FORMS[:size])
            continue
        possible += 1
        locks = Locks.from_constraints(constraints, FORMS[:size])
        locked = SentenceLattice(
            lattice.groups,
            lattice.symbols,
            lattice.roots,
            lattice.next_states,
            lattice.weights,
            lattice.ends,
            locks,
        )
        scores = [tree_score(automata, operators, lattice, heads) for heads in left]
        found = arc_posteriors(automata, LatticeBatch.from_lattices([lattice, locked, lattice]))[1]
        assert found.sign * math.exp(found.log_score) == pytest.approx(sum(scores), rel=1e-12 * _cancelled(scores))
        np.testing.assert_allclose(
            found.arcs, arcs_summed(left, scores, size) / sum(scores), rtol=0, atol=1e-12 * _cancelled(scores)
        )
        arcs = random.standard_normal((size + 1, size))
        for k in (1, 4, 200):
            ranked = k_best_trees(arcs, locks, k)
            wanted = sorted((sum(arcs[head, word] for word, head in enumerate(heads)) for heads in left), reverse=True)
            assert [score for score, _ in ranked] == pytest.approx(wanted[:k])
            assert len({heads for _, heads in ranked}) == len(ranked)
            assert {heads for _, heads in ranked} <= set(left)
    assert possible > 20


@pytest.mark.parametrize(("depth", "states"), [(1, 1), (3, 1), (2, 2)])
def test_the_best_derivations_are_those_of_all_trees(depth: int, states: int) -> None:
    for size in range(1, 5):
        automata, operators, lattice = random_case(size, depth, states, seed=size, signed=False)
        scored = []
        for heads in all_projective_trees(size):
            scored.append((_best_derivation(automata, operators, lattice, heads), heads))
        scored.sort(reverse=True)
        for k in (1, 3, 200):
            found = k_best_derivations(automata, lattice, k)
            assert [score for score, _ in found] == pytest.approx([score for score, _ in scored[:k]])
            assert [heads for _, heads in found] == [heads for _, heads in scored[:k]]


def _best_derivation(automata: Automata, operators: Floats, lattice: SentenceLattice, heads: Sequence[int]) -> float:
    """The log of the largest product along hidden states, which maximises every half tree by itself."""
    score = math.log(lattice.roots[heads.index(0)])
    for head in range(len(heads)):
        words = [word for word, above in enumerate(heads) if above == head + 1]
        for side, own in ((0, [word for word in words if word < head][::-1]), (1, [w for w in words if w > head])):
            group, state = lattice.groups[head], 0
            vector = automata.start[group, side]
            for word in own:
                steps = operators[group, side, lattice.symbols[word]] * vector
                vector = lattice.weights[head, word, state] * steps.max(axis=1)
                state = int(lattice.next_states[word])
            score += math.log(lattice.ends[head, side, state] * (automata.stop[group, side] * vector).max())
    return score


@pytest.mark.parametrize("size", range(1, 6))
def test_scores_of_neighbouring_modifiers_fit_into_the_same_chart(size: int) -> None:
    random = np.random.default_rng(size)
    roots, last = random.standard_normal(size), random.standard_normal((size, 2, size + 1))
    pairs = random.standard_normal((size, size, size + 1))  # [head, modifier, 1 + the modifier before it, 0 for none]

    def score(heads: Sequence[int]) -> float:
        total = float(roots[heads.index(0)])
        for head in range(size):
            below = [word for word, above in enumerate(heads) if above == head + 1]
            for side, own in ((0, [word for word in below if word < head][::-1]), (1, [w for w in below if w > head])):
                before = 0
                for word in own:
                    total += pairs[head, word, before]
                    before = word + 1
                total += last[head, side, before]
        return total

    trees = list(all_projective_trees(size))
    scores = [score(heads) for heads in trees]
    none = np.zeros(size, dtype=np.int64)
    alike = Automata(np.ones((1, 2, 1, 1, 1)), np.ones((1, 2, 1)), np.ones((1, 2, 1)))
    lattice = SentenceLattice(none, none, np.exp(roots), np.arange(1, size + 1), np.exp(pairs), np.exp(last))
    found = arc_posteriors(alike, LatticeBatch.from_lattices([lattice]))[0]
    shares = np.exp(scores) / np.exp(scores).sum()
    assert found.log_score == pytest.approx(math.log(np.exp(scores).sum()))
    np.testing.assert_allclose(found.arcs, arcs_summed(trees, shares.tolist(), size), atol=1e-12)
    ranked = k_best_derivations(alike, lattice, 3)
    wanted = sorted(zip(scores, trees, strict=True), reverse=True)[:3]
    assert [heads for _, heads in ranked] == [heads for _, heads in wanted]
    assert [score for score, _ in ranked] == pytest.approx([score for score, _ in wanted])


def test_scaling_what_every_tree_has_once_leaves_posteriors_unchanged() -> None:
    automata, operators, lattice = random_case(5, 2, 3, seed=3)
    scales = np.array([0.3, 7.0, 1e-3])
    scaled = Automata.from_operators(operators * scales[:, None, None], automata.start, automata.stop)
    roots = lattice.roots * scales[lattice.symbols]
    other = SentenceLattice(lattice.groups, lattice.symbols, roots, lattice.next_states, lattice.weights, lattice.ends)
    here, there = (
        arc_posteriors(automata, LatticeBatch.from_lattices([lattice]))[0],
        arc_posteriors(scaled, LatticeBatch.from_lattices([other]))[0],
    )
    np.testing.assert_allclose(here.arcs, there.arcs, atol=1e-12)
    assert there.log_score - here.log_score == pytest.approx(np.log(scales[lattice.symbols]).sum())


@pytest.mark.parametrize("scale", [1e-30, 1e30])
def test_long_sentences_neither_underflow_nor_overflow(scale: float) -> None:
    automata, operators, lattice = random_case(60, 1, 2, seed=1, signed=False)
    scaled = Automata.from_operators(operators * scale, automata.start, automata.stop)
    here, there = (
        arc_posteriors(automata, LatticeBatch.from_lattices([lattice]))[0],
        arc_posteriors(scaled, LatticeBatch.from_lattices([lattice]))[0],
    )
    np.testing.assert_allclose(here.arcs, there.arcs, atol=1e-9)
    assert there.log_score - here.log_score == pytest.approx(59 * math.log(scale))
    np.testing.assert_allclose(there.arcs.sum(axis=0), 1.0, atol=1e-9)


def test_the_best_heads_of_a_batch_are_those_of_each_sentence() -> None:
    cases = [random_case(size, 1, 1, seed=size, signed=False) for size in (1, 4, 2, 5)]
    automata = cases[0][0]
    batch = LatticeBatch.from_lattices([lattice for _, _, lattice in cases])
    found = arc_posteriors(automata, batch)
    heads = minimum_risk_heads(found)
    for number, each in enumerate(found.to_list()):
        alone = arc_posteriors(automata, LatticeBatch.from_lattices([cases[number][2]]))[0]
        assert np.array_equal(alone.arcs, each.arcs)
        assert np.array_equal(found[number].arcs, each.arcs)
        ((_, best),) = k_best_trees(each.arcs, None, 1)
        assert best == tuple(heads[batch.offsets[number] : batch.offsets[number + 1]].tolist())


def test_a_stopping_score_below_the_floor_is_raised_and_counted() -> None:
    automata = Automata.from_operators(
        np.full((1, 2, 1, 2, 2), 0.1), np.array([[[1.0, 0.0]] * 2]), np.array([[[-0.5, 0.2]] * 2])
    )
    lattice = SentenceLattice.make_unweighted(np.zeros(2, dtype=np.int64), np.zeros(2, dtype=np.int64), np.ones(2))
    raised = arc_posteriors(automata, LatticeBatch.from_lattices([lattice]), floor=0.01)[0]
    assert raised.clipped == 6  # nothing, and one modifier, on every side that has a word
    # nothing: -.5 -> .01 * .5; one: -.05 + .02 -> .01 * .07; two trees, each with one such half and three of the first
    assert math.exp(raised.log_score) == pytest.approx(2 * (0.01 * 0.07) * 0.005 * 0.1**0 * 0.005 * 0.005)


@pytest.mark.parametrize(
    ("constraints", "said"),
    [
        (
            Constraints(required_arcs=frozenset({(1, 3), (2, 3)})),
            "3 'three' is locked to two heads, 1 'one' and 2 'two'",
        ),
        (
            Constraints(required_arcs=frozenset({(1, 3), (2, 4)})),
            "1 'one' -> 3 'three' and 2 'two' -> 4 'four' are both",
        ),
        (Constraints(required_arcs=frozenset({(1, 2), (2, 1)})), "the locked arcs run in a circle: 1 'one' -> 2 'two'"),
        (Constraints(required_arcs=frozenset({(0, 1), (0, 3)})), "1 'one' and 3 'three' are both locked to the root"),
        (
            Constraints(required_arcs=frozenset({(1, 3)}), forbidden_arcs=frozenset({(1, 3)})),
            "1 'one' -> 3 'three' is locked and forbidden at once",
        ),
        (
            Constraints(required_arcs=frozenset({(2, 4)}), required_spans=frozenset({(0, 3, "")})),
            "2 'two' -> 4 'four' is locked, but leaves the locked span 1-3 'one two three'",
        ),
        (
            Constraints(required_arcs=frozenset({(4, 1), (4, 2)}), required_spans=frozenset({(0, 2, "")})),
            "both enter the locked span 1-2 'one two'",
        ),
        (Constraints(required_spans=frozenset({(0, 2, ""), (1, 3, "")})), "the locked spans 1-2 'one two' and 2-3"),
        (
            Constraints(required_arcs=frozenset({(0, 2)}), required_spans=frozenset({(1, 3, "")})),
            "2 'two' is locked to the root",
        ),
        (
            Constraints(forbidden_arcs=frozenset((head, 4) for head in range(4))),
            "no tree without crossing arcs honours the forbidden arcs the root -> 4 'four', 1 'one' -> 4 'four'",
        ),
        (
            Constraints(required_arcs=frozenset({(0, 2), (1, 3)})),
            "the root -> 2 'two' and 1 'one' -> 3 'three' are both locked but cross",
        ),
        (
            Constraints(
                required_arcs=frozenset({(0, 2), (2, 1)}), forbidden_arcs=frozenset({(2, 4), (3, 4), (1, 3), (4, 1)})
            ),
            "no tree without crossing arcs honours the locked arc the root -> 2 'two' and the forbidden arcs "
            "2 'two' -> 4 'four', 3 'three' -> 4 'four' together; undo one of them",
        ),
        (Constraints(required_arcs=frozenset({(9, 1)})), "the locked arc from word 9 to word 1 does not lie in this"),
        (Constraints(required_spans=frozenset({(2, 9, "")})), "the locked span from word 3 to word 9 does not lie"),
        (Constraints(forbidden_spans=frozenset({(0, 2, "")})), "cannot forbid a span"),
    ],
)
def test_impossible_locks_are_answered_with_the_conflict(constraints: Constraints, said: str) -> None:
    with pytest.raises(ConstraintError) as caught:
        Locks.from_constraints(constraints, FORMS[:4])
    assert said in str(caught.value)


def test_a_lone_lock_that_cannot_be_honoured_is_not_one_of_several() -> None:
    with pytest.raises(ConstraintError) as caught:
        Locks.from_constraints(Constraints(forbidden_arcs=frozenset({(0, 1)})), FORMS[:1])
    assert str(caught.value).endswith("honours the forbidden arc the root -> 1 'one'; undo it")


def test_the_conflict_among_thousands_of_locks_is_found_soon() -> None:
    words, pair = range(1, 201), {7, 30}
    beside = {(head, word) for word in words for head in range(201) if (3 * head + word) % 7 == 3} - {(7, 30), (30, 7)}
    conflict = {(head, word) for word in pair for head in range(201) if head not in pair}
    forms = [f"w{word}" for word in words]
    begun = time.process_time()
    with pytest.raises(ConstraintError) as caught:
        Locks.from_constraints(Constraints(forbidden_arcs=frozenset(beside | conflict)), forms)
    assert time.process_time() - begun < 10  # one search for each of the locks takes three times as long
    said = str(caught.value)
    assert said.startswith("no tree without crossing arcs honours the forbidden arcs the root -> 7 'w7', ")
    assert f"and {len(conflict) - 6} more together" in said
