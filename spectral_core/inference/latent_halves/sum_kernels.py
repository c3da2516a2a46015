"""Compiled sums over all trees of many sentences, one after the other in one set of tables."""

import numpy as np

from spectral_core.inference.compiling import summing
from spectral_core.inference.eisner.sum_kernels import FlatSums
from spectral_core.inference.latent_halves.arrays import StateTensors, WordBatch
from spectral_core.inference.latent_halves.inside_kernels import inside
from spectral_core.inference.latent_halves.outside_kernels import outside
from spectral_core.inference.latent_halves.room import cells_of, chart_of, room_of, words_of

_RESTARTS = 12


@summing
def sums(grammar: StateTensors, batch: WordBatch) -> FlatSums:
    """Arc posteriors of every sentence of a batch."""
    sentences = len(batch.offsets) - 1
    cells = cells_of(batch, grammar)
    arcs = 0
    for sentence in range(sentences):
        size = batch.offsets[sentence + 1] - batch.offsets[sentence]
        arcs += size * (size + 1)
    found = FlatSums(
        np.zeros(arcs), np.zeros(sentences), np.ones(sentences, dtype=np.int64), np.zeros(sentences, dtype=np.int64)
    )
    squares = 0
    for sentence in range(sentences):
        low = batch.offsets[sentence]
        size = batch.offsets[sentence + 1] - low
        if size == 0:
            continue
        words = words_of(batch, sentence, squares)
        posteriors = found.arcs[squares + low : squares + low + size * (size + 1)].reshape(size + 1, size)
        chart, slopes = chart_of(cells, 0, size, grammar), chart_of(cells, 1, size, grammar)
        room = room_of(cells, size, grammar)
        factor = 1.0
        for attempt in range(_RESTARTS):
            better = inside(words, grammar, chart, room, factor, attempt == _RESTARTS - 1)
            if better == 0.0:
                break
            factor = better
        z = outside(words, grammar, chart, slopes, room, factor, posteriors)
        if z == 0.0 or not np.isfinite(z):
            found.logs[sentence], found.signs[sentence] = -np.inf, 0
            posteriors[:] = 0.0
        else:
            found.logs[sentence] = np.log(abs(z)) - size * np.log(factor)
            found.signs[sentence] = 1 if z > 0.0 else -1
        squares += size * size
    return found
