"""Forward-backward sums and best paths of a right-linear chunk grammar (Ponvert, Baldridge and Erk 2011): a word begins
a chunk, is inside one or outside of all, and what follows depends on that state and on the word. Nothing imports this
module at start."""

from __future__ import annotations

import numpy as np

from spectral_core.arrays import Floats, Indexes, Integers
from spectral_core.inference.compiling import entry

BEGIN, INSIDE, OUTSIDE, STOP = 0, 1, 2, 3


@entry
def chunk_counts(
    words: Integers, starts: Integers, first: Floats, emissions: Floats, transitions: Floats
) -> tuple[Floats, Floats, Floats, float]:
    """Return the expected counts of first states (states,), of words by state (states, words) and of what follows there
    (states, words, states + 1), and the log-likelihood. Sequences stand one after the other from `starts`."""
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
    """Return (words,) the states of the most probable path of each sequence (Viterbi), from log parameters."""
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
