"""The prefixes of sequences as a tree, and the forward vectors of those that are frequent."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from spectral_core.arrays import Flags, Floats, Integers

Symbols = tuple[str, ...]
_ZERO = 1e-12  # of what the operator could make of a vector: a shorter one is rounding, and has no direction


@dataclass(frozen=True, slots=True, eq=False)
class PrefixTree:
    """All prefixes of the sequences as a tree, shorter ones first; node 0 is the empty one."""

    parents: Integers  # (nodes,)
    symbols: Integers  # (nodes,) the last one
    counts: Integers  # (nodes,) sequences that begin so
    stops: Integers  # (nodes,) sequences that end so
    levels: tuple[tuple[int, int], ...]  # of nodes of each length, half-open
    ends: Integers  # (sequences,) nodes
    passing: tuple[Integers, Integers]  # (sequence, node) of every step of every sequence

    def path(self, node: int) -> tuple[int, ...]:
        found = []
        while node:
            found.append(int(self.symbols[node]))
            node = int(self.parents[node])
        return tuple(reversed(found))


def grow(seen: Mapping[Symbols, int], index: Mapping[str, int]) -> PrefixTree:
    counts: dict[tuple[int, ...], int] = {}
    sequences = [tuple(index[symbol] for symbol in symbols) for symbols in seen]
    for sequence, count in zip(sequences, seen.values(), strict=True):
        for size in range(len(sequence) + 1):
            prefix = sequence[:size]
            counts[prefix] = counts.get(prefix, 0) + count
    order = sorted(counts, key=lambda prefix: (len(prefix), -counts[prefix], prefix))
    place = {prefix: at for at, prefix in enumerate(order)}
    lengths = np.array([len(prefix) for prefix in order])
    bounds = np.searchsorted(lengths, np.arange(int(lengths[-1]) + 2)).tolist()
    ends = np.array([place[sequence] for sequence in sequences])
    passing = [(at, place[line[: size + 1]]) for at, line in enumerate(sequences) for size in range(len(line))]
    pairs = np.array(passing, dtype=np.int64).reshape(-1, 2)
    stops = np.zeros(len(order), dtype=np.int64)
    stops[ends] = list(seen.values())
    return PrefixTree(
        np.array([place[prefix[:-1]] for prefix in order]), np.array([prefix[-1] if prefix else 0 for prefix in order]),
        np.array([counts[prefix] for prefix in order]), stops, tuple(pairwise(bounds)), ends,
        (pairs[:, 0], pairs[:, 1]),
    )  # fmt: skip


def forward_vectors(
    tree: PrefixTree, operators: Sequence[Floats | None], start: Floats, minimum: int
) -> tuple[Floats, Flags]:
    """Forward vectors of the frequent prefixes at length 1, and which of them have one."""
    states = len(start)
    vectors = np.zeros((len(tree.counts), states))
    known = np.zeros(len(tree.counts), dtype=bool)
    length = float(np.linalg.norm(start))
    if tree.counts[0] < minimum or not np.isfinite(length) or length == 0:
        return vectors, known
    vectors[0], known[0] = start / length, True
    nothing = np.zeros((states, states))
    stacked = np.array([nothing if one is None else one for one in operators]).reshape(-1, states, states)
    reach = np.linalg.norm(stacked, axis=(1, 2))
    for low, high in tree.levels[1:]:
        level = np.arange(low, high)
        level = level[(tree.counts[level] >= minimum) & known[tree.parents[level]]]
        made = np.matmul(stacked[tree.symbols[level]], vectors[tree.parents[level], :, None])[:, :, 0]
        lengths = np.linalg.norm(made, axis=1)
        sound = np.isfinite(lengths) & (lengths > _ZERO * reach[tree.symbols[level]])
        vectors[level[sound]] = made[sound] / lengths[sound, None]
        known[level[sound]] = True
    return vectors, known


def principal(unit: Floats) -> Floats:
    """(vectors, 2) along the first two principal directions, whose largest coefficient is positive."""
    _, _, directions = np.linalg.svd(unit - unit.mean(axis=0), full_matrices=False)
    directions = directions[:2]
    largest = np.abs(directions).argmax(axis=1)
    directions = directions * np.sign(directions[np.arange(len(directions)), largest])[:, None]
    points = np.zeros((len(unit), 2))
    points[:, : len(directions)] = (unit - unit.mean(axis=0)) @ directions.T
    return points
