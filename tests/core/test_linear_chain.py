"""The linear chain against enumeration of all labellings, and its training against the gradient."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings, strategies
from oracles import all_strings

from spectral_core.models.linear_chain import NO_LABEL, CrfHyperparameters, FeatureSequences, LinearChainCrf
from spectral_core.structured import hash_tables
from spectral_core.structured import linear_chain_crf as kernels

LABELS = 3


def random_chain(seed: int, features: int = 4) -> LinearChainCrf:
    """Weights of every label for the features 1 to `features`."""
    random = np.random.default_rng(seed)
    keys = np.arange(1, features + 1, dtype=np.uint64)
    triples = np.zeros(kernels.count_triple_weights(LABELS), dtype=np.float32)
    triples[:] = random.normal(size=len(triples))
    return LinearChainCrf(
        keys,
        np.arange(features + 1, dtype=np.int64) * LABELS,
        np.tile(np.arange(LABELS, dtype=np.int32), features),
        random.normal(size=features * LABELS).astype(np.float32),
        random.normal(size=(LABELS + 1, LABELS)).astype(np.float32),
        triples,
        hash_tables.build_row_index(keys),
    )


def random_keys(seed: int, length: int, columns: int = 3) -> np.ndarray:
    """Features, 0 for none and some that no chain knows."""
    return np.random.default_rng(seed).integers(0, 7, (length, columns)).astype(np.uint64)


def score(chain: LinearChainCrf, keys: np.ndarray, labels: tuple[int, ...]) -> float:
    """The sum of all weights of a labelling, by definition."""
    total = 0.0
    weights = chain.values.reshape(len(chain.keys), LABELS)
    triples = chain.trigrams.reshape(LABELS + 1, LABELS + 1, LABELS)
    earlier, before = LABELS, LABELS
    for row, label in zip(keys.tolist(), labels, strict=True):
        total += sum(float(weights[key - 1, label]) for key in row if 1 <= key <= len(chain.keys))
        total += float(chain.bigrams[before, label]) + float(triples[earlier, before, label])
        earlier, before = before, label
    return total


def listed_posteriors(chain: LinearChainCrf, keys: np.ndarray, fixed: list[int]) -> np.ndarray:
    """(positions, labels) from all labellings that keep to `fixed`."""
    shares = np.zeros((len(keys), LABELS))
    for labels in all_strings(range(LABELS), len(keys)):
        if all(wanted in (NO_LABEL, label) for wanted, label in zip(fixed, labels, strict=True)):
            shares[np.arange(len(keys)), list(labels)] += np.exp(score(chain, keys, labels))
    return shares / shares.sum(axis=1, keepdims=True)


@pytest.mark.parametrize("seed", range(6))
def test_posteriors_are_those_of_all_labellings(seed: int) -> None:
    chain = random_chain(seed)
    lengths = [1, 2, 0, 5, 3]
    keys = random_keys(seed, sum(lengths))
    fixed = np.random.default_rng(seed + 100).integers(-3, LABELS, len(keys)).clip(NO_LABEL).astype(np.int32)
    starts = np.cumsum([0, *lengths])
    for kept in (None, fixed):
        labels, shares = chain.posteriors(FeatureSequences(keys, starts), kept, margin=np.inf)
        for begin, end in pairwise(starts):
            rules = [NO_LABEL] * (end - begin) if kept is None else kept[begin:end].tolist()
            wanted = listed_posteriors(chain, keys[begin:end], rules)
            for at in range(begin, end):
                tried = labels[at][labels[at] != NO_LABEL]
                assert len(tried) == (LABELS if rules[at - begin] == NO_LABEL else 1)
                assert shares[at, : len(tried)] == pytest.approx(wanted[at - begin][tried], abs=1e-9)
                assert list(shares[at]) == sorted(shares[at], reverse=True)
                assert not shares[at, len(tried) :].any()


def test_labels_of_equal_posteriors_keep_their_order() -> None:
    chain = random_chain(0)
    for numbers in (chain.values, chain.bigrams, chain.trigrams):
        numbers[:] = 0.0
    labels, shares = chain.posteriors(FeatureSequences(random_keys(3, 4), np.array([0, 4])), margin=np.inf)
    assert labels[:, :LABELS].tolist() == [[0, 1, 2]] * 4
    assert shares[:, :LABELS] == pytest.approx(1 / LABELS)


def test_labels_far_below_the_best_are_not_tried() -> None:
    chain = random_chain(0)
    keys = random_keys(1, 40)
    labels, _ = chain.posteriors(FeatureSequences(keys, np.array([0, 40])), margin=0.5)
    weights = np.vstack([np.zeros(LABELS), chain.values.reshape(-1, LABELS), np.zeros((2, LABELS))])
    own = weights[keys.astype(np.int64)].sum(axis=1)
    for tried, scores in zip(labels, own, strict=True):
        assert set(tried[tried != NO_LABEL]) == set(np.flatnonzero(scores >= scores.max() - 0.5))


@pytest.mark.parametrize("seed", range(4))
def test_a_step_of_training_follows_the_gradient_of_the_likelihood(seed: int) -> None:
    chain = random_chain(seed)
    length, rate = 4, 0.01
    keys = random_keys(seed, length)
    gold = np.random.default_rng(seed).integers(0, LABELS, length).astype(np.int32)
    rows = chain.values.reshape(-1, LABELS).copy()
    weights = kernels.ChainWeights(rows, chain.bigrams.copy(), chain.trigrams.copy())
    before = [held.copy() for held in weights]
    sums = kernels.ChainWeights(*(np.zeros_like(held) for held in weights))
    clock = 6
    features = hash_tables.look_up_rows(*chain.table, keys)
    starts, order = np.array([0, length]), np.array([0])
    step = kernels.TrainingStep(rate, np.inf, 8, 0.0)
    kernels.train_epoch(features, gold, starts, order, weights, sums, clock, step)

    def counts(labels: tuple[int, ...]) -> list[np.ndarray]:
        """How often each weight is in the score of a labelling."""
        found = [np.zeros_like(part, dtype=np.float64) for part in before]
        earlier, last = LABELS, LABELS
        for row, label in zip(features.tolist(), labels, strict=True):
            for place in row:
                if place != NO_LABEL:
                    found[0][place, label] += 1
            found[1][last, label] += 1
            found[2][(earlier * (LABELS + 1) + last) * LABELS + label] += 1
            earlier, last = last, label
        return found

    labellings = list(all_strings(range(LABELS), length))
    chances = np.exp([score(chain, keys, labels) for labels in labellings])
    chances /= chances.sum()
    truth = counts(tuple(gold.tolist()))
    expected = [sum(p * part for p, part in zip(chances, parts, strict=True))
                for parts in zip(*map(counts, labellings), strict=True)]  # fmt: skip
    for after, old, added, want, mean in zip(weights, before, sums, truth, expected, strict=True):
        assert (after - old) / rate == pytest.approx(want - mean, abs=2e-3)
        assert added == pytest.approx((after - old) * (clock + 1), abs=1e-4)


def test_training_finds_a_rule_that_needs_both_labels_before() -> None:
    random = np.random.default_rng(0)
    sequences, length = 200, 9
    gold = np.zeros((sequences, length), dtype=np.int32)
    gold[:, :2] = random.integers(0, 2, (sequences, 2))
    for at in range(2, length):
        gold[:, at] = gold[:, at - 1] ^ gold[:, at - 2]
    keys = np.zeros((sequences * length, 1), dtype=np.uint64)
    keys.reshape(sequences, length)[:, :2] = 1 + gold[:, :2]  # only the first two labels can be seen
    starts = np.arange(sequences + 1) * length
    told: list[tuple[int, float, float]] = []
    plan = CrfHyperparameters(epochs=12, dropout=0.0, min_count=1, seed=0)
    chain = LinearChainCrf.learn(FeatureSequences(keys, starts), gold.ravel(), 2, plan, lambda *row: told.append(row))
    labels, _ = chain.posteriors(FeatureSequences(keys, starts))
    assert (labels[:, 0] == gold.ravel()).all()
    assert [epoch for epoch, _, _ in told] == list(range(1, 13))
    assert told[-1][1] > told[0][1]
    assert told[-1][2] == 1.0


@given(
    strategies.lists(strategies.lists(strategies.integers(0, 30), min_size=2, max_size=2)), strategies.integers(1, 3)
)
@settings(max_examples=50)
def test_frequent_keys_are_counted_and_found_again(rows: list[list[int]], minimum: int) -> None:
    keys = np.array(rows, dtype=np.uint64).reshape(-1, 2)
    wanted = {key: times for key, times in Counter(keys.ravel().tolist()).items() if key and times >= minimum}
    found, counts = hash_tables.select_frequent_keys(keys, minimum)
    assert dict(zip(found.tolist(), counts.tolist(), strict=True)) == wanted
    places = hash_tables.look_up_rows(*hash_tables.build_row_index(found), keys)
    for key, place in zip(keys.ravel().tolist(), places.ravel().tolist(), strict=True):
        assert place == (found.tolist().index(key) if key in wanted else NO_LABEL)


def test_many_keys_are_counted() -> None:
    keys = np.random.default_rng(0).permutation(np.repeat(np.arange(1, 20_001), 2)).astype(np.uint64)
    found, counts = hash_tables.select_frequent_keys(keys[:, None], 2)
    assert sorted(found.tolist()) == list(range(1, 20_001))
    assert (counts == 2).all()


def test_rare_features_are_left_out_until_the_weights_fit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("spectral_core.models.linear_chain._MAX_WEIGHTS", 8)
    keys = np.repeat(np.arange(1, 7), np.arange(1, 7)).astype(np.uint64)[:, None]  # key n occurs n times
    gold = (keys.ravel() % 2).astype(np.int32)
    plan = CrfHyperparameters(epochs=3, dropout=0.0, min_count=1, seed=0)
    chain = LinearChainCrf.learn(FeatureSequences(keys, np.arange(len(keys) + 1)), gold, 2, plan, lambda *_: None)
    assert sorted(chain.keys.tolist()) == [3, 4, 5, 6]


def test_weights_that_do_not_fit_each_other_are_refused() -> None:
    chain = random_chain(0)
    arrays = chain.arrays()
    again = LinearChainCrf.from_arrays(arrays, LABELS)
    keys = random_keys(5, 6)
    one, two = (each.posteriors(FeatureSequences(keys, np.array([0, 6]))) for each in (chain, again))
    assert all(np.array_equal(a, b) for a, b in zip(one, two, strict=True))
    for name, wrong in (
        ("columns", arrays["columns"] + 1),
        ("values", arrays["values"][1:]),
        ("counts", arrays["counts"][1:]),
        ("pairs", arrays["pairs"][1:]),
        ("triples", arrays["triples"][1:]),
    ):
        with pytest.raises(ValueError, match="do not fit"):
            LinearChainCrf.from_arrays({**arrays, name: wrong}, LABELS)
