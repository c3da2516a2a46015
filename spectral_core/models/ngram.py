"""N-gram models of words, tags or lemmas, smoothed as Kneser and Ney do; hides how n-grams are stored and found."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import count as numbers
from typing import Self

import numpy as np
from numpy.typing import NDArray

from spectral_core.data import EMPTY, Analysis, Ranked, Sentence, Treebank
from spectral_core.errors import DataError
from spectral_core.inference.lattice import Step, edge_posteriors
from spectral_core.model import COLUMN_CHOICES, Arrays, Floats, Scored, Settings, pack, setting, unpack
from spectral_core.progress import Progress, Report, silent

Integers = NDArray[np.int64]

START, END, UNKNOWN, FIRST = 0, 1, 2, 3  # symbols of a model; its words follow
_COUNTED = 2  # in counts nothing is unknown yet: words follow END
_NOWHERE = -1  # to the left of what a context still tells apart
_SHIFT = 32  # bits of a symbol beside its context
_OPEN_VOCABULARY = ("form", "lemma")  # columns in which rare words become the unknown word
_REASONS = ("unreadable", "no_words", "empty_column")  # for which sentences are left out
_BLOCK = 1000  # sentences between two reports
_OPEN_EDGES = 50_000  # beyond so many steps in the lattice, a word that may be anything is the unknown word


@dataclass(frozen=True, slots=True)
class NgramSettings:
    order: int = setting(3, "Order", "How many words an n-gram has; 2 is a bigram model", low=2, high=5)
    smoothing: str = setting(
        "modified",
        "Smoothing",
        "Kneser and Ney's one discount for each order, or the three of Chen and Goodman",
        choices=("interpolated", "modified"),
    )
    column: str = setting("form", "Column", "What the model is a model of", choices=COLUMN_CHOICES)
    minimum: int = setting(
        2, "Rarest known word", "Forms and lemmas seen fewer times become the unknown word; tags are always kept", low=1
    )


@dataclass(frozen=True, slots=True, eq=False)
class NgramCounts:
    """How often each n-gram of the highest order was seen; those of two corpora add up."""

    words: tuple[str, ...]  # sorted
    rows: NDArray[np.int32]  # (n-grams, order), sorted: START, END, or a place in `words` + 2; STARTs fill the left
    counts: Integers  # (n-grams,)
    left_out: Integers  # (_REASONS,) sentences

    def joined(self, other: NgramCounts) -> NgramCounts:
        """The counts of both corpora, the same as if they had been counted as one."""
        words = tuple(sorted({*self.words, *other.words}))
        codes = {word: code for code, word in enumerate(words, _COUNTED)}
        rows = []
        for part in (self, other):
            common = np.array([START, END, *(codes[word] for word in part.words)], dtype=np.int32)
            rows.append(common[part.rows])
        added = _grouped(np.concatenate(rows), np.concatenate((self.counts, other.counts)))
        return NgramCounts(words, *added, self.left_out + other.left_out)


@dataclass(frozen=True, slots=True, eq=False)
class _Level:
    """The n-grams of one order, found by binary search."""

    contexts: Integers  # (contexts,) sorted: leftmost symbol * width + the place below of the context without it
    width: int  # contexts of the level below
    back_off: Floats  # (contexts,) the share that is left to the level below
    grams: Integers  # (n-grams,) sorted: place of the context << _SHIFT | symbol
    shares: Floats  # (n-grams,) the discounted share of the symbol in its context


def count(treebank: Treebank, settings: NgramSettings, report: Report = silent) -> NgramCounts:
    """The n-grams of all readable sentences in which the column holds anything, with one END each."""
    codes: defaultdict[str, int] = defaultdict(numbers(_COUNTED).__next__)
    flat: list[int] = []
    start = (START,) * (settings.order - 1)
    left_out = np.zeros(len(_REASONS), dtype=np.int64)
    for done, sentence in enumerate(treebank):
        if done % _BLOCK == 0:
            report(Progress("count", done, len(treebank)))
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
    order_of = np.zeros(len(words) + _COUNTED, dtype=np.int32)
    order_of[:_COUNTED] = START, END
    order_of[[codes[word] for word in words]] = np.arange(_COUNTED, len(order_of))
    symbols = order_of[np.array(flat, dtype=np.int64)]
    if len(symbols) == 0:
        return NgramCounts((), np.zeros((0, settings.order), dtype=np.int32), np.zeros(0, dtype=np.int64), left_out)
    windows = np.lib.stride_tricks.sliding_window_view(symbols, settings.order)
    windows = windows[windows[:, -1] != START]
    return NgramCounts(words, *_grouped(windows, np.ones(len(windows), dtype=np.int64)), left_out)


def _grouped(rows: NDArray[np.int32], counts: Integers) -> tuple[NDArray[np.int32], Integers]:
    """The distinct rows, sorted, and the sum of the counts of each."""
    if len(rows) == 0:
        return rows, counts
    size = int(rows.max()) + 1
    codes, bound = rows[:, 0].astype(np.int64), size
    for column in rows.T[1:]:
        if bound * size >= 1 << 62:  # would no longer fit; the ranks of what is there say as much
            codes = np.unique(codes, return_inverse=True)[1]
            bound = int(codes.max()) + 1
        codes, bound = codes * size + column, bound * size
    _, places, groups = np.unique(codes, return_index=True, return_inverse=True)
    return rows[places], np.bincount(groups, counts).astype(np.int64)


def solve(counts: NgramCounts, settings: NgramSettings, report: Report = silent) -> NgramModel:
    """The model with these counts: Kneser and Ney 1995, interpolated (Chen and Goodman 1998, sections 2.7 and 3)."""
    if len(counts.rows) == 0:
        if counts.left_out[2]:
            raise DataError(f"the column {settings.column} is empty in this treebank; set column to one that is filled")
        raise DataError("there is nothing to learn from: no sentence here has a word")
    frequencies = np.bincount(counts.rows[:, -1], counts.counts, len(counts.words) + _COUNTED)
    kept = frequencies[_COUNTED:] >= (settings.minimum if settings.column in _OPEN_VOCABULARY else 1)
    if settings.column != "form" and EMPTY in counts.words:
        kept[counts.words.index(EMPTY)] = False
    symbol_of = np.full(len(frequencies), UNKNOWN, dtype=np.int32)
    symbol_of[:_COUNTED] = START, END
    symbol_of[_COUNTED:][kept] = np.arange(FIRST, FIRST + kept.sum())
    words = tuple(word for word, keep in zip(counts.words, kept.tolist(), strict=True) if keep)
    tables = [table for table in _adjusted(*_grouped(symbol_of[counts.rows], counts.counts)) if len(table[0])]
    levels: list[_Level] = []
    for done, (rows, adjusted) in enumerate(tables, 1):
        discounts = _discounts(adjusted, settings.smoothing)
        levels.append(_level(rows, adjusted, discounts, levels))
        measures = {f"discount_{least}": float(discounts[least]) for least in (1, 2, 3)}
        report(Progress("smooth", done, len(tables), {"ngrams": float(len(rows)), **measures}))
    symbols = {word: symbol for symbol, word in enumerate(words, FIRST)}
    return NgramModel(settings, counts, words, tuple(levels), symbols)


def _adjusted(rows: NDArray[np.int32], counts: Integers) -> list[tuple[NDArray[np.int32], Integers]]:
    """For each order from 1: its n-grams and how often each was seen, or, below the highest, after how many others.

    Nothing stands before START, so that n-grams which begin with it keep their counts at every order.
    """
    order = rows.shape[1]
    starts = (rows == START).sum(axis=1)
    whole = starts <= 1
    tables = [(rows[whole], counts[whole])]
    for length in range(order - 1, 0, -1):
        above = tables[0][0][:, 1:]
        at_start = starts == order - length + 1
        kept_rows = np.concatenate((above, rows[at_start, order - length :]))
        tables.insert(0, _grouped(kept_rows, np.concatenate((np.ones(len(above), np.int64), counts[at_start]))))
    return tables


def _discounts(adjusted: Integers, smoothing: str) -> Floats:
    """What is taken from a count of 0, 1, 2, 3 and more (Chen and Goodman 1998, sections 2.6 and 3).

    Where the counts of counts give none that leaves something and takes something, half of each count, up to 1.5.
    """
    ones, twos, threes, fours = np.bincount(np.minimum(adjusted, 5), minlength=6)[1:5].tolist()
    if smoothing == "interpolated":
        discount = ones / (ones + 2 * twos) if ones and twos else 0.5
        return np.array([0.0, discount, discount, discount])
    if ones and twos and threes and fours:
        share = ones / (ones + 2 * twos)
        three = [1 - 2 * share * twos / ones, 2 - 3 * share * threes / twos, 3 - 4 * share * fours / threes]
        if all(0 < discount < least for least, discount in enumerate(three, 1)):
            return np.array([0.0, *three])
    return np.array([0.0, 0.5, 1.0, 1.5])


def _level(rows: NDArray[np.int32], adjusted: Integers, discounts: Floats, below: Sequence[_Level]) -> _Level:
    """The shares of these n-grams in their contexts; what is taken from them is left to the level below."""
    history, symbols = rows[:, :-1].astype(np.int64), rows[:, -1].astype(np.int64)
    if below:
        width = len(below[-1].contexts)
        keys = history[:, 0] * width + _contexts(below, history)[-1]
        contexts, places = np.unique(keys, return_inverse=True)
    else:
        width, contexts, places = 1, np.zeros(1, dtype=np.int64), np.zeros(len(rows), dtype=np.int64)
    taken = discounts[np.minimum(adjusted, 3)]
    totals = np.bincount(places, adjusted)
    grams = places << _SHIFT | symbols
    order = np.argsort(grams)
    shares = (adjusted - taken) / totals[places]
    return _Level(contexts, width, np.bincount(places, taken) / totals, grams[order], shares[order])


def _contexts(levels: Sequence[_Level], history: Integers) -> list[Integers]:
    """For each level (positions,): the place of its context in `history`, whose last column is nearest; or _NOWHERE."""
    places = [np.zeros(len(history), dtype=np.int64)]
    for back, level in enumerate(levels[1:], 1):
        keys = history[:, -back] * level.width + places[-1]
        found = _found(level.contexts, keys)
        found[places[-1] == _NOWHERE] = _NOWHERE
        places.append(found)
    return places


def _found(keys: Integers, wanted: Integers) -> Integers:
    """The places of `wanted` among sorted `keys`; _NOWHERE for what is not there."""
    places = np.searchsorted(keys, wanted)
    places[places == len(keys)] = 0
    places[keys[places] != wanted] = _NOWHERE
    return places


@dataclass(frozen=True, slots=True, eq=False)
class NgramModel:
    """Scores sequences; where its column holds tags or lemmas, also ranks candidate analyses by them."""

    settings: NgramSettings
    counts: NgramCounts  # what it was made of, so that more can be added
    words: tuple[str, ...]  # known, sorted
    levels: tuple[_Level, ...]  # from unigrams up
    symbols: Mapping[str, int]

    @property
    def method(self) -> str:
        return "ngram"

    def arrays(self) -> dict[str, NDArray[np.generic]]:
        counts = self.counts
        return {
            "words": pack(counts.words),
            "rows": counts.rows,
            "counts": counts.counts,
            "left_out": counts.left_out,
        }

    @property
    def skipped(self) -> Mapping[str, int]:
        """How many sentences were left out of learning, by reason."""
        return {reason: left for reason, left in zip(_REASONS, self.counts.left_out.tolist(), strict=True) if left}

    @classmethod
    def from_arrays(cls, settings: Settings, arrays: Arrays) -> Self:
        if not isinstance(settings, NgramSettings):
            raise TypeError("these are the settings of another method")
        words, rows = unpack(arrays["words"]), arrays["rows"].astype(np.int32)
        counts, left_out = arrays["counts"].astype(np.int64), arrays["left_out"].astype(np.int64)
        if rows.shape != (len(counts), settings.order) or not 0 <= rows.min() <= rows.max() < len(words) + _COUNTED:
            raise ValueError("the n-grams do not fit the words or the order")
        model = solve(NgramCounts(words, rows, counts, left_out), settings)
        return cls(model.settings, model.counts, model.words, model.levels, model.symbols)

    def log_probabilities(self, history: Integers, symbols: Integers) -> Floats:
        """(positions,) the log of p(symbol given the columns of `history`, the last of which is nearest)."""
        probability = np.full(len(symbols), 1.0 / (len(self.words) + 2))  # every word, END and the unknown word
        for level, context in zip(self.levels, _contexts(self.levels, history), strict=True):
            place = _found(level.grams, context << _SHIFT | symbols)
            share = np.where(place == _NOWHERE, 0.0, level.shares[place])
            probability = np.where(context == _NOWHERE, probability, share + level.back_off[context] * probability)
        logs: Floats = np.log(probability)
        return logs

    def scores(self, sentences: Sequence[Sentence], prefix: bool = False) -> list[Scored]:
        """Known words and one END symbol, which a prefix lacks; unknown words are context only and counted apart."""
        return [
            scored
            for at in range(0, len(sentences), _BLOCK)
            for scored in self._scores(sentences[at : at + _BLOCK], prefix)
        ]

    def _scores(self, sentences: Sequence[Sentence], prefix: bool) -> list[Scored]:
        if not sentences:
            return []
        back = self.settings.order - 1
        flat: list[int] = []
        starts: list[int] = []
        for sentence in sentences:
            starts.append(len(flat))
            flat.extend((START,) * back)
            flat.extend(self._symbols(sentence.column(self.settings.column)))
            flat.append(END)
        symbols = np.array(flat, dtype=np.int64)
        history = np.lib.stride_tricks.sliding_window_view(symbols, back)[:-1]
        targets = symbols[back:]
        logs = np.zeros(len(symbols))
        logs[back:] = self.log_probabilities(history, targets)
        counted = symbols >= FIRST if prefix else (symbols >= FIRST) | (symbols == END)
        sums = np.add.reduceat(np.where(counted, logs, 0.0), starts).tolist()
        known = np.add.reduceat(counted.astype(np.int64), starts).tolist()
        unknown = np.add.reduceat((symbols == UNKNOWN).astype(np.int64), starts).tolist()
        return [Scored(*row) for row in zip(sums, known, unknown, strict=True)]

    def _symbols(self, values: Iterable[str]) -> list[int]:
        known = self.symbols
        return [known.get(value, UNKNOWN) for value in values]

    def rank(self, sentence: Sentence, confirmed: Mapping[int, Analysis] | None = None) -> list[list[Ranked[Analysis]]]:
        """The candidates of each word by the log posterior of their tag (or lemma) in the lattice of all candidates.

        Candidates with one tag share its posterior equally and keep their order. A confirmed analysis comes first,
        with 0, and the other candidates of its word get minus infinity. A word without candidates has the tag it is
        given; without one it may be any tag, or, where that would be too many ways, is the unknown word.
        """
        column = self.settings.column
        if column == "form":
            raise DataError(
                "this n-gram model was learnt on word forms, which all candidates of a word share; "
                "to rank analyses, learn it with column set to upos, xpos or lemma"
            )
        chosen = dict(confirmed or {})
        if any(not 1 <= index <= len(sentence) for index in chosen):
            raise DataError(f"an analysis was confirmed for a word outside this sentence of {len(sentence)} words")
        candidates = sentence.candidates or ((),) * len(sentence)
        if not any(candidates):
            return [[Ranked(chosen[at], 0.0)] if at in chosen else [] for at in range(1, len(sentence) + 1)]
        options = [
            self._options(value, candidates[at], chosen.get(at + 1), column)
            for at, value in enumerate(sentence.column(column))
        ]
        return [
            self._ranked(candidates[at - 1], chosen.get(at), posteriors, column)
            for at, posteriors in enumerate(self._posteriors(options), 1)
        ]

    def _options(
        self, value: str, candidates: Sequence[Analysis], confirmed: Analysis | None, column: str
    ) -> list[int] | None:
        """The distinct symbols that a word may be; None for any."""
        if confirmed is not None:
            return self._symbols([_value(confirmed, column)])
        if candidates:
            return sorted(set(self._symbols(_value(candidate, column) for candidate in candidates)))
        return None if value == EMPTY and column != "lemma" else self._symbols([value])

    def _posteriors(self, options: Sequence[Sequence[int] | None]) -> list[dict[int, float]]:
        """For each word the log posterior of each symbol it may be: forward-backward over known contexts."""
        history = np.full((1, self.settings.order - 1), _NOWHERE, dtype=np.int64)
        history[0, -1] = START
        every = range(FIRST, FIRST + len(self.words))
        steps: list[Step] = []
        tried: list[Sequence[int]] = []
        for given in (*options, (END,)):
            symbols = given or (every if 0 < len(history) * len(every) <= _OPEN_EDGES else (UNKNOWN,))
            sources = np.repeat(np.arange(len(history)), len(symbols))
            targets = np.tile(np.array(symbols, dtype=np.int64), len(history))
            weights = self.log_probabilities(history[sources], targets)
            history = np.column_stack((history[sources, 1:], targets))
            _, first, nodes = np.unique(self._states(history), return_index=True, return_inverse=True)
            history = history[first]
            steps.append(Step(sources, nodes, weights))
            tried.append(symbols)
        return [
            dict(zip(symbols, np.logaddexp.reduce(logs.reshape(-1, len(symbols)), axis=0).tolist(), strict=True))
            for symbols, logs in zip(tried[:-1], edge_posteriors(steps)[:-1], strict=True)
        ]

    def _states(self, history: Integers) -> Integers:
        """(positions,) a number for the longest known context: what comes after it depends on nothing before."""
        states = np.zeros(len(history), dtype=np.int64)
        passed = 1
        for level, context in zip(self.levels[1:], _contexts(self.levels, history)[1:], strict=True):
            states = np.where(context == _NOWHERE, states, passed + context)
            passed += len(level.contexts)
        return states

    def _ranked(
        self, candidates: Sequence[Analysis], confirmed: Analysis | None, scores: Mapping[int, float], column: str
    ) -> list[Ranked[Analysis]]:
        if confirmed is not None:
            others = list(candidates)
            if confirmed in others:
                others.remove(confirmed)
            return [Ranked(confirmed, 0.0), *(Ranked(other, -math.inf) for other in others)]
        symbols = self._symbols(_value(candidate, column) for candidate in candidates)
        shared = Counter(symbols)
        ranked = [
            Ranked(candidate, min(scores[symbol] - math.log(shared[symbol]), 0.0))
            for candidate, symbol in zip(candidates, symbols, strict=True)
        ]
        return sorted(ranked, key=lambda one: -one.score)


def _value(analysis: Analysis, column: str) -> str:
    return {"upos": analysis.upos, "xpos": analysis.xpos, "lemma": analysis.lemma}[column]


def restore(settings: Settings, arrays: Arrays) -> NgramModel:
    """The model that `arrays` were taken from."""
    return NgramModel.from_arrays(settings, arrays)


def learn(treebank: Treebank, settings: Settings, report: Report = silent, dev: Treebank | None = None) -> NgramModel:
    """The counts of `treebank`, smoothed; with `dev`, the last report has its perplexity."""
    if not isinstance(settings, NgramSettings):
        raise TypeError("these are the settings of another method")
    model = solve(count(treebank, settings, report), settings, report)
    if dev is not None:
        scored = model.scores([sentence for sentence in dev if sentence.readable])
        symbols = sum(one.symbols for one in scored)
        measures = {"perplexity": math.exp(-sum(one.log for one in scored) / symbols)} if symbols else {}
        report(Progress("measure", 1, 1, measures))
    return model


def add(model: NgramModel, treebank: Treebank, report: Report = silent) -> NgramModel:
    """The model of the sentences that it was learnt from and of these."""
    return solve(model.counts.joined(count(treebank, model.settings, report)), model.settings, report)
