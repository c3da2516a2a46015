"""The parameters of hidden tree Markov models, as operators that can be observed and as probabilities."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

import numpy as np

from spectral_core.arrays import Flags, Floats, Integers, Named
from spectral_core.brief import brief
from spectral_core.model import Arrays
from spectral_core.models.tree_hmm.trees import Trees

_NOTHING = 1e-200  # counts below it are what underflow left


@dataclass(frozen=True, slots=True, eq=False)
class TreeOperators:
    """A tree's score is row(root) @ root, where row = words[x], times D(moves[side].T row of the child) for each child,
    and D(y) = sum over j of y[j] product[j]; or `begin`, times those, times D(words[x]), where words come last."""

    words: Floats  # (symbols, directions)
    begin: Floats  # (directions,)
    moves: Floats  # (2, directions of a child, directions of its head)
    product: Floats  # (directions, directions, directions)
    root: Floats  # (directions,)
    words_last: bool
    __repr__ = brief

    def scores(self, trees: Trees) -> tuple[Floats, Flags]:
        """(trees,) logs of the sizes of scores, and which scores are above 0."""
        from spectral_core.inference.hidden_trees import signed_sums

        logs, signs = np.empty(len(trees.weights)), np.empty(len(trees.weights), dtype=np.int64)
        signed_sums(
            trees.symbols, trees.heads, trees.starts, self.words, self.begin, self.moves, self.product, self.root,
            self.words_last, logs, signs,
        )  # fmt: skip
        return logs, signs > 0

    def expected(self, trees: Trees) -> Floats:
        """(nodes, directions) for each node of one tree the point of a word that its state would emit anew, expected
        under all that the tree says of it."""
        size, heads, right = len(trees.symbols), trees.heads.tolist(), trees.sides()
        rows = np.tile(self.begin, (size, 1)) if self.words_last else self.words[trees.symbols]
        own = [self._times(self.words[symbol]) for symbol in trees.symbols.tolist()]
        order = _deepest_first(heads)
        coming: list[Floats] = [np.eye(len(self.root))] * size
        below: list[list[int]] = [[] for _ in heads]
        for at in order:
            for child in below[at]:
                rows[at] = _sized(rows[at] @ coming[child])
            if self.words_last:
                rows[at] = _sized(rows[at] @ own[at])
            if heads[at]:
                below[heads[at] - 1].append(at)
                coming[at] = self._times(rows[at] @ self.moves[right[at]])
        outside = np.zeros((size, len(self.root)))
        found = np.zeros_like(outside)
        for at in reversed(order):
            if not heads[at]:
                outside[at] = self.root
            else:
                above = heads[at] - 1
                state = own[above] @ outside[above]
                for sibling in below[above]:
                    if sibling != at:
                        state = coming[sibling] @ state
                outside[at] = _sized(self.moves[right[at]] @ state)
            point = outside[at]
            for factor in (own[at], *(coming[child] for child in below[at])):
                point = factor @ point
            norm = float(self.begin @ point)
            found[at] = point / norm if abs(norm) > _NOTHING else point
        return found

    def _times(self, point: Floats) -> Floats:
        matrix: Floats = np.tensordot(point, self.product, 1)
        return matrix

    def arrays(self) -> Named:
        return {
            "words": self.words, "begin": self.begin, "moves": self.moves, "product": self.product, "root": self.root,
        }  # fmt: skip

    @classmethod
    def from_arrays(cls, arrays: Arrays, size: int, words_last: bool) -> Self:
        """The operators that gave these arrays, of so many symbols; ValueError where they do not fit each other."""
        names = ("words", "begin", "moves", "product", "root")
        words, begin, moves, product, root = (arrays[name].astype(np.float64) for name in names)
        wide = len(root)
        shapes = (words.shape, begin.shape, moves.shape, product.shape)
        if shapes != ((size, wide), (wide,), (2, wide, wide), (wide, wide, wide)):
            raise ValueError("the operators do not fit each other")
        return cls(words, begin, moves, product, root, words_last)


@dataclass(frozen=True, slots=True, eq=False)
class TreeProbabilities:
    """Probabilities: of the root's state, of a child's given its head's and its side, of words given their states."""

    emissions: Floats  # (symbols, states) columns sum to 1
    moves: Floats  # (2, states of a child, states of its head) columns sum to 1
    root: Floats  # (states,)
    __repr__ = brief

    def scores(self, trees: Trees) -> tuple[Floats, Flags]:
        """(trees,) log-likelihoods, and which are above minus infinity."""
        logs = self.expectations(trees)[0]
        return logs, np.isfinite(logs)

    def expectations(self, trees: Trees) -> tuple[Floats, Floats, ExpectedStates]:
        """(trees,) log-likelihoods, (nodes, states) posteriors, and the sums over all trees."""
        from spectral_core.inference.hidden_trees import tree_expectations

        logs, shares = np.empty(len(trees.weights)), np.empty((len(trees.symbols), len(self.root)))
        sums = ExpectedStates(np.zeros_like(self.emissions), np.zeros_like(self.moves), np.zeros_like(self.root))
        tree_expectations(
            trees.symbols, trees.heads, trees.starts, trees.weights, self.emissions, self.moves, self.root, logs,
            shares, sums.emitted, sums.moved, sums.rooted,
        )  # fmt: skip
        return logs, shares, ExpectedStates(sums.emitted, sums.moved * self.moves, sums.rooted)

    def maximised(self, sums: ExpectedStates, frequencies: Floats, smoothing: float) -> TreeProbabilities:
        """The parameters under which the expected counts are likeliest, with words added to each state."""
        return TreeProbabilities(
            _shares(sums.emitted + smoothing * frequencies[:, None], self.emissions, 0),
            _shares(sums.moved, self.moves, 1),
            _shares(sums.rooted, self.root, 0),
        )

    def arrays(self) -> Named:
        return {"emissions": self.emissions, "moves": self.moves, "root": self.root}

    @classmethod
    def from_arrays(cls, arrays: Arrays, size: int) -> Self:
        """The probabilities that gave these arrays, of so many symbols; ValueError where they are none."""
        emissions, moves, root = (arrays[name].astype(np.float64) for name in ("emissions", "moves", "root"))
        states = len(root)
        if (emissions.shape, moves.shape) != ((size, states), (2, states, states)):
            raise ValueError("the probabilities do not fit each other")
        if not all((np.isfinite(part) & (part >= 0)).all() for part in (emissions, moves, root)):
            raise ValueError("a probability is negative or no number")
        return cls(emissions, moves, root)


