"""Compiled search for the best trees by the sum of their arcs, each list exact: maxima for all half trees first, then
lists only of those that the next tree asks for (Eisner 1996; Huang and Chiang 2005, algorithm 3)."""

from typing import NamedTuple

import numpy as np

from spectral_core.arrays import Flags, Floats, Integers, Places
from spectral_core.inference.compiling import entry, inner, leaf

_ROOM = 512  # candidates that there is room for to begin with
_UNTOUCHED, _SPENT = -1, -2


class _Cells(NamedTuple):
    """What is known of every cell: head * words + modifier is an arc with what stands between, words * words more a
    half tree from a head to its edge, and the last one all trees."""

    best: Floats  # (cells,)
    edges: Places  # (cells,) where the best is put together
    counts: Places  # (cells,) derivations that were found
    stages: Places  # (cells,) which successor of the last is to come, 2 or 1; 0, the next candidate; or one of these
    firsts: Places  # (cells,) the first candidate, or -1
    lists: Places  # (cells, k) the derivations that were found, best first


class _Steps(NamedTuple):
    """Candidates, those that became derivations among them."""

    scores: Floats
    ways: Places  # (steps, 4) edge, ranks of the left and of the right cell, the next candidate of the cell or -1


@entry
def best_lists(arcs: Floats, reach: Flags, heads: Integers, totals: Floats) -> int:
    """Fills `heads` (k, words) and `totals` (k,) with the projective trees with one word under the root whose arcs sum
    highest, best first; how many there are. `arcs` (words + 1, words) may hold -inf; `reach` (2, words, words) tells
    which half trees may be, or is empty."""
    size, k = arcs.shape[1], len(totals)
    count = 2 * size * size + 1
    cells = _Cells(
        np.full(count, -np.inf), np.zeros(count, dtype=np.int32), np.zeros(count, dtype=np.int32),
        np.full(count, _UNTOUCHED, dtype=np.int32), np.full(count, -1, dtype=np.int32),
        np.empty((count, k), dtype=np.int32),
    )  # fmt: skip
    _maxima(arcs, reach, cells)
    steps, used = _Steps(np.empty(_ROOM), np.empty((_ROOM, 4), dtype=np.int32)), 0
    stack = np.empty((4 * size + 8, 2), dtype=np.int32)
    for rank in range(k):
        steps, used = _reach_rank(arcs, cells, steps, used, stack, rank)
        if cells.counts[count - 1] <= rank:
            return rank
        totals[rank] = steps.scores[cells.lists[count - 1, rank]]
        _read_off(size, cells, steps, rank, stack, heads[rank])
    return k


@leaf
def _parts(cell: int, edge: int, size: int) -> tuple[int, int]:
    """The two cells that a cell is made of at an edge."""
    square = size * size
    if cell == 2 * square:
        return square + edge * size, square + edge * size + size - 1
    head, end = cell % square // size, cell % size
    at = min(head, end) + edge
    if cell < square:  # half trees that meet between head and modifier
        near, far = (at, at + 1) if head < end else (at + 1, at)
        return square + head * size + near, square + end * size + far
    last = at + 1 if head < end else at
    return head * size + last, square + last * size + end


