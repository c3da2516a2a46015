"""Runs as figures: a measure while learning, at its end or by its time, and singular values; each said in words."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from spectral_core.project import Run
from spectral_gui.plots import (
    HEAVY,
    THIN,
    Band,
    Bar,
    Cloud,
    Draw,
    PlotLine,
    band_of,
    bars,
    group_label,
    grouped,
    labels_of,
    lines,
    measure_axis,
    measure_text,
    scatter,
    screes_of,
)
from spectral_gui.resources import translating
from spectral_gui.views.curves.kinds import Curve, stage_title

_tr = translating("CurvesView")

_MOST_BARS = 24


@dataclass(frozen=True, slots=True)
class Figure:
    """What is drawn, the same in words, and the names of the runs that are in it."""

    draw: Draw
    told: str
    drawn: set[str]


class Figures:
    """Figures of runs, each of which keeps its colour by its number."""

    def __init__(self, curve_of: Callable[[Run], Curve], number_of: Callable[[Run], int]):
        self._curve_of, self._number_of = curve_of, number_of

    def curves(self, measure: str, wanted: str, runs: Sequence[Run], by_seconds: bool) -> Figure:
        """A measure while it was learnt, in all stages or the one that is wanted: several starts as a band."""
        curves = {run.name: self._stages(run, measure, wanted, by_seconds) for run in runs}
        groups, alone = grouped([run for run in runs if curves[run.name]])
        width = HEAVY if groups else PlotLine("", (), ()).width
        rows: list[PlotLine] = []
        bands: list[Band] = []
        told: list[str] = []
        drawn = {name for name, stages in curves.items() if stages}
        for group in groups:
            number = self._number_of(group[0])
            for stage in dict.fromkeys(stage for run in group for stage in curves[run.name]):
                members = [(run, curves[run.name][stage]) for run in group if stage in curves[run.name]]
                rows += [PlotLine(f"{run.name} {stage}", x, y, number, THIN) for run, (x, y) in members]
                label = _tr("{0}: lowest to highest").format(group_label(group))
                bands.append(band_of(label, [curve for _, curve in members], number))
                ends = [y[-1] for _, (_, y) in members]
                low, high = measure_text(measure, min(ends)), measure_text(measure, max(ends))
                told.append(_tr("{0}: they end from {1} to {2}").format(group_label(group), low, high))
        labels = labels_of(alone)
        steps: list[tuple[Run, float, float]] = []  # what came in one step, and when
        for run in alone:
            stages = curves[run.name]
            for name, (x, y) in stages.items():
                if by_seconds and groups and len(x) == 1:
                    steps.append((run, x[0], y[0]))
                    continue
                label = labels[run.name] if len(stages) == 1 else f"{labels[run.name]}, {stage_title(name)}"
                rows.append(PlotLine(label, x, y, self._number_of(run), width))
                first, last = measure_text(measure, y[0]), measure_text(measure, y[-1])
                told.append(_tr("{0}: from {1} to {2}").format(label, first, last))
        if by_seconds and groups:
            ends_of_all = [
                (run, run.seconds, run.measures[measure])
                for run in runs
                if run.name not in drawn and measure in run.measures and run.measured_on in ("", run.document)
            ]
            furthest = max(row.x[-1] for row in rows)
            for run, begun, value in (*steps, *ends_of_all):
                label = _tr("{0}: in one step, at its end").format(run.name)
                number = self._number_of(run)
                rows.append(PlotLine(label, [begun, max(furthest, begun)], [value, value], number, HEAVY))
                told.append(f"{label}: {measure_text(measure, value)}")
                drawn.add(run.name)
        x_label = _tr("time (s)") if by_seconds else _tr("iterations")
        draw = lines(x_label, measure_axis(measure), rows, whole=not by_seconds, bands=bands)
        return Figure(draw, f"{measure_axis(measure)}. {'; '.join(told)}", drawn)

    def _stages(
        self, run: Run, measure: str, wanted: str, by_seconds: bool
    ) -> dict[str, tuple[list[float], list[float]]]:
        """x and y of each stage of a run in which this was measured, or of the one that is wanted."""
        stages: dict[str, tuple[list[float], list[float]]] = {}
        for stage, done, seconds, measures in self._curve_of(run):
            if measure in measures and wanted in ("", stage):
                x, y = stages.setdefault(stage, ([], []))
                x.append(seconds if by_seconds else done)
                y.append(measures[measure])
        return stages

    def times(self, measure: str, runs: Sequence[Run]) -> Figure:
        """What each run is worth against what it cost: starts as a cloud, what stands alone as a line from its end."""
        shown = [run for run in runs if measure in run.measures]
        groups, alone = grouped(shown)
        labels = labels_of(alone)
        clouds = [
            Cloud(
                group_label(group),
                [run.seconds for run in group],
                [run.measures[measure] for run in group],
                number=self._number_of(group[0]),
            )
            for group in groups
        ]
        clouds += [
            Cloud(
                _with_estimator(run, labels[run.name]),
                [run.seconds],
                [run.measures[measure]],
                (),
                self._number_of(run),
                onwards=True,
            )
            for run in alone
        ]
        told = []
        for cloud in clouds:
            values = [measure_text(measure, value) for value in (min(cloud.y), max(cloud.y))]
            seconds = [f"{value:.2f}" for value in (min(cloud.x), max(cloud.x))]
            spans = [low if low == high else f"{low}–{high}" for low, high in (values, seconds)]
            told.append(_tr("{0}: {1} in {2} s").format(cloud.label, *spans))
        draw = scatter(_tr("time of learning (CPU s)"), measure_axis(measure), clouds)
        return Figure(draw, f"{measure_axis(measure)}. {'; '.join(told)}", {run.name for run in shown})

    def screes(self, runs: Sequence[Run]) -> Figure:
        """Singular values, and where they were cut."""
        shown = [run for run in runs if run.spectrum]
        draw = screes_of([(run, self._number_of(run)) for run in shown])
        told = "; ".join(
            _tr("{0}: {1} singular values, {2} kept").format(run.name, len(run.spectrum), run.cut or 0) for run in shown
        )
        return Figure(draw, told, {run.name for run in shown})

    def ends(self, measure: str, runs: Sequence[Run]) -> Figure:
        """A measure at the end of each run, the newest ones."""
        shown = [run for run in runs if measure in run.measures][-_MOST_BARS:]
        labels = labels_of(shown)
        rows = [
            Bar(
                labels[run.name],
                run.measures[measure],
                measure_text(measure, run.measures[measure]),
                self._number_of(run),
            )
            for run in shown
        ]
        draw = bars(measure_axis(measure), rows)
        told = "; ".join(f"{row.label}: {row.text}" for row in rows)
        return Figure(draw, f"{measure_axis(measure)}. {told}", {run.name for run in shown})


def _with_estimator(run: Run, label: str) -> str:
    estimator = run.settings.get("estimator")
    return label if not estimator or str(estimator) in label else f"{label}, {estimator}"
