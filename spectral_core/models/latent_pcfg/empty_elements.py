"""Insertion of empty elements (traces) into parsed trees, by patterns of the context (Johnson 2002)."""

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
from spectral_core.data.tree import TRACE_TAG, coindex_of, strip_function_tags
from spectral_core.model import Arrays, pack_strings, unpack_strings

_NOUN_PHRASE = re.compile(r"NP(-\d+)?(=\d+)?")
_MIN_EMPTY_SHARE = 0.02  # minimum empty elements per word for learning patterns
_MIN_PRECISION = 0.5  # minimum precision of a pattern
_PRIOR_ERRORS = 1.0  # pseudo-count of errors
_CONTEXT_HEIGHTS = (0, 1, 2)  # ancestor levels in a pattern; larger patterns are tried first
_SEPARATOR = "\x1f"  # between the fields of an empty element
_TRANSITIVE = "\x1f"  # suffix of the tag of a transitive word
InsertionSite = tuple[str, int]  # labels of a phrase, its ancestors and their children; child position


class EmptyElementInsertion(NamedTuple):
    """Insertion of an empty element, with the labels that locate its antecedent."""

    element: str  # empty element with the phrases that contain nothing else, in flat notation; its index, if any, is 0
    antecedent: str  # labels of an ancestor and of its child that gets the same index; "" for none


@dataclass(frozen=True, slots=True, eq=False)
class EmptyElementPatterns:
    """Patterns for inserting empty elements that are correct more often than not."""

    insertions: Mapping[InsertionSite, EmptyElementInsertion | None]  # None where the more general pattern is wrong
    transitive: Mapping[str, bool]  # by tag and word, or tag alone: whether it takes an object
    __repr__ = brief_repr

    @classmethod
    def learn(cls, trees: Iterable[Tree]) -> EmptyElementPatterns | None:
        """Learn patterns from the original treebank trees; None if hardly any have empty elements."""
        treebank_trees = list(trees)
        empty = sum(tag == TRACE_TAG for tree in treebank_trees for tag, _ in tree.leaves())
        if empty <= _MIN_EMPTY_SHARE * sum(1 for tree in treebank_trees for _ in tree.words()):
            return None
        transitive = _find_transitive_verbs(treebank_trees)
        bare_trees = [
            bare_tree
            for tree in treebank_trees
            if (bare_tree := _TracelessTree.from_tree(tree, transitive)) is not None
        ]
        gold = {
            (id(node), position): insertion
            for bare_tree in bare_trees
            for node, position, insertion in bare_tree.list_removed_elements()
        }
        insertions: dict[InsertionSite, EmptyElementInsertion | None] = {}
        predicted: dict[
            tuple[int, int], EmptyElementInsertion | None
        ] = {}  # by site, the prediction of smaller patterns
        for height in _CONTEXT_HEIGHTS:
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
            instances: defaultdict[InsertionSite, list[tuple[int, int]]] = defaultdict(list)
            for context, node in contexts:
                for position in slots.get(context, ()):
                    instances[context, position].append((id(node), position))
            for site, fitting in instances.items():
                insertion, frequency = _select_most_common_insertion(
                    Counter(gold.get(instance) for instance in fitting)
                )
                if frequency > _MIN_PRECISION * (len(fitting) + _PRIOR_ERRORS) and insertion != predicted.get(
                    fitting[0]
                ):
                    insertions[site] = insertion
                    predicted.update(dict.fromkeys(fitting, insertion))
        return cls(insertions, transitive)

    def insert_empty_elements(self, tree: Tree, spans_without_index: Collection[tuple[int, int]] = ()) -> Tree:
        """Return the tree with empty elements inserted; phrases over `spans_without_index` get no index."""
        traceless = _TracelessTree.from_tree(tree, self.transitive)
        if traceless is None:
            return tree
        inserts: defaultdict[int, dict[int, Tree]] = defaultdict(dict)
        indices: dict[int, int] = {}
        last_index = max(map(int, traceless.antecedents), default=0)
        phrases = (node for node in traceless.tree.nodes() if not node.is_tag)
        without_index = {
            id(node)
            for node, (start, end, _) in zip(phrases, traceless.tree.spans(), strict=True)
            if (start, end) in spans_without_index
        }
        for node in traceless.phrases:
            decided: set[int] = set()
            for height in reversed(_CONTEXT_HEIGHTS):
                context = traceless.describe_context(node, height)
                for position in range(len(node.children) + 1):
                    if position in decided or (context, position) not in self.insertions:
                        continue
                    decided.add(position)
                    insertion = self.insertions[context, position]
                    if insertion is None:
                        continue
                    antecedent = traceless.find_antecedent(node, insertion.antecedent)
                    index = 0
                    if antecedent is not None and (existing := coindex_of(antecedent.label)):
                        index = int(existing)
                    elif antecedent is not None and id(antecedent) not in without_index:
                        index = indices.setdefault(id(antecedent), last_index + len(indices) + 1)
                    inserts[id(node)][position] = _parse_element(insertion.element, index)

        def make(node: Tree, children: list[Tree | str]) -> Tree:
            for position, element in sorted(inserts.get(id(node), {}).items(), reverse=True):
                children.insert(position, element)
            label = f"{node.label}-{indices[id(node)]}" if id(node) in indices else node.label
            return node.rebuild(label, children)

        return traceless.tree.fold(make)

    def arrays(self) -> NamedArrays:
        rows, words = sorted(self.insertions.items()), sorted(self.transitive)
        return {
            "around": pack_strings([context for (context, _), _ in rows]),
            "at": np.array([position for (_, position), _ in rows], dtype=np.int64),
            "what": pack_strings(["" if gap is None else "\t".join(gap) for _, gap in rows]),
            "words": pack_strings(words),
            "takes": np.array([self.transitive[word] for word in words], dtype=np.int64),
        }

    @classmethod
    def from_arrays(cls, arrays: Arrays) -> EmptyElementPatterns:
        """Restore the patterns from their arrays; ValueError if these are invalid."""
        contexts, elements, words = (unpack_strings(arrays[name]) for name in ("around", "what", "words"))
        positions, transitive = (arrays[name].astype(np.int64).tolist() for name in ("at", "takes"))
        insertions: dict[InsertionSite, EmptyElementInsertion | None] = {}
        for context, position, text in zip(contexts, positions, elements, strict=True):
            insertion = EmptyElementInsertion(*text.split("\t")) if text else None
            if insertion is not None:
                _parse_element(insertion.element, 0)
            insertions[context, position] = insertion
        return cls(insertions, dict(zip(words, map(bool, transitive), strict=True)))


