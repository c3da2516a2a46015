"""Sums and best paths of chunks over sequences (Ponvert, Baldridge and Erk 2011): a word begins a chunk, is inside one
or in none, and what follows depends on which of these it is and on the word.

Nothing imports this module at start.
"""

from __future__ import annotations

import numpy as np

from spectral_core.arrays import Floats, Integers, Places
from spectral_core.inference.compiling import entry

BEGIN, INSIDE, APART, STOP = 0, 1, 2, 3


@entry
def chunk_counts(
    words: Integers, starts: Integers, first: Floats, shown: Floats, after: Floats
) -> tuple[Floats, Floats, Floats, float]:
    """How often each state is expected to be the first, to have each word (states, words), and what to follow it there
    (states, words, states + 1); and the log-likelihood. Sequences stand one after the other from `starts`."""
    firsts, counts, follows = np.zeros(3), np.zeros(shown.shape), np.zeros(after.shape)
    longest = 1
    for sequence in range(len(starts) - 1):
        longest = max(longest, starts[sequence + 1] - starts[sequence])
    ahead, behind, scales = np.zeros((longest, 3)), np.zeros((longest, 3)), np.zeros(longest)
    total = 0.0
    for sequence in range(len(starts) - 1):
        low, high = starts[sequence], starts[sequence + 1]
        size = high - low
        for at in range(size):
            word = words[low + at]
            scales[at] = 0.0
            for state in range(3):
                number = first[state] if at == 0 else 0.0
                if at > 0:
                    for before in range(3):
                        number += ahead[at - 1, before] * after[before, words[low + at - 1], state]
                ahead[at, state] = number * shown[state, word]
                scales[at] += ahead[at, state]
            for state in range(3):
                ahead[at, state] /= scales[at]
            total += np.log(scales[at])
        word = words[high - 1]
        ended = 0.0
        for state in range(3):
            behind[size - 1, state] = after[state, word, STOP]
            ended += ahead[size - 1, state] * after[state, word, STOP]
        total += np.log(ended)
        for state in range(3):
            behind[size - 1, state] /= ended
            share = ahead[size - 1, state] * behind[size - 1, state]
            counts[state, word] += share
            follows[state, word, STOP] += share
        for at in range(size - 2, -1, -1):
            word, later = words[low + at], words[low + at + 1]
            for state in range(3):
                behind[at, state] = 0.0
                for follower in range(3):
                    step = after[state, word, follower] * shown[follower, later] * behind[at + 1, follower]
                    step /= scales[at + 1]
                    behind[at, state] += step
                    follows[state, word, follower] += ahead[at, state] * step
                counts[state, word] += ahead[at, state] * behind[at, state]
        for state in range(3):
            firsts[state] += ahead[0, state] * behind[0, state]
    return firsts, counts, follows, total


@entry
def chunk_paths(words: Integers, starts: Integers, first: Floats, shown: Floats, after: Floats) -> Places:
    """(words,) the states of the likeliest path of each sequence, from logs."""
    found = np.zeros(len(words), dtype=np.int32)
    for sequence in range(len(starts) - 1):
        low, high = starts[sequence], starts[sequence + 1]
        size = high - low
        best, came = np.full((size, 3), -np.inf), np.zeros((size, 3), dtype=np.int32)
        for state in range(3):
            best[0, state] = first[state] + shown[state, words[low]]
        for at in range(1, size):
            for state in range(3):
                for before in range(3):
                    number = best[at - 1, before] + after[before, words[low + at - 1], state]
                    if number > best[at, state]:
                        best[at, state], came[at, state] = number, before
                best[at, state] += shown[state, words[low + at]]
        last, highest = APART, -np.inf
        for state in range(3):
            number = best[size - 1, state] + after[state, words[high - 1], STOP]
            if number > highest:
                last, highest = state, number
        for at in range(size - 1, -1, -1):
            found[low + at] = last
            last = came[at, last]
    return found
