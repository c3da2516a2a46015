"""Scanner that finds the trees of a file without parsing them, in linear time for any input, and recovers after broken
ones."""

from __future__ import annotations

import re
from array import array
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cache
from heapq import merge
from itertools import repeat

_OPEN, _CLOSE = b"()"
_BOM = b"\xef\xbb\xbf"
_MAX_UNCLOSED_BYTES = 100_000  # bytes without a closing bracket, more than any tree has
_MAX_PHRASE_LINES = 30  # maximum average number of lines with complete phrases in a tree laid out in the first column
_MATCHED_DEPTH = 60  # nesting depth that one match covers; deeper trees are scanned by counting brackets
# White space, and whole lines that are comments or headers; the byte order mark is not part of a line.
_GAP = re.compile(rb"(?:\s++|(?:(?<![^\n])|(?<=\A\xef\xbb\xbf))[#*][^\n]*+)+")
_BRACKET = re.compile(rb"[()]")
_BRACKET_RUN = re.compile(rb"\(++|\)++")
_CLOSING = re.compile(rb"(?:\)\s*+)+")
_INDENTED = re.compile(rb"(?:\A|\n)([ \t]++)\(")
_LABEL = re.compile(rb"\(\s*+([^\s()]*+)")
_UNLABELLED = re.compile(rb"\(\s*+\(")


@cache
def _compile_tree_pattern() -> re.Pattern[bytes]:
    """Return a pattern that matches a tree up to a fixed depth in linear time: no part can match in two ways. Only
    single characters are matched possessively: before Python 3.11.5 possessive groups match wrongly, or never end."""
    pattern = rb"\([^()]*+\)"
    for _ in range(_MATCHED_DEPTH):
        pattern = rb"\([^()]*+(?:" + pattern + rb"[^()]*+)*\)"
    return re.compile(pattern)


