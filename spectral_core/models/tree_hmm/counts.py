"""Training data of hidden tree Markov models: distinct trees with their frequencies; corpora can be merged."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Self

import numpy as np

from spectral_core.arrays import Flags, Floats, Integers, NamedArrays
from spectral_core.brief import brief_repr
from spectral_core.data import Treebank
from spectral_core.deprecated import old_members
from spectral_core.model import (
    OPEN_VOCABULARY,
    Arrays,
    pack_counter,
    pack_strings,
    unpack_counter,
    unpack_strings,
)
from spectral_core.models.parsing.training_sentences import read_dependency_trees
from spectral_core.models.tree_hmm.settings import TreeHmmSettings
from spectral_core.progress import Report, ignore_progress

LEFT, RIGHT = 0, 1
_Tree = tuple[tuple[int, ...], tuple[int, ...]]  # symbols, heads
_MAX_WEIGHT = 1e15  # well below 2**53, up to which floats count exactly


@dataclass(frozen=True, slots=True, eq=False)
class EncodedTrees:
    """Dependency trees over symbol ids, concatenated into arrays."""

    symbols: Integers  # (nodes,)
    heads: Integers  # (nodes,) from 1 within the tree; 0 for the root
    starts: Integers  # (trees + 1,)
    weights: Floats  # (trees,) frequency
    __repr__ = brief_repr

    @classmethod
    def from_lists(
        cls, trees: Iterable[tuple[Sequence[int], Sequence[int]]], weights: Sequence[float] | None = None
    ) -> Self:
        """Make trees from symbols and heads, with weight 1 by default."""
        symbols: list[int] = []
        heads: list[int] = []
        starts = [0]
        for tree_symbols, tree_heads in trees:
            symbols.extend(tree_symbols)
            heads.extend(tree_heads)
            starts.append(len(symbols))
        tree_weights = np.ones(len(starts) - 1) if weights is None else np.array(weights, dtype=np.float64)
        all_symbols, all_heads, bounds = (np.array(part, dtype=np.int64) for part in (symbols, heads, starts))
        return cls(all_symbols, all_heads, bounds, tree_weights)

    def relabel(self, new_symbols: Integers) -> EncodedTrees:
        """Return the same trees with symbol i replaced by new_symbols[i]."""
        return EncodedTrees(new_symbols[self.symbols], self.heads, self.starts, self.weights)

    def head_nodes(self) -> Integers:
        """Return (nodes,) the head's index among all nodes; -1 for roots."""
        first_nodes = np.repeat(self.starts[:-1], np.diff(self.starts))
        return np.where(self.heads > 0, first_nodes + self.heads - 1, -1)

    def node_weights(self) -> Floats:
        """Return (nodes,) the weight of each node's tree."""
        return np.repeat(self.weights, np.diff(self.starts))

    def sides(self) -> Integers:
        """Return (nodes,) the side of its head that each node is on; RIGHT for roots, where it has no meaning."""
        nodes = np.arange(len(self.symbols))
        return np.where(nodes > self.head_nodes(), RIGHT, LEFT)

    def sum_node_weights(self) -> float:
        """Return the number of nodes of all trees, each counted by the weight of its tree."""
        return float(self.weights @ np.diff(self.starts))


@old_members(joined="merge")
@dataclass(frozen=True, slots=True, eq=False)
class TreeHmmCounts:
    """Counts of the distinct dependency trees of a corpus over all its symbols, sorted."""

    symbols: tuple[str, ...]  # sorted, distinct
    trees: EncodedTrees
    skipped: Counter[str] = field(default_factory=Counter)  # sentences left out, by reason
    __repr__ = brief_repr

    def merge(self, other: TreeHmmCounts) -> TreeHmmCounts:
        """Return the trees of both corpora, identical to counting them as one."""
        symbols = tuple(sorted({*self.symbols, *other.symbols}))
        index = {symbol: number for number, symbol in enumerate(symbols)}
        sums: dict[_Tree, float] = {}
        for part in (self, other):
            new_symbols = np.array([index[symbol] for symbol in part.symbols], dtype=np.int64)
            _add_tree_weights(sums, part.trees.relabel(new_symbols))
        return TreeHmmCounts(symbols, _sort_trees(sums), self.skipped + other.skipped)

    def symbol_counts(self) -> Floats:
        """Return (symbols,) frequencies."""
        trees = self.trees
        return np.bincount(trees.symbols, trees.node_weights(), len(self.symbols)).astype(np.float64)

    def arrays(self) -> NamedArrays:
        trees = self.trees
        return {
            "counted_symbols": pack_strings(self.symbols), "tree_symbols": trees.symbols.astype(np.int32),
            "tree_heads": trees.heads.astype(np.int32), "tree_starts": trees.starts.astype(np.int32),
            "tree_weights": trees.weights, **pack_counter("skipped", self.skipped),
        }  # fmt: skip

    @classmethod
    def from_arrays(cls, arrays: Arrays) -> TreeHmmCounts:
        """Restore trees from their arrays; ValueError if these are invalid."""
        symbols, weights = unpack_strings(arrays["counted_symbols"]), arrays["tree_weights"].astype(np.float64)
        tree_symbols, heads, starts = (
            arrays[f"tree_{name}"].astype(np.int64) for name in ("symbols", "heads", "starts")
        )
        trees = EncodedTrees(tree_symbols, heads, starts, weights)
        sizes = np.diff(starts)
        sizes_fit = (
            len(starts) == len(weights) + 1 > 1 and len(tree_symbols) == len(heads) == starts[-1] and starts[0] == 0
        )
        if not sizes_fit or (sizes < 1).any() or not 0 <= tree_symbols.min() <= tree_symbols.max() < len(symbols):
            raise ValueError("the trees do not fit their symbols")
        if not (np.isfinite(weights) & (weights > 0) & (weights < _MAX_WEIGHT)).all():
            raise ValueError("a tree has an invalid weight")
        if not _has_valid_heads(trees):
            raise ValueError("the heads of a tree do not form a tree")
        return cls(symbols, trees, unpack_counter(arrays, "skipped"))


