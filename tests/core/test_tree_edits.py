"""Every change of a tree keeps its words and traces; attaching and grouping against their definitions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from trees import trees

from spectral_core.data import Sentence, Tree
from spectral_core.data import tree_edits as edits
from spectral_core.data.tree import (
    TRACE_TAG,
    NodePath,
    node_at,
    path_of_word,
    path_to_first_child,
    path_to_left_neighbour,
    path_to_parent,
    path_to_right_neighbour,
    walk_paths,
    word_range,
)
from spectral_core.errors import EditError
from spectral_core.formats import brackets

COOK = "( (S (NP-SBJ (DT the) (JJ old) (NN cook)) (VP (VBD saw) (NP (PRP me)) (PP (IN at) (NP (NN noon)))) (. .)))"
ASKED = "(S (NP (WP whom)) (SQ (MD can) (NP (PRP we)) (VP (VB ask) (NP (-NONE- *T*-1)) (ADVP (RB now)))))"
ARABIC = "(S (VP (VBD كتب) (NP (NN الولد)) (NP (NN رسالة))))"


def tree(text: str) -> Tree:
    read = brackets.parse_bracketed_sentence(text.encode()).tree
    assert read is not None
    return read


def numbered(given_tree: Tree) -> Tree:
    """The tree with leaves that are all different, so that no change of their order can hide."""
    names = iter(range(10_000))
    return given_tree.fold(
        lambda node, children: Tree(
            node.label, tuple(f"w{next(names)}" if isinstance(child, str) else child for child in children)
        )
    )


def leaves(given_tree: Tree) -> list[str]:
    return [word for _, word in given_tree.leaves()]


def every_path(given_tree: Tree) -> list[NodePath]:
    return [path for path, _ in walk_paths(given_tree)]


CHANGES: list[Callable[[Tree, list[NodePath], list[int]], edits.EditResult]] = [
    lambda tree, paths, _: edits.relabel_node(tree, paths[0], "NEW"),
    lambda tree, paths, _: edits.group_nodes(tree, paths, "NEW"),
    lambda tree, _, words: edits.group_words(tree, words[0], words[1], "NEW"),
    lambda tree, paths, _: edits.delete_phrase(tree, paths[0]),
    lambda tree, paths, _: edits.remove_unary(tree, paths[0]),
    lambda tree, paths, _: edits.add_unary(tree, paths[0], "NEW"),
    lambda tree, paths, _: edits.lift_node(tree, paths[0]),
    lambda tree, paths, _: edits.attach_node(tree, paths[0], paths[-1]),
]


@given(trees(loose=True) | trees(), st.sampled_from(range(len(CHANGES))), st.data())
def test_no_change_moves_or_loses_a_word_or_a_trace(before: Tree, which: int, data: st.DataObject) -> None:
    before = numbered(before)
    chosen = data.draw(st.lists(st.sampled_from(every_path(before)), min_size=1, max_size=3))
    words = [data.draw(st.integers(1, max(1, len(list(before.words()))))) for _ in "12"]
    kept = before, str(before)
    try:
        after, path = CHANGES[which](before, chosen, words)
    except EditError:
        return
    assert kept == (before, str(before))
    assert leaves(after) == leaves(before)
    assert list(after.words()) == list(before.words())
    assert isinstance(node_at(after, path), Tree)
    assert all(node.children for node in after.nodes())


@settings(max_examples=40)
@given(trees(leaves=6), st.sampled_from(("", "X")))
def test_a_node_is_attached_wherever_that_leaves_every_word_in_its_place(inner: Tree, outer: str) -> None:
    before = numbered(Tree(outer, (inner,)))
    words = leaves(before)
    for path, node in walk_paths(before):
        for to, target in walk_paths(before):
            made = [moved(before, path, to, at) for at in range(len(target.children) + 1)]
            possible = [one for one in made if one is not None and leaves(one) == words]
            if not to and not outer:  # what holds the whole sentence stays alone under an empty outer root
                possible = [one for one in possible if len(one.children) == 1]
            try:
                after, now = edits.attach_node(before, path, to)
            except EditError:
                assert not possible or to == path[:-1] or target.is_tag
            else:
                assert after in possible
                assert node_at(after, now) == node


def moved(before: Tree, path: NodePath, to: NodePath, at: int) -> Tree | None:
    """The tree with a node put elsewhere, by lists of lists; None where that is no tree."""
    if to[: len(path)] == path:
        return None
    wanted = node_at(before, path)

    def build(node: Tree, here: NodePath) -> Tree | None:
        children: list[Tree | str] = []
        for number, child in enumerate(node.children):
            if here == to and number == at:
                children.append(wanted)
            if (*here, number) == path:
                continue
            if isinstance(child, str):
                children.append(child)
                continue
            below = build(child, (*here, number))
            if below is not None:
                children.append(below)
        if here == to and at == len(node.children):
            children.append(wanted)
        return Tree(node.label, tuple(children)) if children else None

    return build(before, ())


@settings(max_examples=50)
@given(trees(leaves=7))
def test_words_are_grouped_where_whole_sisters_cover_them_and_nowhere_else(before: Tree) -> None:
    before = numbered(before)
    size = len(list(before.words()))
    for first in range(1, size + 1):
        for last in range(first, size + 1):
            possible = any(covers(node, first, last, before, path) for path, node in walk_paths(before))
            try:
                after, path = edits.group_words(before, first, last, "NEW")
            except EditError:
                assert not possible
            else:
                assert possible
                assert word_range(after, path) == (first, last)
                assert Counter(after.spans()) - Counter(before.spans()) == Counter([(first - 1, last, "NEW")])
                above = node_at(after, path[:-1])  # nothing larger of just these words is left outside
                assert path[:-1] == () or word_range(after, path[:-1]) != (first, last), above


def covers(node: Tree, first: int, last: int, whole: Tree, path: NodePath) -> bool:
    if node.is_tag:
        return False
    spans = [word_range(whole, (*path, number)) for number in range(len(node.children))]
    spans = [span for span in spans if span != (0, 0)]
    return any(span[0] == first for span in spans) and any(span[1] == last for span in spans)


def test_a_phrase_of_traces_is_not_taken_for_another_one() -> None:
    before, after = tree(ASKED), tree(f"(S (NP (-NONE- *)) {ASKED})")
    (traced,) = (path for path, node in walk_paths(before) if node.label == "NP" and not any(node.words()))
    assert edits.find_phrase_over_same_words(before, traced, after) is None
    assert edits.find_phrase_over_same_words(before, (0,), after) == (1, 0)


def test_a_word_with_the_tag_of_traces_is_a_word_in_a_flat_tree() -> None:
    sentence = Sentence.of(["a", "b"], xpos=[TRACE_TAG, "X"], upos=["PRON", "_"])
    flat = edits.make_flat_tree(sentence, "S")
    assert str(flat) == "(S (PRON a) (X b))"
    assert sentence.with_tree(flat).tree == flat


@given(trees())
def test_a_deleted_phrase_is_missing_and_nothing_else(before: Tree) -> None:
    for path, node in walk_paths(before):
        try:
            after, _ = edits.delete_phrase(before, path)
        except EditError:
            continue
        nodes = Counter(one.label for one in before.nodes())
        assert nodes - Counter(one.label for one in after.nodes()) == Counter([node.label])


@given(trees(leaves=10))
def test_the_words_of_a_node_are_those_that_its_leaves_say(given_tree: Tree) -> None:
    given_tree = numbered(given_tree)
    words = list(given_tree.words())
    for path, node in walk_paths(given_tree):
        assert node_at(given_tree, path) is node
        own = list(node.words())
        expected = (words.index(own[0]) + 1, words.index(own[-1]) + 1) if own else (0, 0)
        assert word_range(given_tree, path) == expected
    for index, word in enumerate(words, 1):
        assert word in node_at(given_tree, path_of_word(given_tree, index)).children


@given(trees(leaves=10))
def test_left_and_right_follow_the_nodes_of_one_depth(given_tree: Tree) -> None:
    by_depth: dict[int, list[NodePath]] = {}
    for path in every_path(given_tree):
        by_depth.setdefault(len(path), []).append(path)
    tags = [path for path, node in walk_paths(given_tree) if node.is_tag]
    for row in [*by_depth.values(), tags]:
        for one, two in pairwise(row):
            if row is tags or not node_at(given_tree, one).is_tag:
                assert path_to_right_neighbour(given_tree, one) == two
            if row is tags or not node_at(given_tree, two).is_tag:
                assert path_to_left_neighbour(given_tree, two) == one
    assert path_to_left_neighbour(given_tree, tags[0]) == tags[0]
    assert path_to_right_neighbour(given_tree, tags[-1]) == tags[-1]


def test_up_and_down_end_at_the_root_and_at_a_tag() -> None:
    cook = tree(COOK)
    assert path_to_parent(cook, (0,)) == (0,)  # the empty outer root is passed over
    assert path_to_parent(cook, (0, 1, 1)) == (0, 1)
    assert path_to_parent(tree(ASKED), ()) == ()
    assert path_to_first_child(cook, (0, 1)) == (0, 1, 0)
    assert path_to_first_child(cook, (0, 1, 0)) == (0, 1, 0)


def test_each_change_gives_the_tree_that_one_expects() -> None:
    cook = tree(COOK)
    grouped, path = edits.group_nodes(cook, [(0, 0, 1), (0, 0, 2)], "NBAR")
    assert str(node_at(grouped, (0, 0))) == "(NP-SBJ (DT the) (NBAR (JJ old) (NN cook)))"
    assert path == (0, 0, 1)
    by_words, path = edits.group_words(cook, 5, 7, "VBAR")
    assert path == (0, 1, 1)
    assert str(node_at(by_words, path)) == "(VBAR (NP (PRP me)) (PP (IN at) (NP (NN noon))))"
    assert str(edits.delete_phrase(grouped, (0, 0, 1))[0]) == str(cook)
    lifted, path = edits.lift_node(cook, (0, 1, 2))
    assert str(node_at(lifted, (0,))).endswith("(NP (PRP me))) (PP (IN at) (NP (NN noon))) (. .))")
    assert path == (0, 2)
    assert str(edits.attach_node(lifted, path, (0, 1))[0]) == str(cook)
    under, path = edits.attach_node(cook, (0, 1, 2), (0, 1, 1))
    assert str(node_at(under, (0, 1, 1))) == "(NP (PRP me) (PP (IN at) (NP (NN noon))))"
    assert path == (0, 1, 1, 1)
    emptied, path = edits.lift_node(cook, (0, 1, 2, 1, 0))
    assert str(node_at(emptied, (0, 1, 2))) == "(PP (IN at) (NN noon))"
    assert path == (0, 1, 2, 1)
    named, _ = edits.relabel_node(cook, (0, 0), "NP-SBJ-TPC")
    assert node_at(named, (0, 0)).label == "NP-SBJ-TPC"


def test_unary_nodes_come_and_go_at_the_root_too() -> None:
    cook = tree(COOK)
    more, path = edits.add_unary(cook, (0,), "TOP")
    assert (node_at(more, (0,)).label, path) == ("TOP", (0,))
    assert edits.remove_unary(more, (0,)) == (cook, (0,))
    assert edits.delete_phrase(more, (0,)) == (cook, (0,))
    below, path = edits.add_unary(cook, (), "TOP")  # the outer bracket stays outermost
    assert (below, path) == (more, (0,))
    asked = tree(ASKED)
    above, path = edits.add_unary(asked, (), "TOP")
    assert (above.label, path) == ("TOP", ())
    assert edits.remove_unary(above, ()) == (asked, ())
    over_a_tag, _ = edits.add_unary(asked, (1, 0), "VP")
    assert str(node_at(over_a_tag, (1, 0))) == "(VP (MD can))"


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (lambda t: edits.relabel_node(t, (0, 0), ""), "cannot be empty"),
        (lambda t: edits.relabel_node(t, (0, 0), "N P"), "leave out spaces and round brackets"),
        (lambda t: edits.relabel_node(t, (0, 0), "(NP"), "leave out spaces and round brackets"),
        (lambda t: edits.relabel_node(t, (0, 0, 0), TRACE_TAG), "tag of traces"),
        (lambda t: edits.relabel_node(t, (0, 9), "NP"), "no longer in the tree"),
        (lambda t: edits.group_nodes(t, [], "NP"), "nothing is selected"),
        (
            lambda t: edits.group_nodes(t, [(0, 0), (0, 1, 0)], "NP"),
            "NP-SBJ 'the old cook' and VBD 'saw' are not under",
        ),
        (lambda t: edits.group_nodes(t, [(0, 0), (0, 2)], "NP"), "VP 'saw me at noon' is between"),
        (lambda t: edits.group_words(t, 3, 4, "X"), "NP-SBJ 'the old cook' would be cut in two"),
        (lambda t: edits.group_words(t, 3, 40, "X"), "there are no words 3 to 40 in a tree over 8 words"),
        (lambda t: edits.delete_phrase(t, (0, 0, 0)), "DT 'the' cannot be deleted: it is the tag of a word"),
        (lambda t: edits.delete_phrase(t, (0,)), "S is needed as the root of the sentence"),
        (lambda t: edits.delete_phrase(t, ()), "outer bracket belongs to the format"),
        (lambda t: edits.remove_unary(t, (0, 1)), "VP is over 3 nodes, not over one"),
        (lambda t: edits.lift_node(t, (0, 1, 1)), "middle of VP 'saw me at noon', which would become discontinuous"),
        (lambda t: edits.lift_node(t, (0, 1)), "cannot be a sibling of S|discontinuous"),
        (lambda t: edits.lift_node(t, (0, 2)), "cannot be a sibling of S, which spans the sentence"),
        (lambda t: edits.lift_node(t, (0,)), "the root is right above it"),
        (lambda t: edits.attach_node(t, (0, 1, 2), (0, 0)), "'saw me' is between them, and a constituent must be in"),
        (lambda t: edits.attach_node(t, (0, 1), (0, 1, 1)), "to NP 'me', which is inside it"),
        (lambda t: edits.attach_node(t, (0, 1), (0, 1)), "cannot be attached to itself"),
        (lambda t: edits.attach_node(t, (0, 1), (0, 2)), "is a tag and holds its word only"),
        (lambda t: edits.attach_node(t, (0, 1), (0,)), "is already under S"),
    ],
)
def test_what_cannot_be_is_refused_with_the_reason(change: Callable[[Tree], edits.EditResult], why: str) -> None:
    with pytest.raises(EditError, match=why):
        change(tree(COOK))


def test_a_trace_stays_a_trace_and_comes_along() -> None:
    asked = tree(ASKED)
    trace = (1, 2, 1, 0)
    assert node_at(asked, trace).label == TRACE_TAG
    for change in (lambda: edits.relabel_node(asked, trace, "NN"), lambda: edits.delete_phrase(asked, trace)):
        with pytest.raises(EditError, match="trace"):
            change()
    grouped, path = edits.group_nodes(asked, [(1, 2, 0), (1, 2, 2)], "VBAR")
    assert str(node_at(grouped, path)) == "(VBAR (VB ask) (NP (-NONE- *T*-1)) (ADVP (RB now)))"
    assert word_range(asked, (1, 2, 1)) == (0, 0)
    with pytest.raises(EditError, match=r"'ask \*T\*-1' is between"):
        edits.attach_node(asked, (1, 2, 2), (1, 1))


def test_a_message_keeps_words_written_right_to_left_apart() -> None:
    with pytest.raises(EditError) as refused:
        edits.delete_phrase(tree(ARABIC), (0, 0))
    assert "VBD '\u2068كتب\u2069' cannot be deleted" in str(refused.value)


def test_a_change_in_a_sentence_takes_its_tags_along() -> None:
    sentence = brackets.parse_bracketed_sentence(COOK.encode())
    changed, path = edits.edit_sentence_tree(sentence, lambda tree: edits.relabel_node(tree, (0, 1, 0), "VBZ"))
    assert (changed.xpos[3], changed.source, path) == ("VBZ", None, (0, 1, 0))
    with pytest.raises(EditError, match="no constituency tree"):
        edits.edit_sentence_tree(Sentence.of(["a"]), lambda tree: edits.delete_phrase(tree, ()))


@pytest.mark.parametrize("to_the_right", [True, False])
def test_a_tree_of_depth_5000_is_changed_without_recursion(to_the_right: bool) -> None:
    deep = Tree("X", (Tree("NN", ("w0",)), Tree("NN", ("w1",))))
    for number in range(2, 5000):
        tag = Tree("NN", (f"w{number}",))
        deep = Tree("X", (tag, deep) if to_the_right else (deep, tag))
    step = 1 if to_the_right else 0
    bottom = (step,) * 4998
    for change in (
        edits.lift_node,
        edits.delete_phrase,
        lambda tree, path: edits.attach_node(tree, (*path, step), path[:-2]),
    ):
        after, path = change(deep, (*bottom, step) if change is edits.lift_node else bottom)
        assert leaves(after) == leaves(deep)
        node_at(after, path)
    assert len(path_of_word(deep, 5000 if to_the_right else 1)) == 4999
    assert word_range(deep, bottom) == ((4999, 5000) if to_the_right else (1, 2))
    assert path_to_left_neighbour(deep, path_to_right_neighbour(deep, (*bottom, 0))) == (*bottom, 0)
    grouped, path = edits.group_words(deep, *word_range(deep, bottom), "Y")
    assert node_at(grouped, path).label == "Y"
