"""Table of the words and their heads, one row per word, with texts for screen readers."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QAbstractTableModel, QItemSelection, QItemSelectionModel, QObject, Qt, QTimer, Signal
from PySide6.QtGui import QPaintEvent
from PySide6.QtWidgets import QTableView

from spectral_core.data import EMPTY, Sentence
from spectral_gui import widgets
from spectral_gui.text_display import isolate_text
from spectral_gui.widgets.lists import INVALID_INDEX, Index, TextDelegate, get_text_font_size, to_tooltip

_COLUMN_COUNT = 5
_MAX_COLUMN_LETTERS = 24  # initial width of a column, in letters
_MEASURED_ROWS = 60  # rows measured for the column widths


class WordTableModel(QAbstractTableModel):
    """Table model of one sentence: number, form, tag, relation and head of each word."""

    def __init__(self, parent: QObject | None = None):
        super().__init__(parent)
        self._sentence = Sentence.of(())
        self._problems: Mapping[int, str] = {}
        self._suggestion_notes: Mapping[int, str] = {}

    def show_sentence(
        self, sentence: Sentence, problems: Mapping[int, str], suggestion_notes: Mapping[int, str]
    ) -> None:
        """Show a sentence; a new state of the same sentence keeps the selection."""
        keeps_rows = len(sentence) == len(self._sentence) and len(sentence) > 0
        if not keeps_rows:
            self.beginResetModel()
        self._sentence, self._problems, self._suggestion_notes = sentence, problems, suggestion_notes
        if keeps_rows:
            self.dataChanged.emit(self.index(0, 0), self.index(len(sentence) - 1, _COLUMN_COUNT - 1))
        else:
            self.endResetModel()

    def describe_word(self, word: int) -> str:
        """Describe a word with its annotation: "5 kitab, NOUN, obj of 3 qara'a"."""
        token = self._sentence.token(word)
        tag = token.xpos if token.upos == EMPTY else token.upos
        relation = "" if token.deprel == EMPTY else token.deprel
        if token.head is None:
            attachment = ", ".join(filter(None, (relation, self.tr("no head"))))
        elif token.head == 0:
            attachment = self.tr("{0} of the sentence").format(relation or self.tr("root"))
        elif relation:
            attachment = self.tr("{0} of {1}").format(relation, self._format_word(token.head))
        else:
            attachment = self.tr("below {0}").format(self._format_word(token.head))
        tag = "" if tag == EMPTY else tag
        notes = (self._suggestion_notes.get(word, ""), self._problems.get(word, ""))
        return ", ".join(filter(None, (self._format_word(word), tag, attachment, *notes)))

    def rowCount(self, parent: Index = INVALID_INDEX) -> int:
        return 0 if parent.isValid() else len(self._sentence)

    def columnCount(self, parent: Index = INVALID_INDEX) -> int:
        return 0 if parent.isValid() else _COLUMN_COUNT

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if not index.isValid():
            return None
        word, column = index.row() + 1, index.column()
        if role == Qt.ItemDataRole.DisplayRole:
            return self._get_text(word, column)
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return self.describe_word(word) if column == 0 else self._get_text(word, column)
        if role == Qt.ItemDataRole.ToolTipRole and word in self._problems:
            return to_tooltip(self._problems[word])
        if role == Qt.ItemDataRole.TextAlignmentRole and column != 1:
            side = Qt.AlignmentFlag.AlignLeft if column else Qt.AlignmentFlag.AlignRight
            return side | Qt.AlignmentFlag.AlignAbsolute | Qt.AlignmentFlag.AlignVCenter
        return None

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if orientation != Qt.Orientation.Horizontal or role != Qt.ItemDataRole.DisplayRole:
            return None
        names = ("", self.tr("Word"), self.tr("Tag"), self.tr("Relation"), self.tr("Head"))
        return names[section]

    def _get_text(self, word: int, column: int) -> str:
        sentence = self._sentence
        if column == 0:
            return f"⚠ {word}" if word in self._problems else str(word)
        if column == 1:
            return sentence.forms[word - 1]
        if column == 2:
            tag = sentence.upos[word - 1]
            text = sentence.xpos[word - 1] if tag == EMPTY else tag
        elif column == 3:
            text = sentence.deprels[word - 1]
        else:
            head = sentence.heads[word - 1]
            text = "" if head is None else self._format_word(head)
            return f"{text} ({self._suggestion_notes[word]})" if word in self._suggestion_notes else text
        return "" if text == EMPTY else text

    def _format_word(self, word: int) -> str:
        """Return a word's number and form, or just the number if there is no such word."""
        forms = self._sentence.forms
        return f"{word} {isolate_text(forms[word - 1])}" if 1 <= word <= len(forms) else str(word)


