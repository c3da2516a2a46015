"""Delegate that draws a reading: number, vowelled form and meaning over lemma, tags and parts."""

from __future__ import annotations

import re

from PySide6.QtCore import QObject, QRect, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter, QPalette, QPen
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem

from spectral_core.data import EMPTY
from spectral_gui import theme
from spectral_gui.lists import Index
from spectral_gui.resources import compute_row_height, format_probability, get_direction, is_arabic, make_text_font
from spectral_gui.views.candidates.rows.readings import RankedReading, ReadingListModel

_KEYED_ROWS = 9  # rows that have a key
_PADDING = 6
_HEADLINE_EXTRA_POINTS = 6  # points: vowel marks must be told apart
_DETAIL_FEWER_POINTS = 1.5
_LINE_OVERLAP = 4  # of the two lines of Arabic: below the words there is room that only tails of letters take
_BAR_HEIGHT = 3  # height of the line that shows a probability
_GAP = 6  # before what tells two rows apart
_MAX_DIFFERENCE_SHARE = 0.6  # of the second line, for that
_TAG_SEPARATORS = re.compile(r"([+|])")


class ReadingDelegate(QStyledItemDelegate):
    """Delegate that draws a reading in two lines: its key, the vowelled form, the meaning and the number; lemma, tags
    and parts."""

    def __init__(self, parent: QObject):
        super().__init__(parent)
        self.set_script(False, False, 11.0)

    def set_script(self, arabic: bool, right_to_left: bool, points: float) -> None:
        self._right_to_left = right_to_left
        self._headline_font = make_text_font(points + (_HEADLINE_EXTRA_POINTS if arabic else 1), arabic)
        self._plain_font = make_text_font(points)
        self._detail_font = make_text_font(max(points - _DETAIL_FEWER_POINTS, 6.0))
        self._detail_word_font = make_text_font(max(points - _DETAIL_FEWER_POINTS, 6.0) + 2 * arabic, arabic)
        self._first_line_height = compute_row_height(self._headline_font, arabic)
        self._line_overlap = _LINE_OVERLAP if arabic else 2
        self._second_line_height = max(
            QFontMetrics(self._detail_font).height(), QFontMetrics(self._detail_word_font).height() - 2
        )

    def sizeHint(self, _option: QStyleOptionViewItem, _index: Index) -> QSize:
        return QSize(120, self._first_line_height + self._second_line_height + 4 - self._line_overlap)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        model = index.model()
        assert isinstance(model, ReadingListModel)
        reading, first = model.readings[index.row()], model.readings[0]
        is_marked = bool(option.state & QStyle.StateFlag.State_Selected)
        colours = theme.get_colours(theme.is_dark_palette(option.palette))
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        area = QRect(option.rect)
        if is_marked:
            painter.fillRect(area, colours.selected_fill)
            painter.fillRect(QRect(area.left(), area.top(), 3, area.height()), colours.selected)
        painter.setPen(QPen(option.palette.color(QPalette.ColorRole.Mid), 1))
        painter.drawLine(area.bottomLeft(), area.bottomRight())
        content = area.adjusted(_PADDING + 3, 1, -_PADDING, -3)
        first_line = QRect(content.left(), content.top(), content.width(), self._first_line_height)
        second_line = QRect(
            content.left(), first_line.bottom() + 1 - self._line_overlap, content.width(), self._second_line_height
        )
        key_width = QFontMetrics(self._plain_font).horizontalAdvance("0") + 10
        self._draw_key(
            painter, QRect(first_line.left(), first_line.top(), key_width, first_line.height()), index.row(), colours
        )
        first_line.setLeft(first_line.left() + key_width + 8)
        second_line.setLeft(first_line.left())
        first_line.setRight(first_line.right() - self._draw_number(painter, first_line, model, reading, colours))
        if model.get_difference(reading):
            second_line.setRight(first_line.right())  # not under the bar of the number
        self._draw_headline(painter, first_line, reading, first, colours)
        self._draw_details(painter, second_line, reading, model.get_difference(reading), first, colours)
        painter.restore()

    def _draw_key(self, painter: QPainter, area: QRect, row: int, colours: theme.Colours) -> None:
        if row >= _KEYED_ROWS:
            return
        side = min(area.width(), area.height() - 4)
        box = QRect(area.left(), area.center().y() - side // 2, area.width(), side)
        painter.setPen(QPen(colours.line, 1))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRoundedRect(box, 3, 3)
        painter.setPen(colours.text)
        painter.setFont(self._plain_font)
        painter.drawText(box, Qt.AlignmentFlag.AlignCenter, str(row + 1))

    def _draw_number(
        self, painter: QPainter, area: QRect, model: ReadingListModel, reading: RankedReading, colours: theme.Colours
    ) -> int:
        """Draw the check mark of the chosen reading, or the probability over its bar; return the width taken."""
        number = "✓" if reading.is_chosen else model.format_probability(reading)
        if not number:
            return 0
        font = QFont(self._plain_font)
        font.setBold(reading.is_chosen)
        metrics = QFontMetrics(font)
        width = max(metrics.horizontalAdvance(format_probability(1.0)), metrics.horizontalAdvance(number))
        number_area = QRect(area.right() - width, area.top(), width, area.height())
        painter.setFont(font)
        is_shared = bool(model.get_shared_row(reading))
        painter.setPen(colours.locked if reading.is_chosen else colours.faint if is_shared else colours.text)
        painter.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
        painter.drawText(number_area, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, number)
        probability = reading.ranked.probability
        if not reading.is_chosen and not is_shared and probability is not None:
            bar_top = number_area.center().y() + metrics.height() // 2 + 1
            painter.fillRect(
                QRect(number_area.left(), bar_top, width, _BAR_HEIGHT), _mix_colours(colours.line, colours.paper, 0.25)
            )
            filled_width = max(1, round(width * probability))
            painter.fillRect(QRect(number_area.left(), bar_top, filled_width, _BAR_HEIGHT), colours.selected)
        return width + 8

    def _draw_headline(
        self, painter: QPainter, area: QRect, reading: RankedReading, first: RankedReading, colours: theme.Colours
    ) -> None:
        metrics = QFontMetrics(self._headline_font)
        width = min(metrics.horizontalAdvance(reading.headline) + 4, round(area.width() * 0.62))
        headline_area = QRect(area.left(), area.top(), width, area.height())
        painter.setFont(self._headline_font)
        painter.setPen(colours.text)
        self._draw_text(painter, headline_area, reading.headline, metrics, self._right_to_left)
        if reading.value.gloss != EMPTY:
            painter.setFont(self._plain_font)
            repeats_gloss = reading.rank != first.rank and reading.value.gloss == first.value.gloss
            painter.setPen(colours.faint if repeats_gloss else colours.text)
            gloss_area = area.adjusted(width + 12, 0, 0, 0)
            self._draw_text(painter, gloss_area, reading.value.gloss, QFontMetrics(self._plain_font), False)

    def _draw_details(
        self,
        painter: QPainter,
        area: QRect,
        reading: RankedReading,
        difference: str,
        first: RankedReading,
        colours: theme.Colours,
    ) -> None:
        """Draw the tag piece by piece, pieces of the first reading's tag in faint; then what tells the row from one
        like it, for which there is always room; then the lemma and the parts."""
        metrics = QFontMetrics(self._detail_font)
        painter.setFont(self._detail_font)
        x = area.left()
        first_pieces = set(_TAG_SEPARATORS.split(first.tags))
        alignment = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
        painter.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
        reserved_width = 0
        if difference:  # widths are rounded: twice the gap
            reserved_width = min(
                metrics.horizontalAdvance(difference) + 2 * _GAP, round(_MAX_DIFFERENCE_SHARE * area.width())
            )

        def draw_piece(text: str, max_width: int, colour: QColor) -> int:
            elided = metrics.elidedText(text, Qt.TextElideMode.ElideRight, max_width)
            painter.setPen(colour)
            painter.drawText(QRect(x, area.top(), max_width, area.height()), alignment, elided)
            return metrics.horizontalAdvance(elided)

        for piece, is_shared in _split_tag(reading.tags, first.tags, first_pieces, reading.rank == first.rank):
            available_width = area.right() - x - reserved_width
            if available_width <= 8:
                break
            x += draw_piece(piece, available_width, colours.faint if is_shared else colours.text)
        if difference:
            x += _GAP
            x += draw_piece(difference, area.right() - x, colours.text)
        lemma = reading.value.lemma
        for text in filter(None, ("" if lemma in (EMPTY, reading.headline) else lemma, reading.parts)):
            available_width = area.right() - x - 14
            if available_width < 24:
                return
            painter.setPen(colours.faint)
            painter.setFont(self._detail_font)
            painter.drawText(QRect(x, area.top(), 14, area.height()), Qt.AlignmentFlag.AlignCenter, "·")
            font = self._detail_word_font if is_arabic(text) else self._detail_font
            word_metrics = QFontMetrics(font)
            width = min(word_metrics.horizontalAdvance(text) + 4, available_width)
            painter.setFont(font)
            self._draw_text(
                painter, QRect(x + 14, area.top(), width, area.height()), text, word_metrics, self._right_to_left
            )
            x += 14 + width

    def _draw_text(self, painter: QPainter, area: QRect, text: str, metrics: QFontMetrics, right_to_left: bool) -> None:
        painter.setLayoutDirection(get_direction(right_to_left))
        elided = metrics.elidedText(text, Qt.TextElideMode.ElideRight, area.width())
        alignment = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignAbsolute | Qt.AlignmentFlag.AlignVCenter
        painter.drawText(area, alignment | Qt.TextFlag.TextSingleLine, elided)


def _split_tag(tags: str, first_tags: str, first_pieces: set[str], is_first: bool) -> list[tuple[str, bool]]:
    """Return the pieces of a tag, each with whether the first reading has it too; a positional tag is split into
    letters."""
    if is_first:
        return [(tags, False)]
    if len(tags) == len(first_tags) and not _TAG_SEPARATORS.search(tags):
        return [(letter, letter == first_letter) for letter, first_letter in zip(tags, first_tags, strict=True)]
    return [(piece, piece in first_pieces) for piece in _TAG_SEPARATORS.split(tags) if piece]


def _mix_colours(first: QColor, second: QColor, weight: float) -> QColor:
    """Return a colour between two, with the weight of the first."""
    pairs = ((first.red(), second.red()), (first.green(), second.green()), (first.blue(), second.blue()))
    return QColor(*(round(weight * a + (1 - weight) * b) for a, b in pairs))
