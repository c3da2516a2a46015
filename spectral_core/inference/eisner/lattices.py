"""Sentences as split head automata see them, one by one and laid out for the compiled recursions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from spectral_core.arrays import Flags, Floats, Integers
from spectral_core.inference.locks.projective import Locks

_FREE_REACH = np.zeros(0, dtype=bool)


@dataclass(frozen=True, slots=True, eq=False)
class Lattice:
    """The words of one sentence as the automata see them. The state of a head is (deterministic state, hidden state):
    the first is 0 at first and then a function of the last modifier alone."""

    groups: Integers  # (words,) whose automata a word has as a head
    symbols: Integers  # (words,) what it is as a modifier
    roots: Floats  # (words,) score of hanging from the root
    following: Integers  # (words,) the deterministic state of a head after this modifier
    weights: Floats  # (words, words, deterministic states) [head, modifier]: multiplies the operator
    ends: Floats  # (words, 2, deterministic states): multiplies the stopping vector, left and right
    locks: Locks | None = None

    @classmethod
    def without_weights(cls, groups: Integers, symbols: Integers, roots: Floats) -> Lattice:
        """Return a lattice with one deterministic state, and nothing but the operators."""
        size = len(groups)
        return cls(
            groups, symbols, roots, np.zeros(size, dtype=np.int64), np.ones((size, size, 1)), np.ones((size, 2, 1))
        )

    def __len__(self) -> int:
        return len(self.groups)


class Batch(NamedTuple):
    """Several lattices, one after the other in flat arrays."""

    offsets: Integers  # (sentences + 1,)
    depths: Integers  # (sentences,) deterministic states
    groups: Integers
    symbols: Integers
    following: Integers
    roots: Floats
    weights: Floats
    ends: Floats
    reach: Flags = _FREE_REACH  # nothing where all half trees may be

    @classmethod
    def from_lattices(cls, lattices: Sequence[Lattice]) -> Batch:
        """Return the lattices in flat arrays, with their locks applied."""
        weights, roots, reach = [], [], []
        has_spans = any(lattice.locks is not None and lattice.locks.reach.size for lattice in lattices)
        for lattice in lattices:
            locks = lattice.locks
            weights.append((lattice.weights if locks is None else lattice.weights * locks.arcs[1:, :, None]).ravel())
            roots.append(lattice.roots if locks is None else lattice.roots * locks.arcs[0])
            if has_spans and locks is not None and locks.reach.size:
                reach.append(locks.reach.ravel())
            elif has_spans:
                reach.append(np.ones(2 * len(lattice) ** 2, dtype=bool))
        return cls(
            np.concatenate(([0], np.cumsum([len(lattice) for lattice in lattices]))).astype(np.int64),
            np.array([lattice.ends.shape[2] for lattice in lattices], dtype=np.int64),
            _integers([lattice.groups for lattice in lattices]), _integers([lattice.symbols for lattice in lattices]),
            _integers([lattice.following for lattice in lattices]), _floats(roots), _floats(weights),
            _floats([lattice.ends.ravel() for lattice in lattices]), np.concatenate([_FREE_REACH, *reach]),
        )  # fmt: skip

    @classmethod
    def without_weights(cls, offsets: Integers, groups: Integers, symbols: Integers, roots: Floats) -> Batch:
        """Return sentences with one deterministic state, nothing but operators, and no locks."""
        sizes = np.diff(offsets)
        return cls(
            offsets, np.ones(len(sizes), dtype=np.int64), groups, symbols, np.zeros(len(groups), dtype=np.int64), roots,
            np.ones(int((sizes * sizes).sum())), np.ones(2 * len(groups)),
        )  # fmt: skip


def _integers(parts: Sequence[Integers]) -> Integers:
    return np.concatenate([np.zeros(0, dtype=np.int64), *parts])


def _floats(parts: Sequence[Floats]) -> Floats:
    return np.concatenate([np.zeros(0), *parts])
