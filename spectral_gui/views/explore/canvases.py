"""Canvas of an automaton, in which states and edges are chosen by click and by keys."""

from __future__ import annotations

from collections.abc import Collection
from PySide6.QtCore import QPointF, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QResizeEvent, QShowEvent
from spectral_core.data.automaton import Automaton
from spectral_gui.scenes.automata import AutomatonDrawing, AutomatonHit
from spectral_gui.widgets.canvas import Canvas

_DIRECTIONS = {
    Qt.Key.Key_Left: QPointF(-1, 0),
    Qt.Key.Key_Right: QPointF(1, 0),
    Qt.Key.Key_Up: QPointF(0, -1),
    Qt.Key.Key_Down: QPointF(0, 1),
}
_MIN_ZOOM = 0.5  # minimum for fitting a wide drawing; a wider one is scrolled
_MIN_ZOOM_COMPARED = 0.25  # while two are compared, so that both fit


class AutomatonCanvas(Canvas):
    """Canvas that draws an automaton and lets the user choose states and edges."""

    chosen = Signal(object)  # the AutomatonHit that the user chose, or None
    activated = Signal()  # by Enter: list the sentences that pass here

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
        """Draw another automaton, keeping the selected state or edge if it still exists. Edges with less than
        `min_share` are omitted."""
        self._automaton, self._min_share, self._marked = automaton, min_share, tuple(marked)
        self._redraw()

    def set_compared(self, compared: bool) -> None:
        """Allow a smaller zoom while two automata are compared, and fit again."""
        self._min_zoom, self._auto_fit = _MIN_ZOOM_COMPARED if compared else _MIN_ZOOM, True
        if self.drawing is not None:
            self._fit_automatically()

    def select_hit(self, hit: AutomatonHit | None) -> None:
        """Highlight a state or an edge without emitting `chosen`."""
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
        """Draw the automaton again, or when the canvas is next shown."""
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
        self.select_hit(self.hit)

    def _fit_automatically(self) -> None:
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
        key, plain = Qt.Key(event.key()), not event.modifiers() & ~Qt.KeyboardModifier.ShiftModifier
        if self.drawing is None or not plain:
            super().keyPressEvent(event)
        elif key in _DIRECTIONS:
            self._move_to_neighbour(_DIRECTIONS[key])
        elif key == Qt.Key.Key_Home:
            self._select_and_emit(AutomatonHit(state=0))
        elif key == Qt.Key.Key_Space:
            self._cycle_edges(-1 if event.modifiers() else 1)
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.activated.emit()
        else:
            super().keyPressEvent(event)

    def _select_and_emit(self, hit: AutomatonHit | None) -> None:
        """Select a state or an edge, and emit `chosen`."""
        self.select_hit(hit)
        self.chosen.emit(self.hit)

    def _move_to_neighbour(self, direction: QPointF) -> None:
        """Choose the nearest state in a direction; the start state if nothing is chosen."""
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
        """Choose the next edge at the chosen state, or of the whole automaton."""
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
