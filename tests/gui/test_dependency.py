"""The dependency view: what is drawn, what keys and the mouse do, and that the outline says the same."""

from __future__ import annotations

import time
from collections.abc import Iterator

import pytest
from fixtures import tiny_treebank
from PySide6.QtCore import QPoint, QPointF, QRectF, Qt
from PySide6.QtGui import QContextMenuEvent, QKeySequence, QShortcut
from PySide6.QtTest import QAbstractItemModelTester, QTest
from PySide6.QtWidgets import QAbstractSlider, QApplication, QGraphicsScene, QLineEdit, QListWidget, QMenu
from pytestqt.qtbot import QtBot

from spectral_core.data import EMPTY, EmptyNode, MultiwordToken, Problem, Sentence, Treebank
from spectral_core.data.inventory import Inventory
from spectral_core.data.validation import find_problems
from spectral_core.formats import loads
from spectral_gui import theme
from spectral_gui.actions import KeyBindings, install_actions
from spectral_gui.app.action_handlers import bind_dependency_actions
from spectral_gui.scenes.dependencies import ArcDrawing, ArcMarks, ArcStyle
from spectral_gui.scenes.dependencies.builder import EnhancedEdge, read_enhanced_edges
from spectral_gui.scenes.dependencies.items import WordItem
from spectral_gui.scenes.drawing_parts import Hit
from spectral_gui.state import AppContext
from spectral_gui.text_display import load_bundled_fonts
from spectral_gui.views.annotate.prompt_choices import find_unambiguous_number, list_head_choices, make_head_matcher
from spectral_gui.views.annotate.trees.dependency_view import DependencyView
from spectral_gui.views.annotate.word_edits import attach_words, detach_words
from spectral_gui.widgets.prompts import Choice, PromptRequest

ENGLISH = Sentence.of(
    ("the", "old", "dog", "ran", "home", "."),
    upos=("DET", "ADJ", "NOUN", "VERB", "ADV", "PUNCT"),
    heads=(3, 3, 4, 0, 4, 4),
    deprels=("det", "amod", "nsubj", "root", "advmod", "punct"),
)
ARABIC = Sentence.of(
    ("قَرَأَ", "الوَلَدُ", "كِتَابًا", "جَدِيدًا", "."),
    upos=("VERB", "NOUN", "NOUN", "ADJ", "PUNCT"),
    heads=(0, 1, 1, 3, 1),
    deprels=("root", "nsubj", "obj", "amod", "punct"),
)
HEBREW = Sentence.of(
    ("הילדה", "ה", "קטנה", "קראה", "ב", "ה", "ספר", "."),
    upos=("NOUN", "DET", "ADJ", "VERB", "ADP", "DET", "NOUN", "PUNCT"),
    heads=(4, 3, 1, 0, 7, 7, 4, 4),
    deprels=("nsubj", "det", "amod", "root", "case", "det", "obl", "punct"),
    ranges=(MultiwordToken(2, 3, "הקטנה"), MultiwordToken(5, 7, "בספר")),
)
BROKEN = Sentence.of(  # words 3 and 4 in a circle, 5 hangs nowhere, two roots
    ("they", "sing", "and", "dance", "well", "."),
    upos=("PRON", "VERB", "CCONJ", "VERB", "ADV", "PUNCT"),
    heads=(2, 0, 4, 3, None, 0),
    deprels=("nsubj", "root", "cc", "conj", EMPTY, "root"),
)


DESKS: dict[DependencyView, AppContext] = {}  # of each view


@pytest.fixture(scope="module")
def one_desk(qapp: QApplication) -> Iterator[AppContext]:
    load_bundled_fonts()
    made = AppContext()
    yield made
    made.close()


@pytest.fixture
def view(qtbot: QtBot, one_desk: AppContext) -> DependencyView:
    one_desk.session.show_unsaved_treebank(Treebank.of([ENGLISH, ARABIC, HEBREW, BROKEN]))
    made = DependencyView(
        one_desk.session,
        one_desk.notices,
        one_desk.survey,
        one_desk.suggestions,
        one_desk.acceptance,
        one_desk.readings,
        one_desk.questions,
        one_desk.subtree_replacement,
    )
    DESKS[made] = one_desk
    qtbot.addWidget(made)
    install_actions(made, "dependency", bind_dependency_actions(made), KeyBindings())
    made.resize(1200, 500)
    made.show()
    qtbot.waitExposed(made)
    made.activateWindow()
    made.canvas.setFocus()
    qtbot.waitUntil(made.canvas.hasFocus)
    return made


def press(view: DependencyView, *keys: Qt.Key, shift: bool = False) -> None:
    """Keys on the canvas."""
    modifier = Qt.KeyboardModifier.ShiftModifier if shift else Qt.KeyboardModifier.NoModifier
    for key in keys:
        QTest.keyClick(view.canvas, key, modifier)


def type_in(view: DependencyView, text: str = "", *keys: Qt.Key) -> None:
    """Letters and then keys into the line of the prompt, which must have the focus."""
    assert view.prompt.is_open
    line = view.prompt.findChild(QLineEdit)
    assert line is not None
    assert line.hasFocus()
    if text:
        QTest.keyClicks(line, text)
    for key in keys:
        QTest.keyClick(line, key)


