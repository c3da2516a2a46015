"""Merging of prefix clusters until each symbol leads from each to one cluster, as far as enough sequences show."""

from dataclasses import dataclass

import numpy as np

from spectral_core.arrays import Flags, Integers
from spectral_core.data.automaton import Merge
from spectral_core.models.automata.prefixes import Symbols

NOWHERE = -1
_MAX_ROUNDS = 20  # in which prefixes settle; mostly two or three are enough


@dataclass(frozen=True, slots=True, eq=False)
class Moves:
    """Transitions between frequent prefixes: one into each but the empty prefix, which comes first."""

    sources: Integers  # (moves,) prefixes
    symbols: Integers
    counts: Integers
    total: int  # sequences
    symbol_count: int  # symbols there are

    def follow(self, state_of_prefix: Integers) -> Integers:
        """Return (states, symbols) the target of each symbol from each state, the lower of equally frequent ones."""
        targets = np.full((int(state_of_prefix.max()) + 1, self.symbol_count), NOWHERE)
        table = _MoveCounts.from_moves(self, state_of_prefix, state_of_prefix)
        order = np.lexsort((-table.targets, table.counts))
        targets[table.sources[order], table.symbols[order]] = table.targets[order]
        return targets


@dataclass(frozen=True, slots=True)
class ClusterMerge:
    surviving: int
    removed: int
    source: int
    symbol: int
    counts: tuple[int, int]
    examples: tuple[int, int]

    def to_merge(self, symbols: Symbols) -> Merge:
        return Merge(self.surviving, self.removed, self.source, symbols[self.symbol], self.counts, self.examples)


@dataclass(frozen=True, slots=True, eq=False)
class _MoveCounts:
    """Counts of sequences that each symbol takes from each state to each cluster, ordered by source and symbol."""

    sources: Integers  # (rows,) states
    symbols: Integers
    targets: Integers
    counts: Integers
    majority: Integers  # (rows,) the row of the same source and symbol that most take, the first of equals
    row_of_move: Integers  # (moves,) the row of each

    @classmethod
    def from_moves(cls, moves: Moves, state_of_prefix: Integers, cluster_of_prefix: Integers) -> "_MoveCounts":
        """Count moves from the states of prefixes to the clusters of prefixes."""
        width = int(max(state_of_prefix.max(), cluster_of_prefix.max())) + 1
        keys = (state_of_prefix[moves.sources] * moves.symbol_count + moves.symbols) * width + cluster_of_prefix[1:]
        distinct, row_of_move = np.unique(keys, return_inverse=True)
        counts = np.bincount(row_of_move, moves.counts, len(distinct)).astype(np.int64)
        pair, targets = np.divmod(distinct, width)
        sources, symbols = np.divmod(pair, max(moves.symbol_count, 1))
        order = np.lexsort((targets, -counts, pair))
        firsts = order[np.flatnonzero(np.append(len(pair) > 0, pair[order][1:] != pair[order][:-1])[: len(pair)])]
        majority = firsts[np.searchsorted(pair[firsts], pair)]
        return cls(sources, symbols, targets, counts, majority, row_of_move)

    def has_evidence(self, visits: Integers, evidence: float) -> Flags:
        """Return (rows,) whether enough sequences go there: of those with the symbol, and of the visits to the smaller
        of this cluster and the majority's."""
        symbol_counts = np.bincount(self.majority, self.counts, len(self.majority))[self.majority]
        smaller_visits = np.minimum(visits[self.targets], visits[self.targets[self.majority]])
        is_majority: Flags = self.majority == np.arange(len(self.majority))
        return is_majority | ((self.counts >= evidence * symbol_counts) & (self.counts >= evidence * smaller_visits))


def determinise(
    cluster_of_prefix: Integers, moves: Moves, clusters: int, evidence: float
) -> tuple[list[ClusterMerge], list[Integers]]:
    """Return the merges, the one with the most evidence first, and the state of each prefix before the first and after
    each merge. Where a symbol takes fewer sequences than the share `evidence` to another target than the majority's,
    their later moves are no reason to merge: they follow the majority. With 0 all are a reason, as in the paper."""
    merges: list[ClusterMerge] = []
    states: list[Integers] = []
    for _ in range(clusters):
        state_of_prefix, table, has_evidence = _redirect_minorities(cluster_of_prefix, moves, evidence)
        minority_rows = np.flatnonzero(has_evidence & (table.majority != np.arange(len(has_evidence))))
        if not len(minority_rows):
            return merges, [*states, _force_deterministic(state_of_prefix, moves)]
        states.append(state_of_prefix)
        best_row = int(minority_rows[np.argmax(table.counts[minority_rows])])
        rows = sorted((int(table.majority[best_row]), best_row), key=lambda row: int(table.targets[row]))
        surviving, removed = (int(table.targets[row]) for row in rows)
        counts = [int(table.counts[row]) for row in rows]
        examples = [1 + int(np.flatnonzero(table.row_of_move == row)[0]) for row in rows]
        merges.append(
            ClusterMerge(
                surviving, removed, int(table.sources[best_row]), int(table.symbols[best_row]), (counts[0], counts[1]),
                (examples[0], examples[1]),
            )
        )  # fmt: skip
        cluster_of_prefix = np.where(cluster_of_prefix == removed, surviving, cluster_of_prefix)
    raise AssertionError("every merge takes a cluster away")


def _redirect_minorities(
    cluster_of_prefix: Integers, moves: Moves, evidence: float
) -> tuple[Integers, _MoveCounts, Flags]:
    """Return the state of each prefix once minorities follow majorities, the move counts, and which of these have
    evidence."""
    weights = np.append(moves.total, moves.counts)
    state_of_prefix = cluster_of_prefix
    for _ in range(_MAX_ROUNDS):
        table = _MoveCounts.from_moves(moves, state_of_prefix, cluster_of_prefix)
        visits = np.bincount(state_of_prefix, weights, int(cluster_of_prefix.max()) + 1).astype(np.int64)
        has_evidence = table.has_evidence(visits, evidence)
        targets = np.where(has_evidence, table.targets, table.targets[table.majority])
        next_state = np.append(cluster_of_prefix[:1], targets[table.row_of_move])
        if np.array_equal(next_state, state_of_prefix):
            break
        state_of_prefix = next_state
    return state_of_prefix, table, has_evidence


def _force_deterministic(state_of_prefix: Integers, moves: Moves) -> Integers:
    """Return the same states if they have converged; otherwise send each prefix where most of its symbol go from its
    state."""
    follow = moves.follow(state_of_prefix)
    forced = state_of_prefix.copy()
    for prefix, (source, symbol) in enumerate(zip(moves.sources.tolist(), moves.symbols.tolist(), strict=True), 1):
        source_state = int(forced[source])
        if follow[source_state, symbol] == NOWHERE:
            follow[source_state, symbol] = state_of_prefix[prefix]
        forced[prefix] = follow[source_state, symbol]
    return forced
