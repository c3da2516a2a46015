"""Keys as they are drawn: caps, one for each key of those that are pressed together."""

from __future__ import annotations

import re

from PySide6.QtCore import QRect, QRectF, Qt
from PySide6.QtGui import QFontMetrics, QPainter

from spectral_gui.theme.tokens import Colours

_BETWEEN_KEYS = re.compile(r"\+(?=.)")
INSIDE, APART = 5, 4  # pixels inside a cap, and between two


def caps(keys: str) -> list[str]:
    """The keys that are pressed together, each for itself."""
    return _BETWEEN_KEYS.split(keys) if keys else []


def caps_width(metrics: QFontMetrics, keys: str) -> int:
    return sum(_width(metrics, cap) + APART for cap in caps(keys))


def draw_caps(painter: QPainter, area: QRect, keys: str, colours: Colours, mirrored: bool) -> None:
    """Caps from where an area begins, the first key first in either direction."""
    metrics, high = painter.fontMetrics(), painter.fontMetrics().height() + 2
    top, x = area.top() + (area.height() - high) // 2, 0
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    for cap in caps(keys):
        width = _width(metrics, cap)
        place = QRect(area.right() + 1 - x - width if mirrored else area.left() + x, top, width, high)
        painter.setPen(colours.border)
        painter.setBrush(colours.paper)
        painter.drawRoundedRect(QRectF(place).adjusted(0.5, 0.5, -0.5, -0.5), 4, 4)
        painter.setPen(colours.faint)
        painter.drawText(place, int(Qt.AlignmentFlag.AlignCenter), cap)
        x += width + APART
    painter.restore()


def _width(metrics: QFontMetrics, cap: str) -> int:
    wide = metrics.horizontalAdvance(cap) + 2 * INSIDE
    return max(wide, metrics.height() + 2)
