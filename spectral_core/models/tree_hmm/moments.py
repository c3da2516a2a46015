"""Closed form of hidden tree Markov models: moments of heads with modifiers on both sides, projected by word
embeddings."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

import numpy as np

from spectral_core.arrays import Floats, Integers
from spectral_core.brief import brief_repr
from spectral_core.errors import DataError
from spectral_core.maths.canonical import project_rows, sum_entries
from spectral_core.models.tree_hmm.parameters import TreeOperators
from spectral_core.models.tree_hmm.settings import TreeHmmSettings
from spectral_core.models.tree_hmm.trees import LEFT, RIGHT, Trees

_BATCH = 20_000  # heads with two modifiers whose products are summed at a time
_ROUNDING = 1e-11  # of the largest singular value; below it nothing is inverted


@dataclass(frozen=True, slots=True, eq=False)
class WordEmbeddings:
    """points[x], and duals[x] with which mean(points | h) @ duals[x] is p(x | h), for every state h."""

    points: Floats  # (symbols, directions)
    duals: Floats  # (symbols, directions)
    spectrum: Floats
    __repr__ = brief_repr

    @classmethod
    def of(cls, trees: Trees, size: int, settings: TreeHmmSettings) -> Self:
        """Embed words by their contexts; the dual of the unknown word is the sum of all others where none was seen."""
        rows, columns, weights = (
            _count_neighbours(trees, size) if settings.points == "neighbours" else _count_links(trees, size)
        )
        table = sum_entries(rows, columns, weights, (size, 3 * (size + 1)))
        scaling = "svd" if settings.points == "svd" else "cca"
        decomposition = project_rows(table, settings.states, scaling, settings.prior)
        duals = decomposition.weights[:, None] * decomposition.points
        is_seen = np.zeros(size, dtype=bool)
        is_seen[trees.symbols] = True
        if not is_seen[-1]:
            duals[-1] = duals[:-1].sum(axis=0)
        return cls(decomposition.points, duals, decomposition.spectrum)


def _count_links(trees: Trees, size: int) -> tuple[Integers, Integers, Floats]:
    """Return pairs of words and their heads, and of heads and their modifiers by side, as rows and columns with
    weights."""
    heads, sides, weights = trees.head_nodes(), trees.sides(), trees.node_weights()
    modifiers = np.flatnonzero(heads >= 0)
    words, head_words = trees.symbols[modifiers], trees.symbols[heads[modifiers]]
    side_columns = (sides[modifiers] + 1) * (size + 1)
    return (
        np.concatenate((words, head_words)),
        np.concatenate((head_words, side_columns + words)),
        np.tile(weights[modifiers], 2),
    )


def _count_neighbours(trees: Trees, size: int) -> tuple[Integers, Integers, Floats]:
    """Return pairs of words and their left and right neighbours; the number `size` stands beyond the sentence."""
    symbols, weights = trees.symbols, trees.node_weights()
    before, after = np.roll(symbols, 1), np.roll(symbols, -1)
    before[trees.starts[:-1]] = size
    after[trees.starts[1:] - 1] = size
    return np.tile(symbols, 2), np.concatenate((before, size + 1 + after)), np.tile(weights, 2)


@dataclass(frozen=True, slots=True, eq=False)
class ModifierTriples:
    """Heads with a modifier on the left and one on the right: all pairs of these."""

    left: Integers  # (triples,) symbols
    head: Integers
    right: Integers
    weights: Floats
    __repr__ = brief_repr

    @classmethod
    def of(cls, trees: Trees) -> Self:
        """Return all triples of these trees."""
        heads, sides, symbols = trees.head_nodes(), trees.sides(), trees.symbols
        size = len(symbols)
        modifiers = np.flatnonzero(heads >= 0)
        ordered = modifiers[np.lexsort((modifiers, heads[modifiers]))]
        left, right = (ordered[sides[ordered] == side] for side in (LEFT, RIGHT))
        right_counts = np.bincount(heads[right], minlength=size)
        first_right = np.cumsum(right_counts) - right_counts
        repeats = right_counts[heads[left]]
        repeated_left = np.repeat(left, repeats)
        offsets = np.arange(len(repeated_left)) - np.repeat(np.cumsum(repeats) - repeats, repeats)
        triple_heads = heads[repeated_left]
        return cls(
            symbols[repeated_left],
            symbols[triple_heads],
            symbols[right[first_right[triple_heads] + offsets]],
            trees.node_weights()[triple_heads],
        )


def estimate_operators(trees: Trees, words: WordEmbeddings, literal: bool) -> TreeOperators:
    """Estimate the observable operators from trees and word embeddings. With left child l, head p and right child r,
    and u of each: S_R = E[u_p u_r'], S_L = E[u_p u_l'], E_L = E[u_l u_r'] S_R^-1 takes the state of a head to that of a
    left child, E_R likewise, and D(y) = E_L^-1 E[u_l (y u_p) u_r'] S_R^-1 multiplies states by the evidence y. The
    initial vector is the mean of right children over S_R, the final one the mean of roots: all of one sample. `literal`
    is Algorithm 1 of Dhillon et al. 2012 with the mean of all words in both positions and all pairs in S_L and S_R,
    right only where every state is as likely at a root as below."""
    triples, u = ModifierTriples.of(trees), words.points
    total = float(triples.weights.sum())
    if not total > 0:
        raise DataError(
            "no head here has modifiers on both sides, which the closed form is made of; set estimator to em"
        )
    size = u.shape[1]
    triple_moment, sibling_moment = np.zeros((size * size, size)), np.zeros((size, size))
    head_moments = np.zeros((2, size, size))
    mean = np.zeros(size)
    for start in range(0, len(triples.weights), _BATCH):
        batch = slice(start, start + _BATCH)
        weights = triples.weights[batch, None] / total
        left, head, right = u[triples.left[batch]] * weights, u[triples.head[batch]], u[triples.right[batch]]
        triple_moment += (left[:, :, None] * head[:, None, :]).reshape(len(left), -1).T @ right
        sibling_moment += left.T @ right
        head_moments[LEFT] += head.T @ left
        head_moments[RIGHT] += (head * weights).T @ right
        mean += (right * weights).sum(axis=0)
    node_weights = trees.node_weights()
    roots = trees.heads == 0
    root = node_weights[roots] @ u[trees.symbols[roots]] / node_weights[roots].sum()
    if literal:
        head_moments = np.stack([_head_modifier_moment(trees, u, side) for side in (LEFT, RIGHT)])
        mean = root = node_weights @ u[trees.symbols] / node_weights.sum()
    inverse = np.linalg.pinv(head_moments, rcond=_ROUNDING)
    transitions = np.stack((sibling_moment @ inverse[RIGHT], sibling_moment.T @ inverse[LEFT]))  # (side, child, head)
    left_inverse = np.linalg.pinv(transitions[LEFT], rcond=_ROUNDING)
    product = np.einsum("ai,ijl,lb->jab", left_inverse, triple_moment.reshape(size, size, size), inverse[RIGHT])
    if not literal:  # exact moments are symmetric, so that it matters not which factor is which
        product = (product + product.swapaxes(0, 1)) / 2
    duals = u @ np.linalg.pinv(u.T @ u, rcond=_ROUNDING) if literal else words.duals
    return TreeOperators(duals, mean @ inverse[RIGHT], transitions, np.ascontiguousarray(product), root, literal)


def _head_modifier_moment(trees: Trees, points: Floats, side: int) -> Floats:
    """Return the mean outer product of heads and their modifiers on one side."""
    heads, weights = trees.head_nodes(), trees.node_weights()
    modifiers = np.flatnonzero((heads >= 0) & (trees.sides() == side))
    shares = weights[modifiers, None] / max(float(weights[modifiers].sum()), 1e-300)
    moment: Floats = points[trees.symbols[heads[modifiers]]].T @ (points[trees.symbols[modifiers]] * shares)
    return moment
