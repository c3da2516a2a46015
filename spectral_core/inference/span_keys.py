"""Compiled keys of the spans of sentences: which sequence each holds, and between which words; no import at start."""

from __future__ import annotations

import numpy as np

from spectral_core.arrays import Integers, Keys
from spectral_core.inference.compiling import entry
from spectral_core.inference.feature_table import mixed

_CONTEXT = np.uint64(0xA0761D6478BD642F)  # keeps contexts from sequences


@entry
def span_keys(sizes: Integers, words: Keys, edge: np.uint64, least: int, most: int) -> tuple[Keys, Keys]:
    """The keys of the sequence and of the context of every span of so many words, by sentence, start and end."""
    number = 0
    for size in sizes:
        for length in range(least, min(most, size) + 1):
            number += size - length + 1
    yields, contexts = np.empty(number, dtype=np.uint64), np.empty(number, dtype=np.uint64)
    low, at = 0, 0
    for size in sizes:
        for start in range(size):
            before = words[low + start - 1] if start > 0 else edge
            key = np.uint64(1)
            for end in range(start + 1, min(start + most, size) + 1):
                key = mixed(key, words[low + end - 1])
                if end - start >= least:
                    after = words[low + end] if end < size else edge
                    yields[at] = key
                    contexts[at] = mixed(mixed(before, _CONTEXT), after)
                    at += 1
        low += size
    return yields, contexts
