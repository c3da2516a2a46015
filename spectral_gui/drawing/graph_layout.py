"""Where the nodes, edges and labels of a directed graph go, in numbers; Graphviz finds the places.

x runs to the right and y downwards, as on a screen; all measures are in the units of the sizes that are given.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

Point = tuple[float, float]

_DOTS = 72.0  # Graphviz takes sizes in inches and gives places in points
_LEAST = 0.01  # inches: a side of nothing is not a size


@dataclass(frozen=True, slots=True)
class Node:
    """An ellipse to be placed; a point where it has no size."""

    name: int
    width: float
    height: float


@dataclass(frozen=True, slots=True)
class Link:
    """An edge to be drawn from one node to another, with room for its label."""

    source: int
    target: int
    width: float = 0.0  # of the label; 0 without one
    height: float = 0.0
    weight: int = 1  # the heavier, the shorter and straighter


@dataclass(frozen=True, slots=True)
class Curve:
    """The line of a link: Bezier curves, the point where its arrow ends, and the centre of its label."""

    points: tuple[Point, ...]  # a start, and three points for each part
    tip: Point
    label: Point | None


@dataclass(frozen=True, slots=True)
class Layout:
    """The centre of each node and the line of each link, in the order in which they were given."""

    nodes: tuple[Point, ...]
    links: tuple[Curve, ...]
    width: float
    height: float


def place(
    nodes: Sequence[Node],
    links: Sequence[Link],
    *,
    direction: Literal["LR", "RL", "TB"] = "LR",
    gap: float = 18.0,
    rank_gap: float = 36.0,
) -> Layout:
    """The places that Graphviz's `dot` gives (Gansner et al. 1993); ImportError where pygraphviz is not installed."""
    import pygraphviz

    if not nodes:
        return Layout((), (), 0.0, 0.0)
    graph = pygraphviz.AGraph(directed=True, strict=False)
    try:
        graph.graph_attr.update(rankdir=direction, nodesep=gap / _DOTS, ranksep=rank_gap / _DOTS, pad=0, margin=0)
        graph.node_attr.update(shape="ellipse", fixedsize="true", label="")
        for node in nodes:
            graph.add_node(node.name, width=_inches(node.width), height=_inches(node.height))
        for at, link in enumerate(links):
            graph.add_edge(link.source, link.target, key=str(at), weight=link.weight, label=_room(link))
        graph.layout(prog="dot")
        bottom, width, height = _frame(graph.graph_attr["bb"])
        placed = tuple(_flip(_point(graph.get_node(node.name).attr["pos"]), bottom) for node in nodes)
        drawn = []
        for at, link in enumerate(links):
            edge = graph.get_edge(link.source, link.target, key=str(at))
            drawn.append(_curve(edge.attr["pos"], edge.attr["lp"], bottom))
    finally:
        graph.close()
    return Layout(placed, tuple(drawn), width, height)


def _inches(size: float) -> float:
    return max(size / _DOTS, _LEAST)


def _room(link: Link) -> str:
    """A label that is nothing but its size: Graphviz would measure text in a font of its own."""
    if link.width <= 0 or link.height <= 0:
        return ""
    size = f'WIDTH="{link.width:.0f}" HEIGHT="{link.height:.0f}"'
    return f'<<TABLE BORDER="0" CELLPADDING="0" CELLSPACING="0" FIXEDSIZE="TRUE" {size}><TR><TD></TD></TR></TABLE>>'


def _frame(text: str) -> tuple[Point, float, float]:
    """The upper left corner as Graphviz counts, whose y runs upwards, and the size."""
    left, low, right, high = map(float, text.split(","))
    return (left, high), right - left, high - low


def _point(text: str) -> Point:
    x, y = text.split(",")[:2]
    return float(x), float(y)


def _flip(point: Point, corner: Point) -> Point:
    return point[0] - corner[0], corner[1] - point[1]


def _curve(text: str, label: str | None, corner: Point) -> Curve:
    """From e,x,y for the end of the arrow and the points of the curves."""
    points = []
    tip: Point | None = None
    for part in text.split():
        if part.startswith("e,"):
            tip = _flip(_point(part[2:]), corner)
        elif not part.startswith("s,"):
            points.append(_flip(_point(part), corner))
    return Curve(tuple(points), points[-1] if tip is None else tip, _flip(_point(label), corner) if label else None)
