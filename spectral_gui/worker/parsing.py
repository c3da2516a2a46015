"""Works of a parser: what it proposes for a sentence, and how certain it is of those of a document."""

from __future__ import annotations

import dataclasses
from array import array
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol, runtime_checkable

from spectral_core.data import EMPTY, FREE, Constraints, Ranked, Sentence
from spectral_core.errors import DataError, SpectralError
from spectral_core.model import Floats, Model, Parser, TagsItself
from spectral_core.progress import Progress, Report
from spectral_gui.worker.mirror import Mirror

_BLOCK = 20  # sentences between two reports


@dataclass(frozen=True, slots=True)
class Parsed:
    """What a model proposes for one sentence; what is in `arcs` is a probability only where it is calibrated."""

    trees: tuple[Ranked[Sentence], ...]  # best first
    arcs: tuple[tuple[float, ...], ...] = ()  # (words + 1, words) [head, modifier]; () where the model has none
    calibrated: bool = False
    uncertainty: float | None = None  # the mean entropy of a word's heads, in nats


class Shares(Protocol):
    """Posteriors of arcs."""

    def shares(self) -> Floats: ...


@runtime_checkable
class ArcScorer(Protocol):
    """A parser that also says of every arc how likely it is."""

    def posteriors(self, sentence: Sentence, constraints: Constraints = FREE) -> Shares: ...
    def probabilities(self, sentence: Sentence, constraints: Constraints = FREE) -> Floats | None: ...


def parse(
    mirror: Mirror,
    report: Report,  # noqa: ARG001 - every work takes one; there is nothing to tell in milliseconds
    path: Path,
    sentence: Sentence,
    k: int,
    constraints: Constraints,
) -> Parsed:
    """The `k` best structures of a sentence under the locks, by the model in a file, with what it says of every arc."""
    model = mirror.model(path)
    if not isinstance(model, Parser):
        raise DataError(f"{path.name} is not a model that can parse; choose another in the menu Model")
    sentence = _with_tags(model, sentence)
    trees = tuple(model.parse(sentence, k, constraints))
    if not isinstance(model, ArcScorer):
        return Parsed(trees)
    arcs, calibrated = _arcs(model, sentence, constraints)
    return Parsed(trees, tuple(map(tuple, arcs.tolist())), calibrated, _entropy(arcs))


def order(mirror: Mirror, report: Report, path: Path, document: str) -> array[float]:
    """How uncertain a model is of each sentence of a document: the mean entropy of a word's heads; -1 where it has no
    opinion."""
    model, treebank = mirror.model(path), mirror.treebank(document)
    if not isinstance(model, ArcScorer):
        raise DataError(f"{path.name} does not say how certain it is; choose another model in the menu Model")
    found = array("d")
    for at, sentence in enumerate(treebank):
        if at % _BLOCK == 0:
            report(Progress("parsing", at, len(treebank)))
        try:
            found.append(_entropy(_arcs(model, _with_tags(model, sentence), FREE)[0]))
        except SpectralError:
            found.append(-1.0)
    return found


def _with_tags(model: Model | Parser | ArcScorer, sentence: Sentence) -> Sentence:
    """The sentence with the tags that the model reads: its own where the sentence has none."""
    column = dataclasses.asdict(model.settings).get("column") if isinstance(model, Model) else None
    if not isinstance(column, str) or any(value != EMPTY for value in sentence.column(column)):
        return sentence
    if isinstance(model, TagsItself) and model.tagger is not None:
        return model.tagged(sentence)
    raise DataError(f"The model reads the column {column}, which is empty in this sentence; fill it first")


def _arcs(model: ArcScorer, sentence: Sentence, constraints: Constraints) -> tuple[Floats, bool]:
    """(words + 1, words), and whether these are probabilities."""
    chances = model.probabilities(sentence, constraints)
    if chances is not None:
        return chances, True
    return model.posteriors(sentence, constraints).shares(), False


def _entropy(arcs: Floats) -> float:
    import numpy as np

    logs = np.log(arcs, out=np.zeros_like(arcs), where=arcs > 0)
    return float(-(arcs * logs).sum() / arcs.shape[1]) if arcs.size else 0.0
