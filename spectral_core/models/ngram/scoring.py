"""Sentences as windows of symbols, scored all at once by any model of what follows what."""

from collections.abc import Callable, Mapping, Sequence

import numpy as np

from spectral_core.arrays import Floats, Integers
from spectral_core.data import Sentence
from spectral_core.model import Scored
from spectral_core.models.ngram.counts import BLOCK, END, FIRST, START, UNKNOWN

Logs = Callable[[Integers, Integers], Floats]  # of each symbol, given the rows of what stands before it


def scored(
    sentences: Sequence[Sentence], column: str, symbols: Mapping[str, int], order: int, logs: Logs, prefix: bool,
    floor: float = -np.inf,
) -> list[Scored]:  # fmt: skip
    """Known words and one END symbol, which a prefix lacks; unknown words are context only and counted apart. Logs up
    to `floor` count as clipped."""
    found: list[Scored] = []
    for low in range(0, len(sentences), BLOCK):
        found += _block(sentences[low : low + BLOCK], column, symbols, order - 1, logs, prefix, floor)
    return found


def _block(
    sentences: Sequence[Sentence], column: str, known: Mapping[str, int], back: int, logs: Logs, prefix: bool,
    floor: float,
) -> list[Scored]:  # fmt: skip
    flat: list[int] = []
    starts: list[int] = []
    for sentence in sentences:
        starts.append(len(flat))
        flat.extend((START,) * back)
        flat.extend(known.get(value, UNKNOWN) for value in sentence.column(column))
        flat.append(END)
    symbols = np.array(flat, dtype=np.int64)
    history = np.lib.stride_tricks.sliding_window_view(symbols, back)[:-1]
    found = np.zeros(len(symbols))
    found[back:] = logs(history, symbols[back:])
    counted = symbols >= FIRST if prefix else (symbols >= FIRST) | (symbols == END)
    sums = np.add.reduceat(np.where(counted, found, 0.0), starts).tolist()
    counts = (counted, symbols == UNKNOWN, counted & (found <= floor))
    numbers = [np.add.reduceat(one.astype(np.int64), starts).tolist() for one in counts]
    return [Scored(*row) for row in zip(sums, *numbers, strict=True)]