def shown(view: DependencyView) -> Sentence:
    sentence = DESKS[view].session.sentence
    assert sentence is not None
    return sentence


def drawing_of(view: DependencyView) -> ArcDrawing:
    assert view.drawing is not None
    return view.drawing


def centre(view: DependencyView, area: QRectF) -> QPoint:
    return view.canvas.mapFromScene(area.center())


def drag(view: DependencyView, start: QPoint, *stops: QPoint, release: bool = True) -> None:
    port = view.canvas.viewport()
    QTest.mousePress(port, Qt.MouseButton.LeftButton, pos=start)
    for stop in stops:
        QTest.mouseMove(port, (start + stop) / 2)
        QTest.mouseMove(port, stop)
    if release:
        QTest.mouseRelease(port, Qt.MouseButton.LeftButton, pos=stops[-1])


def outlined(view: DependencyView, row: int) -> list[str]:
    rows = view.outline.word_model
    return [str(rows.data(rows.index(row, column))) for column in range(rows.columnCount())]


def spoken(view: DependencyView, row: int) -> str:
    rows = view.outline.word_model
    return str(rows.data(rows.index(row, 0), Qt.ItemDataRole.AccessibleTextRole))


# Keys


def test_a_sentence_is_mended_with_keys_alone_and_every_step_is_undone(view: DependencyView) -> None:
    desk = DESKS[view]
    press(view, Qt.Key.Key_Right, Qt.Key.Key_Right, Qt.Key.Key_H)
    type_in(view, "4")
    assert shown(view).heads == (3, 4, 4, 0, 4, 4)
    assert desk.session.undo_text == "Attach 'old' to 'ran'"
    assert view.canvas.hasFocus()
    press(view, Qt.Key.Key_R)
    type_in(view, "advm", Qt.Key.Key_Return)
    assert shown(view).deprels[1] == "advmod"
    assert desk.session.undo_text == "Label 'old' as advmod"
    press(view, Qt.Key.Key_O)
    assert shown(view).heads[1] == 0
    assert desk.session.undo_text == "Make 'old' the root"
    press(view, Qt.Key.Key_Delete)
    assert shown(view).heads[1] is None
    assert desk.session.undo_text == "Detach 'old'"
    for _ in range(4):
        desk.session.undo()
    assert shown(view) == ENGLISH
    assert outlined(view, 1) == ["2", "old", "ADJ", "amod", "3 dog"]


def test_a_sentence_is_shown_from_the_top_wherever_the_one_before_was_scrolled(
    view: DependencyView, one_desk: AppContext
) -> None:
    words = [f"word{number}" for number in range(60)]
    trees = [Sentence.of([*words, last], heads=[0, *[1] * 60]) for last in ("end", "close")]
    one_desk.session.show_unsaved_treebank(Treebank.of(trees))
    view.resize(500, 900)
    QApplication.processEvents()
    bar = view.canvas.verticalScrollBar()
    assert bar.maximum() > bar.minimum()
    bar.setValue(bar.maximum())
    one_desk.session.select(1)
    QApplication.processEvents()
    top = view.canvas.mapToScene(0, 0).y()
    first = drawing_of(view).get_area(1)
    room = view.canvas.viewport().height() - 80
    assert bar.value() == bar.minimum() or first.bottom() - top > room / 2  # as much above it as there is room for


def test_a_number_that_may_go_on_waits_for_enter(view: DependencyView, one_desk: AppContext) -> None:
    forms = tuple(f"w{number}" for number in range(1, 13))
    one_desk.session.show_unsaved_treebank(Treebank.of([Sentence.of(forms, heads=(0, *(1,) * 11))]))
    one_desk.session.select(word=3)
    press(view, Qt.Key.Key_H)
    type_in(view, "1")
    assert view.prompt.is_open
    type_in(view, "2")
    assert not view.prompt.is_open
    assert shown(view).heads[2] == 12
    press(view, Qt.Key.Key_H)
    type_in(view, "1", Qt.Key.Key_Return)
    assert shown(view).heads[2] == 1


def test_a_head_is_found_by_letters_and_by_arrows_and_previewed(view: DependencyView, one_desk: AppContext) -> None:
    one_desk.session.select(word=1)
    press(view, Qt.Key.Key_H)
    type_in(view, "ho")
    assert drawing_of(view).target_word == 5
    assert drawing_of(view).has_preview
    type_in(view, "", Qt.Key.Key_Return)
    assert shown(view).heads[0] == 5
    assert not drawing_of(view).has_preview
    press(view, Qt.Key.Key_H)  # now marked: the head that it has
    type_in(view, "", Qt.Key.Key_Left, Qt.Key.Key_Left, Qt.Key.Key_Return)
    assert shown(view).heads[0] == 3


def test_escape_leaves_everything_as_it_is(view: DependencyView, one_desk: AppContext) -> None:
    one_desk.session.select(word=2)
    for key in (Qt.Key.Key_H, Qt.Key.Key_R):
        press(view, key)
        type_in(view, "", Qt.Key.Key_Down, Qt.Key.Key_Escape)
        assert not view.prompt.is_open
        assert view.canvas.hasFocus()
    assert shown(view) == ENGLISH
    assert one_desk.session.undo_text is None
    assert not drawing_of(view).has_preview


