"""Tagger that restores function tags on the phrases of a parsed tree."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from spectral_core.arrays import Keys, NamedArrays, hash_tuples
from spectral_core.brief import brief_repr
from spectral_core.data import Constraints, Tree
from spectral_core.data.head_rules import COLLINS
from spectral_core.data.tree import strip_function_tags
from spectral_core.model import Arrays, add_prefix, pack_strings, select_part, unpack_strings
from spectral_core.models.linear_chain import CrfHyperparameters, FeatureSequences, LinearChainCrf
from spectral_core.models.word_features import TagClasses
from spectral_core.progress import Progress, Report

_MIN_FUNCTION_SHARE = 0.02  # minimum share of phrases with functions for training a tagger
_TRAINING_PLAN = CrfHyperparameters(epochs=5, dropout=0.1, min_count=2, seed=0)
_PADDING = "\x1f"  # padding before the first phrase, after the last, and above the root
# columns of the features of a phrase, in the order of `_phrase_features`
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

        def make(node: Tree, children: list[Tree | str]) -> Tree:
            return node.rebuild(node.label + names.get(id(node), ""), children)

        return tree.fold(make)

    def arrays(self) -> NamedArrays:
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

    def make(node: Tree, children: list[Tree | str]) -> Tree:
        relabelled_node = node.rebuild(names.get(id(node), node.label), children)
        for label in labels_above.get(id(node), ()):
            relabelled_node = Tree(label, (relabelled_node,))
        return relabelled_node

    return tree.fold(make)


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
    yield [(tree, _phrase_features(tree, None, [tree], 0, heads))] if not tree.is_tag and tree.label else []
    for node in tree.nodes():
        children = [child for child in node.children if isinstance(child, Tree)]
        phrases = [position for position, child in enumerate(children) if not child.is_tag]
        yield [
            (children[position], _phrase_features(children[position], node, children, position, heads))
            for position in phrases
        ]


def _phrase_features(
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
