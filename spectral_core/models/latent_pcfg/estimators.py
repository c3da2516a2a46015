"""Estimators of hidden states: EM (Matsuzaki et al. 2005), spectral (Cohen et al. 2012), and by pivots (Cohen and
Collins 2014)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from spectral_core.arrays import Floats, Integers
from spectral_core.maths.anchors import compute_feature_means, find_anchors, fit_convex_weights
from spectral_core.maths.em import EmIteration, run_em
from spectral_core.maths.linalg import SparseRows
from spectral_core.maths.projections import project_views
from spectral_core.models.latent_pcfg.features import NodeViews
from spectral_core.models.latent_pcfg.grammar import BinarisedTreebank
from spectral_core.progress import Progress, Report, ignore_progress

NODES_PER_STATE = 40  # occurrences of a label required for each hidden state beyond the first
MIN_PIVOT_COUNT = 20  # minimum count of a pivot feature
SHRINKAGE = 5.0  # pseudo-counts that shrink each feature to the mean
_EFFECTIVE_FEATURES = 2.0  # the features of a node count as this many independent ones
_MIN_SHARE = 1e-3  # minimum probability of a state given a feature
_BATCH_SIZE = 64  # nodes in one batch of feature triples
_ALIGNMENT_ITERATIONS, _RULE_ITERATIONS = 60, 15  # iterations of the two concave maximisations
_RULE_SMOOTHING, _WORD_SMOOTHING = 0.01, 0.1  # interpolation weights of the mean over a label's states
_UNDERFLOW = 1e-200  # smallest expected count with a finite reciprocal
_LOG_RANGE = np.log(3.0)  # range of the log factors of a random start


@dataclass(frozen=True, slots=True, eq=False)
class StateTables:
    """Probabilities of rules, words and roots given the hidden state of the parent (EM parameters)."""

    tensors: Floats  # (rules, left x right, parent)
    words: Floats  # (pairs, states)
    roots: Floats  # (labels, states)


@dataclass(frozen=True, slots=True, eq=False)
class EmTrainer:
    """EM over binarised trees with a number of states for each label."""

    forest: BinarisedTreebank
    pairs: Integers  # (nodes,) label-word pair of each leaf; -1 for inner nodes
    pair_labels: Integers  # (pairs,)
    word_probabilities: Floats  # (pairs,) relative frequency given the label
    ranks: Integers  # (labels,)
    smoothed: bool

    @classmethod
    def from_forest(
        cls,
        forest: BinarisedTreebank,
        pairs: Integers,
        pair_labels: Integers,
        pair_counts: Integers,
        states: int,
        smoothed: bool,
    ) -> EmTrainer:
        """Make the trainer; a label gets a state for every NODES_PER_STATE occurrences, at most `states`."""
        frequencies = forest.label_counts
        ranks = np.minimum(states, 1 + frequencies // NODES_PER_STATE)
        return cls(forest, pairs, pair_labels, pair_counts / frequencies[pair_labels], ranks, smoothed)

    @property
    def state_mask(self) -> NDArray[np.bool_]:
        """(labels, states) mask of each label's states."""
        return np.arange(int(self.ranks.max())) < self.ranks[:, None]

    def make_random_start(self, seed: int) -> StateTables:
        """Return start tables of EM: the relative frequencies of rules and words, perturbed at random by state."""
        rng = np.random.default_rng(seed)
        rules, state_mask = self.forest.rules, self.state_mask
        states = state_mask.shape[1]
        left, right, parent = rules.lefts[rules.pairs], rules.rights[rules.pairs], rules.parents
        shape = (len(parent), states, states, states)
        allowed = (
            state_mask[left][:, :, None, None]
            & state_mask[right][:, None, :, None]
            & state_mask[parent][:, None, None, :]
        )
        uniform = rules.weights / (self.ranks[left] * self.ranks[right])
        tensors = np.exp(rng.uniform(-_LOG_RANGE, _LOG_RANGE, shape)) * uniform[:, None, None, None] * allowed
        words = np.exp(rng.uniform(-_LOG_RANGE, _LOG_RANGE, (len(self.pair_labels), states)))
        words *= self.word_probabilities[:, None] * state_mask[self.pair_labels]
        roots = state_mask * (self.forest.root_frequencies / self.ranks)[:, None]
        return self.normalise_counts(tensors.reshape(len(parent), states * states, states), words, roots)

    def normalise_counts(self, tensors: Floats, words: Floats, roots: Floats) -> StateTables:
        """Normalise expected counts to tables that sum to 1 for each state of each label."""
        totals = np.zeros(self.state_mask.shape)
        np.add.at(totals, self.forest.rules.parents, tensors.sum(axis=1))
        np.add.at(totals, self.pair_labels, words)
        scale = 1.0 / np.where(totals > _UNDERFLOW, totals, 1.0)
        tensors = tensors * scale[self.forest.rules.parents][:, None, :]
        return StateTables(tensors, words * scale[self.pair_labels], roots / roots.sum())

    def run_iteration(self, tables: StateTables) -> tuple[StateTables, float, Floats]:
        """Run one EM iteration; return the new tables, and the log-likelihood and state posteriors under the given
        ones."""
        from spectral_core.structured.cky.observed_tree_kernels import (
            ExpectedRuleCounts,
            ObservedTrees,
            expectation_step,
        )

        forest = self.forest
        trees = ObservedTrees(
            forest.offsets, forest.lefts, forest.rights, forest.node_labels, forest.node_rules, self.pairs
        )
        expected = ExpectedRuleCounts(
            np.zeros_like(tables.tensors), np.zeros_like(tables.words), np.zeros_like(tables.roots)
        )
        posteriors = np.zeros((len(forest.node_labels), tables.roots.shape[1]))
        likelihood = expectation_step(trees, tables.tensors, tables.words, tables.roots, expected, posteriors)
        maximised = self.normalise_counts(expected.rules * tables.tensors, expected.pairs, expected.roots)
        return self._smooth_states(maximised) if self.smoothed else maximised, likelihood, posteriors

    def _smooth_states(self, tables: StateTables) -> StateTables:
        """Interpolate each state with the mean over its label's states."""
        parents, state_mask = self.forest.rules.parents, self.state_mask
        tensors = tables.tensors.sum(axis=2) / self.ranks[parents][:, None]
        words = tables.words.sum(axis=1) / self.ranks[self.pair_labels]
        mean = tensors[:, :, None] * state_mask[parents][:, None, :]
        return StateTables(
            (1 - _RULE_SMOOTHING) * tables.tensors + _RULE_SMOOTHING * mean,
            (1 - _WORD_SMOOTHING) * tables.words + _WORD_SMOOTHING * words[:, None] * state_mask[self.pair_labels],
            tables.roots,
        )

    def run_em(
        self, start: StateTables, iterations: int, on_iteration: Callable[[int, EmIteration, StateTables], None]
    ) -> EstimatedTensors:
        """Run `iterations` EM iterations from a start; `on_iteration` receives each iteration with its tables."""
        last = [start]

        def iterate(tables: StateTables, _: int) -> tuple[StateTables, float]:
            last[0], likelihood, _posteriors = self.run_iteration(tables)
            return last[0], likelihood

        nodes = len(self.forest.node_labels)
        em = run_em(
            start,
            iterate,
            None,
            nodes,
            iterations,
            0.0,
            lambda number, iteration: on_iteration(number, iteration, last[0]),
        )
        return self.to_estimated_tensors(em.best)

    def to_estimated_tensors(self, tables: StateTables) -> EstimatedTensors:
        """Convert tables to the parser's form: the states of a word are ratios of its probability given state and label
        to that given the label."""
        _, _, posteriors = self.run_iteration(tables)
        labels = len(self.ranks)
        sums = np.zeros(self.state_mask.shape)
        np.add.at(sums, self.forest.node_labels, posteriors)
        means = sums / np.maximum(np.bincount(self.forest.node_labels, minlength=labels), 1)[:, None]
        outside, leaves = np.zeros_like(posteriors), self.forest.leaves
        outside[leaves] = (tables.words / self.word_probabilities[:, None])[self.pairs[leaves]]
        state_mask = self.state_mask.astype(np.float64)
        anchor_states = state_mask[:, :, None] * np.eye(state_mask.shape[1])
        spectra = (np.zeros(0),) * labels
        return EstimatedTensors(
            self.ranks, tables.tensors, tables.roots, state_mask, outside, means, anchor_states, spectra
        )


