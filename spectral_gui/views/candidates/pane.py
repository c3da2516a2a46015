"""The parts of the panel with readings: advice, the word, the list with its filter, the form, and who has the keys."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QFrame, QSizePolicy, QStackedWidget, QWidget

from spectral_gui import widgets
from spectral_gui.session import Readings
from spectral_gui.views.candidates.advice import Advice
from spectral_gui.views.candidates.explaining import Explaining
from spectral_gui.views.candidates.form import ReadingForm
from spectral_gui.views.candidates.meter import Meter
from spectral_gui.views.candidates.rows import Rows

_OTHER = Qt.FocusReason.OtherFocusReason


class ReadingsPane(QWidget):
    """Has the parts; the filter and the form have the keys while they are open, and give them back."""

    def __init__(self, readings: Readings, parent: QWidget | None = None):
        super().__init__(parent)
        self._back: QWidget | None = None  # who had the keys before the filter or the form
        self.advice = Advice(self)
        self.word = widgets.label()
        self.state = widgets.label(wraps=True, faint=True)
        self.word.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Preferred)
        head = widgets.row(self.word, (self.state, 1), margins=(8, 4, 8, 2), spacing=10)
        self.line = widgets.field(
            self.tr("tag, meaning, lemma or form; Enter takes the first"), self.tr("Filter of the readings")
        )
        self.line.hide()
        self.list = Rows()
        self.list.setFrameShape(QFrame.Shape.NoFrame)
        self.why = Explaining(readings, self)
        self.hint = widgets.label(wraps=True, faint=True, margin=8)
        self.hint.setBackgroundRole(self.palette().ColorRole.Base)  # as the list below it, which is empty then
        self.hint.setAutoFillBackground(True)
        page = QWidget()
        widgets.column(head, self.line, self.hint, (self.list, 1), self.why.area, on=page, margins=0, spacing=0)
        self.form = ReadingForm()
        self._pages = QStackedWidget()
        self._pages.addWidget(page)
        self._pages.addWidget(self.form)
        self.meter = Meter()
        widgets.column(self.advice, (self._pages, 1), self.meter, on=self, margins=0, spacing=0)
        self.setFocusProxy(self.list)

    def open_filter(self) -> None:
        """Gives the keys to the line that narrows the list."""
        self._remember()
        self.line.show()
        self.line.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.line.selectAll()

    def leave_filter(self) -> None:
        """Closes that line."""
        self._give_back()  # before the line is hidden, or Qt would choose where the keys go
        self.clear_filter()

    def clear_filter(self) -> None:
        """Closes that line, wherever the keys are."""
        self.line.clear()
        self.line.hide()

    def open_form(self) -> None:
        """Shows the form for a reading of one's own."""
        self._remember()
        self._pages.setCurrentWidget(self.form)

    def leave_form(self) -> None:
        """Shows the list again."""
        if self._pages.currentWidget() is self.form:
            self._give_back()
            self._pages.setCurrentIndex(0)

    def _remember(self) -> None:
        now = QApplication.focusWidget()
        if now is not None and now is not self.line and not self.form.isAncestorOf(now):
            self._back = now

    def _give_back(self) -> None:
        """Gives the keys back to who had them."""
        now = QApplication.focusWidget()
        if now is not None and now is not self.line and not self.form.isAncestorOf(now):
            return  # they went elsewhere by themselves
        if self._back is not None and self._back.isVisible():
            self._back.setFocus(_OTHER)
        elif now is not None:
            self.list.setFocus(_OTHER)
