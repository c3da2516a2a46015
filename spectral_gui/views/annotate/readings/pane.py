"""Widgets of the readings panel: list, filter, form for a new reading, and effort meter."""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Mapping

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QFontMetrics,
    QGuiApplication,
    QKeyEvent,
    QPainter,
    QPaintEvent,
    QPalette,
    QPen,
    QPolygonF,
)
from PySide6.QtWidgets import QApplication, QDialogButtonBox, QFrame, QPushButton, QSizePolicy, QWidget

from spectral_core.data import EMPTY, Analysis
from spectral_core.data.readings import format_typed_segments, parse_typed_segments
from spectral_gui import theme, widgets
from spectral_gui.state import AnnotationEffort, ReadingRankings
from spectral_gui.text_display import (
    get_layout_direction,
    is_arabic,
    is_right_to_left,
    isolate_any_text,
    make_treebank_font,
    resolve_plural,
)
from spectral_gui.views.annotate.readings.explanation_view import RankingExplainer
from spectral_gui.views.annotate.readings.reading_list import ReadingListView
from spectral_gui.widgets.adaptive_layout import ElidedLabel
from spectral_gui.widgets.empty_state import EmptyState
from spectral_gui.widgets.lists import get_text_font_size

READING_FIELDS = ("lemma", "vocalised", "upos", "xpos", "feats", "gloss", "segments")
_SCRIPT_FIELDS = {"lemma", "vocalised", "segments"}  # written in the word's own script
_ARABIC_EXTRA_POINTS = 4
_LEFT_TO_RIGHT_MARK = "\u200e"  # a line takes its direction from its first letter
_CURVE_WIDTH = 72  # pixels
_PADDING = 8
_SEPARATOR = " · "
_INSTALL_COMMAND = re.compile(r"pip install .*")
_OTHER_FOCUS_REASON = Qt.FocusReason.OtherFocusReason


