"""The items of a dependency drawing: words, arcs, labels and brackets, each of which can be shown in several ways."""

from __future__ import annotations

import math
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen, QPolygonF
from PySide6.QtWidgets import QStyleOptionGraphicsItem, QWidget

from spectral_gui import theme
from spectral_gui.resources import direction_of
from spectral_gui.scenes.area_item import AreaItem
from spectral_gui.scenes.dependencies.faces import Face
from spectral_gui.scenes.ghosts import Ghost
from spectral_gui.theme import Colours

TIP = 7.0  # the length of an arrow's tip
PADLOCK = 11.0  # the width of one with the space after it
LABEL = 8.0  # of the paper's colour, beside a label
_STUB, _STUB_FROM, _STUB_APART = 15.0, 9.0, 9.0  # of forbidden arcs: their height, and where they stand at a word
_CROSS = 3.0
_ROUND = 9.0
_THIN, _HEAVIER = 1.2, 1.2
_PENCIL, _INK, _HEAVY, _DIFFERENT = 1.25, 1.5, 2.25, 1.75  # widths: proposed; decided; locked or current; moved
_LONG, _SHORT = 4.0, 2.5  # of dashes and their gaps, in pixels
_PADDING = 4.0

Line = tuple[QPainterPath, QPolygonF | None]  # of an arc, with its tip


@dataclass(frozen=True, slots=True)
class TextLine:
    """One line of text at a word: where its baseline is below the word's foot, and how it is set."""

    text: str
    face: Face
    y: float
    faint: bool = True
    wrong: bool = False
    right_to_left: bool = False


