"""Layout of a constituency tree: compact or with all words on one line; in one piece or in rows of limited width."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from operator import sub
from typing import Literal

from spectral_core.data.tree import TRACE_TAG, Tree
from spectral_core.errors import DataError

# below: stub of a phrase that is drawn in a lower row; again: its parent's label, repeated above that row
BoxKind = Literal["phrase", "tag", "word", "trace", "folded", "below", "again"]
Path = tuple[int, ...]  # child indices from the root; a word's path is its tag's plus 0
WidthOf = Callable[[str, BoxKind], float]

_ELIDED_WORDS = 3  # words of a folded phrase shown at each end
_TWO_ROW_KINDS = ("folded", "below")
_ROW_GAPS = {True: -0.3, False: 0.4}  # in row heights; trees with words on one line are closer
_PART_GAP = 2.5  # in gaps, between two parts in one row
_WIDTH_SHARES = (1.0, 0.92, 0.84, 0.75, 0.66, 0.5)  # of the width, tried for the parts; the lowest drawing wins
_Groups = list[tuple[int, int]]  # ranges of adjacent children, half-open
MAX_LEVELS = 6_000  # each box stores its path: deeper trees would need gigabytes


@dataclass(frozen=True, slots=True)
class Box:
    """Position of a label, a word, or a folded phrase: its label and, one row below, its words under a triangle."""

    path: Path
    kind: BoxKind
    label: str  # the form, for a word or trace
    x: float  # left edge
    y: float  # top
    width: float
    height: float  # one row; two for a folded phrase and for a stub
    start: int  # range of its words without traces, from 0, half-open
    end: int
    parent: Path | None = field(repr=False)
    text: str = ""  # elided words of a folded phrase; first word of a stub
    hidden_count: int = 0  # undrawn nodes and words of a folded phrase

    @property
    def centre(self) -> float:
        """x of its centre."""
        return self.x + self.width / 2


@dataclass(slots=True)
class LayoutNode:
    """Node of a drawn tree during layout."""

    label: str
    kind: BoxKind
    parent: int  # index in the preorder list of nodes; -1 for the root
    number: int  # index among the children
    width: float
    start: int
    end: int
    text: str = ""
    hidden_count: int = 0
    children: list[int] = field(default_factory=list)
    rise: int = 0  # rows above the line of the words
    depth: int = 0
    offset: float = 0.0  # of the centre from the parent's


def measure_extent(boxes: Sequence[Box]) -> tuple[float, float]:
    """Return the width and the height of a drawing."""
    return max(box.x + box.width for box in boxes), max(box.y + box.height for box in boxes)


def elide_words(words: Sequence[str]) -> str:
    """Return the words of a folded phrase, with the middle of a long one elided."""
    if len(words) <= 2 * _ELIDED_WORDS:
        return " ".join(words)
    return " ".join((*words[: _ELIDED_WORDS - 1], "…", words[-1]))


def make_layout_nodes(tree: Tree, width_of: WidthOf, folded: frozenset[Path]) -> list[LayoutNode]:
    """Return the nodes of a tree that are drawn, in preorder; those below a folded phrase are left out."""
    folded_prefixes = _collect_path_prefixes(folded)
    nodes: list[LayoutNode] = []
    word = 0
    # (node, parent, child index, its path if that may lead to a folded node)
    stack: list[tuple[Tree | str, int, int, Path | None]] = [(tree, -1, 0, ())]
    while stack:
        node, parent, number, path = stack.pop()
        if parent >= 0:
            nodes[parent].children.append(len(nodes))
        if isinstance(node, str):
            kind: BoxKind = "trace" if nodes[parent].label == TRACE_TAG else "word"
            is_word = kind == "word"
            nodes.append(LayoutNode(node, kind, parent, number, width_of(node, kind), word, word + is_word))
            word += is_word
            continue
        if path is not None and path in folded and not node.is_tag and node.children:
            words = list(node.words())
            text = elide_words(words) if words else " ".join(form for _, form in node.leaves())
            width = max(width_of(node.label, "folded"), width_of(text, "word"))
            hidden = sum(1 for _ in node.nodes()) - 1 + sum(1 for _ in node.leaves())
            tree_node = LayoutNode(node.label, "folded", parent, number, width, word, word + len(words), text, hidden)
            nodes.append(tree_node)
            word += len(words)
            continue
        kind = "tag" if node.is_tag else "phrase"
        index = len(nodes)
        nodes.append(LayoutNode(node.label, kind, parent, number, width_of(node.label, kind), word, word))
        for position in range(len(node.children) - 1, -1, -1):
            child_path = None if path is None else (*path, position)
            stack.append(
                (node.children[position], index, position, child_path if child_path in folded_prefixes else None)
            )
    for tree_node in reversed(nodes):
        if tree_node.parent >= 0:
            nodes[tree_node.parent].end = max(nodes[tree_node.parent].end, tree_node.end)
    return nodes


def _collect_path_prefixes(paths: frozenset[Path]) -> set[Path]:
    """Return the paths and all their prefixes."""
    prefixes: set[Path] = set()
    for path in paths:
        for size in range(len(path), -1, -1):
            if path[:size] in prefixes:
                break
            prefixes.add(path[:size])
    return prefixes


def pack_subtrees(nodes: list[LayoutNode], gap: float, one_line: bool) -> None:
    """Set the row of each node and the offset of its centre from its parent's. Averaging left and right packing spreads
    small subtrees evenly between large ones."""
    _assign_depths_and_rises(nodes)
    offsets = [_compute_offsets(nodes, gap, one_line, mirrored) for mirrored in (False, True)]
    for node, from_left, from_right in zip(nodes, *offsets, strict=True):
        node.offset = (from_left + from_right) / 2


def assign_depths(nodes: list[LayoutNode]) -> int:
    """Set the depth of each node, and return the number of levels."""
    for node in nodes:
        node.depth = nodes[node.parent].depth + 1 if node.parent >= 0 else 0
    return 1 + max(node.depth for node in nodes)


def _assign_depths_and_rises(nodes: list[LayoutNode]) -> None:
    """Set the depth of each node, and its `rise`: the number of rows above the line of the words."""
    assign_depths(nodes)
    for node in reversed(nodes):
        if node.kind not in ("word", "trace"):
            node.rise = max(node.rise, 1)
        if node.parent >= 0:
            nodes[node.parent].rise = max(nodes[node.parent].rise, node.rise + 1)


@dataclass(slots=True)
class _SubtreeOutline:
    """Left and right edge of a subtree in each of its rows, bottom-up, with a lazy offset for each."""

    left: list[float]
    right: list[float]
    left_shift: float = 0.0
    right_shift: float = 0.0

    def extend_upwards(self, rows: int) -> None:
        """Add rows at the top that contain only a vertical line up from the centre of the subtree's root."""
        self.left += [-self.left_shift] * rows
        self.right += [-self.right_shift] * rows


