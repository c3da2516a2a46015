"""List model of the sentences of a treebank, with delegates, a table view and formats for lists of text. The model
reads a sentence only when its row is shown, so that a million words open at once."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence
from datetime import datetime
from html import escape

from PySide6.QtCore import (
    QAbstractListModel,
    QDate,
    QLocale,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QRect,
    QSize,
    Qt,
)
from PySide6.QtGui import QFont, QFontInfo, QFontMetrics, QKeyEvent, QPainter, QPalette
from PySide6.QtWidgets import QHeaderView, QStyle, QStyledItemDelegate, QStyleOptionViewItem, QTableView, QWidget

from spectral_core.data import Treebank
from spectral_gui.text_display import (
    compute_row_height,
    get_layout_direction,
    is_arabic,
    is_right_to_left,
    make_treebank_font,
)

INVALID_INDEX = QModelIndex()
_ARABIC_EXTRA_POINTS = 3  # points: Arabic letters are small for the size of their font

_MAX_CACHED = 500
_GAP = 6  # pixels between the columns of a row

Index = QModelIndex | QPersistentModelIndex
Marks = Sequence[tuple[str, str]]  # (sign, meaning), one column each; the sign is "" if it does not apply


def to_tooltip(text: str) -> str:
    """Return a tool tip that shows `text` literally: Qt would render one that looks like HTML."""
    return f'<p style="white-space:pre-wrap">{escape(text)}</p>' if "<" in text or "&" in text else text


def format_local_time(iso_time: str, clock_format: str = "%H:%M", keeps_clock: bool = True) -> str:
    """Return an ISO time in local time: the time of day if it is today, or else the date, with the time of day if
    `keeps_clock`; unchanged if it is not an ISO time."""
    try:
        moment = datetime.fromisoformat(iso_time).astimezone()
    except (ValueError, OverflowError):  # written by another program
        return iso_time
    clock_time = moment.strftime(clock_format)
    if moment.date() == datetime.now().astimezone().date():
        return clock_time
    date = QLocale().toString(QDate(moment.year, moment.month, moment.day), QLocale.FormatType.ShortFormat)
    return f"{date} {clock_time}" if keeps_clock else date


class SentenceListModel(QAbstractListModel):
    """List model of the sentences of a treebank in a given order: number, marks and text of each."""

    NUMBER, MARKS, TEXT = (Qt.ItemDataRole.UserRole + n for n in range(1, 4))

    def __init__(self, marks: Callable[[int], Marks], parent: QObject | None = None):
        super().__init__(parent)
        self._treebank = Treebank.of(())
        self._rows: Sequence[int] = range(0)
        self._row_of_sentence: array[int] | None = None  # (sentences,) row of each, -1 for none; None: identity
        self._marks = marks
        self._texts: dict[int, str] = {}  # by sentence index, of the rows already shown

    def show_treebank(self, treebank: Treebank, rows: Sequence[int] | None = None) -> None:
        """List another treebank: all of it, or the sentences `rows` in that order."""
        self.beginResetModel()
        self._treebank = treebank
        self._rows = range(len(treebank)) if rows is None else rows
        self._texts.clear()
        self._row_of_sentence = None
        if rows is not None and rows != range(len(treebank)):
            self._row_of_sentence = array("q", [-1]) * len(treebank)
            for row, sentence_index in enumerate(rows):
                self._row_of_sentence[sentence_index] = row
        self.endResetModel()

    def sentence_at(self, row: int) -> int:
        """Return the index of the sentence in a row."""
        return self._rows[row]

    def find_row(self, sentence_index: int) -> int:
        """Return the row of a sentence, -1 if it is not listed."""
        if not 0 <= sentence_index < len(self._treebank):
            return -1
        return sentence_index if self._row_of_sentence is None else self._row_of_sentence[sentence_index]

    def refresh_sentence(self, sentence_index: int, treebank: Treebank) -> None:
        """Show a sentence as it is in `treebank`, after an edit."""
        self._treebank = treebank
        self._texts.pop(sentence_index, None)
        row = self.find_row(sentence_index)
        if row >= 0:
            self.dataChanged.emit(self.index(row), self.index(row))

    def rowCount(self, parent: Index = INVALID_INDEX) -> int:
        return 0 if parent.isValid() else len(self._rows)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if not index.isValid():
            return None
        sentence_index = self._rows[index.row()]
        if role == self.NUMBER:
            return str(sentence_index + 1)
        if role == self.MARKS:
            return self._marks(sentence_index)
        if role == self.TEXT:
            return self.get_text(sentence_index)
        if role == Qt.ItemDataRole.DisplayRole:
            marks = "".join(f"{mark} " for mark, _ in self._marks(sentence_index) if mark)
            # the isolate keeps the end of a right-to-left sentence where it belongs
            return f"{sentence_index + 1}  {marks}\u2068{self.get_text(sentence_index)}\u2069"
        if role == Qt.ItemDataRole.AccessibleTextRole:
            prefix = "".join(f", {meaning}" for mark, meaning in self._marks(sentence_index) if mark)
            return f"{sentence_index + 1}{prefix}: \u2068{self.get_text(sentence_index)}\u2069"
        if role == Qt.ItemDataRole.ToolTipRole:
            sentence = self._treebank[sentence_index]
            prefix = "\n".join(f"{mark} {meaning}" for mark, meaning in self._marks(sentence_index) if mark)
            return to_tooltip("\n".join(filter(None, (prefix, *map(str, sentence.problems), sentence.text[:1000]))))
        return None

    def get_row_content(self, row: int) -> tuple[int, Marks, str]:
        """Return the number of the sentence in a row, its marks and its text."""
        sentence_index = self._rows[row]
        return sentence_index + 1, self._marks(sentence_index), self.get_text(sentence_index)

    def get_text(self, sentence_index: int) -> str:
        """Return the text of a sentence, cut after 200 characters."""
        text = self._texts.get(sentence_index)
        if text is None:
            if len(self._texts) > _MAX_CACHED:
                self._texts.clear()
            text = self._treebank[sentence_index].text
            text = self._texts[sentence_index] = text if len(text) <= 200 else text[:200] + " …"
        return text


class TextDelegate(QStyledItemDelegate):
    """Delegate that draws each text in the font and direction of its script, in rows high enough for its marks."""

    def __init__(self, points: float, parent: QObject, is_left_aligned: bool = False):
        super().__init__(parent)
        self._is_left_aligned = is_left_aligned  # in a tree view, text stays next to its branch
        self._right_to_left = False
        self._text = ""
        self.set_font_size(points)

    def set_font_size(self, points: float) -> None:
        """Set the font size of text; Arabic is drawn larger."""
        self._font, self._arabic_font = (
            make_treebank_font(points),
            make_treebank_font(points + _ARABIC_EXTRA_POINTS, arabic=True),
        )
        self.adapt_to_text(self._text)

    def get_font(self, text: str) -> QFont:
        """Return the font for the script of a text."""
        return self._arabic_font if is_right_to_left(text) and is_arabic(text) else self._font

    def adapt_to_text(self, text: str) -> None:
        """Set the row height and the default direction for the script of `text`, an example of what the rows show."""
        self._text = text
        self._right_to_left = bool(is_right_to_left(text))
        arabic = self._right_to_left and is_arabic(text)
        self.height = compute_row_height(self._arabic_font if arabic else self._font, arabic)

    def initStyleOption(self, option: QStyleOptionViewItem, index: Index) -> None:
        super().initStyleOption(option, index)
        is_text_right_to_left = is_right_to_left(option.text)
        right_to_left = self._right_to_left if is_text_right_to_left is None else is_text_right_to_left
        bold = option.font.bold()
        option.font = QFont(self._arabic_font if right_to_left and is_arabic(option.text) else self._font)
        option.font.setBold(bold)
        option.fontMetrics = QFontMetrics(option.font)
        if right_to_left:
            option.direction = Qt.LayoutDirection.RightToLeft
            if self._is_left_aligned:
                option.displayAlignment = (
                    Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignAbsolute | Qt.AlignmentFlag.AlignVCenter
                )

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        size = super().sizeHint(option, index)
        size.setHeight(max(size.height(), self.height))
        return size


class SentenceDelegate(TextDelegate):
    """Delegate for a row of a `SentenceListModel`: the number, the text in its direction, and the marks at the right
    end."""

    def __init__(self, points: float, parent: QObject):
        super().__init__(points, parent)
        self.max_number = 1  # largest sentence number, for the width of its column

    def set_font_size(self, points: float) -> None:
        self._elided_texts: dict[tuple[str, int], str] = {}  # by text and width in pixels
        self._widths: dict[str, int] = {}  # of numbers and marks
        super().set_font_size(points)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        model = index.model()
        assert isinstance(model, SentenceListModel)
        number, sentence_marks, text = model.get_row_content(index.row())
        is_selected = bool(option.state & QStyle.StateFlag.State_Selected)
        style = option.widget.style()
        style.drawPrimitive(QStyle.PrimitiveElement.PE_PanelItemViewItem, option, painter, option.widget)
        group = (
            QPalette.ColorGroup.Active if option.state & QStyle.StateFlag.State_Active else QPalette.ColorGroup.Inactive
        )
        text_role = QPalette.ColorRole.HighlightedText if is_selected else QPalette.ColorRole.Text
        faint_role = QPalette.ColorRole.HighlightedText if is_selected else QPalette.ColorRole.PlaceholderText
        painter.save()
        plain = self._font
        area = QRect(option.rect).adjusted(_GAP, 0, -_GAP, 0)
        alignment = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignAbsolute
        painter.setFont(plain)
        painter.setPen(option.palette.color(group, faint_role))
        number_width = self._measure_width("0" * len(str(self.max_number)))
        number_area = QRect(area.left(), area.top(), number_width, area.height())
        painter.drawText(number_area, alignment | Qt.AlignmentFlag.AlignRight, str(number))
        painter.setPen(option.palette.color(group, text_role))
        marks = [mark for mark, _ in sentence_marks if mark]
        mark_widths = [max(self._measure_width("⚠"), self._measure_width(mark)) + 2 for mark in marks]
        marks_left = mark_left = area.right() - sum(mark_widths)
        for mark, mark_width in zip(marks, mark_widths, strict=True):
            mark_area = QRect(mark_left, area.top(), mark_width, area.height())
            painter.drawText(mark_area, alignment | Qt.AlignmentFlag.AlignHCenter, mark)
            mark_left += mark_width
        text_area = QRect(area)
        text_area.setLeft(number_area.right() + _GAP)
        text_area.setRight(marks_left - (_GAP if marks else 0))
        right_to_left = bool(is_right_to_left(text))
        font = self.get_font(text)
        painter.setFont(font)
        painter.setLayoutDirection(get_layout_direction(right_to_left))
        side = Qt.AlignmentFlag.AlignRight if right_to_left else Qt.AlignmentFlag.AlignLeft
        cache_key = text, text_area.width()
        if cache_key not in self._elided_texts:
            if len(self._elided_texts) > _MAX_CACHED:
                self._elided_texts.clear()
            self._elided_texts[cache_key] = QFontMetrics(font).elidedText(
                text, Qt.TextElideMode.ElideRight, text_area.width()
            )
        painter.drawText(text_area, alignment | side | Qt.TextFlag.TextSingleLine, self._elided_texts[cache_key])
        painter.restore()

    def sizeHint(self, _option: QStyleOptionViewItem, _index: Index) -> QSize:
        return QSize(10 * self.height, self.height)

    def _measure_width(self, text: str) -> int:
        if text not in self._widths:
            if len(self._widths) > _MAX_CACHED:
                self._widths.clear()
            self._widths[text] = QFontMetrics(self._font).horizontalAdvance(text)
        return self._widths[text]


class UniformRowView(QTableView):
    """Table view as a list of very many rows of one height: a list view would lay all of them out again after every
    change."""

    def __init__(self, model: QAbstractListModel, delegate: QStyledItemDelegate, height: int):
        super().__init__()
        self.setModel(model)
        self.setItemDelegate(delegate)
        self.horizontalHeader().hide()
        self.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
        self.verticalHeader().hide()
        self.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self.set_row_height(height)
        self.setShowGrid(False)
        self.setWordWrap(False)
        self.setCornerButtonEnabled(False)
        self.setTabKeyNavigation(False)
        self.setSelectionMode(QTableView.SelectionMode.SingleSelection)
        self.setSelectionBehavior(QTableView.SelectionBehavior.SelectRows)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)

    def set_row_height(self, height: int) -> None:
        """Set the height of all rows in pixels."""
        self.verticalHeader().setMinimumSectionSize(1)
        self.verticalHeader().setDefaultSectionSize(height)

    def keyboardSearch(self, _search: str) -> None:
        """Ignore the search: letters are commands, and this would read every row."""

    def keyPressEvent(self, event: QKeyEvent) -> None:
        row_count = self.model().rowCount()
        if event.key() in (Qt.Key.Key_Home, Qt.Key.Key_End) and not event.modifiers() and row_count:
            self.setCurrentIndex(self.model().index(0 if event.key() == Qt.Key.Key_Home else row_count - 1, 0))
        else:
            super().keyPressEvent(event)


def get_text_font_size(widget: QWidget, extra_points: float = 1.5) -> float:
    """Return the font size, in points, of treebank text in a panel: slightly larger than its labels."""
    return QFontInfo(widget.font()).pointSizeF() + extra_points
