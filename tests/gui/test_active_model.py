"""Rules of the active model: whose choice it is, what is learnt into use, and what is said of it."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from event_loop import of_kind
from PySide6.QtCore import QSettings
from pytestqt.qtbot import QtBot

from spectral_core import formats
from spectral_core.data import Sentence, Treebank
from spectral_core.engine import AddSentences, CompareWithActive, ModelComparison, TrainableDocument
from spectral_core.engine.evaluation import estimate_confidence
from spectral_core.project import Project
from spectral_gui.app.window import Window
from spectral_gui.app.window_state import LastPositions
from spectral_gui.jobs.jobs import Job
from spectral_gui.jobs.worker import JobResult
from spectral_gui.preferences import Preferences
from spectral_gui.state import AppContext, ChangeKind, auto_trainer
from spectral_gui.state.active_model import TakeoverRule
from spectral_gui.state.auto_trainer import TrainingPlan

SENTENCE = Sentence.of(
    ["dogs", "bark"], upos=["NOUN", "VERB"], xpos=["NNS", "VBP"], heads=[2, 0], deprels=["a", "root"]
)


@pytest.fixture
def context(tmp_path: Path, qtbot: QtBot) -> Iterator[AppContext]:
    """A project of two documents, of which the first is shown."""
    paths = [tmp_path / "first.conllu", tmp_path / "second.conllu"]
    for path in paths:
        formats.save(Treebank.of([SENTENCE] * 30), path)
    Project.create(tmp_path / "project", paths).close()
    context = AppContext(tmp_path / "store")
    show(context, qtbot, tmp_path / "project")
    yield context
    context.close()


def show(context: AppContext, qtbot: QtBot, path: Path) -> None:
    is_shown = of_kind(ChangeKind.DOCUMENT)
    with qtbot.waitSignal(context.session.changed, timeout=30_000, check_params_cb=is_shown):
        context.session.open(path)


def show_document(context: AppContext, qtbot: QtBot, index: int) -> None:
    is_shown = of_kind(ChangeKind.DOCUMENT)
    with qtbot.waitSignal(context.session.changed, timeout=30_000, check_params_cb=is_shown):
        context.session.open_document(context.session.documents[index])


def test_the_choice_of_a_model_belongs_to_the_document(context: AppContext, qtbot: QtBot) -> None:
    model = context.suggestions.model
    model.choose_run("")
    assert not model.is_automatic
    show_document(context, qtbot, 1)
    assert model.is_automatic
    show_document(context, qtbot, 0)
    assert not model.is_automatic
    model.choose_run(None)
    assert model.is_automatic


def test_no_ranker_is_trained_from_fewer_than_twenty_sentences(context: AppContext) -> None:
    name = context.session.document
    for count, expected in ((0, 0), (1, 0), (19, 0), (20, 1)):
        plans = context.auto_trainer._make_plans((TrainableDocument(name, {}, count, 30),))
        assert sum(plan.method == "analysis-ranker" for plan in plans) == expected, count


def test_the_share_of_right_suggestions_is_that_of_the_document(context: AppContext, qtbot: QtBot) -> None:
    context.auto_trainer._part_outcomes.extend([True, True, True, False])
    assert context.auto_trainer.suggestion_accuracy == 0.75
    show_document(context, qtbot, 1)
    assert context.auto_trainer.suggestion_accuracy is None
    show_document(context, qtbot, 0)
    assert context.auto_trainer.suggestion_accuracy == 0.75


@pytest.mark.parametrize(
    ("differences", "low", "high"),
    [
        ([0] * 20, 0.5, 0.5),
        ([1] * 20, 1, 1),
        ([-1] * 20, 0, 0),
        ([1, -1] * 20, 0.4, 0.6),
        ([1] * 9 + [0] * 11, 0.99, 1),
    ],
)
def test_the_confidence_is_the_share_of_bootstrap_samples_that_are_better(
    differences: list[int], low: float, high: float
) -> None:
    assert low <= estimate_confidence(np.array(differences)) <= high


@pytest.mark.parametrize(
    ("decided", "compared_at", "is_due"),
    [(19, 0, False), (20, 0, True), (39, 20, False), (40, 20, True), (79, 40, False), (80, 40, True)],
)
def test_models_are_compared_at_twenty_decided_sentences_and_whenever_they_doubled(
    decided: int, compared_at: int, is_due: bool
) -> None:
    assert TakeoverRule().is_due(decided, compared_at) is is_due


class Answers:
    """Takes the requests to the engine, and answers them as the test says."""

    def __init__(self, context: AppContext, monkeypatch: pytest.MonkeyPatch) -> None:
        self.requests: list[object] = []
        self.jobs: list[Job[Any]] = []
        monkeypatch.setattr(context.work, "send", self.send)

    def send(self, _queue: str, request: object, *_: object, **__: object) -> Job[Any]:
        self.requests.append(request)
        self.jobs.append(Job(len(self.jobs)))
        return self.jobs[-1]

    def answer(self, value: object) -> None:
        request = self.requests[-1]
        if isinstance(request, AddSentences):
            shutil.copy(request.path, request.updated_path)
        self.jobs[-1].finished.notify(value)


def compared_with(confidence: float) -> ModelComparison:
    return ModelComparison(20, 70.0, 75.0, confidence)


@pytest.mark.parametrize(("confidence", "is_trained"), [(0.89, False), (0.9, True)])
@pytest.mark.parametrize("method", ["arc-parser", "analysis-ranker"])
def test_a_challenger_is_trained_only_if_it_is_better_with_confidence(
    context: AppContext, monkeypatch: pytest.MonkeyPatch, method: str, confidence: float, is_trained: bool
) -> None:
    trained: list[TrainingPlan] = []
    answers = Answers(context, monkeypatch)
    monkeypatch.setattr(context.auto_trainer, "_train", lambda plan, _count: trained.append(plan))
    plan = TrainingPlan(method, (context.session.document,), 20, is_challenger=True)
    context.auto_trainer._start_plan(plan)
    assert answers.requests == [CompareWithActive(None, method, plan.documents)]
    assert not trained
    answers.answer(compared_with(confidence))
    assert trained == [plan] * is_trained


@pytest.fixture
def model_files(context: AppContext, qtbot: QtBot, tmp_path: Path) -> list[Path]:
    """Two models of the project; the first is active, and the user did not choose it."""
    with qtbot.waitSignal(context.suggestions.model.changed, timeout=60_000):
        context.runs.train("head-automata", {"estimator": "spectral", "states": 2, "tagger": False})
    qtbot.waitUntil(lambda: not context.runs.is_training_for_user)
    path = context.runs.find_model_file(context.runs.recorded_runs[0])
    assert path is not None
    shutil.copy(path, tmp_path / "other.npz")
    return [path, tmp_path / "other.npz"]


def test_the_sentence_being_read_keeps_its_model_when_another_takes_over(
    context: AppContext, model_files: list[Path]
) -> None:
    model, session = context.suggestions.model, context.session
    session.select(3)
    model._activate_update(model_files[1], {})
    assert model.model_file == model_files[1]
    assert [model.get_file(index) for index in (2, 3, 4)] == [model_files[1], model_files[0], model_files[1]]
    session.select(4)
    assert [model.get_file(index) for index in (3, 4)] == [model_files[1]] * 2
    model._activate_update(None, {})
    assert model.get_file(4) == model_files[1]
    model.choose_run(context.runs.recorded_runs[0].name)  # the user wants it at once
    assert model.get_file(4) == model_files[0]


def test_the_first_model_suggests_for_the_sentence_being_read(context: AppContext, model_files: list[Path]) -> None:
    assert context.session.selection.sentence == 0
    assert context.suggestions.model.get_file(0) == model_files[0]


def decide(context: AppContext, count: int) -> None:
    model = context.suggestions.model
    name = context.session.document
    model.newly_decided_sentences = {(name, index): SENTENCE for index in range(count)}
    model._update_if_due()


def test_updates_begin_once_they_are_better_on_twenty_decided_sentences(
    context: AppContext, model_files: list[Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    answers = Answers(context, monkeypatch)
    context.suggestions.model.retrain_after = 1
    decide(context, 19)
    assert not answers.requests
    decide(context, 20)
    assert answers.requests == [CompareWithActive(model_files[0], "head-automata", decided=(SENTENCE,) * 20)]
    answers.answer(compared_with(0.89))
    decide(context, 39)
    assert len(answers.requests) == 1
    decide(context, 40)
    answers.answer(compared_with(0.9))
    assert [type(request) for request in answers.requests] == [CompareWithActive, CompareWithActive, AddSentences]
    answers.answer(40)
    assert context.suggestions.model.added_sentence_count == 40
    decide(context, 41)
    assert isinstance(answers.requests[-1], AddSentences)


def test_updates_end_once_they_are_worse_with_confidence(
    context: AppContext, model_files: list[Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    answers, model = Answers(context, monkeypatch), context.suggestions.model
    model.retrain_after = 1
    decide(context, 20)
    answers.answer(compared_with(0.9))
    answers.answer(20)
    assert model.added_sentence_count == 20
    decide(context, 40)
    answers.answer(compared_with(0.11))
    answers.answer(40)
    assert model.added_sentence_count == 40
    decide(context, 80)
    assert isinstance(answers.requests[-1], CompareWithActive)
    answers.answer(compared_with(0.1))
    assert model.model_file == model_files[0]


def test_an_update_ends_when_undone_decisions_leave_fewer_than_twenty(
    context: AppContext, model_files: list[Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    answers, model = Answers(context, monkeypatch), context.suggestions.model
    model.retrain_after = 1
    decide(context, 25)
    answers.answer(compared_with(0.9))
    answers.answer(25)
    assert model.added_sentence_count == 25
    decide(context, 19)
    assert model.model_file == model_files[0]
    assert model.added_sentence_count == 0


def test_a_comparison_counts_for_its_document_and_model_alone(
    context: AppContext, model_files: list[Path], monkeypatch: pytest.MonkeyPatch, qtbot: QtBot
) -> None:
    assert model_files
    model, answers = context.suggestions.model, Answers(context, monkeypatch)
    model.retrain_after = 1
    decide(context, 20)
    answers.answer(compared_with(0.5))
    assert model.compared_at == 20
    monkeypatch.undo()
    show_document(context, qtbot, 1)
    assert model.compared_at == 0
    show_document(context, qtbot, 0)
    assert model.compared_at == 20


def test_a_comparison_that_fails_is_not_made_again_at_each_decision(
    context: AppContext, model_files: list[Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert model_files
    answers = Answers(context, monkeypatch)
    context.suggestions.model.retrain_after = 1
    decide(context, 20)
    answers.jobs[-1].set_result(JobResult(error_message="too often the same"))
    decide(context, 21)
    assert len(answers.requests) == 1
    decide(context, 40)
    assert len(answers.requests) == 2


@pytest.mark.parametrize("choice", [None, "", "head-automata 1"])
def test_a_project_that_is_opened_again_has_the_choice_of_the_user_and_no_other(
    context: AppContext, model_files: list[Path], qtbot: QtBot, tmp_path: Path, choice: str | None
) -> None:
    assert model_files
    settings = QSettings(str(tmp_path / "window.ini"), QSettings.Format.IniFormat)
    positions = LastPositions(context.session, context.suggestions, settings, context.session)
    show(context, qtbot, tmp_path / "project")
    model = context.suggestions.model
    model.choose_run(choice)
    context.session.select(3)
    positions.write_position()
    model._chosen_names.clear()
    context.session.show_unsaved_treebank(Treebank.of([SENTENCE]))
    show(context, qtbot, tmp_path / "project")
    qtbot.waitUntil(lambda: context.session.selection.sentence == 3)
    assert model.is_automatic is (choice is None)
    assert (model.active_run is None) is (choice == "")


def test_another_project_begins_without_what_was_known_of_runs_of_the_same_names(
    context: AppContext, qtbot: QtBot, tmp_path: Path
) -> None:
    trainer = context.auto_trainer
    trainer.training_sizes["arc-parser 1"] = 400
    trainer._quick_runs.add("arc-parser 1")
    trainer._tried_plans.add(("arc-parser False", "a", 20))
    formats.save(Treebank.of([SENTENCE]), tmp_path / "third.conllu")
    show(context, qtbot, tmp_path / "third.conllu")
    assert not trainer.training_sizes
    assert not trainer._quick_runs
    assert not trainer._tried_plans


@pytest.mark.parametrize(("retrain_after", "is_needed"), [(20, True), (0, False)])
def test_an_own_model_that_cannot_be_updated_is_challenged_unless_retraining_is_off(
    context: AppContext, model_files: list[Path], monkeypatch: pytest.MonkeyPatch, retrain_after: int, is_needed: bool
) -> None:
    assert model_files
    monkeypatch.setattr(auto_trainer, "can_retrain_model", lambda *_: False)
    model = context.suggestions.model
    model.retrain_after = retrain_after
    name = context.session.document
    model.newly_decided_sentences = {(name, index): SENTENCE for index in range(20)}
    assert context.auto_trainer._needs_new_model(model) is is_needed
    model.newly_decided_sentences.popitem()
    assert not context.auto_trainer._needs_new_model(model)


def test_the_first_ranker_in_place_of_a_dictionary_leaves_the_sentence_being_read(
    context: AppContext, model_files: list[Path]
) -> None:
    model, runs = context.suggestions.model, context.runs
    name = runs.recorded_runs[0].name
    for is_read, is_background, expected in ((True, True, None), (True, False, True), (False, True, True)):
        model.is_shown_without_model = lambda _, is_read=is_read: is_read
        runs.background_names = {name} if is_background else set()
        model.run_file, model._selected_file = None, (None,)
        model._on_runs_changed()
        assert model.model_file == model_files[0]
        assert model.get_file(0) == (model_files[0] if expected else None)


def test_the_choice_for_a_text_holds_for_the_document_that_takes_its_place(
    context: AppContext, qtbot: QtBot, tmp_path: Path
) -> None:
    text = tmp_path / "text.txt"
    text.write_text("dogs bark .\ncats sleep .\n", encoding="utf-8")
    show(context, qtbot, text)
    model = context.suggestions.model
    model.choose_run("")
    context.session.edit("Attach", lambda sentence: sentence.with_head(1, 2))
    assert context.session.document.endswith(".conllu")
    assert not model.is_automatic


def test_panels_do_not_move_for_readings_once_something_was_edited(
    qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    window = Window(AppContext(tmp_path / "store"), Preferences(trains_in_background=False))
    qtbot.addWidget(window)
    with qtbot.waitExposed(window):
        window.show()
    raised: list[str] = []
    monkeypatch.setattr(window.panels, "show_dock", raised.append)
    session = window.context.session
    session.show_unsaved_treebank(Treebank.of([SENTENCE] * 3))
    window.panels.raise_readings()
    session.edit("Detach", lambda sentence: sentence.with_head(1, None))
    window.panels.raise_readings()
    assert raised == ["candidates"]
    session.show_unsaved_treebank(Treebank.of([SENTENCE] * 2))
    window.panels.raise_readings()
    assert raised == ["candidates", "candidates"]
    window.context.close()


def test_models_of_the_library_are_compared_with_the_text_again_when_they_change(context: AppContext) -> None:
    compatibility = context.compatibility
    compatibility.sort_compatible_by_coverage(())
    assert compatibility._compatible_runs
    context.library.changed.emit()
    assert () not in compatibility._compatible_runs or not compatibility._compatible_runs[()]
