"""Compiled forward and backward sums along many short sequences, each under its own automaton. Nothing imports this
module at start."""

import numpy as np

from spectral_core.arrays import Floats, Integers
from spectral_core.inference.compiling import fastmath_entry


@fastmath_entry
def expectations(
    owners: Integers, symbols: Integers, starts: Integers, weights: Floats, operators: Floats, start: Floats,
    stop: Floats, step_counts: Floats, start_counts: Floats, stop_counts: Floats,
) -> float:  # fmt: skip
    """Add the expected counts of all sequences to the last three; return the log-likelihood, -inf where one is
    impossible. Steps are still to be multiplied by the operators. Operators are (owners, symbols, from, to)."""
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
        log = 0.0
        for position in range(length):
            operator = operators[owner, symbols[low + position]]
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
                log = -np.inf
                break
            scales[position] = scale
            log += np.log(scale)
            for target in range(states):
                forward[position + 1, target] /= scale
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
