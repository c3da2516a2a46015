"""Items of which trees are made: a word with its subtree, its halves, and its head after each modifier."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from spectral_core.arrays import Integers
from spectral_core.models.latent_dependencies.trees import HeadedTrees


@dataclass(frozen=True, slots=True, eq=False)
class TreeItems:
    """Words are numbered through all trees; slot word * 2 + side is a half; the head of a slot after `k` modifiers is
    item starts[slot] + slot + k. Positions of modifiers are those in `modifiers`."""

    symbols: int  # tags, and one more that was never seen
    tags: Integers  # (words,)
    heads: Integers  # (words,) -1 for roots
    starts: Integers  # (slots + 1,) of the modifiers of each slot
    modifiers: Integers  # words, by slot, from the head outwards
    forms: Integers  # (words,) form class; 0 where words are not read

    @classmethod
    def of(cls, tags: Integers, heads: Integers, forms: Integers, symbols: int) -> TreeItems:
        """Make the items from the index of each head among all words; -1 for roots."""
        size = len(tags)
        words = np.flatnonzero(heads >= 0)
        word_heads = heads[words]
        slots = word_heads * 2 + (words > word_heads)
        order = np.lexsort((np.abs(words - word_heads), slots))
        starts = np.concatenate(([0], np.cumsum(np.bincount(slots, minlength=2 * size)))).astype(np.int64)
        return cls(symbols, tags, heads, starts, words[order], forms)

    @classmethod
    def from_trees(cls, trees: HeadedTrees, forms: Integers) -> TreeItems:
        return cls.of(trees.words[:, 0].astype(np.int64), trees.absolute_heads(), forms, len(trees.tags) + 1)

    @property
    def counts(self) -> Integers:
        """(slots,) number of modifiers of each."""
        return np.diff(self.starts)

    @property
    def owners(self) -> Integers:
        """(slots,) tag * 2 + side of each."""
        sides: Integers = np.repeat(self.tags * 2, 2) + np.tile([0, 1], len(self.tags))
        return sides

    @property
    def slots(self) -> Integers:
        """(modifiers,) the slot of each."""
        return np.repeat(np.arange(len(self.starts) - 1), self.counts)

    @property
    def before(self) -> Integers:
        """(modifiers,) the item of the head before each; the one after it is the next."""
        return np.arange(len(self.modifiers)) + self.slots

    @property
    def head_slots(self) -> Integers:
        """(items,) the slot of each head item."""
        return np.repeat(np.arange(len(self.starts) - 1), self.counts + 1)

    @property
    def first_heads(self) -> Integers:
        """(slots,) the item of the head without modifiers."""
        return self.starts[:-1] + np.arange(len(self.starts) - 1)

    @property
    def last_heads(self) -> Integers:
        """(slots,) the item of the head with all its modifiers."""
        return self.starts[1:] + np.arange(len(self.starts) - 1)

    @property
    def steps(self) -> Integers:
        """(modifiers,) (tag of the head, side, tag of the modifier) as one number."""
        return self.owners[self.slots] * self.symbols + self.tags[self.modifiers]

    def order_bottom_up(self) -> Integers:
        """Return the words ordered so that each comes before its head."""
        depth, ancestors = np.zeros(len(self.heads), dtype=np.int64), self.heads
        while (ancestors >= 0).any():
            depth += ancestors >= 0
            ancestors = np.where(ancestors >= 0, self.heads[ancestors], -1)
        return np.argsort(-depth, kind="stable")
