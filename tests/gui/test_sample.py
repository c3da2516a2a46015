"""The sample project: what it opens on, and that it is opened where it was left."""

from __future__ import annotations

from pathlib import Path

import pytest
from learning import wait_for
from PySide6.QtCore import QSettings
from pytestqt.qtbot import QtBot

from spectral_core.data import Sentence, Treebank
from spectral_gui.app.window import Window
from spectral_gui.app.window_actions import find_demo_sentence
from spectral_gui.preferences import Preferences
from spectral_gui.state import AppContext


def test_worth_seeing_is_what_is_open_and_of_about_twelve_words() -> None:
    def sentence(size: int, decided: bool) -> Sentence:
        heads = [0, *[1] * (size - 1)] if decided else [None] * size
        return Sentence.of(("a",) * size, heads=heads)

    sizes = [(3, True), (12, True), (30, False), (11, False), (13, False)]
    assert find_demo_sentence(Treebank.of([sentence(*row) for row in sizes])) == 3
    assert find_demo_sentence(Treebank.of([sentence(*row) for row in sizes[:2]])) == 1
    assert find_demo_sentence(Treebank.of([])) == 0


@pytest.mark.usefixtures("qapp")
def test_the_sample_opens_on_a_sentence_with_proposals_in_doubt(
    qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SPECTRAL_HOME", str(tmp_path))
    settings = QSettings(str(tmp_path / "window.ini"), QSettings.Format.IniFormat)
    for opened in (1, 2):
        window = Window(
            AppContext(tmp_path / "store", auto_trains=True),
            Preferences(theme="light", trains_in_background=opened == 1),
            settings,
        )
        desk = window.context
        window.show()
        window.document_actions.open_sample()
        wait_for(lambda desk=desk: desk.survey.is_complete)
        sentence = desk.session.sentence
        assert sentence is not None
        if opened == 1:
            assert 10 <= len(sentence) <= 14
            wait_for(lambda desk=desk: desk.suggestions.current is not None, 300)
            assert desk.suggestions.find_uncertain_positions()
            desk.session.select(1)
        else:
            assert desk.session.selection.sentence == 1  # where it was left
        window.close()
        window.deleteLater()
