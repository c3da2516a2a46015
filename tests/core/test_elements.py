"""Label elements of Arabic analyses: from PADT's tags, from features and joined tags, from UniMorph."""

from __future__ import annotations

from pathlib import Path

import pytest

from spectral_core.data import Analysis, Segment, Sentence, Treebank
from spectral_core.errors import FormatError
from spectral_core.files import locate_assets
from spectral_core.formats import load
from spectral_core.morphology.arabic.buckwalter import BuckwalterAnalyser
from spectral_core.morphology.arabic.padt import (
    POSITIONAL_TAG,
    convert_unimorph_tag,
    make_positional_tag,
    to_coarse_tag,
    to_feats,
    to_upos,
)
from spectral_core.morphology.arabic.spelling import normalise_arabic_lemma, to_arabic
from spectral_core.morphology.label_schemes import (
    ARABIC,
    ARABIC_ELEMENTS,
    COARSE_ARABIC,
    choose_label_scheme,
    detect_arabic_tagset,
    parse_label_scheme,
)

SAMPLE = locate_assets() / "sample" / "arabic"


def analysis(lemma: str, tag: str, *segments: str) -> Analysis:
    """A hand-made analysis in PADT's manner; letters in Buckwalter's transliteration, a segment is form or form/TAG."""
    parts = [segment.partition("/")[::2] for segment in segments]
    return Analysis(
        to_arabic(lemma), xpos=tag, segments=tuple(Segment(to_arabic(form), name or "_") for form, name in parts)
    )


def told(lemma: str, tag: str, *segments: str) -> dict[str, str]:
    """The elements of such an analysis that say something."""
    label = ARABIC.label("", analysis(lemma, tag, *segments))
    assert len(label) == len(ARABIC.element_names) == 16
    return {
        name: value for name, value in zip(ARABIC_ELEMENTS, label, strict=True) if value.strip("_-") and name != "suf"
    }


def test_a_noun_has_its_proclitics_its_state_and_its_pronoun() -> None:
    found = told("kitaAb", "N------S2R", "wa", "bi", "kitaAbi", "hum")
    assert found == {
        "lemma": "kitAb",
        "pre1": "b",
        "pre2": "w",
        "det": "R",
        "pos": "N",
        "numpos": "S",
        "case": "2",
        "persuf": "3",
        "numsuf": "P",
        "gensuf": "M",
        "pron": "3MP",
    }


def test_a_verb_has_mood_voice_and_person() -> None:
    found = told("katab", "VIIP-3FS--", "sa", "tuktabu")
    assert found == {
        "lemma": "katab",
        "pre1": "s",
        "pos": "V",
        "dpos": "IP",
        "perpos": "3",
        "numpos": "S",
        "genpos": "F",
        "mood": "I",
    }


def test_a_preposition_with_a_pronoun_is_no_proclitic_but_a_conjunction_is() -> None:
    assert told("li", "P---------", "la", "hu") | {"lemma": ""} == {
        "lemma": "",
        "pos": "P",
        "pron": "3MS",
        "persuf": "3",
        "numsuf": "S",
        "gensuf": "M",
    }
    assert told("huwa", "SP---3MP1-", "wa", "hum")["pre1"] == "w"
    assert "pron" not in told("huwa", "SP---3MP1-", "wa", "hum")


def test_segments_of_an_analyser_and_of_the_treebank_give_one_label() -> None:
    treebank = analysis("kitaAb", "N------S1R", "li", "kitaAbu", "nA")
    analyser = analysis("kitAb_2", "N------S1R", "li/PREP", "kitAb/NOUN", "u/CASE_DEF_NOM", "nA/POSS_PRON_1P")
    assert ARABIC.label("", treebank) == ARABIC.label("", analyser)
    assert ARABIC.label("", treebank) != ARABIC.label("", analyser._replace(xpos="N------S4R"))


def test_the_prefix_of_a_verb_is_not_taken_for_a_particle() -> None:
    assert "pre1" not in told("katab", "VIIA-1MS--", ">a/IV1S", "kotub/VERB_IMPERFECT", "u/IVSUFF_MOOD:I")


def test_nothing_is_said_of_the_parts_of_a_word_that_nobody_analysed() -> None:
    assert told("lndn", "X---------", "wa", "lndn") == told("lndn", "X---------") == {"lemma": "lndn", "pos": "X"}


