"""Lists of trees with their features and how wrong each is, the perceptron over them, and weights of dense scores."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Protocol

import numpy as np

from spectral_core.arrays import Floats, Integers
from spectral_core.brief import brief
from spectral_core.data import FREE, BestFirst, Constraints, Ranked, Sentence
from spectral_core.model import ArcPosteriors, TreeScorer
from spectral_core.models.reranker.features import BUCKETS, TreeFeatures, tree_features
from spectral_core.models.reranker.whole import SHARE

SCALES = (3.0, 10.0, 30.0, 100.0)  # of base scores beside weights that move by 1
BALANCES = (0.0, 0.01, 0.02, 0.05, 0.1, 0.2, 0.3, 0.5)  # of the sum of log scores of others; more is never best
_FEWEST = 1e-4  # share of an arc whose log is still taken
_FARTHEST = 30.0  # nats from the first tree of a list, beyond which a score of another model says no more


class ListParser(Protocol):
    """A parser of dependencies that says of each arc what speaks for it in the same pass."""

    def propose(
        self, sentence: Sentence, k: int = 1, constraints: Constraints = FREE
    ) -> tuple[BestFirst[Sentence], ArcPosteriors, Floats | None]: ...


@dataclass(frozen=True, slots=True, eq=False)
class TreeList:
    """Some trees of one sentence, the base parser's best first."""

    trees: tuple[Sentence, ...]
    base: Floats  # (trees,) sums of the logs of the shares of arcs
    features: TreeFeatures
    errors: Integers  # (trees,) words with another head than in the gold tree; none where there is none
    others: Floats  # (trees,) summed log scores of other models over that of the first tree
    gold: Integers = field(default_factory=lambda: np.zeros(0, dtype=np.int64))  # (words,) the heads; none as above
    shares: Floats = field(default_factory=lambda: np.zeros((0, 0)))  # of arcs, where gold heads are known
    whole: Floats | None = None  # (trees,) logs by the base parser; it counts where other models do
    __repr__ = brief

    def scores(self, weights: Floats, balance: float) -> Floats:
        """(trees,) the score by which they are put into order."""
        size = len(self.trees)
        found: Floats = self.base + self.features.sums(weights, size) + balance * self.others
        return found + SHARE * self.whole if balance and self.whole is not None else found


def tree_list(
    trees: Sequence[Ranked[Sentence]], posteriors: ArcPosteriors, column: str, features: str,
    scorers: Sequence[TreeScorer] = (), gold: Sequence[int | None] = (),
) -> TreeList:  # fmt: skip
    """The best trees of a sentence with all that is said of them."""
    made = tuple(one.value for one in trees)
    heads = np.array([one.heads for one in made], dtype=np.int64)
    base = log_shares(posteriors, heads)
    nothing = np.zeros(0, dtype=np.int64)
    found = TreeFeatures(nothing, nothing, nothing)
    if features != "none":
        found = tree_features(made[0], column, heads, features == "rich").differing(len(made))
    others = other_scores(made, scorers)
    if not gold:
        return TreeList(made, base, found, nothing, others)
    right = np.array([head or 0 for head in gold], dtype=np.int64)
    return TreeList(made, base, found, (heads != right).sum(axis=1), others, right, posteriors.shares())


def log_shares(posteriors: ArcPosteriors, heads: Integers) -> Floats:
    """(trees,) the sum of the logs of the shares of the arcs of each."""
    logs = np.log(np.maximum(posteriors.shares(), _FEWEST))
    summed: Floats = logs[heads, np.arange(heads.shape[1])].sum(axis=1)
    return summed


def other_scores(trees: Sequence[Sentence], scorers: Sequence[TreeScorer]) -> Floats:
    """(trees,) the summed log scores over that of the first tree."""
    found = np.zeros(len(trees))
    for scorer in scorers:
        logs = np.array([one.log for one in scorer.tree_scores(trees)])
        found += np.clip(logs - logs[0], -_FARTHEST, _FARTHEST)
    return found


def perceptron(
    lists: Sequence[TreeList], scale: float, epochs: int, random: np.random.Generator, passed: Callable[[int], None]
) -> Floats:
    """(BUCKETS,) averaged weights (Collins 2002) that are added to base scores, with which the trees with the fewest
    errors come first; base scores count `scale` times in training and keep their weight."""
    weights, summed = np.zeros(BUCKETS), np.zeros(BUCKETS)
    taught = [one for one in lists if len(one.trees) > 1 and one.errors.min() < one.errors.max()]
    steps = 0
    for epoch in range(epochs):
        passed(epoch)
        for place in random.permutation(len(taught)).tolist():
            one = taught[place]
            steps += 1
            scores = scale * one.base + one.features.sums(weights, len(one.trees))
            best, wanted = int(scores.argmax()), int(np.where(one.errors == one.errors.min(), scores, -np.inf).argmax())
            if one.errors[best] == one.errors[wanted]:
                continue
            for tree, way in ((wanted, 1.0), (best, -1.0)):
                moved = one.features.weights[one.features.rows == tree]
                np.add.at(weights, moved, way)
                np.add.at(summed, moved, way * steps)
    return (weights - summed / max(steps + 1, 1)) / scale


def wrong(lists: Sequence[TreeList], weights: Floats, balance: float) -> int:
    """How many words have a wrong head where the first of each list is taken."""
    return sum(int(one.errors[one.scores(weights, balance).argmax()]) for one in lists)


def best_balance(held: Sequence[TreeList], weights: Floats) -> float:
    """The weight of other models with the fewest errors; the smallest of equals."""
    return min(BALANCES, key=lambda balance: (wrong(held, weights, balance), balance))
