"""Where a window stands at the start: inside a screen, whatever the screen was when it was last closed."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QMargins, QRect, QTimer
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QWidget

_FRAME = QMargins(4, 40, 4, 4)  # points that a desktop may draw around a window; its own are known once it is shown


def fit_to_screen(window: QWidget) -> None:
    """Make a window no larger than its screen, and bring it back where it stands on none. Before it is shown."""
    if window.isMaximized() or window.isFullScreen():
        return
    areas = [screen.availableGeometry() for screen in QGuiApplication.screens()]  # the primary one first
    if not areas:
        return
    geometry = window.geometry()
    fitting = fit(geometry, areas)
    if fitting != geometry:
        window.setMinimumSize(1, 1)  # once it is shown it leaves out what it has no room for, and then needs less
        QTimer.singleShot(0, window, lambda: window.setMinimumSize(0, 0))
        window.setGeometry(fitting)


def fit(geometry: QRect, areas: Sequence[QRect]) -> QRect:
    """Return the nearest geometry inside the area that shows most of it; the first area counts where none does."""

    def shown_in(area: QRect) -> int:
        shown = area.intersected(geometry)
        return shown.width() * shown.height()

    room = max(areas, key=shown_in).marginsRemoved(_FRAME)
    size = geometry.size().boundedTo(room.size())
    fitting = QRect(geometry.topLeft(), size)
    fitting.moveLeft(min(max(fitting.left(), room.left()), room.left() + room.width() - size.width()))
    fitting.moveTop(min(max(fitting.top(), room.top()), room.top() + room.height() - size.height()))
    return fitting
