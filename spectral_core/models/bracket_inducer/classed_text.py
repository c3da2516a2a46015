"""Sentences without punctuation, with the classes of their words and the half of the text each sentence is in."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import blake2b
from typing import Self

import numpy as np

from spectral_core.arrays import Flags, Floats, Integers, Keys
from spectral_core.data import Sentence
from spectral_core.models.bracketing.sentences import UnpunctuatedSentence, hash_forms
from spectral_core.models.bracketing.word_classes import WordClassifier
from spectral_core.structured.cky.span_features import PunctuatedWords
from spectral_core.structured.locks import Span


@dataclass(frozen=True, slots=True, eq=False)
class ClassedSentence:
    """Sentence without its punctuation, with the classes of its words."""

    sentence: Sentence
    unpunctuated: UnpunctuatedSentence
    fine: tuple[str, ...]
    coarse: tuple[str, ...]
    half: int  # 0 or 1, by a hash of its words; each half is scored by models of the other

    @classmethod
    def from_sentence(cls, sentence: Sentence, word_classifier: WordClassifier) -> Self:
        unpunctuated = word_classifier.strip_punctuation(sentence)
        fine, coarse = word_classifier.class_names(sentence, unpunctuated)
        return cls(
            word_classifier.drop_unused_tags(sentence),
            unpunctuated,
            tuple(fine),
            tuple(coarse),
            hash_forms(sentence) & 1,
        )

    @property
    def size(self) -> int:
        """Number of words without punctuation."""
        return len(self.fine)

    @property
    def fragments(self) -> list[Span]:
        """Spans of words without punctuation between them."""
        return self.unpunctuated.find_fragments()


@dataclass(frozen=True, slots=True, eq=False)
class ClassedText:
    """Sentences with word classes, concatenated into arrays for the kernels."""

    sentences: tuple[ClassedSentence, ...]
    words: PunctuatedWords
    bounds: Integers  # (sentences + 1,) range of each sentence's inner spans, sorted by start and end

    @classmethod
    def from_sentences(cls, sentences: Sequence[ClassedSentence]) -> Self:
        sizes = np.array([sentence.size for sentence in sentences], dtype=np.int64)
        spans = np.maximum(sizes * (sizes - 1) // 2 - (sizes > 1), 0)
        marks = np.concatenate([sentence.unpunctuated.follows_mark for sentence in sentences]).astype(np.int64)
        fine = _hash_names([name for sentence in sentences for name in sentence.fine])
        coarse = _hash_names([name for sentence in sentences for name in sentence.coarse])
        words = PunctuatedWords(np.append(0, np.cumsum(sizes)), fine, coarse, marks)
        return cls(tuple(sentences), words, np.append(0, np.cumsum(spans)))

    @property
    def halves(self) -> Integers:
        """(sentences,) half of the text that each sentence is in, 0 or 1."""
        return np.array([sentence.half for sentence in self.sentences], dtype=np.int64)


def to_span_table(size: int, values: Floats, fill: float) -> Floats:
    """Return (words, words + 1) [start, end] the values of the inner spans of one sentence as a table; `fill` for all
    other cells."""
    table = np.full((size, size + 1), fill)
    table[inner_span_mask(size)] = values
    return table


def inner_span_mask(size: int) -> Flags:
    """Return (words, words + 1) [start, end] the inner spans: neither a single word nor the whole sentence."""
    start, end = np.ogrid[:size, : size + 1]
    return (end - start > 1) & (end - start < size)


def _hash_names(names: Sequence[str]) -> Keys:
    """Return the 64-bit hash of each class name; never 0."""
    hashes: dict[str, int] = {}
    for name in names:
        if name not in hashes:
            hashes[name] = int.from_bytes(blake2b(name.encode("utf-8", "surrogatepass"), digest_size=8).digest(), "big")
    return np.array([hashes[name] | 1 for name in names], dtype=np.uint64)
