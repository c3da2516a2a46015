"""Compiled k-best search: over derivations of split-head automata, and over trees by the sum of their arc scores.

Never imported at start-up.
"""

from typing import NamedTuple

import numpy as np

from spectral_core.arrays import Flags, Floats, Indexes, Integers
from spectral_core.structured.compilation import (
    fastmath_kernel,
    fastmath_leaf_kernel,
    inner_kernel,
    kernel,
    leaf_kernel,
)
from spectral_core.structured.eisner import Automata, KBestChart, KBestLists, Pointers, WordArrays

_INITIAL_CAPACITY = 512  # candidates allocated at first
_UNTOUCHED, _EXHAUSTED = -1, -2


@fastmath_kernel
def k_best_derivations(words: WordArrays, automata: Automata, heads: Integers, totals: Floats) -> int:
    """Fill `heads` (k, words) and `totals` (k,) with the k best derivations, best first; return their number. All
    scores are logs; -inf is impossible. Operators are (groups, 2, symbols, from, to)."""
    size, k = len(words.groups), len(totals)
    chart = _allocate_chart(size, words.ends.shape[2], automata.start.shape[2], k)
    scores, backpointers = np.empty(k), np.empty((k, 3), dtype=np.int32)
    for head in range(size):
        for side in range(2):
            for state in range(automata.start.shape[2]):
                initial = automata.start[words.groups[head], side, state]
                if initial > -np.inf:
                    chart.half.scores[side, head, head, state, 0] = initial
                    chart.half.backpointers[side, head, head, state, 0, 0] = -1
                    chart.half.counts[side, head, head, state] = 1
            _fill_closed_half_list(side, head, head, words, automata, chart)
    for j in range(size):
        for i in range(j - 1, -1, -1):
            for side in range(2):
                _fill_arc_lists(side, i, j, words, automata, chart, scores, backpointers)
            for side in range(2):
                if not words.half_trees.shape[1] or words.half_trees[side, i if side else j, j if side else i]:
                    _fill_open_half_lists(side, i, j, words, automata.start.shape[2], chart)
                    _fill_closed_half_list(side, i if side else j, j if side else i, words, automata, chart)
    count = _fill_root_list(words, chart, scores, backpointers)
    stack = np.empty((4 * size + 8, 5), dtype=np.int32)
    for rank in range(count):
        totals[rank] = scores[rank]
        _follow_backpointers(chart, backpointers[rank], stack, heads[rank])
    return count


@inner_kernel
def _allocate_chart(size: int, depth: int, states: int, k: int) -> KBestChart:
    """Allocate a chart with lists of `k` derivations."""
    head_states = depth * states
    return KBestChart(
        KBestLists(
            np.empty((2, size, size, head_states, k)),
            np.empty((2, size, size, head_states, k, 3), dtype=np.int32),
            np.zeros((2, size, size, head_states), dtype=np.int32),
        ),
        KBestLists(
            np.empty((2, size, size, k)),
            np.empty((2, size, size, k, 3), dtype=np.int32),
            np.zeros((2, size, size), dtype=np.int32),
        ),
        KBestLists(
            np.empty((size, size, states, k)),
            np.empty((size, size, states, k, 4), dtype=np.int32),
            np.zeros((size, size, states), dtype=np.int32),
        ),
        KBestLists(
            np.empty((head_states, k)),
            np.empty((head_states, k, 3), dtype=np.int32),
            np.zeros(head_states, dtype=np.int32),
        ),
    )


@fastmath_leaf_kernel
def _fill_arc_lists(
    side: int,
    i: int,
    j: int,
    words: WordArrays,
    automata: Automata,
    chart: KBestChart,
    scores: Floats,
    backpointers: Pointers,
) -> None:
    """Fill the k-best lists of the arc between two words."""
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
                    count = _insert_descending(
                        scores, backpointers, count, sums.scores[source, rank] + step, source, rank, 0
                    )
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


@fastmath_leaf_kernel
def _fill_open_half_lists(side: int, i: int, j: int, words: WordArrays, states: int, chart: KBestChart) -> None:
    """Fill the k-best lists of the open half tree from one word to the other, over its outermost modifiers."""
    head, edge = (i, j) if side else (j, i)
    half, closed, arcs = chart.half, chart.closed, chart.arcs
    for last in range(i + side, j + side):
        for state in range(states):
            target = words.next_states[last] * states + state
            half.counts[side, head, edge, target] = _add_combinations(
                half.scores[side, head, edge, target], half.backpointers[side, head, edge, target],
                half.counts[side, head, edge, target], last,
                arcs.scores[head, last, state], arcs.counts[head, last, state],
                closed.scores[side, last, edge], closed.counts[side, last, edge],
            )  # fmt: skip


