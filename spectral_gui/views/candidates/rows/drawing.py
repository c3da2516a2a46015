"""How a reading is drawn: number, vowels and meaning over lemma, tags and parts; what differs stands out."""

from __future__ import annotations

import re

from PySide6.QtCore import QObject, QRect, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter, QPalette, QPen
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem

from spectral_core.data import EMPTY
from spectral_gui import theme
from spectral_gui.lists import Index
from spectral_gui.resources import direction_of, is_arabic, per_cent, row_height, text_font
from spectral_gui.views.candidates.rows.readings import RankedReading, ReadingList

_DIGITS = 9  # rows that have a key
_PAD = 6
_LARGER = 6  # points: vowel marks must be told apart
_SMALLER = 1.5
_OVERLAP = 4  # of the two lines of Arabic: below the words there is room that only tails of letters take
_BAR = 3  # height of the line that shows a probability
_GAP = 6  # before what tells two rows apart
_MOST_KEPT = 0.6  # of the second line, for that
_PIECES = re.compile(r"([+|])")


class ReadingDelegate(QStyledItemDelegate):
    """Draws a reading in two lines: its key, the vowelled form, the meaning and the number; lemma, tags and parts."""

    def __init__(self, parent: QObject):
        super().__init__(parent)
        self.suit(False, False, 11.0)

    def suit(self, arabic: bool, right_to_left: bool, points: float) -> None:
        self._right_to_left = right_to_left
        self._large = text_font(points + (_LARGER if arabic else 1), arabic)
        self._plain = text_font(points)
        self._small = text_font(max(points - _SMALLER, 6.0))
        self._small_words = text_font(max(points - _SMALLER, 6.0) + 2 * arabic, arabic)
        self._first = row_height(self._large, arabic)
        self._overlap = _OVERLAP if arabic else 2
        self._second = max(QFontMetrics(self._small).height(), QFontMetrics(self._small_words).height() - 2)

    def sizeHint(self, _option: QStyleOptionViewItem, _index: Index) -> QSize:
        return QSize(120, self._first + self._second + 4 - self._overlap)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        rows = index.model()
        assert isinstance(rows, ReadingList)
        reading, first = rows.readings[index.row()], rows.readings[0]
        marked = bool(option.state & QStyle.StateFlag.State_Selected)
        colours = theme.colours(theme.is_dark_palette(option.palette))
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        area = QRect(option.rect)
        if marked:
            painter.fillRect(area, colours.selected_fill)
            painter.fillRect(QRect(area.left(), area.top(), 3, area.height()), colours.selected)
        painter.setPen(QPen(option.palette.color(QPalette.ColorRole.Mid), 1))
        painter.drawLine(area.bottomLeft(), area.bottomRight())
        inside = area.adjusted(_PAD + 3, 1, -_PAD, -3)
        above = QRect(inside.left(), inside.top(), inside.width(), self._first)
        below = QRect(inside.left(), above.bottom() + 1 - self._overlap, inside.width(), self._second)
        key = QFontMetrics(self._plain).horizontalAdvance("0") + 10
        self._draw_key(painter, QRect(above.left(), above.top(), key, above.height()), index.row(), colours)
        above.setLeft(above.left() + key + 8)
        below.setLeft(above.left())
        above.setRight(above.right() - self._draw_number(painter, above, rows, reading, colours))
        if rows.difference(reading):
            below.setRight(above.right())  # not under the bar of the number
        self._draw_first(painter, above, reading, first, colours)
        self._draw_second(painter, below, reading, rows.difference(reading), first, colours)
        painter.restore()

    def _draw_key(self, painter: QPainter, area: QRect, row: int, colours: theme.Colours) -> None:
        if row >= _DIGITS:
            return
        side = min(area.width(), area.height() - 4)
        box = QRect(area.left(), area.center().y() - side // 2, area.width(), side)
        painter.setPen(QPen(colours.line, 1))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRoundedRect(box, 3, 3)
        painter.setPen(colours.text)
        painter.setFont(self._plain)
        painter.drawText(box, Qt.AlignmentFlag.AlignCenter, str(row + 1))

    def _draw_number(
        self, painter: QPainter, area: QRect, rows: ReadingList, reading: RankedReading, colours: theme.Colours
    ) -> int:
        """The check mark of what was chosen, or the probability over its bar; how wide that is."""
        number = "✓" if reading.stands else rows.number(reading)
        if not number:
            return 0
        font = QFont(self._plain)
        font.setBold(reading.stands)
        metrics = QFontMetrics(font)
        width = max(metrics.horizontalAdvance(per_cent(1.0)), metrics.horizontalAdvance(number))
        place = QRect(area.right() - width, area.top(), width, area.height())
        painter.setFont(font)
        shared = bool(rows.shared_with(reading))
        painter.setPen(colours.locked if reading.stands else colours.faint if shared else colours.text)
        painter.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
        painter.drawText(place, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, number)
        share = reading.ranked.probability
        if not reading.stands and not shared and share is not None:
            foot = place.center().y() + metrics.height() // 2 + 1
            painter.fillRect(QRect(place.left(), foot, width, _BAR), _mixed(colours.line, colours.paper, 0.25))
            filled = max(1, round(width * share))
            painter.fillRect(QRect(place.left(), foot, filled, _BAR), colours.selected)
        return width + 8

    def _draw_first(
        self, painter: QPainter, area: QRect, reading: RankedReading, first: RankedReading, colours: theme.Colours
    ) -> None:
        metrics = QFontMetrics(self._large)
        width = min(metrics.horizontalAdvance(reading.headline) + 4, round(area.width() * 0.62))
        place = QRect(area.left(), area.top(), width, area.height())
        painter.setFont(self._large)
        painter.setPen(colours.text)
        self._text(painter, place, reading.headline, metrics, self._right_to_left)
        if reading.value.gloss != EMPTY:
            painter.setFont(self._plain)
            same = reading.rank != first.rank and reading.value.gloss == first.value.gloss
            painter.setPen(colours.faint if same else colours.text)
            rest = area.adjusted(width + 12, 0, 0, 0)
            self._text(painter, rest, reading.value.gloss, QFontMetrics(self._plain), False)

    def _draw_second(
        self,
        painter: QPainter,
        area: QRect,
        reading: RankedReading,
        difference: str,
        first: RankedReading,
        colours: theme.Colours,
    ) -> None:
        """Tags piece by piece, those that the first reading has as well in faint; then, for which there is always room,
        what tells the row from one like it; then the lemma and the parts."""
        metrics = QFontMetrics(self._small)
        painter.setFont(self._small)
        x = area.left()
        theirs = set(_PIECES.split(first.tags))
        middle = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
        painter.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
        kept = 0
        if difference:  # widths are rounded: twice the gap
            kept = min(metrics.horizontalAdvance(difference) + 2 * _GAP, round(_MOST_KEPT * area.width()))

        def put(text: str, room: int, colour: QColor) -> int:
            shown = metrics.elidedText(text, Qt.TextElideMode.ElideRight, room)
            painter.setPen(colour)
            painter.drawText(QRect(x, area.top(), room, area.height()), middle, shown)
            return metrics.horizontalAdvance(shown)

        for piece, known in _coloured(reading.tags, first.tags, theirs, reading.rank == first.rank):
            room = area.right() - x - kept
            if room <= 8:
                break
            x += put(piece, room, colours.faint if known else colours.text)
        if difference:
            x += _GAP
            x += put(difference, area.right() - x, colours.text)
        lemma = reading.value.lemma
        for text in filter(None, ("" if lemma in (EMPTY, reading.headline) else lemma, reading.parts)):
            room = area.right() - x - 14
            if room < 24:
                return
            painter.setPen(colours.faint)
            painter.setFont(self._small)
            painter.drawText(QRect(x, area.top(), 14, area.height()), Qt.AlignmentFlag.AlignCenter, "·")
            font = self._small_words if is_arabic(text) else self._small
            words = QFontMetrics(font)
            width = min(words.horizontalAdvance(text) + 4, room)
            painter.setFont(font)
            self._text(painter, QRect(x + 14, area.top(), width, area.height()), text, words, self._right_to_left)
            x += 14 + width

    def _text(self, painter: QPainter, area: QRect, text: str, metrics: QFontMetrics, right_to_left: bool) -> None:
        painter.setLayoutDirection(direction_of(right_to_left))
        shown = metrics.elidedText(text, Qt.TextElideMode.ElideRight, area.width())
        where = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignAbsolute | Qt.AlignmentFlag.AlignVCenter
        painter.drawText(area, where | Qt.TextFlag.TextSingleLine, shown)


def _coloured(tags: str, first: str, theirs: set[str], is_first: bool) -> list[tuple[str, bool]]:
    """The pieces of a tag, each with whether the first reading has it too; positions of a tag of places one by one."""
    if is_first:
        return [(tags, False)]
    if len(tags) == len(first) and not _PIECES.search(tags):
        return [(one, one == other) for one, other in zip(tags, first, strict=True)]
    return [(piece, piece in theirs) for piece in _PIECES.split(tags) if piece]


def _mixed(one: QColor, other: QColor, share: float) -> QColor:
    """A colour between two: so much of the first."""
    pairs = ((one.red(), other.red()), (one.green(), other.green()), (one.blue(), other.blue()))
    return QColor(*(round(share * a + (1 - share) * b) for a, b in pairs))
