"""A finite automaton read out of a model's state space: states, edges, and how clusters were merged into them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace


@dataclass(frozen=True, slots=True)
class Prefix:
    """A beginning of sequences, head-outwards, and where the model's state is after it."""

    symbols: tuple[str, ...]  # () before anything was generated
    count: int  # sequences that begin with it
    vector: tuple[float, ...]  # its forward vector at length 1
    point: tuple[float, float]  # along the first two principal directions of all prefixes' vectors


@dataclass(frozen=True, slots=True)
class State:
    """A cluster of prefixes, or several that were merged."""

    number: int  # that of the lowest cluster in it; 0 is where sequences start
    prefixes: tuple[int, ...]  # in `Automaton.prefixes`, the most frequent first
    visits: int
    mass: float  # its share of all visits
    stop: float | None  # share of the visits that end here, of those that end or go on; None where there are none
    lost: int  # visits from which no edge goes on as the sequence does


@dataclass(frozen=True, slots=True)
class Move:
    """A symbol on an edge."""

    symbol: str
    count: int
    frequency: float  # its share of the visits to the source that end or go on
    sequences: tuple[int, ...] = ()  # which pass here, in `Automaton.passages`


@dataclass(frozen=True, slots=True)
class Edge:
    """All that leads from one state to another."""

    source: int
    target: int
    moves: tuple[Move, ...]  # the most frequent first

    @property
    def count(self) -> int:
        return sum(move.count for move in self.moves)

    @property
    def frequency(self) -> float:
        return sum(move.frequency for move in self.moves)


@dataclass(frozen=True, slots=True)
class Merge:
    """Two states that became one because `symbol` led from `source` to both."""

    kept: int
    gone: int
    source: int  # as it is called before this merge
    symbol: str
    counts: tuple[int, int]  # sequences that the symbol took to `kept` and to `gone`
    examples: tuple[int, int]  # the most frequent prefix that ends so in each, in `Automaton.prefixes`


@dataclass(frozen=True, slots=True)
class Step:
    """The automaton between two merges."""

    states: tuple[State, ...]  # by number
    edges: tuple[Edge, ...]  # by source and target
    lost: float  # share of the sequences that leave the automaton


@dataclass(frozen=True, slots=True)
class Passages:
    """Where sequences stand in a treebank: those of one sequence lie together."""

    bounds: tuple[int, ...] = (0,)  # of each sequence in the two below, half-open
    sentences: tuple[int, ...] = ()  # from 0
    words: tuple[int, ...] = ()  # the heads, from 1

    def of(self, sequences: Iterable[int]) -> tuple[tuple[int, int], ...]:
        """(sentence, head word) of all that have one of these sequences, in the order of the treebank."""
        found: list[tuple[int, int]] = []
        for sequence in set(sequences):
            part = slice(self.bounds[sequence], self.bounds[sequence + 1])
            found += zip(self.sentences[part], self.words[part], strict=True)
        return tuple(sorted(found))


@dataclass(frozen=True, slots=True)
class Automaton:
    """The approximation of one automaton of a model after `step` of its merges; deterministic after the last."""

    head: str
    direction: str  # left or right
    clusters: int  # as many as were asked for, or all prefixes
    minimum: int  # the least count of a prefix
    prefixes: tuple[Prefix, ...]  # the empty one first
    merges: tuple[Merge, ...]
    steps: tuple[Step, ...]  # one more than merges
    step: int
    total: int  # sequences that were followed
    dropped: int = 0  # frequent prefixes that the model has no state for: unknown symbols, zero vectors
    sequences: int = 0  # different ones
    passages: Passages = Passages()  # empty where it is not known where the sequences stand

    @property
    def states(self) -> tuple[State, ...]:
        return self.steps[self.step].states

    @property
    def edges(self) -> tuple[Edge, ...]:
        return self.steps[self.step].edges

    @property
    def lost(self) -> float:
        """The share of the sequences that leave the automaton."""
        return self.steps[self.step].lost

    @property
    def deterministic(self) -> bool:
        """Whether no symbol leads from a state to two."""
        moves = [(edge.source, move.symbol) for edge in self.edges for move in edge.moves]
        return len(moves) == len(set(moves))

    def at(self, step: int) -> Automaton:
        """The automaton after so many merges; 0 has the clusters as they were found."""
        if not 0 <= step <= len(self.merges):
            raise IndexError(f"step {step} of {len(self.merges)} merges")
        return replace(self, step=step)

    def state(self, number: int) -> State:
        return next(state for state in self.states if state.number == number)

    def edge(self, source: int, target: int) -> Edge:
        return next(edge for edge in self.edges if (edge.source, edge.target) == (source, target))

    def through_edge(self, source: int, target: int, symbol: str | None = None) -> tuple[tuple[int, int], ...]:
        """(sentence, head word) of what passes along an edge, or along it with one symbol."""
        moves = self.edge(source, target).moves
        return self.passages.of(
            sequence for move in moves if symbol in (None, move.symbol) for sequence in move.sequences
        )

    def through_state(self, number: int) -> tuple[tuple[int, int], ...]:
        """(sentence, head word) of what passes through a state; through the first passes everything."""
        self.state(number)
        if number == 0:
            return self.passages.of(range(len(self.passages.bounds) - 1))
        arriving = [edge for edge in self.edges if edge.target == number]
        return self.passages.of(sequence for edge in arriving for move in edge.moves for sequence in move.sequences)
