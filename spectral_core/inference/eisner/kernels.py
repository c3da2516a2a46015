"""Compiled sums over the trees of split head automata, sentence by sentence: the inside recursion and its batches.

Nothing imports this module at start. Words of a sentence count from 0 here. A half tree of head h that reaches to edge
e is open while its automaton may go on (a vector over deterministic state x hidden state) and closed once it stopped.
"""

from __future__ import annotations

import math

import numpy as np

from spectral_core.inference.compiling import summing
from spectral_core.inference.eisner.arrays import Flags, Floats, Integers
from spectral_core.inference.eisner.outside_kernels import outside

_HUGE = 1e120  # an inside value beyond this, or below its inverse, makes the sentence start again with other factors
_RESTARTS = 12


@summing
def inside(
    size: int,
    depth: int,
    factor: float,
    floor: float,
    operators: Floats,
    start: Floats,
    stop: Floats,
    groups: Integers,
    symbols: Integers,
    following: Integers,
    weights: Floats,
    ends: Floats,
    open_right: Flags,
    open_left: Flags,
    right: Floats,
    left: Floats,
    closed_right: Floats,
    closed_left: Floats,
    arcs: Floats,
    sound_right: Flags,
    sound_left: Flags,
    total: Floats,
    moved: Floats,
    last: bool,
) -> float:
    """Fills the inside values; 0 where all stayed in range, otherwise what each modifier should be multiplied by."""
    states = operators.shape[3]
    whole = depth * states
    masked = open_right.shape[0] > 0
    for head in range(size):
        for at in range(whole):
            right[head, head, at] = start[groups[head], 1, at] if at < states else 0.0
            left[head, head, at] = start[groups[head], 0, at] if at < states else 0.0
        _close(head, head, 1, states, depth, floor, stop, groups, ends, right, closed_right, sound_right)
        _close(head, head, 0, states, depth, floor, stop, groups, ends, left, closed_left, sound_left)
    for j in range(size):
        largest = 0.0
        for i in range(j - 1, -1, -1):
            high = 0.0
            # trapezoids: the operator leaves the sum over splits
            for at in range(whole):
                total[at] = 0.0
            for k in range(i, j):
                value = closed_left[j, k + 1]
                for at in range(whole):
                    total[at] += right[i, k, at] * value
            _move(states, depth, factor, operators[groups[i], 1, symbols[j]], weights[i, j], total, moved, arcs[i, j])
            for at in range(whole):
                total[at] = 0.0
            for k in range(i, j):
                value = closed_right[i, k]
                for at in range(whole):
                    total[at] += left[j, k + 1, at] * value
            _move(states, depth, factor, operators[groups[j], 0, symbols[i]], weights[j, i], total, moved, arcs[j, i])
            for at in range(states):
                high = max(high, abs(arcs[i, j, at]), abs(arcs[j, i, at]))
            # triangles
            for at in range(whole):
                right[i, j, at] = 0.0
                left[j, i, at] = 0.0
            if not masked or open_right[i, j]:
                for k in range(i + 1, j + 1):
                    value = closed_right[k, j]
                    base = following[k] * states
                    for at in range(states):
                        right[i, j, base + at] += arcs[i, k, at] * value
            if not masked or open_left[j, i]:
                for k in range(i, j):
                    value = closed_left[k, i]
                    base = following[k] * states
                    for at in range(states):
                        left[j, i, base + at] += arcs[j, k, at] * value
            _close(i, j, 1, states, depth, floor, stop, groups, ends, right, closed_right, sound_right)
            _close(j, i, 0, states, depth, floor, stop, groups, ends, left, closed_left, sound_left)
            if not high < _HUGE and not last:
                return factor * (1e-3 if not np.isfinite(high) else math.exp(-math.log(high) / (j - i)))
            if 2 * (j - i) >= j:
                largest = max(largest, high)
        if 0.0 < largest < 1.0 / _HUGE and not last:
            return factor * math.exp(-math.log(largest) / j)
    return 0.0


@summing
def _move(
    states: int,
    depth: int,
    factor: float,
    operator: Floats,
    weight: Floats,
    total: Floats,
    moved: Floats,
    arc: Floats,
) -> None:
    for at in range(states):
        moved[at] = 0.0
    for state in range(depth):
        share = weight[state] * factor
        if share != 0.0:
            for at in range(states):
                moved[at] += share * total[state * states + at]
    for at in range(states):
        arc[at] = 0.0
    for past in range(states):  # operators lie transposed, so that this loop runs along memory
        value = moved[past]
        for at in range(states):
            arc[at] += operator[past, at] * value


