"""Finds the trees of a file without parsing them, in linear time whatever the bytes are, and past what is broken."""

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
_FAR = 100_000  # bytes without a closing bracket, in which no tree can be whole
_PARTS = 30  # lines with whole phrases that a tree laid out in the first column has at most, on average
_SHALLOW = 60  # brackets inside one another that one match takes; deeper trees are counted through
# White space, and whole lines that are comments or headers; the byte order mark does not count as a part of a line.
_GAP = re.compile(rb"(?:\s++|(?:(?<![^\n])|(?<=\A\xef\xbb\xbf))[#*][^\n]*+)+")
_BRACKET = re.compile(rb"[()]")
_RUN = re.compile(rb"\(++|\)++")
_CLOSING = re.compile(rb"(?:\)\s*+)+")
_INDENTED = re.compile(rb"(?:\A|\n)([ \t]++)\(")
_LABEL = re.compile(rb"\(\s*+([^\s()]*+)")
_UNLABELLED = re.compile(rb"\(\s*+\(")


@cache
def _whole_tree() -> re.Pattern[bytes]:
    """Matches a tree up to a fixed depth, in time linear in what it passes over: no part can match in two ways. Only
    single characters are matched possessively: before Python 3.11.5 possessive groups match wrongly, or for ever."""
    pattern = rb"\([^()]*+\)"
    for _ in range(_SHALLOW):
        pattern = rb"\([^()]*+(?:" + pattern + rb"[^()]*+)*\)"
    return re.compile(pattern)


