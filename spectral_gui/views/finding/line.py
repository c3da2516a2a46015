"""The line that queries are typed in."""

from __future__ import annotations

from PySide6.QtCore import QPointF, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QLineEdit, QWidget

_MOST_HISTORY = 50


class QueryLine(QLineEdit):
    """A line with its own history under Up and Down, and a mark under the column where a query went wrong."""

    left = Signal()

    def __init__(self, parent: QWidget | None = None):
        super().__init__(parent)
        self.history: list[str] = []  # newest last
        self._place = 0
        self.wrong = 0  # the column, counted from 1; 0 for none
        self._x = 0  # where that is on screen
        self.textEdited.connect(self._forget)

    def keep(self, query: str) -> None:
        """Puts a query on top of the history."""
        self.history = [*(one for one in self.history if one != query), query][-_MOST_HISTORY:]
        self._place = len(self.history)

    def mark(self, column: int) -> None:
        """Shows where it went wrong; 0 for nowhere."""
        self.wrong = column
        if column:
            self.setFocus(Qt.FocusReason.OtherFocusReason)
            self.setCursorPosition(min(column - 1, len(self.text())))
            self._x = self.cursorRect().center().x()
        self.update()

    def _forget(self) -> None:
        self.wrong = 0
        self._place = len(self.history)
        self.update()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        step = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}.get(Qt.Key(event.key()), 0)
        if step:
            place = self._place + step
            if 0 <= place < len(self.history):
                self._place = place
                self.setText(self.history[place])
            elif place == len(self.history):
                self._place = place
                self.clear()
        elif event.key() == Qt.Key.Key_Escape:
            self.left.emit()
        else:
            super().keyPressEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if not self.wrong:
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(self.palette().brightText().color(), 2))
        x, y = self._x, self.height() - 3
        painter.drawPolyline([QPointF(x - 4, y), QPointF(x, y - 5), QPointF(x + 4, y)])
