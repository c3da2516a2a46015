"""Projective dependency parsing with split-head automata: inside-outside posteriors, best trees and k-best derivations.
Array types of the kernels (`inside_outside_kernels`, `k_best_kernels`) and the functions that call them."""

from __future__ import annotations

import heapq
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np

from spectral_core.arrays import Flags, Floats, Indexes, Integers
from spectral_core.brief import brief_repr
from spectral_core.deprecated import old_members
from spectral_core.structured.locks import Locks

Pointers = Indexes
_ALL_HALF_TREES = np.zeros(0, dtype=bool)
_NO_HALF_TREE_MASK = np.zeros((2, 0, 0), dtype=np.bool_)
_DERIVATIONS_PER_TREE = 4  # derivations searched for each tree
__all__ = [
    "ArcPosteriorBatch", "Automata", "LatticeBatch", "Locks", "Posteriors", "SentenceLattice", "arc_posteriors",
    "k_best_derivations", "k_best_tree_heads", "k_best_trees", "minimum_risk_heads",
]  # fmt: skip


class Automata(NamedTuple):
    """Operator automata for the left (0) and right (1) modifiers of each group of heads: p(x1..xT | group, side) = stop
    @ operators[xT] .. operators[x1] @ start. Operators are stored transposed."""

    operators: Floats  # (groups, 2, symbols, from, to)
    start: Floats  # (groups, 2, states)
    stop: Floats  # (groups, 2, states)

    @classmethod
    def from_operators(cls, operators: Floats, start: Floats, stop: Floats) -> Automata:
        """Build automata from operators (groups, 2, symbols, to, from), the index order of the formulas."""
        return cls(np.ascontiguousarray(operators.swapaxes(-1, -2)), start, stop)

    def to_logs(self) -> Automata:
        """Return the automata in log space for k-best search, with -inf for 0. ValueError if an entry is negative."""
        if any((part < 0).any() for part in self):
            raise ValueError("operators with negative entries have no best derivation")
        with np.errstate(divide="ignore"):
            return Automata(*(np.log(part) for part in self))


class WordArrays(NamedTuple):
    """Words of one sentence as the kernels see them, numbered from 0."""

    groups: Integers  # (words,)
    symbols: Integers  # (words,)
    next_states: Integers  # (words,)
    roots: Floats  # (words,)
    weights: Floats  # (words, words, deterministic states) [head, modifier]
    ends: Floats  # (words, 2, deterministic states)
    half_trees: Flags  # (2, words, words) [side, head, edge]: allowed half trees; (2, 0, 0) if all are


class Chart(NamedTuple):
    """Inside values of the parts of a tree, or the derivatives of the log of the sum over all trees with respect to
    them. The half tree of a head up to an edge is open while its automaton may continue (a vector over deterministic
    state x hidden state) and closed once it has stopped. An arc is the head's half tree after it took the modifier."""

    half: Floats  # (2, words, words, deterministic states * states) [side, head, edge]
    closed: Floats  # (2, words, words) [side, head, edge]
    arcs: Floats  # (words, words, states) [head, modifier]
    sums: Floats  # (deterministic states * states,) scratch array: sum over the splits of one arc
    state_sums: Floats  # (states,) scratch array: the same, summed over deterministic states


class KBestLists(NamedTuple):
    """k-best lists: scores in descending order with backpointers, valid up to `counts`."""

    scores: Floats  # (.., k)
    backpointers: Pointers  # (.., k, parts of a backpointer)
    counts: Pointers  # (..)


class KBestChart(NamedTuple):
    """k-best lists of each part of a tree, with the axes of `Chart`."""

    half: KBestLists
    closed: KBestLists
    arcs: KBestLists  # backpointers: split, previous state, its rank, rank of the modifier's half tree
    sums: KBestLists


