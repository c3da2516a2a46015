"""Learning a re-ranker: lists of trees from parsers that have not seen them, weights, and weights of other scores."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Protocol

import numpy as np

from spectral_core.arrays import Floats
from spectral_core.data import Sentence, Treebank
from spectral_core.errors import SettingsError
from spectral_core.inference import eisner
from spectral_core.model import Arrays, Model, SumParser, TreeScorer, Value
from spectral_core.models.parsing.certainty import FEWEST, arc_outcomes, fitted
from spectral_core.models.parsing.sentences import has_tree
from spectral_core.models.reranker.features import BUCKETS
from spectral_core.models.reranker.lists import (
    SCALES,
    TreeList,
    best_balance,
    other_scores,
    perceptron,
    tree_list,
    wrong,
)
from spectral_core.models.reranker.mixing import all_mean_shares, best_share, listed_again, mixed
from spectral_core.models.reranker.model import BaseParser, Reranker, base_of
from spectral_core.models.reranker.phrases import GRAMMAR, phrased, scoring
from spectral_core.models.reranker.settings import RerankerSettings
from spectral_core.models.reranker.whole import whole_logs
from spectral_core.progress import Progress, Report, silent

HELD_OUT = 10  # one sentence in so many decides on weights of scores, where there is no dev
_BLOCK = 100  # sentences between two reports
_THINNED = 20  # reports of a model inside, of which one is passed on
_BARE = {"relations": False, "tagger": False, "calibration": False}  # of parsers that only make or score lists
# of grammars of phrases, which only score
_SCORING: Mapping[str, str | Value] = {"functions": False, "potentials": False, "lexicon": "paper"}


class Methods(Protocol):
    """The methods that models inside this one are of."""

    def learn(
        self, method: str, values: Mapping[str, str | Value], treebank: Treebank, report: Report = silent
    ) -> Model: ...
    def restore(self, method: str, values: Mapping[str, Value], arrays: Arrays) -> Model: ...
    def takes(self, method: str, values: Mapping[str, str | Value]) -> Mapping[str, Value]:
        """All its settings, with these among them; SettingsError where it does not take these."""
        ...


def learn(
    treebank: Treebank, settings: RerankerSettings, methods: Methods, report: Report = silent,
    dev: Treebank | None = None,
) -> Reranker:  # fmt: skip
    """A parser and what puts its trees into order. Weights of features are learnt from trees of parsers that were
    learnt from the other folds; those of base scores and of other models are chosen on `dev`, or on a tenth that is
    held out."""
    values, others = _base_values(settings, methods), others_in(settings, methods)
    column = settings.column
    used = [sentence for sentence in treebank if has_tree(sentence, column)]
    base = base_of(methods.learn(settings.base, values, treebank, _at(report, "base parser")))
    random = np.random.default_rng(settings.seed)
    chosen = random.permutation(np.arange(0, len(used), _folds(used, settings)))  # of the first fold
    held = set(chosen[: len(used) // HELD_OUT].tolist()) if dev is None else set()
    bare = {**values, **{name: value for name, value in _BARE.items() if name in methods.takes(settings.base, values)}}
    lists, judge = jackknifed(used, settings, methods, bare, report)
    taught = [one for at, one in enumerate(lists) if at not in held]
    judged = [one for at, one in enumerate(lists) if at in held]
    seen = Treebank.of(sentence for at, sentence in enumerate(used) if at not in held)
    scorers = scorers_of(others, column, methods, treebank, report)
    if dev is not None:
        usable = [one for one in dev if has_tree(one, column)]
        judged, judge = lists_of(base, usable, settings, _at(report, "dev lists")), base
    deciding = scorers
    if dev is None and judged and others:
        deciding = scorers_of(others, column, methods, seen, _at(report, "without held-out"))
    share, calibration = 0.0, None
    if settings.mixing and judged:
        judged, share = blended(judged, deciding, settings, _at(report, "mixture"))
        if share and base.companions.calibration is not None and len(judged) >= FEWEST:
            golden = [one.trees[0].with_heads(one.gold.tolist()) for one in judged]
            found = (eisner.Posteriors(one.shares, 0.0, 1) for one in judged)
            calibration = fitted(arc_outcomes(golden, found))
    judged = [
        replace(one, others=other_scores(one.trees, deciding), whole=whole_logs(judge, one.trees) if others else None)
        for one in judged
    ]
    weights = fewest_errors(judged, weighed(taught, settings, report))
    balance = best_balance(judged, weights) if judged and others else 0.0
    report(Progress("choose", 1, 1, {"balance": balance, "share": share}))
    return Reranker(settings, base, scorers, weights, balance, share, calibration)


def blended(
    judged: Sequence[TreeList], scorers: Sequence[TreeScorer], settings: RerankerSettings, report: Report = silent
) -> tuple[list[TreeList], float]:
    """The lists by the posteriors mixed with those of other models, as far as these have any, and the share of these
    that is best for the first trees."""
    summing = [one for one in scorers if isinstance(one, SumParser)]
    if not summing:
        return list(judged), 0.0
    report(Progress("posteriors", 0, 2))
    others = all_mean_shares(summing, [one.trees[0] for one in judged])
    share = best_share(judged, others)
    report(Progress("lists", 1, 2))
    if not share:
        return list(judged), 0.0
    found = (mixed(one.shares, other, share) for one, other in zip(judged, others, strict=True))
    return [listed_again(one, posteriors, settings) for one, posteriors in zip(judged, found, strict=True)], share


def weighed(taught: Sequence[TreeList], settings: RerankerSettings, report: Report = silent) -> list[Floats]:
    """(BUCKETS,) weights of features: none, and those under each scale of base scores."""
    found: list[Floats] = [np.zeros(BUCKETS)]
    if settings.features == "none":
        return found
    for number, scale in enumerate(SCALES):

        def passed(epoch: int, number: int = number) -> None:
            report(Progress("weigh", number * settings.epochs + epoch, len(SCALES) * settings.epochs))

        found.append(perceptron(taught, scale, settings.epochs, np.random.default_rng(settings.seed), passed))
    return found


def fewest_errors(judged: Sequence[TreeList], weights: Sequence[Floats]) -> Floats:
    """Of these the weights under which the first trees have the fewest errors; without sentences the last ones."""
    return min(reversed(weights), key=lambda one: wrong(judged, one, 0.0))


def lists_of(
    base: BaseParser, sentences: Sequence[Sentence], settings: RerankerSettings, report: Report = silent
) -> list[TreeList]:
    """The base parser's best trees of sentences that have gold ones."""
    found = []
    for done, sentence in enumerate(sentences):
        if done % _BLOCK == 0:
            report(Progress("lists", done, len(sentences)))
        trees, posteriors, _ = base.propose(sentence, settings.candidates)
        found.append(tree_list(trees, posteriors, settings.column, settings.features, (), sentence.heads))
    report(Progress("lists", len(sentences), len(sentences)))
    return found


