"""Compiled sums over all trees of many sentences, one after the other in one set of charts."""

import numpy as np

from spectral_core.inference.compiling import fastmath_entry
from spectral_core.inference.eisner.sum_kernels import FlatSums
from spectral_core.inference.latent_halves.arrays import StateTensors, WordBatch
from spectral_core.inference.latent_halves.inside_kernels import inside
from spectral_core.inference.latent_halves.outside_kernels import outside
from spectral_core.inference.latent_halves.room import allocate_buffers, make_chart, make_scratch, slice_words

_MAX_ATTEMPTS = 12


@fastmath_entry
def sums(grammar: StateTensors, batch: WordBatch) -> FlatSums:
    """Return the arc posteriors of every sentence of a batch."""
    sentences = len(batch.offsets) - 1
    buffers = allocate_buffers(batch, grammar)
    arcs = 0
    for sentence in range(sentences):
        size = batch.offsets[sentence + 1] - batch.offsets[sentence]
        arcs += size * (size + 1)
    flat_sums = FlatSums(
        np.zeros(arcs), np.zeros(sentences), np.ones(sentences, dtype=np.int64), np.zeros(sentences, dtype=np.int64)
    )
    squares = 0
    for sentence in range(sentences):
        low = batch.offsets[sentence]
        size = batch.offsets[sentence + 1] - low
        if size == 0:
            continue
        words = slice_words(batch, sentence, squares)
        posteriors = flat_sums.arcs[squares + low : squares + low + size * (size + 1)].reshape(size + 1, size)
        chart, slopes = make_chart(buffers, 0, size, grammar), make_chart(buffers, 1, size, grammar)
        scratch = make_scratch(buffers, size, grammar)
        factor = 1.0
        for attempt in range(_MAX_ATTEMPTS):
            next_factor = inside(words, grammar, chart, scratch, factor, attempt == _MAX_ATTEMPTS - 1)
            if next_factor == 0.0:
                break
            factor = next_factor
        z = outside(words, grammar, chart, slopes, scratch, factor, posteriors)
        if z == 0.0 or not np.isfinite(z):
            flat_sums.logs[sentence], flat_sums.signs[sentence] = -np.inf, 0
            posteriors[:] = 0.0
        else:
            flat_sums.logs[sentence] = np.log(abs(z)) - size * np.log(factor)
            flat_sums.signs[sentence] = 1 if z > 0.0 else -1
        squares += size * size
    return flat_sums
