"""Deterministic states of the automata in one sentence, by their last modifiers, and products of such memories."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from spectral_core.arrays import Floats, Integers, NamedArrays
from spectral_core.models.head_automata.tables import TransitionTable

Memory = tuple[Integers, Floats, Floats]  # following (words,), weights (words, words, states), ends (words, 2, states)


@dataclass(frozen=True, slots=True, eq=False)
class TagWeights:
    """Table whose state is the last modifier's tag."""

    modifiers: Floats  # (heads + 1, 2, symbols + 2, symbols + 1), over what each modifier is scaled by
    stop: Floats  # (heads + 1, 2, symbols + 2)

    @classmethod
    def from_table(cls, table: TransitionTable, scale: Floats) -> TagWeights:
        return cls(table.modifiers / scale, table.stop)

    def restrict_to(self, tags: Integers) -> Memory:
        """Return the weights of a sentence with these tags, with only the states of tags that occur in it."""
        distinct_tags, following = np.unique(tags, return_inverse=True)
        states = np.concatenate(([0], distinct_tags + 1))
        size = len(tags)
        side = (np.arange(size)[:, None] < np.arange(size)).astype(np.int64)
        weights = self.modifiers[tags[:, None, None], side[:, :, None], states, tags[None, :, None]]
        ends = self.stop[tags[:, None, None], np.arange(2)[:, None], states]
        return following.astype(np.int64) + 1, weights, ends

    def arrays(self) -> NamedArrays:
        return {"table_modifiers": self.modifiers, "table_stop": self.stop}


def multiply_memories(memories: Sequence[Memory]) -> Memory:
    """Return the product of memories: its states are those combinations that occur."""
    result, *remaining = memories
    for memory in remaining:
        pairs = np.concatenate((np.zeros((1, 2), dtype=np.int64), np.column_stack((result[0], memory[0]))))
        states, following = np.unique(pairs, axis=0, return_inverse=True)  # (0, 0) is the first of them
        weights = result[1][:, :, states[:, 0]] * memory[1][:, :, states[:, 1]]
        ends = result[2][:, :, states[:, 0]] * memory[2][:, :, states[:, 1]]
        result = following.reshape(-1)[1:].astype(np.int64), weights, ends
    return result[0], np.ascontiguousarray(result[1]), np.ascontiguousarray(result[2])
