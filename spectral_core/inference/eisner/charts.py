"""Results of the compiled recursions: arc posteriors, best trees, lists of trees."""

import heapq
from dataclasses import dataclass, replace

import numpy as np

from spectral_core.arrays import Flags, Floats, Integers
from spectral_core.brief import brief_repr
from spectral_core.inference.eisner.arrays import Automata, WordArrays
from spectral_core.inference.eisner.lattices import Batch, Lattice
from spectral_core.inference.locks.projective import Locks

_NO_REACH = np.zeros((2, 0, 0), dtype=np.bool_)
_PER_TREE = 4  # derivations searched for each tree


@dataclass(frozen=True, slots=True, eq=False)
class Posteriors:
    """Posteriors of arcs in all trees of a sentence. Entries of signed automata may be below 0 or above 1."""

    arcs: Floats  # (words + 1, words) [head, modifier], the root first
    log_score: float  # natural log of the absolute sum over all trees; -inf where it is 0
    sign: int  # of that sum; 0 where it is 0 or no number, and then `arcs` are 0
    clipped: int = 0  # stopping scores without meaning that were raised to the floor
    __repr__ = brief_repr

    def head_distributions(self) -> Floats:
        """Return (words + 1, words): the posteriors without negative ones, normalised so that those of every word sum
        to 1; where a word has none, all heads alike."""
        positive = np.maximum(self.arcs, 0.0)
        sums = positive.sum(axis=0)
        size = len(sums)
        uniform = np.full((size + 1, size), 1.0 / max(size, 1))
        uniform[np.arange(1, size + 1), np.arange(size)] = 0.0
        return np.where(sums > 0, positive / np.where(sums > 0, sums, 1.0), uniform)


@dataclass(frozen=True, slots=True, eq=False)
class ArcSums:
    """The posteriors of a batch in flat arrays."""

    offsets: Integers
    arcs: Floats  # (words + 1) * words a sentence
    logs: Floats
    signs: Integers
    clipped: Integers

    def __getitem__(self, sentence: int) -> Posteriors:
        sizes = np.diff(self.offsets)
        offset = int((sizes[:sentence] * (sizes[:sentence] + 1)).sum())
        return self._slice(sentence, offset)

    def _slice(self, sentence: int, offset: int) -> Posteriors:
        """Return the posteriors of a sentence from where its arcs begin."""
        size = int(self.offsets[sentence + 1] - self.offsets[sentence])
        arcs = self.arcs[offset : offset + size * (size + 1)].reshape(size + 1, size)
        return Posteriors(arcs, float(self.logs[sentence]), int(self.signs[sentence]), int(self.clipped[sentence]))

    def to_list(self) -> list[Posteriors]:
        """Return the posteriors of every sentence."""
        posteriors, offset = [], 0
        for sentence, size in enumerate(np.diff(self.offsets).tolist()):
            posteriors.append(self._slice(sentence, offset))
            offset += size * (size + 1)
        return posteriors


def sums(automata: Automata, batch: Batch, floor: float = 0.0) -> ArcSums:
    """Return the posteriors of all arcs by inside sums and their derivatives (Luque et al. 2012, section 4), in
    O(states N^3 + states^2 N^2). With a floor, the score of stopping is at least that share of the sum of the sizes of
    its parts; what was raised is counted, and is constant in the derivative."""
    from spectral_core.inference.eisner import sum_kernels

    return ArcSums(batch.offsets, *sum_kernels.sums(automata, batch, floor))


def best_heads(posteriors: ArcSums) -> Integers:
    """Return (words,) the heads of every sentence of a batch: the tree with the largest sum of arc posteriors."""
    from spectral_core.inference.eisner import best_kernels

    heads = np.zeros(int(posteriors.offsets[-1]), dtype=np.int64)
    best_kernels.best_trees_of_batch(posteriors.offsets, posteriors.arcs, heads)
    return heads


def best_trees(arcs: Floats, locks: Locks | None, k: int) -> list[tuple[float, tuple[int, ...]]]:
    """Return up to `k` projective trees with one word under the root, by the sum of the scores of their arcs, best
    first. `arcs` is (words + 1, words) [head, modifier]; exact, and every tree comes once."""
    heads, totals = best_tree_heads(arcs, locks, k)
    return list(zip(totals.tolist(), map(tuple, heads.tolist()), strict=True))