def test_a_head_below_the_word_is_refused_unless_the_two_are_swapped(
    view: DependencyView, one_desk: AppContext
) -> None:
    one_desk.session.select(word=4)
    press(view, Qt.Key.Key_H)
    type_in(view, "3")
    assert view.prompt.is_open
    assert shown(view) == ENGLISH
    type_in(view, "", Qt.Key.Key_Escape)
    assert shown(view) == ENGLISH
    press(view, Qt.Key.Key_H)
    type_in(view, "3", Qt.Key.Key_Return)  # as somebody does who ends every number so
    assert view.prompt.is_open
    type_in(view, "", Qt.Key.Key_Return)
    assert shown(view).heads == (3, 3, 0, 3, 4, 4)
    assert shown(view).deprels == ("det", "amod", "root", "nsubj", "advmod", "punct")
    assert one_desk.session.undo_text == "Swap 'ran' and 'dog'"


def test_several_words_are_attached_labelled_and_detached_as_one_step(
    view: DependencyView, one_desk: AppContext
) -> None:
    one_desk.session.select(word=1)
    press(view, Qt.Key.Key_Right, shift=True)
    assert list(one_desk.session.selection.words) == [1, 2]
    press(view, Qt.Key.Key_H)
    type_in(view, "5")
    assert shown(view).heads[:2] == (5, 5)
    assert one_desk.session.undo_text == "Attach 2 words to 'home'"
    press(view, Qt.Key.Key_R)
    type_in(view, "dep", Qt.Key.Key_Return)
    assert shown(view).deprels[:2] == ("dep", "dep")
    press(view, Qt.Key.Key_Delete)
    assert shown(view).heads[:2] == (None, None)
    one_desk.session.undo()
    assert shown(view).heads[:2] == (5, 5)


def test_a_circle_among_several_words_is_refused_with_a_sentence(
    view: DependencyView, one_desk: AppContext, qtbot: QtBot
) -> None:
    one_desk.session.select(word=4, anchor=3)
    press(view, Qt.Key.Key_H)
    with qtbot.waitSignal(one_desk.notices.refused) as refusal:
        type_in(view, "1")
    assert "circle" in refusal.args[0]
    assert shown(view) == ENGLISH


def test_enter_and_digits_in_the_prompt_are_not_taken_for_commands(view: DependencyView, one_desk: AppContext) -> None:
    heard: list[str] = []
    for key in ("Return", "Down", "Escape"):
        QShortcut(QKeySequence(key), view, lambda key=key: heard.append(key))
    one_desk.session.select(word=1)
    press(view, Qt.Key.Key_R)
    type_in(view, "rd", Qt.Key.Key_Down, Qt.Key.Key_Escape)
    press(view, Qt.Key.Key_R)
    type_in(view, "adv", Qt.Key.Key_Return)
    assert shown(view).deprels[0].startswith("adv")
    assert heard == []
    press(view, Qt.Key.Key_Return)
    assert heard == ["Return"]


def test_a_drawing_made_meanwhile_shows_what_the_prompt_has_marked(view: DependencyView, one_desk: AppContext) -> None:
    one_desk.session.select(word=1)
    press(view, Qt.Key.Key_H)
    type_in(view, "ho")
    before = drawing_of(view)
    view.set_font_sizes(15, 18)
    assert drawing_of(view) is not before
    assert drawing_of(view).target_word == 5
    type_in(view, "", Qt.Key.Key_Return)
    assert shown(view).heads[0] == 5


def test_a_relation_of_ones_own_is_taken_as_typed_once_it_was_asked_about(
    view: DependencyView, one_desk: AppContext
) -> None:
    one_desk.session.select(word=5)
    press(view, Qt.Key.Key_R)
    type_in(view, "adv:home", Qt.Key.Key_Return)
    line = view.prompt.findChild(QLineEdit)
    for key in (Qt.Key.Key_Up, Qt.Key.Key_Return):  # the last row makes it
        QTest.keyClick(line, key)
    assert shown(view).deprels[4] == "adv:home"
    press(view, Qt.Key.Key_R)
    type_in(view, "ob")
    QTest.keyClick(line, Qt.Key.Key_Return, Qt.KeyboardModifier.ShiftModifier)  # although obj is marked
    for key in (Qt.Key.Key_Up, Qt.Key.Key_Return):
        QTest.keyClick(line, key)
    assert shown(view).deprels[4] == "ob"


def test_letters_narrow_relations_and_a_digit_takes_one_of_what_is_left(
    view: DependencyView, one_desk: AppContext
) -> None:
    one_desk.session.select(word=5)
    press(view, Qt.Key.Key_R)
    rows = view.prompt.findChild(QListWidget)
    type_in(view, "a")
    left = [rows.item(row).data(Qt.ItemDataRole.UserRole) for row in range(rows.count())]
    assert len(left) > 1
    assert not rows.item(1).icon().isNull()
    type_in(view, "2")
    assert not view.prompt.is_open
    assert shown(view).deprels[4] == left[1]


