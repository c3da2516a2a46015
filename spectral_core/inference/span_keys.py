"""Compiled keys of the spans of sentences: of the sequence that a span holds, and of the words around it. Nothing
imports this module at start."""

from __future__ import annotations

import numpy as np

from spectral_core.arrays import Integers, Keys
from spectral_core.inference.compiling import entry
from spectral_core.inference.feature_table import mix_keys

_CONTEXT = np.uint64(0xA0761D6478BD642F)  # keeps keys of contexts and of sequences apart


@entry
def span_keys(sizes: Integers, words: Keys, edge: np.uint64, min_length: int, max_length: int) -> tuple[Keys, Keys]:
    """Return the keys of the sequence and of the context of every span of `min_length` to `max_length` words, by
    sentence, start and end."""
    span_count = 0
    for size in sizes:
        for length in range(min_length, min(max_length, size) + 1):
            span_count += size - length + 1
    yields, contexts = np.empty(span_count, dtype=np.uint64), np.empty(span_count, dtype=np.uint64)
    low, span_index = 0, 0
    for size in sizes:
        for start in range(size):
            before = words[low + start - 1] if start > 0 else edge
            key = np.uint64(1)
            for end in range(start + 1, min(start + max_length, size) + 1):
                key = mix_keys(key, words[low + end - 1])
                if end - start >= min_length:
                    after = words[low + end] if end < size else edge
                    yields[span_index] = key
                    contexts[span_index] = mix_keys(mix_keys(before, _CONTEXT), after)
                    span_index += 1
        low += size
    return yields, contexts
