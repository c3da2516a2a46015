"""The tree as an outline: what a screen reader reads, on which every act works as on the canvas."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTreeWidget, QTreeWidgetItem

from spectral_core.data import Tree
from spectral_core.data.tree import TRACE
from spectral_core.data.tree_edits import NodePath
from spectral_gui.lists import TextDelegate, as_tip
from spectral_gui.scenes.letters import NO_LABEL

_DEEPEST = 100  # levels of the outline; Qt walks down by recursion, which some thousand levels make slow
_LONGEST = 12  # words of a phrase in its row
_NARROWEST = 110  # pixels of the column of labels
_LABELS = 0.7  # of the width, at most, for labels
_PATH = Qt.ItemDataRole.UserRole


@dataclass(frozen=True, slots=True)
class NodeRow:
    """A node as the outline has it."""

    path: NodePath
    node: Tree
    text: str  # its first words, or its traces where it holds nothing else
    parent: int  # its row; -1 for the root


class TreeOutline(QTreeWidget):
    """Nodes in rows: label, words. `chosen` when the user selects rows there."""

    chosen = Signal(object, object)  # the nodes, those inside others left out; the one that keys act on

    def __init__(self) -> None:
        super().__init__()
        self._rows: list[NodeRow] = []
        self._items: list[QTreeWidgetItem] = []
        self._at: dict[NodePath, int] = {}
        self._notes: Mapping[NodePath, str] = {}
        self._showing = False
        self.setColumnCount(2)
        self.setHeaderLabels([self.tr("Label"), self.tr("Words")])
        self.header().setSectionResizeMode(0, QHeaderView.ResizeMode.Interactive)
        self.header().setStretchLastSection(False)
        self.header().setSectionResizeMode(1, QHeaderView.ResizeMode.Stretch)
        self.setIndentation(11)
        self.setUniformRowHeights(True)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setItemDelegate(TextDelegate(10, self, stays_left=True))
        self.setAccessibleName(self.tr("Outline of the constituents"))
        self.itemSelectionChanged.connect(self._choose)

    def show_tree(self, tree: Tree | None, top: NodePath, text: str, notes: Mapping[NodePath, str]) -> None:
        """Shows another tree below the node at `top`, unfolded, or none; `text` says which script it is in, and `notes`
        what else is to be said of nodes."""
        self._showing = True
        self._notes = notes
        self.setUpdatesEnabled(False)
        self.clear()
        delegate = self.itemDelegate()
        assert isinstance(delegate, TextDelegate)
        delegate.suit(text)
        self._rows = rows_of(tree, top) if tree is not None else []
        self._at = {row.path: at for at, row in enumerate(self._rows)}
        self._items = []
        depths: list[int] = []
        for row in self._rows:
            item = QTreeWidgetItem([row.node.label or NO_LABEL, row.text])
            item.setData(0, _PATH, len(self._items))
            item.setData(0, Qt.ItemDataRole.AccessibleTextRole, self._said(row))
            item.setToolTip(0, as_tip(self._notes.get(row.path, "")))
            depth = 0 if row.parent < 0 else depths[row.parent] + 1
            if row.parent >= 0:
                host = self._items[row.parent]
                if depth > _DEEPEST:
                    host, depth = host.parent() or host, _DEEPEST
                host.addChild(item)
            depths.append(depth)
            self._items.append(item)
        if self._items:
            self._widen([(depth, row.node.label) for depth, row in zip(depths, self._rows, strict=True)])
            self.addTopLevelItem(self._items[0])
            self.expandAll()
        self.setUpdatesEnabled(True)
        self._showing = False

    def show_folded(self, folded: frozenset[NodePath], before: frozenset[NodePath]) -> None:
        for path in (folded ^ before) & self._at.keys():
            self._items[self._at[path]].setExpanded(path not in folded)

    def select(self, paths: list[NodePath], cursor: NodePath | None) -> None:
        self._showing = True
        item = None if cursor is None else self._item(cursor)
        if item is None:
            self.clearSelection()
        elif item is not self.currentItem() or len(paths) > 1 or self.selectedItems() != [item]:
            self.setCurrentItem(item)
            for other in map(self._item, paths if len(paths) > 1 else ()):
                if other is not None:
                    other.setSelected(True)
        self._showing = False

    def said(self, path: NodePath) -> str:
        """What a screen reader says of a node; "" for one that has no row."""
        return self._said(self._rows[self._at[path]]) if path in self._at else ""

    def _widen(self, labels: list[tuple[int, str]]) -> None:
        """Makes room for the deepest labels, but leaves some to the words."""
        advance, step = self.fontMetrics().horizontalAdvance, self.indentation()
        widths = {label: advance(label) for _, label in labels}
        wanted = max((depth + 2) * step + widths[label] for depth, label in labels) + 8
        self.setColumnWidth(0, max(_NARROWEST, min(wanted, round(_LABELS * self.viewport().width()))))

    def _item(self, path: NodePath) -> QTreeWidgetItem | None:
        return self._items[self._at[path]] if path in self._at else None

    def _said(self, row: NodeRow) -> str:
        label = row.node.label or self.tr("no label")
        words = f"'\u2068{row.text}\u2069'"
        if row.node.label == TRACE:
            words = self.tr("trace {0}").format(words)
        note = self._notes.get(row.path, "")
        more = f", {note}" if note else ""
        if row.parent < 0:
            return self.tr("{0}, {1}, root").format(label, words) + more
        above = self._rows[row.parent].node.label or self.tr("no label")
        return self.tr("{0}, {1}, child {2} of {3}").format(label, words, row.path[-1] + 1, above) + more

    def _choose(self) -> None:
        current, chosen = self.currentItem(), self.selectedItems()
        if self._showing or current is None or not chosen:
            return
        paths = sorted(self._rows[item.data(0, _PATH)].path for item in chosen)
        outer: list[NodePath] = []
        for path in paths:
            if not outer or path[: len(outer[-1])] != outer[-1]:
                outer.append(path)
        self.chosen.emit(outer, self._rows[current.data(0, _PATH)].path)


def rows_of(tree: Tree, top: NodePath) -> list[NodeRow]:
    """Every node below `top`, each before those below it, with the words it covers."""
    node = tree
    for number in top:
        child = node.children[number]
        assert isinstance(child, Tree)
        node = child
    found: list[tuple[NodePath, Tree, int, int, int]] = []  # path, node, parent, first word, first leaf
    ends: list[tuple[int, int]] = []
    words: list[str] = []
    leaves: list[str] = []
    waiting: list[tuple[NodePath, Tree | str, int] | int] = [(top, node, -1)]
    while waiting:
        item = waiting.pop()
        if isinstance(item, int):
            ends[item] = (len(words), len(leaves))
            continue
        path, one, parent = item
        if isinstance(one, str):
            leaves.append(one)
            if found[parent][1].label != TRACE:
                words.append(one)
            continue
        at = len(found)
        found.append((path, one, parent, len(words), len(leaves)))
        ends.append((0, 0))
        waiting.append(at)
        for number in range(len(one.children) - 1, -1, -1):
            child = one.children[number]
            waiting.append(((*path, number) if isinstance(child, Tree) else (), child, at))
    rows = []
    for (path, one, parent, word, leaf), (last_word, last_leaf) in zip(found, ends, strict=True):
        covered = words[word : min(last_word, word + _LONGEST)] or leaves[leaf : min(last_leaf, leaf + _LONGEST)]
        more = " …" if last_word - word > _LONGEST else ""
        rows.append(NodeRow(path, one, " ".join(covered) + more, parent))
    return rows
