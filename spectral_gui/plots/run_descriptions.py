"""Texts and plots of runs: names and formats of measures and settings, groups of random starts, and sweeps."""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path, PurePath

from spectral_core.engine import HELD_OUT
from spectral_core.errors import DataError
from spectral_core.evaluate.measures import FOUR_DECIMALS, MEASURES
from spectral_core.model import Value, list_settings
from spectral_core.project import SENTENCES, Run
from spectral_core.project.runs import unpack_run
from spectral_core.registry import METHODS
from spectral_gui.plots.charts import (
    HEAVY_LINE,
    Band,
    Bar,
    PlotLine,
    PlotRenderer,
    SingularValueSpectrum,
    plot_bars,
    plot_lines,
    plot_singular_values,
    save_figure,
)
from spectral_gui.text_display import make_translator

_tr = make_translator("runs")
_translate_setting = make_translator("settings")

_NO_VALUE = "–"
_SCIENTIFIC_FROM = 1e9  # smaller numbers are written in digits
_STATUS_SYMBOLS = {"finished": "✓", "cancelled": "◼", "failed": "✗", "running": "…"}  # by the status of a run
# measures
_LOWER_IS_BETTER = ("perplexity", "unknown", "e1", "e2", "e1_script", "e2_script", "mean_rank", "ece", "clipped")
_COUNT_MEASURES = ("clipped", "ngrams")
_SEED = "seed"
_MAX_BAND_POINTS = 300
Curve = tuple[Sequence[float], Sequence[float]]  # increasing x, and y
SECONDS = "seconds"
_LOG_SCALE_RATIO = 16  # ratio of the largest to the smallest number of sentences from which the axis is logarithmic


def get_measure_title(name: str) -> str:
    """Return the title of a measure in the user's language."""
    return _get_translated_measures().get(name, (name.replace("_", " "), ""))[0]


def get_measure_title_with_unit(name: str) -> str:
    """Return the title of a measure with its unit, for an axis or a column."""
    title, unit = _get_translated_measures().get(name, (get_measure_title(name), ""))
    return f"{title} ({unit})" if unit else title


def format_measure(name: str, value: float | None) -> str:
    """Return a value with the decimals of its measure; a dash if it was not measured."""
    if value is None or math.isnan(value):
        return _NO_VALUE
    if math.isinf(value):
        return "∞" if value > 0 else "−∞"
    if name in _COUNT_MEASURES or (
        name not in _get_translated_measures() and value == int(value) and abs(value) < _SCIENTIFIC_FROM
    ):
        return f"{value:.0f}"
    if abs(value) >= _SCIENTIFIC_FROM:
        return f"{value:.4g}"
    return (
        f"{value:.4f}"
        if name in FOUR_DECIMALS
        else f"{value:.2f}"
        if name in _get_translated_measures()
        else f"{value:.4g}"
    )


def get_measure_sort_key(name: str) -> tuple[int, str]:
    """Return the sort key of a measure: the most important first, unknown ones last by name."""
    measures = list(_get_translated_measures())
    return (measures.index(name) if name in measures else len(measures), name)


def format_document_names(names: Iterable[str]) -> str:
    """Return the names of documents without their folders."""
    return ", ".join(PurePath(name).name for name in names)


def format_seconds(seconds: float) -> str:
    """Format seconds with two decimals, or one from ten seconds on."""
    return f"{seconds:.2f}" if seconds < 10 else f"{seconds:.1f}"


def format_run_seconds(run: Run) -> str:
    """Format the seconds of a run, and those of its estimator and of each part."""
    if not run.parts:
        return format_seconds(run.seconds)
    part_names = {
        "tagger": _tr("tagger"),
        "labeller": _tr("labeller"),
        "calibration": _tr("calibration"),
        "functions": _tr("functions"),
        "watching": _tr("live"),
    }
    seconds_of_parts = [
        (_tr("estimator"), run.estimator_seconds),
        *((part_names.get(part, part), s) for part, s in run.parts.items()),
    ]
    part_texts = ", ".join(f"{name} {format_seconds(seconds)}" for name, seconds in seconds_of_parts)
    return f"{format_seconds(run.seconds)} ({part_texts})"