@dataclass(frozen=True, slots=True, eq=False)
class NodeFeatureRows:
    """Inside and outside views of nodes, sorted by label, and the rules between them; with weights, moments are
    exact."""

    bounds: Integers  # (labels + 1,) row range of each label
    weights: Floats  # (rows,)
    inside: SparseRows
    inside_columns: Integers  # (labels + 1,)
    outside: SparseRows
    outside_columns: Integers
    rules: Integers  # (applications,) rule, sorted
    applied: Floats  # (applications,) weight
    parents: Integers  # (applications,) row
    lefts: Integers
    rights: Integers
    roots: Integers  # (roots,) row
    root_weights: Floats  # (roots,)


@dataclass(frozen=True, slots=True, eq=False)
class EstimatedTensors:
    """Estimated tensors of a grammar, zero-padded to the same number of states."""

    ranks: Integers  # (labels,)
    tensors: Floats  # (rules, left x right, parent)
    roots: Floats  # (labels, states)
    means: Floats  # (labels, states) mean outside projections
    outside: Floats  # (rows, states) the outside projection of each node
    default_outside: Floats  # (labels, states) mean inside projections, the outside vector of an isolated node
    anchor_states: Floats  # (labels, states, states) inside vectors of pivots; 0 without pivots
    spectra: tuple[Floats, ...]  # (labels,) singular values


