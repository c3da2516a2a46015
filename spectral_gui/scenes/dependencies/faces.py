"""Faces: fonts with the widths of the texts that were set in them, so that a text is measured once."""

from __future__ import annotations

from functools import lru_cache

from PySide6.QtCore import Qt
from PySide6.QtGui import QFont, QFontMetricsF

from spectral_gui.resources import row_height, text_font

_MOST = 20_000  # texts whose widths are kept
_TAGS_SMALLER = 2.5


class Face:
    """A font, its heights, and how wide texts are in it."""

    def __init__(self, font: QFont, arabic: bool):
        self.font = font
        self._metrics = QFontMetricsF(font)
        self.height = float(row_height(font, arabic))
        self.ascent = (self.height + self._metrics.ascent() - self._metrics.descent()) / 2  # from a line's top
        self._widths: dict[str, float] = {}

    def width(self, text: str) -> float:
        found = self._widths.get(text)
        if found is None:
            if len(self._widths) >= _MOST:
                self._widths.clear()
            found = self._widths[text] = self._metrics.horizontalAdvance(text)
        return found

    def elided(self, text: str, most: float) -> str:
        """The text, cut with an ellipsis where it is wider than `most`."""
        if self.width(text) <= most:
            return text
        return self._metrics.elidedText(text, Qt.TextElideMode.ElideRight, most)


def word_face(points: float, arabic: bool) -> Face:
    return _face(max(points, 6.0), arabic, False, False, QFont().toString())


def tag_face(points: float, slanted: bool = False, bold: bool = False) -> Face:
    return _face(max(points - _TAGS_SMALLER, 6.0), False, slanted, bold, QFont().toString())


@lru_cache(maxsize=32)
def _face(points: float, arabic: bool, slanted: bool, bold: bool, _application: str) -> Face:
    font = text_font(points, arabic)
    font.setItalic(slanted)
    font.setBold(bold)
    return Face(font, arabic)
