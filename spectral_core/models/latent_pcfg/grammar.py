"""Training trees with their rules and heads, and the grammar without hidden states read off them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from spectral_core.arrays import Flags, Floats, Integers
from spectral_core.data import EMPTY, Tree
from spectral_core.data.head_rules import is_intermediate, unbinarise
from spectral_core.data.tree import INTERMEDIATE_MARK, TRACE_TAG, split_chain_label
from spectral_core.models.latent_pcfg.counts import PARENT_SEPARATOR, TreeCounts, select_head_rules
from spectral_core.models.latent_pcfg.settings import LatentPcfgSettings
from spectral_core.structured.cky import BinaryRules

INTERMEDIATE = INTERMEDIATE_MARK  # represents any intermediate phrase of binarisation


@dataclass(frozen=True, slots=True, eq=False)
class BinarisedTreebank:
    """Binarised treebank as arrays: the nodes of all trees in preorder, with rule ids and spans."""

    labels: tuple[str, ...]
    forms: tuple[str, ...]
    node_labels: Integers  # (nodes,) label
    node_words: Integers  # (nodes,) form, or -1
    offsets: Integers  # (trees + 1,)
    lefts: Integers
    rights: Integers
    parents: Integers
    starts: Integers
    ends: Integers
    node_rules: Integers  # (nodes,) rule, or -1 for leaves
    rules: BinaryRules
    head_right: NDArray[np.bool_]  # (rules,) whether the head is the right child

    @classmethod
    def from_counts(cls, counts: TreeCounts, settings: LatentPcfgSettings) -> BinarisedTreebank:
        """Build the arrays from the counted trees, with rules and their heads."""
        from spectral_core.structured.cky.observed_tree_kernels import compute_tree_structure

        structures = compute_tree_structure(counts.words, counts.offsets)
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
    def label_counts(self) -> Integers:
        """(labels,) frequency of each label."""
        return np.bincount(self.node_labels, minlength=len(self.labels))

    @property
    def root_frequencies(self) -> Floats:
        """(labels,) relative frequency of each label at the root."""
        counts = np.bincount(self.node_labels[self.offsets[:-1]], minlength=len(self.labels))
        return counts / (len(self.offsets) - 1)

    def get_forms(self, tree: int) -> list[str]:
        """Return the words of a tree."""
        words = self.node_words[self.offsets[tree] : self.offsets[tree + 1]]
        return [self.forms[word] for word in words[words >= 0].tolist()]

    @property
    def leaves(self) -> Integers:
        return np.flatnonzero(self.node_words >= 0)


def strip_parent(symbol: str) -> str:
    """Return a label without its parent annotation."""
    return symbol.partition(PARENT_SEPARATOR)[0]


def _find_right_heads(
    labels: tuple[str, ...], parents: Integers, lefts: Integers, rights: Integers, settings: LatentPcfgSettings
) -> NDArray[np.bool_]:
    """Return (rules,) whether each rule's head is the right child."""
    rules = select_head_rules(settings.binarisation)
    intermediate = [is_intermediate(label) for label in labels]
    first = [split_chain_label(strip_parent(label))[0] for label in labels]
    last = [split_chain_label(strip_parent(label))[-1] for label in labels]
    head_right = np.zeros(len(parents), dtype=bool)
    for rule, (parent, left, right) in enumerate(zip(parents.tolist(), lefts.tolist(), rights.tolist(), strict=True)):
        if intermediate[left] or intermediate[right]:
            head_right[rule] = intermediate[right]
        elif intermediate[parent]:
            head_right[rule] = strip_parent(labels[parent]).partition("[")[0].endswith("<")
        else:
            head_right[rule] = rules.find_head(last[parent], [first[left], first[right]]) == 1
    return head_right


