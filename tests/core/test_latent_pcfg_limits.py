"""Sentences that nobody writes, and limits of time and room: there is an answer to each, and what it lacks is told."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest
from fixtures import tiny_treebank

from spectral_core.data import Constraints, Sentence, Treebank
from spectral_core.engine.parsing import MAX_WORDS, suggest_trees
from spectral_core.errors import SpectralError
from spectral_core.models.latent_pcfg import LatentPcfg, LatentPcfgSettings, charts, learn
from spectral_core.structured import cky

SENTENCE = Sentence.of(["they", "saw", "the", "boat", "near", "the", "pier", "."])
KNOWN = ["the", "boat", "near", "she", "saw"]


@pytest.fixture(scope="module")
def grammar() -> LatentPcfg:
    """A grammar that has its hidden states and its potentials from a corpus that is small."""
    return learn(Treebank.of([*tiny_treebank()] * 4), LatentPcfgSettings(states=2))


def test_a_sentence_that_is_too_much_work_is_parsed_without_rules(
    grammar: LatentPcfg, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert grammar.describe_limits(SENTENCE) == ""
    monkeypatch.setattr(cky, "MAX_WORK", 0)
    stopped = replace(grammar, cache={})
    (ranked,) = stopped.parse(SENTENCE, 3)
    assert ranked.value.tree is not None
    assert tuple(ranked.value.tree.words()) == SENTENCE.forms
    assert "without the rules" in suggest_trees(stopped, SENTENCE, 3).limits


def test_a_sentence_that_is_too_much_work_is_first_looked_at_less_closely(
    grammar: LatentPcfg, monkeypatch: pytest.MonkeyPatch
) -> None:
    sentence = Sentence.of(["they", "saw", *["the", "boat", "near"] * 6, "the", "pier", "."])
    monkeypatch.setattr(charts, "_NARROW_BEAM", 0.5)
    for work in range(0, 20_000, 200):
        monkeypatch.setattr(cky, "MAX_WORK", work)
        hurried = replace(grammar, cache={})
        if "most probable parts" in hurried.describe_limits(sentence):
            break
    else:
        pytest.fail("there is no limit that only the narrow beam keeps to")
    (ranked,) = hurried.parse(sentence)
    assert ranked.score > math.log(1e-12)


def test_what_there_is_no_tree_or_no_room_for_is_told(grammar: LatentPcfg, monkeypatch: pytest.MonkeyPatch) -> None:
    locks = Constraints(required_spans=frozenset({(0, 2, "ADJP")}))
    assert "no tree" in grammar.describe_limits(SENTENCE, 1, locks)
    monkeypatch.setattr(cky, "_MAX_DERIVATIONS", 1)
    assert grammar.describe_limits(SENTENCE) == ""
    assert grammar.describe_limits(SENTENCE, 5) == "Memory allows only one tree of a sentence as long as this."
    assert len(grammar.parse(SENTENCE, 5)) == 1


@pytest.mark.parametrize(
    "forms",
    [
        ["she"],
        ["zzz"],
        ["."],
        [",", ".", "``", "--", ")"],
        ["\x01", "\x7f\x02", "\u200f", "\ufeff"],
        ["(", "(NP", "))", "@NP<", "A+B"],
        ["", " "],
        ["\U0001f600" * 50, "e\u0301" * 200],
        [f"unheard-of{at}" for at in range(30)],
        KNOWN * (MAX_WORDS // len(KNOWN)),
    ],
    ids=["one", "unknown", "stop", "marks", "controls", "brackets", "empty", "long", "novel", "longest"],
)
def test_no_sentence_is_lost(grammar: LatentPcfg, forms: list[str]) -> None:
    sentence = Sentence.of(forms)
    found = suggest_trees(grammar, sentence, 5)
    assert found.trees
    for one in found.trees:
        assert one.value.tree is not None
        assert tuple(one.value.tree.words()) == sentence.forms
    assert found.marginals is not None


def test_a_sentence_past_the_limit_is_refused_and_one_without_words_is_given_back(grammar: LatentPcfg) -> None:
    with pytest.raises(SpectralError, match="at most"):
        suggest_trees(grammar, Sentence.of(["the"] * 300), 5)
    assert suggest_trees(grammar, Sentence.of([]), 5).trees[0].value == Sentence.of([])


WHOLE = len(SENTENCE)


@pytest.mark.parametrize(
    "locks",
    [
        Constraints(required_spans=frozenset({(1, 4, "NP"), (2, 6, "VP")})),
        Constraints(required_spans=frozenset({(0, WHOLE + 5, "S")})),
        Constraints(required_spans=frozenset({(3, 3, "NP")})),
        Constraints(required_spans=frozenset({(-1, 2, "NP")})),
        Constraints(required_spans=frozenset({(2, 4, "NP")}), forbidden_spans=frozenset({(2, 4, "NP")})),
        Constraints(required_spans=frozenset({(2, 4, "NP")}), forbidden_spans=frozenset({(2, 4, "")})),
        Constraints(forbidden_spans=frozenset({(0, WHOLE, "")})),
        Constraints(forbidden_spans=frozenset({(at, at + 1, "") for at in range(WHOLE)})),
        Constraints(required_arcs=frozenset({(1, 2)})),
        Constraints(required_spans=frozenset({(2, 4, name) for name in ("NP", "VP", "S", "PP", "NP-SBJ")})),
        Constraints(required_spans=frozenset({(0, WHOLE, name) for name in ("S", "NP", "VP", "X", "Y")})),
        Constraints(required_spans=frozenset({(0, 1, name) for name in ("NP", "S", "VP")})),
        Constraints(required_spans=frozenset({(2, 4, "never-seen"), (4, 7, "@NP<"), (5, 7, "A+B"), (0, 1, "(")})),
        Constraints(required_spans=frozenset({(2, 4, " "), (4, 7, "\x01")})),
        Constraints(forbidden_spans=frozenset({(0, WHOLE, name) for name in ("S", "NP", "VP", "FRAG")})),
    ],
)
def test_locks_that_nobody_sets_are_kept_or_refused(grammar: LatentPcfg, locks: Constraints) -> None:
    try:
        (ranked, *_) = grammar.parse(SENTENCE, 3, locks)
        grammar.marginals(SENTENCE, locks)
        grammar.describe_limits(SENTENCE, 3, locks)
    except SpectralError:
        return
    assert ranked.value.tree is not None
    spans = {*ranked.value.tree.spans()}
    assert all(lock in spans for lock in locks.required_spans)
    assert not any(lock in spans for lock in locks.forbidden_spans)
