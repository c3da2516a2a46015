"""Constituents from nothing: a raw text, trees proposed by branching, locked, ordered, accepted, undone, saved."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from learning import learn, wait_for
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from spectral_core import formats
from spectral_core.data import Sentence
from spectral_core.data.structure import CONSTITUENTS
from spectral_core.data.tree import walk_paths
from spectral_core.project.history import CONFIRMED
from spectral_gui.app.window import Window
from spectral_gui.state import AppContext
from spectral_gui.text_display import load_bundled_fonts

TEXT = (
    "Rain fell.\nThe old cook opened a can of fish in the garden.\nNobody saw the small boat.\nWe left early today.\n"
)
CONTROL, SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier


@pytest.fixture(scope="module")
def one_window(qapp: QApplication, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Window]:
    load_bundled_fonts()
    assert qapp is not None
    made = Window(AppContext(tmp_path_factory.mktemp("store")))
    made.resize(1280, 800)
    made.show()
    yield made
    made.close()


@pytest.fixture
def window(one_window: Window, qtbot: QtBot, tmp_path: Path) -> Window:
    """The window at the first sentence of a raw text, in whose project a random branching is learnt."""
    path, desk = tmp_path / "garden.txt", one_window.context
    path.write_text(TEXT, encoding="utf-8")
    one_window.document_actions.open(path)
    wait_for(lambda: len(desk.session.treebank) == 4 and desk.session.treebank.path == path)
    wait_for(lambda: desk.survey.is_complete)
    one_window.panels.show_workspace("annotate")
    one_window.activateWindow()
    assert learn(desk, "branching", {"kind": "random"}).status == "finished"
    desk.session.select(0)
    if one_window.panels.tree_kind != CONSTITUENTS.name:
        one_window.panels.toggle_tree_kind()
    wait_for(lambda: desk.suggestions.current_tree is not None)
    one_window.views.constituency.canvas.setFocus()
    qtbot.waitUntil(one_window.views.constituency.canvas.hasFocus)
    return one_window


def press(key: Qt.Key, modifiers: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier) -> None:
    widget = QApplication.focusWidget()
    assert widget is not None
    QTest.keyClick(widget, key, modifiers)


def answered(desk: AppContext) -> Sentence:
    wait_for(lambda: not desk.suggestions.is_waiting and desk.suggestions.current_tree is not None)
    offered = desk.suggestions.current_tree
    assert offered is not None
    return offered


def brackets(sentence: Sentence) -> set[tuple[int, int]]:
    assert sentence.tree is not None
    return {(start, end) for start, end, _ in sentence.tree.spans() if end - start < len(sentence)}


def select(desk: AppContext, tree: Sentence, place: tuple[int, int]) -> None:
    """Selects the highest phrase over these words."""
    assert tree.tree is not None
    phrases = (path for path, node in walk_paths(tree.tree) if not node.is_tag)
    desk.session.select(
        node=next(path for path in phrases if CONSTITUENTS.positions_in_selection(tree, range(0), path) == {place})
    )


def test_a_raw_text_gets_trees_that_are_turned_locked_forbidden_accepted_undone_and_saved(
    window: Window, tmp_path: Path
) -> None:
    desk, view = window.context, window.views.constituency
    press(Qt.Key.Key_Down, CONTROL)
    assert desk.session.selection.sentence == 1
    first = answered(desk)
    assert view.outline.topLevelItemCount() == 1
    press(Qt.Key.Key_N)
    assert desk.suggestions.rank == 1
    assert brackets(answered(desk)) != brackets(first)
    press(Qt.Key.Key_N, SHIFT)
    assert answered(desk) == first
    # a phrase is locked, another forbidden: the rest is parsed anew around them
    press(Qt.Key.Key_J)
    path = desk.session.selection.node
    assert path is not None
    (held,) = CONSTITUENTS.positions_in_selection(first, range(0), path)
    press(Qt.Key.Key_L)
    assert {span[:2] for span in desk.session.get_locks(1).required_spans} == {held}
    assert desk.session.undo_text is not None
    assert desk.session.undo_text.startswith("Lock X")
    locked = answered(desk)
    assert all(held in brackets(one.value) for one in desk.suggestions.current.trees)  # type: ignore[union-attr]
    assert desk.session.selection.node is not None
    assert CONSTITUENTS.positions_in_selection(locked, range(0), desk.session.selection.node) == {
        held
    }  # the cursor stays on the words
    assert "locked" in view.outline.describe_node(desk.session.selection.node)
    other = next(place for place in sorted(brackets(locked)) if place != held)
    select(desk, locked, other)
    press(Qt.Key.Key_X)
    again = answered(desk)
    assert other not in brackets(again)
    assert held in brackets(again)
    assert desk.session.treebank[1].tree is None  # nothing of it is taken yet
    # what is accepted is a tree of the sentence; undo takes it back, and the locks one by one
    press(Qt.Key.Key_Return)
    assert desk.session.treebank[1].tree is None  # phrases in doubt were not looked at
    press(Qt.Key.Key_Return, SHIFT)
    assert desk.session.treebank[1].tree == again.tree
    assert desk.session.provenances[1] == CONFIRMED
    assert desk.session.selection.sentence != 1
    press(Qt.Key.Key_Z, CONTROL)
    assert desk.session.selection.sentence == 1
    assert desk.session.treebank[1].tree is None
    assert brackets(answered(desk)) == brackets(again)
    press(Qt.Key.Key_Return, SHIFT)
    saved = tmp_path / "garden.mrg"  # beside the text, which it became when the tree was accepted
    assert desk.session.treebank.path == saved
    press(Qt.Key.Key_S, CONTROL)
    wait_for(lambda: not desk.session.unsaved_sentences)
    written = formats.load(saved)
    assert [one.tree is None for one in written] == [True, False, True, True]
    assert written[1].tree == desk.session.treebank[1].tree
    assert "UNPARSED" in saved.read_text(encoding="utf-8")


def test_sentences_are_ordered_by_the_doubt_left(window: Window) -> None:
    desk = window.context
    window.menus.actions["queue.order_by_uncertainty"].trigger()
    wait_for(lambda: desk.queue_orders.uncertainty_scores.scores is not None)
    numbers = desk.queue_orders.uncertainty_scores.scores
    assert numbers is not None
    lengths = [len(sentence) for sentence in desk.session.treebank]
    assert sorted(range(4), key=numbers.__getitem__) == sorted(range(4), key=lengths.__getitem__)
    assert next(iter(window.views.queue.listed_sentences)) == lengths.index(max(lengths))
    window.menus.actions["queue.order_by_document"].trigger()
    assert list(window.views.queue.listed_sentences) == [0, 1, 2, 3]


def test_corrections_of_a_proposed_tree_are_locks_until_it_is_accepted(window: Window) -> None:
    desk, view = window.context, window.views.constituency
    press(Qt.Key.Key_Down, CONTROL)
    before = answered(desk)
    first = min(place for place in brackets(before) if place[1] - place[0] > 1)
    select(desk, before, first)
    press(Qt.Key.Key_R)
    assert view.prompt.isVisible()
    focused = QApplication.focusWidget()
    assert focused is not None
    QTest.keyClicks(focused, "NP")
    press(Qt.Key.Key_Return)
    assert desk.session.get_locks(1).required_spans == {(*first, "NP")}
    assert desk.session.treebank[1].tree is None
    after = answered(desk)
    assert after.tree is not None
    assert (*first, "NP") in after.tree.spans()
    select(desk, after, next(place for place in sorted(brackets(after)) if place != first))
    gone = CONSTITUENTS.positions_in_selection(after, range(0), desk.session.selection.node)
    press(Qt.Key.Key_D)
    assert {span[:2] for span in desk.session.get_locks(1).forbidden_spans} >= gone
    later = answered(desk)
    assert not gone & brackets(later)
    assert first in brackets(later)
    for _ in range(2):
        press(Qt.Key.Key_Z, CONTROL)
    assert not desk.session.get_locks(1)
    assert answered(desk) == before


def test_two_models_that_branch_apart_disagree(window: Window) -> None:
    desk = window.context
    left = learn(desk, "branching", {"kind": "left"})
    right = learn(desk, "branching", {"kind": "right"})
    desk.suggestions.model.choose_run(left.name)
    desk.queue_orders.choose_compared_run(right.name)
    assert desk.queue_orders.compute_disagreement() is not None
    wait_for(lambda: desk.queue_orders.disagreement_scores.scores is not None)
    assert list(desk.queue_orders.disagreement_scores.scores or ())[1] == 1.0
    desk.suggestions.model.choose_run()


def test_a_suggestion_equal_to_the_annotated_tree_is_edited_and_not_locked(window: Window) -> None:
    desk = window.context
    press(Qt.Key.Key_Down, CONTROL)
    suggested = answered(desk)
    desk.session.edit("as suggested", lambda one: one.with_tree(suggested.tree))
    desk.suggestions.show_next_tree(1)
    wait_for(lambda: desk.suggestions.current_tree is not None)
    first = min(place for place in brackets(suggested) if place[1] - place[0] == 2)
    desk.session.select(word=first[0] + 1)
    press(Qt.Key.Key_Right, SHIFT)
    press(Qt.Key.Key_G)
    focused = QApplication.focusWidget()
    assert focused is not None
    QTest.keyClicks(focused, "NP")
    press(Qt.Key.Key_Return)
    assert not desk.session.get_locks(1)
    changed = desk.session.treebank[1].tree
    assert changed is not None
    assert (*first, "NP") in changed.spans()
