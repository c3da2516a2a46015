"""Drawing of an automaton on a scene: states as ellipses, edges with a width by frequency."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from html import escape
from math import hypot

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPainterPath, QPainterPathStroker, QPen, QPolygonF
from PySide6.QtWidgets import QGraphicsScene, QGraphicsSimpleTextItem, QStyleOptionGraphicsItem, QWidget

from spectral_core.data.automaton import OUTSIDE, Automaton, AutomatonEdge, State
from spectral_core.drawing.graph_layout import Curve, GraphLayout, GraphLink, Node, lay_out_graph
from spectral_core.formats.export.automata import (
    describe_edge,
    describe_states,
    format_prefix,
    format_share,
    is_mostly_final,
    scale_line_widths,
    select_edges,
)
from spectral_gui.scenes.drawing_parts import BoundedItem, MeasuredFont, get_tag_font
from spectral_gui.text_display import make_translator
from spectral_gui.theme import Colours

_tr = make_translator("automata")
_START_NODE = -1  # node number of the origin of the start arrow
_FIRST_EXIT_NODE = -2  # node number of the exit of state 0; the exits of further states count down from it
_START_LENGTH = 22.0
_RING_GAP = 3.5  # between the two lines of a final state
_LINE_MARGIN = 0.2  # of a line's height, free above and below its letters
_PADDING = 10.0  # left and right of the letters
_ARROW_LENGTH = 8.0
_CROSS_ARM = 3.5  # half of the cross of an exit
_CLICK_DISTANCE = 8.0  # pixels from the line of an edge
_MAX_PREFIXES = 12  # prefixes in a tool tip


@dataclass(frozen=True, slots=True)
class AutomatonHit:
    """State, or edge identified by its two states, at a point of a drawing."""

    state: int | None = None
    edge: tuple[int, int] | None = None


class AutomatonDrawing:
    """Drawing of one automaton on an empty scene, addressed by the numbers of its states, with the `caption` below it.
    Edges with a smaller share of the sequences than `min_share` are left out, except one to each state and one from it;
    an edge that leaves the automaton is dashed and ends in a cross."""

    def __init__(
        self,
        scene: QGraphicsScene,
        automaton: Automaton,
        colours: Colours,
        *,
        points: float = 12.0,
        min_share: float = 0.0,
        caption: str = "",
    ):
        self.automaton = automaton
        self.states: dict[int, StateItem] = {}
        self.edges: dict[tuple[int, int], EdgeItem] = {}
        title_face, small_face = get_tag_font(points + 2.5, bold=True), get_tag_font(points)
        edges = select_edges(automaton, min_share)
        for state, lines in zip(automaton.states, describe_states(automaton), strict=True):
            self.states[state.number] = StateItem(state, lines, title_face, small_face, colours)
        labels = {(edge.source, edge.target): EdgeLabelItem(describe_edge(edge), small_face, colours) for edge in edges}
        layout = _lay_out_automaton(self.states.values(), edges, labels)
        for item, centre in zip(self.states.values(), layout.nodes, strict=False):
            item.setPos(QPointF(*centre))
            item.setToolTip(_describe_state_in_html(automaton, item.state))
            scene.addItem(item)
        start_curve, *curves = layout.links
        scene.addItem(EdgeItem(start_curve, 1.4, None, colours))
        for edge, width, curve in zip(edges, scale_line_widths(edges), curves, strict=True):
            key = (edge.source, edge.target)
            edge_item = EdgeItem(curve, width, labels[key], colours, is_exit=edge.target == OUTSIDE)
            edge_item.setToolTip(_describe_edge_in_html(edge))
            self.edges[key] = edge_item
            scene.addItem(edge_item)
            if curve.label is not None:
                labels[key].setPos(QPointF(*curve.label))
                labels[key].setToolTip(edge_item.toolTip())
                scene.addItem(labels[key])
        if caption:
            caption_item = QGraphicsSimpleTextItem(caption)
            caption_item.setFont(small_face.font)
            caption_item.setBrush(colours.faint)
            caption_item.setPos(0, layout.height + 12)
            scene.addItem(caption_item)

    def hit_test(self, point: QPointF) -> AutomatonHit | None:
        """Return the state or edge at a point of the scene: states first, then labels of edges, then the nearest line;
        None if nothing is near."""
        for number, state in self.states.items():
            if state.shape().contains(point - state.pos()):
                return AutomatonHit(state=number)
        for key, edge in self.edges.items():
            if edge.label is not None and edge.label.scene_bounds.contains(point):
                return AutomatonHit(edge=key)
        distances = [(edge.measure_distance(point), key) for key, edge in self.edges.items()]
        distance, key = min(distances, default=(_CLICK_DISTANCE, (0, 0)))
        return AutomatonHit(edge=key) if distance < _CLICK_DISTANCE else None

    def get_hit_area(self, hit: AutomatonHit) -> QRectF:
        """Return the area of a state, or of an edge with its label, to keep it visible."""
        if hit.state is not None:
            return self.states[hit.state].sceneBoundingRect()
        assert hit.edge is not None
        item = self.edges[hit.edge]
        return item.boundingRect() if item.label is None else item.boundingRect().united(item.label.scene_bounds)

    def select(self, hit: AutomatonHit | None) -> None:
        """Show a state with its edges, or an edge, as selected, and nothing else; None clears the selection."""
        state = None if hit is None else hit.state
        edge = None if hit is None else hit.edge
        for number, item in self.states.items():
            item.restyle(is_selected=number == state, is_edge_end=edge is not None and number in edge)
        for key, line in self.edges.items():
            line.show_selected(is_selected=key == edge or (state is not None and state in key))

    def mark_states(self, states: Collection[int]) -> None:
        """Mark states by a dashed frame: those that the next merge joins, or the one that the last merge made."""
        for number, item in self.states.items():
            item.restyle(is_marked=number in states)


class StateItem(BoundedItem):
    """Ellipse with lines of text around its centre; with a double line if most sequences stop there."""

    def __init__(
        self, state: State, lines: Sequence[str], title_face: MeasuredFont, small_face: MeasuredFont, colours: Colours
    ):
        super().__init__()
        self.state = state
        self._colours = colours
        self._has_double_line = is_mostly_final(state)
        faces = [title_face] + [small_face] * (len(lines) - 1)
        text_height = sum(face.height for face in faces)
        text_width = max(face.measure_width(line) for face, line in zip(faces, lines, strict=True))
        self._lines: list[tuple[str, MeasuredFont, QPointF, bool]] = []
        top = -text_height / 2
        for index, (line, face) in enumerate(zip(lines, faces, strict=True)):
            self._lines.append((line, face, QPointF(-face.measure_width(line) / 2, top + face.ascent), index > 1))
            top += face.height
        # factor by which the ellipse must exceed half the text for every line to fit
        stretch = max(
            1.0,
            *(hypot(2 * corner.x() / text_width, 2 * corner.y() / text_height) for corner in self.get_text_corners()),
        )
        margin = 2 * _RING_GAP if self._has_double_line else 4.0
        self._ellipse = _make_centred_rect(stretch * text_width + margin + _PADDING, stretch * text_height + margin)
        self._bounds = self._ellipse.adjusted(-7, -7, 7, 7)
        self.is_selected = self.is_edge_end = self.is_marked = False

    @property
    def size(self) -> tuple[float, float]:
        """Width and height of the ellipse."""
        return self._ellipse.width(), self._ellipse.height()

    def restyle(
        self, *, is_selected: bool | None = None, is_edge_end: bool | None = None, is_marked: bool | None = None
    ) -> None:
        """Highlight the state as selected, as an end of the selected edge, or as marked; None leaves a property
        unchanged."""
        old_style = (self.is_selected, self.is_edge_end, self.is_marked)
        self.is_selected = self.is_selected if is_selected is None else is_selected
        self.is_edge_end = self.is_edge_end if is_edge_end is None else is_edge_end
        self.is_marked = self.is_marked if is_marked is None else is_marked
        if old_style != (self.is_selected, self.is_edge_end, self.is_marked):
            self.update()

    def get_text_corners(self) -> list[QPointF]:
        """Return the corners of each line of text around its letters, relative to the centre of the state."""
        corners = []
        for text, face, start, _ in self._lines:
            top, height = start.y() - face.ascent + _LINE_MARGIN * face.height, (1 - 2 * _LINE_MARGIN) * face.height
            text_area = QRectF(start.x(), top, face.measure_width(text), height)
            corners += [text_area.topLeft(), text_area.topRight(), text_area.bottomLeft(), text_area.bottomRight()]
        return corners

    def shape(self) -> QPainterPath:
        path = QPainterPath()
        path.addEllipse(self._ellipse)
        return path

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:  # noqa: ARG002
        colours = self._colours
        line_colour = colours.selected if self.is_selected or self.is_edge_end else colours.line
        painter.setPen(QPen(line_colour, 2.6 if self.is_selected else 2.0 if self.is_edge_end else 1.4))
        painter.setBrush(colours.selected_fill if self.is_selected else colours.paper)
        painter.drawEllipse(self._ellipse)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        if self._has_double_line:
            painter.setPen(QPen(line_colour, 1.2))
            painter.drawEllipse(self._ellipse.adjusted(_RING_GAP, _RING_GAP, -_RING_GAP, -_RING_GAP))
        if self.is_marked:
            painter.setPen(QPen(colours.changed, 2.0, Qt.PenStyle.DashLine))
            painter.drawEllipse(self._ellipse.adjusted(-4.5, -4.5, 4.5, 4.5))
        painter.setLayoutDirection(Qt.LayoutDirection.LeftToRight)  # numbers behind symbols, in every language
        for text, face, position, faint in self._lines:
            painter.setFont(face.font)
            painter.setPen(colours.faint if faint else colours.text)
            painter.drawText(position, text)


class EdgeItem(BoundedItem):
    """Curve with an arrowhead in the coordinates of the scene, and its label; dashed with a cross at its end if it
    leaves the automaton."""

    def __init__(
        self, curve: Curve, width: float, label: EdgeLabelItem | None, colours: Colours, is_exit: bool = False
    ):
        super().__init__()
        self.is_exit = is_exit
        self.label = label
        self._colours, self.width = colours, width
        self.path = QPainterPath(QPointF(*curve.points[0]))
        for index in range(1, len(curve.points) - 2, 3):
            self.path.cubicTo(*(QPointF(*point) for point in curve.points[index : index + 3]))
        self._end = QPointF(*curve.tip)
        self._arrowhead = _make_edge_arrowhead(QPointF(*curve.points[-1]), self._end, width)
        self._bounds = self.path.boundingRect().united(self._arrowhead.boundingRect()).adjusted(-6, -6, 6, 6)
        stroker = QPainterPathStroker()
        stroker.setWidth(2 * _CLICK_DISTANCE)
        self._click_area = stroker.createStroke(self.path)
        self._click_area.addPolygon(self._arrowhead)
        self.is_selected = False
        self.setZValue(-1)

    def show_selected(self, is_selected: bool) -> None:
        """Draw the edge and its label as selected or not."""
        if is_selected != self.is_selected:
            self.is_selected = is_selected
            self.update()
            if self.label is not None:
                self.label.is_selected = is_selected
                self.label.update()

    def measure_distance(self, point: QPointF) -> float:
        """Return the distance of a point from the line; a value above the click distance if the point is too far for a
        click."""
        if not self._click_area.contains(point):
            return 2 * _CLICK_DISTANCE
        return min(QLineF(point, self.path.pointAtPercent(step / 64)).length() for step in range(65))

    def shape(self) -> QPainterPath:
        return self._click_area

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:  # noqa: ARG002
        colour = self._colours.selected if self.is_selected else self._colours.line
        pen = QPen(colour, self.width + (1.0 if self.is_selected else 0.0))
        pen.setCapStyle(Qt.PenCapStyle.FlatCap)
        if self.is_exit:
            end, arm = self._end, _CROSS_ARM
            painter.setPen(QPen(colour, 1.4 + (1.0 if self.is_selected else 0.0)))
            painter.drawLine(end + QPointF(-arm, -arm), end + QPointF(arm, arm))
            painter.drawLine(end + QPointF(-arm, arm), end + QPointF(arm, -arm))
            pen.setDashPattern([4.0, 3.0])
        painter.setPen(pen)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawPath(self.path)
        if self.is_exit:
            return
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(colour)
        painter.drawPolygon(self._arrowhead)


class EdgeLabelItem(BoundedItem):
    """Lines of text on the paper's colour, around their centre."""

    def __init__(self, lines: Sequence[str], face: MeasuredFont, colours: Colours):
        super().__init__()
        self._lines, self._face, self._colours = lines, face, colours
        self._bounds = _make_centred_rect(max(map(face.measure_width, lines)) + 4, face.height * len(lines))
        self.is_selected = False

    @property
    def size(self) -> tuple[float, float]:
        """Width and height of the label."""
        return self._bounds.width(), self._bounds.height()

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:  # noqa: ARG002
        colours, face = self._colours, self._face
        painter.setFont(face.font)
        painter.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
        painter.setPen(colours.selected if self.is_selected else colours.text)
        for index, line in enumerate(self._lines):
            width, top = face.measure_width(line), self._bounds.top() + index * face.height
            text_area = QRectF(
                -width / 2 - 1, top + _LINE_MARGIN * face.height, width + 2, (1 - 2 * _LINE_MARGIN) * face.height
            )
            painter.fillRect(text_area, colours.paper)  # another line may pass below it
            painter.drawText(QPointF(-width / 2, top + face.ascent), line)


