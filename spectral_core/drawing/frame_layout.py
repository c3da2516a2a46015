"""Layout of one frame of a trace as shapes: tables over the words, links above and brackets below them, automata."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import cos, pi, sin
from typing import TYPE_CHECKING

from spectral_core.data.trace import TableCell, Trace, TraceFrame, TraceGraph, TraceNode, TraceStep, WordLink
from spectral_core.drawing.graph_layout import GraphLink, Node, Point, lay_out_graph
from spectral_core.drawing.shapes import Patch, Polyline, Shape, TextShape, estimate_text_width

if TYPE_CHECKING:
    from spectral_core.drawing.shapes import Tone


WidthOf = Callable[[str, float], float]  # of a text at a font size
_SIZE, _SMALL = 13.0, 11.0
_STATE_PADDING = 34.0, 18.0  # of the text of a state, in both directions together
_LINE = 1.35  # line height relative to the font size
_ELLIPSE_POINTS = 48  # points per ellipse
_CURVE_POINTS = 10  # points per curve segment
_MIN_WEIGHT, _MAX_WEIGHT = 1.0, 3.0
WORD_SIZE, NUMBER_SIZE, TITLE_SIZE = 15.0, 11.0, 12.0  # font sizes
_RIGHT_TO_LEFT_SCALE = 1.25  # scale of words in right-to-left scripts
_ROW_HEIGHT, _HEAT_CELL = 24.0, 17.0  # cell heights
_MIN_COLUMN_WIDTH, _MAX_COLUMN_WIDTH = 44.0, 104.0  # of columns over the words
_GAP, _TABLE_GAP = 12.0, 32.0
_LEVEL_HEIGHT = 15.0  # between stacked brackets or arcs
_MAX_RISE = 90.0  # height of a half tree over all words
_PLANE_SIZE = 250.0  # edge length of the plane
_MAX_STRENGTH = 0.5  # of the accent colour in a cell, so that numbers stay legible
_ZERO = 1e-9
_NEW_WEIGHT, _OLD_WEIGHT = 2.25, 1.5


@dataclass(frozen=True, slots=True)
class FrameLayout:
    """Shapes of a frame in drawing order."""

    width: float
    height: float
    shapes: tuple[Shape, ...]


def lay_out_trace_graph(graph: TraceGraph, width_of: WidthOf) -> tuple[list[Shape], float, float]:
    """Return the shapes of an automaton from left to right, with their width and height."""
    nodes = [
        Node(state.number, *_measure_lines(state.lines, _SIZE, width_of, *_STATE_PADDING)) for state in graph.nodes
    ]
    start = max((state.number for state in graph.nodes), default=0) + 1  # invisible node before the first state
    links = [GraphLink(start, graph.nodes[0].number)]
    links += [
        GraphLink(edge.source, edge.target, *_measure_lines(edge.lines, _SMALL, width_of), edge.count)
        for edge in graph.edges
    ]
    layout = lay_out_graph([*nodes, Node(start, 0.0, 0.0)], links)
    max_count = max([1, *(edge.count for edge in graph.edges)])
    shapes: list[Shape] = []
    for index, curve in enumerate(layout.links):
        weight = (
            _MIN_WEIGHT + (_MAX_WEIGHT - _MIN_WEIGHT) * (graph.edges[index - 1].count / max_count) ** 0.5
            if index
            else _MIN_WEIGHT
        )
        shapes.append(Polyline((*_flatten_bezier(curve.points), curve.tip), "line", weight, arrow=True))
        if index and curve.label is not None:
            shapes += _make_text_lines(graph.edges[index - 1].lines, curve.label, _SMALL, "faint")
    for state, node, centre in zip(graph.nodes, nodes, layout.nodes, strict=False):
        shapes += _make_state_shapes(state, node, centre)
    return shapes, layout.width, layout.height


def _make_state_shapes(state: TraceNode, node: Node, centre: Point) -> list[Shape]:
    """Return the ellipse and the text of an automaton state, with a second ellipse if it is final."""
    tone: Tone = "accent" if state.is_new else "text"
    weight = _NEW_WEIGHT if state.is_new else _OLD_WEIGHT
    shapes: list[Shape] = [
        Polyline(
            _make_ellipse_points(node, centre, 0.0),
            tone,
            weight,
            state.is_next,
            closed=True,
            strength=0.15 if state.is_new else 0.0,
        )
    ]
    if state.is_final:
        shapes.append(Polyline(_make_ellipse_points(node, centre, 3.0), tone, 1.0, closed=True))
    return [*shapes, *_make_text_lines(state.lines, centre, _SIZE, "text")]


def _make_ellipse_points(node: Node, centre: Point, inset: float) -> tuple[Point, ...]:
    """Return points along the ellipse of a node, reduced by `inset`."""
    radius_x, radius_y = node.width / 2 - inset, node.height / 2 - inset
    angles = (2 * pi * index / _ELLIPSE_POINTS for index in range(_ELLIPSE_POINTS))
    return tuple((centre[0] + radius_x * cos(angle), centre[1] + radius_y * sin(angle)) for angle in angles)


def _measure_lines(
    lines: Sequence[str], size: float, width_of: WidthOf, padding_x: float = 0.0, padding_y: float = 0.0
) -> tuple[float, float]:
    """Return the width and the height of lines of text at a font size, with padding."""
    wide = max((width_of(line, size) for line in lines), default=0.0)
    return wide + padding_x, len(lines) * size * _LINE + padding_y


def _make_text_lines(lines: Sequence[str], centre: Point, size: float, tone: Tone) -> list[Shape]:
    """Return lines of text centred on a point: the first at this font size, the others small."""
    top = centre[1] - len(lines) * size * _LINE / 2
    return [
        TextShape(line, centre[0], top + index * size * _LINE + size, size if index == 0 else _SMALL, tone)
        for index, line in enumerate(lines)
    ]


def _flatten_bezier(points: Sequence[Point]) -> list[Point]:
    """Approximate Bezier curves by points: the start, and several per segment."""
    flat_points = [points[0]]
    for index in range(1, len(points), 3):
        a, b, c, d = flat_points[-1], *points[index : index + 3]
        for step in range(1, _CURVE_POINTS + 1):
            t = step / _CURVE_POINTS
            weights = ((1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3)
            x, y = (sum(w * p[side] for w, p in zip(weights, (a, b, c, d), strict=True)) for side in (0, 1))
            flat_points.append((x, y))
    return flat_points


def lay_out_trace_frame(
    trace: Trace,
    number: int,
    *,
    width_of: WidthOf = estimate_text_width,
    right_to_left: bool = False,
    with_caption: bool = False,
) -> FrameLayout:
    """Lay out a frame of a trace. `right_to_left` mirrors the words and their tables, but no automaton. With
    `with_caption`, the caption and the equation are placed below the figure."""
    frame = trace.frame(number)
    if frame.step.graph is not None:
        shapes, width, height = lay_out_trace_graph(frame.step.graph, width_of)
        return (
            _append_caption(frame.step, shapes, (width, height), width_of)
            if with_caption
            else FrameLayout(width, height, tuple(shapes))
        )
    main = _WordTables(trace, frame, width_of, WORD_SIZE * (_RIGHT_TO_LEFT_SCALE if right_to_left else 1))
    shapes, width, height = main.shapes, main.width, main.height
    left = width + _TABLE_GAP if width else 0.0
    for table_index, trace_table in enumerate(trace.tables):
        if trace_table.is_heat_map:
            part_width, part_height, part_shapes = _lay_out_heat_map(trace, frame, table_index, left, width_of)
            shapes += part_shapes
            width, height, left = left + part_width, max(height, part_height), left + part_width + _TABLE_GAP
    if trace.points:
        part_width, part_height, part_shapes = _lay_out_vector_path(trace, frame, left)
        shapes += part_shapes
        width, height = left + part_width, max(height, part_height)
    if right_to_left:
        shapes = [shape.mirror(width) for shape in shapes]
    return (
        _append_caption(frame.step, shapes, (width, height), width_of)
        if with_caption
        else FrameLayout(width, height, tuple(shapes))
    )


def _append_caption(
    step: TraceStep, shapes: Sequence[Shape], size: tuple[float, float], width_of: WidthOf
) -> FrameLayout:
    """Return the layout of the shapes with the caption and the equation of a step below them."""
    (width, height), lines = size, list[Shape]()
    for index, line in enumerate((step.caption, *step.equation)):
        height += 20.0 if index else 30.0
        lines.append(
            TextShape(line, 0.0, height - 6, TITLE_SIZE if index else 13.0, "faint" if index else "text", "start")
        )
        width = max(width, width_of(line, TITLE_SIZE if index else 13.0))
    return FrameLayout(width, height, (*shapes, *lines))


class _WordTables:
    """Chart tables above the words of a sentence, with links above and brackets below the words."""

    def __init__(self, trace: Trace, frame: TraceFrame, width_of: WidthOf, word_size: float):
        self.shapes: list[Shape] = []
        self.width = self.height = 0.0
        self._trace, self._frame, self._width_of, self._word_size = trace, frame, width_of, word_size
        table_indexes = [table_index for table_index, table in enumerate(trace.tables) if not table.is_heat_map]
        columns = trace.tables[table_indexes[0]].columns if table_indexes else trace.words
        widest = max((width_of(name, word_size) for name in columns), default=0.0) + 8
        self._column = min(max(widest, _MIN_COLUMN_WIDTH), _MAX_COLUMN_WIDTH)
        labels = {name for table_index in table_indexes for name in trace.tables[table_index].rows}
        self._left = (
            min(max((width_of(name, NUMBER_SIZE) for name in labels), default=0.0), _MAX_COLUMN_WIDTH) + 8
            if table_indexes
            else 0.0
        )
        for table_index in table_indexes:
            self._add_table(table_index)
        titles = (trace.tables[table_index].title for table_index in table_indexes)
        self.width = max(
            self._left + len(columns) * self._column, *(width_of(title, TITLE_SIZE) for title in titles), 0.0
        )
        self._add_links([link for link in frame.step.links if link.kind != "bracket"])
        self._add_words(columns)
        self._add_brackets([link for link in frame.step.links if link.kind == "bracket"])
        # all frames have the same height
        max_depth = max((_compute_max_bracket_depth(step.links) for step in trace.steps), default=0)
        self.height += max_depth * _LEVEL_HEIGHT + 8 if max_depth else 0

    def _get_column_x(self, column: float) -> float:
        """Return the x of the left edge of a column; fractions are positions within it."""
        return self._left + column * self._column

    def _add_table(self, table_index: int) -> None:
        """Add a chart table with its title, row names, values and cell borders."""
        table = self._trace.tables[table_index]
        top = self.height + 18
        if table.title:
            self.shapes.append(TextShape(table.title, 0.0, top - 5, TITLE_SIZE, "faint", "start", bold=True))
        low, high = self._trace.value_range(table_index)
        marks: list[Shape] = []
        for row, name in enumerate(table.rows):
            y = top + row * _ROW_HEIGHT
            edge = self._get_column_x(row) if table.is_chart else self._left
            label = _elide_text(name, NUMBER_SIZE, _MAX_COLUMN_WIDTH, self._width_of)
            self.shapes.append(TextShape(label, edge - 6, y + 16, NUMBER_SIZE, "faint", "end"))
            for column in range(row if table.is_chart else 0, len(table.columns)):
                value, cell = self._frame.cells[table_index][row][column], TableCell(table_index, row, column)
                box = (self._get_column_x(column), y, self._column, _ROW_HEIGHT)
                self.shapes.append(Patch(*box, strength=_scale_to_colour_strength(value, low, high)))
                if value is not None:
                    figure = TextShape(format_number(value), box[0] + self._column / 2, y + 16, NUMBER_SIZE)
                    self.shapes.append(figure)
                marks += _make_cell_marks(self._frame, cell, box)
        self.shapes += marks
        self.height = top + len(table.rows) * _ROW_HEIGHT + _GAP

    def _add_words(self, names: Sequence[str]) -> None:
        """Add the line of words below the tables."""
        for column, name in enumerate(names):
            text = _elide_text(name, self._word_size, self._column - 4, self._width_of)
            self.shapes.append(TextShape(text, self._get_column_x(column + 0.5), self.height + 18, self._word_size))
        self.height += 26

    def _add_brackets(self, links: Sequence[WordLink]) -> None:
        """Draw nested brackets below the words, outer ones lower."""
        depths = _compute_nesting_depths(links)
        for link in links:
            depth = depths[link.start, link.end]
            y = self.height + depth * _LEVEL_HEIGHT
            left, right = self._get_column_x(link.start) + 3 + depth, self._get_column_x(link.end + 1) - 3 - depth
            self.shapes.append(_make_line(((left, y - 7), (left, y), (right, y), (right, y - 7)), link.is_new))

    def _add_links(self, links: Sequence[WordLink]) -> None:
        """Draw links above the words: half trees as triangles with the upright side at the head, open ones with the
        edge cut off; arcs as high as their nesting depth."""
        size = len(self._trace.words)
        max_rise = max(
            (
                _compute_link_height(step_link, step.links, size)
                for step in self._trace.steps
                for step_link in step.links
            ),
            default=0.0,
        )
        baseline = self.height + max_rise + (10 if max_rise else 0)
        for link in links:
            is_new, head, edge = link.is_new, self._get_column_x(link.start + 0.5), self._get_column_x(link.end + 0.5)
            top = baseline - _compute_link_height(link, links, size)
            if link.kind == "arc" and link.start < 0:
                self.shapes.append(_make_line(((edge, baseline - max_rise - 6), (edge, baseline - 2)), is_new, True))
            elif link.kind == "arc":
                inset = 6.0 if edge > head else -6.0
                start, end = head + inset, edge - inset / 6
                points = ((start, baseline - 2), (start, top), (end, top), (end, baseline - 2))
                self.shapes.append(_make_line(points, is_new, True))
            elif link.start != link.end:
                cut = ((edge, (baseline + top) / 2),) if link.kind == "open" else ()
                points = ((head, baseline), (head, top), *cut, (edge, baseline))
                tone: Tone = "accent" if is_new else "line"
                fill = 0.15 if is_new else None
                self.shapes.append(Polyline(points, tone, _NEW_WEIGHT if is_new else 1.25, closed=True, strength=fill))
        self.height = baseline


def _make_line(points: tuple[tuple[float, float], ...], is_new: bool, arrow: bool = False) -> Polyline:
    """Make an open line, in the accent colour if it is new."""
    return Polyline(points, "accent" if is_new else "text", _NEW_WEIGHT if is_new else _OLD_WEIGHT, arrow=arrow)


def _compute_nesting_depths(links: Sequence[WordLink]) -> dict[tuple[int, int], int]:
    """Return the nesting depth of each bracket, counting itself."""
    depths: dict[tuple[int, int], int] = {}
    for link in sorted(links, key=lambda bracket: bracket.end - bracket.start):
        inner_depths = [depth for (low, high), depth in depths.items() if link.start <= low and high <= link.end]
        depths[link.start, link.end] = max(inner_depths, default=0) + 1
    return depths


def _compute_max_bracket_depth(links: Sequence[WordLink]) -> int:
    """Return the number of bracket lines that the links need."""
    return max(_compute_nesting_depths([link for link in links if link.kind == "bracket"]).values(), default=0)


def _compute_link_height(link: WordLink, links: Sequence[WordLink], size: int) -> float:
    """Return the height of a link above the words; 0 for brackets and links to the root."""
    if link.kind == "bracket" or link.start < 0:
        return 0.0
    if link.kind != "arc":
        return _LEVEL_HEIGHT + _MAX_RISE * abs(link.end - link.start) / size
    low, high = sorted((link.start, link.end))
    arcs = [
        WordLink("arc", min(arc.start, arc.end), max(arc.start, arc.end))
        for arc in links
        if arc.kind == "arc" and arc.start >= 0
    ]
    return 1.2 * _LEVEL_HEIGHT * _compute_nesting_depths(arcs)[low, high]


def _lay_out_heat_map(
    trace: Trace, frame: TraceFrame, table_index: int, left_edge: float, width_of: WidthOf
) -> tuple[float, float, list[Shape]]:
    """Return the width, the lower edge and the shapes of a heat map with vertical column titles above it."""
    table, shapes = trace.tables[table_index], list[Shape]()
    left = (
        left_edge + min(max((width_of(name, NUMBER_SIZE) for name in table.rows), default=0.0), _MAX_COLUMN_WIDTH) + 6
    )
    top = 22 + min(max((width_of(name, NUMBER_SIZE) for name in table.columns), default=0.0), _MAX_COLUMN_WIDTH) + 6
    shapes.append(TextShape(table.title, left_edge, 13.0, TITLE_SIZE, "faint", "start", bold=True))
    low, high = trace.value_range(table_index)
    marks: list[Shape] = []
    for column, name in enumerate(table.columns):
        text = _elide_text(name, NUMBER_SIZE, _MAX_COLUMN_WIDTH, width_of)
        x = left + (column + 0.5) * _HEAT_CELL + 4
        shapes.append(TextShape(text, x, top - 4, NUMBER_SIZE, "faint", "start", rotated=True))
    for row, name in enumerate(table.rows):
        y = top + row * _HEAT_CELL
        label = _elide_text(name, NUMBER_SIZE, _MAX_COLUMN_WIDTH, width_of)
        shapes.append(TextShape(label, left - 5, y + 12.5, NUMBER_SIZE, "faint", "end"))
        for column in range(len(table.columns)):
            box = (left + column * _HEAT_CELL, y, _HEAT_CELL, _HEAT_CELL)
            shapes.append(
                Patch(*box, strength=2 * _scale_to_colour_strength(frame.cells[table_index][row][column], low, high))
            )
            marks += _make_cell_marks(frame, TableCell(table_index, row, column), box)
    map_width = left - left_edge + len(table.columns) * _HEAT_CELL
    return max(map_width, width_of(table.title, TITLE_SIZE)), top + len(table.rows) * _HEAT_CELL, [*shapes, *marks]


def _lay_out_vector_path(trace: Trace, frame: TraceFrame, left_edge: float) -> tuple[float, float, list[Shape]]:
    """Return the width, the lower edge and the shapes of the path of a vector in the plane up to this frame; the last
    point is the newest."""
    columns, rows = zip(*trace.points, strict=True)
    low, high = (min(columns), min(rows)), (max(columns), max(rows))
    span = max(high[0] - low[0], high[1] - low[1]) or 1.0
    side = _PLANE_SIZE - 60
    positions = [
        (left_edge + 30 + (x - low[0]) / span * side, 48 + side - (y - low[1]) / span * side) for x, y in trace.points
    ]
    shapes: list[Shape] = [
        TextShape("In the plane", left_edge, 13.0, TITLE_SIZE, "faint", "start", bold=True),
        Patch(left_edge, 18.0, _PLANE_SIZE, _PLANE_SIZE),
    ]
    path = positions[: frame.number + 1]
    if len(path) > 1:
        shapes.append(Polyline(tuple(path), "line", 1.25))
    names = ("START", *trace.words)
    for index, (x, y) in enumerate(path):
        is_last = index == len(path) - 1
        size = 4.0 if is_last else 2.5
        corners = ((x - size, y), (x, y - size), (x + size, y), (x, y + size))
        shapes.append(
            Polyline(corners, "accent" if is_last else "line", 1.5, closed=True, strength=1.0 if is_last else 0.0)
        )
        shapes.append(TextShape(names[index], x, y - 8, NUMBER_SIZE, "text" if is_last else "faint", bold=is_last))
    return _PLANE_SIZE, 18.0 + _PLANE_SIZE, shapes


def _make_cell_marks(frame: TraceFrame, cell: TableCell, box: tuple[float, float, float, float]) -> list[Shape]:
    """Return a border for a cell that was just written or that was read to compute the new value; [] for any other."""
    if any(written == cell for written, _ in frame.step.written_cells):
        return [Patch(*box, strength=None, tone="accent", weight=_NEW_WEIGHT)]
    return (
        [Patch(*box, strength=None, tone="text", weight=_OLD_WEIGHT, dashed=True)]
        if cell in frame.step.read_cells
        else []
    )


def _scale_to_colour_strength(value: float | None, low: float, high: float) -> float:
    """Return the colour strength of a value between the lowest and the highest of its table."""
    if value is None or high <= low:
        return 0.0
    return _MAX_STRENGTH * min(max((value - low) / (high - low), 0.0), 1.0)


def _elide_text(text: str, size: float, width: float, width_of: WidthOf) -> str:
    """Return the text, truncated with an ellipsis if it is wider than `width`."""
    if width_of(text, size) <= width:
        return text
    lengths = range(1, len(text))
    fitting = bisect_right(lengths, width, key=lambda length: width_of(f"{text[:length]}…", size))
    return f"{text[:fitting]}…"


def format_number(value: float) -> str:
    """Format a number with as few digits as distinguish it from others: 12.3, −.52, 3e−05, and 0 for rounding
    errors."""
    if abs(value) < _ZERO:
        return "0"
    if not 0.005 <= abs(value) < 10_000:
        return f"{value:.0e}".replace("-", "−")
    text = f"{value:.2f}" if abs(value) < 10 else f"{value:.1f}" if abs(value) < 1000 else f"{value:.0f}"
    return (text.replace("0.", ".", 1) if abs(value) < 1 else text).replace("-", "−")
