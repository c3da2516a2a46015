"""Trace of the forward recursion of a hidden Markov model through a sentence."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from spectral_core.arrays import Floats
from spectral_core.data import Sentence
from spectral_core.data.trace import TableCell, Trace, TraceStep, TraceTable, quote
from spectral_core.errors import DataError
from spectral_core.structured import chain
from spectral_core.structured.chain import Sequences

if TYPE_CHECKING:
    from spectral_core.models.hmm.model import Hmm

FORWARD = "forward"
_FORWARD_STATES = 12  # states shown: those with the largest absolute values


def trace_forward(model: Hmm, sentence: Sentence) -> Trace:
    """Trace the state after each word, the score of each word after those before it, and their sum."""
    words = sentence.column(model.settings.column)
    if not words:
        raise DataError("there is nothing to step through: the sentence has no words")
    parameters, numbers = model.parameters, model.vocabulary.encode(words)
    block = next(chain.make_blocks(Sequences.from_lists([tuple(numbers)])))
    forward = chain.forward(
        block, parameters.operators, parameters.start, parameters.prefix, model.fallback_states, batch_invariant=True
    )
    states = np.concatenate((forward.states, forward.last))  # (words + 1, states)
    largest = np.sort(np.argsort(-np.abs(states).max(axis=0), kind="stable")[:_FORWARD_STATES])
    shown_states = states[:, largest]
    steps = [
        TraceStep(
            "The state before the first word: the start", ("state(0) = start",), _to_column_cells(0, shown_states[0])
        )
    ]
    logs, is_known = model.log_conditionals(block, forward)
    total = 0.0
    for position, word in enumerate(words):
        log, replaced = float(logs[position]), bool(forward.replaced[position])
        total += log
        title = f"{quote([word])} moves the state on"
        lines = ["state(t) = A[word] · state(t − 1) / score,   score = prefix · A[word] · state(t − 1)"]
        lines.append(f"score({quote([word])} | what stands before) = {forward.conditionals[position]:.6g}")
        if not is_known[position]:
            title += ": an unknown word, which counts for nothing else"
        elif replaced:
            title += ", to that of an unknown context: its score has no meaning"
            lines[-1] += f", raised to {np.exp(log):.3g}"
        lines.append(f"log = {log:.3f}; the words so far {total:.3f}")
        cells_read = tuple(TableCell(0, row, position) for row in range(len(largest)))
        steps.append(
            TraceStep(title, tuple(lines), _to_column_cells(position + 1, shown_states[position + 1]), cells_read)
        )
    (sentence_score,) = model.scores([sentence])
    steps.append(
        TraceStep(
            "The end: the score of the whole sentence",
            (
                "score(end | words) = stop · state",
                f"log = {sentence_score.log - total:.3f}; the sentence {sentence_score.log:.3f}",
            ),
            read=tuple(TableCell(0, row, len(words)) for row in range(len(largest))),
        )
    )
    names = tuple(f"state {number + 1}" for number in largest.tolist())
    remark = "" if len(largest) == states.shape[1] else f", the {_FORWARD_STATES} largest of {states.shape[1]}"
    table = TraceTable(f"State after each word{remark}", names, ("START", *words))
    points = tuple((float(x), float(y)) for x, y in project_to_plane(states))
    return Trace(FORWARD, "Forward vector", tuple(words), (table,), tuple(steps), points)


def _to_column_cells(column: int, values: Floats) -> tuple[tuple[TableCell, float], ...]:
    """Pair the numbers of a table's column with their cells."""
    return tuple((TableCell(0, row, column), value) for row, value in enumerate(values.tolist()))


def project_to_plane(points: Floats) -> Floats:
    """Return (points, 2) coordinates along the two principal directions."""
    centred = points - points.mean(axis=0)
    _, _, directions = np.linalg.svd(centred, full_matrices=False)
    plane: Floats = np.zeros((len(points), 2))
    coordinates = centred @ directions[:2].T
    plane[:, : coordinates.shape[1]] = coordinates
    return plane
