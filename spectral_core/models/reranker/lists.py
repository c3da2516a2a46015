"""Lists of trees with their features and errors, the perceptron over them, and weights of dense scores."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Protocol

import numpy as np

from spectral_core.arrays import Floats, Integers
from spectral_core.brief import brief_repr
from spectral_core.data import FREE, BestFirst, Constraints, Ranked, Sentence
from spectral_core.model import ArcPosteriors, TreeScorer
from spectral_core.models.reranker.features import BUCKETS, TreeFeatures, extract_features
from spectral_core.models.reranker.whole import WHOLE_TREE_WEIGHT

SCALES = (3.0, 10.0, 30.0, 100.0)  # of base scores beside weights that move by 1
BALANCES = (0.0, 0.01, 0.02, 0.05, 0.1, 0.2, 0.3, 0.5)  # of the sum of log scores of others; more is never best
_MIN_SHARE = 1e-4  # share of an arc whose log is still taken
_MAX_DIFFERENCE = 30.0  # nats from the first tree of a list, beyond which a score of another model says no more


class ListParser(Protocol):
    """Dependency parser that scores arcs in the same pass."""

    def parse_with_posteriors(
        self, sentence: Sentence, k: int = 1, constraints: Constraints = FREE
    ) -> tuple[BestFirst[Sentence], ArcPosteriors, Floats | None]: ...


@dataclass(frozen=True, slots=True, eq=False)
class TreeList:
    """Trees of one sentence, the base parser's best first."""

    trees: tuple[Sentence, ...]
    base: Floats  # (trees,) sums of the logs of the shares of arcs
    features: TreeFeatures
    errors: Integers  # (trees,) words with another head than in the gold tree; none where there is none
    other_scores: Floats  # (trees,) summed log scores of other models over that of the first tree
    gold: Integers = field(default_factory=lambda: np.zeros(0, dtype=np.int64))  # (words,) the heads; none as above
    distributions: Floats = field(default_factory=lambda: np.zeros((0, 0)))  # of arcs, where gold heads are known
    whole_scores: Floats | None = None  # (trees,) logs by the base parser; it counts where other models do
    __repr__ = brief_repr

    def scores(self, weights: Floats, balance: float) -> Floats:
        """Return (trees,) the score by which they are ranked."""
        size = len(self.trees)
        scores: Floats = self.base + self.features.sum_weights(weights, size) + balance * self.other_scores
        return scores + WHOLE_TREE_WEIGHT * self.whole_scores if balance and self.whole_scores is not None else scores


def make_tree_list(
    trees: Sequence[Ranked[Sentence]], posteriors: ArcPosteriors, column: str, features: str,
    scorers: Sequence[TreeScorer] = (), gold: Sequence[int | None] = (),
) -> TreeList:  # fmt: skip
    """Make the list of the best trees of a sentence with all their scores."""
    sentences = tuple(tree.value for tree in trees)
    heads = np.array([tree.heads for tree in sentences], dtype=np.int64)
    base = sum_log_posteriors(posteriors, heads)
    empty = np.zeros(0, dtype=np.int64)
    list_features = TreeFeatures(empty, empty, empty)
    if features != "none":
        list_features = extract_features(sentences[0], column, heads, features == "rich").drop_common(len(sentences))
    summed_scores = sum_other_scores(sentences, scorers)
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
    """Return (trees,) the sum of the logs of the normalised posteriors of the arcs of each."""
    logs = np.log(np.maximum(posteriors.head_distributions(), _MIN_SHARE))
    summed: Floats = logs[heads, np.arange(heads.shape[1])].sum(axis=1)
    return summed


def sum_other_scores(trees: Sequence[Sentence], scorers: Sequence[TreeScorer]) -> Floats:
    """Return (trees,) the summed log scores by other models over those of the first tree."""
    sums = np.zeros(len(trees))
    for scorer in scorers:
        logs = np.array([scored.log for scored in scorer.tree_scores(trees)])
        sums += np.clip(logs - logs[0], -_MAX_DIFFERENCE, _MAX_DIFFERENCE)
    return sums


def train_perceptron(
    lists: Sequence[TreeList], scale: float, epochs: int, random: np.random.Generator, on_epoch: Callable[[int], None]
) -> Floats:
    """Train (BUCKETS,) averaged weights (Collins 2002), to be added to base scores, with which the trees with the
    fewest errors come first; base scores are multiplied by `scale` in training and keep their weight."""
    weights, summed = np.zeros(BUCKETS), np.zeros(BUCKETS)
    informative = [
        tree_list for tree_list in lists if len(tree_list.trees) > 1 and tree_list.errors.min() < tree_list.errors.max()
    ]
    steps = 0
    for epoch in range(epochs):
        on_epoch(epoch)
        for index in random.permutation(len(informative)).tolist():
            tree_list = informative[index]
            steps += 1
            scores = scale * tree_list.base + tree_list.features.sum_weights(weights, len(tree_list.trees))
            best, target = (
                int(scores.argmax()),
                int(np.where(tree_list.errors == tree_list.errors.min(), scores, -np.inf).argmax()),
            )
            if tree_list.errors[best] == tree_list.errors[target]:
                continue
            for tree, sign in ((target, 1.0), (best, -1.0)):
                tree_weights = tree_list.features.weights[tree_list.features.rows == tree]
                np.add.at(weights, tree_weights, sign)
                np.add.at(summed, tree_weights, sign * steps)
    return (weights - summed / max(steps + 1, 1)) / scale


def count_errors(lists: Sequence[TreeList], weights: Floats, balance: float) -> int:
    """Count the words with a wrong head in the first tree of each list."""
    return sum(int(tree_list.errors[tree_list.scores(weights, balance).argmax()]) for tree_list in lists)


def choose_balance(held_out: Sequence[TreeList], weights: Floats) -> float:
    """Return the weight of other models with the fewest errors; the smallest of equals."""
    return min(BALANCES, key=lambda balance: (count_errors(held_out, weights, balance), balance))