@summing
def _close(
    head: int,
    edge: int,
    side: int,
    states: int,
    depth: int,
    floor: float,
    stop: Floats,
    groups: Integers,
    ends: Floats,
    half: Floats,
    closed: Floats,
    sound: Flags,
) -> None:
    """The score of stopping; one below `floor` times the sum of its parts is raised to that and has no derivative."""
    value, size = 0.0, 0.0
    for state in range(depth):
        end = ends[head, side, state]
        if end != 0.0:
            for at in range(states):
                part = half[head, edge, state * states + at] * stop[groups[head], side, at] * end
                value += part
                size += abs(part)
    good = floor == 0.0 or value >= floor * size
    sound[head, edge] = good
    closed[head, edge] = value if good else floor * size


@summing
def sums(
    offsets: Integers,
    depths: Integers,
    operators: Floats,
    start: Floats,
    stop: Floats,
    floor: float,
    groups: Integers,
    symbols: Integers,
    following: Integers,
    weights: Floats,
    ends: Floats,
    roots: Floats,
    open_right: Flags,
    open_left: Flags,
    found: Floats,
    logs: Floats,
    signs: Integers,
    clipped: Integers,
) -> None:
    """Arc posteriors of every sentence of a batch, one after the other, in one set of tables."""
    states = operators.shape[3]
    longest, widest = 1, 1
    for sentence in range(len(offsets) - 1):
        longest = max(longest, offsets[sentence + 1] - offsets[sentence])
        widest = max(widest, depths[sentence])
    cells = longest * longest
    halves = np.empty((4, cells * widest * states))
    edges = np.empty((4, cells))
    heads = np.empty((2, cells * states))
    sound = np.empty((2, cells), dtype=np.bool_)
    total, moved = np.empty(widest * states), np.empty(states)
    at_weight, at_end, at_cell, at_found = 0, 0, 0, 0
    for sentence in range(len(offsets) - 1):
        low, high = offsets[sentence], offsets[sentence + 1]
        size, depth = high - low, depths[sentence]
        if size == 0:
            logs[sentence], signs[sentence], clipped[sentence] = 0.0, 1, 0
            continue
        whole, square = depth * states, size * size
        weight = weights[at_weight : at_weight + square * depth].reshape(size, size, depth)
        end = ends[at_end : at_end + size * 2 * depth].reshape(size, 2, depth)
        if len(open_right):
            free_right = open_right[at_cell : at_cell + square].reshape(size, size)
            free_left = open_left[at_cell : at_cell + square].reshape(size, size)
        else:
            free_right, free_left = open_right.reshape(0, 0), open_left.reshape(0, 0)
        posterior = found[at_found : at_found + square + size].reshape(size + 1, size)
        at_weight += square * depth
        at_end += size * 2 * depth
        at_cell += square
        at_found += square + size
        right = halves[0, : square * whole].reshape(size, size, whole)
        left = halves[1, : square * whole].reshape(size, size, whole)
        closed_right, closed_left = edges[0, :square].reshape(size, size), edges[1, :square].reshape(size, size)
        arcs = heads[0, : square * states].reshape(size, size, states)
        sound_right, sound_left = sound[0, :square].reshape(size, size), sound[1, :square].reshape(size, size)
        factor = 1.0
        for attempt in range(_RESTARTS):
            better = inside(
                size, depth, factor, floor, operators, start, stop,
                groups[low:high], symbols[low:high], following[low:high], weight, end, free_right, free_left,
                right, left, closed_right, closed_left, arcs, sound_right, sound_left, total, moved,
                attempt == _RESTARTS - 1,
            )  # fmt: skip
            if better == 0.0:
                break
            factor = better
        z = outside(
            size, depth, factor, operators, stop,
            groups[low:high], symbols[low:high], following[low:high], weight, end, roots[low:high],
            free_right, free_left, right, left, closed_right, closed_left, arcs, sound_right, sound_left,
            halves[2, : square * whole].reshape(size, size, whole),
            halves[3, : square * whole].reshape(size, size, whole),
            edges[2, :square].reshape(size, size), edges[3, :square].reshape(size, size),
            heads[1, : square * states].reshape(size, size, states),
            total, moved, posterior,
        )  # fmt: skip
        bad = 0
        for i in range(size):
            for j in range(size):
                if i <= j:
                    bad += not sound_right[i, j]
                    bad += not sound_left[j, i]
        clipped[sentence] = bad
        if z == 0.0 or not np.isfinite(z):
            logs[sentence], signs[sentence] = -np.inf, 0
            posterior[:] = 0.0
        else:
            logs[sentence] = np.log(abs(z)) - size * np.log(factor)
            signs[sentence] = 1 if z > 0.0 else -1
