"""Training of the context ranker: feature counts, selection of feature templates, and log-linear weights fitted by
leave-one-document-out."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from spectral_core.arrays import Floats, Indexes, Integers, Singles
from spectral_core.data import Treebank
from spectral_core.errors import SettingsError
from spectral_core.maths.regression import Minimum, minimise_lbfgs
from spectral_core.models.analysis_ranker.context_counts import (
    ContextCounts,
    CountedCorpus,
    add_context_counts,
)
from spectral_core.models.analysis_ranker.context_features import (
    CANDIDATE_FEATURES,
    UNKNOWN,
    UNKNOWN_WEIGHT,
    ContextFeatureMatrix,
    FeatureTemplates,
    LeaveOneOutFeatures,
    LogLinearWeights,
    make_equal_weights,
)
from spectral_core.models.analysis_ranker.context_ranker import TARGET_RECALL, ContextRanker, UncertaintyThreshold
from spectral_core.models.analysis_ranker.feature_hashes import FeatureHasher
from spectral_core.models.analysis_ranker.labels_and_candidates import ABSENT, EncodedText, TrainingLabels
from spectral_core.models.analysis_ranker.settings import RankerSettings
from spectral_core.models.analysis_ranker.vocabulary import (
    RankerVocabulary,
    has_readings,
    make_vocabulary,
    pause_gc,
)
from spectral_core.progress import Progress, Report, ignore_progress
from spectral_core.structured.analysis_ranker.log_linear import (
    WeightedGoldWords,
    best_two_candidate_rows,
    design_matrix,
    log_softmax,
    negative_log_likelihood,
    within_word_deviations,
)
from spectral_core.structured.hash_tables import CountTable

_TEMPLATE_SELECTION_WORDS = 3000  # words in the fit that selects feature templates
_FIRST_SELECTION_STEPS, _SELECTION_STEPS, _FINAL_STEPS = 8, 15, 60  # L-BFGS steps
MIN_GAIN = 3e-4  # relative gain below which the optimiser stops, as rankings no longer improve
_TOLERANCE = 1e-6  # largest gradient at which the optimiser stops
_MAX_PRECONDITIONED = 600  # above this many weights, the optimiser is not preconditioned
_HESSIAN_WORDS = 1000  # words used to estimate curvature
_CLEAR_LOG_PROBABILITY, _CLEAR_INTERVAL = -0.1, 4  # unambiguous words are subsampled, one in four
_SMALLEST_SPREAD = 1e-3  # added to each standard deviation, so that nearly constant columns are not scaled up
_UNFITTED_MARGIN = 0.95  # margin of a ranker from counts alone, which flags nearly all words
Objective = Callable[[Floats], tuple[float, Floats]]


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
    uncertainty_threshold = UncertaintyThreshold(_UNFITTED_MARGIN)
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
        return self.text.select(self.text.find_sentences_of_documents(is_chosen))

    def make_leave_one_out_features(
        self, text: EncodedText, templates: FeatureTemplates, stage: str
    ) -> LeaveOneOutFeatures:
        """Return the feature matrix of a text by leave-one-document-out: the words of each document are scored with the
        counts of all other documents."""
        words = self.training_labels.find_candidates(self.feature_hasher.vocabulary, text, leave_out=True)
        leave_one_out = LeaveOneOutFeatures(
            ContextFeatureMatrix(self.feature_hasher, words, templates, self.settings.seed),
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
    out. Sentences without readings are left out."""
    report(Progress("opening the analyser", 0))
    with pause_gc():
        annotated = Treebank.of(sentence for sentence in treebank if has_readings(sentence)) or treebank
        vocabulary, analyser_config = make_vocabulary(settings, annotated)
        return train_on_text(settings, vocabulary, analyser_config, vocabulary.encode_text(annotated, report), report)


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
    uncertainty_threshold = fit_uncertainty_threshold(features, weights[-1].score(features))
    if settings.passes > 1:
        leave_one_out.fill_label_contexts(first_labels, report, "looking at confirmed labels", left_labels=text.gold)
        confirmed_weights = fit_weights(features, settings.penalty, _FINAL_STEPS, weights[1]).weights
    return tuple(weights), confirmed_weights or weights[0], uncertainty_threshold


def fit_uncertainty_threshold(features: ContextFeatureMatrix, scores: Floats) -> UncertaintyThreshold:
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


@dataclass(frozen=True, slots=True, eq=False)
class FittedWeights:
    """Fitted weights, the effect of each on the scores, and the state in which the optimiser stopped."""

    weights: LogLinearWeights
    importance: Floats  # of each of `weights.template_weights`
    loss: float
    max_gradient: float


def select_learnable_words(features: ContextFeatureMatrix) -> Integers:
    """Return the words that are informative for training: the gold label is one of several candidates, and names a
    word if a dictionary does."""
    has_choice = (features.words.gold >= 0) & (np.diff(features.words.first_row) > 1)
    has_choice[has_choice] = features.row_features[features.words.gold[has_choice], UNKNOWN] == 0.0
    return np.flatnonzero(has_choice)


