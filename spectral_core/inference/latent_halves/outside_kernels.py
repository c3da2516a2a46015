"""The compiled outside recursion of halves with hidden states: what each arc has in the sum over all trees."""

import numpy as np

from spectral_core.arrays import Floats
from spectral_core.inference.compiling import summing_leaf
from spectral_core.inference.latent_halves.arrays import HalvesChart, StateTensors
from spectral_core.inference.latent_halves.inside_kernels import few_splits, top, views_of_split
from spectral_core.inference.latent_halves.room import SentenceWords, SideRoom


@summing_leaf
def outside(
    words: SentenceWords,
    grammar: StateTensors,
    chart: HalvesChart,
    slopes: HalvesChart,
    room: SideRoom,
    factor: float,
    found: Floats,
) -> float:
    """The sum over all trees; `found` (words + 1, words) gets the derivative of its log by the log of each arc."""
    size = len(words.tags)
    z = 0.0
    found[:] = 0.0
    for word in range(size):
        if words.tops[word] and room.alive[0, word, 0] and room.alive[1, word, size - 1]:
            found[0, word] = top(word, words, grammar, chart) * factor
            z += found[0, word]
    if z == 0.0 or not np.isfinite(z):
        return z
    _begin(words, grammar, chart, slopes, factor / z, found)
    for j in range(size - 1, -1, -1):
        for i in range(j):
            for side in range(2):
                _shrink(side, i, j, words, grammar, chart, slopes, room)
            for side in range(2):
                head, word = (i, j) if side else (j, i)
                if words.rules[head, word] >= 0:
                    share = 0.0
                    for at in range(chart.arcs.shape[2]):
                        for of in range(chart.arcs.shape[3]):
                            share += chart.arcs[head, word, at, of] * slopes.arcs[head, word, at, of]
                    found[head + 1, word] = share
                    _detach(side, i, j, words, grammar, chart, slopes, room, factor)
    return z


@summing_leaf
def _begin(
    words: SentenceWords, grammar: StateTensors, chart: HalvesChart, slopes: HalvesChart, share: float, found: Floats
) -> None:
    """Sets all slopes to 0 but those of the halves under the root, whose arcs become shares."""
    size = len(words.tags)
    slopes.half[:] = 0.0
    slopes.closed[:] = 0.0
    for i in range(size):
        for j in range(size):
            if words.rules[i, j] >= 0:
                slopes.arcs[i, j] = 0.0
    for word in range(size):
        if found[0, word] == 0.0:
            continue
        left, right = chart.closed[0, word, 0], chart.closed[1, word, size - 1]
        node, root = grammar.nodes[words.kinds[word], 1], grammar.roots[words.tags[word]]
        scale, total = words.scales[word] * share, 0.0
        for z in range(len(root)):
            for of in range(len(left)):
                sum_right = 0.0
                for away in range(len(right)):
                    value = root[z] * node[z, of, away] * scale
                    sum_right += value * right[away]
                    slopes.closed[1, word, size - 1, away] += value * left[of]
                slopes.closed[0, word, 0, of] += sum_right
                total += sum_right * left[of]
        found[0, word] = total


@summing_leaf
def _shrink(
    side: int,
    i: int,
    j: int,
    words: SentenceWords,
    grammar: StateTensors,
    chart: HalvesChart,
    slopes: HalvesChart,
    room: SideRoom,
) -> None:
    """From the half tree between two words to the arcs and the half trees that it is made of."""
    head, edge = (i, j) if side else (j, i)
    if not room.alive[side, head, edge]:
        return
    half, slope = slopes.half[side, head, edge], slopes.closed[side, head, edge]
    matrix = grammar.halves[words.tags[head], side]
    for of in range(len(slope)):
        for at in range(len(half)):
            half[at] += matrix[of, at] * slope[of]
    closed, closed_slopes = chart.closed[side], slopes.closed[side]
    for last in range(i + side, j + side):
        if words.rules[head, last] >= 0 and room.alive[side, last, edge]:
            arc, arc_slope = chart.arcs[head, last], slopes.arcs[head, last]
            for at in range(len(half)):
                value = half[at]
                for of in range(len(slope)):
                    arc_slope[at, of] += value * closed[last, edge, of]
                    closed_slopes[last, edge, of] += arc[at, of] * value


