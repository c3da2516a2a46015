"""Constituency trees as SVG."""

from __future__ import annotations

from spectral_core.data.tree import Tree
from spectral_core.drawing.text_width import text_width
from spectral_core.drawing.tree_layout import BoxKind, lay_out_tree, measure_extent
from spectral_core.formats.export.markup import is_right_to_left
from spectral_core.notebook.picture import FAINT, INK, LABEL, LINE, Picture

_SIZE = 13.0
_ROW = 36.0
_MAX_NODES = 2000  # labels and words; larger trees are not drawn
_KIND_COLOURS: dict[BoxKind, str] = {"phrase": LABEL, "tag": FAINT, "word": INK, "trace": FAINT, "folded": LABEL}


def tree_svg(tree: Tree) -> str | None:
    """Draw a tree with each node centred over its children; None if it is too large."""
    if sum(1 for _ in tree.nodes()) > _MAX_NODES:
        return None
    words = " ".join(tree.words())
    boxes = lay_out_tree(
        tree, lambda label, _: text_width(label, _SIZE), _ROW, 10.0, right_to_left=is_right_to_left(words)
    )
    boxes_by_path = {box.path: box for box in boxes}
    picture = Picture(*measure_extent(boxes), title=words)
    for box in boxes:
        parent = None if box.parent is None else boxes_by_path[box.parent]
        if parent is not None and parent.label:
            start, end = (parent.centre, parent.y + _SIZE + 9), (box.centre, box.y + 4)
            picture.path(f"M {start[0]:.1f} {start[1]:.1f} L {end[0]:.1f} {end[1]:.1f}", LINE)
        picture.text(box.label, box.centre, box.y + _SIZE + 5, _SIZE, _KIND_COLOURS[box.kind])
    return picture.to_svg()
