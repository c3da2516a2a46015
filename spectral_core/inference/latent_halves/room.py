"""One sentence of a batch as the kernels see it, and the buffers of its charts."""

from typing import NamedTuple

import numpy as np

from spectral_core.arrays import Flags, Floats, Indexes, Integers
from spectral_core.inference.compiling import inner
from spectral_core.inference.latent_halves.arrays import HalvesChart, StateTensors, WordBatch


class SentenceWords(NamedTuple):
    """The words of one sentence; they count from 0 here."""

    tags: Integers
    kinds: Integers
    scales: Floats
    rules: Indexes  # (words, words) [head, modifier]
    root_words: Flags
    reach: Flags  # (2, words, words) [side, head, edge]; (2, 0, 0) where all may


class Scratch(NamedTuple):
    """Scratch arrays of the recursions beside charts."""

    reachable: Flags  # (2, words, words) half trees that some arc reaches
    split_sum: Floats  # (states, half states) the sum over splits of one arc
    rule_product: Floats  # (node states, half states)
    head_view: Floats  # (states, node states) the head before an arc by its rule
    modifier_view: Floats  # (2, node states, half states) the modifier by its half, and the slope by that


class HalvesBuffers(NamedTuple):
    """Buffers for the charts of the largest sentence and of their derivatives."""

    half: Floats  # (2, cells)
    closed: Floats
    arcs: Floats
    reachable: Flags  # (cells,)


@inner
def allocate_buffers(batch: WordBatch, grammar: StateTensors) -> HalvesBuffers:
    """Return buffers for the largest sentence of the batch."""
    longest = 1
    for sentence in range(len(batch.offsets) - 1):
        longest = max(longest, batch.offsets[sentence + 1] - batch.offsets[sentence])
    square, states, facing = longest * longest, grammar.halves.shape[3], grammar.halves.shape[2]
    return HalvesBuffers(
        np.empty((2, 2 * square * states)), np.empty((2, 2 * square * facing)), np.empty((2, square * states * facing)),
        np.empty(2 * square, dtype=np.bool_),
    )  # fmt: skip


@inner
def make_scratch(buffers: HalvesBuffers, size: int, grammar: StateTensors) -> Scratch:
    """Return scratch arrays for a sentence of this size."""
    states, facing, nodes = grammar.halves.shape[3], grammar.halves.shape[2], grammar.nodes.shape[2]
    reachable = buffers.reachable[: 2 * size * size].reshape(2, size, size)
    return Scratch(
        reachable, np.empty((states, facing)), np.empty((nodes, facing)), np.empty((states, nodes)),
        np.empty((2, nodes, facing)),
    )  # fmt: skip


@inner
def make_chart(buffers: HalvesBuffers, part: int, size: int, grammar: StateTensors) -> HalvesChart:
    """Return a chart for a sentence of this size, in one of the two parts of the buffers."""
    square, states, facing = size * size, grammar.halves.shape[3], grammar.halves.shape[2]
    return HalvesChart(
        buffers.half[part, : 2 * square * states].reshape(2, size, size, states),
        buffers.closed[part, : 2 * square * facing].reshape(2, size, size, facing),
        buffers.arcs[part, : square * states * facing].reshape(size, size, states, facing),
    )


@inner
def slice_words(batch: WordBatch, sentence: int, squares: int) -> SentenceWords:
    """Return the words of a sentence, from where its squares begin."""
    low, high = batch.offsets[sentence], batch.offsets[sentence + 1]
    size = high - low
    reach = batch.reach[2 * squares : 2 * (squares + size * size)]
    return SentenceWords(
        batch.tags[low:high], batch.kinds[low:high], batch.scales[low:high],
        batch.rules[squares : squares + size * size].reshape(size, size), batch.root_words[low:high],
        reach.reshape(2, size, size) if len(reach) else reach.reshape(2, 0, 0),
    )  # fmt: skip
