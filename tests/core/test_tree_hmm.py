"""Hidden tree Markov models against enumeration, exact counts and samples of known models."""

from __future__ import annotations

from itertools import pairwise, product

import numpy as np
import pytest
from known_trees import KnownTrees, random_heads, random_known

from spectral_core.data import Sentence, Treebank
from spectral_core.errors import DataError
from spectral_core.models.tree_hmm import EncodedTrees, TreeHmm, TreeHmmCounts, TreeHmmSettings, learn, solve
from spectral_core.models.tree_hmm.model import TreeProbabilities

EXACT = {"states": 3, "column": "form", "minimum": 1, "prior": 0.0}
SEED = 54  # of a model whose roots are not as other words, and whose third canonical correlation is above a third


def trees_of(known: KnownTrees, count: int, seed: int) -> list[tuple[tuple[int, ...], tuple[int, ...]]]:
    """Words and heads of trees of two to six words."""
    random = np.random.default_rng(seed)
    found = []
    while len(found) < count:
        heads = random_heads(random)
        if 2 <= len(heads) <= 6:
            found.append((tuple(random.integers(0, len(known.emissions), len(heads)).tolist()), heads))
    return found


def errors(model: TreeHmm, known: KnownTrees, trees: list[tuple[tuple[int, ...], tuple[int, ...]]]) -> np.ndarray:
    """The relative errors of the model's scores; a score below 0 is as wrong as it is large."""
    scores = model.tree_scores([known.sentence(*tree) for tree in trees])
    found = np.array([np.exp(one.log) * (1 - 2 * one.clipped) for one in scores])
    true = np.array([known.probability(*tree) for tree in trees])
    return np.abs(found - true) / true


def probable(known: KnownTrees, count: int, seed: int) -> list[tuple[tuple[int, ...], tuple[int, ...]]]:
    """Trees drawn from the model itself."""
    drawn = known.sample(20 * count, seed).trees
    bounds = drawn.starts.tolist()
    found = []
    for begin, end in pairwise(bounds):
        if 2 <= end - begin <= 6:
            found.append((tuple(drawn.symbols[begin:end].tolist()), tuple(drawn.heads[begin:end].tolist())))
    return found[:count]


@pytest.mark.parametrize("points", ["trees", "neighbours", "svd"])
def test_exact_counts_give_the_distribution_back(points: str) -> None:
    known = random_known(SEED)
    model = solve(known.population(), TreeHmmSettings(estimator="spectral", points=points, **EXACT))
    assert errors(model, known, trees_of(known, 200, 0)).max() < 1e-9
    sentences = [known.sentence(words, (2, 0, 2)) for words in product(range(12), repeat=3)]
    assert sum(np.exp(one.log) for one in model.tree_scores(sentences)) == pytest.approx(1, abs=1e-9)


def test_exact_counts_give_it_back_however_points_are_smoothed() -> None:
    known = random_known(SEED)
    settings = TreeHmmSettings(estimator="spectral", **(EXACT | {"prior": 0.3}))
    assert errors(solve(known.population(), settings), known, trees_of(known, 50, 0)).max() < 1e-9


@pytest.mark.parametrize(("seed", "points"), [(SEED, "trees"), (33, "trees"), (33, "svd")])
def test_the_error_falls_as_the_root_of_the_sample(seed: int, points: str) -> None:
    known = random_known(seed)
    trees = probable(known, 300, 1)
    settings = TreeHmmSettings(estimator="spectral", points=points, **EXACT)
    for size, most in ((1_000, 0.15), (10_000, 0.06), (100_000, 0.02)):
        assert np.median(errors(solve(known.sample(size, 2), settings), known, trees)) < most, size


def test_the_printed_estimator_is_wrong_where_roots_are_not_as_other_words() -> None:
    """It takes the mean of all words for that of roots and of right children."""
    known, settled = random_known(SEED), random_known(SEED, stationary=True)
    settings = TreeHmmSettings(estimator="spectral-paper", points="svd", **EXACT)
    wrong = errors(solve(known.sample(100_000, 2), settings), known, probable(known, 300, 1))
    right = errors(solve(settled.sample(100_000, 2), settings), settled, probable(settled, 300, 1))
    assert np.median(wrong) > 0.15
    assert np.median(right) < 0.03


