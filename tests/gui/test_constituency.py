"""The constituency view: trees drawn, gone through by sight and edited with keys or the mouse."""

from __future__ import annotations

import dataclasses
import time
from collections.abc import Iterator
from types import SimpleNamespace
from typing import TypeVar

import pytest
from event_loop import turn
from fixtures import tree_of
from hypothesis import given
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QApplication,
    QGraphicsPathItem,
    QGraphicsScene,
    QGraphicsSimpleTextItem,
    QListWidget,
    QPushButton,
    QTreeWidgetItem,
    QTreeWidgetItemIterator,
    QWidget,
)
from pytestqt.qtbot import QtBot
from trees import trees

from spectral_core.data import UNCONSTRAINED, Sentence, Tree, Treebank, tree_edits
from spectral_core.data.inventory import Inventory
from spectral_core.data.problem import Problem
from spectral_core.data.structure import SpanPart
from spectral_core.data.tree import NodePath, walk_paths, word_range
from spectral_core.data.tree_edits import list_possible_parents
from spectral_core.errors import EditError
from spectral_gui import actions, theme
from spectral_gui.app.action_handlers import bind_constituency_actions
from spectral_gui.scenes.tree_drawing import TreeDrawing
from spectral_gui.scenes.tree_style import TreeMarks, split_function_tags
from spectral_gui.state import AppContext
from spectral_gui.text_display import load_bundled_fonts
from spectral_gui.views.annotate.trees.constituency_view import ConstituencyView, transfer_folded_nodes
from spectral_gui.views.annotate.trees.view_models import build_arc_view_model, collect_phrases, find_suspicious_nodes
from spectral_gui.widgets.empty_state import EmptyState

W = TypeVar("W", bound=QWidget)

DOG = "(S (NP-SBJ (DT the) (NN dog)) (VP (VBD saw) (NP (DT a) (NN cat)) (PP (IN near) (NP (DT the) (NN pond)))) (. .))"
TRACE = "( (S (WHNP-1 (WP who)) (S (NP-SBJ (-NONE- *T*-1)) (VP (VBD swam) (ADVP (RB far)))) (. .)))"
ARABIC = "(S (VP (VBD كَتَبَ) (NP-SBJ (NN الوَلَدُ) (JJ الصَّغيرُ)) (NP-OBJ (NN رِسالَةً))) (PUNC .))"
HEBREW = "(S (NP-SBJ (DT ה) (NN ילד)) (VP (VB קרא) (NP-OBJ (NN ספר) (JJ ישן))) (PU .))"


def sentence_of(brackets: str) -> Sentence:
    tree = tree_of(brackets)
    return Sentence.of(tuple(tree.words()), xpos=tuple(tree.tags()), tree=tree)


DESKS: dict[ConstituencyView, AppContext] = {}  # of each view


@pytest.fixture
def desk(qtbot: QtBot) -> Iterator[AppContext]:
    made = AppContext()
    yield made
    made.close()


@pytest.fixture
def view(qtbot: QtBot, desk: AppContext) -> ConstituencyView:
    load_bundled_fonts()
    made = ConstituencyView(
        *(desk.session, desk.notices, desk.survey, desk.suggestions, desk.acceptance),
        desk.questions,
        desk.subtree_replacement,
    )
    DESKS[made] = desk
    qtbot.addWidget(made)
    made.resize(1000, 600)
    actions.install_actions(made, "constituency", bind_constituency_actions(made), actions.KeyBindings())
    with qtbot.waitActive(made):
        made.show()
        made.activateWindow()
    made.canvas.setFocus()
    return made


def show(view: ConstituencyView, *brackets: str) -> None:
    DESKS[view].session.show_unsaved_treebank(Treebank.of(map(sentence_of, brackets)))


def press(*keys: str | Qt.Key, shift: bool = False) -> None:
    """Presses keys where the focus is: named ones one by one, strings letter by letter."""
    modifier = Qt.KeyboardModifier.ShiftModifier if shift else Qt.KeyboardModifier.NoModifier
    for key in keys:
        widget = QApplication.focusWidget()
        assert widget is not None
        if isinstance(key, str):
            for letter in key:
                QTest.keyClick(widget, letter, modifier)
        else:
            QTest.keyClick(widget, key, modifier)


def tree(desk: AppContext) -> str:
    assert desk.session.sentence is not None
    assert desk.session.sentence.tree is not None
    return str(desk.session.sentence.tree)


