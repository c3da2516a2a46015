"""Compiled forward and backward sums along many short sequences, each under its own automaton; not for the start."""

import numpy as np

from spectral_core.arrays import Floats, Integers
from spectral_core.inference.compiling import summing


@summing
def expectations(
    owners: Integers, symbols: Integers, starts: Integers, weights: Floats, operators: Floats, start: Floats,
    stop: Floats, steps: Floats, begins: Floats, ends: Floats,
) -> float:  # fmt: skip
    """Adds the expected counts of all sequences to the last three; the log-likelihood, -inf where one is impossible.
    Steps are still to be multiplied by the operators. Operators are (owners, symbols, from, to)."""
    states = start.shape[1]
    longest = 0
    for place in range(len(owners)):
        longest = max(longest, starts[place + 1] - starts[place])
    ahead = np.empty((longest + 1, states))
    scales = np.empty(longest + 1)
    back, before = np.empty(states), np.empty(states)
    total = 0.0
    for place in range(len(owners)):
        owner, low, weight = owners[place], starts[place], weights[place]
        length = starts[place + 1] - low
        ahead[0] = start[owner]
        log = 0.0
        for at in range(length):
            operator = operators[owner, symbols[low + at]]
            for to in range(states):
                ahead[at + 1, to] = 0.0
            for past in range(states):
                value = ahead[at, past]
                for to in range(states):
                    ahead[at + 1, to] += operator[past, to] * value
            scale = 0.0
            for to in range(states):
                scale += ahead[at + 1, to]
            if not scale > 0.0:
                log = -np.inf
                break
            scales[at] = scale
            log += np.log(scale)
            for to in range(states):
                ahead[at + 1, to] /= scale
        if log == -np.inf:
            total = -np.inf
            continue
        end = 0.0
        for at in range(states):
            end += stop[owner, at] * ahead[length, at]
        if not end > 0.0:
            total = -np.inf
            continue
        total += weight * (log + np.log(end))
        for at in range(states):
            back[at] = weight * stop[owner, at] / end
            ends[owner, at] += back[at] * ahead[length, at]
        for at in range(length - 1, -1, -1):
            operator = operators[owner, symbols[low + at]]
            step = steps[owner, symbols[low + at]]
            for to in range(states):
                back[to] /= scales[at]
            for past in range(states):
                value, here = 0.0, ahead[at, past]
                for to in range(states):
                    value += operator[past, to] * back[to]
                    step[past, to] += back[to] * here
                before[past] = value
            for past in range(states):
                back[past] = before[past]
        for at in range(states):
            begins[owner, at] += start[owner, at] * back[at]
    return total
