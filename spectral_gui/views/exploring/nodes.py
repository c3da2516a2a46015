"""The tree of the selected sentence, in which a node or a word is chosen by click and by arrows."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent

from spectral_core.data import Sentence, Tree
from spectral_core.data.structure import Place
from spectral_core.data.tree_edits import NodePath, node_at, paths
from spectral_core.data.tree_paths import down, left, right, up, words_of
from spectral_core.errors import EditError
from spectral_gui.canvas import Canvas
from spectral_gui.resources import is_right_to_left
from spectral_gui.scenes.constituents import TreeDrawing
from spectral_gui.scenes.dependencies import ArcDrawing, ArcMarks, ArcStyle
from spectral_gui.scenes.ghosts import Ghost
from spectral_gui.scenes.tree_style import Marks, TreeStyle

_MOVES = {Qt.Key.Key_Up: up, Qt.Key.Key_Down: down, Qt.Key.Key_Left: left, Qt.Key.Key_Right: right}
_SMALLEST = 0.5  # to which a wide tree is made smaller by itself; what is wider is scrolled


class NodeCanvas(Canvas):
    """Draws a tree, or without one the heads of the words; a node of it can be chosen."""

    chosen = Signal(object)  # the path of the node that the user chose
    word_chosen = Signal(int)

    def __init__(self) -> None:
        super().__init__()
        self.drawing: TreeDrawing | None = None
        self.arcs: ArcDrawing | None = None
        self._sentence: Sentence | None = None
        self._tree: Tree | None = None
        self._word, self._proposed = 0, False
        self._path: NodePath | None = None
        self.restyled.connect(self._draw)
        self.resized.connect(self._fit)

    @property
    def has_tree(self) -> bool:
        return self._tree is not None

    def show_sentence(
        self, sentence: Sentence | None, path: NodePath | None, word: int, *, proposed: bool = False
    ) -> None:
        """Shows the tree of a sentence with the node that is chosen in it, or its heads with the word; in pencil what a
        model proposes."""
        other = sentence is not self._sentence
        self._proposed = proposed
        self._sentence, self._tree = sentence, None if sentence is None else sentence.tree
        self._path, self._word = path, word
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
        self.drawing = self.arcs = None
        if self._tree is None and self._sentence is not None:
            words = range(1, len(self._sentence) + 1) if self._proposed else ()
            arcs = ArcMarks(ghosts={word: Ghost() for word in words})
            style = ArcStyle(self.points, compact=True)
            self.arcs = ArcDrawing(self.scene(), self._sentence, self.colours, style, arcs)
        elif self._tree is not None:
            mirrored = bool(is_right_to_left(" ".join(self._tree.words())))
            pencil = [path for path, _ in paths(self._tree)] if self._proposed else []
            marks = Marks(ghosts=dict.fromkeys(pencil, Ghost()))
            drawn_as = TreeStyle(self.points, right_to_left=mirrored)
            self.drawing = TreeDrawing(self.scene(), self._tree, self.colours, drawn_as, marks)
        if self.arcs is None:
            self.fit_scene()
        self._fit()
        self._mark()

    def _fit(self) -> None:
        self.zoom_to_fit()
        if self.transform().m11() < _SMALLEST:
            self.set_zoom(_SMALLEST)

    def _mark(self) -> None:
        if self.arcs is not None:
            self.arcs.select([self._word] if self._word else [], self._word)
            if self._word:
                self.keep_in_sight(self.arcs.area_of(self._word))
        if self.drawing is not None:
            there = self.place_of(self._path) is not None
            self.drawing.select([self._path] if there and self._path is not None else [], self._path if there else None)
            if there and self._path is not None:
                self.keep_in_sight(self.drawing.area(self._path))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        super().mousePressEvent(event)
        if event.button() != Qt.MouseButton.LeftButton:
            return
        point = self.mapToScene(event.position().toPoint())
        hit = None if self.drawing is None else self.drawing.hit(point)
        if hit is not None:
            self.chosen.emit(hit.path)
        elif self.arcs is not None and (word := self.arcs.word_at(point)):
            self.word_chosen.emit(word)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if self.arcs is not None and not event.modifiers() and (word := self._word_towards(event.key())):
            self.word_chosen.emit(word)
            return
        move = _MOVES.get(Qt.Key(event.key()))
        if move is None or self._tree is None or self.drawing is None or event.modifiers():
            super().keyPressEvent(event)
            return
        start = self.drawing.top
        self.chosen.emit(start if self.place_of(self._path) is None else move(self._tree, self._path or ()))

    def _word_towards(self, key: int) -> int:
        """The word that an arrow leads to: the next to a side, the head, the first that hangs from it; 0 for none."""
        assert self._sentence is not None
        heads, word = self._sentence.heads, self._word
        if key not in _MOVES or not heads:
            return 0
        if not word:
            return 1
        if key == Qt.Key.Key_Up:
            return heads[word - 1] or word
        if key == Qt.Key.Key_Down:
            return next((below for below, head in enumerate(heads, 1) if head == word), word)
        forwards = (key == Qt.Key.Key_Right) != (self.arcs is not None and self.arcs.right_to_left)
        return min(max(word + (1 if forwards else -1), 1), len(heads))
