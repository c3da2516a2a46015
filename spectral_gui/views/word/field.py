"""Widgets of the word form: lines that remember the value shown and show errors, and the sentence's notes."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QFocusEvent, QFont, QKeyEvent
from PySide6.QtWidgets import QFrame, QSizePolicy, QWidget

from spectral_core.data import EMPTY, Sentence
from spectral_gui import widgets
from spectral_gui.lists import get_text_points, to_tooltip
from spectral_gui.resources import is_arabic, is_right_to_left, make_text_font

_ARABIC_EXTRA_POINTS = 4


class FieldLine(widgets.CompletedLineEdit):
    """Line that reports the keys that go to another word, and when it needs completions."""

    stepped = Signal(int)  # 1: to the word on the right, -1: on the left
    entered = Signal()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        popup = self.completer().popup()
        control = event.modifiers() & Qt.KeyboardModifier.ControlModifier
        if control and event.key() in (Qt.Key.Key_Left, Qt.Key.Key_Right) and popup is not None:
            popup.hide()
            self.stepped.emit(1 if event.key() == Qt.Key.Key_Right else -1)
        else:
            super().keyPressEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.entered.emit()


class WordField(QWidget):
    """Line above the error about its value."""

    def __init__(self, name: str, title: str):
        super().__init__()
        self.name, self.title = name, title
        self.shown_value = ""
        self.unconfirmed_value = ""  # a value that nobody used, and that another Enter confirms
        self.line = FieldLine(name, title)
        self.error_label = widgets.make_label(wraps=True)
        self.error_label.setVisible(False)
        widgets.make_column(self.line, self.error_label, on=self, margins=0, spacing=1)

    @property
    def value(self) -> str:
        return self.line.text().strip()

    @property
    def is_pending(self) -> bool:
        """Whether something was typed that is not committed."""
        return self.value != self.shown_value

    def show_value(self, value: str) -> None:
        self.shown_value = "" if value == EMPTY else value
        if self.line.text() != self.shown_value:
            self.line.setText(self.shown_value)
            self.line.setCursorPosition(0)
        self.unconfirmed_value = ""
        self.show_error("")

    def show_error(self, message: str) -> None:
        self.error_label.setText(f"⚠ {message}" if message else "")
        self.error_label.setVisible(bool(message))
        self.line.setAccessibleDescription(message)


class SentenceNotes(widgets.Panel):
    """Text and comments of the sentence below the form, read-only."""

    def __init__(self) -> None:
        super().__init__()
        self._text = widgets.make_label(wraps=True, selectable=True)
        self._comments = widgets.make_text_view(self.tr("Comments of the sentence"))
        self._comments.setFrameShape(QFrame.Shape.NoFrame)
        self._title = widgets.make_label(self.tr("Sentence"))
        self._title.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        widgets.make_column(self._title, self._text, self._comments, on=self, margins=0)
        self.font_changed.connect(self._set_fonts)
        self._set_fonts()

    def show_sentence(self, sentence: Sentence | None) -> None:
        self.setVisible(sentence is not None)
        if sentence is None:
            return
        self._comments.setVisible(bool(sentence.comments))
        text = sentence.text
        sentence_id = sentence.comment("sent_id")
        self._title.setText(self.tr("Sentence {0}").format(sentence_id) if sentence_id else self.tr("Sentence"))
        self._title.setToolTip(to_tooltip(sentence_id or ""))
        self._text.setText(text if len(text) <= 1000 else text[:1000] + " …")
        self._text.setFont(make_font(text, self))
        alignment = Qt.AlignmentFlag.AlignRight if is_right_to_left(text) else Qt.AlignmentFlag.AlignLeft
        self._text.setAlignment(alignment | Qt.AlignmentFlag.AlignAbsolute)
        comments = "\n".join(sentence.comments)
        if comments != self._comments.toPlainText():
            self._comments.setPlainText(comments)
        lines = min(max(len(sentence.comments), 1), 6) + 1
        self._comments.setFixedHeight(lines * self._comments.fontMetrics().lineSpacing() + 10)

    def _set_fonts(self) -> None:
        self._title.setFont(widgets.make_bold(self.font()))
        self._text.setFont(make_font(self._text.text(), self))


def make_font(text: str, widget: QWidget, extra_points: int = 0) -> QFont:
    """Return the font of a widget, a little larger and by `extra_points`, for a text in its script."""
    arabic = is_arabic(text)
    return make_text_font(get_text_points(widget, 0.5) + extra_points + _ARABIC_EXTRA_POINTS * arabic, arabic)
