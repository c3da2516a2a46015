"""Brackets of many trees as nodes: features inside and outside each, and its hidden state."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Self

import numpy as np

from spectral_core.arrays import Floats, Integers
from spectral_core.maths.canonical import normalise_rows
from spectral_core.maths.em import assign_clusters, kmeans
from spectral_core.maths.views import SparseRows, reduce_views
from spectral_core.models.bracket_inducer.text import ClassedText, Span

_MIN_COUNT = 5  # least count of a feature
_SMOOTHING = 5.0
_RANK = 16
_CHILD_COLUMNS = 4  # first children with features of their own
_NO_CLASS = 0  # class numbers count from 1


@dataclass(frozen=True, slots=True, eq=False)
class TreeNodes:
    """Brackets of two or more words, sentence by sentence, each before those in it."""

    text: ClassedText
    bounds: Integers  # (sentences + 1,)
    firsts: Integers  # (nodes,) words of the text
    lasts: Integers
    parents: Integers  # (nodes,) -1 for the whole sentence
    ranks: Integers  # (nodes,) index among the children of its parent
    children: list[list[int]]  # of each node: nodes, or words of the text as -1 - word

    @classmethod
    def from_trees(cls, text: ClassedText, trees: Iterable[Iterable[Span]]) -> Self:
        """Make nodes from spans, in which the whole sentence need not be."""
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
                position = low
                for start, end in (*nested, (high - low, high - low)):
                    while open_ and lasts[open_[-1]] < low + start:
                        node = open_.pop()
                        children[node] += range(-1 - position, -2 - lasts[node], -1)
                        position = max(position, lasts[node] + 1)
                    if start == end:
                        break
                    if open_:
                        children[open_[-1]] += range(-1 - position, -1 - low - start, -1)
                    position = low + start
                    parents.append(open_[-1] if open_ else -1)
                    ranks.append(len(children[open_[-1]]) if open_ else 0)
                    if open_:
                        children[open_[-1]].append(len(firsts))
                    open_.append(len(firsts))
                    firsts.append(low + start)
                    lasts.append(low + end - 1)
                    children.append([])
            bounds.append(len(firsts))
        bound_array, first_array, last_array, parent_array, rank_array = (
            np.array(values, dtype=np.int64) for values in (bounds, firsts, lasts, parents, ranks)
        )
        return cls(text, bound_array, first_array, last_array, parent_array, rank_array, children)

    def cluster_states(self, state_count: int, seed: int) -> tuple[Integers, Floats]:
        """Return (nodes,) hidden states, clusters of the projections of both views, and (states, dimensions) their
        centres."""
        points = self.project_views(seed)
        centres = kmeans(points, min(state_count, len(points)), np.random.default_rng(seed), rounds=15)
        return assign_clusters(points, centres), centres

    def project_views(self, seed: int) -> Floats:
        """Return (nodes, dimensions) both views of each node in their leading directions, each of length 1."""
        inside, outside = self._extract_features()
        weights = np.ones(len(self.firsts))
        views = reduce_views(_make_feature_rows(inside), _make_feature_rows(outside), weights, _RANK, seed)
        rank = views.left.shape[1]
        right = views.right * views.spectrum[:rank]
        return np.concatenate((normalise_rows(views.left), normalise_rows(right)), axis=1)

    def _extract_features(self) -> tuple[list[Integers], list[Integers]]:
        """Return the values of the features inside and outside each node, column by column."""
        words = self.text.words
        fine, coarse = (np.unique(keys, return_inverse=True)[1] + 1 for keys in (words.fine, words.coarse))
        coarse_count, fine_count = int(coarse.max(initial=0)) + 1, int(fine.max(initial=0)) + 1
        sentence = np.repeat(np.arange(len(self.bounds) - 1), np.diff(self.bounds))
        first, last = self.firsts, self.lasts
        at_start, at_end = words.offsets[sentence] == first, words.offsets[sentence + 1] - 1 == last
        counts = np.array([len(child_symbols) for child_symbols in self.children], dtype=np.int64)
        first_children = np.full((len(counts), _CHILD_COLUMNS), _NO_CLASS)
        last_child = np.zeros(len(counts), dtype=np.int64)
        word_symbols = coarse.tolist()
        phrase_symbols = (coarse[first] + coarse_count).tolist()
        symbols = [
            [phrase_symbols[child] if child >= 0 else word_symbols[-1 - child] for child in child_symbols]
            for child_symbols in self.children
        ]
        for node, child_symbols in enumerate(symbols):
            first_children[node, : min(len(child_symbols), _CHILD_COLUMNS)] = child_symbols[:_CHILD_COLUMNS]
            last_child[node] = child_symbols[-1]
        width = 2 * coarse_count
        children_code = first_children[:, 0] + width * (
            first_children[:, 1] + width * (first_children[:, 2] + width * first_children[:, 3])
        )
        length = np.digitize(last - first + 1, (3, 4, 5, 6, 7, 10, 15, 25))
        inside = [
            fine[first],
            fine[last],
            coarse[first] * coarse_count + coarse[last],
            children_code,
            first_children[:, 0],
            first_children[:, 1],
            last_child,
            np.minimum(counts, 6),
            length,
        ]
        before = np.where(at_start, _NO_CLASS, fine[np.maximum(first - 1, 0)])
        after = np.where(at_end, _NO_CLASS, fine[np.minimum(last + 1, len(fine) - 1)])
        left = np.where(at_start, _NO_CLASS, coarse[np.maximum(first - 1, 0)])
        right = np.where(at_end, _NO_CLASS, coarse[np.minimum(last + 1, len(fine) - 1)])
        marks = words.marks
        is_root = self.parents < 0
        parent = np.maximum(self.parents, 0)
        padded_symbols = [
            [_NO_CLASS, *child_symbols, _NO_CLASS] for child_symbols in symbols
        ]  # neighbours of the first and the last
        child_positions = list(zip(parent.tolist(), self.ranks.tolist(), strict=True))
        siblings = np.array(
            [(padded_symbols[node][rank], padded_symbols[node][rank + 2]) for node, rank in child_positions]
        ).reshape(-1, 2)
        siblings[is_root] = _NO_CLASS
        outside = [
            before + fine_count * marks[first + sentence],
            after + fine_count * marks[last + 1 + sentence],
            left * coarse_count + right,
            np.where(is_root, _NO_CLASS, coarse[first[parent]]),
            np.where(is_root, _NO_CLASS, coarse[last[parent]]),
            np.where(is_root, -1, np.minimum(self.ranks, 3)),
            np.where(is_root, -1, np.minimum(counts[parent] - 1 - self.ranks, 3)),
            siblings[:, 0],
            siblings[:, 1],
        ]
        return inside, outside


def _make_feature_rows(columns: Sequence[Integers]) -> SparseRows:
    """Return a row for each node with its frequent features, scaled down by their frequency."""
    index_columns, offset, counts = [], 0, []
    for column in columns:
        _, indexes, value_counts = np.unique(column, return_inverse=True, return_counts=True)
        index_columns.append(indexes + offset)
        counts.append(value_counts)
        offset += len(value_counts)
    times = np.concatenate(counts)
    is_frequent = times >= _MIN_COUNT
    if not is_frequent.any():
        is_frequent[:] = True
    new_indexes = np.cumsum(is_frequent) - 1
    all_indexes = np.stack(index_columns, axis=1)  # (nodes, columns)
    is_kept = is_frequent[all_indexes]
    kept_indexes = all_indexes[is_kept]
    bounds = np.append(0, np.cumsum(is_kept.sum(axis=1)))
    return SparseRows(
        bounds, new_indexes[kept_indexes], 1.0 / np.sqrt(times[kept_indexes] + _SMOOTHING), int(is_frequent.sum())
    )
