"""What an algorithm did with one sentence, step by step: numbers as they were written, links as they were chosen."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple
from unicodedata import bidirectional

from spectral_core.brief import brief
from spectral_core.data.sentence import Sentence

MOST_WORDS = 15  # of a sentence that is stepped through

LinkKind = Literal["bracket", "arc", "half", "open"]


class CellPlace(NamedTuple):
    """A place in one of the tables of a trace."""

    table: int
    row: int
    column: int


@dataclass(frozen=True, slots=True)
class TraceTable:
    """A table of numbers as it is before the first step: a heat map, or one whose columns stand over the words."""

    title: str
    rows: tuple[str, ...]
    columns: tuple[str, ...]
    cells: tuple[tuple[float | None, ...], ...] = ()  # () where nothing stands in it yet
    heat: bool = False  # small cells without figures
    spans: bool = False  # its rows are first words and its columns last words: nothing stands below the diagonal
    __repr__ = brief


@dataclass(frozen=True, slots=True)
class WordLink:
    """Something between two words, counted from 0: a bracket from the first to the last, an arc from a head to its
    modifier, a half tree from its head to its edge, or one that is open, whose last arc has nothing behind it yet."""

    kind: LinkKind
    start: int  # of an arc, -1 for the root
    end: int
    is_new: bool = False


@dataclass(frozen=True, slots=True)
class TraceNode:
    """A state of an automaton."""

    number: int
    lines: tuple[str, ...]
    is_final: bool = False
    is_new: bool = False  # made by this step
    is_next: bool = False  # looked at by the next one


@dataclass(frozen=True, slots=True)
class TraceEdge:
    """What leads from one state to another."""

    source: int
    target: int
    lines: tuple[str, ...]
    count: int


@dataclass(frozen=True, slots=True)
class TraceGraph:
    """An automaton as it is between two steps; its first node is where it starts."""

    nodes: tuple[TraceNode, ...]
    edges: tuple[TraceEdge, ...]
    __repr__ = brief


@dataclass(frozen=True, slots=True)
class TraceStep:
    """What was done at one time."""

    caption: str  # what is done, in the words of the field
    equation: tuple[str, ...] = ()  # the line of the algorithm that is evaluated, and with its numbers
    written: tuple[tuple[CellPlace, float], ...] = ()
    read: tuple[CellPlace, ...] = ()
    links: tuple[WordLink, ...] = ()  # all there are now
    graph: TraceGraph | None = None  # in place of words and tables


@dataclass(frozen=True, slots=True)
class TraceFrame:
    """A trace after one of its steps."""

    number: int
    step: TraceStep
    cells: tuple[tuple[tuple[float | None, ...], ...], ...]  # of each table
    __repr__ = brief


@dataclass(frozen=True, slots=True)
class Trace:
    """A run of an algorithm over one sentence."""

    algorithm: str
    title: str
    words: tuple[str, ...]
    tables: tuple[TraceTable, ...]
    steps: tuple[TraceStep, ...]
    points: tuple[tuple[float, float], ...] = ()  # of a vector in the plane, one a step
    note: str = ""  # what was left out
    others: tuple[str, ...] = ()  # algorithms that the model can be stepped through, this one among them
    __repr__ = brief

    def __len__(self) -> int:
        return len(self.steps)

    def frame(self, number: int) -> TraceFrame:
        """What stands there after a step, counted from 0."""
        cells = [
            [list(row) for row in table.cells] or [[None] * len(table.columns) for _ in table.rows]
            for table in self.tables
        ]
        for step in self.steps[: number + 1]:
            for (table, row, column), value in step.written:
                cells[table][row][column] = value
        return TraceFrame(number, self.steps[number], tuple(tuple(map(tuple, rows)) for rows in cells))

    def range_of(self, table: int) -> tuple[float, float]:
        """The least and the largest number that ever stand in a table; 0 and 1 where none do."""
        values = [value for row in self.tables[table].cells for value in row if value is not None]
        values += [value for step in self.steps for place, value in step.written if place.table == table]
        return (min(values), max(values)) if values else (0.0, 1.0)


def quoted(words: Sequence[str]) -> str:
    """Words of the sentence inside a caption; those written from right to left keep to themselves."""
    text = " ".join(words)
    turns = any(bidirectional(letter) in ("R", "AL") for letter in text)
    return f"“\u2068{text}\u2069”" if turns else f"“{text}”"


def beginning(sentence: Sentence, most: int = MOST_WORDS) -> Sentence:
    """The first words of a longer sentence, without its structures."""
    if len(sentence) <= most:
        return sentence
    columns = (sentence.lemmas, sentence.upos, sentence.xpos, sentence.feats)
    lemmas, upos, xpos, feats = (column[:most] for column in columns)
    return Sentence.of(sentence.forms[:most], lemmas=lemmas, upos=upos, xpos=xpos, feats=feats)