class WordOutline(QTableView):
    """Table of words that shows the selection and reports changes made in it."""

    words_selected = Signal(int, int)  # the current word, and the other end of the range or 0
    word_double_clicked = Signal(int)  # a word

    def __init__(self) -> None:
        super().__init__()
        self.word_model = WordTableModel(self)
        self._is_updating = False  # the selection is being set by the program, not by the user
        self._has_fitted_columns = True  # column widths fit the current contents
        self._delegate = TextDelegate(get_text_font_size(self), self)
        self.setModel(self.word_model)
        self.setItemDelegate(self._delegate)
        self.setAccessibleName(self.tr("Words with their heads"))
        widgets.configure_read_only_table(self)
        self.setSelectionMode(QTableView.SelectionMode.ContiguousSelection)
        self.verticalHeader().setMinimumSectionSize(1)
        self.horizontalHeader().setHighlightSections(False)
        self.horizontalHeader().setResizeContentsPrecision(_MEASURED_ROWS)
        self.selectionModel().selectionChanged.connect(self._on_selection_changed)
        self.doubleClicked.connect(lambda index: self.word_double_clicked.emit(index.row() + 1))

    def show_sentence(
        self,
        sentence: Sentence,
        problems: Mapping[int, str],
        is_new: bool,
        suggestion_notes: Mapping[int, str] | None = None,
    ) -> None:
        """Show a sentence; `is_new` is false for another state of the same sentence, and `suggestion_notes` are about
        the heads of words."""
        self._is_updating = True
        self.word_model.show_sentence(sentence, problems, suggestion_notes or {})
        self._is_updating = False
        if is_new:
            self._adapt_to_script(sentence)

    def show_selection(self, word: int, words: range) -> None:
        selection = self.selectionModel()
        self._is_updating = True
        if word and word <= self.word_model.rowCount():
            first, last = (
                self.word_model.index(words[0] - 1, 0),
                self.word_model.index(words[-1] - 1, _COLUMN_COUNT - 1),
            )
            current = self.word_model.index(word - 1, max(self.currentIndex().column(), 0))
            selection.setCurrentIndex(current, QItemSelectionModel.SelectionFlag.NoUpdate)
            selection.select(QItemSelection(first, last), QItemSelectionModel.SelectionFlag.ClearAndSelect)
            self.scrollTo(current)
        else:
            selection.clearSelection()
        self._is_updating = False

    def _on_selection_changed(self) -> None:
        if self._is_updating:
            return
        rows = [index.row() + 1 for index in self.selectionModel().selectedRows()]
        word = self.currentIndex().row() + 1
        if rows and word:
            range_end = min(rows) if word == max(rows) else max(rows)
            self.words_selected.emit(word, 0 if range_end == word else range_end)

    def _adapt_to_script(self, sentence: Sentence) -> None:
        self._delegate.set_font_size(get_text_font_size(self))
        self._delegate.adapt_to_text(sentence.text)
        self.verticalHeader().setDefaultSectionSize(self._delegate.height)
        self._has_fitted_columns = False
        if not self.visibleRegion().isEmpty():  # behind another tab it counts as visible
            self._fit_columns()

    def _fit_columns(self) -> None:
        """Fit the columns to their contents; only while the table is visible, as this is slow."""
        self._has_fitted_columns = True
        header = self.horizontalHeader()
        header.setStretchLastSection(False)
        self.resizeColumnsToContents()
        max_width = _MAX_COLUMN_LETTERS * self.fontMetrics().averageCharWidth()
        for column in range(_COLUMN_COUNT - 1):
            if self.columnWidth(column) > max_width:
                self.setColumnWidth(column, max_width)
        header.setStretchLastSection(header.length() < self.viewport().width())  # otherwise the last would be cut off

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if not self._has_fitted_columns:
            self._has_fitted_columns = True
            QTimer.singleShot(0, self, self._fit_columns)
