"""Compiled inside recursion of halves with hidden states."""

import math

import numpy as np

from spectral_core.arrays import Flags
from spectral_core.inference.compiling import fastmath_leaf
from spectral_core.inference.latent_halves.arrays import HalvesChart, StateTensors
from spectral_core.inference.latent_halves.room import Scratch, SentenceWords

_SPLIT_COST = 2.25  # vectors of a split take nine products where matrices of an arc take four for each state
_HUGE = 1e120  # an inside value beyond this, or below its inverse, makes the sentence start again with other factors


@fastmath_leaf
def inside(
    words: SentenceWords,
    grammar: StateTensors,
    chart: HalvesChart,
    scratch: Scratch,
    factor: float,
    final_attempt: bool,
) -> float:
    """Fill the inside vectors; return 0 where all stayed in range, or else the factor of each modifier to try next."""
    size, states = len(words.tags), grammar.starts.shape[2]
    for head in range(size):
        for side in range(2):
            for state in range(states):
                chart.half[side, head, head, state] = grammar.starts[words.tags[head], side, state]
            _close(side, head, head, words, grammar, chart)
            scratch.reachable[side, head, head] = True
    for j in range(size):
        largest = 0.0
        for i in range(j - 1, -1, -1):
            largest_entry = 0.0
            for side in range(2):
                largest_entry = max(largest_entry, _attach(side, i, j, words, grammar, chart, scratch, factor))
            for side in range(2):
                _fill_half(side, i, j, words, grammar, chart, scratch.reachable)
            if not largest_entry < _HUGE and not final_attempt:
                return factor * (
                    1e-3 if not np.isfinite(largest_entry) else math.exp(-math.log(largest_entry) / (j - i))
                )
            if 2 * (j - i) >= j:
                largest = max(largest, largest_entry)
        if 0.0 < largest < 1.0 / _HUGE and not final_attempt:
            return factor * math.exp(-math.log(largest) / j)
    return 0.0


@fastmath_leaf
def _attach(
    side: int,
    i: int,
    j: int,
    words: SentenceWords,
    grammar: StateTensors,
    chart: HalvesChart,
    scratch: Scratch,
    factor: float,
) -> float:
    """Fill the arc between two words; return the size of its largest entry. The tensors leave the sum over splits."""
    head, word = (i, j) if side else (j, i)
    if words.rules[head, word] < 0:
        return 0.0
    arc = chart.arcs[head, word]
    arc[:] = 0.0
    if few_splits(side, i, j, grammar, scratch):
        _attach_by_splits(side, i, j, words, grammar, chart, scratch)
    else:
        _attach_by_matrix(side, i, j, words, grammar, chart, scratch)
    scale, largest = words.scales[word] * factor, 0.0
    for after in range(arc.shape[0]):
        for away in range(arc.shape[1]):
            arc[after, away] *= scale
            largest = max(largest, abs(arc[after, away]))
    return largest


@fastmath_leaf
def few_splits(side: int, i: int, j: int, grammar: StateTensors, scratch: Scratch) -> bool:
    """Return whether splits between two words are so few that a vector of each is quicker than a matrix of all."""
    head, word = (i, j) if side else (j, i)
    splits = 0
    for split in range(i, j):
        splits += scratch.reachable[side, head, split + 1 - side] and scratch.reachable[1 - side, word, split + side]
    is_cheaper: bool = _SPLIT_COST * splits < grammar.nodes.shape[2]
    return is_cheaper


@fastmath_leaf
def fill_split_views(
    near: int, far: int, side: int, head: int, word: int, words: SentenceWords, grammar: StateTensors,
    chart: HalvesChart, scratch: Scratch,
) -> None:  # fmt: skip
    """Fill in what the rule makes of the head's half tree, and the view of the modifier through its own half."""
    rule, node = grammar.rules[words.rules[head, word]], grammar.nodes[words.kinds[word], side]
    half, closed = chart.half[side, head, near], chart.closed[1 - side, word, far]
    head_view, modifier_view = scratch.head_view, scratch.modifier_view[0]
    for z in range(node.shape[0]):
        for after in range(len(half)):
            value = 0.0
            for before in range(len(half)):
                value += rule[after, z, before] * half[before]
            head_view[after, z] = value
        for away in range(len(closed)):
            modifier_view[z, away] = 0.0
        for facing_state in range(len(closed)):
            value = closed[facing_state]
            for away in range(len(closed)):
                modifier_view[z, away] += value * node[z, facing_state, away]


