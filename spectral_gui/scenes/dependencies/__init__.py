"""Drawing of a sentence's dependencies: words with their tags, arcs above them, the enhanced graph below."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainterPath
from PySide6.QtWidgets import QGraphicsPathItem, QGraphicsPolygonItem, QGraphicsScene

from spectral_core.data import Sentence
from spectral_core.drawing.arc_layout import ArcLayout, ArcRow
from spectral_gui.scenes.dependencies.builder import ArcDrawingBuilder, ArcMarks, ArcStyle, RowLayout
from spectral_gui.scenes.dependencies.items import (
    ARROW_LENGTH,
    PREVIEW,
    SELECTED_ARC,
    ArcItem,
    ArcShape,
    ForbiddenArcItem,
    LabelItem,
    Place,
    PlacedItems,
    WordItem,
    can_interpolate,
    interpolate_shapes,
    make_arrowhead,
    make_dashed_pen,
)
from spectral_gui.scenes.drawing_parts import Hit, SuggestedPart
from spectral_gui.theme import Colours

__all__ = ["ArcDrawing", "ArcMarks", "ArcPositions", "ArcStyle", "RowLayout", "SuggestedPart"]

_MARGIN = 16.0
_MIN_SHIFT = 1e-6  # less is the rounding of sums


@dataclass(frozen=True, slots=True)
class ArcPositions:
    """Positions of the parts of a drawing, the start of the next drawing's transition."""

    layout: ArcLayout
    words: dict[int, Place]
    arcs: dict[int, list[tuple[Place, ArcShape]]]
    labels: dict[int, list[Place]]