def place_of(view: ConstituencyView, path: NodePath) -> QPoint:
    """The middle of a node's label, on the canvas."""
    assert view.drawing is not None
    area = view.drawing.get_area(path)
    return view.canvas.mapFromScene(QPointF(area.center().x(), area.top() + 6))


def click(view: ConstituencyView, path: NodePath, shift: bool = False) -> None:
    modifier = Qt.KeyboardModifier.ShiftModifier if shift else Qt.KeyboardModifier.NoModifier
    QTest.mouseClick(view.canvas.viewport(), Qt.MouseButton.LeftButton, modifier, place_of(view, path))


def drag(view: ConstituencyView, path: NodePath, target: NodePath, drop: bool = True) -> None:
    begin, end = place_of(view, path), place_of(view, target)
    viewport = view.canvas.viewport()
    QTest.mousePress(viewport, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, begin)
    for place in ((begin + end) / 2, end):
        moved = QMouseEvent(
            QEvent.Type.MouseMove,
            QPointF(place),
            QPointF(viewport.mapToGlobal(place)),
            Qt.MouseButton.NoButton,
            Qt.MouseButton.LeftButton,
            Qt.KeyboardModifier.NoModifier,
        )
        QApplication.sendEvent(viewport, moved)
    if drop:
        QTest.mouseRelease(viewport, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, end)


def rows(view: ConstituencyView) -> list[QTreeWidgetItem]:
    found = []
    walk = QTreeWidgetItemIterator(view.outline)
    while (item := walk.value()) is not None:
        found.append(item)
        walk += 1
    return found


def texts(scene: QGraphicsScene) -> dict[str, QPointF]:
    return {item.text(): item.scenePos() for item in scene.items() if isinstance(item, QGraphicsSimpleTextItem)}


# Keys


def test_a_label_is_changed_with_keys_alone_and_undone(view: ConstituencyView, desk: AppContext) -> None:
    show(view, DOG)
    press(Qt.Key.Key_Home, Qt.Key.Key_Down)
    assert desk.session.selection.node == (0,)
    press("r", "NP-TMP", Qt.Key.Key_Return)
    assert tree(desk) == DOG.replace("NP-SBJ", "NP-TMP")
    assert desk.session.undo_text == "Relabel NP-SBJ as NP-TMP"
    assert desk.session.selection.node == (0,)
    assert view.canvas.hasFocus()
    desk.session.undo()
    assert tree(desk) == DOG


def test_enter_takes_the_best_label_and_a_digit_another_one(view: ConstituencyView, desk: AppContext) -> None:
    show(view, DOG)
    desk.session.select(node=(1,))
    press("r", "a", Qt.Key.Key_Return)
    assert tree(desk) == DOG.replace("(VP", "(ADJP")
    press("r")
    wanted = view.prompt.findChildren(QListWidget)[0].item(2).data(Qt.ItemDataRole.UserRole)
    press("3")
    assert tree(desk) == DOG.replace("(VP", f"({wanted}")


def test_escape_leaves_everything_as_it_is(view: ConstituencyView, desk: AppContext) -> None:
    show(view, DOG)
    desk.session.select(node=(0,))
    for key in "rga":
        press(key)
        assert view.prompt.is_open or key == "a"  # nothing else could hold the subject
        press(Qt.Key.Key_Escape)
        assert not view.prompt.is_open
    assert tree(desk) == DOG
    assert desk.session.undo_text is None


def test_the_tag_of_a_word_is_changed_and_the_column_with_it(view: ConstituencyView, desk: AppContext) -> None:
    show(view, DOG)
    desk.session.select(word=3)
    press("r", "VBZ", Qt.Key.Key_Return)  # which no word has yet: it is asked about
    press(Qt.Key.Key_Up, Qt.Key.Key_Return)
    assert desk.session.sentence is not None
    assert desk.session.sentence.xpos[2] == "VBZ"
    assert desk.session.selection.word == 3


def test_words_are_grouped_with_keys(view: ConstituencyView, desk: AppContext) -> None:
    show(view, "(S (DT the) (NN dog) (VBD ran) (. .))")
    desk.session.select(word=1)
    press(Qt.Key.Key_Right, shift=True)
    assert list(desk.session.selection.words) == [1, 2]
    press("g", "NP", Qt.Key.Key_Return)
    assert tree(desk) == "(S (NP (DT the) (NN dog)) (VBD ran) (. .))"
    assert desk.session.undo_text == "Group '\u2068the dog\u2069' as NP"
    assert desk.session.selection.node == (0,)


