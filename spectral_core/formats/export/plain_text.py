"""Structures as plain text, to paste into a message, and the lines of one sentence in any format."""

from __future__ import annotations

from typing import Literal

from spectral_core.data import EMPTY, Sentence
from spectral_core.data.dependencies import dependents_by_head
from spectral_core.data.structure import STRUCTURES
from spectral_core.errors import FormatError
from spectral_core.formats import get_format
from spectral_core.formats.brackets.trees import format_indented_tree
from spectral_core.formats.export.markup import is_right_to_left

Kind = Literal["dependencies", "constituents"]

_MAX_INDENT = 200  # columns of indentation
_ISOLATE, _END = "\u2068", "\u2069"  # keep a right-to-left word from reordering the labels next to it


def structure_kinds(sentence: Sentence) -> tuple[Kind, ...]:
    """Return the kinds of structure that a sentence has, dependencies before constituents."""
    kinds: tuple[Kind, ...] = ("dependencies", "constituents")
    return tuple(kind for kind in kinds if STRUCTURES[kind].has_annotation(sentence))


def structure_to_text(sentence: Sentence, kind: Kind | None = None) -> str:
    """Draw a structure as indented text with a final line break; without `kind`, the sentence's first structure.
    Dependencies: a line for each word below its head, with its number, tag and relation. Trees: indented brackets. A
    sentence without a structure is its words."""
    kinds = structure_kinds(sentence)
    kind = kind or (kinds[0] if kinds else "dependencies")
    if kind == "constituents":
        if sentence.tree is None:
            message = "this sentence has no constituency tree"
            raise FormatError(None, sentence.line, message, "Ask for its dependencies, or parse it first")
        return format_indented_tree(sentence.tree) + "\n"
    return "\n".join((sentence.text, "", *_format_dependency_lines(sentence))) + "\n"


def _format_dependency_lines(sentence: Sentence) -> list[str]:
    """Return a line for each word, indented below its head."""
    lines: list[str] = []
    children_of = dependents_by_head(sentence.heads)
    visited = [False] * (len(sentence) + 1)
    # roots, then words without a head, then cycles, each from its first word
    tops = [*children_of[0]]
    tops += [word for word, head in enumerate(sentence.heads, 1) if head is None or not 0 <= head <= len(sentence)]
    tops += range(1, len(sentence) + 1)
    for top in tops:
        stack = [(top, 0)]
        while stack:
            word, depth = stack.pop()
            if visited[word]:
                continue
            visited[word] = True
            lines.append(" " * min(2 * depth, _MAX_INDENT) + _format_word_line(sentence, word))
            stack.extend((child, depth + 1) for child in reversed(children_of[word]))
    return lines


def _format_word_line(sentence: Sentence, word: int) -> str:
    """Return a word with its number, tag and relation; a missing or invalid head is noted."""
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


def sentence_to_text(sentence: Sentence, format: str) -> str:
    """Format one sentence as a file of this format, with a final line break; annotation that the format cannot hold is
    left out. FormatError if the sentence cannot be written at all."""
    target_format = get_format(format)
    obstacle = (
        target_format.find_obstacle(sentence)
        if sentence.is_readable
        else f"it could not be read ({sentence.problems[0]})"
    )
    if obstacle is not None:
        message = f"this sentence cannot be written as {target_format.title}: {obstacle}"
        raise FormatError(None, sentence.line, message, "Choose another format")
    heading = [target_format.header] if target_format.header else []
    return "\n".join((*heading, target_format.format_sentence(sentence))) + "\n"
