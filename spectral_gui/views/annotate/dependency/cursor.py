"""Keyboard navigation from word to word of a dependency drawing."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QKeyEvent

from spectral_core.data.dependencies import dependents_by_head
from spectral_gui.scenes.dependencies import ArcDrawing
from spectral_gui.state import Session

_LEFT, _RIGHT = Qt.Key.Key_Left, Qt.Key.Key_Right
_MOVE_KEYS = (_LEFT, _RIGHT, Qt.Key.Key_Home, Qt.Key.Key_End, Qt.Key.Key_Up, Qt.Key.Key_Down)


class WordCursor(QObject):
    """Maps the session's selection to words of the drawing on screen."""

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
        """Handle a navigation key, without modifiers except Shift; return whether it was one."""
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
            self.select(next(iter(dependents_by_head(heads)[word]), 0))
        return True
