"""Calibration on screen: what the engine measures of a parser, the diagram of it, and what underlining is worth."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from fixtures import tiny_treebank
from learning import wait_for
from PySide6.QtWidgets import QDoubleSpinBox, QLabel
from pytestqt.qtbot import QtBot
from seen import named

from spectral_core import formats, store
from spectral_core.data import UNCONSTRAINED, Sentence, Treebank
from spectral_core.engine import (
    HELD_OUT,
    CalibrationResult,
    DocumentState,
    Engine,
    MeasureCalibration,
    ScoreDisagreement,
    ScoreUncertainty,
)
from spectral_core.errors import DataError
from spectral_core.evaluate import bin_by_confidence, expected_calibration_error, strip_annotation
from spectral_core.progress import ignore_progress
from spectral_core.project import Project
from spectral_core.registry import METHODS, make_settings
from spectral_gui.plots import Plot
from spectral_gui.preferences import Preferences
from spectral_gui.state import AppContext
from spectral_gui.views.shared.preferences_dialog import PreferencesDialog
from spectral_gui.views.train.curves import CalibrationDiagram, CurvesView

ROWS = [replace(one, tree=None, candidates=(), analyses=()) for one in tiny_treebank()]


@pytest.fixture(scope="module")
def desk(qapp: object, tmp_path_factory: pytest.TempPathFactory) -> Iterator[AppContext]:
    """A project with two documents: a calibrated parser measured on the second, and one without calibration."""
    assert qapp is not None
    room = tmp_path_factory.mktemp("calibrated") / "garden"
    room.mkdir()
    formats.save(Treebank.of([*ROWS, *ROWS]), room / "train.conllu")
    formats.save(Treebank.of(ROWS[::2]), room / "dev.conllu")
    Project.create(room, [room / "train.conllu", room / "dev.conllu"], "Garden").close()
    made = AppContext()
    made.session.open(room)
    wait_for(lambda: made.session.opened_path == room and made.survey.is_complete)
    for settings in ({"estimator": "spectral", "states": 2}, {"estimator": "det", "calibration": False}):
        made.runs.train(
            "head-automata", {**settings, "tagger": False, "lexical": "none"}, ["train.conllu"], "dev.conllu"
        )
        before = len(made.runs.recorded_runs)
        wait_for(
            lambda before=before: (
                len(made.runs.recorded_runs) > before and made.runs.recorded_runs[-1].status != "measuring"
            )
        )
        assert made.runs.recorded_runs[-1].status == "finished", made.runs.recorded_runs[-1].complaint
    yield made
    made.close()


@pytest.fixture
def curves(desk: AppContext, qtbot: QtBot) -> CurvesView:
    made = CurvesView(desk.session, desk.notices, desk.runs, desk.calibrations, desk.suggestions)
    qtbot.addWidget(made)
    made.resize(760, 560)
    made.show()
    return made


def measured(desk: AppContext, run: str) -> CalibrationResult:
    if desk.calibrations.get_calibration(run) is None:
        desk.calibrations.measure_calibration(run)
        wait_for(lambda: desk.calibrations.get_calibration(run) is not None)
    found = desk.calibrations.get_calibration(run)
    assert found is not None
    return found


def test_the_engine_finds_what_every_word_taken_by_itself_says(tmp_path: Path) -> None:
    method = METHODS["head-automata"]
    model = method.learn(
        Treebank.of([*ROWS, *ROWS]), make_settings(method, {"estimator": "spectral", "states": 2, "lexical": "none"})
    )
    store.save(model, tmp_path / "m.npz")
    engine = Engine()
    engine.set_document("dev", DocumentState(None, "conllu", {}, Treebank.of(ROWS)))
    found = MeasureCalibration(tmp_path / "m.npz", ("dev",)).run(engine, ignore_progress)
    confidences, rights, margins = [], [], []
    for sentence in ROWS:
        bare = strip_annotation(sentence)
        chances = model.probabilities(bare, UNCONSTRAINED)  # type: ignore[attr-defined]
        tree = model.parse(bare)[0].value  # type: ignore[attr-defined]
        for word in range(len(sentence)):
            confidences.append(chances[tree.heads[word], word])
            rights.append(tree.heads[word] == sentence.heads[word])
            best = sorted(chances[:, word])
            margins.append(best[-1] - best[-2])
    assert found.calibrated
    assert (found.parts, found.wrong_parts) == (len(rights), rights.count(False))
    assert found.expected_calibration_error == pytest.approx(expected_calibration_error(confidences, rights))
    assert found.bins == bin_by_confidence(confidences, rights)
    wrong, margin = ~np.array(rights), np.array(margins)
    for threshold in (0.1, 0.5, 0.9):
        below = margin < threshold
        recall, precision = found.flag_recall_and_precision(threshold)
        assert recall == pytest.approx((below & wrong).sum() / wrong.sum())
        assert precision == (pytest.approx((below & wrong).sum() / below.sum()) if below.any() else None)


def test_a_document_without_heads_cannot_measure(tmp_path: Path) -> None:
    method = METHODS["head-automata"]
    model = method.learn(Treebank.of(ROWS), make_settings(method, {"estimator": "det", "tagger": False}))
    store.save(model, tmp_path / "m.npz")
    engine = Engine()
    engine.set_document("bare", DocumentState(None, "conllu", {}, Treebank.of(strip_annotation(one) for one in ROWS)))
    with pytest.raises(DataError, match="is annotated"):
        MeasureCalibration(tmp_path / "m.npz", ("bare",)).run(engine, ignore_progress)


def test_the_diagram_speaks_of_the_document_the_run_was_measured_on(
    desk: AppContext, curves: CurvesView, tmp_path: Path
) -> None:
    first = desk.runs.recorded_runs[0].name
    curves.show_runs([first])
    curves.show_calibration()
    wait_for(lambda: desk.calibrations.get_calibration(first) is not None)
    found = measured(desk, first)
    assert found.sentences == len(ROWS[::2])
    told = curves.findChild(Plot).accessibleDescription()  # type: ignore[union-attr]
    assert "dev.conllu" in told
    assert f"expected calibration error {found.expected_calibration_error:.3f}" in told
    recall, precision = found.flag_recall_and_precision(desk.suggestions.uncertain_below)
    if recall is not None and precision is not None:
        assert f"{recall:.0%} of wrong heads" in told
        assert f"{precision:.0%} of flagged heads are wrong" in told
    for ending in (".svg", ".pdf", ".png"):
        curves.export(tmp_path / f"reliability{ending}")
        assert (tmp_path / f"reliability{ending}").stat().st_size > 1000
    drawn = (tmp_path / "reliability.svg").read_text()
    assert "probability of the predicted arc" in drawn
    assert "uncalibrated" not in drawn


def test_scores_of_a_model_without_calibration_are_never_called_probabilities(
    desk: AppContext, curves: CurvesView, tmp_path: Path
) -> None:
    last = desk.runs.recorded_runs[-1].name
    measured(desk, last)
    curves.show_runs([last])
    curves.show_calibration()
    wait_for(lambda: desk.calibrations.get_calibration(last) is not None)
    curves.export(tmp_path / "scores.svg")
    drawn = (tmp_path / "scores.svg").read_text()
    assert "uncalibrated score of the predicted arc" in drawn
    assert "probability of" not in drawn


def test_another_margin_is_said_at_once(desk: AppContext, curves: CurvesView) -> None:
    first = desk.runs.recorded_runs[0].name
    found = measured(desk, first)
    curves.show_runs([first])
    curves.show_calibration()
    before = desk.suggestions.uncertain_below
    try:
        desk.suggestions.set_uncertain_below(0.95)
        wait_for(lambda: desk.calibrations.get_calibration(first) is not None)
        told = curves.findChild(Plot).accessibleDescription()  # type: ignore[union-attr]
        assert "0.95" in told
        assert (
            found.flag_recall_and_precision(0.95)[0] is None
            or f"{found.flag_recall_and_precision(0.95)[0]:.0%}" in told
        )
    finally:
        desk.suggestions.set_uncertain_below(before)


def test_the_preferences_say_what_a_margin_is_worth(desk: AppContext, qtbot: QtBot) -> None:
    def said(dialog: PreferencesDialog) -> str:
        labels = dialog.findChildren(QLabel)
        return next(one.text() for one in labels if one.accessibleName() == "Quality of uncertain-word flags")

    unmeasured = PreferencesDialog(Preferences(head_margin=0.5))
    qtbot.addWidget(unmeasured)
    assert "Calibration" in said(unmeasured)
    found = CalibrationResult((), 0.0, True, 10, 100, 20, tuple((step, step // 10) for step in range(101)))
    dialog = PreferencesDialog(Preferences(head_margin=0.5), None, found)
    qtbot.addWidget(dialog)
    assert said(dialog).startswith("A margin of 0.50 flags 25% of wrong heads")
    assert "10% of flagged heads are wrong" in said(dialog).replace("\n", " ")
    named(dialog, QDoubleSpinBox, "Uncertain words").setValue(1.0)
    assert "50% of wrong heads" in said(dialog).replace("\n", " ")
    assert desk is not None


def test_sentences_too_long_to_be_parsed_have_no_opinion_and_are_left_out(tmp_path: Path) -> None:
    method = METHODS["head-automata"]
    model = method.learn(Treebank.of(ROWS), make_settings(method, {"estimator": "det", "tagger": False}))
    store.save(model, tmp_path / "m.npz")
    size = 201
    heads = [0, *[1] * (size - 1)]
    long = Sentence.of([f"w{n}" for n in range(size)], heads=heads, xpos=["NN"] * size)
    engine = Engine()
    engine.set_document("dev", DocumentState(None, "conllu", {}, Treebank.of([ROWS[0], long])))
    found = MeasureCalibration(tmp_path / "m.npz", ("dev",)).run(engine, ignore_progress)
    assert (found.sentences, found.left_out) == (1, 1)
    assert ScoreUncertainty(tmp_path / "m.npz", "dev").run(engine, ignore_progress)[1] == -1
    assert list(ScoreDisagreement(*[tmp_path / "m.npz"] * 2, "dev").run(engine, ignore_progress)) == [0.0, -1.0]


def test_what_was_held_out_is_not_called_learnt_from(desk: AppContext, curves: CurvesView) -> None:
    calibration = CalibrationDiagram(desk.calibrations, desk.suggestions, curves)
    found = CalibrationResult((), 0.0, True, 10, 100, 20, tuple((step, step // 10) for step in range(101)))
    run = replace(desk.runs.recorded_runs[0], documents=("train.conllu",), measured_documents=("train.conllu",))
    assert "Measured on training data" in calibration.format_caption(run, found)
    held_out = replace(run, measured_documents=(HELD_OUT,))
    assert "training data" not in calibration.format_caption(held_out, found)
    assert "on held-out sentences of train.conllu, 100 words" in calibration.plot(held_out, found, 0)[1]
