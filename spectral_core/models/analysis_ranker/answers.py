"""What rankers answer: rankings of analyses from scored rows, and the row of an analysis that is asked about."""

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import ClassVar

import numpy as np

from spectral_core.arrays import Floats, Integers
from spectral_core.data import Analysis, Ranked, Sentence
from spectral_core.errors import DataError
from spectral_core.models.analysis_ranker.corpus import Label, Seen, Wordbook, Words
from spectral_core.models.analysis_ranker.settings import RankerSettings

Confirmed = Mapping[int, Analysis]  # by word from 1
Ranking = list[Ranked[Analysis]]


def rankings(book: Wordbook, words: Words, order: Integers, scores: Floats, chances: Floats | None) -> list[Ranking]:
    """The candidates of each word, from rows word by word, best first; those with one label share their scores."""
    labels, sorted_scores = words.labels[order].tolist(), scores[order].tolist()
    likely = [None] * len(order) if chances is None else chances[order].tolist()
    return [
        [
            Ranked(analysis, sorted_scores[row], likely[row])
            for row in range(begin, end)
            for analysis in book.analyses(offer, labels[row])
        ]
        for offer, (begin, end) in zip(words.offer.tolist(), pairwise(words.first_row.tolist()), strict=True)
    ]


def rows_of(words: Words, word: int) -> Integers:
    return np.arange(words.first_row[word - 1], words.first_row[word])


def row_of(book: Wordbook, words: Words, sentence: Sentence, word: int, analysis: Analysis) -> int:
    """The row of an analysis of a word, counted from 1; DataError where it is not among its candidates."""
    rows, form = rows_of(words, word), sentence.forms[word - 1]
    found = rows[words.labels[rows] == book.label_of(form, analysis)]
    if not len(found):
        raise DataError(f"this analysis is not among the candidates of {form!r}")
    return int(found[0])


def with_first(ranking: Ranking, analysis: Analysis, score: float) -> Ranking:
    """The ranking with an analysis that is confirmed: first, and certain."""
    others = [Ranked(one.value, one.score, 0.0) for one in ranking if one.value != analysis]
    return [Ranked(analysis, score, 1.0), *others]


@dataclass(frozen=True, slots=True, eq=False)
class LearntRanker:
    """What rankers of both families have: candidates, and the labels that words had in what they were learnt from."""

    method: ClassVar[str] = "analysis-ranker"
    settings: RankerSettings
    analyser_rows: tuple[str, ...]  # what the analyser is made of again
    book: Wordbook
    seen: Seen  # the labels that are candidates of a word because it had them

    def label(self, form: str, analysis: Analysis) -> Label:
        """The elements into which an analysis of a word is taken apart: those with one label are one to the ranker."""
        return self.book.scheme.label(form, analysis)

    @property
    def analyser(self) -> str:
        """The name of the analyser that its candidates come from, also where the settings left the choice open."""
        return self.analyser_rows[0] if self.analyser_rows else "given"

    def training_tags(self) -> frozenset[Label]:
        """What stands behind the lemma in the labels that words were seen with."""
        return frozenset(self.book.labels[label][1:] for label in {label for _, label, _ in self.seen.rows()})

    def shares(
        self, words: Words, sentence: Sentence, word: int, analysis: Analysis, over: Analysis | None
    ) -> dict[int, float]:
        """The shares of rows in the score of an analysis over another, or over the mean of the word's candidates."""
        row, rows = row_of(self.book, words, sentence, word, analysis), rows_of(words, word)
        if over is not None:
            other = row_of(self.book, words, sentence, word, over)
            return {row: 1.0, other: -1.0} if other != row else {}
        return dict.fromkeys(rows.tolist(), -1.0 / len(rows)) | {row: 1.0 - 1.0 / len(rows)}