def test_probabilities_and_posteriors_are_those_of_enumeration() -> None:
    known = random_known(3, words=5)
    trees = trees_of(known, 40, 3)
    laid = EncodedTrees.from_lists(trees)
    logs, shares, sums = TreeProbabilities(known.emissions, known.moves, known.root).compute_expectations(laid)
    emitted, moved, rooted = np.zeros((5, 3)), np.zeros((2, 3, 3)), np.zeros(3)
    at = 0
    for (words, heads), log in zip(trees, logs, strict=True):
        joint = known.joint(words, heads)
        total = sum(joint.values())
        assert log == pytest.approx(np.log(total), abs=1e-10)
        expected = np.zeros((len(words), 3))
        for states, chance in joint.items():
            for place, (state, head) in enumerate(zip(states, heads, strict=True)):
                expected[place, state] += chance / total
                emitted[words[place], state] += chance / total
                if head:
                    moved[int(place + 1 > head), state, states[head - 1]] += chance / total
                else:
                    rooted[state] += chance / total
        np.testing.assert_allclose(shares[at : at + len(words)], expected, atol=1e-10)
        at += len(words)
    for found, wanted in zip((sums.emissions, sums.transitions, sums.roots), (emitted, moved, rooted), strict=True):
        np.testing.assert_allclose(found, wanted, atol=1e-9)


def test_the_closed_form_expects_the_words_that_enumeration_does() -> None:
    known = random_known(SEED)
    model = solve(known.population(), TreeHmmSettings(estimator="spectral", **EXACT))
    words, heads = (1, 4, 2, 7, 3), (2, 0, 4, 2, 4)
    joint = known.joint(words, heads)
    shares = np.zeros((5, 3))
    for states, chance in joint.items():
        for place, state in enumerate(states):
            shares[place, state] += chance / sum(joint.values())
    # of words alone: the mean point of what a state emits is linear in the posterior
    alone = [model.states(known.sentence((word,), (0,)))[0].vector for word in range(12)]
    chances = [known.emissions[word] * known.root / (known.emissions[word] @ known.root) for word in range(12)]
    means = np.linalg.lstsq(np.array(chances), np.array(alone), rcond=None)[0]  # (states, directions)
    found = np.array([state.vector for state in model.states(known.sentence(words, heads))])
    np.testing.assert_allclose(found, shares @ means, atol=1e-8)


@pytest.mark.parametrize("estimator", ["em", "spectral-em"])
def test_iterations_never_lower_the_likelihood(estimator: str) -> None:
    known = random_known(5)
    settings = TreeHmmSettings(
        estimator=estimator, smoothing=0.0, iterations=25, tolerance=0.0, states=3, column="form", minimum=1
    )
    seen = solve(known.sample(500, 1), settings).training_record.iterations
    assert len(seen) == 25
    assert (np.diff(seen) > -1e-8 * np.abs(seen[1:])).all()


def test_a_closed_form_has_no_iterations_to_show() -> None:
    settings = TreeHmmSettings(estimator="spectral", states=3, column="form", minimum=1)
    assert solve(random_known(5).sample(500, 1), settings).training_record.iterations.tolist() == []


def test_a_start_from_points_is_nearer_the_top_than_one_at_random() -> None:
    known = random_known(SEED)
    sample = known.sample(3_000, 1)
    first = {
        estimator: solve(
            sample,
            TreeHmmSettings(estimator=estimator, states=3, column="form", minimum=1, iterations=5, tolerance=0.0),
        ).training_record.iterations
        for estimator in ("em", "spectral-em")
    }
    assert first["spectral-em"][1] > first["em"][1]


def test_a_sentence_without_a_tree_cannot_be_scored() -> None:
    known = random_known(SEED)
    model = solve(known.population(), TreeHmmSettings(estimator="spectral", **EXACT))
    for heads in ((None, None), (2, 1), (0, 0)):
        with pytest.raises(DataError, match="no complete dependency tree"):
            model.tree_scores([Sentence.of(["w01", "w02"], heads=heads)])


