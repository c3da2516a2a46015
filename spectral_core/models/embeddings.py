"""Word embeddings from neighbour counts, by canonical correlation analysis or SVD."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import count as numbers
from typing import ClassVar, Self

import numpy as np

from spectral_core.arrays import Floats, Integers, NamedArrays, project_to_principal_plane
from spectral_core.brief import brief_repr
from spectral_core.data import EMPTY, Treebank
from spectral_core.deprecated import old_keywords, old_members
from spectral_core.errors import DataError
from spectral_core.maths.clustering import assign_clusters, kmeans
from spectral_core.maths.linalg import normalise_rows
from spectral_core.maths.projections import count_neighbours, project_rows
from spectral_core.model import (
    COLUMN_CHOICES,
    Arrays,
    Counting,
    Family,
    Settings,
    pack_counter,
    pack_strings,
    setting,
    unpack_counter,
    unpack_strings,
    validate_settings,
)
from spectral_core.models.ngram import find_skip_reason
from spectral_core.progress import Progress, Report, ignore_progress, track_progress

EDGE = 0  # id of the sentence boundary; words follow
BLOCK_SIZE = 1 << 18  # words counted in one block
_REPORT_INTERVAL = 1000  # sentences between progress reports
_WORD_BITS = 32  # bits of a word id in the key of a pair
_MIN_SHOWN_COUNT = 2.0  # minimum count of a neighbour that is shown


@validate_settings("embeddings")
@dataclass(frozen=True, slots=True)
class EmbeddingsSettings:
    """Training settings of embeddings."""

    estimator: str = setting(
        "cca",
        "Estimator",
        "Decomposition of the co-occurrence counts. cca: canonical correlations of words with their left and right "
        "neighbours. svd: singular value decomposition of the unscaled counts.",
        choices=("cca", "svd"),
    )
    dimensions: int = setting(
        50, "Dimensions", "Number of dimensions; fewer if the vocabulary is small.", low=1, high=1000
    )
    window: int = setting(1, "Context window", "Number of words on each side that count as neighbours.", low=1, high=10)
    column: str = setting("form", "Column", "Column whose values are read as words.", choices=COLUMN_CHOICES)
    minimum: int = setting(
        2,
        "Minimum word count",
        "Words that occur less often are merged into one unknown word, which still counts as a neighbour.",
        low=1,
    )
    power: float = setting(
        0.5,
        "Exponent of counts",
        "Exponent applied to all counts; 1 leaves them as they are, and smaller values reduce the influence of "
        "frequent words.",
        low=0.1,
        high=1.0,
    )
    smoothing: float = setting(
        10.0,
        "Smoothing",
        "Pseudo-count added to the frequency of each word (cca). Larger values reduce the influence of rare words.",
        low=0.0,
    )
    unit: bool = setting(True, "Unit length", "Scale every vector to length 1, so that only directions count.")


@old_members(joined="merge")
@dataclass(frozen=True, slots=True, eq=False)
class NeighbourCounts:
    """Counts of words, and of pairs within the window."""

    words: tuple[str, ...]  # sorted
    word_counts: Integers  # (words + 1,) including EDGE, counted once per sentence
    pairs: Integers  # (pairs, 2): ids of a word and a later one; sorted
    counts: Integers  # (pairs,)
    skipped: Counter[str] = field(default_factory=Counter)  # sentences left out, by reason
    __repr__ = brief_repr

    def merge(self, counts: NeighbourCounts) -> NeighbourCounts:
        """Return the counts of both corpora, identical to counting them as one."""
        words = tuple(sorted({*self.words, *counts.words}))
        id_of = {word: number for number, word in enumerate(words, EDGE + 1)}
        word_counts = np.zeros(len(words) + 1, dtype=np.int64)
        keys = []
        for part in (self, counts):
            merged_ids = np.array([EDGE, *(id_of[word] for word in part.words)], dtype=np.int64)
            word_counts[merged_ids] += part.word_counts
            keys.append((merged_ids[part.pairs[:, 0]] << _WORD_BITS) | merged_ids[part.pairs[:, 1]])
        merged_keys, pair_counts = _sum_by_key(np.concatenate(keys), np.concatenate((self.counts, counts.counts)))
        return NeighbourCounts(
            words, word_counts, _split_pair_keys(merged_keys), pair_counts, self.skipped + counts.skipped
        )

    def arrays(self) -> NamedArrays:
        return {
            "counted_words": pack_strings(self.words), "times": self.word_counts, "pairs": self.pairs.astype(np.int32),
            "counts": self.counts, **pack_counter("skipped", self.skipped),
        }  # fmt: skip

    @classmethod
    def from_arrays(cls, arrays: Arrays) -> NeighbourCounts:
        """Restore from arrays; ValueError if they are inconsistent."""
        words, times = unpack_strings(arrays["counted_words"]), arrays["times"].astype(np.int64)
        pairs, counts = arrays["pairs"].astype(np.int64), arrays["counts"].astype(np.int64)
        shapes_fit = times.shape == (len(words) + 1,) and pairs.shape == (len(counts), 2) and len(counts) > 0
        if not shapes_fit or not 0 <= pairs.min() <= pairs.max() <= len(words) or counts.min() < 0:
            raise ValueError("the pairs do not fit the words")
        return cls(words, times, pairs, counts, unpack_counter(arrays, "skipped"))


def count(treebank: Treebank, settings: EmbeddingsSettings, report: Report = ignore_progress) -> NeighbourCounts:
    """Count the neighbours in all readable sentences with values in the column; sentences left out are counted by
    reason."""
    skipped: Counter[str] = Counter()

    def select_words() -> Iterator[Sequence[str]]:
        """Yield the words of the sentences that are counted."""
        for sentence in track_progress(treebank, "count", len(treebank), report, _REPORT_INTERVAL):
            reason = find_skip_reason(sentence, settings.column)
            if reason is None:
                yield sentence.column(settings.column)
            else:
                skipped[reason] += 1

    counts = _count_pairs(select_words(), settings.window, skipped)
    report(Progress("count", len(treebank), len(treebank)))
    return counts


def count_stream(
    texts: Iterable[Sequence[str]], settings: EmbeddingsSettings, report: Report = ignore_progress
) -> NeighbourCounts:
    """Count the neighbours in sentences that are read one after the other; only the counts are held in memory."""
    done = 0

    def report_words() -> Iterator[Sequence[str]]:
        """Yield the sentences that have words, and report their number."""
        nonlocal done
        for done, forms in enumerate(texts, 1):
            if done % _REPORT_INTERVAL == 0:
                report(Progress("count", done, None))
            if forms:
                yield forms

    counts = _count_pairs(report_words(), settings.window, Counter())
    report(Progress("count", done, done))
    return counts


def _count_pairs(texts: Iterable[Sequence[str]], window: int, skipped: Counter[str]) -> NeighbourCounts:
    """Count the neighbours in sentences with at least one word."""
    codes: defaultdict[str, int] = defaultdict(numbers(EDGE + 1).__next__)
    edge = (EDGE,) * window
    flat: list[int] = []
    pair_sums = _PairCounter(window)
    for forms in texts:
        flat.extend(edge)
        flat.extend(map(codes.__getitem__, forms))
        if len(flat) >= BLOCK_SIZE:
            pair_sums.add_sentences(flat, len(codes) + 1)
            flat = []
    pair_sums.add_sentences(flat, len(codes) + 1)
    words = tuple(sorted(codes))
    id_of_code = np.zeros(len(words) + 1, dtype=np.int64)
    id_of_code[[codes[word] for word in words]] = np.arange(EDGE + 1, len(id_of_code))
    keys, counts = pair_sums.consolidate()
    pairs = id_of_code[_split_pair_keys(keys)]
    order = np.lexsort((pairs[:, 1], pairs[:, 0]))
    times = np.zeros(len(id_of_code), dtype=np.int64)
    times[id_of_code] = pair_sums.word_counts[: len(id_of_code)]
    return NeighbourCounts(words, times, pairs[order], counts[order], skipped)


class _PairCounter:
    """Counter of word pairs that buffers new pairs until they outnumber the summed ones."""

    def __init__(self, window: int) -> None:
        self.word_counts = np.zeros(1, dtype=np.int64)
        self._window = window
        self._keys: list[Integers] = []
        self._counts: list[Integers] = []

    def add_sentences(self, flat: list[int], size: int) -> None:
        """Add the words of several sentences, with `window` EDGE symbols before each; `size` is the number of distinct
        symbols."""
        symbols = np.array([*flat, *(EDGE,) * self._window], dtype=np.int64)  # the next sentence begins with these
        counts_by_symbol = np.bincount(symbols, minlength=size)
        counts_by_symbol[EDGE] = np.count_nonzero((symbols[1:] == EDGE) & (symbols[:-1] != EDGE))
        counts_by_symbol[: len(self.word_counts)] += self.word_counts
        self.word_counts = counts_by_symbol
        for distance in range(1, self._window + 1):
            first, second = symbols[:-distance], symbols[distance:]
            has_word = (first != EDGE) | (second != EDGE)
            keys, counts = np.unique((first[has_word] << _WORD_BITS) | second[has_word], return_counts=True)
            self._keys.append(keys)
            self._counts.append(counts.astype(np.int64))
        if sum(map(len, self._keys[1:])) > len(self._keys[0]):
            self.consolidate()

    def consolidate(self) -> tuple[Integers, Integers]:
        """Sum all keys and return the distinct ones, sorted, with their counts."""
        keys, counts = _sum_by_key(np.concatenate(self._keys), np.concatenate(self._counts))
        self._keys, self._counts = [keys], [counts]
        return keys, counts


def _sum_by_key(keys: Integers, counts: Integers) -> tuple[Integers, Integers]:
    """Return the distinct keys, sorted, with the summed counts of each."""
    if not len(keys):
        return keys, counts
    order = np.argsort(keys, kind="stable")
    keys = keys[order]
    is_first = np.ones(len(keys), dtype=bool)
    is_first[1:] = keys[1:] != keys[:-1]
    return keys[is_first], np.add.reduceat(counts[order], np.flatnonzero(is_first))


def _split_pair_keys(keys: Integers) -> Integers:
    """Return (pairs, 2) the two word ids packed into each key."""
    return np.column_stack((keys >> _WORD_BITS, keys & ((1 << _WORD_BITS) - 1)))


def solve(counts: NeighbourCounts, settings: EmbeddingsSettings, report: Report = ignore_progress) -> Embeddings:
    """Compute the vectors of the words above the frequency threshold, most frequent first."""
    if not counts.words:
        if counts.skipped["empty_column"]:
            raise DataError(f"the column {settings.column} is empty in this treebank; set column to one that is filled")
        raise DataError("there is nothing to learn from: no sentence here has a word")
    report(Progress("solve", 0, 1))
    order = np.argsort(-counts.word_counts[1:], kind="stable")
    vocabulary = order[counts.word_counts[1:][order] >= settings.minimum]
    if settings.column != "form":
        vocabulary = vocabulary[[counts.words[index] != EMPTY for index in vocabulary.tolist()]]
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
    points = decomposition.points * decomposition.values  # directions weighted by their singular values
    points = (normalise_rows(points) if settings.unit else points).astype(np.float32).astype(np.float64)
    report(Progress("solve", 1, 1))
    return Embeddings.from_vectors(
        settings, counts, tuple(counts.words[index] for index in vocabulary.tolist()), points, decomposition.spectrum
    )


@old_members(knows="find_known_form", plane="project_to_plane")
@dataclass(frozen=True, slots=True, eq=False)
class Embeddings:
    """Word vectors: words with the same neighbours have the same direction."""

    method: ClassVar[str] = "embeddings"
    settings: EmbeddingsSettings
    counts: NeighbourCounts  # kept so that sentences can be added
    words: tuple[str, ...]  # known, most frequent first
    points: Floats  # (words, dimensions)
    values: Floats  # decreasing singular values
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
        return {"words": pack_strings(self.words), "points": points, "values": self.values, **self.counts.arrays()}

    @classmethod
    def from_arrays(cls, settings: Settings, arrays: Arrays) -> Self:
        """Restore a model from its settings and arrays; ValueError if they are inconsistent."""
        if not isinstance(settings, EmbeddingsSettings):
            raise TypeError("these are the settings of another method")
        counts, words = NeighbourCounts.from_arrays(arrays), unpack_strings(arrays["words"])
        points, values = arrays["points"].astype(np.float64), arrays["values"].astype(np.float64)
        if points.ndim != 2 or len(points) != len(words) or not np.isfinite(points).all():
            raise ValueError("the points do not fit the words")
        if not set(words) <= set(counts.words):
            raise ValueError("a word was never counted")
        return cls.from_vectors(settings, counts, words, points, values)

    def spectrum(self, part: str = "") -> Floats:  # noqa: ARG002 - there is one
        """Return the canonical correlations, or the singular values, in decreasing order."""
        return self.values

    def find_known_form(self, word: str) -> str | None:
        """Return the known form of a word: the word itself or in lower case; None for an unknown word."""
        return next((form for form in (word, word.lower()) if form in self.index_of), None)

    def vector(self, word: str) -> Floats:
        """Return (dimensions,) the vector of a word; DataError for an unknown word."""
        point: Floats = self.points[self._require_index(word)]
        return point

    def neighbours(self, word: str, k: int = 10) -> list[tuple[str, float]]:
        """Return the `k` nearest words by cosine similarity, with their cosines."""
        index = self._require_index(word)
        unit = normalise_rows(self.points)
        cosines = unit @ unit[index]
        cosines[index] = -np.inf
        order = np.argsort(-cosines, kind="stable")[: min(k, len(self.words) - 1)]
        return [(self.words[neighbour], float(cosines[neighbour])) for neighbour in order.tolist()]

    def contexts(self, word: str, k: int = 10) -> tuple[list[tuple[str, int]], list[tuple[str, int]]]:
        """Return the typical words before and after a word with their counts, ranked by count times the log ratio to
        the count expected under independence; "" is the sentence boundary."""
        word_id = self.counts.words.index(self.words[self._require_index(word)]) + 1
        return self._rank_contexts(word_id, 1, k), self._rank_contexts(word_id, 0, k)

    def _rank_contexts(self, word_id: int, column: int, k: int) -> list[tuple[str, int]]:
        """Return the `k` neighbours of a word on one side, ranked by count times log ratio to the expected count."""
        counts = self.counts
        is_pair = counts.pairs[:, column] == word_id
        neighbours, pair_counts = counts.pairs[is_pair, 1 - column], counts.counts[is_pair]
        is_frequent = pair_counts >= min(_MIN_SHOWN_COUNT, pair_counts.max(initial=0))
        neighbours, pair_counts = neighbours[is_frequent], pair_counts[is_frequent]
        expected = counts.word_counts[neighbours] * (
            self.settings.window * counts.word_counts[word_id] / max(int(counts.word_counts.sum()), 1)
        )
        order = np.lexsort(
            (neighbours, -pair_counts * np.log(np.maximum(pair_counts / np.maximum(expected, 1e-9), 1e-9)))
        )[:k]
        return [
            (counts.words[neighbour - 1] if neighbour else "", int(pair_count))
            for neighbour, pair_count in zip(neighbours[order], pair_counts[order], strict=True)
        ]

    @old_keywords(most="limit")
    def project_to_plane(self, limit: int = 300) -> tuple[tuple[str, ...], Floats]:
        """Return the `limit` most frequent words, and (words, 2) their vectors projected onto the first two principal
        directions."""
        plane, _ = project_to_principal_plane(normalise_rows(self.points[:limit]))
        return self.words[:limit], plane

    def cluster(self, cluster_count: int, seed: int = 0) -> dict[str, int]:
        """Return the k-means cluster, from 0, of each known word; there are at most `cluster_count` clusters."""
        unit = normalise_rows(self.points)
        centres = kmeans(unit, min(cluster_count, len(unit)), np.random.default_rng(seed))
        return dict(zip(self.words, assign_clusters(unit, centres).tolist(), strict=True))

    def _require_index(self, word: str) -> int:
        """Return the index of a known word; DataError for an unknown one."""
        known_form = self.find_known_form(word)
        if known_form is None:
            raise DataError(f"{word!r} is not among the {len(self.words):,} words that this model knows; try another")
        return self.index_of[known_form]


restore = Embeddings.from_arrays


def learn(
    treebank: Treebank,
    settings: EmbeddingsSettings,
    report: Report = ignore_progress,
    dev: Treebank | None = None,  # noqa: ARG001 - nothing is chosen on it
) -> Embeddings:
    """Train word vectors on a treebank or text."""
    return solve(count(treebank, settings, report), settings, report)


def learn_stream(
    texts: Iterable[Sequence[str]], settings: EmbeddingsSettings, report: Report = ignore_progress
) -> Embeddings:
    """Train word vectors on sentences that are read one after the other."""
    return solve(count_stream(texts, settings, report), settings, report)


def add(model: Embeddings, treebank: Treebank, report: Report = ignore_progress) -> Embeddings:
    """Return the model retrained on its training sentences and these."""
    return solve(model.counts.merge(count(treebank, model.settings, report)), model.settings, report)


FAMILY = Family.from_functions(
    EmbeddingsSettings,
    learn,
    restore,
    Counting.from_functions(NeighbourCounts, Embeddings, count, solve, add),
    learn_stream=learn_stream,
)
