"""Layout of dependency arcs above the words of a sentence: columns, levels, attachment points, labels, rows."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Literal

ArcPartKind = Literal["whole", "leaving", "arriving"]
CUT_MARGIN = 9.0  # length of a cut arc beyond its label


_MAX_LISTED_POSITIONS = 512  # up to here, a list is faster than a segment tree


class Skyline:
    """Heights of a row of positions, initially 0: a list or, for many positions, a segment tree, in which raising and
    reading a range takes logarithmic time."""

    def __init__(self, size: int):
        self._heights = [0] * size if size <= _MAX_LISTED_POSITIONS else []
        self._leaves = 1 << max(size - 1, 0).bit_length()
        self._highest = [0] * (2 * self._leaves)  # (nodes) greatest height below each
        self._raised = [0] * (2 * self._leaves)  # (nodes) minimum height of all positions below each

    def raise_above_highest(self, first: int, last: int) -> int:
        """Raise positions `first` to `last`, inclusive, to one above the highest of them, and return that height."""
        if self._heights:
            level = max(self._heights[first : last + 1]) + 1
            self._heights[first : last + 1] = [level] * (last + 1 - first)
            return level
        level = self.get_max_height(first, last) + 1
        highest, raised = self._highest, self._raised
        for node in self._find_covering_nodes(first, last):
            highest[node] = raised[node] = level
        for position in (first, last):
            node = (position + self._leaves) >> 1
            while node:
                highest[node] = max(highest[node], level)
                node >>= 1
        return level

    def get_max_height(self, first: int, last: int) -> int:
        """Return the greatest height of the positions from `first` to `last`, inclusive."""
        if self._heights:
            return max(self._heights[first : last + 1])
        top = max([self._highest[node] for node in self._find_covering_nodes(first, last)])
        for position in (first, last):  # nodes that cover the range are children of ancestors of its two ends
            node = (position + self._leaves) >> 1
            while node:
                top = max(top, self._raised[node])
                node >>= 1
        return top

    def _find_covering_nodes(self, first: int, last: int) -> list[int]:
        """Return the fewest nodes of the segment tree that cover exactly these positions."""
        nodes: list[int] = []
        low, high = first + self._leaves, last + self._leaves
        while low <= high:
            if low & 1:
                nodes.append(low)
                low += 1
            if not high & 1:
                nodes.append(high)
                high -= 1
            low >>= 1
            high >>= 1
        return nodes


@dataclass(frozen=True, slots=True)
class ArcOptions:
    """Dimensions of a drawing, in the units of the word widths."""

    right_to_left: bool = False
    compact: bool = False  # words are close together, and long labels push arcs up instead
    gap: float = 18.0  # between words
    level_height: float = 26.0
    label_height: float = 16.0
    words_height: float = 60.0  # of the text below an arc's foot: form, tags
    bracket_height: float = 24.0  # of one line of multiword ranges below the words
    row_gap: float = 28.0
    row_starts: tuple[int, ...] = ()  # first words of the second and later rows
    levels: tuple[int, ...] = ()  # minimum levels of each row, so that words stay in place under another tree
    width: float = 0.0  # width up to which spare space is shared between words; 0 for none
    max_extra_gap: float = 26.0  # maximum growth of a gap between two words
    digit_width: float = 8.0  # of the word numbers at cut arcs
    attachment_gap: float = 7.0  # between two arcs at one word, if the column is wide enough
    max_label_space: float = 160.0  # words are moved apart for labels up to this width
    has_levels: bool = True  # False if only the columns are needed: all arcs are on the ground then


@dataclass(frozen=True, slots=True)
class Column:
    """Position of a word, or of an empty node: number `empty_node` after word `word`."""

    word: int
    empty_node: int
    row: int
    x: float  # left edge
    width: float  # at least that of the word, which is centred in it

    @property
    def centre(self) -> float:
        """x of its centre."""
        return self.x + self.width / 2


@dataclass(frozen=True, slots=True)
class DrawnArc:
    """Line from a head up to a level and down to a word, with its arrow tip at the word.

    If the two words are in different rows, the arc has two parts: one leaves the head's row, the other enters the
    word's. Each ends open, at its level, at the margin; its label there also names the word `continued_at`.
    """

    head: int
    word: int
    row: int
    part: ArcPartKind
    continued_at: int  # word at the other end of a cut arc, else 0
    start: float  # x at the head, or the start of an incoming part
    end: float  # x at the word, or the end of an outgoing part
    level: int  # from 1, the lowest
    height: float  # of its top above the words
    top: float  # y of its top
    label_x: float  # centre of the label
    label_y: float
    label_width: float


@dataclass(frozen=True, slots=True)
class RootArrow:
    """Arrow straight down to a root word; its label is at its top."""

    word: int
    row: int
    x: float
    level: int
    height: float
    top: float
    label_x: float
    label_y: float
    label_width: float


@dataclass(frozen=True, slots=True)
class RangeBracket:
    """Bracket below the words of a multiword range; `index` is that of the range in the input."""

    index: int
    first: int
    last: int
    row: int
    x: float
    width: float
    y: float
    depth: int  # 0, or more for overlapping ranges


@dataclass(frozen=True, slots=True)
class ArcRow:
    """One line of words with the arcs above it."""

    first: int  # first and last word, from 1, inclusive
    last: int
    top: float
    baseline: float  # y of the lower ends of the arcs
    brackets: float  # y of the lower end of the words' text
    bottom: float
    levels: int  # number of arc levels that fit


@dataclass(frozen=True, slots=True)
class ArcLayout:
    """Complete layout of a sentence's dependencies."""

    columns: tuple[Column, ...]  # in reading order
    arcs: tuple[DrawnArc, ...]  # in word order
    roots: tuple[RootArrow, ...]
    brackets: tuple[RangeBracket, ...]
    rows: tuple[ArcRow, ...]
    unattached: tuple[int, ...]  # words without a head, headed by themselves, or with a head that does not exist
    width: float
    height: float

    def find_column(self, word: int) -> Column:
        """Return the column of a word, from 1; IndexError if there is no such word."""
        index = bisect_left(self.columns, (word, 0), key=lambda column: (column.word, column.empty_node))
        word_column = self.columns[index] if index < len(self.columns) else None
        if word_column is None or word_column.word != word or word_column.empty_node:
            raise IndexError(f"there is no word {word} in this drawing")
        return word_column


