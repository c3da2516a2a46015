"""Compiled forward-backward: sequences under their own automata, class bigrams, and right-linear chunk grammars
(Ponvert, Baldridge and Erk 2011).

Never imported at start-up.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from spectral_core.arrays import Floats, Indexes, Integers
from spectral_core.structured.compilation import entry, fastmath_entry, fastmath_leaf

BEGIN, INSIDE, OUTSIDE, STOP = 0, 1, 2, 3
Numbers = NDArray[np.float32] | NDArray[np.float64]
_TINY = 1e-30  # smallest divisor, in place of a probability of 0


class OwnedSequences(NamedTuple):
    """Concatenated sequences, each under the automaton of its owner."""

    owners: Integers  # (sequences,)
    symbols: Integers
    starts: Integers  # (sequences + 1,)
    weights: Floats  # (sequences,) frequency of each


@fastmath_entry
def expectations(
    sequences: OwnedSequences,
    operators: Floats,
    start: Floats,
    stop: Floats,
    step_counts: Floats,
    start_counts: Floats,
    stop_counts: Floats,
) -> float:
    """Add the expected counts of all sequences to the last three arguments; return the log-likelihood, -inf if a
    sequence has probability 0. Step counts are still to be multiplied by the operators (owners, symbols, from, to)."""
    owners, symbols, starts, weights = sequences
    states = start.shape[1]
    longest = 0
    for sequence in range(len(owners)):
        longest = max(longest, starts[sequence + 1] - starts[sequence])
    forward = np.empty((longest + 1, states))
    scales = np.empty(longest + 1)
    backward, previous_backward = np.empty(states), np.empty(states)
    total = 0.0
    for sequence in range(len(owners)):
        owner, low, weight = owners[sequence], starts[sequence], weights[sequence]
        length = starts[sequence + 1] - low
        forward[0] = start[owner]
        log = _fill_forward(symbols[low : low + length], operators[owner], forward, scales)
        if log == -np.inf:
            total = -np.inf
            continue
        end_score = 0.0
        for position in range(states):
            end_score += stop[owner, position] * forward[length, position]
        if not end_score > 0.0:
            total = -np.inf
            continue
        total += weight * (log + np.log(end_score))
        for position in range(states):
            backward[position] = weight * stop[owner, position] / end_score
            stop_counts[owner, position] += backward[position] * forward[length, position]
        for position in range(length - 1, -1, -1):
            operator = operators[owner, symbols[low + position]]
            step_count = step_counts[owner, symbols[low + position]]
            for target in range(states):
                backward[target] /= scales[position]
            for source in range(states):
                value, forward_value = 0.0, forward[position, source]
                for target in range(states):
                    value += operator[source, target] * backward[target]
                    step_count[source, target] += backward[target] * forward_value
                previous_backward[source] = value
            for source in range(states):
                backward[source] = previous_backward[source]
        for position in range(states):
            start_counts[owner, position] += start[owner, position] * backward[position]
    return total


@fastmath_leaf
def _fill_forward(symbols: Integers, operators: Floats, forward: Floats, scales: Floats) -> float:
    """Fill in the forward vectors of a sequence from its first row on, each normalised to sum to 1, and the
    normalisers; return the log of their product, -inf if one is 0."""
    states, log = forward.shape[1], 0.0
    for position in range(len(symbols)):
        operator = operators[symbols[position]]
        for target in range(states):
            forward[position + 1, target] = 0.0
        for source in range(states):
            value = forward[position, source]
            for target in range(states):
                forward[position + 1, target] += operator[source, target] * value
        scale = 0.0
        for target in range(states):
            scale += forward[position + 1, target]
        if not scale > 0.0:
            return -np.inf
        scales[position] = scale
        log += np.log(scale)
        for target in range(states):
            forward[position + 1, target] /= scale
    return float(log)


@entry
def chunk_counts(
    words: Integers, starts: Integers, first: Floats, emissions: Floats, transitions: Floats
) -> tuple[Floats, Floats, Floats, float]:
    """E step: return the expected counts of first states (states,), of words by state (states, words) and of the next
    state or end (states, words, states + 1), and the log-likelihood. Sequences are concatenated, with offsets
    `starts`."""
    first_counts, word_counts, transition_counts = np.zeros(3), np.zeros(emissions.shape), np.zeros(transitions.shape)
    longest = 1
    for sequence in range(len(starts) - 1):
        longest = max(longest, starts[sequence + 1] - starts[sequence])
    forward, backward, scales = np.zeros((longest, 3)), np.zeros((longest, 3)), np.zeros(longest)
    total = 0.0
    for sequence in range(len(starts) - 1):
        low, high = starts[sequence], starts[sequence + 1]
        size = high - low
        for position in range(size):
            word = words[low + position]
            scales[position] = 0.0
            for state in range(3):
                prior = first[state] if position == 0 else 0.0
                if position > 0:
                    for previous in range(3):
                        prior += (
                            forward[position - 1, previous] * transitions[previous, words[low + position - 1], state]
                        )
                forward[position, state] = prior * emissions[state, word]
                scales[position] += forward[position, state]
            for state in range(3):
                forward[position, state] /= scales[position]
            total += np.log(scales[position])
        word = words[high - 1]
        end_score = 0.0
        for state in range(3):
            backward[size - 1, state] = transitions[state, word, STOP]
            end_score += forward[size - 1, state] * transitions[state, word, STOP]
        total += np.log(end_score)
        for state in range(3):
            backward[size - 1, state] /= end_score
            posterior = forward[size - 1, state] * backward[size - 1, state]
            word_counts[state, word] += posterior
            transition_counts[state, word, STOP] += posterior
        for position in range(size - 2, -1, -1):
            word, next_word = words[low + position], words[low + position + 1]
            for state in range(3):
                backward[position, state] = 0.0
                for follower in range(3):
                    weight = (
                        transitions[state, word, follower]
                        * emissions[follower, next_word]
                        * backward[position + 1, follower]
                    )
                    weight /= scales[position + 1]
                    backward[position, state] += weight
                    transition_counts[state, word, follower] += forward[position, state] * weight
                word_counts[state, word] += forward[position, state] * backward[position, state]
        for state in range(3):
            first_counts[state] += forward[0, state] * backward[0, state]
    return first_counts, word_counts, transition_counts, total


@entry
def chunk_paths(words: Integers, starts: Integers, first: Floats, emissions: Floats, transitions: Floats) -> Indexes:
    """Return (words,) the most probable state sequences (Viterbi), from log parameters."""
    states = np.zeros(len(words), dtype=np.int32)
    for sequence in range(len(starts) - 1):
        low, high = starts[sequence], starts[sequence + 1]
        size = high - low
        best, backpointers = np.full((size, 3), -np.inf), np.zeros((size, 3), dtype=np.int32)
        for state in range(3):
            best[0, state] = first[state] + emissions[state, words[low]]
        for position in range(1, size):
            for state in range(3):
                for previous in range(3):
                    score = best[position - 1, previous] + transitions[previous, words[low + position - 1], state]
                    if score > best[position, state]:
                        best[position, state], backpointers[position, state] = score, previous
                best[position, state] += emissions[state, words[low + position]]
        last, highest = OUTSIDE, -np.inf
        for state in range(3):
            score = best[size - 1, state] + transitions[state, words[high - 1], STOP]
            if score > highest:
                last, highest = state, score
        for position in range(size - 1, -1, -1):
            states[low + position] = last
            last = backpointers[position, last]
    return states


@fastmath_leaf
def _dot(first: Numbers, second: Numbers) -> float:
    """Return the dot product in the precision of the vectors."""
    total: float = first[0] * 0  # keeps their precision
    for index in range(len(first)):
        total += first[index] * second[index]
    return total


@fastmath_entry
def add_expected_pairs(
    bounds: Integers, after: Integers, counts: Numbers, classes: Numbers, words: Numbers,
    class_sums: Numbers, word_sums: Numbers, with_words: bool,
) -> float:  # fmt: skip
    """E step of a class bigram: add the expected counts of each class with each word to `class_sums` (words, classes),
    and with `with_words` to `word_sums`, both still to be multiplied by the parameters; return the log-likelihood."""
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
    """Return (pairs,) p(after | before), summed over classes."""
    probabilities = np.empty(len(before))
    for pair in range(len(before)):
        probabilities[pair] = _dot(classes[before[pair]], words[after[pair]])
    return probabilities


@entry
def nearest_mixtures(gram: Floats, targets: Floats, steps: int, gain: float) -> Floats:
    """Return (points, anchors) the non-negative weights, summing to 1, of the mixture of anchors nearest to each point.
    `gram` has the inner products of the anchors, `targets` those of the points with the anchors. Pairwise coordinate
    descent as in SMO (Platt 1998): up to `steps` times, mass moves between two anchors, as long as a point gains more
    than `gain`."""
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
