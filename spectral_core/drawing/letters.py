"""How wide a text is, as far as can be said without its font."""

from unicodedata import combining, east_asian_width

_NARROW, _BROAD = frozenset("iljtfrI.,:;'`|!()[]{}/\\ \""), frozenset("mwMWQOGD@%&—…")


def text_width(text: str, size: float) -> float:
    """About how wide a text is in a letter of this size: rather too wide than too narrow."""
    return size * sum(_share(letter) for letter in text)


def _share(letter: str) -> float:
    if combining(letter):
        return 0.0
    if east_asian_width(letter) in "WF":
        return 1.05
    return 0.4 if letter in _NARROW else 0.95 if letter in _BROAD else 0.72 if letter.isupper() else 0.64
