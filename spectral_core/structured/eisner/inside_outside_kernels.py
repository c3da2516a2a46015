"""Compiled inside-outside algorithm for split-head automata, and Eisner's algorithm for the best tree.

Never imported at start-up.
"""

import math
from typing import NamedTuple

import numpy as np

from spectral_core.arrays import Flags, Floats, Integers
from spectral_core.structured.compilation import fastmath_kernel, fastmath_leaf_kernel, inner_kernel
from spectral_core.structured.eisner import Automata, Chart, LatticeBatch, WordArrays

_HUGE = 1e120  # outside [1 / _HUGE, _HUGE] the sentence is recomputed with another scaling factor
_MAX_ATTEMPTS = 12


@fastmath_leaf_kernel
def inside_pass(
    words: WordArrays,
    automata: Automata,
    chart: Chart,
    unclipped: Flags,
    factor: float,
    floor: float,
    final_attempt: bool,
) -> float:
    """Fill the inside values. Return 0 if all stayed in range, else the scaling factor per modifier to try next."""
    size, states = len(words.groups), automata.start.shape[2]
    for head in range(size):
        for side in range(2):
            for state in range(chart.half.shape[3]):
                initial = automata.start[words.groups[head], side, state] if state < states else 0.0
                chart.half[side, head, head, state] = initial
            _fill_closed_half(side, head, head, words, automata, chart, unclipped, floor)
    for j in range(size):
        largest = 0.0
        for i in range(j - 1, -1, -1):
            largest_entry = 0.0
            for side in range(2):
                largest_entry = max(largest_entry, _fill_arc(side, i, j, words, automata, chart, factor))
            for side in range(2):
                _fill_open_half(side, i, j, words, chart)
                head, edge = (i, j) if side else (j, i)
                _fill_closed_half(side, head, edge, words, automata, chart, unclipped, floor)
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
def _fill_arc(side: int, i: int, j: int, words: WordArrays, automata: Automata, chart: Chart, factor: float) -> float:
    """Inside step: fill the arc between two words from the sum over splits, then apply the operator; return its largest
    absolute entry."""
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
    for source in range(states):  # operators are stored transposed: this loop is contiguous in memory
        value = state_sums[source]
        for hidden in range(states):
            arc[hidden] += operator[source, hidden] * value
    largest = 0.0
    for hidden in range(states):
        largest = max(largest, abs(arc[hidden]))
    return largest


@fastmath_leaf_kernel
def _fill_open_half(side: int, i: int, j: int, words: WordArrays, chart: Chart) -> None:
    """Fill the open half tree from one word to the other: the sum over its outermost modifiers."""
    head, edge = (i, j) if side else (j, i)
    half, arcs, closed = chart.half[side, head, edge], chart.arcs[head], chart.closed[side]
    states = arcs.shape[1]
    for hidden in range(len(half)):
        half[hidden] = 0.0
    if words.half_trees.shape[1] and not words.half_trees[side, head, edge]:
        return
    for last in range(i + side, j + side):
        value = closed[last, edge]
        base = words.next_states[last] * states
        for hidden in range(states):
            half[base + hidden] += arcs[last, hidden] * value


@fastmath_leaf_kernel
def _fill_closed_half(
    side: int, head: int, edge: int, words: WordArrays, automata: Automata, chart: Chart, unclipped: Flags, floor: float
) -> None:
    """Fill the stop score of a half tree. A score below `floor` times the sum of its absolute terms is raised to that
    bound, with zero derivative."""
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
    unclipped[side, head, edge] = is_sound
    chart.closed[side, head, edge] = value if is_sound else floor * size


