"""How a constituency tree is drawn, and what is said of its nodes by how they are."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field, replace

from spectral_core.data import Tree
from spectral_core.data.tree_edits import NodePath
from spectral_core.drawing.tree_layout import Box, extent, place
from spectral_gui.scenes.ghosts import Ghost
from spectral_gui.scenes.letters import Letters

GAP = 10.0  # between two labels at one height
THIN, HEAVY = 1.25, 2.25  # branches: proposed, locked
_INK, _DIFFERENT = 1.5, 1.75  # decided, moved
_FARTHEST = 2.6  # times as far as they need may two levels stand apart


@dataclass(frozen=True, slots=True)
class TreeStyle:
    """How a tree is drawn."""

    points: float = 12.0
    arabic_points: float | None = None  # None for somewhat more
    words_on_one_line: bool = False
    right_to_left: bool = False
    links: bool = True  # from each trace to what carries its index
    height_for: Callable[[float], float] | None = None  # how high a drawing of some width may be, which levels fill
    room: float | None = None  # what is wider stands in rows

    @property
    def sizes(self) -> tuple[float, float]:
        return self.points, self.points + 4.0 if self.arabic_points is None else self.arabic_points

    def boxes(self, node: Tree, letters: Letters, folded: Collection[NodePath]) -> list[Box]:
        """Where everything of a tree goes; rows of `letters` are as far apart as the levels."""
        boxes = place(
            node, letters.width_of, letters.row, GAP, self.right_to_left, self.words_on_one_line, folded, self.room
        )
        if self.height_for is not None:
            width, height = extent(boxes)
            share = max(1.0, min(self.height_for(width) / height, _FARTHEST))
            boxes = [replace(box, y=share * box.y, height=share * box.height) for box in boxes]
            letters.row *= share
        return boxes


@dataclass(frozen=True, slots=True)
class Marks:
    """What is said of nodes by how they are drawn."""

    problems: Collection[NodePath] = frozenset()  # underlined with a wave
    ghosts: Mapping[NodePath, Ghost] = field(default_factory=dict)  # proposed: their branches in broken lines
    doubtful: Collection[NodePath] = frozenset()  # underlined with dashes
    locked: Collection[NodePath] = frozenset()  # framed, and their branches heavier

    def line_to(self, path: NodePath) -> tuple[str, float]:
        """How the line to a node is drawn, and its width."""
        ghost = self.ghosts.get(path)
        if path in self.locked:
            return "locked", HEAVY
        if ghost is not None and ghost.moved:
            return "moved", _DIFFERENT
        if not self.ghosts:
            return "ink", _INK
        return "pencil", THIN if ghost is None else ghost.weight
