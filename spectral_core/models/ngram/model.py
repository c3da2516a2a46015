"""Learnt n-gram models: scores of sequences, and candidate readings ranked by their tags or lemmas."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, Self

import numpy as np

from spectral_core.arrays import Floats, Integers, NamedArrays
from spectral_core.brief import brief_repr
from spectral_core.data import EMPTY, Analysis, Ranked, Sentence, WordRankings
from spectral_core.errors import DataError
from spectral_core.model import Arrays, Scored, Settings, pack, unpack
from spectral_core.models.ngram.counts import (
    END,
    FIRST,
    FIRST_COUNTED,
    REASONS,
    START,
    UNKNOWN,
    NgramCounts,
    sum_duplicates,
)
from spectral_core.models.ngram.levels import (
    NOWHERE,
    SHIFT,
    Level,
    adjust_counts,
    estimate_discounts,
    find_contexts,
    find_sorted,
    make_level,
)
from spectral_core.models.ngram.scoring import score_sequences
from spectral_core.models.ngram.settings import NgramSettings
from spectral_core.progress import Progress, Report, ignore_progress
from spectral_core.structured.chain import LatticeStep, edge_posteriors

_OPEN_VOCABULARY = ("form", "lemma")  # columns in which rare words become the unknown word
_MAX_OPEN_EDGES = 50_000  # beyond so many steps in the lattice, a word that may be anything is the unknown word


def solve(counts: NgramCounts, settings: NgramSettings, report: Report = ignore_progress) -> NgramModel:
    """Return the model with these counts: Kneser and Ney 1995, interpolated (Chen and Goodman 1998, sections 2.7 and
    3)."""
    if len(counts.rows) == 0:
        if counts.left_out[2]:
            raise DataError(f"the column {settings.column} is empty in this treebank; set column to one that is filled")
        raise DataError("there is nothing to learn from: no sentence here has a word")
    frequencies = np.bincount(counts.rows[:, -1], counts.counts, len(counts.words) + FIRST_COUNTED)
    in_vocabulary = frequencies[FIRST_COUNTED:] >= (settings.minimum if settings.column in _OPEN_VOCABULARY else 1)
    if settings.column != "form" and EMPTY in counts.words:
        in_vocabulary[counts.words.index(EMPTY)] = False
    symbol_of = np.full(len(frequencies), UNKNOWN, dtype=np.int32)
    symbol_of[:FIRST_COUNTED] = START, END
    symbol_of[FIRST_COUNTED:][in_vocabulary] = np.arange(FIRST, FIRST + in_vocabulary.sum())
    words = tuple(word for word, is_kept in zip(counts.words, in_vocabulary.tolist(), strict=True) if is_kept)
    tables = [table for table in adjust_counts(*sum_duplicates(symbol_of[counts.rows], counts.counts)) if len(table[0])]
    levels: list[Level] = []
    for done, (rows, adjusted) in enumerate(tables, 1):
        discounts = estimate_discounts(adjusted, settings.smoothing)
        levels.append(make_level(rows, adjusted, discounts, levels))
        measures = {f"discount_{count}": float(discounts[count]) for count in (1, 2, 3)}
        report(Progress("smooth", done, len(tables), {"ngrams": float(len(rows)), **measures}))
    symbols = {word: symbol for symbol, word in enumerate(words, FIRST)}
    return NgramModel(settings, counts, words, tuple(levels), symbols)


@dataclass(frozen=True, slots=True, eq=False)
class NgramModel:
    """Scores sequences; where its column holds tags or lemmas, also ranks candidate readings by them."""

    method: ClassVar[str] = "ngram"
    settings: NgramSettings
    counts: NgramCounts  # what it was made of, so that more can be added
    words: tuple[str, ...]  # known, sorted
    levels: tuple[Level, ...]  # from unigrams up
    symbols: Mapping[str, int]
    __repr__ = brief_repr

    def arrays(self) -> NamedArrays:
        counts = self.counts
        return {"words": pack(counts.words), "rows": counts.rows, "counts": counts.counts, "left_out": counts.left_out}

    @property
    def skipped(self) -> Mapping[str, int]:
        """Number of sentences left out of training, by reason."""
        return {
            reason: sentence_count
            for reason, sentence_count in zip(REASONS, self.counts.left_out.tolist(), strict=True)
            if sentence_count
        }

    @classmethod
    def from_arrays(cls, settings: Settings, arrays: Arrays) -> Self:
        if not isinstance(settings, NgramSettings):
            raise TypeError("these are the settings of another method")
        words, rows = unpack(arrays["words"]), arrays["rows"].astype(np.int32)
        counts, left_out = arrays["counts"].astype(np.int64), arrays["left_out"].astype(np.int64)
        if (
            rows.shape != (len(counts), settings.order)
            or not 0 <= rows.min() <= rows.max() < len(words) + FIRST_COUNTED
        ):
            raise ValueError("the n-grams do not fit the words or the order")
        model = solve(NgramCounts(words, rows, counts, left_out), settings)
        return cls(model.settings, model.counts, model.words, model.levels, model.symbols)

    def log_probabilities(self, history: Integers, symbols: Integers) -> Floats:
        """Return (positions,) log p(symbol | the columns of `history`, the last of which is nearest)."""
        probability = np.full(len(symbols), 1.0 / (len(self.words) + 2))  # every word, END and the unknown word
        for level, context in zip(self.levels, find_contexts(self.levels, history), strict=True):
            gram_indexes = find_sorted(level.grams, context << SHIFT | symbols)
            discounted = np.where(gram_indexes == NOWHERE, 0.0, level.probabilities[gram_indexes])
            probability = np.where(context == NOWHERE, probability, discounted + level.back_off[context] * probability)
        logs: Floats = np.log(probability)
        return logs

    def scores(self, sentences: Sequence[Sentence], prefix: bool = False) -> list[Scored]:
        """Score known words and one END, which a prefix lacks; unknown words are context only and counted apart."""
        settings = self.settings
        return score_sequences(sentences, settings.column, self.symbols, settings.order, self.log_probabilities, prefix)

    def _encode(self, values: Iterable[str]) -> list[int]:
        symbols = self.symbols
        return [symbols.get(value, UNKNOWN) for value in values]

    def rank(self, sentence: Sentence, confirmed: Mapping[int, Analysis] | None = None) -> WordRankings[Analysis]:
        """Rank the candidates of each word by the log posterior of their tag (or lemma) in the lattice of all
        candidates. Candidates with one tag share its posterior equally and keep their order. A confirmed reading comes
        first, with 0, and the other candidates of its word get minus infinity. A word without candidates has the tag of
        the sentence; without one it may have any tag, or, where that would make the lattice too large, is the unknown
        word."""
        column = self.settings.column
        if column == "form":
            raise DataError(
                "this n-gram model was learnt on word forms, which all candidates of a word share; "
                "to rank analyses, learn it with column set to upos, xpos or lemma"
            )
        confirmed_readings = dict(confirmed or {})
        if any(not 1 <= word <= len(sentence) for word in confirmed_readings):
            raise DataError(f"an analysis was confirmed for a word outside this sentence of {len(sentence)} words")
        candidates = sentence.candidates or ((),) * len(sentence)
        if not any(candidates):
            confirmed_only = (
                [Ranked(confirmed_readings[index], 0.0)] if index in confirmed_readings else []
                for index in range(1, len(sentence) + 1)
            )
            return WordRankings(sentence.forms, confirmed_only)
        options = [
            self._possible_symbols(value, candidates[index], confirmed_readings.get(index + 1), column)
            for index, value in enumerate(sentence.column(column))
        ]
        ranked = (
            self._rank_candidates(candidates[index - 1], confirmed_readings.get(index), posteriors, column)
            for index, posteriors in enumerate(self._posteriors(options), 1)
        )
        return WordRankings(sentence.forms, ranked)

    def _possible_symbols(
        self, value: str, candidates: Sequence[Analysis], confirmed: Analysis | None, column: str
    ) -> list[int] | None:
        """Return the distinct symbols that a word may be; None for any."""
        if confirmed is not None:
            return self._encode([_column_value(confirmed, column)])
        if candidates:
            return sorted(set(self._encode(_column_value(candidate, column) for candidate in candidates)))
        return None if value == EMPTY and column != "lemma" else self._encode([value])

    def _posteriors(self, options: Sequence[Sequence[int] | None]) -> list[dict[int, float]]:
        """Return for each word the log posterior of each symbol it may be: forward-backward over known contexts."""
        history = np.full((1, self.settings.order - 1), NOWHERE, dtype=np.int64)
        history[0, -1] = START
        vocabulary = range(FIRST, FIRST + len(self.words))
        steps: list[LatticeStep] = []
        step_symbols: list[Sequence[int]] = []
        for option in (*options, (END,)):
            symbols = option or (vocabulary if 0 < len(history) * len(vocabulary) <= _MAX_OPEN_EDGES else (UNKNOWN,))
            sources = np.repeat(np.arange(len(history)), len(symbols))
            targets = np.tile(np.array(symbols, dtype=np.int64), len(history))
            weights = self.log_probabilities(history[sources], targets)
            history = np.column_stack((history[sources, 1:], targets))
            _, representatives, nodes = np.unique(self._context_states(history), return_index=True, return_inverse=True)
            history = history[representatives]
            steps.append(LatticeStep(sources, nodes, weights))
            step_symbols.append(symbols)
        return [
            dict(zip(symbols, np.logaddexp.reduce(logs.reshape(-1, len(symbols)), axis=0).tolist(), strict=True))
            for symbols, logs in zip(step_symbols[:-1], edge_posteriors(steps)[:-1], strict=True)
        ]

    def _context_states(self, history: Integers) -> Integers:
        """Return (positions,) the number of the longest known context: what follows depends on nothing before it."""
        states = np.zeros(len(history), dtype=np.int64)
        offset = 1
        for level, context in zip(self.levels[1:], find_contexts(self.levels, history)[1:], strict=True):
            states = np.where(context == NOWHERE, states, offset + context)
            offset += len(level.contexts)
        return states

    def _rank_candidates(
        self, candidates: Sequence[Analysis], confirmed: Analysis | None, scores: Mapping[int, float], column: str
    ) -> list[Ranked[Analysis]]:
        if confirmed is not None:
            remaining = list(candidates)
            if confirmed in remaining:
                remaining.remove(confirmed)
            return [Ranked(confirmed, 0.0), *(Ranked(unconfirmed, -math.inf) for unconfirmed in remaining)]
        symbols = self._encode(_column_value(candidate, column) for candidate in candidates)
        multiplicity = Counter(symbols)
        ranked = [
            Ranked(candidate, min(scores[symbol] - math.log(multiplicity[symbol]), 0.0))
            for candidate, symbol in zip(candidates, symbols, strict=True)
        ]
        return sorted(ranked, key=lambda entry: -entry.score)


def _column_value(analysis: Analysis, column: str) -> str:
    return {"upos": analysis.upos, "xpos": analysis.xpos, "lemma": analysis.lemma}[column]
