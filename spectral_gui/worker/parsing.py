"""Works of a parser: what it proposes for a sentence, and how certain it is of those of a document."""

from __future__ import annotations

import dataclasses
from array import array
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from spectral_core.data import EMPTY, FREE, Constraints, Ranked, Sentence
from spectral_core.errors import ConstraintError, DataError, SpectralError
from spectral_core.model import ArcScorer, Floats, Model, Parser, TagsItself
from spectral_core.progress import Progress, Report
from spectral_gui.worker.mirror import Mirror

LONGEST = 200  # words of a sentence that is parsed: the time grows with their cube, and nothing could stop it
_BLOCK = 20  # sentences between two reports


@dataclass(frozen=True, slots=True)
class Parsed:
    """What a model proposes for one sentence; what is in `arcs` is a probability only where it is calibrated."""

    trees: tuple[Ranked[Sentence], ...]  # best first
    arcs: tuple[tuple[float, ...], ...] = ()  # (words + 1, words) [head, modifier]; () where the model has none
    calibrated: bool = False
    uncertainty: float | None = None  # the mean entropy of a word's heads, in nats


@dataclass(frozen=True, slots=True)
class Standing:
    """What is left of changes to the locks of a sentence without those that cannot hold."""

    locks: Constraints
    refused: tuple[int, ...] = ()  # places among the changes
    why: str = ""  # of the first of these


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
    sentence = with_tags(model, sentence)
    trees = tuple(model.parse(sentence, k, constraints))
    if not isinstance(model, ArcScorer):
        return Parsed(trees)
    arcs, calibrated = arcs_of(model, sentence, constraints)
    return Parsed(trees, tuple(map(tuple, arcs.tolist())), calibrated, _entropy(arcs))


def standing(
    mirror: Mirror,
    report: Report,
    path: Path,
    sentence: Sentence,
    own: Constraints,
    changes: Sequence[tuple[Constraints, Constraints]],
) -> Standing:
    """What stands of changes (before, after) to locks, one following the other, beside what the sentence itself
    holds: each is left out that leaves the model no tree. All stand where it has none without them either."""
    model = mirror.model(path)
    if not isinstance(model, Parser):
        raise DataError(f"{path.name} is not a model that can parse; choose another in the menu Model")
    tagged = with_tags(model, sentence)

    def complaint(locks: Constraints) -> str:
        report(Progress("parsing", 0))
        try:
            model.parse(tagged, 1, _joined(own, locks))
        except ConstraintError as error:
            return str(error)
        return ""

    locks = changes[0][0]
    if complaint(locks):
        return Standing(changes[-1][1])
    refused, reasons = [], []
    for place, (before, after) in enumerate(changes):
        tried = _joined(_without(locks, _without(before, after)), _without(after, before))
        why = complaint(tried)
        if why:
            refused.append(place)
            reasons.append(why)
        else:
            locks = tried
    return Standing(locks, tuple(refused), next(iter(reasons), ""))


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
            found.append(_entropy(arcs_of(model, with_tags(model, sentence), FREE)[0]))
        except SpectralError:
            found.append(-1.0)
    return found


def disagreement(mirror: Mirror, report: Report, path: Path, other: Path, document: str) -> array[float]:
    """For each sentence of a document the share of its words that the best trees of two models hang elsewhere; -1
    where one of them has no tree."""
    models, treebank = [], mirror.treebank(document)
    for place in (path, other):
        model = mirror.model(place)
        if not isinstance(model, Parser):
            raise DataError(f"{place.name} is not a model that can parse; choose another in the menu Model")
        models.append(model)
    found = array("d")
    for at, sentence in enumerate(treebank):
        if at % _BLOCK == 0:
            report(Progress("parsing", at, len(treebank)))
        try:
            one, two = (model.parse(with_tags(model, sentence), 1)[0].value.heads for model in models)
        except (SpectralError, IndexError):
            found.append(-1.0)
            continue
        differing = sum(here != there for here, there in zip(one, two, strict=True))
        found.append(differing / len(one) if one else -1.0)
    return found


def with_tags(model: Model | Parser | ArcScorer, sentence: Sentence) -> Sentence:
    """The sentence with the tags that the model reads: its own where the sentence has none. One that is too long to be
    parsed is refused."""
    if len(sentence) > LONGEST:
        raise DataError(f"This sentence has {len(sentence)} words, and at most {LONGEST} can be parsed; split it")
    column = dataclasses.asdict(model.settings).get("column") if isinstance(model, Model) else None
    if not isinstance(column, str) or any(value != EMPTY for value in sentence.column(column)):
        return sentence
    if isinstance(model, TagsItself) and model.tagger is not None:
        return model.tagged(sentence)
    raise DataError(f"The model reads the column {column}, which is empty in this sentence; fill it first")


def arcs_of(model: ArcScorer, sentence: Sentence, constraints: Constraints) -> tuple[Floats, bool]:
    """(words + 1, words), and whether these are probabilities."""
    chances = model.probabilities(sentence, constraints)
    if chances is not None:
        return chances, True
    return model.posteriors(sentence, constraints).shares(), False


def _joined(one: Constraints, other: Constraints) -> Constraints:
    return Constraints(*(getattr(one, row.name) | getattr(other, row.name) for row in dataclasses.fields(one)))


def _without(one: Constraints, other: Constraints) -> Constraints:
    return Constraints(*(getattr(one, row.name) - getattr(other, row.name) for row in dataclasses.fields(one)))


def _entropy(arcs: Floats) -> float:
    import numpy as np

    logs = np.log(arcs, out=np.zeros_like(arcs), where=arcs > 0)
    return float(-(arcs * logs).sum() / arcs.shape[1]) if arcs.size else 0.0
