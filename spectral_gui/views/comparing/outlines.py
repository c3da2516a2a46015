"""What a comparison shows: measures, what to do before there are any, and both structures with what differs marked."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence

from PySide6.QtCore import Qt
from PySide6.QtGui import QBrush
from PySide6.QtWidgets import QHeaderView, QTreeWidget, QTreeWidgetItem

from spectral_core.data import EMPTY, Sentence, Tree
from spectral_core.data.tree import TRACE
from spectral_core.engine import Compared, votes
from spectral_core.evaluate import Interval
from spectral_gui import theme, widgets
from spectral_gui.absences import Absence
from spectral_gui.resources import counted, translating

_tr = translating("ComparingView")

_TAG = 2  # the column of tags in a list of words
_DEEPEST = 100  # levels of an outline; Qt walks down by recursion
WORD = Qt.ItemDataRole.UserRole + 1  # the word of a row, counted from 1; 0 for none
DIFFERS = "≠ "


def difference_said(sides: Sequence[Sentence], trees: bool) -> str:
    """How far sentences differ in what is shown of them, and how the votes of three fall."""
    first, *others = sides
    if any(other.forms != first.forms for other in others):
        return _tr("≠ The words themselves differ.")
    if trees:
        spans = [Counter(side.tree.spans()) for side in sides if side.tree is not None]
        different = max((sum((own - other).values()) for own in spans for other in spans), default=0)
        told = counted(_tr("{0} phrase(s) without a counterpart").format(different), different)
    else:
        shown = [_rows(side) for side in sides]
        every = [at for at, full in enumerate(zip(*map(_filled, shown), strict=True)) if sum(full) == len(shown)]
        words = zip(*shown, strict=True)
        different = sum(len({tuple(row[at] for at in every) for row in rows}) > 1 for rows in words)
        told = counted(_tr("{0} word(s) differ").format(different), different)
    if not different:
        return _tr("These are alike in what is shown.")
    return DIFFERS + told + (f": {votes_said(votes(sides))}" if len(sides) > 2 and any(votes(sides)) else "")


def votes_said(cast: tuple[int, int]) -> str:
    alone, apart = cast
    parts = [_tr("{0} with one against two").format(alone)] if alone else []
    parts += [_tr("{0} without a majority").format(apart)] if apart else []
    return ", ".join(parts)


def fill_words(outline: QTreeWidget, sentence: Sentence, others: Sequence[Sentence]) -> None:
    """A row for each word; what no other has is marked."""
    outline.setHeaderLabels(["", _tr("Word"), _tr("Tag"), _tr("Relation"), _tr("Head")])
    outline.setRootIsDecorated(False)
    rows, theirs = _rows(sentence), [_rows(other) for other in others]
    filled = _filled(rows)
    asked = [[rows for rows in theirs if filled[at] and _filled(rows)[at]] for at in range(len(filled))]
    for word, row in enumerate(rows, 1):
        changed = [
            bool(asked[at]) and all(word > len(other) or cell != other[word - 1][at] for other in asked[at])
            for at, cell in enumerate(row)
        ]
        item = QTreeWidgetItem([str(word), *(DIFFERS * no + cell for cell, no in zip(row, changed, strict=True))])
        item.setData(0, WORD, word)
        for column, no in enumerate(changed, 1):
            if no:
                _mark_changed(outline, item, column)
        outline.addTopLevelItem(item)
    same = all(rows[at][1] == one[at][1] for one in theirs for at in range(min(len(rows), len(one))))
    for column, full in enumerate(filled, 1):
        spare = len(others) > 1 and (same if column == _TAG else not asked[column - 1])
        outline.setColumnHidden(column, not full or spare)


def fill_tree(outline: QTreeWidget, sentence: Sentence, others: Sequence[Sentence]) -> int:
    """How many phrases have no counterpart in any other; each is a row over those inside it."""
    assert sentence.tree is not None
    trees = [other.tree for other in others if other.tree is not None]
    outline.setHeaderLabels([_tr("Phrase"), _tr("Words")])
    outline.setColumnHidden(1, False)
    outline.setRootIsDecorated(True)
    spans = sentence.tree.spans()
    left = Counter[tuple[int, int, str]]()
    for tree in trees:
        left |= Counter(tree.spans())
    alone = []
    for span in spans:
        alone.append(bool(trees) and left[span] == 0)
        left[span] -= left[span] > 0
    forms, tags = tuple(sentence.tree.words()), [tuple(tree.tags()) for tree in trees]
    covering: set[int] = set()  # the nodes over words; a phrase over traces alone is not among the spans
    for inner in reversed(tuple(sentence.tree.nodes())):
        below_it = (
            id(child) in covering if isinstance(child, Tree) else inner.label != TRACE for child in inner.children
        )
        if any(below_it):
            covering.add(id(inner))
    number = word = 0
    top = QTreeWidgetItem()
    waiting: list[tuple[Tree | str, str, QTreeWidgetItem, int]] = [(sentence.tree, "", top, 1)]
    while waiting:
        node, above, item, depth = waiting.pop()
        if isinstance(node, str) or node.is_tag:
            form, label = (node, above) if isinstance(node, str) else (str(node.children[0]), node.label)
            trace = label == TRACE
            word += not trace
            there = [label if trace or word > len(own) else own[word - 1] for own in tags]
            same = isinstance(node, str) or not there or (label or EMPTY) in there or label in there
            item.setText(0, "" if isinstance(node, str) else label if same else DIFFERS + label)
            item.setText(1, form)
            item.setData(0, WORD, 0 if trace else word)
            if not same:
                _mark_changed(outline, item, 0)
            continue
        covers = id(node) in covering
        no = covers and alone[number]
        covered = forms[spans[number][0] : spans[number][1]] if covers else ()
        number += covers
        item.setText(0, (DIFFERS if no else "") + (node.label or "·"))
        item.setText(1, " ".join(covered[:8]) + (" …" if len(covered) > 8 else ""))
        item.setData(0, WORD, word + 1 if covers else 0)
        if no:
            _mark_changed(outline, item, 0)
        host = (item.parent() or item) if depth == _DEEPEST else item
        below = [(child, node.label, QTreeWidgetItem(host), min(depth + 1, _DEEPEST)) for child in node.children]
        waiting.extend(reversed(below))
    outline.addTopLevelItem(top)
    outline.expandAll()
    return sum(alone)


def _mark_changed(outline: QTreeWidget, item: QTreeWidgetItem, column: int) -> None:
    item.setFont(column, widgets.bold(outline.font()))
    item.setForeground(column, QBrush(theme.colours(theme.is_dark_palette(outline.palette())).changed))


def _rows(sentence: Sentence) -> Sequence[tuple[str, str, str, str]]:
    """Form, tag, relation and head of each word, as they are shown."""
    tags = sentence.xpos if sentence.upos.count(EMPTY) == len(sentence) else sentence.upos
    found = []
    for form, tag, relation, head in zip(sentence.forms, tags, sentence.deprels, sentence.heads, strict=True):
        if head is None:
            above = ""
        elif 1 <= head <= len(sentence):
            above = f"{head} \u2068{sentence.forms[head - 1]}\u2069"
        else:
            above = str(head)
        found.append((form, "" if tag == EMPTY else tag, "" if relation == EMPTY else relation, above))
    return found


def _filled(rows: Sequence[tuple[str, ...]]) -> tuple[bool, ...]:
    """Which of their columns say anything at all: what a parser does not give, it is not compared by."""
    return tuple(any(row[at] for row in rows) for at in range(4))


class MeasureTable(QTreeWidget):
    """A row for each measure that both treebanks have what is needed for."""

    def __init__(self) -> None:
        super().__init__()
        self._names = {  # the command `spectral compare` tells all there are
            "uas": self.tr("Heads right (UAS)"),
            "uas_no_punct": self.tr("– without punctuation"),
            "las": self.tr("Heads and relations right (LAS)"),
            "las_no_punct": self.tr("– without punctuation"),
            "complete": self.tr("Sentences with all heads right"),
            "f1": self.tr("Labelled brackets (F1)"),
            "precision": self.tr("– precision"),
            "recall": self.tr("– recall"),
            "f1_40": self.tr("– up to 40 words"),
            "exact": self.tr("Trees that are alike"),
            "unlabelled_f1": self.tr("Unlabelled brackets (F1)"),
            "unlabelled_f1_10": self.tr("– up to 10 words"),
            "unlabelled_f1_40": self.tr("– up to 40 words"),
            "e1": self.tr("Words whose first reading is wrong (E1)"),
            "upos": self.tr("UPOS alike"),
            "xpos": self.tr("XPOS alike"),
            "lemma": self.tr("Lemmas alike"),
            "feats": self.tr("Features alike"),
        }
        self.setObjectName("measures")
        self.setHeaderLabels([self.tr("Measure"), "%"])
        self.setRootIsDecorated(False)
        self.setUniformRowHeights(True)
        self.setAccessibleName(self.tr("Measures"))
        self.header().setStretchLastSection(False)

    def show_answer(self, answer: Compared, names: Sequence[str]) -> None:
        """The measures of one, or of two so named with how far they are apart: in bold where 95 % of resampled corpora
        agree on which is better."""
        self.clear()
        titles = [self.tr("Measure"), "%"]
        if answer.rival is not None:
            titles = [titles[0], *names, self.tr("apart"), self.tr("95 % of samples")]
        self.setColumnCount(len(titles))
        self.setHeaderLabels(titles)
        for name in filter(answer.metrics.__contains__, self._names):
            cells = [self._names[name], f"{answer.metrics[name]:.2f}"]
            apart = answer.differences.get(name)
            if apart is not None:
                told = self.tr("{0} to {1}").format(f"{apart.low:+.2f}", f"{apart.high:+.2f}")
                cells += [f"{answer.rival_metrics[name]:.2f}", f"{apart.value:+.2f}", told]
            item = QTreeWidgetItem(cells)
            item.setToolTip(0, name)
            for column in range(1, len(titles)):
                item.setTextAlignment(column, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
            if apart is not None:
                sure = apart.low > 0 or apart.high < 0
                said = self.tr("{0} is better in {1} % of 1,000 corpora drawn from these sentences; {2}")
                why = self.tr("the difference is sure") if sure else self.tr("it may be chance")
                item.setToolTip(3, said.format(names[0], f"{100 * self._better(name, apart):.1f}", why))
                if sure:
                    item.setFont(3, widgets.bold(self.font()))
            self.addTopLevelItem(item)
        for column in range(len(titles)):
            self.header().setSectionResizeMode(column, QHeaderView.ResizeMode.ResizeToContents)
            side = Qt.AlignmentFlag.AlignRight if column else Qt.AlignmentFlag.AlignLeft
            self.headerItem().setTextAlignment(column, side | Qt.AlignmentFlag.AlignVCenter)

    @staticmethod
    def _better(name: str, apart: Interval) -> float:
        return 1 - apart.above if name == "e1" else apart.above


def explain(absence: Absence, is_open: bool, offered: bool, choose: Callable[[], object]) -> None:
    """Says what could be compared here, and what is missing for it: a second treebank, or the first."""
    what = _tr(
        "Two versions of the same sentences are compared here: two annotators, two parsers, or before and after. "
        "The document shown counts as right; the other one is measured against it by heads, relations, brackets, "
        "tags, lemmas and features, as far as both have them."
    )
    if is_open:
        why = _tr("Nothing is compared yet: choose another file over the same sentences.")
        if offered:
            why = _tr("Nothing is compared yet: choose above what to compare with, or another file.")
        absence.offer(f"{what}\n\n{why}", _tr("Another file…"), _tr("Choose the file to compare with"), choose)
    else:
        absence.say(f"{what}\n\n{_tr('Nothing can be compared yet: open a treebank first.')}", "window.open_file")
