"""Grammars with hidden states: exact moments give the grammar back, locks are kept, likelihood never falls."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

import numpy as np
import pytest
from fixtures import tiny_treebank, tree_of
from hypothesis import given, settings, strategies
from numpy.typing import NDArray

from spectral_core.data import Constraints, Sentence, Treebank
from spectral_core.data.structure import SpanPart
from spectral_core.errors import DataError, SettingsError
from spectral_core.evaluate import count_clipped
from spectral_core.maths.linalg import SparseRows
from spectral_core.models.latent_pcfg import LatentPcfg, LatentPcfgSettings, add, count, learn
from spectral_core.models.latent_pcfg.estimators import (
    EmTrainer,
    FeatureLikelihoods,
    NodeFeatureRows,
    NodeLikelihoods,
    estimate_spectral_tensors,
    update_state_distribution,
)
from spectral_core.models.latent_pcfg.features import extract_views
from spectral_core.models.latent_pcfg.grammar import BinarisedTreebank, simplify_tree
from spectral_core.models.latent_pcfg.lexicon import SignatureLexicon
from spectral_core.progress import Progress
from spectral_core.registry import METHODS
from spectral_core.structured import cky
from spectral_core.structured.cky import BinaryRules, LabelledWords
from spectral_core.structured.locks import make_unlocked_cells

Floats = NDArray[np.float64]
LABELS, STATES, SYMBOLS = 3, 2, 4


class ForgetfulCache(dict[object, object]):
    """A cache that another thread clears as soon as anything is in it."""

    def __setitem__(self, key: object, value: object) -> None:
        super().__setitem__(key, value)
        self.clear()


@dataclass(frozen=True)
class Truth:
    """A grammar with hidden states that is known."""

    rules: BinaryRules
    applied: Floats  # (rules, state of parent, left, right) its probability given the parent's label and state
    emitted: Floats  # (labels, symbols, states) likewise
    roots: Floats  # (labels, states)

    @classmethod
    def random(cls, seed: int) -> Truth:
        random = np.random.default_rng(seed)
        kinds = np.sort(random.choice(LABELS**3, 15, replace=False))
        left, right, parent = kinds // LABELS // LABELS, kinds // LABELS % LABELS, kinds % LABELS
        rules = BinaryRules.from_rules(parent, left, right, np.ones(len(kinds)), LABELS)
        applied = random.random((len(kinds), STATES, STATES, STATES)) ** 2
        emitted = random.random((LABELS, SYMBOLS, STATES)) ** 2
        for label in range(LABELS):  # trees end: two nodes of three are words
            mine = parent == label
            applied[mine] *= 0.33 / applied[mine].sum(axis=(0, 2, 3))[None, :, None, None]
            emitted[label] *= (0.67 if mine.any() else 1.0) / emitted[label].sum(axis=0)
        roots = random.random((LABELS, STATES))
        return cls(rules, applied, emitted, roots / roots.sum())

    @property
    def nodes(self) -> Floats:
        """(labels, states) how many nodes a tree is expected to have."""
        left, right = self.rules.lefts[self.rules.pairs], self.rules.rights[self.rules.pairs]
        found = self.roots
        for _ in range(3000):
            below = self.roots.copy()
            for rule, parent in enumerate(self.rules.parents):
                uses = found[parent][:, None, None] * self.applied[rule]
                below[left[rule]] += uses.sum(axis=(0, 2))
                below[right[rule]] += uses.sum(axis=(0, 1))
            found = below
        return found

    def rows(self) -> NodeFeatureRows:
        """The exact moments, as one row for each state of each label: inside features are the rule or word of a node,
        outside features the rule above it and its side."""
        often, rules = self.nodes, self.rules
        left, right = rules.lefts[rules.pairs], rules.rights[rules.pairs]
        size = len(rules.parents)
        inside = np.zeros((LABELS, STATES, size + SYMBOLS))
        outside = np.zeros((LABELS, STATES, 2 * size + 1))
        outside[..., -1] = self.roots / often
        applications = []
        for rule, parent in enumerate(rules.parents):
            inside[parent, :, rule] = self.applied[rule].sum(axis=(1, 2))
            uses = often[parent][:, None, None] * self.applied[rule]
            outside[left[rule], :, 2 * rule] = uses.sum(axis=(0, 2)) / often[left[rule]]
            outside[right[rule], :, 2 * rule + 1] = uses.sum(axis=(0, 1)) / often[right[rule]]
            for (one, two, three), weight in np.ndenumerate(uses):
                nodes = parent * STATES + one, left[rule] * STATES + two, right[rule] * STATES + three
                applications.append((rule, weight, *nodes))
        inside[:, :, size:] = self.emitted.swapaxes(1, 2)
        kinds, weights, parents, lefts, rights = (np.array(column) for column in zip(*applications, strict=True))
        tops = np.arange(LABELS * STATES)
        views = []
        for view in (inside, outside):
            wide = np.zeros((LABELS * STATES, LABELS * view.shape[2]))
            for label in range(LABELS):
                low = label * view.shape[2]
                wide[label * STATES : (label + 1) * STATES, low : low + view.shape[2]] = view[label]
            rows, columns = np.nonzero(wide)
            bounds = np.append(0, np.cumsum(np.bincount(rows, minlength=LABELS * STATES)))
            views += [SparseRows(bounds, columns, wide[rows, columns], wide.shape[1])]
            views += [np.arange(LABELS + 1) * view.shape[2]]
        return NodeFeatureRows(
            np.arange(LABELS + 1) * STATES,
            often.ravel(),
            *views,
            kinds,
            weights,
            parents,
            lefts,
            rights,
            tops,
            self.roots.ravel(),
        )

    def items(self, words: list[int]) -> cky.PrunedItems:
        """All labelled spans over these words."""
        size = len(words)
        ones = np.ones(LABELS * size)
        given = LabelledWords(np.array([0, size]), np.arange(size + 1) * LABELS, np.tile(np.arange(LABELS), size), ones)
        prior = np.full(LABELS, 1 / LABELS)
        return cky.prune_spans(self.rules, np.ones(LABELS), prior, given, make_unlocked_cells(size, LABELS), 0.0, 0.0)

    def sums(self, words: list[int], tensors: Floats, leaves: Floats, roots: Floats) -> cky.ItemPosteriors:
        """All trees over these words by tensors and by the numbers of labels over words."""
        items = self.items(words)
        chart = cky.build_chart(self.rules, items, np.array([0, len(words)]))
        numbers = np.zeros((len(items.starts), roots.shape[1]))
        single = np.flatnonzero(items.ends - items.starts == 1)
        numbers[single] = leaves[items.labels[single], np.array(words)[items.starts[single]]]
        numbers[single] *= np.exp(-items.scales[single])[:, None]
        flipped = np.ascontiguousarray(tensors.swapaxes(1, 2))
        return cky.item_posteriors(chart, np.ascontiguousarray(tensors), flipped, roots, np.ones(len(numbers)), numbers)


@pytest.mark.parametrize("seed", range(5))
def test_exact_moments_give_every_sum_and_every_posterior_back(seed: int) -> None:
    truth = Truth.random(seed)
    size = len(truth.rules.parents)
    rows = truth.rows()
    found = estimate_spectral_tensors(rows, LABELS, size, STATES, 0.0, 0)
    assert found.ranks.tolist() == [STATES] * LABELS
    often = truth.nodes
    projected = found.outside.reshape(LABELS, STATES, STATES)
    shares = truth.emitted * (often / often.sum(axis=1, keepdims=True))[:, None, :]
    leaves = np.einsum("lxh,lhs->lxs", shares, projected)
    tensors = truth.applied.transpose(0, 2, 3, 1).reshape(size, STATES * STATES, STATES)
    random = np.random.default_rng(seed)
    for length in (1, 2, 3, 5, 7):
        words = random.integers(0, SYMBOLS, length).tolist()
        real = truth.sums(words, tensors, truth.emitted, truth.roots)
        mine = truth.sums(words, found.tensors, leaves, found.roots)
        assert mine.log_sums[0] == pytest.approx(real.log_sums[0], abs=1e-9)
        assert mine.signs[0] == 1
        np.testing.assert_allclose(mine.items, real.items, atol=1e-9)


def forest_of(treebank: Treebank) -> tuple[BinarisedTreebank, SignatureLexicon, NDArray[np.int64]]:
    chosen = LatentPcfgSettings()
    forest = BinarisedTreebank.from_counts(count(treebank, chosen), chosen)
    words = SignatureLexicon.from_forest(forest)
    pairs = np.full(len(forest.node_labels), -1)
    pairs[forest.leaves] = words.leaf_pairs
    return forest, words, pairs


def test_every_node_has_features_below_and_around_it() -> None:
    forest, _, pairs = forest_of(tiny_treebank())
    views = extract_views(forest, pairs)
    for rows, most in ((views.inside, 8), (views.outside, 12)):
        sizes = np.diff(rows.bounds)
        assert sizes.min() >= 4
        assert sizes.max() == most
        assert np.isfinite(rows.values).all()
    for columns, rows in ((views.inside_columns, views.inside), (views.outside_columns, views.outside)):
        owner = np.repeat(forest.node_labels[views.order], np.diff(rows.bounds))
        assert (rows.columns >= columns[owner]).all()
        assert (rows.columns < columns[owner + 1]).all()


def test_states_are_drawn_together_by_a_hundredth_in_rules_and_by_a_tenth_in_words() -> None:
    forest, words, pairs = forest_of(Treebank.of([*tiny_treebank()] * 30))
    own = len(words.is_signature)
    plain, smoothed = (
        EmTrainer.from_forest(forest, pairs, words.pairs[0][:own], words.pairs[1][:own], 3, drawn)
        for drawn in (False, True)
    )
    start = plain.make_random_start(0)
    apart, together = plain.run_iteration(start)[0], smoothed.run_iteration(start)[0]
    pair_ranks, rule_ranks = plain.ranks[words.pairs[0][:own]], plain.ranks[forest.rules.parents]
    for row, rank in enumerate(pair_ranks):
        before = apart.words[row, :rank]
        np.testing.assert_allclose(together.words[row, :rank], 0.9 * before + 0.1 * before.mean(), rtol=1e-9)
    for row, rank in enumerate(rule_ranks):
        before = apart.tensors[row, :, :rank]
        wanted = 0.99 * before + 0.01 * before.mean(axis=1, keepdims=True)
        np.testing.assert_allclose(together.tensors[row, :, :rank], wanted, rtol=1e-9)
    assert set(pair_ranks.tolist()) > {1}


@pytest.mark.parametrize("smoothed", [False, True])
def test_expectation_and_maximisation_never_lose_likelihood_unless_states_are_drawn_together(smoothed: bool) -> None:
    forest, words, pairs = forest_of(Treebank.of([*tiny_treebank()] * 30))
    own = len(words.is_signature)
    climber = EmTrainer.from_forest(forest, pairs, words.pairs[0][:own], words.pairs[1][:own], 3, smoothed)
    assert climber.ranks.max() == 3
    tables, seen = climber.make_random_start(0), []
    for _ in range(12):
        tables, likelihood, shares = climber.run_iteration(tables)
        seen.append(likelihood)
        np.testing.assert_allclose(shares.sum(axis=1), 1.0)
        assert (shares[:, 1:][climber.ranks[forest.node_labels] == 1] == 0).all()
    assert seen[-1] > seen[0]
    if not smoothed:
        assert (np.diff(seen) >= -1e-9 * abs(seen[0])).all()


def test_a_state_that_hardly_anything_uses_dies_out() -> None:
    """The reciprocal of what was expected of it is more than a number can be."""
    forest, words, pairs = forest_of(Treebank.of([*tiny_treebank()] * 30))
    own = len(words.is_signature)
    climber = EmTrainer.from_forest(forest, pairs, words.pairs[0][:own], words.pairs[1][:own], 3, False)
    tables = climber.make_random_start(0)
    dying = np.array([1.0, 1.0, 1e-310])
    made = climber.normalise_counts(tables.tensors * dying, tables.words * dying, tables.roots)
    assert np.isfinite(made.tensors).all()
    assert np.isfinite(made.words).all()
    sums = made.tensors.sum(axis=1)[:, 2].sum() + made.words[:, 2].sum()
    assert sums < 1e-300
    assert math.isfinite(climber.run_iteration(made)[1])


def test_the_likelihood_of_trees_is_the_sum_over_all_their_states() -> None:
    forest, words, pairs = forest_of(Treebank.of([*tiny_treebank()][:2] * 50))
    own = len(words.is_signature)
    climber = EmTrainer.from_forest(forest, pairs, words.pairs[0][:own], words.pairs[1][:own], 2, False)
    tables = climber.make_random_start(1)

    def below(node: int) -> Floats:
        if forest.node_rules[node] < 0:
            return tables.words[pairs[node]]
        left, right = below(forest.lefts[node]), below(forest.rights[node])
        return np.einsum("jki,j,k->i", tables.tensors[forest.node_rules[node]].reshape(2, 2, 2), left, right)

    logs = [math.log(tables.roots[forest.node_labels[top]] @ below(top)) for top in forest.offsets[:-1].tolist()]
    assert climber.run_iteration(tables)[1] == pytest.approx(sum(logs), rel=1e-10)


@pytest.fixture(scope="module")
def grammar() -> LatentPcfg:
    """A grammar that has its hidden states and its potentials from a corpus that is small."""
    return learn(Treebank.of([*tiny_treebank()] * 4), LatentPcfgSettings(states=2))


WORDS = ("the", "old", "boat", "saw", "she", "near", "leaked", "zzz", "can", ".")


@strategies.composite
def locked(draw: strategies.DrawFn) -> tuple[Sentence, Constraints]:
    """A sentence with locks that do not cross, and forbidden labels."""
    size = draw(strategies.integers(2, 7))
    sentence = Sentence.of(draw(strategies.lists(strategies.sampled_from(WORDS), min_size=size, max_size=size)))
    label = strategies.sampled_from(["NP", "VP", "PP", "S", "NOVEL", ""])
    spans = draw(strategies.lists(strategies.tuples(strategies.integers(0, size), strategies.integers(0, size), label)))
    required: set[tuple[int, int, str]] = set()
    for start, end, name in spans:
        crossing = any(a < start < b < end or start < a < end < b for a, b, _ in required)
        if start < end and not crossing and not (end - start == 1 and not name):
            required.add((start, end, name))
    whole = {(start, end) for start, end, _ in required} | {(0, size)}
    others = draw(
        strategies.lists(strategies.tuples(strategies.integers(0, size), strategies.integers(0, size), label))
    )
    forbidden = {(start, end, name) for start, end, name in others if start < end and (start, end) not in whole}
    return sentence, Constraints(required_spans=frozenset(required), forbidden_spans=frozenset(forbidden))


@settings(max_examples=120, deadline=None)
@given(locked())
def test_every_lock_is_kept_whatever_the_grammar_knows(grammar: LatentPcfg, case: tuple[Sentence, Constraints]) -> None:
    sentence, constraints = case
    ranked = grammar.parse(sentence, 3, constraints)
    assert ranked
    for one in ranked:
        assert one.value.tree is not None
        assert tuple(one.value.tree.words()) == sentence.forms
        spans = {*one.value.tree.spans()}
        bare = {span[:2] for span in spans}
        for lock in constraints.required_spans:
            assert lock in spans if lock[2] else lock[:2] in bare
        for lock in constraints.forbidden_spans:
            assert lock not in spans if lock[2] else lock[:2] not in bare
    marginals = grammar.marginals(sentence, constraints)
    assert all(0 <= number <= 1 for number in marginals.marginals.values())


def test_a_lock_changes_what_is_around_it(grammar: LatentPcfg) -> None:
    sentence = Sentence.of(["they", "saw", "the", "boat", "near", "the", "pier", "."])
    free = grammar.parse(sentence)[0].value.tree
    assert free is not None
    for span in ((2, 7, "NP"), (1, 4, "VP")):
        tree = grammar.parse(sentence, 1, Constraints(required_spans=frozenset({span})))[0].value.tree
        assert tree is not None
        assert span in tree.spans()
    assert {(4, 7, "PP"), (5, 7, "NP"), (0, 8, "S")} <= {*free.spans()}


def test_two_hundred_words_are_parsed(grammar: LatentPcfg) -> None:
    sentence = Sentence.of(["the", "old", "boat", "near"] * 50)
    (ranked,) = grammar.parse(sentence)
    assert ranked.value.tree is not None
    assert math.isfinite(ranked.score)


def test_given_tags_stand_over_the_words() -> None:
    chosen = LatentPcfgSettings(estimator="pcfg", tags=True)
    model = learn(tiny_treebank(), chosen)
    for tags in (["PRP", "VBD", "NN"], ["PRP", "MD", "VB"]):
        tree = model.parse(Sentence.of(["she", "can", "can"], xpos=tags))[0].value.tree
        assert tree is not None
        kept = list(tree.tags())
        assert kept[0] == "PRP"
        assert kept[2] == tags[2]


def test_trees_are_prepared_without_traces_functions_and_doubled_phrases() -> None:
    made = simplify_tree(
        tree_of("( (S (NP-SBJ-1 (NP (-NONE- *)) (NP (NN dogs))) (VP=2 (VBP bark) (NP (-NONE- *T*-1)))))")
    )
    assert str(made) == "(S (NP (NN dogs)) (VP (VBP bark)))"
    assert simplify_tree(tree_of("(S (NP (-NONE- *)))")) is None


def test_a_treebank_without_trees_cannot_be_learnt_from() -> None:
    with pytest.raises(DataError, match="no sentence here has a constituency tree"):
        learn(Treebank.of([Sentence.of(["a", "b"])]), LatentPcfgSettings())


def test_other_binarisations_give_trees_of_the_treebanks_own_labels() -> None:
    treebank = tiny_treebank()
    labels = {label for sentence in treebank if sentence.tree for _, _, label in sentence.tree.spans()}
    for changes in ({"binarisation": "left"}, {"binarisation": "right", "vertical": 2}, {"horizontal": 2}):
        model = learn(treebank, replace(LatentPcfgSettings(estimator="pcfg"), **changes))
        for sentence in treebank:
            tree = model.parse(sentence)[0].value.tree
            assert tree is not None
            assert {label for _, _, label in tree.spans()} <= labels


def test_learning_tells_its_stages_in_order() -> None:
    seen: list[Progress] = []
    learn(Treebank.of([*tiny_treebank()] * 3), LatentPcfgSettings(states=2), seen.append)
    stages = list(dict.fromkeys(progress.stage for progress in seen))
    halves = ["words of one half", "spans", "words of the other half"]
    own = ["count", "solve", "words", "decompose", "multiply", *halves, "potentials"]
    assert stages == [*own, "functions", "calibration", *(f"{stage} without held-out sentences" for stage in own)]
    parts = {progress.stage: progress.part for progress in seen}
    assert not any(parts[stage] for stage in own)
    assert all(parts[stage] for stage in stages[len(own) :])  # what is learnt beside
    for stage in stages:
        done = [progress.done for progress in seen if progress.stage == stage]
        assert done == sorted(done)


@pytest.mark.parametrize("estimator", ["pcfg", "spectral"])
def test_the_scores_of_all_trees_of_a_sentence_sum_to_the_sum_over_them(estimator: str) -> None:
    chosen = LatentPcfgSettings(estimator=estimator, states=2, potentials=False, lexicon="paper", single=False)
    chosen = replace(chosen, calibration=False)
    model = learn(Treebank.of([*tiny_treebank()] * 4), chosen)
    sentence = Sentence.of(["they", "saw", "the", "boat", "near", "the", "pier", "."])
    ranked = model.parse(sentence, 1000)
    assert 1 < len(ranked) < 1000
    scores = [model.tree_score(one.value) for one in ranked]
    total = sum(sign * math.exp(log) for log, sign in scores)
    shares = {}
    for one, (log, sign) in zip(ranked, scores, strict=True):
        assert one.value.tree is not None
        for span in {*one.value.tree.spans()}:
            shares[span] = shares.get(span, 0.0) + sign * math.exp(log) / total
    found = {part.span: number for part, number in model.marginals(sentence).marginals.items()}
    for span, share in shares.items():
        assert found[span] == pytest.approx(min(abs(share), 1.0), abs=1e-3)  # unlikely spans are not looked at
    best = model.rerank_by_tree_score(ranked)[0]
    assert best.score == max(log for log, sign in scores if sign > 0)
    assert model.tree_score(replace(sentence, tree=tree_of("(S (NP (XX they)))"))) == (-math.inf, 0)


def test_the_states_of_a_tree_are_their_posteriors() -> None:
    treebank = Treebank.of([*tiny_treebank()][:4] * 50)
    chosen = LatentPcfgSettings(estimator="em", states=2, iterations=3, lexicon="paper", potentials=False, single=False)
    model = learn(treebank, replace(chosen, calibration=False))
    forest, words, pairs = forest_of(treebank)
    member, labels = model.members[0], words.pairs[0][: len(words.is_signature)]
    emitted = np.stack([model.lexicon.word_lexicon.states[pair] for pair in range(len(labels))])
    emitted *= (words.pairs[1][: len(labels)] / forest.label_counts[labels])[:, None]
    climber = EmTrainer.from_forest(forest, pairs, labels, words.pairs[1][: len(labels)], 2, False)
    tables = climber.normalise_counts(member.tensors, emitted, member.roots)
    _, _, shares = climber.run_iteration(tables)
    assert model.state_parts
    seen = 0
    for tree, sentence in ((tree, sentence) for tree in range(len(treebank)) for sentence in treebank.select(range(4))):
        if tuple(forest.get_forms(tree)) != sentence.forms:
            continue
        nodes = slice(*forest.offsets[tree : tree + 2].tolist())
        expected = {
            ((forest.starts[at], forest.ends[at]), forest.labels[forest.node_labels[at]]): shares[at]
            for at in range(nodes.start, nodes.stop)
        }
        for state in model.states(sentence):
            span = state.position if isinstance(state.position, tuple) else (state.position - 1, state.position)
            np.testing.assert_allclose(state.posterior, expected[span, state.part], atol=1e-9)
            assert state.part in model.state_parts
            seen += 1
    assert seen > 100


def test_invertible_maps_of_states_change_no_posterior_of_a_node() -> None:
    treebank = Treebank.of([*tiny_treebank()] * 20)
    chosen = LatentPcfgSettings(estimator="em", states=2, iterations=3, lexicon="paper", potentials=False, single=False)
    model = learn(treebank, replace(chosen, calibration=False))
    member, words = model.members[0], model.lexicon.word_lexicon
    random = np.random.default_rng(0)
    maps = random.normal(size=(len(member.ranks), 2, 2))
    maps[member.ranks < 2] = np.eye(2)
    back = np.linalg.inv(maps)
    rules = model.grammar.rules
    left, right, parent = rules.lefts[rules.pairs], rules.rights[rules.pairs], rules.parents
    tensors = np.einsum(
        "rjki,rjx,rky,riz->rxyz",
        member.tensors.reshape(-1, 2, 2, 2),
        back[left],
        back[right],
        maps[parent].swapaxes(1, 2),
    ).reshape(-1, 4, 2)
    moved = replace(
        member,
        tensors=tensors,
        roots=np.einsum("lix,li->lx", back, member.roots),
        default_outside=np.einsum("lix,li->lx", back, member.default_outside),
        anchor_states=np.einsum("lzi,lsi->lsz", maps, member.anchor_states),
    )
    labels = words.pairs[0]
    states = np.einsum("pzi,pi->pz", maps[labels], words.states)
    means = np.einsum("lzi,li->lz", maps, words.means)
    other = replace(model, members=(moved,), lexicon=replace(words, states=states, means=means), cache={})
    for sentence in tiny_treebank():
        mine, theirs = model.states(sentence), other.states(sentence)
        assert mine
        for one, two in zip(mine, theirs, strict=True):
            assert (one.part, one.position) == (two.part, two.position)
            np.testing.assert_allclose(one.posterior, two.posterior, atol=1e-7)
        assert other.tree_score(sentence)[0] == pytest.approx(model.tree_score(sentence)[0], abs=1e-9)


@pytest.mark.parametrize("estimator", ["spectral", "em", "pcfg"])
def test_a_tree_that_no_grammar_has_still_has_states(estimator: str) -> None:
    model = learn(Treebank.of([*tiny_treebank()] * 20), LatentPcfgSettings(estimator=estimator, states=3, iterations=2))
    strange = tree_of("(NOVEL (NP (XX they) (NP (DT the) (NN boat))) (VP (VBD saw) (VP (PP (IN near)))))")
    sentence = replace(Sentence.of(list(strange.words())), tree=strange)
    found = model.states(sentence)
    assert bool(found) == (estimator != "pcfg") == bool(model.state_parts)
    for state in found:
        assert state.posterior.min() >= 0
        assert state.posterior.sum() == pytest.approx(1.0)
        assert np.isfinite(state.vector).all()
    assert model.states(Sentence.of([])) == []
    unknown, known = model.tree_scores([sentence, tiny_treebank()[0]])
    assert model.tree_score(sentence) == (-math.inf, 0)
    assert math.isfinite(unknown.log)
    assert unknown.clipped > 0 == known.clipped
    assert known.log == pytest.approx(model.tree_score(tiny_treebank()[0])[0])
    with pytest.raises(DataError, match="without a constituency tree"):
        model.tree_scores([Sentence.of(["they"])])
    bare = model.states(Sentence.of(["they", "saw", "the", "boat", "."]))
    assert {state.part for state in bare} <= {*model.state_parts}


def test_what_is_said_of_spans_is_a_probability_where_sentences_were_held_out() -> None:
    treebank = Treebank.of([*tiny_treebank()] * 4)
    chosen = LatentPcfgSettings(states=2)
    model, plain = learn(treebank, chosen), learn(treebank, replace(chosen, calibration=False))
    sentence = Sentence.of(["they", "saw", "the", "boat", "near", "the", "pier", "."])
    given = model.marginals(sentence)
    raw = plain.marginals(sentence)
    assert given.calibrated
    assert not raw.calibrated
    assert given.marginals.keys() == raw.marginals.keys()
    order = sorted(raw.marginals, key=lambda part: raw.marginals[part])
    numbers = [given.marginals[part] for part in order]
    assert numbers == sorted(numbers)
    assert 0 < numbers[0] < numbers[-1] < 1
    locked = model.marginals(sentence, Constraints(required_spans=frozenset({(2, 7, "NP")})))
    assert locked.marginals[SpanPart(2, 7, "NP")] == 1.0
    on_dev = learn(treebank, chosen, dev=tiny_treebank())
    assert on_dev.marginals(sentence).calibrated
    assert add(model, tiny_treebank()).calibration is model.calibration


def test_a_cut_grammar_has_the_first_states_of_the_whole() -> None:
    treebank = Treebank.of([*tiny_treebank()] * 20)
    model = learn(treebank, LatentPcfgSettings(states=4, calibration=False))
    assert model.max_states == 4
    sentence = Sentence.of(["they", "saw", "the", "boat", "near", "the", "pier", "."])
    cut = model.truncate(2)
    fewer = learn(treebank, LatentPcfgSettings(states=2, calibration=False))
    assert cut.parse(sentence)[0].value.tree == fewer.parse(sentence)[0].value.tree
    for part, number in fewer.marginals(sentence).marginals.items():
        assert cut.marginals(sentence).marginal(part) == pytest.approx(number, abs=1e-4)
    assert model.spectrum_parts[0] in model.state_parts
    assert (np.diff(model.spectrum()) <= 0).all()
    assert len(model.spectrum("no label")) == 0
    with pytest.raises(SettingsError, match="between 1 and 4"):
        model.truncate(5)
    with pytest.raises(SettingsError, match="only grammars of estimator spectral"):
        learn(tiny_treebank(), LatentPcfgSettings(estimator="pcfg")).truncate(1)


def test_sums_without_meaning_are_counted(grammar: LatentPcfg) -> None:
    sentence = Sentence.of(["they", "saw", "the", "boat", "."])
    assert grammar.marginals(sentence).clipped == 0
    empty = [replace(member, roots=np.zeros_like(member.roots)) for member in grammar.members]
    broken = replace(grammar, members=tuple(empty), cache={})
    assert broken.marginals(sentence).clipped == 1
    assert broken.parse(sentence)[0].value.tree is not None
    assert count_clipped(broken, [sentence] * 3) == 3


def test_the_objective_over_triples_of_features_is_climbed_as_the_paper_says() -> None:
    random = np.random.default_rng(0)
    nodes, states = 5, 2
    places = random.integers(-1, 4, (nodes, 3))
    places[:, 0] = random.integers(0, 4, nodes)  # a node has at least one
    around = FeatureLikelihoods(places, np.append(random.random((4, 2)), np.ones((1, 2)), axis=0))
    below = FeatureLikelihoods(random.integers(0, 6, (3 * nodes, 2)), random.random((7, 2)))
    none = np.zeros((0, 0))
    found = NodeLikelihoods(none, none, none, below, around)
    of = np.arange(nodes), np.arange(nodes, 2 * nodes), np.arange(2 * nodes, 3 * nodes)
    shares = random.random((states * states, states))
    shares /= shares.sum()

    def likelihoods(now: Floats) -> list[tuple[float, float, Floats]]:
        cube, rows = now.reshape(states, states, states), []  # left, right, parent
        for node in range(nodes):
            kept = [feature for feature in around.node_features[node] if feature >= 0]
            triples = [
                (above, left, right)
                for above in kept
                for left in below.node_features[of[1][node]]
                for right in below.node_features[of[2][node]]
            ]
            for above, left, right in triples:
                each = np.einsum(
                    "jki,j,k,i->jki", cube, below.factors[left], below.factors[right], around.factors[above]
                )
                rows.append((1 / len(triples), float(each.sum()), each))
        return rows

    objective = -math.inf
    for _ in range(30):
        rows = likelihoods(shares)
        here = sum(weight * math.log(total) for weight, total, _ in rows)
        assert here >= objective - 1e-12
        objective = here
        expected = sum(weight * each / total for weight, total, each in rows)
        better = update_state_distribution(found, *of, shares)
        np.testing.assert_allclose(better, (expected / expected.sum()).reshape(-1, states), atol=1e-12)
        shares = better


@pytest.mark.parametrize("decoding", ["recall", "rule", "tree"])
def test_best_trees_are_the_first_of_all_by_what_decides(decoding: str) -> None:
    chosen = LatentPcfgSettings(states=2, potentials=False, lexicon="paper", single=False, calibration=False)
    whole = learn(Treebank.of([*tiny_treebank()] * 4), chosen)
    model = replace(whole, settings=replace(chosen, decoding=decoding), cache={})
    sentence = Sentence.of(["they", "saw", *["the", "boat", "near"] * 3, "the", "pier", "."])
    every = model.parse(sentence, 40)
    assert len(every) > 6
    scores = [one.score for one in every]
    assert scores == sorted(scores, reverse=True)
    assert [one.value for one in model.parse(sentence, 3)] == [one.value for one in every[:3]]
    if decoding == "tree":
        logs = [model.tree_score(one.value) for one in every]
        assert [log for log, sign in logs if sign > 0] == scores[: sum(sign > 0 for _, sign in logs)]


def test_what_climbing_is_worth_on_the_way_is_measured_on_sentences_that_nothing_is_learnt_from() -> None:
    seen: list[Progress] = []
    settings = LatentPcfgSettings(estimator="em", states=2, iterations=4, calibration=False)
    treebank, others = Treebank.of([*tiny_treebank()] * 4), tiny_treebank()
    watched = METHODS["latent-pcfg"].learn(treebank, settings, seen.append, None, others)
    measured = [progress for progress in seen if progress.stage == "measure"]
    assert [progress.done for progress in measured] == [1, 2, 3, 4]
    assert all(0 < progress.measures["f1_watched"] <= 100 for progress in measured)
    alone = learn(treebank, settings)
    assert all(np.array_equal(array, alone.arrays()[name]) for name, array in watched.arrays().items())


def sampled(truth: Truth, trees: int, seed: int) -> NodeFeatureRows:
    """The moments of trees that are drawn from a grammar, all of one depth at a time."""
    random = np.random.default_rng(seed)
    rules = truth.rules
    left, right = rules.lefts[rules.pairs], rules.rights[rules.pairs]
    size = len(rules.parents)
    kinds = np.arange(size * STATES * STATES)
    drawn = random.choice(LABELS * STATES, trees, p=truth.roots.ravel())
    labels, states = drawn // STATES, drawn % STATES
    above, parents = np.full(trees, 2 * size), np.full(trees, -1)
    made: list[NDArray[np.int64]] = []
    first = 0
    while len(labels):
        inside = np.empty(len(labels), dtype=np.int64)
        lower = np.full((len(labels), 2), -1)
        for label, state in np.ndindex(LABELS, STATES):
            mine = np.flatnonzero((labels == label) & (states == state))
            uses = np.where(rules.parents[:, None, None] == label, truth.applied[:, state], 0.0).ravel()
            chances = np.append(uses, truth.emitted[label, :, state])
            chosen = random.choice(len(chances), len(mine), p=chances / chances.sum())
            rule = kinds[chosen[chosen < len(kinds)]]
            inside[mine] = np.where(chosen < len(kinds), chosen // STATES**2, size + chosen - len(kinds))
            lower[mine[chosen < len(kinds)]] = np.stack((rule // STATES % STATES, rule % STATES), axis=1)
        made.append(np.stack((labels, inside, above, parents), axis=1))
        inner = np.flatnonzero(inside < size)
        rule = inside[inner]
        parents = np.concatenate((inner, inner)) + first
        first += len(labels)
        labels, states = np.concatenate((left[rule], right[rule])), lower[inner].T.ravel()
        above = np.concatenate((2 * rule, 2 * rule + 1))
    labels, inside, above, parents = np.concatenate(made).T
    order = np.argsort(labels, kind="stable")
    row = np.empty(len(order), dtype=np.int64)
    row[order] = np.arange(len(order))
    bounds, ones = np.searchsorted(labels[order], np.arange(LABELS + 1)), np.ones(len(order))
    views = []
    for feature, width in ((inside, size + SYMBOLS), (above, 2 * size + 1)):
        columns = (labels * width + feature)[order]
        views += [SparseRows(np.arange(len(order) + 1), columns, ones, LABELS * width), np.arange(LABELS + 1) * width]
    children = [np.flatnonzero((above < 2 * size) & (above % 2 == side)) for side in (0, 1)]
    lefts, rights = (part[np.argsort(parents[part])] for part in children)
    nodes = parents[lefts]
    sort = np.argsort(inside[nodes], kind="stable")
    used = row[nodes][sort], row[lefts][sort], row[rights][sort]
    tops = row[np.flatnonzero(parents < 0)]
    return NodeFeatureRows(
        bounds, ones, *views, inside[nodes][sort], np.ones(len(sort)), *used, tops, np.ones(len(tops))
    )


def test_a_rule_that_was_seen_too_seldom_has_the_product_of_the_means_of_its_labels() -> None:
    truth = Truth.random(0)
    size = len(truth.rules.parents)
    rows = replace(truth.rows(), weights=truth.rows().weights * 1000)  # every label has all its states
    found = estimate_spectral_tensors(rows, LABELS, size, STATES, 1e12, 0)
    totals = np.add.reduceat(rows.weights, rows.bounds[:-1])
    left, right = truth.rules.lefts[truth.rules.pairs], truth.rules.rights[truth.rules.pairs]
    for rule, parent in enumerate(truth.rules.parents):
        times = rows.applied[rows.rules == rule].sum() / totals[parent]
        product = np.einsum(
            "l,r,p->lrp", found.default_outside[left[rule]], found.default_outside[right[rule]], found.means[parent]
        )
        np.testing.assert_allclose(found.tensors[rule], times * product.reshape(-1, STATES), rtol=1e-6, atol=1e-15)


@pytest.mark.parametrize(("nodes", "states"), [(39.5, 1), (40.5, 2), (79.5, 2)])
def test_a_label_has_a_hidden_state_more_for_each_forty_of_its_nodes(nodes: float, states: int) -> None:
    truth = Truth.random(1)
    rows = truth.rows()
    totals = np.add.reduceat(rows.weights, rows.bounds[:-1])
    rows = replace(rows, weights=rows.weights * np.repeat(nodes / totals, STATES))
    found = estimate_spectral_tensors(rows, LABELS, len(truth.rules.parents), STATES, 20.0, 0)
    assert found.ranks.tolist() == [states] * LABELS


def test_moments_of_samples_come_nearer_to_the_grammar_with_the_root_of_their_number() -> None:
    truth = Truth.random(0)
    size = len(truth.rules.parents)
    tensors = truth.applied.transpose(0, 2, 3, 1).reshape(size, STATES * STATES, STATES)
    random = np.random.default_rng(1)
    sentences = [random.integers(0, SYMBOLS, length).tolist() for length in (2, 3, 4) for _ in range(12)]
    real = [truth.sums(words, tensors, truth.emitted, truth.roots) for words in sentences]
    errors = []
    for trees in (1_000, 10_000, 100_000):
        apart = []
        for seed in range(3):
            rows = sampled(truth, trees, seed)
            found = estimate_spectral_tensors(rows, LABELS, size, STATES, 0.0, 0)
            symbols = rows.inside.columns % (size + SYMBOLS) - size
            owner = np.repeat(np.arange(LABELS), np.diff(rows.bounds))
            leaves = np.zeros((LABELS, SYMBOLS, STATES))
            there = symbols >= 0
            np.add.at(leaves, (owner[there], symbols[there]), found.outside[there])
            leaves /= np.diff(rows.bounds)[:, None, None]
            mine = [truth.sums(words, found.tensors, leaves, found.roots) for words in sentences]
            apart += [
                abs(one.signs[0] * math.exp(one.log_sums[0] - two.log_sums[0]) - 1)
                for one, two in zip(mine, real, strict=True)
            ]
        errors.append(float(np.median(apart)))
    assert errors[2] < 0.05
    assert 2 < errors[0] / errors[1] < 5
    assert 2 < errors[1] / errors[2] < 5


@pytest.mark.parametrize("seed", range(3))
def test_posteriors_of_the_whole_and_of_each_word_sum_to_one(seed: int) -> None:
    truth = Truth.random(seed)
    tensors = truth.applied.transpose(0, 2, 3, 1).reshape(-1, STATES * STATES, STATES)
    words = np.random.default_rng(seed).integers(0, SYMBOLS, 6).tolist()
    items, posteriors = truth.items(words), truth.sums(words, tensors, truth.emitted, truth.roots).items
    for span in ((0, 6), *((at, at + 1) for at in range(6))):
        assert posteriors[(items.starts == span[0]) & (items.ends == span[1])].sum() == pytest.approx(1.0, abs=1e-12)
    one = replace(truth, applied=truth.applied.sum(axis=(2, 3), keepdims=True), emitted=truth.emitted[:, :, :1])
    weights = one.applied[:, 0, 0, 0]
    plain = replace(one, rules=one.rules._replace(weights=weights))
    roots = np.ones((LABELS, 1))
    fine = plain.sums(words, weights[:, None, None], one.emitted, roots)
    given = LabelledWords(
        np.array([0, 6]), np.arange(7) * LABELS, np.tile(np.arange(LABELS), 6), one.emitted[:, words, 0].T.ravel()
    )
    prior = np.full(LABELS, 1 / LABELS)
    coarse = cky.prune_spans(plain.rules, np.ones(LABELS), prior, given, make_unlocked_cells(6, LABELS), 0.0, 0.0)
    np.testing.assert_allclose(fine.items, coarse.posteriors, rtol=1e-10)


def test_threads_may_share_a_grammar() -> None:
    model = learn(tiny_treebank(), LatentPcfgSettings(estimator="pcfg", calibration=False, potentials=False))
    expected = model.parse(tiny_treebank()[0])[0].value
    assert replace(model, cache=ForgetfulCache()).parse(tiny_treebank()[0])[0].value == expected  # type: ignore[arg-type]
