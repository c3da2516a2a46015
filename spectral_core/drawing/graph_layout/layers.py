"""What stands in each layer and in which order: nodes, labels, and the lines that pass; with few crossings."""

from __future__ import annotations

from bisect import bisect_right, insort
from collections.abc import Sequence
from dataclasses import dataclass, field
from math import inf
from random import Random

import numpy as np
from numpy.typing import NDArray

from spectral_core.drawing.graph_layout.graph import GraphLink, Node

_CLEAR = 5.0  # above and below a line that passes
_STARTS = 8  # from which an order is looked for
_SWEEPS = 8  # through all layers, from one beginning
_IDLE = 2  # that bring nothing, and then no more
_FAR = 1.5  # times as many crossings as another beginning led to
_POLISHED = 3  # of the beginnings
_ROUNDS = 12


@dataclass(slots=True)
class Item:
    """A node, or where a line passes a layer, with its label above it or without."""

    layer: int
    above: float  # room over the line, or over the centre of a node
    below: float
    half: float  # of its length along the layers
    node: int = -1  # -1 where a line passes
    label: bool = False
    y: float = 0.0


@dataclass(frozen=True, slots=True)
class Chain:
    """The items along a link, in the order of their layers: the first may be its target."""

    link: int
    items: tuple[int, ...]
    turned: bool  # against the direction of the layers


@dataclass(slots=True)
class Layers:
    """A graph whose links lead from each layer to the next."""

    items: list[Item]
    chains: list[Chain]
    order: list[list[int]]  # items by layer, from above
    before: list[list[int]] = field(default_factory=list)  # of each item, those that it is joined to
    after: list[list[int]] = field(default_factory=list)

    def connect(self) -> None:
        self.before = [[] for _ in self.items]
        self.after = [[] for _ in self.items]
        for chain in self.chains:
            for low, high in zip(chain.items, chain.items[1:], strict=False):
                self.after[low].append(high)
                self.before[high].append(low)


def layered(nodes: Sequence[Node], links: Sequence[GraphLink], rank: Sequence[int]) -> Layers:
    """Nodes in the even layers, in the odd ones what passes between, labels in the emptiest of those."""
    index = {node.name: at for at, node in enumerate(nodes)}
    items = [Item(2 * rank[at], node.height / 2, node.height / 2, node.width / 2, at) for at, node in enumerate(nodes)]
    chains: list[Chain] = []
    layers = 2 * max(rank, default=0) + 1
    filled = [0.0] * layers
    ends = []
    for at, link in enumerate(links):
        source, target = index[link.source], index[link.target]
        if source != target:
            turned = rank[source] > rank[target]
            low, high = (target, source) if turned else (source, target)
            ends.append((2 * rank[low], 2 * rank[high], low, high, turned, at))
    for first, last, low, high, turned, at in sorted(ends, key=lambda end: (end[1] - end[0], end[5])):
        link = links[at]
        labelled = -1
        if link.width > 0:
            middle = (first + last) / 2
            labelled = min(range(first + 1, last, 2), key=lambda layer: (filled[layer], abs(layer - middle)))
        passed = [low]
        for layer in range(first + 1, last):
            is_label = layer == labelled
            above, half = (link.height, link.width / 2) if is_label else (0.0, 0.0)
            items.append(Item(layer, above + _CLEAR, _CLEAR, half, label=is_label))
            passed.append(len(items) - 1)
            filled[layer] += above + 2 * _CLEAR
        chains.append(Chain(at, (*passed, high), turned))
    order: list[list[int]] = [[] for _ in range(layers)]
    found = Layers(items, chains, order)
    found.connect()
    _begin(found)
    return found


def _begin(layers: Layers) -> None:
    """An order in which what is reached together stands together."""
    seen: set[int] = set()
    for root in sorted(range(len(layers.items)), key=lambda at: (layers.items[at].layer, at)):
        queue = [] if root in seen else [root]
        seen.add(root)
        for item in queue:
            layers.order[layers.items[item].layer].append(item)
            for other in (*layers.after[item], *layers.before[item]):
                if other not in seen:
                    seen.add(other)
                    queue.append(other)


def reduce_crossings(layers: Layers) -> int:
    """Reorders the layers so that few lines cross; how many still do. Barycentres in sweeps from several beginnings
    (Sugiyama, Tagawa and Toda 1981), then items of the best are moved singly to where they cross least."""
    random = Random(0)
    found = [_sweep(layers, [list(row) for row in layers.order], inf)]
    for _ in range(_STARTS - 1):
        if not found[-1][0]:
            break
        for row in layers.order:
            random.shuffle(row)
        found.append(_sweep(layers, [list(row) for row in layers.order], min(found)[0]))
    found.sort(key=lambda one: one[0])
    best, layers.order = min((_polish(layers, order) for _, order in found[:_POLISHED]), key=lambda one: one[0])
    return best


