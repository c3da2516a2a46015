"""Scores of trees that are given, by grammars of constituents: against enumeration of hidden states."""

from __future__ import annotations

import math
from dataclasses import replace
from itertools import product

import numpy as np
import pytest
from fixtures import tiny_treebank
from oracles import all_projective_trees

from spectral_core.data import Sentence, Treebank
from spectral_core.data.head_rules import with_tree_from_heads
from spectral_core.errors import DataError
from spectral_core.models.latent_pcfg import LatentPcfg, LatentPcfgSettings, learn, score_dependency_trees
from spectral_core.models.latent_pcfg.grammar import flatten_binarised_tree, simplify_tree

PLAIN = {"potentials": False, "functions": False, "calibration": False, "single": False}


def learnt(**chosen: object) -> LatentPcfg:
    """A grammar of the trees of the treebank, and of all those of one of its sentences."""
    short = next(one for one in tiny_treebank() if len(one) == 4)
    phrased = [with_tree_from_heads(sentence) for sentence in [*tiny_treebank(), *of_all_trees(short)]]
    settings = LatentPcfgSettings(**{"estimator": "em", "states": 2, "iterations": 3, **PLAIN, **chosen})  # type: ignore[arg-type]
    return learn(Treebank.of(phrased * 5), settings)


def of_all_trees(sentence: Sentence) -> list[Sentence]:
    return [sentence.with_heads(heads) for heads in all_projective_trees(len(sentence))]


def enumerated(model: LatentPcfg, sentence: Sentence, member: int) -> float:
    """The sum over the hidden states of all nodes; 0 where the grammar lacks a rule or word of the tree."""
    assert sentence.tree is not None
    tree = simplify_tree(sentence.tree)
    assert tree is not None
    hidden, grammar = model.members[member], model.grammar
    states, read = hidden.roots.shape[1], model.lexicon.label_words([sentence.forms], pruned=False)
    rows = list(flatten_binarised_tree(tree, model.settings))
    places = [grammar.label_index.get(label, -1) for label, _ in rows]
    below: list[tuple[int, int] | int] = []  # for each node those below it, or its word
    word = len(sentence)
    waiting: list[int] = []
    for at in range(len(rows) - 1, -1, -1):
        if rows[at][1] is None:
            below.append((waiting.pop(), waiting.pop()))
        else:
            word -= 1
            below.append(word)
        waiting.append(at)
    below.reverse()
    tensors: list[np.ndarray] = []
    for at, one in enumerate(below):
        if isinstance(one, tuple):
            rule = grammar.rule_index.get((places[at], places[one[0]], places[one[1]]))
            if rule is None:
                return 0.0
            tensors.append(hidden.tensors[rule].reshape(states, states, states))
            continue
        low, high = read.words.bounds[one : one + 2].tolist()
        found = [row for row in range(low, high) if read.words.labels[row] == places[at]]
        if not found:
            return 0.0
        tensors.append(read.words.weights[found[0]] * read.states[found[0], member * states : (member + 1) * states])
    total = 0.0
    for drawn in product(range(states), repeat=len(rows)):
        number = float(hidden.roots[places[0], drawn[0]])
        for at, one in enumerate(below):
            row = (drawn[one[0]], drawn[one[1]], drawn[at]) if isinstance(one, tuple) else (drawn[at],)
            number *= float(tensors[at][row])
        total += number
    return total


@pytest.mark.parametrize("estimator", ["em", "spectral"])
def test_a_score_is_the_sum_over_all_hidden_states(estimator: str) -> None:
    model = learnt(estimator=estimator, members=2)
    short = [one for one in tiny_treebank() if len(one) <= 4]
    known = 0
    for sentence in (tree for one in short for tree in of_all_trees(one)):
        numbers = [enumerated(model, with_tree_from_heads(sentence), member) for member in range(2)]
        (scored,) = score_dependency_trees(model, [sentence], "xpos")
        if all(numbers):
            known += 1
            assert scored.log == pytest.approx(np.mean([math.log(abs(one)) for one in numbers]), abs=1e-9)
        assert (scored.clipped > 0) == (min(numbers) <= 0)
    assert known > 30


@pytest.mark.parametrize(
    "chosen",
    [{}, {"lexicon": "paper"}, {"binarisation": "left"}, {"horizontal": 1}, {"vertical": 2}, {"estimator": "pcfg"}],
)
def test_heads_score_as_the_phrases_that_they_make(chosen: dict[str, object]) -> None:
    model = learnt(**chosen)
    for sentence in tiny_treebank():
        trees = of_all_trees(sentence) if len(sentence) < 6 else [sentence]
        mine, theirs = (
            score_dependency_trees(model, trees, "xpos"),
            model.tree_scores([with_tree_from_heads(one) for one in trees]),
        )
        assert [one.clipped for one in mine] == [one.clipped for one in theirs]
        assert [one.log for one in mine] == pytest.approx([one.log for one in theirs])
        best = max(mine, key=lambda one: one.log)
        assert best.clipped == 0


def test_what_the_grammar_does_not_have_costs_the_same_everywhere() -> None:
    model = learnt()
    sentence = tiny_treebank()[3]
    strange = replace(sentence, xpos=("NOVEL", *sentence.xpos[1:]), source=None)
    (known,), (unknown,) = (
        score_dependency_trees(model, [sentence], "xpos"),
        score_dependency_trees(model, [strange], "xpos"),
    )
    assert known.clipped == 0 < unknown.clipped
    assert math.isfinite(unknown.log)
    assert unknown.log < known.log
    assert score_dependency_trees(model, [], "xpos") == []
    with pytest.raises(DataError, match="no complete dependency tree"):
        score_dependency_trees(model, [Sentence.of(["a", "b"], heads=[2, 1])], "xpos")
