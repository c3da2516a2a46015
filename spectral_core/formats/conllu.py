"""Reader and writer of CoNLL-U and ten-column CoNLL-X, and checks of the lines between sentences."""

from __future__ import annotations

import re
from array import array
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from spectral_core.data import EMPTY, EmptyNode, MultiwordToken, Problem, Sentence
from spectral_core.data.problem import quote
from spectral_core.formats.lazy_sentences import LazySentences

_BLANK_LINES = re.compile(rb"\n(?:[ \t]*\r?\n)+")  # the end of a line and the blank lines after it
_LEADING = re.compile(rb"(?:\xef\xbb\xbf)?(?:[ \t]*\r?\n)*")
_WORD = re.compile(r"[1-9][0-9]{0,8}\Z")
_NUMBER = re.compile(r"(?:0|[1-9][0-9]*)\Z")
_RANGE = re.compile(r"([1-9][0-9]{0,8})-([1-9][0-9]{0,8})\Z")
_NODE = re.compile(r"(0|[1-9][0-9]{0,8})\.([1-9][0-9]{0,8})\Z")
_CACHED_NUMBERS = 512  # heads and ids up to here are looked up, not converted
_HEADS: dict[str, int | None] = {**{str(number): number for number in range(_CACHED_NUMBERS)}, EMPTY: None}
_NUMBERS = tuple(str(number) for number in range(1, _CACHED_NUMBERS))
_MAX_LINE_BYTES = 1 << 20  # more than any line of ten columns has
_HEAD_BOUND = 10**9  # larger than any head
_COLUMN_NAMES = ("ID", "FORM", "LEMMA", "UPOS", "XPOS", "FEATS", "HEAD", "DEPREL", "DEPS", "MISC")
_STRING_COLUMNS = (1, 2, 3, 4, 5, 7, 8, 9)  # all columns except ids and heads
_BOM = b"\xef\xbb\xbf"
_GAP_REMEDY = "Leave exactly one empty line after each sentence"


def index_sentences(
    content: bytes, path: Path | None = None, line: int = 1
) -> tuple[LazySentences, tuple[Problem, ...]]:
    """Index the sentences by byte ranges, parsed on access, and list stray comments; `line` numbers the first line."""
    starts, ends, lines = array("Q"), array("Q"), array("Q")
    problems: list[Problem] = []
    leading = _LEADING.match(content)
    begin = leading.end() if leading else 0
    line += content.count(b"\n", 0, begin)
    # to the end of the last line that is not blank; text after its last word is part of it
    text_end = len(content.rstrip(b" \t\r\n"))
    last = content.find(b"\n", text_end) if text_end > begin else begin
    size = len(content) if last < 0 else last
    while begin < size:
        gap = _BLANK_LINES.search(content, begin)
        end = size if gap is None or gap.start() > size else gap.start()
        if content.endswith(b"\r", begin, end):
            end -= 1
        if _has_only_comments(content, begin, end):
            message = "these comments belong to no sentence"
            problems.append(Problem(line, message, "Remove the blank line between them and their sentence", path=path))
        else:
            starts.append(begin)
            ends.append(end)
            lines.append(line)
        if gap is None:
            break
        line += content.count(b"\n", begin, gap.end())
        begin = gap.end()
    return LazySentences(
        content, starts, ends, lines, parse_conllu_sentence, format_sentence, index_sentences_in_part
    ), tuple(problems)


def index_sentences_in_part(content: bytes, line: int) -> LazySentences:
    """Index the sentences of a part of a file; `line` is the line number of its beginning."""
    return index_sentences(content, line=line)[0]


def _has_only_comments(content: bytes, begin: int, end: int) -> bool:
    """Return whether all lines in a byte range are comments."""
    while begin < end and content.startswith(b"#", begin):
        line_end = content.find(b"\n", begin, end)
        if line_end < 0:
            return True
        begin = line_end + 1
    return False


