"""Finite automata extracted from a model's state space: states, edges, and the merges of clusters into states."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from spectral_core.brief import brief_repr
from spectral_core.deprecated import keep_old_names, old_keywords, old_members

if TYPE_CHECKING:
    from networkx import MultiDiGraph

START = "START"  # the name of the empty prefix
OUTSIDE = -1  # the target of an edge by which sequences leave the automaton


@dataclass(frozen=True, slots=True)
class Prefix:
    """A prefix of sequences, head-outwards, and the model's state after it."""

    symbols: tuple[str, ...]  # () for the empty prefix
    count: int  # sequences with this prefix
    vector: tuple[float, ...]  # forward vector, normalised to length 1
    point: tuple[float, float]  # along the first two principal directions of all prefixes' vectors
    __repr__ = brief_repr

    @property
    def name(self) -> str:
        """The symbols, head-outwards, joined by spaces; START for the empty prefix."""
        return " ".join(self.symbols) or START


@dataclass(frozen=True, slots=True)
class State:
    """A cluster of prefixes, or several merged clusters."""

    number: int  # lowest index of its clusters; 0 is the start state
    prefixes: tuple[int, ...]  # in `Automaton.prefixes`, the most frequent first
    visits: int
    mass: float  # share of all visits
    stop: float  # stop probability; with those of the outgoing edges it sums to 1
    lost: int  # visits whose sequence has no outgoing edge here
    __repr__ = brief_repr


@dataclass(frozen=True, slots=True)
class Transition:
    """A symbol on an edge."""

    symbol: str
    count: int
    frequency: float  # share of the visits to the source
    sequences: tuple[int, ...] = ()  # along this edge, in `Automaton.passages`
    __repr__ = brief_repr


@dataclass(frozen=True, slots=True)
class AutomatonEdge:
    """All transitions from one state to another, or from a state to OUTSIDE."""

    source: int
    target: int
    moves: tuple[Transition, ...]  # the most frequent first
    __repr__ = brief_repr

    @property
    def count(self) -> int:
        """The number of sequences along the edge."""
        return sum(move.count for move in self.moves)

    @property
    def frequency(self) -> float:
        """The share of the visits to the source state that take this edge."""
        return sum(move.frequency for move in self.moves)


@dataclass(frozen=True, slots=True)
class Merge:
    """Merge of the two states that `symbol` led to from `source`."""

    kept: int  # number of the merged state
    gone: int  # number of the state merged into it
    source: int  # number before this merge
    symbol: str
    counts: tuple[int, int]  # sequences that led to `kept` and to `gone`
    examples: tuple[int, int]  # most frequent prefix that leads to each, in `Automaton.prefixes`


@dataclass(frozen=True, slots=True)
class MergeStep:
    """The automaton between two merges."""

    states: tuple[State, ...]  # by number
    edges: tuple[AutomatonEdge, ...]  # by source and target
    lost: float  # share of the sequences that leave the automaton
    leaving: tuple[AutomatonEdge, ...] = ()  # to OUTSIDE, by source: sequences without a further edge
    __repr__ = brief_repr


@old_members(of="select")
@dataclass(frozen=True, slots=True)
class SequenceOccurrences:
    """The occurrences of sequences in a treebank, grouped by sequence."""

    bounds: tuple[int, ...] = (0,)  # range of sequence i in `sentences` and `words`: bounds[i] up to bounds[i + 1]
    sentences: tuple[int, ...] = ()  # from 0
    words: tuple[int, ...] = ()  # the heads, from 1
    __repr__ = brief_repr

    def select(self, sequences: Iterable[int]) -> tuple[tuple[int, int], ...]:
        """Return (sentence, head word) of each occurrence of these sequences, in the order of the treebank."""
        if not self.sentences:
            return ()
        occurrences: list[tuple[int, int]] = []
        for sequence in set(sequences):
            rows = slice(self.bounds[sequence], self.bounds[sequence + 1])
            occurrences += zip(self.sentences[rows], self.words[rows], strict=True)
        return tuple(sorted(occurrences))


