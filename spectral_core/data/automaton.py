"""A finite automaton read out of a model's state space: states, edges, and how clusters were merged into them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from spectral_core.brief import brief

if TYPE_CHECKING:
    from networkx import MultiDiGraph

START = "START"  # the name of the empty prefix
OUT = -1  # the target of an edge by which sequences leave the automaton


@dataclass(frozen=True, slots=True)
class Prefix:
    """A beginning of sequences, head-outwards, and where the model's state is after it."""

    symbols: tuple[str, ...]  # () before anything was generated
    count: int  # sequences that begin with it
    vector: tuple[float, ...]  # its forward vector at length 1
    point: tuple[float, float]  # along the first two principal directions of all prefixes' vectors
    __repr__ = brief

    @property
    def name(self) -> str:
        """Its symbols, head-outwards."""
        return " ".join(self.symbols) or START


@dataclass(frozen=True, slots=True)
class State:
    """A cluster of prefixes, or several that were merged."""

    number: int  # that of the lowest cluster in it; 0 is where sequences start
    prefixes: tuple[int, ...]  # in `Automaton.prefixes`, the most frequent first
    visits: int
    mass: float  # its share of all visits
    stop: float  # share of the visits that end here; with those of its edges and of what leaves, 1
    lost: int  # visits from which no edge goes on as the sequence does
    __repr__ = brief


@dataclass(frozen=True, slots=True)
class Move:
    """A symbol on an edge."""

    symbol: str
    count: int
    frequency: float  # its share of the visits to the source
    sequences: tuple[int, ...] = ()  # which pass here, in `Automaton.passages`
    __repr__ = brief


@dataclass(frozen=True, slots=True)
class AutomatonEdge:
    """All that leads from one state to another, or from one OUT of the automaton."""

    source: int
    target: int
    moves: tuple[Move, ...]  # the most frequent first
    __repr__ = brief

    @property
    def count(self) -> int:
        """How many sequences pass it."""
        return sum(move.count for move in self.moves)

    @property
    def frequency(self) -> float:
        """The share of the visits to its source that go this way."""
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
class MergeStep:
    """The automaton between two merges."""

    states: tuple[State, ...]  # by number
    edges: tuple[AutomatonEdge, ...]  # by source and target
    lost: float  # share of the sequences that leave the automaton
    leaving: tuple[AutomatonEdge, ...] = ()  # to OUT, by source: what no edge carries on
    __repr__ = brief


@dataclass(frozen=True, slots=True)
class Passages:
    """Where sequences stand in a treebank: those of one sequence lie together."""

    bounds: tuple[int, ...] = (0,)  # of each sequence in the two below, half-open
    sentences: tuple[int, ...] = ()  # from 0
    words: tuple[int, ...] = ()  # the heads, from 1
    __repr__ = brief

    def of(self, sequences: Iterable[int]) -> tuple[tuple[int, int], ...]:
        """(sentence, head word) of all that have one of these sequences, in the order of the treebank."""
        if not self.sentences:
            return ()
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
    steps: tuple[MergeStep, ...]  # one more than merges
    step: int
    total: int  # sequences that were followed
    dropped: int = 0  # frequent prefixes that the model has no state for: unknown symbols, zero vectors
    sequences: int = 0  # different ones
    passages: Passages = Passages()  # empty where it is not known where the sequences stand
    evidence: float = 0.0  # the least share of the sequences for a merge
    __repr__ = brief

    def _repr_svg_(self) -> str:
        from spectral_core.notebook import automaton_svg

        return automaton_svg(self)

    @property
    def states(self) -> tuple[State, ...]:
        """The states of this step, by number."""
        return self.steps[self.step].states

    @property
    def edges(self) -> tuple[AutomatonEdge, ...]:
        """The edges of this step, by source and target."""
        return self.steps[self.step].edges

    @property
    def leaving(self) -> tuple[AutomatonEdge, ...]:
        """What leaves the automaton, to OUT."""
        return self.steps[self.step].leaving

    @property
    def lost(self) -> float:
        """The share of the sequences that leave the automaton."""
        return self.steps[self.step].lost

    def graph(self) -> MultiDiGraph:
        """The automaton as a graph: states are nodes, and each symbol on an edge is an edge of its own. `label` names a
        state by its most frequent prefix and an edge by its symbol; `weight` is the count of an edge, as programs that
        draw graphs read it; what leaves is told of states alone."""
        import networkx as nx

        graph = nx.MultiDiGraph(head=self.head, direction=self.direction, clusters=self.clusters, minimum=self.minimum)
        graph.graph.update(evidence=self.evidence, merges=self.step, sequences=self.total, lost=self.lost)
        for state in self.states:
            names = [self.prefixes[at].name for at in state.prefixes]
            label = names[0] if names else str(state.number)
            graph.add_node(state.number, label=label, visits=state.visits, mass=state.mass, lost=state.lost)
            graph.nodes[state.number].update(stop=state.stop, prefixes="; ".join(names), start=state.number == 0)
        moves = ((edge, move) for edge in self.edges for move in edge.moves)
        for key, (edge, move) in enumerate(moves):  # numbers that are different in the whole graph, as in its files
            facts = {"label": move.symbol, "count": move.count, "frequency": move.frequency, "weight": move.count}
            graph.add_edge(edge.source, edge.target, key, **facts)
        return graph

    @property
    def deterministic(self) -> bool:
        """Whether no symbol leads from a state to two."""
        moves = [(source, symbol) for source, _, symbol in self.graph().edges(data="label")]
        return len(moves) == len(set(moves))

    @property
    def unreachable(self) -> tuple[int, ...]:
        """The states to which nothing leads from the first."""
        import networkx as nx

        graph = self.graph()
        return tuple(sorted(set(graph) - {0} - nx.descendants(graph, 0)))

    @property
    def dead_ends(self) -> tuple[int, ...]:
        """The states from which nothing leads to one where sequences stop."""
        import networkx as nx

        graph, stopping = self.graph(), {state.number for state in self.states if state.stop}
        return tuple(sorted(set(graph) - stopping.union(*(nx.ancestors(graph, number) for number in stopping))))

    def at(self, step: int) -> Automaton:
        """The automaton after so many merges; 0 has the clusters as they were found."""
        if not 0 <= step <= len(self.merges):
            raise IndexError(f"step {step} of {len(self.merges)} merges")
        return replace(self, step=step)

    def state(self, number: int) -> State:
        """The state of this number."""
        return next(state for state in self.states if state.number == number)

    def edge(self, source: int, target: int) -> AutomatonEdge:
        """The edge between these states; what leaves a state goes to OUT."""
        every = (*self.edges, *self.leaving)
        return next(edge for edge in every if (edge.source, edge.target) == (source, target))

    def through_edge(self, source: int, target: int, symbol: str | None = None) -> tuple[tuple[int, int], ...]:
        """(sentence, head word) of what passes along an edge, or along it with one symbol."""
        moves = [move for move in self.edge(source, target).moves if symbol in (None, move.symbol)]
        return self.passages.of(sequence for move in moves for sequence in move.sequences)

    def through_state(self, number: int) -> tuple[tuple[int, int], ...]:
        """(sentence, head word) of what passes through a state; through the first passes everything."""
        self.state(number)
        if number == 0:
            return self.passages.of(range(len(self.passages.bounds) - 1))
        arriving = [edge for edge in self.edges if edge.target == number]
        return self.passages.of(sequence for edge in arriving for move in edge.moves for sequence in move.sequences)
