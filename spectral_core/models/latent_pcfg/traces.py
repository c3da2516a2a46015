"""Empty elements (-NONE-), restored after parsing where the treebank has them, by patterns as in Johnson 2002.

A pattern is a phrase with the labels of all its children, alone or with the phrases above it. In place of Johnson's
fragments that reach from an empty element to its antecedent, the antecedent is searched for by two labels.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from spectral_core.arrays import NamedArrays
from spectral_core.brief import brief_repr
from spectral_core.data import Tree
from spectral_core.data.tree import TRACE, category, coindex_of
from spectral_core.model import Arrays, pack, unpack

_NOUN_PHRASE = re.compile(r"NP(-\d+)?(=\d+)?")
_MIN_EMPTY_SHARE = 0.02  # minimal empty elements a word, else no patterns
_MIN_PRECISION = 0.5  # minimal share of the sites of a pattern where it is right
_PRIOR_ERRORS = 1.0  # additional sites where it counts as wrong
_HEIGHTS = (0, 1, 2)  # phrases above in a pattern; larger patterns are tried first
_SEPARATOR = "\x1f"  # between the parts of an empty element
_TRANSITIVE = "\x1f"  # behind the tag of a word that takes an object

Site = tuple[str, int]  # labels of a phrase, of those above it and of all their children; before which child


class Gap(NamedTuple):
    """An empty element to insert, and where its antecedent is."""

    element: str  # an empty element with the phrases that hold nothing else, flat; its number, if it has one, is 0
    antecedent: str  # the labels of a phrase above and of the child of that which gets the same number; "" for none


@dataclass(frozen=True, slots=True, eq=False)
class EmptyElements:
    """The patterns that are right more often than not."""

    gaps: Mapping[Site, Gap | None]  # None where those that know less are wrong
    transitive: Mapping[str, bool]  # of a tag and a word of it, or the tag alone, whether it takes an object
    __repr__ = brief_repr

    @classmethod
    def learn(cls, trees: Iterable[Tree]) -> EmptyElements | None:
        """Learn patterns from trees as the treebank has them; None where hardly any has empty elements."""
        treebank_trees = list(trees)
        empty = sum(tag == TRACE for tree in treebank_trees for tag, _ in tree.leaves())
        if empty <= _MIN_EMPTY_SHARE * sum(1 for tree in treebank_trees for _ in tree.words()):
            return None
        transitive = _find_transitive(treebank_trees)
        bare_trees = [bare_tree for tree in treebank_trees if (bare_tree := _BareTree.of(tree, transitive)) is not None]
        gold = {(id(node), position): gap for bare_tree in bare_trees for node, position, gap in bare_tree.find_gaps()}
        gaps: dict[Site, Gap | None] = {}
        predicted: dict[tuple[int, int], Gap | None] = {}  # by site, the gap predicted by smaller patterns
        for height in _HEIGHTS:
            contexts = [
                (bare_tree.describe_context(node, height), node)
                for bare_tree in bare_trees
                for node in bare_tree.phrases
            ]
            sites = {(context, position) for context, node in contexts for position in range(len(node.children) + 1)
                     if (id(node), position) in gold or predicted.get((id(node), position)) is not None}  # fmt: skip
            slots: defaultdict[str, list[int]] = defaultdict(list)
            for context, position in sites:
                slots[context].append(position)
            instances: defaultdict[Site, list[tuple[int, int]]] = defaultdict(list)
            for context, node in contexts:
                for position in slots.get(context, ()):
                    instances[context, position].append((id(node), position))
            for site, fitting in instances.items():
                gap, frequency = _pick_most_common(Counter(gold.get(instance) for instance in fitting))
                if frequency > _MIN_PRECISION * (len(fitting) + _PRIOR_ERRORS) and gap != predicted.get(fitting[0]):
                    gaps[site] = gap
                    predicted.update(dict.fromkeys(fitting, gap))
        return cls(gaps, transitive)

    def restore(self, tree: Tree, numberless: Collection[tuple[int, int]] = ()) -> Tree:
        """Return the tree with empty elements; phrases over `numberless` spans get no index."""
        bare = _BareTree.of(tree, self.transitive)
        if bare is None:
            return tree
        inserts: defaultdict[int, dict[int, Tree]] = defaultdict(dict)
        indices: dict[int, int] = {}
        last_index = max(map(int, bare.carriers), default=0)
        phrases = (node for node in bare.tree.nodes() if not node.is_tag)
        without_index = {
            id(node)
            for node, (start, end, _) in zip(phrases, bare.tree.spans(), strict=True)
            if (start, end) in numberless
        }
        for node in bare.phrases:
            decided: set[int] = set()
            for height in reversed(_HEIGHTS):
                context = bare.describe_context(node, height)
                for position in range(len(node.children) + 1):
                    if position in decided or (context, position) not in self.gaps:
                        continue
                    decided.add(position)
                    gap = self.gaps[context, position]
                    if gap is None:
                        continue
                    antecedent = bare.find_antecedent(node, gap.antecedent)
                    index = 0
                    if antecedent is not None and (existing := coindex_of(antecedent.label)):
                        index = int(existing)
                    elif antecedent is not None and id(antecedent) not in without_index:
                        index = indices.setdefault(id(antecedent), last_index + len(indices) + 1)
                    inserts[id(node)][position] = _deserialise(gap.element, index)

        def make(node: Tree, children: list[Tree | str]) -> Tree:
            for position, element in sorted(inserts.get(id(node), {}).items(), reverse=True):
                children.insert(position, element)
            label = f"{node.label}-{indices[id(node)]}" if id(node) in indices else node.label
            return node.rebuild(label, children)

        return bare.tree.fold(make)

    def arrays(self) -> NamedArrays:
        rows, words = sorted(self.gaps.items()), sorted(self.transitive)
        return {
            "around": pack([around for (around, _), _ in rows]),
            "at": np.array([position for (_, position), _ in rows], dtype=np.int64),
            "what": pack(["" if gap is None else "\t".join(gap) for _, gap in rows]),
            "words": pack(words),
            "takes": np.array([self.transitive[word] for word in words], dtype=np.int64),
        }

    @classmethod
    def from_arrays(cls, arrays: Arrays) -> EmptyElements:
        """Restore the patterns that gave `arrays`; ValueError where they are none."""
        contexts, elements, words = (unpack(arrays[name]) for name in ("around", "what", "words"))
        positions, transitive = (arrays[name].astype(np.int64).tolist() for name in ("at", "takes"))
        gaps: dict[Site, Gap | None] = {}
        for context, position, text in zip(contexts, positions, elements, strict=True):
            gap = Gap(*text.split("\t")) if text else None
            if gap is not None:
                _deserialise(gap.element, 0)
            gaps[context, position] = gap
        return cls(gaps, dict(zip(words, map(bool, transitive), strict=True)))


@dataclass(frozen=True, slots=True, eq=False)
class _BareTree:
    """A tree without its empty elements, which are stored separately."""

    tree: Tree
    phrases: tuple[Tree, ...]
    labels: Mapping[int, str]  # of phrases, theirs and those of their children
    paths: Mapping[int, tuple[Tree, ...]]  # of nodes, those above from the root on, itself last
    empty: Mapping[int, list[tuple[int, Tree]]]  # of phrases, what stood before which child
    carriers: Mapping[str, Tree]  # of numbers, the phrases that have them
    original: Tree  # whose nodes the numbers above may be of: as long as it is there, they are of no other

    @classmethod
    def of(cls, original: Tree, transitive: Mapping[str, bool]) -> _BareTree | None:
        """Remove the empty elements of a tree; None where no word is left."""
        empty: dict[int, list[tuple[int, Tree]]] = {}
        carriers: dict[str, Tree] = {}
        phrases_made: list[Tree] = []

        def make(node: Tree, children: list[Tree | str | None]) -> Tree | None:
            if node.is_tag:
                return None if node.label == TRACE else node
            remaining = [child for child in children if child is not None]
            removed = [position for position, child in enumerate(children) if child is None]
            if not remaining:
                return None
            only = remaining[0]
            if (
                removed
                and len(remaining) == 1
                and isinstance(only, Tree)
                and category(only.label) == category(node.label)
            ):
                return only  # what parsers make of it
            phrase = Tree(node.label, tuple(remaining))
            phrases_made.append(phrase)
            empty[id(phrase)] = [
                (position - earlier, child)
                for earlier, position in enumerate(removed)
                if isinstance(child := node.children[position], Tree)
            ]
            if number := coindex_of(node.label):
                carriers[number] = phrase
            return phrase

        tree = original.fold(make)
        if tree is None:
            return None
        paths: dict[int, tuple[Tree, ...]] = {id(tree): (tree,)}
        labels: dict[int, str] = {}
        for node in tree.nodes():
            subtrees = [child for child in node.children if isinstance(child, Tree)]
            paths.update((id(child), (*paths[id(node)], child)) for child in subtrees)
            if not node.is_tag:
                labels[id(node)] = " ".join(
                    [category(node.label), *(_describe_child(child, transitive) for child in subtrees)]
                )
        phrases = tuple(node for node in tree.nodes() if not node.is_tag)
        return cls(tree, phrases, labels, paths, empty, carriers, original)

    def describe_context(self, node: Tree, height: int) -> str:
        """Return a phrase and so many above it, with their children and the path down, as a text."""
        path = self.paths[id(node)][-1 - height :]
        steps = (f"{self.labels[id(parent)]}\t{_child_position(parent, child)}" for parent, child in pairwise(path))
        return "\t".join([str(height), *steps, self.labels[id(node)]])

    def find_gaps(self) -> Iterator[tuple[Tree, int, Gap]]:
        """Yield each phrase with a position among its children and the gap there."""
        for node in self.phrases:
            for position, element in self.empty[id(node)]:
                antecedent_index = next(
                    (index for tag, word in element.leaves() if tag == TRACE and (index := coindex_of(word))), ""
                )
                labels, carrier = "", self.carriers.get(antecedent_index)
                if carrier is not None and len(path := self.paths[id(carrier)]) > 1:
                    candidate = f"{category(path[-2].label)} {category(carrier.label)}"
                    labels = candidate if self.find_antecedent(node, candidate) is carrier else ""
                yield node, position, Gap(_serialise(element, bool(labels)), labels)

    def find_antecedent(self, node: Tree, labels: str) -> Tree | None:
        """Return the child with the second label, left of the path up from a phrase, of the nearest phrase with the
        first label that has one."""
        parent_label, _, child_label = labels.partition(" ")
        path = self.paths[id(node)]
        for parent, branch in zip(path[-2::-1], path[:0:-1], strict=True):
            for child in (
                parent.children[: _child_position(parent, branch)][::-1]
                if category(parent.label) == parent_label
                else ()
            ):
                if isinstance(child, Tree) and not child.is_tag and category(child.label) == child_label:
                    return child
        return None


def _pick_most_common(gaps: Counter[Gap | None]) -> tuple[Gap | None, int]:
    """Return the most common gap, antecedents aside, with its most common antecedent; and its frequency."""
    frequencies: Counter[str] = Counter()
    for gap, count in gaps.items():
        frequencies[_strip_index(gap)] += count
    element, count = frequencies.most_common(1)[0]
    return next(gap for gap, _ in gaps.most_common() if _strip_index(gap) == element), count


def _strip_index(gap: Gap | None) -> str:
    """Return the element of a gap without its index."""
    return "" if gap is None else gap.element.replace("-0", "")


def _find_transitive(trees: Iterable[Tree]) -> dict[str, bool]:
    """Return for verbs and their tags whether a noun phrase without a function mostly follows, empty ones included."""
    frequencies: Counter[str] = Counter()
    objects: Counter[str] = Counter()
    for tree in trees:
        for node in tree.nodes():
            for child, after in zip(node.children, (*node.children[1:], None), strict=True):
                if isinstance(child, Tree) and child.is_tag and child.label != TRACE and node.label.startswith("V"):
                    follows = isinstance(after, Tree) and _NOUN_PHRASE.fullmatch(after.label) is not None
                    for key in (child.label, f"{child.label} {str(child.children[0]).lower()}"):
                        frequencies[key] += 1
                        objects[key] += follows
    return {key: 2 * objects[key] > frequencies[key] for key in frequencies}


def _describe_child(node: Tree, transitive: Mapping[str, bool]) -> str:
    """Name a node among the children of another: a tag with whether its word is transitive."""
    if not node.is_tag:
        return category(node.label)
    word = f"{node.label} {str(node.children[0]).lower()}"
    return node.label + _TRANSITIVE if transitive.get(word, transitive.get(node.label, False)) else node.label


def _child_position(parent: Tree, node: Tree) -> int:
    return next(position for position, child in enumerate(parent.children) if child is node)


def _serialise(tree: Tree, numbered: bool) -> str:
    """Return an empty element as a text, with 0 for the index that its antecedent shares, without others."""

    def normalise(text: str | int) -> str:
        index = coindex_of(text) if isinstance(text, str) else ""
        return str(text).replace(f"-{index}", "-0" if numbered else "") if index else str(text)

    return _SEPARATOR.join(map(normalise, tree.flatten()))


def _deserialise(text: str, index: int) -> Tree:
    """Return the empty element of a text under an index; without one for 0."""
    return Tree.from_flat(tuple(text.replace("-0", f"-{index}" if index else "").split(_SEPARATOR)))
