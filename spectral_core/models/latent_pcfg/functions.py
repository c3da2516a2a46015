"""Function tags of phrases (-SBJ, -LOC), put back after parsing where the treebank has them (Blaheta and
Charniak 2000)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from spectral_core.arrays import Keys, Named
from spectral_core.brief import brief
from spectral_core.data import Constraints, Tree
from spectral_core.data.head_rules import COLLINS
from spectral_core.data.tree import category
from spectral_core.maths.hashing import mixed
from spectral_core.model import Arrays, pack, part_in, prefixed, unpack
from spectral_core.models.linear_chain import FeatureSequences, LinearChain, Plan
from spectral_core.models.words import WordClasses
from spectral_core.progress import Progress, Report

_FEWEST = 0.02  # of the phrases have functions, or nothing is learnt
_PLAN = Plan(epochs=5, dropout=0.1, minimum=2, seed=0)
_NONE = "\x1f"  # what is beside the first and the last, above the root
_PARTS = 10  # what a phrase is looked at by
_PAIRS = ((0, 1), (2, 1), (3, 1), (0, 2), (0, 3), (4, 5), (6, 0), (7, 0), (8, 1), (9, 2), (0, 4), (0, 5))


def function_of(label: str) -> str:
    """The function tags of a label with their hyphens, without indices: -LOC-PRD of PP-LOC-PRD-2."""
    rest = label[len(category(label)) :].partition("=")[0]
    return "".join(f"-{part}" for part in rest.split("-") if part and not part.isdigit())


@dataclass(frozen=True, slots=True, eq=False)
class FunctionTagger:
    """A chain over the phrases within each phrase: from their labels and heads and what is beside and above them."""

    labels: tuple[str, ...]  # sorted; the first is for none
    chain: LinearChain
    __repr__ = brief

    @classmethod
    def learn(cls, trees: Iterable[Tree], seed: int, report: Report) -> FunctionTagger | None:
        """Trained on trees without traces; None where hardly a phrase has a function."""
        rows: list[tuple[str, ...]] = []
        found: list[str] = []
        sizes: list[int] = []
        for tree in trees:
            for group in _groups(tree):
                rows += (row for _, row in group)
                found += (function_of(node.label) for node, _ in group)
                sizes.append(len(group))
        if sum(map(bool, found)) <= _FEWEST * len(found):
            return None
        labels = tuple(sorted({"", *found}))
        places = {label: place for place, label in enumerate(labels)}
        gold = np.array([places[label] for label in found], dtype=np.int32)

        def passed(epoch: int, likelihood: float, right: float) -> None:
            measures = {"log_likelihood": likelihood, "function_accuracy": 100 * right}
            report(Progress("functions", epoch, _PLAN.epochs, measures))

        plan = Plan(_PLAN.epochs, _PLAN.dropout, _PLAN.minimum, seed)
        return cls(labels, LinearChain.learn(_sequences(rows, sizes), gold, len(labels), plan, passed))

    def tagged(self, tree: Tree) -> Tree:
        """The tree with the likeliest function of each phrase."""
        groups = list(_groups(tree))
        rows = [row for group in groups for _, row in group]
        if not rows:
            return tree
        best, _ = self.chain.posteriors(_sequences(rows, [len(group) for group in groups]))
        nodes = [node for group in groups for node, _ in group]
        names = {id(node): self.labels[place] for node, place in zip(nodes, best[:, 0].tolist(), strict=True)}

        def make(node: Tree, children: list[Tree | str]) -> Tree:
            return node.replaced(node.label + names.get(id(node), ""), children)

        return tree.fold(make)

    def arrays(self) -> Named:
        return {"labels": pack(self.labels), **prefixed("chain_", self.chain.arrays())}

    @classmethod
    def from_arrays(cls, arrays: Arrays) -> FunctionTagger:
        """The tagger that `arrays` were taken from; ValueError where they do not fit each other."""
        labels = unpack(arrays["labels"])
        if labels[:1] != ("",):
            raise ValueError("these are no functions of phrases")
        return cls(labels, LinearChain.from_arrays(part_in(arrays, "chain_"), len(labels)))


def relabelled(tree: Tree, constraints: Constraints) -> Tree:
    """The tree with the labels that are required of phrases, functions and all, and without functions that are
    forbidden; what is required twice but for functions gets a phrase of its own above the other."""
    required = {span for span in constraints.required_spans if span[2]}
    forbidden = {span for span in constraints.forbidden_spans if category(span[2]) != span[2]}
    left = required - set(tree.spans())
    if not left and not forbidden:
        return tree
    names: dict[int, str] = {}
    tops: dict[tuple[int, int], int] = {}
    phrases = [node for node in tree.nodes() if not node.is_tag]
    for node, (start, end, label) in zip(phrases, tree.spans(), strict=True):
        if label:
            tops.setdefault((start, end), id(node))
        if (start, end, label) in required:
            continue
        fitting = (lock for lock in sorted(left) if lock[:2] == (start, end) and category(lock[2]) == category(label))
        wanted = next(fitting, None)
        if wanted is not None:
            names[id(node)] = wanted[2]
            left.discard(wanted)
        elif (start, end, label) in forbidden:
            names[id(node)] = category(label)
    above: dict[int, list[str]] = {}
    for start, end, label in sorted(left):
        above.setdefault(tops.get((start, end), 0), []).append(label)

    def make(node: Tree, children: list[Tree | str]) -> Tree:
        made = node.replaced(names.get(id(node), node.label), children)
        for label in above.get(id(node), ()):
            made = Tree(label, (made,))
        return made

    return tree.fold(make)


def _groups(tree: Tree) -> Iterator[list[tuple[Tree, tuple[str, ...]]]]:
    """The phrases within each phrase, and the root by itself, with what each is looked at by."""
    heads: dict[int, tuple[str, str, str]] = {}  # word, tag, and the first word of each node
    for node in reversed(tuple(tree.nodes())):
        below = [child for child in node.children if isinstance(child, Tree)]
        if not below:
            word = str(node.children[0]) if node.children else ""
            heads[id(node)] = word, node.label, word
        else:
            head = below[COLLINS.head(node.label, [child.label for child in below])]
            heads[id(node)] = *heads[id(head)][:2], heads[id(below[0])][2]
    yield [(tree, _row(tree, None, [tree], 0, heads))] if not tree.is_tag and tree.label else []
    for node in tree.nodes():
        below = [child for child in node.children if isinstance(child, Tree)]
        phrases = [at for at, child in enumerate(below) if not child.is_tag]
        yield [(below[at], _row(below[at], node, below, at, heads)) for at in phrases]


def _row(
    node: Tree, above: Tree | None, beside: Sequence[Tree], at: int, heads: Mapping[int, tuple[str, str, str]]
) -> tuple[str, ...]:
    word, tag, first = heads[id(node)]
    left = category(beside[at - 1].label) if at else _NONE
    right = category(beside[at + 1].label) if at + 1 < len(beside) else _NONE
    last = next((child for child in reversed(node.children) if isinstance(child, Tree)), None)
    inner = heads[id(last)][0] if last is not None else _NONE  # of a prepositional phrase, what it is about
    upper = heads[id(above)] if above is not None else (_NONE, _NONE, _NONE)
    parent = category(above.label) if above is not None else _NONE
    return (
        category(node.label),
        parent,
        word.lower(),
        tag,
        left,
        right,
        upper[0].lower(),
        upper[1],
        first.lower(),
        inner,
    )


def _sequences(rows: Sequence[tuple[str, ...]], sizes: Sequence[int]) -> FeatureSequences:
    from spectral_core.inference.word_keys import FORM

    names, places = np.unique(np.array(rows, dtype=object).reshape(-1, _PARTS).astype(str), return_inverse=True)
    keys = WordClasses.empty().keys(names.tolist())[:, FORM].astype(np.int64)
    own = keys[places.reshape(-1, _PARTS)]
    singles = [mixed(part + 1, own[:, part]) for part in range(_PARTS)]
    pairs = [mixed(20 + at, own[:, one], own[:, two]) for at, (one, two) in enumerate(_PAIRS)]
    around = mixed(50, own[:, 4], own[:, 0], own[:, 5], own[:, 1])
    found: Keys = np.stack([*singles, *pairs, around], axis=1)
    kept = [size for size in sizes if size]
    return FeatureSequences(np.maximum(found, 1), np.append(0, np.cumsum(kept)).astype(np.int64))
