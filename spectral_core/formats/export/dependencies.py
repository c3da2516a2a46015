"""Dependency trees as figures of the LaTeX package tikz-dependency."""

from __future__ import annotations

from spectral_core.data import EMPTY, Sentence
from spectral_core.drawing.heights import Skyline
from spectral_core.formats.export.tex import compose_figure, escape_tex, is_right_to_left

_LOWEST, _RISE = 2.0, 2.4  # ex: the height of the lowest arcs, and of each level more


def dependencies_to_latex(
    sentence: Sentence, *, standalone: bool = False, tags: str = "", right_to_left: bool | None = None
) -> str:
    """Draw the dependencies of a sentence as a `dependency` environment: words, their tags, and an arc for each head.

    `tags` is a column; "" takes the universal tags, or else the language's own. From right to left the words are in
    visual order, and arcs count that way. Multiword tokens are a wordgroup with their form below; empty nodes are grey,
    without their enhanced arcs. `standalone` gives a document that compiles.
    """
    mirrored = is_right_to_left(sentence.forms) if right_to_left is None else right_to_left
    tags = tags or ("upos" if set(sentence.upos) - {EMPTY} else "xpos")
    columns = _make_columns(sentence, sentence.column(tags))
    if mirrored:
        columns.reverse()
    positions = {word: position for position, (word, _, _) in enumerate(columns, 1) if word}
    lines = [r"\begin{dependency}[edge slant=3pt, label style={font=\scriptsize}]"]
    lines.append(r"  \begin{deptext}[column sep=0.6em, row sep=0.3ex]")
    lines.append("    " + r" \& ".join(form for _, form, _ in columns) + r" \\")
    rows = 1
    if any(tag for _, _, tag in columns):
        rows = 2
        lines.append("    " + r" \& ".join(tag for _, _, tag in columns) + r" \\")
    lines.append(r"  \end{deptext}")
    levels = _stack_arcs(sentence)
    for word, head in enumerate(sentence.heads, 1):
        if head is None or not 0 <= head <= len(sentence) or head == word:
            continue
        label = _format_cell(sentence.deprels[word - 1])
        height = f"edge height={_LOWEST + _RISE * levels[word]:.1f}ex"
        if head:
            lines.append(rf"  \depedge[{height}]{{{positions[head]}}}{{{positions[word]}}}{{{label}}}")
        else:
            lines.append(rf"  \deproot[{height}]{{{positions[word]}}}{{{label}}}")
    for number, token in enumerate(sentence.ranges, 1):
        ends = sorted(positions[word] for word in (token.first, token.last) if word in positions)
        if len(ends) == 2:
            lines.append(rf"  \wordgroup{{{rows}}}{{{ends[0]}}}{{{ends[1]}}}{{range{number}}}")
            form = escape_tex(token.form)
            lines.append(rf"  \node[below, font=\scriptsize] at (range{number}.south) {{{form}}};")
    lines.append(r"\end{dependency}")
    forms = (*sentence.forms, *(token.form for token in sentence.ranges))
    return compose_figure("tikz-dependency", lines, sentence.text, forms, standalone)


def _make_columns(sentence: Sentence, tags: tuple[str, ...]) -> list[tuple[int, str, str]]:
    """Return (word number, or 0 for an empty node; its form; its tag) in reading order."""
    inserted: dict[int, list[tuple[int, str, str]]] = {}
    for node in sentence.empty_nodes:
        form, _, upos = node.columns[:3]
        cell = rf"\textcolor{{gray}}{{{escape_tex(form) if form != EMPTY else ''}}}"
        inserted.setdefault(node.after, []).append((0, cell, _format_cell(upos)))
    columns = inserted.get(0, [])
    for word, (form, tag) in enumerate(zip(sentence.forms, tags, strict=True), 1):
        columns.append((word, escape_tex(form), _format_cell(tag)))
        columns += inserted.get(word, ())
    return columns


def _format_cell(value: str) -> str:
    return "" if value == EMPTY else escape_tex(value)


def _stack_arcs(sentence: Sentence) -> list[int]:
    """Return the height of each word's arc as a number of arcs below it, shorter arcs first; the root's is highest."""
    size = len(sentence)
    heights = Skyline(size + 1)  # of the places between a word and the next
    levels = [0] * (size + 1)
    arcs = [(abs(head - word), word, head) for word, head in enumerate(sentence.heads, 1) if head and head <= size]
    for _, word, head in sorted(arc for arc in arcs if arc[2] > 0 and arc[0]):
        levels[word] = heights.stack(min(word, head), max(word, head) - 1)
    for word, root_head in enumerate(sentence.heads, 1):
        if root_head == 0:
            levels[word] = heights.find_highest(word - 1, word) + 1
    return levels
