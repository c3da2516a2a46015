"""Hidden states at the nodes of many sentences, collected by part, and the attributes they predict."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from spectral_core.arrays import Floats
from spectral_core.data import EMPTY, Sentence, Tree, Treebank
from spectral_core.data.head_rules import extract_heads
from spectral_core.data.structure import Position
from spectral_core.data.tree import TRACE_TAG, split_chain_label, strip_function_tags
from spectral_core.data.universal import base_relation
from spectral_core.engine.parsing import parse_best_tree
from spectral_core.errors import SpectralError
from spectral_core.model import HasStates, Model, NodeState, Parser
from spectral_core.progress import Report, track_progress

PartKey = tuple[str, str]  # label of phrases or tag of words, and kind of state
_REPORT_EVERY = 20  # sentences between two progress reports
ROOT = "root"  # parent of the highest word
_MAX_DEPTH, _MAX_DISTANCE = 6, 4  # larger depths and distances are not distinguished
_LABEL_WITH_FIELDS = re.compile(r"(?P<label>[^\[]*)\[(?P<rest>[^\]]*)\]")
_STATE_KEY = "State="  # in the column MISC
_MIN_NODES = 20  # minimum number of nodes with an attribute
_MAX_VALUES = 40
_MAX_LISTED_VALUES = 8


@runtime_checkable
class StatesModel(HasStates, Model, Protocol):
    """A loaded model that has hidden states at nodes."""


@dataclass(slots=True, eq=False, repr=False)
class NodeStateTable:
    """All nodes of one part and kind, one per row."""

    sentences: list[int] = field(default_factory=list)
    nodes: list[Position] = field(default_factory=list)
    words: list[str] = field(default_factory=list)  # the head words
    rules: list[str] = field(default_factory=list)  # rule that expands each node; "" for words
    parents: list[str] = field(default_factory=list)  # parent of each node; "" in phrases
    attributes: list[Mapping[str, str]] = field(default_factory=list)  # known attributes of the nodes from elsewhere
    posteriors: list[Floats] = field(default_factory=list)
    vectors: list[Floats] = field(default_factory=list)

    def __len__(self) -> int:
        return len(self.sentences)

    def stack_arrays(self) -> tuple[Floats, Floats]:
        """Return (nodes, states) state posteriors and (nodes, dimensions) vectors of the nodes."""
        return np.stack(self.posteriors), np.stack(self.vectors)

    def add_node(
        self, index: int, state: NodeState, description: NodeDescription, attributes: Mapping[str, str]
    ) -> None:
        """Add a node of the sentence with this index."""
        self.sentences.append(index)
        self.nodes.append(state.position)
        self.words.append(description.word)
        self.rules.append(description.rule)
        self.parents.append(description.parent)
        self.attributes.append(attributes)
        self.posteriors.append(state.posterior)
        self.vectors.append(state.vector)


@dataclass(frozen=True, slots=True)
class NodeDescription:
    """Description of a node for display: its head word, its rule, and its parent."""

    word: str  # its head
    rule: str
    parent: str = ""


@dataclass(slots=True, eq=False, repr=False)
class DocumentNodeStates:
    """States of the nodes of a document."""

    parts: dict[PartKey, NodeStateTable]
    sentences: int  # examined


def ensure_structure(model: StatesModel, sentence: Sentence) -> Sentence:
    """Return the sentence with the structure that the model's states belong to: its own, or else the best parse."""
    has_structure = sentence.tree is not None or sentence.has_heads
    return sentence if has_structure or not isinstance(model, Parser) else parse_best_tree(model, sentence)