@fastmath_leaf_kernel
def outside_pass(
    words: WordArrays,
    automata: Automata,
    chart: Chart,
    gradients: Chart,
    unclipped: Flags,
    factor: float,
    posteriors: Floats,
) -> float:
    """Return the sum over all trees; fill `posteriors` (words + 1, words) with the arc posteriors: derivatives of the
    log sum with respect to the log of each arc."""
    size = len(words.groups)
    z = 0.0
    for word in range(size):
        z += words.roots[word] * factor * chart.closed[0, word, 0] * chart.closed[1, word, size - 1]
    if z == 0.0 or not np.isfinite(z):
        return z
    _initialise_outside(words, chart, gradients, factor / z, posteriors)
    for j in range(size - 1, -1, -1):
        for i in range(j):
            for side in range(2):
                _backpropagate_half(side, i, j, words, automata, chart, gradients, unclipped)
            for side in range(2):
                head, word = (i, j) if side else (j, i)
                marginal = 0.0
                for state in range(automata.start.shape[2]):
                    marginal += chart.arcs[head, word, state] * gradients.arcs[head, word, state]
                posteriors[head + 1, word] = marginal
                _backpropagate_arc(side, i, j, words, automata, chart, gradients, factor)
    return z


@fastmath_leaf_kernel
def _initialise_outside(words: WordArrays, chart: Chart, gradients: Chart, share: float, posteriors: Floats) -> None:
    """Initialise the outside pass: clear all derivatives, then set those of the half trees of root words."""
    size = len(words.groups)
    for i in range(size):
        for j in range(size):
            for side in range(2):
                gradients.closed[side, i, j] = 0.0
                for state in range(gradients.half.shape[3]):
                    gradients.half[side, i, j, state] = 0.0
            for state in range(gradients.arcs.shape[2]):
                gradients.arcs[i, j, state] = 0.0
    for word in range(size):
        root = words.roots[word] * share
        posteriors[0, word] = root * chart.closed[0, word, 0] * chart.closed[1, word, size - 1]
        gradients.closed[0, word, 0] += root * chart.closed[1, word, size - 1]
        gradients.closed[1, word, size - 1] += root * chart.closed[0, word, 0]
        posteriors[word + 1, word] = 0.0


@fastmath_leaf_kernel
def _backpropagate_half(
    side: int, i: int, j: int, words: WordArrays, automata: Automata, chart: Chart, gradients: Chart, unclipped: Flags
) -> None:
    """Back-propagate from the half trees between two words to the arcs and smaller half trees they consist of."""
    head, edge = (i, j) if side else (j, i)
    if words.half_trees.shape[1] and not words.half_trees[side, head, edge]:
        return
    half, stop, ends = gradients.half[side, head, edge], automata.stop[words.groups[head], side], words.ends[head, side]
    closed, closed_gradients = chart.closed[side], gradients.closed[side]
    arcs, arc_gradients = chart.arcs[head], gradients.arcs[head]
    states = len(stop)
    gradient = closed_gradients[head, edge] if unclipped[side, head, edge] else 0.0
    if gradient != 0.0:
        for state in range(len(ends)):
            end = ends[state] * gradient
            for hidden in range(states):
                half[state * states + hidden] += end * stop[hidden]
    for last in range(i + side, j + side):
        base = words.next_states[last] * states
        closed_value, change = closed[last, edge], 0.0
        for hidden in range(states):
            arc_gradients[last, hidden] += closed_value * half[base + hidden]
            change += arcs[last, hidden] * half[base + hidden]
        closed_gradients[last, edge] += change


@fastmath_leaf_kernel
def _backpropagate_arc(
    side: int, i: int, j: int, words: WordArrays, automata: Automata, chart: Chart, gradients: Chart, factor: float
) -> None:
    """Back-propagate from the arc between two words to the two half trees it joins."""
    head, word = (i, j) if side else (j, i)
    operator = automata.operators[words.groups[head], side, words.symbols[word]]
    weight, gradient = words.weights[head, word], gradients.arcs[head, word]
    sums, state_sums = chart.sums, chart.state_sums
    half, half_gradients = chart.half[side, head], gradients.half[side, head]
    closed, closed_gradients = chart.closed[1 - side, word], gradients.closed[1 - side, word]
    states, head_states = len(gradient), half.shape[1]
    for source in range(states):
        value = 0.0
        for hidden in range(states):
            value += operator[source, hidden] * gradient[hidden]
        state_sums[source] = value
    for state in range(len(weight)):
        share = weight[state] * factor
        for hidden in range(states):
            sums[state * states + hidden] = share * state_sums[hidden]
    for split in range(i, j):
        near, far = split + 1 - side, split + side
        value, change = closed[far], 0.0
        for hidden in range(head_states):
            half_gradients[near, hidden] += sums[hidden] * value
            change += sums[hidden] * half[near, hidden]
        closed_gradients[far] += change