def count(treebank: Treebank, settings: TreeHmmSettings, report: Report = ignore_progress) -> TreeHmmCounts:
    """Count the trees of a corpus, including nonprojective ones. Skipped, and counted by reason: sentences that are
    unreadable, lack heads or the column, or have heads that are not a tree."""
    symbol_ids: dict[str, int] = {}
    sums: dict[_Tree, float] = {}
    skipped: Counter[str] = Counter()
    for sentence, heads in read_dependency_trees(
        treebank, settings.column, "hidden tree Markov models", skipped, report
    ):
        values = sentence.column(settings.column)
        key = tuple([symbol_ids.setdefault(value, len(symbol_ids)) for value in values]), heads
        sums[key] = sums.get(key, 0.0) + 1.0
    symbols = tuple(sorted(symbol_ids))
    new_ids = {symbol_ids[symbol]: index for index, symbol in enumerate(symbols)}
    relabelled = {
        (tuple([new_ids[symbol] for symbol in tree_symbols]), heads): weight
        for (tree_symbols, heads), weight in sums.items()
    }
    return TreeHmmCounts(symbols, _sort_trees(relabelled), skipped)


def select_known_symbols(counts: TreeHmmCounts, settings: TreeHmmSettings) -> tuple[str, ...]:
    """Return the symbols that occur at least `settings.minimum` times; all symbols of a column with a closed
    vocabulary."""
    if settings.column not in OPEN_VOCABULARY or settings.minimum == 1:  # exact counts may be below 1
        return counts.symbols
    frequent = (counts.symbol_counts() >= settings.minimum).tolist()
    return tuple(symbol for symbol, is_frequent in zip(counts.symbols, frequent, strict=True) if is_frequent)


def encode_symbols(symbols: Iterable[str], index: Mapping[str, int]) -> Integers:
    """Return the ids of symbols; unknown ones get the id after the last."""
    return np.array([index.get(symbol, len(index)) for symbol in symbols], dtype=np.int64)


def _has_valid_heads(trees: EncodedTrees) -> bool:
    """Return whether the heads of every node lead to the only root of its tree."""
    sizes = np.repeat(np.diff(trees.starts), np.diff(trees.starts))
    if ((trees.heads < 0) | (trees.heads > sizes)).any():
        return False
    if (np.add.reduceat(trees.heads == 0, trees.starts[:-1]) != 1).any():
        return False
    heads = trees.head_nodes()
    is_unfinished: Flags = heads >= 0  # paths that have not passed the root
    current = heads.copy()
    for _ in range(int(sizes.max(initial=0))):
        if not is_unfinished.any():
            return True
        current[is_unfinished] = heads[current[is_unfinished]]
        is_unfinished = current >= 0
    return not is_unfinished.any()


def _add_tree_weights(sums: dict[_Tree, float], trees: EncodedTrees) -> None:
    """Add the weight of each tree to the sum of that tree in `sums`."""
    symbols, heads, starts = trees.symbols.tolist(), trees.heads.tolist(), trees.starts.tolist()
    for tree, weight in enumerate(trees.weights.tolist()):
        part = slice(starts[tree], starts[tree + 1])
        key = tuple(symbols[part]), tuple(heads[part])
        sums[key] = sums.get(key, 0.0) + weight


def _sort_trees(sums: dict[_Tree, float]) -> EncodedTrees:
    """Return the distinct trees in sorted order, with their weights."""
    keys = sorted(sums)
    return EncodedTrees.from_lists(keys, [sums[key] for key in keys])
