"""Keys and the mouse on a dependency drawing: words are moved to, clicked and dragged, and have a menu."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QEvent, QObject, QPoint, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QContextMenuEvent, QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QApplication, QMenu, QWidget

from spectral_core.data.dependencies import dependents
from spectral_gui.actions import keep_menu_letters
from spectral_gui.scenes.dependencies import ArcDrawing
from spectral_gui.state import Session
from spectral_gui.views.annotate.dependency.outline import WordOutline
from spectral_gui.widgets.canvas import Canvas

_LEFT, _RIGHT = Qt.Key.Key_Left, Qt.Key.Key_Right
_MOVE_KEYS = (_LEFT, _RIGHT, Qt.Key.Key_Home, Qt.Key.Key_End, Qt.Key.Key_Up, Qt.Key.Key_Down)
_EDGE = 24.0  # pixels: a drag that comes so near to an edge scrolls


class WordCursor(QObject):
    """Selection of the session as words of the drawing on screen."""

    def __init__(self, session: Session, get_drawing: Callable[[], ArcDrawing | None], parent: QObject):
        super().__init__(parent)
        self._session = session
        self._get_drawing = get_drawing

    def select(self, word: int, extend: bool = False) -> None:
        if word:
            previous = self._session.selection
            anchor = (previous.anchor or previous.word) if extend else 0
            self._session.select(word=word, anchor=0 if anchor == word else anchor)

    def select_range(self, word: int, anchor: int) -> None:
        self._session.select(word=word, anchor=anchor)

    def handle_key(self, event: QKeyEvent) -> bool:
        """Handle a key without modifiers but Shift; return whether it is one that moves."""
        key, drawing, word = event.key(), self._get_drawing(), self._session.selection.word
        if key not in _MOVE_KEYS:
            return False
        extend = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
        word_count, heads = (0, ()) if drawing is None else (len(drawing.sentence), drawing.sentence.heads)
        forward_key, backward_key = (
            (_LEFT, _RIGHT) if drawing is not None and drawing.right_to_left else (_RIGHT, _LEFT)
        )
        if key in (Qt.Key.Key_Home, Qt.Key.Key_End):
            self.select(1 if key == Qt.Key.Key_Home else word_count, extend)
        elif drawing is None:
            return True
        elif not word:
            self.select(1, extend and key in (forward_key, backward_key))
        elif key in (forward_key, backward_key):
            self.select(min(max(word + (1 if key == forward_key else -1), 1), word_count), extend)
        elif key == Qt.Key.Key_Up:
            head = heads[word - 1] or 0
            self.select(head if 0 < head <= word_count else 0)
        else:
            self.select(next(iter(dependents(heads)[word]), 0))
        return True


class WordPointer(QObject):
    """Mouse events of a canvas as signals; while a word is dragged, the new arc is previewed."""

    word_pressed = Signal(int, bool)  # a word, and whether the selection is extended to it
    label_clicked = Signal(int)  # the word whose relation was clicked
    word_double_clicked = Signal(int)  # by a double click
    attach_requested = Signal(int, int)  # a word and its new head; 0 for the root

    def __init__(self, canvas: Canvas, get_drawing: Callable[[], ArcDrawing | None]):
        super().__init__(canvas)
        self._canvas, self._get_drawing = canvas, get_drawing
        self._pressed_word = self._pressed_label = 0  # what the button was pressed on
        self._press_position = QPointF()
        self._drag_drawing: ArcDrawing | None = None  # that a word is dragged in
        canvas.viewport().setMouseTracking(True)
        canvas.viewport().installEventFilter(self)

    def cancel(self) -> bool:
        """End a drag without a change; return whether there was one."""
        drawing, self._drag_drawing = self._drag_drawing, None
        if drawing is not None and drawing is self._get_drawing():
            drawing.clear_preview()
        self._pressed_word = self._pressed_label = 0
        self._canvas.viewport().unsetCursor()
        return drawing is not None

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: ARG002
        if not isinstance(event, QMouseEvent):
            return False
        drawing = self._get_drawing()
        if drawing is None or (self._drag_drawing is not None and self._drag_drawing is not drawing):
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
                self.word_double_clicked.emit(word)
            return bool(word)
        return False

    def _press(self, event: QMouseEvent, drawing: ArcDrawing, point: QPointF) -> bool:
        self._pressed_label = drawing.label_at(point)
        self._pressed_word = 0 if self._pressed_label else drawing.word_at(point)
        self._press_position = event.position()
        if self._pressed_word:
            self.word_pressed.emit(self._pressed_word, bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier))
        self._canvas.setFocus(Qt.FocusReason.MouseFocusReason)
        return bool(self._pressed_word or self._pressed_label)

    def _move(self, event: QMouseEvent, drawing: ArcDrawing, point: QPointF) -> bool:
        if not self._pressed_word or not event.buttons() & Qt.MouseButton.LeftButton:
            is_over_target = not event.buttons() and (drawing.label_at(point) or drawing.word_at(point))
            self._canvas.viewport().setCursor(
                Qt.CursorShape.PointingHandCursor if is_over_target else Qt.CursorShape.ArrowCursor
            )
            return False
        distance = (event.position() - self._press_position).manhattanLength()
        if self._drag_drawing is None and distance < QApplication.startDragDistance():
            return True
        self._drag_drawing = drawing
        target = self._find_target(drawing, point)
        drawing.preview(self._pressed_word, None if target < 0 else target, point)
        shape = Qt.CursorShape.ForbiddenCursor if target < 0 else Qt.CursorShape.CrossCursor
        self._canvas.viewport().setCursor(shape)
        edge = _EDGE / max(self._canvas.transform().m11(), 0.1)
        self._canvas.ensureVisible(QRectF(point.x() - edge, point.y() - edge, 2 * edge, 2 * edge), 0, 0)
        return True

    def _release(self, drawing: ArcDrawing, point: QPointF) -> bool:
        word, label, was_dragged = self._pressed_word, self._pressed_label, self._drag_drawing is not None
        target = self._find_target(drawing, point) if was_dragged else -1
        self.cancel()
        if target >= 0:
            self.attach_requested.emit(word, target)
        elif label and drawing.label_at(point) == label:
            self.label_clicked.emit(label)
        return bool(word or label)

    def _find_target(self, drawing: ArcDrawing, point: QPointF) -> int:
        """Return the head that a drop would give the word: another word, the root (0) above the words, or none (-1)."""
        word = drawing.word_at(point)
        if word:
            return word if word != self._pressed_word else -1
        return 0 if drawing.is_above(self._pressed_word, point) else -1


class WordMenu(QObject):
    """Context menu of words; each row is an action of the window, or else calls a method by its name, of the first of
    `targets` that has it."""

    def __init__(
        self,
        view: QWidget,
        targets: Sequence[QObject],
        session: Session,
        canvas: Canvas,
        outline: WordOutline,
        cursor: WordCursor,
        get_drawing: Callable[[], ArcDrawing | None],
    ):
        super().__init__(view)
        self._view, self._targets, self._session, self._canvas, self._outline = view, targets, session, canvas, outline
        self._cursor, self._get_drawing = cursor, get_drawing
        canvas.viewport().installEventFilter(self)
        outline.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        outline.customContextMenuRequested.connect(self._on_outline_menu_requested)

    def _open_menu(self, position: QPoint) -> None:
        if self._get_drawing() is None:
            return
        menu = QMenu(self._view)
        keep_menu_letters(menu)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        entries = (
            (self.tr("Attach to a head…"), "attach"),
            (self.tr("Relation…"), "relabel"),
            (self.tr("Make it the root"), "make_root"),
            (self.tr("Detach"), "detach"),
            (self.tr("Lock the arc"), "lock"),
            (self.tr("Forbid the arc"), "forbid"),
            (self.tr("Free the word"), "free"),
            (self.tr("Fold into rows"), "fold"),
            (self.tr("Compact"), "compact"),
            (self.tr("Enhanced arcs"), "show_enhanced"),
            (self.tr("Lemmas"), "show_lemmas"),
            (self.tr("Interlinear"), "show_interlinear"),
        )
        installed = {action.objectName(): action for action in self._view.actions()}
        for text, name in entries:
            if name == "fold":
                menu.addSeparator()
            action = installed.get(f"dependency.{name}")
            if action is not None:
                menu.addAction(action)
                continue
            method = next(getattr(target, name) for target in self._targets if hasattr(target, name))
            menu.addAction(text).triggered.connect(lambda _=False, method=method: method())
        menu.popup(position)

    def _on_outline_menu_requested(self, point: QPoint) -> None:
        self._open_menu(self._outline.viewport().mapToGlobal(point))

    def _open_on_canvas(self, event: QContextMenuEvent) -> bool:
        drawing = self._get_drawing()
        if drawing is None:
            return False
        if event.reason() == QContextMenuEvent.Reason.Mouse:
            point = self._canvas.mapToScene(event.pos())
            word = drawing.word_at(point) or drawing.label_at(point)
            if word and word not in self._session.selection.words:
                self._cursor.select(word)
            self._open_menu(event.globalPos())
        else:
            word = self._session.selection.word or 1
            self._open_menu(
                self._canvas.mapToGlobal(self._canvas.map_to_widget(drawing.word_area(word).bottomLeft()).toPoint())
            )
        return True

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:
        if isinstance(event, QContextMenuEvent) and event.type() == QEvent.Type.ContextMenu:
            return self._open_on_canvas(event)
        return False
