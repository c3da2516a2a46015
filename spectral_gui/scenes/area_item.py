"""Base class of the items of drawings."""

from __future__ import annotations

from PySide6.QtCore import QRectF
from PySide6.QtWidgets import QGraphicsItem


class AreaItem(QGraphicsItem):
    """Graphics item with bounds around its origin, which are set when it is constructed."""

    _bounds: QRectF

    @property
    def area(self) -> QRectF:
        """Bounds in the coordinates of the scene."""
        return self._bounds.translated(self.pos())

    def boundingRect(self) -> QRectF:
        return self._bounds