def test_unknown_words_and_crossing_arcs_have_finite_scores() -> None:
    known = random_known(SEED)
    strange = Sentence.of(["never", "w01", "seen", "w02"], heads=[3, 0, 2, 1])
    for estimator in ("spectral", "spectral-paper", "em", "spectral-em"):
        model = solve(known.sample(300, 1), TreeHmmSettings(estimator=estimator, **EXACT))
        (scored,) = model.tree_scores([strange])
        assert np.isfinite(scored.log)
        assert scored.symbols == 4
        states = model.states(strange)
        assert [state.position for state in states] == [1, 2, 3, 4]
        assert all(state.posterior.min() >= 0 and state.posterior.sum() == pytest.approx(1) for state in states)


def test_a_treebank_without_two_sided_heads_is_for_em() -> None:
    chain = Treebank.of([Sentence.of(["a", "b", "c"], heads=[0, 1, 2])] * 3)
    with pytest.raises(DataError, match="set estimator to em"):
        learn(chain, TreeHmmSettings(estimator="spectral", states=2))
    assert learn(chain, TreeHmmSettings(estimator="em", states=2)).tree_scores(chain)


def test_development_data_without_trees_is_named() -> None:
    one = Sentence.of(["go"]).with_heads((0,))
    with pytest.raises(DataError, match="no sentence of the development data has a tree"):
        learn(Treebank.of([one]), TreeHmmSettings(estimator="em"), dev=Treebank.of([Sentence.of(["go"])]))


@pytest.mark.parametrize("points", ["trees", "neighbours", "svd"])
def test_trees_of_one_word_are_enough_for_em(points: str) -> None:
    one = Sentence.of(["go"]).with_heads((0,))
    model = learn(Treebank.of([one] * 3), TreeHmmSettings(estimator="spectral-em", points=points))
    assert np.isfinite(model.tree_scores([one])[0].log)


def test_a_closed_form_without_known_words_has_states() -> None:
    model = learn(
        Treebank.of([Sentence.of(["a", "b", "c"]).with_heads((2, 0, 2))] * 3),
        TreeHmmSettings(estimator="spectral", states=1, minimum=100),
    )
    assert model.symbols == ()
    assert [state.posterior.tolist() for state in model.states(Sentence.of(["a", "b"]).with_heads((0, 1)))] == [
        [1.0]
    ] * 2


def test_the_heads_of_a_damaged_file_are_refused() -> None:
    arrays = random_known(SEED).sample(50, 1).arrays()
    assert TreeHmmCounts.from_arrays(arrays).trees.sum_node_weights() == len(arrays["tree_heads"])
    begin, end = arrays["tree_starts"][np.argmax(np.diff(arrays["tree_starts"]) > 2) :][:2]
    for heads in (1, -1, 99):  # two words under each other, and heads outside
        broken = arrays["tree_heads"].copy()
        broken[begin:end] = heads
        with pytest.raises(ValueError, match="heads of a tree do not form a tree"):
            TreeHmmCounts.from_arrays({**arrays, "tree_heads": broken})
    broken = arrays["tree_heads"].copy()
    broken[np.flatnonzero(broken)[0]] = -1  # one head alone, beside the root
    with pytest.raises(ValueError, match="heads of a tree do not form a tree"):
        TreeHmmCounts.from_arrays({**arrays, "tree_heads": broken})


@pytest.mark.parametrize(("weight", "is_valid"), [(1e15 - 1, True), (1e15, False), (0.0, False), (np.inf, False)])
def test_weights_of_trees_that_cannot_be_counted_on_are_refused(weight: float, is_valid: bool) -> None:
    arrays = random_known(SEED).sample(5, 1).arrays()
    weights = arrays["tree_weights"].copy()
    weights[0] = weight
    if is_valid:
        assert TreeHmmCounts.from_arrays({**arrays, "tree_weights": weights}).trees.weights[0] == weight
    else:
        with pytest.raises(ValueError, match="a tree has an invalid weight"):
            TreeHmmCounts.from_arrays({**arrays, "tree_weights": weights})
