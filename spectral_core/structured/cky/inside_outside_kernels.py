"""Compiled inside-outside algorithm and k-best trees over a chart.

Never imported at start-up.
"""

from __future__ import annotations

import numpy as np

from spectral_core.arrays import Flags, Floats, Indexes, Integers
from spectral_core.structured.cky import RealArray, SpanChart
from spectral_core.structured.cky.chart_kernels import double_capacity
from spectral_core.structured.compilation import fastmath_leaf_kernel, inner_kernel, kernel, leaf_kernel

_MAX_APPLICATIONS = 512  # applications per matrix product


@fastmath_leaf_kernel
def _add_outer_product(total: RealArray, left: RealArray, right: RealArray, factor: float) -> None:
    """Add the outer product of two children's inside vectors to a sum over splits."""
    states = len(left)
    for first in range(states):
        number = left[first] * factor
        for second in range(states):
            total[first * states + second] += number * right[second]


@fastmath_leaf_kernel
def _add_child_outside(
    left_outside: RealArray,
    right_outside: RealArray,
    pair_outside: RealArray,
    left_inside: RealArray,
    right_inside: RealArray,
    factor: float,
) -> None:
    """Add a pair's outside scores, contracted with the inside vector of each child, to the outside vector of the
    other."""
    states = len(left_inside)
    for row in range(states):
        total = left_outside[row] * 0
        scaled = left_inside[row] * factor
        for column in range(states):
            number = pair_outside[row * states + column]
            total += number * right_inside[column]
            right_outside[column] += number * scaled
        left_outside[row] += total * factor


@fastmath_leaf_kernel
def _pair_marginal(left: RealArray, right: RealArray, pair_outside: RealArray) -> float:
    """Return the marginal of a pair of children: inside times outside, summed over their states."""
    states = len(left)
    total = 0.0
    for row in range(states):
        number = left[row]
        for column in range(states):
            total += number * pair_outside[row * states + column] * right[column]
    return total


@inner_kernel
def _max_slots_per_length(chart: SpanChart) -> int:
    """Return the largest number of slots of any length."""
    largest = 1
    for length in range(2, len(chart.slots)):
        largest = max(largest, chart.slots[length] - chart.slots[length - 1])
    return largest


@kernel
def inside_pass(chart: SpanChart, tensors: RealArray, weights: RealArray, inside_scores: RealArray) -> None:
    """Inside pass: fill `inside_scores` (items, states), which holds those of single words, from short spans to long
    ones. `tensors` is (rules, states of left x right, states of parent), `weights` multiplies each longer item."""
    states = inside_scores.shape[1]
    slot_sums = np.zeros((_max_slots_per_length(chart), states * states), dtype=inside_scores.dtype)
    rows = np.empty((_MAX_APPLICATIONS, states * states), dtype=inside_scores.dtype)
    products = np.empty((_MAX_APPLICATIONS, states), dtype=inside_scores.dtype)
    for length in range(2, len(chart.slots)):
        low, high = chart.slots[length - 1], chart.slots[length]
        slot_sums[: high - low] = 0
        for slot in range(low, high):
            slot_sum = slot_sums[slot - low]
            for event in range(chart.events[slot], chart.events[slot + 1]):
                _add_outer_product(
                    slot_sum,
                    inside_scores[chart.lefts[event]],
                    inside_scores[chart.rights[event]],
                    chart.factors[event],
                )
        for group in range(chart.groups[length - 1], chart.groups[length]):
            tensor = tensors[chart.rules[group]]
            for begin in range(chart.applications[group], chart.applications[group + 1], _MAX_APPLICATIONS):
                size = min(_MAX_APPLICATIONS, chart.applications[group + 1] - begin)
                for row in range(size):
                    rows[row] = slot_sums[chart.sources[begin + row] - low]
                np.dot(rows[:size], tensor, products[:size])
                for row in range(size):
                    parent = chart.parents[begin + row]
                    for state in range(states):
                        inside_scores[parent, state] += products[row, state] * weights[parent]


