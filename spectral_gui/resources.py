"""Fonts and text layout for Qt: script, direction and row height of a text; wording of numbers and translations."""

from __future__ import annotations

import math
import unicodedata
from collections.abc import Callable

from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtGui import QFont, QFontDatabase, QFontInfo, QFontMetricsF

from spectral_core.files import locate_assets

MAX_DRAWN_WORDS = 2_000  # of a sentence; a longer one is a whole text, and would block the window
_MAX_PROBABILITY, _MIN_PROBABILITY = 0.99, 0.01
_STACKED_MARKS = 0.2  # of the ascent: how far shadda and damma above an alef with hamza rise over it


def load_fonts() -> None:
    for path in sorted((locate_assets() / "fonts").glob("*.[ot]tf")):
        QFontDatabase.addApplicationFont(str(path))


def make_text_font(points: float, arabic: bool = False) -> QFont:
    """Return the font for words of a treebank: the system's own, or for Arabic the bundled one with its vowel marks."""
    font = QFont()
    system_family = QFontInfo(font).family()  # the generic sans serif font would cover only some marks
    font.setFamilies(["Noto Naskh Arabic", "DejaVu Sans", system_family] if arabic else [system_family, "DejaVu Sans"])
    font.setPointSizeF(points)
    return font


def compute_row_height(font: QFont, arabic: bool = False) -> int:
    """Return the height of a row that cuts nothing off its text, which is centred in it: for Arabic, no stacked
    marks."""
    metrics = QFontMetricsF(font)
    return math.ceil(metrics.height() + (2 * _STACKED_MARKS * metrics.ascent() if arabic else 4))


def is_arabic(text: str) -> bool:
    """Return whether a text needs the Arabic font: its first letters decide."""
    return any("\u0590" < letter < "\u0900" for letter in text[:40])


def is_right_to_left(text: str) -> bool | None:
    """Return whether the first letter of a text is written from right to left; None where there is none near its
    beginning."""
    for letter in text[:200]:
        direction = unicodedata.bidirectional(letter)
        if direction in ("L", "R", "AL"):
            return direction != "L"
    return None


def isolate_text(text: str) -> str:
    """Return a text to embed in one of another direction: right-to-left text is isolated."""
    return f"\u2068{text}\u2069" if is_right_to_left(text) else text


def format_likelihood(value: float, calibrated: bool) -> str:
    """Return the number of an arc: a percentage only where it is a probability."""
    if not calibrated:
        return _tr("score {0:.2f}").format(value)
    return format_probability(value)


def format_probability(probability: float) -> str:
    """Return a probability as it is written everywhere: a probable outcome is never called certain, nor impossible."""
    if probability > _MAX_PROBABILITY:
        return f">{_MAX_PROBABILITY:.0%}"
    return f"<{_MIN_PROBABILITY:.0%}" if probability < _MIN_PROBABILITY else f"{probability:.0%}"


def make_translator(context: str) -> Callable[[str], str]:
    """Return a function that translates texts of a context into the user's language."""
    return lambda text: QCoreApplication.translate(context, text)


_tr = make_translator("Proposed")


def resolve_plural(text: str, number: int) -> str:
    """Return a translated text with `(s)` resolved as in English for `number`; translations bring their own forms."""
    return text.replace("(s)", "" if number == 1 else "s")


def get_direction(right_to_left: object) -> Qt.LayoutDirection:
    return Qt.LayoutDirection.RightToLeft if right_to_left else Qt.LayoutDirection.LeftToRight
