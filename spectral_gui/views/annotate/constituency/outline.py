"""Outline of a constituency tree for screen readers; every command works on it as on the canvas."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import accumulate

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTreeWidget, QTreeWidgetItem

from spectral_core.data import Tree
from spectral_core.data.tree import TRACE_TAG, NodePath, node_at
from spectral_gui.scenes.tree_style import EMPTY_LABEL_SIGN
from spectral_gui.views.annotate.constituency.suggestions import list_leaf_spans
from spectral_gui.widgets.lists import TextDelegate, to_tooltip

_MAX_DEPTH = 100  # levels shown: Qt recurses over them, which is slow for thousands
_MAX_WORDS = 12  # words of a phrase in its row
_MIN_LABEL_WIDTH = 110  # pixels, width of the label column
_MAX_LABEL_SHARE = 0.7  # maximum share of the width for labels
_ROW_ROLE = Qt.ItemDataRole.UserRole


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
        for path in (folded ^ previous) & self._row_of_path.keys():
            self._items[self._row_of_path[path]].setExpanded(path not in folded)

    def select(self, paths: list[NodePath], cursor: NodePath | None) -> None:
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
        """Fit the label column to the deepest labels, up to a share of the width."""
        measure, indentation = self.fontMetrics().horizontalAdvance, self.indentation()
        widths = {label: measure(label) for _, label in labels}
        needed_width = max((depth + 2) * indentation + widths[label] for depth, label in labels) + 8
        self.setColumnWidth(
            0, max(_MIN_LABEL_WIDTH, min(needed_width, round(_MAX_LABEL_SHARE * self.viewport().width())))
        )

    def _find_item(self, path: NodePath) -> QTreeWidgetItem | None:
        return self._items[self._row_of_path[path]] if path in self._row_of_path else None

    def _describe_row(self, row: NodeRow) -> str:
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
    for path, node, (start, end) in list_leaf_spans(root):
        first, last = words_before[start], words_before[end]
        covered = words[first:last] or [trace for _, trace in leaves[start:end]]
        text = " ".join(covered[:_MAX_WORDS]) + (" …" if last - first > _MAX_WORDS else "")
        row_at_depth[len(path)] = len(rows)
        rows.append(NodeRow(top + path, node, text, row_at_depth.get(len(path) - 1, -1)))
    return rows
