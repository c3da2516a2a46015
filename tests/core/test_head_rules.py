"""Heads by Collins' rules, by the heuristic for other labels, and the dependencies that follow from them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from trees import ODD, trees

from spectral_core.data import Sentence, Tree
from spectral_core.data.dependencies import is_projective, is_tree
from spectral_core.data.head_rules import (
    COLLINS,
    GENERAL,
    HEAD_RULES,
    HeadRules,
    HeadSearch,
    extract_heads,
    with_heads_from_tree,
)
from spectral_core.errors import EditError
from spectral_core.formats.brackets import parse_bracketed_sentence


def tree(text: str) -> Tree:
    found = parse_bracketed_sentence(text.encode()).tree
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("label", "children", "head"),
    [
        ("S", "NP VP .", 1),
        ("S", "S CC S .", 0),
        ("S-TPC-1", "NP-SBJ VP", 1),
        ("VP", "MD VP", 0),
        ("VP", "TO VP", 0),
        ("VP", "ADVP VBD NP", 1),
        ("VP", "VP , VP CC VP", 0),
        ("PP", "IN NP", 0),
        ("PP", "ADVP IN NP", 1),
        ("SBAR", "WHNP S", 0),
        ("SBAR", "IN S", 0),
        ("SBARQ", "WHNP SQ .", 1),
        ("SQ", "VBZ NP VP .", 0),
        ("SINV", "S , VP NP .", 2),
        ("ADJP", "RB JJ PP", 1),
        ("ADJP", "JJ CC JJ", 0),
        ("ADVP", "RB RB", 1),
        ("ADVP", "RB PP", 0),
        ("QP", "IN CD NNS", 0),
        ("QP", "RB CD CD", 0),
        ("QP", "$ CD CD", 0),
        ("WHNP", "WP$ NN", 0),
        ("WHPP", "IN WHNP", 0),
        ("RRC", "ADVP PP", 0),
        ("CONJP", "RB RB IN", 1),
        ("UCP", "ADJP CC NP", 0),
        ("FRAG", "ADVP NP .", 1),
        ("PRN", "-LRB- NP -RRB-", 1),
        ("INTJ", ", UH UH", 1),
        ("NAC", "NNP NNP", 0),
        ("LST", "LS :", 0),
        ("PRT", "RP RB", 0),
    ],
)
def test_collins_table_finds_the_head(label: str, children: str, head: int) -> None:
    assert COLLINS.find_head(label, children.split()) == head


@pytest.mark.parametrize(
    ("children", "head"),
    [
        ("DT NN POS", 2),  # the last word is tagged POS
        ("DT JJ NN NNS", 3),  # the right-most noun
        ("NNP NNP CD", 1),
        ("NN PP", 0),
        ("DT JJR", 1),
        ("NP PP", 0),  # the left-most NP
        ("NP , NP ,", 0),
        ("NP CC NP", 0),
        ("DT ADJP", 1),  # the right-most of $, ADJP and PRN
        ("$ CD PRN", 2),
        ("DT CD JJ", 1),  # a number before an adjective
        ("DT JJ", 1),
        ("DT RB VBG", 1),
        ("DT VBG", 1),  # the last word
        ("DT NN CC NN", 1),  # the first conjunct
        ("NN , NN , CC NN", 2),
        ("DT VBG .", 1),
        ("PRP", 0),
    ],
)
@pytest.mark.parametrize("label", ["NP", "NP-SBJ", "NML", "NX"])
def test_noun_phrases_have_rules_of_their_own(label: str, children: str, head: int) -> None:
    assert COLLINS.find_head(label, children.split()) == head


def test_a_trace_and_punctuation_are_heads_only_where_there_is_nothing_else() -> None:
    assert COLLINS.find_head("PRN", ["-NONE-", ",", "SINV", ","]) == 2
    assert COLLINS.find_head("FRAG", ["NP", "-NONE-"]) == 0
    assert COLLINS.find_head("X", [",", "-NONE-"]) in (0, 1)
    assert COLLINS.find_head("NP", ["``", ",", "''"]) == 2
    assert COLLINS.find_head("NP", [",", "CC", "NN"]) == 2  # no conjunct stands before the coordinator


def test_a_phrase_without_children_has_no_head() -> None:
    with pytest.raises(ValueError, match="'NP' has no children"):
        COLLINS.find_head("NP", [])


@pytest.mark.parametrize(
    ("label", "children", "head"),
    [
        ("NP", "ART ADJA NN PP", 2),
        ("NP", "NP NP", 0),
        ("PP", "APPR NP", 0),
        ("PP", "ADV APPRART NP", 1),
        ("S", "NP VAFIN VP", 1),
        ("S", "S KON S", 0),
        ("VP", "NP VVPP", 1),
        ("IP-MAT", "NP-SBJ VBDI NP-OB1 .", 1),
        ("CP-THT", "C IP-SUB", 1),
        ("AP", "ADV ADJA", 1),
        ("CNP", "ART X", 1),
        ("", "S .", 0),
        ("S", ". ,", 1),
    ],
)
def test_labels_without_a_table_go_by_likeness(label: str, children: str, head: int) -> None:
    assert GENERAL.find_head(label, children.split()) == head
    assert HeadRules("empty").find_head(label, children.split()) == head


def test_searches_look_from_their_end() -> None:
    names = ["B", "A", "B", "A", "C"]
    assert HeadSearch("left", ("X", "A")).find_head(names) == 1
    assert HeadSearch("right", ("A", "B")).find_head(names) == 3
    assert HeadSearch("left-any", ("A", "B")).find_head(names) == 0
    assert HeadSearch("right-any", ("A", "B")).find_head(names) == 3
    assert HeadSearch("first", ("B",)).find_head(names) == 0
    assert HeadSearch("last", ("A",)).find_head(names) is None
    assert HeadSearch("left").find_head(names) is None


def test_dependencies_follow_the_heads_down_to_words() -> None:
    found = tree("( (S (NP (DT The) (NN cat)) (VP (MD will) (VP (VB eat) (NP (DT the) (NN fish)))) (. .)))")
    assert extract_heads(found) == (2, 3, 0, 3, 6, 4, 3)


def test_traces_have_no_place_in_dependencies() -> None:
    found = tree("(S (NP-SBJ-1 (NNS Cats)) (VP (VBP want) (S (NP-SBJ (-NONE- *-1)) (VP (TO to) (VP (VB sleep))))))")
    assert extract_heads(found) == (2, 0, 2, 3)
    bare = found.without_traces()
    assert bare is not None
    assert extract_heads(bare) == extract_heads(found)


def test_coordination_hangs_from_the_first_conjunct() -> None:
    assert extract_heads(tree("(NP (NNS cats) (, ,) (NNS dogs) (CC and) (NNS birds))"))[4] == 3
    assert extract_heads(tree("(NP (NNS cats) (CC and) (NNS birds))")) == (0, 1, 1)


@given(trees(loose=True), st.sampled_from(list(HEAD_RULES.values())))
def test_dependencies_are_always_a_projective_tree(random: Tree, rules: HeadRules) -> None:
    heads = extract_heads(random, rules)
    assert len(heads) == len(list(random.words()))
    assert is_projective(heads)
    assert is_tree(heads) or not heads


@given(trees(tags=ODD, phrases=ODD, loose=True))
def test_labels_of_any_kind_have_heads(random: Tree) -> None:
    for rules in HEAD_RULES.values():
        heads = extract_heads(random, rules)
        assert is_tree(heads) or not heads


@given(trees())
def test_every_phrase_hangs_together_under_its_head_word(random: Tree) -> None:
    heads = extract_heads(random)
    for start, end, _ in random.spans():
        outside = [word for word in range(start + 1, end + 1) if not start < heads[word - 1] <= end]
        assert len(outside) == 1


def test_a_sentence_takes_the_dependencies_of_its_tree() -> None:
    sentence = parse_bracketed_sentence(b"(S (NP (NNS Dogs)) (VP (VBP bark)))")
    assert with_heads_from_tree(sentence).heads == (2, 0)
    assert with_heads_from_tree(sentence).tree == sentence.tree
    with pytest.raises(EditError, match="no constituency tree"):
        with_heads_from_tree(Sentence.of(["Dogs"]))


def test_deep_and_wide_trees_have_dependencies() -> None:
    deep = Tree("NN", ("word",))
    for _ in range(20_000):
        deep = Tree("NP", (Tree("DT", ("the",)), deep))
    assert extract_heads(deep)[0] == 20_001
    wide = Tree("NP", tuple(Tree("NN", ("word",)) for _ in range(20_000)))
    assert extract_heads(wide) == (*(20_000,) * 19_999, 0)
