"""Faces: fonts with cached widths of texts."""

from __future__ import annotations

from functools import lru_cache

from PySide6.QtCore import Qt
from PySide6.QtGui import QFont, QFontMetricsF

from spectral_gui.resources import compute_row_height, make_text_font

_MAX_CACHED = 20_000  # texts whose widths are cached
_TAG_POINTS_LESS = 2.5


class Face:
    """Font with its heights and cached widths of texts."""

    def __init__(self, font: QFont, arabic: bool):
        self.font = font
        self._metrics = QFontMetricsF(font)
        self.height = float(compute_row_height(font, arabic))
        self.ascent = (self.height + self._metrics.ascent() - self._metrics.descent()) / 2  # below the top of a line
        self._widths: dict[str, float] = {}

    def width(self, text: str) -> float:
        width = self._widths.get(text)
        if width is None:
            if len(self._widths) >= _MAX_CACHED:
                self._widths.clear()
            width = self._widths[text] = self._metrics.horizontalAdvance(text)
        return width

    def elide(self, text: str, max_width: float) -> str:
        """Return the text, cut with an ellipsis if it is wider than `max_width`."""
        if self.width(text) <= max_width:
            return text
        return self._metrics.elidedText(text, Qt.TextElideMode.ElideRight, max_width)


def get_word_face(points: float, arabic: bool) -> Face:
    return _get_face(max(points, 6.0), arabic, False, False, QFont().toString())


def get_tag_face(points: float, slanted: bool = False, bold: bool = False) -> Face:
    return _get_face(max(points - _TAG_POINTS_LESS, 6.0), False, slanted, bold, QFont().toString())


@lru_cache(maxsize=32)
def _get_face(points: float, arabic: bool, slanted: bool, bold: bool, _application: str) -> Face:
    font = make_text_font(points, arabic)
    font.setItalic(slanted)
    font.setBold(bold)
    return Face(font, arabic)
