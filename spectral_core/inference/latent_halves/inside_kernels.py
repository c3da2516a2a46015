"""The compiled inside recursion of halves with hidden states."""

import math

import numpy as np

from spectral_core.arrays import Flags
from spectral_core.inference.compiling import summing_leaf
from spectral_core.inference.latent_halves.arrays import HalvesChart, StateTensors
from spectral_core.inference.latent_halves.room import SentenceWords, SideRoom

_OF_SPLITS = 2.25  # vectors of a split take nine products where matrices of an arc take four for each state
_HUGE = 1e120  # an inside value beyond this, or below its inverse, makes the sentence start again with other factors


@summing_leaf
def inside(
    words: SentenceWords, grammar: StateTensors, chart: HalvesChart, room: SideRoom, factor: float, last: bool
) -> float:
    """Fills the inside vectors; 0 where all stayed in range, otherwise what each modifier should be multiplied by."""
    size, states = len(words.tags), grammar.starts.shape[2]
    for head in range(size):
        for side in range(2):
            for at in range(states):
                chart.half[side, head, head, at] = grammar.starts[words.tags[head], side, at]
            _close(side, head, head, words, grammar, chart)
            room.alive[side, head, head] = True
    for j in range(size):
        largest = 0.0
        for i in range(j - 1, -1, -1):
            high = 0.0
            for side in range(2):
                high = max(high, _attach(side, i, j, words, grammar, chart, room, factor))
            for side in range(2):
                _grow(side, i, j, words, grammar, chart, room.alive)
            if not high < _HUGE and not last:
                return factor * (1e-3 if not np.isfinite(high) else math.exp(-math.log(high) / (j - i)))
            if 2 * (j - i) >= j:
                largest = max(largest, high)
        if 0.0 < largest < 1.0 / _HUGE and not last:
            return factor * math.exp(-math.log(largest) / j)
    return 0.0


@summing_leaf
def _attach(
    side: int,
    i: int,
    j: int,
    words: SentenceWords,
    grammar: StateTensors,
    chart: HalvesChart,
    room: SideRoom,
    factor: float,
) -> float:
    """Fills the arc between two words; the size of its largest entry. The tensors leave the sum over splits."""
    head, word = (i, j) if side else (j, i)
    if words.rules[head, word] < 0:
        return 0.0
    arc = chart.arcs[head, word]
    arc[:] = 0.0
    if few_splits(side, i, j, grammar, room):
        _by_splits(side, i, j, words, grammar, chart, room)
    else:
        _by_arc(side, i, j, words, grammar, chart, room)
    scale, high = words.scales[word] * factor, 0.0
    for after in range(arc.shape[0]):
        for away in range(arc.shape[1]):
            arc[after, away] *= scale
            high = max(high, abs(arc[after, away]))
    return high


@summing_leaf
def few_splits(side: int, i: int, j: int, grammar: StateTensors, room: SideRoom) -> bool:
    """Whether there are so few splits between two words that vectors of each are quicker than a matrix of all."""
    head, word = (i, j) if side else (j, i)
    splits = 0
    for split in range(i, j):
        splits += room.alive[side, head, split + 1 - side] and room.alive[1 - side, word, split + side]
    few: bool = _OF_SPLITS * splits < grammar.nodes.shape[2]
    return few


@summing_leaf
def views_of_split(
    near: int, far: int, side: int, head: int, word: int, words: SentenceWords, grammar: StateTensors,
    chart: HalvesChart, room: SideRoom,
) -> None:  # fmt: skip
    """Fills what the rule makes of the head's half tree, and what the modifier is by its own."""
    rule, node = grammar.rules[words.rules[head, word]], grammar.nodes[words.kinds[word], side]
    half, closed = chart.half[side, head, near], chart.closed[1 - side, word, far]
    moved, seen = room.moved, room.seen[0]
    for z in range(node.shape[0]):
        for after in range(len(half)):
            value = 0.0
            for before in range(len(half)):
                value += rule[after, z, before] * half[before]
            moved[after, z] = value
        for away in range(len(closed)):
            seen[z, away] = 0.0
        for of in range(len(closed)):
            value = closed[of]
            for away in range(len(closed)):
                seen[z, away] += value * node[z, of, away]


