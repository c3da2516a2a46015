"""Compiled inside-outside over all trees of pruned arcs, with marginals of arcs, grandparent and sibling parts (Koo and
Collins 2010, model 1).

Never imported at start-up.
"""

import math
from typing import NamedTuple

import numpy as np

from spectral_core.arrays import Flags, Floats, Indexes
from spectral_core.structured.arc_parser import PrunedArcs, TreeParts
from spectral_core.structured.arc_parser.pruner import get_sibling_arc, make_zero_parts, side_arc_range
from spectral_core.structured.compilation import inner_kernel, leaf_kernel

_POTENTIAL_SHIFT = 4.0  # nats added to each arc if the sum over all trees underflows
_MAX_ATTEMPTS = 12


class ArcInsideChart(NamedTuple):
    """Inside sums over partial trees of a sentence."""

    arc_of: Indexes  # (words + 1, words + 1) arc of each [head, modifier], or -1
    closed: Floats  # (2, words + 2, arcs) [side, edge, arc to the head]
    opened: Floats  # (grandparent parts,)
    split_sums: Floats  # (sibling parts,) sums over the split point between two siblings


@inner_kernel
def fill_potentials(pruned: PrunedArcs, size: int, scores: TreeParts, potentials: TreeParts, shift: float) -> float:
    """Exponentiate the scores into `potentials`, normalised so that the potential of a tree is at most exp(`shift` *
    words); return the log of the normaliser."""
    log_scale = -shift * size
    best_of_word = np.full(size + 1, -np.inf)
    highest = np.zeros((2, len(pruned.heads)))
    for arc in range(len(pruned.heads)):
        if pruned.heads[arc]:
            for kind in range(2):
                numbers, bounds = (
                    (scores.grandparents, pruned.grandparent_bounds)
                    if kind == 0
                    else (scores.siblings, pruned.sibling_bounds)
                )
                high = -np.inf
                for position in range(bounds[arc], bounds[arc + 1]):
                    high = max(high, numbers[position])
                highest[kind, arc] = high
        word = pruned.modifiers[arc]
        best_of_word[word] = max(best_of_word[word], scores.arcs[arc] + highest[0, arc] + highest[1, arc])
    for arc in range(len(pruned.heads)):
        for kind in range(2):
            numbers, part_potentials, bounds = (
                (scores.grandparents, potentials.grandparents, pruned.grandparent_bounds)
                if kind == 0
                else (scores.siblings, potentials.siblings, pruned.sibling_bounds)
            )
            for position in range(bounds[arc], bounds[arc + 1]):
                part_potentials[position] = (
                    math.exp(numbers[position] - highest[kind, arc]) if numbers[position] > -np.inf else 0.0
                )
        arc_score = scores.arcs[arc] + highest[0, arc] + highest[1, arc]
        potentials.arcs[arc] = (
            math.exp(arc_score - best_of_word[pruned.modifiers[arc]] + shift) if arc_score > -np.inf else 0.0
        )
    for word in range(1, size + 1):
        log_scale += best_of_word[word]
        for side in range(2):
            high = scores.childless[side, word]
            low, end = side_arc_range(pruned, word, side)
            for index in range(low, end):
                high = max(high, scores.outermost[pruned.by_head[index]])
            log_scale += high
            potentials.childless[side, word] = math.exp(scores.childless[side, word] - high)
            for index in range(low, end):
                potentials.outermost[pruned.by_head[index]] = math.exp(scores.outermost[pruned.by_head[index]] - high)
    return log_scale


@inner_kernel
def _make_arc_index(pruned: PrunedArcs, size: int) -> Indexes:
    """Return (words + 1, words + 1) the arc of each [head, modifier], or -1."""
    arc_of = np.full((size + 1, size + 1), -1, dtype=np.int32)
    for arc in range(len(pruned.heads)):
        arc_of[pruned.heads[arc], pruned.modifiers[arc]] = arc
    return arc_of


