"""Training of the context ranker: feature counts, selection of feature templates, and log-linear weights fitted by
leave-one-document-out."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

import numpy as np

from spectral_core.arrays import Floats, Indexes
from spectral_core.brief import brief_repr
from spectral_core.data import Treebank
from spectral_core.deprecated import old_members
from spectral_core.errors import DataError, SettingsError
from spectral_core.models.analysis_ranker.context_model import TARGET_RECALL, ContextRanker, UncertaintyThreshold
from spectral_core.models.analysis_ranker.corpus import (
    RankerVocabulary,
    make_vocabulary,
    pack_training_labels,
    pause_gc,
    restore_vocabulary,
    unpack_training_labels,
)
from spectral_core.models.analysis_ranker.elements import FeatureHasher
from spectral_core.models.analysis_ranker.labels import ABSENT, EncodedText, TrainingLabels
from spectral_core.models.analysis_ranker.settings import RankerSettings
from spectral_core.models.analysis_ranker.statistics import (
    ContextKeys,
    CountedCorpus,
    FeatureMatrix,
    FeatureTemplates,
    LeaveOneOutFeatures,
    LogLinearWeights,
    add_context_counts,
    fit_weights,
    make_equal_weights,
)
from spectral_core.progress import Progress, Report, ignore_progress
from spectral_core.structured.analysis_ranker.log_linear import best_two_candidate_rows, log_softmax
from spectral_core.structured.hash_tables import CountTable

_TEMPLATE_SELECTION_WORDS = 3000  # words in the fit that selects feature templates
_FIRST_SELECTION_STEPS, _SELECTION_STEPS, _FINAL_STEPS = 8, 15, 60  # L-BFGS steps


@old_members(joined="merge")
@dataclass(frozen=True, slots=True, eq=False)
class ContextCounts:
    """Counts of label elements in each context: the sufficient statistics of the context ranker."""

    vocabulary: RankerVocabulary
    analyser_config: tuple[str, ...]  # name and data from which the analyser is restored
    training_labels: TrainingLabels
    count_table: CountTable
    __repr__ = brief_repr

    @classmethod
    def from_treebank(cls, treebank: Treebank, settings: RankerSettings, report: Report = ignore_progress) -> Self:
        """Encode and count a treebank."""
        report(Progress("opening the analyser", 0))
        with pause_gc():
            vocabulary, analyser_config = make_vocabulary(settings, treebank)
            return cls.from_text(vocabulary, analyser_config, vocabulary.encode_text(treebank, report), report)

    @classmethod
    def from_text(
        cls,
        vocabulary: RankerVocabulary,
        analyser_config: tuple[str, ...],
        text: EncodedText,
        report: Report = ignore_progress,
    ) -> Self:
        """Count the features of a text encoded with `vocabulary`."""
        feature_hasher, table = FeatureHasher(vocabulary), CountTable()
        add_context_counts(
            table, ContextKeys.from_text(feature_hasher, text), FeatureTemplates.make_all(feature_hasher.elements)
        )
        report(Progress("counting", len(text), len(text)))
        return cls(vocabulary, analyser_config, TrainingLabels.from_text(text), table)

    def merge(self, counts: ContextCounts) -> ContextCounts:
        """Return the sum of both counts, identical to counting the concatenated corpora."""
        scheme = self.vocabulary.scheme.to_text()
        if (scheme, self.analyser_config) != (counts.vocabulary.scheme.to_text(), counts.analyser_config):
            raise DataError(
                "these corpora were read with different analysers or label elements, so that their counts do not add "
                "up; set analyser and elements to what both should be read with"
            )
        vocabulary, table = restore_vocabulary(scheme, self.analyser_config), self.count_table.copy()
        training_labels = unpack_training_labels(
            vocabulary, pack_training_labels(self.vocabulary, self.training_labels)
        )
        training_labels.merge(
            unpack_training_labels(vocabulary, pack_training_labels(counts.vocabulary, counts.training_labels))
        )
        table.merge(counts.count_table)
        return ContextCounts(vocabulary, self.analyser_config, training_labels, table)


def make_ranker_from_counts(
    counts: ContextCounts, settings: RankerSettings, report: Report = ignore_progress
) -> ContextRanker:
    """Return the ranker with equal weights for all feature templates. Fitted weights need the sentences, not only their
    counts."""
    if settings.weights:
        raise SettingsError(
            "the weights of the context ranker are trained on sentences, not on counts; "
            "set weights to false, or train it on all sentences"
        )
    feature_hasher = FeatureHasher(counts.vocabulary)
    templates = FeatureTemplates.make_all(feature_hasher.elements)
    report(Progress("solve", 1, 1))
    uncertainty_threshold = UncertaintyThreshold(margin=TARGET_RECALL, recall=1.0, precision=0.0, flagged_share=1.0)
    return ContextRanker(
        settings,
        counts.analyser_config,
        counts.vocabulary,
        counts.training_labels,
        feature_hasher,
        templates,
        (make_equal_weights(templates),) * settings.passes,
        make_equal_weights(templates),
        uncertainty_threshold,
        counts.count_table,
    )


@dataclass(frozen=True, slots=True, eq=False)
class _ContextTrainer:
    """Trainer of the context ranker: settings, encoded text and counts shared by all training steps."""

    settings: RankerSettings
    feature_hasher: FeatureHasher
    text: EncodedText
    training_labels: TrainingLabels
    counted_corpus: CountedCorpus
    report: Report

    def sample_documents(self, words: int) -> EncodedText:
        """Return a random sample of whole documents with at least `words` words in total."""
        sizes = np.bincount(self.text.document, minlength=len(self.text.documents))
        order = np.random.default_rng(self.settings.seed).permutation(len(sizes))
        chosen = order[: int(np.searchsorted(np.cumsum(sizes[order]), words)) + 1]
        is_chosen = np.zeros(len(sizes), dtype=np.bool_)
        is_chosen[chosen] = True
        return self.text.select(self.text.find_sentences_in(is_chosen))

    def make_leave_one_out_features(
        self, text: EncodedText, templates: FeatureTemplates, stage: str
    ) -> LeaveOneOutFeatures:
        """Return the feature matrix of a text by leave-one-document-out: the words of each document are scored with the
        counts of all other documents."""
        words = self.training_labels.find_candidates(self.feature_hasher.vocabulary, text, leave_out=True)
        leave_one_out = LeaveOneOutFeatures(
            FeatureMatrix(self.feature_hasher, words, templates, self.settings.seed),
            text,
            self.feature_hasher,
            self.counted_corpus,
        )
        leave_one_out.fill_word_contexts(self.report, stage)
        return leave_one_out

    def select_templates(self, templates: FeatureTemplates) -> tuple[FeatureTemplates, LogLinearWeights]:
        """Select the feature templates with the largest effect on the scores, by a short fit of all; return them with
        their weights."""
        text = self.sample_documents(min(_TEMPLATE_SELECTION_WORDS, self.settings.words))
        leave_one_out = self.make_leave_one_out_features(text, templates, "choosing statistics of words")
        features = leave_one_out.features
        has_label_pass = self.settings.passes > 1
        fitted = fit_weights(
            features, self.settings.penalty, _FIRST_SELECTION_STEPS if has_label_pass else _SELECTION_STEPS
        )
        if has_label_pass:
            labels = features.labels_of_rows(fitted.weights.find_best_rows(features))
            leave_one_out.fill_label_contexts(labels, self.report, "choosing statistics of labels")
            fitted = fit_weights(features, self.settings.penalty, _SELECTION_STEPS, fitted.weights)
        best_templates = templates.select_best(fitted.importance, self.settings.pairs)
        return best_templates, LogLinearWeights(
            fitted.weights.template_weights[best_templates.mask.T[templates.mask.T]], fitted.weights.candidate_weights
        )


def train_context_ranker(
    treebank: Treebank, settings: RankerSettings, report: Report = ignore_progress
) -> ContextRanker:
    """Train the context ranker on a treebank. Weights are fitted by leave-one-document-out, so that nothing is held
    out."""
    report(Progress("opening the analyser", 0))
    with pause_gc():
        vocabulary, analyser_config = make_vocabulary(settings, treebank)
        return train_on_text(settings, vocabulary, analyser_config, vocabulary.encode_text(treebank, report), report)


def train_on_text(
    settings: RankerSettings,
    vocabulary: RankerVocabulary,
    analyser_config: tuple[str, ...],
    text: EncodedText,
    report: Report = ignore_progress,
) -> ContextRanker:
    """Train the context ranker on a text encoded with `vocabulary`."""
    if not settings.weights:
        return make_ranker_from_counts(
            ContextCounts.from_text(vocabulary, analyser_config, text, report), settings, report
        )
    feature_hasher = FeatureHasher(vocabulary)
    training = _ContextTrainer(
        settings,
        feature_hasher,
        text,
        TrainingLabels.from_text(text),
        CountedCorpus.from_text(feature_hasher, text),
        report,
    )
    templates = FeatureTemplates.make_all(feature_hasher.elements)
    start_weights = None
    if settings.pairs < int(templates.bounds[-1]):
        templates, start_weights = training.select_templates(templates)
    weights, confirmed_weights, uncertainty_threshold = _fit_pass_weights(training, templates, start_weights)
    table = CountTable()
    add_context_counts(table, training.counted_corpus.keys, templates)
    report(Progress("counting", len(text), len(text)))
    return ContextRanker(
        settings,
        analyser_config,
        feature_hasher.vocabulary,
        training.training_labels,
        feature_hasher,
        templates,
        weights,
        confirmed_weights,
        uncertainty_threshold,
        table,
    )


def _fit_pass_weights(
    training: _ContextTrainer, templates: FeatureTemplates, start_weights: LogLinearWeights | None
) -> tuple[tuple[LogLinearWeights, ...], LogLinearWeights, UncertaintyThreshold]:
    """Fit the weights of each pass, the weights used next to confirmed words, and the uncertainty threshold."""
    settings, report = training.settings, training.report
    text = training.sample_documents(settings.words)
    leave_one_out = training.make_leave_one_out_features(text, templates, "looking at words")
    features = leave_one_out.features
    weights: list[LogLinearWeights] = []
    labels: Indexes | None = None
    confirmed_weights = None
    for pass_number in range(1, settings.passes + 1):
        if labels is not None:
            leave_one_out.fill_label_contexts(labels, report, f"looking at labels, pass {pass_number}")
        fitted = fit_weights(features, settings.penalty, _FINAL_STEPS, weights[-1] if weights else start_weights)
        weights.append(fitted.weights)
        report(Progress(f"weights, pass {pass_number}", 1, 1, {"loss": fitted.loss}))
        labels = features.labels_of_rows(fitted.weights.find_best_rows(features))
        if pass_number == 1:
            first_labels = labels
    uncertainty_threshold = _fit_uncertainty_threshold(features, weights[-1].score(features))
    if settings.passes > 1:
        leave_one_out.fill_label_contexts(first_labels, report, "looking at confirmed labels", left_labels=text.gold)
        confirmed_weights = fit_weights(features, settings.penalty, _FINAL_STEPS, weights[1]).weights
    return tuple(weights), confirmed_weights or weights[0], uncertainty_threshold


def _fit_uncertainty_threshold(features: FeatureMatrix, scores: Floats) -> UncertaintyThreshold:
    """Fit the probability margin below which TARGET_RECALL of the correctable errors lie; return it with recall and
    precision."""
    words = features.words
    log_probabilities = log_softmax(words.first_row, scores)
    has_gold = words.gold_label != ABSENT
    sizes = np.diff(words.first_row)
    best, next_best = best_two_candidate_rows(words.first_row, scores, features.jitter)
    probabilities = np.append(np.exp(log_probabilities), 0.0)  # row -1, of a missing candidate, has probability 0
    best_probabilities, second_probabilities = probabilities[best], probabilities[next_best]
    is_wrong = ((best != words.gold) | (words.gold == ABSENT))[has_gold]
    is_correctable = ((sizes > 1) & (words.gold != ABSENT))[has_gold]  # the gold candidate is one of several
    margins = (best_probabilities - second_probabilities)[has_gold]
    if not is_wrong.any():
        return UncertaintyThreshold(0.0, 1.0, 0.0, 0.0)
    correctable_margins = margins[is_wrong & is_correctable]
    margin = (
        float(np.nextafter(np.quantile(correctable_margins, TARGET_RECALL, method="higher"), 2.0))
        if len(correctable_margins)
        else 0.0
    )
    is_flagged = (margins < margin) | (sizes == 0)[has_gold]
    precision = float(is_wrong[is_flagged].mean()) if is_flagged.any() else 0.0
    return UncertaintyThreshold(margin, float(is_flagged[is_wrong].mean()), precision, float(is_flagged.mean()))
