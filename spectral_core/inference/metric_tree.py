"""Exact search of the projective tree of least length in a metric between words (Parikh, Cohen and Xing 2014). Nothing
imports this module at start."""

from __future__ import annotations

import numpy as np

from spectral_core.arrays import Floats, Indexes
from spectral_core.inference.compiling import entry, inner, leaf


@inner
def _prefix_sums(distances: Floats) -> Floats:
    """Return (words + 1, words + 1) the two-dimensional prefix sums of the distances."""
    size = len(distances)
    prefix_sums = np.zeros((size + 1, size + 1))
    for row in range(size):
        for column in range(size):
            partial = prefix_sums[row, column + 1] + prefix_sums[row + 1, column] - prefix_sums[row, column]
            prefix_sums[row + 1, column + 1] = partial + distances[row, column]
    return prefix_sums


@leaf
def _mean(sums: Floats, a: int, b: int, c: int, d: int) -> float:
    """Return the mean distance between the words [a, b) and [c, d)."""
    total: float = sums[b, d] - sums[a, d] - sums[b, c] + sums[a, c]
    return total / ((b - a) * (d - c))


@leaf
def _best_child(
    subtree_lengths: Floats, sums: Floats, reciprocals: Floats, a: int, b: int, g: int, h: int, i: int, j: int
) -> tuple[float, int]:
    """Return the least length of the edge over [a, b) and of all below it, and where that span splits; its sibling is
    [g, h) and its parent [i, j). What the mean between sibling and outside takes off is left out."""
    size = len(sums) - 1
    inner_share, outer_share = reciprocals[h - g], reciprocals[size - (j - i)]
    base = (sums[h, a] - sums[g, a]) * inner_share + (sums[size, a] - sums[j, a] + sums[i, a]) * outer_share
    span_total = (
        (sums[h, b] - sums[g, b]) * inner_share + (sums[size, b] - sums[j, b] + sums[i, b]) * outer_share - base
    )
    if b - a == 1:
        return 0.5 * span_total, b
    shortest, split = np.inf, a + 1
    for p in range(a + 1, b):
        left_total = (sums[h, p] - sums[g, p]) * inner_share + (sums[size, p] - sums[j, p] + sums[i, p]) * outer_share
        left_total -= base
        length = subtree_lengths[a, b, p] + 0.25 * (
            left_total * reciprocals[p - a] + (span_total - left_total) * reciprocals[b - p]
        )
        if length < shortest:
            shortest, split = length, p
    return shortest, split


@leaf
def _fill_lengths(
    subtree_lengths: Floats, sums: Floats, reciprocals: Floats, penalties: Floats, low: int, high: int
) -> None:
    """Fill in the length below each node [i, j) between the two bounds that splits at k, less half the mean between its
    halves, which the edge over it takes off; `subtree_lengths` is [i, j, k]."""
    size = len(sums) - 1
    for length in range(2, high - low + 1):
        for i in range(low, high - length + 1):
            j = i + length
            outside_size = size - length
            penalty = penalties[i, j] if len(penalties) else 0.0
            for k in range(i + 1, j):
                left = _best_child(subtree_lengths, sums, reciprocals, i, k, k, j, i, j)[0]
                right = _best_child(subtree_lengths, sums, reciprocals, k, j, i, k, i, j)[0]
                # the means between each child's sibling and the outside: [i, j) is all only where there is no outside
                out_right = (sums[size, j] - sums[size, k]) - (sums[j, j] - sums[i, j] - sums[j, k] + sums[i, k])
                out_left = (sums[size, k] - sums[size, i]) - (sums[j, k] - sums[i, k] - sums[j, i] + sums[i, i])
                shared_means = (
                    0.5 * (out_right * reciprocals[j - k] + out_left * reciprocals[k - i]) * reciprocals[outside_size]
                )
                shared_means += 0.5 * _mean(sums, i, k, k, j)
                subtree_lengths[i, j, k] = left + right - shared_means + penalty


@leaf
def _best_top_edge(subtree_lengths: Floats, sums: Floats, root: int) -> tuple[float, int, int]:
    """Return the least length of the whole tree with its top edge between [0, root) and the rest, and the splits of
    both sides."""
    size = len(sums) - 1
    shortest, first, second = np.inf, 0, size
    for p in range(1, max(root, 2)):
        for q in range(root + 1, max(size, root + 2)):
            length = 0.0
            if root > 1:
                length += subtree_lengths[0, root, p]
            if size - root > 1:
                length += subtree_lengths[root, size, q]
            across = 0.0
            for left in range(2 if root > 1 else 1):
                for right in range(2 if size - root > 1 else 1):
                    a, b = (0, p) if left == 0 else (p, root)
                    c, d = (root, q) if right == 0 else (q, size)
                    across += _mean(sums, a, b, c, d)
            if root > 1 and size - root > 1:
                length += 0.25 * across
            elif size > 2:
                length += 0.5 * across
            else:
                length += across
            if length < shortest:
                shortest, first, second = length, p, q
    return shortest, first, second


@entry
def shortest_tree(distances: Floats, root: int, penalties: Floats) -> tuple[float, Indexes]:
    """Return the least sum of all edges of a binary tree over at least two words whose top edge is between [0, root)
    and the rest, by means over all leaves (equations 3 and 4), and the spans of its phrases, each before those in it,
    without the whole sentence. `distances` is symmetric; `penalties` (words, words + 1), or (0, 0) for none, is added
    for each span."""
    size = len(distances)
    sums = _prefix_sums(distances)
    reciprocals = np.zeros(size + 1)
    for count in range(1, size + 1):
        reciprocals[count] = 1.0 / count
    subtree_lengths = np.zeros((size + 1, size + 1, size + 1))
    _fill_lengths(subtree_lengths, sums, reciprocals, penalties, 0, root)
    _fill_lengths(subtree_lengths, sums, reciprocals, penalties, root, size)
    shortest, first, second = _best_top_edge(subtree_lengths, sums, root)
    spans = np.empty((max(size - 2, 0), 2), dtype=np.int32)
    stack = np.empty((size + 2, 3), dtype=np.int64)
    depth, span_count = 0, 0
    for low, high, split in ((root, size, second), (0, root, first)):
        if high - low > 1:
            stack[depth, 0], stack[depth, 1], stack[depth, 2] = low, high, split
            depth += 1
    while depth:
        depth -= 1
        i, j, k = stack[depth, 0], stack[depth, 1], stack[depth, 2]
        spans[span_count, 0], spans[span_count, 1] = i, j
        span_count += 1
        if j - k > 1:
            stack[depth, 0], stack[depth, 1] = k, j
            stack[depth, 2] = _best_child(subtree_lengths, sums, reciprocals, k, j, i, k, i, j)[1]
            depth += 1
        if k - i > 1:
            stack[depth, 0], stack[depth, 1] = i, k
            stack[depth, 2] = _best_child(subtree_lengths, sums, reciprocals, i, k, k, j, i, j)[1]
            depth += 1
    return shortest, spans
