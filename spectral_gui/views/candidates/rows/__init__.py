"""List of the readings of a word: arrows move in it, Enter chooses."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QListView

from spectral_gui.lists import get_text_points
from spectral_gui.resources import is_arabic, is_right_to_left
from spectral_gui.views.candidates.rows.drawing import ReadingDelegate
from spectral_gui.views.candidates.rows.readings import RankedReading, ReadingListModel

__all__ = ["RankedReading", "ReadingListModel", "ReadingListView"]


class ReadingListView(QListView):
    """List view of readings; Up and Down move in it, Left and Right go to the neighbouring words as they are seen."""

    row_chosen = Signal(int)  # a row, by Enter or a double click
    stepped = Signal(int)  # to the word on the right (1) or on the left (-1)
    escaped = Signal()  # Escape

    def __init__(self) -> None:
        super().__init__()
        self.reading_model = ReadingListModel(self)
        self._delegate = ReadingDelegate(self)
        self.setModel(self.reading_model)
        self.setItemDelegate(self._delegate)
        self.setUniformItemSizes(True)
        self.setVerticalScrollMode(QListView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setAccessibleName(self.tr("Readings of the word"))
        self.doubleClicked.connect(lambda index: self.row_chosen.emit(index.row()))

    def adapt_to_script(self, text: str) -> None:
        self._delegate.set_script(is_arabic(text), bool(is_right_to_left(text)), get_text_points(self))
        self.scheduleDelayedItemsLayout()

    def show_readings(self, readings: Sequence[RankedReading], marked: int = 0) -> None:
        self.reading_model.show_readings(readings)
        self.mark(marked)

    def mark(self, row: int) -> None:
        count = self.reading_model.rowCount()
        if count:
            self.setCurrentIndex(self.reading_model.index(min(max(row, 0), count - 1)))
        self.viewport().update()

    @property
    def marked_reading(self) -> RankedReading | None:
        row = self.currentIndex().row()
        return self.reading_model.readings[row] if 0 <= row < len(self.reading_model.readings) else None

    def keyPressEvent(self, event: QKeyEvent) -> None:
        modifiers = event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        key = event.key()
        if modifiers:
            event.ignore()
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            if self.currentIndex().isValid():
                self.row_chosen.emit(self.currentIndex().row())
        elif key in (Qt.Key.Key_Left, Qt.Key.Key_Right):
            self.stepped.emit(1 if key == Qt.Key.Key_Right else -1)
        elif key == Qt.Key.Key_Escape:
            self.escaped.emit()
        elif key in (Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_PageUp, Qt.Key.Key_PageDown):
            super().keyPressEvent(event)
        elif key in (Qt.Key.Key_Home, Qt.Key.Key_End):
            self.mark(0 if key == Qt.Key.Key_Home else len(self.reading_model.readings))
        else:
            event.ignore()  # letters are commands, not a search in this list
