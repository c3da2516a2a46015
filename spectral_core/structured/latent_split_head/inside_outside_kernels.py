"""Compiled inside-outside over all trees with latent states of halves and nodes.

Never imported at start-up.
"""

import math
from typing import NamedTuple

import numpy as np

from spectral_core.arrays import Flags, Floats, Indexes, Integers
from spectral_core.structured.compilation import fastmath_kernel, fastmath_leaf_kernel, inner_kernel
from spectral_core.structured.eisner.inside_outside_kernels import FlatPosteriors
from spectral_core.structured.latent_split_head import HalvesChart, StateTensors, WordBatch

_SPLIT_COST = 2.25  # per split, vectors take nine products; per arc and state, matrices take four
_HUGE = 1e120  # outside [1 / _HUGE, _HUGE] the sentence is recomputed with another scaling factor
_MAX_ATTEMPTS = 12


class SentenceWords(NamedTuple):
    """Words of one sentence, numbered from 0."""

    tags: Integers
    kinds: Integers
    scales: Floats
    rules: Indexes  # (words, words) [head, modifier]
    root_words: Flags
    half_trees: Flags  # (2, words, words) [side, head, edge]; (2, 0, 0) if all are allowed


class ScratchArrays(NamedTuple):
    """Scratch arrays of the recursions, apart from charts."""

    reachable: Flags  # (2, words, words) half trees that can be built
    split_sum: Floats  # (states, half states) sum over the splits of one arc
    rule_product: Floats  # (node states, half states)
    contracted_head: Floats  # (states, node states) head before an arc, contracted with its rule
    contracted_modifier: Floats  # (2, node states, half states) modifier contracted with its half, and the derivative


class HalvesBuffers(NamedTuple):
    """Buffers for the inside and outside charts of the longest sentence."""

    half: Floats  # (2, cells)
    closed: Floats
    arcs: Floats
    reachable: Flags  # (cells,)


@inner_kernel
def allocate_buffers(batch: WordBatch, grammar: StateTensors) -> HalvesBuffers:
    """Allocate buffers for the longest sentence of the batch."""
    longest = 1
    for sentence in range(len(batch.offsets) - 1):
        longest = max(longest, batch.offsets[sentence + 1] - batch.offsets[sentence])
    square, states, facing = longest * longest, grammar.halves.shape[3], grammar.halves.shape[2]
    return HalvesBuffers(
        np.empty((2, 2 * square * states)), np.empty((2, 2 * square * facing)), np.empty((2, square * states * facing)),
        np.empty(2 * square, dtype=np.bool_),
    )  # fmt: skip


@inner_kernel
def make_scratch(buffers: HalvesBuffers, size: int, grammar: StateTensors) -> ScratchArrays:
    """Return scratch arrays for a sentence of this size."""
    states, facing, nodes = grammar.halves.shape[3], grammar.halves.shape[2], grammar.nodes.shape[2]
    reachable = buffers.reachable[: 2 * size * size].reshape(2, size, size)
    return ScratchArrays(
        reachable, np.empty((states, facing)), np.empty((nodes, facing)), np.empty((states, nodes)),
        np.empty((2, nodes, facing)),
    )  # fmt: skip


@inner_kernel
def make_chart(buffers: HalvesBuffers, part: int, size: int, grammar: StateTensors) -> HalvesChart:
    """Return a chart for a sentence of this size as views of one half of the buffers (`part` 0 or 1)."""
    square, states, facing = size * size, grammar.halves.shape[3], grammar.halves.shape[2]
    return HalvesChart(
        buffers.half[part, : 2 * square * states].reshape(2, size, size, states),
        buffers.closed[part, : 2 * square * facing].reshape(2, size, size, facing),
        buffers.arcs[part, : square * states * facing].reshape(size, size, states, facing),
    )


