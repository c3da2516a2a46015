"""Class bigram models against slow references: expectations term by term, exact tables, and hand-made mixtures."""

from __future__ import annotations

import math
from itertools import permutations, product
from pathlib import Path

import numpy as np
import pytest

from spectral_core import evaluate
from spectral_core.arrays import Floats
from spectral_core.data import Sentence, Treebank
from spectral_core.formats import load
from spectral_core.maths.anchors import fit_convex_weights
from spectral_core.maths.linalg import SparseMatrix, TruncatedSvd, compute_randomised_svd, compute_truncated_svd
from spectral_core.models import class_bigram, ngram
from spectral_core.models.class_bigram import ClassBigram, ClassBigramSettings
from spectral_core.models.class_bigram.estimators import estimate_class_counts
from spectral_core.models.class_bigram.model import WordPairs
from spectral_core.models.ngram import NgramSettings
from spectral_core.progress import Progress
from spectral_core.registry import METHODS
from spectral_core.structured.forward_backward_kernels import (
    add_expected_class_bigram_counts,
    class_bigram_probabilities,
    nearest_convex_mixtures,
)

ESTIMATORS = ("em", "pivot", "pivot-em")


def bank(seed: int, sentences: int = 200) -> Treebank:
    """Sentences in which words of one kind follow those of another."""
    random = np.random.default_rng(seed)
    kinds = [[f"{kind}{number}" for number in range(6)] for kind in ("the", "noun", "verb")]
    made = []
    for _ in range(sentences):
        length = random.integers(2, 9)
        made.append(Sentence.of([str(random.choice(kinds[at % 3])) for at in range(length)]))
    return Treebank.of(made)


def plain(estimator: str = "em", **changes: float) -> ClassBigramSettings:
    """Settings of the papers' model alone."""
    given = {"classes": 3, "context_smoothing": 0.0, "word_smoothing": 0.0, "bigrams": 0.0, "minimum": 1} | changes
    return ClassBigramSettings(estimator=estimator, spelling=False, **given)  # type: ignore[arg-type]


def exact(words: int, classes: int, seed: int) -> tuple[Floats, Floats, Floats]:
    """Pairs[before, after] that come from classes exactly, r(class | before) and s(after | class), where each class
    has a word that only it has."""
    random = np.random.default_rng(seed)
    own = np.concatenate((0.1 * np.eye(classes), 0.9 * random.dirichlet(np.full(words - classes, 0.4), classes).T))
    emitted = own[random.permutation(words)]
    mixing = random.dirichlet(np.full(classes, 0.5), words)
    often = random.dirichlet(np.full(words, 5.0))
    return 1e6 * often[:, None] * (mixing @ emitted.T), mixing, emitted


def as_pairs(table: Floats) -> WordPairs:
    before, after = np.nonzero(table)
    return WordPairs(before, after, table[before, after], len(table))


@pytest.mark.parametrize(("words", "classes", "seed"), [(30, 3, 0), (60, 4, 1), (90, 5, 2)])
def test_exact_separable_pairs_give_the_words_of_their_classes_back(words: int, classes: int, seed: int) -> None:
    table, _, emitted = exact(words, classes, seed)
    found = estimate_class_counts(as_pairs(table), classes, lambda _: None)
    found = found / found.sum(axis=0)
    order = min(permutations(range(classes)), key=lambda one: np.abs(found[:, one] - emitted).sum())
    np.testing.assert_allclose(found[:, order], emitted, rtol=0, atol=1e-8)


@pytest.mark.parametrize("estimator", ["pivot", "pivot-em"])
def test_the_seed_is_that_of_the_decomposition(monkeypatch: pytest.MonkeyPatch, estimator: str) -> None:
    seeds: list[int] = []

    def record(matrix: SparseMatrix, rank: int, seed: int) -> TruncatedSvd:
        seeds.append(seed)
        return compute_randomised_svd(matrix, rank, seed)

    monkeypatch.setattr("spectral_core.models.class_bigram.estimators.compute_randomised_svd", record)
    class_bigram.learn(bank(0), plain(estimator, seed=7))
    assert seeds == [7]
    assert METHODS["class-bigram"].depends_on_seed({"estimator": estimator, "seed": 7})


