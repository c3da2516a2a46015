"""Drawing of one frame of an algorithm trace: the shapes of its plan as scene items."""

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
from spectral_core.drawing.frame_layout import lay_out_trace_frame
from spectral_core.drawing.shapes import Patch, Polyline, TextShape, Tone
from spectral_gui.text_display import is_arabic, is_right_to_left, make_treebank_font
from spectral_gui.theme import Colours, mix_colours

_ARROWHEAD = QPolygonF([QPointF(0, 1), QPointF(-3.25, -6), QPointF(3.25, -6)])


def draw_trace_frame(
    scene: QGraphicsScene,
    trace: Trace,
    step_number: int,
    colours: Colours,
    *,
    with_caption: bool = False,
    scale: float = 1.0,
) -> None:
    """Draw the state of an algorithm after a step of its trace, such as its chart, on a scene."""
    frame_plan = lay_out_trace_frame(
        trace,
        step_number,
        width_of=_measure_width,
        right_to_left=bool(is_right_to_left(" ".join(trace.words))),
        with_caption=with_caption,
    )
    group = QGraphicsItemGroup()
    for shape in frame_plan.shapes:
        for item in _make_shape_items(shape, colours):
            group.addToGroup(item)
    group.setScale(scale)
    scene.addItem(group)


def _make_font(size: float, text: str, bold: bool) -> QFont:
    """Return the font of a text in a frame; `size` in pixels."""
    font = make_treebank_font(10.0, is_arabic(text))
    font.setPixelSize(round(size))
    font.setBold(bold)
    return font


def _measure_width(text: str, size: float) -> float:
    return QFontMetricsF(_make_font(size, text, False)).horizontalAdvance(text)


def _make_shape_items(shape: Patch | Polyline | TextShape, colours: Colours) -> list[QGraphicsItem]:
    """Make the scene items of a shape."""
    if isinstance(shape, TextShape):
        return [_make_text_item(shape, colours)]
    if isinstance(shape, Patch):
        box = QGraphicsRectItem(QRectF(shape.x, shape.y, shape.width, shape.height))
        box.setPen(_make_pen(shape, colours))
        if shape.strength is not None:
            box.setBrush(_blend_accent(shape.strength, colours))
        return [box]
    path = QPainterPath()
    path.addPolygon(QPolygonF([QPointF(*point) for point in shape.points]))
    if shape.closed:
        path.closeSubpath()
    path_item = QGraphicsPathItem(path)
    path_item.setPen(_make_pen(shape, colours))
    if shape.closed and shape.strength is not None:
        path_item.setBrush(_blend_accent(shape.strength, colours))
    if not shape.arrow:
        return [path_item]
    (x, y), (previous_x, previous_y) = shape.points[-1], shape.points[-2]
    transform = QTransform().translate(x, y).rotate(degrees(atan2(y - previous_y, x - previous_x)) - 90)
    arrowhead = QGraphicsPolygonItem(transform.map(_ARROWHEAD))
    arrowhead.setPen(Qt.PenStyle.NoPen)
    arrowhead.setBrush(_get_colour(shape.tone, colours))
    return [path_item, arrowhead]


def _make_text_item(shape: TextShape, colours: Colours) -> QGraphicsItem:
    """Make the scene item of a text, anchored at its start, middle or end."""
    text_item = QGraphicsSimpleTextItem(shape.text)
    font = _make_font(shape.size, shape.text, shape.bold)
    text_item.setFont(font)
    text_item.setBrush(_get_colour(shape.tone, colours))
    metrics = QFontMetricsF(font)
    shift = {"start": 0.0, "middle": 0.5, "end": 1.0}[shape.anchor] * metrics.horizontalAdvance(shape.text)
    if shape.rotated:
        text_item.setRotation(-90)
        text_item.setPos(shape.x - metrics.ascent(), shape.y + shift)
    else:
        text_item.setPos(shape.x - shift, shape.y - metrics.ascent())
    return text_item


def _make_pen(shape: Patch | Polyline, colours: Colours) -> QPen:
    """Return the pen of a shape's outline: its tone, weight and dashes."""
    pen = QPen(_get_colour(shape.tone, colours), shape.weight)
    pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
    if shape.dashed:
        pen.setDashPattern([4 / shape.weight, 2.5 / shape.weight])
    return pen


def _get_colour(tone: Tone, colours: Colours) -> QColor:
    """Return the colour of the theme for a tone."""
    colours_by_tone = {
        "text": colours.text, "faint": colours.faint, "line": colours.line, "hairline": colours.hairline,
        "accent": colours.selected,
    }  # fmt: skip
    return colours_by_tone[tone]


def _blend_accent(strength: float, colours: Colours) -> QColor:
    """Return a mixture of the paper's colour and the accent; `strength` is the share of the accent."""
    return mix_colours(colours.selected, colours.paper, strength)
