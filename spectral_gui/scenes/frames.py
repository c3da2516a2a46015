"""Draws a frame of a trace on a scene: the shapes of its plan, in given colours."""

from __future__ import annotations

from math import atan2, degrees

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainterPath, QPen, QPolygonF, QTransform
from PySide6.QtWidgets import (
    QGraphicsItem,
    QGraphicsItemGroup,
    QGraphicsPathItem,
    QGraphicsPolygonItem,
    QGraphicsRectItem,
    QGraphicsScene,
    QGraphicsSimpleTextItem,
)

from spectral_core.data.trace import Trace
from spectral_core.drawing.frames import Lettering, Patch, Polyline, Tone, plan
from spectral_gui.resources import is_arabic, is_right_to_left, text_font
from spectral_gui.theme import Colours

_TIP = QPolygonF([QPointF(0, 1), QPointF(-3.25, -6), QPointF(3.25, -6)])


def draw(
    scene: QGraphicsScene, trace: Trace, number: int, colours: Colours, *, told: bool = False, scale: float = 1.0
) -> None:
    """Draws the frame after a step, so many times as large as it is planned."""
    made = plan(trace, number, width_of=_width, right_to_left=bool(is_right_to_left(" ".join(trace.words))), told=told)
    whole = QGraphicsItemGroup()
    for shape in made.shapes:
        for item in _items(shape, colours):
            whole.addToGroup(item)
    whole.setScale(scale)
    scene.addItem(whole)


def _font(size: float, text: str, bold: bool) -> QFont:
    font = text_font(10.0, is_arabic(text))
    font.setPixelSize(round(size))
    font.setBold(bold)
    return font


def _width(text: str, size: float) -> float:
    return QFontMetricsF(_font(size, text, False)).horizontalAdvance(text)


def _items(shape: Patch | Polyline | Lettering, colours: Colours) -> list[QGraphicsItem]:
    if isinstance(shape, Lettering):
        return [_written(shape, colours)]
    if isinstance(shape, Patch):
        box = QGraphicsRectItem(QRectF(shape.x, shape.y, shape.width, shape.height))
        box.setPen(_pen(shape, colours))
        if shape.strength is not None:
            box.setBrush(_mixed(shape.strength, colours))
        return [box]
    path = QPainterPath()
    path.addPolygon(QPolygonF([QPointF(*point) for point in shape.points]))
    if shape.closed:
        path.closeSubpath()
    made = QGraphicsPathItem(path)
    made.setPen(_pen(shape, colours))
    if shape.closed and shape.strength is not None:
        made.setBrush(_mixed(shape.strength, colours))
    if not shape.arrow:
        return [made]
    (x, y), (before, above) = shape.points[-1], shape.points[-2]
    turned = QTransform().translate(x, y).rotate(degrees(atan2(y - above, x - before)) - 90)
    tip = QGraphicsPolygonItem(turned.map(_TIP))
    tip.setPen(Qt.PenStyle.NoPen)
    tip.setBrush(_tone(shape.tone, colours))
    return [made, tip]


def _written(shape: Lettering, colours: Colours) -> QGraphicsItem:
    made = QGraphicsSimpleTextItem(shape.text)
    font = _font(shape.size, shape.text, shape.bold)
    made.setFont(font)
    made.setBrush(_tone(shape.tone, colours))
    metrics = QFontMetricsF(font)
    left = {"start": 0.0, "middle": 0.5, "end": 1.0}[shape.anchor] * metrics.horizontalAdvance(shape.text)
    if shape.turned:
        made.setRotation(-90)
        made.setPos(shape.x - metrics.ascent(), shape.y + left)
    else:
        made.setPos(shape.x - left, shape.y - metrics.ascent())
    return made


def _pen(shape: Patch | Polyline, colours: Colours) -> QPen:
    pen = QPen(_tone(shape.tone, colours), shape.weight)
    pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
    if shape.dashed:
        pen.setDashPattern([4 / shape.weight, 2.5 / shape.weight])
    return pen


def _tone(tone: Tone, colours: Colours) -> QColor:
    named = {
        "text": colours.text, "faint": colours.faint, "line": colours.line, "hairline": colours.hairline,
        "accent": colours.selected,
    }  # fmt: skip
    return named[tone]


def _mixed(strength: float, colours: Colours) -> QColor:
    """A share of the accent on the paper."""
    paper, accent = colours.paper, colours.selected
    pairs = ((paper.red(), accent.red()), (paper.green(), accent.green()), (paper.blue(), accent.blue()))
    return QColor(*(round(one + (other - one) * strength) for one, other in pairs))