@pytest.mark.parametrize(
    ("one", "other"),
    [("kaAna", "kAna"), ("kitaAb_1", "kitAb"), (">axobar-a_1", "Aaxbar"), ("{ibon", "Aibon"), ("h`*A", "haA*aA")],
)
def test_spellings_of_one_lemma_have_one_key(one: str, other: str) -> None:
    assert normalise_arabic_lemma(to_arabic(one)) == normalise_arabic_lemma(to_arabic(other))


def test_lemmas_that_differ_in_a_vowel_or_in_doubling_have_keys_of_their_own() -> None:
    keys = {normalise_arabic_lemma(to_arabic(lemma)) for lemma in ("katab", "kat~ab", "kutub", "kAtib", "kitAb")}
    assert len(keys) == 5


@pytest.mark.parametrize("lemma", ["-", "_", "km", "2-1"])
def test_the_key_of_what_is_not_arabic_is_itself(lemma: str) -> None:
    assert normalise_arabic_lemma(lemma) == lemma


def test_every_written_word_of_the_sample_has_the_label_of_a_candidate() -> None:
    lexicon = BuckwalterAnalyser.open(SAMPLE / "lexicon")
    for sentence in load(SAMPLE / "written.conllu"):
        for form, chosen in zip(sentence.forms, sentence.with_readings_from_columns().analyses, strict=True):
            assert chosen is not None
            offered = {ARABIC.label(form, each) for each in lexicon.analyse(form, False)}
            assert ARABIC.label(form, chosen) in offered, form


def test_joined_tags_tell_proclitics_and_pronouns() -> None:
    features = "Case=Acc|Definite=Cons|Gender=Masc|Number=Sing"
    label = ARABIC.label("", Analysis("kitAb", upos="NOUN", xpos="CNJ+ADP+N+ACC.CON+G3FS", feats=features))
    found = dict(zip(ARABIC_ELEMENTS, label, strict=True))
    assert (found["pre1"], found["pre2"], found["pron"], found["persuf"]) == ("ADP", "CNJ", "G3FS", "3")
    assert (found["pos"], found["det"], found["case"], found["dpos"]) == ("NOUN", "Cons", "Acc", "N")


def test_a_preposition_alone_before_its_pronoun_is_the_word_in_joined_tags_too() -> None:
    found = dict(zip(ARABIC_ELEMENTS, ARABIC.label("", Analysis("fy", upos="ADP", xpos="CNJ+ADP+P3MS")), strict=True))
    assert (found["pre1"], found["dpos"], found["pron"]) == ("CNJ", "ADP", "P3MS")


def test_tags_of_sama_tell_case_and_person_without_features() -> None:
    noun = Analysis("x", upos="NOUN", xpos="DET+NOUN+NSUFF_FEM_SG+CASE_DEF_GEN")
    found = dict(zip(ARABIC_ELEMENTS, ARABIC.label("", noun), strict=True))
    assert (found["case"], found["det"], found["genpos"], found["numpos"]) == ("GEN", "DEF", "FEM", "SG")
    verb = dict(zip(ARABIC_ELEMENTS, ARABIC.label("", Analysis("x", xpos="IV3FS+IV+IVSUFF_MOOD:S")), strict=True))
    assert (verb["perpos"], verb["genpos"], verb["numpos"], verb["mood"], verb["dpos"]) == ("3", "F", "S", "S", "IV")


def test_unimorph_tags_give_the_coarse_label_of_padts_tag() -> None:
    theirs = Analysis("x", xpos="ACC;DEF;FEM;ADJ;SG", segments=(Segment(to_arabic("w"), "CONJ"), Segment("x", "ADJ")))
    ours = Analysis("x", xpos="A-----FS4D", segments=(Segment(to_arabic("wa"), "CONJ"), Segment("x", "ADJ")))
    assert COARSE_ARABIC.label("", theirs) == COARSE_ARABIC.label("", ours)
    assert COARSE_ARABIC.label("", ours)[1] == "w"