def describe_head_flagging(margin: float, recall: float | None, precision: float | None) -> str:
    """Describe in a sentence how well a margin flags wrong heads; recall is None if no head is wrong, precision if no
    word is flagged."""
    if recall is None:
        return _tr("No wrong heads.")
    if precision is None:
        return _tr("A margin of {0:.2f} flags no words.").format(margin)
    template = _tr(
        "A margin of {0:.2f} flags {1:.0%} of wrong heads (recall); {2:.0%} of flagged heads are wrong (precision)."
    )
    return template.format(margin, recall, precision)


def describe_reading_flagging(margin: float, recall: float, precision: float) -> str:
    """Describe in a sentence how well a margin between the first two readings flags words with a wrong first
    reading."""
    template = _tr(
        "On held-out text, a margin of {0:.2f} flags {1:.0%} of wrong first readings (recall); {2:.0%} of "
        "flagged words are wrong (precision)."
    )
    return template.format(margin, recall, precision)


def format_status(status: str) -> str:
    """Return the status of a run in the user's language."""
    return _tr(status) if status in _STATUS_SYMBOLS else status


def get_status_symbol(status: str) -> str:
    return _STATUS_SYMBOLS.get(status, "")


def list_run_settings(run: Run) -> list[tuple[str, Value | None]]:
    """Return every setting of a run under its title, with the default if the run does not set it."""
    if run.method not in METHODS:
        return sorted(run.settings.items())
    descriptions = list_settings(METHODS[run.method].settings)
    described_names = {description.name for description in descriptions}
    return [
        *(
            (_translate_setting(description.title), run.settings.get(description.name, description.default))
            for description in descriptions
        ),
        *((name, value) for name, value in sorted(run.settings.items()) if name not in described_names),
    ]


def format_changed_settings(run: Run) -> str:
    """Return the settings that differ from the method's defaults; "" if none does."""
    defaults: dict[str, Value] = {}
    if run.method in METHODS:
        defaults = {
            description.name: description.default for description in list_settings(METHODS[run.method].settings)
        }
    changed = [(name, value) for name, value in run.settings.items() if name not in defaults or value != defaults[name]]
    varied = [_tr("over {0}").format(", ".join(run.over))] if run.over else []
    return ", ".join([*varied, *(f"{name} {format_setting_value(value)}" for name, value in changed)])


def get_sweep_axis_titles(run: Run) -> dict[str, str]:
    """Return the titles of the settings that a sweep may vary, by name."""
    descriptions = list_settings(METHODS[run.method].settings) if run.method in METHODS else ()
    titles = {description.name: _translate_setting(description.title) for description in descriptions}
    return {SENTENCES: _tr("sentences"), **titles}


def get_best_value(measure: str, values: Sequence[float]) -> float:
    """Return the lowest or the highest value, whichever is better for the measure."""
    return min(values) if measure in _LOWER_IS_BETTER else max(values)


def format_setting_value(value: Value | None) -> str:
    """Format the value of a setting in the user's language; a dash for None."""
    if value is None:
        return _NO_VALUE
    if isinstance(value, bool):
        return _tr("yes") if value else _tr("no")
    return f"{value:g}" if isinstance(value, float) else str(value)


def make_run_labels(runs: Sequence[Run]) -> dict[str, str]:
    """Return each run's label in a legend: its name, with the settings that differ among the runs of its method."""
    labels = {}
    for run in runs:
        settings_of_method = [dict(list_run_settings(settings)) for settings in runs if settings.method == run.method]
        differences = [
            f"{title} {format_setting_value(value)}"
            for title, value in list_run_settings(run)
            if any(settings.get(title) != value for settings in settings_of_method)
        ]
        labels[run.name] = f"{run.name}: {', '.join(differences)}" if differences else run.name
    return labels


