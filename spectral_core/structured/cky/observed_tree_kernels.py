"""Compiled inside-outside over observed trees: expected rule counts and log scores.

Never imported at start-up.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from spectral_core.arrays import Floats, Indexes, Integers
from spectral_core.structured.cky import RealArray
from spectral_core.structured.compilation import fastmath_leaf_kernel, kernel


class TreeStructure(NamedTuple):
    """Children, parents and spans of the nodes of trees; -1 if missing."""

    lefts: Integers  # (nodes,)
    rights: Integers
    parents: Integers
    starts: Integers  # first word of the node, counted in its sentence
    ends: Integers


@kernel
def compute_tree_structure(words: Indexes, offsets: Integers) -> TreeStructure:
    """Compute children, parents and spans of binary trees in preorder; leaves are the nodes with a word."""
    size = len(words)
    lefts, rights, parents = np.full(size, -1), np.full(size, -1), np.full(size, -1)
    starts, ends = np.zeros(size, dtype=np.int64), np.zeros(size, dtype=np.int64)
    stack = np.empty(size + 1, dtype=np.int64)
    for tree in range(len(offsets) - 1):
        depth, word = 0, 0
        for node in range(offsets[tree], offsets[tree + 1]):
            if depth:
                parent = stack[depth - 1]
                parents[node] = parent
                if lefts[parent] < 0:
                    lefts[parent] = node
                else:
                    rights[parent] = node
                    depth -= 1
            starts[node] = word
            if words[node] < 0:
                stack[depth] = node
                depth += 1
            else:
                word += 1
        for node in range(offsets[tree + 1] - 1, offsets[tree] - 1, -1):
            ends[node] = starts[node] + 1 if words[node] >= 0 else ends[rights[node]]
    return TreeStructure(lefts, rights, parents, starts, ends)


class ObservedTrees(NamedTuple):
    """Observed trees as ids of rules and words, for an EM iteration."""

    offsets: Integers  # (trees + 1,)
    lefts: Integers  # (nodes,)
    rights: Integers
    labels: Integers
    rules: Integers  # (nodes,) or -1
    pairs: Integers  # (nodes,) id of a leaf's pair of label and word, or -1


class ExpectedRuleCounts(NamedTuple):
    """Expected counts of rules, words and roots by latent state; zeros before an EM iteration."""

    rules: Floats  # (rules, left x right, parent), still to be multiplied by the tensors
    pairs: Floats  # (pairs, states)
    roots: Floats  # (labels, states)


@fastmath_leaf_kernel
def _apply_tensor(tensor: RealArray, left: Floats, right: Floats, result: Floats) -> None:
    """Compute a node's inside vector from those of its children."""
    states = len(result)
    for state in range(states):
        result[state] = 0.0
    for first in range(states):
        for second in range(states):
            number = left[first] * right[second]
            row = first * states + second
            for state in range(states):
                result[state] += tensor[row, state] * number


@fastmath_leaf_kernel
def _fill_node_inside(tensor: Floats, left: Floats, right: Floats, result: Floats) -> float:
    """Compute a node's inside vector, normalised to sum to 1; return the sum before normalisation."""
    states = len(result)
    _apply_tensor(tensor, left, right, result)
    total = 0.0
    for state in range(states):
        total += result[state]
    if total > 0.0:
        for state in range(states):
            result[state] /= total
    return total


@fastmath_leaf_kernel
def _fill_child_outside(
    tensor: Floats,
    rule_counts: Floats,
    left: Floats,
    right: Floats,
    outside: Floats,
    left_outside: Floats,
    right_outside: Floats,
) -> None:
    """Compute the outside vectors of both children, and add to the expected counts of the rule."""
    states = len(outside)
    for state in range(states):
        left_outside[state] = 0.0
        right_outside[state] = 0.0
    for first in range(states):
        for second in range(states):
            row = first * states + second
            total, number = 0.0, left[first] * right[second]
            for state in range(states):
                total += tensor[row, state] * outside[state]
                rule_counts[row, state] += number * outside[state]
            left_outside[first] += total * right[second]
            right_outside[second] += total * left[first]


