"""Best trees on a chart, by the sum of a number for each of their labelled spans.

Nothing imports this module at start.
"""

from __future__ import annotations

import numpy as np

from spectral_core.inference.cky.arrays import Flags, Floats, Integers, Places, SpanChart
from spectral_core.inference.compiling import entry, inner, leaf


@leaf
def _put(scores: Floats, ways: Places, count: int, score: float, event: int, left: int, right: int) -> int:
    """Puts a way into a falling list where it belongs; equal ones stay in the order in which they came."""
    most = len(scores)
    if count == most and score <= scores[most - 1]:
        return count
    at = min(count, most - 1)
    while at > 0 and scores[at - 1] < score:
        scores[at] = scores[at - 1]
        for part in range(3):
            ways[at, part] = ways[at - 1, part]
        at -= 1
    scores[at] = score
    ways[at, 0], ways[at, 1], ways[at, 2] = event, left, right
    return min(count + 1, most)


@inner
def _lists(chart: SpanChart, gains: Floats, ways_gain: Floats, k: int) -> tuple[Floats, Places, Places]:
    """The k best ways to make each item, as falling scores, (event, rank of left, rank of right), and their number."""
    items, slots = len(chart.starts), len(chart.events) - 1
    scores, ways, counts = (
        np.full((items, k), -np.inf),
        np.full((items, k, 3), -1, dtype=np.int32),
        np.zeros(items, dtype=np.int32),
    )
    held, held_ways, held_counts = (
        np.full((slots, k), -np.inf),
        np.full((slots, k, 3), -1, dtype=np.int32),
        np.zeros(slots, dtype=np.int32),
    )
    for item in range(items):
        if chart.ends[item] - chart.starts[item] == 1:
            scores[item, 0], counts[item] = gains[item], 1
    for length in range(2, len(chart.slots)):
        for slot in range(chart.slots[length - 1], chart.slots[length]):
            for at in range(chart.events[slot], chart.events[slot + 1]):
                left, right = chart.lefts[at], chart.rights[at]
                for first in range(counts[left]):
                    for second in range(min(counts[right], k // (first + 1))):  # better ones fill the list
                        total = scores[left, first] + scores[right, second] + ways_gain[at]
                        held_counts[slot] = _put(
                            held[slot], held_ways[slot], held_counts[slot], total, at, first, second
                        )
        low, high = chart.groups[length - 1], chart.groups[length]
        for at in range(chart.applications[low], chart.applications[high]):
            slot, parent = chart.sources[at], chart.parents[at]
            for place in range(held_counts[slot]):
                way = held_ways[slot, place]
                counts[parent] = _put(
                    scores[parent],
                    ways[parent],
                    counts[parent],
                    held[slot, place] + gains[parent],
                    way[0],
                    way[1],
                    way[2],
                )
    return scores, ways, counts


@entry
def ranked_trees(
    chart: SpanChart, gains: Floats, ways_gain: Floats, tops: Flags, k: int
) -> tuple[Floats, Places, Integers]:
    """The k best trees of a chart of one sentence whose root is one of `tops`, by the gains of their items and of their
    events: their scores, their items, parents first, and where each begins."""
    scores, ways, counts = _lists(chart, gains, ways_gain, k)
    best, roots = np.full(k, -np.inf), np.full((k, 3), -1, dtype=np.int32)
    number = 0
    for item in range(len(tops)):
        if tops[item]:
            for place in range(counts[item]):
                number = _put(best, roots, number, scores[item, place], item, place, 0)
    found, made = np.empty(64, dtype=np.int32), 0
    bounds = np.zeros(number + 1, dtype=np.int64)
    stack = np.empty((2 * len(chart.slots) + 64, 2), dtype=np.int64)
    for place in range(number):
        stack[0, 0], stack[0, 1], depth = roots[place, 0], roots[place, 1], 1
        while depth:
            depth -= 1
            item, rank = stack[depth, 0], stack[depth, 1]
            if made == len(found):
                longer = np.empty(2 * made, dtype=np.int32)
                longer[:made] = found
                found = longer
            found[made] = item
            made += 1
            way = ways[item, rank]
            if way[0] >= 0:
                stack[depth, 0], stack[depth, 1] = chart.rights[way[0]], way[2]
                stack[depth + 1, 0], stack[depth + 1, 1] = chart.lefts[way[0]], way[1]
                depth += 2
        bounds[place + 1] = made
    return best[:number], found[:made], bounds


@entry
def best_division(scores: Floats) -> Places:
    """(spans, 2) the binary tree over all words whose spans (start, end) have the largest sum in `scores` (words,
    words + 1), parents first; spans of -inf are in it only where nothing else is left."""
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
    found = np.empty((2 * size - 1, 2), dtype=np.int32)
    stack = np.empty((size + 1, 2), dtype=np.int32)
    stack[0, 0], stack[0, 1], depth, made = 0, size, 1, 0
    while depth:
        depth -= 1
        start, end = stack[depth, 0], stack[depth, 1]
        found[made, 0], found[made, 1] = start, end
        made += 1
        if end - start > 1:
            split = splits[start, end]
            stack[depth, 0], stack[depth, 1] = split, end
            stack[depth + 1, 0], stack[depth + 1, 1] = start, split
            depth += 2
    return found


@entry
def best_phrases(gains: Floats) -> Places:
    """(phrases, 2) the spans that do not cross and have the largest sum of gains, of those that gain anything; any
    number of them may divide a phrase. `gains` is (words, words + 1) [start, end]."""
    size = len(gains)
    best, middle = np.zeros((size + 1, size + 1)), np.zeros((size + 1, size + 1), dtype=np.int32)
    for length in range(2, size + 1):
        for start in range(size - length + 1):
            end = start + length
            highest, at = -1.0, start + 1
            for split in range(start + 1, end):
                number = best[start, split] + best[split, end]
                if number > highest:
                    highest, at = number, split
            best[start, end] = highest + max(gains[start, end], 0.0)
            middle[start, end] = at
    found = np.empty((max(size, 1), 2), dtype=np.int32)
    stack = np.empty((size + 2, 2), dtype=np.int64)
    made, depth = 0, 0
    if size > 1:
        stack[0, 0], stack[0, 1], depth = 0, size, 1
    while depth:
        depth -= 1
        start, end = stack[depth, 0], stack[depth, 1]
        if gains[start, end] > 0.0:
            found[made, 0], found[made, 1] = start, end
            made += 1
        split = middle[start, end]
        if end - split > 1:
            stack[depth, 0], stack[depth, 1] = split, end
            depth += 1
        if split - start > 1:
            stack[depth, 0], stack[depth, 1] = start, split
            depth += 1
    return found[:made].copy()
