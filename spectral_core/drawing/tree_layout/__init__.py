"""Where the labels of a constituency tree go, in numbers: tidily, or with all words on one line; whole, or in rows as
wide as there is room. x runs to the right and y downwards, as on a screen; every x is where it is drawn, right-to-left
included."""

from __future__ import annotations

from collections.abc import Collection

from spectral_core.data.tree import Tree
from spectral_core.drawing.tree_layout.placing import (
    Box,
    Kind,
    Path,
    WidthOf,
    boxes_of,
    elided,
    extent,
    levels_of,
    nodes_of,
    pack,
)
from spectral_core.drawing.tree_layout.rows import in_rows
from spectral_core.errors import DataError

__all__ = ["MOST_LEVELS", "Box", "Kind", "Path", "WidthOf", "elided", "extent", "place"]

MOST_LEVELS = 6_000  # each place holds its path: beyond that a drawing would need gigabytes


def place(
    tree: Tree,
    width_of: WidthOf,
    row_height: float = 40.0,
    gap: float = 12.0,
    right_to_left: bool = False,
    words_on_one_line: bool = False,
    folded: Collection[Path] = frozenset(),
    room: float | None = None,
) -> list[Box]:
    """Where each label of `tree` goes, parents before children; words left to right, or right to left for Arabic. Tidy:
    each node one row below its parent. With `words_on_one_line`: all words at the bottom, each phrase as low as what is
    below it allows; the line to a child is kept free straight above it, so draw it bent one row below the parent. A
    parent stands centred over its first and last child. Subtrees lie as close together as their outlines allow
    (Reingold and Tilford 1981, with widths). What is wider than there is `room` is drawn in rows: a phrase that is
    taken out of one leaves a box of kind `below` there, and hangs in a later row from its parent's label `again`."""
    nodes = nodes_of(tree, width_of, frozenset(folded))
    levels = levels_of(nodes)
    if levels > MOST_LEVELS:
        what = f"this tree has {levels:,} levels, and at most {MOST_LEVELS:,} are drawn"
        raise DataError(f"{what}. Fold some of its phrases, take out those that say nothing, or export it as LaTeX")
    pack(nodes, gap, words_on_one_line)
    boxes = boxes_of(nodes, row_height, right_to_left, words_on_one_line)
    if room is None or extent(boxes)[0] <= room:
        return boxes
    return in_rows(nodes, width_of, room, row_height, gap, right_to_left, words_on_one_line) or boxes
