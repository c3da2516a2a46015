"""Vectors of words from their neighbours, and classes of words from these: what stands in for tags in raw text."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Self

import numpy as np

from spectral_core.arrays import Floats, Integers, Named
from spectral_core.brief import brief_repr
from spectral_core.maths.canonical import canonical_vectors
from spectral_core.maths.em import assigned, kmeans
from spectral_core.maths.linalg import Sparse
from spectral_core.model import Arrays, pack, unpack
from spectral_core.models.bracketing.words import is_mark

_COMMON = 3  # times from which a word stands for itself
_CLUSTERED = 6000  # words that classes are made from, the most frequent
_SYLLABLES = "\u2e80"  # from this character on, each is a syllable or a word
_EDGE = "\t#"  # what stands outside a sentence
_RARE = "\t"  # begins the names of words that are rare


@dataclass(frozen=True, slots=True, eq=False)
class WordVectors:
    """Vectors of unit length by word; rare words share those of their shape and ending."""

    words: tuple[str, ...]
    counts: Integers  # (words,)
    vectors: Floats  # (words, dimensions)
    places: Mapping[str, int]
    cased: bool  # whether capitals make another word
    __repr__ = brief_repr

    @classmethod
    def of(cls, words: tuple[str, ...], counts: Integers, vectors: Floats, cased: bool) -> Self:
        return cls(words, counts, vectors, {word: place for place, word in enumerate(words)}, cased)

    @classmethod
    def learn(cls, sentences: Iterable[Sequence[str]], dimensions: int, cased: bool = False) -> Self:
        """From the words to the left and to the right of each (canonical correlations of counts)."""
        texts = [[_plain(form, cased) for form in forms] for forms in sentences]
        seen = Counter(word for text in texts for word in text)
        common = {word for word, times in seen.items() if times >= _COMMON}
        texts = [[word if word in common else _shape(word) for word in text] for text in texts]
        counted = Counter(word for text in texts for word in text)
        words = tuple(sorted(counted))
        number = {word: place for place, word in enumerate((*words, _EDGE))}
        edge = [number[_EDGE]]
        runs = np.array([one for text in texts for one in (edge[0], *(number[word] for word in text))] + edge)
        size = len(words) + 1
        pairs = runs[:-1] * size + runs[1:]
        codes, times = np.unique(pairs, return_counts=True)
        left, right = codes // size, codes % size
        here, there = left < len(words), right < len(words)
        rows = np.concatenate((left[here], right[there]))
        columns = np.concatenate((right[here], size + left[there]))
        values = np.concatenate((times[here], times[there])).astype(np.float64)
        vectors = canonical_vectors(Sparse(rows, columns, values, (len(words), 2 * size)), dimensions)
        kept = vectors.astype(np.float32).astype(np.float64)  # as files keep them
        return cls.of(words, np.array([counted[word] for word in words], dtype=np.int64), kept, cased)

    def rows(self, forms: Sequence[str]) -> Integers:
        """(words,) the row of each word's vector; -1 for one that nothing is known of."""
        found = np.empty(len(forms), dtype=np.int64)
        for at, form in enumerate(forms):
            word = _plain(form, self.cased)
            place = self.places.get(word)
            found[at] = self.places.get(_shape(word), -1) if place is None else place
        return found

    def classes(self, number: int, seed: int) -> Integers:
        """(words,) which of so many clusters each word belongs to."""
        marks = np.array([is_mark(word) for word in self.words])
        order = np.argsort(np.where(marks, 0, -self.counts), kind="stable")
        frequent = order[: min(_CLUSTERED, max(len(order) - int(marks.sum()), 1))]
        points, weights = self.vectors[frequent], np.sqrt(self.counts[frequent].astype(np.float64))
        centres = kmeans(points, min(number, len(points)), np.random.default_rng(seed), rounds=30, weights=weights)
        return assigned(self.vectors, centres)

    def arrays(self) -> Named:
        return {
            "words": pack(self.words),
            "counts": self.counts,
            "vectors": self.vectors.astype(np.float32),
            "cased": np.array(self.cased),
        }

    @classmethod
    def from_arrays(cls, arrays: Arrays) -> Self:
        vectors = arrays["vectors"].astype(np.float64)
        return cls.of(unpack(arrays["words"]), arrays["counts"].astype(np.int64), vectors, bool(arrays["cased"]))


def _plain(form: str, cased: bool) -> str:
    """A word with its digits made one, in small letters where case says nothing; packing allows no line breaks."""
    form = form if cased else form.lower()
    if form.isalpha():
        return form
    return "".join("0" if letter.isdigit() else " " if letter.isspace() else letter for letter in form)


def _shape(word: str) -> str:
    kind = "0" if "0" in word else "A" if word[:1].isupper() else "-" if "-" in word else "a"
    ending = word[-1:] if word[-1:] >= _SYLLABLES else word[-2:].lower()
    return f"{_RARE}{kind}{ending}"
