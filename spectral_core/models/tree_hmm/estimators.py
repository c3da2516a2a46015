"""Training of hidden tree Markov models: spectral (Dhillon et al. 2012), and EM from a random start or from word
clusters."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Self

import numpy as np

from spectral_core.arrays import Floats, Integers
from spectral_core.brief import brief_repr
from spectral_core.data import Treebank
from spectral_core.errors import DataError
from spectral_core.maths.clustering import assign_clusters, kmeans
from spectral_core.maths.em import EmIteration, run_em
from spectral_core.maths.linalg import normalise_rows, sum_duplicate_entries
from spectral_core.maths.projections import project_rows
from spectral_core.model import require_text
from spectral_core.models.tree_hmm.counts import (
    LEFT,
    RIGHT,
    EncodedTrees,
    TreeHmmCounts,
    count,
    encode_symbols,
    select_known_symbols,
)
from spectral_core.models.tree_hmm.model import (
    ExpectedCounts,
    TreeHmm,
    TreeHmmTrainingRecord,
    TreeOperators,
    TreeProbabilities,
)
from spectral_core.models.tree_hmm.settings import TreeHmmSettings
from spectral_core.progress import Progress, Report, ignore_progress

_BATCH_SIZE = 20_000  # modifier triples summed in one batch
_ROUNDING = 1e-11  # relative to the largest singular value; smaller ones are not inverted
UNIFORM_SHARE = 0.1  # share of a cluster start's counts, spread evenly over all states
SAMPLED_NODES = 40_000  # nodes sampled for clustering


@dataclass(frozen=True, slots=True, eq=False)
class WordEmbeddings:
    """Word embeddings points[x], and dual vectors duals[x] with mean(points | h) @ duals[x] = p(x | h) for every state
    h."""

    points: Floats  # (symbols, directions)
    duals: Floats  # (symbols, directions)
    spectrum: Floats
    __repr__ = brief_repr

    @classmethod
    def from_trees(cls, trees: EncodedTrees, size: int, settings: TreeHmmSettings) -> Self:
        """Embed words by their contexts; the dual of an unseen unknown word is the sum of all others."""
        rows, columns, weights = (
            _list_neighbour_pairs(trees, size) if settings.points == "neighbours" else _list_arc_pairs(trees, size)
        )
        table = sum_duplicate_entries(rows, columns, weights, (size, 3 * (size + 1)))
        scaling = "svd" if settings.points == "svd" else "cca"
        decomposition = project_rows(table, settings.states, scaling, settings.prior)
        duals = decomposition.weights[:, None] * decomposition.points
        is_seen = np.zeros(size, dtype=bool)
        is_seen[trees.symbols] = True
        if not is_seen[-1]:
            duals[-1] = duals[:-1].sum(axis=0)
        return cls(decomposition.points, duals, decomposition.spectrum)


def _list_arc_pairs(trees: EncodedTrees, size: int) -> tuple[Integers, Integers, Floats]:
    """Return the pairs of a word with its head, and of a head with its modifiers by side, as rows, columns and
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


def _list_neighbour_pairs(trees: EncodedTrees, size: int) -> tuple[Integers, Integers, Floats]:
    """Return the pairs of a word with its left and right neighbour, as rows, columns and weights; the id `size` is the
    sentence boundary."""
    symbols, weights = trees.symbols, trees.node_weights()
    before, after = np.roll(symbols, 1), np.roll(symbols, -1)
    before[trees.starts[:-1]] = size
    after[trees.starts[1:] - 1] = size
    return np.tile(symbols, 2), np.concatenate((before, size + 1 + after)), np.tile(weights, 2)


@dataclass(frozen=True, slots=True, eq=False)
class ModifierTriples:
    """All pairs of a left and a right modifier of a head."""

    left: Integers  # (triples,) symbol
    head: Integers
    right: Integers
    weights: Floats
    __repr__ = brief_repr

    @classmethod
    def from_trees(cls, trees: EncodedTrees) -> Self:
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


