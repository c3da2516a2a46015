"""Hidden states at the nodes of many sentences, collected by part, with descriptions and attributes of the nodes."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol, runtime_checkable

import numpy as np

from spectral_core.arrays import Floats
from spectral_core.data import EMPTY, Sentence, Tree, Treebank
from spectral_core.data.head_rules import extract_heads
from spectral_core.data.structure import Position
from spectral_core.data.tree import TRACE_TAG, split_chain_label, strip_function_tags
from spectral_core.data.universal import base_relation
from spectral_core.engine.parsing import parse_best_tree
from spectral_core.errors import SpectralError
from spectral_core.model import HasStates, Model, NodeState, Parser
from spectral_core.morphology.features import parse_features
from spectral_core.progress import Report, track_progress

PartKey = tuple[str, str]  # label of phrases or tag of words, and kind of state
_REPORT_EVERY = 20  # sentences between two progress reports
ROOT = "root"  # parent of the highest word
_MAX_DEPTH, _MAX_DISTANCE = 6, 4  # larger depths and distances are not distinguished
_LABEL_WITH_FIELDS = re.compile(r"(?P<label>[^\[]*)\[(?P<rest>[^\]]*)\]")
_STATE_KEY = "State="  # in the column MISC


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
        if not sentence.is_readable or not len(sentence):
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
                **collect_node_attributes(annotated, nodes.find_head_word(state.position), state, reference_sentence),
                **nodes.collect_position_attributes(state.position),
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
        # as escaped in trees
        word = self._sentence.forms[self.find_head_word(node) - 1].replace("\\/", "/").replace("\\*", "*")
        if isinstance(node, int):
            has_no_tree = self._sentence.tree is None
            return NodeDescription(
                word,
                self._describe_modifiers(node) if has_no_tree else "",
                self._describe_parent(node) if has_no_tree else "",
            )
        lowest = strip_function_tags(split_chain_label(state.part)[-1])
        children = self._children.get((*node, lowest), ())
        return NodeDescription(word, f"{lowest} → {' '.join(children)}" if children else "")

    @property
    def _tags(self) -> Sequence[str]:
        """UPOS of each word, or XPOS if no word has UPOS."""
        return self._sentence.upos if any(tag != "_" for tag in self._sentence.upos) else self._sentence.xpos

    def collect_position_attributes(self, node: Position) -> Mapping[str, str]:
        """Return the attributes of a word by its position in a dependency tree: its relation, its depth, its rank among
        the dependents on its side of the head, and the number of its modifiers. Empty for phrases; depth and rank are
        left out where heads are not annotated."""
        if self._sentence.tree is not None or not isinstance(node, int):
            return {}
        heads, parent = self._heads, self._heads[node - 1]
        attributes = {"relation": base_relation(self._sentence.deprels[node - 1])}
        if attributes["relation"] == EMPTY:
            attributes["relation"] = "none"
        attributes["modifiers"] = _format_capped(sum(head == node for head in heads), _MAX_DISTANCE)
        depth = self._count_words_above(node)
        if depth is not None:
            attributes["depth"] = _format_capped(depth, _MAX_DEPTH)
        if parent == 0:
            attributes["from its head"] = ROOT
        elif parent is not None:
            same_side = [
                word for word, head in enumerate(heads, 1) if head == parent and (word < parent) == (node < parent)
            ]
            nearer = sum((word > node) == (node < parent) for word in same_side if word != node)
            attributes["from its head"] = _format_capped(nearer + 1, _MAX_DISTANCE)
        return attributes

    def _count_words_above(self, word: int) -> int | None:
        """Return the number of words above a word, counted up to `_MAX_DEPTH`; None if the head of one of these is not
        annotated."""
        depth, head = 0, self._heads[word - 1]
        while head and depth < _MAX_DEPTH:
            depth, head = depth + 1, self._heads[head - 1]
        return None if head is None and depth < _MAX_DEPTH else depth

    def _describe_parent(self, word: int) -> str:
        """Return the tag of a word's head as text, with a dot for the word itself before or after it; `root` for a root
        word, "" without a head."""
        head = self._heads[word - 1]
        if not head:
            return ROOT if head == 0 else ""
        return f"· {self._tags[head - 1]}" if word < head else f"{self._tags[head - 1]} ·"

    def _describe_modifiers(self, word: int) -> str:
        """Return the tags of a word's modifiers as text, with a dot for the word itself; "" if it has none."""
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


def collect_node_attributes(
    sentence: Sentence, head: int, state: NodeState, reference_sentence: Sentence | None
) -> Mapping[str, str]:
    """Return the attributes of a node: features of the head word, the State= item of MISC for a word, and the bracketed
    fields of the same label in `reference_sentence`: `NP[3sg,full]` has 3sg as its first field and full as its
    second."""
    attributes = parse_features(sentence.feats[head - 1])
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
