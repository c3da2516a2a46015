"""How class bigram models are learnt from counts of bigrams."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from spectral_core.arrays import Floats
from spectral_core.data import Treebank
from spectral_core.inference.pair_kernels import expected_pairs, pair_probabilities
from spectral_core.maths.em import Iteration, climb
from spectral_core.models import ngram
from spectral_core.models.class_bigram.model import LEAST, ClassBigram, bigram_settings
from spectral_core.models.class_bigram.pairs import ClassTables, WordPairs
from spectral_core.models.class_bigram.pivots import pivot_words
from spectral_core.models.class_bigram.settings import ClassBigramSettings
from spectral_core.models.class_bigram.smoothing import Smoothing
from spectral_core.models.ngram import NgramCounts, NgramModel
from spectral_core.models.ngram.levels import NOWHERE
from spectral_core.progress import Progress, Report, silent

_USUAL = {"em": 13, "pivot": 3, "pivot-em": 1}  # iterations that were best on the dev portion of the Brown corpus
_MOST, _TOLERANCE = 100, 1e-4  # iterations, and the gain of log score in five of them below which they end
_ALIGNED = 4  # iterations that find the classes after each word before pivot-em moves both


def count(treebank: Treebank, settings: ClassBigramSettings, report: Report = silent) -> NgramCounts:
    """The bigrams of all readable sentences in which the column holds anything, with one END each."""
    return ngram.count(treebank, bigram_settings(settings), report)


def solve(counts: NgramCounts, settings: ClassBigramSettings, report: Report = silent) -> ClassBigram:
    """The model of these counts."""
    return _solved(counts, settings, report, None)


def learn(
    treebank: Treebank, settings: ClassBigramSettings, report: Report = silent, dev: Treebank | None = None
) -> ClassBigram:
    """The model of the counts of `treebank`, after the iteration that is best on `dev` where there is one."""
    counts = count(treebank, settings, report)
    return _solved(counts, settings, report, None if dev is None else count(dev, settings, report))


def add(model: ClassBigram, treebank: Treebank, report: Report = silent) -> ClassBigram:
    """The model of the sentences that it was learnt from and of these, after all iterations."""
    return solve(model.counts.joined(count(treebank, model.settings, report)), model.settings, report)


def _solved(counts: NgramCounts, settings: ClassBigramSettings, report: Report, dev: NgramCounts | None) -> ClassBigram:
    bigrams = ngram.solve(counts, bigram_settings(settings), report)
    pairs = WordPairs.of(counts, bigrams.symbols)
    everything = np.arange(pairs.size)
    unigram = np.exp(bigrams.log_probabilities(np.full((pairs.size, 1), NOWHERE), everything))
    smoothing = Smoothing.of(settings, bigrams.words, unigram, len(pairs.counts))
    held_out = None if dev is None or not len(dev.rows) else WordPairs.of(dev, bigrams.symbols).scored()
    if held_out is not None and not len(held_out.counts):
        held_out = None
    tables = _Fit(settings, pairs, smoothing, bigrams, held_out, report).run()
    return ClassBigram(settings, counts, bigrams, tables)


@dataclass(frozen=True, slots=True, eq=False)
class _Fit:
    """One run over one table of pairs."""

    settings: ClassBigramSettings
    pairs: WordPairs
    smoothing: Smoothing
    bigrams: NgramModel
    held_out: WordPairs | None
    report: Report

    def run(self) -> ClassTables:
        start = self._random() if self.settings.estimator == "em" else self._pivots()
        both = self.settings.estimator != "pivot"
        others = None if self.held_out is None else self._of_bigrams(self.held_out)

        def gauge(tables: ClassTables) -> float:
            assert self.held_out is not None
            assert others is not None
            return self._gauge(tables, self.held_out, others)

        found = climb(
            start, lambda tables, _: self._step(tables, both), gauge if others is not None else None,
            float(self.pairs.counts.sum()), self._most(), _TOLERANCE if self._until_best() else 0.0, self._told,
        )  # fmt: skip
        return found.best

    def _until_best(self) -> bool:
        return self.held_out is not None and not self.settings.iterations

    def _most(self) -> int:
        return _MOST if self._until_best() else self.settings.iterations or _USUAL[self.settings.estimator]

    def _random(self) -> ClassTables:
        size = min(self.settings.classes, self.pairs.size)
        random = np.random.default_rng(self.settings.seed)
        # nearly even: what rare words happen to begin with would be learnt by heart
        classes, words = 0.5 + random.random((2, self.pairs.size, size))
        classes /= classes.sum(axis=1, keepdims=True)
        words *= self.smoothing.unigram[:, None]
        return ClassTables(classes.astype(np.float32), (words / words.sum(axis=0)).astype(np.float32))

    def _pivots(self) -> ClassTables:
        self.report(Progress("pivots", 0, self.pairs.size))
        counts = pivot_words(
            self.pairs,
            self.settings.classes,
            lambda done: self.report(Progress("pivots", done, self.pairs.size)),
        ).astype(np.float32)
        self.report(Progress("pivots", self.pairs.size, self.pairs.size))
        start = self.smoothing.tables(np.zeros_like(counts), counts)
        if self.settings.estimator == "pivot-em":
            for done in range(_ALIGNED):
                self.report(Progress("align", done, _ALIGNED))
                start = self._step(start, False)[0]
        return start

    def _step(self, tables: ClassTables, both: bool) -> tuple[ClassTables, float]:
        """The tables after one more iteration, and the log-likelihood of those before."""
        pairs = self.pairs
        class_sums = np.zeros_like(tables.classes)
        word_sums = np.zeros_like(tables.words) if both else tables.words
        counts = pairs.counts.astype(np.float32)
        likelihood = expected_pairs(
            pairs.bounds(), pairs.after, counts, tables.classes, tables.words, class_sums, word_sums, both
        )
        class_sums *= tables.classes
        if both:
            word_sums *= tables.words
            return self.smoothing.tables(class_sums, word_sums), likelihood
        shares = class_sums.sum(axis=0, dtype=np.float64)
        classes = self.smoothing.classes(class_sums, (shares / shares.sum()).astype(np.float32))
        return ClassTables(classes, tables.words), likelihood

    def _of_bigrams(self, held_out: WordPairs) -> Floats:
        found: Floats = np.exp(self.bigrams.log_probabilities(held_out.before[:, None], held_out.after))
        return found

    def _gauge(self, tables: ClassTables, held_out: WordPairs, others: Floats) -> float:
        """The mean log score of a held-out symbol."""
        own = pair_probabilities(held_out.before, held_out.after, tables.classes, tables.words)
        share = self.settings.bigrams
        logs = np.log(np.maximum((1 - share) * own + share * others, LEAST))
        return float(held_out.counts @ logs / held_out.counts.sum())

    def _told(self, number: int, iteration: Iteration) -> None:
        measures = {"log_likelihood": iteration.log_likelihood, "perplexity": float(np.exp(-iteration.gauge))}
        self.report(Progress("solve", number, self._most(), measures))
