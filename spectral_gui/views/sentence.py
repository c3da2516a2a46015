"""The selected sentence: its text, its words in columns, and its structure as an outline."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QCoreApplication, Qt
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
from spectral_core.data.problem import Problem
from spectral_gui.lists import TextDelegate, WordTable, as_tip, problems_of
from spectral_gui.resources import counted, is_arabic, text_font
from spectral_gui.session import Session

_LONGEST_TEXT = 600  # characters above the table; all words are in the table
_MOST_PROBLEMS = 5
_WIDEST = 20  # letters in a column, at first; what is longer is in the tool tip
_DEEPEST = 100  # levels of the outline; Qt walks down by recursion, which some thousand levels make slow


class SentenceView(QWidget):
    """Shows what is selected in the session."""

    def __init__(self, session: Session, parent: QWidget | None = None):
        super().__init__(parent)
        self._session = session
        self._text = QLabel(self.tr("Open a treebank: Ctrl+O"))
        self._problems = QLabel()
        self._problems.setVisible(False)
        for label in (self._text, self._problems):
            label.setWordWrap(True)
            label.setTextFormat(Qt.TextFormat.PlainText)
            label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._text.setMargin(8)
        self._problems.setContentsMargins(8, 0, 8, 8)
        self._words = WordTable(self)
        self._table = QTableView()
        self._chosen: dict[int, int] = {}  # the widths of columns that the user has drawn
        self._fitting = False
        self._set_up_table()
        self._outline = QTreeWidget()
        self._outline.setHeaderLabels([self.tr("Structure"), self.tr("Label")])
        self._outline.header().setSectionResizeMode(0, QHeaderView.ResizeMode.ResizeToContents)
        self._outline.setUniformRowHeights(True)
        self._outline.setItemDelegate(TextDelegate(11, self._outline, stays_left=True))
        self._outline.setAccessibleName(self.tr("Structure of the sentence"))
        parts = QSplitter(Qt.Orientation.Vertical)
        parts.addWidget(self._table)
        parts.addWidget(self._outline)
        parts.setSizes([300, 300])
        layout = QVBoxLayout(self)
        layout.addWidget(self._text)
        layout.addWidget(self._problems)
        layout.addWidget(parts, 1)
        session.selection_changed.connect(self._show)
        session.treebank_changed.connect(self._show)

    def _set_up_table(self) -> None:
        table = self._table
        table.setModel(self._words)
        table.setItemDelegate(TextDelegate(11, table))
        table.setWordWrap(False)
        table.verticalHeader().hide()
        table.verticalHeader().setMinimumSectionSize(1)
        table.setAlternatingRowColors(True)
        table.setSelectionBehavior(QTableView.SelectionBehavior.SelectRows)
        table.setAccessibleName(self.tr("Words of the sentence"))
        header = table.horizontalHeader()
        header.setMinimumSectionSize(header.fontMetrics().horizontalAdvance("000") + 8)
        header.setResizeContentsPrecision(200)  # rows that are measured
        header.setHighlightSections(False)
        header.setStretchLastSection(True)
        header.sectionResized.connect(self._keep_width)

    def _show(self, _index: int = -1) -> None:
        sentence = self._session.sentence
        text = "" if sentence is None else sentence.text
        for view in (self._table, self._outline):
            delegate = view.itemDelegate()
            assert isinstance(delegate, TextDelegate)
            delegate.suit(text)
            if view is self._table:
                self._table.verticalHeader().setDefaultSectionSize(delegate.height)
        self._words.show_sentence(sentence)
        self._fit()
        self._outline.clear()
        arabic = is_arabic(text)
        self._text.setFont(text_font(15 + 4 * arabic, arabic))
        self._show_problems(problems_of(sentence) if sentence is not None else [])
        if sentence is None:
            self._text.setText(self.tr("Nothing is selected."))
            return
        self._text.setText(text if len(text) <= _LONGEST_TEXT else text[:_LONGEST_TEXT] + " …")
        if sentence.tree is not None:
            self._outline.addTopLevelItem(_constituents(sentence.tree))
        elif any(head is not None for head in sentence.heads):
            self._outline.addTopLevelItems(_dependents(sentence))
        self._outline.expandAll()

    def _show_problems(self, problems: Sequence[Problem]) -> None:
        lines = [f"⚠ {problem}" for problem in problems[:_MOST_PROBLEMS]]
        if more := len(problems) - len(lines):
            lines.append(counted(self.tr("and %Ln more problem(s)", "", more), more))
        self._problems.setText("\n".join(lines))
        self._problems.setToolTip(as_tip("\n".join(map(str, problems[:50]))))
        self._problems.setVisible(bool(lines))

    def _fit(self) -> None:
        """Makes each column as wide as its cells, within bounds, unless the user has chosen a width."""
        header = self._table.horizontalHeader()
        widest = _WIDEST * self._table.fontMetrics().averageCharWidth()
        self._fitting = True
        for column in range(self._words.columnCount() - 1):
            wanted = max(self._table.sizeHintForColumn(column), header.sectionSizeHint(column))
            header.resizeSection(column, self._chosen.get(column, min(wanted, widest)))
        self._fitting = False

    def _keep_width(self, column: int, _before: int, width: int) -> None:
        if not self._fitting and column < self._words.columnCount() - 1:  # the last one follows the window
            self._chosen[column] = width


def _constituents(tree: Tree) -> QTreeWidgetItem:
    """Phrases by their labels, words with their tags beside them."""
    top = QTreeWidgetItem()
    waiting: list[tuple[Tree, QTreeWidgetItem, int]] = [(tree, top, 1)]
    while waiting:
        node, item, depth = waiting.pop()
        if node.is_tag:
            item.setText(0, str(node.children[0]))
            item.setText(1, node.label)
            continue
        item.setText(0, node.label or "·")
        host = (item.parent() or item) if depth == _DEEPEST else item
        for child in node.children:
            below = QTreeWidgetItem(host)
            if isinstance(child, Tree):
                waiting.append((child, below, min(depth + 1, _DEEPEST)))
            else:
                below.setText(0, child)
    return top


def _dependents(sentence: Sentence) -> list[QTreeWidgetItem]:
    """Every word once: those that hang from the root, then those of which nobody knows where, then the circles."""
    heads, size = sentence.heads, len(sentence)
    below = dependents(heads)
    made = [
        QTreeWidgetItem([form, "" if label == EMPTY else label])
        for form, label in zip(sentence.forms, sentence.deprels, strict=True)
    ]
    tops: list[int] = []
    hung = bytearray(size + 1)

    def hang(top: int, what: str = "", why: str = "") -> None:
        tops.append(top)
        hung[top] = 1
        waiting = [(top, 1)]
        while waiting:
            word, depth = waiting.pop()
            item = made[word - 1]
            host = (item.parent() or item) if depth == _DEEPEST else item
            for child in below[word]:
                if not hung[child]:
                    hung[child] = 1
                    host.addChild(made[child - 1])
                    waiting.append((child, min(depth + 1, _DEEPEST)))
        if what and sentence.readable:
            item = made[top - 1]
            item.setText(1, "  ".join(filter(None, (item.text(1), f"⚠ {what}"))))
            for column in range(2):
                item.setToolTip(column, as_tip(why))

    for word in below[0]:
        hang(word)
    for word, head in enumerate(heads, 1):
        if head is None:
            hang(word, _tr("no head"), _tr("This word is not attached yet."))
        elif not 0 <= head <= size:
            hang(word, _tr("head {0}").format(head), _tr("The sentence has {0} words.").format(size))
    for word in range(1, size + 1):
        if not hung[word]:
            circle = _circle_above(word, heads)
            names = " → ".join(f"{one} \u2068{sentence.forms[one - 1]}\u2069" for one in (*circle[:8], circle[0]))
            hang(circle[0], _tr("circle"), _tr("Heads run in a circle: {0}").format(names))
    return [made[word - 1] for word in tops]


def _circle_above(word: int, heads: Sequence[int | None]) -> list[int]:
    """The circle that `word` is on or below, from its smallest word; there must be one."""
    passed: dict[int, int] = {}
    while word not in passed:
        passed[word] = len(passed)
        head = heads[word - 1]
        assert head
        word = head
    circle = list(passed)[passed[word] :]
    first = circle.index(min(circle))
    return circle[first:] + circle[:first]


def _tr(text: str) -> str:
    return QCoreApplication.translate("SentenceView", text)
