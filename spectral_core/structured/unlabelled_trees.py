"""Compiled dynamic programs over unlabelled spans: posteriors of binary trees, the minimum-length tree in a metric, the
best binary tree and the best bracketing.

Never imported at start-up.
"""

from __future__ import annotations

import numpy as np

from spectral_core.arrays import Floats, Indexes, Integers
from spectral_core.structured.compilation import inner_kernel, kernel, leaf_kernel


@inner_kernel
def _inside_pass(logs: Floats, inside: Floats, scales: Floats, factors: Floats) -> float:
    """Inside pass: fill [start, end] with the inside sum of each span, divided by the exponential of the scale of its
    length, and [length, left length] with the factor that joins two lengths; return the log of the sum over all trees
    of the sentence."""
    size = len(logs)
    for word in range(size):
        inside[word, word + 1] = 1.0
    for length in range(2, size + 1):
        highest = -np.inf
        for left_length in range(1, length):
            highest = max(highest, scales[left_length] + scales[length - left_length])
        for left_length in range(1, length):
            factors[length, left_length] = np.exp(scales[left_length] + scales[length - left_length] - highest)
        largest = 0.0
        for start in range(size - length + 1):
            end = start + length
            total = 0.0
            for split in range(start + 1, end):
                total += inside[start, split] * inside[split, end] * factors[length, split - start]
            inside[start, end] = total * np.exp(logs[start, end])
            largest = max(largest, inside[start, end])
        scales[length] = highest
        if largest > 0.0:
            scales[length] += np.log(largest)
            for start in range(size - length + 1):
                inside[start, start + length] /= largest
            for left_length in range(1, length):
                factors[length, left_length] /= largest
    sentence_sum = inside[0, size]
    return scales[size] + np.log(sentence_sum) if sentence_sum > 0.0 else -np.inf


@inner_kernel
def _outside_pass(logs: Floats, inside: Floats, factors: Floats, outside: Floats) -> None:
    """Outside pass: fill [start, end] with the posterior of each span."""
    size = len(logs)
    outside[0, size] = 1.0 / inside[0, size] if inside[0, size] > 0.0 else 0.0
    for length in range(size, 1, -1):
        for start in range(size - length + 1):
            end = start + length
            weight = outside[start, end]
            if weight > 0.0:
                weight *= np.exp(logs[start, end])
                for split in range(start + 1, end):
                    factor = weight * factors[length, split - start]
                    outside[start, split] += factor * inside[split, end]
                    outside[split, end] += factor * inside[start, split]
    for start in range(size):
        for end in range(start + 1, size + 1):
            outside[start, end] *= inside[start, end]


@kernel
def span_posteriors(logs: Floats) -> tuple[Floats, float]:
    """Return the posterior of each span [start, end] of one sentence, given a log potential for each, and the log of
    the sum over all trees; -inf if there is none."""
    size = len(logs)
    inside, outside = np.zeros((size, size + 1)), np.zeros((size, size + 1))
    scales, factors = np.zeros(size + 1), np.zeros((size + 1, size + 1))
    total = _inside_pass(logs, inside, scales, factors)
    _outside_pass(logs, inside, factors, outside)
    return outside, total


@kernel
def fill_span_posteriors(sizes: Integers, logs: Floats, posteriors: Floats) -> float:
    """Fill `posteriors` with the posterior of each span of at least two words of many sentences, by sentence, start and
    end, from log potentials in the same order; return the sum over sentences of the log of the sum over their trees."""
    position, total = 0, 0.0
    for size in sizes:
        log_potentials = np.zeros((size, size + 1))
        log_position = position
        for start in range(size):
            for end in range(start + 2, size + 1):
                log_potentials[start, end] = logs[log_position]
                log_position += 1
        sentence_posteriors, log_sum = span_posteriors(log_potentials)
        total += log_sum
        for start in range(size):
            for end in range(start + 2, size + 1):
                posteriors[position] = sentence_posteriors[start, end]
                position += 1
    return total


