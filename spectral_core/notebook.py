"""Values as a notebook shows them: trees, automata and curves as SVG, rankings and metrics as HTML tables; no Qt."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from math import ceil, floor, hypot, isfinite, log10
from typing import TypeVar

from spectral_core.data.automaton import Automaton
from spectral_core.data.ranked import Ranked
from spectral_core.data.sentence import EMPTY, Analysis, Sentence
from spectral_core.data.tree import Tree
from spectral_core.deprecated import old_keywords
from spectral_core.drawing.arc_layout import ArcLayout, ArcOptions, DrawnArc, RootArrow, lay_out_arcs
from spectral_core.drawing.graph_layout import Curve, GraphLink, Node, lay_out_graph
from spectral_core.drawing.shapes import estimate_text_width
from spectral_core.drawing.tree_layout import BoxKind, lay_out_tree, measure_extent
from spectral_core.formats.export.automata import (
    compose_automaton_caption,
    describe_edge,
    describe_states,
    is_mostly_final,
    scale_line_widths,
    select_edges,
)
from spectral_core.formats.export.markup import escape_xml, is_right_to_left

_WORD, _SIZE, _SMALL = 15.0, 13.0, 11.0  # font sizes
INK, FAINT, LINE, LABEL, PAPER = "#1d1f21", "#5b6068", "#6a7078", "#0b5cad", "#ffffff"
_FAMILY = "DejaVu Sans, Noto Sans, Noto Naskh Arabic, sans-serif"
_MARGIN = 8.0
_CORNER_RADIUS = 8.0
_MAX_WORDS = 250  # longer sentences are not drawn
_OPTIONS = ArcOptions(words_height=40.0, level_height=24.0, label_height=13.0, bracket_height=20.0)
_ROW = 36.0
_MAX_NODES = 2000  # labels and words; larger trees are not drawn
_KIND_COLOURS: dict[BoxKind, str] = {"phrase": LABEL, "tag": FAINT, "word": INK, "trace": FAINT, "folded": LABEL}
_LINE = 1.35  # line height relative to the font size
_MIN_SHARE = 0.005  # of the sequences: rarer edges are omitted, except one to each state
_CROSS_ARM = 3.5  # half the size of the cross where sequences end
_WIDTH, _HEIGHT = 420.0, 240.0
_LEFT, _BOTTOM, _TOP = 64.0, 40.0, 24.0
_CURVE_COLOURS = ("#0b5cad", "#b4441a", "#00664a", "#8a3f78")
_TICKS = 5
_MIN_RANGE = 1e-12  # of the values of an axis, relative to the largest
_MIN_SIZE = 1e-300  # of a value that is not taken for 0
_MAX_ROWS = 100  # rows shown; the number of the rest is given

Points = Sequence[tuple[float, float]]
V = TypeVar("V")

_READING_COLUMNS = ("vocalised", "lemma", "upos", "xpos", "feats", "gloss")


class Picture:
    """Texts and lines in drawing order, at pixel positions from the upper left corner."""

    def __init__(self, width: float, height: float, title: str = ""):
        self._size = (width + 2 * _MARGIN, height + 2 * _MARGIN)
        self._title = title
        self._parts: list[str] = []

    def draw_text(
        self, text: str, x: float, y: float, size: float = 13.0, colour: str = INK, anchor: str = "middle"
    ) -> None:
        """Write a text with its middle, start or end at x and its baseline at y."""
        if text:
            attributes = f'x="{x:.1f}" y="{y:.1f}" font-size="{size:g}" fill="{colour}" text-anchor="{anchor}"'
            direction = ' direction="rtl"' if is_right_to_left(text) else ""  # else punctuation at the ends moves
            self._parts.append(f"<text {attributes}{direction}>{escape_xml(text)}</text>")

    def draw_path(
        self, path: str, colour: str = LINE, width: float = 1.2, fill: str = "none", dashes: str = ""
    ) -> None:
        """Draw an SVG path."""
        dash_attribute = f' stroke-dasharray="{dashes}"' if dashes else ""
        self._parts.append(
            f'<path d="{path}" stroke="{colour}" stroke-width="{width:.2f}" fill="{fill}"{dash_attribute}/>'
        )

    def draw_arrow(
        self, x: float, y: float, from_x: float, from_y: float, size: float = 6.0, colour: str = LINE
    ) -> None:
        """Draw an arrowhead at (x, y) on a line from another point."""
        across, down = x - from_x, y - from_y
        length = (across**2 + down**2) ** 0.5 or 1.0
        across, down = across / length * size, down / length * size
        left, right = (x - across - down / 2, y - down + across / 2), (x - across + down / 2, y - down - across / 2)
        tip = f"M {x:.1f} {y:.1f} L {left[0]:.1f} {left[1]:.1f} L {right[0]:.1f} {right[1]:.1f} Z"
        self.draw_path(tip, colour, 0.1, colour)

    def draw_ellipse(self, x: float, y: float, width: float, height: float) -> None:
        """Draw an ellipse around (x, y)."""
        shape = f'cx="{x:.1f}" cy="{y:.1f}" rx="{width / 2:.1f}" ry="{height / 2:.1f}"'
        self._parts.append(f'<ellipse {shape} stroke="{LINE}" fill="{PAPER}"/>')

    def to_svg(self) -> str:
        """Return the picture as one SVG element on a white background, so that it is legible on dark pages too."""
        width, height = self._size
        box = f"{-_MARGIN:g} {-_MARGIN:g} {width:.0f} {height:.0f}"
        title = f"<title>{escape_xml(self._title)}</title>" if self._title else ""
        head = f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:.0f}" height="{height:.0f}" viewBox="{box}"'
        paper = f'<rect x="{-_MARGIN:g}" y="{-_MARGIN:g}" width="{width:.0f}" height="{height:.0f}" fill="{PAPER}"/>'
        return f'{head} font-family="{_FAMILY}">{title}{paper}{"".join(self._parts)}</svg>'


def sentence_svg(sentence: Sentence) -> str | None:
    """Return an SVG drawing of the words with their tags below and their arcs above; None if there are too many
    words."""
    if len(sentence) > _MAX_WORDS:
        return None
    tags = sentence.xpos if set(sentence.upos) <= {EMPTY} else sentence.upos
    shown_tags = ["" if tag == EMPTY else tag for tag in tags]
    labels = ["" if label == EMPTY else label for label in sentence.deprels]
    nodes = [(node.after, node.number, f"({node.columns[0]})") for node in sentence.empty_nodes]
    options = ArcOptions(
        right_to_left=is_right_to_left(" ".join(sentence.forms)), words_height=_OPTIONS.words_height,
        level_height=_OPTIONS.level_height, label_height=_OPTIONS.label_height, bracket_height=_OPTIONS.bracket_height,
    )  # fmt: skip
    layout = lay_out_arcs(
        [*map(max, _measure_texts(sentence.forms, _WORD), _measure_texts(shown_tags, _SMALL))],
        sentence.heads,
        [width + 4 for width in _measure_texts(labels, _SMALL)],
        options,
        ranges=[
            (word_range.first, word_range.last, estimate_text_width(word_range.form, _SMALL))
            for word_range in sentence.ranges
        ],
        empty_nodes=[(after, number, estimate_text_width(form, _SMALL)) for after, number, form in nodes],
    )
    picture = Picture(layout.width, layout.height, " ".join(sentence.forms))
    _draw_words(picture, layout, sentence, shown_tags, {(after, number): form for after, number, form in nodes})
    baseline = layout.rows[0].baseline
    for root in layout.roots:
        picture.draw_path(f"M {root.x:.1f} {root.top:.1f} L {root.x:.1f} {baseline - 4:.1f}")
        picture.draw_arrow(root.x, baseline, root.x, root.top)
    for arc in layout.arcs:
        _draw_arc(picture, arc, baseline)
    labelled_arcs: tuple[DrawnArc | RootArrow, ...] = (*layout.arcs, *layout.roots)
    for labelled_arc in labelled_arcs:  # labels are drawn over the lines
        label = labels[labelled_arc.word - 1]
        if label:
            label_width = labelled_arc.label_width
            left, top = labelled_arc.label_x - label_width / 2, labelled_arc.label_y - _SMALL / 2 - 1
            picture.draw_path(
                f"M {left:.1f} {top:.1f} h {label_width:.1f} v {_SMALL + 2:.1f} h {-label_width:.1f} Z",
                PAPER,
                0.1,
                PAPER,
            )
            picture.draw_text(label, labelled_arc.label_x, labelled_arc.label_y + _SMALL / 3, _SMALL, LABEL)
    return picture.to_svg()


def _measure_texts(texts: Iterable[str], size: float) -> list[float]:
    """Return the approximate width of each text."""
    return [estimate_text_width(text, size) for text in texts]


def _draw_words(
    picture: Picture, layout: ArcLayout, sentence: Sentence, tags: list[str], nodes: dict[tuple[int, int], str]
) -> None:
    """Draw the words, their tags and empty nodes, and brackets around multiword tokens."""
    baseline = layout.rows[0].baseline
    for column in layout.columns:
        if column.empty_node:
            picture.draw_text(nodes[column.word, column.empty_node], column.centre, baseline + _WORD + 3, _SMALL, FAINT)
        else:
            picture.draw_text(sentence.forms[column.word - 1], column.centre, baseline + _WORD + 3, _WORD, INK)
            picture.draw_text(tags[column.word - 1], column.centre, baseline + _WORD + _SMALL + 8, _SMALL, FAINT)
    for bracket in layout.brackets:
        picture.draw_path(f"M {bracket.x:.1f} {bracket.y:.1f} v 4 h {bracket.width:.1f} v -4", LINE)
        form = sentence.ranges[bracket.index].form
        picture.draw_text(form, bracket.x + bracket.width / 2, bracket.y + _SMALL + 5, _SMALL, FAINT)


def _draw_arc(picture: Picture, arc: DrawnArc, baseline: float) -> None:
    """Draw an arc up from the head, across, and down to the word."""
    direction = 1.0 if arc.end > arc.start else -1.0
    bend = min(_CORNER_RADIUS, abs(arc.end - arc.start) / 2, baseline - arc.top) * direction
    up = f"M {arc.start:.1f} {baseline:.1f} V {arc.top + abs(bend):.1f}"
    over = f"Q {arc.start:.1f} {arc.top:.1f} {arc.start + bend:.1f} {arc.top:.1f} H {arc.end - bend:.1f}"
    down = f"Q {arc.end:.1f} {arc.top:.1f} {arc.end:.1f} {arc.top + abs(bend):.1f} V {baseline - 4:.1f}"
    picture.draw_path(f"{up} {over} {down}")
    picture.draw_arrow(arc.end, baseline, arc.end, arc.top)


def tree_svg(tree: Tree) -> str | None:
    """Return an SVG drawing of a tree with each node centred over its children; None if it is too large."""
    if sum(1 for _ in tree.nodes()) > _MAX_NODES:
        return None
    words = " ".join(tree.words())
    boxes = lay_out_tree(
        tree, lambda label, _: estimate_text_width(label, _SIZE), _ROW, 10.0, right_to_left=is_right_to_left(words)
    )
    boxes_by_path = {box.path: box for box in boxes}
    picture = Picture(*measure_extent(boxes), title=words)
    for box in boxes:
        parent = None if box.parent is None else boxes_by_path[box.parent]
        if parent is not None and parent.label:
            start, end = (parent.centre, parent.y + _SIZE + 9), (box.centre, box.y + 4)
            picture.draw_path(f"M {start[0]:.1f} {start[1]:.1f} L {end[0]:.1f} {end[1]:.1f}", LINE)
        picture.draw_text(box.label, box.centre, box.y + _SIZE + 5, _SIZE, _KIND_COLOURS[box.kind])
    return picture.to_svg()


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
    caption_text = compose_automaton_caption(automaton, min_share)
    picture = Picture(max(layout.width, estimate_text_width(caption_text, _SMALL)), layout.height + 24, caption_text)
    first, *curves = layout.links
    _draw_curve(picture, first, 1.4)
    for edge, width, curve, lines in zip(edges, scale_line_widths(edges), curves, labels, strict=True):
        _draw_curve(picture, curve, width, edge in outside)
        if curve.label is not None:
            _write_lines(picture, lines, curve.label, [_SMALL] * len(lines), FAINT)
    for state, node, (x, y), lines in zip(automaton.states, nodes, layout.nodes, texts, strict=False):
        picture.draw_ellipse(x, y, node.width, node.height)
        if is_mostly_final(state):
            picture.draw_ellipse(x, y, node.width - 6, node.height - 6)
        _write_lines(picture, lines, (x, y), [_SIZE, *[_SMALL] * (len(lines) - 1)], INK)
    picture.draw_text(caption_text, 0, layout.height + 20, _SMALL, FAINT, "start")
    return picture.to_svg()


def _measure_lines(lines: Sequence[str]) -> tuple[float, float]:
    """Return the width and height of lines of small text."""
    return max((estimate_text_width(line, _SMALL) for line in lines), default=0.0), len(lines) * _SMALL * _LINE


def _measure_ellipse(lines: Sequence[str]) -> tuple[float, float]:
    """Return the size of an ellipse around lines, the first of which is larger."""
    width, height = _measure_lines(lines)
    width, height = max(width, estimate_text_width(lines[0], _SIZE)), height + (_SIZE - _SMALL) * _LINE
    edges = [height / 2 - number * _SMALL * _LINE for number in range(len(lines) + 1)]
    widths = [estimate_text_width(line, _SIZE if number == 0 else _SMALL) for number, line in enumerate(lines)]
    corner_reaches = [
        hypot(line_width / width, 2 * max(abs(top), abs(bottom)) / height)
        for line_width, top, bottom in zip(widths, edges, edges[1:], strict=False)
    ]
    reach = max(1.0, *corner_reaches)
    return reach * width + 14, reach * height + 6


def _write_lines(
    picture: Picture, lines: Sequence[str], centre: tuple[float, float], sizes: list[float], ink: str
) -> None:
    """Write lines of text, one below the other, centred on a point."""
    y = centre[1] - sum(sizes) * _LINE / 2
    for line, size in zip(lines, sizes, strict=True):
        picture.draw_text(line, centre[0], y + size, size, ink)
        y += size * _LINE


def _draw_curve(picture: Picture, curve: Curve, width: float, leads_out: bool = False) -> None:
    """Draw a curve with an arrowhead; one that leads out is dashed and ends in a cross."""
    first, *rest = (f"{x:.1f} {y:.1f}" for x, y in curve.points)
    picture.draw_path(f"M {first} C {' '.join(rest)}", LINE, width, dashes="4 3" if leads_out else "")
    if leads_out:
        x, y = curve.tip[0] - _CROSS_ARM, curve.tip[1] - _CROSS_ARM
        arm = 2 * _CROSS_ARM
        picture.draw_path(f"M {x:.1f} {y:.1f} l {arm} {arm} m {-arm} 0 l {arm} {-arm}", LINE, 1.4)
    else:
        picture.draw_arrow(*curve.tip, *curve.points[-2], size=5 + width)


@old_keywords(across="x_title")
def curve_svg(curves: Mapping[str, Points], x_title: str = "", title: str = "", diagonal: bool = False) -> str | None:
    """Draw a line chart with a name and a colour for each curve; None if there is no finite value. `diagonal` adds a
    dashed line where both axes are equal."""
    finite_curves = {
        name: [xy for xy in points if isfinite(xy[0]) and isfinite(xy[1])] for name, points in curves.items()
    }
    all_points = [xy for points in finite_curves.values() for xy in points]
    if not all_points:
        return None
    xs, ys = _choose_ticks([x for x, _ in all_points]), _choose_ticks([y for _, y in all_points])
    wide, high = _WIDTH - _LEFT, _HEIGHT - _BOTTOM - _TOP

    def to_svg_point(x: float, y: float) -> str:
        right, down = (x - xs[0]) / (xs[-1] - xs[0]), (y - ys[0]) / (ys[-1] - ys[0])
        return f"{_LEFT + wide * right:.1f} {_TOP + high * (1 - down):.1f}"

    names = sum(24 + estimate_text_width(name, _SMALL) for name in finite_curves)
    picture = Picture(max(_WIDTH, _LEFT + names), _HEIGHT + 18, title)
    picture.draw_text(title, _LEFT, 12, 12.0, INK, "start")
    for x in xs:
        picture.draw_path(f"M {to_svg_point(x, ys[0])} v 4", LINE, 0.8)
        picture.draw_text(f"{x:g}", float(to_svg_point(x, ys[0]).split()[0]), _HEIGHT - _BOTTOM + 16, _SMALL, FAINT)
    for y in ys:
        picture.draw_path(f"M {to_svg_point(xs[0], y)} h {wide:.1f}", "#dcdcd8", 0.8)
        picture.draw_text(f"{y:g}", _LEFT - 6, float(to_svg_point(xs[0], y).split()[1]) + 4, _SMALL, FAINT, "end")
    picture.draw_text(x_title, _LEFT + wide / 2, _HEIGHT - 6, _SMALL, FAINT)
    if diagonal:
        low, top = max(xs[0], ys[0]), min(xs[-1], ys[-1])
        picture.draw_path(f"M {to_svg_point(low, low)} L {to_svg_point(top, top)}", LINE, 0.8, dashes="4 3")
    x = _LEFT
    for number, (name, points) in enumerate(finite_curves.items()):
        colour = _CURVE_COLOURS[number % len(_CURVE_COLOURS)]
        if points:
            picture.draw_path("M " + " L ".join(to_svg_point(*point) for point in points), colour, 1.8)
        picture.draw_path(f"M {x:.1f} {_HEIGHT + 8:.1f} h 14", colour, 1.8)
        picture.draw_text(name, x + 18, _HEIGHT + 12, _SMALL, INK, "start")
        x += 24 + estimate_text_width(name, _SMALL)
    return picture.to_svg()


def charts_html(curves: Mapping[str, Points]) -> str:
    """Return one chart over the iterations per curve, for curves with different units."""
    charts = (curve_svg({name: points}, "iteration") for name, points in curves.items())
    return "".join(chart for chart in charts if chart is not None) or "<p>nothing was measured</p>"


def _choose_ticks(values: Sequence[float]) -> list[float]:
    """Return a few round numbers that cover all values. Values that differ by rounding errors alone count as equal."""
    low, high = min(values), max(values)
    size = max(abs(low), abs(high))
    if high - low <= max(_MIN_RANGE * size, _MIN_SIZE):
        margin = size / 10 if size > _MIN_SIZE else 0.1
        low, high = low - margin, high + margin
    rough = (high - low) / _TICKS
    power = 10.0 ** floor(log10(rough))
    step = next(power * times for times in (1, 2, 5, 10) if power * times >= rough)
    return [step * number for number in range(floor(low / step), ceil(high / step) + 1)]


class Markup(str):
    """Table cell that is already HTML."""

    __slots__ = ()


def table_html(header: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Return an HTML table; all texts are escaped except `Markup` cells."""
    head = "".join(f"<th>{escape_xml(name)}</th>" for name in header)
    lines = ["".join(f'<td dir="auto">{_render_cell(cell)}</td>' for cell in row) for row in rows[:_MAX_ROWS]]
    body = "".join(f"<tr>{line}</tr>" for line in lines)
    remainder = f"<p>and {len(rows) - _MAX_ROWS:,} more</p>" if len(rows) > _MAX_ROWS else ""
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>{remainder}"


