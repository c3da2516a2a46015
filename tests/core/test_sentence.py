"""Sentences and treebanks are values: a change gives a new one, and an impossible change is refused in words."""

from __future__ import annotations

import pickle
from dataclasses import replace

import pytest

from spectral_core.data import EMPTY, Analysis, Problem, Sentence, Tree, Treebank
from spectral_core.errors import EditError

DOGS = Sentence.of(
    ("Big", "dogs", "bark"),
    xpos=("JJ", "NNS", "VBP"),
    heads=(2, 3, 0),
    deprels=("amod", "nsubj", "root"),
    source=b"as it was",
)


def test_a_change_gives_a_new_sentence_and_forgets_the_source() -> None:
    changed = DOGS.with_head(1, 3, "advmod")
    assert changed.heads == (3, 3, 0)
    assert changed.deprels == ("advmod", "nsubj", "root")
    assert (DOGS.heads, DOGS.source, changed.source) == ((2, 3, 0), b"as it was", None)
    assert changed.with_head(1, 2, "amod") == DOGS
    assert DOGS.with_value("lemma", 2, "dog").lemmas == ("_", "dog", "_")
    assert DOGS.with_heads((0, 1, 1)).heads == (0, 1, 1)


@pytest.mark.parametrize(
    ("word", "head", "what"),
    [
        (3, 1, "'bark' cannot be attached to 'Big', its descendant: heads would run in a circle"),
        (2, 2, "'dogs' cannot be attached to itself"),
        (1, 4, "'Big' cannot have head 4: use a number from 0 to 3"),
        (1, -1, "cannot have head -1"),
        (4, 1, "there is no word 4"),
    ],
)
def test_an_impossible_head_is_refused(word: int, head: int, what: str) -> None:
    with pytest.raises(EditError, match=what):
        DOGS.with_head(word, head)


def test_no_second_cycle_is_made_in_a_file_that_has_one() -> None:
    sentence = Sentence.of("abcde", heads=[2, 1, 0, 3, 4])
    with pytest.raises(EditError, match="'c' cannot be attached to 'e', its descendant"):
        sentence.with_head(3, 5)
    assert sentence.with_head(1, 5).heads == (5, 1, 0, 3, 4)  # mends the one that is there
    for word, head in ((1, 2), (2, 1)):
        with pytest.raises(EditError, match="heads would run in a circle"):
            sentence.with_head_swapped(word, head)


def test_a_long_cycle_is_told_as_shortened() -> None:
    (_, problem) = Sentence.of("abcdefghi", heads=[*range(2, 10), 1]).find_structural_problems()
    assert problem.message.endswith(" -> 8 'h' -> ... -> 1 'a'")


def test_words_in_messages_keep_their_order_from_right_to_left() -> None:
    word = "\N{ARABIC LETTER KAF}"
    sentence = Sentence.of([word], xpos=["N"], tree=Tree("NP", (Tree("N", (word,)),)))
    with pytest.raises(EditError, match=f"^'\u2068{word}\u2069' is part of a tree"):
        sentence.with_value("xpos", 1, EMPTY)
    with pytest.raises(EditError, match=f"other words: '\u2068{word}{word}\u2069'"):
        sentence.with_tree(Tree("NP", (Tree("N", (word * 2,)),)))
    with pytest.raises(EditError, match=f"^'\u2068{word}\\\\n\u2069' is not allowed in the column lemma"):
        sentence.with_value("lemma", 1, f"{word}\n")


def test_a_cell_takes_no_tabs_and_is_not_left_empty() -> None:
    for value in ("", "a\tb", "a\nb"):
        with pytest.raises(EditError):
            DOGS.with_value("lemma", 1, value)
    with pytest.raises(ValueError, match="no column 'tag'"):
        DOGS.with_value("tag", 1, "x")


