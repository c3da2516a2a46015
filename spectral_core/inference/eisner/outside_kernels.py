"""The compiled outside recursion of split head automata: what each arc has in the sum over all trees.

Nothing imports this module at start. Words of a sentence count from 0 here, and half trees are those of `kernels`.
"""

from __future__ import annotations

import numpy as np

from spectral_core.inference.compiling import summing
from spectral_core.inference.eisner.arrays import Flags, Floats, Integers


@summing
def outside(
    size: int,
    depth: int,
    factor: float,
    operators: Floats,
    stop: Floats,
    groups: Integers,
    symbols: Integers,
    following: Integers,
    weights: Floats,
    ends: Floats,
    roots: Floats,
    open_right: Flags,
    open_left: Flags,
    right: Floats,
    left: Floats,
    closed_right: Floats,
    closed_left: Floats,
    arcs: Floats,
    sound_right: Flags,
    sound_left: Flags,
    right_slope: Floats,
    left_slope: Floats,
    closed_right_slope: Floats,
    closed_left_slope: Floats,
    arcs_slope: Floats,
    total: Floats,
    moved: Floats,
    found: Floats,
) -> float:
    """The sum over all trees; `found` (words + 1, words) gets the derivative of its log by the log of each arc."""
    states = operators.shape[3]
    whole = depth * states
    masked = open_right.shape[0] > 0
    z = 0.0
    for word in range(size):
        z += roots[word] * factor * closed_left[word, 0] * closed_right[word, size - 1]
    if z == 0.0 or not np.isfinite(z):
        return z
    for i in range(size):
        for j in range(size):
            closed_right_slope[i, j] = 0.0
            closed_left_slope[i, j] = 0.0
            for at in range(whole):
                right_slope[i, j, at] = 0.0
                left_slope[i, j, at] = 0.0
            for at in range(states):
                arcs_slope[i, j, at] = 0.0
    inverse = 1.0 / z
    for word in range(size):
        share = roots[word] * factor * inverse
        found[0, word] = share * closed_left[word, 0] * closed_right[word, size - 1]
        closed_left_slope[word, 0] += share * closed_right[word, size - 1]
        closed_right_slope[word, size - 1] += share * closed_left[word, 0]
        found[word + 1, word] = 0.0
    for j in range(size - 1, -1, -1):
        for i in range(j):
            if not masked or open_right[i, j]:
                slope = closed_right_slope[i, j] if sound_right[i, j] else 0.0
                if slope != 0.0:
                    for state in range(depth):
                        end = ends[i, 1, state] * slope
                        for at in range(states):
                            right_slope[i, j, state * states + at] += end * stop[groups[i], 1, at]
                for k in range(i + 1, j + 1):
                    base = following[k] * states
                    value = closed_right[k, j]
                    change = 0.0
                    for at in range(states):
                        arcs_slope[i, k, at] += value * right_slope[i, j, base + at]
                        change += arcs[i, k, at] * right_slope[i, j, base + at]
                    closed_right_slope[k, j] += change
            if not masked or open_left[j, i]:
                slope = closed_left_slope[j, i] if sound_left[j, i] else 0.0
                if slope != 0.0:
                    for state in range(depth):
                        end = ends[j, 0, state] * slope
                        for at in range(states):
                            left_slope[j, i, state * states + at] += end * stop[groups[j], 0, at]
                for k in range(i, j):
                    base = following[k] * states
                    value = closed_left[k, i]
                    change = 0.0
                    for at in range(states):
                        arcs_slope[j, k, at] += value * left_slope[j, i, base + at]
                        change += arcs[j, k, at] * left_slope[j, i, base + at]
                    closed_left_slope[k, i] += change
            found[i + 1, j] = 0.0
            found[j + 1, i] = 0.0
            for at in range(states):
                found[i + 1, j] += arcs[i, j, at] * arcs_slope[i, j, at]
                found[j + 1, i] += arcs[j, i, at] * arcs_slope[j, i, at]
            _move_back(
                states,
                depth,
                factor,
                operators[groups[i], 1, symbols[j]],
                weights[i, j],
                arcs_slope[i, j],
                moved,
                total,
            )
            for k in range(i, j):
                value = closed_left[j, k + 1]
                change = 0.0
                for at in range(whole):
                    right_slope[i, k, at] += total[at] * value
                    change += total[at] * right[i, k, at]
                closed_left_slope[j, k + 1] += change
            _move_back(
                states,
                depth,
                factor,
                operators[groups[j], 0, symbols[i]],
                weights[j, i],
                arcs_slope[j, i],
                moved,
                total,
            )
            for k in range(i, j):
                value = closed_right[i, k]
                change = 0.0
                for at in range(whole):
                    left_slope[j, k + 1, at] += total[at] * value
                    change += total[at] * left[j, k + 1, at]
                closed_right_slope[i, k] += change
    return z


@summing
def _move_back(
    states: int,
    depth: int,
    factor: float,
    operator: Floats,
    weight: Floats,
    slope: Floats,
    moved: Floats,
    total: Floats,
) -> None:
    for past in range(states):
        value = 0.0
        for at in range(states):
            value += operator[past, at] * slope[at]
        moved[past] = value
    for state in range(depth):
        share = weight[state] * factor
        for at in range(states):
            total[state * states + at] = share * moved[at]
