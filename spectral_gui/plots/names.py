"""How measures, settings and runs are named and written for people; one place, so that table, plot and log agree."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from pathlib import PurePath

from spectral_core.engine import HELD_OUT
from spectral_core.evaluate.names import FINE, MEASURES
from spectral_core.methods import METHODS
from spectral_core.model import Value, list_settings
from spectral_core.project import SENTENCES, Run
from spectral_gui.plots.draw import Draw, Scree, screes
from spectral_gui.resources import translating

_tr = translating("runs")

_NOTHING = "–"
_LONG = 1e9  # written in digits up to here
_SIGNS = {"finished": "✓", "cancelled": "◼", "failed": "✗", "running": "…"}  # of how a run ended
_LESS = ("perplexity", "unknown", "e1", "e2", "e1_script", "e2_script", "mean_rank", "ece", "clipped")  # is better
_COUNTS = ("clipped", "ngrams")


def measure_title(name: str) -> str:
    return _known().get(name, (name.replace("_", " "), ""))[0]


def measure_axis(name: str) -> str:
    """The same with its unit, for an axis or a column."""
    title, unit = _known().get(name, (measure_title(name), ""))
    return f"{title} ({unit})" if unit else title


def measure_text(name: str, value: float | None) -> str:
    """A value with as many decimals as all others of its measure have; a dash where it was not measured."""
    if value is None or math.isnan(value):
        return _NOTHING
    if math.isinf(value):
        return "∞" if value > 0 else "−∞"
    if name in _COUNTS or (name not in _known() and value == int(value) and abs(value) < _LONG):
        return f"{value:.0f}"
    if abs(value) >= _LONG:
        return f"{value:.4g}"
    return f"{value:.4f}" if name in FINE else f"{value:.2f}" if name in _known() else f"{value:.4g}"


def measure_order(name: str) -> tuple[int, str]:
    """Sorts measures: those that matter most first, unknown ones last by name."""
    known = list(_known())
    return (known.index(name) if name in known else len(known), name)


def documents_text(names: Iterable[str]) -> str:
    """The names of documents, without the folders that they are in."""
    return ", ".join(PurePath(name).name for name in names)


def seconds_text(seconds: float) -> str:
    return f"{seconds:.2f}" if seconds < 10 else f"{seconds:.1f}"


def spent_text(run: Run) -> str:
    """The seconds of a run, and how many of them its estimator and each part beside it took."""
    if not run.parts:
        return seconds_text(run.seconds)
    names = {
        "tagger": _tr("tagger"),
        "labeller": _tr("labeller"),
        "calibration": _tr("calibration"),
        "functions": _tr("functions"),
        "watching": _tr("watching"),
    }
    rows = [(_tr("estimator"), run.estimator_seconds), *((names.get(part, part), s) for part, s in run.parts.items())]
    told = ", ".join(f"{name} {seconds_text(seconds)}" for name, seconds in rows)
    return f"{seconds_text(run.seconds)} ({told})"


def flags_text(margin: float, recall: float | None, precision: float | None) -> str:
    """What underlining words below a margin is worth, in a sentence; None where there is nothing to share."""
    if recall is None:
        return _tr("No head is wrong there.")
    if precision is None:
        return _tr("Below a margin of {0:.2f} no word is underlined.").format(margin)
    said = _tr(
        "Below a margin of {0:.2f}, {1:.0%} of the wrong heads are underlined (recall), "
        "and {2:.0%} of what is underlined is wrong (precision)."
    )
    return said.format(margin, recall, precision)


def reading_flags_text(margin: float, recall: float, precision: float) -> str:
    """What underlining words was worth whose first two readings are nearer than a margin, in a sentence."""
    said = _tr(
        "On held-out text, below a margin of {0:.2f}, {1:.0%} of the wrong first readings are underlined (recall), "
        "and {2:.0%} of what is underlined is wrong (precision)."
    )
    return said.format(margin, recall, precision)


def status_text(status: str) -> str:
    return _tr(status) if status in _SIGNS else status


def status_sign(status: str) -> str:
    return _SIGNS.get(status, "")


def all_settings(run: Run) -> list[tuple[str, Value | None]]:
    """Every setting of a run under its title; defaults where the run does not name one."""
    if run.method not in METHODS:
        return sorted(run.settings.items())
    rows = list_settings(METHODS[run.method].settings)
    known = {row.name for row in rows}
    return [
        *((row.title, run.settings.get(row.name, row.default)) for row in rows),
        *((name, value) for name, value in sorted(run.settings.items()) if name not in known),
    ]


def changed_settings(run: Run) -> str:
    """The settings that differ from the method's defaults; "" where none does."""
    defaults: dict[str, Value] = {}
    if run.method in METHODS:
        defaults = {row.name: row.default for row in list_settings(METHODS[run.method].settings)}
    changed = [(name, value) for name, value in run.settings.items() if name not in defaults or value != defaults[name]]
    varied = [_tr("over {0}").format(", ".join(run.over))] if run.over else []
    return ", ".join([*varied, *(f"{name} {value_text(value)}" for name, value in changed)])


