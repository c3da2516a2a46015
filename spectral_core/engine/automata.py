"""Requests that look inside models: the automata of head tags, and singular values."""

import dataclasses
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol, runtime_checkable

from spectral_core.data import Sentence
from spectral_core.data.automaton import Automaton
from spectral_core.engine.engine import Clusters, Engine
from spectral_core.errors import DataError
from spectral_core.model import Inspector, Model
from spectral_core.progress import Progress, Report

_MOST = 12  # that are kept: two side by side, each with a few least counts


@runtime_checkable
class ClusteredExplainer(Protocol):
    """A model that can be asked for its automata with any number of clusters at the price of one."""

    @property
    def symbols(self) -> tuple[str, ...]: ...
    @property
    def heads(self) -> tuple[tuple[str, str, int], ...]: ...  # with modifiers, of what it was learnt from
    def hierarchy(
        self, head: str, direction: str, minimum: int | None = None, sentences: Sequence[Sentence] | None = None
    ) -> Clusters: ...


@dataclass(frozen=True, slots=True)
class AskHeads:
    """(head tag, direction, modifiers) of a model's automata, most first, in a document or what it was learnt from."""

    model: Path
    document: str

    def run(self, engine: Engine, report: Report) -> tuple[tuple[str, str, int], ...]:
        explainer = _explainer(engine, self.model)
        column = dataclasses.asdict(explainer.settings).get("column") if isinstance(explainer, Model) else None
        known = set(explainer.symbols)
        modifiers: dict[tuple[str, str], int] = {}
        for sentence in _followed(engine, report, self.document) or ():
            tags = sentence.column(str(column))
            for word, head in enumerate(sentence.heads, 1):
                if head and tags[head - 1] in known:
                    key = (tags[head - 1], "left" if word < head else "right")
                    modifiers[key] = modifiers.get(key, 0) + 1
        if not modifiers:
            return explainer.heads
        ranked = sorted(modifiers.items(), key=lambda row: (-row[1], row[0]))
        return tuple((tag, side, count) for (tag, side), count in ranked)


@dataclass(frozen=True, slots=True)
class AskAutomaton:
    """An automaton as the sentences of a document pass it, or those it was learnt from where none has heads."""

    model: Path
    document: str
    head: str
    direction: str
    clusters: int
    minimum: int | None = None  # None for what suits the number of sequences
    evidence: float = 0.1

    def run(self, engine: Engine, report: Report) -> Automaton:
        explainer = _explainer(engine, self.model)
        key = (self.document, self.model, engine.models[self.model][0], self.head, self.direction, self.minimum)
        hierarchy = engine.clusters.pop(key, None)
        if hierarchy is None:
            sentences = _followed(engine, report, self.document)
            report(Progress("clustering", 0))
            hierarchy = explainer.hierarchy(self.head, self.direction, self.minimum, sentences)
        engine.clusters[key] = hierarchy
        while len(engine.clusters) > _MOST:
            del engine.clusters[next(iter(engine.clusters))]
        return hierarchy.cut(self.clusters, self.evidence)


@dataclass(frozen=True, slots=True)
class AskSpectrum:
    """The singular values of a part of the model in a file; none where nothing was decomposed."""

    model: Path
    part: str

    def run(self, engine: Engine, report: Report) -> tuple[float, ...]:
        model = engine.model(self.model)
        return tuple(map(float, model.spectrum(self.part))) if isinstance(model, Inspector) else ()


def _followed(engine: Engine, report: Report, document: str) -> tuple[Sentence, ...] | None:
    """The sentences of a document, held for the next question; None where none has heads."""
    if document not in engine.sentences:
        report(Progress("reading", 0))
        engine.sentences = {document: tuple(engine.treebank(document))}
    sentences = engine.sentences[document]
    return sentences if any(sentence.readable and sentence.has_heads for sentence in sentences) else None


def _explainer(engine: Engine, path: Path) -> ClusteredExplainer:
    model = engine.model(path)
    if not isinstance(model, ClusteredExplainer):
        raise DataError(f"{path.name} has no automata to show; learn head-automata with estimator spectral or em")
    return model
