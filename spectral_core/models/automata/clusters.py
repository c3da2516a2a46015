"""Frequent prefixes, the order in which they cluster, and the automaton that is a cut of it, with its frequencies."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from spectral_core.arrays import Floats, Integers
from spectral_core.data.automaton import OUT, Automaton, AutomatonEdge, MergeStep, Move, Passages, Prefix, State
from spectral_core.errors import DataError, SettingsError
from spectral_core.maths.clustering import average_linkage, cut
from spectral_core.models.automata.merging import NOWHERE, Moves, determinise
from spectral_core.models.automata.prefixes import PrefixTree, Symbols, forward_vectors, grow, principal

CLUSTERS = 10  # as many as in the paper's figure
EVIDENCE = 0.1
_LEAST, _ONE_OF = 3, 2000


def least_count(sequences: int) -> int:
    """How often a prefix must occur among so many sequences to be clustered: rarer ones say more of chance."""
    return max(_LEAST, round(sequences / _ONE_OF))


@dataclass(frozen=True, slots=True, eq=False)
class Hierarchy:
    """The frequent prefixes of one head automaton in the order in which they cluster; an automaton is a cut of it."""

    head: str
    direction: str
    minimum: int
    symbols: Symbols
    prefixes: tuple[Prefix, ...]
    dropped: int
    linkage: Integers  # (prefixes - 1, 2) the second joins the first, which stands for both from then on
    _tree: PrefixTree
    _nodes: Integers  # (prefixes,) of the tree
    _passages: Passages

    def cut(self, clusters: int = CLUSTERS, evidence: float = EVIDENCE) -> Automaton:
        """The automaton of so many clusters, before and after each merge that makes it deterministic. `evidence`: the
        share of sequences that a symbol must take from a state somewhere else than most for two states to be merged;
        fewer follow the most."""
        if clusters < 1:
            raise SettingsError(f"an automaton needs at least 1 cluster, not {clusters}")
        if not 0 <= evidence <= 0.5:
            raise SettingsError(f"the evidence for a merge is a share from 0 to 0.5, not {evidence:g}")
        clusters = min(clusters, len(self.prefixes))
        moves = self._moves()
        merges, states = determinise(cut(self.linkage, clusters), moves, clusters, evidence)
        steps = tuple(self._step(state, moves) for state in states)
        return Automaton(
            self.head, self.direction, clusters, self.minimum, self.prefixes,
            tuple(merge.named(self.symbols) for merge in merges), steps, len(merges), self.sequences,
            self.dropped, len(self._tree.ends), self._passages, evidence,
        )  # fmt: skip

    @property
    def sequences(self) -> int:
        return int(self._tree.counts[0])

    def _moves(self) -> Moves:
        """From each frequent prefix to those that are one symbol longer."""
        place = np.full(len(self._tree.counts), NOWHERE)
        place[self._nodes] = np.arange(len(self._nodes))
        longer = self._nodes[1:]
        return Moves(
            place[self._tree.parents[longer]], self._tree.symbols[longer], self._tree.counts[longer],
            self.sequences, len(self.symbols),
        )  # fmt: skip

    def _step(self, state: Integers, moves: Moves) -> MergeStep:
        """Frequencies of one step as the sequences pass; what is rare follows the most frequent moves."""
        tree, size = self._tree, len(self.symbols)
        states = int(state.max()) + 1
        where = np.full(len(tree.counts), NOWHERE)
        where[self._nodes] = state
        follow = moves.follow(state)
        for low, high in tree.levels[1:]:
            level = np.arange(low, high)
            before = where[tree.parents[level]]
            unplaced = (where[level] == NOWHERE) & (before != NOWHERE)
            open_ = level[unplaced]
            where[open_] = follow[before[unplaced], tree.symbols[open_]]
        before = np.concatenate(([NOWHERE], where[tree.parents[1:]]))
        inside = where != NOWHERE
        left = ~inside & (before != NOWHERE)
        visits = np.bincount(where[inside], tree.counts[inside], states).astype(np.int64)
        stops = np.bincount(where[inside], tree.stops[inside], states)
        lost = np.bincount(before[left], tree.counts[left], states).astype(np.int64)
        every = int(visits.sum())
        made = tuple(
            State(
                number, self._most_frequent(state, number), int(visits[number]), int(visits[number]) / every,
                float(stops[number] / visits[number]), int(lost[number]),
            )
            for number in np.unique(state).tolist()
        )  # fmt: skip
        moving = before != NOWHERE
        target = np.where(left, states, where)  # those that leave stand behind all states
        key = np.full(len(where), NOWHERE)
        key[moving] = (before[moving] * (states + 1) + target[moving]) * size + tree.symbols[moving]
        edges = _edges(key, tree, visits, self.symbols)
        return MergeStep(
            made, tuple(edge for edge in edges if edge.target != OUT), int(tree.counts[left].sum()) / self.sequences,
            tuple(edge for edge in edges if edge.target == OUT),
        )  # fmt: skip

    def _most_frequent(self, state: Integers, number: int) -> tuple[int, ...]:
        here = np.flatnonzero(state == number)
        order = np.argsort([-self.prefixes[at].count for at in here.tolist()], kind="stable")
        return tuple(here[order].tolist())


def hierarchy(
    operators: Mapping[str, Floats],
    start: Floats,
    sequences: Mapping[Symbols, int],
    *,
    head: str = "",
    direction: str = "",
    minimum: int | None = None,
    passages: Mapping[Symbols, Sequence[tuple[int, int]]] | None = None,
) -> Hierarchy:
    """The prefixes that begin at least `minimum` of the sequences, by default `least_count`, clustered by the cosine of
    their forward vectors A_xt .. A_x1 start. Cosine depends on the basis of the states: it should be that of the
    orthonormal U of the singular value decomposition, in which vectors lie as the distributions of the next symbol do,
    or where bigrams were scaled as those divided by the scale. `passages`: (sentence from 0, head from 1) of each."""
    if minimum is not None and minimum < 1:
        raise SettingsError(f"a prefix must be asked to occur at least 1 time, not {minimum}")
    seen = {symbols: count for symbols, count in sorted(sequences.items()) if count > 0}
    if not seen:
        raise DataError(f"there is no {head or 'head'} here to take an automaton of; choose a tag that occurs")
    minimum = least_count(sum(seen.values())) if minimum is None else minimum
    names = tuple(sorted({symbol for symbols in seen for symbol in symbols}))
    tree = grow(seen, {symbol: at for at, symbol in enumerate(names)})
    vectors, known = forward_vectors(tree, [operators.get(name) for name in names], start, minimum)
    nodes = np.flatnonzero(known)
    if not len(nodes):
        total = int(tree.counts[0])
        if total < minimum:
            raise DataError(f"there are only {total} sequences here; lower the minimum from {minimum}")
        raise DataError("the model's automaton has no state at the start of these sequences; learn from more text")
    dropped = int(np.count_nonzero(tree.counts >= minimum)) - len(nodes)
    unit = vectors[nodes]
    points = principal(unit)
    made = tuple(
        Prefix(
            tuple(names[symbol] for symbol in tree.path(node)),
            int(tree.counts[node]),
            tuple(unit[at].tolist()),
            (float(points[at, 0]), float(points[at, 1])),
        )
        for at, node in enumerate(nodes.tolist())
    )
    where = _passages(list(seen), passages)
    return Hierarchy(head, direction, minimum, names, made, dropped, average_linkage(unit), tree, nodes, where)


def _edges(key: Integers, tree: PrefixTree, visits: Integers, symbols: Symbols) -> tuple[AutomatonEdge, ...]:
    """Edges with their moves, from (source * (states + 1) + target) * symbols + symbol of each node that was reached;
    the target behind all states is outside."""
    sequence, node = tree.passing
    used = key[node] != NOWHERE
    pairs = np.unique(key[node][used] * len(tree.ends) + sequence[used])
    different, inverse = np.unique(key, return_inverse=True)
    counts = np.bincount(inverse, tree.counts, len(different)).astype(np.int64)
    found: dict[tuple[int, int], list[Move]] = {}
    bounds = [*np.searchsorted(pairs, different * len(tree.ends)).tolist(), len(pairs)]
    passing = (pairs % len(tree.ends)).tolist() if len(tree.ends) else []
    for at, one in enumerate(different.tolist()):
        if one == NOWHERE:
            continue
        rest, symbol = divmod(one, len(symbols))
        source, target = divmod(rest, len(visits) + 1)
        target = OUT if target == len(visits) else target
        count = int(counts[at])
        through = tuple(passing[bounds[at] : bounds[at + 1]])
        found.setdefault((source, target), []).append(
            Move(symbols[symbol], count, count / int(visits[source]), through)
        )
    return tuple(
        AutomatonEdge(source, target, tuple(sorted(moves, key=lambda move: (-move.count, move.symbol))))
        for (source, target), moves in found.items()
    )


def _passages(sequences: Sequence[Symbols], passages: Mapping[Symbols, Sequence[tuple[int, int]]] | None) -> Passages:
    if passages is None:
        return Passages()
    bounds, sentences, words = [0], [], []
    for symbols in sequences:
        for sentence, word in passages.get(symbols, ()):
            sentences.append(sentence)
            words.append(word)
        bounds.append(len(sentences))
    return Passages(tuple(bounds), tuple(sentences), tuple(words))