def _lay_out_automaton(
    states: Collection[StateItem], edges: Sequence[AutomatonEdge], labels: dict[tuple[int, int], EdgeLabelItem]
) -> GraphLayout:
    """Lay out the states and edges of an automaton, with the start arrow and the exits."""
    nodes = [Node(item.state.number, *item.size) for item in states]
    links = [GraphLink(_START_NODE, 0, weight=10)]
    max_count = max((edge.count for edge in edges), default=1)
    for edge in edges:
        width, height = labels[edge.source, edge.target].size
        target = _FIRST_EXIT_NODE - edge.source if edge.target == OUTSIDE else edge.target
        links.append(
            GraphLink(edge.source, target, width + 6, height + 2, weight=1 + round(9 * edge.count / max_count))
        )
    exit_nodes = [Node(_FIRST_EXIT_NODE - edge.source, 0, 0) for edge in edges if edge.target == OUTSIDE]
    return lay_out_graph([*nodes, Node(_START_NODE, 0, 0), *exit_nodes], links, rank_gap=_START_LENGTH)


def _make_centred_rect(width: float, height: float) -> QRectF:
    return QRectF(-width / 2, -height / 2, width, height)


def _make_edge_arrowhead(start: QPointF, end: QPointF, pen_width: float) -> QPolygonF:
    """Return the arrowhead from `start` to its tip `end`, wider for a wider line."""
    line = QLineF(start, end)
    if line.length() < 1e-6:
        return QPolygonF((end, end, end))
    line.setLength(1.0)
    direction = line.p2() - line.p1()
    normal = QPointF(-direction.y(), direction.x()) * (_ARROW_LENGTH / 2 + pen_width / 2)
    return QPolygonF((end, start + normal, start - normal))


