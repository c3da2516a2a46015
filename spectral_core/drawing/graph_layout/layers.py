"""Layered graph layout: ranks, crossing reduction and coordinates (Sugiyama, Tagawa and Toda 1981)."""

from __future__ import annotations

import itertools
from bisect import bisect_right, insort
from collections.abc import Sequence
from dataclasses import dataclass, field
from math import inf
from random import Random

import numpy as np
from numpy.typing import NDArray

Point = tuple[float, float]
Arc = tuple[int, int, int]  # source, target, weight
_CLEARANCE = 5.0  # above and below a passing line
_RESTARTS = 8  # initial orders for the sweeps
_MAX_SWEEPS = 8  # through all layers, per initial order
_MAX_IDLE_SWEEPS = 2  # sweeps without fewer crossings before stopping
_GIVE_UP_FACTOR = 1.5  # stop early above this factor of the fewest crossings so far
_SIFTED_ORDERS = 3  # best orders that are refined by sifting
_MAX_SIFT_ROUNDS = 12
_ALIGNMENT_SWEEPS = 24
_STRAIGHTNESS = 8.0  # weight of a line between two passing points; between two nodes it is 1


@dataclass(frozen=True, slots=True)
class Node:
    """Ellipse to be placed; a point if it has no size."""

    name: int
    width: float
    height: float


@dataclass(frozen=True, slots=True)
class GraphLink:
    """Edge between two nodes, with space for its label."""

    source: int
    target: int
    width: float = 0.0  # of the label; 0 without one
    height: float = 0.0
    weight: int = 1  # heavier links are shorter and straighter


@dataclass(frozen=True, slots=True)
class Curve:
    """Path of a link: Bezier curves, the end point of its arrow, and the centre of its label."""

    points: tuple[Point, ...]  # start point, then three points per segment
    tip: Point
    label: Point | None


@dataclass(frozen=True, slots=True)
class GraphLayout:
    """Centres of the nodes and curves of the links, in input order."""

    nodes: tuple[Point, ...]
    links: tuple[Curve, ...]
    width: float
    height: float


def list_cycle_breaking_orders(size: int, arcs: Sequence[Arc]) -> tuple[list[int], ...]:
    """Return several node orders with few back arcs, which are reversed to break the cycles: depth-first, the same
    after local search, and breadth-first from the sources; one order if the graph is acyclic."""
    import networkx as nx

    targets = {target for _, target, _ in arcs}
    graph = nx.DiGraph()
    graph.add_nodes_from(sorted(range(size), key=lambda node: node in targets))
    graph.add_edges_from((source, target) for source, target, _ in arcs)
    depth_first = list(nx.dfs_postorder_nodes(graph))[::-1]
    if nx.is_directed_acyclic_graph(graph):
        return (depth_first,)
    roots = [node for node in depth_first if node not in targets] or depth_first[:1]
    breadth_first = [node for layer in nx.bfs_layers(graph, roots) for node in layer]
    reached = set(breadth_first)
    return (
        depth_first,
        _reduce_back_arcs(depth_first, arcs),
        breadth_first + [node for node in depth_first if node not in reached],
    )


def _reduce_back_arcs(order: Sequence[int], arcs: Sequence[Arc]) -> list[int]:
    """Return the order improved by moving single nodes while that lowers the total weight of back arcs."""
    size = len(order)
    gain = np.zeros((size, size))  # (node, other) weight saved by placing node before other
    for source, target, weight in arcs:
        gain[source, target] += weight
        gain[target, source] -= weight
    order = list(order)
    improved = True
    while improved:
        improved = False
        for node in list(order):
            position = order.index(node)
            remaining = order[:position] + order[position + 1 :]
            gains = gain[node, remaining]
            total = np.concatenate(([0.0], np.cumsum(gains)))
            benefit = total[-1] - 2 * total  # of moving to each position
            best = int(np.argmax(benefit))
            if benefit[best] > benefit[position] + 1e-9:
                order = [*remaining[:best], node, *remaining[best:]]
                improved = True
    return order


def assign_ranks(order: Sequence[int], arcs: Sequence[Arc]) -> list[int]:
    """Return the rank of each node from 0: each arc, reversed if it goes back in `order`, spans at least one rank, and
    heavy arcs are short."""
    size = len(order)
    positions = {node: position for position, node in enumerate(order)}
    before: list[list[tuple[int, int]]] = [[] for _ in range(size)]
    after: list[list[tuple[int, int]]] = [[] for _ in range(size)]
    for source, target, weight in arcs:
        low, high = (source, target) if positions[source] < positions[target] else (target, source)
        before[high].append((low, weight))
        after[low].append((high, weight))
    rank = [0] * size
    for node in order:
        rank[node] = max((rank[low] + 1 for low, _ in before[node]), default=0)

    def find_moving_group(seed: int, direction: int) -> tuple[set[int], int]:
        """Return all nodes that must move together with a node, and the resulting total growth of the arcs."""
        ahead, behind = (after, before) if direction > 0 else (before, after)
        group, queue = {seed}, [seed]
        for node in queue:
            for neighbour, _ in ahead[node]:
                if neighbour not in group and abs(rank[neighbour] - rank[node]) == 1:
                    group.add(neighbour)
                    queue.append(neighbour)
        growth = 0
        for node in group:
            growth += sum(weight for neighbour, weight in behind[node] if neighbour not in group)
            growth -= sum(weight for neighbour, weight in ahead[node] if neighbour not in group)
        return group, growth

    improved = True
    while improved:
        improved = False
        for node in order:
            for direction in (1, -1):
                if not before[node] and not after[node]:
                    continue
                group, growth = find_moving_group(node, direction)
                while growth < 0:
                    for member in group:
                        rank[member] += direction
                    improved = True
                    group, growth = find_moving_group(node, direction)
    lowest = min(rank, default=0)
    return [node_rank - lowest for node_rank in rank]


