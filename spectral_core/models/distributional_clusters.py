"""Distributional word clusters, trained on raw text."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, Self

import numpy as np

from spectral_core.arrays import Floats, Integers, Keys, NamedArrays, hash_tuples
from spectral_core.brief import brief_repr
from spectral_core.data import EMPTY, Treebank
from spectral_core.maths.clustering import assign_clusters, kmeans
from spectral_core.maths.linalg import normalise_rows
from spectral_core.maths.projections import count_neighbours, project_rows
from spectral_core.model import Arrays
from spectral_core.models.word_features import TagClasses
from spectral_core.progress import Report, ignore_progress, track_progress

UNKNOWN = 0  # class of a word without one
# maximal number of classes of each partition; no two partitions coincide
PARTITION_SIZES = (20, 50, 100, 200, 20, 50, 100, 200)
_MIN_TOKENS = 1_000  # minimum text length in words
_LARGE_TAGGED, _TEXT_RATIO = 50_000, 2  # tagged words, beyond which the text must be this many times longer to help
_MIN_COUNT = 2  # minimum count of a word with classes
_MAX_WORDS = 50_000  # maximal number of words with classes
_MAX_FITTED = 10_000  # most frequent ones, used for clustering; the others join the nearest cluster
_MIN_CLUSTER_SIZE = 5  # minimum mean number of words per cluster
_ARC_PARTITIONS = (1, 3)  # partitions used as features of arcs
_DIMENSIONS = 50
_SMOOTHING = 30.0
_BLOCK_SIZE = 1000  # sentences read in one block
_KEY_NAMESPACE = 1_000  # hash namespace of cluster features, distinct from those of spelling features
# ids of sentence boundaries and of words without classes; words with classes follow
_EDGE, _RARE_WORD = 0, 1


@dataclass(frozen=True, slots=True, eq=False)
class DistributionalClusters:
    """Clusters of known words (lower-cased, digits merged): for each word its cluster, from 1, in every partition of
    `PARTITION_SIZES`."""

    words: Keys  # (words,) sorted
    classes: Integers  # (words, partitions)
    template_sets: ClassVar[tuple[str, ...]] = ("classes",)  # feature templates of arcs that read them
    __repr__ = brief_repr

    @classmethod
    def learn(cls, treebank: Treebank, report: Report = ignore_progress) -> Self | None:
        """Cluster the words of all sentences of a text, annotated or not; None if it is too short, or so largely tagged
        that tags are more informative."""
        tokens, tagged_count = _read_word_hashes(treebank, report)
        word_count = np.count_nonzero(tokens)
        if word_count < _MIN_TOKENS or (tagged_count > _LARGE_TAGGED and word_count < _TEXT_RATIO * tagged_count):
            return None
        words, word_indexes, counts = np.unique(tokens, return_inverse=True, return_counts=True)
        order = np.argsort(-counts, kind="stable")
        clustered = order[(counts[order] >= _MIN_COUNT) & (words[order] != _EDGE)][:_MAX_WORDS]
        if len(clustered) < _MIN_CLUSTER_SIZE * min(PARTITION_SIZES):
            return None
        symbols = np.full(len(words), _RARE_WORD, dtype=np.int64)
        symbols[words == _EDGE] = _EDGE
        symbols[clustered] = np.arange(len(clustered)) + _RARE_WORD + 1
        points = _compute_word_vectors(symbols[word_indexes], len(clustered))
        classes = np.column_stack([_cluster_words(points, size, seed) for seed, size in enumerate(PARTITION_SIZES)])
        sorted_order = np.argsort(words[clustered])
        return cls(words[clustered][sorted_order], classes[sorted_order] + 1)

    def find_clusters(self, words: Keys) -> Integers:
        """Return (words, partitions) the clusters of words given as hashes of their lower-case forms."""
        indexes = np.minimum(np.searchsorted(self.words, words), len(self.words) - 1)
        return np.where((self.words[indexes] == words)[:, None], self.classes[indexes], UNKNOWN)

    def tagging_keys(self, words: Keys) -> Keys:
        """Return (words, partitions) the hashed cluster features of words, given by the keys of their other
        features."""
        from spectral_core.structured.feature_templates import LOWER

        return self.feature_keys(words[:, LOWER])

    def arc_codes(self, words: Keys) -> Keys:
        """Return (words, 2) the codes of a larger and a smaller cluster of each word, given by the keys of its
        features."""
        from spectral_core.structured.feature_templates import LOWER

        return hash_tuples(np.arange(2), self.find_clusters(words[:, LOWER])[:, _ARC_PARTITIONS])

    def feature_keys(self, words: Keys) -> Keys:
        """Return (words, partitions) the hashed cluster features of words; 0 for a word without clusters."""
        clusters = self.find_clusters(words)
        return np.where(
            clusters == UNKNOWN, np.uint64(0), hash_tuples(_KEY_NAMESPACE, np.arange(len(PARTITION_SIZES)), clusters)
        )

    def arrays(self) -> NamedArrays:
        return {"words": self.words, "classes": self.classes.astype(np.uint8)}

    @classmethod
    def from_arrays(cls, arrays: Arrays) -> Self:
        """Restore from arrays; ValueError if they are inconsistent."""
        words, classes = arrays["words"].astype(np.uint64), arrays["classes"].astype(np.int64)
        if words.ndim != 1 or not len(words) or (words[1:] <= words[:-1]).any():
            raise ValueError("the words with classes are not in order")
        if classes.shape != (len(words), len(PARTITION_SIZES)) or classes.min() <= UNKNOWN:
            raise ValueError("every word needs a class in each partition")
        return cls(words, classes)


def _read_word_hashes(treebank: Treebank, report: Report) -> tuple[Keys, int]:
    """Return the hashes of the words of all readable sentences, with boundaries before, between and after them, and the
    number of words in tagged sentences."""
    from spectral_core.structured.feature_templates import LOWER

    lexicon = TagClasses.empty()
    parts = [np.full(1, _EDGE, dtype=np.uint64)]

    def append_block(sentences: Sequence[Sequence[str]]) -> None:
        keys = lexicon.extract_feature_keys([form for forms in sentences for form in forms])[:, LOWER]
        ends = np.cumsum([len(forms) for forms in sentences])
        parts.append(np.insert(keys, ends, np.uint64(_EDGE)))

    tagged_count, block = 0, list[Sequence[str]]()
    for sentence in track_progress(treebank, "read words", len(treebank), report, _BLOCK_SIZE):
        if sentence.is_readable and sentence.forms:
            block.append(sentence.forms)
            tagged_count += len(sentence) * any(
                column.count(EMPTY) < len(column) for column in (sentence.xpos, sentence.upos)
            )
        if len(block) == _BLOCK_SIZE:
            append_block(block)
            block = []
    if block:
        append_block(block)
    return np.concatenate(parts), tagged_count


def _compute_word_vectors(text: Integers, size: int) -> Floats:
    """Return (size, dimensions) unit vectors of the words with ids from 2, by canonical correlation analysis with their
    neighbours, as in `embeddings`."""
    pairs, counts = np.unique((text[:-1] << 32) | text[1:], return_counts=True)
    first, second = pairs >> 32, pairs & ((1 << 32) - 1)
    decomposition = project_rows(count_neighbours(first, second, counts, size), _DIMENSIONS, "cca", _SMOOTHING, 0.5)
    return normalise_rows(decomposition.points * decomposition.values)


def _cluster_words(points: Floats, size: int, seed: int) -> Integers:
    """Return (words,) the k-means cluster of each word, from 0."""
    centres = kmeans(points[:_MAX_FITTED], min(size, len(points) // _MIN_CLUSTER_SIZE), np.random.default_rng(seed))
    return assign_clusters(points, centres)