@inner_kernel
def slice_sentence(batch: WordBatch, sentence: int, squares: int) -> SentenceWords:
    """Return the words of a sentence; `squares` is the offset of its words * words blocks."""
    low, high = batch.offsets[sentence], batch.offsets[sentence + 1]
    size = high - low
    half_trees = batch.half_trees[2 * squares : 2 * (squares + size * size)]
    return SentenceWords(
        batch.tags[low:high], batch.kinds[low:high], batch.scales[low:high],
        batch.rules[squares : squares + size * size].reshape(size, size), batch.root_words[low:high],
        half_trees.reshape(2, size, size) if len(half_trees) else half_trees.reshape(2, 0, 0),
    )  # fmt: skip


@fastmath_leaf_kernel
def inside_pass(
    words: SentenceWords,
    grammar: StateTensors,
    chart: HalvesChart,
    scratch: ScratchArrays,
    factor: float,
    final_attempt: bool,
) -> float:
    """Fill the inside vectors. Return 0 if all stayed in range, else the scaling factor per modifier to try next."""
    size, states = len(words.tags), grammar.starts.shape[2]
    for head in range(size):
        for side in range(2):
            for state in range(states):
                chart.half[side, head, head, state] = grammar.starts[words.tags[head], side, state]
            _fill_closed_half(side, head, head, words, grammar, chart)
            scratch.reachable[side, head, head] = True
    for j in range(size):
        largest = 0.0
        for i in range(j - 1, -1, -1):
            largest_entry = 0.0
            for side in range(2):
                largest_entry = max(largest_entry, _fill_arc(side, i, j, words, grammar, chart, scratch, factor))
            for side in range(2):
                _fill_open_half(side, i, j, words, grammar, chart, scratch.reachable)
            if not largest_entry < _HUGE and not final_attempt:
                return factor * (
                    1e-3 if not np.isfinite(largest_entry) else math.exp(-math.log(largest_entry) / (j - i))
                )
            if 2 * (j - i) >= j:
                largest = max(largest, largest_entry)
        if 0.0 < largest < 1.0 / _HUGE and not final_attempt:
            return factor * math.exp(-math.log(largest) / j)
    return 0.0


@fastmath_leaf_kernel
def _fill_arc(
    side: int,
    i: int,
    j: int,
    words: SentenceWords,
    grammar: StateTensors,
    chart: HalvesChart,
    scratch: ScratchArrays,
    factor: float,
) -> float:
    """Fill the arc between two words from the sum over splits, then apply the tensors; return its largest absolute
    entry."""
    head, word = (i, j) if side else (j, i)
    if words.rules[head, word] < 0:
        return 0.0
    arc = chart.arcs[head, word]
    arc[:] = 0.0
    if has_few_splits(side, i, j, grammar, scratch):
        _fill_arc_by_splits(side, i, j, words, grammar, chart, scratch)
    else:
        _fill_arc_by_matrix(side, i, j, words, grammar, chart, scratch)
    scale, largest = words.scales[word] * factor, 0.0
    for after in range(arc.shape[0]):
        for away in range(arc.shape[1]):
            arc[after, away] *= scale
            largest = max(largest, abs(arc[after, away]))
    return largest


@fastmath_leaf_kernel
def has_few_splits(side: int, i: int, j: int, grammar: StateTensors, scratch: ScratchArrays) -> bool:
    """Return whether there are so few splits between two words that one vector per split is faster than one matrix for
    all."""
    head, word = (i, j) if side else (j, i)
    splits = 0
    for split in range(i, j):
        splits += scratch.reachable[side, head, split + 1 - side] and scratch.reachable[1 - side, word, split + side]
    is_cheaper: bool = _SPLIT_COST * splits < grammar.nodes.shape[2]
    return is_cheaper