def fit_weights(
    features: ContextFeatureMatrix,
    penalty: float,
    steps: int,
    start: LogLinearWeights | None = None,
    min_gain: float = MIN_GAIN,
) -> FittedWeights:
    """Fit log-linear weights that minimise the mean negative log-likelihood of the gold candidates with an L2 penalty
    (L-BFGS). The penalty, `penalty` / 2 x squares, applies to the weights of standardised features, divided by their
    within-word standard deviation."""
    words, word_weights = _subsample_words(features, select_learnable_words(features), start)
    size, row_feature_count = int(features.templates.bounds[-1]), len(CANDIDATE_FEATURES)
    if not len(words):
        return FittedWeights(make_equal_weights(features.templates), np.zeros(size), 0.0, 0.0)
    total_weight = float(word_weights.sum())
    spread = np.ones(size + row_feature_count)
    spread[:size] = (
        within_word_deviations(size, features.templates.bounds, words, features.words.first_row, features.cells)
        + _SMALLEST_SPREAD
    )

    gold_words = WeightedGoldWords(words, word_weights, features.words.gold)

    def objective(scaled: Floats) -> tuple[float, Floats]:
        """Return the penalised loss of standardised weights, and its gradient."""
        weights = scaled / spread
        gradient = np.zeros(size + row_feature_count)
        total = negative_log_likelihood(
            weights[:size], features.templates.bounds, weights[size:], gold_words, features.words.first_row,
            features.row_features, features.cells, gradient[:size], gradient[size:],
        )  # fmt: skip
        slope: Floats = gradient / spread / total_weight + penalty * scaled
        return total / total_weight + 0.5 * penalty * float(scaled @ scaled), slope

    start_point = (
        np.zeros(size + row_feature_count)
        if start is None
        else np.concatenate((start.template_weights, start.candidate_weights)) * spread
    )
    if start is not None and size <= _MAX_PRECONDITIONED:
        hessian = _estimate_hessian(features, words, word_weights, start, spread, penalty)
        optimum = _minimise_preconditioned(hessian, objective, start_point, steps, min_gain)
    else:
        optimum = minimise_lbfgs(objective, start_point, steps, _TOLERANCE, min_gain)
    weights = LogLinearWeights(optimum.point[:size] / spread[:size], optimum.point[size:] / spread[size:])
    weights.candidate_weights[UNKNOWN] = UNKNOWN_WEIGHT
    return FittedWeights(weights, np.abs(optimum.point[:size]), optimum.value, optimum.max_gradient)


def _subsample_words(
    features: ContextFeatureMatrix, words: Integers, start: LogLinearWeights | None
) -> tuple[Integers, Singles]:
    """Return the words used in the fit and their sampling weights; words that `start` already classifies with high
    probability are subsampled."""
    if start is None:
        return words, np.ones(len(words), dtype=np.float32)
    logs = log_softmax(features.words.first_row, start.score(features))[features.words.gold[words]]
    is_clear = logs > _CLEAR_LOG_PROBABILITY
    is_kept = ~is_clear
    is_kept[np.flatnonzero(is_clear)[::_CLEAR_INTERVAL]] = True
    times = np.where(is_clear, np.float32(is_clear.sum() / max(1, (is_clear & is_kept).sum())), np.float32(1.0))
    return words[is_kept], times[is_kept].astype(np.float32)


def _estimate_hessian(
    features: ContextFeatureMatrix,
    words: Integers,
    word_weights: Singles,
    weights: LogLinearWeights,
    spread: Floats,
    penalty: float,
) -> Floats:
    """Return (weights, weights) the Hessian of the objective of `fit_weights`, estimated on a sample of words."""
    step = max(1, len(words) // _HESSIAN_WORDS)
    sample = words[::step]
    size = len(weights.template_weights)
    design, rows = design_matrix(
        size, features.templates.bounds, sample, features.words.first_row, features.row_features, features.cells
    )
    design /= spread.astype(np.float32)
    sizes = np.diff(features.words.first_row)[sample]
    firsts = np.concatenate(([0], np.cumsum(sizes)))
    probabilities = np.exp(log_softmax(firsts, weights.score(features)[rows])).astype(np.float32)[:, None]
    means = np.add.reduceat(design * probabilities, firsts[:-1], axis=0)
    design -= np.repeat(means, sizes, axis=0)
    design *= np.sqrt(probabilities * np.repeat(word_weights[::step], sizes)[:, None])
    hessian: Floats = (design.T @ design).astype(np.float64) / float(word_weights[::step].sum())
    hessian[np.diag_indices_from(hessian)] += penalty
    return hessian


def _minimise_preconditioned(
    hessian: Floats, objective: Objective, start_point: Floats, steps: int, min_gain: float
) -> Minimum:
    """Minimise in coordinates whitened by the Hessian, in which the first step is Newton's."""
    value, slope = objective(start_point)
    root = np.linalg.inv(np.linalg.cholesky(hessian))
    turned_slope = root @ slope
    basis = root.T * max(float(np.sqrt(turned_slope @ turned_slope)), 1e-6)

    def evaluate(offset: Floats) -> tuple[float, Floats]:
        """Return the objective and its gradient in whitened coordinates."""
        if not offset.any():
            return value, basis.T @ slope
        new_value, new_slope = objective(start_point + basis @ offset)
        return new_value, basis.T @ new_slope

    optimum = minimise_lbfgs(evaluate, np.zeros(len(start_point)), steps, _TOLERANCE, min_gain)
    return Minimum(start_point + basis @ optimum.point, optimum.value, optimum.max_gradient, optimum.steps)
