"""Compiled outside recursion of halves with hidden states: the share of each arc in the sum over all trees."""

import numpy as np

from spectral_core.arrays import Floats
from spectral_core.inference.compiling import fastmath_leaf
from spectral_core.inference.latent_halves.arrays import HalvesChart, StateTensors
from spectral_core.inference.latent_halves.inside_kernels import few_splits, fill_split_views, root_score
from spectral_core.inference.latent_halves.room import Scratch, SentenceWords


@fastmath_leaf
def outside(
    words: SentenceWords,
    grammar: StateTensors,
    chart: HalvesChart,
    slopes: HalvesChart,
    scratch: Scratch,
    factor: float,
    posteriors: Floats,
) -> float:
    """Return the sum over all trees; fill `posteriors` (words + 1, words) with the derivative of its log by the log of
    each arc."""
    size = len(words.tags)
    z = 0.0
    posteriors[:] = 0.0
    for word in range(size):
        if words.root_words[word] and scratch.reachable[0, word, 0] and scratch.reachable[1, word, size - 1]:
            posteriors[0, word] = root_score(word, words, grammar, chart) * factor
            z += posteriors[0, word]
    if z == 0.0 or not np.isfinite(z):
        return z
    _start_at_roots(words, grammar, chart, slopes, factor / z, posteriors)
    for j in range(size - 1, -1, -1):
        for i in range(j):
            for side in range(2):
                _outside_half(side, i, j, words, grammar, chart, slopes, scratch)
            for side in range(2):
                head, word = (i, j) if side else (j, i)
                if words.rules[head, word] >= 0:
                    share = 0.0
                    for state in range(chart.arcs.shape[2]):
                        for half_state in range(chart.arcs.shape[3]):
                            share += (
                                chart.arcs[head, word, state, half_state] * slopes.arcs[head, word, state, half_state]
                            )
                    posteriors[head + 1, word] = share
                    _outside_arc(side, i, j, words, grammar, chart, slopes, scratch, factor)
    return z


@fastmath_leaf
def _start_at_roots(
    words: SentenceWords,
    grammar: StateTensors,
    chart: HalvesChart,
    slopes: HalvesChart,
    share: float,
    posteriors: Floats,
) -> None:
    """Set all derivatives to 0 but those of the halves under the root, whose arcs get their posteriors."""
    size = len(words.tags)
    slopes.half[:] = 0.0
    slopes.closed[:] = 0.0
    for i in range(size):
        for j in range(size):
            if words.rules[i, j] >= 0:
                slopes.arcs[i, j] = 0.0
    for word in range(size):
        if posteriors[0, word] == 0.0:
            continue
        left, right = chart.closed[0, word, 0], chart.closed[1, word, size - 1]
        node, root = grammar.nodes[words.kinds[word], 1], grammar.roots[words.tags[word]]
        scale, total = words.scales[word] * share, 0.0
        for z in range(len(root)):
            for left_state in range(len(left)):
                sum_right = 0.0
                for right_state in range(len(right)):
                    value = root[z] * node[z, left_state, right_state] * scale
                    sum_right += value * right[right_state]
                    slopes.closed[1, word, size - 1, right_state] += value * left[left_state]
                slopes.closed[0, word, 0, left_state] += sum_right
                total += sum_right * left[left_state]
        posteriors[0, word] = total


@fastmath_leaf
def _outside_half(
    side: int,
    i: int,
    j: int,
    words: SentenceWords,
    grammar: StateTensors,
    chart: HalvesChart,
    slopes: HalvesChart,
    scratch: Scratch,
) -> None:
    """Pass derivatives from the half tree between two words to the arcs and the half trees that it is made of."""
    head, edge = (i, j) if side else (j, i)
    if not scratch.reachable[side, head, edge]:
        return
    half, slope = slopes.half[side, head, edge], slopes.closed[side, head, edge]
    matrix = grammar.halves[words.tags[head], side]
    for half_state in range(len(slope)):
        for state in range(len(half)):
            half[state] += matrix[half_state, state] * slope[half_state]
    closed, closed_slopes = chart.closed[side], slopes.closed[side]
    for last in range(i + side, j + side):
        if words.rules[head, last] >= 0 and scratch.reachable[side, last, edge]:
            arc, arc_slope = chart.arcs[head, last], slopes.arcs[head, last]
            for state in range(len(half)):
                value = half[state]
                for half_state in range(len(slope)):
                    arc_slope[state, half_state] += value * closed[last, edge, half_state]
                    closed_slopes[last, edge, half_state] += arc[state, half_state] * value


