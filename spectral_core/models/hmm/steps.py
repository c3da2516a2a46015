"""The forward vector of a hidden Markov model on its way through a sentence, as the recursion of all scores has it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from spectral_core.arrays import Floats
from spectral_core.data import Sentence
from spectral_core.data.trace import CellPlace, Trace, TraceStep, TraceTable, quoted
from spectral_core.errors import DataError
from spectral_core.inference import chain
from spectral_core.inference.chain import Sequences

if TYPE_CHECKING:
    from spectral_core.models.hmm.model import Hmm

FORWARD = "forward"
_MOST = 12  # states that are shown, those of which most is heard


def forward_steps(model: Hmm, sentence: Sentence) -> Trace:
    """The state after each word, the score of each word after those before it, and what they add up to."""
    words = sentence.column(model.settings.column)
    if not words:
        raise DataError("there is nothing to step through: the sentence has no words")
    mine, numbers = model.parameters, model.vocabulary.numbers(words)
    block = next(chain.blocks(Sequences.of([tuple(numbers)])))
    found = chain.forward(block, mine.operators, mine.start, mine.prefix, model.repairs, alone=True)
    states = np.concatenate((found.states, found.last))  # (words + 1, states)
    loudest = np.sort(np.argsort(-np.abs(states).max(axis=0), kind="stable")[:_MOST])
    shown = states[:, loudest]
    made = [TraceStep("The state before the first word: the start", ("state(0) = start",), _column(0, shown[0]))]
    logs, known = model.logs(block, found)
    total = 0.0
    for at, word in enumerate(words):
        log, replaced = float(logs[at]), bool(found.replaced[at])
        total += log
        said = f"{quoted([word])} moves the state on"
        lines = ["state(t) = A[word] · state(t − 1) / score,   score = prefix · A[word] · state(t − 1)"]
        lines.append(f"score({quoted([word])} | what stands before) = {found.conditionals[at]:.6g}")
        if not known[at]:
            said += ": an unknown word, which counts for nothing else"
        elif replaced:
            said += ", to that of an unknown context: its score has no meaning"
            lines[-1] += f", raised to {np.exp(log):.3g}"
        lines.append(f"log = {log:.3f}; the words so far {total:.3f}")
        read = tuple(CellPlace(0, row, at) for row in range(len(loudest)))
        made.append(TraceStep(said, tuple(lines), _column(at + 1, shown[at + 1]), read))
    (whole,) = model.scores([sentence])
    made.append(
        TraceStep(
            "The end: the score of the whole sentence",
            ("score(end | words) = stop · state", f"log = {whole.log - total:.3f}; the sentence {whole.log:.3f}"),
            read=tuple(CellPlace(0, row, len(words)) for row in range(len(loudest))),
        )
    )
    names = tuple(f"state {number + 1}" for number in loudest.tolist())
    more = "" if len(loudest) == states.shape[1] else f", the {_MOST} largest of {states.shape[1]}"
    table = TraceTable(f"State after each word{more}", names, ("START", *words))
    points = tuple((float(x), float(y)) for x, y in in_plane(states))
    return Trace(FORWARD, "Forward vector", tuple(words), (table,), tuple(made), points)


def _column(at: int, numbers: Floats) -> tuple[tuple[CellPlace, float], ...]:
    return tuple((CellPlace(0, row, at), value) for row, value in enumerate(numbers.tolist()))


def in_plane(points: Floats) -> Floats:
    """(points, 2) along the two directions in which they differ most."""
    centred = points - points.mean(axis=0)
    _, _, directions = np.linalg.svd(centred, full_matrices=False)
    flat: Floats = np.zeros((len(points), 2))
    across = centred @ directions[:2].T
    flat[:, : across.shape[1]] = across
    return flat
