"""Evidence for readings of Arabic words: possible forms, spelling, dictionaries and plain structure."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from arabic_tables import write_tables

from spectral_core import store
from spectral_core.data import Analysis, Segment, Sentence, Treebank
from spectral_core.engine import DocumentState, Engine, RankReadings, ranking
from spectral_core.engine.ranking import extend_with_dictionary
from spectral_core.files import locate_assets
from spectral_core.formats import load
from spectral_core.models.analysis_ranker import RankerSettings
from spectral_core.models.analysis_ranker.context_features import CANDIDATE_FEATURES, PREFERENCE, STATISTIC_NAMES
from spectral_core.models.analysis_ranker.context_ranker import ContextRanker
from spectral_core.models.analysis_ranker.context_trainer import train_context_ranker
from spectral_core.morphology.arabic import buckwalter_tables
from spectral_core.morphology.arabic.buckwalter import BuckwalterAnalyser
from spectral_core.morphology.arabic.expansion import ExpandedAnalyser
from spectral_core.morphology.arabic.reading_preference import compute_preference, order_by_preference
from spectral_core.morphology.arabic.spelling import to_arabic, to_buckwalter
from spectral_core.morphology.arabic.spelling_agreement import (
    count_spelling_differences,
    is_possible_form,
    keep_possible_readings,
    select_closest_spellings,
)
from spectral_core.morphology.catalogue import open_analyser, open_dictionary
from spectral_core.progress import ignore_progress

SAMPLE = locate_assets() / "sample" / "arabic"
_MORE_STEMS = """\
;; EalaY_1
ElY\tEalaY\tFW\ton <pos>EalaY/PREP</pos>
;; Ealiy~_1
ElY\tEaliy~\tNprop\tAli <pos>Ealiy~/NOUN_PROP</pos>
Ely\tEaliy~\tNprop\tAli <pos>Ealiy~/NOUN_PROP</pos>
;; masA'_1
msA'\tmasA'\tN\tevening
;; waziyr_1
wzyr\twaziyr\tNall\tminister
;; >akal_1
>kl\t>akal\tPV\teat
"""


@pytest.fixture(scope="module")
def tables(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = write_tables(tmp_path_factory.mktemp("tables"))
    stems = folder / "dictStems"
    stems.write_text(stems.read_text(encoding="latin-1") + _MORE_STEMS, encoding="latin-1")
    return folder


@pytest.fixture(scope="module")
def analyser(tables: Path) -> ExpandedAnalyser:
    return ExpandedAnalyser(BuckwalterAnalyser.open(tables))


@pytest.fixture
def _installed(tables: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The tables as those of the extra."""
    modules = [module for name, module in sys.modules.items() if name.startswith("spectral_core.")]
    for module in modules:
        if hasattr(module, "find_installed_tables"):
            monkeypatch.setattr(module, "find_installed_tables", lambda: tables)
    monkeypatch.setattr(buckwalter_tables, "find_installed_tables", lambda: tables)
    monkeypatch.setattr(ranking, "_ANALYSERS", {})  # of the tables before


def spelt(analyser: ExpandedAnalyser, word: str) -> set[str]:
    return {to_buckwalter(each.vocalised) for each in analyser.analyse(to_arabic(word)) if each.upos != "X"}


@pytest.mark.parametrize("form", ["TAlibF", "juz'F", "kitAbNhu", "kitAbuN", "riDAFF", "aktub", "nabiy~F"])
def test_forms_that_spelling_excludes_are_impossible(form: str) -> None:
    assert not is_possible_form(form)


@pytest.mark.parametrize("form", ["TAlibFA", "madrasapF", "masA'F", "hudFY", "xaTa>F", "EaSFA", "qADK", "qalamN"])
def test_tanwin_may_stand_where_writers_put_it(form: str) -> None:
    assert is_possible_form(form)
    assert not is_possible_form(form, has_article=True)


def test_the_accusative_without_its_alif_is_not_offered(analyser: ExpandedAnalyser) -> None:
    assert "qalamF" not in spelt(analyser, "qlm")
    assert "qalamAF" in spelt(analyser, "qlmA")
    assert "madorasapF" in spelt(analyser, "mdrsp")
    assert "masA'F" in spelt(analyser, "msA'")


def test_no_offered_reading_is_impossible_or_another_word(analyser: ExpandedAnalyser) -> None:
    for word in ("qlm", "Alqlm", "ktAbh", "mdrsp", "mElmAt", "jdydp", "mbnY", "qADy", "dm$q", "yktbwn", "msA'"):
        for form in spelt(analyser, word):
            assert is_possible_form(form), form
            assert count_spelling_differences(word, form) is not None, form


