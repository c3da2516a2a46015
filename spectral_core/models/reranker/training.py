"""Training of the re-ranker: jackknifed k-best lists, feature weights, and the weights of other models' scores."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Protocol

import numpy as np

from spectral_core.arrays import Floats
from spectral_core.data import Sentence, Treebank
from spectral_core.errors import SettingsError
from spectral_core.model import (
    TAG_COLUMN_CHOICES,
    Arrays,
    BatchArcScorer,
    Model,
    TreeScorer,
    Value,
    choose_tag_column,
)
from spectral_core.models.parsing.auxiliary_models import MIN_SENTENCES, fit_calibration, pair_arcs_with_gold
from spectral_core.models.parsing.training_sentences import has_tree
from spectral_core.models.reranker.features import WEIGHT_COUNT
from spectral_core.models.reranker.kbest_lists import (
    TreeList,
    average_arc_posteriors_in_batches,
    interpolate_posteriors,
    make_tree_list,
    rebuild_tree_list,
    score_whole_trees,
    sum_scorer_scores,
)
from spectral_core.models.reranker.model import (
    GRAMMAR,
    BaseParser,
    Reranker,
    as_tree_scorer,
    derive_phrases,
    require_base_parser,
)
from spectral_core.models.reranker.settings import RerankerSettings
from spectral_core.progress import Progress, Report, ignore_progress
from spectral_core.structured import eisner

HELD_OUT_FOLDS = 10  # without a dev set, 1 / HELD_OUT_FOLDS of the sentences tunes the score weights
_BLOCK_SIZE = 100  # sentences between progress reports
_REPORT_INTERVAL = 20  # every n-th report of a component model is passed on
# of parsers that only make or score k-best lists
_NO_COMPANION_SETTINGS = {"relations": False, "tagger": False, "calibration": False}
# Phrase grammars, used only as scorers.
_GRAMMAR_SETTINGS: Mapping[str, str | Value] = {"functions": False, "potentials": False, "lexicon": "paper"}

BASE_SCORE_SCALES = (3.0, 10.0, 30.0, 100.0)  # factors of base scores in training, where perceptron weights change by 1
SCORER_WEIGHTS = (0.0, 0.01, 0.02, 0.05, 0.1, 0.2, 0.3, 0.5)  # weights of other models; larger ones never win
INTERPOLATION_WEIGHTS = (0.0, 0.1, 0.2, 0.3, 0.4, 0.5)  # interpolation weights of other models' posteriors


class ComponentTrainer(Protocol):
    """Methods of the component models of a re-ranker."""

    def learn(
        self, method: str, values: Mapping[str, str | Value], treebank: Treebank, report: Report = ignore_progress
    ) -> Model: ...
    def restore(self, method: str, values: Mapping[str, Value], arrays: Arrays) -> Model: ...
    def complete_settings(self, method: str, values: Mapping[str, str | Value]) -> Mapping[str, Value]:
        """Return all settings of the method, with `values` in place of defaults; SettingsError if one of them is
        invalid."""
        ...


def learn(
    treebank: Treebank, settings: RerankerSettings, methods: ComponentTrainer, report: Report = ignore_progress,
    dev: Treebank | None = None,
) -> Reranker:  # fmt: skip
    """Train the base parser and the re-ranker. Feature weights are trained on jackknifed lists (each fold parsed by a
    model of the others); the weights of base scores and of other models are chosen on `dev`, or on a held-out tenth."""
    column = choose_tag_column(settings.column, treebank, ("xpos", "upos"))
    settings = replace(settings, column=column)
    values, scorer_methods = _parse_base_settings(settings, methods), complete_scorer_settings(settings, methods)
    usable = [sentence for sentence in treebank if has_tree(sentence, column)]
    base = require_base_parser(
        methods.learn(settings.base, values, treebank, _make_component_report(report, "base parser"))
    )
    first_fold = np.arange(0, len(usable), _choose_fold_count(usable, settings))
    held_out_order = np.random.default_rng(settings.seed).permutation(first_fold)
    held_out = set(held_out_order[: len(usable) // HELD_OUT_FOLDS].tolist()) if dev is None else set()
    accepted = methods.complete_settings(settings.base, values)
    bare_values = values | {name: value for name, value in _NO_COMPANION_SETTINGS.items() if name in accepted}
    lists, scoring_parser = (
        make_jackknifed_lists(usable, settings, methods, bare_values, report)
        if dev is None or settings.features != "none"
        else ([], None)  # nothing is trained or chosen on them
    )
    training_lists = [entry for index, entry in enumerate(lists) if index not in held_out]
    held_out_lists = [entry for index, entry in enumerate(lists) if index in held_out]
    training_treebank = Treebank.of(sentence for index, sentence in enumerate(usable) if index not in held_out)
    scorers = train_scorers(scorer_methods, column, methods, treebank, report)
    if dev is not None:
        dev_sentences = [dev_sentence for dev_sentence in dev if has_tree(dev_sentence, column)]
        report_lists = _make_component_report(report, "dev lists")
        held_out_lists, scoring_parser = make_kbest_lists(base, dev_sentences, settings, report_lists), base
    held_out_scorers = scorers
    if dev is None and held_out_lists and scorer_methods:
        held_out_scorers = train_scorers(
            scorer_methods, column, methods, training_treebank, _make_component_report(report, "without held-out")
        )
    interpolation_weight, calibration = 0.0, None
    if settings.mixing and held_out_lists:
        held_out_lists, interpolation_weight = choose_posterior_mixture(
            held_out_lists, held_out_scorers, settings, _make_component_report(report, "mixture")
        )
        if interpolation_weight and base.companions.calibration is not None and len(held_out_lists) >= MIN_SENTENCES:
            gold_trees = [entry.trees[0].with_heads(entry.gold_heads.tolist()) for entry in held_out_lists]
            posteriors = (eisner.Posteriors(entry.arc_posteriors, 0.0, 1) for entry in held_out_lists)
            calibration = fit_calibration(pair_arcs_with_gold(gold_trees, posteriors))
    held_out_lists = [
        replace(
            entry,
            scorer_scores=sum_scorer_scores(entry.trees, held_out_scorers),
            whole_tree_scores=score_whole_trees(scoring_parser, entry.trees) if scorer_methods else None,
        )
        for entry in held_out_lists
    ]
    weights = choose_feature_weights(held_out_lists, train_candidate_weights(training_lists, settings, report))
    scorer_weight = choose_scorer_weight(held_out_lists, weights) if held_out_lists and scorer_methods else 0.0
    report(Progress("choose", 1, 1, {"balance": scorer_weight, "share": interpolation_weight}))
    return Reranker(settings, base, scorers, weights, scorer_weight, interpolation_weight, calibration)


def choose_posterior_mixture(
    lists: Sequence[TreeList],
    scorers: Sequence[TreeScorer],
    settings: RerankerSettings,
    report: Report = ignore_progress,
) -> tuple[list[TreeList], float]:
    """Choose the interpolation weight of the arc posteriors of other models with the fewest head errors; return the
    lists rebuilt from the interpolated posteriors, and the weight. 0 if no other model has arc posteriors."""
    arc_scorers = [scorer for scorer in scorers if isinstance(scorer, BatchArcScorer)]
    if not arc_scorers:
        return list(lists), 0.0
    report(Progress("posteriors", 0, 2))
    other_distributions = average_arc_posteriors_in_batches(arc_scorers, [entry.trees[0] for entry in lists])
    interpolation_weight = choose_interpolation_weight(lists, other_distributions)
    report(Progress("lists", 1, 2))
    if not interpolation_weight:
        return list(lists), 0.0
    mixtures = (
        interpolate_posteriors(entry.arc_posteriors, other_distribution, interpolation_weight)
        for entry, other_distribution in zip(lists, other_distributions, strict=True)
    )
    return [
        rebuild_tree_list(entry, posteriors, settings) for entry, posteriors in zip(lists, mixtures, strict=True)
    ], interpolation_weight


def train_candidate_weights(
    lists: Sequence[TreeList], settings: RerankerSettings, report: Report = ignore_progress
) -> list[Floats]:
    """Return candidate weight vectors (WEIGHT_COUNT,): all zeros, and those trained under each scale of base scores."""
    weights: list[Floats] = [np.zeros(WEIGHT_COUNT)]
    if settings.features == "none":
        return weights
    for number, scale in enumerate(BASE_SCORE_SCALES):

        def on_epoch(epoch: int, number: int = number) -> None:
            report(Progress("weigh", number * settings.epochs + epoch, len(BASE_SCORE_SCALES) * settings.epochs))

        weights.append(train_perceptron(lists, scale, settings.epochs, np.random.default_rng(settings.seed), on_epoch))
    return weights


def choose_feature_weights(lists: Sequence[TreeList], weights: Sequence[Floats]) -> Floats:
    """Return the weights with the fewest errors in the top-ranked trees; without sentences the last ones."""
    return min(reversed(weights), key=lambda candidate: count_head_errors(lists, candidate, 0.0))


def make_kbest_lists(
    base: BaseParser, sentences: Sequence[Sentence], settings: RerankerSettings, report: Report = ignore_progress
) -> list[TreeList]:
    """Return the base parser's k-best lists of sentences with gold trees."""
    lists = []
    for done, sentence in enumerate(sentences):
        if done % _BLOCK_SIZE == 0:
            report(Progress("lists", done, len(sentences)))
        trees, posteriors, _ = base.parse_with_posteriors(sentence, settings.candidates)
        lists.append(make_tree_list(trees, posteriors, settings.column, settings.features, (), sentence.heads))
    report(Progress("lists", len(sentences), len(sentences)))
    return lists


