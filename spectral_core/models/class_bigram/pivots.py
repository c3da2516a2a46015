"""Word distributions of each class from anchor words, which belong to one class only (Cohen and Collins 2014, sections
5.2 and 8)."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from spectral_core.arrays import Floats
from spectral_core.maths.anchors import find_anchors, fit_affine_weights, project_onto_simplex
from spectral_core.maths.linalg import Sparse, compute_randomised_svd
from spectral_core.models.class_bigram.pairs import WordPairs
from spectral_core.structured.chain_kernels import nearest_mixtures

_PSEUDO_COUNT = 200.0  # occurrences from which the place of a word is trusted
_MIN_ANCHOR_COUNT = 20.0  # times from which a word may be a pivot
_ROUNDING = 1e-9  # so far below 0 rounding leads
_BLOCK_SIZE = 2000  # words between two reports
_MOVES_PER_CLASS = 20  # of mass between two classes, for each class
_MIN_RELATIVE_GAIN = 1e-7  # of the spread of the points, below which mass stays


def estimate_class_counts(pairs: WordPairs, classes: int, on_progress: Callable[[int], None]) -> Floats:
    """Return (symbols, classes) the expected count of each symbol in each class; fewer classes where the pairs support
    only those. `on_progress` receives the number of words that are done."""
    table = Sparse(pairs.before, pairs.after, pairs.counts, (pairs.symbol_count, pairs.symbol_count))
    counts_before, counts_after = table.row_sums(), table.column_sums()
    row_scale, column_scale = 1 / np.sqrt(counts_before + _PSEUDO_COUNT), 1 / np.sqrt(counts_after + _PSEUDO_COUNT)
    decomposition = compute_randomised_svd(table.scale(row_scale, column_scale), classes, seed=0)
    occurring = np.flatnonzero(counts_after)
    # what stands before a word, in the leading directions, is a mixture of what stands before each class
    points = decomposition.right[occurring] * (
        decomposition.values**2 / (column_scale * np.maximum(counts_after, 1.0))[occurring, None]
    )
    frequent = np.flatnonzero(counts_after[occurring] >= _MIN_ANCHOR_COUNT)
    if len(frequent) <= classes:
        frequent = np.arange(len(occurring))
    anchor_points = points[frequent[find_anchors(points[frequent], classes)]]
    gram = anchor_points @ anchor_points.T
    unconstrained = fit_affine_weights(points, anchor_points)
    weights = project_onto_simplex(unconstrained)
    outside = np.flatnonzero((unconstrained < -_ROUNDING).any(axis=1))
    gain = _MIN_RELATIVE_GAIN * float((points**2).sum(axis=1).mean())
    for low in range(0, len(outside), _BLOCK_SIZE):
        on_progress(low)
        block = outside[low : low + _BLOCK_SIZE]
        weights[block] = nearest_mixtures(
            gram, points[block] @ anchor_points.T, _MOVES_PER_CLASS * len(anchor_points), gain
        )
    expected = np.zeros((pairs.symbol_count, len(anchor_points)))
    expected[occurring] = weights * counts_after[occurring, None]
    return expected