@dataclass(slots=True)
class LayerItem:
    """Node, or point where a line passes through a layer, with or without its label above it."""

    layer: int
    above: float  # space above the line, or above the centre of a node
    below: float
    half_width: float  # half of its extent along the layers
    node: int = -1  # -1 for a passing line
    label: bool = False
    y: float = 0.0


@dataclass(frozen=True, slots=True)
class LinkChain:
    """Items along a link by layer; the first may be the link's target."""

    link: int
    items: tuple[int, ...]
    is_reversed: bool  # against the direction of the layers


@dataclass(slots=True)
class Layers:
    """Graph whose links connect adjacent layers."""

    items: list[LayerItem]
    chains: list[LinkChain]
    order: list[list[int]]  # items by layer, from top to bottom
    predecessors: list[list[int]] = field(default_factory=list)  # neighbours in the previous and the next layer
    successors: list[list[int]] = field(default_factory=list)

    def set_neighbours(self) -> None:
        """Compute the neighbours of each item from the chains."""
        self.predecessors = [[] for _ in self.items]
        self.successors = [[] for _ in self.items]
        for chain in self.chains:
            for low, high in zip(chain.items, chain.items[1:], strict=False):
                self.successors[low].append(high)
                self.predecessors[high].append(low)


def make_layers(nodes: Sequence[Node], links: Sequence[GraphLink], rank: Sequence[int]) -> Layers:
    """Return layers with nodes in the even ones and passing lines in the odd ones; labels go into the emptiest odd
    ones."""
    index = {node.name: node_index for node_index, node in enumerate(nodes)}
    items = [
        LayerItem(2 * rank[node_index], node.height / 2, node.height / 2, node.width / 2, node_index)
        for node_index, node in enumerate(nodes)
    ]
    chains: list[LinkChain] = []
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
            items.append(LayerItem(layer, above + _CLEARANCE, _CLEARANCE, half, label=is_label))
            chain_items.append(len(items) - 1)
            filled[layer] += above + 2 * _CLEARANCE
        chains.append(LinkChain(link_index, (*chain_items, high), is_reversed))
    order: list[list[int]] = [[] for _ in range(layers)]
    graph = Layers(items, chains, order)
    graph.set_neighbours()
    _set_initial_order(graph)
    return graph


def _set_initial_order(layers: Layers) -> None:
    """Set an initial order in which items reached together are adjacent."""
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
    """Reorder the layers to reduce crossings; return the number left.

    Barycentre sweeps from several initial orders (Sugiyama, Tagawa and Toda 1981), then sifting of the best ones.
    """
    random = Random(0)
    swept = [_run_barycentre_sweeps(layers, [list(row) for row in layers.order], inf)]
    for _ in range(_RESTARTS - 1):
        if not swept[-1][0]:
            break
        for row in layers.order:
            random.shuffle(row)
        swept.append(_run_barycentre_sweeps(layers, [list(row) for row in layers.order], min(swept)[0]))
    swept.sort(key=lambda scored_order: scored_order[0])
    best, layers.order = min(
        (_sift_layers(layers, order) for _, order in swept[:_SIFTED_ORDERS]), key=lambda scored_order: scored_order[0]
    )
    return best


def compute_layer_positions(layers: Layers, order: Sequence[Sequence[int]]) -> list[int]:
    """Return the position of each item within its layer."""
    positions = [0] * len(layers.items)
    for row in order:
        for position, item in enumerate(row):
            positions[item] = position
    return positions


def _count_crossings(layers: Layers, order: Sequence[Sequence[int]], positions: Sequence[int]) -> int:
    """Return the number of crossings between adjacent layers in this order."""
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


def _run_barycentre_sweeps(layers: Layers, order: list[list[int]], bound: float) -> tuple[int, list[list[int]]]:
    """Sort each layer by barycentre, sweeping through the layers and back; return the fewest crossings and their order.
    Stop early if another start led to far fewer (`bound`)."""
    positions = compute_layer_positions(layers, order)
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
    """Sort items by the mean position of their neighbours (barycentre); items without neighbours stay in place."""
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