def make_jackknifed_lists(
    sentences: Sequence[Sentence], settings: RerankerSettings, methods: ComponentTrainer,
    values: Mapping[str, str | Value], report: Report,
) -> tuple[list[TreeList], BaseParser | None]:  # fmt: skip
    """Return the k-best lists of all sentences, each parsed by a model trained on the other folds, and the parser
    trained without the first fold. Sentences are assigned to folds in turn."""
    lists: dict[int, TreeList] = {}
    folds, first = _choose_fold_count(sentences, settings), None
    if folds < 2:
        return [], None
    for fold in range(folds):
        on_progress = _make_component_report(report, f"fold {fold + 1}")
        other_folds = Treebank.of(sentence for index, sentence in enumerate(sentences) if index % folds != fold)
        base = require_base_parser(methods.learn(settings.base, values, other_folds, on_progress))
        first = first or base
        fold_indexes = [index for index in range(len(sentences)) if index % folds == fold]
        lists.update(
            zip(
                fold_indexes,
                make_kbest_lists(base, [sentences[index] for index in fold_indexes], settings, on_progress),
                strict=True,
            )
        )
    return [lists[index] for index in range(len(sentences))], first


def _choose_fold_count(sentences: Sequence[Sentence], settings: RerankerSettings) -> int:
    """Return the number of jackknifing folds: that of the settings, at most one for each sentence."""
    return max(min(settings.folds, len(sentences)), 1)


