"""Vowels on the page as evidence: readings that contradict them go, in lists and in rankings."""

from __future__ import annotations

from pathlib import Path

import pytest

from spectral_core import store
from spectral_core.data import Analysis, Sentence, Treebank
from spectral_core.files import locate_assets
from spectral_core.formats import load
from spectral_core.model import Ranker
from spectral_core.morphology.analyser import find_candidates
from spectral_core.morphology.arabic.spelling import DIACRITICS, to_arabic, to_buckwalter
from spectral_core.morphology.arabic.vowel_agreement import count_contradictions, filter_by_vowels
from spectral_core.morphology.catalogue import open_analyser
from spectral_core.morphology.treebank_lexicon import TreebankAnalyser
from spectral_core.registry import METHODS, make_settings

NEW = ("AlojadiydapK", "Alojadiydapu", "Alojadiydapi", "Alojadiydapa")


def fits(page: str, *readings: str) -> list[str]:
    offered = [Analysis("l", to_arabic(reading), "NOUN") for reading in readings]
    return [to_buckwalter(one.vocalised) for one in filter_by_vowels(to_arabic(page), offered)]


@pytest.mark.parametrize(
    ("page", "readings", "left"),
    [
        ("Alojadiydapi", NEW, ["Alojadiydapi"]),
        ("Aljdydpi", NEW, ["Alojadiydapi"]),  # partial vowels
        ("Aljadydp", NEW, list(NEW)),
        ("fiy", ("fiy", "fiy~a"), ["fiy", "fiy~a"]),  # what is not written says nothing
        ("fiy~a", ("fiy", "fiy~a"), ["fiy~a"]),
        ("mina", ("mino", "mano", "min"), ["mino", "min"]),  # liaison
        ("mani", ("mino", "mano"), ["mano"]),
        ("qaAlati", ("qaAlato", "qaAlotu"), ["qaAlato"]),
        ("humu", ("humo", "hamo"), ["humo"]),
        ("kitAbAF", ("kitaAbFA", "kitaAbaA"), ["kitaAbFA"]),  # nunation before its alif or on it, short a or none
        ("daras", ("daras", "dar~as"), ["daras", "dar~as"]),
        ("dar~as", ("daras", "dar~as"), ["dar~as"]),
        ("Al$~amos", ("Al$amosu", "Al$imosu"), ["Al$amosu"]),  # a sun letter's shadda that is left out elsewhere
        ("xxxu", ("xaxixi", "xaxuxa"), ["xaxixi", "xaxuxa"]),  # none fits: those remain that are contradicted least
        ("kutiba", ("kataba", "kutuba"), ["kutuba"]),
    ],
)
def test_readings_that_the_written_signs_contradict_go(page: str, readings: tuple[str, ...], left: list[str]) -> None:
    assert fits(page, *readings) == left


def test_a_reading_as_an_unknown_word_is_never_contradicted_and_keeps_no_other_alive() -> None:
    known, unknown = Analysis("l", to_arabic("kataba"), "VERB"), Analysis("l", to_arabic("ktb"), "X")
    assert filter_by_vowels(to_arabic("kutiba"), [known, unknown]) == (known, unknown)


@pytest.mark.parametrize(
    ("page", "case", "wrong"),
    [
        ("baytN", "Nom", False), ("baytN", "Acc", True), ("baytK", "Gen", False), ("baytAF", "Gen", True),
        ("baytu", "Gen", True), ("baytuhu", "Gen", False), ("bayt", "Gen", False), ("kAtibuwna", "Nom", False),
    ],
)  # fmt: skip
def test_a_reading_without_vowels_is_contradicted_by_the_vowel_of_another_case(
    page: str, case: str, wrong: bool
) -> None:
    assert count_contradictions(to_arabic(page), Analysis("l", "_", "NOUN", "_", f"Case={case}")) == wrong


def test_a_list_of_readings_keeps_to_the_vowels_of_the_page() -> None:
    words = Sentence.of([to_arabic("Alsuwqi"), to_arabic("Alswq")])
    vowelled, bare = find_candidates(words, open_analyser("buckwalter=sample"))
    assert {"Case=Gen", "Case=Nom"} <= {pair for one in bare for pair in one.feats.split("|")}
    assert {one.vocalised for one in vowelled} == {to_arabic("Als~uwqi")}


def test_a_treebank_with_vowels_knows_words_without_them() -> None:
    gen, nom = (Analysis("bayt", "_", "NOUN", "_", f"Case={case}") for case in ("Gen", "Nom"))
    forms = [to_arabic("baytK"), to_arabic("baytN")]
    learnt = TreebankAnalyser.learn([Sentence.of(forms, analyses=[gen, nom])])
    told = {to_buckwalter(one.vocalised): one.feats for one in learnt.get_attested_counts(to_arabic("byt"))}
    assert told == {"baytK": "Case=Gen", "baytN": "Case=Nom"}
    assert list(learnt.get_attested_counts(forms[0])) == [gen]


@pytest.fixture(scope="module")
def ranker() -> Ranker:
    method = METHODS["analysis-ranker"]
    treebank = load(locate_assets() / "sample" / "arabic" / "written.conllu")
    model = method.learn(treebank, make_settings(method, {"analyser": "buckwalter=sample", "words": 100, "passes": 1}))
    assert isinstance(model, Ranker)
    return model


def test_a_ranker_of_bare_text_reads_vowelled_text_by_its_vowels(ranker: Ranker) -> None:
    held_out = load(locate_assets() / "sample" / "arabic" / "held_out.conllu")
    right = {True: 0, False: 0}
    words = 0
    for sentence in held_out:
        chosen = [one or Analysis() for one in sentence.with_readings_from_columns().analyses]
        page = [form if one.vocalised == "_" else one.vocalised
                for form, one in zip(sentence.forms, chosen, strict=True)]  # fmt: skip
        spoken, bare = ranker.rank(Sentence.of(page)), ranker.rank(Sentence.of(sentence.forms))
        for form, one, row, other in zip(page, chosen, spoken, bare, strict=True):
            if one.feats not in [each.value.feats for each in row]:
                continue
            assert not count_contradictions(form, row[0].value)
            words += 1
            right[True] += row[0].value.feats == one.feats
            right[False] += other[0].value.feats == one.feats
    assert right[True] > right[False]
    assert right[True] >= 0.95 * words > 50


def test_a_ranker_of_vowelled_text_knows_words_by_their_vowels_from_its_file_too(tmp_path: Path) -> None:
    gen, nom = (Analysis("bayt", "_", "NOUN", "_", f"Case={case}") for case in ("Gen", "Nom"))
    forms = [to_arabic(form) for form in ("baytK", "suwqK", "baytN", "suwqN")]
    words = Sentence.of(forms, analyses=[gen, gen._replace(lemma="suwq"), nom, nom._replace(lemma="suwq")])
    method = METHODS["analysis-ranker"]
    settings = make_settings(method, {"analyser": "treebank", "words": 100, "passes": 1})
    store.save(method.learn(Treebank.of([words] * 8), settings), tmp_path / "model.npz")
    model = store.load(tmp_path / "model.npz")
    assert isinstance(model, Ranker)
    ranked = model.rank(Sentence.of(forms))
    assert [row[0].value.feats for row in ranked] == ["Case=Gen", "Case=Gen", "Case=Nom", "Case=Nom"]


def test_every_mark_is_a_sign() -> None:
    assert all(
        count_contradictions(to_arabic("b" + mark), Analysis("l", to_arabic("ba"), "NOUN")) is not None
        for mark in DIACRITICS
    )
