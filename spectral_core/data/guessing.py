"""First guess at the reading of an unknown word: the tags of known words with the same ending."""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Iterable

from spectral_core.data.sentence import EMPTY, Analysis

_MAX_SUFFIX = 6  # letters
_WEIGHT_PER_LETTER = 8  # factor for each shared letter of the ending
WORD, NUMBER, SYMBOL, MARK = "NOUN", "NUM", "SYM", "PUNCT"  # kinds of forms, each by its most frequent universal tag

_Tags = tuple[str, str, str]  # upos, xpos, feats


def guess_reading(form: str, known_words: Iterable[tuple[str, Analysis]]) -> Analysis:
    """Guess a reading: the form as lemma, with the tags of the known words (form, reading) that share its ending.

    Words, numbers, symbols and punctuation are compared with their own kind; where none is known, the universal tag
    says the kind.
    """
    kind = word_kind(form)
    weights: Counter[_Tags] = Counter()
    for known_form, reading in known_words:
        if (reading.upos, reading.xpos) != (EMPTY, EMPTY) and word_kind(known_form) == kind:
            weights[reading.upos, reading.xpos, reading.feats] += _WEIGHT_PER_LETTER ** _common_suffix_length(
                form, known_form
            )
    if not weights:
        return Analysis(form, upos=kind)
    upos, xpos, feats = max(weights, key=lambda tags: (weights[tags], tags))
    return Analysis(form, upos=upos, xpos=xpos, feats=feats)


def word_kind(form: str) -> str:
    """Return the kind of a form: a word with letters, a number, a symbol or a punctuation mark."""
    if any(map(str.isalpha, form)):
        return WORD
    if any(map(str.isnumeric, form)):
        return NUMBER
    return SYMBOL if form and all(unicodedata.category(sign)[0] == "S" for sign in form) else MARK


def _common_suffix_length(first: str, second: str) -> int:
    limit = min(len(first), len(second), _MAX_SUFFIX)
    return next((length for length in range(limit) if first[-1 - length] != second[-1 - length]), limit)
