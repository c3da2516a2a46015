"""Benchmark of dependency rerankers: contributions of tree features and of scores of latent-variable models."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from pathlib import Path

import numpy as np

from spectral_core.arrays import Floats
from spectral_core.bench.dependency_parsers import ATTACHMENT_ONLY, OTHER_TREEBANKS
from spectral_core.bench.measurement import Row, is_selected, time_cpu
from spectral_core.data import Sentence, Treebank
from spectral_core.evaluate import Rate, bootstrap_difference, score_dependencies
from spectral_core.formats import load
from spectral_core.model import BatchArcScorer, TreeScorer, Value
from spectral_core.models.parsing.training_sentences import has_tree
from spectral_core.models.reranker import RerankerSettings
from spectral_core.models.reranker.features import WEIGHT_COUNT
from spectral_core.models.reranker.kbest_lists import (
    TreeList,
    average_arc_posteriors_in_batches,
    interpolate_posteriors,
    rebuild_tree_list,
    score_whole_trees,
    sum_scorer_scores,
)
from spectral_core.models.reranker.model import BaseParser, require_base_parser
from spectral_core.models.reranker.training import (
    choose_feature_weights,
    choose_interpolation_weight,
    choose_scorer_weight,
    complete_scorer_settings,
    make_jackknifed_lists,
    make_kbest_lists,
    train_candidate_weights,
    train_scorers,
)
from spectral_core.progress import Progress, Report
from spectral_core.registry import ComponentMethods

_CORPORA: Mapping[str, tuple[str, str]] = {  # file, tag column
    "ewt": ("ud_english_ewt/ud_english_ewt-{}.conllu.xz", "xpos"), **OTHER_TREEBANKS,
    "wsj": ("wsj_nltk_dep/wsj_dep.{}.conll.xz", "xpos"),
}  # fmt: skip
_OTHER_TREEBANKS_RUN = "order=second + latent-dependencies, three + none"  # the only run on treebanks other than EWT
_ScorerSelector = Callable[[Sequence[TreeList]], Callable[[TreeList], Floats]]  # selects a scorer on half of dev

_TrainedScorers = tuple[tuple[TreeScorer, ...], float]  # models, and the CPU seconds of their training

_FEATURE_SETS = ("none", "paper", "rich")
_BASE_PARSERS: Mapping[str, dict[str, str | Value]] = {  # by title: settings of the base parser
    "arc-parser order=second": {},
    "arc-parser order=first": {"order": "first"},
}
_SCORER_SETTINGS: Mapping[str, str] = {  # by title: models whose scores are added, as in RerankerSettings.scorers
    "latent-dependencies, three": "latent-dependencies members=3",
    "latent-dependencies spectral": "latent-dependencies",
    "latent-dependencies spectral-em": "latent-dependencies estimator=spectral-em",
    "latent-pcfg pcfg": "latent-pcfg estimator=pcfg",
    "latent-pcfg spectral": "latent-pcfg estimator=spectral states=16",
    "latent-pcfg em-smoothed": "latent-pcfg estimator=em-smoothed states=8",
    "latent-pcfg em-smoothed, three": "latent-pcfg estimator=em-smoothed states=8 members=3",
    "latent-dependencies and latent-pcfg, three of each": "latent-dependencies members=3 "
    "latent-pcfg estimator=em-smoothed states=8 members=3",
    "head-automata": "head-automata",
    "tree-hmm spectral, words": "tree-hmm estimator=spectral",
    "tree-hmm spectral-paper, words": "tree-hmm estimator=spectral-paper",
    "tree-hmm spectral, tags": "tree-hmm estimator=spectral column=xpos states=5",
    "tree-hmm em, words": "tree-hmm estimator=em",
    "tree-hmm em, tags": "tree-hmm estimator=em column=xpos",
    "tree-hmm spectral-em, words": "tree-hmm estimator=spectral-em",
    "tree-hmm spectral-em, tags": "tree-hmm estimator=spectral-em column=xpos",
}


def measure_rerankers(data: Path, report: Report, only: str = "") -> Iterator[Row]:
    """Yield a row for each order of the base parser's 50 best trees of dev, with gold tags.

    Parameters are selected on one half of dev and measured on the other, both ways. Differences are by the paired
    bootstrap over sentences: from the base parser and, for scores of other models, from the same features without
    them. Mixed: arc posteriors are interpolated with those of the other model, and the trees are the best of these.
    `only` selects rows by treebank, base parser, other model and features.
    """
    for corpus, (name, column) in _CORPORA.items():
        selected = {
            base: {
                scorer_title: feature_sets
                for scorer_title in _SCORER_SETTINGS
                if (feature_sets := _select_features(corpus, base, scorer_title, only))
            }
            for base in _BASE_PARSERS
        }
        if not any(selected.values()):
            continue
        train, dev = (list(load(data / name.format(part))) for part in ("train", "dev"))
        trained: dict[str, _TrainedScorers] = {}
        for base, scorers in selected.items():
            if not scorers:
                continue
            values = {**ATTACHMENT_ONLY, **_BASE_PARSERS[base], "column": column}
            features = [
                feature_set
                for feature_set in _FEATURE_SETS
                if any(feature_set in feature_sets for feature_sets in scorers.values())
            ]
            bench = _RerankerBench.train(f"{corpus} {base}", base.split()[0], values, features, train, dev, report)
            rates, rows = bench.measure_base_parser()
            yield from rows
            for scorer_title, feature_sets in scorers.items():
                report(Progress(f"{corpus}: learning {scorer_title}", 0, None))
                yield from bench.measure_with_scorers(
                    scorer_title,
                    *_train_scorers(scorer_title, column, Treebank.of(train), trained),
                    feature_sets,
                    rates,
                )


def _select_features(corpus: str, base: str, scorer_title: str, only: str) -> list[str]:
    """Return the feature sets to run with a scorer on a treebank over a base parser."""
    names = {feature_set: f"{corpus} {base} + {scorer_title} + {feature_set}" for feature_set in _FEATURE_SETS}
    return [
        feature_set
        for feature_set, name in names.items()
        if is_selected(name, only) and (corpus == "ewt" or _OTHER_TREEBANKS_RUN in name)
    ]


def _train_scorers(title: str, column: str, train: Treebank, trained: dict[str, _TrainedScorers]) -> _TrainedScorers:
    """Return the scorers of a row and the CPU seconds of their training; those trained for an earlier row are
    reused."""
    scorers: list[TreeScorer] = []
    seconds = 0.0
    for settings in complete_scorer_settings(
        RerankerSettings(scorers=_SCORER_SETTINGS[title], column=column), ComponentMethods()
    ):
        if str(settings) not in trained:
            trained[str(settings)] = time_cpu(train_scorers, [settings], column, ComponentMethods(), train)
        scorers += trained[str(settings)][0]
        seconds += trained[str(settings)][1]
    return tuple(scorers), seconds


@dataclass(frozen=True, slots=True, eq=False)
class _RerankerBench:
    title: str
    column: str
    base: BaseParser
    gold: Sequence[Sentence]
    tree_lists: Mapping[str, Sequence[TreeList]]  # of dev, by feature set
    weights: Mapping[str, list[Floats]]  # by feature set, at several scales
    learn_cpu: float
    listing_cpu: float
    report: Report

    @classmethod
    def train(
        cls, title: str, name: str, values: dict[str, str | Value], features: Sequence[str], train: list[Sentence],
        dev: list[Sentence], report: Report,
    ) -> _RerankerBench:  # fmt: skip
        """Train the base parser and the feature weights, and list the base parser's best trees of dev."""
        report(Progress(f"{title}: learning", 0, None))
        methods = ComponentMethods()
        model, training_seconds = time_cpu(methods.learn, name, values, Treebank.of(train))
        base = require_base_parser(model)
        column = str(values["column"])
        gold, train_trees = ([sentence for sentence in part if has_tree(sentence, column)] for part in (dev, train))
        settings = RerankerSettings(base=name, column=column, features="rich" if {*features} - {"none"} else "none")
        lists, lists_seconds = time_cpu(make_kbest_lists, base, gold, settings)
        lists = [replace(tree_list, whole_tree_scores=score_whole_trees(base, tree_list.trees)) for tree_list in lists]
        tree_lists, weights = {"none": lists}, {"none": [np.zeros(WEIGHT_COUNT)]}
        jackknifed: list[TreeList] = []
        if settings.features != "none":
            report(Progress(f"{title}: lists of the folds", 0, None))
            jackknifed, _ = make_jackknifed_lists(train_trees, settings, methods, values, report)
        for feature_set in features:
            if feature_set == "none":
                continue
            report(Progress(f"{title}: {feature_set} features", 0, None))
            tree_lists[feature_set] = [_restrict_features(tree_list, feature_set) for tree_list in lists]
            weights[feature_set] = train_candidate_weights(
                [_restrict_features(tree_list, feature_set) for tree_list in jackknifed], settings
            )
        return cls(title, column, base, gold, tree_lists, weights, training_seconds, lists_seconds, report)

    def measure_base_parser(self) -> tuple[dict[str, Rate], list[Row]]:
        """Return the attachment rates of the base parser and of re-ranking by each feature set alone, and their
        rows."""
        base_row, base_rate = self._measure_reranking(
            "base, its own order", lambda _: lambda tree_list: -np.arange(len(tree_list.trees), dtype=np.float64)
        )
        base_row["learn_cpu"] = round(self.learn_cpu, 1)
        base_row["sentences_per_second"] = round(len(self.gold) / self.listing_cpu)
        rng = np.random.default_rng(0)
        rows = [
            base_row,
            self._measure_reranking(
                "best of the list", lambda _: lambda tree_list: -tree_list.errors.astype(np.float64)
            )[0],
            self._measure_reranking("any of the list", lambda _: lambda tree_list: rng.random(len(tree_list.trees)))[0],
        ]
        rates = {"base": base_rate}
        for features in self.weights:
            row, rates[features] = self._measure_reranking(
                f"{features} features", self._make_scorer_selector(features, self.tree_lists[features]), base_rate
            )
            rows.append(row)
        return rates, rows

    def measure_with_scorers(
        self,
        title: str,
        scorers: Sequence[TreeScorer],
        seconds: float,
        feature_sets: Sequence[str],
        rates: Mapping[str, Rate],
    ) -> Iterator[Row]:
        """Yield the rows of re-ranking with the scores of other models, which took `seconds` to train."""
        self.report(Progress(f"{self.title}: scores", 0, None))
        other_scores, score_cpu = time_cpu(
            lambda: [sum_scorer_scores(tree_list.trees, scorers) for tree_list in self.tree_lists["none"]]
        )
        for features in feature_sets:
            name = f"{features} features + {title}"
            scored = [
                replace(tree_list, scorer_scores=list_scores)
                for tree_list, list_scores in zip(self.tree_lists[features], other_scores, strict=True)
            ]
            row, rate = self._measure_reranking(name, self._make_scorer_selector(features, scored), rates["base"])
            row |= _make_difference_row(rate, rates[features])
            row["pairs"] = round(_compute_pair_accuracy(scored), 3)
            row["learn_cpu"] = round(seconds, 1)
            row["trees_per_second"] = round(sum(len(tree_list.trees) for tree_list in scored) / score_cpu)
            yield row
        if any(isinstance(scorer, BatchArcScorer) for scorer in scorers):
            yield from self._measure_interpolations(title, scorers, feature_sets, rates)

    def _measure_interpolations(
        self, title: str, scorers: Sequence[TreeScorer], feature_sets: Sequence[str], rates: Mapping[str, Rate]
    ) -> Iterator[Row]:
        """Yield the rows of the best trees by interpolated arc posteriors; the weight is tuned on the other half of
        dev."""
        self.report(Progress(f"{self.title}: mixtures", 0, None))
        rich = self.tree_lists["none"]  # with all features
        distributions = average_arc_posteriors_in_batches(
            [scorer for scorer in scorers if isinstance(scorer, BatchArcScorer)], self.gold
        )
        middle = len(rich) // 2
        shares = [
            choose_interpolation_weight(rich[middle:], distributions[middle:]),
            choose_interpolation_weight(rich[:middle], distributions[:middle]),
        ]
        settings = RerankerSettings(column=self.column, features="rich" if len(self.weights) > 1 else "none")
        mixed_lists: dict[float, list[TreeList]] = {}
        for share in {*shares}:
            lists = [
                rebuild_tree_list(
                    tree_list, interpolate_posteriors(tree_list.arc_posteriors, list_distributions, share), settings
                )
                for tree_list, list_distributions in zip(rich, distributions, strict=True)
            ]
            mixed_lists[share] = [
                replace(
                    tree_list,
                    scorer_scores=sum_scorer_scores(tree_list.trees, scorers),
                    whole_tree_scores=score_whole_trees(self.base, tree_list.trees),
                )
                for tree_list in lists
            ]
        orders = (("base mixed with", ""), *((f"{name} features, mixed with", name) for name in feature_sets))
        for order, features in orders:
            parsed: list[Sentence] = []
            for share, low, high in ((shares[0], 0, middle), (shares[1], middle, len(rich))):
                lists = [_restrict_features(tree_list, features) for tree_list in mixed_lists[share]]
                weights = self.weights["none"][0]
                balance = 0.0
                if features:
                    weights = choose_feature_weights([*lists[:low], *lists[high:]], self.weights[features])
                    balance = choose_scorer_weight([*lists[:low], *lists[high:]], weights)
                best = (
                    (tree_list, int(tree_list.scores(weights, balance).argmax()) if features else 0)
                    for tree_list in lists[low:high]
                )
                parsed.extend(tree_list.trees[index] for tree_list, index in best)
            row, rate = self._score_trees(f"{order} {title}", parsed, rates["base"])
            if features:
                row |= _make_difference_row(rate, rates[features])
            row["share"] = " ".join(map(str, shares))
            yield row

    def _make_scorer_selector(self, features: str, lists: Sequence[TreeList]) -> _ScorerSelector:
        """Return a function that selects weights on one half of dev and returns the scorer of tree lists with them."""
        lists_by_trees = {id(tree_list.trees): tree_list for tree_list in lists}

        def choose_scorer(fitting: Sequence[TreeList]) -> Callable[[TreeList], Floats]:
            fitting_lists = [lists_by_trees[id(tree_list.trees)] for tree_list in fitting]
            weights = choose_feature_weights(fitting_lists, self.weights[features])
            balance = choose_scorer_weight(fitting_lists, weights)
            return lambda tree_list: lists_by_trees[id(tree_list.trees)].scores(weights, balance)

        return choose_scorer

    def _measure_reranking(
        self, order: str, choose_scorer: _ScorerSelector, base_rate: Rate | None = None
    ) -> tuple[Row, Rate]:
        """Return the row and rate of the first trees of an order; its scorer is tuned on the other half of dev."""
        tree_lists = self.tree_lists["none"]
        middle = len(tree_lists) // 2
        parsed: list[Sentence] = []
        for low, high in pairwise((0, middle, len(tree_lists))):
            scores = choose_scorer([*tree_lists[:low], *tree_lists[high:]])
            parsed.extend(tree_list.trees[int(scores(tree_list).argmax())] for tree_list in tree_lists[low:high])
        return self._score_trees(order, parsed, base_rate)

    def _score_trees(self, order: str, parsed: Sequence[Sentence], base_rate: Rate | None) -> tuple[Row, Rate]:
        """Return the row of the chosen trees, with the difference from the base parser if its rate is given, and their
        rate."""
        scores = score_dependencies(self.gold, parsed)
        row: Row = {"base": self.title, "order": order}
        row |= {name: round(scores.metrics[name], 2) for name in ("uas", "uas_no_punct")}
        row["complete"] = round(scores.metrics["complete"], 2)
        rate = scores.rates["uas"]
        if base_rate is not None:
            difference = bootstrap_difference(rate, base_rate)
            row["over_base"] = f"{difference.value:+.2f} [{difference.low:+.2f}, {difference.high:+.2f}]"
        return row, rate


def _restrict_features(tree_list: TreeList, features: str) -> TreeList:
    """Return the list of trees with the paper's features alone if `features` is `paper`, else unchanged."""
    return replace(tree_list, features=tree_list.features.select_paper_features()) if features == "paper" else tree_list


def _make_difference_row(rate: Rate, reference: Rate) -> Row:
    difference = bootstrap_difference(rate, reference)
    return {"over_features": f"{difference.value:+.2f} [{difference.low:+.2f}, {difference.high:+.2f}]"}


def _compute_pair_accuracy(lists: Sequence[TreeList]) -> float:
    """Return the share of pairs of an oracle tree and another tree of its list that other scores order correctly."""
    correct = pairs = 0
    for tree_list in lists:
        best = tree_list.errors == tree_list.errors.min()
        correct += int((tree_list.scorer_scores[best][:, None] > tree_list.scorer_scores[~best]).sum())
        pairs += int(best.sum() * (~best).sum())
    return correct / max(pairs, 1)
