"""Input and output of a graph layout, in the units of the given sizes."""

from __future__ import annotations

from dataclasses import dataclass

Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Node:
    """Ellipse to be placed; a point if it has no size."""

    name: int
    width: float
    height: float


@dataclass(frozen=True, slots=True)
class GraphLink:
    """Edge to be drawn from one node to another, with space for its label."""

    source: int
    target: int
    width: float = 0.0  # of the label; 0 without one
    height: float = 0.0
    weight: int = 1  # the heavier, the shorter and straighter


@dataclass(frozen=True, slots=True)
class Curve:
    """Line of a link: Bezier curves, the point where its arrow ends, and the centre of its label."""

    points: tuple[Point, ...]  # a start, and three points for each part
    tip: Point
    label: Point | None


@dataclass(frozen=True, slots=True)
class GraphLayout:
    """Centre of each node and line of each link, in the order of the input."""

    nodes: tuple[Point, ...]
    links: tuple[Curve, ...]
    width: float
    height: float
