"""Runs that differ in their random start alone, as one group: the band between the lowest and the highest of them."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence

from spectral_core.project import Run
from spectral_gui.plots.draw import Band
from spectral_gui.resources import translating

_tr = translating("runs")

_SEED = "seed"
_MOST_POINTS = 300
Curve = tuple[Sequence[float], Sequence[float]]  # x, which grows, and y


def grouped(runs: Sequence[Run]) -> tuple[list[list[Run]], list[Run]]:
    """The groups of at least two starts, and the runs that are in none; all in the order of their first."""
    found: dict[tuple[object, ...], list[Run]] = {}
    for run in runs:
        rest = sorted((name, str(value)) for name, value in run.settings.items() if name != _SEED)
        found.setdefault((run.method, run.documents, run.measured_documents, tuple(rest)), []).append(run)
    groups, alone = [], []
    for alike in found.values():
        if len({run.settings.get(_SEED) for run in alike}) > 1:
            groups.append(alike)
        else:
            alone += alike
    return groups, alone


def group_label(group: Sequence[Run]) -> str:
    estimator = group[0].settings.get("estimator")
    name = f"{group[0].method} {estimator}" if estimator else group[0].method
    return _tr("{0}, {1} random starts").format(name, len(group))


def band_of(label: str, curves: Sequence[Curve], number: int) -> Band:
    """Between the lowest and the highest of the curves that have begun; one that has ended counts with its last value.
    Between two of its points a curve is straight."""
    places = sorted({place for x, _ in curves for place in x})
    begins = {x[0] for x, _ in curves}
    step = -(-len(places) // _MOST_POINTS)
    kept = [place for at, place in enumerate(places) if at % step == 0 or place in begins or place == places[-1]]
    found: list[tuple[float, float, float]] = []
    for place in kept:
        before = [_value(curve, place) for curve in curves if curve[0][0] < place]
        values = [_value(curve, place) for curve in curves if curve[0][0] <= place]
        if place in begins and before:  # an upright edge where another comes in
            found.append((place, min(before), max(before)))
        found.append((place, min(values), max(values)))
    x, low, high = zip(*found, strict=True)
    return Band(label, x, low, high, number)


def _value(curve: Curve, place: float) -> float:
    x, y = curve
    after = bisect_right(x, place)
    if after == len(x):
        return y[-1]
    before = max(after - 1, 0)
    width = x[after] - x[before]
    return y[before] if width <= 0 else y[before] + (y[after] - y[before]) * (place - x[before]) / width
