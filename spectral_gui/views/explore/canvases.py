"""Canvases of an automaton, of a frame of a trace, and of a tree whose nodes are chosen."""

from __future__ import annotations

from collections.abc import Callable, Collection

from PySide6.QtCore import QPointF, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QResizeEvent, QShowEvent

from spectral_core.data import Sentence, Tree
from spectral_core.data.automaton import Automaton
from spectral_core.data.structure import Position
from spectral_core.data.trace import Trace
from spectral_core.data.tree import (
    NodePath,
    node_at,
    path_to_first_child,
    path_to_left_neighbour,
    path_to_parent,
    path_to_right_neighbour,
    walk_paths,
    word_range,
)
from spectral_core.errors import EditError
from spectral_gui.scenes import trace_frames
from spectral_gui.scenes.automaton_drawing import AutomatonDrawing, AutomatonHit
from spectral_gui.scenes.dependencies import ArcDrawing, ArcMarks, ArcStyle
from spectral_gui.scenes.drawing_parts import SuggestedPart
from spectral_gui.scenes.tree_drawing import TreeDrawing
from spectral_gui.scenes.tree_style import TreeMarks, TreeStyle
from spectral_gui.text_display import MAX_DRAWN_WORDS, is_right_to_left
from spectral_gui.widgets.canvas import Canvas

_DIRECTIONS = {
    Qt.Key.Key_Left: QPointF(-1, 0),
    Qt.Key.Key_Right: QPointF(1, 0),
    Qt.Key.Key_Up: QPointF(0, -1),
    Qt.Key.Key_Down: QPointF(0, 1),
}
_MIN_ZOOM = 0.5  # minimum for fitting a wide drawing; a wider one is scrolled
_MIN_ZOOM_COMPARED = 0.25  # while two automata are compared, so that both fit

_ARROW_MOVES: dict[int, Callable[[Tree, NodePath], NodePath]] = {
    Qt.Key.Key_Up: path_to_parent, Qt.Key.Key_Down: path_to_first_child, Qt.Key.Key_Left: path_to_left_neighbour,
    Qt.Key.Key_Right: path_to_right_neighbour,
}  # fmt: skip
_KEYPAD = Qt.KeyboardModifier.KeypadModifier
_DESIGN_POINTS = 12.0  # letter size at which a frame is drawn at scale 1
TO_END = 1 << 30
_KEY_OFFSETS = {Qt.Key.Key_Right: 1, Qt.Key.Key_Left: -1, Qt.Key.Key_End: TO_END, Qt.Key.Key_Home: -TO_END}


