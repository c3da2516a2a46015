"""The lines between placed items: as little bent as the room beside them allows, and cut at the ellipses."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass
from math import hypot, inf, nan

import numpy as np

from spectral_core.drawing.graph_layout.coordinates import spaced
from spectral_core.drawing.graph_layout.ends import TIP, meeting_points
from spectral_core.drawing.graph_layout.graph import Curve, GraphLink, Node, Point
from spectral_core.drawing.graph_layout.layers import Chain, Item, Layers, places_in

_BULGE = 40.0  # how far an outermost line may leave its place
_MARGIN = 3.0  # between a line and what is beside it
_ROUNDS = 4  # of lines that meet between gates
_TENSION = 3e-5  # of a line, against bending
_ANCHOR = 1e-6  # to the middle of its room

Part = tuple[Point, Point, Point, Point]
Gate = tuple[int, int]  # a layer and one of its sides, or a node and one of its sides with `_AT_NODE` beyond it
_AT_NODE = 4


@dataclass(slots=True)
class Knot:
    """Where a line passes between two bounds."""

    gate: Gate
    key: tuple[int, int]  # by which the lines in a gate are sorted from above
    x: float
    low: float
    high: float
    wish: float = nan
    label: bool = False  # at an end of its label
    y: float = 0.0
    slope: float = 0.0


def lines(layers: Layers, nodes: Sequence[Node], links: Sequence[GraphLink], x: Sequence[float]) -> dict[int, Curve]:
    """The curve of each link that joins two nodes; `x` has the middle of each layer."""
    knots = _knots(layers, nodes, x)
    for row in knots:
        _bend_least(row)
    gates: dict[Gate, list[tuple[tuple[int, int], int, int]]] = {}
    for line, row in enumerate(knots):
        for at, knot in enumerate(row):
            gates.setdefault(knot.gate, []).append((knot.key, line, at))
    for passing in gates.values():
        passing.sort()
        through = [knots[line][at] for _, line, at in passing]
        offsets = [0.0]
        for above, below in itertools.pairwise(through):
            offsets.append(offsets[-1] + _MARGIN * (above.key[0] == below.key[0]))
        for knot, y in zip(through, spaced([knot.y for knot in through], [1.0] * len(through), offsets), strict=True):
            knot.y = y
    ranges = [_set_slopes(row) for row in knots]
    for gate, passing in gates.items():
        if gate[1] >= _AT_NODE - 1:
            _fan_out([knots[line][at] for _, line, at in passing])
    for _ in range(_ROUNDS):
        if not any(_run_alike(passing, knots, ranges) for passing in gates.values()):
            break
    return {
        chain.link: _curve(chain, layers, nodes, links[chain.link], row, x)
        for chain, row in zip(layers.chains, knots, strict=True)
    }


def _knots(layers: Layers, nodes: Sequence[Node], x: Sequence[float]) -> list[list[Knot]]:
    rooms = _rooms(layers)
    ports = meeting_points(layers, nodes, x)
    places = places_in(layers, layers.order)
    halves = [max((layers.items[index].half for index in row), default=0.0) for row in layers.order]
    found = []
    for chain in layers.chains:
        knots: list[Knot] = []
        for at, index in enumerate(chain.items):
            item = layers.items[index]
            low, high = rooms[index]
            for side in (-1, 1):
                beside = at + side
                if not 0 <= beside < len(chain.items):
                    port = ports[chain.link, side > 0]
                    key = places[chain.items[at - side]], chain.link
                    knots.append(Knot((index, side + _AT_NODE), key, port[0], port[1], port[1]))
                    continue
                key = places[index], places[chain.items[beside]]
                across = x[item.layer] + side * halves[item.layer]
                wish = nan if item.node >= 0 else item.y
                knots.append(Knot((item.layer, side), key, across, low, high, wish, item.label))
        apart = [knot for at, knot in enumerate(knots[:-1]) if not at or knot.x > knots[at - 1].x + 0.01]
        while len(apart) > 1 and apart[-1].x > knots[-1].x - 0.01:
            apart.pop()
        found.append([*apart, knots[-1]])
    return found


def _rooms(layers: Layers) -> list[tuple[float, float]]:
    """Of each item between which y a line may pass there."""
    rooms = [(-inf, inf)] * len(layers.items)
    for row in layers.order:
        for place, index in enumerate(row):
            item = layers.items[index]
            low, high = (-inf, inf) if item.node >= 0 else (item.y - _BULGE, item.y + _BULGE)
            if place:
                other = layers.items[row[place - 1]]
                low = max(low, item.y - _reach(item, other, down=False))
            if place + 1 < len(row):
                other = layers.items[row[place + 1]]
                high = min(high, item.y + _reach(item, other, down=True))
            rooms[index] = min(low, item.y), max(high, item.y)
    return rooms


def _reach(item: Item, other: Item, *, down: bool) -> float:
    """How far from the middle of an item a line may pass without touching what stands beside it."""
    mine, its = (item.below, other.above) if down else (item.above, other.below)
    free = abs(other.y - item.y) - mine - its
    if item.node < 0:
        return free if other.node >= 0 else free / 2
    return mine + (free - _MARGIN if other.node >= 0 else free / 2)


def _bend_least(knots: Sequence[Knot]) -> None:
    """Gives each knot its y: the squares of the bends are least, of all lines within the bounds that were reached."""
    x, low, high, wish = np.array([(knot.x, knot.low, knot.high, knot.wish) for knot in knots]).T
    step = np.diff(x)
    size = len(x)
    rise = np.zeros((size - 1, size))
    rows = np.arange(size - 1)
    rise[rows, rows], rise[rows, rows + 1] = -1 / step, 1 / step
    form = rise.T @ (rise * (_TENSION * step)[:, None])
    bend = rise[1:] - rise[:-1]
    form += bend.T @ (bend * (2 / (step[1:] + step[:-1]))[:, None])
    known = ~np.isnan(wish)
    form[known, known] += _ANCHOR
    pull = np.where(known, _ANCHOR * wish, 0.0)
    fixed = low == high
    y = np.where(fixed, low, 0.0)
    while not fixed.all():
        free, held = np.flatnonzero(~fixed), np.flatnonzero(fixed)
        y[free] = np.linalg.solve(form[free[:, None], free], pull[free] - form[free[:, None], held] @ y[held])
        out = np.maximum(low - y, y - high)
        worst = int(out.argmax())
        if out[worst] < 0.01:
            break
        y[worst] = min(max(y[worst], low[worst]), high[worst])
        fixed[worst] = True
    for knot, place in zip(knots, y.tolist(), strict=True):
        knot.y = place


def _set_slopes(knots: Sequence[Knot]) -> list[tuple[float, float]]:
    """Gives each knot the slope of a smooth curve that stays between its points: of parabolas, made flatter (Fritsch
    and Carlson 1980). Between which two it may lie at each."""
    steps = [after.x - before.x for before, after in itertools.pairwise(knots)]
    rises = [(after.y - before.y) / step for before, after, step in zip(knots, knots[1:], steps, strict=False)]
    ranges = [(-inf, inf)]
    for at in range(1, len(rises)):
        one, two = rises[at - 1], rises[at]
        slope = (steps[at] * one + steps[at - 1] * two) / (steps[at] + steps[at - 1])
        least = min(abs(one), abs(two))
        low, high = (-least, least) if one * two <= 0 else (0.0, 3 * least) if one > 0 else (-3 * least, 0.0)
        knots[at].slope = min(max(slope, low), high)
        ranges.append((low, high))
    knots[0].slope, knots[-1].slope = rises[0], rises[-1]
    if len(rises) > 1:
        knots[0].slope = 1.5 * rises[0] - knots[1].slope / 2
        knots[-1].slope = 1.5 * rises[-1] - knots[-2].slope / 2
    return [*ranges, (-inf, inf)]


def _run_alike(
    passing: Sequence[tuple[tuple[int, int], int, int]],
    knots: Sequence[Sequence[Knot]],
    ranges: Sequence[Sequence[tuple[float, float]]],
) -> bool:
    """Gives neighbours in a gate that would meet before or behind it one slope; whether there were any."""
    begin, met = 0, False
    for place in range(1, len(passing) + 1):
        if place < len(passing):
            (_, one, at), (_, two, beside) = passing[place - 1], passing[place]
            if any(_meet(knots[one], at + way, knots[two], beside + way) for way in (-1, 0)):
                continue
        if place - begin > 1:
            met = True
            together = [(knots[line][at], ranges[line][at]) for _, line, at in passing[begin:place]]
            low, high = max(low for _, (low, _) in together), min(high for _, (_, high) in together)
            mean = sum(knot.slope for knot, _ in together) / len(together)
            for knot, _ in together:
                knot.slope = min(max(mean, low), high)
        begin = place
    return met


def _meet(one: Sequence[Knot], at: int, two: Sequence[Knot], beside: int) -> bool:
    """Whether two lines of which the second is below come too near to each other between two gates."""
    if not (0 <= at < len(one) - 1 and 0 <= beside < len(two) - 1):
        return False
    before, after, low, high = one[at], one[at + 1], two[beside], two[beside + 1]
    if before.gate != low.gate or after.gate != high.gate:
        return False
    start, end, step = low.y - before.y, high.y - after.y, after.x - before.x
    first, last = step * (low.slope - before.slope), step * (high.slope - after.slope)
    least = min(_MARGIN, start, end) - 0.01
    for share in (0.2, 0.4, 0.6, 0.8):
        rest = 1 - share
        between = rest * rest * ((1 + 2 * share) * start + share * first)
        between += share * share * ((1 + 2 * rest) * end - rest * last)
        if between < least:
            return True
    return False


def _fan_out(meeting: Sequence[Knot]) -> None:
    """Gives the lines that meet a node on one side slopes with which they leave each other."""
    way = -1 if meeting[0].gate[1] > _AT_NODE else 1
    slopes = spaced([way * knot.slope for knot in meeting], [1.0] * len(meeting), [0.0] * len(meeting))
    for knot, slope in zip(meeting, slopes, strict=True):
        knot.slope = way * slope


def _curve(
    chain: Chain, layers: Layers, nodes: Sequence[Node], link: GraphLink, knots: Sequence[Knot], x: Sequence[float]
) -> Curve:
    parts: list[Part] = []
    for left, right in itertools.pairwise(knots):
        third = (right.x - left.x) / 3
        near, far = left.y + third * left.slope, right.y - third * right.slope
        parts.append(((left.x, left.y), (left.x + third, near), (right.x - third, far), (right.x, right.y)))
    label = None
    if link.width > 0:
        at = x[next(layers.items[index].layer for index in chain.items if layers.items[index].label)]
        label = at, min(knot.y for knot in knots if knot.label) - _MARGIN - link.height / 2
    source, target = chain.items[0], chain.items[-1]
    if chain.turned:
        parts, source, target = _backwards(parts), target, source
    parts = _outside(parts, _centre(layers, source, x), nodes[source].width / 2, nodes[source].height / 2)
    arriving = _outside(
        _backwards(parts), _centre(layers, target, x), nodes[target].width / 2, nodes[target].height / 2
    )
    tip = arriving[0][0]
    parts = _backwards(_outside(arriving, tip, TIP, TIP))
    points = (parts[0][0], *(point for part in parts for point in part[1:]))
    return Curve(points, tip, label)


def _backwards(parts: Sequence[Part]) -> list[Part]:
    return [(part[3], part[2], part[1], part[0]) for part in reversed(parts)]


def _centre(layers: Layers, index: int, x: Sequence[float]) -> Point:
    return x[layers.items[index].layer], layers.items[index].y


def _outside(parts: Sequence[Part], centre: Point, wide: float, high: float) -> list[Part]:
    """A line that begins in an ellipse from where it leaves it for good."""
    if wide <= 0 or high <= 0:
        return list(parts)

    def inside(point: Point) -> bool:
        return hypot((point[0] - centre[0]) / wide, (point[1] - centre[1]) / high) <= 1

    at = max((at for at, part in enumerate(parts) if inside(part[0])), default=-1)
    if at < 0:
        return list(parts)
    begin, end = 0.0, 1.0
    for _ in range(12):
        middle = (begin + end) / 2
        begin, end = (middle, end) if inside(_cut(parts[at], middle)[0]) else (begin, middle)
    return [_cut(parts[at], end), *parts[at + 1 :]]


def _cut(part: Part, share: float) -> Part:
    """A part from a share of it on (de Casteljau)."""
    (ax, ay), (bx, by), (cx, cy), end = part
    dx, dy = end
    cdx, cdy = cx + share * (dx - cx), cy + share * (dy - cy)
    bcx, bcy = bx + share * (cx - bx), by + share * (cy - by)
    abx, aby = ax + share * (bx - ax), ay + share * (by - ay)
    bdx, bdy = bcx + share * (cdx - bcx), bcy + share * (cdy - bcy)
    acx, acy = abx + share * (bcx - abx), aby + share * (bcy - aby)
    return (acx + share * (bdx - acx), acy + share * (bdy - acy)), (bdx, bdy), (cdx, cdy), end
