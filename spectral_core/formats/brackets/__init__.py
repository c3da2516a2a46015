"""Penn Treebank brackets: many trees on a line or one over many, traces and function tags kept in the tree.

Labels and words end at ASCII white space and brackets; a bracket without a label is an outer one, `( (S ...))`. Between
trees, lines that begin with # are the comments of the tree that follows, and lines that begin with * are headers, kept
as they are. The words are all leaves except those tagged -NONE-. A word without a tag gets the label above it as its
tag, and a problem. A sentence without a tree is written as `( (UNPARSED (TAG word) ...))`, which other programs read as
a flat tree; an unknown tag is `_`. With phrases among the words, it is a partial tree.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from functools import partial
from pathlib import Path

from spectral_core.data import Problem
from spectral_core.errors import FormatError
from spectral_core.formats.brackets.tree_scanner import TreeScanner
from spectral_core.formats.brackets.trees import (
    MAX_BYTES,
    MAX_DEPTH,
    format_if_lossless,
    format_sentence,
    parse_bracketed_sentence,
)
from spectral_core.formats.lazy_sentences import LazySentences

__all__ = [
    "MAX_BYTES",
    "MAX_DEPTH",
    "MAX_PROBLEMS",
    "format_if_lossless",
    "format_sentence",
    "index_sentences",
    "parse_bracketed_sentence",
]

MAX_PROBLEMS = 1000  # listed one by one for the file as a whole; those of a sentence are stored with it

_UTF16 = (b"\xff\xfe", b"\xfe\xff")
_EXTRA_BRACKET = "there is a closing bracket that nothing was opened for", "Remove it, or open a bracket before it"
_OUTSIDE_TEXT = (
    "there is text outside the brackets",
    "Put it into a tree, (TAG word), or begin its line with # to keep it",
)


def index_sentences(content: bytes, path: Path | None = None) -> tuple[LazySentences, tuple[Problem, ...]]:
    """Index the trees of a file by byte ranges, and list the faults between them. An unclosed tree ends before the next
    line that begins, in the first column, with a bracket; the trees after it are read as usual. A tree may continue in
    the first column if that closes it and nothing else indicates a new tree: an empty outer label, a blank line or a
    comment before it, or the layout of the rest of the file."""
    if content.startswith(_UTF16) or b"\0" in content[:4]:
        raise FormatError(path, 1, "this is not UTF-8 text, it looks like UTF-16", "Save it again as UTF-8")
    scan = TreeScanner(content).run()
    if scan.has_false_joins():
        scan = TreeScanner(content, every_block_is_tree=True).run()
    chunks, problems = _make_lazy_sentences(content, scan), _make_problems(content, scan.faults, path)
    if problems and not chunks:
        message = "no tree begins in this file"
        problems = (
            Problem(problems[0].line, message, "Is it in another format? A tree is (S (NN words))", True, path),
        )
    return chunks, problems


def _index_part(content: bytes, line: int, columns_separate: bool) -> LazySentences:
    """Index the trees of a part of a file; `line` is the line number of its beginning."""
    return _make_lazy_sentences(content, TreeScanner(content, columns_separate).run(), line)


def _make_lazy_sentences(content: bytes, scan: TreeScanner, line: int = 1) -> LazySentences:
    """Return the scanned trees as sentences that are parsed on access."""
    starts, ends, lines = array("Q"), array("Q"), array("Q")
    multiline_starts = array("Q")  # first lines of trees on several lines
    counted_to = 0
    for first, start, end in scan.iterate_tree_ranges():
        line += content.count(b"\n", counted_to, first)
        counted_to = first
        starts.append(first)
        ends.append(end)
        lines.append(line)
        if content.find(b"\n", start, end) >= 0:
            multiline_starts.append(line)
    index_sentences_in_part = partial(_index_part, columns_separate=scan.every_block_is_tree)
    return LazySentences(
        content,
        starts,
        ends,
        lines,
        parse_bracketed_sentence,
        partial(format_sentence, multiline_starts=multiline_starts) if multiline_starts else format_sentence,
        index_sentences_in_part,
    )


def _make_problems(content: bytes, faults: Sequence[tuple[int, bool]], path: Path | None) -> tuple[Problem, ...]:
    """Make the problems of the faults outside trees, given as byte offset and whether it is a bracket."""
    problems = []
    line, counted_to = 1, 0
    for offset, is_bracket in faults[:MAX_PROBLEMS]:
        line += content.count(b"\n", counted_to, offset)
        counted_to = offset
        problems.append(Problem(line, *(_EXTRA_BRACKET if is_bracket else _OUTSIDE_TEXT), unreadable=True, path=path))
    if len(faults) > MAX_PROBLEMS:
        message = f"from here on, {len(faults) - MAX_PROBLEMS:,} more places outside the trees are wrong"
        problems.append(Problem(line, message, "Is this file in another format?", unreadable=True, path=path))
    return tuple(problems)
