"""Clusters of prefixes merged until each symbol leads from each to one."""

from dataclasses import dataclass

import numpy as np

from spectral_core.arrays import Integers
from spectral_core.data.automaton import Merge
from spectral_core.models.automata.prefixes import Symbols

NOWHERE = -1


@dataclass(frozen=True, slots=True, eq=False)
class Moves:
    """Between frequent prefixes."""

    sources: Integers  # (moves,) prefixes
    symbols: Integers
    targets: Integers
    counts: Integers
    size: int  # symbols there are

    def grouped(self, state: Integers) -> tuple[Integers, Integers, Integers, Integers]:
        """(source, symbol, target) states and the count of each move between them, in that order."""
        states = int(state.max()) + 1
        key = (state[self.sources] * self.size + self.symbols) * states + state[self.targets]
        different, inverse = np.unique(key, return_inverse=True)
        counts = np.bincount(inverse, self.counts, len(different)).astype(np.int64)
        rest, target = np.divmod(different, states)
        source, symbol = np.divmod(rest, self.size) if self.size else (rest, rest)
        return source, symbol, target, counts

    def most_frequent(self, state: Integers, states: int) -> Integers:
        """(states, symbols) where each symbol leads from each state, the lower of equally frequent ones."""
        source, symbol, target, counts = self.grouped(state)
        follow = np.full((states, self.size), NOWHERE)
        order = np.lexsort((-target, counts))
        follow[source[order], symbol[order]] = target[order]
        return follow


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


def determinise(cluster: Integers, moves: Moves, clusters: int) -> tuple[list[ClusterMerge], list[Integers]]:
    """The merges, and the state of each prefix before the first and after each of them. Each takes a state away, so
    that there are fewer than clusters. Their order, lowest source and symbol first, does not change the end."""
    merges: list[ClusterMerge] = []
    states = [cluster]
    for _ in range(clusters):
        state = states[-1]
        source, symbol, target, counts = moves.grouped(state)
        twice = np.flatnonzero((source[1:] == source[:-1]) & (symbol[1:] == symbol[:-1]))
        if not len(twice):
            return merges, states
        at = int(twice[0])
        kept, gone = int(target[at]), int(target[at + 1])
        here = (state[moves.sources] == source[at]) & (moves.symbols == symbol[at])
        examples = [int(moves.targets[here & (state[moves.targets] == one)][0]) for one in (kept, gone)]
        merges.append(
            ClusterMerge(
                kept, gone, int(source[at]), int(symbol[at]), (int(counts[at]), int(counts[at + 1])),
                (examples[0], examples[1]),
            )
        )  # fmt: skip
        states.append(np.where(state == gone, kept, state))
    raise AssertionError("every merge takes a state away")
