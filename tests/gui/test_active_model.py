"""Rules of the active model: whose choice it is, what is learnt into use, and what is said of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, cast

import numpy as np
import pytest
from event_loop import of_kind
from pytestqt.qtbot import QtBot

from spectral_core import formats
from spectral_core.data import Sentence, Treebank
from spectral_core.engine import CompareSuggestions, TrainableDocument
from spectral_core.engine.evaluation import estimate_confidence
from spectral_core.project import Project, Run
from spectral_gui.app.window import Window
from spectral_gui.preferences import Preferences
from spectral_gui.state import AppContext, ChangeKind
from spectral_gui.state.auto_trainer import TRIAL_SENTENCES, ModelTrial
from spectral_gui.state.notices import ReportingJobs

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


class Answers:
    """Sends requests to nobody, and answers them as the test says."""

    def __init__(self) -> None:
        self.requests: list[CompareSuggestions] = []
        self.answer: Callable[[float], object] = lambda _: None
        self.finished = self

    def connect(self, slot: Callable[[float], object]) -> None:
        self.answer = slot

    def when_unsuccessful(self, _: object) -> None:
        """No request fails here."""

    def send(self, _queue: str, request: CompareSuggestions, **_: Any) -> Answers:
        self.requests.append(request)
        return self


def decide(trial: ModelTrial, count: int) -> None:
    for _ in range(count):
        trial.add_decided_sentence(SENTENCE, SENTENCE, 1)


@pytest.mark.parametrize(("confidence", "outcome"), [(0.89, []), (0.9, [True]), (0.11, []), (0.1, [False])])
def test_a_new_model_takes_over_only_with_confidence(confidence: float, outcome: list[bool], tmp_path: Path) -> None:
    answers, outcomes = Answers(), []
    trial = ModelTrial(Run("new", "arc-parser", {}), tmp_path / "new", cast("ReportingJobs", answers), outcomes.append)
    decide(trial, TRIAL_SENTENCES - 1)
    assert not answers.requests
    decide(trial, 1)
    assert [len(request.decided) for request in answers.requests] == [TRIAL_SENTENCES]
    assert answers.requests[0].shown_correct == (1,) * TRIAL_SENTENCES
    answers.answer(confidence)
    assert outcomes == outcome


def test_models_are_compared_again_when_the_decided_sentences_have_doubled(tmp_path: Path) -> None:
    answers, outcomes = Answers(), []
    trial = ModelTrial(Run("new", "arc-parser", {}), tmp_path / "new", cast("ReportingJobs", answers), outcomes.append)
    for count in (TRIAL_SENTENCES, TRIAL_SENTENCES, 2 * TRIAL_SENTENCES):
        decide(trial, count)
        answers.answer(0.5)
    assert [len(request.decided) for request in answers.requests] == [20, 40, 80]
    assert outcomes == []


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
