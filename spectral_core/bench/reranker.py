"""Re-ranking of dependency trees: what features of whole trees and scores of models with hidden states add."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from pathlib import Path

import numpy as np

from spectral_core.arrays import Floats
from spectral_core.bench.arc_parser import OTHERS
from spectral_core.bench.rows import Row, asked
from spectral_core.data import Sentence, Treebank
from spectral_core.evaluate import Rate, bootstrap, dependency_scores
from spectral_core.formats import load
from spectral_core.methods import InnerMethods
from spectral_core.model import BatchArcScorer, TreeScorer, Value
from spectral_core.models.parsing.sentences import has_tree
from spectral_core.models.reranker import RerankerSettings
from spectral_core.models.reranker.features import BUCKETS
from spectral_core.models.reranker.learn import (
    choose_weights,
    complete_scorer_settings,
    jackknife,
    make_lists,
    train_scorers,
    train_weights,
)
from spectral_core.models.reranker.lists import TreeList, choose_balance, sum_other_scores
from spectral_core.models.reranker.mixing import average_all_distributions, choose_share, interpolate, relist
from spectral_core.models.reranker.model import BaseParser, require_base_parser
from spectral_core.models.reranker.whole import score_whole_trees
from spectral_core.progress import Progress, Report

_CORPORA: Mapping[str, tuple[str, str]] = {  # with the column of their tags
    "ewt": ("ud_english_ewt/ud_english_ewt-{}.conllu.xz", "xpos"), **OTHERS,
    "wsj": ("wsj_nltk_dep/wsj_dep.{}.conll.xz", "xpos"),
}  # fmt: skip
_ELSEWHERE = "order=second + latent-dependencies, three + none"  # all that is measured beside EWT
_Chosen = Callable[[Sequence[TreeList]], Callable[[TreeList], Floats]]  # from sentences to decide on: scores of trees

_Learnt = tuple[tuple[TreeScorer, ...], float]  # models, and the CPU seconds that they took

_FEATURES = ("none", "paper", "rich")
_BASES: Mapping[str, dict[str, str | Value]] = {  # by title: the settings beside those of a bare parser
    "arc-parser order=second": {},
    "arc-parser order=first": {"order": "first"},
}
_BARE: dict[str, str | Value] = {"relations": False, "tagger": False, "calibration": False}
_MODELS: Mapping[str, str] = {  # whose scores are added, by title: as a re-ranker's settings name them
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


def table(
    data: Path, report: Report, only: str = "", learnt: int | None = None, judged: int | None = None
) -> Iterator[Row]:
    """One row an order of the base parser's 50 best trees of dev, with gold tags. What is chosen on sentences is
    chosen on one half of dev and measured on the other, both ways. Differences are by the paired bootstrap over
    sentences, from the base parser and, for other models' scores, from the same features without them. Mixed: the
    posteriors of arcs are mixed with those of the other model, and the trees are the best of these. `only` is what is
    in the names of treebank, base parser, other model and features; `learnt` and `judged` are of how many sentences,
    None for all."""
    for corpus, (name, column) in _CORPORA.items():
        wanted = {
            base: {other: chosen for other in _MODELS if (chosen := _asked(corpus, base, other, only))}
            for base in _BASES
        }
        if not any(wanted.values()):
            continue
        sizes = (("train", learnt), ("dev", judged))
        train, dev = (list(load(data / name.format(part)))[:most] for part, most in sizes)
        known: dict[str, _Learnt] = {}
        for base, others in wanted.items():
            if not others:
                continue
            values = {**_BARE, **_BASES[base], "column": column}
            features = [one for one in _FEATURES if any(one in chosen for chosen in others.values())]
            bench = _RerankerBench.of(f"{corpus} {base}", base.split()[0], values, features, train, dev, report)
            rates, rows = bench.plain()
            yield from rows
            for other, chosen in others.items():
                report(Progress(f"{corpus}: learning {other}", 0, None))
                yield from bench.rows(other, *_scorers(other, column, Treebank.of(train), known), chosen, rates)


def _asked(corpus: str, base: str, other: str, only: str) -> list[str]:
    """The features with which a model is measured on a treebank over a base parser."""
    names = {one: f"{corpus} {base} + {other} + {one}" for one in _FEATURES}
    return [one for one, name in names.items() if asked(name, only) and (corpus == "ewt" or _ELSEWHERE in name)]


def _scorers(title: str, column: str, train: Treebank, known: dict[str, _Learnt]) -> _Learnt:
    """The models of a row, each learnt where no row before has it, and the CPU seconds that all of them took."""
    found: list[TreeScorer] = []
    spent = 0.0
    for one in complete_scorer_settings(RerankerSettings(scorers=_MODELS[title], column=column), InnerMethods()):
        if str(one) not in known:
            begun = time.process_time()
            made = train_scorers([one], column, InnerMethods(), train)
            known[str(one)] = made, time.process_time() - begun
        found += known[str(one)][0]
        spent += known[str(one)][1]
    return tuple(found), spent


@dataclass(frozen=True, slots=True, eq=False)
class _RerankerBench:
    title: str
    column: str
    base: BaseParser
    gold: Sequence[Sentence]
    judged: Mapping[str, Sequence[TreeList]]  # of dev, by features
    weights: Mapping[str, list[Floats]]  # by features, under several scales
    learn_cpu: float
    lists_cpu: float
    report: Report

    @classmethod
    def of(
        cls, title: str, name: str, values: dict[str, str | Value], features: Sequence[str], train: list[Sentence],
        dev: list[Sentence], report: Report,
    ) -> _RerankerBench:  # fmt: skip
        report(Progress(f"{title}: learning", 0, None))
        methods = InnerMethods()
        begun = time.process_time()
        base = require_base_parser(methods.learn(name, values, Treebank.of(train)))
        learnt = time.process_time()
        column = str(values["column"])
        gold, used = ([one for one in part if has_tree(one, column)] for part in (dev, train))
        settings = RerankerSettings(base=name, column=column, features="rich" if {*features} - {"none"} else "none")
        began = time.process_time()
        lists = make_lists(base, gold, settings)
        spent = time.process_time() - began
        lists = [replace(one, whole_scores=score_whole_trees(base, one.trees)) for one in lists]
        judged, weights = {"none": lists}, {"none": [np.zeros(BUCKETS)]}
        taught: list[TreeList] = []
        if settings.features != "none":
            report(Progress(f"{title}: lists of the folds", 0, None))
            taught, _ = jackknife(used, settings, methods, values, report)
        for one in features:
            if one == "none":
                continue
            report(Progress(f"{title}: {one} features", 0, None))
            judged[one] = [_seen(each, one) for each in lists]
            weights[one] = train_weights([_seen(each, one) for each in taught], settings)
        return cls(title, column, base, gold, judged, weights, learnt - begun, spent, report)

    def plain(self) -> tuple[dict[str, Rate], list[Row]]:
        """Without other models: the rates of the base and of each kind of features, and the rows."""
        first, last = self._row(
            "base, its own order", lambda _: lambda one: -np.arange(len(one.trees), dtype=np.float64)
        )
        first["learn_cpu"] = round(self.learn_cpu, 1)
        first["sentences_per_second"] = round(len(self.gold) / self.lists_cpu)
        random = np.random.default_rng(0)
        found = [
            first,
            self._row("best of the list", lambda _: lambda one: -one.errors.astype(np.float64))[0],
            self._row("any of the list", lambda _: lambda one: random.random(len(one.trees)))[0],
        ]
        rates = {"base": last}
        for features in self.weights:
            row, rates[features] = self._row(f"{features} features", self._by(features, self.judged[features]), last)
            found.append(row)
        return rates, found

    def rows(
        self, title: str, scorers: Sequence[TreeScorer], spent: float, chosen: Sequence[str], rates: Mapping[str, Rate]
    ) -> Iterator[Row]:
        """With the scores of other models, which took so many seconds to learn."""
        self.report(Progress(f"{self.title}: scores", 0, None))
        begun = time.process_time()
        others = [sum_other_scores(one.trees, scorers) for one in self.judged["none"]]
        score_cpu = time.process_time() - begun
        for features in chosen:
            name = f"{features} features + {title}"
            scored = [replace(one, other_scores=own) for one, own in zip(self.judged[features], others, strict=True)]
            row, rate = self._row(name, self._by(features, scored), rates["base"])
            row |= _over(rate, rates[features])
            row["pairs"] = round(_pairs(scored), 3)
            row["learn_cpu"] = round(spent, 1)
            row["trees_per_second"] = round(sum(len(one.trees) for one in scored) / score_cpu)
            yield row
        if any(isinstance(one, BatchArcScorer) for one in scorers):
            yield from self._mixed(title, scorers, chosen, rates)

    def _mixed(
        self, title: str, scorers: Sequence[TreeScorer], chosen: Sequence[str], rates: Mapping[str, Rate]
    ) -> Iterator[Row]:
        """The best trees of the mixture, and lists of them in order; the share of the other models in each half is the
        one that is best in the other."""
        self.report(Progress(f"{self.title}: mixtures", 0, None))
        rich = self.judged["none"]  # with all features
        others = average_all_distributions([one for one in scorers if isinstance(one, BatchArcScorer)], self.gold)
        middle = len(rich) // 2
        shares = [choose_share(rich[middle:], others[middle:]), choose_share(rich[:middle], others[:middle])]
        settings = RerankerSettings(column=self.column, features="rich" if len(self.weights) > 1 else "none")
        made: dict[float, list[TreeList]] = {}
        for share in {*shares}:
            lists = [
                relist(one, interpolate(one.distributions, own, share), settings)
                for one, own in zip(rich, others, strict=True)
            ]
            made[share] = [
                replace(
                    one,
                    other_scores=sum_other_scores(one.trees, scorers),
                    whole_scores=score_whole_trees(self.base, one.trees),
                )
                for one in lists
            ]
        orders = (("base mixed with", ""), *((f"{name} features, mixed with", name) for name in chosen))
        for order, features in orders:
            parsed: list[Sentence] = []
            for share, low, high in ((shares[0], 0, middle), (shares[1], middle, len(rich))):
                lists = [_seen(one, features) for one in made[share]]
                weights = self.weights["none"][0]
                balance = 0.0
                if features:
                    weights = choose_weights([*lists[:low], *lists[high:]], self.weights[features])
                    balance = choose_balance([*lists[:low], *lists[high:]], weights)
                first = (
                    (one, int(one.scores(weights, balance).argmax()) if features else 0) for one in lists[low:high]
                )
                parsed.extend(one.trees[at] for one, at in first)
            row, rate = self._judged(f"{order} {title}", parsed, rates["base"])
            if features:
                row |= _over(rate, rates[features])
            row["share"] = " ".join(map(str, shares))
            yield row

    def _by(self, features: str, lists: Sequence[TreeList]) -> _Chosen:
        held = {id(one.trees): one for one in lists}

        def chosen(deciding: Sequence[TreeList]) -> Callable[[TreeList], Floats]:
            own = [held[id(one.trees)] for one in deciding]
            weights = choose_weights(own, self.weights[features])
            balance = choose_balance(own, weights)
            return lambda one: held[id(one.trees)].scores(weights, balance)

        return chosen

    def _row(self, order: str, chosen: _Chosen, over: Rate | None = None) -> tuple[Row, Rate]:
        """What the first trees are worth; what decides on each half of the sentences is chosen on the other."""
        judged = self.judged["none"]
        middle = len(judged) // 2
        parsed: list[Sentence] = []
        for low, high in pairwise((0, middle, len(judged))):
            scores = chosen([*judged[:low], *judged[high:]])
            parsed.extend(one.trees[int(scores(one).argmax())] for one in judged[low:high])
        return self._judged(order, parsed, over)

    def _judged(self, order: str, parsed: Sequence[Sentence], over: Rate | None) -> tuple[Row, Rate]:
        found = dependency_scores(self.gold, parsed)
        row: Row = {"base": self.title, "order": order}
        row |= {name: round(found.metrics[name], 2) for name in ("uas", "uas_no_punct")}
        row["complete"] = round(found.metrics["complete"], 2)
        rate = found.rates["uas"]
        if over is not None:
            apart = bootstrap(rate, over)
            row["over_base"] = f"{apart.value:+.2f} [{apart.low:+.2f}, {apart.high:+.2f}]"
        return row, rate


def _seen(one: TreeList, features: str) -> TreeList:
    return replace(one, features=one.features.only_paper()) if features == "paper" else one


def _over(rate: Rate, features: Rate) -> Row:
    apart = bootstrap(rate, features)
    return {"over_features": f"{apart.value:+.2f} [{apart.low:+.2f}, {apart.high:+.2f}]"}


def _pairs(lists: Sequence[TreeList]) -> float:
    """How often another model's score prefers one of the best trees of a list to one of the others."""
    right = pairs = 0
    for one in lists:
        best = one.errors == one.errors.min()
        right += int((one.other_scores[best][:, None] > one.other_scores[~best]).sum())
        pairs += int(best.sum() * (~best).sum())
    return right / max(pairs, 1)