@dataclass(frozen=True, slots=True, eq=False)
class SentenceLattice:
    """Words of one sentence as the automata see them. A head is in a state (deterministic state, hidden state); the
    deterministic one starts at 0 and then depends on the last modifier alone."""

    groups: Integers  # (words,) group of automata used when the word is a head
    symbols: Integers  # (words,) symbol of the word as a modifier
    roots: Floats  # (words,) score of attaching to the root
    next_states: Integers  # (words,) deterministic state of a head after this modifier
    weights: Floats  # (words, words, deterministic states) [head, modifier]: multiplies the operator
    ends: Floats  # (words, 2, deterministic states): multiplies the stop vector, left and right
    locks: Locks | None = None

    @classmethod
    def make_unweighted(cls, groups: Integers, symbols: Integers, roots: Floats) -> SentenceLattice:
        """Return a lattice with one deterministic state and all weights 1."""
        size = len(groups)
        return cls(
            groups, symbols, roots, np.zeros(size, dtype=np.int64), np.ones((size, size, 1)), np.ones((size, 2, 1))
        )

    def __len__(self) -> int:
        return len(self.groups)


class LatticeBatch(NamedTuple):
    """Several lattices concatenated in flat arrays."""

    offsets: Integers  # (sentences + 1,)
    deterministic_states: Integers  # (sentences,) number of deterministic states
    groups: Integers
    symbols: Integers
    next_states: Integers
    roots: Floats
    weights: Floats
    ends: Floats
    half_trees: Flags = _ALL_HALF_TREES  # empty if all half trees are allowed

    @classmethod
    def from_lattices(cls, lattices: Sequence[SentenceLattice]) -> LatticeBatch:
        """Concatenate lattices, with their locks applied."""
        weights, roots, half_trees = [], [], []
        has_spans = any(lattice.locks is not None and lattice.locks.half_trees.size for lattice in lattices)
        for lattice in lattices:
            locks = lattice.locks
            weights.append((lattice.weights if locks is None else lattice.weights * locks.arcs[1:, :, None]).ravel())
            roots.append(lattice.roots if locks is None else lattice.roots * locks.arcs[0])
            if has_spans and locks is not None and locks.half_trees.size:
                half_trees.append(locks.half_trees.ravel())
            elif has_spans:
                half_trees.append(np.ones(2 * len(lattice) ** 2, dtype=bool))
        return cls(
            np.concatenate(([0], np.cumsum([len(lattice) for lattice in lattices]))).astype(np.int64),
            np.array([lattice.ends.shape[2] for lattice in lattices], dtype=np.int64),
            _concatenate_integers([lattice.groups for lattice in lattices]),
            _concatenate_integers([lattice.symbols for lattice in lattices]),
            _concatenate_integers([lattice.next_states for lattice in lattices]), _concatenate_floats(roots),
            _concatenate_floats(weights), _concatenate_floats([lattice.ends.ravel() for lattice in lattices]),
            np.concatenate([_ALL_HALF_TREES, *half_trees]),
        )  # fmt: skip

    @classmethod
    def make_unweighted(cls, offsets: Integers, groups: Integers, symbols: Integers, roots: Floats) -> LatticeBatch:
        """Build a batch with one deterministic state, all weights 1 and no locks."""
        sizes = np.diff(offsets)
        return cls(
            offsets, np.ones(len(sizes), dtype=np.int64), groups, symbols, np.zeros(len(groups), dtype=np.int64), roots,
            np.ones(int((sizes * sizes).sum())), np.ones(2 * len(groups)),
        )  # fmt: skip


def _concatenate_integers(parts: Sequence[Integers]) -> Integers:
    return np.concatenate([np.zeros(0, dtype=np.int64), *parts])


def _concatenate_floats(parts: Sequence[Floats]) -> Floats:
    return np.concatenate([np.zeros(0), *parts])


@old_members(shares="head_distributions")
@dataclass(frozen=True, slots=True, eq=False)
class Posteriors:
    """Arc posteriors of a sentence. With signed automata, entries may be below 0 or above 1."""

    arcs: Floats  # (words + 1, words) [head, modifier], row 0 is the root
    log_score: float  # natural log of the absolute sum over all trees; -inf where it is 0
    sign: int  # of that sum; 0 if it is 0 or not finite, and then `arcs` are 0
    clipped: int = 0  # number of invalid stop scores raised to the floor
    __repr__ = brief_repr

    def head_distributions(self) -> Floats:
        """Return (words + 1, words) head probabilities: negative posteriors are set to 0, then each column is
        normalised to sum to 1; uniform if nothing is left."""
        positive = np.maximum(self.arcs, 0.0)
        sums = positive.sum(axis=0)
        size = len(sums)
        uniform = np.full((size + 1, size), 1.0 / max(size, 1))
        uniform[np.arange(1, size + 1), np.arange(size)] = 0.0
        return np.where(sums > 0, positive / np.where(sums > 0, sums, 1.0), uniform)


