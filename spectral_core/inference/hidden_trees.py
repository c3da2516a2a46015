"""Sums over the hidden states of the nodes of given trees, from the leaves to the root and back. Nothing imports this
module at start.

Trees stand end to end: the nodes of one in the order of their words, each with its head counted from 1, 0 for the root.
Matrices are (to the left or right, modifier's, head's).
"""

from __future__ import annotations

import numpy as np

from spectral_core.arrays import Floats, Integers
from spectral_core.inference.compiling import leaf, summing


@leaf
def _by_depth(heads: Integers, low: int, size: int, depths: Integers, counts: Integers, order: Integers) -> None:
    """The nodes of a tree, the deepest first, those of one depth from left to right."""
    for at in range(size + 1):
        counts[at] = 0
    for at in range(size):
        depth, above = 0, heads[low + at]
        while above > 0:
            depth += 1
            above = heads[low + above - 1]
        depths[at] = depth
        counts[size - depth] += 1
    place = 0
    for at in range(size + 1):  # where each depth begins
        seen = counts[at]
        counts[at] = place
        place += seen
    for at in range(size):
        slot = size - depths[at]
        order[counts[slot]] = at
        counts[slot] += 1


@leaf
def _times(row: Floats, point: Floats, product: Floats, made: Floats) -> None:
    """row <- sum over j of point[j] row @ product[j]."""
    states = len(row)
    for to in range(states):
        made[to] = 0.0
    for at in range(states):
        for past in range(states):
            factor = point[at] * row[past]
            for to in range(states):
                made[to] += factor * product[at, past, to]
    for to in range(states):
        row[to] = made[to]


@leaf
def _scaled(row: Floats) -> float:
    """The log of the largest entry, by which the row is divided; -inf for nothing."""
    largest = 0.0
    for at in range(len(row)):
        largest = max(largest, abs(row[at]))
    if not largest > 0.0 or largest == np.inf:
        return -np.inf
    for at in range(len(row)):
        row[at] /= largest
    return float(np.log(largest))


@summing
def signed_sums(
    symbols: Integers, heads: Integers, starts: Integers, words: Floats, begin: Floats, moves: Floats, product: Floats,
    root: Floats, words_last: bool, logs: Floats, signs: Integers,
) -> None:  # fmt: skip
    """Writes the log size and the sign of the sum of each tree, whose rows are those of `words`, times the products of
    what comes from the modifiers; or `begin` times those, and the word's own product last."""
    states = len(root)
    longest = 0
    for tree in range(len(starts) - 1):
        longest = max(longest, starts[tree + 1] - starts[tree])
    rows, point, made = np.empty((longest, states)), np.empty(states), np.empty(states)
    depths, counts = np.empty(longest, dtype=np.int64), np.empty(longest + 1, dtype=np.int64)
    order = np.empty(longest, dtype=np.int64)
    for tree in range(len(starts) - 1):
        low = starts[tree]
        size = starts[tree + 1] - low
        _by_depth(heads, low, size, depths, counts, order)
        for at in range(size):
            for to in range(states):
                rows[at, to] = begin[to] if words_last else words[symbols[low + at], to]
        log, total = 0.0, 0.0
        for place in range(size):
            at = order[place]
            if words_last:
                _times(rows[at], words[symbols[low + at]], product, made)
            log += _scaled(rows[at])
            if log == -np.inf:
                break
            above = heads[low + at]
            if above == 0:
                for to in range(states):
                    total += rows[at, to] * root[to]
            else:
                move = moves[1 if at + 1 > above else 0]
                for to in range(states):
                    point[to] = 0.0
                for past in range(states):
                    for to in range(states):
                        point[to] += rows[at, past] * move[past, to]
                _times(rows[above - 1], point, product, made)
                log += _scaled(rows[above - 1])
        if log == -np.inf or total == 0.0:
            logs[tree], signs[tree] = -np.inf, 0
        else:
            logs[tree] = log + np.log(abs(total))
            signs[tree] = 1 if total > 0 else -1


@summing
def tree_expectations(
    symbols: Integers, heads: Integers, starts: Integers, weights: Floats, emissions: Floats, moves: Floats,
    root: Floats, logs: Floats, shares: Floats, emitted: Floats, moved: Floats, rooted: Floats,
) -> None:  # fmt: skip
    """Writes the log-likelihood of each tree, -inf for an impossible one, and the posterior of the states of each node;
    adds to `emitted` (symbols, states), to `moved`, still to be multiplied by the moves, and to `rooted` what is
    expected of all trees (Baum et al. 1970, over trees)."""
    states = len(root)
    longest = 0
    for tree in range(len(starts) - 1):
        longest = max(longest, starts[tree + 1] - starts[tree])
    below, coming = np.empty((longest, states)), np.empty((longest, states))
    depths, counts = np.empty(longest, dtype=np.int64), np.empty(longest + 1, dtype=np.int64)
    order, ratio = np.empty(longest, dtype=np.int64), np.empty(states)
    for tree in range(len(starts) - 1):
        low, weight = starts[tree], weights[tree]
        size = starts[tree + 1] - low
        _by_depth(heads, low, size, depths, counts, order)
        for at in range(size):
            for state in range(states):
                below[at, state] = emissions[symbols[low + at], state]
        log, total = 0.0, 0.0
        for place in range(size):
            at = order[place]
            log += _scaled(below[at])
            if log == -np.inf:
                break
            above = heads[low + at]
            if above == 0:
                for state in range(states):
                    total += below[at, state] * root[state]
            else:
                move = moves[1 if at + 1 > above else 0]
                for state in range(states):
                    coming[at, state] = 0.0
                for past in range(states):
                    for state in range(states):
                        coming[at, state] += below[at, past] * move[past, state]
                for state in range(states):
                    below[above - 1, state] *= coming[at, state]
                log += _scaled(below[above - 1])
        if log == -np.inf or not total > 0.0:
            logs[tree] = -np.inf
            for at in range(size):
                for state in range(states):
                    shares[low + at, state] = 1.0 / states
            continue
        logs[tree] = log + np.log(total)
        for place in range(size - 1, -1, -1):
            at = order[place]
            above = heads[low + at]
            if above == 0:
                for state in range(states):
                    shares[low + at, state] = below[at, state] * root[state] / total
                    rooted[state] += weight * shares[low + at, state]
            else:
                side = 1 if at + 1 > above else 0
                for state in range(states):
                    passed = coming[at, state]
                    ratio[state] = shares[low + above - 1, state] / passed if passed > 0.0 else 0.0
                for past in range(states):
                    reached, here = 0.0, below[at, past]
                    for state in range(states):
                        reached += moves[side, past, state] * ratio[state]
                        moved[side, past, state] += weight * here * ratio[state]
                    shares[low + at, past] = here * reached
            for state in range(states):
                emitted[symbols[low + at], state] += weight * shares[low + at, state]
