"""A line of the form, which knows what it showed, what is typed and why that was refused."""

from __future__ import annotations

from PySide6.QtCore import QStringListModel, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent
from PySide6.QtWidgets import QCompleter, QLineEdit, QWidget

from spectral_core.data import EMPTY
from spectral_gui import widgets

_CHOICES = 12  # completions on screen


class FieldLine(QLineEdit):
    """A line that tells of Escape, of the keys that go to another word, and when it wants completions."""

    left = Signal()
    turned = Signal(int)  # 1: to the word on the right, -1: on the left
    entered = Signal()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = event.key()
        control = bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier)
        completer = self.completer()
        popup = completer.popup()
        assert popup is not None
        if key == Qt.Key.Key_Escape and not popup.isVisible():
            self.left.emit()
        elif control and key in (Qt.Key.Key_Left, Qt.Key.Key_Right):
            popup.hide()
            self.turned.emit(1 if key == Qt.Key.Key_Right else -1)
        elif key == Qt.Key.Key_Down and not popup.isVisible():
            completer.setCompletionPrefix("")  # all there are
            completer.complete()
        else:
            super().keyPressEvent(event)
            return
        event.accept()

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.entered.emit()


class Field(QWidget):
    """A line over the place for what is wrong with it."""

    def __init__(self, name: str, title: str, parent: QWidget | None = None):
        super().__init__(parent)
        self.name, self.title = name, title
        self.shown = ""
        self.line = FieldLine()
        self.line.setAccessibleName(title)
        self.line.setObjectName(name)
        self.choices = QStringListModel(self)
        completer = QCompleter(self.choices, self)
        completer.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        completer.setMaxVisibleItems(_CHOICES)
        self.line.setCompleter(completer)
        self.complaint = widgets.label(wraps=True)
        self.complaint.setVisible(False)
        widgets.column(self.line, self.complaint, on=self, margins=0, spacing=1)

    @property
    def value(self) -> str:
        return self.line.text().strip()

    @property
    def pending(self) -> bool:
        """Whether something was typed that is not committed."""
        return self.value != self.shown

    def show_value(self, value: str) -> None:
        """Shows what stands in the column; an empty value as an empty line."""
        self.shown = "" if value == EMPTY else value
        if self.line.text() != self.shown:
            self.line.setText(self.shown)
            self.line.setCursorPosition(0)
        self.complain("")

    def complain(self, sentence: str) -> None:
        """Says below the line why it was not taken."""
        self.complaint.setText(f"⚠ {sentence}" if sentence else "")
        self.complaint.setVisible(bool(sentence))
        self.line.setAccessibleDescription(sentence)