@dataclass(frozen=True, slots=True, eq=False)
class _TracelessTree:
    """Tree without its empty elements, which are stored separately."""

    tree: Tree
    phrases: tuple[Tree, ...]
    labels: Mapping[int, str]  # for each phrase, its label and those of its children
    paths: Mapping[int, tuple[Tree, ...]]  # path of each node from the root, itself included
    removed: Mapping[int, list[tuple[int, Tree]]]  # by phrase: removed elements and child positions
    antecedents: Mapping[str, Tree]  # by index, the phrase that carries it
    original: Tree  # keeps the nodes alive, so that their ids above stay unique

    @classmethod
    def from_tree(cls, original: Tree, transitive: Mapping[str, bool]) -> _TracelessTree | None:
        """Remove the empty elements of a tree; None if no word is left."""
        empty: dict[int, list[tuple[int, Tree]]] = {}
        carriers: dict[str, Tree] = {}
        phrases_made: list[Tree] = []

        def make(node: Tree, children: list[Tree | str | None]) -> Tree | None:
            if node.is_tag:
                return None if node.label == TRACE_TAG else node
            remaining = [child for child in children if child is not None]
            removed = [position for position, child in enumerate(children) if child is None]
            if not remaining:
                return None
            only = remaining[0]
            if (
                removed
                and len(remaining) == 1
                and isinstance(only, Tree)
                and strip_function_tags(only.label) == strip_function_tags(node.label)
            ):
                return only  # as a parser would output
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
                    [strip_function_tags(node.label), *(_encode_child_label(child, transitive) for child in subtrees)]
                )
        phrases = tuple(node for node in tree.nodes() if not node.is_tag)
        return cls(tree, phrases, labels, paths, empty, carriers, original)

    def describe_context(self, node: Tree, height: int) -> str:
        """Encode a phrase and `height` ancestors, with their children and the path down, as a string."""
        path = self.paths[id(node)][-1 - height :]
        steps = (f"{self.labels[id(parent)]}\t{_child_position(parent, child)}" for parent, child in pairwise(path))
        return "\t".join([str(height), *steps, self.labels[id(node)]])

    def list_removed_elements(self) -> Iterator[tuple[Tree, int, EmptyElementInsertion]]:
        """Yield the removed empty elements: phrase, child position, and the insertion that restores the element."""
        for node in self.phrases:
            for position, element in self.removed[id(node)]:
                antecedent_index = next(
                    (index for tag, word in element.leaves() if tag == TRACE_TAG and (index := coindex_of(word))), ""
                )
                labels, carrier = "", self.antecedents.get(antecedent_index)
                if carrier is not None and len(path := self.paths[id(carrier)]) > 1:
                    candidate = f"{strip_function_tags(path[-2].label)} {strip_function_tags(carrier.label)}"
                    labels = candidate if self.find_antecedent(node, candidate) is carrier else ""
                yield node, position, EmptyElementInsertion(_serialise_element(element, bool(labels)), labels)

    def find_antecedent(self, node: Tree, labels: str) -> Tree | None:
        """Return the antecedent: in the nearest ancestor with the first label, a child with the second label to the
        left of the path."""
        parent_label, _, child_label = labels.partition(" ")
        path = self.paths[id(node)]
        for parent, branch in zip(path[-2::-1], path[:0:-1], strict=True):
            for child in (
                parent.children[: _child_position(parent, branch)][::-1]
                if strip_function_tags(parent.label) == parent_label
                else ()
            ):
                if isinstance(child, Tree) and not child.is_tag and strip_function_tags(child.label) == child_label:
                    return child
        return None