def test_tables_of_all_kinds_lose_impossible_forms() -> None:
    article = (Segment("ال", "ART"), Segment("قلم", "N"))
    readings = [Analysis(vocalised=to_arabic("AlqalamN"), segments=article), Analysis(vocalised=to_arabic("qalamN"))]
    assert list(keep_possible_readings(readings)) == readings[1:]


def test_a_reading_that_spells_the_word_otherwise_is_offered_only_without_an_exact_one(
    analyser: ExpandedAnalyser,
) -> None:
    assert spelt(analyser, "ElY") == {"EalaY"}  # the tables list Ali under this spelling, too
    assert spelt(analyser, "Akl") == {">akala", ">ukila"}
    assert {form[0] for form in spelt(analyser, ">kl")} == {">"}


def test_readings_that_show_no_spelling_are_kept() -> None:
    bare, other = Analysis("lemma", upos="NOUN"), Analysis("x", to_arabic("Ealiy~"), "PROPN")
    exact = Analysis("y", to_arabic("EalaY"), "ADP")
    assert select_closest_spellings(to_arabic("ElY"), (bare, other, exact)) == (bare, exact)
    assert select_closest_spellings(to_arabic("ElY"), (bare, other)) == (bare, other)


def test_spelling_differs_by_hamza_and_final_dots_alone() -> None:
    assert count_spelling_differences("ktAb", "kitAbu") == 0
    assert count_spelling_differences("Akl", ">akala") == 1
    assert count_spelling_differences("Ely", "EalaY") == 1
    assert count_spelling_differences("mdrsh", "madorasapu") == 1
    assert count_spelling_differences("ktAb", "kutub") is None
    assert count_spelling_differences("yAs", "YAs") is None


def test_plain_structure_and_common_lemmas_are_preferred() -> None:
    city = Analysis("مَدِينَة_1", "مَدِينَةٌ", "NOUN", gloss="city", segments=(Segment("مدين", "NOUN"),))
    passive = Analysis("x", upos="VERB", feats="Voice=Pass", gloss="see")
    active = Analysis("x", upos="VERB", feats="Voice=Act", gloss="see")
    assert compute_preference(active) > compute_preference(passive)
    assert compute_preference(city) > compute_preference(city._replace(lemma="مَدِين_1"))
    unknown = Analysis("x", upos="X")
    assert order_by_preference((unknown, passive, active)) == (active, passive, unknown)


def vowelled_text(words: int = 8) -> Treebank:
    """Vowelled sentences in which a bare word is one that nobody has analysed."""
    noun = Analysis("وَزِيرَة", "_", "NOUN", "N------S1I", "Case=Nom|Definite=Ind|Number=Sing")
    unknown = Analysis("ترست", "_", "X", "U---------", "_")
    sentences = [
        Sentence.of(["وَزِيرَةٌ", "ترست", "وَزِيرَةٌ"], analyses=[noun, unknown, noun], comments=[f"# newdoc id = {number}"])
        for number in range(words)
    ]
    return Treebank.of(sentences)


def test_no_default_reading_comes_before_one_of_the_dictionary(tables: Path, tmp_path: Path) -> None:
    settings = RankerSettings(analyser=f"buckwalter={tables}", words=100)
    model = train_context_ranker(vowelled_text(), settings)
    store.save(model, tmp_path / "kept.npz")
    for ranker in (model, store.load(tmp_path / "kept.npz")):
        assert isinstance(ranker, ContextRanker)
        ranked = ranker.rank(Sentence.of(["قلم", "وزير", "ترست"]))
        for word in ranked[:2]:
            kinds = [reading.value.upos == "X" for reading in word]
            assert kinds == sorted(kinds)
            assert not kinds[0]
            assert sum(reading.probability or 0.0 for reading in word if reading.value.upos == "X") < 0.01
        assert ranked[2][0].value.upos == "X"  # no dictionary knows it


def test_vowelled_text_teaches_words_without_vowels(tables: Path) -> None:
    model = train_context_ranker(vowelled_text(), RankerSettings(analyser=f"buckwalter={tables}", words=100))
    assert {"وزيرة", "وَزِيرَةٌ"} <= model.training_words()
    first = model.rank(Sentence.of(["وزيرة"]))[0][0].value
    assert (first.upos, first.feats) == ("NOUN", "Case=Nom|Definite=Ind|Number=Sing")
    before = model.training_labels.list_counts()
    sentence = vowelled_text(1)[0]
    model.count_sentence(sentence)
    model.uncount_sentence(sentence)
    assert sorted(model.training_labels.list_counts()) == sorted(before)


