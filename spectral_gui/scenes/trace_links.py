"""Lines from traces to their antecedents, the nodes that carry their index."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainterPath

from spectral_core.data.tree import coindex_of
from spectral_core.drawing.tree_layout import Box
from spectral_gui.scenes.tree_style import LABEL_GAP

DescendantLookup = Callable[[int], Iterable[int]]  # the nodes below a node


def make_trace_links(
    traces: Iterable[tuple[Box, int]],
    boxes: Sequence[Box],
    plates: Sequence[QRectF],
    find_descendants: DescendantLookup,
    level_gap: float,
) -> QPainterPath:
    """Return lines from traces, which come with the index of their tag, to the nodes with the same coindex."""
    antecedents: dict[str, int] = {}
    for node, box in enumerate(boxes):
        if box.kind != "tag" and (coindex := coindex_of(box.label)):
            antecedents.setdefault(coindex, node)
    links = QPainterPath()
    for trace, tag in traces:
        coindex = coindex_of(trace.label)
        if coindex not in antecedents:
            continue
        trace_plate, antecedent = plates[tag], antecedents[coindex]
        start, subtree_bottom = (
            QPointF(trace_plate.center().x(), trace_plate.bottom()),
            _find_subtree_bottom(antecedent, boxes, plates, find_descendants),
        )
        plate, direction = plates[antecedent], 1.0 if start.x() > boxes[antecedent].centre else -1.0
        if subtree_bottom > plate.bottom() + 2.5 * level_gap:
            stop = QPointF(plate.right() + 3 if direction > 0 else plate.left() - 3, plate.center().y())
            control_point = QPointF(stop.x() + direction * abs(start.x() - stop.x()) / 3, stop.y())
        else:
            stop = QPointF(boxes[antecedent].centre, subtree_bottom + 3)
            control_point = QPointF()
        control_y = max(start.y(), stop.y()) + min(20 + abs(start.x() - stop.x()) / 12, 60)
        links.moveTo(start)
        links.cubicTo(
            QPointF(start.x(), control_y),
            QPointF(stop.x(), control_y) if control_point.isNull() else control_point,
            stop,
        )
        links.addEllipse(stop, 1.5, 1.5)
    return links


def _find_subtree_bottom(
    node: int, boxes: Sequence[Box], plates: Sequence[QRectF], find_descendants: DescendantLookup
) -> float:
    """Return how far down a subtree reaches below the centre of its node and near it."""
    centre = boxes[node].centre
    nearby_plates = (
        plate
        for plate in map(plates.__getitem__, find_descendants(node))
        if plate.left() - LABEL_GAP < centre < plate.right() + LABEL_GAP
    )
    return max((plates[node].bottom(), *(plate.bottom() for plate in nearby_plates)))
