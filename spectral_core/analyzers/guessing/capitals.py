"""Letter cases of words and of their lemmas."""

from __future__ import annotations

from collections import Counter

from spectral_core.analyzers.edit_scripts import AS_WRITTEN, LOWER, TITLE, UPPER

WORD_CASES, LEMMA_CASES = (LOWER, TITLE, UPPER), (AS_WRITTEN, LOWER, TITLE, UPPER)  # ordered as in the kernels


def classify_case(word: str) -> str:
    """Return LOWER, UPPER or TITLE: no capitals, all letters that can be, or some."""
    if word.islower() or not any(map(str.isupper, word)):
        return LOWER
    return UPPER if len(word) > 1 and word == word.upper() else TITLE


def compute_case_ratios(counts: Counter[tuple[str, str]]) -> dict[tuple[str, str], float]:
    """Return how much more probable each case of the lemma is for words of each case than for all words."""
    word_totals = {
        word_case: sum(counts[word_case, lemma_case] for lemma_case in LEMMA_CASES) for word_case in WORD_CASES
    }
    lemma_totals = {
        lemma_case: sum(counts[word_case, lemma_case] for word_case in WORD_CASES) for lemma_case in LEMMA_CASES
    }
    total = sum(word_totals.values())
    return {
        (word_case, lemma_case): (counts[word_case, lemma_case] + 0.1)
        / (word_totals[word_case] + 1.0)
        * (total + 1.0)
        / (lemma_totals[lemma_case] + 0.1)
        for word_case in WORD_CASES
        for lemma_case in LEMMA_CASES
    }
