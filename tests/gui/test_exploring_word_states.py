"""Hidden states of words in Explore: those of dependency grammars and of hidden tree Markov models."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from learning import keep, wait_for
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from spectral_core import formats, store
from spectral_core.data import Treebank
from spectral_core.files import locate_assets
from spectral_core.model import HasStates, Value
from spectral_core.project import Project, Run
from spectral_core.registry import METHODS, make_settings
from spectral_gui.scenes.dependencies import ArcDrawing
from spectral_gui.state import AppContext
from spectral_gui.views.explore.states import StatesView
from spectral_gui.views.explore.view import ExploreView

SENTENCES = 120
BARE: dict[str, Value] = {"relations": False, "tagger": False, "calibration": False}
LEARNT: dict[str, dict[str, Value]] = {
    "latent-dependencies": {**BARE, "states": 3, "half_states": 3, "node_states": 4},
    "tree-hmm": {"estimator": "em", "states": 3, "iterations": 5},
}


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("made")
    sample = formats.load(locate_assets() / "sample" / "english" / "sampled.conllu")
    formats.save(Treebank.of([sample[at] for at in range(SENTENCES)]), folder / "sampled.conllu", drop=True)
    project = Project.create(folder / "project", [folder / "sampled.conllu"])
    for method, values in LEARNT.items():
        row = METHODS[method]
        path = project.prepare_model_path(f"{method} 1")
        store.save(row.learn(formats.load(folder / "sampled.conllu"), make_settings(row, values)), path)
        name = project.documents[0]
        project.add_run(Run(f"{method} 1", method, values, (name,), (name,), model=path.name))
    project.close()
    return folder / "project"


@pytest.fixture
def desk(qapp: QApplication, made: Path) -> Iterator[AppContext]:
    desk = AppContext()
    desk.session.open(made)
    wait_for(lambda: desk.session.project is not None)
    yield desk
    desk.close()


def shown(desk: AppContext, qtbot: QtBot, run: str) -> StatesView:
    view = ExploreView(desk.session, desk.notices, desk.runs, desk.model_explorer)
    keep(qtbot, view)
    view.resize(1100, 760)
    view.show()
    states = view.states
    wait_for(lambda: states.states.topLevelItemCount() > 0)
    if states.model.currentData() != run:
        states.model.setCurrentIndex(states.model.findData(run))
        states.model.activated.emit(states.model.currentIndex())
        wait_for(
            lambda: (
                states.requested_states is not None and states.requested_states.run == run and states.part.count() > 0
            )
        )
        wait_for(lambda: states.states.topLevelItemCount() > 0 and states.states.isVisible())
    return states


def choose_part(view: StatesView, part: str, kind: str) -> None:
    row = next(row for row in range(view.part.count()) if view.part.itemData(row) == (part, kind))
    view.part.setCurrentIndex(row)
    view.part.activated.emit(row)
    wait_for(lambda: view.summary.text().startswith(f"{part}: ") and view.part.currentData() == (part, kind))


def known(view: StatesView) -> list[str]:
    return [
        view.attributes.topLevelItem(row).text(0).partition(":")[0]
        for row in range(view.attributes.topLevelItemCount())
    ]


def test_words_have_states_of_five_kinds_with_what_hangs_below_and_above(desk: AppContext, qtbot: QtBot) -> None:
    view = shown(desk, qtbot, "latent-dependencies 1")
    tag = view.part.itemData(0)[0]
    kinds = {view.part.itemData(row)[1] for row in range(view.part.count()) if view.part.itemData(row)[0] == tag}
    assert kinds == {"node", "left half", "right half", "left modifiers", "right modifiers"}
    choose_part(view, "NN", "node")
    wait_for(lambda: {"relation", "from its head", "depth", "modifiers"} <= set(known(view)))
    above = [view.states.topLevelItem(row).text(5) for row in range(view.states.topLevelItemCount())]
    assert any("·" in text for text in above)
    assert any("·" in view.states.topLevelItem(row).text(4) for row in range(view.states.topLevelItemCount()))
    assert not view.states.isColumnHidden(5)
    assert view.states.headerItem().text(4) == "Below"


def test_a_word_chosen_with_keys_shows_all_its_states_and_keeps_to_the_kind(desk: AppContext, qtbot: QtBot) -> None:
    view = shown(desk, qtbot, "latent-dependencies 1")
    sentence = desk.session.treebank[2]
    desk.session.select(2)
    view.canvas.setFocus()
    qtbot.keyClick(view.canvas, Qt.Key.Key_Right)
    assert desk.session.selection.word == 1
    qtbot.keyClick(view.canvas, Qt.Key.Key_Up)
    word = desk.session.selection.word
    assert word == sentence.heads[0]
    wait_for(lambda: "left half: state" in view.node_summary.text())
    file = desk.runs.find_model_file(
        next(run for run in desk.runs.recorded_runs if run.method == "latent-dependencies")
    )
    assert file is not None
    model = store.load(file)
    assert isinstance(model, HasStates)
    mine = {one.kind: one.posterior for one in model.states(sentence) if one.position == word}
    likeliest = int(mine["node"].argmax())
    wait_for(lambda: f"node: state {likeliest}: {100 * mine['node'][likeliest]:.0f} %" in view.node_summary.text())
    tag = sentence.xpos[word - 1]
    choose_part(view, tag, "left half")
    qtbot.keyClick(view.canvas, Qt.Key.Key_Down)
    below = desk.session.selection.word
    assert sentence.heads[below - 1] == word
    wait_for(lambda: view.part.currentData() == (sentence.xpos[below - 1], "left half"))
    wait_for(lambda: f"{sentence.xpos[below - 1]} left half: state" in view.node_summary.text())
    assert view.nearest.model().rowCount() > 0


def test_a_click_on_a_word_chooses_it(desk: AppContext, qtbot: QtBot) -> None:
    view = shown(desk, qtbot, "latent-dependencies 1")
    desk.session.select(1)
    assert isinstance(view.canvas.drawing, ArcDrawing)
    at = view.canvas.mapFromScene(view.canvas.drawing.get_area(2).center())
    QTest.mouseClick(view.canvas.viewport(), Qt.MouseButton.LeftButton, pos=at)
    assert desk.session.selection.word == 2


def test_the_same_state_is_listed_elsewhere(desk: AppContext, qtbot: QtBot) -> None:
    view = shown(desk, qtbot, "latent-dependencies 1")
    choose_part(view, "NN", "right half")
    wait_for(
        lambda: view.same_state_summary.text().startswith("NN in state") and view.same_state_list.model().rowCount() > 0
    )
    view.same_state_list.setCurrentIndex(view.same_state_list.model().index(0, 0))
    view.same_state_list.activated.emit(view.same_state_list.currentIndex())
    words = desk.session.selection.words
    sentence = desk.session.sentence
    assert sentence is not None
    assert [sentence.xpos[word - 1] for word in words] == ["NN"]


def test_words_of_a_hidden_tree_markov_model_have_one_state_each(desk: AppContext, qtbot: QtBot) -> None:
    view = shown(desk, qtbot, "tree-hmm 1")
    wait_for(lambda: view.summary.text().startswith("word: 3 states of "))
    assert view.states.topLevelItemCount() == 3
    assert "relation" in known(view)
    desk.session.select(0)
    view.canvas.setFocus()
    qtbot.keyClick(view.canvas, Qt.Key.Key_Right)
    wait_for(lambda: view.node_summary.text().startswith("word: state"))
