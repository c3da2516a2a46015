"""Compiled sums over all trees of many sentences, one after the other in one set of tables."""

from typing import NamedTuple

import numpy as np

from spectral_core.arrays import Flags, Floats, Integers
from spectral_core.inference.compiling import inner, summing
from spectral_core.inference.eisner.arrays import Automata, Chart, WordArrays
from spectral_core.inference.eisner.inside_kernels import inside
from spectral_core.inference.eisner.lattices import Batch
from spectral_core.inference.eisner.outside_kernels import outside

_RESTARTS = 12


class FlatSums(NamedTuple):
    """What is found of each sentence of a batch."""

    arcs: Floats  # (words + 1) * words a sentence
    logs: Floats  # (sentences,)
    signs: Integers  # (sentences,)
    clipped: Integers  # (sentences,)


class Room(NamedTuple):
    """Room for the charts of the largest sentence and of their slopes."""

    half: Floats  # (2, cells)
    closed: Floats
    arcs: Floats
    sound: Flags  # (cells,)
    sums: Floats
    moved: Floats


@summing
def sums(automata: Automata, batch: Batch, floor: float) -> FlatSums:
    """Arc posteriors of every sentence of a batch."""
    sentences, states = len(batch.depths), automata.start.shape[2]
    room = _room(batch, states)
    arcs = 0
    for sentence in range(sentences):
        size = batch.offsets[sentence + 1] - batch.offsets[sentence]
        arcs += size * (size + 1)
    found = FlatSums(
        np.empty(arcs), np.zeros(sentences), np.ones(sentences, dtype=np.int64), np.zeros(sentences, dtype=np.int64)
    )
    cells, weights = 0, 0
    ends = 0
    for sentence in range(sentences):
        low, depth = batch.offsets[sentence], batch.depths[sentence]
        size = batch.offsets[sentence + 1] - low
        if size == 0:
            continue
        words = _words(batch, sentence, cells, weights, ends)
        posteriors = found.arcs[cells + low : cells + low + size * (size + 1)].reshape(size + 1, size)
        chart, slopes = _chart(room, 0, size, depth, states), _chart(room, 1, size, depth, states)
        sound = room.sound[: 2 * size * size].reshape(2, size, size)
        factor = 1.0
        for attempt in range(_RESTARTS):
            better = inside(words, automata, chart, sound, factor, floor, attempt == _RESTARTS - 1)
            if better == 0.0:
                break
            factor = better
        z = outside(words, automata, chart, slopes, sound, factor, posteriors)
        for i in range(size):
            for j in range(i, size):
                found.clipped[sentence] += (not sound[1, i, j]) + (not sound[0, j, i])
        if z == 0.0 or not np.isfinite(z):
            found.logs[sentence], found.signs[sentence] = -np.inf, 0
            posteriors[:] = 0.0
        else:
            found.logs[sentence] = np.log(abs(z)) - size * np.log(factor)
            found.signs[sentence] = 1 if z > 0.0 else -1
        cells += size * size
        weights += size * size * depth
        ends += size * 2 * depth
    return found


@inner
def _room(batch: Batch, states: int) -> Room:
    longest, widest = 1, 1
    for sentence in range(len(batch.depths)):
        longest = max(longest, batch.offsets[sentence + 1] - batch.offsets[sentence])
        widest = max(widest, batch.depths[sentence])
    cells = longest * longest
    return Room(
        np.empty((2, 2 * cells * widest * states)), np.empty((2, 2 * cells)), np.empty((2, cells * states)),
        np.empty(2 * cells, dtype=np.bool_), np.empty(widest * states), np.empty(states),
    )  # fmt: skip


@inner
def _chart(room: Room, place: int, size: int, depth: int, states: int) -> Chart:
    cells, whole = size * size, depth * states
    return Chart(
        room.half[place, : 2 * cells * whole].reshape(2, size, size, whole),
        room.closed[place, : 2 * cells].reshape(2, size, size),
        room.arcs[place, : cells * states].reshape(size, size, states), room.sums, room.moved,
    )  # fmt: skip


@inner
def _words(batch: Batch, sentence: int, cells: int, weights: int, ends: int) -> WordArrays:
    """One sentence of a batch, from where its cells, weights and ends begin."""
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
