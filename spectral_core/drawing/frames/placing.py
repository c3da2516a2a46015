"""The places of the parts of a frame: tables with figures over the words, heat maps and the plane beside them."""

from __future__ import annotations

from collections.abc import Sequence

from spectral_core.data.trace import TableCell, Trace, TraceFrame, TraceStep, WordLink
from spectral_core.drawing.frames.graphs import graph_shapes
from spectral_core.drawing.frames.shapes import FramePlan, Lettering, Patch, Polyline, Shape, Tone, WidthOf
from spectral_core.drawing.letters import text_width

WORD, FIGURE, TITLE = 15.0, 11.0, 12.0  # sizes of letters
_LARGER = 1.25  # so many times are words that are written from right to left
_ROW, _HEAT = 24.0, 17.0  # heights of cells
_NARROWEST, _WIDEST = 44.0, 104.0  # columns over the words
_GAP, _BETWEEN = 12.0, 32.0
_LEVEL = 15.0  # between brackets, or arcs, over one another
_HIGHEST = 90.0  # of half trees over all words
_PLANE = 250.0  # its edges
_STRONGEST = 0.5  # of the accent in a cell: figures stay legible on it
_NOTHING = 1e-9
_NEW, _KEPT = 2.25, 1.5


def plan(
    trace: Trace, number: int, *, width_of: WidthOf = text_width, right_to_left: bool = False, told: bool = False
) -> FramePlan:
    """A frame of a trace; from right to left all of it is mirrored. With `told` the caption and the equation stand
    below the figure."""
    frame = trace.frame(number)
    if frame.step.graph is not None:
        shapes, width, height = graph_shapes(frame.step.graph, width_of)
        return _told(frame.step, shapes, (width, height), width_of) if told else FramePlan(width, height, tuple(shapes))
    main = _Main(trace, frame, width_of, WORD * (_LARGER if right_to_left else 1))
    shapes, width, height = main.shapes, main.width, main.height
    across = width + _BETWEEN if width else 0.0
    for table, one in enumerate(trace.tables):
        if one.heat:
            wide, high, made = _heat_map(trace, frame, table, across, width_of)
            shapes += made
            width, height, across = across + wide, max(height, high), across + wide + _BETWEEN
    if trace.points:
        wide, high, made = _plane(trace, frame, across)
        shapes += made
        width, height = across + wide, max(height, high)
    if right_to_left:
        shapes = [shape.mirrored(width) for shape in shapes]
    return _told(frame.step, shapes, (width, height), width_of) if told else FramePlan(width, height, tuple(shapes))


def _told(step: TraceStep, shapes: Sequence[Shape], size: tuple[float, float], width_of: WidthOf) -> FramePlan:
    """The shapes with the caption and the equation below them."""
    (width, height), lines = size, list[Shape]()
    for at, line in enumerate((step.caption, *step.equation)):
        height += 20.0 if at else 30.0
        lines.append(Lettering(line, 0.0, height - 6, TITLE if at else 13.0, "faint" if at else "text", "start"))
        width = max(width, width_of(line, TITLE if at else 13.0))
    return FramePlan(width, height, (*shapes, *lines))


