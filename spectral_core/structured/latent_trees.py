"""Inside-outside over the latent states of the nodes of observed dependency trees (latent-tree models). Trees are
concatenated: the nodes of each in word order, with heads counted from 1, 0 for the root. Transition matrices are (to
the left or right, modifier's state, head's state).

Never imported at start-up.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from spectral_core.arrays import Floats, Integers
from spectral_core.structured.compilation import fastmath_kernel, fastmath_leaf_kernel, leaf_kernel


class ForestNodes(NamedTuple):
    """Nodes of concatenated trees."""

    symbols: Integers  # (nodes,)
    heads: Integers  # (nodes,) from 1 within the tree; 0 for the root
    starts: Integers  # (trees + 1,)


class ExpectedTreeCounts(NamedTuple):
    """Expected counts of emissions, transitions and root states, accumulated over trees."""

    emissions: Floats  # (symbols, states)
    transitions: Floats  # (2, states of a modifier, states of its head), not yet multiplied by the transitions
    root: Floats  # (states,)


@leaf_kernel
def _order_by_depth(heads: Integers, low: int, size: int, depths: Integers, counts: Integers, order: Integers) -> None:
    """Fill `order` with the nodes of a tree, deepest first, left to right at equal depth."""
    for index in range(size + 1):
        counts[index] = 0
    for index in range(size):
        depth, head = 0, heads[low + index]
        while head > 0:
            depth += 1
            head = heads[low + head - 1]
        depths[index] = depth
        counts[size - depth] += 1
    first_slot = 0
    for index in range(size + 1):  # offset of each depth
        depth_count = counts[index]
        counts[index] = first_slot
        first_slot += depth_count
    for index in range(size):
        slot = size - depths[index]
        order[counts[slot]] = index
        counts[slot] += 1


@leaf_kernel
def _multiply_by_tensor(row: Floats, point: Floats, product: Floats, buffer: Floats) -> None:
    """Replace the row by its product with a vector under a third-order tensor: the sum over j of point[j] row @
    product[j]."""
    states = len(row)
    for target in range(states):
        buffer[target] = 0.0
    for component in range(states):
        for source in range(states):
            factor = point[component] * row[source]
            for target in range(states):
                buffer[target] += factor * product[component, source, target]
    for target in range(states):
        row[target] = buffer[target]


@leaf_kernel
def _divide_by_largest_entry(row: Floats) -> float:
    """Divide the row by its largest entry; return the log of the divisor, -inf for a row of zeros."""
    largest = 0.0
    for state in range(len(row)):
        largest = max(largest, abs(row[state]))
    if not largest > 0.0 or largest == np.inf:
        return -np.inf
    for state in range(len(row)):
        row[state] /= largest
    return float(np.log(largest))


@fastmath_kernel
def score_trees(
    nodes: ForestNodes,
    word_vectors: Floats,
    initial_vector: Floats,
    transitions: Floats,
    product_tensor: Floats,
    root: Floats,
    words_multiply_last: bool,
    logs: Floats,
    signs: Integers,
) -> None:
    """Inside pass: fill in the log magnitude and the sign of each tree's score, bottom-up with rescaling. A node's
    vector is that of its word, multiplied by the messages of its modifiers; or, with `words_multiply_last`,
    `initial_vector` multiplied by those messages and then by the word's vector."""
    symbols, heads, starts = nodes
    states = len(root)
    longest = 0
    for tree in range(len(starts) - 1):
        longest = max(longest, starts[tree + 1] - starts[tree])
    rows, message, buffer = np.empty((longest, states)), np.empty(states), np.empty(states)
    depths, counts = np.empty(longest, dtype=np.int64), np.empty(longest + 1, dtype=np.int64)
    order = np.empty(longest, dtype=np.int64)
    for tree in range(len(starts) - 1):
        low = starts[tree]
        size = starts[tree + 1] - low
        _order_by_depth(heads, low, size, depths, counts, order)
        for node in range(size):
            for target in range(states):
                rows[node, target] = (
                    initial_vector[target] if words_multiply_last else word_vectors[symbols[low + node], target]
                )
        log, total = 0.0, 0.0
        for position in range(size):
            node = order[position]
            if words_multiply_last:
                _multiply_by_tensor(rows[node], word_vectors[symbols[low + node]], product_tensor, buffer)
            log += _divide_by_largest_entry(rows[node])
            if log == -np.inf:
                break
            head = heads[low + node]
            if head == 0:
                for target in range(states):
                    total += rows[node, target] * root[target]
            else:
                move = transitions[1 if node + 1 > head else 0]
                for target in range(states):
                    message[target] = 0.0
                for source in range(states):
                    for target in range(states):
                        message[target] += rows[node, source] * move[source, target]
                _multiply_by_tensor(rows[head - 1], message, product_tensor, buffer)
                log += _divide_by_largest_entry(rows[head - 1])
        if log == -np.inf or total == 0.0:
            logs[tree], signs[tree] = -np.inf, 0
        else:
            logs[tree] = log + np.log(abs(total))
            signs[tree] = 1 if total > 0 else -1