def _sift_layers(layers: Layers, order: list[list[int]]) -> tuple[int, list[list[int]]]:
    """Sift all layers of an order until nothing moves; return the crossings and the new order."""
    layers.order = order
    for _ in range(_MAX_SIFT_ROUNDS):
        if not sum([_sift_layer(layers, layer) for layer in range(len(order))]):
            break
    return _count_crossings(layers, layers.order, compute_layer_positions(layers, layers.order)), layers.order


def _sift_layer(layers: Layers, layer: int) -> bool:
    """Move each item of a layer to the position with the fewest crossings on both sides; return whether any moved."""
    row = layers.order[layer]
    if len(row) < 2:
        return False
    cost = np.zeros((len(row), len(row)), dtype=np.int64)
    for neighbours, other_layer in ((layers.predecessors, layer - 1), (layers.successors, layer + 1)):
        if 0 <= other_layer < len(layers.order):
            cost += _make_crossing_matrix(row, neighbours, layers.order[other_layer])
    gain = cost.T - cost  # (item, other) crossings saved by placing item before other
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


def _make_crossing_matrix(
    row: Sequence[int], neighbours: Sequence[Sequence[int]], other_row: Sequence[int]
) -> NDArray[np.int64]:
    """Return the matrix (item, item) of crossings between the lines of two items of a layer if the first is placed
    before the second."""
    positions = {item: row_index for row_index, item in enumerate(other_row)}
    connections = np.zeros((len(row), len(other_row)), dtype=np.int64)
    for row_index, item in enumerate(row):
        for neighbour in neighbours[item]:
            connections[row_index, positions[neighbour]] += 1
    preceding = connections.cumsum(axis=1) - connections  # lines to earlier positions
    return connections @ preceding.T


def assign_coordinates(layers: Layers, links: Sequence[GraphLink], gap: float) -> None:
    """Set the y of each item, minimising the weighted sum of squared vertical line extents.

    One layer at a time is optimised exactly, by monotone regression, until nothing moves.
    """
    line_weights = _compute_line_weights(layers, links)
    offsets = [_compute_min_distances(layers, row, gap) for row in layers.order]
    for row, offset in zip(layers.order, offsets, strict=True):
        middle = (offset[0] + offset[-1]) / 2 if offset else 0.0
        for item, at in zip(row, offset, strict=True):
            layers.items[item].y = at - middle
    count = len(layers.order)
    for sweep in range(_ALIGNMENT_SWEEPS):
        largest_move = 0.0
        for at in range(count) if sweep % 2 == 0 else range(count - 1, -1, -1):
            largest_move = max(largest_move, _align_layer(layers, layers.order[at], offsets[at], line_weights))
        if largest_move < 0.25:
            break
    top = min(item.y - item.above for item in layers.items)
    for layer_item in layers.items:
        layer_item.y -= top


def _compute_line_weights(layers: Layers, links: Sequence[GraphLink]) -> list[list[tuple[int, float]]]:
    """Return for each item its neighbours with the weights of the lines to them."""
    line_weights: list[list[tuple[int, float]]] = [[] for _ in layers.items]
    max_weight = max([1, *(link.weight for link in links)])
    for chain in layers.chains:
        link_weight = 1 + links[chain.link].weight / max_weight
        for low, high in zip(chain.items, chain.items[1:], strict=False):
            passing = sum(layers.items[item].node < 0 for item in (low, high))
            weight = link_weight * (1.0, 2.0, _STRAIGHTNESS)[passing]
            line_weights[low].append((high, weight))
            line_weights[high].append((low, weight))
    return line_weights


def _compute_min_distances(layers: Layers, row: Sequence[int], gap: float) -> list[float]:
    """Return the minimum distance of each item of a layer from the first one."""
    offsets = [0.0] * min(1, len(row))
    for first, second in itertools.pairwise(row):
        upper, lower = layers.items[first], layers.items[second]
        space = gap if upper.node >= 0 and lower.node >= 0 else gap / 2 if upper.node >= 0 or lower.node >= 0 else 0.0
        offsets.append(offsets[-1] + upper.below + space + lower.above)
    return offsets


def _align_layer(
    layers: Layers, row: Sequence[int], offset: Sequence[float], pulls: Sequence[Sequence[tuple[int, float]]]
) -> float:
    """Move the items of a layer to minimise the weighted squared slopes of their lines; return the largest move."""
    targets, weights = [], []
    for item in row:
        weight = sum([pull for _, pull in pulls[item]])
        targets.append(
            sum([pull * layers.items[neighbour].y for neighbour, pull in pulls[item]]) / weight if weight else 0.0
        )
        weights.append(weight or 1e-3)
    largest_move = 0.0
    for item, y in zip(row, fit_with_min_distances(targets, weights, offset), strict=True):
        largest_move = max(largest_move, abs(layers.items[item].y - y))
        layers.items[item].y = y
    return largest_move


def fit_with_min_distances(targets: Sequence[float], weights: Sequence[float], offsets: Sequence[float]) -> list[float]:
    """Return the values closest to the targets in weighted least squares that keep the minimum distances in `offsets`.

    Monotone (isotonic) regression by pooling adjacent violators.
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
