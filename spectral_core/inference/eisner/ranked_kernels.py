"""Compiled search for the best trees of a split head automaton, each list exact; nothing imports this at start. The
recursion of the sums with lists of scores in place of sums (Eisner 1996; k-best as in Huang and Chiang 2005, algorithm
2, with whole lists in every cell)."""

import numpy as np

from spectral_core.arrays import Floats, Integers
from spectral_core.inference.compiling import inner, summing, summing_leaf
from spectral_core.inference.eisner.arrays import Automata, Pointers, RankedChart, RankedLists, WordArrays


@summing
def best(words: WordArrays, automata: Automata, heads: Integers, totals: Floats) -> int:
    """Fills `heads` (k, words) and `totals` (k,) with the best derivations, best first; how many there are. All scores
    are logarithms and add; -inf is impossible. Operators are (groups, 2, symbols, from, to)."""
    size, k = len(words.groups), len(totals)
    chart = _chart(size, words.ends.shape[2], automata.start.shape[2], k)
    line, ways = np.empty(k), np.empty((k, 3), dtype=np.int32)
    for head in range(size):
        for side in range(2):
            for at in range(automata.start.shape[2]):
                begun = automata.start[words.groups[head], side, at]
                if begun > -np.inf:
                    chart.half.scores[side, head, head, at, 0] = begun
                    chart.half.ways[side, head, head, at, 0, 0] = -1
                    chart.half.counts[side, head, head, at] = 1
            _close(side, head, head, words, automata, chart)
    for j in range(size):
        for i in range(j - 1, -1, -1):
            for side in range(2):
                _attach(side, i, j, words, automata, chart, line, ways)
            for side in range(2):
                if not words.reach.shape[1] or words.reach[side, i if side else j, j if side else i]:
                    _grow(side, i, j, words, automata.start.shape[2], chart)
                    _close(side, i if side else j, j if side else i, words, automata, chart)
    count = _roots(words, chart, line, ways)
    stack = np.empty((4 * size + 8, 5), dtype=np.int32)
    for place in range(count):
        totals[place] = line[place]
        _walk_back(chart, ways[place], stack, heads[place])
    return count


@inner
def _chart(size: int, depth: int, states: int, k: int) -> RankedChart:
    whole = depth * states
    return RankedChart(
        RankedLists(
            np.empty((2, size, size, whole, k)),
            np.empty((2, size, size, whole, k, 3), dtype=np.int32),
            np.zeros((2, size, size, whole), dtype=np.int32),
        ),
        RankedLists(
            np.empty((2, size, size, k)),
            np.empty((2, size, size, k, 3), dtype=np.int32),
            np.zeros((2, size, size), dtype=np.int32),
        ),
        RankedLists(
            np.empty((size, size, states, k)),
            np.empty((size, size, states, k, 4), dtype=np.int32),
            np.zeros((size, size, states), dtype=np.int32),
        ),
        RankedLists(np.empty((whole, k)), np.empty((whole, k, 3), dtype=np.int32), np.zeros(whole, dtype=np.int32)),
    )