def test_expected_counts_are_those_of_every_class_of_every_pair() -> None:
    random = np.random.default_rng(1)
    table = random.poisson(0.7, (7, 7)).astype(float)
    pairs = as_pairs(table)
    classes, words = random.dirichlet(np.ones(3), 7), random.dirichlet(np.ones(7), 3).T.copy()
    slow_classes, slow_words, slow_log = np.zeros((7, 3)), np.zeros((7, 3)), 0.0
    for before, after in product(range(7), range(7)):
        chance = sum(classes[before, one] * words[after, one] for one in range(3))
        slow_log += table[before, after] * math.log(chance)
        for one in range(3):
            share = classes[before, one] * words[after, one] / chance
            slow_classes[before, one] += table[before, after] * share
            slow_words[after, one] += table[before, after] * share
    sums = np.zeros((7, 3)), np.zeros((7, 3))
    log = add_expected_class_bigram_counts(pairs.pair_offsets(), pairs.after, pairs.counts, classes, words, *sums, True)
    assert log == pytest.approx(slow_log, rel=1e-12)
    np.testing.assert_allclose(sums[0] * classes, slow_classes, atol=1e-10)
    np.testing.assert_allclose(sums[1] * words, slow_words, atol=1e-10)
    expected = [classes[one] @ words[two] for one, two in zip(pairs.before, pairs.after, strict=True)]
    np.testing.assert_allclose(class_bigram_probabilities(pairs.before, pairs.after, classes, words), expected)


@pytest.mark.parametrize("estimator", ESTIMATORS)
def test_unsmoothed_iterations_never_lower_the_likelihood(estimator: str) -> None:
    reports: list[Progress] = []
    class_bigram.learn(bank(0), plain(estimator, iterations=30), reports.append)
    seen = np.array([one.measures["log_likelihood"] for one in reports if "log_likelihood" in one.measures])
    assert len(seen) == 30
    assert (np.diff(seen) >= -1e-6 * abs(seen[0])).all()
    assert seen[-1] > seen[0]


def test_mixtures_are_as_near_as_those_of_projected_gradient() -> None:
    random = np.random.default_rng(4)
    corners, points = random.standard_normal((5, 4)), 2 * random.standard_normal((60, 4))
    found = nearest_convex_mixtures(corners @ corners.T, points @ corners.T, 500, 1e-14)
    assert (found >= 0).all()
    np.testing.assert_allclose(found.sum(axis=1), 1.0)
    near, slow = (
        ((points - weights @ corners) ** 2).sum(axis=1) for weights in (found, fit_convex_weights(points, corners))
    )
    assert (near <= slow + 1e-9).all()


def test_a_sketch_finds_the_directions_of_the_full_decomposition() -> None:
    random = np.random.default_rng(0)
    wide = random.standard_normal((700, 6)) @ np.diag([9.0, 7, 5, 4, 3, 2]) @ random.standard_normal((6, 600))
    rows, columns = np.nonzero(wide)
    matrix = SparseMatrix(rows, columns, wide[rows, columns], wide.shape)
    found, full = compute_randomised_svd(matrix, 4, 0), compute_truncated_svd(matrix, 4)
    np.testing.assert_allclose(found.values, full.values, rtol=1e-9)
    np.testing.assert_allclose(found.left, full.left, atol=1e-8)
    np.testing.assert_allclose(found.right, full.right, atol=1e-8)
    assert len(compute_randomised_svd(matrix, 9, 0).values) == 6


@pytest.mark.parametrize("estimator", ESTIMATORS)
@pytest.mark.parametrize("bigrams", [0.0, 0.3])
def test_what_may_follow_a_word_sums_to_one(estimator: str, bigrams: float) -> None:
    model = class_bigram.learn(bank(1), ClassBigramSettings(classes=4, estimator=estimator, bigrams=bigrams))
    symbols = np.arange(len(model.words) + 3)
    for before in symbols[[0, 2, 3, -1]]:
        logs = model.log_probabilities(np.full((len(symbols) - 1, 1), before), symbols[1:])  # START never follows
        assert np.exp(logs).sum() == pytest.approx(1.0, abs=1e-6)


