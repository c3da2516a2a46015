"""The commands that learn a tagger, tag with it and measure it."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from spectral_core.cli import main
from spectral_core.data import Treebank
from spectral_core.formats import load, save

Run = Callable[..., tuple[int, str, str]]

CORPUS = (
    "1\tDogs\tdog\tNOUN\tNNS\t_\t2\tnsubj\t_\t_\n2\tbark\tbark\tVERB\tVBP\t_\t0\troot\t_\t_\n\n"
    "1\tBig\tbig\tADJ\tJJ\t_\t2\tamod\t_\t_\n2\tdogs\tdog\tNOUN\tNNS\t_\t3\tnsubj\t_\t_\n"
    "3\trun\trun\tVERB\tVBP\t_\t0\troot\t_\t_\n\n"
) * 10


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
    path.write_text(CORPUS, encoding="utf-8")
    return path


@pytest.fixture
def model(run: Run, corpus: Path, tmp_path: Path) -> Path:
    path = tmp_path / "tagger.npz"
    code, out, err = run("learn", "tagger", corpus, "-o", path, "--json")
    learnt = json.loads(out)
    assert (code, err) == (0, "")
    assert (learnt["method"], learnt["sentences"], learnt["skipped"]) == ("tagger", 20, {})
    assert {"count", "calibration", "train", "total"} <= learnt["seconds"].keys()
    return path


def test_evaluate_measures_tags_that_the_tagger_did_not_see(run: Run, model: Path, corpus: Path) -> None:
    code, out, err = run("evaluate", model, corpus, "--json")
    assert (code, err) == (0, "")
    found = json.loads(out)
    assert found["metrics"] == {"tag_accuracy": 100.0}
    assert found["sentences"] == 20


def test_a_gold_of_other_tags_is_refused_and_of_many_other_tags_told(
    run: Run, model: Path, corpus: Path, tmp_path: Path
) -> None:
    other, mixed = tmp_path / "other.conllu", tmp_path / "mixed.conllu"
    sentences = [replace(one, xpos=tuple(f"{tag}'" for tag in one.xpos), source=None) for one in load(corpus)]
    save(Treebank.of(sentences), other)
    code, out, err = run("evaluate", model, other)
    assert (code, out) == (1, "")
    assert err.startswith(f"{other}: the model knows none of the tags in the column xpos; train one")
    save(Treebank.of([*sentences, load(corpus)[0]]), mixed)
    code, out, err = run("evaluate", model, mixed, "--json")
    assert code == 0
    assert json.loads(out)["metrics"]["tag_accuracy"] < 10
    assert re.match(re.escape(f"{mixed}: the model knows only ") + r"\d(\.\d)? % of the tags", err)


def test_text_is_tagged_into_a_treebank(run: Run, model: Path, tmp_path: Path) -> None:
    text, output = tmp_path / "a.txt", tmp_path / "b.conllu"
    text.write_text("Big dogs bark\n", encoding="utf-8")
    assert run("tag", model, text, "-o", output) == (0, "", "")
    (sentence,) = load(output)
    assert sentence.forms == ("Big", "dogs", "bark")
    assert sentence.xpos == ("JJ", "NNS", "VBP")
    code, out, _ = run("tag", model, text)
    assert (code, out) == (0, output.read_text(encoding="utf-8"))


def test_tagging_a_treebank_replaces_the_tags_alone(run: Run, model: Path, corpus: Path, tmp_path: Path) -> None:
    wrong, output = tmp_path / "wrong.conllu", tmp_path / "b.conllu"
    wrong.write_text(CORPUS.replace("NNS", "XX"), encoding="utf-8")
    assert run("tag", model, wrong, "-o", output)[0] == 0
    assert output.read_text(encoding="utf-8") == CORPUS


def test_the_best_tags_of_each_word_are_listed(run: Run, model: Path, corpus: Path) -> None:
    code, out, _ = run("tag", model, corpus, "-k", "2")
    header, *rows = [line.split("\t") for line in out.splitlines()]
    assert (code, header) == (0, ["sentence", "token", "form", "rank", "probability", "tag"])
    best = [row for row in rows if row[3] == "1"]
    assert [row[5] for row in best[:5]] == ["NNS", "VBP", "JJ", "NNS", "VBP"]
    assert all(0 < float(row[4]) <= 1 for row in best)
    assert {row[3] for row in rows} <= {"1", "2"}


def test_what_cannot_tag_or_be_tagged_is_refused(run: Run, model: Path, corpus: Path, tmp_path: Path) -> None:
    other = tmp_path / "ngram.npz"
    run("learn", "ngram", corpus, "-o", other)
    code, _, err = run("tag", other, corpus)
    assert code == 1
    assert "a model of ngram does not tag; train tagger, for example" in err
    code, _, err = run("tag", model, corpus, "-o", corpus)
    assert code == 1
    assert "also an input" in err
    bare = tmp_path / "bare.txt"
    bare.write_text("Big dogs bark\n", encoding="utf-8")
    code, _, err = run("evaluate", model, bare)
    assert code == 1
    assert "xpos" in err
    code, _, err = run("learn", "tagger", bare, "-o", tmp_path / "c.npz")
    assert code == 1
    assert "No sentence here has a tag for every word" in err
