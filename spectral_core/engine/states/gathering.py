"""The hidden states of the nodes of many sentences, gathered by the part that they are of, as arrays."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from spectral_core.arrays import Floats
from spectral_core.data import EMPTY, Sentence, Tree, Treebank
from spectral_core.data.head_rules import dependencies
from spectral_core.data.structure import Place
from spectral_core.data.tree import TRACE, category, split_label
from spectral_core.data.universal import base
from spectral_core.engine.parsing import best_tree
from spectral_core.engine.states.attributes import attributes_at
from spectral_core.errors import SpectralError
from spectral_core.model import HasStates, Model, NodeState, Parser
from spectral_core.progress import Report, watched

PartKey = tuple[str, str]  # the label of phrases or the tag of words, and which of a node's states
_BLOCK = 20  # sentences between two reports
ROOT = "root"  # what the highest word hangs from
_DEEPEST, _FARTHEST = 6, 4  # steps and words that are told apart


@runtime_checkable
class StatesModel(HasStates, Model, Protocol):
    """A model, as the store gives it, that has hidden states at nodes."""


@dataclass(slots=True, eq=False, repr=False)
class StateRows:
    """All nodes of one part and kind, one after the other."""

    sentences: list[int] = field(default_factory=list)
    places: list[Place] = field(default_factory=list)
    words: list[str] = field(default_factory=list)  # the head words
    rules: list[str] = field(default_factory=list)  # what is below; "" for words alone
    above: list[str] = field(default_factory=list)  # what each hangs from; "" in phrases
    attributes: list[Mapping[str, str]] = field(default_factory=list)  # what is known of the nodes from elsewhere
    shares: list[Floats] = field(default_factory=list)
    vectors: list[Floats] = field(default_factory=list)

    def __len__(self) -> int:
        return len(self.sentences)

    def columns(self) -> tuple[Floats, Floats]:
        """(nodes, states) what speaks for each state, and (nodes, dimensions) where each node stands."""
        return np.stack(self.shares), np.stack(self.vectors)

    def add(self, at: int, state: NodeState, seen: SeenNode, known: Mapping[str, str]) -> None:
        self.sentences.append(at)
        self.places.append(state.place)
        self.words.append(seen.word)
        self.rules.append(seen.rule)
        self.above.append(seen.above)
        self.attributes.append(known)
        self.shares.append(state.shares)
        self.vectors.append(state.vector)


@dataclass(frozen=True, slots=True)
class SeenNode:
    """A node as a reader sees it."""

    word: str  # its head
    rule: str
    above: str = ""


@dataclass(slots=True, eq=False, repr=False)
class GatheredStates:
    """What was gathered of a document."""

    parts: dict[PartKey, StateRows]
    sentences: int  # that were looked at


def with_structure(model: StatesModel, sentence: Sentence) -> Sentence:
    """The sentence with what the model's states stand on: the structure that it has, or else the best one."""
    has = sentence.tree is not None or sentence.has_heads
    return sentence if has or not isinstance(model, Parser) else best_tree(model, sentence)


def gathered(
    model: StatesModel, treebank: Treebank, truth: Treebank | None, most: int, report: Report
) -> GatheredStates:
    """The states of the first so many sentences; those that the model makes nothing of are passed over. `truth` has the
    same sentences with more in the labels of their trees."""
    parts: dict[PartKey, StateRows] = {}
    looked = 0
    for at, sentence in enumerate(watched(treebank, "reading states", min(most, len(treebank)), report, _BLOCK)):
        if at >= most:
            break
        if not sentence.readable or not len(sentence):
            continue
        try:
            given = with_structure(model, sentence)
            states = model.states(given)
        except SpectralError:
            continue
        looked += 1
        other = truth[at] if truth is not None and at < len(truth) else None
        nodes = SeenNodes(given)
        for state in states:
            rows = parts.setdefault((state.part, state.kind), StateRows())
            known = {**attributes_at(given, nodes.head(state.place), state, other), **nodes.position(state.place)}
            rows.add(at, state, nodes.seen(state), known)
    order = {part: place for place, part in enumerate(model.state_parts)}
    keys = sorted(parts, key=lambda key: (order.get(key[0], len(order)), key))
    return GatheredStates({key: parts[key] for key in keys}, looked)


