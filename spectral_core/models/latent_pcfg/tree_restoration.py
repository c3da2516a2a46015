"""Restoration of function tags and of empty elements (traces; Johnson 2002) in parsed trees."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from spectral_core.arrays import Keys, NamedArrays, hash_tuples
from spectral_core.brief import brief_repr
from spectral_core.data import Constraints, Tree
from spectral_core.data.head_rules import COLLINS
from spectral_core.data.tree import TRACE_TAG, coindex_of, strip_function_tags
from spectral_core.model import Arrays, add_prefix, pack_strings, select_part, unpack_strings
from spectral_core.models.linear_chain import CrfHyperparameters, FeatureSequences, LinearChainCrf
from spectral_core.models.word_features import TagClasses
from spectral_core.progress import Progress, Report

_MIN_FUNCTION_SHARE = 0.02  # minimum share of phrases with functions for training a tagger
_TRAINING_PLAN = CrfHyperparameters(epochs=5, dropout=0.1, min_count=2, seed=0)
_PADDING = "\x1f"  # padding before the first phrase, after the last, and above the root
# columns of the features of a phrase, in the order of `_extract_phrase_features`
_LABEL, _PARENT, _HEAD, _HEAD_TAG, _LEFT, _RIGHT, _PARENT_HEAD, _PARENT_HEAD_TAG, _FIRST_WORD, _OBJECT = range(10)
_PHRASE_FEATURES = 10
_FEATURE_PAIRS = (
    (_LABEL, _PARENT),
    (_HEAD, _PARENT),
    (_HEAD_TAG, _PARENT),
    (_LABEL, _HEAD),
    (_LABEL, _HEAD_TAG),
    (_LEFT, _RIGHT),
    (_PARENT_HEAD, _LABEL),
    (_PARENT_HEAD_TAG, _LABEL),
    (_FIRST_WORD, _PARENT),
    (_OBJECT, _HEAD),
    (_LABEL, _LEFT),
    (_LABEL, _RIGHT),
)
_NEIGHBOURHOOD = (_LEFT, _LABEL, _RIGHT, _PARENT)
_FIRST_SINGLE, _FIRST_PAIR, _NEIGHBOURHOOD_NUMBER = 1, 20, 50  # template numbers in the hash keys


def extract_function_tags(label: str) -> str:
    """Return the function tags of a label, with hyphens and without indices: -LOC-PRD for PP-LOC-PRD-2."""
    rest = label[len(strip_function_tags(label)) :].partition("=")[0]
    return "".join(f"-{part}" for part in rest.split("-") if part and not part.isdigit())


@dataclass(frozen=True, slots=True, eq=False)
class FunctionTagger:
    """Linear-chain tagger over the children of each phrase, with labels and heads of the phrase, its neighbours and its
    parent as features."""

    labels: tuple[str, ...]  # sorted; the first means no function
    chain: LinearChainCrf
    __repr__ = brief_repr

    @classmethod
    def learn(cls, trees: Iterable[Tree], seed: int, report: Report) -> FunctionTagger | None:
        """Train on trees without traces; None if too few phrases have functions."""
        rows: list[tuple[str, ...]] = []
        functions: list[str] = []
        sizes: list[int] = []
        for tree in trees:
            for group in _iterate_sibling_phrases(tree):
                rows += (row for _, row in group)
                functions += (extract_function_tags(node.label) for node, _ in group)
                sizes.append(len(group))
        if sum(map(bool, functions)) <= _MIN_FUNCTION_SHARE * len(functions):
            return None
        labels = tuple(sorted({"", *functions}))
        index = {label: number for number, label in enumerate(labels)}
        gold = np.array([index[label] for label in functions], dtype=np.int32)

        def on_epoch(epoch: int, likelihood: float, accuracy: float) -> None:
            measures = {"log_likelihood": likelihood, "function_accuracy": 100 * accuracy}
            report(Progress("functions", epoch, _TRAINING_PLAN.epochs, measures))

        plan = CrfHyperparameters(_TRAINING_PLAN.epochs, _TRAINING_PLAN.dropout, _TRAINING_PLAN.min_count, seed)
        return cls(labels, LinearChainCrf.learn(_hash_phrase_features(rows, sizes), gold, len(labels), plan, on_epoch))

    def add_functions(self, tree: Tree) -> Tree:
        """Return the tree with the most probable function of each phrase."""
        groups = list(_iterate_sibling_phrases(tree))
        rows = [row for group in groups for _, row in group]
        if not rows:
            return tree
        best, _ = self.chain.posteriors(_hash_phrase_features(rows, [len(group) for group in groups]))
        nodes = [node for group in groups for node, _ in group]
        names = {id(node): self.labels[number] for node, number in zip(nodes, best[:, 0].tolist(), strict=True)}

        def add_function(node: Tree, children: list[Tree | str]) -> Tree:
            return node.rebuild(node.label + names.get(id(node), ""), children)

        return tree.fold(add_function)

    def arrays(self) -> NamedArrays:
        """Return the function labels and the tagger's parameters as arrays."""
        return {"labels": pack_strings(self.labels), **add_prefix("chain_", self.chain.arrays())}

    @classmethod
    def from_arrays(cls, arrays: Arrays) -> FunctionTagger:
        """Restore the tagger from its arrays; ValueError if these are inconsistent."""
        labels = unpack_strings(arrays["labels"])
        if labels[:1] != ("",):
            raise ValueError("these are no functions of phrases")
        return cls(labels, LinearChainCrf.from_arrays(select_part(arrays, "chain_"), len(labels)))


