"""Choice of first trees for a text: those that cross the fewest fragments between its marks where marks are hidden."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from spectral_core.arrays import Flags
from spectral_core.models.bracket_inducer.seeds import Seeds
from spectral_core.models.bracket_inducer.stages import decode_spans
from spectral_core.models.bracket_inducer.text import ClassedSentence
from spectral_core.models.bracketer import Bracketer

_MAJORITY = 0.5 - 1e-9  # a span with half of the first trees is enough


def crossing_ratio(sentences: Sequence[ClassedSentence], kind: str, metric: Bracketer | None) -> float:
    """Return how often brackets of first trees without marks cross a fragment, relative to random spans of the same
    lengths; 1 where no fragment can be crossed."""
    hidden = [
        replace(sentence, bare=replace(sentence.bare, marked=np.zeros_like(sentence.bare.marked)))
        for sentence in sentences
    ]
    frequencies = Seeds.learn(hidden, kind, metric).span_frequencies(hidden)
    crossings = expected = 0.0
    for sentence, span_frequencies in zip(sentences, frequencies, strict=True):
        crosses = mark_crossings(sentence)
        if not crosses.any():
            continue
        by_length = [crosses.diagonal(length).mean() for length in range(sentence.size + 1)]
        for start, end in decode_spans(span_frequencies, _MAJORITY):
            crossings += crosses[start, end]
            expected += by_length[end - start]
    return float(crossings / expected) if expected else 1.0


def mark_crossings(sentence: ClassedSentence) -> Flags:
    """Return (words, words + 1) [start, end] whether a span has a part of a fragment, and more than that fragment."""
    low, high = (np.zeros(sentence.size + 1, dtype=np.int64) for _ in range(2))  # of the fragment around a gap
    inside = np.zeros(sentence.size + 1, dtype=bool)
    for start, end in sentence.fragments:
        low[start + 1 : end], high[start + 1 : end], inside[start + 1 : end] = start, end, True
    starts, ends = np.ogrid[: sentence.size, : sentence.size + 1]
    crosses: Flags = (inside[:-1, None] & (ends > high[:-1, None])) | (inside & (starts < low))
    return crosses & (starts < ends)
