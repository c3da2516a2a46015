"""Sums over all trees and hidden states, on a chart that was worked out before: matrix products over everything of one
length and rule. Nothing imports this module at start.
"""

from __future__ import annotations

import numpy as np

from spectral_core.inference.cky.arrays import Floats, Numbers, SpanChart
from spectral_core.inference.compiling import entry, inner, summing_leaf

_MOST = 512  # applications in one matrix product


@summing_leaf
def _add_outer(into: Numbers, left: Numbers, right: Numbers, factor: float) -> None:
    states = len(left)
    for first in range(states):
        number = left[first] * factor
        for second in range(states):
            into[first * states + second] += number * right[second]


@summing_leaf
def _add_below(left: Numbers, right: Numbers, above: Numbers, first: Numbers, second: Numbers, factor: float) -> None:
    """Adds to `left` and `right` what stands over the numbers `first` and `second` of a pair of children."""
    states = len(first)
    for row in range(states):
        total = left[row] * 0
        scaled = first[row] * factor
        for column in range(states):
            number = above[row * states + column]
            total += number * second[column]
            right[column] += number * scaled
        left[row] += total * factor


@summing_leaf
def _met(left: Numbers, right: Numbers, above: Numbers) -> float:
    """What a pair of children sums to under the numbers above it."""
    states = len(left)
    total = 0.0
    for row in range(states):
        number = left[row]
        for column in range(states):
            total += number * above[row * states + column] * right[column]
    return total


@inner
def _widest(chart: SpanChart) -> int:
    """The most slots of one length."""
    most = 1
    for length in range(2, len(chart.slots)):
        most = max(most, chart.slots[length] - chart.slots[length - 1])
    return most


@entry
def inside(chart: SpanChart, tensors: Numbers, weights: Numbers, numbers: Numbers) -> None:
    """Fills `numbers` (items, states), which has those of single words, from the shortest spans to the longest.

    `tensors` is (rules, states of left x right, states of parent), `weights` multiplies each longer item.
    """
    states = numbers.shape[1]
    filled = np.zeros((_widest(chart), states * states), dtype=numbers.dtype)
    rows = np.empty((_MOST, states * states), dtype=numbers.dtype)
    found = np.empty((_MOST, states), dtype=numbers.dtype)
    for length in range(2, len(chart.slots)):
        low, high = chart.slots[length - 1], chart.slots[length]
        filled[: high - low] = 0
        for slot in range(low, high):
            into = filled[slot - low]
            for at in range(chart.events[slot], chart.events[slot + 1]):
                _add_outer(into, numbers[chart.lefts[at]], numbers[chart.rights[at]], chart.factors[at])
        for group in range(chart.groups[length - 1], chart.groups[length]):
            tensor = tensors[chart.rules[group]]
            for begin in range(chart.applications[group], chart.applications[group + 1], _MOST):
                size = min(_MOST, chart.applications[group + 1] - begin)
                for row in range(size):
                    rows[row] = filled[chart.sources[begin + row] - low]
                np.dot(rows[:size], tensor, found[:size])
                for row in range(size):
                    parent = chart.parents[begin + row]
                    for state in range(states):
                        numbers[parent, state] += found[row, state] * weights[parent]


@entry
def outside(chart: SpanChart, flipped: Numbers, weights: Numbers, numbers: Numbers, above: Numbers) -> None:
    """Fills `above` (items, states), which has that of the whole sentences, from the longest spans to the shortest.

    `flipped` is (rules, states of parent, states of left x right); the numbers of an item times those above it are
    what all trees with it sum to.
    """
    states = numbers.shape[1]
    filled = np.zeros((_widest(chart), states * states), dtype=numbers.dtype)
    rows = np.empty((_MOST, states), dtype=numbers.dtype)
    found = np.empty((_MOST, states * states), dtype=numbers.dtype)
    for length in range(len(chart.slots) - 1, 1, -1):
        low, high = chart.slots[length - 1], chart.slots[length]
        filled[: high - low] = 0
        for group in range(chart.groups[length - 1], chart.groups[length]):
            tensor = flipped[chart.rules[group]]
            for begin in range(chart.applications[group], chart.applications[group + 1], _MOST):
                size = min(_MOST, chart.applications[group + 1] - begin)
                for row in range(size):
                    parent = chart.parents[begin + row]
                    for state in range(states):
                        rows[row, state] = above[parent, state] * weights[parent]
                np.dot(rows[:size], tensor, found[:size])
                for row in range(size):
                    into = filled[chart.sources[begin + row] - low]
                    for state in range(states * states):
                        into[state] += found[row, state]
        for slot in range(low, high):
            over = filled[slot - low]
            for at in range(chart.events[slot], chart.events[slot + 1]):
                left, right = chart.lefts[at], chart.rights[at]
                _add_below(above[left], above[right], over, numbers[left], numbers[right], chart.factors[at])


@entry
def uses(chart: SpanChart, flipped: Numbers, weights: Numbers, numbers: Numbers, above: Numbers) -> Floats:
    """(events,) what all trees sum to in which a rule divides a span so, where each application has events of its own
    (`apart`)."""
    states = numbers.shape[1]
    rows = np.empty((_MOST, states), dtype=numbers.dtype)
    found = np.empty((_MOST, states * states), dtype=numbers.dtype)
    shares = np.zeros(len(chart.lefts))
    for group in range(len(chart.rules)):
        tensor = flipped[chart.rules[group]]
        for begin in range(chart.applications[group], chart.applications[group + 1], _MOST):
            size = min(_MOST, chart.applications[group + 1] - begin)
            for row in range(size):
                parent = chart.parents[begin + row]
                for state in range(states):
                    rows[row, state] = above[parent, state] * weights[parent]
            np.dot(rows[:size], tensor, found[:size])
            for row in range(size):
                for at in range(chart.events[begin + row], chart.events[begin + row + 1]):
                    met = _met(numbers[chart.lefts[at]], numbers[chart.rights[at]], found[row])
                    shares[at] = met * chart.factors[at]
    return shares
