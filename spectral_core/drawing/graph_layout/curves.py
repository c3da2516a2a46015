"""Curves between placed items, their ports on the ellipses of nodes, and self-loops."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass
from math import atan2, copysign, cos, hypot, inf, nan, pi, sin, sqrt

import numpy as np

from spectral_core.drawing.graph_layout.layers import (
    Curve,
    GraphLink,
    LayerItem,
    Layers,
    LinkChain,
    Node,
    Point,
    compute_layer_positions,
    fit_with_min_distances,
)

_PORT_SPACING = 9.0  # between two lines at a node
_MAX_ANGLE = 0.38 * pi  # maximum angle between a line and the node's horizontal axis
_LOOP_RISE = 13.0  # height of a loop above its node
_LABEL_RISE = 16.0  # height of a loop's label above its node
ARROW_LENGTH = 9.0  # length of an arrowhead

ChainEnd = tuple[int, bool]  # link, and whether this is the end of its chain
_MAX_DETOUR = 40.0  # of an outermost line from its item
_MARGIN = 3.0  # between adjacent lines
_MAX_ROUNDS = 4  # rounds of equalising the slopes of lines that touch between gates
_TENSION = 3e-5  # penalty on the length of a line relative to its bending
_CENTRING = 1e-6  # weight that pulls lines to the middle of the free space
BezierSegment = tuple[Point, Point, Point, Point]
Gate = tuple[int, int]  # layer and side -1 or 1, or node and side plus `_NODE_GATE`
_NODE_GATE = 4


def compute_node_ports(layers: Layers, nodes: Sequence[Node], x: Sequence[float]) -> dict[ChainEnd, Point]:
    """Return the two end points of each chain on the rims of its nodes: facing the next item, and spaced apart from
    other lines."""
    sides: dict[tuple[int, bool], list[tuple[float, int, float]]] = {}
    for chain in layers.chains:
        for at_end, (index, neighbour_index) in ((False, chain.items[:2]), (True, chain.items[:-3:-1])):
            item, neighbour = layers.items[index], layers.items[neighbour_index]
            ahead = abs(x[neighbour.layer] - x[item.layer]) - neighbour.half_width
            angle = _compute_facing_angle(nodes[index], neighbour.y - item.y, ahead)
            sides.setdefault((index, at_end), []).append((neighbour.y, chain.link, angle))
    points: dict[ChainEnd, Point] = {}
    for (index, at_end), ends in sides.items():
        node, item = nodes[index], layers.items[index]
        ends.sort()
        radius = sqrt(node.width * node.height) / 2
        spacing = min(_PORT_SPACING / radius, 2 * _MAX_ANGLE / len(ends)) if radius else 0.0
        offsets = [number * spacing for number in range(len(ends))]
        angles = fit_with_min_distances([angle for _, _, angle in ends], [1.0] * len(ends), offsets)
        shift = min(max(0.0, -_MAX_ANGLE - angles[0]), max(0.0, _MAX_ANGLE - angles[-1]))
        for angle, (_, link, _) in zip(angles, ends, strict=True):
            bounded_angle = min(max(angle + shift, -_MAX_ANGLE), _MAX_ANGLE)
            across = cos(bounded_angle) * node.width / 2
            points[link, at_end] = (
                x[item.layer] + (-across if at_end else across),
                item.y + sin(bounded_angle) * node.height / 2,
            )
    return points


def _compute_facing_angle(node: Node, down: float, ahead: float) -> float:
    """Return the angle at which an ellipse, scaled to a circle, faces a point."""
    return atan2(down * node.width, max(ahead, 1.0) * max(node.height, 1e-9)) if node.width else 0.0


@dataclass(frozen=True, slots=True)
class PlacedLoop:
    """Position of a self-loop."""

    link: int
    node: int
    direction: int  # -1 above the node, 1 below it
    shift: float  # of the line from the node's centre to the right
    label: float  # position of the label
    clearance: float  # distance from the node, for loops over other loops


def place_self_loops(
    layers: Layers, nodes: Sequence[Node], links: Sequence[GraphLink], index: dict[int, int]
) -> list[PlacedLoop]:
    """Place each loop where the fewest lines leave its node steeply, and enlarge its node's space for it."""
    loops: list[PlacedLoop] = []
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
        loops.append(PlacedLoop(link_index, number, direction, shift, label, clearance))
        height = _LABEL_RISE + link.height
        used_heights[number, direction] = clearance + height
        item.above, item.below = item.above + height * (direction < 0), item.below + height * (direction > 0)
        item.half_width = max(item.half_width, abs(label) + link.width / 2)
    return loops


