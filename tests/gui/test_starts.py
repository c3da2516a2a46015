"""Several random starts: learnt one after the other, and drawn as a cloud that what is learnt in one step stands by."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from learning import keep, wait_for
from matplotlib.axes import Axes
from PySide6.QtWidgets import QApplication, QComboBox, QLabel, QListWidget, QPushButton, QSpinBox
from pytestqt.qtbot import QtBot

from spectral_core import formats
from spectral_core.data import Treebank
from spectral_core.files import locate_assets
from spectral_core.model import Value
from spectral_core.project import Run
from spectral_core.registry import METHODS
from spectral_gui.plots import Plot, PlotLine, format_run_seconds, group_random_restarts, make_value_band, plot_lines
from spectral_gui.state import AppContext
from spectral_gui.views.train.curves import CurvesView
from spectral_gui.views.train.training_view import TrainingView
from spectral_gui.widgets.settings_form import SettingsForm

STARTS = 3
EM: dict[str, Value] = {
    "estimator": "em",
    "states": 3,
    "iterations": 6,
    "relations": False,
    "calibration": False,
    "tagger": False,
}
SPECTRAL: dict[str, Value] = {
    "estimator": "spectral",
    "states": 4,
    "relations": False,
    "calibration": False,
    "tagger": False,
}
METHOD = "head-automata"


@pytest.fixture(scope="module")
def sentences() -> Treebank:
    sample = formats.load(locate_assets() / "sample" / "english" / "sampled.conllu")
    return Treebank.of([sample[at] for at in range(200)])


@pytest.fixture
def desk(qapp: QApplication, sentences: Treebank) -> Iterator[AppContext]:
    made = AppContext()
    made.session.show_unsaved_treebank(sentences)
    yield made
    made.close()


def learnt(desk: AppContext) -> tuple[list[Run], Run]:
    """Runs of em from several starts, and one that is spectral."""
    desk.runs.train_with_restarts(METHOD, EM, STARTS)
    wait_for(lambda: len(desk.runs.recorded_runs) == STARTS and desk.runs.recorded_runs[-1].status != "measuring")
    desk.runs.train(METHOD, SPECTRAL)
    wait_for(lambda: len(desk.runs.recorded_runs) == STARTS + 1 and desk.runs.recorded_runs[-1].status != "measuring")
    *cloud, alone = desk.runs.recorded_runs
    assert all(run.status == "finished" for run in desk.runs.recorded_runs)
    return cloud, alone


def pick(view: CurvesView, name: str, text: str) -> None:
    box = next(one for one in view.findChildren(QComboBox) if one.accessibleName() == name)
    at = box.findText(text)
    assert at >= 0, [box.itemText(row) for row in range(box.count())]
    box.setCurrentIndex(at)
    box.activated.emit(at)


def axes_of(view: CurvesView) -> Axes:
    from matplotlib.backends.backend_qtagg import FigureCanvasQTAgg

    plot = view.findChild(Plot)
    assert plot is not None
    wait_for(lambda: plot.is_up_to_date)
    canvas = plot.findChild(FigureCanvasQTAgg)
    assert canvas is not None
    (axes,) = canvas.figure.axes
    return axes


def shown(desk: AppContext, qtbot: QtBot) -> CurvesView:
    view = CurvesView(desk.session, desk.notices, desk.runs, desk.calibrations, desk.suggestions)
    keep(qtbot, view)
    view.resize(900, 520)
    view.show()
    return view


def test_starts_are_learnt_one_after_the_other_with_seeds_of_their_own(desk: AppContext) -> None:
    left: list[int] = []
    desk.runs.changed.connect(lambda: left.append(desk.runs.remaining_restarts))
    desk.runs.train_with_restarts(METHOD, {**EM, "seed": 5}, STARTS)
    wait_for(lambda: len(desk.runs.recorded_runs) == STARTS and desk.runs.recorded_runs[-1].status != "measuring")
    assert [run.settings["seed"] for run in desk.runs.recorded_runs] == [5, 6, 7]
    assert len({run.curve[-1][3]["log_likelihood"] for run in desk.runs.recorded_runs}) == STARTS
    assert left[0] == STARTS - 1
    assert desk.runs.remaining_restarts == 0
    assert not desk.runs.is_training_for_user


def test_stopping_one_stops_those_after_it(desk: AppContext) -> None:
    seen: list[object] = []
    desk.runs.progressed.connect(seen.append)
    desk.runs.train_with_restarts(METHOD, {**EM, "iterations": 10_000}, STARTS)
    wait_for(lambda: bool(seen))
    desk.runs.stop_training()
    wait_for(lambda: not desk.runs.is_training_for_user)
    assert [run.status for run in desk.runs.recorded_runs] == ["cancelled"]
    assert desk.runs.remaining_restarts == 0


def test_the_panel_offers_starts_only_where_there_is_chance(desk: AppContext, qtbot: QtBot) -> None:
    view = TrainingView(desk.session, desk.notices, desk.survey, desk.runs)
    keep(qtbot, view)
    view.show()
    wait_for(lambda: desk.survey.is_complete)
    starts = view.findChild(QSpinBox, "starts")
    assert starts is not None
    methods = next(one for one in view.findChildren(QListWidget) if one.accessibleName() == "Methods")
    for name, chance in (("ngram", False), ("hmm", False), ("branching", False), ("tagger", True), (METHOD, False)):
        methods.setCurrentRow(list(METHODS).index(name))
        assert starts.isEnabled() == chance
    assert starts.toolTip().startswith("This method is deterministic")
    form = view.findChild(SettingsForm, METHOD)
    assert form is not None
    form.set_values(EM)
    assert starts.isEnabled()
    starts.setValue(2)
    start = next(one for one in view.findChildren(QPushButton) if one.text() == "Train")
    start.click()
    wait_for(lambda: len(desk.runs.recorded_runs) == 2 and desk.runs.recorded_runs[-1].status != "measuring")
    assert [run.settings["seed"] for run in desk.runs.recorded_runs] == [0, 1]


def test_em_is_a_cloud_and_spectral_a_line_over_the_seconds_of_learning(desk: AppContext, qtbot: QtBot) -> None:
    cloud, alone = learnt(desk)
    view = shown(desk, qtbot)
    view.show_runs([run.name for run in desk.runs.recorded_runs])
    axes = axes_of(view)
    assert axes.get_xlabel() == "training time (CPU s)"
    drawn = [[tuple(point) for point in one.get_offsets().tolist()] for one in axes.collections]
    assert drawn == [
        [(run.seconds, run.measures["uas"]) for run in cloud],
        [(alone.seconds, alone.measures["uas"])],
    ]
    (line,) = axes.get_lines()
    assert set(line.get_ydata()) == {alone.measures["uas"]}
    assert line.get_xdata()[0] == alone.seconds
    labels = [text.get_text() for text in axes.figure.legends[0].get_texts()]
    assert labels == [f"{METHOD} em, 3 random starts", f"{alone.name}, spectral"]


def test_where_starts_end_is_a_histogram_with_the_one_step_as_a_line(
    desk: AppContext, qtbot: QtBot, tmp_path: Path
) -> None:
    cloud, alone = learnt(desk)
    view = shown(desk, qtbot)
    view.show_runs([run.name for run in desk.runs.recorded_runs])
    pick(view, "Figure", "UAS of the starts, as a histogram")
    axes = axes_of(view)
    bars = [bar for bar in axes.patches if bar.get_height() > 0]
    assert sum(bar.get_height() for bar in bars) == STARTS
    values = sorted(run.measures["uas"] for run in cloud)
    assert bars[0].get_x() <= values[0]
    assert bars[-1].get_x() + bars[-1].get_width() >= values[-1] - 1e-9
    (line,) = axes.get_lines()
    assert set(line.get_xdata()) == {alone.measures["uas"]}
    plot = view.findChild(Plot)
    assert plot is not None
    assert f"{METHOD} em, {STARTS} random starts: {values[0]:.2f}–{values[-1]:.2f}" in plot.accessibleDescription()
    view.export(tmp_path / "starts.pdf")
    assert (tmp_path / "starts.pdf").read_bytes().startswith(b"%PDF")


def test_time_of_learning_is_that_of_the_estimator_and_the_rest_is_named(desk: AppContext, qtbot: QtBot) -> None:
    beside = {"tagger": True, "relations": True, "calibration": True}
    desk.runs.train_with_restarts(METHOD, EM | beside, 2)
    wait_for(lambda: len(desk.runs.recorded_runs) == 2 and desk.runs.recorded_runs[-1].status != "measuring")
    desk.runs.train(METHOD, SPECTRAL | beside)
    wait_for(lambda: len(desk.runs.recorded_runs) == 3 and desk.runs.recorded_runs[-1].status != "measuring")
    view = shown(desk, qtbot)
    view.show_runs([run.name for run in desk.runs.recorded_runs])
    axes = axes_of(view)
    assert axes.get_xlabel() == "CPU time of the estimator (s), without tagger, labeller and calibration"
    for run in desk.runs.recorded_runs:
        assert list(run.parts) == ["calibration", "labeller", "tagger"]
        assert 0 < run.estimator_seconds < run.seconds
        assert format_run_seconds(run).startswith(
            f"{run.seconds:.2f} (estimator {run.estimator_seconds:.2f}, calibration "
        )
    drawn = [[tuple(point) for point in one.get_offsets().tolist()] for one in axes.collections]
    *cloud, alone = desk.runs.recorded_runs
    assert drawn == [
        [(run.estimator_seconds, run.measures["uas"]) for run in cloud],
        [(alone.estimator_seconds, alone.measures["uas"])],
    ]


def test_curves_of_starts_lie_thin_in_their_band(desk: AppContext, qtbot: QtBot, tmp_path: Path) -> None:
    cloud, alone = learnt(desk)
    view = shown(desk, qtbot)
    view.show_runs([run.name for run in desk.runs.recorded_runs])
    pick(view, "Figure", "log-likelihood during training")
    pick(view, "Along", "seconds")
    axes = axes_of(view)
    assert axes.get_xlabel() == "time (s)"
    for run, line in zip(cloud, axes.get_lines(), strict=True):
        assert list(line.get_xdata()) == [seconds for _, _, seconds, _ in run.curve]
        assert list(line.get_ydata()) == [measures["log_likelihood"] for *_, measures in run.curve]
        assert line.get_linewidth() < 1
    (band,) = axes.collections
    assert band.get_alpha() < 1
    outline = band.get_paths()[0].vertices
    last = [run.curve[-1][3]["log_likelihood"] for run in cloud]
    assert max(point[1] for point in outline) == pytest.approx(max(last))
    labels = [text.get_text().replace("\n", " ") for text in axes.figure.legends[0].get_texts()]
    assert labels == [f"{METHOD} em, 3 random starts: lowest to highest"]
    assert any(one.text() == f"Runs without these values: {alone.name}" for one in view.findChildren(QLabel))
    view.export(tmp_path / "cloud.svg")
    assert "random" in (tmp_path / "cloud.svg").read_text(encoding="utf-8")


def test_the_newest_of_several_starts_brings_the_others_and_what_it_is_held_against(
    desk: AppContext, qtbot: QtBot
) -> None:
    desk.runs.train(METHOD, SPECTRAL)
    wait_for(lambda: len(desk.runs.recorded_runs) == 1 and desk.runs.recorded_runs[-1].status != "measuring")
    desk.runs.train_with_restarts(METHOD, EM, 2)
    wait_for(lambda: len(desk.runs.recorded_runs) == 3 and desk.runs.recorded_runs[-1].status != "measuring")
    view = shown(desk, qtbot)
    told = axes_of(view).figure.legends[0].get_texts()
    assert [text.get_text() for text in told] == [f"{METHOD} em, 2 random starts", f"{METHOD} 1, spectral"]


def test_a_band_is_the_lowest_and_the_highest_of_those_that_have_begun() -> None:
    first, second = ([0.0, 2.0, 4.0], [0.0, 2.0, 8.0]), ([1.0, 3.0], [5.0, 1.0])
    band = make_value_band("both", [first, second], 0)
    assert list(band.x) == [0.0, 1.0, 1.0, 2.0, 3.0, 4.0]  # the second comes in at 1
    assert list(band.low) == [0.0, 1.0, 1.0, 2.0, 1.0, 1.0]  # it ended at 1 and stays there
    assert list(band.high) == [0.0, 1.0, 5.0, 3.0, 5.0, 8.0]


def test_runs_that_differ_in_more_than_their_seed_are_no_group() -> None:
    def run(name: str, **settings: Value) -> Run:
        return Run(name=name, method="hmm", settings=settings)

    one, two, other = run("1", seed=0, states=2), run("2", seed=1, states=2), run("3", seed=1, states=3)
    again = run("4", seed=1, states=3)
    assert group_random_restarts([one, other, two, again]) == ([[one, two]], [other, again])


def test_a_figure_with_a_band_is_drawn_anew_as_it_grows() -> None:
    from matplotlib.figure import Figure

    from spectral_gui import theme
    from spectral_gui.plots import make_plot_style

    figure = Figure()
    rows = [PlotLine("one", [1.0, 2.0], [3.0, 4.0], 0, 0.8)]
    draw = plot_lines("x", "y", rows, bands=[make_value_band("both", [([1.0, 2.0], [3.0, 4.0])], 0)])
    draw.draw(figure, make_plot_style(theme.make_palette(True), 9))
    assert not draw.update(figure)
