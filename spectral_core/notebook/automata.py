"""Automata as SVG: states as ellipses, edges with widths by frequency."""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot

from spectral_core.data.automaton import Automaton
from spectral_core.deprecated import old_keywords
from spectral_core.drawing.graph_layout import Curve, GraphLink, Node, lay_out_graph
from spectral_core.drawing.text_width import text_width
from spectral_core.formats.export.automata import (
    compose_caption,
    describe_edge,
    describe_states,
    is_mostly_final,
    scale_line_widths,
    select_edges,
)
from spectral_core.notebook.picture import FAINT, INK, LINE, Picture

_SIZE, _SMALL = 13.0, 11.0
_LINE = 1.35  # line height relative to the font size
_MIN_SHARE = 0.005  # of the sequences: rarer edges are omitted, except one to each state
_CROSS_ARM = 3.5  # half the size of the cross where sequences end


@old_keywords(least="min_share")
def automaton_svg(automaton: Automaton, min_share: float = _MIN_SHARE) -> str:
    """Draw an automaton from left to right. Edges used by less than the share `min_share` of the sequences are omitted,
    except one to each state."""
    edges = select_edges(automaton, min_share)
    texts = describe_states(automaton)
    nodes = [Node(state.number, *_measure_ellipse(lines)) for state, lines in zip(automaton.states, texts, strict=True)]
    states = {node.name for node in nodes}
    start = max(states, default=0) + 1  # invisible node before the first state
    outside = {edge: start + 1 + edge.source for edge in edges if edge.target not in states}  # where sequences end
    labels = [describe_edge(edge) for edge in edges]
    label_sizes = [_measure_lines(lines) for lines in labels]
    links = [GraphLink(start, 0)] + [
        GraphLink(edge.source, outside.get(edge, edge.target), *label_size, edge.count)
        for edge, label_size in zip(edges, label_sizes, strict=True)
    ]
    ends = [Node(name, 0.0, 0.0) for name in (start, *outside.values())]
    layout = lay_out_graph([*nodes, *ends], links)
    caption_text = compose_caption(automaton, min_share)
    picture = Picture(max(layout.width, text_width(caption_text, _SMALL)), layout.height + 24, caption_text)
    first, *curves = layout.links
    _draw_curve(picture, first, 1.4)
    for edge, width, curve, lines in zip(edges, scale_line_widths(edges), curves, labels, strict=True):
        _draw_curve(picture, curve, width, edge in outside)
        if curve.label is not None:
            _write_lines(picture, lines, curve.label, [_SMALL] * len(lines), FAINT)
    for state, node, (x, y), lines in zip(automaton.states, nodes, layout.nodes, texts, strict=False):
        picture.ellipse(x, y, node.width, node.height)
        if is_mostly_final(state):
            picture.ellipse(x, y, node.width - 6, node.height - 6)
        _write_lines(picture, lines, (x, y), [_SIZE, *[_SMALL] * (len(lines) - 1)], INK)
    picture.text(caption_text, 0, layout.height + 20, _SMALL, FAINT, "start")
    return picture.to_svg()


def _measure_lines(lines: Sequence[str]) -> tuple[float, float]:
    """Return the width and height of lines of small text."""
    return max((text_width(line, _SMALL) for line in lines), default=0.0), len(lines) * _SMALL * _LINE


def _measure_ellipse(lines: Sequence[str]) -> tuple[float, float]:
    """Return the size of an ellipse around lines, the first of which is larger."""
    width, height = _measure_lines(lines)
    width, height = max(width, text_width(lines[0], _SIZE)), height + (_SIZE - _SMALL) * _LINE
    edges = [height / 2 - number * _SMALL * _LINE for number in range(len(lines) + 1)]
    widths = [text_width(line, _SIZE if number == 0 else _SMALL) for number, line in enumerate(lines)]
    corner_reaches = [
        hypot(line_width / width, 2 * max(abs(top), abs(bottom)) / height)
        for line_width, top, bottom in zip(widths, edges, edges[1:], strict=False)
    ]
    reach = max(1.0, *corner_reaches)
    return reach * width + 14, reach * height + 6


def _write_lines(
    picture: Picture, lines: Sequence[str], centre: tuple[float, float], sizes: list[float], ink: str
) -> None:
    y = centre[1] - sum(sizes) * _LINE / 2
    for line, size in zip(lines, sizes, strict=True):
        picture.text(line, centre[0], y + size, size, ink)
        y += size * _LINE


def _draw_curve(picture: Picture, curve: Curve, width: float, leads_out: bool = False) -> None:
    """Draw a curve with an arrowhead; one that leads out is dashed and ends in a cross."""
    first, *rest = (f"{x:.1f} {y:.1f}" for x, y in curve.points)
    picture.path(f"M {first} C {' '.join(rest)}", LINE, width, dashes="4 3" if leads_out else "")
    if leads_out:
        x, y = curve.tip[0] - _CROSS_ARM, curve.tip[1] - _CROSS_ARM
        arm = 2 * _CROSS_ARM
        picture.path(f"M {x:.1f} {y:.1f} l {arm} {arm} m {-arm} 0 l {arm} {-arm}", LINE, 1.4)
    else:
        picture.arrow(*curve.tip, *curve.points[-2], size=5 + width)
