"""The arc of the tree in DEPS follows a word to another head or relation."""

from __future__ import annotations

import pytest

from spectral_core.data import Sentence
from spectral_core.errors import EditError


def sentence(*deps: str) -> Sentence:
    """Dogs and cats bark at night, with this graph."""
    return Sentence.of(
        ["Dogs", "and", "cats", "bark", "at", "night"],
        heads=[4, 3, 1, 0, 6, 4],
        deprels=["nsubj", "cc", "conj", "root", "case", "obl"],
        deps=deps,
    )


GRAPH = ("4:nsubj", "3:cc", "1:conj:and|4:nsubj", "0:root", "6:case", "4:obl:at")
NONE = ("_",) * 6


@pytest.mark.parametrize(
    ("word", "head", "relation", "cell"),
    [
        (1, 6, None, "6:nsubj"),
        (1, 6, "conj", "6:conj"),
        (3, 4, "nsubj", "4:nsubj"),  # that arc stands there already
        (3, 6, None, "4:nsubj|6:conj:and"),
        (6, 1, None, "1:obl:at"),
        (6, 1, "nmod", "1:nmod"),
        (6, 4, "obl:arg", "4:obl:arg:at"),
        (2, None, None, "_"),
        (3, None, None, "4:nsubj"),
        (6, 0, "root", "0:root"),
    ],
)
def test_the_arc_of_a_word_follows_it(word: int, head: int | None, relation: str | None, cell: str) -> None:
    before = sentence(*GRAPH)
    after = before.with_head(word, head, relation)
    assert after.deps == (*GRAPH[: word - 1], cell, *GRAPH[word:])


def test_an_arc_from_an_endless_number_stays_behind_all_others() -> None:
    foreign = f"{'9' * 5_000}:dep"
    after = sentence(f"4:nsubj|{foreign}", *GRAPH[1:]).with_head(1, 6)
    assert after.deps[0] == f"6:nsubj|{foreign}"


def test_a_new_relation_alone_is_followed_as_well() -> None:
    assert sentence(*GRAPH).with_value("deprel", 5, "fixed").deps[4] == "6:fixed"


def test_a_word_that_hung_nowhere_gets_its_arc_back_with_its_head() -> None:
    assert sentence(*GRAPH).with_head(2, None).with_head(2, 1).deps[1] == "1:cc"
    other_arc_too = sentence(*GRAPH).with_head(3, None)
    assert other_arc_too.deps[2] == "4:nsubj"
    assert other_arc_too.with_head(3, 6).deps[2] == "4:nsubj|6:conj"


def test_a_relation_written_where_the_tree_had_none_leaves_the_graph_s_own() -> None:
    unlabelled = Sentence.of(["Dogs", "bark"], heads=[2, 0], deprels=["_", "root"], deps=["2:nsubj", "0:root"])
    assert unlabelled.with_value("deprel", 1, "obj").deps == ("2:nsubj", "0:root")


def test_both_words_of_a_swap_keep_their_arcs() -> None:
    swapped = sentence(*GRAPH).with_head_swapped(4, 1)
    ends = zip(swapped.heads, swapped.deprels, strict=True)
    for cell, (head, relation) in zip(swapped.deps, ends, strict=True):
        assert any(arc.startswith(f"{head}:{relation}") for arc in cell.split("|")), cell


def test_a_parser_s_tree_takes_the_graph_with_it() -> None:
    parsed = sentence(*GRAPH).with_heads([4, 1, 1, 0, 6, 4])
    assert parsed.deps == ("4:nsubj", "1:cc", *GRAPH[2:])


def test_an_arc_of_the_graph_that_is_not_the_tree_s_stays() -> None:
    other = ("4:nsubj", "3:cc", "4:nsubj", "0:root", "6:case", "1:obl|2.1:obl")
    assert sentence(*other).with_head(3, 6).deps == other
    assert sentence(*other).with_head(6, 3).deps == other


def test_where_no_word_has_a_graph_none_is_begun() -> None:
    assert sentence(*NONE).with_head(1, 6, "conj").deps == NONE


def test_several_trees_at_once_are_as_one_by_one() -> None:
    before = sentence(*GRAPH)
    trees = [
        ((4, 3, 1, 0, 6, 4), before.deprels),
        ((4, 3, 4, 0, 6, 1), ("nsubj", "cc", "nsubj", "root", "case", "nmod")),
        ((6, None, 4, 0, 6, 1), ("conj", "cc", "nsubj", "root", "mark", "nmod")),
    ]
    assert before.with_dependency_trees(trees) == [before.with_heads(*tree) for tree in trees]
    assert before.with_dependency_trees(trees)[1].deps == ("4:nsubj", "3:cc", "4:nsubj", "0:root", "6:case", "1:nmod")
    assert [one.deps for one in sentence(*NONE).with_dependency_trees(trees)] == [NONE] * 3
    with pytest.raises(EditError, match="does not fit"):
        before.with_dependency_trees([*trees, ((0,), ("root",))])
    with pytest.raises(EditError, match="is not allowed"):
        before.with_dependency_trees([*trees, ((4, 3, 1, 0, 6, 4), ("a", "b", "c", "d", "e", "f\tg"))])
