"""The outline of dependencies: one row a word in order, in cells and as a text for screen readers."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QAbstractTableModel, QItemSelection, QItemSelectionModel, QObject, Qt, QTimer, Signal
from PySide6.QtGui import QPaintEvent
from PySide6.QtWidgets import QTableView

from spectral_core.data import EMPTY, Sentence
from spectral_gui import widgets
from spectral_gui.lists import INVALID, Index, TextDelegate, as_tip, points_of
from spectral_gui.resources import isolated

_COLUMNS = 5
_WIDEST = 24  # letters in a column, at first
_MEASURED = 60  # rows that are measured for the width of a column


class WordRows(QAbstractTableModel):
    """The words of one sentence: number, form, tag, relation, head."""

    def __init__(self, parent: QObject | None = None):
        super().__init__(parent)
        self._sentence = Sentence.of(())
        self._problems: Mapping[int, str] = {}
        self._proposed: Mapping[int, str] = {}

    def show_sentence(self, sentence: Sentence, problems: Mapping[int, str], proposed: Mapping[int, str]) -> None:
        """Shows another sentence, or another state of the same, whose selection then stays."""
        same = len(sentence) == len(self._sentence) and len(sentence) > 0
        if not same:
            self.beginResetModel()
        self._sentence, self._problems, self._proposed = sentence, problems, proposed
        if same:
            self.dataChanged.emit(self.index(0, 0), self.index(len(sentence) - 1, _COLUMNS - 1))
        else:
            self.endResetModel()

    def spoken(self, word: int) -> str:
        """A word with all that is said about it: "5 kitab, NOUN, obj of 3 qara'a"."""
        token = self._sentence.token(word)
        tag = token.xpos if token.upos == EMPTY else token.upos
        relation = "" if token.deprel == EMPTY else token.deprel
        if token.head is None:
            place = ", ".join(filter(None, (relation, self.tr("no head"))))
        elif token.head == 0:
            place = self.tr("{0} of the sentence").format(relation or self.tr("root"))
        elif relation:
            place = self.tr("{0} of {1}").format(relation, self._named(token.head))
        else:
            place = self.tr("below {0}").format(self._named(token.head))
        tag = "" if tag == EMPTY else tag
        notes = (self._proposed.get(word, ""), self._problems.get(word, ""))
        return ", ".join(filter(None, (self._named(word), tag, place, *notes)))

    def rowCount(self, parent: Index = INVALID) -> int:
        return 0 if parent.isValid() else len(self._sentence)

    def columnCount(self, parent: Index = INVALID) -> int:
        return 0 if parent.isValid() else _COLUMNS

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if not index.isValid():
            return None
        word, column = index.row() + 1, index.column()
        if role == Qt.ItemDataRole.DisplayRole:
            return self._cell(word, column)
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return self.spoken(word) if column == 0 else self._cell(word, column)
        if role == Qt.ItemDataRole.ToolTipRole and word in self._problems:
            return as_tip(self._problems[word])
        if role == Qt.ItemDataRole.TextAlignmentRole and column != 1:
            side = Qt.AlignmentFlag.AlignLeft if column else Qt.AlignmentFlag.AlignRight
            return side | Qt.AlignmentFlag.AlignAbsolute | Qt.AlignmentFlag.AlignVCenter
        return None

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if orientation != Qt.Orientation.Horizontal or role != Qt.ItemDataRole.DisplayRole:
            return None
        names = ("", self.tr("Word"), self.tr("Tag"), self.tr("Relation"), self.tr("Head"))
        return names[section]

    def _cell(self, word: int, column: int) -> str:
        sentence = self._sentence
        if column == 0:
            return f"⚠ {word}" if word in self._problems else str(word)
        if column == 1:
            return sentence.forms[word - 1]
        if column == 2:
            tag = sentence.upos[word - 1]
            shown = sentence.xpos[word - 1] if tag == EMPTY else tag
        elif column == 3:
            shown = sentence.deprels[word - 1]
        else:
            head = sentence.heads[word - 1]
            shown = "" if head is None else self._named(head)
            return f"{shown} ({self._proposed[word]})" if word in self._proposed else shown
        return "" if shown == EMPTY else shown

    def _named(self, word: int) -> str:
        """A word by its number and its form, or just the number where there is no such word."""
        forms = self._sentence.forms
        return f"{word} {isolated(forms[word - 1])}" if 1 <= word <= len(forms) else str(word)


class WordOutline(QTableView):
    """The rows of the words, which follow what is selected and say what is chosen in them."""

    chosen = Signal(int, int)  # a word, and the other end of a range of words, or 0
    opened = Signal(int)  # a word, by a double click

    def __init__(self) -> None:
        super().__init__()
        self.rows = WordRows(self)
        self._following = False  # what is selected was not chosen here
        self._fits = True  # the columns, around what is shown
        self._delegate = TextDelegate(points_of(self), self)
        self.setModel(self.rows)
        self.setItemDelegate(self._delegate)
        self.setAccessibleName(self.tr("Words with their heads"))
        widgets.of_rows(self)
        self.setSelectionMode(QTableView.SelectionMode.ContiguousSelection)
        self.verticalHeader().setMinimumSectionSize(1)
        self.horizontalHeader().setHighlightSections(False)
        self.horizontalHeader().setResizeContentsPrecision(_MEASURED)
        self.selectionModel().selectionChanged.connect(self._choose)
        self.doubleClicked.connect(lambda index: self.opened.emit(index.row() + 1))

    def show_sentence(
        self, sentence: Sentence, problems: Mapping[int, str], anew: bool, proposed: Mapping[int, str] | None = None
    ) -> None:
        """Shows a sentence; `anew` where it is not another state of the one that was shown, and what is said of the
        heads of words in `proposed`."""
        self._following = True
        self.rows.show_sentence(sentence, problems, proposed or {})
        self._following = False
        if anew:
            self._suit(sentence)

    def follow(self, word: int, words: range) -> None:
        chosen = self.selectionModel()
        self._following = True
        if word and word <= self.rows.rowCount():
            first, last = self.rows.index(words[0] - 1, 0), self.rows.index(words[-1] - 1, _COLUMNS - 1)
            here = self.rows.index(word - 1, max(self.currentIndex().column(), 0))
            chosen.setCurrentIndex(here, QItemSelectionModel.SelectionFlag.NoUpdate)
            chosen.select(QItemSelection(first, last), QItemSelectionModel.SelectionFlag.ClearAndSelect)
            self.scrollTo(here)
        else:
            chosen.clearSelection()
        self._following = False

    def _choose(self) -> None:
        if self._following:
            return
        rows = [index.row() + 1 for index in self.selectionModel().selectedRows()]
        here = self.currentIndex().row() + 1
        if rows and here:
            other = min(rows) if here == max(rows) else max(rows)
            self.chosen.emit(here, 0 if other == here else other)

    def _suit(self, sentence: Sentence) -> None:
        self._delegate.set_points(points_of(self))
        self._delegate.suit(sentence.text)
        self.verticalHeader().setDefaultSectionSize(self._delegate.height)
        self._fits = False
        if not self.visibleRegion().isEmpty():  # behind another tab it counts as visible
            self._fit()

    def _fit(self) -> None:
        """Makes the columns as wide as what is in them, which takes its time: only where somebody looks."""
        self._fits = True
        header = self.horizontalHeader()
        header.setStretchLastSection(False)
        self.resizeColumnsToContents()
        widest = _WIDEST * self.fontMetrics().averageCharWidth()
        for column in range(_COLUMNS - 1):
            if self.columnWidth(column) > widest:
                self.setColumnWidth(column, widest)
        header.setStretchLastSection(header.length() < self.viewport().width())  # or the last would be cut

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if not self._fits:
            self._fits = True
            QTimer.singleShot(0, self, self._fit)
