"""Co-occurrence counts of neighbouring words, summed in blocks, so that only distinct pairs take memory."""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass, field
from itertools import count as numbers

import numpy as np

from spectral_core.arrays import Integers, NamedArrays
from spectral_core.brief import brief_repr
from spectral_core.data import EMPTY, Treebank
from spectral_core.errors import DataError
from spectral_core.model import Arrays, pack, unpack
from spectral_core.models.embeddings.settings import EmbeddingsSettings
from spectral_core.progress import Progress, Report, ignore_progress, track_progress

EDGE = 0  # the number of what stands before and after sentences; words follow
BLOCK_SIZE = 1 << 18  # words that are counted at a time
_REPORT_INTERVAL = 1000  # between two reports
_WORD_BITS = 32  # bits of a word in the key of a pair


@dataclass(frozen=True, slots=True, eq=False)
class NeighbourCounts:
    """Counts of words, and of pairs at most the window apart."""

    words: tuple[str, ...]  # sorted
    times: Integers  # (words + 1,) of EDGE as well, which is seen as often as there are sentences
    pairs: Integers  # (pairs, 2): numbers of a word and of one behind it; sorted
    counts: Integers  # (pairs,)
    skipped: Counter[str] = field(default_factory=Counter)  # sentences left out, by reason
    __repr__ = brief_repr

    def merge(self, counts: NeighbourCounts) -> NeighbourCounts:
        """Return the counts of both corpora, the same as if they had been counted as one."""
        words = tuple(sorted({*self.words, *counts.words}))
        number_of = {word: number for number, word in enumerate(words, EDGE + 1)}
        times = np.zeros(len(words) + 1, dtype=np.int64)
        keys = []
        for part in (self, counts):
            numbers = np.array([EDGE, *(number_of[word] for word in part.words)], dtype=np.int64)
            times[numbers] += part.times
            keys.append((numbers[part.pairs[:, 0]] << _WORD_BITS) | numbers[part.pairs[:, 1]])
        merged_keys, pair_counts = _sum_by_key(np.concatenate(keys), np.concatenate((self.counts, counts.counts)))
        return NeighbourCounts(words, times, _split_keys(merged_keys), pair_counts, self.skipped + counts.skipped)

    def arrays(self) -> NamedArrays:
        reasons = sorted(self.skipped)
        return {
            "counted_words": pack(self.words), "times": self.times, "pairs": self.pairs.astype(np.int32),
            "counts": self.counts, "skipped_reasons": pack(reasons),
            "skipped": np.array([self.skipped[reason] for reason in reasons], dtype=np.int64),
        }  # fmt: skip

    @classmethod
    def from_arrays(cls, arrays: Arrays) -> NeighbourCounts:
        """Restore from arrays; ValueError if they do not fit together."""
        words, times = unpack(arrays["counted_words"]), arrays["times"].astype(np.int64)
        pairs, counts = arrays["pairs"].astype(np.int64), arrays["counts"].astype(np.int64)
        shapes_fit = times.shape == (len(words) + 1,) and pairs.shape == (len(counts), 2) and len(counts) > 0
        if not shapes_fit or not 0 <= pairs.min() <= pairs.max() <= len(words) or counts.min() < 0:
            raise ValueError("the pairs do not fit the words")
        reasons = zip(unpack(arrays["skipped_reasons"]), arrays["skipped"].astype(np.int64).tolist(), strict=True)
        return cls(words, times, pairs, counts, Counter(dict(reasons)))


def count(treebank: Treebank, settings: EmbeddingsSettings, report: Report = ignore_progress) -> NeighbourCounts:
    """Count the neighbours in all readable sentences with values in the column; sentences left out are counted by
    reason."""
    codes: defaultdict[str, int] = defaultdict(numbers(EDGE + 1).__next__)
    edge = (EDGE,) * settings.window
    flat: list[int] = []
    skipped: Counter[str] = Counter()
    pair_sums = _PairSums(settings.window)
    total = len(treebank)
    for sentence in track_progress(treebank, "count", total, report, _REPORT_INTERVAL):
        values = sentence.column(settings.column)
        if not sentence.readable:
            skipped["unreadable"] += 1
        elif not values:
            skipped["no_words"] += 1
        elif settings.column != "form" and values.count(EMPTY) == len(values):
            skipped["empty_column"] += 1
        else:
            flat.extend(edge)
            flat.extend(map(codes.__getitem__, values))
            if len(flat) >= BLOCK_SIZE:
                pair_sums.add(flat, len(codes) + 1)
                flat = []
    pair_sums.add(flat, len(codes) + 1)
    report(Progress("count", total, total))
    if not codes:
        if skipped["empty_column"]:
            raise DataError(f"the column {settings.column} is empty in this treebank; set column to one that is filled")
        raise DataError("there is nothing to learn from: no sentence here has a word")
    words = tuple(sorted(codes))
    number_of_code = np.zeros(len(words) + 1, dtype=np.int64)
    number_of_code[[codes[word] for word in words]] = np.arange(EDGE + 1, len(number_of_code))
    keys, counts = pair_sums.consolidate()
    pairs = number_of_code[_split_keys(keys)]
    order = np.lexsort((pairs[:, 1], pairs[:, 0]))
    times = np.zeros(len(number_of_code), dtype=np.int64)
    times[number_of_code] = pair_sums.times[: len(number_of_code)]
    return NeighbourCounts(words, times, pairs[order], counts[order], skipped)


class _PairSums:
    """Sums by pair: new pairs are kept apart until they outnumber those summed."""

    def __init__(self, window: int) -> None:
        self.times = np.zeros(1, dtype=np.int64)
        self._window = window
        self._keys: list[Integers] = []
        self._counts: list[Integers] = []

    def add(self, flat: list[int], size: int) -> None:
        """Add the words of some sentences, with EDGE before each as often as a word has neighbours; `size` is the
        number of distinct symbols."""
        symbols = np.array([*flat, *(EDGE,) * self._window], dtype=np.int64)  # the next sentence begins so
        counts_by_symbol = np.bincount(symbols, minlength=size)
        counts_by_symbol[EDGE] = np.count_nonzero((symbols[1:] == EDGE) & (symbols[:-1] != EDGE))
        counts_by_symbol[: len(self.times)] += self.times
        self.times = counts_by_symbol
        for distance in range(1, self._window + 1):
            first, second = symbols[:-distance], symbols[distance:]
            has_word = (first != EDGE) | (second != EDGE)
            keys, counts = np.unique((first[has_word] << _WORD_BITS) | second[has_word], return_counts=True)
            self._keys.append(keys)
            self._counts.append(counts.astype(np.int64))
        if sum(map(len, self._keys[1:])) > len(self._keys[0]):
            self.consolidate()

    def consolidate(self) -> tuple[Integers, Integers]:
        """Sum all keys, each once and sorted, and return them with their counts."""
        keys, counts = _sum_by_key(np.concatenate(self._keys), np.concatenate(self._counts))
        self._keys, self._counts = [keys], [counts]
        return keys, counts


def _sum_by_key(keys: Integers, counts: Integers) -> tuple[Integers, Integers]:
    if not len(keys):
        return keys, counts
    order = np.argsort(keys, kind="stable")
    keys = keys[order]
    is_first = np.ones(len(keys), dtype=bool)
    is_first[1:] = keys[1:] != keys[:-1]
    return keys[is_first], np.add.reduceat(counts[order], np.flatnonzero(is_first))


def _split_keys(keys: Integers) -> Integers:
    return np.column_stack((keys >> _WORD_BITS, keys & ((1 << _WORD_BITS) - 1)))
