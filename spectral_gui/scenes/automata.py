"""Draws an automaton on a scene: states as ellipses, edges as wide as they are frequent; restyles what is selected."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from html import escape
from math import hypot

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPainterPath, QPainterPathStroker, QPen, QPolygonF
from PySide6.QtWidgets import QGraphicsScene, QGraphicsSimpleTextItem, QStyleOptionGraphicsItem, QWidget

from spectral_core.data.automaton import OUT, Automaton, AutomatonEdge, State
from spectral_core.drawing.graph_layout import Curve, GraphLayout, GraphLink, Node, place
from spectral_core.formats.export.automata import (
    drawn_edges,
    edge_lines,
    line_widths,
    lines_of_states,
    prefix_name,
    share,
    stops_mostly,
)
from spectral_gui.resources import translating
from spectral_gui.scenes.area_item import AreaItem
from spectral_gui.scenes.dependencies.faces import Face, tag_face
from spectral_gui.theme import Colours

_tr = translating("automata")
_START = -1  # the node that the start arrow comes from
_OUTSIDE = -2  # and before it those where sequences leave, one for each state
_START_LENGTH = 22.0
_INNER = 3.5  # between the two lines of a state where most sequences stop
_SPARE = 0.2  # of a line's height, above and below its letters
_PAD = 10.0  # beside the letters
_TIP = 8.0
_CROSS = 3.5  # half of the cross where sequences leave
_NEAR = 8.0  # how far from its line an edge can still be clicked
_LISTED = 12  # prefixes in a tool tip


@dataclass(frozen=True, slots=True)
class AutomatonHit:
    """What is drawn at a point: a state, or an edge by the states that it joins."""

    state: int | None = None
    edge: tuple[int, int] | None = None


class AutomatonDrawing:
    """What is drawn of one automaton on an empty scene, by the numbers of its states: from left to right, `caption`
    below it. Edges that less than the share `least` of the sequences passes are left out, but for one to each state
    and one from it; what leaves has a dashed line to a cross."""

    def __init__(
        self,
        scene: QGraphicsScene,
        automaton: Automaton,
        colours: Colours,
        *,
        points: float = 12.0,
        least: float = 0.0,
        caption: str = "",
    ):
        self.automaton = automaton
        self.states: dict[int, StateItem] = {}
        self.edges: dict[tuple[int, int], EdgeItem] = {}
        text, small = tag_face(points + 2.5, bold=True), tag_face(points)
        drawn = drawn_edges(automaton, least)
        for state, lines in zip(automaton.states, lines_of_states(automaton), strict=True):
            self.states[state.number] = StateItem(state, lines, text, small, colours)
        labels = {(edge.source, edge.target): EdgeLabel(edge_lines(edge), small, colours) for edge in drawn}
        layout = _placed(self.states.values(), drawn, labels)
        for item, centre in zip(self.states.values(), layout.nodes, strict=False):
            item.setPos(QPointF(*centre))
            item.setToolTip(_about_state(automaton, item.state))
            scene.addItem(item)
        start, *curves = layout.links
        scene.addItem(EdgeItem(start, 1.4, None, colours))
        for edge, width, curve in zip(drawn, line_widths(drawn), curves, strict=True):
            key = (edge.source, edge.target)
            made = EdgeItem(curve, width, labels[key], colours, out=edge.target == OUT)
            made.setToolTip(_about_edge(edge))
            self.edges[key] = made
            scene.addItem(made)
            if curve.label is not None:
                labels[key].setPos(QPointF(*curve.label))
                labels[key].setToolTip(made.toolTip())
                scene.addItem(labels[key])
        if caption:
            written = QGraphicsSimpleTextItem(caption)
            written.setFont(small.font)
            written.setBrush(colours.faint)
            written.setPos(0, layout.height + 12)
            scene.addItem(written)

    def hit(self, point: QPointF) -> AutomatonHit | None:
        """What is drawn at a point of the scene: states first, then labels, then the nearest line."""
        for number, state in self.states.items():
            if state.shape().contains(point - state.pos()):
                return AutomatonHit(state=number)
        for key, edge in self.edges.items():
            if edge.label is not None and edge.label.area.contains(point):
                return AutomatonHit(edge=key)
        near = [(edge.distance(point), key) for key, edge in self.edges.items()]
        distance, key = min(near, default=(_NEAR, (0, 0)))
        return AutomatonHit(edge=key) if distance < _NEAR else None

    def area(self, what: AutomatonHit) -> QRectF:
        """Where a state or an edge with its label is, to keep it in sight."""
        if what.state is not None:
            return self.states[what.state].sceneBoundingRect()
        assert what.edge is not None
        item = self.edges[what.edge]
        return item.boundingRect() if item.label is None else item.boundingRect().united(item.label.area)

    def select(self, what: AutomatonHit | None) -> None:
        """Shows a state, with the edges that touch it, or an edge as selected; nothing else, and with None nothing."""
        state = None if what is None else what.state
        edge = None if what is None else what.edge
        for number, item in self.states.items():
            item.restyle(chosen=number == state, touched=edge is not None and number in edge)
        for key, line in self.edges.items():
            line.restyle(chosen=key == edge or (state is not None and state in key))

    def mark(self, states: Collection[int]) -> None:
        """Marks states by a dashed frame: those that the next merge joins, or the one that the last made."""
        for number, item in self.states.items():
            item.restyle(marked=number in states)


class StateItem(AreaItem):
    """An ellipse with its lines of text: a double line where most sequences stop; its origin is its centre."""

    def __init__(self, state: State, lines: Sequence[str], text: Face, small: Face, colours: Colours):
        super().__init__()
        self.state = state
        self._colours = colours
        self._double = stops_mostly(state)
        faces = [text] + [small] * (len(lines) - 1)
        height = sum(face.height for face in faces)
        broad = max(face.width(line) for face, line in zip(faces, lines, strict=True))
        self._lines: list[tuple[str, Face, QPointF, bool]] = []
        top = -height / 2
        for at, (line, face) in enumerate(zip(lines, faces, strict=True)):
            self._lines.append((line, face, QPointF(-face.width(line) / 2, top + face.ascent), at > 1))
            top += face.height
        # how much larger than half the text the ellipse must be for every line to fit
        reach = max(1.0, *(hypot(2 * corner.x() / broad, 2 * corner.y() / height) for corner in self.corners()))
        room = 2 * _INNER if self._double else 4.0
        self._oval = _around(reach * broad + room + _PAD, reach * height + room)
        self._bounds = self._oval.adjusted(-7, -7, 7, 7)
        self.chosen = self.touched = self.marked = False

    @property
    def size(self) -> tuple[float, float]:
        return self._oval.width(), self._oval.height()

    def restyle(self, *, chosen: bool | None = None, touched: bool | None = None, marked: bool | None = None) -> None:
        """Changes how it is shown; None leaves as it is."""
        before = (self.chosen, self.touched, self.marked)
        self.chosen = self.chosen if chosen is None else chosen
        self.touched = self.touched if touched is None else touched
        self.marked = self.marked if marked is None else marked
        if before != (self.chosen, self.touched, self.marked):
            self.update()

    def corners(self) -> list[QPointF]:
        """Of the letters of each line."""
        found = []
        for text, face, start, _ in self._lines:
            top, high = start.y() - face.ascent + _SPARE * face.height, (1 - 2 * _SPARE) * face.height
            letters = QRectF(start.x(), top, face.width(text), high)
            found += [letters.topLeft(), letters.topRight(), letters.bottomLeft(), letters.bottomRight()]
        return found

    def shape(self) -> QPainterPath:
        path = QPainterPath()
        path.addEllipse(self._oval)
        return path

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:  # noqa: ARG002
        colours = self._colours
        line = colours.selected if self.chosen or self.touched else colours.line
        painter.setPen(QPen(line, 2.6 if self.chosen else 2.0 if self.touched else 1.4))
        painter.setBrush(colours.selected_fill if self.chosen else colours.paper)
        painter.drawEllipse(self._oval)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        if self._double:
            painter.setPen(QPen(line, 1.2))
            painter.drawEllipse(self._oval.adjusted(_INNER, _INNER, -_INNER, -_INNER))
        if self.marked:
            painter.setPen(QPen(colours.changed, 2.0, Qt.PenStyle.DashLine))
            painter.drawEllipse(self._oval.adjusted(-4.5, -4.5, 4.5, 4.5))
        painter.setLayoutDirection(Qt.LayoutDirection.LeftToRight)  # numbers behind symbols, in every language
        for text, face, place_, faint in self._lines:
            painter.setFont(face.font)
            painter.setPen(colours.faint if faint else colours.text)
            painter.drawText(place_, text)


class EdgeItem(AreaItem):
    """A curve with a tip, in the coordinates of the scene; it knows its label. One that leads out is dashed and ends in
    a cross."""

    def __init__(self, curve: Curve, pen: float, label: EdgeLabel | None, colours: Colours, out: bool = False):
        super().__init__()
        self.out = out
        self.label = label
        self._colours, self.width = colours, pen
        self.path = QPainterPath(QPointF(*curve.points[0]))
        for at in range(1, len(curve.points) - 2, 3):
            self.path.cubicTo(*(QPointF(*point) for point in curve.points[at : at + 3]))
        self._end = QPointF(*curve.tip)
        self._tip = _tip(QPointF(*curve.points[-1]), self._end, pen)
        self._bounds = self.path.boundingRect().united(self._tip.boundingRect()).adjusted(-6, -6, 6, 6)
        stroker = QPainterPathStroker()
        stroker.setWidth(2 * _NEAR)
        self._near = stroker.createStroke(self.path)
        self._near.addPolygon(self._tip)
        self.chosen = False
        self.setZValue(-1)

    def restyle(self, chosen: bool) -> None:
        if chosen != self.chosen:
            self.chosen = chosen
            self.update()
            if self.label is not None:
                self.label.chosen = chosen
                self.label.update()

    def distance(self, point: QPointF) -> float:
        """How far a point is from the line; beyond what can be clicked, just far."""
        if not self._near.contains(point):
            return 2 * _NEAR
        return min(QLineF(point, self.path.pointAtPercent(at / 64)).length() for at in range(65))

    def shape(self) -> QPainterPath:
        return self._near

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:  # noqa: ARG002
        colour = self._colours.selected if self.chosen else self._colours.line
        pen = QPen(colour, self.width + (1.0 if self.chosen else 0.0))
        pen.setCapStyle(Qt.PenCapStyle.FlatCap)
        if self.out:
            end, arm = self._end, _CROSS
            painter.setPen(QPen(colour, 1.4 + (1.0 if self.chosen else 0.0)))
            painter.drawLine(end + QPointF(-arm, -arm), end + QPointF(arm, arm))
            painter.drawLine(end + QPointF(-arm, arm), end + QPointF(arm, -arm))
            pen.setDashPattern([4.0, 3.0])
        painter.setPen(pen)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawPath(self.path)
        if self.out:
            return
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(colour)
        painter.drawPolygon(self._tip)


class EdgeLabel(AreaItem):
    """Lines of text on a plate of the paper's colour; its origin is its centre."""

    def __init__(self, lines: Sequence[str], face: Face, colours: Colours):
        super().__init__()
        self._lines, self._face, self._colours = lines, face, colours
        self._bounds = _around(max(map(face.width, lines)) + 4, face.height * len(lines))
        self.chosen = False

    @property
    def size(self) -> tuple[float, float]:
        return self._bounds.width(), self._bounds.height()

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:  # noqa: ARG002
        colours, face = self._colours, self._face
        painter.setFont(face.font)
        painter.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
        painter.setPen(colours.selected if self.chosen else colours.text)
        for row, line in enumerate(self._lines):
            wide, top = face.width(line), self._bounds.top() + row * face.height
            letters = QRectF(-wide / 2 - 1, top + _SPARE * face.height, wide + 2, (1 - 2 * _SPARE) * face.height)
            painter.fillRect(letters, colours.paper)  # another line may pass below it
            painter.drawText(QPointF(-wide / 2, top + face.ascent), line)


