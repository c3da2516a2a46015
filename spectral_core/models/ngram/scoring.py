"""Batch scoring of sentences as windows of symbols, by any model of the next symbol."""

from collections.abc import Callable, Mapping, Sequence

import numpy as np

from spectral_core.arrays import Floats, Integers
from spectral_core.data import Sentence
from spectral_core.model import Scored
from spectral_core.models.ngram.counts import BLOCK, END, FIRST, START, UNKNOWN

LogProbabilities = Callable[[Integers, Integers], Floats]  # of each symbol, given the rows of what stands before it


def score_sequences(
    sentences: Sequence[Sentence],
    column: str,
    symbols: Mapping[str, int],
    order: int,
    log_probabilities: LogProbabilities,
    prefix: bool,
    floor: float = -np.inf,
) -> list[Scored]:
    """Score known words and one END, which a prefix lacks; unknown words are context only and counted apart. Log
    probabilities up to `floor` count as clipped."""
    scores: list[Scored] = []
    for low in range(0, len(sentences), BLOCK):
        scores += _score_block(
            sentences[low : low + BLOCK], column, symbols, order - 1, log_probabilities, prefix, floor
        )
    return scores


def _score_block(
    sentences: Sequence[Sentence],
    column: str,
    symbol_of: Mapping[str, int],
    history_size: int,
    log_probabilities: LogProbabilities,
    prefix: bool,
    floor: float,
) -> list[Scored]:
    flat: list[int] = []
    starts: list[int] = []
    for sentence in sentences:
        starts.append(len(flat))
        flat.extend((START,) * history_size)
        flat.extend(symbol_of.get(value, UNKNOWN) for value in sentence.column(column))
        flat.append(END)
    symbols = np.array(flat, dtype=np.int64)
    history = np.lib.stride_tricks.sliding_window_view(symbols, history_size)[:-1]
    symbol_logs = np.zeros(len(symbols))
    symbol_logs[history_size:] = log_probabilities(history, symbols[history_size:])
    is_scored = symbols >= FIRST if prefix else (symbols >= FIRST) | (symbols == END)
    sums = np.add.reduceat(np.where(is_scored, symbol_logs, 0.0), starts).tolist()
    counts = (is_scored, symbols == UNKNOWN, is_scored & (symbol_logs <= floor))
    totals = [np.add.reduceat(mask.astype(np.int64), starts).tolist() for mask in counts]
    return [Scored(*row) for row in zip(sums, *totals, strict=True)]
