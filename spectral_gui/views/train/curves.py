"""Curves panel: figures of runs while they train and of finished runs, and the calibration of a parser."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QComboBox, QWidget

from spectral_core.engine import HELD_OUT, CalibrationResult
from spectral_core.progress import CALIBRATION, Progress
from spectral_core.project import Run
from spectral_gui import widgets
from spectral_gui.jobs.jobs import Job
from spectral_gui.plots import (
    Plot,
    PlotRenderer,
    describe_head_flagging,
    group_random_restarts,
    open_save_figure_dialog,
    plot_reliability,
    save_figure,
)
from spectral_gui.state import Calibrations, ChangeKind, Changes, Notices, Runs, Session, Suggestions
from spectral_gui.text_display import resolve_plural
from spectral_gui.view_updates import ViewUpdates
from spectral_gui.views.train.curve_figures import (
    CURVE,
    RELIABILITY,
    Curve,
    Figure,
    FigureKind,
    FigureMaker,
    format_figure_kind,
    list_figure_kinds,
)
from spectral_gui.widgets.adaptive_layout import WrappingRow
from spectral_gui.widgets.empty_state import EmptyState


class CalibrationDiagram(QObject):
    """Plots the calibration of a parser, and requests its measurement from the engine."""

    progressed = Signal()  # the engine reported progress

    def __init__(self, calibrations: Calibrations, suggestions: Suggestions, parent: QObject):
        super().__init__(parent)
        self._calibrations, self._suggestions = calibrations, suggestions
        self._progress = ""
        self._job: Job[CalibrationResult] | None = None

    def get_or_request_result(self, run: Run) -> CalibrationResult | None:
        """Return the calibration of a run; if it is not known, and measuring it has not failed, request it and return
        None."""
        result = self._calibrations.get_calibration(run.name)
        if result is None and not self._calibrations.get_failure_reason(run.name):
            self.request_measurement(run)
        return result

    def request_measurement(self, run: Run) -> None:
        """Request the calibration of a run from the engine, unless it is being measured."""
        job = self._calibrations.measure_calibration(run.name)
        if job is not None and job is not self._job:
            self._job, self._progress = job, ""
            job.progressed.connect(self._on_progressed)

    def explain_missing(self, run: Run) -> str:
        """Return why there is no diagram: the measurement failed, or is in progress."""
        problem = self._calibrations.get_failure_reason(run.name)
        return problem or self.tr("Measuring the calibration of {0}. {1}").format(run.name, self._progress)

    def plot(self, run: Run, result: CalibrationResult, number: int) -> tuple[PlotRenderer, str]:
        """Return the reliability diagram of a run and its description."""
        error = self.tr("expected calibration error {0:.3f}").format(result.expected_calibration_error)
        measured_on = ", ".join(Path(name).name for name in self._calibrations.select_measured_documents(run))
        if run.measured_documents == (HELD_OUT,):
            measured_on = self.tr("held-out sentences of {0}").format(measured_on)
        word_count = resolve_plural(self.tr("%Ln word(s)", "", result.parts), result.parts)
        title = self.tr("{0} on {1}, {2}: {3}").format(run.name, measured_on, word_count, error)
        if not result.calibrated:
            title += "\n" + self.tr("The model is not calibrated: these are scores and not probabilities.")
        caption = self.format_caption(run, result)
        score, ideal = self.tr("uncalibrated score of the predicted arc"), self.tr("perfect calibration")
        x = self.tr("probability of the predicted arc") if result.calibrated else score
        y, word_count = self.tr("accuracy of heads"), self.tr("words")
        renderer = plot_reliability(result.bins, x, y, word_count, ideal, title, caption, number)
        template = self.tr("{0:.2f}: {1:.0%} of {2} correct")
        bin_texts = "; ".join(
            template.format(confidence_bin.confidence, confidence_bin.accuracy, confidence_bin.count)
            for confidence_bin in result.bins
        )
        return renderer, f"{title}\n{bin_texts}\n{caption}"

    def format_caption(self, run: Run, result: CalibrationResult) -> str:
        """Describe the precision and recall of underlining uncertain words, and the limits of the measurement."""
        sentences = [
            describe_head_flagging(
                self._suggestions.uncertain_below, *result.flag_recall_and_precision(self._suggestions.uncertain_below)
            )
        ]
        held_out = run.measured_documents == (HELD_OUT,)
        is_training_text = not held_out and set(run.documents) & set(self._calibrations.select_measured_documents(run))
        if is_training_text:
            sentences.append(self.tr("Measured on training data: scores on other sentences are lower."))
        if result.left_out:
            sentences.append(
                resolve_plural(self.tr("%Ln sentence(s) could not be parsed.", "", result.left_out), result.left_out)
            )
        return " ".join(sentences)

    def _on_progressed(self, progress: Progress) -> None:
        if progress.total:
            self._progress = self.tr("{0} of {1} sentences").format(progress.done, progress.total)
            self.progressed.emit()


@dataclass(slots=True)
class _LiveRun:
    """Curve of the run that is training now."""

    run: Run
    start_time: float = field(default_factory=time.monotonic)
    curve: list[tuple[str, int, float, dict[str, float]]] = field(default_factory=list)

    def add_progress(self, progress: Progress) -> None:
        """Append the measures of a progress report to the curve, or in a sweep, set those of the point just trained."""
        measures, points = dict(progress.measures), self.run.points
        if points:
            point = replace(points[progress.done - 1], measures=measures)
            self.run = replace(self.run, points=(*points[: progress.done - 1], point, *points[progress.done :]))
        else:
            self.curve.append((progress.stage, progress.done, time.monotonic() - self.start_time, measures))


class CurvesView(QWidget):
    """View that plots the chosen runs, and the running one while it trains."""

    def __init__(
        self, session: Session, notices: Notices, runs: Runs, calibrations: Calibrations, suggestions: Suggestions
    ):
        super().__init__()
        self._session, self._notices, self._runs = session, notices, runs
        self._calibrations, self._suggestions = calibrations, suggestions
        self._chosen_runs: list[str] = []
        self._live: _LiveRun | None = None
        self._preferred_kind: FigureKind | None = None  # kind chosen by the user; shown whenever it is available
        self._renderer: PlotRenderer | None = None  # of the current figure
        self._drawn_margin = suggestions.uncertain_below  # margin below which words are uncertain in the diagram
        self._kind_box = widgets.set_accessible_name(QComboBox(), self.tr("Figure"))
        self._kind_box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
        self._axis_box = widgets.set_accessible_name(QComboBox(), self.tr("Along"))
        self._axis_box.addItems([self.tr("iterations"), self.tr("seconds")])
        self._calibration_diagram = CalibrationDiagram(calibrations, suggestions, self)
        self._figure_maker = FigureMaker(self._get_curve, self._get_colour_index)
        hint = self.tr("Measure whether a parser's probabilities match its accuracy")
        self._calibrate_button = widgets.make_button(self.tr("Calibration"), self.show_calibration, hint)
        file_hint = self.tr("As SVG, PDF or PNG, on white, with axes and legend")
        self._save_button = widgets.make_button(self.tr("Save figure…"), self.save_figure, file_hint)
        kind_label, axis_label = (
            widgets.make_label(self.tr("Show"), buddy=self._kind_box),
            widgets.make_label(self.tr("by"), buddy=self._axis_box),
        )
        choices = widgets.make_row(kind_label, self._kind_box, axis_label, self._axis_box, widgets.STRETCH)
        bar = WrappingRow(choices, widgets.make_row(self._calibrate_button, self._save_button))
        self._plot, self._empty_state = Plot(self.tr("Curves")), EmptyState("activity")
        self._pages = widgets.make_stack(self._plot, self._empty_state)
        self._left_out_label = widgets.make_label(wraps=True)
        widgets.make_column(bar, (self._pages, 1), self._left_out_label, on=self, margins=8)
        self._kind_box.activated.connect(self._on_kind_chosen)
        self._axis_box.activated.connect(self._redraw)
        widgets.connect_signals(
            self._on_calibration_changed, self._calibration_diagram.progressed, calibrations.changed
        )
        runs.progressed.connect(self._on_progressed)
        ViewUpdates(
            "curves", self, session, self._on_changes, ChangeKind.PROJECT | ChangeKind.RUNS | ChangeKind.SUGGESTIONS
        )
        self._on_runs_changed()

    def show_runs(self, names: Sequence[str]) -> None:
        """Plot the runs of these names; [] plots the newest."""
        self._chosen_runs = list(names)
        self._on_runs_changed()

    def show_calibration(self) -> None:
        """Measure the calibration of the chosen parser on the test document of its run, and plot it."""
        run = self._find_parser_run()
        if run is None:
            self._notices.report_refusal(self.tr("Choose a run of a parser, such as arc-parser."))
            return
        self._preferred_kind = RELIABILITY
        self._calibration_diagram.request_measurement(run)
        self._update_kind_box()
        self._kind_box.setCurrentIndex(self._kind_box.findData(RELIABILITY))
        self._redraw()

    def save_figure(self) -> None:
        """Ask for a file, and write the current figure to it."""
        if self._renderer is not None:
            open_save_figure_dialog(self, self.tr("curves"), self.export)

    def export(self, path: Path) -> None:
        """Write the current figure to a file."""
        if self._renderer is not None:
            with self._notices.report_file_written(path):
                save_figure(self._renderer, path, self._session.source_files)

    def _select_runs_to_plot(self) -> list[Run]:
        """Return the runs to plot: the chosen ones, or the newest that can be plotted; and always the running one."""
        runs = [run for run in self._runs.recorded_runs if run.name in self._chosen_runs]
        if not runs and self._live is None:
            runs = self._select_newest_runs()
        if self._live is not None:
            runs.append(self._live.run)
        return runs

    def _select_newest_runs(self) -> list[Run]:
        """Return the newest run that can be plotted; if it is one of several random starts, all of them and the last
        single run of the same method on the same test data."""
        runs = [run for run in self._runs.recorded_runs if _is_plottable(run)]
        if not runs:
            return list(self._runs.recorded_runs[-1:])
        groups, single_runs = group_random_restarts(runs)
        group = next((group for group in groups if runs[-1] in group), None)
        if group is None:
            return runs[-1:]
        task = (runs[-1].method, runs[-1].measured_documents)
        comparable_runs = [run for run in single_runs if (run.method, run.measured_documents) == task]
        return [run for run in runs if run in group or run in comparable_runs[-1:]]

    def _find_parser_run(self) -> Run | None:
        """Return the newest plotted run whose calibration can be measured."""
        names = {run.name for run in self._calibrations.parser_runs}
        return next((run for run in reversed(self._select_runs_to_plot()) if run.name in names), None)

    def _get_curve(self, run: Run) -> Curve:
        """Return the curve of a run; that of the running one grows."""
        return self._live.curve if self._live is not None and run is self._live.run else run.curve

    def _get_colour_index(self, run: Run) -> int:
        """Return the position of a run among all runs, so that it keeps its colour."""
        names = [recorded_run.name for recorded_run in self._runs.recorded_runs]
        return names.index(run.name) if run.name in names else len(names)

    def _on_progressed(self, progress: Progress) -> None:
        """Add the measures of the run in training to its curve, and draw it."""
        running = self._runs.current_run
        if running is None:
            return
        if self._live is None or self._live.run.name != running.name:
            self._live = _LiveRun(running)
            self._on_runs_changed()
        if progress.measures and progress.part != CALIBRATION:
            is_first_measure = not list_figure_kinds([self._live.run], self._get_curve, False)
            self._live.add_progress(progress)
            self._on_runs_changed() if is_first_measure else self._redraw()

    def _on_runs_changed(self) -> None:
        """Drop the live curve once its run has ended, and draw the figure again."""
        running = self._runs.current_run
        if self._live is not None and (running is None or running.name != self._live.run.name):
            self._live = None
        self._update_kind_box()
        self._redraw()

    def _update_kind_box(self) -> None:
        """List the kinds of figure available for the plotted runs, and select the one that the user prefers."""
        kinds = list_figure_kinds(self._select_runs_to_plot(), self._get_curve, self._find_parser_run() is not None)
        if kinds == [self._kind_box.itemData(index) for index in range(self._kind_box.count())]:
            return
        self._kind_box.clear()
        for kind in kinds:
            self._kind_box.addItem(format_figure_kind(kind), kind)
        if self._preferred_kind in kinds:
            self._kind_box.setCurrentIndex(kinds.index(self._preferred_kind))

    def _on_kind_chosen(self, _row: int) -> None:
        self._preferred_kind = self._get_selected_kind()
        self._redraw()

    def _get_selected_kind(self) -> FigureKind | None:
        """Return the kind of figure selected in the box; None if there is none."""
        kind = self._kind_box.currentData()
        return (kind[0], kind[1], kind[2]) if kind else None

    def _redraw(self, _: object = None) -> None:
        """Draw the selected kind of figure for the plotted runs, and list the runs without the values."""
        kind, runs = self._get_selected_kind(), self._select_runs_to_plot()
        for widget in (self._kind_box, self._save_button):
            widget.setEnabled(kind is not None)
        self._calibrate_button.setEnabled(self._find_parser_run() is not None)
        self._axis_box.setEnabled(kind is not None and kind[0] == CURVE)
        if kind is None:
            self._renderer = None
            self._left_out_label.hide()
            self._show_empty_state(runs)
            return
        self._pages.setCurrentWidget(self._plot)
        match kind[0]:
            case "curve":
                by_seconds = self._axis_box.currentIndex() == 1
                drawn_names = self._show_figure(self._figure_maker.plot_curves(kind[1], kind[2], runs, by_seconds))
            case "scree":
                drawn_names = self._show_figure(self._figure_maker.plot_spectra(runs))
            case "calibration":
                drawn_names = self._draw_calibration(runs)
            case "sweep":
                drawn_names = self._show_figure(self._figure_maker.plot_sweep(kind[1], runs))
            case "histogram":
                drawn_names = self._show_figure(self._figure_maker.plot_histogram(kind[1], runs))
            case "time":
                drawn_names = self._show_figure(self._figure_maker.plot_quality_by_time(kind[1], runs))
            case _:
                drawn_names = self._show_figure(self._figure_maker.plot_final_values(kind[1], runs))
        left_out = [run.name for run in runs if run.name not in drawn_names]
        self._left_out_label.setText(self.tr("Runs without these values: {0}").format(", ".join(left_out)))
        self._left_out_label.setVisible(bool(left_out))

    def _show_empty_state(self, runs: Sequence[Run]) -> None:
        action_name = "training.start" if len(self._session.treebank) else "window.open_file"
        self._empty_state.set_message(self._explain_empty_state(runs), "" if self._live is not None else action_name)
        self._plot.show_message(self._empty_state.text)
        self._pages.setCurrentWidget(self._empty_state)

    def _explain_empty_state(self, runs: Sequence[Run]) -> str:
        """Return the reason why there is nothing to plot."""
        if self._live is not None:
            return self.tr("{0} is training. Its curve starts at the first measure.").format(self._live.run.name)
        unfinished = [run for run in runs if run.status != "finished"]
        if unfinished:
            return self.tr("{0} ended before the first measure.").format(unfinished[-1].name)
        if runs:
            return self.tr("No measures in {0}.").format(", ".join(run.name for run in runs))
        return self.tr(
            "Curves of training runs appear here. Choose a method and start training, or choose runs in the table."
        )

    def _show_figure(self, figure: Figure) -> set[str]:
        """Show a figure and return the names of the runs in it."""
        self._renderer = figure.renderer
        self._plot.show_figure(figure.renderer, figure.description)
        return figure.run_names

    def _draw_calibration(self, runs: Sequence[Run]) -> set[str]:
        """Draw the calibration diagram of a parser, or say that it is being measured; return the names of the runs
        that the figure covers."""
        run = self._find_parser_run()
        result = None if run is None else self._calibration_diagram.get_or_request_result(run)
        if run is None:
            return {shown_run.name for shown_run in runs}
        if result is None:
            self._renderer = None
            self._save_button.setEnabled(False)
            self._plot.show_message(self._calibration_diagram.explain_missing(run))
            return {shown_run.name for shown_run in runs}
        self._drawn_margin = self._suggestions.uncertain_below
        self._renderer, description = self._calibration_diagram.plot(run, result, self._get_colour_index(run))
        self._plot.show_figure(self._renderer, description)
        return {run.name}

    def _on_calibration_changed(self, _run: str = "") -> None:
        if self._get_selected_kind() == RELIABILITY:
            self._redraw()

    def _on_changes(self, changes: Changes) -> None:
        if changes.has(ChangeKind.PROJECT | ChangeKind.RUNS):
            self._on_runs_changed()
        # the margin below which words are uncertain may have changed
        if self._get_selected_kind() == RELIABILITY and self._suggestions.uncertain_below != self._drawn_margin:
            self._redraw()


def _is_plottable(run: Run) -> bool:
    """Return whether a run has any values to plot."""
    return bool(run.curve or run.spectrum or run.measures or run.points)