def collect_node_states(
    model: StatesModel, treebank: Treebank, reference: Treebank | None, limit: int, report: Report
) -> DocumentNodeStates:
    """Collect the node states of the first `limit` sentences; those without states are skipped. `reference` has the
    same sentences with richer labels in their trees, from which attributes are read."""
    parts: dict[PartKey, NodeStateTable] = {}
    sentence_count = 0
    for index, sentence in enumerate(
        track_progress(treebank, "reading states", min(limit, len(treebank)), report, _REPORT_EVERY)
    ):
        if index >= limit:
            break
        if not sentence.readable or not len(sentence):
            continue
        try:
            annotated = ensure_structure(model, sentence)
            states = model.states(annotated)
        except SpectralError:
            continue
        sentence_count += 1
        reference_sentence = reference[index] if reference is not None and index < len(reference) else None
        nodes = SentenceNodes(annotated)
        for state in states:
            rows = parts.setdefault((state.part, state.kind), NodeStateTable())
            attributes = {
                **collect_attributes(annotated, nodes.find_head_word(state.position), state, reference_sentence),
                **nodes.describe_position(state.position),
            }
            rows.add_node(index, state, nodes.describe_node(state), attributes)
    order = {part: number for number, part in enumerate(model.state_parts)}
    keys = sorted(parts, key=lambda key: (order.get(key[0], len(order)), key))
    return DocumentNodeStates({key: parts[key] for key in keys}, sentence_count)


class SentenceNodes:
    """Nodes of one sentence, with head word and children."""

    def __init__(self, sentence: Sentence) -> None:
        self._sentence = sentence
        tree = sentence.tree
        self._heads: Sequence[int | None] = sentence.heads if tree is None else extract_heads(tree)
        self._children = {} if tree is None else _collect_child_labels(tree)

    def find_head_word(self, node: Position) -> int:
        """Return the head word of a node, from 1: in a span, the first word whose head is outside."""
        if isinstance(node, int):
            return node
        inside = range(node[0] + 1, node[1] + 1)
        outside = (word for word in inside if self._heads[word - 1] not in inside)
        return next(outside, inside[0])

    def describe_node(self, state: NodeState) -> NodeDescription:
        """Return the head word, the rule and the parent of a node."""
        node = state.position
        word = (
            self._sentence.forms[self.find_head_word(node) - 1].replace("\\/", "/").replace("\\*", "*")
        )  # as escaped in trees
        if isinstance(node, int):
            has_no_tree = self._sentence.tree is None
            return NodeDescription(
                word, self._modifier_tags(node) if has_no_tree else "", self._parent_tag(node) if has_no_tree else ""
            )
        lowest = strip_function_tags(split_chain_label(state.part)[-1])
        children = self._children.get((*node, lowest), ())
        return NodeDescription(word, f"{lowest} → {' '.join(children)}" if children else "")

    @property
    def _tags(self) -> Sequence[str]:
        return self._sentence.upos if any(tag != "_" for tag in self._sentence.upos) else self._sentence.xpos

    def describe_position(self, node: Position) -> Mapping[str, str]:
        """Return the position of a word in a dependency tree: its relation, its depth, its rank among the dependents on
        its side of the head, and the number of its modifiers. Empty for phrases."""
        if self._sentence.tree is not None or not isinstance(node, int):
            return {}
        heads, parent = self._heads, self._heads[node - 1]
        same_side = [
            word
            for word, head in enumerate(heads, 1)
            if head == parent and parent and (word < parent) == (node < parent)
        ]
        nearer = sum((word > node) == (node < (parent or 0)) for word in same_side if word != node)
        depth, ancestor = 0, parent
        while ancestor and depth < _MAX_DEPTH:
            depth, ancestor = depth + 1, heads[ancestor - 1]
        attributes = {
            "relation": base_relation(self._sentence.deprels[node - 1]),
            "depth": _format_capped(depth, _MAX_DEPTH),
        }
        attributes["from its head"] = _format_capped(nearer + 1, _MAX_DISTANCE) if parent else ROOT
        attributes["modifiers"] = _format_capped(sum(head == node for head in heads), _MAX_DISTANCE)
        return attributes if attributes["relation"] != EMPTY else {**attributes, "relation": "none"}

    def _parent_tag(self, word: int) -> str:
        """Return the tag of a word's head, with a dot for the word itself before or after it."""
        head = self._heads[word - 1]
        if not head:
            return ROOT if head == 0 else ""
        return f"· {self._tags[head - 1]}" if word < head else f"{self._tags[head - 1]} ·"

    def _modifier_tags(self, word: int) -> str:
        """Return the tags of a word's modifiers, with a dot for the word itself."""
        tags = self._tags
        sides: tuple[list[str], list[str]] = ([], [])
        for modifier, head in enumerate(self._heads, 1):
            if head == word:
                sides[modifier > word].append(tags[modifier - 1])
        return " ".join((*sides[0], "·", *sides[1])) if any(sides) else ""


