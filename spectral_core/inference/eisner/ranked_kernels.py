"""Compiled search for the k best trees of a split head automaton, each list exact: the recursion of the sums with lists
of scores in place of sums (Eisner 1996; k-best as in Huang and Chiang 2005, algorithm 2, with whole lists in every
cell). Nothing imports this module at start."""

import numpy as np

from spectral_core.arrays import Floats, Integers
from spectral_core.inference.compiling import fastmath_entry, fastmath_leaf, inner
from spectral_core.inference.eisner.arrays import Automata, Pointers, RankedChart, RankedLists, WordArrays


@fastmath_entry
def best_derivations(words: WordArrays, automata: Automata, heads: Integers, totals: Floats) -> int:
    """Fill `heads` (k, words) and `totals` (k,) with the best derivations, best first; return how many there are. All
    scores are logarithms and add; -inf is impossible. Operators are (groups, 2, symbols, from, to)."""
    size, k = len(words.groups), len(totals)
    chart = _make_chart(size, words.ends.shape[2], automata.start.shape[2], k)
    scores, backpointers = np.empty(k), np.empty((k, 3), dtype=np.int32)
    for head in range(size):
        for side in range(2):
            for state in range(automata.start.shape[2]):
                initial = automata.start[words.groups[head], side, state]
                if initial > -np.inf:
                    chart.half.scores[side, head, head, state, 0] = initial
                    chart.half.backpointers[side, head, head, state, 0, 0] = -1
                    chart.half.counts[side, head, head, state] = 1
            _close(side, head, head, words, automata, chart)
    for j in range(size):
        for i in range(j - 1, -1, -1):
            for side in range(2):
                _attach(side, i, j, words, automata, chart, scores, backpointers)
            for side in range(2):
                if not words.reach.shape[1] or words.reach[side, i if side else j, j if side else i]:
                    _fill_half(side, i, j, words, automata.start.shape[2], chart)
                    _close(side, i if side else j, j if side else i, words, automata, chart)
    count = _fill_root_list(words, chart, scores, backpointers)
    stack = np.empty((4 * size + 8, 5), dtype=np.int32)
    for rank in range(count):
        totals[rank] = scores[rank]
        _read_heads(chart, backpointers[rank], stack, heads[rank])
    return count