@kernel
def expectation_step(
    trees: ObservedTrees, tensors: Floats, words: Floats, roots: Floats, counts: ExpectedRuleCounts, posteriors: Floats
) -> float:
    """E step over observed trees: add the expected counts of latent states to `counts`, and fill `posteriors` (nodes,
    states); return the log-likelihood. Impossible trees are skipped."""
    size, states = posteriors.shape
    inside, outside, scales = np.zeros((size, states)), np.zeros((size, states)), np.ones(size)
    likelihood = 0.0
    for tree in range(len(trees.offsets) - 1):
        root, end = trees.offsets[tree], trees.offsets[tree + 1]
        log = 0.0
        for node in range(end - 1, root - 1, -1):
            if trees.rules[node] < 0:
                total = 0.0
                for state in range(states):
                    total += words[trees.pairs[node], state]
                if total > 0.0:
                    for state in range(states):
                        inside[node, state] = words[trees.pairs[node], state] / total
            else:
                left, right = inside[trees.lefts[node]], inside[trees.rights[node]]
                total = _fill_node_inside(tensors[trees.rules[node]], left, right, inside[node])
            scales[node] = total
            log += np.log(total) if total > 0.0 else -np.inf
        label = trees.labels[root]
        total = 0.0
        for state in range(states):
            total += roots[label, state] * inside[root, state]
        if not (total > 0.0 and log > -np.inf):
            continue
        likelihood += log + np.log(total)
        for state in range(states):
            outside[root, state] = roots[label, state] / total
            counts.roots[label, state] += outside[root, state] * inside[root, state]
        for node in range(root, end):
            for state in range(states):
                posteriors[node, state] = inside[node, state] * outside[node, state]
            if trees.rules[node] < 0:
                for state in range(states):
                    counts.pairs[trees.pairs[node], state] += posteriors[node, state]
            else:
                for state in range(states):
                    outside[node, state] /= scales[node]
                rule, left, right = trees.rules[node], trees.lefts[node], trees.rights[node]
                _fill_child_outside(
                    tensors[rule],
                    counts.rules[rule],
                    inside[left],
                    inside[right],
                    outside[node],
                    outside[left],
                    outside[right],
                )
    return likelihood


class ObservedNodes(NamedTuple):
    """Nodes of observed trees, parents before children; -1 if missing."""

    offsets: Integers  # (trees + 1,)
    lefts: Integers  # (nodes,)
    rights: Integers
    labels: Integers  # -1 if the grammar does not know it
    rules: Integers  # of inner nodes; -1 if not in the grammar
    entries: Integers  # of leaves, the entry of the word with its label; -1 if unknown


@kernel
def tree_log_scores(
    trees: ObservedNodes, tensors: RealArray, words: Floats, means: Floats, roots: RealArray, floor: float
) -> tuple[Floats, Integers, Integers]:
    """Return (trees,) the logs of absolute tree scores, the number of rules and words of each tree that are unknown or
    score 0, and the signs. An unknown node is scored by the mean of its label."""
    count, states = len(trees.offsets) - 1, roots.shape[1]
    logs, unknown, signs = np.zeros(count), np.zeros(count, dtype=np.int64), np.zeros(count, dtype=np.int64)
    longest = 0
    for tree in range(count):
        longest = max(longest, trees.offsets[tree + 1] - trees.offsets[tree])
    inside = np.zeros((longest, states))
    for tree in range(count):
        root, log = trees.offsets[tree], 0.0
        for node in range(trees.offsets[tree + 1] - 1, root - 1, -1):
            label, rule, inside_vector = trees.labels[node], trees.rules[node], inside[node - root]
            is_known = rule >= 0 or trees.entries[node] >= 0
            if rule >= 0:
                left, right = inside[trees.lefts[node] - root], inside[trees.rights[node] - root]
                _apply_tensor(tensors[rule], left, right, inside_vector)
            elif is_known:
                inside_vector[:] = words[trees.entries[node]]
            elif label >= 0:
                inside_vector[:] = means[label]
            else:
                inside_vector[:] = 0.0
            largest = np.abs(inside_vector).max()
            unknown[tree] += not (is_known and largest > 0.0)
            if largest > 0.0:
                log += np.log(largest)
                inside_vector /= largest
        total = 0.0
        for state in range(states if trees.labels[root] >= 0 else 0):
            total += roots[trees.labels[root], state] * inside[0, state]
        signs[tree] = np.sign(total)
        logs[tree] = log + np.log(abs(total) if total != 0.0 else floor) + unknown[tree] * np.log(floor)
    return logs, unknown, signs
