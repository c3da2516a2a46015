"""Compiled index of a sentence's pruned arcs, by head and by modifier.

Never imported at start-up.
"""

import numpy as np

from spectral_core.arrays import Indexes
from spectral_core.structured.arc_parser import PrunedArcs, TreeParts
from spectral_core.structured.compilation import kernel, leaf_kernel


@kernel
def make_zero_parts(pruned: PrunedArcs, size: int) -> TreeParts:
    """Return tree parts filled with zeros."""
    arcs = len(pruned.heads)
    return TreeParts(
        np.zeros(arcs), np.zeros(pruned.grandparent_bounds[arcs]), np.zeros(pruned.sibling_bounds[arcs]),
        np.zeros(arcs), np.zeros((2, size + 1)),
    )  # fmt: skip


@kernel
def index_arcs(heads: Indexes, size: int) -> PrunedArcs:
    """Index the pruned arcs by modifier and by head, with the offsets of grandparent and sibling parts; -1 pads
    `heads`."""
    total = 0
    for word in range(size):
        for index in range(heads.shape[1]):
            if heads[word, index] >= 0:
                total += 1
    arc_heads, words = np.empty(total, dtype=np.int32), np.empty(total, dtype=np.int32)
    first, bounds = np.zeros(size + 2, dtype=np.int32), np.zeros(size + 3, dtype=np.int32)
    arc_count = 0
    for word in range(1, size + 1):
        first[word] = arc_count
        for index in range(heads.shape[1]):
            if heads[word - 1, index] >= 0:
                arc_heads[arc_count], words[arc_count] = heads[word - 1, index], word
                bounds[arc_heads[arc_count] + 2] += 1
                arc_count += 1
    first[size + 1] = arc_count
    for head in range(2, size + 3):
        bounds[head] += bounds[head - 1]
    by_head, first_right = np.empty(total, dtype=np.int32), bounds[1 : size + 2].copy()
    for arc in range(total):  # arcs are sorted by modifier, so each head's are too
        head = arc_heads[arc]
        by_head[bounds[head + 1]] = arc
        bounds[head + 1] += 1
        if words[arc] < head:
            first_right[head] += 1
    pairs, triples = np.zeros(total + 1, dtype=np.int32), np.zeros(total + 1, dtype=np.int32)
    ranks = np.zeros(total, dtype=np.int32)
    for head in range(1, size + 1):
        for index in range(bounds[head], bounds[head + 1]):
            ranks[by_head[index]] = (
                index - first_right[head] if index >= first_right[head] else first_right[head] - 1 - index
            )
    for arc in range(total):
        head = arc_heads[arc]
        pairs[arc + 1] = pairs[arc] + (first[head + 1] - first[head] if head else 0)
        triples[arc + 1] = triples[arc] + (1 + ranks[arc] if head else 0)
    return PrunedArcs(arc_heads, words, first, by_head, bounds[: size + 2], first_right, pairs, triples)


@leaf_kernel
def get_sibling_arc(pruned: PrunedArcs, arc: int, part: int) -> int:
    """Return the arc to the sibling in a sibling part of an arc."""
    head = pruned.heads[arc]
    rank = part - pruned.sibling_bounds[arc] - 1
    if pruned.modifiers[arc] > head:
        return int(pruned.by_head[pruned.first_right[head] + rank])
    return int(pruned.by_head[pruned.first_right[head] - 1 - rank])


@leaf_kernel
def side_arc_range(pruned: PrunedArcs, head: int, side: int) -> tuple[int, int]:
    """Return the range in `by_head` of a head's arcs on one side, 0 for left and 1 for right."""
    if side:
        return int(pruned.first_right[head]), int(pruned.head_bounds[head + 1])
    return int(pruned.head_bounds[head]), int(pruned.first_right[head])