def test_sisters_are_grouped_with_keys(view: ConstituencyView, desk: AppContext) -> None:
    show(view, DOG)
    desk.session.select(node=(1, 1))
    press(Qt.Key.Key_Right, shift=True)
    assert view.selected_paths == [(1, 1), (1, 2)]
    assert [item.text(0) for item in view.outline.selectedItems()] == ["NP", "PP"]
    press("g", "NP", Qt.Key.Key_Return)
    assert "(VP (VBD saw) (NP (NP (DT a) (NN cat)) (PP " in tree(desk)
    assert desk.session.selection.node == (1, 1)
    assert view.selected_paths == [(1, 1)]


def test_a_group_that_would_cut_a_phrase_is_refused_before_a_label_is_asked_for(
    view: ConstituencyView, desk: AppContext, qtbot: QtBot
) -> None:
    show(view, DOG)
    desk.session.select(word=2)
    press(Qt.Key.Key_Right, shift=True)
    with qtbot.waitSignal(desk.notices.refused) as refused:
        press("g")
    assert "cut in two" in refused.args[0]
    assert not view.prompt.is_open
    assert tree(desk) == DOG


def test_a_node_is_deleted_lifted_and_its_unary_node_added_and_removed(
    view: ConstituencyView, desk: AppContext
) -> None:
    show(view, DOG)
    desk.session.select(node=(1, 2))
    press("d")
    assert "(NP (DT a) (NN cat)) (IN near) (NP (DT the) (NN pond))) (. .)" in tree(desk)
    assert desk.session.selection.node == (1,)
    assert desk.session.undo_text == "Delete PP '\u2068near the pond\u2069'"
    desk.session.undo()
    desk.session.select(node=(1, 2))
    press("u")
    assert "(NP (DT a) (NN cat))) (PP (IN near)" in tree(desk)
    assert desk.session.selection.node == (2,)
    press("y", "X", Qt.Key.Key_Return)
    assert "(X (PP (IN near)" in tree(desk)
    assert desk.session.selection.node == (2,)
    press("Y", shift=True)
    assert "(X " not in tree(desk)
    for _ in range(3):
        desk.session.undo()
    assert tree(desk) == DOG


def test_a_node_is_attached_elsewhere_with_keys(view: ConstituencyView, desk: AppContext) -> None:
    show(view, DOG)
    desk.session.select(node=(1, 2))
    press("a")
    assert view.prompt.is_open
    assert view.drawing is not None
    assert view.drawing.target_frame.isVisible()
    press("NP", Qt.Key.Key_Return)
    assert "(VP (VBD saw) (NP (DT a) (NN cat) (PP (IN near)" in tree(desk)
    assert desk.session.undo_text == "Attach PP '\u2068near the pond\u2069' to NP"
    assert desk.session.selection.node == (1, 1, 2)
    assert not view.drawing.target_frame.isVisible()


def test_a_lift_out_of_the_middle_is_refused_with_a_sentence(
    view: ConstituencyView, desk: AppContext, qtbot: QtBot
) -> None:
    show(view, DOG)
    desk.session.select(node=(1, 1))
    with qtbot.waitSignal(desk.notices.refused) as refused:
        press("u")
    assert "discontinuous" in refused.args[0]
    assert tree(desk) == DOG
    assert desk.session.undo_text is None


def test_an_act_without_a_node_says_what_to_do_first(view: ConstituencyView, desk: AppContext, qtbot: QtBot) -> None:
    show(view, DOG)
    with qtbot.waitSignal(desk.notices.refused) as refused:
        press("d")
    assert refused.args[0].startswith("Select a node first")


def test_arrows_go_by_sight(view: ConstituencyView, desk: AppContext) -> None:
    show(view, DOG)
    went: list[NodePath | None] = []
    keys = (Qt.Key.Key_Down, Qt.Key.Key_Down, Qt.Key.Key_Right, Qt.Key.Key_Down, Qt.Key.Key_Right, Qt.Key.Key_Up)
    for key in (*keys, Qt.Key.Key_Home, Qt.Key.Key_End):
        press(key)
        went.append(desk.session.selection.node)
    assert went == [(), (0,), (1,), (1, 0), (1, 1, 0), (1, 1), (), (0, 0)]
    assert desk.session.selection.word == 1