def estimate_operators(trees: EncodedTrees, words: WordEmbeddings, as_in_paper: bool) -> TreeOperators:
    """Estimate the observable operators from trees and word embeddings (spectral). With left child l, head p and right
    child r, and u of each: S_R = E[u_p u_r'], S_L = E[u_p u_l'], E_L = E[u_l u_r'] S_R^-1 takes the state of a head to
    that of a left child, E_R likewise, and D(y) = E_L^-1 E[u_l (y u_p) u_r'] S_R^-1 multiplies states by the evidence
    y. The initial vector is the mean of right children over S_R, the final one the mean of roots: all of one sample.
    `as_in_paper` is Algorithm 1 of Dhillon et al. 2012 with the mean of all words in both positions and all pairs in
    S_L and S_R, right only where every state is as likely at a root as below."""
    triples, u = ModifierTriples.from_trees(trees), words.points
    total = float(triples.weights.sum())
    if not total > 0:
        raise DataError(
            "no head here has modifiers on both sides, which the closed form is made of; set estimator to em"
        )
    size = u.shape[1]
    triple_moment, sibling_moment = np.zeros((size * size, size)), np.zeros((size, size))
    head_moments = np.zeros((2, size, size))
    mean = np.zeros(size)
    for start in range(0, len(triples.weights), _BATCH_SIZE):
        batch = slice(start, start + _BATCH_SIZE)
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
    if as_in_paper:
        head_moments = np.stack([_compute_head_modifier_moment(trees, u, side) for side in (LEFT, RIGHT)])
        mean = root = node_weights @ u[trees.symbols] / node_weights.sum()
    inverse = np.linalg.pinv(head_moments, rcond=_ROUNDING)
    transitions = np.stack((sibling_moment @ inverse[RIGHT], sibling_moment.T @ inverse[LEFT]))  # (side, child, head)
    left_inverse = np.linalg.pinv(transitions[LEFT], rcond=_ROUNDING)
    product = np.einsum("ai,ijl,lb->jab", left_inverse, triple_moment.reshape(size, size, size), inverse[RIGHT])
    if not as_in_paper:  # exact moments are symmetric, so the order of factors does not matter
        product = (product + product.swapaxes(0, 1)) / 2
    duals = u @ np.linalg.pinv(u.T @ u, rcond=_ROUNDING) if as_in_paper else words.duals
    return TreeOperators(duals, mean @ inverse[RIGHT], transitions, np.ascontiguousarray(product), root, as_in_paper)


def _compute_head_modifier_moment(trees: EncodedTrees, points: Floats, side: int) -> Floats:
    """Return the mean outer product of heads and their modifiers on one side."""
    heads, weights = trees.head_nodes(), trees.node_weights()
    modifiers = np.flatnonzero((heads >= 0) & (trees.sides() == side))
    shares = weights[modifiers, None] / max(float(weights[modifiers].sum()), 1e-300)
    return points[trees.symbols[heads[modifiers]]].T @ (points[trees.symbols[modifiers]] * shares)


def learn(
    treebank: Treebank, settings: TreeHmmSettings, report: Report = ignore_progress, dev: Treebank | None = None
) -> TreeHmm:
    """Train a model on the trees of a treebank; EM keeps the iteration with the best score on `dev`, if given."""
    sample = count(treebank, settings, report)
    if dev is None or not settings.estimator.endswith("em"):
        return solve(sample, settings, report)
    try:
        held_out = count(dev, settings, lambda progress: report(replace(progress, stage="count held-out")))
    except DataError:
        raise DataError("no sentence of the development data has a tree; give another --dev, or none") from None
    return solve(sample, settings, report, held_out)


def add(model: TreeHmm, treebank: Treebank, report: Report = ignore_progress) -> TreeHmm:
    """Retrain the model on its training trees and these; EM restarts."""
    return solve(require_text(model.tree_counts).merge(count(treebank, model.settings, report)), model.settings, report)


def solve(
    sample: TreeHmmCounts, settings: TreeHmmSettings, report: Report = ignore_progress, dev: TreeHmmCounts | None = None
) -> TreeHmm:
    """Estimate a model from these trees, sampled or exact."""
    report(Progress("solve", 0, None))
    symbols = select_known_symbols(sample, settings)
    index = {symbol: number for number, symbol in enumerate(symbols)}
    size = len(symbols) + 1
    trees = sample.trees.relabel(encode_symbols(sample.symbols, index))
    training_record = TreeHmmTrainingRecord()
    embeddings = None
    if settings.estimator != "em":
        embeddings = WordEmbeddings.from_trees(trees, size, settings)
        training_record = replace(training_record, spectrum=embeddings.spectrum)
    if embeddings is not None and not settings.estimator.endswith("em"):
        operators = estimate_operators(trees, embeddings, settings.estimator == "spectral-paper")
        clipped = int((~operators.scores(trees)[1] * trees.weights).sum())
        report(Progress("solve", 1, 1, {"clipped": float(clipped)}))
        return TreeHmm.from_counts(settings, symbols, sample, operators, replace(training_record, clipped=clipped))
    held_out = None if dev is None else dev.trees.relabel(encode_symbols(dev.symbols, index))
    probabilities, log_likelihoods = _run_em(trees, size, embeddings, settings, report, held_out)
    return TreeHmm.from_counts(
        settings, symbols, sample, probabilities, replace(training_record, iterations=log_likelihoods)
    )


