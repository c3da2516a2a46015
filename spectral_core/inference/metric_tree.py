"""The projective tree of least length in a metric between words (Parikh, Cohen and Xing 2014), exactly.

Nothing imports this module at start.
"""

from __future__ import annotations

import numpy as np

from spectral_core.arrays import Floats, Places
from spectral_core.inference.compiling import entry, inner, leaf


@inner
def _sums(distances: Floats) -> Floats:
    """(words + 1, words + 1) the sums of all distances between the first so many and the first so many."""
    size = len(distances)
    found = np.zeros((size + 1, size + 1))
    for row in range(size):
        for column in range(size):
            above = found[row, column + 1] + found[row + 1, column] - found[row, column]
            found[row + 1, column + 1] = above + distances[row, column]
    return found


@leaf
def _mean(sums: Floats, a: int, b: int, c: int, d: int) -> float:
    """The mean distance between the words [a, b) and [c, d)."""
    total: float = sums[b, d] - sums[a, d] - sums[b, c] + sums[a, c]
    return total / ((b - a) * (d - c))


@leaf
def _child(
    under: Floats, sums: Floats, shares: Floats, a: int, b: int, g: int, h: int, i: int, j: int
) -> tuple[float, int]:
    """The least length of the edge over [a, b) and of all below it, and where that span is divided; its sibling is
    [g, h) and its parent [i, j). What the mean between sibling and outside takes off is left out."""
    size = len(sums) - 1
    inner_share, outer_share = shares[h - g], shares[size - (j - i)]
    base = (sums[h, a] - sums[g, a]) * inner_share + (sums[size, a] - sums[j, a] + sums[i, a]) * outer_share
    whole = (sums[h, b] - sums[g, b]) * inner_share + (sums[size, b] - sums[j, b] + sums[i, b]) * outer_share - base
    if b - a == 1:
        return 0.5 * whole, b
    least, best = np.inf, a + 1
    for p in range(a + 1, b):
        to_left = (sums[h, p] - sums[g, p]) * inner_share + (sums[size, p] - sums[j, p] + sums[i, p]) * outer_share
        to_left -= base
        length = under[a, b, p] + 0.25 * (to_left * shares[p - a] + (whole - to_left) * shares[b - p])
        if length < least:
            least, best = length, p
    return least, best


@leaf
def _fill(under: Floats, sums: Floats, shares: Floats, penalties: Floats, low: int, high: int) -> None:
    """The length below each node [i, j) between the two bounds that is divided at k, less half the mean between its
    halves, which the edge over it takes off; `under` is [i, j, k]."""
    size = len(sums) - 1
    for length in range(2, high - low + 1):
        for i in range(low, high - length + 1):
            j = i + length
            rest = size - length
            penalty = penalties[i, j] if len(penalties) else 0.0
            for k in range(i + 1, j):
                left = _child(under, sums, shares, i, k, k, j, i, j)[0]
                right = _child(under, sums, shares, k, j, i, k, i, j)[0]
                # the means between each child's sibling and the outside: [i, j) is all only where there is no outside
                out_right = (sums[size, j] - sums[size, k]) - (sums[j, j] - sums[i, j] - sums[j, k] + sums[i, k])
                out_left = (sums[size, k] - sums[size, i]) - (sums[j, k] - sums[i, k] - sums[j, i] + sums[i, i])
                taken = 0.5 * (out_right * shares[j - k] + out_left * shares[k - i]) * shares[rest]
                taken += 0.5 * _mean(sums, i, k, k, j)
                under[i, j, k] = left + right - taken + penalty


@leaf
def _top(under: Floats, sums: Floats, root: int) -> tuple[float, int, int]:
    """The least length of the whole tree with its top edge between [0, root) and the rest, and both divisions."""
    size = len(sums) - 1
    least, first, second = np.inf, 0, size
    for p in range(1, max(root, 2)):
        for q in range(root + 1, max(size, root + 2)):
            length = 0.0
            if root > 1:
                length += under[0, root, p]
            if size - root > 1:
                length += under[root, size, q]
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
            if length < least:
                least, first, second = length, p, q
    return least, first, second


@entry
def shortest_tree(distances: Floats, root: int, penalties: Floats) -> tuple[float, Places]:
    """The least sum of all edges of a binary tree over at least two words whose top edge is between [0, root) and the
    rest, by means over all leaves (equations 3 and 4), and the spans of its phrases, each before those in it, without
    the whole. `distances` is symmetric; `penalties` (words, words + 1), or (0, 0) for none, is added for each span."""
    size = len(distances)
    sums = _sums(distances)
    shares = np.zeros(size + 1)
    for count in range(1, size + 1):
        shares[count] = 1.0 / count
    under = np.zeros((size + 1, size + 1, size + 1))
    _fill(under, sums, shares, penalties, 0, root)
    _fill(under, sums, shares, penalties, root, size)
    least, first, second = _top(under, sums, root)
    spans = np.empty((max(size - 2, 0), 2), dtype=np.int32)
    stack = np.empty((size + 2, 3), dtype=np.int64)
    depth, made = 0, 0
    for low, high, division in ((root, size, second), (0, root, first)):
        if high - low > 1:
            stack[depth, 0], stack[depth, 1], stack[depth, 2] = low, high, division
            depth += 1
    while depth:
        depth -= 1
        i, j, k = stack[depth, 0], stack[depth, 1], stack[depth, 2]
        spans[made, 0], spans[made, 1] = i, j
        made += 1
        if j - k > 1:
            stack[depth, 0], stack[depth, 1] = k, j
            stack[depth, 2] = _child(under, sums, shares, k, j, i, k, i, j)[1]
            depth += 1
        if k - i > 1:
            stack[depth, 0], stack[depth, 1] = i, k
            stack[depth, 2] = _child(under, sums, shares, i, k, k, j, i, j)[1]
            depth += 1
    return least, spans
