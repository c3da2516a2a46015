"""Structures as values: what is open, what is decided, parts, locks, differences, and what is said of each part."""

from __future__ import annotations

import math

import pytest

from spectral_core.data import UNCONSTRAINED, Constraints, Sentence, Tree
from spectral_core.data.structure import (
    CONSTITUENTS,
    DEPENDENCIES,
    STRUCTURES,
    ArcMarginals,
    ArcPart,
    SpanMarginals,
    SpanPart,
    Structure,
)


def tag(word: str) -> Tree:
    return Tree("T", (word,))


WORDS = ("a", "b", "c", "d")
ARCS = Sentence.of(WORDS, heads=[2, 0, 2, 3], deprels=["x", "root", "y", "z"])
OTHER_ARCS = ARCS.with_head(4, 2, "z")
PHRASES = Sentence.of(WORDS, tree=Tree("S", (tag("a"), Tree("P", (tag("b"), Tree("Q", (tag("c"), tag("d"))))))))
OTHER_PHRASES = Sentence.of(WORDS, tree=Tree("S", (Tree("P", (Tree("Q", (tag("a"), tag("b"))), tag("c"))), tag("d"))))
PAIRS = [(DEPENDENCIES, ARCS, OTHER_ARCS), (CONSTITUENTS, PHRASES, OTHER_PHRASES)]
BARE = Sentence.of(WORDS)


@pytest.mark.parametrize("structure", STRUCTURES.values(), ids=lambda one: one.name)
def test_a_bare_sentence_is_open_and_has_no_parts(structure: Structure) -> None:
    assert structure.is_unfinished(BARE)
    assert not structure.has_annotation(BARE)
    assert not structure.is_complete(BARE)
    assert structure.parts(BARE) == ()
    assert structure.to_constraints(BARE) == UNCONSTRAINED


@pytest.mark.parametrize(("structure", "tree", "other"), PAIRS, ids=["dependencies", "constituents"])
def test_every_part_is_found_at_its_place_and_can_be_locked_forbidden_and_freed(
    structure: Structure, tree: Sentence, other: Sentence
) -> None:
    assert not structure.is_unfinished(tree)
    assert structure.is_complete(tree)
    assert structure.changed_fraction(tree, tree) == 0
    assert structure.changed_fraction(tree, other) == structure.changed_fraction(other, tree) > 0
    for part in structure.parts(tree):
        assert structure.part_at(tree, part.position) == part
        locked = structure.lock(UNCONSTRAINED, part)
        assert structure.is_locked(locked, part.position)
        assert structure.unlock(locked, part.position) == UNCONSTRAINED
        forbidden = structure.forbid(locked, part)
        assert not structure.is_locked(forbidden, part.position)
        assert forbidden != UNCONSTRAINED
        assert structure.remove_locks_at(forbidden, part.position) == UNCONSTRAINED
        assert structure.lock(forbidden, part) == locked


@pytest.mark.parametrize(("structure", "tree", "other"), PAIRS, ids=["dependencies", "constituents"])
def test_corrections_are_the_locks_that_tell_the_wanted_tree_from_the_shown_one(
    structure: Structure, tree: Sentence, other: Sentence
) -> None:
    locks = structure.lock_corrections(UNCONSTRAINED, tree, other)
    wanted, shown = set(structure.parts(other)), set(structure.parts(tree))
    for part in wanted - shown:
        assert structure.is_locked(locks, part.position)
    for part in shown & wanted:
        assert not structure.is_locked(locks, part.position)
    assert structure.lock_corrections(UNCONSTRAINED, tree, tree) == UNCONSTRAINED


def test_a_tree_is_begun_with_its_first_part() -> None:
    assert DEPENDENCIES.has_annotation(Sentence.of(WORDS, heads=[None, 1, *[None] * (len(WORDS) - 2)]))
    assert CONSTITUENTS.has_annotation(PHRASES)
    assert not CONSTITUENTS.has_annotation(ARCS)


def test_what_is_attached_in_an_open_sentence_is_decided() -> None:
    partly = BARE.with_head(1, 2, "x")
    assert DEPENDENCIES.to_constraints(partly) == Constraints(
        required_arcs=frozenset({(2, 1)}), required_labels=frozenset({(1, "x")})
    )
    assert DEPENDENCIES.to_constraints(ARCS) == UNCONSTRAINED


def test_the_difference_of_trees_counts_parts_that_are_not_in_both() -> None:
    assert DEPENDENCIES.changed_positions(ARCS, OTHER_ARCS) == {4}
    assert DEPENDENCIES.changed_fraction(ARCS, OTHER_ARCS) == 1 / 4
    assert CONSTITUENTS.changed_positions(PHRASES, OTHER_PHRASES) == {(1, 4), (2, 4)}
    assert CONSTITUENTS.changed_fraction(PHRASES, OTHER_PHRASES) == 1
    alike = Sentence.of(WORDS, tree=Tree("S", (tag("a"), Tree("P", (tag("b"), tag("c"), tag("d"))))))
    assert CONSTITUENTS.changed_fraction(PHRASES, alike) == 1 / 2


