"""Words with the bit paths of their clusters, wherever these come from."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from spectral_core.brief import brief_repr


@dataclass(frozen=True, slots=True, eq=False)
class WordPaths:
    """Bit paths of words; prefixes of a path are larger clusters."""

    words: Sequence[str]  # most frequent first
    paths: Sequence[str]  # of each word
    source: str  # where they come from, for messages and for what a model says of itself
    __repr__ = brief_repr
