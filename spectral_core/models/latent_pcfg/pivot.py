"""Hidden states by features that only one of them has (Cohen and Collins 2014): where climbing may begin.

The objective of each rule is over the likelihoods of its nodes, which are products over their features, and not over
all triples of single features.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from spectral_core.inference.cky.arrays import Floats
from spectral_core.maths.anchors import anchors, convex_weights, feature_points
from spectral_core.maths.views import SparseRows, reduced_views
from spectral_core.models.latent_pcfg.climbing import Climber, StateTables
from spectral_core.models.latent_pcfg.features import NodeViews
from spectral_core.models.latent_pcfg.spectral import DRAWN, SEEN
from spectral_core.progress import Progress, Report

Integers = NDArray[np.int64]

_SHARPNESS = 2.0  # features of a node speak as this many independent ones
_LEAST = 1e-3  # share of a state that a feature leaves to it
_BLOCK = 64  # nodes whose triples are looked at at a time
_ALIGNING, _JOINING = 60, 15  # steps of the concave climbs


@dataclass(frozen=True, slots=True, eq=False)
class SingleFeatures:
    """How likely each state makes single features, up to a factor of each."""

    of_node: Integers  # (nodes, most) features; -1 where a node has no more
    factors: Floats  # (features + 1, states); the last are ones


@dataclass(frozen=True, slots=True, eq=False)
class NodeLikelihoods:
    """How likely each state makes what is below and what is around each node."""

    inside: Floats  # (nodes, states)
    outside: Floats
    shares: Floats  # (labels, states) how frequent each state is
    below: SingleFeatures
    around: SingleFeatures


def pivot_start(climber: Climber, views: NodeViews, triples: bool, seed: int, report: Report) -> StateTables:
    """Tables of rules and words whose states are those of the pivots, by the objective over `triples` or over nodes."""
    found = _likelihoods(climber, views, seed, report)
    return climber.tables(_of_rules(climber, found, triples, report), *_of_leaves(climber, found))


def _likelihoods(climber: Climber, views: NodeViews, seed: int, report: Report) -> NodeLikelihoods:
    labels, states = climber.held.shape
    nodes = len(climber.forest.nodes)
    inside, outside, shares = np.zeros((nodes, states)), np.zeros((nodes, states)), np.zeros((labels, states))
    lower, upper = (_unit_factors(rows.width, climber.ranks, columns) for rows, columns in _both(views))
    for label in range(labels):
        if label % 50 == 0:
            report(Progress("pivots", label, labels))
        low, high = int(views.bounds[label]), int(views.bounds[label + 1])
        rank = int(climber.ranks[label])
        own = views.order[low:high]
        inside[own, 0] = outside[own, 0] = shares[label, 0] = 1.0
        if rank < 2:
            continue
        one = views.inside.part(low, high, *views.inside_columns[label : label + 2].tolist())
        two = views.outside.part(low, high, *views.outside_columns[label : label + 2].tolist())
        reduced = reduced_views(one, two, np.ones(high - low), rank, seed)
        scale = reduced.spectrum[: reduced.right.shape[1]]
        below, one_factors = _by_pivots(one, reduced.right * scale, rank)
        around, two_factors = _by_pivots(two, reduced.left, rank)
        joint = _aligned(below, around)  # (state below, state around)
        own_shares = joint.sum(axis=1)
        moves = joint / np.maximum(own_shares, 1e-300)[:, None]
        inside[own, :rank], outside[own, :rank] = below, around @ moves.T
        shares[label, :rank] = own_shares
        lower[slice(*views.inside_columns[label : label + 2].tolist()), :rank] = one_factors
        upper[slice(*views.outside_columns[label : label + 2].tolist()), :rank] = two_factors @ moves.T
    report(Progress("pivots", labels, labels))
    below_of, around_of = (_features_of(views, rows) for rows, _ in _both(views))
    return NodeLikelihoods(inside, outside, shares, SingleFeatures(below_of, lower), SingleFeatures(around_of, upper))


def _both(views: NodeViews) -> tuple[tuple[SparseRows, Integers], tuple[SparseRows, Integers]]:
    return (views.inside, views.inside_columns), (views.outside, views.outside_columns)


def _unit_factors(features: int, ranks: Integers, columns: Integers) -> Floats:
    """(features + 1, states) ones for the states that the label of each feature has; of the last, for all."""
    held = np.arange(int(ranks.max())) < np.append(np.repeat(ranks, np.diff(columns)), ranks.max())[:, None]
    assert len(held) == features + 1
    return held.astype(np.float64)


def _features_of(views: NodeViews, rows: SparseRows) -> Integers:
    """(nodes, most) the features of each node, and -1."""
    sizes = np.diff(rows.bounds)
    found = np.full((len(sizes), int(sizes.max())), -1)
    owner = np.repeat(np.arange(len(sizes)), sizes)
    found[views.order[owner], np.arange(len(owner)) - rows.bounds[owner]] = rows.columns
    return found


def _by_pivots(features: SparseRows, other: Floats, states: int) -> tuple[Floats, Floats]:
    """(rows, states) how likely each state makes the features of each row, up to a factor of the row, from what stands
    on the other side of each feature; and (features, states) how likely it makes each alone."""
    points, times = feature_points(features, other, np.ones(len(other)), DRAWN)
    often = np.flatnonzero(times >= SEEN)
    corners = points[often[anchors(points[often], states)]]
    weights = np.zeros((features.width, states))
    weights[:, : len(corners)] = convex_weights(points, corners) if len(corners) else 0.0
    if not len(corners):
        weights[:, 0] = 1.0
    shares = np.maximum((weights * times[:, None]).sum(axis=0) / times.sum(), _LEAST)
    logs = np.log((weights + _LEAST) / shares)
    totals = np.add.reduceat(logs[features.columns], features.bounds[:-1], axis=0)
    totals = totals * (_SHARPNESS / np.diff(features.bounds)[:, None])
    return np.exp(totals - totals.max(axis=1, keepdims=True)), np.exp(logs)


def _aligned(below: Floats, around: Floats) -> Floats:
    """(state below, state around) shares of which the likelihoods of all nodes are most likely."""
    states = below.shape[1]
    joint: Floats = np.full((states, states), 1.0 / states**2)
    for _ in range(_ALIGNING):
        totals = ((below @ joint) * around).sum(axis=1)
        joint = joint * (below.T @ (around / np.maximum(totals, 1e-300)[:, None]))
        joint = joint / joint.sum()
    return joint


def _of_rules(climber: Climber, found: NodeLikelihoods, triples: bool, report: Report) -> Floats:
    """(rules, left x right, parent) how often each use of states is expected."""
    forest, states = climber.forest, found.inside.shape[1]
    rules = forest.rules
    counts = np.zeros((len(rules.parents), states * states, states))
    inner = np.flatnonzero(forest.of_rule >= 0)
    inner = inner[np.argsort(forest.of_rule[inner], kind="stable")]
    bounds = np.searchsorted(forest.of_rule[inner], np.arange(len(counts) + 1))
    left, right = rules.lefts[rules.pairs], rules.rights[rules.pairs]
    for rule in range(len(counts)):
        if rule % (50 if triples else 500) == 0:
            report(Progress("join", rule, len(counts)))
        nodes = inner[bounds[rule] : bounds[rule + 1]]
        start = np.outer(found.shares[left[rule]], found.shares[right[rule]]).ravel()
        shares = np.outer(start, found.shares[rules.parents[rule]])
        if triples:
            for _ in range(_JOINING):
                shares = by_triples(found, nodes, forest.lefts[nodes], forest.rights[nodes], shares)
            counts[rule] = shares * len(nodes)
            continue
        one, two = found.inside[forest.lefts[nodes]], found.inside[forest.rights[nodes]]
        pairs = (one[:, :, None] * two[:, None, :]).reshape(len(nodes), -1)
        above = found.outside[nodes]
        for _ in range(_JOINING if len(nodes) > 1 else 1):
            totals = ((pairs @ shares) * above).sum(axis=1)
            shares = shares * (pairs.T @ (above / np.maximum(totals, 1e-300)[:, None]))
            shares /= max(float(shares.sum()), 1e-300)
        counts[rule] = shares * len(nodes)
    report(Progress("join", len(counts), len(counts)))
    return counts


def by_triples(found: NodeLikelihoods, nodes: Integers, lefts: Integers, rights: Integers, shares: Floats) -> Floats:
    """(left x right, parent) better shares of uses of states: under the best, all triples of a feature around a node
    and one below each of its parts are the likeliest (Cohen and Collins 2014, figure 1 and section 6.2)."""
    states = shares.shape[1]
    sides = (found.around, nodes), (found.below, lefts), (found.below, rights)
    sums = np.zeros_like(shares)
    for low in range(0, len(nodes), _BLOCK):
        features = [single.of_node[of[low : low + _BLOCK]] for single, of in sides]
        known, first, second = (places >= 0 for places in features)
        there = known[:, :, None, None] & first[:, None, :, None] & second[:, None, None, :]
        # (nodes, features, states)
        above, left, right = (single.factors[places] for (single, _), places in zip(sides, features, strict=True))
        over = (above @ shares.T).reshape(*above.shape[:2], states, states)
        totals = left[:, None] @ over @ right[:, None].swapaxes(2, 3)  # (nodes, around, left features, right features)
        odds = there / np.maximum(totals, 1e-300) / there.sum(axis=(1, 2, 3), keepdims=True)
        back = left[:, None].swapaxes(2, 3) @ (odds @ right[:, None])  # (nodes, around, states of left, of right)
        sums += np.tensordot(back.reshape(*back.shape[:2], -1), above, ((0, 1), (0, 1)))
    better: Floats = shares * sums
    return better / max(float(better.sum()), 1e-300)


def _of_leaves(climber: Climber, found: NodeLikelihoods) -> tuple[Floats, Floats]:
    """How often each state is expected with each word of a label, and at the root."""
    forest = climber.forest
    posteriors = found.inside * found.outside * found.shares[forest.nodes]
    posteriors /= np.maximum(posteriors.sum(axis=1, keepdims=True), 1e-300)
    words = np.zeros((len(climber.pair_labels), posteriors.shape[1]))
    np.add.at(words, climber.pairs[forest.leaves], posteriors[forest.leaves])
    roots = np.zeros(found.shares.shape)
    tops = forest.offsets[:-1]
    np.add.at(roots, forest.nodes[tops], posteriors[tops])
    return words, roots