class _Main:
    """The tables with figures, and the words below them with their links."""

    def __init__(self, trace: Trace, frame: TraceFrame, width_of: WidthOf, word: float):
        self.shapes: list[Shape] = []
        self.width = self.height = 0.0
        self._trace, self._frame, self._width_of, self._word = trace, frame, width_of, word
        chosen = [at for at, table in enumerate(trace.tables) if not table.heat]
        columns = trace.tables[chosen[0]].columns if chosen else trace.words
        widest = max((width_of(name, word) for name in columns), default=0.0) + 8
        self._column = min(max(widest, _NARROWEST), _WIDEST)
        labels = {name for at in chosen for name in trace.tables[at].rows}
        self._left = min(max((width_of(name, FIGURE) for name in labels), default=0.0), _WIDEST) + 8 if chosen else 0.0
        for at in chosen:
            self._add_table(at)
        titles = (trace.tables[at].title for at in chosen)
        self.width = max(self._left + len(columns) * self._column, *(width_of(title, TITLE) for title in titles), 0.0)
        self._add_links([link for link in frame.step.links if link.kind != "bracket"])
        self._add_words(columns)
        self._add_brackets([link for link in frame.step.links if link.kind == "bracket"])
        most = max((_depth(step.links) for step in trace.steps), default=0)  # so that no figure is higher than others
        self.height += most * _LEVEL + 8 if most else 0

    def _x(self, column: float) -> float:
        return self._left + column * self._column

    def _add_table(self, at: int) -> None:
        table = self._trace.tables[at]
        top = self.height + 18
        if table.title:
            self.shapes.append(Lettering(table.title, 0.0, top - 5, TITLE, "faint", "start", bold=True))
        low, high = self._trace.value_range(at)
        marks: list[Shape] = []
        for row, name in enumerate(table.rows):
            y = top + row * _ROW
            edge = self._x(row) if table.spans else self._left
            label = _within(name, FIGURE, _WIDEST, self._width_of)
            self.shapes.append(Lettering(label, edge - 6, y + 16, FIGURE, "faint", "end"))
            for column in range(row if table.spans else 0, len(table.columns)):
                value, place = self._frame.cells[at][row][column], TableCell(at, row, column)
                box = (self._x(column), y, self._column, _ROW)
                self.shapes.append(Patch(*box, strength=_strength(value, low, high)))
                if value is not None:
                    figure = Lettering(figures(value), box[0] + self._column / 2, y + 16, FIGURE)
                    self.shapes.append(figure)
                marks += _marked(self._frame, place, box)
        self.shapes += marks
        self.height = top + len(table.rows) * _ROW + _GAP

    def _add_words(self, names: Sequence[str]) -> None:
        for at, name in enumerate(names):
            text = _within(name, self._word, self._column - 4, self._width_of)
            self.shapes.append(Lettering(text, self._x(at + 0.5), self.height + 18, self._word))
        self.height += 26

    def _add_brackets(self, links: Sequence[WordLink]) -> None:
        """Below the words, each as low as what it holds is deep."""
        depths = _depths(links)
        for link in links:
            depth = depths[link.start, link.end]
            y = self.height + depth * _LEVEL
            left, right = self._x(link.start) + 3 + depth, self._x(link.end + 1) - 3 - depth
            self.shapes.append(_line(((left, y - 7), (left, y), (right, y), (right, y - 7)), link.is_new))

    def _add_links(self, links: Sequence[WordLink]) -> None:
        """Above the words: half trees as triangles, their upright side at the head, open ones with their edge cut off;
        arcs as low as what they span is deep."""
        size = len(self._trace.words)
        most = max((_rise(one, step.links, size) for step in self._trace.steps for one in step.links), default=0.0)
        ground = self.height + most + (10 if most else 0)
        for link in links:
            new, head, edge = link.is_new, self._x(link.start + 0.5), self._x(link.end + 0.5)
            top = ground - _rise(link, links, size)
            if link.kind == "arc" and link.start < 0:
                self.shapes.append(_line(((edge, ground - most - 6), (edge, ground - 2)), new, True))
            elif link.kind == "arc":
                aside = 6.0 if edge > head else -6.0
                start, end = head + aside, edge - aside / 6
                points = ((start, ground - 2), (start, top), (end, top), (end, ground - 2))
                self.shapes.append(_line(points, new, True))
            elif link.start != link.end:
                cut = ((edge, (ground + top) / 2),) if link.kind == "open" else ()
                points = ((head, ground), (head, top), *cut, (edge, ground))
                tone: Tone = "accent" if new else "line"
                fill = 0.15 if new else None
                self.shapes.append(Polyline(points, tone, _NEW if new else 1.25, closed=True, strength=fill))
        self.height = ground


def _line(points: tuple[tuple[float, float], ...], is_new: bool, arrow: bool = False) -> Polyline:
    return Polyline(points, "accent" if is_new else "text", _NEW if is_new else _KEPT, arrow=arrow)


def _depths(links: Sequence[WordLink]) -> dict[tuple[int, int], int]:
    """How many brackets lie in each, itself among them, along the deepest way."""
    found: dict[tuple[int, int], int] = {}
    for link in sorted(links, key=lambda one: one.end - one.start):
        inside = [depth for (low, high), depth in found.items() if link.start <= low and high <= link.end]
        found[link.start, link.end] = max(inside, default=0) + 1
    return found


def _depth(links: Sequence[WordLink]) -> int:
    return max(_depths([link for link in links if link.kind == "bracket"]).values(), default=0)


def _rise(link: WordLink, links: Sequence[WordLink], size: int) -> float:
    """How far above the words something reaches."""
    if link.kind == "bracket" or link.start < 0:
        return 0.0
    if link.kind != "arc":
        return _LEVEL + _HIGHEST * abs(link.end - link.start) / size
    low, high = sorted((link.start, link.end))
    arcs = [
        WordLink("arc", min(one.start, one.end), max(one.start, one.end))
        for one in links
        if one.kind == "arc" and one.start >= 0
    ]
    return 1.2 * _LEVEL * _depths(arcs)[low, high]


