"""The readings of a word as rows: gone through with arrows, taken with Enter."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QListView

from spectral_gui.lists import points_of
from spectral_gui.resources import is_arabic, is_right_to_left
from spectral_gui.views.candidates.rows.drawing import ReadingDelegate
from spectral_gui.views.candidates.rows.readings import RankedReading, ReadingList

__all__ = ["RankedReading", "ReadingList", "Rows"]


class Rows(QListView):
    """The list itself; its arrows go up and down in it, and to the words beside by sight."""

    taken = Signal(int)  # a row, by Enter or a double click
    stepped = Signal(int)  # to the word on the right (1) or on the left (-1)
    left = Signal()  # Escape

    def __init__(self) -> None:
        super().__init__()
        self.rows = ReadingList(self)
        self._drawing = ReadingDelegate(self)
        self.setModel(self.rows)
        self.setItemDelegate(self._drawing)
        self.setUniformItemSizes(True)
        self.setVerticalScrollMode(QListView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setAccessibleName(self.tr("Readings of the word"))
        self.doubleClicked.connect(lambda index: self.taken.emit(index.row()))

    def suit(self, text: str) -> None:
        self._drawing.suit(is_arabic(text), bool(is_right_to_left(text)), points_of(self))
        self.scheduleDelayedItemsLayout()

    def show_readings(self, readings: Sequence[RankedReading], marked: int = 0) -> None:
        self.rows.show_readings(readings)
        self.mark(marked)

    def mark(self, row: int) -> None:
        size = self.rows.rowCount()
        if size:
            self.setCurrentIndex(self.rows.index(min(max(row, 0), size - 1)))
        self.viewport().update()

    @property
    def marked(self) -> RankedReading | None:
        row = self.currentIndex().row()
        return self.rows.readings[row] if 0 <= row < len(self.rows.readings) else None

    def keyPressEvent(self, event: QKeyEvent) -> None:
        held = event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        key = event.key()
        if held:
            event.ignore()
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            if self.currentIndex().isValid():
                self.taken.emit(self.currentIndex().row())
        elif key in (Qt.Key.Key_Left, Qt.Key.Key_Right):
            self.stepped.emit(1 if key == Qt.Key.Key_Right else -1)
        elif key == Qt.Key.Key_Escape:
            self.left.emit()
        elif key in (Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_PageUp, Qt.Key.Key_PageDown):
            super().keyPressEvent(event)
        elif key in (Qt.Key.Key_Home, Qt.Key.Key_End):
            self.mark(0 if key == Qt.Key.Key_Home else len(self.rows.readings))
        else:
            event.ignore()  # letters are commands, not a search in this list