@dataclass(slots=True)
class _PlacedArc:
    """Arc, part of an arc, or arrow from the root, during placement."""

    head: int  # 0 for an arrow from the root
    word: int
    row: int
    kind: ArcPartKind
    left: int  # columns; of a cut part, twice the one in its row
    right: int
    word_distance: int  # distance between the words; longer arcs are outside shorter ones
    label: float
    start: float = 0.0  # attachment points: relative to their column's left edge at first, then absolute
    end: float = 0.0
    level: int = 0

    @property
    def direction(self) -> int:
        """Side on which a cut part leaves its row: -1 or 1."""
        other_word = self.word if self.kind == "leaving" else self.head
        own_word = self.head if self.kind == "leaving" else self.word
        return 1 if other_word > own_word else -1

    @property
    def foot_x(self) -> float:
        """x at which a cut part meets its word."""
        return self.start if self.kind == "leaving" else self.end

    @property
    def length(self) -> float:
        """Horizontal distance between its two ends."""
        return abs(self.start - self.end)

    @property
    def label_x(self) -> float:
        """x of the centre of the label; for a cut part, next to the margin."""
        if self.kind == "whole":
            return (self.start + self.end) / 2
        margin = self.end if self.kind == "leaving" else self.start
        return margin - self.direction * (self.label / 2 + CUT_MARGIN)


