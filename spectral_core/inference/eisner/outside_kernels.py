"""The compiled outside recursion of split head automata: what each arc has in the sum over all trees."""

import numpy as np

from spectral_core.arrays import Flags, Floats
from spectral_core.inference.compiling import summing_leaf
from spectral_core.inference.eisner.arrays import Automata, Chart, WordArrays


@summing_leaf
def outside(
    words: WordArrays, automata: Automata, chart: Chart, slopes: Chart, sound: Flags, factor: float, found: Floats
) -> float:
    """The sum over all trees; `found` (words + 1, words) gets the derivative of its log by the log of each arc."""
    size = len(words.groups)
    z = 0.0
    for word in range(size):
        z += words.roots[word] * factor * chart.closed[0, word, 0] * chart.closed[1, word, size - 1]
    if z == 0.0 or not np.isfinite(z):
        return z
    _begin(words, chart, slopes, factor / z, found)
    for j in range(size - 1, -1, -1):
        for i in range(j):
            for side in range(2):
                _shrink(side, i, j, words, automata, chart, slopes, sound)
            for side in range(2):
                head, word = (i, j) if side else (j, i)
                share = 0.0
                for at in range(automata.start.shape[2]):
                    share += chart.arcs[head, word, at] * slopes.arcs[head, word, at]
                found[head + 1, word] = share
                _detach(side, i, j, words, automata, chart, slopes, factor)
    return z


@summing_leaf
def _begin(words: WordArrays, chart: Chart, slopes: Chart, share: float, found: Floats) -> None:
    """Sets all slopes to 0 but those of the halves under the root."""
    size = len(words.groups)
    for i in range(size):
        for j in range(size):
            for side in range(2):
                slopes.closed[side, i, j] = 0.0
                for at in range(slopes.half.shape[3]):
                    slopes.half[side, i, j, at] = 0.0
            for at in range(slopes.arcs.shape[2]):
                slopes.arcs[i, j, at] = 0.0
    for word in range(size):
        root = words.roots[word] * share
        found[0, word] = root * chart.closed[0, word, 0] * chart.closed[1, word, size - 1]
        slopes.closed[0, word, 0] += root * chart.closed[1, word, size - 1]
        slopes.closed[1, word, size - 1] += root * chart.closed[0, word, 0]
        found[word + 1, word] = 0.0


@summing_leaf
def _shrink(
    side: int, i: int, j: int, words: WordArrays, automata: Automata, chart: Chart, slopes: Chart, sound: Flags
) -> None:
    """From the half trees between two words to the arcs and the half trees that they are made of."""
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
            for at in range(states):
                half[state * states + at] += end * stop[at]
    for last in range(i + side, j + side):
        base = words.following[last] * states
        value, change = closed[last, edge], 0.0
        for at in range(states):
            arc_slopes[last, at] += value * half[base + at]
            change += arcs[last, at] * half[base + at]
        closed_slopes[last, edge] += change


@summing_leaf
def _detach(
    side: int, i: int, j: int, words: WordArrays, automata: Automata, chart: Chart, slopes: Chart, factor: float
) -> None:
    """From the arc between two words to the half trees that meet under it."""
    head, word = (i, j) if side else (j, i)
    operator = automata.operators[words.groups[head], side, words.symbols[word]]
    weight, slope = words.weights[head, word], slopes.arcs[head, word]
    sums, moved = chart.sums, chart.moved
    half, half_slopes = chart.half[side, head], slopes.half[side, head]
    closed, closed_slopes = chart.closed[1 - side, word], slopes.closed[1 - side, word]
    states, whole = len(slope), half.shape[1]
    for past in range(states):
        value = 0.0
        for at in range(states):
            value += operator[past, at] * slope[at]
        moved[past] = value
    for state in range(len(weight)):
        share = weight[state] * factor
        for at in range(states):
            sums[state * states + at] = share * moved[at]
    for split in range(i, j):
        near, far = split + 1 - side, split + side
        value, change = closed[far], 0.0
        for at in range(whole):
            half_slopes[near, at] += sums[at] * value
            change += sums[at] * half[near, at]
        closed_slopes[far] += change
