"""The words of each class from words that only it has (Cohen and Collins 2014, section 5.2 and 8)."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from spectral_core.arrays import Floats
from spectral_core.inference.pair_kernels import nearest_mixtures
from spectral_core.maths.anchors import anchors, free_weights, on_simplex
from spectral_core.maths.linalg import Sparse, sketched_svd
from spectral_core.models.class_bigram.pairs import WordPairs

_DRAWN = 200.0  # occurrences from which the place of a word is trusted
_SEEN = 20.0  # times from which a word may be a pivot
_OUTSIDE = 1e-9  # so far below 0 rounding leads
_BLOCK = 2000  # words between two reports
_MOVES = 20  # of mass between two classes, for each class
_GAIN = 1e-7  # of the spread of the points, below which mass stays


def pivot_words(pairs: WordPairs, classes: int, passed: Callable[[int], None]) -> Floats:
    """(symbols, classes) how often each symbol is expected in each class; fewer classes where the pairs support only
    those. `passed` is called with the words that are done."""
    table = Sparse(pairs.before, pairs.after, pairs.counts, (pairs.size, pairs.size))
    often_before, often = table.row_sums(), table.column_sums()
    left, right = 1 / np.sqrt(often_before + _DRAWN), 1 / np.sqrt(often + _DRAWN)
    found = sketched_svd(table.scaled(left, right), classes, seed=0)
    seen = np.flatnonzero(often)
    # what stands before a word, in the leading directions, is a mixture of what stands before each class
    points = found.right[seen] * (found.values**2 / (right * np.maximum(often, 1.0))[seen, None])
    frequent = np.flatnonzero(often[seen] >= _SEEN)
    if len(frequent) <= classes:
        frequent = np.arange(len(seen))
    corners = points[frequent[anchors(points[frequent], classes)]]
    gram = corners @ corners.T
    free = free_weights(points, corners)
    weights = on_simplex(free)
    outside = np.flatnonzero((free < -_OUTSIDE).any(axis=1))
    gain = _GAIN * float((points**2).sum(axis=1).mean())
    for low in range(0, len(outside), _BLOCK):
        passed(low)
        part = outside[low : low + _BLOCK]
        weights[part] = nearest_mixtures(gram, points[part] @ corners.T, _MOVES * len(corners), gain)
    expected = np.zeros((pairs.size, len(corners)))
    expected[seen] = weights * often[seen, None]
    return expected
