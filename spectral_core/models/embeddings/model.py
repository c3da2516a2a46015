"""Learnt embeddings: the point of a word, its nearest words, what it stands beside, classes of words, a plane."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar, Self

import numpy as np

from spectral_core.arrays import Floats, Named
from spectral_core.brief import brief
from spectral_core.errors import DataError
from spectral_core.maths.canonical import beside, projections, unit_rows
from spectral_core.maths.em import assigned, kmeans
from spectral_core.model import Arrays, Settings, pack, unpack
from spectral_core.models.embeddings.counts import EDGE, NeighbourCounts
from spectral_core.models.embeddings.settings import EmbeddingsSettings
from spectral_core.progress import Progress, Report, silent

_LEAST = 2.0  # times that a neighbour must have been seen to be shown


def solve(counts: NeighbourCounts, settings: EmbeddingsSettings, report: Report = silent) -> Embeddings:
    """The points of the words that are frequent enough, the most frequent first."""
    report(Progress("solve", 0, 1))
    order = np.argsort(-counts.times[1:], kind="stable")
    kept = order[counts.times[1:][order] >= settings.minimum]
    if settings.column != "form":
        kept = kept[[counts.words[place] != "_" for place in kept.tolist()]]
    if not len(kept):
        raise DataError("no word here is frequent enough to be known; set minimum to 1")
    names = np.ones(len(counts.words) + 1, dtype=np.int64)  # all others are the unknown word
    names[EDGE] = 0
    names[kept + 1] = np.arange(2, 2 + len(kept))
    first, second = names[counts.pairs].T
    table = beside(first, second, counts.counts, len(kept))
    found = projections(table, settings.dimensions, settings.estimator, settings.smoothing, settings.power)
    points = found.points * found.values  # what says little of neighbours counts little
    points = (unit_rows(points) if settings.unit else points).astype(np.float32).astype(np.float64)
    report(Progress("solve", 1, 1))
    return Embeddings.of(
        settings, counts, tuple(counts.words[place] for place in kept.tolist()), points, found.spectrum
    )


@dataclass(frozen=True, slots=True, eq=False)
class Embeddings:
    """Words as points: those among the same neighbours lie in the same direction."""

    method: ClassVar[str] = "embeddings"
    settings: EmbeddingsSettings
    counts: NeighbourCounts  # what it was made of, so that more can be added
    words: tuple[str, ...]  # known, the most frequent first
    points: Floats  # (words, dimensions)
    values: Floats  # falling singular values
    places: Mapping[str, int]
    __repr__ = brief

    @classmethod
    def of(
        cls, settings: EmbeddingsSettings, counts: NeighbourCounts, words: tuple[str, ...], points: Floats,
        values: Floats,
    ) -> Self:  # fmt: skip
        """The model of these words and points."""
        return cls(settings, counts, words, points, values, {word: place for place, word in enumerate(words)})

    @property
    def skipped(self) -> Mapping[str, int]:
        """How many sentences were left out of learning, by reason."""
        return dict(self.counts.skipped)

    def arrays(self) -> Named:
        points = self.points.astype(np.float32)
        return {"words": pack(self.words), "points": points, "values": self.values, **self.counts.arrays()}

    @classmethod
    def from_arrays(cls, settings: Settings, arrays: Arrays) -> Self:
        """The model that gave these settings and arrays; ValueError where they do not fit each other."""
        if not isinstance(settings, EmbeddingsSettings):
            raise TypeError("these are the settings of another method")
        counts, words = NeighbourCounts.from_arrays(arrays), unpack(arrays["words"])
        points, values = arrays["points"].astype(np.float64), arrays["values"].astype(np.float64)
        if points.ndim != 2 or len(points) != len(words) or not np.isfinite(points).all():
            raise ValueError("the points do not fit the words")
        if not set(words) <= set(counts.words):
            raise ValueError("a word was never counted")
        return cls.of(settings, counts, words, points, values)

    def spectrum(self, part: str = "") -> Floats:  # noqa: ARG002 - there is one
        """The canonical correlations, or the singular values, falling."""
        return self.values

    def knows(self, word: str) -> str | None:
        """The word as it is known: as it stands, or in small letters; None for an unknown one."""
        return next((one for one in (word, word.lower()) if one in self.places), None)

    def vector(self, word: str) -> Floats:
        """(dimensions,) the point of a word; DataError for an unknown one."""
        point: Floats = self.points[self._place(word)]
        return point

    def neighbours(self, word: str, k: int = 10) -> list[tuple[str, float]]:
        """The `k` words whose points lie nearest in direction, with the cosines between."""
        place = self._place(word)
        unit = unit_rows(self.points)
        cosines = unit @ unit[place]
        cosines[place] = -np.inf
        order = np.argsort(-cosines, kind="stable")[: min(k, len(self.words) - 1)]
        return [(self.words[at], float(cosines[at])) for at in order.tolist()]

    def contexts(self, word: str, k: int = 10) -> tuple[list[tuple[str, int]], list[tuple[str, int]]]:
        """What stands typically before and behind a word, with how often; "" for the edge of a sentence. What is more
        frequent here than elsewhere comes first, by count times log ratio."""
        number = self.counts.words.index(self.words[self._place(word)]) + 1
        return self._beside(number, 1, k), self._beside(number, 0, k)

    def _beside(self, number: int, own: int, k: int) -> list[tuple[str, int]]:
        counts = self.counts
        here = counts.pairs[:, own] == number
        others, seen = counts.pairs[here, 1 - own], counts.counts[here]
        often = seen >= min(_LEAST, seen.max(initial=0))
        others, seen = others[often], seen[often]
        expected = counts.times[others] * (counts.times[number] / max(int(counts.times.sum()), 1))
        order = np.lexsort((others, -seen * np.log(np.maximum(seen / np.maximum(expected, 1e-9), 1e-9))))[:k]
        return [
            (counts.words[at - 1] if at else "", int(times))
            for at, times in zip(others[order], seen[order], strict=True)
        ]

    def plane(self, most: int = 300) -> tuple[tuple[str, ...], Floats]:
        """The most frequent words, and (words, 2) their points in the plane of their two principal directions."""
        chosen = unit_rows(self.points[:most])
        chosen = chosen - chosen.mean(axis=0)
        left, values, _ = np.linalg.svd(chosen, full_matrices=False)
        flat = np.zeros((len(chosen), 2))
        width = min(2, len(values))
        flat[:, :width] = left[:, :width] * values[:width]
        signs = np.sign(flat[np.abs(flat).argmax(axis=0), np.arange(2)])
        return self.words[:most], flat * np.where(signs == 0, 1.0, signs)

    def classes(self, number: int, seed: int = 0) -> dict[str, int]:
        """A class from 0 for each known word, of at most so many: words that lie together, found by k-means."""
        unit = unit_rows(self.points)
        centres = kmeans(unit, min(number, len(unit)), np.random.default_rng(seed))
        return dict(zip(self.words, assigned(unit, centres).tolist(), strict=True))

    def _place(self, word: str) -> int:
        known = self.knows(word)
        if known is None:
            raise DataError(f"{word!r} is not among the {len(self.words):,} words that this model knows; try another")
        return self.places[known]
