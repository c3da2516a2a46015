"""Sentences as bracketers see them: the words without punctuation, and where marks stand between them."""

from __future__ import annotations

import hashlib
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Self

import numpy as np

from spectral_core.arrays import Flags
from spectral_core.data import EMPTY, Sentence
from spectral_core.evaluate.spans import KLEIN_MANNING

BRACKETS = frozenset(("-LRB-", "-RRB-", "-LCB-", "-RCB-", "-LSB-", "-RSB-"))  # as Penn treebanks write them
_READ_ALOUD = frozenset("%&@+=/")  # signs that stand for words
_MONEY = frozenset("$#")  # which bound no phrase


@dataclass(frozen=True, slots=True, eq=False)
class BareWords:
    """A sentence without its punctuation."""

    size: int  # words of the sentence
    places: tuple[int, ...]  # of the words that are left
    marked: Flags  # (words left + 1,) whether a mark that bounds phrases stands before each, or after the last

    @classmethod
    def of(cls, sentence: Sentence, tagged: bool) -> Self:
        """Marks are known by their tags, or without these by their characters; all stay where there is nothing else."""
        size = len(sentence)
        if tagged:
            both = list(zip(sentence.upos, sentence.xpos, strict=True))
            gone = [not KLEIN_MANNING.isdisjoint(tags) for tags in both]
            money = [not _MONEY.isdisjoint(tags) for tags in both]
        else:
            gone = [is_mark(form) for form in sentence.forms]
            money = [form in _MONEY for form in sentence.forms]
        if all(gone):
            return cls(size, tuple(range(size)), np.zeros(size + 1, dtype=bool))
        places = tuple(at for at in range(size) if not gone[at])
        marked = np.zeros(len(places) + 1, dtype=bool)
        word = 0
        for at in range(size):
            if not gone[at]:
                word += 1
            elif not money[at]:
                marked[word] = True
        return cls(size, places, marked)

    def word_from(self, place: int) -> int:
        """How many of the words that are left stand before a place of the sentence."""
        return int(np.searchsorted(self.places, place))


def has_tags(sentences: Sequence[Sentence], column: str) -> bool:
    """Whether most words have a tag there."""
    filled = words = 0
    for sentence in sentences:
        tags = sentence.column(column)
        filled += len(tags) - tags.count(EMPTY)
        words += len(tags)
    return 2 * filled > words


@lru_cache(maxsize=1 << 16)
def is_mark(form: str) -> bool:
    """Whether a word is punctuation by its characters; signs that are read aloud are not."""
    if form in BRACKETS:
        return True
    return form not in _READ_ALOUD and all(
        unicodedata.category(one)[0] == "P" or unicodedata.category(one) in ("Sc", "Sk") for one in form
    )


def fingerprint(sentence: Sentence) -> int:
    """A number of 128 bits that tells the words of a sentence from all others."""
    text = "\n".join(sentence.forms).encode("utf-8", "surrogatepass")
    return int.from_bytes(hashlib.blake2b(text, digest_size=16).digest(), "big")