def test_a_share_of_bigrams_mixes_both_models_word_by_word() -> None:
    corpus = bank(2)
    classes, mixed = (class_bigram.learn(corpus, plain(bigrams=share, iterations=5)) for share in (0.0, 0.25))
    beside = ngram.learn(corpus, NgramSettings(2, "modified", "form", 1))
    known = {word: place for place, word in enumerate(classes.words, 3)}
    history, following = np.array([[0], [known["the1"]], [2]]), np.array([known["the0"], known["noun2"], 1])
    one, two, both = (np.exp(model.log_probabilities(history, following)) for model in (classes, beside, mixed))
    np.testing.assert_allclose(both, 0.75 * one + 0.25 * two, rtol=1e-6)


def test_classes_tell_the_kinds_of_words_apart() -> None:
    model = class_bigram.learn(
        bank(3, 600), ClassBigramSettings(classes=3, estimator="em", spelling=False, iterations=60)
    )
    assert isinstance(model, ClassBigram)
    likeliest = {word: int(model.class_probabilities(word).argmax()) for word in model.words}
    for kind in ("noun", "verb"):
        assert len({number for word, number in likeliest.items() if word.startswith(kind)}) == 1
    assert likeliest["noun0"] != likeliest["verb0"]
    typical = [word for word, _ in model.typical_words(likeliest["verb0"], 6)]
    assert all(word.startswith("verb") for word in typical)
    assert len(model.class_probabilities("never seen")) == 0
    near = dict(model.neighbours("verb0", 5))
    assert list(near) == sorted(near, key=lambda word: -near[word])
    assert {*near} == {f"verb{number}" for number in range(1, 6)}
    shares = [np.sqrt(model.class_probabilities("verb0") * model.class_probabilities(word)).sum() for word in near]
    np.testing.assert_allclose(list(near.values()), shares, atol=1e-6)
    assert model.neighbours("never seen") == []
    assert model.class_frequencies().sum() == pytest.approx(1.0, abs=1e-4)


def test_rare_words_follow_words_that_are_spelt_alike() -> None:
    lines = ["the walking man"] * 9 + ["the talking man"] * 9 + ["a man stood"] * 9 + ["a man looked"] * 9
    corpus = Treebank.of([Sentence.of(line.split()) for line in [*lines, "singing now", "smiled now"]])
    sentence = [Sentence.of(["singing", "man"]), Sentence.of(["smiled", "man"])]
    logs = {}
    for spelling in (True, False):
        settings = ClassBigramSettings(classes=4, estimator="em", spelling=spelling, bigrams=0.0, minimum=1)
        one, other = class_bigram.learn(corpus, settings).scores(sentence, prefix=True)
        logs[spelling] = one.log - other.log
    assert logs[True] > logs[False] + 0.1


def test_a_dev_portion_picks_the_iteration_that_is_best_on_it() -> None:
    corpus, dev, reports = bank(5, 40), bank(6, 100), list[Progress]()
    model = class_bigram.learn(corpus, plain("em", classes=8, iterations=40), reports.append, dev)
    seen = [one.measures["perplexity"] for one in reports if "perplexity" in one.measures]
    assert np.argmin(seen) < 39
    found = evaluate.compute_perplexity(model.scores(list(dev))).metrics["perplexity"]
    assert found == pytest.approx(min(seen), rel=1e-5)


def test_estimates_of_nothing_are_raised_to_a_floor_and_counted() -> None:
    corpus = Treebank.of([Sentence.of(["a", "b"])] * 20 + [Sentence.of(["c", "d"])] * 20)
    model = class_bigram.learn(corpus, plain("em", classes=4, iterations=400))
    sure, never = model.scores([Sentence.of(["a", "b"]), Sentence.of(["a", "d"])])
    assert (sure.clipped, never.clipped) == (0, 1)
    assert math.isfinite(never.log)


def test_pivot_em_predicts_the_brown_corpus_better_than_bigrams(shared_data: Path) -> None:
    train, dev = (
        Sentence.of(
            [form for sentence in load(shared_data / "brown" / f"brown.{part}.txt.xz") for form in sentence.forms]
        )
        for part in ("train", "dev")
    )
    second = [Sentence.of(dev.forms[len(dev) // 2 :])]
    alone = class_bigram.learn(Treebank.of([train]), ClassBigramSettings(bigrams=0.0))
    assert evaluate.compute_perplexity(alone.scores(second, True), True).metrics["perplexity"] < 302
