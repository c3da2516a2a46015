"""Regressions of Shah et al. 2010: weights by ridge regression, support vector regression or softmax, and the models
composed of them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import pairwise

import numpy as np

from spectral_core.arrays import Floats, Integers, Keys, NamedArrays, Singles
from spectral_core.maths import regression
from spectral_core.maths.isotonic_regression import Calibration, fit_isotonic, restore_calibration
from spectral_core.model import Arrays
from spectral_core.models.analysis_ranker.design_matrix import (
    FULL_COLUMN,
    LEMMA_COLUMN,
    TAG_COLUMN,
    WORD_COLUMN,
    CandidateGroups,
    HashedText,
    LabelCounts,
    RegressionDesign,
    RegressionFeatures,
    RegressionSpec,
    gold_label_keys,
    make_context_keys,
    make_regression_specs,
)
from spectral_core.models.analysis_ranker.document_vectors import DocumentVectors, make_document_vectors
from spectral_core.models.analysis_ranker.labels_and_candidates import ABSENT, EncodedText
from spectral_core.models.analysis_ranker.ranking import break_ties, find_best_rows
from spectral_core.models.analysis_ranker.settings import RankerSettings
from spectral_core.models.analysis_ranker.storage import read_floats, read_integers, read_keys
from spectral_core.models.analysis_ranker.vocabulary import RankerVocabulary
from spectral_core.progress import Progress, Report, ignore_progress

_MIN_SPREAD = 1e-6  # columns with a smaller standard deviation are ignored
_RIDGE_PENALTY = 1.0  # on columns of variance 1
_SVR_COST, _SVR_MARGIN = 1.0, 0.1  # usual values for support vector regression
_STEPS = 100
_MIN_SCALE = 1e-3  # lower bound of the scale of the weights
_CALIBRATION_FOLDS = 3  # cross-validation folds of words, for calibration
_MIN_CALIBRATION_WORDS = 60  # below this, no cross-validation
_MAX_CALIBRATION_ROWS = 40_000  # rows used for calibration
HELD_OUT_SHARE = 0.1  # share of documents used to fit the weights, left out of the counts
_BLOCK_SIZE = 1000  # words scored at a time
_STAGE = "weighing"
_MODELS_WITH_NEIGHBOUR_TAGS = ("two-pass", "cheat")


@dataclass(frozen=True, slots=True, eq=False)
class RegressionWeights:
    """Weights of the columns of a design matrix, and the calibration of the resulting scores."""

    weights: Floats  # (columns,) scaled so that the softmax of the sums fits best
    calibration: Calibration  # maps the softmax of a row to the probability that it is correct

    def scores(self, design: Singles) -> Floats:
        """Return (rows,) the weighted sum of the columns of each row."""
        return _compute_weighted_sums(design, self.weights)

    def probabilities(self, scores: Floats, firsts: Integers) -> Floats:
        """Return (rows,) the calibrated probability that each row is correct; the remainder to 1 is the probability
        that no row of the word is."""
        calibrated = self.calibration.apply(regression.softmax(scores, firsts))
        sums = np.bincount(np.repeat(np.arange(len(firsts) - 1), np.diff(firsts)), calibrated, len(firsts) - 1)
        normalised: Floats = calibrated / np.repeat(np.maximum(sums, 1.0), np.diff(firsts))
        return normalised

    def arrays(self, name: str) -> NamedArrays:
        """Return the weights and their calibration as arrays, with `name` in front of their keys."""
        calibration = {f"{name}.{part}": array for part, array in self.calibration.arrays().items()}
        return {f"{name}.weights": self.weights} | calibration

    @classmethod
    def from_arrays(cls, name: str, arrays: Arrays) -> RegressionWeights:
        """Restore the weights stored with `name` in front of their keys."""
        calibration_arrays = {
            key.removeprefix(f"{name}."): array for key, array in arrays.items() if key.startswith(f"{name}.")
        }
        return cls(read_floats(arrays, f"{name}.weights"), restore_calibration(calibration_arrays))


def fit_calibrated_weights(
    design: Singles, firsts: Integers, gold: Integers, learner: str, penalty: float
) -> RegressionWeights:
    """Fit the weights that separate each word's correct row from its others; `gold` is ABSENT where no row is correct.
    For the regressions, every row is an observation with target 1 if correct, else 0 (Shah et al. 2010, section 2); for
    the softmax, every word with a correct row is one. Probabilities are calibrated on cross-validated scores."""
    weights = _fit_scaled_weights(design, firsts, gold, learner, penalty)
    words = max(int(np.searchsorted(firsts, _MAX_CALIBRATION_ROWS, side="right")) - 1, 0)
    sample, bounds, sample_gold = design[: firsts[words]], firsts[: words + 1], gold[:words]
    is_gold = np.zeros(len(sample), dtype=np.bool_)
    is_gold[sample_gold[sample_gold != ABSENT]] = True
    if not len(sample):
        return RegressionWeights(weights, fit_isotonic([0.0], [False]))
    if words < _MIN_CALIBRATION_WORDS:
        return RegressionWeights(
            weights, fit_isotonic(regression.softmax(_compute_weighted_sums(sample, weights), bounds), is_gold)
        )
    probabilities: list[Floats] = []
    for low, high in pairwise(np.linspace(0, words, _CALIBRATION_FOLDS + 1).astype(np.int64).tolist()):
        fold_weights = _fit_scaled_weights(*_leave_words_out(sample, bounds, sample_gold, low, high), learner, penalty)
        rows = sample[bounds[low] : bounds[high]]
        probabilities.append(
            regression.softmax(_compute_weighted_sums(rows, fold_weights), bounds[low : high + 1] - bounds[low])
        )
    return RegressionWeights(weights, fit_isotonic(np.concatenate(probabilities), is_gold))


def _leave_words_out(
    design: Singles, firsts: Integers, gold: Integers, low: int, high: int
) -> tuple[Singles, Integers, Integers]:
    """Return the rows of all words except those from `low` to `high`, for cross-validation."""
    first, last = int(firsts[low]), int(firsts[high])
    later_gold = gold[high:]
    return (
        np.concatenate((design[:first], design[last:])),
        np.concatenate((firsts[: low + 1], firsts[high + 1 :] - (last - first))),
        np.concatenate((gold[:low], np.where(later_gold != ABSENT, later_gold - (last - first), ABSENT))),
    )


def _fit_scaled_weights(design: Singles, firsts: Integers, gold: Integers, learner: str, penalty: float) -> Floats:
    """Return (columns,) weights, scaled to maximise the likelihood of the softmax over the rows of a word."""
    learnable_rows, learnable_firsts, learnable_gold = regression.select_decided_choices(firsts, gold)
    if not len(learnable_gold):
        return np.zeros(design.shape[1])
    rows: Singles = design[learnable_rows]
    if learner == "softmax":
        spread = regression.compute_within_decision_spread(design, firsts)
        scale = np.where(spread > _MIN_SPREAD, spread + regression.SPREAD_FLOOR, np.inf)
        rows /= scale.astype(np.float32)
        return regression.fit_conditional_logit(rows, learnable_firsts, learnable_gold, penalty, _STEPS).weights / scale
    spread = design.std(axis=0, dtype=np.float64)
    scale = np.where(spread > _MIN_SPREAD, spread, np.inf)
    targets = np.zeros(len(design))
    targets[gold[gold != ABSENT]] = 1.0
    scaled = design / scale
    solution = (
        regression.fit_ridge(scaled, targets, _RIDGE_PENALTY)
        if learner == "ridge"
        else regression.fit_support_vector_regression(scaled, targets, _SVR_COST, _SVR_MARGIN, tolerance=1e-6)
    )
    weights = solution.weights / scale
    sums: Floats = np.asarray(rows @ weights, dtype=np.float64)[:, None]
    sharpness = regression.fit_conditional_logit(sums, learnable_firsts, learnable_gold, 1e-6).weights
    return weights * max(float(sharpness[0]), _MIN_SCALE)


def _compute_weighted_sums(design: Singles, weights: Floats) -> Floats:
    """Return (rows,) the weighted sums of the columns: exactly equal for equal rows, unlike those of a matrix
    product."""
    sums: Floats = np.einsum("ij,j->i", design, weights.astype(np.float32)).astype(np.float64)
    return sums


@dataclass(frozen=True, slots=True, eq=False)
class RegressionModel:
    """Ranking model of one or more regressions on the same counts."""

    settings: RankerSettings
    features: RegressionFeatures
    specs: tuple[RegressionSpec, ...]
    weights: tuple[RegressionWeights, ...]
    joint_calibration: Calibration | None = None  # of the product of two regressions

    def scores(
        self, vocabulary: RankerVocabulary, hashed_text: HashedText, confirmed: Keys | None = None
    ) -> tuple[Floats, Floats]:
        """Return (rows,) ranking scores without ties, and probabilities. For the model `ind` both are products over the
        regressions of lemma and tag (Shah et al. 2010, section 4.1.3). Rows that no regression distinguishes share a
        probability. `confirmed` holds hashes of the tags of confirmed words, 0 elsewhere."""
        regression_scores = self.score_each_regression(vocabulary, hashed_text, confirmed)
        scores, probabilities = regression_scores[-1]
        if self.settings.model == "ind":
            scores = regression_scores[0][0] + regression_scores[1][0]  # calibrated scores have ties
            probabilities = regression.softmax(scores, hashed_text.words.first_row)
            probabilities = (
                probabilities if self.joint_calibration is None else self.joint_calibration.apply(probabilities)
            )
        elif self.specs[-1].target_column != FULL_COLUMN:
            groups = CandidateGroups.from_text(hashed_text, self.specs[-1].target_column).row_groups
            probabilities = probabilities / np.bincount(groups)[groups]
        return break_ties(scores, hashed_text.label_keys[:, FULL_COLUMN], self.settings.seed), probabilities

    def score_each_regression(
        self, vocabulary: RankerVocabulary, hashed_text: HashedText, confirmed: Keys | None = None
    ) -> list[tuple[Floats, Floats]]:
        """Return (rows,) scores and probabilities by each regression; equal for rows that it does not distinguish."""
        return [
            _score_design(design, weights)
            for design, weights in zip(self.make_designs(vocabulary, hashed_text, confirmed), self.weights, strict=True)
        ]

    def make_designs(
        self, vocabulary: RankerVocabulary, hashed_text: HashedText, confirmed: Keys | None = None
    ) -> list[RegressionDesign]:
        """Return the design of each regression on a text; two-pass models use the tags that the first regression
        predicts."""
        designs: list[RegressionDesign] = []
        for spec in self.specs:
            tags = None
            if spec.uses_neighbour_tags:
                tags = predict_tags(hashed_text, _score_design(designs[0], self.weights[0])[0], self.settings)
                tags = tags if confirmed is None else np.where(confirmed != 0, confirmed, tags)
            designs.append(self.features.make_design(vocabulary, hashed_text, spec, tags))
        return designs

    def arrays(self) -> NamedArrays:
        """Return the counts, document vectors, weights and calibration as arrays."""
        keys, counts = self.features.counts.table.items()
        arrays: NamedArrays = {"count.keys": keys, "count.times": counts}
        if self.features.document_vectors is not None:
            arrays |= self.features.document_vectors.arrays()
        for index, weights in enumerate(self.weights):
            arrays |= weights.arrays(f"part{index}")
        joint = {} if self.joint_calibration is None else self.joint_calibration.arrays()
        return arrays | {f"joint.{name}": array for name, array in joint.items()}

    @classmethod
    def from_arrays(cls, settings: RankerSettings, elements: tuple[str, ...], arrays: Arrays) -> RegressionModel:
        """Restore a model over these label elements; ValueError if the arrays do not fit its regressions."""
        from spectral_core.structured.hash_tables import CountTable

        table = CountTable.from_counts(read_keys(arrays, "count.keys"), read_integers(arrays, "count.times"))
        features = RegressionFeatures(LabelCounts(table), DocumentVectors.from_arrays(arrays), settings.statistic)
        specs = make_regression_specs(settings, elements)
        weights = tuple(RegressionWeights.from_arrays(f"part{index}", arrays) for index in range(len(specs)))
        if any(
            len(column_weights.weights) != features.column_count(spec)
            for column_weights, spec in zip(weights, specs, strict=True)
        ):
            raise ValueError("the weights do not fit the columns of the regressions")
        joint = {name.removeprefix("joint."): array for name, array in arrays.items() if name.startswith("joint.")}
        return cls(settings, features, specs, weights, restore_calibration(joint) if joint else None)


def count_regression_features(
    settings: RankerSettings, vocabulary: RankerVocabulary, text: EncodedText
) -> RegressionFeatures:
    """Count the gold labels of a text: the first training stage (Shah et al. 2010, algorithm 1, on D1)."""
    counts = LabelCounts.empty()
    has_gold, labels = gold_label_keys(vocabulary, text)
    contexts = make_context_keys(vocabulary, text)
    counts.add(contexts[has_gold], labels)
    if settings.model in _MODELS_WITH_NEIGHBOUR_TAGS:
        counts.add_in_tag_contexts(text, contexts[:, WORD_COLUMN], has_gold, labels)
    lemmas = np.zeros(len(text), dtype=np.uint64)
    lemmas[has_gold] = labels[:, LEMMA_COLUMN]
    return RegressionFeatures(
        counts, make_document_vectors(vocabulary, text, lemmas) if settings.documents else None, settings.statistic
    )


def fit_regressions(
    settings: RankerSettings,
    vocabulary: RankerVocabulary,
    features: RegressionFeatures,
    hashed_text: HashedText,
    report: Report = ignore_progress,
) -> RegressionModel:
    """Fit the weights on the gold labels of other documents than those counted: the second training stage (Shah et al.
    2010, algorithm 1, on D2). As in new text, the documents must not be a source of their own candidates."""
    specs = make_regression_specs(settings, vocabulary.scheme.element_names)
    weights: list[RegressionWeights] = []
    scores = np.zeros(0)
    for done, spec in enumerate(specs):
        report(Progress(_STAGE, done, len(specs)))
        design = features.make_design(
            vocabulary,
            hashed_text,
            spec,
            predict_tags(hashed_text, scores, settings) if spec.uses_neighbour_tags else None,
        )
        groups = design.groups
        weights.append(
            fit_calibrated_weights(
                design.make_matrix(), groups.first_groups, groups.gold, settings.learner, settings.penalty
            )
        )
        if any(spec.uses_neighbour_tags for spec in specs[done + 1 :]):
            scores, _ = _score_design(design, weights[-1])
    report(Progress(_STAGE, len(specs), len(specs)))
    model = RegressionModel(settings, features, specs, tuple(weights))
    if settings.model != "ind" or not len(hashed_text.label_keys):
        return model
    _, probabilities = model.scores(vocabulary, hashed_text)
    is_gold = np.zeros(len(probabilities), dtype=np.bool_)
    is_gold[hashed_text.words.gold[hashed_text.words.gold != ABSENT]] = True
    return replace(model, joint_calibration=fit_isotonic(probabilities, is_gold))


def split_by_document(text: EncodedText, share: float, seed: int) -> tuple[EncodedText, EncodedText]:
    """Split a text at random into two parts of whole documents; the second has a share of `share`, and at least one
    document of two or more."""
    documents = np.unique(text.document)
    order = np.random.default_rng(seed).permutation(documents)
    size = min(max(round(share * len(documents)), 1), len(documents) - 1) if len(documents) > 1 else 0
    is_held_out = np.zeros(len(text.documents), dtype=np.bool_)
    is_held_out[order[:size]] = True
    return text.select(text.find_sentences_of_documents(~is_held_out)), text.select(
        text.find_sentences_of_documents(is_held_out)
    )


def predict_tags(hashed_text: HashedText, scores: Floats, settings: RankerSettings) -> Keys:
    """Return (words,) hashes of the tags of the best-scoring rows, 0 for words without rows; for the oracle model
    `cheat`, of the gold tags."""
    best = find_best_rows(
        break_ties(scores, hashed_text.label_keys[:, FULL_COLUMN], settings.seed), hashed_text.words.first_row
    )
    predicted = np.zeros(len(hashed_text.text), dtype=np.uint64)
    predicted[best != ABSENT] = hashed_text.label_keys[best[best != ABSENT], TAG_COLUMN]
    return (
        np.where(hashed_text.gold_keys[:, TAG_COLUMN] != 0, hashed_text.gold_keys[:, TAG_COLUMN], predicted)
        if settings.model == "cheat"
        else predicted
    )


def _score_design(design: RegressionDesign, weights: RegressionWeights) -> tuple[Floats, Floats]:
    """Return (rows,) scores and probabilities by one regression."""
    groups = design.groups
    blocks = (
        weights.scores(design.make_matrix(low, low + _BLOCK_SIZE))
        for low in range(0, len(design.context_keys), _BLOCK_SIZE)
    )
    scores = np.concatenate([np.zeros(0), *blocks])
    return scores[groups.row_groups], weights.probabilities(scores, groups.first_groups)[groups.row_groups]
