"""Items of a dependency drawing: words, arcs, labels, brackets and forbidden arcs, in all their states."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple, TypeVar

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen, QPolygonF
from PySide6.QtWidgets import QGraphicsItem, QGraphicsScene, QStyleOptionGraphicsItem, QWidget

from spectral_gui import theme
from spectral_gui.scenes.drawing_parts import MeasuredFont, SuggestedPart
from spectral_gui.theme import Colours

ARROW_LENGTH = 7.0
PADLOCK_WIDTH = 11.0  # with the space after it
LABEL_MARGIN = 8.0  # background around a label, left and right
_STUB_HEIGHT, _STUB_OFFSET, _STUB_GAP = 15.0, 9.0, 9.0  # of forbidden arcs
_CROSS_ARM = 3.0
_CORNER_RADIUS = 9.0
_THIN_LINE, _TARGET_EXTRA = 1.2, 1.2
# widths: suggested; confirmed; locked or current; moved
_SUGGESTED_LINE, _CONFIRMED_LINE, _HEAVY_LINE, _CHANGED_LINE = 1.25, 1.5, 2.25, 1.75
_DASH, _DASH_GAP = 4.0, 2.5  # of dashes and their gaps, in pixels
_PADDING = 4.0
_DIRECTIONS = (Qt.LayoutDirection.LeftToRight, Qt.LayoutDirection.RightToLeft)

ArcShape = tuple[QPainterPath, QPolygonF | None]  # path of an arc, and its arrowhead
Place = tuple[float, float]  # x and y


@dataclass(frozen=True, slots=True)
class TextLine:
    """Line of text at a word: its baseline below the word's upper edge, and how it is set."""

    text: str
    face: MeasuredFont
    y: float
    is_faint: bool = True
    has_problem: bool = False
    right_to_left: bool = False


class WordContent(NamedTuple):
    """Appearance of a word: lines of text and marks; all but its selection."""

    lines: tuple[TextLine, ...]
    width: float
    height: float
    colours: Colours
    has_dashed_frame: bool = False  # an empty node, or an unattached word
    is_uncertain: bool = False
    problem: Literal["", "warning", "error"] = ""  # the form is underlined: dots for a warning, a wave for an error
    tool_tip: str = ""


class ArcContent(NamedTuple):
    """Appearance of an arc, or of one row's part of it; all but its selection. Its origin is at the height of its feet,
    so that an arc that only moves up or down stays the same."""

    start: float  # x at its head; the same as `end` for an arrow straight down
    end: float
    top: float  # y of its top, negative above the words
    colours: Colours
    leaves: bool = True  # False for a part that comes from another row
    arrives: bool = True  # False for a part that goes on in another row
    has_problem: bool = False
    locked: bool = False
    suggested_part: SuggestedPart | None = None  # style of an arc that is only suggested
    is_below: bool = False  # below the words, as arcs of the enhanced graph


class LabelContent(NamedTuple):
    """Appearance of a label; all but its selection."""

    text: str
    face: MeasuredFont
    colours: Colours
    locked: bool = False  # with a padlock
    has_problem: bool = False
    is_faint: bool = False
    is_suggested: bool = False  # the relation alone; its arc is confirmed
    tool_tip: str = ""


class StubContent(NamedTuple):
    """Appearance of a forbidden arc: its side, 1 or -1, and its number among those on the word."""

    side: float
    number: int
    colours: Colours
    tool_tip: str = ""


class BracketContent(NamedTuple):
    """Appearance of the bracket of a multiword token."""

    text: str
    face: MeasuredFont
    width: float
    colours: Colours
    right_to_left: bool


