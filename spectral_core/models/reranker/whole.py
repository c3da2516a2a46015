"""What a base parser says of trees as wholes: a posterior of an arc does not know which others stand beside it."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from spectral_core.arrays import Floats
from spectral_core.data import Sentence
from spectral_core.inference import eisner
from spectral_core.model import TreeScorer
from spectral_core.models.arc_parser import ArcParser
from spectral_core.models.parsing.sentences import projective_heads

SHARE = 0.5  # of these logs beside those of the shares of arcs, where other models have a weight
_FARTHEST = 12.0  # nats below the best: what a tree has that the parser does not think of


def whole_logs(base: object, trees: Sequence[Sentence], locks: eisner.Locks | None = None) -> Floats | None:
    """(trees,) the log scores of trees over the same words under that of the best of them; None by a base parser that
    scores no trees."""
    if isinstance(base, ArcParser):
        logs = _by_parts(base, trees, locks)
    elif isinstance(base, TreeScorer):
        logs = np.array([one.log for one in base.tree_scores(trees)])
    else:
        return None
    best = float(logs.max(initial=-np.inf))
    return np.zeros(len(trees)) if best == -np.inf else np.maximum(logs - best, -_FARTHEST)


def _by_parts(base: ArcParser, trees: Sequence[Sentence], locks: eisner.Locks | None) -> Floats:
    from spectral_core.inference.arcs.training import tree_logs

    given, kept, _ = base.summed(trees[0], locks)
    arcs, parts = base.scored(given, kept)
    return tree_logs(arcs, len(trees[0]), parts, np.array([projective_heads(tree) for tree in trees], dtype=np.int64))
