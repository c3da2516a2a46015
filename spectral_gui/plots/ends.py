"""Names of curves at their ends, in their colours, moved apart where they would stand over one another."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_LINE = 1.35  # of the size of letters
_BESIDE = 8  # points between a curve and its name
_ROOM = 0.8  # of a figure's height, about, that axes have
_LETTER = 0.56  # of the size of letters: how wide one is, about
_TRIES = 12  # quarters of a name, up or down
MOST = 8  # curves that are named so; more have a legend

_Area = tuple[float, float, float, float]  # left, right, low, high


def name_ends(axes: Axes, rows: Sequence[tuple[str, float, float, str]], points: float) -> None:
    """Writes each name beside the last point (x, y) of its curve, in its colour, over no other name and no curve."""
    for text in list(axes.texts):
        text.remove()
    figure = axes.get_figure(root=True)
    assert figure is not None
    wide, high = (size * 72 * _ROOM for size in (figure.get_figwidth(), figure.get_figheight()))
    axes.get_xlim(), axes.get_ylim()  # they are found when they are asked for
    shares = axes.transScale + axes.transLimits

    def placed(x: float, y: float) -> tuple[float, float]:
        """A point in points of the figure, from the lower left of its axes."""
        across, up = shares.transform((x, y))
        return float(across) * wide, float(up) * high

    curves = [
        [placed(float(x), float(y)) for x, y in zip(line.get_xdata(), line.get_ydata(), strict=True)]  # type: ignore[arg-type]
        for line in axes.get_lines()
    ]
    taken: list[_Area] = []
    for label, x, y, colour in sorted(rows, key=lambda row: row[2]):
        left, middle = placed(x, y)
        lines = label.split("\n")
        half, right = _LINE * points * len(lines) / 2, left + _BESIDE + _LETTER * points * max(map(len, lines))
        tries = sorted((step * half / 2 for step in range(-_TRIES, _TRIES + 1)), key=abs)
        areas = {by: (left + 2, right, middle + by - half, middle + by + half) for by in tries}
        shift = next((by for by, area in areas.items() if _is_free(area, taken, curves)), 0.0)
        taken.append(areas[shift])
        axes.annotate(
            label, (x, y), (_BESIDE, shift), textcoords="offset points", va="center", color=colour,
            fontsize=points, annotation_clip=False,
        )  # fmt: skip


def _is_free(area: _Area, taken: Sequence[_Area], curves: Sequence[Sequence[tuple[float, float]]]) -> bool:
    """Whether no name and no curve passes through an area."""
    left, right, low, high = area
    if any(left < one[1] and one[0] < right and low < one[3] and one[2] < high for one in taken):
        return False
    for curve in curves:
        for (x, y), (to_x, to_y) in pairwise(curve):
            if x < right and left < to_x and to_x > x:
                ends = [y + (to_y - y) * (min(max(at, x), to_x) - x) / (to_x - x) for at in (left, right)]
                if min(ends) < high and low < max(ends):
                    return False
    return True
