"""Widgets of the readings panel: advice, the word, the filtered list, the form, and where the keyboard focus goes."""

from __future__ import annotations

import re

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import QFontMetrics, QGuiApplication, QPainter, QPaintEvent, QTextLayout, QTextOption
from PySide6.QtWidgets import QApplication, QFrame, QLabel, QSizePolicy, QWidget

from spectral_gui import widgets
from spectral_gui.absences import EmptyState
from spectral_gui.lists import to_tooltip
from spectral_gui.state import Readings
from spectral_gui.views.candidates.form import ReadingForm
from spectral_gui.views.candidates.meter import EffortMeter
from spectral_gui.views.candidates.rows import ReadingListView
from spectral_gui.views.candidates.why import RankingExplainer

_INSTALL_COMMAND = re.compile(r"pip install .*")
_MIN_CHARACTERS = 12  # that there is always room for
_MAX_LINES = 2  # lines
_OTHER_FOCUS_REASON = Qt.FocusReason.OtherFocusReason


class ElidedLabel(QLabel):
    """Label of at most two lines, elided at the end; the full sentence is in its tool tip."""

    def __init__(self) -> None:
        super().__init__()
        self.setTextFormat(Qt.TextFormat.PlainText)
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    def show_message(self, message: str) -> None:
        self.setText(message)
        self.setToolTip(to_tooltip(message))
        self.setAccessibleName(message)
        self.updateGeometry()

    @property
    def lines(self) -> tuple[str, ...]:
        return self._break_lines(self.width())

    def _break_lines(self, width: int) -> tuple[str, ...]:
        """Return the lines at a width in pixels; the last one is elided where the text does not fit."""
        metrics, text = QFontMetrics(self.font()), self.text()
        option = QTextOption()
        option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        layout = QTextLayout(text, self.font())
        layout.setTextOption(option)
        layout.beginLayout()
        line_starts: list[int] = []
        while len(line_starts) < _MAX_LINES and (line := layout.createLine()).isValid():
            line.setLineWidth(width)
            line_starts.append(line.textStart())
        layout.endLayout()
        lines = [text[start:end].strip() for start, end in zip(line_starts, [*line_starts[1:], len(text)], strict=True)]
        return (
            *lines[:-1],
            *(metrics.elidedText(last_line, Qt.TextElideMode.ElideRight, width) for last_line in lines[-1:]),
        )

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        return max(len(self._break_lines(width)), 1) * QFontMetrics(self.font()).height()

    def minimumSizeHint(self) -> QSize:
        metrics = QFontMetrics(self.font())
        return QSize(_MIN_CHARACTERS * metrics.averageCharWidth(), metrics.height())

    def sizeHint(self) -> QSize:
        return QSize(QFontMetrics(self.font()).horizontalAdvance(self.text()), self.minimumSizeHint().height())

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setPen(self.palette().color(self.foregroundRole()))
        lines = self.lines
        line_height = QFontMetrics(self.font()).height()
        top = (self.height() - line_height * len(lines)) // 2
        for number, line in enumerate(lines):
            line_area = QRect(0, top + number * line_height, self.width(), line_height)
            painter.drawText(line_area, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, line)


class AdviceBar(QFrame):
    """Quiet bar with advice and a button that copies a command; once closed, it stays so until the advice changes."""

    def __init__(self, parent: QWidget):
        super().__init__(parent)
        self.setFrameShape(QFrame.Shape.StyledPanel)
        self._closed = ""  # what was told when it was closed
        self.label = ElidedLabel()
        self._copy_button = widgets.make_tool_button(
            self.tr("Copy"), self.tr("Copy the line that installs it"), self._copy_command
        )
        close_button = widgets.make_tool_button("✕", self.tr("Close"), self._close)
        widgets.make_row((self.label, 1), self._copy_button, close_button, on=self, margins=(8, 2, 4, 2), spacing=4)
        self.hide()

    @property
    def closed(self) -> str:
        """The message that was closed, to be remembered; "" for none."""
        return self._closed

    def set_closed(self, message: str) -> None:
        """Do not show a message that was closed before."""
        self._closed = message
        self.show_message(self.label.text())

    def show_message(self, message: str) -> None:
        self.label.show_message(message)
        self._copy_button.setVisible(_INSTALL_COMMAND.search(message) is not None)
        self.setVisible(bool(message) and message != self._closed)

    def _copy_command(self) -> None:
        match = _INSTALL_COMMAND.search(self.label.text())
        if match is not None:
            QGuiApplication.clipboard().setText(match[0])

    def _close(self) -> None:
        self._closed = self.label.text()
        self.hide()


class ReadingsPane(QWidget):
    """Container of the widgets; filter and form take the keyboard focus while open, and give it back."""

    def __init__(self, readings: Readings):
        super().__init__()
        self._previous_focus: QWidget | None = None  # who had the keys before the filter or the form
        self.advice = AdviceBar(self)
        self.word_label = widgets.make_label()
        self.status_label = widgets.make_label(wraps=True, faint=True)
        self.word_label.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Preferred)
        header = widgets.make_row(self.word_label, (self.status_label, 1), margins=(8, 4, 8, 2), spacing=10)
        placeholder = self.tr("tag, meaning, lemma or form; Enter takes the first")
        self.filter_line = widgets.make_line_edit(placeholder, self.tr("Filter of the readings"))
        self.filter_line.hide()
        self.reading_list = ReadingListView()
        self.reading_list.setFrameShape(QFrame.Shape.NoFrame)
        self.reading_list.setMinimumHeight(1)  # it makes room for what is said above it
        self.explainer = RankingExplainer(readings, self)
        self.hint = EmptyState("")
        self.hint.setBackgroundRole(self.palette().ColorRole.Base)  # as the list below it, which is empty then
        self.hint.setAutoFillBackground(True)
        page = QWidget()
        widgets.make_column(
            header,
            self.filter_line,
            self.hint,
            (self.reading_list, 1),
            self.explainer.scroll_area,
            on=page,
            margins=0,
            spacing=0,
        )
        self.form = ReadingForm()
        self._pages = widgets.make_stack(page, self.form)
        self.meter = EffortMeter()
        widgets.make_column(self.advice, (self._pages, 1), self.meter, on=self, margins=0, spacing=0)
        self.setFocusProxy(self.reading_list)

    def open_filter(self) -> None:
        self._remember_focus()
        self.filter_line.show()
        widgets.select_text(self.filter_line)

    def close_filter(self) -> None:
        self._restore_focus()  # before the line is hidden, or Qt would choose where the keys go
        self.clear_filter()

    def clear_filter(self) -> None:
        """Close the filter without moving the keyboard focus."""
        self.filter_line.clear()
        self.filter_line.hide()

    def open_form(self) -> None:
        self._remember_focus()
        self._pages.setCurrentWidget(self.form)

    def close_form(self) -> None:
        if self._pages.currentWidget() is self.form:
            self._restore_focus()
            self._pages.setCurrentIndex(0)

    def _remember_focus(self) -> None:
        focused = QApplication.focusWidget()
        if focused is not None and focused is not self.filter_line and not self.form.isAncestorOf(focused):
            self._previous_focus = focused

    def _restore_focus(self) -> None:
        focused = QApplication.focusWidget()
        if focused is not None and focused is not self.filter_line and not self.form.isAncestorOf(focused):
            return  # they went elsewhere by themselves
        if self._previous_focus is not None and self._previous_focus.isVisible():
            self._previous_focus.setFocus(_OTHER_FOCUS_REASON)
        elif focused is not None:
            self.reading_list.setFocus(_OTHER_FOCUS_REASON)
