"""Posteriors of arcs mixed with those of other models: which share of these makes the best trees, and lists by both."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from spectral_core.arrays import Floats
from spectral_core.data import FREE, Constraints, Ranked, Sentence
from spectral_core.inference import eisner
from spectral_core.model import ArcScorer, SumParser
from spectral_core.models.reranker.lists import TreeList, tree_list
from spectral_core.models.reranker.settings import RerankerSettings

SHARES = (0.0, 0.1, 0.2, 0.3, 0.4, 0.5)  # of other models in the mixture


def mixed(own: Floats, others: Floats, share: float) -> eisner.Posteriors:
    """The weighted mean of the shares of arcs by two models."""
    return eisner.Posteriors((1 - share) * own + share * others, 0.0, 1)


def mean_shares(scorers: Sequence[ArcScorer], sentence: Sentence, constraints: Constraints = FREE) -> Floats:
    """(words + 1, words) the mean over models of the shares of arcs."""
    found: Floats = np.mean([one.posteriors(sentence, constraints).shares() for one in scorers], axis=0)
    return found


def all_mean_shares(scorers: Sequence[SumParser], sentences: Sequence[Sentence]) -> list[Floats]:
    """The same of many sentences."""
    rows = zip(*(one.all_posteriors(sentences) for one in scorers), strict=True)
    return [np.mean([found.shares() for found in row], axis=0) for row in rows]


def best_share(lists: Sequence[TreeList], others: Sequence[Floats]) -> float:
    """The share of other models under which the best trees have the fewest wrong heads; the smallest of equals."""

    def errors(share: float) -> int:
        rows = zip(lists, others, strict=True)
        trees = ((one, eisner.best_trees(mixed(one.shares, other, share).arcs, None, 1)[0][1]) for one, other in rows)
        return sum(int((one.gold != np.array(heads)).sum()) for one, heads in trees)

    return min(SHARES, key=lambda share: (errors(share), share))


def listed_again(one: TreeList, found: eisner.Posteriors, settings: RerankerSettings) -> TreeList:
    """The best trees of a sentence by other posteriors."""
    trees = eisner.best_trees(found.arcs, None, settings.candidates)
    made = [Ranked(one.trees[0].with_heads(heads), score) for score, heads in trees]
    return tree_list(made, found, settings.column, settings.features, (), one.gold.tolist())
