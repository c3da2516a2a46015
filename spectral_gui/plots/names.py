"""How measures, settings and runs are named and written for people; one place, so that table, plot and log agree."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from PySide6.QtCore import QCoreApplication

from spectral_core.methods import METHODS
from spectral_core.model import Value, settings_in
from spectral_core.project import Run
from spectral_gui.plots.draw import Draw, Scree, screes

_NOTHING = "–"


def measure_title(name: str) -> str:
    """A measure as a person calls it."""
    return _known().get(name, (name.replace("_", " "), ""))[0]


def measure_axis(name: str) -> str:
    """The same with its unit, for an axis or a column."""
    title, unit = _known().get(name, (measure_title(name), ""))
    return f"{title} ({unit})" if unit else title


def measure_text(name: str, value: float | None) -> str:
    """A value in as many digits as can be compared; a dash where it was not measured."""
    if value is None or math.isnan(value):
        return _NOTHING
    if math.isinf(value):
        return "∞" if value > 0 else "−∞"
    if _known().get(name, ("", ""))[1] == "%":
        return f"{value:.2f}"
    if value == int(value) and abs(value) < 1e9:
        return f"{value:.0f}"
    if abs(value) >= 1000:
        return f"{value:.2f}"
    return f"{value:#.5g}" if abs(value) >= 1 else f"{value:.4g}"


def measure_order(name: str) -> tuple[int, str]:
    """Sorts measures: those that matter most first, unknown ones last by name."""
    known = list(_known())
    return (known.index(name) if name in known else len(known), name)


def seconds_text(seconds: float) -> str:
    return f"{seconds:.2f}" if seconds < 10 else f"{seconds:.1f}"


def status_text(status: str) -> str:
    """How a run ended."""
    words = {
        "finished": _tr("finished"),
        "cancelled": _tr("cancelled"),
        "failed": _tr("failed"),
        "running": _tr("running"),
    }
    return words.get(status, status)


def status_sign(status: str) -> str:
    """The same at a glance."""
    return {"finished": "✓", "cancelled": "◼", "failed": "✗", "running": "…"}.get(status, "")


def all_settings(run: Run) -> list[tuple[str, Value | None]]:
    """Every setting of a run under its title; defaults where the run does not name one."""
    if run.method not in METHODS:
        return sorted(run.settings.items())
    rows = settings_in(METHODS[run.method].settings)
    known = {row.name for row in rows}
    return [
        *((row.title, run.settings.get(row.name, row.default)) for row in rows),
        *((name, value) for name, value in sorted(run.settings.items()) if name not in known),
    ]


def changed_settings(run: Run) -> str:
    """The settings that differ from the method's defaults; "" where none does."""
    defaults: dict[str, Value] = {}
    if run.method in METHODS:
        defaults = {row.name: row.default for row in settings_in(METHODS[run.method].settings)}
    changed = [(name, value) for name, value in run.settings.items() if name not in defaults or value != defaults[name]]
    return ", ".join(f"{name} {value_text(value)}" for name, value in changed)


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
    text = _tr("{0} was learnt in {1} s").format(run.name, seconds_text(run.seconds))
    if measures:
        where = run.measured_on or run.document
        same = run.measured_on in ("", run.document)
        told = _tr("on the text it was learnt from") if same else _tr("on {0}").format(where)
        text += f": {measures} ({told})"
    return text


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
    percent = "%"
    return {
        "log_likelihood": (_tr("log-likelihood"), _tr("nats")),
        "perplexity": (_tr("perplexity"), _tr("per word")),
        "unknown": (_tr("unknown words"), percent),
        "clipped": (_tr("clipped scores"), ""),
        "uas": (_tr("UAS"), percent),
        "uas_no_punct": (_tr("UAS without punctuation"), percent),
        "las": (_tr("LAS"), percent),
        "complete": (_tr("whole sentences right"), percent),
        "f1": (_tr("F1"), percent),
        "precision": (_tr("precision"), percent),
        "recall": (_tr("recall"), percent),
        "f1_40": (_tr("F1, up to 40 words"), percent),
        "exact": (_tr("exact trees"), percent),
        "unlabelled_f1": (_tr("unlabelled F1"), percent),
        "unlabelled_f1_10": (_tr("unlabelled F1, up to 10 words"), percent),
        "unlabelled_f1_20": (_tr("unlabelled F1, up to 20 words"), percent),
        "unlabelled_f1_40": (_tr("unlabelled F1, up to 40 words"), percent),
        "ngrams": (_tr("n-grams"), ""),
        "discount_1": (_tr("discount of a count of 1"), ""),
        "discount_2": (_tr("discount of a count of 2"), ""),
        "discount_3": (_tr("discount of a count of 3 or more"), ""),
    }


def _tr(text: str) -> str:
    return QCoreApplication.translate("runs", text)
