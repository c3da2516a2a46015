"""Fonts and other assets, as Qt wants them; how a text is set: its script, its direction, the height of its rows."""

from __future__ import annotations

import math
import unicodedata
from collections.abc import Callable

from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtGui import QFont, QFontDatabase, QFontInfo, QFontMetricsF

from spectral_core.files import locate_assets

MOST_WORDS = 2_000  # of a sentence that is drawn; what is longer is a whole text, and would hold the window up
_NEARLY, _HARDLY = 0.99, 0.01
_STACKED = 0.2  # of the ascent: how far shadda and damma above an alef with hamza rise over it


def load_fonts() -> None:
    for path in sorted((locate_assets() / "fonts").glob("*.[ot]tf")):
        QFontDatabase.addApplicationFont(str(path))


def text_font(points: float, arabic: bool = False) -> QFont:
    """The font for words of a treebank: the system's own, or for Arabic the bundled one with its vowel marks."""
    font = QFont()
    own = QFontInfo(font).family()  # asked by its name alone, the font for all sans serif would take only some marks
    font.setFamilies(["Noto Naskh Arabic", "DejaVu Sans", own] if arabic else [own, "DejaVu Sans"])
    font.setPointSizeF(points)
    return font


def row_height(font: QFont, arabic: bool = False) -> int:
    """The height of a row that cuts nothing off its text, which stands in its middle: for Arabic, no stacked marks."""
    metrics = QFontMetricsF(font)
    return math.ceil(metrics.height() + (2 * _STACKED * metrics.ascent() if arabic else 4))


def is_arabic(text: str) -> bool:
    """Whether a text is to be set in the Arabic font: its first letters decide."""
    return any("\u0590" < letter < "\u0900" for letter in text[:40])


def is_right_to_left(text: str) -> bool | None:
    """Whether the first letter of a text is written from right to left; None where there is none near its beginning."""
    for letter in text[:200]:
        direction = unicodedata.bidirectional(letter)
        if direction in ("L", "R", "AL"):
            return direction != "L"
    return None


def isolated(text: str) -> str:
    """A text for one of another direction: what is written right to left keeps to itself."""
    return f"\u2068{text}\u2069" if is_right_to_left(text) else text


def likelihood(value: float, calibrated: bool) -> str:
    """The number of an arc: a percentage only where it is a probability."""
    if not calibrated:
        return _tr("score {0:.2f}").format(value)
    return per_cent(value)


def per_cent(probability: float) -> str:
    """A probability as it is written everywhere: what is only probable is never said to be certain, or impossible."""
    if probability > _NEARLY:
        return f">{_NEARLY:.0%}"
    return f"<{_HARDLY:.0%}" if probability < _HARDLY else f"{probability:.0%}"


def translating(context: str) -> Callable[[str], str]:
    """What says texts of a context in the user's language."""
    return lambda text: QCoreApplication.translate(context, text)


_tr = translating("Proposed")


def counted(text: str, number: int) -> str:
    """A translated text with `(s)` as English has it after `number`; translations bring forms of their own."""
    return text.replace("(s)", "" if number == 1 else "s")


def direction_of(right_to_left: object) -> Qt.LayoutDirection:
    return Qt.LayoutDirection.RightToLeft if right_to_left else Qt.LayoutDirection.LeftToRight
