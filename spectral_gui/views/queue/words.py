"""Which sentences have words that were typed: compared however they are written, large, small, vowelled."""

from __future__ import annotations

import unicodedata
from collections.abc import Generator

from spectral_core.data import Treebank


def holding(treebank: Treebank, wanted: str) -> Generator[None, None, list[int]]:
    """The sentences with these letters in a row, in their text or in their words; yields between sentences."""
    exact = any(map(unicodedata.combining, wanted))
    letters = _plain(wanted, exact)
    found = []
    for at, sentence in enumerate(treebank):
        text = sentence.text
        if letters in _plain(text, exact) or letters in _plain(" ".join(sentence.forms), exact):
            found.append(at)
        yield
    return found


def _plain(text: str, exact: bool) -> str:
    """A text as it is compared: unless marks were typed, without vowel marks."""
    text = text.casefold()
    if exact or text.isascii():
        return text
    return "".join(letter for letter in text if not unicodedata.combining(letter))
