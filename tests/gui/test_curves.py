"""Plots of runs: what is offered, what is drawn, how often, and the files that are written."""

from __future__ import annotations

import gc
import time
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from pathlib import Path

import pytest
from fixtures import tiny_treebank
from learning import ENDLESS, keep, some_runs, wait_for
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QComboBox, QFileDialog, QLabel, QPushButton
from pytestqt.qtbot import QtBot

from spectral_core import formats
from spectral_core.data import Sentence, Treebank
from spectral_core.errors import FormatError
from spectral_core.project import Project
from spectral_gui import theme
from spectral_gui.plots import (
    Bar,
    Plot,
    PlotLine,
    PlotRenderer,
    RestartValues,
    SingularValueSpectrum,
    make_plot_style,
    plot_bars,
    plot_histogram,
    plot_lines,
    plot_singular_values,
    save_figure,
)
from spectral_gui.state import AppContext
from spectral_gui.views.train.curves import CurvesView


@pytest.fixture
def desk(qapp: QApplication, tmp_path: Path) -> Iterator[AppContext]:
    """A project with runs, opened as after a restart."""
    path = tmp_path / "a.conllu"
    formats.save(Treebank.of([Sentence.of(["dogs", "bark"])]), path)
    project = Project.create(tmp_path / "project", [path])
    for run in some_runs():
        project.add_run(run)
    project.close()
    made = AppContext()
    made.session.open(tmp_path / "project")
    wait_for(lambda: made.session.project is not None)
    yield made
    made.close()


def shown(desk: AppContext, qtbot: QtBot) -> tuple[CurvesView, Plot]:
    view = CurvesView(desk.session, desk.notices, desk.runs, desk.calibrations, desk.suggestions)
    keep(qtbot, view)
    view.resize(800, 480)
    view.show()
    plot = view.findChild(Plot)
    assert plot is not None
    return view, plot


def box(view: CurvesView, name: str) -> QComboBox:
    return next(one for one in view.findChildren(QComboBox) if one.accessibleName() == name)


def pick(view: CurvesView, name: str, text: str) -> None:
    one = box(view, name)
    at = one.findText(text)
    assert at >= 0, [one.itemText(row) for row in range(one.count())]
    one.setCurrentIndex(at)
    one.activated.emit(at)


def points_of(plot: Plot) -> int:
    """How many points the first line on screen has."""
    from matplotlib.backends.backend_qtagg import FigureCanvasQTAgg

    canvas = plot.findChild(FigureCanvasQTAgg)
    assert canvas is not None
    return len(canvas.figure.axes[0].get_lines()[0].get_xdata())


def texts_of(path: Path) -> list[str]:
    return ["".join(one.itertext()) for one in ET.parse(path).iter("{http://www.w3.org/2000/svg}text")]


def test_what_the_chosen_runs_have_is_offered_and_said_in_words(desk: AppContext, qtbot: QtBot) -> None:
    view, plot = shown(desk, qtbot)
    view.show_runs(["hmm 2", "hmm 10"])
    what = box(view, "Figure")
    assert [what.itemText(row) for row in range(what.count())] == [
        "log-likelihood during training",
        "perplexity during training",
        "singular values",
        "perplexity at the end",
        "unknown words at the end",
    ]
    wait_for(lambda: plot.is_up_to_date)
    wait_for(gc.isenabled)  # it rests only while the library is loaded
    assert plot.accessibleDescription() == "log-likelihood (nats). hmm 2: from -199.00 to -190.00"
    assert any(label.isVisible() and label.text().endswith("hmm 10") for label in view.findChildren(QLabel))
    pick(view, "Figure", "perplexity at the end")
    assert "hmm 2: Hidden states 4, Estimator em: 20.25; hmm 10" in plot.accessibleDescription()
    pick(view, "Figure", "singular values")
    assert plot.accessibleDescription() == "hmm 10: 6 singular values, 3 kept"


def test_a_choice_outlasts_runs_that_do_not_have_it(desk: AppContext, qtbot: QtBot) -> None:
    view, _ = shown(desk, qtbot)
    view.show_runs(["hmm 2"])
    pick(view, "Figure", "perplexity during training")
    view.show_runs(["ngram 1"])
    assert box(view, "Figure").currentText() == "perplexity at the end"
    view.show_runs(["hmm 2"])
    assert box(view, "Figure").currentText() == "perplexity during training"


