"""Estimators of class bigram models: EM, anchor words, or EM from those, with smoothing by spelling."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Self

import numpy as np

from spectral_core.arrays import Floats, Integers, Singles
from spectral_core.data import Treebank
from spectral_core.maths.anchors import find_anchors, fit_affine_weights, project_onto_simplex
from spectral_core.maths.em import EmIteration, run_em
from spectral_core.maths.linalg import SparseMatrix, compute_randomised_svd
from spectral_core.models import ngram
from spectral_core.models.class_bigram.model import (
    MIN_PROBABILITY,
    ClassBigram,
    ClassTables,
    WordPairs,
    make_bigram_settings,
)
from spectral_core.models.class_bigram.settings import ClassBigramSettings
from spectral_core.models.ngram import FIRST_WORD, NO_CONTEXT, START, NgramCounts, NgramModel
from spectral_core.progress import Progress, Report, ignore_progress
from spectral_core.structured.forward_backward_kernels import (
    add_expected_class_bigram_counts,
    class_bigram_probabilities,
    nearest_convex_mixtures,
)

_SPELLING_COLUMNS = ("form", "lemma")  # columns in which spelling is informative
_GROUP_PRIOR = 50.0  # pseudo-counts of the distribution of all words in that of a spelling group
_SUFFIX_LENGTH = 3  # letters
_PSEUDO_COUNT = 200.0  # pseudo-counts of each word in the scaled bigram matrix
_MIN_ANCHOR_COUNT = 20.0  # minimum count of an anchor word
_ROUNDING = 1e-9  # tolerance of negative rounding errors
_BLOCK_SIZE = 2000  # words between progress reports
_WEIGHT_TRANSFERS_PER_CLASS = 20  # pairwise transfers of mixture weight, for each class
_MIN_RELATIVE_GAIN = 1e-7  # relative to the spread of the points; a smaller gain ends the transfers
# number of iterations tuned on the dev part of the Brown corpus
_DEFAULT_ITERATIONS = {"em": 13, "pivot": 3, "pivot-em": 1}
_MAX_ITERATIONS, _TOLERANCE = 100, 1e-4  # maximal iterations, and the gain over five iterations below which EM stops
_ALIGNING_ITERATIONS = 4  # iterations that fit only the classes of contexts before pivot-em updates both tables


@dataclass(frozen=True, slots=True, eq=False)
class Smoothing:
    """Dirichlet priors, shared by words with similar spelling; posterior means smooth expected counts."""

    groups: Integers  # (symbols,) spelling group of each
    unigram: Floats  # (symbols,) prior probability of each symbol; START never follows another
    context_prior: float
    word_priors: Floats  # (symbols,) pseudo-counts spread over the classes

    @classmethod
    def for_words(cls, settings: ClassBigramSettings, words: Sequence[str], unigram: Floats, pair_count: int) -> Self:
        """Make the smoothing for these words; `pair_count` is the number of distinct pairs behind their unigram."""
        uses_spelling = settings.spelling and settings.column in _SPELLING_COLUMNS
        names = [_spelling_group(word) for word in words] if uses_spelling else [""] * len(words)
        groups = np.unique([*map(str, range(FIRST_WORD)), *(f"word {name}" for name in names)], return_inverse=True)[1]
        unigram = unigram.copy()
        unigram[START] = 0.0
        unigram /= unigram.sum()
        word_priors = settings.word_smoothing * pair_count * unigram
        return cls(groups.astype(np.int64), unigram, settings.context_smoothing, word_priors)

    def smooth_tables(self, class_counts: Singles, word_counts: Singles) -> ClassTables:
        """Return the smoothed tables of these expected counts (symbols, classes), which are overwritten."""
        class_shares = word_counts.sum(axis=0, dtype=np.float64)
        class_shares = (class_shares / class_shares.sum()).astype(np.float32)
        if self.word_priors.any():
            group_distributions = self._smooth_group_distributions(word_counts, class_shares)
            word_counts += self.word_priors.astype(np.float32)[:, None] * group_distributions[self.groups]
        totals = word_counts.sum(axis=0, dtype=np.float64)
        is_empty = totals <= 0
        words = np.asarray(word_counts / np.where(is_empty, 1.0, totals), dtype=np.float32)
        words[:, is_empty] = self.unigram.astype(np.float32)[:, None]
        return ClassTables(self.smooth_class_distributions(class_counts, class_shares), words)

    def smooth_class_distributions(self, class_counts: Singles, class_shares: Singles) -> Singles:
        """Return (symbols, classes) smoothed r(class | symbol) of these expected counts, which are overwritten;
        `class_shares` are the shares over all symbols."""
        if self.context_prior:
            group_distributions = self._smooth_group_distributions(class_counts, class_shares)
            class_counts += np.float32(self.context_prior) * group_distributions[self.groups]
        totals = class_counts.sum(axis=1, keepdims=True, dtype=np.float64)
        has_counts = totals > 0
        return np.where(has_counts, class_counts / np.where(has_counts, totals, 1.0).astype(np.float32), class_shares)

    def _smooth_group_distributions(self, counts: Singles, class_shares: Singles) -> Singles:
        """Return (groups, classes) the class distribution of each spelling group, smoothed towards the overall one."""
        order = np.argsort(self.groups, kind="stable")
        starts = np.searchsorted(self.groups[order], np.arange(int(self.groups.max()) + 1))
        sums = np.add.reduceat(counts[order], starts, axis=0)
        distributions: Singles = (sums + np.float32(_GROUP_PRIOR) * class_shares) / (
            sums.sum(axis=1, keepdims=True) + np.float32(_GROUP_PRIOR)
        )
        return distributions


def _spelling_group(word: str) -> str:
    """Return a key of a word's spelling, from the kind of its first character, its last letters and hyphens; words with
    the same key are assumed to have similar distributions."""
    first = word[:1]
    if first.isdigit():
        return "0"
    case = "A" if first.isupper() else "a" if first.isalpha() else "."
    return case + word[-_SUFFIX_LENGTH:].lower() + ("-" if "-" in word[1:] else "")


def estimate_class_counts(pairs: WordPairs, classes: int, on_progress: Callable[[int], None], seed: int = 0) -> Floats:
    """Return (symbols, classes) the expected count of each symbol in each class, from anchor words; fewer classes if
    the pairs support only those. `on_progress` receives the number of words processed; the decomposition of a large
    table is a random projection, with this seed."""
    table = SparseMatrix(pairs.before, pairs.after, pairs.counts, (pairs.symbol_count, pairs.symbol_count))
    counts_before, counts_after = table.row_sums(), table.column_sums()
    row_scale, column_scale = 1 / np.sqrt(counts_before + _PSEUDO_COUNT), 1 / np.sqrt(counts_after + _PSEUDO_COUNT)
    decomposition = compute_randomised_svd(table.scale(row_scale, column_scale), classes, seed)
    occurring = np.flatnonzero(counts_after)
    # In the leading singular directions, the left contexts of a word are a mixture of those of the classes.
    points = decomposition.right[occurring] * (
        decomposition.values**2 / (column_scale * np.maximum(counts_after, 1.0))[occurring, None]
    )
    frequent = np.flatnonzero(counts_after[occurring] >= _MIN_ANCHOR_COUNT)
    if len(frequent) <= classes:
        frequent = np.arange(len(occurring))
    anchor_points = points[frequent[find_anchors(points[frequent], classes)]]
    gram = anchor_points @ anchor_points.T
    unconstrained = fit_affine_weights(points, anchor_points)
    weights = project_onto_simplex(unconstrained)
    outside = np.flatnonzero((unconstrained < -_ROUNDING).any(axis=1))
    gain = _MIN_RELATIVE_GAIN * float((points**2).sum(axis=1).mean())
    for low in range(0, len(outside), _BLOCK_SIZE):
        on_progress(low)
        block = outside[low : low + _BLOCK_SIZE]
        weights[block] = nearest_convex_mixtures(
            gram, points[block] @ anchor_points.T, _WEIGHT_TRANSFERS_PER_CLASS * len(anchor_points), gain
        )
    expected = np.zeros((pairs.symbol_count, len(anchor_points)))
    expected[occurring] = weights * counts_after[occurring, None]
    return expected


def count(treebank: Treebank, settings: ClassBigramSettings, report: Report = ignore_progress) -> NgramCounts:
    """Count the bigrams of all readable sentences with values in the column, with one END each."""
    return ngram.count(treebank, make_bigram_settings(settings), report)


def solve(counts: NgramCounts, settings: ClassBigramSettings, report: Report = ignore_progress) -> ClassBigram:
    """Estimate the model from these counts."""
    return _solve_with_held_out(counts, settings, report, None)


def learn(
    treebank: Treebank, settings: ClassBigramSettings, report: Report = ignore_progress, dev: Treebank | None = None
) -> ClassBigram:
    """Train the model on the counts of `treebank`, keeping the iteration with the best score on `dev`, if given."""
    counts = count(treebank, settings, report)
    return _solve_with_held_out(counts, settings, report, None if dev is None else count(dev, settings, report))


def add(model: ClassBigram, treebank: Treebank, report: Report = ignore_progress) -> ClassBigram:
    """Return the model retrained on its training sentences and these, without early stopping."""
    return solve(model.counts.merge(count(treebank, model.settings, report)), model.settings, report)


def _solve_with_held_out(
    counts: NgramCounts, settings: ClassBigramSettings, report: Report, dev: NgramCounts | None
) -> ClassBigram:
    """Estimate the model, keeping the iteration with the best score on the counts of `dev`, if given."""
    bigrams = ngram.solve(counts, make_bigram_settings(settings), report)
    pairs = WordPairs.from_counts(counts, bigrams.symbols)
    all_symbols = np.arange(pairs.symbol_count)
    unigram = np.exp(bigrams.log_probabilities(np.full((pairs.symbol_count, 1), NO_CONTEXT), all_symbols))
    smoothing = Smoothing.for_words(settings, bigrams.words, unigram, len(pairs.counts))
    held_out = None if dev is None or not len(dev.rows) else WordPairs.from_counts(dev, bigrams.symbols).drop_unscored()
    if held_out is not None and not len(held_out.counts):
        held_out = None
    tables = _TrainingRun(settings, pairs, smoothing, bigrams, held_out, report).run()
    return ClassBigram(settings, counts, bigrams, tables)


@dataclass(frozen=True, slots=True, eq=False)
class _TrainingRun:
    """One training run on a table of bigram counts."""

    settings: ClassBigramSettings
    pairs: WordPairs
    smoothing: Smoothing
    bigrams: NgramModel
    held_out: WordPairs | None
    report: Report

    def run(self) -> ClassTables:
        """Initialise the tables and run EM; return those with the best stopping score."""
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
            _TOLERANCE if self._has_early_stopping() else 0.0,
            self._report_iteration,
        )
        return em.best

    def _has_early_stopping(self) -> bool:
        """Return whether EM runs until the held-out score stops improving."""
        return self.held_out is not None and not self.settings.iterations

    def _max_iterations(self) -> int:
        return (
            _MAX_ITERATIONS
            if self._has_early_stopping()
            else self.settings.iterations or _DEFAULT_ITERATIONS[self.settings.estimator]
        )

    def _make_random_start(self) -> ClassTables:
        """Make random tables, nearly uniform over the classes."""
        size = min(self.settings.classes, self.pairs.symbol_count)
        random = np.random.default_rng(self.settings.seed)
        # Nearly uniform, so that the start of rare words is not memorised.
        classes, words = 0.5 + random.random((2, self.pairs.symbol_count, size))
        classes /= classes.sum(axis=1, keepdims=True)
        words *= self.smoothing.unigram[:, None]
        return ClassTables(classes.astype(np.float32), (words / words.sum(axis=0)).astype(np.float32))

    def _make_pivot_start(self) -> ClassTables:
        """Make the tables estimated from anchor words; for pivot-em, also fit the classes of contexts by EM."""
        self.report(Progress("pivots", 0, self.pairs.symbol_count))
        counts = estimate_class_counts(
            self.pairs,
            self.settings.classes,
            lambda done: self.report(Progress("pivots", done, self.pairs.symbol_count)),
            self.settings.seed,
        ).astype(np.float32)
        self.report(Progress("pivots", self.pairs.symbol_count, self.pairs.symbol_count))
        start = self.smoothing.smooth_tables(np.zeros_like(counts), counts)
        if self.settings.estimator == "pivot-em":
            for done in range(_ALIGNING_ITERATIONS):
                self.report(Progress("align", done, _ALIGNING_ITERATIONS))
                start = self._run_iteration(start, False)[0]
        return start

    def _run_iteration(self, tables: ClassTables, updates_words: bool) -> tuple[ClassTables, float]:
        """Run one EM iteration; return the new tables, and the log-likelihood of the given ones."""
        pairs = self.pairs
        class_sums = np.zeros_like(tables.classes)
        word_sums = np.zeros_like(tables.words) if updates_words else tables.words
        counts = pairs.counts.astype(np.float32)
        likelihood = add_expected_class_bigram_counts(
            pairs.pair_offsets(),
            pairs.after,
            counts,
            tables.classes,
            tables.words,
            class_sums,
            word_sums,
            updates_words,
        )
        class_sums *= tables.classes
        if updates_words:
            word_sums *= tables.words
            return self.smoothing.smooth_tables(class_sums, word_sums), likelihood
        class_shares = class_sums.sum(axis=0, dtype=np.float64)
        classes = self.smoothing.smooth_class_distributions(
            class_sums, (class_shares / class_shares.sum()).astype(np.float32)
        )
        return ClassTables(classes, tables.words), likelihood

    def _bigram_probabilities(self, held_out: WordPairs) -> Floats:
        """Return (pairs,) the probability of each held-out pair's second symbol by the interpolated bigram model."""
        return np.exp(self.bigrams.log_probabilities(held_out.before[:, None], held_out.after))

    def _mean_log_score(self, tables: ClassTables, held_out: WordPairs, bigram_probabilities: Floats) -> float:
        """Return the mean log score per held-out symbol."""
        class_probabilities = class_bigram_probabilities(held_out.before, held_out.after, tables.classes, tables.words)
        bigram_weight = self.settings.bigrams
        logs = np.log(
            np.maximum(
                (1 - bigram_weight) * class_probabilities + bigram_weight * bigram_probabilities, MIN_PROBABILITY
            )
        )
        return float(held_out.counts @ logs / held_out.counts.sum())

    def _report_iteration(self, number: int, iteration: EmIteration) -> None:
        measures = {"log_likelihood": iteration.log_likelihood, "perplexity": float(np.exp(-iteration.stopping_score))}
        self.report(Progress("solve", number, self._max_iterations(), measures))
