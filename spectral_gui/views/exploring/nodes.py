"""The tree of the selected sentence, in which a node is chosen by click and by arrows."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent

from spectral_core.data import Tree
from spectral_core.data.structure import Place
from spectral_core.data.tree_edits import NodePath, node_at
from spectral_core.data.tree_paths import down, left, right, up, words_of
from spectral_core.errors import EditError
from spectral_gui.canvas import Canvas
from spectral_gui.resources import is_right_to_left
from spectral_gui.scenes.constituents import TreeDrawing

_MOVES = {Qt.Key.Key_Up: up, Qt.Key.Key_Down: down, Qt.Key.Key_Left: left, Qt.Key.Key_Right: right}
_SMALLEST = 0.5  # to which a wide tree is made smaller by itself; what is wider is scrolled


class NodeCanvas(Canvas):
    """Draws a tree; a node in it can be chosen."""

    chosen = Signal(object)  # the path of the node that the user chose

    def __init__(self) -> None:
        super().__init__()
        self.drawing: TreeDrawing | None = None
        self._tree: Tree | None = None
        self._path: NodePath | None = None
        self.restyled.connect(self._draw)
        self.resized.connect(self._fit)

    def show_tree(self, tree: Tree | None, path: NodePath | None) -> None:
        other = tree is not self._tree
        self._tree, self._path = tree, path
        if other:
            self._draw()
        else:
            self._mark()

    def place_of(self, path: NodePath | None) -> Place | None:
        """The words under a node, or its word; None for a node that is not there or holds no word."""
        if self._tree is None or path is None:
            return None
        try:
            node, (first, last) = node_at(self._tree, path), words_of(self._tree, path)
        except EditError:
            return None
        return None if not first else first if node.is_tag else (first - 1, last)

    def _draw(self) -> None:
        self.scene().clear()
        self.drawing = None
        if self._tree is not None:
            mirrored = bool(is_right_to_left(" ".join(self._tree.words())))
            self.drawing = TreeDrawing(
                self.scene(), self._tree, self.colours, points=self.points, right_to_left=mirrored
            )
        self.fit_scene()
        self._fit()
        self._mark()

    def _fit(self) -> None:
        self.zoom_to_fit()
        if self.transform().m11() < _SMALLEST:
            self.set_zoom(_SMALLEST)

    def _mark(self) -> None:
        if self.drawing is not None:
            there = self.place_of(self._path) is not None
            self.drawing.select([self._path] if there and self._path is not None else [], self._path if there else None)
            if there and self._path is not None:
                self.keep_in_sight(self.drawing.area(self._path))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        super().mousePressEvent(event)
        hit = None if self.drawing is None else self.drawing.hit(self.mapToScene(event.position().toPoint()))
        if hit is not None and event.button() == Qt.MouseButton.LeftButton:
            self.chosen.emit(hit.path)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        move = _MOVES.get(Qt.Key(event.key()))
        if move is None or self._tree is None or self.drawing is None or event.modifiers():
            super().keyPressEvent(event)
            return
        start = self.drawing.top
        self.chosen.emit(start if self.place_of(self._path) is None else move(self._tree, self._path or ()))
