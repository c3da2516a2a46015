"""Compiled search for the tree whose arcs sum highest: the recursion of half trees with maxima in place of sums."""

import numpy as np

from spectral_core.arrays import Floats, Integers
from spectral_core.inference.compiling import fastmath_entry


@fastmath_entry
def best_tree(arcs: Floats, heads: Integers) -> bool:
    """Fill `heads` with the projective tree with one word under the root whose arcs sum highest (Eisner 1996); return
    whether there is one. `arcs` (words + 1, words) may hold -inf for what is forbidden."""
    size = arcs.shape[1]
    arc_right, arc_left = np.empty((size, size)), np.empty((size, size))  # by head, modifier
    half_right, half_left = np.zeros((size, size)), np.zeros((size, size))  # by head, edge
    arc_splits = np.zeros((size, size), dtype=np.int32)
    last_modifiers = np.zeros((size, size), dtype=np.int32)
    for j in range(size):
        for i in range(j - 1, -1, -1):
            value, split = -np.inf, i
            for k in range(i, j):
                score = half_right[i, k] + half_left[j, k + 1]
                if score > value:
                    value, split = score, k
            arc_splits[i, j] = split
            arc_right[i, j] = value + arcs[i + 1, j]
            arc_left[j, i] = value + arcs[j + 1, i]
            value, split = -np.inf, j
            for k in range(i + 1, j + 1):
                score = arc_right[i, k] + half_right[k, j]
                if score > value:
                    value, split = score, k
            half_right[i, j], last_modifiers[i, j] = value, split
            value, split = -np.inf, i
            for k in range(i, j):
                score = arc_left[j, k] + half_left[k, i]
                if score > value:
                    value, split = score, k
            half_left[j, i], last_modifiers[j, i] = value, split
    value, root = -np.inf, 0
    for word in range(size):
        score = arcs[0, word] + half_left[word, 0] + half_right[word, size - 1]
        if score > value:
            value, root = score, word
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
        last = last_modifiers[head, edge]
        heads[last] = head + 1
        split = arc_splits[min(head, last), max(head, last)]
        near, far = (split, split + 1) if head < edge else (split + 1, split)
        stack[top, 0], stack[top, 1] = last, edge
        stack[top + 1, 0], stack[top + 1, 1] = head, near
        stack[top + 2, 0], stack[top + 2, 1] = last, far
        top += 3
    return True


@fastmath_entry
def best_trees_of_batch(offsets: Integers, posteriors: Floats, heads: Integers) -> None:
    """Fill `heads` with the best trees of the arc posteriors of a batch, one after the other."""
    offset = 0
    for sentence in range(len(offsets) - 1):
        low, high = offsets[sentence], offsets[sentence + 1]
        size = high - low
        if size:
            best_tree(posteriors[offset : offset + size * (size + 1)].reshape(size + 1, size), heads[low:high])
        offset += size * (size + 1)
