"""The tree of the sentence that is read, small, to look at."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtGui import QResizeEvent, QShowEvent

from spectral_core.data import EMPTY, Sentence
from spectral_gui.canvas import Canvas
from spectral_gui.lists import points_of
from spectral_gui.scenes import dependencies
from spectral_gui.scenes.dependencies import Ghost

_MOST = 120  # words of a sentence that can be read so small
_SMALLEST = 0.85  # of its own size, so that all of it is seen
_LARGER = 3  # points: Arabic letters are small for the size of their font


class SmallTree(Canvas):
    """Draws the dependencies of one sentence, and one of its words as selected."""

    def __init__(self) -> None:
        super().__init__()
        self._sentence: Sentence | None = None
        self._word = 0
        self._proposed = False
        self._drawing: dependencies.ArcDrawing | None = None
        self._stale = True
        self.setMinimumHeight(90)
        self.setAccessibleName(self.tr("Tree of the sentence"))
        self.restyled.connect(self._draw_again)

    @staticmethod
    def can_show(sentence: Sentence | None) -> bool:
        """Whether there is a tree that can be read so small."""
        return sentence is not None and sentence.has_heads and len(sentence) <= _MOST

    def show_word(self, sentence: Sentence | None, word: int, proposed: bool = False) -> None:
        """Shows another sentence, or another of its words as selected; dashed where nobody has taken its tree yet."""
        if sentence is not self._sentence or proposed != self._proposed:
            self._sentence, self._proposed, self._stale = sentence, proposed, True
            self.setAccessibleDescription(_in_words(sentence) if self.can_show(sentence) and sentence else "")
        self._word = word
        if self.isVisible():
            self._show()

    def _draw_again(self) -> None:
        self._stale = True
        if self.isVisible():
            self._show()

    def _show(self) -> None:
        if self._stale:
            self._stale = False
            self._drawing = None
            self.scene().clear()
            sentence = self._sentence
            if sentence is not None and self.can_show(sentence):
                points, room = points_of(self, 0.0), max(self.viewport().width() - 8.0, 200.0)
                words = range(1, len(sentence) + 1) if self._proposed else ()
                self.set_zoom(1.0)
                self._drawing = dependencies.ArcDrawing(
                    self.scene(),
                    replace(sentence, xpos=(EMPTY,) * len(sentence)),  # for annotators
                    self.colours,
                    dependencies.ArcStyle(points, points + _LARGER, width=room, compact=True),
                    dependencies.ArcMarks(ghosts={word: Ghost() for word in words}),
                )
                high = self.sceneRect().height()
                self.set_zoom(max(_SMALLEST, min(1.0, (self.viewport().height() - 2) / max(high, 1.0))))
        if self._drawing is not None:
            self._drawing.select([self._word] if self._word else [], self._word)
            item = self._drawing.words.get(self._word)
            if item is not None:
                self.keep_in_sight(item.sceneBoundingRect())

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._show()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.size() != event.oldSize():
            self._draw_again()


def _in_words(sentence: Sentence) -> str:
    """The arcs as a text, for who cannot see them."""
    said = []
    for word, (head, label) in enumerate(zip(sentence.heads, sentence.deprels, strict=True), 1):
        above = sentence.forms[head - 1] if head else "—"
        said.append(f"{sentence.forms[word - 1]}: {'' if label == EMPTY else label} {above}")
    return "; ".join(said)
