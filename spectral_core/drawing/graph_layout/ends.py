"""Ports of lines at the ellipses of their nodes, and self-loops."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import atan2, copysign, cos, pi, sin, sqrt

from spectral_core.drawing.graph_layout.coordinates import space_out
from spectral_core.drawing.graph_layout.graph import Curve, GraphLink, Node, Point
from spectral_core.drawing.graph_layout.layers import Layers

_PORT_SPACING = 9.0  # between two lines at a node
_MAX_ANGLE = 0.38 * pi  # angle at which a line meets a node, from its horizontal axis
_LOOP_RISE = 13.0  # of a loop over its node
_LABEL_RISE = 16.0  # of a loop's label over its node
ARROW_LENGTH = 9.0  # length of an arrow

End = tuple[int, bool]  # a link, and whether this is the end of its chain


def find_ports(layers: Layers, nodes: Sequence[Node], x: Sequence[float]) -> dict[End, Point]:
    """Return where each chain begins and ends, at the rims of its nodes: towards its neighbour, and apart from the
    others."""
    sides: dict[tuple[int, bool], list[tuple[float, int, float]]] = {}
    for chain in layers.chains:
        for at_end, (index, neighbour_index) in ((False, chain.items[:2]), (True, chain.items[:-3:-1])):
            item, neighbour = layers.items[index], layers.items[neighbour_index]
            ahead = abs(x[neighbour.layer] - x[item.layer]) - neighbour.half
            angle = _facing_angle(nodes[index], neighbour.y - item.y, ahead)
            sides.setdefault((index, at_end), []).append((neighbour.y, chain.link, angle))
    points: dict[End, Point] = {}
    for (index, at_end), ends in sides.items():
        node, item = nodes[index], layers.items[index]
        ends.sort()
        radius = sqrt(node.width * node.height) / 2
        spacing = min(_PORT_SPACING / radius, 2 * _MAX_ANGLE / len(ends)) if radius else 0.0
        offsets = [number * spacing for number in range(len(ends))]
        angles = space_out([angle for _, _, angle in ends], [1.0] * len(ends), offsets)
        shift = min(max(0.0, -_MAX_ANGLE - angles[0]), max(0.0, _MAX_ANGLE - angles[-1]))
        for angle, (_, link, _) in zip(angles, ends, strict=True):
            bounded_angle = min(max(angle + shift, -_MAX_ANGLE), _MAX_ANGLE)
            across = cos(bounded_angle) * node.width / 2
            points[link, at_end] = (
                x[item.layer] + (-across if at_end else across),
                item.y + sin(bounded_angle) * node.height / 2,
            )
    return points


def _facing_angle(node: Node, down: float, ahead: float) -> float:
    """Return the angle of an ellipse, as a circle, at which it faces a point."""
    return atan2(down * node.width, max(ahead, 1.0) * max(node.height, 1e-9)) if node.width else 0.0


@dataclass(frozen=True, slots=True)
class Loop:
    """Position of a line from a node to itself."""

    link: int
    node: int
    direction: int  # -1 above the node, 1 below it
    shift: float  # of the line from the node's centre to the right
    label: float  # of the label
    clearance: float  # distance from the node, for loops over other loops


def place_loops(layers: Layers, nodes: Sequence[Node], links: Sequence[GraphLink], index: dict[int, int]) -> list[Loop]:
    """Place each loop where the fewest lines leave its node steeply, and widen its node's space for it."""
    loops: list[Loop] = []
    used_heights: dict[tuple[int, int], float] = {}
    for link_index, link in enumerate(links):
        if link.source != link.target:
            continue
        number = index[link.source]
        item, half = layers.items[number], nodes[number].width / 2
        steep = {
            (direction, side): _count_steep_lines(layers, number, direction, side)
            for direction in (-1, 1)
            for side in (-1, 1)
        }
        choices = []
        for direction in (-1, 1):
            for side in (0, -1, 1):
                steep_lines = steep[direction, side] if side else steep[direction, -1] + steep[direction, 1]
                choices.append((steep_lines + 2 * ((number, direction) in used_heights), abs(side), direction, side))
        _, _, direction, side = min(choices)
        clearance = used_heights.get((number, direction), 0.0)
        shift = side * min(link.width / 2 + 2, 0.6 * half)
        label = side * max(link.width / 2 + 2, abs(shift))
        loops.append(Loop(link_index, number, direction, shift, label, clearance))
        height = _LABEL_RISE + link.height
        used_heights[number, direction] = clearance + height
        item.above, item.below = item.above + height * (direction < 0), item.below + height * (direction > 0)
        item.half = max(item.half, abs(label) + link.width / 2)
    return loops


def _count_steep_lines(layers: Layers, number: int, direction: int, side: int) -> int:
    """Return how many lines leave a node steeply on one side, upwards or downwards."""
    item = layers.items[number]
    neighbours = layers.predecessors[number] if side < 0 else layers.successors[number]
    return sum(direction * (layers.items[neighbour].y - item.y) > 1.2 * item.half for neighbour in neighbours)


def make_loop_curve(loop: Loop, centre: Point, node: Node, link: GraphLink) -> Curve:
    """Return the line of a loop, to be read from left to right."""
    radius_x, radius_y = max(node.width / 2, 1e-9), node.height / 2
    half_opening = min(12.0, radius_x / 3)
    top = centre[1] + loop.direction * (radius_y + loop.clearance + _LOOP_RISE)

    def rim_y(x: float, margin: float) -> float:
        share = min(abs(x) / (radius_x + margin), 1.0)
        return centre[1] + loop.direction * (radius_y + margin) * sqrt(1 - share * share)

    left, right = loop.shift - half_opening, loop.shift + half_opening
    end = right + copysign(1.0, right) * 1.5
    first, last = rim_y(left, 0.0), rim_y(end, ARROW_LENGTH)
    points = (
        (centre[0] + left, first),
        (centre[0] + left - 4, first + (top - first) * 4 / 3),
        (centre[0] + end + 4, last + (top - last) * 4 / 3),
        (centre[0] + end, last),
    )
    label_centre = (
        centre[0] + loop.label,
        centre[1] + loop.direction * (radius_y + loop.clearance + _LABEL_RISE + link.height / 2),
    )
    return Curve(points, (centre[0] + right, rim_y(right, 0.0)), label_centre if link.width > 0 else None)
