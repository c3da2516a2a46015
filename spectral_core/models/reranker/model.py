"""Learnt re-rankers: a parser whose trees are put into another order, with the parts of each score."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, Protocol, Self, runtime_checkable

import numpy as np

from spectral_core.arrays import Floats, Named
from spectral_core.brief import brief
from spectral_core.data import FREE, BestFirst, Constraints, Ranked, Sentence
from spectral_core.errors import SettingsError
from spectral_core.model import (
    ArcPosteriors,
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
from spectral_core.models.reranker.features import BUCKETS, TITLES
from spectral_core.models.reranker.lists import TreeList, tree_list
from spectral_core.models.reranker.settings import BASES, RerankerSettings

_BASE = "base parser"


@runtime_checkable
class BaseParser(Protocol):
    """A parser of dependencies with all that the window asks of one."""

    @property
    def tagger(self) -> Tagger | None: ...
    def tagged(self, sentence: Sentence) -> Sentence: ...
    def propose(
        self, sentence: Sentence, k: int = 1, constraints: Constraints = FREE
    ) -> tuple[BestFirst[Sentence], ArcPosteriors, Floats | None]: ...
    def posteriors(self, sentence: Sentence, constraints: Constraints = FREE) -> ArcPosteriors: ...
    def probabilities(self, sentence: Sentence, constraints: Constraints = FREE) -> Floats | None: ...
    def relations(self, sentence: Sentence, heads: Sequence[int | None]) -> list[tuple[str, ...]]: ...


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
    __repr__ = brief

    @property
    def tagger(self) -> Tagger | None:
        return self.base.tagger

    def tagged(self, sentence: Sentence) -> Sentence:
        """The sentence with the tags of the base parser's tagger."""
        return self.base.tagged(sentence)

    def relations(self, sentence: Sentence, heads: Sequence[int | None]) -> list[tuple[str, ...]]:
        return self.base.relations(sentence, heads)

    def posteriors(self, sentence: Sentence, constraints: Constraints = FREE) -> ArcPosteriors:
        """What all trees say of each arc, by the base parser."""
        return self.base.posteriors(sentence, constraints)

    def probabilities(self, sentence: Sentence, constraints: Constraints = FREE) -> Floats | None:
        """How probable each arc is right, by the base parser; None where it was not calibrated."""
        return self.base.probabilities(sentence, constraints)

    def propose(
        self, sentence: Sentence, k: int = 1, constraints: Constraints = FREE
    ) -> tuple[BestFirst[Sentence], ArcPosteriors, Floats | None]:
        """The `k` best of the base parser's trees, and what it says of each arc."""
        trees, posteriors, chances = self.base.propose(sentence, max(k, self.settings.candidates), constraints)
        return BestFirst(self._reranked(trees, posteriors)[:k]), posteriors, chances

    def parse(self, sentence: Sentence, k: int = 1, constraints: Constraints = FREE) -> BestFirst[Sentence]:
        """Up to `k` different trees under the locks, best first, of those that the base parser finds best. The score is
        the sum of the logs of the shares of arcs, with what features and other models add."""
        return self.propose(sentence, k, constraints)[0]

    def _reranked(self, trees: Sequence[Ranked[Sentence]], posteriors: ArcPosteriors) -> BestFirst[Sentence]:
        if not trees or not len(trees[0].value):
            return BestFirst(trees)
        listed = self._list(trees, posteriors)
        scores = listed.scores(self.weights, self.balance)
        order = np.argsort(-scores, kind="stable").tolist()
        return BestFirst([Ranked(listed.trees[at], float(scores[at])) for at in order])

    def _list(self, trees: Sequence[Ranked[Sentence]], posteriors: ArcPosteriors) -> TreeList:
        chosen = self.settings
        scorers = self.scorers if self.balance else ()
        return tree_list(trees, posteriors, chosen.column, chosen.features, scorers)

    def explain_trees(
        self, trees: Sequence[Sentence], constraints: Constraints = FREE
    ) -> list[tuple[Contribution, ...]]:
        """For each tree over the same words the parts of its score over that of the first, the largest first."""
        if not trees or not len(trees[0]):
            return [()] * len(trees)
        listed = self._list([Ranked(tree, 0.0) for tree in trees], self.base.posteriors(trees[0], constraints))
        size = len(trees)
        features = listed.features
        kinds = np.zeros((size, len(TITLES)))
        np.add.at(kinds, (features.rows, features.kinds), self.weights[features.weights])
        parts: list[tuple[str, Floats]] = [(_BASE, listed.base)]
        parts += [(title, kinds[:, number]) for number, title in enumerate(TITLES)]
        if self.balance:
            for scorer in self.scorers:
                logs = np.array([one.log for one in scorer.tree_scores(trees)])
                parts.append((scorer.method if isinstance(scorer, Model) else "", self.balance * logs))
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
        }  # fmt: skip
        for number, scorer in enumerate(self.scorers):
            assert isinstance(scorer, Model)
            found.update(prefixed(f"scorer{number}_", with_header(scorer)))
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

    def inside(prefix: str) -> Model:
        method, values, held = header_in(part_in(arrays, prefix))
        if method == Reranker.method:
            raise ValueError("a re-ranker does not stand inside another")
        return restored(method, values, held)

    base = base_of(inside("base_"))
    scorers = tuple(inside(f"scorer{number}_") for number in range(len(settings.scorers.split())))
    if not all(isinstance(scorer, TreeScorer) for scorer in scorers) or int(arrays["scorers"]) != len(scorers):
        raise ValueError("a model inside does not score trees")
    places, values = arrays["weight_places"].astype(np.int64), arrays["weights"].astype(np.float64)
    if places.shape != values.shape or (len(places) and not 0 <= places.min() <= places.max() < BUCKETS):
        raise ValueError("the weights do not fit their places")
    weights = np.zeros(BUCKETS)
    weights[places] = values
    kept = tuple(scorer for scorer in scorers if isinstance(scorer, TreeScorer))
    return Reranker(settings, base, kept, weights, float(arrays["balance"]))
