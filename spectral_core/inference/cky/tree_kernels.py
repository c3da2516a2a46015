"""Compiled passes over the nodes of many binary trees at once, each node before those below it. Nothing imports this
module at start."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from spectral_core.arrays import Floats, Indexes, Integers
from spectral_core.inference.cky.arrays import Numbers
from spectral_core.inference.compiling import entry, fastmath_leaf


class TreeStructure(NamedTuple):
    """Children, parents and spans of the nodes of trees; -1 for what there is not."""

    lefts: Integers  # (nodes,)
    rights: Integers
    parents: Integers
    starts: Integers  # first word below it, counted in its sentence
    ends: Integers


@entry
def build_structure(words: Indexes, offsets: Integers) -> TreeStructure:
    """Return the structure of binary trees whose leaves are the nodes with a word."""
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


class RuleTrees(NamedTuple):
    """Trees with the numbers of their rules and words, for an EM iteration."""

    offsets: Integers  # (trees + 1,)
    lefts: Integers  # (nodes,)
    rights: Integers
    labels: Integers
    rules: Integers  # (nodes,) or -1
    pairs: Integers  # (nodes,) what a leaf is as a word of its label, or -1


class RuleExpectations(NamedTuple):
    """Expected counts of each use of each hidden state; zeros before an EM iteration."""

    rules: Floats  # (rules, left x right, parent), still without the tensors' own numbers
    pairs: Floats  # (pairs, states)
    roots: Floats  # (labels, states)


@fastmath_leaf
def _apply_tensor(tensor: Numbers, left: Floats, right: Floats, result: Floats) -> None:
    """Fill a node's numbers from those of its children."""
    states = len(result)
    for state in range(states):
        result[state] = 0.0
    for first in range(states):
        for second in range(states):
            number = left[first] * right[second]
            row = first * states + second
            for state in range(states):
                result[state] += tensor[row, state] * number


@fastmath_leaf
def _fill_inside(tensor: Floats, left: Floats, right: Floats, result: Floats) -> float:
    """Fill a node's inside numbers, scaled to sum 1; return the sum before that."""
    states = len(result)
    _apply_tensor(tensor, left, right, result)
    total = 0.0
    for state in range(states):
        total += result[state]
    if total > 0.0:
        for state in range(states):
            result[state] /= total
    return total


@fastmath_leaf
def _fill_outside(
    tensor: Floats,
    rule_counts: Floats,
    left: Floats,
    right: Floats,
    outside: Floats,
    left_outside: Floats,
    right_outside: Floats,
) -> None:
    """Fill the outside numbers of both children, and add to the expected counts of the rule."""
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


@entry
def expect(
    trees: RuleTrees, tensors: Floats, words: Floats, roots: Floats, counts: RuleExpectations, posteriors: Floats
) -> float:
    """Add the expected counts of the hidden states of all trees to `counts`, and fill `posteriors` (nodes, states) with
    the posteriors of the states of each node; return the log-likelihood. Impossible trees are skipped."""
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
                total = _fill_inside(tensors[trees.rules[node]], left, right, inside[node])
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
                _fill_outside(
                    tensors[rule],
                    counts.rules[rule],
                    inside[left],
                    inside[right],
                    outside[node],
                    outside[left],
                    outside[right],
                )
    return likelihood


class GivenNodes(NamedTuple):
    """Nodes of given trees, each before those below it; -1 for what there is not."""

    offsets: Integers  # (trees + 1,)
    lefts: Integers  # (nodes,)
    rights: Integers
    labels: Integers  # -1 where the grammar does not know it
    rules: Integers  # of inner nodes; -1 where the grammar has none
    entries: Integers  # of leaves, the entry of the word under its label; -1 for none


@entry
def tree_logs(
    trees: GivenNodes, tensors: Numbers, words: Floats, means: Floats, roots: Numbers, floor: float
) -> tuple[Floats, Integers, Integers]:
    """Return (trees,) the logs of the absolute scores, how many of their rules and words the grammar does not have, or
    scores 0, and the signs of the scores. The mean of its label stands for a node of which nothing is known."""
    count, states = len(trees.offsets) - 1, roots.shape[1]
    logs, unknown, signs = np.zeros(count), np.zeros(count, dtype=np.int64), np.zeros(count, dtype=np.int64)
    longest = 0
    for tree in range(count):
        longest = max(longest, trees.offsets[tree + 1] - trees.offsets[tree])
    inside = np.zeros((longest, states))
    for tree in range(count):
        root, log = trees.offsets[tree], 0.0
        for node in range(trees.offsets[tree + 1] - 1, root - 1, -1):
            label, rule, node_numbers = trees.labels[node], trees.rules[node], inside[node - root]
            is_known = rule >= 0 or trees.entries[node] >= 0
            if rule >= 0:
                left, right = inside[trees.lefts[node] - root], inside[trees.rights[node] - root]
                _apply_tensor(tensors[rule], left, right, node_numbers)
            elif is_known:
                node_numbers[:] = words[trees.entries[node]]
            elif label >= 0:
                node_numbers[:] = means[label]
            else:
                node_numbers[:] = 0.0
            largest = np.abs(node_numbers).max()
            unknown[tree] += not (is_known and largest > 0.0)
            if largest > 0.0:
                log += np.log(largest)
                node_numbers /= largest
        total = 0.0
        for state in range(states if trees.labels[root] >= 0 else 0):
            total += roots[trees.labels[root], state] * inside[0, state]
        signs[tree] = np.sign(total)
        logs[tree] = log + np.log(abs(total) if total != 0.0 else floor) + unknown[tree] * np.log(floor)
    return logs, unknown, signs
