"""Hierarchical clustering of frequent prefixes, and the automaton of a cut through it, with its frequencies."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from spectral_core.arrays import Floats, Integers
from spectral_core.data.automaton import (
    OUT,
    Automaton,
    AutomatonEdge,
    MergeStep,
    Prefix,
    SequenceOccurrences,
    State,
    Transition,
)
from spectral_core.errors import DataError, SettingsError
from spectral_core.maths.clustering import cluster_by_average_linkage, cut_linkage
from spectral_core.models.automata.merging import NOWHERE, Moves, determinise
from spectral_core.models.automata.prefixes import (
    PrefixTree,
    Symbols,
    build_prefix_tree,
    forward_vectors,
    project_to_plane,
)

CLUSTERS = 10  # as many as in the paper's figure
EVIDENCE = 0.1
_MIN_PREFIX_COUNT, _SEQUENCES_PER_COUNT = 3, 2000


def default_minimum(sequences: int) -> int:
    """Return the count from which a prefix is clustered, given the number of sequences: rarer ones are mostly noise."""
    return max(_MIN_PREFIX_COUNT, round(sequences / _SEQUENCES_PER_COUNT))


@dataclass(frozen=True, slots=True, eq=False)
class Hierarchy:
    """Frequent prefixes of one head automaton with their hierarchical clustering; an automaton is a cut of it."""

    head: str
    direction: str
    minimum: int
    symbols: Symbols
    prefixes: tuple[Prefix, ...]
    dropped: int
    linkage: Integers  # (prefixes - 1, 2) the second joins the first, which stands for both from then on
    _tree: PrefixTree
    _nodes: Integers  # (prefixes,) of the tree
    _passages: SequenceOccurrences

    def cut(self, clusters: int = CLUSTERS, evidence: float = EVIDENCE) -> Automaton:
        """Return the automaton of so many clusters, before and after each merge that makes it deterministic. `evidence`
        is the share of sequences that a symbol must take from a state to another target than the majority's for two
        states to be merged; smaller minorities follow the majority."""
        if clusters < 1:
            raise SettingsError(f"an automaton needs at least 1 cluster, not {clusters}")
        if not 0 <= evidence <= 0.5:
            raise SettingsError(f"the evidence for a merge is a share from 0 to 0.5, not {evidence:g}")
        clusters = min(clusters, len(self.prefixes))
        moves = self._prefix_moves()
        merges, states = determinise(cut_linkage(self.linkage, clusters), moves, clusters, evidence)
        steps = tuple(self._make_step(state_of_prefix, moves) for state_of_prefix in states)
        return Automaton(
            self.head, self.direction, clusters, self.minimum, self.prefixes,
            tuple(merge.to_merge(self.symbols) for merge in merges), steps, len(merges), self.sequences,
            self.dropped, len(self._tree.ends), self._passages, evidence,
        )  # fmt: skip

    @property
    def sequences(self) -> int:
        """Number of modifier sequences that were counted."""
        return int(self._tree.counts[0])

    def _prefix_moves(self) -> Moves:
        """Return the moves from each frequent prefix to those one symbol longer."""
        prefix_of_node = np.full(len(self._tree.counts), NOWHERE)
        prefix_of_node[self._nodes] = np.arange(len(self._nodes))
        nonempty_nodes = self._nodes[1:]
        return Moves(
            prefix_of_node[self._tree.parents[nonempty_nodes]],
            self._tree.symbols[nonempty_nodes],
            self._tree.counts[nonempty_nodes],
            self.sequences,
            len(self.symbols),
        )

    def _make_step(self, state_of_prefix: Integers, moves: Moves) -> MergeStep:
        """Count how sequences pass through the states of one step; rare prefixes follow the most frequent moves."""
        tree, size = self._tree, len(self.symbols)
        states = int(state_of_prefix.max()) + 1
        state_of_node = np.full(len(tree.counts), NOWHERE)
        state_of_node[self._nodes] = state_of_prefix
        follow = moves.follow(state_of_prefix)
        for low, high in tree.levels[1:]:
            level = np.arange(low, high)
            parent_states = state_of_node[tree.parents[level]]
            unassigned = (state_of_node[level] == NOWHERE) & (parent_states != NOWHERE)
            open_nodes = level[unassigned]
            state_of_node[open_nodes] = follow[parent_states[unassigned], tree.symbols[open_nodes]]
        parent_states = np.concatenate(([NOWHERE], state_of_node[tree.parents[1:]]))
        in_automaton = state_of_node != NOWHERE
        leaves = ~in_automaton & (parent_states != NOWHERE)
        visits = np.bincount(state_of_node[in_automaton], tree.counts[in_automaton], states).astype(np.int64)
        stops = np.bincount(state_of_node[in_automaton], tree.stops[in_automaton], states)
        exits = np.bincount(parent_states[leaves], tree.counts[leaves], states).astype(np.int64)
        total_visits = int(visits.sum())
        state_list = tuple(
            State(
                number,
                self._most_frequent(state_of_prefix, number),
                int(visits[number]),
                int(visits[number]) / total_visits,
                float(stops[number] / visits[number]),
                int(exits[number]),
            )
            for number in np.unique(state_of_prefix).tolist()
        )
        has_source = parent_states != NOWHERE
        target = np.where(leaves, states, state_of_node)  # those that leave stand behind all states
        move_keys = np.full(len(state_of_node), NOWHERE)
        move_keys[has_source] = (parent_states[has_source] * (states + 1) + target[has_source]) * size + tree.symbols[
            has_source
        ]
        edges = _make_edges(move_keys, tree, visits, self.symbols)
        return MergeStep(
            state_list,
            tuple(edge for edge in edges if edge.target != OUT),
            int(tree.counts[leaves].sum()) / self.sequences,
            tuple(edge for edge in edges if edge.target == OUT),
        )

    def _most_frequent(self, state: Integers, number: int) -> tuple[int, ...]:
        members = np.flatnonzero(state == number)
        order = np.argsort([-self.prefixes[prefix].count for prefix in members.tolist()], kind="stable")
        return tuple(members[order].tolist())


def cluster_prefixes(
    operators: Mapping[str, Floats],
    start: Floats,
    sequences: Mapping[Symbols, int],
    *,
    head: str = "",
    direction: str = "",
    minimum: int | None = None,
    passages: Mapping[Symbols, Sequence[tuple[int, int]]] | None = None,
) -> Hierarchy:
    """Cluster the prefixes that begin at least `minimum` of the sequences, by default `default_minimum`, by the cosine
    of their forward vectors A_xt .. A_x1 start. Cosine depends on the basis of the states: it should be that of the
    orthonormal U of the singular value decomposition, in which vectors are placed as the distributions of the next
    symbol are, or, where bigrams were scaled, as those divided by the scale. `passages`: (sentence from 0, head from 1)
    of each."""
    if minimum is not None and minimum < 1:
        raise SettingsError(f"a prefix must be asked to occur at least 1 time, not {minimum}")
    counts = {symbols: count for symbols, count in sorted(sequences.items()) if count > 0}
    if not counts:
        raise DataError(f"there is no {head or 'head'} here to take an automaton of; choose a tag that occurs")
    minimum = default_minimum(sum(counts.values())) if minimum is None else minimum
    names = tuple(sorted({symbol for symbols in counts for symbol in symbols}))
    tree = build_prefix_tree(counts, {symbol: index for index, symbol in enumerate(names)})
    vectors, has_vector = forward_vectors(tree, [operators.get(name) for name in names], start, minimum)
    nodes = np.flatnonzero(has_vector)
    if not len(nodes):
        total = int(tree.counts[0])
        if total < minimum:
            raise DataError(f"there are only {total} sequences here; lower the minimum from {minimum}")
        raise DataError("the model's automaton has no state at the start of these sequences; learn from more text")
    dropped = int(np.count_nonzero(tree.counts >= minimum)) - len(nodes)
    unit_vectors = vectors[nodes]
    points = project_to_plane(unit_vectors)
    prefixes = tuple(
        Prefix(
            tuple(names[symbol] for symbol in tree.path(node)),
            int(tree.counts[node]),
            tuple(unit_vectors[index].tolist()),
            (float(points[index, 0]), float(points[index, 1])),
        )
        for index, node in enumerate(nodes.tolist())
    )
    prefix_passages = _make_passages(list(counts), passages)
    return Hierarchy(
        head,
        direction,
        minimum,
        names,
        prefixes,
        dropped,
        cluster_by_average_linkage(unit_vectors),
        tree,
        nodes,
        prefix_passages,
    )


def _make_edges(move_keys: Integers, tree: PrefixTree, visits: Integers, symbols: Symbols) -> tuple[AutomatonEdge, ...]:
    """Return the edges with their moves, from (source * (states + 1) + target) * symbols + symbol of each node reached;
    the target after all states is outside."""
    sequence, node = tree.passing
    has_move = move_keys[node] != NOWHERE
    pairs = np.unique(move_keys[node][has_move] * len(tree.ends) + sequence[has_move])
    distinct, inverse = np.unique(move_keys, return_inverse=True)
    counts = np.bincount(inverse, tree.counts, len(distinct)).astype(np.int64)
    moves_by_edge: dict[tuple[int, int], list[Transition]] = {}
    bounds = [*np.searchsorted(pairs, distinct * len(tree.ends)).tolist(), len(pairs)]
    passing = (pairs % len(tree.ends)).tolist() if len(tree.ends) else []
    for index, move_key in enumerate(distinct.tolist()):
        if move_key == NOWHERE:
            continue
        rest, symbol = divmod(move_key, len(symbols))
        source, target = divmod(rest, len(visits) + 1)
        target = OUT if target == len(visits) else target
        count = int(counts[index])
        passing_sequences = tuple(passing[bounds[index] : bounds[index + 1]])
        moves_by_edge.setdefault((source, target), []).append(
            Transition(symbols[symbol], count, count / int(visits[source]), passing_sequences)
        )
    return tuple(
        AutomatonEdge(source, target, tuple(sorted(moves, key=lambda move: (-move.count, move.symbol))))
        for (source, target), moves in moves_by_edge.items()
    )


def _make_passages(
    sequences: Sequence[Symbols], passages: Mapping[Symbols, Sequence[tuple[int, int]]] | None
) -> SequenceOccurrences:
    if passages is None:
        return SequenceOccurrences()
    bounds, sentences, words = [0], [], []
    for symbols in sequences:
        for sentence, word in passages.get(symbols, ()):
            sentences.append(sentence)
            words.append(word)
        bounds.append(len(sentences))
    return SequenceOccurrences(tuple(bounds), tuple(sentences), tuple(words))
