"""Layered layout of a directed graph with edge labels, from left to right.

x runs to the right and y downwards, as on a screen; all lengths are in the units of the node sizes.
"""

from __future__ import annotations

from collections.abc import Sequence

from spectral_core.drawing.graph_layout.curves import make_loop_curve, place_self_loops, route_links
from spectral_core.drawing.graph_layout.layers import (
    Arc,
    Curve,
    GraphLayout,
    GraphLink,
    Layers,
    Node,
    Point,
    assign_coordinates,
    assign_ranks,
    list_cycle_breaking_orders,
    make_layers,
    reduce_crossings,
)

__all__ = ["Curve", "GraphLayout", "GraphLink", "Node", "Point", "lay_out_graph"]

_REVERSAL_COST = 2.0  # cost of a reversed link, in crossings
_LENGTH_COST = 3.0  # cost of one more rank for the heaviest link
_STEEPNESS_SHARE = 0.12  # share of the steepest rise between two layers that is added to their gap
_MAX_STEEPNESS_GAP = 50.0  # maximum of that addition


def lay_out_graph(
    nodes: Sequence[Node], links: Sequence[GraphLink], *, gap: float = 18.0, rank_gap: float = 36.0
) -> GraphLayout:
    """Lay out nodes in layers; all links except those that close a cycle go from one layer to a later one. Few lines
    cross, none touches a node that is not its own, and few a label (Sugiyama, Tagawa and Toda 1981; Gansner et al.
    1993). The ends of each link are among the nodes."""
    if not nodes:
        return GraphLayout((), (), 0.0, 0.0)
    index = {node.name: node_index for node_index, node in enumerate(nodes)}
    layers = _choose_layers(nodes, links, index)
    assign_coordinates(layers, links, gap)
    loops = place_self_loops(layers, nodes, links, index)
    if loops:  # again, with space for the loops
        assign_coordinates(layers, links, gap)
    x = _compute_layer_centres(layers, rank_gap)
    curves = route_links(layers, nodes, links, x)
    centres = [(x[item.layer], item.y) for item in layers.items[: len(nodes)]]
    for loop in loops:
        curves[loop.link] = make_loop_curve(loop, centres[loop.node], nodes[loop.node], links[loop.link])
    return _make_layout(nodes, links, centres, [curves[link_index] for link_index in range(len(links))])


def _choose_layers(nodes: Sequence[Node], links: Sequence[GraphLink], index: dict[int, int]) -> Layers:
    """Return the best layers over several ways to break the cycles."""
    arcs: list[Arc] = [
        (index[link.source], index[link.target], link.weight) for link in links if link.source != link.target
    ]
    max_weight = max([1, *(link.weight for link in links)])
    candidates: list[tuple[float, Layers]] = []
    tried_ranks: list[list[int]] = []
    for order in list_cycle_breaking_orders(len(nodes), arcs):
        rank = assign_ranks(order, arcs)
        if rank not in tried_ranks:
            tried_ranks.append(rank)
            layers = make_layers(nodes, links, rank)
            cost = float(reduce_crossings(layers))
            for chain in layers.chains:
                cost += (
                    _REVERSAL_COST * chain.is_reversed
                    # nodes are in even layers, so that this is the number of ranks beyond one
                    + _LENGTH_COST * (len(chain.items) / 2 - 1.5) * links[chain.link].weight / max_weight
                )
            candidates.append((cost, layers))
    return min(candidates, key=lambda candidate: candidate[0])[1]


def _compute_layer_centres(layers: Layers, rank_gap: float) -> list[float]:
    """Return the x of the centre of each layer."""
    x, right = [], 0.0
    for row in layers.order:
        half = max((layers.items[item].half_width for item in row), default=0.0)
        x.append(right + half)
        steps = [
            abs(layers.items[item].y - layers.items[neighbour].y)
            for item in row
            for neighbour in layers.successors[item]
        ]
        right += 2 * half + rank_gap / 2 + min(_STEEPNESS_SHARE * max(steps, default=0.0), _MAX_STEEPNESS_GAP)
    return x


def _make_layout(
    nodes: Sequence[Node], links: Sequence[GraphLink], centres: Sequence[Point], curves: Sequence[Curve]
) -> GraphLayout:
    """Return the layout shifted to the origin, with its size."""
    boxes = [(*centre, node.width, node.height) for node, centre in zip(nodes, centres, strict=True)]
    for link, curve in zip(links, curves, strict=True):
        boxes += [(*point, 0.0, 0.0) for point in (*curve.points, curve.tip)]
        if curve.label is not None:
            boxes.append((*curve.label, link.width, link.height))
    left, right = min(x - wide / 2 for x, _, wide, _ in boxes), max(x + wide / 2 for x, _, wide, _ in boxes)
    top, bottom = min(y - high / 2 for _, y, _, high in boxes), max(y + high / 2 for _, y, _, high in boxes)

    def shift(point: Point) -> Point:
        return point[0] - left, point[1] - top

    shifted_curves = [
        Curve(tuple(map(shift, curve.points)), shift(curve.tip), None if curve.label is None else shift(curve.label))
        for curve in curves
    ]
    return GraphLayout(tuple(map(shift, centres)), tuple(shifted_curves), right - left, bottom - top)
