"""A text file as chunks, one a sentence, and a sentence as text: what stands between the sentences is kept as it is."""

from __future__ import annotations

import re
from array import array
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path

from spectral_core.data import Problem, Sentence
from spectral_core.errors import FormatError
from spectral_core.formats.chunks import Chunks
from spectral_core.formats.text.layout import layout
from spectral_core.formats.text.splitter import split
from spectral_core.formats.text.tokeniser import columns

LONGEST_SENTENCE = 100_000  # bytes; what is longer is cut at a space: nothing could show it or learn from it
_WINDOW = 1 << 20  # bytes that are split at once: a file of one line needs no more memory than any other
_BOM = b"\xef\xbb\xbf"
_OTHER_BOMS = {"UTF-32": (b"\xff\xfe\x00\x00", b"\x00\x00\xfe\xff"), "UTF-16": (b"\xff\xfe", b"\xfe\xff")}
# "# doc = ca01" is about the sentences that follow, and not one of them
_MARK = re.compile(rb"#[ \t]?(?:[A-Za-z_][\w.:-]*(?: id)?[ \t]+=(?:[ \t][^\n]*)?|new(?:doc|par)[ \t]*)\r?(?=\n|\Z)")
_NEXT_MARK = re.compile(rb"\n" + _MARK.pattern)
_LINE = re.compile(rb"\S[^\n]*")
_SPACE = b" \t\r\n\v\f"
_NO_BREAK = "\u00a0\u2007\u202f"  # white space that holds a word together
_WORD = re.compile(rf"\S+(?:[{_NO_BREAK}]+\S+)*")


def index(content: bytes, path: Path | None, tokenised: bool | None = None) -> tuple[Chunks, tuple[Problem, ...]]:
    """The sentences of a text file, and what is wrong with it as a whole. Tokenised text has a sentence a line, and its
    words are what stands between spaces; other text is split and tokenised. Which of the two it is, is found from the
    text where the caller does not say. Lines `# key = value` are comments of the sentence that follows."""
    for name, boms in _OTHER_BOMS.items():
        if content.startswith(boms):
            raise FormatError(path, 1, f"this is {name} text", "Save it as UTF-8")
    first = len(_BOM) if content.startswith(_BOM) else 0
    return _indexed(content, 1, path, first, *_kind(content, first, tokenised))


def _cut(content: bytes, line: int, as_it_stands: bool, by_lines: bool) -> Chunks:
    """The sentences of a part of a file, whose first line has the number `line` there."""
    return _indexed(content, line, None, 0, as_it_stands, by_lines)[0]


def _indexed(
    content: bytes, line: int, path: Path | None, first: int, as_it_stands: bool, by_lines: bool
) -> tuple[Chunks, tuple[Problem, ...]]:
    """The sentences from the byte `first` on, whether the text is tokenised or not, and what is wrong with it."""
    starts, ends, lines = array("Q"), array("Q"), array("Q")
    problems: list[Problem] = []
    counted, marked, cut_end = 0, -1, -1
    for start, end, is_mark in _parts(content, first):
        if is_mark:
            marked = start if marked < 0 else marked
            continue
        ranges = _lines(content, start, end) if as_it_stands else _running(content, start, end, by_lines)
        for text_begin, finish in ranges:
            first_piece = len(lines)
            for piece_begin, piece_end in _short_enough(content, text_begin, finish):
                begin = piece_begin if marked < 0 else marked
                marked = -1
                line += content.count(b"\n", counted, begin)
                counted = begin
                starts.append(begin)
                ends.append(piece_end)
                lines.append(line)
            if finish - text_begin > LONGEST_SENTENCE:
                named, cut_end = cut_end >= 0 and content.find(b"\n", cut_end, text_begin) < 0, finish
                if named:  # on the same line, or the rest of the same sentence
                    continue
                what = f"a sentence of more than {LONGEST_SENTENCE:,} bytes was cut into pieces"
                problems.append(Problem(lines[first_piece], what, "Put each sentence on a line of its own", path=path))
    parse, write_again = (_parse_tokenised, _write_tokenised) if as_it_stands else (_parse_running, _write_running)
    cut = partial(_cut, as_it_stands=as_it_stands, by_lines=by_lines)
    return Chunks(content, starts, ends, lines, parse, write_again, cut), tuple(problems)


def sentences(text: str) -> list[Sentence]:
    """The sentences of a pasted text, as they would be read from a file; where no space follows, MISC says so."""
    content = text.encode("utf-16", "surrogatepass").decode("utf-16", "replace").encode()
    chunks, _ = index(content, None)
    found = []
    for at, sentence in enumerate(chunks):
        misc = sentence.misc
        if at + 1 < len(chunks) and chunks.ends[at] == chunks.starts[at + 1]:
            misc = (*misc[:-1], "SpaceAfter=No")
        found.append(replace(sentence, misc=misc, source=None))
    return found


def write(sentence: Sentence) -> str:
    """The running text of a sentence, on one line."""
    return sentence.text.replace("\r", " ").replace("\n", " ")


def _kind(content: bytes, first: int, tokenised: bool | None) -> tuple[bool, bool]:
    """Whether the text is tokenised, and whether a line break ends a sentence."""
    if tokenised:
        return True, True
    found = layout(content, first)
    return tokenised is None and found == "tokenised", found != "wrapped"


