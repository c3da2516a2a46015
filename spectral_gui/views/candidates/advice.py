"""A quiet bar that says what would make more words known, with the line that installs it."""

from __future__ import annotations

import re

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QFontMetrics, QGuiApplication, QPainter, QPaintEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QSizePolicy, QToolButton, QWidget

from spectral_gui.lists import as_tip

_LINE = re.compile(r"pip install .*")
_LETTERS = 12  # that there is always room for


class OneLine(QLabel):
    """A sentence on one line, with an ellipsis where it does not fit; the whole of it is in the tool tip."""

    def __init__(self, parent: QWidget | None = None):
        super().__init__(parent)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def say(self, sentence: str) -> None:
        """Says another sentence."""
        self.setText(sentence)
        self.setToolTip(as_tip(sentence))
        self.setAccessibleName(sentence)

    @property
    def seen(self) -> str:
        """What is on screen of it."""
        return QFontMetrics(self.font()).elidedText(self.text(), Qt.TextElideMode.ElideRight, self.width())

    def minimumSizeHint(self) -> QSize:
        metrics = QFontMetrics(self.font())
        return QSize(_LETTERS * metrics.averageCharWidth(), metrics.height())

    def sizeHint(self) -> QSize:
        return QSize(QFontMetrics(self.font()).horizontalAdvance(self.text()), self.minimumSizeHint().height())

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setPen(self.palette().color(self.foregroundRole()))
        painter.drawText(self.rect(), Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, self.seen)


class Advice(QFrame):
    """A quiet bar with a line to copy; closed, it stays so until another sentence is to be told."""

    def __init__(self, parent: QWidget):
        super().__init__(parent)
        self.setFrameShape(QFrame.Shape.StyledPanel)
        self.closed = ""  # what was told when it was closed
        self.text = OneLine()
        self._copy = _button(self.tr("Copy"), self.tr("Copy the line that installs it"))
        self._copy.clicked.connect(self._copy_line)
        shut = _button("✕", self.tr("Close"))
        shut.clicked.connect(self._close)
        row = QHBoxLayout(self)
        row.setContentsMargins(8, 2, 4, 2)
        row.setSpacing(4)
        row.addWidget(self.text, 1)
        row.addWidget(self._copy)
        row.addWidget(shut)
        self.hide()

    def tell(self, sentence: str) -> None:
        """Shows a sentence; "" for none."""
        self.text.say(sentence)
        self._copy.setVisible(_LINE.search(sentence) is not None)
        self.setVisible(bool(sentence) and sentence != self.closed)

    def _copy_line(self) -> None:
        found = _LINE.search(self.text.text())
        if found is not None:
            QGuiApplication.clipboard().setText(found[0])

    def _close(self) -> None:
        self.closed = self.text.text()
        self.hide()


def _button(text: str, tip: str) -> QToolButton:
    button = QToolButton()
    button.setText(text)
    button.setAutoRaise(True)
    button.setToolTip(tip)
    button.setAccessibleName(tip)
    return button
