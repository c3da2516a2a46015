"""CoNLL-U and the ten columns of CoNLL-X, to and from sentences; a sentence keeps the bytes it was read from."""

from __future__ import annotations

import re
from array import array
from collections.abc import Callable, Sequence
from pathlib import Path

from spectral_core.data import EMPTY, EmptyNode, MultiwordToken, Problem, Sentence
from spectral_core.data.problem import quote
from spectral_core.formats.chunks import Chunks

_BETWEEN = re.compile(rb"\n(?:[ \t]*\r?\n)+")  # the end of a line and the blank lines after it
_LEADING = re.compile(rb"(?:\xef\xbb\xbf)?(?:[ \t]*\r?\n)*")
_WORD = re.compile(r"[1-9][0-9]{0,8}\Z")
_NUMBER = re.compile(r"(?:0|[1-9][0-9]*)\Z")
_RANGE = re.compile(r"([1-9][0-9]{0,8})-([1-9][0-9]{0,8})\Z")
_NODE = re.compile(r"(0|[1-9][0-9]{0,8})\.([1-9][0-9]{0,8})\Z")
_COMMON = 512  # heads and numbers up to here are looked up, not converted
_HEADS: dict[str, int | None] = {**{str(number): number for number in range(_COMMON)}, EMPTY: None}
_NUMBERS = tuple(str(number) for number in range(1, _COMMON))
_LONGEST_LINE = 1 << 20  # bytes; beyond it a line is not one of ten columns, whatever it is
_BEYOND = 10**9  # no head is so large
_NAMES = ("ID", "FORM", "LEMMA", "UPOS", "XPOS", "FEATS", "HEAD", "DEPREL", "DEPS", "MISC")
_STRINGS = (1, 2, 3, 4, 5, 7, 8, 9)  # the columns but for numbers and heads


def index(content: bytes, path: Path | None = None, line: int = 1) -> tuple[Chunks, tuple[Problem, ...]]:
    """Where the sentences stand; they are read when they are asked for. The first line has the number `line`."""
    starts, ends, lines = array("Q"), array("Q"), array("Q")
    problems: list[Problem] = []
    leading = _LEADING.match(content)
    begin = leading.end() if leading else 0
    line += content.count(b"\n", 0, begin)
    # to the end of the last line that is not blank; what stands behind its last word is a part of it
    last = content.find(b"\n", len(content.rstrip(b" \t\r\n")))
    size = len(content) if last < 0 else last
    while begin < size:
        gap = _BETWEEN.search(content, begin)
        end = size if gap is None or gap.start() > size else gap.start()
        if content.endswith(b"\r", begin, end):
            end -= 1
        if _only_comments(content, begin, end):
            what = "these comments stand without a sentence"
            problems.append(Problem(line, what, "Remove the blank line between them and their sentence", path=path))
        else:
            starts.append(begin)
            ends.append(end)
            lines.append(line)
        if gap is None:
            break
        line += content.count(b"\n", begin, gap.end())
        begin = gap.end()
    return Chunks(content, starts, ends, lines, parse, write, cut), tuple(problems)


def cut(content: bytes, line: int) -> Chunks:
    """The sentences of a part of a file, whose first line has the number `line` there."""
    return index(content, line=line)[0]


def _only_comments(content: bytes, begin: int, end: int) -> bool:
    while begin < end and content.startswith(b"#", begin):
        line_end = content.find(b"\n", begin, end)
        if line_end < 0:
            return True
        begin = line_end + 1
    return False


def parse(chunk: bytes, line: int = 1) -> Sentence:
    """The sentence that these bytes hold; where they are malformed, its `problems` say so and it is not readable."""
    if len(chunk) > _LONGEST_LINE and (too_long := _first_too_long(chunk, line)) is not None:
        shown = chunk[:60].decode(errors="replace").split("\n", 1)[0].replace("\t", " ")
        return Sentence.of((shown + " ...",), problems=(too_long,), source=chunk, line=line)
    try:
        text = chunk.decode()
    except UnicodeDecodeError as error:
        at = line + chunk.count(b"\n", 0, error.start)
        what = f"the byte 0x{chunk[error.start]:02x} is not UTF-8"
        problem = Problem(at, what, "Convert the file to UTF-8, for instance with iconv", unreadable=True)
        return _read_rows(chunk.decode(errors="replace"), chunk, line, [problem])
    if "\r" in text:
        text = text.replace("\r\n", "\n")
    begin, comments = 0, []
    while text.startswith("#", begin):
        end = text.find("\n", begin)
        if end < 0:
            break
        comments.append(text[begin:end])
        begin = end + 1
    # One split gives all cells; every eleventh is then the line break, which proves that each line has ten.
    cells = text[begin:].replace("\n", "\t\n\t").split("\t")
    size = (len(cells) + 1) // 11
    if (
        len(cells) == 11 * size - 1
        and size < _COMMON
        and cells[10::11].count("\n") == size - 1 == cells.count("\n")
        and tuple(cells[::11]) == _NUMBERS[:size]
        and "" not in cells
    ):
        try:
            heads = tuple(map(_HEADS.__getitem__, cells[6::11]))
        except KeyError:
            return _read_rows(text, chunk, line, [])
        forms, lemmas, upos, xpos, feats, deprels, deps, misc = (tuple(cells[at::11]) for at in _STRINGS)
        columns = (forms, lemmas, upos, xpos, feats, heads, deprels, deps, misc)
        return Sentence(*columns, tuple(comments), source=chunk, line=line)
    return _read_rows(text, chunk, line, [])


