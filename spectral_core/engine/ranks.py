"""Requests that truncate a model to fewer hidden states and parse with that."""

from dataclasses import dataclass
from pathlib import Path
from typing import Protocol, runtime_checkable

from spectral_core.data import Sentence
from spectral_core.data.structure import CONSTITUENTS, DEPENDENCIES, Position
from spectral_core.engine.engine import Engine
from spectral_core.engine.parsing import structure_of, with_tags
from spectral_core.errors import DataError
from spectral_core.evaluate import strip_annotation
from spectral_core.model import ArcScorer, MarginalScorer, Parser, Truncatable
from spectral_core.progress import Report

_MAX_CELLS = 4_000  # powers of numbers of states, added up: what cut models take is their sum


@dataclass(frozen=True, slots=True)
class TruncatedParse:
    """The best tree of a sentence by the first hidden states of a model alone."""

    tree: Sentence
    full_tree: Sentence  # the same by all states
    states: int
    max_states: int
    clipped: int  # estimates without meaning that were raised while this sentence was parsed
    meaningless: int  # different modifier sequences of what it was learnt from, whose score is not positive
    changed_parts: frozenset[Position]  # where the tree is otherwise than by all states
    structure: str = DEPENDENCIES.name


@runtime_checkable
class TruncatableParser(Truncatable, Parser, Protocol):
    """A parser that can be truncated to fewer hidden states."""


@runtime_checkable
class CountsClipped(Protocol):
    """A model that counts the training sequences without a positive score."""

    @property
    def clipped(self) -> int: ...


@dataclass(frozen=True, slots=True)
class AskMaxStates:
    """Returns the largest number of hidden states that the model in a file can be truncated to; refuses a model that
    cannot be."""

    model: Path

    def run(self, engine: Engine, report: Report) -> int:
        max_states = _load_truncatable(engine, self.model).max_states
        _truncate(engine, self.model, max_states or 1)
        return max_states


@dataclass(frozen=True, slots=True)
class ParseTruncated:
    """Parses a sentence with the first `states` hidden states of the model in a file."""

    model: Path
    sentence: Sentence
    states: int

    def run(self, engine: Engine, report: Report) -> TruncatedParse:
        full_parser, truncated = _load_truncatable(engine, self.model), _truncate(engine, self.model, self.states)
        bare = strip_annotation(with_tags(full_parser, self.sentence))
        tree, full_tree = (parser.parse(bare, 1)[0].value for parser in (truncated, full_parser))
        structure = structure_of(full_parser)
        changed_parts = structure.changed_parts(tree, full_tree)
        clipped = truncated.posteriors(bare).clipped if isinstance(truncated, ArcScorer) else 0
        if isinstance(truncated, MarginalScorer):
            clipped = truncated.marginals(bare).clipped
        meaningless = truncated.clipped if isinstance(truncated, CountsClipped) else 0
        return TruncatedParse(
            tree, full_tree, self.states, full_parser.max_states, clipped, meaningless, changed_parts, structure.name
        )


def _load_truncatable(engine: Engine, path: Path) -> TruncatableParser:
    model = engine.model(path)
    if not isinstance(model, TruncatableParser):
        problem = f"{path.name} cannot be cut to fewer hidden states"
        raise DataError(f"{problem}; learn head-automata or latent-pcfg with spectral")
    return model


def _truncate(engine: Engine, path: Path, states: int) -> TruncatableParser:
    """Return a truncated model, made when it is first needed; the newest are cached."""
    full_parser = _load_truncatable(engine, path)
    key = (path, engine.models[path][0], states)
    cached = engine.cuts.pop(key, None)
    truncated = cached if isinstance(cached, TruncatableParser) else full_parser.truncate(states)
    engine.cuts[key] = truncated
    power = 3 if structure_of(full_parser) is CONSTITUENTS else 2  # a rule has a cube of numbers, a symbol a square
    while len(engine.cuts) > 1 and sum(state_count**power for *_, state_count in engine.cuts) > _MAX_CELLS:
        del engine.cuts[next(iter(engine.cuts))]
    return truncated
