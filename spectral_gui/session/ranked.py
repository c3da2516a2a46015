"""Rankings of readings: candidates by word with the input they were ranked from, explanations of scores, occurrences of
a form."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from spectral_core.data import Analysis, Ranked, Treebank
from spectral_core.data.readings import margin_of
from spectral_core.engine import Occurrence
from spectral_core.model import Contribution
from spectral_core.morphology.catalogue import get_install_advice, suggest_analyser

RankedReadings = tuple[Ranked[Analysis], ...]


@dataclass(frozen=True, slots=True)
class RankingQuestion:
    """Input that a ranking is made from; the ranking is valid as long as all of it is unchanged."""

    forms: tuple[str, ...]
    columns: tuple[object, ...]  # all others that a ranker reads
    model: Path | None
    analyser: str
    edition: int  # of the readings that users added


@dataclass(frozen=True)
class SentenceRanking:
    """Candidate readings of each word of one sentence, best first."""

    question: RankingQuestion
    candidates: tuple[RankedReadings, ...]

    @cached_property
    def margins(self) -> tuple[float | None, ...]:
        """(words,) how far the first reading of a word is before the next; see `margin_of`."""
        return tuple(map(margin_of, self.candidates))


@dataclass(frozen=True, slots=True)
class ScoreExplanation:
    """Parts of the score of a reading, or, with `second`, of its lead over that one; largest first."""

    sentence: int
    word: int
    first: Analysis
    second: Analysis | None
    parts: tuple[Contribution, ...]
    complaint: str = ""  # why there is no explanation


@dataclass(frozen=True, slots=True)
class WordOccurrences:
    """Positions in the document of a word form."""

    form: str
    positions: tuple[Occurrence, ...] = ()
    is_truncated: bool = False  # there are more


def has_dictionary(treebank: Treebank) -> bool:
    """Return whether there is an analyser for a treebank that knows more than its sentences do of their own words, or
    one could be installed."""
    has_analyser = any(
        part.partition("=")[0] not in ("none", "treebank") for part in suggest_analyser(treebank).split("+")
    )
    return has_analyser or get_install_advice(treebank) is not None
