from __future__ import annotations

import pytest

from spectral_core.data import EMPTY, Analysis, Segment, Sentence
from spectral_core.data.universal import UPOS, find_feature_fault
from spectral_core.morphology.catalogue import ANALYSERS, open_analyser
from spectral_core.morphology.installed_analysers import Morfeusz


def needs(name: str) -> pytest.MarkDecorator:
    reason = ANALYSERS[name].get_obstacle()
    return pytest.mark.skipif(reason is not None, reason=reason or "")


def labels(name: str, word: str) -> set[tuple[str, str, str]]:
    found = open_analyser(name).analyse(word)
    assert len(set(found)) == len(found)
    for each in found:
        assert each.upos in UPOS
        assert find_feature_fault(each.feats) is None
    return {(each.lemma, each.upos, each.feats) for each in found}


@needs("pymorphy3")
def test_russian_words_get_universal_tags_and_features() -> None:
    assert ("стол", "NOUN", "Animacy=Inan|Case=Ins|Gender=Masc|Number=Plur") in labels("pymorphy3", "столами")
    past = "Aspect=Imp|Gender=Masc|Mood=Ind|Number=Sing|Tense=Past|VerbForm=Fin|Voice="
    assert ("читать", "VERB", past + "Act") in labels("pymorphy3", "читал")
    assert ("бояться", "VERB", past + "Mid") in labels("pymorphy3", "боялся")
    assert ("быть", "AUX", past + "Act") in labels("pymorphy3", "был")
    assert ("Москва", "PROPN", "Animacy=Inan|Case=Loc|Gender=Fem|Number=Sing") in labels("pymorphy3", "Москве")
    assert {upos for _, upos, _ in labels("pymorphy3", "и")} >= {"CCONJ"}
    assert "CCONJ" not in {upos for _, upos, _ in labels("pymorphy3", "чтобы")}
    assert labels("pymorphy3", "2014") == {("2014", "NUM", "NumType=Card")}


@needs("pymorphy3-uk")
def test_ukrainian_words_get_universal_tags_and_features() -> None:
    found = {
        word: labels("pymorphy3-uk", word)
        for word in ["читала", "бути", "читай", "зроблено", "щоб", "який", "його", "тут", "25"]
    }
    past = "Aspect=Imp|Gender=Fem|Mood=Ind|Number=Sing|Tense=Past|VerbForm=Fin"
    assert found["читала"] == {("читати", "VERB", past)}
    assert {("бути", "AUX", "Aspect=Imp|VerbForm=Inf"), ("бути", "VERB", "Aspect=Imp|VerbForm=Inf")} <= found["бути"]
    assert ("читати", "VERB", "Aspect=Imp|Mood=Imp|Number=Sing|Person=2|VerbForm=Fin") in found["читай"]
    assert ("зробити", "VERB", "Aspect=Perf|Mood=Ind|Person=0|VerbForm=Fin") in found["зроблено"]
    assert {upos for _, upos, _ in found["щоб"]} == {"SCONJ", "PART"}
    assert {upos for _, upos, _ in found["який"]} == {"DET"}
    assert ("він", "PRON", "Case=Gen|Gender=Masc|Number=Sing|PronType=Prs") in found["його"]
    assert found["тут"] == {("тут", "ADV", EMPTY)}
    assert found["25"] == {("25", "NUM", "NumType=Card")}
    assert ("Ганна", "PROPN", "Animacy=Anim|Case=Ins|Gender=Fem|Number=Sing") in labels("pymorphy3-uk", "Ганною")


@needs("morfeusz2")
def test_polish_words_get_universal_tags_and_the_tags_of_the_national_corpus() -> None:
    assert ("pies", "NOUN", "Animacy=Nhum|Case=Ins|Gender=Masc|Number=Sing") in labels("morfeusz2", "psem")
    assert ("Kraków", "PROPN", "Animacy=Inan|Case=Loc|Gender=Masc|Number=Sing") in labels("morfeusz2", "Krakowie")
    assert labels("morfeusz2", "bździągwa") == set()
    present = "Aspect=Imp|Mood=Ind|Number=Sing|Person=3|Tense=Pres|VerbForm=Fin|Voice=Act"
    assert labels("morfeusz2", "jest") == {("być", "AUX", present), ("być", "VERB", present)}
    tags = {each.xpos for each in open_analyser("morfeusz2").analyse("biały")}
    assert {"adj:sg:nom:m1:pos", "adj:sg:nom:m2:pos", "adj:sg:nom:m3:pos"} <= tags
    assert not any("." in tag for tag in tags)
    joined = open_analyser("morfeusz2").analyse("zrobiłem")
    assert {tuple(part.form for part in each.segments) for each in joined} == {("zrobił", "em")}


@needs("zeyrek")
def test_turkish_words_get_universal_tags_and_their_morphemes() -> None:
    found = open_analyser("zeyrek").analyse("evlerimizden")
    assert [(each.lemma, each.upos, each.xpos) for each in found] == [("ev", "NOUN", "Noun+A3pl+P1pl+Abl")]
    assert found[0].feats == "Case=Abl|Number=Plur|Number[psor]=Plur|Person=3|Person[psor]=1"
    assert found[0].segments[1] == Segment("ler", "A3pl")
    past = "Aspect=Perf|Mood=Ind|Number=Sing|Person=1|Polarity=Pos|Tense=Past"
    assert ("gel", "VERB", past) in labels("zeyrek", "geldim")
    assert ("Ankara", "PROPN", "Case=Loc|Number=Sing|Person=3") in labels("zeyrek", "Ankara'da")
    participle = "Aspect=Perf|Mood=Ind|Polarity=Pos|Tense=Pres|VerbForm=Part|Voice=Pass"
    assert ("yap", "VERB", participle) in labels("zeyrek", "yapılan")


@needs("pymorphy3")
def test_an_analyser_is_fitted_to_a_treebank_where_one_is_given() -> None:
    sentence = Sentence.of(["столы"], lemmas=["стол"], upos=["NOUN"], xpos=["S"], feats=["Number=Plur"])
    fitted = open_analyser("pymorphy3", [sentence])
    assert Analysis("дом", EMPTY, "NOUN", "S", "Number=Plur") in fitted.analyse("дома")


def test_a_polish_word_of_many_ambiguous_parts_is_analysed_at_once() -> None:
    edges = [(at, at + 1, ("a", lemma, "interj", (), ())) for at in range(40) for lemma in ("a", "ach", "ah", "aj")]
    assert {each.lemma for each in Morfeusz(lambda _: edges).analyse("a" * 40)} == {"a"}
    ambiguous = Morfeusz(lambda _: [*edges[:4], (0, 1, ("a", "a", "ign", (), ()))]).analyse("a")
    assert [each.lemma for each in ambiguous] == ["a", "ach", "ah", "aj"]
    assert Morfeusz(lambda _: [(0, 1, ("a", "a", "ign", (), ()))]).analyse("a") == ()
    assert Morfeusz(lambda _: ()).analyse("") == ()