def test_what_is_typed_whole_is_marked_although_longer_labels_are_likelier(view: DependencyView) -> None:
    prompt = view.prompt
    taken: list[str] = []
    prompt.submitted.connect(taken.append)
    prompt.ask(PromptRequest("Relation", [Choice("ccomp"), Choice("cc")], has_digit_keys=True))
    type_in(view, "cc")
    marked = prompt.findChild(QListWidget).currentItem()
    assert marked.data(Qt.ItemDataRole.UserRole) == "cc"
    type_in(view, "", Qt.Key.Key_Return)
    prompt.ask(PromptRequest("Label", [Choice("NP"), Choice("NP-1")], has_digit_keys=True))
    type_in(view, "NP-1", Qt.Key.Key_Return)  # behind a sign a digit is part of what is typed
    assert taken == ["cc", "NP-1"]


def test_relations_come_ranked_and_a_digit_takes_one(view: DependencyView, one_desk: AppContext, qtbot: QtBot) -> None:
    one_desk.session.show_unsaved_treebank(tiny_treebank())
    qtbot.waitUntil(lambda: one_desk.survey.is_complete, timeout=20_000)
    one_desk.session.select(word=2)
    ranked = one_desk.survey.inventory.rank_relations(shown(view), 2, 3)
    assert ranked[0] == "nsubj"
    press(view, Qt.Key.Key_R)
    type_in(view, "2")
    assert shown(view).deprels[1] == ranked[1]


def test_a_new_head_keeps_the_relation_except_at_the_root(
    view: DependencyView, one_desk: AppContext, qtbot: QtBot
) -> None:
    one_desk.session.show_unsaved_treebank(tiny_treebank())
    qtbot.waitUntil(lambda: one_desk.survey.is_complete, timeout=20_000)
    one_desk.session.select(word=2)  # the cook opened a can: cook
    press(view, Qt.Key.Key_O)
    assert (shown(view).heads[1], shown(view).deprels[1]) == (0, "root")
    press(view, Qt.Key.Key_H)
    type_in(view, "3")
    assert (shown(view).heads[1], shown(view).deprels[1]) == (3, "nsubj")  # what nouns before verbs are here
    press(view, Qt.Key.Key_H)
    type_in(view, "5")
    assert (shown(view).heads[1], shown(view).deprels[1]) == (5, "nsubj")


def test_where_nothing_was_counted_yet_a_former_root_has_no_relation() -> None:
    assert attach_words(ENGLISH, [4], 0, Inventory()) == ENGLISH
    loose = detach_words(ENGLISH, [4])
    assert (loose.heads[3], loose.deprels[3]) == (None, EMPTY)
    assert detach_words(ENGLISH, [1]).deprels[0] == "det"
    risen = attach_words(loose, [3], 0, Inventory())
    assert (risen.heads[2], risen.deprels[2]) == (0, "root")
    assert attach_words(risen, [4], 3, Inventory()).deprels[3] == EMPTY
    assert attach_words(BROKEN, [6], 2, Inventory()).deprels[5] == EMPTY


def test_vowel_marks_need_not_be_typed_and_case_does_not_matter() -> None:
    fits = make_head_matcher(ARABIC, "root")
    offered = list_head_choices(ARABIC, [1], "root", "below")
    assert [choice.value for choice in offered if fits(choice, "كتا")] == ["3"]
    assert [choice.value for choice in offered if fits(choice, "Ro")] == ["0"]
    assert [choice.value for choice in offered if fits(choice, "٣")] == ["3"]  # a digit of an Arabic keyboard
    assert not any(fits(choice, "9" * 5_000) for choice in offered)


def test_a_number_is_certain_when_none_longer_begins_with_it() -> None:
    values = [str(number) for number in range(25)]
    assert [
        find_unambiguous_number(typed, values) for typed in ("0", "1", "2", "3", "12", "99", "9" * 5_000, "a", "")
    ] == [
        "0",
        "",
        "",
        "3",
        "12",
        "",
        "",
        "",
        "",
    ]


# Going about


def test_arrows_move_by_sight_and_along_the_tree(view: DependencyView, one_desk: AppContext) -> None:
    steps = [
        (Qt.Key.Key_Right, 1),
        (Qt.Key.Key_Right, 2),
        (Qt.Key.Key_Up, 3),
        (Qt.Key.Key_Up, 4),
        (Qt.Key.Key_Up, 4),
        (Qt.Key.Key_Down, 3),
        (Qt.Key.Key_Down, 1),
        (Qt.Key.Key_Down, 1),
        (Qt.Key.Key_Left, 1),
        (Qt.Key.Key_End, 6),
        (Qt.Key.Key_Right, 6),
        (Qt.Key.Key_Home, 1),
    ]
    for key, word in steps:
        press(view, key)
        assert one_desk.session.selection.word == word


@pytest.mark.parametrize("index", [1, 2], ids=["arabic", "hebrew"])
def test_right_to_left_is_a_true_mirror(view: DependencyView, one_desk: AppContext, index: int) -> None:
    one_desk.session.select(sentence=index)
    drawing = drawing_of(view)
    places = [drawing.layout.find_column(word).x for word in range(1, len(shown(view)) + 1)]
    assert places == sorted(places, reverse=True)
    press(view, Qt.Key.Key_Left)
    assert one_desk.session.selection.word == 1
    press(view, Qt.Key.Key_Left)
    assert one_desk.session.selection.word == 2
    press(view, Qt.Key.Key_Right)
    assert one_desk.session.selection.word == 1
    for arc in drawing.layout.arcs:
        assert (arc.start > arc.end) == (arc.head < arc.word)
    scene = QGraphicsScene()
    other = ArcDrawing(scene, shown(view), theme.get_colours(False), ArcStyle(right_to_left=False)).layout
    mirrored = ArcDrawing(QGraphicsScene(), shown(view), theme.get_colours(False), ArcStyle(right_to_left=True)).layout
    for one, reflected in zip(other.arcs, mirrored.arcs, strict=True):
        assert reflected.start == pytest.approx(other.width - one.start)
        assert reflected.end == pytest.approx(other.width - one.end)
        assert reflected.label_y == one.label_y


