"""Filling of empty cells in accepted sentences: what the dialog says, what is filled, and that it is one step."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QCheckBox, QLabel, QPushButton, QSpinBox
from pytestqt.qtbot import QtBot

from spectral_core.data import EMPTY, Analysis
from spectral_core.morphology.user_lexicon import FILE_NAME, UserLexicon
from spectral_gui.app.window import Window
from spectral_gui.views.annotate.filling_dialog import FillingDialog

GOOD = "1\tDogs\tdog\tNOUN\tNNS\tNumber=Plur\t2\tnsubj\t_\t_\n2\tbark\tbark\tVERB\tVBP\t_\t0\troot\t_\t_\n\n"
BARE = "1\tDogs\t_\t_\t_\t_\t2\tnsubj\t_\t_\n2\tbark\t_\t_\t_\t_\t0\troot\t_\t_\n\n"
PART = "1\tDogs\tDOGS\tNOUN\t_\t_\t2\tnsubj\t_\t_\n2\tbark\t_\tVERB\tVBP\t_\t0\troot\t_\t_\n\n"
Opened = Callable[..., Window]


def accept(window: Window, *indices: int) -> None:
    """Accepts sentences of a project whose only dictionary is its own list of readings."""
    assert window.context.session.project is not None
    window.context.readings.analyser, folder = "none", window.context.session.project.folder
    readings = {
        "Dogs": Analysis("dog", EMPTY, "NOUN", "NNS", "Number=Plur"),
        "bark": Analysis("bark", EMPTY, "VERB", "VBP"),
    }
    for form, reading in readings.items():
        UserLexicon.read(folder / FILE_NAME).add(form, reading, 0o600)
    for index in indices:
        assert window.context.acceptance.accept_sentence(index, force=True)


def open_dialog(window: Window, qtbot: QtBot) -> FillingDialog:
    """The dialog, when it has counted."""
    window.menus.actions["window.fill_empty_cells"].trigger()
    dialog = window.findChild(FillingDialog)
    assert dialog is not None
    qtbot.waitUntil(lambda: "counting…" not in texts(dialog))
    return dialog


def texts(dialog: FillingDialog) -> list[str]:
    return [label.text() for label in dialog.findChildren(QLabel)]


def box(dialog: FillingDialog, text: str) -> QCheckBox:
    return next(one for one in dialog.findChildren(QCheckBox) if one.text().startswith(text))


def click(dialog: FillingDialog, text: str) -> None:
    next(one for one in dialog.findChildren(QPushButton) if one.text().replace("&", "") == text).click()


def fill(dialog: FillingDialog, window: Window, qtbot: QtBot) -> None:
    """Fills what is chosen, and waits until that is shown."""
    said: list[str] = []
    window.context.notices.notified.connect(said.append)
    with qtbot.waitSignal(dialog.finished):
        click(dialog, "Fill")
    qtbot.waitUntil(lambda: any("cell" in one for one in said))


def columns(window: Window, index: int) -> list[tuple[str, ...]]:
    sentence = window.context.session.treebank[index]
    return [sentence.lemmas, sentence.upos, sentence.xpos, sentence.feats]


FULL = [("dog", "bark"), ("NOUN", "VERB"), ("NNS", "VBP"), ("Number=Plur", EMPTY)]


def test_accepted_sentences_are_filled_in_one_step_and_the_others_are_not(opened: Opened, qtbot: QtBot) -> None:
    window = opened(GOOD * 6 + BARE * 3)
    session, survey = window.context.session, window.context.survey
    accept(window, 6, 7)
    assert survey.accepted.flagged == {6, 7}
    dialog = open_dialog(window, qtbot)
    assert "4 words empty in 2 sentences" in texts(dialog)
    fill(dialog, window, qtbot)
    assert columns(window, 6) == columns(window, 7) == FULL
    assert columns(window, 8) == [(EMPTY, EMPTY)] * 4
    assert session.treebank[6].heads == (2, 0)
    assert survey.get_acceptance(6).is_done
    assert not survey.accepted.flagged
    assert session.project is not None
    assert session.project.list_history(1)[0].step == "Fill empty cells in 2 accepted sentences" == session.undo_text
    session.undo()
    assert columns(window, 6) == columns(window, 7) == [(EMPTY, EMPTY)] * 4
    assert survey.accepted.flagged == {6, 7}


def test_what_is_given_stays_and_only_chosen_columns_are_filled(opened: Opened, qtbot: QtBot) -> None:
    window = opened(GOOD * 6 + PART)
    accept(window, 6)
    dialog = open_dialog(window, qtbot)
    box(dialog, "XPOS").setChecked(False)
    fill(dialog, window, qtbot)
    # no reading agrees with the lemma DOGS
    assert columns(window, 6) == [("DOGS", "bark"), ("NOUN", "VERB"), (EMPTY, "VBP"), (EMPTY, EMPTY)]


def test_an_edit_of_many_sentences_is_one_step_too(
    opened: Opened, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("spectral_gui.state.session._MAX_SHOWN_CHANGES", 3)
    window = opened(GOOD * 6 + BARE * 5)
    session = window.context.session
    accept(window, *range(6, 11))
    session.select(8)
    survey = window.context.survey
    with qtbot.waitSignal(survey.changed):
        fill(open_dialog(window, qtbot), window, qtbot)
    assert [columns(window, index) for index in range(6, 11)] == [FULL] * 5
    assert session.selection.sentence == 8
    assert not survey.accepted.flagged
    with qtbot.waitSignal(survey.changed):
        session.undo()
        assert not session.undo()  # the journal is busy
        assert not session.edit("Set lemma", lambda old: old.with_value("lemma", 1, "x"))
    assert [columns(window, index) for index in range(6, 11)] == [[(EMPTY, EMPTY)] * 4] * 5
    assert survey.accepted.flagged == set(range(6, 11))
    with qtbot.waitSignal(survey.changed):
        session.redo()
    assert columns(window, 10) == FULL


def test_nothing_is_filled_when_the_dialog_is_cancelled(opened: Opened, qtbot: QtBot) -> None:
    window = opened(GOOD * 6 + BARE)
    accept(window, 6)
    dialog = open_dialog(window, qtbot)
    click(dialog, "Fill")
    with qtbot.waitSignal(dialog.finished):
        qtbot.keyClick(dialog, Qt.Key.Key_Escape)
    qtbot.wait(200)
    assert columns(window, 6) == [(EMPTY, EMPTY)] * 4


def test_without_a_ranker_there_is_no_threshold(opened: Opened, qtbot: QtBot) -> None:
    window = opened(GOOD * 6 + BARE)
    accept(window, 6)
    dialog = open_dialog(window, qtbot)
    threshold, percentage = box(dialog, "&Leave"), dialog.findChild(QSpinBox)
    assert percentage is not None
    assert not threshold.isEnabled()
    assert not percentage.isEnabled()
    assert "No model ranks readings: only words with a single reading are filled." in texts(dialog)
    dialog.reject()


def test_without_accepted_sentences_a_message_says_so(opened: Opened) -> None:
    window = opened(GOOD)
    refused: list[str] = []
    window.context.notices.refused.connect(refused.append)
    window.menus.actions["window.fill_empty_cells"].trigger()
    assert window.findChild(FillingDialog) is None
    assert refused == ["No accepted sentences yet."]


def test_a_complete_document_has_nothing_to_fill(opened: Opened, qtbot: QtBot) -> None:
    window = opened(GOOD.replace("VBP\t_", "VBP\tTense=Pres"))
    accept(window, 0)
    dialog = open_dialog(window, qtbot)
    assert "No cell of an accepted sentence is empty." in texts(dialog)
    assert not any(one.isEnabled() for one in dialog.findChildren(QPushButton) if "Fill" in one.text())
    dialog.reject()
