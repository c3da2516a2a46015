"""What the sentence of a word says of itself: its name, its text and its comments."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QFrame, QPlainTextEdit, QSizePolicy, QWidget

from spectral_core.data import Sentence
from spectral_gui import widgets
from spectral_gui.lists import as_tip, points_of
from spectral_gui.resources import is_arabic, is_right_to_left, text_font

_ARABIC_LARGER = 4


class SentenceNotes(QWidget):
    """The sentence below the form; only read."""

    def __init__(self) -> None:
        super().__init__()
        self._text = widgets.label(wraps=True, selectable=True)
        self._comments = QPlainTextEdit()
        self._comments.setReadOnly(True)
        self._comments.setAccessibleName(self.tr("Comments of the sentence"))
        self._comments.setTabChangesFocus(True)
        self._comments.setFrameShape(QFrame.Shape.NoFrame)
        self._title = widgets.label(self.tr("Sentence"))
        self._title.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        widgets.column(self._title, self._text, self._comments, on=self, margins=0)
        self._set_fonts()

    def show_sentence(self, sentence: Sentence | None) -> None:
        """Shows what a sentence says of itself; nothing where there is none."""
        self.setVisible(sentence is not None)
        if sentence is None:
            return
        self._comments.setVisible(bool(sentence.comments))
        text = sentence.text
        named = sentence.comment("sent_id")
        self._title.setText(self.tr("Sentence {0}").format(named) if named else self.tr("Sentence"))
        self._title.setToolTip(as_tip(named or ""))
        self._text.setText(text if len(text) <= 1000 else text[:1000] + " …")
        self._text.setFont(font_for(text, self))
        right = Qt.AlignmentFlag.AlignRight if is_right_to_left(text) else Qt.AlignmentFlag.AlignLeft
        self._text.setAlignment(right | Qt.AlignmentFlag.AlignAbsolute)
        comments = "\n".join(sentence.comments)
        if comments != self._comments.toPlainText():
            self._comments.setPlainText(comments)
        lines = min(max(len(sentence.comments), 1), 6) + 1
        self._comments.setFixedHeight(lines * self._comments.fontMetrics().lineSpacing() + 10)

    def _set_fonts(self) -> None:
        bold = QFont(self.font())
        bold.setBold(True)
        self._title.setFont(bold)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self._set_fonts()
            self._text.setFont(font_for(self._text.text(), self))


def font_for(text: str, widget: QWidget, more: int = 0) -> QFont:
    """The font of a widget, a little larger and by `more` points, for a text in its script."""
    arabic = is_arabic(text)
    return text_font(points_of(widget, 0.5) + more + _ARABIC_LARGER * arabic, arabic)
