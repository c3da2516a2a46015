"""Drawing of a constituency tree on a scene; selection and previews restyle it without redrawing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import replace

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QFont, QPainterPath, QPen, QPolygonF
from PySide6.QtWidgets import QGraphicsPathItem, QGraphicsScene, QGraphicsSimpleTextItem

from spectral_core.data import Tree
from spectral_core.data.tree import TRACE_TAG, NodePath, node_at
from spectral_core.drawing.tree_layout import Box
from spectral_gui import theme
from spectral_gui.scenes.drawing_parts import Hit, HitPart
from spectral_gui.scenes.tree_style import (
    BELOW_ARROW,
    EMPTY_LABEL_SIGN,
    HEAVY_LINE,
    LABEL_PADDING,
    THIN_LINE,
    Branches,
    TreeFonts,
    TreeMarks,
    TreeStyle,
    make_trace_links,
    split_function_tags,
)
from spectral_gui.text_display import is_arabic
from spectral_gui.theme import Colours

_CORNER_RADIUS = 4.0
_WAVE_STEP = 3.0

NodeSpanKey = tuple[bool, int, int, int]  # (is a tag, start, end, 1 for the highest such node)


class TreeDrawing:
    """Drawing of one tree, addressed by the paths of its nodes: root at the top, left edge at 0, without outer nodes
    that have no label."""

    def __init__(
        self, scene: QGraphicsScene, tree: Tree, colours: Colours, style: TreeStyle | None = None,
        marks: TreeMarks | None = None, folded: Collection[NodePath] = frozenset(),
    ):  # fmt: skip
        self._scene, self._colours = scene, colours
        style, marks = style or TreeStyle(), marks or TreeMarks()
        top, root = _skip_unlabelled_roots(tree)
        self.top = top  # path of the highest node that is drawn
        self._fonts = TreeFonts(style.font_sizes, any(is_arabic(word) for word in root.words()))
        inner_folded = {path[len(top) :] for path in folded if path[: len(top)] == top}
        boxes = style.lay_out(root, self._fonts, inner_folded)
        self._boxes: list[Box] = []  # of the nodes, parents first
        self._paths: list[NodePath] = []
        self._index_of_path: dict[NodePath, int] = {}
        self._parents: list[int | None] = []  # index of each node's parent, in the row of the node
        self._label_areas: list[QRectF] = []  # area of each node's label; for a tag, with its word
        self._parts_by_area: list[tuple[QRectF, int, HitPart]] = []
        self._text_items: list[tuple[QGraphicsSimpleTextItem, int]] = []  # with the index of their node
        self._branches = Branches(self._parents, self._fonts, style.words_on_one_line)
        self._traces: list[tuple[Box, int]] = []
        self._word_areas: dict[int, QRectF] = {}  # by word number from 1
        self._branch_items: list[tuple[QGraphicsPathItem, list[int]]] = []  # with the nodes at their lower ends
        self._triangles = QPainterPath()
        index_in_row: dict[NodePath, int] = {}  # by path: the node that represents it in this row
        for box in boxes:
            if box.kind in ("word", "trace"):
                self._add_word(box, index_in_row[(*top, *box.path)[:-1]])
            else:
                self._add_node(box, box.kind != "below" or _is_subtree(root, box.path), index_in_row)
        self._draw_branches(marks)
        self._add_stroke(self._triangles, colours.line, THIN_LINE)
        if style.has_trace_links:
            link_path = make_trace_links(
                self._traces, self._boxes, self._label_areas, self._find_descendants, self._fonts.level_gap
            )
            self._add_stroke(link_path, colours.trace, 1.3, Qt.PenStyle.DotLine)
        self._draw_problems(marks.problems)
        self._draw_uncertain_nodes(marks.uncertain)
        self._draw_locks(marks.locked)
        self._selection = self._add_layer(-2)
        self._selected_branches = self._add_layer(1)
        self._cursor_frame = self._add_layer(1)
        self._question_fill, self.question_frame = self._add_layer(-3), self._add_layer(2)
        self.target_frame = self._add_layer(3)
        self._preview_line = self._add_layer(3)

    def _add_node(self, box: Box, is_single: bool, index_in_row: dict[NodePath, int]) -> None:
        """Add a node of the layout. A stub represents nodes that are drawn in another row; if it represents several
        children, `is_single` is false and a hit on it counts for their parent."""
        path, index, fonts = (*self.top, *box.path), len(self._boxes), self._fonts
        if box.kind not in ("below", "again"):
            self._index_of_path[path] = index
        index_in_row[path] = index
        self._parents.append(None if box.parent is None else index_in_row[path[:-1]])
        self._paths.append(path if is_single else path[:-1])
        self._boxes.append(box)
        width = fonts.measure_box_width(box.label, box.kind)
        label_area = QRectF(box.centre - width / 2, box.y, width, fonts.label_height)
        self._label_areas.append(label_area)
        if box.kind == "folded":
            text_area = QRectF(box.x, box.y + fonts.level_gap, box.width, fonts.word_height)
            triangle_area = QRectF(box.x, label_area.bottom(), box.width, fonts.level_gap - label_area.height())
            self._parts_by_area.append((text_area.united(triangle_area), index, "triangle"))
            self._add_triangle(box)
        elif box.kind == "below":
            self._add_stub(box)
        self._parts_by_area.append((label_area, index, "label"))
        self._add_label(box)

    def _draw_branches(self, marks: TreeMarks) -> None:
        """Draw the branches in the styles of confirmed, suggested, changed and locked nodes."""
        colours, dashes, solid = self._colours, Qt.PenStyle.DashLine, Qt.PenStyle.SolidLine
        pens = {
            "confirmed": (colours.text, solid), "suggested": (colours.line, solid), "moved": (colours.changed, dashes),
            "locked": (colours.locked, solid),
        }  # fmt: skip
        nodes_by_style: dict[tuple[str, float], list[int]] = {}  # by style and width of the line
        for index, box in enumerate(self._boxes):
            if box.parent is not None:
                nodes_by_style.setdefault(marks.get_branch_style((*self.top, *box.path)), []).append(index)
        for (branch_style, width), nodes in nodes_by_style.items():
            colour, pen_style = pens[branch_style]
            layer = self._add_layer(-1)
            self._set_layer(layer, self._branches.make_path(nodes, self._boxes), QPen(colour, width, pen_style))
            self._branch_items.append((layer, nodes))

    @property
    def positions(self) -> dict[NodeSpanKey, QPointF]:
        """Positions of the nodes by their spans, the start of the next drawing's transition."""
        counts: Counter[tuple[bool, int, int]] = Counter()
        positions: dict[NodeSpanKey, QPointF] = {}
        for box in self._boxes:
            span = box.kind == "tag", box.start, box.end
            counts[span] += 1
            positions[*span, counts[span]] = QPointF(box.centre, box.y)
        return positions

    def make_transition(
        self, old_positions: Mapping[NodeSpanKey, QPointF], offset: QPointF
    ) -> Callable[[float], None] | None:
        """Return a function that draws the transition from the positions of the previous drawing at a share from 0 to
        1; None if nothing moves. `offset` leads from the previous drawing's coordinates to those of this one."""
        shifts = [
            old_positions[key] + offset - position if key in old_positions else QPointF()
            for key, position in self.positions.items()
        ]
        moving_texts = [
            (item, item.pos(), shifts[index]) for item, index in self._text_items if not shifts[index].isNull()
        ]

        def step(share: float) -> None:
            remaining = 1 - share
            boxes = [
                replace(box, x=box.x + remaining * shift.x(), y=box.y + remaining * shift.y())
                for box, shift in zip(self._boxes, shifts, strict=True)
            ]
            for branch_item, nodes in self._branch_items:
                branch_item.setPath(self._branches.make_path(nodes, boxes))
            for item, end, shift in moving_texts:
                item.setPos(end + shift * remaining)

        return step if moving_texts else None

    def find_visible_node(self, path: NodePath) -> NodePath:
        """Return the node itself if it is drawn, else the folded node that hides it; for outer nodes, the top."""
        while path not in self._index_of_path:
            if len(path) <= len(self.top):
                return self.top
            path = path[:-1]
        return path

    def get_area(self, path: NodePath) -> QRectF:
        """Return the area of the label of a node, or of the folded node that hides it; for a tag, with its word."""
        return QRectF(self._label_areas[self._index_of_path[self.find_visible_node(path)]])

    def get_first_word(self, path: NodePath) -> int:
        """Return the number of the first word below a node, or below the folded node that hides it."""
        return self._boxes[self._index_of_path[self.find_visible_node(path)]].start + 1

    def get_word_area(self, word: int) -> QRectF | None:
        """Return the area of a word; None if it is folded away."""
        return self._word_areas.get(word)

    def hit_test(self, point: QPointF) -> Hit[NodePath] | None:
        """Return the label, word or triangle at a point of the scene; None if there is none."""
        hits = (Hit(self._paths[index], part) for area, index, part in self._parts_by_area if area.contains(point))
        return next(hits, None)

    def select(self, paths: Iterable[NodePath], cursor: NodePath | None = None) -> None:
        """Show nodes as selected by a background and heavier branches; the cursor, which keys act on, has a frame."""
        selection, branches, frame = QPainterPath(), QPainterPath(), QPainterPath()
        visible_paths = dict.fromkeys(self.find_visible_node(path) for path in paths)
        for path in visible_paths:
            for label_area in (
                self._label_areas[index] for index, node_path in enumerate(self._paths) if node_path == path
            ):
                selection.addRoundedRect(label_area, _CORNER_RADIUS, _CORNER_RADIUS)
            for descendant in self._find_descendants(self._index_of_path[path]):
                if self._parents[descendant] is not None:
                    self._branches.add_branch(branches, descendant, self._boxes)
        if cursor is not None:
            frame.addRoundedRect(self.get_area(cursor), _CORNER_RADIUS, _CORNER_RADIUS)
        colours = self._colours
        self._set_layer(self._selection, selection, QPen(Qt.PenStyle.NoPen), colours.selected_fill)
        self._set_layer(self._selected_branches, branches, QPen(colours.selected, 2.2))
        self._set_layer(self._cursor_frame, frame, QPen(colours.selected, 1.8))

    def preview(
        self, source: NodePath, target: NodePath | None, is_possible: bool = True, point: QPointF | None = None
    ) -> None:
        """Preview the attachment of `source` to `target`: a dashed line between them and a frame around `target`, in
        the colour of errors and crossed out if it is not possible. Without a target the line goes to `point`."""
        colour = self._colours.target if is_possible else self._colours.error
        line, frame = QPainterPath(), QPainterPath()
        source_area = self.get_area(source)
        if target is not None:
            target_area = self.get_area(target)
            frame.addRoundedRect(target_area.adjusted(-2, -2, 2, 2), _CORNER_RADIUS, _CORNER_RADIUS)
            if not is_possible:
                frame.moveTo(target_area.bottomLeft())
                frame.lineTo(target_area.topRight())
            end = QPointF(
                target_area.center().x(),
                target_area.bottom() + 2 if target_area.bottom() < source_area.top() else target_area.center().y(),
            )
        elif point is not None:
            end = point
        else:
            self.clear_preview()
            return
        line.moveTo(source_area.center().x(), source_area.top())
        line.lineTo(end)
        self._set_layer(self._preview_line, line, QPen(colour, 1.8, Qt.PenStyle.DashLine))
        self._set_layer(self.target_frame, frame, QPen(colour, 2.2))

    def mark_question(self, word_paths: Iterable[NodePath], node: NodePath | None) -> None:
        """Frame the words that a question is about and, if `node` is given, the label of their phrase and the branch to
        it; without words, remove the frame."""
        frame, areas = QPainterPath(), list[QRectF]()
        for path in word_paths:
            area = self.get_area(path)
            if areas and areas[-1].top() == area.top():  # they are neighbours
                areas[-1] = areas[-1].united(area)
            else:
                areas.append(area)
        for area in areas:
            frame.addRoundedRect(area, _CORNER_RADIUS, _CORNER_RADIUS)
        if node is not None:
            frame.addRoundedRect(self.get_area(node), _CORNER_RADIUS, _CORNER_RADIUS)
        self._set_layer(self._question_fill, frame, QPen(Qt.PenStyle.NoPen), self._colours.selected_fill)
        if node is not None and self._parents[index := self._index_of_path[self.find_visible_node(node)]] is not None:
            self._branches.add_branch(frame, index, self._boxes)
        self._set_layer(self.question_frame, frame, QPen(self._colours.selected, HEAVY_LINE))

    def clear_preview(self) -> None:
        """Remove the preview of an attachment."""
        for item in (self.target_frame, self._preview_line):
            item.setVisible(False)

    def _add_layer(self, depth: float) -> QGraphicsPathItem:
        """Add an empty path item at a depth of the scene, to be filled by `_set_layer`, and return it."""
        item = QGraphicsPathItem()
        item.setZValue(depth)
        item.setVisible(False)
        self._scene.addItem(item)
        return item

    def _set_layer(self, item: QGraphicsPathItem, path: QPainterPath, pen: QPen, fill: QColor | None = None) -> None:
        """Show a path in a layer, or hide the layer if the path is empty."""
        item.setPath(path)
        item.setPen(pen)
        item.setBrush(Qt.BrushStyle.NoBrush if fill is None else QBrush(fill))
        item.setVisible(not path.isEmpty())

    def _add_stroke(
        self, path: QPainterPath, colour: QColor, width: float, style: Qt.PenStyle = Qt.PenStyle.SolidLine
    ) -> None:
        """Draw a path that does not change with selection or previews."""
        if not path.isEmpty():
            self._set_layer(self._add_layer(-1), path, QPen(colour, width, style))

    def _add_text(self, text: str, font: QFont, colour: QColor, x: float, y: float, index: int) -> None:
        """Add a text of the node with this index, with its upper left corner at (`x`, `y`)."""
        item = QGraphicsSimpleTextItem(text)
        self._text_items.append((item, index))
        item.setFont(font)
        item.setBrush(colour)
        item.setPos(x, y)
        self._scene.addItem(item)

    def _add_label(self, box: Box) -> None:
        """Add the label of the newest node: category and function tags in their fonts."""
        fonts, colours, index = self._fonts, self._colours, len(self._boxes) - 1
        if box.kind == "tag":
            colour = colours.trace if box.label == TRACE_TAG else colours.faint
            text = box.label or EMPTY_LABEL_SIGN
            x = box.centre - fonts.measure_text_width(text, "tag") / 2
            self._add_text(text, fonts.tag_font, colour, x, box.y + fonts.tag_offset, index)
            return
        if box.kind == "below" and not box.label:
            return
        category_text, functions = split_function_tags(box.label)
        x = box.centre - fonts.measure_label_width(box.label) / 2
        if box.kind == "below":
            x -= (fonts.measure_text_width(BELOW_ARROW, "tag") + LABEL_PADDING) / 2
        is_named = box.label and box.kind != "again"
        self._add_text(category_text, fonts.label_font, colours.text if is_named else colours.faint, x, box.y, index)
        if functions:
            x += fonts.measure_text_width(category_text, "name")
            self._add_text(functions, fonts.tag_font, colours.faint, x, box.y + fonts.tag_offset, index)

    def _add_word(self, box: Box, tag_index: int) -> None:
        """Add a word right below its tag: the layout leaves a level between them, which phrases need and words do
        not."""
        fonts, colours = self._fonts, self._colours
        parent = self._boxes[tag_index]
        is_trace = box.kind == "trace"
        y = parent.y + fonts.label_height + 1
        if parent.kind != "tag":  # a word without a tag is attached to its phrase like a child
            y = box.y
            branch = QPainterPath(QPointF(parent.centre, parent.y + fonts.label_height + 1))
            branch.lineTo(box.centre, y - 1)
            self._add_stroke(branch, colours.line, 1.2)
        x = box.centre - fonts.measure_text_width(box.label, "trace" if is_trace else "word") / 2
        font = fonts.trace_font if is_trace else fonts.word_font
        self._add_text(
            box.label, font, colours.trace if is_trace else colours.text, x, y + fonts.word_offset, tag_index
        )
        area = QRectF(box.x, y, box.width, fonts.word_height)
        self._parts_by_area.append((area, tag_index, "word"))
        if parent.kind == "tag":
            self._label_areas[tag_index] = self._label_areas[tag_index].united(area)
        if is_trace:
            self._traces.append((box, tag_index))
        else:
            self._word_areas[box.end] = area

    def _add_stub(self, box: Box) -> None:
        """Add a stub for nodes in a row below: a box with their label and an arrow, over their first word."""
        fonts, colours, index = self._fonts, self._colours, len(self._boxes) - 1
        label_area, arrow = self._label_areas[-1], fonts.measure_text_width(BELOW_ARROW, "tag")
        chip = QPainterPath()
        chip.addRoundedRect(label_area, _CORNER_RADIUS, _CORNER_RADIUS)
        self._set_layer(self._add_layer(-3), chip, QPen(Qt.PenStyle.NoPen), colours.sunken)
        x = box.centre - arrow / 2 if not box.label else label_area.right() - 1.5 * LABEL_PADDING - arrow
        self._add_text(BELOW_ARROW, fonts.tag_font, colours.faint, x, box.y + fonts.tag_offset, index)
        x, y = (
            box.centre - fonts.measure_text_width(box.text, "tag") / 2,
            box.y + fonts.label_height + 1 + fonts.word_offset,
        )
        self._add_text(box.text, fonts.tag_font, colours.faint, x, y + fonts.tag_offset, index)

    def _add_triangle(self, box: Box) -> None:
        """Add the triangle of a folded node over its words."""
        fonts = self._fonts
        top, bottom = box.y + fonts.label_height + 1, box.y + fonts.level_gap - 2
        half = fonts.measure_text_width(box.text, "word") / 2
        corners = ((box.centre, top), (box.centre - half, bottom), (box.centre + half, bottom), (box.centre, top))
        self._triangles.addPolygon(QPolygonF([QPointF(*corner) for corner in corners]))
        index = len(self._boxes) - 1
        self._add_text(
            box.text, fonts.word_font, self._colours.faint, box.centre - half, box.y + fonts.level_gap, index
        )

    def _find_descendants(self, index: int) -> Iterator[int]:
        """Iterate over the indexes of the nodes below a node, in all rows."""
        path = self._paths[index]
        depth = len(path)
        return (
            descendant
            for descendant, node_path in enumerate(self._paths)
            if len(node_path) > depth and node_path[:depth] == path
        )

    def _draw_problems(self, problems: Collection[NodePath]) -> None:
        """Underline nodes with problems by a wavy line."""
        waves = QPainterPath()
        for path in problems:
            index = self._index_of_path.get(path)
            if index is None:
                continue
            area = self._label_areas[index]
            waves.moveTo(area.left(), area.bottom())
            x, is_down = area.left(), False
            while x < area.right():
                x, is_down = x + _WAVE_STEP, not is_down
                waves.lineTo(x, area.bottom() + (_WAVE_STEP if is_down else 0))
        self._add_stroke(waves, self._colours.error, 1.6)

    def _draw_uncertain_nodes(self, uncertain: Collection[NodePath]) -> None:
        """Underline uncertain nodes by a dashed line."""
        for path in uncertain:
            if path in self._index_of_path:
                area = self._label_areas[self._index_of_path[path]].adjusted(LABEL_PADDING, 0, -LABEL_PADDING, 0)
                line = QPainterPath(area.bottomLeft())
                line.lineTo(area.bottomRight())
                self._set_layer(
                    self._add_layer(1), line, theme.make_dashed_underline_pen(self._colours.uncertain, area.width())
                )

    def _draw_locks(self, locked: Collection[NodePath]) -> None:
        """Draw frames around the labels of locked nodes."""
        frames = QPainterPath()
        for path in locked:
            if path in self._index_of_path:
                frames.addRoundedRect(self._label_areas[self._index_of_path[path]], _CORNER_RADIUS, _CORNER_RADIUS)
        self._add_stroke(frames, self._colours.locked, 1.6)


def _is_subtree(tree: Tree, path: NodePath) -> bool:
    """Return whether the child at a path is a node, not a word."""
    return isinstance(node_at(tree, path[:-1]).children[path[-1]], Tree)


def _skip_unlabelled_roots(tree: Tree) -> tuple[NodePath, Tree]:
    """Return the path and the node of the highest labelled or branching node."""
    path: list[int] = []
    while not tree.label and len(tree.children) == 1 and isinstance(tree.children[0], Tree):
        tree = tree.children[0]
        path.append(0)
    return tuple(path), tree
