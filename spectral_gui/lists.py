"""Item models over treebanks, and how their cells are drawn. The models read a sentence when a row is shown, so that a
million words open at once."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Generator, Sequence
from html import escape
from time import perf_counter

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QPersistentModelIndex, QRect, QSize, Qt, QTimer
from PySide6.QtGui import QFont, QFontInfo, QFontMetrics, QKeyEvent, QPainter, QPalette
from PySide6.QtWidgets import QHeaderView, QStyle, QStyledItemDelegate, QStyleOptionViewItem, QTableView, QWidget

from spectral_core.data import Treebank
from spectral_gui.resources import direction_of, is_arabic, is_right_to_left, row_height, text_font

INVALID = QModelIndex()
_LARGER = 3  # points: Arabic letters are small for the size of their font

_TEXTS_KEPT = 500
_SLICE = 0.006  # seconds of the window's thread at a time
_GAP = 6  # pixels between the columns of a row

Index = QModelIndex | QPersistentModelIndex
Marks = Sequence[tuple[str, str]]  # (sign, what it says), a place each; the sign is "" where it does not hold


def as_tip(text: str) -> str:
    """A tool tip that shows `text` as it stands: Qt would take one that looks like HTML for HTML."""
    return f'<p style="white-space:pre-wrap">{escape(text)}</p>' if "<" in text or "&" in text else text


class SentenceList(QAbstractListModel):
    """Sentences of a treebank, in an order of their own: number, marks and text of each."""

    NUMBER, MARKS, TEXT = (Qt.ItemDataRole.UserRole + n for n in range(1, 4))

    def __init__(self, marks: Callable[[int], Marks], parent: QObject | None = None):
        super().__init__(parent)
        self._treebank = Treebank.of(())
        self._rows: Sequence[int] = range(0)
        self._places: array[int] | None = None  # (sentences,) the row of each, -1 for none; None where they are alike
        self._marks = marks
        self._texts: dict[int, str] = {}  # of rows that were shown

    def show_treebank(self, treebank: Treebank, rows: Sequence[int] | None = None) -> None:
        """Lists another treebank: all of it, or the sentences `rows` in that order."""
        self.beginResetModel()
        self._treebank = treebank
        self._rows = range(len(treebank)) if rows is None else rows
        self._texts.clear()
        self._places = None
        if rows is not None and rows != range(len(treebank)):
            self._places = array("q", [-1]) * len(treebank)
            for row, at in enumerate(rows):
                self._places[at] = row
        self.endResetModel()

    def sentence_at(self, row: int) -> int:
        return self._rows[row]

    def row_of(self, at: int) -> int:
        """The row of a sentence, -1 where it is not listed."""
        if not 0 <= at < len(self._treebank):
            return -1
        return at if self._places is None else self._places[at]

    def refresh(self, at: int, treebank: Treebank) -> None:
        self._treebank = treebank
        self._texts.pop(at, None)
        row = self.row_of(at)
        if row >= 0:
            self.dataChanged.emit(self.index(row), self.index(row))

    def rowCount(self, parent: Index = INVALID) -> int:
        return 0 if parent.isValid() else len(self._rows)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if not index.isValid():
            return None
        at = self._rows[index.row()]
        if role == self.NUMBER:
            return str(at + 1)
        if role == self.MARKS:
            return self._marks(at)
        if role == self.TEXT:
            return self._text(at)
        if role == Qt.ItemDataRole.DisplayRole:
            marks = "".join(f"{mark} " for mark, _ in self._marks(at) if mark)
            # the isolate keeps the end of a right-to-left sentence where it belongs
            return f"{at + 1}  {marks}\u2068{self._text(at)}\u2069"
        if role == Qt.ItemDataRole.AccessibleTextRole:
            said = "".join(f", {meaning}" for mark, meaning in self._marks(at) if mark)
            return f"{at + 1}{said}: \u2068{self._text(at)}\u2069"
        if role == Qt.ItemDataRole.ToolTipRole:
            sentence = self._treebank[at]
            said = "\n".join(f"{mark} {meaning}" for mark, meaning in self._marks(at) if mark)
            return as_tip("\n".join(filter(None, (said, *map(str, sentence.problems), sentence.text[:1000]))))
        return None

    def seen(self, row: int) -> tuple[int, Marks, str]:
        """The number of the sentence in a row, its marks and its text."""
        at = self._rows[row]
        return at + 1, self._marks(at), self._text(at)

    def _text(self, at: int) -> str:
        text = self._texts.get(at)
        if text is None:
            if len(self._texts) > _TEXTS_KEPT:
                self._texts.clear()
            text = self._treebank[at].text
            text = self._texts[at] = text if len(text) <= 200 else text[:200] + " …"
        return text


class TextDelegate(QStyledItemDelegate):
    """Draws each text in the font and the direction of its script, in rows that are high enough for its marks."""

    def __init__(self, points: float, parent: QObject, stays_left: bool = False):
        super().__init__(parent)
        self._stays_left = stays_left  # in a tree a text stays beside its branch
        self._right_to_left = False
        self._text = ""
        self.set_points(points)

    def set_points(self, points: float) -> None:
        self._font, self._arabic_font = text_font(points), text_font(points + _LARGER, arabic=True)
        self.suit(self._text)

    def font_of(self, text: str) -> QFont:
        return self._arabic_font if is_right_to_left(text) and is_arabic(text) else self._font

    def suit(self, text: str) -> None:
        """Suits rows and directions to what most cells will be: parts of `text`."""
        self._text = text
        self._right_to_left = bool(is_right_to_left(text))
        arabic = self._right_to_left and is_arabic(text)
        self.height = row_height(self._arabic_font if arabic else self._font, arabic)

    def initStyleOption(self, option: QStyleOptionViewItem, index: Index) -> None:
        super().initStyleOption(option, index)
        found = is_right_to_left(option.text)
        right_to_left = self._right_to_left if found is None else found
        bold = option.font.bold()
        option.font = QFont(self._arabic_font if right_to_left and is_arabic(option.text) else self._font)
        option.font.setBold(bold)
        option.fontMetrics = QFontMetrics(option.font)
        if right_to_left:
            option.direction = Qt.LayoutDirection.RightToLeft
            if self._stays_left:
                option.displayAlignment = (
                    Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignAbsolute | Qt.AlignmentFlag.AlignVCenter
                )

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        size = super().sizeHint(option, index)
        size.setHeight(max(size.height(), self.height))
        return size


class SentenceDelegate(TextDelegate):
    """Draws a row of a `SentenceList`: the number, the text in its direction, and the marks at the right end."""

    def __init__(self, points: float, parent: QObject):
        super().__init__(points, parent)
        self.numbers = 1  # sentences: how wide the column of their numbers is

    def set_points(self, points: float) -> None:
        self._cut: dict[tuple[str, int], str] = {}  # texts as they are shown in so many pixels
        self._widths: dict[str, int] = {}  # of numbers and marks
        super().set_points(points)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        model = index.model()
        assert isinstance(model, SentenceList)
        numbered, signs, text = model.seen(index.row())
        chosen = bool(option.state & QStyle.StateFlag.State_Selected)
        style = option.widget.style()
        style.drawPrimitive(QStyle.PrimitiveElement.PE_PanelItemViewItem, option, painter, option.widget)
        group = (
            QPalette.ColorGroup.Active if option.state & QStyle.StateFlag.State_Active else QPalette.ColorGroup.Inactive
        )
        text_role = QPalette.ColorRole.HighlightedText if chosen else QPalette.ColorRole.Text
        faint_role = QPalette.ColorRole.HighlightedText if chosen else QPalette.ColorRole.PlaceholderText
        painter.save()
        plain = self._font
        area = QRect(option.rect).adjusted(_GAP, 0, -_GAP, 0)
        middle = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignAbsolute
        painter.setFont(plain)
        painter.setPen(option.palette.color(group, faint_role))
        width = self._width("0" * len(str(self.numbers)))
        number = QRect(area.left(), area.top(), width, area.height())
        painter.drawText(number, middle | Qt.AlignmentFlag.AlignRight, str(numbered))
        painter.setPen(option.palette.color(group, text_role))
        marks = [mark for mark, _ in signs if mark]
        places = [max(self._width("⚠"), self._width(mark)) + 2 for mark in marks]
        begin = place = area.right() - sum(places)
        for mark, room in zip(marks, places, strict=True):
            where = QRect(place, area.top(), room, area.height())
            painter.drawText(where, middle | Qt.AlignmentFlag.AlignHCenter, mark)
            place += room
        rest = QRect(area)
        rest.setLeft(number.right() + _GAP)
        rest.setRight(begin - (_GAP if marks else 0))
        right_to_left = bool(is_right_to_left(text))
        font = self.font_of(text)
        painter.setFont(font)
        painter.setLayoutDirection(direction_of(right_to_left))
        side = Qt.AlignmentFlag.AlignRight if right_to_left else Qt.AlignmentFlag.AlignLeft
        cut = text, rest.width()
        if cut not in self._cut:
            if len(self._cut) > _TEXTS_KEPT:
                self._cut.clear()
            self._cut[cut] = QFontMetrics(font).elidedText(text, Qt.TextElideMode.ElideRight, rest.width())
        painter.drawText(rest, middle | side | Qt.TextFlag.TextSingleLine, self._cut[cut])
        painter.restore()

    def sizeHint(self, _option: QStyleOptionViewItem, _index: Index) -> QSize:
        return QSize(10 * self.height, self.height)

    def _width(self, text: str) -> int:
        if text not in self._widths:
            if len(self._widths) > _TEXTS_KEPT:
                self._widths.clear()
            self._widths[text] = QFontMetrics(self._font).horizontalAdvance(text)
        return self._widths[text]


class RowList(QTableView):
    """A list of very many rows of one height: a list view would lay all of them out again after every change."""

    def __init__(self, model: QAbstractListModel, delegate: QStyledItemDelegate, height: int):
        super().__init__()
        self.setModel(model)
        self.setItemDelegate(delegate)
        self.horizontalHeader().hide()
        self.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
        self.verticalHeader().hide()
        self.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self.set_height(height)
        self.setShowGrid(False)
        self.setWordWrap(False)
        self.setCornerButtonEnabled(False)
        self.setTabKeyNavigation(False)
        self.setSelectionMode(QTableView.SelectionMode.SingleSelection)
        self.setSelectionBehavior(QTableView.SelectionBehavior.SelectRows)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)

    def set_height(self, height: int) -> None:
        self.verticalHeader().setMinimumSectionSize(1)
        self.verticalHeader().setDefaultSectionSize(height)

    def keyboardSearch(self, _search: str) -> None:
        """Nothing: letters are commands, and this would read every row."""

    def keyPressEvent(self, event: QKeyEvent) -> None:
        rows = self.model().rowCount()
        if event.key() in (Qt.Key.Key_Home, Qt.Key.Key_End) and not event.modifiers() and rows:
            self.setCurrentIndex(self.model().index(0 if event.key() == Qt.Key.Key_Home else rows - 1, 0))
        else:
            super().keyPressEvent(event)


class Slices(QObject):
    """Reads much on the window's thread, a few milliseconds at a time; what is begun anew or stopped says nothing."""

    def __init__(self, parent: QObject | None = None):
        super().__init__(parent)
        self._timer = QTimer(self)
        self._timer.setInterval(0)
        self._timer.timeout.connect(self._go_on)
        self._work: Generator[None, None, object] | None = None
        self._take: Callable[[object], None] = lambda _: None

    @property
    def busy(self) -> bool:
        return self._work is not None

    def start(self, work: Generator[None, None, object], take: Callable[[object], None]) -> None:
        """Goes through `work`, which yields between its steps, and gives `take` what it returns."""
        self._work, self._take = work, take
        self._timer.start()

    def stop(self) -> None:
        self._work = None
        self._timer.stop()

    def _go_on(self) -> None:
        end = perf_counter() + _SLICE
        work = self._work
        try:
            while work is not None and perf_counter() < end:
                next(work)
        except StopIteration as ended:
            self.stop()
            self._take(ended.value)


def points_of(widget: QWidget, more: float = 1.5) -> float:
    """The size of a treebank's words in a panel: a little larger than its labels, and growing with them."""
    return QFontInfo(widget.font()).pointSizeF() + more
