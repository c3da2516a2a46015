"""What a learnt model can be asked, as narrow protocols, and what its settings are made of."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, Protocol, Self, TypeVar, cast, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from spectral_core.data import FREE, Analysis, Constraints, Ranked, Sentence
from spectral_core.data.automaton import Automaton

Value = bool | int | float | str
Floats = NDArray[np.float64]
Arrays = Mapping[str, NDArray[np.generic]]
V = TypeVar("V", bool, int, float, str)


class Settings(Protocol):
    """A frozen dataclass whose fields were made by `setting`."""

    __dataclass_fields__: ClassVar[dict[str, dataclasses.Field[Value]]]


def setting(
    default: V,
    title: str,
    explanation: str = "",
    *,
    low: float | None = None,
    high: float | None = None,
    choices: tuple[str, ...] = (),
) -> V:
    """A dataclass field with what a form or a command line needs to know of it."""
    facts = {"title": title, "explanation": explanation, "low": low, "high": high, "choices": choices}
    made: V = dataclasses.field(default=default, metadata=facts)
    return made


@dataclass(frozen=True, slots=True)
class Setting:
    """A field of a settings dataclass, as `setting` described it."""

    name: str
    default: Value
    title: str
    explanation: str
    low: float | None
    high: float | None
    choices: tuple[str, ...]


def settings_in(settings: type[Settings]) -> tuple[Setting, ...]:
    """What can be set, in the order of the dataclass."""
    rows = dataclasses.fields(settings)
    return tuple(Setting(row.name, cast(Value, row.default), **row.metadata) for row in rows)


COLUMN_CHOICES = ("form", "upos", "xpos", "lemma")  # what methods over sequences can read


@dataclass(frozen=True, slots=True)
class Scored:
    """The score of one sequence, with what a perplexity needs."""

    log: float  # natural log of the score of the counted symbols
    symbols: int  # counted: known words and one end symbol, unless a prefix was scored
    unknown: int = 0  # words the model does not know; not in `log`, not in `symbols`
    clipped: int = 0  # non-positive estimates that were replaced by a floor


@runtime_checkable
class Model(Protocol):
    """A learnt model: always complete, and the same again from its settings and arrays."""

    @property
    def method(self) -> str: ...
    @property
    def settings(self) -> Settings: ...
    def arrays(self) -> dict[str, NDArray[np.generic]]: ...
    @classmethod
    def from_arrays(cls, settings: Settings, arrays: Arrays) -> Self: ...


@runtime_checkable
class Scorer(Protocol):
    """Gives sequences a score."""

    def scores(self, sentences: Sequence[Sentence], prefix: bool = False) -> list[Scored]: ...


@runtime_checkable
class Parser(Protocol):
    """Gives a sentence its structures, best first: sentences with other heads, or with another tree."""

    def parse(self, sentence: Sentence, k: int = 1, constraints: Constraints = FREE) -> list[Ranked[Sentence]]: ...


@runtime_checkable
class Tagger(Protocol):
    """Fills in the tags of a sentence; `tags` gives those that each word may have, best first."""

    def tag(self, sentence: Sentence) -> Sentence: ...
    def tags(self, sentence: Sentence, k: int = 1) -> list[list[Ranked[str]]]: ...


@runtime_checkable
class TagsItself(Protocol):
    """Reads tags, and fills them in by a tagger of its own; None where it was learnt without one."""

    @property
    def tagger(self) -> Tagger | None: ...
    def tagged(self, sentence: Sentence) -> Sentence: ...


@runtime_checkable
class Ranker(Protocol):
    """Puts the candidate analyses of every word in order; `confirmed` are those a human has chosen, by word from 1."""

    def rank(
        self, sentence: Sentence, confirmed: Mapping[int, Analysis] | None = None
    ) -> list[list[Ranked[Analysis]]]: ...


@runtime_checkable
class Inspector(Protocol):
    """Shows what a spectral estimate was cut from."""

    def spectrum(self, part: str = "") -> Floats: ...


@runtime_checkable
class Explainer(Protocol):
    """Shows the hidden states of a head's modifiers on one side as an automaton that can be drawn.

    Its sequences are those of `sentences` that have heads, or without them those that the model was learnt from.
    """

    def automaton(
        self,
        head: str,
        direction: str,
        clusters: int = 10,
        minimum: int = 5,
        sentences: Sequence[Sentence] | None = None,
    ) -> Automaton: ...


def pack(strings: Sequence[str]) -> NDArray[np.uint8]:
    """Strings as one array of bytes, for `arrays`; `unpack` gives them back. Line breaks cannot stand in them."""
    if any("\n" in string for string in strings):
        raise ValueError("a string with a line break cannot be packed")
    return np.frombuffer("\n".join(strings).encode("utf-8", "surrogatepass"), dtype=np.uint8).copy()


def unpack(packed: NDArray[np.generic]) -> tuple[str, ...]:
    """The strings that `pack` was given; none for an empty array, which `pack` makes of no string or one empty one."""
    if packed.size == 0:
        return ()
    return tuple(packed.astype(np.uint8).tobytes().decode("utf-8", "surrogatepass").split("\n"))
