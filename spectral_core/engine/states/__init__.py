"""Requests about the hidden states at the nodes of trees: what is typical of each, and which nodes are alike."""

from __future__ import annotations

from array import array
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from spectral_core.arrays import Floats
from spectral_core.data import Sentence
from spectral_core.data.structure import Place
from spectral_core.engine.documents import Found
from spectral_core.engine.engine import Engine
from spectral_core.engine.states.attributes import Attribute, told_by
from spectral_core.engine.states.gathering import (
    GatheredStates,
    PartKey,
    StateRows,
    StatesModel,
    evenly,
    gathered,
    plane,
    typical,
    with_structure,
)
from spectral_core.errors import DataError
from spectral_core.model import Inspector
from spectral_core.progress import Report

MOST_SENTENCES = 1000  # whose nodes are gathered
_TYPICAL = 12  # words and rules of a state
_POINTS = 600  # nodes in the plane
_NEAREST = 12
_MOST_FOUND = 500
_NAMED = 12  # labels in a message
_KEPT = 3  # gathered documents that are held


@dataclass(frozen=True, slots=True)
class StatePart:
    """A label or a tag whose nodes have states."""

    part: str
    kind: str  # which of its states; else empty
    nodes: int
    states: int


@dataclass(frozen=True, slots=True)
class StateParts:
    """What has states in a document."""

    parts: tuple[StatePart, ...]
    sentences: int  # that were looked at


@dataclass(frozen=True, slots=True)
class StateCard:
    """One hidden state of a part."""

    number: int
    share: float  # of all nodes of the part
    words: tuple[tuple[str, float], ...]  # head words that are typical of it, with how many nodes
    rules: tuple[tuple[str, float], ...]
    above: tuple[tuple[str, float], ...] = ()  # what nodes of it hang from; none of phrases


@dataclass(frozen=True, slots=True)
class NodePoint:
    """A node in the plane."""

    x: float
    y: float
    state: int  # its likeliest
    word: str
    sentence: int
    words: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class PartStates:
    """The states of a part."""

    part: StatePart
    states: tuple[StateCard, ...]
    points: tuple[NodePoint, ...]
    along: tuple[float, float]  # the share of the variance along each axis of the plane
    spectrum: tuple[float, ...]
    attributes: tuple[Attribute, ...]


@dataclass(frozen=True, slots=True)
class NodeStates:
    """One of the states of a node that somebody looks at, and the nodes of the document that stand nearest to it."""

    part: StatePart
    shares: tuple[float, ...]
    nearest: Found  # one node a row


@dataclass(frozen=True, slots=True)
class AskStateParts:
    """Which labels and tags have states in a document by the model in a file, the most frequent first."""

    model: Path
    document: str
    truth: Path | None = None  # the same sentences, whose labels say more

    def run(self, engine: Engine, report: Report) -> StateParts:
        found = _gathered(engine, self.model, self.document, self.truth, report)
        return StateParts(tuple(_part(key, rows) for key, rows in found.parts.items()), found.sentences)


@dataclass(frozen=True, slots=True)
class AskStates:
    """The states of a part in a document: what is typical of each, where the nodes stand, what is known of them."""

    model: Path
    document: str
    part: str
    kind: str = ""  # may be left out where the part has one
    truth: Path | None = None

    def run(self, engine: Engine, report: Report) -> PartStates:
        found = _gathered(engine, self.model, self.document, self.truth, report)
        kinds = [kind for part, kind in found.parts if part == self.part]
        key = (self.part, self.kind or kinds[0] if len(kinds) == 1 else self.kind)
        rows = _rows(found, key)
        shares, vectors = rows.columns()
        words, rules, above = (typical(values, shares, _TYPICAL) for values in (rows.words, rows.rules, rows.above))
        sizes = shares.mean(axis=0)
        cards = [StateCard(at, float(size), words[at], rules[at], above[at]) for at, size in enumerate(sizes)]
        cards.sort(key=lambda card: (-card.share, card.number))
        points, along = plane(vectors)
        likeliest = shares.argmax(axis=1)
        shown = [
            NodePoint(
                float(points[at, 0]), float(points[at, 1]), int(likeliest[at]), rows.words[at], rows.sentences[at],
                words_at(rows.places[at]),
            )
            for at in evenly(len(rows), _POINTS).tolist()
        ]  # fmt: skip
        model = engine.model(self.model)
        spectrum = tuple(map(float, model.spectrum(self.part))) if isinstance(model, Inspector) else ()
        return PartStates(
            _part(key, rows), tuple(cards), tuple(shown), along, spectrum, told_by(rows.attributes, shares)
        )


