"""Word vectors from neighbours, and word classes from vectors: a substitute for tags in raw text."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Self

import numpy as np

from spectral_core.arrays import Floats, Integers, NamedArrays
from spectral_core.brief import brief_repr
from spectral_core.maths.canonical import compute_canonical_vectors
from spectral_core.maths.em import assign_clusters, kmeans
from spectral_core.maths.linalg import Sparse
from spectral_core.model import Arrays, pack, unpack
from spectral_core.models.bracketing.words import is_punctuation

_MIN_COUNT = 3  # least count of a word with its own vector
_MAX_CLUSTERED = 6000  # most frequent words, which are clustered
_FIRST_SYLLABLE = "\u2e80"  # scripts from here on are syllabic or logographic
_EDGE = "\t#"  # beyond the ends of a sentence
_RARE_PREFIX = "\t"  # prefix of the names of rare words


@dataclass(frozen=True, slots=True, eq=False)
class WordVectors:
    """Unit vectors of words; rare words share those of their shape and ending."""

    words: tuple[str, ...]
    counts: Integers  # (words,)
    vectors: Floats  # (words, dimensions)
    row_of: Mapping[str, int]
    cased: bool  # whether case is kept
    __repr__ = brief_repr

    @classmethod
    def from_vectors(cls, words: tuple[str, ...], counts: Integers, vectors: Floats, cased: bool) -> Self:
        return cls(words, counts, vectors, {word: row for row, word in enumerate(words)}, cased)

    @classmethod
    def learn(cls, sentences: Iterable[Sequence[str]], dimensions: int, cased: bool = False) -> Self:
        """Learn vectors from the words to the left and to the right of each (canonical correlations of counts)."""
        texts = [[_normalise(form, cased) for form in forms] for forms in sentences]
        raw_counts = Counter(word for text in texts for word in text)
        common = {word for word, times in raw_counts.items() if times >= _MIN_COUNT}
        texts = [[word if word in common else _shape(word) for word in text] for text in texts]
        counts = Counter(word for text in texts for word in text)
        words = tuple(sorted(counts))
        numbers = {word: index for index, word in enumerate((*words, _EDGE))}
        edge = [numbers[_EDGE]]
        runs = np.array([number for text in texts for number in (edge[0], *(numbers[word] for word in text))] + edge)
        size = len(words) + 1
        pairs = runs[:-1] * size + runs[1:]
        codes, times = np.unique(pairs, return_counts=True)
        left, right = codes // size, codes % size
        is_left_word, is_right_word = left < len(words), right < len(words)
        rows = np.concatenate((left[is_left_word], right[is_right_word]))
        columns = np.concatenate((right[is_left_word], size + left[is_right_word]))
        values = np.concatenate((times[is_left_word], times[is_right_word])).astype(np.float64)
        vectors = compute_canonical_vectors(Sparse(rows, columns, values, (len(words), 2 * size)), dimensions)
        stored = vectors.astype(np.float32).astype(np.float64)  # as files keep them
        return cls.from_vectors(words, np.array([counts[word] for word in words], dtype=np.int64), stored, cased)

    def find_rows(self, forms: Sequence[str]) -> Integers:
        """Return (words,) the row of each word's vector; -1 for an unknown word."""
        rows = np.empty(len(forms), dtype=np.int64)
        for index, form in enumerate(forms):
            word = _normalise(form, self.cased)
            row = self.row_of.get(word)
            rows[index] = self.row_of.get(_shape(word), -1) if row is None else row
        return rows

    def cluster(self, cluster_count: int, seed: int) -> Integers:
        """Return (words,) the cluster of each word."""
        is_mark_row = np.array([is_punctuation(word) for word in self.words])
        order = np.argsort(np.where(is_mark_row, 0, -self.counts), kind="stable")
        frequent = order[: min(_MAX_CLUSTERED, max(len(order) - int(is_mark_row.sum()), 1))]
        points, weights = self.vectors[frequent], np.sqrt(self.counts[frequent].astype(np.float64))
        centres = kmeans(
            points, min(cluster_count, len(points)), np.random.default_rng(seed), rounds=30, weights=weights
        )
        return assign_clusters(self.vectors, centres)

    def arrays(self) -> NamedArrays:
        return {
            "words": pack(self.words),
            "counts": self.counts,
            "vectors": self.vectors.astype(np.float32),
            "cased": np.array(self.cased),
        }

    @classmethod
    def from_arrays(cls, arrays: Arrays) -> Self:
        vectors = arrays["vectors"].astype(np.float64)
        return cls.from_vectors(
            unpack(arrays["words"]), arrays["counts"].astype(np.int64), vectors, bool(arrays["cased"])
        )


def _normalise(form: str, cased: bool) -> str:
    """Return a word with all digits made 0, in lower case unless cased; packing allows no line breaks."""
    form = form if cased else form.lower()
    if form.isalpha():
        return form
    return "".join("0" if letter.isdigit() else " " if letter.isspace() else letter for letter in form)


def _shape(word: str) -> str:
    kind = "0" if "0" in word else "A" if word[:1].isupper() else "-" if "-" in word else "a"
    ending = word[-1:] if word[-1:] >= _FIRST_SYLLABLE else word[-2:].lower()
    return f"{_RARE_PREFIX}{kind}{ending}"
