"""Re-rankers of dependency trees, with phrase grammars as additional scorers."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar, Protocol, Self, runtime_checkable

import numpy as np

from spectral_core.arrays import Floats, NamedArrays
from spectral_core.brief import brief_repr
from spectral_core.data import EMPTY, UNCONSTRAINED, Analysis, BestFirst, Constraints, Ranked, Sentence, Treebank
from spectral_core.data.head_rules import with_tree_from_heads
from spectral_core.data.readings import fill_readings
from spectral_core.deprecated import old_members
from spectral_core.errors import SettingsError
from spectral_core.maths import isotonic_regression
from spectral_core.maths.isotonic_regression import Calibration
from spectral_core.model import (
    ArcPosteriors,
    ArcScorer,
    Arrays,
    Contribution,
    KeepsText,
    LogScore,
    Model,
    Settings,
    Tagger,
    TreeScorer,
    Value,
    add_header,
    add_prefix,
    select_part,
    split_header,
)
from spectral_core.models.latent_pcfg import LatentPcfg, score_dependency_trees
from spectral_core.models.parsing.auxiliary_models import Companions, calibrate_arcs
from spectral_core.models.parsing.labeller import rank_labelled_trees
from spectral_core.models.parsing.training_sentences import has_tree
from spectral_core.models.reranker.features import FEATURE_TITLES, WEIGHT_COUNT
from spectral_core.models.reranker.kbest_lists import (
    WHOLE_TREE_WEIGHT,
    TreeList,
    average_arc_posteriors,
    interpolate_posteriors,
    make_tree_list,
    score_whole_trees,
    sum_log_posteriors,
    sum_scorer_scores,
)
from spectral_core.models.reranker.settings import BASE_METHODS, RerankerSettings
from spectral_core.structured import eisner

GRAMMAR = "latent-pcfg"
_BASE_TITLE = "base parser"
_MIXTURE_TITLE = "posteriors mixed in"
_WHOLE_TREE_TITLE = "whole tree, by the base parser"


@dataclass(frozen=True, slots=True, eq=False)
class PhraseGrammarScorer:
    """Scores dependency trees by a latent PCFG over the phrases that words project with their modifiers."""

    grammar: LatentPcfg
    column: str  # column of the tags
    __repr__ = brief_repr

    def tree_scores(self, sentences: Sequence[Sentence]) -> list[LogScore]:
        """Return the log score of each sentence with its dependency tree."""
        return score_dependency_trees(self.grammar, sentences, self.column)


def derive_phrases(treebank: Treebank, column: str) -> Treebank:
    """Return the sentences that have dependency trees, with phrases derived from these."""
    return Treebank.of(with_tree_from_heads(sentence, column) for sentence in treebank if has_tree(sentence, column))


def as_tree_scorer(model: Model, column: str) -> TreeScorer:
    """Return the model as a scorer of dependency trees; SettingsError if it cannot score them."""
    if isinstance(model, LatentPcfg):
        return PhraseGrammarScorer(model, column)
    if not isinstance(model, TreeScorer):
        message = f"reranker: models of {model.method} give no scores to dependency trees; set scorers to tree-hmm"
        raise SettingsError(message)
    return model


def unwrap_scorer(scorer: TreeScorer) -> Model:
    """Return the model inside a scorer, as its method restores it."""
    model = scorer.grammar if isinstance(scorer, PhraseGrammarScorer) else scorer
    assert isinstance(model, Model)
    return model


def _drop_text(scorer: TreeScorer) -> TreeScorer:
    """Return a scorer around the same model without its training sentences."""
    if isinstance(scorer, PhraseGrammarScorer):
        return replace(scorer, grammar=scorer.grammar.without_text())
    return scorer.without_text() if isinstance(scorer, KeepsText) else scorer


@runtime_checkable
class BaseParser(Protocol):
    """Dependency parser with every interface that the re-ranker forwards."""

    @property
    def companions(self) -> Companions: ...
    @property
    def tagger(self) -> Tagger | None: ...
    def add_tags(self, sentence: Sentence) -> Sentence: ...
    def parse_with_posteriors(
        self, sentence: Sentence, k: int = 1, constraints: Constraints = UNCONSTRAINED
    ) -> tuple[BestFirst[Sentence], ArcPosteriors, Floats | None]: ...
    def posteriors(self, sentence: Sentence, constraints: Constraints = UNCONSTRAINED) -> ArcPosteriors: ...
    def probabilities(self, sentence: Sentence, constraints: Constraints = UNCONSTRAINED) -> Floats | None: ...
    def relations(self, sentence: Sentence, heads: Sequence[int | None]) -> list[list[Ranked[str]]]: ...


def require_base_parser(model: Model) -> BaseParser:
    """Return the model as a base parser; SettingsError if it is not one."""
    if not isinstance(model, BaseParser):
        raise SettingsError(f"reranker: a model of {model.method} cannot be re-ranked; set base to {BASE_METHODS[0]}")
    return model


@old_members(tagged="add_tags", propose="parse_with_posteriors")
@dataclass(frozen=True, slots=True, eq=False)
class Reranker:
    """Re-ranker of the k best trees of its base parser."""

    method: ClassVar[str] = "reranker"
    settings: RerankerSettings
    base: BaseParser
    scorers: tuple[TreeScorer, ...]
    weights: Floats  # (WEIGHT_COUNT,) feature weights
    scorer_weight: float  # weight of the summed log scores of other models
    interpolation_weight: float = 0.0  # interpolation weight of other models' arc posteriors
    calibration: Calibration | None = None  # of interpolated posteriors
    __repr__ = brief_repr

    @property
    def tagger(self) -> Tagger | None:
        """Tagger of the base parser; None if that was trained without one."""
        return self.base.tagger

    @property
    def has_text(self) -> bool:
        """Whether a model inside has its training sentences."""
        return any(isinstance(model, KeepsText) and model.has_text for model in self._list_components())

    def without_text(self) -> Self:
        """Return the same re-ranker around models without their training sentences."""
        base = self.base.without_text() if isinstance(self.base, KeepsText) else self.base
        return replace(self, base=base, scorers=tuple(map(_drop_text, self.scorers)))

    def _list_components(self) -> list[object]:
        """Return the models inside."""
        return [self.base, *map(unwrap_scorer, self.scorers)]

    def add_tags(self, sentence: Sentence) -> Sentence:
        """Return the sentence with the tags of the base parser's tagger."""
        return self.base.add_tags(sentence)

    def relations(self, sentence: Sentence, heads: Sequence[int | None]) -> list[list[Ranked[str]]]:
        """Return for each word the relations to its head, by log posterior, from the labeller of the base parser."""
        return self.base.relations(sentence, heads)

    def posteriors(self, sentence: Sentence, constraints: Constraints = UNCONSTRAINED) -> ArcPosteriors:
        """Return the arc posteriors of the base parser, interpolated with those of other models."""
        base_posteriors = self.base.posteriors(sentence, constraints)
        return (
            self._mix_posteriors(sentence, base_posteriors, constraints)
            if self.interpolation_weight
            else base_posteriors
        )

    def probabilities(self, sentence: Sentence, constraints: Constraints = UNCONSTRAINED) -> Floats | None:
        """Return the calibrated probability that each arc is correct, by the calibration of the base parser or of the
        interpolation; None without calibration."""
        if not self.interpolation_weight:
            return self.base.probabilities(sentence, constraints)
        return self._calibrate(self.posteriors(sentence, constraints))

    def _mix_posteriors(
        self, sentence: Sentence, base_posteriors: ArcPosteriors, constraints: Constraints
    ) -> eisner.Posteriors:
        """Interpolate the arc posteriors of the base parser with those of the other models."""
        arc_scorers = [scorer for scorer in self.scorers if isinstance(scorer, ArcScorer)]
        lacks_tags = EMPTY in sentence.column(self.settings.column) and self.tagger is not None
        tagged = self._fill_tags(sentence) if lacks_tags else sentence
        return interpolate_posteriors(
            base_posteriors.head_distributions(),
            average_arc_posteriors(arc_scorers, tagged, constraints),
            self.interpolation_weight,
        )

    def _fill_tags(self, sentence: Sentence) -> Sentence:
        """Return the sentence with tags of the base parser's tagger for the words without one; given tags stay."""
        tagged = self.add_tags(sentence)
        tags = zip(tagged.upos, tagged.xpos, strict=True)
        return fill_readings(sentence, [Analysis(upos=upos, xpos=xpos) for upos, xpos in tags], ("upos", "xpos"))

    def _calibrate(self, posteriors: ArcPosteriors) -> Floats | None:
        return None if self.calibration is None else calibrate_arcs(self.calibration, posteriors)

    def parse_with_posteriors(
        self, sentence: Sentence, k: int = 1, constraints: Constraints = UNCONSTRAINED
    ) -> tuple[BestFirst[Sentence], ArcPosteriors, Floats | None]:
        """Return the `k` best parses and the arc posteriors they were ranked by, from the base parser or the
        interpolation."""
        candidate_count = max(k, self.settings.candidates)
        if not self.interpolation_weight or not sentence.forms:
            trees, posteriors, probabilities = self.base.parse_with_posteriors(sentence, candidate_count, constraints)
            return BestFirst(self._rerank(trees, posteriors, constraints)[:k]), posteriors, probabilities
        mixture = self._mix_posteriors(sentence, self.base.posteriors(sentence, constraints), constraints)
        locks = eisner.Locks.from_constraints(constraints, sentence.forms)
        trees = rank_labelled_trees(
            sentence,
            eisner.k_best_trees(mixture.arcs, locks, candidate_count),
            self.base.companions.labeller,
            constraints,
        )
        return BestFirst(self._rerank(trees, mixture, constraints)[:k]), mixture, self._calibrate(mixture)

    def parse(self, sentence: Sentence, k: int = 1, constraints: Constraints = UNCONSTRAINED) -> BestFirst[Sentence]:
        """Return up to `k` different trees under the locks, best first, re-ranked from the base parser's k-best list.
        The score is the summed log normalised arc posteriors, plus the scores of features and other models."""
        return self.parse_with_posteriors(sentence, k, constraints)[0]

    def _rerank(
        self, trees: Sequence[Ranked[Sentence]], posteriors: ArcPosteriors, constraints: Constraints
    ) -> BestFirst[Sentence]:
        """Reorder trees by the sum of base scores, feature scores and scorer scores."""
        if not trees or not len(trees[0].value):
            return BestFirst(trees)
        tree_list = self._make_scored_tree_list(trees, posteriors, constraints)
        scores = tree_list.scores(self.weights, self.scorer_weight)
        order = np.argsort(-scores, kind="stable").tolist()
        return BestFirst([Ranked(tree_list.trees[index], float(scores[index])) for index in order])

    def _make_scored_tree_list(
        self, trees: Sequence[Ranked[Sentence]], posteriors: ArcPosteriors, constraints: Constraints
    ) -> TreeList:
        """Make a k-best list with the scores of the other models and of whole trees, if these have a weight."""
        settings = self.settings
        scorers = self.scorers if self.scorer_weight else ()
        candidates = make_tree_list(trees, posteriors, settings.column, settings.features, scorers)
        if not self.scorer_weight:
            return candidates
        locks = eisner.Locks.from_constraints(constraints, trees[0].value.forms)
        return replace(candidates, whole_tree_scores=score_whole_trees(self.base, candidates.trees, locks))

    def explain_trees(
        self, trees: Sequence[Sentence], constraints: Constraints = UNCONSTRAINED
    ) -> list[tuple[Contribution, ...]]:
        """Return for each tree the contributions to its score relative to the first, largest first; all trees are over
        the same words."""
        if not trees or not len(trees[0]):
            return [()] * len(trees)
        base_posteriors = self.base.posteriors(trees[0], constraints)
        posteriors = (
            self._mix_posteriors(trees[0], base_posteriors, constraints)
            if self.interpolation_weight
            else base_posteriors
        )
        tree_list = self._make_scored_tree_list([Ranked(tree, 0.0) for tree in trees], posteriors, constraints)
        size = len(trees)
        features = tree_list.features
        kind_scores = np.zeros((size, len(FEATURE_TITLES)))
        np.add.at(kind_scores, (features.trees, features.kinds), self.weights[features.weight_indexes])
        logs = sum_log_posteriors(base_posteriors, np.array([tree.heads for tree in trees], dtype=np.int64))
        parts: list[tuple[str, Floats]] = [(_BASE_TITLE, logs), (_MIXTURE_TITLE, tree_list.base_scores - logs)]
        parts += [(title, kind_scores[:, number]) for number, title in enumerate(FEATURE_TITLES)]
        if self.scorer_weight:
            parts.append(
                (
                    _WHOLE_TREE_TITLE,
                    np.zeros(size)
                    if tree_list.whole_tree_scores is None
                    else WHOLE_TREE_WEIGHT * tree_list.whole_tree_scores,
                )
            )
            for scorer in self.scorers:
                parts.append((unwrap_scorer(scorer).method, self.scorer_weight * sum_scorer_scores(trees, [scorer])))
        explanations = []
        for tree_index in range(size):
            values = [Contribution(name, "", float(column[tree_index] - column[0])) for name, column in parts]
            explanations.append(
                tuple(
                    sorted(
                        (contribution for contribution in values if contribution.value),
                        key=lambda contribution: -abs(contribution.value),
                    )
                )
            )
        return explanations

    def arrays(self) -> NamedArrays:
        nonzero = np.flatnonzero(self.weights)
        assert isinstance(self.base, Model)
        arrays: NamedArrays = {
            "weight_places": nonzero, "weights": self.weights[nonzero], "balance": np.array(self.scorer_weight),
            "scorers": np.array(len(self.scorers)), **add_prefix("base_", add_header(self.base)),
            "share": np.array(self.interpolation_weight),
            **({} if self.calibration is None else add_prefix("calibration_", self.calibration.arrays())),
        }  # fmt: skip
        for number, scorer in enumerate(self.scorers):
            arrays.update(add_prefix(f"scorer{number}_", add_header(unwrap_scorer(scorer))))
        return arrays

    @classmethod
    def from_arrays(cls, settings: Settings, arrays: Arrays) -> Self:  # noqa: ARG003 - see below
        """Refuse: component models are restored by their own methods, which `restore` receives."""
        raise TypeError("a re-ranker holds other models; restore it by its method")


