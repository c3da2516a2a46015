"""Branches of a tree as lines: down, across and down again, or straight; none is drawn over another."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from PySide6.QtGui import QPainterPath

from spectral_core.drawing.tree_layout import Box
from spectral_gui.scenes.letters import TreeFonts

_CORNER_RADIUS = 8.0  # radius of the corners


class Branches:
    """Lines from the nodes of a tree to their parents; the boxes may be those of an intermediate position."""

    def __init__(self, parents: Sequence[int | None], fonts: TreeFonts, has_corners: bool):
        self._parents, self._fonts, self._has_corners = parents, fonts, has_corners

    def make_path(self, nodes: Iterable[int], boxes: Sequence[Box]) -> QPainterPath:
        """Return the lines to nodes; of several on one side of a parent, each begins where the next nearer one turns
        down."""
        path, side_ends = QPainterPath(), dict[tuple[int, bool], float]()
        parents = {node: parent for node in nodes if (parent := self._parents[node]) is not None}
        for node in sorted(parents, key=lambda node: abs(boxes[node].centre - boxes[parents[node]].centre)):
            side = parents[node], boxes[node].centre > boxes[parents[node]].centre
            has_stem = bool(side_ends.keys() & {(parents[node], True), (parents[node], False)})
            self.add_branch(path, node, boxes, side_ends.get(side), has_stem)
            side_ends[side] = boxes[node].centre
        return path

    def add_branch(
        self, path: QPainterPath, node: int, boxes: Sequence[Box], start_x: float | None = None, has_stem: bool = False
    ) -> None:
        """Add the line to a node: from its parent, or across from `start_x`; without the parent's stem if it is drawn
        already."""
        parent_node = self._parents[node]
        assert parent_node is not None
        fonts, box, parent = self._fonts, boxes[node], boxes[parent_node]
        top, foot = parent.y + fonts.label_height + 1, box.y - 1
        if not self._has_corners:
            path.moveTo(parent.centre, top)
            path.lineTo(box.centre, foot)
            return
        corner_y = top + (fonts.level_gap - fonts.label_height) / 2  # a bracket: down, across, down
        dx = box.centre - parent.centre
        radius = min(_CORNER_RADIUS, abs(dx) / 2, max(foot - corner_y, 0.0), max(corner_y - top, 0.0))
        signed_radius = radius if dx > 0 else -radius
        if start_x is not None:
            path.moveTo(start_x, corner_y)
        else:
            path.moveTo(parent.centre, corner_y - radius if has_stem else top)
        if abs(dx) > 1:
            if start_x is None:
                path.lineTo(parent.centre, corner_y - radius)
                path.quadTo(parent.centre, corner_y, parent.centre + signed_radius, corner_y)
            path.lineTo(box.centre - signed_radius, corner_y)
            path.quadTo(box.centre, corner_y, box.centre, corner_y + radius)
        path.lineTo(box.centre, foot)
