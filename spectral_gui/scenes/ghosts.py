"""Ghosts: what is proposed and not taken yet, which is drawn in pencil: thin and grey."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Ghost:
    """A part of a tree that is proposed; what is said of it is in its tool tip."""

    likelihood: float | None = None  # a probability or a score
    moved: bool = False  # it is not where it was in what it is compared with
    said: str = ""
    relation_only: bool = False  # the arc stands already, and what is written at it is proposed
