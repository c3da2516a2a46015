"""Compiled outside recursion of split head automata: the share of each arc in the sum over all trees."""

import numpy as np

from spectral_core.arrays import Flags, Floats
from spectral_core.inference.compiling import fastmath_leaf
from spectral_core.inference.eisner.arrays import Automata, Chart, WordArrays


@fastmath_leaf
def outside(
    words: WordArrays, automata: Automata, chart: Chart, slopes: Chart, sound: Flags, factor: float, posteriors: Floats
) -> float:
    """Return the sum over all trees; fill `posteriors` (words + 1, words) with the derivative of its log by the log of
    each arc."""
    size = len(words.groups)
    z = 0.0
    for word in range(size):
        z += words.roots[word] * factor * chart.closed[0, word, 0] * chart.closed[1, word, size - 1]
    if z == 0.0 or not np.isfinite(z):
        return z
    _start_at_roots(words, chart, slopes, factor / z, posteriors)
    for j in range(size - 1, -1, -1):
        for i in range(j):
            for side in range(2):
                _outside_half(side, i, j, words, automata, chart, slopes, sound)
            for side in range(2):
                head, word = (i, j) if side else (j, i)
                share = 0.0
                for state in range(automata.start.shape[2]):
                    share += chart.arcs[head, word, state] * slopes.arcs[head, word, state]
                posteriors[head + 1, word] = share
                _outside_arc(side, i, j, words, automata, chart, slopes, factor)
    return z


@fastmath_leaf
def _start_at_roots(words: WordArrays, chart: Chart, slopes: Chart, share: float, posteriors: Floats) -> None:
    """Set all derivatives to 0 but those of the halves under the root."""
    size = len(words.groups)
    for i in range(size):
        for j in range(size):
            for side in range(2):
                slopes.closed[side, i, j] = 0.0
                for state in range(slopes.half.shape[3]):
                    slopes.half[side, i, j, state] = 0.0
            for state in range(slopes.arcs.shape[2]):
                slopes.arcs[i, j, state] = 0.0
    for word in range(size):
        root = words.roots[word] * share
        posteriors[0, word] = root * chart.closed[0, word, 0] * chart.closed[1, word, size - 1]
        slopes.closed[0, word, 0] += root * chart.closed[1, word, size - 1]
        slopes.closed[1, word, size - 1] += root * chart.closed[0, word, 0]
        posteriors[word + 1, word] = 0.0


@fastmath_leaf
def _outside_half(
    side: int, i: int, j: int, words: WordArrays, automata: Automata, chart: Chart, slopes: Chart, sound: Flags
) -> None:
    """Pass derivatives from the half trees between two words to the arcs and the half trees that they are made of."""
    head, edge = (i, j) if side else (j, i)
    if words.reach.shape[1] and not words.reach[side, head, edge]:
        return
    half, stop, ends = slopes.half[side, head, edge], automata.stop[words.groups[head], side], words.ends[head, side]
    closed, closed_slopes = chart.closed[side], slopes.closed[side]
    arcs, arc_slopes = chart.arcs[head], slopes.arcs[head]
    states = len(stop)
    slope = closed_slopes[head, edge] if sound[side, head, edge] else 0.0
    if slope != 0.0:
        for state in range(len(ends)):
            end = ends[state] * slope
            for hidden in range(states):
                half[state * states + hidden] += end * stop[hidden]
    for last in range(i + side, j + side):
        base = words.following[last] * states
        closed_value, change = closed[last, edge], 0.0
        for hidden in range(states):
            arc_slopes[last, hidden] += closed_value * half[base + hidden]
            change += arcs[last, hidden] * half[base + hidden]
        closed_slopes[last, edge] += change


@fastmath_leaf
def _outside_arc(
    side: int, i: int, j: int, words: WordArrays, automata: Automata, chart: Chart, slopes: Chart, factor: float
) -> None:
    """Pass derivatives from the arc between two words to the half trees that meet under it."""
    head, word = (i, j) if side else (j, i)
    operator = automata.operators[words.groups[head], side, words.symbols[word]]
    weight, slope = words.weights[head, word], slopes.arcs[head, word]
    sums, state_sums = chart.sums, chart.state_sums
    half, half_slopes = chart.half[side, head], slopes.half[side, head]
    closed, closed_slopes = chart.closed[1 - side, word], slopes.closed[1 - side, word]
    states, head_states = len(slope), half.shape[1]
    for source in range(states):
        value = 0.0
        for hidden in range(states):
            value += operator[source, hidden] * slope[hidden]
        state_sums[source] = value
    for state in range(len(weight)):
        share = weight[state] * factor
        for hidden in range(states):
            sums[state * states + hidden] = share * state_sums[hidden]
    for split in range(i, j):
        near, far = split + 1 - side, split + side
        value, change = closed[far], 0.0
        for hidden in range(head_states):
            half_slopes[near, hidden] += sums[hidden] * value
            change += sums[hidden] * half[near, hidden]
        closed_slopes[far] += change
