"""Compiled walks over the nodes of many binary trees at once, each node before those below it.

Nothing imports this module at start.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from spectral_core.inference.cky.arrays import Floats, Integers, Numbers, Places
from spectral_core.inference.compiling import entry, summing_leaf


class TreeStructure(NamedTuple):
    """Where the nodes of trees stand; -1 for what there is not."""

    lefts: Integers  # (nodes,)
    rights: Integers
    parents: Integers
    starts: Integers  # first word below it, counted in its sentence
    ends: Integers


@entry
def structure(words: Places, offsets: Integers) -> TreeStructure:
    """The structure of binary trees whose leaves are the nodes with a word."""
    size = len(words)
    lefts, rights, parents = np.full(size, -1), np.full(size, -1), np.full(size, -1)
    starts, ends = np.zeros(size, dtype=np.int64), np.zeros(size, dtype=np.int64)
    stack = np.empty(size + 1, dtype=np.int64)
    for tree in range(len(offsets) - 1):
        depth, word = 0, 0
        for node in range(offsets[tree], offsets[tree + 1]):
            if depth:
                above = stack[depth - 1]
                parents[node] = above
                if lefts[above] < 0:
                    lefts[above] = node
                else:
                    rights[above] = node
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


class Grown(NamedTuple):
    """Trees with the numbers of their rules and words, as a step of expectation and maximisation sees them."""

    offsets: Integers  # (trees + 1,)
    lefts: Integers  # (nodes,)
    rights: Integers
    labels: Integers
    rules: Integers  # (nodes,) or -1
    pairs: Integers  # (nodes,) what a leaf is as a word of its label, or -1


class ExpectedUses(NamedTuple):
    """How often each use of each hidden state is expected; zeros before a step."""

    rules: Floats  # (rules, left x right, parent), still without the tensors' own numbers
    pairs: Floats  # (pairs, states)
    roots: Floats  # (labels, states)


@summing_leaf
def _numbers_of(tensor: Numbers, left: Floats, right: Floats, into: Floats) -> None:
    states = len(into)
    for state in range(states):
        into[state] = 0.0
    for first in range(states):
        for second in range(states):
            number = left[first] * right[second]
            row = first * states + second
            for state in range(states):
                into[state] += tensor[row, state] * number


@summing_leaf
def _inside_of(tensor: Floats, left: Floats, right: Floats, into: Floats) -> float:
    """Fills a node's numbers, scaled to sum 1; the sum before that."""
    states = len(into)
    _numbers_of(tensor, left, right, into)
    total = 0.0
    for state in range(states):
        total += into[state]
    if total > 0.0:
        for state in range(states):
            into[state] /= total
    return total


@summing_leaf
def _below(
    tensor: Floats, counted: Floats, left: Floats, right: Floats, above: Floats, one: Floats, two: Floats
) -> None:
    """Fills what stands over both children, and adds to what is expected of the rule."""
    states = len(above)
    for state in range(states):
        one[state] = 0.0
        two[state] = 0.0
    for first in range(states):
        for second in range(states):
            row = first * states + second
            total, number = 0.0, left[first] * right[second]
            for state in range(states):
                total += tensor[row, state] * above[state]
                counted[row, state] += number * above[state]
            one[first] += total * right[second]
            two[second] += total * left[first]


@entry
def expect(trees: Grown, tensors: Floats, words: Floats, roots: Floats, found: ExpectedUses, shares: Floats) -> float:
    """Adds to `found` what is expected of the hidden states of all trees, and fills `shares` (nodes, states) with their
    posteriors at each node; the log likelihood. Trees that are impossible are passed over."""
    size, states = shares.shape
    inside, outside, scales = np.zeros((size, states)), np.zeros((size, states)), np.ones(size)
    likelihood = 0.0
    for tree in range(len(trees.offsets) - 1):
        top, end = trees.offsets[tree], trees.offsets[tree + 1]
        log = 0.0
        for node in range(end - 1, top - 1, -1):
            if trees.rules[node] < 0:
                total = 0.0
                for state in range(states):
                    total += words[trees.pairs[node], state]
                if total > 0.0:
                    for state in range(states):
                        inside[node, state] = words[trees.pairs[node], state] / total
            else:
                left, right = inside[trees.lefts[node]], inside[trees.rights[node]]
                total = _inside_of(tensors[trees.rules[node]], left, right, inside[node])
            scales[node] = total
            log += np.log(total) if total > 0.0 else -np.inf
        label = trees.labels[top]
        total = 0.0
        for state in range(states):
            total += roots[label, state] * inside[top, state]
        if not (total > 0.0 and log > -np.inf):
            continue
        likelihood += log + np.log(total)
        for state in range(states):
            outside[top, state] = roots[label, state] / total
            found.roots[label, state] += outside[top, state] * inside[top, state]
        for node in range(top, end):
            for state in range(states):
                shares[node, state] = inside[node, state] * outside[node, state]
            if trees.rules[node] < 0:
                for state in range(states):
                    found.pairs[trees.pairs[node], state] += shares[node, state]
            else:
                for state in range(states):
                    outside[node, state] /= scales[node]
                rule, left, right = trees.rules[node], trees.lefts[node], trees.rights[node]
                _below(
                    tensors[rule],
                    found.rules[rule],
                    inside[left],
                    inside[right],
                    outside[node],
                    outside[left],
                    outside[right],
                )
    return likelihood


class GivenNodes(NamedTuple):
    """The nodes of given trees, each before those below it; -1 for what there is not."""

    offsets: Integers  # (trees + 1,)
    lefts: Integers  # (nodes,)
    rights: Integers
    labels: Integers  # -1 where the grammar does not know it
    rules: Integers  # of inner nodes; -1 where the grammar has none
    entries: Integers  # of leaves, what the word says of its label; -1 where nothing


@entry
def tree_logs(
    trees: GivenNodes, tensors: Numbers, words: Floats, means: Floats, roots: Numbers, floor: float
) -> tuple[Floats, Integers, Integers]:
    """(trees,) the logs of the absolute scores, how many of their rules and words the grammar does not have, or makes
    nothing of, and the signs of the rest. The mean of its label stands for a node of which nothing is known."""
    count, states = len(trees.offsets) - 1, roots.shape[1]
    logs, unknown, signs = np.zeros(count), np.zeros(count, dtype=np.int64), np.zeros(count, dtype=np.int64)
    longest = 0
    for tree in range(count):
        longest = max(longest, trees.offsets[tree + 1] - trees.offsets[tree])
    numbers = np.zeros((longest, states))
    for tree in range(count):
        top, log = trees.offsets[tree], 0.0
        for node in range(trees.offsets[tree + 1] - 1, top - 1, -1):
            label, rule, here = trees.labels[node], trees.rules[node], numbers[node - top]
            known = rule >= 0 or trees.entries[node] >= 0
            if rule >= 0:
                left, right = numbers[trees.lefts[node] - top], numbers[trees.rights[node] - top]
                _numbers_of(tensors[rule], left, right, here)
            elif known:
                here[:] = words[trees.entries[node]]
            elif label >= 0:
                here[:] = means[label]
            else:
                here[:] = 0.0
            size = np.abs(here).max()
            unknown[tree] += not (known and size > 0.0)
            if size > 0.0:
                log += np.log(size)
                here /= size
        total = 0.0
        for state in range(states if trees.labels[top] >= 0 else 0):
            total += roots[trees.labels[top], state] * numbers[0, state]
        signs[tree] = np.sign(total)
        logs[tree] = log + np.log(abs(total) if total != 0.0 else floor) + unknown[tree] * np.log(floor)
    return logs, unknown, signs