class FlatPosteriors(NamedTuple):
    """Posteriors, log sums, signs and clipped counts of a batch, in flat arrays."""

    arcs: Floats  # (words + 1) * words entries per sentence
    logs: Floats  # (sentences,)
    signs: Integers  # (sentences,)
    clipped: Integers  # (sentences,)


class ChartBuffers(NamedTuple):
    """Buffers for the inside and outside charts of the longest sentence."""

    half: Floats  # (2, cells)
    closed: Floats
    arcs: Floats
    sound: Flags  # (cells,)
    sums: Floats
    state_sums: Floats


@fastmath_kernel
def arc_posteriors(automata: Automata, batch: LatticeBatch, floor: float) -> FlatPosteriors:
    """Return the arc posteriors of each sentence of a batch, by the inside-outside algorithm with rescaling."""
    sentences, states = len(batch.deterministic_states), automata.start.shape[2]
    buffers = _allocate_buffers(batch, states)
    arcs = 0
    for sentence in range(sentences):
        size = batch.offsets[sentence + 1] - batch.offsets[sentence]
        arcs += size * (size + 1)
    flat_sums = FlatPosteriors(
        np.empty(arcs), np.zeros(sentences), np.ones(sentences, dtype=np.int64), np.zeros(sentences, dtype=np.int64)
    )
    cells, weights = 0, 0
    ends = 0
    for sentence in range(sentences):
        low, depth = batch.offsets[sentence], batch.deterministic_states[sentence]
        size = batch.offsets[sentence + 1] - low
        if size == 0:
            continue
        words = _slice_sentence(batch, sentence, cells, weights, ends)
        posteriors = flat_sums.arcs[cells + low : cells + low + size * (size + 1)].reshape(size + 1, size)
        chart, gradients = _make_chart(buffers, 0, size, depth, states), _make_chart(buffers, 1, size, depth, states)
        unclipped = buffers.sound[: 2 * size * size].reshape(2, size, size)
        factor = 1.0
        for attempt in range(_MAX_ATTEMPTS):
            next_factor = inside_pass(words, automata, chart, unclipped, factor, floor, attempt == _MAX_ATTEMPTS - 1)
            if next_factor == 0.0:
                break
            factor = next_factor
        z = outside_pass(words, automata, chart, gradients, unclipped, factor, posteriors)
        for i in range(size):
            for j in range(i, size):
                flat_sums.clipped[sentence] += (not unclipped[1, i, j]) + (not unclipped[0, j, i])
        if z == 0.0 or not np.isfinite(z):
            flat_sums.logs[sentence], flat_sums.signs[sentence] = -np.inf, 0
            posteriors[:] = 0.0
        else:
            flat_sums.logs[sentence] = np.log(abs(z)) - size * np.log(factor)
            flat_sums.signs[sentence] = 1 if z > 0.0 else -1
        cells += size * size
        weights += size * size * depth
        ends += size * 2 * depth
    return flat_sums


@inner_kernel
def _allocate_buffers(batch: LatticeBatch, states: int) -> ChartBuffers:
    """Allocate buffers for the longest sentence of the batch."""
    longest, widest = 1, 1
    for sentence in range(len(batch.deterministic_states)):
        longest = max(longest, batch.offsets[sentence + 1] - batch.offsets[sentence])
        widest = max(widest, batch.deterministic_states[sentence])
    cells = longest * longest
    return ChartBuffers(
        np.empty((2, 2 * cells * widest * states)), np.empty((2, 2 * cells)), np.empty((2, cells * states)),
        np.empty(2 * cells, dtype=np.bool_), np.empty(widest * states), np.empty(states),
    )  # fmt: skip


@inner_kernel
def _make_chart(buffers: ChartBuffers, part: int, size: int, depth: int, states: int) -> Chart:
    """Return a chart for a sentence of this size as views of one half of the buffers (`part` 0 or 1)."""
    cells, head_states = size * size, depth * states
    return Chart(
        buffers.half[part, : 2 * cells * head_states].reshape(2, size, size, head_states),
        buffers.closed[part, : 2 * cells].reshape(2, size, size),
        buffers.arcs[part, : cells * states].reshape(size, size, states), buffers.sums, buffers.state_sums,
    )  # fmt: skip


