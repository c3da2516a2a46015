"""Ghosts: arcs that are proposed and not taken yet, and how they differ in line from those that stand."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import Qt

_LIKELY, _DOUBTFUL = 0.9, 0.6  # of the number of an arc: above the first the line is nearly whole, below the other dots

_WIDTHS = (0.9, 1.3, 1.7)  # of lines: of doubtful parts, of others, of likely ones


@dataclass(frozen=True, slots=True)
class Ghost:
    """An arc that is proposed; its number decides its line, and what is said of it is in its tool tip."""

    likelihood: float | None = None  # a probability or a score
    moved: bool = False  # it is not where it was in what it is compared with
    said: str = ""
    relation_only: bool = False  # the arc stands already, and what is written at it is proposed

    @property
    def style(self) -> Qt.PenStyle:
        if self.likelihood is None or self.likelihood >= _LIKELY:
            return Qt.PenStyle.DashLine
        return Qt.PenStyle.DashDotLine if self.likelihood >= _DOUBTFUL else Qt.PenStyle.DotLine

    @property
    def weight(self) -> float:
        """The width of its line: the likelier, the heavier."""
        if self.likelihood is None:
            return _WIDTHS[1]
        return _WIDTHS[(self.likelihood >= _DOUBTFUL) + (self.likelihood >= _LIKELY)]
