"""What a grammar knows whatever its hidden states are: labels, rules, roots, and how its labels become trees."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from spectral_core.data import EMPTY, Tree
from spectral_core.data.binarisation import unbinarise
from spectral_core.data.tree import MARK, TRACE, split_label
from spectral_core.inference.cky import BinaryRules
from spectral_core.inference.cky.arrays import Floats
from spectral_core.models.latent_pcfg.counts import ABOVE
from spectral_core.models.latent_pcfg.forest import Forest, plain

Flags = NDArray[np.bool_]
BETWEEN = MARK  # stands for any phrase that still grows


@dataclass(frozen=True, slots=True, eq=False)
class Grammar:
    """Labels and rules as they were counted."""

    labels: tuple[str, ...]
    rules: BinaryRules
    roots: Floats  # (labels,) in which share of the trees each is the root
    totals: NDArray[np.int64]  # (labels,) how often each was seen
    names: tuple[str, ...]  # (labels,) without the labels above them
    phrases: tuple[tuple[str, ...], ...]  # (labels,) the phrases that each stands for over several words
    over_words: tuple[tuple[str, ...], ...]  # (labels,) and over a single one
    grows: Flags  # (labels,) whether it is a phrase that still grows
    outer: bool  # whether trees stand under an empty outer label
    places: Mapping[str, int]  # of labels
    rule_places: Mapping[tuple[int, int, int], int]  # by label, left and right part

    @classmethod
    def of(cls, forest: Forest, outer: bool) -> Grammar:
        return cls.made(forest.labels, forest.rules, forest.roots, forest.totals, outer)

    @classmethod
    def made(
        cls, labels: tuple[str, ...], rules: BinaryRules, roots: Floats, totals: NDArray[np.int64], outer: bool
    ) -> Grammar:
        names = tuple(plain(label) for label in labels)
        grows = np.array([name.startswith(MARK) for name in names], dtype=bool)
        chains = [() if still else tuple(split_label(name)) for name, still in zip(names, grows.tolist(), strict=True)]
        over = tuple(one[:-1] for one in chains)
        places = {label: place for place, label in enumerate(labels)}
        lefts, rights = (side[rules.pairs].tolist() for side in (rules.lefts, rules.rights))
        keys = zip(rules.parents.tolist(), lefts, rights, strict=True)
        rule_places = {key: rule for rule, key in enumerate(keys)}
        return cls(labels, rules, roots, totals, names, tuple(chains), over, grows, outer, places, rule_places)

    @property
    def prior(self) -> Floats:
        shares: Floats = self.totals / self.totals.sum()
        return shares

    @property
    def codes(self) -> NDArray[np.int64]:
        """(rules,) left part, right part and label as one number, rising."""
        rules, size = self.rules, len(self.labels)
        found: NDArray[np.int64] = (rules.lefts[rules.pairs] * size + rules.rights[rules.pairs]) * size + rules.parents
        return found

    @property
    def parts(self) -> tuple[str, ...]:
        """(labels,) how each is called where its states are shown: with the label above it where it remembers that."""
        return tuple(label.replace(ABOVE, "^") for label in self.labels)

    def tag(self, label: int) -> str:
        """The tag that a label puts over a word."""
        return split_label(self.names[label])[-1]

    def tree(self, forms: Sequence[str], spans: Iterable[tuple[int, int, str]]) -> Tree:
        """The tree of binary spans with the names of their labels, parents first."""
        below: list[Tree] = []
        for start, end, name in reversed(list(spans)):
            if end - start == 1:
                below.append(Tree(name, (forms[start],)))
            else:
                left, right = below.pop(), below.pop()
                below.append(Tree(name, (left, right)))
        (whole,) = below
        tree = _with_tags(unbinarise(whole))
        return tree.with_root() if self.outer else tree


def _with_tags(tree: Tree) -> Tree:
    """No word under the tag of a trace, which would take it out of the sentence."""

    def make(node: Tree, children: list[Tree | str]) -> Tree:
        return node.replaced(EMPTY if node.is_tag and node.label == TRACE else node.label, children)

    return tree.fold(make) if any(tag == TRACE for tag, _ in tree.leaves()) else tree
