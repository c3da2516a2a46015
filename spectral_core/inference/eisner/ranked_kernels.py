"""Compiled search for the best trees of a split head automaton, each list exact; nothing imports this at start.

The recursion of the sums with lists of scores in place of sums (Eisner 1996; k-best as in Huang and Chiang 2005,
algorithm 2, with whole lists in every cell).
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from spectral_core.inference.compiling import summing
from spectral_core.inference.eisner.arrays import Flags, Floats, Integers

Pointers = NDArray[np.int32]


@summing
def _insert(scores: Floats, pointers: Pointers, count: int, value: float, first: int, second: int, third: int) -> int:
    """Puts a value into a falling list, behind its equals; the new length."""
    size = len(scores)
    if count == size:
        if value <= scores[count - 1]:
            return count
        at = count - 1
    else:
        at = count
        count += 1
    while at > 0 and scores[at - 1] < value:
        scores[at] = scores[at - 1]
        pointers[at, 0], pointers[at, 1], pointers[at, 2] = (
            pointers[at - 1, 0],
            pointers[at - 1, 1],
            pointers[at - 1, 2],
        )
        at -= 1
    scores[at] = value
    pointers[at, 0], pointers[at, 1], pointers[at, 2] = first, second, third
    return count


@summing
def _sums_of(
    scores: Floats,
    pointers: Pointers,
    count: int,
    label: int,
    first: Floats,
    first_count: int,
    second: Floats,
    second_count: int,
) -> int:
    """Adds the sums of two falling lists to a list; the new length."""
    size = len(scores)
    for a in range(first_count):
        for b in range(second_count):
            if (a + 1) * (b + 1) > size:
                break
            value = first[a] + second[b]
            if count == size and value <= scores[count - 1]:
                if b == 0:
                    return count
                break
            count = _insert(scores, pointers, count, value, label, a, b)
    return count


@summing
def best(
    size: int,
    depth: int,
    k: int,
    operators: Floats,
    start: Floats,
    stop: Floats,
    groups: Integers,
    symbols: Integers,
    following: Integers,
    weights: Floats,
    ends: Floats,
    roots: Floats,
    open_right: Flags,
    open_left: Flags,
    heads: Integers,
    totals: Floats,
) -> int:
    """Fills `heads` (k, words) and `totals` (k,) with the best derivations, best first; how many there are.

    All scores are logarithms and add; -inf is impossible. Operators are (groups, 2, symbols, from, to).
    """
    states = operators.shape[3]
    whole = depth * states
    masked = open_right.shape[0] > 0
    # side 0: left halves, side 1: right halves
    half = np.empty((2, size, size, whole, k))
    half_ways = np.empty((2, size, size, whole, k, 3), dtype=np.int32)
    half_counts = np.zeros((2, size, size, whole), dtype=np.int32)
    closed = np.empty((2, size, size, k))
    closed_ways = np.empty((2, size, size, k, 3), dtype=np.int32)
    closed_counts = np.zeros((2, size, size), dtype=np.int32)
    arc = np.empty((size, size, states, k))
    arc_ways = np.empty((size, size, states, k, 4), dtype=np.int32)  # split, state before, its rank, rank of the other
    arc_counts = np.zeros((size, size, states), dtype=np.int32)
    sums = np.empty((whole, k))
    sums_ways = np.empty((whole, k, 3), dtype=np.int32)
    sums_counts = np.zeros(whole, dtype=np.int32)
    line = np.empty(k)
    line_ways = np.empty((k, 3), dtype=np.int32)
    for head in range(size):
        for side in range(2):
            for at in range(states):
                if start[groups[head], side, at] > -np.inf:
                    half[side, head, head, at, 0] = start[groups[head], side, at]
                    half_ways[side, head, head, at, 0, 0] = -1
                    half_counts[side, head, head, at] = 1
            closed_counts[side, head, head] = _close(
                head, head, side, states, depth, stop, groups, ends, half[side], half_counts[side],
                closed[side, head, head], closed_ways[side, head, head],
            )  # fmt: skip
    for j in range(size):
        for i in range(j - 1, -1, -1):
            for side in range(2):
                head, word = (i, j) if side else (j, i)
                for at in range(whole):
                    count = 0
                    if weights[head, word, at // states] > -np.inf:
                        for split in range(i, j):
                            near, far = (split, split + 1) if side else (split + 1, split)
                            count = _sums_of(
                                sums[at], sums_ways[at], count, split,
                                half[side, head, near, at], half_counts[side, head, near, at],
                                closed[1 - side, word, far], closed_counts[1 - side, word, far],
                            )  # fmt: skip
                    sums_counts[at] = count
                for to in range(states):
                    count = 0
                    for at in range(whole):
                        step = operators[groups[head], side, symbols[word], at % states, to]
                        step += weights[head, word, at // states]
                        if step > -np.inf:
                            for rank in range(sums_counts[at]):
                                count = _insert(line, line_ways, count, sums[at, rank] + step, at, rank, 0)
                    arc_counts[head, word, to] = count
                    for place in range(count):
                        at, rank = line_ways[place, 0], line_ways[place, 1]
                        arc[head, word, to, place] = line[place]
                        arc_ways[head, word, to, place, 0] = sums_ways[at, rank, 0]
                        arc_ways[head, word, to, place, 1] = at
                        arc_ways[head, word, to, place, 2] = sums_ways[at, rank, 1]
                        arc_ways[head, word, to, place, 3] = sums_ways[at, rank, 2]
            for side in range(2):
                head, edge = (i, j) if side else (j, i)
                if masked and not (open_right[i, j] if side else open_left[j, i]):
                    continue
                for last in range(i + 1, j + 1) if side else range(i, j):
                    for state in range(states):
                        to = following[last] * states + state
                        half_counts[side, head, edge, to] = _sums_of(
                            half[side, head, edge, to], half_ways[side, head, edge, to],
                            half_counts[side, head, edge, to], last,
                            arc[head, last, state], arc_counts[head, last, state],
                            closed[side, last, edge], closed_counts[side, last, edge],
                        )  # fmt: skip
                closed_counts[side, head, edge] = _close(
                    head, edge, side, states, depth, stop, groups, ends, half[side], half_counts[side],
                    closed[side, head, edge], closed_ways[side, head, edge],
                )  # fmt: skip
    count = 0
    for word in range(size):
        if roots[word] > -np.inf:
            for a in range(closed_counts[0, word, 0]):
                for b in range(closed_counts[1, word, size - 1]):
                    value = roots[word] + closed[0, word, 0, a] + closed[1, word, size - 1, b]
                    if (a + 1) * (b + 1) > k or (count == k and value <= line[count - 1]):
                        break
                    count = _insert(line, line_ways, count, value, word, a, b)
    # walking back: (what, head, edge or modifier, state, rank), what: 0 and 1 closed, 2 and 3 open, by side
    stack = np.empty((4 * size + 8, 5), dtype=np.int32)
    for place in range(count):
        totals[place] = line[place]
        word = line_ways[place, 0]
        heads[place, word] = 0
        stack[0, 0], stack[0, 1], stack[0, 2], stack[0, 4] = 0, word, 0, line_ways[place, 1]
        stack[1, 0], stack[1, 1], stack[1, 2], stack[1, 4] = 1, word, size - 1, line_ways[place, 2]
        top = 2
        while top:
            top -= 1
            what, head, edge, at, rank = stack[top]
            if what < 2:
                at, rank = closed_ways[what, head, edge, rank, 0], closed_ways[what, head, edge, rank, 1]
                what += 2
            side = what - 2
            if head == edge:
                continue
            last, arc_rank, rest = half_ways[side, head, edge, at, rank]
            heads[place, last] = head + 1
            stack[top, 0], stack[top, 1], stack[top, 2], stack[top, 4] = side, last, edge, rest
            top += 1
            split, before, first, second = arc_ways[head, last, at % states, arc_rank]
            near, far = (split, split + 1) if side else (split + 1, split)
            stack[top, 0], stack[top, 1], stack[top, 2], stack[top, 3] = side + 2, head, near, before
            stack[top, 4] = first
            top += 1
            stack[top, 0], stack[top, 1], stack[top, 2], stack[top, 4] = 1 - side, last, far, second
            top += 1
    return count


@summing
def _close(
    head: int,
    edge: int,
    side: int,
    states: int,
    depth: int,
    stop: Floats,
    groups: Integers,
    ends: Floats,
    half: Floats,
    counts: Pointers,
    scores: Floats,
    ways: Pointers,
) -> int:
    count = 0
    for at in range(depth * states):
        step = stop[groups[head], side, at % states] + ends[head, side, at // states]
        if step > -np.inf:
            for rank in range(counts[head, edge, at]):
                count = _insert(scores, ways, count, half[head, edge, at, rank] + step, at, rank, 0)
    return count


@summing
def best_of_sums(arcs: Floats, heads: Integers) -> bool:
    """Fills `heads` with the projective tree with one word under the root whose arcs sum highest (Eisner 1996).

    `arcs` (words + 1, words) may hold -inf for what is forbidden; whether there is a tree.
    """
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
