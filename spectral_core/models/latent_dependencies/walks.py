"""Inside-outside passes over given trees: the scores of trees, and the hidden states of their parts."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from spectral_core.arrays import Floats, Integers
from spectral_core.models.latent_dependencies.items import TreeItems
from spectral_core.models.latent_dependencies.parameters import LatentParameters
from spectral_core.structured.latent_split_head import GivenTrees, StateTensors, TreeVectors, Uses


@dataclass(frozen=True, slots=True, eq=False)
class TreePass:
    """Trees with the tensors of their parts."""

    items: TreeItems
    trees: GivenTrees
    grammar: StateTensors
    weights: Floats  # (forms, node states)

    @classmethod
    def of(cls, items: TreeItems, parameters: LatentParameters, forms: int) -> TreePass:
        """Gather the tensors of a grammar with so many form classes."""
        codes = items.tags * forms + items.forms
        grammar, kinds, rules = parameters.gather_tensors(items.tags, codes, items.steps)
        no_forms = np.zeros(len(items.tags), dtype=np.int64)
        return cls(items, link_tensors(items, rules, kinds, no_forms), grammar, np.ones((1, grammar.roots.shape[1])))

    def inside(self) -> TreeVectors:
        """Return the inside vectors of all parts."""
        from spectral_core.structured.latent_split_head import tree_kernels

        vectors = self._make_vectors()
        tree_kernels.inside_pass(self.trees, self.grammar, self.weights, vectors)
        return vectors

    def outside(self, inside: TreeVectors) -> TreeVectors:
        """Return the outside vectors: derivatives of the log of the absolute score, whose products with the inside
        vectors sum to 1."""
        from spectral_core.structured.latent_split_head import tree_kernels

        outside = self._make_vectors()
        flat, deep = np.zeros((0, 0)), np.zeros((0, 0, 0, 0))
        counts = Uses(flat, np.zeros((0, 0, 0)), deep, deep, deep, flat)  # which are not counted
        tree_kernels.outside_pass(self.trees, self.grammar, self.weights, inside, outside, counts, False)
        return outside

    def _make_vectors(self) -> TreeVectors:
        words, heads = len(self.items.tags), len(self.items.modifiers) + 2 * len(self.items.tags)
        shape = self.grammar.halves.shape
        return TreeVectors(
            np.zeros((heads, shape[3])), np.zeros((2 * words, shape[2])),
            np.zeros((words, self.grammar.roots.shape[1])), np.ones(heads), np.ones(words),
        )  # fmt: skip

    def log_scores(self, owners: Integers, count: int) -> tuple[Floats, Integers]:
        """Return (trees,) the log of the absolute score of each, and its sign; `owners` (words,) is the tree of each
        word."""
        inside = self.inside()
        logs: Floats = np.bincount(owners, np.log(inside.node_scales), count).astype(np.float64)
        logs += np.bincount(owners[self.items.head_slots // 2], np.log(inside.head_scales), count)
        roots = np.flatnonzero(self.trees.root_words)
        root_sums = np.zeros(count)
        root_sums[owners[roots]] = (self.grammar.roots[self.trees.tags[roots]] * inside.nodes[roots]).sum(axis=1)
        with np.errstate(divide="ignore"):
            logs += np.log(np.abs(root_sums))
        return logs, np.sign(root_sums).astype(np.int64)


def link_tensors(items: TreeItems, rules: Integers, kinds: Integers, forms: Integers) -> GivenTrees:
    """Link the items of trees with the numbers of their tensors."""
    return GivenTrees(
        items.order_bottom_up(), items.starts, items.modifiers, rules, items.tags, kinds, forms, items.heads < 0
    )
