"""The readings of a word as rows: number, vowels and meaning over lemma, tags and parts; what differs stands out."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QPersistentModelIndex, QRect, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFont, QFontMetrics, QKeyEvent, QPainter, QPalette, QPen
from PySide6.QtWidgets import QListView, QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from spectral_core.analyzers.transliteration import without_marks
from spectral_core.data import EMPTY, Analysis, Ranked
from spectral_core.data.readings import label_of
from spectral_gui import theme
from spectral_gui.lists import as_tip, points_of
from spectral_gui.resources import is_arabic, is_right_to_left, row_height, text_font

_INVALID = QModelIndex()
_DIGITS = 9  # rows that have a key
_PAD = 6
_LARGER = 6  # points: vowel marks must be told apart
_SMALLER = 1.5
_SAYS_ALL = 8  # letters: a tag of positions, one for each feature
_OVERLAP = 4  # of the two lines of Arabic: below the words there is room that only tails of letters take
_BAR = 3  # height of the line that shows a probability
_NEARLY = 0.99
_PIECES = re.compile(r"([+|])")

Index = QModelIndex | QPersistentModelIndex


@dataclass(frozen=True, slots=True)
class Reading:
    """One row: a reading with its place in the whole list, from 1."""

    ranked: Ranked[Analysis]
    rank: int
    stands: bool = False  # at the word, by somebody's choice

    @property
    def value(self) -> Analysis:
        return self.ranked.value

    @property
    def headline(self) -> str:
        """The vowelled form, or else the lemma."""
        value = self.value
        return next((one for one in (value.vocalised, value.lemma, value.xpos) if one != EMPTY), "–")

    @property
    def tags(self) -> str:
        """What a reading says of the word's form: a tag that says all, or else the tag and the values of features."""
        value = self.value
        if "+" in value.xpos or len(value.xpos) >= _SAYS_ALL:
            return value.xpos
        tag = value.upos if value.xpos == EMPTY else value.xpos
        values = [pair.partition("=")[2] for pair in value.feats.split("|")]
        return "|".join(one for one in (tag, *values) if one not in (EMPTY, ""))

    @property
    def parts(self) -> str:
        """The segments that are written, in the order of the script."""
        pieces = [part.form for part in self.value.segments if part.form]
        return " + ".join(f"\u2068{piece}\u2069" for piece in pieces) if len(pieces) > 1 else ""

    def fits(self, typed: str) -> bool:
        """Whether every word that was typed is in a tag, the meaning, the lemma or the form, with or without vowels, or
        begins the value of a feature."""
        value = self.value
        said = f"{value.vocalised} {value.lemma} {value.upos} {value.xpos} {value.gloss}".casefold()
        bare = without_marks(said)
        pairs = value.feats.casefold().split("|")
        values = [pair.partition("=")[2] for pair in pairs]  # their names are alike in all: "gen" is no Gender
        return all(
            word in said
            or without_marks(word) in bare
            or any(start.startswith(word) for start in (pairs if "=" in word else values))
            for word in typed.casefold().split()
        )