def test_phrases_are_judged_under_their_labels_without_functions_unless_all_have_one_of_their_own() -> None:
    gold = Sentence.of(WORDS, tree=Tree("S", (tag("a"), Tree("P-F", (tag("b"), Tree("R", (tag("c"), tag("d"))))))))
    assert [right for _, right in CONSTITUENTS.compare_to_gold(PHRASES, gold)] == [True, False]
    places = Tree("X", (tag("a"), Tree("X", (tag("b"), Tree("X", (tag("c"), tag("d")))))))
    assert [right for _, right in CONSTITUENTS.compare_to_gold(Sentence.of(WORDS, tree=places), gold)] == [True, True]


def test_arcs_are_judged_without_their_relations() -> None:
    gold = ARCS.with_value("deprel", 1, "other")
    assert [right for _, right in DEPENDENCIES.compare_to_gold(OTHER_ARCS, gold)] == [True, True, True, False]


def test_arcs_of_an_unfinished_tree_are_judged_word_by_word() -> None:
    partly = ARCS.with_head(2, None)
    assert DEPENDENCIES.compare_to_gold(partly, ARCS) == [(part, True) for part in DEPENDENCIES.parts(partly)]
    assert len(DEPENDENCIES.compare_to_gold(ARCS, partly)) == 3


def test_a_required_span_may_be_forbidden_under_one_label_and_kept_under_another() -> None:
    locks = CONSTITUENTS.lock(UNCONSTRAINED, SpanPart(1, 3, "A"))
    locks = CONSTITUENTS.forbid(CONSTITUENTS.lock(locks, SpanPart(1, 3, "B")), SpanPart(1, 3, "A"))
    assert locks == Constraints(required_spans=frozenset({(1, 3, "B")}), forbidden_spans=frozenset({(1, 3, "A")}))


def test_marginals_of_arcs_are_ordered_and_their_entropy_is_that_of_the_heads() -> None:
    rows = ((0.5, 0.25), (0.0, 0.75), (0.5, 0.0))
    found = ArcMarginals(rows, True)
    assert found.marginal(ArcPart(2, 1)) == 0.75
    assert found.marginal(ArcPart(1, 9)) is None
    assert found.alternatives(2) == [(ArcPart(2, 1), 0.75), (ArcPart(2, 0), 0.25)]
    assert found.margin(2) == 0.5
    assert found.margin(1) == 0.0
    expected = (2 * 0.5 * math.log(2) + 0.25 * math.log(4) + 0.75 * math.log(4 / 3)) / 2
    assert found.entropy == pytest.approx(expected)


def test_a_bracket_is_as_certain_as_it_is_ahead_of_what_crosses_it() -> None:
    numbers = {SpanPart(0, 3, "S"): 1.0, SpanPart(0, 2, "A"): 0.5, SpanPart(0, 2, "B"): 0.2, SpanPart(1, 3, "C"): 0.3}
    found = SpanMarginals(numbers, 3)
    assert found.marginal(SpanPart(0, 2, "A")) == 0.5
    assert found.marginal(SpanPart(0, 2, "Z")) == 0.0
    assert found.margin((0, 3)) == 1.0
    assert found.margin((0, 2)) == pytest.approx(0.2)
    assert found.margin((1, 3)) == pytest.approx(-0.2)
    assert [part for part, _ in found.alternatives((0, 2))] == [
        SpanPart(0, 2, "A"),
        SpanPart(1, 3, "C"),
        SpanPart(0, 2, "B"),
    ]
    doubts = [number * math.log(number) + (1 - number) * math.log(1 - number) for number in (0.5, 0.2, 0.3)]
    assert found.entropy == pytest.approx(-sum(doubts) / 3)


def test_labels_that_stand_over_each_other_do_not_exclude_each_other() -> None:
    found = SpanMarginals({SpanPart(0, 2, "A"): 1.0, SpanPart(0, 2, "B"): 0.9}, 2)
    assert found.margin((0, 2)) == 1.0


def test_locks_join_and_are_taken_apart() -> None:
    one = Constraints(required_arcs=frozenset({(1, 2)}))
    two = Constraints(forbidden_arcs=frozenset({(2, 1)}), required_arcs=frozenset({(1, 2)}))
    assert one.union(two) == two
    assert two.difference(one) == Constraints(forbidden_arcs=frozenset({(2, 1)}))
