"""Where the nodes, edges and labels of a directed graph go, in numbers: in layers from left to right. x runs to the
right and y downwards, as on a screen; all measures are in the units of the sizes that are given."""

from __future__ import annotations

from collections.abc import Sequence

from spectral_core.drawing.graph_layout.coordinates import place_across
from spectral_core.drawing.graph_layout.curves import lines
from spectral_core.drawing.graph_layout.ends import loop_curve, place_loops
from spectral_core.drawing.graph_layout.graph import Curve, GraphLayout, GraphLink, Node, Point
from spectral_core.drawing.graph_layout.layers import Layers, layered, reduce_crossings
from spectral_core.drawing.graph_layout.ranks import Arc, orders, ranks

__all__ = ["Curve", "GraphLayout", "GraphLink", "Node", "Point", "place"]

_TURNED = 2.0  # a link against the direction is as bad as so many crossings
_LONG = 3.0  # and the heaviest link where it is a rank longer
_STEEP = 0.12  # of how far a line leads up or down between two layers: so much more room there is for it
_MOST = 50.0  # of that room


def place(
    nodes: Sequence[Node], links: Sequence[GraphLink], *, gap: float = 18.0, rank_gap: float = 36.0
) -> GraphLayout:
    """Nodes in layers, each link from one to a later layer but for those that close a cycle: few lines cross, none
    passes a node or a label that is not its own (Sugiyama, Tagawa and Toda 1981; Gansner et al. 1993)."""
    if not nodes:
        return GraphLayout((), (), 0.0, 0.0)
    index = {node.name: at for at, node in enumerate(nodes)}
    layers = _layers(nodes, links, index)
    place_across(layers, links, gap)
    loops = place_loops(layers, nodes, links, index)
    if loops:  # now that it is known where they stand, there must be room for them
        place_across(layers, links, gap)
    x = _columns(layers, rank_gap)
    curves = lines(layers, nodes, links, x)
    centres = [(x[item.layer], item.y) for item in layers.items[: len(nodes)]]
    for loop in loops:
        curves[loop.link] = loop_curve(loop, centres[loop.node], nodes[loop.node], links[loop.link])
    return _framed(nodes, links, centres, [curves[at] for at in range(len(links))])


def _layers(nodes: Sequence[Node], links: Sequence[GraphLink], index: dict[int, int]) -> Layers:
    """The best of several ways to break the cycles."""
    arcs: list[Arc] = [
        (index[link.source], index[link.target], link.weight) for link in links if link.source != link.target
    ]
    most = max((link.weight for link in links), default=1)
    found: list[tuple[float, Layers]] = []
    tried: list[list[int]] = []
    for order in orders(len(nodes), arcs):
        rank = ranks(order, arcs)
        if rank not in tried:
            tried.append(rank)
            layers = layered(nodes, links, rank)
            cost = float(reduce_crossings(layers))
            for chain in layers.chains:
                cost += _TURNED * chain.turned + _LONG * (len(chain.items) / 2 - 1.5) * links[chain.link].weight / most
            found.append((cost, layers))
    return min(found, key=lambda one: one[0])[1]


def _columns(layers: Layers, rank_gap: float) -> list[float]:
    """The middle of each layer."""
    x, right = [], 0.0
    for row in layers.order:
        half = max((layers.items[item].half for item in row), default=0.0)
        x.append(right + half)
        steps = [abs(layers.items[item].y - layers.items[other].y) for item in row for other in layers.after[item]]
        right += 2 * half + rank_gap / 2 + min(_STEEP * max(steps, default=0.0), _MOST)
    return x


def _framed(
    nodes: Sequence[Node], links: Sequence[GraphLink], centres: Sequence[Point], curves: Sequence[Curve]
) -> GraphLayout:
    """All of it moved so that it begins at 0, with its size."""
    boxes = [(*centre, node.width, node.height) for node, centre in zip(nodes, centres, strict=True)]
    for link, curve in zip(links, curves, strict=True):
        boxes += [(*point, 0.0, 0.0) for point in (*curve.points, curve.tip)]
        if curve.label is not None:
            boxes.append((*curve.label, link.width, link.height))
    left, right = min(x - wide / 2 for x, _, wide, _ in boxes), max(x + wide / 2 for x, _, wide, _ in boxes)
    top, bottom = min(y - high / 2 for _, y, _, high in boxes), max(y + high / 2 for _, y, _, high in boxes)

    def moved(point: Point) -> Point:
        return point[0] - left, point[1] - top

    drawn = [
        Curve(tuple(map(moved, curve.points)), moved(curve.tip), None if curve.label is None else moved(curve.label))
        for curve in curves
    ]
    return GraphLayout(tuple(map(moved, centres)), tuple(drawn), right - left, bottom - top)
