"""Estimators of the context ranker: equal weights from counts alone, or weights fitted by leave-one-document-out."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

import numpy as np

from spectral_core.arrays import Floats, Indexes
from spectral_core.brief import brief_repr
from spectral_core.data import Treebank
from spectral_core.deprecated import old_members
from spectral_core.errors import DataError, SettingsError
from spectral_core.models.analysis_ranker.context_model import FLAG_RECALL, ContextRanker, UncertaintyFlag
from spectral_core.models.analysis_ranker.corpus import (
    Wordbook,
    open_wordbook,
    pack_training_labels,
    pause_gc,
    reopen_wordbook,
    unpack_training_labels,
)
from spectral_core.models.analysis_ranker.elements import ElementKeys
from spectral_core.models.analysis_ranker.labels import ABSENT, Text, TrainingLabels
from spectral_core.models.analysis_ranker.settings import RankerSettings
from spectral_core.models.analysis_ranker.statistics import (
    ContextKeys,
    CorpusCounts,
    FeatureSpace,
    LeftOutStatistics,
    Pairs,
    Weights,
    count_text,
    fit_weights,
    make_equal_weights,
)
from spectral_core.progress import Progress, Report, ignore_progress
from spectral_core.structured.hash_tables import CountTable
from spectral_core.structured.ranking.softmax import best_two_rows, log_softmax

_SELECTION_WORDS = 3000  # words used to select pairs
_FIRST_SELECTION_STEPS, _SELECTION_STEPS, _FINAL_STEPS = 8, 15, 60  # L-BFGS steps


@old_members(joined="merge")
@dataclass(frozen=True, slots=True, eq=False)
class ContextCounts:
    """Counts of all pairs of a context statistic and a label element."""

    book: Wordbook
    analyser_config: tuple[str, ...]  # to restore the analyser
    training_labels: TrainingLabels
    table: CountTable
    __repr__ = brief_repr

    @classmethod
    def from_treebank(cls, treebank: Treebank, settings: RankerSettings, report: Report = ignore_progress) -> Self:
        """Read and count a treebank."""
        report(Progress("opening the analyser", 0))
        with pause_gc():
            book, analyser_config = open_wordbook(settings, treebank)
            return cls.from_text(book, analyser_config, book.read(treebank, report), report)

    @classmethod
    def from_text(
        cls, book: Wordbook, analyser_config: tuple[str, ...], text: Text, report: Report = ignore_progress
    ) -> Self:
        """Count the features of a text encoded with the vocabulary `book`."""
        element_keys, table = ElementKeys(book), CountTable()
        count_text(table, ContextKeys.from_text(element_keys, text), Pairs.make_all(element_keys.elements))
        report(Progress("counting", len(text), len(text)))
        return cls(book, analyser_config, TrainingLabels.from_text(text), table)

    def merge(self, counts: ContextCounts) -> ContextCounts:
        """Return the sum of both counts, identical to counting the concatenated corpora."""
        scheme = self.book.scheme.to_text()
        if (scheme, self.analyser_config) != (counts.book.scheme.to_text(), counts.analyser_config):
            raise DataError(
                "these corpora were read with different analysers or label elements, so that their counts do not add "
                "up; set analyser and elements to what both should be read with"
            )
        book, table = reopen_wordbook(scheme, self.analyser_config), self.table.copy()
        training_labels = unpack_training_labels(book, pack_training_labels(self.book, self.training_labels))
        training_labels.merge(unpack_training_labels(book, pack_training_labels(counts.book, counts.training_labels)))
        table.merge(counts.table)
        return ContextCounts(book, self.analyser_config, training_labels, table)


def solve(counts: ContextCounts, settings: RankerSettings, report: Report = ignore_progress) -> ContextRanker:
    """Return the ranker with equal feature weights. Trained weights need the sentences, not only the counts."""
    if settings.weights:
        raise SettingsError(
            "the weights of the context ranker are trained on sentences, not on counts; "
            "set weights to false, or train it on all sentences"
        )
    element_keys = ElementKeys(counts.book)
    pairs = Pairs.make_all(element_keys.elements)
    report(Progress("solve", 1, 1))
    uncertainty_flag = UncertaintyFlag(margin=FLAG_RECALL, recall=1.0, precision=0.0, flagged=1.0)
    return ContextRanker(
        settings,
        counts.analyser_config,
        counts.book,
        counts.training_labels,
        element_keys,
        pairs,
        (make_equal_weights(pairs),) * settings.passes,
        make_equal_weights(pairs),
        uncertainty_flag,
        counts.table,
    )


@dataclass(frozen=True, slots=True, eq=False)
class _Training:
    """State shared by all training steps."""

    settings: RankerSettings
    element_keys: ElementKeys
    text: Text
    training_labels: TrainingLabels
    corpus_counts: CorpusCounts
    report: Report

    def sample_documents(self, words: int) -> Text:
        """Return a random sample of whole documents with at least `words` words in total."""
        sizes = np.bincount(self.text.document, minlength=len(self.text.documents))
        order = np.random.default_rng(self.settings.seed).permutation(len(sizes))
        chosen = order[: int(np.searchsorted(np.cumsum(sizes[order]), words)) + 1]
        is_chosen = np.zeros(len(sizes), dtype=np.bool_)
        is_chosen[chosen] = True
        return self.text.select(self.text.sentences_in(is_chosen))

    def leave_documents_out(self, text: Text, pairs: Pairs, stage: str) -> LeftOutStatistics:
        """Return the statistics of the text's candidates; each document is left out of the counts for its own words."""
        words = self.training_labels.find_candidates(self.element_keys.book, text, leave_out=True)
        left_out = LeftOutStatistics(
            FeatureSpace(self.element_keys, words, pairs, self.settings.seed),
            text,
            self.element_keys,
            self.corpus_counts,
        )
        left_out.fill_words(self.report, stage)
        return left_out

    def choose_pairs(self, pairs: Pairs) -> tuple[Pairs, Weights]:
        """Fit all pairs and return those with the largest effect on the scores, with their weights."""
        text = self.sample_documents(min(_SELECTION_WORDS, self.settings.words))
        left_out = self.leave_documents_out(text, pairs, "choosing statistics of words")
        space = left_out.space
        has_label_pass = self.settings.passes > 1
        fitted = fit_weights(
            space, self.settings.penalty, _FIRST_SELECTION_STEPS if has_label_pass else _SELECTION_STEPS
        )
        if has_label_pass:
            labels = space.row_labels(fitted.weights.best_candidates(space))
            left_out.fill_labels(labels, self.report, "choosing statistics of labels")
            fitted = fit_weights(space, self.settings.penalty, _SELECTION_STEPS, fitted.weights)
        best = pairs.select_best(fitted.importance, self.settings.pairs)
        return best, Weights(fitted.weights.pairs[best.mask.T[pairs.mask.T]], fitted.weights.rows)