@fastmath_kernel
def expectation_step(
    nodes: ForestNodes,
    weights: Floats,
    emissions: Floats,
    transitions: Floats,
    root: Floats,
    logs: Floats,
    posteriors: Floats,
    expected_counts: ExpectedTreeCounts,
) -> None:
    """E step: fill in the log-likelihood of each tree, -inf if it is impossible, and the posterior of each node's
    states; add the expected counts of all trees to `expected_counts` (Baum et al. 1970, over trees)."""
    symbols, heads, starts = nodes
    emission_counts, move_counts, root_counts = expected_counts
    states = len(root)
    longest = 0
    for tree in range(len(starts) - 1):
        longest = max(longest, starts[tree + 1] - starts[tree])
    inside, messages = np.empty((longest, states)), np.empty((longest, states))
    depths, counts = np.empty(longest, dtype=np.int64), np.empty(longest + 1, dtype=np.int64)
    order, ratio = np.empty(longest, dtype=np.int64), np.empty(states)
    for tree in range(len(starts) - 1):
        low, weight = starts[tree], weights[tree]
        size = starts[tree + 1] - low
        _order_by_depth(heads, low, size, depths, counts, order)
        for node in range(size):
            for state in range(states):
                inside[node, state] = emissions[symbols[low + node], state]
        log, total = _inside_pass(heads[low : low + size], order, transitions, root, inside, messages)
        if log == -np.inf or not total > 0.0:
            logs[tree] = -np.inf
            for node in range(size):
                for state in range(states):
                    posteriors[low + node, state] = 1.0 / states
            continue
        logs[tree] = log + np.log(total)
        for position in range(size - 1, -1, -1):
            node = order[position]
            head = heads[low + node]
            if head == 0:
                for state in range(states):
                    posteriors[low + node, state] = inside[node, state] * root[state] / total
                    root_counts[state] += weight * posteriors[low + node, state]
            else:
                side = 1 if node + 1 > head else 0
                for state in range(states):
                    message = messages[node, state]
                    ratio[state] = posteriors[low + head - 1, state] / message if message > 0.0 else 0.0
                for source in range(states):
                    outside_value, inside_value = 0.0, inside[node, source]
                    for state in range(states):
                        outside_value += transitions[side, source, state] * ratio[state]
                        move_counts[side, source, state] += weight * inside_value * ratio[state]
                    posteriors[low + node, source] = inside_value * outside_value
            for state in range(states):
                emission_counts[symbols[low + node], state] += weight * posteriors[low + node, state]


@fastmath_leaf_kernel
def _inside_pass(
    heads: Integers, order: Integers, transitions: Floats, root: Floats, inside: Floats, messages: Floats
) -> tuple[float, float]:
    """Inside pass: multiply the inside vector of each node, in this order, into that of its head; return the summed log
    scales, -inf if a vector becomes 0, and the total at the root."""
    states, log, total = len(root), 0.0, 0.0
    for position in range(len(heads)):
        node = order[position]
        log += _divide_by_largest_entry(inside[node])
        if log == -np.inf:
            break
        head = heads[node]
        if head == 0:
            for state in range(states):
                total += inside[node, state] * root[state]
        else:
            move = transitions[1 if node + 1 > head else 0]
            for state in range(states):
                messages[node, state] = 0.0
            for source in range(states):
                for state in range(states):
                    messages[node, state] += inside[node, source] * move[source, state]
            for state in range(states):
                inside[head - 1, state] *= messages[node, state]
            log += _divide_by_largest_entry(inside[head - 1])
    return log, total
