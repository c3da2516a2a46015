"""What the items of drawings have in common: each knows the room that it covers."""

from __future__ import annotations

from PySide6.QtCore import QRectF
from PySide6.QtWidgets import QGraphicsItem


class AreaItem(QGraphicsItem):
    """An item that says what it covers, around its origin, once it is made."""

    _bounds: QRectF

    @property
    def area(self) -> QRectF:
        """What it covers of the scene."""
        return self._bounds.translated(self.pos())

    def boundingRect(self) -> QRectF:
        return self._bounds
