"""Prefix tree of sequences, and the forward vectors of its frequent prefixes."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from spectral_core.arrays import Flags, Floats, Integers

Symbols = tuple[str, ...]
_MIN_RELATIVE_NORM = (
    1e-12  # of what the operator could make of a vector: a shorter one is rounding, and has no direction
)


@dataclass(frozen=True, slots=True, eq=False)
class PrefixTree:
    """All prefixes of the sequences, shorter ones first; node 0 is the empty prefix."""

    parents: Integers  # (nodes,)
    symbols: Integers  # (nodes,) the last one
    counts: Integers  # (nodes,) sequences that begin so
    stops: Integers  # (nodes,) sequences that end so
    levels: tuple[tuple[int, int], ...]  # of nodes of each length, half-open
    ends: Integers  # (sequences,) nodes
    passing: tuple[Integers, Integers]  # (sequence, node) of every step of every sequence

    def path(self, node: int) -> tuple[int, ...]:
        symbols = []
        while node:
            symbols.append(int(self.symbols[node]))
            node = int(self.parents[node])
        return tuple(reversed(symbols))


def build_prefix_tree(sequence_counts: Mapping[Symbols, int], index: Mapping[str, int]) -> PrefixTree:
    counts: dict[tuple[int, ...], int] = {}
    sequences = [tuple(index[symbol] for symbol in symbols) for symbols in sequence_counts]
    for sequence, count in zip(sequences, sequence_counts.values(), strict=True):
        for size in range(len(sequence) + 1):
            prefix = sequence[:size]
            counts[prefix] = counts.get(prefix, 0) + count
    order = sorted(counts, key=lambda prefix: (len(prefix), -counts[prefix], prefix))
    node_of = {prefix: node for node, prefix in enumerate(order)}
    lengths = np.array([len(prefix) for prefix in order])
    bounds = np.searchsorted(lengths, np.arange(int(lengths[-1]) + 2)).tolist()
    ends = np.array([node_of[sequence] for sequence in sequences])
    passing = [
        (sequence_index, node_of[sequence_symbols[: size + 1]])
        for sequence_index, sequence_symbols in enumerate(sequences)
        for size in range(len(sequence_symbols))
    ]
    pairs = np.array(passing, dtype=np.int64).reshape(-1, 2)
    stops = np.zeros(len(order), dtype=np.int64)
    stops[ends] = list(sequence_counts.values())
    return PrefixTree(
        np.array([node_of[prefix[:-1]] for prefix in order]),
        np.array([prefix[-1] if prefix else 0 for prefix in order]),
        np.array([counts[prefix] for prefix in order]),
        stops,
        tuple(pairwise(bounds)),
        ends,
        (pairs[:, 0], pairs[:, 1]),
    )


def forward_vectors(
    tree: PrefixTree, operators: Sequence[Floats | None], start: Floats, minimum: int
) -> tuple[Floats, Flags]:
    """Return the unit forward vectors of the frequent prefixes, and which prefixes have one."""
    states = len(start)
    vectors = np.zeros((len(tree.counts), states))
    has_vector = np.zeros(len(tree.counts), dtype=bool)
    norm = float(np.linalg.norm(start))
    if tree.counts[0] < minimum or not np.isfinite(norm) or norm == 0:
        return vectors, has_vector
    vectors[0], has_vector[0] = start / norm, True
    zero = np.zeros((states, states))
    stacked = np.array([zero if operator is None else operator for operator in operators]).reshape(-1, states, states)
    operator_norms = np.linalg.norm(stacked, axis=(1, 2))
    for low, high in tree.levels[1:]:
        level = np.arange(low, high)
        level = level[(tree.counts[level] >= minimum) & has_vector[tree.parents[level]]]
        products = np.matmul(stacked[tree.symbols[level]], vectors[tree.parents[level], :, None])[:, :, 0]
        norms = np.linalg.norm(products, axis=1)
        sound = np.isfinite(norms) & (norms > _MIN_RELATIVE_NORM * operator_norms[tree.symbols[level]])
        vectors[level[sound]] = products[sound] / norms[sound, None]
        has_vector[level[sound]] = True
    return vectors, has_vector


def project_to_plane(unit_vectors: Floats) -> Floats:
    """Project on the first two principal directions (vectors, 2), whose largest coefficients are positive."""
    _, _, directions = np.linalg.svd(unit_vectors - unit_vectors.mean(axis=0), full_matrices=False)
    directions = directions[:2]
    largest = np.abs(directions).argmax(axis=1)
    directions = directions * np.sign(directions[np.arange(len(directions)), largest])[:, None]
    points = np.zeros((len(unit_vectors), 2))
    points[:, : len(directions)] = (unit_vectors - unit_vectors.mean(axis=0)) @ directions.T
    return points
