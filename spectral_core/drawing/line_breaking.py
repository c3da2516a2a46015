"""Line breaking of a drawn sentence: as few rows as the width allows, broken where the fewest arcs are cut."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate

from spectral_core.drawing.arc_layout import CUT_MARGIN, ArcLayout

_MARGIN_SHARES = (0.0, 0.06, 0.12, 0.18)  # left margins for labels that are tried, as shares of the width
_RAGGEDNESS_COST = 4.0  # cost of an empty row, in cut arcs; makes rows equally long

_Arc = tuple[int, float]  # word at the other end, width of the label at a margin if the arc is cut
# last word, width of words, width with labels, missing left margin for labels
_CandidateRow = tuple[int, float, float, float]


def choose_row_starts(
    single_row: ArcLayout,
    heads: Sequence[int | None],
    cut_labels: Sequence[tuple[float, float]],
    width: float,
    right_to_left: bool = False,
) -> tuple[int, ...]:
    """Return the first words of the second and later rows of a sentence; `single_row` is its layout in one row."""
    size = len(heads)
    if size < 2 or single_row.width <= width:
        return ()
    left, right = [0.0] * (size + 2), [0.0] * (size + 2)  # (words) edges, including empty nodes that follow them
    for column in single_row.columns:
        x = single_row.width - column.x - column.width if right_to_left else column.x
        if not column.empty_node:
            left[column.word] = x
        right[column.word] = x + column.width
    arcs: list[list[_Arc]] = [[] for _ in range(size + 1)]  # (words)
    crossing = [0] * (size + 2)  # (words) number of arcs over the gap before each
    for word, head in enumerate(heads, 1):
        if head and 0 < head <= size and head != word:
            leaving, arriving = cut_labels[word - 1] if cut_labels else (0.0, 0.0)
            arcs[head].append((word, leaving))
            arcs[word].append((head, arriving))
            crossing[min(word, head) + 1] += 1  # from here to the word at its other end
            crossing[max(word, head) + 1] -= 1
    crossing = list(accumulate(crossing))
    rows = [_list_candidate_rows(first, left, right, arcs, width) for first in range(size + 1)]
    choices = [_choose_line_breaks(rows, crossing, width, share * width) for share in _MARGIN_SHARES]
    return min(choices)[1]


def _list_candidate_rows(
    first: int, left: Sequence[float], right: Sequence[float], arcs: Sequence[Sequence[_Arc]], width: float
) -> list[_CandidateRow]:
    """Return the candidate rows that start with a word, up to the first that is too wide."""
    rows: list[_CandidateRow] = []
    if not first:
        return rows
    missing_margin = 0.0
    open_arcs: list[tuple[int, float]] = []  # arcs to the right: word at the other end, reach of the label
    for last in range(first, len(arcs)):
        words_width = right[last] - left[first]
        if words_width > width and last > first:
            break
        centre = (left[last] + right[last]) / 2 - left[first]
        for other_word, label in arcs[last]:
            if other_word < first:
                missing_margin = max(missing_margin, label + 2 * CUT_MARGIN - centre)
            elif other_word > last:
                open_arcs.append((other_word, centre + label + 2 * CUT_MARGIN))
        full_width = words_width
        for other_word, reach in open_arcs:
            if other_word > last and reach > full_width:
                full_width = reach
        rows.append((last, words_width, full_width, missing_margin))
    return rows


def _choose_line_breaks(
    rows_from: Sequence[Sequence[_CandidateRow]], crossing: Sequence[int], width: float, margin: float
) -> tuple[tuple[int, float], tuple[int, ...]]:
    """Return the cost of the best line breaks with a left margin of `margin`, and the first words of their rows, by
    dynamic programming."""
    size, max_width = len(rows_from) - 1, width - margin
    best: list[tuple[int, float]] = [(0, 0.0)] * (size + 2)  # (words) cost of the rows from each word on
    ends = [size] * (size + 2)  # (words) last word of the row that starts there
    for first in range(size, 0, -1):
        best[first] = (2 * size * (size + 1), 0.0)
        for last, words_width, full_width, missing_margin in rows_from[first]:
            if words_width > max_width and last > first:
                break
            rows, cost = best[last + 1]
            if missing_margin > margin or full_width > max_width:  # a single word is always allowed
                if last > first:
                    continue
                rows += size  # only if nothing else is possible
            spare = (max_width - words_width) / width
            if last < size:
                cost += crossing[last + 1]
            candidate = (rows + 1, cost + _RAGGEDNESS_COST * spare * spare)
            if candidate < best[first]:
                best[first], ends[first] = candidate, last
    starts, word = [], 1
    while ends[word] < size:
        word = ends[word] + 1
        starts.append(word)
    return best[1], tuple(starts)
