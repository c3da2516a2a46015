"""Chunks of words by a right-linear grammar without a treebank, and cascades of them (Ponvert et al. 2011)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Self

import numpy as np

from spectral_core.arrays import Floats, Integers, Named
from spectral_core.brief import brief_repr
from spectral_core.model import Arrays, add_prefix, pack, select_part, unpack

_ITERATIONS, _GAIN, _ADDED = 25, 1e-5, 0.1
_PHRASE = "="  # begins the name of a chunk among words
_MAY_START = np.array([True, False, True])
_MAY_FOLLOW = np.array(  # begin, inside, apart, stop; after each of the first three
    [[False, True, False, False], [True, True, True, True], [True, False, True, True]]
)
Span = tuple[int, int]


@dataclass(frozen=True, slots=True, eq=False)
class Chunker:
    """Which words begin a chunk, are inside one or in none, by what follows each."""

    names: dict[str, int]
    first: Floats  # (states,)
    shown: Floats  # (states, names)
    after: Floats  # (states, names, states + 1)
    __repr__ = brief_repr

    @classmethod
    def learn(cls, runs: Sequence[Sequence[str]]) -> Self:
        """By expectation and maximisation from a uniform start."""
        from spectral_core.inference.right_linear import chunk_counts

        counts = Counter(name for run in runs for name in run)
        names = {name: place for place, name in enumerate(sorted(counts))}
        width = len(names) + 1  # the last is any other
        words, starts = _numbered(runs, names)
        first = _MAY_START / 2
        shown = np.full((3, width), 1 / width)
        after = np.repeat((_MAY_FOLLOW / _MAY_FOLLOW.sum(axis=1, keepdims=True))[:, None], width, axis=1)
        last = -np.inf
        for _ in range(_ITERATIONS if len(words) else 0):
            firsts, seen, follows, total = chunk_counts(words, starts, first, shown, after)
            first = np.where(_MAY_START, firsts + _ADDED, 0.0)
            first /= first.sum()
            shown = seen + _ADDED
            shown /= shown.sum(axis=1, keepdims=True)
            after = np.where(_MAY_FOLLOW[:, None], follows + _ADDED, 0.0)
            after /= after.sum(axis=2, keepdims=True)
            if total - last < _GAIN * abs(total):
                break
            last = total
        return cls(names, first, shown, after)

    def chunks(self, runs: Sequence[Sequence[str]]) -> list[list[Span]]:
        """The chunks of two words or more of each run, as places in it."""
        from spectral_core.inference.right_linear import BEGIN, INSIDE, chunk_paths

        words, starts = _numbered(runs, self.names)
        with np.errstate(divide="ignore"):
            paths = chunk_paths(words, starts, np.log(self.first), np.log(self.shown), np.log(self.after)).tolist()
        found = []
        for low, high in zip(starts[:-1].tolist(), starts[1:].tolist(), strict=True):
            spans = []
            for at in range(low, high):
                if paths[at] == BEGIN:
                    end = at + 1
                    while end < high and paths[end] == INSIDE:
                        end += 1
                    if end - at > 1:
                        spans.append((at - low, end - low))
            found.append(spans)
        return found

    def arrays(self) -> Named:
        return {"names": pack(list(self.names)), "first": self.first, "shown": self.shown, "after": self.after}

    @classmethod
    def from_arrays(cls, arrays: Arrays) -> Self:
        names = {name: place for place, name in enumerate(unpack(arrays["names"]))}
        first, shown, after = (arrays[name].astype(np.float64) for name in ("first", "shown", "after"))
        if shown.shape != (3, len(names) + 1) or after.shape != (*shown.shape, 4) or first.shape != (3,):
            raise ValueError("chunks and classes do not fit")
        return cls(names, first, shown, after)


@dataclass(frozen=True, slots=True, eq=False)
class Cascade:
    """Chunkers one over the other: a chunk of one is a word to the next."""

    levels: tuple[Chunker, ...]
    counts: Counter[str]  # of the classes of words
    __repr__ = brief_repr

    @classmethod
    def learn(cls, runs: Sequence[Sequence[str]], most: int) -> Self:
        """Until there are no more chunks, or so many levels."""
        counts = Counter(name for run in runs for name in run)
        nested = [_Units.of(run) for run in runs]
        levels: list[Chunker] = []
        while len(levels) < most:
            rows = [one.names for one in nested]
            chunker = Chunker.learn(rows)
            levels.append(chunker)
            found = chunker.chunks(rows)
            if not any(found):
                break
            nested = [one.joined(spans, counts) for one, spans in zip(nested, found, strict=True)]
        return cls(tuple(levels), counts)

    def units(self, runs: Sequence[Sequence[str]]) -> list[tuple[list[Span], list[Span]]]:
        """For each run what no chunk holds any longer, words or chunks, and all chunks."""
        nested = [_Units.of(run) for run in runs]
        for chunker in self.levels:
            found = chunker.chunks([one.names for one in nested])
            if not any(found):
                break
            nested = [one.joined(spans, self.counts) for one, spans in zip(nested, found, strict=True)]
        return [(one.spans, one.made) for one in nested]

    def arrays(self) -> Named:
        found: Named = {"counts": np.array([self.counts[name] for name in self.levels[0].names], dtype=np.int64)}
        for level, chunker in enumerate(self.levels):
            found |= add_prefix(f"{level}_", chunker.arrays())
        return found

    @classmethod
    def from_arrays(cls, arrays: Arrays) -> Self:
        """ValueError where they do not fit together."""
        number = len({name.partition("_")[0] for name in arrays} - {"counts"})
        levels = tuple(Chunker.from_arrays(select_part(arrays, f"{level}_")) for level in range(number))
        counts = dict(zip(levels[0].names, arrays["counts"].astype(np.int64).tolist(), strict=True))
        return cls(levels, Counter(counts))


@dataclass(frozen=True, slots=True, eq=False)
class _Units:
    """A run as words and chunks."""

    names: list[str]
    spans: list[Span]
    made: list[Span]  # all chunks so far

    @classmethod
    def of(cls, run: Sequence[str]) -> Self:
        return cls(list(run), [(at, at + 1) for at in range(len(run))], [])

    def joined(self, chunks: Sequence[Span], counts: Counter[str]) -> _Units:
        """With each chunk as one unit, named after its most frequent part."""
        names, spans, made = [], [], [*self.made]
        at = 0
        for start, end in (*chunks, (len(self.names), len(self.names))):
            names += self.names[at:start]
            spans += self.spans[at:start]
            if start < end:
                span = self.spans[start][0], self.spans[end - 1][1]
                bare = [name.removeprefix(_PHRASE) for name in self.names[start:end]]
                names.append(_PHRASE + max(bare, key=lambda name: (counts[name], name)))
                spans.append(span)
                made.append(span)
            at = end
        return _Units(names, spans, made)


def _numbered(runs: Sequence[Sequence[str]], names: dict[str, int]) -> tuple[Integers, Integers]:
    """The numbers of all words, and where each run begins."""
    words = np.array([names.get(name, len(names)) for run in runs for name in run], dtype=np.int64)
    return words, np.append(0, np.cumsum([len(run) for run in runs])).astype(np.int64)