def test_an_arabic_head_is_chosen_by_the_arrow_that_points_to_it(view: DependencyView, one_desk: AppContext) -> None:
    one_desk.session.select(sentence=1, word=4)
    press(view, Qt.Key.Key_H)  # marked is 3, its head, which stands to the right of it
    type_in(view, "", Qt.Key.Key_Right, Qt.Key.Key_Return)
    assert shown(view).heads[3] == 2
    assert one_desk.session.undo_text == "Attach '\u2068جَدِيدًا\u2069' to '\u2068الوَلَدُ\u2069'"


def test_a_hebrew_sentence_is_edited_and_keeps_its_ranges(view: DependencyView, one_desk: AppContext) -> None:
    one_desk.session.select(sentence=2, word=3)
    press(view, Qt.Key.Key_H)
    type_in(view, "7")
    assert shown(view).heads[2] == 7
    assert shown(view).ranges == HEBREW.ranges
    brackets = drawing_of(view).layout.brackets
    for bracket in brackets:
        columns = [drawing_of(view).layout.find_column(word) for word in (bracket.first, bracket.last)]
        assert bracket.x == pytest.approx(min(column.x for column in columns))
        assert bracket.x + bracket.width == pytest.approx(max(column.x + column.width for column in columns))


# The mouse


def test_a_word_is_dragged_to_its_head_and_above_the_words_to_the_root(
    view: DependencyView, one_desk: AppContext
) -> None:
    drawing = drawing_of(view)
    start, end = (centre(view, drawing.get_area(word)) for word in (1, 5))
    drag(view, start, end, release=False)
    assert drawing.target_word == 5
    assert shown(view) == ENGLISH
    QTest.mouseRelease(view.canvas.viewport(), Qt.MouseButton.LeftButton, pos=end)
    assert shown(view).heads[0] == 5
    assert one_desk.session.undo_text == "Attach 'the' to 'home'"
    drawing = drawing_of(view)
    start = centre(view, drawing.get_area(2))
    drag(view, start, QPoint(start.x() + 5, view.canvas.mapFromScene(QPointF(0, 4)).y()))
    assert shown(view).heads[1] == 0


def test_a_drop_on_nothing_or_an_escape_changes_nothing(view: DependencyView) -> None:
    drawing = drawing_of(view)
    start = centre(view, drawing.get_area(1))
    drag(view, start, QPoint(start.x(), view.canvas.viewport().height() - 3))
    assert shown(view) == ENGLISH
    end = centre(view, drawing.get_area(5))
    drag(view, start, end, release=False)
    press(view, Qt.Key.Key_Escape)
    QTest.mouseRelease(view.canvas.viewport(), Qt.MouseButton.LeftButton, pos=end)
    assert shown(view) == ENGLISH
    assert not drawing.has_preview


def test_a_word_dragged_below_itself_is_offered_a_swap(view: DependencyView) -> None:
    drawing = drawing_of(view)
    drag(view, centre(view, drawing.get_area(4)), centre(view, drawing.get_area(3)))
    assert shown(view) == ENGLISH
    type_in(view, "", Qt.Key.Key_Return)
    assert shown(view).heads == (3, 3, 0, 3, 4, 4)


def test_clicks_select_words_extend_and_open_labels(view: DependencyView, one_desk: AppContext, qtbot: QtBot) -> None:
    drawing, port = drawing_of(view), view.canvas.viewport()
    left = Qt.MouseButton.LeftButton
    QTest.mouseClick(port, left, pos=centre(view, drawing.get_area(2)))
    assert one_desk.session.selection.word == 2
    QTest.mouseClick(port, left, Qt.KeyboardModifier.ShiftModifier, centre(view, drawing.get_area(4)))
    assert list(one_desk.session.selection.words) == [2, 3, 4]
    QTest.mouseClick(port, left, pos=centre(view, drawing.get_label_area(5)))
    assert one_desk.session.selection.word == 5
    type_in(view, "obl", Qt.Key.Key_Return)
    assert shown(view).deprels[4] == "obl"
    with qtbot.waitSignal(view.edit_word_requested) as asked:
        QTest.mouseDClick(port, left, pos=centre(view, drawing_of(view).get_area(3)))
    assert asked.args == [3]


@pytest.mark.qt_log_ignore("This plugin does not support", extend=True)  # what offscreen says of a menu
def test_the_menu_offers_the_same_acts_with_their_keys(view: DependencyView, one_desk: AppContext) -> None:
    point = centre(view, drawing_of(view).get_area(5))
    port = view.canvas.viewport()
    event = QContextMenuEvent(QContextMenuEvent.Reason.Mouse, point, port.mapToGlobal(point))
    QApplication.sendEvent(port, event)
    assert one_desk.session.selection.word == 5
    (menu,) = view.findChildren(QMenu)
    texts = {action.text().replace("&", ""): action for action in menu.actions()}
    assert texts["Detach"].shortcut().toString() == "Del"
    texts["Detach"].trigger()
    menu.close()
    assert shown(view).heads[4] is None


