"""Latent dependency grammars: estimates against the model that trees were drawn from, scores, locks and states."""

from __future__ import annotations

from bisect import bisect
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray
from oracles import all_projective_trees

from spectral_core.data import Constraints, Sentence, Treebank
from spectral_core.errors import DataError
from spectral_core.evaluate import score_dependencies
from spectral_core.formats import load
from spectral_core.model import HasStates
from spectral_core.models import latent_dependencies
from spectral_core.models.head_automata import HeadAutomata
from spectral_core.models.latent_dependencies import LatentDependencies, LatentDependenciesSettings, training_trees
from spectral_core.models.latent_dependencies.features import TreeContext
from spectral_core.models.latent_dependencies.model import STATE_KINDS
from spectral_core.models.latent_dependencies.training import TreeEmTrainer, reduce_item_views
from spectral_core.models.latent_dependencies.training_trees import TreeItems
from spectral_core.progress import ignore_progress
from spectral_core.registry import METHODS

PLAIN = LatentDependenciesSettings(
    states=2, half_states=2, node_states=2, words=False, backoff=0.0, smoothing=0.0, relations=False, tagger=False,
    calibration=False,
)  # fmt: skip
SYMBOLS, STATES = 3, 2
Floats = NDArray[np.float64]


class Drawn:
    """A grammar of three tags with two states of each kind, from which trees are drawn."""

    def __init__(self, seed: int) -> None:
        self.random = np.random.default_rng(seed)
        self.roots = self._given(1, 1, (SYMBOLS, STATES))[0, 0]
        self.nodes = self._given(SYMBOLS, STATES, (STATES, STATES))
        self.halves = self._given(SYMBOLS * 2, STATES, (STATES,))
        self.stops = self.random.uniform(0.6, 0.95, (SYMBOLS * 2, STATES))  # the head without modifiers
        self.rules = self._given(SYMBOLS * 2, STATES, (SYMBOLS, STATES, STATES))
        self._sums: dict[int, list[float]] = {}

    def _given(self, symbols: int, above: int, shape: tuple[int, ...]) -> Floats:
        shares = self.random.dirichlet(np.full(int(np.prod(shape)), 0.4), (symbols, above))
        return shares.reshape(symbols, above, *shape)

    def _choice(self, key: int, shares: Floats) -> int:
        """A place in these shares, whose sums are kept by a number of their own."""
        sums = self._sums.get(key)
        if sums is None:
            sums = self._sums[key] = np.cumsum(shares.ravel()).tolist()
        return min(bisect(sums, self.random.random()), len(sums) - 1)

    def tree(self) -> tuple[list[str], list[int]]:
        """Tags and heads of a tree, which is drawn from above."""
        tags: list[str] = []
        heads: list[int] = []

        def written(tag: int, state: int) -> int:
            key = 1 + tag * STATES + state
            sides = divmod(self._choice(key, self.nodes[tag, state]), STATES)
            found: list[list[tuple[int, int]]] = []
            for side, half in enumerate(sides):
                owner = tag * 2 + side
                key = 100 + owner * STATES
                now = self._choice(key + half, self.halves[owner, half])
                own = []
                while self.random.random() >= self.stops[owner, now]:
                    drawn = self._choice(200 + owner * STATES + now, self.rules[owner, now])
                    both, now = divmod(drawn, STATES)
                    own.append(divmod(both, STATES))
                found.append(own)  # the farthest first
            left = [written(*one) for one in found[0]]
            place = len(tags)
            tags.append(f"t{tag}")
            heads.append(0)
            for one in (*left, *[written(*one) for one in reversed(found[1])]):
                heads[one] = place + 1
            return place

        written(*divmod(self._choice(0, self.roots), STATES))
        return tags, heads

    def score(self, sentence: Sentence) -> float:
        """The probability of its tree."""
        numbers, heads = [int(tag[1]) for tag in sentence.xpos], sentence.heads

        def node(word: int) -> Floats:
            halves = []
            for side, below in enumerate((range(word - 1, -1, -1), range(word + 1, len(heads)))):
                owner = numbers[word] * 2 + side
                vector = self.stops[owner]
                for other in below:
                    if heads[other] == word + 1:
                        rule = self.rules[owner, :, numbers[other]] * (1 - self.stops[owner])[:, None, None]
                        vector = np.einsum("azb,z,b->a", rule, node(other), vector)
                halves.append(self.halves[owner] @ vector)
            return np.asarray(np.einsum("zlr,l,r->z", self.nodes[numbers[word]], *halves))

        root = heads.index(0)
        return float(self.roots[numbers[root]] @ node(root))

    def trees(self, count: int, low: int, high: int) -> list[Sentence]:
        """So many trees with so many words."""
        found: list[Sentence] = []
        while len(found) < count:
            tags, heads = self.tree()
            if low <= len(tags) <= high:
                found.append(Sentence.of(tags, xpos=tags, heads=heads))
        return found