@summing_leaf
def _by_splits(
    side: int, i: int, j: int, words: SentenceWords, grammar: StateTensors, chart: HalvesChart, room: SideRoom
) -> None:
    head, word = (i, j) if side else (j, i)
    arc, moved, seen = chart.arcs[head, word], room.moved, room.seen[0]
    for split in range(i, j):
        near, far = split + 1 - side, split + side
        if room.alive[side, head, near] and room.alive[1 - side, word, far]:
            views_of_split(near, far, side, head, word, words, grammar, chart, room)
            for after in range(arc.shape[0]):
                for z in range(len(seen)):
                    value = moved[after, z]
                    for away in range(arc.shape[1]):
                        arc[after, away] += value * seen[z, away]


@summing_leaf
def _by_arc(
    side: int, i: int, j: int, words: SentenceWords, grammar: StateTensors, chart: HalvesChart, room: SideRoom
) -> None:
    head, word = (i, j) if side else (j, i)
    half, closed, arc = chart.half[side, head], chart.closed[1 - side, word], chart.arcs[head, word]
    met, turned = room.met, room.turned
    states, facing = met.shape
    met[:] = 0.0
    for split in range(i, j):
        near, far = split + 1 - side, split + side
        if room.alive[side, head, near] and room.alive[1 - side, word, far]:
            for at in range(states):
                value = half[near, at]
                for of in range(facing):
                    met[at, of] += value * closed[far, of]
    rule, node = grammar.rules[words.rules[head, word]], grammar.nodes[words.kinds[word], side]
    for after in range(states):
        for z in range(node.shape[0]):
            for of in range(facing):
                turned[z, of] = 0.0
            for before in range(states):
                value = rule[after, z, before]
                for of in range(facing):
                    turned[z, of] += value * met[before, of]
        for z in range(node.shape[0]):
            for of in range(facing):
                value = turned[z, of]
                for away in range(facing):
                    arc[after, away] += value * node[z, of, away]


@summing_leaf
def _grow(
    side: int, i: int, j: int, words: SentenceWords, grammar: StateTensors, chart: HalvesChart, alive: Flags
) -> None:
    """Fills the half tree from one word to the other: the sum over its last modifiers."""
    head, edge = (i, j) if side else (j, i)
    alive[side, head, edge] = False
    if words.reach.shape[1] and not words.reach[side, head, edge]:
        return
    half, closed = chart.half[side, head, edge], chart.closed[side]
    states, facing = len(half), closed.shape[2]
    for at in range(states):
        half[at] = 0.0
    found = False
    for last in range(i + side, j + side):
        if words.rules[head, last] >= 0 and alive[side, last, edge]:
            found = True
            arc = chart.arcs[head, last]
            for at in range(states):
                value = 0.0
                for of in range(facing):
                    value += arc[at, of] * closed[last, edge, of]
                half[at] += value
    alive[side, head, edge] = found
    if found:
        _close(side, head, edge, words, grammar, chart)


@summing_leaf
def _close(side: int, head: int, edge: int, words: SentenceWords, grammar: StateTensors, chart: HalvesChart) -> None:
    half, closed = chart.half[side, head, edge], chart.closed[side, head, edge]
    matrix = grammar.halves[words.tags[head], side]
    for of in range(len(closed)):
        value = 0.0
        for at in range(len(half)):
            value += matrix[of, at] * half[at]
        closed[of] = value


@summing_leaf
def top(word: int, words: SentenceWords, grammar: StateTensors, chart: HalvesChart) -> float:
    """The sum over the trees whose root is this word, without the factors of the others."""
    left, right = chart.closed[0, word, 0], chart.closed[1, word, len(words.tags) - 1]
    node, root = grammar.nodes[words.kinds[word], 1], grammar.roots[words.tags[word]]
    total = 0.0
    for z in range(len(root)):
        for of in range(len(left)):
            value = root[z] * left[of]
            for away in range(len(right)):
                total += value * node[z, of, away] * right[away]
    return total * float(words.scales[word])
