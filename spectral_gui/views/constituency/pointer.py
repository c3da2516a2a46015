"""The mouse over a tree: turns presses, moves and releases into what they mean; changes nothing by itself."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent, QObject, QPoint, QPointF, Qt, Signal
from PySide6.QtGui import QContextMenuEvent, QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QApplication

from spectral_core.data.tree_edits import NodePath
from spectral_gui.canvas import Canvas
from spectral_gui.scenes.constituents import Hit


class NodePointer(QObject):
    """Watches the mouse on a canvas; `hit` says what is drawn at a point of the scene."""

    clicked = Signal(object)  # a node
    extended = Signal(object)  # a node, with Shift held
    label_clicked = Signal(object)  # that of a node: twice, or once where it was selected already
    triangle_clicked = Signal(object)  # of a folded node
    dragged = Signal(object, object, QPointF)  # a node, over another one or None, and the point of the scene
    dropped = Signal(object, object)  # a node, on another one or None
    given_up = Signal()  # the drag has ended without a drop
    menu_asked = Signal(object, QPoint)  # for a node, at a place on the screen

    def __init__(self, canvas: Canvas, hit: Callable[[QPointF], Hit | None], selected: Callable[[], NodePath | None]):
        super().__init__(canvas)
        self._canvas, self._hit, self._selected = canvas, hit, selected
        self._pressed: Hit | None = None
        self._press_at = QPoint()
        self._again = self._dragging = False
        canvas.viewport().installEventFilter(self)
        canvas.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        act = _ACTS.get(event.type())  # first: while all is taken down events still come, but attributes are gone
        if act is None or watched is not (self._canvas if act == "_key" else self._canvas.viewport()):
            return False
        return bool(getattr(self, act)(event))

    def _under(self, event: QMouseEvent) -> Hit | None:
        return self._hit(self._canvas.mapToScene(event.position().toPoint()))

    def _press(self, event: QMouseEvent) -> bool:
        if event.button() != Qt.MouseButton.LeftButton:
            return False
        focused = self._canvas.hasFocus()
        self._canvas.setFocus(Qt.FocusReason.MouseFocusReason)
        hit = self._under(event)
        self._pressed, self._press_at, self._dragging = hit, event.position().toPoint(), False
        if hit is None:
            return False
        self._again = focused and hit.path == self._selected() and hit.part == "label"
        if event.modifiers() & Qt.KeyboardModifier.ShiftModifier:
            self._pressed = None
            self.extended.emit(hit.path)
        elif hit.part == "triangle":
            self._pressed = None
            self.triangle_clicked.emit(hit.path)
        elif not self._again:
            self.clicked.emit(hit.path)
        return True

    def _press_twice(self, event: QMouseEvent) -> bool:
        hit = self._under(event)
        self._pressed = None
        if event.button() != Qt.MouseButton.LeftButton or hit is None:
            return False
        (self.triangle_clicked if hit.part == "triangle" else self.label_clicked).emit(hit.path)
        return True

    def _move(self, event: QMouseEvent) -> bool:
        if self._pressed is None or not event.buttons() & Qt.MouseButton.LeftButton:
            return False
        place = event.position().toPoint()
        far = (place - self._press_at).manhattanLength() >= QApplication.startDragDistance()
        if not self._dragging and not far:
            return True
        self._dragging = True
        hit = self._under(event)
        target = None if hit is None or hit.path == self._pressed.path else hit.path
        self.dragged.emit(self._pressed.path, target, self._canvas.mapToScene(place))
        return True

    def _release(self, event: QMouseEvent) -> bool:
        pressed, self._pressed = self._pressed, None
        if event.button() != Qt.MouseButton.LeftButton or pressed is None:
            return False
        hit = self._under(event)
        if self._dragging:
            self._dragging = False
            self.dropped.emit(pressed.path, None if hit is None or hit.path == pressed.path else hit.path)
        elif self._again and hit == pressed:
            self.label_clicked.emit(pressed.path)
        return True

    def _key(self, event: QKeyEvent) -> bool:
        if self._dragging and event.key() == Qt.Key.Key_Escape:
            self._pressed, self._dragging = None, False
            self.given_up.emit()
            return True
        return False

    def _ask_for_menu(self, event: QContextMenuEvent) -> bool:
        if event.reason() == QContextMenuEvent.Reason.Keyboard:
            path = self._selected()
        else:
            hit = self._hit(self._canvas.mapToScene(event.pos()))
            path = None if hit is None else hit.path
        if path is None:
            return False
        self.menu_asked.emit(path, event.globalPos())
        return True


_ACTS = {
    QEvent.Type.KeyPress: "_key",
    QEvent.Type.MouseButtonPress: "_press",
    QEvent.Type.MouseButtonDblClick: "_press_twice",
    QEvent.Type.MouseMove: "_move",
    QEvent.Type.MouseButtonRelease: "_release",
    QEvent.Type.ContextMenu: "_ask_for_menu",
}
