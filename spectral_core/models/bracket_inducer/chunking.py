"""Unsupervised chunkers and their cascade (Ponvert, Baldridge and Erk 2011)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Self

import numpy as np

from spectral_core.arrays import Floats, Integers, NamedArrays
from spectral_core.brief import brief_repr
from spectral_core.model import Arrays, add_prefix, pack_strings, select_part, unpack_strings

if TYPE_CHECKING:
    from spectral_core.structured.locks import Span


_MAX_ITERATIONS, _MIN_GAIN, _SMOOTHING = 25, 1e-5, 0.1
_CHUNK_PREFIX = "="  # prefix of the names of chunks
_CAN_START = np.array([True, False, True])
_CAN_FOLLOW = np.array(  # begin, inside, outside, stop; after each of the first three
    [[False, True, False, False], [True, True, True, True], [True, False, True, True]]
)
MAX_LEVELS = 8  # levels of a cascade


@dataclass(frozen=True, slots=True, eq=False)
class Chunker:
    """Unsupervised chunker: HMM with begin, inside and outside states; transitions depend on the word."""

    names: dict[str, int]
    initial: Floats  # (states,)
    emissions: Floats  # (states, names)
    transitions: Floats  # (states, names, states + 1)
    __repr__ = brief_repr

    @classmethod
    def learn(cls, runs: Sequence[Sequence[str]]) -> Self:
        """Train by EM from a uniform start."""
        from spectral_core.structured.forward_backward_kernels import chunk_expected_counts

        counts = Counter(name for run in runs for name in run)
        names = {name: index for index, name in enumerate(sorted(counts))}
        width = len(names) + 1  # the last is for unknown names
        words, starts = _encode_runs(runs, names)
        initial = _CAN_START / 2
        emissions = np.full((3, width), 1 / width)
        transitions = np.repeat((_CAN_FOLLOW / _CAN_FOLLOW.sum(axis=1, keepdims=True))[:, None], width, axis=1)
        previous_total = -np.inf
        for _ in range(_MAX_ITERATIONS if len(words) else 0):
            initial_counts, emission_counts, transition_counts, total = chunk_expected_counts(
                words, starts, initial, emissions, transitions
            )
            initial = np.where(_CAN_START, initial_counts + _SMOOTHING, 0.0)
            initial /= initial.sum()
            emissions = emission_counts + _SMOOTHING
            emissions /= emissions.sum(axis=1, keepdims=True)
            transitions = np.where(_CAN_FOLLOW[:, None], transition_counts + _SMOOTHING, 0.0)
            transitions /= transitions.sum(axis=2, keepdims=True)
            if total - previous_total < _MIN_GAIN * abs(total):
                break
            previous_total = total
        return cls(names, initial, emissions, transitions)

    def find_chunks(self, runs: Sequence[Sequence[str]]) -> list[list[Span]]:
        """Return the chunks of two words or more of each run, as positions in it."""
        from spectral_core.structured.forward_backward_kernels import BEGIN, INSIDE, best_chunk_states

        words, starts = _encode_runs(runs, self.names)
        with np.errstate(divide="ignore"):
            paths = best_chunk_states(
                words, starts, np.log(self.initial), np.log(self.emissions), np.log(self.transitions)
            ).tolist()
        chunks = []
        for low, high in zip(starts[:-1].tolist(), starts[1:].tolist(), strict=True):
            spans = []
            for start in range(low, high):
                if paths[start] == BEGIN:
                    end = start + 1
                    while end < high and paths[end] == INSIDE:
                        end += 1
                    if end - start > 1:
                        spans.append((start - low, end - low))
            chunks.append(spans)
        return chunks

    def arrays(self) -> NamedArrays:
        return {
            "names": pack_strings(list(self.names)),
            "first": self.initial,
            "shown": self.emissions,
            "after": self.transitions,
        }

    @classmethod
    def from_arrays(cls, arrays: Arrays) -> Self:
        names = {name: index for index, name in enumerate(unpack_strings(arrays["names"]))}
        initial, emissions, transitions = (arrays[name].astype(np.float64) for name in ("first", "shown", "after"))
        if (
            emissions.shape != (3, len(names) + 1)
            or transitions.shape != (*emissions.shape, 4)
            or initial.shape != (3,)
        ):
            raise ValueError("chunks and classes do not fit")
        return cls(names, initial, emissions, transitions)


@dataclass(frozen=True, slots=True, eq=False)
class ChunkerCascade:
    """Cascaded chunkers: a chunk of one level is a word of the next."""

    levels: tuple[Chunker, ...]
    counts: Counter[str]  # frequencies of word classes
    __repr__ = brief_repr

    @classmethod
    def learn(cls, runs: Sequence[Sequence[str]], max_levels: int) -> Self:
        """Train levels until no more chunks are found, at most `max_levels`."""
        counts = Counter(name for run in runs for name in run)
        nested = [_ChunkedRun.from_run(run) for run in runs]
        levels: list[Chunker] = []
        while len(levels) < max_levels:
            unit_names = [units.names for units in nested]
            chunker = Chunker.learn(unit_names)
            levels.append(chunker)  # also the last, without chunks here: it may find some in other text
            chunks = chunker.find_chunks(unit_names)
            if not any(chunks):
                break
            nested = [units.merge_chunks(spans, counts) for units, spans in zip(nested, chunks, strict=True)]
        return cls(tuple(levels), counts)

    def chunk_runs(self, runs: Sequence[Sequence[str]]) -> list[tuple[list[Span], list[Span]]]:
        """Return for each run its outermost units (words or chunks), and all chunks."""
        nested = [_ChunkedRun.from_run(run) for run in runs]
        for chunker in self.levels:
            chunks = chunker.find_chunks([units.names for units in nested])
            if not any(chunks):
                break
            nested = [units.merge_chunks(spans, self.counts) for units, spans in zip(nested, chunks, strict=True)]
        return [(units.spans, units.chunks) for units in nested]

    def arrays(self) -> NamedArrays:
        arrays: NamedArrays = {"counts": np.array([self.counts[name] for name in self.levels[0].names], dtype=np.int64)}
        for level, chunker in enumerate(self.levels):
            arrays |= add_prefix(f"{level}_", chunker.arrays())
        return arrays

    @classmethod
    def from_arrays(cls, arrays: Arrays) -> Self:
        """Restore a cascade; ValueError if its arrays are inconsistent."""
        level_count = len({name.partition("_")[0] for name in arrays} - {"counts"})
        if not level_count:
            raise ValueError("the cascade has no levels")
        levels = tuple(Chunker.from_arrays(select_part(arrays, f"{level}_")) for level in range(level_count))
        counts = dict(zip(levels[0].names, arrays["counts"].astype(np.int64).tolist(), strict=True))
        return cls(levels, Counter(counts))


@dataclass(frozen=True, slots=True, eq=False)
class _ChunkedRun:
    """Run of words in which chunks found so far are single units."""

    names: list[str]
    spans: list[Span]
    chunks: list[Span]  # all chunks so far

    @classmethod
    def from_run(cls, run: Sequence[str]) -> Self:
        return cls(list(run), [(position, position + 1) for position in range(len(run))], [])

    def merge_chunks(self, new_chunks: Sequence[Span], counts: Counter[str]) -> _ChunkedRun:
        """Return the run with each new chunk merged into one unit, named after its most frequent part."""
        names, spans, chunks = [], [], [*self.chunks]
        position = 0
        for start, end in (*new_chunks, (len(self.names), len(self.names))):
            names += self.names[position:start]
            spans += self.spans[position:start]
            if start < end:
                span = self.spans[start][0], self.spans[end - 1][1]
                part_names = [name.removeprefix(_CHUNK_PREFIX) for name in self.names[start:end]]
                names.append(_CHUNK_PREFIX + max(part_names, key=lambda name: (counts[name], name)))
                spans.append(span)
                chunks.append(span)
            position = end
        return _ChunkedRun(names, spans, chunks)


def _encode_runs(runs: Sequence[Sequence[str]], names: dict[str, int]) -> tuple[Integers, Integers]:
    """Return the ids of all words, and the offset of each run."""
    words = np.array([names.get(name, len(names)) for run in runs for name in run], dtype=np.int64)
    return words, np.append(0, np.cumsum([len(run) for run in runs])).astype(np.int64)
