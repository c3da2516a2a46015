"""Learnt re-rankers: a parser whose trees are put into another order, with the parts of each score."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar, Protocol, Self, runtime_checkable

import numpy as np

from spectral_core.arrays import Floats, Named
from spectral_core.brief import brief
from spectral_core.data import EMPTY, FREE, BestFirst, Constraints, Ranked, Sentence
from spectral_core.errors import SettingsError
from spectral_core.inference import eisner
from spectral_core.maths import calibrate
from spectral_core.maths.calibrate import Calibration
from spectral_core.model import (
    ArcPosteriors,
    ArcScorer,
    Arrays,
    Contribution,
    Model,
    Settings,
    Tagger,
    TreeScorer,
    Value,
    header_in,
    part_in,
    prefixed,
    with_header,
)
from spectral_core.models.parsing.certainty import arc_probabilities
from spectral_core.models.parsing.companions import Companions
from spectral_core.models.parsing.relations import completed_trees
from spectral_core.models.reranker.features import BUCKETS, TITLES
from spectral_core.models.reranker.lists import TreeList, log_shares, other_scores, tree_list
from spectral_core.models.reranker.mixing import mean_shares, mixed
from spectral_core.models.reranker.phrases import inside, scoring
from spectral_core.models.reranker.settings import BASES, RerankerSettings
from spectral_core.models.reranker.whole import SHARE, whole_logs

_BASE = "base parser"
_MIXED = "posteriors mixed in"
_WHOLE = "whole tree, by the base parser"


@runtime_checkable
class BaseParser(Protocol):
    """A parser of dependencies with all that the window asks of one."""

    @property
    def companions(self) -> Companions: ...
    @property
    def tagger(self) -> Tagger | None: ...
    def tagged(self, sentence: Sentence) -> Sentence: ...
    def propose(
        self, sentence: Sentence, k: int = 1, constraints: Constraints = FREE
    ) -> tuple[BestFirst[Sentence], ArcPosteriors, Floats | None]: ...
    def posteriors(self, sentence: Sentence, constraints: Constraints = FREE) -> ArcPosteriors: ...
    def probabilities(self, sentence: Sentence, constraints: Constraints = FREE) -> Floats | None: ...
    def relations(self, sentence: Sentence, heads: Sequence[int | None]) -> list[list[Ranked[str]]]: ...


def base_of(model: Model) -> BaseParser:
    """The model as a base parser; SettingsError where it is none."""
    if not isinstance(model, BaseParser):
        raise SettingsError(f"reranker: a model of {model.method} cannot be re-ranked; set base to {BASES[0]}")
    return model


@dataclass(frozen=True, slots=True, eq=False)
class Reranker:
    """Parses as its base parser does, and puts the best trees into its own order."""

    method: ClassVar[str] = "reranker"
    settings: RerankerSettings
    base: BaseParser
    scorers: tuple[TreeScorer, ...]
    weights: Floats  # (BUCKETS,) of features
    balance: float  # the weight of the sum of other models' log scores
    share: float = 0.0  # of other models in the posteriors of arcs
    calibration: Calibration | None = None  # of mixed posteriors
    __repr__ = brief

    @property
    def tagger(self) -> Tagger | None:
        return self.base.tagger

    def tagged(self, sentence: Sentence) -> Sentence:
        """The sentence with the tags of the base parser's tagger."""
        return self.base.tagged(sentence)

    def relations(self, sentence: Sentence, heads: Sequence[int | None]) -> list[list[Ranked[str]]]:
        return self.base.relations(sentence, heads)

    def posteriors(self, sentence: Sentence, constraints: Constraints = FREE) -> ArcPosteriors:
        """What all trees say of each arc, by the base parser and the models that are mixed in."""
        own = self.base.posteriors(sentence, constraints)
        return self._mixed(sentence, own, constraints) if self.share else own

    def probabilities(self, sentence: Sentence, constraints: Constraints = FREE) -> Floats | None:
        """How probable each arc is right, by the base parser's calibration or that of the mixture; None where it was
        not calibrated."""
        if not self.share:
            return self.base.probabilities(sentence, constraints)
        return self._chances(self.posteriors(sentence, constraints))

    def _mixed(self, sentence: Sentence, own: ArcPosteriors, constraints: Constraints) -> eisner.Posteriors:
        summing = [one for one in self.scorers if isinstance(one, ArcScorer)]
        tagless = EMPTY in sentence.column(self.settings.column) and self.tagger is not None
        read = self.tagged(sentence) if tagless else sentence
        return mixed(own.shares(), mean_shares(summing, read, constraints), self.share)

    def _chances(self, found: ArcPosteriors) -> Floats | None:
        return None if self.calibration is None else arc_probabilities(self.calibration, found)

    def propose(
        self, sentence: Sentence, k: int = 1, constraints: Constraints = FREE
    ) -> tuple[BestFirst[Sentence], ArcPosteriors, Floats | None]:
        """The `k` best of the trees that the base parser, or the mixture, finds best, and what it says of each arc."""
        wanted = max(k, self.settings.candidates)
        if not self.share or not sentence.forms:
            trees, posteriors, chances = self.base.propose(sentence, wanted, constraints)
            return BestFirst(self._reranked(trees, posteriors, constraints)[:k]), posteriors, chances
        found = self._mixed(sentence, self.base.posteriors(sentence, constraints), constraints)
        heads = [one for _, one in eisner.best_trees(found.arcs, eisner.Locks.of(constraints, sentence.forms), wanted)]
        made = completed_trees(sentence, heads, self.base.companions.labeller, constraints)
        different: dict[tuple[int | None, ...], Sentence] = {}
        for tree in made:
            different.setdefault(tree.heads, tree)  # two may be one after crossing arcs are put back
        ranked = [Ranked(tree, 0.0) for tree in different.values()]
        return BestFirst(self._reranked(ranked, found, constraints)[:k]), found, self._chances(found)

    def parse(self, sentence: Sentence, k: int = 1, constraints: Constraints = FREE) -> BestFirst[Sentence]:
        """Up to `k` different trees under the locks, best first, of those that the base parser finds best. The score is
        the sum of the logs of the shares of arcs, with what features and other models add."""
        return self.propose(sentence, k, constraints)[0]

    def _reranked(
        self, trees: Sequence[Ranked[Sentence]], posteriors: ArcPosteriors, constraints: Constraints
    ) -> BestFirst[Sentence]:
        if not trees or not len(trees[0].value):
            return BestFirst(trees)
        listed = self._list(trees, posteriors, constraints)
        scores = listed.scores(self.weights, self.balance)
        order = np.argsort(-scores, kind="stable").tolist()
        return BestFirst([Ranked(listed.trees[at], float(scores[at])) for at in order])

    def _list(self, trees: Sequence[Ranked[Sentence]], posteriors: ArcPosteriors, constraints: Constraints) -> TreeList:
        chosen = self.settings
        scorers = self.scorers if self.balance else ()
        found = tree_list(trees, posteriors, chosen.column, chosen.features, scorers)
        if not self.balance:
            return found
        locks = eisner.Locks.of(constraints, trees[0].value.forms)
        return replace(found, whole=whole_logs(self.base, found.trees, locks))

    def explain_trees(
        self, trees: Sequence[Sentence], constraints: Constraints = FREE
    ) -> list[tuple[Contribution, ...]]:
        """For each tree over the same words the parts of its score over that of the first, the largest first."""
        if not trees or not len(trees[0]):
            return [()] * len(trees)
        own = self.base.posteriors(trees[0], constraints)
        found = self._mixed(trees[0], own, constraints) if self.share else own
        listed = self._list([Ranked(tree, 0.0) for tree in trees], found, constraints)
        size = len(trees)
        features = listed.features
        kinds = np.zeros((size, len(TITLES)))
        np.add.at(kinds, (features.rows, features.kinds), self.weights[features.weights])
        logs = log_shares(own, np.array([tree.heads for tree in trees], dtype=np.int64))
        parts: list[tuple[str, Floats]] = [(_BASE, logs), (_MIXED, listed.base - logs)]
        parts += [(title, kinds[:, number]) for number, title in enumerate(TITLES)]
        if self.balance:
            parts.append((_WHOLE, np.zeros(size) if listed.whole is None else SHARE * listed.whole))
            for scorer in self.scorers:
                parts.append((inside(scorer).method, self.balance * other_scores(trees, [scorer])))
        rows = []
        for at in range(size):
            values = [Contribution(name, "", float(column[at] - column[0])) for name, column in parts]
            rows.append(tuple(sorted((one for one in values if one.value), key=lambda one: -abs(one.value))))
        return rows

    def arrays(self) -> Named:
        held = np.flatnonzero(self.weights)
        assert isinstance(self.base, Model)
        found: Named = {
            "weight_places": held, "weights": self.weights[held], "balance": np.array(self.balance),
            "scorers": np.array(len(self.scorers)), **prefixed("base_", with_header(self.base)),
            "share": np.array(self.share),
            **({} if self.calibration is None else prefixed("calibration_", self.calibration.arrays())),
        }  # fmt: skip
        for number, scorer in enumerate(self.scorers):
            found.update(prefixed(f"scorer{number}_", with_header(inside(scorer))))
        return found

    @classmethod
    def from_arrays(cls, settings: Settings, arrays: Arrays) -> Self:  # noqa: ARG003 - see below
        """Models inside are restored by their own methods, which `restore` is given."""
        raise TypeError("a re-ranker holds other models; restore it by its method")


