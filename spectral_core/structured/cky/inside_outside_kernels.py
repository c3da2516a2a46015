"""Compiled inside-outside algorithm and k-best trees over a chart, and over observed trees.

Never imported at start-up.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from spectral_core.arrays import Flags, Floats, Indexes, Integers
from spectral_core.structured.cky import RealArray, SpanChart
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
                longer = np.empty(2 * item_count, dtype=np.int32)
                longer[:item_count] = tree_items
                tree_items = longer
            tree_items[item_count] = item
            item_count += 1
            backpointer = backpointers[item, item_rank]
            if backpointer[0] >= 0:
                stack[depth, 0], stack[depth, 1] = chart.rights[backpointer[0]], backpointer[2]
                stack[depth + 1, 0], stack[depth + 1, 1] = chart.lefts[backpointer[0]], backpointer[1]
                depth += 2
        bounds[rank + 1] = item_count
    return best[:tree_count], tree_items[:item_count], bounds


@kernel
def best_binary_tree(scores: Floats) -> Indexes:
    """Return (spans, 2) the binary tree over all words that maximises the sum of `scores` (words, words + 1) over its
    spans (start, end), parents first; a span of -inf is used only as a last resort."""
    size = len(scores)
    best, splits = np.zeros((size, size + 1)), np.zeros((size, size + 1), dtype=np.int32)
    for length in range(1, size + 1):
        for start in range(size - length + 1):
            end = start + length
            highest = 0.0 if length == 1 else -np.inf
            for split in range(start + 1, end):
                total = best[start, split] + best[split, end]
                if total > highest or split == start + 1:
                    highest, splits[start, end] = total, split
            best[start, end] = highest + scores[start, end]
    spans = np.empty((2 * size - 1, 2), dtype=np.int32)
    stack = np.empty((size + 1, 2), dtype=np.int32)
    stack[0, 0], stack[0, 1], depth, span_count = 0, size, 1, 0
    while depth:
        depth -= 1
        start, end = stack[depth, 0], stack[depth, 1]
        spans[span_count, 0], spans[span_count, 1] = start, end
        span_count += 1
        if end - start > 1:
            split = splits[start, end]
            stack[depth, 0], stack[depth, 1] = split, end
            stack[depth + 1, 0], stack[depth + 1, 1] = start, split
            depth += 2
    return spans


@kernel
def best_bracketing(gains: Floats) -> Indexes:
    """Return (phrases, 2) the non-crossing spans with positive gain that maximise the sum of gains; a phrase may have
    any number of children. `gains` is (words, words + 1) [start, end]."""
    size = len(gains)
    best, splits = np.zeros((size + 1, size + 1)), np.zeros((size + 1, size + 1), dtype=np.int32)
    for length in range(2, size + 1):
        for start in range(size - length + 1):
            end = start + length
            highest, best_split = -1.0, start + 1
            for split in range(start + 1, end):
                total = best[start, split] + best[split, end]
                if total > highest:
                    highest, best_split = total, split
            best[start, end] = highest + max(gains[start, end], 0.0)
            splits[start, end] = best_split
    spans = np.empty((max(size, 1), 2), dtype=np.int32)
    stack = np.empty((size + 2, 2), dtype=np.int64)
    span_count, depth = 0, 0
    if size > 1:
        stack[0, 0], stack[0, 1], depth = 0, size, 1
    while depth:
        depth -= 1
        start, end = stack[depth, 0], stack[depth, 1]
        if gains[start, end] > 0.0:
            spans[span_count, 0], spans[span_count, 1] = start, end
            span_count += 1
        split = splits[start, end]
        if end - split > 1:
            stack[depth, 0], stack[depth, 1] = split, end
            depth += 1
        if split - start > 1:
            stack[depth, 0], stack[depth, 1] = start, split
            depth += 1
    return spans[:span_count].copy()


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
