"""What the compiled recursions find: arc posteriors, best trees, lists of trees."""

import heapq
from dataclasses import dataclass, replace

import numpy as np

from spectral_core.arrays import Flags, Floats, Integers
from spectral_core.brief import brief
from spectral_core.inference.eisner.arrays import Automata, WordArrays
from spectral_core.inference.eisner.lattices import Batch, Lattice
from spectral_core.inference.locks.projective import Locks

_NO_REACH = np.zeros((2, 0, 0), dtype=np.bool_)
_DERIVATIONS = 4  # that are looked through for each tree that is wanted


@dataclass(frozen=True, slots=True, eq=False)
class Posteriors:
    """What the sum over all trees of a sentence says. Entries of signed automata may be below 0 or above 1."""

    arcs: Floats  # (words + 1, words) [head, modifier], the root first
    log_score: float  # natural log of the absolute sum over all trees; -inf where it is 0
    sign: int  # of that sum; 0 where it is 0 or no number, and then `arcs` are 0
    clipped: int = 0  # stopping scores without meaning that were raised to the floor
    __repr__ = brief

    def shares(self) -> Floats:
        """(words + 1, words): the posteriors without what is negative, so that those of every word sum to 1; where a
        word has none, all heads alike."""
        kept = np.maximum(self.arcs, 0.0)
        sums = kept.sum(axis=0)
        size = len(sums)
        others = np.full((size + 1, size), 1.0 / max(size, 1))
        others[np.arange(1, size + 1), np.arange(size)] = 0.0
        return np.where(sums > 0, kept / np.where(sums > 0, sums, 1.0), others)


@dataclass(frozen=True, slots=True, eq=False)
class Sums:
    """The posteriors of a batch in flat arrays."""

    offsets: Integers
    arcs: Floats  # (words + 1) * words a sentence
    logs: Floats
    signs: Integers
    clipped: Integers

    def __getitem__(self, sentence: int) -> Posteriors:
        sizes = np.diff(self.offsets)
        at = int((sizes[:sentence] * (sizes[:sentence] + 1)).sum())
        return self._at(sentence, at)

    def _at(self, sentence: int, at: int) -> Posteriors:
        size = int(self.offsets[sentence + 1] - self.offsets[sentence])
        arcs = self.arcs[at : at + size * (size + 1)].reshape(size + 1, size)
        return Posteriors(arcs, float(self.logs[sentence]), int(self.signs[sentence]), int(self.clipped[sentence]))

    def each(self) -> list[Posteriors]:
        found, at = [], 0
        for sentence, size in enumerate(np.diff(self.offsets).tolist()):
            found.append(self._at(sentence, at))
            at += size * (size + 1)
        return found


def sums(automata: Automata, batch: Batch, floor: float = 0.0) -> Sums:
    """The posteriors of all arcs by inside sums and their derivatives (Luque et al. 2012, section 4), in O(states N^3 +
    states^2 N^2). With a floor, the score of stopping is at least that share of the sum of the sizes of its parts; what
    was raised is counted, and is constant in the derivative."""
    from spectral_core.inference.eisner import sum_kernels

    return Sums(batch.offsets, *sum_kernels.sums(automata, batch, floor))


def best_heads(found: Sums) -> Integers:
    """(words,) the heads of every sentence of a batch: the tree whose arcs have the largest sum of posteriors."""
    from spectral_core.inference.eisner import best_kernels

    heads = np.zeros(int(found.offsets[-1]), dtype=np.int64)
    best_kernels.best_of_sums_in(found.offsets, found.arcs, heads)
    return heads


def best_trees(arcs: Floats, locks: Locks | None, k: int) -> list[tuple[float, tuple[int, ...]]]:
    """Up to `k` projective trees with one word under the root, by the sum of the scores of their arcs, best first.
    `arcs` is (words + 1, words) [head, modifier]; exact, and every tree comes once."""
    heads, totals = heads_of_best(arcs, locks, k)
    return list(zip(totals.tolist(), map(tuple, heads.tolist()), strict=True))


