"""Shapes of an automaton: states as ellipses, transitions as lines with tips."""

from __future__ import annotations

from collections.abc import Sequence
from math import cos, pi, sin

from spectral_core.data.trace import TraceGraph, TraceNode
from spectral_core.drawing.frames.shapes import Polyline, Shape, TextShape, Tone, WidthOf
from spectral_core.drawing.graph_layout import GraphLink, Node, Point, lay_out_graph

_SIZE, _SMALL = 13.0, 11.0
_LINE = 1.35  # the height of a line, in letters
_ELLIPSE_POINTS = 48  # of an ellipse
_CURVE_POINTS = 10  # of a curve
_MIN_WEIGHT, _MAX_WEIGHT = 1.0, 3.0


def draw_graph(graph: TraceGraph, width_of: WidthOf) -> tuple[list[Shape], float, float]:
    """Return the shapes of an automaton from left to right, and their width and height."""
    nodes = [Node(state.number, *_measure_lines(state.lines, width_of, 34.0, 18.0)) for state in graph.nodes]
    start = max((state.number for state in graph.nodes), default=0) + 1  # the invisible node before the first state
    links = [GraphLink(start, graph.nodes[0].number)]
    links += [
        GraphLink(edge.source, edge.target, *_measure_lines(edge.lines, width_of), edge.count) for edge in graph.edges
    ]
    layout = lay_out_graph([*nodes, Node(start, 0.0, 0.0)], links)
    max_count = max((edge.count for edge in graph.edges), default=1)
    shapes: list[Shape] = []
    for index, curve in enumerate(layout.links):
        weight = (
            _MIN_WEIGHT + (_MAX_WEIGHT - _MIN_WEIGHT) * (graph.edges[index - 1].count / max_count) ** 0.5
            if index
            else _MIN_WEIGHT
        )
        shapes.append(Polyline((*_flatten(curve.points), curve.tip), "line", weight, arrow=True))
        if index and curve.label is not None:
            shapes += _write_lines(graph.edges[index - 1].lines, curve.label, _SMALL, "faint")
    for state, node, centre in zip(graph.nodes, nodes, layout.nodes, strict=False):
        shapes += _draw_state(state, node, centre)
    return shapes, layout.width, layout.height


def _draw_state(state: TraceNode, node: Node, centre: Point) -> list[Shape]:
    tone: Tone = "accent" if state.is_new else "text"
    weight = 2.25 if state.is_new else 1.5
    shapes: list[Shape] = [
        Polyline(
            _make_ellipse(node, centre, 0.0),
            tone,
            weight,
            state.is_next,
            closed=True,
            strength=0.15 if state.is_new else 0.0,
        )
    ]
    if state.is_final:
        shapes.append(Polyline(_make_ellipse(node, centre, 3.0), tone, 1.0, closed=True))
    return [*shapes, *_write_lines(state.lines, centre, _SIZE, "text")]


def _make_ellipse(node: Node, centre: Point, inset: float) -> tuple[Point, ...]:
    radius_x, radius_y = node.width / 2 - inset, node.height / 2 - inset
    angles = (2 * pi * index / _ELLIPSE_POINTS for index in range(_ELLIPSE_POINTS))
    return tuple((centre[0] + radius_x * cos(angle), centre[1] + radius_y * sin(angle)) for angle in angles)


def _measure_lines(
    lines: Sequence[str], width_of: WidthOf, padding_x: float = 0.0, padding_y: float = 0.0
) -> tuple[float, float]:
    wide = max((width_of(line, _SIZE if padding_x else _SMALL) for line in lines), default=0.0)
    return wide + padding_x, len(lines) * (_SIZE if padding_x else _SMALL) * _LINE + padding_y


def _write_lines(lines: Sequence[str], centre: Point, size: float, tone: Tone) -> list[Shape]:
    top = centre[1] - len(lines) * size * _LINE / 2
    return [
        TextShape(line, centre[0], top + index * size * _LINE + size, size if index == 0 else _SMALL, tone)
        for index, line in enumerate(lines)
    ]


def _flatten(points: Sequence[Point]) -> list[Point]:
    """Return points along Bezier curves: a start, and several for each part."""
    flat_points = [points[0]]
    for index in range(1, len(points), 3):
        a, b, c, d = flat_points[-1], *points[index : index + 3]
        for step in range(1, _CURVE_POINTS + 1):
            t = step / _CURVE_POINTS
            weights = ((1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3)
            x, y = (sum(w * p[side] for w, p in zip(weights, (a, b, c, d), strict=True)) for side in (0, 1))
            flat_points.append((x, y))
    return flat_points
