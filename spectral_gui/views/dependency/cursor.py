"""Which words are selected, and how keys go from one to the next: by sight, to heads and to dependents."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QKeyEvent

from spectral_core.data.dependencies import dependents
from spectral_gui.scenes.dependencies import ArcDrawing
from spectral_gui.session import Session


class WordCursor(QObject):
    """The session's selection as words of the drawing on screen."""

    def __init__(self, session: Session, drawing: Callable[[], ArcDrawing | None], parent: QObject):
        super().__init__(parent)
        self._session = session
        self._drawing_now = drawing

    def select(self, word: int, extend: bool = False) -> None:
        """Selects a word, or extends the selection to it."""
        if not word:
            return
        before = self._session.selection
        anchor = (before.anchor or before.word) if extend else 0
        self._session.select(word=word, anchor=0 if anchor == word else anchor)

    def select_range(self, word: int, anchor: int) -> None:
        """Selects the words from `anchor` to `word`."""
        self._session.select(word=word, anchor=anchor)

    def press(self, event: QKeyEvent) -> bool:
        """Goes where a key without others but Shift leads; whether it leads anywhere."""
        extend = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
        key = event.key()
        if key == Qt.Key.Key_Left:
            self.go_left(extend)
        elif key == Qt.Key.Key_Right:
            self.go_right(extend)
        elif key == Qt.Key.Key_Home:
            self.go_to_first(extend)
        elif key == Qt.Key.Key_End:
            self.go_to_last(extend)
        elif key == Qt.Key.Key_Up:
            self.go_to_head()
        elif key == Qt.Key.Key_Down:
            self.go_to_dependent()
        else:
            return False
        return True

    def go_left(self, extend: bool = False) -> None:
        """Goes to the word on the left, as it is seen."""
        self._step(1 if self._is_mirrored else -1, extend)

    def go_right(self, extend: bool = False) -> None:
        """Goes to the word on the right, as it is seen."""
        self._step(-1 if self._is_mirrored else 1, extend)

    def go_to_head(self) -> None:
        """Goes to the word that this one hangs from."""
        drawing, word = self._drawing_now(), self._session.selection.word
        if drawing is not None and word:
            sentence = drawing.sentence
            head = sentence.heads[word - 1]
            if head is not None and 0 < head <= len(sentence):
                self.select(head)
        else:
            self._step(0)

    def go_to_dependent(self) -> None:
        """Goes to the first word that hangs from this one."""
        drawing, word = self._drawing_now(), self._session.selection.word
        if drawing is not None and word:
            below = dependents(drawing.sentence.heads)[word]
            if below:
                self.select(below[0])
        else:
            self._step(0)

    def go_to_first(self, extend: bool = False) -> None:
        self.select(1, extend)

    def go_to_last(self, extend: bool = False) -> None:
        drawing = self._drawing_now()
        self.select(0 if drawing is None else len(drawing.sentence), extend)

    @property
    def _is_mirrored(self) -> bool:
        drawing = self._drawing_now()
        return drawing is not None and drawing.right_to_left

    def _step(self, by: int, extend: bool = False) -> None:
        drawing = self._drawing_now()
        if drawing is not None:
            word = self._session.selection.word
            self.select(min(max(word + by, 1), len(drawing.sentence)) if word else 1, extend)