@leaf
def _sum(arcs: Floats, cell: int, edge: int, first: float, second: float) -> float:
    size = arcs.shape[1]
    if cell == 2 * size * size:
        return float(arcs[0, edge] + first + second)
    if cell < size * size:
        return float(first + second + arcs[cell // size + 1, cell % size])
    return first + second


@inner
def _maxima(arcs: Floats, reach: Flags, cells: _Cells) -> None:
    """Fills in the highest sum of every cell, and where it is put together."""
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
                    _maximum(arcs, cells, kind * square + head * size + end, gap)
    _maximum(arcs, cells, 2 * square, size)


@leaf
def _maximum(arcs: Floats, cells: _Cells, cell: int, edges: int) -> None:
    best, at = -np.inf, 0
    for edge in range(edges):
        first, second = _parts(cell, edge, arcs.shape[1])
        value = _sum(arcs, cell, edge, cells.best[first], cells.best[second])
        if value > best:
            best, at = value, edge
    cells.best[cell], cells.edges[cell] = best, at


@inner
def _reach_rank(
    arcs: Floats, cells: _Cells, steps: _Steps, used: int, stack: Places, wanted: int
) -> tuple[_Steps, int]:
    """Finds the derivation of all trees with this rank, if there is one, and those of other cells that it needs; the
    steps, for which more room may have been made."""
    size = arcs.shape[1]
    stack[0, 0], stack[0, 1] = len(cells.best) - 1, wanted
    top = 1
    while top:
        cell, rank = stack[top - 1, 0], stack[top - 1, 1]
        if cells.counts[cell] > rank or cells.stages[cell] == _SPENT:
            top -= 1
            continue
        if used + size + 1 > len(steps.scores):
            steps = _more_room(steps)
        stage = cells.stages[cell]
        if stage == _UNTOUCHED:
            used = _open(arcs, cells, steps, used, cell)
        elif stage == 0:
            _take(cells, steps, cell)
        else:
            way = steps.ways[cells.lists[cell, cells.counts[cell] - 1]]
            edge, left, right = way[0], way[1], way[2]
            first, second = _parts(cell, edge, size)
            if stage == 2:
                other, need, right = second, right + 1, right + 1
            else:
                other, need, left = first, left + 1, left + 1
            comes = stage == 2 or right == 0  # so that each pair of ranks comes once
            if comes and cells.counts[other] <= need and cells.stages[other] != _SPENT:
                stack[top, 0], stack[top, 1] = other, need
                top += 1
                continue
            if comes and cells.counts[other] > need:
                value = _sum(arcs, cell, edge, _score(cells, steps, first, left), _score(cells, steps, second, right))
                used = _chain(cells, steps, used, cell, value, edge, left, right)
            cells.stages[cell] = stage - 1
    return steps, used


@inner
def _more_room(steps: _Steps) -> _Steps:
    old = len(steps.scores)
    scores, ways = np.empty(4 * old), np.empty((4 * old, 4), dtype=np.int32)
    scores[:old] = steps.scores
    ways[:old] = steps.ways
    return _Steps(scores, ways)


@leaf
def _open(arcs: Floats, cells: _Cells, steps: _Steps, used: int, cell: int) -> int:
    """Makes a candidate of the best at every edge of a cell, the last edge first."""
    size = arcs.shape[1]
    edges = size if cell == 2 * size * size else abs(cell % (size * size) // size - cell % size)
    for edge in range(edges - 1, -1, -1):
        first, second = _parts(cell, edge, size)
        value = _sum(arcs, cell, edge, cells.best[first], cells.best[second])
        if value > -np.inf:
            used = _chain(cells, steps, used, cell, value, edge, 0, 0)
    cells.stages[cell] = 0
    return used


@leaf
def _chain(
    cells: _Cells, steps: _Steps, used: int, cell: int, value: float, edge: int, left: int, right: int
) -> int:  # fmt: skip
    steps.scores[used] = value
    way = steps.ways[used]
    way[0], way[1], way[2], way[3] = edge, left, right, cells.firsts[cell]
    cells.firsts[cell] = used
    return used + 1


@leaf
def _take(cells: _Cells, steps: _Steps, cell: int) -> None:
    """Makes a derivation of the best candidate of a cell."""
    best, before, at, behind = -1, -1, cells.firsts[cell], -1
    while at >= 0:
        if best < 0 or steps.scores[at] > steps.scores[best]:
            best, before = at, behind
        behind, at = at, steps.ways[at, 3]
    if best < 0:
        cells.stages[cell] = _SPENT
        return
    if before < 0:
        cells.firsts[cell] = steps.ways[best, 3]
    else:
        steps.ways[before, 3] = steps.ways[best, 3]
    cells.lists[cell, cells.counts[cell]] = best
    cells.counts[cell] += 1
    cells.stages[cell] = 2


@leaf
def _score(cells: _Cells, steps: _Steps, cell: int, rank: int) -> float:
    return float(cells.best[cell] if rank == 0 else steps.scores[cells.lists[cell, rank]])


@leaf
def _read_off(size: int, cells: _Cells, steps: _Steps, rank: int, stack: Places, heads: Integers) -> None:
    """Fills `heads` (words,) with those of a derivation of all trees."""
    square = size * size
    stack[0, 0], stack[0, 1] = 2 * square, rank
    top = 1
    while top:
        top -= 1
        cell, at = stack[top, 0], stack[top, 1]
        head, end = cell % square // size, cell % size
        if square <= cell < 2 * square and head == end:
            continue
        edge, left, right = cells.edges[cell], 0, 0
        if at > 0 or cell == 2 * square:
            way = steps.ways[cells.lists[cell, at]]
            edge, left, right = way[0], way[1], way[2]
        if cell == 2 * square:
            heads[edge] = 0
        elif cell < square:
            heads[end] = head + 1
        first, second = _parts(cell, edge, size)
        stack[top, 0], stack[top, 1], stack[top + 1, 0], stack[top + 1, 1] = first, left, second, right
        top += 2
