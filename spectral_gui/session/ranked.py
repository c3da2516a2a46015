"""What is known of the readings of words: a ranking with what it was made from, why one leads, where a word stands."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from spectral_core.analyzers.catalogue import advice, suggest
from spectral_core.data import Analysis, Ranked, Treebank
from spectral_core.data.readings import margin_of
from spectral_core.engine import SamePlace
from spectral_core.model import Contribution

RankedRow = tuple[Ranked[Analysis], ...]


@dataclass(frozen=True, slots=True)
class RankingQuestion:
    """What a ranking is made from; it holds as long as all of this does."""

    forms: tuple[str, ...]
    columns: tuple[object, ...]  # all others that a ranker reads
    model: Path | None
    analyser: str
    edition: int  # of the readings that users added


@dataclass(frozen=True)
class RankedWords:
    """The readings of the words of one sentence, best first."""

    asked: RankingQuestion
    rows: tuple[RankedRow, ...]

    @cached_property
    def margins(self) -> tuple[float | None, ...]:
        """(words,) how far the first reading of a word is before the next; see `margin_of`."""
        return tuple(map(margin_of, self.rows))


@dataclass(frozen=True, slots=True)
class Why:
    """What the score of a reading is made of, or, with `second`, its lead over that one; largest parts first."""

    sentence: int
    word: int
    first: Analysis
    second: Analysis | None
    parts: tuple[Contribution, ...]
    complaint: str = ""  # why there is nothing to tell


@dataclass(frozen=True, slots=True)
class SameWords:
    """The places of the document where a word is written so."""

    form: str
    places: tuple[SamePlace, ...] = ()
    more: bool = False  # than were looked for


def has_dictionary(treebank: Treebank) -> bool:
    """Whether there is an analyser for a treebank that knows more than its sentences say of their own words, or one
    could be installed."""
    known = any(part.partition("=")[0] not in ("none", "treebank") for part in suggest(treebank).split("+"))
    return known or advice(treebank) is not None
