"""Step-by-step traces of an algorithm over one sentence: the cells it fills and the links it builds."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple
from unicodedata import bidirectional

from spectral_core.brief import brief_repr
from spectral_core.data.sentence import Sentence

MAX_WORDS = 15  # maximum length of a traced sentence

LinkKind = Literal["bracket", "arc", "half", "open"]


class TableCell(NamedTuple):
    """A cell in one of the tables of a trace."""

    table: int
    row: int
    column: int


@dataclass(frozen=True, slots=True)
class TraceTable:
    """A table before the first step: a heat map, or one whose columns are aligned with the words."""

    title: str
    rows: tuple[str, ...]
    columns: tuple[str, ...]
    cells: tuple[tuple[float | None, ...], ...] = ()  # () for an empty table
    is_heat_map: bool = False  # small cells without numbers
    is_chart: bool = False  # rows are start words and columns end words: a triangular chart
    __repr__ = brief_repr


@dataclass(frozen=True, slots=True)
class WordLink:
    """A link between two words, counted from 0: a bracket from the first to the last word, an arc from a head to its
    dependent, a half tree (complete span) from its head to its edge, or an open one (incomplete span).
    """

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
    is_next: bool = False  # visited by the next step


@dataclass(frozen=True, slots=True)
class TraceEdge:
    """A transition from one state to another."""

    source: int
    target: int
    lines: tuple[str, ...]
    count: int


@dataclass(frozen=True, slots=True)
class TraceGraph:
    """An automaton between two steps; its first node is the start."""

    nodes: tuple[TraceNode, ...]
    edges: tuple[TraceEdge, ...]
    __repr__ = brief_repr


@dataclass(frozen=True, slots=True)
class TraceStep:
    """One step of an algorithm."""

    caption: str  # the action in terms of the field
    equation: tuple[str, ...] = ()  # the line of the algorithm that is evaluated, in symbols and in numbers
    written_cells: tuple[tuple[TableCell, float], ...] = ()
    read_cells: tuple[TableCell, ...] = ()
    links: tuple[WordLink, ...] = ()  # all links after this step
    graph: TraceGraph | None = None  # shown instead of words and tables


@dataclass(frozen=True, slots=True)
class TraceFrame:
    """A trace after one of its steps."""

    number: int
    step: TraceStep
    cells: tuple[tuple[tuple[float | None, ...], ...], ...]  # of each table
    __repr__ = brief_repr


@dataclass(frozen=True, slots=True)
class Trace:
    """A run of an algorithm over one sentence."""

    algorithm: str
    title: str
    words: tuple[str, ...]
    tables: tuple[TraceTable, ...]
    steps: tuple[TraceStep, ...]
    points: tuple[tuple[float, float], ...] = ()  # of a vector in the plane, one for each step
    note: str = ""  # about omitted parts
    algorithms: tuple[str, ...] = ()  # all algorithms that the model can trace, with this one
    __repr__ = brief_repr

    def __len__(self) -> int:
        return len(self.steps)

    def frame(self, number: int) -> TraceFrame:
        """Return the trace after a step, counted from 0: the step, and the values of all table cells so far."""
        cells = [
            [list(row) for row in table.cells] or [[None] * len(table.columns) for _ in table.rows]
            for table in self.tables
        ]
        for step in self.steps[: number + 1]:
            for (table, row, column), value in step.written_cells:
                cells[table][row][column] = value
        return TraceFrame(number, self.steps[number], tuple(tuple(map(tuple, rows)) for rows in cells))

    def value_range(self, table: int) -> tuple[float, float]:
        """Return the minimum and maximum value of a table over all steps; 0 and 1 for an empty one."""
        values = [value for row in self.tables[table].cells for value in row if value is not None]
        values += [value for step in self.steps for cell, value in step.written_cells if cell.table == table]
        return (min(values), max(values)) if values else (0.0, 1.0)


def quote_words(words: Sequence[str]) -> str:
    """Quote words for a caption; Unicode isolates keep right-to-left words from reordering it."""
    text = " ".join(words)
    is_right_to_left = any(bidirectional(letter) in ("R", "AL") for letter in text)
    return f"“\u2068{text}\u2069”" if is_right_to_left else f"“{text}”"


def truncate_sentence(sentence: Sentence) -> Sentence:
    """Return the first MAX_WORDS words of a longer sentence, without its trees; a shorter one unchanged."""
    if len(sentence) <= MAX_WORDS:
        return sentence
    columns = (sentence.forms, sentence.lemmas, sentence.upos, sentence.xpos, sentence.feats)
    forms, lemmas, upos, xpos, feats = (column[:MAX_WORDS] for column in columns)
    return Sentence.of(forms, lemmas=lemmas, upos=upos, xpos=xpos, feats=feats)
