"""What is known of nodes from elsewhere, and how far hidden states tell it: features, and labels that say more."""

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

_FULL = re.compile(r"(?P<label>[^\[]*)\[(?P<rest>[^\]]*)\]")
_STATE = "State="  # in the column MISC
_LEAST = 20  # nodes with an attribute that is spoken of
_MOST_VALUES = 40
_LISTED = 8


@dataclass(frozen=True, slots=True)
class Attribute:
    """Something that is known of the nodes of a part, and how far their states tell it."""

    name: str
    values: tuple[tuple[str, int], ...]  # with the nodes of each, most first
    nodes: int
    right: float  # the share of nodes that have the commonest value of their likeliest state
    usual: float  # the share that have the commonest value of all
    information: float  # the share of its entropy that the states take away
    of_states: tuple[str, ...]  # the commonest value of each state; "" where it has none


def attributes_at(sentence: Sentence, head: int, state: NodeState, other: Sentence | None) -> Mapping[str, str]:
    """The features of the head word, what stands after State= in its MISC where the node is a word, and what the same
    label in `other` has in brackets: `NP[3sg,full]` has 3sg as its first field and full as its second."""
    found: dict[str, str] = {}
    feats = sentence.feats[head - 1]
    if feats != EMPTY:
        pairs = (pair.partition("=") for pair in feats.split("|"))
        found |= {name: value for name, equals, value in pairs if equals}
    if isinstance(state.place, int):
        told = (part.removeprefix(_STATE) for part in sentence.misc[head - 1].split("|") if part.startswith(_STATE))
        found |= _fields(next(told, ""))
    if other is not None and other.forms == sentence.forms and other.tree is not None:
        for label in _labels_at(other, state):
            found |= _fields(label)
    return found


def _labels_at(other: Sentence, state: NodeState) -> Sequence[str]:
    """The labels of the same node in another tree."""
    assert other.tree is not None
    if isinstance(state.place, int):
        tag = tuple(other.tree.tags())[state.place - 1]
        return [tag] if _plain(tag) == category(state.part) else []
    lowest = category(split_label(state.part)[-1])
    return [label for *place, label in other.tree.spans() if tuple(place) == state.place and _plain(label) == lowest][
        -1:
    ]


def _plain(label: str) -> str:
    found = _FULL.fullmatch(label)
    return category(found["label"] if found else label)


def _fields(label: str) -> dict[str, str]:
    found = _FULL.fullmatch(label)
    return {} if found is None else {f"{at}": value for at, value in enumerate(found["rest"].split(","), 1)}


def told_by(known: Sequence[Mapping[str, str]], shares: Floats) -> tuple[Attribute, ...]:
    """How far the states of nodes tell each attribute, the best told first; one that is the same everywhere says
    nothing."""
    names = Counter(name for row in known for name in row)
    found = []
    likeliest = shares.argmax(axis=1)
    for name, nodes in sorted(names.items()):
        have = np.array([name in row for row in known])
        values = Counter(row[name] for row in known if name in row).most_common()
        if nodes < _LEAST or not 1 < len(values) <= _MOST_VALUES:
            continue
        place = {value: at for at, (value, _) in enumerate(values)}
        column = np.array([place[row[name]] for row in known if name in row])
        counts = np.zeros((shares.shape[1], len(values)))  # (states, values)
        np.add.at(counts, likeliest[have], np.eye(len(values))[column])
        soft = shares[have].T @ np.eye(len(values))[column]  # (states, values)
        best = [values[row.argmax()][0] if row.sum() else "" for row in counts]
        right = float(counts.max(axis=1).sum()) / nodes
        told = tuple(values[:_LISTED])
        found.append(Attribute(name, told, nodes, right, values[0][1] / nodes, _information(soft), tuple(best)))
    return tuple(sorted(found, key=lambda one: -one.information))


def _information(counts: Floats) -> float:
    """The mutual information of rows and columns over the entropy of the columns."""
    joint = counts / counts.sum()
    apart = joint.sum(axis=1, keepdims=True) * joint.sum(axis=0)
    inside = joint > 0
    mutual = float((joint[inside] * np.log(joint[inside] / apart[inside])).sum())
    values = joint.sum(axis=0)
    entropy = -float((values[values > 0] * np.log(values[values > 0])).sum())
    return mutual / entropy if entropy > 0 else 0.0
