"""The view of one sentence: every word has its place in the outline, and Arabic is set as it is read."""

from __future__ import annotations

import time
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QFont, QFontMetricsF, QImage, QPainter
from PySide6.QtWidgets import QApplication, QLabel, QTableView, QTreeWidget, QTreeWidgetItem, QTreeWidgetItemIterator
from pytestqt.qtbot import QtBot

from spectral_core.data import Sentence, Tree, Treebank
from spectral_core.data.problem import Problem
from spectral_gui.resources import counted, is_right_to_left, load_fonts, row_height, text_font
from spectral_gui.session import Session
from spectral_gui.views.sentence import SentenceView

ARABIC = Sentence.of(
    ("أُّمٌّ", "د.", "250", "."),
    upos=("NOUN", "X", "NUM", "PUNCT"),
    feats=("Case=Nom|Definite=Ind|Gender=Fem|Number=Sing|Person=3|Polarity=Pos", "_", "_", "_"),
    heads=(0, 1, 1, 1),
)


def show(view: SentenceView, sentence: Sentence) -> QTreeWidget:
    """The outline of `sentence`, selected in the view's session."""
    session = view._session
    session.treebank, session.selected = Treebank.of([sentence]), 0
    session.treebank_changed.emit()
    outline = view.findChild(QTreeWidget)
    assert outline is not None
    return outline


@pytest.fixture
def view(qtbot: QtBot) -> SentenceView:
    load_fonts()
    made = SentenceView(Session())
    qtbot.addWidget(made)
    made.resize(700, 600)
    made.show()
    return made


def items(outline: QTreeWidget) -> list[QTreeWidgetItem]:
    """Every item of the outline, each before those below it."""
    found = []
    walk = QTreeWidgetItemIterator(outline)
    while (item := walk.value()) is not None:
        found.append(item)
        walk += 1
    return found


def words(sentence: Sequence[int | None]) -> tuple[str, ...]:
    return tuple(f"w{number}" for number in range(1, len(sentence) + 1))


@given(heads=st.lists(st.none() | st.integers(0, 12), min_size=1, max_size=10))
def test_every_word_is_in_the_outline_once_whatever_the_heads(qapp: QApplication, heads: list[int | None]) -> None:
    view = SentenceView(Session())
    outline = show(view, Sentence.of(words(heads), heads=heads))
    shown = [item.text(0) for item in items(outline)]
    expected = sorted(words(heads)) if any(head is not None for head in heads) else []
    assert sorted(shown) == expected
    for item in items(outline):
        above, head = item.parent(), heads[int(item.text(0)[1:]) - 1]
        if above is not None:
            assert above.text(0) == f"w{head}"
        else:
            assert (head == 0) == ("⚠" not in item.text(1))


@pytest.mark.parametrize(
    ("heads", "tops"),
    [
        ((1, 0), ["w2", "w1 ⚠ circle"]),
        ((2, 1, 0), ["w3", "w1 ⚠ circle"]),
        ((4, 3, 4, 2, 0), ["w5", "w2 ⚠ circle"]),
        ((None, 9, 0, 1), ["w3", "w1 ⚠ no head", "w2 ⚠ head 9"]),
    ],
)
def test_words_that_hang_nowhere_are_marked_below_the_roots(
    view: SentenceView, heads: tuple[int | None, ...], tops: list[str]
) -> None:
    outline = show(view, Sentence.of(words(heads), heads=heads))
    shown = [outline.topLevelItem(row) for row in range(outline.topLevelItemCount())]
    assert [f"{item.text(0)} {item.text(1)}".strip() for item in shown] == tops
    assert all(item.toolTip(1) for item in shown[1:])


def test_a_chain_of_many_words_is_shown_in_a_moment(view: SentenceView) -> None:
    heads = tuple(range(5_000))
    tree = Tree("X", ("w0",))
    for number in range(1, 5_000):
        tree = Tree("S", (Tree("X", (f"w{number}",)), tree))
    begun = time.process_time()
    assert len(items(show(view, Sentence.of(words(heads), heads=heads)))) == 5_000
    assert len(items(show(view, Sentence.of(tuple(tree.words()), tree=tree)))) == 9_999
    assert time.process_time() - begun < 10  # it is well under one second; without a bound on the depth, minutes


def test_phrases_stand_in_the_first_column_and_tags_beside_their_words(view: SentenceView) -> None:
    noun = Tree("NP", (Tree("DT", ("the",)), "bare", Tree("NN", ("dog",))))
    outline = show(view, Sentence.of(("the", "bare", "dog"), tree=Tree("", (noun,))))
    shown = [(item.text(0), item.text(1)) for item in items(outline)]
    assert shown == [("·", ""), ("NP", ""), ("the", "DT"), ("bare", ""), ("dog", "NN")]


