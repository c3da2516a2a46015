"""Inside-outside sums over all trees and hidden states, on a chart that was built before: matrix products over
everything of one length and rule. Nothing imports this module at start."""

from __future__ import annotations

import numpy as np

from spectral_core.arrays import Floats
from spectral_core.inference.cky.arrays import Numbers, SpanChart
from spectral_core.inference.compiling import entry, fastmath_leaf, inner

_MAX_APPLICATIONS = 512  # applications in one matrix product


@fastmath_leaf
def _add_outer(total: Numbers, left: Numbers, right: Numbers, factor: float) -> None:
    """Add the outer product of two children's numbers."""
    states = len(left)
    for first in range(states):
        number = left[first] * factor
        for second in range(states):
            total[first * states + second] += number * right[second]


@fastmath_leaf
def _add_outside(
    left_outside: Numbers,
    right_outside: Numbers,
    pair_outside: Numbers,
    left_inside: Numbers,
    right_inside: Numbers,
    factor: float,
) -> None:
    """Add the outside numbers of a pair of children to `left` and `right`; `first` and `second` are their inside
    numbers."""
    states = len(left_inside)
    for row in range(states):
        total = left_outside[row] * 0
        scaled = left_inside[row] * factor
        for column in range(states):
            number = pair_outside[row * states + column]
            total += number * right_inside[column]
            right_outside[column] += number * scaled
        left_outside[row] += total * factor


@fastmath_leaf
def _pair_sum(left: Numbers, right: Numbers, pair_outside: Numbers) -> float:
    """Return the sum over the states of a pair of children, inside times outside."""
    states = len(left)
    total = 0.0
    for row in range(states):
        number = left[row]
        for column in range(states):
            total += number * pair_outside[row * states + column] * right[column]
    return total


@inner
def _max_slots(chart: SpanChart) -> int:
    """Return the largest number of slots of one length."""
    largest = 1
    for length in range(2, len(chart.slots)):
        largest = max(largest, chart.slots[length] - chart.slots[length - 1])
    return largest


@entry
def inside(chart: SpanChart, tensors: Numbers, weights: Numbers, inside_numbers: Numbers) -> None:
    """Fill `inside_numbers` (items, states), which has those of single words, from the shortest spans to the longest.
    `tensors` is (rules, states of left x right, states of parent), `weights` multiplies each longer item."""
    states = inside_numbers.shape[1]
    slot_sums = np.zeros((_max_slots(chart), states * states), dtype=inside_numbers.dtype)
    rows = np.empty((_MAX_APPLICATIONS, states * states), dtype=inside_numbers.dtype)
    products = np.empty((_MAX_APPLICATIONS, states), dtype=inside_numbers.dtype)
    for length in range(2, len(chart.slots)):
        low, high = chart.slots[length - 1], chart.slots[length]
        slot_sums[: high - low] = 0
        for slot in range(low, high):
            slot_sum = slot_sums[slot - low]
            for event in range(chart.events[slot], chart.events[slot + 1]):
                _add_outer(
                    slot_sum,
                    inside_numbers[chart.lefts[event]],
                    inside_numbers[chart.rights[event]],
                    chart.factors[event],
                )
        for group in range(chart.groups[length - 1], chart.groups[length]):
            tensor = tensors[chart.rules[group]]
            for begin in range(chart.applications[group], chart.applications[group + 1], _MAX_APPLICATIONS):
                size = min(_MAX_APPLICATIONS, chart.applications[group + 1] - begin)
                for row in range(size):
                    rows[row] = slot_sums[chart.sources[begin + row] - low]
                np.dot(rows[:size], tensor, products[:size])
                for row in range(size):
                    parent = chart.parents[begin + row]
                    for state in range(states):
                        inside_numbers[parent, state] += products[row, state] * weights[parent]


@entry
def outside(
    chart: SpanChart, flipped: Numbers, weights: Numbers, inside_numbers: Numbers, outside_numbers: Numbers
) -> None:
    """Fill `outside_numbers` (items, states), which has that of the whole sentences, from the longest spans to the
    shortest. `flipped` is (rules, states of parent, states of left x right); inside times outside numbers of an item
    are what all trees with it sum to."""
    states = inside_numbers.shape[1]
    slot_sums = np.zeros((_max_slots(chart), states * states), dtype=inside_numbers.dtype)
    rows = np.empty((_MAX_APPLICATIONS, states), dtype=inside_numbers.dtype)
    products = np.empty((_MAX_APPLICATIONS, states * states), dtype=inside_numbers.dtype)
    for length in range(len(chart.slots) - 1, 1, -1):
        low, high = chart.slots[length - 1], chart.slots[length]
        slot_sums[: high - low] = 0
        for group in range(chart.groups[length - 1], chart.groups[length]):
            tensor = flipped[chart.rules[group]]
            for begin in range(chart.applications[group], chart.applications[group + 1], _MAX_APPLICATIONS):
                size = min(_MAX_APPLICATIONS, chart.applications[group + 1] - begin)
                for row in range(size):
                    parent = chart.parents[begin + row]
                    for state in range(states):
                        rows[row, state] = outside_numbers[parent, state] * weights[parent]
                np.dot(rows[:size], tensor, products[:size])
                for row in range(size):
                    slot_sum = slot_sums[chart.sources[begin + row] - low]
                    for state in range(states * states):
                        slot_sum[state] += products[row, state]
        for slot in range(low, high):
            pair_outside = slot_sums[slot - low]
            for event in range(chart.events[slot], chart.events[slot + 1]):
                left, right = chart.lefts[event], chart.rights[event]
                _add_outside(
                    outside_numbers[left],
                    outside_numbers[right],
                    pair_outside,
                    inside_numbers[left],
                    inside_numbers[right],
                    chart.factors[event],
                )


@entry
def event_posteriors(
    chart: SpanChart, flipped: Numbers, weights: Numbers, inside_numbers: Numbers, outside_numbers: Numbers
) -> Floats:
    """Return (events,) the posterior of each split of a span under a rule, where each application has events of its own
    (`split_applications`)."""
    states = inside_numbers.shape[1]
    rows = np.empty((_MAX_APPLICATIONS, states), dtype=inside_numbers.dtype)
    products = np.empty((_MAX_APPLICATIONS, states * states), dtype=inside_numbers.dtype)
    posteriors = np.zeros(len(chart.lefts))
    for group in range(len(chart.rules)):
        tensor = flipped[chart.rules[group]]
        for begin in range(chart.applications[group], chart.applications[group + 1], _MAX_APPLICATIONS):
            size = min(_MAX_APPLICATIONS, chart.applications[group + 1] - begin)
            for row in range(size):
                parent = chart.parents[begin + row]
                for state in range(states):
                    rows[row, state] = outside_numbers[parent, state] * weights[parent]
            np.dot(rows[:size], tensor, products[:size])
            for row in range(size):
                for event in range(chart.events[begin + row], chart.events[begin + row + 1]):
                    pair_total = _pair_sum(
                        inside_numbers[chart.lefts[event]], inside_numbers[chart.rights[event]], products[row]
                    )
                    posteriors[event] = pair_total * chart.factors[event]
    return posteriors
