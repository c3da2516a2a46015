"""What a layout is asked for and what it answers, in the units of the sizes that are given."""

from __future__ import annotations

from dataclasses import dataclass

Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Node:
    """An ellipse to be placed; a point where it has no size."""

    name: int
    width: float
    height: float


@dataclass(frozen=True, slots=True)
class GraphLink:
    """An edge to be drawn from one node to another, with room for its label."""

    source: int
    target: int
    width: float = 0.0  # of the label; 0 without one
    height: float = 0.0
    weight: int = 1  # the heavier, the shorter and straighter


@dataclass(frozen=True, slots=True)
class Curve:
    """The line of a link: Bezier curves, the point where its arrow ends, and the centre of its label."""

    points: tuple[Point, ...]  # a start, and three points for each part
    tip: Point
    label: Point | None


@dataclass(frozen=True, slots=True)
class GraphLayout:
    """The centre of each node and the line of each link, in the order in which they were given."""

    nodes: tuple[Point, ...]
    links: tuple[Curve, ...]
    width: float
    height: float
