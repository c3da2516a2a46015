"""A first guess at the reading of a word that no analyser knows: the tags of known words that look like it."""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Iterable

from spectral_core.data.sentence import EMPTY, Analysis

_LONGEST = 6  # letters of an ending that are compared
_FACTOR = 8  # so much more does an ending say with one letter more
WORD, NUMBER, SYMBOL, MARK = "NOUN", "NUM", "SYM", "PUNCT"  # kinds, by the universal tag of most

_Tags = tuple[str, str, str]  # upos, xpos, feats


def guessed(form: str, known: Iterable[tuple[str, Analysis]]) -> Analysis:
    """The word as its own lemma, with the tags that known words (form, reading) with its ending have most of all.
    Words, numbers, symbols and marks are compared with their like; where there is none of these, the universal tag says
    which of them it is."""
    kind = kind_of(form)
    weights: Counter[_Tags] = Counter()
    for other, reading in known:
        if (reading.upos, reading.xpos) != (EMPTY, EMPTY) and kind_of(other) == kind:
            weights[reading.upos, reading.xpos, reading.feats] += _FACTOR ** _alike(form, other)
    if not weights:
        return Analysis(form, upos=kind)
    upos, xpos, feats = max(weights, key=lambda tags: (weights[tags], tags))
    return Analysis(form, upos=upos, xpos=xpos, feats=feats)


def kind_of(form: str) -> str:
    """Whether a form has letters, or is a number, a symbol or a punctuation mark."""
    if any(map(str.isalpha, form)):
        return WORD
    if any(map(str.isnumeric, form)):
        return NUMBER
    return SYMBOL if form and all(unicodedata.category(sign)[0] == "S" for sign in form) else MARK


def _alike(one: str, other: str) -> int:
    most = min(len(one), len(other), _LONGEST)
    return next((at for at in range(most) if one[-1 - at] != other[-1 - at]), most)