def _count_steep_lines(layers: Layers, number: int, direction: int, side: int) -> int:
    """Return the number of lines that leave a node steeply on one side, upwards or downwards."""
    item = layers.items[number]
    neighbours = layers.predecessors[number] if side < 0 else layers.successors[number]
    return sum(direction * (layers.items[neighbour].y - item.y) > 1.2 * item.half_width for neighbour in neighbours)


def make_loop_curve(loop: PlacedLoop, centre: Point, node: Node, link: GraphLink) -> Curve:
    """Return the curve of a self-loop; its arrow points to the right end."""
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


@dataclass(slots=True)
class LineKnot:
    """Point where a line passes between a lower and an upper bound."""

    gate: Gate
    key: tuple[int, int]  # sorts the lines in a gate from top to bottom
    x: float
    low: float
    high: float
    target: float = nan
    label: bool = False  # at an end of its label
    y: float = 0.0
    slope: float = 0.0


def route_links(
    layers: Layers, nodes: Sequence[Node], links: Sequence[GraphLink], x: Sequence[float]
) -> dict[int, Curve]:
    """Return the curve of each link between two different nodes; `x` is the centre of each layer."""
    knots = _make_knots(layers, nodes, x)
    for line_knots in knots:
        _minimise_bending(line_knots)
    gates: dict[Gate, list[tuple[tuple[int, int], int, int]]] = {}
    for line, line_knots in enumerate(knots):
        for knot_index, knot in enumerate(line_knots):
            gates.setdefault(knot.gate, []).append((knot.key, line, knot_index))
    for gate_entries in gates.values():
        gate_entries.sort()
        gate_knots = [knots[line][knot_index] for _, line, knot_index in gate_entries]
        offsets = [0.0]
        for above, below in itertools.pairwise(gate_knots):
            offsets.append(offsets[-1] + _MARGIN * (above.key[0] == below.key[0]))
        for knot, y in zip(
            gate_knots,
            fit_with_min_distances([knot.y for knot in gate_knots], [1.0] * len(gate_knots), offsets),
            strict=True,
        ):
            knot.y = y
    ranges = [_set_monotone_slopes(line_knots) for line_knots in knots]
    for gate, gate_entries in gates.items():
        if gate[1] >= _NODE_GATE - 1:
            _spread_slopes([knots[line][knot_index] for _, line, knot_index in gate_entries])
    for _ in range(_MAX_ROUNDS):
        if not any(_equalise_slopes(gate_entries, knots, ranges) for gate_entries in gates.values()):
            break
    return {
        chain.link: _make_link_curve(chain, layers, nodes, links[chain.link], line_knots, x)
        for chain, line_knots in zip(layers.chains, knots, strict=True)
    }