@inner
def _make_chart(size: int, depth: int, states: int, k: int) -> RankedChart:
    """Return a chart of lists of `k` derivations."""
    head_states = depth * states
    return RankedChart(
        RankedLists(
            np.empty((2, size, size, head_states, k)),
            np.empty((2, size, size, head_states, k, 3), dtype=np.int32),
            np.zeros((2, size, size, head_states), dtype=np.int32),
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
        RankedLists(
            np.empty((head_states, k)),
            np.empty((head_states, k, 3), dtype=np.int32),
            np.zeros(head_states, dtype=np.int32),
        ),
    )


@fastmath_leaf
def _attach(
    side: int,
    i: int,
    j: int,
    words: WordArrays,
    automata: Automata,
    chart: RankedChart,
    scores: Floats,
    backpointers: Pointers,
) -> None:
    """Fill the lists of the arc between two words."""
    head, word = (i, j) if side else (j, i)
    half, closed, arcs, sums = chart.half, chart.closed, chart.arcs, chart.sums
    states = arcs.counts.shape[2]
    for source in range(len(sums.counts)):
        count = 0
        if words.weights[head, word, source // states] > -np.inf:
            for split in range(i, j):
                near, far = split + 1 - side, split + side
                count = _add_combinations(
                    sums.scores[source], sums.backpointers[source], count, split,
                    half.scores[side, head, near, source], half.counts[side, head, near, source],
                    closed.scores[1 - side, word, far], closed.counts[1 - side, word, far],
                )  # fmt: skip
        sums.counts[source] = count
    for target in range(states):
        count = 0
        for source in range(len(sums.counts)):
            step = automata.operators[words.groups[head], side, words.symbols[word], source % states, target]
            step += words.weights[head, word, source // states]
            if step > -np.inf:
                for rank in range(sums.counts[source]):
                    count = _insert(scores, backpointers, count, sums.scores[source, rank] + step, source, rank, 0)
        arcs.counts[head, word, target] = count
        for arc_rank in range(count):
            source, rank = backpointers[arc_rank, 0], backpointers[arc_rank, 1]
            arcs.scores[head, word, target, arc_rank] = scores[arc_rank]
            backpointer = arcs.backpointers[head, word, target, arc_rank]
            backpointer[0], backpointer[1], backpointer[2], backpointer[3] = (
                sums.backpointers[source, rank, 0],
                source,
                sums.backpointers[source, rank, 1],
                sums.backpointers[source, rank, 2],
            )


@fastmath_leaf
def _fill_half(side: int, i: int, j: int, words: WordArrays, states: int, chart: RankedChart) -> None:
    """Fill the lists of the open half tree from one word to the other, over its last modifiers."""
    head, edge = (i, j) if side else (j, i)
    half, closed, arcs = chart.half, chart.closed, chart.arcs
    for last in range(i + side, j + side):
        for state in range(states):
            target = words.following[last] * states + state
            half.counts[side, head, edge, target] = _add_combinations(
                half.scores[side, head, edge, target], half.backpointers[side, head, edge, target],
                half.counts[side, head, edge, target], last,
                arcs.scores[head, last, state], arcs.counts[head, last, state],
                closed.scores[side, last, edge], closed.counts[side, last, edge],
            )  # fmt: skip


@fastmath_leaf
def _close(side: int, head: int, edge: int, words: WordArrays, automata: Automata, chart: RankedChart) -> None:
    """Fill the list of a closed half tree."""
    half, closed = chart.half, chart.closed
    states = automata.start.shape[2]
    count = 0
    for state in range(half.counts.shape[3]):
        step = automata.stop[words.groups[head], side, state % states] + words.ends[head, side, state // states]
        if step > -np.inf:
            for rank in range(half.counts[side, head, edge, state]):
                score = half.scores[side, head, edge, state, rank] + step
                count = _insert(
                    closed.scores[side, head, edge], closed.backpointers[side, head, edge], count, score, state, rank, 0
                )
    closed.counts[side, head, edge] = count


@fastmath_leaf
def _fill_root_list(words: WordArrays, chart: RankedChart, scores: Floats, backpointers: Pointers) -> int:
    """Fill a list with the trees of every root; return its length."""
    closed, k, size = chart.closed, len(scores), len(words.roots)
    count = 0
    for word in range(size):
        root = words.roots[word]
        if root > -np.inf:
            for a in range(closed.counts[0, word, 0]):
                for b in range(closed.counts[1, word, size - 1]):
                    value = root + closed.scores[0, word, 0, a] + closed.scores[1, word, size - 1, b]
                    if (a + 1) * (b + 1) > k or (count == k and value <= scores[count - 1]):
                        break
                    count = _insert(scores, backpointers, count, value, word, a, b)
    return count


@fastmath_leaf
def _read_heads(chart: RankedChart, backpointer: Pointers, stack: Pointers, heads: Integers) -> None:
    """Fill `heads` (words,) with those of one derivation, whose last backpointer is given: the root and two ranks."""
    half, closed, arcs = chart.half, chart.closed, chart.arcs
    states = arcs.counts.shape[2]
    heads[backpointer[0]] = 0
    # (what, head, edge, state, rank), what: 0 and 1 closed, 2 and 3 open, by side
    _push(stack, 0, 0, backpointer[0], 0, 0, backpointer[1])
    _push(stack, 1, 1, backpointer[0], len(heads) - 1, 0, backpointer[2])
    top = 2
    while top:
        top -= 1
        part, head, edge, state, rank = stack[top]
        if part < 2:
            state, rank = closed.backpointers[part, head, edge, rank, 0], closed.backpointers[part, head, edge, rank, 1]
            part += 2
        side = part - 2
        if head == edge:
            continue
        last, arc_rank, rest_rank = half.backpointers[side, head, edge, state, rank]
        heads[last] = head + 1
        split, previous_state, head_rank, modifier_rank = arcs.backpointers[head, last, state % states, arc_rank]
        _push(stack, top, side, last, edge, 0, rest_rank)
        _push(stack, top + 1, side + 2, head, split + 1 - side, previous_state, head_rank)
        _push(stack, top + 2, 1 - side, last, split + side, 0, modifier_rank)
        top += 3


@fastmath_leaf
def _push(stack: Pointers, top: int, part: int, head: int, edge: int, state: int, rank: int) -> None:
    """Push a part of a tree onto the stack."""
    stack[top, 0], stack[top, 1], stack[top, 2], stack[top, 3], stack[top, 4] = part, head, edge, state, rank


@fastmath_leaf
def _insert(
    scores: Floats, backpointers: Pointers, count: int, value: float, first: int, second: int, third: int
) -> int:
    """Insert a value into a falling list, behind its equals; return the new length."""
    if count == len(scores):
        if value <= scores[count - 1]:
            return count
        position = count - 1
    else:
        position = count
        count += 1
    while position > 0 and scores[position - 1] < value:
        scores[position] = scores[position - 1]
        backpointers[position, 0], backpointers[position, 1], backpointers[position, 2] = (
            backpointers[position - 1, 0],
            backpointers[position - 1, 1],
            backpointers[position - 1, 2],
        )
        position -= 1
    scores[position] = value
    backpointers[position, 0], backpointers[position, 1], backpointers[position, 2] = first, second, third
    return count


@fastmath_leaf
def _add_combinations(
    scores: Floats, backpointers: Pointers, count: int, split: int, first: Floats, first_count: int, second: Floats,
    second_count: int,
) -> int:  # fmt: skip
    """Insert the sums of two falling lists into a list; return the new length."""
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
            count = _insert(scores, backpointers, count, value, split, a, b)
    return count
