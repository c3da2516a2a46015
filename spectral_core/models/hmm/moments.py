"""What a corpus is for a hidden Markov model: counts that add, and for EM the sequences themselves."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

import numpy as np

from spectral_core.arrays import Integers
from spectral_core.brief import brief
from spectral_core.data import EMPTY, Treebank
from spectral_core.errors import DataError
from spectral_core.inference.chain import Sequences
from spectral_core.maths.moments import Windows, windows
from spectral_core.model import Arrays, pack, unpack
from spectral_core.models.hmm.settings import WORDS, HmmSettings
from spectral_core.progress import Progress, Report, silent, watched

BLOCK = 1000  # sentences between two reports


@dataclass(frozen=True, slots=True, eq=False)
class HmmMoments:
    """Counts over all symbols of a corpus, rare ones included: what is rare is known only of the sum."""

    symbols: tuple[str, ...]  # sorted, each once
    windows: Windows
    sequences: Sequences | None = None  # each different one once, sorted; None where only the closed form is wanted
    skipped: Counter[str] = field(default_factory=Counter)  # sentences left out, by reason
    __repr__ = brief

    def joined(self, other: HmmMoments) -> HmmMoments:
        """The counts of both corpora, the same as if they had been counted as one."""
        symbols = tuple(sorted({*self.symbols, *other.symbols}))
        places = {symbol: place for place, symbol in enumerate(symbols)}
        mine, others = (np.array([places[one] for one in part.symbols], dtype=np.int64) for part in (self, other))
        sequences = None
        if self.sequences is not None and other.sequences is not None:
            sums: dict[tuple[int, ...], float] = {}
            for part, names in ((self.sequences, mine), (other.sequences, others)):
                _gather(sums, Sequences(names[part.symbols], part.starts, part.weights))
            sequences = _in_order(sums)
        counted = self.windows.renamed(mine, len(symbols)).joined(other.windows.renamed(others, len(symbols)))
        return HmmMoments(symbols, counted, sequences, self.skipped + other.skipped)

    def arrays(self) -> Arrays:
        """The counts, without the sequences, as arrays for a model file."""
        return {
            "counted_symbols": pack(self.symbols), "counted_sequences": np.array(self.windows.sequences),
            "bigrams": self.windows.bigrams.astype(np.int32), "bigram_counts": self.windows.bigram_counts,
            "trigrams": self.windows.trigrams.astype(np.int32), "trigram_counts": self.windows.trigram_counts,
        }  # fmt: skip

    @classmethod
    def from_arrays(cls, arrays: Arrays, skipped: Counter[str]) -> HmmMoments:
        """The moments that gave these arrays."""
        symbols = unpack(arrays["counted_symbols"])
        counted = Windows(
            len(symbols), float(arrays["counted_sequences"]), arrays["bigrams"].astype(np.int64),
            arrays["bigram_counts"].astype(np.float64), arrays["trigrams"].astype(np.int64),
            arrays["trigram_counts"].astype(np.float64),
        )  # fmt: skip
        return cls(symbols, counted, None, skipped)


def count(treebank: Treebank, settings: HmmSettings, report: Report = silent) -> HmmMoments:
    """The counts of a corpus; sentences that cannot be read, have no words or an empty column are counted by reason."""
    numbers: dict[str, int] = {}
    sums: dict[tuple[int, ...], float] = {}
    skipped: Counter[str] = Counter()
    total = len(treebank)
    for sentence in watched(treebank, "count", total, report, BLOCK):
        if not sentence.readable:
            skipped["unreadable"] += 1
            continue
        values = sentence.column(settings.column)
        if not values:
            skipped["no_words"] += 1
        elif values.count(EMPTY) == len(values):
            skipped["empty_column"] += 1
        else:
            key = tuple([numbers.setdefault(value, len(numbers)) for value in values])
            sums[key] = sums.get(key, 0.0) + 1.0
    report(Progress("count", total, total))
    if not sums and skipped["empty_column"]:
        raise DataError(f"the column {settings.column} is empty in this treebank; set column to one that is filled")
    symbols = tuple(sorted(numbers))
    names = np.empty(len(symbols), dtype=np.int64)
    names[[numbers[symbol] for symbol in symbols]] = np.arange(len(symbols))
    found = Sequences.of(list(sums), np.array(list(sums.values()), dtype=np.float64))
    found = Sequences(names[found.symbols], found.starts, found.weights)
    counted = windows(found.symbols, found.starts, found.weights, len(symbols))
    if settings.estimator == "spectral":
        return HmmMoments(symbols, counted, None, skipped)
    ordered: dict[tuple[int, ...], float] = {}
    _gather(ordered, found)
    return HmmMoments(symbols, counted, _in_order(ordered), skipped)


@dataclass(frozen=True, slots=True, eq=False)
class HmmVocabulary:
    """The symbols a model knows. The number after the last of them is the unknown word's."""

    symbols: tuple[str, ...]  # sorted
    places: dict[str, int] = field(repr=False)
    __repr__ = brief

    @classmethod
    def of(cls, symbols: Iterable[str]) -> HmmVocabulary:
        known = tuple(symbols)
        return cls(known, {symbol: place for place, symbol in enumerate(known)})

    @classmethod
    def frequent(cls, moments: HmmMoments, settings: HmmSettings) -> HmmVocabulary:
        """The symbols that are frequent enough to be known."""
        least = settings.minimum if settings.column in WORDS else 1
        counts = moments.windows.symbol_counts()
        if least == 1:  # exact moments of one sequence may count less than 1
            return cls.of(moments.symbols)
        return cls.of(symbol for symbol, seen in zip(moments.symbols, counts, strict=False) if seen >= least)

    def numbers(self, symbols: Iterable[str]) -> list[int]:
        unknown = len(self.symbols)
        return [self.places.get(symbol, unknown) for symbol in symbols]

    def names(self, moments: HmmMoments) -> Integers:
        """What each symbol of the moments is called here."""
        return np.array(self.numbers(moments.symbols), dtype=np.int64)


def _gather(sums: dict[tuple[int, ...], float], sequences: Sequences) -> None:
    flat, starts = sequences.symbols.tolist(), sequences.starts.tolist()
    for at, weight in enumerate(sequences.weights.tolist()):
        key = tuple(flat[starts[at] : starts[at + 1]])
        sums[key] = sums.get(key, 0.0) + weight


def _in_order(sums: dict[tuple[int, ...], float]) -> Sequences:
    keys = sorted(sums)
    return Sequences.of(keys, np.array([sums[key] for key in keys], dtype=np.float64))
