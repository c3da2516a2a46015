"""Expected counts of the classes between pairs of words, and mixtures nearest to points. p(after | before) =
classes[before] @ words[after]. Pairs stand by their first word: those of `before` are `bounds[before]` to
`bounds[before + 1]`. Nothing imports this module at start."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from spectral_core.arrays import Floats, Integers
from spectral_core.inference.compiling import entry, fastmath_entry, fastmath_leaf

Numbers = NDArray[np.float32] | NDArray[np.float64]

_TINY = 1e-30  # what a probability of 0 is divided by


@fastmath_leaf
def _dot(first: Numbers, second: Numbers) -> float:
    """Return the dot product in the precision of the vectors."""
    total: float = first[0] * 0  # of their precision
    for index in range(len(first)):
        total += first[index] * second[index]
    return total


@fastmath_entry
def add_expected_pairs(
    bounds: Integers, after: Integers, counts: Numbers, classes: Numbers, words: Numbers,
    class_sums: Numbers, word_sums: Numbers, with_words: bool,
) -> float:  # fmt: skip
    """Add to `class_sums` (words, classes), and with `with_words` to `word_sums`, how often each class is expected with
    each word, divided by the parameter itself; return the log-likelihood of the counts."""
    likelihood = 0.0
    size = classes.shape[1]
    for before in range(len(bounds) - 1):
        row, sums = classes[before], class_sums[before]
        for pair in range(bounds[before], bounds[before + 1]):
            word_row = words[after[pair]]
            probability = max(_dot(row, word_row), _TINY)
            likelihood += counts[pair] * np.log(probability)
            factor = row.dtype.type(counts[pair] / probability)
            for class_index in range(size):
                sums[class_index] += factor * word_row[class_index]
            if with_words:
                word_sum = word_sums[after[pair]]
                for class_index in range(size):
                    word_sum[class_index] += factor * row[class_index]
    return likelihood


@fastmath_entry
def pair_probabilities(before: Integers, after: Integers, classes: Numbers, words: Numbers) -> Floats:
    """Return (pairs,) p(after | before)."""
    probabilities = np.empty(len(before))
    for pair in range(len(before)):
        probabilities[pair] = _dot(classes[before[pair]], words[after[pair]])
    return probabilities


@entry
def nearest_mixtures(gram: Floats, targets: Floats, steps: int, gain: float) -> Floats:
    """Return (points, anchors) weights from 0, summing to 1, with which anchors whose products are `gram` come nearest
    to points whose products with them are `targets`: mass moves between two anchors at a time, up to `steps` times, as
    long as a point gains more than `gain` (Platt 1998)."""
    size = len(gram)
    mixtures = np.zeros(targets.shape)
    slopes = np.empty(size)
    for point in range(len(targets)):
        weights, target = mixtures[point], targets[point]
        nearest = 0
        for anchor in range(1, size):
            if gram[anchor, anchor] - 2 * target[anchor] < gram[nearest, nearest] - 2 * target[nearest]:
                nearest = anchor
        weights[nearest] = 1.0
        for anchor in range(size):
            slopes[anchor] = gram[nearest, anchor] - target[anchor]
        for _ in range(steps):
            low, high = 0, -1
            for anchor in range(size):
                if slopes[anchor] < slopes[low]:
                    low = anchor
                if weights[anchor] > 0 and (high < 0 or slopes[anchor] > slopes[high]):
                    high = anchor
            difference = slopes[high] - slopes[low]
            curve = gram[low, low] + gram[high, high] - 2 * gram[low, high]
            if not difference > 0 or not curve > 0:
                break
            mass = min(difference / curve, weights[high])
            if mass * (difference - 0.5 * mass * curve) <= gain:
                break
            weights[low] += mass
            weights[high] = 0.0 if mass == weights[high] else weights[high] - mass
            for anchor in range(size):
                slopes[anchor] += mass * (gram[low, anchor] - gram[high, anchor])
    return mixtures
