"""An automaton as shapes: states as ellipses, what leads from one to another as lines with tips."""

from __future__ import annotations

from collections.abc import Sequence
from math import cos, pi, sin

from spectral_core.data.trace import TraceGraph, TraceNode
from spectral_core.drawing.frames.shapes import Lettering, Polyline, Shape, Tone, WidthOf
from spectral_core.drawing.graph_layout import GraphLink, Node, Point, place

_SIZE, _SMALL = 13.0, 11.0
_LINE = 1.35  # the height of a line, in letters
_CORNERS = 48  # of an ellipse
_PARTS = 10  # of a curve
_THIN, _THICK = 1.0, 3.0


def graph_shapes(graph: TraceGraph, width_of: WidthOf) -> tuple[list[Shape], float, float]:
    """The shapes of an automaton from left to right, and how much room they take."""
    nodes = [Node(one.number, *_room(one.lines, width_of, 34.0, 18.0)) for one in graph.nodes]
    start = max((one.number for one in graph.nodes), default=0) + 1  # where the first arrow comes from
    links = [GraphLink(start, graph.nodes[0].number)]
    links += [GraphLink(one.source, one.target, *_room(one.lines, width_of), one.count) for one in graph.edges]
    layout = place([*nodes, Node(start, 0.0, 0.0)], links)
    most = max((one.count for one in graph.edges), default=1)
    shapes: list[Shape] = []
    for at, curve in enumerate(layout.links):
        weight = _THIN + (_THICK - _THIN) * (graph.edges[at - 1].count / most) ** 0.5 if at else _THIN
        shapes.append(Polyline((*_flat(curve.points), curve.tip), "line", weight, arrow=True))
        if at and curve.label is not None:
            shapes += _written(graph.edges[at - 1].lines, curve.label, _SMALL, "faint")
    for one, node, centre in zip(graph.nodes, nodes, layout.nodes, strict=False):
        shapes += _state(one, node, centre)
    return shapes, layout.width, layout.height


def _state(one: TraceNode, node: Node, centre: Point) -> list[Shape]:
    tone: Tone = "accent" if one.is_new else "text"
    weight = 2.25 if one.is_new else 1.5
    shapes: list[Shape] = [
        Polyline(_oval(node, centre, 0.0), tone, weight, one.is_next, closed=True, strength=0.15 if one.is_new else 0.0)
    ]
    if one.is_final:
        shapes.append(Polyline(_oval(node, centre, 3.0), tone, 1.0, closed=True))
    return [*shapes, *_written(one.lines, centre, _SIZE, "text")]


def _oval(node: Node, centre: Point, inside: float) -> tuple[Point, ...]:
    wide, high = node.width / 2 - inside, node.height / 2 - inside
    turns = (2 * pi * at / _CORNERS for at in range(_CORNERS))
    return tuple((centre[0] + wide * cos(turn), centre[1] + high * sin(turn)) for turn in turns)


def _room(lines: Sequence[str], width_of: WidthOf, more: float = 0.0, above: float = 0.0) -> tuple[float, float]:
    wide = max((width_of(line, _SIZE if more else _SMALL) for line in lines), default=0.0)
    return wide + more, len(lines) * (_SIZE if more else _SMALL) * _LINE + above


def _written(lines: Sequence[str], centre: Point, size: float, tone: Tone) -> list[Shape]:
    top = centre[1] - len(lines) * size * _LINE / 2
    return [
        Lettering(line, centre[0], top + at * size * _LINE + size, size if at == 0 else _SMALL, tone)
        for at, line in enumerate(lines)
    ]


def _flat(points: Sequence[Point]) -> list[Point]:
    """Points along Bezier curves: a start, and three for each part."""
    found = [points[0]]
    for at in range(1, len(points), 3):
        a, b, c, d = found[-1], *points[at : at + 3]
        for step in range(1, _PARTS + 1):
            t = step / _PARTS
            weights = ((1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3)
            x, y = (sum(w * p[side] for w, p in zip(weights, (a, b, c, d), strict=True)) for side in (0, 1))
            found.append((x, y))
    return found