def parse_conllu_sentence(chunk: bytes, line: int = 1) -> Sentence:
    """Parse a sentence from its CoNLL-U lines; malformed ones are listed in its `problems` and make it unreadable."""
    if len(chunk) > _MAX_LINE_BYTES and (problem_of_length := _find_overlong_line(chunk, line)) is not None:
        excerpt = chunk[:60].decode(errors="replace").split("\n", 1)[0].replace("\t", " ")
        return Sentence.of((excerpt + " ...",), problems=(problem_of_length,), source=chunk, line=line)
    try:
        text = chunk.decode()
    except UnicodeDecodeError as error:
        error_line = line + chunk.count(b"\n", 0, error.start)
        message = f"the byte 0x{chunk[error.start]:02x} is not UTF-8"
        problem = Problem(error_line, message, "Convert the file to UTF-8, for instance with iconv", unreadable=True)
        return _parse_rows(chunk.decode(errors="replace"), chunk, line, [problem])
    if "\r" in text:
        text = text.replace("\r\n", "\n")
    begin, comments = 0, []
    while text.startswith("#", begin):
        end = text.find("\n", begin)
        if end < 0:
            break
        comments.append(text[begin:end])
        begin = end + 1
    # One split gives all cells; if every eleventh is the line break, each line has ten columns.
    cells = text[begin:].replace("\n", "\t\n\t").split("\t")
    size = (len(cells) + 1) // 11
    if (
        len(cells) == 11 * size - 1
        and size < _CACHED_NUMBERS
        and cells[10::11].count("\n") == size - 1 == cells.count("\n")
        and tuple(cells[::11]) == _NUMBERS[:size]
        and "" not in cells
    ):
        try:
            heads = tuple(map(_HEADS.__getitem__, cells[6::11]))
        except KeyError:
            return _parse_rows(text, chunk, line, [])
        forms, lemmas, upos, xpos, feats, deprels, deps, misc = (tuple(cells[column::11]) for column in _STRING_COLUMNS)
        columns = (forms, lemmas, upos, xpos, feats, heads, deprels, deps, misc)
        return Sentence(*columns, tuple(comments), source=chunk, line=line)
    return _parse_rows(text, chunk, line, [])


def _find_overlong_line(chunk: bytes, line: int) -> Problem | None:
    """Return a problem for the first line that is too long; None if there is none."""
    begin = 0
    while begin < len(chunk):
        end = chunk.find(b"\n", begin)
        end = len(chunk) if end < 0 else end
        if end - begin > _MAX_LINE_BYTES:
            message = f"this line is {end - begin:,} bytes long"
            return Problem(line, message, "A line of CoNLL-U is one word in ten columns; is this another format?", True)
        begin, line = end + 1, line + 1
    return None


def _parse_rows(text: str, chunk: bytes, line: int, problems: list[Problem]) -> Sentence:
    """Parse a sentence line by line, for multiword tokens, empty nodes, and a problem for each fault."""
    comments: list[str] = []
    rows: list[Sequence[str]] = []
    heads: list[int | None] = []
    ranges: list[MultiwordToken] = []
    nodes: list[EmptyNode] = []

    line_number = line

    def refuse(message: str, remedy: str) -> None:
        problems.append(Problem(line_number, message, remedy, unreadable=True))

    for line_number, row in enumerate(text.split("\n"), line):  # noqa: B007 - `refuse` reads it
        if row.startswith("#"):
            if rows or ranges or nodes:
                refuse("there is a comment between the words", "Move it above the first word")
            comments.append(row)
            continue
        cells = _split_cells(row, len(rows) + 1, refuse)
        name = cells[0]
        if _WORD.match(name):
            if int(name) != len(rows) + 1:
                remedy = "Put a blank line between two sentences" if name == "1" else f"Number it {len(rows) + 1}"
                refuse(f"found word {name} instead of word {len(rows) + 1}", remedy)
            rows.append(cells)
            heads.append(_parse_head(cells[6], refuse))
        elif match := _RANGE.match(name):
            first, last = int(match[1]), int(match[2])
            if first > last or first != len(rows) + 1 or (ranges and ranges[-1].last >= first):
                remedy = f"Here a range begins with {len(rows) + 1}, and no two overlap"
                refuse(f"the range {name} does not fit here", remedy)
            ranges.append(MultiwordToken(first, last, cells[1], tuple(cells[2:])))
        elif match := _NODE.match(name):
            after, number = int(match[1]), int(match[2])
            before = nodes[-1].number if nodes and nodes[-1].after == after else 0
            if after != len(rows) or number != before + 1:
                refuse(f"the empty node {name} does not fit here", f"Number it {len(rows)}.{before + 1}")
            nodes.append(EmptyNode(after, number, tuple(cells[1:])))
        else:
            remedy = "Use 1, 2, 3, ..., 2-3 for a range or 2.1 for an empty node"
            refuse(f"the ID {quote(name[:20])} is not a number", remedy)
    line_number = line + text.count("\n")
    if ranges and ranges[-1].last > len(rows):
        refuse(f"a range ends at word {ranges[-1].last}, but there are {len(rows)} words", "Shorten the range")
    if not rows:
        refuse("this sentence has no words", "Give it words, or remove it")

    forms, lemmas, upos, xpos, feats, deprels, deps, misc = (
        tuple(row[column] for row in rows) for column in _STRING_COLUMNS
    )
    columns = (forms, lemmas, upos, xpos, feats, tuple(heads), deprels, deps, misc)
    surroundings = (tuple(comments), tuple(ranges), tuple(nodes))
    return Sentence(*columns, *surroundings, problems=tuple(problems), source=chunk, line=line)


