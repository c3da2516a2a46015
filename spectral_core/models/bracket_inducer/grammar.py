"""Grammar whose symbols are hidden states of brackets, and the posteriors of spans over all its trees."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Self

import numpy as np

from spectral_core.arrays import Flags, Floats, Integers, NamedArrays
from spectral_core.brief import brief_repr
from spectral_core.model import Arrays, pack, unpack
from spectral_core.models.bracket_inducer.nodes import TreeNodes
from spectral_core.structured import cky
from spectral_core.structured.cky import CLOSED, OPEN, BinaryRules, Cells, Items, LabelledWords

MIN_LOG_ODDS = -5.0  # log odds of the regression from which a span can be a bracket
_ROOT_SMOOTHING = 1e-12
_BEAM, _THRESHOLD = 1e-6, 1e-4
_MAX_WORDS = 80  # words of the longest parsed sentence: time is cubic
_PARTS, _BRACKETS = 0, 1  # rows of masks: partial brackets only, brackets only


@dataclass(frozen=True, slots=True, eq=False)
class StateGrammar:
    """Rules by their frequency in trees; brackets of more than two parts are binarised from left to right."""

    names: dict[str, int]  # classes of words
    states: int
    rules: BinaryRules
    roots: Floats  # (symbols,): states, word classes, partial brackets
    __repr__ = brief_repr

    @classmethod
    def learn(cls, nodes: TreeNodes, states: Integers, words: Sequence[str], chosen: Flags) -> Self:
        """Count the trees of the chosen sentences (sentences,) with these states of nodes and names of words."""
        state_count = int(states.max(initial=0)) + 1
        offsets = nodes.text.words.offsets
        names = {name: index for index, name in enumerate(sorted(set(words)))}
        symbols = [state_count + names[name] for name in words]
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
        """Return (words, words + 1) the posterior of each bracket over all trees whose brackets are `allowed`, do not
        cross a lock and include the required ones; None where there is no such tree."""
        items = self._parse(words, allowed, crossing, required)
        if items is None:
            return None
        posteriors = np.zeros((len(words), len(words) + 1))
        is_bracket = items.labels < self.states
        np.add.at(posteriors, (items.starts[is_bracket], items.ends[is_bracket]), items.posteriors[is_bracket])
        return posteriors

    def state_posteriors(self, words: Sequence[str], brackets: Collection[tuple[int, int]]) -> Floats | None:
        """Return (brackets, states) the posterior of each state of each bracket of one tree, the whole sentence among
        them; None where the grammar has no such tree."""
        size = len(words)
        required, crossing = (np.zeros((size, size + 1), dtype=bool) for _ in range(2))
        start, end = np.ogrid[:size, : size + 1]
        for low, high in brackets:
            required[low, high] = True
            crossing |= ((start < low) & (low < end) & (end < high)) | ((low < start) & (start < high) & (high < end))
        items = self._parse(words, np.zeros((size, size + 1), dtype=bool), crossing, required)
        if items is None:
            return None
        rows = {span: row for row, span in enumerate(brackets)}
        posteriors = np.zeros((len(rows), self.states))
        spans = zip(items.starts.tolist(), items.ends.tolist(), items.labels.tolist(), strict=True)
        for (low, high, label), posterior in zip(spans, items.posteriors.tolist(), strict=True):
            if label < self.states and (low, high) in rows:
                posteriors[rows[low, high], label] = posterior
        return posteriors / posteriors.sum(axis=1, keepdims=True) if posteriors.any(axis=1).all() else None

    def _parse(
        self, words: Sequence[str], allowed: Flags, crossing: Flags | None, required: Flags | None
    ) -> Items | None:  # fmt: skip
        """Return the items of the chart; None where the grammar has no tree."""
        size = len(words)
        if size < 2 or size > _MAX_WORDS or not all(name in self.names for name in words):
            return None
        labels = np.array([self.states + self.names[name] for name in words], dtype=np.int64)
        positions = np.arange(size + 1, dtype=np.int64)
        labelled_words = LabelledWords(positions[[0, size]], positions, labels, np.ones(size))
        can_be_bracket = allowed.copy()
        can_be_bracket[0, size] = True
        if crossing is not None and required is not None:
            can_be_bracket = (can_be_bracket | required) & ~crossing
        can_be_partial = (
            np.cumsum(can_be_bracket, axis=0) > can_be_bracket
        )  # a longer span with the same end can be a bracket
        locks = np.where(can_be_bracket, OPEN, np.where(can_be_partial, _PARTS, CLOSED)).astype(np.int32)
        locks[positions[:-1], positions[1:]] = OPEN
        if crossing is not None and required is not None:
            locks[required] = _BRACKETS
            locks[crossing] = CLOSED
        masks = np.zeros((2, len(self.roots)), dtype=bool)
        masks[_BRACKETS, : self.states] = True
        masks[_PARTS, self.states :] = True
        all_words = np.ones(size, dtype=bool)
        cells = Cells(all_words, all_words, locks, masks)
        items = cky.prune_spans(
            self.rules, self.roots, np.ones(len(self.roots)), labelled_words, cells, _BEAM, _THRESHOLD
        )
        return items if np.isfinite(items.sums[0]) else None

    def arrays(self) -> NamedArrays:
        rules = self.rules
        return {
            "names": pack(list(self.names)), "states": np.array(self.states), "roots": self.roots,
            "parents": rules.parents, "lefts": rules.lefts[rules.pairs], "rights": rules.rights[rules.pairs],
            "weights": rules.weights,
        }  # fmt: skip

    @classmethod
    def from_arrays(cls, arrays: Arrays) -> Self:
        """Restore a grammar; ValueError where its arrays do not fit together."""
        names = {name: index for index, name in enumerate(unpack(arrays["names"]))}
        roots = arrays["roots"].astype(np.float64)
        parents, lefts, rights = (arrays[name].astype(np.int64) for name in ("parents", "lefts", "rights"))
        symbols = np.concatenate((parents, lefts, rights))
        if ((symbols < 0) | (symbols >= len(roots))).any():
            raise ValueError("rules name symbols that there are not")
        rules = BinaryRules.from_rules(parents, lefts, rights, arrays["weights"].astype(np.float64), len(roots))
        return cls(names, int(arrays["states"]), rules, roots)
