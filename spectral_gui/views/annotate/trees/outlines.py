"""Outlines of trees for screen readers: the constituents as a tree of rows, the words and their heads as a table."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import accumulate

from PySide6.QtCore import QAbstractTableModel, QItemSelection, QItemSelectionModel, QObject, Qt, QTimer, Signal
from PySide6.QtGui import QPaintEvent
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableView, QTreeWidget, QTreeWidgetItem

from spectral_core.data import EMPTY, Sentence, Tree
from spectral_core.data.tree import TRACE_TAG, NodePath, node_at
from spectral_core.data.tree_edits import list_nodes_with_leaf_spans
from spectral_gui import widgets
from spectral_gui.scenes.tree_style import EMPTY_LABEL_SIGN
from spectral_gui.text_display import isolate_text
from spectral_gui.widgets.lists import INVALID_INDEX, Index, TextDelegate, get_text_font_size, to_tooltip

_MAX_DEPTH = 100  # levels shown: Qt recurses over them, which is slow for thousands
_MAX_WORDS = 12  # words of a phrase in its row
_MIN_LABEL_WIDTH = 110  # pixels, width of the label column
_MAX_LABEL_SHARE = 0.7  # maximum share of the width for labels
_ROW_ROLE = Qt.ItemDataRole.UserRole
_COLUMN_COUNT = 5
_MAX_COLUMN_LETTERS = 24  # initial width of a column, in letters
_MEASURED_ROWS = 60  # rows measured for the column widths


@dataclass(frozen=True, slots=True)
class NodeRow:
    """One node as a row of the outline."""

    path: NodePath
    node: Tree
    text: str  # its first words, or its traces if it has no words
    parent: int  # row of the parent; -1 for the root


class TreeOutline(QTreeWidget):
    """Outline of nodes with labels and words; `nodes_selected` is emitted when the user selects rows."""

    nodes_selected = Signal(object, object)  # the selected nodes without their descendants; the current node

    def __init__(self) -> None:
        super().__init__()
        self._rows: list[NodeRow] = []
        self._items: list[QTreeWidgetItem] = []
        self._row_of_path: dict[NodePath, int] = {}
        self._notes: Mapping[NodePath, str] = {}
        self._is_updating = False
        self.setColumnCount(2)
        self.setHeaderLabels([self.tr("Label"), self.tr("Words")])
        self.header().setSectionResizeMode(0, QHeaderView.ResizeMode.Interactive)
        self.header().setStretchLastSection(False)
        self.header().setSectionResizeMode(1, QHeaderView.ResizeMode.Stretch)
        self.setIndentation(11)
        self.setUniformRowHeights(True)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setItemDelegate(TextDelegate(10, self, is_left_aligned=True))
        self.setAccessibleName(self.tr("Outline of the constituents"))
        self.itemSelectionChanged.connect(self._on_selection_changed)

    def show_tree(self, tree: Tree | None, root_path: NodePath, text: str, notes: Mapping[NodePath, str]) -> None:
        """Show the tree below the node at `root_path`, unfolded, or no tree; `text` determines the script, and `notes`
        are added to the descriptions of nodes."""
        self._is_updating = True
        self._notes = notes
        self.setUpdatesEnabled(False)
        self.clear()
        delegate = self.itemDelegate()
        assert isinstance(delegate, TextDelegate)
        delegate.adapt_to_text(text)
        self._rows = build_outline_rows(tree, root_path) if tree is not None else []
        self._row_of_path = {row.path: number for number, row in enumerate(self._rows)}
        self._items = []
        depths: list[int] = []
        for row in self._rows:
            item = QTreeWidgetItem([row.node.label or EMPTY_LABEL_SIGN, row.text])
            item.setData(0, _ROW_ROLE, len(self._items))
            item.setData(0, Qt.ItemDataRole.AccessibleTextRole, self._describe_row(row))
            item.setToolTip(0, to_tooltip(self._notes.get(row.path, "")))
            depth = 0 if row.parent < 0 else depths[row.parent] + 1
            if row.parent >= 0:
                parent_item = self._items[row.parent]
                if depth > _MAX_DEPTH:
                    parent_item, depth = parent_item.parent() or parent_item, _MAX_DEPTH
                parent_item.addChild(item)
            depths.append(depth)
            self._items.append(item)
        if self._items:
            self._fit_label_column([(depth, row.node.label) for depth, row in zip(depths, self._rows, strict=True)])
            self.addTopLevelItem(self._items[0])
            self.expandAll()
        self.setUpdatesEnabled(True)
        self._is_updating = False

    def update_folding(self, folded: frozenset[NodePath], previous: frozenset[NodePath]) -> None:
        """Collapse the rows of the `folded` nodes, and expand those of `previous` that are no longer folded."""
        for path in (folded ^ previous) & self._row_of_path.keys():
            self._items[self._row_of_path[path]].setExpanded(path not in folded)

    def select(self, paths: list[NodePath], cursor: NodePath | None) -> None:
        """Select the rows of nodes, with `cursor` as the current one; None for the cursor clears the selection."""
        self._is_updating = True
        item = None if cursor is None else self._find_item(cursor)
        if item is None:
            self.clearSelection()
        elif item is not self.currentItem() or len(paths) > 1 or self.selectedItems() != [item]:
            self.setCurrentItem(item)
            for sister_item in map(self._find_item, paths if len(paths) > 1 else ()):
                if sister_item is not None:
                    sister_item.setSelected(True)
        self._is_updating = False

    def describe_node(self, path: NodePath) -> str:
        """Return the screen reader's description of a node; "" for a node without a row."""
        return self._describe_row(self._rows[self._row_of_path[path]]) if path in self._row_of_path else ""

    def _fit_label_column(self, labels: list[tuple[int, str]]) -> None:
        """Fit the width of the label column to (depth, label) of all rows, up to a share of the outline."""
        measure, indentation = self.fontMetrics().horizontalAdvance, self.indentation()
        widths = {label: measure(label) for _, label in labels}
        needed_width = max((depth + 2) * indentation + widths[label] for depth, label in labels) + 8
        self.setColumnWidth(
            0, max(_MIN_LABEL_WIDTH, min(needed_width, round(_MAX_LABEL_SHARE * self.viewport().width())))
        )

    def _find_item(self, path: NodePath) -> QTreeWidgetItem | None:
        return self._items[self._row_of_path[path]] if path in self._row_of_path else None

    def _describe_row(self, row: NodeRow) -> str:
        """Return a row as text for screen readers: label, words, place below the parent, and note."""
        label = row.node.label or self.tr("no label")
        words = f"'\u2068{row.text}\u2069'"
        if row.node.label == TRACE_TAG:
            words = self.tr("trace {0}").format(words)
        note = self._notes.get(row.path, "")
        note_text = f", {note}" if note else ""
        if row.parent < 0:
            return self.tr("{0}, {1}, root").format(label, words) + note_text
        parent_label = self._rows[row.parent].node.label or self.tr("no label")
        return self.tr("{0}, {1}, child {2} of {3}").format(label, words, row.path[-1] + 1, parent_label) + note_text

    def _on_selection_changed(self) -> None:
        current, selected_items = self.currentItem(), self.selectedItems()
        if self._is_updating or current is None or not selected_items:
            return
        paths = sorted(self._rows[item.data(0, _ROW_ROLE)].path for item in selected_items)
        outermost: list[NodePath] = []
        for path in paths:
            if not outermost or path[: len(outermost[-1])] != outermost[-1]:
                outermost.append(path)
        self.nodes_selected.emit(outermost, self._rows[current.data(0, _ROW_ROLE)].path)


