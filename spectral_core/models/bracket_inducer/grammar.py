"""Grammars whose symbols are hidden states of brackets: what all their trees say of the spans of a sentence."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Self

import numpy as np

from spectral_core.arrays import Flags, Floats, Integers, Named
from spectral_core.brief import brief_repr
from spectral_core.inference import cky
from spectral_core.inference.cky import CLOSED, OPEN, BinaryRules, Cells, Items, LabelledWords
from spectral_core.model import Arrays, pack, unpack
from spectral_core.models.bracket_inducer.nodes import TreeNodes

LIKELY = -5.0  # log odds by the regression from which a span may be a bracket
_ROOT = 1e-12
_BEAM, _THRESHOLD = 1e-6, 1e-4
_LONGEST = 80  # words of a sentence that is parsed: the time grows with their cube
_PARTS, _BRACKETS = 0, 1  # rows of masks: spans that may only be parts of brackets, and that must be brackets


@dataclass(frozen=True, slots=True, eq=False)
class StateGrammar:
    """Rules by their frequency in trees; a bracket of many parts grows from left to right."""

    names: dict[str, int]  # classes of words
    states: int
    rules: BinaryRules
    roots: Floats  # (symbols,): states, classes of words, brackets that grow
    __repr__ = brief_repr

    @classmethod
    def learn(cls, nodes: TreeNodes, states: Integers, words: Sequence[str], chosen: Flags) -> Self:
        """From the trees of the chosen sentences (sentences,), whose nodes have these states, and words these names."""
        number = int(states.max(initial=0)) + 1
        offsets = nodes.text.words.offsets
        names = {name: place for place, name in enumerate(sorted(set(words)))}
        symbols = [number + names[name] for name in words]
        labels = states.tolist()
        growing: dict[tuple[int, int], int] = {}
        counts: Counter[tuple[int, int, int]] = Counter()
        roots = np.full(number, _ROOT)
        for sentence in np.flatnonzero(chosen & (np.diff(offsets) > 1)).tolist():
            low, high = nodes.bounds[sentence], nodes.bounds[sentence + 1]
            roots[labels[low]] += 1.0
            for node in range(low, high):
                parent = label = labels[node]
                row = [labels[child] if child >= 0 else symbols[-1 - child] for child in nodes.children[node]]
                for child in row[:-2]:
                    rest = growing.setdefault((label, child), number + len(names) + len(growing))
                    counts[parent, child, rest] += 1
                    parent = rest
                counts[parent, row[-2], row[-1]] += 1
        size = number + len(names) + len(growing)
        rows = np.array([(left, right, parent) for parent, left, right in counts], dtype=np.int64).reshape(-1, 3)
        order = np.lexsort((rows[:, 2], rows[:, 1], rows[:, 0]))
        lefts, rights, parents = np.ascontiguousarray(rows[order].T)
        weights = np.array(list(counts.values()), dtype=np.float64)[order]
        weights /= np.bincount(parents, weights, size)[parents]
        full = np.zeros(size)
        full[:number] = roots / roots.sum()
        return cls(names, number, BinaryRules.from_rules(parents, lefts, rights, weights, size), full)

    def posteriors(
        self, words: Sequence[str], open_: Flags, crossing: Flags | None = None, needed: Flags | None = None
    ) -> Floats | None:
        """(words, words + 1) the share of each span of being a bracket, by all trees in which only `open_` spans are,
        none of those that cross a lock, and all that are needed; None where there is no such tree."""
        found = self._items(words, open_, crossing, needed)
        if found is None:
            return None
        shares = np.zeros((len(words), len(words) + 1))
        kept = found.labels < self.states
        np.add.at(shares, (found.starts[kept], found.ends[kept]), found.posteriors[kept])
        return shares

    def states_of(self, words: Sequence[str], brackets: Collection[tuple[int, int]]) -> Floats | None:
        """(brackets, states) what speaks for each state of each bracket of one tree, the whole sentence among them;
        None where the grammar has no such tree."""
        size = len(words)
        needed, crossing = (np.zeros((size, size + 1), dtype=bool) for _ in range(2))
        start, end = np.ogrid[:size, : size + 1]
        for low, high in brackets:
            needed[low, high] = True
            crossing |= ((start < low) & (low < end) & (end < high)) | ((low < start) & (start < high) & (high < end))
        found = self._items(words, np.zeros((size, size + 1), dtype=bool), crossing, needed)
        if found is None:
            return None
        rows = {span: row for row, span in enumerate(brackets)}
        shares = np.zeros((len(rows), self.states))
        spans = zip(found.starts.tolist(), found.ends.tolist(), found.labels.tolist(), strict=True)
        for (low, high, label), share in zip(spans, found.posteriors.tolist(), strict=True):
            if label < self.states and (low, high) in rows:
                shares[rows[low, high], label] = share
        return shares / shares.sum(axis=1, keepdims=True) if shares.any(axis=1).all() else None

    def _items(
        self, words: Sequence[str], open_: Flags, crossing: Flags | None, needed: Flags | None
    ) -> Items | None:  # fmt: skip
        size = len(words)
        if size < 2 or size > _LONGEST or not all(name in self.names for name in words):
            return None
        labels = np.array([self.states + self.names[name] for name in words], dtype=np.int64)
        at = np.arange(size + 1, dtype=np.int64)
        read = LabelledWords(at[[0, size]], at, labels, np.ones(size))
        may = open_.copy()
        may[0, size] = True
        if crossing is not None and needed is not None:
            may = (may | needed) & ~crossing
        grows = np.cumsum(may, axis=0) > may  # spans that end where a longer one may be a bracket
        locks = np.where(may, OPEN, np.where(grows, _PARTS, CLOSED)).astype(np.int32)
        locks[at[:-1], at[1:]] = OPEN
        if crossing is not None and needed is not None:
            locks[needed] = _BRACKETS
            locks[crossing] = CLOSED
        masks = np.zeros((2, len(self.roots)), dtype=bool)
        masks[_BRACKETS, : self.states] = True
        masks[_PARTS, self.states :] = True
        ones = np.ones(size, dtype=bool)
        cells = Cells(ones, ones, locks, masks)
        found = cky.prune_spans(self.rules, self.roots, np.ones(len(self.roots)), read, cells, _BEAM, _THRESHOLD)
        return found if np.isfinite(found.sums[0]) else None

    def arrays(self) -> Named:
        rules = self.rules
        return {
            "names": pack(list(self.names)), "states": np.array(self.states), "roots": self.roots,
            "parents": rules.parents, "lefts": rules.lefts[rules.pairs], "rights": rules.rights[rules.pairs],
            "weights": rules.weights,
        }  # fmt: skip

    @classmethod
    def from_arrays(cls, arrays: Arrays) -> Self:
        """ValueError where they do not fit together."""
        names = {name: place for place, name in enumerate(unpack(arrays["names"]))}
        roots = arrays["roots"].astype(np.float64)
        parents, lefts, rights = (arrays[name].astype(np.int64) for name in ("parents", "lefts", "rights"))
        every = np.concatenate((parents, lefts, rights))
        if ((every < 0) | (every >= len(roots))).any():
            raise ValueError("rules name symbols that there are not")
        rules = BinaryRules.from_rules(parents, lefts, rights, arrays["weights"].astype(np.float64), len(roots))
        return cls(names, int(arrays["states"]), rules, roots)
