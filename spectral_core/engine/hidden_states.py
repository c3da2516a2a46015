"""Requests about hidden states at tree nodes: typical words and rules of each, attributes they predict, and similar
nodes."""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from spectral_core.arrays import Floats, project_to_principal_plane
from spectral_core.data import Sentence
from spectral_core.data.structure import Position
from spectral_core.engine.document_requests import SearchResult
from spectral_core.engine.engine import Engine, read_modification_time
from spectral_core.engine.node_state_collection import (
    DocumentNodeStates,
    NodeStateTable,
    PartKey,
    StatesModel,
    collect_node_states,
    ensure_structure,
)
from spectral_core.errors import DataError
from spectral_core.evaluate.measures import compute_uncertainty_coefficient
from spectral_core.model import HasSpectrum
from spectral_core.progress import Report

MAX_SENTENCES = 1000  # sentences whose nodes are collected
_MAX_TYPICAL = 12  # words and rules of a state
_MAX_POINTS = 600  # nodes in the plane
_MAX_NEAREST = 12
_MAX_MATCHES = 500
_MAX_NAMED = 12  # labels in a message
_MIN_NODES = 20  # minimum number of nodes with an attribute
_MAX_VALUES = 40  # maximum number of values of an attribute
_MAX_LISTED_VALUES = 8
_MAX_CACHED_DOCUMENTS = 3  # cached collections of node states


@dataclass(frozen=True, slots=True)
class StatePart:
    """A label or a tag whose nodes have states."""

    part: str
    kind: str  # which of its states; empty if it has only one
    nodes: int
    states: int


@dataclass(frozen=True, slots=True)
class StateParts:
    """Labels and tags that have states in a document."""

    parts: tuple[StatePart, ...]
    sentences: int  # examined


@dataclass(frozen=True, slots=True)
class StateCard:
    """A hidden state of a part."""

    number: int
    share: float  # of all nodes of the part
    words: tuple[tuple[str, float], ...]  # typical head words, with number of nodes
    rules: tuple[tuple[str, float], ...]
    parents: tuple[tuple[str, float], ...] = ()  # parents of its nodes; none in phrases


@dataclass(frozen=True, slots=True)
class NodePoint:
    """A node as a point in the plane (PCA of its state vector)."""

    x: float
    y: float
    state: int  # most probable state
    word: str
    sentence: int
    words: tuple[int, ...]


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


@dataclass(frozen=True, slots=True)
class PartStates:
    """The states of a part."""

    part: StatePart
    states: tuple[StateCard, ...]
    points: tuple[NodePoint, ...]
    explained_variance: tuple[float, float]  # explained variance ratio of each axis of the plane
    spectrum: tuple[float, ...]
    attributes: tuple[NodeAttribute, ...]


@dataclass(frozen=True, slots=True)
class NodeStates:
    """One of the states of a node, and the nodes of the document nearest to it."""

    part: StatePart
    posteriors: tuple[float, ...]
    nearest: SearchResult  # one node per row


@dataclass(frozen=True, slots=True)
class AskStateParts:
    """Returns the labels and tags that have states in a document by the model in a file, most frequent first."""

    model: Path
    document: str
    truth: Path | None = None  # the same sentences with richer labels

    def run(self, engine: Engine, report: Report) -> StateParts:
        gathered = _get_node_states(engine, self.model, self.document, self.truth, report)
        return StateParts(
            tuple(_make_state_part(key, rows) for key, rows in gathered.parts.items()), gathered.sentences
        )


@dataclass(frozen=True, slots=True)
class AskStates:
    """Returns the states of a part in a document: typical words and rules, the nodes in the plane, and attributes."""

    model: Path
    document: str
    part: str
    kind: str = ""  # optional if the part has only one
    truth: Path | None = None

    def run(self, engine: Engine, report: Report) -> PartStates:
        states = _get_node_states(engine, self.model, self.document, self.truth, report)
        kinds = [kind for part, kind in states.parts if part == self.part]
        key = (self.part, self.kind or kinds[0] if len(kinds) == 1 else self.kind)
        rows = _get_nodes_of_part(states, key)
        posteriors, vectors = rows.stack_arrays()
        words, rules, parents = (
            find_typical_values(values, posteriors, _MAX_TYPICAL) for values in (rows.words, rows.rules, rows.parents)
        )
        sizes = posteriors.mean(axis=0)
        cards = [
            StateCard(state, float(size), words[state], rules[state], parents[state])
            for state, size in enumerate(sizes)
        ]
        cards.sort(key=lambda card: (-card.share, card.number))
        points, explained_variance = project_to_principal_plane(vectors)
        best_states = posteriors.argmax(axis=1)
        node_points = [
            NodePoint(
                float(points[row, 0]),
                float(points[row, 1]),
                int(best_states[row]),
                rows.words[row],
                rows.sentences[row],
                words_of_node(rows.nodes[row]),
            )
            for row in sample_evenly_spaced(len(rows), _MAX_POINTS).tolist()
        ]
        model = engine.load_model(self.model)
        spectrum = tuple(map(float, model.spectrum(self.part))) if isinstance(model, HasSpectrum) else ()
        return PartStates(
            _make_state_part(key, rows),
            tuple(cards),
            tuple(node_points),
            explained_variance,
            spectrum,
            measure_attribute_prediction(rows.attributes, posteriors),
        )