@pytest.mark.parametrize("brackets", [ARABIC, HEBREW], ids=["Arabic", "Hebrew"])
def test_right_to_left_is_drawn_and_walked_in_mirror(view: ConstituencyView, desk: AppContext, brackets: str) -> None:
    show(view, brackets)
    assert desk.session.sentence is not None
    places = texts(view.canvas.scene())
    across = [places[word].x() for word in desk.session.sentence.forms]
    assert across == sorted(across, reverse=True)
    desk.session.select(word=1)
    press(Qt.Key.Key_Left)
    assert desk.session.selection.word == 2
    press(Qt.Key.Key_Left, shift=True)
    assert list(desk.session.selection.words) == [2, 3]
    press(Qt.Key.Key_Right)
    assert desk.session.selection.word == 2


@pytest.mark.parametrize(
    ("brackets", "path", "typed", "after"),
    [(ARABIC, (0, 1), "NP-TPC", "(NP-TPC (NN الوَلَدُ)"), (HEBREW, (1, 1), "NP-ADV", "(NP-ADV (NN ספר)")],
    ids=["Arabic", "Hebrew"],
)
def test_right_to_left_trees_are_edited_with_keys(
    view: ConstituencyView, desk: AppContext, brackets: str, path: NodePath, typed: str, after: str
) -> None:
    show(view, brackets)
    desk.session.select(node=path)
    press("r", typed, Qt.Key.Key_Return)
    assert after in tree(desk)
    desk.session.undo()
    assert tree(desk) == brackets


# The mouse


def test_a_click_selects_and_another_on_the_label_asks_for_a_new_one(view: ConstituencyView, desk: AppContext) -> None:
    show(view, DOG)
    click(view, (1, 2))
    assert desk.session.selection.node == (1, 2)
    assert not view.prompt.is_open
    click(view, (1, 2))
    assert view.prompt.is_open
    press(Qt.Key.Key_Escape)
    click(view, (0, 1))
    assert (desk.session.selection.word, desk.session.selection.node) == (2, (0, 1))


def test_shift_and_click_select_the_sisters_between(view: ConstituencyView, desk: AppContext) -> None:
    show(view, DOG)
    click(view, (1, 1))
    click(view, (1, 2, 1), shift=True)
    assert view.selected_paths == [(1, 1), (1, 2)]
    click(view, (0, 0))
    click(view, (1, 0), shift=True)
    assert list(desk.session.selection.words) == [1, 2, 3]


def test_a_node_dragged_onto_another_is_attached_there(view: ConstituencyView, desk: AppContext) -> None:
    show(view, DOG)
    drag(view, (1, 2), (1, 1), drop=False)
    assert view.drawing is not None
    assert view.drawing.target_frame.isVisible()
    assert view.drawing.target_frame.pen().color() == view.canvas.colours.target
    drag(view, (1, 2), (1, 1))
    assert "(NP (DT a) (NN cat) (PP (IN near)" in tree(desk)


def test_where_a_drag_would_tear_a_phrase_is_shown_and_refused(
    view: ConstituencyView, desk: AppContext, qtbot: QtBot
) -> None:
    show(view, DOG)
    drag(view, (0,), (1, 2), drop=False)
    assert view.drawing is not None
    assert view.drawing.target_frame.pen().color() == view.canvas.colours.error
    assert view.canvas.viewport().cursor().shape() == Qt.CursorShape.ForbiddenCursor
    with qtbot.waitSignal(desk.notices.refused) as refused:
        drag(view, (0,), (1, 2))
    assert "one piece" in refused.args[0]
    assert tree(desk) == DOG
    assert not view.drawing.target_frame.isVisible()


