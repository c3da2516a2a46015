"""Compiled search for the k best trees by the sum of their arcs, each list exact: maxima for all half trees first, then
lists only of those that the next tree needs (Eisner 1996; Huang and Chiang 2005, algorithm 3)."""

from typing import NamedTuple

import numpy as np

from spectral_core.arrays import Flags, Floats, Indexes, Integers
from spectral_core.inference.compiling import entry, inner, leaf

_INITIAL_CAPACITY = 512  # candidates that fit at first
_UNTOUCHED, _EXHAUSTED = -1, -2


class _Cells(NamedTuple):
    """Items of the chart: head * words + modifier is an arc with what stands between, words * words more a half tree
    from a head to its edge, and the last one all trees."""

    best: Floats  # (cells,)
    edges: Indexes  # (cells,) edge of the best derivation
    counts: Indexes  # (cells,) derivations so far
    stages: Indexes  # (cells,) which successor of the last is to come, 2 or 1; 0, the next candidate; or one of these
    firsts: Indexes  # (cells,) the first candidate, or -1
    lists: Indexes  # (cells, k) the derivations so far, best first


class _Derivations(NamedTuple):
    """Candidate derivations of items, those that were taken into a list among them."""

    scores: Floats
    links: Indexes  # (steps, 4) edge, ranks of the left and of the right cell, the next candidate of the cell or -1


@entry
def best_lists(arcs: Floats, reach: Flags, heads: Integers, totals: Floats) -> int:
    """Fill `heads` (k, words) and `totals` (k,) with the projective trees with one word under the root whose arcs sum
    highest, best first; return how many there are. `arcs` (words + 1, words) may hold -inf; `reach` (2, words, words)
    has which half trees may be, or is empty."""
    size, k = arcs.shape[1], len(totals)
    count = 2 * size * size + 1
    cells = _Cells(
        np.full(count, -np.inf), np.zeros(count, dtype=np.int32), np.zeros(count, dtype=np.int32),
        np.full(count, _UNTOUCHED, dtype=np.int32), np.full(count, -1, dtype=np.int32),
        np.empty((count, k), dtype=np.int32),
    )  # fmt: skip
    _fill_maxima(arcs, reach, cells)
    derivations, used = _Derivations(np.empty(_INITIAL_CAPACITY), np.empty((_INITIAL_CAPACITY, 4), dtype=np.int32)), 0
    stack = np.empty((4 * size + 8, 2), dtype=np.int32)
    for rank in range(k):
        derivations, used = _find_rank(arcs, cells, derivations, used, stack, rank)
        if cells.counts[count - 1] <= rank:
            return rank
        totals[rank] = derivations.scores[cells.lists[count - 1, rank]]
        _follow_derivation(size, cells, derivations, rank, stack, heads[rank])
    return k


@leaf
def _children(cell: int, edge: int, size: int) -> tuple[int, int]:
    """Return the two cells that a cell is made of at an edge."""
    square = size * size
    if cell == 2 * square:
        return square + edge * size, square + edge * size + size - 1
    head, end = cell % square // size, cell % size
    split = min(head, end) + edge
    if cell < square:  # half trees that meet between head and modifier
        near, far = (split, split + 1) if head < end else (split + 1, split)
        return square + head * size + near, square + end * size + far
    last = split + 1 if head < end else split
    return head * size + last, square + last * size + end


