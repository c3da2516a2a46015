"""The welcome page: what was open before, and the ways to begin, with keys and by dropping files."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtTest import QAbstractItemModelTester
from PySide6.QtWidgets import QLabel, QListView
from pytestqt.qtbot import QtBot

from spectral_gui.state import AppContext
from spectral_gui.views.shared.welcome import WelcomeView


@pytest.fixture
def welcome(qtbot: QtBot) -> Iterator[WelcomeView]:
    desk = AppContext()
    made = WelcomeView()
    qtbot.addWidget(made)
    made.resize(900, 500)
    with qtbot.waitExposed(made):
        made.show()
    yield made
    desk.close()


def test_recent_projects_open_with_enter(welcome: WelcomeView, qtbot: QtBot, tmp_path: Path) -> None:
    rows = welcome.findChild(QListView)
    assert rows is not None
    tester = QAbstractItemModelTester(rows.model(), QAbstractItemModelTester.FailureReportingMode.Fatal)
    welcome.set_recent(
        [("Letters", tmp_path / "letters", "today", None), ("كتاب", tmp_path / "book", "yesterday", (12, 70))]
    )
    welcome.focus_first_control()
    assert rows.hasFocus()
    qtbot.keyClick(rows, Qt.Key.Key_Down)
    with qtbot.waitSignal(welcome.open_requested, timeout=30_000) as asked:
        qtbot.keyClick(rows, Qt.Key.Key_Return)
    assert asked.args == [tmp_path / "book"]
    said = rows.model().data(rows.model().index(1, 0), Qt.ItemDataRole.AccessibleTextRole)
    assert said == f"كتاب, yesterday, 12 of 70 accepted, {tmp_path / 'book'}"
    assert tester is not None


def test_every_button_asks_for_its_own_thing(welcome: WelcomeView, qtbot: QtBot) -> None:
    signals = (
        welcome.text_requested,
        welcome.open_file_requested,
        welcome.exploration_requested,
        welcome.treebank_requested,
        welcome.open_project_requested,
        welcome.new_project_requested,
        welcome.sample_requested,
        welcome.tour_requested,
        welcome.keys_requested,
    )
    for button, signal in zip(welcome.buttons, signals, strict=True):
        assert button.accessibleDescription()
        with qtbot.waitSignal(signal, timeout=30_000):
            button.setFocus()
            qtbot.keyClick(button, Qt.Key.Key_Space)


def test_with_nothing_to_list_the_page_says_so_and_begins_at_a_button(welcome: WelcomeView) -> None:
    assert any("you open appear here" in label.text() and label.isVisible() for label in welcome.findChildren(QLabel))
    welcome.focus_first_control()
    assert welcome.buttons[0].hasFocus()


def test_keys_are_told_on_the_buttons(welcome: WelcomeView) -> None:
    welcome.set_keys(["Ctrl+O", "", "Ctrl+Shift+O", "", "", "?"])
    assert welcome.buttons[0].toolTip() == "Read a text… (Ctrl+O)"
    assert welcome.buttons[1].toolTip() == "Annotate a treebank (2)"


def test_digits_open_the_doors(welcome: WelcomeView, qtbot: QtBot) -> None:
    welcome.setFocus()
    signals = (welcome.text_requested, welcome.open_file_requested, welcome.exploration_requested)
    for key, signal in zip((Qt.Key.Key_1, Qt.Key.Key_2, Qt.Key.Key_3), signals, strict=True):
        with qtbot.waitSignal(signal, timeout=30_000):
            qtbot.keyClick(welcome.buttons[0], key)


def test_a_file_dropped_here_is_opened_and_other_things_are_not_taken(
    welcome: WelcomeView, qtbot: QtBot, tmp_path: Path
) -> None:
    file, text = QMimeData(), QMimeData()
    file.setUrls([QUrl.fromLocalFile(str(tmp_path / "bank.conllu"))])
    text.setText("words")
    nothing, left, copy = Qt.KeyboardModifier.NoModifier, Qt.MouseButton.LeftButton, Qt.DropAction.CopyAction
    for data, taken in ((file, True), (text, False)):
        entering = QDragEnterEvent(QPointF(5, 5).toPoint(), copy, data, left, nothing)
        entering.setAccepted(False)
        welcome.dragEnterEvent(entering)
        assert entering.isAccepted() is taken
    with qtbot.waitSignal(welcome.open_requested, timeout=30_000) as asked:
        welcome.dropEvent(QDropEvent(QPointF(5, 5), copy, file, left, nothing))
    assert asked.args == [tmp_path / "bank.conllu"]
