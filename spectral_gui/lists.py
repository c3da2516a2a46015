"""Item models over treebanks, and how their cells are drawn.

The models read a sentence when a row is shown, so that a million words open at once.
"""

from __future__ import annotations

from html import escape

from PySide6.QtCore import (
    QAbstractListModel,
    QAbstractTableModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QSize,
    Qt,
)
from PySide6.QtGui import QFontMetrics
from PySide6.QtWidgets import QStyledItemDelegate, QStyleOptionViewItem

from spectral_core.data import EMPTY, Sentence, Treebank
from spectral_core.data.problem import Problem
from spectral_gui.resources import is_arabic, is_right_to_left, row_height, text_font

_INVALID = QModelIndex()
_COLUMNS = ("", "FORM", "LEMMA", "UPOS", "XPOS", "FEATS", "HEAD", "DEPREL", "MISC")
_WORDS = ("FORM", "LEMMA")
_LARGER = 3  # points: Arabic letters are small for the size of their font

Index = QModelIndex | QPersistentModelIndex


def problems_of(sentence: Sentence) -> list[Problem]:
    """What is wrong with a sentence; of one that could not be read, nothing is said about its structure."""
    return [*sentence.problems, *(sentence.structural_problems() if sentence.readable else ())]


def as_tip(text: str) -> str:
    """A tool tip that shows `text` as it stands: Qt would take one that looks like HTML for HTML."""
    return f'<p style="white-space:pre-wrap">{escape(text)}</p>' if "<" in text or "&" in text else text


class SentenceList(QAbstractListModel):
    """The sentences of a treebank, each by its number and its text."""

    def __init__(self, parent: QObject | None = None):
        super().__init__(parent)
        self._treebank = Treebank.of(())

    def show_treebank(self, treebank: Treebank) -> None:
        """Lists another treebank."""
        self.beginResetModel()
        self._treebank = treebank
        self.endResetModel()

    def rowCount(self, parent: Index = _INVALID) -> int:
        return 0 if parent.isValid() else len(self._treebank)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if not index.isValid() or role not in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole):
            return None
        sentence = self._treebank[index.row()]
        text = sentence.text
        problems = problems_of(sentence)
        if role == Qt.ItemDataRole.DisplayRole:
            shown = text if len(text) <= 200 else text[:200] + " …"
            # the isolate keeps the end of a right-to-left sentence where it belongs
            return f"{index.row() + 1}  {'⚠ ' if problems else ''}\u2068{shown}\u2069"
        return as_tip("\n".join(map(str, problems)) or text[:1000])


class WordTable(QAbstractTableModel):
    """The words of one sentence in the columns of CoNLL-U."""

    def __init__(self, parent: QObject | None = None):
        super().__init__(parent)
        self._rows: list[tuple[str, ...]] = []
        self._right_to_left = False

    def show_sentence(self, sentence: Sentence | None) -> None:
        """Shows another sentence, or none."""
        self.beginResetModel()
        self._right_to_left = sentence is not None and bool(is_right_to_left(sentence.text))
        self._rows = []
        for token in sentence or ():
            head = EMPTY if token.head is None else str(token.head)
            cells = (token.form, token.lemma, token.upos, token.xpos, token.feats, head, token.deprel, token.misc)
            self._rows.append((str(token.index), *("" if cell == EMPTY else cell for cell in cells)))
        self.endResetModel()

    def rowCount(self, parent: Index = _INVALID) -> int:
        return 0 if parent.isValid() else len(self._rows)

    def columnCount(self, parent: Index = _INVALID) -> int:
        return 0 if parent.isValid() else len(_COLUMNS)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if not index.isValid():
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            return self._rows[index.row()][index.column()]
        if role == Qt.ItemDataRole.ToolTipRole:
            cell = self._rows[index.row()][index.column()]
            parted = _COLUMNS[index.column()] in ("FEATS", "MISC")
            return as_tip(cell.replace("|", "\n") if parted else cell)
        if role == Qt.ItemDataRole.TextAlignmentRole and _COLUMNS[index.column()] not in _WORDS:
            side = Qt.AlignmentFlag.AlignLeft if index.column() else Qt.AlignmentFlag.AlignRight
            return side | Qt.AlignmentFlag.AlignAbsolute | Qt.AlignmentFlag.AlignVCenter
        return None

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if orientation != Qt.Orientation.Horizontal:
            return None
        name = _COLUMNS[section]
        if role == Qt.ItemDataRole.TextAlignmentRole:
            right = name in _WORDS and self._right_to_left
            side = Qt.AlignmentFlag.AlignRight if right else Qt.AlignmentFlag.AlignLeft
            return side | Qt.AlignmentFlag.AlignVCenter
        return name if role == Qt.ItemDataRole.DisplayRole else None


class TextDelegate(QStyledItemDelegate):
    """Draws each text in the font and the direction of its script, in rows that are high enough for its marks."""

    def __init__(self, points: float, parent: QObject, stays_left: bool = False):
        super().__init__(parent)
        self._font, self._arabic_font = text_font(points), text_font(points + _LARGER, arabic=True)
        self._stays_left = stays_left  # in a tree a text stays beside its branch
        self._right_to_left = False
        self.height = row_height(self._font)

    def suit(self, text: str) -> None:
        """Suits rows and directions to what most cells will be: parts of `text`."""
        self._right_to_left = bool(is_right_to_left(text))
        arabic = self._right_to_left and is_arabic(text)
        self.height = row_height(self._arabic_font if arabic else self._font, arabic)

    def initStyleOption(self, option: QStyleOptionViewItem, index: Index) -> None:
        super().initStyleOption(option, index)
        found = is_right_to_left(option.text)
        right_to_left = self._right_to_left if found is None else found
        option.font = self._arabic_font if right_to_left and is_arabic(option.text) else self._font
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
