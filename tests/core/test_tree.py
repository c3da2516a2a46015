"""Trees: what is taken from them, what is taken out of them, and that depth is no limit."""

from __future__ import annotations

import copy
import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st
from trees import ODD, trees

from spectral_core.data import Tree
from spectral_core.data.tree import TRACE_TAG, escape_chain_label, split_chain_label, strip_function_tags
from spectral_core.formats.brackets import parse_bracketed_sentence


def tree(text: str) -> Tree:
    found = parse_bracketed_sentence(text.encode()).tree
    assert found is not None
    return found


RICH = tree("( (S (NP-SBJ-1 (DT The) (NN cat)) (VP (VBD was) (VP (VBN fed) (NP (-NONE- *-1)))) (. .)))")


def test_words_and_tags_leave_traces_out() -> None:
    assert list(RICH.words()) == ["The", "cat", "was", "fed", "."]
    assert list(RICH.tags()) == ["DT", "NN", "VBD", "VBN", "."]
    assert list(RICH.leaves())[4] == (TRACE_TAG, "*-1")


def test_spans_are_half_open_over_words_and_leave_tags_and_empty_phrases_out() -> None:
    assert RICH.spans() == [(0, 5, ""), (0, 5, "S"), (0, 2, "NP-SBJ-1"), (2, 4, "VP"), (3, 4, "VP")]
    assert tree("(NP (NP (NN cats)))").spans() == [(0, 1, "NP"), (0, 1, "NP")]


@given(trees(loose=True))
def test_each_span_covers_the_words_of_a_phrase(random: Tree) -> None:
    expected = []

    def visit(node: Tree, start: int) -> int:
        end = start
        place = len(expected)
        for child in node.children:
            if isinstance(child, str):
                end += node.label != TRACE_TAG
            else:
                end = visit(child, end)
        if end > start and not node.is_tag:
            expected.insert(place, (start, end, node.label))
        return end

    assert visit(random, 0) == len(list(random.words()))
    assert random.spans() == expected


@pytest.mark.parametrize(
    ("label", "plain"),
    [
        ("NP-SBJ-1", "NP"),
        ("NP=2", "NP"),
        ("NP-TMP=3", "NP"),
        ("S", "S"),
        ("-LRB-", "-LRB-"),
        ("-NONE-", "-NONE-"),
        ("PRT|ADVP", "PRT|ADVP"),
        ("ADVP|PRT-CLR", "ADVP|PRT"),
        ("", ""),
        ("=", "="),
        ("-", "-"),
    ],
)
def test_a_category_is_the_label_without_functions_and_indices(label: str, plain: str) -> None:
    assert strip_function_tags(label) == plain


def test_traces_go_with_the_phrases_that_held_nothing_else() -> None:
    assert str(RICH.without_traces()) == "( (S (NP-SBJ-1 (DT The) (NN cat)) (VP (VBD was) (VP (VBN fed))) (. .)))"
    assert tree("(S (NP (NN cats)))").without_traces() == tree("(S (NP (NN cats)))")
    assert Tree("S", (Tree("NP", (Tree(TRACE_TAG, ("*",)),)), Tree("VP", ()))).without_traces() is None


def test_functions_go_from_phrases_and_from_tags_only_where_asked() -> None:
    given_tree = tree("(IP-MAT (NP-SBJ (N-N cats)) (VBPI sleep) (-LRB- -LRB-))")
    assert str(given_tree.without_functions()) == "(IP (NP (N-N cats)) (VBPI sleep) (-LRB- -LRB-))"
    assert str(given_tree.without_functions(tags=True)) == "(IP (NP (N cats)) (VBPI sleep) (-LRB- -LRB-))"


@given(trees(loose=True))
def test_what_needs_no_change_is_the_same_object(random: Tree) -> None:
    bare = random.without_traces()
    if bare is not None:
        assert bare.without_traces() is bare
        assert TRACE_TAG not in {label for label, _ in bare.leaves()}
        assert list(bare.words()) == list(random.words())
    plain = random.without_functions(tags=True)
    assert plain.without_functions(tags=True) is plain


