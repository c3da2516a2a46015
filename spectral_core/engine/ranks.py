"""Requests that cut a model to fewer hidden states and parse with what is left of it."""

from dataclasses import dataclass
from pathlib import Path
from typing import Protocol, runtime_checkable

from spectral_core.data import Sentence
from spectral_core.data.structure import CONSTITUENTS, DEPENDENCIES, Place
from spectral_core.engine.engine import Engine
from spectral_core.engine.parsing import structure_of, with_tags
from spectral_core.errors import DataError
from spectral_core.evaluate import unannotated
from spectral_core.model import ArcScorer, Parser, SaysHowLikely, Truncatable
from spectral_core.progress import Report

_MOST_CELLS = 4_000  # powers of numbers of states, added up: what cut models take is their sum


@dataclass(frozen=True, slots=True)
class Cut:
    """The best tree of one sentence by the first hidden states of a model alone."""

    tree: Sentence
    whole: Sentence  # the same by all states
    states: int
    most: int
    clipped: int  # estimates without meaning that were raised while this sentence was parsed
    meaningless: int  # different modifier sequences of what it was learnt from, whose score is not positive
    moved: frozenset[Place]  # where the tree is otherwise than by all states
    structure: str = DEPENDENCIES.name


@runtime_checkable
class CutParser(Truncatable, Parser, Protocol):
    """A parser that can be cut."""


@runtime_checkable
class CountsClipped(Protocol):
    """Tells how much of what it was learnt from has no positive score."""

    @property
    def clipped(self) -> int: ...


@dataclass(frozen=True, slots=True)
class AskRanks:
    """How many hidden states the model in a file can be cut to at most; a complaint where it cannot be cut."""

    model: Path

    def run(self, engine: Engine, report: Report) -> int:
        most = _whole(engine, self.model).most_states
        _cut(engine, self.model, most or 1)
        return most


@dataclass(frozen=True, slots=True)
class Cutting:
    """The best tree of a sentence by the first `states` hidden states of the model in a file."""

    model: Path
    sentence: Sentence
    states: int

    def run(self, engine: Engine, report: Report) -> Cut:
        whole, part = _whole(engine, self.model), _cut(engine, self.model, self.states)
        bare = unannotated(with_tags(whole, self.sentence))
        tree, other = (parser.parse(bare, 1)[0].value for parser in (part, whole))
        structure = structure_of(whole)
        moved = structure.moved(tree, other)
        clipped = part.posteriors(bare).clipped if isinstance(part, ArcScorer) else 0
        if isinstance(part, SaysHowLikely):
            clipped = part.marginals(bare).clipped
        meaningless = part.clipped if isinstance(part, CountsClipped) else 0
        return Cut(tree, other, self.states, whole.most_states, clipped, meaningless, moved, structure.name)


def _whole(engine: Engine, path: Path) -> CutParser:
    model = engine.model(path)
    if not isinstance(model, CutParser):
        what = f"{path.name} cannot be cut to fewer hidden states"
        raise DataError(f"{what}; learn head-automata or latent-pcfg with spectral")
    return model


def _cut(engine: Engine, path: Path, states: int) -> CutParser:
    """A model cut, made when it is first asked for; the newest are held."""
    whole = _whole(engine, path)
    key = (path, engine.models[path][0], states)
    held = engine.cuts.pop(key, None)
    made = held if isinstance(held, CutParser) else whole.truncated(states)
    engine.cuts[key] = made
    power = 3 if structure_of(whole) is CONSTITUENTS else 2  # a rule has a cube of numbers, a symbol a square
    while len(engine.cuts) > 1 and sum(kept**power for *_, kept in engine.cuts) > _MOST_CELLS:
        del engine.cuts[next(iter(engine.cuts))]
    return made