def _run_em(
    trees: EncodedTrees, size: int, embeddings: WordEmbeddings | None, settings: TreeHmmSettings, report: Report,
    held_out: EncodedTrees | None,
) -> tuple[TreeProbabilities, Floats]:  # fmt: skip
    """Run EM and return the best probabilities with the log-likelihood of each iteration."""
    symbol_counts = np.bincount(trees.symbols, trees.node_weights(), size)
    symbol_counts[-1] = max(symbol_counts[-1], 1.0)  # an unknown word may occur in new text even if none was seen
    frequencies = symbol_counts / symbol_counts.sum()
    random = np.random.default_rng(settings.seed)

    def score_held_out(current: TreeProbabilities) -> float:
        """Return the mean log-likelihood per held-out node."""
        assert held_out is not None
        logs = current.compute_expectations(held_out)[0]
        return float(held_out.weights @ np.maximum(logs, -1e9)) / held_out.sum_node_weights()

    def run_iteration(current: TreeProbabilities, number: int) -> tuple[TreeProbabilities, float]:  # noqa: ARG001 - unused
        logs, _, expected_counts = current.compute_expectations(trees)
        return current.maximise(expected_counts, frequencies, settings.smoothing), float(trees.weights @ logs)

    def on_iteration(number: int, iteration: EmIteration) -> None:
        """Report the log-likelihood of an iteration, and the held-out perplexity."""
        measures = {"log_likelihood": iteration.log_likelihood}
        if held_out is not None:
            measures["perplexity"] = float(np.exp(-iteration.stopping_score))
        report(Progress("iterate", number, settings.iterations, measures))

    if embeddings is None:
        start = make_random_start(frequencies, settings.states, random)
    else:
        states = min(settings.states, len(trees.symbols))
        labels = _cluster_nodes(trees, embeddings, states, random)
        counts = ExpectedCounts.from_labels(trees, labels, size, states, UNIFORM_SHARE)
        start = make_uniform_start(frequencies, states).maximise(counts, frequencies, max(settings.smoothing, 1e-3))
    em = run_em(
        start,
        run_iteration,
        None if held_out is None else score_held_out,
        trees.sum_node_weights(),
        settings.iterations,
        settings.tolerance,
        on_iteration,
    )
    return em.best, np.array([finished.log_likelihood for finished in em.iterations], dtype=np.float64)


def _cluster_nodes(
    trees: EncodedTrees, embeddings: WordEmbeddings, states: int, random: np.random.Generator
) -> Integers:
    """Return (nodes,) k-means clusters of nodes by the embeddings of the word, its head and its modifiers on each
    side."""
    unit = normalise_rows(embeddings.points)[trees.symbols]
    heads, sides = trees.head_nodes(), trees.sides()
    modifiers = np.flatnonzero(heads >= 0)
    parts = [unit, np.zeros_like(unit)]
    parts[1][modifiers] = unit[heads[modifiers]]
    for side in (LEFT, RIGHT):
        side_modifiers = modifiers[sides[modifiers] == side]
        order = side_modifiers[np.argsort(heads[side_modifiers], kind="stable")]
        modified, first, sizes = np.unique(heads[order], return_index=True, return_counts=True)
        mean = np.zeros_like(unit)
        if len(modified):
            mean[modified] = np.add.reduceat(unit[order], first) / sizes[:, None]
        parts.append(mean)
    points = np.hstack([parts[0], *(0.5 * part for part in parts[1:])])
    sample = random.permutation(len(points))[:SAMPLED_NODES]
    return assign_clusters(points, kmeans(points[np.sort(sample)], states, random))


def make_random_start(frequencies: Floats, states: int, random: np.random.Generator) -> TreeProbabilities:
    """Make a random start: emissions near the word frequencies, transitions unrestricted."""
    emissions = frequencies[:, None] * np.exp(random.standard_normal((len(frequencies), states)))
    transitions = random.dirichlet(np.ones(states), (2, states)).swapaxes(1, 2)
    return TreeProbabilities(
        emissions / emissions.sum(axis=0), np.ascontiguousarray(transitions), random.dirichlet(np.ones(states))
    )


def make_uniform_start(frequencies: Floats, states: int) -> TreeProbabilities:
    """Make a start in which all states emit words by their frequencies and all transitions are equally probable."""
    emissions = np.repeat(frequencies[:, None] / frequencies.sum(), states, axis=1)
    return TreeProbabilities(emissions, np.full((2, states, states), 1 / states), np.full(states, 1 / states))
