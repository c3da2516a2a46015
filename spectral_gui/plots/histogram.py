"""Where random starts end: how many at which value, and what leaves nothing to chance as a line among them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil, sqrt
from typing import TYPE_CHECKING

from spectral_gui.plots.draw import HEAVY, Draw, Look, colour_of, lay_axes, show_legend

if TYPE_CHECKING:
    from matplotlib.figure import Figure

_MOST_BINS = 12
_ALPHA = 0.6  # of bars behind one another


@dataclass(frozen=True, slots=True)
class Heap:
    """The values at which several starts end; of one value, a line."""

    label: str
    values: Sequence[float]
    number: int = 0


def histogram(x_label: str, y_label: str, heaps: Sequence[Heap]) -> Draw:
    """Starts as bars over common bins, single values as upright lines."""

    def draw(figure: Figure, look: Look) -> None:
        from matplotlib.ticker import MaxNLocator

        figure.clear()
        axes = figure.add_subplot()
        lay_axes(figure, axes, look, x_label, y_label)
        starts = [value for heap in heaps if len(heap.values) > 1 for value in heap.values]
        low, high = min(starts), max(starts)
        width = (high - low) or 1.0
        bins = min(_MOST_BINS, 2 + ceil(2 * sqrt(len(starts)))) if high > low else 1
        edges = [low - width * (high == low) / 2 + width * at / bins for at in range(bins + 1)]
        for at, heap in enumerate(heaps):
            colour = colour_of(heap.number, look)
            if len(heap.values) > 1:
                hatch = ("", "//", "\\\\", "..")[at % 4]  # told apart without colours as well
                axes.hist(
                    heap.values, edges, label=heap.label, color=colour, alpha=_ALPHA, hatch=hatch, edgecolor=look.paper
                )
            else:
                axes.axvline(
                    heap.values[0], color=colour, linewidth=HEAVY, linestyle=("-", "--")[at % 2], label=heap.label
                )
        axes.yaxis.set_major_locator(MaxNLocator(nbins="auto", integer=True, min_n_ticks=1))
        show_legend(figure, axes, look)

    return Draw(draw)
