"""Scores of whole trees by a base parser: the posterior of an arc does not depend on the other arcs of the tree."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from spectral_core.arrays import Floats
from spectral_core.data import Sentence
from spectral_core.model import TreeScorer
from spectral_core.models.arc_parser import ArcParser
from spectral_core.models.parsing.sentences import projective_heads
from spectral_core.structured import eisner

WHOLE_TREE_WEIGHT = 0.5  # of these logs beside those of the shares of arcs, where other models have a weight
_MAX_WHOLE_TREE_DIFFERENCE = 12.0  # nats below the best: what a tree has that the parser does not think of


def score_whole_trees(base: object, trees: Sequence[Sentence], locks: eisner.Locks | None = None) -> Floats | None:
    """Return (trees,) the log scores of trees over the same words relative to the best of them; None if the base parser
    scores no trees."""
    if isinstance(base, ArcParser):
        logs = _score_by_parts(base, trees, locks)
    elif isinstance(base, TreeScorer):
        logs = np.array([scored.log for scored in base.tree_scores(trees)])
    else:
        return None
    best = float(logs.max(initial=-np.inf))
    return np.zeros(len(trees)) if best == -np.inf else np.maximum(logs - best, -_MAX_WHOLE_TREE_DIFFERENCE)


def _score_by_parts(base: ArcParser, trees: Sequence[Sentence], locks: eisner.Locks | None) -> Floats:
    from spectral_core.structured.arcs.training import tree_logs

    coded, kept_heads, _ = base.sum_over_trees(trees[0], locks)
    arcs, parts = base.score_parts(coded, kept_heads)
    return tree_logs(arcs, len(trees[0]), parts, np.array([projective_heads(tree) for tree in trees], dtype=np.int64))
