"""Tree with selectable nodes, and tables of their hidden states."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QHeaderView, QTreeWidget, QTreeWidgetItem

from spectral_core.data import Sentence, Tree
from spectral_core.data.structure import Position
from spectral_core.data.tree_edits import (
    NodePath,
    node_at,
    path_to_first_child,
    path_to_left_neighbour,
    path_to_parent,
    path_to_right_neighbour,
    walk_paths,
    word_range,
)
from spectral_core.engine import NodeStates, PartStates
from spectral_core.errors import EditError
from spectral_core.formats.export.tables import Cell, table_to_csv
from spectral_gui import widgets
from spectral_gui.resources import is_right_to_left
from spectral_gui.scenes.constituents import TreeDrawing
from spectral_gui.scenes.dependencies import ArcDrawing, ArcMarks, ArcStyle
from spectral_gui.scenes.items import SuggestedPart
from spectral_gui.scenes.tree_style import TreeMarks, TreeStyle
from spectral_gui.views.explore.canvases import _MIN_ZOOM
from spectral_gui.widgets.canvas import Canvas

_ARROW_MOVES: dict[int, Callable[[Tree, NodePath], NodePath]] = {
    Qt.Key.Key_Up: path_to_parent, Qt.Key.Key_Down: path_to_first_child, Qt.Key.Key_Left: path_to_left_neighbour,
    Qt.Key.Key_Right: path_to_right_neighbour,
}  # fmt: skip
_NUMBER_ROLE = Qt.ItemDataRole.UserRole
_MAX_LISTED = 5  # words and rules per row
_ALIGN_LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
_ALIGN_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter


class NodeCanvas(Canvas):
    """Canvas that draws a tree, or the arcs of a sentence without one, and lets the user choose a node or a word."""

    chosen = Signal(object)  # path of a node, or number of a word

    def __init__(self) -> None:
        super().__init__()
        self.drawing: ArcDrawing | TreeDrawing | None = None
        self._sentence: Sentence | None = None
        self._tree: Tree | None = None
        self._word, self._is_suggested = 0, False
        self._path: NodePath | None = None
        self.restyled.connect(self._draw)
        self.resized.connect(self._fit)

    @property
    def has_tree(self) -> bool:
        return self._tree is not None

    def show_sentence(
        self, sentence: Sentence | None, path: NodePath | None, word: int, *, suggested: bool = False
    ) -> None:
        """Draw the tree of a sentence with a node selected, or its arcs with a word selected.

        A tree that a model suggests is drawn in grey.
        """
        is_new_sentence = sentence is not self._sentence
        self._is_suggested = suggested
        self._sentence, self._tree = sentence, None if sentence is None else sentence.tree
        self._path, self._word = path, word
        if is_new_sentence:
            self._draw()
        else:
            self._select_current()

    def find_position(self, path: NodePath | None) -> Position | None:
        """Return the span of a node, or the word of a tag; None for a path that does not exist or covers no word."""
        if self._tree is None or path is None:
            return None
        try:
            node, (first, last) = node_at(self._tree, path), word_range(self._tree, path)
        except EditError:
            return None
        return None if not first else first if node.is_tag else (first - 1, last)

    def _draw(self) -> None:
        """Draw the tree, or the arcs of a sentence without one, suggestions in grey."""
        self.scene().clear()
        self.drawing = None
        if self._tree is not None:
            is_rtl = bool(is_right_to_left(" ".join(self._tree.words())))
            suggested_paths = [path for path, _ in walk_paths(self._tree)] if self._is_suggested else []
            marks = TreeMarks(suggested_parts=dict.fromkeys(suggested_paths, SuggestedPart()))
            tree_style = TreeStyle(self.font_size, right_to_left=is_rtl)
            self.drawing = TreeDrawing(self.scene(), self._tree, self.colours, tree_style, marks)
        elif self._sentence is not None:
            words = range(1, len(self._sentence) + 1) if self._is_suggested else ()
            arc_marks = ArcMarks(suggested_parts={word: SuggestedPart() for word in words})
            style = ArcStyle(self.font_size, compact=True)
            self.drawing = ArcDrawing(self.scene(), self._sentence, self.colours, style, arc_marks)
        if not isinstance(self.drawing, ArcDrawing):
            self.update_scene_rect()
        self._fit()
        self._select_current()

    def _fit(self) -> None:
        self.zoom_to_fit()
        if self.transform().m11() < _MIN_ZOOM:
            self.set_zoom(_MIN_ZOOM)

    def _select_current(self) -> None:
        drawing = self.drawing
        if isinstance(drawing, ArcDrawing):
            drawing.select([self._word] if self._word else [], self._word)
            if self._word:
                self.ensure_area_visible(drawing.get_area(self._word))
        elif drawing is not None:
            path = None if self.find_position(self._path) is None else self._path
            drawing.select([] if path is None else [path], path)
            if path is not None:
                self.ensure_area_visible(drawing.get_area(path))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        super().mousePressEvent(event)
        point = self.mapToScene(event.position().toPoint())
        hit = None if self.drawing is None else self.drawing.hit_test(point)
        if hit is not None and event.button() == Qt.MouseButton.LeftButton:
            self.chosen.emit(hit.position)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        position = None if event.modifiers() else self._find_neighbour_position(event.key())
        if position is None:
            super().keyPressEvent(event)
        else:
            self.chosen.emit(position)

    def _find_neighbour_position(self, key: int) -> int | NodePath | None:
        """Return the node or the word that an arrow key leads to; None for other keys."""
        move, drawing, word = _ARROW_MOVES.get(key), self.drawing, self._word
        if move is None or drawing is None:
            return None
        if isinstance(drawing, TreeDrawing):
            assert self._tree is not None
            return drawing.top if self.find_position(self._path) is None else move(self._tree, self._path or ())
        heads = drawing.sentence.heads
        if not word:
            return 1 if heads else None
        if key == Qt.Key.Key_Up:
            return heads[word - 1] or word
        if key == Qt.Key.Key_Down:
            return next((dependent for dependent, head in enumerate(heads, 1) if head == word), word)
        is_forward = (key == Qt.Key.Key_Right) != drawing.right_to_left
        return min(max(word + (1 if is_forward else -1), 1), len(heads))


class StateTable(QTreeWidget):
    """One row per state: its frequency, its share of the chosen node, its typical words and rules."""

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("states")
        self.setAccessibleName(self.tr("States"))
        titles = [self.tr("State"), "%", self.tr("node %"), self.tr("Words"), self.tr("Rules"), self.tr("Above")]
        _configure_table(self, titles, number_columns=(1, 2))
        self.header().setSectionResizeMode(0, QHeaderView.ResizeMode.ResizeToContents)
        for column in (3, 4, 5):
            self.header().setSectionResizeMode(column, QHeaderView.ResizeMode.Stretch)

    @property
    def selected_state(self) -> int | None:
        item = self.currentItem()
        return None if item is None else int(item.data(0, _NUMBER_ROLE))

    def show_states(self, part_states: PartStates, node_states: NodeStates | None) -> None:
        """Show the states of a label; with a node, select its most probable state."""
        state_to_select = self.selected_state
        if node_states is not None:
            state_to_select = max(range(len(node_states.posteriors)), key=node_states.posteriors.__getitem__)
        self.clear()
        for card in part_states.states:
            node_share = "" if node_states is None else f"{100 * node_states.posteriors[card.number]:.0f}"
            item = QTreeWidgetItem([str(card.number), f"{100 * card.share:.1f}", node_share])
            item.setData(0, _NUMBER_ROLE, card.number)
            for column, examples in enumerate((card.words, card.rules, card.parents), 3):
                item.setText(column, "  ".join(value.replace(" ", "\u00a0") for value, _ in examples[:_MAX_LISTED]))
                item.setToolTip(column, "\n".join(f"{value}  {count:.0f}" for value, count in examples))
            for column in (1, 2):
                item.setTextAlignment(column, _ALIGN_RIGHT)
            self.addTopLevelItem(item)
        is_constituency = not any(card.parents for card in part_states.states)
        self.setColumnHidden(5, is_constituency)
        self.headerItem().setText(4, self.tr("Rules") if is_constituency else self.tr("Below"))
        numbers = [card.number for card in part_states.states]
        selected_item = self.topLevelItem(numbers.index(state_to_select) if state_to_select in numbers else 0)
        if selected_item is not None:
            self.setCurrentItem(selected_item)


class AttributeTable(QTreeWidget):
    """One row per attribute that another annotation gives the nodes, with the accuracy of predicting it from their
    states."""

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("known")
        self.setAccessibleName(self.tr("Information in the states"))
        empty_text = self.tr("No attributes for these nodes. Choose a file with more detailed labels.")
        self.empty_note = widgets.make_label(empty_text, wraps=True, faint=True)  # shown instead of the table
        self.empty_note.hide()
        titles = [self.tr("Edit"), self.tr("accuracy %"), self.tr("baseline %"), self.tr("explained %")]
        _configure_table(self, titles, number_columns=(1, 2, 3))
        self.header().setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        header = self.headerItem()
        header.setToolTip(1, self.tr("Nodes with the most frequent value of their most probable state"))
        header.setToolTip(2, self.tr("Baseline: nodes with the most frequent value overall, without states"))
        header.setToolTip(3, self.tr("Share of the value's entropy that the state explains"))

    def show_attributes(self, part_states: PartStates) -> None:
        """Fill the table with the attributes of the nodes of a label."""
        self.clear()
        for attribute in part_states.attributes:
            values = " / ".join(value for value, _ in attribute.values[:4]) + (
                " …" if len(attribute.values) > 4 else ""
            )
            name = values if attribute.name.isdigit() else f"{attribute.name}: {values}"
            percentages = [
                f"{100 * value:.1f}"
                for value in (attribute.accuracy, attribute.baseline_accuracy, attribute.explained_entropy)
            ]
            item = QTreeWidgetItem([name, *percentages])
            values_by_state = [
                f"{card.number}: {attribute.values_by_state[card.number] or '–'}" for card in part_states.states
            ]
            item.setToolTip(
                0, "\n".join([*(f"{value}  {count:,}" for value, count in attribute.values), "", *values_by_state])
            )
            for column in (1, 2, 3):
                item.setTextAlignment(column, _ALIGN_RIGHT)
            self.addTopLevelItem(item)
        self.setVisible(bool(part_states.attributes))
        self.empty_note.setVisible(not part_states.attributes)


def format_states_csv(part_states: PartStates) -> str:
    rows: list[list[Cell]] = [
        [card.number, card.share, _join_values(card.words), _join_values(card.rules)] for card in part_states.states
    ]
    return table_to_csv(["state", "share", "words", "rules"], rows)


def _join_values(rows: tuple[tuple[str, float], ...]) -> str:
    return ", ".join(value for value, _ in rows)


def _configure_table(table: QTreeWidget, titles: list[str], number_columns: tuple[int, ...]) -> None:
    table.setRootIsDecorated(False)
    table.setUniformRowHeights(True)
    table.setHeaderLabels(titles)
    table.header().setStretchLastSection(False)
    table.header().setMinimumSectionSize(24)
    for column in number_columns:
        table.header().setSectionResizeMode(column, QHeaderView.ResizeMode.ResizeToContents)
    for column in range(len(titles)):
        table.headerItem().setTextAlignment(column, _ALIGN_RIGHT if column in number_columns else _ALIGN_LEFT)
