"""Deterministic states of one sentence: what its automata remember of the last modifier, and products of memories."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from spectral_core.arrays import Floats, Integers, Named
from spectral_core.models.head_automata.tables import Table

Memory = tuple[Integers, Floats, Floats]  # following (words,), weights (words, words, states), ends (words, 2, states)


@dataclass(frozen=True, slots=True, eq=False)
class TagWeights:
    """A table whose state is the last modifier's tag."""

    modifiers: Floats  # (heads + 1, 2, symbols + 2, symbols + 1), over what each modifier is scaled by
    stop: Floats  # (heads + 1, 2, symbols + 2)

    @classmethod
    def of(cls, table: Table, scale: Floats) -> TagWeights:
        return cls(table.modifiers / scale, table.stop)

    def local(self, tags: Integers) -> Memory:
        """For a sentence with these tags, with no more states than it has tags."""
        own, following = np.unique(tags, return_inverse=True)
        states = np.concatenate(([0], own + 1))
        size = len(tags)
        side = (np.arange(size)[:, None] < np.arange(size)).astype(np.int64)
        weights = self.modifiers[tags[:, None, None], side[:, :, None], states, tags[None, :, None]]
        ends = self.stop[tags[:, None, None], np.arange(2)[:, None], states]
        return following.astype(np.int64) + 1, weights, ends

    def arrays(self) -> Named:
        return {"table_modifiers": self.modifiers, "table_stop": self.stop}


def product(memories: Sequence[Memory]) -> Memory:
    """What remembers all that each remembers: its states are those combinations that occur."""
    first, *rest = memories
    for other in rest:
        pairs = np.concatenate((np.zeros((1, 2), dtype=np.int64), np.column_stack((first[0], other[0]))))
        states, following = np.unique(pairs, axis=0, return_inverse=True)  # (0, 0) is the first of them
        weights = first[1][:, :, states[:, 0]] * other[1][:, :, states[:, 1]]
        ends = first[2][:, :, states[:, 0]] * other[2][:, :, states[:, 1]]
        first = following.reshape(-1)[1:].astype(np.int64), weights, ends
    return first[0], np.ascontiguousarray(first[1]), np.ascontiguousarray(first[2])
