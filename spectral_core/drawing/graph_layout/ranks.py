"""In which rank each node of a graph stands: links that close a cycle are turned round, and the rest lead on."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

Arc = tuple[int, int, int]  # source, target, weight


def orders(size: int, arcs: Sequence[Arc]) -> tuple[list[int], ...]:
    """Orders of the nodes in which few arcs lead back: that in which a walk in depth leaves them last, the same made
    better by moves, and that of how many arcs lead to them from where nothing leads to. One order where none does."""
    import networkx as nx

    entered = {target for _, target, _ in arcs}
    graph = nx.DiGraph()
    graph.add_nodes_from(sorted(range(size), key=lambda node: node in entered))
    graph.add_edges_from((source, target) for source, target, _ in arcs)
    walked = list(nx.dfs_postorder_nodes(graph))[::-1]
    if nx.is_directed_acyclic_graph(graph):
        return (walked,)
    roots = [node for node in walked if node not in entered] or walked[:1]
    broad = [node for layer in nx.bfs_layers(graph, roots) for node in layer]
    reached = set(broad)
    return walked, _least_back(walked, arcs), broad + [node for node in walked if node not in reached]


def _least_back(order: Sequence[int], arcs: Sequence[Arc]) -> list[int]:
    """The order after moves of single nodes, as long as one lessens the weight of the arcs that lead back."""
    size = len(order)
    gain = np.zeros((size, size))  # (node, other) of standing before the other
    for source, target, weight in arcs:
        gain[source, target] += weight
        gain[target, source] -= weight
    order = list(order)
    moved = True
    while moved:
        moved = False
        for node in list(order):
            at = order.index(node)
            rest = order[:at] + order[at + 1 :]
            here = gain[node, rest]
            total = np.concatenate(([0.0], np.cumsum(here)))
            worth = total[-1] - 2 * total  # of standing before all from each place on
            best = int(np.argmax(worth))
            if worth[best] > worth[at] + 1e-9:
                order = [*rest[:best], node, *rest[best:]]
                moved = True
    return order


def ranks(order: Sequence[int], arcs: Sequence[Arc]) -> list[int]:
    """The rank of each node from 0: each arc, turned round where it leads back in `order`, leads at least one rank on,
    and heavy arcs are short."""
    size = len(order)
    place = {node: at for at, node in enumerate(order)}
    before: list[list[tuple[int, int]]] = [[] for _ in range(size)]
    after: list[list[tuple[int, int]]] = [[] for _ in range(size)]
    for source, target, weight in arcs:
        low, high = (source, target) if place[source] < place[target] else (target, source)
        before[high].append((low, weight))
        after[low].append((high, weight))
    rank = [0] * size
    for node in order:
        rank[node] = max((rank[low] + 1 for low, _ in before[node]), default=0)

    def moved(seed: int, way: int) -> tuple[set[int], int]:
        """All that must move with a node, and by how much the arcs grow in all."""
        ahead, behind = (after, before) if way > 0 else (before, after)
        group, queue = {seed}, [seed]
        for node in queue:
            for other, _ in ahead[node]:
                if other not in group and abs(rank[other] - rank[node]) == 1:
                    group.add(other)
                    queue.append(other)
        growth = 0
        for node in group:
            growth += sum(weight for other, weight in behind[node] if other not in group)
            growth -= sum(weight for other, weight in ahead[node] if other not in group)
        return group, growth

    improved = True
    while improved:
        improved = False
        for node in order:
            for way in (1, -1):
                if not before[node] and not after[node]:
                    continue
                group, growth = moved(node, way)
                while growth < 0:
                    for one in group:
                        rank[one] += way
                    improved = True
                    group, growth = moved(node, way)
    least = min(rank, default=0)
    return [one - least for one in rank]
