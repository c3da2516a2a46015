"""k-best lists with features, errors and scores, scores of whole trees, and interpolation of posteriors."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from spectral_core.arrays import Floats, Integers
from spectral_core.brief import brief_repr
from spectral_core.data import UNCONSTRAINED, Constraints, Ranked, Sentence
from spectral_core.model import ArcPosteriors, ArcScorer, BatchArcScorer, TreeScorer
from spectral_core.models.arc_parser import ArcParser
from spectral_core.models.parsing.training_sentences import find_projective_heads
from spectral_core.models.reranker.features import TreeFeatures, extract_tree_features
from spectral_core.models.reranker.settings import RerankerSettings
from spectral_core.structured import eisner

WHOLE_TREE_WEIGHT = 0.5  # of whole-tree log scores relative to summed arc log posteriors, if other models have a weight
_MAX_WHOLE_TREE_DIFFERENCE = 12.0  # nats below the best: limits the penalty of trees that the base parser cannot score
_MIN_POSTERIOR = 1e-4  # minimum posterior of an arc before its log is taken
_MAX_SCORE_DIFFERENCE = 30.0  # nats from the first tree of a list at which other models' scores are clipped


def score_whole_trees(base: object, trees: Sequence[Sentence], locks: eisner.Locks | None = None) -> Floats | None:
    """Return (trees,) the log scores of trees over the same words relative to the best; None if the base parser cannot
    score trees."""
    if isinstance(base, ArcParser):
        logs = _score_trees_with_arc_parser(base, trees, locks)
    elif isinstance(base, TreeScorer):
        logs = np.array([scored.log for scored in base.tree_scores(trees)])
    else:
        return None
    best = float(logs.max(initial=-np.inf))
    return np.zeros(len(trees)) if best == -np.inf else np.maximum(logs - best, -_MAX_WHOLE_TREE_DIFFERENCE)


def _score_trees_with_arc_parser(base: ArcParser, trees: Sequence[Sentence], locks: eisner.Locks | None) -> Floats:
    """Return (trees,) the log scores of trees by the arc parser: sums over their parts."""
    from spectral_core.structured.arc_parser.inference import tree_log_scores

    coded, kept_heads, _ = base.prune_and_compute_posteriors(trees[0], locks)
    arcs, parts = base.score_parts(coded, kept_heads)
    return tree_log_scores(
        arcs, len(trees[0]), parts, np.array([find_projective_heads(tree) for tree in trees], dtype=np.int64)
    )


@dataclass(frozen=True, slots=True, eq=False)
class TreeList:
    """k-best list of a sentence, in the base parser's order."""

    trees: tuple[Sentence, ...]
    base_scores: Floats  # (trees,) summed log posteriors of the arcs
    features: TreeFeatures
    errors: Integers  # (trees,) words with a wrong head; empty without a gold tree
    scorer_scores: Floats  # (trees,) summed log scores of other models, relative to the first tree
    # (words,) gold heads; empty without
    gold_heads: Integers = field(default_factory=lambda: np.zeros(0, dtype=np.int64))
    # (words + 1, words) normalised posteriors by which the list was made; empty without a gold tree
    arc_posteriors: Floats = field(default_factory=lambda: np.zeros((0, 0)))
    whole_tree_scores: Floats | None = (
        None  # (trees,) log scores by the base parser; used if other models have a weight
    )
    __repr__ = brief_repr

    def scores(self, weights: Floats, scorer_weight: float) -> Floats:
        """Return (trees,) the scores by which the list is ordered: those of the base parser, of the features of whole
        trees, and of the other models."""
        size = len(self.trees)
        scores: Floats = (
            self.base_scores + self.features.sum_weights(weights, size) + scorer_weight * self.scorer_scores
        )
        return (
            scores + WHOLE_TREE_WEIGHT * self.whole_tree_scores
            if scorer_weight and self.whole_tree_scores is not None
            else scores
        )


def make_tree_list(
    trees: Sequence[Ranked[Sentence]], posteriors: ArcPosteriors, column: str, features: str,
    scorers: Sequence[TreeScorer] = (), gold: Sequence[int | None] = (),
) -> TreeList:  # fmt: skip
    """Make the k-best list of a sentence with all its scores."""
    sentences = tuple(tree.value for tree in trees)
    heads = np.array([tree.heads for tree in sentences], dtype=np.int64)
    base = sum_log_posteriors(posteriors, heads)
    empty = np.zeros(0, dtype=np.int64)
    list_features = TreeFeatures(empty, empty, empty)
    if features != "none":
        list_features = extract_tree_features(sentences[0], column, heads, features == "rich").drop_common(
            len(sentences)
        )
    summed_scores = sum_scorer_scores(sentences, scorers)
    if not gold:
        return TreeList(sentences, base, list_features, empty, summed_scores)
    gold_heads = np.array([head or 0 for head in gold], dtype=np.int64)
    return TreeList(
        sentences,
        base,
        list_features,
        (heads != gold_heads).sum(axis=1),
        summed_scores,
        gold_heads,
        posteriors.head_distributions(),
    )


def sum_log_posteriors(posteriors: ArcPosteriors, heads: Integers) -> Floats:
    """Return (trees,) the summed log normalised posteriors of each tree's arcs."""
    logs = np.log(np.maximum(posteriors.head_distributions(), _MIN_POSTERIOR))
    summed: Floats = logs[heads, np.arange(heads.shape[1])].sum(axis=1)
    return summed


def sum_scorer_scores(trees: Sequence[Sentence], scorers: Sequence[TreeScorer]) -> Floats:
    """Return (trees,) the summed log scores of other models, relative to the first tree."""
    sums = np.zeros(len(trees))
    for scorer in scorers:
        logs = np.array([scored.log for scored in scorer.tree_scores(trees)])
        sums += np.clip(logs - logs[0], -_MAX_SCORE_DIFFERENCE, _MAX_SCORE_DIFFERENCE)
    return sums


def interpolate_posteriors(base: Floats, mixed_in: Floats, weight: float) -> eisner.Posteriors:
    """Interpolate the normalised arc posteriors of two models linearly."""
    return eisner.Posteriors((1 - weight) * base + weight * mixed_in, 0.0, 1)


def average_arc_posteriors(
    scorers: Sequence[ArcScorer], sentence: Sentence, constraints: Constraints = UNCONSTRAINED
) -> Floats:
    """Return (words + 1, words) the normalised arc posteriors averaged over models."""
    mean: Floats = np.mean(
        [scorer.posteriors(sentence, constraints).head_distributions() for scorer in scorers], axis=0
    )
    return mean


def average_arc_posteriors_in_batches(scorers: Sequence[BatchArcScorer], sentences: Sequence[Sentence]) -> list[Floats]:
    """Return the averaged arc posteriors of many sentences, computed in batches."""
    by_sentence = zip(*(scorer.all_posteriors(sentences) for scorer in scorers), strict=True)
    return [
        np.mean([posteriors.head_distributions() for posteriors in sentence_posteriors], axis=0)
        for sentence_posteriors in by_sentence
    ]


def rebuild_tree_list(original: TreeList, posteriors: eisner.Posteriors, settings: RerankerSettings) -> TreeList:
    """Return the k-best list of the same sentence by other arc posteriors."""
    trees = eisner.k_best_trees(posteriors.arcs, None, settings.candidates)
    ranked = [Ranked(original.trees[0].with_heads(heads), score) for score, heads in trees]
    return make_tree_list(ranked, posteriors, settings.column, settings.features, (), original.gold_heads.tolist())