@fastmath_leaf
def _attach_by_splits(
    side: int, i: int, j: int, words: SentenceWords, grammar: StateTensors, chart: HalvesChart, scratch: Scratch
) -> None:
    """Fill the arc by the vectors of each split."""
    head, word = (i, j) if side else (j, i)
    arc, head_view, modifier_view = chart.arcs[head, word], scratch.head_view, scratch.modifier_view[0]
    for split in range(i, j):
        near, far = split + 1 - side, split + side
        if scratch.reachable[side, head, near] and scratch.reachable[1 - side, word, far]:
            fill_split_views(near, far, side, head, word, words, grammar, chart, scratch)
            for after in range(arc.shape[0]):
                for z in range(len(modifier_view)):
                    value = head_view[after, z]
                    for away in range(arc.shape[1]):
                        arc[after, away] += value * modifier_view[z, away]


@fastmath_leaf
def _attach_by_matrix(
    side: int, i: int, j: int, words: SentenceWords, grammar: StateTensors, chart: HalvesChart, scratch: Scratch
) -> None:
    """Fill the arc by the matrix of all splits together."""
    head, word = (i, j) if side else (j, i)
    half, closed, arc = chart.half[side, head], chart.closed[1 - side, word], chart.arcs[head, word]
    split_sum, rule_product = scratch.split_sum, scratch.rule_product
    states, facing = split_sum.shape
    split_sum[:] = 0.0
    for split in range(i, j):
        near, far = split + 1 - side, split + side
        if scratch.reachable[side, head, near] and scratch.reachable[1 - side, word, far]:
            for state in range(states):
                value = half[near, state]
                for facing_state in range(facing):
                    split_sum[state, facing_state] += value * closed[far, facing_state]
    rule, node = grammar.rules[words.rules[head, word]], grammar.nodes[words.kinds[word], side]
    for after in range(states):
        for z in range(node.shape[0]):
            for facing_state in range(facing):
                rule_product[z, facing_state] = 0.0
            for before in range(states):
                value = rule[after, z, before]
                for facing_state in range(facing):
                    rule_product[z, facing_state] += value * split_sum[before, facing_state]
        for z in range(node.shape[0]):
            for facing_state in range(facing):
                value = rule_product[z, facing_state]
                for away in range(facing):
                    arc[after, away] += value * node[z, facing_state, away]


@fastmath_leaf
def _fill_half(
    side: int, i: int, j: int, words: SentenceWords, grammar: StateTensors, chart: HalvesChart, reachable: Flags
) -> None:
    """Fill the half tree from one word to the other: the sum over its last modifiers."""
    head, edge = (i, j) if side else (j, i)
    reachable[side, head, edge] = False
    if words.reach.shape[1] and not words.reach[side, head, edge]:
        return
    half, closed = chart.half[side, head, edge], chart.closed[side]
    states, facing = len(half), closed.shape[2]
    for state in range(states):
        half[state] = 0.0
    has_modifier = False
    for last in range(i + side, j + side):
        if words.rules[head, last] >= 0 and reachable[side, last, edge]:
            has_modifier = True
            arc = chart.arcs[head, last]
            for state in range(states):
                value = 0.0
                for half_state in range(facing):
                    value += arc[state, half_state] * closed[last, edge, half_state]
                half[state] += value
    reachable[side, head, edge] = has_modifier
    if has_modifier:
        _close(side, head, edge, words, grammar, chart)


@fastmath_leaf
def _close(side: int, head: int, edge: int, words: SentenceWords, grammar: StateTensors, chart: HalvesChart) -> None:
    """Fill the closed vector of a half tree."""
    half, closed = chart.half[side, head, edge], chart.closed[side, head, edge]
    matrix = grammar.halves[words.tags[head], side]
    for half_state in range(len(closed)):
        value = 0.0
        for state in range(len(half)):
            value += matrix[half_state, state] * half[state]
        closed[half_state] = value


@fastmath_leaf
def root_score(word: int, words: SentenceWords, grammar: StateTensors, chart: HalvesChart) -> float:
    """Return the sum over the trees whose root is this word, without the factors of the others."""
    left, right = chart.closed[0, word, 0], chart.closed[1, word, len(words.tags) - 1]
    node, root = grammar.nodes[words.kinds[word], 1], grammar.roots[words.tags[word]]
    total = 0.0
    for z in range(len(root)):
        for left_state in range(len(left)):
            value = root[z] * left[left_state]
            for right_state in range(len(right)):
                total += value * node[z, left_state, right_state] * right[right_state]
    return total * float(words.scales[word])