def _compute_offsets(nodes: list[LayoutNode], gap: float, one_line: bool, mirrored: bool) -> list[float]:
    """Return the offset of each node's centre from its parent's, with subtrees packed towards the first child, or the
    last if mirrored."""
    offsets = [0.0] * len(nodes)
    outlines: list[_SubtreeOutline | None] = [None] * len(nodes)
    for index in range(len(nodes) - 1, -1, -1):
        node = nodes[index]
        half_width = node.width / 2
        children = node.children[::-1] if mirrored else node.children
        merged: _SubtreeOutline | None = None
        child_centres = []
        for child in children:
            outline = outlines[child]
            assert outline is not None
            outlines[child] = None
            if one_line:
                outline.extend_upwards(node.rise - nodes[child].rise - 1)
            if merged is None:
                merged = outline
                child_centres.append(0.0)
            else:
                child_centres.append(_place_subtree(merged, outline, gap))
        if merged is None:
            rows = 2 if node.kind in _TWO_ROW_KINDS else 1 + (one_line and node.kind == "phrase")
            outlines[index] = _SubtreeOutline([-half_width] * rows, [half_width] * rows)
            continue
        middle = (child_centres[0] + child_centres[-1]) / 2
        for child, child_centre in zip(children, child_centres, strict=True):
            offsets[child] = middle - child_centre if mirrored else child_centre - middle
        merged.left_shift -= middle
        merged.right_shift -= middle
        merged.left.append(-half_width - merged.left_shift)
        merged.right.append(half_width - merged.right_shift)
        outlines[index] = merged
    return offsets


def _place_subtree(merged: _SubtreeOutline, outline: _SubtreeOutline, gap: float) -> float:
    """Place a subtree to the right of the previous ones and merge its outline into theirs; return its centre."""
    shared_rows = min(len(merged.left), len(outline.left))
    contact: float = max(map(sub, merged.right[-shared_rows:], outline.left[-shared_rows:]))
    centre = contact + merged.right_shift - outline.left_shift + gap
    if len(outline.left) > len(merged.left):  # below the other subtrees only its left edge counts
        shift = outline.left_shift + centre
        change = merged.left_shift - shift
        outline.left[-shared_rows:] = [edge + change for edge in merged.left]
        merged.left, merged.left_shift = outline.left, shift
    shift = outline.right_shift + centre
    if len(outline.right) >= len(merged.right):
        merged.right, merged.right_shift = outline.right, shift
    else:
        change = shift - merged.right_shift
        merged.right[-shared_rows:] = [edge + change for edge in outline.right]
    return centre