@fastmath_leaf_kernel
def contract_split(
    near: int, far: int, side: int, head: int, word: int, words: SentenceWords, grammar: StateTensors,
    chart: HalvesChart, scratch: ScratchArrays,
) -> None:  # fmt: skip
    """Contract one split of an arc: the head's half tree with the rule, and the modifier's node tensor with its
    half."""
    rule, node = grammar.rules[words.rules[head, word]], grammar.nodes[words.kinds[word], side]
    half, closed = chart.half[side, head, near], chart.closed[1 - side, word, far]
    contracted_head, contracted_modifier = scratch.contracted_head, scratch.contracted_modifier[0]
    for z in range(node.shape[0]):
        for after in range(len(half)):
            value = 0.0
            for before in range(len(half)):
                value += rule[after, z, before] * half[before]
            contracted_head[after, z] = value
        for away in range(len(closed)):
            contracted_modifier[z, away] = 0.0
        for facing_state in range(len(closed)):
            value = closed[facing_state]
            for away in range(len(closed)):
                contracted_modifier[z, away] += value * node[z, facing_state, away]


@fastmath_leaf_kernel
def _fill_arc_by_splits(
    side: int, i: int, j: int, words: SentenceWords, grammar: StateTensors, chart: HalvesChart, scratch: ScratchArrays
) -> None:
    """Fill the arc, summing vectors split by split."""
    head, word = (i, j) if side else (j, i)
    arc, contracted_head, contracted_modifier = (
        chart.arcs[head, word],
        scratch.contracted_head,
        scratch.contracted_modifier[0],
    )
    for split in range(i, j):
        near, far = split + 1 - side, split + side
        if scratch.reachable[side, head, near] and scratch.reachable[1 - side, word, far]:
            contract_split(near, far, side, head, word, words, grammar, chart, scratch)
            for after in range(arc.shape[0]):
                for z in range(len(contracted_modifier)):
                    value = contracted_head[after, z]
                    for away in range(arc.shape[1]):
                        arc[after, away] += value * contracted_modifier[z, away]


@fastmath_leaf_kernel
def _fill_arc_by_matrix(
    side: int, i: int, j: int, words: SentenceWords, grammar: StateTensors, chart: HalvesChart, scratch: ScratchArrays
) -> None:
    """Fill the arc from the matrix summed over all splits."""
    head, word = (i, j) if side else (j, i)
    half, closed, arc = chart.half[side, head], chart.closed[1 - side, word], chart.arcs[head, word]
    split_sum, rule_product = scratch.split_sum, scratch.rule_product
    states, facing = split_sum.shape
    split_sum[:] = 0.0
    for split in range(i, j):
        near, far = split + 1 - side, split + side
        if scratch.reachable[side, head, near] and scratch.reachable[1 - side, word, far]:
            for state in range(states):
                value = half[near, state]
                for facing_state in range(facing):
                    split_sum[state, facing_state] += value * closed[far, facing_state]
    rule, node = grammar.rules[words.rules[head, word]], grammar.nodes[words.kinds[word], side]
    for after in range(states):
        for z in range(node.shape[0]):
            for facing_state in range(facing):
                rule_product[z, facing_state] = 0.0
            for before in range(states):
                value = rule[after, z, before]
                for facing_state in range(facing):
                    rule_product[z, facing_state] += value * split_sum[before, facing_state]
        for z in range(node.shape[0]):
            for facing_state in range(facing):
                value = rule_product[z, facing_state]
                for away in range(facing):
                    arc[after, away] += value * node[z, facing_state, away]


@fastmath_leaf_kernel
def _fill_open_half(
    side: int, i: int, j: int, words: SentenceWords, grammar: StateTensors, chart: HalvesChart, reachable: Flags
) -> None:
    """Fill the half tree from one word to the other: the sum over its outermost modifiers."""
    head, edge = (i, j) if side else (j, i)
    reachable[side, head, edge] = False
    if words.half_trees.shape[1] and not words.half_trees[side, head, edge]:
        return
    half, closed = chart.half[side, head, edge], chart.closed[side]
    states, facing = len(half), closed.shape[2]
    for state in range(states):
        half[state] = 0.0
    has_modifier = False
    for last in range(i + side, j + side):
        if words.rules[head, last] >= 0 and reachable[side, last, edge]:
            has_modifier = True
            arc = chart.arcs[head, last]
            for state in range(states):
                value = 0.0
                for half_state in range(facing):
                    value += arc[state, half_state] * closed[last, edge, half_state]
                half[state] += value
    reachable[side, head, edge] = has_modifier
    if has_modifier:
        _fill_closed_half(side, head, edge, words, grammar, chart)


