"""Layers of a graph and the order of the items in them - nodes, labels and passing lines - with few crossings."""

from __future__ import annotations

from bisect import bisect_right, insort
from collections.abc import Sequence
from dataclasses import dataclass, field
from math import inf
from random import Random

import numpy as np
from numpy.typing import NDArray

from spectral_core.drawing.graph_layout.graph import GraphLink, Node

_CLEARANCE = 5.0  # above and below a passing line
_RESTARTS = 8  # first orders that are swept
_MAX_SWEEPS = 8  # through all layers, from one first order
_MAX_IDLE_SWEEPS = 2  # without fewer crossings, before sweeping stops
_GIVE_UP_FACTOR = 1.5  # times the fewest crossings so far: then sweeping stops early
_SIFTED_ORDERS = 3  # best orders that are sifted
_MAX_SIFT_ROUNDS = 12


@dataclass(slots=True)
class Item:
    """Node, or point where a line passes a layer, with or without its label above it."""

    layer: int
    above: float  # space above the line, or above the centre of a node
    below: float
    half: float  # half of its extent along the layers
    node: int = -1  # -1 for a passing line
    label: bool = False
    y: float = 0.0


@dataclass(frozen=True, slots=True)
class Chain:
    """Items along a link, in the order of their layers: the first may be its target."""

    link: int
    items: tuple[int, ...]
    is_reversed: bool  # against the direction of the layers


@dataclass(slots=True)
class Layers:
    """Graph whose links lead from each layer to the next."""

    items: list[Item]
    chains: list[Chain]
    order: list[list[int]]  # items by layer, from above
    predecessors: list[list[int]] = field(default_factory=list)  # neighbours in the previous layer, and in the next
    successors: list[list[int]] = field(default_factory=list)

    def connect(self) -> None:
        self.predecessors = [[] for _ in self.items]
        self.successors = [[] for _ in self.items]
        for chain in self.chains:
            for low, high in zip(chain.items, chain.items[1:], strict=False):
                self.successors[low].append(high)
                self.predecessors[high].append(low)


def make_layers(nodes: Sequence[Node], links: Sequence[GraphLink], rank: Sequence[int]) -> Layers:
    """Return layers with nodes in the even ones, and in the odd ones passing lines, with labels in the emptiest of
    those."""
    index = {node.name: node_index for node_index, node in enumerate(nodes)}
    items = [
        Item(2 * rank[node_index], node.height / 2, node.height / 2, node.width / 2, node_index)
        for node_index, node in enumerate(nodes)
    ]
    chains: list[Chain] = []
    layers = 2 * max(rank, default=0) + 1
    filled = [0.0] * layers
    link_ends = []
    for link_index, link in enumerate(links):
        source, target = index[link.source], index[link.target]
        if source != target:
            is_reversed = rank[source] > rank[target]
            low, high = (target, source) if is_reversed else (source, target)
            link_ends.append((2 * rank[low], 2 * rank[high], low, high, is_reversed, link_index))
    for first, last, low, high, is_reversed, link_index in sorted(link_ends, key=lambda end: (end[1] - end[0], end[5])):
        link = links[link_index]
        label_layer = -1
        if link.width > 0:
            middle = (first + last) / 2
            label_layer = min(range(first + 1, last, 2), key=lambda layer: (filled[layer], abs(layer - middle)))
        chain_items = [low]
        for layer in range(first + 1, last):
            is_label = layer == label_layer
            above, half = (link.height, link.width / 2) if is_label else (0.0, 0.0)
            items.append(Item(layer, above + _CLEARANCE, _CLEARANCE, half, label=is_label))
            chain_items.append(len(items) - 1)
            filled[layer] += above + 2 * _CLEARANCE
        chains.append(Chain(link_index, (*chain_items, high), is_reversed))
    order: list[list[int]] = [[] for _ in range(layers)]
    graph = Layers(items, chains, order)
    graph.connect()
    _set_initial_order(graph)
    return graph


def _set_initial_order(layers: Layers) -> None:
    """Set an order in which items that are reached together stand together."""
    visited: set[int] = set()
    for root in sorted(range(len(layers.items)), key=lambda item_index: (layers.items[item_index].layer, item_index)):
        queue = [] if root in visited else [root]
        visited.add(root)
        for item in queue:
            layers.order[layers.items[item].layer].append(item)
            for neighbour in (*layers.successors[item], *layers.predecessors[item]):
                if neighbour not in visited:
                    visited.add(neighbour)
                    queue.append(neighbour)


def reduce_crossings(layers: Layers) -> int:
    """Reorder the layers so that few lines cross, and return how many still do.

    Barycentres in sweeps from several first orders (Sugiyama, Tagawa and Toda 1981), then items of the best are sifted.
    """
    random = Random(0)
    swept = [_sweep(layers, [list(row) for row in layers.order], inf)]
    for _ in range(_RESTARTS - 1):
        if not swept[-1][0]:
            break
        for row in layers.order:
            random.shuffle(row)
        swept.append(_sweep(layers, [list(row) for row in layers.order], min(swept)[0]))
    swept.sort(key=lambda scored_order: scored_order[0])
    best, layers.order = min(
        (_sift(layers, order) for _, order in swept[:_SIFTED_ORDERS]), key=lambda scored_order: scored_order[0]
    )
    return best