@kernel
def outside_pass(
    chart: SpanChart,
    transposed_tensors: RealArray,
    weights: RealArray,
    inside_scores: RealArray,
    outside_scores: RealArray,
) -> None:
    """Outside pass: fill `outside_scores` (items, states), which holds those of whole sentences, from long spans to
    short ones. `transposed_tensors` is (rules, states of parent, states of left x right). Inside times outside of an
    item is the total score of the trees that contain it."""
    states = inside_scores.shape[1]
    slot_sums = np.zeros((_max_slots_per_length(chart), states * states), dtype=inside_scores.dtype)
    rows = np.empty((_MAX_APPLICATIONS, states), dtype=inside_scores.dtype)
    products = np.empty((_MAX_APPLICATIONS, states * states), dtype=inside_scores.dtype)
    for length in range(len(chart.slots) - 1, 1, -1):
        low, high = chart.slots[length - 1], chart.slots[length]
        slot_sums[: high - low] = 0
        for group in range(chart.groups[length - 1], chart.groups[length]):
            tensor = transposed_tensors[chart.rules[group]]
            for begin in range(chart.applications[group], chart.applications[group + 1], _MAX_APPLICATIONS):
                size = min(_MAX_APPLICATIONS, chart.applications[group + 1] - begin)
                for row in range(size):
                    parent = chart.parents[begin + row]
                    for state in range(states):
                        rows[row, state] = outside_scores[parent, state] * weights[parent]
                np.dot(rows[:size], tensor, products[:size])
                for row in range(size):
                    slot_sum = slot_sums[chart.sources[begin + row] - low]
                    for state in range(states * states):
                        slot_sum[state] += products[row, state]
        for slot in range(low, high):
            pair_outside = slot_sums[slot - low]
            for event in range(chart.events[slot], chart.events[slot + 1]):
                left, right = chart.lefts[event], chart.rights[event]
                _add_child_outside(
                    outside_scores[left],
                    outside_scores[right],
                    pair_outside,
                    inside_scores[left],
                    inside_scores[right],
                    chart.factors[event],
                )


@kernel
def event_posteriors(
    chart: SpanChart,
    transposed_tensors: RealArray,
    weights: RealArray,
    inside_scores: RealArray,
    outside_scores: RealArray,
) -> Floats:
    """Return (events,) the posterior of each split of a span under a rule; the chart has separate events for each
    application (`split_events_by_rule`)."""
    states = inside_scores.shape[1]
    rows = np.empty((_MAX_APPLICATIONS, states), dtype=inside_scores.dtype)
    products = np.empty((_MAX_APPLICATIONS, states * states), dtype=inside_scores.dtype)
    posteriors = np.zeros(len(chart.lefts))
    for group in range(len(chart.rules)):
        tensor = transposed_tensors[chart.rules[group]]
        for begin in range(chart.applications[group], chart.applications[group + 1], _MAX_APPLICATIONS):
            size = min(_MAX_APPLICATIONS, chart.applications[group + 1] - begin)
            for row in range(size):
                parent = chart.parents[begin + row]
                for state in range(states):
                    rows[row, state] = outside_scores[parent, state] * weights[parent]
            np.dot(rows[:size], tensor, products[:size])
            for row in range(size):
                for event in range(chart.events[begin + row], chart.events[begin + row + 1]):
                    pair_total = _pair_marginal(
                        inside_scores[chart.lefts[event]], inside_scores[chart.rights[event]], products[row]
                    )
                    posteriors[event] = pair_total * chart.factors[event]
    return posteriors


@leaf_kernel
def _insert_derivation(
    scores: Floats, backpointers: Indexes, count: int, score: float, event: int, left: int, right: int
) -> int:
    """Insert a derivation into a k-best list, after equal scores; return the new length."""
    limit = len(scores)
    if count == limit and score <= scores[limit - 1]:
        return count
    rank = min(count, limit - 1)
    while rank > 0 and scores[rank - 1] < score:
        scores[rank] = scores[rank - 1]
        for column in range(3):
            backpointers[rank, column] = backpointers[rank - 1, column]
        rank -= 1
    scores[rank] = score
    backpointers[rank, 0], backpointers[rank, 1], backpointers[rank, 2] = event, left, right
    return min(count + 1, limit)