@inner_kernel
def _prefix_sums(distances: Floats) -> Floats:
    """Return (words + 1, words + 1) the two-dimensional prefix sums of the distance matrix (summed-area table)."""
    size = len(distances)
    prefix_sums = np.zeros((size + 1, size + 1))
    for row in range(size):
        for column in range(size):
            partial = prefix_sums[row, column + 1] + prefix_sums[row + 1, column] - prefix_sums[row, column]
            prefix_sums[row + 1, column + 1] = partial + distances[row, column]
    return prefix_sums


@leaf_kernel
def _mean_distance(sums: Floats, a: int, b: int, c: int, d: int) -> float:
    """Return the mean distance between the words [a, b) and [c, d)."""
    total: float = sums[b, d] - sums[a, d] - sums[b, c] + sums[a, c]
    return total / ((b - a) * (d - c))


@leaf_kernel
def _best_edge_length(
    subtree_lengths: Floats, sums: Floats, reciprocals: Floats, a: int, b: int, g: int, h: int, i: int, j: int
) -> tuple[float, int]:
    """Return the minimum total length of the edge above [a, b) and of all edges below it, and the split point of that
    span; its sibling is [g, h) and its parent [i, j). The term for the mean distance between sibling and outside is
    omitted."""
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


@leaf_kernel
def _fill_lengths(
    subtree_lengths: Floats, sums: Floats, reciprocals: Floats, penalties: Floats, low: int, high: int
) -> None:
    """Fill in the total length below each node [i, j) between the two bounds that splits at k, minus half the mean
    distance between its halves, which the edge above it subtracts; `subtree_lengths` is [i, j, k]."""
    size = len(sums) - 1
    for length in range(2, high - low + 1):
        for i in range(low, high - length + 1):
            j = i + length
            outside_size = size - length
            penalty = penalties[i, j] if len(penalties) else 0.0
            for k in range(i + 1, j):
                left = _best_edge_length(subtree_lengths, sums, reciprocals, i, k, k, j, i, j)[0]
                right = _best_edge_length(subtree_lengths, sums, reciprocals, k, j, i, k, i, j)[0]
                # means between each child's sibling and the outside, which is empty only for the whole sentence
                out_right = (sums[size, j] - sums[size, k]) - (sums[j, j] - sums[i, j] - sums[j, k] + sums[i, k])
                out_left = (sums[size, k] - sums[size, i]) - (sums[j, k] - sums[i, k] - sums[j, i] + sums[i, i])
                shared_means = (
                    0.5 * (out_right * reciprocals[j - k] + out_left * reciprocals[k - i]) * reciprocals[outside_size]
                )
                shared_means += 0.5 * _mean_distance(sums, i, k, k, j)
                subtree_lengths[i, j, k] = left + right - shared_means + penalty


@leaf_kernel
def _best_top_edge(subtree_lengths: Floats, sums: Floats, root: int) -> tuple[float, int, int]:
    """Return the minimum total length of a tree with its top edge between [0, root) and the rest, and the split points
    of both sides."""
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
                    across += _mean_distance(sums, a, b, c, d)
            if root > 1 and size - root > 1:
                length += 0.25 * across
            elif size > 2:
                length += 0.5 * across
            else:
                length += across
            if length < shortest:
                shortest, first, second = length, p, q
    return shortest, first, second


@kernel
def shortest_tree(distances: Floats, root: int, penalties: Floats) -> tuple[float, Indexes]:
    """Return the minimum total edge length of a binary tree over at least two words with its top edge between [0, root)
    and the rest, edge lengths being mean distances over all leaves (Parikh, Cohen and Xing 2014, equations 3 and 4),
    and the spans of its phrases, parents first, without the whole sentence. `distances` is symmetric; `penalties`
    (words, words + 1), or (0, 0) for none, is added for each span."""
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
            stack[depth, 2] = _best_edge_length(subtree_lengths, sums, reciprocals, k, j, i, k, i, j)[1]
            depth += 1
        if k - i > 1:
            stack[depth, 0], stack[depth, 1] = i, k
            stack[depth, 2] = _best_edge_length(subtree_lengths, sums, reciprocals, i, k, k, j, i, j)[1]
            depth += 1
    return shortest, spans


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
