"""Placement of names at the ends of curves without overlaps."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_LINE_HEIGHT = 1.35  # of the letter size
_NAME_OFFSET = 8  # points between a curve and its name
_AXES_SHARE = 0.8  # approximate share of the axes in a figure
_LETTER_WIDTH = 0.56  # mean width, as a share of the letter size
_MAX_SHIFT_STEPS = 12  # quarters of a name's height, up or down

_Area = tuple[float, float, float, float]  # left, right, low, high


def label_curve_ends(axes: Axes, ends: Sequence[tuple[str, float, float, str]], points: float) -> None:
    """Write each name next to the last point (x, y) of its curve, in its colour, without covering another name or a
    curve."""
    for text in list(axes.texts):
        text.remove()
    figure = axes.get_figure(root=True)
    assert figure is not None
    width, height = (size * 72 * _AXES_SHARE for size in (figure.get_figwidth(), figure.get_figheight()))
    axes.get_xlim(), axes.get_ylim()  # the limits are computed when they are queried
    to_shares = axes.transScale + axes.transLimits

    def to_points(x: float, y: float) -> tuple[float, float]:
        """Convert a data point to points of the figure, from the lower left of its axes."""
        across, up = to_shares.transform((x, y))
        return float(across) * width, float(up) * height

    curves = [
        [to_points(float(x), float(y)) for x, y in zip(line.get_xdata(), line.get_ydata(), strict=True)]  # type: ignore[arg-type]
        for line in axes.get_lines()
    ]
    name_areas: list[_Area] = []
    for label, x, y, colour in sorted(ends, key=lambda end: end[2]):
        left, middle = to_points(x, y)
        lines = label.split("\n")
        half, right = (
            _LINE_HEIGHT * points * len(lines) / 2,
            left + _NAME_OFFSET + _LETTER_WIDTH * points * max(map(len, lines)),
        )
        offsets = sorted((step * half / 2 for step in range(-_MAX_SHIFT_STEPS, _MAX_SHIFT_STEPS + 1)), key=abs)
        areas = {offset: (left + 2, right, middle + offset - half, middle + offset + half) for offset in offsets}
        shift = next((offset for offset, area in areas.items() if _is_area_free(area, name_areas, curves)), 0.0)
        name_areas.append(areas[shift])
        axes.annotate(
            label, (x, y), (_NAME_OFFSET, shift), textcoords="offset points", va="center", color=colour,
            fontsize=points, annotation_clip=False,
        )  # fmt: skip


def _is_area_free(area: _Area, name_areas: Sequence[_Area], curves: Sequence[Sequence[tuple[float, float]]]) -> bool:
    """Return whether no name and no curve passes through an area."""
    left, right, low, high = area
    if any(
        left < name_area[1] and name_area[0] < right and low < name_area[3] and name_area[2] < high
        for name_area in name_areas
    ):
        return False
    for curve in curves:
        for (x, y), (to_x, to_y) in pairwise(curve):
            if x < right and left < to_x and to_x > x:
                ends = [y + (to_y - y) * (min(max(edge_x, x), to_x) - x) / (to_x - x) for edge_x in (left, right)]
                if min(ends) < high and low < max(ends):
                    return False
    return True
