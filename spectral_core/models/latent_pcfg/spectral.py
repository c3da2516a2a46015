"""Spectral estimation of hidden states (Cohen, Stratos, Collins, Foster and Ungar 2012), adapted to small treebanks:
scaled features, ranks by count, and moments that back off to simpler ones.

The inverse covariance of the paper is in the outside projection: the mean of y z' over the nodes of a label is I.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from spectral_core.arrays import Floats, Integers
from spectral_core.maths.anchors import compute_feature_points, find_anchors
from spectral_core.maths.views import SparseRows, reduce_views
from spectral_core.progress import Progress, Report, ignore_progress

NODES_PER_STATE = 40  # nodes of a label for each hidden state beyond the first
MIN_PIVOT_COUNT = 20  # frequency from which a feature may be a pivot
SHRINKAGE = 5.0  # pseudo-counts of each feature at the mean


@dataclass(frozen=True, slots=True, eq=False)
class NodeRows:
    """Nodes with their two views, by label, and the rules that link them; weights make exact moments of them."""

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
    """Tensors of a grammar, padded with zeros to the same number of states."""

    ranks: Integers  # (labels,)
    tensors: Floats  # (rules, left x right, parent)
    roots: Floats  # (labels, states)
    means: Floats  # (labels, states) of the outside projections
    outside: Floats  # (rows, states) the outside projection of each node
    default_outside: Floats  # (labels, states) means of the inside projections: outside vector of an isolated node
    anchor_states: Floats  # (labels, states, states) inside vectors of pivots; 0 where there is none
    spectra: tuple[Floats, ...]  # (labels,) singular values


def estimate(
    rows: NodeRows, labels: int, rules: int, states: int, backoff: float, seed: int, report: Report = ignore_progress
) -> HiddenStates:
    """Estimate tensors from the moments of these rows; `backoff` weighs simpler moments against the square roots of
    rule counts, 0 leaves them out."""
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
        reduced = reduce_views(inside_rows, outside_rows, weights, max_rank, seed)
        ranks[label] = reduced.left.shape[1]
        inside[low:high, : ranks[label]] = reduced.left
        outside[low:high, : ranks[label]] = reduced.right
        spectra.append(reduced.spectrum)
        points, feature_counts = compute_feature_points(inside_rows, reduced.right, weights, SHRINKAGE)
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
    return HiddenStates(ranks, tensors, roots, means[0], outside, means[1], anchor_states, tuple(spectra))


def _average_by_label(labels_of_rows: Integers, weights: Floats, values: Floats, labels: int) -> Floats:
    """Return (labels, states) the weighted mean of each label's values."""
    sums = np.zeros((labels, values.shape[1]))
    np.add.at(sums, labels_of_rows, values * weights[:, None])
    totals = np.bincount(labels_of_rows, weights, labels)
    means: Floats = sums / np.where(totals > 0, totals, 1.0)[:, None]
    return means


def _estimate_tensors(
    rows: NodeRows,
    inside: Floats,
    outside: Floats,
    means: tuple[Floats, Floats],
    labels_of_rows: Integers,
    totals: Floats,
    rules: int,
    backoff: float,
    report: Report,
) -> Floats:
    """Return (rules, left x right, parent) the moments of each rule, backed off to simpler ones."""
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
            independent = _outer_product(
                means[1][labels_of_rows[left[0]]],
                means[1][labels_of_rows[right[0]]],
                means[0][labels_of_rows[parent[0]]],
            )
            moment = _back_off(
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


def _outer_product(left: Floats, right: Floats, parent: Floats) -> Floats:
    """Return (left x right, parent) the outer product of three vectors."""
    return np.outer(np.outer(left, right).ravel(), parent)


def _back_off(
    moment: Floats,
    weighted_outside: Floats,
    left_inside: Floats,
    right_inside: Floats,
    shares: Floats,
    independent: Floats,
    frequency: float,
    backoff: float,
) -> Floats:
    """Mix the moment of a rule with products of moments of pairs and singles, with those of singles, and with those of
    labels."""
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
    simple = weight * _outer_product(left, right, parent) + (1 - weight) * independent
    mixed: Floats = weight * moment + (1 - weight) * (weight * pairs / 3 + (1 - weight) * simple)
    return mixed
