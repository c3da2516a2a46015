"""Whether a ranker fits a text: by script, language, words and tags."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from fixtures import ENGLISH_WORDS

from spectral_core.data import Sentence
from spectral_core.files import locate_assets
from spectral_core.formats import load
from spectral_core.morphology.text_profile import LANGUAGE, SCRIPT, TAGS, WORDS, TextProfile

GERMAN = [
    "der",
    "Hund",
    "und",
    "die",
    "Katze",
    "waren",
    "im",
    "Haus",
    "eines",
    "alten",
    "Mannes",
    "der",
    "es",
    "gesehen",
    "hatte",
]
ARABIC = list(load(locate_assets() / "sample" / "arabic" / "written.conllu"))
HELD_OUT = list(load(locate_assets() / "sample" / "arabic" / "held_out.conllu"))


def learnt(words: Sequence[str], tag: str = "NN") -> TextProfile:
    return TextProfile.from_tagged_words(words, [("NOUN", tag)] * len(words))


def learnt_from(sentences: Sequence[Sentence]) -> TextProfile:
    forms = [form for sentence in sentences for form in sentence.forms]
    tags = [pair for sentence in sentences for pair in zip(sentence.upos, sentence.xpos, strict=True)]
    return TextProfile.from_tagged_words(forms, tags)


def bare(words: Sequence[str]) -> TextProfile:
    return TextProfile.from_sentences([Sentence.of(words)])


def test_a_ranker_of_another_script_does_not_fit() -> None:
    assert bare(ENGLISH_WORDS).find_mismatch(learnt_from(ARABIC)) == SCRIPT
    assert bare(ARABIC[0].forms).find_mismatch(learnt(ENGLISH_WORDS)) == SCRIPT


def test_a_ranker_of_another_language_in_the_same_script_knows_too_few_words() -> None:
    assert bare(GERMAN).find_mismatch(learnt(ENGLISH_WORDS)) == WORDS
    assert bare(ENGLISH_WORDS[::-1]).find_mismatch(learnt(ENGLISH_WORDS)) == ""
    assert bare(["Привет,", "ыъэё", "мой", "объём"]).find_mismatch(learnt(["привіт", "їжак", "ґанок", "є"])) == LANGUAGE


def test_a_short_text_fits_by_its_script() -> None:
    assert bare(["Guten", "Tag"]).find_mismatch(learnt(ENGLISH_WORDS)) == ""
    assert bare(["7", "."]).find_mismatch(learnt(ENGLISH_WORDS)) == ""


def test_vowels_are_no_other_language() -> None:
    spoken = Sentence.of(
        [
            one.vocalised if one and one.vocalised != "_" else form
            for sentence in HELD_OUT
            for form, one in zip(sentence.forms, sentence.with_readings_from_columns().analyses, strict=True)
        ]
    )
    assert TextProfile.from_sentences([spoken]).find_mismatch(learnt_from(ARABIC)) == ""


@pytest.mark.parametrize(("tag", "misfit"), [("JJ", TAGS), ("NN", "")])
def test_a_ranker_with_other_tags_than_the_text_has_does_not_fit(tag: str, misfit: str) -> None:
    text = TextProfile.from_sentences(
        [Sentence.of(ENGLISH_WORDS, upos=["ADJ"] * len(ENGLISH_WORDS), xpos=[tag] * len(ENGLISH_WORDS))]
    )
    assert text.find_mismatch(learnt(ENGLISH_WORDS)) == misfit


def test_a_text_without_tags_fits_whatever_tags_a_ranker_has() -> None:
    text = TextProfile.from_sentences([Sentence.of(sentence.forms) for sentence in HELD_OUT])
    assert text.find_mismatch(learnt_from(ARABIC)) == ""
    positional = TextProfile.from_tagged_words(
        [form for one in ARABIC for form in one.forms], [("NOUN", "N------S1D")] * sum(map(len, ARABIC))
    )
    assert text.find_mismatch(positional) == ""
    assert TextProfile.from_sentences(HELD_OUT).find_mismatch(positional) == TAGS