@dataclass(slots=True)
class TreeScanner:
    """One pass through a file, block by block: from a bracket in the first column to the next; most blocks hold one
    tree."""

    content: bytes
    every_block_is_tree: bool = False  # whether every block begins a tree
    starts: array[int] = field(default_factory=lambda: array("Q"))  # of the trees
    ends: array[int] = field(default_factory=lambda: array("Q"))
    unclosed: array[int] = field(default_factory=lambda: array("Q"))  # offsets of unclosed trees
    faults: list[tuple[int, bool]] = field(default_factory=list)  # offset; whether it is a bracket
    pending: array[int] = field(default_factory=lambda: array("Q"))  # offsets of trees that may continue in this block
    depths: array[int] = field(default_factory=lambda: array("Q"))  # number of open brackets of each
    label_changed_at: int = 0  # offset of the latest block whose label differs from that of the block before it
    next_comment: int = -1  # offset of the next line break before a comment, or end of the file
    single_block_trees: int = 0  # blocks that are one tree of more than a tag
    multiline_trees: int = 0  # single-block trees on several lines
    joined_trees: int = 0  # trees of several blocks

    def run(self) -> TreeScanner:
        """Scan the file: fill in `starts`, `ends`, `unclosed` and `faults`. Returns the scanner."""
        content, match = self.content, _compile_tree_pattern().match
        starts, ends = self.starts, self.ends
        margin = _find_indent(content)
        separator = b"\n" + margin + b"("
        previous, start, closing = 0, _skip_byte_order_mark(content), -1
        while start < len(content):
            next_block = content.find(separator, start)
            end = len(content) if next_block < 0 else next_block + 1
            begin = start + len(margin)
            if closing < begin:
                closing = content.find(b")", begin)
                closing = len(content) if closing < 0 else closing
            if closing - end > _MAX_UNCLOSED_BYTES:
                next_block = content.find(separator, closing - _MAX_UNCLOSED_BYTES)
                end = len(content) if next_block < 0 else next_block + 1
            if self.pending:
                self._end_pending_before_new_tree(previous, start, begin)
            tree = (
                match(content, begin, self._find_tree_limit(begin, end)) if content.startswith(margin, start) else None
            )
            if tree is not None and (tree.end() == end or content[tree.end() : end].isspace()):
                starts.append(begin)
                ends.append(tree.end())
                self.single_block_trees += content.find(b"(", begin + 1, tree.end()) >= 0
                self.multiline_trees += content.find(b"\n", begin, tree.end()) >= 0
            else:
                self._scan_block(start, end)
            previous, start = begin, end
        self._mark_pending_unclosed()
        return self

    def has_false_joins(self) -> bool:
        """Return whether the layout of the other trees shows that trees of several blocks are consecutive broken
        ones."""
        return self.joined_trees > 0 and (
            self.multiline_trees > self.joined_trees or self.single_block_trees > _MAX_PHRASE_LINES * self.joined_trees
        )

    def _end_pending_before_new_tree(self, previous: int, start: int, begin: int) -> None:
        """Mark the pending trees as unclosed if the block at `begin` must be a new tree; otherwise note a change of
        label between the blocks."""
        content = self.content
        line = content[content.rfind(b"\n", 0, max(start - 1, 0)) + 1 : start]
        if self.every_block_is_tree or _UNLABELLED.match(content, begin) or line[:1] in b"#*" or line.isspace():
            self._mark_pending_unclosed()
        elif _read_label(content, previous) != _read_label(content, begin):
            self.label_changed_at = begin

    def _mark_pending_unclosed(self) -> None:
        """Mark the pending trees as unclosed."""
        self.unclosed.extend(self.pending)
        del self.pending[:], self.depths[:]

    def _scan_block(self, offset: int, end: int) -> None:
        """Scan a block that is not exactly one tree: record its trees, stray brackets and text."""
        content = self.content
        while offset < end:
            if (gap := _GAP.match(content, offset, end)) is not None:
                offset = gap.end()
            elif content[offset] == _OPEN:
                offset = self._scan_tree(offset, end)
            elif content[offset] == _CLOSE:
                offset = self._scan_closing_bracket(offset, end)
            else:
                offset = self._scan_outside_text(offset, end)

    def _find_tree_limit(self, offset: int, end: int) -> int:
        """Return the offset where a tree that begins at `offset` must end: before the next comment, or `end`."""
        if self.next_comment < offset:
            comment = self.content.find(b"\n#", offset)
            self.next_comment = len(self.content) if comment < 0 else comment
        return min(self.next_comment, end)

    def _scan_tree(self, offset: int, end: int) -> int:
        """Scan a tree; return the offset after it. An unclosed one becomes pending."""
        content = self.content
        end = self._find_tree_limit(offset, end)
        tree = _compile_tree_pattern().match(content, offset, end)
        stop, depth = -1 if tree is None else tree.end(), 0
        for run in _BRACKET_RUN.finditer(content, offset, end) if tree is None else ():
            size = run.end() - run.start()
            if content[run.start()] == _OPEN:
                depth += size
            elif size < depth:
                depth -= size
            else:
                stop = run.start() + depth
                break
        if stop < 0:
            self.pending.append(offset)
            self.depths.append(depth)
            return end
        self.starts.append(offset)
        self.ends.append(stop)
        return stop

    def _scan_closing_bracket(self, offset: int, end: int) -> int:
        """Scan a closing bracket: it closes a pending tree, or is a fault."""
        if not self.pending:
            self.faults.append((offset, True))
            run = _CLOSING.match(self.content, offset, end)
            return offset + 1 if run is None else run.end()
        self.depths[-1] -= 1
        if not self.depths[-1]:
            self.depths.pop()
            start = self.pending.pop()
            line_end = self.content.find(b"\n", start)
            # all later blocks have its label, and it holds complete brackets itself: these are trees, not its parts
            if self.label_changed_at <= start and self.content.find(b")", start, line_end) >= 0:
                self.unclosed.append(start)
                self.faults.append((offset, True))
            else:
                self._join_blocks(start, offset + 1)
        return offset + 1

    def _join_blocks(self, start: int, end: int) -> None:
        """Record a tree of several blocks in place of what was recorded inside it."""
        while self.starts and self.starts[-1] > start:
            self.starts.pop()
            self.ends.pop()
        while self.unclosed and self.unclosed[-1] > start:
            self.unclosed.pop()
        while self.faults and self.faults[-1][0] > start:
            self.faults.pop()
        self.starts.append(start)
        self.ends.append(end)
        self.joined_trees += 1

    def _scan_outside_text(self, offset: int, end: int) -> int:
        """Record text outside brackets as a fault; return the offset of the next bracket or comment."""
        content = self.content
        bracket = _BRACKET.search(content, offset, end)
        stop = end if bracket is None else bracket.start()
        line = content.rfind(b"\n", offset, stop) + 1
        if line and content[line : line + 1] in (b"#", b"*"):
            stop = line  # the bracket is in a comment
        latest, is_bracket = self.faults[-1] if self.faults else (-1, True)
        if is_bracket or (self.ends and self.ends[-1] > latest):
            self.faults.append((offset, False))
        return stop

    def iterate_tree_ranges(self) -> Iterator[tuple[int, int, int]]:
        """Yield three offsets of each tree, unclosed ones included: its comments, its first bracket, and its end."""
        content = self.content
        ranges: Iterable[tuple[int, int]] = zip(self.starts, self.ends, strict=True)
        if self.unclosed:
            ranges = merge(ranges, zip(sorted(self.unclosed), repeat(0)))
        floor = 0
        broken_tree: tuple[int, int] | None = None  # an unclosed tree; where the next one begins, its end is known
        for start, end in ranges:
            first = _find_comment_start(content, floor, start)
            if broken_tree is not None:
                yield *broken_tree, _find_unclosed_end(content, broken_tree[1], first)
            broken_tree = None if end else (first, start)
            floor = end or start
            if end:
                yield first, start, end
        if broken_tree is not None:
            yield *broken_tree, _find_unclosed_end(content, broken_tree[1], len(content))


def _find_indent(content: bytes) -> bytes:
    """Return the indent of the first tree, or b"" if some bracket is in the first column."""
    if content.startswith(b"(") or b"\n(" in content:
        return b""
    match = _INDENTED.search(content)
    return b"" if match is None else match[1]


def _read_label(content: bytes, offset: int) -> bytes:
    """Return the label of the bracket at this offset."""
    match = _LABEL.match(content, offset)
    return b"" if match is None else match[1]


def _find_comment_start(content: bytes, floor: int, start: int) -> int:
    """Return the offset of the comment lines before the tree at `start`, not before `floor`; `start` if there are
    none."""
    first, end = start, start
    if content.find(b"#", floor, start) < 0:
        return start
    while True:  # upwards line by line; the first piece is the text before the tree in its own line
        line_break = content.rfind(b"\n", floor, end)
        if line_break < 0 and floor:
            return first  # the rest of a line with another tree
        line = line_break + 1 if line_break >= 0 else _skip_byte_order_mark(content)
        if content.startswith(b"#", line) and end < start:
            first = line
        elif content[line:end].strip():
            return first
        if line_break < 0:
            return first
        end = line_break


def _skip_byte_order_mark(content: bytes) -> int:
    """Return the offset after the byte order mark, if there is one."""
    return len(_BOM) if content.startswith(_BOM) else 0


def _find_unclosed_end(content: bytes, start: int, end: int) -> int:
    """Return the end of an unclosed tree: before the next tree's comments and before white space."""
    comment = content.find(b"\n#", start, end)
    return start + len(content[start : end if comment < 0 else comment].rstrip())
