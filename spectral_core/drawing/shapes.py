"""Approximate text widths, without a font."""

from unicodedata import combining, east_asian_width

_NARROW, _BROAD = frozenset("iljtfrI.,:;'`|!()[]{}/\\ \""), frozenset("mwMWQOGD@%&—…")


def text_width(text: str, size: float) -> float:
    """Return the approximate width of a text at a font size, rather overestimated than underestimated."""
    return size * sum(_letter_width(letter) for letter in text)


def _letter_width(letter: str) -> float:
    if combining(letter):
        return 0.0
    if east_asian_width(letter) in "WF":
        return 1.05
    return 0.4 if letter in _NARROW else 0.95 if letter in _BROAD else 0.72 if letter.isupper() else 0.64