@leaf
def _score_of(arcs: Floats, cell: int, edge: int, first: float, second: float) -> float:
    """Return the score of a cell from those of its two children."""
    size = arcs.shape[1]
    if cell == 2 * size * size:
        return float(arcs[0, edge] + first + second)
    if cell < size * size:
        return float(first + second + arcs[cell // size + 1, cell % size])
    return first + second


@inner
def _fill_maxima(arcs: Floats, reach: Flags, cells: _Cells) -> None:
    """Fill in the highest sum of every cell, and the edge that gives it."""
    size = arcs.shape[1]
    square, best = size * size, cells.best
    for head in range(size):
        best[square + head * size + head] = 0.0
    for gap in range(1, size):
        for kind in range(2):
            for low in range(size - gap):
                for side in range(2):
                    head, end = (low, low + gap) if side else (low + gap, low)
                    if kind and reach.shape[1] and not reach[side, head, end]:
                        continue
                    _fill_maximum(arcs, cells, kind * square + head * size + end, gap)
    _fill_maximum(arcs, cells, 2 * square, size)


@leaf
def _fill_maximum(arcs: Floats, cells: _Cells, cell: int, edges: int) -> None:
    """Fill in the highest sum of a cell, and the edge that gives it."""
    best, best_edge = -np.inf, 0
    for edge in range(edges):
        first, second = _children(cell, edge, arcs.shape[1])
        value = _score_of(arcs, cell, edge, cells.best[first], cells.best[second])
        if value > best:
            best, best_edge = value, edge
    cells.best[cell], cells.edges[cell] = best, best_edge


@inner
def _find_rank(
    arcs: Floats, cells: _Cells, derivations: _Derivations, used: int, stack: Indexes, target_rank: int
) -> tuple[_Derivations, int]:
    """Find the derivation of all trees with this rank, if there is one, and those of other cells that it needs; return
    the derivations, which may have been enlarged, and how many there are."""
    size = arcs.shape[1]
    stack[0, 0], stack[0, 1] = len(cells.best) - 1, target_rank
    top = 1
    while top:
        cell, rank = stack[top - 1, 0], stack[top - 1, 1]
        if cells.counts[cell] > rank or cells.stages[cell] == _EXHAUSTED:
            top -= 1
            continue
        if used + size + 1 > len(derivations.scores):
            derivations = _enlarge(derivations)
        stage = cells.stages[cell]
        if stage == _UNTOUCHED:
            used = _add_candidates(arcs, cells, derivations, used, cell)
        elif stage == 0:
            _take_best(cells, derivations, cell)
        else:
            link = derivations.links[cells.lists[cell, cells.counts[cell] - 1]]
            edge, left, right = link[0], link[1], link[2]
            first, second = _children(cell, edge, size)
            if stage == 2:
                child, child_rank, right = second, right + 1, right + 1
            else:
                child, child_rank, left = first, left + 1, left + 1
            is_first = stage == 2 or right == 0  # so that each pair of ranks comes once
            if is_first and cells.counts[child] <= child_rank and cells.stages[child] != _EXHAUSTED:
                stack[top, 0], stack[top, 1] = child, child_rank
                top += 1
                continue
            if is_first and cells.counts[child] > child_rank:
                value = _score_of(
                    arcs, cell, edge, _score(cells, derivations, first, left), _score(cells, derivations, second, right)
                )
                used = _push_candidate(cells, derivations, used, cell, value, edge, left, right)
            cells.stages[cell] = stage - 1
    return derivations, used


@inner
def _enlarge(derivations: _Derivations) -> _Derivations:
    """Return the derivations with four times the capacity."""
    size = len(derivations.scores)
    scores, links = np.empty(4 * size), np.empty((4 * size, 4), dtype=np.int32)
    scores[:size] = derivations.scores
    links[:size] = derivations.links
    return _Derivations(scores, links)


@leaf
def _add_candidates(arcs: Floats, cells: _Cells, derivations: _Derivations, used: int, cell: int) -> int:
    """Make a candidate of the best at every edge of a cell, the last edge first."""
    size = arcs.shape[1]
    edges = size if cell == 2 * size * size else abs(cell % (size * size) // size - cell % size)
    for edge in range(edges - 1, -1, -1):
        first, second = _children(cell, edge, size)
        value = _score_of(arcs, cell, edge, cells.best[first], cells.best[second])
        if value > -np.inf:
            used = _push_candidate(cells, derivations, used, cell, value, edge, 0, 0)
    cells.stages[cell] = 0
    return used


@leaf
def _push_candidate(
    cells: _Cells, derivations: _Derivations, used: int, cell: int, value: float, edge: int, left: int, right: int
) -> int:  # fmt: skip
    """Put a candidate before the others of a cell."""
    derivations.scores[used] = value
    link = derivations.links[used]
    link[0], link[1], link[2], link[3] = edge, left, right, cells.firsts[cell]
    cells.firsts[cell] = used
    return used + 1


@leaf
def _take_best(cells: _Cells, derivations: _Derivations, cell: int) -> None:
    """Take the best candidate of a cell into its list."""
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


@leaf
def _score(cells: _Cells, derivations: _Derivations, cell: int, rank: int) -> float:
    """Return the score of the derivation of a cell with this rank."""
    return float(cells.best[cell] if rank == 0 else derivations.scores[cells.lists[cell, rank]])


@leaf
def _follow_derivation(
    size: int, cells: _Cells, derivations: _Derivations, rank: int, stack: Indexes, heads: Integers
) -> None:
    """Fill `heads` (words,) with those of a derivation of all trees."""
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
        first, second = _children(cell, edge, size)
        stack[top, 0], stack[top, 1], stack[top + 1, 0], stack[top + 1, 1] = first, left, second, right
        top += 2
