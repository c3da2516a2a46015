"""Shared parts of all drawings: items with bounds, hit testing, fonts with cached widths, and the style of suggested
parts."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import Generic, Literal, TypeVar

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QFont, QFontMetricsF
from PySide6.QtWidgets import QGraphicsItem

from spectral_gui.text_display import compute_row_height, make_treebank_font

P = TypeVar("P", int, tuple[int, ...])  # number of a word, or path of a node
HitPart = Literal["label", "word", "triangle"]  # a triangle represents folded nodes
_MAX_CACHED = 20_000  # texts whose widths are cached
_TAG_POINTS_REDUCTION = 2.5
_HIGH_SCORE, _LOW_SCORE = 0.9, 0.6  # limits between low, middle and high scores
_LINE_WIDTHS = (0.9, 1.25, 1.7)  # with a low score, a middle one, a high one


class BoundedItem(QGraphicsItem):
    """Graphics item with bounds around its origin, which are set when it is constructed."""

    _bounds: QRectF

    @property
    def scene_bounds(self) -> QRectF:
        """Bounds in the coordinates of the scene."""
        return self._bounds.translated(self.pos())

    def boundingRect(self) -> QRectF:
        return self._bounds


@dataclass(frozen=True, slots=True)
class Hit(Generic[P]):
    """Part of a word or a node that is drawn at a point."""

    position: P
    part: HitPart


class _Widths(dict[str, float]):
    """Widths of texts in a font, measured when they are first asked for."""

    def __init__(self, metrics: QFontMetricsF):
        super().__init__()
        self._metrics = metrics

    def __missing__(self, text: str) -> float:
        if len(self) >= _MAX_CACHED:
            self.clear()
        width = self[text] = self._metrics.horizontalAdvance(text)
        return width


class MeasuredFont:
    """Font with its heights and cached widths of texts."""

    def __init__(self, font: QFont, arabic: bool):
        self.font = font
        self._metrics = QFontMetricsF(font)
        self.height = float(compute_row_height(font, arabic))
        self.ascent = (self.height + self._metrics.ascent() - self._metrics.descent()) / 2  # below the top of a line
        # returns the width of a text in this font, from a cache; no function of Python, as drawings ask very often
        self.measure_width: Callable[[str], float] = _Widths(self._metrics).__getitem__

    def elide_text(self, text: str, max_width: float) -> str:
        """Return the text, cut with an ellipsis if it is wider than `max_width`."""
        if self.measure_width(text) <= max_width:
            return text
        return self._metrics.elidedText(text, Qt.TextElideMode.ElideRight, max_width)


def get_word_font(points: float, arabic: bool) -> MeasuredFont:
    """Return the font of words in a size of `points`."""
    return _get_measured_font(max(points, 6.0), arabic, False, False, QFont().toString())


def get_tag_font(points: float, slanted: bool = False, bold: bool = False) -> MeasuredFont:
    """Return the smaller font of tags next to words in a size of `points`."""
    return _get_measured_font(max(points - _TAG_POINTS_REDUCTION, 6.0), False, slanted, bold, QFont().toString())


@lru_cache(maxsize=32)
def _get_measured_font(points: float, arabic: bool, slanted: bool, bold: bool, _application: str) -> MeasuredFont:
    """Return a cached font; `_application` only separates the fonts of different application fonts."""
    font = make_treebank_font(points, arabic)
    font.setItalic(slanted)
    font.setBold(bold)
    return MeasuredFont(font, arabic)


@dataclass(frozen=True, slots=True)
class SuggestedPart:
    """Suggested part of a tree; the note is for its tool tip."""

    score: float | None = None  # a probability or a score
    is_changed: bool = False  # differs from the tree that it is compared with
    note: str = ""
    is_relation_only: bool = False  # the arc is confirmed, only its relation is suggested

    @property
    def line_width(self) -> float:
        """Width of the line in a drawing, which grows with the score."""
        if self.score is None:
            return _LINE_WIDTHS[1]
        return _LINE_WIDTHS[(self.score >= _LOW_SCORE) + (self.score >= _HIGH_SCORE)]
