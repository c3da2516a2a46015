"""Reliability diagram: confidence against accuracy, with the number of answers in each bin."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from typing import TYPE_CHECKING

from spectral_core.evaluate import Bin
from spectral_gui.plots.draw import PlotRenderer, PlotStyle, get_line_colour, style_axes

if TYPE_CHECKING:
    from matplotlib.figure import Figure

_LETTERS_PER_INCH = 13.0  # of a caption, at 9 points
_BAR_SHARE = 0.9  # of the width of a bin


def plot_reliability(
    bins: Sequence[Bin],
    x_label: str,
    y_label: str,
    count_label: str,
    ideal: str,
    title: str,
    caption: str,
    number: int = 0,
) -> PlotRenderer:
    """Plot accuracy over confidence beside the ideal line; below, how many answers are in each bin."""

    def draw(figure: Figure, style: PlotStyle) -> None:
        figure.clear()
        accuracy_axes, count_axes = figure.subplots(2, 1, sharex=True, gridspec_kw={"height_ratios": (3, 1)})
        colour = get_line_colour(number, style)
        style_axes(figure, accuracy_axes, style, "", y_label)
        style_axes(figure, count_axes, style, x_label, count_label)
        accuracy_axes.plot([0, 1], [0, 1], color=style.faint, linestyle="--", linewidth=1.3, label=ideal)
        for confidence_bin in bins:
            accuracy_axes.plot(
                [confidence_bin.confidence] * 2,
                [confidence_bin.confidence, confidence_bin.accuracy],
                color=colour,
                linewidth=1.0,
                alpha=0.7,
            )
        accuracy_axes.plot(
            [confidence_bin.confidence for confidence_bin in bins],
            [confidence_bin.accuracy for confidence_bin in bins],
            color=colour,
            marker="o",
            markersize=5,
        )
        accuracy_axes.set_xlim(0, 1)
        accuracy_axes.set_ylim(0, 1)
        accuracy_axes.tick_params(labelbottom=False)
        accuracy_axes.legend(loc="upper left", frameon=False, fontsize=style.points - 0.5, labelcolor=style.text)
        accuracy_axes.set_title(
            _wrap_text(title, figure, style.points), loc="left", color=style.text, fontsize=style.points
        )
        middles, widths = (
            [(confidence_bin.low + confidence_bin.high) / 2 for confidence_bin in bins],
            [_BAR_SHARE * (confidence_bin.high - confidence_bin.low) for confidence_bin in bins],
        )
        bars = count_axes.bar(middles, [confidence_bin.count for confidence_bin in bins], width=widths, color=colour)
        count_texts = [f"{confidence_bin.count:,}".replace(",", "\u202f") for confidence_bin in bins]
        count_axes.bar_label(bars, count_texts, padding=2, color=style.text, fontsize=style.points - 2)
        count_axes.margins(y=0.35)
        count_axes.set_yticks([])
        count_axes.grid(visible=False)
        if caption:
            size = style.points - 0.5
            figure.supxlabel(_wrap_text(caption, figure, size), x=0.01, ha="left", color=style.text, fontsize=size)

    return PlotRenderer(draw)


def _wrap_text(text: str, figure: Figure, points: float) -> str:
    letters = int(figure.get_figwidth() * _LETTERS_PER_INCH * 9.0 / points)
    return "\n".join(line for part in text.split("\n") for line in textwrap.wrap(part, max(letters, 20)))
