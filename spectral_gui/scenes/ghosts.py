"""Ghosts: what is proposed and not taken yet, which is drawn in pencil: thin and grey."""

from __future__ import annotations

from dataclasses import dataclass

_LIKELY, _DOUBTFUL = 0.9, 0.6  # of the number of a part
_WIDTHS = (0.9, 1.25, 1.7)  # of lines: of doubtful parts, of others, of likely ones


@dataclass(frozen=True, slots=True)
class Ghost:
    """A part of a tree that is proposed; what is said of it is in its tool tip."""

    likelihood: float | None = None  # a probability or a score
    moved: bool = False  # it is not where it was in what it is compared with
    said: str = ""
    relation_only: bool = False  # the arc stands already, and what is written at it is proposed

    @property
    def weight(self) -> float:
        """The width of its line: the likelier, the heavier."""
        if self.likelihood is None:
            return _WIDTHS[1]
        return _WIDTHS[(self.likelihood >= _DOUBTFUL) + (self.likelihood >= _LIKELY)]
