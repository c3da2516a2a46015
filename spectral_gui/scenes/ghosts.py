"""Ghosts: parts of a tree that are suggested and not accepted yet, drawn thin and grey."""

from __future__ import annotations

from dataclasses import dataclass

_HIGH_SCORE, _LOW_SCORE = 0.9, 0.6  # limits of scores
_LINE_WIDTHS = (0.9, 1.25, 1.7)  # with a low score, a middle one, a high one


@dataclass(frozen=True, slots=True)
class Ghost:
    """Suggested part of a tree; the note goes into its tool tip."""

    score: float | None = None  # a probability or a score
    moved: bool = False  # differs from the tree that it is compared with
    note: str = ""
    relation_only: bool = False  # the arc is confirmed, only its relation is suggested

    @property
    def line_width(self) -> float:
        """Width of its line, which grows with the score."""
        if self.score is None:
            return _LINE_WIDTHS[1]
        return _LINE_WIDTHS[(self.score >= _LOW_SCORE) + (self.score >= _HIGH_SCORE)]
