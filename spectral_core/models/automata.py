"""Deterministic automata out of head automata: forward vectors of frequent prefixes are clustered, and clusters merged
until each symbol leads to one (Luque et al. 2012, section 5.3)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from spectral_core.data import Sentence
from spectral_core.data.automaton import Automaton, Edge, Merge, Move, Passages, Prefix, State, Step
from spectral_core.data.dependencies import dependents
from spectral_core.errors import DataError, SettingsError
from spectral_core.maths.clustering import Integers, average_linkage, cut
from spectral_core.model import Floats

Symbols = tuple[str, ...]

_ZERO = 1e-12  # of what the operator could make of a vector: a shorter one is rounding, and has no direction
_NOWHERE = -1


@dataclass(frozen=True, slots=True, eq=False)
class Hierarchy:
    """The frequent prefixes of one head automaton and the order in which they cluster: any number of clusters is a
    cut of it."""

    head: str
    direction: str
    minimum: int
    symbols: Symbols
    prefixes: tuple[Prefix, ...]
    dropped: int
    linkage: Integers  # (prefixes - 1, 2) the second joins the first, which stands for both from then on
    _tree: _Tree
    _nodes: Integers  # (prefixes,) of the tree
    _passages: Passages

    def cut(self, clusters: int = 10) -> Automaton:
        """The automaton whose states are `clusters` clusters, before and after each merge that makes it
        deterministic."""
        if clusters < 1:
            raise SettingsError(f"an automaton needs at least 1 cluster, not {clusters}")
        size = len(self.prefixes)
        clusters = min(clusters, size)
        moves = self._moves()
        merges, states = _determinise(cut(self.linkage, clusters), moves, clusters)
        steps = tuple(self._step(state, moves) for state in states)
        return Automaton(
            self.head,
            self.direction,
            clusters,
            self.minimum,
            self.prefixes,
            tuple(merge.named(self.symbols) for merge in merges),
            steps,
            len(merges),
            int(self._tree.counts[0]),
            self.dropped,
            len(self._tree.ends),
            self._passages,
        )

    def _moves(self) -> _Moves:
        """From each frequent prefix to those that are one symbol longer."""
        place = np.full(len(self._tree.counts), _NOWHERE)
        place[self._nodes] = np.arange(len(self._nodes))
        longer = self._nodes[1:]
        return _Moves(
            place[self._tree.parents[longer]],
            self._tree.symbols[longer],
            np.arange(1, len(self._nodes)),
            self._tree.counts[longer],
            len(self.symbols),
        )

    def _step(self, state: Integers, moves: _Moves) -> Step:
        """Frequencies of one step from how the sequences pass; what is not frequent follows the moves of the frequent
        ones, where a symbol leads to two states, the more frequent one."""
        tree, size = self._tree, len(self.symbols)
        states = int(state.max()) + 1
        where = np.full(len(tree.counts), _NOWHERE)
        where[self._nodes] = state
        follow = moves.most_frequent(state, states)
        for low, high in tree.levels[1:]:
            level = np.arange(low, high)
            before = where[tree.parents[level]]
            unplaced = (where[level] == _NOWHERE) & (before != _NOWHERE)
            open_ = level[unplaced]
            where[open_] = follow[before[unplaced], tree.symbols[open_]]
        before = np.concatenate(([_NOWHERE], where[tree.parents[1:]]))
        inside = where != _NOWHERE
        left = ~inside & (before != _NOWHERE)
        visits = np.bincount(where[inside], tree.counts[inside], states).astype(np.int64)
        stops = np.bincount(where[inside], tree.stops[inside], states).astype(np.int64)
        lost = np.bincount(before[left], tree.counts[left], states).astype(np.int64)
        sound = visits - lost  # visits that end here or go on
        every = int(visits.sum())
        made = tuple(
            State(
                number,
                self._most_frequent(state, number),
                int(visits[number]),
                int(visits[number]) / every,
                int(stops[number]) / int(sound[number]) if sound[number] else None,
                int(lost[number]),
            )
            for number in np.unique(state).tolist()
        )
        moving = inside.copy()
        moving[0] = False
        key = np.full(len(where), _NOWHERE)
        key[moving] = (before[moving] * states + where[moving]) * size + tree.symbols[moving]
        edges = _edges(key, tree, states, sound, self.symbols)
        return Step(made, edges, int(tree.counts[left].sum()) / int(tree.counts[0]))

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
    minimum: int = 5,
    passages: Mapping[Symbols, Sequence[tuple[int, int]]] | None = None,
) -> Hierarchy:
    """The prefixes that begin at least `minimum` of the sequences, clustered by the cosine of their forward vectors
    A_xt .. A_x1 start.

    Cosine depends on the basis of the states: it should be that of the orthonormal U of the singular value
    decomposition, in which vectors lie as the distributions of the next symbol do, or where bigrams were scaled as
    those divided by the scale. `passages` says where each sequence stands, as (sentence from 0, head word from 1).
    """
    if minimum < 1:
        raise SettingsError(f"a prefix must be asked to occur at least 1 time, not {minimum}")
    seen = {symbols: count for symbols, count in sorted(sequences.items()) if count > 0}
    if not seen:
        raise DataError(f"there is no {head or 'head'} here to take an automaton of; choose a tag that occurs")
    names = tuple(sorted({symbol for symbols in seen for symbol in symbols}))
    tree = _grow(seen, {symbol: at for at, symbol in enumerate(names)})
    vectors, known = _forward(tree, [operators.get(name) for name in names], start, minimum)
    nodes = np.flatnonzero(known)
    if not len(nodes):
        total = int(tree.counts[0])
        if total < minimum:
            raise DataError(f"there are only {total} sequences here; lower the minimum from {minimum}")
        raise DataError("the model's automaton has no state at the start of these sequences; learn from more text")
    frequent = int(np.count_nonzero(tree.counts >= minimum))
    unit = vectors[nodes]
    points = _principal(unit)
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
    return Hierarchy(
        head, direction, minimum, names, made, frequent - len(nodes), average_linkage(unit), tree, nodes, where
    )


def extract(
    operators: Mapping[str, Floats],
    start: Floats,
    sequences: Mapping[Symbols, int],
    *,
    head: str = "",
    direction: str = "",
    clusters: int = 10,
    minimum: int = 5,
    passages: Mapping[Symbols, Sequence[tuple[int, int]]] | None = None,
) -> Automaton:
    """The automaton of `hierarchy` and `Hierarchy.cut` at once."""
    found = hierarchy(operators, start, sequences, head=head, direction=direction, minimum=minimum, passages=passages)
    return found.cut(clusters)


def modifier_sequences(
    sentences: Iterable[Sentence], head: str, direction: str, column: str
) -> dict[Symbols, list[tuple[int, int]]]:
    """The modifiers, head-outwards, of each word that is a `head` in a column, with where each sequence stands."""
    if direction not in ("left", "right"):
        raise SettingsError(f"a direction is left or right, not {direction!r}")
    found: dict[Symbols, list[tuple[int, int]]] = {}
    for number, sentence in enumerate(sentences):
        if not sentence.readable or not sentence.has_heads:
            continue
        tags = sentence.column(column)
        if head not in tags:
            continue
        below = dependents(sentence.heads)
        for word, tag in enumerate(tags, 1):
            if tag != head:
                continue
            if direction == "left":
                outwards = [other for other in reversed(below[word]) if other < word]
            else:
                outwards = [other for other in below[word] if other > word]
            found.setdefault(tuple(tags[other - 1] for other in outwards), []).append((number, word))
    return found


@dataclass(frozen=True, slots=True, eq=False)
class _Tree:
    """All prefixes of the sequences as a tree, shorter ones first; node 0 is the empty one."""

    parents: Integers  # (nodes,)
    symbols: Integers  # (nodes,) the last one
    counts: Integers  # (nodes,) sequences that begin so
    stops: Integers  # (nodes,) sequences that end so
    levels: tuple[tuple[int, int], ...]  # of nodes of each length, half-open
    ends: Integers  # (sequences,) nodes
    passing: tuple[Integers, Integers]  # (sequence, node) of every step of every sequence

    def path(self, node: int) -> tuple[int, ...]:
        found = []
        while node:
            found.append(int(self.symbols[node]))
            node = int(self.parents[node])
        return tuple(reversed(found))


def _grow(seen: Mapping[Symbols, int], index: Mapping[str, int]) -> _Tree:
    counts: dict[tuple[int, ...], int] = {}
    sequences = [tuple(index[symbol] for symbol in symbols) for symbols in seen]
    for sequence, count in zip(sequences, seen.values(), strict=True):
        for size in range(len(sequence) + 1):
            prefix = sequence[:size]
            counts[prefix] = counts.get(prefix, 0) + count
    order = sorted(counts, key=lambda prefix: (len(prefix), -counts[prefix], prefix))
    place = {prefix: at for at, prefix in enumerate(order)}
    lengths = np.array([len(prefix) for prefix in order])
    bounds = np.searchsorted(lengths, np.arange(int(lengths[-1]) + 2)).tolist()
    ends = np.array([place[sequence] for sequence in sequences])
    passing = [
        (at, place[sequence[: size + 1]]) for at, sequence in enumerate(sequences) for size in range(len(sequence))
    ]
    pairs = np.array(passing, dtype=np.int64).reshape(-1, 2)
    stops = np.zeros(len(order), dtype=np.int64)
    stops[ends] = list(seen.values())
    return _Tree(
        np.array([place[prefix[:-1]] for prefix in order]),
        np.array([prefix[-1] if prefix else 0 for prefix in order]),
        np.array([counts[prefix] for prefix in order]),
        stops,
        tuple(pairwise(bounds)),
        ends,
        (pairs[:, 0], pairs[:, 1]),
    )


def _forward(
    tree: _Tree, operators: Sequence[Floats | None], start: Floats, minimum: int
) -> tuple[Floats, NDArray[np.bool_]]:
    """Forward vectors of the frequent prefixes at length 1, and which of them have one."""
    states = len(start)
    vectors = np.zeros((len(tree.counts), states))
    known = np.zeros(len(tree.counts), dtype=bool)
    length = float(np.linalg.norm(start))
    if tree.counts[0] < minimum or not np.isfinite(length) or length == 0:
        return vectors, known
    vectors[0], known[0] = start / length, True
    stacked = np.array([np.zeros((states, states)) if one is None else one for one in operators]).reshape(
        -1, states, states
    )
    reach = np.linalg.norm(stacked, axis=(1, 2))
    for low, high in tree.levels[1:]:
        level = np.arange(low, high)
        level = level[(tree.counts[level] >= minimum) & known[tree.parents[level]]]
        made = np.matmul(stacked[tree.symbols[level]], vectors[tree.parents[level], :, None])[:, :, 0]
        lengths = np.linalg.norm(made, axis=1)
        sound = np.isfinite(lengths) & (lengths > _ZERO * reach[tree.symbols[level]])
        vectors[level[sound]] = made[sound] / lengths[sound, None]
        known[level[sound]] = True
    return vectors, known


def _principal(unit: Floats) -> Floats:
    """(vectors, 2) along the first two principal directions, whose largest coefficient is positive."""
    _, _, directions = np.linalg.svd(unit - unit.mean(axis=0), full_matrices=False)
    directions = directions[:2]
    largest = np.abs(directions).argmax(axis=1)
    directions = directions * np.sign(directions[np.arange(len(directions)), largest])[:, None]
    points = np.zeros((len(unit), 2))
    points[:, : len(directions)] = (unit - unit.mean(axis=0)) @ directions.T
    return points


@dataclass(frozen=True, slots=True, eq=False)
class _Moves:
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
        follow = np.full((states, self.size), _NOWHERE)
        order = np.lexsort((-target, counts))
        follow[source[order], symbol[order]] = target[order]
        return follow


@dataclass(frozen=True, slots=True)
class _Merge:
    kept: int
    gone: int
    source: int
    symbol: int
    counts: tuple[int, int]
    examples: tuple[int, int]

    def named(self, symbols: Symbols) -> Merge:
        return Merge(self.kept, self.gone, self.source, symbols[self.symbol], self.counts, self.examples)


def _determinise(cluster: Integers, moves: _Moves, clusters: int) -> tuple[list[_Merge], list[Integers]]:
    """The merges, and the state of each prefix before the first and after each of them.

    Each takes a state away, so that there are fewer than clusters. What is left at the end does not depend on their
    order: the lowest source and symbol come first.
    """
    merges: list[_Merge] = []
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
            _Merge(
                kept,
                gone,
                int(source[at]),
                int(symbol[at]),
                (int(counts[at]), int(counts[at + 1])),
                (examples[0], examples[1]),
            )
        )
        states.append(np.where(state == gone, kept, state))
    raise AssertionError("every merge takes a state away")


def _edges(key: Integers, tree: _Tree, states: int, sound: Integers, symbols: Symbols) -> tuple[Edge, ...]:
    """Edges with their moves from the key, (source * states + target) * symbols + symbol, of each node that was
    reached."""
    sequence, node = tree.passing
    used = key[node] != _NOWHERE
    pairs = np.unique(key[node][used] * len(tree.ends) + sequence[used])
    different, inverse = np.unique(key, return_inverse=True)
    counts = np.bincount(inverse, tree.counts, len(different)).astype(np.int64)
    found: dict[tuple[int, int], list[Move]] = {}
    bounds = [*np.searchsorted(pairs, different * len(tree.ends)).tolist(), len(pairs)]
    passing = (pairs % len(tree.ends)).tolist() if len(tree.ends) else []
    for at, one in enumerate(different.tolist()):
        if one == _NOWHERE:
            continue
        rest, symbol = divmod(one, len(symbols))
        source, target = divmod(rest, states)
        count = int(counts[at])
        through = tuple(passing[bounds[at] : bounds[at + 1]])
        found.setdefault((source, target), []).append(Move(symbols[symbol], count, count / int(sound[source]), through))
    return tuple(
        Edge(source, target, tuple(sorted(moves, key=lambda move: (-move.count, move.symbol))))
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
