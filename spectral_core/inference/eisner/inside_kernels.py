"""Compiled inside recursion of split head automata: the sums over the half trees of a sentence."""

import math

import numpy as np

from spectral_core.arrays import Flags
from spectral_core.inference.compiling import fastmath_leaf
from spectral_core.inference.eisner.arrays import Automata, Chart, WordArrays

_HUGE = 1e120  # an inside value beyond this, or below its inverse, makes the sentence start again with other factors


@fastmath_leaf
def inside(
    words: WordArrays, automata: Automata, chart: Chart, sound: Flags, factor: float, floor: float, final_attempt: bool
) -> float:
    """Fill the inside values; return 0 where all stayed in range, otherwise the factor of each modifier to try next."""
    size, states = len(words.groups), automata.start.shape[2]
    for head in range(size):
        for side in range(2):
            for state in range(chart.half.shape[3]):
                initial = automata.start[words.groups[head], side, state] if state < states else 0.0
                chart.half[side, head, head, state] = initial
            _close(side, head, head, words, automata, chart, sound, floor)
    for j in range(size):
        largest = 0.0
        for i in range(j - 1, -1, -1):
            largest_entry = 0.0
            for side in range(2):
                largest_entry = max(largest_entry, _attach(side, i, j, words, automata, chart, factor))
            for side in range(2):
                _fill_half(side, i, j, words, chart)
                head, edge = (i, j) if side else (j, i)
                _close(side, head, edge, words, automata, chart, sound, floor)
            if not largest_entry < _HUGE and not final_attempt:
                return factor * (
                    1e-3 if not np.isfinite(largest_entry) else math.exp(-math.log(largest_entry) / (j - i))
                )
            if 2 * (j - i) >= j:
                largest = max(largest, largest_entry)
        if 0.0 < largest < 1.0 / _HUGE and not final_attempt:
            return factor * math.exp(-math.log(largest) / j)
    return 0.0


@fastmath_leaf
def _attach(side: int, i: int, j: int, words: WordArrays, automata: Automata, chart: Chart, factor: float) -> float:
    """Fill the arc between two words; return the size of its largest entry. The operator leaves the sum over splits."""
    head, word = (i, j) if side else (j, i)
    half, closed = chart.half[side, head], chart.closed[1 - side, word]
    operator = automata.operators[words.groups[head], side, words.symbols[word]]
    weight, arc = words.weights[head, word], chart.arcs[head, word]
    sums, state_sums = chart.sums, chart.state_sums
    head_states, states = half.shape[1], len(arc)
    for hidden in range(head_states):
        sums[hidden] = 0.0
    for split in range(i, j):
        value = closed[split + side]
        for hidden in range(head_states):
            sums[hidden] += half[split + 1 - side, hidden] * value
    for hidden in range(states):
        state_sums[hidden] = 0.0
        arc[hidden] = 0.0
    for state in range(len(weight)):
        share = weight[state] * factor
        if share != 0.0:
            for hidden in range(states):
                state_sums[hidden] += share * sums[state * states + hidden]
    for source in range(states):  # operators lie transposed, so that this loop runs along memory
        value = state_sums[source]
        for hidden in range(states):
            arc[hidden] += operator[source, hidden] * value
    largest = 0.0
    for hidden in range(states):
        largest = max(largest, abs(arc[hidden]))
    return largest


@fastmath_leaf
def _fill_half(side: int, i: int, j: int, words: WordArrays, chart: Chart) -> None:
    """Fill the open half tree from one word to the other: the sum over its last modifiers."""
    head, edge = (i, j) if side else (j, i)
    half, arcs, closed = chart.half[side, head, edge], chart.arcs[head], chart.closed[side]
    states = arcs.shape[1]
    for hidden in range(len(half)):
        half[hidden] = 0.0
    if words.reach.shape[1] and not words.reach[side, head, edge]:
        return
    for last in range(i + side, j + side):
        value = closed[last, edge]
        base = words.following[last] * states
        for hidden in range(states):
            half[base + hidden] += arcs[last, hidden] * value


@fastmath_leaf
def _close(
    side: int, head: int, edge: int, words: WordArrays, automata: Automata, chart: Chart, sound: Flags, floor: float
) -> None:
    """Fill the score of stopping; one below `floor` times the sum of its parts is raised to it, with no derivative."""
    half, stop = chart.half[side, head, edge], automata.stop[words.groups[head], side]
    ends = words.ends[head, side]
    states = len(stop)
    value, size = 0.0, 0.0
    for state in range(len(ends)):
        end = ends[state]
        if end != 0.0:
            for hidden in range(states):
                part = half[state * states + hidden] * stop[hidden] * end
                value += part
                size += abs(part)
    is_sound = floor == 0.0 or value >= floor * size
    sound[side, head, edge] = is_sound
    chart.closed[side, head, edge] = value if is_sound else floor * size
