"""The nodes of a tree as they find their places: tidily, or with all words on one line."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from operator import sub
from typing import Literal

from spectral_core.data.tree import TRACE, Tree

# below: what stands for nodes that are drawn in a row below; again: a node once more, above such nodes
Kind = Literal["phrase", "tag", "word", "trace", "folded", "below", "again"]
Path = tuple[int, ...]  # from the root, by child numbers from 0; a word's is its tag's and 0
WidthOf = Callable[[str, Kind], float]

_SHOWN = 3  # words of a folded phrase, at each end
_TWO_ROWS = ("folded", "below")


@dataclass(frozen=True, slots=True)
class Box:
    """The place of a label, a word, or of a folded phrase: its label and, one row below, its words under a triangle."""

    path: Path
    kind: Kind
    label: str  # of a word or a trace: itself
    x: float  # left edge
    y: float  # top
    width: float
    height: float  # one row; two for a folded phrase, and for what stands below
    start: int  # the words below it, without traces, counted from 0, half-open
    end: int
    parent: Path | None = field(repr=False)
    text: str = ""  # of a folded phrase: its words, long ones cut in the middle; of what stands below: the first
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


def extent(boxes: Sequence[Box]) -> tuple[float, float]:
    return max(box.x + box.width for box in boxes), max(box.y + box.height for box in boxes)


def elided(words: Sequence[str]) -> str:
    """The words of a folded phrase, those in the middle of a long one left out."""
    if len(words) <= 2 * _SHOWN:
        return " ".join(words)
    return " ".join((*words[: _SHOWN - 1], "…", words[-1]))


def nodes_of(tree: Tree, width_of: WidthOf, folded: frozenset[Path]) -> list[TreeNode]:
    """The nodes that are drawn, each before those below it, left to right."""
    inside = _with_prefixes(folded)
    nodes: list[TreeNode] = []
    word = 0
    # (node, parent, child number, its path while it may lead to a folded one)
    waiting: list[tuple[Tree | str, int, int, Path | None]] = [(tree, -1, 0, ())]
    while waiting:
        node, parent, number, path = waiting.pop()
        if parent >= 0:
            nodes[parent].children.append(len(nodes))
        if isinstance(node, str):
            kind: Kind = "trace" if nodes[parent].label == TRACE else "word"
            passed = kind == "word"
            nodes.append(TreeNode(node, kind, parent, number, width_of(node, kind), word, word + passed))
            word += passed
            continue
        if path is not None and path in folded and not node.is_tag and node.children:
            words = list(node.words())
            text = elided(words) if words else " ".join(form for _, form in node.leaves())
            width = max(width_of(node.label, "folded"), width_of(text, "word"))
            hidden = sum(1 for _ in node.nodes()) - 1 + sum(1 for _ in node.leaves())
            made = TreeNode(node.label, "folded", parent, number, width, word, word + len(words), text, hidden)
            nodes.append(made)
            word += len(words)
            continue
        kind = "tag" if node.is_tag else "phrase"
        at = len(nodes)
        nodes.append(TreeNode(node.label, kind, parent, number, width_of(node.label, kind), word, word))
        for below in range(len(node.children) - 1, -1, -1):
            deeper = None if path is None else (*path, below)
            waiting.append((node.children[below], at, below, deeper if deeper in inside else None))
    for made in reversed(nodes):
        if made.parent >= 0:
            nodes[made.parent].end = max(nodes[made.parent].end, made.end)
    return nodes


def _with_prefixes(paths: frozenset[Path]) -> set[Path]:
    found: set[Path] = set()
    for path in paths:
        for size in range(len(path), -1, -1):
            if path[:size] in found:
                break
            found.add(path[:size])
    return found


def pack(nodes: list[TreeNode], gap: float, one_line: bool) -> None:
    """Finds the row of each node and its centre under its parent's. The mean of packing subtrees from the left and from
    the right spreads small ones evenly between large ones."""
    _set_rows(nodes)
    packed = [_offsets(nodes, gap, one_line, mirrored) for mirrored in (False, True)]
    for node, one, two in zip(nodes, *packed, strict=True):
        node.offset = (one + two) / 2


def levels_of(nodes: list[TreeNode]) -> int:
    """Set how deep each node is, and return how many levels there are."""
    for node in nodes:
        node.depth = nodes[node.parent].depth + 1 if node.parent >= 0 else 0
    return 1 + max(node.depth for node in nodes)


def _set_rows(nodes: list[TreeNode]) -> None:
    levels_of(nodes)
    for node in reversed(nodes):
        if node.kind not in ("word", "trace"):
            node.rise = max(node.rise, 1)
        if node.parent >= 0:
            nodes[node.parent].rise = max(nodes[node.parent].rise, node.rise + 1)


@dataclass(slots=True)
class _Outline:
    """The left and the right edge of a subtree in each of its rows, from the lowest up, and what to add to each."""

    left: list[float]
    right: list[float]
    left_shift: float = 0.0
    right_shift: float = 0.0

    def grow(self, rows: int) -> None:
        """Rows above the top, free for a line straight up from the centre of the top."""
        self.left += [-self.left_shift] * rows
        self.right += [-self.right_shift] * rows


def _offsets(nodes: list[TreeNode], gap: float, one_line: bool, mirrored: bool) -> list[float]:
    """How far each node's centre is from its parent's, when subtrees are packed towards the first."""
    offsets = [0.0] * len(nodes)
    outlines: list[_Outline | None] = [None] * len(nodes)
    for at in range(len(nodes) - 1, -1, -1):
        node = nodes[at]
        half = node.width / 2
        children = node.children[::-1] if mirrored else node.children
        merged: _Outline | None = None
        places = []
        for child in children:
            outline = outlines[child]
            assert outline is not None
            outlines[child] = None
            if one_line:
                outline.grow(node.rise - nodes[child].rise - 1)
            if merged is None:
                merged = outline
                places.append(0.0)
            else:
                places.append(_join(merged, outline, gap))
        if merged is None:
            rows = 2 if node.kind in _TWO_ROWS else 1 + (one_line and node.kind == "phrase")
            outlines[at] = _Outline([-half] * rows, [half] * rows)
            continue
        middle = (places[0] + places[-1]) / 2
        for child, place in zip(children, places, strict=True):
            offsets[child] = middle - place if mirrored else place - middle
        merged.left_shift -= middle
        merged.right_shift -= middle
        merged.left.append(-half - merged.left_shift)
        merged.right.append(half - merged.right_shift)
        outlines[at] = merged
    return offsets


def _join(merged: _Outline, outline: _Outline, gap: float) -> float:
    """Puts a subtree to the right of those before it, which take its outline over; where its centre is then."""
    shared = min(len(merged.left), len(outline.left))
    near: float = max(map(sub, merged.right[-shared:], outline.left[-shared:]))
    place = near + merged.right_shift - outline.left_shift + gap
    if len(outline.left) > len(merged.left):  # below the others its own left edge is the left edge
        shift = outline.left_shift + place
        change = merged.left_shift - shift
        outline.left[-shared:] = [edge + change for edge in merged.left]
        merged.left, merged.left_shift = outline.left, shift
    shift = outline.right_shift + place
    if len(outline.right) >= len(merged.right):
        merged.right, merged.right_shift = outline.right, shift
    else:
        change = shift - merged.right_shift
        merged.right[-shared:] = [edge + change for edge in outline.right]
    return place


def boxes_of(
    nodes: list[TreeNode], row_height: float, right_to_left: bool, one_line: bool, root: Path = ()
) -> list[Box]:
    """Where packed nodes go; `root` is the path of the first."""
    centres = [0.0] * len(nodes)
    for at, node in enumerate(nodes):
        if node.parent >= 0:
            centres[at] = centres[node.parent] + node.offset
    left = min(centre - node.width / 2 for centre, node in zip(centres, nodes, strict=True))
    right = max(centre + node.width / 2 for centre, node in zip(centres, nodes, strict=True))
    boxes: list[Box] = []
    for node, centre in zip(nodes, centres, strict=True):
        middle = right - centre if right_to_left else centre - left
        row = nodes[0].rise - node.rise if one_line else node.depth
        parent = boxes[node.parent].path if node.parent >= 0 else None
        path = root if parent is None else (*parent, node.number)
        area = (middle - node.width / 2, row * row_height, node.width, row_height * (1 + (node.kind in _TWO_ROWS)))
        words = (node.start, node.end)
        boxes.append(Box(path, node.kind, node.label, *area, *words, parent, node.text, node.hidden))
    return boxes
