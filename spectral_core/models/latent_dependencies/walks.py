"""Walks over given trees: the scores of trees, and the hidden states of their parts."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from spectral_core.arrays import Floats, Integers
from spectral_core.inference.latent_halves import GrownTrees, StateTensors, TreeVectors, Uses
from spectral_core.models.latent_dependencies.items import TreeItems
from spectral_core.models.latent_dependencies.parameters import LatentParameters


@dataclass(frozen=True, slots=True, eq=False)
class Walk:
    """Trees with the tensors of their parts."""

    items: TreeItems
    trees: GrownTrees
    grammar: StateTensors
    weights: Floats  # (forms, node states)

    @classmethod
    def of(cls, items: TreeItems, parameters: LatentParameters, forms: int) -> Walk:
        """By a grammar that tells so many forms apart."""
        codes = items.tags * forms + items.forms
        grammar, kinds, rules = parameters.grammar(items.tags, codes, items.steps)
        none = np.zeros(len(items.tags), dtype=np.int64)
        return cls(items, grown(items, rules, kinds, none), grammar, np.ones((1, grammar.roots.shape[1])))

    def inside(self) -> TreeVectors:
        """The inside vectors of all parts."""
        from spectral_core.inference.latent_halves import tree_kernels

        vectors = self._vectors()
        tree_kernels.upward(self.trees, self.grammar, self.weights, vectors)
        return vectors

    def outside(self, inside: TreeVectors) -> TreeVectors:
        """The slopes by them of the log of the absolute score: with their vectors they multiply to 1."""
        from spectral_core.inference.latent_halves import tree_kernels

        slopes = self._vectors()
        flat, deep = np.zeros((0, 0)), np.zeros((0, 0, 0, 0))
        uses = Uses(flat, np.zeros((0, 0, 0)), deep, deep, deep, flat)  # which are not counted
        tree_kernels.downward(self.trees, self.grammar, self.weights, inside, slopes, uses, False)
        return slopes

    def _vectors(self) -> TreeVectors:
        words, heads = len(self.items.tags), len(self.items.modifiers) + 2 * len(self.items.tags)
        shape = self.grammar.halves.shape
        return TreeVectors(
            np.zeros((heads, shape[3])), np.zeros((2 * words, shape[2])),
            np.zeros((words, self.grammar.roots.shape[1])), np.ones(heads), np.ones(words),
        )  # fmt: skip

    def logs(self, owners: Integers, count: int) -> tuple[Floats, Integers]:
        """(trees,) the log of the absolute score of each, and its sign; `owners` (words,) is the tree of each word."""
        inside = self.inside()
        logs: Floats = np.bincount(owners, np.log(inside.node_scales), count).astype(np.float64)
        logs += np.bincount(owners[self.items.head_slots // 2], np.log(inside.head_scales), count)
        tops = np.flatnonzero(self.trees.tops)
        ends = np.zeros(count)
        ends[owners[tops]] = (self.grammar.roots[self.trees.tags[tops]] * inside.nodes[tops]).sum(axis=1)
        with np.errstate(divide="ignore"):
            logs += np.log(np.abs(ends))
        return logs, np.sign(ends).astype(np.int64)


def grown(items: TreeItems, rules: Integers, kinds: Integers, forms: Integers) -> GrownTrees:
    """The trees of these items, with the places of their tensors."""
    return GrownTrees(items.upwards(), items.starts, items.modifiers, rules, items.tags, kinds, forms, items.heads < 0)
