"""Penn Treebank brackets: many trees on a line or one over many, traces and function tags kept in the tree. Labels and
words end at ASCII white space and brackets; a bracket without a label is an outer one, `( (S ...))`. Between trees,
lines that begin with # are the comments of the tree that follows, and lines that begin with * are headers, kept as they
stand. The words are the leaves but for those tagged -NONE-. A word without a tag of its own is read with the label
above it for a tag, and named as a problem. A sentence that has no tree yet stands as `( (UNPARSED (TAG word) ...))`,
its words under one label, which other readers take for a flat tree; a tag that is not known is `_`. With phrases among
the words, it is a tree that is not whole."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from functools import partial
from pathlib import Path

from spectral_core.data import Problem
from spectral_core.errors import FormatError
from spectral_core.formats.brackets.reading import MAX_BYTES, MAX_DEPTH, parse, write_whole
from spectral_core.formats.brackets.scan import Scan
from spectral_core.formats.brackets.writing import write
from spectral_core.formats.chunks import Chunks

__all__ = ["MAX_BYTES", "MAX_DEPTH", "MAX_PROBLEMS", "index", "parse", "write", "write_whole"]

MAX_PROBLEMS = 1000  # named one by one for the file as a whole; those of a sentence are with the sentence

_UTF16 = (b"\xff\xfe", b"\xfe\xff")
_EXTRA = "there is a closing bracket that nothing was opened for", "Remove it, or open a bracket before it"
_OUTSIDE = "there is text outside the brackets", "Put it into a tree, (TAG word), or begin its line with # to keep it"


def index(content: bytes, path: Path | None = None) -> tuple[Chunks, tuple[Problem, ...]]:
    """The trees of a file as ranges of its bytes, and what stands outside them and should not. A tree that is never
    closed ends before the next line that begins, in the first column, with a bracket; the trees after it are found as
    if it were whole. A tree may go on in the first column where that closes it and nothing else speaks for a new tree:
    an empty outer label, a blank line or a comment before it, or the layout of the whole file."""
    if content.startswith(_UTF16) or b"\0" in content[:4]:
        raise FormatError(path, 1, "this is not UTF-8 text, it looks like UTF-16", "Save it again as UTF-8")
    scan = Scan(content).run()
    if scan.joined_by_mistake():
        scan = Scan(content, columns_separate=True).run()
    chunks, problems = _chunks(content, scan), _located(content, scan.faults, path)
    if problems and not chunks:
        what = "no tree begins in this file"
        problems = (Problem(problems[0].line, what, "Is it in another format? A tree is (S (NN words))", True, path),)
    return chunks, problems


def _cut(content: bytes, line: int, columns_separate: bool) -> Chunks:
    """The trees of a part of a file, whose first line has the number `line` there."""
    return _chunks(content, Scan(content, columns_separate).run(), line)


def _chunks(content: bytes, scan: Scan, line: int = 1) -> Chunks:
    starts, ends, lines = array("Q"), array("Q"), array("Q")
    spread = array("Q")  # the first lines of those whose tree has several
    counted = 0
    for first, start, end in scan.trees():
        line += content.count(b"\n", counted, first)
        counted = first
        starts.append(first)
        ends.append(end)
        lines.append(line)
        if content.find(b"\n", start, end) >= 0:
            spread.append(line)
    again = partial(_cut, columns_separate=scan.columns_separate)
    return Chunks(content, starts, ends, lines, parse, partial(write, spread=spread) if spread else write, again)


def _located(content: bytes, faults: Sequence[tuple[int, bool]], path: Path | None) -> tuple[Problem, ...]:
    found = []
    line, counted = 1, 0
    for place, is_bracket in faults[:MAX_PROBLEMS]:
        line += content.count(b"\n", counted, place)
        counted = place
        found.append(Problem(line, *(_EXTRA if is_bracket else _OUTSIDE), unreadable=True, path=path))
    if len(faults) > MAX_PROBLEMS:
        what = f"from here on, {len(faults) - MAX_PROBLEMS:,} more places outside the trees are wrong"
        found.append(Problem(line, what, "Is this file in another format?", unreadable=True, path=path))
    return tuple(found)
