"""Rows of the queue: their content as values, and the delegate that paints them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QObject, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QFont, QFontMetrics, QPainter, QPen
from PySide6.QtWidgets import QStyle, QStyleOptionViewItem

from spectral_gui import theme
from spectral_gui.state import AcceptanceStatus
from spectral_gui.text_display import is_arabic, is_right_to_left, isolate_text, resolve_plural
from spectral_gui.widgets.lists import Index, TextDelegate

_SIGN_SIZE, _GAP, _BAR_WIDTH = 14, 8, 3  # pixels at 100 %
_FULL_CIRCLE = 16 * 360  # in sixteenths of a degree, as in QPainter.drawArc
_SEPARATOR = " · "
_SMALL_SCALE = 0.86  # of the letters of the second line
_MAX_CACHED = 2_000  # elided texts


@dataclass(frozen=True, slots=True)
class AnnotationStatus:
    """Annotation status of a sentence, as the queue shows it."""

    word_count: int
    decided_count: int  # words with a head
    acceptance: AcceptanceStatus
    has_problems: bool
    uncertain_count: int = 0


@dataclass(frozen=True, slots=True)
class QueueRow:
    """Content of a row of the queue, from which it is painted."""

    text: str
    is_right_to_left: bool
    is_arabic: bool
    status: AnnotationStatus
    is_unsaved: bool
    marks: str  # at the end of the second line
    progress: str  # at its beginning: number, words, how many are annotated


class QueueDelegate(TextDelegate):
    """Delegate that paints a sentence over its number, progress and marks, with its status sign."""

    def __init__(self, points: float, make_row: Callable[[int], QueueRow], parent: QObject):
        super().__init__(points, parent)
        self._make_row = make_row
        self.sentences: Sequence[int] = ()  # index of the sentence in each row
        self.painted: dict[int, QueueRow] = {}  # rows as they were last painted, by index of the sentence
        self._palette_key, self._colours = -1, theme.get_colours(False)  # of the palette painted with last

    def set_font_size(self, points: float) -> None:
        super().set_font_size(points)
        self._small = QFont(self._font)
        self._small.setPointSizeF(self._font.pointSizeF() * _SMALL_SCALE)
        self._small_metrics = QFontMetrics(self._small)
        self._sign_side = round(_SIGN_SIZE * QFontMetrics(self._font).height() / 16)
        self._elided_texts: dict[tuple[str, int, bool], str] = {}  # by text, width and size

    @property
    def row_height(self) -> int:
        """Height of a row in pixels: the sentence, and the line below it."""
        return round(self.height + self._small_metrics.height() + _GAP)

    def _elide_text(self, text: str, width: int, font: QFont) -> str:
        """Return a text cut with an ellipsis to a width in pixels in one of the fonts of the rows, from a cache."""
        key = (text, width, font is self._small)
        if (elided := self._elided_texts.get(key)) is None:
            if len(self._elided_texts) > _MAX_CACHED:
                self._elided_texts.clear()
            metrics = QFontMetrics(font)
            elided = self._elided_texts[key] = metrics.elidedText(text, Qt.TextElideMode.ElideRight, width)
        return elided

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        sentence = self.sentences[index.row()]
        row = self.painted.get(sentence)
        if row is None:
            if len(self.painted) > _MAX_CACHED:
                self.painted.clear()
            row = self.painted[sentence] = self._make_row(sentence)
        if self._palette_key != option.palette.cacheKey():
            self._palette_key = option.palette.cacheKey()
            self._colours = theme.get_colours(theme.is_dark_palette(option.palette))
        option.widget.style().drawPrimitive(
            QStyle.PrimitiveElement.PE_PanelItemViewItem, option, painter, option.widget
        )
        area = QRect(option.rect)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        mirrored = row.is_right_to_left
        if option.state & QStyle.StateFlag.State_Selected:
            bar = QRectF(
                area.right() - _BAR_WIDTH + 1 if mirrored else area.left(), area.top(), _BAR_WIDTH, area.height()
            )
            painter.fillRect(bar, self._colours.selected)
        side = self._sign_side
        inside = area.adjusted(_GAP + 2, _GAP // 2, -_GAP, -_GAP // 2)
        upper = QRect(inside.left(), inside.top(), inside.width(), self.height)
        lower = QRect(inside.left(), upper.bottom(), inside.width(), inside.bottom() - upper.bottom() + 1)
        sign = QRectF(inside.right() - side if mirrored else inside.left(), upper.center().y() - side / 2, side, side)
        _draw_status_sign(painter, sign, row.status, self._colours)
        for line in (upper, lower):
            line.adjust(0 if mirrored else side + _GAP, 0, -side - _GAP if mirrored else 0, 0)
        self._draw_lines(painter, upper, lower, row)
        painter.restore()

    def _draw_lines(self, painter: QPainter, upper: QRect, lower: QRect, row: QueueRow) -> None:
        """Draw the text of a sentence, and below it its number, progress and marks."""
        mirrored, state, colours = row.is_right_to_left, row.status, self._colours
        begin = Qt.AlignmentFlag.AlignRight if mirrored else Qt.AlignmentFlag.AlignLeft
        end = Qt.AlignmentFlag.AlignLeft if mirrored else Qt.AlignmentFlag.AlignRight
        middle = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignAbsolute | Qt.TextFlag.TextSingleLine
        font = self._arabic_font if row.is_arabic else self._font
        painter.setFont(font)
        painter.setPen(colours.faint if state.acceptance.is_done else colours.text)
        painter.setLayoutDirection(Qt.LayoutDirection.RightToLeft if mirrored else Qt.LayoutDirection.LeftToRight)
        painter.drawText(upper, int(middle | begin), self._elide_text(row.text, upper.width(), font))
        painter.setFont(self._small)
        painter.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
        painter.setPen(colours.uncertain if state.uncertain_count else colours.faint)
        if row.marks:
            painter.drawText(lower, int(middle | end), row.marks)
        available_width = lower.width() - (self._small_metrics.horizontalAdvance(row.marks) if row.marks else 0) - _GAP
        progress = self.shorten_progress(row.progress, available_width)
        painter.setPen(colours.uncertain if state.acceptance.is_flagged else colours.faint)
        painter.drawText(lower, int(middle | begin), self._elide_text(progress, available_width, self._small))

    def shorten_progress(self, progress: str, width: int) -> str:
        """Return the beginning of a second line that fits a width in pixels, with at least the number and one part."""
        parts = progress.split(_SEPARATOR)
        while len(parts) > 2 and self.measure_small(_SEPARATOR.join(parts)) > width:
            parts.pop()
        return _SEPARATOR.join(parts)

    def measure_small(self, text: str) -> int:
        """Return the width of a text of second lines in pixels."""
        return self._small_metrics.horizontalAdvance(text)

    def compose_row(
        self,
        index: int,
        text: str,
        status: AnnotationStatus,
        is_unsaved: bool,
        marks: Sequence[str],
        acceptance_note: str = "",
    ) -> QueueRow:
        """Return the row of a sentence, with the texts of its second line; `marks` may be empty texts."""
        uncertain = self.tr("{0} uncertain").format(status.uncertain_count) if status.uncertain_count else ""
        counts = self._format_word_count(status), self._format_decided_count(status)
        parts = str(index + 1), acceptance_note, *counts  # those at the end are left out where there is no room
        is_text_right_to_left = bool(is_right_to_left(text))
        return QueueRow(
            text,
            is_text_right_to_left,
            is_text_right_to_left and is_arabic(text),
            status,
            is_unsaved,
            " ".join(filter(None, (*marks, uncertain))),
            # Arabic text next to them would reverse their order
            _SEPARATOR.join(map(isolate_text, filter(None, parts))),
        )

    def _format_word_count(self, state: AnnotationStatus) -> str:
        return resolve_plural(self.tr("%Ln word(s)", "", state.word_count), state.word_count)

    def _format_decided_count(self, state: AnnotationStatus) -> str:
        """Return how many words are annotated, as text; "" if none or all are."""
        if state.acceptance.is_accepted or not 0 < state.decided_count < state.word_count:
            return ""
        return self.tr("{0} annotated").format(state.decided_count)

    def sizeHint(self, _option: QStyleOptionViewItem, _index: Index) -> QSize:
        return QSize(10 * self.height, self.row_height)


def _draw_status_sign(painter: QPainter, area: QRectF, state: AnnotationStatus, colours: theme.Colours) -> None:
    """Draw the status sign: a ticked circle if accepted, one with an exclamation mark if accepted with problems, a
    triangle for problems before that, or else a ring for the progress."""
    painter.setBrush(Qt.BrushStyle.NoBrush)
    ring = area.adjusted(1, 1, -1, -1)
    if state.acceptance.is_accepted or state.has_problems:
        dark = colours is theme.get_colours(True)
        name, token = state.acceptance.icon if state.acceptance.is_accepted else ("triangle-alert", "error")
        painter.drawPixmap(area.toRect(), theme.make_pixmap(name, dark, token, round(area.width())))
        return
    is_complete = state.decided_count >= state.word_count
    painter.setPen(QPen(colours.line if is_complete else colours.border, 1.5))
    painter.drawEllipse(ring)
    if state.decided_count and not is_complete:
        painter.setPen(QPen(colours.selected, 2))
        painter.drawArc(
            ring, _FULL_CIRCLE // 4, -round(_FULL_CIRCLE * min(state.decided_count / max(state.word_count, 1), 1.0))
        )
