"""The search of the projective tree whose arcs sum highest, half tree by half tree, as its kernel wrote it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from spectral_core.arrays import Floats
from spectral_core.data.trace import CellPlace, Trace, TraceStep, TraceTable, WordLink, quoted
from spectral_core.errors import DataError

if TYPE_CHECKING:
    from spectral_core.inference.uncompiled import Writing

EISNER = "eisner"
_HALVES, _ARCS = range(2)  # tables
_WATCHED = ("arc_right", "arc_left", "half_right", "half_left", "heads")


def eisner_steps(arcs: Floats, words: Sequence[str]) -> Trace:
    """How the tree with the largest sum of `arcs` (words + 1, words) [head, modifier] is found (Eisner 1996)."""
    from spectral_core.inference.eisner.best_kernels import best_of_sums
    from spectral_core.inference.uncompiled import Uncompiled

    if not words:
        raise DataError("there is nothing to step through: the sentence has no words")
    forms, heads = tuple(words), np.zeros(len(words), dtype=np.int64)
    told = Uncompiled(*(("best_of_sums", name) for name in _WATCHED))
    told.python(best_of_sums)(np.ascontiguousarray(arcs), heads)
    made = [TraceStep("The scores of all arcs, from their heads (rows) to their modifiers: posteriors over all trees")]
    chosen: list[WordLink] = []
    for one in told.taken():
        if one.array == "heads":
            made.append(_chosen(one, forms, arcs, chosen))
        else:
            made.append(_opened(one, forms) if one.array.startswith("arc") else _closed(one, forms))
    size = len(forms)
    alone = tuple(tuple(0.0 if row == column else None for column in range(size)) for row in range(size))
    tables = (
        TraceTable("Best half tree, from its head (row) to its edge", forms, forms, alone),
        TraceTable("Scores of arcs", ("ROOT", *forms), forms, tuple(map(tuple, arcs.tolist())), heat=True),
    )
    return Trace(EISNER, "Eisner's search", forms, tables, tuple(made))


def _opened(one: Writing, forms: Sequence[str]) -> TraceStep:
    """An arc over two half trees that meet."""
    head, word = one.at
    low, high, split = *sorted(one.at), int(one.names["split"])
    both = one.names["value"]
    arc = one.value - both
    halves = (WordLink("half", low, split), WordLink("half", high, split + 1))
    return TraceStep(
        f"An arc from {quoted([forms[head]])} to {quoted([forms[word]])}: their half trees meet best behind "
        f"{quoted([forms[split]])}",
        (
            f"open({head + 1}, {word + 1}) = max over k of half({low + 1}, k) + half({high + 1}, k + 1) + arc",
            f"= {both:.3f} + {arc:.3f} = {one.value:.3f}",
        ),
        read=(CellPlace(_HALVES, low, split), CellPlace(_HALVES, high, split + 1), CellPlace(_ARCS, head + 1, word)),
        links=(*halves, WordLink("open", head, word, True)),
    )


def _closed(one: Writing, forms: Sequence[str]) -> TraceStep:
    """A half tree: its last arc, with what hangs behind that."""
    head, edge = one.at
    last = int(one.names["split"])
    behind = quoted(forms[min(last, edge) : max(last, edge) + 1])
    return TraceStep(
        f"{quoted([forms[head]])} as far as {quoted([forms[edge]])}: its last arc goes best to {quoted([forms[last]])}",
        (
            f"half({head + 1}, {edge + 1}) = max over k of open({head + 1}, k) + half(k, {edge + 1})",
            f"= {one.value:.3f}, where k = {last + 1} has {behind}",
        ),
        ((CellPlace(_HALVES, head, edge), one.value),),
        (CellPlace(_HALVES, last, edge),) if last != edge else (),
        (WordLink("open", head, last), WordLink("half", last, edge), WordLink("half", head, edge, True)),
    )


def _chosen(one: Writing, forms: Sequence[str], arcs: Floats, chosen: list[WordLink]) -> TraceStep:
    """An arc of the best tree, which joins those that were chosen before."""
    (word,), head = one.at, int(one.value)
    before = tuple(chosen)
    chosen.append(WordLink("arc", head - 1, word))
    above = "the root" if head == 0 else quoted([forms[head - 1]])
    return TraceStep(
        f"Chosen: {above} is the head of {quoted([forms[word]])}",
        (f"score of the arc = {arcs[head, word]:.3f}",),
        read=(CellPlace(_ARCS, head, word),),
        links=(*before, WordLink("arc", head - 1, word, True)),
    )