@inner_kernel
def _slice_sentence(batch: LatticeBatch, sentence: int, cells: int, weights: int, ends: int) -> WordArrays:
    """Return one sentence of a batch; `cells`, `weights` and `ends` are its offsets in the flat arrays."""
    low, high, depth = batch.offsets[sentence], batch.offsets[sentence + 1], batch.deterministic_states[sentence]
    size = high - low
    square = size * size
    half_trees = batch.half_trees[2 * cells : 2 * (cells + square)]
    return WordArrays(
        batch.groups[low:high], batch.symbols[low:high], batch.next_states[low:high], batch.roots[low:high],
        batch.weights[weights : weights + square * depth].reshape(size, size, depth),
        batch.ends[ends : ends + size * 2 * depth].reshape(size, 2, depth),
        half_trees.reshape(2, size, size) if len(half_trees) else half_trees.reshape(2, 0, 0),
    )  # fmt: skip


@fastmath_kernel
def best_tree(arcs: Floats, heads: Integers) -> bool:
    """Fill `heads` with the projective tree with a single root word that maximises the sum of arc scores (Eisner 1996);
    return whether one exists. `arcs` (words + 1, words) may hold -inf for forbidden arcs."""
    size = arcs.shape[1]
    arc_right, arc_left = np.empty((size, size)), np.empty((size, size))  # by head, modifier
    half_right, half_left = np.zeros((size, size)), np.zeros((size, size))  # by head, edge
    arc_splits = np.zeros((size, size), dtype=np.int32)
    last_modifiers = np.zeros((size, size), dtype=np.int32)
    for j in range(size):
        for i in range(j - 1, -1, -1):
            value, split = -np.inf, i
            for k in range(i, j):
                score = half_right[i, k] + half_left[j, k + 1]
                if score > value:
                    value, split = score, k
            arc_splits[i, j] = split
            arc_right[i, j] = value + arcs[i + 1, j]
            arc_left[j, i] = value + arcs[j + 1, i]
            value, split = -np.inf, j
            for k in range(i + 1, j + 1):
                score = arc_right[i, k] + half_right[k, j]
                if score > value:
                    value, split = score, k
            half_right[i, j], last_modifiers[i, j] = value, split
            value, split = -np.inf, i
            for k in range(i, j):
                score = arc_left[j, k] + half_left[k, i]
                if score > value:
                    value, split = score, k
            half_left[j, i], last_modifiers[j, i] = value, split
    value, root = -np.inf, 0
    for word in range(size):
        score = arcs[0, word] + half_left[word, 0] + half_right[word, size - 1]
        if score > value:
            value, root = score, word
    if value == -np.inf:
        return False
    heads[root] = 0
    stack = np.empty((3 * size + 4, 2), dtype=np.int32)
    stack[0, 0], stack[0, 1] = root, 0
    stack[1, 0], stack[1, 1] = root, size - 1
    top = 2
    while top:
        top -= 1
        head, edge = stack[top]
        if head == edge:
            continue
        last = last_modifiers[head, edge]
        heads[last] = head + 1
        split = arc_splits[min(head, last), max(head, last)]
        near, far = (split, split + 1) if head < edge else (split + 1, split)
        stack[top, 0], stack[top, 1] = last, edge
        stack[top + 1, 0], stack[top + 1, 1] = head, near
        stack[top + 2, 0], stack[top + 2, 1] = last, far
        top += 3
    return True


@fastmath_kernel
def fill_minimum_risk_heads(offsets: Integers, posteriors: Floats, heads: Integers) -> None:
    """Fill `heads` with the minimum-Bayes-risk trees of a batch, concatenated: the best under the arc posteriors."""
    offset = 0
    for sentence in range(len(offsets) - 1):
        low, high = offsets[sentence], offsets[sentence + 1]
        size = high - low
        if size:
            best_tree(posteriors[offset : offset + size * (size + 1)].reshape(size + 1, size), heads[low:high])
        offset += size * (size + 1)
