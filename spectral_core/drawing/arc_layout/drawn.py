"""What is drawn of the dependencies of a sentence, and the measures that it is placed by."""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass
from typing import Literal

Part = Literal["whole", "leaving", "arriving"]


@dataclass(frozen=True, slots=True)
class ArcOptions:
    """Measures of a drawing, in the units of the widths that are given with the words."""

    right_to_left: bool = False
    compact: bool = False  # words stand close together, and long labels push arcs up instead
    gap: float = 18.0  # between words
    level_height: float = 26.0
    label_height: float = 16.0
    words_height: float = 60.0  # of the lines below an arc's foot: form, tags
    bracket_height: float = 24.0  # of one line of multiword ranges below the words
    row_gap: float = 28.0
    row_starts: tuple[int, ...] = ()  # the words that begin the second row, the third and so on
    levels: tuple[int, ...] = ()  # of each row, at least: so that words stay where they are under another tree
    width: float = 0.0  # that spare room is shared between words up to; 0 for none
    spare: float = 26.0  # between two words, at most
    digit_width: float = 8.0  # of the numbers with which arcs go on in other rows
    step: float = 7.0  # between two arcs at one word, where there is room
    stretch: float = 160.0  # words are moved apart for a label up to this width


@dataclass(frozen=True, slots=True)
class Column:
    """The place of a word; or of an empty node: number `empty` after word `word`."""

    word: int
    empty: int
    row: int
    x: float  # left edge
    width: float  # at least that of the word, which stands in its middle

    @property
    def centre(self) -> float:
        return self.x + self.width / 2


@dataclass(frozen=True, slots=True)
class DrawnArc:
    """A line from a head up to a level and down to a word, with its arrow tip at the word. Where the two words stand in
    different rows there are two parts: one leaves the head's row, the other arrives in the word's; each ends at its
    level, open, at the margin, before which its label also says the word `continues`."""

    head: int
    word: int
    row: int
    part: Part
    continues: int  # the word at the other end where the arc is cut, or else 0
    start: float  # x at the head, or where the part that arrives begins
    end: float  # x at the word, or where the part that leaves ends
    level: int  # from 1, the lowest
    height: float  # of its flat top above the words
    top: float  # the y of its flat top
    label_x: float  # the label's centre
    label_y: float
    label_width: float


@dataclass(frozen=True, slots=True)
class Root:
    """An arrow straight down to a word that hangs from the root; its label stands where it begins."""

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
    """A bracket below the words of a multiword range; `index` is the range's place in what was given."""

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
    baseline: float  # where arcs stand on the words
    brackets: float  # where the lines of the words end
    bottom: float
    levels: int  # of arcs that there is room for


@dataclass(frozen=True, slots=True)
class ArcLayout:
    """Everything that is drawn of a sentence's dependencies."""

    columns: tuple[Column, ...]  # in reading order
    arcs: tuple[DrawnArc, ...]  # in the order of their words
    roots: tuple[Root, ...]
    brackets: tuple[Bracket, ...]
    rows: tuple[ArcRow, ...]
    unattached: tuple[int, ...]  # words without a head, with themselves as head, or with a head that does not exist
    width: float
    height: float

    def column(self, word: int) -> Column:
        at = bisect_left(self.columns, (word, 0), key=lambda column: (column.word, column.empty))
        found = self.columns[at] if at < len(self.columns) else None
        if found is None or found.word != word or found.empty:
            raise IndexError(f"there is no word {word} in this drawing")
        return found
