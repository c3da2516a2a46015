"""Lemmas of an analyser in the spelling of a treebank."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from spectral_core.data import Analysis, Sentence
from spectral_core.models.analysis_ranker.vocabulary import RankerVocabulary
from spectral_core.morphology.arabic.spelling import LemmaSpellingConventions, to_arabic
from spectral_core.morphology.label_schemes import ARABIC


def spelling(*lemmas: str) -> LemmaSpellingConventions:
    made = LemmaSpellingConventions()
    for lemma in lemmas:
        made.count_lemma(to_arabic(lemma.partition("_")[0]) + "".join(lemma.partition("_")[1:]))
    return made


PADT = ("min", "kitaAb", "maktabap", ">an~a", "<in~a", "walad", "suwq")
SAMA = ("min_1", "kitAb_1", "maktabap_2", "walad_1", "makotab_1")
BARE = ("mn", "ktAb", "wld", "swq")


@pytest.mark.parametrize(
    ("treebank", "own", "wanted"),
    [
        (PADT, "min_1", "min"), (PADT, "kitAb_2", "kitaAb"), (PADT, "miftAH_1", "miftaAH"), (PADT, ">an~a_1", ">an~a"),
        (PADT, "mabonaY_1", "mabnaY"), (SAMA, "min", "min_1"), (SAMA, "miftAH_1", "miftAH_1"),
        (BARE, "miftAH_1", "mftAH"),
        ((), "min_1", "min_1"), (PADT, "lA>_1", "laA>"), (PADT, "|xar_1", "|xar"), (PADT, "dunoyA_1", "dunyA"),
    ],
)  # fmt: skip
def test_a_lemma_is_spelt_as_the_treebank_spells_it_or_would(treebank: Sequence[str], own: str, wanted: str) -> None:
    name, mark, sense = own.partition("_")
    told = spelling(*treebank).respell(to_arabic(name) + mark + sense)
    assert told == to_arabic(wanted.partition("_")[0]) + "".join(wanted.partition("_")[1:])


def test_what_was_taken_out_again_is_no_spelling() -> None:
    made = spelling("min")
    made.count_lemma(to_arabic("min"), -1)
    assert made.respell(to_arabic("min") + "_1") == to_arabic("min") + "_1"


class _Tables:
    def analyse(self, word: str, transliterated: bool | None = None) -> tuple[Analysis, ...]:  # noqa: ARG002
        return (Analysis(to_arabic("min") + "_1", to_arabic("min"), "ADP", "P---------", "_", "from"),)


def test_a_ranker_offers_lemmas_in_the_spelling_of_its_treebank() -> None:
    gold = Analysis(to_arabic("min"), "_", "ADP", "P---------")
    book = RankerVocabulary(ARABIC, _Tables())
    book.encode_text([Sentence.of([to_arabic("mn")], analyses=[gold])])
    text = book.encode_text([Sentence.of([to_arabic("mn")])], times=0)
    offer = int(text.candidate_set[0])
    offered = [
        one
        for label in book.candidate_sets[offer].labels.tolist()
        for one in book.find_readings_with_label(offer, label)
    ]
    assert [(one.lemma, one.gloss) for one in offered] == [(to_arabic("min"), "from")]