# The outline


def test_the_outline_says_what_is_drawn(view: DependencyView, one_desk: AppContext) -> None:
    assert outlined(view, 2) == ["3", "dog", "NOUN", "nsubj", "4 ran"]
    assert spoken(view, 2) == "3 dog, NOUN, nsubj of 4 ran"
    assert spoken(view, 3) == "4 ran, VERB, root of the sentence"
    one_desk.session.select(sentence=1)
    assert spoken(view, 2) == "3 \u2068كِتَابًا\u2069, NOUN, obj of 1 \u2068قَرَأَ\u2069"
    one_desk.session.select(sentence=3)
    assert outlined(view, 4) == ["⚠ 5", "well", "ADV", "", ""]
    assert spoken(view, 4).startswith("5 well, ADV, no head, word 5 'well' has no head")


def test_selections_on_canvas_and_outline_are_one(view: DependencyView, one_desk: AppContext) -> None:
    one_desk.session.select(word=3, anchor=5)
    rows = {index.row() for index in view.outline.selectionModel().selectedRows()}
    assert rows == {2, 3, 4}
    assert view.outline.currentIndex().row() == 2
    assert view.canvas.accessibleDescription() == "3 dog, NOUN, nsubj of 4 ran"
    view.outline.setFocus()
    QTest.keyClick(view.outline, Qt.Key.Key_Down)
    assert one_desk.session.selection.word == 4
    QTest.keyClick(view.outline, Qt.Key.Key_Down, Qt.KeyboardModifier.ShiftModifier)
    assert list(one_desk.session.selection.words) == [4, 5]
    chosen = {word: item.selection_level for word, item in drawing_of(view).words.items()}
    assert chosen == {1: 0, 2: 0, 3: 0, 4: 1, 5: 2, 6: 0}
    one_desk.session.select(word=1)
    assert [item.selection_level for item in drawing_of(view).words.values()] == [2, 0, 0, 0, 0, 0]


def test_every_act_works_from_the_outline_which_keeps_the_focus(view: DependencyView, one_desk: AppContext) -> None:
    view.outline.setFocus()
    one_desk.session.select(word=5)
    QTest.keyClick(view.outline, Qt.Key.Key_H)
    type_in(view, "3")
    assert shown(view).heads[4] == 3
    assert view.outline.hasFocus()
    assert view.outline.currentIndex().row() == 4
    QTest.keyClick(view.outline, Qt.Key.Key_Delete)
    assert shown(view).heads[4] is None
    assert outlined(view, 4) == ["⚠ 5", "home", "ADV", "advmod", ""]


def test_the_rows_keep_the_rules_of_item_models(view: DependencyView, one_desk: AppContext) -> None:
    QAbstractItemModelTester(view.outline.word_model, QAbstractItemModelTester.FailureReportingMode.Fatal)
    for index in (1, 2, 3, 0):
        one_desk.session.select(sentence=index, word=2)
        press(view, Qt.Key.Key_Delete)
        one_desk.session.undo()
    one_desk.session.show_unsaved_treebank(Treebank.of(()))
    assert view.outline.word_model.rowCount() == 0
    assert view.drawing is None


# What is drawn


def test_problems_are_marked_by_more_than_colour_and_words_without_heads_are_boxed(view: DependencyView) -> None:
    DESKS[view].session.select(sentence=3)
    drawing = drawing_of(view)
    marked = {word for word, item in drawing.words.items() if item.is_underlined}
    assert marked == {problem.word for problem in find_problems(BROKEN)} - {0}
    assert {word for word, arcs in drawing.arcs.items() if any(arc.has_problem for arc in arcs)} == {2, 3, 4, 6}
    assert [word for word, item in drawing.words.items() if item.has_dashed_frame] == [5]
    assert "has no head" in drawing.words[5].toolTip()
    DESKS[view].session.select(word=5)
    press(view, Qt.Key.Key_H)
    type_in(view, "2")
    assert not drawing_of(view).words[5].has_dashed_frame
    assert not drawing_of(view).words[5].toolTip().count("has no head")


def test_an_arc_is_wrong_where_a_problem_is_about_its_relation_and_not_where_its_message_names_it(
    view: DependencyView,
) -> None:
    sentence = Sentence.of(["a", "b", "c"], heads=[0, 1, 1], deprels=["root", "obj", "obj"])
    problems = [
        Problem(1, "das Wort 2 hat das Merkmal 'obj'", "Ändere es", word=2),
        Problem(1, "diese Beziehung kennt niemand", "Ändere sie", word=3, about="relation"),
    ]
    drawing = ArcDrawing(QGraphicsScene(view), sentence, view.canvas.colours, marks=ArcMarks(problems=problems))
    assert {word for word, arcs in drawing.arcs.items() if any(arc.has_problem for arc in arcs)} == {3}