@old_members(
    graph="to_graph",
    at="after_merges",
    at_step="after_merges",
    through_edge="occurrences_on_edge",
    through_state="occurrences_in_state",
    lost="lost_share",
    leaving="leaving_edges",
    deterministic="is_deterministic",
)
@dataclass(frozen=True, slots=True)
class Automaton:
    """The automaton of a head and direction after `step` of its merges; deterministic after the last."""

    head: str
    direction: str  # left or right
    clusters: int  # as requested, or one for each prefix
    minimum: int  # minimum count of a prefix
    prefixes: tuple[Prefix, ...]  # the empty one first
    merges: tuple[Merge, ...]
    steps: tuple[MergeStep, ...]  # one more than merges
    step: int
    total: int  # all sequences counted
    dropped: int = 0  # frequent prefixes without a state: unknown symbols, zero vectors
    sequences: int = 0  # distinct sequences
    passages: SequenceOccurrences = SequenceOccurrences()  # empty if the occurrences are unknown
    evidence: float = 0.0  # minimum share of the sequences for a merge
    __repr__ = brief_repr

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
    def leaving_edges(self) -> tuple[AutomatonEdge, ...]:
        """The edges from a state to OUTSIDE at this step, by source: sequences that no other edge continues."""
        return self.steps[self.step].leaving

    @property
    def lost_share(self) -> float:
        """The share of all sequences that leave the automaton at this step, from 0 to 1."""
        return self.steps[self.step].lost

    def to_graph(self) -> MultiDiGraph:
        """Return the automaton as a graph in which each symbol on an edge is an edge of its own.

        `label` names a state by its most frequent prefix and an edge by its symbol; `weight` is the count of an edge,
        as graph drawing programs expect; edges that leave the automaton are only counted at their states.
        """
        import networkx as nx

        graph = nx.MultiDiGraph(head=self.head, direction=self.direction, clusters=self.clusters, minimum=self.minimum)
        graph.graph.update(evidence=self.evidence, merges=self.step, sequences=self.total, lost=self.lost_share)
        for state in self.states:
            names = [self.prefixes[index].name for index in state.prefixes]
            label = names[0] if names else str(state.number)
            graph.add_node(state.number, label=label, visits=state.visits, mass=state.mass, lost=state.lost)
            graph.nodes[state.number].update(stop=state.stop, prefixes="; ".join(names), start=state.number == 0)
        edges_and_transitions = ((edge, move) for edge in self.edges for move in edge.moves)
        for key, (edge, move) in enumerate(
            edges_and_transitions
        ):  # keys are unique in the whole graph, as in its files
            attributes = {"label": move.symbol, "count": move.count, "frequency": move.frequency, "weight": move.count}
            graph.add_edge(edge.source, edge.target, key, **attributes)
        return graph

    @property
    def is_deterministic(self) -> bool:
        """Whether no symbol leads from a state to two states."""
        transitions = [(source, symbol) for source, _, symbol in self.to_graph().edges(data="label")]
        return len(transitions) == len(set(transitions))

    @property
    def unreachable(self) -> tuple[int, ...]:
        """The numbers of the states that cannot be reached from the start."""
        import networkx as nx

        graph = self.to_graph()
        return tuple(sorted(set(graph) - {0} - nx.descendants(graph, 0)))

    @property
    def dead_ends(self) -> tuple[int, ...]:
        """The numbers of the states from which no state with a stop probability above 0 can be reached."""
        import networkx as nx

        graph, stopping = self.to_graph(), {state.number for state in self.states if state.stop}
        return tuple(sorted(set(graph) - stopping.union(*(nx.ancestors(graph, number) for number in stopping))))

    @old_keywords(step="count")
    def after_merges(self, count: int) -> Automaton:
        """Return the automaton after the first `count` merges; with 0 it has the original clusters."""
        if not 0 <= count <= len(self.merges):
            raise IndexError(f"step {count} of {len(self.merges)} merges")
        return replace(self, step=count)

    def state(self, number: int) -> State:
        """Return the state with this number; StopIteration if there is none."""
        return next(state for state in self.states if state.number == number)

    def edge(self, source: int, target: int) -> AutomatonEdge:
        """Return the edge between these states; edges that leave the automaton go to OUTSIDE."""
        edges = (*self.edges, *self.leaving_edges)
        return next(edge for edge in edges if (edge.source, edge.target) == (source, target))

    def occurrences_on_edge(self, source: int, target: int, symbol: str | None = None) -> tuple[tuple[int, int], ...]:
        """Return (sentence, head word) of the sequences along an edge, or along it with one symbol."""
        transitions = [move for move in self.edge(source, target).moves if symbol in (None, move.symbol)]
        return self.passages.select(sequence for move in transitions for sequence in move.sequences)

    def occurrences_in_state(self, number: int) -> tuple[tuple[int, int], ...]:
        """Return (sentence, head word) of the sequences through a state; all pass through the start state."""
        self.state(number)
        if number == 0:
            return self.passages.select(range(len(self.passages.bounds) - 1))
        arriving = [edge for edge in self.edges if edge.target == number]
        return self.passages.select(sequence for edge in arriving for move in edge.moves for sequence in move.sequences)


keep_old_names(__name__)
