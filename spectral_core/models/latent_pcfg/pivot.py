"""EM start from pivots: features that only one hidden state has (Cohen and Collins 2014).

The objective of each rule is over the likelihoods of its nodes, which are products over their features, and not over
all triples of single features.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from spectral_core.arrays import Floats, Integers
from spectral_core.maths.anchors import compute_feature_points, find_anchors, fit_convex_weights
from spectral_core.maths.views import SparseRows, reduce_views
from spectral_core.models.latent_pcfg.climbing import EmTrainer, StateTables
from spectral_core.models.latent_pcfg.features import NodeViews
from spectral_core.models.latent_pcfg.spectral import MIN_PIVOT_COUNT, SHRINKAGE
from spectral_core.progress import Progress, Report

_SHARPNESS = 2.0  # features of a node count as this many independent ones
_MIN_SHARE = 1e-3  # minimal share of a state for each feature
_BATCH = 64  # nodes whose triples are summed at a time
_ALIGNMENT_ITERATIONS, _RULE_ITERATIONS = 60, 15  # iterations of the two concave maximisations


@dataclass(frozen=True, slots=True, eq=False)
class SingleFeatures:
    """Likelihoods of single features by state, up to a factor of each."""

    node_features: Integers  # (nodes, most) features; -1 where a node has no more
    factors: Floats  # (features + 1, states); the last are ones


@dataclass(frozen=True, slots=True, eq=False)
class NodeLikelihoods:
    """Likelihoods of the inside and the outside of each node by state."""

    inside: Floats  # (nodes, states)
    outside: Floats
    shares: Floats  # (labels, states) how frequent each state is
    inside_features: SingleFeatures
    outside_features: SingleFeatures


def make_pivot_start(trainer: EmTrainer, views: NodeViews, triples: bool, seed: int, report: Report) -> StateTables:
    """Make tables of rules and words whose states are those of the pivots, by the objective over `triples` or over
    nodes."""
    likelihoods = _estimate_likelihoods(trainer, views, seed, report)
    return trainer.normalise(_count_rules(trainer, likelihoods, triples, report), *_count_leaves(trainer, likelihoods))


def _estimate_likelihoods(trainer: EmTrainer, views: NodeViews, seed: int, report: Report) -> NodeLikelihoods:
    """Estimate the likelihoods of all nodes, with the states of the two views of a label aligned."""
    labels, states = trainer.state_mask.shape
    nodes = len(trainer.forest.nodes)
    inside, outside, shares = np.zeros((nodes, states)), np.zeros((nodes, states)), np.zeros((labels, states))
    inside_factors, outside_factors = (
        _make_unit_factors(rows.width, trainer.ranks, columns) for rows, columns in _view_columns(views)
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
        reduced = reduce_views(inside_rows, outside_rows, np.ones(high - low), rank, seed)
        scale = reduced.spectrum[: reduced.right.shape[1]]
        inside_likelihoods, inside_part = _weigh_by_pivots(inside_rows, reduced.right * scale, rank)
        outside_likelihoods, outside_part = _weigh_by_pivots(outside_rows, reduced.left, rank)
        joint = _align_states(inside_likelihoods, outside_likelihoods)  # (state below, state around)
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
    inside_features, outside_features = (_list_features(views, rows) for rows, _ in _view_columns(views))
    return NodeLikelihoods(
        inside,
        outside,
        shares,
        SingleFeatures(inside_features, inside_factors),
        SingleFeatures(outside_features, outside_factors),
    )


def _view_columns(views: NodeViews) -> tuple[tuple[SparseRows, Integers], tuple[SparseRows, Integers]]:
    """Return the rows and the columns by label of both views."""
    return (views.inside, views.inside_columns), (views.outside, views.outside_columns)


def _make_unit_factors(features: int, ranks: Integers, columns: Integers) -> Floats:
    """Return (features + 1, states) ones for the states that the label of each feature has; of the last, for all."""
    state_mask = np.arange(int(ranks.max())) < np.append(np.repeat(ranks, np.diff(columns)), ranks.max())[:, None]
    assert len(state_mask) == features + 1
    return state_mask.astype(np.float64)


def _list_features(views: NodeViews, rows: SparseRows) -> Integers:
    """Return (nodes, most) the features of each node, padded with -1."""
    sizes = np.diff(rows.bounds)
    node_features = np.full((len(sizes), int(sizes.max())), -1)
    owner = np.repeat(np.arange(len(sizes)), sizes)
    node_features[views.order[owner], np.arange(len(owner)) - rows.bounds[owner]] = rows.columns
    return node_features


def _weigh_by_pivots(features: SparseRows, opposite: Floats, states: int) -> tuple[Floats, Floats]:
    """Return (rows, states) the likelihood of the features of each row by state, up to a factor of the row, from what
    stands on the other side of each feature; and (features, states) that of each feature alone."""
    points, feature_counts = compute_feature_points(features, opposite, np.ones(len(opposite)), SHRINKAGE)
    frequent = np.flatnonzero(feature_counts >= MIN_PIVOT_COUNT)
    pivots = points[frequent[find_anchors(points[frequent], states)]]
    weights = np.zeros((features.width, states))
    weights[:, : len(pivots)] = fit_convex_weights(points, pivots) if len(pivots) else 0.0
    if not len(pivots):
        weights[:, 0] = 1.0
    shares = np.maximum((weights * feature_counts[:, None]).sum(axis=0) / feature_counts.sum(), _MIN_SHARE)
    logs = np.log((weights + _MIN_SHARE) / shares)
    totals = np.add.reduceat(logs[features.columns], features.bounds[:-1], axis=0)
    totals = totals * (_SHARPNESS / np.diff(features.bounds)[:, None])
    return np.exp(totals - totals.max(axis=1, keepdims=True)), np.exp(logs)


def _align_states(inside: Floats, outside: Floats) -> Floats:
    """Return (inside state, outside state) the joint distribution that maximises the likelihood of all nodes."""
    states = inside.shape[1]
    joint: Floats = np.full((states, states), 1.0 / states**2)
    for _ in range(_ALIGNMENT_ITERATIONS):
        totals = ((inside @ joint) * outside).sum(axis=1)
        joint = joint * (inside.T @ (outside / np.maximum(totals, 1e-300)[:, None]))
        joint = joint / joint.sum()
    return joint


def _count_rules(trainer: EmTrainer, likelihoods: NodeLikelihoods, triples: bool, report: Report) -> Floats:
    """Return (rules, left x right, parent) the expected counts of rules by states."""
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
        start = np.outer(likelihoods.shares[left[rule]], likelihoods.shares[right[rule]]).ravel()
        shares = np.outer(start, likelihoods.shares[rules.parents[rule]])
        if triples:
            for _ in range(_RULE_ITERATIONS):
                shares = update_by_triples(likelihoods, nodes, forest.lefts[nodes], forest.rights[nodes], shares)
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


def update_by_triples(
    likelihoods: NodeLikelihoods, nodes: Integers, lefts: Integers, rights: Integers, shares: Floats
) -> Floats:
    """Return (left x right, parent) better shares of the states of a rule: the best maximise the likelihood of all
    triples of an outside feature of a node and an inside feature of each of its children (Cohen and Collins 2014,
    figure 1 and section 6.2)."""
    states = shares.shape[1]
    sides = (
        (likelihoods.outside_features, nodes),
        (likelihoods.inside_features, lefts),
        (likelihoods.inside_features, rights),
    )
    sums = np.zeros_like(shares)
    for low in range(0, len(nodes), _BATCH):
        features = [side_features.node_features[side_nodes[low : low + _BATCH]] for side_features, side_nodes in sides]
        has_outside, has_left, has_right = (feature_numbers >= 0 for feature_numbers in features)
        present = has_outside[:, :, None, None] & has_left[:, None, :, None] & has_right[:, None, None, :]
        # (nodes, features, states)
        outside, left, right = (
            side_features.factors[feature_numbers]
            for (side_features, _), feature_numbers in zip(sides, features, strict=True)
        )
        outside_by_pair = (outside @ shares.T).reshape(*outside.shape[:2], states, states)
        totals = (
            left[:, None] @ outside_by_pair @ right[:, None].swapaxes(2, 3)
        )  # (nodes, around, left features, right features)
        odds = present / np.maximum(totals, 1e-300) / present.sum(axis=(1, 2, 3), keepdims=True)
        counts_of_pairs = left[:, None].swapaxes(2, 3) @ (
            odds @ right[:, None]
        )  # (nodes, around, states of left, of right)
        sums += np.tensordot(counts_of_pairs.reshape(*counts_of_pairs.shape[:2], -1), outside, ((0, 1), (0, 1)))
    better: Floats = shares * sums
    return better / max(float(better.sum()), 1e-300)


def _count_leaves(trainer: EmTrainer, likelihoods: NodeLikelihoods) -> tuple[Floats, Floats]:
    """Return the expected counts of states with each word of a label, and at the root."""
    forest = trainer.forest
    posteriors = likelihoods.inside * likelihoods.outside * likelihoods.shares[forest.nodes]
    posteriors /= np.maximum(posteriors.sum(axis=1, keepdims=True), 1e-300)
    words = np.zeros((len(trainer.pair_labels), posteriors.shape[1]))
    np.add.at(words, trainer.pairs[forest.leaves], posteriors[forest.leaves])
    roots = np.zeros(likelihoods.shares.shape)
    root_nodes = forest.offsets[:-1]
    np.add.at(roots, forest.nodes[root_nodes], posteriors[root_nodes])
    return words, roots
