"""A quiet bar that says what would make more words known, with the line that installs it."""

from __future__ import annotations

import re

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import QFontMetrics, QGuiApplication, QPainter, QPaintEvent, QTextLayout, QTextOption
from PySide6.QtWidgets import QFrame, QLabel, QSizePolicy, QWidget

from spectral_gui import widgets
from spectral_gui.lists import as_tip

_LINE = re.compile(r"pip install .*")
_LETTERS = 12  # that there is always room for
_MOST = 2  # lines


class FewLines(QLabel):
    """A sentence on two lines at most, with an ellipsis where it does not fit; the whole of it is in the tool tip."""

    def __init__(self, parent: QWidget | None = None):
        super().__init__(parent)
        self.setTextFormat(Qt.TextFormat.PlainText)
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    def say(self, sentence: str) -> None:
        """Says another sentence."""
        self.setText(sentence)
        self.setToolTip(as_tip(sentence))
        self.setAccessibleName(sentence)
        self.updateGeometry()

    @property
    def seen(self) -> tuple[str, ...]:
        """The lines of it that are on screen."""
        return self._broken(self.width())

    def _broken(self, width: int) -> tuple[str, ...]:
        """The lines of so many pixels; what is too much for them ends the last one."""
        metrics, text = QFontMetrics(self.font()), self.text()
        option = QTextOption()
        option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        layout = QTextLayout(text, self.font())
        layout.setTextOption(option)
        layout.beginLayout()
        begins: list[int] = []
        while len(begins) < _MOST and (line := layout.createLine()).isValid():
            line.setLineWidth(width)
            begins.append(line.textStart())
        layout.endLayout()
        rows = [text[begin:end].strip() for begin, end in zip(begins, [*begins[1:], len(text)], strict=True)]
        return (*rows[:-1], *(metrics.elidedText(row, Qt.TextElideMode.ElideRight, width) for row in rows[-1:]))

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        return max(len(self._broken(width)), 1) * QFontMetrics(self.font()).height()

    def minimumSizeHint(self) -> QSize:
        metrics = QFontMetrics(self.font())
        return QSize(_LETTERS * metrics.averageCharWidth(), metrics.height())

    def sizeHint(self) -> QSize:
        return QSize(QFontMetrics(self.font()).horizontalAdvance(self.text()), self.minimumSizeHint().height())

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setPen(self.palette().color(self.foregroundRole()))
        lines = self.seen
        high = QFontMetrics(self.font()).height()
        top = (self.height() - high * len(lines)) // 2
        for row, line in enumerate(lines):
            place = QRect(0, top + row * high, self.width(), high)
            painter.drawText(place, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, line)


class Advice(QFrame):
    """A quiet bar with a line to copy; closed, it stays so until another sentence is to be told."""

    def __init__(self, parent: QWidget):
        super().__init__(parent)
        self.setFrameShape(QFrame.Shape.StyledPanel)
        self._closed = ""  # what was told when it was closed
        self.text = FewLines()
        self._copy = widgets.tool_button(self.tr("Copy"), self.tr("Copy the line that installs it"), self._copy_line)
        shut = widgets.tool_button("✕", self.tr("Close"), self._close)
        widgets.row((self.text, 1), self._copy, shut, on=self, margins=(8, 2, 4, 2), spacing=4)
        self.hide()

    @property
    def closed(self) -> str:
        """The sentence that was closed, to be remembered; "" for none."""
        return self._closed

    def leave_out(self, sentence: str) -> None:
        """Tells a sentence no longer: it was closed before."""
        self._closed = sentence
        self.tell(self.text.text())

    def tell(self, sentence: str) -> None:
        """Shows a sentence; "" for none."""
        self.text.say(sentence)
        self._copy.setVisible(_LINE.search(sentence) is not None)
        self.setVisible(bool(sentence) and sentence != self._closed)

    def _copy_line(self) -> None:
        found = _LINE.search(self.text.text())
        if found is not None:
            QGuiApplication.clipboard().setText(found[0])

    def _close(self) -> None:
        self._closed = self.text.text()
        self.hide()
