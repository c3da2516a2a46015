"""N-gram models of words, tags or lemmas with Kneser-Ney smoothing, and batch scoring of sequences."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import count as numbers
from typing import ClassVar, Self

import numpy as np

from spectral_core.arrays import Floats, Indexes, Integers, NamedArrays
from spectral_core.brief import brief_repr
from spectral_core.data import EMPTY, Analysis, Ranked, Sentence, Treebank, WordRankings
from spectral_core.deprecated import old_members
from spectral_core.errors import DataError
from spectral_core.model import (
    COLUMN_CHOICES,
    Arrays,
    Counting,
    Family,
    LogScore,
    Settings,
    pack_strings,
    setting,
    unpack_strings,
    validate_settings,
)
from spectral_core.progress import Progress, Report, ignore_progress, track_progress
from spectral_core.structured.forward_backward import LatticeStep, edge_posteriors

START, END, UNKNOWN, FIRST_WORD = 0, 1, 2, 3  # symbol ids; words follow
FIRST_COUNTED_WORD = 2  # counts have no unknown word: words follow END
SKIP_REASONS = ("unreadable", "no_words", "empty_column")  # why sentences are left out
BLOCK_SIZE = 1000  # sentences between progress reports
NO_CONTEXT = -1  # missing context, where back-off ends
SYMBOL_BITS = 32  # low bits hold the symbol, the rest its context
LogProbabilities = Callable[[Integers, Integers], Floats]  # of each symbol, given rows of histories
_OPEN_VOCABULARY = ("form", "lemma")  # columns in which rare words become the unknown word
_MAX_UNTAGGED_EDGES = 50_000  # lattice edges, beyond which a word without tag or candidates becomes the unknown word
__all__ = [
    "END", "FAMILY", "FIRST_WORD", "START", "UNKNOWN", "NgramCounts", "NgramModel", "NgramSettings", "add", "count",
    "learn", "restore", "solve",
]  # fmt: skip


@validate_settings("ngram")
@dataclass(frozen=True, slots=True)
class NgramSettings:
    """Training settings of an n-gram model."""

    order: int = setting(3, "Order", "Number of words in an n-gram; 2 is a bigram model.", low=2, high=5)
    smoothing: str = setting(
        "modified",
        "Smoothing",
        "Kneser-Ney smoothing. interpolated: one discount for each order. modified: three discounts for each order, "
        "as in Chen and Goodman.",
        choices=("interpolated", "modified"),
    )
    column: str = setting("form", "Column", "Column whose values are modelled.", choices=COLUMN_CHOICES)
    minimum: int = setting(
        2,
        "Minimum word count",
        "Forms and lemmas that occur less often are replaced by the unknown word; tags are always kept.",
        low=1,
    )


@old_members(joined="merge")
@dataclass(frozen=True, slots=True, eq=False)
class NgramCounts:
    """Counts of the n-grams of the highest order; those of two corpora can be merged."""

    words: tuple[str, ...]  # sorted
    rows: Indexes  # (n-grams, order), sorted: START, END, or index in `words` + 2; padded with START on the left
    counts: Integers  # (n-grams,)
    left_out: Integers  # (SKIP_REASONS,) sentences left out
    __repr__ = brief_repr

    def merge(self, counts: NgramCounts) -> NgramCounts:
        """Return the counts of both corpora, identical to counting them as one."""
        words = tuple(sorted({*self.words, *counts.words}))
        codes = {word: code for code, word in enumerate(words, FIRST_COUNTED_WORD)}
        rows = []
        for part in (self, counts):
            merged_codes = np.array([START, END, *(codes[word] for word in part.words)], dtype=np.int32)
            rows.append(merged_codes[part.rows])
        added = sum_duplicates(np.concatenate(rows), np.concatenate((self.counts, counts.counts)))
        return NgramCounts(words, *added, self.left_out + counts.left_out)


def find_skip_reason(sentence: Sentence, column: str) -> str | None:
    """Return why a sentence is left out of the counts of a column, one of `SKIP_REASONS`; None if it is counted."""
    values = sentence.column(column)
    if not sentence.is_readable:
        return "unreadable"
    if not values:
        return "no_words"
    return "empty_column" if column != "form" and values.count(EMPTY) == len(values) else None


def count(treebank: Treebank, settings: NgramSettings, report: Report = ignore_progress) -> NgramCounts:
    """Count the n-grams of all readable sentences with values in the column, with one END each."""
    codes: defaultdict[str, int] = defaultdict(numbers(FIRST_COUNTED_WORD).__next__)
    flat: list[int] = []
    start = (START,) * (settings.order - 1)
    left_out = np.zeros(len(SKIP_REASONS), dtype=np.int64)
    for sentence in track_progress(treebank, "count", len(treebank), report, BLOCK_SIZE):
        reason = find_skip_reason(sentence, settings.column)
        if reason is not None:
            left_out[SKIP_REASONS.index(reason)] += 1
            continue
        flat.extend(start)
        flat.extend(map(codes.__getitem__, sentence.column(settings.column)))
        flat.append(END)
    report(Progress("count", len(treebank), len(treebank)))
    words = tuple(sorted(codes))
    order_of = np.zeros(len(words) + FIRST_COUNTED_WORD, dtype=np.int32)
    order_of[:FIRST_COUNTED_WORD] = START, END
    order_of[[codes[word] for word in words]] = np.arange(FIRST_COUNTED_WORD, len(order_of))
    symbols = order_of[np.array(flat, dtype=np.int64)]
    if len(symbols) == 0:
        return NgramCounts((), np.zeros((0, settings.order), dtype=np.int32), np.zeros(0, dtype=np.int64), left_out)
    windows = np.lib.stride_tricks.sliding_window_view(symbols, settings.order)
    windows = windows[windows[:, -1] != START]
    return NgramCounts(words, *sum_duplicates(windows, np.ones(len(windows), dtype=np.int64)), left_out)


def sum_duplicates(rows: Indexes, counts: Integers) -> tuple[Indexes, Integers]:
    """Return the distinct rows, sorted, with summed counts."""
    if len(rows) == 0:
        return rows, counts
    size = int(rows.max()) + 1
    codes, bound = rows[:, 0].astype(np.int64), size
    for column in rows.T[1:]:
        if bound * size >= 1 << 62:  # would overflow; use ranks of occurring values
            codes = np.unique(codes, return_inverse=True)[1]
            bound = int(codes.max()) + 1
        codes, bound = codes * size + column, bound * size
    _, first_rows, groups = np.unique(codes, return_index=True, return_inverse=True)
    return rows[first_rows], np.bincount(groups, counts).astype(np.int64)


@dataclass(frozen=True, slots=True, eq=False)
class BackoffLevel:
    """Back-off table of the n-grams of one order, looked up by binary search."""

    contexts: Integers  # (contexts,) sorted: leftmost symbol * width + index of the shorter context in the level below
    width: int  # number of contexts of the level below
    back_off: Floats  # (contexts,) back-off weight of the level below
    grams: Integers  # (n-grams,) sorted: context index << SYMBOL_BITS | symbol
    probabilities: Floats  # (n-grams,) discounted probability of the symbol in its context
    __repr__ = brief_repr


def adjust_counts(rows: Indexes, counts: Integers) -> list[tuple[Indexes, Integers]]:
    """Return for each order from 1 its n-grams with their counts or, below the highest order, their continuation
    counts. START has no left context, so n-grams that begin with it keep their counts at every order."""
    order = rows.shape[1]
    starts = (rows == START).sum(axis=1)
    has_one_start = starts <= 1
    tables = [(rows[has_one_start], counts[has_one_start])]
    for length in range(order - 1, 0, -1):
        suffixes = tables[0][0][:, 1:]
        at_start = starts == order - length + 1
        level_rows = np.concatenate((suffixes, rows[at_start, order - length :]))
        tables.insert(
            0, sum_duplicates(level_rows, np.concatenate((np.ones(len(suffixes), np.int64), counts[at_start])))
        )
    return tables


def estimate_discounts(adjusted: Integers, smoothing: str) -> Floats:
    """Return the modified Kneser-Ney discounts of counts of 0, 1, 2, 3 and more (Chen and Goodman 1998, sections 2.6
    and 3). If the counts of counts give a discount that is not strictly between 0 and the count, half of each count
    is used, up to 1.5."""
    once, twice, three_times, four_times = np.bincount(np.minimum(adjusted, 5), minlength=6)[1:5].tolist()
    if smoothing == "interpolated":
        discount = once / (once + 2 * twice) if once and twice else 0.5
        return np.array([0.0, discount, discount, discount])
    if once and twice and three_times and four_times:
        base_discount = once / (once + 2 * twice)
        discounts = [
            1 - 2 * base_discount * twice / once,
            2 - 3 * base_discount * three_times / twice,
            3 - 4 * base_discount * four_times / three_times,
        ]
        if all(0 < discount < count for count, discount in enumerate(discounts, 1)):
            return np.array([0.0, *discounts])
    return np.array([0.0, 0.5, 1.0, 1.5])


def make_backoff_level(
    rows: Indexes, adjusted: Integers, discounts: Floats, lower_levels: Sequence[BackoffLevel]
) -> BackoffLevel:
    """Make the level of these n-grams: discounted probabilities, with the discounted mass as back-off weight of the
    lower orders."""
    history, symbols = rows[:, :-1].astype(np.int64), rows[:, -1].astype(np.int64)
    if lower_levels:
        width = len(lower_levels[-1].contexts)
        keys = history[:, 0] * width + find_context_indexes(lower_levels, history)[-1]
        contexts, context_indexes = np.unique(keys, return_inverse=True)
    else:
        width, contexts, context_indexes = 1, np.zeros(1, dtype=np.int64), np.zeros(len(rows), dtype=np.int64)
    discounted = discounts[np.minimum(adjusted, 3)]
    totals = np.bincount(context_indexes, adjusted)
    grams = context_indexes << SYMBOL_BITS | symbols
    order = np.argsort(grams)
    probabilities = (adjusted - discounted) / totals[context_indexes]
    return BackoffLevel(
        contexts, width, np.bincount(context_indexes, discounted) / totals, grams[order], probabilities[order]
    )


def find_context_indexes(levels: Sequence[BackoffLevel], history: Integers) -> list[Integers]:
    """Return for each level (positions,) the index of the context given by `history` (nearest symbol in the last
    column); NO_CONTEXT for an unseen one."""
    context_indexes = [np.zeros(len(history), dtype=np.int64)]
    for back, level in enumerate(levels[1:], 1):
        indexes = find_in_sorted(level.contexts, history[:, -back] * level.width + context_indexes[-1])
        indexes[context_indexes[-1] == NO_CONTEXT] = NO_CONTEXT
        context_indexes.append(indexes)
    return context_indexes


def find_in_sorted(keys: Integers, queries: Integers) -> Integers:
    """Return the indexes of `queries` in sorted `keys`; NO_CONTEXT if missing."""
    indexes = np.searchsorted(keys, queries)
    indexes[indexes == len(keys)] = 0
    indexes[keys[indexes] != queries] = NO_CONTEXT
    return indexes


def score_sequences(
    sentences: Sequence[Sentence],
    column: str,
    symbols: Mapping[str, int],
    order: int,
    log_probabilities: LogProbabilities,
    prefix: bool,
    floor: float = -np.inf,
) -> list[LogScore]:
    """Score known words and one END (none for a prefix); unknown words are only context and counted separately. Log
    probabilities up to `floor` count as clipped."""
    scores: list[LogScore] = []
    for low in range(0, len(sentences), BLOCK_SIZE):
        scores += _score_block(
            sentences[low : low + BLOCK_SIZE], column, symbols, order - 1, log_probabilities, prefix, floor
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
) -> list[LogScore]:
    """Score a block of sentences in one call of `log_probabilities`."""
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
    is_scored = symbols >= FIRST_WORD if prefix else (symbols >= FIRST_WORD) | (symbols == END)
    sums = np.add.reduceat(np.where(is_scored, symbol_logs, 0.0), starts).tolist()
    counts = (is_scored, symbols == UNKNOWN, is_scored & (symbol_logs <= floor))
    totals = [np.add.reduceat(mask.astype(np.int64), starts).tolist() for mask in counts]
    return [LogScore(*row) for row in zip(sums, *totals, strict=True)]


def solve(counts: NgramCounts, settings: NgramSettings, report: Report = ignore_progress) -> NgramModel:
    """Estimate interpolated Kneser-Ney probabilities from these counts (Kneser and Ney 1995; Chen and Goodman 1998,
    sections 2.7 and 3)."""
    if len(counts.rows) == 0:
        if counts.left_out[2]:
            raise DataError(f"the column {settings.column} is empty in this treebank; set column to one that is filled")
        raise DataError("there is nothing to learn from: no sentence here has a word")
    frequencies = np.bincount(counts.rows[:, -1], counts.counts, len(counts.words) + FIRST_COUNTED_WORD)
    in_vocabulary = frequencies[FIRST_COUNTED_WORD:] >= (settings.minimum if settings.column in _OPEN_VOCABULARY else 1)
    if settings.column != "form" and EMPTY in counts.words:
        in_vocabulary[counts.words.index(EMPTY)] = False
    symbol_of = np.full(len(frequencies), UNKNOWN, dtype=np.int32)
    symbol_of[:FIRST_COUNTED_WORD] = START, END
    symbol_of[FIRST_COUNTED_WORD:][in_vocabulary] = np.arange(FIRST_WORD, FIRST_WORD + in_vocabulary.sum())
    words = tuple(word for word, is_kept in zip(counts.words, in_vocabulary.tolist(), strict=True) if is_kept)
    tables = [table for table in adjust_counts(*sum_duplicates(symbol_of[counts.rows], counts.counts)) if len(table[0])]
    levels: list[BackoffLevel] = []
    for done, (rows, adjusted) in enumerate(tables, 1):
        discounts = estimate_discounts(adjusted, settings.smoothing)
        levels.append(make_backoff_level(rows, adjusted, discounts, levels))
        measures = {f"discount_{count}": float(discounts[count]) for count in (1, 2, 3)}
        report(Progress("smooth", done, len(tables), {"ngrams": float(len(rows)), **measures}))
    symbols = {word: symbol for symbol, word in enumerate(words, FIRST_WORD)}
    return NgramModel(settings, counts, words, tuple(levels), symbols)


@dataclass(frozen=True, slots=True, eq=False)
class NgramModel:
    """N-gram language model; if its column holds tags or lemmas, also ranks candidate readings by them."""

    method: ClassVar[str] = "ngram"
    settings: NgramSettings
    counts: NgramCounts  # kept so that sentences can be added
    words: tuple[str, ...]  # known, sorted
    levels: tuple[BackoffLevel, ...]  # from unigrams up
    symbols: Mapping[str, int]
    __repr__ = brief_repr

    def arrays(self) -> NamedArrays:
        counts = self.counts
        return {
            "words": pack_strings(counts.words),
            "rows": counts.rows,
            "counts": counts.counts,
            "left_out": counts.left_out,
        }

    @property
    def skipped(self) -> Mapping[str, int]:
        """Number of sentences left out of training, by reason."""
        return {
            reason: sentence_count
            for reason, sentence_count in zip(SKIP_REASONS, self.counts.left_out.tolist(), strict=True)
            if sentence_count
        }

    @classmethod
    def from_arrays(cls, settings: Settings, arrays: Arrays) -> Self:
        if not isinstance(settings, NgramSettings):
            raise TypeError("these are the settings of another method")
        words, rows = unpack_strings(arrays["words"]), arrays["rows"].astype(np.int32)
        counts, left_out = arrays["counts"].astype(np.int64), arrays["left_out"].astype(np.int64)
        if (
            rows.shape != (len(counts), settings.order)
            or left_out.shape != (len(SKIP_REASONS),)
            or not 0 <= rows.min() <= rows.max() < len(words) + FIRST_COUNTED_WORD
        ):
            raise ValueError("the n-grams do not fit the words or the order")
        model = solve(NgramCounts(words, rows, counts, left_out), settings)
        return cls(model.settings, model.counts, model.words, model.levels, model.symbols)

    def log_probabilities(self, history: Integers, symbols: Integers) -> Floats:
        """Return (positions,) log p(symbol | history), with the nearest symbol in the last column of `history`."""
        probability = np.full(len(symbols), 1.0 / (len(self.words) + 2))  # uniform over words, END and the unknown word
        for level, context in zip(self.levels, find_context_indexes(self.levels, history), strict=True):
            gram_indexes = find_in_sorted(level.grams, context << SYMBOL_BITS | symbols)
            discounted = np.where(gram_indexes == NO_CONTEXT, 0.0, level.probabilities[gram_indexes])
            probability = np.where(
                context == NO_CONTEXT, probability, discounted + level.back_off[context] * probability
            )
        logs: Floats = np.log(probability)
        return logs

    def scores(self, sentences: Sequence[Sentence], prefix: bool = False) -> list[LogScore]:
        """Score known words and one END (none for a prefix); unknown words are only context and counted separately."""
        settings = self.settings
        return score_sequences(sentences, settings.column, self.symbols, settings.order, self.log_probabilities, prefix)

    def _encode(self, values: Iterable[str]) -> list[int]:
        """Return the symbol id of each value; unknown ones get that of the unknown word."""
        symbols = self.symbols
        return [symbols.get(value, UNKNOWN) for value in values]

    def rank(self, sentence: Sentence, confirmed: Mapping[int, Analysis] | None = None) -> WordRankings[Analysis]:
        """Rank the candidates of each word by the log posterior of their tag (or lemma) in the lattice of all
        candidates. Candidates with the same tag share its posterior equally and keep their order. A confirmed reading
        comes first, with score 0, and the word's other candidates get minus infinity. A word without candidates has the
        sentence's tag or lemma; if a tag is missing, it has any tag or, where that would make the lattice too large,
        the unknown word."""
        column = self.settings.column
        if column == "form":
            raise DataError(
                "this n-gram model was trained on word forms, which all candidates of a word share; "
                "to rank analyses, train it with column set to upos, xpos or lemma"
            )
        confirmed_readings = dict(confirmed or {})
        check_confirmed_words(sentence, confirmed_readings)
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
            for index, posteriors in enumerate(self._compute_lattice_posteriors(options), 1)
        )
        return WordRankings(sentence.forms, ranked)

    def _possible_symbols(
        self, value: str, candidates: Sequence[Analysis], confirmed: Analysis | None, column: str
    ) -> list[int] | None:
        """Return the distinct symbols that a word may have; None for any."""
        if confirmed is not None:
            return self._encode([_column_value(confirmed, column)])
        if candidates:
            return sorted(set(self._encode(_column_value(candidate, column) for candidate in candidates)))
        return None if value == EMPTY and column != "lemma" else self._encode([value])

    def _compute_lattice_posteriors(self, options: Sequence[Sequence[int] | None]) -> list[dict[int, float]]:
        """Return for each word the log posterior of each possible symbol, by forward-backward over known contexts."""
        history = np.full((1, self.settings.order - 1), NO_CONTEXT, dtype=np.int64)
        history[0, -1] = START
        vocabulary = range(FIRST_WORD, FIRST_WORD + len(self.words))
        steps: list[LatticeStep] = []
        step_symbols: list[Sequence[int]] = []
        for option in (*options, (END,)):
            symbols = option or (
                vocabulary if 0 < len(history) * len(vocabulary) <= _MAX_UNTAGGED_EDGES else (UNKNOWN,)
            )
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
        """Return (positions,) the id of the longest known context, the only part of the history that the scores of the
        next symbols depend on."""
        states = np.zeros(len(history), dtype=np.int64)
        offset = 1
        for level, context in zip(self.levels[1:], find_context_indexes(self.levels, history)[1:], strict=True):
            states = np.where(context == NO_CONTEXT, states, offset + context)
            offset += len(level.contexts)
        return states

    def _rank_candidates(
        self, candidates: Sequence[Analysis], confirmed: Analysis | None, scores: Mapping[int, float], column: str
    ) -> list[Ranked[Analysis]]:
        """Rank the candidates of a word by the log posteriors of their symbols, shared by candidates with the same
        symbol."""
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


def check_confirmed_words(sentence: Sentence, confirmed: Iterable[int]) -> None:
    """Raise DataError if one of the words with a confirmed reading, counted from 1, is outside the sentence."""
    if any(not 1 <= word <= len(sentence) for word in confirmed):
        raise DataError(f"an analysis was confirmed for a word outside this sentence of {len(sentence)} words")


def _column_value(analysis: Analysis, column: str) -> str:
    """Return the tag or lemma of a reading, by the name of its column."""
    return {"upos": analysis.upos, "xpos": analysis.xpos, "lemma": analysis.lemma}[column]


restore = NgramModel.from_arrays


def learn(
    treebank: Treebank, settings: NgramSettings, report: Report = ignore_progress, dev: Treebank | None = None
) -> NgramModel:
    """Train a smoothed model on the counts of `treebank`; with `dev`, the last report contains its perplexity."""
    model = solve(count(treebank, settings, report), settings, report)
    if dev is not None:
        sentence_scores = model.scores(
            [sentence for sentence in dev if not find_skip_reason(sentence, settings.column)]
        )
        symbols = sum(score.symbols for score in sentence_scores)
        measures = {"perplexity": math.exp(-sum(score.log for score in sentence_scores) / symbols)} if symbols else {}
        report(Progress("measure", 1, 1, measures))
    return model


def add(model: NgramModel, treebank: Treebank, report: Report = ignore_progress) -> NgramModel:
    """Return the model retrained on its training sentences and these."""
    return solve(model.counts.merge(count(treebank, model.settings, report)), model.settings, report)


FAMILY = Family.from_functions(
    NgramSettings, learn, restore, Counting.from_functions(NgramCounts, NgramModel, count, solve, add)
)