def _heat_map(
    trace: Trace, frame: TraceFrame, at: int, across: float, width_of: WidthOf
) -> tuple[float, float, list[Shape]]:
    """Its width, how far down it reaches, and its parts: columns are named above it, from below upwards."""
    table, shapes = trace.tables[at], list[Shape]()
    left = across + min(max((width_of(name, FIGURE) for name in table.rows), default=0.0), _WIDEST) + 6
    top = 22 + min(max((width_of(name, FIGURE) for name in table.columns), default=0.0), _WIDEST) + 6
    shapes.append(Lettering(table.title, across, 13.0, TITLE, "faint", "start", bold=True))
    low, high = trace.value_range(at)
    marks: list[Shape] = []
    for column, name in enumerate(table.columns):
        text = _within(name, FIGURE, _WIDEST, width_of)
        x = left + (column + 0.5) * _HEAT + 4
        shapes.append(Lettering(text, x, top - 4, FIGURE, "faint", "start", turned=True))
    for row, name in enumerate(table.rows):
        y = top + row * _HEAT
        label = _within(name, FIGURE, _WIDEST, width_of)
        shapes.append(Lettering(label, left - 5, y + 12.5, FIGURE, "faint", "end"))
        for column in range(len(table.columns)):
            box = (left + column * _HEAT, y, _HEAT, _HEAT)
            shapes.append(Patch(*box, strength=2 * _strength(frame.cells[at][row][column], low, high)))
            marks += _marked(frame, TableCell(at, row, column), box)
    wide = left - across + len(table.columns) * _HEAT
    return max(wide, width_of(table.title, TITLE)), top + len(table.rows) * _HEAT, [*shapes, *marks]


def _plane(trace: Trace, frame: TraceFrame, across: float) -> tuple[float, float, list[Shape]]:
    """The way of a vector in the plane so far; the last point is the newest."""
    columns, rows = zip(*trace.points, strict=True)
    low, high = (min(columns), min(rows)), (max(columns), max(rows))
    span = max(high[0] - low[0], high[1] - low[1]) or 1.0
    room = _PLANE - 60
    places = [
        (across + 30 + (x - low[0]) / span * room, 48 + room - (y - low[1]) / span * room) for x, y in trace.points
    ]
    shapes: list[Shape] = [
        Lettering("In the plane", across, 13.0, TITLE, "faint", "start", bold=True),
        Patch(across, 18.0, _PLANE, _PLANE),
    ]
    shown = places[: frame.number + 1]
    if len(shown) > 1:
        shapes.append(Polyline(tuple(shown), "line", 1.25))
    names = ("START", *trace.words)
    for at, (x, y) in enumerate(shown):
        last = at == len(shown) - 1
        size = 4.0 if last else 2.5
        corners = ((x - size, y), (x, y - size), (x + size, y), (x, y + size))
        shapes.append(Polyline(corners, "accent" if last else "line", 1.5, closed=True, strength=1.0 if last else 0.0))
        shapes.append(Lettering(names[at], x, y - 8, FIGURE, "text" if last else "faint", bold=last))
    return _PLANE, 18.0 + _PLANE, shapes


def _marked(frame: TraceFrame, place: TableCell, box: tuple[float, float, float, float]) -> list[Shape]:
    """What says that a cell was just written, or read for that."""
    if any(written == place for written, _ in frame.step.written):
        return [Patch(*box, strength=None, tone="accent", weight=_NEW)]
    return [Patch(*box, strength=None, tone="text", weight=_KEPT, dashed=True)] if place in frame.step.read else []


def _strength(value: float | None, low: float, high: float) -> float:
    if value is None or high <= low:
        return 0.0
    return _STRONGEST * min(max((value - low) / (high - low), 0.0), 1.0)


def _within(text: str, size: float, width: float, width_of: WidthOf) -> str:
    """The text, or as much of its beginning as has room."""
    if width_of(text, size) <= width:
        return text
    while text and width_of(f"{text}…", size) > width:
        text = text[:-1]
    return f"{text}…"


def figures(value: float) -> str:
    """A number in as few figures as tell it from others: 12.3, −.52, 3e−05, and 0 for what rounding leaves."""
    if abs(value) < _NOTHING:
        return "0"
    if not 0.005 <= abs(value) < 10_000:
        return f"{value:.0e}".replace("-", "−")
    text = f"{value:.2f}" if abs(value) < 10 else f"{value:.1f}" if abs(value) < 1000 else f"{value:.0f}"
    return (text.replace("0.", ".", 1) if abs(value) < 1 else text).replace("-", "−")