def test_runs_that_measured_nothing_are_told_in_a_sentence(desk: AppContext, qtbot: QtBot) -> None:
    view, plot = shown(desk, qtbot)
    view.show_runs(["hmm 12"])
    assert plot.accessibleDescription() == "hmm 12 ended before the first measure."
    save_button = view.findChild(QPushButton)
    assert save_button is not None
    assert not save_button.isEnabled()


def test_the_running_curve_grows_and_is_drawn_at_most_ten_times_a_second(qtbot: QtBot) -> None:
    desk = AppContext()
    desk.session.show_unsaved_treebank(tiny_treebank())
    view, plot = shown(desk, qtbot)
    assert "appear here" in plot.accessibleDescription()
    desk.runs.train("hmm", ENDLESS)
    wait_for(lambda: plot.draw_count > 0)
    begun, before, points = time.monotonic(), plot.draw_count, points_of(plot)
    wait_for(lambda: plot.draw_count >= before + 5)
    assert plot.draw_count - before <= 10 * (time.monotonic() - begun) + 1
    assert points_of(plot) > points
    assert "hmm 1: from -" in plot.accessibleDescription()
    pick(view, "Along", "seconds")
    desk.runs.stop_training()
    wait_for(lambda: not desk.runs.is_training_for_user)
    wait_for(lambda: plot.accessibleDescription() == "hmm 1 ended before the first measure.")
    desk.close()


def test_a_saved_svg_holds_its_axes_legend_and_cut_as_text(desk: AppContext, qtbot: QtBot, tmp_path: Path) -> None:
    view, _ = shown(desk, qtbot)
    view.show_runs(["hmm 2"])
    view.export(tmp_path / "curve.svg")
    assert {"iterations", "log-likelihood (nats)", "hmm 2"} <= set(texts_of(tmp_path / "curve.svg"))
    pick(view, "Along", "seconds")
    view.export(tmp_path / "curve.svg")
    assert "time (s)" in texts_of(tmp_path / "curve.svg")
    view.show_runs(["hmm 10"])
    pick(view, "Figure", "singular values")
    view.export(tmp_path / "scree.svg")
    assert {"rank", "singular value", "hmm 10", "hmm 10 at rank 3"} <= set(texts_of(tmp_path / "scree.svg"))


def test_the_button_asks_for_a_name_and_the_kind_gives_the_ending(
    desk: AppContext, qtbot: QtBot, tmp_path: Path
) -> None:
    view, _ = shown(desk, qtbot)
    view.show_runs(["hmm 2"])
    button = next(one for one in view.findChildren(QPushButton) if "figure" in one.text())
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    dialog = view.findChild(QFileDialog)
    assert dialog is not None
    dialog.selectNameFilter("PDF page (*.pdf)")
    dialog.filterSelected.emit("PDF page (*.pdf)")
    dialog.selectFile(str(tmp_path / "mine"))
    dialog.accept()
    wait_for(lambda: (tmp_path / "mine.pdf").exists())
    assert (tmp_path / "mine.pdf").read_bytes().startswith(b"%PDF-")


def test_a_figure_is_the_same_file_each_time_and_keeps_its_fonts(tmp_path: Path) -> None:
    draw = plot_lines("iterations", "perplexity", [PlotLine("one", [1, 2, 3], [9.0, 5.0, 4.0])])
    for ending in (".svg", ".pdf", ".png"):
        for name in ("a", "b"):
            save_figure(draw, tmp_path / f"{name}{ending}", [])
        assert (tmp_path / f"a{ending}").read_bytes() == (tmp_path / f"b{ending}").read_bytes()
    assert b"/FontFile2" in (tmp_path / "a.pdf").read_bytes(), "TrueType: its text can be searched and edited"
    with pytest.raises(FormatError, match=r"\.svg, \.pdf, \.png"):
        save_figure(draw, tmp_path / "a.bmp", [])


