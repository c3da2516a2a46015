"""A quiet bar that says what would make more words known, with the line that installs it."""

from __future__ import annotations

import re

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QToolButton, QWidget

_LINE = re.compile(r"pip install .*")


class Advice(QFrame):
    """A quiet bar with a line to copy; closed, it stays so until another sentence is to be told."""

    def __init__(self, parent: QWidget):
        super().__init__(parent)
        self.setFrameShape(QFrame.Shape.StyledPanel)
        self.closed = ""  # what was told when it was closed
        self._text = QLabel()
        self._text.setTextFormat(Qt.TextFormat.PlainText)
        self._text.setWordWrap(True)
        self._text.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._copy = QPushButton(self.tr("Copy"))
        self._copy.setToolTip(self.tr("Copy the line that installs it"))
        self._copy.setAccessibleName(self._copy.toolTip())
        self._copy.clicked.connect(self._copy_line)
        shut = QToolButton()
        shut.setText("✕")
        shut.setAutoRaise(True)
        shut.setToolTip(self.tr("Close"))
        shut.setAccessibleName(shut.toolTip())
        shut.clicked.connect(self._close)
        row = QHBoxLayout(self)
        row.setContentsMargins(8, 4, 4, 4)
        row.addWidget(self._text, 1)
        row.addWidget(self._copy)
        row.addWidget(shut)
        self.hide()

    def tell(self, sentence: str) -> None:
        """Shows a sentence; "" for none."""
        self._text.setText(sentence)
        self._text.setAccessibleName(sentence)
        self._copy.setVisible(_LINE.search(sentence) is not None)
        self.setVisible(bool(sentence) and sentence != self.closed)

    def _copy_line(self) -> None:
        found = _LINE.search(self._text.text())
        if found is not None:
            QGuiApplication.clipboard().setText(found[0])

    def _close(self) -> None:
        self.closed = self._text.text()
        self.hide()
