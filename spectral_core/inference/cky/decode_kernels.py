"""Best trees on a chart by the sum of a number for each labelled span. Nothing imports this module at start."""

from __future__ import annotations

import numpy as np

from spectral_core.arrays import Flags, Floats, Indexes, Integers
from spectral_core.inference.cky.arrays import SpanChart
from spectral_core.inference.compiling import entry, inner, leaf


@leaf
def _insert(scores: Floats, backpointers: Indexes, count: int, score: float, event: int, left: int, right: int) -> int:
    """Insert a derivation into a list by falling score, behind its equals; return the new length."""
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


@inner
def _best_lists(chart: SpanChart, gains: Floats, event_gains: Floats, k: int) -> tuple[Floats, Indexes, Indexes]:
    """Return the k best derivations of each item: falling scores, backpointers (event, rank of left, rank of right),
    and their number."""
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
                        slot_counts[slot] = _insert(
                            slot_scores[slot], slot_backpointers[slot], slot_counts[slot], total, index, first, second
                        )
        low, high = chart.groups[length - 1], chart.groups[length]
        for index in range(chart.applications[low], chart.applications[high]):
            slot, parent = chart.sources[index], chart.parents[index]
            for rank in range(slot_counts[slot]):
                backpointer = slot_backpointers[slot, rank]
                counts[parent] = _insert(
                    scores[parent],
                    backpointers[parent],
                    counts[parent],
                    slot_scores[slot, rank] + gains[parent],
                    backpointer[0],
                    backpointer[1],
                    backpointer[2],
                )
    return scores, backpointers, counts


@entry
def rank_trees(
    chart: SpanChart, gains: Floats, event_gains: Floats, roots: Flags, k: int
) -> tuple[Floats, Indexes, Integers]:
    """Return the k best trees of a chart of one sentence whose root is one of `roots`, by the gains of their items and
    of their events: their scores, their items, parents first, and where each begins."""
    scores, backpointers, counts = _best_lists(chart, gains, event_gains, k)
    best, root_derivations = np.full(k, -np.inf), np.full((k, 3), -1, dtype=np.int32)
    tree_count = 0
    for item in range(len(roots)):
        if roots[item]:
            for rank in range(counts[item]):
                tree_count = _insert(best, root_derivations, tree_count, scores[item, rank], item, rank, 0)
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


@entry
def best_binary_tree(scores: Floats) -> Indexes:
    """Return (spans, 2) the binary tree over all words whose spans (start, end) have the largest sum in `scores`
    (words, words + 1), parents first; spans of -inf are in it only where nothing else is left."""
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


@entry
def best_bracketing(gains: Floats) -> Indexes:
    """Return (phrases, 2) the spans that do not cross and have the largest sum of gains, of those with positive gain;
    any number of them may divide a phrase. `gains` is (words, words + 1) [start, end]."""
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
