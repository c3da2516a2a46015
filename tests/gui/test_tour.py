"""The guided tour: nine stops in the window as it is, which is a page of help as well."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from spectral_gui.app import help
from spectral_gui.app.help import HelpDialog
from spectral_gui.app.window import Window
from spectral_gui.preferences import Preferences
from spectral_gui.state import AppContext


@pytest.fixture
def window(qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Window]:
    monkeypatch.setenv("SPECTRAL_HOME", str(tmp_path))
    made = Window(AppContext(tmp_path / "store"), Preferences(theme="light", trains_in_background=False))
    made.show()
    made.activateWindow()
    qtbot.waitUntil(made.isActiveWindow, timeout=30_000)
    yield made
    made.close()
    made.deleteLater()
    QApplication.processEvents()


def begin(window: Window, qtbot: QtBot) -> help.TourCard:
    window.menus.actions["window.show_tour"].trigger()
    qtbot.waitUntil(lambda: window.tour.card is not None, timeout=60_000)
    assert window.tour.card is not None
    return window.tour.card


def test_the_stops_are_the_parts_of_a_page_of_help(qtbot: QtBot) -> None:
    assert len(help.read_tour_texts()) == len(help.TOUR_STOPS) == 9
    assert all(title and text for title, text in help.read_tour_texts())
    dialog = HelpDialog()
    qtbot.addWidget(dialog)
    assert "A tour in nine stops" in dialog.page_titles


def test_return_leads_through_all_stops_of_the_real_window_and_ends(window: Window, qtbot: QtBot) -> None:
    card = begin(window, qtbot)
    assert len(window.context.session.treebank)  # the sample, where nothing was open
    seen = []
    for at, (workspace, name) in enumerate(help.TOUR_STOPS):
        seen.append(card.title.text())
        assert window.panels.workspace.name == workspace
        assert name not in window.panels.docks or not window.panels.docks[name].isHidden()
        assert card.isVisible()
        assert window.rect().contains(card.geometry()), (at, card.geometry())
        assert card.hasFocus()
        qtbot.keyClick(card, Qt.Key.Key_Return)
    assert seen == [title for title, _ in help.read_tour_texts()]
    assert window.tour.card is None
    assert window.panels.workspace.name == "annotate"
    assert not window.context.session.provenances  # Return accepted nothing


def test_one_goes_back_with_an_arrow_and_leaves_with_any_other_key(window: Window, qtbot: QtBot) -> None:
    card = begin(window, qtbot)
    qtbot.keyClick(card, Qt.Key.Key_Right)
    assert card.title.text() == help.read_tour_texts()[1][0]
    qtbot.keyClick(card, Qt.Key.Key_Left)
    assert card.title.text() == help.read_tour_texts()[0][0]
    qtbot.keyClick(card, Qt.Key.Key_Shift)
    assert window.tour.card is card
    for key in (Qt.Key.Key_Escape, Qt.Key.Key_H, Qt.Key.Key_F5):
        card = begin(window, qtbot)
        qtbot.keyClick(card, key)
        assert window.tour.card is None
    assert window.views.dependency.canvas.hasFocus()
