"""Projects are opened where they were left: the document, the sentence, the word and who proposed trees."""

from __future__ import annotations

from pathlib import Path

from learning import learn, wait_for
from PySide6.QtCore import QSettings
from pytestqt.qtbot import QtBot

from spectral_core import formats
from spectral_core.data import Sentence, Treebank
from spectral_core.project import Project
from spectral_gui.session import Session
from spectral_gui.window import Window

ROWS = [Sentence.of(("a", "dog", "ran"), xpos=("DT", "NN", "VB"), heads=(2, 3, 0), deprels=("det", "nsubj", "root"))]


def shown(qtbot: QtBot, settings: QSettings, path: Path) -> Window:
    window = Window(Session(), settings=settings)
    qtbot.addWidget(window)
    window.open_path(path)
    wait_for(lambda: window._session.opened_as == path and window._session.surveyed)
    return window


def test_a_project_is_opened_where_it_was_left(qtbot: QtBot, tmp_path: Path) -> None:
    room = tmp_path / "garden"
    room.mkdir()
    for name in ("one", "two"):
        formats.save(Treebank.of(ROWS * 6), room / f"{name}.conllu")
    Project.create(room, [room / "one.conllu", room / "two.conllu"], "Garden").close()
    settings = QSettings(str(tmp_path / "window.ini"), QSettings.Format.IniFormat)
    first = shown(qtbot, settings, room)
    session = first._session
    assert session.selection.sentence == 0
    for _ in range(2):
        learn(session, "head-automata", {"estimator": "det", "column": "xpos", "calibration": False, "tagger": False})
    chosen, newest = session.parsers
    session.use_model(chosen.name)
    session.open_document(session.documents[1])
    wait_for(lambda: session.document == session.documents[1] and session.surveyed)
    session.select(4)
    session.select(word=2)
    document = session.document
    first.close()
    again = shown(qtbot, QSettings(str(tmp_path / "window.ini"), QSettings.Format.IniFormat), room)
    session = again._session
    assert (session.document, session.selection.sentence, session.selection.word) == (document, 4, 2)
    assert session.active == chosen != newest
    again.close()


def test_a_place_that_is_no_longer_there_is_left_alone(qtbot: QtBot, tmp_path: Path) -> None:
    room = tmp_path / "garden"
    room.mkdir()
    formats.save(Treebank.of(ROWS * 6), room / "one.conllu")
    Project.create(room, [room / "one.conllu"], "Garden").close()
    settings = QSettings(str(tmp_path / "window.ini"), QSettings.Format.IniFormat)
    first = shown(qtbot, settings, room)
    first._session.select(5)
    first.close()
    formats.save(Treebank.of(ROWS * 2), room / "one.conllu")
    again = shown(qtbot, settings, room)
    assert again._session.selection.sentence == 0
    again.close()
    settings.setValue("places", "{damaged")
    once_more = shown(qtbot, settings, room)
    assert once_more._session.selection.sentence == 0
    once_more.close()
