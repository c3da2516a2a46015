"""A sweep as a figure: a measure along what was varied, a line for each value of the rest, starts as a band."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from spectral_core.engine import HELD_OUT
from spectral_core.errors import DataError
from spectral_core.model import Value
from spectral_core.project import SENTENCES, Run
from spectral_core.project.runs import unpack_run
from spectral_gui.plots.draw import HEAVY, Band, Bar, Draw, PlotLine, bars, lines, save
from spectral_gui.plots.names import (
    axis_titles,
    best_of,
    measure_axis,
    measure_order,
    measure_text,
    seconds_text,
    value_text,
)
from spectral_gui.resources import translating

_tr = translating("runs")

SECONDS = "seconds"
_SEED = "seed"
_WIDE = 16  # from which ratio of numbers of sentences steps are drawn by their ratios


def swept_measures(run: Run) -> list[str]:
    """What can be drawn of a sweep, what matters most first."""
    names = {name for point in run.points for name in point.measures}
    return [*sorted(names, key=measure_order), *([SECONDS] if any(point.seconds for point in run.points) else [])]


def sweep_figure(run: Run, measure: str) -> tuple[Draw, str]:
    """The figure, and the same in words."""
    along = _along(run)
    rows: dict[tuple[tuple[str, Value | None], ...], dict[float, list[float]]] = {}
    for point in run.points:
        value = point.seconds if measure == SECONDS and point.measures else point.measures.get(measure)
        if value is None:
            continue
        rest = tuple((name, point.at.get(name)) for name in run.over if name not in (along, _SEED))
        where = point.at.get(along)
        if isinstance(where, int | float):
            rows.setdefault(rest, {}).setdefault(where, []).append(value)
    if not along:
        return _bars(run, measure)
    titles = axis_titles(run)
    plotted: list[PlotLine] = []
    bands: list[Band] = []
    told: list[str] = []
    for number, (rest, found) in enumerate(rows.items()):
        x = sorted(found)
        means = [sum(found[place]) / len(found[place]) for place in x]
        starts = max(map(len, found.values()))
        label = ", ".join(_named(name, value, titles) for name, value in rest) or run.name
        if starts > 1:
            spans = [min(found[place]) for place in x], [max(found[place]) for place in x]
            bands.append(Band(_tr("{0}: lowest to highest").format(label), x, *spans, number))
            label = _tr("{0}: mean of {1} starts").format(label, starts)
        plotted.append(PlotLine(label, x, means, number, HEAVY if len(rows) == 1 else 2.0))
        best = means.index(min(means) if measure == SECONDS else best_of(measure, means))
        values = _told(measure, means[0]), _told(measure, means[-1]), _told(measure, means[best])
        told.append(_tr("{0}: from {1} to {2}, best {3} at {4}").format(label, *values, value_text(x[best])))
    ticks = sorted({place for found in rows.values() for place in found})
    steep = along == SENTENCES and bool(ticks) and ticks[-1] >= _WIDE * ticks[0]
    whole = all(isinstance(point.at.get(along), int) for point in run.points)
    axis = _axis(along, titles, run.measured_documents == (HELD_OUT,))
    draw = lines(axis, _measure_axis(measure), plotted, whole, bands, ticks if steep else ())
    return draw, f"{_measure_axis(measure)}. {'; '.join(told)}"


def draw_sweep(source: Path, measure: str, output: Path) -> None:
    """The sweep in a file that the command wrote, as a figure; who may not read the one may not read the other."""
    run = unpack_run(source.read_bytes())
    chosen = measure or next(iter(swept_measures(run)), "")
    if not chosen:
        raise DataError("nothing was measured in this sweep; there is nothing to draw")
    save(sweep_figure(run, chosen)[0], output, [source])


def _along(run: Run) -> str:
    """The first thing that was varied in numbers; "" where none was."""
    for name in run.over:
        values = [point.at.get(name) for point in run.points]
        if all(isinstance(value, int | float) and not isinstance(value, bool) for value in values):
            return name
    return ""


def _bars(run: Run, measure: str) -> tuple[Draw, str]:
    titles = axis_titles(run)
    rows = []
    for number, point in enumerate(run.points):
        value = point.seconds if measure == SECONDS else point.measures.get(measure)
        if value is not None and point.measures:
            label = ", ".join(_named(name, chosen, titles) for name, chosen in point.at.items())
            rows.append(Bar(label, value, _told(measure, value), number))
    told = "; ".join(f"{row.label}: {row.text}" for row in rows)
    return bars(_measure_axis(measure), rows), f"{_measure_axis(measure)}. {told}"


def _axis(name: str, titles: Mapping[str, str], held_out: bool) -> str:
    if name != SENTENCES:
        return titles.get(name, name)
    return _tr("sentences learnt from, without those held out") if held_out else _tr("sentences learnt from")


def _named(name: str, value: Value | None, titles: Mapping[str, str]) -> str:
    if name == SENTENCES:
        return _tr("{0} sentences").format(value_text(value))
    return value_text(value) if isinstance(value, str) else f"{titles.get(name, name)} {value_text(value)}"


def _measure_axis(measure: str) -> str:
    return _tr("time of learning (CPU s)") if measure == SECONDS else measure_axis(measure)


def _told(measure: str, value: float) -> str:
    return seconds_text(value) if measure == SECONDS else measure_text(measure, value)