@dataclass(slots=True)
class Scan:
    """One pass through a file, block by block: from a bracket in the first column to the next; most hold one tree."""

    content: bytes
    columns_separate: bool = False  # whether every block begins a tree
    starts: array[int] = field(default_factory=lambda: array("Q"))  # of the trees
    ends: array[int] = field(default_factory=lambda: array("Q"))
    broken: array[int] = field(default_factory=lambda: array("Q"))  # where trees begin that are never closed
    faults: list[tuple[int, bool]] = field(default_factory=list)  # places outside trees; whether there is a bracket
    pending: array[int] = field(default_factory=lambda: array("Q"))  # where trees begin that may go on in this block
    depths: array[int] = field(default_factory=lambda: array("Q"))  # how many of their brackets are open
    changed_at: int = 0  # where the latest block begins whose label is not that of the block before it
    comment: int = -1  # the next line break before a comment, or the end of the file
    alone: int = 0  # blocks that are one tree with more than a tag
    spread: int = 0  # those of them on several lines
    joined: int = 0  # trees made of several blocks

    def run(self) -> Scan:
        content, match = self.content, _whole_tree().match
        starts, ends = self.starts, self.ends
        margin = _margin(content)
        separator = b"\n" + margin + b"("
        before, start, closing = 0, _beginning(content), -1
        while start < len(content):
            found = content.find(separator, start)
            end = len(content) if found < 0 else found + 1
            begin = start + len(margin)
            if closing < begin:
                closing = content.find(b")", begin)
                closing = len(content) if closing < 0 else closing
            if closing - end > _FAR:
                found = content.find(separator, closing - _FAR)
                end = len(content) if found < 0 else found + 1
            if self.pending:
                self._compare(before, start, begin)
            whole = match(content, begin, self._limit(begin, end)) if content.startswith(margin, start) else None
            if whole is not None and (whole.end() == end or content[whole.end() : end].isspace()):
                starts.append(begin)
                ends.append(whole.end())
                self.alone += content.find(b"(", begin + 1, whole.end()) >= 0
                self.spread += content.find(b"\n", begin, whole.end()) >= 0
            else:
                self._read_block(start, end)
            before, start = begin, end
        self._give_up()
        return self

    def joined_by_mistake(self) -> bool:
        """Whether the layout of the other trees says that those of several blocks are broken ones run together."""
        return self.joined > 0 and (self.spread > self.joined or self.alone > _PARTS * self.joined)

    def _compare(self, before: int, start: int, begin: int) -> None:
        content = self.content
        line = content[content.rfind(b"\n", 0, max(start - 1, 0)) + 1 : start]
        if self.columns_separate or _UNLABELLED.match(content, begin) or line[:1] in b"#*" or line.isspace():
            self._give_up()
        elif _label(content, before) != _label(content, begin):
            self.changed_at = begin

    def _give_up(self) -> None:
        self.broken.extend(self.pending)
        del self.pending[:], self.depths[:]

    def _read_block(self, place: int, end: int) -> None:
        content = self.content
        while place < end:
            if (gap := _GAP.match(content, place, end)) is not None:
                place = gap.end()
            elif content[place] == _OPEN:
                place = self._read_tree(place, end)
            elif content[place] == _CLOSE:
                place = self._close(place, end)
            else:
                place = self._pass_text(place, end)

    def _limit(self, place: int, end: int) -> int:
        """Where a tree that begins at `place` must end: before a comment, or at `end`."""
        if self.comment < place:
            comment = self.content.find(b"\n#", place)
            self.comment = len(self.content) if comment < 0 else comment
        return min(self.comment, end)

    def _read_tree(self, place: int, end: int) -> int:
        content = self.content
        end = self._limit(place, end)
        whole = _whole_tree().match(content, place, end)
        stop, depth = -1 if whole is None else whole.end(), 0
        for run in _RUN.finditer(content, place, end) if whole is None else ():
            size = run.end() - run.start()
            if content[run.start()] == _OPEN:
                depth += size
            elif size < depth:
                depth -= size
            else:
                stop = run.start() + depth
                break
        if stop < 0:
            self.pending.append(place)
            self.depths.append(depth)
            return end
        self.starts.append(place)
        self.ends.append(stop)
        return stop

    def _close(self, place: int, end: int) -> int:
        if not self.pending:
            self.faults.append((place, True))
            run = _CLOSING.match(self.content, place, end)
            return place + 1 if run is None else run.end()
        self.depths[-1] -= 1
        if not self.depths[-1]:
            self.depths.pop()
            start = self.pending.pop()
            line_end = self.content.find(b"\n", start)
            # all blocks after it have its label, and it holds whole brackets itself: trees, not its parts
            if self.changed_at <= start and self.content.find(b")", start, line_end) >= 0:
                self.broken.append(start)
                self.faults.append((place, True))
            else:
                self._join(start, place + 1)
        return place + 1

    def _join(self, start: int, end: int) -> None:
        while self.starts and self.starts[-1] > start:
            self.starts.pop()
            self.ends.pop()
        while self.broken and self.broken[-1] > start:
            self.broken.pop()
        while self.faults and self.faults[-1][0] > start:
            self.faults.pop()
        self.starts.append(start)
        self.ends.append(end)
        self.joined += 1

    def _pass_text(self, place: int, end: int) -> int:
        content = self.content
        bracket = _BRACKET.search(content, place, end)
        stop = end if bracket is None else bracket.start()
        line = content.rfind(b"\n", place, stop) + 1
        if line and content[line : line + 1] in (b"#", b"*"):
            stop = line  # the bracket stands in a comment
        latest, is_bracket = self.faults[-1] if self.faults else (-1, True)
        if is_bracket or (self.ends and self.ends[-1] > latest):
            self.faults.append((place, False))
        return stop

    def trees(self) -> Iterator[tuple[int, int, int]]:
        """Where each tree begins with its comments, where without them, and where it ends; the broken ones included."""
        content = self.content
        whole: Iterable[tuple[int, int]] = zip(self.starts, self.ends, strict=True)
        if self.broken:
            whole = merge(whole, zip(sorted(self.broken), repeat(0)))
        floor = 0
        torn: tuple[int, int] | None = None  # a broken tree whose end is not known before the next one's beginning
        for start, end in whole:
            first = _with_comments(content, floor, start)
            if torn is not None:
                yield *torn, _cut(content, torn[1], first)
            torn = None if end else (first, start)
            floor = end or start
            if end:
                yield first, start, end
        if torn is not None:
            yield *torn, _cut(content, torn[1], len(content))


def _margin(content: bytes) -> bytes:
    """What the first tree is indented by, unless some bracket stands in the first column."""
    if content.startswith(b"(") or b"\n(" in content:
        return b""
    found = _INDENTED.search(content)
    return b"" if found is None else found[1]


def _label(content: bytes, place: int) -> bytes:
    found = _LABEL.match(content, place)
    return b"" if found is None else found[1]


def _with_comments(content: bytes, floor: int, start: int) -> int:
    """Where the comment lines before the tree at `start` begin, not before `floor`; without any, `start`."""
    first, end = start, start
    if content.find(b"#", floor, start) < 0:
        return start
    while True:  # line by line upwards; the first piece is what stands before the tree in its own line
        above = content.rfind(b"\n", floor, end)
        if above < 0 and floor:
            return first  # the rest of a line that another tree stands in
        line = above + 1 if above >= 0 else _beginning(content)
        if content.startswith(b"#", line) and end < start:
            first = line
        elif content[line:end].strip():
            return first
        if above < 0:
            return first
        end = above


def _beginning(content: bytes) -> int:
    return len(_BOM) if content.startswith(_BOM) else 0


def _cut(content: bytes, start: int, end: int) -> int:
    """Where the text of a broken tree ends: before comments that are not its own, and before white space."""
    comment = content.find(b"\n#", start, end)
    return start + len(content[start : end if comment < 0 else comment].rstrip())
