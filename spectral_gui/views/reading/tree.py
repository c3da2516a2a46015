"""Small drawing of the tree of the sentence that is read."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtGui import QResizeEvent, QShowEvent

from spectral_core.data import EMPTY, Sentence
from spectral_gui.canvas import Canvas
from spectral_gui.lists import get_text_points
from spectral_gui.scenes import dependencies
from spectral_gui.scenes.dependencies import Ghost

_MAX_TREE_WORDS = 120  # words of a sentence that is legible at this size
_MIN_ZOOM = 0.85  # down to which a tree is fitted
_ARABIC_EXTRA_POINTS = 3  # points: Arabic letters are small for the size of their font


class SmallTree(Canvas):
    """Canvas that draws the dependencies of one sentence, with one word selected."""

    def __init__(self) -> None:
        super().__init__()
        self._sentence: Sentence | None = None
        self._word = 0
        self._is_suggested = False
        self._drawing: dependencies.ArcDrawing | None = None
        self._stale = True
        self.setMinimumHeight(90)
        self.setAccessibleName(self.tr("Tree of the sentence"))
        self.restyled.connect(self._redraw)

    @staticmethod
    def can_show(sentence: Sentence | None) -> bool:
        """Return whether a sentence has a tree that is legible at this size."""
        return sentence is not None and sentence.has_heads and len(sentence) <= _MAX_TREE_WORDS

    def show_word(self, sentence: Sentence | None, word: int, suggested: bool = False) -> None:
        """Show a sentence with a word selected; arcs are dashed if its tree is only suggested."""
        if sentence is not self._sentence or suggested != self._is_suggested:
            self._sentence, self._is_suggested, self._stale = sentence, suggested, True
            self.setAccessibleDescription(_describe_arcs(sentence) if self.can_show(sentence) and sentence else "")
        self._word = word
        if self.isVisible():
            self._update_drawing()

    def _redraw(self) -> None:
        self._stale = True
        if self.isVisible():
            self._update_drawing()

    def _update_drawing(self) -> None:
        if self._stale:
            self._stale = False
            self._drawing = None
            self.scene().clear()
            sentence = self._sentence
            if sentence is not None and self.can_show(sentence):
                points, available_width = get_text_points(self, 0.0), max(self.viewport().width() - 8.0, 200.0)
                words = range(1, len(sentence) + 1) if self._is_suggested else ()
                self.set_zoom(1.0)
                self._drawing = dependencies.ArcDrawing(
                    self.scene(),
                    replace(sentence, xpos=(EMPTY,) * len(sentence)),  # of no use to readers
                    self.colours,
                    dependencies.ArcStyle(points, points + _ARABIC_EXTRA_POINTS, width=available_width, compact=True),
                    dependencies.ArcMarks(ghosts={word: Ghost() for word in words}),
                )
                height = self.sceneRect().height()
                self.set_zoom(max(_MIN_ZOOM, min(1.0, (self.viewport().height() - 2) / max(height, 1.0))))
        if self._drawing is not None:
            self._drawing.select([self._word] if self._word else [], self._word)
            item = self._drawing.words.get(self._word)
            if item is not None:
                self.keep_in_sight(item.sceneBoundingRect())

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._update_drawing()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.size() != event.oldSize():
            self._redraw()


def _describe_arcs(sentence: Sentence) -> str:
    """Return the arcs as text, for screen readers."""
    descriptions = []
    for word, (head, label) in enumerate(zip(sentence.heads, sentence.deprels, strict=True), 1):
        head_form = sentence.forms[head - 1] if head else "—"
        descriptions.append(f"{sentence.forms[word - 1]}: {'' if label == EMPTY else label} {head_form}")
    return "; ".join(descriptions)
