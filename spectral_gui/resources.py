"""Fonts and other assets, as Qt wants them."""

from __future__ import annotations

from PySide6.QtGui import QFont, QFontDatabase, QFontInfo

from spectral_core.files import assets


def load_fonts() -> None:
    """Makes the bundled fonts known to the application."""
    for path in sorted((assets() / "fonts").glob("*.ttf")):
        QFontDatabase.addApplicationFont(str(path))


def text_font(points: float, arabic: bool = False) -> QFont:
    """The font for words of a treebank: the system's own, or for Arabic the bundled one with its vowel marks."""
    font = QFont()
    own = QFontInfo(font).family()  # asked by its name alone, the font for all sans serif would take only some marks
    font.setFamilies(["Noto Naskh Arabic", own] if arabic else [own, "DejaVu Sans"])
    font.setPointSizeF(points)
    return font


def is_arabic(text: str) -> bool:
    """Whether a text is to be set in the Arabic font: its first letters decide."""
    return any("\u0590" < letter < "\u0900" for letter in text[:40])
