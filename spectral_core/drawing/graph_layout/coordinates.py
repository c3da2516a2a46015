"""Where items stand across their layers: near what they are joined to, in their order and with their room."""

from __future__ import annotations

import itertools
from collections.abc import Sequence

from spectral_core.drawing.graph_layout.graph import GraphLink
from spectral_core.drawing.graph_layout.layers import Layers

_SWEEPS = 24
_STRAIGHT = 8.0  # of a line between two places where it only passes, against 1 between two nodes


def place_across(layers: Layers, links: Sequence[GraphLink], gap: float) -> None:
    """Gives each item its y: the weighted squares of how far lines lead up or down are least. One layer at a time is
    brought to its optimum, which is a monotone regression, until nothing moves."""
    pulls = _pulls(layers, links)
    offsets = [_offsets(layers, row, gap) for row in layers.order]
    for row, offset in zip(layers.order, offsets, strict=True):
        middle = (offset[0] + offset[-1]) / 2 if offset else 0.0
        for item, at in zip(row, offset, strict=True):
            layers.items[item].y = at - middle
    count = len(layers.order)
    for sweep in range(_SWEEPS):
        farthest = 0.0
        for at in range(count) if sweep % 2 == 0 else range(count - 1, -1, -1):
            farthest = max(farthest, _settle(layers, layers.order[at], offsets[at], pulls))
        if farthest < 0.25:
            break
    top = min(item.y - item.above for item in layers.items)
    for placed in layers.items:
        placed.y -= top


def _pulls(layers: Layers, links: Sequence[GraphLink]) -> list[list[tuple[int, float]]]:
    """Of each item, what pulls at it and how strongly."""
    pulls: list[list[tuple[int, float]]] = [[] for _ in layers.items]
    most = max((link.weight for link in links), default=1)
    for chain in layers.chains:
        heavy = 1 + links[chain.link].weight / most
        for low, high in zip(chain.items, chain.items[1:], strict=False):
            passing = sum(layers.items[item].node < 0 for item in (low, high))
            weight = heavy * (1.0, 2.0, _STRAIGHT)[passing]
            pulls[low].append((high, weight))
            pulls[high].append((low, weight))
    return pulls


def _offsets(layers: Layers, row: Sequence[int], gap: float) -> list[float]:
    """How far each item of a layer must stand at least from the first."""
    found = [0.0] * min(1, len(row))
    for first, second in itertools.pairwise(row):
        one, two = layers.items[first], layers.items[second]
        room = gap if one.node >= 0 and two.node >= 0 else gap / 2 if one.node >= 0 or two.node >= 0 else 0.0
        found.append(found[-1] + one.below + room + two.above)
    return found


def _settle(
    layers: Layers, row: Sequence[int], offset: Sequence[float], pulls: Sequence[Sequence[tuple[int, float]]]
) -> float:
    """Moves a layer to where its lines lead up and down least; how far an item moved at most."""
    wishes, weights = [], []
    for item in row:
        weight = sum([pull for _, pull in pulls[item]])
        wishes.append(sum([pull * layers.items[other].y for other, pull in pulls[item]]) / weight if weight else 0.0)
        weights.append(weight or 1e-3)
    farthest = 0.0
    for item, y in zip(row, spaced(wishes, weights, offset), strict=True):
        farthest = max(farthest, abs(layers.items[item].y - y))
        layers.items[item].y = y
    return farthest


def spaced(wishes: Sequence[float], weights: Sequence[float], offsets: Sequence[float]) -> list[float]:
    """The values nearest to the wishes, by weighted squares, of which each is beyond the one before by at least the
    difference of their offsets: a monotone regression, in which neighbours are pooled until they do not collide."""
    blocks: list[tuple[float, float, int]] = []  # mean, weight, how many
    for wish, weight, offset in zip(wishes, weights, offsets, strict=True):
        mean, size = wish - offset, 1
        while blocks and blocks[-1][0] > mean:
            before, heavy, items = blocks.pop()
            mean = (before * heavy + mean * weight) / (heavy + weight)
            weight += heavy
            size += items
        blocks.append((mean, weight, size))
    means = [mean for mean, _, size in blocks for _ in range(size)]
    return [mean + offset for mean, offset in zip(means, offsets, strict=True)]
