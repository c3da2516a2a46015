"""One proposal of head automata: trees, posteriors and probabilities of one pass; and models of earlier versions."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from fixtures import tiny_treebank

from spectral_core import store
from spectral_core.data import EMPTY, UNCONSTRAINED, Constraints, Sentence, Treebank
from spectral_core.model import OnePassParser
from spectral_core.models import head_automata
from spectral_core.models.head_automata import HeadAutomataSettings
from spectral_core.structured import eisner
from spectral_core.structured.eisner import ArcPosteriorBatch, Automata, LatticeBatch


@pytest.fixture(scope="module")
def treebank() -> Treebank:
    return tiny_treebank()


def settings(**changes: str | int | float | bool) -> HeadAutomataSettings:
    return replace(HeadAutomataSettings(states=2, relations=False, tagger=False, calibration=False), **changes)  # type: ignore[arg-type]


def assert_same_proposal(model: head_automata.HeadAutomata, sentence: Sentence, constraints: Constraints) -> None:
    trees, posteriors, chances = model.parse_with_posteriors(sentence, 4, constraints)
    assert trees == model.parse(sentence, 4, constraints)
    apart = model.posteriors(sentence, constraints)
    assert np.array_equal(posteriors.arcs, apart.arcs)
    assert (posteriors.log_score, posteriors.clipped) == (apart.log_score, apart.clipped)
    expected = model.probabilities(sentence, constraints)
    assert (chances is None) == (expected is None)
    assert chances is None or expected is None or np.array_equal(chances, expected)


@pytest.mark.parametrize(
    "changes",
    [
        {},
        {"calibration": True, "relations": True},
        {"estimator": "sibling", "decoding": "viterbi"},
        {"estimator": "spectral-paper", "lexical": "none"},
    ],
    ids=lambda changes: " ".join(changes) or "default",
)
def test_one_proposal_says_what_is_said_one_by_one(changes: dict[str, str | bool], treebank: Treebank) -> None:
    model = head_automata.learn(Treebank.of([*treebank] * 2), settings(**changes))
    assert isinstance(model, OnePassParser)
    assert_same_proposal(model, treebank[3], Constraints(required_arcs=frozenset({(4, 2)})))
    for sentence in (*treebank, Sentence.of([]), Sentence.of(["word"], xpos=["NN"])):
        assert_same_proposal(model, sentence, UNCONSTRAINED)


def test_one_proposal_sums_over_all_trees_once(monkeypatch: pytest.MonkeyPatch, treebank: Treebank) -> None:
    model = head_automata.learn(Treebank.of([*treebank] * 2), settings(calibration=True))
    asked: list[int] = []
    sum_trees = eisner.arc_posteriors

    def sums(automata: Automata, batch: LatticeBatch, floor: float = 0.0) -> ArcPosteriorBatch:
        asked.append(len(batch.offsets) - 1)
        return sum_trees(automata, batch, floor)

    monkeypatch.setattr(eisner, "arc_posteriors", sums)
    trees, _, chances = model.parse_with_posteriors(treebank[0], 5)
    assert len(trees) == 5
    assert chances is not None
    assert asked == [1]


def test_a_model_that_an_earlier_version_stored_parses_as_it_did() -> None:
    path = Path(__file__).parent.parent / "data" / "models" / "head-automata.npz"  # learnt from the tiny treebank twice
    model = store.load(path)
    assert isinstance(model, head_automata.HeadAutomata)
    assert model.labeller is not None
    assert model.tagger is not None
    with np.load(path) as stored:
        arrays = model.arrays()
        assert set(stored.files) <= {"header", *arrays}  # a later version may store more
        assert all(np.array_equal(arrays[name], stored[name]) for name in stored.files if name != "header")
    sentence = tiny_treebank()[0]
    bare = sentence.with_heads([None] * 6, [EMPTY] * 6)
    first, second = model.parse(model.add_tags(replace(bare, xpos=(EMPTY,) * 6, source=None)), 2)
    assert first.value.heads == sentence.heads == (2, 3, 0, 5, 3, 3)
    assert first.value.deprels == sentence.deprels
    assert [first.score, second.score] == pytest.approx([-1.3131021629480318e-05, -0.18231146884879035], abs=1e-9)
    chances = model.probabilities(sentence)
    assert chances is not None
    assert chances.sum(axis=0) == pytest.approx(np.ones(6))
