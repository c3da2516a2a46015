"""Inside-outside sums over all binary trees of a sentence, each weighted by the product of a number for each of its
spans. Nothing imports this module at start."""

from __future__ import annotations

import numpy as np

from spectral_core.arrays import Floats, Integers
from spectral_core.inference.compiling import entry, inner


@inner
def _inside(logs: Floats, inside: Floats, scales: Floats, factors: Floats) -> float:
    """Fill [start, end] with the inside sum of each span, divided by the exponential of the scale of its length, and
    [length, left length] with the factor that joins two lengths; return the log of the sum over all trees of the
    sentence."""
    size = len(logs)
    for word in range(size):
        inside[word, word + 1] = 1.0
    for length in range(2, size + 1):
        highest = -np.inf
        for left_length in range(1, length):
            highest = max(highest, scales[left_length] + scales[length - left_length])
        for left_length in range(1, length):
            factors[length, left_length] = np.exp(scales[left_length] + scales[length - left_length] - highest)
        largest = 0.0
        for start in range(size - length + 1):
            end = start + length
            total = 0.0
            for split in range(start + 1, end):
                total += inside[start, split] * inside[split, end] * factors[length, split - start]
            inside[start, end] = total * np.exp(logs[start, end])
            largest = max(largest, inside[start, end])
        scales[length] = highest
        if largest > 0.0:
            scales[length] += np.log(largest)
            for start in range(size - length + 1):
                inside[start, start + length] /= largest
            for left_length in range(1, length):
                factors[length, left_length] /= largest
    sentence_sum = inside[0, size]
    return scales[size] + np.log(sentence_sum) if sentence_sum > 0.0 else -np.inf


@inner
def _outside(logs: Floats, inside: Floats, factors: Floats, outside: Floats) -> None:
    """Fill [start, end] with the posterior of each span."""
    size = len(logs)
    outside[0, size] = 1.0 / inside[0, size] if inside[0, size] > 0.0 else 0.0
    for length in range(size, 1, -1):
        for start in range(size - length + 1):
            end = start + length
            weight = outside[start, end]
            if weight > 0.0:
                weight *= np.exp(logs[start, end])
                for split in range(start + 1, end):
                    factor = weight * factors[length, split - start]
                    outside[start, split] += factor * inside[split, end]
                    outside[split, end] += factor * inside[start, split]
    for start in range(size):
        for end in range(start + 1, size + 1):
            outside[start, end] *= inside[start, end]


@entry
def span_posteriors(logs: Floats) -> tuple[Floats, float]:
    """Return the posterior of each span [start, end] of one sentence, under a log for each, and the log of the sum over
    all trees; -inf where there is none."""
    size = len(logs)
    inside, outside = np.zeros((size, size + 1)), np.zeros((size, size + 1))
    scales, factors = np.zeros(size + 1), np.zeros((size + 1, size + 1))
    total = _inside(logs, inside, scales, factors)
    _outside(logs, inside, factors, outside)
    return outside, total


@entry
def fill_span_posteriors(sizes: Integers, logs: Floats, posteriors: Floats) -> float:
    """Fill `posteriors` with the posterior of each span of two words or more of many sentences, by sentence, start and
    end, under `logs` of the same order; return the sum over sentences of the log of the sum over their trees."""
    position, total = 0, 0.0
    for size in sizes:
        table = np.zeros((size, size + 1))
        log_position = position
        for start in range(size):
            for end in range(start + 2, size + 1):
                table[start, end] = logs[log_position]
                log_position += 1
        sentence_posteriors, log_sum = span_posteriors(table)
        total += log_sum
        for start in range(size):
            for end in range(start + 2, size + 1):
                posteriors[position] = sentence_posteriors[start, end]
                position += 1
    return total
