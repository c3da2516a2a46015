"""A large dictionary beside a ranker of other tags: its readings are said in the ranker's, and ranked by it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from arabic_tables import write_tables

from spectral_core import store
from spectral_core.cli import main
from spectral_core.data import Analysis, Sentence, Treebank
from spectral_core.engine import DocumentState, Engine, ExplainRanking, RankReadings
from spectral_core.model import TextRanker
from spectral_core.morphology.arabic import buckwalter_tables
from spectral_core.morphology.arabic.buckwalter import BuckwalterAnalyser
from spectral_core.morphology.arabic.expansion import expand_underspecified_analyser
from spectral_core.morphology.arabic.spelling import to_arabic, to_buckwalter
from spectral_core.morphology.tag_mapping import TagMappedDictionary
from spectral_core.progress import ignore_progress
from spectral_core.registry import METHODS, make_settings

GEN, NOM = "Case=Gen|Definite=Ind|Number=Sing", "Case=Nom|Definite=Ind|Number=Sing"
METHOD = METHODS["analysis-ranker"]


def gold(word: str, lemma: str, upos: str, xpos: str, feats: str = "_") -> tuple[str, Analysis]:
    return to_arabic(word), Analysis(to_arabic(lemma), "_", upos, xpos, feats)


FROM, BOOK = gold("mn", "min", "ADP", "IN"), gold("ktAb", "kitaAb", "NOUN", "NN", GEN)
SENTENCES = [
    [FROM, BOOK],
    [gold("mbnY", "mabnaY", "NOUN", "NN", NOM), FROM, BOOK],
    [gold("ktAb", "kitaAb", "NOUN", "NN", NOM), FROM, BOOK],
]


@pytest.fixture(scope="module")
def tables(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_tables(tmp_path_factory.mktemp("tables"))


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A ranker of a treebank with tags in the manner of Penn."""
    sentences = [Sentence.of([form for form, _ in words], lemmas=[one.lemma for _, one in words],
                             upos=[one.upos for _, one in words], xpos=[one.xpos for _, one in words],
                             feats=[one.feats for _, one in words]) for words in SENTENCES * 4]  # fmt: skip
    path = tmp_path_factory.mktemp("model") / "ranker.npz"
    settings = make_settings(METHOD, {"analyser": "treebank", "words": 100, "passes": 1})
    store.save(METHOD.learn(Treebank.of(sentences), settings), path)
    return path


def rank(model: Path, *words: str) -> tuple[Engine, RankReadings]:
    engine = Engine()
    pasted = Sentence.of([to_arabic(word) for word in words])
    engine.set_document("text", DocumentState(None, "", {}, Treebank.of([pasted])))
    return engine, RankReadings(model, "", None, "text", (pasted,))


def test_tags_are_learnt_from_the_words_that_both_know(tables: Path) -> None:
    dictionary = expand_underspecified_analyser(BuckwalterAnalyser.open(tables))
    made = TagMappedDictionary.learn(dictionary, [(form, one, 1) for words in SENTENCES for form, one in words])
    readings = {
        (to_buckwalter(one.lemma), one.upos, one.xpos, one.feats): one.gloss for one in made.analyse(to_arabic("qlm"))
    }
    assert readings["qalam_1", "NOUN", "NN", GEN] == readings["qalam_1", "NOUN", "NN", NOM] == "pen"
    assert ("qalam_1", "NOUN", "_", "Case=Gen|Definite=Red|Number=Sing") in readings  # was never met
    assert ("qalam_1", "NOUN", "_", "Case=Acc|Definite=Ind|Number=Sing") not in readings  # it needs an alif
    assert made.has_counterpart(to_arabic("qlm"))
    assert not made.has_counterpart(to_arabic("yktb"))
    assert made.analyse(to_arabic("xyz")) == ()


