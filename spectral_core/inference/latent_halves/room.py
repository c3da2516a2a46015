"""One sentence of a batch as the kernels see it, and room for its charts."""

from typing import NamedTuple

import numpy as np

from spectral_core.arrays import Flags, Floats, Integers, Places
from spectral_core.inference.compiling import inner
from spectral_core.inference.latent_halves.arrays import HalvesChart, StateTensors, WordBatch


class SentenceWords(NamedTuple):
    """The words of one sentence; they count from 0 here."""

    tags: Integers
    kinds: Integers
    scales: Floats
    rules: Places  # (words, words) [head, modifier]
    tops: Flags
    reach: Flags  # (2, words, words) [side, head, edge]; (2, 0, 0) where all may


class SideRoom(NamedTuple):
    """What the recursions need beside charts."""

    alive: Flags  # (2, words, words) half trees that some arc reaches
    met: Floats  # (states, half states) the sum over splits of one arc
    turned: Floats  # (node states, half states)
    moved: Floats  # (states, node states) the head before an arc by its rule
    seen: Floats  # (2, node states, half states) the modifier by its half, and the slope by that


class ChartRoom(NamedTuple):
    """SideRoom for the charts of the largest sentence and of their slopes."""

    half: Floats  # (2, cells)
    closed: Floats
    arcs: Floats
    alive: Flags  # (cells,)


@inner
def cells_of(batch: WordBatch, grammar: StateTensors) -> ChartRoom:
    longest = 1
    for sentence in range(len(batch.offsets) - 1):
        longest = max(longest, batch.offsets[sentence + 1] - batch.offsets[sentence])
    square, states, facing = longest * longest, grammar.halves.shape[3], grammar.halves.shape[2]
    return ChartRoom(
        np.empty((2, 2 * square * states)), np.empty((2, 2 * square * facing)), np.empty((2, square * states * facing)),
        np.empty(2 * square, dtype=np.bool_),
    )  # fmt: skip


@inner
def room_of(cells: ChartRoom, size: int, grammar: StateTensors) -> SideRoom:
    states, facing, nodes = grammar.halves.shape[3], grammar.halves.shape[2], grammar.nodes.shape[2]
    alive = cells.alive[: 2 * size * size].reshape(2, size, size)
    return SideRoom(
        alive, np.empty((states, facing)), np.empty((nodes, facing)), np.empty((states, nodes)),
        np.empty((2, nodes, facing)),
    )  # fmt: skip


@inner
def chart_of(cells: ChartRoom, place: int, size: int, grammar: StateTensors) -> HalvesChart:
    square, states, facing = size * size, grammar.halves.shape[3], grammar.halves.shape[2]
    return HalvesChart(
        cells.half[place, : 2 * square * states].reshape(2, size, size, states),
        cells.closed[place, : 2 * square * facing].reshape(2, size, size, facing),
        cells.arcs[place, : square * states * facing].reshape(size, size, states, facing),
    )


@inner
def words_of(batch: WordBatch, sentence: int, squares: int) -> SentenceWords:
    """A sentence, from where its squares begin."""
    low, high = batch.offsets[sentence], batch.offsets[sentence + 1]
    size = high - low
    reach = batch.reach[2 * squares : 2 * (squares + size * size)]
    return SentenceWords(
        batch.tags[low:high], batch.kinds[low:high], batch.scales[low:high],
        batch.rules[squares : squares + size * size].reshape(size, size), batch.tops[low:high],
        reach.reshape(2, size, size) if len(reach) else reach.reshape(2, 0, 0),
    )  # fmt: skip