@summing_leaf
def _detach(
    side: int, i: int, j: int, words: SentenceWords, grammar: StateTensors, chart: HalvesChart, slopes: HalvesChart,
    room: SideRoom, factor: float,
) -> None:  # fmt: skip
    """From the arc between two words to the half trees that meet under it."""
    head, word = (i, j) if side else (j, i)
    slope, scale = slopes.arcs[head, word], words.scales[word] * factor
    for after in range(slope.shape[0]):
        for away in range(slope.shape[1]):
            slope[after, away] *= scale
    if few_splits(side, i, j, grammar, room):
        _by_splits(side, i, j, words, grammar, chart, slopes, room)
    else:
        _by_arc(side, i, j, words, grammar, chart, slopes, room)


@summing_leaf
def _by_splits(
    side: int, i: int, j: int, words: SentenceWords, grammar: StateTensors, chart: HalvesChart, slopes: HalvesChart,
    room: SideRoom,
) -> None:  # fmt: skip
    head, word = (i, j) if side else (j, i)
    rule, node = grammar.rules[words.rules[head, word]], grammar.nodes[words.kinds[word], side]
    slope, moved, seen = slopes.arcs[head, word], room.moved, room.seen
    states, facing = slope.shape
    for split in range(i, j):
        near, far = split + 1 - side, split + side
        if not (room.alive[side, head, near] and room.alive[1 - side, word, far]):
            continue
        views_of_split(near, far, side, head, word, words, grammar, chart, room)
        half, closed = slopes.half[side, head, near], slopes.closed[1 - side, word, far]
        for z in range(node.shape[0]):
            for away in range(facing):
                seen[1, z, away] = 0.0
            for after in range(states):
                change, value = 0.0, moved[after, z]
                for away in range(facing):
                    change += slope[after, away] * seen[0, z, away]
                    seen[1, z, away] += value * slope[after, away]
                for before in range(states):
                    half[before] += change * rule[after, z, before]
            for of in range(facing):
                total = 0.0
                for away in range(facing):
                    total += seen[1, z, away] * node[z, of, away]
                closed[of] += total


@summing_leaf
def _by_arc(
    side: int, i: int, j: int, words: SentenceWords, grammar: StateTensors, chart: HalvesChart, slopes: HalvesChart,
    room: SideRoom,
) -> None:  # fmt: skip
    head, word = (i, j) if side else (j, i)
    rule, node = grammar.rules[words.rules[head, word]], grammar.nodes[words.kinds[word], side]
    slope, met, turned = slopes.arcs[head, word], room.met, room.turned
    states, facing = met.shape
    met[:] = 0.0
    for after in range(states):
        for z in range(node.shape[0]):
            for of in range(facing):
                value = 0.0
                for away in range(facing):
                    value += slope[after, away] * node[z, of, away]
                turned[z, of] = value
            for before in range(states):
                value = rule[after, z, before]
                for of in range(facing):
                    met[before, of] += value * turned[z, of]
    half, half_slopes = chart.half[side, head], slopes.half[side, head]
    closed, closed_slopes = chart.closed[1 - side, word], slopes.closed[1 - side, word]
    for split in range(i, j):
        near, far = split + 1 - side, split + side
        if room.alive[side, head, near] and room.alive[1 - side, word, far]:
            for at in range(states):
                value, change = half[near, at], 0.0
                for of in range(facing):
                    change += met[at, of] * closed[far, of]
                    closed_slopes[far, of] += met[at, of] * value
                half_slopes[near, at] += change