@fastmath_leaf_kernel
def _fill_closed_half(
    side: int, head: int, edge: int, words: SentenceWords, grammar: StateTensors, chart: HalvesChart
) -> None:
    """Fill the vector of a closed half tree, which takes no more modifiers."""
    half, closed = chart.half[side, head, edge], chart.closed[side, head, edge]
    matrix = grammar.halves[words.tags[head], side]
    for half_state in range(len(closed)):
        value = 0.0
        for state in range(len(half)):
            value += matrix[half_state, state] * half[state]
        closed[half_state] = value


@fastmath_leaf_kernel
def sum_trees_with_root(word: int, words: SentenceWords, grammar: StateTensors, chart: HalvesChart) -> float:
    """Return the sum over the trees rooted in this word, without the scaling factors of the others."""
    left, right = chart.closed[0, word, 0], chart.closed[1, word, len(words.tags) - 1]
    node, root = grammar.nodes[words.kinds[word], 1], grammar.roots[words.tags[word]]
    total = 0.0
    for z in range(len(root)):
        for left_state in range(len(left)):
            value = root[z] * left[left_state]
            for right_state in range(len(right)):
                total += value * node[z, left_state, right_state] * right[right_state]
    return total * float(words.scales[word])


@fastmath_leaf_kernel
def outside_pass(
    words: SentenceWords,
    grammar: StateTensors,
    chart: HalvesChart,
    gradients: HalvesChart,
    scratch: ScratchArrays,
    factor: float,
    posteriors: Floats,
) -> float:
    """Return the sum over all trees; fill `posteriors` (words + 1, words) with the arc posteriors: derivatives of the
    log sum with respect to the log of each arc."""
    size = len(words.tags)
    z = 0.0
    posteriors[:] = 0.0
    for word in range(size):
        if words.root_words[word] and scratch.reachable[0, word, 0] and scratch.reachable[1, word, size - 1]:
            posteriors[0, word] = sum_trees_with_root(word, words, grammar, chart) * factor
            z += posteriors[0, word]
    if z == 0.0 or not np.isfinite(z):
        return z
    _initialise_outside(words, grammar, chart, gradients, factor / z, posteriors)
    for j in range(size - 1, -1, -1):
        for i in range(j):
            for side in range(2):
                _backpropagate_half(side, i, j, words, grammar, chart, gradients, scratch)
            for side in range(2):
                head, word = (i, j) if side else (j, i)
                if words.rules[head, word] >= 0:
                    share = 0.0
                    for state in range(chart.arcs.shape[2]):
                        for half_state in range(chart.arcs.shape[3]):
                            share += (
                                chart.arcs[head, word, state, half_state]
                                * gradients.arcs[head, word, state, half_state]
                            )
                    posteriors[head + 1, word] = share
                    _backpropagate_arc(side, i, j, words, grammar, chart, gradients, scratch, factor)
    return z


@fastmath_leaf_kernel
def _initialise_outside(
    words: SentenceWords,
    grammar: StateTensors,
    chart: HalvesChart,
    gradients: HalvesChart,
    share: float,
    posteriors: Floats,
) -> None:
    """Initialise the outside pass: clear all derivatives, then set those of the root words' halves and the posteriors
    of their arcs."""
    size = len(words.tags)
    gradients.half[:] = 0.0
    gradients.closed[:] = 0.0
    for i in range(size):
        for j in range(size):
            if words.rules[i, j] >= 0:
                gradients.arcs[i, j] = 0.0
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
                    gradients.closed[1, word, size - 1, right_state] += value * left[left_state]
                gradients.closed[0, word, 0, left_state] += sum_right
                total += sum_right * left[left_state]
        posteriors[0, word] = total


