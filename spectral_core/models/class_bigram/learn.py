"""Estimators of class bigram models from counts of bigrams."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from spectral_core.arrays import Floats
from spectral_core.data import Treebank
from spectral_core.maths.em import Iteration, run_em
from spectral_core.models import ngram
from spectral_core.models.class_bigram.model import MIN_PROBABILITY, ClassBigram, make_bigram_settings
from spectral_core.models.class_bigram.pairs import ClassTables, WordPairs
from spectral_core.models.class_bigram.pivots import estimate_class_counts
from spectral_core.models.class_bigram.settings import ClassBigramSettings
from spectral_core.models.class_bigram.smoothing import Smoothing
from spectral_core.models.ngram import NgramCounts, NgramModel
from spectral_core.models.ngram.levels import NOWHERE
from spectral_core.progress import Progress, Report, ignore_progress
from spectral_core.structured.chain_kernels import add_expected_pairs, pair_probabilities

_DEFAULT_ITERATIONS = {
    "em": 13,
    "pivot": 3,
    "pivot-em": 1,
}  # iterations that were best on the dev portion of the Brown corpus
_MAX_ITERATIONS, _TOLERANCE = 100, 1e-4  # iterations, and the gain of log score in five of them below which they end
_ALIGNING_ITERATIONS = 4  # iterations that find the classes after each word before pivot-em moves both


def count(treebank: Treebank, settings: ClassBigramSettings, report: Report = ignore_progress) -> NgramCounts:
    """Count the bigrams of all readable sentences with values in the column, with one END each."""
    return ngram.count(treebank, make_bigram_settings(settings), report)


def solve(counts: NgramCounts, settings: ClassBigramSettings, report: Report = ignore_progress) -> ClassBigram:
    """Return the model of these counts."""
    return _solve(counts, settings, report, None)


def learn(
    treebank: Treebank, settings: ClassBigramSettings, report: Report = ignore_progress, dev: Treebank | None = None
) -> ClassBigram:
    """Learn the model of the counts of `treebank`, after the iteration that is best on `dev`, if given."""
    counts = count(treebank, settings, report)
    return _solve(counts, settings, report, None if dev is None else count(dev, settings, report))


def add(model: ClassBigram, treebank: Treebank, report: Report = ignore_progress) -> ClassBigram:
    """Return the model of the sentences it was learnt from and of these, after all iterations."""
    return solve(model.counts.merge(count(treebank, model.settings, report)), model.settings, report)


def _solve(counts: NgramCounts, settings: ClassBigramSettings, report: Report, dev: NgramCounts | None) -> ClassBigram:
    bigrams = ngram.solve(counts, make_bigram_settings(settings), report)
    pairs = WordPairs.from_counts(counts, bigrams.symbols)
    all_symbols = np.arange(pairs.symbol_count)
    unigram = np.exp(bigrams.log_probabilities(np.full((pairs.symbol_count, 1), NOWHERE), all_symbols))
    smoothing = Smoothing.for_words(settings, bigrams.words, unigram, len(pairs.counts))
    held_out = None if dev is None or not len(dev.rows) else WordPairs.from_counts(dev, bigrams.symbols).drop_unscored()
    if held_out is not None and not len(held_out.counts):
        held_out = None
    tables = _Estimation(settings, pairs, smoothing, bigrams, held_out, report).run()
    return ClassBigram(settings, counts, bigrams, tables)


@dataclass(frozen=True, slots=True, eq=False)
class _Estimation:
    """One run of an estimator over one table of pairs."""

    settings: ClassBigramSettings
    pairs: WordPairs
    smoothing: Smoothing
    bigrams: NgramModel
    held_out: WordPairs | None
    report: Report

    def run(self) -> ClassTables:
        start = self._make_random_start() if self.settings.estimator == "em" else self._make_pivot_start()
        updates_words = self.settings.estimator != "pivot"
        bigram_probabilities = None if self.held_out is None else self._bigram_probabilities(self.held_out)

        def score_held_out(tables: ClassTables) -> float:
            assert self.held_out is not None
            assert bigram_probabilities is not None
            return self._mean_log_score(tables, self.held_out, bigram_probabilities)

        em = run_em(
            start,
            lambda tables, _: self._run_iteration(tables, updates_words),
            score_held_out if bigram_probabilities is not None else None,
            float(self.pairs.counts.sum()),
            self._max_iterations(),
            _TOLERANCE if self._stops_on_held_out() else 0.0,
            self._on_iteration,
        )
        return em.best

    def _stops_on_held_out(self) -> bool:
        return self.held_out is not None and not self.settings.iterations

    def _max_iterations(self) -> int:
        return (
            _MAX_ITERATIONS
            if self._stops_on_held_out()
            else self.settings.iterations or _DEFAULT_ITERATIONS[self.settings.estimator]
        )

    def _make_random_start(self) -> ClassTables:
        size = min(self.settings.classes, self.pairs.symbol_count)
        random = np.random.default_rng(self.settings.seed)
        # nearly even: what rare words happen to begin with would be learnt by heart
        classes, words = 0.5 + random.random((2, self.pairs.symbol_count, size))
        classes /= classes.sum(axis=1, keepdims=True)
        words *= self.smoothing.unigram[:, None]
        return ClassTables(classes.astype(np.float32), (words / words.sum(axis=0)).astype(np.float32))

    def _make_pivot_start(self) -> ClassTables:
        self.report(Progress("pivots", 0, self.pairs.symbol_count))
        counts = estimate_class_counts(
            self.pairs,
            self.settings.classes,
            lambda done: self.report(Progress("pivots", done, self.pairs.symbol_count)),
        ).astype(np.float32)
        self.report(Progress("pivots", self.pairs.symbol_count, self.pairs.symbol_count))
        start = self.smoothing.smooth_tables(np.zeros_like(counts), counts)
        if self.settings.estimator == "pivot-em":
            for done in range(_ALIGNING_ITERATIONS):
                self.report(Progress("align", done, _ALIGNING_ITERATIONS))
                start = self._run_iteration(start, False)[0]
        return start

    def _run_iteration(self, tables: ClassTables, updates_words: bool) -> tuple[ClassTables, float]:
        """Return the tables after one more iteration, and the log-likelihood of those before."""
        pairs = self.pairs
        class_sums = np.zeros_like(tables.classes)
        word_sums = np.zeros_like(tables.words) if updates_words else tables.words
        counts = pairs.counts.astype(np.float32)
        likelihood = add_expected_pairs(
            pairs.bounds(), pairs.after, counts, tables.classes, tables.words, class_sums, word_sums, updates_words
        )
        class_sums *= tables.classes
        if updates_words:
            word_sums *= tables.words
            return self.smoothing.smooth_tables(class_sums, word_sums), likelihood
        class_shares = class_sums.sum(axis=0, dtype=np.float64)
        classes = self.smoothing.smooth_classes(class_sums, (class_shares / class_shares.sum()).astype(np.float32))
        return ClassTables(classes, tables.words), likelihood

    def _bigram_probabilities(self, held_out: WordPairs) -> Floats:
        probabilities: Floats = np.exp(self.bigrams.log_probabilities(held_out.before[:, None], held_out.after))
        return probabilities

    def _mean_log_score(self, tables: ClassTables, held_out: WordPairs, bigram_probabilities: Floats) -> float:
        """Return the mean log score of a held-out symbol."""
        class_probabilities = pair_probabilities(held_out.before, held_out.after, tables.classes, tables.words)
        bigram_weight = self.settings.bigrams
        logs = np.log(
            np.maximum(
                (1 - bigram_weight) * class_probabilities + bigram_weight * bigram_probabilities, MIN_PROBABILITY
            )
        )
        return float(held_out.counts @ logs / held_out.counts.sum())

    def _on_iteration(self, number: int, iteration: Iteration) -> None:
        measures = {"log_likelihood": iteration.log_likelihood, "perplexity": float(np.exp(-iteration.stopping_score))}
        self.report(Progress("solve", number, self._max_iterations(), measures))
