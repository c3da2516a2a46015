"""Latent states of induced brackets (clusters of reduced inside and outside views), and PCFGs over them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import Self

import numpy as np

from spectral_core.arrays import Flags, Floats, Integers, NamedArrays
from spectral_core.brief import brief_repr
from spectral_core.maths.clustering import assign_clusters, kmeans
from spectral_core.maths.linalg import SparseRows, normalise_rows
from spectral_core.maths.projections import project_views
from spectral_core.model import Arrays, pack_strings, unpack_strings
from spectral_core.models.bracket_inducer.classed_text import ClassedText
from spectral_core.models.bracketing.sentences import flag_spans_that_cross
from spectral_core.structured import cky
from spectral_core.structured.cky import CLOSED, OPEN, BinaryRules, CellConstraints, LabelledWords, PrunedItems
from spectral_core.structured.locks import Span

_MIN_COUNT = 5  # minimum count of a feature
_SMOOTHING = 5.0
_RANK = 16
_CHILD_COLUMNS = 4  # number of first children with features of their own
_NO_CLASS = 0  # class ids start at 1
MIN_LOG_ODDS = -5.0  # minimum log odds by the regression for a span to be a bracket
_ROOT_SMOOTHING = 1e-12
_BEAM, _THRESHOLD = 1e-6, 1e-4
MAX_WORDS = 80  # maximal length of a parsed sentence without punctuation: time is cubic
_PARTIAL_MASK, _BRACKET_MASK = 0, 1  # rows of masks: partial brackets only, brackets only


@dataclass(frozen=True, slots=True, eq=False)
class BracketNodes:
    """Brackets of two or more words in a text, sentence by sentence, parents before children."""

    text: ClassedText
    bounds: Integers  # (sentences + 1,)
    firsts: Integers  # (nodes,) first word, indexed over the text
    lasts: Integers
    parents: Integers  # (nodes,) -1 for whole sentences
    sibling_indexes: Integers  # (nodes,) index among the siblings
    children: list[list[int]]  # for each node: nodes, or words of the text as -1 - word

    @classmethod
    def from_trees(cls, text: ClassedText, trees: Iterable[Iterable[Span]]) -> Self:
        """Make nodes from spans, with the whole sentence added."""
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
        """Return (nodes,) hidden states, k-means clusters of the projections of both views, and (states, dimensions)
        their centres."""
        points = self.project_inside_outside(seed)
        centres = kmeans(points, min(state_count, len(points)), np.random.default_rng(seed), rounds=15)
        return assign_clusters(points, centres), centres

    def project_inside_outside(self, seed: int) -> Floats:
        """Return (nodes, dimensions) the inside and outside features of each node, projected onto the leading singular
        directions of their cross-covariance, each view scaled to length 1."""
        inside, outside = self._extract_features()
        weights = np.ones(len(self.firsts))
        views = project_views(_make_sparse_features(inside), _make_sparse_features(outside), weights, _RANK, seed)
        rank = views.left.shape[1]
        right = views.right * views.spectrum[:rank]
        return np.concatenate((normalise_rows(views.left), normalise_rows(right)), axis=1)

    def _extract_features(self) -> tuple[list[Integers], list[Integers]]:
        """Return the inside and outside feature values of each node, column by column."""
        words = self.text.words
        fine, coarse = (np.unique(keys, return_inverse=True)[1] + 1 for keys in (words.fine, words.coarse))
        coarse_count, fine_count = int(coarse.max(initial=0)) + 1, int(fine.max(initial=0)) + 1
        sentence = np.repeat(np.arange(len(self.bounds) - 1), np.diff(self.bounds))
        first, last = self.firsts, self.lasts
        at_start, at_end = words.offsets[sentence] == first, words.offsets[sentence + 1] - 1 == last
        counts = np.array([len(child_symbols) for child_symbols in self.children], dtype=np.int64)
        word_symbols = coarse.tolist()
        phrase_symbols = (coarse[first] + coarse_count).tolist()
        symbols = [
            [phrase_symbols[child] if child >= 0 else word_symbols[-1 - child] for child in child_symbols]
            for child_symbols in self.children
        ]
        first_children, last_child = _tabulate_children(symbols)
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
        siblings = _tabulate_siblings(symbols, parent, self.sibling_indexes)
        siblings[is_root] = _NO_CLASS
        outside = [
            before + fine_count * marks[first + sentence],
            after + fine_count * marks[last + 1 + sentence],
            left * coarse_count + right,
            np.where(is_root, _NO_CLASS, coarse[first[parent]]),
            np.where(is_root, _NO_CLASS, coarse[last[parent]]),
            np.where(is_root, -1, np.minimum(self.sibling_indexes, 3)),
            np.where(is_root, -1, np.minimum(counts[parent] - 1 - self.sibling_indexes, 3)),
            siblings[:, 0],
            siblings[:, 1],
        ]
        return inside, outside


def _tabulate_children(symbols: Sequence[Sequence[int]]) -> tuple[Integers, Integers]:
    """Return (nodes, _CHILD_COLUMNS) the symbols of the first children of each node, and (nodes,) of the last child."""
    first_children = np.full((len(symbols), _CHILD_COLUMNS), _NO_CLASS)
    last_child = np.zeros(len(symbols), dtype=np.int64)
    for node, child_symbols in enumerate(symbols):
        first_children[node, : min(len(child_symbols), _CHILD_COLUMNS)] = child_symbols[:_CHILD_COLUMNS]
        last_child[node] = child_symbols[-1]
    return first_children, last_child


def _tabulate_siblings(symbols: Sequence[Sequence[int]], parents: Integers, ranks: Integers) -> Integers:
    """Return (nodes, 2) the symbols of the previous and next sibling of each node, given its parent and rank."""
    padded_symbols = [[_NO_CLASS, *child_symbols, _NO_CLASS] for child_symbols in symbols]
    child_positions = zip(parents.tolist(), ranks.tolist(), strict=True)
    neighbours = [(padded_symbols[node][rank], padded_symbols[node][rank + 2]) for node, rank in child_positions]
    return np.array(neighbours).reshape(-1, 2)


def _make_sparse_features(columns: Sequence[Integers]) -> SparseRows:
    """Return the frequent features of each node as sparse rows; values are inverse square roots of smoothed
    frequencies."""
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


@dataclass(frozen=True, slots=True, eq=False)
class LatentStateGrammar:
    """PCFG with relative-frequency rules; brackets of more than two parts are binarised from left to right."""

    class_ids: dict[str, int]  # word classes
    state_count: int
    rules: BinaryRules
    roots: Floats  # (symbols,): states, word classes, intermediate symbols
    __repr__ = brief_repr

    @classmethod
    def learn(cls, nodes: BracketNodes, states: Integers, word_classes: Sequence[str], chosen: Flags) -> Self:
        """Count the rules in the trees of the chosen sentences (sentences,) with these states of nodes and classes of
        words."""
        state_count = int(states.max(initial=0)) + 1
        offsets = nodes.text.words.offsets
        names = {name: index for index, name in enumerate(sorted(set(word_classes)))}
        symbols = [state_count + names[name] for name in word_classes]
        labels = states.tolist()
        partial_symbols: dict[tuple[int, int], int] = {}
        counts: Counter[tuple[int, int, int]] = Counter()
        roots = np.full(state_count, _ROOT_SMOOTHING)
        for sentence in np.flatnonzero(chosen & (np.diff(offsets) > 1)).tolist():
            low, high = nodes.bounds[sentence], nodes.bounds[sentence + 1]
            roots[labels[low]] += 1.0
            for node in range(low, high):
                parent = label = labels[node]
                child_symbols = [labels[child] if child >= 0 else symbols[-1 - child] for child in nodes.children[node]]
                for child in child_symbols[:-2]:
                    partial_symbol = partial_symbols.setdefault(
                        (label, child), state_count + len(names) + len(partial_symbols)
                    )
                    counts[parent, child, partial_symbol] += 1
                    parent = partial_symbol
                counts[parent, child_symbols[-2], child_symbols[-1]] += 1
        size = state_count + len(names) + len(partial_symbols)
        rules = np.array([(left, right, parent) for parent, left, right in counts], dtype=np.int64).reshape(-1, 3)
        order = np.lexsort((rules[:, 2], rules[:, 1], rules[:, 0]))
        lefts, rights, parents = np.ascontiguousarray(rules[order].T)
        weights = np.array(list(counts.values()), dtype=np.float64)[order]
        weights /= np.bincount(parents, weights, size)[parents]
        root_weights = np.zeros(size)
        root_weights[:state_count] = roots / roots.sum()
        return cls(names, state_count, BinaryRules.from_rules(parents, lefts, rights, weights, size), root_weights)

    def posteriors(
        self, words: Sequence[str], allowed: Flags, crossing: Flags | None = None, required: Flags | None = None
    ) -> Floats | None:
        """Return (words, words + 1) the posterior of each bracket over all trees with only `allowed` brackets that
        cross no lock and include the required ones; None if there is no such tree."""
        items = self._compute_chart_items(words, allowed, crossing, required)
        if items is None:
            return None
        posteriors = np.zeros((len(words), len(words) + 1))
        is_bracket = items.labels < self.state_count
        np.add.at(posteriors, (items.starts[is_bracket], items.ends[is_bracket]), items.posteriors[is_bracket])
        return posteriors

    def state_posteriors(self, words: Sequence[str], brackets: Collection[Span]) -> Floats | None:
        """Return (brackets, states) the posterior of each state of each bracket of one tree, including the whole
        sentence; None if the grammar has no such tree."""
        allowed, required = (np.zeros((len(words), len(words) + 1), dtype=bool) for _ in range(2))
        for bracket in brackets:
            required[bracket] = True
        items = self._compute_chart_items(words, allowed, flag_spans_that_cross(len(words), brackets), required)
        if items is None:
            return None
        rows = {span: row for row, span in enumerate(brackets)}
        posteriors = np.zeros((len(rows), self.state_count))
        spans = zip(items.starts.tolist(), items.ends.tolist(), items.labels.tolist(), strict=True)
        for (low, high, label), posterior in zip(spans, items.posteriors.tolist(), strict=True):
            if label < self.state_count and (low, high) in rows:
                posteriors[rows[low, high], label] = posterior
        return posteriors / posteriors.sum(axis=1, keepdims=True) if posteriors.any(axis=1).all() else None

    def _compute_chart_items(
        self, words: Sequence[str], allowed: Flags, crossing: Flags | None, required: Flags | None
    ) -> PrunedItems | None:
        """Return the chart items with their posteriors (inside-outside); None if the grammar has no tree."""
        size = len(words)
        if size < 2 or size > MAX_WORDS or not all(name in self.class_ids for name in words):
            return None
        labels = np.array([self.state_count + self.class_ids[name] for name in words], dtype=np.int64)
        positions = np.arange(size + 1, dtype=np.int64)
        labelled_words = LabelledWords(positions[[0, size]], positions, labels, np.ones(size))
        can_be_bracket = allowed.copy()
        can_be_bracket[0, size] = True
        if crossing is not None and required is not None:
            can_be_bracket = (can_be_bracket | required) & ~crossing
        # a longer span with the same end can be a bracket
        can_be_partial = np.cumsum(can_be_bracket, axis=0) > can_be_bracket
        locks = np.where(can_be_bracket, OPEN, np.where(can_be_partial, _PARTIAL_MASK, CLOSED)).astype(np.int32)
        locks[positions[:-1], positions[1:]] = OPEN
        if crossing is not None and required is not None:
            locks[required] = _BRACKET_MASK
            locks[crossing] = CLOSED
        masks = np.zeros((2, len(self.roots)), dtype=bool)
        masks[_BRACKET_MASK, : self.state_count] = True
        masks[_PARTIAL_MASK, self.state_count :] = True
        all_words = np.ones(size, dtype=bool)
        cells = CellConstraints(all_words, all_words, locks, masks)
        items = cky.prune_spans(
            self.rules, self.roots, np.ones(len(self.roots)), labelled_words, cells, _BEAM, _THRESHOLD
        )
        return items if np.isfinite(items.sums[0]) else None

    def arrays(self) -> NamedArrays:
        rules = self.rules
        return {
            "names": pack_strings(list(self.class_ids)), "states": np.array(self.state_count), "roots": self.roots,
            "parents": rules.parents, "lefts": rules.lefts[rules.pairs], "rights": rules.rights[rules.pairs],
            "weights": rules.weights,
        }  # fmt: skip

    @classmethod
    def from_arrays(cls, arrays: Arrays) -> Self:
        """Restore a grammar; ValueError if its arrays are inconsistent."""
        names = {name: index for index, name in enumerate(unpack_strings(arrays["names"]))}
        roots = arrays["roots"].astype(np.float64)
        parents, lefts, rights = (arrays[name].astype(np.int64) for name in ("parents", "lefts", "rights"))
        symbols = np.concatenate((parents, lefts, rights))
        if ((symbols < 0) | (symbols >= len(roots))).any():
            raise ValueError("rules name symbols that there are not")
        rules = BinaryRules.from_rules(parents, lefts, rights, arrays["weights"].astype(np.float64), len(roots))
        return cls(names, int(arrays["states"]), rules, roots)
