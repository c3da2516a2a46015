"""Transition tables of deterministic automata: smoothed modifier probabilities by state, their weights in one sentence,
and product automata."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from spectral_core.arrays import Floats, Integers, NamedArrays
from spectral_core.brief import brief_repr
from spectral_core.models.head_automata.moments import ModifierSequences

PRIOR_WEIGHT = 2.0  # pseudo-counts from the distribution pooled over all heads
PSEUDO_COUNT = 0.1  # added to every count of the pooled distribution
SentenceAutomaton = tuple[
    Integers, Floats, Floats
]  # next (words,), weights (words, words, states), stop (words, 2, states)


@dataclass(frozen=True, slots=True, eq=False)
class TransitionTable:
    """P(modifier or STOP | head, side, state). The last head and the last modifier stand for unknown tags: that head is
    an average head, that modifier the sum of all."""

    modifiers: Floats  # (heads + 1, 2, states, symbols + 1)
    stop: Floats  # (heads + 1, 2, states)
    __repr__ = brief_repr

    @classmethod
    def from_counts(cls, counts: Floats) -> TransitionTable:
        """Smooth counts (heads, 2, states, symbols + STOP) into probabilities."""
        prior = counts.sum(axis=0)
        prior = (prior + PSEUDO_COUNT) / (prior + PSEUDO_COUNT).sum(axis=-1, keepdims=True)
        counts = np.concatenate((counts, np.zeros_like(counts[:1])))
        probabilities = (counts + PRIOR_WEIGHT * prior) / (counts.sum(axis=-1, keepdims=True) + PRIOR_WEIGHT)
        modifiers = probabilities.copy()
        modifiers[..., -1] = probabilities[..., :-1].sum(axis=-1)
        return cls(modifiers, np.ascontiguousarray(probabilities[..., -1]))


def count_transitions(sequences: ModifierSequences, symbols: int) -> Floats:
    """Return (symbols, 2, symbols + START, symbols + STOP) how often each modifier, or STOP, follows each other one, or
    START."""
    owners, previous, following, weights = list_transitions(sequences, symbols)
    size = symbols + 1
    indexes = (owners * size + previous) * size + following
    counts = np.bincount(indexes, weights, 2 * symbols * size * size).astype(np.float64)
    return counts.reshape(symbols, 2, size, size)


def list_transitions(sequences: ModifierSequences, symbols: int) -> tuple[Integers, Integers, Integers, Floats]:
    """Return (owner, previous, next, weight) of every transition of every sequence; START and STOP are both
    `symbols`."""
    lengths = sequences.lengths()
    padded = np.full(len(sequences.symbols) + len(lengths) + 1, symbols, dtype=np.int64)
    is_modifier = np.ones(len(padded), dtype=bool)
    is_modifier[sequences.starts + np.arange(len(sequences.starts))] = False
    padded[is_modifier] = sequences.symbols
    repeats = lengths + 1
    return (np.repeat(sequences.owners, repeats), padded[:-1], padded[1:], np.repeat(sequences.weights, repeats))


def make_one_state_table(counts: Floats) -> TransitionTable:
    """Make a table with a single state."""
    return TransitionTable.from_counts(counts.sum(axis=2, keepdims=True))


def make_first_modifier_table(counts: Floats) -> TransitionTable:
    """Make a table with state 0 before the first modifier and state 1 after it."""
    return TransitionTable.from_counts(np.stack((counts[:, :, -1], counts[:, :, :-1].sum(axis=2)), axis=2))


def make_sibling_table(counts: Floats) -> TransitionTable:
    """Make a table with state 0 before the first modifier and 1 + i after modifier i; the last state is that after an
    unknown modifier."""
    after_modifiers = counts[:, :, :-1]
    return TransitionTable.from_counts(
        np.concatenate((counts[:, :, -1:], after_modifiers, after_modifiers.sum(axis=2, keepdims=True)), axis=2)
    )


@dataclass(frozen=True, slots=True, eq=False)
class SiblingWeights:
    """Transition table whose state is the tag of the last modifier, scaled for parsing."""

    modifiers: Floats  # (heads + 1, 2, symbols + 2, symbols + 1), divided by the scale of each modifier
    stop: Floats  # (heads + 1, 2, symbols + 2)

    @classmethod
    def from_table(cls, table: TransitionTable, scale: Floats) -> SiblingWeights:
        """Divide the probabilities of modifiers by their scale."""
        return cls(table.modifiers / scale, table.stop)

    def restrict_to_tags(self, tags: Integers) -> SentenceAutomaton:
        """Return the automaton over a sentence with these tags, with only the states that its tags can reach."""
        distinct_tags, following = np.unique(tags, return_inverse=True)
        states = np.concatenate(([0], distinct_tags + 1))
        size = len(tags)
        side = (np.arange(size)[:, None] < np.arange(size)).astype(np.int64)
        weights = self.modifiers[tags[:, None, None], side[:, :, None], states, tags[None, :, None]]
        stop_weights = self.stop[tags[:, None, None], np.arange(2)[:, None], states]
        return following.astype(np.int64) + 1, weights, stop_weights

    def arrays(self) -> NamedArrays:
        return {"table_modifiers": self.modifiers, "table_stop": self.stop}


def make_product_automaton(automata: Sequence[SentenceAutomaton]) -> SentenceAutomaton:
    """Return the product automaton of several, with only the reachable combinations of states."""
    product, *other_automata = automata
    for automaton in other_automata:
        pairs = np.concatenate((np.zeros((1, 2), dtype=np.int64), np.column_stack((product[0], automaton[0]))))
        states, following = np.unique(pairs, axis=0, return_inverse=True)  # (0, 0) comes first
        weights = product[1][:, :, states[:, 0]] * automaton[1][:, :, states[:, 1]]
        ends = product[2][:, :, states[:, 0]] * automaton[2][:, :, states[:, 1]]
        product = following.reshape(-1)[1:].astype(np.int64), weights, ends
    return product[0], np.ascontiguousarray(product[1]), np.ascontiguousarray(product[2])


def score_sequences(sequences: ModifierSequences, operators: Floats, start: Floats, stop: Floats) -> Floats:
    """Return (sequences,) the score of each modifier sequence; operators are (heads * 2, symbols, to, from)."""
    lengths = sequences.lengths()
    vectors = start[sequences.owners]
    longer, position = np.arange(len(lengths)), 0
    while True:
        longer = longer[lengths[longer] > position]
        if not len(longer):
            break
        step_operators = operators[sequences.owners[longer], sequences.symbols[sequences.starts[longer] + position]]
        vectors[longer] = np.matmul(step_operators, vectors[longer][:, :, None])[:, :, 0]
        position += 1
    sequence_scores: Floats = (vectors * stop[sequences.owners]).sum(axis=1)
    return sequence_scores