def _make_knots(layers: Layers, nodes: Sequence[Node], x: Sequence[float]) -> list[list[LineKnot]]:
    """Return the knots of each chain: its ports, and where it passes the edges of layers."""
    bounds = _compute_free_ranges(layers)
    ports = compute_node_ports(layers, nodes, x)
    positions = compute_layer_positions(layers, layers.order)
    halves = [max((layers.items[index].half_width for index in row), default=0.0) for row in layers.order]
    knot_lines = []
    for chain in layers.chains:
        knots: list[LineKnot] = []
        for chain_index, index in enumerate(chain.items):
            item = layers.items[index]
            low, high = bounds[index]
            for side in (-1, 1):
                next_index = chain_index + side
                if not 0 <= next_index < len(chain.items):
                    port = ports[chain.link, side > 0]
                    key = positions[chain.items[chain_index - side]], chain.link
                    knots.append(LineKnot((index, side + _NODE_GATE), key, port[0], port[1], port[1]))
                    continue
                key = positions[index], positions[chain.items[next_index]]
                knot_x = x[item.layer] + side * halves[item.layer]
                target = nan if item.node >= 0 else item.y
                knots.append(LineKnot((item.layer, side), key, knot_x, low, high, target, item.label))
        distinct = [
            knot
            for chain_index, knot in enumerate(knots[:-1])
            if not chain_index or knot.x > knots[chain_index - 1].x + 0.01
        ]
        while len(distinct) > 1 and distinct[-1].x > knots[-1].x - 0.01:
            distinct.pop()
        knot_lines.append([*distinct, knots[-1]])
    return knot_lines


def _compute_free_ranges(layers: Layers) -> list[tuple[float, float]]:
    """Return the lowest and the highest y at which a line may pass each item."""
    bounds = [(-inf, inf)] * len(layers.items)
    for row in layers.order:
        for position, index in enumerate(row):
            item = layers.items[index]
            low, high = (-inf, inf) if item.node >= 0 else (item.y - _MAX_DETOUR, item.y + _MAX_DETOUR)
            if position:
                neighbour = layers.items[row[position - 1]]
                low = max(low, item.y - _compute_free_distance(item, neighbour, down=False))
            if position + 1 < len(row):
                neighbour = layers.items[row[position + 1]]
                high = min(high, item.y + _compute_free_distance(item, neighbour, down=True))
            bounds[index] = min(low, item.y), max(high, item.y)
    return bounds


def _compute_free_distance(item: LayerItem, neighbour: LayerItem, *, down: bool) -> float:
    """Return how far a line may pass above or below the centre of an item without touching its neighbour on that
    side."""
    item_extent, neighbour_extent = (item.below, neighbour.above) if down else (item.above, neighbour.below)
    free = abs(neighbour.y - item.y) - item_extent - neighbour_extent
    if item.node < 0:
        return free if neighbour.node >= 0 else free / 2
    return item_extent + (free - _MARGIN if neighbour.node >= 0 else free / 2)


def _minimise_bending(knots: Sequence[LineKnot]) -> None:
    """Set the y of each knot of a line: bounded least squares of the bends, by an active-set method."""
    x, low, high, targets = np.array([(knot.x, knot.low, knot.high, knot.target) for knot in knots]).T
    step = np.diff(x)
    size = len(x)
    rise = np.zeros((size - 1, size))
    rows = np.arange(size - 1)
    rise[rows, rows], rise[rows, rows + 1] = -1 / step, 1 / step
    form = rise.T @ (rise * (_TENSION * step)[:, None])
    bend = rise[1:] - rise[:-1]
    form += bend.T @ (bend * (2 / (step[1:] + step[:-1]))[:, None])
    has_target = ~np.isnan(targets)
    form[has_target, has_target] += _CENTRING
    pull = np.where(has_target, _CENTRING * targets, 0.0)
    fixed = low == high
    y = np.where(fixed, low, 0.0)
    while not fixed.all():
        free, bound = np.flatnonzero(~fixed), np.flatnonzero(fixed)
        y[free] = np.linalg.solve(form[free[:, None], free], pull[free] - form[free[:, None], bound] @ y[bound])
        violations = np.maximum(low - y, y - high)
        worst = int(violations.argmax())
        if violations[worst] < 0.01:
            break
        y[worst] = min(max(y[worst], low[worst]), high[worst])
        fixed[worst] = True
    for knot, knot_y in zip(knots, y.tolist(), strict=True):
        knot.y = knot_y