def make_boxes(
    nodes: list[LayoutNode], row_height: float, right_to_left: bool, one_line: bool, root: Path = ()
) -> list[Box]:
    """Return the boxes of packed nodes; `root` is the path of the first."""
    centres = [0.0] * len(nodes)
    for index, node in enumerate(nodes):
        if node.parent >= 0:
            centres[index] = centres[node.parent] + node.offset
    left = min(centre - node.width / 2 for centre, node in zip(centres, nodes, strict=True))
    right = max(centre + node.width / 2 for centre, node in zip(centres, nodes, strict=True))
    boxes: list[Box] = []
    for node, centre in zip(nodes, centres, strict=True):
        middle = right - centre if right_to_left else centre - left
        row = nodes[0].rise - node.rise if one_line else node.depth
        parent = boxes[node.parent].path if node.parent >= 0 else None
        path = root if parent is None else (*parent, node.number)
        geometry = (
            middle - node.width / 2,
            row * row_height,
            node.width,
            row_height * (1 + (node.kind in _TWO_ROW_KINDS)),
        )
        words = (node.start, node.end)
        boxes.append(Box(path, node.kind, node.label, *geometry, *words, parent, node.text, node.hidden_count))
    return boxes


def lay_out_tree_in_rows(
    nodes: list[LayoutNode],
    width_of: WidthOf,
    max_width: float,
    row_height: float,
    gap: float,
    right_to_left: bool,
    one_line: bool,
) -> list[Box] | None:
    """Lay out a tree in rows of limited width; return the boxes of all its parts, upper ones first, or None if no
    phrase can be moved to a row of its own."""
    paths: list[Path] = []
    for node in nodes:
        paths.append((*paths[node.parent], node.number) if node.parent >= 0 else ())
    stubs = _make_stubs(nodes, width_of)
    tried_cuts: list[dict[int, _Groups]] = []
    best: tuple[bool, float, list[Box]] | None = None
    for share in _WIDTH_SHARES:
        cuts = _choose_tree_cuts(nodes, stubs, share * max_width, gap)
        if not cuts or cuts in tried_cuts:
            continue
        tried_cuts.append(cuts)
        part_boxes = []
        for part, root in _split_tree_into_parts(nodes, paths, cuts, stubs, width_of):
            pack_subtrees(part, gap, one_line)
            part_boxes.append(make_boxes(part, row_height, right_to_left, one_line, root))
        boxes = _stack_parts(part_boxes, max_width, row_height, gap, right_to_left, one_line)
        wide, high = measure_extent(boxes)
        if best is None or (wide > max_width, high) < best[:2]:
            best = wide > max_width, high, boxes
    return None if best is None else best[2]


def _make_stubs(nodes: list[LayoutNode], width_of: WidthOf) -> list[LayoutNode]:
    """Return the stub drawn in place of each node that is moved to a lower row: its label, and its first word."""
    first_words = [""] * len(nodes)
    for index in range(len(nodes) - 1, -1, -1):
        node = nodes[index]
        first_words[index] = first_words[node.children[0]] if node.children else f"{node.text or node.label} …"
    return [
        replace(node, kind="below", text=text, children=[], width=_measure_stub(node.label, text, width_of))
        for node, text in zip(nodes, first_words, strict=True)
    ]


def _measure_stub(label: str, text: str, width_of: WidthOf) -> float:
    """Return the width of a stub with this label and word."""
    return max(width_of(label, "below"), width_of(text, "tag"))


def _choose_tree_cuts(
    nodes: list[LayoutNode], stubs: Sequence[LayoutNode], max_width: float, gap: float
) -> dict[int, _Groups]:
    """Return for each node, bottom-up, the groups of its children that are moved to lower rows: the widest, or all from
    some child on if there are too many small ones (cutting the widest: Kundu and Misra 1977)."""
    widths = [0.0] * len(nodes)
    cuts: dict[int, _Groups] = {}
    for index in range(len(nodes) - 1, -1, -1):
        node = nodes[index]
        child_widths = [widths[child] for child in node.children]
        if sum(child_widths) > max_width and len(child_widths) > 1:
            cuts[index] = _choose_children_to_move(
                child_widths, [stubs[child].width + gap for child in node.children], max_width
            )
            for first, last in _merge_adjacent_groups(cuts[index]):
                child_widths[first:last] = [
                    stubs[node.children[first]].width + gap,
                    *(0.0 for _ in range(first + 1, last)),
                ]
            if not cuts[index]:
                del cuts[index]
        widths[index] = max(node.width + gap, sum(child_widths))
    return cuts