def train_scorers(
    scorer_methods: Sequence[tuple[str, Mapping[str, str | Value]]], column: str, methods: ComponentTrainer,
    treebank: Treebank, report: Report = ignore_progress,
) -> tuple[TreeScorer, ...]:  # fmt: skip
    """Train models of these methods and settings on a treebank, or on phrases derived from its heads."""
    scorers = []
    for name, values in scorer_methods:
        training_treebank = derive_phrases(treebank, column) if name == GRAMMAR else treebank
        scorers.append(
            as_tree_scorer(methods.learn(name, values, training_treebank, _make_component_report(report, name)), column)
        )
    return tuple(scorers)


def _parse_base_settings(settings: RerankerSettings, methods: ComponentTrainer) -> dict[str, str | Value]:
    """Return the settings of the base parser; SettingsError before training starts."""
    pairs = [part.partition("=") for part in settings.base_settings.split()]
    if not all(equals and name not in ("column", "seed") for name, equals, _ in pairs):
        raise SettingsError("reranker: base_settings takes key=value with blanks between, without column and seed")
    values: dict[str, str | Value] = {name: value for name, _, value in pairs}
    values |= {"column": settings.column, "seed": settings.seed}
    accepted = methods.complete_settings(
        settings.base, {name: value for name, value in values.items() if name != "seed"}
    )
    return {name: value for name, value in values.items() if name in accepted}


