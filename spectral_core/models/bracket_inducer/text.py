"""Sentences as the stages see them: words without punctuation, their classes, marks, and which half each is in."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import blake2b
from typing import Self

import numpy as np

from spectral_core.arrays import Flags, Floats, Integers, Keys
from spectral_core.data import Sentence
from spectral_core.inference.soft_spans import MarkedWords
from spectral_core.models.bracketing.classes import ReadClasses
from spectral_core.models.bracketing.words import BareWords, fingerprint

Span = tuple[int, int]


@dataclass(frozen=True, slots=True, eq=False)
class ReadSentence:
    """One sentence without its punctuation."""

    sentence: Sentence
    bare: BareWords
    fine: tuple[str, ...]
    coarse: tuple[str, ...]
    half: int  # 0 or 1, by its words: what is learnt from one half is asked about the other

    @classmethod
    def of(cls, sentence: Sentence, read: ReadClasses) -> Self:
        bare = read.bare(sentence)
        fine, coarse = read.names(sentence, bare)
        return cls(read.seen(sentence), bare, tuple(fine), tuple(coarse), fingerprint(sentence) & 1)

    @property
    def size(self) -> int:
        return len(self.fine)

    @property
    def fragments(self) -> list[Span]:
        """The runs of words without a mark between them."""
        inner = [at for at in range(1, self.size) if self.bare.marked[at]]
        return list(zip([0, *inner], [*inner, self.size], strict=True))


@dataclass(frozen=True, slots=True, eq=False)
class ReadText:
    """Many sentences as arrays."""

    sentences: tuple[ReadSentence, ...]
    words: MarkedWords
    bounds: Integers  # (sentences + 1,) of the spans of each, but words and wholes, by start and end

    @classmethod
    def of(cls, sentences: Sequence[ReadSentence]) -> Self:
        sizes = np.array([one.size for one in sentences], dtype=np.int64)
        spans = np.maximum(sizes * (sizes - 1) // 2 - (sizes > 1), 0)
        marks = np.concatenate([one.bare.marked for one in sentences]).astype(np.int64)
        fine = _keys([name for one in sentences for name in one.fine])
        coarse = _keys([name for one in sentences for name in one.coarse])
        words = MarkedWords(np.append(0, np.cumsum(sizes)), fine, coarse, marks)
        return cls(tuple(sentences), words, np.append(0, np.cumsum(spans)))

    @property
    def halves(self) -> Integers:
        return np.array([one.half for one in self.sentences], dtype=np.int64)


def table_of(size: int, values: Floats, other: float = 0.0) -> Floats:
    """(words, words + 1) [start, end] of what stands by start and end for the spans of one sentence."""
    found = np.full((size, size + 1), other)
    found[inner_spans(size)] = values
    return found


def inner_spans(size: int) -> Flags:
    """(words, words + 1) [start, end] whether a span is neither a word nor the whole; row by row is their order."""
    start, end = np.ogrid[:size, : size + 1]
    found: Flags = (end - start > 1) & (end - start < size)
    return found


def _keys(names: Sequence[str]) -> Keys:
    made: dict[str, int] = {}
    for name in names:
        if name not in made:
            made[name] = int.from_bytes(blake2b(name.encode("utf-8", "surrogatepass"), digest_size=8).digest(), "big")
    return np.array([made[name] | 1 for name in names], dtype=np.uint64)
