"""An automaton as SVG: states as ellipses, edges as wide as they are frequent."""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot

from spectral_core.data.automaton import Automaton
from spectral_core.drawing.graph_layout import Curve, GraphLink, Node, place
from spectral_core.drawing.letters import text_width
from spectral_core.formats.export.automata import (
    caption,
    drawn_edges,
    edge_lines,
    line_widths,
    lines_of_states,
    stops_mostly,
)
from spectral_core.notebook.picture import FAINT, INK, LINE, Picture

_SIZE, _SMALL = 13.0, 11.0
_LINE = 1.35  # the height of a line, in letters
_LEAST = 0.005  # of the sequences: rarer edges are left out, but for one to each state
_CROSS = 3.5  # half of the cross where sequences leave


def automaton_svg(automaton: Automaton, least: float = _LEAST) -> str:
    """The automaton from left to right; edges that less than the share `least` of the sequences passes are left out,
    but for one to each state."""
    edges = drawn_edges(automaton, least)
    texts = lines_of_states(automaton)
    nodes = [Node(state.number, *_oval(lines)) for state, lines in zip(automaton.states, texts, strict=True)]
    states = {node.name for node in nodes}
    start = max(states, default=0) + 1  # where the first arrow comes from
    outside = {edge: start + 1 + edge.source for edge in edges if edge.target not in states}  # where sequences leave
    labels = [edge_lines(edge) for edge in edges]
    rooms = [_block(lines) for lines in labels]
    links = [GraphLink(start, 0)] + [
        GraphLink(edge.source, outside.get(edge, edge.target), *room, edge.count)
        for edge, room in zip(edges, rooms, strict=True)
    ]
    ends = [Node(name, 0.0, 0.0) for name in (start, *outside.values())]
    layout = place([*nodes, *ends], links)
    told = caption(automaton, least)
    picture = Picture(max(layout.width, text_width(told, _SMALL)), layout.height + 24, told)
    first, *curves = layout.links
    _draw_curve(picture, first, 1.4)
    for edge, width, curve, lines in zip(edges, line_widths(edges), curves, labels, strict=True):
        _draw_curve(picture, curve, width, edge in outside)
        if curve.label is not None:
            _write(picture, lines, curve.label, [_SMALL] * len(lines), FAINT)
    for state, node, (x, y), lines in zip(automaton.states, nodes, layout.nodes, texts, strict=False):
        picture.ellipse(x, y, node.width, node.height)
        if stops_mostly(state):
            picture.ellipse(x, y, node.width - 6, node.height - 6)
        _write(picture, lines, (x, y), [_SIZE, *[_SMALL] * (len(lines) - 1)], INK)
    picture.text(told, 0, layout.height + 20, _SMALL, FAINT, "start")
    return picture.svg()


def _block(lines: Sequence[str]) -> tuple[float, float]:
    """The room that lines of small letters need."""
    return max((text_width(line, _SMALL) for line in lines), default=0.0), len(lines) * _SMALL * _LINE


def _oval(lines: Sequence[str]) -> tuple[float, float]:
    """The size of an ellipse around lines, the first of which is larger."""
    wide, high = _block(lines)
    wide, high = max(wide, text_width(lines[0], _SIZE)), high + (_SIZE - _SMALL) * _LINE
    tall = [high / 2 - at * _SMALL * _LINE for at in range(len(lines) + 1)]
    widths = [text_width(line, _SIZE if at == 0 else _SMALL) for at, line in enumerate(lines)]
    corners = [
        hypot(own / wide, 2 * max(abs(top), abs(bottom)) / high)
        for own, top, bottom in zip(widths, tall, tall[1:], strict=False)
    ]
    reach = max(1.0, *corners)
    return reach * wide + 14, reach * high + 6


def _write(picture: Picture, lines: Sequence[str], centre: tuple[float, float], sizes: list[float], ink: str) -> None:
    y = centre[1] - sum(sizes) * _LINE / 2
    for line, size in zip(lines, sizes, strict=True):
        picture.text(line, centre[0], y + size, size, ink)
        y += size * _LINE


def _draw_curve(picture: Picture, curve: Curve, wide: float, out: bool = False) -> None:
    """A line with a tip; one that leads out is dashed and ends in a cross."""
    first, *rest = (f"{x:.1f} {y:.1f}" for x, y in curve.points)
    picture.path(f"M {first} C {' '.join(rest)}", LINE, wide, dashes="4 3" if out else "")
    if out:
        x, y = curve.tip[0] - _CROSS, curve.tip[1] - _CROSS
        arm = 2 * _CROSS
        picture.path(f"M {x:.1f} {y:.1f} l {arm} {arm} m {-arm} 0 l {arm} {-arm}", LINE, 1.4)
    else:
        picture.arrow(*curve.tip, *curve.points[-2], size=5 + wide)
