"""What the window writes about a text that only its owner may read, only its owner may read."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from privacy import files_with
from PySide6.QtCore import QSettings
from pytestqt.qtbot import QtBot

from spectral_gui import preferences
from spectral_gui.preferences import Preferences
from spectral_gui.session import AppContext
from spectral_gui.window import Window

pytestmark = pytest.mark.skipif(os.name != "posix", reason="the rights of files are another matter there")

SECRET = "geheimwort"
ROWS = (
    "1\t{0}\t{0}\tNOUN\tNN\t_\t2\tnsubj\t_\t_\n2\tfalls\tfall\tVERB\tVBZ\t_\t0\troot\t_\t_\n"
    "3\t.\t.\tPUNCT\t.\t_\t2\tpunct\t_\t_\n\n"
)


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Path]:
    """A folder that everybody may read, as new files in it are."""
    before = os.umask(0o022)
    tmp_path.chmod(0o755)
    yield tmp_path
    os.umask(before)


def test_nothing_that_a_window_writes_of_a_private_text_can_be_read_by_others(
    folder: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SPECTRAL_HOME", str(folder / "home"))
    text = folder / "a.conllu"
    text.write_text(ROWS.format(SECRET) * 8)
    text.chmod(0o600)
    places = preferences.folders()
    settings = QSettings(str(preferences.window_file(places.config)), QSettings.Format.IniFormat)
    desk = AppContext(places.data / "treebanks")
    desk.library.use_folder(places.data / "models")
    window = Window(desk, Preferences(theme="light"), settings)
    session = desk.session
    with qtbot.waitSignal(session.document_opened, timeout=30_000):
        session.open(text)
    assert session.edit("Attach", lambda sentence: sentence.with_head(3, 1), index=0)
    desk.runs.learn("hmm", {"estimator": "em", "states": 2, "column": "xpos", "iterations": 2})
    qtbot.waitUntil(lambda: not desk.runs.is_learning, timeout=60_000)
    run = desk.runs.recorded[-1]
    model = desk.runs.find_model(run)
    assert model is not None, run.complaint
    with qtbot.waitSignal(desk.library.changed, timeout=30_000):
        desk.library.add_run(run, model, (text,))
    assert desk.reader.mark_known([SECRET])
    with qtbot.waitSignal(desk.document_saver.saved, timeout=10_000):
        desk.document_saver.save()
    window.views.finding.set_history((f"lemma:{SECRET}",))
    kept = desk.reader.save_text(f"Das {SECRET} fällt.")
    assert kept is not None
    qtbot.waitUntil(lambda: kept.has_ended, timeout=30_000)
    during = files_with(folder, SECRET)
    window.close()
    window.deleteLater()
    after = files_with(folder, SECRET)
    names = {Path(name).name for name in {**during, **after}}
    assert names >= {"a.conllu", "journal.sqlite", "known.txt", "window.ini", model.name}
    assert any(name.startswith("home/data/models/") for name in after)
    assert any(name.startswith("home/data/treebanks/reading/") for name in after)
    assert {name: mode for name, mode in {**during, **after}.items() if mode} == {}


def test_what_a_window_remembered_for_others_to_read_is_private_from_now_on(folder: Path) -> None:
    for name in ("window.ini", "preferences.json"):
        (folder / name).write_text("{}")
    settings = QSettings(str(preferences.window_file(folder)), QSettings.Format.IniFormat)
    settings.setValue("queries", [SECRET])
    settings.sync()
    preferences.write(Preferences(annotator=SECRET), folder)
    assert files_with(folder, SECRET) == {"window.ini": 0, "preferences.json": 0}