class AutomatonCanvas(Canvas):
    """Canvas that draws an automaton and lets the user choose states and edges."""

    chosen = Signal(object)  # the AutomatonHit that the user chose, or None
    activated = Signal()  # Enter was pressed: list the sentences that pass the selected state or edge

    def __init__(self) -> None:
        super().__init__()
        self.drawing: AutomatonDrawing | None = None
        self.hit: AutomatonHit | None = None
        self.draw_count = 0
        self._automaton: Automaton | None = None
        self._min_share = 0.0
        self._marked: tuple[int, ...] = ()
        self._dirty = False
        self._auto_fit = True  # until the user zooms
        self._min_zoom = _MIN_ZOOM
        self.restyled.connect(self._redraw)

    def show_automaton(self, automaton: Automaton | None, min_share: float, marked: Collection[int] = ()) -> None:
        """Draw another automaton, keeping the selected state or edge if it still exists; omit edges with a smaller
        share than `min_share`, and highlight the `marked` states."""
        self._automaton, self._min_share, self._marked = automaton, min_share, tuple(marked)
        self._redraw()

    def set_compared(self, compared: bool) -> None:
        """Allow a smaller zoom while two automata are compared, and fit again."""
        self._min_zoom, self._auto_fit = _MIN_ZOOM_COMPARED if compared else _MIN_ZOOM, True
        if self.drawing is not None:
            self._fit_automatically()

    def select_state_or_edge(self, hit: AutomatonHit | None) -> None:
        """Select a state or an edge and scroll to it, without emitting `chosen`; None clears the selection."""
        if self.drawing is not None:
            self.hit = hit if _is_drawn(self.drawing, hit) else None
            self.drawing.select(self.hit)
            if self.hit is not None:
                self.ensure_area_visible(self.drawing.get_hit_area(self.hit))

    def set_zoom(self, zoom: float) -> None:
        self._auto_fit = False
        super().set_zoom(zoom)

    def zoom_to_fit(self) -> None:
        super().zoom_to_fit()
        self._auto_fit = True

    def _redraw(self) -> None:
        """Draw the automaton again. A hidden canvas, which has no size to fit to, is drawn when shown."""
        if not self.isVisible():
            self._dirty = True
            return
        self._dirty = False
        self.drawing = None
        self.scene().clear()
        if self._automaton is None:
            return
        self.drawing = AutomatonDrawing(
            self.scene(), self._automaton, self.colours, points=self.font_size, min_share=self._min_share
        )
        self.draw_count += 1
        self.drawing.mark_states(self._marked)
        self.update_scene_rect()
        self._fit_automatically()
        self.select_state_or_edge(self.hit)

    def _fit_automatically(self) -> None:
        """Fit the whole drawing at a legible zoom, unless the user has zoomed."""
        if self._auto_fit:
            self.zoom_to_fit()
            if self.transform().m11() < self._min_zoom:
                self.set_zoom(self._min_zoom)
                self._auto_fit = True

    def mousePressEvent(self, event: QMouseEvent) -> None:
        super().mousePressEvent(event)
        if self.drawing is not None and event.button() == Qt.MouseButton.LeftButton:
            self._select_and_emit(self.drawing.hit_test(self.mapToScene(event.position().toPoint())))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        modifiers = event.modifiers() & ~_KEYPAD  # which macOS reports for every arrow key
        key, plain = Qt.Key(event.key()), not modifiers & ~Qt.KeyboardModifier.ShiftModifier
        if self.drawing is None or not plain:
            super().keyPressEvent(event)
        elif key in _DIRECTIONS:
            self._move_to_neighbour(_DIRECTIONS[key])
        elif key == Qt.Key.Key_Home:
            self._select_and_emit(AutomatonHit(state=0))
        elif key == Qt.Key.Key_Space:
            self._cycle_edges(-1 if modifiers else 1)
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.activated.emit()
        else:
            super().keyPressEvent(event)

    def _select_and_emit(self, hit: AutomatonHit | None) -> None:
        """Select a state or an edge, and emit `chosen`."""
        self.select_state_or_edge(hit)
        self.chosen.emit(self.hit)

    def _move_to_neighbour(self, direction: QPointF) -> None:
        """Select the nearest state in a direction; the start state if nothing is selected."""
        assert self.drawing is not None
        if self.hit is None:
            self._select_and_emit(AutomatonHit(state=0))
            return
        origin = self.drawing.get_hit_area(self.hit).center()
        best: tuple[float, int] | None = None
        for number, item in self.drawing.states.items():
            offset = item.pos() - origin
            along = QPointF.dotProduct(offset, direction)
            across = abs(offset.x() * direction.y() - offset.y() * direction.x())
            if number != self.hit.state and along > 1 and across < 3 * along:
                best = min(best or (float("inf"), number), (along + 2 * across, number))
        if best is not None:
            self._select_and_emit(AutomatonHit(state=best[1]))

    def _cycle_edges(self, step: int) -> None:
        """Select the next edge (step 1) or the previous one (step -1), starting with the edges at the selected
        state."""
        assert self.drawing is not None
        edges = sorted(self.drawing.edges)
        if self.hit is not None and self.hit.state is not None:
            incident_edges = [edge for edge in edges if self.hit.state in edge]
            edge = incident_edges[0 if step > 0 else -1] if incident_edges else None
        elif self.hit is not None and self.hit.edge in edges:
            edge = edges[(edges.index(self.hit.edge) + step) % len(edges)]
        else:
            edge = edges[0] if edges else None
        if edge is not None:
            self._select_and_emit(AutomatonHit(edge=edge))

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if self._dirty:
            self._redraw()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if self.drawing is not None:
            self._fit_automatically()


