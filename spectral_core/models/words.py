"""Words as keys of features: spelling, beginnings, endings, shape and the tags they were seen with."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import accumulate

import numpy as np
from numpy.typing import NDArray

from spectral_core.arrays import Codes, Keys, Named, Places
from spectral_core.brief import brief
from spectral_core.model import Arrays

_PLANE = 1 << 16  # characters whose kind is looked up; those beyond are of no kind
_SEEN = 3  # times from which the tags of a word say something of it
_SHARE = 0.1  # of a word's occurrences that a tag must have to belong to its class
_MOST = 3  # tags in a class


@cache
def _characters() -> tuple[Codes, NDArray[np.uint8]]:
    """The lower case of each character, where it is one character, and its kind as the kernels number them."""
    lower = np.arange(_PLANE, dtype=np.uint32)
    kinds = np.zeros(_PLANE, dtype=np.uint8)
    for code in range(_PLANE):
        character = chr(code)
        plain = character.lower()
        if len(plain) == 1:
            lower[code] = ord(plain)
        if character.isalpha():
            kinds[code] = 1 if character.isupper() else 2 if character.islower() else 4
        elif character.isdigit():
            kinds[code] = 3
    return lower, kinds


@lru_cache(maxsize=1 << 14)  # tags come again and again
def form_key(text: str) -> int:
    """The key of a text as it stands."""
    from spectral_core.inference.word_keys import FORM

    return int(WordClasses.empty().keys([text])[0, FORM])


@dataclass(frozen=True, slots=True, eq=False)
class WordClasses:
    """The class of tags of each word that was seen often enough."""

    words: Keys  # (words,)
    classes: Keys  # (words,)
    table: tuple[Keys, Keys]
    __repr__ = brief

    @classmethod
    def of(cls, words: Keys, classes: Keys) -> WordClasses:
        from spectral_core.inference.word_keys import class_table

        return cls(words, classes, class_table(words, classes))

    @classmethod
    def empty(cls) -> WordClasses:
        return cls.of(np.zeros(0, dtype=np.uint64), np.zeros(0, dtype=np.uint64))

    @classmethod
    def learn(cls, forms: Sequence[str], tags: Places) -> WordClasses:
        from spectral_core.inference.word_keys import LOWER

        if not len(forms):
            return cls.empty()
        words, number = np.unique(cls.empty().keys(forms)[:, LOWER], return_inverse=True)
        width = int(tags.max()) + 1
        pairs, counts = np.unique(number.astype(np.int64) * width + tags, return_counts=True)
        owner, tag = pairs // width, pairs % width
        totals = np.bincount(owner, counts, len(words))
        order = np.lexsort((tag, -counts, owner))
        owner, tag, counts = owner[order], tag[order], counts[order]
        rank = np.arange(len(owner)) - np.searchsorted(owner, np.arange(len(words)))[owner]
        kept = (rank < _MOST) & (counts >= _SHARE * totals[owner]) & (totals[owner] >= _SEEN)
        classes = np.zeros(len(words), dtype=np.uint64)
        for place in range(_MOST):  # the tags of a word by their frequency, as the digits of a number
            here = kept & (rank == place)
            classes[owner[here]] = classes[owner[here]] * np.uint64(width + 1) + (tag[here] + 1).astype(np.uint64)
        seen = classes > 0
        return cls.of(words[seen], classes[seen])

    def keys(self, forms: Sequence[str]) -> Keys:
        from spectral_core.inference.word_keys import word_keys

        codes = np.frombuffer(bytearray("".join(forms).encode("utf-32-le", "surrogatepass")), dtype=np.uint32)
        bounds = np.array([0, *accumulate(map(len, forms))], dtype=np.int64)
        return word_keys(codes, bounds, *_characters(), *self.table)

    def arrays(self) -> Named:
        return {"words": self.words, "classes": self.classes}

    @classmethod
    def from_arrays(cls, arrays: Arrays) -> WordClasses:
        """The lexicon that `arrays` were taken from; ValueError where they do not fit each other."""
        words, classes = arrays["words"].astype(np.uint64), arrays["classes"].astype(np.uint64)
        if words.shape != classes.shape or words.ndim != 1 or not (words != 0).all():
            raise ValueError("every known word needs one class")
        return cls.of(words, classes)
