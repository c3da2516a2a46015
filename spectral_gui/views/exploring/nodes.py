"""Canvas of the tree of the selected sentence, in which nodes and words are chosen by click and by arrows."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent

from spectral_core.data import Sentence, Tree
from spectral_core.data.structure import Position
from spectral_core.data.tree_edits import (
    NodePath,
    node_at,
    path_down,
    path_left,
    path_right,
    path_up,
    walk_paths,
    word_range,
)
from spectral_core.errors import EditError
from spectral_gui.canvas import Canvas
from spectral_gui.resources import is_right_to_left
from spectral_gui.scenes.constituents import TreeDrawing
from spectral_gui.scenes.dependencies import ArcDrawing, ArcMarks, ArcStyle
from spectral_gui.scenes.ghosts import Ghost
from spectral_gui.scenes.tree_style import TreeMarks, TreeStyle

_MOVES = {Qt.Key.Key_Up: path_up, Qt.Key.Key_Down: path_down, Qt.Key.Key_Left: path_left, Qt.Key.Key_Right: path_right}
_MIN_ZOOM = 0.5  # down to which a wide tree is fitted; a wider one is scrolled


class NodeCanvas(Canvas):
    """Canvas that draws a tree, or the arcs of a sentence without one, and lets the user choose a node or a word."""

    chosen = Signal(object)  # path of the node
    word_chosen = Signal(int)

    def __init__(self) -> None:
        super().__init__()
        self.drawing: TreeDrawing | None = None
        self.arcs: ArcDrawing | None = None
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
        self.scene().clear()
        self.drawing = self.arcs = None
        if self._tree is None and self._sentence is not None:
            words = range(1, len(self._sentence) + 1) if self._is_suggested else ()
            arc_marks = ArcMarks(ghosts={word: Ghost() for word in words})
            style = ArcStyle(self.points, compact=True)
            self.arcs = ArcDrawing(self.scene(), self._sentence, self.colours, style, arc_marks)
        elif self._tree is not None:
            mirrored = bool(is_right_to_left(" ".join(self._tree.words())))
            suggested_paths = [path for path, _ in walk_paths(self._tree)] if self._is_suggested else []
            marks = TreeMarks(ghosts=dict.fromkeys(suggested_paths, Ghost()))
            tree_style = TreeStyle(self.points, right_to_left=mirrored)
            self.drawing = TreeDrawing(self.scene(), self._tree, self.colours, tree_style, marks)
        if self.arcs is None:
            self.fit_scene()
        self._fit()
        self._select_current()

    def _fit(self) -> None:
        self.zoom_to_fit()
        if self.transform().m11() < _MIN_ZOOM:
            self.set_zoom(_MIN_ZOOM)

    def _select_current(self) -> None:
        if self.arcs is not None:
            self.arcs.select([self._word] if self._word else [], self._word)
            if self._word:
                self.keep_in_sight(self.arcs.word_area(self._word))
        if self.drawing is not None:
            exists = self.find_position(self._path) is not None
            self.drawing.select(
                [self._path] if exists and self._path is not None else [], self._path if exists else None
            )
            if exists and self._path is not None:
                self.keep_in_sight(self.drawing.node_area(self._path))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        super().mousePressEvent(event)
        if event.button() != Qt.MouseButton.LeftButton:
            return
        point = self.mapToScene(event.position().toPoint())
        hit = None if self.drawing is None else self.drawing.hit_test(point)
        if hit is not None:
            self.chosen.emit(hit.path)
        elif self.arcs is not None and (word := self.arcs.word_at(point)):
            self.word_chosen.emit(word)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if self.arcs is not None and not event.modifiers() and (word := self._find_word_towards(event.key())):
            self.word_chosen.emit(word)
            return
        move = _MOVES.get(Qt.Key(event.key()))
        if move is None or self._tree is None or self.drawing is None or event.modifiers():
            super().keyPressEvent(event)
            return
        start = self.drawing.top
        self.chosen.emit(start if self.find_position(self._path) is None else move(self._tree, self._path or ()))

    def _find_word_towards(self, key: int) -> int:
        """Return the word that an arrow key leads to: a neighbour, the head or the first dependent; 0 for none."""
        assert self._sentence is not None
        heads, word = self._sentence.heads, self._word
        if key not in _MOVES or not heads:
            return 0
        if not word:
            return 1
        if key == Qt.Key.Key_Up:
            return heads[word - 1] or word
        if key == Qt.Key.Key_Down:
            return next((dependent for dependent, head in enumerate(heads, 1) if head == word), word)
        is_forward = (key == Qt.Key.Key_Right) != (self.arcs is not None and self.arcs.right_to_left)
        return min(max(word + (1 if is_forward else -1), 1), len(heads))
