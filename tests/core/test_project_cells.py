"""Merging two changes of a sentence cell by cell, and finding the sentences of a file again in another."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
from fixtures import tree_of
from hypothesis import given
from hypothesis import strategies as st

from spectral_core.data import Analysis, MultiwordToken, Sentence
from spectral_core.project import Cell, diff_sentences, merge_changes
from spectral_core.project.reconciliation import REMOVED, align_sentences

BASE = Sentence.of(
    ("the", "old", "boat", "leaks"),
    upos=("DET", "ADJ", "NOUN", "VERB"),
    heads=(3, 3, 4, 0),
    deprels=("det", "amod", "nsubj", "root"),
    comments=("# sent_id = 1",),
)


def test_differences_are_named_cell_by_cell() -> None:
    after = BASE.with_head(1, 2, "dep").with_value("upos", 4, "AUX")
    after = replace(after, comments=("# sent_id = 2",))
    assert set(diff_sentences(BASE, after)) == {
        Cell("head", 1, "3", "2"),
        Cell("deprel", 1, "det", "dep"),
        Cell("upos", 4, "VERB", "AUX"),
        Cell("comments", 0, "# sent_id = 1", "# sent_id = 2"),
    }
    assert diff_sentences(BASE, BASE) == ()
    assert diff_sentences(BASE, Sentence.of(("boats",))) == (Cell("words", 0),)


def test_changes_of_different_cells_stand_together() -> None:
    mine = BASE.with_head(1, 2).with_value("lemma", 3, "boat")
    theirs = replace(BASE, comments=("# sent_id = 1", "# note = wet")).with_value("upos", 4, "AUX")
    both = merge_changes(BASE, mine, theirs)
    assert both is not None
    assert both.clashes == ()
    assert both.sentence == replace(
        BASE.with_head(1, 2).with_value("lemma", 3, "boat").with_value("upos", 4, "AUX"), comments=theirs.comments
    )


def test_a_word_that_one_side_analysed_is_analysed() -> None:
    base = Sentence.of(("the", "boat"), lemmas=("x", "y"), unanalysed=(1, 2))
    mine = base.with_analysis(1, Analysis("the", upos="DET"))
    both = merge_changes(base, mine, base.with_value("misc", 2, "a=b"))
    assert both is not None
    assert both.sentence == mine.with_value("misc", 2, "a=b")
    undone = merge_changes(mine, base, mine.with_value("misc", 2, "a=b"))
    assert undone is not None
    assert (undone.sentence.unanalysed, any(undone.sentence.analyses)) == ((1, 2), False)


def test_in_the_same_cell_theirs_stands_and_the_cell_is_named() -> None:
    mine = BASE.with_value("upos", 4, "AUX").with_value("lemma", 4, "leak")
    theirs = BASE.with_value("upos", 4, "NOUN")
    both = merge_changes(BASE, mine, theirs)
    assert both is not None
    assert both.clashes == (Cell("upos", 4, "AUX", "NOUN"),)
    assert (both.sentence.upos[3], both.sentence.lemmas[3]) == ("NOUN", "leak")


def test_a_head_and_its_label_come_from_one_side() -> None:
    mine, theirs = BASE.with_head(1, 2, "dep"), BASE.with_head(1, 4)
    both = merge_changes(BASE, mine, theirs)
    assert both is not None
    assert (both.sentence.heads[0], both.sentence.deprels[0]) == (4, "det")


@pytest.mark.parametrize("is_mine_the_head", [True, False])
def test_a_head_of_one_side_and_a_label_of_the_other_make_no_arc_that_nobody_chose(is_mine_the_head: bool) -> None:
    with_head, with_label = BASE.with_head(1, 2), BASE.with_value("deprel", 1, "nmod")
    mine, theirs = (with_head, with_label) if is_mine_the_head else (with_label, with_head)
    both = merge_changes(BASE, mine, theirs)
    assert both is not None
    assert (both.sentence.heads[0], both.sentence.deprels[0]) == (theirs.heads[0], theirs.deprels[0])
    column, lost = ("head", "2") if is_mine_the_head else ("deprel", "nmod")
    assert (column, 1, lost) in [(cell.column, cell.word, cell.before) for cell in both.clashes]


def test_the_same_change_on_both_sides_is_no_clash() -> None:
    same = BASE.with_value("upos", 4, "AUX")
    both = merge_changes(BASE, same, same)
    assert both is not None
    assert (both.sentence, both.clashes) == (same, ())


def test_two_changes_that_make_a_circle_together_cannot_stand_together() -> None:
    base = BASE.with_head(1, 4).with_head(2, 4)
    assert merge_changes(base, base.with_head(1, 2), base.with_head(2, 1)) is None


def test_two_changes_that_make_two_roots_together_cannot_stand_together() -> None:
    mine = BASE.with_heads((3, 3, 0, 3))
    theirs = BASE.with_heads((3, 4, 0, 3))
    assert merge_changes(BASE, mine, theirs) is not None
    one, two = BASE.with_heads((0, 3, 4, 1)), BASE.with_heads((3, 3, 0, 3))
    both = merge_changes(BASE, one, two)
    assert both is None or both.sentence.heads.count(0) == 1


@pytest.mark.parametrize(
    "forms", [("old", "boat", "leaks", "now"), ("the", "boat", "really", "leaks"), ("the", "old", "boat")]
)
def test_where_words_came_or_went_nothing_is_merged(forms: tuple[str, ...]) -> None:
    theirs = Sentence.of(forms, heads=(0, *[1] * (len(forms) - 1)))
    assert merge_changes(BASE, BASE.with_value("upos", 1, "PRON"), theirs) is None


def test_a_corrected_form_and_another_change_stand_together() -> None:
    both = merge_changes(BASE, BASE.with_value("upos", 3, "PROPN"), BASE.with_value("form", 3, "boot"))
    assert both is not None
    assert (both.sentence.forms[2], both.sentence.upos[2]) == ("boot", "PROPN")


def test_a_tree_with_its_words_and_tags_is_one_cell() -> None:
    base = Sentence.of(("boats", "leak"), xpos=("NNS", "VBP"), tree=tree_of("(S (NNS boats) (VBP leak))"))
    mine = base.with_value("xpos", 1, "NNPS")
    theirs = base.with_tree(tree_of("(S (NP (NNS boats)) (VBP leak))"))
    both = merge_changes(base, mine, theirs)
    assert both is not None
    assert [cell.column for cell in both.clashes] == ["tree"]
    assert (both.sentence.tree, both.sentence.xpos) == (theirs.tree, theirs.xpos)
    lemma = merge_changes(base, base.with_value("lemma", 1, "boat"), theirs)
    assert lemma is not None
    assert (lemma.clashes, lemma.sentence.lemmas[0], lemma.sentence.tree) == ((), "boat", theirs.tree)


def test_ranges_are_merged_as_one_cell() -> None:
    mine = replace(BASE, ranges=(MultiwordToken(1, 2, "theold"),))
    both = merge_changes(BASE, mine, BASE.with_value("upos", 4, "AUX"))
    assert both is not None
    assert both.sentence.ranges == mine.ranges


@given(st.lists(st.tuples(st.integers(1, 4), st.sampled_from(("upos", "lemma", "deprel")), st.booleans()), max_size=6))
def test_merging_takes_each_cell_from_the_side_that_changed_it(edits: list[tuple[int, str, bool]]) -> None:
    mine = theirs = BASE
    for word, column, is_mine in edits:
        if is_mine:
            mine = mine.with_value(column, word, "MINE")
        else:
            theirs = theirs.with_value(column, word, "THEIRS")
    both = merge_changes(BASE, mine, theirs)
    assert both is not None
    touched = {(word, column) for word, column, is_mine in edits if not is_mine}
    clashing = {word for word, column, is_mine in edits if is_mine and column == "deprel" and (word, column) in touched}
    for column in ("upos", "lemma", "deprel"):
        for word in range(1, 5):
            one, two = mine.column(column)[word - 1], theirs.column(column)[word - 1]
            expected = two if (word, column) in touched or (column == "deprel" and word in clashing) else one
            assert both.sentence.column(column)[word - 1] == expected


def placed(old: list[str], new: list[str]) -> list[int]:
    nothing = [one.encode() for one in old], [one.encode() for one in new]
    return align_sentences(*nothing, lambda *_: None, lambda _: b"", lambda _: b"")


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("abc", "abc", [0, 1, 2]),
        ("abc", "xabc", [1, 2, 3]),
        ("abc", "ac", [0, REMOVED, 1]),
        ("abc", "cab", [1, 2, 0]),
        ("abc", "axc", [0, 1, 2]),
        ("aab", "ab", [0, REMOVED, 1]),
        ("abc", "", [REMOVED] * 3),
        ("", "abc", []),
        ("aXbYc", "abc", [0, REMOVED, 1, REMOVED, 2]),
    ],
)
def test_sentences_are_found_again(old: str, new: str, expected: list[int]) -> None:
    assert placed(list(old), list(new)) == expected


def test_a_name_finds_a_sentence_that_was_moved_and_changed() -> None:
    old, new = [b"a1", b"b1", b"c1"], [b"c1", b"a2", b"x9"]
    names = {b"a": b"first", b"b": b"second", b"c": b"third", b"x": b"new"}
    found = align_sentences(old, new, lambda *_: None, lambda i: names[old[i][:1]], lambda j: names[new[j][:1]])
    assert found[0] == 1
    assert found[2] == 0


@given(st.lists(st.sampled_from("abcdefgh"), max_size=30), st.randoms(use_true_random=False))
def test_no_two_sentences_are_found_in_one_place(old: list[str], chance: random.Random) -> None:
    new = [one for one in old if chance.random() > 0.2]
    for _ in range(chance.randrange(4)):
        new.insert(chance.randrange(len(new) + 1), chance.choice("abcxyz"))
    found = placed(old, new)
    there = [place for place in found if place != REMOVED]
    assert len(set(there)) == len(there)
    assert all(0 <= place < len(new) for place in there)


def test_a_long_stretch_of_repeated_sentences_is_followed() -> None:
    chance = random.Random(3)
    old = [str(chance.randrange(40)) for _ in range(3000)] * 2
    removed = set(chance.sample(range(len(old)), 30))
    kept = [at for at in range(len(old)) if at not in removed]
    found = placed(old, [old[at] for at in kept])
    right = sum(found[at] == place for place, at in enumerate(kept))
    assert right > 0.99 * len(kept)
    for at, place in enumerate(found):
        assert place == REMOVED or old[kept[place]] == old[at] or at in removed
