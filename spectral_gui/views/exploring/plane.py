"""Frequent words in a plane: chosen by click and by arrow keys, names where there is room for them."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from PySide6.QtCore import QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QBrush, QKeyEvent, QMouseEvent, QPen, QShowEvent
from PySide6.QtWidgets import QGraphicsEllipseItem, QGraphicsRectItem, QGraphicsSimpleTextItem

from spectral_core.engine import WordPlane
from spectral_gui.canvas import Canvas
from spectral_gui.resources import is_arabic, text_font

_WIDTH, _HEIGHT = 80.0, 52.0  # of the plane, in points of the font
_DOT = 2.5
_PAD = 3.0  # around the name of the word that is chosen
_NEAR = 40.0  # how far from a dot it can still be clicked
_WAYS = {
    Qt.Key.Key_Left: QPointF(-1, 0),
    Qt.Key.Key_Right: QPointF(1, 0),
    Qt.Key.Key_Up: QPointF(0, -1),
    Qt.Key.Key_Down: QPointF(0, 1),
}


class PlaneCanvas(Canvas):
    """Draws words as dots, and beside them as many names as do not cover one another."""

    chosen = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self.word = ""
        self.named: tuple[str, ...] = ()  # words whose names are drawn
        self._plane: WordPlane | None = None
        self._alike: Collection[str] = ()
        self._places: dict[str, QPointF] = {}
        self._dirty = False
        self.restyled.connect(self._redraw)
        self.resized.connect(self.zoom_to_fit)

    def show_plane(self, plane: WordPlane | None) -> None:
        self._plane, self.word, self._alike = plane, "", ()
        self._redraw()
        self.zoom_to_fit()

    def shows(self, word: str) -> bool:
        """Whether a word is frequent enough to be in the plane."""
        return self._plane is not None and word in self._plane.words[: len(self._plane.points)]

    def choose(self, word: str, alike: Sequence[str] = ()) -> None:
        """Marks a word, and those that are used like it."""
        self.word, self._alike = word, frozenset(alike)
        self._redraw()
        if word in self._places:
            self.keep_in_sight(QRectF(self._places[word], self._places[word]).adjusted(-40, -20, 40, 20))

    def _redraw(self) -> None:
        if not self.isVisible():
            self._dirty = True
            return
        self._dirty = False
        self.scene().clear()
        self._places, self.named = {}, ()
        if self._plane is None or not self._plane.points:
            return
        self._place(self._plane)
        taken: list[QRectF] = []
        named: list[str] = []
        order = sorted(self._places, key=lambda word: (word != self.word, word not in self._alike))
        for word in order:
            name = self._name(word, taken)
            if name is not None:
                taken.append(name)
                named.append(word)
        self.named = tuple(named)
        self.fit_scene()

    def _place(self, plane: WordPlane) -> None:
        """Gives each word its dot, with the middle of the axes as they are."""
        across, upright = zip(*plane.points, strict=True)
        wide, high = max(across) - min(across) or 1.0, max(upright) - min(upright) or 1.0
        for word, (x, y) in zip(plane.words, plane.points, strict=False):
            place = QPointF(
                (x - min(across)) / wide * _WIDTH * self.points, (max(upright) - y) / high * _HEIGHT * self.points
            )
            self._places[word] = place
            near = word == self.word or word in self._alike
            size = _DOT * (1.6 if near else 1.0)
            dot = QGraphicsEllipseItem(place.x() - size, place.y() - size, 2 * size, 2 * size)
            dot.setPen(QPen(Qt.PenStyle.NoPen))
            dot.setBrush(QBrush(self.colours.selected if near else self.colours.line))
            dot.setToolTip(word.replace("<", "&lt;"))
            self.scene().addItem(dot)

    def _name(self, word: str, taken: Sequence[QRectF]) -> QRectF | None:
        """Draws the name of a word where it covers no other; where that is, or None."""
        item = QGraphicsSimpleTextItem(word)
        item.setFont(text_font(self.points, is_arabic(word)))
        area, dot = item.boundingRect(), self._places[word]
        gap = 2 * _DOT
        for left, top in (
            (dot.x() + gap, dot.y() - area.height() / 2),
            (dot.x() - gap - area.width(), dot.y() - area.height() / 2),
        ):
            where = QRectF(left, top, area.width(), area.height())
            if not any(where.intersects(other) for other in taken):
                break
        else:
            return None
        item.setPos(where.topLeft())
        colours = self.colours
        item.setBrush(colours.selected if word in self._alike or word == self.word else colours.text)
        if word == self.word:
            behind = QGraphicsRectItem(where.adjusted(-_PAD, 0, _PAD, 0))
            behind.setBrush(colours.selected_fill)
            behind.setPen(QPen(colours.selected))
            self.scene().addItem(behind)
        self.scene().addItem(item)
        return where

    def mousePressEvent(self, event: QMouseEvent) -> None:
        super().mousePressEvent(event)
        if event.button() == Qt.MouseButton.LeftButton and self._places:
            here = self.mapToScene(event.position().toPoint())
            for item in self.scene().items(here):
                if isinstance(item, QGraphicsSimpleTextItem):
                    self.chosen.emit(item.text())
                    return
            far, word = min(((place - here).manhattanLength(), word) for word, place in self._places.items())
            if far < _NEAR:
                self.chosen.emit(word)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        way = _WAYS.get(Qt.Key(event.key()))
        if way is None or event.modifiers() or not self._places:
            super().keyPressEvent(event)
            return
        here = self._places.get(self.word)
        if here is None:
            self.chosen.emit(next(iter(self._places)))
            return
        found: list[tuple[float, str]] = []
        for word in self.named:
            ahead = self._places[word] - here
            along = QPointF.dotProduct(ahead, way)
            across = abs(ahead.x() * way.y() - ahead.y() * way.x())
            if word != self.word and along > 1 and across < 3 * along:
                found.append((along + 2 * across, word))
        if found:
            self.chosen.emit(min(found)[1])

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if self._dirty:
            self._redraw()
            self.zoom_to_fit()
