"""Display of text in Qt: fonts, row height and direction of a text, formats of probabilities, translation functions."""

from __future__ import annotations

import math
import unicodedata
from collections.abc import Callable
from functools import lru_cache

from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtGui import QFont, QFontDatabase, QFontInfo, QFontMetricsF

from spectral_core.files import locate_assets

MAX_DRAWN_WORDS = 2_000  # a longer "sentence" is usually a whole text, and would block the window
_MAX_CACHED = 4_096  # texts whose direction and script are known
_MAX_PROBABILITY, _MIN_PROBABILITY = 0.99, 0.01
_STACKED_MARKS_SHARE = 0.2  # of the ascent: how far shadda and damma above an alef with hamza exceed it


def load_bundled_fonts() -> None:
    """Register the fonts that come with the program."""
    for path in sorted((locate_assets() / "fonts").glob("*.[ot]tf")):
        QFontDatabase.addApplicationFont(str(path))


def make_treebank_font(points: float, arabic: bool = False) -> QFont:
    """Return the font for words of a treebank: the system's own, or the bundled one for Arabic with its vowel marks."""
    font = QFont()
    system_family = QFontInfo(font).family()  # the generic sans serif font would cover only some marks
    font.setFamilies(["Noto Naskh Arabic", "DejaVu Sans", system_family] if arabic else [system_family, "DejaVu Sans"])
    font.setPointSizeF(points)
    return font


def compute_row_height(font: QFont, arabic: bool = False) -> int:
    """Compute a row height that does not clip centred text; for Arabic, also stacked marks."""
    metrics = QFontMetricsF(font)
    return math.ceil(metrics.height() + (2 * _STACKED_MARKS_SHARE * metrics.ascent() if arabic else 4))


@lru_cache(_MAX_CACHED)
def is_arabic(text: str) -> bool:
    """Return whether a text needs the Arabic font, judged by its first letters."""
    return any("\u0590" < letter < "\u0900" for letter in text[:40])


@lru_cache(_MAX_CACHED)
def is_right_to_left(text: str) -> bool | None:
    """Return whether the first letter of a text is right-to-left; None if its first 200 characters have no letter."""
    for letter in text[:200]:
        direction = unicodedata.bidirectional(letter)
        if direction in ("L", "R", "AL"):
            return direction != "L"
    return None


@lru_cache(_MAX_CACHED)
def isolate_text(text: str) -> str:
    """Return the text, if it is right-to-left, between bidirectional isolates, to be embedded in left-to-right text."""
    return f"\u2068{text}\u2069" if is_right_to_left(text) else text


def isolate_any_text(text: str) -> str:
    """Return text of either direction between bidirectional isolates, for messages that are right-to-left themselves in
    some languages."""
    return f"\u2068{text}\u2069"


def format_arc_score(value: float, calibrated: bool) -> str:
    """Format the score of an arc: as a percentage only if it is a probability."""
    if not calibrated:
        return _tr("score {0:.2f}").format(value)
    return format_probability(value)


def format_probability(probability: float) -> str:
    """Format a probability; values strictly between 0 and 1 never appear as 0 % or 100 %."""
    if probability > _MAX_PROBABILITY:
        return f">{_MAX_PROBABILITY:.0%}"
    return f"<{_MIN_PROBABILITY:.0%}" if probability < _MIN_PROBABILITY else f"{probability:.0%}"


def make_translator(context: str) -> Callable[[str], str]:
    """Return a function that translates texts of a context into the user's language."""
    return lambda text: QCoreApplication.translate(context, text)


_tr = make_translator("Proposed")


def resolve_plural(text: str, number: int) -> str:
    """Replace `(s)` in an English text by "s", or by nothing if `number` is 1; translations have their own plural
    forms."""
    return text.replace("(s)", "" if number == 1 else "s")


def get_layout_direction(right_to_left: object) -> Qt.LayoutDirection:
    """Return the layout direction of Qt for right-to-left text, if the argument is true, or left-to-right text."""
    return Qt.LayoutDirection.RightToLeft if right_to_left else Qt.LayoutDirection.LeftToRight