@dataclass(frozen=True, slots=True)
class AskNodeStates:
    """Returns the states of the nodes at a position of a sentence, and the nodes of the document nearest to each."""

    model: Path
    document: str
    index: int  # of the sentence in the document
    sentence: Sentence
    node: Position
    truth: Path | None = None

    def run(self, engine: Engine, report: Report) -> tuple[NodeStates, ...]:
        model = _load_states_model(engine, self.model)
        gathered = _get_node_states(engine, self.model, self.document, self.truth, report)
        answers = []
        for state in model.states(ensure_structure(model, self.sentence)):
            key = (state.part, state.kind)
            if state.position != self.node or key not in gathered.parts:
                continue
            rows = gathered.parts[key]
            _, vectors = rows.stack_arrays()
            distances = np.linalg.norm(vectors - state.vector, axis=1)
            order = np.argsort(distances, kind="stable").tolist()
            neighbours = [row for row in order if (rows.sentences[row], rows.nodes[row]) != (self.index, self.node)]
            nearest = _make_search_result(
                self.document, rows, neighbours[:_MAX_NEAREST], len(neighbours) > _MAX_NEAREST
            )
            answers.append(NodeStates(_make_state_part(key, rows), tuple(map(float, state.posterior)), nearest))
        return tuple(answers)


@dataclass(frozen=True, slots=True)
class AskStructure:
    """Returns a sentence with the structure that its states belong to: its own, or else the model's best parse."""

    model: Path
    sentence: Sentence

    def run(self, engine: Engine, report: Report) -> Sentence:
        return ensure_structure(_load_states_model(engine, self.model), self.sentence)


@dataclass(frozen=True, slots=True)
class FindNodesInState:
    """Finds the nodes of a part with this most probable state, the most certain first."""

    model: Path
    document: str
    part: str
    kind: str
    state: int
    truth: Path | None = None

    def run(self, engine: Engine, report: Report) -> SearchResult:
        rows = _get_nodes_of_part(
            _get_node_states(engine, self.model, self.document, self.truth, report), (self.part, self.kind)
        )
        shares, _ = rows.stack_arrays()
        if not 0 <= self.state < shares.shape[1]:
            raise DataError(f"{self.part} has {shares.shape[1]} states, counted from 0; there is no state {self.state}")
        state_posteriors: Floats = np.where(shares.argmax(axis=1) == self.state, shares[:, self.state], -1.0)
        order = [row for row in np.argsort(-state_posteriors, kind="stable").tolist() if state_posteriors[row] >= 0]
        return _make_search_result(self.document, rows, order[:_MAX_MATCHES], len(order) > _MAX_MATCHES)


def find_typical_values(values: Iterable[str], posteriors: Floats, limit: int) -> list[tuple[tuple[str, float], ...]]:
    """Return the typical values of each state, with their expected counts: those with the largest contribution to the
    KL divergence of the state's distribution from that of all nodes."""
    distinct_values, value_indices = np.unique(np.array(list(values), dtype=object).astype(str), return_inverse=True)
    counts = np.zeros((len(distinct_values), posteriors.shape[1]))  # (values, states)
    np.add.at(counts, value_indices, posteriors)
    counts[distinct_values == ""] = 0.0
    within = counts / np.maximum(counts.sum(axis=0), 1e-300)
    overall = counts.sum(axis=1) / max(counts.sum(), 1e-300)
    ratio = np.divide(within, overall[:, None], out=np.ones_like(within), where=overall[:, None] > 0)
    gains = within * np.log(np.maximum(ratio, 1e-300))
    typical_values = []
    for state in range(posteriors.shape[1]):
        order = np.argsort(-gains[:, state], kind="stable")[:limit]
        selected = [value for value in order.tolist() if gains[value, state] > 0 and counts[value, state] >= 0.5]
        typical_values.append(tuple((str(distinct_values[value]), float(counts[value, state])) for value in selected))
    return typical_values


def sample_evenly_spaced(count: int, limit: int) -> NDArray[np.int64]:
    """Return at most `limit` of the indices below `count`, evenly spaced."""
    return np.unique(np.linspace(0, count - 1, min(count, limit)).round().astype(np.int64))