def _placed(
    states: Collection[StateItem], edges: Sequence[AutomatonEdge], labels: dict[tuple[int, int], EdgeLabel]
) -> GraphLayout:
    nodes = [Node(item.state.number, *item.size) for item in states]
    links = [GraphLink(_START, 0, weight=10)]
    most = max((edge.count for edge in edges), default=1)
    for edge in edges:
        wide, high = labels[edge.source, edge.target].size
        target = _OUTSIDE - edge.source if edge.target == OUT else edge.target
        links.append(GraphLink(edge.source, target, wide + 6, high + 2, weight=1 + round(9 * edge.count / most)))
    outside = [Node(_OUTSIDE - edge.source, 0, 0) for edge in edges if edge.target == OUT]
    return place([*nodes, Node(_START, 0, 0), *outside], links, rank_gap=_START_LENGTH)


def _around(wide: float, high: float) -> QRectF:
    return QRectF(-wide / 2, -high / 2, wide, high)


def _tip(start: QPointF, end: QPointF, pen: float) -> QPolygonF:
    line = QLineF(start, end)
    if line.length() < 1e-6:
        return QPolygonF((end, end, end))
    line.setLength(1.0)
    along = line.p2() - line.p1()
    across = QPointF(-along.y(), along.x()) * (_TIP / 2 + pen / 2)
    return QPolygonF((end, start + across, start - across))


def _about_state(automaton: Automaton, state: State) -> str:
    lines = [_tr("State {number}: {visits} visits").format(number=state.number, visits=f"{state.visits:,}")]
    lines.append(_tr("{share} of the sequences stop here").format(share=share(state.stop)))
    if state.lost:
        lines.append(_tr("{lost} leave the automaton here").format(lost=f"{state.lost:,}"))
    prefixes = [automaton.prefixes[at] for at in state.prefixes]
    lines += [f"{prefix_name(prefix)}: {prefix.count:,}" for prefix in prefixes[:_LISTED]]
    if len(prefixes) > _LISTED:
        lines.append(_tr("and {more} more").format(more=len(prefixes) - _LISTED))
    return "<br>".join(map(escape, lines))


def _about_edge(edge: AutomatonEdge) -> str:
    lines = [f"{edge.source} → {edge.target}: {edge.count:,}"]
    if edge.target == OUT:
        lines = [_tr("{count} leave the automaton from {source}").format(count=f"{edge.count:,}", source=edge.source)]
    lines += [f"{move.symbol} {share(move.frequency)} ({move.count:,})" for move in edge.moves]
    return "<br>".join(map(escape, lines))
