"""Grammar without its hidden states: labels, rules, roots, and the trees of its labels."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from spectral_core.arrays import Flags, Floats
from spectral_core.data import EMPTY, Tree
from spectral_core.data.head_rules import unbinarise
from spectral_core.data.tree import INTERMEDIATE_MARK, TRACE, split_label
from spectral_core.models.latent_pcfg.counts import PARENT_SEPARATOR
from spectral_core.models.latent_pcfg.forest import Forest, strip_parent
from spectral_core.structured.cky import BinaryRules

INTERMEDIATE = INTERMEDIATE_MARK  # stands for any intermediate phrase


@dataclass(frozen=True, slots=True, eq=False)
class Grammar:
    """Labels and rules as they were counted."""

    labels: tuple[str, ...]
    rules: BinaryRules
    roots: Floats  # (labels,) in which share of the trees each is the root
    totals: NDArray[np.int64]  # (labels,) how often each was seen
    names: tuple[str, ...]  # (labels,) without the labels above them
    phrases: tuple[tuple[str, ...], ...]  # (labels,) the phrases that each stands for over several words
    word_phrases: tuple[tuple[str, ...], ...]  # (labels,) and over a single one
    is_intermediate: Flags  # (labels,) whether it is a phrase that still grows
    outer: bool  # whether trees stand under an empty outer label
    label_index: Mapping[str, int]  # of labels
    rule_index: Mapping[tuple[int, int, int], int]  # by label, left and right part

    @classmethod
    def of(cls, forest: Forest, outer: bool) -> Grammar:
        return cls.from_rules(forest.labels, forest.rules, forest.roots, forest.totals, outer)

    @classmethod
    def from_rules(
        cls, labels: tuple[str, ...], rules: BinaryRules, roots: Floats, totals: NDArray[np.int64], outer: bool
    ) -> Grammar:
        """Make the grammar of these labels and rules."""
        names = tuple(strip_parent(label) for label in labels)
        is_intermediate = np.array([name.startswith(INTERMEDIATE_MARK) for name in names], dtype=bool)
        chains = [
            () if intermediate else tuple(split_label(name))
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
            roots,
            totals,
            names,
            tuple(chains),
            word_phrases,
            is_intermediate,
            outer,
            label_index,
            rule_index,
        )

    @property
    def prior(self) -> Floats:
        shares: Floats = self.totals / self.totals.sum()
        return shares

    @property
    def rule_codes(self) -> NDArray[np.int64]:
        """(rules,) left part, right part and label as one number, sorted."""
        rules, size = self.rules, len(self.labels)
        codes: NDArray[np.int64] = (rules.lefts[rules.pairs] * size + rules.rights[rules.pairs]) * size + rules.parents
        return codes

    @property
    def display_names(self) -> tuple[str, ...]:
        """(labels,) names for showing states, with parent annotation as in NP^S."""
        return tuple(label.replace(PARENT_SEPARATOR, "^") for label in self.labels)

    def get_tag(self, label: int) -> str:
        """Return the tag that a label gives to a word."""
        return split_label(self.names[label])[-1]

    def build_tree(self, forms: Sequence[str], spans: Iterable[tuple[int, int, str]]) -> Tree:
        """Build the tree of binary spans with the names of their labels, parents first."""
        stack: list[Tree] = []
        for start, end, name in reversed(list(spans)):
            if end - start == 1:
                stack.append(Tree(name, (forms[start],)))
            else:
                left, right = stack.pop(), stack.pop()
                stack.append(Tree(name, (left, right)))
        (binary_tree,) = stack
        tree = _replace_trace_tags(unbinarise(binary_tree))
        return tree.with_root() if self.outer else tree


def _replace_trace_tags(tree: Tree) -> Tree:
    """Replace tags of traces over words, which would take these out of the sentence."""

    def make(node: Tree, children: list[Tree | str]) -> Tree:
        return node.rebuild(EMPTY if node.is_tag and node.label == TRACE else node.label, children)

    return tree.fold(make) if any(tag == TRACE for tag, _ in tree.leaves()) else tree
