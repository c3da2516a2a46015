"""Rows of tables: those that are asked for are measured, and each is told as soon as it is."""

from __future__ import annotations

import json
import lzma
from pathlib import Path

import pytest

from spectral_core.bench import TABLES
from spectral_core.cli import main
from spectral_core.cli.input_output import print_markdown

_TREES = "(S (NP (D the) (N dog)) (VP (V saw) (NP (D a) (N cat))))\n(S (NP (N cats)) (VP (V run)))\n"


@pytest.fixture
def data(tmp_path: Path) -> Path:
    for part in ("train", "dev"):
        file = tmp_path / "wsj_nltk" / f"wsj.{part}.clean.mrg.xz"
        file.parent.mkdir(exist_ok=True)
        file.write_bytes(lzma.compress((_TREES * 25).encode()))
    return tmp_path


def run(capsys: pytest.CaptureFixture[str], data: Path, only: str, *forms: str) -> tuple[int, str, str]:
    with pytest.raises(SystemExit) as ended:
        main(["bench", "latent-pcfg", "--data", str(data), "--only", only, *(forms or ["--json"])])
    out, err = capsys.readouterr()
    return int(ended.value.code or 0), out, err


def test_rows_of_one_corpus_are_chosen_by_their_settings(capsys: pytest.CaptureFixture[str], data: Path) -> None:
    code, out, _ = run(capsys, data, "wsj estimator=pcfg vertical=2")
    rows = json.loads(out)["rows"]
    assert code == 0
    assert [(row["corpus"], row["vertical"], row["trees"]) for row in rows] == [("wsj", "2", 50)]


def test_rows_that_were_measured_are_told_before_the_next_ones_fail(
    capsys: pytest.CaptureFixture[str], data: Path
) -> None:
    """The other corpora are not there."""
    code, out, err = run(capsys, data, "estimator=pcfg")
    assert (code, out) == (1, "")
    assert err.count("pcfg") >= 2
    assert "squoia_de" in err.splitlines()[-1]


def test_a_markdown_table_has_the_rows_and_sets_numbers_to_the_right(
    capsys: pytest.CaptureFixture[str], data: Path
) -> None:
    code, out, _ = run(capsys, data, "wsj estimator=pcfg vertical=2", "--markdown")
    head, rules, row = ([cell.strip() for cell in line.strip("|").split("|")] for line in out.splitlines())
    assert code == 0
    assert head[:3] == ["corpus", "trees", "estimator"]
    assert rules[:3] == ["---", "---:", "---"]
    assert row[:3] == ["wsj", "50", "pcfg"]
    assert len(head) == len(rules) == len(row)


def test_a_bar_in_a_cell_does_not_end_it_in_markdown(capsys: pytest.CaptureFixture[str]) -> None:
    print_markdown(["a"], [["x|y"]])
    assert capsys.readouterr().out == "| a |\n| --- |\n| x\\|y |\n"


def test_figures_of_a_column_have_the_decimals_of_the_most_precise(
    capsys: pytest.CaptureFixture[str], data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rows = [{"model": "a", "ece": 0.006, "f1": 1070.5, "n": 3}, {"model": "b", "ece": None, "f1": 70.0, "n": 1000}]
    monkeypatch.setitem(TABLES, "latent-pcfg", lambda *_, **__: rows)
    code, out, _ = run(capsys, data, "x", "--markdown")
    assert code == 0
    assert out.splitlines()[2:] == ["| a | 0.006 | 1,070.5 | 3 |", "| b |  | 70.0 | 1000 |"]


def test_two_forms_of_one_table_are_refused(capsys: pytest.CaptureFixture[str], data: Path) -> None:
    code, out, err = run(capsys, data, "wsj", "--json", "--markdown")
    assert (code, out) == (2, "")
    assert "give one of them" in err
