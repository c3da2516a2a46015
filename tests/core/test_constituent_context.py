"""Constituents and contexts: sums over all trees against enumeration, and what climbing does."""

from __future__ import annotations

import math
from collections import Counter
from itertools import pairwise

import numpy as np
import pytest
from oracles import all_binary_bracketings

from spectral_core.data import Sentence, Treebank
from spectral_core.evaluate import extract_unlabelled_brackets
from spectral_core.models.constituent_context import (
    ConstituentContext,
    ConstituentContextSettings,
    YieldsAndContexts,
    compute_uniform_split_posteriors,
    learn,
)
from spectral_core.progress import Curves
from spectral_core.structured.unlabelled_trees import fill_span_posteriors, span_posteriors


@pytest.mark.parametrize("size", range(1, 8))
def test_shares_of_spans_are_those_of_all_trees(size: int) -> None:
    random = np.random.default_rng(size)
    logs = random.standard_normal((size, size + 1)) * 20
    weights = Counter({tree: math.exp(sum(logs[span] for span in tree)) for tree in all_binary_bracketings(size)})
    shares, total = span_posteriors(logs)
    assert total == pytest.approx(math.log(weights.total()))
    for start in range(size):
        for end in range(start + 2, size + 1):
            want = sum(weight for tree, weight in weights.items() if (start, end) in tree) / weights.total()
            assert shares[start, end] == pytest.approx(want, abs=1e-12)


def test_spans_of_many_sentences_stand_by_start_and_end() -> None:
    random = np.random.default_rng(0)
    sizes = np.array([3, 1, 5])
    logs = random.standard_normal(3 + 0 + 10)
    shares = np.zeros(13)
    total = fill_span_posteriors(sizes, logs, shares)
    found, own = span_posteriors(np.array([[0, 0, logs[0], logs[1]], [0, 0, 0, logs[2]], [0, 0, 0, 0]]))
    assert shares[:3] == pytest.approx([found[0, 2], found[0, 3], found[1, 3]])
    assert total > own


@pytest.mark.parametrize("size", [2, 3, 5, 6])
def test_the_start_takes_every_division_alike(size: int) -> None:
    shares = {(0, size): 1.0}
    for length in range(size, 1, -1):
        for start in range(size - length + 1):
            own = shares.get((start, start + length), 0.0) / (length - 1)
            for middle in range(start + 1, start + length):
                for span in ((start, middle), (middle, start + length)):
                    shares[span] = shares.get(span, 0.0) + own
    want = [shares[start, end] for start in range(size) for end in range(start + 2, size + 1)]
    assert compute_uniform_split_posteriors(np.array([size])) == pytest.approx(want)


def test_sequences_and_contexts_are_told_apart() -> None:
    types = YieldsAndContexts.from_classes([np.array([2, 3, 2, 3])])
    spans = [(start, end) for start in range(4) for end in range(start + 2, 5)]
    by_span = dict(zip(spans, types.yields.tolist(), strict=True))
    assert by_span[0, 2] == by_span[2, 4] != by_span[1, 3]
    contexts = dict(zip(spans, types.contexts.tolist(), strict=True))
    assert len(set(contexts.values())) == 6
    assert not set(types.yields.tolist()) & set(types.contexts.tolist())


CORPUS = Treebank.of(
    Sentence.of([f"w{tag}" for tag in tags.split()], xpos=tags.split())
    for tags in ["D N V", "D N V D N", "P V D N", "D A N V P D N", "P V P D N", "D A N V", "D N V P"] * 3
)


def test_the_objective_rises_at_every_step() -> None:
    for start in ("split", "random"):
        curves = Curves()
        learn(CORPUS, ConstituentContextSettings(start=start, iterations=15), curves)
        objective = [value for _, value in curves.points["objective"]]
        assert len(objective) == 15
        assert all(later >= earlier - 1e-12 for earlier, later in pairwise(objective))


def test_phrases_that_recur_are_found() -> None:
    model = learn(CORPUS, ConstituentContextSettings())
    (ranked,) = model.parse(Sentence.of(["a", "b", "c", "d"], xpos=["P", "V", "D", "N"]))
    assert ranked.value.tree is not None
    assert (2, 4) in extract_unlabelled_brackets(ranked.value.tree)


def test_random_starts_end_in_different_places() -> None:
    models = [learn(CORPUS, ConstituentContextSettings(start="random", seed=seed, iterations=1)) for seed in range(2)]
    assert not np.allclose(models[0].ratios, models[1].ratios)


def test_a_model_whose_keys_are_not_in_order_is_refused() -> None:
    model = learn(Treebank.of([Sentence.of(["a", "b", "c"])]), ConstituentContextSettings(classes=2))
    for name, damaged in (("keys", model.keys[::-1]), ("ratios", model.ratios * np.nan), ("ratios", model.ratios[1:])):
        with pytest.raises(ValueError, match="do not fit their log ratios"):
            ConstituentContext.from_arrays(model.settings, model.arrays() | {name: damaged})
