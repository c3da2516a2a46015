"""Learnt n-gram models: scores of sequences, and candidate analyses ranked by their tags or lemmas."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, Self

import numpy as np

from spectral_core.arrays import Floats, Integers, Named
from spectral_core.brief import brief
from spectral_core.data import EMPTY, Analysis, Ranked, Sentence, WordRankings
from spectral_core.errors import DataError
from spectral_core.inference.lattice import LatticeStep, edge_posteriors
from spectral_core.model import Arrays, Scored, Settings, pack, unpack
from spectral_core.models.ngram.counts import COUNTED, END, FIRST, REASONS, START, UNKNOWN, NgramCounts, grouped
from spectral_core.models.ngram.levels import (
    NOWHERE,
    SHIFT,
    Level,
    adjusted_counts,
    contexts_of,
    discounts_of,
    level_of,
    places_of,
)
from spectral_core.models.ngram.scoring import scored
from spectral_core.models.ngram.settings import NgramSettings
from spectral_core.progress import Progress, Report, silent

_OPEN_VOCABULARY = ("form", "lemma")  # columns in which rare words become the unknown word
_OPEN_EDGES = 50_000  # beyond so many steps in the lattice, a word that may be anything is the unknown word


def solve(counts: NgramCounts, settings: NgramSettings, report: Report = silent) -> NgramModel:
    """The model with these counts: Kneser and Ney 1995, interpolated (Chen and Goodman 1998, sections 2.7 and 3)."""
    if len(counts.rows) == 0:
        if counts.left_out[2]:
            raise DataError(f"the column {settings.column} is empty in this treebank; set column to one that is filled")
        raise DataError("there is nothing to learn from: no sentence here has a word")
    frequencies = np.bincount(counts.rows[:, -1], counts.counts, len(counts.words) + COUNTED)
    kept = frequencies[COUNTED:] >= (settings.minimum if settings.column in _OPEN_VOCABULARY else 1)
    if settings.column != "form" and EMPTY in counts.words:
        kept[counts.words.index(EMPTY)] = False
    symbol_of = np.full(len(frequencies), UNKNOWN, dtype=np.int32)
    symbol_of[:COUNTED] = START, END
    symbol_of[COUNTED:][kept] = np.arange(FIRST, FIRST + kept.sum())
    words = tuple(word for word, keep in zip(counts.words, kept.tolist(), strict=True) if keep)
    tables = [table for table in adjusted_counts(*grouped(symbol_of[counts.rows], counts.counts)) if len(table[0])]
    levels: list[Level] = []
    for done, (rows, adjusted) in enumerate(tables, 1):
        discounts = discounts_of(adjusted, settings.smoothing)
        levels.append(level_of(rows, adjusted, discounts, levels))
        measures = {f"discount_{least}": float(discounts[least]) for least in (1, 2, 3)}
        report(Progress("smooth", done, len(tables), {"ngrams": float(len(rows)), **measures}))
    symbols = {word: symbol for symbol, word in enumerate(words, FIRST)}
    return NgramModel(settings, counts, words, tuple(levels), symbols)


@dataclass(frozen=True, slots=True, eq=False)
class NgramModel:
    """Scores sequences; where its column holds tags or lemmas, also ranks candidate analyses by them."""

    method: ClassVar[str] = "ngram"
    settings: NgramSettings
    counts: NgramCounts  # what it was made of, so that more can be added
    words: tuple[str, ...]  # known, sorted
    levels: tuple[Level, ...]  # from unigrams up
    symbols: Mapping[str, int]
    __repr__ = brief

    def arrays(self) -> Named:
        counts = self.counts
        return {"words": pack(counts.words), "rows": counts.rows, "counts": counts.counts, "left_out": counts.left_out}

    @property
    def skipped(self) -> Mapping[str, int]:
        """How many sentences were left out of learning, by reason."""
        return {reason: left for reason, left in zip(REASONS, self.counts.left_out.tolist(), strict=True) if left}

    @classmethod
    def from_arrays(cls, settings: Settings, arrays: Arrays) -> Self:
        if not isinstance(settings, NgramSettings):
            raise TypeError("these are the settings of another method")
        words, rows = unpack(arrays["words"]), arrays["rows"].astype(np.int32)
        counts, left_out = arrays["counts"].astype(np.int64), arrays["left_out"].astype(np.int64)
        if rows.shape != (len(counts), settings.order) or not 0 <= rows.min() <= rows.max() < len(words) + COUNTED:
            raise ValueError("the n-grams do not fit the words or the order")
        model = solve(NgramCounts(words, rows, counts, left_out), settings)
        return cls(model.settings, model.counts, model.words, model.levels, model.symbols)

    def log_probabilities(self, history: Integers, symbols: Integers) -> Floats:
        """(positions,) the log of p(symbol given the columns of `history`, the last of which is nearest)."""
        probability = np.full(len(symbols), 1.0 / (len(self.words) + 2))  # every word, END and the unknown word
        for level, context in zip(self.levels, contexts_of(self.levels, history), strict=True):
            place = places_of(level.grams, context << SHIFT | symbols)
            share = np.where(place == NOWHERE, 0.0, level.shares[place])
            probability = np.where(context == NOWHERE, probability, share + level.back_off[context] * probability)
        logs: Floats = np.log(probability)
        return logs

    def scores(self, sentences: Sequence[Sentence], prefix: bool = False) -> list[Scored]:
        """Known words and one END symbol, which a prefix lacks; unknown words are context only and counted apart."""
        chosen = self.settings
        return scored(sentences, chosen.column, self.symbols, chosen.order, self.log_probabilities, prefix)

    def _symbols(self, values: Iterable[str]) -> list[int]:
        known = self.symbols
        return [known.get(value, UNKNOWN) for value in values]

    def rank(self, sentence: Sentence, confirmed: Mapping[int, Analysis] | None = None) -> WordRankings[Analysis]:
        """The candidates of each word by the log posterior of their tag (or lemma) in the lattice of all candidates.
        Candidates with one tag share its posterior equally and keep their order. A confirmed analysis comes first, with
        0, and the other candidates of its word get minus infinity. A word without candidates has the tag it is given;
        without one it may be any tag, or, where that would be too many ways, is the unknown word."""
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
            alone = ([Ranked(chosen[at], 0.0)] if at in chosen else [] for at in range(1, len(sentence) + 1))
            return WordRankings(sentence.forms, alone)
        options = [
            self._options(value, candidates[at], chosen.get(at + 1), column)
            for at, value in enumerate(sentence.column(column))
        ]
        ranked = (
            self._ranked(candidates[at - 1], chosen.get(at), posteriors, column)
            for at, posteriors in enumerate(self._posteriors(options), 1)
        )
        return WordRankings(sentence.forms, ranked)

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
        history = np.full((1, self.settings.order - 1), NOWHERE, dtype=np.int64)
        history[0, -1] = START
        every = range(FIRST, FIRST + len(self.words))
        steps: list[LatticeStep] = []
        tried: list[Sequence[int]] = []
        for given in (*options, (END,)):
            symbols = given or (every if 0 < len(history) * len(every) <= _OPEN_EDGES else (UNKNOWN,))
            sources = np.repeat(np.arange(len(history)), len(symbols))
            targets = np.tile(np.array(symbols, dtype=np.int64), len(history))
            weights = self.log_probabilities(history[sources], targets)
            history = np.column_stack((history[sources, 1:], targets))
            _, first, nodes = np.unique(self._states(history), return_index=True, return_inverse=True)
            history = history[first]
            steps.append(LatticeStep(sources, nodes, weights))
            tried.append(symbols)
        return [
            dict(zip(symbols, np.logaddexp.reduce(logs.reshape(-1, len(symbols)), axis=0).tolist(), strict=True))
            for symbols, logs in zip(tried[:-1], edge_posteriors(steps)[:-1], strict=True)
        ]

    def _states(self, history: Integers) -> Integers:
        """(positions,) a number for the longest known context: what comes after it depends on nothing before."""
        states = np.zeros(len(history), dtype=np.int64)
        passed = 1
        for level, context in zip(self.levels[1:], contexts_of(self.levels, history)[1:], strict=True):
            states = np.where(context == NOWHERE, states, passed + context)
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