def test_a_pasted_text_is_read_with_the_dictionary_and_ranked_by_what_the_user_has(
    model: Path, tables: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(buckwalter_tables, "find_installed_tables", lambda: None)
    engine, asked = rank(model, "mn", "qlm", "yktb")
    alone = asked.run(engine, ignore_progress)
    assert all(one.value.gloss == "_" for row in alone.readings[0] for one in row)
    monkeypatch.setattr(buckwalter_tables, "find_installed_tables", lambda: tables)
    engine, asked = rank(model, "mn", "qlm", "yktb")
    beside = asked.run(engine, ignore_progress)
    preposition, noun, verb = ([one.value for one in row] for row in beside.readings[0])
    assert (to_buckwalter(preposition[0].lemma), preposition[0].xpos) == ("min", "IN")
    assert (to_buckwalter(noun[0].lemma), noun[0].xpos, noun[0].feats, noun[0].gloss) == ("qalam", "NN", GEN, "pen")
    assert {one.xpos for one in verb} == {"_"}
    assert verb[0].upos == "VERB"
    assert to_arabic("yktb") in beside.advice
    assert to_arabic("qlm") not in beside.advice
    assert all(one.probability is None for row in beside.readings[0] for one in row)  # nobody measured these
    parts = ExplainRanking(model, asked.sentences[0], 2, noun[0], noun[1]).run(engine, ignore_progress)
    assert parts


def test_a_treebank_with_tags_of_its_own_is_learnt_without_the_dictionary_s(
    tables: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(buckwalter_tables, "find_installed_tables", lambda: tables)
    sentences = [Sentence.of([form for form, _ in words], lemmas=[one.lemma for _, one in words],
                             upos=[one.upos for _, one in words], xpos=[one.xpos for _, one in words])
                 for words in SENTENCES * 4]  # fmt: skip
    learnt = METHOD.learn(Treebank.of(sentences), make_settings(METHOD, {"words": 100, "passes": 1}))
    assert isinstance(learnt, TextRanker)
    assert learnt.analyser == "treebank"


def test_a_ranker_that_has_learnt_more_keeps_what_tags_mean(
    model: Path, tables: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(buckwalter_tables, "find_installed_tables", lambda: tables)
    grown = tmp_path / "grown.npz"
    words = Sentence.of([FROM[0], to_arabic("qlm")], lemmas=[FROM[1].lemma, to_arabic("qalam")], upos=["ADP", "NOUN"],
                        xpos=["IN", "NN"], feats=["_", GEN])  # fmt: skip
    store.save(METHOD.add(store.load(model), Treebank.of([words])), grown)
    learnt: list[int] = []
    learn = TagMappedDictionary.learn
    monkeypatch.setattr(TagMappedDictionary, "learn", lambda *given: learnt.append(1) or learn(*given))
    for path in (model, grown, grown):
        engine, asked = rank(path, "mn", "qlm")
        row = asked.run(engine, ignore_progress).readings[0][1]
        assert row[0].value.gloss == "pen"
    assert len(learnt) <= 1


def test_the_command_ranks_the_dictionary_s_readings_too(
    model: Path, tables: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(buckwalter_tables, "find_installed_tables", lambda: tables)
    text = tmp_path / "pasted.txt"
    text.write_text(f"{to_arabic('mn')} {to_arabic('qlm')} {to_arabic('yktb')}\n", encoding="utf-8")
    with pytest.raises(SystemExit) as ended:
        main(["rank", str(model), str(text), "-k", "1"])
    out, err = capsys.readouterr()
    assert not ended.value.code
    rows = [line.split("\t") for line in out.splitlines()[1:]]
    assert [(row[4], row[7], row[-1]) for row in rows][:2] == [("_", "IN", "from"), ("_", "NN", "pen")]
    assert to_arabic("yktb") in err


def test_the_command_measures_what_the_command_ranks(
    model: Path, tables: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = tmp_path / "gold.conllu"
    words = [FROM, gold("qlm", "qalam", "NOUN", "NN", GEN)]  # the second is in the dictionary alone
    rows = (
        f"{n}\t{form}\t{one.lemma}\t{one.upos}\t{one.xpos}\t{one.feats}\t_\t_\t_\t_\n"
        for n, (form, one) in enumerate(words, 1)
    )
    text.write_text("".join(rows) + "\n", encoding="utf-8")
    found = []
    for installed in (None, tables):
        monkeypatch.setattr(buckwalter_tables, "find_installed_tables", lambda installed=installed: installed)
        with pytest.raises(SystemExit) as ended:
            main(["evaluate", str(model), str(text), "--json"])
        assert not ended.value.code
        out, err = capsys.readouterr()
        assert ("installed dictionary" in err) is (installed is not None)
        found.append(json.loads(out)["metrics"])
    assert found[0]["oracle"] == 50.0
    assert found[1]["oracle"] == 100.0
    assert not [name for name in found[1] if name.startswith("unsure")]