def estimate_spectral_tensors(
    rows: NodeFeatureRows,
    labels: int,
    rules: int,
    states: int,
    backoff: float,
    seed: int,
    report: Report = ignore_progress,
) -> EstimatedTensors:
    """Estimate the tensors from the moments of these rows (Cohen et al. 2012). `backoff` weights simpler moments
    against the square root of each rule's count; 0 disables backing off."""
    inside, outside = np.zeros((len(rows.weights), states)), np.zeros((len(rows.weights), states))
    ranks = np.zeros(labels, dtype=np.int64)
    anchor_states = np.zeros((labels, states, states))
    spectra: list[Floats] = []
    for label in range(labels):
        if label % 50 == 0:
            report(Progress("decompose", label, labels))
        low, high = int(rows.bounds[label]), int(rows.bounds[label + 1])
        if low == high:
            spectra.append(np.zeros(0))
            continue
        weights = rows.weights[low:high]
        max_rank = min(states, 1 + int(weights.sum()) // NODES_PER_STATE) if backoff else states
        inside_rows = rows.inside.select_block(
            low, high, int(rows.inside_columns[label]), int(rows.inside_columns[label + 1])
        )
        outside_rows = rows.outside.select_block(
            low, high, int(rows.outside_columns[label]), int(rows.outside_columns[label + 1])
        )
        reduced = project_views(inside_rows, outside_rows, weights, max_rank, seed)
        ranks[label] = reduced.left.shape[1]
        inside[low:high, : ranks[label]] = reduced.left
        outside[low:high, : ranks[label]] = reduced.right
        spectra.append(reduced.spectrum)
        points, feature_counts = compute_feature_means(inside_rows, reduced.right, weights, SHRINKAGE)
        points = points[feature_counts >= MIN_PIVOT_COUNT]
        chosen = find_anchors(points, int(ranks[label]))
        anchor_states[label, : len(chosen), : ranks[label]] = points[chosen]
    report(Progress("decompose", labels, labels))
    totals = np.add.reduceat(np.append(rows.weights, 0.0), rows.bounds[:-1]) * (np.diff(rows.bounds) > 0)
    labels_of_rows = np.repeat(np.arange(labels), np.diff(rows.bounds))
    means = (
        _average_by_label(labels_of_rows, rows.weights, outside, labels),
        _average_by_label(labels_of_rows, rows.weights, inside, labels),
    )
    tensors = _estimate_tensors(rows, inside, outside, means, labels_of_rows, totals, rules, backoff, report)
    roots = np.zeros((labels, states))
    np.add.at(roots, labels_of_rows[rows.roots], inside[rows.roots] * rows.root_weights[:, None])
    roots /= rows.root_weights.sum()
    return EstimatedTensors(ranks, tensors, roots, means[0], outside, means[1], anchor_states, tuple(spectra))


def _average_by_label(labels_of_rows: Integers, weights: Floats, values: Floats, labels: int) -> Floats:
    """Return (labels, states) the weighted mean of the rows of each label."""
    sums = np.zeros((labels, values.shape[1]))
    np.add.at(sums, labels_of_rows, values * weights[:, None])
    totals = np.bincount(labels_of_rows, weights, labels)
    return sums / np.where(totals > 0, totals, 1.0)[:, None]


def _estimate_tensors(
    rows: NodeFeatureRows,
    inside: Floats,
    outside: Floats,
    means: tuple[Floats, Floats],
    labels_of_rows: Integers,
    totals: Floats,
    rules: int,
    backoff: float,
    report: Report,
) -> Floats:
    """Return (rules, left x right, parent) the third-order moment of each rule, backed off to simpler moments."""
    states = inside.shape[1]
    tensors = np.zeros((rules, states * states, states))
    bounds = np.searchsorted(rows.rules, np.arange(rules + 1))
    for rule in range(rules):
        if rule % 500 == 0:
            report(Progress("multiply", rule, rules))
        applications = slice(bounds[rule], bounds[rule + 1])
        if applications.start == applications.stop:
            continue
        weights = rows.applied[applications]
        frequency = float(weights.sum())
        parent, left, right = (ends[applications] for ends in (rows.parents, rows.lefts, rows.rights))
        weighted_outside = outside[parent] * (weights / frequency)[:, None]
        left_inside, right_inside = inside[left], inside[right]
        moment = (left_inside[:, :, None] * right_inside[:, None, :]).reshape(len(left_inside), -1).T @ weighted_outside
        if backoff:
            independent = _compute_outer_product(
                means[1][labels_of_rows[left[0]]],
                means[1][labels_of_rows[right[0]]],
                means[0][labels_of_rows[parent[0]]],
            )
            moment = _back_off_moment(
                moment,
                weighted_outside,
                left_inside,
                right_inside,
                (weights / frequency)[:, None],
                independent,
                frequency,
                backoff,
            )
        tensors[rule] = moment * (frequency / totals[labels_of_rows[parent[0]]])
    report(Progress("multiply", rules, rules))
    return tensors


def _compute_outer_product(left: Floats, right: Floats, parent: Floats) -> Floats:
    """Return (left x right, parent) the outer product of three vectors."""
    return np.outer(np.outer(left, right).ravel(), parent)


def _back_off_moment(
    moment: Floats,
    weighted_outside: Floats,
    left_inside: Floats,
    right_inside: Floats,
    shares: Floats,
    independent: Floats,
    frequency: float,
    backoff: float,
) -> Floats:
    """Interpolate the third-order moment of a rule with products of its second- and first-order moments, with products
    of its first-order moments, and with `independent`, those of its labels."""
    states = weighted_outside.shape[1]
    parent, left, right = (
        weighted_outside.sum(axis=0),
        (left_inside * shares).sum(axis=0),
        (right_inside * shares).sum(axis=0),
    )
    pairs = np.outer(((left_inside * shares).T @ right_inside).ravel(), parent)
    pairs += ((left_inside.T @ weighted_outside)[:, None, :] * right[None, :, None]).reshape(states * states, states)
    pairs += ((right_inside.T @ weighted_outside)[None, :, :] * left[:, None, None]).reshape(states * states, states)
    weight = np.sqrt(frequency) / (backoff + np.sqrt(frequency))
    simple = weight * _compute_outer_product(left, right, parent) + (1 - weight) * independent
    mixed: Floats = weight * moment + (1 - weight) * (weight * pairs / 3 + (1 - weight) * simple)
    return mixed


@dataclass(frozen=True, slots=True, eq=False)
class FeatureLikelihoods:
    """Likelihood of each feature given the state, up to a factor."""

    node_features: Integers  # (nodes, most) feature ids, padded with -1
    factors: Floats  # (features + 1, states); the last row is 1 (padding)


@dataclass(frozen=True, slots=True, eq=False)
class NodeLikelihoods:
    """Likelihoods of the inside and outside features of each node by state."""

    inside: Floats  # (nodes, states)
    outside: Floats
    state_priors: Floats  # (labels, states) prior probability of each state
    inside_features: FeatureLikelihoods
    outside_features: FeatureLikelihoods


def make_pivot_start(trainer: EmTrainer, views: NodeViews, triples: bool, seed: int, report: Report) -> StateTables:
    """Initialise EM tables from pivot features: states are those of the pivots, fitted over feature triples (`triples`)
    or over nodes."""
    likelihoods = _estimate_likelihoods(trainer, views, seed, report)
    return trainer.normalise_counts(
        _estimate_rule_counts(trainer, likelihoods, triples, report),
        *_estimate_word_and_root_counts(trainer, likelihoods),
    )


def _estimate_likelihoods(trainer: EmTrainer, views: NodeViews, seed: int, report: Report) -> NodeLikelihoods:
    """Estimate the feature likelihoods of all nodes, aligning the states of each label's inside and outside views."""
    labels, states = trainer.state_mask.shape
    nodes = len(trainer.forest.node_labels)
    inside, outside, shares = np.zeros((nodes, states)), np.zeros((nodes, states)), np.zeros((labels, states))
    inside_factors, outside_factors = (
        _make_unit_factors(rows.width, trainer.ranks, columns) for rows, columns in _pair_views_with_columns(views)
    )
    for label in range(labels):
        if label % 50 == 0:
            report(Progress("pivots", label, labels))
        low, high = int(views.bounds[label]), int(views.bounds[label + 1])
        rank = int(trainer.ranks[label])
        label_nodes = views.order[low:high]
        inside[label_nodes, 0] = outside[label_nodes, 0] = shares[label, 0] = 1.0
        if rank < 2:
            continue
        inside_rows = views.inside.select_block(low, high, *views.inside_columns[label : label + 2].tolist())
        outside_rows = views.outside.select_block(low, high, *views.outside_columns[label : label + 2].tolist())
        reduced = project_views(inside_rows, outside_rows, np.ones(high - low), rank, seed)
        scale = reduced.spectrum[: reduced.right.shape[1]]
        inside_likelihoods, inside_part = _compute_pivot_likelihoods(inside_rows, reduced.right * scale, rank)
        outside_likelihoods, outside_part = _compute_pivot_likelihoods(outside_rows, reduced.left, rank)
        joint = _estimate_joint_states(inside_likelihoods, outside_likelihoods)  # (inside state, outside state)
        state_shares = joint.sum(axis=1)
        conditional = joint / np.maximum(state_shares, 1e-300)[:, None]
        inside[label_nodes, :rank], outside[label_nodes, :rank] = (
            inside_likelihoods,
            outside_likelihoods @ conditional.T,
        )
        shares[label, :rank] = state_shares
        inside_factors[slice(*views.inside_columns[label : label + 2].tolist()), :rank] = inside_part
        outside_factors[slice(*views.outside_columns[label : label + 2].tolist()), :rank] = outside_part @ conditional.T
    report(Progress("pivots", labels, labels))
    inside_features, outside_features = (_pad_feature_ids(views, rows) for rows, _ in _pair_views_with_columns(views))
    return NodeLikelihoods(
        inside,
        outside,
        shares,
        FeatureLikelihoods(inside_features, inside_factors),
        FeatureLikelihoods(outside_features, outside_factors),
    )


def _pair_views_with_columns(views: NodeViews) -> tuple[tuple[SparseRows, Integers], tuple[SparseRows, Integers]]:
    """Return the rows and the column ranges by label of both views."""
    return (views.inside, views.inside_columns), (views.outside, views.outside_columns)


def _make_unit_factors(features: int, ranks: Integers, columns: Integers) -> Floats:
    """Return (features + 1, states) 1 for the states of each feature's label; the last row is all 1."""
    state_mask = np.arange(int(ranks.max())) < np.append(np.repeat(ranks, np.diff(columns)), ranks.max())[:, None]
    assert len(state_mask) == features + 1
    return state_mask.astype(np.float64)


def _pad_feature_ids(views: NodeViews, rows: SparseRows) -> Integers:
    """Return (nodes, most) the feature ids of each node, padded with -1."""
    sizes = np.diff(rows.bounds)
    node_features = np.full((len(sizes), int(sizes.max())), -1)
    owner = np.repeat(np.arange(len(sizes)), sizes)
    node_features[views.order[owner], np.arange(len(owner)) - rows.bounds[owner]] = rows.columns
    return node_features


def _compute_pivot_likelihoods(features: SparseRows, opposite: Floats, states: int) -> tuple[Floats, Floats]:
    """Return (rows, states) the likelihood of the features of each row given the state, and (features, states) that of
    each feature, up to a factor. States are those of the pivot features, by the mean opposite view of each feature."""
    points, feature_counts = compute_feature_means(features, opposite, np.ones(len(opposite)), SHRINKAGE)
    frequent = np.flatnonzero(feature_counts >= MIN_PIVOT_COUNT)
    pivots = points[frequent[find_anchors(points[frequent], states)]]
    weights = np.zeros((features.width, states))
    weights[:, : len(pivots)] = fit_convex_weights(points, pivots) if len(pivots) else 0.0
    if not len(pivots):
        weights[:, 0] = 1.0
    shares = np.maximum((weights * feature_counts[:, None]).sum(axis=0) / feature_counts.sum(), _MIN_SHARE)
    logs = np.log((weights + _MIN_SHARE) / shares)
    totals = np.add.reduceat(logs[features.columns], features.bounds[:-1], axis=0)
    totals = totals * (_EFFECTIVE_FEATURES / np.diff(features.bounds)[:, None])
    return np.exp(totals - totals.max(axis=1, keepdims=True)), np.exp(logs)


def _estimate_joint_states(inside: Floats, outside: Floats) -> Floats:
    """Return (inside state, outside state) the joint distribution that maximises the likelihood of all nodes (EM)."""
    states = inside.shape[1]
    joint: Floats = np.full((states, states), 1.0 / states**2)
    for _ in range(_ALIGNMENT_ITERATIONS):
        totals = ((inside @ joint) * outside).sum(axis=1)
        joint = joint * (inside.T @ (outside / np.maximum(totals, 1e-300)[:, None]))
        joint = joint / joint.sum()
    return joint


def _estimate_rule_counts(trainer: EmTrainer, likelihoods: NodeLikelihoods, triples: bool, report: Report) -> Floats:
    """Return (rules, left x right, parent) the expected counts of rules by states, each fitted by EM to the feature
    likelihoods of its nodes."""
    forest, states = trainer.forest, likelihoods.inside.shape[1]
    rules = forest.rules
    counts = np.zeros((len(rules.parents), states * states, states))
    inner = np.flatnonzero(forest.node_rules >= 0)
    inner = inner[np.argsort(forest.node_rules[inner], kind="stable")]
    bounds = np.searchsorted(forest.node_rules[inner], np.arange(len(counts) + 1))
    left, right = rules.lefts[rules.pairs], rules.rights[rules.pairs]
    for rule in range(len(counts)):
        if rule % (50 if triples else 500) == 0:
            report(Progress("join", rule, len(counts)))
        nodes = inner[bounds[rule] : bounds[rule + 1]]
        start = np.outer(likelihoods.state_priors[left[rule]], likelihoods.state_priors[right[rule]]).ravel()
        shares = np.outer(start, likelihoods.state_priors[rules.parents[rule]])
        if triples:
            for _ in range(_RULE_ITERATIONS):
                shares = update_state_distribution(
                    likelihoods, nodes, forest.lefts[nodes], forest.rights[nodes], shares
                )
            counts[rule] = shares * len(nodes)
            continue
        left_inside, right_inside = likelihoods.inside[forest.lefts[nodes]], likelihoods.inside[forest.rights[nodes]]
        pairs = (left_inside[:, :, None] * right_inside[:, None, :]).reshape(len(nodes), -1)
        outside = likelihoods.outside[nodes]
        for _ in range(_RULE_ITERATIONS if len(nodes) > 1 else 1):
            totals = ((pairs @ shares) * outside).sum(axis=1)
            shares = shares * (pairs.T @ (outside / np.maximum(totals, 1e-300)[:, None]))
            shares /= max(float(shares.sum()), 1e-300)
        counts[rule] = shares * len(nodes)
    report(Progress("join", len(counts), len(counts)))
    return counts


def update_state_distribution(
    likelihoods: NodeLikelihoods, nodes: Integers, lefts: Integers, rights: Integers, distribution: Floats
) -> Floats:
    """Run one EM update of a rule's state distribution; return (left x right, parent). The maximised likelihood is over
    all triples of an outside feature of a node and an inside feature of each child (Cohen and Collins 2014, figure 1
    and section 6.2)."""
    states = distribution.shape[1]
    sides = (
        (likelihoods.outside_features, nodes),
        (likelihoods.inside_features, lefts),
        (likelihoods.inside_features, rights),
    )
    sums = np.zeros_like(distribution)
    for low in range(0, len(nodes), _BATCH_SIZE):
        features = [
            side_features.node_features[side_nodes[low : low + _BATCH_SIZE]] for side_features, side_nodes in sides
        ]
        has_outside, has_left, has_right = (feature_ids >= 0 for feature_ids in features)
        present = has_outside[:, :, None, None] & has_left[:, None, :, None] & has_right[:, None, None, :]
        # (nodes, features, states)
        outside, left, right = (
            side_features.factors[feature_ids] for (side_features, _), feature_ids in zip(sides, features, strict=True)
        )
        outside_by_pair = (outside @ distribution.T).reshape(*outside.shape[:2], states, states)
        # (nodes, outside features, left features, right features)
        totals = left[:, None] @ outside_by_pair @ right[:, None].swapaxes(2, 3)
        odds = present / np.maximum(totals, 1e-300) / present.sum(axis=(1, 2, 3), keepdims=True)
        # (nodes, outside features, left states, right states)
        counts_of_pairs = left[:, None].swapaxes(2, 3) @ (odds @ right[:, None])
        sums += np.tensordot(counts_of_pairs.reshape(*counts_of_pairs.shape[:2], -1), outside, ((0, 1), (0, 1)))
    updated: Floats = distribution * sums
    return updated / max(float(updated.sum()), 1e-300)


def _estimate_word_and_root_counts(trainer: EmTrainer, likelihoods: NodeLikelihoods) -> tuple[Floats, Floats]:
    """Return the expected counts of states for each label-word pair, and at the root (E step)."""
    forest = trainer.forest
    posteriors = likelihoods.inside * likelihoods.outside * likelihoods.state_priors[forest.node_labels]
    posteriors /= np.maximum(posteriors.sum(axis=1, keepdims=True), 1e-300)
    words = np.zeros((len(trainer.pair_labels), posteriors.shape[1]))
    np.add.at(words, trainer.pairs[forest.leaves], posteriors[forest.leaves])
    roots = np.zeros(likelihoods.state_priors.shape)
    root_nodes = forest.offsets[:-1]
    np.add.at(roots, forest.node_labels[root_nodes], posteriors[root_nodes])
    return words, roots