def is_explorable(run: Run) -> bool:
    """Return whether a run has a model to explore."""
    return bool(run.model) or bool(run.spectrum)


def summarise_run(run: Run) -> str:
    """Summarise in a line how a run ended and the quality of its model."""
    if run.status == "failed":
        return _tr("{0} failed: {1}").format(run.name, run.complaint)
    if run.status == "cancelled":
        return _tr("{0} was cancelled; nothing was saved").format(run.name)
    measures = ", ".join(
        f"{get_measure_title(name)} {format_measure(name, value)}" for name, value in sort_measures(run.measures)
    )
    text = _tr("{0} was trained in {1} s CPU time").format(run.name, format_run_seconds(run))
    if run.points:
        measures = _describe_best_point(run)
        titles = get_sweep_axis_titles(run)
        template = _tr("{0}: sweep over {1}, {2} models in {3} s CPU")
        text = template.format(
            run.name, ", ".join(titles.get(name, name) for name in run.over), len(run.points), format_run_seconds(run)
        )
    if measures:
        is_training_text = run.measured_documents in ((), run.documents)
        measured_on = format_document_names(run.measured_documents)
        template = _tr("on training data") if is_training_text else _tr("on {0}").format(measured_on)
        template = _tr("on held-out sentences") if run.measured_documents == (HELD_OUT,) else template
        text += f": {measures} ({template})"
    return text


def _describe_best_point(run: Run) -> str:
    """Describe the best value of the most important measure of a sweep, and its settings; "" if nothing was
    measured."""
    measured_names = {name for point in run.points for name, value in point.measures.items() if not math.isnan(value)}
    name = min(measured_names, key=get_measure_sort_key, default="")
    if not name:
        return ""
    measured_points = [point for point in run.points if not math.isnan(point.measures.get(name, math.nan))]
    value = get_best_value(name, [point.measures[name] for point in measured_points])
    point = next(point for point in measured_points if point.measures[name] == value)
    point_text = ", ".join(f"{axis} {format_setting_value(setting)}" for axis, setting in point.at.items())
    if SENTENCES in point.at and run.measured_documents == (HELD_OUT,):
        point_text = _tr("{0} without held-out sentences").format(point_text)
    return _tr("best {0} {1} at {2}").format(get_measure_title(name), format_measure(name, value), point_text)


def plot_run_singular_values(runs: Sequence[tuple[Run, int]]) -> PlotRenderer:
    """Return a renderer of the singular values of runs, each given with its number among all runs."""
    estimates = []
    labels = make_run_labels([run for run, _ in runs])
    for run, number in runs:
        cut = "" if run.cut is None else _tr("{0} at rank {1}").format(run.name, run.cut)
        estimates.append(SingularValueSpectrum(labels[run.name], run.spectrum, run.cut, cut, number))
    return plot_singular_values(_tr("rank"), _tr("singular value"), estimates)


def sort_measures(measures: Mapping[str, float]) -> list[tuple[str, float]]:
    """Return measures with their values, the most important first."""
    return sorted(measures.items(), key=lambda item: get_measure_sort_key(item[0]))


def _get_translated_measures() -> dict[str, tuple[str, str]]:
    """Return the title and the unit of each measure, in the order in which they are shown."""
    return {name: (_tr(title), _tr(unit) if unit else "") for name, (title, unit) in MEASURES.items()}


def group_random_restarts(runs: Sequence[Run]) -> tuple[list[list[Run]], list[Run]]:
    """Return the groups of runs that differ only in their seed, and the other runs, both in the order of their first
    run."""
    runs_by_task: dict[tuple[object, ...], list[Run]] = {}
    for run in runs:
        other_settings = sorted((name, str(value)) for name, value in run.settings.items() if name != _SEED)
        runs_by_task.setdefault((run.method, run.documents, run.measured_documents, tuple(other_settings)), []).append(
            run
        )
    groups, single_runs = [], []
    for task_runs in runs_by_task.values():
        if len({run.settings.get(_SEED) for run in task_runs}) > 1:
            groups.append(task_runs)
        else:
            single_runs += task_runs
    return groups, single_runs