class ReadingList(QAbstractListModel):
    """The readings of one word that pass the filter."""

    def __init__(self, parent: QObject | None = None):
        super().__init__(parent)
        self.readings: tuple[Reading, ...] = ()
        self._all: tuple[Reading, ...] = ()
        self._typed = ""
        self._shares: dict[int, int] = {}

    def show_readings(self, readings: Sequence[Reading]) -> None:
        """Shows the readings of a word, those that pass the filter."""
        self._all = tuple(readings)
        self._narrow()

    def filter_by(self, typed: str) -> None:
        """Shows those that what is typed fits; "" for all."""
        if typed != self._typed:
            self._typed = typed
            self._narrow()

    @property
    def all_readings(self) -> tuple[Reading, ...]:
        return self._all

    def _narrow(self) -> None:
        readings = tuple(one for one in self._all if one.fits(self._typed)) if self._typed else self._all
        if readings != self.readings:
            self.beginResetModel()
            self.readings = readings
            self._shares = _sharing(readings)
            self.endResetModel()

    def rowCount(self, parent: Index = _INVALID) -> int:
        return 0 if parent.isValid() else len(self.readings)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if not index.isValid():
            return None
        reading = self.readings[index.row()]
        if role == Qt.ItemDataRole.DisplayRole:
            return reading.headline
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return self.spoken(index.row())
        if role == Qt.ItemDataRole.ToolTipRole:
            return as_tip("\n".join(self._told(reading)))
        return None

    def spoken(self, row: int) -> str:
        """A row as a screen reader says it."""
        reading = self.readings[row]
        value = reading.value
        said = (f"\u2068{reading.headline}\u2069", value.gloss, reading.tags, f"\u2068{value.lemma}\u2069")
        pieces = [
            f"{row + 1}",
            *(piece for piece in said if piece and EMPTY not in (piece, piece.strip("\u2068\u2069"))),
        ]
        number, shared = self.number(reading), self.shared_with(reading)
        if reading.stands:
            pieces.append(self.tr("chosen"))
        elif shared:
            pieces.append(self.tr("the same analysis as {0}").format(shared))
        elif number:
            pieces.append(self.tr("probability {0}").format(number))
        return ", ".join(pieces)

    def _told(self, reading: Reading) -> list[str]:
        value = reading.value
        rows = [f"\u2068{reading.headline}\u2069"]
        for title, said in (
            (self.tr("Lemma"), value.lemma),
            (self.tr("Meaning"), value.gloss),
            (self.tr("Tag"), value.upos),
            (self.tr("Own tag"), value.xpos),
            (self.tr("Features"), value.feats.replace("|", ", ")),
        ):
            if said != EMPTY:
                rows.append(f"{title}: \u2068{said}\u2069")
        if value.segments:
            parts = " + ".join(f"\u2068{part.form or '∅'}\u2069 {part.tag}" for part in value.segments)
            rows.append(self.tr("Parts: {0}").format(parts))
        if shared := self.shared_with(reading):
            rows.append(self.tr("To the model the same analysis as {0}, with one probability").format(shared))
        if reading.ranked.probability is None and reading.ranked.score:
            rows.append(self.tr("Score: {0:.3f}").format(reading.ranked.score))
        return rows

    def number(self, reading: Reading) -> str:
        """The probability as it is written: what is only probable is never said to be certain."""
        share = reading.ranked.probability
        if share is None:
            return ""
        if self.shared_with(reading):
            return self.tr("same")
        if share > _NEARLY:
            return f"> {_NEARLY:.0%}"
        return f"< {1 - _NEARLY:.0%}" if share < 1 - _NEARLY else f"{share:.0%}"

    def shared_with(self, reading: Reading) -> int:
        """The row above, from 1, whose probability is that of this reading too; 0 where it has one of its own."""
        return self._shares.get(reading.rank, 0)


