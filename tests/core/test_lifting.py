"""Pseudo-projective lifting: hand-made structures, all small trees, and a treebank with many crossing arcs."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings, strategies
from oracles import all_dependency_trees, all_projective_trees

from spectral_core.data.dependencies import deprojectivise, find_crossing, is_projective, is_tree, projectivise
from spectral_core.errors import DataError
from spectral_core.formats import load


def test_a_crossing_arc_is_lifted_and_put_back() -> None:
    # A hearing is scheduled on the issue today: `on` hangs from `hearing`, across `scheduled`
    heads = (2, 4, 4, 0, 2, 7, 5, 4)
    labels = ("det", "nsubj", "aux", "root", "nmod", "det", "pobj", "advmod")
    lifted, encoded = projectivise(heads, labels)
    assert lifted == (2, 4, 4, 0, 4, 7, 5, 4)
    assert encoded == ("det", "nsubj↓", "aux", "root", "nmod↑nsubj", "det", "pobj", "advmod")
    assert deprojectivise(lifted, encoded) == (heads, labels)
    assert projectivise(heads, labels, paths=False)[1][1] == "nsubj"
    assert deprojectivise(*projectivise(heads, labels, paths=False)) == (heads, labels)


def test_of_words_with_the_relation_one_is_taken_from_which_the_arc_crosses() -> None:
    heads, labels = (4, 3, 0, 3), ("acl", "obj", "root", "obj")  # 1 hangs from 4, across the root
    assert projectivise(heads, labels, paths=False) == ((3, 3, 0, 3), ("acl↑obj", "obj", "root", "obj"))
    assert deprojectivise((3, 3, 0, 3), ("acl↑obj", "obj", "root", "obj")) == (heads, labels)


def test_a_path_tells_apart_what_the_relation_does_not() -> None:
    heads, labels = (2, 0, 2, 2, 3), ("obj", "root", "obj", "obl", "acl")  # 5 hangs from 3, across 4
    lifted, encoded = projectivise(heads, labels)
    assert (lifted, encoded) == ((2, 0, 2, 2, 2), ("obj", "root", "obj↓", "obl", "acl↑obj"))
    assert deprojectivise(lifted, encoded) == (heads, labels)
    assert deprojectivise(*projectivise(heads, labels, paths=False)) == ((2, 0, 2, 2, 1), labels)


def test_a_word_whose_place_is_not_there_stays() -> None:
    assert deprojectivise((2, 0, 2), ("nsubj", "root", "acl↑iobj")) == ((2, 0, 2), ("nsubj", "root", "acl"))
    assert deprojectivise((2, 0, 2), ("nsubj↓", "root↓", "obj↓")) == ((2, 0, 2), ("nsubj", "root", "obj"))


@pytest.mark.parametrize("size", [1, 2, 3, 4, 5])
def test_only_structures_that_cross_are_changed(size: int) -> None:
    labels = tuple(f"r{word}" for word in range(1, size + 1))
    projective = set(all_projective_trees(size))
    for heads in all_dependency_trees(size):
        lifted, encoded = projectivise(heads, labels)
        assert is_projective(lifted)
        assert is_tree(lifted)
        assert ((lifted, encoded) == (heads, labels)) == (heads in projective)


@pytest.mark.parametrize("size", [3, 4, 5])
@pytest.mark.parametrize("paths", [True, False])
def test_words_with_relations_of_their_own_all_go_back(size: int, paths: bool) -> None:
    labels = tuple(f"r{word}" for word in range(1, size + 1))
    for heads in all_dependency_trees(size):
        assert deprojectivise(*projectivise(heads, labels, paths)) == (heads, labels)


@strategies.composite
def trees(draw: strategies.DrawFn) -> tuple[tuple[int, ...], tuple[str, ...]]:
    """Any tree of up to 12 words, with few relations."""
    size = draw(strategies.integers(1, 12))
    order = draw(strategies.permutations(range(1, size + 1)))
    heads = [0] * size
    for place, word in enumerate(order[1:], 1):
        heads[word - 1] = order[draw(strategies.integers(0, place - 1))]
    return tuple(heads), tuple(draw(strategies.lists(strategies.sampled_from("abc"), min_size=size, max_size=size)))


@given(trees(), strategies.booleans())
@settings(max_examples=300)
def test_what_comes_back_is_a_tree_with_the_old_relations(
    tree: tuple[tuple[int, ...], tuple[str, ...]], paths: bool
) -> None:
    heads, labels = tree
    lifted, encoded = projectivise(heads, labels, paths)
    assert is_projective(lifted)
    assert is_tree(lifted)
    back, relations = deprojectivise(lifted, encoded)
    assert is_tree(back)
    assert relations == labels
    assert all(found == head for found, head, mark in zip(back, heads, encoded, strict=True) if "↑" not in mark)


@given(trees(), strategies.lists(strategies.sampled_from(["a", "b", "a↑b", "b↑a↓", "a↓"]), min_size=12, max_size=12))
def test_any_marks_give_a_tree(tree: tuple[tuple[int, ...], tuple[str, ...]], marks: list[str]) -> None:
    heads, _ = tree
    back, labels = deprojectivise(heads, marks[: len(heads)])
    assert is_tree(back)
    assert set(labels) <= {"a", "b"}


def test_what_is_no_tree_is_refused() -> None:
    with pytest.raises(ValueError, match="without a head"):
        projectivise((None,), ("root",))
    with pytest.raises(ValueError, match="only a tree"):
        projectivise((2, 1), ("a", "b"))
    with pytest.raises(ValueError, match="one relation"):
        deprojectivise((0, 1), ("root",))
    with pytest.raises(DataError, match="'a↑b' holds an arrow"):
        projectivise((0,), ("a↑b",))
    assert projectivise((), ()) == deprojectivise((), ()) == ((), ())


def test_nearly_all_crossing_arcs_of_basque_come_back(shared_data: Path) -> None:
    lifted = right = 0
    for sentence in load(shared_data / "ud_basque_bdt_v1" / "ud_basque_bdt_v1-dev.conllu.xz"):
        if sentence.find_crossing() is None:
            continue
        heads, labels = projectivise(sentence.heads, sentence.deprels)
        assert find_crossing(heads) is None
        back, relations = deprojectivise(heads, labels)
        assert relations == sentence.deprels
        for old, new, head in zip(sentence.heads, back, heads, strict=True):
            lifted += old != head
            right += old == new != head
    assert lifted > 1000
    assert right / lifted > 0.96