class WordItem(AreaItem):
    """A word with the lines below it; its origin is the middle of its upper edge."""

    def __init__(self, lines: tuple[TextLine, ...], width: float, height: float, colours: Colours):
        super().__init__()
        self.lines = lines
        self._lines = [(line, -line.face.width(line.text) / 2) for line in lines]
        self._colours = colours
        self._box = QRectF(-width / 2 - _PADDING, 1, width + 2 * _PADDING, height - 2)
        self._bounds = self._box.adjusted(-2, -2, 2, 2)
        self._wave: QPainterPath | None = None
        self._pen = QPen()
        self.doubtful = False
        self.dashed = False  # an empty node, or a word that hangs nowhere
        self.chosen = 0  # 1: selected with others, 2: the one that keys act on
        self.target = False

    def underline(self, warning: bool = False) -> None:
        """Marks the word by a line below its first line of text: wavy where it is wrong, dotted for a warning."""
        line, x = self._lines[0]
        y = line.y + max(2.5, line.face.height - line.face.ascent - 4)
        self._wave = _wave(x, -x, y, 0.0 if warning else 2.2)
        self._pen = QPen(self._colours.wrong, 1.5, Qt.PenStyle.DotLine if warning else Qt.PenStyle.SolidLine)

    @property
    def marked(self) -> bool:
        return self._wave is not None

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:  # noqa: ARG002
        colours = self._colours
        if self.chosen or self.target or self.dashed:
            pen = QPen(Qt.PenStyle.NoPen)
            if self.target:
                pen = QPen(colours.target, _THIN + _HEAVIER)
            elif self.chosen == 2:
                pen = QPen(colours.selected, 1.6)
            elif self.dashed:
                pen = QPen(colours.faint, _THIN, Qt.PenStyle.DashLine)
            painter.setPen(pen)
            painter.setBrush(colours.selected_fill if self.chosen else Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(self._box, 6, 6)
        for line, x in self._lines:
            painter.setLayoutDirection(direction_of(line.right_to_left))
            painter.setFont(line.face.font)
            painter.setPen(colours.wrong if line.wrong else colours.faint if line.faint else colours.text)
            painter.drawText(QPointF(x, line.y), line.text)
        if self.doubtful:
            line, x = self._lines[0]
            y = line.y + max(4.5, line.face.height - line.face.ascent - 2)
            painter.setPen(theme.doubt(colours.doubt, -2 * x))
            painter.drawLine(QPointF(x, y), QPointF(-x, y))
        if self._wave is not None:
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(self._pen)
            painter.drawPath(self._wave)


class ArcItem(AreaItem):
    """A line from a head to a word, or a part of one, with a tip where it arrives."""

    def __init__(self, path: QPainterPath, tip: QPolygonF | None, colours: Colours):
        super().__init__()
        self._path, self._tip, self._colours = path, tip, colours
        self.line = path, tip  # where it belongs
        self._bounds = _around(path, tip)
        self.wrong = self.below = self.locked = False
        self.chosen = self.changed = False
        self.ghost: Ghost | None = None  # where it is proposed only

    def stand(self, line: Line) -> None:
        """Draws it in another place for now."""
        self.prepareGeometryChange()
        self._path, self._tip = line
        self._bounds = _around(*line)

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:  # noqa: ARG002
        colours = self._colours
        moved = self.changed or (self.ghost is not None and self.ghost.moved)
        colour, width = (colours.line, _PENCIL) if self.ghost is not None else (colours.text, _INK)
        if self.below:
            colour, width = colours.trace, _PENCIL
        if self.locked:
            colour, width = colours.locked, _HEAVY
        if moved:
            colour, width = colours.changed, _DIFFERENT
        if self.chosen:
            colour, width = colours.selected, _HEAVY
        if self.wrong:
            colour, width = colours.wrong, _DIFFERENT
        pen = QPen(colour, width)
        if self.below or moved:
            pen.setDashPattern([_LONG / width, _SHORT / width])
        painter.setPen(pen)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawPath(self._path)
        if self._tip is not None:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(colour)
            painter.drawPolygon(self._tip)


class LabelItem(AreaItem):
    """A label on a plate of the paper's colour; its origin is its centre."""

    def __init__(self, text: str, face: Face, colours: Colours, locked: bool = False):
        super().__init__()
        self.text, self._face, self._colours = text, face, colours
        width = face.width(text)
        beside = PADLOCK if locked else 0.0
        left = -(width + beside) / 2
        self._bounds = QRectF(left - LABEL / 2, -face.height / 2, width + beside + LABEL, face.height)
        self._from = QPointF(left + beside, face.ascent - face.height / 2)
        self._padlock = padlock(left + 1, face.ascent - face.height / 2) if locked else None
        self.wrong = self.faint = False
        self.proposed = False  # the relation alone; its arc stands
        self.chosen = False

    @property
    def locked(self) -> bool:
        return self._padlock is not None

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:  # noqa: ARG002
        colours = self._colours
        painter.fillRect(self._bounds, colours.paper)
        colour = colours.faint if self.faint else colours.text
        if self.chosen:
            colour = colours.selected
        elif self.wrong:
            colour = colours.wrong
        elif self.locked:
            colour = colours.locked
        if self.proposed:
            painter.setPen(QPen(colour, 1.0, Qt.PenStyle.DashLine))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(self._bounds.adjusted(0.5, 0.5, -0.5, -0.5), 3, 3)
        if self._padlock is not None:
            painter.fillPath(self._padlock, colours.locked)
        painter.setPen(colour)
        painter.setFont(self._face.font)
        painter.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
        painter.drawText(self._from, self.text)


class StubItem(AreaItem):
    """A forbidden arc: the beginning of a line from a word towards that head, crossed out; its origin is the word's
    foot."""

    def __init__(self, side: float, place: int, colours: Colours):
        super().__init__()
        x = side * (_STUB_FROM + place * _STUB_APART)
        end = QPointF(x + side * _STUB_APART / 3, -_STUB)
        self._line = (QPointF(x, -1.0), end)
        cross = QPointF(_CROSS, _CROSS), QPointF(_CROSS, -_CROSS)
        self._cross = [(end - arm, end + arm) for arm in cross]
        self._bounds = QRectF(*self._line).normalized().adjusted(-_CROSS - 2, -_CROSS - 2, _CROSS + 2, 2)
        self._colours = colours

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:  # noqa: ARG002
        painter.setPen(QPen(self._colours.locked, _THIN))
        painter.drawLine(*self._line)
        painter.setPen(QPen(self._colours.locked, _THIN + 0.8))
        for begin, end in self._cross:
            painter.drawLine(begin, end)


class BracketItem(AreaItem):
    """A bracket below words that are written as one, with what is written; its origin is its upper left corner."""

    def __init__(self, text: str, face: Face, width: float, colours: Colours, right_to_left: bool):
        super().__init__()
        self._text, self._face, self._colours = text, face, colours
        self._right_to_left = right_to_left
        self._width = width
        half = face.width(text) / 2
        self._from = QPointF(width / 2 - half, 6 + face.ascent)
        self._bounds = QRectF(min(0, width / 2 - half), 0, max(width, 2 * half), face.height + 8).adjusted(-2, -2, 2, 2)

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:  # noqa: ARG002
        painter.setPen(QPen(self._colours.line, _THIN))
        corners = (QPointF(0, 0), QPointF(0, 5), QPointF(self._width, 5), QPointF(self._width, 0))
        painter.drawPolyline(QPolygonF(corners))
        painter.setPen(self._colours.faint)
        painter.setFont(self._face.font)
        painter.setLayoutDirection(direction_of(self._right_to_left))
        painter.drawText(self._from, self._text)


def arc_path(
    start: float, end: float, foot: float, top: float, *, leaves: bool = True, arrives: bool = True
) -> QPainterPath:
    """A line from (`start`, `foot`) over `top` to (`end`, `foot`); without one of its legs where it is cut."""
    down = 1.0 if foot > top else -1.0
    side = 1.0 if end >= start else -1.0
    turn = min(_ROUND, abs(end - start) / 2, abs(foot - top))
    path = QPainterPath(QPointF(start, foot if leaves else top))
    if leaves:
        path.lineTo(start, top + down * turn)
        path.quadTo(start, top, start + side * turn, top)
    if arrives:
        path.lineTo(end - side * turn, top)
        path.quadTo(end, top, end, top + down * turn)
        path.lineTo(end, foot - down * TIP)
    else:
        path.lineTo(end, top)
    return path


def between(before: Line, now: Line, share: float) -> Line:
    """A line on the way from one to another of as many corners, of which it has come this share."""
    path = QPainterPath(now[0])
    for at in range(path.elementCount()):
        begin, end = before[0].elementAt(at), now[0].elementAt(at)
        path.setElementPositionAt(at, begin.x + share * (end.x - begin.x), begin.y + share * (end.y - begin.y))
    if before[1] is None or now[1] is None:
        return path, now[1]
    points = zip(before[1].toList(), now[1].toList(), strict=True)
    return path, QPolygonF([begin + (end - begin) * share for begin, end in points])


def shifted(line: Line, by: QPointF) -> Line:
    path, points = line
    if by.isNull():
        return line
    return path.translated(by), None if points is None else points.translated(by)


def alike(one: Line, other: Line) -> bool:
    """Whether lines have as many corners, and both a tip or none."""
    return one[0].elementCount() == other[0].elementCount() and (one[1] is None) == (other[1] is None)


def _around(path: QPainterPath, tip: QPolygonF | None) -> QRectF:
    bounds = path.boundingRect() if tip is None else path.boundingRect().united(tip.boundingRect())
    return bounds.adjusted(-3, -3, 3, 3)


def padlock(x: float, foot: float) -> QPainterPath:
    """A closed padlock on a line of text, its lower left corner at (`x`, `foot`)."""
    whole = QPainterPath()
    whole.addRoundedRect(QRectF(x, foot - 6, 8, 6), 1, 1)
    bow = QPainterPath()
    bow.addRoundedRect(QRectF(x + 1, foot - 10, 6, 8), 3, 3)
    hollow = QPainterPath()
    hollow.addRoundedRect(QRectF(x + 2.4, foot - 8.6, 3.2, 8), 1.6, 1.6)
    return whole.united(bow.subtracted(hollow))


def tip(x: float, foot: float, down: float = 1.0) -> QPolygonF:
    """The tip of an arrow that arrives at (`x`, `foot`), downwards or (-1) upwards."""
    return QPolygonF(
        (QPointF(x, foot), QPointF(x - TIP / 2, foot - down * TIP), QPointF(x + TIP / 2, foot - down * TIP))
    )


def dashed(colour: QColor) -> QPen:
    return QPen(colour, 2.0, Qt.PenStyle.DashLine)


def _wave(left: float, right: float, y: float, height: float) -> QPainterPath:
    path = QPainterPath(QPointF(left, y))
    steps = max(2, math.ceil((right - left) / 3))
    step = (right - left) / steps
    for number in range(steps):
        path.lineTo(left + (number + 1) * step, y + (height if number % 2 == 0 else 0))
    return path
