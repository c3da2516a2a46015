"""The parts of the panel with readings: advice, the word, the list with its filter, the form, and who has the keys."""

from __future__ import annotations

import re

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import QFontMetrics, QGuiApplication, QPainter, QPaintEvent, QTextLayout, QTextOption
from PySide6.QtWidgets import QApplication, QFrame, QLabel, QSizePolicy, QWidget

from spectral_gui import widgets
from spectral_gui.absences import Absence
from spectral_gui.lists import as_tip
from spectral_gui.session import Readings
from spectral_gui.views.candidates.form import ReadingForm
from spectral_gui.views.candidates.meter import Meter
from spectral_gui.views.candidates.rows import Rows
from spectral_gui.views.candidates.why import Explaining

_LINE = re.compile(r"pip install .*")
_LETTERS = 12  # that there is always room for
_MOST = 2  # lines
_OTHER = Qt.FocusReason.OtherFocusReason


class FewLines(QLabel):
    """A sentence on two lines at most, with an ellipsis where it does not fit; the whole of it is in the tool tip."""

    def __init__(self) -> None:
        super().__init__()
        self.setTextFormat(Qt.TextFormat.PlainText)
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    def say(self, sentence: str) -> None:
        self.setText(sentence)
        self.setToolTip(as_tip(sentence))
        self.setAccessibleName(sentence)
        self.updateGeometry()

    @property
    def seen(self) -> tuple[str, ...]:
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


class ReadingsPane(QWidget):
    """Has the parts; the filter and the form have the keys while they are open, and give them back."""

    def __init__(self, readings: Readings):
        super().__init__()
        self._back: QWidget | None = None  # who had the keys before the filter or the form
        self.advice = Advice(self)
        self.word = widgets.label()
        self.state = widgets.label(wraps=True, faint=True)
        self.word.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Preferred)
        head = widgets.row(self.word, (self.state, 1), margins=(8, 4, 8, 2), spacing=10)
        typed = self.tr("tag, meaning, lemma or form; Enter takes the first")
        self.line = widgets.field(typed, self.tr("Filter of the readings"))
        self.line.hide()
        self.list = Rows()
        self.list.setFrameShape(QFrame.Shape.NoFrame)
        self.list.setMinimumHeight(1)  # it makes room for what is said above it
        self.why = Explaining(readings, self)
        self.hint = Absence("")
        self.hint.setBackgroundRole(self.palette().ColorRole.Base)  # as the list below it, which is empty then
        self.hint.setAutoFillBackground(True)
        page = QWidget()
        widgets.column(head, self.line, self.hint, (self.list, 1), self.why.area, on=page, margins=0, spacing=0)
        self.form = ReadingForm()
        self._pages = widgets.stack(page, self.form)
        self.meter = Meter()
        widgets.column(self.advice, (self._pages, 1), self.meter, on=self, margins=0, spacing=0)
        self.setFocusProxy(self.list)

    def open_filter(self) -> None:
        self._remember()
        self.line.show()
        widgets.type_in(self.line)

    def leave_filter(self) -> None:
        self._give_back()  # before the line is hidden, or Qt would choose where the keys go
        self.clear_filter()

    def clear_filter(self) -> None:
        """Closes that line, wherever the keys are."""
        self.line.clear()
        self.line.hide()

    def open_form(self) -> None:
        self._remember()
        self._pages.setCurrentWidget(self.form)

    def leave_form(self) -> None:
        if self._pages.currentWidget() is self.form:
            self._give_back()
            self._pages.setCurrentIndex(0)

    def _remember(self) -> None:
        now = QApplication.focusWidget()
        if now is not None and now is not self.line and not self.form.isAncestorOf(now):
            self._back = now

    def _give_back(self) -> None:
        now = QApplication.focusWidget()
        if now is not None and now is not self.line and not self.form.isAncestorOf(now):
            return  # they went elsewhere by themselves
        if self._back is not None and self._back.isVisible():
            self._back.setFocus(_OTHER)
        elif now is not None:
            self.list.setFocus(_OTHER)