def apply_label_locks(tree: Tree, constraints: Constraints) -> Tree:
    """Return the tree with the locked phrase labels, functions included, and without forbidden functions; a span locked
    to two different categories gets a second phrase above the first."""
    required = {span for span in constraints.required_spans if span[2]}
    forbidden = {span for span in constraints.forbidden_spans if strip_function_tags(span[2]) != span[2]}
    unmet = required - set(tree.spans())
    if not unmet and not forbidden:
        return tree
    names: dict[int, str] = {}
    top_phrases: dict[tuple[int, int], int] = {}
    phrases = [node for node in tree.nodes() if not node.is_tag]
    for node, (start, end, label) in zip(phrases, tree.spans(), strict=True):
        if label:
            top_phrases.setdefault((start, end), id(node))
        if (start, end, label) in required:
            continue
        fitting = (
            lock
            for lock in sorted(unmet)
            if lock[:2] == (start, end) and strip_function_tags(lock[2]) == strip_function_tags(label)
        )
        required_span = next(fitting, None)
        if required_span is not None:
            names[id(node)] = required_span[2]
            unmet.discard(required_span)
        elif (start, end, label) in forbidden:
            names[id(node)] = strip_function_tags(label)
    labels_above: dict[int, list[str]] = {}
    for start, end, label in sorted(unmet):
        labels_above.setdefault(top_phrases.get((start, end), 0), []).append(label)

    def relabel_node(node: Tree, children: list[Tree | str]) -> Tree:
        relabelled_node = node.rebuild(names.get(id(node), node.label), children)
        for label in labels_above.get(id(node), ()):
            relabelled_node = Tree(label, (relabelled_node,))
        return relabelled_node

    return tree.fold(relabel_node)


def _iterate_sibling_phrases(tree: Tree) -> Iterator[list[tuple[Tree, tuple[str, ...]]]]:
    """Yield the sequences to be tagged, with features: the root alone, and the phrases among the children of each
    phrase."""
    heads: dict[int, tuple[str, str, str]] = {}  # head word, head tag and first word of each node
    for node in reversed(tuple(tree.nodes())):
        children = [child for child in node.children if isinstance(child, Tree)]
        if not children:
            word = str(node.children[0]) if node.children else ""
            heads[id(node)] = word, node.label, word
        else:
            head = children[COLLINS.find_head(node.label, [child.label for child in children])]
            heads[id(node)] = *heads[id(head)][:2], heads[id(children[0])][2]
    yield [(tree, _extract_phrase_features(tree, None, [tree], 0, heads))] if not tree.is_tag and tree.label else []
    for node in tree.nodes():
        children = [child for child in node.children if isinstance(child, Tree)]
        phrases = [position for position, child in enumerate(children) if not child.is_tag]
        yield [
            (children[position], _extract_phrase_features(children[position], node, children, position, heads))
            for position in phrases
        ]


