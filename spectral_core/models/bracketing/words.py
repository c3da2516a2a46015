"""Sentences for bracketers: the words without punctuation, and the positions of marks between them."""

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
from spectral_core.evaluate.spans import KLEIN_MANNING_TAGS

BRACKETS = frozenset(("-LRB-", "-RRB-", "-LCB-", "-RCB-", "-LSB-", "-RSB-"))  # as Penn treebanks write them
_WORD_SIGNS = frozenset("%&@+=/")  # signs that are read as words
_CURRENCY_SIGNS = frozenset("$#")  # they do not bound phrases


@dataclass(frozen=True, slots=True, eq=False)
class BareWords:
    """Sentence without its punctuation."""

    size: int  # words of the sentence
    positions: tuple[int, ...]  # of the words that are left
    marked: Flags  # (words left + 1,) whether a mark that bounds phrases stands before each, or after the last

    @classmethod
    def from_sentence(cls, sentence: Sentence, tagged: bool) -> Self:
        """Strip punctuation, recognised by its tags or by its characters; all words stay if there is nothing else."""
        size = len(sentence)
        if tagged:
            tag_pairs = list(zip(sentence.upos, sentence.xpos, strict=True))
            is_removed = [not KLEIN_MANNING_TAGS.isdisjoint(tags) for tags in tag_pairs]
            is_currency = [not _CURRENCY_SIGNS.isdisjoint(tags) for tags in tag_pairs]
        else:
            is_removed = [is_punctuation(form) for form in sentence.forms]
            is_currency = [form in _CURRENCY_SIGNS for form in sentence.forms]
        if all(is_removed):
            return cls(size, tuple(range(size)), np.zeros(size + 1, dtype=bool))
        positions = tuple(position for position in range(size) if not is_removed[position])
        marked = np.zeros(len(positions) + 1, dtype=bool)
        word = 0
        for position in range(size):
            if not is_removed[position]:
                word += 1
            elif not is_currency[position]:
                marked[word] = True
        return cls(size, positions, marked)

    def words_before(self, position: int) -> int:
        """Return how many of the words left are before a position of the sentence."""
        return int(np.searchsorted(self.positions, position))


def has_tags(sentences: Sequence[Sentence], column: str) -> bool:
    """Return whether most words have a tag in this column."""
    filled = words = 0
    for sentence in sentences:
        tags = sentence.column(column)
        filled += len(tags) - tags.count(EMPTY)
        words += len(tags)
    return 2 * filled > words


@lru_cache(maxsize=1 << 16)
def is_punctuation(form: str) -> bool:
    """Return whether a word is punctuation by its characters; signs that are read aloud are not."""
    if form in BRACKETS:
        return True
    return form not in _WORD_SIGNS and all(
        unicodedata.category(character)[0] == "P" or unicodedata.category(character) in ("Sc", "Sk")
        for character in form
    )


def fingerprint(sentence: Sentence) -> int:
    """Return a hash of 128 bits of the words of a sentence."""
    text = "\n".join(sentence.forms).encode("utf-8", "surrogatepass")
    return int.from_bytes(hashlib.blake2b(text, digest_size=16).digest(), "big")