def build_outline_rows(tree: Tree, top: NodePath) -> list[NodeRow]:
    """Return a row for every node below `top`, in preorder, with the words it covers."""
    root = node_at(tree, top)
    leaves = list(root.leaves())
    words = [word for label, word in leaves if label != TRACE_TAG]
    words_before = [0, *accumulate(label != TRACE_TAG for label, _ in leaves)]  # cumulative, by number of leaves
    rows: list[NodeRow] = []
    row_at_depth: dict[int, int] = {}  # the latest row at each depth
    for path, node, (start, end) in list_nodes_with_leaf_spans(root):
        first, last = words_before[start], words_before[end]
        covered = words[first:last] or [trace for _, trace in leaves[start:end]]
        text = " ".join(covered[:_MAX_WORDS]) + (" …" if last - first > _MAX_WORDS else "")
        row_at_depth[len(path)] = len(rows)
        rows.append(NodeRow(top + path, node, text, row_at_depth.get(len(path) - 1, -1)))
    return rows


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
        """Return a word with its annotation as text for screen readers: "5 kitab, NOUN, obj of 3 qara'a"."""
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
        return 0 if parent.isValid() else len(self._sentence.forms)

    def columnCount(self, parent: Index = INVALID_INDEX) -> int:
        return 0 if parent.isValid() else _COLUMN_COUNT

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if not index.isValid():
            return None
        word, column = index.row() + 1, index.column()
        if role == Qt.ItemDataRole.DisplayRole:
            return self._get_cell_text(word, column)
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return self.describe_word(word) if column == 0 else self._get_cell_text(word, column)
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

    def _get_cell_text(self, word: int, column: int) -> str:
        """Return the text of the cell in a column of a word's row."""
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
        """Select the rows of `words`, with `word` as the current one; 0 clears the selection."""
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
        """Set fonts, row height and column widths for the script of a sentence."""
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
