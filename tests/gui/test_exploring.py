"""The Explore workspace: models, their singular values and their card, and words on what is not there yet."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from pathlib import Path

import pytest
from fixtures import tiny_treebank
from learning import keep, learn, some_runs, wait_for
from PySide6.QtWidgets import QApplication, QLabel, QListWidget, QPushButton, QTabWidget
from pytestqt.qtbot import QtBot

from spectral_core import formats
from spectral_core.data import Sentence, Treebank
from spectral_core.project import Project
from spectral_gui.jobs.job import Job
from spectral_gui.jobs.worker import JobResult
from spectral_gui.plots import Plot
from spectral_gui.state import (
    AppContext,
    AutomatonQuestion,
    ChangeKind,
    Changes,
    StateQuestion,
    TraceQuestion,
    TruncationQuestion,
)
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
    view.models.export(tmp_path / "scree.svg")
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
    desk.session.changes.dispatch(Changes(ChangeKind.RUNS))
    assert models.currentRow() == 1
    desk.close()


def test_the_card_of_a_model_lists_its_columns_and_labels(qtbot: QtBot, tmp_path: Path) -> None:
    path = tmp_path / "a.conllu"
    formats.save(tiny_treebank(), path, drop=True)
    Project.create(tmp_path / "project", [path]).close()
    desk = AppContext()
    desk.session.open(tmp_path / "project")
    wait_for(lambda: desk.session.project is not None)
    learn(desk, "pipeline", {"epochs": 1, "calibration": False})
    view, _, _ = shown(desk, qtbot)
    rows = card(view)
    assert rows["Reads"].startswith("FORM")
    assert rows["Writes"].endswith("HEAD DEPREL")
    assert "NOUN" in rows["Tags"]
    assert "nsubj" in rows["Relations"]
    assert "NOUN" in rows["Readings"]
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


@pytest.fixture
def desk(qapp: QApplication, tmp_path: Path) -> Iterator[AppContext]:
    """A project with two documents and a run that has a model file."""
    (run, *_) = some_runs()
    paths = [tmp_path / "a.conllu", tmp_path / "b.conllu"]
    for path in paths:
        formats.save(Treebank.of([Sentence.of(["dogs", "bark"])]), path)
    project = Project.create(tmp_path / "project", paths)
    project.prepare_model_path(run.name).write_bytes(b"no model")
    project.add_run(dataclasses.replace(run, model=project.prepare_model_path(run.name).name))
    project.close()
    desk = AppContext()
    desk.session.open(tmp_path / "project")
    wait_for(lambda: desk.session.project is not None)
    yield desk
    desk.close()


@pytest.fixture
def jobs(desk: AppContext, monkeypatch: pytest.MonkeyPatch) -> list[Job[object]]:
    """The jobs sent from here on, which end as the test says."""
    sent: list[Job[object]] = []

    def send(_queue: str, request: object, *_arguments: object, **_settings: object) -> Job[object]:
        sent.append(Job(len(sent), name=type(request).__name__))
        return sent[-1]

    monkeypatch.setattr(desk.work, "send", send)
    return sent


def ask_all(desk: AppContext, run: str) -> list[str]:
    """Sends every kind of request about a run; returns the names of the signals that answer, as they come."""
    explorer, answers = desk.model_explorer, list[str]()
    for name in ("head_tags", "max_states", "word", "automaton", "truncated_parse", "trace", "states"):
        getattr(explorer, f"{name}_failed").connect(lambda *_, name=name: answers.append(name))
    explorer.singular_values_received.connect(lambda *answer: answers.append(f"values {answer[2]}"))
    sentence = desk.session.treebank[0]
    explorer.request_head_tags(run)
    explorer.request_max_states(run)
    explorer.request_word(run, "dogs")
    explorer.request_automaton(0, AutomatonQuestion(run, "NN", "left", 3))
    explorer.request_truncated_parse(0, TruncationQuestion(run, 0, sentence, 2))
    explorer.request_trace(TraceQuestion(run, sentence))
    explorer.request_state_labels(StateQuestion(run))
    explorer.request_singular_values(run, "NN", "left")
    return answers


ALL_FAILURES = ["head_tags", "max_states", "word", "automaton", "truncated_parse", "trace", "states", "values ()"]


def test_a_bug_in_the_engine_is_answered_as_a_failure(desk: AppContext, jobs: list[Job[object]]) -> None:
    answers = ask_all(desk, some_runs()[0].name)
    assert len(jobs) == len(ALL_FAILURES)
    for job in jobs:
        job.set_result(JobResult(error_traceback="Traceback"))
    assert answers == ALL_FAILURES


def test_a_missing_model_is_answered_as_a_failure(desk: AppContext, jobs: list[Job[object]]) -> None:
    assert ask_all(desk, "no such run") == ALL_FAILURES
    assert not jobs


def test_after_a_cancelled_request_the_newer_question_is_sent(desk: AppContext, jobs: list[Job[object]]) -> None:
    run = some_runs()[0].name
    for clusters in (3, 4):
        desk.model_explorer.request_automaton(0, AutomatonQuestion(run, "NN", "left", clusters))
    assert len(jobs) == 1
    jobs[0].set_result(JobResult())
    assert len(jobs) == 2
    jobs[1].set_result(JobResult())
    assert len(jobs) == 2, "the cancelled question itself is not sent again"


def test_questions_about_another_document_are_forgotten(desk: AppContext, jobs: list[Job[object]]) -> None:
    question = AutomatonQuestion(some_runs()[0].name, "NN", "left", 3)
    desk.model_explorer.request_automaton(0, question)
    desk.session.generation += 1  # as when another document of the project is shown
    jobs[0].set_result(JobResult(value="an automaton"))
    assert len(jobs) == 1


def test_a_question_asked_again_about_another_document_is_sent(desk: AppContext, jobs: list[Job[object]]) -> None:
    question = AutomatonQuestion(some_runs()[0].name, "NN", "left", 3)
    desk.model_explorer.request_automaton(0, question)
    desk.session.generation += 1  # as when another document of the project is shown
    desk.model_explorer.request_automaton(0, question)
    jobs[0].set_result(JobResult(value="an automaton"))
    assert len(jobs) == 2