@dataclass(frozen=True, slots=True, eq=False)
class ArcPosteriorBatch:
    """Arc posteriors of a batch in flat arrays."""

    offsets: Integers
    arcs: Floats  # (words + 1) * words entries per sentence
    logs: Floats
    signs: Integers
    clipped: Integers

    def __getitem__(self, sentence: int) -> Posteriors:
        sizes = np.diff(self.offsets)
        offset = int((sizes[:sentence] * (sizes[:sentence] + 1)).sum())
        return self._get_posteriors_at(sentence, offset)

    def _get_posteriors_at(self, sentence: int, offset: int) -> Posteriors:
        """Return the posteriors of a sentence whose arcs start at `offset`."""
        size = int(self.offsets[sentence + 1] - self.offsets[sentence])
        arcs = self.arcs[offset : offset + size * (size + 1)].reshape(size + 1, size)
        return Posteriors(arcs, float(self.logs[sentence]), int(self.signs[sentence]), int(self.clipped[sentence]))

    def to_list(self) -> list[Posteriors]:
        """Return the posteriors of each sentence."""
        posteriors, offset = [], 0
        for sentence, size in enumerate(np.diff(self.offsets).tolist()):
            posteriors.append(self._get_posteriors_at(sentence, offset))
            offset += size * (size + 1)
        return posteriors


def arc_posteriors(automata: Automata, batch: LatticeBatch, floor: float = 0.0) -> ArcPosteriorBatch:
    """Return the posteriors of all arcs by the inside-outside algorithm (Luque et al. 2012, section 4), in O(states N^3
    + states^2 N^2). `floor` bounds each stop score from below by that fraction of the summed absolute values of its
    terms; clipped scores are counted, and are constants in the derivative."""
    from spectral_core.structured.eisner import inside_outside_kernels

    return ArcPosteriorBatch(batch.offsets, *inside_outside_kernels.arc_posteriors(automata, batch, floor))


def minimum_risk_heads(posteriors: ArcPosteriorBatch) -> Integers:
    """Return (words,) the minimum-Bayes-risk heads of a batch: per sentence, the tree with the largest sum of arc
    posteriors."""
    from spectral_core.structured.eisner import inside_outside_kernels

    heads = np.zeros(int(posteriors.offsets[-1]), dtype=np.int64)
    inside_outside_kernels.fill_minimum_risk_heads(posteriors.offsets, posteriors.arcs, heads)
    return heads


def k_best_trees(arcs: Floats, locks: Locks | None, k: int) -> list[tuple[float, tuple[int, ...]]]:
    """Return up to `k` projective trees with a single root word, by the sum of their arc scores, best first. `arcs` is
    (words + 1, words) [head, modifier]. Exact, without duplicates."""
    heads, totals = k_best_tree_heads(arcs, locks, k)
    return list(zip(totals.tolist(), map(tuple, heads.tolist()), strict=True))


def k_best_tree_heads(arcs: Floats, locks: Locks | None, k: int) -> tuple[Integers, Floats]:
    """Return the trees of `k_best_trees` as heads (trees, words), with their scores."""
    from spectral_core.structured.eisner import inside_outside_kernels, k_best_kernels

    size = arcs.shape[1]
    if size == 0:
        return np.zeros((1, 0), dtype=np.int64), np.zeros(1)
    allowed = arcs if locks is None else np.where(locks.arcs, arcs, -np.inf)
    if k == 1 and (locks is None or not locks.half_trees.size):
        heads = np.zeros(size, dtype=np.int64)
        tree_count = int(inside_outside_kernels.best_tree(np.ascontiguousarray(allowed), heads))
        return heads[None][:tree_count], arcs[heads, np.arange(size)].sum(keepdims=True)[:tree_count]
    trees, totals = np.zeros((k, size), dtype=np.int64), np.empty(k)
    half_trees = _NO_HALF_TREE_MASK if locks is None else locks.half_trees
    count = k_best_kernels.k_best_trees(np.ascontiguousarray(allowed, dtype=np.float64), half_trees, trees, totals)
    return trees[:count], totals[:count]


