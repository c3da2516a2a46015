"""Sums over pairs of words and the classes between them, and mixtures nearest to points. Nothing imports this module at
start.

p(after | before) = classes[before] @ words[after]. Pairs stand by their first word: those of `before` are
`bounds[before]` to `bounds[before + 1]`.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from spectral_core.inference.compiling import entry, summing, summing_leaf

Numbers = NDArray[np.float32] | NDArray[np.float64]
Floats = NDArray[np.float64]
Integers = NDArray[np.int64]

_LEAST = 1e-30  # what a probability of 0 is divided by


@summing_leaf
def _product(one: Numbers, two: Numbers) -> float:
    total: float = one[0] * 0  # of their precision
    for place in range(len(one)):
        total += one[place] * two[place]
    return total


@summing
def expected_pairs(
    bounds: Integers, after: Integers, counts: Numbers, classes: Numbers, words: Numbers,
    class_sums: Numbers, word_sums: Numbers, both: bool,
) -> float:  # fmt: skip
    """The log-likelihood of the counts. Adds to `class_sums` (words, classes), and where `both` are wanted to
    `word_sums`, how often each class is expected with each word, divided by the parameter itself."""
    likelihood = 0.0
    size = classes.shape[1]
    for before in range(len(bounds) - 1):
        row, sums = classes[before], class_sums[before]
        for pair in range(bounds[before], bounds[before + 1]):
            other = words[after[pair]]
            probability = max(_product(row, other), _LEAST)
            likelihood += counts[pair] * np.log(probability)
            factor = row.dtype.type(counts[pair] / probability)
            for place in range(size):
                sums[place] += factor * other[place]
            if both:
                into = word_sums[after[pair]]
                for place in range(size):
                    into[place] += factor * row[place]
    return likelihood


@summing
def pair_probabilities(before: Integers, after: Integers, classes: Numbers, words: Numbers) -> Floats:
    """(pairs,) p(after | before)."""
    found = np.empty(len(before))
    for pair in range(len(before)):
        found[pair] = _product(classes[before[pair]], words[after[pair]])
    return found


@entry
def nearest_mixtures(gram: Floats, targets: Floats, steps: int, gain: float) -> Floats:
    """(points, corners) weights from 0, summing to 1, with which corners whose products are `gram` come nearest to
    points whose products with them are `targets`: mass moves between two corners at a time, up to so many times, as
    long as a point gains more than `gain` (Platt 1998)."""
    size = len(gram)
    found = np.zeros(targets.shape)
    slopes = np.empty(size)
    for point in range(len(targets)):
        weights, target = found[point], targets[point]
        nearest = 0
        for place in range(1, size):
            if gram[place, place] - 2 * target[place] < gram[nearest, nearest] - 2 * target[nearest]:
                nearest = place
        weights[nearest] = 1.0
        for place in range(size):
            slopes[place] = gram[nearest, place] - target[place]
        for _ in range(steps):
            low, high = 0, -1
            for place in range(size):
                if slopes[place] < slopes[low]:
                    low = place
                if weights[place] > 0 and (high < 0 or slopes[place] > slopes[high]):
                    high = place
            difference = slopes[high] - slopes[low]
            curve = gram[low, low] + gram[high, high] - 2 * gram[low, high]
            if not difference > 0 or not curve > 0:
                break
            moved = min(difference / curve, weights[high])
            if moved * (difference - 0.5 * moved * curve) <= gain:
                break
            weights[low] += moved
            weights[high] = 0.0 if moved == weights[high] else weights[high] - moved
            for place in range(size):
                slopes[place] += moved * (gram[low, place] - gram[high, place])
    return found