def _first_too_long(chunk: bytes, line: int) -> Problem | None:
    begin = 0
    while begin < len(chunk):
        end = chunk.find(b"\n", begin)
        end = len(chunk) if end < 0 else end
        if end - begin > _LONGEST_LINE:
            what = f"this line is {end - begin:,} bytes long"
            return Problem(line, what, "A line of CoNLL-U is one word in ten columns; is this another format?", True)
        begin, line = end + 1, line + 1
    return None


def _read_rows(text: str, chunk: bytes, line: int, problems: list[Problem]) -> Sentence:
    """Line by line: ranges, empty nodes, and an answer to everything that is wrong."""
    comments: list[str] = []
    rows: list[Sequence[str]] = []
    heads: list[int | None] = []
    ranges: list[MultiwordToken] = []
    nodes: list[EmptyNode] = []

    at = line

    def refuse(what: str, remedy: str) -> None:
        problems.append(Problem(at, what, remedy, unreadable=True))

    for at, row in enumerate(text.split("\n"), line):  # noqa: B007 - `refuse` says where
        if row.startswith("#"):
            if rows or ranges or nodes:
                refuse("a comment stands between the words", "Move it above the first word")
            comments.append(row)
            continue
        cells = row.split("\t")
        if len(cells) != 10:
            refuse(f"this line has {len(cells)} column{'s' * (len(cells) != 1)} instead of 10", _remedy_of(row, cells))
            cells = [*cells[:1], (cells[1] if len(cells) > 1 else row[:60]) or EMPTY, *[EMPTY] * 8]
            if not _WORD.match(cells[0]):
                cells[0] = str(len(rows) + 1)
        for name, cell in zip(_NAMES, cells, strict=True):
            if not cell:
                refuse(f"the column {name} is empty", "Write _ for nothing")
        name = cells[0]
        if _WORD.match(name):
            if int(name) != len(rows) + 1:
                remedy = "Put a blank line between two sentences" if name == "1" else f"Number it {len(rows) + 1}"
                refuse(f"word {name} stands where word {len(rows) + 1} should", remedy)
            rows.append(cells)
            heads.append(_head(cells[6], refuse))
        elif found := _RANGE.match(name):
            first, last = int(found[1]), int(found[2])
            if first > last or first != len(rows) + 1 or (ranges and ranges[-1].last >= first):
                remedy = f"Here a range begins with {len(rows) + 1}, and no two overlap"
                refuse(f"the range {name} does not fit here", remedy)
            ranges.append(MultiwordToken(first, last, cells[1], tuple(cells[2:])))
        elif found := _NODE.match(name):
            after, number = int(found[1]), int(found[2])
            before = nodes[-1].number if nodes and nodes[-1].after == after else 0
            if after != len(rows) or number != before + 1:
                refuse(f"the empty node {name} does not fit here", f"Number it {len(rows)}.{before + 1}")
            nodes.append(EmptyNode(after, number, tuple(cells[1:])))
        else:
            remedy = "Use 1, 2, 3, ..., 2-3 for a range or 2.1 for an empty node"
            refuse(f"the ID {name[:20]!r} is not a number", remedy)
    at = line + text.count("\n")
    if ranges and ranges[-1].last > len(rows):
        refuse(f"a range ends at word {ranges[-1].last}, but there are {len(rows)} words", "Shorten the range")
    if not rows:
        refuse("this sentence has no words", "Give it words, or remove it")

    forms, lemmas, upos, xpos, feats, deprels, deps, misc = (tuple(row[at] for row in rows) for at in _STRINGS)
    columns = (forms, lemmas, upos, xpos, feats, tuple(heads), deprels, deps, misc)
    around = (tuple(comments), tuple(ranges), tuple(nodes))
    return Sentence(*columns, *around, problems=tuple(problems), source=chunk, line=line)


