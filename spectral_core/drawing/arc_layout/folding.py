"""Which words begin a row: as few rows as the width needs, broken where the fewest arcs are cut."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate

from spectral_core.drawing.arc_layout.drawn import ArcLayout
from spectral_core.drawing.arc_layout.placing import BEYOND

_LEFT = (0.0, 0.06, 0.12, 0.18)  # of the width: room for labels before a row that are tried
_RAGGED = 4.0  # arcs that a row which is all empty would be worth, to have rows alike

_Arc = tuple[int, float]  # the word at the other end, and the width of what is said at a margin where it is cut
_Row = tuple[int, float, float, float]  # its last word, how far words reach, and labels; what labels lack before it


def fold(
    natural: ArcLayout,
    heads: Sequence[int | None],
    cut_labels: Sequence[tuple[float, float]],
    width: float,
    right_to_left: bool = False,
) -> tuple[int, ...]:
    """The words that begin the second row, the third and so on, of what is drawn in one row as `natural`."""
    size = len(heads)
    if size < 2 or natural.width <= width:
        return ()
    left, right = [0.0] * (size + 2), [0.0] * (size + 2)  # (words) edges, with the empty nodes behind them
    for column in natural.columns:
        x = natural.width - column.x - column.width if right_to_left else column.x
        if not column.empty:
            left[column.word] = x
        right[column.word] = x + column.width
    arcs: list[list[_Arc]] = [[] for _ in range(size + 1)]  # (words)
    crossing = [0] * (size + 2)  # (words) arcs over the place before each
    for word, head in enumerate(heads, 1):
        if head and 0 < head <= size and head != word:
            leaving, arriving = cut_labels[word - 1] if cut_labels else (0.0, 0.0)
            arcs[head].append((word, leaving))
            arcs[word].append((head, arriving))
            crossing[min(word, head) + 1] += 1  # from here on, up to the word at its other end
            crossing[max(word, head) + 1] -= 1
    crossing = list(accumulate(crossing))
    rows = [_rows_from(first, left, right, arcs, width) for first in range(size + 1)]
    tried = [_broken(rows, crossing, width, share * width) for share in _LEFT]
    return min(tried)[1]


def _rows_from(
    first: int, left: Sequence[float], right: Sequence[float], arcs: Sequence[Sequence[_Arc]], width: float
) -> list[_Row]:
    """The rows that may begin with a word, up to the one that is too wide."""
    rows: list[_Row] = []
    if not first:
        return rows
    lacking = 0.0
    open_arcs: list[tuple[int, float]] = []  # to the right: the word, and how far its label would reach
    for last in range(first, len(arcs)):
        reached = right[last] - left[first]
        if reached > width and last > first:
            break
        centre = (left[last] + right[last]) / 2 - left[first]
        for other, label in arcs[last]:
            if other < first:
                lacking = max(lacking, label + 2 * BEYOND - centre)
            elif other > last:
                open_arcs.append((other, centre + label + 2 * BEYOND))
        needed = reached
        for other, reach in open_arcs:
            if other > last and reach > needed:
                needed = reach
        rows.append((last, reached, needed, lacking))
    return rows


def _broken(
    rows_from: Sequence[Sequence[_Row]], crossing: Sequence[int], width: float, before: float
) -> tuple[tuple[int, float], tuple[int, ...]]:
    """What the best rows cost that leave so much room before them, and where they begin."""
    size, most = len(rows_from) - 1, width - before
    best: list[tuple[int, float]] = [(0, 0.0)] * (size + 2)  # (words) of the rows from each word on
    ends = [size] * (size + 2)  # (words) the last word of the row that begins there
    for first in range(size, 0, -1):
        best[first] = (2 * size * (size + 1), 0.0)
        for last, reached, needed, lacking in rows_from[first]:
            if reached > most and last > first:
                break
            rows, cost = best[last + 1]
            if lacking > before or needed > most:  # a word alone must stand somewhere
                if last > first:
                    continue
                rows += size  # but never for choice
            spare = (most - reached) / width
            if last < size:
                cost += crossing[last + 1]
            found = (rows + 1, cost + _RAGGED * spare * spare)
            if found < best[first]:
                best[first], ends[first] = found, last
    starts, at = [], 1
    while ends[at] < size:
        at = ends[at] + 1
        starts.append(at)
    return best[1], tuple(starts)
