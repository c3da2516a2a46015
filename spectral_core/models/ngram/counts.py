"""Counts of n-grams; hides how words are numbered while a corpus is read."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from itertools import count as numbers

import numpy as np

from spectral_core.arrays import Indexes, Integers
from spectral_core.brief import brief_repr
from spectral_core.data import EMPTY, Treebank
from spectral_core.models.ngram.settings import NgramSettings
from spectral_core.progress import Progress, Report, ignore_progress, track_progress

START, END, UNKNOWN, FIRST = 0, 1, 2, 3  # symbols of a model; its words follow
FIRST_COUNTED = 2  # in counts nothing is unknown yet: words follow END
REASONS = ("unreadable", "no_words", "empty_column")  # for which sentences are left out
BLOCK = 1000  # sentences between two reports


@dataclass(frozen=True, slots=True, eq=False)
class NgramCounts:
    """Counts of the n-grams of the highest order; those of two corpora add up."""

    words: tuple[str, ...]  # sorted
    rows: Indexes  # (n-grams, order), sorted: START, END, or a place in `words` + 2; STARTs fill the left
    counts: Integers  # (n-grams,)
    left_out: Integers  # (REASONS,) sentences
    __repr__ = brief_repr

    def merge(self, counts: NgramCounts) -> NgramCounts:
        """Return the counts of both corpora, the same as if they had been counted as one."""
        words = tuple(sorted({*self.words, *counts.words}))
        codes = {word: code for code, word in enumerate(words, FIRST_COUNTED)}
        rows = []
        for part in (self, counts):
            merged_codes = np.array([START, END, *(codes[word] for word in part.words)], dtype=np.int32)
            rows.append(merged_codes[part.rows])
        added = sum_duplicates(np.concatenate(rows), np.concatenate((self.counts, counts.counts)))
        return NgramCounts(words, *added, self.left_out + counts.left_out)


def count(treebank: Treebank, settings: NgramSettings, report: Report = ignore_progress) -> NgramCounts:
    """Count the n-grams of all readable sentences with values in the column, with one END each."""
    codes: defaultdict[str, int] = defaultdict(numbers(FIRST_COUNTED).__next__)
    flat: list[int] = []
    start = (START,) * (settings.order - 1)
    left_out = np.zeros(len(REASONS), dtype=np.int64)
    for sentence in track_progress(treebank, "count", len(treebank), report, BLOCK):
        values = sentence.column(settings.column)
        if not sentence.readable:
            left_out[0] += 1
        elif not values:
            left_out[1] += 1
        elif settings.column != "form" and values.count(EMPTY) == len(values):
            left_out[2] += 1
        else:
            flat.extend(start)
            flat.extend(map(codes.__getitem__, values))
            flat.append(END)
    report(Progress("count", len(treebank), len(treebank)))
    words = tuple(sorted(codes))
    order_of = np.zeros(len(words) + FIRST_COUNTED, dtype=np.int32)
    order_of[:FIRST_COUNTED] = START, END
    order_of[[codes[word] for word in words]] = np.arange(FIRST_COUNTED, len(order_of))
    symbols = order_of[np.array(flat, dtype=np.int64)]
    if len(symbols) == 0:
        return NgramCounts((), np.zeros((0, settings.order), dtype=np.int32), np.zeros(0, dtype=np.int64), left_out)
    windows = np.lib.stride_tricks.sliding_window_view(symbols, settings.order)
    windows = windows[windows[:, -1] != START]
    return NgramCounts(words, *sum_duplicates(windows, np.ones(len(windows), dtype=np.int64)), left_out)


def sum_duplicates(rows: Indexes, counts: Integers) -> tuple[Indexes, Integers]:
    """Return the distinct rows, sorted, and the sum of the counts of each."""
    if len(rows) == 0:
        return rows, counts
    size = int(rows.max()) + 1
    codes, bound = rows[:, 0].astype(np.int64), size
    for column in rows.T[1:]:
        if bound * size >= 1 << 62:  # would no longer fit; the ranks of what is there say as much
            codes = np.unique(codes, return_inverse=True)[1]
            bound = int(codes.max()) + 1
        codes, bound = codes * size + column, bound * size
    _, first_rows, groups = np.unique(codes, return_index=True, return_inverse=True)
    return rows[first_rows], np.bincount(groups, counts).astype(np.int64)