def test_a_tree_must_be_over_the_same_words() -> None:
    tree = Tree("S", (Tree("NP", (Tree("JJ", ("Big",)), Tree("NN", ("dogs",)))), Tree("VBP", ("bark",))))
    changed = DOGS.with_tree(tree)
    assert changed.tree == tree
    assert changed.xpos == ("JJ", "NN", "VBP")
    with pytest.raises(EditError, match="over other words: 'cats'"):
        DOGS.with_tree(Tree("S", (Tree("NNS", ("cats",)),)))


def test_a_word_or_tag_is_changed_in_the_tree_as_well() -> None:
    tree = Tree(
        "S", (Tree("-NONE-", ("*",)), Tree("NP", (Tree("JJ", ("Big",)), Tree("NN", ("dogs",)))), Tree("VB", ("bark",)))
    )
    sentence = DOGS.with_tree(tree)
    assert str(sentence.with_value("form", 2, "cats").tree) == "(S (-NONE- *) (NP (JJ Big) (NN cats)) (VB bark))"
    assert str(sentence.with_value("xpos", 2, "NNS").tree) == "(S (-NONE- *) (NP (JJ Big) (NNS dogs)) (VB bark))"
    assert sentence.with_value("lemma", 2, "dog").tree == tree
    with pytest.raises(EditError, match="'dogs' is part of a tree, so it needs a tag"):
        sentence.with_value("xpos", 2, "_")
    bare = Sentence.of(("a",), xpos=("S",), tree=Tree("S", (Tree("X", ("a",)),))).with_tree(
        Tree("S", (Tree("NP", ()), "a"))
    )
    with pytest.raises(EditError, match="has no tag of its own"):
        bare.with_value("xpos", 1, "NN")


def test_a_chosen_analysis_fills_the_columns_it_knows() -> None:
    changed = DOGS.with_analysis(2, Analysis(lemma="dog", feats="Number=Plur", gloss="animals"))
    assert changed.lemmas == ("_", "dog", "_")
    assert changed.xpos == DOGS.xpos
    assert changed.analyses[1] is not None
    assert changed.analyses[1].gloss == "animals"
    assert changed.analyses[0] is None


def test_columns_are_read_as_the_chosen_analysis_where_there_is_none() -> None:
    chosen = Analysis(lemma="big", gloss="large")
    sentence = Sentence.of(
        ("Big", "dogs", "?"), lemmas=("big", "dog", "_"), misc=("_", "Gloss=animals|Vform=dógs", "_"), source=b"x"
    )
    read = replace(sentence, analyses=(chosen, None, None)).with_readings_from_columns()
    assert read.analyses == (chosen, Analysis(lemma="dog", vocalised="dógs", gloss="animals"), None)
    assert read.source == b"x"


def test_the_columns_of_an_unanalysed_word_are_read_as_nothing_until_a_reading_is_chosen() -> None:
    sentence = Sentence.of(("dogs", "dug"), lemmas=("dog", "dig"), xpos=("U", "V"), unanalysed=(1,))
    assert sentence.with_readings_from_columns().analyses == (None, Analysis(lemma="dig", xpos="V"))
    assert sentence.with_readings_from_columns().unanalysed == (1,)
    chosen = sentence.with_analysis(1, Analysis(lemma="dog", xpos="N"))
    assert chosen.unanalysed == ()
    assert chosen.with_readings_from_columns().analyses == (
        Analysis(lemma="dog", xpos="N"),
        Analysis(lemma="dig", xpos="V"),
    )


def test_a_sentence_that_could_not_be_read_is_not_edited() -> None:
    broken = Sentence.of(("x",), problems=[Problem(7, "it is broken", "Mend it", unreadable=True)])
    for change in (lambda: broken.with_head(1, 0), lambda: broken.with_value("lemma", 1, "x")):
        with pytest.raises(EditError, match="line 7: it is broken"):
            change()


def test_columns_have_one_value_a_word() -> None:
    with pytest.raises(ValueError, match="one value a word"):
        Sentence.of(("a", "b"), xpos=("X",))
    with pytest.raises(ValueError, match="one entry a word"):
        Sentence.of(("a", "b"), candidates=((),))