class ArcPlacer:
    """Columns and parts of one sentence, placed left to right; a right-to-left drawing is mirrored at the end."""

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
        self.starts = [1, *starts, size + 1]  # (rows + 1) first word of each row, and one past the last word
        self.row_count = len(starts) + 1
        inserted: dict[int, list[tuple[int, float]]] = {}
        for after, number, width in sorted(empty_nodes):
            inserted.setdefault(min(max(after, 0), size), []).append((number, width))
        self.column_words: list[tuple[int, int]] = []  # (columns) word and number of the empty node
        self.widths: list[float] = []
        self.column_rows: list[int] = []
        self.word_columns = [0] * (size + 1)  # of each word
        for word in range(size + 1):
            row = self._find_row(word)
            if word:
                self.word_columns[word] = len(self.column_words)
                self._add_column((word, 0), widths[word - 1], row)
            for number, width in inserted.get(word, ()):
                self._add_column((word, number), width, row)
        self.ranges = [
            (index, max(first, 1), min(last, size), width)
            for index, (first, last, width) in enumerate(ranges)
            if max(first, 1) <= min(last, size)
        ]
        for _, first, last, width in self.ranges:
            if first == last:
                column = self.word_columns[first]
                self.widths[column] = max(self.widths[column], width)
        self.parts: list[_PlacedArc] = []
        self.unattached: list[int] = []
        for word, head in enumerate(heads, 1):
            self._add_arc(word, head, max(labels[word - 1], 0.0))
        self.x: list[float] = []
        self.side_boundaries: list[float] = []  # (columns) offset between arcs to the left and arcs to the right

    def _find_row(self, word: int) -> int:
        """Return the row of a word."""
        return bisect_right(self.starts, word, 1, self.row_count) - 1

    def _add_column(self, word: tuple[int, int], width: float, row: int) -> None:
        """Append the column of a word or an empty node."""
        self.column_words.append(word)
        self.widths.append(max(width, 0.0))
        self.column_rows.append(row)

    def _add_arc(self, word: int, head: int | None, label: float) -> None:
        """Add the arc to a word, in two parts if its head is in another row."""
        if head is None or not 0 <= head <= self.size or head == word:
            self.unattached.append(word)
            return
        word_column = self.word_columns[word]
        row = self.column_rows[word_column]
        if head == 0:
            self.parts.append(_PlacedArc(0, word, row, "whole", word_column, word_column, 0, label))
            return
        head_column = self.word_columns[head]
        reach = abs(head - word)
        if self.column_rows[head_column] == row:
            self.parts.append(
                _PlacedArc(
                    head, word, row, "whole", min(word_column, head_column), max(word_column, head_column), reach, label
                )
            )
            return
        cut_parts: tuple[tuple[ArcPartKind, int, int], ...] = (
            ("leaving", head_column, word),
            ("arriving", word_column, head),
        )
        for index, (kind, column, other_word) in enumerate(cut_parts):
            label_width = label + self.options.digit_width * (len(str(other_word)) + 2)
            if self.cut_labels:
                label_width = self.cut_labels[word - 1][index]
            self.parts.append(
                _PlacedArc(head, word, self.column_rows[column], kind, column, column, reach, label_width)
            )

    def compute_layout(self) -> ArcLayout:
        """Place attachment points, columns and levels in turn, and return the layout."""
        self._assign_attachment_points()
        self._place_columns()
        if self.options.has_levels:
            self._assign_levels()
        return self._make_layout()

    def _assign_attachment_points(self) -> None:
        """Give each part its own attachment point at its word, widening columns as needed.

        From left to right: arcs to the left, nearest first; the arrow from the root; arcs to the right, farthest first.
        So nested arcs that share a word do not cross.
        """
        attachments: list[list[tuple[int, int, int, _PlacedArc, bool]]] = [[] for _ in self.column_words]
        for part in self.parts:
            if part.head == 0:
                attachments[part.left].append((1, 0, 0, part, False))
            elif part.kind == "whole":
                attachments[part.left].append((2, -part.word_distance, -part.word, part, part.head < part.word))
                attachments[part.right].append((0, part.word_distance, part.word, part, part.head > part.word))
            elif part.direction > 0:
                attachments[part.left].append((2, -part.word_distance, -part.word, part, part.kind == "leaving"))
            else:
                attachments[part.left].append((0, part.word_distance, part.word, part, part.kind == "leaving"))
        min_step = min(3.0, self.options.attachment_gap)
        for column, points in enumerate(attachments):
            points.sort(key=lambda point: point[:3])
            count = len(points)
            width = max(self.widths[column], (count - 1) * min_step + 6.0)
            self.widths[column] = width
            step = min(self.options.attachment_gap, (width - 6.0) / (count - 1)) if count > 1 else 0.0
            first_offset = width / 2 - step * (count - 1) / 2
            leftwards = sum(point[0] == 0 for point in points)
            self.side_boundaries.append(first_offset + step * (leftwards - 0.5) if count else width / 2)
            for number, (_, _, _, part, at_head) in enumerate(points):
                if at_head:
                    part.start = first_offset + step * number
                else:
                    part.end = first_offset + step * number

    def _place_columns(self) -> None:
        """Set left edges row by row from 0: words are a gap apart, or more if a label or a range needs it."""
        gap = self.options.gap / 2 if self.options.compact else self.options.gap
        # (left column, minimum distance of the edges)
        min_distances: list[list[tuple[int, float]]] = [[] for _ in self.column_words]
        if not self.options.compact:
            for part in self.parts:
                if part.head and part.kind == "whole":
                    left, right = (part.start, part.end) if part.head < part.word else (part.end, part.start)
                    label_space = min(part.label, self.options.max_label_space) + 10.0
                    min_distances[part.right].append((part.left, label_space + left - right))
        for _, first, last, width in self.ranges:
            left, right = self.word_columns[first], self.word_columns[last]
            if self.column_rows[left] == self.column_rows[right] and left < right:
                min_distances[right].append((left, width - self.widths[right]))
        edge, row = 0.0, -1
        for column, width in enumerate(self.widths):
            if self.column_rows[column] != row:
                row, edge = self.column_rows[column], 0.0
            for left, distance in min_distances[column]:
                edge = max(edge, self.x[left] + distance)
            self.x.append(edge)
            edge += width + gap
        if self.options.width > 0:
            self._distribute_spare_width()
        for part in self.parts:
            if part.head == 0:
                part.end = part.start = part.end + self.x[part.left]
            elif part.kind == "whole":
                left, right = (part.left, part.right) if part.head < part.word else (part.right, part.left)
                part.start += self.x[left]
                part.end += self.x[right]
            elif part.kind == "leaving":
                part.start += self.x[part.left]
            else:
                part.end += self.x[part.left]
        self._extend_cut_arcs_to_margins()

    def _distribute_spare_width(self) -> None:
        """Distribute the spare width of each row over the gaps between its words, as far as labels at the margins
        allow."""
        cut = [part for part in self.parts if part.kind != "whole"]
        left = max(
            [0.0, *(part.label + 2 * CUT_MARGIN - self._compute_foot_x(part) for part in cut if part.direction < 0)]
        )
        right_limit = self.options.width - left
        first = [bisect_left(self.column_rows, row) for row in range(self.row_count + 1)]
        extra_gaps = [self.options.max_extra_gap] * self.row_count
        for row, (begin, end) in enumerate(pairwise(first)):
            if end - begin > 1:
                extra_gaps[row] = min(
                    extra_gaps[row], (right_limit - self.x[end - 1] - self.widths[end - 1]) / (end - begin - 1)
                )
        for part in cut:
            if part.direction > 0 and (gaps_before := part.left - first[part.row]):
                spare = right_limit - self._compute_foot_x(part) - part.label - 2 * CUT_MARGIN
                extra_gaps[part.row] = min(extra_gaps[part.row], spare / gaps_before)
        for row, (begin, end) in enumerate(pairwise(first)):
            for column in range(begin, end):
                self.x[column] += max(extra_gaps[row], 0.0) * (column - begin)

    def _compute_foot_x(self, part: _PlacedArc) -> float:
        """Return the x at which a cut arc meets its word, while positions are still relative to columns."""
        return self.x[part.left] + part.foot_x

    def _extend_cut_arcs_to_margins(self) -> None:
        """Extend the cut parts to margins that all rows share, with labels next to the margins."""
        cut = [part for part in self.parts if part.kind != "whole"]
        ends = [0.0, *(x + width for x, width in zip(self.x, self.widths, strict=True))]
        margins = {
            side: side
            * max(
                [
                    max(side * end for end in ends),
                    *(side * part.foot_x + part.label + 2 * CUT_MARGIN for part in cut if part.direction == side),
                ]
            )
            for side in (-1, 1)
        }
        for part in cut:
            if part.kind == "leaving":
                part.end = margins[part.direction]
            else:
                part.start = margins[part.direction]

    def _assign_levels(self) -> None:
        """Put each part one level above the highest in the half-columns that it or its label touches, shortest arcs
        first."""
        heights = Skyline(2 * len(self.column_words))  # of half-columns: left and right of a column's split
        first_column = [bisect_left(self.column_rows, row) for row in range(self.row_count + 1)]
        edges: list[list[float]] = []  # (rows, boundaries between its half-columns)
        for row in range(self.row_count):
            bounds: list[float] = []
            for column in range(first_column[row], first_column[row + 1]):
                if bounds:
                    bounds.append((self.x[column - 1] + self.widths[column - 1] + self.x[column]) / 2)
                bounds.append(self.x[column] + self.side_boundaries[column])
            edges.append(bounds)

        def nesting_key(part: _PlacedArc) -> tuple[bool, bool, float, int, ArcPartKind]:
            is_uncut = part.kind == "whole"  # cut parts from words nearer the margin are inside the others
            return part.head == 0, not is_uncut, part.word_distance if is_uncut else part.length, part.word, part.kind

        order = sorted(self.parts, key=nesting_key)
        for part in order:
            base = 2 * first_column[part.row]
            from_x, to_x = _measure_horizontal_extent(part)
            bounds = edges[part.row]
            low = base + bisect_right(bounds, from_x)
            high = base + bisect_left(bounds, to_x)
            if part.head and part.kind == "whole":
                low, high = min(low, 2 * part.left + 1), max(high, 2 * part.right)
            part.level = heights.raise_above_highest(low, max(low, high))

    def _make_layout(self) -> ArcLayout:
        """Return the placed parts as a layout, mirrored if right to left."""
        options = self.options
        brackets, lines = self._make_brackets()
        reaches = [_measure_horizontal_extent(part) for part in self.parts]
        left = min([0.0, *(reach[0] for reach in reaches)])
        right = max([x + width for x, width in zip(self.x, self.widths, strict=True)], default=0.0)
        right = max([right, *(reach[1] for reach in reaches)])

        def to_drawn_x(x: float) -> float:
            return right - x if options.right_to_left else x - left

        def to_drawn_left(x: float, width: float) -> float:
            return right - x - width if options.right_to_left else x - left

        rows = self._make_rows(lines)
        columns = tuple(
            Column(word, empty, row, to_drawn_left(x, wide), wide)
            for (word, empty), row, x, wide in zip(
                self.column_words, self.column_rows, self.x, self.widths, strict=True
            )
        )
        arcs: list[DrawnArc] = []
        roots: list[RootArrow] = []
        for part in self.parts:
            height = part.level * options.level_height
            top = rows[part.row].baseline - height
            start, end = to_drawn_x(part.start), to_drawn_x(part.end)
            position = (part.level, height, top, to_drawn_x(part.label_x), top, part.label)
            if part.head == 0:
                roots.append(RootArrow(part.word, part.row, end, *position))
            else:
                other_word = 0 if part.kind == "whole" else part.word if part.kind == "leaving" else part.head
                arcs.append(DrawnArc(part.head, part.word, part.row, part.kind, other_word, start, end, *position))
        line_height = options.bracket_height
        below = tuple(
            replace(
                bracket,
                x=to_drawn_left(bracket.x, bracket.width),
                y=rows[bracket.row].brackets + bracket.depth * line_height,
            )
            for bracket in brackets
        )
        size = (right - left, rows[-1].bottom)
        return ArcLayout(columns, tuple(arcs), tuple(roots), below, rows, tuple(self.unattached), *size)

    def _make_rows(self, lines: Sequence[int]) -> tuple[ArcRow, ...]:
        """Return the rows from top to bottom, as high as their arcs and brackets need."""
        options = self.options
        levels = [*options.levels[: self.row_count], *[0] * (self.row_count - len(options.levels))]
        for part in self.parts:
            levels[part.row] = max(levels[part.row], part.level)
        rows, top = [], 0.0
        for row, level in enumerate(levels):
            baseline = top + (level * options.level_height + options.label_height / 2 + 2 if level else 0.0)
            brackets_top = baseline + options.words_height
            bottom = brackets_top + lines[row] * options.bracket_height
            rows.append(ArcRow(self.starts[row], self.starts[row + 1] - 1, top, baseline, brackets_top, bottom, level))
            top = bottom + options.row_gap
        return tuple(rows)

    def _make_brackets(self) -> tuple[list[RangeBracket], list[int]]:
        """Return the brackets of each row, overlapping ones stacked, and the number of bracket lines of each row."""
        lines: list[list[int]] = [[] for _ in range(self.row_count)]  # (rows, lines) last word of each line
        brackets: list[RangeBracket] = []
        for index, first, last, _ in sorted(self.ranges, key=lambda range_: range_[1:3]):
            for row in range(self._find_row(first), self._find_row(last) + 1):
                begin = max(first, self.starts[row])
                end = min(last, self.starts[row + 1] - 1)
                depth = next(
                    (line_index for line_index, last_word in enumerate(lines[row]) if last_word < begin),
                    len(lines[row]),
                )
                if depth == len(lines[row]):
                    lines[row].append(end)
                else:
                    lines[row][depth] = end
                left, right = self.word_columns[begin], self.word_columns[end]
                width = self.x[right] + self.widths[right] - self.x[left]
                brackets.append(RangeBracket(index, first, last, row, self.x[left], width, 0.0, depth))
        return brackets, [len(row_lines) for row_lines in lines]