@summing_leaf
def _attach(
    side: int, i: int, j: int, words: WordArrays, automata: Automata, chart: RankedChart, line: Floats, ways: Pointers
) -> None:
    """The lists of the arc between two words."""
    head, word = (i, j) if side else (j, i)
    half, closed, arcs, sums = chart.half, chart.closed, chart.arcs, chart.sums
    states = arcs.counts.shape[2]
    for at in range(len(sums.counts)):
        count = 0
        if words.weights[head, word, at // states] > -np.inf:
            for split in range(i, j):
                near, far = split + 1 - side, split + side
                count = _add(
                    sums.scores[at], sums.ways[at], count, split,
                    half.scores[side, head, near, at], half.counts[side, head, near, at],
                    closed.scores[1 - side, word, far], closed.counts[1 - side, word, far],
                )  # fmt: skip
        sums.counts[at] = count
    for to in range(states):
        count = 0
        for at in range(len(sums.counts)):
            step = automata.operators[words.groups[head], side, words.symbols[word], at % states, to]
            step += words.weights[head, word, at // states]
            if step > -np.inf:
                for rank in range(sums.counts[at]):
                    count = _insert(line, ways, count, sums.scores[at, rank] + step, at, rank, 0)
        arcs.counts[head, word, to] = count
        for place in range(count):
            at, rank = ways[place, 0], ways[place, 1]
            arcs.scores[head, word, to, place] = line[place]
            way = arcs.ways[head, word, to, place]
            way[0], way[1], way[2], way[3] = sums.ways[at, rank, 0], at, sums.ways[at, rank, 1], sums.ways[at, rank, 2]


@summing_leaf
def _grow(side: int, i: int, j: int, words: WordArrays, states: int, chart: RankedChart) -> None:
    """The lists of the open half tree from one word to the other, over its last modifiers."""
    head, edge = (i, j) if side else (j, i)
    half, closed, arcs = chart.half, chart.closed, chart.arcs
    for last in range(i + side, j + side):
        for state in range(states):
            to = words.following[last] * states + state
            half.counts[side, head, edge, to] = _add(
                half.scores[side, head, edge, to], half.ways[side, head, edge, to],
                half.counts[side, head, edge, to], last,
                arcs.scores[head, last, state], arcs.counts[head, last, state],
                closed.scores[side, last, edge], closed.counts[side, last, edge],
            )  # fmt: skip


@summing_leaf
def _close(side: int, head: int, edge: int, words: WordArrays, automata: Automata, chart: RankedChart) -> None:
    half, closed = chart.half, chart.closed
    states = automata.start.shape[2]
    count = 0
    for at in range(half.counts.shape[3]):
        step = automata.stop[words.groups[head], side, at % states] + words.ends[head, side, at // states]
        if step > -np.inf:
            for rank in range(half.counts[side, head, edge, at]):
                score = half.scores[side, head, edge, at, rank] + step
                count = _insert(
                    closed.scores[side, head, edge], closed.ways[side, head, edge], count, score, at, rank, 0
                )
    closed.counts[side, head, edge] = count


@summing_leaf
def _roots(words: WordArrays, chart: RankedChart, line: Floats, ways: Pointers) -> int:
    """Fills a list with the trees of every root; its length."""
    closed, k, size = chart.closed, len(line), len(words.roots)
    count = 0
    for word in range(size):
        root = words.roots[word]
        if root > -np.inf:
            for a in range(closed.counts[0, word, 0]):
                for b in range(closed.counts[1, word, size - 1]):
                    value = root + closed.scores[0, word, 0, a] + closed.scores[1, word, size - 1, b]
                    if (a + 1) * (b + 1) > k or (count == k and value <= line[count - 1]):
                        break
                    count = _insert(line, ways, count, value, word, a, b)
    return count


@summing_leaf
def _walk_back(chart: RankedChart, way: Pointers, stack: Pointers, heads: Integers) -> None:
    """Fills `heads` (words,) with those of one derivation, whose last step `way` is: the root and two ranks."""
    half, closed, arcs = chart.half, chart.closed, chart.arcs
    states = arcs.counts.shape[2]
    heads[way[0]] = 0
    # (what, head, edge, state, rank), what: 0 and 1 closed, 2 and 3 open, by side
    _push(stack, 0, 0, way[0], 0, 0, way[1])
    _push(stack, 1, 1, way[0], len(heads) - 1, 0, way[2])
    top = 2
    while top:
        top -= 1
        what, head, edge, at, rank = stack[top]
        if what < 2:
            at, rank = closed.ways[what, head, edge, rank, 0], closed.ways[what, head, edge, rank, 1]
            what += 2
        side = what - 2
        if head == edge:
            continue
        last, arc_rank, rest = half.ways[side, head, edge, at, rank]
        heads[last] = head + 1
        split, before, first, second = arcs.ways[head, last, at % states, arc_rank]
        _push(stack, top, side, last, edge, 0, rest)
        _push(stack, top + 1, side + 2, head, split + 1 - side, before, first)
        _push(stack, top + 2, 1 - side, last, split + side, 0, second)
        top += 3


@summing_leaf
def _push(stack: Pointers, top: int, what: int, head: int, edge: int, state: int, rank: int) -> None:
    stack[top, 0], stack[top, 1], stack[top, 2], stack[top, 3], stack[top, 4] = what, head, edge, state, rank


@summing_leaf
def _insert(scores: Floats, ways: Pointers, count: int, value: float, first: int, second: int, third: int) -> int:
    """Puts a value into a falling list, behind its equals; the new length."""
    if count == len(scores):
        if value <= scores[count - 1]:
            return count
        at = count - 1
    else:
        at = count
        count += 1
    while at > 0 and scores[at - 1] < value:
        scores[at] = scores[at - 1]
        ways[at, 0], ways[at, 1], ways[at, 2] = ways[at - 1, 0], ways[at - 1, 1], ways[at - 1, 2]
        at -= 1
    scores[at] = value
    ways[at, 0], ways[at, 1], ways[at, 2] = first, second, third
    return count


@summing_leaf
def _add(
    scores: Floats, ways: Pointers, count: int, label: int, first: Floats, first_count: int, second: Floats,
    second_count: int,
) -> int:  # fmt: skip
    """Adds the sums of two falling lists to a list; the new length."""
    size = len(scores)
    for a in range(first_count):
        for b in range(second_count):
            if (a + 1) * (b + 1) > size:
                break
            value = first[a] + second[b]
            if count == size and value <= scores[count - 1]:
                if b == 0:
                    return count
                break
            count = _insert(scores, ways, count, value, label, a, b)
    return count
