"""Placement of a window at the start: inside a screen, whatever the screen was when it was last closed."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QMargins, QRect, QTimer
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QWidget

_FRAME_MARGINS = QMargins(
    4, 40, 4, 4
)  # points that a desktop may draw around a window; its own are known once it is shown


def fit_to_screen(window: QWidget) -> None:
    """Shrink a window to its screen, and move it back where it is on none; call this before it is shown."""
    if window.isMaximized() or window.isFullScreen():
        return
    areas = [screen.availableGeometry() for screen in QGuiApplication.screens()]  # the primary one first
    if not areas:
        return
    geometry = window.geometry()
    fitted = fit_geometry(geometry, areas)
    if fitted != geometry:
        window.setMinimumSize(1, 1)  # once shown, it hides what does not fit, and then needs less
        QTimer.singleShot(0, window, lambda: window.setMinimumSize(0, 0))
        window.setGeometry(fitted)


def fit_geometry(geometry: QRect, areas: Sequence[QRect]) -> QRect:
    """Return the nearest geometry inside the area that shows most of it; the first area counts where none does."""

    def measure_overlap(area: QRect) -> int:
        overlap = area.intersected(geometry)
        return overlap.width() * overlap.height()

    available = max(areas, key=measure_overlap).marginsRemoved(_FRAME_MARGINS)
    size = geometry.size().boundedTo(available.size())
    fitted = QRect(geometry.topLeft(), size)
    fitted.moveLeft(min(max(fitted.left(), available.left()), available.left() + available.width() - size.width()))
    fitted.moveTop(min(max(fitted.top(), available.top()), available.top() + available.height() - size.height()))
    return fitted
