"""What the keys of the window decide, with keys and clicks: what is accepted, where keys go, where undo leads."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
from event_loop import turn
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QApplication, QLineEdit, QTableView, QWidget
from pytestqt.qtbot import QtBot

from spectral_core.data import Analysis
from spectral_core.project.history import CONFIRMED
from spectral_gui.app.window import Window
from spectral_gui.widgets.lists import UniformRowView

SHIFT = Qt.KeyboardModifier.ShiftModifier
ANNOTATED = "1\tDogs\tdog\tNOUN\tNNS\t_\t2\tnsubj\t_\t_\n2\tbark\tbark\tVERB\tVBP\t_\t0\troot\t_\t_\n\n"
BARE = "1\tDogs\tdog\tNOUN\tNNS\t_\t_\t_\t_\t_\n2\tbark\tbark\tVERB\tVBP\t_\t_\t_\t_\t_\n\n"
HALF = "1\tDogs\tdog\tNOUN\tNNS\t_\t2\tnsubj\t_\t_\n2\tbark\tbark\tVERB\tVBP\t_\t_\t_\t_\t_\n\n"
NOUN = "1\tThe\tthe\tDET\tDT\t_\t2\tdet\t_\t_\n2\tbark\tbark\tNOUN\tNN\t_\t0\troot\t_\t_\n\n"
Opened = Callable[..., Window]


def press(qtbot: QtBot, key: str | Qt.Key, held: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier) -> None:
    """A key where the keys go now."""
    widget = QApplication.focusWidget()
    assert isinstance(widget, QWidget)
    qtbot.keyClick(widget, key, held)


def rows_of(window: Window) -> UniformRowView:
    found = window.views.queue.findChild(UniformRowView)
    assert found is not None
    return found


def click_row(window: Window, qtbot: QtBot, row: int) -> None:
    rows = rows_of(window)
    spot = rows.visualRect(rows.model().index(row, 0)).center()
    qtbot.mouseClick(rows.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(spot))


@pytest.mark.parametrize(("text", "lacking"), [(BARE, "all"), (HALF, "2 \u2068bark\u2069")])
def test_return_refuses_a_sentence_without_heads_and_says_why(
    opened: Opened, text: str, lacking: str, qtbot: QtBot
) -> None:
    window = opened(text + ANNOTATED)
    session = window.context.session
    press(qtbot, Qt.Key.Key_Return)
    assert session.provenances == {}
    assert session.selection.sentence == 0
    said = window.statusBar().currentMessage()
    assert said == f"Words without a head: {lacking}. Press Shift+Return to accept it anyway."


def test_shift_return_insists_and_the_journal_says_so(opened: Opened, qtbot: QtBot) -> None:
    window = opened(BARE + ANNOTATED)
    session = window.context.session
    press(qtbot, Qt.Key.Key_Return, SHIFT)
    assert session.provenances == {0: CONFIRMED}
    assert session.selection.sentence == 1
    press(qtbot, Qt.Key.Key_Return)
    assert session.provenances == {0: CONFIRMED, 1: CONFIRMED}
    assert session.project is not None
    steps = [step.step for step in session.project.list_history()]
    assert steps == ["Accept sentence 2", "Accept sentence 1 anyway (Words without a head: all)"]


def test_return_refuses_words_in_doubt_until_they_were_looked_at(opened: Opened, qtbot: QtBot) -> None:
    window = opened(ANNOTATED * 2 + NOUN)
    desk = window.context
    session, readings = desk.session, desk.readings
    silent = ("_",) * 2
    session.edit("Empty", lambda one: replace(one, lemmas=silent, upos=silent, xpos=silent, source=None), index=0)
    window.panels.show_dock("candidates")
    qtbot.waitUntil(lambda: readings.are_visible and readings.is_ranking_current(0), timeout=60_000)
    assert 2 in readings.find_uncertain_words(0)
    session.select(word=1)
    press(qtbot, Qt.Key.Key_Return)
    assert session.provenances[0] != CONFIRMED
    assert "Uncertain, not checked yet: 2 \u2068bark\u2069" in window.statusBar().currentMessage()
    session.select(word=2)
    press(qtbot, Qt.Key.Key_Return)
    assert session.provenances[0] == CONFIRMED


def test_a_refusal_goes_with_the_sentence_that_it_was_about(opened: Opened) -> None:
    window = opened(ANNOTATED * 2 + NOUN)
    session, notices = window.context.session, window.context.notices
    session.select(0, 1)
    notices.report_refusal("This word hangs below itself.")
    session.select(word=2)
    assert window.statusBar().currentMessage() == "This word hangs below itself."
    session.select(1)
    assert window.statusBar().currentMessage() == ""
    notices.report_refusal("Nothing is proposed here.")
    notices.notify("Something was learnt.")  # said since, and about no sentence
    session.select(0)
    assert window.statusBar().currentMessage() == "Something was learnt."


def test_w_puts_the_cursor_into_a_field_where_no_word_is_selected(opened: Opened, qtbot: QtBot) -> None:
    window = opened(ANNOTATED * 3)
    assert window.context.session.selection.word == 0
    press(qtbot, "w")
    turn()
    line = QApplication.focusWidget()
    assert isinstance(line, QLineEdit)
    assert window.views.word.isAncestorOf(line)
    line.completer().setModel(None)  # no list drops down, which this platform has no window for
    for letter in "xh":
        press(qtbot, letter)
    assert line.text() == "xh"
    assert not window.views.dependency.prompt.is_open


def test_letters_after_w_do_nothing_where_no_field_can_be_typed_in(opened: Opened, qtbot: QtBot) -> None:
    window = opened(ANNOTATED)
    window.context.session.project.read_only = "This project is read only."
    before = window.context.session.treebank
    press(qtbot, "w")
    for key in ("o", "h", Qt.Key.Key_Delete):
        press(qtbot, key)
    assert window.context.session.treebank == before
    assert not window.views.dependency.prompt.is_open
    assert "read only" in window.statusBar().currentMessage()


def test_undoing_a_reading_given_everywhere_leaves_one_where_one_is(opened: Opened, qtbot: QtBot) -> None:
    window = opened(ANNOTATED * 5)
    desk = window.context
    other = Analysis("hound", "_", "NOUN", "NNS")
    for places, at in ((((2, 1), (0, 1), (4, 1)), 2), (((0, 1), (1, 1)), 3)):
        desk.session.select(at)
        desk.session.select(word=2)
        assert desk.reading_selection.assign_to_occurrences(other, places)
        press(qtbot, "z", Qt.KeyboardModifier.ControlModifier)
        assert (desk.session.selection.sentence, desk.session.selection.word) == (at, 2)
        assert f"Undone in {len(places)} sentences" in window.statusBar().currentMessage()
        assert all(one.lemmas[0] == "dog" for one in desk.session.treebank)
        press(qtbot, "y", Qt.KeyboardModifier.ControlModifier)
        assert desk.session.selection.sentence == at
        press(qtbot, "z", Qt.KeyboardModifier.ControlModifier)


def test_undoing_what_was_done_in_one_other_sentence_goes_there(opened: Opened, qtbot: QtBot) -> None:
    window = opened(ANNOTATED * 5)
    session = window.context.session
    session.select(3)
    session.edit("Detach", lambda one: one.with_head(1, None))
    session.select(0)
    press(qtbot, "z", Qt.KeyboardModifier.ControlModifier)
    assert session.selection.sentence == 3


def test_a_click_in_the_queue_leaves_the_keys_with_the_tree(opened: Opened, qtbot: QtBot) -> None:
    window = opened(ANNOTATED * 5)
    session, canvas = window.context.session, window.views.dependency.canvas
    for start in (canvas, window.views.queue.findChild(QLineEdit)):
        start.setFocus()
        session.select(0)
        click_row(window, qtbot, 2)
        assert session.selection.sentence == 2
        assert canvas.hasFocus()
    press(qtbot, Qt.Key.Key_Right)
    press(qtbot, "h")
    assert window.views.dependency.prompt.is_open


def test_letters_in_the_queue_neither_sort_nor_search_it(opened: Opened, qtbot: QtBot) -> None:
    window = opened(ANNOTATED * 5)
    rows, queue = rows_of(window), window.views.queue
    rows.setFocus()
    before = queue.listed_sentences
    for letter in "dcmrfba13":
        press(qtbot, letter)
        assert rows.hasFocus() or window.views.dependency.prompt.is_open, letter
    assert queue.listed_sentences == before
    assert window.context.session.selection.sentence == 0


def test_letters_in_lists_of_the_window_look_for_no_row(opened: Opened, qtbot: QtBot) -> None:
    window = opened(ANNOTATED * 3)
    window.views.dependency.outline.setFocus()
    window.context.session.select(word=1)
    press(qtbot, "b")  # of no command: "bark" begins with it
    assert window.context.session.selection.word == 1
    history = window.views.history.findChild(QTableView)
    assert history is not None
    for name in "abc":
        window.context.session.edit(f"{name} step", lambda one, name=name: one.with_value("misc", 1, f"A={name}"))
    window.panels.show_dock("history")
    qtbot.waitUntil(lambda: history.model().rowCount() == 3, timeout=30_000)
    history.setFocus()
    history.setCurrentIndex(history.model().index(0, 0))
    press(qtbot, "a")
    assert history.currentIndex().row() == 0