def test_unary_chains_become_one_label() -> None:
    given_tree = tree("(S (VP (VB go) (NP (NN home))))")
    assert str(given_tree.collapse_unaries()) == "(S+VP (VB go) (NP+NN home))"
    assert str(given_tree.collapse_unaries(tags=False)) == "(S+VP (VB go) (NP (NN home)))"


@given(trees(tags=ODD, phrases=ODD, loose=True), st.booleans())
def test_chains_are_expanded_to_what_they_were(random: Tree, tags: bool) -> None:
    collapsed = random.collapse_unaries(tags)
    assert collapsed.expand_unaries() == random
    for node in collapsed.nodes():
        only = node.children[0] if len(node.children) == 1 else None
        assert not isinstance(only, Tree) or (only.is_tag and not tags)


@given(st.lists(ODD, min_size=1, max_size=4))
def test_a_joined_label_splits_into_its_parts(labels: list[str]) -> None:
    assert split_chain_label("+".join(map(escape_chain_label, labels))) == labels


def test_an_outer_bracket_comes_and_goes() -> None:
    inner = tree("(S (NP (NN cats)))")
    assert str(inner.with_root()) == "( (S (NP (NN cats))))"
    assert inner.with_root().with_root() == inner.with_root()
    assert str(inner.with_root().with_root("TOP")) == "(TOP (S (NP (NN cats))))"
    assert str(inner.with_root("TOP").with_root("TOP")) == "(TOP (S (NP (NN cats))))"
    assert inner.with_root().without_root() == inner
    assert Tree("", (inner.with_root(),)).without_root() == inner
    several = tree("( (S (NN cats)) (. .))")
    assert several.without_root() is several


@given(trees(loose=True))
def test_leaves_are_replaced_in_order_and_traces_stay(random: Tree) -> None:
    size = len(list(random.words()))
    words, tags = [f"w{at}" for at in range(size)], [f"T{at}" for at in range(size)]
    changed = random.with_leaves(words, tags)
    assert list(changed.words()) == words
    assert [label for label, _ in changed.leaves() if label == TRACE_TAG] == [
        label for label, _ in random.leaves() if label == TRACE_TAG
    ]
    assert [node.label for node in changed.nodes() if not node.is_tag] == [
        node.label for node in random.nodes() if not node.is_tag
    ]
    tagged = {label: word for label, word in changed.leaves() if label in tags}
    assert all(label[1:] == word[1:] for label, word in tagged.items())
    assert random.with_leaves(list(random.words()), list(random.tags())) == random


def test_leaves_of_another_number_are_refused() -> None:
    with pytest.raises(ValueError, match="2 words and 2 tags do not fit a tree over 5 words"):
        RICH.with_leaves(["a", "b"], ["A", "B"])


@given(trees(loose=True), trees(loose=True))
def test_trees_are_equal_when_they_are_written_alike(one: Tree, two: Tree) -> None:
    assert (one == two) == (str(one) == str(two))
    again = pickle.loads(pickle.dumps(one))
    assert again == one
    assert again is not one
    assert hash(again) == hash(one)
    assert copy.deepcopy(one) == one


def test_trees_differ_by_label_by_word_and_by_shape() -> None:
    one = Tree("S", (Tree("A", ("x",)),))
    assert one != Tree("S", (Tree("B", ("x",)),))
    assert one != Tree("S", (Tree("A", ("y",)),))
    assert one != Tree("S", ("A",))
    assert one != Tree("S", (Tree("A", ("x",)), "y"))
    assert one != "S"
    assert repr(one) == "<Tree (S (A x))>"


def test_no_operation_is_stopped_by_depth() -> None:
    deep = Tree("NN", ("word",))
    for at in range(20_000):
        deep = Tree(f"N{at % 3}", (deep,) if at % 2 else (deep, Tree(TRACE_TAG, ("*",))))
    assert deep.depth == 20_001
    assert pickle.loads(pickle.dumps(deep)) == deep
    assert len(deep.spans()) == 20_000
    assert deep.collapse_unaries().expand_unaries() == deep
    assert deep.without_functions() is deep
    bare = deep.without_traces()
    assert bare is not None
    assert bare.depth == 20_001
    assert bare.collapse_unaries().is_tag
    assert hash(deep) != hash(bare)
    assert repr(deep).endswith("…>")
    assert next(deep.with_leaves(["cat"], ["NNS"]).leaves()) == ("NNS", "cat")
