"""Stepping through an algorithm in the Explore workspace: by keys, by the slider, played, and into files."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from fixtures import tiny_treebank
from learning import keep, learn, wait_for
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from spectral_core import formats
from spectral_core.data import Treebank
from spectral_core.files import locate_assets
from spectral_core.model import Value
from spectral_core.project import Project
from spectral_gui.state import AppContext
from spectral_gui.views.explore.steps import StepsView
from spectral_gui.views.explore.view import ExploreView

BRACKETER: dict[str, Value] = {"states": 3, "dimensions": 8, "top": "none"}


@pytest.fixture
def desk(qapp: QApplication, tmp_path: Path) -> Iterator[AppContext]:
    formats.save(Treebank.of(tiny_treebank()), tmp_path / "garden.conllu", drop=True)
    Project.create(tmp_path / "project", [tmp_path / "garden.conllu"]).close()
    made = AppContext()
    made.session.open(tmp_path / "project")
    wait_for(lambda: made.session.project is not None)
    yield made
    made.close()


def shown(desk: AppContext, qtbot: QtBot) -> StepsView:
    view = ExploreView(desk.session, desk.notices, desk.runs, desk.model_explorer)
    keep(qtbot, view)
    view.resize(1000, 700)
    view.show()
    learn(desk, "bracketer", BRACKETER)
    wait_for(lambda: view.steps.trace is not None)
    assert view.steps.isVisible(), "this project has nothing else to show"
    return view.steps


def press(view: StepsView, qtbot: QtBot, *keys: str) -> None:
    for key in keys:
        qtbot.keyClick(view.canvas, getattr(Qt.Key, f"Key_{key}"))


def test_keys_go_on_back_to_the_end_and_to_the_start(desk: AppContext, qtbot: QtBot) -> None:
    view = shown(desk, qtbot)
    assert view.trace is not None
    last = len(view.trace) - 1
    assert view.step_index == 0
    assert not view.previous_button.isEnabled()
    press(view, qtbot, "Right", "Right", "Right", "Left")
    assert view.step_index == view.slider.value() == 2
    assert view.caption.text() == view.trace.steps[2].caption
    assert view.equation.text() == "\n".join(view.trace.steps[2].equation)
    press(view, qtbot, "End")
    assert view.step_index == last
    assert view.caption.text().startswith("The minimum tree: ")
    assert not view.next_button.isEnabled()
    press(view, qtbot, "Right")
    assert view.step_index == last
    press(view, qtbot, "Home", "Left")
    assert view.step_index == 0
    view.slider.setValue(3)
    assert view.step_index == 3


def test_space_plays_to_the_end_and_stops(desk: AppContext, qtbot: QtBot) -> None:
    view = shown(desk, qtbot)
    assert view.trace is not None
    last = len(view.trace) - 1
    view.go_to_step(last - 1)
    press(view, qtbot, "Space")
    assert view.play_button.isChecked()
    wait_for(lambda: view.step_index == last and not view.play_button.isChecked())
    press(view, qtbot, "Space")
    assert view.step_index == 0, "at the end it plays from the start"
    assert view.play_button.isChecked()
    press(view, qtbot, "Space")
    assert not view.play_button.isChecked()


def test_f1_opens_the_page_about_steps(desk: AppContext, qtbot: QtBot) -> None:
    view = ExploreView(desk.session, desk.notices, desk.runs, desk.model_explorer)
    keep(qtbot, view)
    assert view.help_page == "explore"
    view.show()
    learn(desk, "bracketer", BRACKETER)
    wait_for(view.steps.isVisible)
    assert (locate_assets() / "help" / f"{view.help_page}.md").read_text(encoding="utf-8").startswith("# Steps")


def test_another_sentence_is_stepped_through_when_it_is_selected(desk: AppContext, qtbot: QtBot) -> None:
    view = shown(desk, qtbot)
    press(view, qtbot, "End")
    desk.session.select(3)
    forms = desk.session.treebank[3].forms
    wait_for(lambda: view.trace is not None and set(view.trace.words) <= set(forms))
    assert view.step_index == 0


@pytest.mark.parametrize("ending", [".svg", ".tex", ".pdf", ".png"])
def test_a_step_and_all_of_them_are_saved(ending: str, desk: AppContext, qtbot: QtBot, tmp_path: Path) -> None:
    view = shown(desk, qtbot)
    assert view.trace is not None
    view.export(tmp_path / f"one{ending}")
    assert (tmp_path / f"one{ending}").stat().st_size > 300
    view.export_all(tmp_path / f"steps{ending}")
    width = len(str(len(view.trace)))
    assert sorted(path.name for path in tmp_path.glob("steps-*")) == [
        f"steps-{number:0{width}}{ending}" for number in range(1, len(view.trace) + 1)
    ]
