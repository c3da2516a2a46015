"""The selected sentence: its text, its words in columns, and its structure as an outline."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QHeaderView,
    QLabel,
    QSplitter,
    QTableView,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from spectral_core.data import EMPTY, Sentence, Tree
from spectral_core.data.dependencies import dependents
from spectral_gui.lists import WordTable
from spectral_gui.resources import is_arabic, text_font
from spectral_gui.session import Session


class SentenceView(QWidget):
    """Shows what is selected in the session."""

    def __init__(self, session: Session, parent: QWidget | None = None):
        super().__init__(parent)
        self._session = session
        self._text = QLabel(self.tr("Open a treebank: Ctrl+O"))
        self._text.setWordWrap(True)
        self._text.setTextFormat(Qt.TextFormat.PlainText)
        self._text.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._text.setMargin(8)
        self._words = WordTable(self)
        self._table = table = QTableView()
        table.setModel(self._words)
        table.verticalHeader().hide()
        table.setAlternatingRowColors(True)
        table.setSelectionBehavior(QTableView.SelectionBehavior.SelectRows)
        table.setAccessibleName(self.tr("Words of the sentence"))
        header = table.horizontalHeader()
        header.setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        header.setStretchLastSection(True)
        self._outline = QTreeWidget()
        self._outline.setHeaderLabels([self.tr("Structure"), self.tr("Label")])
        self._outline.header().setSectionResizeMode(0, QHeaderView.ResizeMode.ResizeToContents)
        self._outline.setUniformRowHeights(True)
        self._outline.setAccessibleName(self.tr("Structure of the sentence"))
        parts = QSplitter(Qt.Orientation.Vertical)
        parts.addWidget(table)
        parts.addWidget(self._outline)
        parts.setSizes([300, 300])
        layout = QVBoxLayout(self)
        layout.addWidget(self._text)
        layout.addWidget(parts, 1)
        session.selection_changed.connect(self._show)
        session.treebank_changed.connect(self._show)

    def _show(self, _index: int = -1) -> None:
        sentence = self._session.sentence
        self._words.show_sentence(sentence)
        self._outline.clear()
        arabic = sentence is not None and is_arabic(sentence.text)
        for widget, points in ((self._text, 15), (self._table, 11), (self._outline, 11)):
            widget.setFont(text_font(points + 4 * arabic, arabic))
        if sentence is None:
            self._text.setText(self.tr("Nothing is selected."))
            return
        problems = [*sentence.problems, *(sentence.structural_problems() if sentence.readable else ())]
        self._text.setText("\n".join((sentence.text, *(f"⚠ {problem}" for problem in problems[:5]))))
        if sentence.tree is not None:
            self._outline.addTopLevelItem(_constituents(sentence.tree))
        elif sentence.has_heads:
            self._outline.addTopLevelItems(_dependents(sentence))
        self._outline.expandAll()


def _constituents(tree: Tree) -> QTreeWidgetItem:
    top = QTreeWidgetItem()
    waiting: list[tuple[Tree, QTreeWidgetItem]] = [(tree, top)]
    while waiting:
        node, item = waiting.pop()
        item.setText(1, node.label)
        item.setText(0, " ".join(word for _, word in node.leaves()) if node.is_tag else node.label or "·")
        for child in node.children:
            if isinstance(child, Tree):
                waiting.append((child, QTreeWidgetItem(item)))
    return top


def _dependents(sentence: Sentence) -> list[QTreeWidgetItem]:
    below = dependents(sentence.heads)
    made = [QTreeWidgetItem([form, "" if label == EMPTY else label]) for form, label in _rows(sentence)]
    for head in range(1, len(sentence) + 1):
        made[head - 1].addChildren([made[word - 1] for word in below[head]])
    return [made[word - 1] for word in below[0]]


def _rows(sentence: Sentence) -> list[tuple[str, str]]:
    return list(zip(sentence.forms, sentence.deprels, strict=True))
