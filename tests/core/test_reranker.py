"""Re-rankers: features against a plain reading of trees, what is learnt from lists, and why a tree stands first."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from fixtures import tiny_treebank
from known_trees import random_heads

from spectral_core import store
from spectral_core.data import EMPTY, Constraints, Sentence, Treebank
from spectral_core.engine.parsing import suggest_trees
from spectral_core.errors import SettingsError, StoreError
from spectral_core.maths.isotonic_regression import fit_isotonic
from spectral_core.model import ArcScorer, ExplainsTrees, Model, Parser, add_header, add_prefix
from spectral_core.models.latent_dependencies import LatentDependenciesSettings
from spectral_core.models.latent_pcfg import score_dependency_trees
from spectral_core.models.reranker import Reranker
from spectral_core.models.reranker.features import FEATURE_TITLES, WEIGHT_COUNT, TreeFeatures, extract_tree_features
from spectral_core.models.reranker.kbest_lists import TreeList, score_whole_trees
from spectral_core.models.reranker.model import PhraseGrammarScorer
from spectral_core.models.reranker.training import (
    choose_interpolation_weight,
    choose_scorer_weight,
    count_head_errors,
    train_perceptron,
)
from spectral_core.models.tree_hmm import TreeHmmSettings
from spectral_core.registry import METHODS

METHOD = METHODS["reranker"]


def learnt(**chosen: object) -> Reranker:
    settings = METHOD.settings(
        **(
            {
                "base": "head-automata",
                "base_settings": "lexical=none",
                "candidates": 8,
                "features": "rich",
                "scorers": "tree-hmm",
            }
            | chosen
        )
    )
    model = METHOD.learn(Treebank.of([*tiny_treebank()] * 3), settings)
    assert isinstance(model, Reranker)
    return model


def read(sentence: Sentence, heads: tuple[int, ...]) -> dict[int, Counter[tuple[object, ...]]]:
    """The features of the paper and those of siblings, one by one."""
    tags = ("ROOT", *sentence.xpos)
    found: dict[int, Counter[tuple[object, ...]]] = {0: Counter(), 1: Counter(), 2: Counter()}
    for head in range(len(heads) + 1):
        below = [word for word, above in enumerate(heads, 1) if above == head]
        left, right = [word for word in below if word < head][::-1], [word for word in below if word > head]
        if head and left and right:
            found[0][tags[left[0]], tags[head], tags[right[0]]] += 1
        for side, words in enumerate((left, right)):
            for at, word in enumerate(words):
                above = tags[heads[head - 1]] if head else "NONE"
                turned = bool(head) and head > heads[head - 1]
                found[1][tags[word], tags[head], above, side, turned] += 1
                found[2][tags[word], tags[head], tags[words[at - 1]] if at else "NONE", side] += 1
    return found


def test_features_are_those_of_a_plain_reading() -> None:
    """Two trees share a number as often as they share what it stands for."""
    random = np.random.default_rng(0)
    for _ in range(30):
        trees = [random_heads(random) for _ in range(40)]
        size = max(Counter(map(len, trees)).items(), key=lambda row: (row[1], row[0]))[0]
        chosen = list(dict.fromkeys(heads for heads in trees if len(heads) == size))
        sentence = Sentence.of(
            [f"w{at}" for at in range(size)], xpos=[str(random.choice(["A", "B"])) for _ in range(size)]
        )
        found = extract_tree_features(sentence, "xpos", np.array(chosen), True)
        plain = [read(sentence, heads) for heads in chosen]
        for kind in range(3):
            counted = [
                Counter(found.weight_indexes[(found.trees == row) & (found.kinds == kind)].tolist())
                for row in range(len(chosen))
            ]
            for one in range(len(chosen)):
                for two in range(one, len(chosen)):
                    assert (counted[one] & counted[two]).total() == (plain[one][kind] & plain[two][kind]).total()


def test_what_all_trees_have_decides_nothing() -> None:
    sentence = tiny_treebank()[3]
    heads = np.array([sentence.heads, (2, 0, 2, 2, 2, 7, 5, 2)])
    found, random = extract_tree_features(sentence, "xpos", heads, True), np.random.default_rng(0)
    fewer, weights = found.drop_common(2), random.standard_normal(WEIGHT_COUNT)
    assert 0 < len(fewer.trees) < len(found.trees)
    assert set(found.kinds.tolist()) == set(range(len(FEATURE_TITLES)))
    whole, part = found.sum_weights(weights, 2), fewer.sum_weights(weights, 2)
    assert whole[0] - whole[1] == pytest.approx(part[0] - part[1])


def listed(base: list[float], weights: list[int], errors: list[int], others: list[float]) -> TreeList:
    """Trees with one feature each."""
    size = len(base)
    features = TreeFeatures(np.arange(size), np.array(weights), np.zeros(size, dtype=np.int64))
    trees = tuple(Sentence.of(["a"], heads=[0]) for _ in base)
    return TreeList(trees, np.array(base), features, np.array(errors), np.array(others))


def test_the_perceptron_learns_which_feature_is_right() -> None:
    lists = [listed([0.0, -0.5], [3, 5], [2, 1], [0.0, 0.0]) for _ in range(5)]
    weights = train_perceptron(lists, 1.0, 3, np.random.default_rng(0), lambda _: None)
    assert weights[5] > 0 > weights[3]
    assert count_head_errors(lists, weights, 0.0) == 5
    assert count_head_errors(lists, np.zeros(WEIGHT_COUNT), 0.0) == 10


def test_whole_trees_count_by_the_base_parser_where_other_models_do() -> None:
    one = replace(listed([0.0, -0.1], [3, 5], [1, 0], [0.0, 0.1]), whole_tree_scores=np.array([-1.0, 0.0]))
    assert one.scores(np.zeros(WEIGHT_COUNT), 0.0).tolist() == [0.0, -0.1]
    assert one.scores(np.zeros(WEIGHT_COUNT), 1.0).tolist() == pytest.approx([-0.5, 0.0])


@pytest.mark.parametrize("order", ["first", "second"])
def test_the_log_of_a_whole_tree_is_that_of_its_parts(order: str) -> None:
    """Where lists are by the score of each tree, as the parser itself gives them."""
    row = METHODS["arc-parser"]
    values = {"order": order, "relations": False, "tagger": False, "calibration": False, "decoding": "trees"}
    parser = row.learn(Treebank.of([*tiny_treebank()] * 3), row.settings(**values))
    assert isinstance(parser, Parser)
    ranked = parser.parse(tiny_treebank()[3], 6)
    logs = score_whole_trees(parser, [one.value for one in ranked])
    assert logs is not None
    assert logs.tolist() == pytest.approx([max(one.score - ranked[0].score, -12) for one in ranked])
    assert score_whole_trees(None, [one.value for one in ranked]) is None


def test_other_scores_get_the_smallest_weight_that_helps_most() -> None:
    helped = [listed([0.0, -1.0], [3, 5], [1, 0], [0.0, 4.0])]
    nothing = [listed([0.0, -1.0], [3, 5], [0, 1], [0.0, 4.0])]
    assert choose_scorer_weight(helped, np.zeros(WEIGHT_COUNT)) == 0.3  # the first with which 4 times it is above 1
    assert choose_scorer_weight(nothing, np.zeros(WEIGHT_COUNT)) == 0.0


def test_parts_of_a_score_add_up_to_it() -> None:
    model = learnt()
    object.__setattr__(model, "scorer_weight", 0.5)  # which so few sentences leave at 0
    assert isinstance(model, ExplainsTrees)
    for sentence in tiny_treebank():
        ranked = model.parse(sentence, 4)
        told = model.explain_trees([one.value for one in ranked])
        assert told[0] == ()
        for one, parts in zip(ranked[1:], told[1:], strict=True):
            assert sum(part.value for part in parts) == pytest.approx(one.score - ranked[0].score)
            named = {part.element for part in parts}
            assert named <= {"base parser", "whole tree, by the base parser", "tree-hmm", *FEATURE_TITLES}


def test_what_speaks_for_each_tree_is_proposed_with_it() -> None:
    model, sentence = learnt(), tiny_treebank()[3]
    locks = Constraints(required_arcs=frozenset({(4, 2)}))
    found = suggest_trees(model, sentence, 4, locks)
    assert found.marginals is not None
    assert found.trees == tuple(model.parse(sentence, 4, locks))
    for one, parts in zip(found.trees, found.contributions, strict=True):
        assert sum(part.value for part in parts) == pytest.approx(one.score - found.trees[0].score, abs=1e-9)


def test_locks_hold_and_marginals_are_those_of_the_base_parser() -> None:
    model = learnt()
    sentence = tiny_treebank()[3]
    locks = Constraints(required_arcs=frozenset({(4, 2)}))
    for one in model.parse(sentence, 5, locks):
        assert one.value.heads[1] == 4
    np.testing.assert_array_equal(
        model.posteriors(sentence).head_distributions(), model.base.posteriors(sentence).head_distributions()
    )
    mine, theirs = model.probabilities(sentence), model.base.probabilities(sentence)
    assert mine is not None
    np.testing.assert_array_equal(mine, theirs)
    assert isinstance(model.base, Parser)
    first = {one.value.heads for one in model.base.parse(sentence, 8)}
    assert {one.value.heads for one in model.parse(sentence, 8)} == first


@pytest.mark.parametrize(("features", "has_folds"), [("none", False), ("paper", True)])
def test_folds_are_learnt_only_where_features_or_weights_need_their_lists(features: str, has_folds: bool) -> None:
    stages: set[str] = set()
    settings = METHOD.settings(
        base="head-automata", base_settings="lexical=none", candidates=4, features=features, scorers="tree-hmm"
    )
    treebank = Treebank.of([*tiny_treebank()] * 3)
    METHOD.learn(treebank, settings, lambda progress: stages.add(progress.stage), treebank)
    assert any(stage.startswith("fold") for stage in stages) is has_folds


def test_a_model_with_another_re_ranker_inside_is_refused(tmp_path: Path) -> None:
    model = learnt(scorers="")
    arrays = model.arrays() | add_prefix("base_", add_header(model))
    path = tmp_path / "m.npz"
    store.save(model, path)
    with np.load(path) as kept:
        header = kept["header"]
    np.savez(path, **arrays, header=header)
    with pytest.raises(StoreError, match="cannot contain another"):
        store.load(path)
    np.savez(path, **{name: array for name, array in arrays.items() if name != "base_header"}, header=header)
    with pytest.raises(StoreError, match="a model inside this one is missing"):
        store.load(path)


def test_other_models_have_settings_of_their_own_and_read_the_tags_that_the_base_parser_reads() -> None:
    rows = Treebank.of(replace(one, xpos=("_",) * len(one), source=None) for one in tiny_treebank())
    values = {"base": "head-automata", "base_settings": "lexical=none", "candidates": 4, "features": "none"}
    settings = METHOD.settings(**values, column="upos", scorers="latent-dependencies members=2 states=3 tree-hmm")
    model = METHOD.learn(Treebank.of([*rows] * 3), settings)
    assert isinstance(model, Reranker)
    grammar, plain = (one for one in model.scorers if isinstance(one, Model))
    assert isinstance(grammar.settings, LatentDependenciesSettings)
    assert isinstance(plain.settings, TreeHmmSettings)
    assert (grammar.settings.members, grammar.settings.states, grammar.settings.column) == (2, 3, "upos")
    assert plain.settings.column == "form"


def with_share(model: Reranker, share: float) -> Reranker:
    """So few sentences leave it at 0."""
    return replace(model, interpolation_weight=share, scorer_weight=0.5)


def test_posteriors_of_other_models_are_mixed_in_under_locks(tmp_path: Path) -> None:
    model = with_share(learnt(scorers="tree-hmm latent-dependencies"), 0.4)
    sentence, locks = tiny_treebank()[3], Constraints(required_arcs=frozenset({(4, 2)}))
    (grammar,) = [one for one in model.scorers if isinstance(one, ArcScorer)]
    own, other = (one.posteriors(sentence, locks).head_distributions() for one in (model.base, grammar))
    np.testing.assert_allclose(model.posteriors(sentence, locks).head_distributions(), 0.6 * own + 0.4 * other)
    trees = model.parse(sentence, 5, locks)
    assert len({one.value.heads for one in trees}) == len(trees) > 1
    assert all(one.value.heads[1] == 4 for one in trees)
    told = model.explain_trees([one.value for one in trees], locks)
    for one, parts in zip(trees, told, strict=True):
        assert sum(part.value for part in parts) == pytest.approx(one.score - trees[0].score, abs=1e-9)
    assert "posteriors mixed in" in {part.element for parts in told for part in parts}
    store.save(model, tmp_path / "m.npz")
    again = store.load(tmp_path / "m.npz")
    assert isinstance(again, Reranker)
    assert again.parse(sentence, 5, locks) == trees


def test_given_tags_stay_beside_those_of_the_tagger() -> None:
    model = with_share(learnt(scorers="latent-dependencies"), 0.4)
    sentence = tiny_treebank()[3]
    given = ("VB", EMPTY, *sentence.xpos[2:])  # the tagger would give another to the first word
    partial = replace(sentence, xpos=given, heads=(None,) * len(sentence), tree=None, source=None)
    tagged = model.add_tags(partial)
    assert tagged.xpos[0] != "VB"
    filled = replace(partial, xpos=("VB", tagged.xpos[1], *given[2:]))
    (grammar,) = [one for one in model.scorers if isinstance(one, ArcScorer)]
    expected = 0.6 * model.base.posteriors(partial).head_distributions()
    expected += 0.4 * grammar.posteriors(filled).head_distributions()
    np.testing.assert_allclose(model.posteriors(partial).head_distributions(), expected)


def test_a_grammar_of_phrases_scores_the_trees_of_a_list(tmp_path: Path) -> None:
    """Learnt from phrases that heads make, beside another model, and kept within the re-ranker."""
    chosen = "latent-pcfg estimator=em-smoothed states=2 members=2 tree-hmm column=xpos"
    model = replace(learnt(scorers=chosen), scorer_weight=0.5)
    phrases = next(one for one in model.scorers if isinstance(one, PhraseGrammarScorer))
    settings = phrases.grammar.settings
    assert (settings.estimator, settings.members, settings.potentials) == ("em-smoothed", 2, False)
    sentence, locks = tiny_treebank()[3], Constraints(required_arcs=frozenset({(4, 2)}))
    trees = model.parse(sentence, 5, locks)
    told = model.explain_trees([one.value for one in trees], locks)
    for one, parts in zip(trees, told, strict=True):
        assert sum(part.value for part in parts) == pytest.approx(one.score - trees[0].score, abs=1e-9)
    logs = [one.log for one in phrases.tree_scores([one.value for one in trees])]
    assert logs == [one.log for one in score_dependency_trees(phrases.grammar, [one.value for one in trees], "xpos")]
    for log, parts in zip(logs, told, strict=True):
        found = sum(part.value for part in parts if part.element == "latent-pcfg")
        assert found == pytest.approx(0.5 * max(min(log - logs[0], 30), -30))
    assert any(part.element == "latent-pcfg" for parts in told for part in parts)
    store.save(model, tmp_path / "m.npz")
    again = store.load(tmp_path / "m.npz")
    assert isinstance(again, Reranker)
    assert again.parse(sentence, 5, locks) == trees


def test_a_mixture_without_calibration_has_no_probabilities() -> None:
    model = with_share(learnt(scorers="latent-dependencies"), 0.3)
    sentence = tiny_treebank()[3]
    assert model.base.probabilities(sentence) is not None
    assert model.probabilities(sentence) is None
    certain = replace(model, calibration=fit_isotonic([0.1, 0.2, 0.6, 0.9], [False, False, True, True]))
    chances = certain.probabilities(sentence)
    assert chances is not None
    np.testing.assert_allclose(chances.sum(axis=0), 1.0)
    np.testing.assert_array_equal(chances, certain.parse_with_posteriors(sentence)[2])


def test_the_smallest_share_is_taken_that_makes_the_best_trees() -> None:
    """The right tree of two words has 0.6 to 1.4 by the one model, 1.8 to 0.2 by the other: more from a third on."""
    own, other = np.array([[0.8, 0.4], [0.0, 0.6], [0.2, 0.0]]), np.array([[0.1, 0.9], [0.0, 0.1], [0.9, 0.0]])
    one = replace(listed([0.0], [3], [2], [0.0]), gold_heads=np.array([2, 0]), arc_posteriors=own)
    assert choose_interpolation_weight([one], [other]) == 0.4
    assert choose_interpolation_weight([one], [own]) == 0.0
    assert choose_interpolation_weight([replace(one, gold_heads=np.array([0, 1]))], [other]) == 0.0


@pytest.mark.parametrize(
    ("chosen", "what"),
    [
        ({"base_settings": "states"}, "key=value"),
        ({"base_settings": "column=upos"}, "without column"),
        ({"base_settings": "states=0"}, "states goes from 1"),
        ({"scorers": "nothing"}, "no method 'nothing'"),
        ({"scorers": "reranker"}, "cannot score for itself"),
        ({"scorers": "members=3 latent-dependencies"}, "members=3 must follow its method"),
        ({"scorers": "latent-dependencies members=0"}, "members goes from 1"),
        ({"scorers": "ngram"}, "give no scores to dependency trees"),
    ],
)
def test_settings_that_cannot_be_are_refused_in_a_sentence(chosen: dict[str, str], what: str) -> None:
    with pytest.raises(SettingsError, match=what):
        learnt(**chosen)
