"""Groups of runs that differ only in their seed: the band between the lowest and the highest of their curves."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence

from spectral_core.project import Run
from spectral_gui.plots.draw import Band
from spectral_gui.resources import make_translator

_tr = make_translator("runs")

_SEED = "seed"
_MAX_POINTS = 300
Curve = tuple[Sequence[float], Sequence[float]]  # increasing x, and y


def group_by_seed(runs: Sequence[Run]) -> tuple[list[list[Run]], list[Run]]:
    """Return the groups of at least two starts and the runs in no group, both in the order of their first run."""
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


def format_group(group: Sequence[Run]) -> str:
    estimator = group[0].settings.get("estimator")
    name = f"{group[0].method} {estimator}" if estimator else group[0].method
    return _tr("{0}, {1} random starts").format(name, len(group))


def make_band(label: str, curves: Sequence[Curve], number: int) -> Band:
    """Return the band between the lowest and the highest of the curves that have begun; one that has ended keeps its
    last value. Curves are straight between their points."""
    positions = sorted({position for x, _ in curves for position in x})
    first_positions = {x[0] for x, _ in curves}
    step = -(-len(positions) // _MAX_POINTS)
    sampled_positions = [
        position
        for index, position in enumerate(positions)
        if index % step == 0 or position in first_positions or position == positions[-1]
    ]
    bounds: list[tuple[float, float, float]] = []
    for position in sampled_positions:
        earlier_values = [_interpolate(curve, position) for curve in curves if curve[0][0] < position]
        values = [_interpolate(curve, position) for curve in curves if curve[0][0] <= position]
        if position in first_positions and earlier_values:  # vertical edge where another curve begins
            bounds.append((position, min(earlier_values), max(earlier_values)))
        bounds.append((position, min(values), max(values)))
    x, low, high = zip(*bounds, strict=True)
    return Band(label, x, low, high, number)


def _interpolate(curve: Curve, position: float) -> float:
    x, y = curve
    upper = bisect_right(x, position)
    if upper == len(x):
        return y[-1]
    lower = max(upper - 1, 0)
    width = x[upper] - x[lower]
    return y[lower] if width <= 0 else y[lower] + (y[upper] - y[lower]) * (position - x[lower]) / width