@fastmath_leaf
def _outside_arc(
    side: int, i: int, j: int, words: SentenceWords, grammar: StateTensors, chart: HalvesChart, slopes: HalvesChart,
    scratch: Scratch, factor: float,
) -> None:  # fmt: skip
    """Pass derivatives from the arc between two words to the half trees that meet under it."""
    head, word = (i, j) if side else (j, i)
    slope, scale = slopes.arcs[head, word], words.scales[word] * factor
    for after in range(slope.shape[0]):
        for away in range(slope.shape[1]):
            slope[after, away] *= scale
    if few_splits(side, i, j, grammar, scratch):
        _outside_by_splits(side, i, j, words, grammar, chart, slopes, scratch)
    else:
        _outside_by_matrix(side, i, j, words, grammar, chart, slopes, scratch)


@fastmath_leaf
def _outside_by_splits(
    side: int, i: int, j: int, words: SentenceWords, grammar: StateTensors, chart: HalvesChart, slopes: HalvesChart,
    scratch: Scratch,
) -> None:  # fmt: skip
    """Pass the derivatives of an arc to its half trees by the vectors of each split."""
    head, word = (i, j) if side else (j, i)
    rule, node = grammar.rules[words.rules[head, word]], grammar.nodes[words.kinds[word], side]
    slope, head_view, modifier_view = slopes.arcs[head, word], scratch.head_view, scratch.modifier_view
    states, facing = slope.shape
    for split in range(i, j):
        near, far = split + 1 - side, split + side
        if not (scratch.reachable[side, head, near] and scratch.reachable[1 - side, word, far]):
            continue
        fill_split_views(near, far, side, head, word, words, grammar, chart, scratch)
        half, closed = slopes.half[side, head, near], slopes.closed[1 - side, word, far]
        for z in range(node.shape[0]):
            for away in range(facing):
                modifier_view[1, z, away] = 0.0
            for after in range(states):
                change, value = 0.0, head_view[after, z]
                for away in range(facing):
                    change += slope[after, away] * modifier_view[0, z, away]
                    modifier_view[1, z, away] += value * slope[after, away]
                for before in range(states):
                    half[before] += change * rule[after, z, before]
            for facing_state in range(facing):
                total = 0.0
                for away in range(facing):
                    total += modifier_view[1, z, away] * node[z, facing_state, away]
                closed[facing_state] += total


@fastmath_leaf
def _outside_by_matrix(
    side: int, i: int, j: int, words: SentenceWords, grammar: StateTensors, chart: HalvesChart, slopes: HalvesChart,
    scratch: Scratch,
) -> None:  # fmt: skip
    """Pass the derivatives of an arc to its half trees by the matrix of all splits together."""
    head, word = (i, j) if side else (j, i)
    rule, node = grammar.rules[words.rules[head, word]], grammar.nodes[words.kinds[word], side]
    slope, split_sum, rule_product = slopes.arcs[head, word], scratch.split_sum, scratch.rule_product
    states, facing = split_sum.shape
    split_sum[:] = 0.0
    for after in range(states):
        for z in range(node.shape[0]):
            for facing_state in range(facing):
                value = 0.0
                for away in range(facing):
                    value += slope[after, away] * node[z, facing_state, away]
                rule_product[z, facing_state] = value
            for before in range(states):
                value = rule[after, z, before]
                for facing_state in range(facing):
                    split_sum[before, facing_state] += value * rule_product[z, facing_state]
    half, half_slopes = chart.half[side, head], slopes.half[side, head]
    closed, closed_slopes = chart.closed[1 - side, word], slopes.closed[1 - side, word]
    for split in range(i, j):
        near, far = split + 1 - side, split + side
        if scratch.reachable[side, head, near] and scratch.reachable[1 - side, word, far]:
            for state in range(states):
                value, change = half[near, state], 0.0
                for facing_state in range(facing):
                    change += split_sum[state, facing_state] * closed[far, facing_state]
                    closed_slopes[far, facing_state] += split_sum[state, facing_state] * value
                half_slopes[near, state] += change