class Rows(QListView):
    """The list itself; its arrows go up and down in it, and to the words beside by sight."""

    taken = Signal(int)  # a row, by Enter or a double click
    stepped = Signal(int)  # to the word on the right (1) or on the left (-1)
    left = Signal()  # Escape

    def __init__(self, parent: QWidget | None = None):
        super().__init__(parent)
        self.rows = ReadingList(self)
        self._drawing = _Drawing(self)
        self.setModel(self.rows)
        self.setItemDelegate(self._drawing)
        self.setUniformItemSizes(True)
        self.setVerticalScrollMode(QListView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setAccessibleName(self.tr("Readings of the word"))
        self.doubleClicked.connect(lambda index: self.taken.emit(index.row()))

    def suit(self, text: str) -> None:
        """Suits rows to the script of a word."""
        self._drawing.suit(is_arabic(text), bool(is_right_to_left(text)), points_of(self))
        self.scheduleDelayedItemsLayout()

    def show_readings(self, readings: Sequence[Reading], marked: int = 0) -> None:
        """Shows the readings of a word with one of them marked."""
        self.rows.show_readings(readings)
        self.mark(marked)

    def mark(self, row: int) -> None:
        """Marks a row, as an arrow would."""
        size = self.rows.rowCount()
        if size:
            self.setCurrentIndex(self.rows.index(min(max(row, 0), size - 1)))
        self.viewport().update()

    @property
    def marked(self) -> Reading | None:
        row = self.currentIndex().row()
        return self.rows.readings[row] if 0 <= row < len(self.rows.readings) else None

    def keyPressEvent(self, event: QKeyEvent) -> None:
        held = event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        key = event.key()
        if held:
            event.ignore()
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            if self.currentIndex().isValid():
                self.taken.emit(self.currentIndex().row())
        elif key in (Qt.Key.Key_Left, Qt.Key.Key_Right):
            self.stepped.emit(1 if key == Qt.Key.Key_Right else -1)
        elif key == Qt.Key.Key_Escape:
            self.left.emit()
        elif key in (Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_PageUp, Qt.Key.Key_PageDown):
            super().keyPressEvent(event)
        elif key in (Qt.Key.Key_Home, Qt.Key.Key_End):
            self.mark(0 if key == Qt.Key.Key_Home else len(self.rows.readings))
        else:
            event.ignore()  # letters are commands, not a search in this list


class _Drawing(QStyledItemDelegate):
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
        view = option.widget
        assert isinstance(view, Rows)
        rows = view.rows
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
        self._draw_first(painter, above, reading, first, colours)
        self._draw_second(painter, below, reading, first, colours)
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
        self, painter: QPainter, area: QRect, rows: ReadingList, reading: Reading, colours: theme.Colours
    ) -> int:
        """The check mark of what was chosen, or the probability over its bar; how wide that is."""
        number = "✓" if reading.stands else rows.number(reading)
        if not number:
            return 0
        font = QFont(self._plain)
        font.setBold(reading.stands)
        metrics = QFontMetrics(font)
        width = max(metrics.horizontalAdvance("> 99 %"), metrics.horizontalAdvance(number))
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
        self, painter: QPainter, area: QRect, reading: Reading, first: Reading, colours: theme.Colours
    ) -> None:
        """The vowelled form, and the meaning in the room that is left."""
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
        self, painter: QPainter, area: QRect, reading: Reading, first: Reading, colours: theme.Colours
    ) -> None:
        """Tags piece by piece, those that the first reading has as well in faint; then the lemma and the parts."""
        metrics = QFontMetrics(self._small)
        painter.setFont(self._small)
        x = area.left()
        theirs = set(_PIECES.split(first.tags))
        middle = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
        painter.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
        for piece, known in _coloured(reading.tags, first.tags, theirs, reading.rank == first.rank):
            room = area.right() - x
            if room <= 8:
                return
            shown = metrics.elidedText(piece, Qt.TextElideMode.ElideRight, room)
            painter.setPen(colours.faint if known else colours.text)
            painter.drawText(QRect(x, area.top(), room, area.height()), middle, shown)
            x += metrics.horizontalAdvance(shown)
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
        """A text from the left, read in its own direction."""
        direction = Qt.LayoutDirection.RightToLeft if right_to_left else Qt.LayoutDirection.LeftToRight
        painter.setLayoutDirection(direction)
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


def _sharing(readings: Sequence[Reading]) -> dict[int, int]:
    """By rank the row, from 1, of the first reading with the same label, whose probability it shares.

    A model may tell less apart than a file: where the sum shows that, an equal score is an equal label.
    """
    total = sum(one.ranked.probability or 0.0 for one in _of_own_label(readings))
    coarse = total > 1.0 + 1e-6
    first: dict[tuple[object, ...], int] = {}
    shared = {}
    for row, one in enumerate(readings, 1):
        if one.ranked.probability is not None:
            own = () if coarse else label_of(one.value)
            at = first.setdefault((one.ranked.probability, one.ranked.score, own), row)
            if at != row:
                shared[one.rank] = at
    return shared


def _of_own_label(readings: Sequence[Reading]) -> list[Reading]:
    seen = {(label_of(one.value), one.ranked.probability, one.ranked.score): one for one in readings}
    return list(seen.values())


def _mixed(one: QColor, other: QColor, share: float) -> QColor:
    """A colour between two: so much of the first."""
    pairs = ((one.red(), other.red()), (one.green(), other.green()), (one.blue(), other.blue()))
    return QColor(*(round(share * a + (1 - share) * b) for a, b in pairs))
