"""Clusters of prefixes merged until each symbol leads from each to one, by what enough sequences show."""

from dataclasses import dataclass

import numpy as np

from spectral_core.arrays import Flags, Integers
from spectral_core.data.automaton import Merge
from spectral_core.models.automata.prefixes import Symbols

NOWHERE = -1
_ROUNDS = 20  # in which prefixes settle; mostly two or three are enough


@dataclass(frozen=True, slots=True, eq=False)
class Moves:
    """Between frequent prefixes: one to each but the empty one, which comes first."""

    sources: Integers  # (moves,) prefixes
    symbols: Integers
    counts: Integers
    total: int  # sequences
    size: int  # symbols there are

    def follow(self, state: Integers) -> Integers:
        """(states, symbols) where each symbol leads from each state, the lower of equally frequent ones."""
        found = np.full((int(state.max()) + 1, self.size), NOWHERE)
        table = _Table.of(self, state, state)
        order = np.lexsort((-table.targets, table.counts))
        found[table.sources[order], table.symbols[order]] = table.targets[order]
        return found


@dataclass(frozen=True, slots=True)
class ClusterMerge:
    kept: int
    gone: int
    source: int
    symbol: int
    counts: tuple[int, int]
    examples: tuple[int, int]

    def named(self, symbols: Symbols) -> Merge:
        return Merge(self.kept, self.gone, self.source, symbols[self.symbol], self.counts, self.examples)


@dataclass(frozen=True, slots=True, eq=False)
class _Table:
    """How many sequences each symbol takes from each state to each cluster, in the order of source and symbol."""

    sources: Integers  # (rows,) states
    symbols: Integers
    targets: Integers
    counts: Integers
    best: Integers  # (rows,) the row of the same source and symbol that most take, the first of equals
    where: Integers  # (moves,) the row of each

    @classmethod
    def of(cls, moves: Moves, state: Integers, cluster: Integers) -> "_Table":
        """From the states where prefixes are to the clusters that prefixes are of."""
        many = int(max(state.max(), cluster.max())) + 1
        key = (state[moves.sources] * moves.size + moves.symbols) * many + cluster[1:]
        different, where = np.unique(key, return_inverse=True)
        counts = np.bincount(where, moves.counts, len(different)).astype(np.int64)
        pair, targets = np.divmod(different, many)
        sources, symbols = np.divmod(pair, max(moves.size, 1))
        order = np.lexsort((targets, -counts, pair))
        firsts = order[np.flatnonzero(np.append(len(pair) > 0, pair[order][1:] != pair[order][:-1])[: len(pair)])]
        best = firsts[np.searchsorted(pair[firsts], pair)]
        return cls(sources, symbols, targets, counts, best, where)

    def told(self, visits: Integers, evidence: float) -> Flags:
        """(rows,) whether enough sequences go there: of those with the symbol, and of the visits to the lesser of this
        cluster and the one that most are taken to."""
        together = np.bincount(self.best, self.counts, len(self.best))[self.best]
        lesser = np.minimum(visits[self.targets], visits[self.targets[self.best]])
        own: Flags = self.best == np.arange(len(self.best))
        return own | ((self.counts >= evidence * together) & (self.counts >= evidence * lesser))


def determinise(
    cluster: Integers, moves: Moves, clusters: int, evidence: float
) -> tuple[list[ClusterMerge], list[Integers]]:
    """The merges, that with the most evidence first, and the state of each prefix before the first and after each of
    them. Where a symbol takes fewer sequences than the share `evidence` somewhere else than most, what these sequences
    passed is no reason to merge: they go where most do. With 0 all are a reason, as in the paper."""
    merges: list[ClusterMerge] = []
    states: list[Integers] = []
    for _ in range(clusters):
        state, table, told = _settled(cluster, moves, evidence)
        also = np.flatnonzero(told & (table.best != np.arange(len(told))))
        if not len(also):
            return merges, [*states, _strict(state, moves)]
        states.append(state)
        at = int(also[np.argmax(table.counts[also])])
        rows = sorted((int(table.best[at]), at), key=lambda row: int(table.targets[row]))
        kept, gone = (int(table.targets[row]) for row in rows)
        counts = [int(table.counts[row]) for row in rows]
        examples = [1 + int(np.flatnonzero(table.where == row)[0]) for row in rows]
        merges.append(
            ClusterMerge(
                kept, gone, int(table.sources[at]), int(table.symbols[at]), (counts[0], counts[1]),
                (examples[0], examples[1]),
            )
        )  # fmt: skip
        cluster = np.where(cluster == gone, kept, cluster)
    raise AssertionError("every merge takes a cluster away")


def _settled(cluster: Integers, moves: Moves, evidence: float) -> tuple[Integers, _Table, Flags]:
    """The state of each prefix, where the few have followed the many, and the moves that this was told by."""
    weights = np.append(moves.total, moves.counts)
    state = cluster
    for _ in range(_ROUNDS):
        table = _Table.of(moves, state, cluster)
        visits = np.bincount(state, weights, int(cluster.max()) + 1).astype(np.int64)
        told = table.told(visits, evidence)
        target = np.where(told, table.targets, table.targets[table.best])
        settled = np.append(cluster[:1], target[table.where])
        if np.array_equal(settled, state):
            break
        state = settled
    return state, table, told


def _strict(state: Integers, moves: Moves) -> Integers:
    """The same where they have settled; otherwise each prefix goes where most of its symbol go from its state."""
    follow = moves.follow(state)
    found = state.copy()
    for at, (source, symbol) in enumerate(zip(moves.sources.tolist(), moves.symbols.tolist(), strict=True), 1):
        here = int(found[source])
        if follow[here, symbol] == NOWHERE:
            follow[here, symbol] = state[at]
        found[at] = follow[here, symbol]
    return found