def best_tree_heads(arcs: Floats, locks: Locks | None, k: int) -> tuple[Integers, Floats]:
    """Return the heads of the trees of `best_trees`, (trees, words), and their sums."""
    from spectral_core.inference.eisner import best_kernels, lazy_kernels

    size = arcs.shape[1]
    if size == 0:
        return np.zeros((1, 0), dtype=np.int64), np.zeros(1)
    allowed = arcs if locks is None else np.where(locks.arcs, arcs, -np.inf)
    if k == 1 and (locks is None or not locks.reach.size):
        heads = np.zeros(size, dtype=np.int64)
        tree_count = int(best_kernels.best_tree(np.ascontiguousarray(allowed), heads))
        return heads[None][:tree_count], arcs[heads, np.arange(size)].sum(keepdims=True)[:tree_count]
    trees, totals = np.zeros((k, size), dtype=np.int64), np.empty(k)
    reach = _NO_REACH if locks is None else locks.reach
    count = lazy_kernels.best_lists(np.ascontiguousarray(allowed, dtype=np.float64), reach, trees, totals)
    return trees[:count], totals[:count]


def best_derivations(automata: Automata, lattice: Lattice, k: int) -> list[tuple[float, tuple[int, ...]]]:
    """Return up to `k` trees with the log score of their best derivation, best first; exact, and every tree comes once.
    With one hidden state that is the score of the tree itself. Automata and lattice must not have negative entries."""
    with np.errstate(divide="ignore"):
        weights, ends, roots = np.log(lattice.weights), np.log(lattice.ends), np.log(lattice.roots)
    if lattice.locks is not None:
        weights = np.where(lattice.locks.arcs[1:, :, None], weights, -np.inf)
        roots = np.where(lattice.locks.arcs[0], roots, -np.inf)
    weights[np.arange(len(lattice)), np.arange(len(lattice))] = -np.inf
    log_lattice = Lattice(lattice.groups, lattice.symbols, roots, lattice.following, weights, ends, lattice.locks)
    log_automata = automata.to_logs()
    if automata.start.shape[2] == 1:
        return _search(log_automata, log_lattice, k)
    derivations = _search(log_automata, log_lattice, _PER_TREE * k)
    best_scores = {heads: score for score, heads in reversed(derivations)}
    if len(best_scores) < k and len(derivations) == _PER_TREE * k:  # those of few trees crowd out the others
        return _partition_search(log_automata, log_lattice, k)
    return sorted(((score, heads) for heads, score in best_scores.items()), key=lambda tree: -tree[0])[:k]


def _partition_search(automata: Automata, lattice: Lattice, k: int) -> list[tuple[float, tuple[int, ...]]]:
    """Return the same by the best derivation of each part of the trees that are not yet found (Lawler 1972): one in
    which the words before some word have the heads of a tree that was found, and that word has another."""

    def best(allowed: Flags) -> list[tuple[float, tuple[int, ...]]]:
        """Return the best derivation with these arcs, if there is one."""
        weights = np.where(allowed[1:, :, None], lattice.weights, -np.inf)
        roots = np.where(allowed[0], lattice.roots, -np.inf)
        return _search(automata, replace(lattice, weights=weights, roots=roots), 1)

    size = len(lattice)
    words = np.arange(size)
    parts: list[tuple[float, tuple[int, ...], Flags]] = []
    all_arcs = np.ones((size + 1, size), dtype=bool)
    for score, heads in best(all_arcs):
        parts.append((-score, heads, all_arcs))
    trees: list[tuple[float, tuple[int, ...]]] = []
    while parts and len(trees) < k:
        cost, heads, allowed = heapq.heappop(parts)  # two parts have no tree in common: masks are never compared
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


def _search(automata: Automata, lattice: Lattice, k: int) -> list[tuple[float, tuple[int, ...]]]:
    """Return up to `k` derivations with their log scores, best first."""
    from spectral_core.inference.eisner import ranked_kernels

    words = WordArrays(
        lattice.groups, lattice.symbols, lattice.following, lattice.roots, lattice.weights, lattice.ends,
        np.zeros((2, 0, 0), dtype=bool) if lattice.locks is None else lattice.locks.reach,
    )  # fmt: skip
    heads, totals = np.zeros((k, len(lattice)), dtype=np.int64), np.empty(k)
    count = ranked_kernels.best_derivations(words, automata, heads, totals)
    return [(float(totals[rank]), tuple(heads[rank].tolist())) for rank in range(count)]
