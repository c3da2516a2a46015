"""The closed form: means over heads with modifiers on both sides, compressed by points of words."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

import numpy as np

from spectral_core.arrays import Floats, Integers
from spectral_core.brief import brief
from spectral_core.errors import DataError
from spectral_core.maths.canonical import projections, summed
from spectral_core.models.tree_hmm.parameters import TreeOperators
from spectral_core.models.tree_hmm.settings import TreeHmmSettings
from spectral_core.models.tree_hmm.trees import LEFT, RIGHT, Trees

_BLOCK = 20_000  # heads with two modifiers whose products are summed at a time
_ROUNDING = 1e-11  # of the largest singular value; below it nothing is inverted


@dataclass(frozen=True, slots=True, eq=False)
class WordPoints:
    """points[x], and duals[x] with which mean(points | h) @ duals[x] is p(x | h), for every state h."""

    points: Floats  # (symbols, directions)
    duals: Floats  # (symbols, directions)
    spectrum: Floats
    __repr__ = brief

    @classmethod
    def of(cls, trees: Trees, size: int, settings: TreeHmmSettings) -> Self:
        """Where words lie by what they stand with; the last symbol may be anything where it was never seen."""
        rows, columns, weights = _beside(trees, size) if settings.points == "neighbours" else _linked(trees, size)
        table = summed(rows, columns, weights, (size, 3 * (size + 1)))
        scaling = "svd" if settings.points == "svd" else "cca"
        found = projections(table, settings.states, scaling, settings.prior)
        duals = found.weights[:, None] * found.points
        seen = np.zeros(size, dtype=bool)
        seen[trees.symbols] = True
        if not seen[-1]:
            duals[-1] = duals[:-1].sum(axis=0)
        return cls(found.points, duals, found.spectrum)


def _linked(trees: Trees, size: int) -> tuple[Integers, Integers, Floats]:
    """Words with their heads, and heads with their modifiers on each side, as rows and columns."""
    above, sides, weights = trees.above(), trees.sides(), trees.of_nodes()
    below = np.flatnonzero(above >= 0)
    own, head = trees.symbols[below], trees.symbols[above[below]]
    side = (sides[below] + 1) * (size + 1)
    return np.concatenate((own, head)), np.concatenate((head, side + own)), np.tile(weights[below], 2)


def _beside(trees: Trees, size: int) -> tuple[Integers, Integers, Floats]:
    """Words with those before and behind them; beyond a sentence stands the number `size`."""
    symbols, weights = trees.symbols, trees.of_nodes()
    before, behind = np.roll(symbols, 1), np.roll(symbols, -1)
    before[trees.starts[:-1]] = size
    behind[trees.starts[1:] - 1] = size
    return np.tile(symbols, 2), np.concatenate((before, size + 1 + behind)), np.tile(weights, 2)


@dataclass(frozen=True, slots=True, eq=False)
class Triples:
    """Heads with a modifier on the left and one on the right: all pairs of these."""

    left: Integers  # (triples,) symbols
    head: Integers
    right: Integers
    weights: Floats
    __repr__ = brief

    @classmethod
    def of(cls, trees: Trees) -> Self:
        """All triples of these trees."""
        above, sides, symbols = trees.above(), trees.sides(), trees.symbols
        size = len(symbols)
        below = np.flatnonzero(above >= 0)
        ordered = below[np.lexsort((below, above[below]))]
        left, right = (ordered[sides[ordered] == side] for side in (LEFT, RIGHT))
        rights = np.bincount(above[right], minlength=size)
        first = np.cumsum(rights) - rights
        times = rights[above[left]]
        lefts = np.repeat(left, times)
        within = np.arange(len(lefts)) - np.repeat(np.cumsum(times) - times, times)
        heads = above[lefts]
        return cls(symbols[lefts], symbols[heads], symbols[right[first[heads] + within]], trees.of_nodes()[heads])


def observable(trees: Trees, words: WordPoints, literal: bool) -> TreeOperators:
    """The closed form of trees in points of words. With left child l, head p and right child r, and u of each:
    S_R = E[u_p u_r'], S_L = E[u_p u_l'], E_L = E[u_l u_r'] S_R^-1 takes the state of a head to that of a left child,
    E_R likewise, and D(y) = E_L^-1 E[u_l (y u_p) u_r'] S_R^-1 multiplies states by what y says of them. What begins
    is the mean of right children over S_R, what ends the mean of roots: all of one sample. `literal` is Algorithm 1 of
    Dhillon et al. 2012 with the mean of all words in both places and all pairs in S_L and S_R, right only where every
    state is as likely at a root as below."""
    found, u = Triples.of(trees), words.points
    total = float(found.weights.sum())
    if not total > 0:
        raise DataError(
            "no head here has modifiers on both sides, which the closed form is made of; set estimator to em"
        )
    size = u.shape[1]
    third, both = np.zeros((size * size, size)), np.zeros((size, size))
    heads = np.zeros((2, size, size))
    mean = np.zeros(size)
    for low in range(0, len(found.weights), _BLOCK):
        part = slice(low, low + _BLOCK)
        weights = found.weights[part, None] / total
        left, head, right = u[found.left[part]] * weights, u[found.head[part]], u[found.right[part]]
        third += (left[:, :, None] * head[:, None, :]).reshape(len(left), -1).T @ right
        both += left.T @ right
        heads[LEFT] += head.T @ left
        heads[RIGHT] += (head * weights).T @ right
        mean += (right * weights).sum(axis=0)
    nodes = trees.of_nodes()
    roots = trees.heads == 0
    root = nodes[roots] @ u[trees.symbols[roots]] / nodes[roots].sum()
    if literal:
        heads = np.stack([_pairs(trees, u, side) for side in (LEFT, RIGHT)])
        mean = root = nodes @ u[trees.symbols] / nodes.sum()
    inverse = np.linalg.pinv(heads, rcond=_ROUNDING)
    moves = np.stack((both @ inverse[RIGHT], both.T @ inverse[LEFT]))  # (side, child, head)
    back = np.linalg.pinv(moves[LEFT], rcond=_ROUNDING)
    product = np.einsum("ai,ijl,lb->jab", back, third.reshape(size, size, size), inverse[RIGHT])
    if not literal:  # exact moments are symmetric, so that it matters not which factor is which
        product = (product + product.swapaxes(0, 1)) / 2
    duals = u @ np.linalg.pinv(u.T @ u, rcond=_ROUNDING) if literal else words.duals
    return TreeOperators(duals, mean @ inverse[RIGHT], moves, np.ascontiguousarray(product), root, literal)


def _pairs(trees: Trees, points: Floats, side: int) -> Floats:
    """The mean product of heads and their modifiers on one side."""
    above, weights = trees.above(), trees.of_nodes()
    below = np.flatnonzero((above >= 0) & (trees.sides() == side))
    held = weights[below, None] / max(float(weights[below].sum()), 1e-300)
    found: Floats = points[trees.symbols[above[below]]].T @ (points[trees.symbols[below]] * held)
    return found
