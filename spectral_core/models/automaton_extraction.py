"""Deterministic automata extracted from head automata: prefixes of modifier sequences are clustered by their forward
vectors, and clusters are merged (Luque et al. 2012, section 5.3)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from spectral_core.arrays import Flags, Floats, Integers, project_to_principal_plane
from spectral_core.data import Sentence
from spectral_core.data.automaton import (
    OUTSIDE,
    Automaton,
    AutomatonEdge,
    Merge,
    MergeStep,
    Prefix,
    SequenceOccurrences,
    State,
    Transition,
)
from spectral_core.data.dependencies import dependents_by_head
from spectral_core.errors import DataError, SettingsError
from spectral_core.maths.clustering import cluster_by_average_linkage, cut_linkage

Symbols = tuple[str, ...]
_MIN_RELATIVE_NORM = 1e-12  # relative to the largest norm the operator can produce; shorter vectors are rounding errors
NO_STATE = -1
_MAX_ITERATIONS = 20  # iterations until state assignments converge, usually two or three
DEFAULT_CLUSTERS = 10  # as in the paper's figure
DEFAULT_EVIDENCE = 0.1
_MIN_PREFIX_COUNT, _SEQUENCES_PER_COUNT = 3, 2000


@dataclass(frozen=True, slots=True, eq=False)
class PrefixTree:
    """Prefix tree (trie) of the sequences, shorter prefixes first; node 0 is the empty prefix."""

    parents: Integers  # (nodes,)
    symbols: Integers  # (nodes,) last symbol
    counts: Integers  # (nodes,) sequences with this prefix
    end_counts: Integers  # (nodes,) sequences that end here
    levels: tuple[tuple[int, int], ...]  # half-open node range of each prefix length
    distinct_sequences: int
    node_visits: tuple[Integers, Integers]  # (sequence, node) for every step of every sequence

    def path(self, node: int) -> tuple[int, ...]:
        """Return the symbols from the root to a node."""
        symbols = []
        while node:
            symbols.append(int(self.symbols[node]))
            node = int(self.parents[node])
        return tuple(reversed(symbols))


def build_prefix_tree(sequence_counts: Mapping[Symbols, int], index: Mapping[str, int]) -> PrefixTree:
    """Build the prefix tree of symbol sequences with their counts; `index` maps symbols to ids."""
    counts: dict[tuple[int, ...], int] = {}
    sequences = [tuple(index[symbol] for symbol in symbols) for symbols in sequence_counts]
    for sequence, count in zip(sequences, sequence_counts.values(), strict=True):
        for size in range(len(sequence) + 1):
            prefix = sequence[:size]
            counts[prefix] = counts.get(prefix, 0) + count
    order = sorted(counts, key=lambda prefix: (len(prefix), -counts[prefix], prefix))
    node_of = {prefix: node for node, prefix in enumerate(order)}
    lengths = np.array([len(prefix) for prefix in order])
    bounds = np.searchsorted(lengths, np.arange(int(lengths[-1]) + 2)).tolist()
    ends = np.array([node_of[sequence] for sequence in sequences])
    passing = [
        (sequence_index, node_of[sequence_symbols[: size + 1]])
        for sequence_index, sequence_symbols in enumerate(sequences)
        for size in range(len(sequence_symbols))
    ]
    pairs = np.array(passing, dtype=np.int64).reshape(-1, 2)
    stops = np.zeros(len(order), dtype=np.int64)
    stops[ends] = list(sequence_counts.values())
    return PrefixTree(
        np.array([node_of[prefix[:-1]] for prefix in order]),
        np.array([prefix[-1] if prefix else 0 for prefix in order]),
        np.array([counts[prefix] for prefix in order]),
        stops,
        tuple(pairwise(bounds)),
        len(sequences),
        (pairs[:, 0], pairs[:, 1]),
    )


def compute_forward_vectors(
    tree: PrefixTree, operators: Sequence[Floats | None], start: Floats, minimum: int
) -> tuple[Floats, Flags]:
    """Return the unit forward vectors of the frequent prefixes, and which prefixes have one."""
    states = len(start)
    vectors = np.zeros((len(tree.counts), states))
    has_vector = np.zeros(len(tree.counts), dtype=bool)
    norm = float(np.linalg.norm(start))
    if tree.counts[0] < minimum or not np.isfinite(norm) or norm == 0:
        return vectors, has_vector
    vectors[0], has_vector[0] = start / norm, True
    zero = np.zeros((states, states))
    stacked = np.array([zero if operator is None else operator for operator in operators]).reshape(-1, states, states)
    operator_norms = np.linalg.norm(stacked, axis=(1, 2))
    for low, high in tree.levels[1:]:
        level = np.arange(low, high)
        level = level[(tree.counts[level] >= minimum) & has_vector[tree.parents[level]]]
        products = np.matmul(stacked[tree.symbols[level]], vectors[tree.parents[level], :, None])[:, :, 0]
        norms = np.linalg.norm(products, axis=1)
        sound = np.isfinite(norms) & (norms > _MIN_RELATIVE_NORM * operator_norms[tree.symbols[level]])
        vectors[level[sound]] = products[sound] / norms[sound, None]
        has_vector[level[sound]] = True
    return vectors, has_vector


@dataclass(frozen=True, slots=True, eq=False)
class PrefixTransitions:
    """Transitions between frequent prefixes: exactly one into each, except into the empty prefix, which comes first."""

    sources: Integers  # (moves,) prefix
    symbols: Integers
    counts: Integers
    total: int  # number of sequences
    symbol_count: int  # number of symbols

    def find_most_frequent_targets(self, state_of_prefix: Integers) -> Integers:
        """Return (states, symbols) the most frequent target state of each symbol from each state; on ties the lower
        one."""
        targets = np.full((int(state_of_prefix.max()) + 1, self.symbol_count), NO_STATE)
        table = _TransitionCounts.from_transitions(self, state_of_prefix, state_of_prefix)
        order = np.lexsort((-table.targets, table.counts))
        targets[table.sources[order], table.symbols[order]] = table.targets[order]
        return targets


@dataclass(frozen=True, slots=True)
class ClusterMerge:
    """Two clusters merged because one symbol leads to both from the same cluster."""

    surviving: int
    removed: int
    source: int
    symbol: int
    counts: tuple[int, int]
    examples: tuple[int, int]  # most frequent prefix that leads to each cluster

    def to_named_merge(self, symbols: Symbols) -> Merge:
        """Return the merge with the symbol itself in place of its id."""
        return Merge(self.surviving, self.removed, self.source, symbols[self.symbol], self.counts, self.examples)


@dataclass(frozen=True, slots=True, eq=False)
class _TransitionCounts:
    """Transition counts from states to clusters by symbol, in sequences, sorted by source and symbol."""

    sources: Integers  # (rows,) state
    symbols: Integers
    targets: Integers
    counts: Integers
    majority_rows: Integers  # (rows,) most frequent row of the same source and symbol, the first on ties
    row_of_transition: Integers  # (moves,) row of each

    @classmethod
    def from_transitions(
        cls, transitions: PrefixTransitions, state_of_prefix: Integers, cluster_of_prefix: Integers
    ) -> _TransitionCounts:
        """Count transitions from the states of prefixes to the clusters of prefixes."""
        width = int(max(state_of_prefix.max(), cluster_of_prefix.max())) + 1
        keys = (
            state_of_prefix[transitions.sources] * transitions.symbol_count + transitions.symbols
        ) * width + cluster_of_prefix[1:]
        distinct, row_of_transition = np.unique(keys, return_inverse=True)
        counts = np.bincount(row_of_transition, transitions.counts, len(distinct)).astype(np.int64)
        pair, targets = np.divmod(distinct, width)
        sources, symbols = np.divmod(pair, max(transitions.symbol_count, 1))
        order = np.lexsort((targets, -counts, pair))
        _, first_positions = np.unique(pair[order], return_index=True)
        firsts = order[first_positions]  # most frequent row of each source and symbol
        majority = firsts[np.searchsorted(pair[firsts], pair)]
        return cls(sources, symbols, targets, counts, majority, row_of_transition)

    def has_sufficient_evidence(self, visits: Integers, evidence: float) -> Flags:
        """Return (rows,) which transitions may trigger a merge: majority targets, and minority targets with at least
        the share `evidence` both of the sequences with this source and symbol and of the visits to the smaller of the
        two targets."""
        symbol_counts = np.bincount(self.majority_rows, self.counts, len(self.majority_rows))[self.majority_rows]
        smaller_visits = np.minimum(visits[self.targets], visits[self.targets[self.majority_rows]])
        is_majority: Flags = self.majority_rows == np.arange(len(self.majority_rows))
        return is_majority | ((self.counts >= evidence * symbol_counts) & (self.counts >= evidence * smaller_visits))


def determinise(
    cluster_of_prefix: Integers, transitions: PrefixTransitions, clusters: int, evidence: float
) -> tuple[list[ClusterMerge], list[Integers]]:
    """Merge clusters until each symbol leads from a state to one state only. Return the merges, the one with the most
    evidence first, and the state of each prefix before the first and after each merge. A minority target with less
    than the share `evidence` of the sequences does not trigger a merge: its sequences are redirected to the
    majority target. 0 always merges, as in the paper."""
    merges: list[ClusterMerge] = []
    states: list[Integers] = []
    for _ in range(clusters):
        state_of_prefix, table, has_evidence = _redirect_minorities(cluster_of_prefix, transitions, evidence)
        minority_rows = np.flatnonzero(has_evidence & (table.majority_rows != np.arange(len(has_evidence))))
        if not len(minority_rows):
            return merges, [*states, _force_deterministic(state_of_prefix, transitions)]
        states.append(state_of_prefix)
        best_row = int(minority_rows[np.argmax(table.counts[minority_rows])])
        rows = sorted((int(table.majority_rows[best_row]), best_row), key=lambda row: int(table.targets[row]))
        surviving, removed = (int(table.targets[row]) for row in rows)
        counts = [int(table.counts[row]) for row in rows]
        examples = [1 + int(np.argmax(np.where(table.row_of_transition == row, transitions.counts, 0))) for row in rows]
        merges.append(
            ClusterMerge(
                surviving, removed, int(table.sources[best_row]), int(table.symbols[best_row]), (counts[0], counts[1]),
                (examples[0], examples[1]),
            )
        )  # fmt: skip
        cluster_of_prefix = np.where(cluster_of_prefix == removed, surviving, cluster_of_prefix)
    raise AssertionError("every merge removes a cluster")


def _redirect_minorities(
    cluster_of_prefix: Integers, transitions: PrefixTransitions, evidence: float
) -> tuple[Integers, _TransitionCounts, Flags]:
    """Return the state of each prefix after redirecting minorities to majority targets, the transition counts, and
    which of them have enough evidence."""
    weights = np.append(transitions.total, transitions.counts)
    state_of_prefix = cluster_of_prefix
    for _ in range(_MAX_ITERATIONS):
        table = _TransitionCounts.from_transitions(transitions, state_of_prefix, cluster_of_prefix)
        visits = np.bincount(state_of_prefix, weights, int(cluster_of_prefix.max()) + 1).astype(np.int64)
        has_evidence = table.has_sufficient_evidence(visits, evidence)
        targets = np.where(has_evidence, table.targets, table.targets[table.majority_rows])
        next_state = np.append(cluster_of_prefix[:1], targets[table.row_of_transition])
        if np.array_equal(next_state, state_of_prefix):
            break
        state_of_prefix = next_state
    return state_of_prefix, table, has_evidence


def _force_deterministic(state_of_prefix: Integers, transitions: PrefixTransitions) -> Integers:
    """Return the same states if they have converged; otherwise redirect each prefix to the most frequent target of its
    symbol and source state."""
    targets = transitions.find_most_frequent_targets(state_of_prefix)
    forced = state_of_prefix.copy()
    for prefix, (source, symbol) in enumerate(
        zip(transitions.sources.tolist(), transitions.symbols.tolist(), strict=True), 1
    ):
        source_state = int(forced[source])
        if targets[source_state, symbol] == NO_STATE:
            targets[source_state, symbol] = state_of_prefix[prefix]
        forced[prefix] = targets[source_state, symbol]
    return forced


def compute_default_min_count(sequences: int) -> int:
    """Return the default minimum count of a clustered prefix for this number of sequences; rarer prefixes are mostly
    noise."""
    return max(_MIN_PREFIX_COUNT, round(sequences / _SEQUENCES_PER_COUNT))


@dataclass(frozen=True, slots=True, eq=False)
class PrefixClustering:
    """Hierarchical clustering of the frequent prefixes of one head automaton; each cut of it gives an automaton."""

    head: str
    direction: str
    min_count: int
    symbols: Symbols
    prefixes: tuple[Prefix, ...]
    dropped_count: int
    linkage: Integers  # (prefixes - 1, 2) the second is merged into the first
    _tree: PrefixTree
    _nodes: Integers  # (prefixes,) nodes of the prefix tree
    _occurrences: SequenceOccurrences

    def extract_automaton(self, clusters: int = DEFAULT_CLUSTERS, evidence: float = DEFAULT_EVIDENCE) -> Automaton:
        """Return the automaton of `clusters` clusters, before and after each merge that makes it deterministic.
        `evidence` is the share of sequences that a symbol must take from a state to a target other than the majority's
        for two states to be merged; smaller minorities are redirected to the majority."""
        if clusters < 1:
            raise SettingsError(f"an automaton needs at least 1 cluster, not {clusters}")
        if not 0 <= evidence <= 0.5:
            raise SettingsError(f"the evidence for a merge is a share from 0 to 0.5, not {evidence:g}")
        clusters = min(clusters, len(self.prefixes))
        transitions = self._make_prefix_transitions()
        merges, states = determinise(cut_linkage(self.linkage, clusters), transitions, clusters, evidence)
        steps = tuple(self._make_merge_step(state_of_prefix, transitions) for state_of_prefix in states)
        return Automaton(
            self.head, self.direction, clusters, self.min_count, self.prefixes,
            tuple(merge.to_named_merge(self.symbols) for merge in merges), steps, len(merges), self.sequence_count,
            self.dropped_count, self._tree.distinct_sequences, self._occurrences, evidence,
        )  # fmt: skip

    @property
    def sequence_count(self) -> int:
        """Number of modifier sequences counted."""
        return int(self._tree.counts[0])

    def _make_prefix_transitions(self) -> PrefixTransitions:
        """Return the transitions from each frequent prefix to its frequent one-symbol extensions."""
        prefix_of_node = np.full(len(self._tree.counts), NO_STATE)
        prefix_of_node[self._nodes] = np.arange(len(self._nodes))
        nonempty_nodes = self._nodes[1:]
        return PrefixTransitions(
            prefix_of_node[self._tree.parents[nonempty_nodes]],
            self._tree.symbols[nonempty_nodes],
            self._tree.counts[nonempty_nodes],
            self.sequence_count,
            len(self.symbols),
        )

    def _make_merge_step(self, state_of_prefix: Integers, transitions: PrefixTransitions) -> MergeStep:
        """Count visits, stops and transitions of sequences in the automaton of one step; rare prefixes follow the most
        frequent transitions."""
        tree, size = self._tree, len(self.symbols)
        states = int(state_of_prefix.max()) + 1
        state_of_node = np.full(len(tree.counts), NO_STATE)
        state_of_node[self._nodes] = state_of_prefix
        targets = transitions.find_most_frequent_targets(state_of_prefix)
        for low, high in tree.levels[1:]:
            level = np.arange(low, high)
            level_parent_states = state_of_node[tree.parents[level]]
            unassigned = (state_of_node[level] == NO_STATE) & (level_parent_states != NO_STATE)
            open_nodes = level[unassigned]
            state_of_node[open_nodes] = targets[level_parent_states[unassigned], tree.symbols[open_nodes]]
        parent_states = np.concatenate(([NO_STATE], state_of_node[tree.parents[1:]]))
        in_automaton = state_of_node != NO_STATE
        is_exit = ~in_automaton & (parent_states != NO_STATE)
        visits = np.bincount(state_of_node[in_automaton], tree.counts[in_automaton], states).astype(np.int64)
        stops = np.bincount(state_of_node[in_automaton], tree.end_counts[in_automaton], states)
        exit_counts = np.bincount(parent_states[is_exit], tree.counts[is_exit], states).astype(np.int64)
        total_visits = int(visits.sum())
        state_list = tuple(
            State(
                state_number,
                self._rank_members(state_of_prefix, state_number),
                int(visits[state_number]),
                int(visits[state_number]) / total_visits,
                float(stops[state_number] / visits[state_number]),
                int(exit_counts[state_number]),
            )
            for state_number in np.unique(state_of_prefix).tolist()
        )
        has_source = parent_states != NO_STATE
        target = np.where(is_exit, states, state_of_node)  # index `states` is the outside
        transition_keys = np.full(len(state_of_node), NO_STATE)
        transition_keys[has_source] = (
            parent_states[has_source] * (states + 1) + target[has_source]
        ) * size + tree.symbols[has_source]
        edges = _make_edges(transition_keys, tree, visits, self.symbols)
        return MergeStep(
            state_list,
            tuple(edge for edge in edges if edge.target != OUTSIDE),
            int(tree.counts[is_exit].sum()) / self.sequence_count,
            tuple(edge for edge in edges if edge.target == OUTSIDE),
        )

    def _rank_members(self, state_of_prefix: Integers, state_number: int) -> tuple[int, ...]:
        """Return the prefixes of a state, most frequent first."""
        members = np.flatnonzero(state_of_prefix == state_number)
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
    occurrences: Mapping[Symbols, Sequence[tuple[int, int]]] | None = None,
) -> PrefixClustering:
    """Cluster the prefixes shared by at least `minimum` sequences, by default `compute_default_min_count`, by the
    cosine of their forward vectors A_xt .. A_x1 start. The cosine depends on the basis of the states: use the
    orthonormal U of the singular value decomposition, in which distances are those of the distributions over the next
    symbol (divided by the scale, where bigrams were scaled). `occurrences`: (sentence from 0, head from 1) of each
    sequence."""
    if minimum is not None and minimum < 1:
        raise SettingsError(f"the minimum count of a prefix must be at least 1, not {minimum}")
    counts = {symbols: count for symbols, count in sorted(sequences.items()) if count > 0}
    if not counts:
        raise DataError(
            f"no word here is tagged {head}; choose a tag that occurs" if head else "there are no sequences here"
        )
    minimum = compute_default_min_count(sum(counts.values())) if minimum is None else minimum
    names = tuple(sorted({symbol for symbols in counts for symbol in symbols}))
    tree = build_prefix_tree(counts, {symbol: index for index, symbol in enumerate(names)})
    vectors, has_vector = compute_forward_vectors(tree, [operators.get(name) for name in names], start, minimum)
    nodes = np.flatnonzero(has_vector)
    if not len(nodes):
        total = int(tree.counts[0])
        if total < minimum:
            raise DataError(f"there are only {total} sequences here; lower the minimum from {minimum}")
        raise DataError("the model's automaton has no state at the start of these sequences; learn from more text")
    dropped = int(np.count_nonzero(tree.counts >= minimum)) - len(nodes)
    unit_vectors = vectors[nodes]
    points, _ = project_to_principal_plane(unit_vectors)
    prefixes = tuple(
        Prefix(
            tuple(names[symbol] for symbol in tree.path(node)),
            int(tree.counts[node]),
            tuple(unit_vectors[index].tolist()),
            (float(points[index, 0]), float(points[index, 1])),
        )
        for index, node in enumerate(nodes.tolist())
    )
    prefix_occurrences = _make_occurrences(list(counts), occurrences)
    return PrefixClustering(
        head,
        direction,
        minimum,
        names,
        prefixes,
        dropped,
        cluster_by_average_linkage(unit_vectors),
        tree,
        nodes,
        prefix_occurrences,
    )


def _make_edges(
    transition_keys: Integers, tree: PrefixTree, visits: Integers, symbols: Symbols
) -> tuple[AutomatonEdge, ...]:
    """Return the edges with their transitions; a key is (source * (states + 1) + target) * symbols + symbol for each
    node reached. The target index after all states is the outside."""
    sequence, node = tree.node_visits
    has_transition = transition_keys[node] != NO_STATE
    pairs = np.unique(transition_keys[node][has_transition] * tree.distinct_sequences + sequence[has_transition])
    distinct, inverse = np.unique(transition_keys, return_inverse=True)
    counts = np.bincount(inverse, tree.counts, len(distinct)).astype(np.int64)
    transitions_by_edge: dict[tuple[int, int], list[Transition]] = {}
    bounds = [*np.searchsorted(pairs, distinct * tree.distinct_sequences).tolist(), len(pairs)]
    passing = (pairs % tree.distinct_sequences).tolist()
    for index, transition_key in enumerate(distinct.tolist()):
        if transition_key == NO_STATE:
            continue
        rest, symbol = divmod(transition_key, len(symbols))
        source, target = divmod(rest, len(visits) + 1)
        target = OUTSIDE if target == len(visits) else target
        count = int(counts[index])
        passing_sequences = tuple(passing[bounds[index] : bounds[index + 1]])
        transitions_by_edge.setdefault((source, target), []).append(
            Transition(symbols[symbol], count, count / int(visits[source]), passing_sequences)
        )
    return tuple(
        AutomatonEdge(source, target, tuple(sorted(moves, key=lambda move: (-move.count, move.symbol))))
        for (source, target), moves in transitions_by_edge.items()
    )


def _make_occurrences(
    sequences: Sequence[Symbols], occurrences: Mapping[Symbols, Sequence[tuple[int, int]]] | None
) -> SequenceOccurrences:
    """Return the occurrences of all sequences as concatenated arrays."""
    if occurrences is None:
        return SequenceOccurrences()
    bounds, sentences, words = [0], [], []
    for symbols in sequences:
        for sentence, word in occurrences.get(symbols, ()):
            sentences.append(sentence)
            words.append(word)
        bounds.append(len(sentences))
    return SequenceOccurrences(tuple(bounds), tuple(sentences), tuple(words))


def collect_modifier_sequences(
    sentences: Iterable[Sentence], head: str, direction: str, column: str
) -> dict[Symbols, list[tuple[int, int]]]:
    """Return the sequences of modifier tags of the words tagged `head`, from the head outwards, each with its
    occurrences (sentence from 0, head from 1)."""
    if direction not in ("left", "right"):
        raise SettingsError(f"a direction is left or right, not {direction!r}")
    occurrences: dict[Symbols, list[tuple[int, int]]] = {}
    for sentence_index, sentence in enumerate(sentences):
        if not sentence.is_readable or not sentence.has_heads:
            continue
        tags = sentence.column(column)
        if head not in tags:
            continue
        modifiers = dependents_by_head(sentence.heads)
        for word, tag in enumerate(tags, 1):
            if tag != head:
                continue
            if direction == "left":
                outwards = [modifier for modifier in reversed(modifiers[word]) if modifier < word]
            else:
                outwards = [modifier for modifier in modifiers[word] if modifier > word]
            modifier_tags = tuple(tags[modifier - 1] for modifier in outwards)
            occurrences.setdefault(modifier_tags, []).append((sentence_index, word))
    return occurrences
