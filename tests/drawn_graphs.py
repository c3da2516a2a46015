"""What is wrong in a drawing of a graph, counted: for the tests of the layout and for its yardstick."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from spectral_core.drawing.graph_layout import Curve, GraphLayout, GraphLink, Node

Points = NDArray[np.float64]  # (points, 2)
_FINE = 16  # points of a Bezier curve
_SLACK = 1.0


@dataclass(frozen=True, slots=True)
class Faults:
    crossings: int  # of lines
    lines_over_nodes: int  # also over their own, but for their ends
    lines_over_labels: int  # that are not theirs
    labels_over_nodes: int
    labels_over_labels: int
    nodes_over_nodes: int


def traced(curve: Curve) -> Points:
    points = np.array(curve.points)
    share = np.linspace(0, 1, _FINE)[:, None]
    parts = [
        (1 - share) ** 3 * points[at]
        + 3 * (1 - share) ** 2 * share * points[at + 1]
        + 3 * (1 - share) * share**2 * points[at + 2]
        + share**3 * points[at + 3]
        for at in range(0, len(points) - 1, 3)
    ]
    return np.vstack([*parts, [curve.tip]])


def crossings(one: Points, two: Points) -> int:
    """How often two lines of straight parts meet."""
    begin, way = one[:-1, None], np.diff(one, axis=0)[:, None]
    other, along = two[None, :-1], np.diff(two, axis=0)[None]
    turn = way[..., 0] * along[..., 1] - way[..., 1] * along[..., 0]
    gap = other - begin
    with np.errstate(divide="ignore", invalid="ignore"):
        here = (gap[..., 0] * along[..., 1] - gap[..., 1] * along[..., 0]) / turn
        there = (gap[..., 0] * way[..., 1] - gap[..., 1] * way[..., 0]) / turn
    return int(((here >= 0) & (here < 1) & (there >= 0) & (there < 1)).sum())


def faults(nodes: Sequence[Node], links: Sequence[GraphLink], layout: GraphLayout) -> Faults:
    """What overlaps and crosses in a layout; `labels` are boxes, nodes ellipses."""
    lines = [traced(curve) for curve in layout.links]
    labels = [(at, curve.label) for at, curve in enumerate(layout.links) if curve.label is not None]
    ellipses = [(node, place) for node, place in zip(nodes, layout.nodes, strict=True) if node.width > 1]

    def reach(points: Points, node: Node, place: tuple[float, float]) -> float:
        return float(np.hypot(*((points - place) / (node.width / 2, node.height / 2)).T).min())

    def corners(at: int, place: tuple[float, float]) -> Points:
        across, down = np.meshgrid(np.linspace(-0.48, 0.48, 9), np.linspace(-0.48, 0.48, 9))
        return np.column_stack((across.ravel() * links[at].width, down.ravel() * links[at].height)) + place

    over_labels = labels_apart = 0
    for at, (x, y) in labels:
        wide, high = links[at].width / 2 - 4, links[at].height / 2 - 3
        inside = [(abs(line[:, 0] - x) < wide) & (abs(line[:, 1] - y) < high) for line in lines]
        over_labels += sum(bool(part.any()) for number, part in enumerate(inside) if number != at)
    for (one, (x, y)), (two, (other_x, other_y)) in combinations(labels, 2):
        across = (links[one].width + links[two].width) / 2 - abs(x - other_x)
        labels_apart += across > _SLACK and (links[one].height + links[two].height) / 2 - abs(y - other_y) > _SLACK
    return Faults(
        sum(crossings(one, two) for one, two in combinations(lines, 2)),
        sum(
            reach(line, node, place) < (0.9 if node.name in (link.source, link.target) else 0.97)
            for link, line in zip(links, lines, strict=True)
            for node, place in ellipses
        ),
        over_labels,
        sum(reach(corners(at, label), node, place) < 0.98 for at, label in labels for node, place in ellipses),
        labels_apart,
        sum(
            max(
                abs(place[0] - other_place[0]) - (node.width + other.width) / 2,
                abs(place[1] - other_place[1]) - (node.height + other.height) / 2,
            )
            < -_SLACK
            for (node, place), (other, other_place) in combinations(ellipses, 2)
        ),
    )