@dataclass(frozen=True, slots=True)
class AskNode:
    """The states of the nodes at a place of a sentence, and the nodes of the document nearest to each."""

    model: Path
    document: str
    index: int  # of the sentence in the document
    sentence: Sentence
    place: Place
    truth: Path | None = None

    def run(self, engine: Engine, report: Report) -> tuple[NodeStates, ...]:
        model = _model(engine, self.model)
        found = _gathered(engine, self.model, self.document, self.truth, report)
        answers = []
        for state in model.states(with_structure(model, self.sentence)):
            key = (state.part, state.kind)
            if state.place != self.place or key not in found.parts:
                continue
            rows = found.parts[key]
            _, vectors = rows.columns()
            far = np.linalg.norm(vectors - state.vector, axis=1)
            order = np.argsort(far, kind="stable").tolist()
            others = [at for at in order if (rows.sentences[at], rows.places[at]) != (self.index, self.place)]
            nearest = _found(self.document, rows, others[:_NEAREST], len(others) > _NEAREST)
            answers.append(NodeStates(_part(key, rows), tuple(map(float, state.shares)), nearest))
        return tuple(answers)


@dataclass(frozen=True, slots=True)
class AskStructure:
    """A sentence with what its states stand on: the structure that it has, or else the best of the model."""

    model: Path
    sentence: Sentence

    def run(self, engine: Engine, report: Report) -> Sentence:
        return with_structure(_model(engine, self.model), self.sentence)


@dataclass(frozen=True, slots=True)
class AskSameState:
    """Where else nodes of a part have a state as their likeliest, the surest first."""

    model: Path
    document: str
    part: str
    kind: str
    state: int
    truth: Path | None = None

    def run(self, engine: Engine, report: Report) -> Found:
        rows = _rows(_gathered(engine, self.model, self.document, self.truth, report), (self.part, self.kind))
        shares, _ = rows.columns()
        if not 0 <= self.state < shares.shape[1]:
            raise DataError(f"{self.part} has {shares.shape[1]} states, counted from 0; there is no state {self.state}")
        own: Floats = np.where(shares.argmax(axis=1) == self.state, shares[:, self.state], -1.0)
        order = [at for at in np.argsort(-own, kind="stable").tolist() if own[at] >= 0]
        return _found(self.document, rows, order[:_MOST_FOUND], len(order) > _MOST_FOUND)


def words_at(place: Place) -> tuple[int, ...]:
    """The words of a place, from 1."""
    return (place,) if isinstance(place, int) else tuple(range(place[0] + 1, place[1] + 1))


def _found(document: str, rows: StateRows, chosen: list[int], more: bool) -> Found:
    sentences = array("Q", (rows.sentences[at] for at in chosen))
    words = tuple(words_at(rows.places[at]) for at in chosen)
    return Found(document, "", sentences, words, ((),) * len(chosen), more)


def _part(key: PartKey, rows: StateRows) -> StatePart:
    return StatePart(*key, len(rows), len(rows.shares[0]))


def _rows(found: GatheredStates, key: PartKey) -> StateRows:
    rows = found.parts.get(key)
    if rows is None:
        part, wanted = key
        kinds = [kind for name, kind in found.parts if name == part and kind]
        if kinds:
            said = f"{part} has no states of the kind {wanted}" if wanted else f"{part} has states of several kinds"
            raise DataError(f"{said}; choose one of: {', '.join(kinds)}")
        if any(name == part for name, _ in found.parts):
            raise DataError(f"The states of {part} are of one kind; leave the kind {wanted} out")
        labels = list(dict.fromkeys(name for name, _ in found.parts))
        some = ", ".join(labels[:_NAMED]) + (" …" if len(labels) > _NAMED else "")
        raise DataError(f"No node of {part} in this document has hidden states; choose another label: {some}")
    return rows


def _model(engine: Engine, path: Path) -> StatesModel:
    model = engine.model(path)
    if not isinstance(model, StatesModel):
        raise DataError(f"{path.name} has no hidden states at the nodes of trees; learn latent-pcfg, for one")
    return model


def _gathered(engine: Engine, path: Path, document: str, truth: Path | None, report: Report) -> GatheredStates:
    """The states of a document, gathered when they are first asked for; they are held until it is edited."""
    model = _model(engine, path)
    key = (document, path, engine.models[path][0], truth)
    held = engine.states.pop(key, None)
    if not isinstance(held, GatheredStates):
        from spectral_core.formats import load

        held = gathered(
            model, engine.treebank(document), None if truth is None else load(truth), MOST_SENTENCES, report
        )
        if not held.parts:
            raise DataError("No sentence here has a node with hidden states; open a treebank that the model can parse")
    engine.states[key] = held
    while len(engine.states) > _KEPT:
        del engine.states[next(iter(engine.states))]
    return held


__all__ = [
    "MOST_SENTENCES", "AskNode", "AskSameState", "AskStateParts", "AskStates", "AskStructure", "Attribute", "NodePoint",
    "NodeStates", "PartStates", "StateCard", "StatePart", "StateParts", "words_at",
]  # fmt: skip
