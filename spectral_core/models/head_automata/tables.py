"""Smoothed probabilities of modifiers in deterministic states: one state, the first apart, or the last modifier."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from spectral_core.arrays import Floats, Integers
from spectral_core.brief import brief
from spectral_core.models.head_automata.moments import ModifierSequences

PULL = 2.0  # occurrences that the distribution of all heads of a direction counts for
SPREAD = 0.1  # added to every count of that distribution


@dataclass(frozen=True, slots=True, eq=False)
class Table:
    """P(modifier or STOP | head, side, state). The last head and the last modifier are those that are not known: the
    first is like any head, the second stands for all modifiers together."""

    modifiers: Floats  # (heads + 1, 2, states, symbols + 1)
    stop: Floats  # (heads + 1, 2, states)
    __repr__ = brief

    @classmethod
    def of(cls, counts: Floats) -> Table:
        """From counts (heads, 2, states, symbols + STOP)."""
        shared = counts.sum(axis=0)
        shared = (shared + SPREAD) / (shared + SPREAD).sum(axis=-1, keepdims=True)
        counts = np.concatenate((counts, np.zeros_like(counts[:1])))
        found = (counts + PULL * shared) / (counts.sum(axis=-1, keepdims=True) + PULL)
        modifiers = found.copy()
        modifiers[..., -1] = found[..., :-1].sum(axis=-1)
        return cls(modifiers, np.ascontiguousarray(found[..., -1]))


def step_counts(sequences: ModifierSequences, symbols: int) -> Floats:
    """(symbols, 2, symbols + START, symbols + STOP): how often each modifier, or STOP, follows each."""
    owners, previous, following, weights = steps(sequences, symbols)
    size = symbols + 1
    places = (owners * size + previous) * size + following
    counts = np.bincount(places, weights, 2 * symbols * size * size).astype(np.float64)
    return counts.reshape(symbols, 2, size, size)


def steps(sequences: ModifierSequences, symbols: int) -> tuple[Integers, Integers, Integers, Floats]:
    """(owner, previous, next, weight) of every step of every sequence; START and STOP are both `symbols`."""
    lengths = sequences.lengths()
    padded = np.full(len(sequences.symbols) + len(lengths) + 1, symbols, dtype=np.int64)
    inside = np.ones(len(padded), dtype=bool)
    inside[sequences.starts + np.arange(len(sequences.starts))] = False
    padded[inside] = sequences.symbols
    repeats = lengths + 1
    return (np.repeat(sequences.owners, repeats), padded[:-1], padded[1:], np.repeat(sequences.weights, repeats))


def one_state(counts: Floats) -> Table:
    return Table.of(counts.sum(axis=2, keepdims=True))


def first_apart(counts: Floats) -> Table:
    """State 0 before the first modifier, state 1 after it."""
    return Table.of(np.stack((counts[:, :, -1], counts[:, :, :-1].sum(axis=2)), axis=2))


def by_sibling(counts: Floats) -> Table:
    """State 0 before the first modifier, 1 + i after modifier i; the last state is after one that is not known."""
    rest = counts[:, :, :-1]
    return Table.of(np.concatenate((counts[:, :, -1:], rest, rest.sum(axis=2, keepdims=True)), axis=2))