@pytest.mark.parametrize(
    ("unimorph", "tag"),
    [
        ("3;ACT;FIN;IND;IPFV;MASC;SG;V", "VIIA-3MS--"),
        ("3;ACT;FEM;FIN;IPFV;SBJV;SG;V", "VISA-3FS--"),
        ("3;FEM;PASS;PFV;SG;V", "VP-P-3FS--"),
        ("FIN;IMP;MASC;PL;V", "VCJ---MP--"),
        ("GEN;N;PSSD;SG", "N------S2R"),
        ("ADP", "P---------"),
        ("ACC;ADP", "PI------4-"),
        ("_", "X---------"),
    ],
)
def test_a_unimorph_tag_is_read_as_the_positional_one(unimorph: str, tag: str) -> None:
    assert convert_unimorph_tag(unimorph) == tag == to_coarse_tag(tag)


def test_coarse_tags_drop_the_kinds_of_numerals_pronouns_and_unanalysed_words() -> None:
    assert to_coarse_tag("QV----M-4R") == "Q-----M-4R"
    assert to_coarse_tag("SR----FS2-") == "S-----FS2-"
    assert to_coarse_tag("SP---3MS1-") == "SP---3MS1-"
    assert {to_coarse_tag(make_positional_tag(kind)) for kind in "UXYG"} == {"X---------"}


@pytest.mark.parametrize(
    ("tag", "upos", "feats"),
    [
        ("N------S2D", "NOUN", "Case=Gen|Definite=Def|Number=Sing"),
        ("VISA-3FS--", "VERB", "Aspect=Imp|Gender=Fem|Mood=Sub|Number=Sing|Person=3|VerbForm=Fin|Voice=Act"),
        ("VP-A-1MP--", "VERB", "Aspect=Perf|Gender=Masc|Number=Plur|Person=1|Voice=Act"),
        ("QM-----S4R", "NUM", "Case=Acc|Definite=Red|Number=Sing|NumForm=Word"),
        ("Q---------", "NUM", "NumForm=Digit"),
        ("SR----MS1-", "PRON", "Case=Nom|Gender=Masc|Number=Sing|PronType=Rel"),
        ("G---------", "PUNCT", "_"),
    ],
)
def test_a_positional_tag_says_its_universal_tag_and_features(tag: str, upos: str, feats: str) -> None:
    assert POSITIONAL_TAG.fullmatch(tag)
    assert to_upos(tag) == upos
    assert to_feats(tag) == feats


def test_the_features_of_padt_follow_from_its_tags_alone(shared_data: Path) -> None:
    words = [
        (tag, feats)
        for sentence in load(shared_data / "ud_arabic_padt_v1" / "ud_arabic_padt_v1-dev.conllu.xz")
        for tag, feats in zip(sentence.xpos, sentence.feats, strict=True)
    ]
    assert len(words) > 28_000
    assert all(POSITIONAL_TAG.fullmatch(tag) for tag, _ in words)
    assert [(tag, feats) for tag, feats in words if to_feats(tag) != feats] == []


def test_the_scheme_is_chosen_by_script_and_tags() -> None:
    word = to_arabic("ktAb")

    def scheme(form: str, tag: str) -> str:
        return choose_label_scheme(Treebank.of([Sentence.of([form, "."], xpos=[tag, "_"])])).name

    assert scheme(word, "N------S2D") == scheme(word, "N+GEN.IND") == scheme(word, "_") == "arabic"
    assert scheme(word, "GEN;N;PSSD;SG") == "arabic-coarse"
    assert scheme(word, "NN") == scheme("book", "N------S2D") == "universal"
    assert choose_label_scheme(load(SAMPLE / "written.conllu")) == ARABIC


def test_the_manner_of_tagging_is_told_for_arabic_alone() -> None:
    def manner(form: str, tag: str) -> str:
        return detect_arabic_tagset([Sentence.of([form, "."], xpos=[tag, "_"])])

    word = to_arabic("ktAb")
    assert [manner(word, tag) for tag in ("N------S2D", "N+GEN.IND", "GEN;N;PSSD;SG", "NN", "_")] == [
        "positional",
        "joined",
        "unimorph",
        "other",
        "none",
    ]
    assert manner("book", "N------S2D") == ""
    assert detect_arabic_tagset(load(SAMPLE / "written.conllu")) == "joined"


def test_a_scheme_is_read_from_its_text() -> None:
    universal = choose_label_scheme(load(locate_assets() / "sample" / "english" / "written.conllu"))
    for scheme in (ARABIC, COARSE_ARABIC, universal):
        assert parse_label_scheme(scheme.to_text()) == scheme
    with pytest.raises(FormatError, match="klingon"):
        parse_label_scheme("klingon\n")
