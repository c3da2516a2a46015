"""Dependencies as phrases: hand-made ones, and that the way back is exact for every tree in which no arcs cross."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from trees import ODD, TAGS

from spectral_core.data import Sentence
from spectral_core.data.dependencies import is_projective, projectivise
from spectral_core.data.head_rules import (
    COLLINS,
    GENERAL,
    HeadRules,
    binarise,
    extract_heads,
    project_phrases,
    unbinarise,
    with_tree_from_heads,
)
from spectral_core.errors import EditError


@st.composite
def headed(draw: st.DrawFn) -> tuple[int, ...]:
    """Trees of up to nine words; arcs may cross."""
    order = draw(st.permutations(range(1, draw(st.integers(1, 9)) + 1)))
    heads = [0] * len(order)
    for at, word in enumerate(order[1:], 1):
        heads[word - 1] = order[draw(st.integers(0, at - 1))]
    return tuple(heads)


def test_every_word_makes_a_phrase_with_its_modifiers() -> None:
    tree = project_phrases(["the", "old", "cat", "sleeps", "."], ["DT", "JJ", "NN", "VBZ", "."], (3, 3, 4, 0, 4))
    assert str(tree) == "(△VBZ (△NN (△DT (DT the)) (△JJ (JJ old)) (NN cat)) (VBZ sleeps) (△. (. .)))"
    inner = "(△NN (△DT+DT the) (@△NN< (△JJ+JJ old) (NN cat)))"
    assert str(binarise(tree)) == f"(△VBZ {inner} (@△VBZ> (VBZ sleeps) (△.+. .)))"


@given(headed(), st.data())
def test_the_way_back_is_exact(heads: tuple[int, ...], data: st.DataObject) -> None:
    tags = data.draw(st.lists(ODD | st.sampled_from(TAGS), min_size=len(heads), max_size=len(heads)))
    lifted, _ = projectivise(heads, ["x"] * len(heads))
    tree = project_phrases([f"w{at}" for at in range(len(heads))], tags, lifted)
    for rules in (COLLINS, GENERAL, HeadRules("other")):
        assert extract_heads(tree, rules) == lifted
        assert extract_heads(unbinarise(binarise(tree, rules)), rules) == lifted
    assert list(tree.words()) == [f"w{at}" for at in range(len(heads))]
    assert (lifted == heads) == is_projective(heads)


def test_a_tag_that_means_a_trace_is_none() -> None:
    tree = project_phrases(["a", "b"], ["-NONE-", "-LRB-"], (2, 0))
    assert list(tree.tags()) == ["_", "-LRB-"]
    assert tree.without_functions() == tree
    assert extract_heads(tree) == (2, 0)


def test_phrases_of_a_sentence_are_those_of_its_lifted_heads() -> None:
    sentence = Sentence.of(["a", "b", "c", "d"], upos=["A", "B", "C", "D"], heads=[3, 4, 0, 3])
    made = with_tree_from_heads(sentence, "upos")
    assert str(made.tree) == "(△C (△A (A a)) (△B (B b)) (C c) (△D (D d)))"
    assert made.heads == sentence.heads
    with pytest.raises(EditError, match="no tree to make phrases of"):
        with_tree_from_heads(Sentence.of(["a", "b"], heads=[2, 1]))
