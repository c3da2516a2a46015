"""Sums over all binary trees of a sentence that weigh the product of a number for each of their spans.

Nothing imports this module at start.
"""

from __future__ import annotations

import numpy as np

from spectral_core.arrays import Floats, Integers
from spectral_core.inference.compiling import entry, inner


@inner
def _inside(logs: Floats, inside: Floats, scales: Floats, factors: Floats) -> float:
    """Fills [start, end] with the sums over all trees of each span, divided by the exponential of the scale of its
    length, and [length, first] with what joins two lengths; the log of the sum over all trees of the sentence."""
    size = len(logs)
    for at in range(size):
        inside[at, at + 1] = 1.0
    for length in range(2, size + 1):
        highest = -np.inf
        for first in range(1, length):
            highest = max(highest, scales[first] + scales[length - first])
        for first in range(1, length):
            factors[length, first] = np.exp(scales[first] + scales[length - first] - highest)
        most = 0.0
        for start in range(size - length + 1):
            end = start + length
            total = 0.0
            for middle in range(start + 1, end):
                total += inside[start, middle] * inside[middle, end] * factors[length, middle - start]
            inside[start, end] = total * np.exp(logs[start, end])
            most = max(most, inside[start, end])
        scales[length] = highest
        if most > 0.0:
            scales[length] += np.log(most)
            for start in range(size - length + 1):
                inside[start, start + length] /= most
            for first in range(1, length):
                factors[length, first] /= most
    top = inside[0, size]
    return scales[size] + np.log(top) if top > 0.0 else -np.inf


@inner
def _outside(logs: Floats, inside: Floats, factors: Floats, outside: Floats) -> None:
    """Fills [start, end] with the share of trees that have each span."""
    size = len(logs)
    outside[0, size] = 1.0 / inside[0, size] if inside[0, size] > 0.0 else 0.0
    for length in range(size, 1, -1):
        for start in range(size - length + 1):
            end = start + length
            above = outside[start, end]
            if above > 0.0:
                above *= np.exp(logs[start, end])
                for middle in range(start + 1, end):
                    factor = above * factors[length, middle - start]
                    outside[start, middle] += factor * inside[middle, end]
                    outside[middle, end] += factor * inside[start, middle]
    for start in range(size):
        for end in range(start + 1, size + 1):
            outside[start, end] *= inside[start, end]


@entry
def span_shares(logs: Floats) -> tuple[Floats, float]:
    """The posterior of each span [start, end] of one sentence, under a log for each, and the log of the sum over all
    trees; -inf where there is none."""
    size = len(logs)
    inside, outside = np.zeros((size, size + 1)), np.zeros((size, size + 1))
    scales, factors = np.zeros(size + 1), np.zeros((size + 1, size + 1))
    total = _inside(logs, inside, scales, factors)
    _outside(logs, inside, factors, outside)
    return outside, total


@entry
def expected_spans(sizes: Integers, logs: Floats, shares: Floats) -> float:
    """Fills `shares` with the posterior of each span of two words or more of many sentences, by sentence, start and
    end, under `logs` of the same order; the sum over all sentences of the log of the sum over their trees."""
    at, total = 0, 0.0
    for size in sizes:
        table = np.zeros((size, size + 1))
        place = at
        for start in range(size):
            for end in range(start + 2, size + 1):
                table[start, end] = logs[place]
                place += 1
        found, own = span_shares(table)
        total += own
        for start in range(size):
            for end in range(start + 2, size + 1):
                shares[at] = found[start, end]
                at += 1
    return total