def test_a_long_sentence_folds_into_rows_that_fit_and_unfolds(view: DependencyView, one_desk: AppContext) -> None:
    size = 60
    heads = (0, *(max(1, word - 1 - word % 7) for word in range(2, size + 1)))
    forms = tuple(f"word{number}" for number in range(1, size + 1))
    one_desk.session.show_unsaved_treebank(
        Treebank.of([Sentence.of(forms, heads=heads, deprels=("root",) + ("dep",) * (size - 1))])
    )
    press(view, Qt.Key.Key_F)
    assert len(drawing_of(view).layout.rows) == 1
    assert view.canvas.horizontalScrollBar().maximum() > 0
    press(view, Qt.Key.Key_F)
    layout = drawing_of(view).layout
    assert len(layout.rows) > 1
    bar = view.canvas.horizontalScrollBar()
    assert bar.maximum() == bar.minimum()
    assert [word for row in layout.rows for word in range(row.first, row.last + 1)] == list(range(1, size + 1))
    cut = {arc.word for arc in layout.arcs if arc.continued_at}
    assert cut
    assert all(len(drawing_of(view).arcs[word]) == 2 for word in cut)
    press(view, Qt.Key.Key_End)
    shown_area = view.canvas.mapToScene(view.canvas.viewport().rect()).boundingRect()
    assert shown_area.contains(drawing_of(view).get_area(size).center())
    press(view, Qt.Key.Key_C, Qt.Key.Key_F)
    assert len(drawing_of(view).layout.rows) == 1
    assert drawing_of(view).layout.width < 18 * size + sum(column.width for column in layout.columns)


def test_words_stay_where_they_are_when_heads_change(view: DependencyView, one_desk: AppContext) -> None:
    size = 30
    heads = (0, *(max(1, word - 1 - word % 7) for word in range(2, size + 1)))
    forms = tuple(f"word{number}" for number in range(1, size + 1))
    one_desk.session.show_unsaved_treebank(Treebank.of([Sentence.of(forms, heads=heads, deprels=("dep",) * size)]))
    before = drawing_of(view).layout
    assert len(before.rows) > 1
    one_desk.session.edit("farther", lambda sentence: sentence.with_head(6, 1, "dep").with_head(7, 1, "dep"))
    higher = drawing_of(view).layout
    one_desk.session.edit("nearer", lambda sentence: sentence.with_head(6, 5, "dep").with_head(7, 6, "dep"))
    after = drawing_of(view).layout
    assert [row.first for row in after.rows] == [row.first for row in before.rows]
    assert higher.rows[0].baseline > before.rows[0].baseline
    assert [row.baseline for row in after.rows] == [row.baseline for row in higher.rows]
    one_desk.session.show_unsaved_treebank(
        Treebank.of([Sentence.of(forms, heads=range(size), deprels=("dep",) * size), ENGLISH])
    )
    one_desk.session.select(sentence=1)
    one_desk.session.select(sentence=0)
    assert drawing_of(view).layout.rows[0].baseline < after.rows[0].baseline


def test_a_thousand_words_open_in_a_moment(view: DependencyView, one_desk: AppContext) -> None:
    size = 1_000
    heads = (0, *(max(1, word - 1 - word % 5) for word in range(2, size + 1)))
    sentence = Sentence.of(tuple(f"w{number}" for number in range(size)), heads=heads, deprels=("dep",) * size)
    one_desk.session.show_unsaved_treebank(Treebank.of([ENGLISH, sentence]))
    begun = time.process_time()
    one_desk.session.select(sentence=1, word=1)
    QApplication.processEvents()
    assert time.process_time() - begun < 3  # measured: under a tenth of a second
    assert len(drawing_of(view).words) == size
    DESKS[view].session.select(word=size)
    shown_area = view.canvas.mapToScene(view.canvas.viewport().rect()).boundingRect()
    assert shown_area.contains(drawing_of(view).get_area(size).center())


def test_the_enhanced_graph_stands_below_with_its_empty_nodes(qapp: QApplication) -> None:
    load_bundled_fonts()
    sentence = Sentence.of(
        ("she", "wants", "tea", "and", "he", "milk"),
        heads=(2, 0, 2, 5, 2, 5),
        deprels=("nsubj", "root", "obj", "cc", "conj", "orphan"),
        deps=("2:nsubj", "0:root", "2:obj", "5.1:cc", "5.1:nsubj", f"5.1:obj|x|7|{'9' * 5_000}:dep"),
        empty_nodes=(EmptyNode(5, 1, ("wants", *(EMPTY,) * 6, "2:conj:and", EMPTY)),),
    )
    assert read_enhanced_edges(sentence) == [
        EnhancedEdge((5, 1), (4, 0), "cc"),
        EnhancedEdge((5, 1), (5, 0), "nsubj"),
        EnhancedEdge((5, 1), (6, 0), "obj"),
        EnhancedEdge((2, 0), (5, 1), "conj:and"),
    ]
    plain_scene, scene = QGraphicsScene(), QGraphicsScene()
    plain = ArcDrawing(plain_scene, sentence, theme.get_colours(False))
    below = ArcDrawing(scene, sentence, theme.get_colours(False), ArcStyle(enhanced=True))
    assert [(column.word, column.empty_node) for column in below.layout.columns][-2:] == [(5, 1), (6, 0)]
    assert len(scene.items()) == len(plain_scene.items()) + 2 * 4
    assert scene.sceneRect().height() > plain_scene.sceneRect().height()
    assert scene.sceneRect().contains(scene.itemsBoundingRect())
    assert [column.x for column in plain.layout.columns] == [column.x for column in below.layout.columns]