def _format_capped(number: int, limit: int) -> str:
    """Return a number as text, `4+` from the limit on."""
    return str(number) if number < limit else f"{limit}+"


def _collect_child_labels(tree: Tree) -> dict[tuple[int, int, str], tuple[str, ...]]:
    """Return the child labels of each phrase by its span and label; of duplicates the lowest."""
    children: dict[tuple[int, int, str], tuple[str, ...]] = {}
    phrases = [node for node in tree.nodes() if not node.is_tag and any(True for _ in node.words())]
    for (start, end, label), node in zip(tree.spans(), phrases, strict=False):
        labels = (child if isinstance(child, str) else strip_function_tags(child.label) for child in node.children)
        children[start, end, strip_function_tags(label)] = tuple(label for label in labels if label != TRACE_TAG)
    return children


def find_typical_values(values: Iterable[str], posteriors: Floats, limit: int) -> list[tuple[tuple[str, float], ...]]:
    """Return the typical values of each state, with their expected counts: those with the largest contribution to the
    KL divergence of the state's distribution from that of all nodes."""
    names, value_indices = np.unique(np.array(list(values), dtype=object).astype(str), return_inverse=True)
    counts = np.zeros((len(names), posteriors.shape[1]))  # (values, states)
    np.add.at(counts, value_indices, posteriors)
    counts[names == ""] = 0.0
    within = counts / np.maximum(counts.sum(axis=0), 1e-300)
    overall = counts.sum(axis=1) / max(counts.sum(), 1e-300)
    ratio = np.divide(within, overall[:, None], out=np.ones_like(within), where=overall[:, None] > 0)
    gains = within * np.log(np.maximum(ratio, 1e-300))
    typical_values = []
    for state in range(posteriors.shape[1]):
        order = np.argsort(-gains[:, state], kind="stable")[:limit]
        selected = [value for value in order.tolist() if gains[value, state] > 0 and counts[value, state] >= 0.5]
        typical_values.append(tuple((str(names[value]), float(counts[value, state])) for value in selected))
    return typical_values


def project_to_principal_plane(vectors: Floats) -> tuple[Floats, tuple[float, float]]:
    """PCA: project vectors onto their first two principal components; return (nodes, 2) and the explained variance
    ratio of each."""
    centred = vectors - vectors.mean(axis=0)
    _, values, directions = np.linalg.svd(centred.T @ centred)
    points: Floats = np.zeros((len(vectors), 2))
    points[:, : min(2, len(directions))] = centred @ directions[:2].T
    total = max(float(values.sum()), 1e-300)
    first, second, *_ = (*(float(value) / total for value in values[:2]), 0.0, 0.0)
    return points, (first, second)


def sample_evenly_spaced(count: int, limit: int) -> NDArray[np.int64]:
    """Return at most `limit` of the indices below `count`, evenly spaced."""
    return np.unique(np.linspace(0, count - 1, min(count, limit)).round().astype(np.int64))


@dataclass(frozen=True, slots=True)
class NodeAttribute:
    """A known attribute of a part's nodes, and how well their states predict it."""

    name: str
    values: tuple[tuple[str, int], ...]  # with the number of nodes of each, most first
    nodes: int
    accuracy: float  # accuracy of the most frequent value of each node's most probable state
    baseline_accuracy: float  # accuracy of the most frequent value overall
    explained_entropy: float  # share of its entropy that the states explain
    values_by_state: tuple[str, ...]  # most frequent value of each state; "" if it has none


