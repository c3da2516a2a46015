"""Names of curves at their ends, in their colours, moved apart where they would stand over one another."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_LINE = 1.35  # of the size of letters
_BESIDE = 8  # points between a curve and its name
_ROOM = 0.8  # of a figure's height, about, that axes have
MOST = 8  # curves that are named so; more have a legend


def name_ends(axes: Axes, rows: Sequence[tuple[str, float, float, str]], points: float) -> None:
    """Writes each name at the last point (x, y) of its curve, in its colour."""
    for text in list(axes.texts):
        text.remove()
    figure = axes.get_figure(root=True)
    assert figure is not None
    high = figure.get_figheight() * 72 * _ROOM
    low, top = axes.get_ylim()
    span = (top - low) or 1.0
    at = 0.0  # where the name before ends, in points from below
    for label, x, y, colour in sorted(rows, key=lambda row: row[2]):
        room = _LINE * points * (label.count("\n") + 1)
        wanted = (y - low) / span * high
        placed = max(wanted, at + room / 2)
        at = placed + room / 2
        axes.annotate(
            label, (x, y), (_BESIDE, placed - wanted), textcoords="offset points", va="center", color=colour,
            fontsize=points, annotation_clip=False,
        )  # fmt: skip
