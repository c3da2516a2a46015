"""The Explore workspace: models, their singular values and their card, and words on what is not there yet."""

from __future__ import annotations

import dataclasses
from pathlib import Path

from fixtures import tiny_treebank
from learning import keep, learn, some_runs, wait_for
from PySide6.QtWidgets import QLabel, QListWidget, QPushButton, QTabWidget
from pytestqt.qtbot import QtBot

from spectral_core import formats
from spectral_core.data import Sentence, Treebank
from spectral_core.project import Project
from spectral_gui.plots import Plot
from spectral_gui.state import AppContext
from spectral_gui.views.explore.view import ExploreView
from spectral_gui.widgets.empty_state import EmptyState


def shown(desk: AppContext, qtbot: QtBot) -> tuple[ExploreView, Plot, QListWidget]:
    view = ExploreView(desk.session, desk.notices, desk.runs, desk.model_explorer)
    keep(qtbot, view)
    view.resize(1000, 640)
    view.show()
    plot, models = view.models.findChild(Plot), view.models.findChild(QListWidget)
    assert plot is not None
    assert models is not None
    return view, plot, models


def card(view: ExploreView) -> dict[str, str]:
    return {
        label.accessibleName(): label.text() for label in view.models.findChildren(QLabel) if label.accessibleName()
    }


def test_without_a_model_it_says_how_to_get_one_and_what_will_live_here(qtbot: QtBot) -> None:
    desk = AppContext()
    view, plot, models = shown(desk, qtbot)
    assert models.count() == 0
    assert "No models yet" in plot.accessibleDescription()
    absence = next(one for one in view.automata.findChildren(EmptyState) if one.isVisible())
    assert absence.button.text() == "Train head-automata"
    pages = view.findChild(QTabWidget)
    assert pages is not None
    pages.setCurrentWidget(view.models)
    told = " ".join(label.text() for label in view.models.findChildren(QLabel) if label.isVisible())
    for awaited in ("Automata of head words", "States of nodes", "Classes of words"):
        assert awaited in told
    save = view.models.findChild(QPushButton)
    assert save is not None
    assert not save.isEnabled()
    desk.close()


def test_a_spectral_model_just_learnt_shows_its_singular_values_and_cut(qtbot: QtBot, tmp_path: Path) -> None:
    desk = AppContext()
    desk.session.show_unsaved_treebank(tiny_treebank())
    view, plot, models = shown(desk, qtbot)
    run = learn(desk, "hmm", {"states": 3, "column": "xpos", "minimum": 1})
    assert run.cut == 3
    assert list(run.spectrum) == sorted(run.spectrum, reverse=True)
    assert models.count() == 1
    wait_for(lambda: plot.is_up_to_date)
    assert plot.accessibleDescription() == f"hmm 1: {len(run.spectrum)} singular values, 3 kept"
    view.export(tmp_path / "scree.svg")
    assert "hmm 1 at rank 3" in (tmp_path / "scree.svg").read_text(encoding="utf-8")
    desk.close()


def test_models_of_a_project_are_listed_newest_first_with_their_card(qtbot: QtBot, tmp_path: Path) -> None:
    path = tmp_path / "a.conllu"
    formats.save(Treebank.of([Sentence.of(["dogs", "bark"])]), path)
    project = Project.create(tmp_path / "project", [path])
    for run in some_runs():
        project.add_run(run)
    project.close()
    desk = AppContext()
    desk.session.open(tmp_path / "project")
    wait_for(lambda: desk.session.project is not None)
    view, plot, models = shown(desk, qtbot)
    assert [models.item(row).text() for row in range(models.count())] == ["hmm 10", "hmm 2"]
    assert card(view)["Hidden states"] == "8"
    assert card(view)["perplexity (per word)"] == "21.12"
    assert "hmm 10: 6 singular values, 3 kept" in plot.accessibleDescription()
    models.setCurrentRow(1)
    assert card(view)["Estimator"] == "em"
    assert card(view)["Trained on"] == "a.conllu"
    assert "hmm 2 has no singular values" in plot.accessibleDescription()
    desk.runs.changed.emit()
    assert models.currentRow() == 1
    desk.close()


def test_singular_values_of_another_project_are_dropped(qtbot: QtBot, tmp_path: Path) -> None:
    path = tmp_path / "a.conllu"
    formats.save(Treebank.of([Sentence.of(["dogs", "bark"])]), path)
    (run, *_) = some_runs()
    for name in ("first", "second"):
        project = Project.create(tmp_path / name, [path])
        project.prepare_model_path(run.name).write_bytes(b"no model")
        project.add_run(dataclasses.replace(run, model=project.prepare_model_path(run.name).name))
        project.close()
    desk = AppContext()
    answers: list[object] = []
    desk.model_explorer.singular_values_received.connect(lambda *answer: answers.append(answer))
    for name in ("first", "second"):
        desk.session.open(tmp_path / name)
        wait_for(lambda name=name: desk.session.project is not None and desk.session.project.folder.name == name)
        desk.model_explorer.request_singular_values(run.name, name, "left")
    wait_for(lambda: bool(answers))
    assert [part for _, part, _ in answers] == ["second left"]
    desk.close()