def _split_cells(row: str, next_word: int, refuse: Callable[[str, str], None]) -> list[str]:
    """Split a line into ten cells; one with more or fewer columns becomes a word without annotation."""
    cells = row.split("\t")
    if len(cells) != 10:
        message = f"this line has {len(cells)} column{'s' * (len(cells) != 1)} instead of 10"
        refuse(message, _suggest_column_remedy(row, cells))
        cells = [*cells[:1], (cells[1] if len(cells) > 1 else row[:60]) or EMPTY, *[EMPTY] * 8]
        if not _WORD.match(cells[0]):
            cells[0] = str(next_word)
    for name, cell in zip(_COLUMN_NAMES, cells, strict=True):
        if not cell:
            refuse(f"the column {name} is empty", "Write _ for nothing")
    return cells


def _suggest_column_remedy(row: str, cells: Sequence[str]) -> str:
    """Return a remedy for a line that does not have ten columns."""
    if not any(cells[10:]) and len(cells) > 10:
        return "Remove the tabs at its end"
    if len(row.split()) == 10:
        return "Separate the columns with tabs, not spaces"
    return (
        f"Remove everything after {_COLUMN_NAMES[-1]}" if len(cells) > 10 else f"Give all of {' '.join(_COLUMN_NAMES)}"
    )


def _parse_head(cell: str, refuse: Callable[[str, str], None]) -> int | None:
    """Parse the HEAD cell; None for no head and, with a problem, for a malformed one."""
    if cell == EMPTY:
        return None
    if not _NUMBER.match(cell) or len(cell) > 9:
        refuse(f"the HEAD {quote(cell[:20])} is not a number", "Use the number of another word, 0 for the root, or _")
        return None
    return int(cell)


def format_sentence(sentence: Sentence) -> str:
    """Format a sentence as CoNLL-U, without the blank line after it."""
    sent, lines = sentence, list(sentence.comments)
    heads = [EMPTY if head is None else str(head) for head in sent.heads]
    words = (map(str, range(1, len(sent) + 1)), sent.forms, sent.lemmas, sent.upos, sent.xpos, sent.feats)
    rows = map("\t".join, zip(*words, heads, sent.deprels, sent.deps, sent.misc, strict=True))
    if not sentence.ranges and not sentence.empty_nodes:
        lines.extend(rows)
        return "\n".join(lines)
    tokens = {token.first: token for token in sentence.ranges}
    nodes: dict[int, list[str]] = {}
    for node in sentence.empty_nodes:
        nodes.setdefault(node.after, []).append("\t".join((f"{node.after}.{node.number}", *node.columns)))
    lines.extend(nodes.get(0, ()))
    for number, row in enumerate(rows, 1):
        if number in tokens:
            token = tokens[number]
            lines.append("\t".join((f"{token.first}-{token.last}", token.form, *token.rest)))
        lines.append(row)
        lines.extend(nodes.get(number, ()))
    return "\n".join(lines)


def find_conllu_obstacle(sentence: Sentence) -> str | None:
    """Return why CoNLL-U cannot hold a sentence without loss; None if it can."""
    if not len(sentence):
        return "it has no words"
    for comment in sentence.comments:
        if not comment.startswith("#") or "\n" in comment:
            return f"the comment {quote(comment)} is not one line that begins with #"
    sent = sentence
    columns = (sent.forms, sent.lemmas, sent.upos, sent.xpos, sent.feats, sent.deprels, sent.deps, sent.misc)
    further_columns = [
        *((token.form, *token.rest) for token in sent.ranges),
        *(node.columns for node in sent.empty_nodes),
    ]
    for column in (*columns, *further_columns):
        text = "".join(column)
        if "\t" in text or "\n" in text or "" in column:
            bad_cell = next(cell for cell in column if not cell or "\t" in cell or "\n" in cell)
            return f"{quote(bad_cell)} is not allowed in a column"
    return None