@pytest.mark.parametrize(
    "draw",
    [
        plot_lines("x", "y", [PlotLine("a point", [3], [1.0]), PlotLine("two", [1, 2], [1.0, 1.0], 36)]),
        plot_lines("x", "y", [PlotLine("gaps", [1, 2, 3], [float("inf"), float("nan"), 2.0])]),
        plot_lines(
            "x", "y", [PlotLine("endless", range(5000), [float(at) for at in range(5000)])], integer_steps=False
        ),
        plot_singular_values(
            "x",
            "y",
            [
                SingularValueSpectrum("flat", [1.0, 1.0], 1, "cut"),
                SingularValueSpectrum("nought", [0.0, 0.0], None, ""),
            ],
        ),
        plot_singular_values("x", "y", [SingularValueSpectrum("none", [], None, "")]),
        plot_bars("x", [Bar("negative", -3.5, "-3.5"), Bar("endless", float("inf"), "∞"), Bar("none", 0.0, "0")]),
    ],
    ids=["a point", "gaps", "long", "flat", "empty", "bars"],
)
def test_whatever_was_measured_can_be_drawn(draw: PlotRenderer, tmp_path: Path) -> None:
    save_figure(draw, tmp_path / "figure.svg", [])
    assert "x" in texts_of(tmp_path / "figure.svg")


def test_singular_values_that_are_nought_do_not_flatten_the_others(qapp: QApplication) -> None:
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    figure = Figure()
    FigureCanvasAgg(figure)
    values = [5.0, 1.0, 0.1, 1e-9, 1e-17, 0.0]
    plot_singular_values("rank", "value", [SingularValueSpectrum("one", values, 3, "cut")]).draw(
        figure, make_plot_style(qapp.palette(), 9.0)
    )
    (axes,) = figure.axes
    assert axes.get_yscale() == "log"
    assert axes.get_ylim()[0] == pytest.approx(5e-6)


def test_figures_take_their_colours_from_the_palette_and_lines_differ_in_more_than_colour() -> None:
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.colors import to_hex
    from matplotlib.figure import Figure

    rows = [PlotLine(f"run {at}", [1, 2], [1.0, 2.0 + at], at) for at in range(14)]
    for dark in (False, True):
        palette = theme.make_palette(dark)
        figure = Figure()
        FigureCanvasAgg(figure)
        plot_lines("x", "y", rows).draw(figure, make_plot_style(palette, 9))
        (axes,) = figure.axes
        assert to_hex(figure.get_facecolor()) == palette.base().color().name()
        assert to_hex(axes.xaxis.label.get_color()) == theme.get_colours(dark).faint.name()
        for first, second in zip(axes.get_lines(), axes.get_lines()[7:], strict=False):
            assert first.get_color() == second.get_color()
            assert first.get_marker() != second.get_marker()


def test_moving_a_curve_leaves_the_same_lines_as_drawing_it_anew() -> None:
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    look = make_plot_style(theme.make_palette(False), 9)
    figure = Figure()
    FigureCanvasAgg(figure)
    short = plot_lines("x", "y", [PlotLine("one", [1, 2], [5.0, 3.0])])
    longer = plot_lines("x", "y", [PlotLine("one", [1, 2, 3], [5.0, 3.0, -40.0])])
    other = plot_lines("x", "y", [PlotLine("two", [1, 2, 3], [5.0, 3.0, -40.0])])
    assert not short.update(figure)
    short.draw(figure, look)
    assert longer.update(figure)
    (axes,) = figure.axes
    assert list(axes.get_lines()[0].get_ydata()) == [5.0, 3.0, -40.0]
    assert axes.get_ylim()[0] < -40
    assert not other.update(figure)


def test_the_name_of_a_curve_stands_over_no_other_curve() -> None:
    """One ends early, where the other passes through what stands beside its end."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    figure = Figure(figsize=(8, 4), layout="constrained")
    canvas = FigureCanvasAgg(figure)
    far, near = list(range(1, 41)), list(range(1, 26))
    rows = [PlotLine("passes by", far, [float(at) for at in far], 0), PlotLine("ends early", near, [25.0] * 25, 1)]
    plot_lines("x", "y", rows).draw(figure, make_plot_style(theme.make_palette(False), 9))
    canvas.draw()
    (axes,) = figure.axes
    passing = axes.transData.transform(list(zip(*axes.get_lines()[0].get_data(), strict=True)))
    name = next(text for text in axes.texts if text.get_text() == "ends early").get_window_extent()
    assert not any(name.contains(*point) for point in passing)


def test_a_figure_of_nothing_is_drawn_empty() -> None:
    from matplotlib.figure import Figure

    look = make_plot_style(theme.make_palette(False), 9)
    figure = Figure()
    nothing = plot_lines("x", "y", [])
    nothing.draw(figure, look)
    assert not nothing.update(figure)
    plot_histogram("x", "y", [RestartValues("one start", [2.0])]).draw(figure, look)
    assert len(figure.axes) == 1
