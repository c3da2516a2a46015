"""Tag accuracy on hand-made sentences."""

from __future__ import annotations

import pytest

from spectral_core.data import Sentence
from spectral_core.errors import DataError
from spectral_core.evaluate import score_tags


def test_words_with_a_gold_tag_are_counted() -> None:
    gold = [
        Sentence.of(["a", "b", "c", "d"], xpos=["A", "B", "_", "D"]),
        Sentence.of(["a"], xpos=["A"]),
        Sentence.of(["a"]),
    ]
    found = [
        Sentence.of(["a", "b", "c", "d"], xpos=["A", "X", "C", "_"]),
        Sentence.of(["a"], xpos=["A"]),
        Sentence.of(["a"], xpos=["A"]),
    ]
    scores = score_tags(gold, found, "xpos")
    assert scores.metrics == {"tag_accuracy": pytest.approx(50.0)}
    assert (scores.sentences, scores.left_out, scores.different) == (2, 1, (0,))
    assert scores.rates["tag_accuracy"].numerators.tolist() == [1, 1, 0]


def test_nothing_to_score_has_no_figure() -> None:
    assert score_tags([Sentence.of(["a"])], [Sentence.of(["a"])], "upos").metrics == {}


def test_other_words_are_refused() -> None:
    with pytest.raises(DataError, match="sentence 1: word 1 is 'b', in the gold 'a'"):
        score_tags([Sentence.of(["a"])], [Sentence.of(["b"])], "upos")
