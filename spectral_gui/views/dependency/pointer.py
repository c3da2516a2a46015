"""Keys and the mouse on a dependency drawing: words are gone to, clicked and dragged, and have a menu."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QEvent, QObject, QPoint, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QContextMenuEvent, QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QApplication, QMenu, QWidget

from spectral_core.data.dependencies import dependents
from spectral_gui.actions import keep_letters
from spectral_gui.canvas import Canvas
from spectral_gui.scenes.dependencies import ArcDrawing
from spectral_gui.session import Session
from spectral_gui.views.dependency.outline import WordOutline

_LEFT, _RIGHT = Qt.Key.Key_Left, Qt.Key.Key_Right
_KEYS = (_LEFT, _RIGHT, Qt.Key.Key_Home, Qt.Key.Key_End, Qt.Key.Key_Up, Qt.Key.Key_Down)
_EDGE = 24.0  # pixels: a drag that comes so near to an edge scrolls


class WordCursor(QObject):
    """The session's selection as words of the drawing on screen."""

    def __init__(self, session: Session, drawing: Callable[[], ArcDrawing | None], parent: QObject):
        super().__init__(parent)
        self._session = session
        self._drawing_now = drawing

    def select(self, word: int, extend: bool = False) -> None:
        if word:
            before = self._session.selection
            anchor = (before.anchor or before.word) if extend else 0
            self._session.select(word=word, anchor=0 if anchor == word else anchor)

    def select_range(self, word: int, anchor: int) -> None:
        self._session.select(word=word, anchor=anchor)

    def press(self, event: QKeyEvent) -> bool:
        """Goes where a key without others but Shift leads; whether it leads anywhere."""
        key, drawing, word = event.key(), self._drawing_now(), self._session.selection.word
        if key not in _KEYS:
            return False
        extend = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
        size, heads = (0, ()) if drawing is None else (len(drawing.sentence), drawing.sentence.heads)
        ahead, back = (_LEFT, _RIGHT) if drawing is not None and drawing.right_to_left else (_RIGHT, _LEFT)
        if key in (Qt.Key.Key_Home, Qt.Key.Key_End):
            self.select(1 if key == Qt.Key.Key_Home else size, extend)
        elif drawing is None:
            return True
        elif not word:
            self.select(1, extend and key in (ahead, back))
        elif key in (ahead, back):
            self.select(min(max(word + (1 if key == ahead else -1), 1), size), extend)
        elif key == Qt.Key.Key_Up:
            head = heads[word - 1] or 0
            self.select(head if 0 < head <= size else 0)
        else:
            self.select(next(iter(dependents(heads)[word]), 0))
        return True


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

    def cancel(self) -> bool:
        """Ends a drag without a change; whether there was one."""
        dragged, self._drawing = self._drawing, None
        if dragged is not None and dragged is self._drawing_now():
            dragged.clear_preview()
        self._word = self._label = 0
        self._canvas.viewport().unsetCursor()
        return dragged is not None

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


class WordMenu(QObject):
    """Opens the menu where it is asked for; each row is an action of the window, or else calls a method by its name, of
    the first of `doing` that has it."""

    def __init__(
        self,
        view: QWidget,
        doing: Sequence[QObject],
        session: Session,
        canvas: Canvas,
        outline: WordOutline,
        cursor: WordCursor,
        drawing: Callable[[], ArcDrawing | None],
    ):
        super().__init__(view)
        self._view, self._doing, self._session, self._canvas, self._outline = view, doing, session, canvas, outline
        self._cursor, self._drawing_now = cursor, drawing
        canvas.viewport().installEventFilter(self)
        outline.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        outline.customContextMenuRequested.connect(self._open_in_outline)

    def _open(self, at: QPoint) -> None:
        if self._drawing_now() is None:
            return
        menu = QMenu(self._view)
        keep_letters(menu)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        rows = (
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
        for text, name in rows:
            if name == "fold":
                menu.addSeparator()
            action = installed.get(f"dependency.{name}")
            if action is not None:
                menu.addAction(action)
                continue
            act = next(getattr(target, name) for target in self._doing if hasattr(target, name))
            menu.addAction(text).triggered.connect(lambda _=False, act=act: act())
        menu.popup(at)

    def _open_in_outline(self, point: QPoint) -> None:
        self._open(self._outline.viewport().mapToGlobal(point))

    def _open_on_canvas(self, event: QContextMenuEvent) -> bool:
        drawing = self._drawing_now()
        if drawing is None:
            return False
        if event.reason() == QContextMenuEvent.Reason.Mouse:
            point = self._canvas.mapToScene(event.pos())
            word = drawing.word_at(point) or drawing.label_at(point)
            if word and word not in self._session.selection.words:
                self._cursor.select(word)
            self._open(event.globalPos())
        else:
            word = self._session.selection.word or 1
            self._open(self._canvas.mapToGlobal(self._canvas.on_screen(drawing.area_of(word).bottomLeft()).toPoint()))
        return True

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:
        if isinstance(event, QContextMenuEvent) and event.type() == QEvent.Type.ContextMenu:
            return self._open_on_canvas(event)
        return False
