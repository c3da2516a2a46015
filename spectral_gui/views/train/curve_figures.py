"""Figures of runs: the kinds available for some runs, and each figure with its description."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from spectral_core.project import Run
from spectral_gui import plots
from spectral_gui.plots import get_measure_sort_key, get_measure_title, group_random_restarts
from spectral_gui.text_display import make_translator

_tr = make_translator("CurvesView")

CURVE, FINAL_VALUES, SCREE, TIME = "curve", "end", "scree", "time"
CALIBRATION, SWEEP, HISTOGRAM = "calibration", "sweep", "histogram"
FigureKind = tuple[str, str, str]  # name, measure, and the training stage; "" where these do not apply
Curve = Sequence[tuple[str, int, float, dict[str, float]]]  # stage, iterations, seconds, measures
RELIABILITY: FigureKind = (CALIBRATION, "", "")
_PARSER_MEASURES = ("uas", "uas_watched", "las", "f1", "f1_watched")  # quality of a parser
_PART_STAGES = ("tag", "label")  # stages that train the parts of a parser
_MAX_BARS = 24


def list_figure_kinds(runs: Sequence[Run], get_curve: Callable[[Run], Curve], parses: bool) -> list[FigureKind]:
    """Return the kinds of figure available for runs, the most important first."""
    curves: dict[str, dict[str, None]] = {}  # by measure: the stages in which it was taken, in order
    multistage_measures: set[str] = set()  # taken in several unrelated stages of one run
    for run in runs:
        stages_by_measure: dict[str, dict[str, None]] = {}
        for stage, _, _, measures in get_curve(run):
            for name in measures:
                stages_by_measure.setdefault(name, {})[stage] = None
        multistage_measures.update(
            name
            for name, stages in stages_by_measure.items()
            if len(stages) > 1 or not stages.keys().isdisjoint(_PART_STAGES)
        )
        for name, stages in stages_by_measure.items():
            curves.setdefault(name, {}).update(stages)
    ends = sorted({name for run in runs for name in run.measures}, key=get_measure_sort_key)
    curve_kinds: list[FigureKind] = []
    for name in sorted(curves, key=get_measure_sort_key):
        curve_kinds += [
            (CURVE, name, stage) for stage in (_sort_stages(curves[name]) if name in multistage_measures else ("",))
        ]
    model_kinds = [kind for kind in curve_kinds if kind[2] not in _PART_STAGES]
    single_points = {kind for kind in model_kinds if all(_count_measurements(get_curve(run), kind) < 2 for run in runs)}
    kinds = [kind for kind in model_kinds if kind not in single_points and kind[1] in _PARSER_MEASURES]
    kinds += [(FINAL_VALUES, name, "") for name in ends if name in _PARSER_MEASURES]
    kinds += [kind for kind in model_kinds if kind not in single_points and kind[1] not in _PARSER_MEASURES]
    if any(run.spectrum for run in runs):
        kinds.append((SCREE, "", ""))
    kinds += [(FINAL_VALUES, name, "") for name in ends if name not in _PARSER_MEASURES]
    kinds += [kind for kind in model_kinds if kind in single_points]
    kinds += [kind for kind in curve_kinds if kind[2] in _PART_STAGES]
    if parses:
        kinds.append(RELIABILITY)
    sweep_run = next((run for run in reversed(runs) if run.points), None)
    if sweep_run is not None:
        kinds = [*((SWEEP, name, "") for name in plots.list_sweep_measures(sweep_run)), *kinds]
    groups, single_runs = group_random_restarts(runs)
    if groups:
        times: list[FigureKind] = [(TIME, name, "") for name in ends]
        kinds += [(HISTOGRAM, name, "") for name in ends if any(_collect_final_values(group, name) for group in groups)]
        kinds = [*times, *kinds] if any(run.measures for run in single_runs) else [*kinds, *times]
    return kinds


def format_figure_kind(kind: FigureKind) -> str:
    """Return the title of a kind of figure."""
    kind_name, measure, stage = kind
    if kind_name == SCREE:
        return _tr("singular values")
    if kind_name == CALIBRATION:
        return _tr("calibration")
    title = get_measure_title(measure)
    if kind_name == SWEEP:
        title = _tr("training time") if measure == plots.SECONDS else title
        return _tr("{0} along the sweep").format(title)
    if kind_name == TIME:
        return _tr("{0} by training time").format(title)
    if kind_name == HISTOGRAM:
        return _tr("{0} of the starts, as a histogram").format(title)
    if kind_name == FINAL_VALUES:
        return _tr("{0} at the end").format(title)
    return f"{get_stage_title(stage)}: {title}" if stage else _tr("{0} during training").format(title)


def get_stage_title(stage: str) -> str:
    """Return the title of a training stage; an unknown stage is its own title."""
    names = {"solve": _tr("automata"), "iterate": _tr("automata"), "tag": _tr("tags"), "label": _tr("relations")}
    return names.get(stage, stage)


def _count_measurements(curve: Curve, kind: FigureKind) -> int:
    """Return how often a kind's measure was taken on a curve, in the kind's stage if it has one."""
    _, measure, kind_stage = kind
    return sum(measure in measures and kind_stage in ("", stage) for stage, _, _, measures in curve)


def _sort_stages(stages: dict[str, None]) -> list[str]:
    """Return stages in their order, those that train the model itself before those that train its parts."""
    return sorted(stages, key=lambda stage: not stage.startswith("iterate"))


@dataclass(frozen=True, slots=True)
class Figure:
    """Figure, its description, and the names of its runs."""

    renderer: plots.PlotRenderer
    description: str
    run_names: set[str]


class FigureMaker:
    """Makes the figures of runs; a run has the same colour in all figures."""

    def __init__(self, get_curve: Callable[[Run], Curve], get_colour_index: Callable[[Run], int]):
        self._get_curve, self._get_colour_index = get_curve, get_colour_index

    def plot_curves(self, measure: str, wanted_stage: str, runs: Sequence[Run], by_seconds: bool) -> Figure:
        """Plot a measure during training, in all stages or one; several starts as a band."""
        curves = {run.name: self._collect_curves(run, measure, wanted_stage, by_seconds) for run in runs}
        groups, single_runs = plots.group_random_restarts([run for run in runs if curves[run.name]])
        width = plots.HEAVY_LINE if groups else plots.PlotLine("", (), ()).width
        lines: list[plots.PlotLine] = []
        bands: list[plots.Band] = []
        descriptions: list[str] = []
        run_names = {run_name for run_name, stages in curves.items() if stages}
        for group in groups:
            number = self._get_colour_index(group[0])
            for stage in dict.fromkeys(stage for run in group for stage in curves[run.name]):
                members = [(run, curves[run.name][stage]) for run in group if stage in curves[run.name]]
                lines += [
                    plots.PlotLine(f"{run.name} {stage}", x, y, number, plots.THIN_LINE) for run, (x, y) in members
                ]
                label = _tr("{0}: lowest to highest").format(plots.format_restart_group(group))
                bands.append(plots.make_value_band(label, [curve for _, curve in members], number))
                ends = [y[-1] for _, (_, y) in members]
                low, high = plots.format_measure(measure, min(ends)), plots.format_measure(measure, max(ends))
                descriptions.append(
                    _tr("{0}: final values from {1} to {2}").format(plots.format_restart_group(group), low, high)
                )
        labels = plots.make_run_labels(single_runs)
        steps: list[tuple[Run, float, float]] = []  # single values, with their times
        for run in single_runs:
            stages = curves[run.name]
            for stage_name, (x, y) in stages.items():
                if by_seconds and groups and len(x) == 1:
                    steps.append((run, x[0], y[0]))
                    continue
                label = labels[run.name] if len(stages) == 1 else f"{labels[run.name]}, {get_stage_title(stage_name)}"
                lines.append(plots.PlotLine(label, x, y, self._get_colour_index(run), width))
                first, last = plots.format_measure(measure, y[0]), plots.format_measure(measure, y[-1])
                descriptions.append(_tr("{0}: from {1} to {2}").format(label, first, last))
        if by_seconds and groups:
            ends_of_all = [
                (run, run.estimator_seconds, run.measures[measure])
                for run in runs
                if run.name not in run_names
                and measure in run.measures
                and run.measured_documents in ((), run.documents)
            ]
            furthest = max(line.x[-1] for line in lines)
            for run, start, value in (*steps, *ends_of_all):
                label = _tr("{0}: measured at the end").format(_append_estimator(run, run.name))
                number = self._get_colour_index(run)
                lines.append(
                    plots.PlotLine(label, [start, max(furthest, start)], [value, value], number, plots.HEAVY_LINE)
                )
                descriptions.append(f"{label}: {plots.format_measure(measure, value)}")
                run_names.add(run.name)
        x_label = _tr("time (s)") if by_seconds else _tr("iterations")
        renderer = plots.plot_lines(
            x_label, plots.get_measure_title_with_unit(measure), lines, integer_steps=not by_seconds, bands=bands
        )
        return Figure(renderer, f"{plots.get_measure_title_with_unit(measure)}. {'; '.join(descriptions)}", run_names)

    def _collect_curves(
        self, run: Run, measure: str, wanted_stage: str, by_seconds: bool
    ) -> dict[str, tuple[list[float], list[float]]]:
        """Return the x and y values of a measure on the curve of a run, by stage; only one stage if `wanted_stage`
        is not ""."""
        stages: dict[str, tuple[list[float], list[float]]] = {}
        for stage, done, seconds, measures in self._get_curve(run):
            if measure in measures and wanted_stage in ("", stage):
                x, y = stages.setdefault(stage, ([], []))
                x.append(seconds if by_seconds else done)
                y.append(measures[measure])
        return stages

    def plot_quality_by_time(self, measure: str, runs: Sequence[Run]) -> Figure:
        """Plot a measure of each run against its training time: random starts as a group of points, single runs as a
        point with a line to the right."""
        measured_runs = [run for run in runs if measure in run.measures]
        groups, single_runs = plots.group_random_restarts(measured_runs)
        labels = plots.make_run_labels(single_runs)
        point_groups = []
        for group in groups:
            x, y = [run.estimator_seconds for run in group], [run.measures[measure] for run in group]
            point_groups.append(
                plots.PointGroup(plots.format_restart_group(group), x, y, style_index=self._get_colour_index(group[0]))
            )
        for run in single_runs:
            label, number = _append_estimator(run, labels[run.name]), self._get_colour_index(run)
            point_groups.append(
                plots.PointGroup(
                    label, [run.estimator_seconds], [run.measures[measure]], (), number, has_line_to_right=True
                )
            )
        descriptions = []
        for point_group in point_groups:
            values = [plots.format_measure(measure, value) for value in (min(point_group.y), max(point_group.y))]
            seconds = [f"{value:.2f}" for value in (min(point_group.x), max(point_group.x))]
            spans = [low if low == high else f"{low}–{high}" for low, high in (values, seconds)]
            descriptions.append(_tr("{0}: {1} in {2} s").format(point_group.label, *spans))
        has_parts = any(run.parts for run in measured_runs)
        estimator_label = _tr("CPU time of the estimator (s), without tagger, labeller and calibration")
        x_label = estimator_label if has_parts else _tr("training time (CPU s)")
        renderer = plots.plot_point_groups(x_label, plots.get_measure_title_with_unit(measure), point_groups)
        return Figure(
            renderer,
            f"{plots.get_measure_title_with_unit(measure)}. {'; '.join(descriptions)}",
            {run.name for run in measured_runs},
        )

    def plot_sweep(self, measure: str, runs: Sequence[Run]) -> Figure:
        """Plot a measure against the settings varied in the newest sweep."""
        run = next(run for run in reversed(runs) if run.points)
        renderer, description = plots.plot_sweep(run, measure)
        return Figure(renderer, description, {run.name})

    def plot_histogram(self, measure: str, runs: Sequence[Run]) -> Figure:
        """Plot the final values of random starts as a histogram, and single runs as lines."""
        groups, single_runs = plots.group_random_restarts([run for run in runs if measure in run.measures])
        labels = plots.make_run_labels(single_runs)
        distributions = [
            plots.RestartValues(
                plots.format_restart_group(group),
                _collect_final_values(group, measure),
                self._get_colour_index(group[0]),
            )
            for group in groups
        ]
        distributions += [
            plots.RestartValues(labels[run.name], [run.measures[measure]], self._get_colour_index(run))
            for run in single_runs
        ]
        descriptions = []
        for distribution in distributions:
            values = [
                plots.format_measure(measure, value) for value in (min(distribution.values), max(distribution.values))
            ]
            descriptions.append(
                f"{distribution.label}: {values[0] if len(distribution.values) == 1 else '–'.join(values)}"
            )
        renderer = plots.plot_histogram(plots.get_measure_title_with_unit(measure), _tr("starts"), distributions)
        run_names = {run.name for run in (*(run for group in groups for run in group), *single_runs)}
        return Figure(renderer, f"{plots.get_measure_title_with_unit(measure)}. {'; '.join(descriptions)}", run_names)

    def plot_spectra(self, runs: Sequence[Run]) -> Figure:
        """Plot the singular values of each run, with its rank cut."""
        spectral_runs = [run for run in runs if run.spectrum]
        renderer = plots.plot_run_singular_values([(run, self._get_colour_index(run)) for run in spectral_runs])
        template = _tr("{0}: {1} singular values, {2} kept")
        cuts = [len(run.spectrum) if run.cut is None else run.cut for run in spectral_runs]
        description = "; ".join(
            template.format(run.name, len(run.spectrum), cut) for run, cut in zip(spectral_runs, cuts, strict=True)
        )
        return Figure(renderer, description, {run.name for run in spectral_runs})

    def plot_final_values(self, measure: str, runs: Sequence[Run]) -> Figure:
        """Plot a measure at the end of each of the newest runs."""
        measured_runs = [run for run in runs if measure in run.measures][-_MAX_BARS:]
        labels = plots.make_run_labels(measured_runs)
        values = {run.name: run.measures[measure] for run in measured_runs}
        texts = {name: plots.format_measure(measure, value) for name, value in values.items()}
        bars = [
            plots.Bar(labels[run.name], values[run.name], texts[run.name], self._get_colour_index(run))
            for run in measured_runs
        ]
        renderer = plots.plot_bars(plots.get_measure_title_with_unit(measure), bars)
        description = "; ".join(f"{bar.label}: {bar.text}" for bar in bars)
        return Figure(
            renderer,
            f"{plots.get_measure_title_with_unit(measure)}. {description}",
            {run.name for run in measured_runs},
        )


def _collect_final_values(group: Sequence[Run], measure: str) -> list[float]:
    """Return the final values of a measure over random starts; none if fewer than two runs have it."""
    values = [run.measures[measure] for run in group if measure in run.measures]
    return values if len(values) > 1 else []


def _append_estimator(run: Run, label: str) -> str:
    """Append the estimator of a run to its label, unless the label names it."""
    estimator = run.settings.get("estimator")
    return label if not estimator or str(estimator) in label else f"{label}, {estimator}"
