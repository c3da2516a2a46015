"""Compiled search for the trees whose arcs sum highest: the recursion of half trees with maxima in place of sums."""

import numpy as np

from spectral_core.arrays import Floats, Integers
from spectral_core.inference.compiling import summing


@summing
def best_of_sums(arcs: Floats, heads: Integers) -> bool:
    """Fills `heads` with the projective tree with one word under the root whose arcs sum highest (Eisner 1996). `arcs`
    (words + 1, words) may hold -inf for what is forbidden; whether there is a tree."""
    size = arcs.shape[1]
    arc_right, arc_left = np.empty((size, size)), np.empty((size, size))  # by head, modifier
    half_right, half_left = np.zeros((size, size)), np.zeros((size, size))  # by head, edge
    arc_ways = np.zeros((size, size), dtype=np.int32)
    half_ways = np.zeros((size, size), dtype=np.int32)
    for j in range(size):
        for i in range(j - 1, -1, -1):
            value, split = -np.inf, i
            for k in range(i, j):
                here = half_right[i, k] + half_left[j, k + 1]
                if here > value:
                    value, split = here, k
            arc_ways[i, j] = split
            arc_right[i, j] = value + arcs[i + 1, j]
            arc_left[j, i] = value + arcs[j + 1, i]
            value, split = -np.inf, j
            for k in range(i + 1, j + 1):
                here = arc_right[i, k] + half_right[k, j]
                if here > value:
                    value, split = here, k
            half_right[i, j], half_ways[i, j] = value, split
            value, split = -np.inf, i
            for k in range(i, j):
                here = arc_left[j, k] + half_left[k, i]
                if here > value:
                    value, split = here, k
            half_left[j, i], half_ways[j, i] = value, split
    value, root = -np.inf, 0
    for word in range(size):
        here = arcs[0, word] + half_left[word, 0] + half_right[word, size - 1]
        if here > value:
            value, root = here, word
    if value == -np.inf:
        return False
    heads[root] = 0
    stack = np.empty((3 * size + 4, 2), dtype=np.int32)
    stack[0, 0], stack[0, 1] = root, 0
    stack[1, 0], stack[1, 1] = root, size - 1
    top = 2
    while top:
        top -= 1
        head, edge = stack[top]
        if head == edge:
            continue
        last = half_ways[head, edge]
        heads[last] = head + 1
        split = arc_ways[min(head, last), max(head, last)]
        near, far = (split, split + 1) if head < edge else (split + 1, split)
        stack[top, 0], stack[top, 1] = last, edge
        stack[top + 1, 0], stack[top + 1, 1] = head, near
        stack[top + 2, 0], stack[top + 2, 1] = last, far
        top += 3
    return True


@summing
def best_of_sums_in(offsets: Integers, found: Floats, heads: Integers) -> None:
    """The best trees of the arc posteriors of a batch, one after the other."""
    at = 0
    for sentence in range(len(offsets) - 1):
        low, high = offsets[sentence], offsets[sentence + 1]
        size = high - low
        if size:
            best_of_sums(found[at : at + size * (size + 1)].reshape(size + 1, size), heads[low:high])
        at += size * (size + 1)
