"""The figure that says whether numbers are what they claim: confidence against accuracy, with how many there are."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from typing import TYPE_CHECKING

from spectral_core.evaluate import Bin
from spectral_gui.plots.draw import Draw, Look, colour_of, lay_axes

if TYPE_CHECKING:
    from matplotlib.figure import Figure

_LETTERS = 13.0  # of a caption in an inch, at 9 points
_BARS = 0.9  # of the width of a bin


def reliability_diagram(
    bins: Sequence[Bin],
    x_label: str,
    y_label: str,
    count_label: str,
    ideal: str,
    title: str,
    caption: str,
    number: int = 0,
) -> Draw:
    """Accuracy over confidence beside the line on which both are alike; below, how many answers are in each bin."""

    def draw(figure: Figure, look: Look) -> None:
        figure.clear()
        above, below = figure.subplots(2, 1, sharex=True, gridspec_kw={"height_ratios": (3, 1)})
        colour = colour_of(number, look)
        lay_axes(figure, above, look, "", y_label)
        lay_axes(figure, below, look, x_label, count_label)
        above.plot([0, 1], [0, 1], color=look.faint, linestyle="--", linewidth=1.3, label=ideal)
        for row in bins:
            above.plot([row.confidence] * 2, [row.confidence, row.accuracy], color=colour, linewidth=1.0, alpha=0.7)
        above.plot(
            [row.confidence for row in bins], [row.accuracy for row in bins], color=colour, marker="o", markersize=5
        )
        above.set_xlim(0, 1)
        above.set_ylim(0, 1)
        above.tick_params(labelbottom=False)
        above.legend(loc="upper left", frameon=False, fontsize=look.points - 0.5, labelcolor=look.text)
        above.set_title(_wrapped(title, figure, look.points), loc="left", color=look.text, fontsize=look.points)
        middles, widths = ([(row.low + row.high) / 2 for row in bins], [_BARS * (row.high - row.low) for row in bins])
        bars = below.bar(middles, [row.count for row in bins], width=widths, color=colour)
        names = [f"{row.count:,}".replace(",", "\u202f") for row in bins]
        below.bar_label(bars, names, padding=2, color=look.text, fontsize=look.points - 2)
        below.margins(y=0.35)
        below.set_yticks([])
        below.grid(visible=False)
        if caption:
            size = look.points - 0.5
            figure.supxlabel(_wrapped(caption, figure, size), x=0.01, ha="left", color=look.text, fontsize=size)

    return Draw(draw)


def _wrapped(text: str, figure: Figure, points: float) -> str:
    letters = int(figure.get_figwidth() * _LETTERS * 9.0 / points)
    return "\n".join(line for part in text.split("\n") for line in textwrap.wrap(part, max(letters, 20)))