def test_a_word_can_be_seen_by_itself() -> None:
    token = DOGS.token(2)
    assert (token.index, token.form, token.xpos, token.head, token.deprel) == (2, "dogs", "NNS", 3, "nsubj")
    assert [word.form for word in DOGS] == ["Big", "dogs", "bark"]
    with pytest.raises(IndexError):
        DOGS.token(0)


def test_the_running_text_is_put_together_from_the_words() -> None:
    sentence = Sentence.of(("Hm", ",", "well"), misc=("SpaceAfter=No", "_", "_"))
    assert sentence.text == "Hm, well"
    assert Sentence.of(("a",), comments=("# text = A!",)).text == "A!"


def test_an_edited_treebank_keeps_the_old_one() -> None:
    treebank = Treebank.of([DOGS, DOGS])
    changed = treebank.with_sentence(1, DOGS.with_head(1, 3))
    assert treebank[1] == DOGS
    assert [sentence.heads for sentence in changed] == [(2, 3, 0), (3, 3, 0)]
    assert changed[-1].heads == (3, 3, 0)
    assert changed.is_edited
    assert not changed.with_sentence(1, DOGS).is_edited
    with pytest.raises(IndexError):
        treebank.with_sentence(2, DOGS)


def test_treebanks_are_selected_joined_and_sent_between_processes() -> None:
    other = DOGS.with_head(1, 3)
    treebank = Treebank.of([DOGS, other])
    assert list(treebank.select([1, 0, 1])) == [other, DOGS, other]
    joined = Treebank.concatenate([treebank, Treebank.of([DOGS])])
    assert [joined[at] for at in range(3)] == list(joined) == [DOGS, other, DOGS]
    assert joined[-1] == DOGS
    assert joined[1:] == [other, DOGS]
    assert len(joined) == 3
    with pytest.raises(IndexError):
        joined[3]
    assert pickle.loads(pickle.dumps(joined))[1] == other


def test_all_problems_are_listed_with_their_sentences() -> None:
    bad = Sentence.of(("a", "b"), heads=(2, 1), line=5)
    found = list(Treebank.of([DOGS, bad]).all_problems())
    assert {index for index, _ in found} == {1}
    assert "circle" in found[-1][1].message
    assert "line 5" in str(found[-1][1])


def test_a_swap_takes_the_upper_label_to_the_upper_place() -> None:
    assert (DOGS.heads, DOGS.deprels) == ((2, 3, 0), ("amod", "nsubj", "root"))
    swapped = DOGS.with_head_swapped(3, 1)  # Big hangs from dogs, which hangs from bark
    assert (swapped.heads, swapped.deprels) == ((0, 3, 1), ("root", "nsubj", "amod"))
    assert DOGS.with_head_swapped(3, 2, "acl").deprels == ("amod", "root", "acl")
    assert DOGS.with_head_swapped(1, 3, "dep") == DOGS.with_head(1, 3, "dep")  # nothing is in the way
    for word, head in ((2, 2), (9, 1), (1, 9)):
        with pytest.raises(EditError):
            DOGS.with_head_swapped(word, head)


@pytest.mark.parametrize("mark", ["\0", "\n", "\r", "\x0b", "\x0c", "\x1c", "\x85", "\u2028", "\u2029", "\t"])
def test_a_column_takes_no_mark_that_ends_a_line_or_a_text(mark: str) -> None:
    sentence = Sentence.of(["boats", "leak"], heads=[2, 0])
    for value in (mark, f"a{mark}", f"a{mark}b", f"{mark}b"):
        for column in ("form", "lemma", "misc"):
            with pytest.raises(EditError, match=f"is not allowed in the column {column}"):
                sentence.with_value(column, 1, value)
        with pytest.raises(EditError, match="is not allowed in the column deprel"):
            sentence.with_heads([2, 0], [value, "root"])
    assert sentence.with_value("lemma", 1, "a b").lemmas[0] == "a b"
