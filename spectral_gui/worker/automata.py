"""Works that look inside models: the automata of head tags, and singular values."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from pathlib import Path
from typing import Protocol, runtime_checkable

from spectral_core.data import Sentence
from spectral_core.data.automaton import Automaton
from spectral_core.errors import DataError
from spectral_core.model import Inspector, Model
from spectral_core.progress import Progress, Report
from spectral_gui.worker.mirror import Clusters, Mirror

_MOST = 12  # that are kept: two side by side, each with a few least counts


@runtime_checkable
class ClusteredExplainer(Protocol):
    """A model that can be asked for its automata with any number of clusters at the price of one."""

    @property
    def symbols(self) -> tuple[str, ...]: ...
    @property
    def heads(self) -> tuple[tuple[str, str, int], ...]: ...  # with modifiers, of what it was learnt from
    def hierarchy(
        self, head: str, direction: str, minimum: int = 5, sentences: Sequence[Sentence] | None = None
    ) -> Clusters: ...


def heads(mirror: Mirror, report: Report, path: Path, document: str) -> tuple[tuple[str, str, int], ...]:
    """(head tag, direction, modifiers in a document) of the automata of the model in a file, most modifiers first; in
    a document without heads, the modifiers in what the model was learnt from."""
    explainer = _explainer(mirror, path)
    column = dataclasses.asdict(explainer.settings).get("column") if isinstance(explainer, Model) else None
    known = set(explainer.symbols)
    found: dict[tuple[str, str], int] = {}
    for sentence in _followed(mirror, report, document) or ():
        tags = sentence.column(str(column))
        for word, head in enumerate(sentence.heads, 1):
            if head and tags[head - 1] in known:
                key = (tags[head - 1], "left" if word < head else "right")
                found[key] = found.get(key, 0) + 1
    if not found:
        return explainer.heads
    ranked = sorted(found.items(), key=lambda row: (-row[1], row[0]))
    return tuple((tag, side, count) for (tag, side), count in ranked)


def automaton(
    mirror: Mirror,
    report: Report,
    path: Path,
    document: str,
    head: str,
    direction: str,
    clusters: int,
    minimum: int,
) -> Automaton:
    """An automaton of the model in a file, as the sentences of a document pass it; in a document without heads, as
    those did that it was learnt from."""
    explainer = _explainer(mirror, path)
    key = (document, path, mirror.models[path][0], head, direction, minimum)
    found = mirror.clusters.pop(key, None)
    if found is None:
        sentences = _followed(mirror, report, document)
        report(Progress("clustering", 0))
        found = explainer.hierarchy(head, direction, minimum, sentences)
    mirror.clusters[key] = found
    while len(mirror.clusters) > _MOST:
        del mirror.clusters[next(iter(mirror.clusters))]
    return found.cut(clusters)


def _followed(mirror: Mirror, report: Report, document: str) -> tuple[Sentence, ...] | None:
    """The sentences of a document, held for the next question; None where none has heads."""
    if document not in mirror.sentences:
        report(Progress("reading", 0))
        mirror.sentences = {document: tuple(mirror.treebank(document))}
    sentences = mirror.sentences[document]
    return sentences if any(sentence.readable and sentence.has_heads for sentence in sentences) else None


def spectrum(mirror: Mirror, report: Report, path: Path, part: str) -> tuple[float, ...]:  # noqa: ARG001
    """The singular values of a part of the model in a file; none where nothing was decomposed."""
    model = mirror.model(path)
    return tuple(map(float, model.spectrum(part))) if isinstance(model, Inspector) else ()


def _explainer(mirror: Mirror, path: Path) -> ClusteredExplainer:
    model = mirror.model(path)
    if not isinstance(model, ClusteredExplainer):
        raise DataError(f"{path.name} has no automata to show; learn head-automata with estimator spectral or em")
    return model