def compute_positions(layers: Layers, order: Sequence[Sequence[int]]) -> list[int]:
    positions = [0] * len(layers.items)
    for row in order:
        for position, item in enumerate(row):
            positions[item] = position
    return positions


def _count_crossings(layers: Layers, order: Sequence[Sequence[int]], positions: Sequence[int]) -> int:
    crossings = 0
    for row in order[:-1]:
        previous_ends: list[int] = []
        for item in row:
            successors = layers.successors[item]
            if len(successors) == 1:
                end = positions[successors[0]]
                crossings += len(previous_ends) - bisect_right(previous_ends, end)
                insort(previous_ends, end)
            elif successors:
                ends = sorted([positions[successor] for successor in successors])
                crossings += sum([len(previous_ends) - bisect_right(previous_ends, end) for end in ends])
                previous_ends = sorted(previous_ends + ends)
    return crossings


def _sweep(layers: Layers, order: list[list[int]], bound: float) -> tuple[int, list[list[int]]]:
    """Return the fewest crossings, and their order, on the way through the layers and back; given up early if another
    start led to far fewer."""
    positions = compute_positions(layers, order)
    best, best_order, idle = _count_crossings(layers, order, positions), [list(row) for row in order], 0
    for turn in range(_MAX_SWEEPS):
        if not best or idle == _MAX_IDLE_SWEEPS or (turn > 1 and best > _GIVE_UP_FACTOR * bound):
            break
        is_forward = turn % 2 == 0
        neighbours = layers.predecessors if is_forward else layers.successors
        for layer in range(1, len(order)) if is_forward else range(len(order) - 2, -1, -1):
            order[layer] = row = _sort_by_barycentre(order[layer], neighbours, positions)
            for position, item in enumerate(row):
                positions[item] = position
        crossings = _count_crossings(layers, order, positions)
        idle += 1
        if crossings < best:
            best, best_order, idle = crossings, [list(row) for row in order], 0
    return best, best_order


def _sort_by_barycentre(row: Sequence[int], neighbours: Sequence[Sequence[int]], positions: Sequence[int]) -> list[int]:
    """Sort items by the mean position of their neighbours; items without neighbours stay."""
    key: dict[int, float] = {}
    for item in row:
        item_neighbours = neighbours[item]
        if len(item_neighbours) == 1:
            key[item] = positions[item_neighbours[0]]
        elif item_neighbours:
            key[item] = sum([positions[neighbour] for neighbour in item_neighbours]) / len(item_neighbours)
    if len(key) == len(row):
        return sorted(row, key=key.__getitem__)
    sorted_items = iter(sorted(key, key=key.__getitem__))
    return [next(sorted_items) if item in key else item for item in row]


def _sift(layers: Layers, order: list[list[int]]) -> tuple[int, list[list[int]]]:
    """Sift all layers until nothing moves; return the crossings and the order."""
    layers.order = order
    for _ in range(_MAX_SIFT_ROUNDS):
        if not sum([_sift_layer(layers, layer) for layer in range(len(order))]):
            break
    return _count_crossings(layers, layers.order, compute_positions(layers, layers.order)), layers.order


def _sift_layer(layers: Layers, layer: int) -> bool:
    """Move items of one layer to where they cross least, seen from both layers beside it; return whether any moved."""
    row = layers.order[layer]
    if len(row) < 2:
        return False
    cost = np.zeros((len(row), len(row)), dtype=np.int64)
    for neighbours, other_layer in ((layers.predecessors, layer - 1), (layers.successors, layer + 1)):
        if 0 <= other_layer < len(layers.order):
            cost += _count_pair_crossings(row, neighbours, layers.order[other_layer])
    gain = cost.T - cost  # (item, other) crossings saved by standing before the other
    order = np.arange(len(row))
    has_moved = False
    for _ in range(4 * len(row)):
        gain_before = np.zeros((len(row), len(row) + 1), dtype=np.int64)
        np.cumsum(gain[np.ix_(order, order)], axis=1, out=gain_before[:, 1:])
        reduction = gain_before.diagonal()[:, None] - gain_before  # (old, new) positions
        best = int(reduction.argmax())
        old_position, new_position = divmod(best, len(row) + 1)
        if reduction[old_position, new_position] <= 0:
            break
        item = order[old_position]
        order = np.insert(np.delete(order, old_position), new_position - (new_position > old_position), item)
        has_moved = True
    if has_moved:
        layers.order[layer] = [row[position] for position in order]
    return has_moved


def _count_pair_crossings(
    row: Sequence[int], neighbours: Sequence[Sequence[int]], other_row: Sequence[int]
) -> NDArray[np.int64]:
    """Return (item, item) crossings between the lines of both if the first stands before the second."""
    positions = {item: row_index for row_index, item in enumerate(other_row)}
    connections = np.zeros((len(row), len(other_row)), dtype=np.int64)
    for row_index, item in enumerate(row):
        for neighbour in neighbours[item]:
            connections[row_index, positions[neighbour]] += 1
    preceding = connections.cumsum(axis=1) - connections  # lines to positions before
    return connections @ preceding.T