def complete_scorer_settings(
    settings: RerankerSettings, methods: ComponentTrainer
) -> list[tuple[str, dict[str, str | Value]]]:
    """Return the methods and settings of the other models; those that read tags read the base parser's column.
    SettingsError before training starts."""
    scorer_methods = []
    for name, explicit in settings.scorer_methods:
        if name == "reranker":
            raise SettingsError("reranker: it cannot score for itself; set scorers to tree-hmm")
        defaults = methods.complete_settings(name, explicit)
        overrides: Mapping[str, str | Value] = (
            {**_NO_COMPANION_SETTINGS, **_GRAMMAR_SETTINGS} if name == GRAMMAR else _NO_COMPANION_SETTINGS
        )
        values: dict[str, str | Value] = {key: value for key, value in overrides.items() if key in defaults}
        if defaults.get("column") in TAG_COLUMN_CHOICES and "column" not in explicit:
            values["column"] = settings.column
        scorer_methods.append((name, {**values, **explicit}))
    return scorer_methods


def _make_component_report(report: Report, part: str) -> Report:
    """Return the progress callback of a component model: it forwards the first report of each stage and every n-th
    report, under the name of the part."""
    stages: set[str] = set()
    report_count = 0

    def forward(progress: Progress) -> None:
        """Pass on a report if it is the first of its stage, or every n-th."""
        nonlocal report_count
        report_count += 1
        if progress.stage not in stages or report_count % _REPORT_INTERVAL == 0:
            stages.add(progress.stage)
            report(replace(progress, stage=f"{part}: {progress.stage}", measures={}))

    return forward


def train_perceptron(
    lists: Sequence[TreeList], scale: float, epochs: int, random: np.random.Generator, on_epoch: Callable[[int], None]
) -> Floats:
    """Train (WEIGHT_COUNT,) averaged perceptron weights (Collins 2002) that move the trees with the fewest errors to
    the top. They are added to base scores, which keep weight 1 and are multiplied by `scale` in training."""
    weights, summed = np.zeros(WEIGHT_COUNT), np.zeros(WEIGHT_COUNT)
    informative = [
        tree_list for tree_list in lists if len(tree_list.trees) > 1 and tree_list.errors.min() < tree_list.errors.max()
    ]
    steps = 0
    for epoch in range(epochs):
        on_epoch(epoch)
        for index in random.permutation(len(informative)).tolist():
            tree_list: TreeList = informative[index]
            steps += 1
            scores = scale * tree_list.base_scores + tree_list.features.sum_weights(weights, len(tree_list.trees))
            best, target = (
                int(scores.argmax()),
                int(np.where(tree_list.errors == tree_list.errors.min(), scores, -np.inf).argmax()),
            )
            if tree_list.errors[best] == tree_list.errors[target]:
                continue
            for tree, sign in ((target, 1.0), (best, -1.0)):
                tree_weights = tree_list.features.weight_indexes[tree_list.features.trees == tree]
                np.add.at(weights, tree_weights, sign)
                np.add.at(summed, tree_weights, sign * steps)
    return (weights - summed / max(steps + 1, 1)) / scale


def count_head_errors(lists: Sequence[TreeList], weights: Floats, scorer_weight: float) -> int:
    """Count the words with a wrong head in the top-ranked tree of each list."""
    return sum(int(tree_list.errors[tree_list.scores(weights, scorer_weight).argmax()]) for tree_list in lists)


def choose_scorer_weight(held_out: Sequence[TreeList], weights: Floats) -> float:
    """Return the weight of other models with the fewest errors; on ties the smallest."""
    return min(
        SCORER_WEIGHTS, key=lambda scorer_weight: (count_head_errors(held_out, weights, scorer_weight), scorer_weight)
    )


def choose_interpolation_weight(lists: Sequence[TreeList], other_distributions: Sequence[Floats]) -> float:
    """Return the interpolation weight of other models with the fewest wrong heads in the best trees; on ties the
    smallest."""

    def count_wrong_heads(weight: float) -> int:
        """Count the wrong heads in the best trees of the posteriors interpolated with this weight."""
        pairs = zip(lists, other_distributions, strict=True)
        trees = (
            (
                tree_list,
                eisner.k_best_trees(
                    interpolate_posteriors(tree_list.arc_posteriors, other_distribution, weight).arcs, None, 1
                )[0][1],
            )
            for tree_list, other_distribution in pairs
        )
        return sum(int((tree_list.gold_heads != np.array(heads)).sum()) for tree_list, heads in trees)

    return min(INTERPOLATION_WEIGHTS, key=lambda weight: (count_wrong_heads(weight), weight))
