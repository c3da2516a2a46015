"""Which first trees suit a text: those that cross fewest of the parts between its marks where marks are hidden."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from spectral_core.arrays import Flags
from spectral_core.models.bracket_inducer.seeds import Seeds
from spectral_core.models.bracket_inducer.stages import decoded
from spectral_core.models.bracket_inducer.text import ReadSentence
from spectral_core.models.bracketer import Bracketer

_HALF = 0.5 - 1e-9  # of the first trees: a span of one that is just the half is enough


def crossing(sentences: Sequence[ReadSentence], kind: str, metric: Bracketer | None) -> float:
    """How often brackets of first trees that know of no marks cross a fragment, by how often spans of the same lengths
    at any place do; 1 where no fragment can be crossed."""
    hidden = [replace(one, bare=replace(one.bare, marked=np.zeros_like(one.bare.marked))) for one in sentences]
    shares = Seeds.learn(hidden, kind, metric).shares(hidden)
    found = expected = 0.0
    for one, share in zip(sentences, shares, strict=True):
        across = crossed(one)
        if not across.any():
            continue
        by_length = [across.diagonal(length).mean() for length in range(one.size + 1)]
        for start, end in decoded(share, _HALF):
            found += across[start, end]
            expected += by_length[end - start]
    return float(found / expected) if expected else 1.0


def crossed(one: ReadSentence) -> Flags:
    """(words, words + 1) [start, end] whether a span has a part of a fragment, and more than that fragment."""
    low, high = (np.zeros(one.size + 1, dtype=np.int64) for _ in range(2))  # of the fragment that a gap is inside of
    inside = np.zeros(one.size + 1, dtype=bool)
    for start, end in one.fragments:
        low[start + 1 : end], high[start + 1 : end], inside[start + 1 : end] = start, end, True
    starts, ends = np.ogrid[: one.size, : one.size + 1]
    found: Flags = (inside[:-1, None] & (ends > high[:-1, None])) | (inside & (starts < low))
    return found & (starts < ends)