def restore(
    settings: Settings, arrays: Arrays, restore_model: Callable[[str, Mapping[str, Value], Arrays], Model]
) -> Reranker:
    """Restore a re-ranker from its settings and arrays; ValueError if they do not fit together."""
    if not isinstance(settings, RerankerSettings):
        raise TypeError("these are the settings of another method")

    def restore_inner(prefix: str) -> Model:
        """Restore the component model stored under this prefix."""
        method, values, inner_arrays = split_header(select_part(arrays, prefix))
        if method == Reranker.method:
            raise ValueError("a re-ranker cannot contain another")
        return restore_model(method, values, inner_arrays)

    base = require_base_parser(restore_inner("base_"))
    if int(arrays["scorers"]) != len(settings.scorer_methods):
        raise ValueError("there are not as many models inside as score trees")
    try:
        models = [restore_inner(f"scorer{number}_") for number in range(len(settings.scorer_methods))]
        scorers = tuple(as_tree_scorer(model, settings.column) for model in models)
    except SettingsError as error:
        raise ValueError("a model inside does not score trees") from error
    weight_indexes, values = arrays["weight_places"].astype(np.int64), arrays["weights"].astype(np.float64)
    if weight_indexes.shape != values.shape or (
        len(weight_indexes) and not 0 <= weight_indexes.min() <= weight_indexes.max() < WEIGHT_COUNT
    ):
        raise ValueError("the weights do not fit their places")
    weights = np.zeros(WEIGHT_COUNT)
    weights[weight_indexes] = values
    interpolation_weight, calibration_arrays = (
        float(arrays["share"]) if "share" in arrays else 0.0,
        select_part(arrays, "calibration_"),
    )
    if not 0 <= interpolation_weight < 1 or (
        interpolation_weight and not any(isinstance(scorer, ArcScorer) for scorer in scorers)
    ):
        raise ValueError("no model inside has posteriors to be mixed in")
    calibration = isotonic_regression.restore_calibration(calibration_arrays) if calibration_arrays else None
    return Reranker(settings, base, scorers, weights, float(arrays["balance"]), interpolation_weight, calibration)
