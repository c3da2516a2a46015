"""A dependency structure as a figure of the LaTeX package tikz-dependency."""

from __future__ import annotations

from spectral_core.data import EMPTY, Sentence
from spectral_core.drawing.heights import Heights
from spectral_core.formats.export.tex import escaped, figure, is_right_to_left

_LOWEST, _RISE = 2.0, 2.4  # ex: the height of the lowest arcs, and of each level more


def latex_dependencies(
    sentence: Sentence, *, standalone: bool = False, tags: str = "", right_to_left: bool | None = None
) -> str:
    r"""A `dependency` environment with the words, their tags, and an arc for each head. `tags` is a column; "" takes
    the universal tags, or else the language's own. From right to left the words stand in the order in which they are
    seen, and arcs count that way. Multiword ranges are a \wordgroup with their form below; empty nodes stand in grey,
    without their enhanced arcs. `standalone` gives a document that compiles."""
    mirrored = is_right_to_left(sentence.forms) if right_to_left is None else right_to_left
    tags = tags or ("upos" if set(sentence.upos) - {EMPTY} else "xpos")
    columns = _columns(sentence, sentence.column(tags))
    if mirrored:
        columns.reverse()
    place = {word: at for at, (word, _, _) in enumerate(columns, 1) if word}
    lines = [r"\begin{dependency}[edge slant=3pt, label style={font=\scriptsize}]"]
    lines.append(r"  \begin{deptext}[column sep=0.6em, row sep=0.3ex]")
    lines.append("    " + r" \& ".join(form for _, form, _ in columns) + r" \\")
    rows = 1
    if any(tag for _, _, tag in columns):
        rows = 2
        lines.append("    " + r" \& ".join(tag for _, _, tag in columns) + r" \\")
    lines.append(r"  \end{deptext}")
    levels = _levels(sentence)
    for word, head in enumerate(sentence.heads, 1):
        if head is None or not 0 <= head <= len(sentence) or head == word:
            continue
        label = _shown(sentence.deprels[word - 1])
        height = f"edge height={_LOWEST + _RISE * levels[word]:.1f}ex"
        if head:
            lines.append(rf"  \depedge[{height}]{{{place[head]}}}{{{place[word]}}}{{{label}}}")
        else:
            lines.append(rf"  \deproot[{height}]{{{place[word]}}}{{{label}}}")
    for number, range_ in enumerate(sentence.ranges, 1):
        ends = sorted(place[word] for word in (range_.first, range_.last) if word in place)
        if len(ends) == 2:
            lines.append(rf"  \wordgroup{{{rows}}}{{{ends[0]}}}{{{ends[1]}}}{{range{number}}}")
            form = escaped(range_.form)
            lines.append(rf"  \node[below, font=\scriptsize] at (range{number}.south) {{{form}}};")
    lines.append(r"\end{dependency}")
    forms = (*sentence.forms, *(range_.form for range_ in sentence.ranges))
    return figure("tikz-dependency", lines, sentence.text, forms, standalone)


def _columns(sentence: Sentence, tags: tuple[str, ...]) -> list[tuple[int, str, str]]:
    """(word, or 0 for an empty node; its form; its tag) in reading order."""
    inserted: dict[int, list[tuple[int, str, str]]] = {}
    for node in sentence.empty_nodes:
        form, _, upos = node.columns[:3]
        cell = rf"\textcolor{{gray}}{{{escaped(form) if form != EMPTY else ''}}}"
        inserted.setdefault(node.after, []).append((0, cell, _shown(upos)))
    columns = inserted.get(0, [])
    for word, (form, tag) in enumerate(zip(sentence.forms, tags, strict=True), 1):
        columns.append((word, escaped(form), _shown(tag)))
        columns += inserted.get(word, ())
    return columns


def _shown(value: str) -> str:
    return "" if value == EMPTY else escaped(value)


def _levels(sentence: Sentence) -> list[int]:
    """How many arcs lie one above another below each word's arc, shorter arcs first; that of the root above all."""
    size = len(sentence)
    heights = Heights(size + 1)  # of the places between a word and the next
    levels = [0] * (size + 1)
    arcs = [(abs(head - word), word, head) for word, head in enumerate(sentence.heads, 1) if head and head <= size]
    for _, word, head in sorted(arc for arc in arcs if arc[2] > 0 and arc[0]):
        levels[word] = heights.stack(min(word, head), max(word, head) - 1)
    for word, top in enumerate(sentence.heads, 1):
        if top == 0:
            levels[word] = heights.find_highest(word - 1, word) + 1
    return levels
