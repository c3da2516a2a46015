"""Learnt embeddings: vectors, nearest words, contexts, classes of words, and a projection to a plane."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar, Self

import numpy as np

from spectral_core.arrays import Floats, NamedArrays
from spectral_core.brief import brief_repr
from spectral_core.errors import DataError
from spectral_core.maths.canonical import count_neighbours, normalise_rows, project_rows
from spectral_core.maths.em import assign_clusters, kmeans
from spectral_core.model import Arrays, Settings, pack, unpack
from spectral_core.models.embeddings.counts import EDGE, NeighbourCounts
from spectral_core.models.embeddings.settings import EmbeddingsSettings
from spectral_core.progress import Progress, Report, ignore_progress

_MIN_SHOWN_COUNT = 2.0  # times that a neighbour must have been seen to be shown


def solve(counts: NeighbourCounts, settings: EmbeddingsSettings, report: Report = ignore_progress) -> Embeddings:
    """Return the vectors of the words that are frequent enough, most frequent first."""
    report(Progress("solve", 0, 1))
    order = np.argsort(-counts.times[1:], kind="stable")
    vocabulary = order[counts.times[1:][order] >= settings.minimum]
    if settings.column != "form":
        vocabulary = vocabulary[[counts.words[index] != "_" for index in vocabulary.tolist()]]
    if not len(vocabulary):
        raise DataError("no word here is frequent enough to be known; set minimum to 1")
    symbols = np.ones(len(counts.words) + 1, dtype=np.int64)  # all others are the unknown word
    symbols[EDGE] = 0
    symbols[vocabulary + 1] = np.arange(2, 2 + len(vocabulary))
    first, second = symbols[counts.pairs].T
    correlations = count_neighbours(first, second, counts.counts, len(vocabulary))
    decomposition = project_rows(
        correlations, settings.dimensions, settings.estimator, settings.smoothing, settings.power
    )
    points = decomposition.points * decomposition.values  # what says little of neighbours counts little
    points = (normalise_rows(points) if settings.unit else points).astype(np.float32).astype(np.float64)
    report(Progress("solve", 1, 1))
    return Embeddings.from_vectors(
        settings, counts, tuple(counts.words[index] for index in vocabulary.tolist()), points, decomposition.spectrum
    )


@dataclass(frozen=True, slots=True, eq=False)
class Embeddings:
    """Word vectors: words with the same neighbours have the same direction."""

    method: ClassVar[str] = "embeddings"
    settings: EmbeddingsSettings
    counts: NeighbourCounts  # what it was made of, so that more can be added
    words: tuple[str, ...]  # known, the most frequent first
    points: Floats  # (words, dimensions)
    values: Floats  # falling singular values
    index_of: Mapping[str, int]
    __repr__ = brief_repr

    @classmethod
    def from_vectors(
        cls, settings: EmbeddingsSettings, counts: NeighbourCounts, words: tuple[str, ...], points: Floats,
        values: Floats,
    ) -> Self:  # fmt: skip
        """Make the model of these words and vectors."""
        return cls(settings, counts, words, points, values, {word: index for index, word in enumerate(words)})

    @property
    def skipped(self) -> Mapping[str, int]:
        """Number of sentences left out of training, by reason."""
        return dict(self.counts.skipped)

    def arrays(self) -> NamedArrays:
        points = self.points.astype(np.float32)
        return {"words": pack(self.words), "points": points, "values": self.values, **self.counts.arrays()}

    @classmethod
    def from_arrays(cls, settings: Settings, arrays: Arrays) -> Self:
        """Restore a model from its settings and arrays; ValueError if they do not fit together."""
        if not isinstance(settings, EmbeddingsSettings):
            raise TypeError("these are the settings of another method")
        counts, words = NeighbourCounts.from_arrays(arrays), unpack(arrays["words"])
        points, values = arrays["points"].astype(np.float64), arrays["values"].astype(np.float64)
        if points.ndim != 2 or len(points) != len(words) or not np.isfinite(points).all():
            raise ValueError("the points do not fit the words")
        if not set(words) <= set(counts.words):
            raise ValueError("a word was never counted")
        return cls.from_vectors(settings, counts, words, points, values)

    def spectrum(self, part: str = "") -> Floats:  # noqa: ARG002 - there is one
        """Return the canonical correlations, or the singular values, falling."""
        return self.values

    def find_known_form(self, word: str) -> str | None:
        """Return the known form of a word: the word itself or in lower case; None for an unknown word."""
        return next((form for form in (word, word.lower()) if form in self.index_of), None)

    def vector(self, word: str) -> Floats:
        """Return (dimensions,) the vector of a word; DataError for an unknown word."""
        point: Floats = self.points[self._require_index(word)]
        return point

    def neighbours(self, word: str, k: int = 10) -> list[tuple[str, float]]:
        """Return the `k` words nearest by direction, with their cosines."""
        index = self._require_index(word)
        unit = normalise_rows(self.points)
        cosines = unit @ unit[index]
        cosines[index] = -np.inf
        order = np.argsort(-cosines, kind="stable")[: min(k, len(self.words) - 1)]
        return [(self.words[neighbour], float(cosines[neighbour])) for neighbour in order.tolist()]

    def contexts(self, word: str, k: int = 10) -> tuple[list[tuple[str, int]], list[tuple[str, int]]]:
        """Return the typical words before and after a word with their counts; "" stands for the edge of a sentence.
        They are ranked by count times log ratio to the expected count."""
        number = self.counts.words.index(self.words[self._require_index(word)]) + 1
        return self._rank_contexts(number, 1, k), self._rank_contexts(number, 0, k)

    def _rank_contexts(self, number: int, column: int, k: int) -> list[tuple[str, int]]:
        counts = self.counts
        is_pair = counts.pairs[:, column] == number
        neighbours, pair_counts = counts.pairs[is_pair, 1 - column], counts.counts[is_pair]
        is_frequent = pair_counts >= min(_MIN_SHOWN_COUNT, pair_counts.max(initial=0))
        neighbours, pair_counts = neighbours[is_frequent], pair_counts[is_frequent]
        expected = counts.times[neighbours] * (counts.times[number] / max(int(counts.times.sum()), 1))
        order = np.lexsort(
            (neighbours, -pair_counts * np.log(np.maximum(pair_counts / np.maximum(expected, 1e-9), 1e-9)))
        )[:k]
        return [
            (counts.words[neighbour - 1] if neighbour else "", int(pair_count))
            for neighbour, pair_count in zip(neighbours[order], pair_counts[order], strict=True)
        ]

    def project_to_plane(self, limit: int = 300) -> tuple[tuple[str, ...], Floats]:
        """Return the `limit` most frequent words, and (words, 2) their vectors in the plane of their two principal
        directions."""
        vectors = normalise_rows(self.points[:limit])
        vectors = vectors - vectors.mean(axis=0)
        left, values, _ = np.linalg.svd(vectors, full_matrices=False)
        plane = np.zeros((len(vectors), 2))
        width = min(2, len(values))
        plane[:, :width] = left[:, :width] * values[:width]
        signs = np.sign(plane[np.abs(plane).argmax(axis=0), np.arange(2)])
        return self.words[:limit], plane * np.where(signs == 0, 1.0, signs)

    def cluster(self, number: int, seed: int = 0) -> dict[str, int]:
        """Return a cluster from 0 for each known word, of at most so many, by k-means."""
        unit = normalise_rows(self.points)
        centres = kmeans(unit, min(number, len(unit)), np.random.default_rng(seed))
        return dict(zip(self.words, assign_clusters(unit, centres).tolist(), strict=True))

    def _require_index(self, word: str) -> int:
        known_form = self.find_known_form(word)
        if known_form is None:
            raise DataError(f"{word!r} is not among the {len(self.words):,} words that this model knows; try another")
        return self.index_of[known_form]
