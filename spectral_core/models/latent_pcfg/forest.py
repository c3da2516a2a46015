"""Counted trees with what follows from them: structure, rules, heads."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from spectral_core.data.binarisation import is_intermediate
from spectral_core.data.tree import MARK, split_label
from spectral_core.inference.cky.arrays import BinaryRules, Floats
from spectral_core.models.latent_pcfg.counts import ABOVE, TreeCounts, head_rules
from spectral_core.models.latent_pcfg.settings import LatentPcfgSettings

Integers = NDArray[np.int64]


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
    of_rule: Integers  # (nodes,) or -1 for leaves
    rules: BinaryRules
    head_right: NDArray[np.bool_]  # (rules,) whether the head is the right child

    @classmethod
    def of(cls, counts: TreeCounts, settings: LatentPcfgSettings) -> Forest:
        from spectral_core.inference.cky.tree_kernels import structure

        made = structure(counts.words, counts.offsets)
        nodes, words = counts.nodes.astype(np.int64), counts.words.astype(np.int64)
        size = len(counts.labels)
        inner = np.flatnonzero(words < 0)
        codes = (nodes[made.lefts[inner]] * size + nodes[made.rights[inner]]) * size + nodes[inner]
        kinds, found, times = np.unique(codes, return_inverse=True, return_counts=True)
        of_rule = np.full(len(nodes), -1)
        of_rule[inner] = found
        parents = kinds % size
        weights = times / np.bincount(nodes, minlength=size)[parents]
        lefts, rights = kinds // size // size, kinds // size % size
        rules = BinaryRules.of(parents, lefts, rights, weights, size)
        heads = _heads(counts.labels, parents, lefts, rights, settings)
        return cls(counts.labels, counts.forms, nodes, words, counts.offsets, *made, of_rule, rules, heads)

    @property
    def totals(self) -> Integers:
        """(labels,) how often each was seen."""
        return np.bincount(self.nodes, minlength=len(self.labels))

    @property
    def roots(self) -> Floats:
        """(labels,) in which share of the trees each is the root."""
        found = np.bincount(self.nodes[self.offsets[:-1]], minlength=len(self.labels))
        shares: Floats = found / (len(self.offsets) - 1)
        return shares

    def forms_of(self, tree: int) -> list[str]:
        """The words of a tree."""
        words = self.words[self.offsets[tree] : self.offsets[tree + 1]]
        return [self.forms[word] for word in words[words >= 0].tolist()]

    @property
    def leaves(self) -> Integers:
        return np.flatnonzero(self.words >= 0)


def plain(symbol: str) -> str:
    """The label without the one above it."""
    return symbol.partition(ABOVE)[0]


def _heads(
    labels: tuple[str, ...], parents: Integers, lefts: Integers, rights: Integers, settings: LatentPcfgSettings
) -> NDArray[np.bool_]:
    rules = head_rules(settings.binarisation)
    between = [is_intermediate(label) for label in labels]
    first = [split_label(plain(label))[0] for label in labels]
    last = [split_label(plain(label))[-1] for label in labels]
    found = np.zeros(len(parents), dtype=bool)
    for rule, (parent, left, right) in enumerate(zip(parents.tolist(), lefts.tolist(), rights.tolist(), strict=True)):
        if between[left] or between[right]:
            found[rule] = between[right]
        elif between[parent]:
            found[rule] = plain(labels[parent]).partition("[")[0].endswith("<")
        else:
            found[rule] = rules.head(last[parent], [first[left], first[right]]) == 1
    return found


def is_phrase(symbol: str) -> bool:
    """Whether it stands for a phrase of the treebank, and not for one that is still growing."""
    return not symbol.startswith(MARK)