def _describe_state_in_html(automaton: Automaton, state: State) -> str:
    """Return the tool tip of a state as HTML: visits, final share, prefixes."""
    lines = [_tr("State {number}: {visits} visits").format(number=state.number, visits=f"{state.visits:,}")]
    lines.append(_tr("{share} of the sequences end here").format(share=format_share(state.stop)))
    if state.lost:
        lines.append(_tr("{lost} leave the automaton here").format(lost=f"{state.lost:,}"))
    prefixes = [automaton.prefixes[index] for index in state.prefixes]
    lines += [f"{format_prefix(prefix)}: {prefix.count:,}" for prefix in prefixes[:_MAX_PREFIXES]]
    if len(prefixes) > _MAX_PREFIXES:
        lines.append(_tr("and {more} more").format(more=len(prefixes) - _MAX_PREFIXES))
    return "<br>".join(map(escape, lines))


def _describe_edge_in_html(edge: AutomatonEdge) -> str:
    """Return the tool tip of an edge as HTML: its transitions with their frequencies."""
    lines = [f"{edge.source} → {edge.target}: {edge.count:,}"]
    if edge.target == OUTSIDE:
        lines = [_tr("{count} leave the automaton from {source}").format(count=f"{edge.count:,}", source=edge.source)]
    lines += [f"{move.symbol} {format_share(move.frequency)} ({move.count:,})" for move in edge.moves]
    return "<br>".join(map(escape, lines))