def format_if_lossless(sentence: Sentence) -> str | None:
    """Return the text of `format_sentence` if `parse_conllu_sentence` restores the sentence from it, else None. This is
    decided without parsing, by counting breaks and tabs and comparing the fields that the columns cannot hold."""
    sent = sentence
    columns = (
        sent.forms,
        sent.lemmas,
        sent.upos,
        sent.xpos,
        sent.feats,
        sent.heads,
        sent.deprels,
        sent.deps,
        sent.misc,
    )
    size, rows = len(sentence), len(sentence) + len(sentence.ranges) + len(sentence.empty_nodes)
    is_storable = (
        size
        and Sentence(*columns, sent.comments, sent.ranges, sent.empty_nodes) == sent  # ten columns hold everything
        and all(head is None or 0 <= head < _HEAD_BOUND for head in sentence.heads)
        and all(comment.startswith("#") for comment in sentence.comments)
        and _has_valid_ids(sentence)
    )
    if not is_storable:
        return None
    text = format_sentence(sentence)
    begin = sum(map(len, sentence.comments)) + len(sentence.comments)  # offset of the first row
    has_all_breaks = (
        text.count("\n") == len(sentence.comments) + rows - 1
        and text.count("\t", begin) == 9 * rows
        and "\r\n" not in text
        and "\t\t" not in text[begin:]
        and "\t\n" not in text[begin:]
        and not text.endswith("\t")
    )
    too_long = 4 * len(text) > _MAX_LINE_BYTES and _find_overlong_line(text.encode(), 1)
    return text if has_all_breaks and not too_long else None


def _has_valid_ids(sentence: Sentence) -> bool:
    """Return whether multiword tokens and empty nodes are complete, in order, and in positions that
    `parse_conllu_sentence` accepts."""
    size, last = len(sentence), 0
    for token in sentence.ranges:
        if not last < token.first <= token.last <= size or len(token.rest) != 8:
            return False
        last = token.last
    after = number = 0
    for node in sentence.empty_nodes:
        number = number + 1 if node.after == after else 1
        if node.after < after or node.number != number or len(node.columns) != 9:
            return False
        after = node.after
    return True


def find_blank_line_problems(chunks: LazySentences, path: Path | None = None) -> Iterator[Problem]:
    """Yield a problem for each gap that is not one empty line, for a byte order mark and for unusual line ends."""
    content = chunks.content
    if content.startswith(_BOM):
        yield Problem(1, "the file begins with a byte order mark", "Save it as UTF-8 without one", path=path)
    first_carriage_return = content.find(b"\r\n")
    if first_carriage_return >= 0:
        line = 1 + content.count(b"\n", 0, first_carriage_return)
        message = "lines end with a carriage return and a line feed"
        yield Problem(line, message, "Save the file with line feeds alone, as on Unix", path=path)
    if not len(chunks):
        return
    if first := content[: chunks.starts[0]].removeprefix(_BOM):
        yield from _check_blank_lines(first, 1, path)
    next_starts = (*chunks.starts[1:], len(content))
    for start, end, line, next_start in zip(chunks.starts, chunks.ends, chunks.lines, next_starts, strict=True):
        gap = content[end:next_start]
        if gap not in (b"\n\n", b"\r\n\r\n"):
            number_below = line + content.count(b"\n", start, end) + 1
            if (rest := gap.partition(b"\n")[2]) or next_start < len(content):
                yield from _check_blank_lines(rest, number_below, path, blank=False)
            else:
                message = "there is no empty line after the last sentence"
                yield Problem(number_below - 1, message, "End the file with an empty line", path=path)


def _check_blank_lines(text: bytes, line: int, path: Path | None, blank: bool = True) -> Iterator[Problem]:
    """Yield the problems of the lines between two sentences: white space, and more than one empty line. `line` is the
    number of the first, `blank` whether the line above it is blank."""
    extra = False
    for number, row in enumerate(text.split(b"\n")[:-1], line):
        if row.startswith(b"#"):  # comments without a sentence, reported by the reader
            blank = False
            continue
        if row.strip(b"\r"):
            yield Problem(number, "this line looks empty, but holds white space", "Remove it from the line", path=path)
        if blank and not extra:
            extra = True
            yield Problem(number, "here is an empty line too many", _GAP_REMEDY, path=path)
        blank = True
