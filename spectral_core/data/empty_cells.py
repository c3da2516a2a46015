"""Empty cells of lemma, tags and features, and their count."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from spectral_core.brief import brief_repr
from spectral_core.data.inventory import MORPHOLOGY_COLUMNS, Column
from spectral_core.data.sentence import EMPTY, Sentence


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