class ReadingForm(QWidget):
    """Form with one line for each part of a reading; Enter submits it, Escape cancels."""

    submitted = Signal(object)  # an Analysis
    cancelled = Signal()
    edited = Signal(str)  # contents of a line changed by typing

    def __init__(self) -> None:
        super().__init__()
        self._title = widgets.make_label(wraps=True)
        titles = {
            "lemma": "&LEMMA",
            "vocalised": self.tr("With &vowels"),
            "upos": "&UPOS",
            "xpos": "&XPOS",
            "feats": "&FEATS",
            "gloss": self.tr("&Meaning"),
            "segments": self.tr("&Parts"),
        }
        self._active_fields: list[str] = list(READING_FIELDS)
        self._form_layout = widgets.make_form(spacing=4)
        self.fields: dict[str, widgets.CompletedLineEdit] = {}
        for name in READING_FIELDS:
            line = widgets.CompletedLineEdit(name, titles[name].replace("&", ""), matches_inside=True)
            line.cancelled.connect(self.cancelled)
            line.returnPressed.connect(self.submit)
            line.textEdited.connect(self.edited)
            self._form_layout.addRow(titles[name], line)
            self.fields[name] = line
        self._error_label = widgets.make_label(wraps=True)
        self.fields["segments"].setPlaceholderText(self.tr("form/TAG+form/TAG"))
        self.fields["feats"].setPlaceholderText(self.tr("Name=Value|Name=Value"))
        buttons, role = QDialogButtonBox(), QDialogButtonBox.ButtonRole
        submit_tip, cancel_tip = (
            self.tr("Give the word this reading (Return)"),
            self.tr("Leave the word as it is (Esc)"),
        )
        self._submit_button = widgets.add_dialog_button(
            buttons, self.tr("&Apply"), role.AcceptRole, submit_tip, self.submit
        )
        widgets.add_dialog_button(buttons, self.tr("&Cancel"), role.RejectRole, cancel_tip, self.cancelled)
        for button in buttons.findChildren(QPushButton):
            button.setAutoDefault(False)
        widgets.make_column(
            self._title, self._form_layout, self._error_label, buttons, widgets.STRETCH, on=self, margins=(8, 6, 8, 6)
        )

    def open_for_word(
        self,
        form: str,
        guess: Analysis,
        completions: Mapping[str, Iterable[str]],
        field_names: Container[str] = READING_FIELDS,
    ) -> None:
        """Fill the form with the analysis `guess` for a word with this form, show only the fields in `field_names`, and
        focus the first of these. `completions` are offered while typing, by field."""
        self._title.setText(self.tr("New reading for {0}").format(isolate_any_text(form)))
        arabic, right_to_left = is_arabic(form), bool(is_right_to_left(form))
        self._show_error("", "lemma")
        self._active_fields = [name for name in READING_FIELDS if name in field_names]
        for name, line in self.fields.items():
            self._form_layout.setRowVisible(line, name in field_names)
            if name in _SCRIPT_FIELDS:
                line.setFont(make_treebank_font(get_text_font_size(self) + _ARABIC_EXTRA_POINTS * arabic, arabic))
                line.setLayoutDirection(get_layout_direction(right_to_left))
            value = format_typed_segments(guess.segments) if name == "segments" else str(getattr(guess, name))
            value = value if name in field_names else EMPTY
            # parts run from left to right; otherwise the signs between them would be reordered
            line.setText("" if value == EMPTY else f"{_LEFT_TO_RIGHT_MARK}{value}" if name == "segments" else value)
            line.setCursorPosition(0)
            line.completions.setStringList(list(dict.fromkeys(completions.get(name, ()))))
        first = self.fields[next(iter(self._active_fields), "lemma")]
        first.setFocus(Qt.FocusReason.ShortcutFocusReason)
        first.selectAll()

    def read_analysis(self) -> Analysis | None:
        """Return the typed analysis; if it is invalid, show an error below its line and return None."""
        values = {
            name: line.text().replace(_LEFT_TO_RIGHT_MARK, "").strip() or EMPTY for name, line in self.fields.items()
        }
        try:
            segments = parse_typed_segments(values.pop("segments"))
        except ValueError:
            self._show_error(
                self.tr("Format: form/TAG+form/TAG; write / and + inside a form as %2F and %2B."), "segments"
            )
            return None
        if all(values[name] == EMPTY for name in ("lemma", "upos", "xpos")):
            self._show_error(self.tr("Enter a lemma or a tag."), "lemma")
            return None
        tags = [name for name in ("upos", "xpos") if name in self._active_fields]
        if tags and all(values[name] == EMPTY for name in tags):
            self._show_error(self.tr("Enter a tag as well: a word without a tag does not count as annotated."), tags[0])
            return None
        return Analysis(**values, segments=segments)

    def _show_error(self, message: str, field_name: str) -> None:
        """Show an error below the form and focus its field; "" clears the error."""
        self._error_label.setText(f"⚠ {message}" if message else "")
        self._error_label.setVisible(bool(message))
        for line in self.fields.values():
            line.setAccessibleDescription("")
        if message:
            self.fields[field_name].setAccessibleDescription(message)
            self.fields[field_name].setFocus(Qt.FocusReason.OtherFocusReason)

    def submit(self) -> None:
        """Emit `submitted` with the typed analysis if it is valid."""
        analysis = self.read_analysis()
        if analysis is not None:
            self.submitted.emit(analysis)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.cancelled.emit()
        else:
            super().keyPressEvent(event)