def places_in(layers: Layers, order: Sequence[Sequence[int]]) -> list[int]:
    places = [0] * len(layers.items)
    for row in order:
        for place, item in enumerate(row):
            places[item] = place
    return places


def _crossings(layers: Layers, order: Sequence[Sequence[int]], places: Sequence[int]) -> int:
    found = 0
    for row in order[:-1]:
        met: list[int] = []
        for item in row:
            after = layers.after[item]
            if len(after) == 1:
                end = places[after[0]]
                found += len(met) - bisect_right(met, end)
                insort(met, end)
            elif after:
                ends = sorted([places[other] for other in after])
                found += sum([len(met) - bisect_right(met, end) for end in ends])
                met = sorted(met + ends)
    return found


def _sweep(layers: Layers, order: list[list[int]], bound: float) -> tuple[int, list[list[int]]]:
    """The least crossings, and the order with them, on the way through the layers and back; given up early where
    another beginning led to far fewer."""
    places = places_in(layers, order)
    best, kept, idle = _crossings(layers, order, places), [list(row) for row in order], 0
    for turn in range(_SWEEPS):
        if not best or idle == _IDLE or (turn > 1 and best > _FAR * bound):
            break
        onwards = turn % 2 == 0
        beside = layers.before if onwards else layers.after
        for at in range(1, len(order)) if onwards else range(len(order) - 2, -1, -1):
            order[at] = row = _sorted(order[at], beside, places)
            for place, item in enumerate(row):
                places[item] = place
        now = _crossings(layers, order, places)
        idle += 1
        if now < best:
            best, kept, idle = now, [list(row) for row in order], 0
    return best, kept


def _sorted(row: Sequence[int], beside: Sequence[Sequence[int]], places: Sequence[int]) -> list[int]:
    """By the mean place of what each is joined to; what is joined to nothing stays."""
    key: dict[int, float] = {}
    for item in row:
        others = beside[item]
        if len(others) == 1:
            key[item] = places[others[0]]
        elif others:
            key[item] = sum([places[other] for other in others]) / len(others)
    if len(key) == len(row):
        return sorted(row, key=key.__getitem__)
    ahead = iter(sorted(key, key=key.__getitem__))
    return [next(ahead) if item in key else item for item in row]


def _polish(layers: Layers, order: list[list[int]]) -> tuple[int, list[list[int]]]:
    layers.order = order
    for _ in range(_ROUNDS):
        if not sum([_settle(layers, at) for at in range(len(order))]):
            break
    return _crossings(layers, layers.order, places_in(layers, layers.order)), layers.order


def _settle(layers: Layers, at: int) -> bool:
    """Moves items of one layer to where they cross least, seen from both layers beside it; whether any moved."""
    row = layers.order[at]
    if len(row) < 2:
        return False
    cost = np.zeros((len(row), len(row)), dtype=np.int64)
    for beside, other in ((layers.before, at - 1), (layers.after, at + 1)):
        if 0 <= other < len(layers.order):
            cost += _costs(row, beside, layers.order[other])
    gain = cost.T - cost  # (item, item) of standing before the other
    order = np.arange(len(row))
    moved = False
    for _ in range(4 * len(row)):
        before = np.zeros((len(row), len(row) + 1), dtype=np.int64)
        np.cumsum(gain[np.ix_(order, order)], axis=1, out=before[:, 1:])
        worth = before.diagonal()[:, None] - before  # (place, place) of moving what stands here to before there
        best = int(worth.argmax())
        here, there = divmod(best, len(row) + 1)
        if worth[here, there] <= 0:
            break
        item = order[here]
        order = np.insert(np.delete(order, here), there - (there > here), item)
        moved = True
    if moved:
        layers.order[at] = [row[one] for one in order]
    return moved


def _costs(row: Sequence[int], beside: Sequence[Sequence[int]], other: Sequence[int]) -> NDArray[np.int64]:
    """(item, item) crossings between the lines of both where the first stands before the second."""
    place = {item: at for at, item in enumerate(other)}
    joined = np.zeros((len(row), len(other)), dtype=np.int64)
    for at, item in enumerate(row):
        for one in beside[item]:
            joined[at, place[one]] += 1
    beyond = joined.cumsum(axis=1) - joined  # lines to places before
    return joined @ beyond.T
