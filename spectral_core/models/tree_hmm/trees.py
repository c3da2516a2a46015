"""What a corpus is for hidden tree Markov models: every different tree with how often it occurs; corpora add up."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Self

import numpy as np

from spectral_core.arrays import Flags, Floats, Integers, Named
from spectral_core.brief import brief
from spectral_core.data import Treebank
from spectral_core.model import Arrays, pack, unpack
from spectral_core.models.parsing.sentences import dependency_trees
from spectral_core.models.tree_hmm.settings import WORDS, TreeHmmSettings
from spectral_core.progress import Report, silent

LEFT, RIGHT = 0, 1
_Tree = tuple[tuple[int, ...], tuple[int, ...]]  # symbols, heads
_MOST = 1e15  # trees; beyond that, one more is lost in a float


@dataclass(frozen=True, slots=True, eq=False)
class Trees:
    """Trees end to end."""

    symbols: Integers  # (nodes,)
    heads: Integers  # (nodes,) counted from 1 within the tree; 0 for the root
    starts: Integers  # (trees + 1,)
    weights: Floats  # (trees,) how often each occurs
    __repr__ = brief

    @classmethod
    def of(cls, trees: Iterable[tuple[Sequence[int], Sequence[int]]], weights: Sequence[float] | None = None) -> Self:
        """These trees, as symbols and heads, each once unless weights say otherwise."""
        symbols: list[int] = []
        heads: list[int] = []
        starts = [0]
        for words, heads_of in trees:
            symbols.extend(words)
            heads.extend(heads_of)
            starts.append(len(symbols))
        given = np.ones(len(starts) - 1) if weights is None else np.array(weights, dtype=np.float64)
        own, above, bounds = (np.array(part, dtype=np.int64) for part in (symbols, heads, starts))
        return cls(own, above, bounds, given)

    def renamed(self, names: Integers) -> Trees:
        """The same trees where symbol i is called names[i]."""
        return Trees(names[self.symbols], self.heads, self.starts, self.weights)

    def above(self) -> Integers:
        """(nodes,) where the head of each stands among all; -1 for roots."""
        begins = np.repeat(self.starts[:-1], np.diff(self.starts))
        return np.where(self.heads > 0, begins + self.heads - 1, -1)

    def of_nodes(self) -> Floats:
        """(nodes,) the weight of the tree of each."""
        return np.repeat(self.weights, np.diff(self.starts))

    def sides(self) -> Integers:
        """(nodes,) on which side of its head each stands; of roots it says nothing."""
        own = np.arange(len(self.symbols))
        return np.where(own > self.above(), RIGHT, LEFT)

    def nodes(self) -> float:
        """How many nodes all trees have together."""
        return float(self.weights @ np.diff(self.starts))


@dataclass(frozen=True, slots=True, eq=False)
class TreeSample:
    """The trees of a corpus over all its symbols, each different one once and in order."""

    symbols: tuple[str, ...]  # sorted, each once
    trees: Trees
    skipped: Counter[str] = field(default_factory=Counter)  # sentences left out, by reason
    __repr__ = brief

    def joined(self, other: TreeSample) -> TreeSample:
        """The trees of both corpora, the same as if they had been counted as one."""
        symbols = tuple(sorted({*self.symbols, *other.symbols}))
        places = {symbol: place for place, symbol in enumerate(symbols)}
        sums: dict[_Tree, float] = {}
        for part in (self, other):
            names = np.array([places[symbol] for symbol in part.symbols], dtype=np.int64)
            _gather(sums, part.trees.renamed(names))
        return TreeSample(symbols, _in_order(sums), self.skipped + other.skipped)

    def counts(self) -> Floats:
        """(symbols,) how often each occurs."""
        mine = self.trees
        return np.bincount(mine.symbols, mine.of_nodes(), len(self.symbols)).astype(np.float64)

    def arrays(self) -> Named:
        reasons, mine = sorted(self.skipped), self.trees
        return {
            "counted_symbols": pack(self.symbols), "tree_symbols": mine.symbols.astype(np.int32),
            "tree_heads": mine.heads.astype(np.int32), "tree_starts": mine.starts.astype(np.int32),
            "tree_weights": mine.weights, "skipped_reasons": pack(reasons),
            "skipped": np.array([self.skipped[reason] for reason in reasons], dtype=np.int64),
        }  # fmt: skip

    @classmethod
    def from_arrays(cls, arrays: Arrays) -> TreeSample:
        """The trees that gave these arrays; ValueError where they are none."""
        symbols, weights = unpack(arrays["counted_symbols"]), arrays["tree_weights"].astype(np.float64)
        own, heads, starts = (arrays[f"tree_{name}"].astype(np.int64) for name in ("symbols", "heads", "starts"))
        trees = Trees(own, heads, starts, weights)
        sizes = np.diff(starts)
        fit = len(starts) == len(weights) + 1 > 1 and len(own) == len(heads) == starts[-1] and starts[0] == 0
        if not fit or (sizes < 1).any() or not 0 <= own.min() <= own.max() < len(symbols):
            raise ValueError("the trees do not fit their symbols")
        if not (np.isfinite(weights) & (weights > 0) & (weights < _MOST)).all() or not _are_trees(trees):
            raise ValueError("the heads of a tree are none")
        reasons = zip(unpack(arrays["skipped_reasons"]), arrays["skipped"].astype(np.int64).tolist(), strict=True)
        return cls(symbols, trees, Counter(dict(reasons)))


def count(treebank: Treebank, settings: TreeHmmSettings, report: Report = silent) -> TreeSample:
    """The trees of a corpus, crossing arcs and all. Left out, and counted by reason: sentences that could not be read,
    that lack heads or the column, or whose heads are no tree."""
    numbers: dict[str, int] = {}
    sums: dict[_Tree, float] = {}
    skipped: Counter[str] = Counter()
    for sentence, heads in dependency_trees(treebank, settings.column, "hidden tree Markov models", skipped, report):
        values = sentence.column(settings.column)
        key = tuple([numbers.setdefault(value, len(numbers)) for value in values]), heads
        sums[key] = sums.get(key, 0.0) + 1.0
    symbols = tuple(sorted(numbers))
    names = np.empty(len(symbols), dtype=np.int64)
    names[[numbers[symbol] for symbol in symbols]] = np.arange(len(symbols))
    found = Trees.of(sums, list(sums.values())).renamed(names)
    ordered: dict[_Tree, float] = {}
    _gather(ordered, found)
    return TreeSample(symbols, _in_order(ordered), skipped)


def known_symbols(sample: TreeSample, settings: TreeHmmSettings) -> tuple[str, ...]:
    """The symbols that are frequent enough to be told apart."""
    if settings.column not in WORDS or settings.minimum == 1:  # exact counts may be below 1
        return sample.symbols
    seen = (sample.counts() >= settings.minimum).tolist()
    return tuple(symbol for symbol, kept in zip(sample.symbols, seen, strict=True) if kept)


def names_of(symbols: Iterable[str], places: Mapping[str, int]) -> Integers:
    """The numbers of symbols; unknown ones have that after the last."""
    return np.array([places.get(symbol, len(places)) for symbol in symbols], dtype=np.int64)


def _are_trees(trees: Trees) -> bool:
    """Whether every node comes to the one root of its tree."""
    sizes = np.repeat(np.diff(trees.starts), np.diff(trees.starts))
    if ((trees.heads < 0) | (trees.heads > sizes)).any():
        return False
    if (np.add.reduceat(trees.heads == 0, trees.starts[:-1]) != 1).any():
        return False
    above = trees.above()
    here: Flags = above >= 0
    current = above.copy()
    for _ in range(int(sizes.max(initial=0))):
        if not here.any():
            return True
        current[here] = above[current[here]]
        here = current >= 0
    return not here.any()


def _gather(sums: dict[_Tree, float], trees: Trees) -> None:
    symbols, heads, starts = trees.symbols.tolist(), trees.heads.tolist(), trees.starts.tolist()
    for at, weight in enumerate(trees.weights.tolist()):
        part = slice(starts[at], starts[at + 1])
        key = tuple(symbols[part]), tuple(heads[part])
        sums[key] = sums.get(key, 0.0) + weight


def _in_order(sums: dict[_Tree, float]) -> Trees:
    keys = sorted(sums)
    return Trees.of(keys, [sums[key] for key in keys])
