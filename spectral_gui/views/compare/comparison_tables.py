"""Widgets of the comparison: the table of metrics, the empty state, and structures with highlighted differences."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence

from PySide6.QtCore import Qt
from PySide6.QtGui import QBrush
from PySide6.QtWidgets import QHeaderView, QTreeWidget, QTreeWidgetItem

from spectral_core.data import EMPTY, Sentence, Tree
from spectral_core.data.tree import TRACE_TAG
from spectral_core.engine import ComparisonResult, count_disagreements
from spectral_core.evaluate import Interval
from spectral_gui import theme, widgets
from spectral_gui.text_display import make_translator, resolve_plural
from spectral_gui.widgets.empty_state import EmptyState

_tr = make_translator("ComparisonView")

_TAG_COLUMN = 2  # the column of tags in a list of words
_MAX_DEPTH = 100  # levels of an outline: Qt recurses over them
WORD_ROLE = Qt.ItemDataRole.UserRole + 1  # the word of a row, from 1; 0 for none
DIFFERENCE_MARK = "≠ "


def describe_difference(sides: Sequence[Sentence], compares_trees: bool) -> str:
    """Describe in a line how versions of a sentence differ in their trees, or else in their words' annotation, and
    how three of them vote."""
    first, *other_sides = sides
    if any(other_side.forms != first.forms for other_side in other_sides):
        return _tr("≠ The words differ.")
    if compares_trees:
        spans = [Counter(side.tree.spans()) for side in sides if side.tree is not None]
        difference_count = max(
            (sum((spans_here - spans_there).values()) for spans_here in spans for spans_there in spans), default=0
        )
        summary = resolve_plural(_tr("{0} phrase(s) without a counterpart").format(difference_count), difference_count)
    else:
        tables = [_tabulate_words(side) for side in sides]
        common_columns = [
            column
            for column, filled_flags in enumerate(zip(*map(_find_filled_columns, tables), strict=True))
            if sum(filled_flags) == len(tables)
        ]
        aligned_rows = zip(*tables, strict=True)
        difference_count = sum(
            len({tuple(row[column] for column in common_columns) for row in rows}) > 1 for rows in aligned_rows
        )
        summary = resolve_plural(_tr("{0} word(s) differ").format(difference_count), difference_count)
    if not difference_count:
        return _tr("No differences.")
    return (
        DIFFERENCE_MARK
        + summary
        + (
            f": {describe_votes(count_disagreements(sides))}"
            if len(sides) > 2 and any(count_disagreements(sides))
            else ""
        )
    )


def describe_votes(vote_counts: tuple[int, int]) -> str:
    """Describe how many disagreements have a majority of two versions, and how many have none."""
    alone, apart = vote_counts
    parts = [_tr("{0} with a majority of two").format(alone)] if alone else []
    parts += [_tr("{0} without a majority").format(apart)] if apart else []
    return ", ".join(parts)


def fill_word_rows(outline: QTreeWidget, sentence: Sentence, other_sentences: Sequence[Sentence]) -> None:
    """Fill an outline with a row for each word; cells that differ from all other sentences are highlighted."""
    outline.setHeaderLabels(["", _tr("Word"), _tr("Tag"), _tr("Relation"), _tr("Head")])
    outline.setRootIsDecorated(False)
    rows, other_tables = _tabulate_words(sentence), [_tabulate_words(version) for version in other_sentences]
    filled_columns = _find_filled_columns(rows)
    comparable_tables = [
        [table for table in other_tables if filled_columns[index] and _find_filled_columns(table)[index]]
        for index in range(len(filled_columns))
    ]
    for word, row in enumerate(rows, 1):
        differences = [
            bool(comparable_tables[index])
            and all(word > len(table) or cell != table[word - 1][index] for table in comparable_tables[index])
            for index, cell in enumerate(row)
        ]
        item = QTreeWidgetItem(
            [str(word), *(DIFFERENCE_MARK * differs + cell for cell, differs in zip(row, differences, strict=True))]
        )
        item.setData(0, WORD_ROLE, word)
        for column, differs in enumerate(differences, 1):
            if differs:
                _highlight_cell(outline, item, column)
        outline.addTopLevelItem(item)
    has_same_tags = all(
        rows[index][1] == table[index][1] for table in other_tables for index in range(min(len(rows), len(table)))
    )
    for column, is_filled in enumerate(filled_columns, 1):
        is_redundant = len(other_sentences) > 1 and (
            has_same_tags if column == _TAG_COLUMN else not comparable_tables[column - 1]
        )
        outline.setColumnHidden(column, not is_filled or is_redundant)


def fill_phrase_rows(outline: QTreeWidget, sentence: Sentence, other_sentences: Sequence[Sentence]) -> int:
    """Fill an outline with a row for each phrase; return how many have no counterpart in another sentence."""
    assert sentence.tree is not None
    trees = [other_sentence.tree for other_sentence in other_sentences if other_sentence.tree is not None]
    outline.setHeaderLabels([_tr("Phrase"), _tr("Words")])
    outline.setColumnHidden(1, False)
    outline.setRootIsDecorated(True)
    spans = sentence.tree.spans()
    unmatched_spans = Counter[tuple[int, int, str]]()
    for tree in trees:
        unmatched_spans |= Counter(tree.spans())
    span_differs = []
    for span in spans:
        span_differs.append(bool(trees) and unmatched_spans[span] == 0)
        unmatched_spans[span] -= unmatched_spans[span] > 0
    forms, tree_tags = tuple(sentence.tree.words()), [tuple(tree.tags()) for tree in trees]
    phrases_over_words: set[int] = set()  # nodes with words; a phrase over traces alone is not among the spans
    for phrase in reversed(tuple(sentence.tree.nodes())):
        child_covers = (
            id(child) in phrases_over_words if isinstance(child, Tree) else phrase.label != TRACE_TAG
            for child in phrase.children
        )
        if any(child_covers):
            phrases_over_words.add(id(phrase))
    span_index = word = 0
    root_item = QTreeWidgetItem()
    pending: list[tuple[Tree | str, str, QTreeWidgetItem, int]] = [(sentence.tree, "", root_item, 1)]
    while pending:
        node, parent_label, item, depth = pending.pop()
        if isinstance(node, str) or node.is_tag:
            form, label = (node, parent_label) if isinstance(node, str) else (str(node.children[0]), node.label)
            is_trace = label == TRACE_TAG
            word += not is_trace
            other_labels = [label if is_trace or word > len(tags) else tags[word - 1] for tags in tree_tags]
            is_same = (
                isinstance(node, str) or not other_labels or (label or EMPTY) in other_labels or label in other_labels
            )
            item.setText(0, "" if isinstance(node, str) else label if is_same else DIFFERENCE_MARK + label)
            item.setText(1, form)
            item.setData(0, WORD_ROLE, 0 if is_trace else word)
            if not is_same:
                _highlight_cell(outline, item, 0)
            continue
        has_words = id(node) in phrases_over_words
        is_different = has_words and span_differs[span_index]
        covered_words = forms[spans[span_index][0] : spans[span_index][1]] if has_words else ()
        span_index += has_words
        item.setText(0, (DIFFERENCE_MARK if is_different else "") + (node.label or "·"))
        item.setText(1, " ".join(covered_words[:8]) + (" …" if len(covered_words) > 8 else ""))
        item.setData(0, WORD_ROLE, word + 1 if has_words else 0)
        if is_different:
            _highlight_cell(outline, item, 0)
        parent_item = (item.parent() or item) if depth == _MAX_DEPTH else item
        children = [
            (child, node.label, QTreeWidgetItem(parent_item), min(depth + 1, _MAX_DEPTH)) for child in node.children
        ]
        pending.extend(reversed(children))
    outline.addTopLevelItem(root_item)
    outline.expandAll()
    return sum(span_differs)


def _highlight_cell(outline: QTreeWidget, item: QTreeWidgetItem, column: int) -> None:
    item.setFont(column, widgets.make_bold(outline.font()))
    item.setForeground(column, QBrush(theme.get_colours(theme.is_dark_palette(outline.palette())).changed))


def _tabulate_words(sentence: Sentence) -> Sequence[tuple[str, str, str, str]]:
    """Return form, tag, relation and head of each word as displayed."""
    tags = sentence.xpos if sentence.upos.count(EMPTY) == len(sentence) else sentence.upos
    rows = []
    for form, tag, relation, head in zip(sentence.forms, tags, sentence.deprels, sentence.heads, strict=True):
        if head is None:
            head_text = ""
        elif 1 <= head <= len(sentence):
            head_text = f"{head} \u2068{sentence.forms[head - 1]}\u2069"
        else:
            head_text = str(head)
        rows.append((form, "" if tag == EMPTY else tag, "" if relation == EMPTY else relation, head_text))
    return rows


def _find_filled_columns(rows: Sequence[tuple[str, ...]]) -> tuple[bool, ...]:
    """Return for each column whether any row has a value; columns that a parser does not predict are not compared."""
    return tuple(any(row[column] for row in rows) for column in range(4))


class MeasureTable(QTreeWidget):
    """Table with a row for each metric that both treebanks have the annotation for."""

    def __init__(self) -> None:
        super().__init__()
        self._names = {  # `spectral compare` reports all metrics
            "uas": self.tr("Unlabelled attachment score (UAS)"),
            "uas_no_punct": self.tr("– without punctuation"),
            "las": self.tr("Labelled attachment score (LAS)"),
            "las_no_punct": self.tr("– without punctuation"),
            "complete": self.tr("Sentences with all heads correct"),
            "f1": self.tr("Labelled brackets (F1)"),
            "precision": self.tr("– precision"),
            "recall": self.tr("– recall"),
            "f1_40": self.tr("– up to 40 words"),
            "exact": self.tr("Identical trees"),
            "unlabelled_f1": self.tr("Unlabelled brackets (F1)"),
            "unlabelled_f1_10": self.tr("– up to 10 words"),
            "unlabelled_f1_40": self.tr("– up to 40 words"),
            "e1": self.tr("Words with a wrong first reading (E1)"),
            "upos": self.tr("UPOS accuracy"),
            "xpos": self.tr("XPOS accuracy"),
            "lemma": self.tr("Lemma accuracy"),
            "feats": self.tr("Features accuracy"),
        }
        self.setObjectName("measures")
        self.setHeaderLabels([self.tr("Measure"), "%"])
        self.setRootIsDecorated(False)
        self.setUniformRowHeights(True)
        self.setAccessibleName(self.tr("Measures"))
        self.header().setStretchLastSection(False)

    def show_comparison(self, comparison: ComparisonResult, names: Sequence[str]) -> None:
        """Show the metrics of one treebank, or of two with these names and their difference: in bold if 95 % of the
        bootstrap samples agree on which is better."""
        self.clear()
        titles = [self.tr("Measure"), "%"]
        if comparison.rival is not None:
            titles = [titles[0], *names, self.tr("difference"), self.tr("95 % interval")]
        self.setColumnCount(len(titles))
        self.setHeaderLabels(titles)
        for name in filter(comparison.metrics.__contains__, self._names):
            cells = [self._names[name], f"{comparison.metrics[name]:.2f}"]
            interval = comparison.differences.get(name)
            if interval is not None:
                interval_text = self.tr("{0} to {1}").format(f"{interval.low:+.2f}", f"{interval.high:+.2f}")
                cells += [f"{comparison.rival_metrics[name]:.2f}", f"{interval.value:+.2f}", interval_text]
            item = QTreeWidgetItem(cells)
            item.setToolTip(0, name)
            for column in range(1, len(titles)):
                item.setTextAlignment(column, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
            if interval is not None:
                is_significant = interval.low > 0 or interval.high < 0
                tip_format = self.tr("{0} is better in {1} % of 1,000 bootstrap samples; {2}")
                verdict = self.tr("significant") if is_significant else self.tr("not significant")
                item.setToolTip(
                    3, tip_format.format(names[0], f"{100 * self._get_win_share(name, interval):.1f}", verdict)
                )
                if is_significant:
                    item.setFont(3, widgets.make_bold(self.font()))
            self.addTopLevelItem(item)
        for column in range(len(titles)):
            self.header().setSectionResizeMode(column, QHeaderView.ResizeMode.ResizeToContents)
            alignment = Qt.AlignmentFlag.AlignRight if column else Qt.AlignmentFlag.AlignLeft
            self.headerItem().setTextAlignment(column, alignment | Qt.AlignmentFlag.AlignVCenter)

    @staticmethod
    def _get_win_share(name: str, interval: Interval) -> float:
        """Return the share of bootstrap samples in which the first version is better; E1 is an error rate, so lower
        is better."""
        return 1 - interval.above if name == "e1" else interval.above


def explain_empty_state(
    empty_state: EmptyState, is_open: bool, has_choices: bool, choose: Callable[[], object]
) -> None:
    """Explain the comparison, and ask for the treebank that is missing: the second one, or the first."""
    description = _tr(
        "Compare two versions of the same sentences: two annotators, two parsers, or before and after. The open "
        "document is the reference; heads, relations, brackets, tags, lemmas and features of the other version "
        "are scored against it."
    )
    if is_open:
        next_step = _tr("Choose another file with the same sentences to compare with.")
        if has_choices:
            next_step = _tr("Choose a document above or another file to compare with.")
        empty_state.set_message_with_button(
            f"{description}\n\n{next_step}", _tr("Another file…"), _tr("Choose the file to compare with"), choose
        )
    else:
        empty_state.set_message(f"{description}\n\n{_tr('Open a treebank to compare it.')}", "window.open_file")
