"""How words and arcs find their places: points at the words, columns, levels; hides parts that are half placed."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from spectral_core.drawing.arc_layout.drawn import ArcLayout, ArcOptions, ArcRow, Bracket, Column, DrawnArc, Part, Root
from spectral_core.drawing.heights import Heights

BEYOND = 9.0  # of a line that is cut, behind its label


@dataclass(slots=True)
class _Part:
    """An arc, a part of one, or an arrow from the root, while its place is being found."""

    head: int  # 0 for an arrow from the root
    word: int
    row: int
    part: Part
    left: int  # columns; the one that stands in the row, twice, where the other does not
    right: int
    reach: int  # how far apart the words are; the longer arc stands outside the shorter
    label: float
    start: float = 0.0  # attachment points, first from the left edge of their columns, then as they are drawn
    end: float = 0.0
    level: int = 0

    @property
    def towards(self) -> int:
        """-1 or 1: the side to which a part goes that is cut."""
        other = self.word if self.part == "leaving" else self.head
        here = self.head if self.part == "leaving" else self.word
        return 1 if other > here else -1

    @property
    def foot(self) -> float:
        """Where a part that is cut stands on its word."""
        return self.start if self.part == "leaving" else self.end

    @property
    def length(self) -> float:
        return abs(self.start - self.end)

    @property
    def label_x(self) -> float:
        """The middle of the label: of a part that is cut, before the margin."""
        if self.part == "whole":
            return (self.start + self.end) / 2
        margin = self.end if self.part == "leaving" else self.start
        return margin - self.towards * (self.label / 2 + BEYOND)


class Placing:
    """The columns and parts of one sentence, placed left to right; a right-to-left drawing is mirrored at the end."""

    def __init__(
        self,
        widths: Sequence[float],
        heads: Sequence[int | None],
        labels: Sequence[float],
        options: ArcOptions,
        ranges: Sequence[tuple[int, int, float]],
        empty_nodes: Sequence[tuple[int, int, float]],
        cut_labels: Sequence[tuple[float, float]] = (),
    ):
        self.options, self.cut_labels = options, cut_labels
        size = len(widths)
        self.size = size
        starts = sorted({start for start in options.row_starts if 1 < start <= size})
        self.starts = [1, *starts, size + 1]  # (rows + 1) the first word of each, and the one behind the last
        self.row_count = len(starts) + 1
        inserted: dict[int, list[tuple[int, float]]] = {}
        for after, number, width in sorted(empty_nodes):
            inserted.setdefault(min(max(after, 0), size), []).append((number, width))
        self.words: list[tuple[int, int]] = []  # (columns) word and number of an empty node
        self.widths: list[float] = []
        self.row_of: list[int] = []
        self.column_of = [0] * (size + 1)  # of each word
        for word in range(size + 1):
            row = self._row_of(word)
            if word:
                self.column_of[word] = len(self.words)
                self._add((word, 0), widths[word - 1], row)
            for number, width in inserted.get(word, ()):
                self._add((word, number), width, row)
        self.ranges = [
            (at, max(first, 1), min(last, size), width)
            for at, (first, last, width) in enumerate(ranges)
            if last >= 1 and first <= size and first <= last
        ]
        for _, first, last, width in self.ranges:
            if first == last:
                column = self.column_of[first]
                self.widths[column] = max(self.widths[column], width)
        self.parts: list[_Part] = []
        self.unattached: list[int] = []
        for word, head in enumerate(heads, 1):
            self._connect(word, head, max(labels[word - 1], 0.0))
        self.x: list[float] = []
        self.split: list[float] = []  # in each column the offset that parts arcs to the left from arcs to the right

    def _row_of(self, word: int) -> int:
        return bisect_right(self.starts, word, 1, self.row_count) - 1

    def _add(self, word: tuple[int, int], width: float, row: int) -> None:
        self.words.append(word)
        self.widths.append(max(width, 0.0))
        self.row_of.append(row)

    def _connect(self, word: int, head: int | None, label: float) -> None:
        if head is None or not 0 <= head <= self.size or head == word:
            self.unattached.append(word)
            return
        here = self.column_of[word]
        row = self.row_of[here]
        if head == 0:
            self.parts.append(_Part(0, word, row, "whole", here, here, 0, label))
            return
        there = self.column_of[head]
        reach = abs(head - word)
        if self.row_of[there] == row:
            self.parts.append(_Part(head, word, row, "whole", min(here, there), max(here, there), reach, label))
            return
        for part, column, other in (("leaving", there, word), ("arriving", here, head)):
            wide = label + self.options.digit_width * (len(str(other)) + 2)
            if self.cut_labels:
                wide = self.cut_labels[word - 1][part == "arriving"]
            kind: Part = "leaving" if part == "leaving" else "arriving"
            self.parts.append(_Part(head, word, self.row_of[column], kind, column, column, reach, wide))

    def layout(self) -> ArcLayout:
        self._fan()
        self._set_columns()
        self._set_levels()
        return self._drawn()

    def _fan(self) -> None:
        """Gives each part its own point at its word; columns become as wide as that needs. From left to right: arcs to
        the left, the nearest first, the arrow from the root, arcs to the right, the farthest first. So of two nested
        arcs that share a word the outer one does not cross the inner."""
        at: list[list[tuple[int, int, int, _Part, bool]]] = [[] for _ in self.words]
        for part in self.parts:
            if part.head == 0:
                at[part.left].append((1, 0, 0, part, False))
            elif part.part == "whole":
                at[part.left].append((2, -part.reach, -part.word, part, part.head < part.word))
                at[part.right].append((0, part.reach, part.word, part, part.head > part.word))
            elif part.towards > 0:
                at[part.left].append((2, -part.reach, -part.word, part, part.part == "leaving"))
            else:
                at[part.left].append((0, part.reach, part.word, part, part.part == "leaving"))
        least = min(3.0, self.options.step)
        for column, points in enumerate(at):
            points.sort(key=lambda point: point[:3])
            count = len(points)
            width = max(self.widths[column], (count - 1) * least + 6.0)
            self.widths[column] = width
            step = min(self.options.step, (width - 6.0) / (count - 1)) if count > 1 else 0.0
            first = width / 2 - step * (count - 1) / 2
            leftwards = sum(point[0] == 0 for point in points)
            self.split.append(first + step * (leftwards - 0.5) if count else width / 2)
            for number, (_, _, _, part, at_head) in enumerate(points):
                if at_head:
                    part.start = first + step * number
                else:
                    part.end = first + step * number

    def _set_columns(self) -> None:
        """Left edges, row by row from 0: words a gap apart, and farther where a label or a range needs the room."""
        gap = self.options.gap / 2 if self.options.compact else self.options.gap
        wanted: list[list[tuple[int, float]]] = [[] for _ in self.words]  # (left column, least distance of the edges)
        if not self.options.compact:
            for part in self.parts:
                if part.head and part.part == "whole":
                    left, right = (part.start, part.end) if part.head < part.word else (part.end, part.start)
                    room = min(part.label, self.options.stretch) + 10.0
                    wanted[part.right].append((part.left, room + left - right))
        for _, first, last, width in self.ranges:
            left, right = self.column_of[first], self.column_of[last]
            if self.row_of[left] == self.row_of[right] and left < right:
                wanted[right].append((left, width - self.widths[right]))
        edge, row = 0.0, -1
        for column, width in enumerate(self.widths):
            if self.row_of[column] != row:
                row, edge = self.row_of[column], 0.0
            for left, distance in wanted[column]:
                edge = max(edge, self.x[left] + distance)
            self.x.append(edge)
            edge += width + gap
        if self.options.width > 0:
            self._spread()
        for part in self.parts:
            if part.head == 0:
                part.end = part.start = part.end + self.x[part.left]
            elif part.part == "whole":
                left, right = (part.left, part.right) if part.head < part.word else (part.right, part.left)
                part.start += self.x[left]
                part.end += self.x[right]
            elif part.part == "leaving":
                part.start += self.x[part.left]
            else:
                part.end += self.x[part.left]
        self._run_to_margins()

    def _spread(self) -> None:
        """Shares the room that is left in each row between its words, as far as labels at the margins allow."""
        cut = [part for part in self.parts if part.part != "whole"]
        left = max([0.0, *(part.label + 2 * BEYOND - self._at(part) for part in cut if part.towards < 0)])
        most = self.options.width - left
        first = [bisect_left(self.row_of, row) for row in range(self.row_count + 1)]
        more = [self.options.spare] * self.row_count
        for row, (begin, end) in enumerate(pairwise(first)):
            if end - begin > 1:
                more[row] = min(more[row], (most - self.x[end - 1] - self.widths[end - 1]) / (end - begin - 1))
        for part in cut:
            if part.towards > 0 and (before := part.left - first[part.row]):
                room = most - self._at(part) - part.label - 2 * BEYOND
                more[part.row] = min(more[part.row], room / before)
        for row, (begin, end) in enumerate(pairwise(first)):
            for column in range(begin, end):
                self.x[column] += max(more[row], 0.0) * (column - begin)

    def _at(self, part: _Part) -> float:
        """Where a part that is cut stands on its word, before columns are added to their offsets."""
        return self.x[part.left] + part.foot

    def _run_to_margins(self) -> None:
        """Leads parts that are cut out to a margin, which all rows share; labels stand before it."""
        cut = [part for part in self.parts if part.part != "whole"]
        ends = [0.0, *(x + width for x, width in zip(self.x, self.widths, strict=True))]
        margins = {
            side: side * max([max(side * end for end in ends), *(
                side * part.foot + part.label + 2 * BEYOND for part in cut if part.towards == side
            )])
            for side in (-1, 1)
        }  # fmt: skip
        for part in cut:
            if part.part == "leaving":
                part.end = margins[part.towards]
            else:
                part.start = margins[part.towards]

    def _set_levels(self) -> None:
        """One level more than the highest in the half-columns that an arc or its label touches; shortest arcs first."""
        heights = Heights(2 * len(self.words))  # of half-columns: to the left of a column's split, to the right of it
        first_column = [bisect_left(self.row_of, row) for row in range(self.row_count + 1)]
        edges: list[list[float]] = []  # (rows, boundaries between its half-columns)
        for row in range(self.row_count):
            bounds: list[float] = []
            for column in range(first_column[row], first_column[row + 1]):
                if bounds:
                    bounds.append((self.x[column - 1] + self.widths[column - 1] + self.x[column]) / 2)
                bounds.append(self.x[column] + self.split[column])
            edges.append(bounds)

        def inner_first(part: _Part) -> tuple[bool, bool, float, int, Part]:
            whole = part.part == "whole"  # of those that are cut, one from nearer the margin is inside the others
            return part.head == 0, not whole, part.reach if whole else part.length, part.word, part.part

        order = sorted(self.parts, key=inner_first)
        for part in order:
            base = 2 * first_column[part.row]
            from_x, to_x = _reach_of(part)
            bounds = edges[part.row]
            low = base + bisect_right(bounds, from_x)
            high = base + bisect_left(bounds, to_x)
            if part.head and part.part == "whole":
                low, high = min(low, 2 * part.left + 1), max(high, 2 * part.right)
            part.level = heights.stack(low, max(low, high))

    def _drawn(self) -> ArcLayout:
        options = self.options
        brackets, lines = self._brackets()
        reaches = [_reach_of(part) for part in self.parts]
        left = min([0.0, *(reach[0] for reach in reaches)])
        right = max([x + width for x, width in zip(self.x, self.widths, strict=True)], default=0.0)
        right = max([right, *(reach[1] for reach in reaches)])

        def drawn(x: float) -> float:
            return right - x if options.right_to_left else x - left

        def edge(x: float, width: float) -> float:
            return right - x - width if options.right_to_left else x - left

        rows = self._rows(lines)
        columns = tuple(
            Column(word, empty, row, edge(x, wide), wide)
            for (word, empty), row, x, wide in zip(self.words, self.row_of, self.x, self.widths, strict=True)
        )
        arcs: list[DrawnArc] = []
        roots: list[Root] = []
        for part in self.parts:
            height = part.level * options.level_height
            top = rows[part.row].baseline - height
            start, end = drawn(part.start), drawn(part.end)
            place = (part.level, height, top, drawn(part.label_x), top, part.label)
            if part.head == 0:
                roots.append(Root(part.word, part.row, end, *place))
            else:
                other = 0 if part.part == "whole" else part.word if part.part == "leaving" else part.head
                arcs.append(DrawnArc(part.head, part.word, part.row, part.part, other, start, end, *place))
        high = options.bracket_height
        below = tuple(
            replace(one, x=edge(one.x, one.width), y=rows[one.row].brackets + one.depth * high) for one in brackets
        )
        size = (right - left, rows[-1].bottom)
        return ArcLayout(columns, tuple(arcs), tuple(roots), below, rows, tuple(self.unattached), *size)

    def _rows(self, lines: Sequence[int]) -> tuple[ArcRow, ...]:
        options = self.options
        levels = [*options.levels[: self.row_count], *[0] * (self.row_count - len(options.levels))]
        for part in self.parts:
            levels[part.row] = max(levels[part.row], part.level)
        rows, top = [], 0.0
        for row, level in enumerate(levels):
            baseline = top + (level * options.level_height + options.label_height / 2 + 2 if level else 0.0)
            under = baseline + options.words_height
            bottom = under + lines[row] * options.bracket_height
            rows.append(ArcRow(self.starts[row], self.starts[row + 1] - 1, top, baseline, under, bottom, level))
            top = bottom + options.row_gap
        return tuple(rows)

    def _brackets(self) -> tuple[list[Bracket], list[int]]:
        """The brackets of each row, those that overlap one below another, and how many lines each row needs."""
        lines: list[list[int]] = [[] for _ in range(self.row_count)]  # (rows, lines) the last word in each line
        found: list[Bracket] = []
        for index, first, last, _ in sorted(self.ranges, key=lambda range_: range_[1:3]):
            for row in range(self._row_of(first), self._row_of(last) + 1):
                begin = max(first, self.starts[row])
                end = min(last, self.starts[row + 1] - 1)
                depth = next((at for at, taken in enumerate(lines[row]) if taken < begin), len(lines[row]))
                if depth == len(lines[row]):
                    lines[row].append(end)
                else:
                    lines[row][depth] = end
                left, right = self.column_of[begin], self.column_of[end]
                wide = self.x[right] + self.widths[right] - self.x[left]
                found.append(Bracket(index, first, last, row, self.x[left], wide, 0.0, depth))
        return found, [len(taken) for taken in lines]


def _reach_of(part: _Part) -> tuple[float, float]:
    """What a placed part and its label take up from left to right."""
    start, end = (part.start, part.end) if part.start < part.end else (part.end, part.start)
    middle, half = (start + end) / 2, part.label / 2 + 2.0
    return min(start, middle - half), max(end, middle + half)