def heads_of_best(arcs: Floats, locks: Locks | None, k: int) -> tuple[Integers, Floats]:
    """The heads of the same trees, (trees, words), and their sums."""
    from spectral_core.inference.eisner import best_kernels, lazy_kernels

    size = arcs.shape[1]
    if size == 0:
        return np.zeros((1, 0), dtype=np.int64), np.zeros(1)
    allowed = arcs if locks is None else np.where(locks.arcs, arcs, -np.inf)
    if k == 1 and (locks is None or not locks.reach.size):
        heads = np.zeros(size, dtype=np.int64)
        found = int(best_kernels.best_of_sums(np.ascontiguousarray(allowed), heads))
        return heads[None][:found], arcs[heads, np.arange(size)].sum(keepdims=True)[:found]
    trees, totals = np.zeros((k, size), dtype=np.int64), np.empty(k)
    reach = _NO_REACH if locks is None else locks.reach
    count = lazy_kernels.best_lists(np.ascontiguousarray(allowed, dtype=np.float64), reach, trees, totals)
    return trees[:count], totals[:count]


def best_derivations(automata: Automata, lattice: Lattice, k: int) -> list[tuple[float, tuple[int, ...]]]:
    """Up to `k` trees with the log score of their best derivation, best first; exact, and every tree comes once. With
    one hidden state that is the score of the tree itself. Automata and lattice must not have negative entries."""
    with np.errstate(divide="ignore"):
        weights, ends, roots = np.log(lattice.weights), np.log(lattice.ends), np.log(lattice.roots)
    if lattice.locks is not None:
        weights = np.where(lattice.locks.arcs[1:, :, None], weights, -np.inf)
        roots = np.where(lattice.locks.arcs[0], roots, -np.inf)
    weights[np.arange(len(lattice)), np.arange(len(lattice))] = -np.inf
    logs = Lattice(lattice.groups, lattice.symbols, roots, lattice.following, weights, ends, lattice.locks)
    taken = automata.logarithms()
    if automata.start.shape[2] == 1:
        return _search(taken, logs, k)
    found = _search(taken, logs, _DERIVATIONS * k)
    different = {heads: score for score, heads in reversed(found)}
    if len(different) < k and len(found) == _DERIVATIONS * k:  # those of few trees crowd out the others
        return _by_parts(taken, logs, k)
    return sorted(((score, heads) for heads, score in different.items()), key=lambda one: -one[0])[:k]


def _by_parts(automata: Automata, lattice: Lattice, k: int) -> list[tuple[float, tuple[int, ...]]]:
    """The same by the best derivation of each part of the trees that are not yet found (Lawler 1972): one in which the
    words before some word have the heads of a tree that was found, and that word has another."""

    def best(allowed: Flags) -> list[tuple[float, tuple[int, ...]]]:
        weights = np.where(allowed[1:, :, None], lattice.weights, -np.inf)
        roots = np.where(allowed[0], lattice.roots, -np.inf)
        return _search(automata, replace(lattice, weights=weights, roots=roots), 1)

    size = len(lattice)
    words = np.arange(size)
    parts: list[tuple[float, tuple[int, ...], Flags]] = []
    everything = np.ones((size + 1, size), dtype=bool)
    for score, heads in best(everything):
        parts.append((-score, heads, everything))
    found: list[tuple[float, tuple[int, ...]]] = []
    while parts and len(found) < k:
        cost, heads, allowed = heapq.heappop(parts)  # two parts have no tree in common: masks are never compared
        found.append((-cost, heads))
        held = allowed.copy()
        for word in words.tolist():
            rest = held.copy()
            rest[heads[word], word] = False
            if rest[:, word].any():
                for score, other in best(rest):
                    heapq.heappush(parts, (-score, other, rest))
            held[:, word] = False
            held[heads[word], word] = True
    return found


def _search(automata: Automata, lattice: Lattice, k: int) -> list[tuple[float, tuple[int, ...]]]:
    from spectral_core.inference.eisner import ranked_kernels

    words = WordArrays(
        lattice.groups, lattice.symbols, lattice.following, lattice.roots, lattice.weights, lattice.ends,
        np.zeros((2, 0, 0), dtype=bool) if lattice.locks is None else lattice.locks.reach,
    )  # fmt: skip
    heads, totals = np.zeros((k, len(lattice)), dtype=np.int64), np.empty(k)
    count = ranked_kernels.best(words, automata, heads, totals)
    return [(float(totals[place]), tuple(heads[place].tolist())) for place in range(count)]