class ArcDrawing:
    """Drawing of a sentence on a scene of its own, whose area is fitted to it; selection and previews restyle it
    without redrawing."""

    def __init__(
        self,
        scene: QGraphicsScene,
        sentence: Sentence,
        colours: Colours,
        style: ArcStyle | None = None,
        marks: ArcMarks | None = None,
        previous: ArcDrawing | None = None,
    ):
        """Draw a sentence; the items of the `previous` drawing on the scene, if there is one, are used again."""
        marks = marks or ArcMarks()
        self._items: PlacedItems = PlacedItems(scene, None if previous is None else previous.release_items())
        builder = ArcDrawingBuilder(self._items, sentence, colours, style or ArcStyle(), marks)
        layout, edge_lines, enhanced_height = builder.lay_out()
        self.sentence, self.layout, self.right_to_left = sentence, layout, builder.right_to_left
        self.words: dict[int, WordItem] = {}
        self.arcs: dict[int, list[ArcItem]] = {}  # by word: the parts of the arc from its head
        self.labels: dict[int, list[LabelItem]] = {}
        self.stubs: dict[int, list[ForbiddenArcItem]] = {}  # by word: its forbidden arcs
        self._scene, self._colours, self._height = scene, colours, builder.words_height
        self._selection_levels: dict[int, int] = {}
        self.target_word = 0  # candidate head; 0 for none
        self._preview_items: list[QGraphicsPathItem | QGraphicsPolygonItem] = []
        builder.draw_words(self.words, layout)
        builder.draw_arcs(self.arcs, self.labels, layout)
        builder.draw_forbidden_arcs(self.stubs, layout)
        area = QRectF(0, 0, layout.width, layout.height).united(
            builder.draw_brackets_and_enhanced_graph(layout, edge_lines, enhanced_height)
        )
        self._items.remove_unused()
        scene.setSceneRect(area.adjusted(-_MARGIN, -_MARGIN, _MARGIN, _MARGIN))

    def release_items(self) -> PlacedItems:
        """Return its items, without a preview, for the drawing that replaces it."""
        self.clear_preview()
        return self._items

    @property
    def has_preview(self) -> bool:
        """Whether the preview of an arc is shown."""
        return bool(self._preview_items)

    @property
    def row_layout(self) -> RowLayout:
        """Rows of the drawing, for the next drawing of the same words."""
        rows = self.layout.rows
        return RowLayout(tuple(row.first for row in rows[1:]), tuple(row.levels for row in rows))

    @property
    def positions(self) -> ArcPositions:
        """Positions of all parts, for the drawing that replaces this one."""
        arcs = {word: [(item.place, item.final_shape) for item in items] for word, items in self.arcs.items()}
        labels = {word: [label.place for label in items] for word, items in self.labels.items()}
        return ArcPositions(self.layout, {word: item.place for word, item in self.words.items()}, arcs, labels)

    def make_transition(self, old_positions: ArcPositions, offset: QPointF) -> Callable[[float], None] | None:
        """Return a function that draws the transition from the positions of the previous drawing at a share from 0 to
        1. None if words have changed rows, or if no arc or label moves. `offset` leads from the previous drawing's
        coordinates to those of this one."""
        if _list_column_rows(old_positions.layout) != _list_column_rows(self.layout):
            return None
        dx, dy = offset.x(), offset.y()
        moving: list[tuple[ArcItem | LabelItem | WordItem, float, float, Place]] = []  # with the first position

        def add_moving(item: ArcItem | LabelItem | WordItem, old: Place) -> None:
            x, y = old[0] + dx, old[1] + dy
            if abs(x - item.place[0]) > _MIN_SHIFT or abs(y - item.place[1]) > _MIN_SHIFT:
                moving.append((item, x, y, item.place))

        changing: list[tuple[ArcItem, ArcShape]] = []  # with the first shape
        for word, items in self.arcs.items():
            for item, (place, shape) in zip(items, old_positions.arcs.get(word, ()), strict=False):
                if shape is item.final_shape or can_interpolate(shape, item.final_shape):
                    add_moving(item, place)
                    if shape is not item.final_shape and shape[0] != item.final_shape[0]:
                        changing.append((item, shape))
        for word, labels in self.labels.items():
            for label, place in zip(labels, old_positions.labels.get(word, ()), strict=False):
                add_moving(label, place)
        if not moving and not changing:
            return None
        for word, word_item in self.words.items():
            add_moving(word_item, old_positions.words[word])

        def step(share: float) -> None:
            for arc, start_shape in changing:
                arc.show_shape(
                    arc.final_shape if share == 1 else interpolate_shapes(start_shape, arc.final_shape, share)
                )
            for item, x, y, (end_x, end_y) in moving:
                if share == 1:
                    item.setPos(end_x, end_y)
                else:
                    item.setPos(x + (end_x - x) * share, y + (end_y - y) * share)

        return step

    def select(self, words: Collection[int], current_word: int = 0) -> None:
        """Show exactly these words as selected, with the current one, which keys act on, and its arc highlighted."""
        levels = {word: 1 + (word == current_word) for word in words if word in self.words}
        for word in self._selection_levels.keys() | levels.keys():
            level = levels.get(word, 0)
            if level == self._selection_levels.get(word, 0):
                continue
            item = self.words[word]
            item.selection_level = level
            item.update()
            for arc_part in (*self.arcs.get(word, ()), *self.labels.get(word, ())):
                arc_part.is_selected = level == 2
                if isinstance(arc_part, ArcItem):
                    arc_part.setZValue(SELECTED_ARC if level == 2 else arc_part.base_z)
                arc_part.update()
        self._selection_levels = levels

    def mark_target(self, word: int) -> None:
        """Highlight a word as the candidate head; 0 for none."""
        for number in {self.target_word, word} - {0}:
            item = self.words.get(number)
            if item is not None:
                item.is_target = number == word
                item.update()
        self.target_word = word

    def preview(self, word: int, head: int | None, end: QPointF | None = None) -> None:
        """Draw the arc that an edit would give to `word`, dashed: from `head`, 0 being the root, or from the point
        `end` while no head is chosen. It replaces the last preview."""
        self.clear_preview()
        if word not in self.words:
            return
        foot = self._get_arc_end(word)
        if head is not None and head in self.words:
            self.mark_target(head)
            begin = self._get_arc_end(head)
        elif head == 0:
            begin = QPointF(foot.x(), self._get_word_row(word).top - 8)
        elif end is not None:
            begin = end
        else:
            return
        path = QPainterPath(begin)
        if head == 0:
            path.lineTo(foot.x(), foot.y() - ARROW_LENGTH)
        else:
            rise = 24 + min(abs(foot.x() - begin.x()) * 0.3, 140)
            top = min(begin.y(), foot.y()) - rise
            path.cubicTo(QPointF(begin.x(), top), QPointF(foot.x(), top), QPointF(foot.x(), foot.y() - ARROW_LENGTH))
        line = self._scene.addPath(path, make_dashed_pen(self._colours.target))
        arrowhead = self._scene.addPolygon(make_arrowhead(foot.x(), foot.y()), Qt.PenStyle.NoPen, self._colours.target)
        for item in (line, arrowhead):
            item.setZValue(PREVIEW)
        self._preview_items = [line, arrowhead]

    def clear_preview(self) -> None:
        """Remove the preview of an arc, and the highlight of its head."""
        for item in self._preview_items:
            self._scene.removeItem(item)
        self._preview_items = []
        self.mark_target(0)

    def hit_test(self, point: QPointF) -> Hit[int] | None:
        """Return the label of a relation at a point, or else the word at it or close to it; None for neither."""
        for word, labels in self.labels.items():
            if any(label.scene_bounds.contains(point) for label in labels):
                return Hit(word, "label")
        for column in self.layout.columns:
            row = self.layout.rows[column.row]
            if (
                not column.empty_node
                and column.x - 6 <= point.x() <= column.x + column.width + 6
                and row.baseline - 2 <= point.y() <= row.baseline + self._height
            ):
                return Hit(column.word, "word")
        return None

    def is_root_drop_point(self, word: int, point: QPointF) -> bool:
        """Return whether a point is over the words of a word's row, where a drop attaches to the root."""
        row = self._get_word_row(word)
        return (row is self.layout.rows[0] or point.y() > row.top - _MARGIN) and point.y() < row.baseline - 2

    def get_area(self, word: int) -> QRectF:
        """Return the area of a word with its tags."""
        column, row = self.layout.find_column(word), self._get_word_row(word)
        return QRectF(column.x, row.baseline, column.width, self._height)

    def get_label_area(self, word: int) -> QRectF:
        """Return the area of the relation of a word, or of the word itself if it has none."""
        labels = self.labels.get(word)
        return labels[-1].scene_bounds if labels else self.get_area(word)

    def _get_word_row(self, word: int) -> ArcRow:
        return self.layout.rows[self.layout.find_column(word).row]

    def _get_arc_end(self, word: int) -> QPointF:
        """Return the point in the middle above a word, where its arcs begin and end."""
        return QPointF(self.layout.find_column(word).centre, self._get_word_row(word).baseline)


def _list_column_rows(layout: ArcLayout) -> list[tuple[int, int, int]]:
    """Return the word, the number of the empty node (0 for a word) and the row of each column."""
    return [(column.word, column.empty_node, column.row) for column in layout.columns]