@fastmath_leaf_kernel
def _backpropagate_half(
    side: int,
    i: int,
    j: int,
    words: SentenceWords,
    grammar: StateTensors,
    chart: HalvesChart,
    gradients: HalvesChart,
    scratch: ScratchArrays,
) -> None:
    """Back-propagate from the half tree between two words to the arcs and smaller half trees it consists of."""
    head, edge = (i, j) if side else (j, i)
    if not scratch.reachable[side, head, edge]:
        return
    half, gradient = gradients.half[side, head, edge], gradients.closed[side, head, edge]
    matrix = grammar.halves[words.tags[head], side]
    for half_state in range(len(gradient)):
        for state in range(len(half)):
            half[state] += matrix[half_state, state] * gradient[half_state]
    closed, closed_gradients = chart.closed[side], gradients.closed[side]
    for last in range(i + side, j + side):
        if words.rules[head, last] >= 0 and scratch.reachable[side, last, edge]:
            arc, arc_gradient = chart.arcs[head, last], gradients.arcs[head, last]
            for state in range(len(half)):
                value = half[state]
                for half_state in range(len(gradient)):
                    arc_gradient[state, half_state] += value * closed[last, edge, half_state]
                    closed_gradients[last, edge, half_state] += arc[state, half_state] * value


@fastmath_leaf_kernel
def _backpropagate_arc(
    side: int, i: int, j: int, words: SentenceWords, grammar: StateTensors, chart: HalvesChart, gradients: HalvesChart,
    scratch: ScratchArrays, factor: float,
) -> None:  # fmt: skip
    """Back-propagate from the arc between two words to the two half trees it joins."""
    head, word = (i, j) if side else (j, i)
    gradient, scale = gradients.arcs[head, word], words.scales[word] * factor
    for after in range(gradient.shape[0]):
        for away in range(gradient.shape[1]):
            gradient[after, away] *= scale
    if has_few_splits(side, i, j, grammar, scratch):
        _backpropagate_arc_by_splits(side, i, j, words, grammar, chart, gradients, scratch)
    else:
        _backpropagate_arc_by_matrix(side, i, j, words, grammar, chart, gradients, scratch)


@fastmath_leaf_kernel
def _backpropagate_arc_by_splits(
    side: int, i: int, j: int, words: SentenceWords, grammar: StateTensors, chart: HalvesChart, gradients: HalvesChart,
    scratch: ScratchArrays,
) -> None:  # fmt: skip
    """Back-propagate from an arc to its half trees, split by split."""
    head, word = (i, j) if side else (j, i)
    rule, node = grammar.rules[words.rules[head, word]], grammar.nodes[words.kinds[word], side]
    gradient, contracted_head, contracted_modifier = (
        gradients.arcs[head, word],
        scratch.contracted_head,
        scratch.contracted_modifier,
    )
    states, facing = gradient.shape
    for split in range(i, j):
        near, far = split + 1 - side, split + side
        if not (scratch.reachable[side, head, near] and scratch.reachable[1 - side, word, far]):
            continue
        contract_split(near, far, side, head, word, words, grammar, chart, scratch)
        half, closed = gradients.half[side, head, near], gradients.closed[1 - side, word, far]
        for z in range(node.shape[0]):
            for away in range(facing):
                contracted_modifier[1, z, away] = 0.0
            for after in range(states):
                change, value = 0.0, contracted_head[after, z]
                for away in range(facing):
                    change += gradient[after, away] * contracted_modifier[0, z, away]
                    contracted_modifier[1, z, away] += value * gradient[after, away]
                for before in range(states):
                    half[before] += change * rule[after, z, before]
            for facing_state in range(facing):
                total = 0.0
                for away in range(facing):
                    total += contracted_modifier[1, z, away] * node[z, facing_state, away]
                closed[facing_state] += total


