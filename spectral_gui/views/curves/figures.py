"""Runs as figures: what can be drawn of some runs, and each drawing, said in words as well."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from spectral_core.project import Run
from spectral_gui import plots
from spectral_gui.plots import grouped, measure_order, measure_title
from spectral_gui.resources import translating

_tr = translating("CurvesView")

CURVE, END, SCREE, TIME = "curve", "end", "scree", "time"
CALIBRATION, SWEEP, HEAP = "calibration", "sweep", "heap"
Kind = tuple[str, str, str]  # one of these, a measure, and the stage of learning where one run has several
Curve = Sequence[tuple[str, int, float, dict[str, float]]]
RELIABILITY: Kind = (CALIBRATION, "", "")
_ATTACHED = ("uas", "uas_watched", "las", "f1", "f1_watched")  # what a parser is worth
_PARTS = ("tag", "label")  # stages in which a parser learns the models that come with it
_MOST_BARS = 24


def kinds_of(runs: Sequence[Run], curve_of: Callable[[Run], Curve], parses: bool) -> list[Kind]:
    """What can be drawn of runs, what matters most first."""
    curves: dict[str, dict[str, None]] = {}  # of each measure the stages in which it was taken, in their order
    apart: set[str] = set()  # measures that one run took in several stages: they have nothing to do with each other
    for run in runs:
        own: dict[str, dict[str, None]] = {}
        for stage, _, _, measures in curve_of(run):
            for name in measures:
                own.setdefault(name, {})[stage] = None
        apart.update(name for name, stages in own.items() if len(stages) > 1 or not stages.keys().isdisjoint(_PARTS))
        for name, stages in own.items():
            curves.setdefault(name, {}).update(stages)
    ends = sorted({name for run in runs for name in run.measures}, key=measure_order)
    learnt: list[Kind] = []
    for name in sorted(curves, key=measure_order):
        learnt += [(CURVE, name, stage) for stage in (_in_order(curves[name]) if name in apart else ("",))]
    whole = [kind for kind in learnt if kind[2] not in _PARTS]
    points = {kind for kind in whole if all(_points(curve_of(run), kind) < 2 for run in runs)}
    kinds = [kind for kind in whole if kind not in points and kind[1] in _ATTACHED]
    kinds += [(END, name, "") for name in ends if name in _ATTACHED]
    kinds += [kind for kind in whole if kind not in points and kind[1] not in _ATTACHED]
    if any(run.spectrum for run in runs):
        kinds.append((SCREE, "", ""))
    kinds += [(END, name, "") for name in ends if name not in _ATTACHED]
    kinds += [kind for kind in whole if kind in points]
    kinds += [kind for kind in learnt if kind[2] in _PARTS]
    if parses:
        kinds.append(RELIABILITY)
    swept = next((run for run in reversed(runs) if run.points), None)
    if swept is not None:
        kinds = [*((SWEEP, name, "") for name in plots.swept_measures(swept)), *kinds]
    groups, alone = grouped(runs)
    if groups:
        times: list[Kind] = [(TIME, name, "") for name in ends]
        kinds += [(HEAP, name, "") for name in ends if any(_ends_of(group, name) for group in groups)]
        kinds = [*times, *kinds] if any(run.measures for run in alone) else [*kinds, *times]
    return kinds


def title_of(kind: Kind) -> str:
    what, measure, stage = kind
    if what == SCREE:
        return _tr("singular values")
    if what == CALIBRATION:
        return _tr("calibration")
    title = measure_title(measure)
    if what == SWEEP:
        title = _tr("time of learning") if measure == plots.SECONDS else title
        return _tr("{0} along the sweep").format(title)
    if what == TIME:
        return _tr("{0} by the time of learning").format(title)
    if what == HEAP:
        return _tr("{0} of the starts, as a histogram").format(title)
    if what == END:
        return _tr("{0} at the end").format(title)
    return f"{stage_title(stage)}: {title}" if stage else _tr("{0} while learning").format(title)


def stage_title(stage: str) -> str:
    names = {"solve": _tr("automata"), "iterate": _tr("automata"), "tag": _tr("tags"), "label": _tr("relations")}
    return names.get(stage, stage)


def _points(curve: Curve, kind: Kind) -> int:
    _, measure, wanted = kind
    return sum(measure in measures and wanted in ("", stage) for stage, _, _, measures in curve)


def _in_order(stages: dict[str, None]) -> list[str]:
    """Stages as they came, those in which the model itself is learnt before those of its parts."""
    return sorted(stages, key=lambda stage: not stage.startswith("iterate"))


@dataclass(frozen=True, slots=True)
class Figure:
    """What is drawn, the same in words, and the names of the runs that are in it."""

    draw: plots.Draw
    told: str
    drawn: set[str]


class Figures:
    """Figures of runs, each of which keeps its colour by its number."""

    def __init__(self, curve_of: Callable[[Run], Curve], number_of: Callable[[Run], int]):
        self._curve_of, self._number_of = curve_of, number_of

    def curves(self, measure: str, wanted: str, runs: Sequence[Run], by_seconds: bool) -> Figure:
        """A measure while it was learnt, in all stages or the one that is wanted: several starts as a band."""
        curves = {run.name: self._stages(run, measure, wanted, by_seconds) for run in runs}
        groups, alone = plots.grouped([run for run in runs if curves[run.name]])
        width = plots.HEAVY if groups else plots.PlotLine("", (), ()).width
        rows: list[plots.PlotLine] = []
        bands: list[plots.Band] = []
        told: list[str] = []
        drawn = {name for name, stages in curves.items() if stages}
        for group in groups:
            number = self._number_of(group[0])
            for stage in dict.fromkeys(stage for run in group for stage in curves[run.name]):
                members = [(run, curves[run.name][stage]) for run in group if stage in curves[run.name]]
                rows += [plots.PlotLine(f"{run.name} {stage}", x, y, number, plots.THIN) for run, (x, y) in members]
                label = _tr("{0}: lowest to highest").format(plots.group_label(group))
                bands.append(plots.band_of(label, [curve for _, curve in members], number))
                ends = [y[-1] for _, (_, y) in members]
                low, high = plots.measure_text(measure, min(ends)), plots.measure_text(measure, max(ends))
                told.append(_tr("{0}: they end from {1} to {2}").format(plots.group_label(group), low, high))
        labels = plots.labels_of(alone)
        steps: list[tuple[Run, float, float]] = []  # what came in one step, and when
        for run in alone:
            stages = curves[run.name]
            for name, (x, y) in stages.items():
                if by_seconds and groups and len(x) == 1:
                    steps.append((run, x[0], y[0]))
                    continue
                label = labels[run.name] if len(stages) == 1 else f"{labels[run.name]}, {stage_title(name)}"
                rows.append(plots.PlotLine(label, x, y, self._number_of(run), width))
                first, last = plots.measure_text(measure, y[0]), plots.measure_text(measure, y[-1])
                told.append(_tr("{0}: from {1} to {2}").format(label, first, last))
        if by_seconds and groups:
            ends_of_all = [
                (run, run.estimator_seconds, run.measures[measure])
                for run in runs
                if run.name not in drawn and measure in run.measures and run.measured_documents in ((), run.documents)
            ]
            furthest = max(row.x[-1] for row in rows)
            for run, begun, value in (*steps, *ends_of_all):
                label = _tr("{0}: in one step, at its end").format(_with_estimator(run, run.name))
                number = self._number_of(run)
                rows.append(plots.PlotLine(label, [begun, max(furthest, begun)], [value, value], number, plots.HEAVY))
                told.append(f"{label}: {plots.measure_text(measure, value)}")
                drawn.add(run.name)
        x_label = _tr("time (s)") if by_seconds else _tr("iterations")
        draw = plots.lines(x_label, plots.measure_axis(measure), rows, whole=not by_seconds, bands=bands)
        return Figure(draw, f"{plots.measure_axis(measure)}. {'; '.join(told)}", drawn)

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
        groups, alone = plots.grouped(shown)
        labels = plots.labels_of(alone)
        clouds = []
        for group in groups:
            x, y = [run.estimator_seconds for run in group], [run.measures[measure] for run in group]
            clouds.append(plots.Cloud(plots.group_label(group), x, y, number=self._number_of(group[0])))
        for run in alone:
            label, number = _with_estimator(run, labels[run.name]), self._number_of(run)
            clouds.append(
                plots.Cloud(label, [run.estimator_seconds], [run.measures[measure]], (), number, onwards=True)
            )
        told = []
        for cloud in clouds:
            values = [plots.measure_text(measure, value) for value in (min(cloud.y), max(cloud.y))]
            seconds = [f"{value:.2f}" for value in (min(cloud.x), max(cloud.x))]
            spans = [low if low == high else f"{low}–{high}" for low, high in (values, seconds)]
            told.append(_tr("{0}: {1} in {2} s").format(cloud.label, *spans))
        beside = any(run.parts for run in shown)
        alone_seconds = _tr("CPU s of the estimator (tagger, labeller, calibration apart)")
        x_label = alone_seconds if beside else _tr("time of learning (CPU s)")
        draw = plots.scatter(x_label, plots.measure_axis(measure), clouds)
        return Figure(draw, f"{plots.measure_axis(measure)}. {'; '.join(told)}", {run.name for run in shown})

    def sweep(self, measure: str, runs: Sequence[Run]) -> Figure:
        """A measure along what the newest sweep varies."""
        run = next(run for run in reversed(runs) if run.points)
        draw, told = plots.sweep_figure(run, measure)
        return Figure(draw, told, {run.name})

    def heaps(self, measure: str, runs: Sequence[Run]) -> Figure:
        """At which values of a measure random starts end, and what stands alone as a line."""
        groups, alone = plots.grouped([run for run in runs if measure in run.measures])
        labels = plots.labels_of(alone)
        heaps = [
            plots.Heap(plots.group_label(group), _ends_of(group, measure), self._number_of(group[0]))
            for group in groups
        ]
        heaps += [plots.Heap(labels[run.name], [run.measures[measure]], self._number_of(run)) for run in alone]
        told = []
        for heap in heaps:
            values = [plots.measure_text(measure, value) for value in (min(heap.values), max(heap.values))]
            told.append(f"{heap.label}: {values[0] if len(heap.values) == 1 else '–'.join(values)}")
        draw = plots.histogram(plots.measure_axis(measure), _tr("starts"), heaps)
        drawn = {run.name for run in (*(run for group in groups for run in group), *alone)}
        return Figure(draw, f"{plots.measure_axis(measure)}. {'; '.join(told)}", drawn)

    def screes(self, runs: Sequence[Run]) -> Figure:
        """Singular values, and where they were cut."""
        shown = [run for run in runs if run.spectrum]
        draw = plots.screes_of([(run, self._number_of(run)) for run in shown])
        said = _tr("{0}: {1} singular values, {2} kept")
        told = "; ".join(said.format(run.name, len(run.spectrum), run.cut or 0) for run in shown)
        return Figure(draw, told, {run.name for run in shown})

    def ends(self, measure: str, runs: Sequence[Run]) -> Figure:
        """A measure at the end of each run, the newest ones."""
        shown = [run for run in runs if measure in run.measures][-_MOST_BARS:]
        labels = plots.labels_of(shown)
        values = {run.name: run.measures[measure] for run in shown}
        texts = {name: plots.measure_text(measure, value) for name, value in values.items()}
        rows = [plots.Bar(labels[run.name], values[run.name], texts[run.name], self._number_of(run)) for run in shown]
        draw = plots.bars(plots.measure_axis(measure), rows)
        told = "; ".join(f"{row.label}: {row.text}" for row in rows)
        return Figure(draw, f"{plots.measure_axis(measure)}. {told}", {run.name for run in shown})


def _ends_of(group: Sequence[Run], measure: str) -> list[float]:
    """The values of a measure at which starts ended, where at least two have it."""
    values = [run.measures[measure] for run in group if measure in run.measures]
    return values if len(values) > 1 else []


def _with_estimator(run: Run, label: str) -> str:
    estimator = run.settings.get("estimator")
    return label if not estimator or str(estimator) in label else f"{label}, {estimator}"
