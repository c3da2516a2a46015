"""Rows of a tree that is too wide: as few phrases as the width needs are taken out and drawn below."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

from spectral_core.drawing.tree_layout.placing import Box, Path, TreeNode, WidthOf, make_boxes, measure_extent, pack

_ROW_GAPS = {True: -0.3, False: 0.4}  # in row heights; trees with words on one line are closer
_PART_GAP = 2.5  # in gaps, between two parts in one row
_WIDTH_SHARES = (1.0, 0.92, 0.84, 0.75, 0.66, 0.5)  # of the width that parts are made for; the lowest drawing wins

_Groups = list[tuple[int, int]]  # of neighbouring children, half-open


def lay_out_rows(
    nodes: list[TreeNode],
    width_of: WidthOf,
    max_width: float,
    row_height: float,
    gap: float,
    right_to_left: bool,
    one_line: bool,
) -> list[Box] | None:
    """Return the boxes of all parts, the upper ones first; None if nothing can be taken out."""
    paths: list[Path] = []
    for node in nodes:
        paths.append((*paths[node.parent], node.number) if node.parent >= 0 else ())
    stubs = _make_stubs(nodes, width_of)
    tried_cuts: list[dict[int, _Groups]] = []
    best: tuple[bool, float, list[Box]] | None = None
    for share in _WIDTH_SHARES:
        cuts = _choose_cuts(nodes, stubs, share * max_width, gap)
        if not cuts or cuts in tried_cuts:
            continue
        tried_cuts.append(cuts)
        part_boxes = []
        for part, root in _split_parts(nodes, paths, cuts, stubs, width_of):
            pack(part, gap, one_line)
            part_boxes.append(make_boxes(part, row_height, right_to_left, one_line, root))
        boxes = _stack_parts(part_boxes, max_width, row_height, gap, right_to_left, one_line)
        wide, high = measure_extent(boxes)
        if best is None or (wide > max_width, high) < best[:2]:
            best = wide > max_width, high, boxes
    return None if best is None else best[2]


def _make_stubs(nodes: list[TreeNode], width_of: WidthOf) -> list[TreeNode]:
    """Return the stub of each node, drawn if it is taken out: its label, and the first word below it."""
    first_words = [""] * len(nodes)
    for index in range(len(nodes) - 1, -1, -1):
        node = nodes[index]
        first_words[index] = first_words[node.children[0]] if node.children else f"{node.text or node.label} …"
    return [
        replace(node, kind="below", text=text, children=[], width=_measure_stub(node.label, text, width_of))
        for node, text in zip(nodes, first_words, strict=True)
    ]


def _measure_stub(label: str, text: str, width_of: WidthOf) -> float:
    return max(width_of(label, "below"), width_of(text, "tag"))


def _choose_cuts(nodes: list[TreeNode], stubs: Sequence[TreeNode], max_width: float, gap: float) -> dict[int, _Groups]:
    """Choose, from the words up, the children that nodes give away: the widest, or all from some child on if there are
    too many small ones (the first way: Kundu and Misra 1977)."""
    widths = [0.0] * len(nodes)
    cuts: dict[int, _Groups] = {}
    for index in range(len(nodes) - 1, -1, -1):
        node = nodes[index]
        child_widths = [widths[child] for child in node.children]
        if sum(child_widths) > max_width and len(child_widths) > 1:
            cuts[index] = _choose_children(
                child_widths, [stubs[child].width + gap for child in node.children], max_width
            )
            for first, last in _merge_adjacent(cuts[index]):
                child_widths[first:last] = [
                    stubs[node.children[first]].width + gap,
                    *(0.0 for _ in range(first + 1, last)),
                ]
            if not cuts[index]:
                del cuts[index]
        widths[index] = max(node.width + gap, sum(child_widths))
    return cuts


def _choose_children(widths: Sequence[float], stubs: Sequence[float], max_width: float) -> _Groups:
    """Choose the children that are drawn in rows of their own: the widest that help, or all from some child on, if
    these are fewer."""
    chosen: list[int] = []
    remaining = sum(widths)
    for child in sorted(range(len(widths)), key=lambda child: stubs[child] - widths[child]):
        if remaining <= max_width or stubs[child] >= widths[child]:
            break
        chosen.append(child)
        remaining += stubs[child] - widths[child]
    group_starts, group_width = [0], 0.0
    for child, width in enumerate(widths):
        is_last = len(group_starts) > 1 or child == len(widths) - 1  # without space for the stub of the rest
        if child > group_starts[-1] and group_width + width + (0.0 if is_last else stubs[child + 1]) > max_width:
            group_starts.append(child)
            group_width = 0.0
        group_width += width
    if remaining > max_width or len(chosen) > len(group_starts) - 1 > 0:
        return list(pairwise((*group_starts[1:], len(widths))))
    return [(child, child + 1) for child in sorted(chosen)]


def _merge_adjacent(groups: _Groups) -> Iterator[tuple[int, int]]:
    """Yield adjacent groups as one: one stub stands for all of them."""
    begin = end = -1
    for first, last in groups:
        if first != end:
            if end >= 0:
                yield begin, end
            begin = first
        end = last
    if end >= 0:
        yield begin, end


def _split_parts(
    nodes: list[TreeNode],
    paths: Sequence[Path],
    cuts: dict[int, _Groups],
    stubs: Sequence[TreeNode],
    width_of: WidthOf,
) -> list[tuple[list[TreeNode], Path]]:
    """Return the nodes of each part, each before those below it, with the path of the first; parts in the order of
    words."""
    parts: list[tuple[list[TreeNode], Path]] = []
    pending: list[tuple[Path, int, range]] = [((), -1, range(1))]  # path, parent node, children
    while pending:
        pending.sort(reverse=True)
        begin, parent_index, children = pending.pop()
        part: list[TreeNode] = []
        stack = [(0, -1, 0)]  # (node, parent in the part, number of siblings omitted from that node on)
        if parent_index >= 0:
            parent_node = nodes[parent_index]
            width = width_of(parent_node.label, "again")
            part.append(
                TreeNode(parent_node.label, "again", -1, parent_node.number, width, parent_node.start, parent_node.end)
            )
            stack = [(parent_node.children[child], 0, 0) for child in reversed(children)]
        while stack:
            index, parent, omitted = stack.pop()
            node, part_index = nodes[index], len(part)
            if parent >= 0:
                part[parent].children.append(part_index)
            if omitted:
                stub = replace(stubs[index], parent=parent, children=[], rise=0, depth=0, offset=0.0)
                if omitted > 1:
                    stub.label, stub.width = "", _measure_stub("", stub.text, width_of)
                part.append(stub)
                continue
            part.append(replace(node, parent=parent, children=[], rise=0, depth=0, offset=0.0))
            cut_groups = cuts.get(index, [])
            pending += [(paths[node.children[first]], index, range(first, last)) for first, last in cut_groups]
            groups = dict(_merge_adjacent(cut_groups))
            entries, child = list[tuple[int, int, int]](), 0
            while child < len(node.children):
                last = groups.get(child, child)
                entries.append((node.children[child], part_index, last - child))
                child = max(last, child + 1)
            stack += reversed(entries)
        parts.append((part, paths[parent_index] if parent_index >= 0 else begin))
    return parts


def _stack_parts(
    part_boxes: list[list[Box]], max_width: float, row_height: float, gap: float, right_to_left: bool, one_line: bool
) -> list[Box]:
    """Arrange parts below one another, and beside one another if there is room."""
    rows: list[list[list[Box]]] = []
    row_width = 0.0
    for boxes in part_boxes:
        width = measure_extent(boxes)[0]
        if rows and len(rows) > 1 and row_width + _PART_GAP * gap + width <= max_width:
            rows[-1].append(boxes)
            row_width += _PART_GAP * gap + width
        else:
            rows.append([boxes])
            row_width = width
    widths = [sum(measure_extent(boxes)[0] for boxes in row) + _PART_GAP * gap * (len(row) - 1) for row in rows]
    total_width, top, arranged = max(widths), 0.0, list[Box]()
    for row, width in zip(rows, widths, strict=True):
        left, row_extent = (total_width - width) / 2, max(measure_extent(boxes)[1] for boxes in row)
        for boxes in reversed(row) if right_to_left else row:
            part_width, part_height = measure_extent(boxes)
            shift_down = top + (row_extent - part_height if one_line else 0.0)
            arranged += [replace(box, x=box.x + left, y=box.y + shift_down) for box in boxes]
            left += part_width + _PART_GAP * gap
        top += row_extent + _ROW_GAPS[one_line] * row_height
    return arranged