@fastmath_leaf_kernel
def _fill_closed_half_list(
    side: int, head: int, edge: int, words: WordArrays, automata: Automata, chart: KBestChart
) -> None:
    """Fill the k-best list of a closed half tree."""
    half, closed = chart.half, chart.closed
    states = automata.start.shape[2]
    count = 0
    for state in range(half.counts.shape[3]):
        step = automata.stop[words.groups[head], side, state % states] + words.ends[head, side, state // states]
        if step > -np.inf:
            for rank in range(half.counts[side, head, edge, state]):
                score = half.scores[side, head, edge, state, rank] + step
                count = _insert_descending(
                    closed.scores[side, head, edge], closed.backpointers[side, head, edge], count, score, state, rank, 0
                )
    closed.counts[side, head, edge] = count


@fastmath_leaf_kernel
def _fill_root_list(words: WordArrays, chart: KBestChart, scores: Floats, backpointers: Pointers) -> int:
    """Fill a k-best list with the trees of all root words; return its length."""
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
                    count = _insert_descending(scores, backpointers, count, value, word, a, b)
    return count


@fastmath_leaf_kernel
def _follow_backpointers(chart: KBestChart, backpointer: Pointers, stack: Pointers, heads: Integers) -> None:
    """Fill `heads` (words,) by following the backpointers of one derivation, from that of its root: root word and two
    ranks."""
    half, closed, arcs = chart.half, chart.closed, chart.arcs
    states = arcs.counts.shape[2]
    heads[backpointer[0]] = 0
    # (part, head, edge, state, rank); part 0 and 1: closed, 2 and 3: open, left and right
    _push_part(stack, 0, 0, backpointer[0], 0, 0, backpointer[1])
    _push_part(stack, 1, 1, backpointer[0], len(heads) - 1, 0, backpointer[2])
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
        _push_part(stack, top, side, last, edge, 0, rest_rank)
        _push_part(stack, top + 1, side + 2, head, split + 1 - side, previous_state, head_rank)
        _push_part(stack, top + 2, 1 - side, last, split + side, 0, modifier_rank)
        top += 3


@fastmath_leaf_kernel
def _push_part(stack: Pointers, top: int, part: int, head: int, edge: int, state: int, rank: int) -> None:
    """Push a part of a tree onto the stack."""
    stack[top, 0], stack[top, 1], stack[top, 2], stack[top, 3], stack[top, 4] = part, head, edge, state, rank


@fastmath_leaf_kernel
def _insert_descending(
    scores: Floats, backpointers: Pointers, count: int, value: float, first: int, second: int, third: int
) -> int:
    """Insert a value into a descending list, after equal ones; return the new length."""
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


@fastmath_leaf_kernel
def _add_combinations(
    scores: Floats, backpointers: Pointers, count: int, split: int, first: Floats, first_count: int, second: Floats,
    second_count: int,
) -> int:  # fmt: skip
    """Insert the pairwise sums of two descending lists into a list; return the new length."""
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
            count = _insert_descending(scores, backpointers, count, value, split, a, b)
    return count


class _LazyCells(NamedTuple):
    """Items of the chart as flat cell indices: head * words + modifier is an arc with the span between; that plus words
    * words is a half tree from head to edge; the last cell is the whole tree."""

    best: Floats  # (cells,)
    edges: Indexes  # (cells,) split point of the best derivation
    counts: Indexes  # (cells,) derivations found so far
    stages: Indexes  # (cells,) next successor of the last derivation, 2 or 1; 0: next candidate; or a constant above
    firsts: Indexes  # (cells,) head of the candidate list, or -1
    lists: Indexes  # (cells, k) derivations found so far, best first


class _CandidateDerivations(NamedTuple):
    """Candidate derivations of items, including those already taken into a list."""

    scores: Floats
    links: Indexes  # (steps, 4) edge, ranks of the left and right cells, next candidate of the cell or -1


@kernel
def k_best_trees(arcs: Floats, half_trees: Flags, heads: Integers, totals: Floats) -> int:
    """Fill `heads` (k, words) and `totals` (k,) with the k best projective trees with a single root word by sum of arc
    scores, best first; return their number. Lazy k-best search. `arcs` (words + 1, words) may hold -inf; `half_trees`
    (2, words, words) marks the allowed half trees, or is empty."""
    size, k = arcs.shape[1], len(totals)
    count = 2 * size * size + 1
    cells = _LazyCells(
        np.full(count, -np.inf), np.zeros(count, dtype=np.int32), np.zeros(count, dtype=np.int32),
        np.full(count, _UNTOUCHED, dtype=np.int32), np.full(count, -1, dtype=np.int32),
        np.empty((count, k), dtype=np.int32),
    )  # fmt: skip
    _viterbi_pass(arcs, half_trees, cells)
    derivations, used = (
        _CandidateDerivations(np.empty(_INITIAL_CAPACITY), np.empty((_INITIAL_CAPACITY, 4), dtype=np.int32)),
        0,
    )
    stack = np.empty((4 * size + 8, 2), dtype=np.int32)
    for rank in range(k):
        derivations, used = _find_ranked_derivation(arcs, cells, derivations, used, stack, rank)
        if cells.counts[count - 1] <= rank:
            return rank
        totals[rank] = derivations.scores[cells.lists[count - 1, rank]]
        _fill_heads_of_derivation(size, cells, derivations, rank, stack, heads[rank])
    return k


@leaf_kernel
def _child_cells(cell: int, edge: int, size: int) -> tuple[int, int]:
    """Return the two cells from which a cell is built at a split point."""
    square = size * size
    if cell == 2 * square:
        return square + edge * size, square + edge * size + size - 1
    head, end = cell % square // size, cell % size
    split = min(head, end) + edge
    if cell < square:  # two half trees meeting between head and modifier
        near, far = (split, split + 1) if head < end else (split + 1, split)
        return square + head * size + near, square + end * size + far
    last = split + 1 if head < end else split
    return head * size + last, square + last * size + end


@leaf_kernel
def _combine_scores(arcs: Floats, cell: int, edge: int, first: float, second: float) -> float:
    """Return the score of a cell, from the scores of its two children."""
    size = arcs.shape[1]
    if cell == 2 * size * size:
        return float(arcs[0, edge] + first + second)
    if cell < size * size:
        return float(first + second + arcs[cell // size + 1, cell % size])
    return first + second


@inner_kernel
def _viterbi_pass(arcs: Floats, half_trees: Flags, cells: _LazyCells) -> None:
    """Fill in the maximum of each cell and its split point (Viterbi pass)."""
    size = arcs.shape[1]
    square, best = size * size, cells.best
    for head in range(size):
        best[square + head * size + head] = 0.0
    for gap in range(1, size):
        for kind in range(2):
            for low in range(size - gap):
                for side in range(2):
                    head, end = (low, low + gap) if side else (low + gap, low)
                    if kind and half_trees.shape[1] and not half_trees[side, head, end]:
                        continue
                    _fill_cell_maximum(arcs, cells, kind * square + head * size + end, gap)
    _fill_cell_maximum(arcs, cells, 2 * square, size)


@leaf_kernel
def _fill_cell_maximum(arcs: Floats, cells: _LazyCells, cell: int, edges: int) -> None:
    """Fill in the maximum of a cell and its split point."""
    best, best_edge = -np.inf, 0
    for edge in range(edges):
        first, second = _child_cells(cell, edge, arcs.shape[1])
        value = _combine_scores(arcs, cell, edge, cells.best[first], cells.best[second])
        if value > best:
            best, best_edge = value, edge
    cells.best[cell], cells.edges[cell] = best, best_edge


@inner_kernel
def _find_ranked_derivation(
    arcs: Floats, cells: _LazyCells, derivations: _CandidateDerivations, used: int, stack: Indexes, target_rank: int
) -> tuple[_CandidateDerivations, int]:
    """Find the derivation of the whole tree with this rank, if any, and those of other cells that it needs; return the
    derivations, possibly reallocated, and their number."""
    size = arcs.shape[1]
    stack[0, 0], stack[0, 1] = len(cells.best) - 1, target_rank
    top = 1
    while top:
        cell, rank = stack[top - 1, 0], stack[top - 1, 1]
        if cells.counts[cell] > rank or cells.stages[cell] == _EXHAUSTED:
            top -= 1
            continue
        if used + size + 1 > len(derivations.scores):
            derivations = _grow_capacity(derivations)
        stage = cells.stages[cell]
        if stage == _UNTOUCHED:
            used = _add_candidates(arcs, cells, derivations, used, cell)
        elif stage == 0:
            _pop_best_candidate(cells, derivations, cell)
        else:
            link = derivations.links[cells.lists[cell, cells.counts[cell] - 1]]
            edge, left, right = link[0], link[1], link[2]
            first, second = _child_cells(cell, edge, size)
            if stage == 2:
                child, child_rank, right = second, right + 1, right + 1
            else:
                child, child_rank, left = first, left + 1, left + 1
            is_first = stage == 2 or right == 0  # enumerate each pair of ranks once
            if is_first and cells.counts[child] <= child_rank and cells.stages[child] != _EXHAUSTED:
                stack[top, 0], stack[top, 1] = child, child_rank
                top += 1
                continue
            if is_first and cells.counts[child] > child_rank:
                value = _combine_scores(
                    arcs,
                    cell,
                    edge,
                    _get_derivation_score(cells, derivations, first, left),
                    _get_derivation_score(cells, derivations, second, right),
                )
                used = _push_candidate(cells, derivations, used, cell, value, edge, left, right)
            cells.stages[cell] = stage - 1
    return derivations, used


@inner_kernel
def _grow_capacity(derivations: _CandidateDerivations) -> _CandidateDerivations:
    """Return a copy with four times the capacity."""
    size = len(derivations.scores)
    scores, links = np.empty(4 * size), np.empty((4 * size, 4), dtype=np.int32)
    scores[:size] = derivations.scores
    links[:size] = derivations.links
    return _CandidateDerivations(scores, links)


@leaf_kernel
def _add_candidates(arcs: Floats, cells: _LazyCells, derivations: _CandidateDerivations, used: int, cell: int) -> int:
    """Add the best derivation at each split point of a cell as a candidate, last split point first."""
    size = arcs.shape[1]
    edges = size if cell == 2 * size * size else abs(cell % (size * size) // size - cell % size)
    for edge in range(edges - 1, -1, -1):
        first, second = _child_cells(cell, edge, size)
        value = _combine_scores(arcs, cell, edge, cells.best[first], cells.best[second])
        if value > -np.inf:
            used = _push_candidate(cells, derivations, used, cell, value, edge, 0, 0)
    cells.stages[cell] = 0
    return used


@leaf_kernel
def _push_candidate(
    cells: _LazyCells, derivations: _CandidateDerivations, used: int, cell: int, value: float, edge: int, left: int,
    right: int
) -> int:  # fmt: skip
    """Push a candidate to the front of a cell's list."""
    derivations.scores[used] = value
    link = derivations.links[used]
    link[0], link[1], link[2], link[3] = edge, left, right, cells.firsts[cell]
    cells.firsts[cell] = used
    return used + 1


@leaf_kernel
def _pop_best_candidate(cells: _LazyCells, derivations: _CandidateDerivations, cell: int) -> None:
    """Move the best candidate of a cell to its list of derivations."""
    best, previous_of_best, candidate, previous = -1, -1, cells.firsts[cell], -1
    while candidate >= 0:
        if best < 0 or derivations.scores[candidate] > derivations.scores[best]:
            best, previous_of_best = candidate, previous
        previous, candidate = candidate, derivations.links[candidate, 3]
    if best < 0:
        cells.stages[cell] = _EXHAUSTED
        return
    if previous_of_best < 0:
        cells.firsts[cell] = derivations.links[best, 3]
    else:
        derivations.links[previous_of_best, 3] = derivations.links[best, 3]
    cells.lists[cell, cells.counts[cell]] = best
    cells.counts[cell] += 1
    cells.stages[cell] = 2


@leaf_kernel
def _get_derivation_score(cells: _LazyCells, derivations: _CandidateDerivations, cell: int, rank: int) -> float:
    """Return the score of the derivation with this rank in a cell."""
    return float(cells.best[cell] if rank == 0 else derivations.scores[cells.lists[cell, rank]])


@leaf_kernel
def _fill_heads_of_derivation(
    size: int, cells: _LazyCells, derivations: _CandidateDerivations, rank: int, stack: Indexes, heads: Integers
) -> None:
    """Fill `heads` (words,) by following one derivation of the whole tree down to its cells."""
    square = size * size
    stack[0, 0], stack[0, 1] = 2 * square, rank
    top = 1
    while top:
        top -= 1
        cell, cell_rank = stack[top, 0], stack[top, 1]
        head, end = cell % square // size, cell % size
        if square <= cell < 2 * square and head == end:
            continue
        edge, left, right = cells.edges[cell], 0, 0
        if cell_rank > 0 or cell == 2 * square:
            link = derivations.links[cells.lists[cell, cell_rank]]
            edge, left, right = link[0], link[1], link[2]
        if cell == 2 * square:
            heads[edge] = 0
        elif cell < square:
            heads[end] = head + 1
        first, second = _child_cells(cell, edge, size)
        stack[top, 0], stack[top, 1], stack[top + 1, 0], stack[top + 1, 1] = first, left, second, right
        top += 2