@dataclass(frozen=True, slots=True, eq=False)
class ExpectedStates:
    """How often words and steps are expected with each state."""

    emitted: Floats  # (symbols, states)
    moved: Floats  # (2, states of a child, states of its head)
    rooted: Floats  # (states,)
    __repr__ = brief

    @classmethod
    def labelled(cls, trees: Trees, labels: Integers, size: int, states: int, spread: float) -> Self:
        """The counts of trees whose nodes have these states, of which the share `spread` is given evenly to all."""
        above, weights = trees.above(), trees.of_nodes()
        below = np.flatnonzero(above >= 0)
        cells = (trees.sides()[below] * states + labels[below]) * states + labels[above[below]]
        emitted = np.bincount(trees.symbols * states + labels, weights, size * states).reshape(size, states)
        moved = np.bincount(cells, weights[below], 2 * states * states).reshape(2, states, states)
        rooted = np.bincount(labels[above < 0], weights[above < 0], states).astype(np.float64)
        evened = [
            (1 - spread) * part + spread * part.mean(axis=axes, keepdims=True)
            for part, axes in ((emitted, 1), (moved, (1, 2)), (rooted, 0))
        ]
        return cls(*evened)


def random_hidden(frequencies: Floats, states: int, random: np.random.Generator) -> TreeProbabilities:
    """Words near their frequencies, steps anywhere."""
    words = frequencies[:, None] * np.exp(random.standard_normal((len(frequencies), states)))
    moves = random.dirichlet(np.ones(states), (2, states)).swapaxes(1, 2)
    return TreeProbabilities(words / words.sum(axis=0), np.ascontiguousarray(moves), random.dirichlet(np.ones(states)))


def even_hidden(frequencies: Floats, states: int) -> TreeProbabilities:
    """What all states share, before anything is counted."""
    words = np.repeat(frequencies[:, None] / frequencies.sum(), states, axis=1)
    return TreeProbabilities(words, np.full((2, states, states), 1 / states), np.full(states, 1 / states))


def _shares(counts: Floats, otherwise: Floats, axis: int) -> Floats:
    """Counts as shares of their sum along an axis; where there are none, what stood there before."""
    sums = counts.sum(axis=axis, keepdims=True)
    return np.where(sums > _NOTHING, counts / np.where(sums > _NOTHING, sums, 1.0), otherwise)


def _deepest_first(heads: list[int]) -> list[int]:
    depths = []
    for head in heads:
        depth, here = 0, head
        while here:
            depth, here = depth + 1, heads[here - 1]
        depths.append(depth)
    return sorted(range(len(heads)), key=lambda at: -depths[at])


def _sized(row: Floats) -> Floats:
    largest = float(np.abs(row).max(initial=0.0))
    return row / largest if largest > 0 else row
