"""Compiled sums over all trees of many sentences, one after the other in one set of charts."""

from typing import NamedTuple

import numpy as np

from spectral_core.arrays import Flags, Floats, Integers
from spectral_core.inference.compiling import fastmath_entry, inner
from spectral_core.inference.eisner.arrays import Automata, Chart, WordArrays
from spectral_core.inference.eisner.inside_kernels import inside
from spectral_core.inference.eisner.lattices import Batch
from spectral_core.inference.eisner.outside_kernels import outside

_MAX_ATTEMPTS = 12


class FlatSums(NamedTuple):
    """Posteriors, log sums, signs and clipped counts of the sentences of a batch."""

    arcs: Floats  # (words + 1) * words a sentence
    logs: Floats  # (sentences,)
    signs: Integers  # (sentences,)
    clipped: Integers  # (sentences,)


class ChartBuffers(NamedTuple):
    """Buffers for the charts of the largest sentence and of their derivatives."""

    half: Floats  # (2, cells)
    closed: Floats
    arcs: Floats
    sound: Flags  # (cells,)
    sums: Floats
    state_sums: Floats


@fastmath_entry
def sums(automata: Automata, batch: Batch, floor: float) -> FlatSums:
    """Return the arc posteriors of every sentence of a batch."""
    sentences, states = len(batch.depths), automata.start.shape[2]
    buffers = _allocate_buffers(batch, states)
    arcs = 0
    for sentence in range(sentences):
        size = batch.offsets[sentence + 1] - batch.offsets[sentence]
        arcs += size * (size + 1)
    flat_sums = FlatSums(
        np.empty(arcs), np.zeros(sentences), np.ones(sentences, dtype=np.int64), np.zeros(sentences, dtype=np.int64)
    )
    cells, weights = 0, 0
    ends = 0
    for sentence in range(sentences):
        low, depth = batch.offsets[sentence], batch.depths[sentence]
        size = batch.offsets[sentence + 1] - low
        if size == 0:
            continue
        words = _slice_words(batch, sentence, cells, weights, ends)
        posteriors = flat_sums.arcs[cells + low : cells + low + size * (size + 1)].reshape(size + 1, size)
        chart, slopes = _make_chart(buffers, 0, size, depth, states), _make_chart(buffers, 1, size, depth, states)
        sound = buffers.sound[: 2 * size * size].reshape(2, size, size)
        factor = 1.0
        for attempt in range(_MAX_ATTEMPTS):
            next_factor = inside(words, automata, chart, sound, factor, floor, attempt == _MAX_ATTEMPTS - 1)
            if next_factor == 0.0:
                break
            factor = next_factor
        z = outside(words, automata, chart, slopes, sound, factor, posteriors)
        for i in range(size):
            for j in range(i, size):
                flat_sums.clipped[sentence] += (not sound[1, i, j]) + (not sound[0, j, i])
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


@inner
def _allocate_buffers(batch: Batch, states: int) -> ChartBuffers:
    """Return buffers for the largest sentence of the batch."""
    longest, widest = 1, 1
    for sentence in range(len(batch.depths)):
        longest = max(longest, batch.offsets[sentence + 1] - batch.offsets[sentence])
        widest = max(widest, batch.depths[sentence])
    cells = longest * longest
    return ChartBuffers(
        np.empty((2, 2 * cells * widest * states)), np.empty((2, 2 * cells)), np.empty((2, cells * states)),
        np.empty(2 * cells, dtype=np.bool_), np.empty(widest * states), np.empty(states),
    )  # fmt: skip


@inner
def _make_chart(buffers: ChartBuffers, part: int, size: int, depth: int, states: int) -> Chart:
    """Return a chart for a sentence of this size, in one of the two parts of the buffers."""
    cells, head_states = size * size, depth * states
    return Chart(
        buffers.half[part, : 2 * cells * head_states].reshape(2, size, size, head_states),
        buffers.closed[part, : 2 * cells].reshape(2, size, size),
        buffers.arcs[part, : cells * states].reshape(size, size, states), buffers.sums, buffers.state_sums,
    )  # fmt: skip


@inner
def _slice_words(batch: Batch, sentence: int, cells: int, weights: int, ends: int) -> WordArrays:
    """Return one sentence of a batch, from where its cells, weights and ends begin."""
    low, high, depth = batch.offsets[sentence], batch.offsets[sentence + 1], batch.depths[sentence]
    size = high - low
    square = size * size
    reach = batch.reach[2 * cells : 2 * (cells + square)]
    return WordArrays(
        batch.groups[low:high], batch.symbols[low:high], batch.following[low:high], batch.roots[low:high],
        batch.weights[weights : weights + square * depth].reshape(size, size, depth),
        batch.ends[ends : ends + size * 2 * depth].reshape(size, 2, depth),
        reach.reshape(2, size, size) if len(reach) else reach.reshape(2, 0, 0),
    )  # fmt: skip
