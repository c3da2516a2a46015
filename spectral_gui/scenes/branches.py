"""The branches of a tree as lines: down, across and down again, or straight; none drawn over another."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from PySide6.QtGui import QPainterPath

from spectral_core.drawing.tree_layout import Box
from spectral_gui.scenes.letters import Letters

_BEND = 8.0  # radius of the corners


class Branches:
    """Lines from the nodes of one tree to those above them; for boxes that stand elsewhere, there."""

    def __init__(self, over: Sequence[int | None], letters: Letters, bent: bool):
        self._over, self._letters, self._bent = over, letters, bent

    def to(self, nodes: Iterable[int], boxes: Sequence[Box]) -> QPainterPath:
        """The lines to nodes: from a parent each begins where the nearer one turns down."""
        lines, reached = QPainterPath(), dict[tuple[int, bool], float]()
        over = {at: above for at in nodes if (above := self._over[at]) is not None}
        for at in sorted(over, key=lambda at: abs(boxes[at].centre - boxes[over[at]].centre)):
            side = over[at], boxes[at].centre > boxes[over[at]].centre
            hangs = bool(reached.keys() & {(over[at], True), (over[at], False)})
            self.add(lines, at, boxes, reached.get(side), hangs)
            reached[side] = boxes[at].centre
        return lines

    def add(
        self, lines: QPainterPath, at: int, boxes: Sequence[Box], begin: float | None = None, hangs: bool = False
    ) -> None:
        """The line to a node: from its parent, or across from `begin`; where the parent's stem `hangs`, without it."""
        over = self._over[at]
        assert over is not None
        letters, box, parent = self._letters, boxes[at], boxes[over]
        top, foot = parent.y + letters.label_height + 1, box.y - 1
        if not self._bent:
            lines.moveTo(parent.centre, top)
            lines.lineTo(box.centre, foot)
            return
        knee = top + (letters.row - letters.label_height) / 2  # a bracket: down, across, down
        across = box.centre - parent.centre
        turn = min(_BEND, abs(across) / 2, max(foot - knee, 0.0), max(knee - top, 0.0))
        side = turn if across > 0 else -turn
        if begin is not None:
            lines.moveTo(begin, knee)
        else:
            lines.moveTo(parent.centre, knee - turn if hangs else top)
        if abs(across) > 1:
            if begin is None:
                lines.lineTo(parent.centre, knee - turn)
                lines.quadTo(parent.centre, knee, parent.centre + side, knee)
            lines.lineTo(box.centre - side, knee)
            lines.quadTo(box.centre, knee, box.centre, knee + turn)
        lines.lineTo(box.centre, foot)