def axis_titles(run: Run) -> dict[str, str]:
    """What a sweep may vary, by its name."""
    known = list_settings(METHODS[run.method].settings) if run.method in METHODS else ()
    return {SENTENCES: _tr("sentences"), **{row.name: row.title for row in known}}


def best_of(measure: str, values: Sequence[float]) -> float:
    return min(values) if measure in _LESS else max(values)


def value_text(value: Value | None) -> str:
    if value is None:
        return _NOTHING
    if isinstance(value, bool):
        return _tr("yes") if value else _tr("no")
    return f"{value:g}" if isinstance(value, float) else str(value)


def labels_of(runs: Sequence[Run]) -> dict[str, str]:
    """Each run in a legend, by its name: with the settings that set it apart from the others of its method."""
    labels = {}
    for run in runs:
        alike = [dict(all_settings(other)) for other in runs if other.method == run.method]
        apart = [
            f"{title} {value_text(value)}"
            for title, value in all_settings(run)
            if any(other.get(title) != value for other in alike)
        ]
        labels[run.name] = f"{run.name}: {', '.join(apart)}" if apart else run.name
    return labels


def has_model(run: Run) -> bool:
    """Whether there is something to look into."""
    return bool(run.model) or bool(run.spectrum)


def summary_of(run: Run) -> str:
    """One line on how a run ended and what its model is worth."""
    if run.status == "failed":
        return _tr("{0} failed: {1}").format(run.name, run.complaint)
    if run.status == "cancelled":
        return _tr("{0} was cancelled; nothing was kept of it").format(run.name)
    measures = ", ".join(
        f"{measure_title(name)} {measure_text(name, value)}" for name, value in sorted_measures(run.measures)
    )
    text = _tr("{0} was learnt in {1} s CPU").format(run.name, spent_text(run))
    if run.points:
        measures = _best_point(run)
        titles = axis_titles(run)
        told = _tr("{0}: sweep over {1}, {2} models in {3} s CPU")
        text = told.format(
            run.name, ", ".join(titles.get(name, name) for name in run.over), len(run.points), spent_text(run)
        )
    if measures:
        same = run.measured_documents in ((), run.documents)
        where = documents_text(run.measured_documents)
        told = _tr("on the text it was learnt from") if same else _tr("on {0}").format(where)
        told = _tr("on sentences held out") if run.measured_documents == (HELD_OUT,) else told
        text += f": {measures} ({told})"
    return text


def _best_point(run: Run) -> str:
    """The best value of the measure that matters most in a sweep, and where it is."""
    name = min({name for point in run.points for name in point.measures}, key=measure_order, default="")
    if not name:
        return ""
    measured = [point for point in run.points if name in point.measures]
    value = best_of(name, [point.measures[name] for point in measured])
    point = next(point for point in measured if point.measures[name] == value)
    where = ", ".join(f"{axis} {value_text(at)}" for axis, at in point.at.items())
    if SENTENCES in point.at and run.measured_documents == (HELD_OUT,):
        where = _tr("{0} without those held out").format(where)
    return _tr("best {0} {1} at {2}").format(measure_title(name), measure_text(name, value), where)


def screes_of(runs: Sequence[tuple[Run, int]]) -> Draw:
    """The singular values of runs, each with its number among all."""
    rows = []
    labels = labels_of([run for run, _ in runs])
    for run, number in runs:
        cut = "" if run.cut is None else _tr("cut of {0}: {1} kept").format(run.name, run.cut)
        rows.append(Scree(labels[run.name], run.spectrum, run.cut, cut, number))
    return screes(_tr("rank"), _tr("singular value"), rows)


def sorted_measures(measures: Mapping[str, float]) -> list[tuple[str, float]]:
    return sorted(measures.items(), key=lambda row: measure_order(row[0]))


def _known() -> dict[str, tuple[str, str]]:
    """Title and unit of each measure, in the order in which they are shown."""
    return {name: (_tr(title), _tr(unit) if unit else "") for name, (title, unit) in MEASURES.items()}