def k_best_derivations(automata: Automata, lattice: SentenceLattice, k: int) -> list[tuple[float, tuple[int, ...]]]:
    """Return up to `k` trees with the log score of their best derivation, best first; exact, without duplicates. With
    one hidden state this is the score of the tree itself. Automata and lattice must not have negative entries."""
    with np.errstate(divide="ignore"):
        weights, ends, roots = np.log(lattice.weights), np.log(lattice.ends), np.log(lattice.roots)
    if lattice.locks is not None:
        weights = np.where(lattice.locks.arcs[1:, :, None], weights, -np.inf)
        roots = np.where(lattice.locks.arcs[0], roots, -np.inf)
    weights[np.arange(len(lattice)), np.arange(len(lattice))] = -np.inf
    log_lattice = SentenceLattice(
        lattice.groups, lattice.symbols, roots, lattice.next_states, weights, ends, lattice.locks
    )
    log_automata = automata.to_logs()
    if automata.start.shape[2] == 1:
        return _search_derivations(log_automata, log_lattice, k)
    derivations = _search_derivations(log_automata, log_lattice, _DERIVATIONS_PER_TREE * k)
    best_scores = {heads: score for score, heads in reversed(derivations)}
    if (
        len(best_scores) < k and len(derivations) == _DERIVATIONS_PER_TREE * k
    ):  # derivations of a few trees crowd out the others
        return _search_by_partitioning(log_automata, log_lattice, k)
    return sorted(((score, heads) for heads, score in best_scores.items()), key=lambda tree: -tree[0])[:k]


def _search_by_partitioning(
    automata: Automata, lattice: SentenceLattice, k: int
) -> list[tuple[float, tuple[int, ...]]]:
    """Return the result of `k_best_derivations` by partitioning the remaining trees (Lawler 1972): a part fixes the
    heads of a found tree up to some word, forbids its head of that word, and is represented by its best derivation."""

    def best(allowed: Flags) -> list[tuple[float, tuple[int, ...]]]:
        """Return the best derivation with the allowed arcs, if any."""
        weights = np.where(allowed[1:, :, None], lattice.weights, -np.inf)
        roots = np.where(allowed[0], lattice.roots, -np.inf)
        return _search_derivations(automata, replace(lattice, weights=weights, roots=roots), 1)

    size = len(lattice)
    words = np.arange(size)
    parts: list[tuple[float, tuple[int, ...], Flags]] = []
    all_arcs = np.ones((size + 1, size), dtype=bool)
    for score, heads in best(all_arcs):
        parts.append((-score, heads, all_arcs))
    trees: list[tuple[float, tuple[int, ...]]] = []
    while parts and len(trees) < k:
        cost, heads, allowed = heapq.heappop(parts)  # parts are disjoint: masks are never compared
        trees.append((-cost, heads))
        subset = allowed.copy()
        for word in words.tolist():
            part_mask = subset.copy()
            part_mask[heads[word], word] = False
            if part_mask[:, word].any():
                for score, part_heads in best(part_mask):
                    heapq.heappush(parts, (-score, part_heads, part_mask))
            subset[:, word] = False
            subset[heads[word], word] = True
    return trees


def _search_derivations(automata: Automata, lattice: SentenceLattice, k: int) -> list[tuple[float, tuple[int, ...]]]:
    """Return up to `k` derivations with their log scores, best first; several may be derivations of one tree."""
    from spectral_core.structured.eisner import k_best_kernels

    words = WordArrays(
        lattice.groups, lattice.symbols, lattice.next_states, lattice.roots, lattice.weights, lattice.ends,
        _NO_HALF_TREE_MASK if lattice.locks is None else lattice.locks.half_trees,
    )  # fmt: skip
    heads, totals = np.zeros((k, len(lattice)), dtype=np.int64), np.empty(k)
    count = k_best_kernels.k_best_derivations(words, automata, heads, totals)
    return [(float(totals[rank]), tuple(heads[rank].tolist())) for rank in range(count)]
