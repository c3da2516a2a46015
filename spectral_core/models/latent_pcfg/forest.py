"""Training trees with the structure, rules and heads derived from them."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from spectral_core.arrays import Floats, Integers
from spectral_core.data.head_rules import is_intermediate
from spectral_core.data.tree import INTERMEDIATE_MARK, split_label
from spectral_core.models.latent_pcfg.counts import PARENT_SEPARATOR, TreeCounts, head_rules_for
from spectral_core.models.latent_pcfg.settings import LatentPcfgSettings
from spectral_core.structured.cky import BinaryRules


@dataclass(frozen=True, slots=True, eq=False)
class Forest:
    """The nodes of all trees, each before those below it, with the numbers of their rules."""

    labels: tuple[str, ...]
    forms: tuple[str, ...]
    nodes: Integers  # (nodes,) labels
    words: Integers  # (nodes,) forms, or -1
    offsets: Integers  # (trees + 1,)
    lefts: Integers
    rights: Integers
    parents: Integers
    starts: Integers
    ends: Integers
    node_rules: Integers  # (nodes,) or -1 for leaves
    rules: BinaryRules
    head_right: NDArray[np.bool_]  # (rules,) whether the head is the right child

    @classmethod
    def of(cls, counts: TreeCounts, settings: LatentPcfgSettings) -> Forest:
        from spectral_core.structured.cky.sum_kernels import build_structure

        structures = build_structure(counts.words, counts.offsets)
        nodes, words = counts.nodes.astype(np.int64), counts.words.astype(np.int64)
        size = len(counts.labels)
        inner = np.flatnonzero(words < 0)
        codes = (nodes[structures.lefts[inner]] * size + nodes[structures.rights[inner]]) * size + nodes[inner]
        rule_codes, rule_numbers, frequencies = np.unique(codes, return_inverse=True, return_counts=True)
        node_rules = np.full(len(nodes), -1)
        node_rules[inner] = rule_numbers
        parents = rule_codes % size
        weights = frequencies / np.bincount(nodes, minlength=size)[parents]
        lefts, rights = rule_codes // size // size, rule_codes // size % size
        rules = BinaryRules.from_rules(parents, lefts, rights, weights, size)
        heads = _find_right_heads(counts.labels, parents, lefts, rights, settings)
        return cls(counts.labels, counts.forms, nodes, words, counts.offsets, *structures, node_rules, rules, heads)

    @property
    def totals(self) -> Integers:
        """(labels,) frequency of each label."""
        return np.bincount(self.nodes, minlength=len(self.labels))

    @property
    def roots(self) -> Floats:
        """(labels,) share of the trees whose root has each label."""
        counts = np.bincount(self.nodes[self.offsets[:-1]], minlength=len(self.labels))
        shares: Floats = counts / (len(self.offsets) - 1)
        return shares

    def get_forms(self, tree: int) -> list[str]:
        """Return the words of a tree."""
        words = self.words[self.offsets[tree] : self.offsets[tree + 1]]
        return [self.forms[word] for word in words[words >= 0].tolist()]

    @property
    def leaves(self) -> Integers:
        return np.flatnonzero(self.words >= 0)


def strip_parent(symbol: str) -> str:
    """Return a label without its parent annotation."""
    return symbol.partition(PARENT_SEPARATOR)[0]


def _find_right_heads(
    labels: tuple[str, ...], parents: Integers, lefts: Integers, rights: Integers, settings: LatentPcfgSettings
) -> NDArray[np.bool_]:
    """Return (rules,) which rules have their head on the right."""
    rules = head_rules_for(settings.binarisation)
    intermediate = [is_intermediate(label) for label in labels]
    first = [split_label(strip_parent(label))[0] for label in labels]
    last = [split_label(strip_parent(label))[-1] for label in labels]
    head_right = np.zeros(len(parents), dtype=bool)
    for rule, (parent, left, right) in enumerate(zip(parents.tolist(), lefts.tolist(), rights.tolist(), strict=True)):
        if intermediate[left] or intermediate[right]:
            head_right[rule] = intermediate[right]
        elif intermediate[parent]:
            head_right[rule] = strip_parent(labels[parent]).partition("[")[0].endswith("<")
        else:
            head_right[rule] = rules.find_head(last[parent], [first[left], first[right]]) == 1
    return head_right


def is_phrase(symbol: str) -> bool:
    """Return whether a symbol stands for a phrase of the treebank, and not for an intermediate one of binarisation."""
    return not symbol.startswith(INTERMEDIATE_MARK)