def _set_monotone_slopes(knots: Sequence[LineKnot]) -> list[tuple[float, float]]:
    """Set the slope of a smooth monotone curve at each knot: from parabolas, flattened (Fritsch and Carlson 1980).
    Return the range of slopes at each knot."""
    steps = [after.x - before.x for before, after in itertools.pairwise(knots)]
    rises = [(after.y - before.y) / step for before, after, step in zip(knots, knots[1:], steps, strict=False)]
    ranges = [(-inf, inf)]
    for knot_index in range(1, len(rises)):
        slope_before, slope_after = rises[knot_index - 1], rises[knot_index]
        slope = (steps[knot_index] * slope_before + steps[knot_index - 1] * slope_after) / (
            steps[knot_index] + steps[knot_index - 1]
        )
        flattest = min(abs(slope_before), abs(slope_after))
        low, high = (
            (-flattest, flattest)
            if slope_before * slope_after <= 0
            else (0.0, 3 * flattest)
            if slope_before > 0
            else (-3 * flattest, 0.0)
        )
        knots[knot_index].slope = min(max(slope, low), high)
        ranges.append((low, high))
    knots[0].slope, knots[-1].slope = rises[0], rises[-1]
    if len(rises) > 1:
        knots[0].slope = 1.5 * rises[0] - knots[1].slope / 2
        knots[-1].slope = 1.5 * rises[-1] - knots[-2].slope / 2
    return [*ranges, (-inf, inf)]


def _equalise_slopes(
    gate_entries: Sequence[tuple[tuple[int, int], int, int]],
    knots: Sequence[Sequence[LineKnot]],
    ranges: Sequence[Sequence[tuple[float, float]]],
) -> bool:
    """Give neighbouring lines in a gate that would touch before or after it the same slope; return whether there were
    any."""
    begin, has_meeting = 0, False
    for position in range(1, len(gate_entries) + 1):
        if position < len(gate_entries):
            (_, upper_line, upper_index), (_, lower_line, lower_index) = (
                gate_entries[position - 1],
                gate_entries[position],
            )
            if any(
                _is_pair_too_close(knots[upper_line], upper_index + step, knots[lower_line], lower_index + step)
                for step in (-1, 0)
            ):
                continue
        if position - begin > 1:
            has_meeting = True
            bundle = [
                (knots[line][knot_index], ranges[line][knot_index])
                for _, line, knot_index in gate_entries[begin:position]
            ]
            low, high = max(low for _, (low, _) in bundle), min(high for _, (_, high) in bundle)
            mean = sum(knot.slope for knot, _ in bundle) / len(bundle)
            for knot, _ in bundle:
                knot.slope = min(max(mean, low), high)
        begin = position
    return has_meeting


def _is_pair_too_close(
    upper: Sequence[LineKnot], upper_index: int, lower: Sequence[LineKnot], lower_index: int
) -> bool:
    """Test whether two lines, the second below the first, come too close between two gates."""
    if not (0 <= upper_index < len(upper) - 1 and 0 <= lower_index < len(lower) - 1):
        return False
    upper_start, upper_end, lower_start, lower_end = (
        upper[upper_index],
        upper[upper_index + 1],
        lower[lower_index],
        lower[lower_index + 1],
    )
    if upper_start.gate != lower_start.gate or upper_end.gate != lower_end.gate:
        return False
    start, end, step = lower_start.y - upper_start.y, lower_end.y - upper_end.y, upper_end.x - upper_start.x
    first, last = step * (lower_start.slope - upper_start.slope), step * (lower_end.slope - upper_end.slope)
    min_gap = min(_MARGIN, start, end) - 0.01
    for share in (0.2, 0.4, 0.6, 0.8):
        complement = 1 - share
        distance = complement * complement * ((1 + 2 * share) * start + share * first)
        distance += share * share * ((1 + 2 * complement) * end - complement * last)
        if distance < min_gap:
            return True
    return False


def _spread_slopes(gate_knots: Sequence[LineKnot]) -> None:
    """Give the lines on one side of a node diverging slopes."""
    direction = -1 if gate_knots[0].gate[1] > _NODE_GATE else 1
    slopes = fit_with_min_distances(
        [direction * knot.slope for knot in gate_knots], [1.0] * len(gate_knots), [0.0] * len(gate_knots)
    )
    for knot, slope in zip(gate_knots, slopes, strict=True):
        knot.slope = direction * slope


