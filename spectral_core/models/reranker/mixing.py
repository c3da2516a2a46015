"""Mixing of arc posteriors with those of other models: the share of these that makes the best trees, and lists by the
mixture."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from spectral_core.arrays import Floats
from spectral_core.data import FREE, Constraints, Ranked, Sentence
from spectral_core.model import ArcScorer, BatchArcScorer
from spectral_core.models.reranker.lists import TreeList, make_tree_list
from spectral_core.models.reranker.settings import RerankerSettings
from spectral_core.structured import eisner

SHARES = (0.0, 0.1, 0.2, 0.3, 0.4, 0.5)  # of other models in the mixture


def interpolate(base: Floats, mixed_in: Floats, share: float) -> eisner.Posteriors:
    """Return the weighted mean of the normalised posteriors of two models."""
    return eisner.Posteriors((1 - share) * base + share * mixed_in, 0.0, 1)


def average_distributions(scorers: Sequence[ArcScorer], sentence: Sentence, constraints: Constraints = FREE) -> Floats:
    """Return (words + 1, words) the mean over models of the normalised arc posteriors."""
    mean: Floats = np.mean(
        [scorer.posteriors(sentence, constraints).head_distributions() for scorer in scorers], axis=0
    )
    return mean


def average_all_distributions(scorers: Sequence[BatchArcScorer], sentences: Sequence[Sentence]) -> list[Floats]:
    """Return the same for many sentences."""
    by_sentence = zip(*(scorer.all_posteriors(sentences) for scorer in scorers), strict=True)
    return [
        np.mean([posteriors.head_distributions() for posteriors in sentence_posteriors], axis=0)
        for sentence_posteriors in by_sentence
    ]


def choose_share(lists: Sequence[TreeList], other_distributions: Sequence[Floats]) -> float:
    """Return the share of other models with the fewest wrong heads in the best trees; the smallest of equals."""

    def count_wrong_heads(share: float) -> int:
        pairs = zip(lists, other_distributions, strict=True)
        trees = (
            (
                tree_list,
                eisner.best_trees(interpolate(tree_list.distributions, other_distribution, share).arcs, None, 1)[0][1],
            )
            for tree_list, other_distribution in pairs
        )
        return sum(int((tree_list.gold != np.array(heads)).sum()) for tree_list, heads in trees)

    return min(SHARES, key=lambda share: (count_wrong_heads(share), share))


def relist(original: TreeList, posteriors: eisner.Posteriors, settings: RerankerSettings) -> TreeList:
    """Make the list of a sentence again by other posteriors."""
    trees = eisner.best_trees(posteriors.arcs, None, settings.candidates)
    ranked = [Ranked(original.trees[0].with_heads(heads), score) for score, heads in trees]
    return make_tree_list(ranked, posteriors, settings.column, settings.features, (), original.gold.tolist())
