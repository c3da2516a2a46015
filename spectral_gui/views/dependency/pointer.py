"""The mouse on a dependency drawing: words and labels are clicked, and dependents are dragged to their heads."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent, QObject, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QApplication

from spectral_gui.canvas import Canvas
from spectral_gui.scenes.dependencies import ArcDrawing

_EDGE = 24.0  # pixels: a drag that comes so near to an edge scrolls


class WordPointer(QObject):
    """Says what was pointed at; while a word is dragged it shows where the arc would go."""

    word_chosen = Signal(int, bool)  # a word, and whether the selection is extended to it
    label_chosen = Signal(int)  # the word whose relation was clicked
    word_opened = Signal(int)  # by a double click
    attach_asked = Signal(int, int)  # a word and its new head; 0 for the root

    def __init__(self, canvas: Canvas, drawing: Callable[[], ArcDrawing | None]):
        super().__init__(canvas)
        self._canvas, self._drawing_now = canvas, drawing
        self._word = self._label = 0  # what the button was pressed on
        self._from = QPointF()
        self._drawing: ArcDrawing | None = None  # that a word is dragged in
        canvas.viewport().setMouseTracking(True)
        canvas.viewport().installEventFilter(self)

    @property
    def dragging(self) -> bool:
        return self._drawing is not None

    def cancel(self) -> None:
        """Ends a drag without a change."""
        if self._drawing is not None and self._drawing is self._drawing_now():
            self._drawing.clear_preview()
        self._drawing = None
        self._word = self._label = 0
        self._canvas.viewport().unsetCursor()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: ARG002
        if not isinstance(event, QMouseEvent):
            return False
        drawing = self._drawing_now()
        if drawing is None or (self._drawing is not None and self._drawing is not drawing):
            self.cancel()
            return False
        kind = event.type()
        point = self._canvas.mapToScene(event.position().toPoint())
        if kind == QEvent.Type.MouseMove:
            return self._move(event, drawing, point)
        if event.button() != Qt.MouseButton.LeftButton:
            return False
        if kind == QEvent.Type.MouseButtonPress:
            return self._press(event, drawing, point)
        if kind == QEvent.Type.MouseButtonRelease:
            return self._release(drawing, point)
        if kind == QEvent.Type.MouseButtonDblClick:
            word = drawing.word_at(point)
            self.cancel()
            if word:
                self.word_opened.emit(word)
            return bool(word)
        return False

    def _press(self, event: QMouseEvent, drawing: ArcDrawing, point: QPointF) -> bool:
        self._label = drawing.label_at(point)
        self._word = 0 if self._label else drawing.word_at(point)
        self._from = event.position()
        if self._word:
            self.word_chosen.emit(self._word, bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier))
        self._canvas.setFocus(Qt.FocusReason.MouseFocusReason)
        return bool(self._word or self._label)

    def _move(self, event: QMouseEvent, drawing: ArcDrawing, point: QPointF) -> bool:
        if not self._word or not event.buttons() & Qt.MouseButton.LeftButton:
            over = not event.buttons() and (drawing.label_at(point) or drawing.word_at(point))
            self._canvas.viewport().setCursor(Qt.CursorShape.PointingHandCursor if over else Qt.CursorShape.ArrowCursor)
            return False
        moved = (event.position() - self._from).manhattanLength()
        if self._drawing is None and moved < QApplication.startDragDistance():
            return True
        self._drawing = drawing
        target = self._target(drawing, point)
        drawing.preview(self._word, None if target < 0 else target, point)
        shape = Qt.CursorShape.ForbiddenCursor if target < 0 else Qt.CursorShape.CrossCursor
        self._canvas.viewport().setCursor(shape)
        edge = _EDGE / max(self._canvas.transform().m11(), 0.1)
        self._canvas.ensureVisible(QRectF(point.x() - edge, point.y() - edge, 2 * edge, 2 * edge), 0, 0)
        return True

    def _release(self, drawing: ArcDrawing, point: QPointF) -> bool:
        word, label, dragged = self._word, self._label, self._drawing is not None
        target = self._target(drawing, point) if dragged else -1
        self.cancel()
        if target >= 0:
            self.attach_asked.emit(word, target)
        elif label and drawing.label_at(point) == label:
            self.label_chosen.emit(label)
        return bool(word or label)

    def _target(self, drawing: ArcDrawing, point: QPointF) -> int:
        """Where a drop would attach the word: to another word, above the words to the root (0), elsewhere not (-1)."""
        under = drawing.word_at(point)
        if under:
            return under if under != self._word else -1
        return 0 if drawing.is_above(self._word, point) else -1