def measure_attribute_prediction(
    attributes: Sequence[Mapping[str, str]], posteriors: Floats
) -> tuple[NodeAttribute, ...]:
    """Measure how well hidden states predict each attribute of their nodes, best first; constant attributes are left
    out."""
    node_counts = Counter(name for node_attributes in attributes for name in node_attributes)
    best_states = posteriors.argmax(axis=1)
    measured = []
    for name, node_count in sorted(node_counts.items()):
        has_attribute = np.array([name in node_attributes for node_attributes in attributes])
        node_values = [node_attributes[name] for node_attributes in attributes if name in node_attributes]
        value_counts = Counter(node_values).most_common()
        if node_count < _MIN_NODES or not 1 < len(value_counts) <= _MAX_VALUES:
            continue
        value_index = {value: index for index, (value, _) in enumerate(value_counts)}
        is_value = np.eye(len(value_counts))[[value_index[value] for value in node_values]]  # (nodes, values)
        counts = np.zeros((posteriors.shape[1], len(value_counts)))  # (states, values)
        np.add.at(counts, best_states[has_attribute], is_value)
        values_by_state = [
            value_counts[state_counts.argmax()][0] if state_counts.sum() else "" for state_counts in counts
        ]
        measured.append(
            NodeAttribute(
                name=name,
                values=tuple(value_counts[:_MAX_LISTED_VALUES]),
                nodes=node_count,
                accuracy=float(counts.max(axis=1).sum()) / node_count,
                baseline_accuracy=value_counts[0][1] / node_count,
                explained_entropy=compute_uncertainty_coefficient(posteriors[has_attribute].T @ is_value),
                values_by_state=tuple(values_by_state),
            )
        )
    return tuple(sorted(measured, key=lambda attribute: -attribute.explained_entropy))


def words_of_node(node: Position) -> tuple[int, ...]:
    """Return the words of a node, from 1."""
    return (node,) if isinstance(node, int) else tuple(range(node[0] + 1, node[1] + 1))


def _make_search_result(document: str, rows: NodeStateTable, chosen: list[int], has_more: bool) -> SearchResult:
    """Return the chosen nodes as matches of a search."""
    sentences = array("Q", (rows.sentences[row] for row in chosen))
    words = tuple(words_of_node(rows.nodes[row]) for row in chosen)
    return SearchResult(document, "", sentences, words, ((),) * len(chosen), has_more)


def _make_state_part(key: PartKey, rows: NodeStateTable) -> StatePart:
    """Return a part with the number of its nodes and of its states."""
    return StatePart(*key, len(rows), len(rows.posteriors[0]))


def _get_nodes_of_part(gathered: DocumentNodeStates, key: PartKey) -> NodeStateTable:
    """Return the nodes of a part and kind; a DataError that lists the labels or kinds there are if it has none."""
    rows = gathered.parts.get(key)
    if rows is None:
        part, chosen = key
        kinds = [kind for name, kind in gathered.parts if name == part and kind]
        if kinds:
            problem = f"{part} has no states of kind {chosen}" if chosen else f"{part} has states of several kinds"
            raise DataError(f"{problem}; choose one of: {', '.join(kinds)}")
        if any(name == part for name, _ in gathered.parts):
            raise DataError(f"The states of {part} are of one kind; leave the kind {chosen} out")
        labels = list(dict.fromkeys(name for name, _ in gathered.parts))
        examples = ", ".join(labels[:_MAX_NAMED]) + (" …" if len(labels) > _MAX_NAMED else "")
        raise DataError(f"No node of {part} in this document has hidden states; choose another label: {examples}")
    return rows


def _load_states_model(engine: Engine, path: Path) -> StatesModel:
    """Return the model in a file; DataError if it has no hidden states at nodes."""
    model = engine.load_model(path)
    if not isinstance(model, StatesModel):
        raise DataError(f"{path.name} has no hidden states at the nodes of trees; learn latent-pcfg, for one")
    return model


def _get_node_states(
    engine: Engine, path: Path, document: str, truth: Path | None, report: Report
) -> DocumentNodeStates:
    """Return the node states of a document, collected on demand and cached until it is edited."""
    model = _load_states_model(engine, path)
    truth_stamp = None if truth is None else (truth, read_modification_time(truth))
    key = (document, path, engine.models[path][0], truth_stamp)
    cached = engine.node_states.pop(key, None)
    if not isinstance(cached, DocumentNodeStates):
        from spectral_core.formats import load

        cached = collect_node_states(
            model, engine.load_treebank(document), None if truth is None else load(truth), MAX_SENTENCES, report
        )
        if not cached.parts:
            raise DataError("No sentence here has a node with hidden states; open a treebank that the model can parse")
    engine.node_states[key] = cached
    while len(engine.node_states) > _MAX_CACHED_DOCUMENTS:
        del engine.node_states[next(iter(engine.node_states))]
    return cached