class EffortMeter(QWidget):
    """Annotation effort in as many lines as it takes, with a small curve; its tool tip and its accessible
    description say more."""

    def __init__(self) -> None:
        super().__init__()
        self._summary: list[str] = []
        self._curve: tuple[tuple[int, float], ...] = ()
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        self.setAccessibleName(self.tr("Effort"))
        self.hide()

    def show_effort(self, effort: AnnotationEffort) -> None:
        """Show words, keys, time and accuracy so far; hide the meter if no words are counted."""
        words = effort.word_count
        self.setVisible(words > 0)
        if not words:
            return
        self._curve = effort.compute_moving_accuracy()
        summary_parts = [resolve_plural(self.tr("%Ln word(s)", "", words), words)]
        summary_parts += [self.tr("{0:.1f} keys a word").format(effort.keys_per_word)]
        summary_parts += [self.tr("{0:.1f} s a word").format(effort.seconds_per_word)]
        summary_parts += [self.tr("first reading correct: {0:.0%}").format(effort.first_reading_accuracy)]
        self._summary = summary_parts
        ranks = sorted(effort.rank_counts.items(), key=lambda rank_count: (rank_count[0] is None, rank_count[0] or 0))
        no_rank, rank_format = self.tr("none"), self.tr("{0}: {1}")
        rank_counts = ", ".join(rank_format.format(no_rank if rank is None else rank, count) for rank, count in ranks)
        details = self.tr("Chosen ranks: {0}. Words count only if they were ranked before you chose.").format(
            rank_counts
        )
        details += " " + self.tr(
            "Keys a word include words accepted by Enter with the first reading: one key for the whole sentence, "
            "no time of their own."
        )
        if self._curve:
            recent_format = self.tr("The first reading was correct for {1:.0%} of the last {0} words.")
            details += " " + recent_format.format(min(20, words), self._curve[-1][1])
        description = f"{_SEPARATOR.join(summary_parts)}. {details}"
        self.setToolTip(description)
        self.setAccessibleDescription(description)
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(200, self.heightForWidth(self.width()))

    def heightForWidth(self, width: int) -> int:
        return len(self._break_lines(width)) * self._make_metrics().height() + 10

    def _make_metrics(self) -> QFontMetrics:
        return QFontMetrics(make_treebank_font(get_text_font_size(self, 0.0)))

    def _break_lines(self, width: int) -> list[str]:
        """Return the summary in lines that fit a width in pixels; figures are not broken."""
        metrics, lines = self._make_metrics(), self._summary[:1] or [""]
        for part in self._summary[1:]:
            longer = lines[-1] + _SEPARATOR + part
            if metrics.horizontalAdvance(longer) <= width - 2 * _PADDING:
                lines[-1] = longer
            else:
                lines.append(part)
        return lines

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        colours = theme.get_colours(theme.is_dark_palette(self.palette()))
        font = make_treebank_font(get_text_font_size(self, 0.0))
        metrics, lines = QFontMetrics(font), self._break_lines(self.width())
        painter.setPen(QPen(self.palette().mid().color(), 1))
        painter.drawLine(0, 0, self.width(), 0)
        painter.setFont(font)
        painter.setPen(colours.text)
        needed_width = max(map(metrics.horizontalAdvance, lines)) + 2 * _PADDING
        shows_curve = len(self._curve) > 1 and self.width() - needed_width >= _CURVE_WIDTH + _PADDING
        text_width = self.width() - 2 * _PADDING - (_CURVE_WIDTH + _PADDING if shows_curve else 0)
        text = "\n".join(metrics.elidedText(line, Qt.TextElideMode.ElideRight, text_width) for line in lines)
        alignment = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
        painter.drawText(QRectF(_PADDING, 0, text_width, self.height()), alignment, text)
        if not shows_curve:
            return
        area = QRectF(self.width() - _PADDING - _CURVE_WIDTH, 5, _CURVE_WIDTH, self.height() - 10)
        painter.setPen(QPen(colours.faint, 1, Qt.PenStyle.DotLine))
        painter.drawLine(area.topLeft(), area.topRight())  # an accuracy of 100 %
        first, last = self._curve[0][0], self._curve[-1][0]
        x_scale = area.width() / (last - first)
        left, bottom, height = area.left(), area.bottom(), area.height()
        points = [
            QPointF(left + (word_count - first) * x_scale, bottom - accuracy * height)
            for word_count, accuracy in self._curve
        ]
        painter.setPen(QPen(colours.selected, 1.6))
        painter.drawPolyline(QPolygonF(points))


class AdviceBar(QFrame):
    """Bar with advice and a button that copies the command in it; once closed, it stays hidden until the advice
    changes."""

    def __init__(self, parent: QWidget):
        super().__init__(parent)
        self.setFrameShape(QFrame.Shape.StyledPanel)
        self._dismissed_message = ""  # message that was closed
        self.label = ElidedLabel()
        self._copy_button = widgets.make_tool_button(
            self.tr("Copy"), self.tr("Copy the line that installs it"), self._copy_command
        )
        close_button = widgets.make_tool_button("✕", self.tr("Close"), self._dismiss)
        widgets.make_row((self.label, 1), self._copy_button, close_button, on=self, margins=(8, 2, 4, 2), spacing=4)
        self.hide()

    @property
    def dismissed_message(self) -> str:
        """The closed message, to be remembered; "" for none."""
        return self._dismissed_message

    def set_dismissed_message(self, message: str) -> None:
        """Hide a message that was closed earlier."""
        self._dismissed_message = message
        self.show_message(self.label.text())

    def show_message(self, message: str) -> None:
        """Show advice, unless it is the message that was closed; "" hides the bar."""
        self.label.show_message(message)
        self._copy_button.setVisible(_INSTALL_COMMAND.search(message) is not None)
        self.setVisible(bool(message) and message != self._dismissed_message)

    def _copy_command(self) -> None:
        """Copy the installation command in the message to the clipboard."""
        match = _INSTALL_COMMAND.search(self.label.text())
        if match is not None:
            QGuiApplication.clipboard().setText(match[0])

    def _dismiss(self) -> None:
        """Close the bar until another message is shown."""
        self._dismissed_message = self.label.text()
        self.hide()