def _is_drawn(drawing: AutomatonDrawing, hit: AutomatonHit | None) -> bool:
    return hit is not None and (hit.state in drawing.states if hit.edge is None else hit.edge in drawing.edges)


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
        """Draw the tree of a sentence with a node selected, or its arcs with a word selected; in grey if a model
        suggests it."""
        is_new_sentence = sentence is not self._sentence
        self._is_suggested = suggested
        self._sentence, self._tree = sentence, None if sentence is None else sentence.tree
        self._path, self._word = path, word
        if is_new_sentence:
            self._draw()
        else:
            self._select_current_part()

    def find_span_or_word(self, path: NodePath | None) -> Position | None:
        """Return the span that a node covers, or the word of a tag; None if the path does not exist or covers no
        word."""
        if self._tree is None or path is None:
            return None
        try:
            node, (first, last) = node_at(self._tree, path), word_range(self._tree, path)
        except EditError:
            return None
        return None if not first else first if node.is_tag else (first - 1, last)

    def _draw(self) -> None:
        """Draw the tree, or the arcs of a sentence without one, suggestions in grey; nothing for a sentence that is too
        long."""
        self.scene().clear()
        self.drawing = None
        if self._sentence is None or not 0 < len(self._sentence) <= MAX_DRAWN_WORDS:
            self.update_scene_rect()
            return
        if self._tree is not None:
            is_rtl = bool(is_right_to_left(" ".join(self._tree.words())))
            suggested_paths = [path for path, _ in walk_paths(self._tree)] if self._is_suggested else []
            marks = TreeMarks(suggested_parts=dict.fromkeys(suggested_paths, SuggestedPart()))
            tree_style = TreeStyle(self.font_size, right_to_left=is_rtl)
            self.drawing = TreeDrawing(self.scene(), self._tree, self.colours, tree_style, marks)
        else:
            words = range(1, len(self._sentence) + 1) if self._is_suggested else ()
            arc_marks = ArcMarks(suggested_parts={word: SuggestedPart() for word in words})
            style = ArcStyle(self.font_size, compact=True)
            self.drawing = ArcDrawing(self.scene(), self._sentence, self.colours, style, arc_marks)
        if not isinstance(self.drawing, ArcDrawing):
            self.update_scene_rect()
        self._fit()
        self._select_current_part()

    def _fit(self) -> None:
        """Fit the whole drawing at a legible zoom."""
        self.zoom_to_fit()
        if self.transform().m11() < _MIN_ZOOM:
            self.set_zoom(_MIN_ZOOM)

    def _select_current_part(self) -> None:
        """Select the current node, or the current word of a sentence without a tree, and scroll to it."""
        drawing = self.drawing
        if isinstance(drawing, ArcDrawing):
            drawing.select([self._word] if self._word else [], self._word)
            if self._word:
                self.ensure_area_visible(drawing.get_area(self._word))
        elif drawing is not None:
            path = None if self.find_span_or_word(self._path) is None else self._path
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
        position = None if event.modifiers() & ~_KEYPAD else self._find_arrow_key_target(event.key())
        if position is None:
            super().keyPressEvent(event)
        else:
            self.chosen.emit(position)

    def _find_arrow_key_target(self, key: int) -> int | NodePath | None:
        """Return the node or the word that an arrow key leads to from the selected one; None for other keys."""
        move, drawing, word = _ARROW_MOVES.get(key), self.drawing, self._word
        if move is None or drawing is None:
            return None
        if isinstance(drawing, TreeDrawing):
            assert self._tree is not None
            return drawing.top if self.find_span_or_word(self._path) is None else move(self._tree, self._path or ())
        heads = drawing.sentence.heads
        if not word:
            return 1 if heads else None
        if key == Qt.Key.Key_Up:
            head = heads[word - 1]
            return head if head is not None and 0 < head <= len(heads) else word
        if key == Qt.Key.Key_Down:
            return next((dependent for dependent, head in enumerate(heads, 1) if head == word), word)
        is_forward = (key == Qt.Key.Key_Right) != drawing.right_to_left
        return min(max(word + (1 if is_forward else -1), 1), len(heads))


class FrameCanvas(Canvas):
    """Canvas that draws one step of an algorithm trace, and emits the navigation requested by keys."""

    moved = Signal(int)  # number of steps, negative for back
    play_toggled = Signal()  # Space

    def __init__(self) -> None:
        super().__init__()
        self._trace: Trace | None = None
        self._step_index = 0
        self._dirty = False
        self._auto_fit = True  # until the user zooms
        self.restyled.connect(self._redraw)

    def show_frame(self, trace: Trace | None, number: int) -> None:
        """Draw the step of a trace with this number, counted from 0; None clears the canvas."""
        self._trace, self._step_index = trace, number
        self._redraw()

    def set_zoom(self, zoom: float) -> None:
        self._auto_fit = False
        super().set_zoom(zoom)

    def zoom_to_fit(self) -> None:
        super().zoom_to_fit()
        self._auto_fit = True

    def _redraw(self) -> None:
        """Draw the frame again. A hidden canvas, which has no size to fit to, is drawn when shown."""
        if not self.isVisible():
            self._dirty = True
            return
        self._dirty = False
        self.scene().clear()
        if self._trace is not None:
            trace_frames.draw_trace_frame(
                self.scene(), self._trace, self._step_index, self.colours, scale=self.font_size / _DESIGN_POINTS
            )
            self.update_scene_rect()
            self._fit()

    def _fit(self) -> None:
        """Fit the whole drawing at a legible zoom, unless the user has zoomed."""
        if self._auto_fit:
            self.zoom_to_fit()
            if self.transform().m11() < _MIN_ZOOM:
                self.set_zoom(_MIN_ZOOM)
                self._auto_fit = True

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key, plain = Qt.Key(event.key()), not event.modifiers() & ~_KEYPAD
        if plain and key in _KEY_OFFSETS:
            self.moved.emit(_KEY_OFFSETS[key])
        elif plain and key == Qt.Key.Key_Space:
            self.play_toggled.emit()
        else:
            super().keyPressEvent(event)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if self._dirty:
            self._redraw()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if self._trace is not None:
            self._fit()
