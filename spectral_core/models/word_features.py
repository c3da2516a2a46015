"""Feature hashes of words: spelling, prefixes, suffixes, shape, and tag classes of frequent words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import accumulate

import numpy as np
from numpy.typing import NDArray

from spectral_core.arrays import CodePoints, Indexes, Keys, NamedArrays
from spectral_core.brief import brief_repr
from spectral_core.model import Arrays

_MAX_CODE_POINT = 1 << 16  # characters beyond this have no kind (upper case, lower case, digit, other letter)
_MIN_COUNT = 3  # minimum count of a word with a tag class
_MIN_TAG_SHARE = 0.1  # minimum share of a word's occurrences for a tag in its class
_MAX_TAGS = 3  # maximal number of tags in a class


@cache
def _make_character_tables() -> tuple[CodePoints, NDArray[np.uint8]]:
    """Return the lower case of each character (if it is a single character), and its kind as kernels encode it."""
    lower = np.arange(_MAX_CODE_POINT, dtype=np.uint32)
    kinds = np.zeros(_MAX_CODE_POINT, dtype=np.uint8)
    for code in range(_MAX_CODE_POINT):
        character = chr(code)
        plain = character.lower()
        if len(plain) == 1:
            lower[code] = ord(plain)
        if character.isalpha():
            kinds[code] = 1 if character.isupper() else 2 if character.islower() else 4
        elif character.isdigit():
            kinds[code] = 3
    return lower, kinds


@lru_cache(maxsize=1 << 14)  # tags repeat often
def hash_text(text: str) -> int:
    """Return the 64-bit feature hash of a string, as kernels hash the form of a word."""
    from spectral_core.structured.feature_templates import FORM

    return int(TagClasses.empty().extract_feature_keys([text])[0, FORM])


@dataclass(frozen=True, slots=True, eq=False)
class TagClasses:
    """Tag classes of frequent words: the set of tags that a word usually has."""

    words: Keys  # (words,)
    classes: Keys  # (words,)
    table: tuple[Keys, Keys]
    __repr__ = brief_repr

    @classmethod
    def from_classes(cls, words: Keys, classes: Keys) -> TagClasses:
        """Make the hash table of words with these tag classes."""
        from spectral_core.structured.feature_templates import build_tag_class_table

        return cls(words, classes, build_tag_class_table(words, classes))

    @classmethod
    @cache
    def empty(cls) -> TagClasses:
        """Return tag classes without words, for feature hashes that do not depend on training data."""
        return cls.from_classes(np.zeros(0, dtype=np.uint64), np.zeros(0, dtype=np.uint64))

    @classmethod
    def learn(cls, forms: Sequence[str], tags: Indexes) -> TagClasses:
        """Compute the tag classes of the frequent words of a tagged text."""
        from spectral_core.structured.feature_templates import LOWER

        if not len(forms):
            return cls.empty()
        words, word_indexes = np.unique(cls.empty().extract_feature_keys(forms)[:, LOWER], return_inverse=True)
        width = int(tags.max()) + 1
        pairs, counts = np.unique(word_indexes.astype(np.int64) * width + tags, return_counts=True)
        word, tag = pairs // width, pairs % width
        totals = np.bincount(word, counts, len(words))
        order = np.lexsort((tag, -counts, word))
        word, tag, counts = word[order], tag[order], counts[order]
        rank = np.arange(len(word)) - np.searchsorted(word, np.arange(len(words)))[word]
        in_class = (rank < _MAX_TAGS) & (counts >= _MIN_TAG_SHARE * totals[word]) & (totals[word] >= _MIN_COUNT)
        classes = np.zeros(len(words), dtype=np.uint64)
        for tag_rank in range(_MAX_TAGS):  # a word's tags in order of frequency, as digits of a number
            at_rank = in_class & (rank == tag_rank)
            classes[word[at_rank]] = classes[word[at_rank]] * np.uint64(width + 1) + (tag[at_rank] + 1).astype(
                np.uint64
            )
        has_class = classes > 0
        return cls.from_classes(words[has_class], classes[has_class])

    def extract_feature_keys(self, forms: Sequence[str]) -> Keys:
        """Return (words, features) the feature hashes of words: their spelling, prefixes, suffixes, shape and tag
        class."""
        from spectral_core.structured.feature_templates import word_feature_keys

        codes = np.frombuffer(bytearray("".join(forms).encode("utf-32-le", "surrogatepass")), dtype=np.uint32)
        bounds = np.array([0, *accumulate(map(len, forms))], dtype=np.int64)
        return word_feature_keys(codes, bounds, *_make_character_tables(), *self.table)

    def arrays(self) -> NamedArrays:
        return {"words": self.words, "classes": self.classes}

    @classmethod
    def from_arrays(cls, arrays: Arrays) -> TagClasses:
        """Restore from arrays; ValueError if they are inconsistent."""
        words, classes = arrays["words"].astype(np.uint64), arrays["classes"].astype(np.uint64)
        if words.shape != classes.shape or words.ndim != 1 or not (words != 0).all():
            raise ValueError("every known word needs one class")
        return cls.from_classes(words, classes)
