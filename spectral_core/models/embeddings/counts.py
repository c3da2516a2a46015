"""How often words stand beside each other; a corpus is counted in blocks, so that only what differs takes memory."""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass, field
from itertools import count as numbers

import numpy as np

from spectral_core.arrays import Integers, Named
from spectral_core.brief import brief
from spectral_core.data import EMPTY, Treebank
from spectral_core.errors import DataError
from spectral_core.model import Arrays, pack, unpack
from spectral_core.models.embeddings.settings import EmbeddingsSettings
from spectral_core.progress import Progress, Report, silent, watched

EDGE = 0  # the number of what stands before and after sentences; words follow
BLOCK = 1 << 18  # words that are counted at a time
_SENTENCES = 1000  # between two reports
_HALF = 32  # bits of a word in the key of a pair


@dataclass(frozen=True, slots=True, eq=False)
class NeighbourCounts:
    """How often each word was seen, and how often each so many places or fewer before another."""

    words: tuple[str, ...]  # sorted
    times: Integers  # (words + 1,) of EDGE as well, which is seen as often as there are sentences
    pairs: Integers  # (pairs, 2): numbers of a word and of one behind it; sorted
    counts: Integers  # (pairs,)
    skipped: Counter[str] = field(default_factory=Counter)  # sentences left out, by reason
    __repr__ = brief

    def joined(self, other: NeighbourCounts) -> NeighbourCounts:
        """The counts of both corpora, the same as if they had been counted as one."""
        words = tuple(sorted({*self.words, *other.words}))
        places = {word: place for place, word in enumerate(words, EDGE + 1)}
        times = np.zeros(len(words) + 1, dtype=np.int64)
        keys = []
        for part in (self, other):
            names = np.array([EDGE, *(places[word] for word in part.words)], dtype=np.int64)
            times[names] += part.times
            keys.append((names[part.pairs[:, 0]] << _HALF) | names[part.pairs[:, 1]])
        found, counts = _summed(np.concatenate(keys), np.concatenate((self.counts, other.counts)))
        return NeighbourCounts(words, times, _unpacked(found), counts, self.skipped + other.skipped)

    def arrays(self) -> Named:
        reasons = sorted(self.skipped)
        return {
            "counted_words": pack(self.words), "times": self.times, "pairs": self.pairs.astype(np.int32),
            "counts": self.counts, "skipped_reasons": pack(reasons),
            "skipped": np.array([self.skipped[reason] for reason in reasons], dtype=np.int64),
        }  # fmt: skip

    @classmethod
    def from_arrays(cls, arrays: Arrays) -> NeighbourCounts:
        """The counts that gave these arrays; ValueError where they do not fit each other."""
        words, times = unpack(arrays["counted_words"]), arrays["times"].astype(np.int64)
        pairs, counts = arrays["pairs"].astype(np.int64), arrays["counts"].astype(np.int64)
        fit = times.shape == (len(words) + 1,) and pairs.shape == (len(counts), 2) and len(counts) > 0
        if not fit or not 0 <= pairs.min() <= pairs.max() <= len(words) or counts.min() < 0:
            raise ValueError("the pairs do not fit the words")
        reasons = zip(unpack(arrays["skipped_reasons"]), arrays["skipped"].astype(np.int64).tolist(), strict=True)
        return cls(words, times, pairs, counts, Counter(dict(reasons)))


def count(treebank: Treebank, settings: EmbeddingsSettings, report: Report = silent) -> NeighbourCounts:
    """The neighbours in all readable sentences in which the column holds anything; those left out are counted."""
    codes: defaultdict[str, int] = defaultdict(numbers(EDGE + 1).__next__)
    edge = (EDGE,) * settings.window
    flat: list[int] = []
    skipped: Counter[str] = Counter()
    table = _PairSums(settings.window)
    total = len(treebank)
    for sentence in watched(treebank, "count", total, report, _SENTENCES):
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
            if len(flat) >= BLOCK:
                table.add(flat, len(codes) + 1)
                flat = []
    table.add(flat, len(codes) + 1)
    report(Progress("count", total, total))
    if not codes:
        if skipped["empty_column"]:
            raise DataError(f"the column {settings.column} is empty in this treebank; set column to one that is filled")
        raise DataError("there is nothing to learn from: no sentence here has a word")
    words = tuple(sorted(codes))
    names = np.zeros(len(words) + 1, dtype=np.int64)
    names[[codes[word] for word in words]] = np.arange(EDGE + 1, len(names))
    keys, counts = table.settled()
    pairs = names[_unpacked(keys)]
    order = np.lexsort((pairs[:, 1], pairs[:, 0]))
    times = np.zeros(len(names), dtype=np.int64)
    times[names] = table.times[: len(names)]
    return NeighbourCounts(words, times, pairs[order], counts[order], skipped)


class _PairSums:
    """Sums by pair: what is new is kept apart until it is as much as what is summed."""

    def __init__(self, window: int) -> None:
        self.times = np.zeros(1, dtype=np.int64)
        self._window = window
        self._keys: list[Integers] = []
        self._counts: list[Integers] = []

    def add(self, flat: list[int], size: int) -> None:
        """The words of some sentences, with EDGE before each as often as a word has neighbours; `size` numbers."""
        symbols = np.array([*flat, *(EDGE,) * self._window], dtype=np.int64)  # the next sentence begins so
        seen = np.bincount(symbols, minlength=size)
        seen[EDGE] = np.count_nonzero((symbols[1:] == EDGE) & (symbols[:-1] != EDGE))
        seen[: len(self.times)] += self.times
        self.times = seen
        for distance in range(1, self._window + 1):
            first, second = symbols[:-distance], symbols[distance:]
            words = (first != EDGE) | (second != EDGE)
            keys, counts = np.unique((first[words] << _HALF) | second[words], return_counts=True)
            self._keys.append(keys)
            self._counts.append(counts.astype(np.int64))
        if sum(map(len, self._keys[1:])) > len(self._keys[0]):
            self.settled()

    def settled(self) -> tuple[Integers, Integers]:
        """All keys, each once and sorted, with their counts."""
        keys, counts = _summed(np.concatenate(self._keys), np.concatenate(self._counts))
        self._keys, self._counts = [keys], [counts]
        return keys, counts


def _summed(keys: Integers, counts: Integers) -> tuple[Integers, Integers]:
    if not len(keys):
        return keys, counts
    order = np.argsort(keys, kind="stable")
    keys = keys[order]
    fresh = np.ones(len(keys), dtype=bool)
    fresh[1:] = keys[1:] != keys[:-1]
    return keys[fresh], np.add.reduceat(counts[order], np.flatnonzero(fresh))


def _unpacked(keys: Integers) -> Integers:
    return np.column_stack((keys >> _HALF, keys & ((1 << _HALF) - 1)))