def restore(
    settings: Settings, arrays: Arrays, restored: Callable[[str, Mapping[str, Value], Arrays], Model]
) -> Reranker:
    """The model that gave these settings and arrays; ValueError where they do not fit each other."""
    if not isinstance(settings, RerankerSettings):
        raise TypeError("these are the settings of another method")

    def held_in(prefix: str) -> Model:
        method, values, held = header_in(part_in(arrays, prefix))
        if method == Reranker.method:
            raise ValueError("a re-ranker does not stand inside another")
        return restored(method, values, held)

    base = base_of(held_in("base_"))
    if int(arrays["scorers"]) != len(settings.others):
        raise ValueError("there are not as many models inside as score trees")
    try:
        models = [held_in(f"scorer{number}_") for number in range(len(settings.others))]
        scorers = tuple(scoring(model, settings.column) for model in models)
    except SettingsError as error:
        raise ValueError("a model inside does not score trees") from error
    places, values = arrays["weight_places"].astype(np.int64), arrays["weights"].astype(np.float64)
    if places.shape != values.shape or (len(places) and not 0 <= places.min() <= places.max() < BUCKETS):
        raise ValueError("the weights do not fit their places")
    weights = np.zeros(BUCKETS)
    weights[places] = values
    share, points = float(arrays["share"]) if "share" in arrays else 0.0, part_in(arrays, "calibration_")
    if not 0 <= share < 1 or (share and not any(isinstance(one, ArcScorer) for one in scorers)):
        raise ValueError("no model inside has posteriors to be mixed in")
    calibration = calibrate.from_arrays(points) if points else None
    return Reranker(settings, base, scorers, weights, float(arrays["balance"]), share, calibration)
