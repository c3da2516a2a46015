"""A tree that is too wide in rows: phrases are taken out and drawn below, as few as the width needs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

from spectral_core.drawing.tree_layout.placing import Box, Path, TreeNode, WidthOf, boxes_of, extent, pack

_BETWEEN = {True: -0.3, False: 0.4}  # rows between one row of a tree and the next; words on one line stand closer
_BESIDE = 2.5  # gaps between two parts in one row
_SHARES = (1.0, 0.92, 0.84, 0.75, 0.66, 0.5)  # of the room that parts are made for; the lowest drawing is taken

_Groups = list[tuple[int, int]]  # of neighbouring children, half-open


def in_rows(
    nodes: list[TreeNode],
    width_of: WidthOf,
    room: float,
    row_height: float,
    gap: float,
    right_to_left: bool,
    one_line: bool,
) -> list[Box] | None:
    """The boxes of all parts, the upper ones first; None where nothing can be taken out."""
    paths: list[Path] = []
    for node in nodes:
        paths.append((*paths[node.parent], node.number) if node.parent >= 0 else ())
    stubs = _stubs(nodes, width_of)
    tried: list[dict[int, _Groups]] = []
    best: tuple[bool, float, list[Box]] | None = None
    for share in _SHARES:
        cuts = _cuts(nodes, stubs, share * room, gap)
        if not cuts or cuts in tried:
            continue
        tried.append(cuts)
        placed = []
        for part, root in _parts(nodes, paths, cuts, stubs, width_of):
            pack(part, gap, one_line)
            placed.append(boxes_of(part, row_height, right_to_left, one_line, root))
        boxes = _stacked(placed, room, row_height, gap, right_to_left, one_line)
        wide, high = extent(boxes)
        if best is None or (wide > room, high) < best[:2]:
            best = wide > room, high, boxes
    return None if best is None else best[2]


def _stubs(nodes: list[TreeNode], width_of: WidthOf) -> list[TreeNode]:
    """Of each node what stands for it where it is taken out: its label, and the first word below it."""
    first = [""] * len(nodes)
    for at in range(len(nodes) - 1, -1, -1):
        node = nodes[at]
        first[at] = first[node.children[0]] if node.children else f"{node.text or node.label} …"
    return [
        replace(node, kind="below", text=text, children=[], width=_stub_width(node.label, text, width_of))
        for node, text in zip(nodes, first, strict=True)
    ]


def _stub_width(label: str, text: str, width_of: WidthOf) -> float:
    return max(width_of(label, "below"), width_of(text, "tag"))


def _cuts(nodes: list[TreeNode], stubs: Sequence[TreeNode], room: float, gap: float) -> dict[int, _Groups]:
    """From the words up, what is wider than the room gives away its widest phrases, or where it has too many small ones
    all children from some on (the first way: Kundu and Misra 1977)."""
    wide = [0.0] * len(nodes)
    cuts: dict[int, _Groups] = {}
    for at in range(len(nodes) - 1, -1, -1):
        node = nodes[at]
        below = [wide[child] for child in node.children]
        if sum(below) > room and len(below) > 1:
            cuts[at] = _taken(below, [stubs[child].width + gap for child in node.children], room)
            for first, last in _neighbouring(cuts[at]):
                below[first:last] = [stubs[node.children[first]].width + gap, *(0.0 for _ in range(first + 1, last))]
            if not cuts[at]:
                del cuts[at]
        wide[at] = max(node.width + gap, sum(below))
    return cuts


def _taken(below: Sequence[float], stubs: Sequence[float], room: float) -> _Groups:
    """Which children are drawn in rows of their own: the widest that help, or all from some on, if these are fewer."""
    single: list[int] = []
    rest = sum(below)
    for place in sorted(range(len(below)), key=lambda place: stubs[place] - below[place]):
        if rest <= room or stubs[place] >= below[place]:
            break
        single.append(place)
        rest += stubs[place] - below[place]
    begins, used = [0], 0.0
    for place, one in enumerate(below):
        ends = len(begins) > 1 or place == len(below) - 1  # without room for what stands for the rest
        if place > begins[-1] and used + one + (0.0 if ends else stubs[place + 1]) > room:
            begins.append(place)
            used = 0.0
        used += one
    if rest > room or len(single) > len(begins) - 1 > 0:
        return list(pairwise((*begins[1:], len(below))))
    return [(place, place + 1) for place in sorted(single)]


def _neighbouring(groups: _Groups) -> Iterator[tuple[int, int]]:
    """Groups that stand beside one another as one: one sign stands for all of them."""
    begin = end = -1
    for first, last in groups:
        if first != end:
            if end >= 0:
                yield begin, end
            begin = first
        end = last
    if end >= 0:
        yield begin, end


def _parts(
    nodes: list[TreeNode],
    paths: Sequence[Path],
    cuts: dict[int, _Groups],
    stubs: Sequence[TreeNode],
    width_of: WidthOf,
) -> list[tuple[list[TreeNode], Path]]:
    """The nodes of each part, each before those below it, with the path of the first; parts in the order of words."""
    made: list[tuple[list[TreeNode], Path]] = []
    waiting: list[tuple[Path, int, range]] = [((), -1, range(1))]  # where a part begins, under which node, its children
    while waiting:
        waiting.sort(reverse=True)
        begin, over, children = waiting.pop()
        part: list[TreeNode] = []
        ahead = [(0, -1, 0)]  # (node, parent in the part, how many are left out from that node on)
        if over >= 0:
            above = nodes[over]
            width = width_of(above.label, "again")
            part.append(TreeNode(above.label, "again", -1, above.number, width, above.start, above.end))
            ahead = [(above.children[place], 0, 0) for place in reversed(children)]
        while ahead:
            at, parent, out = ahead.pop()
            node, here = nodes[at], len(part)
            if parent >= 0:
                part[parent].children.append(here)
            if out:
                stub = replace(stubs[at], parent=parent, children=[], rise=0, depth=0, offset=0.0)
                if out > 1:
                    stub.label, stub.width = "", _stub_width("", stub.text, width_of)
                part.append(stub)
                continue
            part.append(replace(node, parent=parent, children=[], rise=0, depth=0, offset=0.0))
            taken = cuts.get(at, [])
            waiting += [(paths[node.children[first]], at, range(first, last)) for first, last in taken]
            groups = dict(_neighbouring(taken))
            below, place = list[tuple[int, int, int]](), 0
            while place < len(node.children):
                last = groups.get(place, place)
                below.append((node.children[place], here, last - place))
                place = max(last, place + 1)
            ahead += reversed(below)
        made.append((part, paths[over] if over >= 0 else begin))
    return made


def _stacked(
    placed: list[list[Box]], room: float, row_height: float, gap: float, right_to_left: bool, one_line: bool
) -> list[Box]:
    """Parts below one another, and beside one another where there is room."""
    rows: list[list[list[Box]]] = []
    used = 0.0
    for boxes in placed:
        width = extent(boxes)[0]
        if rows and len(rows) > 1 and used + _BESIDE * gap + width <= room:
            rows[-1].append(boxes)
            used += _BESIDE * gap + width
        else:
            rows.append([boxes])
            used = width
    widths = [sum(extent(boxes)[0] for boxes in row) + _BESIDE * gap * (len(row) - 1) for row in rows]
    whole, top, found = max(widths), 0.0, list[Box]()
    for row, width in zip(rows, widths, strict=True):
        left, high = (whole - width) / 2, max(extent(boxes)[1] for boxes in row)
        for boxes in reversed(row) if right_to_left else row:
            wide, own = extent(boxes)
            down = top + (high - own if one_line else 0.0)
            found += [replace(box, x=box.x + left, y=box.y + down) for box in boxes]
            left += wide + _BESIDE * gap
        top += high + _BETWEEN[one_line] * row_height
    return found
