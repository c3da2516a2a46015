"""Columns, arcs, brackets and rows of drawn dependencies, and the measures of the drawing."""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass
from typing import Literal

ArcPartKind = Literal["whole", "leaving", "arriving"]


@dataclass(frozen=True, slots=True)
class ArcOptions:
    """Measures of a drawing, in the units of the words' widths."""

    right_to_left: bool = False
    compact: bool = False  # words stand close together, and long labels push arcs up instead
    gap: float = 18.0  # between words
    level_height: float = 26.0
    label_height: float = 16.0
    words_height: float = 60.0  # of the lines below an arc's foot: form, tags
    bracket_height: float = 24.0  # of one line of multiword ranges below the words
    row_gap: float = 28.0
    row_starts: tuple[int, ...] = ()  # the words that begin the second row, the third and so on
    levels: tuple[int, ...] = ()  # least levels of each row, so that words stay where they are under another tree
    width: float = 0.0  # width up to which spare space is shared between words; 0 for none
    spare: float = 26.0  # most that a gap between two words grows
    digit_width: float = 8.0  # of the word numbers at cut arcs
    step: float = 7.0  # between two arcs at one word, if the column is wide enough
    stretch: float = 160.0  # words are moved apart for a label up to this width


@dataclass(frozen=True, slots=True)
class Column:
    """Position of a word, or of an empty node: number `empty` after word `word`."""

    word: int
    empty: int
    row: int
    x: float  # left edge
    width: float  # at least that of the word, which is centred in it

    @property
    def centre(self) -> float:
        return self.x + self.width / 2


@dataclass(frozen=True, slots=True)
class DrawnArc:
    """Line from a head up to a level and down to a word, with its arrow tip at the word.

    If the two words stand in different rows there are two parts: one leaves the head's row, the other arrives in the
    word's; each ends at its level, open, at the margin, before which its label also says the word `continues`.
    """

    head: int
    word: int
    row: int
    part: ArcPartKind
    continues: int  # word at the other end of a cut arc, else 0
    start: float  # x at the head, or the start of an arriving part
    end: float  # x at the word, or the end of a leaving part
    level: int  # from 1, the lowest
    height: float  # of its top above the words
    top: float  # y of its top
    label_x: float  # the label's centre
    label_y: float
    label_width: float


@dataclass(frozen=True, slots=True)
class Root:
    """Arrow straight down to a root word; its label stands where it begins."""

    word: int
    row: int
    x: float
    level: int
    height: float
    top: float
    label_x: float
    label_y: float
    label_width: float


@dataclass(frozen=True, slots=True)
class Bracket:
    """Bracket below the words of a multiword range; `index` is the range's index in the input."""

    index: int
    first: int
    last: int
    row: int
    x: float
    width: float
    y: float
    depth: int  # 0, or more where ranges overlap


@dataclass(frozen=True, slots=True)
class ArcRow:
    """One line of words with the arcs above it."""

    first: int  # the words in it, from 1, both included
    last: int
    top: float
    baseline: float  # lower ends of the arcs
    brackets: float  # lower end of the words' lines
    bottom: float
    levels: int  # number of arc levels that fit


@dataclass(frozen=True, slots=True)
class ArcLayout:
    """Complete drawing of a sentence's dependencies."""

    columns: tuple[Column, ...]  # in reading order
    arcs: tuple[DrawnArc, ...]  # in the order of their words
    roots: tuple[Root, ...]
    brackets: tuple[Bracket, ...]
    rows: tuple[ArcRow, ...]
    unattached: tuple[int, ...]  # words without a head, with themselves as head, or with a head that does not exist
    width: float
    height: float

    def column(self, word: int) -> Column:
        index = bisect_left(self.columns, (word, 0), key=lambda column: (column.word, column.empty))
        word_column = self.columns[index] if index < len(self.columns) else None
        if word_column is None or word_column.word != word or word_column.empty:
            raise IndexError(f"there is no word {word} in this drawing")
        return word_column