class SeenNodes:
    """The nodes of one sentence: the head word of each, and what is below it."""

    def __init__(self, sentence: Sentence) -> None:
        self._sentence = sentence
        tree = sentence.tree
        self._heads: Sequence[int | None] = sentence.heads if tree is None else dependencies(tree)
        self._below = {} if tree is None else _children(tree)

    def head(self, place: Place) -> int:
        """The word of a node, from 1: in a span the first whose head stands outside."""
        if isinstance(place, int):
            return place
        inside = range(place[0] + 1, place[1] + 1)
        outside = (word for word in inside if self._heads[word - 1] not in inside)
        return next(outside, inside[0])

    def seen(self, state: NodeState) -> SeenNode:
        place = state.place
        word = self._sentence.forms[self.head(place) - 1].replace("\\/", "/").replace("\\*", "*")  # as trees write them
        if isinstance(place, int):
            free = self._sentence.tree is None
            return SeenNode(word, self._modifiers(place) if free else "", self._above(place) if free else "")
        lowest = category(split_label(state.part)[-1])
        below = self._below.get((*place, lowest), ())
        return SeenNode(word, f"{lowest} → {' '.join(below)}" if below else "")

    @property
    def _tags(self) -> Sequence[str]:
        return self._sentence.upos if any(tag != "_" for tag in self._sentence.upos) else self._sentence.xpos

    def position(self, place: Place) -> Mapping[str, str]:
        """Where a word stands in a tree of heads: its relation, how deep it is, how many stand between it and its head
        on the same side, and how many hang from it. Nothing of phrases."""
        if self._sentence.tree is not None or not isinstance(place, int):
            return {}
        heads, own = self._heads, self._heads[place - 1]
        beside = [word for word, head in enumerate(heads, 1) if head == own and own and (word < own) == (place < own)]
        nearer = sum((word > place) == (place < (own or 0)) for word in beside if word != place)
        depth, above = 0, own
        while above and depth < _DEEPEST:
            depth, above = depth + 1, heads[above - 1]
        found = {"relation": base(self._sentence.deprels[place - 1]), "depth": _up_to(depth, _DEEPEST)}
        found["from its head"] = _up_to(nearer + 1, _FARTHEST) if own else ROOT
        found["modifiers"] = _up_to(sum(head == place for head in heads), _FARTHEST)
        return found if found["relation"] != EMPTY else {**found, "relation": "none"}

    def _above(self, word: int) -> str:
        """The tag of a word's head, with the word itself as a dot before or behind it."""
        head = self._heads[word - 1]
        if not head:
            return ROOT if head == 0 else ""
        return f"· {self._tags[head - 1]}" if word < head else f"{self._tags[head - 1]} ·"

    def _modifiers(self, word: int) -> str:
        """The tags of what hangs from a word, with the word itself as a dot between."""
        tags = self._tags
        sides: tuple[list[str], list[str]] = ([], [])
        for other, head in enumerate(self._heads, 1):
            if head == word:
                sides[other > word].append(tags[other - 1])
        return " ".join((*sides[0], "·", *sides[1])) if any(sides) else ""


def _up_to(number: int, most: int) -> str:
    return str(number) if number < most else f"{most}+"


def _children(tree: Tree) -> dict[tuple[int, int, str], tuple[str, ...]]:
    """The labels below each phrase, by its words and its label; of several alike the lowest."""
    found: dict[tuple[int, int, str], tuple[str, ...]] = {}
    phrases = [node for node in tree.nodes() if not node.is_tag and any(True for _ in node.words())]
    for (start, end, label), node in zip(tree.spans(), phrases, strict=False):
        labels = (child if isinstance(child, str) else category(child.label) for child in node.children)
        found[start, end, category(label)] = tuple(label for label in labels if label != TRACE)
    return found


def typical(values: Iterable[str], shares: Floats, most: int) -> list[tuple[tuple[str, float], ...]]:
    """For each state the values that it is more typical of than all nodes are, and how many nodes of it have each: by
    what they add to the divergence of the state's distribution from that of all."""
    names, places = np.unique(np.array(list(values), dtype=object).astype(str), return_inverse=True)
    counts = np.zeros((len(names), shares.shape[1]))  # (values, states)
    np.add.at(counts, places, shares)
    counts[names == ""] = 0.0
    within = counts / np.maximum(counts.sum(axis=0), 1e-300)
    overall = counts.sum(axis=1) / max(counts.sum(), 1e-300)
    ratio = np.divide(within, overall[:, None], out=np.ones_like(within), where=overall[:, None] > 0)
    gains = within * np.log(np.maximum(ratio, 1e-300))
    found = []
    for state in range(shares.shape[1]):
        order = np.argsort(-gains[:, state], kind="stable")[:most]
        kept = [at for at in order.tolist() if gains[at, state] > 0 and counts[at, state] >= 0.5]
        found.append(tuple((str(names[at]), float(counts[at, state])) for at in kept))
    return found


def plane(vectors: Floats) -> tuple[Floats, tuple[float, float]]:
    """(nodes, 2) the vectors along their two principal directions, and the share of the variance of each."""
    centred = vectors - vectors.mean(axis=0)
    _, values, directions = np.linalg.svd(centred.T @ centred)
    points: Floats = np.zeros((len(vectors), 2))
    points[:, : min(2, len(directions))] = centred @ directions[:2].T
    total = max(float(values.sum()), 1e-300)
    first, second, *_ = (*(float(value) / total for value in values[:2]), 0.0, 0.0)
    return points, (first, second)


def evenly(count: int, most: int) -> NDArray[np.int64]:
    """At most so many of the places from 0, evenly."""
    return np.unique(np.linspace(0, count - 1, min(count, most)).round().astype(np.int64))


def commonest(values: Iterable[str]) -> list[tuple[str, int]]:
    return sorted(Counter(values).items(), key=lambda row: (-row[1], row[0]))
