"""Attributes of nodes from other annotation, such as features and richer labels, and how well hidden states predict
them."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from spectral_core.arrays import Floats
from spectral_core.data import EMPTY, Sentence
from spectral_core.data.tree import category, split_label
from spectral_core.model import NodeState

_LABEL_WITH_FIELDS = re.compile(r"(?P<label>[^\[]*)\[(?P<rest>[^\]]*)\]")
_STATE_KEY = "State="  # in the column MISC
_MIN_NODES = 20  # nodes with an attribute that is spoken of
_MAX_VALUES = 40
_MAX_LISTED = 8


@dataclass(frozen=True, slots=True)
class Attribute:
    """A known property of the nodes of a part, and how well their states predict it."""

    name: str
    values: tuple[tuple[str, int], ...]  # with the nodes of each, most first
    nodes: int
    right: float  # the share of nodes that have the commonest value of their likeliest state
    usual: float  # the share that have the commonest value of all
    information: float  # the share of its entropy that the states take away
    of_states: tuple[str, ...]  # the commonest value of each state; "" where it has none


def attributes_at(sentence: Sentence, head: int, state: NodeState, true_sentence: Sentence | None) -> Mapping[str, str]:
    """Return the features of the head word, what stands after State= in its MISC where the node is a word, and the
    bracketed fields of the same label in `other`: `NP[3sg,full]` has 3sg as its first field and full as its second."""
    attributes: dict[str, str] = {}
    feats = sentence.feats[head - 1]
    if feats != EMPTY:
        pairs = (pair.partition("=") for pair in feats.split("|"))
        attributes |= {name: value for name, equals, value in pairs if equals}
    if isinstance(state.position, int):
        state_values = (
            part.removeprefix(_STATE_KEY) for part in sentence.misc[head - 1].split("|") if part.startswith(_STATE_KEY)
        )
        attributes |= _parse_fields(next(state_values, ""))
    if true_sentence is not None and true_sentence.forms == sentence.forms and true_sentence.tree is not None:
        for label in _labels_at(true_sentence, state):
            attributes |= _parse_fields(label)
    return attributes


def _labels_at(true_sentence: Sentence, state: NodeState) -> Sequence[str]:
    """Return the labels of the same node in another tree."""
    assert true_sentence.tree is not None
    if isinstance(state.position, int):
        tag = tuple(true_sentence.tree.tags())[state.position - 1]
        return [tag] if _strip_fields(tag) == category(state.part) else []
    lowest = category(split_label(state.part)[-1])
    return [
        label
        for *span, label in true_sentence.tree.spans()
        if tuple(span) == state.position and _strip_fields(label) == lowest
    ][-1:]


def _strip_fields(label: str) -> str:
    match = _LABEL_WITH_FIELDS.fullmatch(label)
    return category(match["label"] if match else label)


def _parse_fields(label: str) -> dict[str, str]:
    match = _LABEL_WITH_FIELDS.fullmatch(label)
    return {} if match is None else {f"{number}": value for number, value in enumerate(match["rest"].split(","), 1)}


def measure_attributes(attributes: Sequence[Mapping[str, str]], shares: Floats) -> tuple[Attribute, ...]:
    """Measure how well the states of nodes predict each attribute, the best first; one that is constant is left out."""
    names = Counter(name for node_attributes in attributes for name in node_attributes)
    measured = []
    likeliest = shares.argmax(axis=1)
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
        counts = np.zeros((shares.shape[1], len(values)))  # (states, values)
        np.add.at(counts, likeliest[has_attribute], np.eye(len(values))[column])
        soft = shares[has_attribute].T @ np.eye(len(values))[column]  # (states, values)
        best = [values[node_attributes.argmax()][0] if node_attributes.sum() else "" for node_attributes in counts]
        right = float(counts.max(axis=1).sum()) / nodes
        listed = tuple(values[:_MAX_LISTED])
        measured.append(
            Attribute(name, listed, nodes, right, values[0][1] / nodes, _mutual_information(soft), tuple(best))
        )
    return tuple(sorted(measured, key=lambda attribute: -attribute.information))


def _mutual_information(counts: Floats) -> float:
    """Return the mutual information of rows and columns over the entropy of the columns."""
    joint = counts / counts.sum()
    independent = joint.sum(axis=1, keepdims=True) * joint.sum(axis=0)
    is_positive = joint > 0
    mutual = float((joint[is_positive] * np.log(joint[is_positive] / independent[is_positive])).sum())
    values = joint.sum(axis=0)
    entropy = -float((values[values > 0] * np.log(values[values > 0])).sum())
    return mutual / entropy if entropy > 0 else 0.0
