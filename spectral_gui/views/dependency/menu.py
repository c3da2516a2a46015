"""The menu of what can be done with the selected words: at the mouse, at the word, and in the outline."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QEvent, QObject, QPoint, Qt
from PySide6.QtGui import QContextMenuEvent
from PySide6.QtWidgets import QMenu, QWidget

from spectral_gui.actions import keep_letters
from spectral_gui.canvas import Canvas
from spectral_gui.scenes.dependencies import ArcDrawing
from spectral_gui.session import Session
from spectral_gui.views.dependency.cursor import WordCursor
from spectral_gui.views.dependency.outline import WordOutline


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
        """A menu of what can be done with the selected words; with their keys, where the window has given any."""
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
        )
        installed = {action.objectName(): action for action in self._view.actions()}
        for text, name in rows:
            if name == "fold":
                menu.addSeparator()
            action = installed.get(f"dependency.{name}")
            if action is None:
                target = next(target for target in self._doing if hasattr(target, name))
                menu.addAction(text).triggered.connect(getattr(target, name))
            else:
                menu.addAction(action)
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
            spot = self._canvas.on_screen(drawing.area_of(word).bottomLeft()).toPoint()
            self._open(self._canvas.mapToGlobal(spot))
        return True

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:
        if isinstance(event, QContextMenuEvent) and event.type() == QEvent.Type.ContextMenu:
            return self._open_on_canvas(event)
        return False
