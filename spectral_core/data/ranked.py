"""Values in order of preference."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Generic, TypeVar

V = TypeVar("V")


@dataclass(frozen=True, slots=True)
class Ranked(Generic[V]):
    """A value and its natural-log score; lists of these are best first. A score is not a probability."""

    value: V
    score: float
    probability: float | None = None  # only where the model was calibrated on held-out data


class BestFirst(list[Ranked[V]]):
    """Ranked values, best first; a notebook shows them as a table."""

    def _repr_html_(self) -> str:
        from spectral_core.notebook import ranking_html

        return ranking_html(self)


class WordRankings(list[list[Ranked[V]]]):
    """The ranked values of each word of a sentence, best first; a notebook shows them as a table."""

    def __init__(self, words: Iterable[str], rankings: Iterable[list[Ranked[V]]]):
        super().__init__(rankings)
        self.words = tuple(words)

    def __reduce__(self) -> tuple[type[WordRankings[V]], tuple[tuple[str, ...], list[list[Ranked[V]]]]]:
        return type(self), (self.words, list(self))

    def _repr_html_(self) -> str:
        from spectral_core.notebook import rankings_html

        return rankings_html(self.words, self)