@fastmath_leaf_kernel
def _backpropagate_arc_by_matrix(
    side: int, i: int, j: int, words: SentenceWords, grammar: StateTensors, chart: HalvesChart, gradients: HalvesChart,
    scratch: ScratchArrays,
) -> None:  # fmt: skip
    """Back-propagate from an arc to its half trees by the matrix summed over all splits."""
    head, word = (i, j) if side else (j, i)
    rule, node = grammar.rules[words.rules[head, word]], grammar.nodes[words.kinds[word], side]
    gradient, split_sum, rule_product = gradients.arcs[head, word], scratch.split_sum, scratch.rule_product
    states, facing = split_sum.shape
    split_sum[:] = 0.0
    for after in range(states):
        for z in range(node.shape[0]):
            for facing_state in range(facing):
                value = 0.0
                for away in range(facing):
                    value += gradient[after, away] * node[z, facing_state, away]
                rule_product[z, facing_state] = value
            for before in range(states):
                value = rule[after, z, before]
                for facing_state in range(facing):
                    split_sum[before, facing_state] += value * rule_product[z, facing_state]
    half, half_gradients = chart.half[side, head], gradients.half[side, head]
    closed, closed_gradients = chart.closed[1 - side, word], gradients.closed[1 - side, word]
    for split in range(i, j):
        near, far = split + 1 - side, split + side
        if scratch.reachable[side, head, near] and scratch.reachable[1 - side, word, far]:
            for state in range(states):
                value, change = half[near, state], 0.0
                for facing_state in range(facing):
                    change += split_sum[state, facing_state] * closed[far, facing_state]
                    closed_gradients[far, facing_state] += split_sum[state, facing_state] * value
                half_gradients[near, state] += change


@fastmath_kernel
def arc_posteriors(grammar: StateTensors, batch: WordBatch) -> FlatPosteriors:
    """Return the arc posteriors of each sentence of a batch, by the inside-outside algorithm with rescaling."""
    sentences = len(batch.offsets) - 1
    buffers = allocate_buffers(batch, grammar)
    arcs = 0
    for sentence in range(sentences):
        size = batch.offsets[sentence + 1] - batch.offsets[sentence]
        arcs += size * (size + 1)
    flat_sums = FlatPosteriors(
        np.zeros(arcs), np.zeros(sentences), np.ones(sentences, dtype=np.int64), np.zeros(sentences, dtype=np.int64)
    )
    squares = 0
    for sentence in range(sentences):
        low = batch.offsets[sentence]
        size = batch.offsets[sentence + 1] - low
        if size == 0:
            continue
        words = slice_sentence(batch, sentence, squares)
        posteriors = flat_sums.arcs[squares + low : squares + low + size * (size + 1)].reshape(size + 1, size)
        chart, gradients = make_chart(buffers, 0, size, grammar), make_chart(buffers, 1, size, grammar)
        scratch = make_scratch(buffers, size, grammar)
        factor = 1.0
        for attempt in range(_MAX_ATTEMPTS):
            next_factor = inside_pass(words, grammar, chart, scratch, factor, attempt == _MAX_ATTEMPTS - 1)
            if next_factor == 0.0:
                break
            factor = next_factor
        z = outside_pass(words, grammar, chart, gradients, scratch, factor, posteriors)
        if z == 0.0 or not np.isfinite(z):
            flat_sums.logs[sentence], flat_sums.signs[sentence] = -np.inf, 0
            posteriors[:] = 0.0
        else:
            flat_sums.logs[sentence] = np.log(abs(z)) - size * np.log(factor)
            flat_sums.signs[sentence] = 1 if z > 0.0 else -1
        squares += size * size
    return flat_sums