def _render_cell(cell: str) -> str:
    return cell if isinstance(cell, Markup) else escape_xml(cell)


def ranking_html(ranking: Sequence[Ranked[V]]) -> str:
    """Return a table of values with rank, score and probability; sentences are drawn, readings split into columns."""
    columns = _select_filled_columns([candidate.value for candidate in ranking])
    rows = [_make_candidate_row(rank, candidate, columns) for rank, candidate in enumerate(ranking, 1)]
    return table_html(["rank", "score", "probability", *(columns or ["value"])], rows)


def rankings_html(words: Sequence[str], rankings: Sequence[Sequence[Ranked[V]]]) -> str:
    """Return a table of the readings of all words of a sentence, best first."""
    columns = _select_filled_columns([candidate.value for ranking in rankings for candidate in ranking])
    rows: list[list[str]] = []
    for word, ranking in zip(words, rankings, strict=True):
        rows += [
            [word if rank == 1 else "", *_make_candidate_row(rank, candidate, columns)]
            for rank, candidate in enumerate(ranking, 1)
        ]
        rows += [] if ranking else [[word, *[""] * (3 + len(columns or ["value"]))]]
    return table_html(["word", "rank", "score", "probability", *(columns or ["value"])], rows)


def scores_html(metrics: Mapping[str, float], facts: Mapping[str, int]) -> str:
    """Return a table of metrics, with the number of sentences they are computed over."""
    rows = [[name.replace("_", " "), f"{value:.2f}"] for name, value in metrics.items()]
    rows += [[name, f"{number:,}"] for name, number in facts.items()]
    return table_html(["measure", "value"], rows)


def _select_filled_columns(values: Sequence[object]) -> list[str]:
    """Return the columns that are filled in any reading."""
    readings = [value for value in values if isinstance(value, Analysis)]
    return [name for name in _READING_COLUMNS if any(getattr(reading, name) != EMPTY for reading in readings)]


def _make_candidate_row(rank: int, candidate: Ranked[V], columns: Sequence[str]) -> list[str]:
    """Return the table cells of a candidate: rank, score, probability, and its value."""
    probability = "" if candidate.probability is None else f"{candidate.probability:.3f}"
    cells = [str(rank), f"{candidate.score:.3f}", probability]
    value: object = candidate.value
    if isinstance(value, Analysis):
        texts = [text if (text := str(getattr(value, name))) != EMPTY else "" for name in columns]
        return [*cells, *(texts or [""])]
    svg = None
    if isinstance(value, Sentence):
        svg = sentence_svg(value) if value.tree is None else tree_svg(value.tree)
    return [*cells, str(value) if svg is None else Markup(svg)]
