"""A re-ranker is given to a parser that was learnt, with keys, and says of the trees behind the first what it adds."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest
from fixtures import tiny_treebank
from learning import learn, wait_for
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from spectral_core import formats
from spectral_core.data import EMPTY, Treebank
from spectral_core.project import Project, Run
from spectral_gui.app.window import Window
from spectral_gui.state import AppContext
from spectral_gui.text_display import load_bundled_fonts
from spectral_gui.views.train.training_widgets import make_reranker_settings
from spectral_gui.widgets.settings_form import SettingsForm

ROWS = [replace(one, tree=None, candidates=(), analyses=()) for one in tiny_treebank()] * 3
OPEN = len(ROWS)


@pytest.fixture
def window(qapp: QApplication, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Window]:
    load_bundled_fonts()
    assert qapp is not None
    room = tmp_path_factory.mktemp("better") / "garden"
    room.mkdir()
    bare = replace(ROWS[1].with_heads([None] * len(ROWS[1]), [EMPTY] * len(ROWS[1])), source=None)
    formats.save(Treebank.of([*ROWS, bare]), room / "garden.conllu")
    Project.create(room, [room / "garden.conllu"], "Garden").close()
    desk = AppContext()
    made = Window(desk)
    made.show()
    desk.session.open(room)
    wait_for(lambda: desk.session.opened_path == room and desk.survey.is_complete)
    yield made
    made.close()


def press(key: Qt.Key, modifier: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier) -> None:
    QTest.keyClick(QApplication.focusWidget(), key, modifier)


def command(text: str) -> None:
    """Runs what the palette finds first."""
    press(Qt.Key.Key_K, Qt.KeyboardModifier.ControlModifier)
    QTest.keyClicks(QApplication.focusWidget(), text)
    QTest.qWait(50)
    press(Qt.Key.Key_Return)


def test_a_parser_is_given_a_re_ranker_whose_parts_are_told_of_each_tree(window: Window, qtbot: QtBot) -> None:
    desk = window.context
    plain = {"tagger": False, "calibration": False, "lexical": "none"}
    learn(desk, "head-automata", {"estimator": "det", "column": "upos", **plain})
    window.activateWindow()
    window.panels.focus_page()
    command("re-ranker")
    assert window.panels.workspace.name == "train"
    form = window.views.training.findChild(SettingsForm)
    assert form is not None
    values = form.values()
    told = {"estimator=det", "lexical=none", "tagger=False", "calibration=False"}
    assert (values["base"], values["column"]) == ("head-automata", "upos")
    assert set(str(values["base_settings"]).split()) == told
    form.set_values({"scorers": "", "folds": 2, "epochs": 1, "candidates": 10, "features": "none"})
    window.views.training.setFocus()
    press(Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    wait_for(lambda: len(desk.runs.recorded_runs) == 2 and desk.runs.recorded_runs[1].status != "measuring")
    run = desk.runs.recorded_runs[1]
    assert (run.method, run.status) == ("reranker", "finished"), run.complaint
    desk.suggestions.model.choose_run(run.name)
    window.panels.show_workspace("annotate")
    desk.session.select(OPEN)
    wait_for(lambda: desk.suggestions.current is not None)
    said: list[str] = []
    desk.notices.notified.connect(said.append)
    window.views.dependency.canvas.setFocus()
    qtbot.waitUntil(window.views.dependency.canvas.hasFocus)
    press(Qt.Key.Key_N)
    assert "Tree 2 of" in said[-1]
    assert "(base parser -" in said[-1]


def test_what_has_no_dependencies_is_given_none(window: Window) -> None:
    refused: list[str] = []
    window.context.notices.refused.connect(refused.append)
    assert not window.views.training.fill_reranker_settings(
        Run(name="latent-pcfg 1", method="latent-pcfg", documents=("a",))
    )
    assert refused == ["Trees of latent-pcfg cannot be re-ranked."]


def test_settings_that_are_the_usual_ones_are_not_told() -> None:
    run = Run(name="arc-parser 1", method="arc-parser", documents=("a",), settings={"order": "first", "seed": 3})
    assert make_reranker_settings(run) == {
        "base": "arc-parser", "base_settings": "order=first", "column": "auto", "seed": 3,
    }  # fmt: skip