def test_words_around_words_are_those_of_the_tree() -> None:
    heads = np.array([1, -1, 1, 2, 1, -1, 5])  # two trees
    around = TreeContext.from_items(
        TreeItems.from_heads(np.array([3, 4, 5, 6, 7, 8, 9]), heads, np.zeros(7, dtype=np.int64), 10)
    )
    words = np.array([-1, 0, 1, 2, 5, 6])
    assert around.nearest_modifier_tags(words, np.zeros(6, dtype=np.int64)).tolist() == [-1, -1, 3, -1, -1, -1]
    assert around.nearest_modifier_tags(words, np.ones(6, dtype=np.int64)).tolist() == [-1, -1, 5, 6, 9, -1]
    assert around.parents.tolist() == [4 * 2, -1, 4 * 2 + 1, 5 * 2 + 1, 4 * 2 + 1, -1, 8 * 2 + 1, -1]
    assert (around.inner_siblings[4], around.outer_siblings[2], around.opposite_modifiers[0]) == (2, 4, 2)


def test_estimates_come_nearer_to_the_model_with_more_trees() -> None:
    source = Drawn(0)
    asked, sample = source.trees(500, 2, 8), source.trees(50_000, 1, 200)
    true = np.array([source.score(one) for one in asked])
    for size, most in ((500, 0.2), (5_000, 0.08), (50_000, 0.03)):
        model = latent_dependencies.learn(Treebank.of(sample[:size]), PLAIN)
        logs, signs = model.log_scores_with_signs(asked)
        found = (signs * np.exp(logs))[0]
        assert np.median(np.abs(found / true - 1)) < most


@pytest.fixture(scope="module")
def drawn() -> Treebank:
    return Treebank.of(Drawn(1).trees(400, 1, 12))


def learnt(treebank: Treebank, **changes: str | int | float | bool) -> LatentDependencies:
    return latent_dependencies.learn(treebank, replace(PLAIN, backoff=15.0, smoothing=2.0, **changes))


@pytest.mark.parametrize("estimator", ["spectral", "spectral-em", "em"])
@pytest.mark.parametrize("words", [False, True])
def test_the_scores_of_all_trees_add_up_to_the_sum_over_them(drawn: Treebank, estimator: str, words: bool) -> None:
    model = learnt(drawn, estimator=estimator, words=words, pruning=0.0, iterations=2)
    for tags in (["t0"], ["t1", "t2"], ["t2", "t0", "t1", "t1"], ["t1", "new", "t0", "t2", "t1"]):
        sentence = Sentence.of(tags, xpos=tags)
        trees = [sentence.with_heads(heads) for heads in all_projective_trees(len(tags))]
        logs, signs = model.log_scores_with_signs(trees)
        shares = model.grammars.members[0].shares[model.grammars.encode_words(sentence)[0]]
        found = model.posteriors(sentence)
        total = found.sign * np.exp(found.log_score) * np.prod(shares)
        assert total == pytest.approx((signs * np.exp(logs)).sum(), rel=1e-9)


def test_climbing_never_falls_where_nothing_is_smoothed(drawn: Treebank) -> None:
    for estimator in ("em", "spectral-em"):
        model = latent_dependencies.learn(drawn, replace(PLAIN, estimator=estimator, iterations=15))
        assert (np.diff(model.iterations) > -1e-9 * np.abs(model.iterations[:-1])).all()
        assert model.iterations[-1] > model.iterations[0]


