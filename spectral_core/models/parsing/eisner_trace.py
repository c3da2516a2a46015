"""Trace of Eisner's algorithm: the search for the projective tree with the largest sum of arc scores, span by span,
recorded from the kernel."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from spectral_core.arrays import Floats
from spectral_core.data.trace import TableCell, Trace, TraceStep, TraceTable, WordLink, quote_words
from spectral_core.errors import DataError

if TYPE_CHECKING:
    from spectral_core.structured.kernel_tracer import ArrayWrite

EISNER = "eisner"
_HALF_TABLE, _ARC_TABLE = range(2)  # tables
_TRACED_ARRAYS = ("arc_right", "arc_left", "half_right", "half_left", "heads")


def trace_eisner(arcs: Floats, words: Sequence[str]) -> Trace:
    """Trace the search for the tree with the largest sum of `arcs` (words + 1, words) [head, modifier] (Eisner
    1996)."""
    from spectral_core.structured.eisner.inside_outside_kernels import best_tree
    from spectral_core.structured.kernel_tracer import KernelTracer

    if not words:
        raise DataError("there is nothing to step through: the sentence has no words")
    forms, heads = tuple(words), np.zeros(len(words), dtype=np.int64)
    uncompiled = KernelTracer(*(("best_tree", name) for name in _TRACED_ARRAYS))
    uncompiled.as_python(best_tree)(np.ascontiguousarray(arcs), heads)
    steps = [TraceStep("The scores of all arcs, from their heads (rows) to their modifiers: posteriors over all trees")]
    links: list[WordLink] = []
    for write in uncompiled.take_writes():
        if write.array == "heads":
            steps.append(_describe_chosen_arc(write, forms, arcs, links))
        else:
            steps.append(
                _describe_incomplete_span(write, forms)
                if write.array.startswith("arc")
                else _describe_complete_span(write, forms)
            )
    size = len(forms)
    initial = tuple(tuple(0.0 if row == column else None for column in range(size)) for row in range(size))
    tables = (
        TraceTable("Best half tree, from its head (row) to its edge", forms, forms, initial),
        TraceTable("Scores of arcs", ("ROOT", *forms), forms, tuple(map(tuple, arcs.tolist())), is_heat_map=True),
    )
    return Trace(EISNER, "Eisner's search", forms, tables, tuple(steps))


def _describe_incomplete_span(write: ArrayWrite, forms: Sequence[str]) -> TraceStep:
    """Describe an incomplete span: an arc over two adjacent half trees."""
    head, word = write.index
    low, high, split = *sorted(write.index), int(write.local_numbers["split"])
    halves_score = write.local_numbers["value"]
    arc = write.value - halves_score
    halves = (WordLink("half", low, split), WordLink("half", high, split + 1))
    return TraceStep(
        f"An arc from {quote_words([forms[head]])} to {quote_words([forms[word]])}: their half trees meet best behind "
        f"{quote_words([forms[split]])}",
        (
            f"open({head + 1}, {word + 1}) = max over k of half({low + 1}, k) + half({high + 1}, k + 1) + arc",
            f"= {halves_score:.3f} + {arc:.3f} = {write.value:.3f}",
        ),
        read_cells=(
            TableCell(_HALF_TABLE, low, split),
            TableCell(_HALF_TABLE, high, split + 1),
            TableCell(_ARC_TABLE, head + 1, word),
        ),
        links=(*halves, WordLink("open", head, word, True)),
    )


def _describe_complete_span(write: ArrayWrite, forms: Sequence[str]) -> TraceStep:
    """Describe a complete span, a half tree: its outermost arc, and the half tree beyond it."""
    head, edge = write.index
    last = int(write.local_numbers["split"])
    behind = quote_words(forms[min(last, edge) : max(last, edge) + 1])
    head_word, edge_word, last_word = (quote_words([forms[word]]) for word in (head, edge, last))
    return TraceStep(
        f"{head_word} as far as {edge_word}: its last arc goes best to {last_word}",
        (
            f"half({head + 1}, {edge + 1}) = max over k of open({head + 1}, k) + half(k, {edge + 1})",
            f"= {write.value:.3f}, where k = {last + 1} has {behind}",
        ),
        ((TableCell(_HALF_TABLE, head, edge), write.value),),
        (TableCell(_HALF_TABLE, last, edge),) if last != edge else (),
        (WordLink("open", head, last), WordLink("half", last, edge), WordLink("half", head, edge, True)),
    )


def _describe_chosen_arc(write: ArrayWrite, forms: Sequence[str], arcs: Floats, links: list[WordLink]) -> TraceStep:
    """Describe the choice of an arc of the best tree, together with those chosen before."""
    (word,), head = write.index, int(write.value)
    before = tuple(links)
    links.append(WordLink("arc", head - 1, word))
    head_text = "the root" if head == 0 else quote_words([forms[head - 1]])
    return TraceStep(
        f"Chosen: {head_text} is the head of {quote_words([forms[word]])}",
        (f"score of the arc = {arcs[head, word]:.3f}",),
        read_cells=(TableCell(_ARC_TABLE, head, word),),
        links=(*before, WordLink("arc", head - 1, word, True)),
    )
