"""Capitals of words, and what they tell of those of their lemmas."""

from __future__ import annotations

from collections import Counter

from spectral_core.analyzers.edit_scripts import AS_WRITTEN, CAPITAL, SMALL, TITLE

OF_WORDS, OF_LEMMAS = (SMALL, TITLE, CAPITAL), (AS_WRITTEN, SMALL, TITLE, CAPITAL)  # in the order of the kernels


def capitals_of(word: str) -> str:
    """SMALL, CAPITAL or TITLE: no capitals, all that can be, or some."""
    if word.islower() or not any(map(str.isupper, word)):
        return SMALL
    return CAPITAL if len(word) > 1 and word == word.upper() else TITLE


def ratios(counts: Counter[tuple[str, str]]) -> dict[tuple[str, str], float]:
    """How much likelier the lemma's capitals are for words with such capitals than for all words."""
    words = {kind: sum(counts[kind, lemma] for lemma in OF_LEMMAS) for kind in OF_WORDS}
    lemmas = {lemma: sum(counts[kind, lemma] for kind in OF_WORDS) for lemma in OF_LEMMAS}
    total = sum(words.values())
    return {
        (kind, lemma): (counts[kind, lemma] + 0.1) / (words[kind] + 1.0) * (total + 1.0) / (lemmas[lemma] + 0.1)
        for kind in OF_WORDS
        for lemma in OF_LEMMAS
    }
