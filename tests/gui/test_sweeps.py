"""Sweeps in the window: asked for with keys, learnt as one run, drawn while they go on and afterwards."""

from __future__ import annotations

import math
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from fixtures import tiny_treebank
from learning import keep, wait_for
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QComboBox, QLabel, QLineEdit, QListWidget, QPushButton
from pytestqt.qtbot import QtBot

from spectral_core.data import Treebank
from spectral_core.engine import HELD_OUT
from spectral_core.project import Run, SweepPoint
from spectral_core.registry import METHODS
from spectral_gui.plots import Plot, format_changed_settings, list_sweep_measures, plot_sweep, summarise_run
from spectral_gui.state import AppContext
from spectral_gui.views.train.curves import CurvesView
from spectral_gui.views.train.training_view import TrainingView


@pytest.fixture
def desk(qapp: QApplication) -> Iterator[AppContext]:
    made = AppContext()
    made.session.show_unsaved_treebank(Treebank.of(list(tiny_treebank()) * 3))
    yield made
    made.close()


def curves(desk: AppContext, qtbot: QtBot) -> tuple[CurvesView, Plot]:
    view = CurvesView(desk.session, desk.notices, desk.runs, desk.calibrations, desk.suggestions)
    keep(qtbot, view)
    view.resize(800, 480)
    view.show()
    plot = view.findChild(Plot)
    assert plot is not None
    return view, plot


def some_sweep() -> Run:
    points = [
        SweepPoint({"states": states, "estimator": "em", "seed": seed}, 2.0 + seed, {"perplexity": 10 - states + seed})
        for states in (2, 4)
        for seed in (0, 2)
    ]
    points += [SweepPoint({"states": states, "estimator": "spectral"}, 0.5, {"perplexity": 9.0}) for states in (2, 4)]
    points.append(SweepPoint({"states": 60, "estimator": "spectral"}, complaint="60 are too many"))
    return Run("hmm 1", "hmm", {"column": "xpos"}, over=("states", "estimator"), seconds=9.0, points=tuple(points))


def test_a_sweep_is_typed_and_learnt_as_one_run_with_one_curve(desk: AppContext, qtbot: QtBot, tmp_path: Path) -> None:
    training = TrainingView(desk.session, desk.notices, desk.survey, desk.runs)
    keep(qtbot, training)
    training.show()
    view, plot = curves(desk, qtbot)
    wait_for(lambda: desk.survey.is_complete)
    methods = next(one for one in training.findChildren(QListWidget) if one.accessibleName() == "Methods")
    methods.setCurrentRow(list(METHODS).index("ngram"))
    over = training.findChild(QLineEdit, "over")
    start = next(one for one in training.findChildren(QPushButton) if one.text() == "Train")
    assert over is not None
    qtbot.keyClicks(over, "order=2:")
    assert not start.isEnabled()
    assert any("'2:' is no range" in label.text() for label in training.findChildren(QLabel))
    qtbot.keyClicks(over, "4 sentences=12,30")
    assert start.isEnabled()
    qtbot.keyClick(start, Qt.Key.Key_Space)
    wait_for(lambda: len(desk.runs.recorded_runs) == 1 and desk.runs.recorded_runs[-1].status != "measuring")
    (run,) = desk.runs.recorded_runs
    assert (run.name, run.over, len(run.points), run.model) == ("ngram 1", ("order", "sentences"), 6, "")
    assert all(point.measures for point in run.points)
    wait_for(lambda: plot.is_up_to_date)
    assert plot.accessibleDescription().startswith("perplexity (per word). 12 sentences: from ")
    view.export(tmp_path / "sweep.svg")
    drawn = "".join(ET.parse(tmp_path / "sweep.svg").getroot().itertext())
    assert "30 sentences" in drawn
    what = next(one for one in view.findChildren(QComboBox) if one.accessibleName() == "Figure")
    assert [what.itemText(row) for row in range(what.count())] == [
        "perplexity along the sweep",
        "unknown words along the sweep",
        "training time along the sweep",
    ]


