"""Compiled inference over pruned arcs: inside-outside over all trees, with marginals of arcs, grandparent and sibling
parts (Koo and Collins 2010, model 1), and scores of trees.

Never imported at start-up.
"""

import math
from typing import NamedTuple

import numpy as np

from spectral_core.arrays import Flags, Floats, Indexes, Integers
from spectral_core.structured.arc_parser import (
    ROLE_COUNT,
    CodedSentences,
    HashedWeights,
    PrunedArcs,
    Templates,
    TreeParts,
)
from spectral_core.structured.arc_parser.hashed_features import fill_role_keys, get_sibling_arc, score_tree_parts
from spectral_core.structured.arc_parser.pruner import index_arcs
from spectral_core.structured.compilation import inner_kernel, kernel, leaf_kernel

_POTENTIAL_SHIFT = 4.0  # nats added to each arc if the sum over all trees underflows
_MAX_ATTEMPTS = 12
MAX_HALVINGS = 12  # scores are halved at most this often


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
                start = pruned.grandparent_bounds[arc]
                width = pruned.grandparent_bounds[arc + 1] - start
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
                low = pruned.modifier_bounds[head]
                width = pruned.modifier_bounds[head + 1] - low
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
def _add_to_outside_sums(gradients: Floats, value: float, opened: Floats, outside_opened: Floats, row: int) -> float:
    """Add `gradients` times `value` to the outside sums from `row` on; return the dot product of `gradients` with the
    inside sums from `row` on."""
    change = 0.0
    for offset in range(len(gradients)):
        change += gradients[offset] * opened[row + offset]
        outside_opened[row + offset] += value * gradients[offset]
    return change


@inner_kernel
def _outside_pass(
    pruned: PrunedArcs, size: int, potentials: TreeParts, half_trees: Flags, chart: ArcInsideChart, total: float,
    parts: TreeParts
) -> None:  # fmt: skip
    """Outside pass: fill `parts` with the marginals of all parts."""
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
                        value, row = potentials.outermost[arc] * closed[side, edge, arc], pruned.grandparent_bounds[arc]
                        gradients = outside_closed[side, edge, low : low + width]
                        change = _add_to_outside_sums(gradients, value, opened, outside_opened, row)
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
                    parts.grandparents[offset] = opened[offset] * outside_opened[offset]
                    arc_posterior += parts.grandparents[offset]
                    outside_opened[offset] *= potentials.arcs[arc] * potentials.grandparents[offset]
                    change += outside_opened[offset]
                parts.arcs[arc] = arc_posterior
                first, edge = pruned.sibling_bounds[arc], i + 1 if side else j - 1
                parts.siblings[first] = change * potentials.siblings[first] * closed[1 - side, edge, arc]
                outside_closed[1 - side, edge, arc] += change * potentials.siblings[first]
                for triple in range(first + 1, pruned.sibling_bounds[arc + 1]):
                    sibling_arc = get_sibling_arc(pruned, arc, triple)
                    sibling, row = pruned.modifiers[sibling_arc], pruned.grandparent_bounds[sibling_arc]
                    value = potentials.siblings[triple] * joints[triple]
                    gradients = outside_opened[start : start + width]
                    change = _add_to_outside_sums(gradients, value, opened, outside_opened, row)
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


@inner_kernel
def add_to_parts_of_tree(pruned: PrunedArcs, size: int, heads: Integers, change: float, parts: TreeParts) -> bool:
    """Add `change` to every part (arc, grandparent, sibling) of a tree; return whether all its arcs survived
    pruning."""
    arc_count = 0
    for arc in range(len(pruned.heads)):
        head, word = pruned.heads[arc], pruned.modifiers[arc]
        if heads[word - 1] != head:
            continue
        arc_count += 1
        parts.arcs[arc] += change
        if head == 0:
            continue
        for head_arc in range(pruned.modifier_bounds[head], pruned.modifier_bounds[head + 1]):
            if pruned.heads[head_arc] == heads[head - 1]:
                parts.grandparents[pruned.grandparent_bounds[arc] + head_arc - pruned.modifier_bounds[head]] += change
        tree_triple = pruned.sibling_bounds[arc]
        for triple in range(pruned.sibling_bounds[arc + 1] - 1, tree_triple, -1):
            if heads[pruned.modifiers[get_sibling_arc(pruned, arc, triple)] - 1] == head:
                tree_triple = triple
                break
        parts.siblings[tree_triple] += change
    for head in range(1, size + 1):
        for side in range(2):
            last = _find_outermost_arc(pruned, head, side, heads)
            if last < 0:
                parts.childless[side, head] += change
            else:
                parts.outermost[last] += change
    return arc_count == size


@leaf_kernel
def _find_outermost_arc(pruned: PrunedArcs, head: int, side: int, heads: Integers) -> int:
    """Return the arc to a head's outermost modifier on a side; -1 if it has none."""
    if side:
        for index in range(pruned.head_bounds[head + 1] - 1, pruned.first_right[head] - 1, -1):
            if heads[pruned.modifiers[pruned.by_head[index]] - 1] == head:
                return int(pruned.by_head[index])
    else:
        for index in range(pruned.head_bounds[head], pruned.first_right[head]):
            if heads[pruned.modifiers[pruned.by_head[index]] - 1] == head:
                return int(pruned.by_head[index])
    return -1