@inner_kernel
def _inside_pass(
    pruned: PrunedArcs, size: int, potentials: TreeParts, half_trees: Flags, chart: ArcInsideChart
) -> float:
    """Inside pass: fill the chart; return the sum over all trees."""
    arc_of, closed, opened, joints = chart
    for j in range(1, size + 1):
        for head_arc in range(pruned.modifier_bounds[j], pruned.modifier_bounds[j + 1]):
            closed[0, j, head_arc], closed[1, j, head_arc] = potentials.childless[0, j], potentials.childless[1, j]
        for i in range(j - 1, 0, -1):
            for side in range(2):
                head, word = (i, j) if side else (j, i)
                arc = arc_of[head, word]
                if arc < 0:
                    continue
                start, width = (
                    pruned.grandparent_bounds[arc],
                    pruned.grandparent_bounds[arc + 1] - pruned.grandparent_bounds[arc],
                )
                base = potentials.siblings[pruned.sibling_bounds[arc]] * closed[1 - side, i + 1 if side else j - 1, arc]
                for offset in range(width):
                    opened[start + offset] = base
                for triple in range(pruned.sibling_bounds[arc] + 1, pruned.sibling_bounds[arc + 1]):
                    sibling_arc = get_sibling_arc(pruned, arc, triple)
                    sibling = pruned.modifiers[sibling_arc]
                    low, high = (sibling, j) if side else (i, sibling)
                    value = 0.0
                    for split in range(low, high):
                        value += (
                            closed[1, split, sibling_arc if side else arc]
                            * closed[0, split + 1, arc if side else sibling_arc]
                        )
                    joints[triple] = value
                    value *= potentials.siblings[triple]
                    row = pruned.grandparent_bounds[sibling_arc]
                    for offset in range(width):
                        opened[start + offset] += value * opened[row + offset]
                for offset in range(width):
                    opened[start + offset] *= potentials.arcs[arc] * potentials.grandparents[start + offset]
            for side in range(2):
                head, edge = (i, j) if side else (j, i)
                if half_trees.shape[1] and not half_trees[side, head - 1, edge - 1]:
                    continue
                low, width = (
                    pruned.modifier_bounds[head],
                    pruned.modifier_bounds[head + 1] - pruned.modifier_bounds[head],
                )
                begin, end = side_arc_range(pruned, head, side)
                for index in range(begin, end):
                    arc = pruned.by_head[index]
                    if i <= pruned.modifiers[arc] <= j:
                        value = potentials.outermost[arc] * closed[side, edge, arc]
                        row = pruned.grandparent_bounds[arc]
                        for offset in range(width):
                            closed[side, edge, low + offset] += value * opened[row + offset]
    total = 0.0
    for index in range(pruned.head_bounds[0], pruned.head_bounds[1]):
        arc = pruned.by_head[index]
        total += potentials.arcs[arc] * closed[0, 1, arc] * closed[1, size, arc]
    return total