def _remedy_of(row: str, cells: Sequence[str]) -> str:
    """What helps a row with another number of columns than ten."""
    if not any(cells[10:]) and len(cells) > 10:
        return "Remove the tabs at its end"
    if len(row.split()) == 10:
        return "Separate the columns with tabs, not spaces"
    return f"Remove what stands behind {_NAMES[-1]}" if len(cells) > 10 else f"Give all of {' '.join(_NAMES)}"


def _head(cell: str, refuse: Callable[[str, str], None]) -> int | None:
    if cell == EMPTY:
        return None
    if not _NUMBER.match(cell) or len(cell) > 9:
        refuse(f"the HEAD {cell[:20]!r} is not a number", "Use the number of another word, 0 for the root, or _")
        return None
    return int(cell)


def write(sentence: Sentence) -> str:
    """The sentence in ten columns, without the blank line that ends it."""
    one, lines = sentence, list(sentence.comments)
    heads = [EMPTY if head is None else str(head) for head in one.heads]
    words = (map(str, range(1, len(one) + 1)), one.forms, one.lemmas, one.upos, one.xpos, one.feats)
    rows = map("\t".join, zip(*words, heads, one.deprels, one.deps, one.misc, strict=True))
    if not sentence.ranges and not sentence.empty_nodes:
        lines.extend(rows)
        return "\n".join(lines)
    ranges = {range_.first: range_ for range_ in sentence.ranges}
    nodes: dict[int, list[str]] = {}
    for node in sentence.empty_nodes:
        nodes.setdefault(node.after, []).append("\t".join((f"{node.after}.{node.number}", *node.columns)))
    lines.extend(nodes.get(0, ()))
    for number, row in enumerate(rows, 1):
        if number in ranges:
            range_ = ranges[number]
            lines.append("\t".join((f"{range_.first}-{range_.last}", range_.form, *range_.rest)))
        lines.append(row)
        lines.extend(nodes.get(number, ()))
    return "\n".join(lines)


def lacks(sentence: Sentence) -> str | None:
    """Why ten columns cannot say what a sentence says so that it is read again; None where they can."""
    if not len(sentence):
        return "it has no words"
    for comment in sentence.comments:
        if not comment.startswith("#") or "\n" in comment:
            return f"the comment {quote(comment)} is not one line that begins with #"
    one = sentence
    columns = (one.forms, one.lemmas, one.upos, one.xpos, one.feats, one.deprels, one.deps, one.misc)
    others = [*((found.form, *found.rest) for found in one.ranges), *(node.columns for node in one.empty_nodes)]
    for column in (*columns, *others):
        joined = "".join(column)
        if "\t" in joined or "\n" in joined or "" in column:
            found = next(cell for cell in column if not cell or "\t" in cell or "\n" in cell)
            return f"{found!r} cannot stand in a column"
    return None


def write_whole(sentence: Sentence) -> str | None:
    """What `write` gives, where `parse` makes an equal sentence of it; None where it would not. That is known without
    parsing: breaks and tabs are counted, and what the columns cannot hold is looked for."""
    one = sentence
    columns = (one.forms, one.lemmas, one.upos, one.xpos, one.feats, one.heads, one.deprels, one.deps, one.misc)
    size, rows = len(sentence), len(sentence) + len(sentence.ranges) + len(sentence.empty_nodes)
    shaped = (
        size
        and Sentence(*columns, one.comments, one.ranges, one.empty_nodes) == one  # ten columns say all of it
        and all(head is None or 0 <= head < _BEYOND for head in sentence.heads)
        and all(comment.startswith("#") for comment in sentence.comments)
        and _in_place(sentence)
    )
    if not shaped:
        return None
    text = write(sentence)
    begin = sum(map(len, sentence.comments)) + len(sentence.comments)  # of the first row
    counted = (
        text.count("\n") == len(sentence.comments) + rows - 1
        and text.count("\t", begin) == 9 * rows
        and "\r\n" not in text
        and "\t\t" not in text[begin:]
        and "\t\n" not in text[begin:]
        and not text.endswith("\t")
    )
    too_long = 4 * len(text) > _LONGEST_LINE and _first_too_long(text.encode(), 1)
    return text if counted and not too_long else None


def _in_place(sentence: Sentence) -> bool:
    """Whether ranges and empty nodes are whole, in order, and where `write` puts them and `parse` takes them."""
    size, last = len(sentence), 0
    for found in sentence.ranges:
        if not last < found.first <= found.last <= size or len(found.rest) != 8:
            return False
        last = found.last
    after = number = 0
    for node in sentence.empty_nodes:
        number = number + 1 if node.after == after else 1
        if node.after < after or node.number != number or len(node.columns) != 9:
            return False
        after = node.after
    return True