@inner_kernel
def to_arc_matrix(pruned: PrunedArcs, size: int, numbers: Floats) -> Floats:
    """Return (words + 1, words) the values of arcs as a matrix [head, modifier], 0 for pruned arcs."""
    matrix = np.zeros((size + 1, size))
    for arc in range(len(pruned.heads)):
        matrix[pruned.heads[arc], pruned.modifiers[arc] - 1] = numbers[arc]
    return matrix


@inner_kernel
def sum_part_scores(scores: TreeParts, indicators: TreeParts) -> float:
    """Return the score of a tree: the sum over its parts, which `indicators` marks."""
    total = 0.0
    for numbers, counts in (
        (scores.arcs, indicators.arcs),
        (scores.grandparents, indicators.grandparents),
        (scores.siblings, indicators.siblings),
        (scores.outermost, indicators.outermost),
        (scores.childless[0], indicators.childless[0]),
        (scores.childless[1], indicators.childless[1]),
    ):
        for index in range(len(numbers)):
            if counts[index] != 0.0:
                total += numbers[index] * counts[index]
    return total


@kernel
def arc_posteriors(
    coded: CodedSentences, heads: Indexes, templates: Templates, weights: HashedWeights, half_trees: Flags
) -> tuple[Floats, Floats, Integers]:
    """Return the arc marginals, (words + 1) * words per sentence, concatenated; the log of the sum over all trees; and
    1 for each sentence where that is finite. If scores overflow, they are halved until it is."""
    count = len(coded.starts) - 1
    sizes = np.diff(coded.starts)
    flat = np.zeros(int((sizes * (sizes + 1)).sum()))
    logs, signs = np.zeros(count), np.ones(count, dtype=np.int64)
    offset = 0
    for sentence in range(count):
        size = sizes[sentence]
        if size == 0:
            continue
        pruned, scores = _score_pruned_parts(coded, heads, sentence, templates, weights)
        parts = make_zero_parts(pruned, size)
        logs[sentence] = compute_marginals(pruned, size, scores, half_trees, parts)
        for _ in range(MAX_HALVINGS):
            if np.isfinite(logs[sentence]):
                break
            for numbers in (
                scores.arcs,
                scores.grandparents,
                scores.siblings,
                scores.outermost,
                scores.childless[0],
                scores.childless[1],
            ):
                for index in range(len(numbers)):
                    numbers[index] *= 0.5
            logs[sentence] = compute_marginals(pruned, size, scores, half_trees, parts)
        if np.isfinite(logs[sentence]):
            flat[offset : offset + size * (size + 1)] = to_arc_matrix(pruned, size, parts.arcs).ravel()
        else:
            signs[sentence] = 0
        offset += size * (size + 1)
    return flat, logs, signs


@inner_kernel
def _score_pruned_parts(
    coded: CodedSentences, heads: Indexes, sentence: int, templates: Templates, weights: HashedWeights
) -> tuple[PrunedArcs, TreeParts]:
    """Return the pruned arcs of a sentence and the log scores of all parts."""
    begin, end = coded.starts[sentence], coded.starts[sentence + 1]
    size = end - begin
    sums = np.empty((ROLE_COUNT, size + 3, templates.initial_keys.shape[1]), dtype=np.uint64)
    fill_role_keys(coded, begin, size, templates, sums)
    pruned = index_arcs(heads[begin:end], size)
    scores = make_zero_parts(pruned, size)
    score_tree_parts(weights, templates, coded, begin, size, sums, pruned, scores)
    return pruned, scores


@kernel
def score_parts_of_first_sentence(
    coded: CodedSentences, heads: Indexes, templates: Templates, weights: HashedWeights
) -> tuple[PrunedArcs, TreeParts]:
    """Return the pruned arcs of the first sentence and the log scores of all parts."""
    return _score_pruned_parts(coded, heads, 0, templates, weights)


@kernel
def part_marginals(pruned: PrunedArcs, size: int, scores: TreeParts, half_trees: Flags) -> tuple[float, TreeParts]:
    """Return the log of the sum over all trees, and the marginals of all parts, by inside-outside."""
    parts = make_zero_parts(pruned, size)
    return compute_marginals(pruned, size, scores, half_trees, parts), parts


@kernel
def tree_log_scores(pruned: PrunedArcs, size: int, scores: TreeParts, trees: Integers) -> Floats:
    """Return (trees,) the log scores of the trees (trees, words); -inf if one of the arcs was pruned."""
    log_scores = np.full(len(trees), -np.inf)
    for tree in range(len(trees)):
        indicators = make_zero_parts(pruned, size)
        if add_to_parts_of_tree(pruned, size, trees[tree], 1.0, indicators):
            log_scores[tree] = sum_part_scores(scores, indicators)
    return log_scores


@kernel
def make_zero_parts(pruned: PrunedArcs, size: int) -> TreeParts:
    """Return tree parts filled with zeros."""
    arcs = len(pruned.heads)
    return TreeParts(
        np.zeros(arcs), np.zeros(pruned.grandparent_bounds[arcs]), np.zeros(pruned.sibling_bounds[arcs]),
        np.zeros(arcs), np.zeros((2, size + 1)),
    )  # fmt: skip


@leaf_kernel
def side_arc_range(pruned: PrunedArcs, head: int, side: int) -> tuple[int, int]:
    """Return the range in `by_head` of a head's arcs on one side, 0 for left and 1 for right."""
    if side:
        return int(pruned.first_right[head]), int(pruned.head_bounds[head + 1])
    return int(pruned.head_bounds[head]), int(pruned.first_right[head])