def collect_attributes(
    sentence: Sentence, head: int, state: NodeState, reference_sentence: Sentence | None
) -> Mapping[str, str]:
    """Return the attributes of a node: features of the head word, the State= item of MISC for a word, and the bracketed
    fields of the same label in `reference_sentence`: `NP[3sg,full]` has 3sg as its first field and full as its
    second."""
    attributes: dict[str, str] = {}
    feats = sentence.feats[head - 1]
    if feats != EMPTY:
        pairs = (pair.partition("=") for pair in feats.split("|"))
        attributes |= {name: value for name, equals, value in pairs if equals}
    if isinstance(state.position, int):
        state_values = (
            part.removeprefix(_STATE_KEY) for part in sentence.misc[head - 1].split("|") if part.startswith(_STATE_KEY)
        )
        attributes |= _parse_bracketed_fields(next(state_values, ""))
    if (
        reference_sentence is not None
        and reference_sentence.forms == sentence.forms
        and reference_sentence.tree is not None
    ):
        for label in _find_labels_at_node(reference_sentence, state):
            attributes |= _parse_bracketed_fields(label)
    return attributes


def _find_labels_at_node(reference_sentence: Sentence, state: NodeState) -> Sequence[str]:
    """Return the labels of the same node in another tree."""
    assert reference_sentence.tree is not None
    if isinstance(state.position, int):
        tag = tuple(reference_sentence.tree.tags())[state.position - 1]
        return [tag] if _strip_bracketed_fields(tag) == strip_function_tags(state.part) else []
    lowest = strip_function_tags(split_chain_label(state.part)[-1])
    return [
        label
        for *span, label in reference_sentence.tree.spans()
        if tuple(span) == state.position and _strip_bracketed_fields(label) == lowest
    ][-1:]


def _strip_bracketed_fields(label: str) -> str:
    """Return the category of a label, without its bracketed fields."""
    match = _LABEL_WITH_FIELDS.fullmatch(label)
    return strip_function_tags(match["label"] if match else label)


def _parse_bracketed_fields(label: str) -> dict[str, str]:
    """Return the bracketed fields of a label, named by their positions from 1."""
    match = _LABEL_WITH_FIELDS.fullmatch(label)
    return {} if match is None else {f"{number}": value for number, value in enumerate(match["rest"].split(","), 1)}


def measure_attribute_prediction(
    attributes: Sequence[Mapping[str, str]], posteriors: Floats
) -> tuple[NodeAttribute, ...]:
    """Measure how well hidden states predict each attribute of their nodes, best first; constant attributes are left
    out."""
    names = Counter(name for node_attributes in attributes for name in node_attributes)
    measured = []
    best_states = posteriors.argmax(axis=1)
    for name, nodes in sorted(names.items()):
        has_attribute = np.array([name in node_attributes for node_attributes in attributes])
        values = Counter(
            node_attributes[name] for node_attributes in attributes if name in node_attributes
        ).most_common()
        if nodes < _MIN_NODES or not 1 < len(values) <= _MAX_VALUES:
            continue
        value_index = {value: index for index, (value, _) in enumerate(values)}
        column = np.array(
            [value_index[node_attributes[name]] for node_attributes in attributes if name in node_attributes]
        )
        counts = np.zeros((posteriors.shape[1], len(values)))  # (states, values)
        np.add.at(counts, best_states[has_attribute], np.eye(len(values))[column])
        soft = posteriors[has_attribute].T @ np.eye(len(values))[column]  # (states, values)
        best = [values[node_attributes.argmax()][0] if node_attributes.sum() else "" for node_attributes in counts]
        accuracy = float(counts.max(axis=1).sum()) / nodes
        listed = tuple(values[:_MAX_LISTED_VALUES])
        measured.append(
            NodeAttribute(
                name, listed, nodes, accuracy, values[0][1] / nodes, _normalised_mutual_information(soft), tuple(best)
            )
        )
    return tuple(sorted(measured, key=lambda attribute: -attribute.explained_entropy))


def _normalised_mutual_information(counts: Floats) -> float:
    """Return the mutual information of rows and columns divided by the entropy of the columns (uncertainty
    coefficient)."""
    joint = counts / counts.sum()
    independent = joint.sum(axis=1, keepdims=True) * joint.sum(axis=0)
    is_positive = joint > 0
    mutual = float((joint[is_positive] * np.log(joint[is_positive] / independent[is_positive])).sum())
    values = joint.sum(axis=0)
    entropy = -float((values[values > 0] * np.log(values[values > 0])).sum())
    return mutual / entropy if entropy > 0 else 0.0
