"""Histogram of the final values of random starts, with deterministic runs as lines among them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil, sqrt
from typing import TYPE_CHECKING

from spectral_gui.plots.draw import HEAVY_LINE, PlotRenderer, PlotStyle, get_line_colour, show_legend, style_axes

if TYPE_CHECKING:
    from matplotlib.figure import Figure

_MAX_BINS = 12
_ALPHA = 0.6  # of overlapping bars


@dataclass(frozen=True, slots=True)
class Distribution:
    """Final values of several starts; a single value is drawn as a line."""

    label: str
    values: Sequence[float]
    number: int = 0


def plot_histogram(x_label: str, y_label: str, distributions: Sequence[Distribution]) -> PlotRenderer:
    """Plot several final values as bars over common bins, and single values as upright lines."""

    def draw(figure: Figure, style: PlotStyle) -> None:
        from matplotlib.ticker import MaxNLocator

        figure.clear()
        axes = figure.add_subplot()
        style_axes(figure, axes, style, x_label, y_label)
        start_values = [
            value for distribution in distributions if len(distribution.values) > 1 for value in distribution.values
        ]
        low, high = min(start_values), max(start_values)
        width = (high - low) or 1.0
        bins = min(_MAX_BINS, 2 + ceil(2 * sqrt(len(start_values)))) if high > low else 1
        edges = [low - width * (high == low) / 2 + width * index / bins for index in range(bins + 1)]
        for index, distribution in enumerate(distributions):
            colour = get_line_colour(distribution.number, style)
            if len(distribution.values) > 1:
                hatch = ("", "//", "\\\\", "..")[index % 4]  # distinct without colours as well
                axes.hist(
                    distribution.values,
                    edges,
                    label=distribution.label,
                    color=colour,
                    alpha=_ALPHA,
                    hatch=hatch,
                    edgecolor=style.paper,
                )
            else:
                axes.axvline(
                    distribution.values[0],
                    color=colour,
                    linewidth=HEAVY_LINE,
                    linestyle=("-", "--")[index % 2],
                    label=distribution.label,
                )
        axes.yaxis.set_major_locator(MaxNLocator(nbins="auto", integer=True, min_n_ticks=1))
        show_legend(figure, axes, style)

    return PlotRenderer(draw)