def test_a_climbed_grammar_is_one_of_probabilities(drawn: Treebank) -> None:
    member = learnt(drawn, estimator="spectral-em", words=True, iterations=3).grammars.members[0]
    size, states = len(member.shares), member.starts.shape[-1]
    outgoing = member.starts.reshape(2 * size, states).copy()
    np.add.at(outgoing, member.steps // size, member.rules.sum(axis=(2, 3)))
    seen = np.zeros((2, size), dtype=bool)
    for owner in range(2 * size - 2):
        seen = np.isin(owner * size + np.arange(size), member.steps)
        unseen = member.chances[owner % 2][~seen].sum()
        outgoing[owner] += unseen * member.after[owner] * member.before[owner].sum()
    held = outgoing[:-2] > 0
    np.testing.assert_allclose(outgoing[:-2][held], 1.0, atol=0.02)  # the rest is mixed before it is given away
    np.testing.assert_allclose(member.nodes.sum(axis=(2, 3))[member.nodes.sum(axis=(2, 3)) > 0], 1.0)
    assert member.roots.sum() == pytest.approx(1.0)


def test_locks_are_honoured_exactly(drawn: Treebank) -> None:
    model = learnt(drawn, pruning=0.2)
    tags = ["t1", "t0", "t2", "t1", "t0"]
    sentence = Sentence.of(tags, xpos=tags)
    for locks in (
        Constraints(required_arcs=frozenset({(5, 1)})),
        Constraints(forbidden_arcs=frozenset({(1, 2), (2, 3), (0, 1)})),
        Constraints(required_spans=frozenset({(1, 4, "")}), required_arcs=frozenset({(0, 5)})),
    ):
        found, posteriors, _ = model.parse_with_posteriors(sentence, 5, locks)
        assert len(found) > 1
        held = sum(posteriors.arcs[head, word - 1] for head, word in locks.required_arcs)
        assert held == pytest.approx(len(locks.required_arcs))
        for one in found:
            arcs = {(head, word) for word, head in enumerate(one.value.heads, 1)}
            assert locks.required_arcs <= arcs
            assert not locks.forbidden_arcs & arcs
            for start, end, _ in locks.required_spans:
                assert sum(head not in range(start + 1, end + 1) for head in one.value.heads[start:end]) == 1


def test_only_trees_are_scored_and_no_trees_have_no_scores(drawn: Treebank) -> None:
    model = learnt(drawn, estimator="spectral-em")
    tags = ["t1", "t0", "t2", "t1"]
    assert model.tree_scores([]) == []
    with pytest.raises(DataError, match="no complete dependency tree"):
        model.tree_scores([Sentence.of(tags, xpos=tags)])


def test_the_scores_of_long_sentences_are_not_cut(drawn: Treebank) -> None:
    model = learnt(drawn, estimator="spectral-em")
    chain = Sentence.of(["t1"] * 9000, xpos=["t1"] * 9000).with_heads(tuple(range(9000)))
    logs, _ = model.log_scores_with_signs([chain])
    assert logs[0, 0] < -1e4
    assert model.tree_scores([chain])[0].log == logs[0, 0]


@pytest.mark.parametrize("estimator", ["spectral", "spectral-em", "em"])
def test_sentences_of_one_word_are_enough_to_learn_from(estimator: str) -> None:
    one = replace(Sentence.of(["go"], xpos=["VB"]), heads=(0,))
    model = latent_dependencies.solve(
        latent_dependencies.count(Treebank.of([one] * 3), PLAIN), replace(PLAIN, estimator=estimator)
    )
    assert model.parse(one)[0].value.heads == (0,)
    assert np.isfinite(model.tree_scores([one])[0].log)


def test_every_word_has_states_of_five_kinds(drawn: Treebank) -> None:
    model = learnt(drawn, estimator="spectral-em", node_states=3)
    assert isinstance(model, HasStates)
    assert set(model.state_parts) == {"t0", "t1", "t2"}
    sentence = drawn[0]
    states = model.states(sentence)
    assert [(one.part, one.position) for one in states[::5]] == [(tag, at) for at, tag in enumerate(sentence.xpos, 1)]
    assert {one.kind for one in states} == set(STATE_KINDS)
    for one in states:
        assert one.posterior.sum() == pytest.approx(1.0)
        assert (one.posterior >= 0).all()
    assert len({len(one.vector) for one in states if one.kind == "node"}) == 1
    assert model.states(Sentence.of([])) == []
    assert model.states(sentence.with_heads([None] * len(sentence)))  # those of its best tree


def test_the_first_of_several_grammars_is_the_one_alone(drawn: Treebank) -> None:
    alone, several = learnt(drawn), learnt(drawn, members=3, iterations=1)
    assert len(several.grammars.members) == 3
    first = several.grammars.members[0]
    assert np.array_equal(first.rules, alone.grammars.members[0].rules)
    sentence = drawn[3]
    shares = [
        replace(several, grammars=replace(several.grammars, members=(member,))).posteriors(sentence).arcs
        for member in several.grammars.members
    ]
    np.testing.assert_allclose(several.posteriors(sentence).arcs, np.mean(shares, axis=0), atol=1e-12)


def test_coordinates_in_which_all_items_agree_do_not_part_them() -> None:
    """Two kinds of sentences, equally frequent: their words differ in one direction, and agree exactly in another."""
    drawn = [
        Sentence.of([left, "x", right], xpos=[left, "x", right], heads=[2, 0, 2])
        for left, right in (("a", "b"), ("c", "d")) * 20
    ]
    model = learnt(Treebank.of(drawn), estimator="spectral-em", iterations=1)
    assert all(np.isfinite(array).all() for array in model.arrays().values() if array.dtype.kind == "f")
    for sentence in drawn[:2]:
        (best,) = model.parse(sentence.with_heads([None] * 3))
        assert best.value.heads == sentence.heads


def test_clustered_starts_give_a_tenth_of_the_counts_to_all_states_alike(drawn: Treebank) -> None:
    trees = training_trees.count(drawn, PLAIN)
    items = TreeItems.from_trees(trees, np.zeros(len(trees.words), dtype=np.int64))
    trainer = TreeEmTrainer.from_items(items, 0, PLAIN)
    start = trainer.make_clustered_start(items, reduce_item_views(items, PLAIN, ignore_progress), 0)
    roots = np.bincount(items.tags[items.heads < 0], minlength=len(trainer.counts.tags))
    clustered = (start.grammar.roots * roots.sum() - 0.1 * roots[:, None] / STATES) / 0.9
    np.testing.assert_allclose(clustered, np.round(clustered), atol=1e-9)
    np.testing.assert_allclose(clustered.sum(axis=1), roots)


def test_merged_trees_count_the_lifted_sentences_of_both_corpora() -> None:
    crossing = Sentence.of(["a", "b", "c", "d"], xpos=["t0"] * 4, heads=[3, 4, 0, 3])
    one, two = (training_trees.count(Treebank.of([crossing] * size), PLAIN) for size in (1, 2))
    assert (one.lifted, two.lifted) == (1, 2)
    assert one.merge(two).lifted == two.merge(one).lifted == 3


def test_hidden_states_of_nodes_are_worth_more_than_those_along_modifiers(shared_data: Path) -> None:
    folder = shared_data / "wsj_nltk_dep"
    train, dev = (Treebank.of(load(folder / f"wsj_dep.{part}.conll.xz")) for part in ("train", "dev"))

    def attachment(heads: list[tuple[int, ...]]) -> float:
        parsed = [sentence.with_heads(own) for sentence, own in zip(dev, heads, strict=True)]
        return score_dependencies(dev, parsed).metrics["uas"]

    kept = {"relations": False, "tagger": False, "calibration": False, "column": "upos"}
    sibling = METHODS["head-automata"].learn(
        train, METHODS["head-automata"].settings(estimator="sibling", lexical="none", **kept)
    )
    assert isinstance(sibling, HeadAutomata)
    base = attachment(sibling.all_heads(dev))
    settings = replace(PLAIN, backoff=15.0, smoothing=2.0, column="upos", states=8, half_states=1, node_states=1)
    along = attachment(latent_dependencies.learn(train, settings).all_heads(dev))
    assert abs(along - base) < 1.5
    model = latent_dependencies.learn(train, replace(settings, half_states=8, node_states=8))
    whole = attachment(model.all_heads(dev))
    assert whole > base + 6
    unpruned = replace(model, grammars=replace(model.grammars, settings=replace(model.settings, pruning=0.0)))
    assert abs(attachment(unpruned.all_heads(dev)) - whole) < 0.3
