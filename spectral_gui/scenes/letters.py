"""The letters of a tree of phrases: their fonts, the heights that follow from them, and how wide labels are."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtGui import QFontMetricsF

from spectral_core.data.tree import category
from spectral_core.drawing.tree_layout import Kind
from spectral_gui.resources import row_height, text_font

NO_LABEL = "○"  # drawn where a label is empty; a dot there looks like a full stop
BELOW = "↓"  # beside the label of what is drawn in a row below
PAD = 4.0  # left and right of a label, inside its plate


class Letters:
    """The fonts of a drawing, the heights that follow from them, and how wide texts are."""

    def __init__(self, sizes: tuple[float, float], arabic: bool):
        points, arabic_points = sizes
        small = max(points - 2.0, 6.0)
        self.word = text_font(arabic_points if arabic else points, arabic)
        self.name = text_font(max(points - 1.0, 6.0))
        self.name.setBold(True)
        self.tag = text_font(small)
        self.trace = text_font(small)
        self.trace.setItalic(True)
        fonts = {"word": self.word, "name": self.name, "tag": self.tag, "trace": self.trace}
        self._metrics: Mapping[str, QFontMetricsF] = {kind: QFontMetricsF(font) for kind, font in fonts.items()}
        self._widths: dict[tuple[str, str], float] = {}
        self.label_height = self._metrics["name"].height()
        self.tag_drop = self._metrics["name"].ascent() - self._metrics["tag"].ascent()
        self.word_height = float(row_height(self.word, arabic))
        self.word_drop = (self.word_height - self._metrics["word"].height()) / 2
        self.row = self.label_height + 2.0 * points

    def width(self, text: str, kind: str) -> float:
        found = self._widths.get((kind, text))
        if found is None:
            found = self._widths[kind, text] = self._metrics[kind].horizontalAdvance(text)
        return found

    def label_width(self, label: str) -> float:
        name, functions = split(label)
        return self.width(name, "name") + (self.width(functions, "tag") if functions else 0.0)

    def width_of(self, label: str, kind: Kind) -> float:
        """What the layout asks: the width of a label with the room at both sides of it."""
        if kind in ("phrase", "folded", "again"):
            return self.label_width(label) + 2 * PAD
        if kind == "below":
            return (self.label_width(label) if label else 0.0) + self.width(BELOW, "tag") + 4 * PAD
        return self.width(label or NO_LABEL, kind) + 2 * PAD


def split(label: str) -> tuple[str, str]:
    """The category of a phrase, and its function tags and indices with what joins them: NP and -SBJ-1."""
    name = category(label)
    return name or NO_LABEL, label[len(name) :]