def learn(treebank: Treebank, settings: RankerSettings, report: Report = ignore_progress) -> ContextRanker:
    """Train the context ranker on a treebank. Documents are left out of the counts in turn; none is held out."""
    report(Progress("opening the analyser", 0))
    with pause_gc():
        book, analyser_config = open_wordbook(settings, treebank)
        return learn_from_text(settings, book, analyser_config, book.read(treebank, report), report)


def learn_from_text(
    settings: RankerSettings,
    book: Wordbook,
    analyser_config: tuple[str, ...],
    text: Text,
    report: Report = ignore_progress,
) -> ContextRanker:
    """Train the context ranker on a text encoded with the vocabulary `book`."""
    if not settings.weights:
        return solve(ContextCounts.from_text(book, analyser_config, text, report), settings, report)
    element_keys = ElementKeys(book)
    training = _Training(
        settings, element_keys, text, TrainingLabels.from_text(text), CorpusCounts.from_text(element_keys, text), report
    )
    pairs = Pairs.make_all(element_keys.elements)
    start = None
    if settings.pairs < int(pairs.bounds[-1]):
        pairs, start = training.choose_pairs(pairs)
    weights, confirmed_weights, uncertainty_flag = _fit_passes(training, pairs, start)
    table = CountTable()
    count_text(table, training.corpus_counts.keys, pairs)
    report(Progress("counting", len(text), len(text)))
    return ContextRanker(
        settings,
        analyser_config,
        element_keys.book,
        training.training_labels,
        element_keys,
        pairs,
        weights,
        confirmed_weights,
        uncertainty_flag,
        table,
    )


def _fit_passes(
    training: _Training, pairs: Pairs, start: Weights | None
) -> tuple[tuple[Weights, ...], Weights, UncertaintyFlag]:
    """Fit the weights of each pass, the weights used next to confirmed words, and the uncertainty threshold."""
    settings, report = training.settings, training.report
    text = training.sample_documents(settings.words)
    left_out = training.leave_documents_out(text, pairs, "looking at words")
    space = left_out.space
    weights: list[Weights] = []
    labels: Indexes | None = None
    confirmed_weights = None
    for pass_number in range(1, settings.passes + 1):
        if labels is not None:
            left_out.fill_labels(labels, report, f"looking at labels, pass {pass_number}")
        fitted = fit_weights(space, settings.penalty, _FINAL_STEPS, weights[-1] if weights else start)
        weights.append(fitted.weights)
        report(Progress(f"weights, pass {pass_number}", 1, 1, {"loss": fitted.loss}))
        labels = space.row_labels(fitted.weights.best_candidates(space))
        if pass_number == 1:
            first_labels = labels
    uncertainty_flag = _fit_uncertainty_flag(space, weights[-1].score(space))
    if settings.passes > 1:
        left_out.fill_labels(first_labels, report, "looking at confirmed labels", left_labels=text.gold)
        confirmed_weights = fit_weights(space, settings.penalty, _FINAL_STEPS, weights[1]).weights
    return tuple(weights), confirmed_weights or weights[0], uncertainty_flag


def _fit_uncertainty_flag(space: FeatureSpace, scores: Floats) -> UncertaintyFlag:
    """Fit the margin that flags FLAG_RECALL of the correctable errors; return it with its precision and recall."""
    words = space.words
    log_probabilities = log_softmax(words.first_row, scores)
    has_gold = words.gold_label != ABSENT
    sizes = np.diff(words.first_row)
    best, next_best = best_two_rows(words.first_row, scores, space.jitter)
    probabilities = np.append(np.exp(log_probabilities), 0.0)  # the last entry is for row -1
    first, second = probabilities[best], probabilities[next_best]
    is_wrong = ((best != words.gold) | (words.gold == ABSENT))[has_gold]
    is_correctable = ((sizes > 1) & (words.gold != ABSENT))[has_gold]  # the gold candidate is one of several
    margins = (first - second)[has_gold]
    if not is_wrong.any():
        return UncertaintyFlag(0.0, 1.0, 0.0, 0.0)
    correctable_margins = margins[is_wrong & is_correctable]
    margin = (
        float(np.nextafter(np.quantile(correctable_margins, FLAG_RECALL, method="higher"), 2.0))
        if len(correctable_margins)
        else 0.0
    )
    is_flagged = (margins < margin) | (sizes == 0)[has_gold]
    precision = float(is_wrong[is_flagged].mean()) if is_flagged.any() else 0.0
    return UncertaintyFlag(margin, float(is_flagged[is_wrong].mean()), precision, float(is_flagged.mean()))
