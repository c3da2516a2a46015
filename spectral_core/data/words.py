"""The parts of a sentence: words with their readings, multiword tokens, empty nodes; and empty values."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from spectral_core.brief import brief_repr

EMPTY = "_"  # an empty value, in every column, as in CoNLL-U
COLUMNS = ("form", "lemma", "upos", "xpos", "feats", "deprel", "deps", "misc")  # those that hold strings


class Segment(NamedTuple):
    """A part of a word with its own tag: a prefix, a stem, a suffix."""

    form: str
    tag: str = EMPTY


class Analysis(NamedTuple):
    """One reading of a word, as an analyser offers it or the user chose it."""

    lemma: str = EMPTY  # identifies the lemma: differs between homographs
    vocalised: str = EMPTY  # the word with its vowels written
    upos: str = EMPTY
    xpos: str = EMPTY
    feats: str = EMPTY  # Name=Value|Name=Value
    gloss: str = EMPTY
    segments: tuple[Segment, ...] = ()

    def __repr__(self) -> str:
        filled = (f"{name}={value!r}" for name, value in self._asdict().items() if value not in (EMPTY, ()))
        return f"Analysis({', '.join(filled)})"


@dataclass(frozen=True, slots=True)
class MultiwordToken:
    """A multiword token of CoNLL-U: what is written as one, from word `first` to word `last`."""

    first: int
    last: int
    form: str
    rest: tuple[str, ...] = (EMPTY,) * 8  # the columns after the form, as in the file
    __repr__ = brief_repr

    @property
    def misc(self) -> str:
        """Its column MISC."""
        return self.rest[-1]


@dataclass(frozen=True, slots=True)
class EmptyNode:
    """A node of the enhanced graph that stands for no word: number `number` after word `after`."""

    after: int
    number: int
    columns: tuple[str, ...] = (EMPTY,) * 9  # all columns but the first
    __repr__ = brief_repr


@dataclass(frozen=True, slots=True)
class Token:
    """One word of a sentence; `index` counts from 1."""

    index: int
    form: str
    lemma: str
    upos: str
    xpos: str
    feats: str
    head: int | None
    deprel: str
    deps: str
    misc: str
    analysis: Analysis | None
    candidates: tuple[Analysis, ...]
    __repr__ = brief_repr


_EMPTY_COLUMNS: dict[int, tuple[str, ...]] = {}


def empty_column(size: int) -> tuple[str, ...]:
    """Return a column of `size` empty values; one shared tuple per length."""
    if (column := _EMPTY_COLUMNS.get(size)) is None:
        column = _EMPTY_COLUMNS[size] = (EMPTY,) * size
    return column