def _choose_children_to_move(widths: Sequence[float], stubs: Sequence[float], max_width: float) -> _Groups:
    """Return the groups of one node's children to draw in rows of their own: the widest ones that make the rest fit, or
    all from some child on, if that takes fewer."""
    chosen: list[int] = []
    remaining = sum(widths)
    for child in sorted(range(len(widths)), key=lambda child: stubs[child] - widths[child]):
        if remaining <= max_width or stubs[child] >= widths[child]:
            break
        chosen.append(child)
        remaining += stubs[child] - widths[child]
    group_starts, group_width = [0], 0.0
    for child, width in enumerate(widths):
        is_last = len(group_starts) > 1 or child == len(widths) - 1  # no space for the stub of the rest
        if child > group_starts[-1] and group_width + width + (0.0 if is_last else stubs[child + 1]) > max_width:
            group_starts.append(child)
            group_width = 0.0
        group_width += width
    if remaining > max_width or len(chosen) > len(group_starts) - 1 > 0:
        return list(pairwise((*group_starts[1:], len(widths))))
    return [(child, child + 1) for child in sorted(chosen)]


def _merge_adjacent_groups(groups: _Groups) -> Iterator[tuple[int, int]]:
    """Merge adjacent groups: one stub represents all of them."""
    begin = end = -1
    for first, last in groups:
        if first != end:
            if end >= 0:
                yield begin, end
            begin = first
        end = last
    if end >= 0:
        yield begin, end


def _split_tree_into_parts(
    nodes: list[LayoutNode],
    paths: Sequence[Path],
    cuts: dict[int, _Groups],
    stubs: Sequence[LayoutNode],
    width_of: WidthOf,
) -> list[tuple[list[LayoutNode], Path]]:
    """Return the nodes of each part of a cut tree in preorder, with the path of its first node; parts are in word
    order."""
    parts: list[tuple[list[LayoutNode], Path]] = []
    pending: list[tuple[Path, int, range]] = [((), -1, range(1))]  # path, parent node, children
    while pending:
        pending.sort(reverse=True)
        begin, parent_index, children = pending.pop()
        part: list[LayoutNode] = []
        stack = [(0, -1, 0)]  # (node, parent in the part, number of siblings omitted from that node on)
        if parent_index >= 0:
            parent_node = nodes[parent_index]
            width = width_of(parent_node.label, "again")
            part.append(
                LayoutNode(
                    parent_node.label, "again", -1, parent_node.number, width, parent_node.start, parent_node.end
                )
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
            groups = dict(_merge_adjacent_groups(cut_groups))
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
    """Return the boxes of all parts of a tree, stacked vertically, or side by side where the width allows."""
    rows: list[list[list[Box]]] = []
    row_width = 0.0
    for boxes in part_boxes:
        width = measure_extent(boxes)[0]
        if len(rows) > 1 and row_width + _PART_GAP * gap + width <= max_width:
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


def lay_out_tree(
    tree: Tree,
    width_of: WidthOf,
    row_height: float = 40.0,
    gap: float = 12.0,
    right_to_left: bool = False,
    words_on_one_line: bool = False,
    folded: Collection[Path] = frozenset(),
    max_width: float | None = None,
) -> list[Box]:
    """Return the boxes of a tree, parents before children; words left to right, or right to left for Arabic.

    By default, each node is one row below its parent. With `words_on_one_line`, all words are at the bottom and each
    phrase is as low as possible; the space straight above a child is kept free, so draw its line with a bend one row
    below the parent. A parent is centred over its first and last child. Subtrees are as close together as their
    outlines allow (Reingold and Tilford 1981, with widths). A tree wider than `max_width` is drawn in rows: a phrase
    that is moved out leaves a box of kind `below`, and is drawn in a later row under its parent's label, a box of kind
    `again`.
    """
    nodes = make_layout_nodes(tree, width_of, frozenset(folded))
    levels = assign_depths(nodes)
    if levels > MAX_LEVELS:
        reason = f"this tree has {levels:,} levels, and at most {MAX_LEVELS:,} are drawn"
        raise DataError(f"{reason}. Fold some of its phrases, delete unary ones, or export it as LaTeX")
    pack_subtrees(nodes, gap, words_on_one_line)
    boxes = make_boxes(nodes, row_height, right_to_left, words_on_one_line)
    if max_width is None or measure_extent(boxes)[0] <= max_width:
        return boxes
    return lay_out_tree_in_rows(nodes, width_of, max_width, row_height, gap, right_to_left, words_on_one_line) or boxes
