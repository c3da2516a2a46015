"""Preferences and the state of a window that older code wrote: `tests/data/older/write.py` says how."""

from __future__ import annotations

import json
from pathlib import Path

import older
from learning import wait_for
from PySide6.QtCore import QSettings
from pytestqt.qtbot import QtBot

from spectral_gui import preferences
from spectral_gui.app.window import Window
from spectral_gui.state import AppContext


def test_older_preferences_are_read_and_written_as_they_were(tmp_path: Path) -> None:
    content = (older.FOLDER / "preferences.json").read_bytes()
    (tmp_path / "preferences.json").write_bytes(content)
    preferred, complaint = preferences.read_preferences(tmp_path)
    assert complaint == ""
    assert (preferred.theme, preferred.annotator, preferred.retrain_after) == ("dark", "Ruth", 5)
    assert (preferred.keys, preferred.recent[0].title) == ({"accept": "Ctrl+Return"}, "orchard")
    assert set(preferred.unknown) == {"of a later version"}
    preferences.write_preferences(preferred, tmp_path)
    assert (tmp_path / "preferences.json").read_bytes() == content


def test_a_project_is_opened_where_an_older_window_left_it(qtbot: QtBot, tmp_path: Path) -> None:
    expected = older.read_expected("window.json")
    older.unpack(older.FOLDER / "projects.tar.xz", tmp_path)
    folder = (tmp_path / "orchard").resolve()
    (tmp_path / "window.ini").write_bytes((older.FOLDER / "window.ini").read_bytes())
    settings = QSettings(str(tmp_path / "window.ini"), QSettings.Format.IniFormat)
    left = json.loads(str(settings.value("places")))
    settings.setValue("places", json.dumps({str(folder): left.pop("@FOLDER@")}))
    window = Window(AppContext(tmp_path / "store"), settings=settings)
    qtbot.addWidget(window)
    window.document_actions.open(folder)
    session = window.context.session
    wait_for(lambda: session.opened_path == folder and window.context.survey.is_complete)
    selected = (session.document, session.selection.sentence, session.selection.word)
    assert selected == (expected["document"], expected["sentence"], expected["word"])
    window.close()
    assert set(expected["keys"]) <= set(settings.allKeys())
