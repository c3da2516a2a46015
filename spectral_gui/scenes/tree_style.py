"""Parts of a constituency drawing: style and marks, fonts, branches, and links from traces to their antecedents."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QFontMetricsF, QPainterPath

from spectral_core.data import Tree
from spectral_core.data.tree import NodePath, coindex_of, strip_function_tags
from spectral_core.drawing.tree_layout import Box, BoxKind, lay_out_tree, measure_extent
from spectral_gui.scenes.drawing_parts import SuggestedPart
from spectral_gui.text_display import compute_row_height, make_treebank_font

EMPTY_LABEL_SIGN = "○"  # drawn for an empty label; a dot would look like a full stop
BELOW_ARROW = "↓"  # next to the label of a stub, whose subtree is drawn in a row below
LABEL_PADDING = 4.0  # left and right of a label
LABEL_GAP = 10.0  # between two labels of one level
THIN_LINE, HEAVY_LINE = 1.25, 2.25  # line widths of suggested and of locked branches
_CONFIRMED_LINE, _CHANGED_LINE = 1.5, 1.75  # line widths of confirmed and of moved branches
_MAX_LEVEL_STRETCH = 2.6  # factor by which the distance of levels may grow
_CORNER_RADIUS = 8.0
DescendantLookup = Callable[[int], Iterable[int]]  # the nodes below a node


class TreeFonts:
    """Fonts of a constituency drawing, the heights that follow from them, and cached widths of texts."""

    def __init__(self, sizes: tuple[float, float], arabic: bool):
        points, arabic_points = sizes
        small_points = max(points - 2.0, 6.0)
        self.word_font = make_treebank_font(arabic_points if arabic else points, arabic)
        self.label_font = make_treebank_font(max(points - 1.0, 6.0))
        self.label_font.setBold(True)
        self.tag_font = make_treebank_font(small_points)
        self.trace_font = make_treebank_font(small_points)
        self.trace_font.setItalic(True)
        fonts = {"word": self.word_font, "name": self.label_font, "tag": self.tag_font, "trace": self.trace_font}
        self._metrics: Mapping[str, QFontMetricsF] = {kind: QFontMetricsF(font) for kind, font in fonts.items()}
        self._widths: dict[tuple[str, str], float] = {}
        self.label_height = self._metrics["name"].height()
        self.tag_offset = self._metrics["name"].ascent() - self._metrics["tag"].ascent()
        self.word_height = float(compute_row_height(self.word_font, arabic))
        self.word_offset = (self.word_height - self._metrics["word"].height()) / 2
        self.level_gap = self.label_height + 2.0 * points

    def measure_text_width(self, text: str, kind: str) -> float:
        """Return the width of a text in the font of words, labels (name), tags or traces, from a cache."""
        width = self._widths.get((kind, text))
        if width is None:
            width = self._widths[kind, text] = self._metrics[kind].horizontalAdvance(text)
        return width

    def measure_label_width(self, label: str) -> float:
        """Return the width of a label: its category, and its function tags in their smaller font."""
        category_text, functions = split_function_tags(label)
        return self.measure_text_width(category_text, "name") + (
            self.measure_text_width(functions, "tag") if functions else 0.0
        )

    def measure_box_width(self, label: str, kind: BoxKind) -> float:
        """Return the width of a box of the layout: of its label in the font of its kind, with padding."""
        if kind in ("phrase", "folded", "again"):
            return self.measure_label_width(label) + 2 * LABEL_PADDING
        if kind == "below":
            return (
                (self.measure_label_width(label) if label else 0.0)
                + self.measure_text_width(BELOW_ARROW, "tag")
                + 4 * LABEL_PADDING
            )
        return self.measure_text_width(label or EMPTY_LABEL_SIGN, kind) + 2 * LABEL_PADDING


def split_function_tags(label: str) -> tuple[str, str]:
    """Split a label into its category, and its function tags and indices with their separators: NP and -SBJ-1."""
    name = strip_function_tags(label)
    return name or EMPTY_LABEL_SIGN, label[len(name) :]


@dataclass(frozen=True, slots=True)
class TreeStyle:
    """Style of a constituency drawing."""

    points: float = 12.0
    arabic_points: float | None = None  # None for four more
    words_on_one_line: bool = False
    right_to_left: bool = False
    has_trace_links: bool = True  # from each trace to its antecedent
    get_max_height: Callable[[float], float] | None = None  # height that a drawing of this width may fill
    max_width: float | None = None  # wider trees are broken into rows

    @property
    def font_sizes(self) -> tuple[float, float]:
        """Font sizes of words and of Arabic words, in points."""
        return self.points, self.points + 4.0 if self.arabic_points is None else self.arabic_points

    def lay_out(self, node: Tree, fonts: TreeFonts, folded: Collection[NodePath]) -> list[Box]:
        """Return the boxes of a tree. If there is a maximum height, the levels are stretched towards it, and with them
        the level gap of `fonts`."""
        boxes = lay_out_tree(
            node,
            fonts.measure_box_width,
            fonts.level_gap,
            LABEL_GAP,
            self.right_to_left,
            self.words_on_one_line,
            folded,
            self.max_width,
        )
        if self.get_max_height is not None:
            width, height = measure_extent(boxes)
            stretch = max(1.0, min(self.get_max_height(width) / height, _MAX_LEVEL_STRETCH))
            boxes = [replace(box, y=stretch * box.y, height=stretch * box.height) for box in boxes]
            fonts.level_gap *= stretch
        return boxes


@dataclass(frozen=True, slots=True)
class TreeMarks:
    """Annotation of nodes that affects how these are drawn."""

    problems: Collection[NodePath] = frozenset()  # underlined with a wave
    suggested_parts: Mapping[NodePath, SuggestedPart] = field(default_factory=dict)  # suggested: with grey branches
    uncertain: Collection[NodePath] = frozenset()  # underlined with dashes
    locked: Collection[NodePath] = frozenset()  # framed, and their branches heavier

    def get_branch_style(self, path: NodePath) -> tuple[str, float]:
        """Return the style of the branch to a node, such as "locked", and its line width."""
        suggested_part = self.suggested_parts.get(path)
        if path in self.locked:
            return "locked", HEAVY_LINE
        if suggested_part is not None and suggested_part.is_changed:
            return "moved", _CHANGED_LINE
        if not self.suggested_parts:
            return "confirmed", _CONFIRMED_LINE
        return "suggested", THIN_LINE if suggested_part is None else suggested_part.line_width


class Branches:
    """Branches: lines from the nodes of a tree to their parents. The boxes may be those of a transition."""

    def __init__(self, parents: Sequence[int | None], fonts: TreeFonts, has_corners: bool):
        self._parents, self._fonts, self._has_corners = parents, fonts, has_corners

    def make_path(self, nodes: Iterable[int], boxes: Sequence[Box]) -> QPainterPath:
        """Return the branches to nodes as one path. Those on the same side of a parent share a horizontal line, each
        beginning where the next nearer one turns down."""
        path, side_ends = QPainterPath(), dict[tuple[int, bool], float]()
        parents = {node: parent for node in nodes if (parent := self._parents[node]) is not None}
        for node in sorted(parents, key=lambda node: abs(boxes[node].centre - boxes[parents[node]].centre)):
            side = parents[node], boxes[node].centre > boxes[parents[node]].centre
            has_stem = bool(side_ends.keys() & {(parents[node], True), (parents[node], False)})
            self.add_branch(path, node, boxes, side_ends.get(side), has_stem)
            side_ends[side] = boxes[node].centre
        return path

    def add_branch(
        self, path: QPainterPath, node: int, boxes: Sequence[Box], start_x: float | None = None, has_stem: bool = False
    ) -> None:
        """Add the branch to a node to a path: from its parent, or across from `start_x`; without the parent's stem if
        that is drawn already."""
        parent_node = self._parents[node]
        assert parent_node is not None
        fonts, box, parent = self._fonts, boxes[node], boxes[parent_node]
        top, foot = parent.y + fonts.label_height + 1, box.y - 1
        if not self._has_corners:
            path.moveTo(parent.centre, top)
            path.lineTo(box.centre, foot)
            return
        corner_y = top + (fonts.level_gap - fonts.label_height) / 2  # a bracket: down, across, down
        dx = box.centre - parent.centre
        radius = min(_CORNER_RADIUS, abs(dx) / 2, max(foot - corner_y, 0.0), max(corner_y - top, 0.0))
        signed_radius = radius if dx > 0 else -radius
        if start_x is not None:
            path.moveTo(start_x, corner_y)
        else:
            path.moveTo(parent.centre, corner_y - radius if has_stem else top)
        if abs(dx) > 1:
            if start_x is None:
                path.lineTo(parent.centre, corner_y - radius)
                path.quadTo(parent.centre, corner_y, parent.centre + signed_radius, corner_y)
            path.lineTo(box.centre - signed_radius, corner_y)
            path.quadTo(box.centre, corner_y, box.centre, corner_y + radius)
        path.lineTo(box.centre, foot)


def make_trace_links(
    traces: Iterable[tuple[Box, int]],
    boxes: Sequence[Box],
    label_areas: Sequence[QRectF],
    find_descendants: DescendantLookup,
    level_gap: float,
) -> QPainterPath:
    """Return curves from traces to the phrases with the same coindex, their antecedents. A trace comes with the index
    of its tag in `boxes`."""
    antecedents: dict[str, int] = {}
    for node, box in enumerate(boxes):
        if box.kind != "tag" and (coindex := coindex_of(box.label)):
            antecedents.setdefault(coindex, node)
    links = QPainterPath()
    for trace, tag in traces:
        coindex = coindex_of(trace.label)
        if coindex not in antecedents:
            continue
        trace_area, antecedent = label_areas[tag], antecedents[coindex]
        start, subtree_bottom = (
            QPointF(trace_area.center().x(), trace_area.bottom()),
            _find_subtree_bottom(antecedent, boxes, label_areas, find_descendants),
        )
        label_area, direction = label_areas[antecedent], 1.0 if start.x() > boxes[antecedent].centre else -1.0
        if subtree_bottom > label_area.bottom() + 2.5 * level_gap:
            stop = QPointF(label_area.right() + 3 if direction > 0 else label_area.left() - 3, label_area.center().y())
            control_point = QPointF(stop.x() + direction * abs(start.x() - stop.x()) / 3, stop.y())
        else:
            stop = QPointF(boxes[antecedent].centre, subtree_bottom + 3)
            control_point = QPointF()
        control_y = max(start.y(), stop.y()) + min(20 + abs(start.x() - stop.x()) / 12, 60)
        links.moveTo(start)
        links.cubicTo(
            QPointF(start.x(), control_y),
            QPointF(stop.x(), control_y) if control_point.isNull() else control_point,
            stop,
        )
        links.addEllipse(stop, 1.5, 1.5)
    return links


def _find_subtree_bottom(
    node: int, boxes: Sequence[Box], label_areas: Sequence[QRectF], find_descendants: DescendantLookup
) -> float:
    """Return the vertical position of the lowest label or word of a subtree that is right below its node."""
    centre = boxes[node].centre
    nearby_areas = (
        area
        for area in map(label_areas.__getitem__, find_descendants(node))
        if area.left() - LABEL_GAP < centre < area.right() + LABEL_GAP
    )
    return max((label_areas[node].bottom(), *(area.bottom() for area in nearby_areas)))
