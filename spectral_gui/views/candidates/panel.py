"""The parts of the panel with readings: advice, the word, the list with its filter, the form, and who has the keys."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QApplication,
    QFrame,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QSizePolicy,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from spectral_gui.session import Readings
from spectral_gui.views.candidates.advice import Advice
from spectral_gui.views.candidates.explaining import Explaining
from spectral_gui.views.candidates.form import ReadingForm
from spectral_gui.views.candidates.meter import Meter
from spectral_gui.views.candidates.rows import Rows

_OTHER = Qt.FocusReason.OtherFocusReason


class Panel(QWidget):
    """Has the parts; the filter and the form have the keys while they are open, and give them back."""

    def __init__(self, readings: Readings, parent: QWidget | None = None):
        super().__init__(parent)
        self._readings = readings
        self._back: QWidget | None = None  # who had the keys before the filter or the form
        self._make_parts()

    def _make_parts(self) -> None:
        self._advice = Advice(self)
        self._word = QLabel()
        self._word.setTextFormat(Qt.TextFormat.PlainText)
        self._state = QLabel()
        self._state.setTextFormat(Qt.TextFormat.PlainText)
        self._state.setWordWrap(True)
        self._state.setForegroundRole(self.palette().ColorRole.PlaceholderText)
        self._word.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Preferred)
        head = QHBoxLayout()
        head.setContentsMargins(8, 4, 8, 2)
        head.setSpacing(10)
        head.addWidget(self._word)
        head.addWidget(self._state, 1)
        self._line = QLineEdit()
        self._line.setPlaceholderText(self.tr("tag, meaning, lemma or form; Enter takes the first"))
        self._line.setAccessibleName(self.tr("Filter of the readings"))
        self._line.setClearButtonEnabled(True)
        self._line.hide()
        self.list = Rows()
        self.list.setFrameShape(QFrame.Shape.NoFrame)
        self.why = Explaining(self._readings, self)
        self._hint = QLabel()
        self._hint.setTextFormat(Qt.TextFormat.PlainText)
        self._hint.setWordWrap(True)
        self._hint.setMargin(8)
        self._hint.setBackgroundRole(self.palette().ColorRole.Base)  # as the list below it, which is empty then
        self._hint.setAutoFillBackground(True)
        self._hint.setForegroundRole(self.palette().ColorRole.PlaceholderText)
        page = QWidget()
        column = QVBoxLayout(page)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(head)
        for widget in (self._line, self._hint):
            column.addWidget(widget)
        column.addWidget(self.list, 1)
        column.addWidget(self.why.area)
        self.form = ReadingForm()
        self._pages = QStackedWidget()
        self._pages.addWidget(page)
        self._pages.addWidget(self.form)
        self.meter = Meter()
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self._advice)
        layout.addWidget(self._pages, 1)
        layout.addWidget(self.meter)
        self.setFocusProxy(self.list)

    def _leave_filter(self) -> None:
        self._give_back()  # before the line is hidden, or Qt would choose where the keys go
        self._line.clear()
        self._line.hide()

    def _leave_form(self) -> None:
        if self._pages.currentWidget() is self.form:
            self._give_back()
            self._pages.setCurrentIndex(0)

    def _remember(self) -> None:
        now = QApplication.focusWidget()
        if now is not None and now is not self._line and not self.form.isAncestorOf(now):
            self._back = now

    def _give_back(self) -> None:
        """Gives the keys back to who had them."""
        now = QApplication.focusWidget()
        if now is not None and now is not self._line and not self.form.isAncestorOf(now):
            return  # they went elsewhere by themselves
        if self._back is not None and self._back.isVisible():
            self._back.setFocus(_OTHER)
        elif now is not None:
            self.list.setFocus(_OTHER)