def _extract_phrase_features(
    node: Tree,
    parent_node: Tree | None,
    siblings: Sequence[Tree],
    position: int,
    heads: Mapping[int, tuple[str, str, str]],
) -> tuple[str, ...]:
    """Return the feature strings of a phrase: labels and head words of itself, its neighbours and its parent."""
    word, tag, first = heads[id(node)]
    left = strip_function_tags(siblings[position - 1].label) if position else _PADDING
    right = strip_function_tags(siblings[position + 1].label) if position + 1 < len(siblings) else _PADDING
    last_child = next((child for child in reversed(node.children) if isinstance(child, Tree)), None)
    # the object of a prepositional phrase
    object_head = heads[id(last_child)][0] if last_child is not None else _PADDING
    parent_head = heads[id(parent_node)] if parent_node is not None else (_PADDING, _PADDING, _PADDING)
    parent = strip_function_tags(parent_node.label) if parent_node is not None else _PADDING
    return (
        strip_function_tags(node.label),
        parent,
        word.lower(),
        tag,
        left,
        right,
        parent_head[0].lower(),
        parent_head[1],
        first.lower(),
        object_head,
    )


def _hash_phrase_features(rows: Sequence[tuple[str, ...]], sizes: Sequence[int]) -> FeatureSequences:
    """Hash the features of phrases as sequences for the CRF: each alone, pairs of them, and the labels of the phrase,
    its neighbours and its parent together."""
    from spectral_core.structured.feature_templates import FORM

    names, name_numbers = np.unique(
        np.array(rows, dtype=object).reshape(-1, _PHRASE_FEATURES).astype(str), return_inverse=True
    )
    keys = TagClasses.empty().extract_feature_keys(names.tolist())[:, FORM].astype(np.int64)
    part_keys = keys[name_numbers.reshape(-1, _PHRASE_FEATURES)]
    singles = [hash_tuples(_FIRST_SINGLE + part, part_keys[:, part]) for part in range(_PHRASE_FEATURES)]
    pairs = [
        hash_tuples(_FIRST_PAIR + number, part_keys[:, first], part_keys[:, second])
        for number, (first, second) in enumerate(_FEATURE_PAIRS)
    ]
    neighbourhood = hash_tuples(_NEIGHBOURHOOD_NUMBER, *(part_keys[:, part] for part in _NEIGHBOURHOOD))
    keys_of_rows: Keys = np.stack([*singles, *pairs, neighbourhood], axis=1)
    lengths = [size for size in sizes if size]
    return FeatureSequences(np.maximum(keys_of_rows, 1), np.append(0, np.cumsum(lengths)).astype(np.int64))


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
        transitive = _flag_transitive_verbs(treebank_trees)
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

        def insert_into_node(node: Tree, children: list[Tree | str]) -> Tree:
            for position, element in sorted(inserts.get(id(node), {}).items(), reverse=True):
                children.insert(position, element)
            label = f"{node.label}-{indices[id(node)]}" if id(node) in indices else node.label
            return node.rebuild(label, children)

        return traceless.tree.fold(insert_into_node)

    def arrays(self) -> NamedArrays:
        """Return the insertions and the transitive words as arrays."""
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

        def remove_empty_children(node: Tree, children: list[Tree | str | None]) -> Tree | None:
            """Return the node without empty children, which are recorded; None if none of its words is left."""
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

        tree = original.fold(remove_empty_children)
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
        steps = (
            f"{self.labels[id(parent)]}\t{_find_child_position(parent, child)}" for parent, child in pairwise(path)
        )
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
        """Return the antecedent of an empty element in this phrase: in the nearest ancestor with the first label, the
        last child with the second label to the left of the path; None if there is none."""
        parent_label, _, child_label = labels.partition(" ")
        path = self.paths[id(node)]
        for parent, branch in zip(path[-2::-1], path[:0:-1], strict=True):
            for child in (
                parent.children[: _find_child_position(parent, branch)][::-1]
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


def _flag_transitive_verbs(trees: Iterable[Tree]) -> dict[str, bool]:
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


def _find_child_position(parent: Tree, node: Tree) -> int:
    """Return the index of a child of a node, by identity."""
    return next(position for position, child in enumerate(parent.children) if child is node)


def _serialise_element(tree: Tree, numbered: bool) -> str:
    """Serialise an empty element, with 0 (if `numbered`) for the index shared with its antecedent, and without other
    indices."""

    def normalise(text: str | int) -> str:
        index = coindex_of(text) if isinstance(text, str) else ""
        return str(text).replace(f"-{index}", "-0" if numbered else "") if index else str(text)

    return _SEPARATOR.join(map(normalise, tree.flatten()))


def _parse_element(text: str, index: int) -> Tree:
    """Parse a serialised empty element, with `index` in place of 0, or no index."""
    return Tree.from_flat(tuple(text.replace("-0", f"-{index}" if index else "").split(_SEPARATOR)))
