"""The brackets of many trees as nodes: what is in each, what stands around it, and its hidden state."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Self

import numpy as np

from spectral_core.arrays import Floats, Integers
from spectral_core.maths.canonical import unit_rows
from spectral_core.maths.em import assigned, kmeans
from spectral_core.maths.views import SparseRows, reduced_views
from spectral_core.models.bracket_inducer.text import ReadText, Span

_FREQUENT = 5  # times from which a feature counts
_SMOOTHING = 5.0
_RANK = 16
_SHOWN = 4  # children that are looked at one by one
_NOTHING = 0  # of numbers of classes, which count from 1


@dataclass(frozen=True, slots=True, eq=False)
class TreeNodes:
    """All brackets of several words, sentence by sentence, each before those in it."""

    text: ReadText
    bounds: Integers  # (sentences + 1,)
    firsts: Integers  # (nodes,) words of the text
    lasts: Integers
    parents: Integers  # (nodes,) -1 for the whole sentence
    ranks: Integers  # (nodes,) how manieth child of its parent it is
    children: list[list[int]]  # of each node: nodes, or words of the text as -1 - word

    @classmethod
    def of(cls, text: ReadText, trees: Iterable[Iterable[Span]]) -> Self:
        """From spans, in which the whole sentence need not be."""
        bounds = [0]
        firsts: list[int] = []
        lasts: list[int] = []
        parents: list[int] = []
        ranks: list[int] = []
        children: list[list[int]] = []
        offsets = text.words.offsets.tolist()
        for low, high, spans in zip(offsets[:-1], offsets[1:], trees, strict=True):
            open_: list[int] = []
            if high - low > 1:
                nested = sorted({*spans, (0, high - low)}, key=lambda span: (span[0], -span[1]))
                at = low
                for start, end in (*nested, (high - low, high - low)):
                    while open_ and lasts[open_[-1]] < low + start:
                        node = open_.pop()
                        children[node] += range(-1 - at, -2 - lasts[node], -1)
                        at = max(at, lasts[node] + 1)
                    if start == end:
                        break
                    if open_:
                        children[open_[-1]] += range(-1 - at, -1 - low - start, -1)
                    at = low + start
                    parents.append(open_[-1] if open_ else -1)
                    ranks.append(len(children[open_[-1]]) if open_ else 0)
                    if open_:
                        children[open_[-1]].append(len(firsts))
                    open_.append(len(firsts))
                    firsts.append(low + start)
                    lasts.append(low + end - 1)
                    children.append([])
            bounds.append(len(firsts))
        one, two, three, four, five = (np.array(row, dtype=np.int64) for row in (bounds, firsts, lasts, parents, ranks))
        return cls(text, one, two, three, four, five, children)

    def states(self, number: int, seed: int) -> tuple[Integers, Floats]:
        """(nodes,) the hidden state of each: a cluster of what inside and outside say of one another; and (states,
        dimensions) the middle of each."""
        points = self.points(seed)
        centres = kmeans(points, min(number, len(points)), np.random.default_rng(seed), rounds=15)
        return assigned(points, centres), centres

    def points(self, seed: int) -> Floats:
        """(nodes, dimensions) both views of each node in their leading directions, each of length 1."""
        inside, outside = self._features()
        weights = np.ones(len(self.firsts))
        views = reduced_views(_rows(inside), _rows(outside), weights, _RANK, seed)
        rank = views.left.shape[1]
        right = views.right * views.spectrum[:rank]
        return np.concatenate((unit_rows(views.left), unit_rows(right)), axis=1)

    def _features(self) -> tuple[list[Integers], list[Integers]]:
        """The values of the features inside and outside each node, column by column."""
        words = self.text.words
        fine, coarse = (np.unique(keys, return_inverse=True)[1] + 1 for keys in (words.fine, words.coarse))
        wide, many = int(coarse.max(initial=0)) + 1, int(fine.max(initial=0)) + 1
        sentence = np.repeat(np.arange(len(self.bounds) - 1), np.diff(self.bounds))
        first, last = self.firsts, self.lasts
        begins, ends = words.offsets[sentence] == first, words.offsets[sentence + 1] - 1 == last
        counts = np.array([len(row) for row in self.children], dtype=np.int64)
        shown = np.full((len(counts), _SHOWN), _NOTHING)
        final = np.zeros(len(counts), dtype=np.int64)
        named = coarse.tolist()
        phrase = (coarse[first] + wide).tolist()
        symbols = [[phrase[child] if child >= 0 else named[-1 - child] for child in row] for row in self.children]
        for node, row in enumerate(symbols):
            shown[node, : min(len(row), _SHOWN)] = row[:_SHOWN]
            final[node] = row[-1]
        width = 2 * wide
        code = shown[:, 0] + width * (shown[:, 1] + width * (shown[:, 2] + width * shown[:, 3]))
        length = np.digitize(last - first + 1, (3, 4, 5, 6, 7, 10, 15, 25))
        inside = [
            fine[first], fine[last], coarse[first] * wide + coarse[last], code, shown[:, 0], shown[:, 1], final,
            np.minimum(counts, 6), length,
        ]  # fmt: skip
        before = np.where(begins, _NOTHING, fine[np.maximum(first - 1, 0)])
        after = np.where(ends, _NOTHING, fine[np.minimum(last + 1, len(fine) - 1)])
        left = np.where(begins, _NOTHING, coarse[np.maximum(first - 1, 0)])
        right = np.where(ends, _NOTHING, coarse[np.minimum(last + 1, len(fine) - 1)])
        marks = words.marks
        top = self.parents < 0
        up = np.maximum(self.parents, 0)
        around = [[_NOTHING, *row, _NOTHING] for row in symbols]  # so that the first and the last have neighbours
        places = list(zip(up.tolist(), self.ranks.tolist(), strict=True))
        siblings = np.array([(around[node][rank], around[node][rank + 2]) for node, rank in places]).reshape(-1, 2)
        siblings[top] = _NOTHING
        outside = [
            before + many * marks[first + sentence], after + many * marks[last + 1 + sentence], left * wide + right,
            np.where(top, _NOTHING, coarse[first[up]]), np.where(top, _NOTHING, coarse[last[up]]),
            np.where(top, -1, np.minimum(self.ranks, 3)), np.where(top, -1, np.minimum(counts[up] - 1 - self.ranks, 3)),
            siblings[:, 0], siblings[:, 1],
        ]  # fmt: skip
        return inside, outside


def _rows(columns: Sequence[Integers]) -> SparseRows:
    """A row for each node with its frequent features, each scaled by how frequent it is."""
    places, offset, counts = [], 0, []
    for column in columns:
        _, place, seen = np.unique(column, return_inverse=True, return_counts=True)
        places.append(place + offset)
        counts.append(seen)
        offset += len(seen)
    times = np.concatenate(counts)
    kept = times >= _FREQUENT
    if not kept.any():
        kept[:] = True
    number = np.cumsum(kept) - 1
    whole = np.stack(places, axis=1)  # (nodes, columns)
    here = kept[whole]
    chosen = whole[here]
    bounds = np.append(0, np.cumsum(here.sum(axis=1)))
    return SparseRows(bounds, number[chosen], 1.0 / np.sqrt(times[chosen] + _SMOOTHING), int(kept.sum()))
