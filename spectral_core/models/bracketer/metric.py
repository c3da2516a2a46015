"""Distances between words by their classes and how far apart they stand, from covariances of their vectors."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from spectral_core.arrays import Flags, Floats, Integers
from spectral_core.models.bracketer.settings import BracketerSettings
from spectral_core.progress import Progress, Report

_FLOOR = 1e-3  # of the largest singular value
_UNSEEN = 95  # percentile of all distances, for what was never seen
_PAIRS = 1 << 15  # of words whose vectors are multiplied at a time


def kernel_weights(longest: int, bandwidth: float) -> Floats:
    """(longest, longest) how much words so far apart say of others that stand so far apart (section 4.1)."""
    apart = np.arange(1, longest + 1)
    unlike = np.abs(apart[:, None] - apart) / (apart[:, None] + apart)
    weights: Floats = np.maximum(0.0, 1.0 - unlike / bandwidth)
    return weights


def distance_tables(
    classes: Integers, rows: Integers, starts: Integers, vectors: Floats, number: int, settings: BracketerSettings,
    report: Report,
) -> Floats:  # fmt: skip
    """(kinds, classes + 1, classes + 1, longest) the distance of a word to one so far behind it, by their classes; the
    last class is any that was never seen. The first kind is the metric, the others are what it is compared with.

    `classes` and `rows` (words,) have the class and the vector of each, `starts` (sentences + 1,) where each begins.
    """
    longest = settings.longest
    apart = np.log(np.arange(1, longest + 1))
    flat = np.zeros((number + 1, number + 1, longest))
    if settings.metric != "spectral":
        return (flat + (apart if settings.metric == "distance" else 0.0))[None]
    kinds = sorted({settings.states, max(1, settings.states // 2)}, reverse=True)
    found = _spectral(classes, rows, starts, vectors, number, settings, kinds, report)
    tables = np.zeros((len(kinds), number + 1, number + 1, longest))
    tables[:, :-1, :-1] = found
    mean = found.mean(axis=(1, 2))  # (kinds, longest)
    tables[:, -1, :, :] = tables[:, :, -1, :] = mean[:, None]
    spread = tables[:, :-1, :-1].std(axis=(1, 2, 3))[:, None, None, None] / apart.std()
    shrunk = tables + max(settings.shrinkage, 1.0) * spread * apart
    return np.concatenate((tables + settings.shrinkage * spread * apart, shrunk[:1]))


def _spectral(
    classes: Integers, rows: Integers, starts: Integers, vectors: Floats, number: int, settings: BracketerSettings,
    kinds: Sequence[int], report: Report,
) -> Floats:  # fmt: skip
    """(kinds, classes, classes, longest) by so many singular values (equation 5)."""
    longest, size = settings.longest, vectors.shape[1]
    first, second, codes = _pairs(classes, starts, number, longest)
    bounds = np.searchsorted(codes, np.arange(number * number * longest + 1))
    weights = kernel_weights(longest, settings.bandwidth)
    own = np.full((len(kinds), number), np.nan)
    for place in range(number):
        members = vectors[rows[classes == place]]
        if len(members):
            own[:, place] = _logs((members.T @ members / len(members))[None], kinds)[:, 0]
    found = np.full((len(kinds), number, number, longest), np.nan)
    for pair in range(number * number):
        report(Progress("covariances", pair, number * number))
        here = bounds[pair * longest : (pair + 1) * longest + 1]
        seen = np.diff(here).astype(np.float64)
        if not seen.any():
            continue
        sums = np.zeros((longest, size, size))
        for gap in np.flatnonzero(seen):
            for low in range(here[gap], here[gap + 1], _PAIRS):
                part = slice(low, min(low + _PAIRS, here[gap + 1]))
                sums[gap] += vectors[rows[first[part]]].T @ vectors[rows[second[part]]]
        near = weights @ seen
        known = near > 0
        smooth = (weights[known] @ sums.reshape(longest, -1)).reshape(-1, size, size) / near[known, None, None]
        one, two = divmod(pair, number)
        found[:, one, two, known] = (0.5 * (own[:, one] + own[:, two])[:, None] - _logs(smooth, kinds)).T.T
    report(Progress("covariances", number * number, number * number))
    for table in found:
        seen_once: Flags = np.isfinite(table)
        table[~seen_once] = np.percentile(table[seen_once], _UNSEEN) if seen_once.any() else 0.0
    return found


def _pairs(classes: Integers, starts: Integers, number: int, longest: int) -> tuple[Integers, Integers, Integers]:
    """All pairs of words of a sentence, by the classes of both and how far apart they stand."""
    firsts, seconds = [], []
    for low, high in zip(starts[:-1].tolist(), starts[1:].tolist(), strict=True):
        one, two = np.triu_indices(high - low, 1)
        firsts.append(one + low)
        seconds.append(two + low)
    first = np.concatenate(firsts) if firsts else np.zeros(0, dtype=np.int64)
    second = np.concatenate(seconds) if seconds else np.zeros(0, dtype=np.int64)
    gap = np.minimum(second - first, longest) - 1
    codes = (classes[first] * number + classes[second]) * longest + gap
    order = np.argsort(codes, kind="stable")
    return first[order], second[order], codes[order]


def _logs(matrices: Floats, kinds: Sequence[int]) -> Floats:
    """(kinds, matrices) the log of the product of the leading singular values of each, so many."""
    values = np.linalg.svd(matrices, compute_uv=False)
    largest = np.maximum(values[:, :1], 1e-12)
    logs = np.cumsum(np.log(np.maximum(values, _FLOOR * largest)), axis=1)
    return np.stack([logs[:, min(kind, logs.shape[1]) - 1] for kind in kinds])
