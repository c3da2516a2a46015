"""What a learnt model can be asked, as narrow protocols, and what its settings are made of."""

import dataclasses
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, Protocol, Self, TypeVar, cast, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from spectral_core.arrays import Floats, Named
from spectral_core.data import FREE, Analysis, Constraints, Ranked, Sentence
from spectral_core.data.automaton import Automaton
from spectral_core.data.structure import Marginals

Value = bool | int | float | str
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
    return dataclasses.field(default=default, metadata=facts)


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
    return tuple(Setting(row.name, cast(Value, row.default), **row.metadata) for row in dataclasses.fields(settings))


MOST_SEED = 2**63 - 1  # that keys of 64 bits can be made with
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
    def arrays(self) -> Named: ...
    @classmethod
    def from_arrays(cls, settings: Settings, arrays: Arrays) -> Self: ...


@runtime_checkable
class Scorer(Protocol):
    """Gives sequences a score."""

    def scores(self, sentences: Sequence[Sentence], prefix: bool = False) -> list[Scored]: ...


@runtime_checkable
class KnowsSymbols(Protocol):
    """Reads the words or tags of one column, named by its settings; others than these are one to it."""

    @property
    def symbols(self) -> Collection[str]: ...


@runtime_checkable
class Parser(Protocol):
    """Gives a sentence its structures, best first: sentences with other heads, or with another tree."""

    def parse(self, sentence: Sentence, k: int = 1, constraints: Constraints = FREE) -> list[Ranked[Sentence]]: ...


class ArcPosteriors(Protocol):
    """What all trees of a sentence together say of each arc."""

    @property
    def clipped(self) -> int: ...  # estimates without meaning that were raised to a floor

    def shares(self) -> Floats:
        """(words + 1, words) [head, modifier]: scores of at least 0, those of each word summing to 1."""
        ...


@runtime_checkable
class ArcScorer(Protocol):
    """Says of every arc of a sentence what speaks for it: in scores, and where it is calibrated in probabilities."""

    def posteriors(self, sentence: Sentence, constraints: Constraints = FREE) -> ArcPosteriors: ...
    def probabilities(self, sentence: Sentence, constraints: Constraints = FREE) -> Floats | None: ...


@runtime_checkable
class SaysHowLikely(Protocol):
    """Says of every part that a tree of a sentence may have what speaks for it, under the locks."""

    def marginals(self, sentence: Sentence, constraints: Constraints = FREE) -> Marginals: ...


@runtime_checkable
class Proposer(Protocol):
    """Says in one pass over a sentence what `parse`, `posteriors` and `probabilities` say one by one."""

    def propose(
        self, sentence: Sentence, k: int = 1, constraints: Constraints = FREE
    ) -> tuple[list[Ranked[Sentence]], ArcPosteriors, Floats | None]: ...


@runtime_checkable
class SumParser(Protocol):
    """Sums over all trees of each sentence, of many at a time."""

    def all_posteriors(self, sentences: Sequence[Sentence]) -> Iterator[ArcPosteriors]: ...


@runtime_checkable
class Tagger(Protocol):
    """Fills in the tags of a sentence, each one of `labels`; `tags` gives those that a word may have, best first."""

    @property
    def labels(self) -> tuple[str, ...]: ...
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


@dataclass(frozen=True, slots=True)
class Contribution:
    """What one statistic of one element of a label adds to a score."""

    element: str
    statistic: str
    value: float  # natural log


@runtime_checkable
class Explains(Protocol):
    """Says why an analysis stands where it stands: what adds up to its score over another, the largest part first.
    Without another, it is compared with the mean of the word's candidates. Words count from 1."""

    def explain(
        self,
        sentence: Sentence,
        word: int,
        analysis: Analysis,
        over: Analysis | None = None,
        confirmed: Mapping[int, Analysis] | None = None,
    ) -> tuple[Contribution, ...]: ...


@runtime_checkable
class TextRanker(Ranker, Protocol):
    """A ranker with candidates of its own, which ranks many sentences at once."""

    def rank_all(
        self, sentences: Sequence[Sentence], confirmed: Sequence[Mapping[int, Analysis]] | None = None
    ) -> list[list[list[Ranked[Analysis]]]]: ...
    def label(self, form: str, analysis: Analysis) -> tuple[str, ...]:
        """The elements into which an analysis of a word is taken apart: those with one label are one to the ranker."""
        ...

    @property
    def analyser(self) -> str: ...  # the name of the one its candidates come from; given: they stand in the file
    def learnt_tags(self) -> Collection[tuple[str, ...]]:
        """What stands behind the lemma in the labels that words were seen with."""
        ...


@runtime_checkable
class Doubts(Protocol):
    """Says of which words the first candidate should be looked at."""

    def unsure(self, form: str, ranking: Sequence[Ranked[Analysis]]) -> bool: ...


@runtime_checkable
class Inspector(Protocol):
    """Shows what a spectral estimate was cut from."""

    def spectrum(self, part: str = "") -> Floats: ...


@runtime_checkable
class Explainer(Protocol):
    """Shows the hidden states of a head's modifiers on one side as an automaton that can be drawn. Its sequences are
    those of `sentences` that have heads, or without them those that the model was learnt from."""

    def automaton(
        self,
        head: str,
        direction: str,
        clusters: int = 10,
        minimum: int | None = None,
        sentences: Sequence[Sentence] | None = None,
        evidence: float = 0.1,
    ) -> Automaton: ...


@runtime_checkable
class Truncatable(Protocol):
    """Can be cut to fewer hidden states, as if it had been learnt with so many: closed forms are nested."""

    @property
    def most_states(self) -> int: ...  # that `truncated` can keep; 0 where nothing can be cut, and it says why
    def truncated(self, states: int) -> Self: ...


def pack(strings: Sequence[str]) -> NDArray[np.uint8]:
    """Strings as one array of bytes, for `arrays`; `unpack` gives them back. Line breaks cannot stand in them."""
    if any("\n" in string for string in strings):
        raise ValueError("a string with a line break cannot be packed")
    return np.frombuffer("\n".join(strings).encode("utf-8", "surrogatepass"), dtype=np.uint8).copy()


def unpack(packed: NDArray[np.generic]) -> tuple[str, ...]:
    """The strings that `pack` was given; none for an empty array, which `pack` makes of no string or one empty one."""
    if packed.size == 0:
        return ()
    if packed.dtype != np.uint8:
        raise ValueError("packed strings are bytes")
    return tuple(packed.tobytes().decode("utf-8", "surrogatepass").split("\n"))


def prefixed(prefix: str, arrays: Arrays) -> Named:
    """The arrays of a part of a model under names that can stand among those of the whole; `part_in` gives them."""
    return {prefix + name: array for name, array in arrays.items()}


def part_in(arrays: Arrays, prefix: str) -> Named:
    """The arrays of a part among those of the whole, under their own names; none where it has no such part."""
    return {name.removeprefix(prefix): array for name, array in arrays.items() if name.startswith(prefix)}