def test_problems_stand_apart_from_the_text_and_none_of_structure_where_it_could_not_be_read(
    view: SentenceView,
) -> None:
    show(view, Sentence.of(("a", "b"), heads=(2, 1)))
    texts = [label.text() for label in view.findChildren(QLabel) if label.isVisible()]
    assert texts[0] == "a b"
    assert "circle" in texts[1]
    unread = Problem(1, "this line has 3 columns", "Give all", unreadable=True)
    outline = show(view, Sentence.of(("a", "b"), heads=(2, 1), problems=[unread]))
    assert [label.text() for label in view.findChildren(QLabel) if label.isVisible()] == ["a b", f"⚠ {unread}"]
    assert "⚠" not in outline.topLevelItem(0).text(1)
    show(view, Sentence.of(("a",)))
    assert [label.text() for label in view.findChildren(QLabel) if label.isVisible()] == ["a"]


def ink(font: QFont, text: str) -> tuple[int, int]:
    """How far the text reaches above and below its base line, in pixels that are not blank."""
    image = QImage(240, 200, QImage.Format.Format_RGB32)
    image.fill(Qt.GlobalColor.white)
    painter = QPainter(image)
    painter.setFont(font)
    painter.drawText(QPointF(40, 100), text)
    painter.end()
    white = image.pixel(0, 0)
    rows = [y for y in range(200) if any(image.pixel(x, y) != white for x in range(240))]
    return 100 - rows[0], rows[-1] - 100 + 1


@pytest.mark.parametrize("points", [9, 11, 14, 15, 24])
@pytest.mark.parametrize("word", ["أُّ", "لُّ", "ظٌّ", "يٍّ", "إِ", "لّٰ"])
def test_a_row_has_room_for_stacked_marks(qtbot: QtBot, points: int, word: str) -> None:
    load_fonts()
    font = text_font(points, arabic=True)
    above, below = ink(font, word)
    metrics = QFontMetricsF(font)
    room = (row_height(font, arabic=True) - metrics.height()) / 2
    assert above <= metrics.ascent() + room
    assert below <= metrics.descent() + room


def test_arabic_words_run_to_the_left_in_high_rows_under_plain_headings(view: SentenceView) -> None:
    table = view.findChild(QTableView)
    assert table is not None
    show(view, Sentence.of(("Dogs", "bark"), heads=(2, 0)))
    outline = view.findChild(QTreeWidget)
    assert outline is not None
    low, heading = table.rowHeight(0), table.horizontalHeader().font()
    low_item = outline.visualItemRect(outline.topLevelItem(0)).height()
    show(view, ARABIC)
    assert table.rowHeight(0) >= row_height(text_font(14, arabic=True), arabic=True) > low
    assert outline.visualItemRect(outline.topLevelItem(0)).height() > low_item
    assert table.horizontalHeader().font() == heading
    assert table.columnWidth(0) < 40
    assert table.columnWidth(5) < table.sizeHintForColumn(5)  # FEATS
    tip = str(table.model().index(0, 5).data(Qt.ItemDataRole.ToolTipRole))
    assert tip.split("\n")[:2] == ["Case=Nom", "Definite=Ind"]
    for row in range(4):
        left, right = sides(table, row, 1)
        assert right < left, f"row {row} does not stand at the right"


def sides(table: QTableView, row: int, column: int) -> tuple[int, int]:
    """How much of a cell is blank on its left and on its right."""
    cell = table.visualRect(table.model().index(row, column)).adjusted(1, 1, -2, -2)
    image = table.viewport().grab(cell).toImage()
    blank = image.pixel(0, 0)
    inked = [x for x in range(image.width()) if any(image.pixel(x, y) != blank for y in range(image.height()))]
    return inked[0], image.width() - 1 - inked[-1]


def test_a_width_that_the_user_drew_is_kept_for_the_next_sentence(view: SentenceView) -> None:
    table = view.findChild(QTableView)
    assert table is not None
    show(view, ARABIC)
    table.horizontalHeader().resizeSection(5, 333)
    show(view, Sentence.of(("Dogs", "bark"), heads=(2, 0)))
    assert table.columnWidth(5) == 333


def test_the_first_letter_says_where_a_text_begins() -> None:
    assert is_right_to_left("250 د.") is True
    assert is_right_to_left("\u2068(د) and") is True
    assert is_right_to_left("Gloss=د") is False
    assert is_right_to_left("250.") is None


def test_one_is_singular() -> None:
    assert [counted(f"{number} sentence(s)", number) for number in (0, 1, 2)] == [
        "0 sentences",
        "1 sentence",
        "2 sentences",
    ]
