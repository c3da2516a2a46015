"""Figures of sweeps: a measure over what was varied, a line for each value of the rest, starts as a band."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from spectral_core.engine import HELD_OUT
from spectral_core.errors import DataError
from spectral_core.model import Value
from spectral_core.project import SENTENCES, Run
from spectral_core.project.runs import unpack_run
from spectral_gui.plots.draw import HEAVY_LINE, Band, Bar, PlotLine, PlotRenderer, plot_bars, plot_lines, save_figure
from spectral_gui.plots.names import (
    find_best_value,
    format_measure,
    format_seconds,
    format_value,
    get_axis_titles,
    get_measure_axis,
    get_measure_rank,
)
from spectral_gui.resources import make_translator

_tr = make_translator("runs")

SECONDS = "seconds"
_SEED = "seed"
_LOG_SCALE_RATIO = 16  # ratio of the largest to the smallest number of sentences from which the axis is logarithmic


def list_sweep_measures(run: Run) -> list[str]:
    """Return what can be plotted of a sweep, the most important first."""
    names = {name for point in run.points for name in point.measures}
    return [*sorted(names, key=get_measure_rank), *([SECONDS] if any(point.seconds for point in run.points) else [])]


def plot_sweep(run: Run, measure: str) -> tuple[PlotRenderer, str]:
    """Return the figure of a measure in a sweep, and its description."""
    axis_name = _find_axis(run)
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
        return _plot_bars(run, measure)
    titles = get_axis_titles(run)
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
        best = means.index(min(means) if measure == SECONDS else find_best_value(measure, means))
        values = (
            _format_measured(measure, means[0]),
            _format_measured(measure, means[-1]),
            _format_measured(measure, means[best]),
        )
        descriptions.append(_tr("{0}: from {1} to {2}, best {3} at {4}").format(label, *values, format_value(x[best])))
    ticks = sorted({x_value for values_by_x in values_by_line.values() for x_value in values_by_x})
    is_log = axis_name == SENTENCES and bool(ticks) and ticks[-1] >= _LOG_SCALE_RATIO * ticks[0]
    has_integer_steps = all(isinstance(point.at.get(axis_name), int) for point in run.points)
    axis_label = _format_axis(axis_name, titles, run.measured_documents == (HELD_OUT,))
    renderer = plot_lines(
        axis_label, _format_measure_axis(measure), curves, has_integer_steps, bands, ticks if is_log else ()
    )
    return renderer, f"{_format_measure_axis(measure)}. {'; '.join(descriptions)}"


def draw_sweep_file(source: Path, measure: str, output: Path) -> None:
    """Draw the sweep in a file that the command line wrote."""
    run = unpack_run(source.read_bytes())
    chosen_measure = measure or next(iter(list_sweep_measures(run)), "")
    if not chosen_measure:
        raise DataError("nothing was measured in this sweep; there is nothing to draw")
    save_figure(plot_sweep(run, chosen_measure)[0], output, [source])


def _find_axis(run: Run) -> str:
    """Return the first numeric setting that was varied; "" if there is none."""
    for name in run.over:
        values = [point.at.get(name) for point in run.points]
        if all(isinstance(value, int | float) and not isinstance(value, bool) for value in values):
            return name
    return ""


def _plot_bars(run: Run, measure: str) -> tuple[PlotRenderer, str]:
    titles = get_axis_titles(run)
    point_bars = []
    for number, point in enumerate(run.points):
        value = point.seconds if measure == SECONDS else point.measures.get(measure)
        if value is not None and point.measures:
            label = ", ".join(_format_setting(name, setting, titles) for name, setting in point.at.items())
            point_bars.append(Bar(label, value, _format_measured(measure, value), number))
    description = "; ".join(f"{bar.label}: {bar.text}" for bar in point_bars)
    return plot_bars(_format_measure_axis(measure), point_bars), f"{_format_measure_axis(measure)}. {description}"


def _format_axis(name: str, titles: Mapping[str, str], held_out: bool) -> str:
    if name != SENTENCES:
        return titles.get(name, name)
    return _tr("sentences learnt from, without those held out") if held_out else _tr("sentences learnt from")


def _format_setting(name: str, value: Value | None, titles: Mapping[str, str]) -> str:
    if name == SENTENCES:
        return _tr("{0} sentences").format(format_value(value))
    return format_value(value) if isinstance(value, str) else f"{titles.get(name, name)} {format_value(value)}"


def _format_measure_axis(measure: str) -> str:
    return _tr("time of learning (CPU s)") if measure == SECONDS else get_measure_axis(measure)


def _format_measured(measure: str, value: float) -> str:
    return format_seconds(value) if measure == SECONDS else format_measure(measure, value)
