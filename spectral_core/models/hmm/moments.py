"""Sufficient statistics for hidden Markov models: additive counts, and for EM the sequences themselves."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

import numpy as np

from spectral_core.arrays import Integers
from spectral_core.brief import brief_repr
from spectral_core.data import EMPTY, Treebank
from spectral_core.deprecated import old_members
from spectral_core.errors import DataError
from spectral_core.maths.observable_operators import WindowCounts, count_windows
from spectral_core.model import OPEN_VOCABULARY, Arrays, pack_strings, unpack_strings
from spectral_core.models.hmm.settings import HmmSettings
from spectral_core.progress import Progress, Report, ignore_progress, track_progress
from spectral_core.structured.forward_backward import Sequences

REPORT_INTERVAL = 1000  # sentences between progress reports


@old_members(joined="merge")
@dataclass(frozen=True, slots=True, eq=False)
class HmmMoments:
    """Counts over all symbols of a corpus, including rare ones, so that the frequency threshold can be applied after
    merging corpora."""

    symbols: tuple[str, ...]  # sorted, distinct
    windows: WindowCounts
    sequences: Sequences | None = None  # distinct sequences, sorted; None if only the closed form is needed
    skipped: Counter[str] = field(default_factory=Counter)  # sentences left out, by reason
    __repr__ = brief_repr

    def merge(self, other: HmmMoments) -> HmmMoments:
        """Return the counts of both corpora, identical to counting them as one."""
        symbols = tuple(sorted({*self.symbols, *other.symbols}))
        index = {symbol: number for number, symbol in enumerate(symbols)}
        new_ids, other_new_ids = (
            np.array([index[known_symbol] for known_symbol in part.symbols], dtype=np.int64) for part in (self, other)
        )
        sequences = None
        if self.sequences is not None and other.sequences is not None:
            sums: dict[tuple[int, ...], float] = {}
            for part, part_ids in ((self.sequences, new_ids), (other.sequences, other_new_ids)):
                _add_sequence_weights(sums, Sequences(part_ids[part.symbols], part.starts, part.weights))
            sequences = _sort_sequences(sums)
        ngrams = self.windows.relabel(new_ids, len(symbols)).merge(other.windows.relabel(other_new_ids, len(symbols)))
        return HmmMoments(symbols, ngrams, sequences, self.skipped + other.skipped)

    def arrays(self) -> Arrays:
        """Return the counts, without the sequences, as arrays for a model file."""
        return {
            "counted_symbols": pack_strings(self.symbols), "counted_sequences": np.array(self.windows.sequences),
            "bigrams": self.windows.bigrams.astype(np.int32), "bigram_counts": self.windows.bigram_counts,
            "trigrams": self.windows.trigrams.astype(np.int32), "trigram_counts": self.windows.trigram_counts,
        }  # fmt: skip

    @classmethod
    def from_arrays(cls, arrays: Arrays, skipped: Counter[str]) -> HmmMoments:
        """Restore moments from their arrays."""
        symbols = unpack_strings(arrays["counted_symbols"])
        ngrams = WindowCounts(
            len(symbols), float(arrays["counted_sequences"]), arrays["bigrams"].astype(np.int64),
            arrays["bigram_counts"].astype(np.float64), arrays["trigrams"].astype(np.int64),
            arrays["trigram_counts"].astype(np.float64),
        )  # fmt: skip
        return cls(symbols, ngrams, None, skipped)


def count(treebank: Treebank, settings: HmmSettings, report: Report = ignore_progress) -> HmmMoments:
    """Count the symbols of a corpus; sentences that cannot be read, have no words or an empty column are counted by
    reason."""
    symbol_ids: dict[str, int] = {}
    sums: dict[tuple[int, ...], float] = {}
    skipped: Counter[str] = Counter()
    total = len(treebank)
    for sentence in track_progress(treebank, "count", total, report, REPORT_INTERVAL):
        if not sentence.is_readable:
            skipped["unreadable"] += 1
            continue
        values = sentence.column(settings.column)
        if not values:
            skipped["no_words"] += 1
        elif values.count(EMPTY) == len(values):
            skipped["empty_column"] += 1
        else:
            key = tuple([symbol_ids.setdefault(value, len(symbol_ids)) for value in values])
            sums[key] = sums.get(key, 0.0) + 1.0
    report(Progress("count", total, total))
    if not sums and skipped["empty_column"]:
        raise DataError(f"the column {settings.column} is empty in this treebank; set column to one that is filled")
    symbols = tuple(sorted(symbol_ids))
    sorted_ids = np.empty(len(symbols), dtype=np.int64)
    sorted_ids[[symbol_ids[symbol] for symbol in symbols]] = np.arange(len(symbols))
    sequences = Sequences.from_lists(list(sums), np.array(list(sums.values()), dtype=np.float64))
    sequences = Sequences(sorted_ids[sequences.symbols], sequences.starts, sequences.weights)
    ngrams = count_windows(sequences.symbols, sequences.starts, sequences.weights, len(symbols))
    if settings.estimator == "spectral":
        return HmmMoments(symbols, ngrams, None, skipped)
    merged: dict[tuple[int, ...], float] = {}
    _add_sequence_weights(merged, sequences)
    return HmmMoments(symbols, ngrams, _sort_sequences(merged), skipped)


@dataclass(frozen=True, slots=True, eq=False)
class HmmVocabulary:
    """Symbols known to a model. The id after the last of them is the unknown word."""

    symbols: tuple[str, ...]  # sorted
    index: dict[str, int] = field(repr=False)
    __repr__ = brief_repr

    @classmethod
    def from_symbols(cls, symbols: Iterable[str]) -> HmmVocabulary:
        all_symbols = tuple(symbols)
        return cls(all_symbols, {symbol: number for number, symbol in enumerate(all_symbols)})

    @classmethod
    def from_moments(cls, moments: HmmMoments, settings: HmmSettings) -> HmmVocabulary:
        """Make the vocabulary of the symbols that occur at least `settings.minimum` times; of all symbols of a column
        with a closed vocabulary."""
        minimum = settings.minimum if settings.column in OPEN_VOCABULARY else 1
        counts = moments.windows.symbol_counts()
        if minimum == 1:  # exact moments of one sequence may be below 1
            return cls.from_symbols(moments.symbols)
        return cls.from_symbols(
            symbol for symbol, times in zip(moments.symbols, counts, strict=False) if times >= minimum
        )

    def encode(self, symbols: Iterable[str]) -> list[int]:
        """Return the id of each symbol."""
        unknown = len(self.symbols)
        return [self.index.get(symbol, unknown) for symbol in symbols]

    def encode_counted_symbols(self, moments: HmmMoments) -> Integers:
        """Return the vocabulary id of each symbol of the moments; rare ones are the unknown word."""
        return np.array(self.encode(moments.symbols), dtype=np.int64)


def _add_sequence_weights(sums: dict[tuple[int, ...], float], sequences: Sequences) -> None:
    """Add the weight of each sequence to the sum of that sequence in `sums`."""
    flat, starts = sequences.symbols.tolist(), sequences.starts.tolist()
    for number, weight in enumerate(sequences.weights.tolist()):
        key = tuple(flat[starts[number] : starts[number + 1]])
        sums[key] = sums.get(key, 0.0) + weight


def _sort_sequences(sums: dict[tuple[int, ...], float]) -> Sequences:
    """Return the distinct sequences in sorted order, with their weights."""
    keys = sorted(sums)
    return Sequences.from_lists(keys, np.array([sums[key] for key in keys], dtype=np.float64))