class ReadingsPane(QWidget):
    """Contents of the readings panel; filter and form take the keyboard focus while open, and return it afterwards."""

    def __init__(self, readings: ReadingRankings):
        super().__init__()
        self._previous_focus: QWidget | None = None  # focus before the filter or the form was opened
        self.advice_bar = AdviceBar(self)
        self.word_label = widgets.make_label()
        self.status_label = widgets.make_label(wraps=True, faint=True)
        self.word_label.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Preferred)
        header = widgets.make_row(self.word_label, (self.status_label, 1), margins=(8, 4, 8, 2), spacing=10)
        placeholder = self.tr("tag, meaning, lemma or form; Enter takes the first")
        self.filter_line = widgets.make_line_edit(placeholder, self.tr("Filter of the readings"))
        self.filter_line.hide()
        self.reading_list = ReadingListView()
        self.reading_list.setFrameShape(QFrame.Shape.NoFrame)
        self.reading_list.setMinimumHeight(1)  # shrinks for the messages above it
        self.explainer = RankingExplainer(readings, self)
        self.empty_state = EmptyState("")
        self.empty_state.setBackgroundRole(QPalette.ColorRole.Base)  # as the list below it, which is then empty
        self.empty_state.setAutoFillBackground(True)
        page = QWidget()
        widgets.make_column(
            header,
            self.filter_line,
            self.empty_state,
            (self.reading_list, 1),
            self.explainer.scroll_area,
            on=page,
            margins=0,
            spacing=0,
        )
        self.form = ReadingForm()
        self._pages = widgets.make_stack(page, self.form)
        self.effort_meter = EffortMeter()
        widgets.make_column(self.advice_bar, (self._pages, 1), self.effort_meter, on=self, margins=0, spacing=0)
        self.setFocusProxy(self.reading_list)

    def open_filter(self) -> None:
        """Show the filter line and focus it."""
        self._remember_focus()
        self.filter_line.show()
        widgets.focus_and_select_text(self.filter_line)

    def close_filter(self) -> None:
        """Clear and hide the filter line, and return the focus."""
        self._restore_focus()  # before the line is hidden, as Qt would move the focus
        self.clear_filter()

    def clear_filter(self) -> None:
        """Close the filter without moving the keyboard focus."""
        self.filter_line.clear()
        self.filter_line.hide()

    def open_form(self) -> None:
        """Show the form for a new reading instead of the list; its caller fills and focuses it."""
        self._remember_focus()
        self._pages.setCurrentWidget(self.form)

    def close_form(self) -> None:
        """Show the list instead of the form, and return the focus."""
        if self._pages.currentWidget() is self.form:
            self._restore_focus()
            self._pages.setCurrentIndex(0)

    def _remember_focus(self) -> None:
        """Remember the widget with the focus, unless the filter or the form has it."""
        focused = QApplication.focusWidget()
        if focused is not None and focused is not self.filter_line and not self.form.isAncestorOf(focused):
            self._previous_focus = focused

    def _restore_focus(self) -> None:
        """Return the focus to the widget that had it before the filter or the form, unless the user has moved it."""
        focused = QApplication.focusWidget()
        if focused is not None and focused is not self.filter_line and not self.form.isAncestorOf(focused):
            return  # the focus has moved elsewhere already
        if self._previous_focus is not None and self._previous_focus.isVisible():
            self._previous_focus.setFocus(_OTHER_FOCUS_REASON)
        elif focused is not None:
            self.reading_list.setFocus(_OTHER_FOCUS_REASON)
