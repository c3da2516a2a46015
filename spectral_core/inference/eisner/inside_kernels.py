"""The compiled inside recursion of split head automata: the sums over the half trees of a sentence."""

import math

import numpy as np

from spectral_core.arrays import Flags
from spectral_core.inference.compiling import summing_leaf
from spectral_core.inference.eisner.arrays import Automata, Chart, WordArrays

_HUGE = 1e120  # an inside value beyond this, or below its inverse, makes the sentence start again with other factors


@summing_leaf
def inside(
    words: WordArrays, automata: Automata, chart: Chart, sound: Flags, factor: float, floor: float, last: bool
) -> float:
    """Fills the inside values; 0 where all stayed in range, otherwise what each modifier should be multiplied by."""
    size, states = len(words.groups), automata.start.shape[2]
    for head in range(size):
        for side in range(2):
            for at in range(chart.half.shape[3]):
                begun = automata.start[words.groups[head], side, at] if at < states else 0.0
                chart.half[side, head, head, at] = begun
            _close(side, head, head, words, automata, chart, sound, floor)
    for j in range(size):
        largest = 0.0
        for i in range(j - 1, -1, -1):
            high = 0.0
            for side in range(2):
                high = max(high, _attach(side, i, j, words, automata, chart, factor))
            for side in range(2):
                _grow(side, i, j, words, chart)
                head, edge = (i, j) if side else (j, i)
                _close(side, head, edge, words, automata, chart, sound, floor)
            if not high < _HUGE and not last:
                return factor * (1e-3 if not np.isfinite(high) else math.exp(-math.log(high) / (j - i)))
            if 2 * (j - i) >= j:
                largest = max(largest, high)
        if 0.0 < largest < 1.0 / _HUGE and not last:
            return factor * math.exp(-math.log(largest) / j)
    return 0.0


@summing_leaf
def _attach(side: int, i: int, j: int, words: WordArrays, automata: Automata, chart: Chart, factor: float) -> float:
    """Fills the arc between two words; the size of its largest entry. The operator leaves the sum over splits."""
    head, word = (i, j) if side else (j, i)
    half, closed = chart.half[side, head], chart.closed[1 - side, word]
    operator = automata.operators[words.groups[head], side, words.symbols[word]]
    weight, arc = words.weights[head, word], chart.arcs[head, word]
    sums, moved = chart.sums, chart.moved
    whole, states = half.shape[1], len(arc)
    for at in range(whole):
        sums[at] = 0.0
    for split in range(i, j):
        value = closed[split + side]
        for at in range(whole):
            sums[at] += half[split + 1 - side, at] * value
    for at in range(states):
        moved[at] = 0.0
        arc[at] = 0.0
    for state in range(len(weight)):
        share = weight[state] * factor
        if share != 0.0:
            for at in range(states):
                moved[at] += share * sums[state * states + at]
    for past in range(states):  # operators lie transposed, so that this loop runs along memory
        value = moved[past]
        for at in range(states):
            arc[at] += operator[past, at] * value
    high = 0.0
    for at in range(states):
        high = max(high, abs(arc[at]))
    return high


@summing_leaf
def _grow(side: int, i: int, j: int, words: WordArrays, chart: Chart) -> None:
    """Fills the open half tree from one word to the other: the sum over its last modifiers."""
    head, edge = (i, j) if side else (j, i)
    half, arcs, closed = chart.half[side, head, edge], chart.arcs[head], chart.closed[side]
    states = arcs.shape[1]
    for at in range(len(half)):
        half[at] = 0.0
    if words.reach.shape[1] and not words.reach[side, head, edge]:
        return
    for last in range(i + side, j + side):
        value = closed[last, edge]
        base = words.following[last] * states
        for at in range(states):
            half[base + at] += arcs[last, at] * value


@summing_leaf
def _close(
    side: int, head: int, edge: int, words: WordArrays, automata: Automata, chart: Chart, sound: Flags, floor: float
) -> None:
    """The score of stopping; one below `floor` times the sum of its parts is raised to that and has no derivative."""
    half, stop = chart.half[side, head, edge], automata.stop[words.groups[head], side]
    ends = words.ends[head, side]
    states = len(stop)
    value, size = 0.0, 0.0
    for state in range(len(ends)):
        end = ends[state]
        if end != 0.0:
            for at in range(states):
                part = half[state * states + at] * stop[at] * end
                value += part
                size += abs(part)
    good = floor == 0.0 or value >= floor * size
    sound[side, head, edge] = good
    chart.closed[side, head, edge] = value if good else floor * size
