"""Where lines meet the ellipses of their nodes, and the lines from a node to itself."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import atan2, copysign, cos, pi, sin, sqrt

from spectral_core.drawing.graph_layout.coordinates import spaced
from spectral_core.drawing.graph_layout.graph import Curve, GraphLink, Node, Point
from spectral_core.drawing.graph_layout.layers import Layers

_APART = 9.0  # two ends at a node
_WIDEST = 0.38 * pi  # of the angle at which a line meets a node, from where it is widest
_RISE = 13.0  # of a line from a node to itself over the node
_LOOP = 16.0  # the same with the room to its label
TIP = 9.0  # length of an arrow

End = tuple[int, bool]  # a link, and whether this is where its chain ends


def meeting_points(layers: Layers, nodes: Sequence[Node], x: Sequence[float]) -> dict[End, Point]:
    """Where each chain begins and ends, at the rims of its nodes: towards where it leads, and apart from the others."""
    sides: dict[tuple[int, bool], list[tuple[float, int, float]]] = {}
    for chain in layers.chains:
        for last, (index, beside) in ((False, chain.items[:2]), (True, chain.items[:-3:-1])):
            item, other = layers.items[index], layers.items[beside]
            ahead = abs(x[other.layer] - x[item.layer]) - other.half
            angle = _angle(nodes[index], other.y - item.y, ahead)
            sides.setdefault((index, last), []).append((other.y, chain.link, angle))
    points: dict[End, Point] = {}
    for (index, last), ends in sides.items():
        node, item = nodes[index], layers.items[index]
        ends.sort()
        radius = sqrt(node.width * node.height) / 2
        apart = min(_APART / radius, 2 * _WIDEST / len(ends)) if radius else 0.0
        offsets = [at * apart for at in range(len(ends))]
        angles = spaced([angle for _, _, angle in ends], [1.0] * len(ends), offsets)
        shift = min(max(0.0, -_WIDEST - angles[0]), max(0.0, _WIDEST - angles[-1]))
        for angle, (_, link, _) in zip(angles, ends, strict=True):
            turned = min(max(angle + shift, -_WIDEST), _WIDEST)
            across = cos(turned) * node.width / 2
            points[link, last] = x[item.layer] + (-across if last else across), item.y + sin(turned) * node.height / 2
    return points


def _angle(node: Node, down: float, ahead: float) -> float:
    """The angle of an ellipse, as a circle, at which it faces a point."""
    return atan2(down * node.width, max(ahead, 1.0) * max(node.height, 1e-9)) if node.width else 0.0


@dataclass(frozen=True, slots=True)
class Loop:
    """Where a line from a node to itself stands."""

    link: int
    node: int
    way: int  # -1 above the node, 1 below it
    shift: float  # of the line to the right of the node's middle
    label: float  # and of its label
    beyond: float  # how far from the node it begins, over the loops that are there already


def place_loops(layers: Layers, nodes: Sequence[Node], links: Sequence[GraphLink], index: dict[int, int]) -> list[Loop]:
    """The loops, each where the fewest lines leave its node steeply; their nodes are given the room that they take."""
    loops: list[Loop] = []
    taken: dict[tuple[int, int], float] = {}
    for at, link in enumerate(links):
        if link.source != link.target:
            continue
        number = index[link.source]
        item, half = layers.items[number], nodes[number].width / 2
        steep = {(way, side): _steep(layers, number, way, side) for way in (-1, 1) for side in (-1, 1)}
        choices = []
        for way in (-1, 1):
            for side in (0, -1, 1):
                met = steep[way, side] if side else steep[way, -1] + steep[way, 1]
                choices.append((met + 2 * ((number, way) in taken), abs(side), way, side))
        _, _, way, side = min(choices)
        beyond = taken.get((number, way), 0.0)
        shift = side * min(link.width / 2 + 2, 0.6 * half)
        label = side * max(link.width / 2 + 2, abs(shift))
        loops.append(Loop(at, number, way, shift, label, beyond))
        room = _LOOP + link.height
        taken[number, way] = beyond + room
        item.above, item.below = item.above + room * (way < 0), item.below + room * (way > 0)
        item.half = max(item.half, abs(label) + link.width / 2)
    return loops


def _steep(layers: Layers, number: int, way: int, side: int) -> int:
    """How many lines leave a node steeply on one side, upwards or downwards."""
    item = layers.items[number]
    others = layers.before[number] if side < 0 else layers.after[number]
    return sum(way * (layers.items[other].y - item.y) > 1.2 * item.half for other in others)


def loop_curve(loop: Loop, centre: Point, node: Node, link: GraphLink) -> Curve:
    """The line of a loop, to be read from left to right."""
    wide, high = max(node.width / 2, 1e-9), node.height / 2
    open_ = min(12.0, wide / 3)
    top = centre[1] + loop.way * (high + loop.beyond + _RISE)

    def rim(x: float, out: float) -> float:
        share = min(abs(x) / (wide + out), 1.0)
        return centre[1] + loop.way * (high + out) * sqrt(1 - share * share)

    left, right = loop.shift - open_, loop.shift + open_
    end = right + copysign(1.0, right) * 1.5
    first, last = rim(left, 0.0), rim(end, TIP)
    points = (
        (centre[0] + left, first),
        (centre[0] + left - 4, first + (top - first) * 4 / 3),
        (centre[0] + end + 4, last + (top - last) * 4 / 3),
        (centre[0] + end, last),
    )
    beside = centre[0] + loop.label, centre[1] + loop.way * (high + loop.beyond + _LOOP + link.height / 2)
    return Curve(points, (centre[0] + right, rim(right, 0.0)), beside if link.width > 0 else None)
