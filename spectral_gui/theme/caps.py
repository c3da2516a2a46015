"""Key caps: keys as they are drawn, one cap for each key that is pressed together with others."""

from __future__ import annotations

import re

from PySide6.QtCore import QRect, QRectF, Qt
from PySide6.QtGui import QFontMetrics, QPainter

from spectral_gui.theme.tokens import Colours

_BETWEEN_KEYS = re.compile(r"\+(?=.)")
CAP_PADDING, CAP_GAP = 5, 4  # pixels inside a cap, and between two


def split_keys(keys: str) -> list[str]:
    """Return the keys that are pressed together, one by one."""
    return _BETWEEN_KEYS.split(keys) if keys else []


def measure_caps(metrics: QFontMetrics, keys: str) -> int:
    return sum(_measure_cap(metrics, cap) + CAP_GAP for cap in split_keys(keys))


def draw_caps(painter: QPainter, area: QRect, keys: str, colours: Colours, mirrored: bool) -> None:
    """Draw caps from the start of an area, the first key first in either direction."""
    metrics, cap_height = painter.fontMetrics(), painter.fontMetrics().height() + 2
    top, x = area.top() + (area.height() - cap_height) // 2, 0
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    for cap in split_keys(keys):
        width = _measure_cap(metrics, cap)
        cap_area = QRect(area.right() + 1 - x - width if mirrored else area.left() + x, top, width, cap_height)
        painter.setPen(colours.border)
        painter.setBrush(colours.paper)
        painter.drawRoundedRect(QRectF(cap_area).adjusted(0.5, 0.5, -0.5, -0.5), 4, 4)
        painter.setPen(colours.faint)
        painter.drawText(cap_area, int(Qt.AlignmentFlag.AlignCenter), cap)
        x += width + CAP_GAP
    painter.restore()


def _measure_cap(metrics: QFontMetrics, cap: str) -> int:
    text_width = metrics.horizontalAdvance(cap) + 2 * CAP_PADDING
    return max(text_width, metrics.height() + 2)
