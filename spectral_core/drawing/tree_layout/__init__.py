"""Layout of a constituency tree in numbers: tidily, or with all words on one line; whole, or in rows of limited width.

x runs to the right and y downwards, as on a screen; every x is where it is drawn, right-to-left included.
"""

from __future__ import annotations

from collections.abc import Collection

from spectral_core.data.tree import Tree
from spectral_core.drawing.tree_layout.placing import (
    Box,
    Kind,
    Path,
    WidthOf,
    elide_words,
    make_boxes,
    make_nodes,
    measure_extent,
    pack,
    set_depths,
)
from spectral_core.drawing.tree_layout.rows import lay_out_rows
from spectral_core.errors import DataError

__all__ = ["MAX_LEVELS", "Box", "Kind", "Path", "WidthOf", "elide_words", "lay_out_tree", "measure_extent"]

MAX_LEVELS = 6_000  # each box holds its path: deeper trees would need gigabytes


def lay_out_tree(
    tree: Tree,
    width_of: WidthOf,
    row_height: float = 40.0,
    gap: float = 12.0,
    right_to_left: bool = False,
    words_on_one_line: bool = False,
    folded: Collection[Path] = frozenset(),
    max_width: float | None = None,
) -> list[Box]:
    """Return the boxes of the labels of `tree`, parents before children; words left to right, or right to left for
    Arabic.

    Tidy: each node one row below its parent. With `words_on_one_line`: all words at the bottom, each phrase as low as
    what is below it allows; the line to a child is kept free straight above it, so draw it bent one row below the
    parent. A parent stands centred over its first and last child. Subtrees lie as close together as their outlines
    allow (Reingold and Tilford 1981, with widths). A tree wider than `max_width` is drawn in rows: a phrase that is
    taken out of one leaves a box of kind `below` there, and hangs in a later row from its parent's label `again`.
    """
    nodes = make_nodes(tree, width_of, frozenset(folded))
    levels = set_depths(nodes)
    if levels > MAX_LEVELS:
        reason = f"this tree has {levels:,} levels, and at most {MAX_LEVELS:,} are drawn"
        raise DataError(f"{reason}. Fold some of its phrases, take out those that say nothing, or export it as LaTeX")
    pack(nodes, gap, words_on_one_line)
    boxes = make_boxes(nodes, row_height, right_to_left, words_on_one_line)
    if max_width is None or measure_extent(boxes)[0] <= max_width:
        return boxes
    return lay_out_rows(nodes, width_of, max_width, row_height, gap, right_to_left, words_on_one_line) or boxes