def _make_link_curve(
    chain: LinkChain,
    layers: Layers,
    nodes: Sequence[Node],
    link: GraphLink,
    knots: Sequence[LineKnot],
    x: Sequence[float],
) -> Curve:
    """Return the curve of a link through its knots, cut off at the rims of its nodes and shortened by the arrowhead."""
    parts: list[BezierSegment] = []
    for left, right in itertools.pairwise(knots):
        third = (right.x - left.x) / 3
        near, far = left.y + third * left.slope, right.y - third * right.slope
        parts.append(((left.x, left.y), (left.x + third, near), (right.x - third, far), (right.x, right.y)))
    label = None
    if link.width > 0:
        label_x = x[next(layers.items[index].layer for index in chain.items if layers.items[index].label)]
        label = label_x, min(knot.y for knot in knots if knot.label) - _MARGIN - link.height / 2
    source, target = chain.items[0], chain.items[-1]
    if chain.is_reversed:
        parts, source, target = _reverse_segments(parts), target, source
    parts = _clip_inside_ellipse(
        parts, _get_item_centre(layers, source, x), nodes[source].width / 2, nodes[source].height / 2
    )
    reversed_parts = _clip_inside_ellipse(
        _reverse_segments(parts), _get_item_centre(layers, target, x), nodes[target].width / 2, nodes[target].height / 2
    )
    tip = reversed_parts[0][0]
    parts = _reverse_segments(_clip_inside_ellipse(reversed_parts, tip, ARROW_LENGTH, ARROW_LENGTH))
    points = (parts[0][0], *(point for part in parts for point in part[1:]))
    return Curve(points, tip, label)


def _reverse_segments(parts: Sequence[BezierSegment]) -> list[BezierSegment]:
    """Return the segments of a curve in the opposite direction."""
    return [(part[3], part[2], part[1], part[0]) for part in reversed(parts)]


def _get_item_centre(layers: Layers, index: int, x: Sequence[float]) -> Point:
    """Return the centre of an item."""
    return x[layers.items[index].layer], layers.items[index].y


def _clip_inside_ellipse(
    parts: Sequence[BezierSegment], centre: Point, radius_x: float, radius_y: float
) -> list[BezierSegment]:
    """Return the part of a line after it finally leaves the ellipse in which it starts."""
    if radius_x <= 0 or radius_y <= 0:
        return list(parts)

    def is_inside(point: Point) -> bool:
        return hypot((point[0] - centre[0]) / radius_x, (point[1] - centre[1]) / radius_y) <= 1

    part_index = max((part_index for part_index, part in enumerate(parts) if is_inside(part[0])), default=-1)
    if part_index < 0:
        return list(parts)
    begin, end = 0.0, 1.0
    for _ in range(12):
        middle = (begin + end) / 2
        begin, end = (middle, end) if is_inside(_cut_segment_start(parts[part_index], middle)[0]) else (begin, middle)
    return [_cut_segment_start(parts[part_index], end), *parts[part_index + 1 :]]


def _cut_segment_start(part: BezierSegment, share: float) -> BezierSegment:
    """Return the rest of a Bezier segment after parameter `share` (de Casteljau)."""
    (ax, ay), (bx, by), (cx, cy), end = part
    dx, dy = end
    cdx, cdy = cx + share * (dx - cx), cy + share * (dy - cy)
    bcx, bcy = bx + share * (cx - bx), by + share * (cy - by)
    abx, aby = ax + share * (bx - ax), ay + share * (by - ay)
    bdx, bdy = bcx + share * (cdx - bcx), bcy + share * (cdy - bcy)
    acx, acy = abx + share * (bcx - abx), aby + share * (bcy - aby)
    return (acx + share * (bdx - acx), acy + share * (bdy - acy)), (bdx, bdy), (cdx, cdy), end
