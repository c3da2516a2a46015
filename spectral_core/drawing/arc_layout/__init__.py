"""Layout of the arcs above the words of a sentence in numbers: columns, levels, attachment points, labels, rows.

x runs to the right and y downwards, as on a screen; every x is where it is drawn, right-to-left included.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from spectral_core.drawing.arc_layout.drawn import ArcLayout, ArcOptions, ArcRow, Bracket, Column, DrawnArc, Root
from spectral_core.drawing.arc_layout.folding import choose_row_starts
from spectral_core.drawing.arc_layout.placing import ArcPlacer

__all__ = [
    "ArcLayout",
    "ArcOptions",
    "ArcRow",
    "Bracket",
    "Column",
    "DrawnArc",
    "Root",
    "choose_row_starts",
    "lay_out_arcs",
]


def lay_out_arcs(
    widths: Sequence[float],
    heads: Sequence[int | None],
    label_widths: Sequence[float],
    options: ArcOptions | None = None,
    *,
    ranges: Sequence[tuple[int, int, float]] = (),
    empty_nodes: Sequence[tuple[int, int, float]] = (),
    cut_labels: Sequence[tuple[float, float]] = (),
) -> ArcLayout:
    """Lay out words and arcs: short arcs low, no two in the same position, no label over another or over a word.

    For each word its width (the widest of its lines), its head and the width of its label; `ranges` are (first word,
    last word, width), `empty_nodes` (after which word, number, width), `cut_labels` for each word the widths of the
    labels of its arc where it leaves a row and where it arrives in another. An arc lies one level above everything
    below it, shorter arcs first, so that outer arcs stand above inner ones.
    """
    chosen_options = ArcOptions() if options is None else options
    if not len(widths) == len(heads) == len(label_widths):
        raise ValueError("each word needs a width, a head or None, and the width of its label")
    if chosen_options.level_height < chosen_options.label_height + 2:  # else labels of two levels would touch
        chosen_options = replace(chosen_options, level_height=chosen_options.label_height + 2)
    return ArcPlacer(widths, heads, label_widths, chosen_options, ranges, empty_nodes, cut_labels).compute_layout()