def _select_most_common_insertion(
    insertions: Counter[EmptyElementInsertion | None],
) -> tuple[EmptyElementInsertion | None, int]:
    """Return the insertion of the most frequent element, with its most frequent antecedent, and the element's
    frequency."""
    frequencies: Counter[str] = Counter()
    for insertion, count in insertions.items():
        frequencies[_drop_coindex(insertion)] += count
    element, count = frequencies.most_common(1)[0]
    return next(insertion for insertion, _ in insertions.most_common() if _drop_coindex(insertion) == element), count


def _drop_coindex(insertion: EmptyElementInsertion | None) -> str:
    """Return the element without the index shared with its antecedent; "" for no insertion."""
    return "" if insertion is None else insertion.element.replace("-0", "")


def _find_transitive_verbs(trees: Iterable[Tree]) -> dict[str, bool]:
    """Return for each verb and verb tag whether it is usually transitive: followed by a noun phrase without function,
    possibly empty."""
    frequencies: Counter[str] = Counter()
    objects: Counter[str] = Counter()
    for tree in trees:
        for node in tree.nodes():
            for child, after in zip(node.children, (*node.children[1:], None), strict=True):
                if isinstance(child, Tree) and child.is_tag and child.label != TRACE_TAG and node.label.startswith("V"):
                    follows = isinstance(after, Tree) and _NOUN_PHRASE.fullmatch(after.label) is not None
                    for key in (child.label, f"{child.label} {str(child.children[0]).lower()}"):
                        frequencies[key] += 1
                        objects[key] += follows
    return {key: 2 * objects[key] > frequencies[key] for key in frequencies}


def _encode_child_label(node: Tree, transitive: Mapping[str, bool]) -> str:
    """Return the label of a child node; tags of transitive words are marked."""
    if not node.is_tag:
        return strip_function_tags(node.label)
    word = f"{node.label} {str(node.children[0]).lower()}"
    return node.label + _TRANSITIVE if transitive.get(word, transitive.get(node.label, False)) else node.label


def _child_position(parent: Tree, node: Tree) -> int:
    """Return the index of a child of a node, by identity."""
    return next(position for position, child in enumerate(parent.children) if child is node)


def _serialise_element(tree: Tree, numbered: bool) -> str:
    """Serialise an empty element, with 0 for the index shared with its antecedent and without other indices."""

    def normalise(text: str | int) -> str:
        index = coindex_of(text) if isinstance(text, str) else ""
        return str(text).replace(f"-{index}", "-0" if numbered else "") if index else str(text)

    return _SEPARATOR.join(map(normalise, tree.flatten()))


def _parse_element(text: str, index: int) -> Tree:
    """Parse a serialised empty element, with `index` in place of 0, or no index."""
    return Tree.from_flat(tuple(text.replace("-0", f"-{index}" if index else "").split(_SEPARATOR)))
