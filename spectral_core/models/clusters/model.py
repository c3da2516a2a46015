"""Word clusters as a model: each word has one cluster, each cluster a bit path in a binary tree."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, Self

import numpy as np

from spectral_core.arrays import Floats, Integers, NamedArrays
from spectral_core.brief import brief_repr
from spectral_core.deprecated import old_members
from spectral_core.model import Arrays, Settings, pack_counter, pack_strings, unpack_counter, unpack_strings
from spectral_core.models.clusters.settings import ClustersSettings


@old_members(classes_of="class_probabilities", class_shares="class_frequencies")
@dataclass(frozen=True, slots=True, eq=False)
class WordClusters:
    """Clusters of words with bit paths; prefixes of a path are larger clusters."""

    method: ClassVar[str] = "clusters"
    settings: ClustersSettings
    words: tuple[str, ...]  # most frequent first
    counts: Integers  # (words,)
    clusters: Integers  # (words,) from 0
    paths: tuple[str, ...]  # bit path of each cluster
    left_out: tuple[tuple[str, int], ...]  # reason, number of sentences
    index_of: Mapping[str, int]
    __repr__ = brief_repr

    @classmethod
    def from_words(
        cls, settings: ClustersSettings, words: Sequence[str], counts: Integers, clusters: Integers,
        paths: Sequence[str], left_out: Mapping[str, int],
    ) -> Self:  # fmt: skip
        """Make the model of words, most frequent first, with these clusters."""
        index_of = {word: index for index, word in enumerate(words)}
        return cls(settings, tuple(words), counts, clusters, tuple(paths), tuple(sorted(left_out.items())), index_of)

    @property
    def skipped(self) -> Mapping[str, int]:
        """Number of sentences left out of training, by reason."""
        return dict(self.left_out)

    @property
    def word_paths(self) -> tuple[str, ...]:
        """Bit path of each word."""
        return tuple(self.paths[cluster] for cluster in self.clusters.tolist())

    def find_path(self, word: str) -> str | None:
        """Return the bit path of a word; None for an unknown one."""
        index = self._find_index(word)
        return None if index is None else self.paths[int(self.clusters[index])]

    def _find_index(self, word: str) -> int | None:
        """Return the index of a word, as it is written or with case and digits merged."""
        return next((self.index_of[form] for form in (word, normalise_word(word)) if form in self.index_of), None)

    def class_frequencies(self) -> Floats:
        """Return (clusters,) the relative frequency of each cluster in the training text."""
        sums = np.bincount(self.clusters, self.counts, len(self.paths))
        frequencies: Floats = sums / max(float(sums.sum()), 1.0)
        return frequencies

    def typical_words(self, class_number: int, limit: int) -> list[tuple[str, float]]:
        """Return the most frequent words of a cluster with p(word | cluster)."""
        members = np.flatnonzero(self.clusters == class_number)
        total = max(float(self.counts[members].sum()), 1.0)
        return [(self.words[member], float(self.counts[member]) / total) for member in members[:limit].tolist()]

    def class_probabilities(self, word: str) -> Floats:
        """Return (clusters,) 1 for the cluster of the word, else 0; empty for an unknown word."""
        index = self._find_index(word)
        if index is None:
            return np.zeros(0)
        probabilities = np.zeros(len(self.paths))
        probabilities[self.clusters[index]] = 1.0
        return probabilities

    def neighbours(self, word: str, k: int = 10) -> list[tuple[str, float]]:
        """Return the `k` most frequent words whose paths share the longest prefix with that of the word, and the share
        of the path that is shared."""
        index = self._find_index(word)
        if index is None:
            return []
        path = self.paths[int(self.clusters[index])]
        shared = np.array([_measure_common_prefix(path, other) for other in self.paths])[self.clusters]
        order = [other for other in np.argsort(-shared, kind="stable")[: k + 1].tolist() if other != index][:k]
        return [(self.words[other], float(shared[other]) / max(len(path), 1)) for other in order]

    def arrays(self) -> NamedArrays:
        return {
            "words": pack_strings(self.words), "counts": self.counts.astype(np.int64),
            "clusters": self.clusters.astype(np.uint16), "paths": pack_strings(self.paths),
            **pack_counter("skipped", self.skipped),
        }  # fmt: skip

    @classmethod
    def from_arrays(cls, settings: Settings, arrays: Arrays) -> Self:
        """Restore a model from its settings and arrays; ValueError if they are inconsistent."""
        if not isinstance(settings, ClustersSettings):
            raise TypeError("these are the settings of another method")
        words, paths = unpack_strings(arrays["words"]), unpack_strings(arrays["paths"]) or ("",)
        counts, clusters = arrays["counts"].astype(np.int64), arrays["clusters"].astype(np.int64)
        if not len(words) == len(counts) == len(clusters) or not (clusters < len(paths)).all():
            raise ValueError("the clusters do not fit the words")
        if any(set(path) - {"0", "1"} for path in paths):
            raise ValueError("a path is a row of 0 and 1")
        return cls.from_words(settings, words, counts, clusters, paths, unpack_counter(arrays, "skipped"))


def normalise_word(word: str) -> str:
    """Return a word in lower case with all digits as 0, as kernels read it for the key of its lower-case form."""
    if word.isalpha() and word.islower():
        return word
    return "".join("0" if letter.isdigit() else low if len(low := letter.lower()) == 1 else letter for letter in word)


def _measure_common_prefix(first: str, second: str) -> int:
    """Return the length of the common prefix of two paths."""
    return next(
        (position for position, (one, other) in enumerate(zip(first, second, strict=False)) if one != other),
        min(len(first), len(second)),
    )
