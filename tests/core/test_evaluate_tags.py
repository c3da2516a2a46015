"""Tag accuracy on hand-made sentences."""

from __future__ import annotations

import pytest

from spectral_core.data import Sentence
from spectral_core.errors import DataError
from spectral_core.evaluate import tag_scores


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
    scores = tag_scores(gold, found, "xpos")
    assert scores.metrics == {"tag_accuracy": pytest.approx(50.0)}
    assert (scores.sentences, scores.left_out, scores.different) == (2, 1, (0,))
    assert scores.rates["tag_accuracy"].parts.tolist() == [1, 1, 0]


def test_nothing_to_score_has_no_figure() -> None:
    assert tag_scores([Sentence.of(["a"])], [Sentence.of(["a"])], "upos").metrics == {}


def test_other_words_are_refused() -> None:
    with pytest.raises(DataError, match="sentence 1: word 1 is 'b', in the gold 'a'"):
        tag_scores([Sentence.of(["a"])], [Sentence.of(["b"])], "upos")
