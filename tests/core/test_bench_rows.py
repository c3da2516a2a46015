"""Rows of tables: those that are asked for are measured, and each is told as soon as it is."""

from __future__ import annotations

import json
import lzma
from pathlib import Path

import pytest

from spectral_core.cli import main

_TREES = "(S (NP (D the) (N dog)) (VP (V saw) (NP (D a) (N cat))))\n(S (NP (N cats)) (VP (V run)))\n"


@pytest.fixture
def data(tmp_path: Path) -> Path:
    for part in ("train", "dev"):
        file = tmp_path / "wsj_nltk" / f"wsj.{part}.clean.mrg.xz"
        file.parent.mkdir(exist_ok=True)
        file.write_bytes(lzma.compress((_TREES * 25).encode()))
    return tmp_path


def run(capsys: pytest.CaptureFixture[str], data: Path, only: str) -> tuple[int, str, str]:
    with pytest.raises(SystemExit) as ended:
        main(["bench", "latent-pcfg", "--data", str(data), "--json", "--only", only])
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