class _ContentItem(QGraphicsItem):
    """Item whose appearance is a value; what else changes it is cleared before another drawing uses it."""

    content: tuple[object, ...]
    _bounds: QRectF  # around its origin
    base_z = 0.0  # its place in the stack, unless it is raised
    place: Place = (0.0, 0.0)  # its position after the transition
    _tool_tip = ""

    def __init__(self, content: Any):
        super().__init__()
        self.show_content(content)

    def show_content(self, content: Any) -> None:
        """Draw other content; its bounds may change."""
        raise NotImplementedError

    def clear_selection(self) -> None:
        """Draw the item as if nothing was selected."""

    @property
    def scene_bounds(self) -> QRectF:
        """Bounds in the coordinates of the scene."""
        return self._bounds.translated(self.pos())

    def _show_tool_tip(self, text: str) -> None:
        if text != self._tool_tip:
            self._tool_tip = text
            self.setToolTip(text)

    def boundingRect(self) -> QRectF:
        return self._bounds


class WordItem(_ContentItem):
    """Word with the lines below it, around the middle of its upper edge."""

    selection_level = 0  # 1: selected, 2: current
    is_target = False

    def show_content(self, content: WordContent) -> None:
        """Draw other content."""
        self._show_tool_tip(content.tool_tip)
        self.content, self._colours, height = content, content.colours, content.height
        self.lines, self.is_uncertain, self.has_dashed_frame = (
            content.lines, content.is_uncertain, content.has_dashed_frame,
        )  # fmt: skip
        self._placed_lines = [(line, -line.face.measure_width(line.text) / 2) for line in content.lines]
        self._box = QRectF(-content.width / 2 - _PADDING, 1, content.width + 2 * _PADDING, height - 2)
        self._bounds = self._box.adjusted(-2, -2, 2, 2)
        self._underline: QPainterPath | None = None
        if content.problem:
            line, x = self._placed_lines[0]
            y = line.y + max(2.5, line.face.height - line.face.ascent - 4)
            is_warning = content.problem == "warning"
            self._underline = _make_wavy_line(x, -x, y, 0.0 if is_warning else 2.2)
            style = Qt.PenStyle.DotLine if is_warning else Qt.PenStyle.SolidLine
            self._underline_pen = QPen(self._colours.error, 1.5, style)

    def clear_selection(self) -> None:
        """Draw the word neither as selected nor as a candidate head."""
        if self.selection_level or self.is_target:
            self.selection_level, self.is_target = 0, False
            self.update()

    @property
    def is_underlined(self) -> bool:
        """Whether the form is underlined for a problem."""
        return self._underline is not None

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:  # noqa: ARG002
        colours = self._colours
        if self.selection_level or self.is_target or self.has_dashed_frame:
            pen = QPen(Qt.PenStyle.NoPen)
            if self.is_target:
                pen = QPen(colours.target, _THIN_LINE + _TARGET_EXTRA)
            elif self.selection_level == 2:
                pen = QPen(colours.selected, 1.6)
            elif self.has_dashed_frame:
                pen = QPen(colours.faint, _THIN_LINE, Qt.PenStyle.DashLine)
            painter.setPen(pen)
            painter.setBrush(colours.selected_fill if self.selection_level else Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(self._box, 6, 6)
        for line, x in self._placed_lines:
            painter.setLayoutDirection(_DIRECTIONS[line.right_to_left])
            painter.setFont(line.face.font)
            painter.setPen(colours.error if line.has_problem else colours.faint if line.is_faint else colours.text)
            painter.drawText(QPointF(x, line.y), line.text)
        if self.is_uncertain:
            line, x = self._placed_lines[0]
            y = line.y + max(4.5, line.face.height - line.face.ascent - 2)
            painter.setPen(theme.make_dashed_underline_pen(colours.uncertain, -2 * x))
            painter.drawLine(QPointF(x, y), QPointF(-x, y))
        if self._underline is not None:
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(self._underline_pen)
            painter.drawPath(self._underline)


class ArcItem(_ContentItem):
    """Arc from a head to a word, or one row's part of it, with an arrowhead where it arrives."""

    is_selected = False

    def show_content(self, content: ArcContent) -> None:
        """Draw other content."""
        self.content, self._colours = content, content.colours
        self.has_problem, self.locked, self.is_below = content.has_problem, content.locked, content.is_below
        self.suggested_part = content.suggested_part
        down = -1.0 if content.is_below else 1.0
        if content.start == content.end:
            path = QPainterPath(QPointF(content.end, content.top))
            path.lineTo(content.end, -down * ARROW_LENGTH)
        else:
            leaves, arrives = content.leaves, content.arrives
            path = make_arc_path(content.start, content.end, 0.0, content.top, leaves=leaves, arrives=arrives)
        arrowhead = make_arrowhead(content.end, 0.0, down) if content.arrives else None
        self.final_shape: ArcShape = path, arrowhead  # shape after the transition
        self._path, self._arrowhead = self.final_shape
        self._bounds = _compute_bounds(path, arrowhead)

    def clear_selection(self) -> None:
        """Draw the arc as not selected, in its final shape."""
        if self._path is not self.final_shape[0]:
            self.show_shape(self.final_shape)
        if self.is_selected:
            self.is_selected = False
            self.setZValue(self.base_z)
            self.update()

    def show_shape(self, shape: ArcShape) -> None:
        """Draw the arc in another shape, as during a transition."""
        self.prepareGeometryChange()
        self._path, self._arrowhead = shape
        self._bounds = _compute_bounds(*shape)

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:  # noqa: ARG002
        colours = self._colours
        moved = self.suggested_part is not None and self.suggested_part.is_changed
        colour, width = (
            (colours.line, _SUGGESTED_LINE) if self.suggested_part is not None else (colours.text, _CONFIRMED_LINE)
        )
        if self.is_below:
            colour, width = colours.trace, _SUGGESTED_LINE
        if self.locked:
            colour, width = colours.locked, _HEAVY_LINE
        if moved:
            colour, width = colours.changed, _CHANGED_LINE
        if self.is_selected:
            colour, width = colours.selected, _HEAVY_LINE
        if self.has_problem:
            colour, width = colours.error, _CHANGED_LINE
        pen = QPen(colour, width)
        if self.is_below or moved:
            pen.setDashPattern([_DASH / width, _DASH_GAP / width])
        painter.setPen(pen)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawPath(self._path)
        if self._arrowhead is not None:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(colour)
            painter.drawPolygon(self._arrowhead)


class LabelItem(_ContentItem):
    """Label on the paper's colour, around its centre."""

    is_selected = False

    def show_content(self, content: LabelContent) -> None:
        """Draw other content."""
        self._show_tool_tip(content.tool_tip)
        self.content, self._colours, self._face = content, content.colours, content.face
        self.text, self.locked = content.text, content.locked
        self.has_problem, self.is_faint, self.is_suggested = (
            content.has_problem, content.is_faint, content.is_suggested,
        )  # fmt: skip
        face = content.face
        width = face.measure_width(content.text)
        padlock_width = PADLOCK_WIDTH if content.locked else 0.0
        left = -(width + padlock_width) / 2
        self._bounds = QRectF(
            left - LABEL_MARGIN / 2, -face.height / 2, width + padlock_width + LABEL_MARGIN, face.height
        )
        self._text_start = QPointF(left + padlock_width, face.ascent - face.height / 2)
        self._padlock = make_padlock_path(left + 1, face.ascent - face.height / 2) if content.locked else None

    def clear_selection(self) -> None:
        """Draw the label as not selected."""
        if self.is_selected:
            self.is_selected = False
            self.update()

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:  # noqa: ARG002
        colours = self._colours
        painter.fillRect(self._bounds, colours.paper)
        colour = colours.faint if self.is_faint else colours.text
        if self.is_selected:
            colour = colours.selected
        elif self.has_problem:
            colour = colours.error
        elif self.locked:
            colour = colours.locked
        if self.is_suggested:
            painter.setPen(QPen(colour, 1.0, Qt.PenStyle.DashLine))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(self._bounds.adjusted(0.5, 0.5, -0.5, -0.5), 3, 3)
        if self._padlock is not None:
            painter.fillPath(self._padlock, colours.locked)
        painter.setPen(colour)
        painter.setFont(self._face.font)
        painter.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
        painter.drawText(self._text_start, self.text)


class ForbiddenArcItem(_ContentItem):
    """Stub of a forbidden arc: its end at the word, crossed out; its origin is the word's foot."""

    def show_content(self, content: StubContent) -> None:
        """Draw other content."""
        self._show_tool_tip(content.tool_tip)
        self.content, self._colours, side = content, content.colours, content.side
        x = side * (_STUB_OFFSET + content.number * _STUB_GAP)
        end = QPointF(x + side * _STUB_GAP / 3, -_STUB_HEIGHT)
        self._line = (QPointF(x, -1.0), end)
        cross = QPointF(_CROSS_ARM, _CROSS_ARM), QPointF(_CROSS_ARM, -_CROSS_ARM)
        self._cross = [(end - arm, end + arm) for arm in cross]
        self._bounds = QRectF(*self._line).normalized().adjusted(-_CROSS_ARM - 2, -_CROSS_ARM - 2, _CROSS_ARM + 2, 2)

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:  # noqa: ARG002
        painter.setPen(QPen(self._colours.locked, _THIN_LINE))
        painter.drawLine(*self._line)
        painter.setPen(QPen(self._colours.locked, _THIN_LINE + 0.8))
        for begin, end in self._cross:
            painter.drawLine(begin, end)


class MultiwordTokenItem(_ContentItem):
    """Bracket below the words of a multiword token, with its form; its origin is its upper left corner."""

    def show_content(self, content: BracketContent) -> None:
        """Draw other content."""
        self.content, self._colours, self._face = content, content.colours, content.face
        self._text, self._width, self._right_to_left = content.text, content.width, content.right_to_left
        face, width = content.face, content.width
        half = face.measure_width(content.text) / 2
        self._text_start = QPointF(width / 2 - half, 6 + face.ascent)
        self._bounds = QRectF(min(0, width / 2 - half), 0, max(width, 2 * half), face.height + 8).adjusted(-2, -2, 2, 2)

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:  # noqa: ARG002
        painter.setPen(QPen(self._colours.line, _THIN_LINE))
        corners = (QPointF(0, 0), QPointF(0, 5), QPointF(self._width, 5), QPointF(self._width, 0))
        painter.drawPolyline(QPolygonF(corners))
        painter.setPen(self._colours.faint)
        painter.setFont(self._face.font)
        painter.setLayoutDirection(_DIRECTIONS[self._right_to_left])
        painter.drawText(self._text_start, self._text)


Slot = tuple[float, int, int]  # layer, word or number, and part
_T = TypeVar("_T", bound=_ContentItem)
# layers of the stack from below; within one, later words are above earlier ones
WORDS, ARCS, ROOTS, BRACKETS, ENHANCED_ARCS = 0.0, 0.01, 0.02, 0.03, 0.04
SELECTED_ARC, LABELS, ROOT_LABELS, ENHANCED_LABELS, STUBS, PREVIEW = 0.5, 2.0, 2.01, 2.02, 3.0, 5.0
_SLOT_STEP = 1e-6  # between two items of a layer


class PlacedItems:
    """Items of a drawing by slot. Those of the previous drawing on the same scene are taken over: an item is drawn
    again only if its content differs, and its place in the stack follows from its slot alone."""

    def __init__(self, scene: QGraphicsScene, previous: PlacedItems | None = None):
        self._scene = scene
        self._items: dict[Slot, _ContentItem] = {}
        self._unused = {} if previous is None else previous.hand_over()  # items of the previous drawing

    def place(self, item_type: type[_T], slot: Slot, content: tuple[object, ...], x: float, y: float) -> _T:
        """Return the item of a slot with this content, at a position."""
        item = self._unused.pop(slot, None)
        if isinstance(item, item_type):
            if item.content != content:
                item.prepareGeometryChange()
                item.show_content(content)
                item.update()
            item.clear_selection()
            item.place = x, y
            item.setPos(x, y)
        else:
            item = item_type(content)
            layer, number, part = slot
            item.base_z = layer + (2 * number + part) * _SLOT_STEP
            item.setZValue(item.base_z)
            item.place = x, y
            item.setPos(x, y)
            self._scene.addItem(item)
        self._items[slot] = item
        return item

    def hand_over(self) -> dict[Slot, _ContentItem]:
        """Return all items, which are another drawing's from now on."""
        items, self._items = self._items, {}
        return items

    def remove_unused(self) -> None:
        """Remove the items of the previous drawing that have no slot in this one."""
        for item in self._unused.values():
            self._scene.removeItem(item)
        self._unused = {}


def make_arc_path(
    start: float, end: float, foot: float, top: float, *, leaves: bool = True, arrives: bool = True
) -> QPainterPath:
    """Return the path of an arc from (`start`, `foot`) over the height `top` to (`end`, `foot`); a cut arc lacks the
    leg where it does not leave or not arrive."""
    down = 1.0 if foot > top else -1.0
    side = 1.0 if end >= start else -1.0
    radius = min(_CORNER_RADIUS, abs(end - start) / 2, abs(foot - top))
    path = QPainterPath(QPointF(start, foot if leaves else top))
    if leaves:
        path.lineTo(start, top + down * radius)
        path.quadTo(start, top, start + side * radius, top)
    if arrives:
        path.lineTo(end - side * radius, top)
        path.quadTo(end, top, end, top + down * radius)
        path.lineTo(end, foot - down * ARROW_LENGTH)
    else:
        path.lineTo(end, top)
    return path


def interpolate_shapes(old_shape: ArcShape, new_shape: ArcShape, share: float) -> ArcShape:
    """Return the shape of an arc between two shapes at a share from 0 to 1; both must satisfy `can_interpolate`."""
    path = QPainterPath(new_shape[0])
    for index in range(path.elementCount()):
        begin, end = old_shape[0].elementAt(index), new_shape[0].elementAt(index)
        path.setElementPositionAt(index, begin.x + share * (end.x - begin.x), begin.y + share * (end.y - begin.y))
    if old_shape[1] is None or new_shape[1] is None:
        return path, new_shape[1]
    points = zip(old_shape[1].toList(), new_shape[1].toList(), strict=True)
    return path, QPolygonF([begin + (end - begin) * share for begin, end in points])


def can_interpolate(old_shape: ArcShape, new_shape: ArcShape) -> bool:
    """Return whether two shapes of an arc have equally many corners, and both or neither an arrowhead."""
    return old_shape[0].elementCount() == new_shape[0].elementCount() and (old_shape[1] is None) == (
        new_shape[1] is None
    )


def _compute_bounds(path: QPainterPath, arrowhead: QPolygonF | None) -> QRectF:
    bounds = path.boundingRect() if arrowhead is None else path.boundingRect().united(arrowhead.boundingRect())
    return bounds.adjusted(-3, -3, 3, 3)


def make_padlock_path(x: float, foot: float) -> QPainterPath:
    """Return the outline of a closed padlock with its lower left corner at (`x`, `foot`)."""
    body = QPainterPath()
    body.addRoundedRect(QRectF(x, foot - 6, 8, 6), 1, 1)
    shackle = QPainterPath()
    shackle.addRoundedRect(QRectF(x + 1, foot - 10, 6, 8), 3, 3)
    hollow = QPainterPath()
    hollow.addRoundedRect(QRectF(x + 2.4, foot - 8.6, 3.2, 8), 1.6, 1.6)
    return body.united(shackle.subtracted(hollow))


def make_arrowhead(x: float, foot: float, down: float = 1.0) -> QPolygonF:
    """Return an arrowhead with its tip at (`x`, `foot`), pointing down or, for `down` -1, up."""
    return QPolygonF(
        (
            QPointF(x, foot),
            QPointF(x - ARROW_LENGTH / 2, foot - down * ARROW_LENGTH),
            QPointF(x + ARROW_LENGTH / 2, foot - down * ARROW_LENGTH),
        )
    )


def make_dashed_pen(colour: QColor) -> QPen:
    return QPen(colour, 2.0, Qt.PenStyle.DashLine)


def _make_wavy_line(left: float, right: float, y: float, height: float) -> QPainterPath:
    """Return a horizontal wavy line; a straight one for height 0."""
    path = QPainterPath(QPointF(left, y))
    steps = max(2, math.ceil((right - left) / 3))
    step = (right - left) / steps
    for number in range(steps):
        path.lineTo(left + (number + 1) * step, y + (height if number % 2 == 0 else 0))
    return path
