"""Ranks of the nodes of a graph: links that close a cycle are reversed, all others lead to a higher rank."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

Arc = tuple[int, int, int]  # source, target, weight


def list_orders(size: int, arcs: Sequence[Arc]) -> tuple[list[int], ...]:
    """Return orders of the nodes in which few arcs lead back: depth first, the same improved by moves, and breadth
    first from the sources; one order if the graph is acyclic."""
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
    """Return the order after moves of single nodes, as long as one lessens the weight of the arcs that lead back."""
    size = len(order)
    gain = np.zeros((size, size))  # (node, other) weight saved by standing before the other
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
    """Return the rank of each node from 0: each arc, reversed if it leads back in `order`, leads at least one rank on,
    and heavy arcs are short."""
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
        """Return all nodes that must move with a node, and by how much the arcs grow in all."""
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
