"""What can be drawn of some runs: curves by stage, singular values, measures at the end, time, calibration."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from spectral_core.project import Run
from spectral_gui.plots import grouped, measure_order, measure_title
from spectral_gui.resources import translating

_tr = translating("CurvesView")

CURVE, END, SCREE, TIME, CALIBRATION = "curve", "end", "scree", "time", "calibration"
Kind = tuple[str, str, str]  # one of these, a measure, and the stage of learning where one run has several
Curve = Sequence[tuple[str, int, float, dict[str, float]]]
RELIABILITY: Kind = (CALIBRATION, "", "")
_ATTACHED = ("uas", "las")  # what a parser is worth
_PARTS = ("tag", "label")  # stages in which a parser learns the models that come with it


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
    groups, alone = grouped(runs)
    if groups:
        times: list[Kind] = [(TIME, name, "") for name in ends]
        kinds = [*times, *kinds] if any(run.measures for run in alone) else [*kinds, *times]
    return kinds


def title_of(kind: Kind) -> str:
    """A kind as it is offered."""
    what, measure, stage = kind
    if what == SCREE:
        return _tr("singular values")
    if what == CALIBRATION:
        return _tr("calibration")
    title = measure_title(measure)
    if what == TIME:
        return _tr("{0} by the time of learning").format(title)
    if what == END:
        return _tr("{0} at the end").format(title)
    return f"{stage_title(stage)}: {title}" if stage else _tr("{0} while learning").format(title)


def stage_title(stage: str) -> str:
    """A stage of learning by what is learnt in it."""
    names = {"solve": _tr("automata"), "iterate": _tr("automata"), "tag": _tr("tags"), "label": _tr("relations")}
    return names.get(stage, stage)


def _points(curve: Curve, kind: Kind) -> int:
    _, measure, wanted = kind
    return sum(measure in measures and wanted in ("", stage) for stage, _, _, measures in curve)


def _in_order(stages: dict[str, None]) -> list[str]:
    """Stages as they came, those in which the model itself is learnt before those of its parts."""
    return sorted(stages, key=lambda stage: not stage.startswith("iterate"))
