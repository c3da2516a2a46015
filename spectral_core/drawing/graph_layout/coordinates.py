"""Coordinates of items across their layers: near their neighbours, in their order and with their space."""

from __future__ import annotations

import itertools
from collections.abc import Sequence

from spectral_core.drawing.graph_layout.graph import GraphLink
from spectral_core.drawing.graph_layout.layers import Layers

_ALIGNMENT_SWEEPS = 24
_STRAIGHTNESS = 8.0  # weight of a line between two passing points; between two nodes it is 1


def assign_coordinates(layers: Layers, links: Sequence[GraphLink], gap: float) -> None:
    """Give each item its y, so that the weighted squares of how far lines lead up or down are least.

    One layer at a time is brought to its optimum, which is a monotone regression, until nothing moves.
    """
    pulls = _compute_pulls(layers, links)
    offsets = [_compute_offsets(layers, row, gap) for row in layers.order]
    for row, offset in zip(layers.order, offsets, strict=True):
        middle = (offset[0] + offset[-1]) / 2 if offset else 0.0
        for item, at in zip(row, offset, strict=True):
            layers.items[item].y = at - middle
    count = len(layers.order)
    for sweep in range(_ALIGNMENT_SWEEPS):
        largest_move = 0.0
        for at in range(count) if sweep % 2 == 0 else range(count - 1, -1, -1):
            largest_move = max(largest_move, _align_layer(layers, layers.order[at], offsets[at], pulls))
        if largest_move < 0.25:
            break
    top = min(item.y - item.above for item in layers.items)
    for layer_item in layers.items:
        layer_item.y -= top


def _compute_pulls(layers: Layers, links: Sequence[GraphLink]) -> list[list[tuple[int, float]]]:
    """Return the neighbours of each item with the weights of the lines to them."""
    pulls: list[list[tuple[int, float]]] = [[] for _ in layers.items]
    max_weight = max((link.weight for link in links), default=1)
    for chain in layers.chains:
        link_weight = 1 + links[chain.link].weight / max_weight
        for low, high in zip(chain.items, chain.items[1:], strict=False):
            passing = sum(layers.items[item].node < 0 for item in (low, high))
            weight = link_weight * (1.0, 2.0, _STRAIGHTNESS)[passing]
            pulls[low].append((high, weight))
            pulls[high].append((low, weight))
    return pulls


def _compute_offsets(layers: Layers, row: Sequence[int], gap: float) -> list[float]:
    """Return the least distance of each item of a layer from the first."""
    offsets = [0.0] * min(1, len(row))
    for first, second in itertools.pairwise(row):
        upper, lower = layers.items[first], layers.items[second]
        space = gap if upper.node >= 0 and lower.node >= 0 else gap / 2 if upper.node >= 0 or lower.node >= 0 else 0.0
        offsets.append(offsets[-1] + upper.below + space + lower.above)
    return offsets


def _align_layer(
    layers: Layers, row: Sequence[int], offset: Sequence[float], pulls: Sequence[Sequence[tuple[int, float]]]
) -> float:
    """Move a layer to where its lines lead up and down least; return the largest move."""
    targets, weights = [], []
    for item in row:
        weight = sum([pull for _, pull in pulls[item]])
        targets.append(
            sum([pull * layers.items[neighbour].y for neighbour, pull in pulls[item]]) / weight if weight else 0.0
        )
        weights.append(weight or 1e-3)
    largest_move = 0.0
    for item, y in zip(row, space_out(targets, weights, offset), strict=True):
        largest_move = max(largest_move, abs(layers.items[item].y - y))
        layers.items[item].y = y
    return largest_move


def space_out(targets: Sequence[float], weights: Sequence[float], offsets: Sequence[float]) -> list[float]:
    """Return the values nearest to the targets, by weighted squares, each at least an offset beyond the one before.

    A monotone regression, in which neighbours are pooled until they do not collide.
    """
    blocks: list[tuple[float, float, int]] = []  # mean, weight, number of items
    for target, weight, offset in zip(targets, weights, offsets, strict=True):
        mean, size = target - offset, 1
        while blocks and blocks[-1][0] > mean:
            block_mean, block_weight, items = blocks.pop()
            mean = (block_mean * block_weight + mean * weight) / (block_weight + weight)
            weight += block_weight
            size += items
        blocks.append((mean, weight, size))
    means = [mean for mean, _, size in blocks for _ in range(size)]
    return [mean + offset for mean, offset in zip(means, offsets, strict=True)]