def test_a_sweep_that_runs_is_drawn_as_far_as_it_is(desk: AppContext, qtbot: QtBot) -> None:
    _, plot = curves(desk, qtbot)
    seen: list[str] = []
    desk.runs.progressed.connect(lambda _: seen.append(plot.accessibleDescription()))
    settings = {"column": "xpos", "minimum": 1, "estimator": "em", "iterations": 300, "tolerance": 0.0}
    desk.runs.run_sweep("hmm", settings, (("states", (2, 3, 4, 5, 6, 7)),))
    wait_for(lambda: len(desk.runs.recorded_runs) == 1 and desk.runs.recorded_runs[-1].status != "measuring")
    assert any(text.startswith("perplexity (per word). hmm 1: from ") for text in seen)
    assert desk.runs.recorded_runs[0].status == "finished"


def test_a_sweep_stops_and_says_what_it_cannot_vary(desk: AppContext) -> None:
    settings = {"column": "xpos", "minimum": 1, "estimator": "em", "iterations": 10_000, "tolerance": 0.0}
    desk.runs.run_sweep("hmm", settings, (("states", (2, 3, 4)),))
    wait_for(lambda: desk.runs.current_run is not None)
    desk.runs.stop_training()
    wait_for(lambda: not desk.runs.is_training_for_user)
    assert [(run.status, run.points) for run in desk.runs.recorded_runs] == [("cancelled", ())]
    desk.runs.run_sweep("hmm", {"column": "xpos"}, (("states", (60, 61)),))
    wait_for(lambda: len(desk.runs.recorded_runs) == 2 and desk.runs.recorded_runs[-1].status != "measuring")
    assert desk.runs.recorded_runs[1].complaint.startswith("no model of the sweep could be trained: 60 hidden states")
    assert desk.runs.recorded_runs[1].points == ()


def test_starts_are_a_band_around_their_mean_and_what_failed_has_no_place() -> None:
    run = some_sweep()
    assert list_sweep_measures(run) == ["perplexity", "seconds"]
    draw, told = plot_sweep(run, "perplexity")
    from matplotlib.figure import Figure

    from spectral_gui.plots.axes_style import PRINT_STYLE

    figure = Figure()
    draw.draw(figure, PRINT_STYLE)
    (axes,) = figure.axes
    assert [list(map(tuple, zip(*line.get_data(), strict=True))) for line in axes.get_lines()] == [
        [(2, 9.0), (4, 7.0)],
        [(2, 9.0), (4, 9.0)],
    ]
    assert len(axes.collections) == 1
    assert told == (
        "perplexity (per word). em: mean of 2 starts: from 9.00 to 7.00, best 7.00 at 4; "
        "spectral: from 9.00 to 9.00, best 9.00 at 2"
    )


def test_a_sweep_is_told_by_what_it_varies_and_by_its_best_point() -> None:
    run = some_sweep()
    assert format_changed_settings(run) == "over states, estimator, column xpos"
    assert summarise_run(run) == (
        "hmm 1: sweep over Hidden states, Estimator, 7 models in 9.00 s CPU: "
        "best perplexity 6.00 at states 4, estimator em, seed 0 (on training data)"
    )


def test_models_without_a_number_are_not_the_best() -> None:
    values = (math.nan, 5.0, 6.0)
    points = tuple(SweepPoint({"states": size}, 1.0, {"perplexity": value}) for size, value in enumerate(values, 2))
    run = Run("hmm 1", "hmm", over=("states",), points=points)
    assert "best perplexity 5.00 at states 3" in summarise_run(run)
    assert ": best" not in summarise_run(replace(run, points=points[:1]))


def test_a_learning_curve_says_that_its_numbers_are_without_what_is_held_out() -> None:
    points = tuple(SweepPoint({"sentences": size}, 1.0, {"uas": 60.0 + size}) for size in (10, 33))
    run = Run("head-automata 1", "head-automata", measured_documents=(HELD_OUT,), over=("sentences",), points=points)
    draw, _ = plot_sweep(run, "uas")
    from matplotlib.figure import Figure

    from spectral_gui.plots.axes_style import PRINT_STYLE

    figure = Figure()
    draw.draw(figure, PRINT_STYLE)
    assert figure.axes[0].get_xlabel() == "training sentences without held-out ones"
    assert "at sentences 33 without held-out sentences" in summarise_run(run)


def test_what_is_varied_in_words_alone_is_drawn_as_bars() -> None:
    points = tuple(SweepPoint({"estimator": name}, 1.0, {"uas": 80.0}) for name in ("det", "spectral"))
    _, told = plot_sweep(Run("head-automata 1", "head-automata", over=("estimator",), points=points), "uas")
    assert told == "UAS (%). det: 80.00; spectral: 80.00"