def test_words_and_labels_are_found_where_they_are_drawn(qapp: QApplication) -> None:
    load_bundled_fonts()
    for sentence in (ENGLISH, ARABIC, HEBREW):
        scene = QGraphicsScene()
        drawing = ArcDrawing(scene, sentence, theme.get_colours(True), ArcStyle(width=200, lemmas=True))
        assert len(drawing.layout.rows) > 1
        assert scene.sceneRect().contains(scene.itemsBoundingRect())
        for word in range(1, len(sentence) + 1):
            assert drawing.hit_test(drawing.get_area(word).center()) == Hit(word, "word")
            assert drawing.hit_test(drawing.get_label_area(word).center()) == Hit(word, "label")


def test_a_view_that_nobody_sees_draws_when_it_is_looked_at(view: DependencyView, one_desk: AppContext) -> None:
    view.hide()
    one_desk.session.select(sentence=1)
    assert drawing_of(view).sentence == ENGLISH
    view.show()
    assert drawing_of(view).sentence == ARABIC


def in_sight(view: DependencyView, word: int) -> bool:
    seen = view.canvas.mapToScene(view.canvas.viewport().rect()).boundingRect()
    return seen.contains(drawing_of(view).get_area(word))


def test_a_tree_is_read_from_its_first_word_also_where_it_gets_less_room_later(
    view: DependencyView, one_desk: AppContext
) -> None:
    words = ["كلمة"] * 40
    one_desk.session.show_unsaved_treebank(
        Treebank.of([Sentence.of(words, heads=[0, *range(1, 40)], deprels=["root"] + ["nmod"] * 39)])
    )
    press(view, Qt.Key.Key_F)  # in one row
    view.canvas.set_zoom(0.25)  # all of it has room
    assert in_sight(view, 1)
    assert in_sight(view, 40)
    view.resize(700, 400)
    assert in_sight(view, 1)
    assert not in_sight(view, 40)
    bar = view.canvas.horizontalScrollBar()
    bar.triggerAction(QAbstractSlider.SliderAction.SliderToMinimum)
    view.resize(710, 400)
    assert in_sight(view, 40)


def test_another_palette_is_drawn_at_once(view: DependencyView) -> None:
    view.setPalette(theme.make_palette(False))
    before = drawing_of(view)
    view.setPalette(theme.make_palette(True))
    assert drawing_of(view) is not before
    assert view.canvas.colours == theme.get_colours(True)


def test_the_interlinear_grid_shows_what_is_written_of_each_word(view: DependencyView, one_desk: AppContext) -> None:
    table = "form\tlemma\tupos\txpos\tfeats\tgloss\ndogs\tdog\tNOUN\tNNS\tNumber=Plur\thounds\n"
    plain = Sentence.of(
        ("dogs", "ran"), lemmas=("dog", "run"), upos=("NOUN", "VERB"), xpos=("NNS", "VBD"), heads=(2, 0)
    )
    one_desk.session.show_unsaved_treebank(Treebank.of([plain]))
    assert not view.interlinear_shown
    assert texts_at(view, 1) == ["dogs", "NOUN", "1"]
    press(view, Qt.Key.Key_I)
    assert texts_at(view, 1) == ["dogs", "dog", "NOUN", "NNS", "1"]
    press(view, Qt.Key.Key_I)
    assert texts_at(view, 1) == ["dogs", "NOUN", "1"]
    press(view, Qt.Key.Key_I)
    one_desk.session.show_unsaved_treebank(loads(table.encode(), format="table"))
    assert texts_at(view, 1) == ["dogs", "dog", "NOUN", "NNS", "Plur", "hounds", "1"]


def test_the_interlinear_grid_shows_the_features_of_empty_nodes_too(qapp: QApplication) -> None:
    load_bundled_fonts()
    node = EmptyNode(2, 1, ("bark", "bark", "VERB", "VBP", "Tense=Pres", EMPTY, EMPTY, "2:conj", EMPTY))
    sentence = Sentence.of(
        ("dogs", "ran"), feats=("Number=Plur", "Tense=Past"), heads=(2, 0), deprels=("a", "root"), empty_nodes=(node,)
    )
    scene = QGraphicsScene()
    drawing = ArcDrawing(scene, sentence, theme.get_colours(False), ArcStyle(interlinear=True, enhanced=True))
    words = [item for item in scene.items() if isinstance(item, WordItem)]
    assert len(words) == 3
    assert drawing.words[1] in words
    assert {"Plur", "Past", "Pres"} <= {line.text for word in words for line in word.lines}


def test_a_token_table_is_shown_as_an_interlinear_grid_from_the_start(
    view: DependencyView, one_desk: AppContext
) -> None:
    one_desk.session.show_unsaved_treebank(loads(b"form\tlemma\txpos\ndogs\tdog\tNNS\nran\trun\tVBD\n", format="table"))
    assert view.interlinear_shown
    assert texts_at(view, 2) == ["ran", "run", "VBD", "2"]


def texts_at(view: DependencyView, word: int) -> list[str]:
    return [line.text for line in drawing_of(view).words[word].lines]
