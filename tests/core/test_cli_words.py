"""The command that says which words a model finds alike."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from spectral_core.cli import main

TEXT = "the cat sees the dog .\nthe dog sees a cat .\na cat hears the dog .\nthe dog hears the cat .\n" * 6


def ended(capsys: pytest.CaptureFixture[str], *arguments: str | Path) -> tuple[int, str, str]:
    with pytest.raises(SystemExit) as caught:
        main(list(map(str, arguments)))
    return int(caught.value.code or 0), *capsys.readouterr()


@pytest.fixture
def model(request: pytest.FixtureRequest, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Path:
    method, *values = request.param
    (tmp_path / "text.txt").write_text(TEXT)
    code, _, said = ended(capsys, "learn", method, tmp_path / "text.txt", "-o", tmp_path / "m.npz", *values)
    assert code == 0, said
    return tmp_path / "m.npz"


@pytest.mark.parametrize(
    "model",
    [("embeddings", "-s", "dimensions=2", "-s", "minimum=1"), ("class-bigram", "-s", "classes=3")],
    indirect=True,
)
def test_a_word_has_those_that_are_most_like_it_in_order(model: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = ended(capsys, "words", model, "cat", "-k", 3, "--json")
    known = json.loads(out)
    assert code == 0
    assert known["word"] == "cat"
    assert len(known["neighbours"]) == 3
    alike = [share for _, share in known["neighbours"]]
    assert alike == sorted(alike, reverse=True)
    code, out, _ = ended(capsys, "words", model, "cat", "-k", 3)
    assert code == 0
    assert all(word in out for word, _ in known["neighbours"])


@pytest.mark.parametrize("model", [("class-bigram", "-s", "classes=3")], indirect=True)
def test_without_a_word_the_classes_are_told(model: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = ended(capsys, "words", model)
    assert code == 0
    assert "3 classes of" in out
    assert "cat" in out
    code, _, said = ended(capsys, "words", model, "zebra")
    assert code != 0
    assert "zebra" in said
    assert "try another" in said


@pytest.mark.parametrize("model", [("hmm", "-s", "states=2", "-s", "column=form")], indirect=True)
def test_a_model_that_knows_no_words_says_what_would(model: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, _, said = ended(capsys, "words", model, "cat")
    assert code != 0
    assert "embeddings" in said
