"""What stands between the sentences of a CoNLL-U file, before the first and after the last, and should not."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from spectral_core.data import Problem
from spectral_core.formats.chunks import Chunks

_BOM = b"\xef\xbb\xbf"
_ONE_LINE = "Leave exactly one empty line after each sentence"


def gap_problems(chunks: Chunks, path: Path | None = None) -> Iterator[Problem]:
    """Each place where sentences are not parted by one empty line, and a mark or line ends that no treebank has."""
    content = chunks.content
    if content.startswith(_BOM):
        yield Problem(1, "the file begins with a byte order mark", "Save it as UTF-8 without one", path=path)
    carriage = content.find(b"\r\n")
    if carriage >= 0:
        line = 1 + content.count(b"\n", 0, carriage)
        what = "lines end with a carriage return and a line feed"
        yield Problem(line, what, "Save the file with line feeds alone, as on Unix", path=path)
    if not len(chunks):
        return
    if first := content[: chunks.starts[0]].removeprefix(_BOM):
        yield from _in_rows(first, 1, path)
    nexts = (*chunks.starts[1:], len(content))
    for start, end, line, after in zip(chunks.starts, chunks.ends, chunks.lines, nexts, strict=True):
        gap = content[end:after]
        if gap not in (b"\n\n", b"\r\n\r\n"):
            below = line + content.count(b"\n", start, end) + 1
            if (rows := gap.partition(b"\n")[2]) or after < len(content):
                yield from _in_rows(rows, below, path, blank=False)
            else:
                what = "no empty line stands after the last sentence"
                yield Problem(below - 1, what, "End the file with an empty line", path=path)


def _in_rows(text: bytes, line: int, path: Path | None, blank: bool = True) -> Iterator[Problem]:
    """What is wrong with these lines, of which the first has this number; `blank` where one stands above them."""
    extra = False
    for at, row in enumerate(text.split(b"\n")[:-1], line):
        if row.startswith(b"#"):  # comments without a sentence, which the reader names
            blank = False
            continue
        if row.strip(b"\r"):
            yield Problem(at, "this line looks empty, but holds white space", "Remove it from the line", path=path)
        if blank and not extra:
            extra = True
            yield Problem(at, "here is an empty line too many", _ONE_LINE, path=path)
        blank = True