@inner_kernel
def _outside_pass(
    pruned: PrunedArcs,
    size: int,
    potentials: TreeParts,
    half_trees: Flags,
    chart: ArcInsideChart,
    total: float,
    parts: TreeParts,
) -> None:
    """Outside pass: fill `parts` with the marginals of all parts, the derivatives of the log sum with respect to the
    log of each."""
    arc_of, closed, opened, joints = chart
    outside_closed, outside_opened = np.zeros_like(closed), np.zeros_like(opened)
    _fill_root_marginals(pruned, size, potentials, closed, total, parts, outside_closed)
    for j in range(size, 0, -1):
        for i in range(1, j):
            for side in range(2):
                head, edge = (i, j) if side else (j, i)
                if half_trees.shape[1] and not half_trees[side, head - 1, edge - 1]:
                    continue
                low, width = (
                    pruned.modifier_bounds[head],
                    pruned.modifier_bounds[head + 1] - pruned.modifier_bounds[head],
                )
                begin, end = side_arc_range(pruned, head, side)
                for index in range(begin, end):
                    arc = pruned.by_head[index]
                    if i <= pruned.modifiers[arc] <= j:
                        value, change = potentials.outermost[arc] * closed[side, edge, arc], 0.0
                        row = pruned.grandparent_bounds[arc]
                        for offset in range(width):
                            gradient = outside_closed[side, edge, low + offset]
                            change += gradient * opened[row + offset]
                            outside_opened[row + offset] += value * gradient
                        parts.outermost[arc] += change * value
                        outside_closed[side, edge, arc] += potentials.outermost[arc] * change
            for side in range(2):
                head, word = (i, j) if side else (j, i)
                arc = arc_of[head, word]
                if arc < 0:
                    continue
                start, width = (
                    pruned.grandparent_bounds[arc],
                    pruned.grandparent_bounds[arc + 1] - pruned.grandparent_bounds[arc],
                )
                arc_posterior, change = 0.0, 0.0
                for offset in range(start, start + width):
                    share = opened[offset] * outside_opened[offset]
                    parts.grandparents[offset] = share
                    arc_posterior += share
                    outside_opened[offset] *= potentials.arcs[arc] * potentials.grandparents[offset]
                    change += outside_opened[offset]
                parts.arcs[arc] = arc_posterior
                first, edge = pruned.sibling_bounds[arc], i + 1 if side else j - 1
                parts.siblings[first] = change * potentials.siblings[first] * closed[1 - side, edge, arc]
                outside_closed[1 - side, edge, arc] += change * potentials.siblings[first]
                for triple in range(first + 1, pruned.sibling_bounds[arc + 1]):
                    sibling_arc = get_sibling_arc(pruned, arc, triple)
                    sibling, row = pruned.modifiers[sibling_arc], pruned.grandparent_bounds[sibling_arc]
                    value, change = potentials.siblings[triple] * joints[triple], 0.0
                    for offset in range(width):
                        change += outside_opened[start + offset] * opened[row + offset]
                        outside_opened[row + offset] += value * outside_opened[start + offset]
                    parts.siblings[triple] = change * value
                    change *= potentials.siblings[triple]
                    low, high = (sibling, j) if side else (i, sibling)
                    left, right = (sibling_arc, arc) if side else (arc, sibling_arc)
                    for split in range(low, high):
                        outside_closed[1, split, left] += change * closed[0, split + 1, right]
                        outside_closed[0, split + 1, right] += change * closed[1, split, left]
        _fill_childless_marginals(pruned, j, closed, outside_closed, parts)


@leaf_kernel
def _fill_root_marginals(
    pruned: PrunedArcs, size: int, potentials: TreeParts, closed: Floats, total: float, parts: TreeParts,
    outside_closed: Floats,
) -> None:  # fmt: skip
    """Fill in the marginals of the arcs from the root, which initialise the outside sums."""
    for index in range(pruned.head_bounds[0], pruned.head_bounds[1]):
        arc = pruned.by_head[index]
        share = potentials.arcs[arc] / total
        parts.arcs[arc] = share * closed[0, 1, arc] * closed[1, size, arc]
        outside_closed[0, 1, arc] += share * closed[1, size, arc]
        outside_closed[1, size, arc] += share * closed[0, 1, arc]


@leaf_kernel
def _fill_childless_marginals(
    pruned: PrunedArcs, word: int, closed: Floats, outside_closed: Floats, parts: TreeParts
) -> None:
    """Fill in the marginals of sides without modifiers."""
    for side in range(2):
        share = 0.0
        for head_arc in range(pruned.modifier_bounds[word], pruned.modifier_bounds[word + 1]):
            share += outside_closed[side, word, head_arc] * closed[side, word, head_arc]
        parts.childless[side, word] = share


@inner_kernel
def compute_marginals(pruned: PrunedArcs, size: int, scores: TreeParts, half_trees: Flags, parts: TreeParts) -> float:
    """Fill `parts` with the marginals of all parts under their log scores; return the log of the sum over all trees,
    which is not finite if every tree has potential 0."""
    arc_of = _make_arc_index(pruned, size)
    potentials = make_zero_parts(pruned, size)
    shift = 0.0
    for _ in range(_MAX_ATTEMPTS):
        log_scale = fill_potentials(pruned, size, scores, potentials, shift)
        closed, opened = np.zeros((2, size + 2, len(pruned.heads))), np.zeros(len(scores.grandparents))
        chart = ArcInsideChart(arc_of, closed, opened, np.zeros(len(scores.siblings)))
        total = _inside_pass(pruned, size, potentials, half_trees, chart)
        if total > 1e-250 and total < 1e250:
            _outside_pass(pruned, size, potentials, half_trees, chart, total, parts)
            return math.log(total) + log_scale
        shift += _POTENTIAL_SHIFT
    return -np.inf