def _parts(content: bytes, first: int) -> Iterator[tuple[int, int, bool]]:
    """(start, end, whether it is a mark) of the marks and of what stands between them."""
    start = first
    if mark := _MARK.match(content, first):
        yield first, mark.end(), True
        start = mark.end()
    for mark in _NEXT_MARK.finditer(content, start):
        yield start, mark.start(), False
        yield mark.start() + 1, mark.end(), True
        start = mark.end()
    yield start, len(content), False


def _lines(content: bytes, start: int, end: int) -> Iterator[tuple[int, int]]:
    for match in _LINE.finditer(content, start, end):
        begin, finish = match.span()
        if content[finish - 1] in _SPACE:
            finish = begin + len(content[begin:finish].rstrip(_SPACE))
        if 0x20 < content[begin] < 0x80 or not content[begin:finish].decode("utf-8", "replace").isspace():
            yield begin, finish


def _running(content: bytes, start: int, end: int, by_lines: bool) -> Iterator[tuple[int, int]]:
    while start < end:
        stop = end if end - start <= _WINDOW else _before_character(content, start + _WINDOW)
        ranges = _split(content, start, stop, by_lines)
        start = stop
        if stop < end and len(ranges) > 1:  # the last may go on behind the window
            start = ranges.pop()[0]
        elif stop < end and ranges:  # no end as far as can be seen: its last piece is looked at again
            *_, (start, _) = _short_enough(content, *ranges[0])
            ranges = [(ranges[0][0], start)]
        yield from ranges


def _split(content: bytes, start: int, end: int, by_lines: bool) -> list[tuple[int, int]]:
    text = content[start:end].decode("utf-8", "surrogateescape")
    ranges = split(text, by_lines)
    if text.isascii():
        return [(start + first, start + last) for first, last in ranges]
    found = []
    seen, at = 0, start
    for first, last in ranges:
        at += len(text[seen:first].encode("utf-8", "surrogateescape"))
        size = len(text[first:last].encode("utf-8", "surrogateescape"))
        found.append((at, at + size))
        seen, at = last, at + size
    return found


def _short_enough(content: bytes, start: int, end: int) -> Iterator[tuple[int, int]]:
    """The range itself, or pieces of it that are no longer than a sentence may be."""
    while end - start > LONGEST_SENTENCE:
        stop = start + LONGEST_SENTENCE
        cut = max(content.rfind(space, start + 1, stop) for space in (b" ", b"\n", b"\t"))
        if cut < 0:
            cut = _before_character(content, stop)
        if not content[start:cut].decode("utf-8", "replace").isspace():
            yield start, start + len(content[start:cut].rstrip(_SPACE))
        start = cut
        while start < end and content[start] in _SPACE:
            start += 1
    yield start, end


def _before_character(content: bytes, at: int) -> int:
    """The nearest place at or before `at` that is not inside a character."""
    return next((at - back for back in range(4) if content[at - back] & 0xC0 != 0x80), at)


def _parse_tokenised(raw: bytes, line: int) -> Sentence:
    comments, text, problems = _decoded(raw, line)
    forms = _WORD.findall(text) if any(space in text for space in _NO_BREAK) else text.split()
    return Sentence.of(forms, comments=comments, problems=problems, source=raw, line=line)


def _parse_running(raw: bytes, line: int) -> Sentence:
    comments, text, problems = _decoded(raw, line)
    forms, misc = columns(text)
    return Sentence.of(forms, misc=misc, comments=comments, problems=problems, source=raw, line=line)


def _decoded(raw: bytes, line: int) -> tuple[list[str], str, list[Problem]]:
    """The comments above a sentence, its text, and what is wrong with its bytes."""
    problems = []
    try:
        text = raw.decode()
    except UnicodeDecodeError as error:
        text = raw.decode("utf-8", "replace")
        at = line + raw.count(b"\n", 0, error.start)
        what = f"the byte 0x{raw[error.start]:02x} is not UTF-8"
        problems.append(Problem(at, what, "Save the file as UTF-8", unreadable=True))
    if "\0" in text:
        at = line + text.count("\n", 0, text.index("\0"))
        what = "there is a NUL character, which no text has"
        problems.append(Problem(at, what, "Save the file as UTF-8 text", unreadable=True))
    comments = []
    while raw.startswith(b"#") and (mark := _MARK.match(raw)) and raw[mark.end() :].strip():
        raw = raw[mark.end() :].lstrip(_SPACE)
        above, _, text = text.partition("\n")
        comments.append(above.rstrip("\r"))
        text = text.lstrip(" \t\r\n\v\f")
    return comments, text, problems


def _write_tokenised(sentence: Sentence) -> str:
    """An edited sentence as a line of its file, under its comments."""
    return "\n".join([*_marks(sentence), " ".join(sentence.forms)])


def _write_running(sentence: Sentence) -> str:
    return "\n".join([*_marks(sentence), write(replace(sentence, comments=()))])


def _marks(sentence: Sentence) -> list[str]:
    return [comment for comment in sentence.comments if _MARK.fullmatch(comment.encode("utf-8", "replace"))]
