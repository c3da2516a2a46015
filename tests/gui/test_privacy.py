"""What the window writes about a text that only its owner may read, only its owner may read."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest
from event_loop import of_kind
from learning import keep, learn
from privacy import files_with
from PySide6.QtCore import QSettings
from PySide6.QtWidgets import QTabWidget, QWidget
from pytestqt.qtbot import QtBot

from spectral_core.model import Value
from spectral_core.project import Project
from spectral_gui import preferences
from spectral_gui.app.window import Window
from spectral_gui.preferences import Preferences
from spectral_gui.state import AppContext, ChangeKind
from spectral_gui.views.explore.view import ExploreView
from spectral_gui.views.train.curves import CurvesView
from spectral_gui.views.train.runs import RunsView

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
    places = preferences.get_user_folders()
    settings = QSettings(str(preferences.prepare_window_state_file(places.config)), QSettings.Format.IniFormat)
    desk = AppContext(places.data / "treebanks")
    desk.library.set_folder(places.data / "models")
    window = Window(desk, Preferences(theme="light"), settings)
    session = desk.session
    with qtbot.waitSignal(session.changed, timeout=30_000, check_params_cb=of_kind(ChangeKind.OPENED)):
        session.open(text)
    assert session.edit("Attach", lambda sentence: sentence.with_head(3, 1), index=0)
    desk.runs.train("hmm", {"estimator": "em", "states": 2, "column": "xpos", "iterations": 2})
    qtbot.waitUntil(lambda: not desk.runs.is_training_for_user, timeout=20_000)
    run = desk.runs.recorded_runs[-1]
    model = desk.runs.find_model_file(run)
    assert model is not None, run.complaint
    with qtbot.waitSignal(desk.library.changed, timeout=30_000):
        desk.library.add_model_of_run(run, model, (text,))
    assert desk.reader.mark_known([SECRET])
    with qtbot.waitSignal(desk.document_saver.saved, timeout=10_000):
        desk.document_saver.save()
    window.views.find.restore_history((f"lemma:{SECRET}",))
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


MODELS: tuple[tuple[str, dict[str, Value]], ...] = (
    ("head-automata", {"estimator": "spectral", "states": 2, "tagger": False, "calibration": False}),
    ("class-bigram", {"classes": 2, "minimum": 1, "estimator": "em", "iterations": 3}),
    ("embeddings", {"dimensions": 2, "minimum": 1}),
    ("bracketer", {"states": 2, "dimensions": 2, "top": "none"}),
    ("latent-dependencies", {"states": 2}),
)


@pytest.mark.parametrize(("mode", "written"), [(0o600, 0o600), (0o644, 0o644)], ids=["private", "public"])
def test_whoever_may_not_read_a_text_reads_nothing_that_the_views_write_of_it(
    folder: Path, qtbot: QtBot, mode: int, written: int
) -> None:
    text = folder / "a.conllu"
    text.write_text(ROWS.format(SECRET) * 12)
    text.chmod(mode)
    Project.create(folder / "project", [text]).close()
    out = folder / "out"
    out.mkdir()
    with closing(AppContext()) as desk:
        files = learn_and_export(desk, folder / "project", out, qtbot)
    assert {path.name: path.stat().st_mode & 0o777 for path in out.iterdir()} == dict.fromkeys(files, written)
    assert files_with(out, SECRET).keys() >= {"words.csv", "words.svg", "step.svg", "step.tex"}


def learn_and_export(desk: AppContext, project: Path, out: Path, qtbot: QtBot) -> set[str]:
    """Learns a model of each kind and writes what the views show of it; the names of the files."""
    with qtbot.waitSignal(desk.session.changed, timeout=30_000, check_params_cb=of_kind(ChangeKind.OPENED)):
        desk.session.open(project)
    for method, settings in MODELS:
        assert learn(desk, method, settings).status == "finished", desk.runs.recorded_runs[-1].complaint
    view = ExploreView(desk.session, desk.notices, desk.runs, desk.model_explorer)
    keep(qtbot, view)
    view.resize(1000, 700)
    view.show()
    files = write_of_views(desk, view, out, qtbot)
    runs = RunsView(desk.session, desk.notices, desk.runs)
    curves = CurvesView(desk.session, desk.notices, desk.runs, desk.calibrations, desk.suggestions)
    for made, name in ((runs, "runs.csv"), (runs, "runs.tex"), (curves, "curves.svg")):
        keep(qtbot, made)
        made.export(out / name)
        files.add(name)
    return files


def write_of_views(desk: AppContext, view: ExploreView, out: Path, qtbot: QtBot) -> set[str]:
    """Writes a file of every kind from every page; their names."""
    explorer, words, files = desk.model_explorer, view.words, set()

    def write(export: Callable[[Path], None], *names: str) -> None:
        for name in names:
            export(out / name)
            files.add(name)

    def show(page: QWidget, holds: Callable[[], bool]) -> None:
        next(pages for pages in view.findChildren(QTabWidget) if pages.indexOf(page) >= 0).setCurrentWidget(page)
        qtbot.waitUntil(holds, timeout=20_000)

    panel = view.automata.panel
    show(view.automata, lambda: panel.automaton is not None)
    write(panel.export, *(f"automaton{ending}" for ending in (".svg", ".dot", ".graphml", ".tex")))
    show(view.steps, lambda: view.steps.trace is not None)
    write(view.steps.export, *(f"step{ending}" for ending in (".svg", ".tex", ".pdf")))
    for run in explorer.list_runs_with_word_similarities():
        words.model.setCurrentIndex(words.model.findData(run.name))
        with qtbot.waitSignal(explorer.word_map_received, timeout=30_000):
            words.model.activated.emit(words.model.currentIndex())
        write(words.export, "words.csv" if run.method == "class-bigram" else "words.svg")
    show(view.states, lambda: view.states.states.topLevelItemCount() > 0)
    write(view.states.export, "states.csv", "states.svg")
    show(view.models, lambda: True)
    write(view.models.export, "model.svg")
    return files


def test_what_a_window_remembered_for_others_to_read_is_private_from_now_on(folder: Path) -> None:
    for name in ("window.ini", "preferences.json"):
        (folder / name).write_text("{}")
    settings = QSettings(str(preferences.prepare_window_state_file(folder)), QSettings.Format.IniFormat)
    settings.setValue("queries", [SECRET])
    settings.sync()
    preferences.write_preferences(Preferences(annotator=SECRET), folder)
    assert files_with(folder, SECRET) == {"window.ini": 0, "preferences.json": 0}