def test_a_drag_to_the_edge_scrolls_the_tree(view: ConstituencyView, desk: AppContext) -> None:
    show(view, DOG)
    view.canvas.set_zoom(3)
    desk.session.select(node=(0,))
    port, bar = view.canvas.viewport(), view.canvas.horizontalScrollBar()
    bar.setValue(bar.minimum())
    start, edge = place_of(view, (0,)), QPoint(port.width() - 2, port.height() // 2)
    assert port.rect().contains(start)
    QTest.mousePress(port, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, start)
    before = bar.value()
    move = QMouseEvent(
        QEvent.Type.MouseMove, QPointF(edge), port.mapToGlobal(QPointF(edge)), Qt.MouseButton.NoButton,
        Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier,
    )  # fmt: skip
    QApplication.sendEvent(port, move)
    assert bar.value() > before
    press(Qt.Key.Key_Escape)
    assert tree(desk) == DOG


def test_escape_gives_a_drag_up(view: ConstituencyView, desk: AppContext) -> None:
    show(view, DOG)
    drag(view, (1, 2), (1, 1), drop=False)
    press(Qt.Key.Key_Escape)
    place = place_of(view, (1, 1))
    QTest.mouseRelease(view.canvas.viewport(), Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, place)
    assert tree(desk) == DOG


def test_the_menu_of_a_node_does_what_the_keys_do(view: ConstituencyView, desk: AppContext) -> None:
    show(view, DOG)
    menu = view.make_node_menu((1, 2))
    assert desk.session.selection.node == (1, 2)
    next(act for act in menu.actions() if act.text() == "&Delete the node").trigger()
    assert "(PP" not in tree(desk)


# What is shown


def test_the_outline_says_each_node_with_its_words_and_its_place(view: ConstituencyView) -> None:
    show(view, DOG)
    items = rows(view)
    assert [(item.text(0), item.text(1)) for item in items[:4]] == [
        ("S", "the dog saw a cat near the pond ."),
        ("NP-SBJ", "the dog"),
        ("DT", "the"),
        ("NN", "dog"),
    ]
    said = [item.data(0, Qt.ItemDataRole.AccessibleTextRole) for item in items]
    assert said[1] == "NP-SBJ, '\u2068the dog\u2069', child 1 of S"
    assert said[0].endswith("root")
    assert view.canvas.accessibleName()
    assert view.outline.accessibleName()


def test_acts_work_in_the_outline_too_and_leave_the_keys_there(view: ConstituencyView, desk: AppContext) -> None:
    show(view, DOG)
    view.outline.setFocus()
    view.outline.setCurrentItem(rows(view)[1])
    assert desk.session.selection.node == (0,)
    press("r", "NP-TMP", Qt.Key.Key_Return)
    assert "NP-TMP" in tree(desk)
    assert view.outline.hasFocus()
    assert view.outline.currentItem().text(0) == "NP-TMP"
    press(Qt.Key.Key_Down)
    assert desk.session.selection.word == 1
    press(Qt.Key.Key_Down, shift=True)
    press("g", "X", Qt.Key.Key_Return)
    assert "(NP-TMP (X (DT the) (NN dog)))" in tree(desk)


def test_the_outline_follows_what_is_selected_elsewhere(view: ConstituencyView, desk: AppContext) -> None:
    show(view, DOG, HEBREW)
    desk.session.select(word=5)
    assert view.outline.currentItem().text(1) == "cat"
    desk.session.select(sentence=1)
    assert rows(view)[1].text(1) == "ה ילד"


def test_a_folded_phrase_hides_what_is_below_it_until_it_is_clicked(view: ConstituencyView, desk: AppContext) -> None:
    show(view, DOG)
    desk.session.select(word=5)
    press("f")
    assert desk.session.selection.node == (1, 1)
    assert "cat" not in texts(view.canvas.scene())
    assert "a cat" in texts(view.canvas.scene())
    press(Qt.Key.Key_Down)
    assert desk.session.selection.node == (1, 1)
    desk.session.select(node=(1, 2))
    press("u")  # another node: the folded one stays so
    assert "a cat" in texts(view.canvas.scene())
    assert view.drawing is not None
    area = view.drawing.get_area((1, 1))
    place = view.canvas.mapFromScene(QPointF(area.center().x(), area.bottom() + 6))
    QTest.mouseClick(view.canvas.viewport(), Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, place)
    assert "cat" in texts(view.canvas.scene())


def test_all_is_folded_and_unfolded(view: ConstituencyView, desk: AppContext) -> None:
    show(view, DOG)
    press("-")
    assert set(texts(view.canvas.scene())) >= {"the dog", "saw a cat near the pond"}
    assert not rows(view)[1].isExpanded()
    press("+")
    assert "dog" in texts(view.canvas.scene())
    assert rows(view)[1].isExpanded()


def test_a_fold_follows_its_phrase_through_an_edit() -> None:
    before, after = tree_of(DOG), tree_of(DOG.replace("(NP-SBJ", "(X (NP-SBJ").replace("dog))", "dog)))"))
    assert transfer_folded_nodes(before, after, frozenset({(0,), (1,)})) == {(0, 0), (1,)}
    assert transfer_folded_nodes(before, tree_of(DOG.replace("NP-SBJ", "XP")), frozenset({(0,)})) == {(0,)}
    assert transfer_folded_nodes(before, tree_of("(S (DT the) (NN dog))"), frozenset({(1, 2)})) == frozenset()


def test_words_stand_on_one_line_or_close_to_their_nodes(view: ConstituencyView) -> None:
    show(view, DOG)
    assert view.words_on_one_line
    assert len({texts(view.canvas.scene())[word].y() for word in ("dog", "saw", "pond")}) == 1
    press("t")
    assert len({texts(view.canvas.scene())[word].y() for word in ("dog", "saw", "pond")}) > 1
    assert not view.words_on_one_line


def test_traces_are_shown_joined_and_survive_every_act(view: ConstituencyView, desk: AppContext) -> None:
    show(view, TRACE)
    drawn = len(view.canvas.scene().items())
    press("e")
    assert len(view.canvas.scene().items()) == drawn - 1
    assert "*T*-1" in texts(view.canvas.scene())
    for path, key in (((0, 1, 0), "d"), ((0, 1, 1, 1), "u"), ((0, 1), "y")):
        desk.session.select(node=path)
        press(key)
        if view.prompt.is_open:
            press("X", Qt.Key.Key_Return)
        assert [word for _, word in tree_of(tree(desk)).leaves()] == ["who", "*T*-1", "swam", "far", "."]
    assert desk.session.sentence is not None
    assert desk.session.sentence.forms == ("who", "swam", "far", ".")


def test_a_trace_cannot_be_made_a_word(view: ConstituencyView, desk: AppContext, qtbot: QtBot) -> None:
    show(view, TRACE)
    desk.session.select(node=(0, 1, 0, 0))
    with qtbot.waitSignal(desk.notices.refused) as refused:
        press("r")
    assert "trace" in refused.args[0]


def test_labels_that_nothing_else_has_are_found() -> None:
    inventory = Inventory.of([sentence_of(DOG)])
    assert find_suspicious_nodes(tree_of(DOG), inventory) == []
    assert find_suspicious_nodes(tree_of("(S (PN (DT the) (NN dog)) (NP (NP (NNX cat))))"), inventory) == [
        (0,),
        (1,),
        (1, 0, 0),
    ]


@given(whole=trees(loose=True))
def test_possible_parents_are_exactly_those_that_the_edit_allows(whole: Tree) -> None:
    for path, _ in walk_paths(whole):
        allowed = set()
        for target, _ in walk_paths(whole):
            try:
                tree_edits.attach_node(whole, path, target)
            except EditError:
                continue
            allowed.add(target)
        assert set(list_possible_parents(whole, path)) == allowed


# Trees from nothing


def test_a_tree_is_started_over_the_tags_and_undone(view: ConstituencyView, desk: AppContext) -> None:
    bare = Sentence.of(("the", "dog", "ran"), upos=("DET", "NOUN", "VERB"), xpos=("DT", "_", "VBD"))
    desk.session.show_unsaved_treebank(Treebank.of([bare]))
    assert shown(view, QPushButton)
    press("s", Qt.Key.Key_Return)
    assert tree(desk) == "(S (DT the) (NOUN dog) (VBD ran))"
    assert desk.session.undo_text == "Start a tree as S"
    assert not shown(view, QPushButton)
    desk.session.undo()
    assert desk.session.sentence == bare
    assert [absence.text for absence in shown(view, EmptyState)] == ["This sentence has no constituency tree."]


def test_where_the_format_has_no_trees_it_says_so(view: ConstituencyView, desk: AppContext, qtbot: QtBot) -> None:
    desk.session.show_unsaved_treebank(Treebank((Sentence.of(("dogs", "ran")),), format="conllu"))
    (absence,) = shown(view, EmptyState)
    assert "cannot store constituents" in absence.text
    assert not shown(view, QPushButton)
    with qtbot.waitSignal(desk.notices.refused) as refused:
        view.editor.start_tree()
    assert "brackets" in refused.args[0]


def shown(view: ConstituencyView, kind: type[W]) -> list[W]:
    return [widget for widget in view.canvas.viewport().findChildren(kind) if widget.isVisible()]


# Drawing


def test_function_tags_stand_apart_from_the_category() -> None:
    assert split_function_tags("NP-SBJ-1") == ("NP", "-SBJ-1")
    assert split_function_tags("-LRB-") == ("-LRB-", "")
    assert split_function_tags("") == ("○", "")


def test_a_drawing_needs_no_view(qapp: QApplication) -> None:
    load_bundled_fonts()
    scene = QGraphicsScene()
    drawing = TreeDrawing(scene, tree_of(TRACE), theme.get_colours(False))
    assert drawing.top == (0,)
    assert {"who", "swam", "*T*-1", "WHNP", "-1"} <= set(texts(scene))
    assert drawing.find_visible_node((0, 1, 1, 0)) == (0, 1, 1, 0)
    hit = drawing.hit_test(drawing.get_area((0, 1)).center())
    assert hit is not None
    assert (hit.position, hit.part) == ((0, 1), "label")


def test_a_very_deep_tree_is_shown_and_edited(view: ConstituencyView, desk: AppContext) -> None:
    deep = Tree("NN", ("end",))
    for number in range(1_200):  # more than Python may call in one another
        deep = Tree("S", (Tree("X", (f"w{number}",)), deep))
    begun = time.process_time()
    desk.session.show_unsaved_treebank(
        Treebank.of([Sentence.of(tuple(deep.words()), xpos=tuple(deep.tags()), tree=deep)])
    )
    assert len(rows(view)) == 2_401
    press(Qt.Key.Key_Home, Qt.Key.Key_End)
    view.fold_all()
    view.unfold_all()
    desk.session.select(word=1_201)
    view.editor.lift()
    assert time.process_time() - begun < 24


def test_nothing_is_drawn_while_nobody_looks(view: ConstituencyView, desk: AppContext) -> None:
    show(view, DOG)
    view.hide()
    desk.session.show_unsaved_treebank(Treebank.of([sentence_of(HEBREW)]))
    assert "dog" in texts(view.canvas.scene())
    view.show()
    assert "ילד" in texts(view.canvas.scene())


def test_what_is_selected_is_said_of_the_canvas(view: ConstituencyView, desk: AppContext) -> None:
    show(view, TRACE)
    desk.session.select(node=(0, 1, 0))
    assert view.canvas.accessibleDescription() == "NP-SBJ, '\u2068*T*-1\u2069', child 1 of S"
    desk.session.select(node=())  # the outer bracket of the file is not drawn: what it holds is meant
    assert view.canvas.accessibleDescription().startswith("S, ")


def test_a_palette_change_draws_in_other_colours(view: ConstituencyView, desk: AppContext) -> None:
    show(view, DOG)
    view.setPalette(theme.make_palette(dark=True))
    (name,) = (item for item in view.canvas.scene().items() if getattr(item, "text", str)() == "VP")
    assert isinstance(name, QGraphicsSimpleTextItem)
    assert name.brush().color() == theme.get_colours(dark=True).text


def test_an_unreadable_sentence_is_refused_with_its_reason(
    view: ConstituencyView, desk: AppContext, qtbot: QtBot
) -> None:
    broken = dataclasses.replace(sentence_of(DOG), problems=(Problem(3, "a bracket is open", "Close it", True),))
    desk.session.show_unsaved_treebank(Treebank.of([broken]))
    desk.session.select(node=(0,))
    for key in "rgyd":
        with qtbot.waitSignal(desk.notices.refused) as refused:
            press(key)
        assert "a bracket is open" in refused.args[0]
        assert not view.prompt.is_open


def test_doubtful_nodes_are_underlined_with_a_wave(qapp: QApplication) -> None:
    load_bundled_fonts()
    plain, marked = QGraphicsScene(), QGraphicsScene()
    TreeDrawing(plain, tree_of(DOG), theme.get_colours(False))
    drawing = TreeDrawing(marked, tree_of(DOG), theme.get_colours(False), marks=TreeMarks(problems={(1, 1)}))
    assert len(marked.items()) == len(plain.items()) + 1
    (wave,) = (
        item
        for item in marked.items()
        if isinstance(item, QGraphicsPathItem) and item.pen().color() == theme.get_colours(False).error
    )
    assert wave.path().elementCount() > 4
    under = drawing.get_area((1, 1))
    assert under.left() <= wave.path().boundingRect().left() < under.right()
    assert wave.path().boundingRect().top() >= under.bottom() - 1


def test_a_wide_tree_is_made_smaller_by_itself_until_somebody_zooms(view: ConstituencyView, desk: AppContext) -> None:
    wide = "(S " + " ".join(f"(NP (NN words{number}))" for number in range(14)) + ")"
    view.resize(800, 400)
    show(view, DOG)
    assert view.canvas.transform().m11() == 1.0
    show(view, wide)
    assert 0.7 <= view.canvas.transform().m11() < 1.0
    view.canvas.zoom_normal()
    show(view, DOG)
    show(view, wide)
    assert view.canvas.transform().m11() == 1.0
    assert desk.session.sentence is not None


def test_a_tree_that_comes_later_is_made_smaller_as_well(view: ConstituencyView, desk: AppContext) -> None:
    view.resize(800, 400)
    forms = [f"words{number}" for number in range(14)]
    desk.session.show_unsaved_treebank(Treebank.of([Sentence.of(forms)]))
    assert view.canvas.transform().m11() == 1.0
    wide = tree_of("(S " + " ".join(f"(NP (NN {form}))" for form in forms) + ")")
    desk.session.edit("Bracket", lambda sentence: sentence.with_tree(wide))
    assert 0.7 <= view.canvas.transform().m11() < 1.0


LONG = "(S (NP (PRP we)) (VP (VBD saw) " + "".join(
    f"(NP (NP (DT a) (JJ tall) (NN house{number:02})) (PP (IN near) " for number in range(9)
) + "(NP (DT the) (NN river))" + "))" * 9 + ") (. .))"  # fmt: skip


def test_a_long_tree_stands_in_rows_and_scrolls_down_only(view: ConstituencyView, desk: AppContext) -> None:
    show(view, LONG)
    turn()
    assert desk.session.sentence is not None
    assert set(desk.session.sentence.forms) <= set(texts(view.canvas.scene()))
    bar = view.canvas.horizontalScrollBar()
    assert bar.minimum() >= bar.maximum()
    assert not bar.isVisible()
    assert view.canvas.transform().m11() >= 0.8
    view.toggle_row_folding()
    assert view.canvas.horizontalScrollBar().maximum() > 0
    view.toggle_row_folding()
    turn()
    assert not bar.isVisible()


def test_what_stands_for_a_phrase_in_a_row_below_selects_it_and_brings_it_into_sight(
    view: ConstituencyView, desk: AppContext
) -> None:
    view.resize(900, 320)
    show(view, LONG)
    turn()
    scene, drawing = view.canvas.scene(), view.drawing
    assert drawing is not None
    arrows = [item for item in scene.items() if isinstance(item, QGraphicsSimpleTextItem) and item.text() == "↓"]
    first = min(arrows, key=lambda item: item.scenePos().y())
    hit = drawing.hit_test(first.sceneBoundingRect().center())
    assert hit is not None
    assert drawing.get_area(hit.position).top() > first.scenePos().y()
    view.canvas.verticalScrollBar().setValue(0)
    place = view.canvas.mapFromScene(first.sceneBoundingRect().center())
    QTest.mouseClick(view.canvas.viewport(), Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, place)
    assert desk.session.selection.node == hit.position
    seen = view.canvas.mapFromScene(drawing.get_area(hit.position)).boundingRect()
    assert view.canvas.viewport().rect().contains(seen)


def test_what_is_looked_at_stays_in_its_place_when_a_long_tree_is_edited(
    view: ConstituencyView, desk: AppContext
) -> None:
    view.resize(900, 320)
    show(view, LONG)
    words = desk.session.sentence
    assert words is not None
    desk.session.select(word=len(words) - 4)
    turn()

    def height() -> int:
        return view.canvas.mapFromScene(texts(view.canvas.scene())["house08"]).y()

    press(Qt.Key.Key_Up)
    before = height()
    view.editor.delete_node()
    assert tree(desk) != LONG
    assert abs(height() - before) <= 1


@given(trees())
def test_phrases_are_found_in_one_pass_over_a_tree(tree: Tree) -> None:
    expected = {}
    for path, node in walk_paths(tree):
        first, last = (0, 0) if node.is_tag or not node.label else word_range(tree, path)
        if first:
            expected[path] = SpanPart(first - 1, last, node.label)
    assert collect_phrases(tree) == expected
    assert list(collect_phrases(tree)) == list(expected)


def test_a_tag_that_would_be_written_is_noted_also_at_a_word_whose_arc_stays() -> None:
    sentence = Sentence.of(("the", "dog"), heads=(2, None), deprels=("det", "_"))
    tree = Sentence.of(("the", "dog"), upos=("DET", "NOUN"), heads=(2, 0), deprels=("det", "root"))
    suggestion = SimpleNamespace(
        trees=(tree,), find_changed_positions=lambda _: frozenset(), get_part_score=lambda _: None, is_calibrated=False
    )
    session = SimpleNamespace(get_locks=lambda _: UNCONSTRAINED, selection=SimpleNamespace(sentence=0))
    suggestions = SimpleNamespace(current=suggestion, current_tree=tree, rank=0)
    acceptance = SimpleNamespace(
        find_uncertain_words=lambda: (), compose_accepted_sentence=lambda _, displayed: displayed
    )
    model = build_arc_view_model(session, suggestions, acceptance, sentence)  # type: ignore[arg-type]
    assert model.notes == {1: "tag DET suggested", 2: "suggested, tag NOUN suggested"}