@inner_kernel
def _find_k_best_derivations(
    chart: SpanChart, gains: Floats, event_gains: Floats, k: int
) -> tuple[Floats, Indexes, Indexes]:
    """Return the k best derivations of each item: scores in descending order, backpointers (event, rank of left, rank
    of right), and their number."""
    items, slots = len(chart.starts), len(chart.events) - 1
    scores, backpointers, counts = (
        np.full((items, k), -np.inf),
        np.full((items, k, 3), -1, dtype=np.int32),
        np.zeros(items, dtype=np.int32),
    )
    slot_scores, slot_backpointers, slot_counts = (
        np.full((slots, k), -np.inf),
        np.full((slots, k, 3), -1, dtype=np.int32),
        np.zeros(slots, dtype=np.int32),
    )
    for item in range(items):
        if chart.ends[item] - chart.starts[item] == 1:
            scores[item, 0], counts[item] = gains[item], 1
    for length in range(2, len(chart.slots)):
        for slot in range(chart.slots[length - 1], chart.slots[length]):
            for index in range(chart.events[slot], chart.events[slot + 1]):
                left, right = chart.lefts[index], chart.rights[index]
                for first in range(counts[left]):
                    for second in range(min(counts[right], k // (first + 1))):  # better ones fill the list
                        total = scores[left, first] + scores[right, second] + event_gains[index]
                        slot_counts[slot] = _insert_derivation(
                            slot_scores[slot], slot_backpointers[slot], slot_counts[slot], total, index, first, second
                        )
        low, high = chart.groups[length - 1], chart.groups[length]
        for index in range(chart.applications[low], chart.applications[high]):
            slot, parent = chart.sources[index], chart.parents[index]
            for rank in range(slot_counts[slot]):
                backpointer = slot_backpointers[slot, rank]
                counts[parent] = _insert_derivation(
                    scores[parent],
                    backpointers[parent],
                    counts[parent],
                    slot_scores[slot, rank] + gains[parent],
                    backpointer[0],
                    backpointer[1],
                    backpointer[2],
                )
    return scores, backpointers, counts


@kernel
def k_best_trees(
    chart: SpanChart, gains: Floats, event_gains: Floats, roots: Flags, k: int
) -> tuple[Floats, Indexes, Integers]:
    """Return the k best trees of one sentence's chart with a root in `roots`, by the gains of their items and events:
    their scores, their items with parents first, and the offsets of each tree."""
    scores, backpointers, counts = _find_k_best_derivations(chart, gains, event_gains, k)
    best, root_derivations = np.full(k, -np.inf), np.full((k, 3), -1, dtype=np.int32)
    tree_count = 0
    for item in range(len(roots)):
        if roots[item]:
            for rank in range(counts[item]):
                tree_count = _insert_derivation(best, root_derivations, tree_count, scores[item, rank], item, rank, 0)
    tree_items, item_count = np.empty(64, dtype=np.int32), 0
    bounds = np.zeros(tree_count + 1, dtype=np.int64)
    stack = np.empty((2 * len(chart.slots) + 64, 2), dtype=np.int64)
    for rank in range(tree_count):
        stack[0, 0], stack[0, 1], depth = root_derivations[rank, 0], root_derivations[rank, 1], 1
        while depth:
            depth -= 1
            item, item_rank = stack[depth, 0], stack[depth, 1]
            if item_count == len(tree_items):
                tree_items = double_capacity(tree_items)
            tree_items[item_count] = item
            item_count += 1
            backpointer = backpointers[item, item_rank]
            if backpointer[0] >= 0:
                stack[depth, 0], stack[depth, 1] = chart.rights[backpointer[0]], backpointer[2]
                stack[depth + 1, 0], stack[depth + 1, 1] = chart.lefts[backpointer[0]], backpointer[1]
                depth += 2
        bounds[rank + 1] = item_count
    return best[:tree_count], tree_items[:item_count], bounds
