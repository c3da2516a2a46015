"""Readings in the columns of their words: what is written, what stays, and that it is recognised again."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spectral_core import formats
from spectral_core.data import EMPTY, Analysis, Segment, Sentence, Treebank
from spectral_core.data.ranked import Ranked
from spectral_core.data.readings import (
    find_matching_candidate,
    get_file_reading,
    is_decided,
    probability_margin,
    reading_of,
    with_reading,
    with_table_reading,
)
from spectral_core.formats import conllu

HER_MOTHER = Analysis(
    "أُمّ",
    "أُمُّهَا",
    "NOUN",
    "N.F+NOM.CON+G3FS",
    "Case=Nom|Definite=Cons",
    "her mother",
    (Segment("أُمّ", "N.F"), Segment("ُ", "NOM.CON"), Segment("هَا", "G3FS")),
)
HE_LED_HER = Analysis("أَمَّ", "أَمَّهَا", "VERB", "V.PST+S3MS+O3FS", "Person=3", "he led her")


def sentence(misc: str = EMPTY) -> Sentence:
    return Sentence.of(["مع", "أمها"], misc=[EMPTY, misc], heads=[2, 0])


def test_a_reading_is_written_into_its_columns_and_the_rest_stays() -> None:
    changed = with_reading(sentence("SpaceAfter=No"), 2, HER_MOTHER)
    token = changed.token(2)
    assert (token.lemma, token.upos, token.xpos, token.feats) == (
        "أُمّ",
        "NOUN",
        "N.F+NOM.CON+G3FS",
        "Case=Nom|Definite=Cons",
    )
    assert token.misc == "Gloss=her mother|Seg=أُمّ/N.F+ُ/NOM.CON+هَا/G3FS|SpaceAfter=No|Vform=أُمُّهَا"
    assert changed.token(1) == sentence().token(1)
    assert changed.heads == (2, 0)


def test_another_reading_leaves_nothing_of_the_one_before() -> None:
    changed = with_reading(with_reading(sentence("SpaceAfter=No"), 2, HER_MOTHER), 2, HE_LED_HER)
    assert changed == with_reading(sentence("SpaceAfter=No"), 2, HE_LED_HER)
    bare = with_reading(changed, 2, Analysis(lemma="أم", upos="X"))
    assert (bare.feats[1], bare.misc[1]) == (EMPTY, "SpaceAfter=No")
    assert bare.xpos[1] == "V.PST+S3MS+O3FS"  # nothing was said of it


def test_a_transliteration_goes_with_the_vowels_that_it_spells_out() -> None:
    given_ = sentence("Translit=ummuhā|Vform=أُمُّهَا")
    assert "Translit=ummuhā" in with_reading(given_, 2, HER_MOTHER).misc[1]
    assert "Translit" not in with_reading(given_, 2, HE_LED_HER).misc[1]


def test_items_of_misc_stay_in_the_order_in_which_they_are() -> None:
    changed = with_reading(sentence("SpaceAfter=No|Entity=(a"), 2, Analysis(lemma="x", gloss="b"))
    assert changed.misc[1] == "SpaceAfter=No|Entity=(a|Gloss=b"


def test_what_was_taken_is_recognised_among_the_candidates(tmp_path: Path) -> None:
    candidates = [HER_MOTHER._replace(gloss="a mother"), HER_MOTHER, HE_LED_HER]
    for place, candidate in enumerate(candidates):
        path = tmp_path / "one.conllu"
        formats.save(Treebank.of([with_reading(sentence(), 2, candidate)]), path, "conllu")
        assert find_matching_candidate(formats.load(path)[0], 2, candidates) == place
    assert find_matching_candidate(sentence(), 2, candidates) is None


def test_words_annotated_elsewhere_are_recognised_by_lemma_and_tags_and_then_by_vowels() -> None:
    other = HER_MOTHER._replace(vocalised="أُمُّهُا", gloss="?")
    stands = Sentence.of(
        ["أمها"],
        lemmas=["أُمّ"],
        upos=["NOUN"],
        xpos=["N.F+NOM.CON+G3FS"],
        feats=["Case=Nom|Definite=Cons"],
        misc=["Vform=أُمُّهَا"],
    )
    assert find_matching_candidate(stands, 1, [HE_LED_HER, other, HER_MOTHER]) == 2
    assert find_matching_candidate(stands, 1, [HE_LED_HER, other]) == 1
    assert find_matching_candidate(stands, 1, [HE_LED_HER]) is None


def test_a_word_is_decided_with_a_lemma_and_a_tag_or_with_all_that_a_candidate_says() -> None:
    assert not is_decided(sentence(), 1)
    assert is_decided(with_reading(sentence(), 2, HER_MOTHER), 2)
    tagged = sentence().with_value("upos", 1, "ADP")
    assert not is_decided(tagged, 1)  # a tagger may have said so
    assert is_decided(tagged, 1, [Analysis(upos="ADP")])


def test_what_the_columns_of_an_unanalysed_word_say_decides_nothing() -> None:
    words = Sentence.of(["ab", "cd"], lemmas=["a", "c"], xpos=["U", "N"], unanalysed=(1,))
    offered = [Analysis(lemma="a", xpos="U")]
    assert not is_decided(words, 1, offered)
    assert is_decided(words, 2)
    assert reading_of(words, 1) is None
    assert find_matching_candidate(words, 1, offered) is None
    for choose in (with_reading, with_table_reading):
        assert is_decided(choose(words, 1, Analysis(lemma="a", xpos="N")), 1)


def test_a_table_keeps_readings_in_columns_of_its_own() -> None:
    text = "form\tlemma\tvocalised\txpos\tgloss\nأمها\t_\t_\t_\t_\nمع\t_\t_\t_\t_\n"
    treebank = formats.loads(text.encode(), format="table")
    changed = with_table_reading(treebank[0], 1, HE_LED_HER._replace(upos=EMPTY, feats=EMPTY))
    written = b"".join(formats.compose_file_pieces(treebank.with_sentence(0, changed), "table")).decode()
    assert written.split("\n")[1] == "أمها\tأَمَّ\tأَمَّهَا\tV.PST+S3MS+O3FS\the led her"
    assert (
        find_matching_candidate(formats.loads(written.encode(), format="table")[0], 1, [HER_MOTHER, HE_LED_HER]) is None
    )
    again = formats.loads(written.encode(), format="table")[0]
    assert find_matching_candidate(again, 1, [HE_LED_HER._replace(upos=EMPTY, feats=EMPTY)]) == 0


def test_parts_that_another_program_wrote_otherwise_are_no_segments() -> None:
    for misc in ("Seg=a/b/c", "Seg=ab", "Seg="):
        reading = reading_of(Sentence.of(["a"], lemmas=["a"], misc=[misc]), 1)
        assert reading is not None
        assert reading.segments == ()


@pytest.mark.parametrize("gloss", ["a|b", "100%", "a%7Cb", "two\nlines", "tab\there", " "])
def test_signs_that_part_items_and_columns_do_not_break_the_file(gloss: str, tmp_path: Path) -> None:
    candidate = Analysis(lemma="a", upos="X", gloss=gloss, segments=(Segment("a+b/c|%", "X/Y+Z"), Segment("", "T")))
    path = tmp_path / "one.conllu"
    formats.save(Treebank.of([with_reading(Sentence.of(["ab"]), 1, candidate)]), path, "conllu")
    again = formats.load(path)[0]
    assert again.is_readable
    assert find_matching_candidate(again, 1, [Analysis(lemma="a", upos="X"), candidate]) == 1
    reading = reading_of(again, 1)
    assert reading is not None
    assert reading.segments == candidate.segments
    assert again.with_readings_from_columns().analyses == (reading,)


def test_items_without_a_value_are_no_vowels_and_no_gloss() -> None:
    sentence = Sentence.of(["ab"], lemmas=["a"], misc=["Gloss=|Vform="])
    assert sentence.with_readings_from_columns().analyses == (Analysis(lemma="a"),)
    assert reading_of(sentence, 1) == Analysis(lemma="a")


def test_vowels_and_gloss_of_a_word_without_a_lemma_are_decoded() -> None:
    sentence = Sentence.of(["ab"], misc=["Gloss=a%7Cb|Vform=50%25"])
    assert get_file_reading(sentence, 1) == Analysis(vocalised="50%", gloss="a|b")


_SIGNS = st.text(st.characters(exclude_categories=["Cs", "Cc"]), max_size=6)


@given(
    st.builds(Analysis, _SIGNS, _SIGNS, st.sampled_from(["NOUN", "_"]), _SIGNS, st.sampled_from(["A=b", "_"]), _SIGNS),
    st.lists(st.builds(Segment, _SIGNS, _SIGNS.filter(bool)), max_size=3),
)
def test_any_reading_is_recognised_after_it_was_written_and_read(analysis: Analysis, parts: list[Segment]) -> None:
    candidate = analysis._replace(segments=tuple(parts))
    changed = with_reading(Sentence.of(["word"]), 1, candidate)
    again = conllu.parse_conllu_sentence(conllu.format_sentence(changed).encode(), 1)
    if reading_of(again, 1) is not None:
        assert find_matching_candidate(again, 1, [candidate]) == 0


def test_a_reading_without_a_tag_decides_nothing_unless_the_file_offers_it() -> None:
    bare, tagged = Analysis("أُمّ", "أُمُّهَا"), Analysis(xpos="N")
    for reading, decided in ((bare, False), (tagged, True)):
        stands = Sentence.of(["مع", "أمها"], analyses=[None, reading])
        assert is_decided(stands, 2) == decided
        assert is_decided(replace(stands, candidates=((), (bare,))), 2)
    parts = Analysis(segments=(Segment("أمّ", "N"),))
    assert is_decided(Sentence.of(["أمها"], analyses=[parts]), 1)


@pytest.mark.parametrize(
    ("row", "margin"),
    [
        ([], None),
        ([("a", None)], 1.0),
        ([("a", None), ("b", None)], None),
        ([("a", 0.7), ("b", 0.2), ("c", 0.1)], 0.5),
        ([("a", 0.5), ("a", 0.4), ("b", 0.1)], 0.4),  # the first two say the same in a file
        ([("a", 0.6), ("a", 0.4)], 1.0),
        ([("a", 0.6), ("b", None)], 0.0),  # the second was added by hand
    ],
)
def test_a_margin_is_to_the_next_reading_that_a_file_could_tell_apart(
    row: list[tuple[str, float | None]], margin: float | None
) -> None:
    readings = [
        Ranked(Analysis(lemma, gloss=str(at)), 0.0, probability=number) for at, (lemma, number) in enumerate(row)
    ]
    assert probability_margin(readings) == (margin if margin is None else pytest.approx(margin))