def format_restart_group(group: Sequence[Run]) -> str:
    """Return the name of a group of random restarts, with their number."""
    estimator = group[0].settings.get("estimator")
    name = f"{group[0].method} {estimator}" if estimator else group[0].method
    return _tr("{0}, {1} random starts").format(name, len(group))


def make_value_band(label: str, curves: Sequence[Curve], number: int) -> Band:
    """Return the band between the lowest and the highest curve, by linear interpolation; a curve counts from its first
    point, and keeps its last value."""
    positions = sorted({position for x, _ in curves for position in x})
    first_positions = {x[0] for x, _ in curves}
    step = -(-len(positions) // _MAX_BAND_POINTS)
    sampled_positions = [
        position
        for index, position in enumerate(positions)
        if index % step == 0 or position in first_positions or position == positions[-1]
    ]
    bounds: list[tuple[float, float, float]] = []
    for position in sampled_positions:
        earlier_values = [_interpolate_curve(curve, position) for curve in curves if curve[0][0] < position]
        values = [_interpolate_curve(curve, position) for curve in curves if curve[0][0] <= position]
        if position in first_positions and earlier_values:  # vertical edge where another curve begins
            bounds.append((position, min(earlier_values), max(earlier_values)))
        bounds.append((position, min(values), max(values)))
    x, low, high = zip(*bounds, strict=True)
    return Band(label, x, low, high, number)


def _interpolate_curve(curve: Curve, position: float) -> float:
    """Return the value of a curve at a position, by linear interpolation; after its end, its last value."""
    x, y = curve
    upper = bisect_right(x, position)
    if upper == len(x):
        return y[-1]
    lower = max(upper - 1, 0)
    width = x[upper] - x[lower]
    return y[lower] if width <= 0 else y[lower] + (y[upper] - y[lower]) * (position - x[lower]) / width


def list_sweep_measures(run: Run) -> list[str]:
    """Return the measures of a sweep that can be plotted, the most important first."""
    names = {name for point in run.points for name in point.measures}
    return [
        *sorted(names, key=get_measure_sort_key),
        *([SECONDS] if any(point.seconds for point in run.points) else []),
    ]


def plot_sweep(run: Run, measure: str) -> tuple[PlotRenderer, str]:
    """Return a renderer of a measure in a sweep, and its description as text."""
    axis_name = _find_sweep_axis(run)
    values_by_line: dict[tuple[tuple[str, Value | None], ...], dict[float, list[float]]] = {}
    for point in run.points:
        value = point.seconds if measure == SECONDS and point.measures else point.measures.get(measure)
        if value is None:
            continue
        other_settings = tuple((name, point.at.get(name)) for name in run.over if name not in (axis_name, _SEED))
        axis_value = point.at.get(axis_name)
        if isinstance(axis_value, int | float):
            values_by_line.setdefault(other_settings, {}).setdefault(axis_value, []).append(value)
    if not axis_name:
        return _plot_sweep_bars(run, measure)
    titles = get_sweep_axis_titles(run)
    curves: list[PlotLine] = []
    bands: list[Band] = []
    descriptions: list[str] = []
    for number, (other_settings, values_by_x) in enumerate(values_by_line.items()):
        x = sorted(values_by_x)
        means = [sum(values_by_x[x_value]) / len(values_by_x[x_value]) for x_value in x]
        start_count = max(map(len, values_by_x.values()))
        label = ", ".join(_format_setting(name, value, titles) for name, value in other_settings) or run.name
        if start_count > 1:
            spans = [min(values_by_x[x_value]) for x_value in x], [max(values_by_x[x_value]) for x_value in x]
            bands.append(Band(_tr("{0}: lowest to highest").format(label), x, *spans, number))
            label = _tr("{0}: mean of {1} starts").format(label, start_count)
        curves.append(PlotLine(label, x, means, number, HEAVY_LINE if len(values_by_line) == 1 else 2.0))
        best = means.index(min(means) if measure == SECONDS else get_best_value(measure, means))
        values = (
            _format_plotted_value(measure, means[0]),
            _format_plotted_value(measure, means[-1]),
            _format_plotted_value(measure, means[best]),
        )
        descriptions.append(
            _tr("{0}: from {1} to {2}, best {3} at {4}").format(label, *values, format_setting_value(x[best]))
        )
    ticks = sorted({x_value for values_by_x in values_by_line.values() for x_value in values_by_x})
    is_log = axis_name == SENTENCES and bool(ticks) and ticks[-1] >= _LOG_SCALE_RATIO * ticks[0]
    has_integer_steps = all(isinstance(point.at.get(axis_name), int) for point in run.points)
    axis_label = _format_axis_title(axis_name, titles, run.measured_documents == (HELD_OUT,))
    renderer = plot_lines(
        axis_label, _format_plotted_measure(measure), curves, has_integer_steps, bands, ticks if is_log else ()
    )
    return renderer, f"{_format_plotted_measure(measure)}. {'; '.join(descriptions)}"


def draw_sweep_file(source: Path, measure: str, output: Path) -> None:
    """Draw the sweep in a file that the command line wrote, and save the figure."""
    run = unpack_run(source.read_bytes())
    chosen_measure = measure or next(iter(list_sweep_measures(run)), "")
    if not chosen_measure:
        raise DataError("nothing was measured in this sweep; there is nothing to draw")
    save_figure(plot_sweep(run, chosen_measure)[0], output, [source])


def _find_sweep_axis(run: Run) -> str:
    """Return the first numeric setting that was varied; "" if there is none."""
    for name in run.over:
        values = [point.at.get(name) for point in run.points]
        if all(isinstance(value, int | float) and not isinstance(value, bool) for value in values):
            return name
    return ""


def _plot_sweep_bars(run: Run, measure: str) -> tuple[PlotRenderer, str]:
    """Return a renderer of a sweep without a numeric axis as bars, and its description as text."""
    titles = get_sweep_axis_titles(run)
    point_bars = []
    for number, point in enumerate(run.points):
        value = point.seconds if measure == SECONDS else point.measures.get(measure)
        if value is not None and point.measures:
            label = ", ".join(_format_setting(name, setting, titles) for name, setting in point.at.items())
            point_bars.append(Bar(label, value, _format_plotted_value(measure, value), number))
    description = "; ".join(f"{bar.label}: {bar.text}" for bar in point_bars)
    return plot_bars(_format_plotted_measure(measure), point_bars), f"{_format_plotted_measure(measure)}. {description}"


def _format_axis_title(name: str, titles: Mapping[str, str], held_out: bool) -> str:
    """Return the title of the axis of a sweep."""
    if name != SENTENCES:
        return titles.get(name, name)
    return _tr("training sentences without held-out ones") if held_out else _tr("training sentences")


def _format_setting(name: str, value: Value | None, titles: Mapping[str, str]) -> str:
    """Return a setting as a part of a label: its title and value, or only the value if that is a name."""
    if name == SENTENCES:
        return _tr("{0} sentences").format(format_setting_value(value))
    return (
        format_setting_value(value)
        if isinstance(value, str)
        else f"{titles.get(name, name)} {format_setting_value(value)}"
    )


def _format_plotted_measure(measure: str) -> str:
    """Return the title of a measure or of the training time, with its unit."""
    return _tr("training time (CPU s)") if measure == SECONDS else get_measure_title_with_unit(measure)


def _format_plotted_value(measure: str, value: float) -> str:
    """Format the value of a measure, or the training time."""
    return format_seconds(value) if measure == SECONDS else format_measure(measure, value)
