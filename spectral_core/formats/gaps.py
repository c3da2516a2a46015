"""Faults between the sentences of a CoNLL-U file, before the first and after the last."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from spectral_core.data import Problem
from spectral_core.formats.chunks import Chunks

_BOM = b"\xef\xbb\xbf"
_GAP_REMEDY = "Leave exactly one empty line after each sentence"


def find_gap_problems(chunks: Chunks, path: Path | None = None) -> Iterator[Problem]:
    """Yield a problem for each gap that is not one empty line, and for a byte order mark or line ends that no treebank
    has."""
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
        yield from _check_lines(first, 1, path)
    next_starts = (*chunks.starts[1:], len(content))
    for start, end, line, next_start in zip(chunks.starts, chunks.ends, chunks.lines, next_starts, strict=True):
        gap = content[end:next_start]
        if gap not in (b"\n\n", b"\r\n\r\n"):
            number_below = line + content.count(b"\n", start, end) + 1
            if (rest := gap.partition(b"\n")[2]) or next_start < len(content):
                yield from _check_lines(rest, number_below, path, blank=False)
            else:
                message = "no empty line stands after the last sentence"
                yield Problem(number_below - 1, message, "End the file with an empty line", path=path)


def _check_lines(text: bytes, line: int, path: Path | None, blank: bool = True) -> Iterator[Problem]:
    """Yield the problems of these lines, of which the first has this number; `blank`: a blank one is above them."""
    extra = False
    for number, row in enumerate(text.split(b"\n")[:-1], line):
        if row.startswith(b"#"):  # comments without a sentence, which the reader names
            blank = False
            continue
        if row.strip(b"\r"):
            yield Problem(number, "this line looks empty, but holds white space", "Remove it from the line", path=path)
        if blank and not extra:
            extra = True
            yield Problem(number, "here is an empty line too many", _GAP_REMEDY, path=path)
        blank = True