def jackknifed(
    used: Sequence[Sentence], settings: RerankerSettings, methods: Methods, values: Mapping[str, str | Value],
    report: Report,
) -> tuple[list[TreeList], BaseParser | None]:  # fmt: skip
    """The lists of all sentences, each by a parser that was learnt from the other folds, and the one that has not seen
    the first fold: of each so many sentences the first."""
    found: dict[int, TreeList] = {}
    folds, first = _folds(used, settings), None
    if folds < 2:
        return [], None
    for fold in range(folds):
        told = _at(report, f"fold {fold + 1}")
        others = Treebank.of(sentence for at, sentence in enumerate(used) if at % folds != fold)
        base = base_of(methods.learn(settings.base, values, others, told))
        first = first or base
        own = [at for at in range(len(used)) if at % folds == fold]
        found.update(zip(own, lists_of(base, [used[at] for at in own], settings, told), strict=True))
    return [found[at] for at in range(len(used))], first


def _folds(used: Sequence[Sentence], settings: RerankerSettings) -> int:
    return max(min(settings.folds, len(used)), 1)


def scorers_of(
    others: Sequence[tuple[str, Mapping[str, str | Value]]], column: str, methods: Methods, treebank: Treebank,
    report: Report = silent,
) -> tuple[TreeScorer, ...]:  # fmt: skip
    """Models of these methods and settings, learnt from a treebank, or from phrases that its heads make."""
    found = []
    for name, values in others:
        read = phrased(treebank, column) if name == GRAMMAR else treebank
        found.append(scoring(methods.learn(name, values, read, _at(report, name)), column))
    return tuple(found)


def _base_values(settings: RerankerSettings, methods: Methods) -> dict[str, str | Value]:
    """The settings of the base parser; SettingsError before anything is learnt."""
    pairs = [part.partition("=") for part in settings.base_settings.split()]
    if not all(equals and name not in ("column", "seed") for name, equals, _ in pairs):
        raise SettingsError("reranker: base_settings takes key=value with blanks between, without column and seed")
    values: dict[str, str | Value] = {name: value for name, _, value in pairs}
    values |= {"column": settings.column, "seed": settings.seed}
    known = methods.takes(settings.base, {name: value for name, value in values.items() if name != "seed"})
    return {name: value for name, value in values.items() if name in known}


def others_in(settings: RerankerSettings, methods: Methods) -> list[tuple[str, dict[str, str | Value]]]:
    """The other models' methods and settings; those that read tags read the same. SettingsError as above."""
    found = []
    for name, given in settings.others:
        if name == "reranker":
            raise SettingsError("reranker: it cannot score for itself; set scorers to tree-hmm")
        usual = methods.takes(name, given)
        bare: Mapping[str, str | Value] = {**_BARE, **_SCORING} if name == GRAMMAR else _BARE
        values: dict[str, str | Value] = {one: value for one, value in bare.items() if one in usual}
        if usual.get("column") in ("xpos", "upos") and "column" not in given:
            values["column"] = settings.column
        found.append((name, {**values, **given}))
    return found


def _at(report: Report, part: str) -> Report:
    """Passes on what a model inside reports: where a stage begins, and one report in so many."""
    stages: list[str] = []
    passed = 0

    def told(at: Progress) -> None:
        nonlocal passed
        passed += 1
        if at.stage not in stages or passed % _THINNED == 0:
            stages.append(at.stage)
            report(replace(at, stage=f"{part}: {at.stage}", measures={}))

    return told
