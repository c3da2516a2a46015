"""A structure as plain text, to copy into a message; and one sentence's lines in any format."""

from __future__ import annotations

from typing import Literal

from spectral_core.data import EMPTY, Sentence
from spectral_core.data.dependencies import dependents
from spectral_core.data.structure import STRUCTURES
from spectral_core.errors import FormatError
from spectral_core.formats import format_named
from spectral_core.formats.brackets.writing import indented
from spectral_core.formats.export.tex import is_right_to_left

Kind = Literal["dependencies", "constituents"]

_WIDEST = 200  # columns of indentation
_ISOLATE, _END = "\u2068", "\u2069"  # or a right-to-left word would pull the labels beside it along


def kinds_of(sentence: Sentence) -> tuple[Kind, ...]:
    """The structures that a sentence has: dependencies first."""
    kinds: tuple[Kind, ...] = ("dependencies", "constituents")
    return tuple(kind for kind in kinds if STRUCTURES[kind].has_decisions(sentence))


def as_text(sentence: Sentence, kind: Kind | None = None) -> str:
    """The structure drawn with letters and indentation, ending with a line break; without `kind`, the first it has.
    Dependencies: a line for each word below its head, with its number, tag and relation. Trees: indented brackets. A
    sentence without a structure is its words."""
    has = kinds_of(sentence)
    kind = kind or (has[0] if has else "dependencies")
    if kind == "constituents":
        if sentence.tree is None:
            what = "this sentence has no constituency tree"
            raise FormatError(None, sentence.line, what, "Ask for its dependencies, or parse it first")
        return indented(sentence.tree) + "\n"
    return "\n".join((sentence.text, "", *_outline(sentence))) + "\n"


def _outline(sentence: Sentence) -> list[str]:
    lines: list[str] = []
    below = dependents(sentence.heads)
    seen = [False] * (len(sentence) + 1)
    # words that hang from the root, then those that hang from nothing, then circles, each from its first word
    tops = [*below[0]]
    tops += [word for word, head in enumerate(sentence.heads, 1) if head is None or not 0 <= head <= len(sentence)]
    tops += range(1, len(sentence) + 1)
    for top in tops:
        waiting = [(top, 0)]
        while waiting:
            word, depth = waiting.pop()
            if seen[word]:
                continue
            seen[word] = True
            lines.append(" " * min(2 * depth, _WIDEST) + _line(sentence, word))
            waiting.extend((child, depth + 1) for child in reversed(below[word]))
    return lines


def _line(sentence: Sentence, word: int) -> str:
    form = sentence.forms[word - 1]
    if is_right_to_left([form]):
        form = _ISOLATE + form + _END
    head = sentence.heads[word - 1]
    tag = sentence.upos[word - 1] if sentence.upos[word - 1] != EMPTY else sentence.xpos[word - 1]
    cells = [str(word), form, *(cell for cell in (tag, sentence.deprels[word - 1]) if cell != EMPTY)]
    if head is None:
        cells.append("(no head)")
    elif not 0 <= head <= len(sentence):
        cells.append(f"(head {head} does not exist)")
    return " ".join(cells)


def one(sentence: Sentence, format: str) -> str:
    """The lines of one sentence in a format, with a line break at the end; what that has no place for is left out."""
    row = format_named(format)
    lacking = row.lacks(sentence) if sentence.readable else f"it could not be read ({sentence.problems[0]})"
    if lacking is not None:
        what = f"this sentence cannot be written as {row.title}: {lacking}"
        raise FormatError(None, sentence.line, what, "Choose another format")
    heading = [row.heading] if row.heading else []
    return "\n".join((*heading, row.write(sentence))) + "\n"
