"""Lines from traces to what carries their index."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainterPath

from spectral_core.data.tree import coindex_of
from spectral_core.drawing.tree_layout import Box
from spectral_gui.scenes.tree_style import GAP

Below = Callable[[int], Iterable[int]]  # the nodes below one


def trace_links(
    traces: Iterable[tuple[Box, int]], boxes: Sequence[Box], plates: Sequence[QRectF], below: Below, row: float
) -> QPainterPath:
    """A line from each trace, which comes with its tag, to the node that carries its index; `row` is how far apart
    levels are."""
    carriers: dict[str, int] = {}
    for at, box in enumerate(boxes):
        if box.kind != "tag" and (number := coindex_of(box.label)):
            carriers.setdefault(number, at)
    links = QPainterPath()
    for trace, tag in traces:
        number = coindex_of(trace.label)
        if number not in carriers:
            continue
        begin, carrier = plates[tag], carriers[number]
        start, lowest = QPointF(begin.center().x(), begin.bottom()), _lowest(carrier, boxes, plates, below)
        plate, side = plates[carrier], 1.0 if start.x() > boxes[carrier].centre else -1.0
        if lowest > plate.bottom() + 2.5 * row:
            stop = QPointF(plate.right() + 3 if side > 0 else plate.left() - 3, plate.center().y())
            bend = QPointF(stop.x() + side * abs(start.x() - stop.x()) / 3, stop.y())
        else:
            stop = QPointF(boxes[carrier].centre, lowest + 3)
            bend = QPointF()
        low = max(start.y(), stop.y()) + min(20 + abs(start.x() - stop.x()) / 12, 60)
        links.moveTo(start)
        links.cubicTo(QPointF(start.x(), low), QPointF(stop.x(), low) if bend.isNull() else bend, stop)
        links.addEllipse(stop, 1.5, 1.5)
    return links


def _lowest(at: int, boxes: Sequence[Box], plates: Sequence[QRectF], below: Below) -> float:
    """How far down a subtree reaches below the centre of its node, and somewhat to the left and right of it."""
    centre = boxes[at].centre
    near = (plate for plate in map(plates.__getitem__, below(at)) if plate.left() - GAP < centre < plate.right() + GAP)
    return max((plates[at].bottom(), *(plate.bottom() for plate in near)))