def _measure_horizontal_extent(part: _PlacedArc) -> tuple[float, float]:
    """Return the left and right end of a placed part, including its label."""
    start, end = (part.start, part.end) if part.start < part.end else (part.end, part.start)
    middle, half = (start + end) / 2, part.label / 2 + 2.0
    return min(start, middle - half), max(end, middle + half)


def lay_out_arcs(
    widths: Sequence[float],
    heads: Sequence[int | None],
    label_widths: Sequence[float],
    options: ArcOptions | None = None,
    *,
    ranges: Sequence[tuple[int, int, float]] = (),
    empty_nodes: Sequence[tuple[int, int, float]] = (),
    cut_labels: Sequence[tuple[float, float]] = (),
) -> ArcLayout:
    """Lay out words and arcs: short arcs low, no two arcs overlapping, no label over another label or a word.

    `widths`, `heads` and `label_widths` have one entry per word; the width of a word is that of its widest line.
    `ranges` are (first word, last word, width), `empty_nodes` (preceding word, number, width); `cut_labels` has for
    each word the label widths of its arc where it leaves a row and where it enters another. An arc is one level above
    everything it covers; shorter arcs are placed first, so that outer arcs are above inner ones.
    """
    chosen_options = ArcOptions() if options is None else options
    if not len(widths) == len(heads) == len(label_widths):
        raise ValueError("each word needs a width, a head or None, and the width of its label")
    if chosen_options.level_height < chosen_options.label_height + 2:  # otherwise labels of two levels would touch
        chosen_options = replace(chosen_options, level_height=chosen_options.label_height + 2)
    return ArcPlacer(widths, heads, label_widths, chosen_options, ranges, empty_nodes, cut_labels).compute_layout()
