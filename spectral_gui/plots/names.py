"""Names and formats of measures, settings and runs, the same in table, plot and log."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from pathlib import PurePath

from spectral_core.engine import HELD_OUT
from spectral_core.evaluate.names import FOUR_DECIMALS, MEASURES
from spectral_core.model import Value, list_settings
from spectral_core.project import SENTENCES, Run
from spectral_core.registry import METHODS
from spectral_gui.plots.draw import PlotRenderer, Scree, plot_screes
from spectral_gui.resources import make_translator

_tr = make_translator("runs")

_NO_VALUE = "–"
_SCIENTIFIC_FROM = 1e9  # smaller numbers are written in digits
_STATUS_SYMBOLS = {"finished": "✓", "cancelled": "◼", "failed": "✗", "running": "…"}  # by the status of a run
_LOWER_IS_BETTER = (
    "perplexity",
    "unknown",
    "e1",
    "e2",
    "e1_script",
    "e2_script",
    "mean_rank",
    "ece",
    "clipped",
)  # measures
_COUNT_MEASURES = ("clipped", "ngrams")


def get_measure_title(name: str) -> str:
    return _get_measures().get(name, (name.replace("_", " "), ""))[0]


def get_measure_axis(name: str) -> str:
    """Return the title of a measure with its unit, for an axis or a column."""
    title, unit = _get_measures().get(name, (get_measure_title(name), ""))
    return f"{title} ({unit})" if unit else title


def format_measure(name: str, value: float | None) -> str:
    """Return a value with the decimals of its measure; a dash if it was not measured."""
    if value is None or math.isnan(value):
        return _NO_VALUE
    if math.isinf(value):
        return "∞" if value > 0 else "−∞"
    if name in _COUNT_MEASURES or (
        name not in _get_measures() and value == int(value) and abs(value) < _SCIENTIFIC_FROM
    ):
        return f"{value:.0f}"
    if abs(value) >= _SCIENTIFIC_FROM:
        return f"{value:.4g}"
    return f"{value:.4f}" if name in FOUR_DECIMALS else f"{value:.2f}" if name in _get_measures() else f"{value:.4g}"


def get_measure_rank(name: str) -> tuple[int, str]:
    """Return the sort key of a measure: the most important first, unknown ones last by name."""
    measures = list(_get_measures())
    return (measures.index(name) if name in measures else len(measures), name)


def format_documents(names: Iterable[str]) -> str:
    """Return the names of documents without their folders."""
    return ", ".join(PurePath(name).name for name in names)


def format_seconds(seconds: float) -> str:
    return f"{seconds:.2f}" if seconds < 10 else f"{seconds:.1f}"


def format_run_seconds(run: Run) -> str:
    """Return the seconds of a run, and those of its estimator and of each part beside it."""
    if not run.parts:
        return format_seconds(run.seconds)
    part_names = {
        "tagger": _tr("tagger"),
        "labeller": _tr("labeller"),
        "calibration": _tr("calibration"),
        "functions": _tr("functions"),
        "watching": _tr("watching"),
    }
    seconds_of_parts = [
        (_tr("estimator"), run.estimator_seconds),
        *((part_names.get(part, part), s) for part, s in run.parts.items()),
    ]
    part_texts = ", ".join(f"{name} {format_seconds(seconds)}" for name, seconds in seconds_of_parts)
    return f"{format_seconds(run.seconds)} ({part_texts})"


def describe_flags(margin: float, recall: float | None, precision: float | None) -> str:
    """Return a sentence on the recall and precision of underlining words below a margin; either is None if
    undefined."""
    if recall is None:
        return _tr("No head is wrong there.")
    if precision is None:
        return _tr("Below a margin of {0:.2f} no word is underlined.").format(margin)
    template = _tr(
        "Below a margin of {0:.2f}, {1:.0%} of the wrong heads are underlined (recall), "
        "and {2:.0%} of what is underlined is wrong (precision)."
    )
    return template.format(margin, recall, precision)


def describe_reading_flags(margin: float, recall: float, precision: float) -> str:
    """Return a sentence on the recall and precision of underlining words whose first two readings are closer than a
    margin."""
    template = _tr(
        "On held-out text, below a margin of {0:.2f}, {1:.0%} of the wrong first readings are underlined (recall), "
        "and {2:.0%} of what is underlined is wrong (precision)."
    )
    return template.format(margin, recall, precision)


def format_status(status: str) -> str:
    return _tr(status) if status in _STATUS_SYMBOLS else status


def get_status_symbol(status: str) -> str:
    return _STATUS_SYMBOLS.get(status, "")


def list_run_settings(run: Run) -> list[tuple[str, Value | None]]:
    """Return every setting of a run under its title; the default where the run does not name one."""
    if run.method not in METHODS:
        return sorted(run.settings.items())
    descriptions = list_settings(METHODS[run.method].settings)
    described_names = {description.name for description in descriptions}
    return [
        *((description.title, run.settings.get(description.name, description.default)) for description in descriptions),
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
    return ", ".join([*varied, *(f"{name} {format_value(value)}" for name, value in changed)])


def get_axis_titles(run: Run) -> dict[str, str]:
    """Return the titles of what a sweep may vary, by name."""
    descriptions = list_settings(METHODS[run.method].settings) if run.method in METHODS else ()
    return {SENTENCES: _tr("sentences"), **{description.name: description.title for description in descriptions}}


def find_best_value(measure: str, values: Sequence[float]) -> float:
    return min(values) if measure in _LOWER_IS_BETTER else max(values)


def format_value(value: Value | None) -> str:
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
            f"{title} {format_value(value)}"
            for title, value in list_run_settings(run)
            if any(settings.get(title) != value for settings in settings_of_method)
        ]
        labels[run.name] = f"{run.name}: {', '.join(differences)}" if differences else run.name
    return labels


def has_model(run: Run) -> bool:
    """Return whether a run has something to explore."""
    return bool(run.model) or bool(run.spectrum)


def format_summary(run: Run) -> str:
    """Return one line on how a run ended and how good its model is."""
    if run.status == "failed":
        return _tr("{0} failed: {1}").format(run.name, run.complaint)
    if run.status == "cancelled":
        return _tr("{0} was cancelled; nothing was kept of it").format(run.name)
    measures = ", ".join(
        f"{get_measure_title(name)} {format_measure(name, value)}" for name, value in sort_measures(run.measures)
    )
    text = _tr("{0} was learnt in {1} s CPU").format(run.name, format_run_seconds(run))
    if run.points:
        measures = _describe_best_point(run)
        titles = get_axis_titles(run)
        template = _tr("{0}: sweep over {1}, {2} models in {3} s CPU")
        text = template.format(
            run.name, ", ".join(titles.get(name, name) for name in run.over), len(run.points), format_run_seconds(run)
        )
    if measures:
        is_training_text = run.measured_documents in ((), run.documents)
        measured_on = format_documents(run.measured_documents)
        template = _tr("on the text it was learnt from") if is_training_text else _tr("on {0}").format(measured_on)
        template = _tr("on sentences held out") if run.measured_documents == (HELD_OUT,) else template
        text += f": {measures} ({template})"
    return text


def _describe_best_point(run: Run) -> str:
    """Return the best value of the most important measure of a sweep, and its point."""
    name = min({name for point in run.points for name in point.measures}, key=get_measure_rank, default="")
    if not name:
        return ""
    measured_points = [point for point in run.points if name in point.measures]
    value = find_best_value(name, [point.measures[name] for point in measured_points])
    point = next(point for point in measured_points if point.measures[name] == value)
    point_text = ", ".join(f"{axis} {format_value(setting)}" for axis, setting in point.at.items())
    if SENTENCES in point.at and run.measured_documents == (HELD_OUT,):
        point_text = _tr("{0} without those held out").format(point_text)
    return _tr("best {0} {1} at {2}").format(get_measure_title(name), format_measure(name, value), point_text)


def plot_spectra(runs: Sequence[tuple[Run, int]]) -> PlotRenderer:
    """Plot the singular values of runs, each with its number among all runs."""
    estimates = []
    labels = make_run_labels([run for run, _ in runs])
    for run, number in runs:
        cut = "" if run.cut is None else _tr("cut of {0}: {1} kept").format(run.name, run.cut)
        estimates.append(Scree(labels[run.name], run.spectrum, run.cut, cut, number))
    return plot_screes(_tr("rank"), _tr("singular value"), estimates)


def sort_measures(measures: Mapping[str, float]) -> list[tuple[str, float]]:
    return sorted(measures.items(), key=lambda item: get_measure_rank(item[0]))


def _get_measures() -> dict[str, tuple[str, str]]:
    """Return the title and the unit of each measure, in the order in which they are shown."""
    return {name: (_tr(title), _tr(unit) if unit else "") for name, (title, unit) in MEASURES.items()}
