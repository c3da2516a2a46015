"""Curves of runs: what was measured while learning and at its end, and the singular values of spectral estimates."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from PySide6.QtWidgets import QComboBox, QWidget

from spectral_core.progress import CALIBRATION, Progress
from spectral_core.project import Run
from spectral_gui import widgets
from spectral_gui.absences import Absence
from spectral_gui.plots import Draw, FigureFile, Plot, grouped
from spectral_gui.session import Calibrations, Notices, Runs, Session, Suggestions
from spectral_gui.views.curves.calibration import Calibration
from spectral_gui.views.curves.figures import CURVE, RELIABILITY, Curve, Figure, Figures, Kind, kinds_of, title_of


@dataclass(slots=True)
class _Live:
    """The curve of the run that is learning now."""

    run: Run
    begun: float = field(default_factory=time.monotonic)
    curve: list[tuple[str, int, float, dict[str, float]]] = field(default_factory=list)

    def passed(self, progress: Progress) -> None:
        """Takes what was measured: of a sweep at the next of its points."""
        measures, points = dict(progress.measures), self.run.points
        if points:
            done = replace(points[progress.done - 1], measures=measures)
            self.run = replace(self.run, points=(*points[: progress.done - 1], done, *points[progress.done :]))
        else:
            self.curve.append((progress.stage, progress.done, time.monotonic() - self.begun, measures))


class CurvesView(QWidget):
    """Draws the chosen runs, and the one that is learning as it goes."""

    def __init__(
        self, session: Session, notices: Notices, runs: Runs, calibrations: Calibrations, proposals: Suggestions
    ):
        super().__init__()
        self._session, self._notices, self._runs = session, notices, runs
        self._calibrations, self._proposals = calibrations, proposals
        self._chosen: list[str] = []
        self._live: _Live | None = None
        self._wanted: Kind | None = None  # what the user chose to see; kept while there is such a thing
        self._draw: Draw | None = None  # what is seen
        self._doubt = proposals.uncertain_below  # the margin that the diagram speaks of
        self._what = widgets.named(QComboBox(), self.tr("What is drawn"))
        self._what.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
        self._along = widgets.named(QComboBox(), self.tr("Along"))
        self._along.addItems([self.tr("iterations"), self.tr("seconds")])
        self._calibration = Calibration(calibrations, proposals, self)
        self._figures = Figures(self._curve_of, self._number_of)
        told = self.tr("Measures whether the numbers of a parser's arcs are what they claim")
        self._calibrate = widgets.button(self.tr("Calibration"), self.show_calibration, told)
        kinds = self.tr("As SVG, PDF or PNG, on white, with axes and legend")
        self._save = widgets.button(self.tr("Save figure…"), self.save_figure, kinds)
        shown, along = widgets.label(self.tr("Show"), of=self._what), widgets.label(self.tr("by"), of=self._along)
        choices = widgets.row(shown, self._what, along, self._along, widgets.REST)
        bar = widgets.WrappingRow(choices, widgets.row(self._calibrate, self._save))
        self._plot, self._absence = Plot(self.tr("Curves")), Absence("activity")
        self._pages = widgets.stack(self._plot, self._absence)
        self._left_out = widgets.label(wraps=True)
        widgets.column(bar, (self._pages, 1), self._left_out, on=self, margins=8)
        self._file = FigureFile(self, self.tr("curves"), lambda: self._draw, lambda: session.sources)
        self._file.written.connect(notices.notify)
        self._file.failed.connect(notices.fail)
        self._what.activated.connect(self._choose)
        self._along.activated.connect(self._redraw)
        widgets.hear(self._show_calibration, self._calibration.progressed, calibrations.changed)
        proposals.changed.connect(self._follow_doubt)
        runs.progressed.connect(self._progress)
        widgets.hear(self._show_runs, runs.changed, session.project_changed)
        self._show_runs()

    def show_runs(self, names: Sequence[str]) -> None:
        """Draws these runs; none of them for the newest."""
        self._chosen = list(names)
        self._show_runs()

    def show_calibration(self) -> None:
        """Measures the chosen parser on the document that its run was measured on, and draws what comes of it."""
        run = self._parser()
        if run is None:
            self._notices.refuse(self.tr("Choose a run of a method that parses, such as arc-parser."))
            return
        self._wanted = RELIABILITY
        self._calibration.measure(run)
        self._list_kinds()
        self._what.setCurrentIndex(self._what.findData(RELIABILITY))
        self._redraw()

    def save_figure(self) -> None:
        self._file.ask()

    def export(self, path: Path) -> None:
        self._file.write(path)

    def _drawn(self) -> list[Run]:
        """What is drawn: the chosen runs, or the newest that can be drawn; and always the one that is learning."""
        runs = [run for run in self._runs.recorded if run.name in self._chosen]
        if not runs and self._live is None:
            runs = self._newest()
        if self._live is not None:
            runs.append(self._live.run)
        return runs

    def _newest(self) -> list[Run]:
        """The newest run that can be drawn; one of several starts with the others, and with what stands alone."""
        runs = [run for run in self._runs.recorded if _drawable(run)]
        if not runs:
            return list(self._runs.recorded[-1:])
        groups, alone = grouped(runs)
        group = next((group for group in groups if runs[-1] in group), None)
        if group is None:
            return runs[-1:]
        task = (runs[-1].method, runs[-1].measured_documents)
        alike = [run for run in alone if (run.method, run.measured_documents) == task]
        return [run for run in runs if run in group or run in alike[-1:]]

    def _parser(self) -> Run | None:
        """The newest of what is drawn whose calibration can be measured."""
        names = {run.name for run in self._calibrations.parsers}
        return next((run for run in reversed(self._drawn()) if run.name in names), None)

    def _curve_of(self, run: Run) -> Curve:
        return self._live.curve if self._live is not None and run is self._live.run else run.curve

    def _number_of(self, run: Run) -> int:
        """Its place among all runs, so that it keeps its colour."""
        names = [one.name for one in self._runs.recorded]
        return names.index(run.name) if run.name in names else len(names)

    def _progress(self, progress: Progress) -> None:
        running = self._runs.running
        if running is None:
            return
        if self._live is None or self._live.run.name != running.name:
            self._live = _Live(running)
            self._show_runs()
        if progress.measures and progress.part != CALIBRATION:
            first = not kinds_of([self._live.run], self._curve_of, False)
            self._live.passed(progress)
            self._show_runs() if first else self._redraw()

    def _show_runs(self) -> None:
        running = self._runs.running
        if self._live is not None and (running is None or running.name != self._live.run.name):
            self._live = None
        self._list_kinds()
        self._redraw()

    def _list_kinds(self) -> None:
        kinds = kinds_of(self._drawn(), self._curve_of, self._parser() is not None)
        if kinds == [self._what.itemData(row) for row in range(self._what.count())]:
            return
        self._what.clear()
        for kind in kinds:
            self._what.addItem(title_of(kind), kind)
        if self._wanted in kinds:
            self._what.setCurrentIndex(kinds.index(self._wanted))

    def _choose(self, _row: int) -> None:
        self._wanted = self._kind()
        self._redraw()

    def _kind(self) -> Kind | None:
        kind = self._what.currentData()
        return (kind[0], kind[1], kind[2]) if kind else None

    def _redraw(self, _: object = None) -> None:
        kind, runs = self._kind(), self._drawn()
        for widget in (self._what, self._save):
            widget.setEnabled(kind is not None)
        self._calibrate.setEnabled(self._parser() is not None)
        self._along.setEnabled(kind is not None and kind[0] == CURVE)
        if kind is None:
            self._draw = None
            self._left_out.hide()
            self._say_why_nothing(runs)
            return
        self._pages.setCurrentWidget(self._plot)
        match kind[0]:
            case "curve":
                by_seconds = self._along.currentIndex() == 1
                drawn = self._show_figure(self._figures.curves(kind[1], kind[2], runs, by_seconds))
            case "scree":
                drawn = self._show_figure(self._figures.screes(runs))
            case "calibration":
                drawn = self._draw_calibration(runs)
            case "sweep":
                drawn = self._show_figure(self._figures.sweep(kind[1], runs))
            case "heap":
                drawn = self._show_figure(self._figures.heaps(kind[1], runs))
            case "time":
                drawn = self._show_figure(self._figures.times(kind[1], runs))
            case _:
                drawn = self._show_figure(self._figures.ends(kind[1], runs))
        left_out = [run.name for run in runs if run.name not in drawn]
        self._left_out.setText(self.tr("Without these values: {0}").format(", ".join(left_out)))
        self._left_out.setVisible(bool(left_out))

    def _say_why_nothing(self, runs: Sequence[Run]) -> None:
        helps = "training.start" if len(self._session.treebank) else "window.open_file"
        self._absence.say(self._why_nothing(runs), "" if self._live is not None else helps)
        self._plot.say(self._absence.text)
        self._pages.setCurrentWidget(self._absence)

    def _why_nothing(self, runs: Sequence[Run]) -> str:
        if self._live is not None:
            return self.tr("{0} is learning; its curve begins with the first measure.").format(self._live.run.name)
        ended = [run for run in runs if run.status != "finished"]
        if ended:
            return self.tr("{0} ended before anything was measured.").format(ended[-1].name)
        if runs:
            return self.tr("Nothing was measured in {0}.").format(", ".join(run.name for run in runs))
        return self.tr(
            "What a method measures while it learns is drawn here. "
            "Choose a method and start it, or choose runs in the table."
        )

    def _show_figure(self, figure: Figure) -> set[str]:
        """The runs that have a part in it."""
        self._draw = figure.draw
        self._plot.show_figure(figure.draw, figure.told)
        return figure.drawn

    def _draw_calibration(self, runs: Sequence[Run]) -> set[str]:
        run = self._parser()
        found = None if run is None else self._calibration.of(run)
        if run is None:
            return {one.name for one in runs}
        if found is None:
            self._draw = None
            self._save.setEnabled(False)
            self._plot.say(self._calibration.why_nothing(run))
            return {one.name for one in runs}
        self._doubt = self._proposals.uncertain_below
        self._draw, told = self._calibration.draw(run, found, self._number_of(run))
        self._plot.show_figure(self._draw, told)
        return {run.name}

    def _show_calibration(self, _run: str = "") -> None:
        if self._kind() == RELIABILITY:
            self._redraw()

    def _follow_doubt(self, _index: int) -> None:
        """Another margin may have been chosen, below which words are in doubt."""
        if self._kind() == RELIABILITY and self._proposals.uncertain_below != self._doubt:
            self._redraw()


def _drawable(run: Run) -> bool:
    return bool(run.curve or run.spectrum or run.measures or run.points)
