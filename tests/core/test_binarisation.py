"""Head-outward binarisation: what grows where, and that the way back is exact for every tree."""

from __future__ import annotations

import lzma
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from trees import ODD, trees

from spectral_core.data import Tree
from spectral_core.data.head_rules import (
    COLLINS,
    GENERAL,
    HEAD_RULES,
    BinarisationOrder,
    HeadRules,
    binarise,
    is_intermediate_label,
    unbinarise,
)
from spectral_core.data.tree import split_chain_label
from spectral_core.formats import brackets

ORDERS: tuple[BinarisationOrder, ...] = ("right-first", "left-first")


def tree(text: str) -> Tree:
    found = brackets.parse_bracketed_sentence(text.encode()).tree
    assert found is not None
    return found


CLAUSE = "(S (ADVP (RB now)) (NP (DT the) (JJ old) (NN cat)) (VP (VBZ sleeps)) (NP (NN today)) (. .))"


@pytest.mark.parametrize(
    ("order", "horizontal", "expected"),
    [
        ("right-first", 0, "(S (ADVP+RB now) (@S< {np} (@S> (@S> (VP+VBZ sleeps) (NP+NN today)) (. .))))"),
        ("left-first", 0, "(S (@S> (@S< (ADVP+RB now) (@S< {np} (VP+VBZ sleeps))) (NP+NN today)) (. .))"),
        (
            "right-first",
            1,
            "(S (ADVP+RB now) (@S<[NP] {np} (@S>[.] (@S>[NP] (VP+VBZ sleeps) (NP+NN today)) (. .))))",
        ),
        (
            "right-first",
            None,
            "(S (ADVP+RB now) (@S<[NP . NP] {np} (@S>[NP .] (@S>[NP] (VP+VBZ sleeps) (NP+NN today)) (. .))))",
        ),
    ],
)
def test_a_phrase_grows_from_its_head(order: BinarisationOrder, horizontal: int | None, expected: str) -> None:
    mark = "[JJ]" if horizontal != 0 else ""
    np = f"(NP (DT the) (@NP<{mark} (JJ old) (NN cat)))"
    assert str(binarise(tree(CLAUSE), COLLINS, order, horizontal)) == expected.replace("{np}", np)


def test_chains_meet_the_head_rules_with_the_label_that_counts() -> None:
    given_tree = tree("(S (VP (TO to) (ADVP (RB soon)) (VP (VB go))))")
    assert str(binarise(given_tree)) == "(S+VP (@VP> (TO to) (ADVP+RB soon)) (VP+VB go))"


def test_labels_that_look_like_ours_are_escaped() -> None:
    given_tree = Tree("@S", (Tree("A+B", ("x",)), Tree("C\\", ("y",)), Tree("@NP<", (Tree("D", ("z",)),))))
    made = binarise(given_tree)
    assert made.label == "\\@S"
    assert sorted(node.label for node in made.nodes()) == ["@@S<", "A\\+B", "C\\\\", "\\@NP<+D", "\\@S"]
    assert unbinarise(made) == given_tree


@given(
    trees(tags=ODD, phrases=ODD, loose=True),
    st.sampled_from(list(HEAD_RULES.values())),
    st.sampled_from(ORDERS),
    st.sampled_from([0, 1, 2, None]),
)
def test_the_way_back_is_exact(
    random: Tree, rules: HeadRules, order: BinarisationOrder, horizontal: int | None
) -> None:
    made = binarise(random, rules, order, horizontal)
    assert unbinarise(made) == random
    assert [word for _, word in made.leaves()] == [word for _, word in random.leaves()]
    for node in made.nodes():
        assert len(node.children) == 2 or isinstance(node.children[0], str)
        assert not is_intermediate_label(node.label) or len(node.children) == 2


@given(trees(), st.sampled_from(ORDERS))
def test_nodes_in_between_contain_the_head_and_no_labels_but_their_parents(
    random: Tree, order: BinarisationOrder
) -> None:
    made = binarise(random, COLLINS, order)
    for node in made.nodes():
        for child in node.children:
            if isinstance(child, Tree) and is_intermediate_label(child.label):
                above = node.label[1:-1] if is_intermediate_label(node.label) else split_chain_label(node.label)[-1]
                assert child.label[1:-1] == above
                assert child.label[-1] in "<>"


def test_a_root_in_between_is_refused() -> None:
    with pytest.raises(ValueError, match="'@S>'"):
        unbinarise(tree("(@S> (A a) (B b))"))


def test_wide_and_deep_trees_are_no_trouble() -> None:
    wide = Tree("NP", tuple(Tree("NN", (str(at),)) for at in range(20_000)))
    assert unbinarise(binarise(wide)) == wide
    deep = Tree("NN", ("x",))
    for at in range(20_000):
        deep = Tree(f"N{at % 7}", (deep,) if at % 3 else (deep, Tree("CC", ("y",)), Tree("NN", ("z",))))
    assert unbinarise(binarise(deep)) == deep


@pytest.mark.parametrize("order", ORDERS)
def test_real_trees_come_back(shared_data: Path, order: BinarisationOrder) -> None:
    files = sorted(shared_data.glob("*/*.mrg.xz"))
    assert files
    for path in files:
        chunks, _ = brackets.index_sentences(lzma.decompress(path.read_bytes()), path)
        for sentence in chunks[: len(chunks) : 1 + len(chunks) // 100]:  # every file, some 100 trees of each
            if sentence.tree is not None:
                rules = COLLINS if path.parent.name.startswith(("wsj", "craft")) else GENERAL
                assert unbinarise(binarise(sentence.tree, rules, order, 1)) == sentence.tree
