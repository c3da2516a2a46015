"""Hidden states by features that only one of them has (Cohen and Collins 2014): where climbing may begin.

The objective of each rule is over the likelihoods of its nodes, which are products over their features, and not over
all triples of single features.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from spectral_core.inference.cky.arrays import Floats
from spectral_core.maths.anchors import anchors, convex_weights
from spectral_core.maths.views import SparseRows, reduced_views
from spectral_core.models.latent_pcfg.climbing import Climber, StateTables
from spectral_core.models.latent_pcfg.features import NodeViews
from spectral_core.progress import Progress, Report

Integers = NDArray[np.int64]

_SEEN = 20  # times from which a feature may be a pivot
_DRAWN = 5.0  # how often each feature is thought to have been seen like the mean
_SHARPNESS = 2.0  # features of a node speak as this many independent ones
_LEAST = 1e-3  # share of a state that a feature leaves to it
_ALIGNING, _JOINING = 60, 15  # steps of the concave climbs


@dataclass(frozen=True, slots=True, eq=False)
class NodeLikelihoods:
    """How likely each state makes what is below and what is around each node."""

    inside: Floats  # (nodes, states)
    outside: Floats
    shares: Floats  # (labels, states) how frequent each state is


def pivot_start(climber: Climber, views: NodeViews, seed: int, report: Report) -> StateTables:
    """Tables of rules and words whose states are those of the pivots."""
    found = _likelihoods(climber, views, seed, report)
    return climber.tables(_of_rules(climber, found, report), *_of_leaves(climber, found))


def _likelihoods(climber: Climber, views: NodeViews, seed: int, report: Report) -> NodeLikelihoods:
    labels, states = climber.held.shape
    nodes = len(climber.forest.nodes)
    inside, outside, shares = np.zeros((nodes, states)), np.zeros((nodes, states)), np.zeros((labels, states))
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
        below, around = _by_pivots(one, reduced.right * scale, rank), _by_pivots(two, reduced.left, rank)
        joint = _aligned(below, around)  # (state below, state around)
        own_shares = joint.sum(axis=1)
        moves = joint / np.maximum(own_shares, 1e-300)[:, None]
        inside[own, :rank], outside[own, :rank] = below, around @ moves.T
        shares[label, :rank] = own_shares
    report(Progress("pivots", labels, labels))
    return NodeLikelihoods(inside, outside, shares)


def _by_pivots(features: SparseRows, other: Floats, states: int) -> Floats:
    """(rows, states) how likely each state makes the features of each row, up to a factor of the row, from what stands
    on the other side of each feature."""
    rows = np.repeat(np.arange(len(other)), np.diff(features.bounds))
    times = np.bincount(features.columns, minlength=features.width)
    sums = np.stack(
        [np.bincount(features.columns, other[rows, column], features.width) for column in range(other.shape[1])], axis=1
    )
    mean = other.mean(axis=0)
    points = (sums + _DRAWN * mean) / (times + _DRAWN)[:, None]
    often = np.flatnonzero(times >= _SEEN)
    corners = points[often[anchors(points[often], states)]]
    weights = np.zeros((features.width, states))
    weights[:, : len(corners)] = convex_weights(points, corners) if len(corners) else 0.0
    if not len(corners):
        weights[:, 0] = 1.0
    shares = np.maximum((weights * times[:, None]).sum(axis=0) / times.sum(), _LEAST)
    logs = np.log((weights + _LEAST) / shares)
    totals = np.add.reduceat(logs[features.columns], features.bounds[:-1], axis=0)
    totals = totals * (_SHARPNESS / np.diff(features.bounds)[:, None])
    found: Floats = np.exp(totals - totals.max(axis=1, keepdims=True))
    return found


def _aligned(below: Floats, around: Floats) -> Floats:
    """(state below, state around) shares of which the likelihoods of all nodes are most likely."""
    states = below.shape[1]
    joint: Floats = np.full((states, states), 1.0 / states**2)
    for _ in range(_ALIGNING):
        totals = ((below @ joint) * around).sum(axis=1)
        joint = joint * (below.T @ (around / np.maximum(totals, 1e-300)[:, None]))
        joint = joint / joint.sum()
    return joint


def _of_rules(climber: Climber, found: NodeLikelihoods, report: Report) -> Floats:
    """(rules, left x right, parent) how often each use of states is expected."""
    forest, states = climber.forest, found.inside.shape[1]
    rules = forest.rules
    counts = np.zeros((len(rules.parents), states * states, states))
    inner = np.flatnonzero(forest.of_rule >= 0)
    inner = inner[np.argsort(forest.of_rule[inner], kind="stable")]
    bounds = np.searchsorted(forest.of_rule[inner], np.arange(len(counts) + 1))
    left, right = rules.lefts[rules.pairs], rules.rights[rules.pairs]
    for rule in range(len(counts)):
        if rule % 500 == 0:
            report(Progress("join", rule, len(counts)))
        nodes = inner[bounds[rule] : bounds[rule + 1]]
        one, two = found.inside[forest.lefts[nodes]], found.inside[forest.rights[nodes]]
        pairs = (one[:, :, None] * two[:, None, :]).reshape(len(nodes), -1)
        above = found.outside[nodes]
        start = np.outer(found.shares[left[rule]], found.shares[right[rule]]).ravel()
        shares = np.outer(start, found.shares[rules.parents[rule]])
        for _ in range(_JOINING if len(nodes) > 1 else 1):
            totals = ((pairs @ shares) * above).sum(axis=1)
            shares = shares * (pairs.T @ (above / np.maximum(totals, 1e-300)[:, None]))
            shares /= max(float(shares.sum()), 1e-300)
        counts[rule] = shares * len(nodes)
    report(Progress("join", len(counts), len(counts)))
    return counts


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
