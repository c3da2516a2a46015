"""The automaton on a canvas: chosen by click and by keys, redrawn when it or the look changes."""

from __future__ import annotations

from collections.abc import Collection

from PySide6.QtCore import QPointF, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QResizeEvent, QShowEvent

from spectral_core.data.automaton import Automaton
from spectral_gui.canvas import Canvas
from spectral_gui.scenes.automata import AutomatonDrawing, AutomatonHit

_DIRECTIONS = {
    Qt.Key.Key_Left: QPointF(-1, 0),
    Qt.Key.Key_Right: QPointF(1, 0),
    Qt.Key.Key_Up: QPointF(0, -1),
    Qt.Key.Key_Down: QPointF(0, 1),
}
_SMALLEST = 0.5  # to which a wide automaton is made smaller by itself; what is wider is scrolled
_SMALLEST_BESIDE = 0.25  # where two are compared, which are seen whole


class AutomatonCanvas(Canvas):
    """Draws an automaton and lets states and edges be chosen."""

    chosen = Signal(object)  # the AutomatonHit that the user chose, or None
    entered = Signal()  # Enter: what passes here is wanted

    def __init__(self) -> None:
        super().__init__()
        self.drawing: AutomatonDrawing | None = None
        self.hit: AutomatonHit | None = None
        self.drawings = 0  # so far
        self._automaton: Automaton | None = None
        self._least = 0.0
        self._marked: tuple[int, ...] = ()
        self._dirty = False
        self._fits = True  # until the user zooms
        self._smallest = _SMALLEST
        self.restyled.connect(self._redraw)

    def show_automaton(self, automaton: Automaton | None, least: float, marked: Collection[int] = ()) -> None:
        """Draws another automaton; what is chosen stays chosen where it is still there."""
        self._automaton, self._least, self._marked = automaton, least, tuple(marked)
        self._redraw()

    def stand_beside(self, other: bool) -> None:
        self._smallest, self._fits = _SMALLEST_BESIDE if other else _SMALLEST, True
        if self.drawing is not None:
            self._fit()

    def choose(self, hit: AutomatonHit | None) -> None:
        if self.drawing is not None:
            self.hit = hit if _is_in(self.drawing, hit) else None
            self.drawing.select(self.hit)
            if self.hit is not None:
                self.keep_in_sight(self.drawing.area(self.hit))

    def set_zoom(self, zoom: float) -> None:
        self._fits = False
        super().set_zoom(zoom)

    def zoom_to_fit(self) -> None:
        super().zoom_to_fit()
        self._fits = True

    def _redraw(self) -> None:
        if not self.isVisible():
            self._dirty = True
            return
        self._dirty = False
        self.drawing = None
        self.scene().clear()
        if self._automaton is None:
            return
        self.drawing = AutomatonDrawing(
            self.scene(), self._automaton, self.colours, points=self.points, least=self._least
        )
        self.drawings += 1
        self.drawing.mark(self._marked)
        self.fit_scene()
        self._fit()
        self.choose(self.hit)

    def _fit(self) -> None:
        if self._fits:
            self.zoom_to_fit()
            if self.transform().m11() < self._smallest:
                self.set_zoom(self._smallest)
                self._fits = True

    def mousePressEvent(self, event: QMouseEvent) -> None:
        super().mousePressEvent(event)
        if self.drawing is not None and event.button() == Qt.MouseButton.LeftButton:
            self._take(self.drawing.hit(self.mapToScene(event.position().toPoint())))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key, plain = Qt.Key(event.key()), not event.modifiers() & ~Qt.KeyboardModifier.ShiftModifier
        if self.drawing is None or not plain:
            super().keyPressEvent(event)
        elif key in _DIRECTIONS:
            self._move(_DIRECTIONS[key])
        elif key == Qt.Key.Key_Home:
            self._take(AutomatonHit(state=0))
        elif key == Qt.Key.Key_Space:
            self._turn(-1 if event.modifiers() else 1)
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.entered.emit()
        else:
            super().keyPressEvent(event)

    def _take(self, hit: AutomatonHit | None) -> None:
        self.choose(hit)
        self.chosen.emit(self.hit)

    def _move(self, direction: QPointF) -> None:
        """To the nearest state on that side of what is chosen; from nothing to where sequences start."""
        assert self.drawing is not None
        if self.hit is None:
            self._take(AutomatonHit(state=0))
            return
        here = self.drawing.area(self.hit).center()
        best: tuple[float, int] | None = None
        for number, item in self.drawing.states.items():
            way = item.pos() - here
            along = QPointF.dotProduct(way, direction)
            across = abs(way.x() * direction.y() - way.y() * direction.x())
            if number != self.hit.state and along > 1 and across < 3 * along:
                best = min(best or (float("inf"), number), (along + 2 * across, number))
        if best is not None:
            self._take(AutomatonHit(state=best[1]))

    def _turn(self, step: int) -> None:
        """To the next edge at the state that was chosen, or of all."""
        assert self.drawing is not None
        edges = sorted(self.drawing.edges)
        if self.hit is not None and self.hit.state is not None:
            ours = [edge for edge in edges if self.hit.state in edge]
            edge = ours[0 if step > 0 else -1] if ours else None
        elif self.hit is not None and self.hit.edge in edges:
            edge = edges[(edges.index(self.hit.edge) + step) % len(edges)]
        else:
            edge = edges[0] if edges else None
        if edge is not None:
            self._take(AutomatonHit(edge=edge))

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if self._dirty:
            self._redraw()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if self.drawing is not None:
            self._fit()


def _is_in(drawing: AutomatonDrawing, hit: AutomatonHit | None) -> bool:
    return hit is not None and (hit.state in drawing.states if hit.edge is None else hit.edge in drawing.edges)
