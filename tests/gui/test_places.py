"""Projects are opened where they were left: the document, the sentence, the word and who proposed trees."""

from __future__ import annotations

from pathlib import Path

from learning import learn, wait_for
from PySide6.QtCore import QObject, QSettings
from pytestqt.qtbot import QtBot

from spectral_core import formats
from spectral_core.data import Sentence, Treebank
from spectral_core.project import Project
from spectral_gui.app.window import Window
from spectral_gui.app.window_state import LastPositions
from spectral_gui.state import AppContext

ROWS = [Sentence.of(("a", "dog", "ran"), xpos=("DT", "NN", "VB"), heads=(2, 3, 0), deprels=("det", "nsubj", "root"))]


def shown(qtbot: QtBot, settings: QSettings, path: Path) -> Window:
    window = Window(AppContext(), settings=settings)
    qtbot.addWidget(window)
    window.document_actions.open(path)
    wait_for(lambda: window.context.session.opened_path == path and window.context.survey.is_complete)
    return window


def test_a_project_is_opened_where_it_was_left(qtbot: QtBot, tmp_path: Path) -> None:
    room = tmp_path / "garden"
    room.mkdir()
    for name in ("one", "two"):
        formats.save(Treebank.of(ROWS * 6), room / f"{name}.conllu")
    Project.create(room, [room / "one.conllu", room / "two.conllu"], "Garden").close()
    settings = QSettings(str(tmp_path / "window.ini"), QSettings.Format.IniFormat)
    first = shown(qtbot, settings, room)
    desk = first.context
    assert desk.session.selection.sentence == 0
    for _ in range(2):
        learn(desk, "head-automata", {"estimator": "det", "column": "xpos", "calibration": False, "tagger": False})
    chosen, newest = desk.suggestions.model.candidate_runs
    desk.session.open_document(desk.session.documents[1])
    wait_for(lambda: desk.session.document == desk.session.documents[1] and desk.survey.is_complete)
    desk.suggestions.model.choose_run(chosen.name)
    desk.session.select(4)
    desk.session.select(word=2)
    document = desk.session.document
    first.close()
    again = shown(qtbot, QSettings(str(tmp_path / "window.ini"), QSettings.Format.IniFormat), room)
    desk = again.context
    assert (desk.session.document, desk.session.selection.sentence, desk.session.selection.word) == (document, 4, 2)
    assert desk.suggestions.model.active_run == chosen != newest
    again.close()


def test_a_place_that_is_no_longer_there_is_left_alone(qtbot: QtBot, tmp_path: Path) -> None:
    room = tmp_path / "garden"
    room.mkdir()
    formats.save(Treebank.of(ROWS * 6), room / "one.conllu")
    Project.create(room, [room / "one.conllu"], "Garden").close()
    settings = QSettings(str(tmp_path / "window.ini"), QSettings.Format.IniFormat)
    first = shown(qtbot, settings, room)
    first.context.session.select(5)
    first.close()
    formats.save(Treebank.of(ROWS * 2), room / "one.conllu")
    again = shown(qtbot, settings, room)
    assert again.context.session.selection.sentence == 0
    again.close()
    settings.setValue("places", "{damaged")
    once_more = shown(qtbot, settings, room)
    assert once_more.context.session.selection.sentence == 0
    once_more.close()


def test_the_first_page_says_how_much_of_a_project_was_accepted(qtbot: QtBot, tmp_path: Path) -> None:
    room = tmp_path / "garden"
    room.mkdir()
    formats.save(Treebank.of(ROWS * 6), room / "one.conllu")
    Project.create(room, [room / "one.conllu"], "Garden").close()
    settings = QSettings(str(tmp_path / "window.ini"), QSettings.Format.IniFormat)
    window = shown(qtbot, settings, room)
    window.context.acceptance.accept_sentence()
    window.close()
    context = AppContext()
    places = LastPositions(context.session, context.suggestions, settings, QObject())
    assert places.find_progress(room) == (1, 6)
    assert places.find_progress(tmp_path) is None
    context.close()
