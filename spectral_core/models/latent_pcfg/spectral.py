"""Hidden states in closed form (Cohen, Stratos, Collins, Foster and Ungar 2012), with what small treebanks need: scaled
features, ranks by count, and moments that back off to simpler ones.

The inverse covariance of the paper is in the outside projection: the mean of y z' over the nodes of a label is I.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from spectral_core.inference.cky.arrays import Floats
from spectral_core.maths.anchors import anchors, feature_points
from spectral_core.maths.views import SparseRows, reduced_views
from spectral_core.progress import Progress, Report, silent

Integers = NDArray[np.int64]

SUPPORT = 40  # nodes of a label for each hidden state beyond the first
SEEN = 20  # times from which a feature may be a pivot
DRAWN = 5.0  # how often each feature is thought to have been seen like the mean


@dataclass(frozen=True, slots=True, eq=False)
class NodeRows:
    """Nodes with their two views, by label, and how they hang together; weights make exact moments of them."""

    bounds: Integers  # (labels + 1,) the rows of each label
    weights: Floats  # (rows,)
    inside: SparseRows
    inside_columns: Integers  # (labels + 1,)
    outside: SparseRows
    outside_columns: Integers
    rules: Integers  # (applications,) sorted
    applied: Floats  # (applications,) weights
    parents: Integers  # (applications,) rows
    lefts: Integers
    rights: Integers
    roots: Integers  # (roots,) rows
    root_weights: Floats  # (roots,)


@dataclass(frozen=True, slots=True, eq=False)
class HiddenStates:
    """The tensors of a grammar, padded with zeros to the same number of states."""

    ranks: Integers  # (labels,)
    tensors: Floats  # (rules, left x right, parent)
    roots: Floats  # (labels, states)
    means: Floats  # (labels, states) of the outside projections
    outside: Floats  # (rows, states) the outside projection of each node
    around: Floats  # (labels, states) means of the inside projections: the outside number of a node in no sentence
    corners: Floats  # (labels, states, states) the numbers of what only one state has below it; 0 where none was found
    spectra: tuple[Floats, ...]  # (labels,) singular values


def estimate(
    rows: NodeRows, labels: int, rules: int, states: int, backoff: float, seed: int, report: Report = silent
) -> HiddenStates:
    """Tensors from the moments of these rows; `backoff` says how much simpler moments count against the roots of how
    often a rule was seen, 0 leaves them out."""
    inside, outside = np.zeros((len(rows.weights), states)), np.zeros((len(rows.weights), states))
    ranks = np.zeros(labels, dtype=np.int64)
    corners = np.zeros((labels, states, states))
    spectra: list[Floats] = []
    for label in range(labels):
        if label % 50 == 0:
            report(Progress("decompose", label, labels))
        low, high = int(rows.bounds[label]), int(rows.bounds[label + 1])
        if low == high:
            spectra.append(np.zeros(0))
            continue
        weights = rows.weights[low:high]
        wanted = min(states, 1 + int(weights.sum()) // SUPPORT) if backoff else states
        one = rows.inside.part(low, high, int(rows.inside_columns[label]), int(rows.inside_columns[label + 1]))
        two = rows.outside.part(low, high, int(rows.outside_columns[label]), int(rows.outside_columns[label + 1]))
        found = reduced_views(one, two, weights, wanted, seed)
        ranks[label] = found.left.shape[1]
        inside[low:high, : ranks[label]] = found.left
        outside[low:high, : ranks[label]] = found.right
        spectra.append(found.spectrum)
        points, times = feature_points(one, found.right, weights, DRAWN)
        points = points[times >= SEEN]
        kept = anchors(points, int(ranks[label]))
        corners[label, : len(kept), : ranks[label]] = points[kept]
    report(Progress("decompose", labels, labels))
    totals = np.add.reduceat(np.append(rows.weights, 0.0), rows.bounds[:-1]) * (np.diff(rows.bounds) > 0)
    owner = np.repeat(np.arange(labels), np.diff(rows.bounds))
    means = _means(owner, rows.weights, outside, labels), _means(owner, rows.weights, inside, labels)
    tensors = _tensors(rows, inside, outside, means, owner, totals, rules, backoff, report)
    roots = np.zeros((labels, states))
    np.add.at(roots, owner[rows.roots], inside[rows.roots] * rows.root_weights[:, None])
    roots /= rows.root_weights.sum()
    return HiddenStates(ranks, tensors, roots, means[0], outside, means[1], corners, tuple(spectra))


def _means(owner: Integers, weights: Floats, values: Floats, labels: int) -> Floats:
    sums = np.zeros((labels, values.shape[1]))
    np.add.at(sums, owner, values * weights[:, None])
    totals = np.bincount(owner, weights, labels)
    shares: Floats = sums / np.where(totals > 0, totals, 1.0)[:, None]
    return shares


def _tensors(
    rows: NodeRows,
    inside: Floats,
    outside: Floats,
    means: tuple[Floats, Floats],
    owner: Integers,
    totals: Floats,
    rules: int,
    backoff: float,
    report: Report,
) -> Floats:
    states = inside.shape[1]
    tensors = np.zeros((rules, states * states, states))
    bounds = np.searchsorted(rows.rules, np.arange(rules + 1))
    for rule in range(rules):
        if rule % 500 == 0:
            report(Progress("multiply", rule, rules))
        part = slice(bounds[rule], bounds[rule + 1])
        if part.start == part.stop:
            continue
        weights = rows.applied[part]
        times = float(weights.sum())
        parent, left, right = (where[part] for where in (rows.parents, rows.lefts, rows.rights))
        above = outside[parent] * (weights / times)[:, None]
        one, two = inside[left], inside[right]
        found = (one[:, :, None] * two[:, None, :]).reshape(len(one), -1).T @ above
        if backoff:
            least = _product(means[1][owner[left[0]]], means[1][owner[right[0]]], means[0][owner[parent[0]]])
            found = _backed_off(found, above, one, two, (weights / times)[:, None], least, times, backoff)
        tensors[rule] = found * (times / totals[owner[parent[0]]])
    report(Progress("multiply", rules, rules))
    return tensors


def _product(left: Floats, right: Floats, parent: Floats) -> Floats:
    """(left x right, parent): one number for each three states."""
    return np.outer(np.outer(left, right).ravel(), parent)


def _backed_off(
    found: Floats, above: Floats, one: Floats, two: Floats, shares: Floats, least: Floats, times: float, backoff: float
) -> Floats:
    """The moment of a rule, mixed with products of moments of two and one, of those of one, and of those of labels."""
    states = above.shape[1]
    parent, left, right = above.sum(axis=0), (one * shares).sum(axis=0), (two * shares).sum(axis=0)
    pairs = np.outer(((one * shares).T @ two).ravel(), parent)
    pairs += ((one.T @ above)[:, None, :] * right[None, :, None]).reshape(states * states, states)
    pairs += ((two.T @ above)[None, :, :] * left[:, None, None]).reshape(states * states, states)
    kept = np.sqrt(times) / (backoff + np.sqrt(times))
    simple = kept * _product(left, right, parent) + (1 - kept) * least
    mixed: Floats = kept * found + (1 - kept) * (kept * pairs / 3 + (1 - kept) * simple)
    return mixed