@dataclass(frozen=True, slots=True, eq=False)
class Grammar:
    """Binarised PCFG without hidden states: labels and rules with their relative frequencies in the treebank."""

    labels: tuple[str, ...]
    rules: BinaryRules
    root_frequencies: Floats  # (labels,) relative frequency at the root
    label_counts: NDArray[np.int64]  # (labels,) frequency
    names: tuple[str, ...]  # (labels,) without parent annotation
    phrases: tuple[tuple[str, ...], ...]  # (labels,) chain of phrases over several words
    word_phrases: tuple[tuple[str, ...], ...]  # (labels,) the same over a single word
    is_intermediate: Flags  # (labels,) whether it is an intermediate symbol of binarisation
    has_empty_root: bool  # whether trees have an empty outer label
    label_index: Mapping[str, int]  # label: index
    rule_index: Mapping[tuple[int, int, int], int]  # (label, left, right): index

    @classmethod
    def from_treebank(cls, treebank: BinarisedTreebank, has_empty_root: bool) -> Grammar:
        """Read off the grammar of a binarised treebank."""
        return cls.from_rules(
            treebank.labels, treebank.rules, treebank.root_frequencies, treebank.label_counts, has_empty_root
        )

    @classmethod
    def from_rules(
        cls,
        labels: tuple[str, ...],
        rules: BinaryRules,
        root_frequencies: Floats,
        label_counts: NDArray[np.int64],
        has_empty_root: bool,
    ) -> Grammar:
        """Make the grammar from labels and rules."""
        names = tuple(strip_parent(label) for label in labels)
        is_intermediate = np.array([name.startswith(INTERMEDIATE_MARK) for name in names], dtype=bool)
        chains = [
            () if intermediate else tuple(split_chain_label(name))
            for name, intermediate in zip(names, is_intermediate.tolist(), strict=True)
        ]
        word_phrases = tuple(chain[:-1] for chain in chains)
        label_index = {label: number for number, label in enumerate(labels)}
        lefts, rights = (side[rules.pairs].tolist() for side in (rules.lefts, rules.rights))
        keys = zip(rules.parents.tolist(), lefts, rights, strict=True)
        rule_index = {key: rule for rule, key in enumerate(keys)}
        return cls(
            labels,
            rules,
            root_frequencies,
            label_counts,
            names,
            tuple(chains),
            word_phrases,
            is_intermediate,
            has_empty_root,
            label_index,
            rule_index,
        )

    @property
    def label_prior(self) -> Floats:
        shares: Floats = self.label_counts / self.label_counts.sum()
        return shares

    @property
    def rule_codes(self) -> NDArray[np.int64]:
        """(rules,) left child, right child and label encoded as one integer, sorted."""
        rules, size = self.rules, len(self.labels)
        return (rules.lefts[rules.pairs] * size + rules.rights[rules.pairs]) * size + rules.parents

    @property
    def display_names(self) -> tuple[str, ...]:
        """(labels,) display names with parent annotation, as in NP^S."""
        return tuple(label.replace(PARENT_SEPARATOR, "^") for label in self.labels)

    def get_tag(self, label: int) -> str:
        """Return the part-of-speech tag in a label."""
        return split_chain_label(self.names[label])[-1]

    def build_tree(self, forms: Sequence[str], spans: Iterable[tuple[int, int, str]]) -> Tree:
        """Build the tree of labelled binary spans, parents first."""
        stack: list[Tree] = []
        for start, end, name in reversed(list(spans)):
            if end - start == 1:
                stack.append(Tree(name, (forms[start],)))
            else:
                left, right = stack.pop(), stack.pop()
                stack.append(Tree(name, (left, right)))
        (binary_tree,) = stack
        tree = _replace_trace_tags(unbinarise(binary_tree))
        return tree.with_root() if self.has_empty_root else tree


def _replace_trace_tags(tree: Tree) -> Tree:
    """Replace trace tags over real words, so that these are not removed from the sentence."""

    def make(node: Tree, children: list[Tree | str]) -> Tree:
        return node.rebuild(EMPTY if node.is_tag and node.label == TRACE_TAG else node.label, children)

    return tree.fold(make) if any(tag == TRACE_TAG for tag, _ in tree.leaves()) else tree
