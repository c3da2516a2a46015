"""Empty cells of lemma, tags and features: their count, and what fills them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace

from spectral_core.brief import brief_repr
from spectral_core.data.inventory import Column
from spectral_core.data.ranked import Ranked
from spectral_core.data.readings import standard_columns
from spectral_core.data.sentence import EMPTY, Analysis, Sentence
from spectral_core.errors import EditError

MORPHOLOGY_COLUMNS: tuple[Column, ...] = ("lemma", "upos", "xpos", "feats")

Cell = tuple[int, Column, str]  # word from 1, column, value


@dataclass(frozen=True, slots=True)
class EmptyCells:
    """Number of words with an empty cell, and of the sentences that have such words, by column."""

    words: Mapping[Column, int] = field(default_factory=dict)
    sentences: Mapping[Column, int] = field(default_factory=dict)
    __repr__ = brief_repr

    @classmethod
    def of(cls, sentences: Iterable[Sentence]) -> EmptyCells:
        """Count the empty cells of the readable sentences."""
        words: Counter[Column] = Counter()
        affected: Counter[Column] = Counter()
        for sentence in sentences:
            for column in MORPHOLOGY_COLUMNS if sentence.is_readable else ():
                if count := len(find_empty_cells(sentence, column)):
                    words[column] += count
                    affected[column] += 1
        return cls(dict(words), dict(affected))


def find_empty_cells(sentence: Sentence, column: Column) -> list[int]:
    """Return the words, counted from 1, whose cell in a column is empty; the lemma of the word `_` is given."""
    values = sentence.column(column)
    if EMPTY not in values:
        return []
    is_lemma = column == "lemma"
    return [
        word
        for word, (value, form) in enumerate(zip(values, sentence.forms, strict=True), 1)
        if value == EMPTY and not (is_lemma and form == EMPTY)
    ]


def without_incomplete_readings(sentence: Sentence, columns: Collection[Column]) -> Sentence:
    """Return the sentence without lemma, tags and features of the words that have an empty cell in these columns: a
    ranker would take what they have for their whole reading."""
    incomplete = {word for column in columns for word in find_empty_cells(sentence, column)}
    if not incomplete:
        return sentence

    def clear(values: Sequence[str]) -> tuple[str, ...]:
        return tuple(EMPTY if word in incomplete else value for word, value in enumerate(values, 1))

    analyses = tuple(None if word in incomplete else reading for word, reading in enumerate(sentence.analyses, 1))
    lemmas, upos, xpos, feats = map(clear, (sentence.lemmas, sentence.upos, sentence.xpos, sentence.feats))
    return replace(
        sentence, lemmas=lemmas, upos=upos, xpos=xpos, feats=feats, analyses=analyses, tree=None, source=None
    )


def find_agreeing_reading(
    sentence: Sentence, word: int, readings: Sequence[Ranked[Analysis]]
) -> tuple[Analysis, float | None] | None:
    """Return the best of the ranked readings of a word that agrees with all its given cells, with its probability.

    The probability is that of the reading among those that agree; None where the readings have none. Returns None if
    no reading agrees.
    """
    given = [sentence.column(column)[word - 1] for column in MORPHOLOGY_COLUMNS]

    def agrees(reading: Analysis) -> bool:
        return all(cell in (EMPTY, value) for cell, value in zip(given, standard_columns(reading), strict=True))

    agreeing = [ranked for ranked in readings if agrees(ranked.value)]
    if not agreeing:
        return None
    total = 0.0
    for ranked in agreeing:
        if ranked.probability is None:
            return agreeing[0].value, None
        total += ranked.probability
    first = agreeing[0].probability or 0.0
    return agreeing[0].value, first / total if total > 0 else 0.0


def list_fillings(sentence: Sentence, word: int, reading: Analysis, columns: Collection[Column]) -> list[Cell]:
    """Return the empty cells of a word in these columns that a reading has a value for, with the values."""
    pairs = zip(MORPHOLOGY_COLUMNS, standard_columns(reading), strict=True)
    return [
        (word, column, value)
        for column, value in pairs
        if column in columns and value != EMPTY and word in find_empty_cells(sentence, column)
    ]


def fill_cells(sentence: Sentence, cells: Iterable[Cell]) -> Sentence:
    """Return the sentence with values in its empty cells; cells that are not empty, or that its constituency tree
    fixes, stay as they are."""
    filled = sentence
    for word, column, value in cells:
        if filled.column(column)[word - 1] == EMPTY:
            with suppress(EditError):
                filled = filled.with_value(column, word, value)
    return filled
