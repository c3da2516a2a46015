"""Style of a constituency drawing, and marks of its nodes."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field, replace

from spectral_core.data import Tree
from spectral_core.data.tree_edits import NodePath
from spectral_core.drawing.tree_layout import Box, lay_out_tree, measure_extent
from spectral_gui.scenes.ghosts import Ghost
from spectral_gui.scenes.letters import TreeFonts

LABEL_GAP = 10.0  # between two labels of one level
THIN_LINE, HEAVY_LINE = 1.25, 2.25  # of branches: suggested, locked
_CONFIRMED_LINE, _MOVED_LINE = 1.5, 1.75  # confirmed, moved
_MAX_LEVEL_STRETCH = 2.6  # factor by which the distance of levels may grow


@dataclass(frozen=True, slots=True)
class TreeStyle:
    """Style of a constituency drawing."""

    points: float = 12.0
    arabic_points: float | None = None  # None for four more
    words_on_one_line: bool = False
    right_to_left: bool = False
    has_trace_links: bool = True  # from each trace to its antecedent
    height_for: Callable[[float], float] | None = None  # height that a drawing of this width may fill
    max_width: float | None = None  # wider trees are broken into rows

    @property
    def font_sizes(self) -> tuple[float, float]:
        """Points of the fonts, and of the Arabic one."""
        return self.points, self.points + 4.0 if self.arabic_points is None else self.arabic_points

    def lay_out(self, node: Tree, fonts: TreeFonts, folded: Collection[NodePath]) -> list[Box]:
        """Return the boxes of a tree; the level gap of `fonts` is stretched with the levels."""
        boxes = lay_out_tree(
            node,
            fonts.measure_box,
            fonts.level_gap,
            LABEL_GAP,
            self.right_to_left,
            self.words_on_one_line,
            folded,
            self.max_width,
        )
        if self.height_for is not None:
            width, height = measure_extent(boxes)
            stretch = max(1.0, min(self.height_for(width) / height, _MAX_LEVEL_STRETCH))
            boxes = [replace(box, y=stretch * box.y, height=stretch * box.height) for box in boxes]
            fonts.level_gap *= stretch
        return boxes


@dataclass(frozen=True, slots=True)
class TreeMarks:
    """Marks of nodes, shown by how these are drawn."""

    problems: Collection[NodePath] = frozenset()  # underlined with a wave
    ghosts: Mapping[NodePath, Ghost] = field(default_factory=dict)  # suggested: with grey branches
    doubtful: Collection[NodePath] = frozenset()  # underlined with dashes
    locked: Collection[NodePath] = frozenset()  # framed, and their branches heavier

    def get_branch_style(self, path: NodePath) -> tuple[str, float]:
        """Return the style and the width of the branch to a node."""
        ghost = self.ghosts.get(path)
        if path in self.locked:
            return "locked", HEAVY_LINE
        if ghost is not None and ghost.moved:
            return "moved", _MOVED_LINE
        if not self.ghosts:
            return "confirmed", _CONFIRMED_LINE
        return "suggested", THIN_LINE if ghost is None else ghost.line_width
