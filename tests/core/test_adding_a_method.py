"""The page on adding a method: its method keeps the contract of all rows, and its test passes."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import numpy as np
import pytest
from fixtures import tiny_treebank

import spectral_core.models
from spectral_core.data import Treebank
from spectral_core.files import locate_assets
from spectral_core.model import Arrays, Scorer
from spectral_core.registry import Method, describe_missing_words, make_settings

PAGE = locate_assets() / "developing" / "adding-a-method.md"


@pytest.fixture
def pieces(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The code of the page, part by part, where its module can be imported as one of `models`."""
    found = re.findall(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    module = [part for part in found if not part.startswith(("Method(", '"""Unigram models: probabilities'))]
    (tmp_path / "unigram.py").write_text("\n\n".join(module), encoding="utf-8")
    monkeypatch.setattr(spectral_core.models, "__path__", [*spectral_core.models.__path__, str(tmp_path)])
    monkeypatch.delitem(sys.modules, "spectral_core.models.unigram", raising=False)
    return found


def test_the_method_of_the_page_learns_counts_adds_and_comes_back(pieces: list[str]) -> None:
    (row,) = (part for part in pieces if part.startswith("Method("))
    method = eval(row, {"Method": Method, "describe_missing_words": describe_missing_words})
    assert isinstance(method, Method)
    sentences = list(tiny_treebank())
    whole, half, rest = Treebank.of(sentences), Treebank.of(sentences[:6]), Treebank.of(sentences[6:])
    settings = make_settings(method, {"column": "upos", "added": "0.5"})

    def same(arrays: Arrays) -> bool:
        return all(np.array_equal(array, arrays[name]) for name, array in model.arrays().items())

    model = method.learn(whole, settings)
    assert isinstance(model, Scorer)
    joined = method.merge(method.count(half, settings), method.count(rest, settings))
    assert same(method.solve(joined, settings).arrays())
    assert same(method.add(method.learn(half, settings), rest).arrays())
    back = method.restore(settings, model.arrays())
    assert isinstance(back, Scorer)
    assert back.scores(sentences) == model.scores(sentences)


def test_the_test_of_the_page_passes(pieces: list[str]) -> None:
    (text,) = (part for part in pieces if part.startswith('"""Unigram models: probabilities'))
    names: dict[str, object] = {}
    exec(compile(text, str(PAGE), "exec"), names)
    tests = [made for name, made in names.items() if name.startswith("test_")]
    assert tests
    for test in tests:
        assert callable(test)
        test()
