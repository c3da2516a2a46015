"""Nodes of a constituency tree and their positions: tidily, or with all words on one line."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from operator import sub
from typing import Literal

from spectral_core.data.tree import TRACE, Tree

# below: stub of nodes that are drawn in a row below; again: their parent, repeated above them
Kind = Literal["phrase", "tag", "word", "trace", "folded", "below", "again"]
Path = tuple[int, ...]  # from the root, by child numbers from 0; a word's is its tag's and 0
WidthOf = Callable[[str, Kind], float]

_ELIDED_WORDS = 3  # words of a folded phrase, at each end
_TWO_ROW_KINDS = ("folded", "below")


@dataclass(frozen=True, slots=True)
class Box:
    """Position of a label, a word, or of a folded phrase: its label and, one row below, its words under a triangle."""

    path: Path
    kind: Kind
    label: str  # a word's or trace's is its form
    x: float  # left edge
    y: float  # top
    width: float
    height: float  # one row; two for a folded phrase and for a stub
    start: int  # the words below it, without traces, counted from 0, half-open
    end: int
    parent: Path | None = field(repr=False)
    text: str = ""  # of a folded phrase: its elided words; of a stub: the first
    hidden: int = 0  # of a folded phrase: the nodes and words below it that are not drawn

    @property
    def centre(self) -> float:
        return self.x + self.width / 2


@dataclass(slots=True)
class TreeNode:
    label: str
    kind: Kind
    parent: int  # in the list of nodes, each before those below it; -1 for the root
    number: int  # among the children
    width: float
    start: int
    end: int
    text: str = ""
    hidden: int = 0
    children: list[int] = field(default_factory=list)
    rise: int = 0  # rows above the line of the words
    depth: int = 0
    offset: float = 0.0  # of the centre from the parent's


def measure_extent(boxes: Sequence[Box]) -> tuple[float, float]:
    return max(box.x + box.width for box in boxes), max(box.y + box.height for box in boxes)


def elide_words(words: Sequence[str]) -> str:
    """Return the words of a folded phrase, without those in the middle of a long one."""
    if len(words) <= 2 * _ELIDED_WORDS:
        return " ".join(words)
    return " ".join((*words[: _ELIDED_WORDS - 1], "…", words[-1]))


def make_nodes(tree: Tree, width_of: WidthOf, folded: frozenset[Path]) -> list[TreeNode]:
    """Return the nodes that are drawn, each before those below it, left to right."""
    folded_prefixes = _collect_prefixes(folded)
    nodes: list[TreeNode] = []
    word = 0
    # (node, parent, child number, its path if that may lead to a folded one)
    stack: list[tuple[Tree | str, int, int, Path | None]] = [(tree, -1, 0, ())]
    while stack:
        node, parent, number, path = stack.pop()
        if parent >= 0:
            nodes[parent].children.append(len(nodes))
        if isinstance(node, str):
            kind: Kind = "trace" if nodes[parent].label == TRACE else "word"
            is_word = kind == "word"
            nodes.append(TreeNode(node, kind, parent, number, width_of(node, kind), word, word + is_word))
            word += is_word
            continue
        if path is not None and path in folded and not node.is_tag and node.children:
            words = list(node.words())
            text = elide_words(words) if words else " ".join(form for _, form in node.leaves())
            width = max(width_of(node.label, "folded"), width_of(text, "word"))
            hidden = sum(1 for _ in node.nodes()) - 1 + sum(1 for _ in node.leaves())
            tree_node = TreeNode(node.label, "folded", parent, number, width, word, word + len(words), text, hidden)
            nodes.append(tree_node)
            word += len(words)
            continue
        kind = "tag" if node.is_tag else "phrase"
        index = len(nodes)
        nodes.append(TreeNode(node.label, kind, parent, number, width_of(node.label, kind), word, word))
        for position in range(len(node.children) - 1, -1, -1):
            child_path = None if path is None else (*path, position)
            stack.append(
                (node.children[position], index, position, child_path if child_path in folded_prefixes else None)
            )
    for tree_node in reversed(nodes):
        if tree_node.parent >= 0:
            nodes[tree_node.parent].end = max(nodes[tree_node.parent].end, tree_node.end)
    return nodes


def _collect_prefixes(paths: frozenset[Path]) -> set[Path]:
    prefixes: set[Path] = set()
    for path in paths:
        for size in range(len(path), -1, -1):
            if path[:size] in prefixes:
                break
            prefixes.add(path[:size])
    return prefixes


def pack(nodes: list[TreeNode], gap: float, one_line: bool) -> None:
    """Set the row of each node and its centre under its parent's. The mean of packing from the left and from the right
    spreads small subtrees evenly between large ones."""
    _set_rises(nodes)
    offsets = [_compute_offsets(nodes, gap, one_line, mirrored) for mirrored in (False, True)]
    for node, from_left, from_right in zip(nodes, *offsets, strict=True):
        node.offset = (from_left + from_right) / 2


def set_depths(nodes: list[TreeNode]) -> int:
    """Set the depth of each node, and return the number of levels."""
    for node in nodes:
        node.depth = nodes[node.parent].depth + 1 if node.parent >= 0 else 0
    return 1 + max(node.depth for node in nodes)


def _set_rises(nodes: list[TreeNode]) -> None:
    set_depths(nodes)
    for node in reversed(nodes):
        if node.kind not in ("word", "trace"):
            node.rise = max(node.rise, 1)
        if node.parent >= 0:
            nodes[node.parent].rise = max(nodes[node.parent].rise, node.rise + 1)


@dataclass(slots=True)
class _Outline:
    """Left and right edge of a subtree in each of its rows, from the lowest up, and what to add to each."""

    left: list[float]
    right: list[float]
    left_shift: float = 0.0
    right_shift: float = 0.0

    def grow(self, rows: int) -> None:
        """Add rows above the top, free for a line straight up from the centre of the top."""
        self.left += [-self.left_shift] * rows
        self.right += [-self.right_shift] * rows


def _compute_offsets(nodes: list[TreeNode], gap: float, one_line: bool, mirrored: bool) -> list[float]:
    """Return the distance of each node's centre from its parent's, with subtrees packed towards the first."""
    offsets = [0.0] * len(nodes)
    outlines: list[_Outline | None] = [None] * len(nodes)
    for index in range(len(nodes) - 1, -1, -1):
        node = nodes[index]
        half_width = node.width / 2
        children = node.children[::-1] if mirrored else node.children
        merged: _Outline | None = None
        child_centres = []
        for child in children:
            outline = outlines[child]
            assert outline is not None
            outlines[child] = None
            if one_line:
                outline.grow(node.rise - nodes[child].rise - 1)
            if merged is None:
                merged = outline
                child_centres.append(0.0)
            else:
                child_centres.append(_attach(merged, outline, gap))
        if merged is None:
            rows = 2 if node.kind in _TWO_ROW_KINDS else 1 + (one_line and node.kind == "phrase")
            outlines[index] = _Outline([-half_width] * rows, [half_width] * rows)
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


def _attach(merged: _Outline, outline: _Outline, gap: float) -> float:
    """Put a subtree to the right of those before it, which take over its outline; return its centre."""
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
    nodes: list[TreeNode], row_height: float, right_to_left: bool, one_line: bool, root: Path = ()
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
        boxes.append(Box(path, node.kind, node.label, *geometry, *words, parent, node.text, node.hidden))
    return boxes