def test_an_unvowelled_copy_is_of_the_same_document(tables: Path) -> None:
    settings = RankerSettings(analyser=f"buckwalter={tables}", words=100)
    vocabulary = train_context_ranker(vowelled_text(), settings).vocabulary
    text = vocabulary.encode_text(vowelled_text(6))
    assert np.bincount(text.document).tolist() == [6] * 6
    few = vocabulary.encode_text(vowelled_text(2))  # each sentence is a document
    assert np.bincount(few.document).tolist() == [6, 6]
    assert len(vocabulary.encode_text(vowelled_text(2), times=0)) == 6


@pytest.mark.usefixtures("_installed")
def test_dictionaries_are_united_wherever_readings_are_shown() -> None:
    words = ("قلم", "السوق", "وزير")  # of both, of the sample's lexicon alone, of the tables alone
    dictionary = open_dictionary("auto", [Sentence.of(words)])
    engine = Engine()
    engine.set_document("text", DocumentState(None, "", {}, Treebank.of([Sentence.of(words)])))
    for project in (None, SAMPLE):
        shown = RankReadings(None, "", project, "text", (Sentence.of(words),)).run(engine, ignore_progress)
        for word, readings in zip(words, shown.readings[0], strict=True):
            assert {one.value.gloss for one in readings if one.value.upos != "X"}, (project, word)
    lemmas = [{to_buckwalter(one.lemma) for one in dictionary.analyse(word)} for word in words]
    assert any(lemma.startswith("waziyr") for lemma in lemmas[2])
    assert "suwq" in lemmas[1]
    ranker = train_context_ranker(load(SAMPLE / "written.conllu"), RankerSettings(words=100))
    extended, _ = extend_with_dictionary(ranker, [Sentence.of(words)])
    assert extended is not None
    assert all(any(one.value.gloss != "_" for one in word) for word in extended.rank(Sentence.of(words)))


@pytest.mark.usefixtures("_installed")
def test_a_dictionary_is_mapped_anew_for_a_ranker_of_other_tags() -> None:
    treebank = load(SAMPLE / "written.conllu")
    other = Treebank.of(
        replace(one, upos=tuple(f"my{tag}" for tag in one.upos), xpos=("_",) * len(one), source=None)
        for one in treebank
    )
    words = [Sentence.of(("قلم", "السوق", "وزير"))]
    for source, is_own in ((treebank, False), (other, True)):
        ranker = train_context_ranker(source, RankerSettings(analyser="treebank", weights=False, passes=1))
        extended, _ = extend_with_dictionary(ranker, words)
        assert extended is not None
        first = extended.rank(words[0])[2][0].value
        assert first.upos.startswith("my") is is_own
    assert ranker.uncertainty_threshold.recall is None


@pytest.mark.usefixtures("_installed")
def test_a_reading_of_two_dictionaries_is_listed_once() -> None:
    readings = open_dictionary("auto", [Sentence.of(["كتاب"])]).analyse("كتاب")
    books = [one for one in readings if "book" in one.gloss and {"Case=Nom", "Definite=Ind"} <= {*one.feats.split("|")}]
    assert len(books) == 1
    assert readings[0].upos != "X"
    assert not any(one.upos == "X" for one in readings)
    assert len(readings) < len(open_analyser("buckwalter").analyse("كتاب")) + len(
        open_analyser("buckwalter=sample").analyse("كتاب")
    )


def test_a_ranker_of_an_earlier_version_opens(tables: Path) -> None:
    model = train_context_ranker(vowelled_text(), RankerSettings(analyser=f"buckwalter={tables}", words=100))
    arrays = dict(model.arrays())
    earlier = 69  # statistics before contexts of clauses were added
    mask = arrays["kept"][:earlier]
    kept_of_element = np.concatenate([model.templates.mask[:, element] for element in range(mask.shape[1])])
    is_early = np.concatenate([np.arange(len(STATISTIC_NAMES)) < earlier] * mask.shape[1])[kept_of_element]
    arrays |= {"kept": mask, "weights": arrays["weights"][:, is_early]}
    arrays["row_weights"] = arrays["row_weights"][:, :PREFERENCE]
    opened = ContextRanker.from_arrays(replace(model.settings), arrays)
    assert opened.templates.mask.shape == (len(STATISTIC_NAMES), mask.shape[1])
    assert all(len(weights.candidate_weights) == len(CANDIDATE_FEATURES) for weights in opened.pass_weights)
    assert opened.rank(Sentence.of(["وزير"]))[0][0].value.upos != "X"
