"""Fonts of a constituency tree, the heights that follow from them, and the widths of labels."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtGui import QFontMetricsF

from spectral_core.data.tree import category
from spectral_core.drawing.tree_layout import Kind
from spectral_gui.resources import compute_row_height, make_text_font

NO_LABEL = "○"  # drawn for an empty label; a dot would look like a full stop
BELOW_ARROW = "↓"  # beside the label of a stub, whose subtree is drawn in a row below
LABEL_PADDING = 4.0  # left and right of a label


class TreeFonts:
    """Fonts of a constituency drawing, the heights that follow from them, and cached widths of texts."""

    def __init__(self, sizes: tuple[float, float], arabic: bool):
        points, arabic_points = sizes
        small_points = max(points - 2.0, 6.0)
        self.word_font = make_text_font(arabic_points if arabic else points, arabic)
        self.label_font = make_text_font(max(points - 1.0, 6.0))
        self.label_font.setBold(True)
        self.tag_font = make_text_font(small_points)
        self.trace_font = make_text_font(small_points)
        self.trace_font.setItalic(True)
        fonts = {"word": self.word_font, "name": self.label_font, "tag": self.tag_font, "trace": self.trace_font}
        self._metrics: Mapping[str, QFontMetricsF] = {kind: QFontMetricsF(font) for kind, font in fonts.items()}
        self._widths: dict[tuple[str, str], float] = {}
        self.label_height = self._metrics["name"].height()
        self.tag_offset = self._metrics["name"].ascent() - self._metrics["tag"].ascent()
        self.word_height = float(compute_row_height(self.word_font, arabic))
        self.word_offset = (self.word_height - self._metrics["word"].height()) / 2
        self.level_gap = self.label_height + 2.0 * points

    def measure(self, text: str, kind: str) -> float:
        width = self._widths.get((kind, text))
        if width is None:
            width = self._widths[kind, text] = self._metrics[kind].horizontalAdvance(text)
        return width

    def measure_label(self, label: str) -> float:
        category_text, functions = split_label(label)
        return self.measure(category_text, "name") + (self.measure(functions, "tag") if functions else 0.0)

    def measure_box(self, label: str, kind: Kind) -> float:
        """Return the width of a label with its padding, as the layout needs it."""
        if kind in ("phrase", "folded", "again"):
            return self.measure_label(label) + 2 * LABEL_PADDING
        if kind == "below":
            return (self.measure_label(label) if label else 0.0) + self.measure(BELOW_ARROW, "tag") + 4 * LABEL_PADDING
        return self.measure(label or NO_LABEL, kind) + 2 * LABEL_PADDING


def split_label(label: str) -> tuple[str, str]:
    """Split a label into its category, and its function tags and indices with their separators: NP and -SBJ-1."""
    name = category(label)
    return name or NO_LABEL, label[len(name) :]
