"""The commands that learn a ranker, rank with it and measure it."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from spectral_core.bench import TABLE_OPTIONS
from spectral_core.cli import main

Run = Callable[..., tuple[int, str, str]]

_SAW = {"They": ("see", "VBD", "VERB"), "The": ("saw", "NN", "NOUN")}  # by the word before


def _sentence(first: str, last: str) -> str:
    lemma, xpos, upos = _SAW[first]
    rows = ((first, first.lower(), "X", "X"), ("saw", lemma, upos, xpos), (last, last, "NOUN", "NN"))
    return "".join(f"{at}\t{form}\t{lemma}\t{upos}\t{xpos}\t_\t_\t_\t_\t_\n" for at, (form, lemma, upos, xpos) in
                   enumerate(rows, 1)) + "\n"  # fmt: skip


_OFFERED = '[{"lemma":"see","upos":"VERB"},{"lemma":"saw","upos":"NOUN"}]'
CORPUS = "".join(_sentence(first, last) for last in ("dog", "cat", "bird", "fish", "cow") for first in _SAW) * 4


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
    path = tmp_path / "ranker.npz"
    settings = ("-s", "model=full", "-s", "analyser=treebank", "-s", "elements=universal")
    code, out, err = run("learn", "analysis-ranker", corpus, "-o", path, *settings, "--json")
    assert (code, err) == (0, "")
    assert json.loads(out)["settings"]["learner"] == "svr"
    return path


def test_the_word_before_decides_which_reading_is_first(run: Run, model: Path, tmp_path: Path) -> None:
    text = tmp_path / "a.txt"
    text.write_text("They saw horses\nThe saw horses\n", encoding="utf-8")
    code, out, _ = run("rank", model, text, "-k", "1")
    header, *rows = (line.split("\t") for line in out.splitlines())
    assert code == 0
    assert header == ["sentence", "token", "form", "rank", "probability", "lemma", "tags", "segments", "gloss"]
    assert [(row[0], row[5], row[6]) for row in rows if row[2] == "saw"] == [("1", "see", "VBD"), ("2", "saw", "NN")]
    assert all(0.0 < float(row[4]) <= 1.0 for row in rows)


def test_every_reading_has_its_rank_in_a_file(run: Run, model: Path, corpus: Path, tmp_path: Path) -> None:
    output = tmp_path / "b.tsv"
    assert run("rank", model, corpus, "-o", output) == (0, "", "")
    rows = [line.split("\t") for line in output.read_text(encoding="utf-8").splitlines()[1:]]
    own = [int(row[3]) for row in rows if row[:2] == ["1", "2"]]
    assert own == list(range(1, len(own) + 1))
    assert len(own) > 1


def test_readings_that_a_model_cannot_tell_apart_have_one_share_of_one(run: Run, tmp_path: Path) -> None:
    table, path = tmp_path / "t.tsv", tmp_path / "given.npz"
    saw = '{"lemma":"see","vocalised":"sáw","upos":"VERB"},{"lemma":"see","vocalised":"sàw","upos":"VERB"}'
    rows = f'saw\tsee\tVERB\t[{saw},{{"lemma":"saw","upos":"NOUN"}}]\n\n' * 12
    table.write_text(f"form\tlemma\tupos\tcandidates\n{rows}", encoding="utf-8")
    assert run("learn", "analysis-ranker", table, "-o", path, "-s", "analyser=given")[0] == 0
    code, out, err = run("rank", path, table)
    assert (code, err) == (0, "")
    header, *found = (line.split("\t") for line in out.splitlines())
    assert header[:7] == ["sentence", "token", "form", "rank", "probability", "lemma", "vocalised"]
    first, second, third = found[:3]
    assert (first[5:8], second[4:8]) == (["see", "sáw", "VERB"], ["same", "see", "sàw", "VERB"])
    assert float(first[4]) + float(third[4]) == pytest.approx(1.0, abs=2e-4)
    assert run("rank", path, table, "-k", "2")[1].splitlines()[2].split("\t")[4] == "same"


def test_evaluate_compares_labels_with_what_the_file_chose(run: Run, model: Path, corpus: Path) -> None:
    code, out, err = run("evaluate", model, corpus, "--json")
    assert (code, err) == (0, "")
    found = json.loads(out)
    assert found["sentences"] == 40
    assert {"e1", "e2", "oracle", "mean_rank", "mean_candidates", "ece"} <= found["metrics"].keys()
    assert found["metrics"]["e1"] == 0.0
    assert found["metrics"]["oracle"] == 100.0


def test_the_context_ranker_says_what_its_doubts_are_worth(run: Run, corpus: Path, tmp_path: Path) -> None:
    path, other = tmp_path / "context.npz", tmp_path / "b.conllu"
    other.write_text(CORPUS.replace("see\tVERB\tVBD", "saw\tNOUN\tNN", 10), encoding="utf-8")
    code, out, _ = run("learn", "analysis-ranker", corpus, "-o", path, "--json")
    learnt = json.loads(out)
    assert (code, learnt["settings"]["analyser"], learnt["analyser"]) == (0, "auto", "treebank")
    code, out, err = run("evaluate", path, other, "--json")
    assert (code, err) == (0, "")
    metrics = json.loads(out)["metrics"]
    assert metrics["e1"] == pytest.approx(100 * 10 / 120)
    assert 0.0 <= metrics["unsure"] <= 100.0


@pytest.mark.parametrize(
    ("kept", "becomes", "what"),
    [
        (r"(?m)^((?:\S+\t){3})(\S+)\t(\S+)", r"\1\2'\t\3'", "the model knows none of the readings' tags; train one"),
        (r"(?m)^((?:\S+\t){2})(\S+)", r"\1\2'", "no word's chosen reading is among those that the model offers; train"),
    ],
    ids=["tags", "lemmas"],
)
def test_readings_that_are_written_otherwise_than_all_a_model_knows_are_refused(
    run: Run, model: Path, tmp_path: Path, kept: str, becomes: str, what: str
) -> None:
    other = tmp_path / "other.conllu"
    other.write_text(re.sub(kept, becomes, CORPUS), encoding="utf-8")
    code, out, err = run("evaluate", model, other, "--json")
    assert (code, out) == (1, "")
    assert err.startswith(f"{other}: {what}")


def test_candidates_of_another_set_of_tags_are_refused(run: Run, tmp_path: Path) -> None:
    table, path = tmp_path / "t.tsv", tmp_path / "given.npz"
    rows = f"saw\tsee\tVERB\t{_OFFERED}\n\n" * 12
    table.write_text(f"form\tlemma\tupos\tcandidates\n{rows}", encoding="utf-8")
    other = tmp_path / "other.tsv"
    other.write_text(table.read_text(encoding="utf-8").replace("VERB", "V").replace("NOUN", "N"), encoding="utf-8")
    for method, settings in (("analysis-ranker", ("analyser=given",)), ("ngram", ("column=upos",))):
        code, out, _ = run("learn", method, table, "-o", path, "-s", *settings)
        assert (code, "Candidate readings come from: given" in out) == (0, method == "analysis-ranker")
        assert run("rank", path, table)[::2] == (0, "")
        for command in ("rank", "evaluate"):
            code, out, err = run(command, path, other)
            assert (code, out) == (1, "")
            assert "the model knows none of the" in err


def test_a_lexicon_is_refused_by_a_model_with_an_analyser_of_its_own(run: Run, model: Path, corpus: Path) -> None:
    for command in ("rank", "evaluate"):
        code, out, err = run(command, model, corpus, "--lexicon", corpus.parent)
        assert (code, out) == (2, "")
        assert "with its own analyser" in err


def test_options_of_one_table_are_refused_for_another(run: Run, tmp_path: Path) -> None:
    code, _, err = run("bench", "words", "--data", tmp_path, "--folds", "2")
    assert code == 2
    assert "--folds is for analysis-ranker, not for words" in err
    code, _, err = run("bench", "words", "--data", tmp_path, "--only", "x")
    assert code == 2
    parts = [table for table, given in TABLE_OPTIONS.items() if "only" in given]
    assert f"--only is for {', '.join(parts)}, not for words" in err
    for table in parts:
        assert "nothing to measure" in run("bench", table, "--data", tmp_path, "--only", "klingon")[2]


def test_a_word_without_readings_has_a_row_that_says_so(run: Run, tmp_path: Path) -> None:
    table, path = tmp_path / "t.tsv", tmp_path / "given.npz"
    rows = "".join(f"saw\tsee\tVERB\t{offered}\nbzz\t_\t_\t_\n\n" for offered in (_OFFERED,) * 12)
    table.write_text(f"form\tlemma\tupos\tcandidates\n{rows}", encoding="utf-8")
    assert run("learn", "analysis-ranker", table, "-o", path, "-s", "analyser=given")[0] == 0
    code, out, err = run("rank", path, table)
    assert (code, err) == (0, "")
    found = [line.split("\t") for line in out.splitlines()[1:]]
    assert found[2] == ["1", "2", "bzz", "_", "_", "_", "_", "_", "_"]
    assert len({len(row) for row in found}) == 1


def test_people_read_measures_by_their_names(run: Run, model: Path, corpus: Path) -> None:
    code, out, _ = run("evaluate", model, corpus)
    assert code == 0
    assert "oracle accuracy (%)" in out
    assert "calibration error" in out
    assert "mean_rank" not in out


def test_one_method_is_listed_by_its_name(run: Run) -> None:
    code, out, _ = run("methods", "analysis-ranker", "--json")
    assert code == 0
    assert [row["name"] for row in json.loads(out)["methods"]] == ["analysis-ranker"]
    code, out, _ = run("methods", "analysis-ranker")
    assert (code, out.splitlines()[0].partition(":")[0]) == (0, "analysis-ranker")
    assert "there is no method 'x'" in run("methods", "x")[2]


def test_words_in_two_scripts_are_analysed_one_by_one(run: Run) -> None:
    code, out, err = run("analyze", "ذهبت", "*hbt", "--json")
    assert (code, err) == (0, "")
    arabic, latin = (row["analyses"] for row in json.loads(out)["words"])
    assert arabic == latin
    assert len(arabic) > 1
